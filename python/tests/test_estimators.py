"""What fitted estimators have and do, beside scikit-learn's checks."""
import copy
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from conftest import ESTIMATORS, need_files, need_libsvm, repeated
from scipy.stats import norm
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.feature_selection import SelectFromModel
from sklearn.model_selection import GroupKFold

import ardor


def sigmoid(f):
    return 1 / (1 + np.exp(-f))


@pytest.mark.parametrize("name", list(ESTIMATORS))
def test_a_pickle_predicts_the_same_to_the_bit(name, two):
    X, y = two
    model = ESTIMATORS[name]().fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(model.predict_proba(X), again.predict_proba(X))
    assert again.model_text_ == model.model_text_
    assert np.array_equal(copy.deepcopy(model).predict_proba(X), model.predict_proba(X))


@pytest.mark.parametrize("name", list(ESTIMATORS))
def test_three_classes(name, three):
    X, y = three
    names = np.array(["b", "c", "a"])[y]
    model = ESTIMATORS[name](**({"max_iter": 100} if name == "pfcvm-em" else {})).fit(X, names)
    prob = model.predict_proba(X)
    assert list(model.classes_) == ["a", "b", "c"]
    assert prob.shape == (len(X), 3)
    assert np.allclose(prob.sum(axis=1), 1)
    assert np.array_equal(model.predict(X), model.classes_[prob.argmax(axis=1)])
    assert np.array_equal(model.decision_function(X).argmax(axis=1), prob.argmax(axis=1))
    assert (model.predict(X) == names).mean() > (0.2 if name == "majority" else 0.5)


def test_names_of_classes_keep_their_order():
    X = np.arange(20.0)[:, None]
    y = np.repeat([2, 10], 10)  # as texts "10" is before "2"
    model = ardor.SPRClassifier().fit(X, y)
    assert list(model.classes_) == [2, 10]
    assert model.report_["classes"] == ["2", "10"]
    assert model.predict_proba(X)[-1, 1] > 0.5
    assert list(model.predict([[0], [19]])) == [2, 10]


@pytest.mark.parametrize("standardise", ["train", "none"])
@pytest.mark.parametrize("name, link", [("spr", norm.cdf), ("logistic", sigmoid), ("smlr", sigmoid)])
def test_coefficients_are_of_the_columns_of_X(name, link, standardise, two):
    X, y = two
    X = X * np.arange(1, 9) + 100
    model = ESTIMATORS[name](standardise=standardise).fit(X, y)
    f = X @ model.coef_.T + model.intercept_
    assert model.coef_.shape == (1, 8) and f.shape == (len(X), 1)
    assert np.allclose(f[:, 0], model.decision_function(X), atol=1e-9)
    assert np.allclose(link(f[:, 0]), model.predict_proba(X)[:, 1], atol=1e-9)
    assert np.array_equal(model.coef_[0] != 0, model.get_support())


def test_coefficients_of_several_outputs(three):
    X, y = three
    model = ardor.SMLRClassifier(strength=0.01).fit(X, y)
    f = X @ model.coef_.T + model.intercept_
    prob = np.exp(f) / np.exp(f).sum(axis=1, keepdims=True)
    assert np.allclose(prob, model.predict_proba(X), atol=1e-9)
    assert np.allclose(f, model.decision_function(X), atol=1e-9)


@pytest.mark.parametrize("parameters", [{"basis": "rbf"}, {"basis": "linear"}, {"pca": 3}, {"standardise": "samples"}])
def test_no_coefficients_where_the_function_is_not_linear_in_columns(parameters, two):
    model = ardor.SPRClassifier(**parameters).fit(*two)
    assert not hasattr(model, "coef_") and not hasattr(model, "intercept_")


def test_vectors_are_rows(two):
    X, y = two
    model = ardor.RVMClassifier().fit(X, y)
    assert model.vectors_.min() >= 0 and model.vectors_.max() < len(X)
    assert not hasattr(ardor.SPRClassifier().fit(X, y), "vectors_")


