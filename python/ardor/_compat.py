"""What differs between the releases of scikit-learn, from 1.2 on."""
from functools import partial

import numpy as np
from sklearn.utils import check_array

try:  # 1.6 and later
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:
    _validate_data = None
_ALL_FINITE = "force_all_finite" if _validate_data is None else "ensure_all_finite"


def _is_plain(X):
    """Is X a matrix that scikit-learn's checks would return as it is? They take longer than to predict a row."""
    if type(X) is not np.ndarray or X.ndim != 2 or not X.size or X.dtype.char not in "df" or not X.dtype.isnative:
        return False
    with np.errstate(all="ignore"):
        return np.isfinite(X.sum())  # where finite values add up to more than there is, scikit-learn looks at each


def _are_labels(y, n):
    """Is y an array of n labels, of a kind that is nothing but labels?"""
    return type(y) is np.ndarray and y.shape == (n,) and y.dtype.kind in "biuUS"


def validate_data(estimator, X, y=None, *, allow_nan, reset):
    """X, or X and y where y is given, checked; sets, or compares with, what the estimator knows of its features."""
    if _is_plain(X) and (not reset or _are_labels(y, len(X))):
        if reset:
            estimator.n_features_in_ = X.shape[1]
        if estimator.n_features_in_ == X.shape[1] and not hasattr(estimator, "feature_names_in_"):
            return X if y is None else (X, y)
    options = {"dtype": ["float64", "float32"], "reset": reset}
    if y is not None or reset:
        options["y"] = y
    options[_ALL_FINITE] = "allow-nan" if allow_nan else True
    return _explained(estimator._validate_data if _validate_data is None else partial(_validate_data, estimator), X, options)


def check_matrix(X, *, allow_nan):
    """X as a matrix of float64 or float32, checked."""
    return _explained(check_array, X, {_ALL_FINITE: "allow-nan" if allow_nan else True, "dtype": ["float64", "float32"]})


def _explained(check, X, options):
    try:
        return check(X, **options)
    except (TypeError, ValueError) as error:
        text = _explanation(X, error)
        if text is None:
            raise
        raise ValueError(text) from error


def _explanation(X, error):
    """What to do about an X that scikit-learn refused, where more can be said of it than it does; else None."""
    if "Input X contains NaN" in str(error):
        return "Input X contains NaN: missing values take impute='median', 'mean' or 'knn:K', or rows without them"
    if not hasattr(X, "dtypes") or not hasattr(X, "columns") or not (isinstance(error, TypeError) or "convert" in str(error)):
        return None
    for j, (name, dtype) in enumerate(zip(X.columns, X.dtypes)):
        try:
            numbers = getattr(dtype, "kind", "O") not in "Mm"  # times would do as whole numbers
            np.asarray(X.iloc[:, j], dtype=np.float64)
        except (TypeError, ValueError):
            numbers = False
        if not numbers:
            return (f"column {name!r} ({dtype}) of X is not of numbers: leave it out, or make numbers of it, for example with "
                    f"pandas.get_dummies ({error})")
    return None


# Checks of scikit-learn that do not hold of a method, and why.
_MODERATED = {
    "check_decision_proba_consistency": "probabilities are the mean of the latent function moderated by its variance: their "
                                        "order is not that of the mean alone",
}
_SATURATED = {
    "check_decision_proba_consistency": "the check rounds probabilities, which are 1 to ten digits where the "
                                        "function still rises",
}
EXPECTED_FAILURES = {
    **dict.fromkeys(["pfcvm-lp", "epcvm", "rvm", "rsfm", "gp", "bpm", "ard-ep", "ard-laplace", "projection"], _MODERATED),
    "majority": {
        "check_classifiers_classes": "the largest class is predicted for every row",
    },
    "pcvm": _SATURATED,
    "pfcvm-em": {
        **_SATURATED,
        # Its name up to 1.5, and from 1.6 on.
        **dict.fromkeys(["check_sample_weights_invariance", "check_sample_weight_equivalence_on_dense_data"],
                        "the check changes the order of the rows, and EM ends near a maximum, not at it"),
    },
    "svm-rm": {
        "check_class_weight_classifiers": "two classes that weigh 1e-4 leave nothing of the radius/margin bound of their pair",
    },
}


class Tags:
    """The tags of an estimator in both of their forms.

    It is the first of an estimator's base classes: those of scikit-learn make the parts that it fills. BaseEstimator, with which
    they begin, is the last.
    """

    _method = ""

    def _allows_nan(self):
        return self.impute not in (None, "none")

    def _more_tags(self):  # up to 1.5
        return {"allow_nan": self._allows_nan(), "requires_y": True, "poor_score": self._method == "majority",
                "_xfail_checks": EXPECTED_FAILURES.get(self._method, {})}

    def __sklearn_tags__(self):  # from 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._allows_nan()
        tags.classifier_tags.poor_score = self._method == "majority"
        return tags
