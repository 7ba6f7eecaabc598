#!/usr/bin/env bash
# --table: what docs/tables.md says of columns and files, against the JSON documents; the programs of README.md that read them.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 40 --seed 2 -q -o data.csv
awk -F, -v OFS=, 'NR == 1 { $1 = "\"x, 1\""; $2 = "\"x \"\"2\"\"\""; print "name", $0; next }
    { $NF = $NF > 0 ? "yes, it is" : "no"; $NF = "\"" $NF "\""; print "\"row " NR - 1 ", a\"", $0 }' data.csv >named.csv

# columns KIND: those that the page lists; header FILE: those of a file, settings and classes made general.
columns() {
    awk -v kind="$1" '/^## / { on = $2 == kind } on && /^\| `/ { gsub(/`/, "", $2); print $2 }' "$source_dir/docs/tables.md"
}
settings='lam1|lam2|strength|screen|penalise_bias|weakest|start_scale|centres|solver|tol|max_iter'
header() {
    head -n 1 "$1" | sed 's/"[^"]*"/quoted/g' | tr ',' '\n' |
        sed -E "s/^prob_.*|^quoted\$/prob_CLASS/; s/weight_.*/weight_CLASS/; s/^($settings)\$/SETTING/" | uniq
}
# has_columns FILE KIND [NOT]: without those of the page that match NOT.
has_columns() {
    columns "$2" | grep -v -x "${3:-nothing}" >wanted
    header "$1" >found
    [ -s wanted ] || fail "docs/tables.md lists no columns of $2"
    cmp -s wanted found || fail "$command_line: columns of $2: $(diff wanted found | tr '\n' ' ')"
}
# column FILE NAME: its cells, where no cell is quoted.
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"; }
members() { grep -o "\"$1\": *[^,}]*" "$2" | sed 's/.*: *//; s/"//g; s/^null$//; s/^\([0-9]*\)\.0$/\1/'; }

expect 0 fit data.csv --basis linear --tune --json -q -o m.json --table features=features.csv --table candidates=candidates.csv
cp out fit.json
has_columns features.csv features weight_CLASS
has_columns candidates.csv candidates
n=$(members n_features fit.json | tail -n 1)
[ "$(($(wc -l <features.csv) - 1))" -eq "$n" ] || fail "not the $n features"
sed -n '/"features"/,/"others"/p' fit.json >part
for pair in name=name weight=weight scale=scale class=direction; do
    members "${pair#*=}" part | head -n "$n" >a
    column features.csv "${pair%=*}" >b
    same a b
done
[ "$(grep -c ',true$' candidates.csv)" -eq 1 ] || fail "not one chosen candidate"
expect 0 fit data.csv --basis linear --tune -q
[ "$(awk -F, '$NF == "true" { print $1 - 1 }' candidates.csv)" = "$(members chosen fit.json)" ] ||
    fail "another candidate is chosen"
inner=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "error") at = i }
    NR > 1 && $NF == "true" { printf "%.2f", 100 * $at }' candidates.csv)
prints "inner error $inner %"
awk -F, 'NR > 1 && $1 != NR - 1 { exit 1 }' candidates.csv || fail "candidates are not numbered"
sed -n '/"candidates"/,/"chosen"/p' fit.json >part
members deviance part | sed '$d' >a
column candidates.csv deviance | sed '$d' >b
[ -s a ] || fail "no deviances"
same a b

# The null model has no features: a table without rows.
expect 0 fit data.csv --method spr --set lam1=1e6 -q --table features=none.csv
[ "$(cat none.csv)" = name,scale,weight,class,frequency,forced,filter_rank,filter_score ] || fail "null model: $(cat none.csv)"
# A kernel's features have no weight.
expect 0 fit data.csv --basis rbf --set lam1=.01 --set lam2=.01 -q --table features=rbf.csv
[ -z "$(column rbf.csv weight | tr -d '\n')" ] || fail "weights of a kernel: $(head -n 2 rbf.csv)"
[ -z "$(column rbf.csv scale | grep -v .)" ] || fail "no scales of a kernel"
expect 0 fit data.csv --method projection --set k=3 -q --table features=projected.csv
has_columns projected.csv features weight_CLASS
[ -z "$(column projected.csv frequency | grep -v .)" ] || fail "no frequencies: $(head -n 2 projected.csv)"

