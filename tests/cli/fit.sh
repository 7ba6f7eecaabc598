#!/usr/bin/env bash
# fit: summary, JSON, model file, bad data and files.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv

expect 0 fit data.csv --basis linear
prints '^Method  *jcfo, basis linear'
prints '^Data  *60 rows, 6 features'
prints '^Stopped'
prints_none() { grep -q -e "$1" out && fail "$command_line: standard output has '$1'"; }
prints_none 'Optimum\|KKT\|Screen\|start_scale'
expect 0 fit data.csv --basis linear --verbose
prints '^Optimum'
prints 'KKT'
prints 'start_scale = 1'
prints_none '^Starts'
expect 0 fit data.csv --basis linear --set starts=4
prints '^Starts  *4, [1-4] distinct optim.*: -[0-9.]* ([1-4]'
prints_none 'ended at none'
expect 0 fit data.csv --basis linear --set starts=4 --set max_iter=1
prints '^Starts  *4, 0 distinct optima; 4 ended at none: -[0-9.]* ([1-4], max_iter)'
expect 0 fit data.csv --method bpm --set s2=3
prints '^Settings  *s2 = 3$'
expect 0 fit data.csv --basis linear --json
is_json out
prints '"format": *"ardor-fit"'
prints '"stop_reason"'
prints '"target": "class"'
prints '"data_hash": "[0-9a-f]\{16\}"'
without_run out >first.json
expect 0 fit data.csv --basis linear --json -o model.json
without_run out >second.json
same first.json second.json
expect 0 fit data.csv --basis linear --quiet -o quiet.json
silent
prints '^Training error'
is_json model.json
expect 0 fit data.csv --basis linear --quiet -o -
without_run out >second.json
without_run model.json >first_model.json
same first_model.json second.json
expect 0 fit data.csv --basis linear --quiet -o /dev/null
[ -c /dev/null ] || fail "/dev/null was replaced"

# Standard input gives the same fit.
"$ardor" fit - --basis linear --json <data.csv >out 2>err || fail "fit -: $(cat err)"
without_run out >second.json
same first.json second.json
refuses 3 fit -

# Options with an optional value do not take the word that follows them.
expect 0 fit --tune data.csv --basis linear
prints 'cv:5, rule keep'
expect 0 fit --tune=cv:3 --set rule=error --basis linear data.csv
prints 'cv:3'
expect 0 fit --tune=alo data.csv
prints '^Tuning  *alo, rule one-se$'
prints '^  untrusted  *[0-9]* candidates, not to be chosen: '
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j < NF; j++) sub("-", "", $j) } { print }' data.csv >positive.csv
expect 0 fit --log positive.csv --basis linear
expect 0 fit --log=0.1 data.csv --basis linear

# Strong penalty: nothing is left, and the summary says so.
expect 0 fit data.csv --basis linear --set lam1=1e6
prints 'null model'

expect 0 fit --filter ttest:2 data.csv --method bpm -o filtered.json
prints '^Preparation  *standardise train, filter ttest:2, chosen on all rows of the fit'
prints '^Model  *2 of 6 features'
expect 0 inspect filtered.json
prints 'filter ttest:2, chosen'
prints 'filter rank  *score'
expect 0 predict filtered.json data.csv -q
for form in '--filter relief:3' --filter=laplacian:0 --filter=ttest '--filter fdr:0' --filter=ttest:x '--filter ='; do
    refuses 2 fit data.csv $form
    says 'filter takes none, or ttest:K .*with K >= 1'
done

# Infinite scores, of which none is a number and some are.
printf 'f1,f2,class\n1,1,a\n2,9,a\n3,4,a\n5,5,b\n6,2,b\n7,6,b\n' >apart.csv
for k in 1 2; do
    expect 0 fit apart.csv --method lda --filter wilcoxon:$k -q
    prints '^  f1 .* 1  *inf$'
done
prints '^  f2 .* 2  *[0-9.]*$'

