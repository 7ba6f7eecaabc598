#!/usr/bin/env bash
# Standard output that cannot be written: a message and status 1, whatever the verb. What -o takes, by suffix; files that an
# output would replace; names that are long; files for people in lines of limited width.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv
"$ardor" fit data.csv --basis linear --json -o model.json >fit.json 2>/dev/null || fail "no model"

# cannot_write ARGUMENT...
cannot_write() {
    local status
    command_line="ardor $*"
    status=0
    "$ardor" "$@" >/dev/full 2>err || status=$?
    [ "$status" -eq 1 ] || fail "$command_line >/dev/full: exit status $status"
    grep -q '^ardor: .*space' err || fail "$command_line >/dev/full: $(cat err)"
    status=0
    "$ardor" "$@" >&- 2>err || status=$?
    [ "$status" -eq 1 ] || fail "$command_line >&-: exit status $status"
}

if [ -w /dev/full ]; then
    cannot_write --help
    cannot_write --version
    cannot_write fit --help
    cannot_write methods
    cannot_write methods --json
    cannot_write simulate xor --n 10 --p 3 -q
    cannot_write fit data.csv --basis linear -q
    cannot_write fit data.csv --basis linear -q --json
    cannot_write predict model.json data.csv -q
    cannot_write predict model.json data.csv -q --json
    cannot_write evaluate data.csv --basis linear --plan kfold:3 -q
    cannot_write inspect model.json
    cannot_write inspect fit.json --json
fi

# ---- suffixes: refused before anything is read, so the data need not be there

for name in model.json model.JSON model model.json.gz model.json.ZST model.json.xz model.gz .model v1.2; do
    expect 0 fit data.csv --basis linear -q -o "out-$name"
    expect 0 predict "out-$name" data.csv -q
    cp out predicted
    expect 0 predict model.json data.csv -q
    same out predicted
    expect 0 inspect "out-$name"
    sed 's/, [0-9.e-]* s$//' out >inspected
    expect 0 inspect model.json
    sed -i 's/, [0-9.e-]* s$//' out
    same out inspected
done
[ "$(head -c 2 out-model.gz | od -An -tx1 | tr -d ' ')" = 1f8b ] || fail "out-model.gz is not compressed"
head -c 100 out-model.json.gz >cut.json.gz
for verb in inspect "predict --json"; do
    refuses 3 $verb cut.json.gz $([ "$verb" = inspect ] || echo data.csv)
    says '^ardor: cut.json.gz: '
done
"$ardor" inspect - <out-model.json.xz >out 2>err || fail "inspect -: $(cat err)"
sed -i 's/, [0-9.e-]* s$//' out
same out inspected
"$ardor" evaluate data.csv --basis linear --plan kfold:3 -q -o result.json.zst >out || fail "no result"
expect 0 inspect result.json.zst --json
is_json out
"$ardor" evaluate data.csv --basis linear --plan kfold:3 -q -o - >plain.json || fail "no result"
without_run out >a
without_run plain.json >b
same a b
for name in x.xlsx x.XLS x.rds x.RData x.html x.pdf x.npy x.h5 x.mat x.txt x.rds.gz x.arff x.gct; do
    for run in fit "evaluate --plan loo"; do
        refuses 2 $run no.csv -o $name
        says "^ardor: -o $name: .* writes JSON with -o (.json, .*; --table [a-z]*=FILE.csv writes a table"
    done
    refuses 2 predict no.json no.csv -o $name
    says "^ardor: -o $name: predict writes .csv or .tsv"
done
for name in x.csv x.TSV x.tab x.csv.gz; do
    refuses 2 fit no.csv -o $name
    says "^ardor: -o $name: fit writes JSON with -o (.json); tables with --table KIND=FILE, for example --table features=$name\$"
    refuses 2 evaluate no.csv --plan loo -o $name
    says "for example --table selection=$name\$"
done
for run in "fit no.csv" "evaluate no.csv --plan loo" "predict no.json no.csv" "simulate xor --n 5 --p 2"; do
    for name in x.bz2 x.json.zip x.tar; do
        refuses 2 $run -o $name
        says 'compressed by the suffixes .gz, .zst and .xz'
    done
done
for run in "predict no.json no.csv" "simulate xor --n 5 --p 2"; do
    refuses 2 $run -o x.json
    says 'json prints JSON on standard output'
done
expect 0 predict model.json data.csv -q -o p.csv
for name in p.tsv p.tab p.tsv.gz p.TSV.xz; do
    expect 0 predict model.json data.csv -q -o $name
    case $name in *.gz) gzip -dc $name ;; *.xz) xz -dc <$name ;; *) cat $name ;; esac | tr '\t' , >turned
    same turned p.csv
