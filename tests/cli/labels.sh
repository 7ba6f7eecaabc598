#!/usr/bin/env bash
# Labels in a file of their own: genes in rows and a table of the samples, the same data as one table, a .cls file.
. "$2/tests/cli/common.sh" "$1" "$2"

# plain.csv: sample, patient, 150 genes, class; expression.csv: the genes in rows; samples.txt: of the samples, in another order,
# separated by tabs, with lines as of Windows.
gzip -dc "$source_dir/data/colon-alon.csv.gz" | awk -F, -v OFS=, '
    NR == 1 { for (j = 1; j <= NF; j++) if ($j == "class") class = j; else if (n < 150) gene[++n] = j }
    {
        line = NR == 1 ? "sample,patient" : "T-" NR - 1 ",p" int(NR / 2)
        for (k = 1; k <= n; k++) line = line "," $gene[k]
        print line, $class
    }' >plain.csv
awk -F, '
    { for (j = 3; j < NF; j++) row[j] = NR == 1 ? $j : row[j] "," $j; names = NR == 1 ? "sample" : names "," $1; n = NF }
    END { print names; for (j = 3; j < n; j++) print row[j] }' plain.csv >expression.csv
awk -F, -v OFS='\t' '
    { at[NR] = NR == 1 ? "sample" OFS "age" OFS "class" OFS "patient" : $1 OFS 40 + NR % 30 OFS $NF OFS $2 }
    END { print at[1] "\r"; for (i = NR; i > 1; i--) print at[i] "\r" }' plain.csv >samples.txt
labelled='expression.csv --transpose --labels samples.txt'
same_result() {
    grep -v '"columns"' "$1" | without_run /dev/stdin >first
    grep -v '"columns"' "$2" | without_run /dev/stdin >second
    same first second
}

# Fits and evaluations are those of the one table.
fit='--basis linear --group patient'
expect 0 fit plain.csv --id sample $fit --json
cp out plain.json
expect 0 fit $labelled $fit --json -o model.json
same_result plain.json out
says "^ardor: note: samples.txt: tabs separate the cells, as its first line has them$"
says "^ardor: note: samples.txt: 'class' has the labels, 'patient' has the groups; 1 other column is ignored: 'age'$"
prints '"target": "class"'
prints '"group": "patient"'
prints '"rows": *{"read": 62, "dropped": 0}'
printf 'split,row,set\n' >splits.csv
for row in $(seq 1 62); do echo "1,$row,$([ $((row % 3)) = 0 ] && echo test || echo train)"; done >>splits.csv
for plan in kfold:4 splits:splits.csv; do
    spr="--method spr --set lam1=2 --group patient --plan $plan --json"
    expect 0 evaluate plain.csv --id sample $spr
    cp out plain_result.json
    expect 0 evaluate $labelled $spr
    same_result plain_result.json out
done
gzip -c samples.txt >samples.txt.gz
expect 0 fit expression.csv --transpose --labels samples.txt.gz $fit --json
same_result plain.json out
"$ardor" fit expression.csv --transpose --labels - $fit --json <samples.txt >out 2>err || fail "--labels -: $(cat err)"
same_result plain.json out
"$ardor" fit - --transpose --labels samples.txt $fit --json <expression.csv >out 2>err || fail "fit -: $(cat err)"
same_result plain.json out
refuses 2 fit - --labels -
says 'are both standard input'

# Predictions need no labels, and are compared with those there are.
expect 0 predict model.json plain.csv --id sample
cp out predicted.csv
expect 0 predict model.json expression.csv --transpose
same out predicted.csv
grep -q 'wrong of' err && fail "$command_line: compared with nothing"
expect 0 predict model.json $labelled
same out predicted.csv
says 'warning: this is the table the model was fitted to'
says 'wrong of 62 labelled rows'
head -n 21 samples.txt | sed 's/\t[^\t]*\t\(p[0-9]*\r\)$/\tNA\t\1/' >half.txt
head -n 21 samples.txt >some.txt
expect 0 predict model.json expression.csv --transpose --labels some.txt
same out predicted.csv
says 'some.txt: 42 of 62 samples have no label in it: predicted, and not compared'
says 'wrong of 20 labelled rows'
expect 0 predict model.json expression.csv --transpose --labels half.txt
grep -q 'wrong of' err && fail "$command_line: compared with NA"
printf 'T-99\t50\tx\tp9\r\n' >>some.txt
refuses 3 predict model.json expression.csv --transpose --labels some.txt --quiet
says "some.txt does not fit the samples of expression.csv: 1 row without a sample ('T-99' in line 22)"

# The model knows its label column.
sed '1s/class/tissue/' samples.txt >tissue.txt
refuses 2 fit expression.csv --transpose --labels tissue.txt --quiet
says "which column has the labels? .* has no 'class' but 'sample', 'age', 'tissue', 'patient': name one with --target"
expect 0 fit expression.csv --transpose --labels tissue.txt --target tissue --id patient --basis linear -o tissue.json
expect 0 predict tissue.json expression.csv --transpose --labels tissue.txt
says 'wrong of 62 labelled rows'
grep -q '^p1,' out || fail "$command_line: rows are not called by --id"
expect 0 predict tissue.json expression.csv --transpose
grep -q '^T-1,' out || fail "$command_line: rows are not called as in the table"

# What does not fit is said with what to do.
refuses 3 fit expression.csv --labels samples.txt --quiet
says 'add --transpose$'
sed 's/^T-/t./' samples.txt >renamed.txt
refuses 3 fit expression.csv --transpose --labels renamed.txt --quiet
says "62 match if case is ignored and R's make.names is applied to both .* ('T-1' is 't.1' there)"
refuses 3 fit plain.csv --id sample --labels samples.txt --quiet
says "'class' would be a feature.*(--drop class)"
expect 0 fit plain.csv --id sample --labels samples.txt $fit --drop class,patient --json
same_result plain.json out
refuses 2 fit $labelled -o samples.txt
says 'is the file of --labels samples.txt'
refuses 2 evaluate $labelled --plan loo -o samples.txt
refuses 2 predict model.json $labelled -o samples.txt
refuses 3 fit expression.csv --transpose --labels no-such-file

# Labels in the order of the samples.
awk -F, 'NR > 1 { label = label " " $NF; if (!($NF in seen)) { seen[$NF] = 1; names = names " " $NF } n++ }
    END { print n, 2, 1; print "#" names; print substr(label, 2) }' plain.csv >samples.cls
cut -d , -f 1,3- plain.csv >genes.csv
expect 0 fit genes.csv --id sample --basis linear --json
cp out plain.json
expect 0 fit expression.csv --transpose --labels samples.cls --basis linear --json
same_result plain.json out
says "samples.cls: labels are taken in the order of the samples, from '.*' for 'T-1' to '.*' for 'T-62'"
sed -i '1s/62/61/; 3s/ [^ ]*$//' samples.cls
refuses 3 fit expression.csv --transpose --labels samples.cls --quiet
says 'it has 61 labels, in the order of the samples, and expression.csv has 62 samples'

finish
