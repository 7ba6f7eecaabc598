#!/usr/bin/env bash
# Warnings: of tables, plans and fits; where they are told, and where they stand afterwards. What reports say of their inputs.
. "$2/tests/cli/common.sh" "$1" "$2"

prints_not() { grep -q -e "$1" out && fail "$command_line: standard output has '$1'"; }
says_not() { grep -q -e "$1" err && fail "$command_line: standard error has '$1': $(head -c 300 err)"; }
once() { [ "$(grep -c -e "$1" err)" -eq 1 ] || fail "$command_line: not one line of '$1': $(head -c 600 err)"; }

# table ROWS EXPRESSION NAME: two columns of measurements, one called NAME with the value of EXPRESSION at row i (from 0), and the
# class, whose cases come first.
table() {
    awk -v OFS=, -v n="$1" "BEGIN { print \"g1,g2,$3,class\"
        for (i = 0; i < n; i++) {
            low = i < n / 2
            print sin(12.9 * i) + low, cos(7.7 * i * i), $2, low ? \"case\" : \"ctl\"
        } }"
}
quiet_rates='--method spr --set strength=.2'

# ---- a count of the rows, or whom they are of, as a feature: rising, falling, by its name

warned='warning: 1 feature looks like names or numbers of the rows'
for column in '1000+i patient' 'i x' '500-i x' '3*i*i x' '(i*7)%40 index' '(i*7)%40 Unnamed:\ 0' 'i%4 batch' \
    '(i*7)%40 Sample_ID'; do
    name=${column#* }
    table 40 "${column%% *}" "${name//\\/}" >counted.csv
    for verb in fit 'evaluate --plan kfold:5'; do
        expect 0 ${verb%% *} counted.csv $quiet_rates $([ "$verb" = fit ] || echo --plan kfold:5)
        once "$warned.*'${name//\\/}'; if so, remove it from the table, or name it with --id or --group"
    done
done
for column in '(i*7)%40 x' 'i%20 x' 'i/3 x' 'sin(i) samples'; do
    table 40 "${column%% *}" "${column#* }" >plain.csv
    expect 0 fit plain.csv $quiet_rates
    silent
done
# As what it is, it is no feature.
table 40 1000+i patient >counted.csv
expect 0 fit counted.csv $quiet_rates --id patient
silent
prints '^Row names  *patient$'
table 40 'int(i/2)' patient >pairs.csv
expect 0 evaluate pairs.csv $quiet_rates --plan kfold:5 --group patient
silent
prints '^Groups  *patient, kept together'
expect 0 evaluate pairs.csv $quiet_rates --plan kfold:5 --id patient
once "warning: names of rows repeat ('0' for one), and [0-9]* of 40 test rows of the folds"

# ---- a feature that is the label

table 40 'i<20' flag >label.csv
expect 0 fit label.csv $quiet_rates
once "warning: 1 feature is the label by another name: 'flag'; "
table 40 'i<21' flag >label.csv
expect 0 fit label.csv $quiet_rates
silent

# ---- copies of rows that folds separate: exact ones, of numbers that are not alike by chance

for times in 2 3; do
    table 30 'sin(i*1.3)' g3 >one.csv
    { head -n 1 one.csv; for i in $(seq "$times"); do tail -n +2 one.csv; done; } >copies.csv
    n=$((30 * times))
    expect 0 evaluate copies.csv $quiet_rates --plan loo
    once "warning: $n of $n test rows of the folds have an exact copy .*keep copies together with --group"
    expect 0 fit copies.csv --method spr --tune
    once 'warning: [0-9]* of [0-9]* test rows of the inner folds have an exact copy'
    expect 0 fit copies.csv $quiet_rates
    silent
    # Numbers that are nearly the same are measured twice, and none is a copy.
    awk -F, -v OFS=, 'NR > 1 { $1 += 1e-9 * NR } { print }' OFMT=%.15g CONVFMT=%.15g copies.csv >near.csv
    expect 0 evaluate near.csv $quiet_rates --plan kfold:5
    silent
    # Copies in one group are not separated.
    awk -F, -v OFS=, '{ print (NR > 1 ? (NR - 2) % 30 : "who"), $0 }' copies.csv >grouped.csv
    expect 0 evaluate grouped.csv $quiet_rates --plan kfold:5 --group who
    silent
done
awk -v OFS=, 'BEGIN { print "a,b,c,d,class"
    for (i = 0; i < 80; i++) print int(i / 3) % 2, int(i / 5) % 2, int(i / 7) % 2, i % 3, i % 2 ? "x" : "y" }' >binary.csv
expect 0 evaluate binary.csv $quiet_rates --plan kfold:5
silent

# ---- what only some folds say, with their number

