#!/usr/bin/env bash
# run.sh BUILD CMAKE CC VERSION FLAGS PROFILE: install BUILD to a new prefix, then build and run the consumer through
# find_package and through pkg-config, the example of the manual too, and run the installed program from another directory; of
# core the static library in both ways. The prefix has a space in its name.
set -euo pipefail
build=$1 cmake=$2 cc=$3 version=$4 flags=$5 profile=$6
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ardor-consumer-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
prefix="$scratch/a prefix"

# refuses PROGRAM: the example, linked with core, says that it reads no tables.
refuses()
{
    ! "$1" "$here/../../data/crabs.csv.gz" 2>"$scratch/example" || exit 1
    grep "crabs.csv.gz: this build of ardor (profile core) does not read files of tables" "$scratch/example"
}

"$cmake" --install "$build" --prefix "$prefix" >/dev/null

echo "== find_package"
"$cmake" -S "$here" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DEXPECTED_VERSION="$version"
"$cmake" --build "$scratch/build"
"$scratch/build/consumer" "$version"
if [ "$profile" = full ]; then
    "$scratch/build/example" "$here/../../data/crabs.csv.gz" | tee "$scratch/example"
    grep -q "^RW has scale [0-9]" "$scratch/example"
else
    refuses "$scratch/build/example"
    refuses "$scratch/build/example_static"
    ! ldd "$scratch/build/example_static" | grep libardor || exit 1
fi
"$scratch/build/memory" | tee "$scratch/memory"
grep -q "^column 1 has the weight [0-9]" "$scratch/memory"
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
[ "$(pkg-config --variable=profile ardor)" = "$profile" ]
if [ "$profile" = core ]; then
    mkdir "$scratch/alone"
    cp "$libdir/libardor.a" "$scratch/alone"
    # shellcheck disable=SC2086
    eval "\"\$cc\" $flags \"\$here/../../examples/fit.c\" -o \"\$scratch/static\" -L\"\$scratch/alone\" \
        $(pkg-config --static --cflags --libs ardor)"
    refuses "$scratch/static"
    ! ldd "$scratch/static" | grep libardor || exit 1
fi

echo "== program"
if [ -x "$prefix/bin/ardor" ]; then
    (cd / && "$prefix/bin/ardor" methods >/dev/null)
    echo "runs"
fi
echo "installed:"
(cd "$prefix" && find . ! -type d | LC_ALL=C sort)
