"""Sparse Bayesian classification that learns the classifier and the features it needs together.

>>> from sklearn.datasets import make_classification
>>> import ardor
>>> X, y = make_classification(random_state=0)
>>> model = ardor.SPRClassifier(tune="cv:3", random_state=1).fit(X, y)
>>> int(model.get_support().sum()) < X.shape[1]
True
"""
from . import _estimators, plot
from ._core import (ArdorError, ArdorWarning, Cancelled, DataError, FileError, InternalError, Model, NumericError, OutOfMemory,
                    Progress, UsageError, __version__, build, methods)
from ._estimators import *  # noqa: F401,F403
from ._estimators import ESTIMATORS
from ._sklearn import Classifier, Explanation
from .evaluation import Evaluation, evaluate
from .tables import Table, read_table, simulate

__all__ = ["ArdorError", "ArdorWarning", "Cancelled", "Classifier", "DataError", "ESTIMATORS", "Evaluation", "Explanation",
           "FileError", "InternalError", "Model", "NumericError", "OutOfMemory", "Progress", "Table", "UsageError", "__version__",
           "build", "evaluate", "load", "methods", "plot", "read_table", "simulate",
           *_estimators.__all__]


def load(path) -> Classifier:
    """The estimator of a model file, ready to predict.

    Parameters
    ----------
    path : str or path-like
        A file of ``save`` or of the program ``ardor``, compressed or not.

    Returns
    -------
    Classifier
        Of the method's class, with the default parameters; ``classes_`` are the names in the file, texts. Columns are found by
        their places; where X is a DataFrame, names that are others than the file's are an error.
    """
    model = Model.load(path)
    method = model.report["method"]
    if method not in ESTIMATORS:
        raise UsageError(f"the model is of the method '{method}', of which this version has no estimator")
    return ESTIMATORS[method]._of_model(model)
