#!/usr/bin/env bash
# rivals.sh: the familiar methods that the papers print beside their own, from data to reproduce/rivals.tsv. See README.md.
# TABLES chooses of: expression draws errors ard-ep percent. PARTITIONS is how many partitions of a set Table II of PFCVM gets, 20
# at most; ROWS names a directory that keeps what is done, so that a run that was interrupted goes on, and one with other TABLES
# adds to the table. What is not done stands in the table as not measured.
. "$(dirname "$0")/common.sh"
. "$root/reproduce/rows.sh"
out=$root/reproduce/rivals.tsv
tables=${TABLES:-expression draws errors ard-ep percent}
partitions=${PARTITIONS:-20}
rows=${ROWS:-$work/rows}
mkdir -p "$rows"

# ---- one figure, or two

# rival GROUP TABLE RIVAL METHOD BASIS SET OPTIONS FILE PLAN PRINTED FIRST WHAT MAKER...: evaluates METHOD, unless that is done or
# GROUP is not in TABLES. MAKER, a function of rows.sh, makes rows of the result; of those that have WHAT, a regular expression,
# in the column FIRST, that column and what follows go into ROWS.
rival() {
    local group=$1 table=$2 name=$3 method=$4 basis=$5 set=$6 options=$7 file=$8 plan=$9 printed=${10} first=${11} what=${12}
    local key before=$SECONDS
    shift 12
    key=$(tr -cs 'A-Za-z0-9\n' - <<<"$table.$set.$name.$method.$basis.$options.$(basename "$plan")")
    printf '%s\t%s|%s|%s|%s %s||%s#not measured: %s\n' "$key" "$table" "$set" "$name" "$method" "$basis" "$printed" "${options:-default settings}" \
        >>"$work/order"
    [[ " $tables " == *" $group "* ]] && [ ! -s "$rows/$key" ] || return 0
    # shellcheck disable=SC2086  # options
    if "$ardor" evaluate "$file" --method "$method" --basis "$basis" --plan "$plan" $options --seed 1 --threads "$threads" \
        --quiet --json </dev/null >"$work/result.json" && "$@" <"$work/result.json" >"$work/rows.new"; then
        awk -F'\t' -v given="$table\t$set\t$name\t$method $basis" -v first="$first" -v what="$what" '$first ~ what {
            printf "%s", given
            for (i = first; i <= NF; i++) printf "\t%s", $i
            print ""
        }' "$work/rows.new" >"$work/rows.kept" && mv "$work/rows.kept" "$rows/$key"
    else
        echo "$table, $set, $name: failed" >&2
    fi
    echo "$table, $set, $name: $((SECONDS - before)) seconds" >&2
}

# ---- leave-one-out on gene expression: Table 1 of the JCFO paper, 1.1 and 1.4 of the chapter, V of the PFCVM paper

table1="JCFO 1, chapter 1.1"
table1_sets="\
colon-alon|--log
leukemia-golub|--log=20"
# rival, method, basis, as it is (plain) or tuned in each fold, % correct as printed on colon and leukemia.
table1_rivals="\
AdaBoost, stumps|adaboost|identity|plain|72.6 95.8
SVM, linear|svm|linear|plain tuned|77.4 94.4
SVM, quadratic|svm|poly:2|plain tuned|74.2 95.8
logistic, no kernel|logistic|identity|plain tuned|71.0 97.2"

expression() {
    local name prepare method basis modes printed mode words options rival_name column=0
    while IFS='|' read -r name prepare; do
        column=$((column + 1))
        while IFS='|' read -r rival_name method basis modes printed; do
            printed=$(cut -d' ' -f$column <<<"$printed")
            for mode in $modes; do
                words="leave-one-out; $prepare; standardise train; default settings"
                options="$prepare"
                if [ "$mode" = tuned ]; then
                    words="leave-one-out; $prepare; standardise train; each fold tunes by cv:5, one-se"
                    options="$prepare --tune=cv:5 --set rule=one-se"
                fi
                rival expression "$table1" "$rival_name" "$method" "$basis" "$name" "$options" \
                    "$data/$name/$name.csv.gz" loo "$printed" 5 correct \
                    loo_rows "$name" "$method" "$basis" "$mode" "$words" "$printed"
            done
        done <<<"$table1_rivals"
    done <<<"$table1_sets"
}

