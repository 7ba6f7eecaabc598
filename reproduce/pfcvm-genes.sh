#!/usr/bin/env bash
# pfcvm-genes.sh: PFCVM_LP and RVM on gene expression by leave-one-out, Tables III to V of Jiang, Li, Chen, Yao, de Rijke, 2017, into
# reproduce/pfcvm-genes.tsv. See README.md. SETS and PROTOCOLS choose cases; ROWS names a directory that keeps those that are
# done, so that a run that was interrupted goes on, and one with other SETS adds to the table.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/pfcvm-genes.tsv
protocols=${PROTOCOLS:-honest paper}
rows=${ROWS:-$work/rows}
most_often=8
mkdir -p "$rows"

# set, options, printed errors of LOOCV in % (of PFCVM_LP and RVM) and features kept, settings that are not tuned in the honest protocol (each fold
# tunes anew), what is other in the data, printed genes as column:times.
cases="\
colon-alon||3.23 14.52|4.94|--set alpha0=1||1772:61 1668:60 1210:58 377:51 1679:37
duke-west-er||4.76 19.05|2.14|--set alpha0=1|44 samples, the paper has 42|
duke-er-46||4.76 19.05|2.14|--set alpha0=1|46 samples, the paper has 42|
leukemia-golub||1.39 6.94|2.94|--set alpha0=1||4847:70 4951:68 6169:11 3847:6 2354:6 4973:5 1834:5"

