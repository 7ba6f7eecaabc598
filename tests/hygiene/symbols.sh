#!/bin/sh
# symbols.sh ROOT SHARED_LIBRARY complete|partial: the shared library exports exactly the functions that the public
# header declares ARDOR_API, and leaves none of ardor's own names undefined. `partial` lists functions that are
# declared and missing without failing for them. What tests/hygiene/symbols lists, a name a line, programs may have been linked
# with: it stays, and what is new joins it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
library=$2
missing_is=$3

declared=$(awk -f "$here/strip.awk" include/ardor/ardor.h | awk '
    /^[ \t]*#/ { next }
    { text = text " " $0 }
    END {
        n = split(text, statement, ";")
        for (i = 1; i <= n; i++)
            if (match(statement[i], /ARDOR_API/)) {
                rest = substr(statement[i], RSTART)
                if (!match(rest, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(/)) continue
                name = substr(rest, RSTART, RLENGTH); sub(/[ (]+$/, "", name)
                print name
            }
    }' | LC_ALL=C sort -u)
[ -n "$declared" ] || { echo "include/ardor/ardor.h declares no ARDOR_API function"; exit 1; }
# _init, _fini, _end and their like come from the linker.
exported=$(nm -D --defined-only "$library" |
    awk '{ name = $NF; sub(/@.*/, "", name); if (name !~ /^(_init|_fini|_end|_edata|__bss_start)$/) print name }' |
    LC_ALL=C sort -u)
undefined=$(nm -D -u "$library" | awk '$NF ~ /^ard(or)?_/ { print $NF }')

kept=$(cat tests/hygiene/symbols)

failed=0
for name in $kept; do
    echo "$exported" | grep -qx "$name" && continue
    echo "programs may use it, and it is gone: $name (tests/hygiene/symbols)"
    failed=1
done
for name in $exported; do
    case $name in ardor_*) ;; *) echo "exported without the prefix ardor_: $name"; failed=1 ;; esac
    echo "$declared" | grep -qx "$name" || { echo "exported, but not declared ARDOR_API in ardor.h: $name"; failed=1; }
done
for name in $declared; do
    echo "$kept" | grep -qx "$name" || { echo "new: add it to tests/hygiene/symbols, where it stays: $name"; failed=1; }
    echo "$exported" | grep -qx "$name" && continue
    echo "declared in ardor.h, but missing from the library: $name"
    [ "$missing_is" = partial ] || failed=1
done
for name in $undefined; do
    echo "used by the library, but defined nowhere: $name"
    failed=1
done
exit $failed
