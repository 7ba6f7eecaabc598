#!/usr/bin/env bash
# rerun: results whose command is run again agree, whatever they were made with; what differs is told, and where; refusals.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --noise .1 --seed 2 -q -o plain.csv
awk -F, -v OFS=, 'NR == 1 { print "who,heavy", $0; next } { print "g" NR % 12, 1 + NR % 3, $0 }' plain.csv >data.csv
awk -F, 'NR == 1 { print "name,class" } NR > 1 { print NR - 1 "," $NF }' plain.csv >labels.csv
awk -F, -v OFS=, 'NR == 1 { print "name", $0; next } { print NR - 1, $0 }' plain.csv | sed 's/,[^,]*$//' >unlabelled.csv

# agrees RESULT ARGUMENT..: every figure is the same, and so is the document.
agrees() {
    expect 0 rerun "$@" -o again.json
    prints "^All [0-9]\+ figures are the same as in $1.\$"
    without_run "$1" >a
    without_run again.json >b
    same a b
}
# repeats ARGUMENT..: evaluated, and again.
repeats() {
    expect 0 evaluate "$@" -q -o result.json
    agrees result.json
}
spr='--method spr --set lam1=2'
repeats data.csv --group who --weights heavy --positive -1 --drop x6 $spr --plan kfold:4 --seed 7
repeats plain.csv $spr --plan repeat:2x4 --tune --importance permutation:3 --permute 3 --stability 3:.6 --set rule=error
repeats unlabelled.csv --labels labels.csv --id name --format csv $spr --plan holdout:.4 --cost 1,2 --abstain .7
repeats plain.csv $spr --plan kfold:5 --filter ttest:3 --set rule=one-se --tune=cv:3
cp result.json earlier.json
repeats plain.csv --method lda --features-from earlier.json:.2 --protocol leaky --plan loo

sed 's/,/;/g; s/\./,/g' plain.csv >comma.csv
repeats comma.csv --decimal , --method lda --plan kfold:3
sed 's/,/|/g' plain.csv >bars.csv
repeats bars.csv --delimiter '|' --method lda --plan kfold:3
sed '1s/.*/1,2,3,4,5,6,9/' plain.csv >numbered.csv
repeats numbered.csv --no-header --method majority --plan kfold:3
awk -F, 'NR > 1 { print ($1 > 0 ? "up" : "down") "," ($2 > 0 ? "left" : "right") "," $NF }' plain.csv >words.csv
repeats words.csv --onehot=zero --method lda --plan kfold:3
awk -F, '{ for (j = 1; j <= NF; j++) row[j] = NR == 1 ? $j : row[j] "," $j; n = NF; top = top (NR == 1 ? "x" : ",s" NR - 1) }
    END { print top; for (j = 1; j <= n; j++) print row[j] }' plain.csv >across.csv
repeats across.csv --transpose --header --method lda --plan kfold:3

# The command has what decides the result, and nothing else.
how='--threads 2 --checkpoint folds --time-limit 100 -q -o result.json'
expect 0 evaluate plain.csv --set lam1=2 --keep=x1,x2 --plan kfold:3 $how --method spr --tune
words='"evaluate", "plain.csv", "--keep=x1,x2", "--set=lam1=2", "--plan=kfold:3", "--method=spr", "--tune=auto"'
grep -q "\"command\": \[$words\]" result.json || fail "command: $(grep '"command"' result.json)"
agrees result.json --threads 1
agrees result.json --threads 2 --checkpoint others
[ -s others ] || fail "no checkpoint"
cp plain.csv ./-odd.csv
expect 0 evaluate --plan kfold:3 $spr -q -o result.json -- -odd.csv
agrees result.json

# Comparisons.
"$ardor" simulate xor --n 40 --p 2 --seed 3 -q -o xor.csv
expect 0 compare plain.csv xor.csv --methods majority,spr:lam1=2:tune=cv:3,lda --plan kfold:4 --seed 3 -q -o both.json
agrees both.json
agrees both.json plain.csv xor.csv
refuses 2 rerun both.json plain.csv
says 'rerun: the result is of 2 tables, and 1 are given$'
mkdir moved && cp plain.csv moved/first.csv && cp xor.csv moved/second.csv
expect 0 rerun both.json moved/first.csv moved/second.csv -q
prints '^All [0-9]* figures are the same as in both.json.$'
cp plain.csv moved/xor.csv && cp xor.csv moved/plain.csv # each has the other's name
expect 0 rerun both.json moved/xor.csv moved/plain.csv -q
prints '^All [0-9]* figures are the same as in both.json.$'
"$ardor" compare - --methods lda --plan kfold:3 -q -o piped.json <xor.csv >out
expect 0 rerun piped.json xor.csv -q
prints '^All [0-9]* figures are the same as in piped.json.$'
expect 1 rerun both.json xor.csv plain.csv -q
says '^ardor: the figures differ from both.json, because the table has other names, labels or values'
prints '^  [0-9.]* %, was [0-9.]* %   plain, lda$'

# Tables that were moved, or changed.
expect 0 evaluate plain.csv $spr --plan kfold:4 -q -o result.json
mkdir there && cp plain.csv there/ && mv plain.csv there/moved.csv
refuses 3 rerun result.json
says '^ardor: plain.csv: '
agrees result.json there/moved.csv
sed '5s/^[^,]*,/0,/' there/moved.csv >changed.csv
expect 1 rerun result.json changed.csv -q
says 'because the table has other names, labels or values (its fingerprint differs)$'
prints '^  [0-9.]* %, was [0-9.]* %$'
mv there/plain.csv .

