#!/usr/bin/env bash
# evaluate --checkpoint: finished folds outlive the program, and belong to one evaluation.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate xor --n 200 --p 10 --seed 2 -q -o data.csv
run="evaluate data.csv --basis rbf --plan repeat:4x5 --tune=cv:3 --threads 2 -q"

expect 0 $run -o whole.json
without_seconds whole.json >whole

# Killed three times, each time after another fold at least; then run to its end.
folds=0
for kill in 1 2 3; do
    "$ardor" $run --checkpoint folds -o result.json >out 2>err </dev/null &
    pid=$!
    for _ in $(seq 600); do
        [ -f folds ] && [ "$(wc -l <folds)" -ge $((folds + 2)) ] && break
        kill -0 $pid 2>/dev/null || break
        sleep 0.05
    done
    kill -s KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ -f folds ] && [ "$(wc -l <folds)" -ge $((folds + 2)) ] || fail "kill $kill: no fold was kept: $(cat err)"
    folds=$(($(wc -l <folds) - 1))
done
expect 0 $run --checkpoint folds -o result.json
silent
without_seconds result.json >again
same whole again
[ "$(wc -l <folds)" -eq 21 ] || fail "$(wc -l <folds) lines of 20 folds"

# All is there: nothing is computed, and the result is the same; number of threads, time and output may differ.
cp folds folds.kept
expect 0 $run --checkpoint folds --threads 1 --time-limit 1000 --json
without_seconds out >again
same whole again
same folds folds.kept

# An unfinished last line is dropped, and the fold is run again.
head -n 20 folds.kept >folds
tail -n 1 folds.kept | head -c 50 >>folds
expect 0 $run --checkpoint folds --json
without_seconds out >again
same whole again
[ "$(wc -l <folds)" -eq 21 ] || fail "$(wc -l <folds) lines after an unfinished one"

# Folds of something else are refused, and stay whole.
"$ardor" simulate xor --n 200 --p 10 --seed 3 -q -o other.csv
cp folds folds.kept
refused() {
    refuses 3 "$@" --checkpoint folds
    says '^ardor: folds: '
    same folds folds.kept
}
refused evaluate other.csv --basis rbf --plan repeat:4x5 --tune=cv:3
refused evaluate data.csv --basis linear --plan repeat:4x5 --tune=cv:3
refused evaluate data.csv --basis rbf --plan repeat:4x5 --tune=cv:4
refused evaluate data.csv --basis rbf --plan repeat:4x5 --tune=cv:3 --seed 2
refused evaluate data.csv --basis rbf --plan kfold:5 --tune=cv:3

# So are files that are none, and damaged ones.
for file in data.csv whole.json /dev/null; do
    [ -f "$file" ] && cp "$file" file.kept
    refuses 3 $run --checkpoint "$file"
    says "^ardor: $file: "
    [ -f "$file" ] && same "$file" file.kept
done
sed '3s/"prob"/"qrob"/' folds.kept >folds
cp folds folds.kept
refused $run
says 'line 3'
refuses 3 $run --checkpoint no-such-directory/folds
says no-such-directory

# It goes with evaluate.
refuses 2 fit data.csv --checkpoint folds
says 'checkpoint goes with evaluate'
refuses 2 evaluate data.csv --plan loo --checkpoint=
refuses 2 evaluate data.csv --plan loo --set checkpoint=folds
says 'use the option --checkpoint'
finish
