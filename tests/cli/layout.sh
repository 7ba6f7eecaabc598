#!/usr/bin/env bash
# What the columns of a table are: roles at fit and at prediction, headers, lists of columns, tables on their side.
. "$2/tests/cli/common.sh" "$1" "$2"

# rows SEPARATOR NUMBERED: 40 rows of three numbers and a label, which the first number tells.
rows() {
    awk -v s="$1" -v numbered="${2:-0}" 'BEGIN { for (i = 0; i < 40; i++) {
        c = i % 2; if (numbered) printf "\"s%d\"%s", i, s
        printf "%.3f%s%.3f%s%.3f%s%s\n", sin(i) + 4 * c, s, cos(3 * i), s, sin(7 * i) - 1, s, c ? "case" : "ctl" } }'
}
turn() {
    awk -F'\t' '{ for (j = 1; j <= NF; j++) t[j] = t[j] (NR > 1 ? "\t" : "") $j }
                 END { for (j = 1; j <= NF; j++) print t[j] }'
}
fit() { expect 0 fit "$@" --basis linear --set lam1=.01 --set lam2=.01; }

# A feature called class: the model needs it, or it is of no account.
{ echo class,g2,g3,outcome; rows ,; } >named.csv
fit named.csv --target outcome -o m.json
expect 0 predict m.json named.csv
says '0 wrong of 40 labelled rows'
cp out with_labels
cut -d, -f1-3 named.csv >new.csv
expect 0 predict m.json new.csv
same out with_labels
refuses 2 predict m.json new.csv --id class
says "^ardor: new.csv: --id takes the column 'class', which the model needs as a feature"
refuses 2 predict m.json new.csv --drop 'cl*'
says "^ardor: new.csv: --drop leaves out the column 'class', which the model needs as a feature"
fit named.csv --target outcome --drop class -o other.json
expect 0 predict other.json named.csv
says 'wrong of 40 labelled rows'

# Names that are numbers; and a model of a table without names.
for header in 0,1,2,3 900,902,904,type 4000.5,3990.25,3980,type; do
    { echo "$header"; rows ,; } >numbers.csv
    fit numbers.csv -o m.json
    says "is taken as names of the columns (--no-header: it is data)"
    says "the labels are taken from the column '${header##*,}' (--target says otherwise)"
    prints '^Data *40 rows, 3 features$'
    expect 0 predict m.json numbers.csv
    says '0 wrong of 40 labelled rows'
done
rows , >bare.csv
fit bare.csv -o m.json
says "is taken as data and features are called x1, x2, ... (--header: it is names)"
prints '^Data *40 rows, 3 features; no header$'
expect 0 predict m.json bare.csv
cp out with_labels
cut -d, -f1-3 numbers.csv >new.csv
expect 0 predict m.json new.csv
says 'so they are taken in their order'
same out with_labels

# R's write.table, with commas and with tabs, compressed, and on its side.
{ printf '"g1","g2","g3","class"\n'; rows , 1; } | gzip >r.csv.gz
{ printf '"g1"\t"g2"\t"g3"\t"class"\r\n'; rows '\t' 1; } >r.tsv
for table in r.csv.gz r.tsv; do
    fit "$table" --group 1
    says 'the first row has one cell less than the others, so the first column is row names'
    prints '^Row names *1$'
    prints '^Groups *1, kept together$'
done
{ printf 'gene\tg1\tg2\tg3\tclass\n'; rows '\t' 1; } | tr -d '"' | turn >genes.tsv
sed '1s/^gene\t//' genes.tsv >genes_r.tsv
for table in genes.tsv genes_r.tsv; do
    fit "$table" --transpose -o g.json
    prints '^Data *40 rows, 3 features$'
    expect 3 fit "$table"
    says 'are features in rows and samples in columns? Then --transpose'
done
expect 0 predict g.json genes.tsv --transpose --id gene
says '0 wrong of 40 labelled rows'
refuses 2 predict g.json genes.tsv --transpose --id g1
says '--id takes the column'
expect 3 predict g.json genes.tsv
says 'names that the model needs stand in the first column: are features in rows? Then --transpose'
grep -v '^class' genes.tsv >unlabelled.tsv
refuses 3 fit unlabelled.tsv --transpose
says "there is no row 'class': name the row of labels with --target, or their file with --labels"

# Lists of columns.
{ echo id,g1,g2,g3,class; rows , 1; } >lists.csv
fit lists.csv --id id --keep g1,g3
prints '^Data *40 rows, 2 features; 1 of 5 columns not used$'
fit lists.csv --drop id,g2:g3
prints '^Data *40 rows, 1 features; 3 of 5 columns not used$'
printf 'g1\r\n\r\ng2\r\n' | gzip >names.gz
fit lists.csv --id id --keep @names.gz
prints '^Data *40 rows, 2 features; 1 of 5 columns not used$'
fit lists.csv --drop id --drop g2:g3
prints '^Data *40 rows, 1 features; 3 of 5 columns not used$'
fit lists.csv --id id --keep g1 --keep g2
prints '^Data *40 rows, 2 features; 1 of 5 columns not used$'
refuses 2 fit lists.csv --id id --drop g9
says "^ardor: lists.csv: --drop: there is no column 'g9'$"

# A delimiter at the end of every line.
{ echo g1,g2,g3,class,; rows , | sed 's/$/,/'; } >trailing.csv
fit trailing.csv
says "1 column without any value is left out: 'unnamed5'"
prints '^Data *40 rows, 3 features; 1 of 5 columns not used$'

finish
