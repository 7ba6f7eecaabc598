"""The written estimators are those that the library's own document gives."""
import importlib.metadata
import importlib.util
import inspect
import os

import pytest
from conftest import need_libsvm

import ardor

HERE = os.path.dirname(os.path.abspath(__file__))


def generator():
    spec = importlib.util.spec_from_file_location("generate", os.path.join(HERE, "..", "generate.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@need_libsvm
def test_written_again_they_are_the_same():
    with open(ardor._estimators.__file__, encoding="utf-8") as file:
        assert file.read() == generator().module(ardor.methods()), "run: ardor methods --json | python3 python/generate.py"


def test_every_method_has_one_with_every_setting():
    for method in ardor.methods():
        names = inspect.signature(ardor.ESTIMATORS[method["name"]].__init__).parameters
        assert {generator().parameter_name(s["name"]) for s in method["settings"]} <= set(names)
        assert ("class_weight" in names) == (method["capabilities"]["weights"] or method["capabilities"]["class_weights"])
        assert ("force" in names) == method["capabilities"]["force"]
        fit = inspect.signature(ardor.ESTIMATORS[method["name"]].fit).parameters
        assert ("sample_weight" in fit) == method["capabilities"]["weights"]


def test_words_of_the_program_are_not_in_the_way():
    assert generator().parameter_name("lambda") == "lambda_" in inspect.signature(ardor.PFCVMClassifier).parameters


@pytest.mark.parametrize("name", ["LICENSE", "LICENSE-THIRD-PARTY"])
def test_the_licenses_are_parts_of_the_package(name, root):
    """Of python/ they are links to those of the source tree, so that there is one of each."""
    with open(os.path.join(root, name), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(root, "python", name), encoding="utf-8") as file:
        assert file.read() == text
    assert [path.read_text() for path in importlib.metadata.files("ardor") if path.name == name] == [text]
