#!/usr/bin/env bash
# --estimate: what it says, but for how long, and that it writes nothing.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 5 --seed 4 -q -o data.csv
touch before out err
ls >before

expect 0 evaluate data.csv --method spr --set rule=one-se --tune=cv:3 --plan kfold:4 --threads 1 --estimate -o result.json \
    --checkpoint folds
prints '^evaluate would take .* with 1 thread: 244 fits (4 folds; tuning 3 inner folds x 20 candidates)\.$'
expect 0 fit data.csv --method spr --set rule=one-se --tune=cv:3 --threads 1 --estimate -o model.json
prints '^fit would take .* with 1 thread: 61 fits (tuning 3 inner folds x 20 candidates)\.$'
expect 0 fit data.csv --method spr --threads 1 --estimate
prints '^fit would take .* with 1 thread: 1 fit\.$'
expect 0 evaluate data.csv --method spr --plan loo --threads 1 --estimate
prints '^evaluate would take .* with 1 thread: 60 fits (60 folds)\.$'
expect 0 evaluate data.csv --method spr --tune=first:2 --plan kfold:4 --threads 1 --estimate
prints ': 44 fits (4 folds; tuning 2 inner folds x 20 candidates)\.$'
expect 0 evaluate data.csv --method spr --tune=alo --plan kfold:4 --threads 1 --estimate
prints ' (4 folds; tuning alo, 20 candidates)\.$'
expect 0 fit data.csv --method spr --tune=alo --threads 1 --estimate
prints ' (tuning alo, 20 candidates)\.$'

expect 0 evaluate data.csv --method spr --set rule=one-se --tune=cv:3 --plan kfold:4 --threads 1 --estimate --json
is_json out
prints '"format": "ardor-estimate"'
prints '"fits": 244,'

# As the run itself would.
refuses 2 evaluate data.csv --method spr --estimate
says 'needs a plan'
refuses 2 evaluate data.csv --plan kfold:99 --estimate
refuses 3 evaluate no-such-file.csv --plan loo --estimate
refuses 3 fit data.csv --estimate -o no-such-directory/model.json

# A bar on a terminal: tenths of a percent at the beginning of a run that is long, which is not waited for.
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    command_line="ardor evaluate on a terminal"
    TERM=xterm script -qec "'$ardor' evaluate data.csv --tune --plan repeat:100x60 --threads 1 --time-limit 1" /dev/null \
        </dev/null | tr '\r' '\n' >out
    grep -q '^.\[Kevaluate [0-9]\.[0-9] % \[' out || fail "$command_line: no tenths: $(head -n 3 out)"
fi

rm -f json_error
ls | cmp -s - before || fail "files were written: $(ls)"
finish
