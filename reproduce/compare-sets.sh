#!/usr/bin/env bash
# compare-sets.sh [SET..]: familiar and sparse methods on thirty-five sets by one `ardor compare`: what docs/which-method.md is made of.
# OUT is a directory (default: build/compare-sets) for the result, its tables and the file of finished folds, from
# which an interrupted run goes on. MOST_ROWS: rows of a set at most (250); METHODS: others.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/sets.sh"
out=${OUT:-$root/build/compare-sets}
methods="majority,logistic:alpha=0.5,svm:basis=identity,svm:basis=rbf,gp:tune=none,bpm,spr,jcfo:basis=linear,jcfo:basis=rbf"
methods="$methods,projection:tune=none,auto,rvm:basis=identity,rvm:basis=rbf,adaboost:tune=none,knn"
methods=${METHODS:-$methods}
mkdir -p "$out"
tables=()
for name in ${*:-$wide_sets $middle_sets $small_sets}; do
    [ -s "$out/$name.csv" ] || { set_table "$name" "$out/part" && mv "$out/part" "$out/$name.csv"; }
    tables+=("$out/$name.csv")
done
"$ardor" compare "${tables[@]}" --methods "$methods" --tune --impute median --plan kfold:5 --threads "$threads" --checkpoint "$out/folds" \
    --output "$out/result.json" --table "cells=$out/cells.csv" >"$out/summary.txt"

# summarise TITLE SET...: the methods of the cells, over these sets.
summarise() {
    local title=$1
    shift
    awk -F, -v title="$title" -v wanted="$*" '
        BEGIN { n_wanted = split(wanted, list, " "); for (i = 1; i <= n_wanted; i++) is_wanted[list[i]] = 1 }
        NR == 1 { for (j = 1; j <= NF; j++) at[$j] = j; next }
        !is_wanted[$at["data"]] || $at["status"] != "done" { next }
        {
            data = $at["data"]; name = $at["name"]
            if (!(name in seen)) { seen[name] = 1; method[++n_methods] = name }
            if (!(data in known)) { known[data] = 1; n_sets++; sets[n_sets] = data }
            error[data, name] = $at["error"]; sum[name] += $at["error"]; loss[name] += $at["log_loss"]; n[name]++
            share[name] += $at["n_features"] / $at["p"]
        }
        END {
            for (s = 1; s <= n_sets; s++) {
                least = 2
                for (m = 1; m <= n_methods; m++) if (error[sets[s], method[m]] + 0 < least) least = error[sets[s], method[m]] + 0
                for (m = 1; m <= n_methods; m++) {
                    e = error[sets[s], method[m]] + 0
                    better = same = 0
                    for (k = 1; k <= n_methods; k++) { o = error[sets[s], method[k]] + 0; better += o < e; same += o == e }
                    rank[method[m]] += 1 + better + (same - 1) / 2
                    first[method[m]] += e == least
                }
            }
            printf "### %s: %d sets\n\n| method | mean error %% | mean log loss | mean rank | least error on | features used %% |\n", title, n_sets
            print "|---|---|---|---|---|---|"
            for (m = 1; m <= n_methods; m++) {
                name = method[m]
                if (n[name] < n_sets) { printf "| `%s` | %d of %d sets only | | | | |\n", name, n[name], n_sets; continue }
                printf "| `%s` | %.1f | %.3f | %.1f | %d | %.0f |\n", name, 100 * sum[name] / n[name], loss[name] / n[name],
                    rank[name] / n_sets, first[name], 100 * share[name] / n[name]
            }
            print ""
        }' "$out/cells.csv"
}

summarise "Thousands of features, tens of samples" $wide_sets
summarise "Tens to hundreds of features" $middle_sets
summarise "Few features" $small_sets
awk -F, 'NR == 1 { for (j = 1; j <= NF; j++) at[$j] = j; next }
    { data = $at["data"]; name = $at["name"]; error[data, name] = $at["status"] == "done" ? sprintf("%.1f", 100 * $at["error"]) : "-"
      if (!(name in seen)) { seen[name] = 1; method[++n_methods] = name }
      if (!(data in known)) { known[data] = 1; sets[++n_sets] = data; rows[data] = $at["n"]; columns[data] = $at["p"] } }
    END { printf "### Errors, %%\n\n| set | rows | features"
        for (m = 1; m <= n_methods; m++) printf " | `%s`", method[m]
        printf " |\n|---|---|---"
        for (m = 1; m <= n_methods; m++) printf "|---"
        print "|"
        for (s = 1; s <= n_sets; s++) {
            printf "| %s | %d | %d", sets[s], rows[sets[s]], columns[sets[s]]
            for (m = 1; m <= n_methods; m++) printf " | %s", error[sets[s], method[m]]
            print " |" } }' "$out/cells.csv"
