#!/usr/bin/env bash
# mutants.sh [SOURCE]: faults planted in the library and the program, one at a time; do the tests fail?
#
# The operators are: relation (< to <=, == to !=, && to ||), off by one (numbers, indices, ends of loops), sign (+ to -, * to /, a
# minus gone), factor 2 (constants, what a line computes), arguments swapped, statement dropped; mutants.awk says what is left
# alone. Only lines that some test runs are changed, and of the tests only those that run the line are run, those named after its
# folder or file first, each until it takes several times as long as it should. Such lines are known from a run of every test in
# build-coverage/, kept in build-mutants/ until the sources or the test change. Headers are not changed: all would be built anew.
#
# Mutants are drawn by SEED (1), COUNT (60) of them, from the folders of src/ and cli/ by their covered lines, but at least one of
# each; ONLY=folder draws all from that one. What does not compile, or compiles to the same object, is replaced by the next. JOBS
# (1) tests are run at a time; LIST=1 names candidates and runs nothing. All is done to a copy, build-mutants/tree.
#
# tests/long/equivalent-mutants has those that change nothing that anyone could see. Of the others at most 5 % may survive.
set -euo pipefail
export LC_ALL=C OPENBLAS_NUM_THREADS=1 CCACHE_NOHASHDIR=1
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "${1:-$here/..}" && pwd)
seed=${SEED:-1} count=${COUNT:-60} only=${ONLY:-} jobs=${JOBS:-1}
for number in "$seed" "$count" "$jobs"; do
    [[ $number =~ ^[0-9]+$ ]] || { echo "mutants.sh: SEED, COUNT and JOBS are numbers, not '$number'" >&2; exit 2; }
done
work=$source/build-mutants
tree=$work/tree build=$work/build known=$work/known
equivalents=$source/tests/long/equivalent-mutants
mkdir -p "$tree" "$known" "$work/tmp"
strip=$here/../tests/hygiene/strip.awk

say() { printf '%s\n' "$*"; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; say "mutants.sh: failed: $*"; exit 1; }; }

# ---- a copy of the tree, built

# Only what differs is written, with the time of now: make goes by times, and a mutant of an earlier run may be in the way.
copy_tree()
{
    local file
    (cd "$source" && find . \( -path ./.git -o -path './build*' -o -path ./.cache \) -prune -o -type f -print) |
        sort >"$work/files"
    (cd "$tree" && find . -type f) | sort | comm -13 "$work/files" - | while IFS= read -r file; do rm "$tree/$file"; done
    while IFS= read -r file; do
        cmp -s "$source/$file" "$tree/$file" && continue
        mkdir -p "$(dirname "$tree/$file")"
        cp "$source/$file" "$tree/$file"
    done <"$work/files"
}

# Arguments of another type are no mutants that anyone would miss: they must not compile.
configure()
{
    local options=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O2" -DARDOR_TESTS_REQUIRED=ON)
    options+=("-DCMAKE_C_FLAGS=-Werror=incompatible-pointer-types -Werror=int-conversion -Werror=discarded-qualifiers")
    command -v ninja >/dev/null && options+=(-G Ninja)
    command -v ccache >/dev/null && options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
    quietly cmake -S "$tree" -B "$build" "${options[@]}"
    quietly cmake --build "$build" -j "$jobs"
}

make_targets() { cmake --build "$build" -j "$jobs" --target "$@" >"$work/log" 2>&1; }

# ---- tests, and the lines that they run

# tests BUILD: names and commands, with a tab between, of the tests that look for faults: those of accuracy and of rules of the
# text do not, and those of adding and installing run again what others run.
tests()
{
    awk '/^add_test\(/ { name = command = $0
                         sub(/^add_test\(\[=\[/, "", name); sub(/\]=\].*/, "", name)
                         sub(/^[^ ]* /, "", command); sub(/\)$/, "", command) }
         /^set_tests_properties\(/ && name !~ /^(adding|consumer)/ && !/LABELS "(accuracy|hygiene)"/ {
             print name "\t" command }' "$1/CTestTestfile.cmake" | sort
}

