#!/usr/bin/env bash
# core.sh [FOLDER]: the profile core, on the reference BLAS and LAPACK of Netlib (Debian's packages libblas-dev and liblapack-dev,
# whatever the alternatives of the system are), built in FOLDER, or in one that is removed again.
#   It is found and built without pkg-config, and needs no other library than BLAS, LAPACK, jansson and those of the compiler.
#   It exports what full exports.
#   Threads of the BLAS are set where it is OpenBLAS at run time, and only there.
#   All tests that read no tables pass, with the tolerances that they have, and so do those of the installed library.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
libraries=/usr/lib/$(${CC:-cc} -print-multiarch)
blas=$libraries/blas/libblas.so lapack=$libraries/lapack/liblapack.so openblas=$libraries/openblas-pthread
jobs=$(nproc 2>/dev/null || echo 2)
if [ ! -e "$blas" ] || [ ! -e "$lapack" ]; then
    echo "core.sh: skipped: there is no $blas or no $lapack (packages libblas-dev, liblapack-dev)"
    exit 0
fi
if [ $# -gt 0 ]; then
    build=$1
else
    build=$(mktemp -d "${TMPDIR:-/tmp}/ardor-core-XXXXXX")
    trap 'rm -rf "$build"' EXIT
fi
fail() { echo "core.sh: $*"; exit 1; }

echo "== built without pkg-config"
cmake -S "$source" -B "$build" -DARDOR_PROFILE=core -DBUILD_TESTING=OFF -DARDOR_WERROR=ON -DARDOR_BLAS_LIBRARIES="$lapack;$blas" \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON ${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER"} >/dev/null
cmake --build "$build" -j "$jobs" >/dev/null
[ ! -e "$build/ardor" ] || fail "the program was built"

echo "== needs"
# of the library itself, and of all that those bring
needed=$(objdump -p "$build/libardor.so" | awk '$1 == "NEEDED" { print $2 }' | LC_ALL=C sort | tr '\n' ' ')
echo "$needed"
[ "$needed" = "libblas.so.3 libc.so.6 libjansson.so.4 liblapack.so.3 libm.so.6 " ] || fail "it needs other libraries"
loaded=$(ldd "$build/libardor.so" | awk '{ print $1 }' | sed 's|.*/||' | grep -vE '^(linux-vdso|ld-linux)' | LC_ALL=C sort)
others=$(echo "$loaded" | grep -vE '^lib(blas|lapack|jansson|m|c|gfortran|quadmath|gcc_s)\.so\.[0-9]+$' || true)
[ -z "$others" ] || fail "it loads $others"
ldd "$build/libardor.so" | grep -q "$(dirname "$blas")" || fail "the BLAS is another than that of Netlib"

echo "== exports"
sh "$source/tests/hygiene/symbols.sh" "$source" "$build/libardor.so" complete

echo "== threads of the BLAS"
cat >"$build/threads.c" <<'EOF'
#include <ardor/ardor.h>
#include <stdio.h>
int main(void) { return printf("%d %d\n", ardor_blas_set_threads(1), ardor_blas_is_thread_safe()) < 0; }
EOF
${CC:-cc} -I"$source/include" "$build/threads.c" -o "$build/threads" -L"$build" -lardor -Wl,-rpath,"$build"
[ "$("$build/threads")" = "0 1" ] || fail "of Netlib: $("$build/threads")"
if [ -e "$openblas/libblas.so.3" ]; then
    told=$(LD_LIBRARY_PATH=$openblas "$build/threads")
    [ "$told" = "1 1" ] || fail "of OpenBLAS: $told"
else
    echo "there is no OpenBLAS: not tried with it"
fi

echo "== tests"
cmake -S "$source" -B "$build" -DBUILD_TESTING=ON -DARDOR_TESTS_REQUIRED=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=OFF >/dev/null
cmake --build "$build" -j "$jobs" >/dev/null
(cd "$build" && ctest -j "$jobs" --output-on-failure)
