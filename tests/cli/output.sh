#!/usr/bin/env bash
# Standard output that cannot be written: a message and status 1, whatever the verb.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv
"$ardor" fit data.csv --basis linear --json -o model.json >fit.json 2>/dev/null || fail "no model"

mkfifo pipe

# cannot_write ARGUMENT...
cannot_write() {
    local status
    command_line="ardor $*"
    status=0
    "$ardor" "$@" >/dev/full 2>err || status=$?
    [ "$status" -eq 1 ] || fail "$command_line >/dev/full: exit status $status"
    grep -q '^ardor: .*space' err || fail "$command_line >/dev/full: $(cat err)"
    status=0
    "$ardor" "$@" >&- 2>err || status=$?
    [ "$status" -eq 1 ] || fail "$command_line >&-: exit status $status"
    # The reader is gone before the program writes.
    exec 8<>pipe 9>pipe 8<&-
    status=0
    "$ardor" "$@" >&9 2>err || status=$?
    exec 9>&-
    [ "$status" -eq 1 ] || fail "$command_line to a closed pipe: exit status $status"
}

if [ -w /dev/full ]; then
    cannot_write --help
    cannot_write --version
    cannot_write fit --help
    cannot_write methods
    cannot_write methods --json
    cannot_write simulate xor --n 10 --p 3 -q
    cannot_write fit data.csv --basis linear -q
    cannot_write fit data.csv --basis linear -q --json
    cannot_write predict model.json data.csv -q
    cannot_write predict model.json data.csv -q --json
    cannot_write evaluate data.csv --basis linear --plan kfold:3 -q
    cannot_write inspect model.json
    cannot_write inspect fit.json --json
fi

# Nothing is drawn, and no carriage return or escape sequence is sent, where standard error is not a terminal.
expect 0 evaluate data.csv --basis linear --plan kfold:3
grep -q "$(printf '[\r\033]')" err && fail "progress is drawn without a terminal"
finish
