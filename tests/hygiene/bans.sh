#!/bin/sh
# bans.sh ROOT [STATIC_LIBRARY]: names that the library may not use, in the text of src/ (comments and strings aside,
# members of structures aside) and, for those that end the process, print, or touch its global state, in what
# the objects of the library call.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
process='exit _exit _Exit quick_exit abort assert __assert_fail'
process="$process printf vprintf puts putchar perror stderr"
process="$process rand srand random srandom drand48 setlocale strtok gets"
strings='sprintf vsprintf strcpy strcat json_set_alloc_funcs'
memory='malloc calloc realloc reallocarray aligned_alloc posix_memalign free strdup strndup asprintf vasprintf'

cd "$1"
faults=$(
    find src -name '*.[ch]' | LC_ALL=C sort | while read -r file; do
        banned="$process $strings"
        case $file in src/base/context.c) ;; *) banned="$banned $memory" ;; esac
        case $file in src/linalg/*) ;; *) banned="$banned openblas_set_num_threads" ;; esac
        awk -f "$here/strip.awk" "$file" | awk -v file="$file" -v banned="$banned" '
            BEGIN { n = split(banned, word, " "); for (i = 1; i <= n; i++) ban[word[i]] = 1 }
            /^[ \t]*#[ \t]*include/ { next }
            {
                line = $0
                while (match(line, /[A-Za-z_][A-Za-z_0-9]*|[^ \t]/)) {
                    token = substr(line, RSTART, RLENGTH)
                    line = substr(line, RSTART + RLENGTH)
                    # s.free, s->free, and the declaration (*free)
                    member = last == "." || (last == ">" && before == "-") || (last == "*" && before == "(")
                    attribute = token == "printf" && last == "(" && before == "format"
                    if (token in ban && !member && !attribute) print file ":" NR ": " token " is banned in src/"
                    if (token == "stdout" && last == "(" && (before == "fprintf" || before == "vfprintf"))
                        print file ":" NR ": " before "(stdout) is banned in src/"
                    before = last; last = token
                }
            }'
    done
    if [ $# -gt 1 ]; then
        # __printf_chk and the like are what a fortified build calls.
        nm -A -u "$2" | awk -v banned="$process" '
            BEGIN { n = split(banned, word, " "); for (i = 1; i <= n; i++) ban[word[i]] = 1 }
            {
                name = $NF; sub(/@.*/, "", name)
                plain = name; if (plain ~ /^__.*_chk$/) { sub(/^__/, "", plain); sub(/_chk$/, "", plain) }
                if (name in ban || plain in ban) print $1 " calls " name
            }'
    fi)
[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
