#!/usr/bin/env bash
# Class names in messages, and lists of classes.
. "$2/tests/cli/common.sh" "$1" "$2"

# table CLASS..: six rows of each
table() {
    echo x,y,class
    for class; do
        for i in 1 2 3 4 5 6; do echo "$((i * 7 % 5 + ${#class})),$((i * 3 % 7)),\"$class\""; done
    done
}

# ---- weights of classes
table case ctl >plain.csv
expect 0 fit plain.csv --basis linear --class-weight case=2,ctl=3 -q
expect 0 fit plain.csv --basis linear --class-weight 'case=2, ctl=3' -q
for twice in case=2,case=3 case=2,case=2 'case=2, case=3' 'case=2,case =3' ' case=2,ctl=1,case=3' 'ctl=1,case=2,ctl=3'; do
    for verb in fit 'evaluate --plan kfold:3'; do
        refuses 2 ${verb%% *} plain.csv $([ "$verb" = fit ] || echo --plan kfold:3) --basis linear -q --class-weight "$twice"
        says "class-weight: class 'c[a-z]*' is named twice, with [12] and with [23]"
    done
done
refuses 2 fit plain.csv --class-weight case=2 --class-weight ctl=3
says 'class-weight is given twice'
refuses 2 fit plain.csv -q --class-weight Case=2
says "plain.csv has no class 'Case'; the classes are 'case', 'ctl'"
table case 'case ' >blank.csv
expect 0 fit blank.csv --basis linear --class-weight 'case=2,case =3' -q

# ---- names are quoted
table a 'b ' c >three.csv
refuses 2 fit three.csv -q --multiclass native
says "'jcfo' itself tells two classes apart, and the target 'class' of 'three.csv' has 3 ('a', 'b ', 'c'): take multiclass="
expect 0 fit three.csv
prints 'jcfo, basis rbf, by pairs of classes'
expect 0 fit three.csv --multiclass rest
prints 'jcfo, basis rbf, each class against the rest'
for i in $(seq 1 30); do echo "$i,$((i * i % 7)),$i.$((i / 2))"; done | sed '1ix,y,z' >numbers.csv
refuses 2 fit numbers.csv -q --target z
says "the target 'z' of 'numbers.csv' has 30 classes ('1.0', .*), of which 30 have one row: if another column holds"
table "$(printf 'a\tb')" ctl >tab.csv
refuses 2 fit tab.csv -q --positive ab
says "no class 'ab' to be the positive one; the classes are 'a\\\\x09b', 'ctl'"
table "$(printf 'a\tb')" >one.csv
refuses 3 fit one.csv -q
says "has only one class, 'a\\\\x09b'"

# ---- names that are nearly alike
alike() { # DIFFERENCE CLASS..
    local difference=$1
    shift
    table "$@" >alike.csv
    expect 0 fit alike.csv --method spr
    says "warning: the target 'class' of 'alike.csv' has 3 classes, of which .* differ only in $difference: write them alike"
}
alike blanks no yes 'yes '
says "'yes' and 'yes '"
alike capitals no yes Yes
says "'Yes' and 'yes'"
alike 'blanks and capitals' no yes 'Yes '
alike 'the way a number is written' 0 1 1.0
alike blanks no yes "$(printf 'yes\302\240')"
says "'yes.xC2.xA0'"

finish
