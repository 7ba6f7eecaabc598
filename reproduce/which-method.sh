#!/usr/bin/env bash
# which-method.sh [SET..]: nineteen methods on sets of different kinds, on standard output as the tables of docs/methods-measured.md, from
# which README.md, "Which method for which data", is condensed. The sets that are not bundled are left out where DATA does not have
# them, which is said. Finished rows are kept in the directory ROWS, if it is given, and not measured again. One thread, so that
# processor time is what a method takes; LIMIT (900) is the seconds that a single evaluation may take.
. "$(dirname "$0")/common.sh"
limit=${LIMIT:-900}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"
# All methods of two classes but smlr, logistic, svm-l1 and majority; METHODS: some of them.
methods="jcfo spr pfcvm-lp pfcvm-em pcvm epcvm rvm rsfm bpm ard-ep ard-laplace projection svm svm-rfe gp lda knn adaboost forward"
methods=${METHODS:-$methods}
all_sets="colon-alon leukemia-golub dlbcl-shipp ripley-synthetic crabs banana xor spambase two-gaussians pima-ripley noisy-linear"

# Sets: table, plan and further options in `table`, `options`; the kind of boundary in `shape`; `title` says it to people. Status 1:
# a file is missing.
describe() {
    local bundled=$root/data larger=$data
    options=()
    case $1 in
        colon-alon)
            title='`colon-alon`: 62 samples, 2000 genes, `--log`; `kfold:5`'
            table=$bundled/colon-alon.csv.gz shape=linear options=(--log --plan kfold:5)
            ;;
        leukemia-golub)
            title='`leukemia-golub`: 72 samples, 7129 genes, `--log=100`; `kfold:5`'
            table=$larger/leukemia-golub/leukemia-golub.csv.gz shape=linear options=(--log=100 --plan kfold:5)
            ;;
        dlbcl-shipp)
            title='`dlbcl-shipp`: 77 samples, 7070 genes, `--log=20`; `kfold:5`'
            table=$larger/dlbcl-shipp/dlbcl-shipp.csv.gz shape=linear options=(--log=20 --plan kfold:5)
            ;;
        ripley-synthetic)
            title='`ripley-synthetic`: 2 features, the given split of 250 / 1000 (best possible about 8 %)'
            table=$bundled/ripley-synthetic.csv.gz shape=curved
            options=(--plan "splits:$bundled/ripley-synthetic-splits.csv.gz")
            ;;
        crabs)
            title='`crabs`: 5 features, ten splits of 80 / 120'
            table=$bundled/crabs.csv.gz shape=curved options=(--plan "splits:$bundled/crabs-splits.csv.gz")
            ;;
        banana)
            title='`raetsch-banana`: 2 features, the first original split of 400 / 4900'
            table=$larger/raetsch-banana/raetsch-banana.csv.gz shape=curved options=(--plan "splits:$work/splits.csv")
            [ -r "$larger/raetsch-banana/splits_original.csv.gz" ] || return 1
            gzip -dc "$larger/raetsch-banana/splits_original.csv.gz" | awk -F, 'NR == 1 || $1 == 1' >"$work/splits.csv"
            ;;
        xor)
            title='`xor`, simulated: 2 features that matter and 8 of noise, 10 % of the labels flipped; 200 / 5000'
            shape=curved
            made xor 200 10 0.1
            ;;
        spambase)
            title='`spambase`: 57 features, 1000 / 3601 (row i trains where 7919 i mod 4601 < 1000)'
            table=$larger/spambase/spambase.csv.gz shape=linear options=(--plan "splits:$work/splits.csv")
            awk 'BEGIN { print "split,row,set"
                for (i = 1; i <= 4601; i++) print "1," i "," ((7919 * i) % 4601 < 1000 ? "train" : "test") }' >"$work/splits.csv"
            ;;
        two-gaussians)
            title='`two-gaussians`, simulated: 2 features that matter and 98 of noise (best possible 15.9 %); 200 / 5000'
            shape=linear
            made two-gaussians 200 100
            ;;
        pima-ripley)
            title='`pima-ripley`: 7 features, the given split of 200 / 332'
            table=$bundled/pima-ripley.csv.gz shape=linear options=(--plan "splits:$bundled/pima-ripley-splits.csv.gz")
            ;;
        noisy-linear)
            title='`sparse-linear`, simulated: 5 features that matter and 45 of noise, 20 % of the labels flipped; 200 / 5000'
            shape=linear
            made sparse-linear 200 50 0.2 --nonzeros 5
            ;;
        *) die "there is no set $1" ;;
    esac
    [ -r "$table" ]
}

