"""Where a model does not know: a Gaussian process on Ripley's two classes.

The standard deviation of the latent function grows where there are no training rows, and draws the probabilities towards a half
there: they are the function's mean, moderated by its variance.
"""
import os
import sys

import matplotlib.pyplot as pyplot
import numpy as np
import pandas

import ardor

DATA = os.environ.get("ARDOR_DATA") or os.path.join(os.path.dirname(__file__), "..", "..", "data")


def main(picture=None):
    table = pandas.read_csv(os.path.join(DATA, "ripley-synthetic.csv.gz"))
    X, y = table.drop(columns="class"), table["class"]
    X = X.to_numpy()
    model = ardor.GPClassifier().fit(X, y)
    axes = [np.linspace(X[:, j].min() - 0.5, X[:, j].max() + 0.5, 40) for j in range(2)]
    grid = np.stack(np.meshgrid(*axes), axis=-1)
    points = grid.reshape(-1, 2)
    prob = model.predict_proba(points)[:, 1].reshape(grid.shape[:2])
    deviation = model.predict_std(points).reshape(grid.shape[:2])
    print(f"deviation at the rows {model.predict_std(X).mean():.2f}, largest on the grid {deviation.max():.2f}")
    if picture:
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 4), sharex=True, sharey=True)
        left.contourf(*axes, prob, levels=10, cmap="RdBu_r", vmin=0, vmax=1)
        left.set_title("probability")
        right.contourf(*axes, deviation, levels=10)
        right.set_title("standard deviation")
        for ax in (left, right):
            ax.scatter(*X.T, c=y == model.classes_[1], s=5, cmap="gray")
        figure.savefig(picture)
    return model


if __name__ == "__main__":
    main(*sys.argv[1:2])
