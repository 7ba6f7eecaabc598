#!/usr/bin/env bash
# Decisions: --prior, --threshold, --cost and --abstain of evaluate and predict, and --positive of more than two classes.
. "$2/tests/cli/common.sh" "$1" "$2"

rates='--method spr --set lam1=0.5'
"$ardor" simulate two-gaussians --n 80 --p 3 --seed 4 -q -o raw.csv
sed 's/,1$/,case/; s/,-1$/,control/' raw.csv >data.csv
"$ardor" fit data.csv $rates -q -o model.json >out || fail "no model"

# ---- predict

expect 0 predict model.json data.csv -q
mv out plain.csv
# .5 and equal costs decide as before, and so does a zone that holds no row; the class of those in it is empty.
for form in '--threshold .5' '--cost 3,3' '--abstain 0' '--abstain .5' '--prior none --threshold none --cost none' \
    '--abstain none'; do
    expect 0 predict model.json data.csv -q $form
    same out plain.csv
done
expect 0 predict model.json data.csv --cost 1,4 -q
mv out costs.csv
expect 0 predict model.json data.csv --threshold .2 -q
same out costs.csv
awk -F, 'NR > 1 && ($2 == "control") != ($4 > .2) { exit 1 }' costs.csv || fail "a threshold of .2: $(head -n 3 costs.csv)"
cmp -s plain.csv costs.csv && fail "a threshold of .2 changes nothing"
expect 0 predict model.json data.csv --abstain .9 --table rows=rows.csv -o file.csv
awk -F, 'NR > 1 { most = $3 > $4 ? $3 : $4; if (($2 == "") != (most < .9)) exit 1 }' file.csv ||
    fail "a zone: $(head -n 3 file.csv)"
left=$(awk -F, '$2 == ""' file.csv | wc -l)
[ "$left" -gt 0 ] || fail "no row in the zone"
says "^ardor: note: $left of 80 rows are not decided: their class is empty\$"
says "^ardor: note: error [0-9.]* %: [0-9]* wrong, $left not decided of 80 labelled rows\$"
says '^Abstains        where the largest probability is below 0.9$'
says '^  rows not decided .* %  95 % wilson$'
says '^  error of the decided .* %  95 % wilson$'
says '^Rows not decided are wrong in the error and the balanced error; the counts are of the others.$'
says '^Not decided: [0-9]* of case, [0-9]* of control$'
[ "$(awk -F, 'NR > 1 && $3 == ""' rows.csv | wc -l)" -eq "$left" ] || fail "--table rows: $(head -n 3 rows.csv)"
cut -d, -f1-3 data.csv >bare.csv
expect 0 predict model.json bare.csv --abstain .9
says "^ardor: note: $left of 80 rows are not decided: their class is empty\$"
# Bayes' rule by awk, from shares of a half, or of three quarters by weights of classes.
for weights in none case=1,control=3; do
    "$ardor" fit data.csv $rates --class-weight $weights -q -o weighted.json >out || fail "no model"
    "$ardor" predict weighted.json data.csv -q >before.csv
    expect 0 predict weighted.json data.csv --prior case=0.98 -q
    cases=$(grep -c ',case$' data.csv)
    paste -d, before.csv out | awk -F, -v cases="$cases" -v w=$([ $weights = none ] && echo 1 || echo 3) '
        NR > 1 { share = w * (80 - cases) / (w * (80 - cases) + cases)
                 b = $4 * .02 / share; a = $3 * .98 / (1 - share); d = $8 - b / (a + b)
                 if (d * d > 1e-20 || ($7 + $8 - 1) ^ 2 > 1e-24) exit 1 }' || fail "--prior with weights $weights"
done
expect 0 predict model.json data.csv --prior control=.02 --cost 1,5
says '^Prior           case 0.98, control 0.02, moved there from the shares of the training rows$'
says '^ardor: note: error [0-9.]* % at the prior: [0-9]* wrong of 80 labelled rows$'
says '^Costs           case taken for control 1, control taken for case 5$'
says '^Decided         control where its probability is above 0.166667$'
says '^  mean cost  *[0-9.]* .*  95 % normal$'
says '^The figures are for the prior: '
expect 0 predict model.json data.csv --prior control=.02 --cost control:case=5 --json -q
is_json out
prints '"decision": {'
prints '"prior": {"case": 0.98, "control": 0.02},'
prints '"cost": {"case": {"control": 1.0}, "control": {"case": 5.0}},'
# A file of before the shares were kept.
sed '/^  "shares": /d; /^  "rest": /d; /^  "combined": /d; /^    "multiclass": /d; /^    "parts": /d
     s/, "forced": false//; s/, "mean": [-0-9.e+]\{1,\}//; s/^  "version": 13/  "version": 7/' model.json >old.json
expect 0 predict old.json data.csv -q
same out plain.csv
refuses 3 predict no-such.json data.csv --prior control=.02
refuses 2 predict old.json data.csv --prior control=.02
says "^ardor: prior: the model's file, of an older version, does not have the shares"