run="evaluate data.csv --basis linear --plan repeat:3x4 --tune=cv:2 -q"
expect 0 $run -o r.json --table selection=selection.csv --table rows=rows.csv --table folds=folds.csv --json
cp out result.json
has_columns selection.csv selection mean_weight_CLASS
has_columns rows.csv rows
has_columns folds.csv folds
sed -n '/"selection"/,/"warnings"/p' result.json >part
for pair in name=name frequency=frequency mean_scale=mean_scale mean_weight=mean_weight class=direction agreement=agreement; do
    members "${pair#*=}" part >a
    column selection.csv "${pair%=*}" >b
    [ -s a ] || fail "no $pair"
    same a b
done
[ "$(wc -l <rows.csv)" -eq 181 ] || fail "not 180 predictions"
[ "$(column rows.csv repetition | sort -n | uniq -c | tr -s ' \n' ' ')" = " 60 1 60 2 60 3 " ] || fail "repetitions of rows"
awk -F, 'NR > 1 && ($(NF) != int(($(NF - 1) - 1) / 4) + 1) { exit 1 }' rows.csv || fail "repetitions do not follow the folds"
[ "$(column folds.csv repetition | tr '\n' ' ')" = "1 1 1 1 2 2 2 2 3 3 3 3 " ] || fail "repetitions of folds"
[ "$(column folds.csv status | sort -u)" = done ] || fail "folds that are not done"
sed -n '/"folds"/,/"summary"/p' result.json >part
for name in n_train n_test error n_features n_vectors stop_reason lam1 lam2; do
    members $name part | head -n 12 >a
    column folds.csv $name >b
    same a b
done
# One repetition is not told with every row; each given split and each resample is one.
# Importances, of a run that measures them, and of its stored result.
expect 0 evaluate data.csv --method spr --set strength=.3 --plan kfold:3 --importance permutation:5 -o i.json \
    --table importance=i.csv
prints '^Importance: rise of log loss and error where the values of a feature are exchanged among the test rows, 5 times$'
prints '^  feature  *log loss  *sd  *error  *sd  *folds$'
has_columns i.csv importance
sed -n '/"importance"/,$p' i.json >part
for member in name n_folds; do
    members $member part >a
    column i.csv $member >b
    same a b
done
[ "$(wc -l <i.csv)" -gt 2 ] || fail "importances: $(cat i.csv)"
expect 0 inspect i.json --table importance=again.csv
same again.csv i.csv
prints '^Importance: '
refuses 2 inspect r.json --table importance=again.csv
says 'r.json has no importance'
refuses 2 evaluate no.csv --plan loo --table importance=x.csv
says 'add --importance permutation:R'
refuses 2 evaluate data.csv --plan loo --importance permutation:5
says 'take a plan with larger folds, such as kfold:10'

expect 0 evaluate data.csv --method spr --set strength=.3 --plan kfold:3 -q --table rows=one.csv --table folds=one-folds.csv
has_columns one.csv rows repetition
[ "$(column one-folds.csv repetition | tr '\n' ' ')" = "1 1 1 " ] || fail "repetitions of kfold"
expect 0 evaluate data.csv --method spr --set strength=.3 --plan boot:3 -q --table folds=boot.csv --table rows=boot-rows.csv
[ "$(column boot.csv repetition | tr '\n' ' ')" = "1 2 3 " ] || fail "repetitions of boot"
has_columns boot-rows.csv rows

# What inspect makes of stored results is the same, and so is a second run, whatever the number of threads.
expect 0 inspect r.json --table selection=a.csv --table rows=b.csv --table folds=c.csv
same a.csv selection.csv
same b.csv rows.csv
same c.csv folds.csv
for file in m.json fit.json; do
    expect 0 inspect $file --table features=a.csv --table candidates=b.csv
    same a.csv features.csv
    same b.csv candidates.csv
