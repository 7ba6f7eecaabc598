#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that building and testing ardor needs, those that are missing and no others.
set -euo pipefail

packages=(
    gcc libc6-dev make cmake pkg-config         # to build
    libopenblas-dev liblapacke-dev              # linear algebra (liblapacke-dev: lapack.h)
    libcsv-dev libarchive-dev libjansson-dev    # CSV, compressed files, JSON
    librandom123-dev                            # counter-based random numbers
    libpopt-dev                                 # the command line
    libcmocka-dev libcerf-dev                   # the tests (libcerf: erfcx to compare with)
)

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

if [ "$(id -u)" -eq 0 ]; then
    as_root=()
elif command -v sudo >/dev/null; then
    as_root=(sudo)
else
    echo "Packages are missing, and installing them takes root or sudo. As root, run:" >&2
    echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
fi

echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
