"""Processes and threads, and what is kept over many fits."""
import gc
import resource
import subprocess
import sys
import threading

import joblib
import numpy as np
import pytest
from sklearn.model_selection import cross_val_score

import ardor
from ardor import _core


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
@pytest.mark.filterwarnings("ignore")
def test_backends_of_joblib_give_the_same_scores(backend, two):
    X, y = two
    model = ardor.RVMClassifier()
    alone = cross_val_score(model, X, y, cv=4, scoring="neg_log_loss")
    with joblib.parallel_backend(backend, n_jobs=2):
        assert np.array_equal(cross_val_score(model, X, y, cv=4, scoring="neg_log_loss"), alone)


def test_threads_share_a_model_and_a_pickle(two):
    X, y = two
    model = ardor.RVMClassifier().fit(X, y)
    expected = model.predict_proba(X)
    text = _core.Model(model.model_text_)  # made by whichever thread needs it first
    wrong = []

    def work():
        for _ in range(100):
            if not all(np.array_equal(made, expected) for made in (model.predict_proba(X), text.predict(X, prob=True)[0])):
                wrong.append(threading.current_thread().name)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_model_outlives_the_thread_that_made_it(two):
    X, y = two
    made = []
    thread = threading.Thread(target=lambda: made.append(ardor.SPRClassifier().fit(X, y)))
    thread.start()
    thread.join()
    assert np.array_equal(made[0].predict_proba(X), ardor.SPRClassifier().fit(X, y).predict_proba(X))
    made.clear()
    gc.collect()


IN_CYCLES = """
import gc, threading, numpy as np, ardor
X, y = np.arange(20.0)[:, None], np.arange(20) >= 10

def work():
    for _ in range(3):
        model = ardor.LDAClassifier().fit(X, y)
        model.itself = model

for _ in range(3):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    gc.collect()
print(ardor.LDAClassifier().fit(X, y).score(X, y))
"""


def test_models_of_a_thread_that_ended_may_be_in_cycles():
    """The collector ends the thread's context and its models in an order of its own."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", IN_CYCLES], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1.0\n"), done.stderr


def test_threads_of_the_blas_are_left_as_they_were(two):
    before = _core.lib.ardor_blas_get_threads()
    if not before:
        pytest.skip("the BLAS does not say how many threads it has")
    _core.lib.ardor_blas_set_threads(2)
    try:
        inside = []
        ardor.PFCVMEMClassifier(callback=lambda progress: inside.append(_core.lib.ardor_blas_get_threads()), max_iter=50000,
                                tol=1e-14, time_limit=0.5).fit(np.repeat(two[0], 10, axis=0), np.repeat(two[1], 10))
        assert set(inside) == {1}
        assert _core.lib.ardor_blas_get_threads() == 2
    finally:
        _core.lib.ardor_blas_set_threads(before)


def test_memory_does_not_grow_over_many_fits():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 200)), rng.integers(0, 2, 100)  # a forgotten table or model of 160 kB would add up to 32 MB

    def fits(count):
        for _ in range(count):
            model = ardor.KNNClassifier().fit(X, y)
            model.predict_proba(X[:3])
            _core.Model(model.model_text_).predict(X[:1], prob=True)
        gc.collect()

    fits(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fits(200)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 * 1024
