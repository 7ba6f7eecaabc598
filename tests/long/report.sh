#!/usr/bin/env bash
# report.sh SOURCE_DIRECTORY: the program built without charts and with every library of charts that is here (Debian's libjs-vega,
# npm's in build/npm, or in the directory ARDOR_NPM_VEGA), and the test of reports with each.
set -euo pipefail
source_dir=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jobs=$(nproc)
failed=0

# try NAME ARDOR_VEGA WANTED: builds the program so, and runs tests/cli/report.sh with it.
try()
{
    local name=$1 vega=$2 wanted=$3 build=$work/$1
    echo "== $name: ARDOR_VEGA=$vega"
    cmake -S "$source_dir" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DARDOR_VEGA="$vega" \
        ${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER"} >"$work/log" 2>&1 &&
        cmake --build "$build" -j "$jobs" --target ardor-cli >"$work/log" 2>&1 || { tail -n 20 "$work/log"; failed=1; return; }
    "$build/ardor" --version --json | grep -q "\"charts\": $wanted" || { echo "FAIL: $name has other charts"; failed=1; }
    bash "$source_dir/tests/cli/report.sh" "$build/ardor" "$source_dir" || { echo "FAIL: $name"; failed=1; }
}

try off OFF null
if [ -e /usr/share/javascript/vega/vega-view.min.js ]; then
    try debian /usr/share/javascript/vega '"Vega'
else
    echo "skipped: there is no libjs-vega"
fi
npm=${ARDOR_NPM_VEGA:-$source_dir/build/npm/node_modules}
if [ -e "$npm/vega/build/vega.min.js" ]; then
    try npm "$npm" '"Vega'
else
    echo "skipped: there is no Vega of npm (make charts)"
fi
exit $failed
