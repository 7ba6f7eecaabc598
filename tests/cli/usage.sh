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
for verb in fit predict evaluate compare report inspect simulate methods; do
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
prints '^  --tune alone: scheme and rule by method and shape of the data; '
prints '--tune=alo (jcfo, spr,'
prints 'column `class` if there is one, else the last column'
expect 0 evaluate --help
prints 'standardise train'
prints 'protocol honest'
prints '^  --tune alone, inside each fold: scheme and rule '
prints '--tune=alo (jcfo, spr,'

# The page on tables that are read has every option of reading.
expect 0 predict --help
sed -n '/^Data:/,/^Output:/p' out | sed -n 's/^ *\(--[a-z-]*\).*/\1/p' >reading
[ "$(wc -l <reading)" -ge 15 ] || fail "predict --help: options of reading: $(cat reading)"
while read -r option; do
    grep -q -- "\`$option[\`= ]" "$source_dir/docs/tables-in.md" || fail "docs/tables-in.md does not say what $option does"
done <reading

# Standard error has the usage here, so `expect`.
expect 2
[ -s out ] && fail "no verb: something on standard output"
refuses 2 no-such-verb
says 'no-such-verb'

# Number of arguments. The files do not exist: usage is checked before any file.
refuses 2 fit
refuses 2 fit a.csv b.csv
refuses 2 predict
refuses 2 predict model.json
refuses 2 predict model.json a.csv b.csv
refuses 2 evaluate --plan loo
refuses 2 compare --plan loo
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

# ---- what was meant

