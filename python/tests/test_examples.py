"""The examples run, and say what they claim to show."""
import importlib.util
import os

import pytest


def example(root, name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(root, "python", "examples", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_has_a_test(root):
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    for name in os.listdir(os.path.join(root, "python", "examples")):
        if name.endswith(".py"):
            assert f'"{name[:-3]}"' in text


def test_selection(root, tmp_path):
    result = example(root, "select_genes").main(tmp_path / "p.png")
    assert (tmp_path / "p.png").stat().st_size > 1000
    assert result.document["p"] == 2000 and result.selection["frequency"].max() == 1
    assert result.summary.loc["error", "value"] < result.summary.loc["error", "baseline"]


def test_pipeline(root):
    by_search, by_library = example(root, "pipeline").main()
    assert by_search.mean() == pytest.approx(by_library.mean(), abs=0.05)


def test_uncertainty(root, tmp_path):
    model = example(root, "uncertainty").main(tmp_path / "p.png")
    assert (tmp_path / "p.png").stat().st_size > 1000
    assert model.predict_std([[0.0, 0.5], [0.0, 3.0]])[1] > model.predict_std([[0.0, 0.5]])[0]


def test_three_classes(root):
    results = example(root, "three_classes").main()
    for method in ("smlr", "spr", "lda"):
        assert results[method].summary.loc["error", "value"] < 0.1