table 40 'i==3' rare >rare.csv
expect 0 evaluate rare.csv $quiet_rates --plan kfold:5
once 'note: in 1 of 5 folds: 1 constant column dropped: rare$'
awk -F, -v OFS=, '{ print $0, $3 }' rare.csv | awk -F, -v OFS=, '{ print $1, $2, $3, (NR == 1 ? "never" : 7), $4 }' >never.csv
expect 0 evaluate never.csv $quiet_rates --plan kfold:5
once 'constant column'
says 'note: in all 5 folds, as in fold 1: [12] constant columns* dropped: '
expect 0 evaluate never.csv $quiet_rates --plan holdout:.3
says_not 'folds'
table 40 7 never >never.csv
expect 0 evaluate never.csv $quiet_rates --plan kfold:5
once 'note: in all 5 folds: 1 constant column dropped: never$'

# ---- classes smaller than folds, few rows

table 40 'sin(i)' g3 | awk -F, -v OFS=, 'NR > 1 && NR < 38 { $4 = "ctl" } NR >= 38 { $4 = "case" } { print }' >small.csv
expect 0 evaluate small.csv $quiet_rates --plan kfold:10
once "warning: the class 'case' has 4 rows, fewer than the 10 folds"
expect 0 fit small.csv --method spr --tune
once "warning: the class 'case' has 4 rows, fewer than the 5 inner folds"
expect 0 evaluate small.csv $quiet_rates --plan kfold:4
silent
table 18 'sin(i)' g3 >few.csv
expect 0 fit few.csv $quiet_rates
once 'warning: 18 rows: with fewer than 20,'

# ---- none on the bundled sets but those that docs/json.md lists (methods that take no time)

for set in colon-alon crabs pima-ripley ripley-synthetic wbc-biopsy-683; do
    for verb in fit 'evaluate --plan kfold:10'; do
        expect 0 $verb "$source_dir/data/$set.csv.gz" $quiet_rates --threads 1
        silent
    done
    expect 0 fit "$source_dir/data/$set.csv.gz" --method bpm
    silent
done

# ---- rates that nothing chose; where a warning goes

table 40 'sin(i)' g3 >data.csv
expect 0 fit data.csv --method spr -o model.json
once 'warning: settings that were not chosen for these data: strength; --tune chooses them'
prints_not '^Warnings$'
prints_not 'not chosen'
expect 0 evaluate data.csv --method spr --plan kfold:5 -o result.json
once 'warning: settings that were not chosen'
prints_not '^Warnings$'
expect 0 fit data.csv --method spr --time-limit 60 --tune
says_not 'not chosen'
for verb in fit 'evaluate --plan kfold:5'; do
    expect 0 $verb data.csv --method spr --quiet
    silent
    expect 0 $verb data.csv --method spr --quiet --json
    silent
    is_json out
    prints '"code": *"not_tuned"'
    cp out report.json
    expect 0 inspect report.json
    silent
    [ "$(unwrapped out | tail -n 2 | cut -c 1-40)" = "Warnings
  settings that were not chosen for thes" ] || fail "$command_line: no warnings at the end: $(tail -n 3 out)"
done
for file in model.json result.json; do
    expect 0 inspect $file
    silent
    prints '^Warnings$'
    prints '^  settings that were not chosen for these data: strength; '
    expect 0 inspect $file --json
    is_json out
    prints '"code": *"not_tuned"'
    prints_not '^Warnings$'
done
expect 0 fit data.csv $quiet_rates -o clean.json
silent
expect 0 inspect clean.json
prints_not '^Warnings$'
# docs/json.md names the methods that warn with the basis that they have by themselves.
named=$(sed -n 's/^| `not_tuned` .*| every set, of \([^;]*\);.*/\1/p' "$source_dir/docs/json.md")
for method in $("$ardor" methods --json | awk -F '"' '/^ *"name": / { name = $4 } /^ *"bases": / { print name }'); do
    expect 0 fit data.csv --method "$method"
    if grep -q 'warning: settings that were not chosen' err; then warns=yes; else warns=no; fi
    [[ $named == *"\`$method\`"* ]] && documented=yes || documented=no
    [ $warns = $documented ] || fail "$method: not_tuned is said: $warns, by docs/json.md: $documented"
done
echo '{"format": "ardor-fit", "warnings": [{"code": "a", "text": "one"}, {}, 3, {"text": "two\u0007"}]}' >odd.json
expect 0 inspect odd.json
prints '^  two?$'
echo '{"format": "ardor-fit", "warnings": 3}' >odd.json
expect 0 inspect odd.json

# ---- what a report was made of

# json_has FILE MEMBER...: as they stand in a document, blanks apart.
json_has() {
    local file=$1 member
    shift
    for member; do
        tr -d ' \n' <"$file" | grep -q -F -e "$member" || fail "$command_line: $file lacks $member"
    done
}
awk -F, -v OFS=, '{ print (NR > 1 ? NR % 2 : "diagnosis"), $1, $2, (NR > 1 ? NR % 3 + 1 : "w"), (NR > 1 ? int(NR / 2) : "who"),
                    (NR > 1 ? "n" NR : "name"), (NR > 1 ? int(NR / 3) % 2 : "smoker") }' data.csv >inputs.csv
