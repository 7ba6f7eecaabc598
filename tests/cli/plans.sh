#!/usr/bin/env bash
# What is said where a plan, or inner folds, cannot be made: of whose folds, with true counts, and what to do, which then works.
. "$2/tests/cli/common.sh" "$1" "$2"

# table FILE CLASSES [GROUPS]: a row for each letter of CLASSES, and its group's digit in the column `who`.
table() {
    awk -v classes="$2" -v groups="${3:-}" 'BEGIN {
        print "x,y" (groups ? ",who" : "") ",class"
        for (i = 1; i <= length(classes); i++) {
            class = substr(classes, i, 1)
            print (7 * i) % 11 + (class == "a" ? 3 : 0) "," (5 * i) % 13 (groups ? ",s" substr(groups, i, 1) : "") "," class
        }
    }' >"$1"
}

# ---- classes too small for the inner folds
for row in aabbb:kfold:5 aabbbb:loo aaabbb:kfold:2 bbaaaaa:repeat:2x4; do
    table small.csv "${row%%:*}"
    plan=${row#*:}
    expect 3 evaluate small.csv --basis linear --plan "$plan" --tune
    says "^ardor: small.csv: fold [0-9]* of plan '$plan': inner fold [0-9]* of [0-9]* (--tune=cv:5) has no row of class '[ab]'"
    says 'the class has 1 row among the [0-9]* to tune on, and [23] rows in the table: '
    says 'give the settings with --set instead of --tune, take --tune=holdout:0.1, or collect more rows'
    expect 0 evaluate small.csv --basis linear --plan "$plan" -q
    expect 0 evaluate small.csv --basis linear --plan "$plan" --tune=holdout:0.1 -q
done
table small.csv aaabbb
expect 3 evaluate small.csv --basis linear --plan kfold:2 --tune
says 'take --plan loo, which leaves out one row at a time'
expect 0 evaluate small.csv --basis linear --plan loo --tune -q
table small.csv abbbb
expect 3 fit small.csv --basis linear --tune
says "^ardor: small.csv: inner fold 1 of 5 (--tune=cv:5) has no row of class 'a' to train on: the class has 1 row: "
expect 3 fit small.csv --basis linear --tune=cv:7
says "^ardor: small.csv: the inner folds (--tune=cv:7): class 'a' is too small: the class has 1 row: "
table small.csv aabbb
expect 2 fit small.csv --basis linear --tune=cv:7
says '^ardor: small.csv: the inner folds (--tune=cv:7): there are 5 rows to tune on: take --tune=cv:5 or holdout:F'
expect 0 fit small.csv --basis linear --tune=cv:5 -q
expect 0 fit small.csv --basis linear --tune=holdout:0.2 -q

# ---- one group
table groups.csv abababab 11111111
for plan in loo logo kfold:2 repeat:2x2 holdout:0.3 boot:3; do
    expect 2 evaluate groups.csv --basis linear --group who --plan $plan
    says "^ardor: groups.csv: plan '$plan': all 8 rows are of one group (column 'who'), which is either trained on or tested"
done
expect 2 fit groups.csv --basis linear --group who --tune
says '^ardor: groups.csv: the inner folds (--tune=cv:2): all 8 rows to tune on are of one group'
table groups.csv abababababab 111111222222
expect 2 evaluate groups.csv --basis linear --group who --plan loo --tune
says "^ardor: groups.csv: fold 1 of plan 'loo': the inner folds (--tune=cv:2): all 6 rows to tune on are of one group"
expect 0 evaluate groups.csv --basis linear --group who --plan loo -q

# ---- fewer groups than folds
table groups.csv abababababab 111222333444
expect 2 evaluate groups.csv --basis linear --group who --plan kfold:5
says "plan 'kfold:5': groups.csv has 4 groups: ask for 2 to 4 folds"
expect 0 evaluate groups.csv --basis linear --group who --plan kfold:4 -q
expect 2 fit groups.csv --basis linear --group who --tune=cv:5
says 'there are 4 groups to tune on: take --tune=cv:4 or holdout:F'
expect 0 fit groups.csv --basis linear --group who --tune=cv:4 -q
expect 0 fit groups.csv --basis linear --group who --tune -q
prints '^Tuning  *cv:4,'
expect 2 evaluate groups.csv --basis linear --group who --plan loo --tune=cv:5
says "fold 1 of plan 'loo': the inner folds (--tune=cv:5): there are 3 groups to tune on: take --tune=cv:3 or holdout:F"
expect 0 evaluate groups.csv --basis linear --group who --plan logo --tune -q
prints 'nested cv:3 tuning'
expect 0 evaluate groups.csv --basis linear --group who --plan holdout:0.5 --tune -q # as in the fold, not in the table
prints 'nested cv:2 tuning'
expect 0 evaluate groups.csv --basis linear --group who --plan loo --tune=cv:3 -q
expect 0 evaluate groups.csv --basis linear --group who --plan loo --tune=cv:4 -q # the table has four

# ---- a class in one group
table groups.csv aaabbbbbbbbb 111222333444
for plan in loo logo kfold:4; do
    expect 3 evaluate groups.csv --basis linear --group who --plan $plan
    says "fold [0-9] of plan '$plan' has no row of class 'a' to train on: the class has 3 rows in 1 group: collect the class in"
done
expect 3 fit groups.csv --basis linear --group who --tune
says "inner fold 1 of 4 (--tune=cv:4) has no row of class 'a' to train on: the class has 3 rows in 1 group: give the"
table groups.csv aaaaaabbbbbb 111222333444
expect 3 evaluate groups.csv --basis linear --group who --plan loo --tune=cv:3
says "the class has 3 rows in 1 group among the 9 to tune on, and 6 rows in 2 groups in the table: give the settings"
table groups.csv bbabaaaa 11223333
expect 3 evaluate groups.csv --basis linear --group who --plan holdout:0.5
says 'the class has 5 rows in 2 groups: take --plan logo'
expect 0 evaluate groups.csv --basis linear --group who --plan logo -q
expect 3 fit groups.csv --basis linear --group who --tune=holdout:0.5
says 'the inner fold (--tune=holdout:0.5) has no row .*: take --tune=cv:3, with a fold for each group'
expect 0 fit groups.csv --basis linear --group who --tune=cv:3 -q

# ---- one group at a time
table groups.csv abababbaabbaabab 1122334455112233
expect 2 evaluate groups.csv --basis linear --plan logo --drop who
says "plan 'logo' leaves out one group of rows at a time: name the column of the groups .* with --group, or take loo"
expect 2 evaluate groups.csv --basis linear --group who --plan logo:2
says "plan 'logo:2' takes no argument"
expect 0 evaluate groups.csv --basis linear --group who --plan logo --json -q
prints '"n_folds": 5,'
grep -v '"plan":' out >logo
expect 0 evaluate groups.csv --basis linear --group who --plan loo --json -q
grep -v '"plan":' out >loo
without_run logo >a
without_run loo >b
same a b
expect 0 evaluate groups.csv --basis linear --group who --plan logo --estimate
prints '5 folds'
# groups of one class: no fold compares rows of two classes, and the figures that are of such pairs say so
table groups.csv aaaabbbbaaaabbbb 1122334455667788
expect 0 evaluate groups.csv --method spr --set lam1=.1 --group who --plan logo
prints '^Plan  *logo, 8 folds, 16 predictions'
prints '^  AUC  *-  *no fold has both classes$'
prints '^  error  *.*95 % wilson'
# of three classes one in one group: it is tested by what does not know it
table groups.csv abababccabababab 1122334455667788
expect 0 evaluate groups.csv --method spr --set lam1=.1 --group who --plan logo
says "warning: the class 'c' has 1 group, and is not among the rows that train where that group is left out"
expect 0 evaluate groups.csv --method spr --group who --plan logo --tune=cv:3 -q

# ---- resamples, and nothing to test
table pair.csv ab
for plan in boot:3 loo; do
    expect 3 evaluate pair.csv --basis linear --plan $plan
    says "the class has 1 row: give the class a second row\|class 'a' has 1 row: give the class a second row"
done
expect 3 evaluate pair.csv --basis linear --plan holdout:0.5
says "fold 1 of plan 'holdout:0.5' tests no row, because training needs them all: collect more rows\$"
expect 3 fit pair.csv --basis linear --tune=holdout:0.1
says "tests no row, because training needs them all: give the settings with --set"
table groups.csv aabb 1122
expect 3 evaluate groups.csv --basis linear --group who --plan boot:3
says "class 'a' has 2 rows in 1 group: collect the class in more groups, or leave --group out\$"
table small.csv aaabbb
expect 2 evaluate small.csv --basis linear --plan holdout:0.5 --tune=first:2 --protocol leaky
says "has only 1 fold\$"

# ---- given splits
table small.csv aabbbb
printf 'split,row,set\n1,1,train\n1,3,train\n1,4,test\n2,3,train\n2,4,train\n2,1,test\n' >splits.csv
expect 3 evaluate small.csv --basis linear --plan splits:splits.csv
says "^ardor: small.csv: fold 2 of plan 'splits:splits.csv' has no row of class 'a' .*: the class has 2 rows: every training"

finish
