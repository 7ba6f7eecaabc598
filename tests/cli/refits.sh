#!/usr/bin/env bash
# evaluate is nothing but fits and predictions: the same folds cut out of the table by hand, each fitted by `ardor fit` and
# predicted by `ardor predict`, have exactly the probabilities that evaluate says, preparation and tuning included.
. "$(dirname "$0")/common.sh"

gzip -dc "$source_dir/data/crabs.csv.gz" >crabs.csv
# Ten columns of noise and missing values, so that filters and medians have something to do.
awk -F, -v OFS=, 'function noise() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    NR == 1 { state = 5; for (j = 10; j >= 1; j--) $0 = "n" j OFS $0; print; next }
    { $2 = NR % 17 == 0 ? "" : $2; for (j = 1; j <= 10; j++) $0 = noise() OFS $0; print }' crabs.csv >table.csv

# cut_fold FOLD: train.csv and test.csv, by the rows that evaluate tested in the fold.
cut_fold() {
    awk -F, -v fold="$1" 'NR == FNR { if (FNR == 1) for (j = 1; j <= NF; j++) at[$j] = j
                    else if ($at["fold"] == fold) test[$at["id"]] = 1
                    next }
        FNR == 1 { print > "train.csv"; print > "test.csv"; next }
        { print > ((FNR - 1) in test ? "test.csv" : "train.csv") }' rows.csv table.csv
}

# probabilities FILE [FOLD]: of the second class, in the order of the rows.
probabilities() {
    awk -F, -v fold="${2:-}" 'FNR == 1 { for (j = 1; j <= NF; j++) { at[$j] = j; if ($j ~ /^prob/) prob = j } next }
        fold == "" || $at["fold"] == fold { print $prob }' "$1"
}

for how in "spr" "spr --tune=cv:4" "spr --filter ttest:6 --tune=cv:4 --set rule=one-se" "knn --tune" "lda --pca 8" \
    "jcfo --basis rbf --class-weight balanced" "rvm --basis rbf --tune" "bpm --standardise samples" "projection --filter mrmr:8" \
    "auto --tune=cv:4"; do
    options="--method $how --impute median"
    expect 0 evaluate table.csv $options --plan kfold:3 --seed 7 --table rows=rows.csv -q
    for fold in 1 2 3; do
        cut_fold $fold
        [ "$(wc -l <test.csv)" -ge 67 ] || fail "$how, fold $fold: $(wc -l <test.csv) lines to test"
        expect 0 fit train.csv $options --seed 7 -q -o model.json
        expect 0 predict model.json test.csv --table rows=predicted.csv -q
        probabilities rows.csv $fold >inside
        probabilities predicted.csv >byhand
        [ "$(sort -u byhand | wc -l)" -gt 1 ] || fail "$how, fold $fold: one probability for all rows"
        cmp -s inside byhand || fail "$how, fold $fold: $(paste inside byhand | awk '$1 != $2' | head -2 | tr '\n' ' ')"
    done
done
finish
