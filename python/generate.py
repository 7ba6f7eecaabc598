#!/usr/bin/env python3
"""generate.py: writes ardor/_estimators.py, an estimator for every method, from the document of the methods.

    ardor methods --json | python3 generate.py > ardor/_estimators.py

scikit-learn reads the parameters of an estimator from the signature of its __init__, so there is one class for each method,
and the classes are written out. A test writes them again and compares.
"""
import json
import keyword
import sys
import textwrap

WIDTH = 110

# Names of classes, of methods whose name in capitals is not it.
CLASS_NAMES = {
    "adaboost": "AdaBoost",
    "auto": "Auto",
    "ard-laplace": "ARDLaplace",
    "forward": "Forward",
    "logistic": "Logistic",
    "majority": "Majority",
    "pfcvm-lp": "PFCVM",
    "projection": "Projection",
}
# Parameters that no method has of its own: name, default, type, text. `for_` says which methods have it.
COMMON = [
    ("standardise", "train", '{"train", "all", "samples", "none"}',
     "Rows whose mean and deviation scale the features: 0 and 1 on these. ``samples`` scales every row by itself."),
    ("impute", None, "str or None",
     "What stands for missing values (NaN): ``median``, ``mean`` or ``knn:K``. None: they are an error."),
    ("log", None, "str, float, bool or None", "Natural logarithm of all values first, raised to this floor; True: without one."),
    ("filter", None, "str or None",
     "``NAME:K`` keeps the K features of the largest score on the training rows, NAME one of ``ttest``, ``fdr``, "
     "``signal-to-noise``, ``wilcoxon``, ``anova``, ``mrmr``, ``laplacian``, ``variance``; with `tune` also ``NAME:K1,K2,..``."),
    ("pca", None, "int or None", "Give the method the first K principal components of the training rows instead."),
    ("multiclass", None, '{"auto", "native", "pairs", "rest"} or None',
     "How more than two classes are told apart. None: by the method itself if it can, else by pairs."),
    ("tune", None, "str, bool or None",
     "Choose the settings that are left None inside the training rows: ``auto`` (or True), ``cv:K``, ``holdout:F`` or ``alo`` "
     "(approximate leave-one-out, where the method has it). None: they keep their untuned values, but of ``auto``, which is "
     "tuned unless this is ``none``."),
    ("rule", None, '{"auto", "one-se", "deviance", "error", "keep", "sparse"} or None',
     "Which candidate of the tuning is taken."),
]
RELAX = ("relax", None, '{"none", "auto"} or None',
         "Fit the chosen features again with weaker penalties where that lowers the inner error; with `tune`.")
FORCE = ("force", None, "str, list of str or None",
         "Features that are in every model and not penalised: names, globs (``batch*``), or ranges ``A:B``.")
CLASS_WEIGHT = ("class_weight", None, 'dict, "balanced" or None',
                "Factors on the weights of the training rows of each class: {label: factor}. ``balanced``: every class weighs "
                "the same.")
LAST = [
    ("n_jobs", None, "int or None", "Threads. None: 1; -1: all processors. Results do not depend on it."),
    ("random_state", None, "int, RandomState instance or None",
     "Seed of every random choice; the same one gives the same model. None: 1, so that fits can be repeated."),
    ("time_limit", None, "float or None",
     "Seconds after which the fit ends with what it has; then a ConvergenceWarning says so."),
    ("callback", None, "callable or None",
     "Called about ten times a second with an :class:`ardor.Progress`. If it returns something true the work is cancelled: a "
     "tuning ends with the candidates that are finished, and where nothing is, `fit` raises :class:`ardor.Cancelled`."),
]


def class_name(method):
    return CLASS_NAMES.get(method, method.replace("-", "").upper()) + "Classifier"


def parameter_name(setting):
    return setting + "_" if keyword.iskeyword(setting) else setting


def shown(value):
    return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value


def setting_entry(setting):
    kind = {"real": "float", "int": "int", "bool": "bool", "choice": ""}[setting["type"]]
    if setting["choices"]:
        kind = "{" + ", ".join(f'"{choice}"' for choice in setting["choices"]) + "}"
    text = (setting["help"][0].upper() + setting["help"][1:]).replace("--tune", "`tune`")
    if setting["unit"]:
        text += f" (unit: {setting['unit']})"
    if setting["default"] is not None:
        text += f". None: {shown(setting['default'])}"
    return parameter_name(setting["name"]), None, kind + " or None", text + "."


def parameters(method):
    can = method["capabilities"]
    entries = []
    if len(method["bases"]) > 1:
        names = ", ".join(f'"{name}:R"' if name == "poly" else f'"{name}"' for name in method["bases"])
        entries.append(("basis", None, "{" + names + "} or None",
                        f"Basis functions. None: ``{method['default_basis']}``."))
    entries += [setting_entry(setting) for setting in method["settings"]]
    entries += COMMON
    entries += [RELAX] if can["relax"] else []
    entries += [FORCE] if can["force"] else []
    entries += [CLASS_WEIGHT] if can["weights"] or can["class_weights"] else []
    return entries + LAST


def wrapped(text, indent):
    return textwrap.fill(text.replace("\\", "\\\\"), WIDTH, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def docstring(method, entries):
    title = method["title"][0].upper() + method["title"][1:]
    lines = [f'    """{title}.', ""]
    lines += [wrapped(f"The method ``{method['name']}`` of ardor. Settings that are None are left to the library, or to `tune`. "
                      "Attributes and methods are those of :class:`ardor.Classifier`.", "    "), ""]
    lines += ["    Parameters", "    ----------"]
    for name, _, kind, text in entries:
        lines += [f"    {name} : {kind}", wrapped(text, "        ")]
    if method["reference"]:
        lines += ["", "    References", "    ----------", wrapped(method["reference"], "    ")]
    return lines + ['    """', ""]


def written(method):
    can = method["capabilities"]
    entries = parameters(method)
    base = "WeightedClassifier" if can["weights"] else "UnweightedClassifier"
    names = {parameter_name(s["name"]): s["name"] for s in method["settings"]}
    signature = ", ".join(["self", "*"] + [f"{name}={default!r}" for name, default, _, _ in entries]) + "):"
    lines = ["", "", f"class {class_name(method['name'])}({base}):"] + docstring(method, entries)
    lines += [f"    _method = {method['name']!r}"]
    lines += [textwrap.fill(f"_setting_names = {names!r}", WIDTH, initial_indent="    ", subsequent_indent=" " * 22)]
    lines += [f"    _many_classes = {can['many_classes']}", ""]
    lines += [textwrap.fill("def __init__(" + signature, WIDTH, initial_indent="    ", subsequent_indent=" " * 17)]
    return lines + [f"        self.{name} = {name}" for name, _, _, _ in entries]


def module(methods):
    names = [class_name(method["name"]) for method in methods]
    lines = ['"""An estimator for every method, written by generate.py from the document of the methods: do not edit."""',
             "# pylint: disable=too-many-lines", "",
             "from ._sklearn import UnweightedClassifier, WeightedClassifier", "", "__all__ = ["]
    lines += [f'    "{name}",' for name in names] + ["]"]
    for method in methods:
        lines += written(method)
    lines += ["", "", "#: The estimator of each method, by the method's name.", "ESTIMATORS = {"]
    lines += [f'    "{method["name"]}": {class_name(method["name"])},' for method in methods] + ["}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(module(json.load(sys.stdin)))
