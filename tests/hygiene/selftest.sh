#!/bin/sh
# selftest.sh CHECK CC: does CHECK.sh pass a small good tree and catch each fault planted in it?
set -eu
here=$(cd "$(dirname "$0")" && pwd)
check=$1
cc=$2
tree=$(mktemp -d "${TMPDIR:-/tmp}/ardor-hygiene-XXXXXX")
trap 'rm -rf "$tree"' EXIT
failed=0

good_tree()
{
    rm -rf "$tree"
    mkdir -p "$tree/src/base" "$tree/src/linalg" "$tree/src/special" "$tree/src/solver" "$tree/src/method/jcfo" \
             "$tree/cli" "$tree/include/ardor" "$tree/docs"
    printf '# Numbers\n\n`LIMIT`, `values`\n' >"$tree/docs/constants.md"
    cat >"$tree/include/ardor/ardor.h" <<'END'
#define ARDOR_API __attribute__((visibility("default")))
/* ARDOR_API int ardor_in_a_comment(void); */
ARDOR_API const char *ardor_version(void);
ARDOR_API int ardor_long_name(int first,
                              void (*call)(int));
END
    cat >"$tree/src/base/base.c" <<'END'
#include <stdio.h>
#include "ardor/ardor.h"
#include "base/base.h"
/* exit(1), printf and #include "method/method.h" in a comment are fine, "even 'here" */
struct pool { void (*free)(void *); } pool;
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *ardor_version(void) { pool.free(0); return "printf(\"exit\") // abort"; }
int ardor_long_name(int first, void (*call)(int)) { call('"'); return internal(first); }
int internal(int value) { return value; }
END
    echo 'int internal(int value);' >"$tree/src/base/base.h"
    mkdir -p "$tree/tests/hygiene"
    printf 'ardor_long_name\nardor_version\n' >"$tree/tests/hygiene/symbols"
    echo '#include "base/base.h"' >"$tree/src/linalg/blas.h"
    echo '#include <math.h>' >"$tree/src/method/method.h"
    printf '#include "method/method.h"\n#include "jcfo.h"\n' >"$tree/src/method/jcfo/jcfo.c"
    printf 'int jcfo_table;\nint internal(int);\nint jcfo(void) { return internal(1); }\n' >"$tree/src/method/jcfo/table.c"
    printf '#include "ardor/ardor.h"\n#include "cli.h"\n' >"$tree/cli/main.c"
    : >"$tree/cli/cli.h"
    : >"$tree/src/method/jcfo/jcfo.h"
}

build()
{
    (cd "$tree" && "$cc" -w -fPIC -fvisibility=hidden -Iinclude -Isrc -c src/base/base.c -o base.o &&
        rm -f lib.a && ar rc lib.a base.o && "$cc" -shared -o lib.so base.o)
}

# Every source compiled, as CMake does it. Objects of an earlier tree are gone with it.
objects()
{
    (cd "$tree" && rm -rf objects.dir && find src cli other -name '*.c' 2>/dev/null | while read -r file; do
        mkdir -p "objects.dir/${file%/*}"
        "$cc" -w -Iinclude -Isrc -c "$file" -o "objects.dir/$file.o"
    done && find objects.dir -name '*.o')
}

run()
{
    case $check in
        flow) sh "$here/flow.sh" "$tree" $(objects) ;;
        bans) build && sh "$here/bans.sh" "$tree" "$tree/lib.a" ;;
        symbols) build && sh "$here/symbols.sh" "$tree" "$tree/lib.so" complete ;;
        *) sh "$here/$check.sh" "$tree" ;;
    esac
}

passes()
{
    if ! output=$(run 2>&1); then
        echo "$check: a good tree is refused ($1):"; echo "$output"; failed=1
    fi
}

# catches WHAT PATTERN: the check fails and its message matches.
catches()
{
    if output=$(run 2>&1); then
        echo "$check: not caught: $1"; failed=1
    elif ! echo "$output" | grep -q "$2"; then
        echo "$check: $1: no message like \"$2\" in:"; echo "$output"; failed=1
    fi
    good_tree
}

plant() { mkdir -p "$(dirname "$tree/$1")"; printf '%b\n' "$2" >>"$tree/$1"; }

# lines COUNT TEXT
lines() { awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) print text }'; }

