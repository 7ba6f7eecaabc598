#!/usr/bin/env bash
# What a list of features is worth: the summary and the table against the document, the stability from the document's frequencies,
# features that are nearly the same, and where there is nothing to say.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 8 --seed 2 -q -o plain.csv
# Beside each feature its half, with a little noise; x9 is nearly -x1.
awk -F, -v OFS=, 'BEGIN { srand(1) } NR == 1 { $NF = "x9,x10,class"; print; next }
    { label = $NF; $NF = -$1 + 1.5 * rand() OFS $2 + rand() / 5 OFS label; print }' plain.csv >twin.csv
expect 0 evaluate twin.csv --method spr --set strength=.1 --plan kfold:10 --permute 2 -q -o result.json \
    --table selection=selection.csv
cp out summary
prints '^Stability of the selection 0.[0-9]* \[.*\] over 10 folds: 1 if all select the same features, about 0 if'
prints '^It is 0.[0-9]* if features with |r| of at least 0.7 may stand for one another.$'
prints '^Folds share training rows: '
prints '^At random a feature would be in [0-9.]* % of the folds; of the folds with permuted labels it is in [0-9.]* %'
prints '^Those selected in any fold, [0-9]*, are [0-9]* groups of correlated features (mean |r| of at least 0.8), the'
prints '^Of the core another feature is nearly the same (|r| of at least 0.8, over the rows that train):$'
prints '^  x[19]: x[19], r = -0.9[0-9], in [0-9]* % of the folds$'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { r = $at["nearest_correlation"] }
    $1 == "x1" { one = $at["nearest"] == "x9" && r < -.9 && r > -1; own = $at["frequency"] }
    $1 == "x9" { other = $at["nearest"] == "x1"; near = $at["nearest_frequency"] }
    $at["permuted_frequency"] == "" { bad = 1 } END { exit bad || !one || (other && near != own) }' selection.csv ||
    fail "selection: $(cat selection.csv)"
expect 0 inspect result.json
cmp -s out summary || fail "inspect: $(diff out summary)"

cat >check.py <<'END'
import json
r = json.load(open("result.json"))
l, m, p = r["list"], r["folds_done"], r["list"]["p"]
f = [s["frequency"] for s in r["selection"]]
k = sum(x["n_features"] for x in r["folds"]) / m
assert abs(sum(f) - k) < 1e-12 and abs(l["expected_by_chance"] - k / p) < 1e-12, "chance"
s = 1 - sum(m / (m - 1) * x * (1 - x) for x in f) / p / (k / p * (1 - k / p))
assert abs(l["stability"]["value"] - s) < 1e-12, (l["stability"], s)
assert l["core"] == [x["name"] for x in r["selection"] if x["frequency"] >= .8 - 1e-9], "core"
END
for candidate in python3 /usr/bin/python3; do
    command -v $candidate >/dev/null || continue
    $candidate check.py >wrong 2>&1 || fail "$(tail -n 1 wrong)"
    break
done

# Forced, leaky, nothing.
expect 0 evaluate twin.csv --method spr --set strength=.1 --force x9 --plan kfold:10 -q
prints '^  x1: x9, r = -0.9[0-9], forced into all folds$'
expect 0 evaluate twin.csv --method svm --filter ttest:3 --protocol leaky --plan kfold:5 -q
prints '^The selection saw all rows, so that folds agree more than they should.$'
for run in '--method lda --plan kfold:5' '--method spr --plan holdout:.3' '--method majority --plan kfold:5' \
    '--method svm --pca 2 --plan kfold:5'; do
    expect 0 evaluate twin.csv $run -q
    prints_not '^Stability of the selection'
    prints_not '^Of the core'
done
# b varies below the floor of the logarithm only: it is no feature, and leaving it out no selection.
awk 'BEGIN { s = 3; print "a,b,c,class"
    for (i = 1; i <= 40; i++) { s = (s * 16807) % 2147483647; y = i % 2
        printf "%.3f,%d,%.3f,%s\n", 40 + 20 * y + (s % 1000) / 25, 1 + i % 3, 50 + (s % 777) / 30, y ? "u" : "v" } }' >floor.csv
for floor in 10 1; do
    expect 0 evaluate floor.csv --method svm --basis identity --log=$floor --plan kfold:4 --json -q
    prints "\"p\": $((floor == 10 ? 2 : 3)),"
    prints '"selects": false,'
done
# Cells of one table whose preparation leaves other features have their own sums of correlations.
awk 'BEGIN { s = 3; print "a,b,b2,c,d,e,class"
    for (i = 1; i <= 60; i++) { for (k = 0; k < 4; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        y = i % 2; b = 1 + i % 3
        printf "%.3f,%d,%d,%.3f,%.3f,%.3f,%s\n", 40 + 12 * y + 30 * u[0], b, 2 * b, 50 + 20 * u[1], 40 + 6 * y + 20 * u[2],
            30 + 9 * u[3], y ? "u" : "v" } }' >sums.csv
# correlated [CELL]: the figure in `out`, of an evaluation or a cell.
correlated() { grep -A 1 '"stability_correlated"' out | sed -n 's/^ *"value": \([-0-9.e]*\),$/\1/p' | sed -n "${1:-1}p"; }
expect 0 evaluate sums.csv --method spr --set strength=.5 --log=10 --plan kfold:6 --json -q
alone=$(correlated)
expect 0 compare sums.csv --methods spr:log=1:strength=.5,spr:log=10:strength=.5 --plan kfold:6 --json -q
[ -n "$alone" ] && [ "$alone" != 1.0 ] || fail "alone: $alone"
[ "$(correlated 2)" = "$alone" ] || fail "$(correlated 2) of a cell beside another, alone $alone"
finish
