"""Evaluations as tables and pictures; tables from files and made-up ones."""
import json

import matplotlib.pyplot as pyplot
import numpy as np
import pandas as pd
import pytest
from conftest import need_files
from sklearn.metrics import log_loss, roc_auc_score

import ardor


@pytest.fixture(scope="module")
def result(two):
    return ardor.evaluate(*two, "spr", "kfold:5", tune="cv:3", random_state=3)


def test_tables_say_what_the_document_says(result, two):
    y = two[1]
    rows, folds, summary = result.rows, result.folds, result.summary
    assert sorted(rows["row"]) == list(range(len(y)))
    assert np.array_equal(rows["class"], y[rows["row"]])
    assert rows["predicted"].dtype == y.dtype
    assert (rows["predicted"] != rows["class"]).mean() == pytest.approx(summary.loc["error", "value"])
    assert log_loss(rows["class"], rows["prob:1"]) == pytest.approx(summary.loc["log_loss", "value"])
    assert summary.loc["error", "low"] < summary.loc["error", "value"] < summary.loc["error", "high"]
    assert summary.loc["error", "baseline"] == pytest.approx(min(y.mean(), 1 - y.mean()))
    assert {"sensitivity", "mcc", "auc"} <= set(summary.index)
    assert list(folds["fold"]) == [1, 2, 3, 4, 5] and "setting:strength" in folds
    assert folds["n_test"].sum() == len(y)
    assert set(result.selection["name"]) <= {f"x{j}" for j in range(1, 9)}
    assert json.loads(result.to_json()) == result.document
    pairs = [(roc_auc_score(f["class"], f["prob:1"]), (f["class"] == 1).sum() * (f["class"] == 0).sum())
             for _, f in rows.groupby("fold")]
    assert np.average([a for a, _ in pairs], weights=[w for _, w in pairs]) == pytest.approx(summary.loc["auc", "value"])


def test_it_shows_itself(result):
    assert "spr" in repr(result) and "error" in repr(result)
    assert "<table" in result._repr_html_() and "kfold:5" in result._repr_html_()


def test_pictures(result, two):
    figure, axes = pyplot.subplots(1, 4)
    result.plot_roc(axes[0])
    assert len(axes[0].lines) == 5 + 2  # folds, their mean, the diagonal
    for line in axes[0].lines:
        assert (np.diff(line.get_ydata()) >= 0).all()
    result.plot_selection(axes[1], top=3)
    widths = [bar.get_width() for bar in axes[1].patches]
    assert widths == sorted(widths) and widths[-1] == result.selection["frequency"].max()
    result.plot_calibration(axes[2], bins=4)
    assert len(axes[2].lines[0].get_xdata()) == 4
    ardor.plot.path(ardor.SPRClassifier(tune="cv:3").fit(*two), axes[3])
    pyplot.close(figure)
    with pytest.raises(ValueError, match="not tuned"):
        ardor.plot.path(ardor.SPRClassifier().fit(*two))
    with pytest.raises(ValueError, match="no ROC curve"):
        ardor.evaluate(*two, "majority", "loo").plot_roc()


def test_weights_groups_and_names(two):
    X, y = two
    frame = pd.DataFrame(X, columns=list("abcdefgh"))
    groups = np.arange(len(X)) // 10
    result = ardor.evaluate(frame, y, "spr", "kfold:3", groups=groups, sample_weight=np.where(y == 1, 2.0, 1.0))
    assert set(result.selection["name"]) <= set("abcdefgh")
    together = result.rows.assign(group=groups[result.rows["row"]]).groupby("group")["fold"].nunique()
    assert (together == 1).all()
    wrong = result.rows["predicted"] != result.rows["class"]
    weights = np.where(result.rows["class"] == 1, 2, 1)
    assert np.average(wrong, weights=weights) == pytest.approx(result.summary.loc["error", "value"])


def test_three_classes_and_decisions(three, two):
    X, y = three
    result = ardor.evaluate(X, y, "smlr", "kfold:3")
    assert [c for c in result.rows if c.startswith("prob:")] == ["prob:0", "prob:1", "prob:2"]
    with pytest.raises(ValueError, match="two classes"):
        result.plot_roc()
    undecided = ardor.evaluate(*two, "spr", "kfold:3", abstain=0.6).rows["predicted"]
    assert undecided.isna().any() and not undecided.isna().all()


def test_what_is_wrong_is_said(two):
    X, y = two
    with pytest.raises(ardor.UsageError, match="strenth"):
        ardor.evaluate(X, y, "spr", strenth=0.1)
    with pytest.raises(ardor.UsageError, match="set it there"):
        ardor.evaluate(X, y, ardor.SPRClassifier(), tune="cv:3")
    with pytest.raises(ValueError):
        ardor.evaluate(X, y[:-1], "spr")


@need_files
def test_tables_from_files(root, tmp_path):
    table = ardor.read_table(f"{root}/data/iris.csv.gz")
    assert table.X.shape == (150, 4) and len(set(table.y)) == 3
    assert table.sample_weight is None and table.groups is None
    path = tmp_path / "t.csv"
    path.write_text("id,a,w,g,class\nr,1,2,u,yes\ns,,1,v,no\nt,3,1,u,\n")
    table = ardor.read_table(path, id="id", weights="w", group="g", no_target=True, target="class")
    assert list(table.X.index) == ["r", "s", "t"] and np.isnan(table.X.loc["s", "a"])
    assert list(table.y) == ["yes", "no", None]
    assert list(table.sample_weight) == [2, 1, 1] and list(table.groups) == [0, 1, 0]
    with pytest.raises(ardor.UsageError, match="zz"):
        ardor.read_table(path, target="zz")
    path.write_text("1,2,u\n3,4,v\n5,6,w\n")
    table = ardor.read_table(path, header=False, positive="v")
    assert table.X.shape == (3, 2) and list(table.y) == ["not v", "v", "not v"]
    assert len(ardor.read_table(path, header=True, target="u").y) == 2


def test_made_up_tables():
    table = ardor.simulate("sparse-linear", 50, 6, nonzeros=2, random_state=3, noise=0.0)
    assert table.X.shape == (50, 6) and set(table.y) == {"-1", "1"}
    weights = np.array([feature["weight"] for feature in table.truth["features"]])
    assert np.array_equal(np.sign(table.X.iloc[:, :2] @ weights), table.y.astype(float))
    assert len(set(ardor.simulate("gaussians", 50, 6, classes=4).y)) == 4
    assert np.array_equal(table.X, ardor.simulate("sparse-linear", 50, 6, nonzeros=2, random_state=3, noise=0.0).X)