# The sources, and what tests share, decide; of a test its own file, where it has one.
digest() { (cd "$source" && { cksum "$@" 2>/dev/null || true; } | cksum | cut -d ' ' -f 1); }
shared_digest()
{
    # shellcheck disable=SC2046 # paths without blanks
    digest $(cd "$source" && { find src cli include fuzz tests/*.h tests/cli/common.sh -type f 2>/dev/null || true; } | sort)
}

# run NAME COMMAND SECONDS: 0 where the test passes, or leaves itself out. No mutant takes all the memory or the whole disk.
run()
{
    local status=0
    rm -rf "$work/tmp/$1" && mkdir -p "$work/tmp/$1"
    (ulimit -c 0 -v 8000000 -f 2000000 && cd "$work/tmp/$1" && export TMPDIR=$PWD &&
        exec timeout -k 5 "$3" bash -c "$2" >"$work/tmp/$1.log" 2>&1 </dev/null) || status=$?
    rm -rf "$work/tmp/$1"
    [ "$status" -ne 77 ] || status=0
    return "$status"
}

# learn NAME KEY COUNTING COMMAND: the test is run with COUNTING for the lines that it runs, into $known/KEY, and with COMMAND, in
# the copy, for the milliseconds that it takes, into $known/KEY.ms. It must pass both times.
learn()
{
    local counts=$work/tmp/$1.counts counted levels began
    levels=$(tr -cd / <<<"$source/build-coverage" | wc -c)
    mkdir -p "$counts"
    GCOV_PREFIX=$counts GCOV_PREFIX_STRIP=$levels ARDOR=$source/build-coverage/ardor run "$1" "$3" 3600 ||
        { cat "$work/tmp/$1.log"; say "mutants.sh: $1 fails as it is"; return 255; }
    (cd "$counts" && find . -name '*.gcda' | grep -E '\.dir/(src|cli)/' | while IFS= read -r counted; do
        ln -sf "$source/build-coverage/${counted%.gcda}.gcno" "${counted%.gcda}.gcno"
        printf '%s\0' "$counted"
    done | xargs -0 -r gcov -t 2>/dev/null | awk -v root="$source/" '
        /^ *-: *0:Source:/ { file = $0; sub(/^ *-: *0:Source:/, "", file)
                             file = index(file, root) == 1 ? substr(file, length(root) + 1) : ""; next }
        file ~ /^(src|cli)\/.*\.c$/ && /^ *[0-9]+\*?: *[0-9]+:/ { split($0, part, ":"); print file ":" part[2] + 0 }' |
        sort -u) >"$work/tmp/$1.lines"
    rm -rf "$counts"
    began=$(date +%s%N)
    ARDOR=$build/ardor run "$1" "$4" 3600 ||
        { cat "$work/tmp/$1.log"; say "mutants.sh: $1 fails in a copy of the tree as it is"; return 255; }
    say $((($(date +%s%N) - began) / 1000000)) >"$known/$2.ms"
    mv "$work/tmp/$1.lines" "$known/$2"
}

# $work/tests: name, key, command in the copy of every test.
learn_all()
{
    local shared name key counting command fresh=()
    (cd "$source" && quietly cmake --preset coverage)
    shared=$(shared_digest)
    : >"$work/tests"
    while IFS=$'\t' read -r name counting command; do
        key=$name.$shared.$(digest "tests/$name.c" "tests/cli/${name#cli_}.sh")
        printf '%s\t%s\t%s\n' "$name" "$key" "$command" >>"$work/tests"
        [ -f "$known/$key" ] || fresh+=("$name" "$key" "$counting" "$command")
    done < <(join -t $'\t' <(tests "$source/build-coverage") <(tests "$build"))
    [ ${#fresh[@]} -gt 0 ] || return 0
    say "Running $((${#fresh[@]} / 4)) tests for the lines that they run .."
    quietly cmake --build "$source/build-coverage" -j "$jobs"
    export -f learn run say
    export work known source build
    printf '%s\0' "${fresh[@]}" | xargs -0 -n 4 -P "$jobs" bash -c 'learn "$@"' learn
}

# ---- mutants, and what they are drawn by

# $work/covered: the lines; $work/candidates: the mutants of every folder, in the order of the seed, first one of each operator,
# then the second ones, and so on: most lines have a statement to drop and few a constant.
find_candidates()
{
    local paths
    cut -f 2 "$work/tests" | sed "s|^|$known/|" | xargs cat | sort -u >"$work/covered"
    mapfile -t paths < <(cut -d : -f 1 "$work/covered" | uniq)
    (cd "$source" && awk -v keep_columns=1 -f "$strip" "${paths[@]}" |
        awk -v seed="$seed" -f "$here/mutants.awk" "$work/covered" - "${paths[@]}" |
        sort | awk -F '\t' '{ printf "%06d\t%s\n", ++n[$2, $5], $0 }' | sort | cut -f 2-) >"$work/candidates"
    [ -z "$only" ] || awk -F '\t' -v only="$only" '$2 == only' "$work/candidates" >"$work/only"
    [ -z "$only" ] || mv "$work/only" "$work/candidates"
    [ -s "$work/candidates" ] || { say "mutants.sh: no test runs a line of ${only:-src/ or cli/}"; exit 1; }
}

# The folders of the mutants to come, one a line: first each once, then always the one that has the fewest for its lines
# (Sainte-Lague), so that more mutants go on where fewer stopped.
folders()
{
    awk -F '\t' '{ print $2 }' "$work/candidates" | sort | uniq -c | awk -v count="$count" '
        { name[NR] = $2; lines[NR] = $1 }
        END {
            for (k = 0; k < count; k++) {
                best = 0
                for (i = 1; i <= NR; i++) {
                    share = lines[i] / (2 * taken[i] + 1)
                    if (k < NR && taken[i]) continue                # each one first
                    if (!best || share > most) { best = i; most = share }
                }
                taken[best]++
                print name[best]
            }
        }'
}

# Is the mutant in the list of those that change nothing, with a reason? Its texts count without what they are indented by.
argued()
{
    [ -f "$equivalents" ] || return 1
    HEAD="$file: $operator" WAS=$was IS=$is awk '
        function text(s) { sub(/^ +/, "", s); return s }
        $0 == ENVIRON["HEAD"] { at = NR }
        at && NR == at + 1 && text($0) != text(ENVIRON["WAS"]) { at = 0 }
        at && NR == at + 2 && text($0) != text(ENVIRON["IS"]) { at = 0 }
        at && NR == at + 3 { found = 1; exit }
        END { exit !found }' "$equivalents"
}

# ---- one mutant

target() { if [[ $file == cli/* ]]; then say ardor-cli; else say ardor_objects; fi; }
object_of() { find "$build/CMakeFiles" -path "*/$(target).dir/$file.o"; }
plant() { IS=$is awk -v number="$number" 'NR == number { $0 = ENVIRON["IS"] } { print }' "$source/$file" >"$tree/$file"; }
restore() { [ -z "${file:-}" ] || cmp -s "$source/$file" "$tree/$file" || cp "$source/$file" "$tree/$file"; }

# Tests that run the line: batch, milliseconds, name, command; those named after its folder or file first, then the quickest. What
# has to be linked anew is most of the work, and most mutants die in the first batch, which is small.
tests_of()
{
    local name key command stem=${file##*/} folder
    folder=${file%/*} folder=${folder##*/} stem=${stem%.c}
    while IFS=$'\t' read -r name key command; do
        grep -qxF "$file:$number" "$known/$key" || continue
        if [[ _${name}_ == *_${folder}_* || _${name}_ == *_${stem}_* ]]; then printf 1; else printf 2; fi
        printf '\t%s\t%s\t%s\n' "$(cat "$known/$key.ms")" "$name" "$command"
    done <"$work/tests" | sort -k 1n,1 -k 2n,2 |
        awk -F '\t' -v OFS='\t' '{ $1 = NR <= 6 ? 1 : NR <= 18 ? 2 : NR <= 42 ? 3 : 4; print }'
}

# kill_with BATCH: its tests are built and run until one fails, whose name is left in $work/killer.
kill_with()
{
    local targets
    mapfile -t targets < <(awk -F '\t' -v batch="$1" '$1 == batch { print $3 ~ /^cli_/ ? "ardor-cli" : $3 }' "$work/chosen" |
        sort -u)
    [ ${#targets[@]} -gt 0 ] || return 1
    make_targets "${targets[@]}" || { say "the build" >"$work/killer"; return 0; }
    awk -F '\t' -v batch="$1" '$1 == batch { printf "%s%c%s%c%d%c", $3, 0, $4, 0, 10 + 5 * $2 / 1000, 0 }' "$work/chosen" |
        xargs -0 -n 3 -P "$jobs" bash -c 'attack "$@"' attack 2>/dev/null || true
    [ -s "$work/killer" ]
}

attack()
{
    local status=0
    ARDOR=$build/ardor run "$1" "$2" "$3" || status=$?
    [ $status -ne 0 ] || return 0
    if [ "$status" -eq 124 ]; then say "$1, whose time is up"; else say "$1"; fi >>"$work/killer"
    return 255
}

# try: does the mutant compile to something else? Then whether a test fails is left in $work/killer. 1: it is none.
try()
{
    local object
    object=$(object_of)
    cp "$object" "$work/object"
    plant
    make_targets "$(target)" || return 1
    ! cmp -s "$object" "$work/object" || return 1
    : >"$work/killer"
    tests_of >"$work/chosen"
    kill_with 1 || kill_with 2 || kill_with 3 || kill_with 4 || true
}

# next FOLDER: the next candidate of it, into file, number, operator, was, is.
declare -A position
next()
{
    position[$1]=$((${position[$1]:-0} + 1))
    IFS=$'\t' read -r _ _ file number operator was is < <(
        awk -F '\t' -v folder="$1" -v nth="${position[$1]}" '$2 == folder && ++n == nth { print; exit }' "$work/candidates")
}

tell()
{
    local shown=${is#"${is%%[! ]*}"}
    [ "$operator" != "statement dropped" ] || shown="without ${was#"${was%%[! ]*}"}"
    say "$file:$number: $operator: $shown: $1"
}

one_of()
{
    local folder=$1 found
    while next "$folder"; do
        if argued; then
            equal=$((equal + 1))
            tell equivalent
            return
        fi
        found=0
        try || found=1
        restore
        if [ $found -ne 0 ]; then
            passed_over=$((passed_over + 1))
        elif [ -s "$work/killer" ]; then
            killed=$((killed + 1))
            tell "killed by $(head -n 1 "$work/killer")"
            return
        else
            survived=$((survived + 1))
            tell SURVIVED
            say "    was:$(printf %s "$was" | sed 's/^ */ /')"
            return
        fi
    done
    say "$folder: no more mutants"
}

copy_tree
trap restore EXIT
configure
learn_all
find_candidates
if [ -n "${LIST:-}" ]; then
    for folder in $(folders); do next "$folder" && tell candidate; done
    exit 0
fi
killed=0 survived=0 equal=0 passed_over=0
export -f attack run say
export work build
began=$SECONDS
for folder in $(folders); do one_of "$folder"; done
rest=$((killed + survived))
say "$((rest + equal)) mutants by seed $seed in $(((SECONDS - began + 59) / 60)) minutes: $killed killed, $survived survived," \
    "$equal equivalent; $passed_over passed over that did not compile or changed nothing"
tenths=$((rest ? (1000 * survived + rest / 2) / rest : 0))
say "$survived of $rest survived: $((tenths / 10)).$((tenths % 10)) %, at most 5 % may"
[ $((20 * survived)) -le $rest ]
