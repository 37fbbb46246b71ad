# SPDX-License-Identifier: Apache-2.0
"""Compiled functions and the arrays that they take and give."""

import ctypes
import os
import time
import timeit

import numpy as np
import pytest

import tenon

NUMPY_DTYPES = ["float32", "float64", "float16", "bool"] + [
    f"{u}int{b}" for u in ("", "u") for b in (8, 16, 32, 64)
]


def test_positional_and_by_name(matmul, arrays):
    x, w = arrays
    want = np.maximum(x @ w, 0)
    for got in (matmul(x, w), matmul(w=w, x=x), matmul(x, w=w)):
        assert isinstance(got, np.ndarray) and got.dtype == np.float32
        np.testing.assert_allclose(got, want, rtol=1e-5)
    assert matmul.inputs == (("x", "float32", 2, False), ("w", "float32", 2, False))
    assert matmul.outputs == ((None, "float32", 2, False),)


def test_extents_differ_from_call_to_call(matmul, arrays):
    x, w = arrays
    made = matmul.counts()["prepared"]
    for _ in range(3):
        for n in range(1, 6):
            assert matmul(x[:n], w).shape == (n, 3)
    assert matmul.counts()["prepared"] - made <= 5


def test_out(matmul, arrays):
    x, w = arrays
    out = np.full((5, 3), 9, "f")
    assert matmul(x, w, out=out) is out
    np.testing.assert_array_equal(out, matmul(x, w))
    assert matmul(x, w, out=(None,)).shape == (5, 3)
    with pytest.raises(ValueError, match=r"expected the extents \(5, 3\)"):
        matmul(x, w, out=np.empty((5, 4), "f"))
    with pytest.raises(TypeError, match="expected dtype float32, found float64"):
        matmul(x, w, out=np.empty((5, 3)))
    with pytest.raises(TypeError, match="1 outputs"):
        matmul(x, w, out=(out, out))
    out.flags.writeable = False
    with pytest.raises(ValueError):
        matmul(x, w, out=out)


def test_outputs_overlap_with_nothing():
    f = tenon.parse(
        '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    return (R.nn.relu(x), R.negative(x))\n'
    ).compile(threads=1)
    block = np.arange(8, dtype="f")
    with pytest.raises(ValueError, match="output 0 overlaps with input 'x'"):
        f(block[:4], out=(block[2:6], None))
    with pytest.raises(ValueError, match="output 1 overlaps with output 0"):
        f(block[:4].copy(), out=(block[:4], block[3:7]))
    a, b = f(block[:4], out=(block[4:], None))
    assert list(block[4:]) == [0, 1, 2, 3] and list(b) == [0, -1, -2, -3]


def test_what_does_not_fit(matmul, arrays):
    x, w = arrays
    for call, kind, text in [
        (lambda: matmul(x), TypeError, "input 'w' is missing"),
        (lambda: matmul(x, w, x), TypeError, "expected 2 inputs"),
        (lambda: matmul(x, w, x=x), TypeError, "input 'x' is given twice"),
        (lambda: matmul(x, w, y=x), TypeError, "there is no input 'y'; the inputs are"),
        (lambda: matmul(x.astype("d"), w), TypeError, "expected dtype float32, found float64"),
        (lambda: matmul(x[0], w), ValueError, "expected rank 2, found 1"),
        (lambda: matmul(x, x), tenon.InvalidError, "input 'w': dim 0 is not 4; found input .x. of .5, 4., input .w. of .5, 4."),
        (lambda: matmul(x[:, ::-1], w), ValueError, "row-major"),
        (lambda: matmul(np.asfortranarray(x), w), ValueError, "ascontiguousarray"),
        (lambda: matmul(x, "w"), TypeError, "expected an array"),
        (lambda: matmul(x, w.astype(">f4")), TypeError, "format '>f'"),
        (lambda: matmul(x, w.astype("complex64")), TypeError, "format 'Zf'"),
        (lambda: matmul([[1.0]], w), TypeError, "expected an array"),
    ]:
        with pytest.raises(kind, match=text):
            call()
    np.testing.assert_allclose(matmul(x, w), np.maximum(x @ w, 0), rtol=1e-5)


def test_data_are_aligned(matmul, arrays):
    x, w = arrays
    raw = np.zeros(81, "u1")
    crooked = raw[1:].view("f").reshape(5, 4)
    with pytest.raises(ValueError, match="not aligned"):
        matmul(crooked, w)
    # to elements, not to vectors
    long = np.zeros(21, "f")
    assert matmul(long[1:].reshape(5, 4), w).shape == (5, 3)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_dtypes(identity, dtype):
    for shape in [(), (0,), (7,), (2, 0, 3), (3, 1, 2)]:
        x = np.asarray(np.random.RandomState(3).rand(*shape) * 9).astype(dtype)
        y = identity(dtype, len(shape))(x)
        assert y.dtype == x.dtype and y.shape == x.shape
        np.testing.assert_array_equal(x, y)


def test_numbers_for_rank_0(identity):
    assert identity("float32", 0)(0.5) == 0.5
    assert identity("int8", 0)(-128) == -128
    assert identity("uint64", 0)(2**64 - 1) == 2**64 - 1
    assert identity("int64", 0)(-(2**63)) == -(2**63)
    assert identity("bool", 0)(True) == True  # noqa: E712
    assert identity("float64", 0)(np.float64(3)) == 3
    for dtype, value in [("int8", 128), ("int8", -129), ("uint8", -1), ("uint64", 2**64), ("uint64", -1),
                         ("int64", 2**63)]:  # fmt: skip
        with pytest.raises(OverflowError):
            identity(dtype, 0)(value)
    for dtype, value in [("int32", 0.5), ("bool", 1), ("int32", True), ("float16", 1.0)]:
        with pytest.raises(TypeError):
            identity(dtype, 0)(value)


