#!/usr/bin/env bash
# null-labels.sh PROGRAM SOURCE [DATA [SEEDS]]: does tuning say so where there is nothing to learn, and only there? On two gene
# sets with their labels permuted (SEEDS times each, 20 by default) a fit must end in the null model or say that there is no
# evidence that anything was learnt: 90 % of all the fits at least, 3 in 4 of each set and method. On the true labels of five
# sets none may. DATA: the folder of the sets, by default SOURCE/../shared/data; without it, or without Python, which permutes
# the labels, nothing is run.
. "$2/tests/cli/common.sh" "$1" "$2"
sets=${3:-$2/../shared/data}
seeds=${4:-20}
[ -d "$sets" ] || { echo "null-labels: skipped, there is no folder $sets"; finish; exit; }
command -v python3 >/dev/null || { echo "null-labels: skipped, there is no python3"; finish; exit; }
methods=("jcfo --basis linear" spr projection)

# Raw intensities need their logarithm, those with values below 0 a floor.
log_of() {
    case $1 in
    colon-alon) echo --log ;;
    leukemia-golub | dlbcl-shipp | prostate-singh) echo --log=20 ;;
    esac
}

# "null", "unlearnt" or "learnt", the features kept, the training and the inner error.
fit_of() {
    expect 0 fit "$1" $(log_of "$2") --tune --method $3 --threads 1 -q -o model.json --json
    python3 -c '
import json
fit = json.load(open("out"))
chosen = fit["tune"]["candidates"][fit["tune"]["chosen"]]
print("null" if fit["null_model"] else "learnt" if fit["tune"]["learnt"] else "unlearnt", fit["n_features"],
      fit["train_error"], chosen["error"], fit["tune"]["baseline"]["error"])'
}

permuted() {
    python3 - "$1" "$2" <<'END'
import gzip, random, sys
header, *rows = gzip.open(sys.argv[1], "rt").read().split("\n")
rows = [row.rsplit(",", 1) for row in rows if row]
label = [row[1] for row in rows]
random.Random(int(sys.argv[2])).shuffle(label)
open("permuted.csv", "w").write("\n".join([header] + [row[0] + "," + l for row, l in zip(rows, label)]) + "\n")
END
}

echo "labels permuted: of $seeds fits each, null, not learnt, learnt (those: seed, features, training, inner, baseline error)"
all=0
for set in colon-alon dlbcl-shipp; do
    for m in "${!methods[@]}"; do : >"found.$m"; done
    for seed in $(seq "$seeds"); do
        permuted "$sets/$set/$set.csv.gz" "$seed"
        for m in "${!methods[@]}"; do echo "$(fit_of permuted.csv $set "${methods[m]}") $seed" >>"found.$m"; done
    done
    for m in "${!methods[@]}"; do
        null=$(grep -c '^null' "found.$m") unlearnt=$(grep -c '^unlearnt' "found.$m")
        printf '  %-12s %-20s %3d %3d %3d ' $set "${methods[m]}" "$null" "$unlearnt" $((seeds - null - unlearnt))
        awk '$1 == "learnt" { printf " (%d: %d %.3f %.3f %.3f)", $6, $2, $3, $4, $5 } END { print "" }' "found.$m"
        all=$((all + null + unlearnt))
        [ $((4 * (null + unlearnt))) -ge $((3 * seeds)) ] || fail "$set ${methods[m]}: $((null + unlearnt)) of $seeds"
    done
done
echo "  all $all of $((6 * seeds))"
[ $((10 * all)) -ge $((54 * seeds)) ] || fail "permuted labels: $all of $((6 * seeds)), fewer than 90 %"

echo "true labels: features, training, inner, baseline error"
for set in colon-alon leukemia-golub dlbcl-shipp prostate-singh duke-west-er; do
    for method in "${methods[@]}"; do
        found=$(fit_of "$sets/$set/$set.csv.gz" $set "$method")
        printf '  %-14s %-20s %s\n' $set "$method" "$found"
        [ "${found%% *}" = learnt ] || fail "$set $method on its own labels: $found"
    done
done
finish
