"""What people hand over: kinds of arrays, frames, labels, weights, groups, and what is said where it cannot be used."""
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sparse
from conftest import ESTIMATORS, need_files

import ardor
from ardor import _compat, _core


@pytest.fixture(scope="module")
def frame(two):
    return pd.DataFrame(two[0], columns=list("abcdefgh"))


def refused(match, X, y, **parameters):
    with pytest.raises(ValueError, match=match):
        ardor.SPRClassifier(**parameters).fit(X, y)


# ---------------------------------------------------------------- frames

@pytest.mark.parametrize("column", [
    pd.Categorical(["u", "v"] * 60), ["q"] * 120, pd.date_range("2020", periods=120), pd.array(["1", "z"] * 60, dtype="string")])
def test_a_column_that_is_not_of_numbers_is_named(column, frame, two):
    bad = frame.assign(c=column)
    refused("column 'c' .* not of numbers", bad, two[1])
    with pytest.raises(ValueError, match="column 'c' .* not of numbers"):
        ardor.SPRClassifier().fit(frame, two[1]).predict(bad)
    with pytest.raises(ValueError, match="column 'c' .* not of numbers"):
        ardor.evaluate(bad, two[1], "spr")


@pytest.mark.parametrize("change", [
    lambda f: f.astype(object), lambda f: f.assign(a=pd.Categorical(f["a"])),
    lambda f: f.assign(a=pd.array(f["a"], dtype="Float64"))])
def test_columns_of_numbers_however_they_are_held(change, frame, two):
    expected = ardor.SPRClassifier().fit(frame, two[1]).predict_proba(frame)
    assert np.array_equal(ardor.SPRClassifier().fit(change(frame), two[1]).predict_proba(change(frame)), expected)


def test_columns_of_whole_numbers_and_of_truth_values(frame, two):
    kinds = frame.assign(a=(frame["a"] * 10).astype(int), b=frame["b"] > 0)
    same = kinds.astype(float)
    expected = ardor.SPRClassifier().fit(same, two[1]).predict_proba(same)
    assert np.array_equal(ardor.SPRClassifier().fit(kinds, two[1]).predict_proba(kinds), expected)


def test_missing_values_of_every_kind_are_imputed_and_else_refused_with_what_to_do(frame, two):
    y = two[1]
    values = np.where(np.arange(120) % 5 == 0, np.nan, np.round(frame["a"] * 10))
    numbers = frame.assign(a=values)
    expected = ardor.SPRClassifier(impute="mean").fit(numbers, y).predict_proba(numbers)
    for dtype in ("Float64", "Int64", object):
        holes = frame.assign(a=pd.Series(values).astype(dtype) if dtype != object else pd.Series(values, dtype=object))
        refused("contains NaN: missing values take impute=", holes, y)
        assert np.array_equal(ardor.SPRClassifier(impute="mean").fit(holes, y).predict_proba(holes), expected)
    with pytest.raises(ValueError, match="missing.*impute"):
        ardor.evaluate(numbers, y, "spr", 3)


def test_names_of_columns(frame, two):
    y = two[1]
    refused("both named 'a'", frame.set_axis(list("aacdefgh"), axis=1), y)
    refused("has no name", frame.set_axis(["", *"bcdefgh"], axis=1), y)
    refused("NUL", frame.set_axis(["a\0b", *"bcdefgh"], axis=1), y)
    model = ardor.SPRClassifier().fit(frame.set_axis(["é µ", *"bcdefgh"], axis=1), y)
    assert "é µ" in {feature["name"] for feature in model.report_["features"]} | set(model.feature_names_in_)
    model = ardor.SPRClassifier().fit(frame, y)
    with pytest.raises(ValueError, match="same order"):
        model.predict(frame[list("bacdefgh")])
    with pytest.raises(ValueError, match="features? names"):
        model.predict(frame.iloc[:, :5])
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(two[0])
    assert not hasattr(model.fit(two[0], y), "feature_names_in_")
    with pytest.warns(UserWarning, match="fitted without feature names"):
        model.predict(frame)


