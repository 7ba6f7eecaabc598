#!/usr/bin/env bash
# simulate: shape, seeds, the remark, refusals, failing output.
. "$2/tests/cli/common.sh" "$1" "$2"

for kind in two-gaussians xor circle sparse-linear gaussians; do
    expect 0 simulate $kind --n 30 --p 4 --seed 5
    says '^ardor: note: error of the best possible rule'
    [ "$(wc -l <out)" -eq 31 ] || fail "$kind: not 31 lines"
    awk -F, 'NF != 5 { exit 1 }' out || fail "$kind: not 5 columns"
    head -n 1 out | grep -q ',class$' || fail "$kind: the label column is not the last"
done

expect 0 simulate xor --n 30 --p 4 --seed 5 -q
silent
cp out first
expect 0 simulate xor --n 30 --p 4 --seed 5 --quiet -o file.csv
[ -s out ] && fail "-o: something on standard output"
same first file.csv
expect 0 simulate xor --n 30 --p 4 --seed 6 -q
cmp -s first out && fail "another seed gives the same data"
expect 0 simulate xor --n 30 --p 4 -q -o -
expect 0 simulate xor --n 30 --p 4 --json -o file.csv
is_json out
prints '"bayes_error": 0'
silent

# the truth of rows to train on and rows to test is one; another --truth-seed, or number of weights, is another
truth() { # FILE OPTION..: its features
    local file=$1
    shift
    expect 0 simulate sparse-linear --n 40 --p 20 "$@" --json -o "$file.csv"
    is_json out
    sed -n '/"features"/,$p' out >"$file"
}
truth train --seed 1
truth test --seed 2
same train test
cmp -s train.csv test.csv && fail "two seeds, the same rows"
[ "$(grep -c '"weight"' train)" -eq 10 ] || fail "not ten weights"
truth other --seed 2 --truth-seed 2
cmp -s test other && fail "two truth seeds, the same weights"
truth one --nonzeros 1
[ "$(grep -c '"weight"' one)" -eq 1 ] || fail "--nonzeros 1: not one weight"
truth first --truth-seed 1 --nonzeros 10
same first train
prints '"truth_seed": 1'
prints '"rule": "class 1 where'
for kind in two-gaussians xor circle; do
    expect 0 simulate $kind --n 30 --p 4 --json -o file.csv
    is_json out
    prints '{"name": "x2", "weight": null, "means": null}'
done
expect 0 simulate two-gaussians --n 30 --p 4 --noise 0.2 -o file.csv
says 'two-gaussians flips no labels'

refuses 2 simulate sparse-linear --n 10 --p 5 --nonzeros 6
says '1 to 5'
refuses 2 simulate sparse-linear --n 10 --p 5 --nonzeros 0
refuses 2 simulate sparse-linear --n 10 --p 5 --nonzeros ten
refuses 2 simulate xor --n 10 --p 5 --nonzeros 2
says sparse-linear
refuses 2 simulate sparse-linear --n 10 --p 5 --truth-seed -1
refuses 2 simulate xor --n 10 --p 5 --classes 2
says 'classes goes with gaussians: xor has two'
refuses 2 simulate gaussians --n 10 --p 5 --classes 1
says 'classes is 1: 2 to 1000 are possible'
refuses 2 simulate gaussians --n 10 --p 5 --classes 11
says '10 rows are too few for 11 classes'
refuses 2 simulate gaussians --n 10 --p 5 --classes many
expect 0 simulate gaussians --n 140 --p 20 --classes 7 --json -o seven.csv
prints '"classes": \["1", "2", "3", "4", "5", "6", "7"\]'
[ "$(grep -c '"means": {"1": .*"7": ' out)" -eq 4 ] || fail "not four features with seven means"
[ "$(tail -n +2 seven.csv | awk -F, '{ print $NF }' | sort | uniq -c | awk '{ print $1 }' | uniq)" -eq 20 ] ||
    fail "not twenty rows of each class"
refuses 2 simulate moon --n 10 --p 2
says moon
refuses 2 simulate xor --n 0 --p 2
refuses 2 simulate xor --n ten --p 2
refuses 2 simulate xor --n 10 --p -2
refuses 2 simulate xor --n 10 --p 2.5
refuses 2 simulate xor --n 10 --p 2 --noise 2
refuses 2 simulate xor --n 10 --p 2 --noise nan
refuses 2 simulate xor --n 10 --p 2 --seed -1
refuses 2 simulate xor --n 10 --p 2 --seed 9223372036854775808
refuses 3 simulate xor --n 10 --p 2 -o no-such-directory/file.csv
finish
