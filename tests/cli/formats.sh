#!/usr/bin/env bash
# Tables that other programs wrote: --delimiter and --decimal, the message where they are needed, formats that are not read.
. "$2/tests/cli/common.sh" "$1" "$2"

# `rows SEPARATOR MARK`: a table with header, 24 rows of two numbers and a class.
rows() {
    printf 'g1%sg2%sclass\n' "$1" "$1"
    for i in $(seq 24); do
        printf '%s%s%s%s%s%s%s%s\n' "$((i % 5))" "$2" "$i" "$1" "$i" "$2" 5 "$1$([ $((i % 2)) = 0 ] && echo u || echo v)"
    done
}
rows , . >t.csv
expect 0 fit t.csv --method spr -o wanted.json
expect 0 predict wanted.json t.csv -o wanted.csv

# What the message names reads the table, in fit and predict, from a file, compressed and from standard input.
try() {
    local file=$1 option
    shift
    refuses 3 fit "$file" --method spr
    says "read it with $*\$"
    option=$(sed -n 's/.*read it with //p' err)
    eval "expect 0 fit '$file' --method spr -o model.json $option"
    eval "expect 0 predict model.json '$file' -o predicted.csv $option"
    same wanted.csv predicted.csv
    refuses 3 predict wanted.json "$file"
    says "read it with $*\$"
    gzip -c "$file" >packed.gz
    refuses 3 fit packed.gz
    says "read it with"
    "$ardor" fit - <"$file" >out 2>err && fail "standard input was read as csv"
    grep -q "standard input: looks separated by" err || fail "standard input: $(cat err)"
}
rows ' ' . >space.txt
try space.txt --delimiter space
rows '   ' . | sed 's/^/ /; s/$/ /' >fixed.dat
try fixed.dat --delimiter space
rows '|' . >bars.csv
try bars.csv "--delimiter '|'"
rows ';' . | sed 's/$/\r/' >semicolons.csv
try semicolons.csv "--delimiter ';'"
rows ';' , >excel.csv
try excel.csv "--delimiter ';' --decimal ,"
rows '	' , >tabs.txt
try tabs.txt "--format tsv --decimal ,"
rows '	' . | sed 's/\([a-z][a-z0-9]*\)/"\1"/g' >tabs.csv
refuses 3 fit tabs.csv
says 'looks separated by tabs, not by commas: read it with --format tsv$'
rows , . >commas.tsv
refuses 3 fit commas.tsv
says 'looks separated by commas, not by tabs: read it with --format csv$'
rows , , >torn.csv
refuses 3 fit torn.csv
says 'numbers fall apart'

# Decimal commas alone change the separator of csv, with a note; tabs are seen where the name says nothing, with one too.
expect 0 fit excel.csv --method spr --decimal ,
says 'excel.csv: with --decimal , cells are separated by semicolons (others: --delimiter)'
rows '	' . >tabs.dat
expect 0 fit tabs.dat --method spr
says 'tabs.dat: looks like tsv, and is read as that (others: --format)'

# One mark for all numbers, and both are named.
rows ';' , | sed '5s/,/./' >mixed.csv
refuses 3 fit mixed.csv --delimiter ";" --decimal ,
says "mixed.csv: line 5, column 1 'g1': '4.4' has a decimal point where --decimal , says"
rows '	' , >decimal.tsv
refuses 3 fit decimal.tsv
says "decimal.tsv: line 2, column 1 'g1': '1,1' has a decimal comma, .*: --decimal , reads"

refuses 2 fit t.csv --delimiter x
says "t.csv: --delimiter 'x': cells are separated by one character"
refuses 2 fit t.csv --decimal x
says "t.csv: --decimal 'x': the decimal mark is . or ,"
refuses 2 fit t.csv --decimal , --delimiter ,

# Other formats, whatever they are called and asked for as.
printf '+1 1:0.5 3:2\n-1 2:1\n' >svm.csv
printf '@relation r\n@attribute a real\n@data\n1\n' >weka.txt
printf '!Series_title\t"t"\n!Sample_title\t"a"\n' >series.tsv
printf '#1.2\n1\t2\nName\tDescription\ta\tb\n' >e.gct
printf 'PK\003\004xl/workbook.xml' >sheet.csv
for file in svm.csv weka.txt series.tsv e.gct sheet.csv wanted.json; do
    for how in "fit $file" "fit $file --format csv" "evaluate $file --plan loo" "predict wanted.json $file --delimiter space"; do
        refuses 3 $how
        says "$file: is .*, not a table of delimited text: "
    done
done
refuses 3 fit wanted.json
says 'wanted.json: is a document of ardor itself'
refuses 3 evaluate t.csv --plan splits:svm.csv
says 'svm.csv: is SVMlight or LIBSVM text'
finish
