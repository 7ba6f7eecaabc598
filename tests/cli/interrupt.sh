#!/usr/bin/env bash
# Signals and time limits: status 5 and no file, not even a partial one.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate xor --n 400 --p 40 --seed 2 -q -o data.csv
mkdir results

# stopped_by SIGNAL...: a long evaluation gets the signals, a second apart.
stopped_by() {
    local status=0 pid signal
    "$ardor" evaluate data.csv --basis rbf --plan loo --tune -q -o results/result.json >out 2>err &
    pid=$!
    for signal in "$@"; do
        sleep 1
        kill -s "$signal" $pid 2>/dev/null
    done
    for _ in $(seq 100); do         # a program that does not stop must not hold up the tests
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    kill -s KILL $pid 2>/dev/null
    wait $pid || status=$?
    [ "$status" -eq 5 ] || fail "after $*: exit status $status: $(cat err)"
    [ -z "$(ls -A results)" ] || fail "after $*: files are left: $(ls -A results)"
    [ -s out ] && fail "after $*: something on standard output"
    grep -q '^ardor: ' err || fail "after $*: no message"
}

stopped_by INT
stopped_by TERM
stopped_by INT INT

# While the data are read nothing is lost: the first signal ends the program. (Thread sanitizer holds signals back while
# open(2) or read(2) block.)
if [ -z "${TSAN_OPTIONS:-}" ]; then
    mkfifo pipe
    "$ardor" fit pipe -o results/model.json >out 2>err &
    pid=$!
    sleep 1
    kill -s INT $pid
    status=0
    wait $pid || status=$?
    [ "$status" -eq 5 ] || fail "interrupted while reading: exit status $status: $(cat err)"
fi

start=$SECONDS
refuses 5 evaluate data.csv --basis rbf --plan loo --tune -q --time-limit 1 -o results/result.json
[ $((SECONDS - start)) -le 20 ] || fail "the time limit of 1 s took $((SECONDS - start)) s"
[ -z "$(ls -A results)" ] || fail "after the time limit: files are left"
finish
