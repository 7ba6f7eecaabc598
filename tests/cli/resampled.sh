#!/usr/bin/env bash
# evaluate --permute, --stability, --learning-curve: the summary and the table against the document, of noise and of a signal.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 8 --seed 2 -q -o two.csv
expect 0 evaluate two.csv --method spr --set strength=.3 --plan kfold:5 --permute 39 --stability 10:.8 --learning-curve .3,.6 -q \
    -o result.json --table stability=stability.csv
cp out summary
is_json result.json
prints '^Better than chance: p = 0.025. Of 39 runs on labels exchanged among the rows, settings as they are, 0 had a log loss at$'
prints '^Stability selection: [0-9]* features\? \(is\|are\) selected by at least 80 % of 20 halves of the rows'
prints '^Of features that a half takes no more often than chance at most '
prints '^Learning curve: '
[ "$(awk '/^Stability/ { on = 0 } on && /%/ { n++ } /^Learning curve/ { on = 1 } END { print n }' summary)" -eq 3 ] ||
    fail "curve: $(cat summary)"
stable=$(sed -n 's/^ *"n_stable": \([0-9]*\),$/\1/p' result.json)
[ "$(grep -c ',true$' stability.csv)" -eq "$stable" ] || fail "not $stable: $(cat stability.csv)"
expect 0 inspect result.json
cmp -s out summary || fail "inspect: $(diff out summary)"
expect 0 inspect result.json --table stability=again.csv -q
cmp -s stability.csv again.csv || fail "the table of inspect is another"

# Labels without a meaning, tuned, in groups; too few permutations to tell.
awk -F, -v OFS=, 'NR == 1 { print $0, "site" } NR > 1 { $NF = NR % 2 ? "a" : "b"; print $0, NR % 5 }' two.csv >noise.csv
expect 0 evaluate noise.csv --target class --group site --method spr --tune=cv:2 --plan kfold:3 --permute 9 -q
prints '^Not better than chance, as far as this tells: p = '
prints 'Of 9 runs on labels exchanged among the rows of each group, tuning included'
prints '^No p value of so few can be below 0.1: ask for 199 or more.$'
prints_not '^Stability'

refuses 2 evaluate no.csv --plan loo --table stability=x.csv
says 'add --stability B'
refuses 2 evaluate two.csv --plan loo --permute none --stability 5:2
says 'stability takes none, or B pairs of halves'
refuses 2 compare two.csv --plan loo --permute 5
refuses 2 fit two.csv --permute 5
finish
