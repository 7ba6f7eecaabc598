#!/usr/bin/env bash
# simulate: shape, seeds, the remark, refusals, failing output.
. "$2/tests/cli/common.sh" "$1" "$2"

for kind in two-gaussians xor circle sparse-linear; do
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