def test_the_latent_function_and_its_deviation(two):
    X, y = two
    model = ardor.BPMClassifier().fit(X, y)
    mean, deviation = model.decision_function(X), model.predict_std(X)
    assert (deviation > 0).all()
    assert np.allclose(norm.cdf(mean / np.sqrt(1 + deviation**2)), model.predict_proba(X)[:, 1], atol=1e-9)
    with pytest.raises(ValueError, match="no posterior"):
        ardor.SPRClassifier().fit(X, y).predict_std(X)
    with pytest.raises(ValueError, match="no posterior"):
        ardor.KNNClassifier().fit(X, y).predict_std(X)


def test_importances_and_what_is_selected(two):
    X, y = two
    model = ardor.JCFOClassifier().fit(X, y)
    assert np.array_equal(model.feature_importances_ != 0, model.get_support())
    assert model.transform(X).shape == (len(X), model.get_support().sum())
    other = SelectFromModel(model, prefit=True, threshold=1e-12).get_support()
    assert np.array_equal(other, model.get_support())


def test_components_are_of_all_columns(two):
    X, y = two
    X = np.column_stack([X, np.ones(len(X))])
    model = ardor.SPRClassifier(pca=2).fit(X, y)
    assert list(model.get_support()) == [True] * 8 + [False]
    assert not hasattr(model, "feature_importances_")
    frame = pd.DataFrame(X, columns=list("abcdefghi"))
    assert list(ardor.SPRClassifier(pca=2).fit(frame, y).get_feature_names_out()) == list("abcdefgh")


def test_whole_weights_are_repeated_rows(two):
    X, y = two
    weights = np.random.default_rng(0).integers(0, 4, len(X))
    model = ardor.SPRClassifier(standardise="none", lam1=2.0, tol=1e-9).fit(X, y, sample_weight=weights)
    again = ardor.SPRClassifier(standardise="none", lam1=2.0, tol=1e-9).fit(*repeated(X, y, weights))
    assert np.allclose(model.coef_, again.coef_, atol=1e-7)


def test_weights_of_zero_are_rows_that_are_not_there(two):
    X, y = two
    weights = np.ones(len(X))
    weights[::3] = 0
    groups = np.arange(len(X)) // 4
    keep = weights > 0
    model = ardor.SPRClassifier(tune="cv:3").fit(X, y, sample_weight=weights, groups=groups)
    again = ardor.SPRClassifier(tune="cv:3").fit(X[keep], y[keep], sample_weight=weights[keep], groups=groups[keep])
    assert np.array_equal(model.predict_proba(X), again.predict_proba(X))
    with pytest.raises(ValueError, match="all sample weights are zero"):
        ardor.SPRClassifier().fit(X, y, sample_weight=np.zeros(len(X)))


def test_weights_of_classes(two):
    X, y = two
    even = ardor.LogisticClassifier(lam=1.0).fit(X, y).predict_proba(X)[:, 1].mean()
    model = ardor.LogisticClassifier(lam=1.0, standardise="none", tol=1e-9, class_weight={1: 5}).fit(X, y)
    assert model.predict_proba(X)[:, 1].mean() > even + 0.1
    same = ardor.LogisticClassifier(lam=1.0, standardise="none", tol=1e-9).fit(X, y, sample_weight=np.where(y == 1, 5, 1))
    assert np.allclose(model.coef_, same.coef_, atol=1e-6)
    with pytest.raises(ValueError, match="no class of y"):
        ardor.LogisticClassifier(class_weight={"1": 5}).fit(X, y)


@need_libsvm
def test_weights_of_classes_where_there_are_no_weights_of_rows(two):
    assert ardor.SVMClassifier(class_weight="balanced").fit(*two).report_["class_weight"] == "balanced"


def test_groups_stay_together_in_inner_folds(two):
    X, y = two
    groups = np.array(["a", "b", "c"])[np.arange(len(X)) % 3]
    model = ardor.LogisticClassifier(tune="cv:3").fit(X, y, groups=groups)
    lam = model.report_["tune"]["candidates"][8]
    errors = []
    for train, test in GroupKFold(3).split(X, y, groups):
        fold = ardor.LogisticClassifier(strength=lam["strength"], tol=1e-7).fit(X[train], y[train])
        errors.append(fold.predict(X[test]) != y[test])
    assert np.concatenate(errors).mean() == pytest.approx(lam["error"], abs=0.02)
    with pytest.raises(ValueError):
        ardor.LogisticClassifier(tune="cv:3").fit(X, y, groups=groups[:-1])


