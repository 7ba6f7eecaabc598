#!/usr/bin/env bash
# build.sh JOBS: build the program and nothing else, saying how far it is; warnings and errors are shown, the rest is not.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

# Lines of make or ninja are "[ 12%] ..." or "[3/25] ...". On a terminal the figure is drawn anew, elsewhere every quarter is told.
told=-1
draw() { printf '\rBuilding the program: %3d %%' "$1"; }
tell()
{
    [ $(($1 / 25)) -gt $told ] || return 0
    told=$(($1 / 25))
    echo "Building the program: $1 %"
}
if [ -t 1 ]; then show=draw ended='\n'; else show=tell ended=''; fi
shown=0
echo "Building the program, of $(find src cli -name '*.c' | wc -l) sources: a minute or two where none is built yet .."
cmake --build build --target ardor-cli -j "$1" | while IFS= read -r line; do
    if [[ $line =~ ^\[\ *([0-9]+)%\] ]]; then
        shown=${BASH_REMATCH[1]}
    elif [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        shown=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    else
        [[ $line =~ ^(Consolidate|Scanning|Dependencies|ninja:|g?make) ]] || printf '%s\n' "$line"
        continue
    fi
    $show "$shown"
done
printf "$ended"
