"""Errors of a method by resampling, with everything that looks at data fitted on the training rows of each fold."""
import html
import json
from numbers import Integral
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from . import _core, plot
from ._compat import check_matrix
from ._sklearn import Classifier, class_weights_text, codes_of, groups_of, log_of, seed_of, threads_of


class Evaluation:
    """The result of :func:`ardor.evaluate`.

    Attributes
    ----------
    document : dict
        The whole result (docs/json.md).
    classes : ndarray
        Class labels as y had them.
    """

    def __init__(self, text: str, classes: Optional[np.ndarray] = None):
        self._text = text
        self.document: Dict[str, Any] = json.loads(text)
        self.classes = np.array(self.document["classes"] if classes is None else classes)
        self._label = dict(zip(self.document["classes"], self.classes))

    def to_json(self) -> str:
        """The document as text, as ``ardor evaluate --json`` writes it."""
        return self._text

    @property
    def summary(self):
        """DataFrame: of each figure its value, 95 % interval (low, high, and how it was made), and the value of predicting the
        shares of the classes (baseline)."""
        import pandas

        figures = {name: figure for part in (self.document["summary"], self.document["confusion"] or {})
                   for name, figure in part.items()
                   if isinstance(figure, dict) and "interval" in figure and name != "majority_error"}
        table = pandas.DataFrame(figures).T.reindex(columns=["value", "low", "high", "interval", "reason", "folds"])
        for column in ("value", "low", "high"):
            table[column] = table[column].astype(float)
        baseline = self.document["summary"]["baseline"]
        table.insert(3, "baseline", [_value(baseline.get(name)) for name in table.index])
        table.index.name = "figure"
        return table

    @property
    def folds(self):
        """DataFrame: one row for each finished fold, with its own settings as columns ``setting:NAME``."""
        import pandas

        rows = []
        for fold in self.document["folds"]:
            flat = {key: value for key, value in fold.items() if not isinstance(value, (dict, list))}
            flat.update({f"setting:{key}": value for key, value in (fold["settings"] or {}).items()})
            rows.append(flat)
        return pandas.DataFrame(rows)

    @property
    def rows(self):
        """DataFrame: one row for each prediction: `row` of X (from 0), `fold` (from 1), `class`, `predicted` and the
        probabilities ``prob:CLASS``."""
        import pandas

        rows = self.document["rows"]
        table = pandas.DataFrame({
            "row": [int(row["id"]) - 1 for row in rows],
            "fold": [row["fold"] for row in rows],
            "class": [self._label[row["class"]] for row in rows],
            "predicted": [self._label.get(row["predicted"]) for row in rows],
        })
        for name in self.document["classes"]:
            table[f"prob:{name}"] = [row["prob"][name] for row in rows]
        return table

    @property
    def selection(self):
        """DataFrame: features that some fold selected, by decreasing frequency."""
        import pandas

        columns = ["name", "frequency", "mean_scale", "mean_weight", "direction", "agreement"]
        return pandas.DataFrame(self.document["selection"]).reindex(columns=columns)

    def _figure(self, name: str) -> str:
        figure = self.document["summary"][name]
        if figure["value"] is None:
            return "none"
        interval = "" if figure["low"] is None else f" [{figure['low']:.4f}, {figure['high']:.4f}]"
        return f"{figure['value']:.4f}{interval}"

    def __repr__(self) -> str:
        result = self.document
        return (f"<Evaluation of {result['method']}, {result['plan']}: error {self._figure('error')}, AUC {self._figure('auc')}, "
                f"{result['folds_done']} of {result['n_folds']} folds>")

    def _repr_html_(self) -> str:
        result = self.document
        title = (f"{result['method']}, basis {result['basis']}, plan {result['plan']}, n = {result['n']}, p = {result['p']}, "
                 f"{result['folds_done']} of {result['n_folds']} folds")
        parts = [f"<p><b>{html.escape(title)}</b></p>", self.summary[["value", "low", "high", "baseline"]].to_html(
            float_format="%.4f", na_rep="")]
        if result["selection"]:
            parts.append(self.selection.head(10)[["name", "frequency"]].to_html(index=False, float_format="%.2f"))
        parts += [f"<p>{html.escape(warning['text'])}</p>" for warning in result["warnings"]]
        return "\n".join(parts)

    def plot_selection(self, ax=None, top: int = 20):
        """Bars of how often features were selected; see :func:`ardor.plot.selection`."""
        return plot.selection(self, ax=ax, top=top)

    def plot_roc(self, ax=None):
        """ROC curves within the folds; see :func:`ardor.plot.roc`."""
        return plot.roc(self, ax=ax)

    def plot_calibration(self, ax=None, bins: int = 10):
        """Frequencies against predicted probabilities; see :func:`ardor.plot.calibration`."""
        return plot.calibration(self, ax=ax, bins=bins)