done
expect 0 predict model.json data.csv -q -o p
same p p.csv
expect 0 fit data.csv --basis linear -q -o /dev/null

# ---- an output that is an input, or another output

cp data.csv kept
cp model.json kept.json
ln data.csv hard
ln -s data.csv soft
ln -s . here
cp data.csv labels
printf 'x1\nx2\n' >names
# replaces WHAT ARGUMENT...: refused, with what it would replace.
replaces() {
    local what=$1
    shift
    refuses 2 "$@"
    says "is the file of $what"
    same data.csv kept
    same model.json kept.json
}
for name in hard soft ./data.csv here/data.csv ../"$(basename "$PWD")"/data.csv "$PWD/data.csv"; do
    replaces 'DATA data.csv' fit data.csv -o "$name"
    replaces 'DATA data.csv' evaluate data.csv --plan loo -o "$name"
    replaces 'DATA data.csv' predict model.json data.csv -o "$name"
    replaces 'DATA data.csv' evaluate data.csv --plan loo --checkpoint "$name"
    replaces 'DATA soft' fit soft -o "$name"
done
for name in data.csv here/data.csv; do
    replaces 'DATA data.csv' fit data.csv --table features=$name
    replaces 'DATA data.csv' predict model.json data.csv --table rows=$name
done
replaces 'MODEL model.json' predict model.json data.csv -o here/model.json
replaces '--labels labels' fit data.csv --labels labels -o labels
replaces '--plan splits:splits' evaluate data.csv --plan splits:splits -o splits
replaces '--drop names' fit data.csv --drop @names -o here/names
replaces '--keep names' fit data.csv --keep @names -o names
replaces '--checkpoint folds' evaluate data.csv --plan loo --checkpoint folds -o here/folds
replaces '-o new' fit data.csv -o new --table features=here/new
replaces '--table features=new.csv' fit data.csv --tune --table features=new.csv --table candidates=./new.csv
replaces '--table rows=a.csv' evaluate data.csv --plan loo --table rows=a.csv --table folds="$PWD/a.csv"
[ -e new ] || [ -e new.csv ] && fail "a file of a refused run"

# Standard streams that are files.
for name in data.csv hard here/data.csv; do
    for input in - /dev/stdin /proc/self/fd/0; do
        [ "$input" = - ] || [ -e "$input" ] || continue
        command_line="ardor fit $input -o $name <data.csv"
        status=0
        "$ardor" fit $input -o $name <data.csv >out 2>err || status=$?
        [ $status -eq 2 ] || fail "$command_line: exit status $status"
        says "is the file of DATA"
        same data.csv kept
    done
done
command_line="ardor fit data.csv >>data.csv"
status=0
"$ardor" fit data.csv 2>err >>data.csv || status=$?
[ $status -eq 2 ] || fail "$command_line: exit status $status"
says '^ardor: standard output is the file of DATA data.csv'
same data.csv kept
command_line="ardor fit data.csv -o both >both"
status=0
"$ardor" fit data.csv -o both 2>err >both || status=$?
[ $status -eq 2 ] || fail "$command_line: exit status $status"
says 'standard output is the file of -o both'
# Names of standard output are standard output, whatever it is; those of standard input are that.
expect 0 predict model.json data.csv -q
cp out predicted
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    [ -e $name ] || continue
    expect 0 predict model.json data.csv -q -o $name
    same out predicted
    "$ardor" predict model.json data.csv -q -o $name | cat >out
    same out predicted
    expect 0 predict model.json data.csv -q -o other.csv --table rows=$name
    [ "$(head -c 9 out)" = id,class, ] || fail "$command_line: no table"
    expect 0 fit data.csv --basis linear -q -o $name
    is_json out
    expect 0 simulate xor --n 3 --p 2 -q -o $name
    [ "$(wc -l <out)" -eq 4 ] || fail "$command_line: no table"
    for run in "fit no.csv" "evaluate no.csv --plan loo" "simulate xor --n 3 --p 2"; do
        refuses 2 $run --json -o $name
        says "and -o $name both ask for standard output"
    done
done
for name in /dev/stdin /dev/fd/0 /proc/self/fd/0; do
    refuses 2 fit - --labels $name
    says '^ardor: fit: DATA and --labels are both standard input'
done
for name in folds.gz folds.json.ZST .xz; do
    refuses 2 evaluate no.csv --plan loo --checkpoint $name
    says "^ardor: --checkpoint $name: finished folds are kept as they are, not compressed"
