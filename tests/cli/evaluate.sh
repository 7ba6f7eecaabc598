#!/usr/bin/env bash
# evaluate: summary, JSON, files, the same result for any number of threads.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 40 --p 5 --seed 4 -q -o data.csv

expect 0 evaluate data.csv --basis linear --plan kfold:4 --tune=cv:3
prints '^Protocol  *honest: everything fitted inside each fold; nested cv:3 tuning, rule keep'
prints '^Plan  *kfold:4, 4 folds, 40 predictions'
prints 'error .*%'
prints 'error .*%.*baseline 50.00 %$'
prints 'AUC'
prints 'average precision'
prints 'log loss'
prints 'Brier'
expect 0 evaluate data.csv --basis linear --plan kfold:4 --tune --protocol leaky
prints "^Protocol  *leaky: .*settings were picked on the plan's own error; the error is too low"
expect 0 evaluate data.csv --basis linear --plan kfold:4 --tune=first:2
prints '^Protocol  *not all inside .*: settings picked once, .*first:2.*too low'
refuses 2 evaluate data.csv --basis linear --plan kfold:4 --tune=first:9
says 'only 4 folds'
expect 0 evaluate data.csv --basis linear --plan boot:5
prints '.632+ error'
expect 0 evaluate data.csv --basis linear --plan repeat:2x3
prints '^Plan  *repeat:2x3, 6 folds, 80 predictions'
expect 0 evaluate data.csv --basis linear --plan kfold:4 --class-weight balanced
expect 0 evaluate data.csv --basis linear --plan kfold:4 --class-weight=-1=1,1=3
refuses 2 evaluate data.csv --basis linear --plan kfold:4 --class-weight 2=3
says "no class '2'"
refuses 2 evaluate data.csv --basis linear --plan kfold:4 --class-weight 1=none
expect 0 evaluate data.csv --basis linear --plan kfold:4 --standardise all
prints '^Protocol  *not all inside .*: features standardised with all rows'

expect 0 evaluate data.csv --method bpm --plan kfold:4 --filter=fdr:2
prints "^Preparation  *standardise train, filter fdr:2, chosen on each fold's training rows"
prints '^2 of 5 features in the mean'
expect 0 evaluate data.csv --method bpm --plan kfold:4 --filter fdr:2 --protocol leaky
prints '^Preparation  *standardise all, filter fdr:2, chosen on all rows, test rows included'
expect 0 evaluate data.csv --method bpm --plan kfold:4 --filter fdr:3 --pca 2
prints "filter fdr:3, chosen on each fold's training rows, features the first principal components of each"
prints "^2 components in the mean, each fold's of its own"
prints '^Components by their numbers, which are others in every fold'
prints_not '^Core'
prints_not '^Tail'
prints_not '^All'
expect 0 evaluate data.csv --method bpm --plan kfold:4 --filter fdr:3 --pca 2 --protocol leaky
prints '^2 components in the mean;'
prints '^Core: 2 of 2 features'
refuses 2 evaluate data.csv --plan loo --filter relief:3
says "not 'relief:3'"

expect 0 evaluate data.csv --method spr --plan kfold:4 --filter ttest:1,3,5 --tune=cv:3 --set rule=error --json -o sizes.json
sed -n 's/.*"filter": \([0-9]\), "settings.*/\1/p' sizes.json | sort | uniq -c |
    awk '{ unit = NR > 1 ? "" : $1 > 1 ? " folds" : " fold"; printf "%s%s in %s%s", (NR > 1 ? ", " : ""), $2, $1, unit }' >sizes
expect 0 inspect sizes.json
prints "^Filter sizes  *$(cat sizes)\$"
prints "filter ttest:1,3,5, chosen on each fold's training rows"

# Noise: no better than the class shares, and by leave-one-out worse, which is explained.
{
    echo x,class
    for i in $(seq 20); do echo "$((i * i * 7 % 11)),$([ $((i % 2)) = 0 ] && echo a || echo b)"; done
} >noise.csv
expect 0 evaluate noise.csv --method spr --set lam1=1000 --plan loo
says 'leaving out rows of a class makes it the rarer one'
prints '^  error  *100.00 %.*baseline 50.00 %$'
prints '^  AUC  *-  *no fold has both classes$'
prints "^The error is no better than the class shares' (100.00 % against 50.00 %): always naming .* does better.$"
prints "^The log loss is no better than the class shares' .*: those as the probabilities of every row do better.$"
prints '^Calibration: the mean probability of b, 0.5000, is its share; slope not known: no fold has both classes$'
expect 0 evaluate noise.csv --method spr --set lam1=1000 --plan kfold:5
prints '^  AUC  *0.5000  *.*wilson  *baseline 0.5000$'
prints "^The error is no better than the class shares' (50.00 % against 50.00 %): always naming .* does as well.$"
prints '^  log loss  *0.6931   no interval: the losses of the rows are all alike   baseline 0.6931$'
prints '^  a  *10  *0$'
prints '^  PPV  *-  *no row was predicted to be of the positive class$'

options="evaluate data.csv --basis linear --plan kfold:4 --tune=cv:3 --seed 9"
expect 0 $options --threads 1 --json
is_json out
prints '"format": *"ardor-evaluation"'
without_run out >one.json
expect 0 $options --threads 2 --json
without_run out >two.json
same one.json two.json
expect 0 $options --quiet -o result.json
silent
prints 'baseline'
without_run result.json >two.json
same one.json two.json
expect 0 $options -q -o -
without_run out >two.json
same one.json two.json
expect 0 $options --json -o again.json
same out again.json

# Fits that did not converge are told of, in the summary and in a note.
expect 0 evaluate data.csv --basis linear --plan kfold:4 --set max_iter=1
says '^ardor: note: 4 of 4 folds stopped before they converged: max_iter'
prints '^Not converged  *4 of 4 folds (max_iter)'
expect 0 fit data.csv --basis linear --set max_iter=1
says '^ardor: note: the fit stopped before it converged: max_iter; --set max_iter=N gives it more iterations$'
# The setting that limits the iterations has the name that the method gives it.
expect 0 fit data.csv --method bpm --set max_values=2
says '^ardor: note: the fit stopped before it converged: max_iter; --set max_values=N gives it more iterations$'

expect 0 inspect result.json
prints 'nested cv:3 tuning'
expect 0 inspect result.json --json
same out result.json

refuses 2 evaluate data.csv --plan sometimes
refuses 2 evaluate data.csv --plan kfold:1
refuses 3 evaluate no-such-file.csv --plan loo
refuses 3 evaluate data.csv --plan loo -o no-such-directory/result.json
refuses 3 evaluate no-such-file.csv --plan loo -o no-such-directory/result.json
says no-such-directory
refuses 3 evaluate data.csv --plan splits:no-such-file.csv
says no-such-file.csv
finish
