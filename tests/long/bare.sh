#!/usr/bin/env bash
# bare.sh [SUITE...]: the demo and the tests on systems that have nothing yet: Debian 12 and 13 (bookworm, trixie) as debootstrap
# makes them, with times. In each, from this tree:
#   a plain user is told what to install, and nothing is built;
#   root installs, runs the demo, installs ardor, compiles against it as README.md says, and runs the tests;
#   a plain user, in a folder with a space in its name, runs the demo, the tests, and an installation of his own.
# Nothing may warn. systems.bash says what it takes, and what COMPILER=clang does.
set -euo pipefail
. "$(dirname "$0")/systems.bash"
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie)

# README.md, on the use of the library: a program, compiled and run in a folder of its own.
use='${CC:-cc} /opt/ardor/examples/fit.c $(pkg-config --cflags --libs ardor) -o fit &&
    ./fit /opt/ardor/data/crabs.csv.gz >fit.out && grep "has scale" fit.out'

for suite in "${suites[@]}"; do
    new_system "$suite"
    copy_tree "$root/opt/ardor"
    copy_tree "$root/srv/a user/ardor"
    within "$root" root / "useradd --create-home user && chown -R user: '/srv/a user'"

    if within "$root" user "/srv/a user/ardor" scripts/setup.sh >"$log" 2>&1; then
        fail "a plain user is not told what is missing"
    fi
    grep -q '^    apt-get update && apt-get install .* make .*libopenblas-dev' "$log" || { cat "$log"; exit 1; }
    [ ! -e "$root/srv/a user/ardor/build" ] || fail "something was built"

    [ -z "${COMPILER:-}" ] || step "$root" root / "apt-get update -q && apt-get install -q -y --no-install-recommends $COMPILER"
    step "$root" root /opt/ardor "scripts/setup.sh && make demo"
    grep -A 4 '^== Result' "$log"
    step "$root" root /opt/ardor "make install"
    step "$root" root /tmp "ardor --version && $use"
    step "$root" root /opt/ardor "make test"
    step "$root" root /opt/ardor "make uninstall && ! command -v ardor && [ -z \"\$(find /usr/local -name '*ardor*')\" ]"

    step "$root" user "/srv/a user/ardor" "make demo"
    step "$root" user "/srv/a user/ardor" "make test"
    step "$root" user "/srv/a user/ardor" "make install PREFIX='/srv/a user/local' && '/srv/a user/local/bin/ardor' --version"
done
