#!/usr/bin/env bash
# predict: columns, probabilities, matching by name, standard streams.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 80 --p 4 --seed 2 -q -o data.csv
"$ardor" fit data.csv --basis linear --set lam1=0.01 --set lam2=0.01 -q -o model.json || fail "no model"

"$ardor" inspect model.json | grep -q '4 of 4 features' || fail "the model does not use every feature"

expect 0 predict model.json data.csv
says '^ardor: note: error [0-9.e-]* %: [0-9]* wrong of 80 labelled rows'
cp out predictions.csv
head -n 1 out | grep -q '^id,class,prob_[^,]*,prob_[^,]*$' || fail "columns: $(head -n 1 out)"
[ "$(wc -l <out)" -eq 81 ] || fail "not 81 lines"
awk -F, 'NR == 1 { a = substr($3, 6); b = substr($4, 6); next }
         { if (NF != 4 || $1 != NR - 1 || $3 < 0 || $4 < 0 || ($3 + $4 - 1) ^ 2 > 1e-24) exit 1
           if ($2 != ($4 > $3 ? b : a)) exit 1 }' out || fail "rows of predictions: $(head -n 3 out)"
# Every digit that a double needs: among 160 of them some need 17.
grep -qE ',0\.0*[1-9][0-9]{16}(,|$)' out || fail "no probability has 17 digits"
# Below it all figures, each with its interval, and what they are of.
for line in '  error  *[0-9.]* %   \[[0-9.]*, [0-9.]*\] %  95 % wilson' '  balanced error .* %  95 % normal' \
    '  AUC .*  95 % delong' '  average precision .*  95 % jackknife' '  log loss .*  95 % normal' \
    '  Brier score .*  95 % normal' '  sensitivity .* wilson' '  specificity .* wilson' '  PPV .* wilson' \
    '  NPV .* wilson' '  MCC .*  95 % bootstrap' '  true . predicted  *-1  *1' 'Of the positive class 1'; do
    says "^$line\$"
done
[ "$(grep -c '^ardor: ' err)" -eq 2 ] || fail "not two lines of ardor: $(grep '^ardor: ' err)"
says '^ardor: warning: this is the table the model was fitted to: these figures are of the training rows'
wrong=$(paste -d, <(cut -d, -f2 predictions.csv) <(awk -F, '{ print $NF }' data.csv) |
        awk -F, 'NR > 1 && $1 != $2 { wrong++ } END { print wrong + 0 }')
says ": $wrong wrong of 80"

expect 0 predict model.json data.csv -o file.csv --quiet
silent
[ -s out ] && fail "-o: something on standard output"
same file.csv predictions.csv
expect 0 predict model.json data.csv -q -o -
same out predictions.csv
"$ardor" predict model.json - -q <data.csv >out || fail "predict from standard input"
same out predictions.csv
expect 0 predict model.json data.csv -q --json
silent
is_json out
[ "$(grep -o '"predicted"' out | wc -l)" -eq 80 ] || fail "predict --json: not 80 rows"

# What features contribute: sums of linear functions, the rest of the table as it was, the largest on standard error.
expect 0 predict model.json data.csv --explain
says '^Contributions   to f, mean size over 80 rows; with the reference they add up to the value$'
[ "$(grep -c '^  x[1-4]  [0-9.e-]*$' err)" -eq 4 ] || fail "--explain: $(cat err)"
head -n 1 out | grep -q ',explained,value,reference,contribution_x1,contribution_x2,contribution_x3,contribution_x4$' ||
    fail "--explain: $(head -n 1 out)"
cp out out_explained
cut -d, -f1-4 out >cut.csv
same cut.csv predictions.csv
awk -F, 'NR > 1 { d = $6 - $7 - $8 - $9 - $10 - $11; if (NF != 11 || $5 != "1" || d * d > 1e-18) exit 1 }' out ||
    fail "--explain: $(head -n 3 out)"
expect 0 predict model.json data.csv --explain -q -o explained.tsv
silent
tr '\t' , <explained.tsv >explained.csv
same explained.csv out_explained
expect 0 predict model.json data.csv --explain -q --json
is_json out
prints '"of": "f",'
prints '"adds_up": true,'
[ "$(grep -c '"reference"' out)" -eq 80 ] || fail "--explain --json: not 80 rows"
"$ardor" fit data.csv --method majority -q -o shares.json || fail "no model"
refuses 2 predict shares.json data.csv --explain -o none.csv
says '^ardor: the model has no feature: nothing contributes'
[ -e none.csv ] && fail "--explain: a table of nothing"
refuses 2 fit data.csv --explain

# With one value changed it is another table.
awk 'NR == 9 { sub(/^[^,]*/, "0.125") } { print }' data.csv >changed.csv
expect 0 predict model.json changed.csv
grep -q '^ardor: warning' err && fail "a changed table: $(cat err)"
says '^ardor: note: error .* wrong of 80 labelled rows'

# Names of rows, quoted where needed, and quotes in them doubled.
awk 'NR == 1 { print "name," $0; next } { printf "\"row, %d\",%s\n", NR - 1, $0 }' data.csv |
    sed '3s/^"row, 2"/"a ""row"""/' >named.csv
