"""The library as Python objects: contexts, errors, tables, models, evaluations. Knows nothing of scikit-learn.

A thread has one context, in which its calls run; a :class:`Model` may be used by all threads at once. Calls release the
interpreter's lock.
"""
import functools
import itertools
import json
import keyword
import math
import os
import re
import sys
import threading
import warnings
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._c import ffi, lib

__version__ = ffi.string(lib.ardor_version()).decode()


class ArdorError(Exception):
    """What the library reports; the classes below are also the exceptions of Python that one would expect."""


class UsageError(ArdorError, ValueError):
    """An argument is wrong, or the method cannot do it."""


class DataError(ArdorError, ValueError):
    """The data are bad."""


class NumericError(ArdorError, ArithmeticError):
    """A computation failed."""


class Cancelled(ArdorError):
    """The work was ended, by a callback or a time limit, before there was anything to return."""


class OutOfMemory(ArdorError, MemoryError):
    """An allocation failed."""


class FileError(ArdorError, OSError):
    """The operating system refused to read or to write."""


class InternalError(ArdorError, RuntimeError):
    """A defect of the library."""


class ArdorWarning(UserWarning):
    """What the library doubts of data or of a result. `code` says what it is about and keeps its meaning (docs/json.md)."""

    def __init__(self, text: str, code: str = ""):
        super().__init__(text)
        self.code = code


_ERRORS = {
    lib.ARDOR_USAGE: UsageError,
    lib.ARDOR_DATA: DataError,
    lib.ARDOR_NUMERIC: NumericError,
    lib.ARDOR_CANCELLED: Cancelled,
    lib.ARDOR_MEMORY: OutOfMemory,
    lib.ARDOR_IO: FileError,
}


class Progress(NamedTuple):
    """How far a call is: `done` of `total` units; `objective` and `remaining` (seconds) are NaN where they are not known."""

    stage: str
    done: int
    total: int
    seconds: float
    objective: float
    remaining: float


Callback = Optional[Callable[[Progress], Any]]

# An option of the program in a message of the library, with its value behind `=` or, of these values, behind a space. What is in
# quotes or part of a path is the user's own.
_OPTION = re.compile(r"""(?<![\w'/.-])--
    (?: set[ ](?P<setting>\w+)=
      | (?P<name>[a-z][a-z-]*[a-z]) (?: = | [ ](?=(?:train|identity|median|leaky|logo|loo|first:\w+)\b) )? )
    (?P<value> (?<=[= ]) \w+ (?:[.:-]\w+)* )?""", re.VERBOSE)
# Parameters of fits and evaluations that are not called as the option is; one of its own for each setting.
_PARAMETERS = {"group": "groups", "seed": "random_state", "threads": "n_jobs"}


def in_python(text: str, parameters: Dict[str, str]) -> str:
    """A message of the library with options of the program as parameters: tune='cv:5' for --tune=cv:5, `tune` for --tune."""
    def parameter(option) -> str:
        name, value = option["setting"] or option["name"], option["value"]
        if name == "set":
            return "parameters"
        name = parameters.get(name, name).replace("-", "_")
        name += "_" * keyword.iskeyword(name)
        if value is None:
            return f"`{name}`"
        return f"{name}={value}" if value.isupper() or re.fullmatch(r"[\d.]+", value) else f"{name}={value!r}"

    return _OPTION.sub(parameter, text)


def _text(pointer) -> Optional[str]:
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


# An exception that is raised on entry of a callback, as KeyboardInterrupt is, never reaches its body: `onerror` sees it. What
# it is to be told of is on top of this stack, of which every thread has its own, because nothing says which context it was.
_running = threading.local()


def _raised_in_callback(kind, value, traceback):
    _running.stack[-1].pending.append(value)