done
refuses 2 predict - -
says 'MODEL and DATA are both standard input'
# What only looks alike is none: two names, two devices.
expect 0 fit data.csv --basis linear -q -o /dev/null --table features=/dev/null
expect 0 fit kept --basis linear -q -o data
rm -f data

# ---- lines for people have 120 columns at most

long=$(printf '%05000d' 0 | tr 0 x)
wide=$(printf '%0400d' 0 | sed 's/0/\xe6\xbc\xa2/g')
combined=$(printf '%0400d' 0 | sed 's/0/e\xcc\x81/g')
# widest FILE: columns of its widest line, as terminals show it.
widest() {
    python3 -c 'import sys, unicodedata
def width(c): return 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
print(max([0] + [sum(map(width, line.rstrip("\n"))) for line in open(sys.argv[1], encoding="utf-8")]))' "$1"
}
narrow() {
    local columns
    command -v python3 >/dev/null || return
    columns=$(widest "${1:-out}") || fail "$command_line: not UTF-8"
    [ "$columns" -le 120 ] || fail "$command_line: a line of $columns columns"
}
emoji=$(printf '%0400d' 0 | sed 's/0/\xe2\xad\x90\xf0\x9f\xab\xa0\xe2\x8c\x9a/g')
for name in "a${long}1" "a${wide}1" "a${emoji}1" "a${combined}1" "a $(echo $long | sed 's/xxxxx/xxxx /g') 1"; do
    other="${name%1}2"
    awk -v a="$name" -v b="$other" -v OFS=, -F, 'NR == 1 { $1 = a; $2 = b; $NF = a b; print; next }
        { $NF = $NF > 0 ? a : b; print }' data.csv >odd.csv
    for run in "fit odd.csv --basis linear --set lam1=.01 --set lam2=.01 -o odd.json" \
        "evaluate odd.csv --basis linear --set lam1=.01 --set lam2=.01 --plan kfold:3 -o odd.json --all" \
        "evaluate odd.csv --method spr --tune --plan kfold:3 --verbose"; do
        expect 0 $run -q
        narrow
        expect 0 $run
        narrow
        [ "$(wc -L <err)" -lt 1200 ] || fail "$command_line: a message of $(wc -L <err) columns"
    done
    "$ardor" fit odd.csv --basis linear --set lam1=.01 --set lam2=.01 -o odd.json -q >out
    prints '^  a.*\.\.\..*1   *[-0-9]'
    prints '^  a.*\.\.\..*2   *[-0-9]'
    expect 0 inspect odd.json
    narrow
done
expect 0 fit odd.csv --basis linear --set lam1=.01 --set lam2=.01 -o odd.json -q
expect 0 predict odd.json odd.csv -o odd-predicted
grep -v '^ardor: ' err >figures
narrow figures
# Of many words.
words=$(echo "$long" | sed 's/xxxxx/xxxx /g')
for run in 'fit data.csv --table "$words"' 'simulate xor --p 3 --n "$words"' 'simulate "$words" --n 3 --p 3' \
    'fit data.csv -o "$words/x"' 'inspect "$words"' 'predict model.json "$words"'; do
    status=0
    eval "\"\$ardor\" $run" >out 2>err || status=$?
    command_line="ardor $run"
    [ $status -eq 2 ] || [ $status -eq 3 ] || fail "$command_line: exit status $status"
    [ "$(wc -L <err)" -lt 1020 ] || fail "$command_line: a message of $(wc -L <err) columns"
    says '^ardor: .*x\.\.\.\|x \.\.\.'
done
for run in --help 'fit --help' 'predict --help' 'evaluate --help' 'inspect --help' 'simulate --help' 'methods --help' methods; do
    expect 0 $run
    narrow
done
for method in $("$ardor" methods --json | sed -n 's/^    "name": "\([a-z0-9-]*\)",$/\1/p'); do
    expect 0 methods $method
    narrow
done
# Many classes, in blocks.
python3 - >many.json <<'END' 2>/dev/null || cp plain.json many.json
import json
names = ["class %02d of many with a name that is long" % i for i in range(40)]
print(json.dumps({"format": "ardor-evaluation", "plan": "splits:" + "/long" * 100, "classes": names, "rows": [],
                  "settings": {"a" * 300: "b" * 300}, "confusion": {"classes": names, "counts": [[1e6 + 1] * 40] * 40}}))
END
expect 0 inspect many.json --verbose
narrow

# Nothing is drawn, and no carriage return or escape sequence is sent, where standard error is not a terminal.
expect 0 evaluate data.csv --basis linear --plan kfold:3
grep -q "$(printf '[\r\033]')" err && fail "progress is drawn without a terminal"
finish
