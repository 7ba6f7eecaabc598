#!/usr/bin/env python3
"""svm.py TABLE RESULT: a linear support vector machine (scikit-learn's SVC, which is LIBSVM), C = 1, on exactly the folds of RESULT,
a document of `ardor evaluate TABLE --json`, with its preparation: logarithms if it has them, each feature with mean 0 and standard
deviation 1 on the training rows. Prints the error in per cent with K = XX' and with K = XX'/p, as two fields. Needs NumPy and
scikit-learn; without them it says so and ends with status 3."""
import csv
import gzip
import json
import sys

try:
    import numpy
    from sklearn.svm import SVC
except ImportError as missing:
    print(f"svm.py: {missing}: the rows of the support vector machine need NumPy and scikit-learn", file=sys.stderr)
    sys.exit(3)


def read(table, log):
    with gzip.open(table, "rt", newline="") as stream:
        names, *rows = csv.reader(stream)
    target = names.index("class")
    label = numpy.array([row[target] for row in rows])
    x = numpy.array([[float(cell) for j, cell in enumerate(row) if j != target] for row in rows])
    return (numpy.log(x) if log else x), label


def wrong(x, label, test, over_p):
    """Which rows of a fold are predicted wrongly."""
    train = numpy.setdiff1d(numpy.arange(len(label)), test)
    sd = x[train].std(axis=0)
    kept = sd > 0
    z = (x[:, kept] - x[train][:, kept].mean(axis=0)) / sd[kept]
    if over_p:
        z /= numpy.sqrt(z.shape[1])
    return SVC(kernel="linear", C=1.0, tol=1e-6).fit(z[train], label[train]).predict(z[test]) != label[test]


def main(table, result):
    with open(result, encoding="utf-8") as stream:
        document = json.load(stream)
    if document["standardise"] != "train" or document["log"] not in ("off", "on") or document["id"] is not None:
        sys.exit("svm.py: the result must have --standardise train, --log or none, and no --id: rows are found by their number")
    x, label = read(table, document["log"] == "on")
    tests = [[] for _ in range(document["n_folds"])]
    for row in document["rows"]:
        tests[row["fold"] - 1].append(int(row["id"]) - 1)
    assert all(label[int(row["id"]) - 1] == row["class"] for row in document["rows"])
    figures = []
    for over_p in (False, True):
        folds = [wrong(x, label, numpy.array(test), over_p) for test in tests]
        once = len(document["rows"]) == len(label)  # a partition: over rows; else the mean over folds, as in the document
        figures.append(100 * (numpy.concatenate(folds).mean() if once else numpy.mean([fold.mean() for fold in folds])))
    print(*(f"{figure:.1f}" for figure in figures))


if len(sys.argv) != 3:
    sys.exit("svm.py TABLE RESULT")
main(*sys.argv[1:])
