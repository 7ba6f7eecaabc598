#!/bin/bash
# svm against svm-train and svm-predict on the same numbers, where they are installed: decision values and labels.
. "$(dirname "$0")/common.sh"

if lacks svm; then
    for method in svm svm-rfe svm-l0; do
        refuses 2 fit "$source_dir/data/iris.csv.gz" --method $method
        says "^ardor: method '$method' needs LIBSVM, without .* was built: build it with that, or take another method\$"
        refuses 2 fit "$source_dir/data/iris.csv.gz" --set C=2 --method $method
        says "^ardor: method '$method' needs LIBSVM, without"
    done
    finish
    exit
fi

# ---- units of 1e8, of which LIBSVM would not come to an end, and say so itself; separated classes do in any unit
awk 'BEGIN { print "a,b,c,class"
    for (i = 1; i <= 60; i++) {
        s = i % 2
        printf "%.6f,%.6f,%.6g,", s + 2 * sin(3 * i * i), 2 * cos(5 * i * i), 1e8 * (.3 * s + 2 * sin(7 * i * i))
        print s ? "p" : "n"
    } }' >units.csv
for method in "svm-rfe --set k=2" "svm --basis identity" "svm --basis linear"; do
    refuses 4 fit units.csv --method $method --standardise none
    says '^ardor: LIBSVM would not come to an end: C times the kernel is as large as .*; standardise the features'
    says_not 'WARNING'
    expect 0 fit units.csv --method $method -q -o model.json
done
awk 'BEGIN { print "a,b,class"
    for (i = 1; i <= 40; i++)
        printf "%.6g,%.6g,%s\n", 1e8 * (i % 2 ? 1 : -1) * (1 + i), 1e8 * sin(i), i % 2 ? "p" : "n" }' >apart.csv
expect 0 fit apart.csv --method svm --basis identity --standardise none -o model.json
says_not 'WARNING'
prints 'Training error  0.00 %'

if ! command -v svm-train >/dev/null || ! command -v svm-predict >/dev/null; then
    echo "skipped: svm-train and svm-predict are not installed"
    finish
    exit
fi
if ! "$ardor" methods svm >/dev/null 2>&1; then
    echo "skipped: ardor was built without LIBSVM"
    finish
    exit
fi

# The decision values of a model of svm-train for rows of its format: decide.awk MODEL ROWS, with kernel, gamma, degree.
cat >decide.awk <<'END'
function value(s, row,    k, dot, square) {
    for (k = 1; k <= p; k++) {
        dot += sv[s, k] * x[row, k]
        square += (sv[s, k] - x[row, k]) ^ 2
    }
    return kernel == 2 ? exp(-gamma * square) : kernel == 1 ? (gamma * dot + 1) ^ degree : dot
}
FNR == NR && $1 == "rho" { rho = $2 }
FNR == NR && $1 == "label" { sign = $2 }
FNR == NR && started { n++; coefficient[n] = $1; for (i = 2; i <= NF; i++) { split($i, of, ":"); sv[n, of[1]] = of[2] } }
FNR == NR && $1 == "SV" { started = 1 }
FNR < NR { m++; for (i = 2; i <= NF; i++) { split($i, of, ":"); x[m, of[1]] = of[2]; if (of[1] > p) p = of[1] } }
END {
    for (row = 1; row <= m; row++) {
        f = -rho
        for (s = 1; s <= n; s++) f += coefficient[s] * value(s, row)
        printf "%.12g\n", sign * f
    }
}
END

# Six digits, because model files of svm-train have eight.
expect 0 simulate sparse-linear --n 120 --p 6 --seed 4 -q -o long.csv
awk -F, -v OFS=, 'NR > 1 { for (i = 1; i < NF; i++) $i = sprintf("%.6g", $i) } { print }' long.csv >data.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "class") label = i; next }
    { k = 0; line = $label == "1" ? "+1" : "-1"
      for (i = 1; i <= NF; i++) if (i != label) line = line " " ++k ":" $i
      print line }' data.csv >data.libsvm
[ "$(cut -d ' ' -f 1 data.libsvm | sort -u | wc -l)" -eq 2 ] || fail "the rows for svm-train have not two classes"

# compare BASIS SCALE COST OPTION..: the options are those of svm-train.
compare() {
    local basis=$1 scale=$2 cost=$3
    shift 3
    svm-train -q -s 0 -c "$cost" -e 1e-9 "$@" data.libsvm libsvm.model || fail "svm-train $*"
    svm-predict data.libsvm libsvm.model libsvm.labels >/dev/null || fail "svm-predict $*"
    local kernel=$2 degree=0
    case " $* " in *" -d "*) degree=${*: -1} ;; esac
    awk -v kernel="$kernel" -v gamma="$scale" -v degree="$degree" -f decide.awk libsvm.model data.libsvm >theirs
    expect 0 fit data.csv --method svm --basis "$basis" --standardise none --set "C=$cost" --set tol=1e-9 \
        ${scale:+--set "scale=$scale"} --json -q -o model.json
    cp out fit.json
    slope=$(sed -n 's/.*"platt_slope": \([-0-9.e+]*\).*/\1/p' fit.json)
    intercept=$(sed -n 's/.*"platt_intercept": \([-0-9.e+]*\).*/\1/p' fit.json)
    expect 0 predict model.json data.csv -q -o ours.csv
    awk -F, -v slope="$slope" -v intercept="$intercept" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "prob_1") at = i; next }
        { printf "%.12g\n", (log($at / (1 - $at)) - intercept) / slope }' ours.csv >ours
    paste ours theirs libsvm.labels | awk -v rows=120 '
        function size(v) { return v < 0 ? -v : v }
        NF == 3 { n++; d = size($1 - $2) / (1 + size($2)); if (d > most) most = d; if ($1 * $3 <= 0 && size($2) > 1e-6) wrong++ }
        END { if (n != rows || most > 1e-6 || wrong) { print n, "rows, difference", most, "labels", wrong + 0; exit 1 } }' \
        >compared || fail "svm-train $*: $(cat compared)"
}

# Kernels of order 1, whose rounding to single precision leaves 1e-6.
compare identity "" 2 -t 0
compare linear 1 2 -t 0
compare poly:2 0.1 0.5 -t 1 -g 0.1 -r 1 -d 2
compare poly:3 0.1 0.2 -t 1 -g 0.1 -r 1 -d 3
compare rbf 0.2 3 -t 2 -g 0.2
finish
