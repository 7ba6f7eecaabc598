#!/usr/bin/env bash
# honest.sh: one classifier on the bundled colon table, its error said in five ways: with the labels as they are, and with labels dealt
# anew SHUFFLES (20) times, where nothing can be learnt. The tables of docs/honest-numbers.md, on standard output.
. "$(dirname "$0")/common.sh"
shuffles=${SHUFFLES:-20}
table=$root/data/colon-alon.csv.gz
common="--log --threads 1 --quiet --json"
chosen="--method spr --filter ttest:20 --tune=cv:10"
rivals="logistic:alpha=0.5 svm:basis=identity svm-rfe bpm spr lda knn ard-laplace"

# shuffled SEED FILE: the table with its labels in another order, by a generator that every awk has alike.
shuffled() {
    gzip -dc "$table" | awk -F, -v OFS=, -v seed="$1" '
        function below(n) { state = (state * 16807) % 2147483647; return int(n * (state / 2147483647)) }
        { rows[NR] = $0; if (NR > 1) label[NR] = $NF }
        END {
            state = 1000 + seed
            for (i = 0; i < 100; i++) below(2)
            for (i = NR; i > 2; i--) { j = 2 + below(i - 1); swap = label[i]; label[i] = label[j]; label[j] = swap }
            print rows[1]
            for (i = 2; i <= NR; i++) { $0 = rows[i]; $NF = label[i]; print }
        }' >"$2"
}

# value NAME: of the object NAME in the summary of the evaluation on standard input, or of the number NAME of a fit, in percent.
value() {
    awk -v name="$1" "$statistics"'
        index($0, "\"" name "\": {") && !found++ { print 100 * member("value") }
        /"error": / && /"status": / && (least == "" || member("error") + 0 < least) { least = member("error") + 0 }
        /^  "train_error": / && name == "train_error" { print 100 * member("train_error") }
        END { if (name == "least_inner") print 100 * least }'
}

# ways TABLE: the five errors, a line.
ways() {
    local method least=100 error
    "$ardor" fit "$1" $chosen $common </dev/null >"$work/fit"
    for method in $rivals; do
        # shellcheck disable=SC2046
        error=$("$ardor" evaluate "$1" --method "${method%%:*}" $(set_of "$method") --tune --plan kfold:10 $common </dev/null | value error)
        least=$(echo "$least $error" | awk '{ print ($1 < $2 ? $1 : $2) }')
    done
    echo "$(value train_error <"$work/fit") $(value least_inner <"$work/fit")" \
        "$("$ardor" evaluate "$1" $chosen --plan kfold:10 --protocol leaky $common </dev/null | value error)" "$least" \
        "$("$ardor" evaluate "$1" $chosen --plan kfold:10 $common </dev/null | value error)"
}

# set_of METHOD:KEY=VALUE: as options.
set_of() {
    case $1 in
        *:basis=*) echo "--basis ${1#*:basis=}" ;;
        *:*) echo "--set ${1#*:}" ;;
    esac
}

gzip -dc "$table" >"$work/true.csv"
ways "$work/true.csv" >"$work/true"
for seed in $(seq "$shuffles"); do
    shuffled "$seed" "$work/table.csv"
    ways "$work/table.csv" >&3
done 3>"$work/none"

column() { awk -v k="$1" '{ x[NR] = $k; s += $k } END { lo = hi = x[1]; for (i in x) { if (x[i] < lo) lo = x[i]; if (x[i] > hi) hi = x[i] }
    if (NR > 1) printf "%.1f (%.1f to %.1f)", s / NR, lo, hi; else printf "%.1f", s }' "$2"; }
echo "| the error said | labels as they are, % | labels dealt anew, $shuffles times: mean (range), % |"
echo "|---|---|---|"
k=0
for way in "on the rows that the classifier was fitted to" "least inner error of the settings tried" \
    "20 genes chosen on all rows, then folds (\`--protocol leaky\`)" "the best of eight methods, each honest" "**honest**: everything inside the folds"; do
    k=$((k + 1))
    echo "| $way | $(column $k "$work/true") | $(column $k "$work/none") |"
done
