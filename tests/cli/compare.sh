#!/usr/bin/env bash
# ardor compare: cells against `ardor evaluate`, differences against SciPy, tables, what fails, names, refusals, words; a run that
# is killed at some moments goes on to the same result.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 8 --seed 2 -q -o two.csv
"$ardor" simulate two-gaussians --n 50 --p 5 --seed 3 -q -o other.csv
awk -F, -v OFS=, 'NR > 1 { $NF = NR % 3 ? $NF : "third"; if ($NF == "third") $1 += 3 } { print }' two.csv >three.csv
python=
for candidate in python3 /usr/bin/python3; do
    command -v $candidate >/dev/null && $candidate -c 'import scipy.stats' 2>err && python=$candidate && break
done

methods=majority,spr:tune=cv:3,lda,knn:neighbours=3:filter=ttest:4,spr:tune=alo
set_up="--log=off --seed 7 --plan repeat:3x4 --threads 2"
expect 0 compare two.csv three.csv --methods $methods $set_up -o result.json --table cells=cells.csv --table pairs=pairs.csv \
    --table folds=folds.csv --table selection=selection.csv --table sparsity=sparsity.csv
cp out summary
is_json result.json
says '^ardor: 1 of 10 done: two, majority\(; .* left\)\?$'
[ "$(grep -c '^ardor: [0-9]* of 10 done: ' err)" -eq 10 ] || fail "not a line for each cell: $(cat err)"
says '^ardor: note: 1 of 10 cells failed, the first, three, spr:tune=alo: all 12 folds failed; the first: --tune=alo: '
[ "$(($(wc -l <sparsity.csv) - 1))" -eq "$(sed -n '/^  "sparsity"/,/^  \]/p' result.json | grep -c '"other"')" ] ||
    fail "prices: $(cat sparsity.csv)"
grep -q '^two,log_loss,spr:tune=cv:3,[0-9.]*,lda,8,' sparsity.csv || fail "prices: $(cat sparsity.csv)"
prints '^  Features that any fold selected; the core: in at least 80 % of the folds'
prints '^  core of spr:tune=cv:3: .*x[0-9]* ('
prints_not '^  core of lda'
prints '^  Price of sparsity: differences to each of the methods that use all features$'
prints '^  spr:tune=cv:3  *[0-9.]*  *lda  *8 .* [+-][0-9.]* .*\[.*\] .* [+-][0-9.]* .*\[.*\]$'
prints '^  spr:tune=alo failed: all 12 folds failed; '

# Each cell is what evaluate says.
alone() {
    name=$1
    table=$2
    shift 2
    expect 0 evaluate "$table.csv" "$@" $set_up --json
    cp out "alone.$table.$name"
}
for table in two three; do
    alone majority $table --method majority
    alone spr:tune=cv:3 $table --method spr --tune=cv:3
    alone lda $table --method lda
    alone knn:neighbours=3:filter=ttest:4 $table --method knn --set neighbours=3 --filter ttest:4
done
alone spr:tune=alo two --method spr --tune=alo
if command -v python3 >/dev/null; then
    python3 - <<'END' >wrong 2>&1 || fail "cells: $(tail -n 1 wrong)"
import json
def blank(x):
    if isinstance(x, dict):
        return {k: 0 if k == "seconds" else blank(v) for k, v in x.items() if k != "command"}
    return [blank(v) for v in x] if isinstance(x, list) else x
r = json.load(open("result.json"))
assert [d["name"] for d in r["data"]] == ["two", "three"] and r["plan"] == "repeat:3x4" and r["seed"] == 7, "head"
assert [d["n_repetitions"] for d in r["data"]] == [3, 3] and [d["n_folds"] for d in r["data"]] == [12, 12], "folds"
assert len(r["cells"]) == 10, "number of cells"
for c in r["cells"]:
    if c["status"] == "failed":
        assert (c["data"], c["name"], c["evaluation"]) == ("three", "spr:tune=alo", None) and "alo" in c["message"], "failed"
        continue
    alone = json.load(open("alone.%s.%s" % (c["data"], c["name"])))
    assert blank(c["evaluation"]) == blank(alone), "%s, %s is not what evaluate says" % (c["data"], c["name"])
END
fi

# Differences from the predictions alone.
if [ -n "$python" ]; then
    $python "$source_dir/tests/cli/compare_check.py" result.json >wrong 2>&1 || fail "differences: $(tail -n 1 wrong)"
    expect 0 compare two.csv other.csv --methods majority,lda,knn --plan kfold:5 -q -o part.json
    grep -q '"mcnemar_p": [0-9]' part.json || fail "no McNemar test"
    expect 0 inspect part.json
    prints "; McNemar's is of each comparison by itself"
    prints ' McNemar p, raw '
    prints_not 'undecided'
    $python "$source_dir/tests/cli/compare_check.py" part.json >wrong 2>&1 ||
        fail "differences of one partition: $(tail -n 1 wrong)"
