#!/usr/bin/env bash
# svm-l0 against a loop around scikit-learn's SVC(kernel="linear"), where it is: the features that are left, machine by machine,
# and the weights of the last one.
. "$2/tests/cli/common.sh" "$1" "$2"

if lacks svm-l0; then
    finish
fi
# Python with scikit-learn: the first one, or the system's.
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy, sklearn' 2>/dev/null && python=$candidate && break
done
if [ -z "$python" ]; then
    echo "there is no scikit-learn: not compared"
    exit 77
fi

cat >table.py <<'END'
import sys
import numpy as np
n, p, noise, seed = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
rng = np.random.default_rng(seed)
x = (rng.standard_normal((n, p)) * rng.uniform(0.5, 2, p)).round(9)
y = x[:, 0] / x[:, 0].std() - x[:, 1] / x[:, 1].std() + 0.7 * x[:, 2] / x[:, 2].std() + noise * rng.standard_normal(n) > 0.2
print(",".join("x%d" % j for j in range(p)) + ",class")
for i in range(n): print(",".join("%.9f" % v for v in x[i]) + (",yes" if y[i] else ",no"))
END

cat >compare.py <<'END'
import csv, json, sys
import numpy as np
from sklearn.svm import SVC
table, model_file, trace_file, cost, standardise, planted = sys.argv[1:]
cost, planted = float(cost), int(planted)
rows = list(csv.reader(open(table)))[1:]
x, y = np.array([[float(v) for v in r[:-1]] for r in rows]), np.array([r[-1] for r in rows]) == "yes"
if standardise == "train": x = (x - x.mean(0)) / x.std(0)
spread, left, z, unit, counts = x.std(0), np.arange(x.shape[1]), np.ones(x.shape[1]), None, []
while True:
    machine = SVC(kernel="linear", C=cost, tol=1e-9).fit(x[:, left] * z[left], y)
    v = z[left] * np.abs(machine.coef_[0])
    if unit is None: unit = np.sqrt((spread[left] ** 2).sum() / ((v * spread[left]) ** 2).sum())
    part = v * spread[left]
    stay = part > 1e-6 * part.max()
    change = np.abs(unit * v / z[left] - 1)[stay].max()
    z[left] = unit * v
    counts.append(int(stay.sum()))
    left = left[stay]
    if stay.all() and change <= 1e-3: break
model, report = json.load(open(model_file)), json.load(open(trace_file))
def find(of, name):
    if isinstance(of, dict):
        if of.get(name) is not None: return of[name]
        of = list(of.values())
    for part in of if isinstance(of, list) else []:
        found = find(part, name)
        if found is not None: return found
trace = [row["n_features"] for row in find(report, "trace")]
if trace != counts: sys.exit("features by machine: %s, scikit-learn %s" % (trace, counts))
ours = [int(feature["name"][1:]) for feature in model["features"]]
if ours != list(left): sys.exit("features: %s, scikit-learn %s" % (ours, list(left)))
last = SVC(kernel="linear", C=cost, tol=1e-9).fit(x[:, left], y)
weight = np.array(model["machine"]["weights"][0]) / find(model, "platt_slope")
off = np.abs(weight - last.coef_[0]).max()
if not off < 1e-5 * np.abs(last.coef_).max(): sys.exit("weights differ by %g" % off)
if not set(range(planted)) <= set(ours): sys.exit("not all of the first %d features are among %s" % (planted, ours))
print("%d machines, features %s, largest difference of a weight %g" % (len(counts), ours, off))
END

# compare ROWS COLUMNS NOISE SEED COST STANDARDISE PLANTED: so many of the features that make the class are found.
compare() {
    "$python" table.py "$1" "$2" "$3" "$4" >data.csv
    expect 0 fit data.csv --method svm-l0 --standardise "$6" --set "C=$5" --set tol=1e-9 --trace --json -q -o model.json
    cp out fit.json
    "$python" compare.py data.csv model.json fit.json "$5" "$6" "$7" >said 2>&1 || fail "$*: $(cat said)"
    cat said
}

compare 60 400 0 1 1 train 3
compare 90 400 0.1 2 1 none 0
compare 150 10 1 3 0.05 train 3
compare 150 30 0.5 4 1 none 3

# ---- what is said of it
expect 0 fit data.csv --method svm-l0 --set k=2 -o model.json
prints 'Model  *2 of 30 features'
says 'settings that were not chosen for these data: C; --tune'
refuses 2 fit data.csv --method svm-l0 --basis rbf
refuses 2 fit data.csv --method svm-l0 --force x3
says 'cannot take forced columns'
refuses 2 fit data.csv --method svm-l0 --set k=0
expect 0 fit data.csv --method svm-l0 --set max_iter=2 -o model.json
prints 'Stopped  *at the limit of its iterations'
finish