# made KIND TRAIN FEATURES [NOISE OPTION..]: rows to train on, and 5000 of another seed to test, in one table.
made() {
    local kind=$1 n=$2 p=$3
    shift 3
    local more=("$@")
    [ $# -eq 0 ] || more=(--noise "$@")
    "$ardor" simulate "$kind" --n "$n" --p "$p" --seed 1 -q "${more[@]}" >"$work/made.csv"
    "$ardor" simulate "$kind" --n 5000 --p "$p" --seed 2 -q "${more[@]}" | tail -n +2 >>"$work/made.csv"
    awk -v n="$n" 'BEGIN { print "split,row,set"
        for (i = 1; i <= n + 5000; i++) print "1," i "," (i <= n ? "train" : "test") }' >"$work/splits.csv"
    table=$work/made.csv options=(--plan "splits:$work/splits.csv")
}

# The basis for the shape of the boundary: where it is linear the features themselves, if the method takes them; else the rbf kernel.
basis_of() {
    case $2-$1 in
        *-projection | *-svm-rfe | *-lda | *-knn | *-adaboost | *-forward) echo identity ;;
        *-gp) echo rbf ;;
        linear-svm | linear-spr | linear-bpm | linear-ard-ep | linear-ard-laplace | linear-rvm) echo identity ;;
        linear-*) echo linear ;;
        *) echo rbf ;;
    esac
}

# figures RESULT SECONDS: the cells of a row, separated by |.
figures() {
    awk -v seconds="$2" "$statistics"'
    function short(x) { x += 0; return x == int(x) ? sprintf("%d", x) : sprintf("%.1f", x) }
    /^  "summary": / { inside = 1 }
    inside && !error && /^    "error": / { error = sprintf("%.1f | [%.1f, %.1f]", 100 * member("value"), 100 * member("low"), 100 * member("high")) }
    inside && !loss && /^    "log_loss": / { loss = sprintf("%.3f", member("value")) }
    inside && !auc && /^    "auc": / { auc = member("value"); auc = auc == "null" ? "-" : sprintf("%.3f", auc) }
    inside && /^    "mean_n_features": / { features = short(member("mean_n_features")) }
    inside && /^    "mean_n_vectors": / { vectors = short(member("mean_n_vectors")) }
    END {
        if (error == "" || features == "") { print "which-method.sh: no figures in the result" > "/dev/stderr"; exit 1 }
        printf "%s | %s | %s | %s | %s | %.1f\n", error, loss, auc, features, vectors, seconds
    }' "$1"
}

# measure SET METHOD: into ROWS. An evaluation that is not finished has a row that says so.
measure() {
    local basis seconds status=0 file=$rows/$1.$2
    basis=$(basis_of "$2" "$shape")
    TIMEFORMAT=%U
    { time "$ardor" evaluate "$table" "${options[@]}" --method "$2" --basis "$basis" --tune=cv:5 --set rule=one-se --threads 1 --time-limit "$limit" \
        --quiet --json </dev/null >"$work/result" 2>"$work/messages"; } 2>"$work/seconds" || status=$?
    seconds=$(cat "$work/seconds")
    if [ "$status" -eq 0 ] && ! grep -q '^  "stopped": "time"' "$work/result"; then
        echo "| \`$2\` | $basis | $(figures "$work/result" "$seconds") |" >"$work/row"
    elif [ "$status" -eq 0 ] || [ "$status" -eq 5 ]; then
        echo "| \`$2\` | $basis | not done in $limit s | | | | | | |" >"$work/row"
    else
        die "$1, $2: status $status: $(cat "$work/messages")"
    fi
    mv "$work/row" "$file"
}

for name in ${*:-$all_sets}; do
    describe "$name" || {
        echo "which-method.sh: without $table, no $name" >&2
        continue
    }
    before=$SECONDS
    printf '%s\n\n' "### $title"
    printf '| method | basis | error %% | 95 %% | log loss | AUC | features | vectors | processor s |\n|---|---|---|---|---|---|---|---|---|\n'
    for method in $methods; do
        [ -s "$rows/$name.$method" ] || measure "$name" "$method"
        cat "$rows/$name.$method"
    done
    echo
    echo "$name: $((SECONDS - before)) seconds" >&2
done
