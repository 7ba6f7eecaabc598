# systems.bash: what the tests on bare systems share (bare.sh, python.sh); sourced by them. It takes root, debootstrap and a network:
# without, a test is left out, which is said, with status 0.
# What is mounted for a system is seen by the test only (a namespace of mounts of its own), and is gone in the end.
# COMPILER=clang runs everything with that compiler, a package of the system.

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
test=$(basename "$0")
skip() { echo "$test: skipped: $*"; exit 0; }
fail() { echo "$test: ${suite:+$suite: }$*"; exit 1; }

[ "$(id -u)" -eq 0 ] || skip "only root makes bare systems"
command -v debootstrap >/dev/null || skip "there is no debootstrap"
if [ -z "${ARDOR_BARE:-}" ]; then
    unshare --mount true 2>/dev/null || skip "this system gives no namespace of mounts"
    ARDOR_BARE=1 exec unshare --mount --propagation private "$0" "$@"
fi

scratch=$(mktemp -d "${TMPDIR:-/tmp}/ardor-bare-XXXXXX")
log=$scratch/log
made=()
clean() { # what is mounted first: it is not ours to remove
    local root
    for root in "${made[@]}"; do
        umount -l "$root/proc" "$root/dev" || return
    done
    rm -rf --one-file-system "$scratch"
}
trap clean EXIT

# The files under version control, as they are now.
git -c safe.directory="$source" -C "$source" ls-files -z | tar -C "$source" --null -T - -cf "$scratch/tree.tar"
copy_tree() { mkdir -p "$1" && tar -C "$1" -xf "$scratch/tree.tar"; }

# new_system SUITE: sets `root`, where it is, and `suite`.
new_system() {
    suite=$1
    root=$scratch/$suite
    debootstrap --variant=minbase "$suite" "$root" >"$log" 2>&1 || skip "no $suite: $(tail -n 1 "$log")"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    made+=("$root")
}

# within ROOT USER FOLDER COMMAND: in the new system, with the environment of nobody in particular.
within() {
    local user=()
    [ "$2" = root ] || user=("--userspec=$2:$2")
    chroot "${user[@]}" "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
        ${COMPILER:+CC="$COMPILER"} bash -c 'cd "$1" && eval "$2"' bash "$3" "$4"
}

# step ROOT USER FOLDER COMMAND: must be done, without a warning of a compiler; says how long it took.
step() {
    local started=$SECONDS
    if ! within "$@" >"$log" 2>&1; then
        cat "$log"
        fail "failed, as $2: $4"
    fi
    if grep -E "(:[0-9]+|^[a-z0-9_-]+): warning: |CMake .*Warning" "$log" | grep -v "^ardor: "; then
        fail "warnings, as $2: $4"
    fi
    printf '%-10s %-6s %4d s  %s\n' "$suite" "$2" $((SECONDS - started)) "$4"
}
