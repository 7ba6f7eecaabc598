#!/usr/bin/env bash
# evaluate --checkpoint: finished folds outlive the program, and belong to one evaluation.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate xor --n 200 --p 10 --seed 2 -q -o data.csv
run="evaluate data.csv --basis rbf --plan repeat:4x5 --tune=cv:3 --threads 2 -q"

expect 0 $run -o whole.json
without_run whole.json >whole

# Ended while it writes a fold, by the limit of what a file may hold (in kB), three times, each time after other folds; and killed
# at some moment after that. Then run to its end.
expect 0 $run --checkpoint all -o result.json
kilobytes=$(($(wc -c <all) / 1024))
[ "$kilobytes" -ge 8 ] || fail "the finished folds are $kilobytes kB: too few to be cut off four times"
folds=1
for part in 1 2 3; do
    (ulimit -c 0 && ulimit -f $((part * kilobytes / 4)) && exec "$ardor" $run --checkpoint folds -o result.json) \
        >out 2>err </dev/null && fail "part $part: not ended"
    lines=$(wc -l <folds)
    [ "$lines" -gt "$folds" ] && [ "$lines" -lt 21 ] || fail "part $part: $lines lines after $folds: $(cat err)"
    folds=$lines
done
"$ardor" $run --checkpoint folds -o result.json >out 2>err </dev/null &
pid=$!
while [ "$(wc -l <folds)" -le "$lines" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -s KILL $pid 2>/dev/null
wait $pid 2>/dev/null
[ "$(wc -l <folds)" -gt "$lines" ] || fail "no fold was kept: $(cat err)"
expect 0 $run --checkpoint folds -o result.json
silent
without_run result.json >again
same whole again
[ "$(wc -l <folds)" -eq 21 ] || fail "$(wc -l <folds) lines of 20 folds"

# All is there: nothing is computed, and the result is the same; number of threads, time and output may differ.
cp folds folds.kept
expect 0 $run --checkpoint folds --threads 1 --time-limit 1000 --json
without_run out >again
same whole again
same folds folds.kept

# An unfinished last line is dropped, and the fold is run again.
head -n 20 folds.kept >folds
tail -n 1 folds.kept | head -c 50 >>folds
expect 0 $run --checkpoint folds --json
without_run out >again
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
for file in other.csv whole.json /dev/null; do
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

# What it is, for people. The later of two lines of a fold counts, one that was cut off does not.
expect 0 $run --checkpoint folds.whole -o result.json
expect 0 inspect folds.whole
silent
prints '^Method  *jcfo, basis rbf$'
prints '^Preparation  *standardise train$'
prints '^Plan  *repeat:4x5$'
prints "^Data  *fingerprint $(sed -n '1s/.*"data_hash": "\([0-9a-f]*\)".*/\1/p' folds.whole)\$"
prints '^Folds  *20 finished$'
{
    cat folds.whole
    echo '{"cell": 0, "fold": 3, "message": "no value", "notes": [], "seconds": 0, "hash": "0"}'
    echo '{"cell": 0, "fold": 4, "message": "no value", "notes": [], "seconds": 0, "hash": "0"}'
    sed -n '/"fold": 4,/p' folds.whole
    head -n 2 folds.whole | tail -n 1 | head -c 50
} >folds
expect 0 inspect folds
prints '^Folds  *20 finished, 1 of them failed$'
"$ardor" inspect - <folds >again 2>err || fail "inspect -: $(cat err)"
same out again
head -n 1 folds.whole >folds
expect 0 inspect folds
prints '^Folds  *0 finished$'
refuses 2 inspect folds --json
says 'inspect: folds has finished folds'
head -c 100 folds.whole >folds
refuses 3 inspect folds
says '^ardor: folds: its first line is cut off$'
sed '4s/,/;/' folds.whole >folds
refuses 3 inspect folds
says '^ardor: folds: line 4, column [0-9]*: not a JSON document'
for line in '{"format": "ardor-records"}' '{"format": "ardor-records", "recipe": 1, "plan": [], "data_hash": 2}'; do
    printf '%s\n{"fold": "x"}\n[]\n' "$line" >folds
    expect 0 inspect folds
done

# It is not what is read or written besides; nothing is read before that is found.
printf 'split,row,set\n1,1,train\n' >splits.csv
ln -s data.csv link
ln folds.whole hard
apart() {
    refuses 2 "$@"
    says "^ardor: .* is the file of "
}
: >empty
for file in data.csv ./data.csv link empty no-such-file; do
    apart evaluate "$(echo $file | sed 's/^link$/data.csv/')" --plan loo --checkpoint $file
done
says '^ardor: --checkpoint no-such-file is the file of DATA no-such-file, which it would replace: name another$'
apart evaluate data.csv --plan loo --checkpoint folds.whole -o hard
apart evaluate data.csv --plan loo --checkpoint new -o new
apart evaluate data.csv --plan splits:splits.csv --checkpoint splits.csv
apart evaluate data.csv --plan splits:splits.csv -o splits.csv
apart evaluate data.csv --plan loo -o link
for form in '--checkpoint -' --checkpoint=-; do
    refuses 2 evaluate data.csv --plan loo $form
    says '^ardor: --checkpoint -: '
done
[ -e new ] || [ -e no-such-file ] || [ -e - ] || [ -s empty ] && fail "something was written"

# It goes with evaluate.
refuses 2 fit data.csv --checkpoint folds
says 'checkpoint goes with evaluate'
refuses 2 evaluate data.csv --plan loo --checkpoint=
refuses 2 evaluate data.csv --plan loo --set checkpoint=folds
says 'use the option --checkpoint'
finish
