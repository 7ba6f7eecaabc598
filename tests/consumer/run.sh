#!/usr/bin/env bash
# run.sh BUILD CMAKE CC VERSION FLAGS: install BUILD to a new prefix, then build and run the consumer through
# find_package and through pkg-config, the example of the manual too, and run the installed program from another directory. The
# prefix has a space in its name.
set -euo pipefail
build=$1 cmake=$2 cc=$3 version=$4 flags=$5
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ardor-consumer-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
prefix="$scratch/a prefix"

"$cmake" --install "$build" --prefix "$prefix" >/dev/null

echo "== find_package"
"$cmake" -S "$here" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DEXPECTED_VERSION="$version"
"$cmake" --build "$scratch/build"
"$scratch/build/consumer" "$version"
"$scratch/build/example" "$here/../../data/crabs.csv.gz" | tee "$scratch/example"
grep -q "^RW has scale [0-9]" "$scratch/example"
if [ -x "$scratch/build/consumer_cxx" ]; then
    "$scratch/build/consumer_cxx"
else
    echo "no C++ compiler: the C++ check of the header is left out"
fi

echo "== pkg-config"
pc=$(find "$prefix" -name ardor.pc)
libdir=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$pc")
[ "$(pkg-config --modversion ardor)" = "$version" ]
# pkg-config quotes its answer for a shell
# shellcheck disable=SC2086
eval "\"\$cc\" $flags \"\$here/consumer.c\" -o \"\$scratch/by-pkg-config\" $(pkg-config --cflags --libs ardor)"
LD_LIBRARY_PATH=$libdir "$scratch/by-pkg-config" "$version"

echo "== program"
if [ -x "$prefix/bin/ardor" ]; then
    (cd / && "$prefix/bin/ardor" methods >/dev/null)
    echo "runs"
fi
echo "installed:"
(cd "$prefix" && find . ! -type d | LC_ALL=C sort)
