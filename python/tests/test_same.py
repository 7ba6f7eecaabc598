"""The same model and the same figures by every way to the library."""
import json
import re
import subprocess

import numpy as np
import pytest
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, PredefinedSplit, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import ardor

TIMES = re.compile(r'"seconds": [^,}\n]*')


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("method", ["jcfo", "spr", "rvm", "ard-ep", "lda"])
def test_the_program_writes_the_model_of_python(program, root, tmp_path, method):
    """But for times, and for what only a file of a table has: names of rows and columns of roles."""
    data = f"{root}/data/crabs.csv.gz"
    tune = "cv:3" if method in ("jcfo", "spr") else None
    run(program, "fit", data, "--method", method, "-o", str(tmp_path / "m.json"), "--seed=7", "--quiet",
        *(["--tune=" + tune] if tune else []))
    theirs = json.loads((tmp_path / "m.json").read_text())
    table = ardor.read_table(data)
    model = ardor.ESTIMATORS[method](random_state=7, tune=tune).fit(table.X, table.y)
    ours = json.loads(model.model_text_)
    of_tables = {"data_hash", "target", "header", "rows", "columns", "id"}
    for document in (theirs, ours):
        for key in of_tables:
            document.pop(key)
    same = [json.loads(TIMES.sub('"seconds": 0', json.dumps(document))) for document in (theirs, ours)]
    assert same[0] == same[1]


def test_the_program_predicts_with_a_model_of_python(program, root, tmp_path):
    data = f"{root}/data/crabs.csv.gz"
    table = ardor.read_table(data)
    model = ardor.RVMClassifier().fit(table.X, table.y)
    model.save(tmp_path / "m.json")
    rows = json.loads(run(program, "predict", str(tmp_path / "m.json"), data, "--json", "--quiet"))["rows"]
    theirs = np.array([[row["prob"][name] for name in model.classes_] for row in rows])
    assert np.array_equal(theirs, model.predict_proba(table.X))
    assert np.array_equal(ardor.load(tmp_path / "m.json").predict(table.X.to_numpy()), model.predict(table.X))


def test_an_evaluation_is_that_of_the_program(program, root):
    data = f"{root}/data/crabs.csv.gz"
    theirs = json.loads(run(program, "evaluate", data, "--method=spr", "--plan=kfold:5", "--tune=cv:3", "--json", "--quiet"))
    table = ardor.read_table(data)
    ours = ardor.evaluate(table.X, table.y, "spr", "kfold:5", tune="cv:3")
    assert ours.document["summary"] == theirs["summary"]
    assert ours.document["selection"] == theirs["selection"]
    again = ardor.evaluate(table.X, table.y, ardor.SPRClassifier(tune="cv:3"), "kfold:5")
    assert again.document["summary"] == theirs["summary"]


@pytest.mark.filterwarnings("ignore")
def test_a_nested_search_over_a_pipeline_is_the_evaluation_on_the_same_splits(two):
    """Candidates of a search are scored as evaluations of their settings on its inner splits; the chosen one predicts the outer
    rows as an evaluation with its setting does."""
    X, y = two
    rates = [0.05, 0.2, 0.5]
    outer = list(StratifiedKFold(3, shuffle=True, random_state=0).split(X, y))
    for train, test in outer:
        inner = list(StratifiedKFold(3, shuffle=True, random_state=1).split(X[train], y[train]))
        search = GridSearchCV(make_pipeline(StandardScaler(), ardor.SPRClassifier(standardise="none")),
                              {"sprclassifier__strength": rates}, cv=inner, scoring=make_scorer(lambda a, b: np.mean(a == b)))
        search.fit(X[train], y[train])
        errors = []
        for candidate, rate in enumerate(rates):
            result = ardor.evaluate(X[train], y[train], "spr", inner, strength=rate)
            theirs = [1 - search.cv_results_[f"split{k}_test_score"][candidate] for k in range(3)]
            assert np.allclose(result.folds["error"], theirs, atol=1e-12)
            errors.append(np.mean(theirs))
        best = rates[int(np.argmin(errors))]
        assert search.best_params_["sprclassifier__strength"] == best
        result = ardor.evaluate(X, y, "spr", [(train, test)], strength=best)
        rows = result.rows.set_index("row").loc[test]
        assert np.allclose(search.predict_proba(X[test])[:, 1], rows["prob:1"], atol=1e-7)
        assert np.array_equal(search.predict(X[test]), rows["predicted"])


def test_splitters_and_rows(two):
    X, y = two
    fold = np.arange(len(X)) % 4
    by_splitter = ardor.evaluate(X, y, "spr", PredefinedSplit(fold))
    by_rows = ardor.evaluate(X, y, "spr", [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(4)])
    assert by_splitter.document["summary"] == by_rows.document["summary"]
    assert by_splitter.document["plan"] == "splits"
    for k in range(4):
        assert set(by_rows.rows.query(f"fold == {k + 1}")["row"]) == set(np.flatnonzero(fold == k))
    with pytest.raises(ValueError):
        ardor.evaluate(X, y, "spr", [([0, 1, len(X)], [3])])