roles='--target diagnosis --weights w --group who --id name'
for verb in fit 'evaluate --plan kfold:5'; do
    expect 0 $verb inputs.csv $quiet_rates $roles --class-weight 1=3 -o inputs.json
    prints '^Data  *40 rows, 3 features$'
    prints '^Target  *diagnosis: 0, 1 (positive)$'
    prints '^Row names  *name$'
    prints '^Groups  *who, kept together'
    prints '^Case weights  *w, by which all figures are weighted$'
    prints '^Class weights  *1=3, in training only$'
    expect 0 $verb inputs.csv $quiet_rates $roles --class-weight 1=3 --json
    json_has out '"target":"diagnosis"' '"weights":"w"' '"group":"who"' '"id":"name"' '"header":true' '"class_weight":"1=3"' \
        '"positive":"1"' '"columns":{"read":7,"dropped":0}' '{"read":40,"dropped":0}'
    # The last column, if nothing else is said.
    expect 0 $verb inputs.csv $quiet_rates --id name --positive 0
    prints '^Data  *40 rows, 5 features$'
    prints '^Target  *smoker: 1, 0 (positive)$'
    prints_not '^Groups\|^Case weights\|^Class weights'
    tail -n +2 inputs.csv >headless.csv
    expect 0 $verb headless.csv $quiet_rates --id 6 --weights 4
    prints '; no header$'
    prints '^Target  *7: 0, 1 (positive)$'
    prints '^Case weights  *4, by which'
    expect 0 $verb headless.csv $quiet_rates --id 6 --weights 4 --json
    json_has out '"header":false' '"target":"7"' '"weights":"4"' '"id":"6"' '"group":null' '"class_weight":null'
done
expect 0 inspect model.json
prints '^Target  *class: case, ctl (positive)$'
# Genes by samples: the row that holds the classes.
awk -F, '{ for (j = 1; j <= NF; j++) cell[NR, j] = $j }
    END { for (j = 1; j <= NF; j++) { printf "%s", cell[1, j]; for (i = 2; i <= NR; i++) printf ",%s", cell[i, j]; print "" } }' \
    data.csv >turned.csv
awk -F, 'NR == 1 { printf "gene"; for (i = 2; i <= NF; i++) printf ",s%d", i; print "" } { print }' turned.csv >transposed.csv
expect 0 fit transposed.csv --transpose $quiet_rates
prints '^Target  *class: case, ctl (positive)$'
prints '^Data  *40 rows, 3 features$'

# What was not fitted inside the folds is not called honest.
expect 0 evaluate data.csv $quiet_rates --plan kfold:5
prints '^Protocol  *honest: everything fitted inside each fold$'
expect 0 evaluate data.csv $quiet_rates --plan kfold:5 --standardise all
prints '^Protocol  *not all inside the folds: features standardised with all rows'
prints_not honest
expect 0 evaluate data.csv --method spr --plan kfold:5 --tune=first:2
prints '^Protocol  *not all inside the folds: settings picked once'
prints_not honest

# ---- no features: nothing would find some; with some that tell nothing, what may
printf 'f,class\n1,a\n1,b\n1,a\n1,b\n' >flat.csv
for how in '--method lda' '--method lda --tune=cv:2' '--method spr'; do
    expect 0 fit flat.csv $how
    says 'warning: no feature is left to learn from (the null model): every row gets the same probabilities$'
done
printf 'f,class\n1,a\n1,b\n2,a\n2,b\n1,a\n1,b\n' >even.csv
expect 0 fit even.csv --method lda
says 'the fit ended without any feature (the null model): other settings or --tune may find a model$'
expect 0 fit even.csv --method spr
says 'the fit ended without any feature (the null model): weaker rates or --tune may find a model$'

# ---- what helps a fit that stalls: scales only where they are not alike already
stalling="--method gp --set tol=1e-7 --set inner_tol=0.1"
expect 0 fit "$source_dir/data/crabs.csv.gz" $stalling
says 'stopped before it converged: stalled; a larger --set tol=X may be needed$'
expect 0 fit "$source_dir/data/crabs.csv.gz" $stalling --standardise none
says 'stalled; features on like scales (--standardise train) or a larger --set tol=X may be needed$'

finish
