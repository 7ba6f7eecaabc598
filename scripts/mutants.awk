# Mutants of source files, at most one of each covered line.
#
#     awk -v seed=N -f mutants.awk COVERED CODE SOURCE...
#
# COVERED has the lines that tests run, as FILE:NUMBER; CODE is all the sources, one behind the other, with spaces for comments and
# for what is in strings (strip.awk -v keep_columns=1). Printed are, with tabs between: a rank, folder, file, number of the line, operator,
# the line, and what the mutant has in its place. Ranks, and which of its mutants a line gives, are hashes of seed, file and text:
# they do not change when lines move or others are added, so the lowest ranks of a seed stay mostly the same.
#
# Not touched: the room of buffers (NEW, EXTEND, sizeof, arrays, what is called room), where more is as good; frees, closes and
# locks, which only sanitizers miss; assertions; macros; heads of functions; calls whose two arguments may change places.

function hash(text, h, i) {
    h = seed % 1000003 + 17
    for (i = 1; i <= length(text); i++) h = (h * 31 + code_of[substr(text, i, 1)]) % 2147483647
    for (i = 0; i < 4; i++) h = (h * (h % 32749 + 1) + 12345) % 2147483647 # what is linear would only turn the order of seeds
    return h
}

# take OPERATOR FROM LENGTH TEXT: the line with TEXT for LENGTH characters from FROM on.
function take(operator, from, len, text) {
    found++
    kind[found] = operator
    result[found] = substr(line, 1, from - 1) text substr(line, from + len)
}

# Every place of a token that has spaces around it, or ends the line.
function replace_all(operator, token, text, at, from) {
    from = 1
    while ((at = index(substr(code " ", from), " " token " ")) > 0) {
        from += at
        take(operator, from, length(token), text)
    }
}

function relations() {
    replace_all("relation", "<", "<="); replace_all("relation", "<=", "<")
    replace_all("relation", ">", ">="); replace_all("relation", ">=", ">")
    replace_all("relation", "==", "!="); replace_all("relation", "!=", "==")
    replace_all("relation", "&&", "||"); replace_all("relation", "||", "&&")
}

function signs(at, from) {
    replace_all("sign", "+", "-"); replace_all("sign", "-", "+")
    replace_all("sign", "*", "/"); replace_all("sign", "/", "*")
    replace_all("sign", "+=", "-="); replace_all("sign", "-=", "+=")
    replace_all("sign", "*=", "/="); replace_all("sign", "/=", "*=")
    for (from = 1; match(substr(code, from), /([(,=?:] ?|return )-[A-Za-z(]/); from = at) {
        at = from + RSTART + RLENGTH - 2 # behind the minus
        take("sign", at - 1, 1, "")
    }
}

# Numbers, indices, and the ends of loops.
function offsets(at, from, word) {
    for (from = 1; match(substr(code, from), /[A-Za-z_0-9.]*[0-9][A-Za-z_0-9.]*/); from = at + RLENGTH) {
        at = from + RSTART - 1
        word = substr(code, at, RLENGTH)
        if (word ~ /^[0-9]+$/ && substr(code, at - 1, 3) != "{0}") take("off by one", at, RLENGTH, word + 1)
    }
    for (from = 1; match(substr(code, from), /[A-Za-z_0-9\])]\[[0-9.>* +-]*[A-Za-z_][A-Za-z_0-9.>* +-]*\]/); from = at + 1) {
        at = from + RSTART + RLENGTH - 2 # the bracket that closes
        take("off by one", at, 0, " + 1")
    }
    if (match(code, / <=? [A-Za-z_0-9.>-]+;/)) take("off by one", RSTART + RLENGTH - 1, 0, " - 1")
}

