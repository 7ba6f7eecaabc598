"""Few of many features: sparse probit regression on the 2000 genes of the colon data, and how stable the selection is.

The selection is made anew in every fold, on its training rows, so the error is honest; how often a gene is selected says how far
the list of one fit is to be trusted.
"""
import os
import sys

import matplotlib.pyplot as pyplot
import pandas

import ardor

DATA = os.environ.get("ARDOR_DATA") or os.path.join(os.path.dirname(__file__), "..", "..", "data")


def main(picture=None):
    table = pandas.read_csv(os.path.join(DATA, "colon-alon.csv.gz"))
    X, y = table.drop(columns="class"), table["class"]
    model = ardor.SPRClassifier(log=True, random_state=1).fit(X, y)
    print("kept:", ", ".join(model.get_feature_names_out()))

    result = ardor.evaluate(X, y, "spr", "kfold:10", log=True, random_state=1)
    print(result)
    print(result.selection[["name", "frequency", "direction"]].head(8).to_string(index=False))
    if picture:
        result.plot_selection(top=15)
        pyplot.tight_layout()
        pyplot.savefig(picture)
    return result


if __name__ == "__main__":
    main(*sys.argv[1:2])
