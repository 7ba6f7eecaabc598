#!/usr/bin/env bash
# table2.sh: the rows JCFO, SPR and RVM of Table 2 of Krishnapuram, Hartemink, Carin, Figueiredo, IEEE TPAMI 26(9), 2004,
# from data to reproduce/table2.tsv. See README.md.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/table2.tsv

# set, training rows, test rows, table, splits, the partition, printed errors of jcfo, spr and rvm, printed kernels and features of
# jcfo (-: none), how it compares (draw: the paper has draws of this kind; same: the same rows; else what is other), why.
cases="\
ripley|100|1000|$root/data/ripley-synthetic.csv.gz|$data/ripley-synthetic/splits_100.csv.gz|100 of the 250 training rows at random, original test rows|92|95|93|4|2|draw|
ripley|250|1000|$root/data/ripley-synthetic.csv.gz|$root/data/ripley-synthetic-splits.csv.gz|original partition|92|95|93|4|2|data|the paper has 100 training rows
pima|200|332|$root/data/pima-ripley.csv.gz|$root/data/pima-ripley-splits.csv.gz|original partition|64|62|65|5|5|same|
crabs|80|120|$root/data/crabs.csv.gz|$data/crabs/splits.csv.gz|20 of each sex and colour at random|0|0|0|5|3|draw|
wbc|300|383|$root/data/wbc-biopsy-683.csv.gz|$data/wbc-biopsy-683/splits.csv.gz|300 complete rows at random|8|9|9|6|-|data|the paper states neither set nor partition
wbc|300|383|$root/data/wbc-biopsy-683.csv.gz|$root/data/wbc-biopsy-683-splits.csv.gz|first 300 complete rows|8|9|9|6|-|data|the paper states neither set nor partition"

quoted="a figure that the paper quotes; there is no such method here"
# As printed: errors on ripley, pima, crabs and wbc.
others="\
ripley, pima, crabs, wbc||linear discriminant||errors|-, 67, 3, 19#$quoted
ripley, pima, crabs, wbc||neural network||errors|-, 75, 3, -#$quoted
ripley, pima, crabs, wbc||Gaussian process, ARD||errors|92, 67, 3, 8#$quoted
ripley, pima, crabs, wbc||SVM, scales learnt||errors|106, 64, 4, 9#$quoted
ripley, pima, crabs, wbc||logistic regression||errors|-, 66, 4, -#$quoted"

# rows CASE METHOD RULE: the folds of a JSON result on standard input become three rows of the table.
rows() {
    awk -v partition="$1" -v method="$2" -v rule="$3" "$statistics$verdicts"'
    # The paper has "average" numbers, and does not say over what.
    function compared(what, printed, ours, se) {
        judged_mark = marked(at_limit, n)
        if (printed == "-") return judged_unprinted("")
        if (field[12] == "data") return judged_other(field[12], ours, printed, 2, field[13])
        if (n > 1) return judged(ours, printed, -1, se_average(ours, printed, se, n), 2)
        return judged(ours, printed, -1, what == "errors" ? se_same_rows(ours, printed) : "", 2)
    }
    # row: one figure, from its values a[1..n] in the folds. The paper calls its figures averages.
    function row(what, printed, a,    low, high, interval, m, se) {
        m = mean(a, n)
        low = high = se = ""
        interval = "none"
        if (n > 1) {
            interval = "t"
            se = standard_error(a, n)
            low = m - t_quantile(n - 1) * se
            high = m + t_quantile(n - 1) * se
        } else if (what == "errors") {
            interval = "Wilson"
            low = n_test * wilson(m, n_test, -1)
            high = n_test * wilson(m, n_test, 1)
        }
        printf "%s\t%s\t%s\t%s\t%s\t%s\t", field[1], field[2], method, rule, what, printed
        if (n > 1) printf "%.2f\t%.2f", m, se
        else printf "%.0f\t", m
        if (interval == "none") printf "\t\t"
        else printf "\t%.1f\t%.1f", low, high
        printf "\t%s\t%d\t%s; standardise train; cv:5 inside\t", interval, n, field[6]
        print compared(what, printed, m, se)
    }
    /^    \{"fold": / {
        n++
        n_test = member("n_test")
        errors[n] = member("error") * n_test
        kernels[n] = member("n_vectors") + 0
        features[n] = member("n_features") + 0
        at_limit += member("stop_reason") == "max_iter"
        if (n_test != field[3]) bad = bad " " n
    }
    BEGIN { split(partition, field, "|") }
    END {
        if (!n || bad) { print "table2.sh: folds of the wrong size:" bad > "/dev/stderr"; exit 1 }
        row("errors", method == "jcfo" ? field[7] : method == "spr" ? field[8] : field[9], errors)
        row("kernels", method == "jcfo" ? field[10] : "-", kernels)
        if (method == "jcfo") row("features", field[11], features)       # fixed scales: the others keep all
    }'
}

while IFS='|' read -r _ _ _ table splits _; do need "$table" "$splits"; done <<<"$cases"
printf '%s\t' set train method rule what printed ours standard_error low high interval draws protocol verdict >"$work/table"
printf 'reason\n' >>"$work/table"
while read -r case; do
    IFS='|' read -r name train _ table splits _ <<<"$case"
    for method in jcfo spr rvm; do
        for rule in one-se deviance; do
            echo "$name, $train training rows, $method, rule $rule: $(basename "$splits")" >&2
            "$ardor" evaluate "$table" --method $method --basis rbf --plan "splits:$splits" --tune=cv:5 --set rule=$rule \
                --seed 1 --threads "$threads" --quiet --json </dev/null | rows "$case" $method $rule >>"$work/table"
        done
    done
done <<<"$cases"
not_run 15 "$others" >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
