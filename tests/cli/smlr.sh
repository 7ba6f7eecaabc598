#!/usr/bin/env bash
# smlr against other programs, where they are: scikit-learn (elastic net by SAGA) and glmnet. The objective of each is that of the
# same formula at its own weights. Of groups glmnet alone knows.
. "$2/tests/cli/common.sh" "$1" "$2"

# Python with scikit-learn: the first one, or the system's.
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy, sklearn' 2>/dev/null && python=$candidate && break
done
if [ -z "$python" ]; then
    echo "there is no scikit-learn: not compared"
    exit 77
fi

cat >table.py <<'END'
import sys
import numpy as np
rng = np.random.default_rng(3)
n, p = int(sys.argv[1]), int(sys.argv[2])
x = rng.standard_normal((n, p)).round(4)
f = np.stack([1.5 * x[:, c] - x[:, (c + 1) % 3] for c in range(3)], 1) + rng.gumbel(size=(n, 3))
y = f.argmax(1)
w = 0.5 + rng.integers(0, 4, n) / 2
print(",".join("x%d" % j for j in range(p)) + ",w,class")
for i in range(n): print(",".join("%.4f" % v for v in x[i]) + ",%g,c%d" % (w[i], y[i]))
END

cat >compare.py <<'END'
import csv, json, shutil, subprocess, sys
import numpy as np
from sklearn.linear_model import LogisticRegression
table, model, lam, alpha = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
weighted, group = sys.argv[5] == "weighted", sys.argv[6] == "yes"
rows = list(csv.reader(open(table)))[1:]
x = np.array([[float(v) for v in r[:-2]] for r in rows])
w = np.array([float(r[-2]) for r in rows]) if weighted else np.ones(len(rows))
y = np.array([int(r[-1][1:]) for r in rows])
def objective(bias, weight):
    f = x @ weight.T + bias
    top = f.max(1)
    value = f[np.arange(len(y)), y] - top - np.log(np.exp(f - top[:, None]).sum(1))
    norm = np.sqrt((weight ** 2).sum(0)).sum() if group else np.abs(weight).sum()
    return (w * value).sum() - lam * (alpha * norm + (1 - alpha) / 2 * (weight ** 2).sum())
m = json.load(open(model))
ours = np.zeros((3, x.shape[1]))
for j, feature in enumerate(m["features"]): ours[:, int(feature["name"][1:])] = [o[j] for o in m["machine"]["weights"]]
here = objective(np.array(m["machine"]["bias"]), ours)
if not group:
    other = LogisticRegression(penalty="elasticnet", solver="saga", C=1 / lam, l1_ratio=alpha, tol=1e-10, max_iter=200000)
    other.fit(x, y, sample_weight=w)
    there = objective(other.intercept_, other.coef_)
    # the best that either found, and not more than rounding of the other's tolerance below
    if not here >= there - 1e-9 * abs(there): sys.exit("scikit-learn has %.12g, ardor %.12g" % (there, here))
    if not there >= here - 1e-7 * abs(here):
        sys.exit("ardor has %.12g, scikit-learn only %.12g: the same problem?" % (here, there))
script = """
suppressMessages(library(glmnet))
d <- read.csv("%s"); k <- ncol(d)
x <- as.matrix(d[, 1:(k - 2)]); w <- %s
lambda <- %.17g / sum(w)
g <- glmnet(x, d[, k], family = "multinomial", weights = w, type.multinomial = "%s", alpha = %.17g,
            lambda = lambda * exp(seq(3, 0, length.out = 20)), standardize = FALSE, thresh = 1e-14, maxit = 1e6)
for (b in coef(g, s = lambda)) cat(format(as.vector(b), digits = 17), "\\n")
""" % (table, "d$w" if weighted else "rep(1, nrow(d))", lam, "grouped" if group else "ungrouped", alpha)
have = shutil.which("Rscript") is not None
run = subprocess.run(["Rscript", "-e", script], capture_output=True, text=True) if have else None
if not have or "there is no package" in run.stderr:
    print("there is no glmnet: not compared")
    sys.exit(0)
if run.returncode != 0: sys.exit(run.stderr)
b = np.array([[float(v) for v in line.split()] for line in run.stdout.strip().split("\n")])
there = objective(b[:, 0], b[:, 1:])
if not here >= there - 1e-9 * abs(there): sys.exit("glmnet has %.12g, ardor %.12g" % (there, here))
if not there >= here - 1e-7 * abs(here): sys.exit("ardor has %.12g, glmnet only %.12g: is it the same problem?" % (here, there))
END

compare() { # LAM ALPHA weighted|plain TABLE [group]
    local table=$4 group=${5:-no} column
    [ "$3" = weighted ] && column="--weights w" || column="--drop w"
    expect 0 fit "$table" --method smlr --standardise none $column --set lam="$1" --set alpha="$2" --set group="$group" \
        --set tol=1e-8 -q -o model.json
    "$python" compare.py "$table" model.json "$1" "$2" "$3" "$group" >said 2>&1 ||
        fail "lam=$1 alpha=$2 $3 $table group=$group: $(cat said)"
    cat said
}

"$python" table.py 60 5 >narrow.csv
"$python" table.py 40 80 >wide.csv
compare 2 1 plain narrow.csv
compare 3 .3 weighted narrow.csv
compare 2 1 weighted wide.csv
compare 2 .5 plain wide.csv
compare 2 1 plain narrow.csv yes
compare 3 .3 weighted narrow.csv yes
compare 2 1 weighted wide.csv yes
compare 2 .5 plain wide.csv yes

finish
