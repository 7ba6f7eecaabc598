#!/usr/bin/env bash
# A reader that closes its end of a pipe early: no message, the status that a shell shows of SIGPIPE, and files written whole.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv
"$ardor" fit data.csv --basis linear --json -o model.json >fit.json 2>/dev/null || fail "no model"
"$ardor" evaluate data.csv --basis linear --plan kfold:3 -q -o result.json >/dev/null || fail "no result"

# Descriptor 9 is a pipe whose reader is gone.
mkfifo pipe
exec 8<>pipe 9>pipe 8<&-

# closed ARGUMENT...
closed() {
    local status=0
    command_line="ardor $*"
    "$ardor" "$@" >&9 2>err || status=$?
    [ "$status" -eq 141 ] || fail "$command_line to a closed pipe: exit status $status"
    silent
}
closed --help
closed --version
closed help
closed fit --help
closed methods
closed methods jcfo
closed methods --json
closed simulate xor --n 10 --p 3
closed simulate xor --n 10 --p 3 -o -
closed fit data.csv --basis linear -q
closed fit data.csv --basis linear -q --json
closed fit data.csv --basis linear -q -o -
closed fit data.csv --basis linear -q --table features=-
closed predict model.json data.csv -q
closed predict model.json data.csv -q --json
closed evaluate data.csv --basis linear --plan kfold:3 -q
closed evaluate data.csv --basis linear --plan kfold:3 -q -o -
closed inspect model.json
closed inspect fit.json --json
closed inspect result.json --table rows=-

# Large outputs, of which the reader takes the beginning.
status=0
"$ardor" simulate xor --n 100000 --p 10 2>err | head -n 1 >out || true
status=${PIPESTATUS[0]}
command_line="ardor simulate | head -n 1"
[ "$status" -eq 141 ] || fail "$command_line: exit status $status"
silent
[ "$(cat out)" = x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,class ] || fail "$command_line: $(cat out)"
"$ardor" simulate two-gaussians --n 20000 --p 6 --seed 4 -q -o big.csv
for how in '' --json '--table rows=-'; do
    command_line="ardor predict $how | head -n 1"
    "$ardor" predict model.json big.csv -q ${how:+$how} $([ "${how#--table}" = "$how" ] || echo -o rest) 2>err | head -n 1 >out
    status=${PIPESTATUS[0]}
    [ "$status" -eq 141 ] || fail "$command_line: exit status $status"
    silent
done

# Files are whole although nobody reads the summary.
closed fit data.csv --basis linear --tune -q -o late.json --table features=late.csv --table candidates=candidates.csv
expect 0 fit data.csv --basis linear --tune -q -o there.json --table features=there.csv --table candidates=there2.csv
without_run late.json >a
without_run there.json >b
same a b
same late.csv there.csv
same candidates.csv there2.csv
closed evaluate data.csv --basis linear --plan kfold:3 -q -o late.json --table rows=late.csv --json
without_run late.json >a
without_run result.json >b
same a b
[ "$(wc -l <late.csv)" -eq 61 ] || fail "$command_line: no whole table"
closed predict model.json data.csv -q -o late.csv --json
expect 0 predict model.json data.csv -q -o there.csv
same late.csv there.csv
closed inspect result.json --table folds=late.csv
[ "$(wc -l <late.csv)" -eq 4 ] || fail "$command_line: no whole table"

# A closed standard error does not end a run before its files are written.
command_line="ardor fit 2>&1 >/dev/null | true"
"$ardor" fit data.csv --basis linear -o noisy.json 2>&9 >/dev/null
expect 0 predict noisy.json data.csv -q
finish
