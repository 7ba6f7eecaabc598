#!/bin/bash
# gp against scikit-learn's Gaussian process classifier with the same kernel on the same prepared data, where python3 has it.
. "$(dirname "$0")/common.sh"

python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3
if ! "$python" -c 'import sklearn' 2>/dev/null; then
    echo "skipped: python3 has no scikit-learn"
    finish
    exit
fi

cat >compare.py <<'END'
import csv, json, warnings
import numpy as np
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel

# compare.py: fit.json of ardor's fit to data.csv and predicted.csv of test.csv, beside scikit-learn's.
warnings.simplefilter("ignore")  # length scales at the end of their range

def read(file):
    rows = list(csv.DictReader(open(file)))
    names = [name for name in rows[0] if name != "class"]
    return names, np.array([[float(row[name]) for name in names] for row in rows]), np.array([row["class"] for row in rows])

names, x, y = read("data.csv")
_, new, truth = read("test.csv")
mean, sd = x.mean(0), x.std(0)
x, new = (x - mean) / sd, (new - mean) / sd
fit = json.load(open("fit.json"))
theta = np.zeros(len(names))
for feature in fit["features"]:
    theta[names.index(feature["name"])] = feature["scale"]
rows = list(csv.DictReader(open("predicted.csv")))
ours = np.array([float(row["prob_1"]) for row in rows])

def kernel(s2, theta):
    return ConstantKernel(s2, (1e-6, 1e6)) * RBF(1 / np.sqrt(2 * theta), (1e-5, 1e5))

# At ardor's scales: the same evidence and the same classes; probabilities by another formula for the same integral.
same = GaussianProcessClassifier(kernel(fit["extras"]["s2"], theta), optimizer=None, max_iter_predict=1000).fit(x, y)
evidence = same.log_marginal_likelihood_value_
assert abs(evidence - fit["objective"]) < 1e-6 * abs(evidence), f"log evidence {fit['objective']}, of scikit-learn {evidence}"
theirs = same.predict_proba(new)[:, list(same.classes_).index("1")]
assert ((ours > .5) == (theirs > .5))[abs(theirs - .5) > 1e-6].all(), "classes differ"
assert abs(ours - theirs).max() < .02, f"probabilities differ by {abs(ours - theirs).max()}"
# From its own start: no evidence is missed, and where that is the same maximum errors are alike.
own = GaussianProcessClassifier(kernel(1, np.full(len(names), .5))).fit(x, y)
missed = own.log_marginal_likelihood_value_ - fit["objective"]
assert missed < .01, f"the log evidence {fit['objective']} is {missed} below scikit-learn's"
errors = ((ours > .5) != (truth == "1")).mean(), (own.predict(new) != truth).mean()
assert missed < -.1 or abs(errors[0] - errors[1]) < .005, f"error {errors[0]}, of scikit-learn {errors[1]}"
END

# compare KIND N P SEED
compare() {
    expect 0 simulate "$1" --n "$2" --p "$3" --seed "$4" -q -o data.csv
    expect 0 simulate "$1" --n 1000 --p "$3" --seed "10$4" -q -o test.csv
    expect 0 fit data.csv --method gp -q --json -o model.json
    cp out fit.json
    expect 0 predict model.json test.csv -q -o predicted.csv
    "$python" compare.py >compared 2>&1 || fail "$1 $2 x $3, seed $4: $(tail -n 1 compared)"
}

compare xor 200 5 1
compare circle 150 4 2
compare two-gaussians 100 8 3
# More features than rows.
compare two-gaussians 30 40 4
finish
