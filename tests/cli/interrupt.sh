#!/usr/bin/env bash
# Signals and time limits: what was finished is saved and said, and where nothing was there is no file, not even a partial one.
. "$2/tests/cli/common.sh" "$1" "$2"
# a program that ends at once leaves its threads, which is no fault of it
[ -z "${TSAN_OPTIONS:-}" ] || export TSAN_OPTIONS="$TSAN_OPTIONS:report_thread_leaks=0"

"$ardor" simulate xor --n 400 --p 40 --seed 2 -q -o data.csv
mkdir results
many_folds="evaluate data.csv --basis rbf --plan repeat:400x5 --threads 2"
long_fold="evaluate data.csv --basis rbf --plan loo --tune=cv:10 --threads 2"

# begin ARGUMENT...: in the background, as process $pid.
begin() {
    command_line="ardor $*"
    : >out >err # what the last run said must not be taken for this one's
    "$ardor" "$@" >out 2>err </dev/null &
    pid=$!
}

# ends STATUS: wait; a program that does not stop must not hold up the tests.
ends() {
    local status=0
    for _ in $(seq 600); do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    kill -s KILL $pid 2>/dev/null
    wait $pid || status=$?
    [ "$status" -eq "$1" ] || fail "$command_line: exit status $status, not $1: $(cat err)"
}

# Until the file has a finished fold after its first line.
await_fold() {
    for _ in $(seq 600); do
        [ -f "$1" ] && [ "$(wc -l <"$1")" -ge 2 ] && return
        sleep 0.1
    done
    fail "$command_line: no fold was finished"
}

no_result() {
    [ -z "$(ls -A results)" ] || fail "$command_line: files are left: $(ls -A results)"
    [ -s out ] && fail "$command_line: something on standard output"
}

# is_partial FILE REASON: a result that says so, and whose figures are those of the folds it has.
is_partial() {
    is_json "$1"
    grep -q "\"stopped\": \"$2\"" "$1" || fail "$command_line: $1 does not say that it was stopped: $2"
    if command -v python3 >/dev/null; then
        python3 - "$1" >wrong 2>&1 <<'END' || fail "$command_line: $1: $(tail -n 1 wrong)"
import json, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
done = [f["fold"] for f in r["folds"]]
assert 1 <= r["folds_done"] == len(done) < r["n_folds"], "folds"
assert {row["fold"] for row in r["rows"]} == set(done), "rows of other folds"
assert len(r["rows"]) == sum(f["n_test"] for f in r["folds"]), "rows are missing"
error = sum(f["error"] for f in r["folds"]) / len(done)
assert abs(r["summary"]["error"]["value"] - error) < 1e-9, "the error is not that of the folds"
assert abs(r["summary"]["mean_n_features"] - sum(f["n_features"] for f in r["folds"]) / len(done)) < 1e-9, "features"
assert max((s["frequency"] for s in r["selection"]), default=0) <= 1, "frequencies"
END
    fi
}

# Interrupted with folds done: status 5, the result, and a line about it.
for signal in INT TERM; do
    begin $many_folds --checkpoint folds -o results/result.json
    await_fold folds
    kill -s $signal $pid
    ends 5
    says '^ardor: stopping after the running step, with what there is; a second signal stops at once$'
    says '^ardor: cancelled: [0-9]* of 2000 folds$'
    prints '^Stopped  *cancelled: [0-9]* of 2000 folds; the figures are of these only$'
    is_partial results/result.json cancelled
    expect 0 inspect results/result.json
    prints '^Plan  *repeat:400x5, 2000 folds'
    rm -f folds results/result.json
done
begin $many_folds --checkpoint folds --json -q
await_fold folds
kill -s INT $pid
ends 5
is_partial out cancelled
[ "$(wc -l <err)" -eq 1 ] || fail "$command_line: not one line: $(cat err)"
says '^ardor: cancelled: '
rm -f folds