fi

# Threads and a second run change nothing but times, and tables not even by a byte; inspect shows the same.
without_run result.json >whole
expect 0 compare two.csv three.csv --methods $methods ${set_up/threads 2/threads 1} -q --json
silent
without_run out >again
same whole again
expect 0 inspect result.json --table cells=c --table pairs=p --table folds=f --table selection=s
same out summary
for table in cells pairs folds selection; do same "$table.csv" "${table:0:1}"; done
expect 0 inspect result.json --json
same out result.json
expect 0 inspect result.json --verbose
prints '^  95 % intervals  *error %  *balanced %  *AUC  *log loss$'
prints '^  Differences of the AUC within folds '
[ "$(awk '{ if (length > 120) n++ } END { print n + 0 }' out)" -eq 0 ] || fail "lines of more than 120 columns"

# Tables: the columns that the page lists, a line for each cell, pair and fold.
page() {
    awk -v kind="$1" '/^## / { on = $2 == kind } on && /^\| `/ { gsub(/`/, "", $2); printf "%s%s", n++ ? "," : "", $2 }' \
        "$source_dir/docs/tables.md"
}
for table in cells pairs; do
    [ "$(head -n 1 $table.csv)" = "$(page $table)" ] ||
        fail "columns of $table: $(head -n 1 $table.csv), the page: $(page $table)"
done
[ "$(wc -l <cells.csv)" -eq 11 ] || fail "$(wc -l <cells.csv) lines of cells"
grep -q '^three,spr:tune=alo,spr,failed,"\?all 12 folds failed' cells.csv || fail "the failed cell: $(tail -n 1 cells.csv)"
# each of 5 and of 4 cells with the best but itself and the baseline, in 4 figures; 5 methods over the tables likewise
[ "$(wc -l <pairs.csv)" -eq $((1 + 4 * (4 + 5 + 3 + 4) + 4 * (4 + 5))) ] || fail "$(wc -l <pairs.csv) lines of pairs"
head -n 1 folds.csv | grep -q '^data,cell,fold,repetition,n_train,n_test,error,balanced_error,auc,log_loss,majority_error,' ||
    fail "columns of folds: $(head -n 1 folds.csv)"
[ "$(grep -c '^three,lda,' folds.csv)" -eq 12 ] || fail "folds of three, lda"
[ "$(awk -F, '$1 == "two" && $2 == "lda" { print $4 }' folds.csv | tr -d '\n')" = 111122223333 ] || fail "repetitions"
head -n 1 selection.csv | grep -q '^data,cell,name,frequency,' || fail "columns of selection: $(head -n 1 selection.csv)"
expect 0 evaluate two.csv --method lda $set_up -q --table selection=alone.csv
[ "$(grep '^two,lda,' selection.csv | cut -d, -f3-8)" = "$(tail -n +2 alone.csv | cut -d, -f1-6)" ] ||
    fail "selection of two, lda"
expect 0 compare two.csv --methods lda --plan kfold:3 -q --table pairs=-
[ "$(head -n 1 out)" = "$(page pairs)" ] && [ "$(wc -l <out)" -eq 5 ] || fail "pairs on standard output: $(head -n 2 out)"
refuses 2 compare two.csv --plan loo --table rows=x.csv
says "rows is a table of evaluate; compare has cells, pairs, sparsity, folds, selection$"
refuses 2 compare two.csv --plan loo -o x.csv
says 'for example --table cells=x.csv$'

# ---- names and methods

mkdir -p a/x b/x
cp two.csv a/x/data.v1.csv
gzip -c other.csv >b/x/data.v1.csv.gz
cp two.csv a/two.csv
expect 0 compare a/x/data.v1.csv b/x/data.v1.csv.gz two.csv a/two.csv --methods lda --plan kfold:2 -q --json
names=$(grep -o '"name": "[^"]*"' out | head -n 4 | cut -d'"' -f4 | tr '\n' ' ')
[ "$names" = "a/x/data.v1 b/x/data.v1 two a/two " ] || fail "names of tables: $names"
"$ardor" compare - --methods lda --plan kfold:2 -q --json <two.csv >out 2>err || fail "standard input: $(cat err)"
grep -q '"name": "stdin"' out || fail "the name of standard input"
refuses 2 compare two.csv ./two.csv two.csv --plan loo
says 'two.csv is given twice'
refuses 2 compare two.csv --methods lda,knn,lda --plan loo
says '^ardor: --methods has lda twice: a method may come again with other options$'
refuses 2 compare two.csv --methods lda,nosuch --plan loo
says "there is no method 'nosuch'"
refuses 2 compare two.csv --methods lda:3 --plan loo
says '"3" is no option: KEY=VALUE is needed'
refuses 2 compare two.csv --methods lda:lam1=3 --plan loo
says "'lam1' is a setting of "
for key in plan=loo seed=3 method=spr threads=2; do
    refuses 2 compare two.csv --methods lda:$key --plan loo
    says "${key%=*} is none of the options of one method$"
