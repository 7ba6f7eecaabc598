#!/usr/bin/env bash
# Which class a feature speaks for, as text: of weights, of scales, over folds; the core and the tail of what was selected.
. "$2/tests/cli/common.sh" "$1" "$2"


# Larger values of `up` speak for the class "high", of `down` for "below"; not every fold selects
# `side`.
awk -v OFS=, 'BEGIN { print "up,down,side,flat,class"
             for (i = 0; i < 60; i++) {
                 high = i % 2
                 noise = sin(12.9 * i) * 1.6
                 print high + noise, 3 - high + cos(7.7 * i) * 1.4, high / 3 + sin(3.3 * i), sin(5.1 * i * i),
                       high ? "high" : "below"
             } }' >data.csv
sed 's/,high$/,was high/; s/,below$/,high/; s/,was high$/,below/' data.csv >exchanged.csv
awk -F, -v OFS=, 'NR > 1 { $1 = -$1; $2 = -$2 } { print }' data.csv >turned.csv

for how in '--basis linear' '--basis poly:1' '--method spr' '--method bpm' '--method projection'; do
    expect 0 fit data.csv $how -o model.json
    prints '^  feature  weight per sd  speaks for'
    prints '^  up  *[0-9][0-9.e-]*  high'
    prints '^  down  *-[0-9][0-9.e-]*  below'
    prints_not 'no direction'
    cp out summary
    expect 0 inspect model.json
    sed '/^Warnings$/,$d' out | grep '^  ' >shown
    grep '^  ' summary >wanted
    same shown wanted
    for other in exchanged turned; do
        expect 0 fit $other.csv $how -q
        prints '^  up  .*  below'
        prints '^  down  .*  high'
    done
done
expect 0 fit data.csv --method spr --standardise none
prints '^  feature  weight per unit  speaks for$'
for basis in rbf poly:2; do
    expect 0 fit data.csv --basis $basis
    prints "^$basis has no direction: a feature's effect depends on the others\$"
    prints '^  feature  *scale$'
    prints_not 'speaks for'
    expect 0 evaluate data.csv --basis $basis --plan kfold:4
    prints "^$basis has no direction: a feature's effect depends on the others\$"
    prints '^  feature  .*mean scale$'
    prints_not 'for class'
done

# Over folds.
expect 0 evaluate data.csv --method spr --plan kfold:10 --set strength=.25 -o result.json
prints '^Core: 2 of [34] features, selected in at least 80 % of the folds$'
prints '^  feature  frequency  mean |weight| per sd  for class  agree$'
prints '^  up  *1  *[0-9.]*  high  *100 %$'
prints '^  down  *1  *[0-9.]*  below  *100 %$'
prints '^Tail: [12] of [34], selected less often; which of correlated features is kept is arbitrary,$'
awk '/^Core/ { core = 1 } /^Tail/ { core = 0; tail = 1 }
     /^  (up|down|side|flat) / { if ((core && $2 < .8) || (tail && $2 >= .8)) exit 1; n++ } END { exit n < 3 }' out ||
    fail "core and tail are not told by frequency: $(cat out)"
cp out summary
expect 0 inspect result.json
same summary out
sed 's/"frequency": 0\.[0-7][0-9]*/"frequency": 0.8/' result.json >often.json
expect 0 inspect often.json
prints '^Core: [34] of [34] features, selected in at least 80 % of the folds$'
prints_not '^Tail'
expect 0 evaluate data.csv --method spr --plan kfold:10 --set strength=.25 --standardise none
prints 'mean |weight| per unit'
expect 0 evaluate data.csv --method bpm --plan kfold:10
prints '^All 4 features are used in every fold$'
prints '^  feature  mean |weight| per sd  for class  agree$'
awk '/ %$/ && /^  (up|down|side|flat) / { if (n++ && $2 > last) exit 1; last = $2 } END { exit n != 4 }' out ||
    fail "not 4 features by falling weight: $(cat out)"
prints_not '^Core'
expect 0 evaluate data.csv --method spr --plan holdout:.3
prints '^Selected in the one fold, which does not show what would be selected again$'
prints '^  up  *[0-9.]*  high$'
prints_not '^Core'
expect 0 evaluate data.csv --method spr --plan kfold:3 --set strength=1
prints '^No feature was selected in any fold.$'

# Documents of before have scales alone.
sed 's/, "mean_weight": [^}]*}/}/; /"weight_unit"/d' result.json >old.json
sed -i 's/"mean_scale": null/"mean_scale": 0.5/' old.json
expect 0 inspect old.json
prints '^  feature  frequency  mean scale$'
prints_not 'no direction'

# Frequencies of a method that counts them; what it does not keep is counted only.
expect 0 fit data.csv --method projection --set k=3
prints '^Core: [1-3] of 3 features, selected in at least 80 % of the half samples$'
prints '^  feature  weight per sd  speaks for  frequency$'
prints '^1 further feature was selected in some half samples$'
awk -F, -v OFS=, '{ print (NR > 1 ? $2 + cos(2.3 * NR) / 9 : "twin"), $0 }' data.csv >twins.csv
expect 0 fit twins.csv --method projection --set path=1
prints '^Core: none of [0-9]* features was selected in at least 80 % of the half samples$'
prints '^Tail: '

finish