# The linear SVM, set, printed, what is other. In the chapter the 2000 genes of highest FDR are those of all samples.
fdr_sets="\
duke-west-er|97.4|44 samples, the chapter has 38
duke-er-46|97.4|46 samples, the chapter has 38
duke-west-ln|78.9|49 samples, the chapter has 38"
genes_sets="\
colon-alon|83.87|
leukemia-golub|87.50|
duke-west-er|85.71|44 samples, the paper has 42"

fdr_and_genes() {
    local name printed difference options words other
    while IFS='|' read -r name printed difference; do
        for options in "" "--protocol leaky"; do
            words="leave-one-out; each fold chooses its 2000 genes; C as it is"
            [ -z "$options" ] || words="leave-one-out; standardised, and the 2000 genes chosen, on all samples; C as it is"
            rival expression "chapter 1.4" "SVM, linear" svm linear "$name" "--filter fdr:2000 $options" \
                "$data/$name/$name.csv.gz" loo "$printed" 5 correct \
                loo_rows "$name" svm linear "" "$words" "$printed" data "$difference"
        done
    done <<<"$fdr_sets"
    while IFS='|' read -r name printed difference; do
        for options in "--tune=cv:5 --set rule=one-se" "--protocol leaky --tune=cv:5 --set rule=error"; do
            other=()
            words="leave-one-out; each sample standardised, then features by the training rows; each fold tunes by cv:5"
            if [[ $options == *leaky* ]]; then
                words="leave-one-out; samples, then features standardised over all rows; settings with the least error of the plan itself"
            else
                other=(protocol "the paper chooses its settings on the samples that it tests")
            fi
            [ -z "$difference" ] || other=(data "$difference")
            rival expression "PFCVM V" SVM svm linear "$name" "--standardise samples $options" \
                "$data/$name/$name.csv.gz" loo "$printed" 5 correct \
                loo_rows "$name" svm linear "" "$words" "$printed" "${other[@]}"
        done
    done <<<"$genes_sets"
}

# ---- partitions of colon, Table 1.2 of the chapter, and of breast-cancer, Table 1 of the ARD-EP paper

colon_draws() {
    local colon=$data/colon-alon/colon-alon.csv.gz plan=splits:$data/colon-alon/splits.csv.gz
    local words="100 draws of 50 and 12 rows at random; --log; standardise train" unsaid="what the printed figure was measured on is not said"
    rival draws "chapter 1.2" SVM-RFE svm-rfe identity colon-alon --log "$colon" "$plan" 12.5 3 error \
        percent_rows colon-alon svm-rfe "$words; 10 genes" 12.5 - 500 new "" inside
    rival draws "chapter 1.2" SVM-RFE svm-rfe identity colon-alon "--log --tune=cv:5 --set rule=error" "$colon" "$plan" 12.5 3 error \
        percent_rows colon-alon svm-rfe "$words; number of genes by cv:5 inside, least error" 12.5 - 500 new "" inside
    rival draws "chapter 1.2" "zero-norm minimisation" svm-l0 identity colon-alon --log "$colon" "$plan" 11.1 3 error \
        percent_rows colon-alon svm-l0 "$words; default settings" 11.1 - 500 new "" inside
    rival draws "chapter 1.2" "zero-norm minimisation" svm-l0 identity colon-alon "--log --tune=cv:5 --set rule=error" "$colon" "$plan" \
        11.1 3 error percent_rows colon-alon svm-l0 "$words; C by cv:5 inside, least error" 11.1 - 500 new "" inside
    rival draws "chapter 1.2" "SVM, radius/margin gradient" svm-rm identity colon-alon --log "$colon" "$plan" 11.1 3 error \
        percent_rows colon-alon svm-rm "$words; default settings" 11.1 - 500 new "$unsaid" inside
    rival draws "chapter 1.2" "SVM, radius/margin gradient" svm-rm identity colon-alon "--log --set k=10" "$colon" "$plan" 11.1 3 error \
        percent_rows colon-alon svm-rm "$words; 10 genes" 11.1 - 500 new "$unsaid" inside
    rival draws "chapter 1.2" "SVM, radius/margin gradient" svm-rm identity colon-alon "--log --tune=cv:5 --set rule=error" \
        "$colon" "$plan" 11.1 3 error \
        percent_rows colon-alon svm-rm "$words; C by cv:5 inside, least error" 11.1 - 500 new "$unsaid" inside
    rival draws "chapter 1.2" "RVM, no kernel" rvm identity colon-alon --log "$colon" "$plan" 14.6 3 error \
        percent_rows colon-alon rvm "$words; default settings" 14.6 - 100 new "" inside
}

