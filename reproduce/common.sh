# shellcheck shell=bash disable=SC2034
# Helpers of the scripts in this directory, which source it. ARDOR names the program, DATA the directory of the larger
# data sets, THREADS the number of threads (results do not depend on it).
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ardor=${ARDOR:-$root/build/ardor}
data=${DATA:-$root/../shared/data}
threads=${THREADS:-2}

die() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

[ -x "$ardor" ] || die "the program is not at $ardor; run make, or set ARDOR"

# need FILE...: all of them are there, or nothing is begun.
need() {
    local file missing=""
    for file in "$@"; do [ -r "$file" ] || missing="$missing $file"; done
    [ -z "$missing" ] || die "missing:$missing (DATA names the directory of the larger sets; README.md tells what they hold)"
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Functions shared by the awk programs of the scripts. member(NAME): a scalar member of the JSON object in $0, which stands
# on one line; its first occurrence counts.
statistics='
function member(name,    text) {
    if (!match($0, "\"" name "\": *(\"[^\"]*\"|[^,}]*)")) return ""
    text = substr($0, RSTART, RLENGTH)
    sub(/^"[^"]*": */, "", text)
    gsub(/"/, "", text)
    return text
}
function sort(a, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = a[i]
        for (j = i - 1; j >= 1 && a[j] > x; j--) a[j + 1] = a[j]
        a[j + 1] = x
    }
}
function quantile(a, n, q,    h, i) {      # of sorted values, interpolated
    h = 1 + (n - 1) * q
    i = int(h)
    return i >= n ? a[n] : a[i] + (h - i) * (a[i + 1] - a[i])
}
function mean(a, n,    i, s) { for (i = 1; i <= n; i++) s += a[i]; return s / n }
function standard_error(a, n,    i, s, m) {
    m = mean(a, n)
    for (i = 1; i <= n; i++) s += (a[i] - m) ^ 2
    return sqrt(s / (n - 1) / n)
}
function t_quantile(df,    z) {             # 97.5 %, by Cornish and Fisher: within .002 from 10 degrees of freedom on
    z = 1.959963985
    return z + (z ^ 3 + z) / (4 * df) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2)
}
function wilson(k, n, sign,    z, share) {  # bound of a share k/n
    z = 1.959963985
    share = k / n
    return (share + z * z / (2 * n) + sign * z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))) / (1 + z * z / n)
}
'

# Standard errors of differences, and verdicts.
verdicts=$(<"$root/reproduce/verdict.awk")

# not_run COLUMNS LINES: rows of a table of so many columns, the last two of which are verdict and reason. A line is the leading
# columns joined by |, the printed figure in its place, then # and the reason.
not_run() {
    awk -F'#' -v columns="$1" '
        NF == 2 {
            n = split($1, field, "|")
            for (i = 1; i <= columns - 2; i++) printf "%s\t", i <= n ? field[i] : ""
            print "not run\t" $2
        }' <<<"$2"
}
