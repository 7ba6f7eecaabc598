#!/usr/bin/env bash
# report: the page as a file: whole in itself, its policy, tables that have what is drawn, names that do no harm; refusals. Where
# xmllint is, HTML is read by it; where chromium is, charts are drawn.
. "$2/tests/cli/common.sh" "$1" "$2"

"$ardor" simulate two-gaussians --n 60 --p 6 --seed 2 -q -o data.csv
"$ardor" evaluate data.csv --method spr --set lam1=1 --plan kfold:5 --keep-values --instability 5 -q -o result.json >out ||
    fail "no result"
"$ardor" evaluate data.csv --method knn --plan kfold:5 -q -o second.json >out || fail "no second result"
"$ardor" compare data.csv --methods spr,knn --plan kfold:5 -q -o comparison.json >out || fail "no comparison"
"$ardor" fit data.csv --method spr --tune -q -o model.json.gz >out || fail "no model"
charts=$("$ardor" --version --json | sed -n 's/^ *"charts": *"\(.*\)",*$/\1/p')

# outside FILE: the page without the text of its scripts and styles, which are on lines of their own.
outside() {
    awk '{ gsub(/<script>.*/, "<script>") } /<script[ >]/ { print; hidden = 1 } /<\/script>/ { hidden = 0; next }
         /<style>/ { hidden = 1 } /<\/style>/ { hidden = 0; next } !hidden' "$1"
}

# ---- one file, whole in itself
expect 0 report result.json second.json comparison.json model.json.gz -o page.html
[ -s out ] && fail "$command_line: something on standard output"
outside page.html >text
sed '/^<pre>/,/<\/pre>/d' text | grep -qE 'src=|href=|url\(|@import|https?:' && fail "$command_line: the page refers to others"
sed -n '/<style>/,/<\/style>/p' page.html | grep -qE 'url\(|@import' && fail "$command_line: the style refers to something else"
[ "$(grep -c 'http-equiv="Content-Security-Policy"' page.html)" -eq 1 ] || fail "$command_line: not one policy"
grep -q "default-src 'none'; style-src 'unsafe-inline'; .*base-uri 'none'; form-action 'none'" page.html ||
    fail "$command_line: policy"
grep -q unsafe-eval page.html && fail "$command_line: eval is allowed"
for id in error runs methods sparsity samples confusion selection values model ranks calibration instability tuning done \
    reading; do
    grep -q "<h2 id=\"s-$id\">" page.html || fail "$command_line: there is no section $id"
done
grep -q "$work\|$(hostname)\|$(date +%Y-%m)" text && fail "$command_line: a host, a path or a date is in the page"
"$ardor" report result.json second.json comparison.json model.json.gz -o - >again 2>err || fail "report -o -: $(cat err)"
same page.html again
"$ardor" report - -o stdin.html <result.json 2>err || fail "report -: $(cat err)"
"$ardor" report result.json -o one.html 2>err
same stdin.html one.html
expect 0 report result.json model.json.gz --convergence -o convergence.html
grep -q 's-convergence' convergence.html || fail "$command_line: no section on the optimiser"

if command -v xmllint >/dev/null; then
    # HTML 5 has elements that it does not know
    xmllint --html --noout text 2>&1 | grep '^text:' | grep -vE 'Tag (main|section|details|summary) invalid' | head -n 3 >faults
    [ -s faults ] && fail "$command_line: $(cat faults)"
fi

# ---- the policy allows the script that is there, and no other
if [ -n "$charts" ]; then
    [ -s err ] && fail "$command_line: $(cat err)"
    if command -v python3 >/dev/null; then
        python3 - page.html result.json comparison.json <<'END' || fail "the policy or the data of the page"
