#!/usr/bin/env bash
# optima.sh: how many optima the starts of jcfo, rsfm and pfcvm-lp meet, and whether the best predicts better than the first, into
# reproduce/optima.tsv (docs/optima.md). Names of sets measure these alone, on standard output. See README.md.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/optima.tsv
starts=${STARTS:-20}
sets=${*:-crabs pima-ripley ripley-synthetic wbc-biopsy-683 colon-alon}

# settings SET METHOD BASIS: near those that --tune=cv:3 chooses on the first training rows.
settings() {
    case "$1 $2 $3" in
    "crabs jcfo linear") echo lam1=4 lam2=4 ;;
    "crabs jcfo rbf") echo lam1=.06 lam2=1.3 ;;
    "crabs rsfm linear") echo c=3000 alpha0=1e-2 ;;
    "crabs pfcvm-lp linear") echo c=3000 alpha0=1e-4 ;;
    "crabs "*" rbf") echo c=10 alpha0=1e-4 ;;
    "pima-ripley jcfo linear") echo lam1=25 lam2=25 ;;
    "pima-ripley jcfo rbf") echo lam1=4 lam2=6 ;;
    "pima-ripley rsfm linear") echo c=300 alpha0=1e-2 ;;
    "pima-ripley pfcvm-lp linear") echo c=30 alpha0=1e-4 ;;
    "pima-ripley "*" rbf") echo c=10 alpha0=1 ;;
    "ripley-synthetic jcfo linear") echo lam1=50 lam2=50 ;;
    "ripley-synthetic jcfo rbf") echo lam1=.11 lam2=2.2 ;;
    "ripley-synthetic "*" linear") echo c=30 alpha0=1 ;;
    "ripley-synthetic rsfm rbf") echo c=1 alpha0=1e-2 ;;
    "ripley-synthetic pfcvm-lp rbf") echo c=10 alpha0=1e-2 ;;
    "wbc-biopsy-683 jcfo linear") echo lam1=15 lam2=15 ;;
    "wbc-biopsy-683 jcfo rbf") echo lam1=.37 lam2=7.3 ;;
    "wbc-biopsy-683 rsfm linear") echo c=300 alpha0=1 ;;
    "wbc-biopsy-683 rsfm rbf") echo c=10 alpha0=1e-4 ;;
    "wbc-biopsy-683 pfcvm-lp linear") echo c=3000 alpha0=1 ;;
    "wbc-biopsy-683 pfcvm-lp rbf") echo c=1 alpha0=1 ;;
    "colon-alon jcfo linear") echo lam1=6.3 lam2=6.3 strength=.5 ;;
    "colon-alon jcfo rbf") echo lam1=2.2 lam2=1.1 ;;
    "colon-alon "*" linear") echo c=30 alpha0=1e-2 ;;
    "colon-alon "*" rbf") echo c=30 alpha0=1e-4 ;;
    esac
}

# splits SET: the first five given ones as SPLIT,ROW,PART; of a set without, five parts of each class in turn.
splits() {
    if [ -r "$root/data/$1-splits.csv.gz" ]; then
        gzip -dc "$root/data/$1-splits.csv.gz" | awk -F, 'FNR > 1 && $1 <= 5'
    else
        gzip -dc "$root/data/$1.csv.gz" | awk -F, 'FNR > 1 {
            part = n[$NF]++ % 5 + 1
            for (s = 1; s <= 5; s++) print s "," FNR - 1 "," (s == part ? "test" : "train")
        }'
    fi
}

# cut_table SET SPLIT: train.csv and test.csv.
cut_table() {
    gzip -dc "$root/data/$1.csv.gz" >"$work/table.csv"
    awk -F, -v number="$2" -v folder="$work" '
        NR == FNR { if ($1 == number) part[$2] = $3; next }
        FNR == 1 { print > (folder "/train.csv"); print > (folder "/test.csv"); next }
        (FNR - 1) in part { print > (folder "/" part[FNR - 1] ".csv") }' "$work/splits" "$work/table.csv"
}

# fit_one NAME STARTS OPTION...: a model, its document NAME.json and the classes that it predicts, NAME.csv.
fit_one() {
    local name=$1 count=$2
    shift 2
    "$ardor" fit "$work/train.csv" "$@" --set "starts=$count" --threads 1 --quiet --json -o "$work/$name.model" \
        >"$work/$name.json"
    "$ardor" predict "$work/$name.model" "$work/test.csv" --quiet -o "$work/$name.csv"
}

