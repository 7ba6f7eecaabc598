#!/usr/bin/env bash
# incremental.sh: rsfm, pfcvm-lp, epcvm and rvm as they are, with a backward pass, and one weight or scale at a time
# (solver=incremental), at no price, half of ln p and ln p a feature: a table on standard output (README.md). SETS and METHODS choose
# cases; ROWS names a directory that keeps results, so that a run that was interrupted goes on; LIMIT is the seconds of a case (900).
. "$(dirname "$0")/common.sh"
rows=${ROWS:-$work/rows}
limit=${LIMIT:-900}
mkdir -p "$rows"
TIMEFORMAT=%U

# name, where it is from (bundled, shared, or a simulation with its rows to train on and its features), basis, options
cases="\
ripley-synthetic|bundled|rbf|
pima-ripley|bundled|rbf|
crabs|bundled|rbf|
wbc-biopsy-683|bundled|rbf|
raetsch-thyroid|shared|rbf|
xor-300-20|xor 300 20|rbf|
two-200-200|two-gaussians 200 200|linear|
two-200-2000|two-gaussians 200 2000|linear|
two-1000-500|two-gaussians 1000 500|linear|
xor-1000-20|xor 1000 20|rbf|
xor-300-50|xor 300 50|rbf|
xor-300-100|xor 300 100|rbf|
circle-300-20|circle 300 20|rbf|
sparse-300-500|sparse-linear 300 500|linear|
sparse-100-2000|sparse-linear 100 2000|linear|
sonar|shared|rbf|
ionosphere|shared|rbf|
raetsch-heart|shared|rbf|
raetsch-breast-cancer|shared|rbf|
raetsch-titanic|shared|rbf|--set alpha0=1
pima-768|shared|rbf|
australian|shared|rbf|
colon-alon|shared|linear|--log
leukemia-golub|shared|linear|--log=20
duke-west-er|shared|linear|
duke-west-ln|shared|linear|
dlbcl-shipp|shared|linear|--log=20
prostate-singh|shared|linear|--log=10"

# method, way, feature price in ln p (-: none), vector price (-: none)
ways="\
rsfm|batch|-|-
rsfm|pass|.5|-
rsfm|pass|1|-
rsfm|incremental|0|-
rsfm|incremental|.5|-
rsfm|incremental|1|-
pfcvm-lp|batch|-|-
pfcvm-lp|pass|0|.5
pfcvm-lp|pass|.5|.5
pfcvm-lp|pass|1|.5
pfcvm-lp|incremental|0|.5
pfcvm-lp|incremental|.5|.5
pfcvm-lp|incremental|1|.5
epcvm|batch|-|-
epcvm|pass|-|.5
rvm|batch|-|-
rvm|pass|.5|-
rvm|pass|1|-"

# field NUMBER NAME LIST
field() { awk -F'|' -v n="$1" -v name="$2" '$1 == name { print $n }' <<<"$3"; }

sets=${SETS:-$(cut -d'|' -f1 <<<"$cases")}
methods=${METHODS:-rsfm pfcvm-lp epcvm rvm}
for name in $sets; do
    case $(field 2 "$name" "$cases") in
    bundled) need "$root/data/$name.csv.gz" ;;
    shared) need "$data/$name/$name.csv.gz" ;;
    esac
done

# simulate KIND N P: table.csv with five draws of N rows to train on and 2000 to test, and splits.csv.
simulate() {
    local seed
    echo split,row,set >"$work/splits.csv"
    : >"$work/table.csv"
    for seed in 1 2 3 4 5; do
        "$ardor" simulate "$1" --n $(($2 + 2000)) --p "$3" --seed "$seed" --quiet -o "$work/draw.csv"
        if [ "$seed" = 1 ]; then head -n 1 "$work/draw.csv" >"$work/table.csv"; fi
        tail -n +2 "$work/draw.csv" >>"$work/table.csv"
        awk -v split_="$seed" -v n="$2" 'BEGIN {
            for (i = 1; i <= n + 2000; i++) print split_ "," (split_ - 1) * (n + 2000) + i "," (i <= n ? "train" : "test") }' >>"$work/splits.csv"
    done
}