def test_names_of_features_reach_the_model(two):
    X, y = two
    frame = pd.DataFrame(X, columns=[f"gene {j}" for j in range(8)])
    model = ardor.SPRClassifier().fit(frame, y)
    assert {f["name"] for f in model.report_["features"]} == set(model.get_feature_names_out())
    assert np.array_equal(model.predict_proba(frame), ardor.SPRClassifier().fit(X, y).predict_proba(X))
    model.set_output(transform="pandas")
    assert list(model.transform(frame).columns) == list(model.get_feature_names_out())


def test_missing_values(two):
    X, y = two
    X = X.copy()
    X[::7, 2] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        ardor.SPRClassifier().fit(X, y)
    model = ardor.SPRClassifier(impute="median").fit(X, y)
    filled = X.copy()
    filled[::7, 2] = np.nanmedian(X[:, 2])
    assert np.allclose(model.predict_proba(X), model.predict_proba(filled))


@pytest.mark.parametrize("change", [
    lambda X: np.asfortranarray(X), lambda X: np.ascontiguousarray(X), lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    lambda X: np.asfortranarray(X[::-1])[::-1], lambda X: np.asfortranarray(X[:, ::-1])[:, ::-1],
    lambda X: X.astype(">f8"), lambda X: X.tolist(),
    lambda X: np.frombuffer(b"x" + X.tobytes(), dtype=np.uint8)[1:].view(X.dtype).reshape(X.shape)])
def test_however_values_lie_in_memory(change, two):
    X, y = two
    expected = ardor.RVMClassifier().fit(X, y)
    model = ardor.RVMClassifier().fit(change(X), y)
    assert model.model_text_.split('"seconds"')[0] == expected.model_text_.split('"seconds"')[0]
    assert np.array_equal(model.predict_proba(change(X)), expected.predict_proba(X))


def test_one_value_that_is_everywhere(two):
    X, y = two
    model = ardor.SPRClassifier(lam1=2).fit(X, y)
    same = np.broadcast_to(np.float64(0.25), (50, X.shape[1]))
    assert same.strides == (0, 0)
    assert np.array_equal(model.predict_proba(same), model.predict_proba(same.copy()))


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int32, np.uint8, np.int8, bool])
def test_kinds_of_numbers(dtype, two):
    X, y = two
    X = np.abs(X * 10).astype(dtype) if dtype is not bool else X > 0
    model = ardor.SPRClassifier().fit(X, y)
    assert np.array_equal(model.predict_proba(X), ardor.SPRClassifier().fit(X.astype(float), y).predict_proba(X.astype(float)))


def test_seeds_and_threads_of_scikit_learn(two):
    X, y = two
    text = [ardor.SPRClassifier(tune="cv:3", n_jobs=n_jobs, random_state=seed).fit(X, y).model_text_
            for n_jobs, seed in ((None, 5), (2, 5), (-1, 5), (-2, 5))]
    assert len({t.split('"seconds"')[0] for t in text}) == 1
    state = [ardor.SPRClassifier(tune="cv:3", random_state=np.random.RandomState(3)).fit(X, y).report_["seed"] for _ in range(2)]
    assert state[0] == state[1] > 1
    assert ardor.SPRClassifier().fit(X, y).report_["seed"] == 1
    with pytest.raises(ValueError, match="n_jobs"):
        ardor.SPRClassifier(n_jobs=0).fit(X, y)


