# SPDX-License-Identifier: Apache-2.0
"""Operators of one's own, and Python functions that a run calls."""

import gc
import threading
import weakref

import numpy as np
import pytest

import tenon
from tenon import R, op


@tenon.operator("my.linear")
def linear(x: R.Tensor(("n", "k"), "float32"), w: R.Tensor(("k", "m"), "float32"), scale: R.Float = 2.0):
    """scale * x @ w."""
    return R.multiply(R.matmul(x, w), R.const(scale, "float32"))


@tenon.operator("my.twice")
def twice(x: R.Tensor(("n", "k"), "float32"), w: R.Tensor(("k", "k"), "float32")):
    return linear(linear(x, w), w, scale=1.0)


def test_operator_in_the_builder():
    x, w = tenon.input("x", ("n", 2)), tenon.input("w", (2, 3))
    m = tenon.build(op.nn.relu(linear(x, w, scale=3.0)) + linear(x, w=w), [x, w])
    assert m.ops()["my.linear"] == 2 and linear.__doc__ == "scale * x @ w."
    got = m.compile(threads=1)(np.ones((1, 2), "f"), np.ones((2, 3), "f"))
    assert got.tolist() == [[10, 10, 10]]
    assert tenon.parse(m.text).equal(m)
    with pytest.raises(TypeError, match="bad"):
        linear(x, w, bad=1)
    with pytest.raises(tenon.InvalidError, match="operand 'w' has the wrong type"):
        linear(x, tenon.input("v", (3, 3)))


def test_operator_made_of_operators():
    x, w = tenon.input("x", ("n", 2)), tenon.input("w", (2, 2))
    m = tenon.build(twice(x, w), [x, w])
    assert m.compile(threads=1)(np.ones((1, 2), "f"), np.ones((2, 2), "f")).tolist() == [[8, 8]]


def test_operator_in_a_decorated_function():
    @tenon.function
    def by_name(x: R.Tensor((1, 2), "float32"), w: R.Tensor((2, 2), "float32")):
        return linear(x, w)

    @tenon.function
    def by_text(x: R.Tensor((1, 2), "float32"), w: R.Tensor((2, 2), "float32")):
        return R.my.linear(x, w)

    assert by_name.ops() == by_text.ops() == {"my.linear": 1}
    assert by_name.verify(by_text) and by_name.gradcheck(function="by_name")


def test_operator_of_a_context():
    context = tenon.Context()
    linear.register(context)
    m = tenon.parse('@R.function\ndef main(x: R.Tensor((1, 2), "float32"), w: R.Tensor((2, 2), "float32")):\n'
                    "    return R.my.linear(x, w)\n", context=context)  # fmt: skip
    assert m.ops() == {"my.linear": 1}
    with pytest.raises(tenon.InvalidError):
        linear.register(context)  # it is taken


def test_gradient_of_an_operator():
    @tenon.operator("my.double")
    def double(x: R.Tensor(("n",), "float32")):
        return R.add(x, x)

    @double.gradient
    def back(x: R.Tensor(("n",)), y: R.Tensor(("n",)), adjoint: R.Tensor(("n",), "float32")):
        return R.multiply(adjoint, R.const(5.0, "float32"))

    x = tenon.input("x", (3,))
    m = tenon.build(op.sum(double(x)), [x]).grad()
    _, dx = m.compile(function="main_adjoint", threads=1)(np.ones(3, "f"))
    assert dx.tolist() == [5, 5, 5]


def test_a_wrong_definition_is_told_where_it_stands():
    with pytest.raises(tenon.InvalidError) as e:

        @tenon.operator("my.wrong")
        def wrong(x: R.Tensor(("n", 2), "float32")):
            return R.matmul(x, R.no_such(x))

    assert e.value.diagnostics[0].source == __file__
    assert e.value.diagnostics[0].line == wrong_line()
    with pytest.raises(tenon.InvalidError, match="dot|word|name"):
        tenon.operator("relu")(lambda_source)


