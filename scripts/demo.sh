#!/usr/bin/env bash
# demo.sh ARDOR OUTPUT_DIRECTORY: find the genes that tell tumour from normal colon tissue (62 samples, 2000 genes),
# ask how far to trust the result, and classify.
set -euo pipefail
cd "$(dirname "$0")/.."
ardor=$1
out=$2
data=data/colon-alon.csv.gz
mkdir -p "$out"

heading() { printf '\n== %s\n\n' "$1"; }
run()
{
    printf '$ ardor %s\n\n' "$*"
    "$ardor" "$@"
}

heading "1. Fit: a classifier and the genes it needs, learnt together"
run fit "$data" --method jcfo --basis linear --log --tune -o "$out/colon-model.json"

heading "2. Evaluate: 10-fold cross-validation, everything tuned inside each fold, beside the baseline"
run evaluate "$data" --method jcfo --basis linear --log --plan kfold:10 --tune -o "$out/result.json"

heading "3. Predict: class probabilities for samples (here the ones it learnt from)"
run predict "$out/colon-model.json" "$data" -o "$out/predictions.csv"
head -n 6 "$out/predictions.csv"

printf '\nModel, result and predictions are in %s. %d seconds in all.\n' "$out" "$SECONDS"
