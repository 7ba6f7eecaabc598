"""scikit-learn's own checks, of every estimator, and those that check_estimator leaves out."""
import pytest
from conftest import ESTIMATORS
from sklearn.utils import estimator_checks as checks

# These take seconds on the larger tables of the checks; the long tests do without the limit.
QUICK = {"pfcvm-em": {"max_iter": 20}, "pcvm": {"max_iter": 100}, "rvm": {"max_iter": 100}, "rsfm": {"max_iter": 20},
         "pfcvm-lp": {"max_iter": 20}, "svm-l0": {"max_iter": 5}, "ard-ep": {"max_iter": 50}}
EXTRA = ["check_dataframe_column_names_consistency", "check_n_features_in_after_fitting",
         "check_transformer_get_feature_names_out", "check_transformer_get_feature_names_out_pandas",
         "check_set_output_transform", "check_set_output_transform_pandas"]


def estimators(quick):
    return [cls(**(QUICK.get(name, {}) if quick else {})) for name, cls in ESTIMATORS.items()]


@pytest.mark.filterwarnings("ignore")
@checks.parametrize_with_checks(estimators(True))
def test_check_estimator(estimator, check):
    check(estimator)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@checks.parametrize_with_checks([ESTIMATORS[name]() for name in QUICK if name in ESTIMATORS])
def test_check_estimator_without_limits(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", EXTRA)
@pytest.mark.parametrize("estimator", estimators(True), ids=list(ESTIMATORS))
def test_other_checks(estimator, name):
    getattr(checks, name)(type(estimator).__name__, estimator)
