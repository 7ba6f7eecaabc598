"""What features contribute, against the models themselves."""
import numpy as np
import pytest

import ardor


def test_linear_contributions_are_those_of_the_coefficients(two):
    X, y = two
    model = ardor.SPRClassifier().fit(X, y)
    told = model.explain(X)
    used = model.get_support(indices=True)
    assert told.scale == "f" and told.adds_up
    assert list(told.features) == list(model.get_feature_names_out())
    assert told.contributions.shape == (len(X), len(used)) and told.values.shape == (len(X),)
    assert np.allclose(told.contributions, (X[:, used] - X[:, used].mean(axis=0)) * model.coef_[0, used], rtol=1e-10, atol=1e-12)
    assert np.allclose(told.values, model.decision_function(X), rtol=1e-12)
    assert np.allclose(told.reference + told.contributions.sum(axis=1), told.values, rtol=1e-10)


def test_of_a_kernel_they_are_changes_of_the_function(two):
    X, y = two
    model = ardor.JCFOClassifier(basis="rbf").fit(X, y)
    told = model.explain(X)
    assert not told.adds_up
    for j, column in enumerate(model.get_support(indices=True)):
        changed = X.copy()
        changed[:, column] = X[:, column].mean()
        assert np.allclose(told.contributions[:, j], told.values - model.decision_function(changed), atol=1e-9)
    assert told.reference == pytest.approx(model.decision_function(X.mean(axis=0, keepdims=True))[0], abs=1e-9)


def test_of_more_classes_there_is_one_for_each(three):
    X, y = three
    told = ardor.SMLRClassifier().fit(X, y).explain(X[:7])
    assert told.contributions.shape == (7, len(told.features), 3) and told.reference.shape == (3,)
    assert np.allclose(told.reference + told.contributions.sum(axis=1), told.values)
    neighbours = ardor.KNNClassifier().fit(X, y)
    told, prob = neighbours.explain(X), neighbours.predict_proba(X)
    assert told.scale == "log_odds"
    inside = ((prob > 0) & (prob < 1)).all(axis=1)
    assert np.allclose(told.values[inside], np.log(prob[inside] / (1 - prob[inside])))


def test_a_model_without_features_has_none(two):
    X, y = two
    with pytest.raises(ardor.UsageError, match="nothing contributes"):
        ardor.MajorityClassifier().fit(X, y).explain(X)


def test_components_have_names_of_their_own(two):
    X, y = two
    model = ardor.SPRClassifier(pca=3).fit(X, y)
    told = model.explain(X)
    assert all(name.startswith("pc") for name in told.features) and told.contributions.shape[1] == len(told.features)
    assert np.allclose(told.reference + told.contributions.sum(axis=1), model.decision_function(X))