# table_rows CASE PROTOCOL METHOD WORDS COLUMNS: a JSON result on standard input becomes rows of the table.
table_rows() {
    awk -v case_line="$1" -v protocol="$2" -v method="$3" -v words="$4" -v columns="$5" -v most_often="$most_often" "$statistics$verdicts"'
    function row(what, printed, ours, se, low, high, interval, answer) {
        printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", field[1], protocol, what, printed, ours, se, low, high, interval, n, words note, answer
    }
    # All but the very same run, of which judged() tells.
    function unlike(ours, printed, digits) {
        judged_mark = marked(stops["max_iter"], n)
        if (printed == "-") return judged_unprinted("")
        if (field[6] != "") return judged_other("data", ours, printed, digits, field[6])
        if (protocol != "paper") return judged_other("protocol", ours, printed, digits, "the paper chooses its settings on the samples that it tests")
        return ""
    }
    function error_row(    wrong, ours, low, high, answer) {
        wrong = 0
        for (i = 1; i <= n; i++) wrong += errors[i]
        ours = 100 * wrong / n
        low = 100 * wilson(wrong, n, -1)
        high = 100 * wilson(wrong, n, 1)
        row(method == "rvm" ? "error of RVM, %" : "error, %", printed_error, sprintf("%.2f", ours), "", sprintf("%.2f", low), sprintf("%.2f", high), "Wilson",
            (answer = unlike(ours, printed_error, 2)) != "" ? answer : judged(wrong, int(printed_error * n / 100 + .5), -1, se_same_rows(wrong, int(printed_error * n / 100 + .5)), 0))
    }
    function count_row(what, printed, a,    m, se, t, answer) {
        m = mean(a, n)
        se = standard_error(a, n)
        t = t_quantile(n - 1) * se
        row(what, printed, sprintf("%.2f", m), sprintf("%.2f", se), sprintf("%.2f", m - t), sprintf("%.2f", m + t), "t of folds",
            (answer = unlike(m, printed, 2)) != "" ? answer : judged(m, printed, -1, se_draws(se, n, n, 0), 2))
    }
    function gene_row(name, printed,    ours, answer) {
        ours = times[name] + 0
        row("times selected: " name " (column " column[name] ")", printed, ours, "", "", "", "none",
            printed == "-" ? judged_unprinted("not among the genes of the paper") : (answer = unlike(ours, printed, 0)) != "" ? answer : judged(ours, printed, 0, se_shares(ours, printed, n), 0))
    }
    BEGIN {
        split(case_line, field, "|")
        split(field[3], part, " ")
        printed_error = part[method == "rvm" ? 2 : 1]
        n_names = split(columns, name_of, ",")
        for (i = 1; i <= n_names; i++) { gsub(/"/, "", name_of[i]); column[name_of[i]] = i }
    }
    /^    \{"fold": / {
        n++
        errors[n] = member("error") + 0
        kept[n] = member("n_vectors") + 0
        features[n] = member("n_features") + 0
        stops[member("stop_reason")]++
        n_null += member("null_model") == "true"
        if (match($0, /"settings": \{[^}]*\}/)) chosen[substr($0, RSTART + 13, RLENGTH - 14)]++
    }
    /^    \{"name": .*"frequency"/ {
        name = member("name")
        times[name] = int(member("frequency") * n + .5)
        selected[++n_selected] = name
    }
    END {
        if (n < 2) { print "pfcvm-genes.sh: no folds of " field[1] > "/dev/stderr"; exit 1 }
        for (s in stops) note = note sprintf("; %d fits: %s", stops[s], s)
        if (n_null) note = note "; " n_null " null models"
        for (c in chosen) { gsub(/"/, "", c); note = note "; chosen " c }
        if (length(chosen) > 1) sub(/; chosen.*/, "", note)
        error_row()
        if (method == "rvm") exit
        count_row("features", field[4], features)
        count_row("samples", "-", kept)
        row("genes that any fold selects", "-", n_selected, "", "", "", "none", judged_unprinted(""))
        n_printed = split(field[7], gene, " ")
        for (i = 1; i <= n_printed; i++) {
            split(gene[i], part, ":")
            is_printed[name_of[part[1]]] = 1
            gene_row(name_of[part[1]], part[2])
        }
        for (i = 1; i <= n_selected && i <= most_often; i++)
            if (!(selected[i] in is_printed)) gene_row(selected[i], "-")
    }'
}

# run CASE PROTOCOL: into ROWS.
run() {
    local name prepare given difference how words columns method
    IFS='|' read -r name prepare _ _ given difference _ <<<"$1"
    columns=$(gzip -dc "$data/$name/$name.csv.gz" | awk 'NR == 1 { print; exit }')
    for method in pfcvm-lp rvm; do
        [ $method = pfcvm-lp ] || given=""
        if [ "$2" = honest ]; then
            how="--standardise samples --tune=cv:5 --set rule=one-se $given"
            words="leave-one-out, linear; each sample standardised, then features by the training rows; each fold tunes by cv:5${given:+ with ${given#--set }}"
        else
            how="--protocol leaky --standardise samples --tune=cv:5 --set rule=error"
            words="leave-one-out, linear; samples, then features standardised over all rows; settings with the least error of the plan itself"
        fi
        # shellcheck disable=SC2086  # options
        "$ardor" evaluate "$data/$name/$name.csv.gz" --method $method --basis linear --plan loo $prepare $how \
            --seed 1 --threads "$threads" --quiet --json </dev/null >"$work/result.json" || return
        table_rows "$1" "$2" $method "$words; ${difference:-the same set}${prepare:+; $prepare}" "$columns" <"$work/result.json" || return
    done >"$work/rows.new"
    mv "$work/rows.new" "$rows/genes.$name.$2"
}

sets=${SETS:-$(cut -d'|' -f1 <<<"$cases")}
for name in $sets; do
    case=$(grep "^$name|" <<<"$cases") || die "there is no set $name"
    need "$data/$name/$name.csv.gz"
    for protocol in $protocols; do
        [ ! -s "$rows/genes.$name.$protocol" ] || continue
        before=$SECONDS
        run "$case" "$protocol" || echo "$name, $protocol: failed" >&2
        echo "$name, $protocol: $((SECONDS - before)) seconds" >&2
    done
done

printf '%s\t' set protocol what printed ours standard_error low high interval folds settings verdict >"$work/table"
printf 'reason\n' >>"$work/table"
while IFS='|' read -r name _; do
    for protocol in honest paper; do
        [ ! -s "$rows/genes.$name.$protocol" ] || cat "$rows/genes.$name.$protocol"
    done
done <<<"$cases" >>"$work/table"
not_run 13 "\
colon-alon, leukemia-golub, Duke|paper|error of the SVM, %|16.13, 12.50, 14.29#rivals.tsv has ours
colon-alon, leukemia-golub, Duke|paper|error of RVM and SVM on the features that PFCVM_LP chose, %|see Table V#features chosen by one method on all samples for another: a leak that no protocol here has
colon-alon, leukemia-golub, Duke|paper|error of mRMR, Laplacian score, t-test with 10 to 80 features|a curve#no numbers are printed (Fig. 3)
" >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
