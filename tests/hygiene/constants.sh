#!/bin/sh
# constants.sh ROOT: every constant of the sources that decides results says where it is from. Values and lists `static const
# double` (`const double` at the margin), `#define NAME number` and `enum { NAME = number }` have their names, in backquotes, in
# the nearest README.md above the file that has a section "Constants", else in docs/constants.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
folders='method solver basis fit metric study data prepare resample linalg link machine'

# document FILE: where its constants stand.
document()
{
    folder=${1%/*}
    while [ "$folder" != src ]; do
        if grep -qs '^## Constants$' "$folder/README.md"; then echo "$folder/README.md"; return; fi
        folder=${folder%/*}
    done
    echo docs/constants.md
}

# constants FILE: their names, a line each.
constants()
{
    awk -f "$here/strip.awk" "$1" | awk '
        function names(text,    word) {       # NAME = or NAME[..] =, outside braces
            gsub(/\{[^{}]*\}/, "{}", text)
            while (match(text, /[A-Za-z_][A-Za-z_0-9]*[ \t]*(\[[^]]*\])?[ \t]*=/)) {
                word = substr(text, RSTART, RLENGTH)
                sub(/[^A-Za-z_0-9].*/, "", word)
                print word
                text = substr(text, RSTART + RLENGTH)
            }
        }
        function numbers(text,    word) {     # NAME = an expression with a number, of an enumeration
            gsub(/=[ \t]*sizeof[^,}]*/, "", text)
            while (match(text, /[A-Z][A-Z_0-9]*[ \t]*=[^,}]*[0-9][^,}]*/)) {
                word = substr(text, RSTART, RLENGTH)
                sub(/[^A-Z_0-9].*/, "", word)
                if (word !~ /^ARD_(CAN|HAS|BREAKS)_/) print word      # bits
                text = substr(text, RSTART + RLENGTH)
            }
        }
        /^[ \t]*#[ \t]*define[ \t]+[A-Z_0-9]+[ \t]+\(?-?[0-9.]/ { sub(/^[ \t]*#[ \t]*define[ \t]+/, ""); print $1; next }
        { text = text $0 " " }
        !inside && (/^[ \t]*static const double [A-Za-z_0-9]+ ?[[=,]/ || /^const double /) { inside = "double" }
        !inside && /^[ \t]*enum [{]/ { inside = "enum" }
        inside { statement = statement $0 " " }
        inside && /;/ {
            if (inside == "enum") numbers(statement); else names(statement)
            inside = statement = ""
        }'
}

[ -f docs/constants.md ] || { echo "docs/constants.md is not there"; exit 1; }
faults=$(
    for folder in $folders; do
        [ ! -d "src/$folder" ] || find "src/$folder" -name '*.[ch]'
    done | LC_ALL=C sort | while read -r file; do
        found=$(constants "$file")
        [ -n "$found" ] || continue
        document=$(document "$file")
        for name in $found; do
            grep -q "\`$name\`" "$document" || echo "$file: $name: $document does not say where it is from"
        done
    done)
[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
