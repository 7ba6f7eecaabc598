#!/usr/bin/env bash
# auto.sh: `auto` and `projection` with both teachers beside dense and sparse methods on ten sets, by honest cross-validation: the table
# of src/method/auto/README.md on standard output. SEEDS: the draws of folds; SETS, METHODS choose cases; ROWS names a directory that
# keeps results, so that a run that was interrupted goes on.
. "$(dirname "$0")/common.sh"
seeds=${SEEDS:-1}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"

# set, options
cases="\
colon-alon|--log
leukemia-golub|--log=20
duke-west-er|
duke-west-ln|
dlbcl-shipp|--log=20
prostate-singh|--log=10
leukemia-golub-3051|
srbct-khan|--log --positive RMS
breast-hedenfalk-22|--positive BRCA1
arcene|"

# name, options
methods="\
auto|--method auto
spr|--method spr --tune=cv:5 --set rule=deviance
svm|--method svm --basis identity
ridge|--method logistic --set alpha=0
committee|--method projection --set teacher=committee
projection|--method projection"

sets=${SETS:-$(cut -d'|' -f1 <<<"$cases")}
wanted=${METHODS:-$(cut -d'|' -f1 <<<"$methods")}
for name in $sets; do need "$data/$name/$name.csv.gz"; done

# evaluate SET METHOD SEED
evaluate() {
    local file=$rows/$1.$2.$3.json
    [ ! -s "$file" ] || return 0
    # shellcheck disable=SC2046  # options
    "$ardor" evaluate "$data/$1/$1.csv.gz" $(sed -n "s/^$1|//p" <<<"$cases") $(sed -n "s/^$2|//p" <<<"$methods") \
        --standardise samples --plan kfold:10 --seed "$3" --threads "$threads" --quiet --json </dev/null >"$file.new"
    mv "$file.new" "$file"
}

# cell SET METHOD: errors, log loss and features of the passes, and of auto the folds with spr.
cell() {
    local seed files=()
    for seed in $seeds; do files+=("$rows/$1.$2.$seed.json"); done
    awk -v passes="${#files[@]}" "$statistics"'
        function value_of(text, name,    at) {
            at = index(text, "\"" name "\": ")
            return substr(text, at + length(name) + 4) + 0
        }
        /^    \{"id": / {
            prob = value_of(substr($0, index($0, "\"prob\": ")), member("class"))
            loss -= log(prob > 1e-15 ? prob : 1e-15)
            wrong += member("class") != member("predicted")
            n++
        }
        /^    \{"fold": / { features += member("n_features"); sparse += member("model") == "spr"; folds++ }
        END { printf "%.1f %.3f %.0f %.1f\n", wrong / passes, loss / n, features / folds, sparse / passes }' "${files[@]}"
}

for name in $sets; do
    for method in $wanted; do
        for seed in $seeds; do evaluate "$name" "$method" "$seed"; done
    done
done
printf '| |'
for method in $wanted; do printf ' %s |' "$method"; done
printf '\n|---|'
for method in $wanted; do printf -- '---|'; done
printf '\n'
for name in $sets; do
    printf '| %s |' "$name"
    for method in $wanted; do
        read -r wrong loss features sparse < <(cell "$name" "$method")
        echo "$method $wrong $loss" >>"$work/sums"
        [ "$method" = auto ] && sparse=" ($sparse)" || sparse=""
        printf ' %s, %s, %s%s |' "$wrong" "$loss" "$features" "$sparse"
    done
    printf '\n'
done
printf '| all |'
for method in $wanted; do
    awk -v method="$method" '$1 == method { wrong += $2; loss += $3; n++ } END { printf " %.1f, %.3f |", wrong, loss / n }' "$work/sums"
done
printf '\n'