# Interrupted before the first fold: nothing but the status.
begin $long_fold -q -o results/result.json
sleep 1
kill -s INT $pid
ends 5
no_result
says '^ardor: '

# The second signal ends the program at once.
begin $long_fold -o results/result.json
sleep 1
kill -s INT $pid
kill -s INT $pid
kill -s TERM $pid
ends 5
says '^ardor: interrupted$'
no_result

# While the data are read nothing is lost: the first signal ends the program. (Thread sanitizer holds signals back while
# open(2) or read(2) block.)
if [ -z "${TSAN_OPTIONS:-}" ]; then
    mkfifo pipe
    begin fit pipe -o results/model.json
    sleep 1
    kill -s INT $pid
    ends 5
    no_result
fi

# Once all is computed the first signal waits until the result is written, here to a pipe that nobody reads yet; the second does
# not. A note says when that is.
late_result="evaluate small.csv --basis linear --plan kfold:3 --set max_iter=1 -o result"
await_computed() {
    for _ in $(seq 600); do
        grep -q 'stopped before they converged' err && return
        sleep 0.1
    done
    fail "$command_line: does not get to its result: $(cat err)"
}
"$ardor" simulate xor --n 100 --p 4 --seed 2 -q -o small.csv
mkfifo result
begin $late_result
await_computed
kill -s INT $pid
sleep 0.5
kill -0 $pid 2>/dev/null && cat result >late.json
ends 5
is_json late.json
says '^ardor: interrupted when all was computed: the result is whole$'
grep -q 'stopping after' err && fail "$command_line: says that it stops: $(cat err)"
if [ -z "${TSAN_OPTIONS:-}" ]; then
    begin $late_result
    await_computed
    kill -s INT $pid
    kill -s TERM $pid
    ends 5
    says '^ardor: interrupted$'
fi

# Out of time with folds done: a result, and no failure.
begin $many_folds --time-limit 3 -o results/result.json
ends 0
says '^ardor: note: out of time: [0-9]* of 2000 folds$'
prints '^Stopped  *out of time: [0-9]* of 2000 folds; the figures are of these only$'
is_partial results/result.json time
rm -f results/result.json
begin evaluate data.csv --basis rbf --plan loo --tune=cv:10 --threads 1 -q --time-limit 0.2 -o results/result.json
ends 5
no_result
says '^ardor: .*time'

# A fit whose tuning was cut short has a model: of the candidates that were finished, or without tuning.
begin fit data.csv --basis rbf --tune=cv:10 --threads 2 --time-limit 0.1 -o results/model.json
ends 0
says '^ardor: note: out of time before any of the [0-9]* candidates was finished'
[ "$(grep -c 'out of time' err)" -eq 1 ] || fail "$command_line: told more than once: $(cat err)"
prints '^Tuning  *none: out of time before a candidate was finished$'
expect 0 predict results/model.json data.csv -q
begin fit small.csv --basis rbf --tune=cv:60 --threads 1 --time-limit 1 -o results/model.json
ends 0
says '^ardor: note: out of time\(: [0-9]* of [0-9]* candidates of the tuning$\| before any of the [0-9]* candidates\)'
if grep -q 'candidates of the tuning' err; then
    prints '^Tuning  *cv:60, rule one-se; out of time$'
    prints '^  chosen .*(of [0-9]* candidates, [0-9]* finished'
    expect 0 inspect results/model.json
    prints '^  chosen .*(of [0-9]* candidates, [0-9]* finished'
fi
expect 0 predict results/model.json small.csv -q
rm -f results/model.json

# So has one that was interrupted, but for the status. What there was of it depends on the machine.
begin fit small.csv --basis rbf --tune=cv:60 --threads 1 -o results/model.json
sleep 1
kill -s INT $pid
ends 5
if [ -f results/model.json ]; then
    says '^ardor: cancelled: [0-9]* of [0-9]* candidates of the tuning$'
    prints '^Tuning .*cancelled'
    expect 0 predict results/model.json small.csv -q
else
    no_result
fi
finish
