#!/usr/bin/env bash
# inspect: models and results, damage.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv
"$ardor" fit data.csv --basis linear --json -o model.json >fit.json 2>/dev/null || fail "no model"

expect 0 inspect fit.json
prints '^Method  *jcfo'
cp out summary
expect 0 inspect model.json
prints '^Method  *jcfo'
same out summary
expect 0 inspect model.json --json
is_json out
prints '"format": *"ardor-fit"'
expect 0 inspect fit.json --json
same out fit.json
"$ardor" inspect - <fit.json >out 2>err || fail "inspect -: $(cat err)"
same out summary

refuses 3 inspect no-such-file.json
says no-such-file.json
refuses 3 inspect .
refuses 3 inspect data.csv
says 'not a JSON document'
echo '{"format": "something else"}' >other.json
refuses 3 inspect other.json
says 'something else'
echo '{}' >empty.json
refuses 3 inspect empty.json

# A result of version 1 has no baseline but the error of the majority class, and no reasons.
cat >first.json <<'END'
{"format": "ardor-evaluation", "version": 1, "plan": "kfold:4", "protocol": "honest", "method": "spr", "n": 9, "p": 2,
 "classes": ["a", "b"], "n_folds": 4, "folds_done": 4, "rows": [], "folds": [],
 "summary": {"error": {"value": 0.25, "low": 0.1, "high": 0.5, "interval": "wilson"},
             "auc": {"value": null, "low": null, "high": null, "interval": "none"},
             "majority_error": {"value": 0.5, "low": 0.3, "high": 0.7, "interval": "wilson"},
             "mean_n_features": 1, "mean_n_vectors": 0},
 "bootstrap": null, "unrelaxed": null, "selection": []}
END
expect 0 inspect first.json
prints '^  error  *25.00 %  *.10.00, 50.00. %  95 % wilson$'
prints '^  majority class error  *50.00 %'
prints_not 'baseline\|AUC\|Calibration\|Predictions'

# What a method can say of its maximum, and no more.
"$ardor" fit data.csv --method rvm -q -o gradient.json >out || fail "no model of rvm"
expect 0 inspect gradient.json --verbose
prints '^Optimum .*; largest gradient of the log evidence: weights [0-9.e-]*$'
prints_not KKT
"$ardor" fit data.csv --method bpm -q -o none.json >out || fail "no model of bpm"
expect 0 inspect none.json --verbose
prints '^Optimum  *objective [-0-9.e]*$'
expect 0 inspect model.json --verbose
prints '^Optimum .*; KKT violation: weights [0-9.e-]*, scales [0-9.e-]*$'

# Models of older versions, and of methods that this library does not have.
old=$source_dir/tests/data/models-v2
expect 0 inspect "$old/rvm-identity.json" --verbose
prints '; largest gradient: weights'
expect 0 predict "$old/rvm-identity.json" "$old/data.csv" -q
[ "$(wc -l <out)" -eq 33 ] || fail "not 33 lines"
sed 's/"method": "jcfo"/"method": "tomorrow"/' model.json >unknown.json
expect 0 inspect unknown.json
prints '^Method  *tomorrow, basis linear'
sed 's/tomorrow/jcfo/' out >renamed
same renamed summary
expect 0 inspect unknown.json --json
is_json out
prints '"method": "tomorrow"'
expect 0 predict unknown.json data.csv -q
cp out predictions.csv
expect 0 predict model.json data.csv -q
same out predictions.csv
head -c 200 model.json >cut.json
refuses 3 inspect cut.json
says 'cut.json'
# A model that is JSON still, but has lost what it needs.
echo '{"format": "ardor-model"}' >hollow.json
refuses 3 inspect hollow.json
says 'hollow.json'
echo '{"format": "ardor-evaluation", "protocol": "leaky", "plan": "loo"}' >leaky.json
expect 0 inspect leaky.json
prints '^Protocol  *leaky: .*too low'

# Folds that ended in the empty model took no choice.
cat >chosen.json <<END
{"format": "ardor-evaluation", "n_folds": 5, "folds_done": 5, "folds": [{"filter": 10}],
 "choices": {"model": {"spr": 0, "ridge": 1}}, "empty_folds": 4}
