# shellcheck shell=bash disable=SC2034,SC2154
# rows.sh: the cases of two tables, and rows of a table from a JSON result of ardor evaluate on standard input, for the scripts
# that share them. Sourced after common.sh.

# Table 2 of the JCFO paper: set, training rows, test rows, table, splits, the partition, printed errors of jcfo, spr and rvm,
# printed kernels and features of jcfo (-: none), how it compares (draw: the paper has draws of this kind; same: the same rows; else
# what is other), why.
jcfo_table2_cases="\
ripley|100|1000|$root/data/ripley-synthetic.csv.gz|$data/ripley-synthetic/splits_100.csv.gz|100 of the 250 training rows at random, original test rows|92|95|93|4|2|draw|
ripley|250|1000|$root/data/ripley-synthetic.csv.gz|$root/data/ripley-synthetic-splits.csv.gz|original partition|92|95|93|4|2|data|the paper has 100 training rows
pima|200|332|$root/data/pima-ripley.csv.gz|$root/data/pima-ripley-splits.csv.gz|original partition|64|62|65|5|5|same|
crabs|80|120|$root/data/crabs.csv.gz|$data/crabs/splits.csv.gz|20 of each sex and colour at random|0|0|0|5|3|draw|
wbc|300|383|$root/data/wbc-biopsy-683.csv.gz|$data/wbc-biopsy-683/splits.csv.gz|300 complete rows at random|8|9|9|6|-|data|the paper states neither set nor partition
wbc|300|383|$root/data/wbc-biopsy-683.csv.gz|$root/data/wbc-biopsy-683-splits.csv.gz|first 300 complete rows|8|9|9|6|-|data|the paper states neither set nor partition"

# Table II of the PFCVM paper: set, table and partitions in DATA, partitions used, those of the paper and whether ours are among
# them, what is known of them, what is other.
pfcvm_table2_cases="\
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

# loo_rows SET METHOD BASIS PROTOCOL WORDS PRINTED [WHAT WHY]: of leave-one-out, % correct, features and kernels. WHAT and WHY: what
# is other than in the paper (data, protocol), and how.
loo_rows() {
    awk -v given="$1\t$2\t$3\t$4" -v words="$5" -v printed="$6" -v other="${7:-}" -v why="${8:-}" "$statistics$verdicts"'
    function row(what, reference, ours, se, low, high, interval, answer) {
        printf "%s\t%s\t%s\t%.2f\t%s\t%.2f\t%.2f\t%s\t%d\t%s\t%s\n", given, what, reference, ours, se, low, high, interval, n, words, answer
    }
    function size_row(what, a,    m, se) {
        m = mean(a, n)
        se = standard_error(a, n)
        row(what, "-", m, sprintf("%.2f", se), m - t_quantile(n - 1) * se, m + t_quantile(n - 1) * se, "t of folds", judged_unprinted(""))
    }
    /^    \{"fold": / {
        n++
        wrong += member("error")
        features[n] = member("n_features") + 0
        kernels[n] = member("n_vectors") + 0
        at_limit += member("stop_reason") == "max_iter"
    }
    END {
        if (n < 2) { print "no folds of " given > "/dev/stderr"; exit 1 }
        judged_mark = marked(at_limit, n)
        ours = 100 * (1 - wrong / n)
        printed_wrong = int(n * (1 - printed / 100) + .5)
        row("% correct", printed, ours, "", 100 * wilson(n - wrong, n, -1), 100 * wilson(n - wrong, n, 1), "Wilson",
            other != "" ? judged_other(other, ours, printed, 2, why) \
            : judged(wrong, printed_wrong, -1, se_same_rows(wrong, printed_wrong), 0))
        size_row("features", features)
        size_row("kernels", kernels)
    }'
}

# errors_rows CASE METHOD RULE WORDS ERRORS [KERNELS [FEATURES]]: numbers of test errors, and of kernels and features where they are
# given, as printed. CASE is a line as of jcfo_table2_cases; WORDS say how settings are chosen.
errors_rows() {
    awk -v partition="$1" -v method="$2" -v rule="$3" -v words="$4" -v printed_errors="$5" -v printed_kernels="${6:-}" \
        -v printed_features="${7:-}" "$statistics$verdicts"'
    # The paper has "average" numbers, and does not say over what.
    function compared(what, printed, ours, se) {
        judged_mark = marked(at_limit, n)
        if (printed == "-") return judged_unprinted("")
        if (field[12] != "draw" && field[12] != "same") return judged_other(field[12], ours, printed, 2, field[13])
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
        printf "\t%s\t%d\t%s; standardise train; %s\t", interval, n, field[6], words
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
        if (!n || bad) { print "folds of the wrong size:" bad > "/dev/stderr"; exit 1 }
        row("errors", printed_errors, errors)
        if (printed_kernels != "") row("kernels", printed_kernels, kernels)
        if (printed_features != "") row("features", printed_features, features)
    }'
}

# percent_rows SET METHOD PROTOCOL ERROR AREA OF_PAPER NESTED OTHER [INSIDE]: of partitions, error and area under the curve, samples
# and features kept. OTHER: what is other in the data; INSIDE: not empty where no settings hold for all partitions.
percent_rows() {
    awk -v set="$1" -v method="$2" -v protocol="$3" -v error="$4" -v area="$5" \
        -v of_paper="$6" -v nested="$7" -v difference="$8" -v inside="${9:-}" "$statistics$verdicts"'
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
    function percent(name, what, printed, good,    low, high, se, interval) {
        ours = 100 * member("value"); low = 100 * member("low"); high = 100 * member("high")
        if (!finite(ours)) bad = bad " " what
        interval = member("interval") == "corrected-t" ? "corrected t" : "none"
        if (interval == "none" && n_null < n) bad = bad " interval of " what
        se = interval == "none" ? 0 : plain_error(low, high)        # null models alone: .5 in every partition
        line[++n_lines] = sprintf("%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s", what "\t" printed, ours, se, low, high, interval)
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
        if (member("filter") ~ /^[0-9]+$/) size = "; features chosen " member("filter")
    }
    /^    "error": / { percent("error", "error, %", error, -1) }
    /^    "auc": / { percent("auc", "area under the curve x 100", area, 1) }
    END {
        if (!n || n_lines != 2 || bad) { print "no figures of " method " on " set ":" bad > "/dev/stderr"; exit 1 }
        count("samples", kept)
        count("features", features)
        gsub(/"/, "", chosen)
        for (s in stops) if (s != "converged") note = note sprintf("; %d of %d fits: %s", stops[s], n, s)
        if (n_null) note = note "; " n_null " null models"
        for (i = 1; i <= n_lines; i++)
            printf "%s\t%s\t%s\t%d\t%s%s%s\t%s\n", set, method, line[i], n, protocol, inside == "" ? "; chosen " chosen size : "", note, answer[i]
    }'
}