def test_a_loaded_model_knows_the_names_of_its_file(tmp_path, frame, two):
    model = ardor.SPRClassifier().fit(frame, two[1])
    model.save(tmp_path / "m.json")
    again = ardor.load(tmp_path / "m.json")
    for loaded in (again, pickle.loads(pickle.dumps(again))):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert np.array_equal(loaded.predict_proba(frame), model.predict_proba(frame))
            assert np.array_equal(loaded.predict_proba(two[0]), model.predict_proba(frame))
        with pytest.raises(ValueError, match="column 0 .* is 'b', where the table of the model had 'a'"):
            loaded.predict(frame[list("bacdefgh")])
        with pytest.raises(ValueError, match="expecting 8 features"):
            loaded.predict(frame[list("abc")])
    ardor.SPRClassifier().fit(*two).save(tmp_path / "m.json")  # of an array, which has no names
    assert ardor.load(tmp_path / "m.json").predict(two[0]).shape == (120,)


# ---------------------------------------------------------------- arrays

def test_arrays_that_are_taken_as_they_are_pass_the_checks_of_scikit_learn(two):
    """What goes round scikit-learn's checks is what they return unchanged."""
    X, y = two
    plain = [X, np.asfortranarray(X), X.astype(np.float32), X[::-1, ::-1], X[:1], X[:, :1]]
    assert all(_compat._is_plain(x) and _compat.check_array(x, dtype=["float64", "float32"]) is x for x in plain)
    others = [X.astype(int), X.astype(">f8"), X.astype(np.float16), X[:0], X[:, :0], X[0], X[None], X.tolist(),
              np.ma.masked_array(X), np.where(X > 1, np.nan, X),
              np.where(X > 1, np.inf, X), np.where(X > 1, np.inf, np.where(X < -1, -np.inf, X))]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not any(_compat._is_plain(x) for x in others)
        assert not _compat._is_plain(np.full((4, 2), 1e308))  # finite, but the sum is not: scikit-learn looks closer
    for labels in (y, y > 0, y.astype(np.uint8), y.astype(str)):
        assert _compat._are_labels(labels, len(X))
    for labels in (y.astype(float), y.astype(object), y[:, None], y[:-1], y.tolist(), y.astype(complex)):
        assert not _compat._are_labels(labels, len(X))


def test_what_the_estimator_knows_of_features_is_set_anew(frame, two):
    X, y = two
    model = ardor.SPRClassifier().fit(frame, y)
    model.fit(X[:, :3], y)
    assert model.n_features_in_ == 3 and not hasattr(model, "feature_names_in_")
    with pytest.raises(ValueError, match="X has 8 features, but SPRClassifier is expecting 3"):
        model.predict(X)


def test_arrays_are_only_read(two):
    X, y = np.asfortranarray(two[0]), two[1]
    before = X.copy()
    X.flags.writeable = False
    model = ardor.SPRClassifier(tune="cv:3").fit(X, y)
    model.predict_proba(X)
    assert np.array_equal(X, before)


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_matrices_are_refused_with_what_to_do(form, two):
    X = sparse.random(120, 8, 0.5, format=form, random_state=0)
    with pytest.raises(TypeError, match="toarray"):
        ardor.SPRClassifier().fit(X, two[1])
    with pytest.raises(TypeError, match="toarray"):
        ardor.SPRClassifier().fit(*two).predict(X)
    with pytest.raises(TypeError, match="toarray"):
        ardor.evaluate(X, two[1], "spr")


# ---------------------------------------------------------------- labels, weights, groups

@pytest.mark.parametrize("labels", [
    lambda y: y > 0, lambda y: np.where(y > 0, "yes", "no"), lambda y: np.where(y > 0, "yes", "no").astype(object),
    lambda y: np.where(y > 0, b"yes", b"no"), lambda y: y.astype(float), lambda y: y.astype(np.int8), lambda y: (y - 3).tolist(),
    lambda y: pd.Series(pd.Categorical(np.where(y > 0, "yes", "no"), categories=["yes", "no", "never"])),
    lambda y: pd.Series(np.where(y > 0, "yes", "no"), dtype="string")])
def test_labels_of_any_kind(labels, two):
    X, y = two
    given = labels(y)
    model = ardor.SPRClassifier().fit(X, given)
    assert np.array_equal(model.classes_, np.unique(np.asarray(given)))
    assert model.predict(X).dtype == model.classes_.dtype
    assert np.array_equal(model.predict_proba(X), ardor.SPRClassifier().fit(X, y).predict_proba(X))
    rows = ardor.evaluate(X, given, "spr", 3).rows
    assert np.array_equal(rows["class"], np.asarray(given)[rows["row"]])