# table_of NAME: where its table and plan are, and how many features it has: table, plan, p.
table_of() {
    local from
    from=$(field 2 "$1" "$cases")
    plan=kfold:5
    case $from in
    bundled) table=$root/data/$1.csv.gz ;;
    shared) table=$data/$1/$1.csv.gz ;;
    *)
        # shellcheck disable=SC2086  # words
        simulate $from
        table=$work/table.csv
        plan=splits:$work/splits.csv
        ;;
    esac
}

# options METHOD WAY FEATURE VECTOR P
options() {
    awk -v method="$1" -v way="$2" -v feature="$3" -v vector="$4" -v p="$5" 'BEGIN {
        printf "--method %s", method
        if (way == "incremental") printf " --set solver=incremental"
        if (feature != "-") printf " --set feature_price=%.6g", feature * log(p)
        if (vector != "-") printf " --set vector_price=%s", vector
    }'
}

# row SET METHOD WAY FEATURE VECTOR: a line, or nothing where it took too long.
row() {
    local basis extra
    basis=$(field 3 "$1" "$cases")
    extra=$(field 4 "$1" "$cases")
    if [ "$2" = rvm ]; then basis=identity; fi
    if [ "$3" = incremental ]; then extra=${extra/--set alpha0=1/}; fi # which that search does not read
    # shellcheck disable=SC2046,SC2086  # options
    { time timeout "$limit" "$ardor" evaluate "$table" --plan "$plan" --seed 1 --basis "$basis" $extra \
        $(options "$2" "$3" "$4" "$5" "$p") --threads 1 --quiet --json </dev/null >"$work/result.json" 2>"$work/message"; } 2>"$work/time" ||
        return 1
    awk -v cpu="$(tail -n 1 "$work/time")" -v set_="$1" -v basis="$basis" -v p="$p" -v method="$2" -v way="$3" -v feature="$4" -v vector="$5" "$statistics"'
        /^    \{"fold": / {
            features += member("n_features"); vectors += member("n_vectors"); objective += member("objective")
            n_train += member("n_train"); empty += member("null_model") == "true"; n++
        }
        /^    "error": / && error == "" { error = member("value") }
        /^    "log_loss": / && loss == "" { loss = member("value") }
        END {
            printf "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%.4f\t%.4f\t%.1f\t%.1f\t%d\t%.3f\t%.3f\n", set_, basis, n_train / n, p, method, way,
                feature, vector, error, loss, features / n, vectors / n, empty, objective / n, cpu / n
        }' "$work/result.json"
}

printf 'set\tbasis\tn\tp\tmethod\tway\tfeature price (ln p)\tvector price\terror\tlog loss\tfeatures\tvectors\tnull models of 5\tobjective\tprocessor seconds a fold\n'
for name in $sets; do
    table=
    while IFS='|' read -r method way feature vector; do
        case " $methods " in *" $method "*) ;; *) continue ;; esac
        file=$rows/$name.$method.$way.$feature.$vector
        if [ ! -s "$file" ]; then
            if [ -z "$table" ]; then
                table_of "$name"
                p=$("$ardor" fit "$table" --method majority --json --quiet | awk "$statistics"'/^  "p": / { print member("p"); exit }')
            fi
            row "$name" "$method" "$way" "$feature" "$vector" >"$file.new" || echo "$name $method $way: not within $limit s, or $(head -n 1 "$work/message")" >&2
            if [ -s "$file.new" ]; then mv "$file.new" "$file"; else rm -f "$file.new"; fi
        fi
        if [ -s "$file" ]; then cat "$file"; fi
    done <<<"$ways"
done
