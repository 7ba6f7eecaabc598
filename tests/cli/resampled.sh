#!/usr/bin/env bash
# evaluate --permute, --stability, --learning-curve, --instability: the summary and tables against the document, of noise and
# of a signal.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 8 --seed 2 -q -o two.csv
expect 0 evaluate two.csv --method spr --set strength=.3 --plan kfold:5 --permute 39 --stability 10:.8 --learning-curve .3,.6 -q \
    --instability 20 -o result.json --table stability=stability.csv --table instability=rows.csv
cp out summary
is_json result.json
prints '^Better than chance: p = 0.025. Of 39 runs on labels exchanged among the rows, settings as they are, 0 had a log loss'
prints '^Stability selection: [0-9]* features\? \(is\|are\) selected by at least 80 % of 20 halves of the rows'
prints '^Of features that a half takes no more often than chance at most '
prints '^Learning curve: '
prints '^Instability of the probabilities 0.[0-9]*: between the fit to all rows and fits to 20 bootstrap resamples'
most=$(awk -F, 'NR > 1 && $5 > most { most = $5; id = $1 } END { printf "%d, by %.3f", id, most }' rows.csv)
tr '\n' ' ' <summary | tr -s ' ' | grep -q "; most of row $most\." || fail "not most of row $most"
mean=$(awk -F, 'NR > 1 { sum += $5 / 60 } END { printf "%.3f", sum }' rows.csv)
prints "^Instability of the probabilities $mean:"
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
tr '\n' ' ' <out | tr -s ' ' >line
# The text of the last summary without its lines.
tells() { grep -q "$1" line || fail "$command_line does not tell '$1': $(cat line)"; }
tells 'Whether it is better than chance cannot be told with 9 permutations, whose p is at least 0.1 (here [0-9.]*): ask for 199'
tells 'Of 9 runs on labels exchanged among the rows of each group, tuning included'
prints_not 'Not better than chance'
prints_not '^Stability selection'
expect 0 evaluate noise.csv --target class --method lda --plan kfold:3 --permute 19 -q
prints '^Not better than chance, as far as this tells: p = '

# A bound of more features than there are says nothing; with few selected it does.
bound() { # N_STABLE BOUND UNIMODAL
    cat >made.json <<END
{"format": "ardor-evaluation", "stability": {"pairs": 5, "halves_done": 10, "tau": 0.75, "q": 4, "p": 8,
 "expected_by_chance": 0.5, "bound": $2, "bound_unimodal": $3, "n_stable": $1, "features": []}}
END
    expect 0 inspect made.json
    tr '\n' ' ' <out | tr -s ' ' >line
}
bound 3 4 3.5
tells 'expected among them (3.5, if their frequencies have one peak): that says nothing, as there are 3;'
bound 3 4 null
tells 'expected among them: that says nothing, as there are 3;'
bound 3 4 2
tells 'one peak): without that peak it says nothing, as there are 3\.'
bound 4 4 3
tells 'at most 4 are expected among them (3, if their frequencies have one peak)\.'
tells 'A half selects 4 of 8; at random a feature would be in 50 % of the halves\.'

# What of a run was cut, where its folds are whole.
cat >made.json <<END
{"format": "ardor-evaluation", "stopped": "time", "n_folds": 10, "folds_done": 10, "folds": [],
 "permutation": {"done": 3, "asked": 9},
 "stability": {"pairs": 5, "halves_done": 8},
 "learning_curve": [{"n_folds": 10, "folds_done": 10}, {"n_folds": 10, "folds_done": 0}],
 "instability": {"done": 4, "asked": 4}}
END
expect 0 inspect made.json
tr '\n' ' ' <out | tr -s ' ' >line
tells 'Stopped out of time: all 10 folds were run; 3 of 9 permutations of the labels; 8 of 10 halves, in pairs; 10 of 20 folds'
grep -q 'resamples;\|the figures are of these only' line && fail "stopped: $(cat line)"

refuses 2 evaluate no.csv --plan loo --table stability=x.csv
says 'add --stability B'
refuses 2 evaluate no.csv --plan loo --table instability=x.csv
says 'add --instability B'
refuses 2 evaluate two.csv --plan loo --permute none --stability 5:2
says 'stability takes none, or B pairs of halves'
refuses 2 compare two.csv --plan loo --permute 5
refuses 2 fit two.csv --permute 5
finish
