#!/usr/bin/env bash
# --onehot and missing values, from fit to predictions: files, standard input, transposed, messages.
. "$2/tests/cli/common.sh" "$1" "$2"

awk 'BEGIN {
    print "age,city,code,class"
    for (i = 0; i < 60; i++) {
        c = i % 3 == 0 ? "Oslo" : i % 3 == 1 ? "Rome" : "Paris"
        print 20 + i * 7 % 31 "," c "," 1 + i % 2 "," ((i % 3 == 1) != (i % 13 == 0) ? "yes" : "no")
    }
}' >t.csv

refuses 3 fit t.csv
says "line 2, column 2 'city': 'Oslo' is not a finite number"
says '(--onehot)'
expect 0 fit t.csv --onehot --method spr -q -o m.json
prints '^  city=Rome '
expect 0 fit t.csv --onehot --method spr
says "1 column of text becomes indicators of levels: 'city' (3)"
expect 0 fit t.csv --onehot=zero:city,code --method spr -q --json
prints '"onehot": "zero"'
prints '"p": 6'
expect 0 evaluate t.csv --onehot --method spr --plan kfold:3 -q --json
prints '"onehot": "error"'
refuses 2 fit t.csv --onehot=zero:town
says "no feature 'town'"
refuses 2 fit t.csv --onehot=all
says "error, zero, error:LIST or zero:LIST, not 'all'"

# The model expands a table by itself, however it comes.
expect 0 predict m.json t.csv -q
cp out first
gzip -c t.csv >t.csv.gz
expect 0 predict m.json t.csv.gz -q
same first out
"$ardor" predict m.json - -q <t.csv >out 2>err || fail "standard input is not read"
same first out
expect 0 predict m.json t.csv --json -q
prints '"training_table": true'
sed 's/Oslo/Bergen/' t.csv >u.csv
refuses 3 predict m.json u.csv
says "u.csv: line 2, column 2 'city': 'Bergen' is a level that the model does not know: it knows 'Oslo', 'Paris', 'Rome'"
expect 0 predict m.json u.csv --onehot=zero
says "20 cells of levels that the model does not know are none of its levels: 'city=Bergen'"

# A missing value is named as it stands in the file, with what helps.
for text in NA '?' ''; do
    sed "3s/,Rome,/,$text,/" t.csv >na.csv
    [ -n "$text" ] && named="'$text' is a missing value" || named='the cell is empty'
    expect 3 predict m.json na.csv
    says "na.csv: line 3, column 2 'city': $named, and the model was fitted without imputation"
    says 'impute=median (--impute median)'
    expect 3 fit na.csv --onehot
    says "na.csv: line 3, column 2 'city': $named"
    says 'use impute=median (--impute median)'
done
for how in median mean knn:3; do
    expect 0 fit na.csv --onehot --impute "$how" --method spr -q -o filled.json
    expect 0 predict filled.json na.csv -q
done
expect 2 fit na.csv --onehot --impute knn
says "impute takes none, median, mean, or knn:K with K >= 1, not 'knn'"

# In a transposed table the line is the feature's and the column the sample's.
awk -F, 'BEGIN { OFS = "," } { for (j = 1; j <= NF; j++) cell[j, NR] = $j } END {
    head = "name"; for (i = 2; i <= NR; i++) head = head ",s" i; print head
    for (j = 1; j <= 4; j++) { row = cell[j, 1]; for (i = 2; i <= NR; i++) row = row "," cell[j, i]; print row }
}' t.csv >turned.csv
expect 0 predict m.json turned.csv --transpose -q
cut -d, -f2- out >values
cut -d, -f2- first >first_values
same first_values values
sed '3s/,Rome,/,NA,/' turned.csv >turned_na.csv
expect 3 predict m.json turned_na.csv --transpose
says "turned_na.csv: line 3 'city', column 3: 'NA' is a missing value"
finish
