#!/bin/sh
# flow.sh ROOT OBJECT...: the direction of what is used, which includes alone do not show. OBJECTs are what src/ and cli/ are
# compiled to (CMake puts them at TARGET.dir/src/.. and TARGET.dir/cli/..). No file uses what another folder of its own rank or
# one of a higher rank defines (see the file `ranks`), and no files use each other in a circle.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
shift

[ $# -gt 0 ] || { echo "no objects were given"; exit 1; }
symbols=$(nm -A "$@")
printf '%s\n' "$symbols" | awk -v ranks="$here/ranks" '
    function fault(text) { print text; failed = 1 }
    function folder(file, part) { split(file, part, "/"); return part[1] == "cli" ? "cli" : part[2] }
    function check_rank(from, symbol, to, a, b) {
        a = folder(from); b = folder(to)
        if (a == b || a == "cli") return
        if (!(a in rank) || !(b in rank)) fault("src/" (a in rank ? b : a) " has no rank in tests/hygiene/ranks")
        else if (rank[b] >= rank[a])
            fault(from " (rank " rank[a] ") uses " symbol " of " to " (rank " rank[b] ")")
    }
    # Everything that `from`, and so `start`, comes to.
    function visit(start, from, i, to) {
        for (i = 1; i <= n_out[from]; i++) {
            to = out[from, i]
            if ((start, to) in comes_to) continue
            comes_to[start, to] = 1
            visit(start, to)
        }
    }
    BEGIN {
        while ((getline line < ranks) > 0) { split(line, part, " "); rank[part[1]] = part[2] + 0 }
    }
    match($0, /\.dir\/(src|cli)\/[^:]*\.c\.o:/) {
        file = substr($0, RSTART + 5, RLENGTH - 8)
        if (!(file in seen)) { seen[file] = 1; name[++n_files] = file }
        kind = $(NF - 1)
        if (kind == "U") { symbol[++n_used] = $NF; user[n_used] = file }
        else if (kind ~ /^[A-Z]$/) definer[$NF] = file
    }
    END {
        if (!n_files) fault("none of the objects is of src/ or cli/")
        for (i = 1; i <= n_used; i++) {
            from = user[i]; to = definer[symbol[i]]
            if (to == "" || to == from) continue
            check_rank(from, symbol[i], to)
            if ((from, to) in why) continue
            why[from, to] = symbol[i]
            out[from, ++n_out[from]] = to
        }
        for (i = 1; i <= n_files; i++) visit(name[i], name[i])
        for (i = 1; i <= n_files; i++)
            for (j = 1; j <= n_out[name[i]]; j++) {
                to = out[name[i], j]
                if ((to, name[i]) in comes_to)
                    fault("circle: " name[i] " uses " why[name[i], to] " of " to ", which comes back to it")
            }
        exit failed
    }'