done
refuses 2 compare two.csv --methods lda, --plan loo
says 'the name of a method is missing'
refuses 2 compare two.csv --methods spr
says 'compare needs a plan'
refuses 2 compare two.csv --method spr --plan loo
says '^ardor: compare has several methods: --methods spr$'
refuses 2 compare two.csv --set lam1=3 --plan loo
says 'settings of a method stand behind it: --methods NAME:lam1=3$'
refuses 2 compare --plan loo
refuses 3 compare no-such-file.csv --plan loo
refuses 2 compare two.csv --plan loo -o two.csv
says 'which it would replace'
expect 0 compare two.csv --methods spr --tune=cv:2 --set rule=error --plan kfold:2 -q --json
grep -q '"rule": "error"' out || fail "a setting of the tuning: $(grep '"rule"' out)"
# values with commas and colons belong to the option before them
expect 0 compare two.csv --methods spr:filter=ttest:3,5:tune=cv:2,lda:class-weight=1=2,-1=1 --plan kfold:2 -q --json
grep -q '"filter": "ttest:3,5"' out && grep -q '"class_weight": "1=2,-1=1"' out || fail "options: $(grep '"class_weight"' out)"
# without --methods there are eight, but for those that the program was built without
expect 0 compare two.csv --plan holdout:.5 -q --json
[ "$(grep -c '"status": "done"' out)" -ge 7 ] || fail "default methods: $(grep -c '"status"' out)"

# Nothing works: the status of the first failure.
refuses 4 compare three.csv --methods spr:tune=alo,spr:tune=alo:lam1=1 --plan kfold:3 -q
says 'no cell of the study has a result; the first, three, spr:tune=alo: all 3 folds failed'

# ---- stops

