"""Tables from files, and made-up ones."""
import math
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _core
from ._sklearn import seed_of


class Table(NamedTuple):
    """A table: what :func:`ardor.read_table` and :func:`ardor.simulate` return.

    Attributes
    ----------
    X : DataFrame (with pandas, else ndarray) of shape (n_samples, n_features)
        Values; NaN is missing. The index has the names of the rows.
    y : ndarray of shape (n_samples,)
        Names of the classes, None where a row has none.
    sample_weight : ndarray of shape (n_samples,) or None
    groups : ndarray of shape (n_samples,) or None
    truth : dict or None
        Of simulated data: the rule behind them (docs/json.md).
    """

    X: Any
    y: np.ndarray
    sample_weight: Optional[np.ndarray] = None
    groups: Optional[np.ndarray] = None
    truth: Optional[dict] = None


def _of(data, weighted: bool, truth: Optional[dict] = None) -> Table:
    X, features, codes, classes, rows, weights, groups = _core.arrays(data)
    labels = np.array(classes + [None], dtype=object)[codes]  # the index of none is -1, the last
    y = labels.astype(str) if (codes >= 0).all() and len(codes) else labels
    try:
        import pandas
    except ImportError:
        pass
    else:
        X = pandas.DataFrame(X, columns=features, index=rows, copy=False)
    return Table(X, y, weights if weighted else None, groups if (groups >= 0).any() else None, truth)


def read_table(path, *, target: Optional[str] = None, id: Optional[str] = None, weights: Optional[str] = None,
               group: Optional[str] = None, labels=None, format: Optional[str] = None, transpose: bool = False,
               no_target: bool = False, drop: Optional[str] = None, keep: Optional[str] = None, onehot: Optional[str] = None,
               delimiter: Optional[str] = None, decimal: Optional[str] = None, positive: Optional[str] = None,
               header: Optional[bool] = None) -> Table:
    """Reads a table as the program ``ardor`` does: CSV or TSV, compressed or not.

    Parameters
    ----------
    path : str or path-like
    target, id, weights, group : str, optional
        Columns of labels, names of rows, case weights, and groups. Without `target`: ``class``, else the last column.
    labels : str or path-like, optional
        A second file with the labels.
    format : {"csv", "tsv"}, optional
    transpose : bool
        The file holds features in rows.
    no_target : bool
        There may be no column of labels.
    drop, keep : str, optional
        Columns to leave out, or the only ones to keep: names, globs, ``A:B``, with commas in between.
    onehot : str, optional
        Columns of text as indicators of their levels: ``error`` or ``zero``, what becomes of unknown levels.
    delimiter, decimal : str, optional
    positive : str, optional
        The positive class, which comes second; of more than two classes it stands against all others as one.
    header : bool, optional
        Does the first row have the names of the columns? None: it is found out.

    Returns
    -------
    Table

    Examples
    --------
    >>> table = ardor.read_table("crabs.csv.gz")                        # doctest: +SKIP
    >>> ardor.JCFOClassifier().fit(table.X, table.y)                    # doctest: +SKIP
    """
    options = dict(target=target, id=id, weights=weights, group=group, labels=labels, format=format, transpose=bool(transpose),
                   no_target=bool(no_target), drop=drop, keep=keep, onehot=onehot, delimiter=delimiter, decimal=decimal,
                   positive=positive, header=None if header is None else 1 if header else -1)
    return _of(_core.read(path, options), weights is not None)


def simulate(kind: str, n: int, p: int, *, noise: Optional[float] = None, random_state=1, truth_seed: int = 1,
             nonzeros: Optional[int] = None, classes: Optional[int] = None) -> Table:
    """Made-up data with a known truth.

    Parameters
    ----------
    kind : {"two-gaussians", "xor", "circle", "sparse-linear", "gaussians"}
    n, p : int
        Rows and features, 2 at least.
    noise : float, optional
        Share of the labels that is flipped, 0 to .5. None: .05.
    random_state : int, RandomState instance or None
        Seed of the rows. None: 1.
    truth_seed : int
        Seed of what tables that belong together have in common.
    nonzeros, classes : int, optional
        Features with an influence (``sparse-linear``, ``gaussians``), and classes (``gaussians``).

    Returns
    -------
    Table
        With ``truth``, the rule and the error of the best possible one on these rows.

    Examples
    --------
    >>> table = ardor.simulate("xor", 200, 4, random_state=3)           # doctest: +SKIP
    """
    seed = 1 if random_state is None else seed_of(random_state)
    options = dict(noise=math.nan if noise is None else noise, seed=seed, truth_seed=truth_seed, nonzeros=nonzeros or 0,
                   classes=classes or 0)
    data, truth = _core.simulate(kind, n, p, options)
    return _of(data, False, truth)
