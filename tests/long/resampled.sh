#!/usr/bin/env bash
# resampled.sh PROGRAM SOURCE: are permuted labels and stability selection what they promise?
#   Noise (60 rows, 200 features, 50 tables; spr, kfold:5, not tuned): p <= .05 in at most 7 tables (50 x .05 and 3 deviations),
#   and the summary says "Better than chance" in no more than have such a p.
#   A signal (two of 20 features shifted by a deviation, n = 60, 100 tables): p <= .05 in at least 80.
#   Stability selection (10 true of 1000 features, shifted by a deviation, n = 200, tau .75, 20 tables): no more features selected
#   falsely than the bound says in at least 19, and 8 true ones found on the average.
# Without Python, which makes the tables, nothing is run.
. "$2/tests/cli/common.sh" "$1" "$2"
command -v python3 >/dev/null || { echo "resampled: skipped, there is no python3"; finish; exit; }

# table SEED ROWS FEATURES TRUE: the first TRUE features are shifted by a deviation between the classes.
table() {
    python3 - "$@" >table.csv <<'END'
import random, sys
seed, n, p, true = map(int, sys.argv[1:])
draw = random.Random(seed)
print(",".join(f"x{j}" for j in range(p)) + ",class")
for row in range(n):
    print(",".join(f"{draw.gauss(row % 2 if j < true else 0, 1):.6f}" for j in range(p)) + "," + "ab"[row % 2])
END
}

# p_values TABLES FEATURES TRUE FIRST: how many p values are at most .05.
p_values() {
    local small=0 said=0
    for seed in $(seq "$1"); do
        table $(($4 + seed)) 60 "$2" "$3"
        expect 0 evaluate table.csv --method spr --plan kfold:5 --permute 199 --threads 2 -q -o result.json
        if grep -q '^Better than chance' out; then said=$((said + 1)); fi
        expect 0 inspect result.json --json
        small=$((small + $(python3 -c 'import json; print(int(json.load(open("out"))["permutation"]["p"] <= .05))')))
    done
    echo "$small $said"
}

read -r small said < <(p_values 50 200 0 0)
echo "noise: p <= .05 in $small of 50, \"better than chance\" in $said"
[ "$small" -le 7 ] || fail "noise: $small"
[ "$said" -eq "$small" ] || fail "noise: said of $said"
read -r small said < <(p_values 100 20 2 100)
echo "two true features of 20: p <= .05 in $small of 100"
[ "$small" -ge 80 ] || fail "signal: $small"

within=0 found=0
for seed in $(seq 20); do
    table $((200 + seed)) 200 1000 10
    expect 0 evaluate table.csv --method spr --set strength=.3 --plan kfold:5 --stability 50:.75 --threads 2 -q --json
    read -r true_ones false_ones bound q < <(python3 -c '
import json
s = json.load(open("out"))["stability"]
names = [f["name"] for f in s["features"] if f["stable"]]
true = sum(int(name[1:]) < 10 for name in names)
print(true, len(names) - true, s["bound"], s["q"])')
    echo "  $true_ones true, $false_ones false, bound $bound, q $q"
    within=$((within + $(python3 -c "print(int($false_ones <= $bound))"))) found=$((found + true_ones))
done
echo "stability selection: within the bound in $within of 20, $found of 200 true features found"
[ "$within" -ge 19 ] || fail "stability selection: within the bound in $within"
[ "$found" -ge 160 ] || fail "stability selection: $found found"
finish
