#!/usr/bin/env bash
# mutants.sh SOURCE CC: does scripts/mutants.sh find its mutants, and tell those that a test kills from those that survive?
# On a tree of one file and one test; without gcov, or with a compiler whose counts gcov does not read, only the first is looked
# at. And does the list of mutants that change nothing still speak of lines that are there?
set -u
source=$1
cc=$2
toy=$(mktemp -d "${TMPDIR:-/tmp}/ardor-mutants-XXXXXX")
trap 'rm -rf "$toy"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
cd "$toy" && mkdir -p src/toy src/same tests/long || exit 1

# mutants_of SEED: the mutants of the lines of src/toy/toy.c, all of them covered.
mutants_of()
{
    awk '{ print FILENAME ":" FNR }' src/toy/toy.c >covered
    awk -v keep_columns=1 -f "$source/tests/hygiene/strip.awk" src/toy/toy.c |
        LC_ALL=C awk -v seed="$1" -f "$source/scripts/mutants.awk" covered - src/toy/toy.c
}

# Lines that are argued about are there, each in its file, and have a reason.
awk 'NF && !/^#/' "$source/tests/long/equivalent-mutants" >argued
while IFS= read -r head && IFS= read -r was && IFS= read -r is && IFS= read -r reason; do
    [[ $head =~ ^[a-z_/0-9]+\.c:\ [a-z0-9\ ]+$ && $is != "$was" && -n $reason ]] ||
        fail "equivalent-mutants: $head: not four lines"
    sed 's/^ *//' "$source/${head%%:*}" | grep -qxF "${was#"${was%%[! ]*}"}" || fail "equivalent-mutants: $head: not there:$was"
done <argued
[ $(($(wc -l <argued) % 4)) -eq 0 ] || fail "equivalent-mutants: something is missing"

# What some seed makes of each of these lines; of the last ones it makes nothing.
cat >wanted <<'TOY'
if (a < b) return c;|relation|if (a <= b) return c;
if (a < b) return c;|statement dropped|if (a < b) ;
x = a == b ? 1 : 0;|relation|x = a != b ? 1 : 0;
x = a == b ? 1 : 0;|off by one|x = a == b ? 2 : 0;
for (i = 0; i < n; i++) sum += x[i];|off by one|for (i = 0; i < n - 1; i++) sum += x[i];
for (i = 0; i < n; i++) sum += x[i];|off by one|for (i = 1; i < n; i++) sum += x[i];
for (i = 0; i < n; i++) sum += x[i];|off by one|for (i = 0; i < n; i++) sum += x[i + 1];
for (i = 0; i < n; i++) sum += x[i];|sign|for (i = 0; i < n; i++) sum -= x[i];
return -a * (b + c);|sign|return a * (b + c);
return -a * (b + c);|sign|return -a / (b + c);
return -a * (b + c);|factor 2|return 2 * (-a * (b + c));
y = .5 - z; /* + */|factor 2|y = (2 * .5) - z; /* + */
TRY(act(context, one->n, two));|arguments swapped|TRY(act(context, two, one->n));
act(context, one->n, two);|statement dropped|;
/* if (a < b) return 1; */ // x[i + 1] = 2;||
const char *text = "a < b, c + 1";||
NEW(context, x, n + 1);||
char buffer[64];||
ard_free(context, x);||
const double y = fmin(a, b);||
TOY
{ echo 'f();'; cut -d '|' -f 1 wanted | uniq; } >src/toy/toy.c
for seed in $(seq 80); do mutants_of "$seed"; done | awk -F '\t' '{ print $6 "|" $5 "|" $7 }' >made
while IFS='|' read -r line operator mutant; do
    if [ -n "$operator" ]; then
        grep -qxF "$line|$operator|$mutant" made || fail "\"$line\" never becomes \"$mutant\" ($operator)"
    else
        grep -F "$line|" made && fail "\"$line\" is changed"
    fi
done <wanted

cat >src/toy/toy.c <<'TOY'
int toy_seen(int a, int b);
int toy_unseen(int a, int b);
int toy_seen(int a, int b)
{
    return a - b;
}
int toy_unseen(int a, int b)
{
    return a + b;
}
TOY
printf '%s\n' 'void same(int a);' 'void same(int a)' '{' '    int x;' '    x = a + 1;' '    (void)x;' '}' >src/same/same.c
# What is drawn is the same by the same seed, and does not change with the place of a line.
mutants_of 1 | cut -f 1,5- >first
mutants_of 2 | cut -f 1,5- | cmp -s - first && fail "another seed gives the same mutants"
{ echo; cat src/toy/toy.c; } >moved && cp src/toy/toy.c unmoved && mv moved src/toy/toy.c
mutants_of 1 | cut -f 1,5- | cmp -s - first || fail "lines that move give other mutants"
mv unmoved src/toy/toy.c

if ! command -v gcov >/dev/null || "$cc" --version | grep -qi clang; then
    echo "left out: no counts that gcov reads"
    exit $failed
fi
cat >CMakeLists.txt <<'TOY'
cmake_minimum_required(VERSION 3.22)
project(toy LANGUAGES C)
add_compile_options($<$<BOOL:${COUNT}>:--coverage>)
add_link_options($<$<BOOL:${COUNT}>:--coverage>)
add_library(ardor_objects OBJECT src/toy/toy.c src/same/same.c)
add_executable(test_toy tests/test_toy.c $<TARGET_OBJECTS:ardor_objects>)
enable_testing()
add_test(NAME test_toy COMMAND test_toy)
set_tests_properties(test_toy PROPERTIES TIMEOUT 3600)
TOY
cat >CMakePresets.json <<'TOY'
{ "version": 3, "configurePresets": [ { "name": "coverage", "generator": "Unix Makefiles",
  "binaryDir": "${sourceDir}/build-coverage", "cacheVariables": { "COUNT": "ON" } } ] }
TOY
cat >"$toy/tests/test_toy.c" <<'TOY'
int toy_seen(int, int), toy_unseen(int, int);
void same(int);
int main(void) { same(toy_unseen(1, 1)); return toy_seen(3, 1) != 2; }
TOY
# run FOLDER: two mutants of it.
run() { CC=$cc COUNT=2 ONLY=$1 "$source/scripts/mutants.sh" . >out 2>&1; }

run toy && fail "of two mutants one survives, and that is no failure"
grep -q '^src/toy/toy.c:5: .*: killed by test_toy$' out || fail "what the test looks at is not killed"
grep -q '^src/toy/toy.c:9: .*: SURVIVED$' out || fail "what no test looks at does not survive"
cp out before
run toy
grep '^ \|^src' before | cmp -s - <(grep '^ \|^src' out) || fail "a second run has other mutants"

# Argued equivalent, by its texts.
awk '/SURVIVED/ { sub(/:[0-9]+/, ""); split($0, part, ": "); print part[1] ": " part[2]; is = part[3] }
     / was: / { sub(/^ *was: /, ""); print $0; print is; print "nobody looks" }' out >tests/long/equivalent-mutants
run toy || fail "the one that is argued equivalent counts"
grep -q '^src/toy/toy.c:9: .*: equivalent$' out || fail "it is not called equivalent"

# Of lines without consequences there is no mutant.
run same || fail "no mutants, and that is a failure"
grep -q '^0 mutants .*; [1-9] passed over' out || fail "mutants that compile to the same are not passed over"
cmp -s src/toy/toy.c build-mutants/tree/src/toy/toy.c || fail "a mutant is left in the copy"
[ $failed -eq 0 ] || cat out
exit $failed
