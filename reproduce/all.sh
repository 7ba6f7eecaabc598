#!/usr/bin/env bash
# all.sh: every table of this directory anew, one after the other. Arguments name scripts (table2 fig1 ..); none: all.
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154  # set in common.sh
for name in ${*:-table1 table2 rivals fig1 pfcvm-fig6 pfcvm-fig2 pfcvm-genes projection-genes ard-ep optima pfcvm-table2}; do
    "$root/reproduce/$name.sh"
done
