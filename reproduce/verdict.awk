# verdict.awk: how a figure compares with a printed one, for the scripts here. README.md, "Verdicts", says why. Needs the functions of
# common.sh ($statistics).

# ---- standard errors of the difference of the two figures

# Errors of two classifiers on the same rows, of which the paper prints the number alone: the difference is that of the two kinds of
# rows on which they disagree, which are at least as many as the difference itself, and its variance is their number.
function se_same_rows(ours, printed) {
    se_how = "the same rows, of which at least that many are judged differently"
    return sqrt(distance(ours, printed))
}
function distance(a, b) { return a > b ? a - b : b - a }

# Means over draws of one set: n of ours with this standard error, of_paper printed. The paper prints no spread; ours stands for it.
# `nested`: ours are some of the paper's.
function se_draws(se, n, of_paper, nested) {
    se_how = nested ? n " of the paper's " of_paper " draws" : n " draws against " of_paper " others"
    return se * sqrt(nested ? (n < of_paper ? 1 - n / of_paper : 0) : 1 + n / of_paper)
}

# The same where the paper says that it has an average, and not over how many draws: over so many that it has no error of its own.
# The reason tells what it would be against a single draw.
function se_average(ours, printed, se, n) {
    se_how = sprintf("%d draws against an average over many; against one draw %.1f", n, se > 0 ? distance(ours, printed) / se / sqrt(1 + n) : 0)
    return se
}

# Two shares of n rows each (counts a, b), independent; 0 and n count as half a row away.
function se_shares(a, b, n) {
    se_how = "two binomial counts"
    return sqrt(share_variance(a, n) + share_variance(b, n))
}
function share_variance(k, n) {
    k = k < .5 ? .5 : k > n - .5 ? n - .5 : k
    return k * (1 - k / n)
}

# Both standard errors are known.
function se_both(a, b) {
    se_how = "both standard errors known"
    return sqrt(a ^ 2 + b ^ 2)
}

# ---- verdicts: two columns, what and why

# judged_mark: what every verdict of the figure carries, such as marked(..).
# good: 1, more is better; -1, less is; 0: neither.
function judged(ours, printed, good, se, digits,    d, text, beyond) {
    d = ours - printed
    beyond = good == 0 ? "differs" : d * good > 0 ? "at least as good" : "worse"
    text = sprintf("%+.*f", digits, d)
    if (se == "") {          # single counts, nothing else is known
        return (d == 0 ? "reproduced" : beyond) judged_mark "\t" text ", single figures"
    }
    text = text (se > 0 ? sprintf(", %.1f standard errors of the difference", distance(d, 0) / se) : "") " (" se_how ")"
    return (distance(d, 0) <= 2 * se ? "reproduced" : beyond) judged_mark "\t" text
}
# It cannot be compared: other data, another size, another protocol.
function judged_other(what, ours, printed, digits, why) {
    return "other " what judged_mark "\t" sprintf("%+.*f", digits, ours - printed) "; " why
}
function judged_unprinted(why) { return "no printed figure\t" why }
function judged_claim(holds, why) { return (holds ? "claim holds" : "claim does not hold") judged_mark "\t" why }

# What a verdict is to carry where some of the fits ended at the limit of their iterations.
function marked(at_limit, fits) { return at_limit > 0 ? sprintf(" (max_iter: %d of %d fits)", at_limit, fits) : "" }
