"""The module `ardor._c`: every declaration of ardor.h, which the compiler checks against the header itself, and two callbacks.

Where the library is, in this order:

- ``ARDOR_BUILD_DIR=DIR``: a build directory of ardor (the headers are those of its source tree);
- ``ARDOR_BUNDLED=1``: cmake builds the source tree above this folder, and the library goes into the package (``CMAKE_ARGS`` has
  further options for it);
- what ``pkg-config ardor`` says;
- as with ``ARDOR_BUNDLED=1``.

An installer asks for the metadata first and for the module later: only the latter, ``build``, takes what takes time.
"""
import functools
import glob
import os
import re
import shlex
import shutil
import subprocess
from typing import List, NamedTuple

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
# The newest function that the package calls: a library without it is too old.
NEEDED = "ardor_model_stop_reason"

CALLBACKS = """
extern "Python" int ardor_py_progress(void *user, const ardor_progress *progress);
extern "Python" void ardor_py_note(void *user, const char *text);
extern "Python" void ardor_py_warning(void *user, const char *code, const char *text);
"""


class Where(NamedTuple):
    include: List[str]
    library: List[str]
    rpath: List[str]
    bundled: bool = False  # the library is yet to be built


def _cached(directory, name):
    with open(os.path.join(directory, "CMakeCache.txt"), encoding="utf-8") as cache:
        found = re.search(rf"^{name}:[A-Z]+=(.*)$", cache.read(), re.M)
    return found.group(1) if found else ""


def _built(directory):
    directory = os.path.abspath(directory)
    source = _cached(directory, "CMAKE_HOME_DIRECTORY")
    return Where([os.path.join(source, "include")], [directory], [directory])


def _bundled():
    if not os.path.exists(os.path.join(SOURCE, "CMakeLists.txt")):
        raise SystemExit("ardor: there is no installed library (pkg-config ardor), and its sources are not above this folder; "
                         "install the library first, or set ARDOR_BUILD_DIR")
    if not shutil.which("cmake"):
        raise SystemExit("ardor: cmake is needed to build the library (or an installed one, which pkg-config finds)")
    return Where([os.path.join(SOURCE, "include")], [], ["$ORIGIN"], True)


def build(directory):
    """Builds the library in `directory`, with the profile that has the fewest dependencies. The file that programs load."""
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    subprocess.run(["cmake", "-S", SOURCE, "-B", directory, "-DCMAKE_BUILD_TYPE=Release", "-DARDOR_PROFILE=core",
                    "-DBUILD_TESTING=OFF", *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
    subprocess.run(["cmake", "--build", directory, "-j", jobs, "--target", "ardor"], check=True)
    files = [file for pattern in ("libardor.so.*", "libardor.*.dylib") for file in glob.glob(os.path.join(directory, pattern))]
    return min(files, key=len)  # libardor.so.0, not libardor.so.0.1.0


def _pkg_config(*options):
    out = subprocess.run(["pkg-config", *options, "ardor"], capture_output=True, text=True, check=True).stdout
    return shlex.split(out)


def _installed():
    if not shutil.which("pkg-config") or subprocess.run(["pkg-config", "--exists", "ardor"], check=False).returncode:
        return None
    include = _pkg_config("--variable=includedir")
    library = _pkg_config("--variable=libdir")
    return Where(include, library, library)


@functools.lru_cache(maxsize=None)
def where():
    directory = os.environ.get("ARDOR_BUILD_DIR")
    if directory:
        return _built(directory)
    if os.environ.get("ARDOR_BUNDLED", "0") not in ("", "0"):
        return _bundled()
    return _installed() or _bundled()


def header():
    path = os.path.join(where().include[0], "ardor", "ardor.h")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if NEEDED not in text:
        raise SystemExit(f"ardor: {path} is of an older library; this package needs one that has {NEEDED}")
    return text


def version():
    return ".".join(re.findall(r"^#define ARDOR_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header(), re.M))


def declarations(text):
    """The header without comments, preprocessor lines and what is for C++ only."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines).replace("ARDOR_API ", "")


def _make():
    made = FFI()
    made.cdef(declarations(header()))
    made.cdef(CALLBACKS)
    made.set_source("ardor._c", "#include <ardor/ardor.h>", py_limited_api=True, include_dirs=where().include,
                    library_dirs=where().library, libraries=["ardor"],
                    extra_link_args=[f"-Wl,-rpath,{path}" for path in where().rpath])
    return made


ffi = _make()
