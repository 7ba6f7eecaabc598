"""scikit-learn's own checks, of every estimator, and those that check_estimator leaves out."""
import inspect
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import ESTIMATORS
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import estimator_checks as checks

import ardor
from ardor._compat import EXPECTED_FAILURES, Tags

# These take seconds on the larger tables of the checks; the long tests do without the limit.
QUICK = {"pfcvm-em": {"max_iter": 20}, "pcvm": {"max_iter": 100}, "rvm": {"max_iter": 100}, "rsfm": {"max_iter": 20},
         "pfcvm-lp": {"max_iter": 20}, "svm-l0": {"max_iter": 5}, "ard-ep": {"max_iter": 50}}
EXTRA = ["check_dataframe_column_names_consistency", "check_n_features_in_after_fitting",
         "check_transformer_get_feature_names_out", "check_transformer_get_feature_names_out_pandas",
         "check_set_output_transform", "check_set_output_transform_pandas"]


def estimators(quick):
    return [cls(**(QUICK.get(name, {}) if quick else {})) for name, cls in ESTIMATORS.items()]


def with_checks(those):
    """Each of the estimators with each check of scikit-learn, and those that it may fail: from 1.6 on no tag says which."""
    options = {}
    if "expected_failed_checks" in inspect.signature(checks.parametrize_with_checks).parameters:
        options["expected_failed_checks"] = lambda estimator: EXPECTED_FAILURES.get(estimator._method, {})
    return checks.parametrize_with_checks(those, **options)


@pytest.mark.filterwarnings("ignore")
@with_checks(estimators(True))
def test_check_estimator(estimator, check):
    check(estimator)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@with_checks([ESTIMATORS[name]() for name in QUICK if name in ESTIMATORS])
def test_check_estimator_without_limits(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", EXTRA)
@pytest.mark.parametrize("estimator", estimators(True), ids=list(ESTIMATORS))
def test_other_checks(estimator, name):
    getattr(checks, name)(type(estimator).__name__, estimator)


# ---------------------------------------------------------------- tags

class NewerBase:
    """What stands for BaseEstimator of scikit-learn 1.6 and later: tags begin here, with parts that are None."""

    def __sklearn_tags__(self):
        return SimpleNamespace(estimator_type=None, input_tags=SimpleNamespace(allow_nan=False), classifier_tags=None,
                               transformer_tags=None, target_tags=SimpleNamespace(required=False))


class NewerClassifier:
    """What stands for its ClassifierMixin: whatever the part for classifiers was, it is made anew."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.classifier_tags = "classifier", SimpleNamespace(poor_score=False)
        tags.target_tags.required = True
        return tags


class NewerSelector:
    """What stands for its SelectorMixin, a transformer."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags = SimpleNamespace()
        return tags


def newer(cls):
    """A class with the bases of an estimator's in their order, where those of scikit-learn are of a newer release."""
    stand_ins = {BaseEstimator: NewerBase, ClassifierMixin: NewerClassifier, SelectorMixin: NewerSelector, Tags: Tags}
    bases = tuple(stand_ins[base] for base in cls.__mro__ if base in stand_ins)
    return type(cls.__name__, bases, {"_method": cls._method})


@pytest.mark.parametrize("cls", list(ESTIMATORS.values()))
def test_tags_stand_before_the_classes_of_scikit_learn_and_its_estimator_last(cls):
    places = [cls.__mro__.index(base) for base in (SelectorMixin, TransformerMixin, ClassifierMixin)]
    assert cls.__mro__.index(Tags) < min(places) and max(places) < cls.__mro__.index(BaseEstimator)


@pytest.mark.parametrize("cls", list(ESTIMATORS.values()))
def test_tags_with_the_base_classes_of_newer_releases(cls):
    estimator = newer(cls)()
    for impute in (None, "none", "median"):
        estimator.impute = impute
        tags = estimator.__sklearn_tags__()
        assert tags.input_tags.allow_nan == (impute == "median")
        assert tags.classifier_tags.poor_score == (cls is ardor.MajorityClassifier)
        assert tags.estimator_type == "classifier" and tags.target_tags.required and tags.transformer_tags is not None


@pytest.mark.parametrize("cls", list(ESTIMATORS.values()))
def test_tags_of_the_release_that_is_installed(cls):
    for impute in (None, "median"):
        estimator = cls(impute=impute)
        if hasattr(BaseEstimator, "__sklearn_tags__"):
            tags = estimator.__sklearn_tags__()
            found = (tags.input_tags.allow_nan, tags.target_tags.required, tags.classifier_tags.poor_score)
        else:
            tags = estimator._get_tags()
            found = (tags["allow_nan"], tags["requires_y"], tags["poor_score"])
            assert tags["_xfail_checks"] == EXPECTED_FAILURES.get(cls._method, {})
        assert found == (impute == "median", True, cls is ardor.MajorityClassifier)


def test_missing_values_pass_where_they_are_imputed_and_only_there(two):
    """By the tag alone scikit-learn lets them into `transform`, which is its own."""
    X = np.where(np.arange(two[0].size).reshape(two[0].shape) % 11 == 0, np.nan, two[0])
    model = ardor.SPRClassifier(impute="median").fit(X, two[1])
    assert np.array_equal(model.transform(X), X[:, model.get_support()], equal_nan=True)
    with pytest.raises(ValueError, match="NaN"):
        ardor.SPRClassifier().fit(*two).transform(X)
