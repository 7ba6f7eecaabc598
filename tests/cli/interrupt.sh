#!/usr/bin/env bash
# Signals and time limits: what was finished is saved and said, and where nothing was there is no file, not even a partial one.
. "$2/tests/cli/common.sh" "$1" "$2"
# a program that ends at once leaves its threads, which is no fault of it
[ -z "${TSAN_OPTIONS:-}" ] || export TSAN_OPTIONS="$TSAN_OPTIONS:report_thread_leaks=0"

"$ardor" simulate xor --n 400 --p 40 --seed 2 -q -o data.csv
"$ardor" simulate xor --n 100 --p 4 --seed 2 -q -o small.csv
mkdir results
# Nothing here depends on how fast the machine is: there are far more folds than are waited for, a fold of the long ones takes
# minutes, and where something must have been finished, but not all, the time given is varied until that is so.
many_folds="evaluate data.csv --basis rbf --plan repeat:4000x5 --threads 2"
long_fold="evaluate data.csv --basis rbf --plan loo --tune=cv:200 --threads 2"

# begin ARGUMENT...: in the background, as process $pid.
begin() {
    command_line="ardor $*"
    : >out >err # what the last run said must not be taken for this one's
    "$ardor" "$@" >out 2>err </dev/null &
    pid=$!
}

# finishes: wait; its exit status is $status.
finishes() {
    status=0
    wait $pid || status=$?
}

# ends STATUS
ends() {
    finishes
    [ "$status" -eq "$1" ] || fail "$command_line: exit status $status, not $1: $(cat err)"
}

