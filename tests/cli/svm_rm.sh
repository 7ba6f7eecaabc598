#!/bin/bash
# svm-rm against scikit-learn's SVC on the kernel of ardor's scales, where python3 has it: a machine with the squared hinge is one
# without slack on K + 1/C.
. "$(dirname "$0")/common.sh"

python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3
if ! "$python" -c 'import sklearn' 2>/dev/null; then
    echo "skipped: python3 has no scikit-learn"
    finish
    exit
fi

cat >compare.py <<'END'
import csv, json, sys
import numpy as np
from sklearn.svm import SVC

# compare.py: fit.json of ardor's fit to data.csv and predicted.csv of test.csv, beside scikit-learn's.
def read(file):
    rows = list(csv.DictReader(open(file)))
    names = [name for name in rows[0] if name != "class"]
    return names, np.array([[float(row[name]) for name in names] for row in rows]), np.array([row["class"] for row in rows])

names, x, y = read("data.csv")
_, new, _ = read("test.csv")
mean, sd = x.mean(0), x.std(0)
x, new, y = (x - mean) / sd, (new - mean) / sd, np.where(y == "1", 1, -1)
fit = json.load(open("fit.json"))
theta, cost = np.zeros(len(names)), fit["settings"]["C"]
for feature in fit["features"]:
    theta[names.index(feature["name"])] = feature["scale"]
prob = np.array([float(row["prob_1"]) for row in csv.DictReader(open("predicted.csv"))])
ours = (np.log(prob / (1 - prob)) - fit["extras"]["platt_intercept"]) / fit["extras"]["platt_slope"]

def kernel(a, b):
    return np.exp(-sum(t * (a[:, None, k] - b[None, :, k]) ** 2 for k, t in enumerate(theta)))

gram = kernel(x, x)
machine = SVC(C=1e9, kernel="precomputed", tol=1e-9).fit(gram + np.eye(len(y)) / cost, y)
coefficient = np.zeros(len(y))
coefficient[machine.support_] = machine.dual_coef_[0]
theirs = kernel(new, x) @ coefficient + machine.intercept_[0]
worst = (abs(ours - theirs) / (1 + abs(theirs))).max()
assert worst < 1e-5, f"decision values differ by {worst}"
norm2 = coefficient @ y
assert abs(fit["extras"]["norm2"] - norm2) < 1e-5 * norm2, f"|w|^2 {fit['extras']['norm2']}, of scikit-learn {norm2}"
END

# compare KIND N P SEED C
compare() {
    expect 0 simulate "$1" --n "$2" --p "$3" --seed "$4" -q -o data.csv
    expect 0 simulate "$1" --n 300 --p "$3" --seed "10$4" -q -o test.csv
    expect 0 fit data.csv --method svm-rm --basis rbf --set "C=$5" -q --json -o model.json
    cp out fit.json
    expect 0 predict model.json test.csv -q -o predicted.csv
    "$python" compare.py >compared 2>&1 || fail "$1 $2 x $3, C $5: $(tail -n 1 compared)"
}

compare xor 200 5 1 1
compare circle 150 4 2 20
compare two-gaussians 100 8 3 .1
# More features than rows.
compare two-gaussians 30 40 4 1
finish
