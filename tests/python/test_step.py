# SPDX-License-Identifier: Apache-2.0
"""Steps of training as a callable."""

import numpy as np
import pytest

import tenon

LINE = """@R.function
def main(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2, 1), "float32"), b: R.Tensor((1,), "float32")):
    R.func_attr({"num_input": 1})
    return R.matmul(x, w) + b
"""


@pytest.fixture
def batch():
    x = np.random.RandomState(0).randn(16, 2).astype("f")
    return x, x @ np.array([[2], [-1]], "f") + 3


def test_step_learns(batch):
    step = tenon.parse(LINE).train_step("mse", "sgd", rate=0.1, threads=1)
    assert step.inputs == ["x", "targets"] and list(step.weights) == ["w", "b"]
    x, y = batch
    before = {n: w.copy() for n, w in step.weights.items()}
    e = x @ before["w"] + before["b"] - y
    assert step(x, y) == pytest.approx(float((e * e).mean()), rel=1e-5)
    np.testing.assert_allclose(step.weights["w"], before["w"] - 0.1 * 2 * x.T @ e / 16, rtol=1e-4, atol=1e-6)
    for _ in range(200):
        loss = step(x, targets=y)
    assert loss < 1e-6 and step.state[0] == 201
    np.testing.assert_allclose(step.weights["w"].ravel(), [2, -1], atol=1e-3)
    m = step.trained()
    assert [f.name for f in m.check()] == ["main"]
    np.testing.assert_allclose(m.compile(threads=1)(x), y, atol=1e-2)


def test_weights_and_rate_can_be_set(batch):
    step = tenon.parse(LINE).train_step("mse", "adam", rate=0.1, threads=1)
    step.weights = {"w": np.zeros((2, 1), "f")}
    assert not step.weights["w"].any()
    step(*batch, rate=0.0)
    assert not step.weights["w"].any()
    with pytest.raises(ValueError, match="expected float32\\[2, 1\\], found float64\\[2, 1\\]"):
        step.weights = {"w": np.zeros((2, 1))}
    with pytest.raises(KeyError, match="no weight 'v'"):
        step.weights = {"v": np.zeros((2, 1), "f")}


def test_constants_of_a_model_are_trained(batch, tmp_path):
    x = tenon.input("x", ("n", 2))
    m = tenon.build(x @ tenon.constant(np.zeros((2, 1), "f"), "w") + tenon.constant(np.zeros(1, "f"), "b"), [x])
    step = m.train_step("mse", "momentum", rate=0.05, threads=1)
    losses = [step(*batch) for _ in range(50)]
    assert losses[-1] < losses[0] / 100


def test_a_loss_that_is_not_finite_changes_nothing(batch):
    step = tenon.parse(LINE).train_step("mse", "sgd", rate=0.1, threads=1)
    before = [w.copy() for w in step.weights.values()]
    with pytest.raises(tenon.InvalidError, match="the loss is nan"):
        step(batch[0], batch[1] * np.float32("nan"))
    assert all(np.array_equal(a, b) for a, b in zip(before, step.weights.values()))


def test_messages(batch):
    step = tenon.parse(LINE).train_step("mse", "sgd", threads=1)
    with pytest.raises(TypeError, match="a step takes \\['x', 'targets'\\], found 1 arrays"):
        step(batch[0])
    with pytest.raises(TypeError, match="no input 'y'"):
        step(batch[0], y=batch[1])
    with pytest.raises(tenon.InvalidError, match="sgdd"):
        tenon.parse(LINE).train_step("mse", "sgdd")


def test_the_module_of_training_prints(batch):
    """Its constants were printed as names that nothing defines."""
    step = tenon.parse(LINE).train_step("mse", "sgd", threads=1)
    assert tenon.parse(step.module.text).equal(step.module)