# A figure that differs, and one that differs by rounding alone. The first fold's objective is far beyond 1.
objective=$(grep -o '"objective": [-0-9.]*' result.json | head -n 1 | cut -d' ' -f2)
other() {
    changed=$(awk -v x="$objective" -v by="$1" 'BEGIN { printf "%.15g", x * (1 + by) }')
    sed "0,/\"objective\": $objective/s//\"objective\": $changed/" result.json >other.json
}
other 1e-4
expect 1 rerun other.json -q
says '^ardor: the figures differ from other.json by up to 0.0001 (folds\[0\].objective)$'
other 0.2
sed -i '0,/"majority_error": 0.[0-9]*/s//"majority_error": 0.9/' other.json
expect 1 rerun other.json -q
says '^ardor: the figures differ from other.json by up to 0.[0-9]* (folds\[0\].majority_error)$'
other 1e-9
expect 0 rerun other.json -q
prints '^All [0-9]* figures agree with other.json up to rounding: the largest difference is 1e-09 (folds\[0\].objective).$'
sed '0,/"n_features": [0-9]*/s//"n_features": 77/' result.json >other.json
expect 1 rerun other.json -q
says '^ardor: the figures differ from other.json in 1 place, the first folds\[0\].n_features$'
sed 's/"ardor": "[^"]*"/"ardor": "0.0.1"/' result.json >other.json
expect 0 rerun other.json
says '^ardor: note: other.json was made by ardor 0.0.1; this is '
sed 's/"format"/"later": 1, "format"/' result.json >other.json
expect 1 rerun other.json -q
says 'in 1 place, the first later$'

# A class may have the name of what is not compared.
sed 's/,-1$/,seconds/; s/,1$/,command/' plain.csv >named.csv
expect 0 evaluate named.csv $spr --plan kfold:4 -q -o named.json
agrees named.json
sed 's/"command": 0\.[0-9]*/"command": 0.5/' named.json >other.json
expect 1 rerun other.json -q
says 'differ from other.json by up to 0.[0-9]* (rows\[[0-9]*\].prob.command)$'
printf '{"format": "ardor-evaluation", "command": ["evaluate", "plain.csv", "--method=lda", "--plan=kfold:3"]}' >none.json
refuses 3 rerun none.json -q
says 'none.json: has no figures to be held against$'
"$ardor" rerun result.json -o - -q >whole.json 2>verdict || fail "rerun -o -: $(cat verdict)"
is_json whole.json
grep -q '^All [0-9]* figures are the same as in result.json.$' verdict || fail "rerun -o -: $(cat verdict)"

# Standard streams.
expect 0 evaluate plain.csv $spr --plan kfold:4 --json -q
"$ardor" rerun - <out >said 2>err || fail "rerun -: $(cat err)"
grep -q '^All [0-9]* figures are the same as in standard input.$' said || fail "rerun -: $(cat said)"
"$ardor" evaluate - $spr --plan kfold:4 -q -o result.json <plain.csv >out
refuses 2 rerun result.json
says 'was made of standard input: name the table, as in ardor rerun result.json DATA$'
agrees result.json plain.csv

# Of a result that was stopped its folds are compared.
if command -v python3 >/dev/null; then
    python3 - <<'END'
import json
r = json.load(open("result.json"))
last = r["rows"].pop()
json.dump(r, open("shorter.json", "w"))
r["rows"].append(last)
r["stopped"], r["folds"] = "time", r["folds"][1:3]
r["rows"] = [row for row in r["rows"] if row["fold"] in (2, 3)]
r["summary"]["error"]["value"] = .77
json.dump(r, open("stopped.json", "w"))
r["rows"][4]["predicted"] = "other"
json.dump(r, open("wrong.json", "w"))
END
    expect 1 rerun shorter.json plain.csv -q
    says 'in 1 place, the first rows$'
    expect 0 rerun stopped.json plain.csv
    prints '^All [0-9]* figures are the same as in stopped.json.$'
    says '^ardor: note: stopped.json was stopped: its finished folds are compared$'
    expect 1 rerun wrong.json plain.csv -q
    says 'in 1 place, the first rows\[4\].predicted$'
fi

# What cannot be run again.
expect 0 fit plain.csv $spr -q -o model.json
refuses 3 rerun model.json
says 'rerun repeats results of `ardor evaluate` and `ardor compare`; this is ardor-model$'
refuses 3 rerun plain.csv
says '^ardor: plain.csv: line 1, column [0-9]*: not a result: '
with() { sed "s|\"command\": .*|\"command\": $1|" result.json >bad.json; }
with null
refuses 3 rerun bad.json plain.csv
says 'has no command to run again'
with '["fit", "plain.csv"]'
refuses 3 rerun bad.json
says 'its command, fit, is neither evaluate nor compare$'
for word in -o=stolen.json --table=rows=stolen.csv --json --help --checkpoint=stolen; do
    with "[\"evaluate\", \"plain.csv\", \"--plan=kfold:3\", \"$word\"]"
    expect 3 rerun bad.json -q
    says 'bad.json: its command says more than how the result was made$'
done
[ ! -e stolen.json ] && [ ! -e stolen.csv ] && [ ! -e stolen ] || fail "a file was written"
with '["evaluate", 3]'
refuses 3 rerun bad.json
says 'word 2 of its command is no text$'
expect 0 evaluate plain.csv $spr --plan kfold:4 -q -o result.json
refuses 2 rerun result.json -o plain.csv
refuses 2 rerun result.json -o result.json
refuses 2 rerun result.json --time-limit 3

finish
