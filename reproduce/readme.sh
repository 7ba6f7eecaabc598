#!/usr/bin/env bash
# readme.sh: the figures of README.md, "What was measured", on standard output, as the rows stand there: the two tables, and the
# sessions on data with a known truth. The bundled data are all that it needs; the rows of the support vector machine need python3
# with scikit-learn (PYTHON names another one), and are left out without, which is said.
. "$(dirname "$0")/common.sh"
python=${PYTHON:-python3}
colon=$root/data/colon-alon.csv.gz
plans="kfold:10 repeat:5x10 loo"

# evaluate OUT OPTIONS...: the JSON of an evaluation.
evaluate() {
    local out=$1
    shift
    "$ardor" evaluate "$@" --threads "$threads" --quiet --json </dev/null >"$out"
}

# figures RESULT: error in per cent, mean numbers of features and of vectors.
figures() {
    awk "$statistics"'
    /^  "summary": / { inside = 1 }
    inside && error == "" && /^    "error": / { error = member("value") }
    inside && /^    "mean_n_features": / { features = member("mean_n_features") }
    inside && /^    "mean_n_vectors": / { vectors = member("mean_n_vectors") }
    END {
        if (error == "" || features == "") { print "readme.sh: no figures in the result" > "/dev/stderr"; exit 1 }
        printf "%.1f %s %s\n", 100 * error, features, vectors
    }' "$1"
}

# short NUMBER: with one decimal, none of a whole number.
short() { awk -v x="$1" 'BEGIN { printf x == int(x) ? "%d" : "%.1f", x }'; }

# row LABEL MARK CELL...: a row of a table, its cells within MARK ("*": italics).
row() {
    local mark=$2 line="| $2$1$2 |" cell
    for cell in "${@:3}"; do line="$line $mark$cell$mark |"; done
    printf '%s\n' "$line"
}

# colon_row LABEL MARK OPTIONS...: errors by each of the plans, and the features of the first.
colon_row() {
    local label=$1 mark=$2 plan error features cells=() first=""
    shift 2
    for plan in $plans; do
        evaluate "$work/result" "$colon" --log --tune --plan "$plan" "$@"
        read -r error features _ <<<"$(figures "$work/result")"
        cells+=("$error")
        [ -n "$first" ] || first=$(short "$features")
    done
    row "$label" "$mark" "${cells[@]}" "$first"
}

# Both scalings of the kernel on the same folds; the method of the evaluation that deals them is of no account.
svm_rows() {
    local plan plain=() scaled=() figures
    for plan in $plans; do
        evaluate "$work/result" "$colon" --log --plan "$plan" --method spr
        figures=$("$python" "$(dirname "$0")/svm.py" "$colon" "$work/result") || {
            echo "readme.sh: without $python and scikit-learn, no rows of the support vector machine" >&2
            return 0
        }
        plain+=("${figures% *}")
        scaled+=("${figures#* }")
    done
    row "linear SVM, all genes, C = 1, K = XX' (LIBSVM, the same folds and preparation)" "" "${plain[@]}" 2000
    row "the same with K = XX'/p" "" "${scaled[@]}" 2000
}

# split_row LABEL SET: the rbf kernel on the splits in data/, by --tune alone (which is alo, one-se) and by folds with both rules.
split_row() {
    local how error features vectors cells=() last=""
    for how in --tune "--tune=cv:5 --set rule=one-se" "--tune=cv:5 --set rule=deviance"; do
        # shellcheck disable=SC2086  # words
        evaluate "$work/result" "$root/data/$2.csv.gz" --basis rbf --plan "splits:$root/data/$2-splits.csv.gz" $how
        read -r error features vectors <<<"$(figures "$work/result")"
        cells+=("$error %")
        [ -n "$last" ] || last="$(short "$features") of $3, $(short "$vectors")"
    done
    row "$1" "" "${cells[@]}" "$last"
}

# session COMMAND...: a command of the README and what it says, run where its files are.
session() {
    printf '$ ardor %s\n' "$*"
    (cd "$work" && "$ardor" "$@" 2>&1 </dev/null)
}

ardor=$(realpath "$ardor")
printf '| | `kfold:10` | `repeat:5x10` | `loo` | features (`kfold:10`) |\n|---|---|---|---|---|\n'
# shellcheck disable=SC2016  # Markdown
{
    colon_row '`--basis linear` (jcfo)' "" --basis linear
    colon_row '`--basis linear --set rule=one-se`' "" --basis linear --set rule=one-se
    colon_row '`--basis linear --set rule=deviance`' "" --basis linear --set rule=deviance
    colon_row '`--basis linear --set rule=error`' "" --basis linear --set rule=error
    colon_row '`--method spr`' "" --method spr
    colon_row '`--method spr --set rule=one-se`' "" --method spr --set rule=one-se
    colon_row '`--method spr --set rule=deviance`' "" --method spr --set rule=deviance
    svm_rows
    colon_row '`--basis linear --protocol leaky`' '*' --basis linear --protocol leaky
    colon_row '`--method spr --protocol leaky`' '*' --method spr --protocol leaky
    printf '\n| `--basis rbf` (jcfo), error on the test rows | `--tune` (alo, one-se) | cv:5, one-se | cv:5, deviance | features, vectors (`--tune`) |\n|---|---|---|---|---|\n'
    split_row '`ripley-synthetic`, 250 / 1000 (best possible about 8 %)' ripley-synthetic 2
    split_row '`pima-ripley`, 200 / 332' pima-ripley 7
    split_row '`wbc-biopsy-683`, 300 / 383' wbc-biopsy-683 9
    split_row '`crabs`, 10 splits of 80 / 120 (not those of a publication)' crabs 5
}
echo
session simulate two-gaussians --n 200 --p 100 --seed 1 -q -o train.csv
session simulate two-gaussians --n 10000 --p 100 --seed 2 -o test.csv
session fit train.csv --basis linear --tune -q -o model.json
session predict model.json test.csv -o predictions.csv
echo "readme.sh: $SECONDS seconds" >&2
