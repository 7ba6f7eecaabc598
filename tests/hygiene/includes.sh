#!/bin/sh
# includes.sh ROOT: the direction of includes. A folder of src/ sees itself and folders of lower rank; cli/ sees the
# public header and itself. The ranks are in the file `ranks`, as in docs/architecture.md; a folder without one is an error.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

cd "$1"
faults=$(find src cli -name '*.[ch]' 2>/dev/null | LC_ALL=C sort | while read -r file; do
    awk -v keep_strings=1 -f "$here/strip.awk" "$file" | awk -v file="$file" -v ranks="$here/ranks" '
        function complain(line, text) { print file ":" line ": " text }
        BEGIN {
            while ((getline line < ranks) > 0) { split(line, part, " "); rank[part[1]] = part[2] + 0 }
            split(file, piece, "/")
            own = piece[1] == "cli" ? "cli" : piece[2]
            if (own != "cli" && !(own in rank)) complain(1, "its folder has no rank in tests/hygiene/ranks")
        }
        /^[ \t]*#[ \t]*include/ {
            if (!match($0, /["<][^">]*[">]/)) { complain(NR, "an include that is neither \"...\" nor <...>"); next }
            quoted = substr($0, RSTART, 1) == "\""
            name = substr($0, RSTART + 1, RLENGTH - 2)
            parts = split(name, piece, "/")
            folder = piece[1]
            if (name == "ardor/ardor.h") next
            # <...> names the system, unless it is a way round this check.
            if (!quoted && !(parts > 1 && (folder in rank))) next
            if (parts == 1) next                                        # a header beside the file
            if (own == "cli") complain(NR, "cli/ may not include \"" name "\": the public header only")
            else if (!(folder in rank) || name ~ /\/\.\.?\//) complain(NR, "include \"" name "\" by its path from src/")
            else if (folder != own && rank[folder] >= rank[own])
                complain(NR, own "/ (rank " rank[own] ") may not include \"" name "\" (rank " rank[folder] ")")
        }'
done)
[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
