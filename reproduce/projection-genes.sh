#!/usr/bin/env bash
# projection-genes.sh: `projection` beside its teacher, sparse methods and a filter on gene expression, by honest cross-validation,
# into reproduce/projection-genes.tsv. See README.md. SETS and METHODS choose cases, SEEDS the draws of folds, PERMUTATIONS how
# many times labels are permuted; ROWS names a directory that keeps the cases that are done, so that a run that was interrupted goes
# on.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/projection-genes.tsv
seeds=${SEEDS:-1 2 3}
permutations=${PERMUTATIONS:-20}
rows=${ROWS:-$work/rows}
repeats=5
mkdir -p "$rows"

# set, its preparation, aims of projection: errors in a pass over the set, log loss, user CPU seconds of a fit.
cases="\
colon-alon|--log|8.8|.42|.4
leukemia-golub|--log=20|1.8|.14|.6
duke-west-er||6.4|.33|"

# method, options, whether the aims are its, and for each set errors and log loss of the NumPy study that projection comes from.
methods="\
projection|--method projection|aims|7.8 .39|1.0 .11|5.6 .30
projection-20|--method projection --set k=20||7.2 .38|1.2 .10|6.0 .31
bpm|--method bpm||8.6 .41|1.2 .29|5.8 .44
ttest30-bpm|--method bpm --filter ttest:30||8.6 .41|2.8 .11|6.6 .34
spr-deviance|--method spr --tune=cv:5 --set rule=deviance||10.2 .46|6.0 .15|5.8 .34
spr-one-se|--method spr --tune=cv:5 --set rule=one-se||- -|- -|- -
jcfo-deviance|--method jcfo --basis linear --tune=cv:5 --set rule=deviance||- -|- -|- -
jcfo-one-se|--method jcfo --basis linear --tune=cv:5 --set rule=one-se||- -|- -|- -"

# A row of the table from the n figures of a: aim is a figure not to be exceeded, or with ">=" one to be reached, or "".
row='
function print_row(what, reference, aim, a, n, digits, interval,    m, verdict, reason) {
    m = mean(a, n)
    sort(a, n)
    verdict = aim == "" ? "no aim" : ((aim ~ /^>=/ ? m >= substr(aim, 3) + 0 : m <= aim + 0) ? "reached" : "not reached")
    verdict = verdict marked(at_limit, n_fits)
    reason = reference == "-" ? "" : sprintf("%+.*f against the reference", digits, m - reference)
    printf "%s\t%s\t%s\t%s\t%s\t%.*f\t%.*f\t%.*f\t%.*f\t%s\t%d\t%s\t%s\t%s\n", set, method, what, reference, aim == "" ? "-" : aim,
        digits, m, digits + 1, standard_error(a, n), digits, a[1], digits, a[n], interval, n, words, verdict, reason
}'

