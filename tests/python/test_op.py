# SPDX-License-Identifier: Apache-2.0
"""tenon.op: operators on symbolic values, and the modules that are built of them."""

import importlib.util
import inspect
from pathlib import Path

import numpy as np
import pytest

import tenon
from tenon import op

ROOT = Path(__file__).resolve().parents[2]


def run(outputs, inputs, *arrays, **options):
    return tenon.build(outputs, inputs, **options).compile(threads=1, backend="eval")(*arrays)


def function_of(name):
    f = op
    for word in name.split("."):
        f = getattr(f, word)
    return f


def test_generated_files_are_current():
    spec = importlib.util.spec_from_file_location("python_ops", ROOT / "tools/python-ops.py")
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    files = writer.files()
    assert {f.name for f in (ROOT / "python/tenon/op").glob("*.py")} == set(files)
    for name, text in files.items():
        assert (ROOT / "python/tenon/op" / name).read_text() == text, f"{name}: run tools/python-ops.py"


def test_each_operator_is_a_function():
    names = tenon.ops()
    assert len(names) > 180 and "nn.relu" in names
    for name in names:
        row = tenon._build.schemas()[name]
        f = function_of(name)
        assert row[1].split()[0] in f.__doc__
        assert list(inspect.signature(f).parameters) == [p[0] for p in row[8]]
    assert inspect.signature(op.mean).parameters["keepdims"].default is False
    with pytest.raises(AttributeError):
        op.no_such_operator


def test_values_know_their_types():
    x = tenon.input("x", ("n", 4))
    y = op.nn.relu(x @ tenon.input("w", (4, 3)))
    assert (y.shape, y.dtype, y.ndim) == (("n", 3), "float32", 2)
    assert op.concat([x, x], axis=1).shape == ("n", 8)
    assert op.repeat(x, 2, axis=0).shape == ("2 * n", 4)
    a, b = op.split(x, 2, axis=1)
    assert a.shape == b.shape == ("n", 2)
    assert op.nonzero(x).shape is None and op.nonzero(x).ndim == 2
    assert op.shape_of(x).type == 'R.Shape(["n", 4])'
    assert op.astype(x, np.float64).dtype == op.astype(x, np.dtype("float64")).dtype == "float64"


def test_module_computes_what_numpy_does():
    x, w = tenon.input("x", ("n", 4)), tenon.input("w", (4, 3))
    big = np.random.RandomState(0).randn(17, 3).astype("f")
    small = np.array([1, -2, 3], "f")
    y = op.tanh(2 * (x @ w) + small) @ op.permute_dims(tenon.constant(big))
    xs, ws = np.random.RandomState(1).randn(5, 4).astype("f"), np.random.RandomState(2).randn(4, 3).astype("f")
    expected = np.tanh(2 * (xs @ ws) + small) @ big.T
    m = tenon.build(y, [x, w])
    assert [i[0] for i in m.compile(backend="eval").inputs] == ["x", "w"]
    np.testing.assert_allclose(m.compile(backend="eval")(xs, ws), expected, rtol=1e-5)
    big[:] = 0  # it was copied
    np.testing.assert_allclose(m.compile(threads=1)(xs, ws), expected, rtol=1e-4)
    assert tenon.parse(m.text).equal(m)


@pytest.mark.parametrize(
    ("name", "f"),
    {
        "add": lambda a: a + 1, "radd": lambda a: 1 + a, "sub": lambda a: a - 0.5, "rsub": lambda a: 2 - a, "mul": lambda a: a * a,
        "div": lambda a: a / 4, "rdiv": lambda a: 1 / a, "pow": lambda a: a**2, "neg": lambda a: -a, "array": lambda a: np.ones(3, "f") - a,
        "matmul": lambda a: a @ np.eye(3, dtype="f"), "rmatmul": lambda a: np.ones((3, 2), "f") @ a,
    }.items(),
)  # fmt: skip
def test_python_operators(name, f):
    a = np.arange(1, 7, dtype="f").reshape(2, 3)
    x = tenon.input("x", (2, 3))
    np.testing.assert_allclose(run(f(x), [x], a), f(a), rtol=1e-6)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), -0.0, 1e-40, 2**60, True])
def test_numbers(value):
    dtype = "bool" if value is True else "int64" if isinstance(value, int) else "float64"
    got = run(op.full((2,), tenon.constant(np.array(value, dtype))), [], context=None)
    np.testing.assert_array_equal(got, np.full(2, value, dtype))
    assert np.signbit(got[0]) == np.signbit(np.array(value, "float64"))


@pytest.mark.parametrize("array", [np.zeros((0, 3), "f"), np.array([[1, np.nan], [np.inf, -np.inf]], "f"), np.arange(40, dtype="int8"),
                                   np.arange(24.0).reshape(4, 6).T, np.array(3, "uint8"), np.ones(20, "float16")])  # fmt: skip
def test_constants(array):
    got = run(op.flip(op.flip(tenon.constant(array), 0), 0) if array.ndim else tenon.constant(array), [])
    np.testing.assert_array_equal(got, array)
    assert got.dtype == array.dtype


def test_constant_keeps_each_dtype():
    x = tenon.input("x", (2,), "int32")
    assert run(x + 1, [x], np.array([1, 2], "int32")).dtype == np.int32
    t = tenon.Tensor(np.full(20, 0x3F80, "uint16"), dtype="bfloat16")
    assert run(op.astype(tenon.constant(t), "float32"), []).tolist() == [1] * 20


