import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import matplotlib  # noqa: E402
import numpy as np  # noqa: E402
import pytest  # noqa: E402
from sklearn.datasets import make_classification  # noqa: E402

import ardor  # noqa: E402

matplotlib.use("Agg")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The estimators of the methods that the library has: one of the profile core lacks those of LIBSVM.
ESTIMATORS = {method["name"]: ardor.ESTIMATORS[method["name"]] for method in ardor.methods()}
need_libsvm = pytest.mark.skipif(not ardor.build()["libsvm"], reason="the library was built without LIBSVM")
need_files = pytest.mark.skipif(not ardor.build()["tables"], reason="the library, of the profile core, reads no tables")


@pytest.fixture(scope="session")
def root():
    """The source tree of ardor."""
    return ROOT


@pytest.fixture(scope="session")
def program():
    """The program `ardor`, which ctest names."""
    path = os.environ.get("ARDOR") or os.path.join(ROOT, "build", "ardor")
    if not os.path.exists(path):
        pytest.skip("the program is not built")
    return path


@pytest.fixture(scope="session")
def two():
    """120 rows of two classes, 8 features of which 3 matter."""
    return make_classification(120, 8, n_informative=3, n_redundant=0, class_sep=1.3, random_state=4)


@pytest.fixture(scope="session")
def three():
    """120 rows of three classes."""
    return make_classification(120, 6, n_informative=4, n_redundant=0, n_classes=3, random_state=2)


def repeated(X, y, weights):
    """Rows as often as their weights say."""
    return np.repeat(X, weights, axis=0), np.repeat(y, weights)
