# Untuned strengths of spr, min(MOST, c sqrt(log m / n)), on curves of test errors: what c and MOST of src/method/spr/spr.c are
# chosen by. A line of input is a set with one basis: shape, set, basis, n rows that train, m weights, error with the
# strength that it is held against, then strength:error of each candidate. Between two candidates errors are interpolated in ln
# strength. With $statistics of common.sh before it. A table: MOST, c, and for each group d and its standard error over the sets,
# in points; where a group has both bases of a set, the set counts once.
function at(strength,    i, share) {
    if (strength <= s[1]) return e[1]
    for (i = 2; i <= n_points; i++)
        if (strength <= s[i]) {
            share = log(strength / s[i - 1]) / log(s[i] / s[i - 1])
            return (1 - share) * e[i - 1] + share * e[i]
        }
    return e[n_points]
}
function least(a, b) { return a < b ? a : b }
function add(group, k, set, d,    i) {
    if (!(group in known)) { known[group] = 1; groups[++n_groups] = group }
    if (!((group, k, set) in place)) place[group, k, set] = ++count[group, k]
    i = place[group, k, set]
    ds[group, k, i] += d
    times[group, k, i]++
}
BEGIN {
    FS = "\t"
    n_limits = split("0.2 0.35 0.5", limit, " ")
    for (k = -6; k <= 2; k++) factor[++n_factors] = 2 ^ (k / 2)
}
{
    n_points = NF - 6
    for (i = 1; i <= n_points; i++) {
        split($(6 + i), part, ":")
        s[i] = part[1] + 0
        e[i] = part[2] + 0
    }
    for (l = 1; l <= n_limits; l++)
        for (k = 1; k <= n_factors; k++) {
            d = at(least(limit[l], factor[k] * sqrt(log($5 > 2 ? $5 : 2) / $4))) - $6
            add($1 ", " $3, l SUBSEP k, $2, d)
            add($1, l SUBSEP k, $2, d)
            add("all", l SUBSEP k, $2, d)
        }
}
END {
    printf "| most | c |"
    for (g = 1; g <= n_groups; g++) printf " %s (%d) |", groups[g], count[groups[g], 1, 1]
    printf "\n|---|---|"
    for (g = 1; g <= n_groups; g++) printf "---|"
    printf "\n"
    for (l = 1; l <= n_limits; l++)
        for (k = 1; k <= n_factors; k++) {
            printf "| %s | %.3f |", limit[l], factor[k]
            for (g = 1; g <= n_groups; g++) {
                n = count[groups[g], l, k]
                for (i = 1; i <= n; i++) a[i] = 100 * ds[groups[g], l, k, i] / times[groups[g], l, k, i]
                printf " %+.2f (%s) |", mean(a, n), (n > 1 ? sprintf("%.2f", standard_error(a, n)) : "-")
            }
            printf "\n"
        }
}