# passes SET METHOD WORDS REFERENCE LOSS AIM AIM_LOSS PASSES FILE...: JSON results become rows, each over passes of the set. The
# aim "majority" is that of permuted labels: no fewer errors than predicting the majority class makes.
passes() {
    awk -v set="$1" -v method="$2" -v words="$3" -v reference="$4" -v loss_reference="$5" -v aim="$6" -v loss_aim="$7" \
        -v passes="$8" "$statistics$verdicts$row"'
    function value_of(text, name,    at) {          # of "name": number, whatever characters the name has
        at = index(text, "\"" name "\": ")
        return substr(text, at + length(name) + 4) + 0
    }
    FNR == 1 { first += n_folds; n_folds = 0 }
    /^    \{"id": / {
        prob = value_of(substr($0, index($0, "\"prob\": ")), member("class"))
        fold[++n_rows] = first + member("fold")
        loss[n_rows] = -log(prob > 1e-15 ? prob : 1e-15)
    }
    /^    \{"fold": / {
        n_folds++
        wrong[first + n_folds] = member("error") * member("n_test")
        majority[first + n_folds] = member("majority_error") * member("n_test")
        features[++n] = member("n_features") + 0
        stops[member("stop_reason")]++
    }
    END {
        of_pass = n / passes
        if (n == 0 || of_pass != int(of_pass)) { print "projection-genes.sh: " n " folds are no " passes " passes" > "/dev/stderr"; exit 1 }
        for (f = 1; f <= n; f++) {
            k = int((f - 1) / of_pass) + 1
            errors[k] += wrong[f]
            constant[k] += majority[f]
            size[k] += features[f] / of_pass
        }
        for (i = 1; i <= n_rows; i++) mean_loss[int((fold[i] - 1) / of_pass) + 1] += loss[i] * passes / n_rows
        at_limit = stops["max_iter"] + 0
        n_fits = n
        for (s in stops) if (s != "converged" && s != "null_model") words = words sprintf("; %d fits: %s", stops[s], s)
        interval = aim == "majority" ? "range of permutations" : "range of passes"
        print_row("errors", reference, aim == "majority" ? ">=" mean(constant, passes) : aim, errors, passes, 2, interval)
        print_row("log loss", loss_reference, loss_aim, mean_loss, passes, 3, interval)
        print_row("features", "-", "", size, passes, 1, interval)
        if (method == "projection") {
            method = "majority class"
            words = "the larger class"
            print_row("errors", "-", "", constant, passes, 2, interval)
        }
    }' "${@:9}"
}

# evaluate SET PREPARE PLAN SEED METHOD_OPTIONS: JSON on standard output.
evaluate() {
    # shellcheck disable=SC2086  # options
    "$ardor" evaluate "$1" $5 --standardise samples $2 --plan "$3" --seed "$4" --threads "$threads" --quiet --json </dev/null
}

run_method() {
    local name=$1 prepare=$2 aims=$3 line=$4 column=$5 method options is_aimed reference loss aim="" loss_aim="" seed files=()
    IFS='|' read -r method options is_aimed _ <<<"$line"
    read -r reference loss <<<"$(cut -d'|' -f"$((3 + column))" <<<"$line")"
    [ -z "$is_aimed" ] || IFS='|' read -r aim loss_aim _ <<<"$aims"
    for seed in $seeds; do
        evaluate "$data/$name/$name.csv.gz" "$prepare" "repeat:${repeats}x10" "$seed" "$options" >"$work/result.$seed"
        files+=("$work/result.$seed")
    done
    passes "$name" "$method" "$options --standardise samples${prepare:+ $prepare}; repeat:${repeats}x10, seeds $seeds" "$reference" "$loss" \
        "$aim" "$loss_aim" "$((repeats * ${#files[@]}))" "${files[@]}" >"$work/rows.new"
    mv "$work/rows.new" "$rows/$name.$method"
}

# permute SEED: the table on standard input with its last column, the labels, permuted. The generator is that of Park and Miller, so
# that every awk draws the same.
permute() {
    awk -F, -v OFS=, -v seed="$1" '
    function draw(n) { state = (16807 * state) % 2147483647; return int(n * state / 2147483647) + 1 }
    NR == 1 { print; state = seed * 7919 + 1; next }
    { label[NR - 1] = $NF; sub(/,[^,]*$/, ""); line[NR - 1] = $0 }
    END {
        for (i = 1; i <= 20; i++) draw(2)
        for (i = NR - 1; i > 1; i--) { j = draw(i); held = label[i]; label[i] = label[j]; label[j] = held }
        for (i = 1; i < NR; i++) print line[i], label[i]
    }'
}

run_permuted() {
    local name=$1 prepare=$2 i files=()
    for i in $(seq "$permutations"); do
        gzip -dc "$data/$name/$name.csv.gz" | permute "$i" >"$work/permuted.csv"
        evaluate "$work/permuted.csv" "$prepare" kfold:10 1 "--method projection" >"$work/result.$i"
        files+=("$work/result.$i")
    done
    passes "$name" projection-permuted "labels permuted $permutations times; kfold:10 each; --standardise samples${prepare:+ $prepare}" \
        - - majority "" "$permutations" "${files[@]}" >"$work/rows.new"
    mv "$work/rows.new" "$rows/$name.permuted"
}

# User CPU time of the whole program, reading the table included.
run_times() {
    local name=$1 prepare=$2 aim i
    aim=$(cut -d'|' -f3 <<<"$3")
    TIMEFORMAT=%U
    for i in 1 2 3 4 5; do
        # shellcheck disable=SC2086  # options
        { time "$ardor" fit "$data/$name/$name.csv.gz" --method projection --standardise samples $prepare --threads 1 \
            --quiet --json </dev/null >/dev/null; } 2>&1
    done | awk -v set="$name" -v aim="$aim" -v prepare="$prepare" "$statistics"'
        { t[++n] = $1 }
        END {
            sort(t, n)
            m = quantile(t, n, .5)
            printf "%s\tprojection\tfit, user CPU seconds\t-\t%s\t%.2f\t\t%.2f\t%.2f\trange of runs\t%d\tmedian of a fit on all rows, reading included; --standardise samples%s\t%s\t\n",
                set, aim == "" ? "-" : aim, m, t[1], t[n], n, prepare == "" ? "" : " " prepare, aim == "" ? "no aim" : (m <= aim ? "reached" : "not reached")
        }' >"$work/rows.new"
    mv "$work/rows.new" "$rows/$name.times"
}

# unless_done FILE COMMAND...
unless_done() {
    local file=$1 before=$SECONDS
    shift
    [ ! -s "$rows/$file" ] || return 0
    "$@"
    echo "$file: $((SECONDS - before)) seconds" >&2
}

sets=${SETS:-$(cut -d'|' -f1 <<<"$cases")}
wanted=${METHODS:-$(cut -d'|' -f1 <<<"$methods") permuted times}
for name in $sets; do need "$data/$name/$name.csv.gz"; done
column=0
while IFS='|' read -r name prepare aims; do
    column=$((column + 1))
    [[ " ${sets//$'\n'/ } " == *" $name "* ]] || continue
    for method in $wanted; do
        case $method in
        permuted) unless_done "$name.permuted" run_permuted "$name" "$prepare" ;;
        times) unless_done "$name.times" run_times "$name" "$prepare" "$aims" ;;
        *)
            line=$(grep "^$method|" <<<"$methods") || die "there is no method $method"
            unless_done "$name.$method" run_method "$name" "$prepare" "$aims" "$line" "$column"
            ;;
        esac
    done
done <<<"$cases"

printf '%s\t' set method what reference aim ours standard_error low high interval passes settings verdict >"$work/table"
printf 'reason\n' >>"$work/table"
while IFS='|' read -r name _; do
    for method in $(cut -d'|' -f1 <<<"$methods") permuted times; do
        [ ! -s "$rows/$name.$method" ] || cat "$rows/$name.$method"
    done
done <<<"$cases" >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