def test_what_ends_early_says_so(two):
    X, y = two
    with pytest.warns(ConvergenceWarning, match="limit of its iterations"):
        model = ardor.JCFOClassifier(max_iter=1).fit(X, y)
    assert model.stop_reason_ == "max_iter" and model.n_iter_ == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        model = ardor.JCFOClassifier().fit(X, y)
    assert model.n_iter_ == model.report_["iterations"] > 1 and model.stop_reason_ == "converged"
    assert ardor.LDAClassifier().fit(X, y).n_iter_ == 1  # it has no iterations; scikit-learn asks for one
    with pytest.warns(ConvergenceWarning, match="time was over"):
        ardor.PFCVMEMClassifier(time_limit=0.05, max_iter=100000, tol=1e-14).fit(np.repeat(X, 5, axis=0), np.repeat(y, 5))


def test_doubts_are_warnings_with_codes(two):
    X, y = two
    with pytest.warns(ardor.ArdorWarning) as heard:
        ardor.SPRClassifier().fit(X[:15], y[:15])
    assert "few_rows" in {warning.message.code for warning in heard}
    assert all(warning.filename == __file__ for warning in heard)
    with warnings.catch_warnings(record=True) as heard:  # where there is no result there is nothing to doubt
        warnings.simplefilter("always")
        with pytest.raises(ardor.UsageError):
            ardor.SPRClassifier(tune="cv:40").fit(X[:15], y[:15])
    assert not heard


def test_callbacks_follow_and_end_a_fit(two):
    X, y = np.repeat(two[0], 4, axis=0), np.repeat(two[1], 4)
    seen = []
    model = ardor.PFCVMEMClassifier(callback=lambda progress: seen.append(progress) or len(seen) > 2, max_iter=100000, tol=1e-14)
    with pytest.raises(ardor.Cancelled):
        model.fit(X, y)
    assert all(isinstance(progress, ardor.Progress) for progress in seen) and seen[0].stage == "fit"

    def fails(progress):
        raise ZeroDivisionError("of the callback")

    with pytest.raises(ZeroDivisionError, match="of the callback"):
        model.set_params(callback=fails).fit(X, y)
    model.set_params(callback=lambda progress: ardor.SPRClassifier().fit(X[:50], y[:50]) is None, max_iter=40)
    model.fit(X[:200], y[:200])


def test_errors_are_those_that_one_expects(two):
    X, y = two
    with pytest.raises(ardor.UsageError, match="lam1") as caught:
        ardor.SPRClassifier(lam1=-1.0).fit(X, y)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(ValueError, match="1 class"):
        ardor.SPRClassifier().fit(X, np.zeros(len(X)))
    with pytest.raises(FileNotFoundError.__base__):
        ardor.load("there/is/no/model")
    with pytest.raises(NotFittedError):
        ardor.SPRClassifier().predict(X)
    assert not hasattr(ardor.SPRClassifier(), "coef_")
    with pytest.raises(ValueError, match="expecting 8 features"):
        ardor.SPRClassifier().fit(X, y).predict(X[:, :5])


@pytest.mark.parametrize("suffix", ["", pytest.param(".gz", marks=need_files)])
def test_files(tmp_path, suffix, two):
    X, y = two
    names = np.array(["no", "yes"])[y]
    model = ardor.JCFOClassifier(impute="mean").fit(X, names)
    path = tmp_path / ("model.json" + suffix)
    model.save(path)
    again = ardor.load(path)
    assert type(again) is ardor.JCFOClassifier
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert np.array_equal(again.predict(X), model.predict(X))
    assert np.array_equal(again.get_support(), model.get_support())
    holes = X.copy()
    holes[0] = np.nan
    assert np.array_equal(again.predict_proba(holes), model.predict_proba(holes))


def test_clones_are_as_new(two):
    X, y = two
    model = ardor.PFCVMClassifier(lambda_=0.1, random_state=2).fit(X, y)
    again = clone(model)
    assert again.get_params() == model.get_params() and not hasattr(again, "model_")
    assert "lambda" in model.report_["given"]


def test_switches_are_truth_values_too(two):
    """`tune=True` is what --tune alone is, False what there is without it."""
    X, y = two
    tuned = ardor.SPRClassifier(tune="auto").fit(X, y)
    assert tuned.report_["tune"] is not None
    assert ardor.SPRClassifier(tune=True).fit(X, y).report_["tune"] == tuned.report_["tune"]
    assert ardor.SPRClassifier(tune=False).fit(X, y).report_["tune"] is None
