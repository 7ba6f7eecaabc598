"""The base classes of the estimators: scikit-learn's contract over :mod:`ardor._core`."""
import inspect
import json
import os
from numbers import Integral, Number
from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import check_array, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from . import _core
from ._compat import Tags, check_matrix, validate_data

# Why a fit ended before it was done, in words of people.
UNFINISHED = {
    "max_iter": "it reached the limit of its iterations",
    "time": "its time was over",
    "stalled": "it made no progress any more",
    "cancelled": "it was cancelled",
    "not_finite": "a number was not finite any more",
}


def threads_of(n_jobs: Optional[int]) -> Any:
    """The key `threads` for scikit-learn's `n_jobs`."""
    if n_jobs is None:
        return None
    if n_jobs == 0 or not isinstance(n_jobs, Integral):
        raise ValueError(f"n_jobs must be a whole number other than 0, or None; it is {n_jobs!r}")
    if n_jobs == -1:
        return "auto"
    return n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs)


def seed_of(random_state) -> Optional[int]:
    """The key `seed` for scikit-learn's `random_state`."""
    if random_state is None or isinstance(random_state, Integral):
        return random_state
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def log_of(log) -> Any:
    """The key `log`: True and False beside its texts and floors."""
    if isinstance(log, (bool, np.bool_)):
        return "on" if log else "off"
    return log


def class_weights_text(class_weight, classes: np.ndarray) -> Optional[str]:
    """The key `class-weight` for scikit-learn's `class_weight`."""
    if class_weight is None or isinstance(class_weight, str):
        return class_weight
    known = {label: str(label) for label in classes}
    unknown = [label for label in class_weight if label not in known]
    if unknown:
        raise ValueError(f"class_weight names {unknown[0]!r}, which is no class of y: {', '.join(known.values())}")
    if any("," in known[label] for label in class_weight):
        raise ValueError("class_weight cannot name a class whose label has a comma; give sample_weight instead")
    return ",".join(f"{known[label]}={_core.value_text(float(weight))}" for label, weight in class_weight.items()) or None