done
gzip -k r.json
expect 0 inspect r.json.gz --table rows=-
same out rows.csv
expect 0 $run --threads 1 --table rows=- --table folds=c.csv
same out rows.csv
same c.csv folds.csv
expect 0 fit data.csv --basis linear --tune -q --table features=-
same out features.csv

# Forms of files.
expect 0 inspect r.json --table rows=t.tsv --table rows=t.TAB --table rows=t.csv.gz --table rows=t.tsv.xz --table rows=t
tr '\t' , <t.tsv >t1
gzip -dc t.csv.gz >t2
xz -dc t.tsv.xz | tr '\t' , >t3
for file in t t1 t2 t3; do same $file rows.csv; done
same t.TAB t.tsv

# Rows of a prediction: labels, where there are some, beside what was predicted.
expect 0 predict m.json data.csv -q -o p.csv --table rows=predicted.csv
has_columns predicted.csv rows 'fold\|repetition'
column data.csv class >a
column predicted.csv class >b
same a b
column p.csv class >a
column predicted.csv predicted >b
same a b
cut -d, -f 1,3- p.csv >a
cut -d, -f 1,4- predicted.csv >b
same a b
cut -d, -f 1-40 data.csv >unlabelled.csv
expect 0 predict m.json unlabelled.csv -q -o p.csv --table rows=predicted.csv --json
[ -z "$(column predicted.csv class | grep .)" ] || fail "labels of rows that have none"

# Names with commas and quotes.
expect 0 fit named.csv --id name --method spr --set strength=.05 -q -o named.json --table features=quoted.csv
grep -q '^"x, 1",' quoted.csv || fail "a name with a comma: $(cat quoted.csv)"
expect 0 predict named.json named.csv --id name -q -o named.out --table rows=quoted.csv
has_columns quoted.csv rows 'fold\|repetition'
sed -n 2p quoted.csv | grep -q '^"row 1, a",\("yes, it is"\|no\),' || fail "$(sed -n 2p quoted.csv)"
expect 0 predict named.json named.csv --id name -q -o named.tsv --table rows=quoted.tsv
sed -n 2p quoted.tsv | tr '\t' '|' | grep -q '^row 1, a|\(yes, it is\|no\)|' || fail "$(sed -n 2p quoted.tsv)"

# Folds that failed are rows too, where they belong; what failed outside them is none.
cat >failed.json <<'END'
{"format": "ardor-evaluation", "plan": "kfold:4", "n_folds": 4, "folds_done": 2,
 "folds": [{"fold": 1, "n_train": 9, "settings": {"a": 1}}, {"fold": 4, "n_train": 8, "settings": null}],
 "failed": [{"fold": 3, "message": "no value, again"}, {"fold": 2, "message": "no value"}, {"fold": null, "message": "all"}]}
END
expect 0 inspect failed.json --table folds=failed.csv
cut -d, -f 1,2,3,11 failed.csv | tail -n +2 | tr '\n' ' ' >found
[ "$(cat found)" = "1,1,9,1 2,1,, 3,1,, 4,1,8, " ] || fail "folds that failed: $(cat failed.csv)"
grep -q '^3,.*,failed,"no value, again"$' failed.csv || fail "message of a fold: $(cat failed.csv)"
grep -q '^4,.*,done,$' failed.csv || fail "status of a fold: $(cat failed.csv)"
echo '{"format": "ardor-evaluation", "rows": [1, {"id": 2, "prob": [], "class": {}}], "folds": {}}' >odd.json
expect 0 inspect odd.json --table rows=odd.csv
[ "$(tail -n +2 odd.csv | tr '\n' ' ')" = ",,, 2,,, " ] || fail "odd rows: $(cat odd.csv)"

