#!/bin/sh
# sizes.sh ROOT: no file of src/ and cli/ has more than 500 lines, no function in them more than 60, no line of C, Python and of a
# test's script more than 130 columns, comments included. A function is what stands before and between a { and a } in the first
# column; a column is a character, of however many bytes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
faults=$(
    find src cli -name '*.[ch]' 2>/dev/null | LC_ALL=C sort | while read -r file; do
        awk -f "$here/strip.awk" "$file" | awk -v file="$file" '
            /^[A-Za-z_].*\(/ { name = $0; sub(/[ ]*\(.*/, "", name); sub(/.*[ *]/, "", name); head = NR }
            /^\{/ { start = head ? head : NR }
            /^\}/ {
                lines = NR - start + 1
                if (start && lines > 60) print file ":" start ": " name " has " lines " lines; the limit is 60"
                start = 0; head = 0
            }
            END { if (NR > 500) print file ": " NR " lines; the limit is 500" }'
    done
    find src cli include examples tests fuzz bench python -path python/build -prune -o \
        \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o -name '*.py' \) -print 2>/dev/null |
        LC_ALL=C sort | LC_ALL=C xargs awk '
            length($0) > 130 {
                columns = $0
                gsub(/[\200-\277]/, "", columns)
                if (length(columns) > 130) print FILENAME ":" FNR ": " length(columns) " columns; the limit is 130"
            }')
[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
