"""What differs between the releases of scikit-learn, from 1.2 on."""
from sklearn.base import BaseEstimator

try:  # 1.6 and later
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:
    _validate_data = None


def validate_data(estimator, X, y=None, *, allow_nan, reset):
    """X, or X and y where y is given, checked; sets, or compares with, what the estimator knows of its features."""
    options = {"dtype": ["float64", "float32"], "reset": reset}
    if y is not None or reset:
        options["y"] = y
    finite = "allow-nan" if allow_nan else True
    if _validate_data is not None:
        return _validate_data(estimator, X, ensure_all_finite=finite, **options)
    return estimator._validate_data(X, force_all_finite=finite, **options)


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
        "check_sample_weights_invariance": "the check changes the order of the rows, and EM ends near a maximum, not at it",
    },
    "svm-rm": {
        "check_class_weight_classifiers": "two classes that weigh 1e-4 leave nothing of the radius/margin bound of their pair",
    },
}


class Tags(BaseEstimator):
    """The tags of an estimator in both of their forms."""

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
