#!/usr/bin/env bash
# reproduce/: the rules of the verdicts, by numbers worked out by hand, and the tables on record, whose every verdict is one of
# theirs.
. "$2/tests/cli/common.sh" "$1" "$2"
own_work=$work
verdicts_of() { # AWK EXPRESSION: verdict and reason
    (
        export ARDOR=$ardor
        . "$source_dir/reproduce/common.sh"
        awk "$statistics$verdicts"'BEGIN { '"$2"'; print '"$1"' }'
    )
}
# judges EXPRESSION WANTED [BEFORE]: WANTED with a bar for the tab.
judges() {
    local got
    got=$(verdicts_of "$1" "${3:-judged_mark = \"\"}" | tr '\t' '|')
    [ "$got" = "$2" ] || fail "$1: '$got', not '$2'"
}

# The same rows: 64 and 67 errors differ on at least 3 rows; up to 4 is within two standard errors.
rows="the same rows, of which at least that many are judged differently"
judges 'judged(67, 64, -1, se_same_rows(67, 64), 0)' "reproduced|+3, 1.7 standard errors of the difference ($rows)"
judges 'judged(68, 64, -1, se_same_rows(68, 64), 0)' "reproduced|+4, 2.0 standard errors of the difference ($rows)"
judges 'judged(69, 64, -1, se_same_rows(69, 64), 0)' "worse|+5, 2.2 standard errors of the difference ($rows)"
judges 'judged(59, 64, -1, se_same_rows(59, 64), 0)' "at least as good|-5, 2.2 standard errors of the difference ($rows)"
judges 'judged(64, 64, -1, se_same_rows(64, 64), 0)' "reproduced|+0 ($rows)"
# More of it is better.
judges 'judged(.95, .90, 1, .02, 2)' "at least as good|+0.05, 2.5 standard errors of the difference (x)" 'se_how = "x"'
judges 'judged(.85, .90, 1, .02, 2)' "worse|-0.05, 2.5 standard errors of the difference (x)" 'se_how = "x"'

# Neither more nor less of it is.
judges 'judged(59, 5, 0, 6, 0)' "differs|+54, 9.0 standard errors of the difference (x)" 'se_how = "x"'

# Draws: 20 of ours with a standard error of .5 against 100 others, .5 sqrt(1.2) = .5477; 10 of the paper's 100,
# .5 sqrt(.9) = .4743;
# all of them, none.
judges 'sprintf("%.4f", se_draws(.5, 20, 100, 0))' 0.5477
judges 'sprintf("%.4f", se_draws(.5, 10, 100, 1))' 0.4743
judges 'sprintf("%.4f", se_draws(.5, 20, 20, 1))' 0.0000
judges 'sprintf("%.4f", se_draws(.5, 20, 1, 0))' 2.2913
judges 'judged(103.75, 92, -1, se_average(103.75, 92, 2.4, 20), 2)' \
    "worse|+11.75, 4.9 standard errors of the difference (20 draws against an average over many; against one draw 1.1)"
judges 'sprintf("%.4f", se_both(.3, .4))' 0.5000
# Counts of 62: 51 (51 * 11/62 = 9.0484) and 48 (48 * 14/62 = 10.8387); 0 counts as .5 (.4960).
judges 'sprintf("%.4f", se_shares(51, 48, 62))' 4.4595
judges 'sprintf("%.4f", se_shares(0, 51, 62))' 3.0894

# Single figures, other data, claims; and fits at the limit.
judges 'judged(5, 5, -1, "", 0)' "reproduced|+0, single figures"
judges 'judged(4, 5, -1, "", 0)' "at least as good|-1, single figures"
judges 'judged(8, 5, -1, "", 0)' "worse|+3, single figures"
two='judged_mark = marked(2, 9)'
judges 'judged_other("data", 94, 92, 0, "100 rows")' "other data (max_iter: 2 of 9 fits)|+2; 100 rows" "$two"
judges 'judged(8, 5, -1, "", 0)' "worse (max_iter: 2 of 9 fits)|+3, single figures" "$two"
judges 'judged_claim(1, "why") judged_claim(0, "not")' "claim holds|whyclaim does not hold|not"
judges 'judged_unprinted("a curve") marked(0, 5)' "no printed figure|a curve"

known='reproduced|at least as good|worse|differs|other (data|protocol|start)|claim holds|claim does not hold'
known="$known|better than evidence|worse than evidence|no difference|reached|not reached"
for table in "$source_dir"/reproduce/*.tsv; do
    awk -F'\t' -v table="$(basename "$table")" -v known="^($known)( \\\\(max_iter: [0-9]+ of [0-9]+ fits\\\\))?\$" '
        NR == 1 {
            columns = NF
            for (i = 1; i <= NF; i++) { if ($i == "verdict") at = i; if ($i == "printed") compared = 1 }
            if (at) next
            if (!compared) exit
            print table ": no column of verdicts"; bad = 1; exit
        }
        NF != columns { print table ", line " NR ": " NF " columns, not " columns; bad = 1 }
        $at == "not run" && $(at + 1) != "" || $at == "no printed figure" || $at == "no aim" { next }
        $at !~ known { print table ", line " NR ": \"" $at "\" is no verdict"; bad = 1 }
        END { exit bad }' "$table" >"$own_work/list" || fail "$(head -n 3 "$own_work/list")"
done
finish
