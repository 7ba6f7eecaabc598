#!/bin/sh
# sizes.sh ROOT: no file of src/ and cli/ has more than 800 lines. Functions of more than 60 lines are listed, as
# advice. A function body is what stands between a { and a } in the first column.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
files=$(find src cli -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
failed=0
for file in $files; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 800 ] || { echo "$file: $lines lines; the limit is 800"; failed=1; }
done
for file in $files; do
    awk -f "$here/strip.awk" "$file" | awk -v file="$file" '
        /^[A-Za-z_].*\(/ { name = $0; sub(/[ ]*\(.*/, "", name); sub(/.*[ *]/, "", name); head = NR }
        /^\{/ { start = head ? head : NR }
        /^\}/ {
            lines = NR - start + 1
            if (start && lines > 60) print "advice: " file ":" start ": " name " has " lines " lines; aim at under 60"
            start = 0; head = 0
        }'
done
exit $failed