# Decimal constants, and values that are computed in the line.
function factors(at, from, word, value, outside) {
    for (from = 1; match(substr(code, from), /[A-Za-z_0-9.]*[0-9][A-Za-z_0-9.]*(e-[0-9]+)?/); from = at + RLENGTH) {
        at = from + RSTART - 1
        word = substr(code, at, RLENGTH)
        if (word ~ /^[0-9]*\.?[0-9]*(e-?[0-9]+)?$/ && word ~ /[.e]/ && word + 0 != 0)
            take("factor 2", at, RLENGTH, "(2 * " word ")")
    }
    if (!match(code, /( [-+*\/]?= |return ).*;$/)) return
    at = RSTART + (substr(code, RSTART) ~ /^return/ ? 7 : index(substr(code, RSTART + 1), " ") + 1)
    value = substr(code, at, length(code) - at)
    outside = value
    while (gsub(/\([^()]*\)/, "", outside)) continue
    if (value !~ /[<>=?{!&|;"]/ && (outside ~ / [-+*\/] / || value ~ /^-?\(/))
        take("factor 2", at, length(value), "2 * (" substr(line, at, length(value)) ")")
}

# closing FROM: where the bracket is closed that FROM opens; 0: not in this line.
function closing(from, at, depth, c) {
    for (at = from; at <= length(code); at++) {
        c = substr(code, at, 1)
        if (c == "(" || c == "[" || c == "{") depth++
        if ((c == ")" || c == "]" || c == "}") && --depth == 0) return at
    }
    return 0
}

# Of every call in the line, two arguments that stand side by side and are both names, or both numbers.
function arguments_of(from, end, at, start, depth, c, n, i) {
    n = 1
    start[1] = from + 1
    for (at = from; at < end; at++) {
        c = substr(code, at, 1)
        if (c ~ /[(\[{]/) depth++
        if (c ~ /[)\]}]/) depth--
        if (c == "," && depth == 1) start[++n] = at + 2
    }
    start[n + 1] = end + 2
    for (i = 1; i < n; i++) swap(start[i], start[i + 1] - 2 - start[i], start[i + 1], start[i + 2] - 2 - start[i + 1])
}

function swap(first, first_length, second, second_length, a, b) {
    a = substr(line, first, first_length)
    b = substr(line, second, second_length)
    if (a == b || a == "context") return
    if ((a ~ /^&?[A-Za-z_][A-Za-z_0-9.>\[\]-]*$/ && b ~ /^&?[A-Za-z_][A-Za-z_0-9.>\[\]-]*$/ && (a ~ /^&/) == (b ~ /^&/)) ||
        (a ~ /^-?[0-9.]+$/ && b ~ /^-?[0-9.]+$/))
        take("arguments swapped", first, second + second_length - first, b ", " a)
}

function swaps(at, from, end, name) {
    for (from = 1; match(substr(code, from), /[A-Za-z_][A-Za-z_0-9]*\(/); from = at + 1) {
        at = from + RSTART + RLENGTH - 2
        end = closing(at)
        name = substr(code, from + RSTART - 1, RLENGTH - 1)
        if (!end || name ~ /^(if|for|while|switch)$/) continue
        if (name !~ /^(fmin|fmax|ard_min64|ard_max64|hypot|strn?(case)?cmp|memcmp)$/) arguments_of(at, end)
    }
}

# A statement that is the whole line, or what an `if` of one line does.
function drops(from, text, left) {
    match(code, /^ */)
    from = RLENGTH + 1
    if (match(code, /^ *((else )?if|for) \(/)) from = closing(RSTART + RLENGTH - 1) + 2
    else if (before !~ /([;{})]|else|:)$/) return
    if (from == 2) return
    text = substr(code, from)
    if (text !~ /;$/ || (text ~ /_close\(/ && text !~ /json_close/) || text ~ /_lock\(/) return
    left = text
    sub(/ [-+*\/|&%]?= .*/, "", left)
    gsub(/\[[^\]]*\]/, "", left)
    if ((left != text && left ~ /^\*?[A-Za-z_][A-Za-z_0-9.>-]*$/) || text ~ /^[A-Za-z_][A-Za-z_0-9.>-]*\(.*\);$/ ||
        text ~ /^(\+\+|--)/ || text ~ /^(break|continue);$/ || (substr(code, 1, from) ~ /if \(/ && text ~ /^(return|goto) /))
        take("statement dropped", from, length(text), ";")
}

# One of the operators that find something, then one of what it finds: rare operators come up as often as others.
function choose(id, k, lowest, operator, best) {
    lowest = -1
    for (k = 1; k <= found; k++) if (lowest < 0 || hash(id kind[k]) < lowest) { lowest = hash(id kind[k]); operator = kind[k] }
    lowest = -1
    for (k = 1; k <= found; k++)
        if (kind[k] == operator && (lowest < 0 || hash(id k) < lowest)) { lowest = hash(id k); best = k }
    return best
}

function mutants(number, id, best) {
    found = 0
    if (code ~ /^ *#|\\$|NEW\(|EXTEND\(|ard_alloc|ard_grow|sizeof|room|assert|free\(|^[A-Za-z].*\)$/) return
    if (code ~ /^ *[a-z_0-9 ]+ \**[a-z_0-9]+\[[^\]]*\](;| =)/) return # an array is declared
    relations(); offsets(); signs(); factors(); swaps(); drops()
    if (!found) return
    id = file "\n" line "\n" ++times[line] "\n"
    best = choose(id)
    printf "%010d\t%s\t%s\t%d\t%s\t%s\t%s\n", hash(id), folder, file, number, kind[best], line, result[best]
}

BEGIN { for (i = 1; i < 256; i++) code_of[sprintf("%c", i)] = i }
FNR == 1 { part++ }
part == 1 { covered[$0] = 1; next }
part == 2 { stripped[FNR] = $0; sub(/ *$/, "", stripped[FNR]); next }
FNR == 1 {
    file = FILENAME
    folder = file
    sub(/^src\//, "", folder)
    sub(/\/.*/, "", folder)
    split("", times)
    before = ""
}
{
    line = $0
    code = stripped[++at_line]
    if (covered[file ":" FNR]) mutants(FNR)
    if (code != "") before = code
}
