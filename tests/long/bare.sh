#!/usr/bin/env bash
# bare.sh [SUITE...]: the demo and the tests on systems that have nothing yet: Debian 12 and 13 (bookworm, trixie) as debootstrap
# makes them, with times. In each, from this tree:
#   a plain user is told what to install, and nothing is built;
#   root installs, runs the demo, installs ardor, compiles against it as README.md says, and runs the tests;
#   a plain user, in a folder with a space in its name, runs the demo, the tests, and an installation of his own.
# Nothing may warn. It takes root, debootstrap and a network, and is left out, which is said, without. COMPILER=clang runs all of
# it with that compiler, a package of the system.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie)

skip() { echo "bare.sh: skipped: $*"; exit 0; }
[ "$(id -u)" -eq 0 ] || skip "only root makes bare systems"
command -v debootstrap >/dev/null || skip "there is no debootstrap"
if [ -z "${ARDOR_BARE:-}" ]; then # what is mounted below is seen here only, and is gone in the end
    unshare --mount true 2>/dev/null || skip "this system gives no namespace of mounts"
    ARDOR_BARE=1 exec unshare --mount --propagation private "$0" "$@"
fi

scratch=$(mktemp -d "${TMPDIR:-/tmp}/ardor-bare-XXXXXX")
made=()
clean() { # what is mounted first: it is not ours to remove
    local root
    for root in "${made[@]}"; do
        umount -l "$root/proc" "$root/dev" || return
    done
    rm -rf --one-file-system "$scratch"
}
trap clean EXIT

# within ROOT USER FOLDER COMMAND: in the new system, with the environment of nobody in particular.
within() {
    local user=()
    [ "$2" = root ] || user=("--userspec=$2:$2")
    chroot "${user[@]}" "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
        ${COMPILER:+CC="$COMPILER"} bash -c 'cd "$1" && eval "$2"' bash "$3" "$4"
}

# step ROOT USER FOLDER COMMAND: must be done, without a warning of a compiler; says how long it took.
step() {
    local started=$SECONDS log=$scratch/log
    if ! within "$@" >"$log" 2>&1; then
        cat "$log"
        echo "bare.sh: $suite: failed, as $2: $4"
        exit 1
    fi
    if grep -E "(:[0-9]+|^[a-z0-9_-]+): warning: |CMake .*Warning" "$log" | grep -v "^ardor: "; then
        echo "bare.sh: $suite: warnings, as $2: $4"
        exit 1
    fi
    printf '%-10s %-6s %4d s  %s\n' "$suite" "$2" $((SECONDS - started)) "$4"
}

# The files under version control, as they are now.
git -c safe.directory="$source" -C "$source" ls-files -z | tar -C "$source" --null -T - -cf "$scratch/tree.tar"
copy_tree() { mkdir -p "$1" && tar -C "$1" -xf "$scratch/tree.tar"; }

# README.md, on the use of the library: a program, compiled and run in a folder of its own.
use='${CC:-cc} /opt/ardor/examples/fit.c $(pkg-config --cflags --libs ardor) -o fit &&
    ./fit /opt/ardor/data/crabs.csv.gz >fit.out && grep "has scale" fit.out'

for suite in "${suites[@]}"; do
    root=$scratch/$suite
    debootstrap --variant=minbase "$suite" "$root" >"$scratch/log" 2>&1 || skip "no $suite: $(tail -n 1 "$scratch/log")"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    made+=("$root")
    copy_tree "$root/opt/ardor"
    copy_tree "$root/srv/a user/ardor"
    within "$root" root / "useradd --create-home user && chown -R user: '/srv/a user'"

    if within "$root" user "/srv/a user/ardor" scripts/setup.sh >"$scratch/log" 2>&1; then
        echo "bare.sh: $suite: a plain user is not told what is missing" && exit 1
    fi
    grep -q '^    apt-get update && apt-get install .* make .*libopenblas-dev' "$scratch/log" || { cat "$scratch/log"; exit 1; }
    [ ! -e "$root/srv/a user/ardor/build" ] || { echo "bare.sh: $suite: something was built"; exit 1; }

    [ -z "${COMPILER:-}" ] || step "$root" root / "apt-get update -q && apt-get install -q -y --no-install-recommends $COMPILER"
    step "$root" root /opt/ardor "scripts/setup.sh && make demo"
    grep -A 4 '^== Result' "$scratch/log"
    step "$root" root /opt/ardor "make install"
    step "$root" root /tmp "ardor --version && $use"
    step "$root" root /opt/ardor "make test"
    step "$root" root /opt/ardor "make uninstall && ! command -v ardor && [ -z \"\$(find /usr/local -name '*ardor*')\" ]"

    step "$root" user "/srv/a user/ardor" "make demo"
    step "$root" user "/srv/a user/ardor" "make test"
    step "$root" user "/srv/a user/ardor" "make install PREFIX='/srv/a user/local' && '/srv/a user/local/bin/ardor' --version"
done
