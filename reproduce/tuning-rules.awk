# The lines of tuning_candidates of one set and method, to one line for each scheme and rule:
#   scheme rule folds error d se_d log_loss d_log_loss features empty auto seconds
# and, with a file `past` of T lines of "auto", d beside these. d: beside the untuned settings; empty, auto: share of the folds in
# which these are chosen. one-se, deviance, error and keep are those of fit/rule.c, the others were tried
# (docs/tuning-defaults.md). With $statistics of common.sh before it.
function before(a, b, key, n,    i) {   # by the figures key[1..n]
    for (i = 1; i <= n; i++) if (inner[a, key[i]] != inner[b, key[i]]) return inner[a, key[i]] < inner[b, key[i]]
    return 0
}
function least(key, n,    c, best) {
    best = ""
    for (c = 0; c <= n_grid; c++) if (done(c) && (best == "" || before(c, best, key, n))) best = c
    return best
}
function done(c) { return inner[c, "error"] !~ /nan/ }
function choose(rule,    best, limit, c) {
    best = rule ~ /deviance/ ? least(by_deviance, 2) : least(by_error, 3)
    if (best == "") return "auto"
    if (rule == "keep-paired") return done("auto") && inner[best, "worse"] >= -inner[best, "worse_se"] ? "auto" : best
    if (rule == "keep-deviance") return done("auto") && inner[best, "lower"] >= -inner[best, "lower_se"] ? "auto" : best
    if (rule == "keep-2") return done("auto") && inner[best, "worse"] >= -2 * inner[best, "worse_se"] ? "auto" : best
    if (rule == "keep")
        return done("auto") && inner["auto", "error"] <= inner[best, "error"] + inner[best, "error_se"] + 1e-12 ? "auto" : best
    if (rule == "keep-2-deviance") return done("auto") && inner[best, "lower"] >= -2 * inner[best, "lower_se"] ? "auto" : best
    if (rule == "error-auto") return done("auto") && inner[best, "worse"] >= 0 ? "auto" : best
    if (rule == "deviance-auto") return done("auto") && inner[best, "lower"] >= 0 ? "auto" : best
    if (rule != "one-se") return best
    limit = inner[best, "error"] + inner[best, "error_se"]
    for (c = 0; c <= n_grid; c++)
        if (done(c) && inner[c, "error"] + 0 <= limit + 1e-12 && before(c, best, by_size, 5)) best = c
    return best
}
function number(name) { return name == "empty" ? n_grid : name }
function untuned() { return fold in old ? old[fold] : errors["auto"] }
function untuned_loss() { return fold in old ? old_loss[fold] : losses["auto"] }
function conclude(    r, c, k, d) {
    for (r = 1; r <= n_rules; r++) {
        c = rule[r] == "untuned" ? "auto" : choose(rule[r])
        k = scheme SUBSEP rule[r]
        if (!(k in folds)) order[++n_order] = k
        d = (errors[c] - untuned()) / rows
        folds[k]++
        error[k] += errors[c] / rows
        ds[k, folds[k]] = d
        loss[k] += losses[c]
        loss_d[k] += losses[c] - untuned_loss()
        kept[k] += features[c]
        empty[k] += c == n_grid && c != "auto"
        auto[k] += c == "auto"
    }
}
BEGIN {
    FS = "\t"
    n_rules = split("untuned one-se deviance error keep keep-paired keep-deviance keep-2 keep-2-deviance " \
        "error-auto deviance-auto", rule, " ")
    while (past != "" && (getline line < past) > 0) {
        split(line, part, "\t")
        old[part[2]] = part[6]
        old_loss[part[2]] = part[7]
    }
    split("error not_empty deviance", by_error, " ")
    split("deviance not_empty", by_deviance, " ")
    split("features error not_empty deviance vectors", by_size, " ")
}
$1 == "T" {
    if ($3 == "empty") n_grid = last + 1; else if ($3 != "auto") last = $3
    c = number($3)
    fold = $2
    rows = $5
    errors[c] = $6; losses[c] = $7; features[c] = $8
}
$1 == "I" {
    if (scheme != "" && scheme != $3) delete inner
    scheme = $3
    c = number($4)
    inner[c, "error"] = $5 + 0; inner[c, "error_se"] = $6; inner[c, "deviance"] = $7 + 0; inner[c, "features"] = $8 + 0
    inner[c, "vectors"] = $9 + 0; inner[c, "worse"] = $10; inner[c, "worse_se"] = $11; inner[c, "lower"] = $12
    inner[c, "lower_se"] = $13; inner[c, "not_empty"] = $4 != "empty"
    if ($5 ~ /nan/) inner[c, "error"] = "nan"
}
$1 == "S" && $3 != "test" { conclude(); seconds[$3] += $4; delete inner }
END {
    for (i = 1; i <= n_order; i++) {
        k = order[i]
        split(k, part, SUBSEP)
        n = folds[k]
        for (j = 1; j <= n; j++) d_of[j] = ds[k, j]
        printf "%s\t%s\t%d\t%.5f\t%.5f\t%.5f\t%.4f\t%.4f\t%.1f\t%.2f\t%.2f\t%.3f\n",
            part[1], part[2], n, error[k] / n, mean(d_of, n), (n > 1 ? standard_error(d_of, n) : 0),
            loss[k] / n, loss_d[k] / n, kept[k] / n, empty[k] / n, auto[k] / n, seconds[part[1]] / n
    }
}
