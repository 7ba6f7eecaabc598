#!/usr/bin/env bash
# lda against MASS::lda and knn against scikit-learn, where they are: posteriors without a ridge, and the votes.
. "$2/tests/cli/common.sh" "$1" "$2"

cat >table.awk <<'END_AWK'
# Rows of four features and three classes, the second of them the largest; numbers of a small generator.
function next_number() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
BEGIN {
    seed = 7
    print "a,b,c,d,class"
    for (i = 0; i < 90; i++) {
        class = i % 5 == 0 ? "one" : i % 5 < 4 ? "two" : "three"
        first = next_number() + next_number() + (class == "one" ? .5 : 0)
        printf "%.6f,%.6f,%.6f,%.6f,%s\n", first, 100 * (first + next_number()), next_number() + (class == "three" ? .4 : 0),
               .01 * next_number() - first, class
    }
}
END_AWK
awk -f table.awk >three.csv
awk -F, 'NR == 1 || $5 != "three"' three.csv >two.csv
compared=no

# ---- MASS
cat >compare.R <<'END_R'
suppressMessages(library(MASS))
arguments <- commandArgs(TRUE)
d <- read.csv(arguments[1], stringsAsFactors = TRUE)
ours <- read.csv(arguments[2])
theirs <- predict(lda(class ~ ., d))$posterior
ours <- as.matrix(ours[, paste0("prob_", colnames(theirs))])
worst <- max(abs(ours - theirs))
if (!(worst < 1e-8)) stop("posteriors differ by ", worst)
cat("MASS: largest difference of posteriors", worst, "\n")
END_R
if Rscript -e 'library(MASS)' >/dev/null 2>&1; then
    compared=yes
    for table in two three; do
        for prepare in train none; do
            expect 0 fit $table.csv --method lda --standardise $prepare -q -o model.json
            expect 0 predict model.json $table.csv -q -o ours.csv
            Rscript compare.R $table.csv ours.csv >said 2>&1 || fail "$table, --standardise $prepare: $(cat said)"
            cat said
        done
    done
else
    echo "there is no MASS: not compared"
fi

# ---- scikit-learn
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy, sklearn' 2>/dev/null && python=$candidate && break
done
cat >compare.py <<'END_PY'
import csv, sys
import numpy as np
from sklearn.neighbors import KNeighborsClassifier
table, predicted, k = sys.argv[1], sys.argv[2], int(sys.argv[3])
rows = list(csv.reader(open(table)))[1:]
x, y = np.array([[float(v) for v in r[:-1]] for r in rows]), np.array([r[-1] for r in rows])
x = (x - x.mean(0)) / x.std(0)
other = KNeighborsClassifier(k, algorithm="brute").fit(x, y)
names, share = list(other.classes_), np.array([np.mean(y == c) for c in other.classes_])
theirs = (k * other.predict_proba(x) + share) / (k + 1)
ours = list(csv.DictReader(open(predicted)))
worst = max(abs(float(r["prob_" + c]) - theirs[i, j]) for i, r in enumerate(ours) for j, c in enumerate(names))
if not worst < 1e-12: sys.exit("probabilities differ by %g" % worst)
print("scikit-learn, k = %d: largest difference %g" % (k, worst))
END_PY
if [ -n "$python" ]; then
    compared=yes
    for table in two three; do
        for k in 1 2 7 30; do
            expect 0 fit $table.csv --method knn --set neighbours=$k -q -o model.json
            expect 0 predict model.json $table.csv -q -o ours.csv
            "$python" compare.py $table.csv ours.csv $k >said 2>&1 || fail "$table, k = $k: $(cat said)"
            cat said
        done
    done
else
    echo "there is no scikit-learn: not compared"
fi

# ---- what is said of them
expect 0 fit three.csv --method lda --set ridge=0.5 -o model.json
prints 'Ridge  *0.5: .* is added to every variance within the classes'
expect 0 fit three.csv --method lda -o model.json
prints_not '^Ridge'
awk -F, '{ print $1 "," $1 "," $3 "," $5 }' three.csv | sed '1s/.*/a,e,c,class/' >copy.csv
expect 0 fit copy.csv --method lda -o model.json
prints 'Ridge  *0.1: '
expect 0 fit copy.csv --method lda --set ridge=0 -o model.json
says 'the covariance within the classes is singular, so that ridge=0 has no solution: ridge=1e-06 was taken'
expect 0 fit two.csv --method rvm --basis identity -o model.json
prints_not '^Divergence'
expect 0 inspect model.json --verbose
prints '^Divergence  *KL of posterior from prior'
expect 0 fit three.csv --method knn -o model.json
prints '4 of 4 features, 90 vectors'
expect 0 inspect model.json
prints '4 of 4 features, 90 vectors'
prints_not weight
expect 0 fit three.csv --method majority --tune -o model.json
says "method 'majority' has nothing to tune"
prints 'null model: no feature is used'
expect 0 inspect model.json
prints 'null model: no feature is used'

[ $compared = no ] && [ $failures -eq 0 ] && exit 77
finish