import base64, hashlib, json, re, sys
page = open(sys.argv[1], encoding="utf-8", newline="").read()
script = page[page.index("</script>\n<script>") + len("</script>\n<script>"):page.rindex("</script>")]
digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
assert "script-src 'sha256-%s';" % digest in page, "another sum"
assert page.count("<script") - script.count("<script") == 2
data = page[page.index('id="data">') + len('id="data">'):page.index("</script>")]
assert not re.search("[<>&\u2028\u2029]", data)
data = json.loads(data)
result, compared = (json.load(open(name, encoding="utf-8")) for name in sys.argv[2:])
# every number of these charts stands in a row of a table
rows = [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr>(.*?)</tr>", page)]
for bar in data["selection"]["rows"]:
    assert any(row[0] == bar["name"] and row[1] == "%d" % bar["value"] == bar["label"] for row in rows), bar
for point in data["ranks"]["rows"][1:-1]:
    assert any(row[:2] == ["%.1f\u00a0%%" % (100 * point["fpr"]), "%.1f\u00a0%%" % (100 * point["tpr"])] for row in rows), point
for sample in data["samples"]["rows"]:
    name = sample["text"].split(",")[0]
    assert any(row[0] == name and row[4:5] == ["%.3f" % sample["prob"]] for row in rows), sample
for k in range(min(6, len(result["values"]["features"]))):
    points = data["values-%d" % k]["rows"]
    assert len(points) == len(result["values"]["rows"]) == 60
    for point, row in zip(points, result["values"]["rows"]):
        value = "%.5g" % result["values"]["features"][k]["values"][result["values"]["rows"].index(row)]
        assert point["value"] == float(value) and point["text"] == "%s, %s: %s" % (row["id"], row["class"], value), point
        assert any(cells[0] == row["id"] and len(cells) > 2 + k and cells[2 + k] == value for cells in rows), point
by_id = {row["id"]: row for row in result["instability"]["rows"]}
for point in data["instability"]["rows"]:
    row = by_id[point["text"].split(",")[0]]
    assert point["low"] == float("%.5g" % row["refit_low"]) and point["high"] == float("%.5g" % row["refit_high"]), point
    assert any(cells[0] == row["id"] and cells[2:] == ["%.3f" % x for x in (row["instability"], row["prob"][result["positive"]],
               row["refit_mean"], row["refit_low"], row["refit_high"])] for cells in rows), point
# prices are those of the comparison, which the summary prints too
for method in data["sparsity-0-0"]["rows"]:
    cell, = (c for c in compared["cells"] if c["name"] == method["name"])
    assert method["value"] == float("%.5g" % cell["evaluation"]["summary"]["error"]["value"]), method
    assert method["x"] == float("%.5g" % cell["evaluation"]["summary"]["mean_n_features"]), method
for price in (p for p in compared["sparsity"] if p["figure"] == "error"):
    assert any(cells[0] == price["name"] and len(cells) == 8 and cells[4:6] == ["%+.1f" % (100 * price["difference"]),
               "%+.1f to %+.1f" % (100 * price["low"], 100 * price["high"])] for cells in rows), price
# expressions and signals are constants of charts.js: nothing of the data is put into one
source = script[script.index("/* The charts of the report"):]
for call in re.findall(r"\bby\(([^)]*)\)", source):
    assert call in ("signal", '"width"', '"height"', '"[width, height]"'), call
for found in re.findall(r"signal: *([^,}]*)", source) + re.findall(r"expr: *([^,}]*)", source):
    assert found in ("signal", "vega.expressionInterpreter"), found
END
    fi
else
    says 'built without charts'
    grep -q '<script' page.html && fail "$command_line: a script without charts"
    grep -q 'built without charts' page.html || fail "$command_line: the page does not say that it has no charts"
fi

# ---- folders of files are not on the page, wherever it names them
mkdir qfolder
cp data.csv "qfolder/a table.csv"
cp result.json qfolder/from.json
echo x1 >qfolder/list.txt
"$ardor" evaluate "$work/qfolder/a table.csv" --method spr --set lam1=1 --plan kfold:5 --force "x2,@$work/qfolder/list.txt" \
    --features-from "$work/qfolder/from.json" --protocol leaky -q -o files.json >out || fail "no result of files"
"$ardor" compare "$work/qfolder/a table.csv" --methods "spr:force=@$work/qfolder/list.txt,majority" --plan kfold:5 -q \
    -o method_files.json >out || fail "no comparison of files"
for name in files method_files; do
    grep -q qfolder $name.json || fail "$name.json has no folder that a page could show"
    expect 0 report $name.json -o $name.html
    grep -q "qfolder\|$work" $name.html && fail "$command_line: a folder is on the page"
    grep -q 'list\.txt' $name.html || fail "$command_line: a file is not on the page"
done

# ---- names that would be markup, a planted script among them
evil='</script><script>document.title=1</script><img src=x onerror="document.title=2">&'
python3 - "$evil" <<'END' 2>err || cp result.json evil.json
import json, sys
evil = sys.argv[1]
result = json.load(open("result.json"))
positive = result["classes"][1]
result["classes"][1] = result["positive"] = evil
for row in result["rows"]:
    row["prob"][evil] = row["prob"].pop(positive)
    row.update({key: evil for key in ("class", "predicted") if row[key] == positive})
    row["id"] += evil
for feature in result["selection"] + result["values"]["features"]: feature["name"] += evil + "x" * 120
for row in result["values"]["rows"] + result["instability"]["rows"]:
    row["id"] += evil
    if row["class"] == positive: row["class"] = evil
for row in result["instability"]["rows"]: row["prob"][evil] = row["prob"].pop(positive)
json.dump(result, open("evil.json", "w"))
END
expect 0 report evil.json -o evil.html
outside evil.html >text
# between the beginning of the data and its end there is no other end
sed -n '/id="data">/,/<script>/p' evil.html | sed '1d;$d' | grep -v '^</script>$' | grep -q '[<>&]' &&
    fail "$command_line: markup in the data"
grep -q '<img\|<script>document' text && fail "$command_line: a name is markup"

# ---- charts of many samples: boxes, counts; a comparison on a logarithmic axis
"$ardor" simulate gaussians --classes 3 --n 1010 --p 40 --seed 2 -q -o wide.csv
"$ardor" evaluate wide.csv --method spr --set strength=.3 --plan holdout:.5 --keep-values --instability 2 -q -o many.json >out ||
    fail "no result of many samples"
"$ardor" compare wide.csv --methods forward:k=1,lda --plan kfold:2 -q -o wide.json >out || fail "no wide comparison"
expect 0 report many.json wide.json -o many.html
for kind in ${charts:+boxes permutation sparsity}; do
    grep -q "data-chart=\"$kind\"" many.html || fail "$command_line: no chart $kind"
done

# ---- a model of two features has a map
expect 0 evaluate data.csv --keep x1,x2 --method jcfo --plan kfold:4 --keep-values -q -o plane.json
expect 0 fit data.csv --keep x1,x2 --method jcfo -q -o plane_model.json
expect 0 report plane.json plane_model.json -o map.html
grep -q '<h2 id="s-map">' map.html || fail "$command_line: no map"

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$charts" ] && [ -n "$chromium" ]; then
    for page in page evil convergence many map; do
        mkdir -p profile
        timeout 300 "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --enable-logging=stderr \
            --virtual-time-budget=20000 --dump-dom "file://$work/$page.html" >dom 2>console
        if ! grep -q '<h1>' dom; then echo "chromium does not run here: charts are not drawn"; break; fi
        asked=$(grep -o 'data-chart="' dom | wc -l) drawn=$(grep -o 'data-drawn="yes"' dom | wc -l)
        [ "$asked" -gt 0 ] && [ "$asked" -eq "$drawn" ] || fail "$page.html: $drawn of $asked charts are drawn"
        [ "$(grep -o '<svg' dom | wc -l)" -ge "$asked" ] || fail "$page.html: charts without a picture"
        grep CONSOLE console >faults && fail "$page.html: $(head -n 2 faults)"
        grep -q '<title>On samples it had not seen' dom || fail "$page.html: its title was changed"
        grep -qE '<text[^>]*>[^<]*(undefined|NaN)' dom && fail "$page.html: 'undefined' in a chart"
    done
else
    echo "there is no chromium, or no library of charts: they are not drawn"
fi

# ---- refusals
refuses 2 report result.json
says 'report needs a file for the page'
refuses 2 report -o page.html
for name in page.json page.csv page.pdf page.html.gz page.zip; do
    refuses 2 report result.json -o "$name"
    says 'report writes HTML'
    [ -e "$name" ] && fail "$command_line: a file was written"
done
refuses 2 report result.json -o result.json
refuses 3 report no-such-file.json -o p.html
refuses 3 report data.csv -o p.html
says 'data.csv: line 1'
"$ardor" methods --json >methods.json
refuses 3 report methods.json -o p.html
says 'no page can be made of it'
sed 's/"version": 2/"version": 1/' result.json >older.json
refuses 3 report older.json -o p.html
says 'older.json: version 1 of ardor-evaluation is of an older ardor'
"$ardor" simulate two-gaussians --n 60 --p 7 --seed 2 -q -o other.csv
"$ardor" fit other.csv --method spr --set lam1=1 -q -o other.json >out
refuses 3 report result.json other.json -o p.html
says 'other.json is a model of other data than result.json (7 features against 6)'
"$ardor" evaluate data.csv --method knn --plan kfold:4 -q -o folds.json >out
refuses 3 report result.json folds.json -o p.html
says 'folds.json has other folds than result.json'
"$ardor" evaluate data.csv --method knn --plan kfold:4 --checkpoint folds -q >out
refuses 3 report folds -o p.html
says 'these are finished folds'
[ -e p.html ] && fail "a page of a refused report"
expect 0 report --help
prints '\-\-convergence'
finish
