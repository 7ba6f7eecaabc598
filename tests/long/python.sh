#!/usr/bin/env bash
# python.sh [SUITE...]: the Python package on systems that have nothing yet, Debian 12 and 13, by what python/README.md says and
# nothing else: root runs its line of apt-get; a plain user, in a folder with a space in its name, its lines of venv and pip,
# its example as one script, and those of python/examples. The library is built once and becomes a part of the package, nothing
# is left in the source tree, nothing warns, and the package's tests pass with that library, which is of the profile core.
# systems.bash says what it takes.
set -euo pipefail
. "$(dirname "$0")/systems.bash"
suites=("$@")
[ $# -gt 0 ] || suites=(bookworm trixie)
readme=$source/python/README.md
folder="/srv/a user/ardor"

line() { sed -n "s/^    \($1 .*\)/\1/p" "$readme"; }
apt=$(line apt-get) install=$(line python3)
for found in "$apt" "$install"; do
    [ "$(echo "$found" | wc -l)" -eq 1 ] && [ -n "$found" ] || fail "README.md has not one line of apt-get and one of python3"
done
# quietly: the step that was just made gave no warning, of Python and pip either.
quietly() { ! grep -i warning "$log" || fail "it warns"; }

for suite in "${suites[@]}"; do
    new_system "$suite"
    copy_tree "$root$folder"
    within "$root" root / "useradd --create-home user && chown -R user: '/srv/a user'"
    tree() { (cd "$root$folder" && find . -path ./venv -prune -o -print | LC_ALL=C sort); }
    tree >"$scratch/before"

    step "$root" root "$folder" "apt-get update -q && ${apt/install/install -q -y --no-install-recommends}"
    step "$root" user "$folder" "export PIP_VERBOSE=1; $install"
    quietly
    [ "$(grep -c 'Built target ardor_objects' "$log")" -eq 1 ] || fail "the library is not built once"
    tree | diff "$scratch/before" - || fail "something is left in the source tree"
    [ -z "$(find "$root/tmp" -name 'ardor-build-*')" ] || fail "what was built on the way is still there"

    awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$readme" >"$root/srv/a user/example.py"
    { cat "$root/srv/a user/example.py"; echo 'print(ardor.build()["profile"], result)'; } >"$root/srv/a user/shown.py"
    step "$root" user "$folder" "venv/bin/python -W error '/srv/a user/shown.py'"
    quietly
    grep '^core <Evaluation of jcfo' "$log" || fail "the example is not that of the library that was built"
    for example in "$source"/python/examples/*.py; do
        step "$root" user "$folder" "venv/bin/python python/examples/$(basename "$example")"
    done
    needed=$(within "$root" user "$folder" 'ldd venv/lib/python3*/site-packages/ardor/_c.abi3.so')
    echo "$needed" | grep -q 'libardor.so.0 => .*/site-packages/ardor/libardor.so.0' || fail "the library is elsewhere: $needed"

    step "$root" root / "apt-get install -q -y --no-install-recommends python3-pytest"
    step "$root" user /tmp "'$folder/venv/bin/python' -m pytest -q -p no:cacheprovider -c '$folder/python/pyproject.toml' \
        --rootdir '$folder/python' '$folder/python/tests'"
    tail -n 1 "$log"
done
