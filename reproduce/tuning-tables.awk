# Figures of tuning-defaults.sh to tables: of each shape and method, and of each shape and family of jcfo and spr (bilinear,
# curved), where a set counts once. Columns: scheme, rule, sets, error, d, its standard error over the sets, log loss beside the untuned, features,
# share of folds in which the empty model and the untuned settings are chosen, seconds of the inner fits. Errors in %.
# With $statistics of common.sh before it.
function family(method) { return method !~ /^(jcfo|spr):/ ? "" : method ~ /:(linear|identity)$/ ? "bilinear" : "curved" }
function add(group, set, key, d, error, loss, features, empty, auto, seconds,    k) {
    k = group SUBSEP key
    if (!(group in seen)) { seen[group] = 1; groups[++n_groups] = group }
    if (!(k in known)) { known[k] = 1; keys[group, ++n_keys[group]] = key }
    if (!((k SUBSEP set) in times)) members[k, ++n_sets[k]] = set
    times[k, set]++
    ds[k, set] += d; errors[k, set] += error; losses[k, set] += loss; kept[k, set] += features
    empties[k, set] += empty; autos[k, set] += auto; spent[k, set] += seconds
}
function line(group, key,    k, i, s, n, part, d, error, loss, features, empty, auto, seconds, m, se) {
    k = group SUBSEP key
    n = n_sets[k]
    for (i = 1; i <= n; i++) {
        s = members[k, i]
        m = times[k, s]
        d[i] = ds[k, s] / m
        error += errors[k, s] / m; loss += losses[k, s] / m; features += kept[k, s] / m
        empty += empties[k, s] / m; auto += autos[k, s] / m; seconds += spent[k, s] / m
    }
    se = n > 1 ? standard_error(d, n) : 0
    split(key, part, SUBSEP)
    printf "| %s | %s | %d | %.2f | %+.2f | %.2f | %s | %+.3f | %.1f | %.2f | %.2f | %.3f |\n", part[1], part[2], n,
        100 * error / n, 100 * mean(d, n), 100 * se, (mean(d, n) <= se ? "yes" : "no"), loss / n, features / n, empty / n,
        auto / n, seconds / n
}
# Of schemes but cv:5 and alo only the rules that were taken, unless all are asked for (-v full=1). Of alo there are no paired
# differences, and no rules that need them.
function wanted(key,    part) {
    split(key, part, SUBSEP)
    if (full) return 1
    if (part[1] == "alo" && part[2] ~ /^(keep-paired|keep-2|keep-deviance)$/) return 0
    if (part[1] ~ /^(cv:5|alo)$/) return part[2] ~ /^(untuned|one-se|deviance|error|keep|keep-paired|keep-2|keep-deviance)$/
    return part[1] != "loo" && part[2] ~ /^(one-se|keep)$/
}
BEGIN { FS = "\t" }
{
    key = $4 SUBSEP $5
    add($1 ", " $3, $2, key, $8, $7, $11, $12, $13, $14, $15)
    if (family($3) != "") add($1 ", " family($3), $2, key, $8, $7, $11, $12, $13, $14, $15)
}
END {
    for (g = 1; g <= n_groups; g++) {
        printf "\n### %s\n\n", groups[g]
        print "| scheme | rule | sets | error | d | se | admissible | log loss | features | empty | untuned | s |"
        print "|---|---|---|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= n_keys[groups[g]]; i++) if (wanted(keys[groups[g], i])) line(groups[g], keys[groups[g], i])
    }
}
