"""In scikit-learn: an estimator in a pipeline, chosen by a nested search, beside the same search made by the library.

`tune` chooses settings inside the training rows along a path of warm starts, which is faster than a search that fits each value
from nothing.
"""
import os

import pandas
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import ardor

DATA = os.environ.get("ARDOR_DATA") or os.path.join(os.path.dirname(__file__), "..", "..", "data")


def main():
    table = pandas.read_csv(os.path.join(DATA, "crabs.csv.gz"))
    X, y = table.drop(columns="class"), table["class"]
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    pipeline = make_pipeline(StandardScaler(), ardor.LogisticClassifier(standardise="none"))
    search = GridSearchCV(pipeline, {"logisticclassifier__strength": [0.3, 0.1, 0.03, 0.01]}, cv=5)
    by_search = cross_val_score(search, X, y, cv=folds)
    by_library = cross_val_score(ardor.LogisticClassifier(tune="cv:5"), X, y, cv=folds)
    print(f"accuracy, search of scikit-learn: {by_search.mean():.3f}; tune='cv:5': {by_library.mean():.3f}")
    return by_search, by_library


if __name__ == "__main__":
    main()
