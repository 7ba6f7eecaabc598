#!/usr/bin/env bash
# adaboost against scikit-learn's AdaBoostClassifier (SAMME) around the stump of least weighted error, where they are. The alpha
# of SAMME is twice ours. Its own trees choose stumps by the Gini index, which are others. forward against the equations by numpy.
. "$2/tests/cli/common.sh" "$1" "$2"

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
import numpy as np
rng = np.random.default_rng(5)
n, p = 150, 6
x = rng.standard_normal((n, p)).round(9)
y = x[:, 0] + np.abs(x[:, 1]) - x[:, 2] * (x[:, 3] > 0) + 0.7 * rng.standard_normal(n) > 0.6
w = rng.uniform(0.5, 2, n).round(6)
print(",".join("x%d" % j for j in range(p)) + ",w,class")
for i in range(n): print(",".join("%.9f" % v for v in x[i]) + ",%.6f,%s" % (w[i], "yes" if y[i] else "no"))
END

cat >compare.py <<'END'
import csv, json, sys
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import AdaBoostClassifier

class Stump(ClassifierMixin, BaseEstimator):
    def fit(self, x, y, sample_weight):
        self.classes_ = np.unique(y)
        sign = np.where(y == self.classes_[1], 1, -1)
        best = -1
        for j in range(x.shape[1]):
            order = np.argsort(x[:, j])
            below = np.cumsum((sample_weight * sign)[order])
            edge = below[-1] - 2 * below[:-1]
            k = np.abs(edge).argmax()
            if abs(edge[k]) > best:
                best, self.column, self.sign = abs(edge[k]), j, np.sign(edge[k])
                self.threshold = (x[order[k], j] + x[order[k + 1], j]) / 2
        return self
    def predict(self, x):
        return self.classes_[(self.sign * (x[:, self.column] - self.threshold) > 0).astype(int)]

def compare(x, y, w, model):
    report, machine = model["report"], model["machine"]
    columns = [int(feature["name"][1:]) for feature in model["features"]]
    if model["method"] == "forward":
        z = x[:, columns]
        mean = [np.average(z[y == c], 0, w[y == c]) for c in (0, 1)]
        within = z - np.where(y[:, None] == 1, mean[1], mean[0])
        weight = np.linalg.solve((within * w[:, None]).T @ within / (w.sum() - 2), mean[1] - mean[0])
        return "other weights" if np.abs(weight / np.array(machine["weights"][0]) - 1).max() > 1e-9 else None
    rounds = int(report["settings"]["rounds"])
    other = AdaBoostClassifier(Stump(), n_estimators=rounds, algorithm="SAMME").fit(x, y, sample_weight=w)
    f, ours = np.zeros(len(y)), np.zeros(len(y))
    for alpha, stump in zip(other.estimator_weights_, other.estimators_): f += alpha / 2 * (2 * stump.predict(x) - 1)
    for j, stumps in zip(columns, machine["stumps"]):
        for threshold, weight in zip(stumps["thresholds"], stumps["weights"]):
            ours += np.where(x[:, j] > threshold, weight, -weight)
    ours /= report["extras"]["platt_slope"]
    loss = (w * np.exp(-np.where(y == 1, f, -f))).sum()
    if len(other.estimators_) != rounds: return "scikit-learn made %d rounds" % len(other.estimators_)
    if np.abs(f - ours).max() > 1e-7: return "other votes"
    if abs(loss + report["objective"]) > 1e-9 * loss: return "another loss"
    if ((f > 0) != (other.predict(x) == 1)).any(): return "other classes"

rows = list(csv.reader(open("table.csv")))[1:]
x = np.array([[float(v) for v in r[:-2]] for r in rows])
y = np.array([r[-1] == "yes" for r in rows]).astype(int)
for path in sys.argv[1:]:
    w = np.array([float(r[-2]) for r in rows]) if path.startswith("./weighted") else np.ones(len(rows))
    fault = compare(x, y, w, json.load(open(path)))
    if fault: sys.exit("%s: %s" % (path, fault))
END

"$python" table.py >table.csv
for weighted in unweighted weighted; do
    option=(--drop w)
    [ $weighted = weighted ] && option=(--weights w)
    for settings in adaboost:rounds=1 adaboost:rounds=10 adaboost:rounds=60 forward:k=4; do
        expect 0 fit table.csv "${option[@]}" --standardise none --method ${settings%:*} --set ${settings#*:} -q \
            -o "$weighted-$settings.json"
    done
done
"$python" compare.py ./*.json 2>fault || fail "$(cat fault)"
finish