# What there is not is refused before anything is read, and nothing is written.
rm -f x.csv
refuses 2 fit no.csv --table candidates=x.csv
says '^ardor: --table candidates=x.csv: .* add --tune$'
refuses 2 fit no.csv --tune=none --table candidates=x.csv
refuses 2 fit no.csv --table rows=x.csv
says 'rows is a table of evaluate; fit has features, candidates'
refuses 2 fit no.csv --table featurs=x.csv
says "is 'features' meant?"
refuses 2 evaluate no.csv --plan loo --table candidates=x.csv
says 'candidates is a table of fit; evaluate has selection, importance, stability, instability, rows, folds$'
refuses 2 evaluate no.csv --plan loo --table features=x.csv
refuses 2 predict no.json no.csv --table folds=x.csv
says 'predict has rows$'
for table in features features= =x.csv ''; do
    refuses 2 fit no.csv --table "$table"
    says 'KIND=FILE is needed, for example --table features=FILE.csv$'
done
for name in x.xlsx x.json x.txt x.foo x.csv.bz2; do
    refuses 2 fit no.csv --table features=$name
    says 'tables are written as .csv or .tsv'
done
refuses 2 fit no.csv --json --table features=-
says 'both ask for standard output'
refuses 2 fit no.csv -o - --table features=-
refuses 2 fit no.csv --tune --table candidates=- --table features=-
refuses 2 predict no.json no.csv --table rows=-
refuses 2 inspect no.json --json --table rows=-
refuses 3 fit no.csv --table features=no-such-directory/x.csv
says 'no-such-directory/x.csv: cannot write there'
refuses 2 simulate xor --n 5 --p 2 --table rows=x.csv
refuses 2 inspect m.json --table rows=x.csv
says "m.json has no table 'rows': it is ardor-fit"
refuses 2 inspect rbf.csv --table nothing=x.csv
"$ardor" fit data.csv --method spr --set strength=.3 -q -o plain.json >out
refuses 2 inspect plain.json --table features=x.csv --table candidates=-
says 'plain.json has no candidates'
[ -e x.csv ] && fail "a refused table was written"

# --all shows what a summary leaves out, which says so.
expect 0 fit data.csv --method ard-ep --basis identity --set max_iter=1 -q
expect 0 fit data.csv --method bpm --basis identity -q
prints '^  \.\.\. and 10 more (--all shows them)$'
cp out short
expect 0 fit data.csv --method bpm --basis identity -q --all
prints_not 'and 10 more'
[ "$(wc -l <out)" -eq "$(($(wc -l <short) + 9))" ] || fail "--all: not all rows"
expect 0 evaluate data.csv --method bpm --basis identity --plan kfold:3 -q --all
[ "$(grep -c '^  x[0-9]* ' out)" -eq 40 ] || fail "--all: not all features of an evaluation"

# Programs of README.md.
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$source_dir/README.md" >read.py
awk '/^```r$/ { on = 1; next } /^```$/ { on = 0 } on' "$source_dir/README.md" >read.R
[ -s read.py ] && [ -s read.R ] || fail "README.md has no programs that read tables"
cp selection.csv saved.csv
if command -v python3 >/dev/null; then
    python3 read.py >read.out 2>&1 || fail "the Python of README.md: $(tail -n 2 read.out)"
    grep -q "$(sed -n 2p selection.csv | cut -d, -f1)" read.out || fail "the Python of README.md prints $(cat read.out)"
else
    echo "skipped: there is no python3 for the program of README.md"
fi
if command -v Rscript >/dev/null; then
    Rscript read.R >read.out 2>&1 || fail "the R of README.md: $(tail -n 2 read.out)"
    grep -q "$(sed -n 2p selection.csv | cut -d, -f1)" read.out || fail "the R of README.md prints $(cat read.out)"
else
    echo "skipped: there is no Rscript for the program of README.md"
fi
# Of more than two classes there are weights towards each.
expect 0 fit "$source_dir/data/iris.csv.gz" --method spr -q --table features=iris.csv
has_columns iris.csv features
expect 0 evaluate "$source_dir/data/iris.csv.gz" --method spr --plan kfold:3 -q --table selection=iris.csv
has_columns iris.csv selection

finish
