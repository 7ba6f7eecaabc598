#!/bin/bash
# logistic, svm-l1 and pklr-rfe against scikit-learn's solvers on the same prepared data, where python3 has it.
. "$(dirname "$0")/common.sh"

python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3
if ! "$python" -c 'import sklearn' 2>/dev/null; then
    echo "skipped: python3 has no scikit-learn"
    finish
    exit
fi

cat >compare.py <<'END'
import csv, json, sys, warnings
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

# compare.py METHOD ALPHA: the model.json of ardor's fit to data.csv, and scikit-learn's at the same rate.
warnings.simplefilter("error")
method, alpha = sys.argv[1], float(sys.argv[2])
rows = list(csv.DictReader(open("data.csv")))
names = [name for name in rows[0] if name != "class"]
x = np.array([[float(row[name]) for name in names] for row in rows])
x = (x - x.mean(0)) / x.std(0)
y = np.where(np.array([row["class"] for row in rows]) == "1", 1, -1)
fit = json.load(open("fit.json"))
slope, shift = 1, 0
if method == "svm-l1":
    slope, shift = fit["extras"]["platt_slope"], fit["extras"]["platt_intercept"]
w = np.zeros(len(names))
for feature in fit["features"]:
    w[names.index(feature["name"])] = feature["weight"] / slope
b = (fit["bias"] - shift) / slope
lam = fit["settings"]["lam1" if method == "svm-l1" else "lam"]

def objective(w, b):
    margin = y * (x @ w + b)
    loss = np.maximum(0, 1 - margin) ** 2 if method == "svm-l1" else np.logaddexp(0, -margin)
    return -loss.sum() - lam * (alpha * abs(w).sum() + (1 - alpha) / 2 * (w**2).sum())

if method == "svm-l1":  # its intercept is penalised: by a 300th of the rate
    other = LinearSVC(penalty="l1", dual=False, C=1 / lam, intercept_scaling=300, tol=1e-6,
                      max_iter=1000000)
else:
    other = LogisticRegression(penalty="elasticnet", solver="saga", l1_ratio=alpha, C=1 / lam, tol=1e-9, max_iter=200000)
other.fit(x, y)
v, c = other.coef_[0], other.intercept_[0]
ours, theirs = objective(w, b), objective(v, c)
near, far = (1e-6, 3e-4) if method == "svm-l1" else (1e-8, 1e-5)
assert abs(ours - fit["objective"]) < 1e-8 * abs(ours), f"{ours} is reported as {fit['objective']}"
assert ours > theirs - 1e-8 * abs(theirs), f"objective {ours}, of scikit-learn {theirs}"
assert abs(ours - theirs) < near * abs(theirs), f"objective {ours}, of scikit-learn {theirs}"
assert abs(w - v).max() < far * abs(v).max(), f"weights {w}, of scikit-learn {v}"
assert method == "svm-l1" or alpha == 0 or ((w == 0) == (abs(v) < 1e-9)).all(), f"weights {w}, of scikit-learn {v}"
END

# compare METHOD ALPHA SETTING..
compare() {
    local method=$1 alpha=$2
    shift 2
    expect 0 fit data.csv --method "$method" --set tol=1e-9 "$@" --json -q
    cp out fit.json
    "$python" compare.py "$method" "$alpha" >compared 2>&1 || fail "$command_line: $(tail -n 1 compared)"
}

expect 0 simulate sparse-linear --n 150 --p 20 --seed 4 -q -o data.csv
for alpha in 1 0.5 0.1 0; do
    compare logistic $alpha --set alpha=$alpha --set lam=3
done
compare svm-l1 1 --set lam1=6
# More features than rows.
expect 0 simulate sparse-linear --n 40 --p 90 --seed 5 -q -o data.csv
for alpha in 1 0.4 0; do
    compare logistic $alpha --set alpha=$alpha --set lam=1.5
done

# The elimination of pklr-rfe, with scikit-learn's ridge in every fit: eliminate.py K LAM.
cat >eliminate.py <<'END'
import csv, json, sys, warnings
import numpy as np
from sklearn.linear_model import LogisticRegression

warnings.simplefilter("ignore")  # its line search ends where the objective has no more digits
kept, lam = int(sys.argv[1]), float(sys.argv[2])
rows = list(csv.DictReader(open("data.csv")))
names = [name for name in rows[0] if name != "class"]
x = np.array([[float(row[name]) for name in names] for row in rows])
x = (x - x.mean(0)) / x.std(0)
y = np.array([row["class"] == "1" for row in rows])
fit = json.load(open("fit.json"))

def ridge(left):
    return LogisticRegression(C=1 / lam, solver="newton-cg", tol=1e-12, max_iter=60).fit(x[:, left], y)

left = np.arange(len(names))
while len(left) > kept:
    order = np.argsort(-abs(ridge(left).coef_[0]))
    fewer = max(64, len(left) // 2) if len(left) > 64 else len(left) - 1
    left = left[order][: max(kept, fewer)]
left = np.sort(left)
model = ridge(left)
ours = [feature["name"] for feature in fit["features"]]
assert sorted(ours) == sorted(names[j] for j in left), f"{sorted(ours)}, of scikit-learn {sorted(names[j] for j in left)}"
w = np.array([next(f["weight"] for f in fit["features"] if f["name"] == names[j]) for j in left])
v, c = model.coef_[0], model.intercept_[0]
assert abs(w - v).max() < 1e-6 * abs(v).max(), f"weights {w}, of scikit-learn {v}"
assert abs(fit["bias"] - c) < 1e-6 * max(1, abs(c)), f"bias {fit['bias']}, of scikit-learn {c}"
objective = -np.logaddexp(0, -np.where(y, 1, -1) * (x[:, left] @ w + fit["bias"])).sum() - lam / 2 * (w**2).sum()
assert abs(objective - fit["objective"]) < 1e-8 * abs(objective), f"{objective} is reported as {fit['objective']}"
END
while read -r k lam; do
    expect 0 fit data.csv --method pklr-rfe --set tol=1e-9 --set k=$k --set lam=$lam --json -q
    cp out fit.json
    "$python" eliminate.py $k $lam >compared 2>&1 || fail "$command_line: $(tail -n 1 compared)"
done <<'END'
70 2
20 0.5
1 50
END
finish