# A value in a word of its own behind an option that may stand alone, wherever it stands.
"$ardor" simulate two-gaussians --n 40 --p 3 --seed 2 -q -o data.csv
for pair in tune=cv:5 tune=holdout:.2 tune=none tune=auto log=20 log=on log=1e-3 trace=off onehot=zero onehot=error:x1,x2; do
    option=--${pair%%=*}
    value=${pair#*=}
    for words in "data.csv $option $value" "$option $value data.csv" "data.csv --basis linear $option $value -q" \
        "$option $value" "no.csv $option $value"; do
        refuses 2 fit $words
        says "write $option=$value\$"
    done
    refuses 2 evaluate --plan loo $option $value
    says "write $option=$value\$"
done
refuses 2 predict model.json data.csv --onehot zero
says 'write --onehot=zero$'
refuses 2 fit data.csv --tune five
says 'write --tune=five$'
# A file of that name is a file, one that is missing and no value is a missing file, and behind "--" nothing is a value.
cp data.csv 20
expect 0 fit --log=on 20 --log=off --method spr --set strength=.3 -q
expect 0 fit --tune=none --trace 20 --method spr --set strength=.3 -q
refuses 3 fit --tune no-such-file.csv
says '^ardor: no-such-file.csv: '
refuses 2 fit data.csv --log 20 more
says '"20" is one argument too many'
refuses 3 fit --tune -- cv:5
says '^ardor: cv:5: '

# Verbs, options, methods, settings: the nearest, where one is near.
while read -r wrong right; do
    refuses 2 $wrong
    says "is $right meant?"
done <<'END'
evalute evaluate
fti fit
predcit predict
simulat simulate
method methods
END
refuses 2 svm
grep -q meant err && fail "$command_line: $(cat err)"
while read -r wrong right; do
    refuses 2 fit data.csv $wrong
    says "unknown option; is $right meant?"
done <<'END'
--basiss=linear --basis
--basiss --basis
--metod=spr --method
--standardize=all --standardise
--tabel=features=x.csv --table
--imput=median --impute
--verbos --verbose
--VERBOSE --verbose
--out=x.json --output
--trans --transpose
END
refuses 2 evaluate data.csv --plann loo
says 'is --plan meant?'
# fit has no plan.
refuses 2 fit data.csv --plann loo
grep -q meant err && fail "$command_line: $(cat err)"
refuses 2 fit data.csv --xyzzy
grep -q meant err && fail "$command_line: $(cat err)"
# An option of other verbs: theirs are named, and no other that is spelt alike.
while read -r option verbs run; do
    refuses 2 $run $option
    says "^ardor: $option goes with ${verbs//-/ }; see .ardor ${run%% *} --help.\$"
done <<'END'
--tune fit,-evaluate,-compare predict model.json data.csv
--plan=loo evaluate,-compare predict model.json data.csv
--threads=2 fit,-evaluate,-compare,-rerun simulate xor --n 5 --p 5
--truth-seed=4 simulate evaluate data.csv --plan loo
-o fit,-predict,-evaluate,-compare,-rerun,-report,-simulate inspect model.json
--estimate fit,-evaluate predict model.json data.csv
--estimate fit,-evaluate compare data.csv --plan loo
--methods compare evaluate data.csv --plan loo
--all fit,-evaluate,-compare,-inspect methods
END
refuses 2 fit data.csv --plan loo
says '^ardor: --plan goes with evaluate$'
for run in "fit ''" "evaluate '' --plan loo" "predict model.json ''" "predict '' data.csv" "inspect ''"; do
    eval "refuses 2 $run"
    says 'the name of a file is empty: '
done
for form in --lam1=1 '--lam1 1' '--method jcfo --lam1=1'; do
    refuses 2 fit data.csv $form
    says 'unknown option; settings are given by --set lam1=VALUE'
done
refuses 2 fit data.csv --rule error
says 'settings are given by --set rule=VALUE'
refuses 2 fit data.csv --method rvm --lam1=1
grep -q -e '--set' err && fail "$command_line: $(cat err)"
for form in jfco jcf0 jcf; do
    refuses 2 fit data.csv --method $form
    says "there is no method '$form'; the methods are: jcfo, .*; is 'jcfo' meant?\$"
done
refuses 2 methods pcfvm-lp
says "is 'pfcvm-lp' meant?\$"
refuses 2 fit data.csv --method forest
grep -q meant err && fail "$command_line: $(cat err)"
refuses 2 fit data.csv --set lambda1=1
says "^ardor: there is no setting 'lambda1'; is 'lam1' meant?\$"
for form in '--set LAM1=1' '--set Lam_1=1' '--set lam-1=1'; do
    refuses 2 fit data.csv $form
    says "; is 'lam1' meant?\$"
done
refuses 2 fit data.csv --method rsfm --set Alpha0=1
says "^ardor: there is no setting 'Alpha0'; is 'alpha0' meant?\$"
refuses 2 fit data.csv --method rsfm --set C=1
lacks svm && whose='there is no setting .C.' || whose="'C' is a setting of .*"
says "^ardor: $whose; is 'c' meant?\$"
for method in jcfo spr bpm; do
    refuses 2 fit data.csv --method $method --set gamma=1
    "$ardor" methods $method --json | sed -n 's/^ *"name": "\([a-z0-9_]*\)",$/\1/p' | grep -v "^$method\$" >own
    [ -s own ] || fail "$command_line: no settings in the document"
    says "^ardor: there is no setting 'gamma'; '$method' has: $(paste -sd, own | sed 's/,/, /g')\$"
done
refuses 2 fit data.csv --set lambda_2=1 --method spr
grep -q lam2 err && fail "$command_line: spr has no lam2: $(cat err)"
for form in '--set lambda1=1 --method rvm' '--method rvm --set lambda1=1' '--method rvm --set lam3=1' \
    '--method bpm --set lamda1=1'; do
    refuses 2 fit data.csv $form
    grep -q "lam[12]'" err && fail "$command_line: a setting that the method does not have: $(cat err)"
done
refuses 2 fit data.csv --set lambda=1
says "^ardor: 'lambda' is a setting of pfcvm-lp, epcvm, not of 'jcfo', which has: lam1, .*; is 'lam1' or 'lam2' meant?\$"
refuses 2 fit data.csv --method rvm --set lam1=1
says "^ardor: 'lam1' is a setting of jcfo, spr.*, not of 'rvm', which has: "
refuses 2 fit data.csv --set max_iters=10
says "is 'max_iter' meant?\$"

# The model comes first.
expect 0 fit data.csv --method spr --set strength=.3 -q -o model.json
refuses 2 predict data.csv model.json
says '^ardor: predict MODEL DATA: model.json is the model and data.csv is not: exchange the two$'
gzip -k model.json
refuses 2 predict data.csv model.json.gz
says 'exchange the two$'
refuses 3 predict data.csv data.csv
grep -q exchange err && fail "$command_line: $(cat err)"
head -c 200 model.json >cut.json
refuses 3 predict cut.json data.csv
says '^ardor: cut.json: '
finish
