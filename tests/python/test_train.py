# SPDX-License-Identifier: Apache-2.0
"""Training with data from Python."""

import warnings

import numpy as np
import pytest

import tenon

LINE = """@R.function
def main(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2, 1), "float32"), b: R.Tensor((1,), "float32")):
    R.func_attr({"num_input": 1})
    return R.matmul(x, w) + b
"""
HOW = dict(optimizer="momentum", rate=0.05, epochs=30, val_share=0.25, threads=1)


def line(n=256, seed=0):
    x = np.random.RandomState(seed).randn(n, 2).astype("f")
    return {"x": x, "y": x @ np.array([[2], [-1]], "f") + 1}


def test_a_line_is_found(tmp_path):
    m = tenon.parse(LINE)
    t = tenon.train(m, line(), output=tmp_path / "w.npz", **HOW)
    assert t.position.done and t.best > 0.999
    w = np.load(tmp_path / "w.npz")
    np.testing.assert_allclose(w["w"].ravel(), [2, -1], atol=0.01)
    assert t.plan["trained"] == 3 and t.plan["train_rows"] == 192
    assert t.evaluate()[0] < 1e-3
    with pytest.raises(tenon.UsageError):
        t.step()


def test_steps_by_hand_and_iterators():
    d = line()
    m = tenon.parse(LINE)
    whole = [e.loss for e in tenon.trainer(m, d, seed=3, **HOW)]
    batches = ((d["x"][i : i + 50], d["y"][i : i + 50]) for i in range(0, 256, 50))
    t = tenon.trainer(m, batches, seed=3, **HOW)
    assert [t.step().loss for _ in range(5)] == whole[:5]
    dicts = iter([{k: v[:100] for k, v in d.items()}, {k: v[100:] for k, v in d.items()}])
    assert tenon.trainer(m, dicts, seed=3, **HOW).run().loss == whole[-1]


def test_checkpoints(tmp_path):
    m = tenon.parse(LINE)
    d = line()
    losses = [e.loss for e in tenon.trainer(m, d, **HOW)]
    t = tenon.trainer(m, d, **HOW)
    for _ in range(7):
        t()
    t.checkpoint(tmp_path / "c")
    again = tenon.trainer(m, d, **HOW)
    again.resume(tmp_path / "c")
    assert [e.loss for e in again] == losses[7:]


def test_iterators_that_raise():
    def broken():
        yield line(10)["x"], line(10)["y"]
        raise KeyError("row 11")

    with pytest.raises(KeyError, match="row 11"):
        tenon.train(tenon.parse(LINE), broken())


def test_what_is_wrong():
    m, d = tenon.parse(LINE), line()
    with pytest.raises(TypeError, match="no option 'nonsense'"):
        tenon.train(m, d, nonsense=1)
    with pytest.raises(tenon.InvalidError, match="nothing"):
        tenon.train(m, d, optimizer="nothing")
    with pytest.raises(ValueError, match="9 rows, the first one 256"):
        tenon.train(m, {"x": d["x"], "y": d["y"][:9]})
    with pytest.raises(ValueError, match="has no rows"):
        tenon.train(m, {"x": np.float32(1)})
    with pytest.raises(ValueError, match="columns"):
        tenon.train(m, iter([{"x": d["x"]}, {"z": d["x"]}]))
    with pytest.raises(tenon.InvalidError):
        tenon.train(m, {"x": d["x"] * np.float32(np.nan), "y": d["y"]})
    for data in {3: d["x"]}, iter([{3: d["x"]}]):
        with pytest.raises(TypeError, match="name is a str, found 3"):
            tenon.train(m, data)
    with pytest.raises(tenon.FileError):
        tenon.train("/nowhere.py", d)


def test_an_error_is_told_once(tmp_path):
    t = tenon.trainer(tenon.parse(LINE), line(), **HOW)
    with pytest.raises(tenon.FileError):
        t.save("/nowhere/line.npz")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert t.position.step == 0 and t.plan["steps"] and t.step().step == 1


def test_data_live_as_long_as_the_trainer():
    t = tenon.trainer(tenon.parse(LINE), line(), **HOW)
    assert t.run().done
