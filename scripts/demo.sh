#!/usr/bin/env bash
# demo.sh ARDOR OUTPUT_DIRECTORY: find the genes that tell tumour from normal colon tissue (62 samples, 2000 genes),
# ask how far to trust the result, and classify.
set -euo pipefail
ardor=$(realpath "$1")
mkdir -p "$2"
out=$2
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/.."
out=${out#"$PWD/"}
data=data/colon-alon.csv.gz

heading() { printf '\n== %s\n\n' "$1"; }

# run SUMMARY ARGUMENT...: what is printed is kept in the file SUMMARY too.
run()
{
    local summary=$1
    shift
    printf '$ ardor %s\n\n' "$*"
    "$ardor" "$@" | tee "$out/$summary"
}

heading "1. Fit: a classifier and the genes it needs, learnt together"
run fit.txt fit "$data" --method jcfo --basis linear --log --tune -o "$out/colon-model.json"

heading "2. Evaluate: 10-fold cross-validation, everything tuned inside each fold, beside the baseline"
run evaluate.txt evaluate "$data" --method jcfo --basis linear --log --plan kfold:10 --tune -o "$out/result.json"

heading "3. Predict: class probabilities for samples (here the ones it learnt from)"
run predict.txt predict "$out/colon-model.json" "$data" -o "$out/predictions.csv"
head -n 6 "$out/predictions.csv"

heading "4. Report: all of that on one page, for a browser"
run report.txt report "$out/result.json" "$out/colon-model.json" -o "$out/report.html"

# What came of it, from the summaries above.
heading "Result, after $SECONDS seconds"
awk '
    /^Model / { sub(/^Model */, ""); sub(/ features.*/, ""); found = $0 }
    /speaks for$/ { table = 1; next }
    table && NF == 3 { names = names (names == "" ? "" : ", ") $1; next }
    table { table = 0 }
    END { print "Genes       " found ": " names }' "$out/fit.txt"
awk '
    /^  error / && !told {
        told = 1
        error = $2; baseline = $0
        gsub(/[][,]/, "")
        from = $4; to = $5
        sub(/.*baseline */, "", baseline)
        print "Error       " error " % of new samples (95 % interval " from " to " to " %); guessing by the sizes of the classes: " baseline
    }' "$out/evaluate.txt"
printf 'Report      %s/report.html, for a browser\n' "$out"
printf 'Files       %s: colon-model.json, result.json, predictions.csv, report.html\n' "$out"