expect 0 predict model.json named.csv --id name -q
sed -n 2p out | grep -q '^"row, 1",' || fail "--id: $(sed -n 2p out)"
sed -n 3p out | grep -q '^"a ""row""",' || fail "--id: $(sed -n 3p out)"

# Columns in another order, without labels: the same probabilities. No error is noted.
awk -F, -v OFS=, '{ print $4, $3, $2, $1 }' data.csv >turned.csv
expect 0 predict model.json turned.csv
same out predictions.csv
silent
# An extra column is ignored, with one note.
awk -F, -v OFS=, 'NR == 1 { print "extra", $0; next } { print 7, $0 }' data.csv >extra.csv
expect 0 predict model.json extra.csv
same out predictions.csv
[ "$(grep -c '^ardor: note: .*ignored' err)" -eq 1 ] || fail "extra column: $(cat err)"
# A missing one is an error with its name.
cut -d, -f2- data.csv >missing.csv
refuses 3 predict model.json missing.csv
says "$(head -n 1 data.csv | cut -d, -f1)"

# Neither the model nor the data is overwritten.
cp data.csv data.kept
cp model.json model.kept
ln model.json hard
for file in model.json hard; do
    refuses 2 predict model.json data.csv -o $file
    says "^ardor: -o $file is the file of MODEL model.json, "
done
refuses 2 predict model.json data.csv -o ./data.csv --json
says '^ardor: -o ./data.csv is the file of DATA data.csv, '
same data.csv data.kept
same model.json model.kept

# Labels that are no class of the model are named and not counted, however they are spelt.
relabel() { awk -F, -v OFS=, -v names="$1" -v to="$2" 'NR > 1 && index(names, "<" $NF ">") { $NF = to } { print }' "$3"; }
relabel '<-1>' no changed.csv | relabel '<1>' yes - >other.csv
expect 0 predict model.json other.csv -o other.out
[ "$(wc -l <err)" -eq 1 ] || fail "unknown labels: not one line: $(cat err)"
says "^ardor: warning: 80 of 80 labelled rows have a class that the model does not know ('no', 'yes'; the model's are '-1', '1')"
expect 0 predict model.json other.csv -q --json
silent
is_json out
prints '"summary": null'
prints '{"label": "no", "n": [1-9][0-9]*}'
relabel '<1>' +1 changed.csv >plus.csv
expect 0 predict model.json plus.csv
says "labelled rows have a class that the model does not know ('+1'; the model's are '-1', '1')"
says '^ardor: note: error .* labelled rows$'
says '^  AUC  *-   all rows are of one class$'
# One among many.
awk -F, -v OFS=, 'NR == 5 { $NF = "unsure" } { print }' changed.csv >one.csv
expect 0 predict model.json one.csv
says "^ardor: warning: 1 of 80 labelled rows has a class that the model does not know ('unsure'; the model's are '-1', '1')"
says '^ardor: note: error .* wrong of 79 labelled rows$'
# Case weights count, and are named.
awk -F, -v OFS=, '{ print NR == 1 ? "w" : 1 + (NR > 41), $0 }' changed.csv >weighted.csv
expect 0 predict model.json weighted.csv --weights w
says '^Case weights  *w, by which all figures are weighted$'
says '^Predictions, sums of case weights$'

# The label column is the one of the model, by name; a feature that is called `class` is a feature.
sed '1s/class$/dx/' changed.csv >dx.csv
expect 0 fit dx.csv --method spr --set strength=.3 -o dx.json -q
expect 0 predict dx.json dx.csv
says '^ardor: warning: this is the table the model was fitted to'
says '^ardor: note: error .* of 80 labelled rows$'
sed '1s/^x1,/class,/' dx.csv >named.csv
expect 0 fit named.csv --target dx --method spr --set strength=.3 -o named.json -q
expect 0 predict named.json named.csv
says '^ardor: note: error .* of 80 labelled rows$'
grep -q 'does not know' err && fail "$command_line: a feature was taken for labels: $(cat err)"

# Of equally probable classes the first is told, in the table and in the document, whichever the row has.
printf 'x,class\n1,b\n2,a\n4,a\n3,b\n5,b\n6,a\n' >even.csv
expect 0 fit even.csv --method spr --set lam1=1000 -o even.json -q
expect 0 predict even.json even.csv
[ "$(grep -c '^[1-6],a,0.5,0.5$' out)" -eq 6 ] || fail "not six ties: $(cat out)"
says '^ardor: note: error 50 %: 3 wrong of 6 labelled rows$'
expect 0 predict even.json even.csv --json
[ "$(grep -c '"predicted": "a"' out)" -eq 6 ] || fail "not six ties in the document: $(head -c 300 out)"

refuses 3 predict no-such-model.json data.csv
says no-such-model.json
refuses 3 predict data.csv data.csv
refuses 3 predict model.json no-such-file.csv
refuses 3 predict model.json data.csv -o no-such-directory/file.csv
refuses 3 predict model.json no-such-file.csv -o no-such-directory/file.csv
says no-such-directory
head -c 300 model.json >cut.json
refuses 3 predict cut.json data.csv
finish