def wrong_line():
    with open(__file__) as f:
        return 1 + next(i for i, line in enumerate(f) if "R.no_such(x)" in line)


def lambda_source(x: R.Tensor):
    return x


TWICE = """@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    return R.call_pure_packed("twice", x, sinfo_args=(R.Tensor((n,), "float32"),))
"""


def test_host_function_runs():
    context = tenon.Context()

    @tenon.host(name="twice", context=context)
    def double(x):
        assert isinstance(x, np.ndarray) and x.dtype == np.float32
        return 2 * x

    f = tenon.parse(TWICE, context=context).compile()
    assert f(np.arange(3, dtype="f")).tolist() == [0, 2, 4]
    assert double(np.ones(1, "f")).tolist() == [2]  # it stays a function


def test_what_a_host_function_raises_travels():
    context = tenon.Context()

    class Own(Exception):
        pass

    calls = []

    @tenon.host(context=context)
    def twice(x):
        calls.append(1)
        if len(calls) % 2:
            raise Own("at call", len(calls))
        return x.copy()

    f = tenon.parse(TWICE, context=context).compile()
    for i in range(3):
        with pytest.raises(Own, match="at call") as e:
            f(np.ones(2, "f"))
        assert e.value.args[1] == len(calls) and e.traceback[-1].name == "twice"
        assert f(np.ones(2, "f")).tolist() == [1, 1]


@pytest.mark.parametrize(
    ("result", "error", "text"),
    [
        (lambda x: "no", TypeError, "result 0 of twice"),
        (lambda x: x.astype("f8"), tenon.InvalidError, "float64"),
        (lambda x: None, tenon.InvalidError, "twice|tuple"),
        (lambda x: np.ones((2, 2), "f"), tenon.InvalidError, ""),
        (lambda x: (x, x), tenon.InvalidError, ""),
        (lambda x: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_results_of_host_functions_are_checked(result, error, text):
    context = tenon.Context()
    tenon.host(result, name="twice", context=context)
    with pytest.raises(error, match=text):
        tenon.parse(TWICE, context=context).compile()(np.ones(3, "f"))


def test_host_function_of_builder_with_strided_result(capsys):
    context = tenon.Context()

    @tenon.host(context=context, pure=False)
    def look(x, text):
        print(text, x.shape)
        return x.T

    x = tenon.input("x", (2, 3))
    y = op.call_packed("look", x, "seen", sinfo_args=['R.Tensor((3, 2), "float32")'])
    a = np.arange(6, dtype="f").reshape(2, 3)
    np.testing.assert_array_equal(tenon.build(y, [x], context=context).compile()(a), a.T)
    assert capsys.readouterr().out == "seen (2, 3)\n"


def test_host_function_may_use_other_contexts_only():
    context = tenon.Context()
    m = []
    inner = tenon.parse(TWICE.replace("twice", "other").replace("call_pure_packed(\"other\", x, sinfo_args=(R.Tensor((n,), \"float32\"),))", "add(x, x)"))

    @tenon.host(context=context)
    def twice(x):
        if x[0] > 0:
            return inner.compile(threads=1)(x)
        return m[0].text

    m.append(tenon.parse(TWICE, context=context))
    f = m[0].compile()
    assert f(np.ones(2, "f")).tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="other contexts only"):
        f(-np.ones(2, "f"))


def test_host_functions_in_threads():
    context = tenon.Context()
    tenon.host(lambda x: x + 1, name="twice", context=context)
    f = tenon.parse(TWICE, context=context).compile()
    wrong = []

    def work(k):
        for i in range(50):
            if f(np.full(4, k + i, "f")).tolist() != [k + i + 1] * 4:
                wrong.append((k, i))

    threads = [threading.Thread(target=work, args=(100 * k,)) for k in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not wrong


def test_host_function_is_freed_with_its_context():
    context = tenon.Context()

    def f(x):
        return x

    tenon.host(f, name="twice", context=context)
    seen = weakref.ref(f)
    del f
    gc.collect()
    assert seen() is not None
    del context
    gc.collect()
    assert seen() is None
