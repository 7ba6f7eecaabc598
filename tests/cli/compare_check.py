"""compare_check.py RESULT: the differences of a comparison, from its predictions alone, by SciPy's t and binomial."""
import json
import math
import sys

from scipy import stats
r = json.load(open(sys.argv[1]))
def near(a, b, what):
    assert (a is None) == (b is None) and (a is None or abs(a - b) <= 1e-9 * max(1, abs(b))), "%s: %r, not %r" % (what, a, b)
def figures(rows, classes):
    n, loss = len(rows), -sum(math.log(max(x["prob"][x["class"]], 1e-15)) for x in rows)
    of = {c: [x for x in rows if x["class"] == c] for c in classes}
    of = {c: x for c, x in of.items() if x}
    wrong = sum(x["predicted"] != x["class"] for x in rows)
    out = {"error": wrong / n, "log_loss": loss / n, "balanced_error": None, "auc": None}
    if len(of) > 1:
        out["balanced_error"] = sum(sum(x["predicted"] != c for x in v) / len(v) for c, v in of.items()) / len(of)
        auc = []
        for c in classes[1:] if len(classes) == 2 else [c for c in classes if c in of]:
            a, b = [x["prob"][c] for x in rows if x["class"] == c], [x["prob"][c] for x in rows if x["class"] != c]
            auc.append(sum((p > q) + .5 * (p == q) for p in a for q in b) / len(a) / len(b))
        out["auc"] = sum(auc) / len(auc)
    return out
value, size = {}, {}
for c in r["cells"]:
    e = c["evaluation"]
    if not e: continue
    for f in e["folds"]:
        rows = [x for x in e["rows"] if x["fold"] == f["fold"]]
        value[c["data"], c["name"], f["fold"]] = figures(rows, e["classes"])
        size[c["data"], f["fold"]] = f["n_test"], f["n_train"]
base = {}
for c in r["cells"]:
    for f in c["fold_figures"]:
        own = value[c["data"], c["name"], f["fold"]]
        for k in own: near(f[k], own[k], "fold_figures, " + k)
        base[c["data"], c["name"], f["fold"]] = f["baseline"]
seen = {}
for p in r["pairs"]:
    folds = [f for (d, f) in size if d == p["data"]]
    k, x, y = p["figure"], [], []
    for f in folds:
        a = value.get((p["data"], p["name"], f), {}).get(k)
        b = base.get((p["data"], p["name"], f), {}) if p["against"] == "baseline" else value.get((p["data"], p["other"], f), {})
        if a is not None and b.get(k) is not None: x.append(a); y.append(b[k])
    d = [a - b for a, b in zip(x, y)]
    J, mean = len(d), sum(d) / len(d)
    near(p["mean"], sum(x) / J, "mean")
    near(p["other_mean"], sum(y) / J, "other mean")
    near(p["difference"], mean, "difference")
    assert p["folds"] == J and p["df"] == J - 1, "folds"
    s2 = sum((v - mean) ** 2 for v in d) / (J - 1)
    ratio = sum(size[p["data"], f][0] for f in folds) / sum(size[p["data"], f][1] for f in folds)
    shares = p["name"] == "majority" and p["against"] == "baseline"
    if shares: assert p["p"] is None and p["p_holm"] is None and "as the baseline does" in p["reason"], "the baseline itself"
    if s2 > 1e-24:
        se = math.sqrt(s2 * (1 / J + ratio))
        if not shares: near(p["t"], mean / se, "t"); near(p["p"], 2 * stats.t.sf(abs(mean / se), J - 1), "p")
        near(p["high"] - p["difference"], stats.t.isf(.025, J - 1) * se, "interval")
    seen.setdefault((p["data"], k, p["against"]), []).append(p)
    if p["mcnemar_p"] is not None:
        b, c = p["only_wrong"], p["other_only_wrong"]
        near(p["mcnemar_p"], 1. if b + c == 0 else min(1, 2 * stats.binom.cdf(min(b, c), b + c, .5)) if b != c else 1., "McNemar")
        if p["against"] == "best":
            both = {q["name"]: [x["predicted"] != x["class"] for x in q["evaluation"]["rows"]]
                    for q in r["cells"] if q["data"] == p["data"] and q["evaluation"]}
            assert b == sum(u and not v for u, v in zip(both[p["name"]], both[p["other"]])), "only wrong"
            assert c == sum(v and not u for u, v in zip(both[p["name"]], both[p["other"]])), "other only wrong"
    assert (p["mcnemar_p"] is None) == (k != "error" or p["mcnemar_reason"] is not None), "McNemar's reason"
for family in seen.values():
    tested = sorted((p for p in family if p["p"] is not None), key=lambda p: p["p"])
    least = 0
    for i, p in enumerate(tested):
        least = max(least, min(1, p["p"] * (len(tested) - i)))
        near(p["p_holm"], least, "Holm"); assert p["n_compared"] == len(tested), "number compared"
for t in {c["data"] for c in r["cells"]}:
    cells = {c["name"]: c["evaluation"] for c in r["cells"] if c["data"] == t and c["evaluation"]}
    sparse = [n for n in cells if cells[n]["list"]["selects"] and cells[n]["selection"]]
    for k in ("error", "log_loss"):
        folds = [f for (d, f) in size if d == t]
        mean = lambda n: sum(value[t, n, f][k] for f in folds) / len(folds)
        every = [n for n in cells if all(f["n_features"] == cells[n]["p"] for f in cells[n]["folds"])]
        assert not set(every) & set(sparse), "sparse, or all"
        own = [q for q in r["sparsity"] if q["data"] == t and q["figure"] == k]
        assert [q["name"] for q in own] == [n for n in sparse for _ in every], "sparse methods"
        for n in sparse:
            others = [q["other"] for q in own if q["name"] == n]
            assert sorted(others) == sorted(every), "all features"
            if every: near(mean(others[0]), min(map(mean, every)), "the best of all features")
        for q in own:
            d = [value[t, q["name"], f][k] - value[t, q["other"], f][k] for f in folds]
            near(q["difference"], sum(d) / len(d), "price")
            J, s2 = len(d), sum((v - sum(d) / len(d)) ** 2 for v in d) / (len(d) - 1)
            ratio = sum(size[t, f][0] for f in folds) / sum(size[t, f][1] for f in folds)
            near(q["high"] - q["difference"], stats.t.isf(.025, J - 1) * math.sqrt(s2 * (1 / J + ratio)), "its interval")
            near(q["n_features"], sum(f["n_features"] for f in cells[q["name"]]["folds"]) / J, "features")
for b in r["best"]:
    if b["data"] is None: continue
    means = {}
    for (d, n, f), v in value.items():
        if d == b["data"] and v[b["figure"]] is not None: means.setdefault(n, []).append(v[b["figure"]])
    means = {n: sum(v) / len(v) for n, v in means.items()}
    near(b["mean"], (max if b["figure"] == "auc" else min)(means.values()), "the best")
    near(means[b["name"]], b["mean"], "its mean")
for s in r["sets"] or []:
    n = s["better"] + s["worse"]
    few = min(s["better"], s["worse"])
    assert (s["reason"] is not None) == (s["name"] == "majority" and s["against"] == "baseline"), "why there is no p"
    near(s["p"], None if n == 0 or s["reason"] else min(1., 2 * stats.binom.cdf(few, n, .5)), "sign test")
    assert n + s["ties"] + s["missing"] == len(r["data"]), "tables"