def test_labels_that_are_none(two):
    X, y = two
    refused("1 class", X, np.full(120, "a"))
    refused("Unknown label type", X, X[:, 0])
    refused("NaN", X, np.where(np.arange(120) == 3, np.nan, y))
    holes = np.where(y > 0, "yes", "no").astype(object)
    holes[3] = np.nan
    refused("NaN", X, holes)
    refused("1d array", X, np.column_stack([y, y]))
    refused("inconsistent numbers of samples", X, y[:-1])
    refused("compare", X, np.array(["a", 1] * 60, dtype=object))
    with pytest.raises(ValueError, match="comma"):
        ardor.LogisticClassifier(class_weight={"a,b": 2}).fit(X, np.where(y > 0, "a,b", "c"))


def test_weights_that_are_none(two):
    X, y = two
    for weights, match in ((np.where(np.arange(120) == 3, np.nan, 1), "NaN"), ([1, 2], "shape"), (y, "1 class"),
                           (np.ones((120, 1)), r"shape \(120, 1\), where \(120,\)"), ([np.inf] * 120, "infinity"),
                           (np.where(np.arange(120) > 4, -0.25, 1), r"negative values, of row 5 \(from 0\) -0.25"),
                           (-1, "negative"), (0, "all sample weights are zero"), ("heavy", "could not convert")):
        with pytest.raises(ValueError, match=match):
            ardor.SPRClassifier().fit(X, y, sample_weight=weights)
    with pytest.raises(TypeError, match="sample_weight"):
        ardor.BPMClassifier().fit(X, y, sample_weight=np.ones(120))
    with pytest.raises(ValueError, match="above 0"):
        ardor.evaluate(X, y, "spr", 3, sample_weight=np.zeros(120))


@pytest.mark.parametrize("kind", [list, tuple, pd.Series, np.float32, lambda weights: weights.astype(int),
                                  lambda weights: weights > 0, lambda weights: np.repeat(weights, 2)[::2]])
def test_weights_of_any_kind(kind, two):
    X, y = two
    weights = np.where(np.arange(120) % 3, 1.0, 0.0)
    expected = ardor.SPRClassifier().fit(X[weights > 0], y[weights > 0]).predict_proba(X)
    assert np.allclose(ardor.SPRClassifier().fit(X, y, sample_weight=kind(weights)).predict_proba(X), expected, atol=1e-12)


def test_one_weight_is_that_of_every_row(two):
    X, y = two
    expected = ardor.SPRClassifier(lam1=2.0, tol=1e-9).fit(X, y, sample_weight=np.full(120, 3.0)).predict_proba(X)
    for weight in (3, 3.0, np.float32(3)):
        assert np.array_equal(ardor.SPRClassifier(lam1=2.0, tol=1e-9).fit(X, y, sample_weight=weight).predict_proba(X), expected)
    assert not np.allclose(ardor.SPRClassifier(lam1=2.0, tol=1e-9).fit(X, y).predict_proba(X), expected, atol=1e-3)


@pytest.mark.parametrize("groups, match", [
    (np.ones((120, 2)), "one group"), (np.array([1, "a"] * 60, dtype=object), "compare"), ([1.0, np.nan] * 60, "missing"),
    (pd.array([1, None] * 60, dtype="Int64"), "missing"), (["a", None] * 60, "missing"), ([1, 2], "inconsistent")])
def test_groups_that_are_none(groups, match, two):
    with pytest.raises(ValueError, match=match):
        ardor.SPRClassifier(tune="cv:3").fit(*two, groups=groups)


# ---------------------------------------------------------------- evaluations

def test_rows_of_splits(two):
    X, y = two
    test = np.arange(120) % 3 == 0
    by_rows = ardor.evaluate(X, y, "spr", [(np.flatnonzero(~test), np.flatnonzero(test))]).document["summary"]
    assert ardor.evaluate(X, y, "spr", [(~test, test)]).document["summary"] == by_rows
    assert ardor.evaluate(X, y, "spr", 4).document["plan"] == "kfold:4"
    for split, match in ((([0.0, 1.5], [3]), "whole numbers"), (([0, 1], [-1]), "count from 0"), (([0, 1], [1]), "both"),
                         (([0, 1], []), "no test rows")):
        with pytest.raises(ardor.UsageError, match=match):
            ardor.evaluate(X, y, "spr", [split])


