#!/usr/bin/env bash
# null-intervals.sh PROGRAM SOURCE [SEEDS]: do the intervals of the AUC cover .5 where there is nothing to learn? Of SEEDS tables
# (20 by default) of 60 rows and 200 features of noise, evaluated by three methods and two plans, 90 % must at least, 3 in 4 of
# each method and plan. Without Python, which makes the tables, nothing is run.
. "$2/tests/cli/common.sh" "$1" "$2"
seeds=${3:-20}
command -v python3 >/dev/null || { echo "null-intervals: skipped, there is no python3"; finish; exit; }
methods=(jcfo spr bpm)
plans=(kfold:10 repeat:3x10)

for seed in $(seq "$seeds"); do
    python3 - "$seed" >"noise.$seed.csv" <<'END'
import random, sys
draw = random.Random(int(sys.argv[1]))
print(",".join(f"x{j}" for j in range(200)) + ",class")
for row in range(60):
    print(",".join(f"{draw.gauss(0, 1):.6f}" for _ in range(200)) + "," + "ab"[row % 2])
END
done

echo "noise: of $seeds intervals each, how many cover .5; mean AUC, mean width"
all=0
for method in "${methods[@]}"; do
    for plan in "${plans[@]}"; do
        : >found
        for seed in $(seq "$seeds"); do
            expect 0 evaluate "noise.$seed.csv" --method "$method" --plan "$plan" --threads 1 -q --json
            python3 -c '
import json
auc = json.load(open("out"))["summary"]["auc"]
print(int(auc["low"] <= .5 <= auc["high"]), auc["value"], auc["high"] - auc["low"])' >>found
        done
        covered=$(grep -c '^1' found)
        printf '  %-6s %-12s %3d  ' "$method" "$plan" "$covered"
        awk '{ value += $2; width += $3 } END { printf "%.3f %.3f\n", value / NR, width / NR }' found
        all=$((all + covered))
        [ $((4 * covered)) -ge $((3 * seeds)) ] || fail "$method $plan: $covered of $seeds"
    done
done
echo "  all $all of $((6 * seeds))"
[ $((10 * all)) -ge $((54 * seeds)) ] || fail "$all of $((6 * seeds)) intervals cover .5, fewer than 90 %"
finish
