#!/usr/bin/env bash
# pfcvm-table2.sh: the rows PFCVM_LP, PFCVM_EM, PCVM and RVM of Table II of Jiang, Li, Chen, Yao, de Rijke, "Probabilistic
# Feature Selection and Classification Vector Machine", 2017, and JCFO beside them, into reproduce/pfcvm-table2.tsv.
# See README.md. SETS and METHODS choose cases; ROWS names a directory that keeps those that are done, so that a run that was
# interrupted goes on, and one with other SETS adds to the table.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/pfcvm-table2.tsv
methods=${METHODS:-pfcvm-lp rvm jcfo pcvm pfcvm-em}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"

# set, table and partitions in DATA, partitions used, those of the paper and whether ours are among them, what is known of them, what
# is other.
cases="\
thyroid|raetsch-thyroid|splits|20|100 new|first 20 partitions at random, the paper's are not known|
titanic|raetsch-titanic|splits_original|10|100 among|original partitions 1-10 of 100|58 % positive in the paper, 32 % here
breast-cancer|raetsch-breast-cancer|splits_original|10|100 among|original partitions 1-10 of 100|
ionosphere|ionosphere|splits|20|100 new|first 20 partitions at random, as in the paper|
pima-768|pima-768|splits|20|100 new|first 20 partitions at random, the paper's are not known|
banana|raetsch-banana|splits_original|10|100 among|original partitions 1-10 of 100|
australian|australian|splits|20|100 new|first 20 partitions at random, as in the paper|
flare-solar|raetsch-flare-solar|splits|20|100 new|first 20 partitions at random, the paper's are not known|65 % positive in the paper, 55 % here
waveform|raetsch-waveform|splits_original|10|100 among|original partitions 1-10 of 100|
splice|raetsch-splice|splits|20|100 new|first 20 partitions at random, the paper's are not known|45 % positive in the paper, 48 % here
image|raetsch-image|splits_original|10|20 among|original partitions 1-10 of 20|"

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

# table_rows SET METHOD PROTOCOL ERROR AREA OF_PAPER NESTED OTHER: a JSON result on standard input becomes four rows of the table.
table_rows() {
    awk -v set="$1" -v method="$2" -v protocol="$3" -v error="$4" -v area="$5" \
        -v of_paper="$6" -v nested="$7" -v difference="$8" "$statistics$verdicts"'
    # se: of our mean over the partitions.
    function compared(ours, printed, good, se) {
        judged_mark = marked(stops["max_iter"], n)
        if (printed == "-") return judged_unprinted("")
        if (difference != "") return judged_other("data", ours, printed, 2, difference)
        return judged(ours, printed, good, se_draws(se, n, of_paper, nested == "among"), 2)
    }
    # The standard error of the mean over these partitions, from the interval of Nadeau and Bengio, which counts the ratio of test to
    # training rows beside 1/n; from the side that is not cut off at 0 or 100.
    function plain_error(low, high,    half) {
        half = high < 100 && high - ours > ours - low ? high - ours : ours - low
        return half / t_quantile(n - 1) / sqrt(1 + n * n_test / n_train)
    }
    function finite(x) { return x != "" && x == x + 0 && x - x == 0 }
    # percent: a member of the summary with its interval.
    function percent(name, what, printed, good,    low, high, se) {
        ours = 100 * member("value"); low = 100 * member("low"); high = 100 * member("high")
        if (!finite(ours)) bad = bad " " what
        if (member("interval") != "corrected-t") bad = bad " interval of " what
        se = plain_error(low, high)
        line[++n_lines] = sprintf("%s\t%.2f\t%.2f\t%.2f\t%.2f\tcorrected t", what "\t" printed, ours, se, low, high)
        answer[n_lines] = compared(ours, printed, good, se)
    }
    function count(what, a,    m, t) {
        m = mean(a, n)
        t = t_quantile(n - 1) * standard_error(a, n)
        line[++n_lines] = sprintf("%s\t-\t%.2f\t%.2f\t%.2f\t%.2f\tt", what, m, standard_error(a, n), m - t, m + t)
        answer[n_lines] = compared(m, "-")
    }
    /^    \{"fold": / {
        n++
        kept[n] = member("n_vectors") + 0
        features[n] = member("n_features") + 0
        n_train = member("n_train"); n_test = member("n_test")
        stops[member("stop_reason")]++
        n_null += member("null_model") == "true"
        if (match($0, /"settings": \{[^}]*\}/)) chosen = substr($0, RSTART + 13, RLENGTH - 14)
    }
    /^    "error": / { percent("error", "error, %", error, -1) }
    /^    "auc": / { percent("auc", "area under the curve x 100", area, 1) }
    END {
        if (!n || n_lines != 2 || bad) { print "pfcvm-table2.sh: no figures of " method " on " set ":" bad > "/dev/stderr"; exit 1 }
        count("samples", kept)
        count("features", features)
        gsub(/"/, "", chosen)
        for (s in stops) if (s != "converged") note = note sprintf("; %d of %d fits: %s", stops[s], n, s)
        if (n_null) note = note "; " n_null " null models"
        for (i = 1; i <= n_lines; i++)
            printf "%s\t%s\t%s\t%d\t%s; chosen %s%s\t%s\n", set, method, line[i], n, protocol, chosen, note, answer[i]
    }'
}

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
    table_rows "$name" "$method" "rbf; standardise train; settings by the median error of the first $first partitions; $remark${words:+; $words}" \
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

absent="a rival of the paper; there is no such method here"
others="\
all|k-NN|error, %|a figure a set#$absent
all|LDA|error, %|a figure a set#$absent
all|SVM|error, %|a figure a set#$absent
all|PCVM on the features of mRMR|error, %|a figure a set#$absent
all|SMLR, rate integrated out|error, %|a figure a set#$absent
all|WSVM|error, %|a figure a set#$absent"

sets=${SETS:-$(cut -d'|' -f1 <<<"$cases")}
for name in $sets; do
    case=$(grep "^$name|" <<<"$cases") || die "there is no set $name"
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
done <<<"$cases" >"$work/body"
{ cat "$work/body"; totals <"$work/body"; not_run 13 "$others"; } >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
