"""Ctrl-C in a running fit."""
import os
import signal
import threading
import time

import numpy as np
import pytest

import ardor


@pytest.fixture(scope="module")
def slow():
    """A fit of minutes."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(600, 20))
    return X, (X[:, 0] + rng.normal(size=600) > 0).astype(int)


def interrupted(work, after):
    """Seconds from a SIGINT, which comes so many seconds after the work begins, to the KeyboardInterrupt."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
        timer.join()
    return time.monotonic() - sent[0]


WORK = {
    "fit": lambda X, y: ardor.PFCVMEMClassifier(max_iter=1000000, tol=1e-15).fit(X, y),
    "tuning": lambda X, y: ardor.JCFOClassifier(tune="cv:10").fit(np.tile(X, (2, 1)), np.tile(y, 2)),
    "threads": lambda X, y: ardor.JCFOClassifier(tune="cv:10", n_jobs=2).fit(np.tile(X, (2, 1)), np.tile(y, 2)),
    "evaluation": lambda X, y: ardor.evaluate(X, y, "jcfo", "repeat:10x10", tune="cv:5"),
}


@pytest.mark.parametrize("kind", list(WORK))
def test_an_interrupt_ends_the_work(kind, slow):
    interrupted(lambda: WORK[kind](*slow), 0.5)
    assert ardor.SPRClassifier().fit(*slow).score(*slow) > 0.6  # all is as before


@pytest.mark.long
def test_ten_interrupts_each_end_a_fit_within_a_second(slow):
    kinds = list(WORK)
    took = [interrupted(lambda: WORK[kinds[k % len(kinds)]](*slow), 0.3 + 0.17 * k) for k in range(10)]
    assert max(took) < 1, took
    assert ardor.SPRClassifier().fit(*slow).score(*slow) > 0.6
