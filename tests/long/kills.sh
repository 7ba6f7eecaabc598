#!/usr/bin/env bash
# kills.sh PROGRAM SOURCE [N]: an evaluation with a checkpoint, and a comparison of three tables and five methods, is killed
# (SIGKILL) at N random moments, 20 by default, one run after the other on the same file, then runs to its end: the result is that
# of a run that was left alone. Then N runs with files of their own, each killed once and finished. The random moments are drawn
# from a fixed seed.
. "$2/tests/cli/common.sh" "$1" "$2"
kills=${3:-20}
RANDOM=12345

"$ardor" simulate two-gaussians --n 300 --p 30 --seed 1 -q -o data.csv
"$ardor" simulate two-gaussians --n 200 --p 40 --seed 2 -q -o second.csv
"$ardor" simulate xor --n 150 --p 6 --seed 3 -q -o third.csv

# killed FILE MOST: one run on the file, killed within MOST milliseconds.
killed() {
    "$ardor" $run --checkpoint "$1" -o result.json >out 2>err </dev/null &
    local pid=$!
    sleep "$(awk -v most="$2" -v r=$RANDOM 'BEGIN { print most * r / 32768 / 1000 }')"
    kill -s KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
}

finished() {
    expect 0 $run --checkpoint "$1" -o result.json
    without_run result.json >again
    same whole again
    [ "$(wc -l <"$1")" -eq $((folds + 1)) ] || fail "$1: $(wc -l <"$1") lines"
}

# study FOLDS ARGUMENT...: a run of so many folds, killed.
study() {
    folds=$1
    run="${*:2} --threads 2 -q"
    local started=$(date +%s%N) kill lines
    rm -f folds folds.*
    expect 0 $run -o whole.json
    local milliseconds=$((($(date +%s%N) - started) / 1000000))
    without_run whole.json >whole
    for kill in $(seq "$kills"); do
        killed folds $((2 * milliseconds / kills))
        [ -f folds ] && lines=$(wc -l <folds) || lines=0
        echo "kill $kill: $lines lines"
    done
    finished folds
    for kill in $(seq "$kills"); do
        killed "folds.$kill" "$milliseconds"
        finished "folds.$kill"
    done
    echo "$kills kills of one run and $kills runs killed once: all ended alike; a whole run took $milliseconds ms"
}

study 40 evaluate data.csv --basis linear --plan repeat:4x10 --tune=cv:3
methods=majority,spr:tune=cv:3,lda,jcfo:basis=linear:tune=cv:3,bpm
study 300 compare data.csv second.csv third.csv --methods $methods --plan repeat:4x5
finish
