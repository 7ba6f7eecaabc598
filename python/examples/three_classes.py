"""More than two classes: irises by sparse multinomial logistic regression, and by pairs of a method of two classes."""
import os

import pandas

import ardor

DATA = os.environ.get("ARDOR_DATA") or os.path.join(os.path.dirname(__file__), "..", "..", "data")


def main():
    table = pandas.read_csv(os.path.join(DATA, "iris.csv.gz"))
    X, y = table.drop(columns="class"), table["class"]
    results = {}
    for method in ("smlr", "spr", "lda", "majority"):
        results[method] = ardor.evaluate(X, y, method, "kfold:5", random_state=1)
        print(results[method])
    model = ardor.SMLRClassifier(random_state=1).fit(X, y)
    for name, weights in zip(model.classes_, model.coef_):
        print(name, dict(zip(model.feature_names_in_, weights.round(2))))
    return results


if __name__ == "__main__":
    main()
