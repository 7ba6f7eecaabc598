#!/usr/bin/env bash
# pfcvm-fig2.sh: Fig. 2 of Jiang, Li, Chen, Yao, de Rijke, 2017 (two Gaussian classes that differ in two features, among more
# and more irrelevant ones), PFCVM_LP, into reproduce/pfcvm-fig2.tsv. See README.md. SIZES and DRAWS make it smaller.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/pfcvm-fig2.tsv
sizes=${SIZES:-2 20 60 200}
draws=${DRAWS:-20}
train_rows=400 test_rows=1000 test_seed=5000

for p in $sizes; do
    for draw in $(seq "$draws"); do
        "$ardor" simulate two-gaussians --n $train_rows --p "$p" --seed "$draw" --quiet -o "$work/train.csv"
        "$ardor" simulate two-gaussians --n $test_rows --p "$p" --seed $((draw + test_seed)) --quiet --json \
            -o "$work/test.csv" >"$work/simulation.json"
        "$ardor" fit "$work/train.csv" --method pfcvm-lp --basis linear --tune=cv:5 --set alpha0=1 --seed 1 --threads "$threads" \
            --quiet --json -o "$work/model.json" >"$work/fit.json"
        "$ardor" predict "$work/model.json" "$work/test.csv" --quiet -o "$work/predictions.csv"
        # p, draw, Bayes error, wrong test rows, features kept, both true ones kept, samples kept
        awk -F, 'FNR == 1 { next } NR == FNR { class[FNR] = $NF; next } { wrong += $2 != class[FNR] } END { print wrong + 0 }' \
            "$work/test.csv" "$work/predictions.csv" | awk -v given="$p $draw" "$statistics"'
            NR == 1 && FILENAME == "-" { wrong = $1; next }
            /"bayes_error"/ { bayes = member("bayes_error") }
            /^  "n_features": / { n_features = member("n_features") + 0 }
            /^  "n_vectors": / { n_vectors = member("n_vectors") + 0 }
            /^    \{"name": / { kept[member("name")] = 1 }
            END { print given, bayes, wrong, n_features, (("x1" in kept) && ("x2" in kept)), n_vectors }' - "$work/simulation.json" "$work/fit.json"
    done
    echo "p = $p: $SECONDS seconds" >&2
done >"$work/fits"

awk -v test_rows=$test_rows "$statistics"'
function row(p, what, printed, ours, se, low, high, interval, verdict) {
    printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t200 training rows of each class, 500 test rows of each; linear; standardise train; c by cv:5, alpha0 = 1\t%s\n", \
        p, what, printed, ours, se, low, high, interval, n, verdict
}
function mean_row(p, what, printed, a, verdict,    m, se, t) {
    m = mean(a, n)
    se = standard_error(a, n)
    t = t_quantile(n - 1) * se
    row(p, what, printed, sprintf("%.4f", m), sprintf("%.4f", se), sprintf("%.4f", m - t), sprintf("%.4f", m + t), "t", verdict)
}
function figures(p,    d, right, best, features, samples, both, m) {
    for (d = 1; d <= n; d++) {
        right[d] = 1 - error[p, d]
        best[d] = 1 - bayes[p, d]
        features[d] = n_features[p, d]
        samples[d] = n_samples[p, d]
        both += is_both[p, d]
    }
    m = mean(right, n)
    mean_row(p, "accuracy", (p == 200 ? ".84" : "-"), right, p == 200 ? (m >= .83 ? "reproduced\tread from the curve, .83 or more" : "not reproduced\tbelow .83") : "no printed figure\tthe paper prints a curve")
    mean_row(p, "accuracy of the best rule", ".8403", best, "no claim\t")
    mean_row(p, "features", "-", features, "no printed figure\t")
    mean_row(p, "samples", "-", samples, "no printed figure\t")
    row(p, "share of draws that keep x1 and x2", "-", sprintf("%.2f", both / n), "", sprintf("%.2f", wilson(both, n, -1)), sprintf("%.2f", wilson(both, n, 1)), "Wilson",
        "no printed figure\t")
}
{
    if (!($1 in seen)) size[++n_sizes] = $1
    seen[$1] = 1
    if ($2 > n) n = $2
    bayes[$1, $2] = $3
    error[$1, $2] = $4 / test_rows
    n_features[$1, $2] = $5
    is_both[$1, $2] = $6
    n_samples[$1, $2] = $7
}
END {
    print "p\twhat\tprinted\tours\tstandard_error\tlow\thigh\tinterval\tdraws\tprotocol\tverdict\treason"
    for (s = 1; s <= n_sizes; s++) figures(size[s])
}' "$work/fits" >"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