@ffi.def_extern(error=1, onerror=_raised_in_callback)
def ardor_py_progress(user, progress):
    session = _running.stack[-1]
    if session.pending:  # of a tuning the first cancel ends the candidates only: what an exception waits for ends altogether
        lib.ardor_cancel(session.context)
        return 1
    if session.callback is None:
        return 0
    return int(bool(session.callback(Progress(_text(progress.stage), progress.done, progress.total, progress.seconds,
                                              progress.objective, progress.remaining))))


@ffi.def_extern(onerror=_raised_in_callback)
def ardor_py_note(user, text):
    """Notes say what was done, not what is doubted."""


@ffi.def_extern(onerror=_raised_in_callback)
def ardor_py_warning(user, code, text):
    _running.stack[-1].heard.append((_text(code), _text(text)))


class Session:
    """A context of the library. Objects that were made in it keep it."""

    def __init__(self):
        config = ffi.new("ardor_context_config *", {"size": ffi.sizeof("ardor_context_config")})
        config.progress = lib.ardor_py_progress
        config.note = lib.ardor_py_note
        config.warning = lib.ardor_py_warning
        out = ffi.new("ardor_context **")
        if lib.ardor_context_new(config, out):
            raise MemoryError("there is no memory for a context of ardor")
        self.context = out[0]
        self._free = lib.ardor_context_free
        # The garbage collector may end a session before objects that were made in it, which the library does not allow: whoever
        # takes the last of these frees the context. Lists give and take in one step, whatever the threads.
        self._users = [self.context]
        self.callback: Callback = None
        self.parameters = _PARAMETERS
        self.pending: List[BaseException] = []
        self.heard: List[Tuple[str, str]] = []

    def __del__(self):
        if hasattr(self, "_users"):
            self.leave()

    def enter(self) -> None:
        """One object more needs the context."""
        self._users.append(None)

    def leave(self) -> None:
        """One less: the session itself, or an object."""
        context = self._users.pop()
        if context is not None:
            self._free(context)

    def check(self, status: int) -> None:
        """Raises what a callback raised, or what the status says."""
        if self.pending:
            raised = self.pending[0]
            self.pending.clear()
            lib.ardor_cancel_reset(self.context)
            raise raised
        if status:
            raise _ERRORS.get(status, InternalError)(in_python(_text(lib.ardor_context_message(self.context)), self.parameters))

    def taken(self, status: int, out) -> str:
        """The text that a function left in `out`."""
        self.check(status)
        try:
            return _text(out[0])
        finally:
            lib.ardor_string_free(self.context, out[0])

    def said_by(self, function, *arguments) -> str:
        out = ffi.new("char **")
        return self.taken(function(self.context, *arguments, out), out)


class _OneBlasThread:
    """Results do not depend on the number of processors with one thread of the BLAS, which is the whole process's: what it was is
    set again when the last of the calls that run at once ends."""

    def __init__(self):
        self._lock = threading.Lock()
        self._calls = 0
        self._before = 0

    def __enter__(self):
        with self._lock:
            self._calls += 1
            if self._calls == 1:
                self._before = lib.ardor_blas_get_threads()
                if self._before > 1:
                    lib.ardor_blas_set_threads(1)

    def __exit__(self, *raised):
        with self._lock:
            self._calls -= 1
            if self._calls == 0 and self._before > 1:
                lib.ardor_blas_set_threads(self._before)


_one_blas_thread = _OneBlasThread()
os.register_at_fork(after_in_child=_one_blas_thread.__init__)
_own = threading.local()


class session:  # pylint: disable=invalid-name
    """``with session(callback) as here``: the thread's context; one of its own for a call within a callback. Warnings are given
    at the end, unless an exception ends it. `parameters`: what options in messages are called."""

    def __init__(self, callback: Callback = None, parameters: Optional[Dict[str, str]] = None):
        self._callback = callback
        self._parameters = _PARAMETERS if parameters is None else parameters

    def __enter__(self) -> Session:
        stack = _running.__dict__.setdefault("stack", [])
        if stack:
            here = Session()
        else:
            here = _own.__dict__.get("session")
            if here is None:
                here = _own.session = Session()
        here.callback, here.parameters = self._callback, self._parameters
        stack.append(here)
        try:
            _one_blas_thread.__enter__()
        except BaseException:
            stack.pop()
            raise
        return here

    def __exit__(self, kind, raised, traceback):
        _one_blas_thread.__exit__()
        here = _running.stack.pop()
        here.callback = None
        heard, here.heard = here.heard, []
        here.pending.clear()
        lib.ardor_cancel_reset(here.context)
        if kind is None:
            for code, text in heard:
                warn(ArdorWarning(in_python(text, self._parameters), code))