# judge SET METHOD BASIS SPLIT: one line of what was met, and of the test rows that only one of the fits got wrong.
judge() {
    local options=(--method "$2" --basis "$3") setting
    if [ "$1" = colon-alon ]; then options+=(--log); fi
    for setting in $(settings "$1" "$2" "$3"); do options+=(--set "$setting"); done
    fit_one first 1 "${options[@]}"
    fit_one best "$starts" "${options[@]}"
    awk -F, -v given="$1 $2 $3 $4" '
        FNR == 1 { file++; next }
        file == 1 { class[FNR] = $NF }
        file == 2 { first[FNR] = $2 != class[FNR] }
        file == 3 { n++; a += first[FNR]; b += $2 != class[FNR]; only += first[FNR] != ($2 != class[FNR]) }
        END { print given, n, a + 0, b + 0, only + 0 }' "$work/test.csv" "$work/first.csv" "$work/best.csv" >"$work/errors"
    awk -v given="$(cat "$work/errors")" "$statistics"'
        /^  "objective": / && NR == FNR { first = member("objective") + 0 }
        /^  "objective": / && NR != FNR { best = member("objective") + 0 }
        /^    \{"objective": / && NR != FNR {
            objective = member("objective")
            if (objective == "null" || member("optimum") != "true") { none += member("starts"); next }
            n_optima++
            last = objective + 0
            k = member("n_features")
            if (n_optima == 1) { top = objective + 0; at_top = member("starts"); features = k }
            larger = k > features ? k : features
            if (n_optima > 1) { common += larger ? member("n_common") / larger : 1; others++ }
        }
        END {
            print given, n_optima + 0, none + 0, (n_optima ? top - last : 0), at_top + 0, first, best, common + 0, others + 0
        }' "$work/first.json" "$work/best.json"
}

for set in $sets; do
    splits "$set" >"$work/splits"
    for split in $(cut -d, -f1 "$work/splits" | sort -un); do
        cut_table "$set" "$split"
        for method in jcfo rsfm pfcvm-lp; do
            for basis in linear rbf; do judge "$set" "$method" "$basis" "$split"; done
        done
    done
    echo "$set: $SECONDS seconds" >&2
done >"$work/fits"

# Lines of fits: set, method, basis, split, test rows, wrong by the first and by the best, by one alone, optima, starts that ended
# at none, spread, starts at the best, objective of the first and of the best, sum and number of the shares of common features.
# The standard error is that of the paired rows; of sets whose test rows overlap (crabs), of the mean over the splits.
awk -v starts="$starts" "$statistics"'
{
    key = $1 "\t" $3 "\t" $2
    if (!(key in n)) order[++n_keys] = key
    i = ++n[key]
    rows[key] += $5
    first[key] += $6
    best[key] += $7
    only[key] += $8
    difference[key, i] = ($7 - $6) / $5
    optima[key] += $9
    most[key] = $9 > most[key] ? $9 : most[key]
    none[key] += $10
    spread[key] += $11
    top[key] += $12
    gain[key] += $14 - $13
    better[key] += $14 - $13 > 1e-3 * ($13 < 0 ? -$13 : $13)
    common[key] += $15
    others[key] += $16
}
END {
    print "set\tbasis\tmethod\tsplits\tstarts\toptima_mean\toptima_most\tat_no_optimum\tspread\tat_best\tcommon_features\t" \
        "first_is_not_best\tgain\terror_first\terror_best\tdifference\tstandard_error"
    for (k = 1; k <= n_keys; k++) {
        key = order[k]
        d = (best[key] - first[key]) / rows[key]
        if (key ~ /^crabs/) {
            for (i = 1; i <= n[key]; i++) a[i] = difference[key, i]
            se = n[key] > 1 ? standard_error(a, n[key]) : 0
        } else
            se = sqrt((only[key] - rows[key] * d * d) / rows[key] / rows[key])
        printf "%s\t%d\t%d\t%.1f\t%d\t%.2f\t%.3g\t%.2f\t%s\t%d\t%.3g\t%.4f\t%.4f\t%.4f\t%.4f\n", key, n[key], starts,
            optima[key] / n[key], most[key], none[key] / n[key] / starts, spread[key] / n[key], top[key] / n[key] / starts,
            (others[key] ? sprintf("%.2f", common[key] / others[key]) : "-"), better[key], gain[key] / n[key],
            first[key] / rows[key], best[key] / rows[key], d, se
    }
}' "$work/fits" >"$work/table"
if [ $# -gt 0 ]; then
    cat "$work/table"
else
    mv "$work/table" "$out"
    echo "$out, $SECONDS seconds" >&2
fi
