#!/usr/bin/env bash
# pfcvm-fig6.sh: Fig. 6 of Jiang, Li, Chen, Yao, de Rijke, 2017 (samples, features and time of the first 40 iterations of PFCVM_LP
# on splice), into reproduce/pfcvm-fig6.tsv. See README.md. Times depend on the machine; one thread.
. "$(dirname "$0")/common.sh"
out=$root/reproduce/pfcvm-fig6.tsv
table=$data/raetsch-splice/raetsch-splice.csv.gz
splits=$data/raetsch-splice/splits.csv.gz
iterations=40
need "$table" "$splits"

gzip -dc "$splits" | awk -F, '$1 == 1 && $3 == "train" { print $2 }' >"$work/rows"
gzip -dc "$table" | awk 'NR == FNR { chosen[$1]; next } FNR == 1 || (FNR - 1) in chosen' "$work/rows" - >"$work/train.csv"

printf '%s\t' setting iteration what printed ours share_of_first protocol verdict >"$work/table"
printf 'reason\n' >>"$work/table"
for setting in "c=1 alpha0=0.0001" "c=1 alpha0=1" "c=3 alpha0=1"; do
    # shellcheck disable=SC2046,SC2086  # words of options
    "$ardor" fit "$work/train.csv" --method pfcvm-lp --basis rbf $(printf -- '--set %s ' $setting) --set max_iter=$iterations \
        --trace --threads 1 --quiet --json -o "$work/model.json" >"$work/fit.json"
    awk -v setting="$setting" -v last=$iterations "$statistics$verdicts"'
    # The start, on which all of this depends, is not printed. Times are compared as shares of the first iteration.
    function row(what, printed, value, first, ours,    answer) {
        answer = n == last ? judged_other("start", ours, printed + 0, 3, "the paper does not print its own; one run") : judged_unprinted("")
        if (n == 1 || n % 10 == 0 || n == total)
            printf "%s\t%d\t%s\t%s\t%s\t%.3f\t%s\t%s\n", setting, n, what, n == last ? printed : "-", value, value / first,
                "training rows of the first partition at random (the paper'"'"'s is not known); rbf; standardise train; one thread", answer
    }
    NR == FNR { total += /"kkt_weights".*"seconds"/ && /^    / ; next }
    /^    \{"objective"/ {
        n++
        vectors = member("n_vectors"); features = member("n_features"); seconds = member("seconds")
        if (n == 1) { first_vectors = vectors; first_features = features; first_seconds = seconds }
        row("samples", 127, vectors, first_vectors, vectors)
        row("features", 17, features, first_features, features)
        row("seconds of CPU", ".027 of the first", sprintf("%.4f", seconds), first_seconds, seconds / first_seconds)
    }' "$work/fit.json" "$work/fit.json" >>"$work/table"
done
mv "$work/table" "$out"
echo "$out, $SECONDS seconds" >&2