many="compare two.csv other.csv --methods lda,spr:tune=cv:5 --plan repeat:2000x5 --threads 2"
"$ardor" $many --checkpoint folds -o part.json >out 2>err </dev/null &
pid=$!
until [ -f folds ] && [ "$(wc -l <folds)" -ge 8 ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -s INT $pid
status=0
wait $pid || status=$?
command_line="ardor $many"
[ "$status" -eq 5 ] || fail "interrupted: status $status: $(cat err)"
says '^ardor: cancelled: [0-3] of 4 cells are whole$'
prints '^Stopped, cancelled: [0-3] of 4 cells are whole.$'
prints ' was stopped after [0-9]* of 10000 folds; its figures are of these$'
grep -q '"stopped": "cancelled"' part.json || fail "the file does not say that it was stopped"
rm -f folds

# Killed at three moments, each after further folds, and run to its end.
run="compare two.csv other.csv three.csv --methods majority,lda,spr:tune=cv:3 --plan repeat:4x5 --threads 2 -q"
expect 0 $run -o whole.json
without_run whole.json >whole
lines=1
for kill in 1 2 3; do
    "$ardor" $run --checkpoint folds -o part.json >out 2>err </dev/null &
    pid=$!
    until [ -f folds ] && [ "$(wc -l <folds)" -gt $((lines + 3)) ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -s KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    lines=$(wc -l <folds)
done
expect 0 $run --checkpoint folds -o part.json
without_run part.json >again
same whole again
[ "$(wc -l <folds)" -eq 181 ] || fail "$(wc -l <folds) lines of 180 folds"
expect 0 inspect folds
prints '^Cells  *9, of a comparison$'
prints '^Plan  *repeat:4x5$'
prints '^Folds  *180 finished$'
refuses 3 ${run/lda/lda:ridge=0.5} --checkpoint folds
says 'folds'

# Methods and tables that come to a comparison: what is finished is not run again, and the result is that of a run of its own.
more="compare other.csv two.csv three.csv --methods knn,majority,spr:tune=cv:3,lda,spr --plan repeat:4x5 --threads 2 -q"
expect 0 $more -o whole.json
without_run whole.json >whole
expect 0 $more --checkpoint folds -o part.json
without_run part.json >again
same whole again
[ "$(wc -l <folds)" -eq 302 ] || fail "$(wc -l <folds) lines of 300 folds and two headers"
expect 0 inspect folds
prints '^Cells  *15, of a comparison$'
prints '^Folds  *300 finished$'
expect 0 $more --checkpoint folds -o part.json
[ "$(wc -l <folds)" -eq 302 ] || fail "$(wc -l <folds) lines after nothing was to be done"
without_run part.json >again
same whole again
refuses 3 $run --checkpoint folds
says 'they differ in: cells'

# ---- words

# verdict HOLM-OF-B HOLM-OF-C DIFFERENCE-OF-C REPETITIONS HOLM-OF-BASELINE: of a made-up document.
verdict() {
    cat >made.json <<END
{"format": "ardor-comparison", "version": 1, "plan": "p", "stopped": null,
 "data": [{"name": "d", "n": 9, "p": 2, "classes": ["u", "v"], "n_folds": 8, "n_repetitions": $4}],
 "cells": [], "best": [], "sets": null, "pairs": [
  {"data": "d", "figure": "error", "name": "b", "against": "best", "other": "a", "difference": 0.1, "p_holm": $1, "n_compared": 2,
   "reason": "why"},
  {"data": "d", "figure": "error", "name": "c", "against": "best", "other": "a", "difference": $3, "p_holm": $2, "n_compared": 2,
   "reason": null},
  {"data": "d", "figure": "error", "name": "a", "against": "baseline", "other": null, "difference": -0.1, "p_holm": $5,
   "n_compared": 1, "reason": null}]}
END
    expect 0 inspect made.json
    tr '\n' ' ' <out | sed 's/  */ /g' | grep -o 'By the error, .*[a-z)]\. ' | sed 's/ $//; s/\. --verb.*/./' >sentence
    [ "$(cat sentence)" = "$6" ] || fail "the sentence is: $(cat sentence)"
}
verdict 0.3 0.049 0.2 2 0.01 "By the error, b cannot be told from a, the best on these folds; c is worse (Holm p < .05, 2\
 compared); a is better than the baseline (Holm p < .05, 1 compared); the corrected t of 8 folds is approximate."
verdict 0.3 0.05 0.2 1 0.06 "By the error, b and c cannot be told from a, the best on these folds (Holm p >= .05, 2 compared);\
 none is shown to differ from the baseline (Holm p >= .05, 1 compared); the corrected t of one partition, of 8 folds, is\
 approximate."
verdict 0.001 0.02 0.2 2 0.06 "By the error, b and c are worse than a, the best on these folds (Holm p < .05, 2 compared);\
 none is shown to differ from the baseline (Holm p >= .05, 1 compared); the corrected t of 8 folds is approximate."
verdict null 0.02 -0.2 2 0.06 "By the error, c is better than the best where both have a result; b could not be tested against\
 a (why); none is shown to differ from the baseline (Holm p >= .05, 1 compared); the corrected t of 8 folds is approximate."
expect 0 inspect result.json
prints '^By the error, too few tables to show anything of differences to the best: with '
prints '^Warnings: [0-9]* '
[ "$(grep -c '^By the error, ' out)" -eq 3 ] || fail "not a sentence for each table, and for both"

# Rows that methods leave undecided are said to be wrong, and how many there are.
expect 0 compare two.csv --methods majority,lda --plan kfold:5 --abstain .9 --json
undecided=$(grep -o '"undecided": {"value": [0-9.]*' out | sed -n '2s/.*: //p')
expect 0 compare two.csv --methods majority,lda --plan kfold:5 --abstain .9
prints '^  Rows that a method leaves undecided count as wrong in its errors'
prints ' undecided %  *features  *seconds$'
prints "^  majority .* 100.00  *0 "
prints "^  lda .* $(awk -v u="$undecided" 'BEGIN { printf "%.2f", 100 * u }')  *8 "

# Where the least p of Holm's is above .05, and nowhere else: m 2^(1-n) of m compared on n tables.
if command -v python3 >/dev/null; then
    with_sets() { # N_TABLES N_COMPARED
        python3 - part.json "$@" <<'END' >edited.json
import json, sys
r = json.load(open(sys.argv[1]))
n, m = int(sys.argv[2]), int(sys.argv[3])
for s in r["sets"]:
    s.update(better=n, worse=0, ties=0, p=2 ** (1 - n), p_holm=min(1, m * 2 ** (1 - n)), n_compared=m)
json.dump(r, sys.stdout)
END
        expect 0 inspect edited.json
    }
    for few in "5 1" "6 2" "7 4"; do
        with_sets $few
        prints 'too few tables to show anything of differences to the baseline: with'
    done
    for enough in "6 1" "7 3"; do
        with_sets $enough
        prints_not 'too few tables'
    done
fi
for broken in '' ', "data": [1, {}], "cells": [2, {"evaluation": 3}], "pairs": [{}], "sets": [[]], "best": 4'; do
    echo "{\"format\": \"ardor-comparison\"$broken}" >made.json
    expect 0 inspect made.json
done
finish