expect 0 fit data.csv --pca 3 --method bpm -o components.json
prints '^Preparation  *standardise train, features the first principal components of all rows of the fit, at most 3'
prints '^Model  *3 components, each of 6 columns'
prints '^  *pc1 '
expect 0 inspect components.json
prints '3 components, each of 6 columns'
expect 0 predict components.json data.csv -q
refuses 2 fit data.csv --pca 0
says 'pca takes none, or K with K >= 1'
refuses 2 fit data.csv --pca 2 --method spr --force x1
says 'take one of the two'

# Sizes of a filter.
refuses 2 fit data.csv --method bpm --filter ttest:2,4
says 'the filter has several sizes, of which tuning takes one inside the training rows: give --tune too, or one size'
refuses 2 fit data.csv --method spr --filter ttest:2,4 --tune=alo
says 'rows are left out of fits, not of the choice of a filter.s size: take --tune=cv:5'
expect 0 fit data.csv --method bpm --filter fdr:4,2 --tune=cv:4 --set rule=error -o sized.json --table candidates=sized.csv
prints '^  chosen  *filter = [24], s2 = auto (of 3 candidates; inner error'
prints '^Preparation  *standardise train, filter fdr:[24], chosen on all rows of the fit'
size=$(sed -n 's/^  chosen  *filter = \([24]\), .*/\1/p' out)
[ "$(tail -n +2 sized.csv | cut -d, -f 1,2 | tr '\n' ' ')" = "1,2 2,4 3, " ] || fail "sizes: $(cat sized.csv)"
[ "$(awk -F, '$NF == "true" { print $2 }' sized.csv)" = "$size" ] || fail "not the size $size: $(cat sized.csv)"
expect 0 inspect sized.json
prints "^  chosen  *filter = $size, s2 = auto (of 3"
expect 0 predict sized.json data.csv -q
expect 0 fit data.csv --method spr --filter ttest:3,5 --tune=cv:3 --set rule=keep
prints '^  chosen  *filter = [35], the settings as they are without tuning (of'
refuses 2 fit data.csv --set filter=ttest:2
says 'use the option --filter'

# What is read is not overwritten, by whatever name.
cp data.csv data.kept
ln -s data.csv link
ln data.csv hard
for file in data.csv ./data.csv link hard; do
    refuses 2 fit data.csv -o $file
    says "^ardor: -o $file is the file of DATA data.csv, which it would replace: name another\$"
done
refuses 2 fit link -o hard --json
same data.csv data.kept
refuses 2 fit no-such-file.csv -o no-such-file.csv
expect 3 fit /dev/null -o /dev/null
says '/dev/null'
"$ardor" fit - --basis linear -q -o - <data.csv >out 2>err || fail "fit - -o -: $(cat err)"

refuses 3 fit no-such-file.csv
says no-such-file.csv
sed '5s/^[^,]*/abc/' data.csv >bad.csv
refuses 3 fit bad.csv
says 'bad.csv'
says 'line 5'
says 'abc'
refuses 2 fit data.csv --target no_such_column
says no_such_column
sed '4s/^[^,]*//' data.csv >missing.csv
refuses 3 fit missing.csv
expect 0 fit missing.csv --impute median --basis linear
refuses 3 fit data.csv -o no-such-directory/model.json
refuses 3 fit data.csv -o .
refuses 3 fit no-such-file.csv -o no-such-directory/model.json
says no-such-directory
refuses 2 fit data.csv --method no-such-method
says no-such-method
refuses 2 fit data.csv --basis cubic
refuses 2 fit data.csv --set no_such_setting=1
says no_such_setting
refuses 2 fit data.csv --set lam1=-1
says lam1
refuses 2 fit data.csv --standardise sometimes
refuses 2 fit data.csv --threads none
refuses 2 fit data.csv --time-limit soon

# what is known at a mode only
expect 0 fit data.csv --method rsfm --json
prints '"joint_evidence": -[0-9]'
"$ardor" fit data.csv --method rsfm --time-limit 0.000001 --json -q >out
prints '"stop_reason": "time"'
prints '"joint_evidence": null'
finish
