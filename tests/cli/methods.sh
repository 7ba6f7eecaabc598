#!/usr/bin/env bash
# methods: the list, one method, JSON.
. "$2/tests/cli/common.sh" "$1" "$2"

expect 0 methods
prints '^jcfo '
silent
expect 0 methods jcfo
prints '^Reference'
prints 'lam1'
prints 'max_iter'
expect 0 methods --json
is_json out
grep -q '^\[' out || fail "methods --json is not an array"
expect 0 methods jcfo --json
is_json out
prints '"jcfo"'
refuses 2 methods no-such-method
says no-such-method
finish