breast_cancer() {
    local folder=$data/raetsch-breast-cancer
    rival ard-ep "ARD-EP 1" SVM svm rbf breast-cancer "--set sigma=5 --standardise none --tune=cv:10 --set rule=error" \
        "$folder/raetsch-breast-cancer.csv.gz" "splits:$folder/splits_100_177.csv.gz" 28.05 3 error \
        percent_rows breast-cancer svm \
        "data as they are; 50 partitions at random, the paper's are not known; sigma 5; C by cv:10 inside, least error" 28.05 - 50 new "" inside
}

# ---- Table 2 of the JCFO paper

# rival, method, basis, options, in words, errors printed on ripley, pima, crabs and wbc, what is other.
table2_rivals="\
linear discriminant|lda|identity||nothing is tuned|- 67 3 19|
Gaussian process, ARD|gp|rbf||scales by the evidence|92 67 3 8|
SVM, scales learnt|svm|rbf|--tune=cv:5 --set rule=error|C and one scale by cv:5 inside, least error|106 64 4 9|the paper's SVM learns a scale for each feature
logistic|logistic|identity|--set alpha=0 --set lam=.01|a ridge of .01, nearly maximum likelihood|- 66 4 -|"

errors() {
    local case name_of_set table splits rest method basis options words printed difference line column rival_name
    while read -r case; do
        IFS='|' read -r name_of_set _ _ table splits rest <<<"$case"
        case $name_of_set in ripley) column=1 ;; pima) column=2 ;; crabs) column=3 ;; *) column=4 ;; esac
        while IFS='|' read -r rival_name method basis options words printed difference; do
            line=$case
            [ -z "$difference" ] || line=$(sed -E "s/\|(draw|same)\|\$/|method|/" <<<"$case")
            [[ $line != *"|method|" ]] || line=${line%method|}"protocol|$difference"
            printed=$(cut -d' ' -f$column <<<"$printed")
            rival errors "JCFO 2" "$rival_name" "$method" "$basis" "$name_of_set" "$options" \
                "$table" "splits:$splits" "$printed" 5 errors \
                errors_rows "$line" "$method" "" "$words" "$printed"
        done <<<"$table2_rivals"
    done <<<"$jcfo_table2_cases"
}

# ---- Table II of the PFCVM paper

# Errors in % and areas under the curve times 100, as printed: set, then k-NN, LDA, SVM, SMLRB, mRMR.
table_ii="\
australian|14.14 85.85|13.67 92.88|15.62 89.95|13.71 86.61|13.37 92.32
banana|11.26 88.40|47.00 53.31|10.42 96.15|55.11 51.53|10.57 96.19
breast-cancer|29.98 60.12|27.17 71.19|28.94 64.87|32.27 66.35|26.45 69.62
pima-768|25.83 68.00|23.41 82.71|23.43 82.94|26.46 74.76|23.73 82.06
image|2.82 96.97|16.89 81.80|3.27 99.37|17.76 81.09|3.29 99.27
ionosphere|14.51 81.29|- -|8.45 97.57|19.77 73.13|9.78 93.89
flare-solar|35.83 64.30|34.41 66.53|35.48 68.69|33.04 66.98|34.09 72.90
splice|22.02 77.31|16.15 91.88|10.46 96.13|16.26 83.70|9.83 95.88
thyroid|4.36 94.14|14.44 86.67|4.84 98.99|10.12 84.70|5.35 97.99
titanic|30.08 63.36|22.67 71.09|22.45 70.70|23.72 69.95|39.60 68.20
waveform|11.00 88.63|14.94 86.90|10.04 96.46|22.57 83.10|10.65 96.07"