END
expect 0 inspect chosen.json
prints '^Chosen  *model: spr in 0 folds, ridge in 1, none in 4 (the empty model)$'
prints '^Filter sizes  *10 in 1 fold, none in 4 (the empty model)$'

# Partial results say what their figures are of.
cat >partial.json <<END
{"format": "ardor-evaluation", "plan": "kfold:10", "stopped": "time", "n_folds": 10, "folds_done": 6, "rows": [],
 "folds": [{"stop_reason": "converged"}, {}, {}, {}, {}, {}], "failed": [{"fold": 3, "message": "no value"}, {"fold": 9}]}
END
expect 0 inspect partial.json
prints '^Plan  *kfold:10, 10 folds'
prints '^Stopped  *out of time: 6 of 10 folds; the figures are of these only$'
prints '^Failed  *2 of 10 folds, which the figures leave out; the first, 3: no value$'
sed 's/{"fold": 9}/{"fold": null, "message": "the fit to all rows: no number"}/' partial.json >all-rows.json
expect 0 inspect all-rows.json
prints '^Failed  *1 of 10 folds, which the figures leave out; the first, 3: no value$'
prints '^  *the fit to all rows: no number$'
sed 's/{"fold": 3, "message": "no value"}, //' all-rows.json >only.json
expect 0 inspect only.json
prints '^Failed  *the fit to all rows: no number$'
prints_not ' of 10 folds, which'
sed 's/"time"/null/; s/"failed": .*]/"failed": []/' partial.json >whole.json
expect 0 inspect whole.json
prints_not '^Stopped'
prints_not '^Failed'
cat >partial.json <<END
{"format": "ardor-fit", "stopped": "cancelled", "tune": {"how": "cv:5", "rule": "error", "settings": ["a"], "chosen": 1,
 "candidates": [{"a": 1, "status": "failed", "message": "no value"}, {"a": 2, "error": 0.25, "status": "done"},
                {"a": 3, "status": "unfinished"}]}}
END
expect 0 inspect partial.json
prints '^Tuning  *cv:5, rule error; cancelled$'
prints '^  chosen  *a = 2 (of 3 candidates, 1 finished; inner error 25.00 %)$'
prints '^  failed  *a = 1: no value$'
prints_not 'No evidence'
sed 's/"chosen": 1/"chosen": 1, "baseline": {"error": 0.375}, "learnt": false/; s/"done"/&, "empty": false/' partial.json \
    >unlearnt.json
expect 0 inspect unlearnt.json
prints '^  chosen  *a = 2 (of 3 candidates, 1 finished; inner error 25.00 %, baseline 37.50 %)$'
prints '^  *No evidence that anything was learnt: the inner error.s 95 % limit is not below the baseline$'
sed 's/"empty": false/"empty": true/; s/"a": 2/"a": null/; s/0.25/0.375/' unlearnt.json >empty.json
expect 0 inspect empty.json
prints '^  chosen  *the empty model, which predicts the shares of the classes (of 3 .* error 37.50 %, baseline 37.50 %)$'
prints '^  *No evidence that anything was learnt: no candidate is so much better than the baseline'

# Results that lack everything, or have it in another type, do no harm.
for format in ardor-fit ardor-evaluation; do
    echo "{\"format\": \"$format\"}" >bare.json
    expect 0 inspect bare.json
    cat >odd.json <<END
{"format": "$format", "method": 1, "classes": {"a": 1}, "n": "x", "features": [1, {"name": 2}], "n_features": 2,
 "tune": {"how": "cv:5", "settings": [1, "a"], "candidates": [[]], "chosen": 0}, "kkt": [], "relax": {"factor": "x"},
 "summary": {"error": [], "auc": {"value": "x"}}, "folds": [1], "rows": 3, "selection": [[], {"name": "a"}],
 "unrelaxed": {"error": 1}, "stopped": 1, "n_folds": "x", "folds_done": [], "failed": {"fold": 1}, "settings": {"a": [1]}}
END
    expect 0 inspect odd.json
done
finish