def test_names_that_do_not_fit_the_columns(two):
    """As many names as columns: the library would look for more beyond them."""
    X, y = two
    for names in (["a"], list("abcdefghi")):
        with pytest.raises(ardor.DataError, match=f"number of feature names: {len(names)}, where 8 are needed"):
            ardor.evaluate(X, y, "spr", 3, feature_names=names)
    with pytest.raises(ardor.DataError, match="row names: 2"):
        _core.dataset(X, row_names=["a", "b"])
    with pytest.raises(ardor.UsageError, match="an estimator of ardor"):
        ardor.evaluate(X, y, ardor.SPRClassifier)


# ---------------------------------------------------------------- estimators of other versions

@pytest.mark.parametrize("name", list(ESTIMATORS))
def test_a_pickle_of_a_version_with_fewer_parameters(name, two):
    model = ESTIMATORS[name](random_state=3).fit(*two)
    state = {key: value for key, value in model.__getstate__().items() if key not in ("pca", "rule")}
    old = ESTIMATORS[name].__new__(ESTIMATORS[name])
    old.__setstate__(state)
    assert old.get_params() == model.get_params()
    assert np.array_equal(old.predict_proba(two[0]), model.predict_proba(two[0]))


def test_logarithms_of_probabilities(two):
    X, y = two
    model = ardor.SPRClassifier().fit(X, y)
    far = 1e9 * X  # probabilities of 0 and 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        logs, far_logs = model.predict_log_proba(X), model.predict_log_proba(far)
    assert np.allclose(np.exp(logs), model.predict_proba(X), rtol=1e-14)
    assert np.isneginf(far_logs).any() and np.array_equal(np.exp(far_logs), model.predict_proba(far))


# ---------------------------------------------------------------- messages of the library, which are written for the program

@pytest.mark.parametrize("message, expected", [
    ("give --tune too", "give `tune` too"),
    ("take --tune=cv:5, or collect", "take tune='cv:5', or collect"),
    ("--tune=alo: no", "tune='alo': no"),
    ("take --tune=holdout:0.1.", "take tune='holdout:0.1'."),
    ("(--tune=cv:5)", "(tune='cv:5')"),
    ("--tune first:3: plan", "tune='first:3': plan"),
    ("--class-weight=balanced", "class_weight='balanced'"),
    ("--learning-curve takes", "`learning_curve` takes"),
    ("(--standardise train) or", "(standardise='train') or"),
    ("another --method or --basis, may", "another `method` or `basis`, may"),
    ("--basis identity", "basis='identity'"),
    ("--log=FLOOR, --log=20, --tol=1.5", "log=FLOOR, log=20, tol=1.5"),
    ("the settings (--set) or --set screen=none, --set C=, --set starts=K, --set lambda=2",
     "the settings (parameters) or screen='none', `C`, starts=K, lambda_=2"),
    ("leave --group out, --seed=7, --threads", "leave `groups` out, random_state=7, `n_jobs`"),
    ("column '--tune' of /tmp/a--b/--tune/x--tune.csv", "column '--tune' of /tmp/a--b/--tune/x--tune.csv"),
    ("a -- b, --, --- and --K", "a -- b, --, --- and --K"),
])
def test_options_of_the_program_are_parameters(message, expected):
    assert _core.in_python(message, _core._PARAMETERS) == expected


@need_files
def test_options_in_errors_and_warnings_are_parameters(tmp_path, two):
    X, y = two
    refused("give `tune` too", X, y, filter="ttest:2,3")
    with pytest.warns(ardor.ArdorWarning, match="strength; `tune` chooses them"):
        ardor.SPRClassifier().fit(X, y)
    with pytest.raises(ardor.UsageError, match="`importance` is measured on test rows"):
        _core.fit(_core.dataset(X, y, ["0", "1"]), [("method", "spr"), ("importance", "permutation:3")])
    (tmp_path / "t.csv").write_text("a,class\n1,u\n2,v\n")
    with pytest.raises(ardor.UsageError, match="`group`: there is no column 'b'"):  # as read_table calls it, and fits do not
        ardor.read_table(tmp_path / "t.csv", group="b")
    with pytest.raises(ValueError, match="`groups`"):
        ardor.evaluate(X, y, "spr", "logo")