# rival, method, basis, options, in words. SIZES stands for the sizes of the filter that a set has.
table_ii_rivals="\
k-NN|knn|identity|--tune=first:5|neighbours by the median error of the first 5 partitions
LDA|lda|identity||nothing is tuned
SVM|svm|rbf|--tune=first:5|C and scale by the median error of the first 5 partitions
SMLR, rate integrated out|smlr|identity|--set bayes=yes|no kernel; nothing is tuned
mRMR, PCVM|pcvm|rbf|--filter mrmr:SIZES --tune=first:5|features and scale by the median error of the first 5 partitions"

# sizes P: 1, 2, 4, .. below P, and P.
sizes() {
    local size=1 all=""
    while [ $size -lt "$1" ]; do
        all="$all$size,"
        size=$((size * 2))
    done
    echo "$all$1"
}

percent() {
    local name folder file draws of_paper remark difference rival_name method basis options words printed column=1 features inside
    while IFS='|' read -r rival_name method basis options words; do
        column=$((column + 1))
        inside=inside
        [[ $options != *first:* ]] || inside=""
        while IFS='|' read -r name folder file draws of_paper remark difference; do
            [ "$draws" -le "$partitions" ] || draws=$partitions
            gzip -dc "$data/$folder/$file.csv.gz" | awk -F, -v draws="$draws" 'NR == 1 || $1 <= draws' >"$work/$name.csv"
            features=$(gzip -dc "$data/$folder/$folder.csv.gz" | awk -F, 'NR == 1 { print NF - 1 }')
            printed=$(awk -F'|' -v set="$name" -v column=$column '$1 == set { print $column }' <<<"$table_ii")
            rival percent "PFCVM II" "$rival_name" "$method" "$basis" "$name" "${options/SIZES/$(sizes "$features")}" \
                "$data/$folder/$folder.csv.gz" "splits:$work/$name.csv" "$printed" 3 "error|area" \
                percent_rows "$name" "$method" "standardise train; $words; $remark" "${printed% *}" "${printed#* }" \
                "${of_paper% *}" "${of_paper#* }" "$difference" "$inside"
        done <<<"$pfcvm_table2_cases"
    done <<<"$table_ii_rivals"
}

absent="there is no such method here"
others="\
chapter 1.4|Lund|SVM, linear|svm linear|% correct|87.9#the data could not be had
JCFO 2|pima, crabs|neural network||errors|75, 3#$absent
PFCVM II|all|WSVM||error, %|a figure a set#$absent
PFCVM V|all|SVM on the features that PFCVM_LP chose||% correct|a figure a set#features chosen by one method on all samples for another: a leak"

for name in colon-alon leukemia-golub duke-west-er duke-er-46 duke-west-ln; do need "$data/$name/$name.csv.gz"; done
need "$data/colon-alon/splits.csv.gz" "$data/raetsch-breast-cancer/splits_100_177.csv.gz"
while IFS='|' read -r _ _ _ table splits _; do need "$table" "$splits"; done <<<"$jcfo_table2_cases"
while IFS='|' read -r _ folder file _; do need "$data/$folder/$folder.csv.gz" "$data/$folder/$file.csv.gz"; done <<<"$pfcvm_table2_cases"

: >"$work/order"
fdr_and_genes
expression
colon_draws
errors
breast_cancer
percent

printf '%s\t' table set rival method what printed ours standard_error low high interval draws protocol verdict >"$work/table"
printf 'reason\n' >>"$work/table"
while IFS=$'\t' read -r key line; do
    if [ -s "$rows/$key" ]; then cat "$rows/$key"; else not_run 15 "$line"; fi
done <"$work/order" >>"$work/table"
not_run 15 "$others" >>"$work/table"
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
