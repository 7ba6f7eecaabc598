#!/usr/bin/env bash
# python.sh BUILD [PYTEST-OPTION...]: installs the package of python/ into BUILD/venv, with the library in BUILD, and tests it there.
# Exit status 77, with a message, where the system's Python lacks what that needs (scripts/setup.sh python installs it).
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
shift
python=${PYTHON:-/usr/bin/python3}

needed="cffi numpy scipy sklearn pandas matplotlib pytest setuptools wheel pip venv"
missing=$("$python" - $needed <<'END' 2>/dev/null || echo Python
import importlib.util
import sys

print(*[name for name in sys.argv[1:] if importlib.util.find_spec(name) is None])
END
)
if [ -n "$missing" ] || [ ! -e "$(dirname "$("$python" -c 'import sysconfig; print(sysconfig.get_config_h_filename())')")/Python.h" ]; then
    echo "The Python package is not tested: $python lacks ${missing:-its headers (python3-dev)}; scripts/setup.sh python installs it"
    exit 77
fi

# A copy is built, so that the source tree stays as it is.
rm -rf "$build/python"
mkdir -p "$build/python"
cp -rL python/pyproject.toml python/setup.py python/build_ardor.py python/README.md python/LICENSE* python/ardor "$build/python"
[ -x "$build/venv/bin/pip" ] || "$python" -m venv --system-site-packages "$build/venv"
ARDOR_BUILD_DIR="$build" "$build/venv/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    --no-index --force-reinstall "$build/python"
source=$PWD
cd "$build"
ARDOR=${ARDOR:-$build/ardor} OPENBLAS_NUM_THREADS=1 exec "$build/venv/bin/python" -m pytest -q -p no:cacheprovider \
    -c "$source/python/pyproject.toml" --rootdir "$source/python" "$@" "$source/python/tests"
