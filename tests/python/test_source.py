# SPDX-License-Identifier: Apache-2.0
"""Functions and classes whose own text is Relax."""

import numpy as np
import pytest

import tenon
from tenon import R

AXIS = 1
SCALE = np.array([1, 2, 3], "float32")


@tenon.function
def summed(x: R.Tensor(("n", 3), "float32")):
    y = R.multiply(x, SCALE)
    return R.sum(y, axis=AXIS)


@tenon.rewriter
class NoDoubleRelu:
    """relu of relu is relu"""

    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(R.nn.relu(x))

    @R.function
    def replacement(x: R.Tensor):
        return R.nn.relu(x)


def test_constants_of_the_scope():
    x = np.arange(6, dtype="f").reshape(2, 3)
    np.testing.assert_array_equal(summed.compile(threads=1)(x), (x * SCALE).sum(1))
    shape, name = [3, 2], "float32"

    @tenon.function
    def inner(x: R.Tensor((2, 3), name)):
        return R.reshape(x, shape)

    assert inner.compile(threads=1)(x).shape == (3, 2)


def test_local_names_win():
    @tenon.function
    def f(AXIS: R.Tensor((2,), "float32")):
        return R.add(AXIS, AXIS)

    assert f.ops() == {"add": 1}


def test_rules():
    @tenon.function
    def twice(x: R.Tensor(("n",), "float32")):
        a = R.nn.relu(x)
        return R.nn.relu(a)

    assert twice.opt([], rules=NoDoubleRelu).ops() == {"nn.relu": 1}
    assert "R.nn.relu is wanted" in twice.why_not(NoDoubleRelu, at="a")


def test_errors_have_the_place_in_the_file():
    with pytest.raises(tenon.InvalidError) as e:

        @tenon.function
        def wrong(x: R.Tensor((2, 3), "float32")):
            return R.matmul(x, x)  # here

    d = e.value.diagnostics[0]
    with open(__file__) as file:
        assert "# here" in file.readlines()[d.line - 1]
    assert d.source == __file__


def test_no_source():
    scope = {"tenon": tenon, "R": R}
    with pytest.raises(tenon.UsageError, match="not to be had"):
        exec("@tenon.function\ndef f(x: R.Tensor((2,))):\n    return x\n", scope)


def test_large_arrays_are_parameters():
    big = np.zeros(5000, "f")
    with pytest.raises(tenon.UsageError, match="make it a parameter"):

        @tenon.function
        def f(x: R.Tensor((5000,), "float32")):
            return R.add(x, big)


def test_what_is_no_function():
    for decorate in tenon.function, tenon.rewriter, tenon.operator("my.op"):
        with pytest.raises(TypeError, match="found 3"):
            decorate(3)
    with pytest.raises(tenon.UsageError, match="lambda"):
        tenon.function(lambda x: x)
    with pytest.raises(TypeError, match="tenon.Context, found 3"):
        tenon.host(context=3)(len)
