#!/usr/bin/env bash
# pfcvm-table2.sh: the rows PFCVM_LP, PFCVM_EM, PCVM and RVM of Table II of Jiang, Li, Chen, Yao, de Rijke, "Probabilistic
# Feature Selection and Classification Vector Machine", 2017, and JCFO beside them, into reproduce/pfcvm-table2.tsv.
# See README.md. SETS and METHODS choose cases; ROWS names a directory that keeps those that are done, so that a run that was
# interrupted goes on, and one with other SETS adds to the table.
. "$(dirname "$0")/common.sh"
. "$root/reproduce/rows.sh"
out=$root/reproduce/pfcvm-table2.tsv
methods=${METHODS:-pfcvm-lp rvm jcfo pcvm pfcvm-em}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"

# What is left out where a fit takes long: set, method, partitions, those that choose, settings, in words.
short="\
splice|pfcvm-em|5|2||only 5 partitions
image|pfcvm-em|5|2||only 5 partitions"

# Table II, errors in % and areas under the curve times 100. set, then pfcvm-lp, pfcvm-em, pcvm, rvm: error, area.
printed="\
australian|14.95|90.78|15.03|90.80|13.68|92.37|13.66|92.44
banana|10.64|96.12|10.80|96.07|10.67|96.10|10.70|96.20
breast-cancer|26.68|68.18|25.48|68.66|27.09|71.84|27.55|71.68
pima-768|23.67|79.98|25.36|78.98|23.74|82.76|23.73|82.76
image|1.97|99.72|3.29|99.45|4.91|98.98|4.08|96.44
ionosphere|7.82|95.35|8.77|95.43|11.84|93.72|8.10|95.35
flare-solar|33.65|74.08|34.97|72.08|34.75|72.05|33.66|74.06
splice|7.12|96.94|7.88|95.67|13.57|93.66|12.77|94.09
thyroid|3.59|99.07|3.87|98.79|4.64|98.32|4.21|99.01
titanic|22.00|75.50|22.95|73.43|22.58|75.42|22.89|73.03
waveform|11.10|95.44|11.15|94.88|10.65|96.11|10.86|96.09"

# run CASE METHOD: into ROWS.
run() {
    local name folder file draws of_paper remark difference first=5 given="" words="" method=$2 line
    IFS='|' read -r name folder file draws of_paper remark difference <<<"$1"
    line=$(grep "^$name|$method|" <<<"$short" || true)
    [ -z "$line" ] || IFS='|' read -r _ _ draws first given words <<<"$line"
    gzip -dc "$data/$folder/$file.csv.gz" | awk -F, -v draws="$draws" 'NR == 1 || $1 <= draws' >"$work/splits.csv"
    # shellcheck disable=SC2086  # given is options
    "$ardor" evaluate "$data/$folder/$folder.csv.gz" --method "$method" --basis rbf --plan "splits:$work/splits.csv" \
        --tune="first:$first" $given --seed 1 --threads "$threads" --quiet --json </dev/null >"$work/result.json"
    line=$(awk -F'|' -v set="$name" -v method="$method" '
        $1 == set { k = index("pfcvm-lp pfcvm-em pcvm     rvm      ", method " "); print k ? $(2 + (k - 1) / 9 * 2) " " $(3 + (k - 1) / 9 * 2) : "- -" }' <<<"$printed")
    percent_rows "$name" "$method" "rbf; standardise train; settings by the median error of the first $first partitions; $remark${words:+; $words}" \
        "${line% *}" "${line#* }" "${of_paper% *}" "${of_paper#* }" "$difference" <"$work/result.json" >"$work/rows.new"
    mv "$work/rows.new" "$rows/$name.$method"
}

# totals: rows over the sets, from the table on standard input.
totals() {
    awk -F'\t' "$verdicts"'
    function row(method, what, printed, ours, se, n, answer) {
        printf "all\t%s\t%s\t%s\t%s\t%s\t\t\tnone\t%d\tsets of this table\t%s\n", method, what, printed, ours, se, n, answer
    }
    function features_row(method, printed,    m, se) {
        if (sets[method] < 11) return
        m = features[method] / sets[method]
        se = sqrt(variance[method]) / sets[method]
        se_how = "the draws of each set against 100 others"
        row(method, "features, mean over the sets", printed, sprintf("%.2f", m), sprintf("%.2f", se), sets[method],
            judged(m, printed, -1, se, 2))
    }
    $3 == "error, %" && $4 != "-" {
        n[$2]++
        kind = $12
        sub(/ \(.*/, "", kind)
        count[$2, kind]++
    }
    $3 == "error, %" { sets[$2]++ }
    $3 == "features" { features[$2] += $5; variance[$2] += $6 ^ 2 * (1 + $10 / 100) }
    END {
        n_methods = split("pfcvm-lp pfcvm-em pcvm rvm", method, " ")
        n_kinds = split("reproduced|at least as good|worse|other data", kind_of, "|")
        for (m = 1; m <= n_methods; m++)
            for (k = 1; n[method[m]] && k <= n_kinds; k++)
                row(method[m], "sets whose error is: " kind_of[k], "-", (count[method[m], kind_of[k]] + 0) " of " n[method[m]], "", n[method[m]], judged_unprinted(""))
        features_row("pfcvm-lp", 7.96)
        features_row("pfcvm-em", 10.25)
    }'
}

quoted="a rival of the paper; rivals.tsv has ours"
others="\
all|k-NN|error, %|a figure a set#$quoted
all|LDA|error, %|a figure a set#$quoted
all|SVM|error, %|a figure a set#$quoted
all|PCVM on the features of mRMR|error, %|a figure a set#$quoted
all|SMLR, rate integrated out|error, %|a figure a set#$quoted
all|WSVM|error, %|a figure a set#there is no such method here"

sets=${SETS:-$(cut -d'|' -f1 <<<"$pfcvm_table2_cases")}
for name in $sets; do
    case=$(grep "^$name|" <<<"$pfcvm_table2_cases") || die "there is no set $name"
    IFS='|' read -r _ folder file _ <<<"$case"
    need "$data/$folder/$folder.csv.gz" "$data/$folder/$file.csv.gz"
    for method in $methods; do
        [ ! -s "$rows/$name.$method" ] || continue
        before=$SECONDS
        run "$case" "$method" || echo "$name, $method: failed" >&2
        echo "$name, $method: $((SECONDS - before)) seconds" >&2
    done
done

printf '%s\t' set method what printed ours standard_error low high interval draws protocol verdict >"$work/table"
printf 'reason\n' >>"$work/table"
while IFS='|' read -r name _; do
    for method in pfcvm-lp pfcvm-em pcvm rvm jcfo; do
        [ ! -s "$rows/$name.$method" ] || cat "$rows/$name.$method"
    done
done <<<"$pfcvm_table2_cases" >"$work/body"
{ cat "$work/body"; totals <"$work/body"; not_run 13 "$others"; } >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