def codes_of(y: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """The classes of y, two at least, and the index of each row's."""
    try:
        if y.dtype.kind not in "biuUS":  # those are always labels
            check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise ValueError("y has labels that do not compare, such as texts and numbers: make all of one kind") from error
    if len(classes) < 2:
        raise ValueError(f"a classifier needs rows of two classes at least; y has {len(y)} sample(s) of 1 class")
    return classes, codes.astype(np.int32)


def groups_of(groups, X) -> Optional[np.ndarray]:
    """Groups of any kind as integers."""
    if groups is None:
        return None
    check_consistent_length(X, groups)
    groups = np.asarray(groups)
    if groups.ndim != 1:
        raise ValueError(f"groups has the shape {groups.shape}; a row has one group")
    if any(group is None or type(group).__name__ in ("NAType", "NaTType") or group != group for group in groups.tolist()):
        raise ValueError("groups has missing values")
    try:
        return np.unique(groups, return_inverse=True)[1].astype(np.int64)
    except TypeError as error:
        raise ValueError("groups has values that do not compare, such as texts and numbers: make all of one kind") from error


def case_weights_of(sample_weight, n: int) -> np.ndarray:
    """Weights of n rows, none below 0; a single number is the weight of every row."""
    if isinstance(sample_weight, Number):
        sample_weight = np.full(n, sample_weight)
    weights = check_array(sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight")
    if weights.shape != (n,):
        raise ValueError(f"sample_weight has the shape {weights.shape}, where ({n},) is needed: a weight for each row of X")
    below = np.flatnonzero(weights < 0)
    if len(below):
        raise ValueError(f"sample_weight has negative values, of row {below[0]} (from 0) {weights[below[0]]:g}: weights are "
                         "numbers of 0 or more, and a row of weight 0 is left out")
    return weights


class Explanation(NamedTuple):
    """What the features that a model uses contribute to what it says of rows (:meth:`Classifier.explain`).

    Attributes
    ----------
    contributions : ndarray of shape (n_samples, n_used) or (n_samples, n_used, n_classes)
        f(x) - f(x with that feature at its mean over the training rows). With a last axis where there is an f for each class.
    reference : float or ndarray of shape (n_classes,)
        f where all features have their means.
    values : ndarray of shape (n_samples,) or (n_samples, n_classes)
        f of the rows.
    features : ndarray of shape (n_used,)
        Names of the features, as of ``get_feature_names_out``; with `pca` those of the components.
    scale : str
        "f": the latent function, as of ``decision_function``; "log_odds": ln p / (1 - p) of the second class, or of each class
        against all others, where the model has no such function.
    adds_up : bool
        Is f a sum of functions of single features, so that values are the reference and the sum of the contributions?
    """

    contributions: np.ndarray
    reference: Any
    values: np.ndarray
    features: np.ndarray
    scale: str
    adds_up: bool


class Classifier(Tags, SelectorMixin, ClassifierMixin, BaseEstimator):
    """What all estimators share: one for each method, of which :class:`ardor.JCFOClassifier` is the first.

    It is a classifier, and a selector of features: ``transform`` keeps those that the model uses.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Class labels, sorted; of two the second is the positive one.
    n_features_in_, feature_names_in_ : int, ndarray
        Features of X, and their names where X had any.
    n_iter_ : int
        Iterations of the fit; at least 1.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Size of the scale of each feature (of its weight with the basis ``identity``), 0 of those that are not used. NaN where
        the method has none.
    coef_, intercept_ : ndarray of shape (1 or n_classes, n_features_in_), (1 or n_classes,)
        Of the basis ``identity``: the latent function is ``X @ coef_.T + intercept_``. Not there with other bases and where a
        preparation (`log`, `pca`, ``standardise="samples"``) is not linear in X or mixes columns.
    vectors_ : ndarray
        Rows of X, from 0, that carry weights of a kernel basis.
    objective_, kkt_, stop_reason_ : float, dict or None, str
        Value that the fit maximised; largest violations of the optimality conditions, where there are such; why it ended.
    tuning_ : DataFrame (with pandas), list of dict or None
        Candidates of the tuning with their inner errors.
    report_ : dict
        The whole report of the fit.
    model_text_ : str
        The text of the model file, which the program ``ardor`` reads.
    """

    _method: str
    _setting_names: dict
    _many_classes = False
    #: Parameters that are keys of the library under the same name.
    _same_keys = ("basis", "standardise", "impute", "filter", "pca", "multiclass", "tune", "rule", "relax", "force")

    def __sklearn_is_fitted__(self) -> bool:  # a parameter may end in _ (lambda_), so attributes do not show it
        return hasattr(self, "model_")

    def __setstate__(self, state):
        """A pickle of an older version lacks parameters that came later: they have their defaults."""
        for name, parameter in inspect.signature(type(self).__init__).parameters.items():
            if name != "self":
                state.setdefault(name, parameter.default)
        super().__setstate__(state)

    # ---- fit

    def _settings(self, classes: np.ndarray) -> List[Tuple[str, Any]]:
        """Keys and values of the library for the parameters."""
        settings = [("method", self._method)]
        settings += [(key, getattr(self, key, None)) for key in self._same_keys]
        class_weight = class_weights_text(getattr(self, "class_weight", None), classes)
        settings += [("log", log_of(self.log)), ("class-weight", class_weight), ("threads", threads_of(self.n_jobs))]
        settings += [("seed", seed_of(self.random_state)), ("time-limit", self.time_limit)]
        return settings + [(key, getattr(self, name)) for name, key in self._setting_names.items()]

    def _fit(self, X, y, sample_weight, groups):
        X, y = validate_data(self, X, y, allow_nan=self._allows_nan(), reset=True)
        groups = groups_of(groups, X)
        if sample_weight is not None:
            sample_weight = case_weights_of(sample_weight, len(X))
            keep = sample_weight > 0  # the library takes weights above 0; a row of weight 0 is one that is not there
            if not keep.all():
                if not keep.any():
                    raise ValueError("all sample weights are zero")
                X, y, sample_weight = X[keep], y[keep], sample_weight[keep]
                groups = None if groups is None else groups[keep]
        classes, codes = codes_of(y)
        data = _core.dataset(X, codes, [str(label) for label in classes], sample_weight, groups,
                             getattr(self, "feature_names_in_", None))
        self.model_ = _core.fit(data, self._settings(classes), self.callback)
        self.classes_ = classes
        self.n_iter_ = max(1, self.model_.iterations)
        why = UNFINISHED.get(self.model_.stop_reason)
        if why:
            _core.warn(ConvergenceWarning(f"the fit of {type(self).__name__} ended before it converged: {why}"))
        return self

    # ---- predictions

    def _checked(self, X):
        check_is_fitted(self)
        if hasattr(self, "_names_in_file") and hasattr(X, "columns"):
            for column, name in self._names_in_file.items():
                if column < len(X.columns) and str(X.columns[column]) != name:
                    raise ValueError(f"column {column} (from 0) of X is {X.columns[column]!r}, where the table of the model had "
                                     f"{name!r}; the columns of a loaded model are found by their places")
            X = check_matrix(X, allow_nan=self._allows_nan())
        return validate_data(self, X, allow_nan=self._allows_nan(), reset=False)

    def predict_proba(self, X) -> np.ndarray:
        """Probabilities of the classes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        X = self._checked(X)
        return self.model_.predict(X, prob=True)[0]

    def predict(self, X) -> np.ndarray:
        """The most probable class of every row, the first of equals.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        prob = self.predict_proba(X)
        return self.classes_[np.argmax(prob, axis=1)]

    def predict_log_proba(self, X) -> np.ndarray:
        """Logarithms of the probabilities of the classes; of a probability of 0, minus infinity.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X) -> np.ndarray:
        """The latent function whose sign, or largest value, says which class is the most probable.

        Of two classes it is the mean of the latent function, which is above 0 where the second class is the more probable; of
        more the means for the classes. Models without a latent function for each class (nearest neighbours, classes told apart
        by pairs) have the logarithms of the probabilities in its place, of two classes their difference.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes) of more than two classes
        """
        X = self._checked(X)
        count = len(self.classes_)
        if self.model_.outputs == (1 if count == 2 else count):
            mean = self.model_.predict(X, mean=True)[1]
        else:
            prob = self.model_.predict(X, prob=True)[0]
            logs = np.log(np.maximum(prob, np.finfo(float).tiny))
            mean = logs[:, 1:] - logs[:, :1] if count == 2 else logs
        return mean[:, 0] if count == 2 else mean

    def predict_std(self, X) -> np.ndarray:
        """Standard deviation of the latent function, of models that have its posterior.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_outputs) of several outputs

        Raises
        ------
        ValueError
            The model has no posterior.
        """
        X = self._checked(X)
        variance = self.model_.predict(X, variance=True)[2]
        if variance.shape[1] == 0 or np.isnan(variance).all():
            raise ValueError(f"a model of the method '{self._method}' has no posterior, so there is no standard deviation")
        deviation = np.sqrt(variance)
        return deviation[:, 0] if deviation.shape[1] == 1 else deviation

    def explain(self, X) -> Explanation:
        """What each feature contributes to what the model says of a row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features_in_)

        Returns
        -------
        Explanation
            Exact parts of f where it is linear in the features or a sum of stumps; else how f changes where one feature has
            its mean.

        Raises
        ------
        ArdorError
            The model uses no feature.
        """
        X = self._checked(X)
        contributions, reference, values = self.model_.explain(X)
        scale, adds_up = self.model_.explained
        columns, _, names = self.model_.features()
        features = self.get_feature_names_out() if columns.min() >= 0 else np.array(names, dtype=object)
        if len(reference) == 1:
            contributions, reference, values = contributions[:, :, 0], float(reference[0]), values[:, 0]
        return Explanation(contributions, reference, values, features, scale, adds_up)

    # ---- what was learnt

    @property
    def report_(self) -> dict:
        check_is_fitted(self)
        return self.model_.report

    @property
    def model_text_(self) -> str:
        check_is_fitted(self)
        return self.model_.text

    @property
    def objective_(self) -> float:
        return _core.number(self.report_["objective"])

    @property
    def kkt_(self) -> Optional[dict]:
        return self.report_["kkt"]

    @property
    def stop_reason_(self) -> str:
        return self.report_["stop_reason"]

    @property
    def tuning_(self):
        tune = self.report_["tune"]
        if tune is None:
            return None
        try:
            import pandas
        except ImportError:
            return tune["candidates"]
        return pandas.DataFrame(tune["candidates"])

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self)
        columns, _, _ = self.model_.features()
        mask = np.zeros(self.n_features_in_, dtype=bool)
        if len(columns) and columns.min() < 0:  # components: the columns that they are made of
            columns = self._places(json.loads(self.model_.text)["combined"])
        mask[columns] = True
        return mask

    def _places(self, names: List[str]) -> np.ndarray:
        known = getattr(self, "feature_names_in_", None)
        if known is None:
            known = [f"x{j + 1}" for j in range(self.n_features_in_)]
        places = {name: j for j, name in enumerate(known)}
        return np.array([places[name] for name in names], dtype=np.int64)

    @property
    def feature_importances_(self) -> np.ndarray:
        check_is_fitted(self)
        columns, values, _ = self.model_.features()
        if len(columns) and columns.min() < 0:
            raise AttributeError("features are components of the columns, which have no importance of their own")
        importances = np.zeros(self.n_features_in_)
        importances[columns] = np.abs(values)
        return importances

    def _linear(self) -> Tuple[np.ndarray, np.ndarray]:
        """The latent function as X @ coef.T + intercept."""
        check_is_fitted(self)
        document = json.loads(self.model_.text)
        machine, steps = document["machine"], {step["step"]: step for step in document["prepare"]}
        if machine["kind"] != "function" or machine["basis"] != "identity":
            raise AttributeError("coefficients are of models that are linear in the features (basis identity)")
        if {"log", "samples", "pca"} & steps.keys():
            raise AttributeError("this preparation is not linear in single columns, so there are no coefficients")
        weights = np.array(machine["weights"], dtype=np.float64).reshape(len(machine["bias"]), -1)
        coef = np.zeros((len(weights), self.n_features_in_))
        intercept = np.array(machine["bias"], dtype=np.float64)
        if weights.size:
            used = np.array(machine["features"])
            scaled = steps.get("standardise")
            mean = np.array(scaled["mean"])[used] if scaled else np.zeros(len(used))
            weights = weights / (np.array(scaled["sd"])[used] if scaled else 1.0)
            coef[:, self.model_.features()[0][used]] = weights
            intercept = intercept - weights @ mean
        return coef, intercept

    @property
    def coef_(self) -> np.ndarray:
        return self._linear()[0]

    @property
    def intercept_(self) -> np.ndarray:
        return self._linear()[1]

    @property
    def vectors_(self) -> np.ndarray:
        check_is_fitted(self)
        centres = json.loads(self.model_.text)["machine"].get("centres")
        if centres is None:
            raise AttributeError("vectors are of models with a kernel basis")
        return np.array([centre["row"] - 1 for centre in centres if centre["row"] is not None], dtype=np.int64)

    # ---- files

    def save(self, path) -> None:
        """Writes the model file, which the program ``ardor`` and :func:`ardor.load` read.

        Parameters
        ----------
        path : str or path-like
            With a suffix ``.gz``, ``.zst`` or ``.xz`` it is compressed.
        """
        check_is_fitted(self)
        self.model_.save(path)

    @classmethod
    def _of_model(cls, model: _core.Model) -> "Classifier":
        estimator = cls()
        estimator.model_ = model
        estimator.classes_ = np.array(model.class_names)
        estimator.n_iter_ = max(1, model.iterations)
        estimator.n_features_in_ = model.training_features
        if estimator.n_features_in_ < 0:
            raise ValueError("the model file does not say how many columns its training table had; fit it again")
        impute = model.report["impute"]
        if impute not in (None, "none"):
            estimator.impute = impute
        columns, _, names = model.features()  # of those that it uses only
        estimator._names_in_file = {int(column): name for column, name in zip(columns, names) if column >= 0}
        if all(name == f"x{column + 1}" for column, name in estimator._names_in_file.items()):  # of an array, which had none
            del estimator._names_in_file
        return estimator


class WeightedClassifier(Classifier):
    """Methods that take case weights."""

    def fit(self, X, y, sample_weight=None, groups=None):
        """Fit the model, tuning included if `tune` says so.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float64 in Fortran order is not copied.
        y : array-like of shape (n_samples,)
            Class labels, two different ones at least.
        sample_weight : array-like of shape (n_samples,), optional
            Case weights, not below 0; rows of weight 0 are left out.
        groups : array-like of shape (n_samples,), optional
            Rows of one group stay together in the inner folds of `tune`.

        Returns
        -------
        self
        """
        return self._fit(X, y, sample_weight, groups)


class UnweightedClassifier(Classifier):
    """Methods that do not take case weights."""

    def fit(self, X, y, groups=None):
        """Fit the model, tuning included if `tune` says so.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float64 in Fortran order is not copied.
        y : array-like of shape (n_samples,)
            Class labels, two different ones at least.
        groups : array-like of shape (n_samples,), optional
            Rows of one group stay together in the inner folds of `tune`.

        Returns
        -------
        self
        """
        return self._fit(X, y, None, groups)
