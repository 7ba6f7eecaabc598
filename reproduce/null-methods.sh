#!/usr/bin/env bash
# null-methods.sh [METHOD..]: do the intervals of the error cover 50 % where there is nothing to learn? Every method, on SEEDS (20)
# tables of 60 rows and 2000 features of noise with 30 rows in each class, by kfold:10: with all that looks at data inside the
# folds, and with the 20 features of largest t over ALL rows chosen before (--filter ttest:20 --protocol leaky). One row a method on
# standard output, as in docs/null-methods.md. The status is 1 where fewer than 90 % of the honest intervals cover, or fewer than 3 in
# 4 of some method. `method=basis` is a method with that basis.
. "$(dirname "$0")/common.sh"
seeds=${SEEDS:-20}
plan="--plan kfold:10 --threads 1 --quiet --json"
methods=${*:-majority lda knn adaboost forward svm=linear svm=rbf svm-rfe svm-l0 svm-rm=identity pklr-rfe pklr-rfe=rbf logistic smlr svm-l1 spr jcfo=linear jcfo=rbf projection bpm rvm=identity rvm=rbf pfcvm-lp pfcvm-em pcvm epcvm rsfm ard-ep ard-laplace gp}

# Labels by turns instead of those that the table comes with.
for seed in $(seq "$seeds"); do
    "$ardor" simulate sparse-linear --n 60 --p 2000 --noise 0 --seed "$seed" --quiet -o "$work/table.csv"
    awk -F, -v OFS=, 'NR > 1 { $NF = NR % 2 ? "a" : "b" } { print }' "$work/table.csv" >"$work/noise.$seed.csv"
done

# error METHOD SEED OPTION...: value and interval of the error, in percent.
error() {
    local method=$1 seed=$2
    shift 2
    local basis=()
    [ "${method%=*}" = "$method" ] || basis=(--basis "${method#*=}")
    "$ardor" evaluate "$work/noise.$seed.csv" --method "${method%=*}" "${basis[@]}" $plan "$@" </dev/null |
        awk "$statistics"'/^  "summary": / { inside = 1; next }
            inside && !found++ { print 100 * member("value"), 100 * member("low"), 100 * member("high") }'
}

# summary FILE: how many cover 50, the mean error.
summary() { awk '{ n += $2 <= 50 && 50 <= $3; sum += $1 } END { printf "%d | %.1f", n, sum / NR }' "$1"; }

echo "| method | honest: intervals of $seeds that cover 50 % | mean error, % | genes chosen on all rows: intervals that cover 50 % | mean error, % |"
echo "|---|---|---|---|---|"
all=0 cells=0 bad=0
for method in $methods; do
    for seed in $(seq "$seeds"); do error "$method" "$seed" >&3; done 3>"$work/honest"
    for seed in $(seq "$seeds"); do error "$method" "$seed" --filter ttest:20 --protocol leaky >&3; done 3>"$work/leaky"
    [ "$(wc -l <"$work/honest")" -eq "$seeds" ] && [ "$(wc -l <"$work/leaky")" -eq "$seeds" ] || die "$method: an evaluation has no error"
    echo "| \`${method/=/ --basis }\` | $(summary "$work/honest") | $(summary "$work/leaky") |"
    covered=$(awk '{ n += $2 <= 50 && 50 <= $3 } END { print n }' "$work/honest")
    all=$((all + covered)) cells=$((cells + seeds))
    [ $((4 * covered)) -ge $((3 * seeds)) ] || bad=1
done
echo "all: $all of $cells" >&2
[ $((10 * all)) -ge $((9 * cells)) ] && [ $bad -eq 0 ]
