#!/usr/bin/env bash
# More than two classes: what is printed, documents, tables, checkpoints, stored models and predictions.
. "$2/tests/cli/common.sh" "$1" "$2"

iris=$source_dir/data/iris.csv.gz

# ---- a fit
expect 0 fit "$iris" --method spr --tune -o model.json --table features=features.csv
prints '^Method  *spr, basis identity, by pairs of classes'
prints '^Target  *class: setosa, versicolor, virginica$'
prints '^Pairs of classes'
prints '^  versicolor or virginica: [1-4] features\{0,1\}: Petal'
prints '^  feature  *weight per sd  speaks for  *setosa  versicolor  virginica$'
prints '^  Petal.Length .* virginica '
columns=name,scale,weight,class,weight_setosa,weight_versicolor,weight_virginica,frequency,forced,filter_rank,filter_score
[ "$(head -n 1 features.csv)" = $columns ] ||
    fail "columns of features: $(head -n 1 features.csv)"
expect 0 inspect model.json
prints '^Pairs of classes'
expect 0 inspect model.json --json
is_json out
prints '"multiclass": "pairs"'
prints '"classes": \["versicolor", "virginica"\]'
expect 0 fit "$iris" --method jcfo --verbose
prints 'lam1 = '
expect 0 fit "$iris" --method spr --multiclass rest --verbose
prints '^Classes against the rest'
prints '^  setosa or another: '
prints 'lam1 = of each part its own'

# ---- predictions
expect 0 predict model.json "$iris" -q
[ "$(head -n 1 out)" = id,class,prob_setosa,prob_versicolor,prob_virginica ] || fail "columns: $(head -n 1 out)"
awk -F, 'NR > 1 { best = 3; for (k = 4; k <= 5; k++) if ($k > $best) best = k
                  class = best == 3 ? "setosa" : best == 4 ? "versicolor" : "virginica"
                  sum = $3 + $4 + $5; if ($2 != class || sum < 1 - 1e-12 || sum > 1 + 1e-12) exit 1 }' out ||
    fail "predictions are not the largest of probabilities that sum to 1"

# ---- evaluations: a run that is cut off goes on, with the same result
run() { expect 0 evaluate "$iris" --method spr --plan repeat:2x3 --tune "$@" -q; }
run --json
without_run out >whole
run --checkpoint folds
head -n 3 folds >part
run --checkpoint part --json
without_run out >resumed
same whole resumed
expect 0 evaluate "$iris" --method spr --plan boot:4 -o result.json --table selection=selection.csv
prints '\.632+ error'
prints '^  feature  *frequency  mean weight per sd  for class  agree  *setosa'
expect 0 inspect result.json
prints '^  true .* setosa  versicolor   virginica'
grep -q '^name,.*,agreement,mean_weight_setosa,mean_weight_versicolor,mean_weight_virginica,nearest,' selection.csv ||
    fail "columns of the selection: $(head -n 1 selection.csv)"
expect 0 evaluate "$iris" --basis linear --plan kfold:3 --protocol leaky --tune -q
prints 'leaky'
expect 0 evaluate "$iris" --plan kfold:3 --tune=first:2 -q

# ---- forced columns are no selection of a part either
expect 0 fit "$iris" --method spr --force Sepal.Length --set strength=0.6 -q -o forced.json
prints '^Model  *2 of 3 features, beside 1 forced in$'
prints '^  versicolor or virginica: 1 feature: Petal.Width$'
expect 0 inspect forced.json --json
is_json out
[ "$(grep -c '"n_features": 1,$' out)" -eq 3 ] || fail "a part counts what was forced: $(cat out)"
[ "$(grep -c '"n_forced": 1,$' out)" -eq 4 ] || fail "forced columns of the parts: $(cat out)"

# ---- one fold, folds of one row, and more classes than the report has columns for
expect 0 evaluate "$iris" --method spr --plan holdout:0.3 -q
prints '^  feature  *mean weight per sd  for class  *setosa  versicolor  virginica$'
expect 0 evaluate "$iris" --method spr --plan loo -q
prints '^  AUC  *-  *no fold has rows of two classes$'
"$ardor" simulate gaussians --n 140 --p 10 --classes 7 -q -o seven.csv
expect 0 fit seven.csv --method spr -q
prints '^The weights towards each of the 7 classes are in --table features=FILE$'
expect 0 evaluate seven.csv --method spr --plan kfold:3 -q
prints '^The weights towards each of the 7 classes are in --table selection=FILE$'
expect 0 fit "$iris" --method spr -q
grep -q '^The weights towards' out && fail "$command_line: sends to a table for what is there"

# ---- what is refused, and what takes its place
refuses 2 fit "$iris" --method spr --basis rbf --tune=alo -q
says 'more than two classes are fitted in parts, of which rows cannot be left out: take --tune=cv:5'
expect 0 fit "$iris" --method spr --basis rbf --tune
prints '^Tuning  *cv:5, rule one-se'
refuses 2 fit "$iris" --multiclass some
says 'multiclass takes auto, native, pairs or rest'

# ---- names that are no plain words
printf 'x,y,class\n' >names.csv
for i in $(seq 1 30); do
    case $((i % 3)) in 0) class='"one, two"' ;; 1) class='\316\261 \316\262' ;; *) class='" three"' ;; esac
    printf "%s,%s,$class\n" $((i % 3 * 4 + i % 5)) $((i * 7 % 11)) >>names.csv
done
expect 0 fit names.csv --method spr -o names.json
prints 'one, two'
expect 0 predict names.json names.csv -q
grep -q '^id,class,"prob_ three","prob_one, two",prob_.' out || fail "names of classes: $(head -n 1 out)"

finish
