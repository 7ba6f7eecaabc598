#!/usr/bin/env bash
# --features-from: the model against one of the columns that the result names, whose frequencies reach the share; from folds, from
# halves, with forced columns; what it says; refusals.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 8 --seed 2 -q -o data.csv
expect 0 evaluate data.csv --method spr --set strength=.1 --plan kfold:10 -q -o result.json --table selection=selection.csv
# chosen FILE SHARE: the names whose frequency reaches it.
chosen() { awk -F, -v least="$2" 'NR > 1 && $2 >= least - 1e-9 { printf "%s%s", n++ ? "," : "", $1 }' "$1"; }
# fits LIST ARGUMENTS..: as with --keep LIST.
fits() {
    list=$1
    shift
    expect 0 fit data.csv --method lda --keep "$list" -q --json
    sed -n '/"features"/,/"others"/p' out >kept
    expect 0 fit data.csv --method lda "$@" --json -o model.json
    sed -n '/"features"/,/"others"/p' out >found
    [ -s kept ] || fail "no features of $list"
    cmp -s kept found || fail "$*: $(diff kept found | head -n 4)"
}
half=$(chosen selection.csv .5) most=$(chosen selection.csv .95)
[ "$half" != "$most" ] || fail "the test sees nothing: $half"
fits "$half" --features-from result.json
says '^ardor: warning: the features were chosen beforehand, selected by at least 0.5 of 10 folds of result.json: the figures of'
expect 0 inspect model.json
prints 'selected by at least 0.5 of 10 folds of result.json'
fits "$most" --features-from result.json:.95
cp result.json odd:name.json
fits "$half" --features-from odd:name.json
fits "$most" --features-from odd:name.json:0.95

# The halves of a result that has them, with their own share.
expect 0 evaluate data.csv --method spr --set strength=.1 --plan kfold:5 --stability 10:.9 -q -o halves.json \
    --table stability=stable.csv
fits "$(chosen stable.csv .9)" --features-from halves.json
says 'selected by at least 0.9 of 20 halves of the rows of halves.json'
fits "$(chosen stable.csv .6)" --features-from halves.json:.6

# Columns that were forced stay.
expect 0 evaluate data.csv --method spr --set strength=.1 --plan kfold:5 --force x8 -q -o forced.json --table selection=forced.csv
fits "$(chosen forced.csv .5),x8" --features-from forced.json

# Evaluations.
refuses 2 evaluate data.csv --method lda --plan kfold:5 --features-from result.json
says 'from rows that the folds would test: leave that out, and evaluate the method, which selects in every fold; or --protocol'
expect 0 evaluate data.csv --method lda --plan kfold:5 --features-from result.json --protocol leaky -q
prints '^Protocol *leaky: '

# What it is not.
cut -d, -f 3-9 data.csv >fewer.csv
refuses 3 fit fewer.csv --features-from result.json
says "lacks [12] of the [0-9] features chosen (selected by at least 0.5 of 10 folds of result.json): '"
refuses 2 fit data.csv --features-from result.json:2
says 'the share behind the colon must be above 0 and at most 1'
refuses 2 fit data.csv --features-from data.csv
says 'no result of `ardor evaluate`: it is another file'
refuses 2 fit data.csv --features-from model.json
says 'no result of `ardor evaluate`: it is ardor-model'
refuses 3 fit data.csv --features-from gone.json
expect 0 evaluate data.csv --method lda --plan kfold:5 -q -o all.json
refuses 2 fit data.csv --features-from all.json
says 'every fold uses all features, so that none was selected'
expect 0 evaluate data.csv --method majority --plan kfold:5 -q -o none.json
refuses 2 fit data.csv --features-from none.json
says 'has no frequencies: no feature was selected in any of its folds'
expect 0 evaluate data.csv --method lda --pca 2 --plan kfold:5 -q -o pca.json
refuses 2 fit data.csv --features-from pca.json
says 'its features are components'
sed 's/"frequency": 1\.0/"frequency": 0.5/; s/"frequency": 1,/"frequency": 0.5,/' result.json >seldom.json
refuses 2 fit data.csv --features-from seldom.json:1
says 'no feature was selected by 1 of its 10 folds; the most frequent one by 0.[0-9]*: take a smaller share'
cp result.json kept.json
refuses 2 fit data.csv --features-from result.json -o result.json
cmp -s result.json kept.json || fail "the result was overwritten"
finish