def test_bfloat16_is_bits_or_dlpack(identity):
    f = identity("bfloat16")
    bits = np.array([0x3F80, 0x4000, 0xC000], "u2")
    with pytest.raises(TypeError, match="expected dtype bfloat16, found uint16"):
        f(bits)
    t = tenon.Tensor(bits, dtype="bfloat16")
    y = f(t)
    assert isinstance(y, tenon.Tensor) and y.dtype == "bfloat16" and y.flat() == [1, 2, -2]
    np.testing.assert_array_equal(np.asarray(y.bits()), bits)
    with pytest.raises(BufferError, match="bits"):
        memoryview(y)
    with pytest.raises(TypeError):
        tenon.Tensor(np.ones(3, "u1"), dtype="bool")
    with pytest.raises(TypeError):
        tenon.Tensor(np.ones(3, "f"), dtype="bfloat16")


def test_extents_that_data_decide():
    f = tenon.parse('@R.function\ndef main(x: R.Tensor(("n",), "int32")):\n    return R.nonzero(x)\n').compile(threads=1)
    assert f.outputs[0][3] is True
    for x in ([0, 1, 1], [0, 0], [5], [1, 0, 1, 1]):
        a = np.array(x, "i4")
        np.testing.assert_array_equal(f(a), [np.nonzero(a)[0]])
    with pytest.raises(TypeError, match="expected None"):
        f(np.ones(2, "i4"), out=np.empty((1, 2), "i8"))


def test_results_are_the_callers(matmul, arrays):
    x, w = arrays
    first = matmul(x, w)
    kept = first.copy()
    assert first.flags.owndata
    matmul(-x, w)
    np.testing.assert_array_equal(first, kept)


def test_returns_tensor(arrays):
    import conftest

    x, w = arrays
    m = tenon.parse(conftest.MATMUL)
    t = m.compile(threads=1, returns="tensor")(x, w)
    assert isinstance(t, tenon.Tensor) and t.shape == (5, 3) and t.nbytes == 60 and not t.readonly
    view = np.asarray(t)
    view[0, 0] = 7
    assert t.flat()[0] == 7 and memoryview(t).format == "f"
    with pytest.raises(ValueError):
        m.compile(returns="lists")


@pytest.mark.parametrize("backend", ["eval", "c", "llvm"])
def test_backends(backend, arrays):
    import conftest

    if not dict((b[0], b[2]) for b in tenon.backends())[backend]:
        pytest.skip("not in this build")
    x, w = arrays
    f = tenon.parse(conftest.MATMUL).compile(backend=backend)
    for n in (5, 0, 2):
        np.testing.assert_allclose(f(x[:n], w), np.maximum(x[:n] @ w, 0), rtol=1e-5)
    with pytest.raises(ValueError, match="no backend"):
        tenon.parse(conftest.MATMUL).compile(backend="gpu")


def test_faults_of_a_run():
    text = '@R.function\ndef main(x: R.Tensor((3,), "float32"), i: R.Tensor((1,), "int64")):\n    return R.take(x, i, axis=0)\n'
    for backend in ("eval", None):
        f = tenon.parse(text).compile(backend=backend, threads=1)
        x = np.array([1, 2, 3], "f")
        with pytest.raises(tenon.InvalidError):
            f(x, np.array([99]))
        assert f(x, np.array([2]))[0] == 3


def test_dims_and_profile(arrays):
    import conftest

    x, w = arrays
    f = tenon.parse(conftest.MATMUL).compile(dims={"n": 5}, threads=1)
    assert f(x, w).shape == (5, 3)
    with pytest.raises(tenon.InvalidError):
        f(x[:2], w)
    p = f.profile(x, w, runs=3)
    assert p.run_ms > 0 and sum(k.calls for k in p.kernels) >= 3
    assert any("matmul" in op for k in p.kernels for op, _ in k.sources)
    assert f.profile(w=w).kernels
    with pytest.raises(TypeError, match="no input"):
        f.profile(z=w)


def test_inputs_may_be_any_buffer(identity):
    raw = (ctypes.c_float * 3)(1, 2, 3)
    np.testing.assert_array_equal(identity("float32")(raw), [1, 2, 3])
    np.testing.assert_array_equal(identity("uint8")(b"ab"), [97, 98])
    np.testing.assert_array_equal(identity("float32")(memoryview(raw)), [1, 2, 3])


def test_what_inputs_raise_is_raised(identity):
    m = memoryview(bytearray(8)).cast("f")
    m.release()
    with pytest.raises(ValueError, match="released"):
        identity("float32")(m)
    with pytest.raises(ValueError, match="released"):
        identity("float32")(np.ones(2, "f"), out=m)

    class Attributes:
        def __getattr__(self, name):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        identity("float32")(Attributes())


def test_a_read_only_input_is_fine(identity):
    x = np.ones(3, "f")
    x.flags.writeable = False
    np.testing.assert_array_equal(identity("float32")(x), x)


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="its own code is what takes time")
def test_a_call_is_cheap():
    """Less than 2 us of the processor's time, the call of C included, for four inputs and a result that is made."""
    f = tenon.parse("""@R.function
def main(a: R.Tensor((2,), "float32"), b: R.Tensor((2,), "float32"), c: R.Tensor((2,), "float32"),
         d: R.Tensor((2,), "float32")):
    return R.add(R.add(a, b), R.add(c, d))
""").compile(threads=1)
    a = [np.ones(2, "f") for _ in range(4)]
    assert min(timeit.repeat(lambda: f(*a), timer=time.process_time, number=2000, repeat=50)) / 2000 < 2e-6
