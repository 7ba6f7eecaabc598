#!/usr/bin/env bash
# methods: the list, one method, JSON.
. "$2/tests/cli/common.sh" "$1" "$2"

expect 0 methods
prints '^jcfo '
silent
expect 0 methods jcfo
prints '^Reference'
prints 'lam1'
prints 'max_iter'
expect 0 methods --json
is_json out
grep -q '^\[' out || fail "methods --json is not an array"
expect 0 methods jcfo --json
is_json out
prints '"jcfo"'

# Every number that a setting stands for, or is chosen from, says where it is from: "Constants" of the README beside the method.
# Seeds stand for no number.
settings=$("$ardor" methods --json | awk '
    /^ *"name": / { sub(/^[^:]*: "/, ""); sub(/",?$/, ""); name = $0 }
    /^ *"bases": / { method = name }
    /^ *"type": "(real|int)"/ && name !~ /_seed$/ { print method, name }')
[ "$(wc -l <<<"$settings")" -ge 90 ] || fail "methods --json: only $(wc -l <<<"$settings") numbers among the settings"
while read -r method setting; do
    files=$(grep -l "\.name = \"$method\"" "$source_dir"/src/method/*/*.c)
    sed -n '/^## Constants$/,/^## /p' "$(dirname "$files")/README.md" >section 2>&1
    grep -q "\`$setting\`" section || fail "$method: its README does not say where the values of '$setting' are from"
done <<<"$settings"

# The README's row of --basis names the methods whose basis is not rbf.
others=$("$ardor" methods --json | awk '
    /^ *"name": / { sub(/^[^:]*: "/, ""); sub(/",?$/, ""); name = $0 }
    /^ *"default_basis": "identity"/ { list = list (list ? ", " : "") name }
    /^ *"default_basis": / && !/"(rbf|identity)"/ { list = list ", " name " with another" }
    END { print list }')
sed 's/^| `--basis B` |/&/; t; d' "$source_dir/README.md" >row
for method in svm svm-rfe svm-l0; do
    if lacks $method; then sed -i "s/ $method,//" row; fi
done
grep -qF "| \`--basis B\` | \`rbf\`; $others: \`identity\` |" row ||
    fail "README.md has another default basis than the methods, of which identity have: $others"

refuses 2 methods no-such-method
says no-such-method
finish
