#!/usr/bin/env bash
# Usage errors of every verb, help and version.
. "$2/tests/cli/common.sh" "$1" "$2"

expect 0 --version
prints '^ardor [0-9]*\.[0-9]*\.[0-9]*$'
for word in --help -h help; do
    expect 0 $word
    prints '^Usage: ardor VERB'
    silent
done
for verb in fit predict evaluate inspect simulate methods; do
    expect 0 $verb --help
    prints "^Usage: ardor $verb \[OPTION"
    prints '^Examples:'
    silent
    cp out long_help
    expect 0 $verb -h
    same out long_help
    expect 0 help $verb
    same out long_help
    refuses 2 $verb --no-such-option
    says 'no-such-option'
done

# The defaults that help must state.
expect 0 fit --help
prints 'standardise train'
prints 'protocol honest'
prints 'cv:5 with --set rule=one-se'
prints 'column `class` if there is one, else the last column'
expect 0 evaluate --help
prints 'standardise train'
prints 'protocol honest'
prints 'rule=one-se'

# Standard error has the usage here, so `expect`.
expect 2
[ -s out ] && fail "no verb: something on standard output"
refuses 2 no-such-verb
says 'no-such-verb'
for verb in compare report; do
    refuses 2 $verb data.csv
    says "$verb is not in this version"
done

# Number of arguments. The files do not exist: usage is checked before any file.
refuses 2 fit
refuses 2 fit a.csv b.csv
refuses 2 predict
refuses 2 predict model.json
refuses 2 predict model.json a.csv b.csv
refuses 2 evaluate --plan loo
refuses 2 inspect
refuses 2 inspect a.json b.json
refuses 2 simulate
refuses 2 simulate xor
refuses 2 simulate xor circle --n 10 --p 2
refuses 2 methods a b

refuses 2 evaluate data.csv
says '--plan'
refuses 2 fit --set lam1 data.csv
says 'KEY=VALUE'
refuses 2 fit --set =3 data.csv
refuses 2 fit --set seed=3 data.csv
says 'use the option --seed'
for key in time_limit time-limit; do
    refuses 2 fit --set $key=3 data.csv
    says "^ardor: --set $key=3: use the option --time-limit\$"
done
refuses 2 fit --set class_weight=balanced data.csv
says 'use the option --class-weight'
refuses 2 fit --target
refuses 2 fit data.csv --json=yes
refuses 2 fit data.csv --json -o -
refuses 2 evaluate data.csv --plan loo --json -o -
refuses 2 fit data.csv -o ''
refuses 2 predict model.json data.csv --json -o -
refuses 2 simulate xor --n 10 --p 2 --json

for form in '--ensemble value' --ensemble=value; do
    refuses 2 fit data.csv $form
    says '^ardor: --ensemble is not in this version'
    refuses 2 evaluate data.csv --plan loo $form
    says '^ardor: --ensemble is not in this version'
done

# Options are the library's keys: those of another verb are told, settings of the tuning have none, and one that may stand
# alone leaves the next word alone.
for form in '--plan loo' --plan=loo; do
    refuses 2 fit data.csv $form
    says '^ardor: --plan goes with evaluate'
done
for form in '--rule error' '--relax auto' --lam1=1; do
    refuses 2 fit data.csv $form
    says 'unknown option'
done
for option in --tune --log --trace; do
    refuses 3 fit $option no-such-file.csv
    says 'no-such-file.csv'
done
expect 0 fit --help
prints ' --tune\[=HOW\] '
prints '^Run:'
grep -q -e '--plan\|Evaluation:' out && fail "fit --help has what goes with evaluate"
expect 0 evaluate --help
prints ' --plan=PLAN '
finish
