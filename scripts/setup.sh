#!/usr/bin/env bash
# setup.sh [test|core|python]: installs the Debian or Ubuntu packages that building ardor needs, with `test` those of its tests too,
# with `core` those of the profile core, with `python` those of the Python package and its tests: the ones that are missing and no
# others. Where all is there it needs no rights and says nothing.
set -euo pipefail

# A tool that is there, wherever it comes from, needs no package; CC may name another compiler.
packages=()
command -v "${CC:-cc}" >/dev/null || packages+=(gcc)
what=${1:-}
installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

for tool in make cmake; do
    command -v "$tool" >/dev/null || packages+=("$tool")
done
packages+=(
    libc6-dev
    libjansson-dev                              # JSON
    librandom123-dev                            # counter-based random numbers
)
if [ "$what" = core ]; then                     # any BLAS and LAPACK: OpenBLAS is both
    installed libopenblas-dev || packages+=(libblas-dev liblapack-dev)
else
    command -v pkg-config >/dev/null || packages+=(pkg-config)
    packages+=(
        libopenblas-dev                         # linear algebra
        libcsv-dev libarchive-dev               # CSV, compressed files
        libsvm-dev                              # the methods svm, svm-rfe and svm-l0
        libpopt-dev                             # the command line
        libjs-vega                              # charts of reports
    )
fi
if [ "$what" = test ]; then
    packages+=(libcmocka-dev libcerf-dev)       # libcerf: erfcx to compare with
    command -v xz >/dev/null || packages+=(xz-utils)
fi
if [ "$what" = python ]; then
    packages+=(python3-dev python3-pip python3-venv python3-setuptools python3-wheel python3-cffi)
    packages+=(python3-numpy python3-scipy python3-sklearn python3-pandas python3-matplotlib python3-pytest)
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not a Debian or Ubuntu system, so nothing is installed. Needed are the libraries behind these packages:"
    printf '    %s\n' "${packages[@]}"
    exit 0      # they may well be there: cmake names what is not
fi

missing=()
for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

refuse()
{
    echo "$1 As root, run:" >&2
    echo "    apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
}

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || refuse "Packages are missing, and installing them takes root or sudo."
    as_root=(sudo)
fi

# Another installation, as of a machine that has just been started, is waited for.
wait_for_lock=(-o DPkg::Lock::Timeout=600)
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q "${wait_for_lock[@]}" &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${wait_for_lock[@]}" "${missing[@]}" ||
    refuse "Packages are missing, and they could not be installed."