# await_lines N FILE: the first line of a file of folds is there when the computation has begun, and one more for each fold.
await_lines() {
    until [ -f "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]; do
        kill -0 $pid 2>/dev/null || { fail "$command_line: ended before $2 had $1 lines: $(cat err)" && return; }
        sleep 0.05
    done
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
    await_lines 2 folds
    kill -s $signal $pid
    ends 5
    says '^ardor: stopping after the running step, with what there is; a second signal stops at once$'
    says '^ardor: cancelled: [0-9]* of 20000 folds$'
    prints '^Stopped  *cancelled: [0-9]* of 20000 folds; the figures are of these only$'
    is_partial results/result.json cancelled
    expect 0 inspect results/result.json
    prints '^Plan  *repeat:4000x5, 20000 folds'
    rm -f folds results/result.json
done
begin $many_folds --checkpoint folds --json -q
await_lines 2 folds
kill -s INT $pid
ends 5
is_partial out cancelled
[ "$(wc -l <err)" -eq 1 ] || fail "$command_line: not one line: $(cat err)"
says '^ardor: cancelled: '
rm -f folds

# Interrupted before the first fold: nothing but the status.
begin $long_fold --checkpoint folds -q -o results/result.json
await_lines 1 folds
kill -s INT $pid
ends 5
no_result
says '^ardor: '
rm -f folds

# The second signal ends the program at once.
begin $long_fold --checkpoint folds -o results/result.json
await_lines 1 folds
kill -s INT $pid
kill -s INT $pid
kill -s TERM $pid
ends 5
says '^ardor: interrupted$'
no_result
rm -f folds

# While the data are read nothing is lost: the first signal ends the program. (Thread sanitizer holds signals back while
# open(2) or read(2) block.)
if [ -z "${TSAN_OPTIONS:-}" ]; then
    mkfifo pipe
    begin fit pipe -o results/model.json
    exec 8>pipe # until the program has opened it
    kill -s INT $pid
    ends 5
    exec 8>&-
    no_result
fi

# Once all is computed the first signal waits until the result is written, here to a pipe, which takes less than all of it before
# it is read; the second does not, but for the same one again at once: `timeout` sends it to the program and to its group.
late_result="evaluate large.csv --basis linear --plan kfold:3 --set max_iter=1 -o result"
"$ardor" simulate xor --n 2000 --p 4 --seed 2 -q -o large.csv
mkfifo result
while true; do
    begin $late_result
    exec 8<result # until the program has opened it
    first=$(date +%s%N)
    kill -s INT $pid
    while grep -q '^ShdPnd:.*[2367abef]$' /proc/$pid/status; do :; done # until it has come
    kill -s INT $pid
    [ $(($(date +%s%N) - first)) -gt 400000000 ] || break
    exec 8<&- # too late, on a machine with much to do: those were two
    wait $pid || true
done
cat <&8 >late.json
exec 8<&-
ends 5
is_json late.json
[ "$(wc -c <late.json)" -gt 70000 ] || fail "the result is not longer than what a pipe takes"
says '^ardor: interrupted when all was computed: the result is whole$'
grep -q 'stopping after' err && fail "$command_line: says that it stops: $(cat err)"
if [ -z "${TSAN_OPTIONS:-}" ]; then
    begin $late_result
    exec 8<result
    kill -s INT $pid
    kill -s TERM $pid
    ends 5
    exec 8<&-
    says '^ardor: interrupted$'
fi

# Out of time with folds done: a result, and no failure; with none done, none.
limit=1
while begin $many_folds --time-limit $limit -o results/result.json && finishes && [ $status -eq 5 ]; do
    no_result
    limit=$((2 * limit))
done
[ $status -eq 0 ] || fail "$command_line: exit status $status: $(cat err)"
says '^ardor: note: out of time: [0-9]* of 20000 folds$'
prints '^Stopped  *out of time: [0-9]* of 20000 folds; the figures are of these only$'
is_partial results/result.json time
rm -f results/result.json
begin evaluate data.csv --basis rbf --plan loo --tune=cv:200 --threads 1 -q --time-limit 0.1 -o results/result.json
ends 5
no_result
says '^ardor: .*time'

# A fit whose tuning was cut short has a model: of the candidates that were finished, or without tuning.
begin fit data.csv --basis rbf --tune=cv:200 --threads 2 --time-limit 0.1 -o results/model.json
ends 0
says '^ardor: note: out of time before any of the [0-9]* candidates was finished'
[ "$(grep -c 'out of time' err)" -eq 1 ] || fail "$command_line: told more than once: $(cat err)"
prints '^Tuning  *none: out of time before a candidate was finished$'
expect 0 predict results/model.json data.csv -q

# Candidates of a tuning that are finished when it ends, and others that are not: the time is doubled where none was, and a third
# where all were. Of a run, so_far SECONDS leaves $status, and the model if there is one.
tuned="fit small.csv --basis rbf --tune=cv:100 --threads 1 -o results/model.json"
midway() {
    local seconds=0.5
    for try in $(seq 20); do
        rm -f results/model.json
        so_far $seconds
        [ $status -eq 0 ] || [ $status -eq 5 ] || break
        grep -q 'candidates of the tuning$' err && return
        seconds=$(awk -v last=$seconds -v all="$(grep -c '^  chosen' out)" 'BEGIN { print all ? last / 3 : 2 * last }')
    done
    fail "$command_line: never ends midway; the last time with status $status: $(cat err)"
}

so_far() {
    begin $tuned --time-limit "$1"
    ends 0
    grep -q '^Tuning  *none' out && says '^ardor: note: out of time before any of the [0-9]* candidates'
}
midway
says '^ardor: note: out of time: [0-9]* of [0-9]* candidates of the tuning$'
prints '^Tuning  *cv:100, rule one-se; out of time$'
prints '^  chosen .*(of [0-9]* candidates, [0-9]* finished'
expect 0 inspect results/model.json
prints '^  chosen .*(of [0-9]* candidates, [0-9]* finished'
expect 0 predict results/model.json small.csv -q

# So it has when it is interrupted, but for the status; before a candidate is finished there is none.
so_far() {
    begin $tuned
    sleep "$1"
    kill -s INT $pid 2>/dev/null
    finishes
    [ -f results/model.json ] || no_result
}
midway
[ "$status" -eq 5 ] || fail "$command_line: exit status $status, not 5: $(cat err)"
says '^ardor: cancelled: [0-9]* of [0-9]* candidates of the tuning$'
prints '^Tuning .*cancelled'
expect 0 predict results/model.json small.csv -q
finish