# ---- evaluate

expect 0 evaluate data.csv $rates --plan kfold:4 --prior control=.02 --cost 1,5 --abstain .9
for line in 'Prior           case 0.98, control 0.02, moved there ' \
    'Costs           case taken for control 1, control taken for case 5$' \
    'Decided         control where its probability is above 0.166667$' \
    'Abstains        where the largest probability is below 0.9$' \
    '  error of the decided .*baseline [0-9.]* %$' '  mean cost .*baseline [0-9.]*$' 'The figures are for the prior: ' \
    'Not decided: [0-9]* of case, [0-9]* of control$'; do
    prints "^$line"
done
expect 0 evaluate data.csv $rates --plan kfold:4 --abstain .9 --table rows=rows.csv -o result.json -q
awk -F, 'NR > 1 { most = $4 > $5 ? $4 : $5; if (($3 == "") != (most < .9)) exit 1 }' rows.csv ||
    fail "rows: $(head -n 3 rows.csv)"
expect 0 inspect result.json
prints '^Abstains        where the largest probability is below 0.9$'

# What is decided is no part of the folds: a checkpoint serves any decision, and the result is what it would be without one.
for form in '' '--cost 1,5 --prior control=.1' '--abstain .8'; do
    expect 0 evaluate data.csv $rates --plan kfold:4 --checkpoint folds $form -o with.json -q
    expect 0 evaluate data.csv $rates --plan kfold:4 $form -o without.json -q
    same <(without_run with.json) <(without_run without.json)
    [ "$(wc -l <folds)" -eq 5 ] || fail "the checkpoint has $(wc -l <folds) lines"
done

# ---- what is refused, each with one line, by both

while IFS='|' read -r form message; do
    refuses 2 evaluate data.csv $rates --plan kfold:4 $form -q
    says "^ardor: $message"
    refuses 2 predict model.json data.csv $form -q
    says "^ardor: ${message/data.csv/the model}"
done <<'END'
--prior control=1.2|prior: 'control=1.2' is not CLASS=P with a share above 0 and below 1$
--prior control=-.2|prior: 'control=-.2' is not CLASS=P with a share above 0 and below 1$
--prior control=nan|prior: 'control=nan' is not CLASS=P with a share above 0 and below 1$
--prior case=.6,control=.6|prior: the shares of all classes add up to 1.2, and must to 1: leave one of them out$
--prior other=.1|prior: data.csv has no class 'other'; the classes are 'case', 'control'$
--prior .1|prior takes none, or CLASS=P,... for all classes but one at least, not '.1'$
--prior case=.1 --prior control=.9|--prior is given twice: name all classes in one list, as in A=.2,B=.3$
--threshold 1|threshold takes none, or a probability above 0 and below 1, not '1'$
--threshold nan|threshold takes none, or a probability above 0 and below 1, not 'nan'$
--threshold .5 --cost 1,1|threshold and cost both say where two classes part: give one of them$
--cost 1|cost takes none, FP,FN or TRUE:PREDICTED=COST,..., not '1'$
--cost 1,0|cost: '1,0' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,..$
--cost case:other=2|cost: 'case:other=2' does not name two classes of data.csv; the classes are 'case', 'control'$
--abstain 1.01|abstain takes none, or a probability from 0 to 1, not '1.01'$
--abstain -1|abstain takes none, or a probability from 0 to 1, not '-1'$
END
for form in '--prior case=.5' '--threshold .3' '--cost 1,2' '--abstain .7'; do
    refuses 2 fit data.csv $form
    says "^ardor: ${form%% *} goes with evaluate\$"
    refuses 2 fit data.csv --set "$(echo "${form#--}" | sed 's/ /=/')"
    says "use the option ${form%% *}\$"
done

# ---- more than two classes: costs that are not 1, and one class against the rest

awk -F, -v OFS=, 'NR == 1 { print; next } { if (NR % 3 == 0) $NF = "other"; print }' data.csv >three.csv
expect 0 evaluate three.csv --method spr --plan kfold:4 --cost case:other=3,other:control=2 -q
prints '^Costs           case taken for other 3, other taken for control 2, all others 1$'
expect 0 evaluate three.csv --method spr --plan kfold:4 --positive case -q
prints '^Target          class: not case, case (positive)$'
prints '^The rest        control, other$'
prints '^Of the positive class case$'
expect 0 fit three.csv --method spr --positive case -o three.json -q
prints '^The rest        control, other$'
expect 0 predict three.json three.csv
says '^ardor: warning: this is the table the model was fitted to'
says ' wrong of 80 labelled rows$'
sed 's/,other$/,strange/' three.csv >strange.csv
expect 0 predict three.json strange.csv
says "^ardor: warning: [0-9]* of 80 labelled rows have a class that the model does not know ('strange'; the model's are 'not "
refuses 2 fit three.csv --method spr --positive nobody
says "there is no class 'nobody' to be the positive one"
finish