def _value(figure) -> float:
    return _core.number(figure["value"] if isinstance(figure, dict) else figure)


def _rows(part) -> np.ndarray:
    """Rows as numbers, of numbers or of a mask."""
    part = np.asarray(part)
    if part.dtype == bool:
        return np.flatnonzero(part)
    if part.size and part.dtype.kind not in "iu":
        raise _core.UsageError(f"rows of a split are whole numbers or a mask, not {part.dtype}")
    return part


def _splits(plan, X, y, groups) -> List[Tuple[np.ndarray, np.ndarray]]:
    pairs = plan.split(X, y, groups) if hasattr(plan, "split") else plan
    return [(_rows(train), _rows(test)) for train, test in pairs]


def evaluate(X, y, method: Union[str, Classifier] = "jcfo", plan: Any = "kfold:10", *, tune: Optional[str] = None,
             sample_weight=None, groups=None, feature_names: Optional[Iterable[str]] = None, class_weight=None, log=None,
             n_jobs: Optional[int] = None, random_state=None, time_limit: Optional[float] = None,
             callback: _core.Callback = None, **settings) -> Evaluation:
    """Estimates the error of a method by resampling.

    Preparation, filters, tuning and fits see the training rows of each fold only.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        A DataFrame gives names of features.
    y : array-like of shape (n_samples,)
        Class labels.
    method : str or Classifier
        The name of a method, or an estimator with its parameters; then no settings can be given beside it.
    plan : str, int, splitter of scikit-learn, or iterable of (train, test)
        ``kfold:K``, ``repeat:RxK``, ``loo``, ``logo``, ``holdout:F``, ``boot:B``, ``splits:FILE``; K alone is ``kfold:K``; or
        rows of X as indices or masks.
    tune : str, optional
        How settings are chosen in each fold, such as ``cv:5``.
    sample_weight : array-like of shape (n_samples,), optional
        Case weights above 0, in fits and figures.
    groups : array-like of shape (n_samples,), optional
        Rows of one group stay together in folds, inner ones too.
    feature_names : iterable of str, optional
        Those of a DataFrame, else x1, x2, ...
    class_weight, log, n_jobs, random_state, time_limit, callback
        As of the estimators.
    **settings
        Further keys and settings of the method, such as ``filter="ttest:30"``, ``basis="rbf"``, ``prior="a=.1,b=.9"``.

    Returns
    -------
    Evaluation

    Raises
    ------
    UsageError, DataError, NumericError, Cancelled
        As the message says; a key that the method does not have is a UsageError.

    Examples
    --------
    >>> table = ardor.simulate("sparse-linear", 200, 30)                # doctest: +SKIP
    >>> ardor.evaluate(table.X, table.y, "spr", "kfold:5", tune="cv:3")  # doctest: +SKIP
    """
    if not isinstance(method, (str, Classifier)):
        raise _core.UsageError(f"method is the name of a method or an estimator of ardor, not {method!r}; "
                               "sklearn.model_selection.cross_validate takes other estimators")
    plan = f"kfold:{plan}" if isinstance(plan, Integral) else plan
    if feature_names is None and hasattr(X, "columns"):
        feature_names = [str(name) for name in X.columns]
    X = check_matrix(X, allow_nan=True)
    y = column_or_1d(y, warn=True)
    check_consistent_length(X, y, sample_weight, groups)
    classes, codes = codes_of(y)
    keys = [("plan", plan)] if isinstance(plan, str) else []
    if isinstance(method, Classifier):
        given = dict(tune=tune, class_weight=class_weight, log=log, n_jobs=n_jobs, random_state=random_state,
                     time_limit=time_limit, **settings)
        beside = [name for name, value in given.items() if value is not None]
        if beside:
            raise _core.UsageError(f"{beside[0]} is given beside an estimator; set it there")
        keys += method._settings(classes)
        callback = callback or method.callback
    else:
        keys += [("method", method), ("tune", tune), ("log", log_of(log)),
                 ("class-weight", class_weights_text(class_weight, classes)), ("threads", threads_of(n_jobs)),
                 ("seed", seed_of(random_state)), ("time-limit", time_limit)]
        keys += [(name.rstrip("_"), value) for name, value in settings.items()]
    group_codes = groups_of(groups, X)
    weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    data = _core.dataset(X, codes, [str(label) for label in classes], weights, group_codes, feature_names)
    splits = None if isinstance(plan, str) else _splits(plan, X, y, groups)
    return Evaluation(_core.evaluate(data, keys, splits, callback), classes)