good_tree
passes "nothing planted"
case $check in
    includes)
        plant src/base/base.h '#include "linalg/blas.h"'
        catches "an include upwards" 'src/base/base.h:2: base/ (rank 0) may not include'
        plant src/linalg/blas.h '#include "special/probit.h"'
        catches "an include of the same rank" 'may not include "special/probit.h"'
        plant src/solver/drive.c '  #  include "method/method.h"'
        catches "a solver that sees methods" 'may not include "method/method.h"'
        plant src/solver/drive.c '#include <method/method.h>'
        catches "an upward include in angle brackets" 'may not include "method/method.h"'
        plant src/solver/drive.c '#include "../method/method.h"'
        catches "an upward include by a relative path" 'by its path from src'
        plant src/solver/drive.c '#include "base/../method/method.h"'
        catches "an upward include through another folder" 'by its path from src'
        plant cli/main.c '#include "base/base.h"'
        catches "a program that sees internals" 'the public header only'
        plant src/novel/new.c 'int x;'
        catches "a folder without a rank" 'has no rank'
        ;;
    bans)
        for name in exit _exit abort printf puts putchar perror rand srand random setlocale strtok gets sprintf strcpy \
                    strcat malloc calloc realloc free strdup openblas_set_num_threads json_set_alloc_funcs; do
            plant src/method/jcfo/jcfo.c "/* a\\n comment */ int f(void) { return $name (\"x\"); }"
            catches "$name in the text" "src/method/jcfo/jcfo.c:4: $name is banned"
        done
        plant src/base/base.c 'void f(void)\n{\n    fprintf(\n        stdout, "x");\n}'
        catches "fprintf(stdout)" 'fprintf(stdout) is banned'
        plant src/base/base.c 'void f(void) { fprintf(stderr, "x"); }'
        catches "fprintf(stderr)" 'stderr is banned'
        plant src/base/base.c '#include <stdlib.h>\nvoid *(*f)(void *, unsigned long) = realloc;'
        catches "a function pointer" 'realloc is banned'
        plant src/base/context.c 'void f(void) { free(malloc(1)); }'
        passes "context.c may allocate"
        plant src/base/context.c 'void f(void) { exit(1); }'
        catches "exit in context.c" 'context.c:2: exit is banned'
        plant src/linalg/threads.c 'void f(int n) { openblas_set_num_threads(n); }'
        passes "linalg/ may set the BLAS threads"
        good_tree
        # Only the object shows a call that is pasted together.
        plant src/base/base.c '#include <stdlib.h>\n#define PASTE(a, b) a##b\nvoid f(void) { PASTE(ab, ort)(); }'
        catches "abort in the object" 'base.o.* calls abort'
        plant src/base/base.c '#define PASTE(a, b) a##b\nvoid f(void) { PASTE(print, f)("%d", 1); }'
        catches "printf in the object" 'base.o.* calls printf'
        ;;
    symbols)
        plant tests/hygiene/symbols ardor_gone
        catches "a function that is gone" 'it is gone: ardor_gone'
        plant include/ardor/ardor.h 'ARDOR_API int ardor_more(void);'
        plant src/base/base.c '#include "ardor/ardor.h"\nint ardor_more(void) { return 1; }'
        catches "a function that is not in the list" 'new: add it to tests/hygiene/symbols, where it stays: ardor_more'
        plant src/base/base.c 'ARDOR_API int helper(void) { return 1; }'
        catches "an export without the prefix" 'without the prefix ardor_: helper'
        plant src/base/base.c 'ARDOR_API int ardor_secret(void) { return 1; }'
        catches "an export that is not in the header" 'not declared ARDOR_API in ardor.h: ardor_secret'
        plant include/ardor/ardor.h 'ARDOR_API int ardor_promised(void);'
        catches "a declared function without a definition" 'missing from the library: ardor_promised'
        plant src/base/base.c 'int ard_nowhere(void);\nint caller(void) { return ard_nowhere(); }'
        catches "an internal function without a definition" 'defined nowhere: ard_nowhere'
        ;;
    sizes)
        lines 500 'int x;' >"$tree/src/base/long.c"
        passes "a file of 500 lines"
        lines 501 'int x;' >"$tree/src/base/long.c"
        catches "a file of 501 lines" 'src/base/long.c: 501 lines'
        lines 501 '' >"$tree/cli/long.h"
        catches "a header of 501 lines" 'cli/long.h: 501 lines'
        for count in 56 57; do
            { printf 'static int *long_one(int a,\n                     int b)\n{\n'; lines $count '    a++;'; echo '}'; } \
                >"$tree/src/base/long.c"
            [ $count = 57 ] || passes "a function of 60 lines"
        done
        catches "a function of 61 lines" 'src/base/long.c:1: long_one has 61 lines'
        mkdir -p "$tree/tests" "$tree/python/ardor"
        wide=$(lines 129 x | tr -d '\n')
        for file in src/base/base.c cli/cli.h include/ardor/ardor.h tests/test.c tests/test.sh python/ardor/base.py; do
            plant "$file" "$wide\0303\0251"
            passes "130 columns, 131 bytes in $file"
            plant "$file" "/* comment */\n$wide\0303\0251x"
            catches "131 columns in $file" "$file:[0-9]*: 131 columns"
        done
        ;;
    flow)
        plant src/base/base.c 'int jcfo(void);\nint f(void) { return jcfo(); }'
        catches "a function of a higher rank" 'src/base/base.c (rank 0) uses jcfo of src/method/jcfo/table.c (rank 6)'
        plant src/base/base.c 'extern int jcfo_table;\nint *f(void) { return &jcfo_table; }'
        catches "data of a higher rank" 'src/base/base.c (rank 0) uses jcfo_table of src/method/jcfo/table.c (rank 6)'
        plant src/linalg/blas.c 'int probit(void);\nint f(void) { return probit(); }'
        plant src/special/probit.c 'int probit(void) { return 1; }'
        catches "a function of the same rank" 'src/linalg/blas.c (rank 1) uses probit of src/special/probit.c (rank 1)'
        plant src/novel/new.c 'int internal(int);\nint f(void) { return internal(1); }'
        catches "a folder without a rank" 'src/novel has no rank'
        plant src/base/base.c 'static int jcfo(void) { return 1; }\nint f(void) { return jcfo(); }'
        passes "a function of its own with the name of another"
        plant src/solver/a.c 'int b(void);\nint a(void) { return b(); }'
        plant src/solver/b.c 'int internal(int);\nint b(void) { return internal(1); }'
        passes "a file that uses another of its folder"
        plant src/solver/b.c 'int a(void);\nint f(void) { return a(); }'
        catches "a circle of two files" 'circle: src/solver/a.c uses b of src/solver/b.c'
        for pair in 'a b' 'b c' 'c a'; do
            to=${pair#* }
            plant "src/method/${pair% *}/${pair% *}.c" "int $to(void);\nint ${pair% *}(void) { return $to(); }"
        done
        catches "a circle of three folders" 'circle: src/method/c/c.c uses a of src/method/a/a.c'
        plant cli/main.c 'int show(void);\nint stop(void) { return show(); }'
        plant cli/output.c 'int stop(void);\nint show(void) { return stop(); }'
        catches "a circle of the program" 'circle: cli/main.c uses show of cli/output.c'
        rm -r "$tree/src" "$tree/cli"
        mkdir "$tree/other"; plant other/other.c 'int x;'
        catches "objects of other places" 'none of the objects'
        ;;
    paths)
        for text in 'cd /wor''k/shared' '"/tm''p/wt/x"' '/hom''e/ann/data' 'open(/roo''t/.x)' '/User''s/ann'; do
            plant cli/main.c "// $text"
            catches "$text" 'a directory of one machine'
        done
        # enciphered, so that the hosts do not stand here either
        for text in uggcf://clcv.bet/fvzcyr uggcf://ertvfgel.aczwf.bet/k uggc://qro.qrovna.bet pengrf.vb; do
            text=$(echo "$text" | tr a-z n-za-m)
            plant cli/main.c "// $text"
            catches "$text" 'a package registry'
        done
        plant cli/main.c '// src/wor''k/x /works ~/roo''t.c a/hom''e/x'
        passes "relative paths"
        if command -v git >/dev/null; then
            good_tree
            (cd "$tree" && git init -q . && git add cli src)
            plant untracked.txt '/wor''k/x'
            passes "a file that is not under version control"
            plant cli/main.c '/wor''k/x'
            catches "a file under version control" 'cli/main.c:3:'
        fi
        ;;
    constants)
        plant src/fit/tune.c 'static const double LIMIT = 1, values[] = {1, 2};\nenum { LIMIT = 3 };\n/* #define OTHER 1 */'
        passes "constants that the page has"
        good_tree
        plant src/fit/tune.c 'static const double LIMIT = 1, SHARE = .75;'
        catches "a second constant of a line" 'src/fit/tune.c: SHARE: docs/constants.md does not say'
        plant src/fit/tune.c 'void f(void)\n{\n    static const double list[] = {\n        1,\n        2};\n}'
        catches "a list in a function, over several lines" 'src/fit/tune.c: list: docs'
        plant src/fit/tune.c 'const double public_list[2] = {1, 2};'
        catches "a list that other files see" 'src/fit/tune.c: public_list: docs'
        plant src/fit/tune.c 'enum { LIMIT = 1, ROUNDS = 10 };'
        catches "an enumeration" 'src/fit/tune.c: ROUNDS: docs'
        plant src/fit/tune.c 'enum { MORE = LIMIT + 6 };'
        catches "an expression" 'src/fit/tune.c: MORE: docs'
        plant src/fit/tune.h '#define TOL 1e-8'
        catches "a macro" 'src/fit/tune.h: TOL: docs'
        plant src/method/jcfo/README.md '# x\n\n## Constants\n\n`TOL`'
        plant src/method/jcfo/jcfo.c '#define TOL 1e-8'
        passes "a constant in the README of its folder"
        plant src/method/jcfo/jcfo.c 'static const double LIMIT = 1;'
        catches "a constant that only the other page has" 'jcfo.c: LIMIT: src/method/jcfo/README.md does not say'
        plant src/solver/README.md '## Constants\n\n`TOL`'
        plant src/solver/sites/ep.c '#define TOL 1e-8'
        passes "a constant in the README of the folder above"
        rm "$tree/docs/constants.md"
        catches "no page" 'docs/constants.md is not there'
        ;;
    *) echo "no self-test for $check"; failed=1 ;;
esac
[ $failed -eq 0 ] && echo "$check catches what was planted"
exit $failed
