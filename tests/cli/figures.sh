#!/usr/bin/env bash
# Words about figures of merit: what they are no better than, what they are of, what they do not show.
. "$2/tests/cli/common.sh" "$1" "$2"

# result ERROR LOW HIGH BALANCED LOW HIGH CLASS_WEIGHT CALIBRATION: a result of 6 folds, 200 rows of which 130 are of tumor.
result() {
    cat >result.json <<END
{"format": "ardor-evaluation", "version": 2, "plan": "repeat:2x3", "protocol": "honest", "method": "spr", "class_weight": $7,
 "n": 200, "p": 2, "classes": ["normal", "tumor"], "n_folds": 6, "folds_done": 6, "rows": [], "folds": [],
 "summary": {"error": {"value": $1, "low": $2, "high": $3, "interval": "wilson", "reason": null, "folds": null},
             "balanced_error": {"value": $4, "low": $5, "high": $6, "interval": "normal", "reason": null, "folds": null},
             "auc": {"value": 0.75, "low": 0.5, "high": 0.9, "interval": "delong", "reason": null, "folds": 1},
             "average_precision": {"value": 0.5, "low": 0.25, "high": 0.75, "interval": "jackknife", "reason": null, "folds": 6},
             "log_loss": {"value": 0.5, "low": null, "high": null, "interval": "none", "reason": "the losses are alike"},
             "baseline": {"error": {"value": 0.35}, "balanced_error": {"value": 0.5}, "auc": {"value": 0.5}},
             "mean_n_features": 1, "mean_n_vectors": 0},
 "confusion": {"classes": ["normal", "tumor"], "counts": [[40, 30], [20, 110]]}, "calibration": $8,
 "bootstrap": null, "unrelaxed": null, "selection": [{"name": "x", "frequency": 0.5, "mean_weight": 1}]}
END
}
calibration() {
    printf '{"in_the_large": %s, "slope": %s, "slope_low": %s, "slope_high": %s, "reason": "few"}' "$1" "${2:-null}" \
        "${3:-null}" "${4:-null}"
}

# Figures of a part of the folds, and without an interval.
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration 0.004 0.5 0.25 0.75)"
expect 0 inspect result.json
prints '^  AUC  *0.7500   .0.5000, 0.9000.  95 % delong   of 1 of 6 folds   baseline 0.5000$'
prints '^  average precision  *0.5000   .0.2500, 0.7500.  95 % jackknife$'
prints '^  log loss  *0.5000   no interval: the losses are alike$'
prints_not 'no better\|No evidence\|With class weights'

# No better than the class shares: as well, better; where classes have weights, that is to be expected of the error.
result 0.35 0.3 0.4 0.5 0.4 0.6 null null
expect 0 inspect result.json
prints "^The error is no better than the class shares' (35.00 % against 35.00 %): always naming .* class does as well.$"
prints "^The balanced error is no better .*: naming one class for every row does as well.$"
prints '^No evidence that anything was learnt: of no figure is the whole interval better than the baseline.$'
prints_not 'With class weights\|Calibration'
result 0.45 0.4 0.5 0.55 0.5 0.6 null null
expect 0 inspect result.json
prints "^The error is no better than the class shares' (45.00 % against 35.00 %): always naming .* class does better.$"
prints "^The balanced error is no better .*: naming one class for every row does better.$"
prints '^No evidence that anything was learnt: of no figure is the whole interval better than the baseline.$'
result 0.45 0.4 0.5 0.3 0.2 0.4 '"balanced"' null
expect 0 inspect result.json
prints '^With class weights the error, the log loss and the Brier score are expected to be above the baseline.s:$'
prints '^judge by the balanced error and the AUC.$'
prints_not 'No evidence'
result 0.3 0.2 0.4 0.5 0.4 0.6 '"balanced"' null
expect 0 inspect result.json
prints '^No evidence that anything was learnt: of no figure is the whole interval better than the baseline.$'
prints_not 'With class weights'
sed -n '/^No evidence/,$p' out | grep -q '^Core' || fail "$command_line: the evidence is not above the selection"

# Calibration: above, below and at the share of 130 in 200; the slope by its interval.
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration 0.0088 0.5 0.25 0.75)"
expect 0 inspect result.json
prints '^Calibration: the mean probability of tumor, 0.6588, is 0.0088 above its share; slope 0.5 .0.25, 0.75.: .* too extreme$'
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration -0.25 1.5 1.25 1.75)"
expect 0 inspect result.json
prints '^Calibration: the mean probability of tumor, 0.4000, is 0.2500 below its share; slope 1.5 .1.25, 1.75.: .* too cautious$'
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration -0.00004 0.75 0.5 1.5)"
expect 0 inspect result.json
prints '^Calibration: the mean probability of tumor, 0.6500, is its share; slope 0.75 .0.5, 1.5.$'
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration 0 1.25 0.75 1.75)"
expect 0 inspect result.json
prints '^Calibration: the mean probability of tumor, 0.6500, is its share; slope 1.25 .0.75, 1.75.$'
result 0.25 0.2 0.3 0.25 0.2 0.3 null "$(calibration 0.00006)"
expect 0 inspect result.json
prints '^Calibration: the mean probability of tumor, 0.6501, is 0.0001 above its share; slope not known: few$'

# predict compares in one fold, and names it in its document.
"$ardor" simulate two-gaussians --n 40 --p 3 --seed 4 -q -o data.csv
"$ardor" fit data.csv --method spr -q -o model.json 2>err || fail "no model"
expect 0 predict model.json data.csv --json
[ "$(grep -c '"folds": 1' out)" -eq 2 ] || fail "$command_line: the AUC and the average precision are not of one fold"
expect 0 predict model.json data.csv -o rows.csv
grep -q 'of 1 of' err && fail "$command_line: folds are told of, where there is one"
finish
