#!/usr/bin/env bash
# The demo runs from any directory and into any, and ends with what it found, which is what its documents have.
. "$2/tests/cli/common.sh" "$1" "$2"
command_line=demo
"$source_dir/scripts/demo.sh" "$ardor" "a folder/demo" >out 2>err </dev/null || fail "$command_line: $(cat err)"
for file in colon-model.json result.json predictions.csv report.html; do
    [ -s "a folder/demo/$file" ] || fail "there is no $file"
done
prints '^== Result, after [0-9]* seconds$'
genes=$(sed -n 's/^Genes  *\([0-9]*\) of 2000: .*/\1/p' out)
[ "$(sed -n 's/^Genes .*: //p' out | tr ',' '\n' | grep -c 'Hsa\.[0-9]')" -eq "${genes:--1}" ] || fail "genes: $(tail -n 4 out)"
"$ardor" inspect "a folder/demo/colon-model.json" >model
grep -q "^Model  *$genes of 2000 features" model || fail "not the genes of the model: $(grep '^Model' model)"
"$ardor" inspect "a folder/demo/result.json" >result
# the error, its interval and that of guessing
said=$(sed -n 's/^Error  *\([0-9.]*\) % of .* interval \([0-9.]*\) to \([0-9.]*\) %); .*: \([0-9.]*\) %$/\1 \2 \3 \4/p' out)
true=$(awk '/^  error / && !n++ { gsub(/[][,]/, ""); print $2, $4, $5, $(NF - 1) }' result)
[ -n "$said" ] && [ "$said" = "$true" ] || fail "the error is said to be '$said', and is '$true'"
grep -q '^Report .*a folder/demo/report.html' out || fail "it does not say where the report is: $(tail -n 2 out)"
grep -q '<h1>On samples it had not seen' "a folder/demo/report.html" || fail "no report"
tail -n 1 out | grep -q '^Files .*a folder/demo' || fail "the last line does not say where files are: $(tail -n 1 out)"
finish
