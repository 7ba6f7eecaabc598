"""Pictures with matplotlib. Each function draws on `ax`, the current axes if None, and returns it."""
import numpy as np


def _axes(ax):
    if ax is not None:
        return ax
    import matplotlib.pyplot as pyplot

    return pyplot.gca()


def selection(evaluation, ax=None, top: int = 20):
    """How often features were selected.

    Parameters
    ----------
    evaluation : Evaluation
    ax : matplotlib.axes.Axes, optional
    top : int
        As many features, the most frequent ones.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = _axes(ax)
    table = evaluation.selection.head(top).iloc[::-1]
    ax.barh(table["name"], table["frequency"])
    ax.set(xlim=(0, 1), xlabel="share of the folds that selected it")
    return ax


def _curve(positive: np.ndarray, score: np.ndarray):
    """False and true positive rates, with equal scores as one step."""
    order = np.argsort(-score, kind="stable")
    last = np.append(np.diff(score[order]) != 0, True)
    hits = np.append(0, np.cumsum(positive[order])[last])
    misses = np.append(0, np.cumsum(~positive[order])[last])
    return misses / misses[-1], hits / hits[-1]


def roc(evaluation, ax=None):
    """ROC curves of two classes: of each fold that has both, and their mean. Scores of different folds are not compared.

    Parameters
    ----------
    evaluation : Evaluation
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    names = evaluation.document["classes"]
    if len(names) != 2:
        raise ValueError("ROC curves are of two classes")
    ax = _axes(ax)
    grid, heights = np.linspace(0, 1, 201), []
    for _, fold in evaluation.rows.groupby("fold"):
        positive = (fold["class"] == evaluation.classes[1]).to_numpy()
        if positive.all() or not positive.any():
            continue
        rates = _curve(positive, fold[f"prob:{names[1]}"].to_numpy())
        ax.plot(*rates, color="0.8", linewidth=0.8)
        heights.append(np.interp(grid, *rates))
    if not heights:
        raise ValueError("no fold has rows of both classes, so there is no ROC curve")
    auc = evaluation.document["summary"]["auc"]["value"]
    ax.plot(np.append(0, grid), np.append(0, np.mean(heights, axis=0)), label=f"mean of {len(heights)} folds, AUC {auc:.3f}")
    ax.plot([0, 1], [0, 1], color="0.5", linestyle=":")
    ax.set(xlabel="1 - specificity", ylabel="sensitivity", aspect="equal")
    ax.legend(loc="lower right")
    return ax


def calibration(evaluation, ax=None, bins: int = 10):
    """Frequencies of the second class against its predicted probabilities, in bins of as many rows.

    Parameters
    ----------
    evaluation : Evaluation
    ax : matplotlib.axes.Axes, optional
    bins : int

    Returns
    -------
    matplotlib.axes.Axes
    """
    names = evaluation.document["classes"]
    if len(names) != 2:
        raise ValueError("the calibration is drawn of two classes")
    ax = _axes(ax)
    rows = evaluation.rows
    prob = rows[f"prob:{names[1]}"].to_numpy()
    positive = (rows["class"] == evaluation.classes[1]).to_numpy()
    parts = [part for part in np.array_split(np.argsort(prob, kind="stable"), bins) if part.size]
    ax.plot([prob[part].mean() for part in parts], [positive[part].mean() for part in parts], marker="o")
    ax.plot([0, 1], [0, 1], color="0.5", linestyle=":")
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel=f"predicted probability of {names[1]}", ylabel="frequency", aspect="equal")
    return ax


def path(estimator, ax=None, setting=None):
    """Inner errors of the candidates of a tuning along a setting, with their standard errors, and the chosen one.

    Parameters
    ----------
    estimator : Classifier
        Fitted with `tune`.
    ax : matplotlib.axes.Axes, optional
    setting : str, optional
        The tuned setting on the x axis. None: the first.

    Returns
    -------
    matplotlib.axes.Axes
    """
    tune = estimator.report_["tune"]
    if tune is None:
        raise ValueError("the estimator was not tuned")
    setting = setting or (tune["settings"] or [None])[0]
    if setting not in tune["settings"]:
        raise ValueError(f"{setting!r} was not tuned; tuned were: {', '.join(tune['settings']) or 'none'}")
    ax = _axes(ax)
    points = [c for c in tune["candidates"] if c["status"] == "done" and isinstance(c[setting], (int, float))]
    ax.errorbar([c[setting] for c in points], [c["error"] for c in points], yerr=[c["error_se"] or 0 for c in points], fmt="o")
    chosen = None if tune["chosen"] is None else tune["candidates"][tune["chosen"]]
    if chosen is not None and isinstance(chosen[setting], (int, float)):
        ax.axvline(chosen[setting], color="0.5", linestyle=":")
    ax.set(xscale="log" if all(c[setting] > 0 for c in points) else "linear", xlabel=setting, ylabel="inner error")
    return ax