def warn(warning: Warning) -> None:
    """Warns at the first caller outside of the package (and scikit-learn, which calls it)."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] in ("ardor",):
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)


class _Handle:
    """A pointer of the library with what it needs to live. Freed by whichever thread drops it last."""

    def __init__(self, where: Session, pointer, free, *kept):
        self.pointer, self._session, self._free, self._kept = pointer, where, free, kept
        where.enter()

    def __del__(self):
        self._free(self.pointer)
        self._session.leave()


# ---------------------------------------------------------------------- tables

_DTYPES = {np.dtype(np.float64): lib.ARDOR_F64, np.dtype(np.float32): lib.ARDOR_F32, np.dtype(np.int64): lib.ARDOR_I64,
           np.dtype(np.int32): lib.ARDOR_I32, np.dtype(np.uint8): lib.ARDOR_U8}


def _names(names: Optional[Iterable[Any]], what: str, count: int):
    """Pointers to so many C strings, and what keeps them."""
    if names is None:
        return ffi.NULL, ()
    encoded = [str(name).encode() for name in names]
    if len(encoded) != count:
        raise DataError(f"number of {what} names: {len(encoded)}, where {count} are needed")
    if any(b"\0" in name for name in encoded):
        raise DataError(f"a name of a {what} has a character NUL")
    text = ffi.new("char[]", b"\0".join(encoded))
    places = itertools.accumulate((len(name) + 1 for name in encoded), initial=int(ffi.cast("uintptr_t", text)))
    pointers = ffi.new("uintptr_t[]", list(places))
    return ffi.cast("const char *const *", pointers), (text, pointers)


def _table(X: np.ndarray):
    """An ardor_table of a matrix as it lies in memory, and what keeps it."""
    if X.dtype not in _DTYPES or not X.flags.aligned or any(stride % X.itemsize for stride in X.strides) or not any(X.strides):
        # nor are there two strides of 0, one value everywhere: they stand for columns without gaps
        X = np.asfortranarray(X, dtype=np.float64)
    n, p = X.shape
    row, column = X.strides[0] // X.itemsize, X.strides[1] // X.itemsize
    row, column = 1 if n == 1 else row, n if p == 1 else column
    table = ffi.new("ardor_table *")
    table.size = ffi.sizeof("ardor_table")
    table.n, table.p, table.dtype = n, p, _DTYPES[X.dtype]
    table.x = ffi.cast("const void *", X.ctypes.data)
    table.row_stride, table.column_stride = row, column
    table.borrow = X.dtype == np.float64 and row == 1 and column >= n
    return table, X


def dataset(X: np.ndarray, codes: Optional[np.ndarray] = None, class_names: Optional[Sequence[str]] = None,
            weights: Optional[np.ndarray] = None, groups: Optional[np.ndarray] = None,
            feature_names: Optional[Iterable[str]] = None, row_names: Optional[Iterable[str]] = None,
            target: Optional[str] = None) -> _Handle:
    """A dataset of arrays: X (n, p), indices of classes (n,), weights > 0 (n,), any integers as groups (n,). X is not copied
    where it is float64 in Fortran order, and must not be changed while the dataset lives."""
    table, X = _table(X)
    kept: List[Any] = [table, X]

    def column(values, dtype, kind):
        if values is None:
            return ffi.NULL
        values = np.ascontiguousarray(values, dtype=dtype)
        if values.shape != (X.shape[0],):
            raise DataError(f"there are {X.shape[0]} rows, but an array beside them has the shape {values.shape}")
        kept.append(values)
        return ffi.cast(kind, values.ctypes.data)

    table.label = column(codes, np.int32, "const int32_t *")
    table.weights = column(weights, np.float64, "const double *")
    table.groups = column(groups, np.int64, "const int64_t *")
    if codes is not None:
        table.n_classes = len(class_names)
        table.class_names, keep = _names(class_names, "class", table.n_classes)
        kept.append(keep)
    table.feature_names, keep = _names(feature_names, "feature", X.shape[1])
    kept.append(keep)
    table.row_names, keep = _names(row_names, "row", X.shape[0])
    kept.append(keep)
    if target is not None:
        target = ffi.new("char[]", str(target).encode())
        table.target, _ = target, kept.append(target)
    out = ffi.new("ardor_dataset **")
    with session() as here:
        here.check(lib.ardor_dataset_from_table(here.context, table, out))
        return _Handle(here, out[0], lib.ardor_dataset_free, X)


def arrays(data: _Handle):
    """X (n, p), names of features, indices of classes (n,; -1: none), names of classes, names of rows, weights, groups (-1:
    none)."""
    n, p = lib.ardor_dataset_rows(data.pointer), lib.ardor_dataset_features(data.pointer)
    X = np.empty((n, p), order="F")
    for j in range(p):
        X[:, j] = np.frombuffer(ffi.buffer(lib.ardor_dataset_column(data.pointer, j), 8 * n))
    features = [_text(lib.ardor_dataset_feature_name(data.pointer, j)) for j in range(p)]
    codes = np.array([lib.ardor_dataset_label(data.pointer, i) for i in range(n)], dtype=np.int32)
    classes = [_text(lib.ardor_dataset_class_name(data.pointer, c)) for c in range(lib.ardor_dataset_classes(data.pointer))]
    rows = [_text(lib.ardor_dataset_row_name(data.pointer, i)) for i in range(n)]
    weights = np.array([lib.ardor_dataset_weight(data.pointer, i) for i in range(n)])
    groups = np.array([lib.ardor_dataset_group(data.pointer, i) for i in range(n)], dtype=np.int64)
    return X, features, codes, classes, rows, weights, groups


def read(path: str, options: dict) -> _Handle:
    """A dataset of a file; `options`: members of ardor_read_options."""
    kept = {key: ffi.new("char[]", str(value).encode()) if isinstance(value, (str, os.PathLike)) else int(value)
            for key, value in options.items() if value is not None}
    struct = ffi.new("ardor_read_options *", {"size": ffi.sizeof("ardor_read_options"), **kept})
    out = ffi.new("ardor_dataset **")
    with session(parameters={}) as here:  # called as the options are
        here.check(lib.ardor_dataset_read(here.context, os.fsencode(path), struct, out))
        return _Handle(here, out[0], lib.ardor_dataset_free)


def simulate(kind: str, n: int, p: int, options: dict) -> Tuple[_Handle, dict]:
    """Made-up data, and the truth behind them."""
    struct = ffi.new("ardor_simulation *", {"size": ffi.sizeof("ardor_simulation"), **options})
    out = ffi.new("ardor_dataset **")
    with session() as here:
        here.check(lib.ardor_simulate(here.context, kind.encode(), n, p, struct, out))
        data = _Handle(here, out[0], lib.ardor_dataset_free)
        return data, json.loads(here.said_by(lib.ardor_simulation_json, data.pointer))


# ---------------------------------------------------------------------- what to do

Settings = Sequence[Tuple[str, Any]]


@functools.lru_cache(maxsize=None)
def _switches() -> Dict[str, Tuple[str, str]]:
    """Keys that the program takes without a value, and what they are with and without: tune: auto, none."""
    with session() as here:
        keys = json.loads(here.said_by(lib.ardor_keys_json))
    return {key["name"]: (key["alone"], key["default"]) for key in keys if key["alone"]}


def value_text(value: Any, key: str = "") -> str:
    """A value as the library reads it; True and False of a key that is a switch turn it on and off."""
    if isinstance(value, (bool, np.bool_)) and key.replace("_", "-") in _switches():
        return _switches()[key.replace("_", "-")][0 if value else 1]
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)
    if isinstance(value, (list, tuple)):
        return ",".join(value_text(item) for item in value)
    return str(value)


def _spec(here: Session, settings: Settings, splits=None) -> _Handle:
    out = ffi.new("ardor_spec **")
    here.check(lib.ardor_spec_new(here.context, out))
    spec = _Handle(here, out[0], lib.ardor_spec_free)
    for key, value in settings:
        if value is not None:
            here.check(lib.ardor_spec_set(here.context, spec.pointer, key.encode(), value_text(value, key).encode()))
    if splits is not None:
        rows = [[np.ascontiguousarray(part, dtype=np.int64) for part in split] for split in splits]
        parts = []
        for side in (0, 1):
            parts.append(ffi.new("int64_t *[]", [ffi.cast("int64_t *", split[side].ctypes.data) for split in rows]))
            parts.append(ffi.new("int64_t[]", [split[side].size for split in rows]))
        here.check(lib.ardor_spec_set_splits(here.context, spec.pointer, len(rows), *parts))
    return spec


def methods() -> List[dict]:
    """Every method with its settings (docs/json.md)."""
    with session() as here:
        return json.loads(here.said_by(lib.ardor_methods_json, ffi.NULL))


def build() -> dict:
    """How the library was built: version, BLAS, formats (docs/json.md)."""
    with session() as here:
        return json.loads(here.said_by(lib.ardor_build_json))


# ---------------------------------------------------------------------- models

class Model:
    """A fitted model of the library: what is in a model file. It does not change, and any number of threads may use it.

    Its text is made when it is asked for, and of a text the model is made when it is needed: a pickle holds the text."""

    def __init__(self, text: Optional[str] = None, name: str = "model"):
        self._text, self._name, self._handle, self._report = text, name, None, None
        self._lock = threading.Lock()

    @classmethod
    def of(cls, handle: _Handle) -> "Model":
        model = cls()
        model._handle = handle
        return model

    def __reduce__(self):
        return Model, (self.text,)

    def __deepcopy__(self, memo):
        return self

    @property
    def pointer(self):
        if self._handle is None:
            with self._lock:
                if self._handle is None:
                    out = ffi.new("ardor_model **")
                    with session() as here:
                        here.check(lib.ardor_model_from_text(here.context, self._text.encode(), self._name.encode(), out))
                        self._handle = _Handle(here, out[0], lib.ardor_model_free)
        return self._handle.pointer

    @property
    def text(self) -> str:
        """The text of the model file (docs/model-format.md)."""
        if self._text is None:
            with session() as here:
                self._text = here.said_by(lib.ardor_model_text, self.pointer)
        return self._text

    @property
    def report(self) -> dict:
        """The report of the fit (docs/json.md)."""
        if self._report is None:
            with session() as here:
                self._report = json.loads(here.said_by(lib.ardor_model_json, self.pointer))
        return self._report

    @property
    def iterations(self) -> int:
        return lib.ardor_model_iterations(self.pointer)

    @property
    def stop_reason(self) -> str:
        """Why the fit ended: what cut its tuning short, if something did."""
        pointer = self.pointer
        return _text(lib.ardor_model_stopped(pointer)) or _text(lib.ardor_model_stop_reason(pointer))

    @property
    def outputs(self) -> int:
        return lib.ardor_model_outputs(self.pointer)

    @property
    def class_names(self) -> List[str]:
        return [_text(lib.ardor_model_class_name(self.pointer, c)) for c in range(lib.ardor_model_classes(self.pointer))]

    @property
    def training_features(self) -> int:
        return lib.ardor_model_training_features(self.pointer)

    def features(self) -> Tuple[np.ndarray, np.ndarray, List[str]]:
        """Of the active features: places in the training table (-1: none), values, names."""
        pointer = self.pointer
        count = range(lib.ardor_model_features(pointer))
        columns = np.array([lib.ardor_model_feature_column(pointer, k) for k in count], dtype=np.int64)
        values = np.array([lib.ardor_model_feature_value(pointer, k) for k in count], dtype=np.float64)
        return columns, values, [_text(lib.ardor_model_feature_name(pointer, k)) for k in count]

    def predict(self, X: np.ndarray, prob: bool = False, mean: bool = False, variance: bool = False):
        """prob (n, classes), mean and variance of the latent function (n, outputs); None where not asked for. By position."""
        pointer = self.pointer
        table, X = _table(X)
        n, outputs = X.shape[0], self.outputs
        made = [np.empty((n, width), order="F") if wanted else None
                for wanted, width in ((prob, lib.ardor_model_classes(pointer)), (mean, outputs), (variance, outputs))]
        target = ffi.new("ardor_prediction *")
        target.size = ffi.sizeof("ardor_prediction")
        target.prob, target.mean, target.variance = (
            ffi.NULL if array is None else ffi.cast("double *", array.ctypes.data) for array in made)
        with session() as here:
            here.check(lib.ardor_predict_table(here.context, pointer, table, target))
        return made

    def explain(self, X: np.ndarray):
        """Contributions (n, features, outputs), reference (outputs,) and values (n, outputs), by position."""
        pointer = self.pointer
        table, X = _table(X)
        n, outputs = X.shape[0], lib.ardor_explain_outputs(pointer)
        contribution = np.empty((n, lib.ardor_model_features(pointer), outputs), order="F")
        reference, value = np.empty(outputs), np.empty((n, outputs), order="F")
        with session() as here:
            here.check(lib.ardor_explain_table(here.context, pointer, table, *(
                ffi.cast("double *", array.ctypes.data) for array in (contribution, reference, value))))
        return contribution, reference, value

    @property
    def explained(self) -> Tuple[Optional[str], bool]:
        """What is explained ("f", "log_odds", None), and do contributions add up?"""
        scale = lib.ardor_explain_scale(self.pointer)
        return (None if scale == ffi.NULL else _text(scale)), bool(lib.ardor_explain_adds_up(self.pointer))

    def save(self, path) -> None:
        with session() as here:
            here.check(lib.ardor_model_save(here.context, self.pointer, os.fsencode(path)))

    @classmethod
    def load(cls, path) -> "Model":
        out = ffi.new("ardor_model **")
        with session() as here:
            here.check(lib.ardor_model_load(here.context, os.fsencode(path), out))
            return cls.of(_Handle(here, out[0], lib.ardor_model_free))


def fit(data: _Handle, settings: Settings, callback: Callback = None) -> Model:
    out = ffi.new("ardor_model **")
    with session(callback) as here:
        spec = _spec(here, settings)
        status = lib.ardor_fit(here.context, data.pointer, spec.pointer, out)
        handle = _Handle(here, out[0], lib.ardor_model_free)
        here.check(status)
        return Model.of(handle)


def evaluate(data: _Handle, settings: Settings, splits=None, callback: Callback = None) -> str:
    """The JSON document of an evaluation; splits: pairs of arrays of rows, (train, test)."""
    out = ffi.new("ardor_evaluation **")
    with session(callback) as here:
        spec = _spec(here, settings, splits)
        status = lib.ardor_evaluate(here.context, data.pointer, spec.pointer, out)
        handle = _Handle(here, out[0], lib.ardor_evaluation_free)
        here.check(status)
        return here.said_by(lib.ardor_evaluation_json, handle.pointer)


def number(value: Optional[float]) -> float:
    """A number of a document, in which null stands for none."""
    return math.nan if value is None else float(value)
