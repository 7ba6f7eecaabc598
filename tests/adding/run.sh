#!/usr/bin/env bash
# run.sh PROGRAM SOURCE ARDOR: PROGRAM is ardor with the entries of tests/adding, made as cmake/Adding.cmake says. Each was added
# by the steps of docs/architecture.md: its own file and one row, and nothing else; help, configuration, documents and model
# files know it all the same, and ARDOR, which is without them, does not.
. "$2/tests/cli/common.sh" "$1" "$2"
plain=$3
page=$source_dir/docs/architecture.md
adding=$source_dir/tests/adding

# ---- the page: a line "| .. | `FILE` | `ROW` in `TABLE` | .." for each thing that can be added, of which there is one here
quoted='`\([^`]*\)`'
entries=$(sed -n "/^## How to add/,/^### /s/^| [^|]*| $quoted *| $quoted in $quoted |.*/\\1 \\2 \\3/p" "$page")
[ "$(wc -l <<<"$entries")" -eq "$(wc -l <"$adding/rows")" ] || fail "the page has $(wc -l <<<"$entries") things to add: $entries"
files=
while read -r table row after; do
    name=${row#*(}
    name=${name%)}
    entry=$(grep " ${row//$name/NAME} $table\$" <<<"$entries") || fail "the page does not say: $row in $table"
    file=${entry%% *}
    files="$files ${file//NAME/$name}"
    [ -f "$adding/${file//NAME/$name}" ] || fail "there is no $adding/${file//NAME/$name}"
    grep -q -F "$after" "$source_dir/$table" || fail "$table has no $after"
done <"$adding/rows"
there=$(cd "$adding" && find src -name '*.c' | sort)
[ "$(tr ' ' '\n' <<<"$files" | grep . | sort)" = "$there" ] || fail "other files than:$files"

# without_them ARGUMENT...: the program that has no such entry refuses.
without_them() {
    "$plain" "$@" >plain.out 2>plain.err </dev/null && fail "ardor $* is taken"
    grep -q "$expected" plain.err || fail "ardor $*: $(cat plain.err)"
}

"$ardor" simulate two-gaussians --n 80 --p 6 --seed 3 -q -o data.csv

# ---- a method
expect 0 methods
prints '^centroids  *identity  *Thresholded centroids'
expect 0 methods centroids
prints 'least'
expect 0 evaluate data.csv --method centroids --tune --plan kfold:5 --json
prints '"method": "centroids"'
expect 0 fit data.csv --method centroids --set least=0.3 -o method.json -q
expect 2 fit data.csv --method none
says 'centroids'
expected='no method .centroids'
without_them fit data.csv --method centroids
expect 0 predict method.json data.csv
cp out here
"$plain" predict method.json data.csv >out 2>err || fail "ardor cannot predict from the file of a method it lacks: $(cat err)"
same out here

# ---- a filter
expect 0 fit --help
prints 'flat:K'
expect 0 fit data.csv --filter flat:2 --json
prints '"filter": "flat:2"'
expect 0 fit data.csv --method spr --filter flat:2 -o filter.json -q
expect 0 predict filter.json data.csv
expected='flat'
without_them fit data.csv --filter flat:2
without_them predict filter.json data.csv

# ---- a preparation step
expect 0 fit --help
prints '^ *--clip='
expect 0 fit data.csv --clip 2 --json
prints '"clip": "2"'
expect 0 fit data.csv --clip 2
prints '^Preparation .*, clip 2'
expect 0 evaluate data.csv --clip 2 --plan kfold:3 --json
prints '"clip": "2"'
expect 2 fit data.csv --clip x
says 'clip takes'
expect 0 fit data.csv --method spr --clip 2 -o step.json -q
expect 0 predict step.json data.csv
expected="clip"
without_them predict step.json data.csv
without_them fit data.csv --clip 2

# ---- a reader
expect 0 fit --help
prints 'items'
expect 0 simulate two-gaussians --n 80 --p 6 --seed 3 -q -o data.items
head -c 6 data.items | grep -q items || fail 'data.items is not of the format'
expect 0 fit data.csv --method spr --json
without_run out | grep -v -e data_hash -e '"target"' >here
for options in "data.items" "--format items copy"; do
    cp data.items copy
    expect 0 fit $options --method spr --json
    without_run out | grep -v -e data_hash -e '"target"' >there
    same here there
done
cat data.items | "$ardor" fit - --method spr --json -q >out 2>err || fail "known by its content: $(cat err)"
without_run out | grep -v -e data_hash -e '"target"' >there
same here there
expect 2 evaluate data.csv --method spr --plan splits:data.items
says 'data.items: splits are read from csv'
expected='there is no format .items'
without_them fit data.items --format items

# ---- a machine: the file of some method that ends in one
expect 0 fit data.csv --method spr --filter ttest:2 --set strength=.1 -o function.json -q
awk '/^  "machine": \{/ { print "  \"machine\": {\"kind\": \"nearest\", \"features\": [0, 1],"
                          print "    \"centroids\": [[-0.5, -0.5], [0.5, 0.5]]},"; skip = 1 }
     skip && /^  },?$/ { skip = 0; next }
     !skip { sub(/"method": "spr"/, "\"method\": \"nearest-centroid\""); sub(/"importance": [-0-9.e]+/, "\"importance\": 0")
             print }' function.json >machine.json
expect 0 predict machine.json data.csv -o predictions.csv
says 'error'
expected="is of the kind 'nearest'"
without_them predict machine.json data.csv
finish