def test_a_wrong_call_is_told_at_its_line():
    x, w = tenon.input("x", ("n", 4)), tenon.input("w", (5, 3))
    line = inspect.currentframe().f_lineno + 2
    with pytest.raises(tenon.InvalidError) as e:
        op.matmul(x, w)
    d = e.value.diagnostics[0]
    assert (d.source, d.line) == (__file__, line)
    assert "R.matmul(x, w)" in d.text and "4" in d.text and "5" in d.text


def test_messages():
    x, w = tenon.input("x", ("n", 4)), tenon.input("w", (4, 3))
    with pytest.raises(tenon.UsageError, match="w is no input of 'main': expected it among \\['x'\\]"):
        tenon.build(x @ w, [x])
    with pytest.raises(tenon.UsageError, match="not made by tenon.input"):
        tenon.build(x @ w, [x, x @ w])
    with pytest.raises(tenon.UsageError, match="two inputs of 'main' are called 'x'"):
        tenon.build(x, [x, tenon.input("x", (2,))])
    with pytest.raises(tenon.UsageError, match="'a b' is not a name"):
        tenon.input("a b", (2,))
    with pytest.raises(tenon.UsageError, match="expected an output"):
        tenon.build([], [x])
    with pytest.raises(TypeError, match="no tuple"):
        _, _ = x
    with pytest.raises(IndexError, match="2 fields, found the index 2"):
        op.split(x, 2, axis=1)[2]
    with pytest.raises(TypeError, match="symbolic"):
        if x:
            pass
    with pytest.raises(TypeError, match="keepdim"):
        op.mean(x, keepdim=True)
    with pytest.raises(tenon.UsageError, match="no operator 'nn.softmx'; did you mean 'nn.softmax'"):
        tenon._build.call("nn.softmx", (x,))


def test_arguments_of_other_kinds():
    x = tenon.input("x", (2,))
    for call in (lambda: tenon.build(x, [3]), lambda: tenon.build([3.5], [x]), lambda: tenon.build([[x]], [x]),
                 lambda: tenon.constant("a"), lambda: tenon.constant(None), lambda: tenon.input("y", (1.5,))):  # fmt: skip
        with pytest.raises(TypeError, match="found"):
            call()


def test_names_are_kept_apart():
    x = tenon.input("x", (2,))
    y = x
    for _ in range(4):
        y = op.add(y, op.add(x, y))
    other = tenon.input("add", (2,))
    m = tenon.build(y + other, [x, other])
    assert np.array_equal(m.compile(backend="eval")(np.ones(2, "f"), np.ones(2, "f")), [32, 32])


def test_two_values_of_one_name_in_a_call():
    a = tenon.input("x", (2,)) + 1
    b = tenon.input("x", (2, 1)) + 1
    assert (a + b).shape == (2, 2)


def test_scan_takes_a_graph():
    c, x = tenon.input("c", (3,)), tenon.input("x", (3,))
    n = op.tanh(c + x)
    step = tenon.graph([n, n], [c, x], name="step")
    h, xs = tenon.input("h", (3,)), tenon.input("xs", ("t", 3))
    last, every = op.scan(step, [h], [xs])
    assert every.shape == ("t", 3)
    a = np.random.RandomState(0).randn(4, 3).astype("f")
    got, rows = run([last, every], [h, xs], np.zeros(3, "f"), a)
    s = np.zeros(3, "f")
    for r in a:
        s = np.tanh(s + r)
    np.testing.assert_allclose(got, s, rtol=1e-5)
    np.testing.assert_array_equal(rows[-1], got)
    with pytest.raises(tenon.UsageError, match="h is no input of 'leaky'"):
        op.scan(tenon.graph([n + h, n], [c, x], name="leaky"), [h], [xs])


def test_effects_are_kept(capsys):
    x = tenon.input("x", (2,))
    run(x, [x], np.ones(2, "f"), effects=[op.print(x, format="seen {}")])
    assert "seen" in capsys.readouterr().out
    with pytest.raises(tenon.InvalidError, match="too large"):
        run(x, [x], np.ones(2, "f"), effects=[op.assert_op(op.less(op.sum(x), 1), format="too large")])


def test_a_long_chain_does_not_recurse():
    x = tenon.input("x", (2,))
    y = x
    for _ in range(3000):
        y = op.add(y, x)
    assert tenon.build(y, [x]).ops() == {"add": 3000}


def test_built_modules_are_modules():
    x, w = tenon.input("x", ("n", 4)), tenon.input("w", (4, 1))
    e = x @ w
    m = tenon.build(op.mean(e * e), [x, w])
    assert m.gradcheck(dims={"n": 3}) and m.verify(m.opt("O2"), dims={"n": 5})
    bound = m.bind({"n": 2}, params={"w": np.ones((4, 1), "f")})
    assert bound.compile(backend="eval")(np.ones((2, 4), "f")) == 16
    with pytest.raises(tenon.InvalidError, match="nope"):
        m.bind(params={"nope": np.ones(1, "f")})


def test_import_of_the_package_does_not_import_the_builder():
    import subprocess
    import sys

    code = "import sys, tenon; print([m for m in sys.modules if m.startswith('tenon.') and ('op' in m.split('.') or 'build' in m)])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
