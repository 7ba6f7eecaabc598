#!/usr/bin/env bash
# setup.sh [test]: installs the Debian or Ubuntu packages that building ardor needs, with `test` those of its tests too: the ones
# that are missing and no others. Where all is there it needs no rights and says nothing.
set -euo pipefail

# A tool that is there, wherever it comes from, needs no package; CC may name another compiler.
packages=()
command -v "${CC:-cc}" >/dev/null || packages+=(gcc)
for tool in make cmake pkg-config; do
    command -v "$tool" >/dev/null || packages+=("$tool")
done
packages+=(
    libc6-dev
    libopenblas-dev liblapacke-dev              # linear algebra (liblapacke-dev: lapack.h)
    libcsv-dev libarchive-dev libjansson-dev    # CSV, compressed files, JSON
    libsvm-dev                                  # the methods svm, svm-rfe and svm-l0
    librandom123-dev                            # counter-based random numbers
    libpopt-dev                                 # the command line
)
if [ "${1:-}" = test ]; then
    packages+=(libcmocka-dev libcerf-dev)       # libcerf: erfcx to compare with
    command -v xz >/dev/null || packages+=(xz-utils)
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not a Debian or Ubuntu system, so nothing is installed. Needed are the libraries behind these packages:"
    printf '    %s\n' "${packages[@]}"
    exit 0      # they may well be there: cmake names what is not
fi

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
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
