# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from . import builtin as builtin, ccl as ccl, grad as grad, image as image, memory as memory, ml as ml, nn as nn, onnx as onnx, vm as vm
from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Callee, Dtype, Ints, Operand, Operands, Prim, Prims, Shape, Types

__all__ = [
    "abs", "acos", "acosh", "add", "arange", "argmax", "argmin", "argsort", "asin", "asinh", "assert_op",
    "astype", "atan", "atanh", "bitcast", "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor",
    "broadcast_to", "builtin", "call_builtin_with_ctx", "call_dps_packed", "call_inplace_packed",
    "call_packed", "call_pure_packed", "call_tir", "call_tir_inplace", "call_tir_with_grad", "cast", "ccl",
    "ceil", "clip", "collapse_sum_like", "collapse_sum_to", "concat", "cos", "cosh", "cumprod", "cumsum",
    "dequantize", "divide", "dynamic_strided_slice", "einsum", "equal", "erf", "ewise_fma", "exp",
    "expand_dims", "eye", "eye_like", "flatten", "flip", "floor", "floor_divide", "floor_mod", "full",
    "full_like", "gather_elements", "gather_nd", "grad", "greater", "greater_equal", "hint_on_device",
    "image", "invoke_closure", "invoke_pure_closure", "isfinite", "isinf", "isnan", "layout_transform",
    "left_shift", "less", "less_equal", "log", "logical_and", "logical_not", "logical_or", "logical_xor",
    "make_closure", "matmul", "max", "maximum", "mean", "memory", "min", "minimum", "ml", "mod",
    "multinomial_from_uniform", "multiply", "negative", "nn", "nonzero", "not_equal", "null_value", "number",
    "one_hot", "ones", "ones_like", "onnx", "outer", "permute_dims", "power", "print", "prod", "quantize",
    "random", "random_normal", "repeat", "reshape", "right_shift", "round", "rsqrt", "scan",
    "scatter_elements", "scatter_nd", "shape_of", "shape_to_tensor", "shard", "sigmoid", "sign", "sin",
    "sinh", "sort", "split", "sqrt", "square", "squeeze", "stack", "std", "strided_slice", "subtract", "sum",
    "take", "tan", "tanh", "tensor_to_shape", "tile", "to_vdevice", "topk", "tril", "triu", "unique",
    "variance", "vm", "where", "while_loop", "zeros", "zeros_like",
]


def add(x1: Operand, x2: Operand) -> Value:
    """x + y; integers wrap; on bool the logical or.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("add", (x1, x2))


def bitwise_and(x1: Operand, x2: Operand) -> Value:
    """Bit by bit, x and y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or bool tensors
    """
    return _call("bitwise_and", (x1, x2))


def bitwise_or(x1: Operand, x2: Operand) -> Value:
    """Bit by bit, x or y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or bool tensors
    """
    return _call("bitwise_or", (x1, x2))


def bitwise_xor(x1: Operand, x2: Operand) -> Value:
    """Bit by bit, either x or y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or bool tensors
    """
    return _call("bitwise_xor", (x1, x2))


def divide(x1: Operand, x2: Operand) -> Value:
    """x / y; on integers truncated toward zero, 0 where y is 0.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("divide", (x1, x2))


def equal(x1: Operand, x2: Operand) -> Value:
    """x == y; NaN equals nothing.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("equal", (x1, x2))


def floor_divide(x1: Operand, x2: Operand) -> Value:
    """floor of the exact x / y (so 1.0 by 0.1 is 9), x / y where y is 0; on integers 0 there.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("floor_divide", (x1, x2))


def floor_mod(x1: Operand, x2: Operand) -> Value:
    """x - y * floor(x / y): the sign of y; on integers 0 where y is 0.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("floor_mod", (x1, x2))


def greater(x1: Operand, x2: Operand) -> Value:
    """x > y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("greater", (x1, x2))


def greater_equal(x1: Operand, x2: Operand) -> Value:
    """x >= y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("greater_equal", (x1, x2))


def left_shift(x1: Operand, x2: Operand) -> Value:
    """x shifted left by y bits; 0 when y is not in [0, bits).

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer tensors
    """
    return _call("left_shift", (x1, x2))


def less(x1: Operand, x2: Operand) -> Value:
    """x < y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("less", (x1, x2))


def less_equal(x1: Operand, x2: Operand) -> Value:
    """x <= y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("less_equal", (x1, x2))


def logical_and(x1: Operand, x2: Operand) -> Value:
    """x and y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are bool tensors
    """
    return _call("logical_and", (x1, x2))


def logical_or(x1: Operand, x2: Operand) -> Value:
    """x or y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are bool tensors
    """
    return _call("logical_or", (x1, x2))


def logical_xor(x1: Operand, x2: Operand) -> Value:
    """Either x or y.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are bool tensors
    """
    return _call("logical_xor", (x1, x2))


def maximum(x1: Operand, x2: Operand) -> Value:
    """The greater; NaN when either is NaN.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("maximum", (x1, x2))


def minimum(x1: Operand, x2: Operand) -> Value:
    """The lesser; NaN when either is NaN.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("minimum", (x1, x2))


def mod(x1: Operand, x2: Operand) -> Value:
    """x - y * trunc(x / y): the sign of x, as C's fmod; on integers 0 where y is 0.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("mod", (x1, x2))


def multiply(x1: Operand, x2: Operand) -> Value:
    """x * y; integers wrap; on bool the logical and.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("multiply", (x1, x2))


def not_equal(x1: Operand, x2: Operand) -> Value:
    """x != y; NaN differs from everything.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    """
    return _call("not_equal", (x1, x2))


def power(x1: Operand, x2: Operand) -> Value:
    """x to the power y; integers wrap, and a negative power of one truncates (0 to it is 0).

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("power", (x1, x2))


def right_shift(x1: Operand, x2: Operand) -> Value:
    """x shifted right by y bits, arithmetic on signed integers; 0 or -1 when y is not in [0, bits).

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer tensors
    """
    return _call("right_shift", (x1, x2))


def subtract(x1: Operand, x2: Operand) -> Value:
    """x - y; integers wrap.

    C1: x1 and x2 have one dtype
    C2: their shapes broadcast (aligned at the end, equal or 1)
    C3: they are integer or floating-point tensors
    """
    return _call("subtract", (x1, x2))


def abs(x: Operand) -> Value:
    """The absolute value. The least integer wraps to itself.

    C1: x is an integer or floating-point tensor
    """
    return _call("abs", (x,))


def acos(x: Operand) -> Value:
    """The inverse cosine in radians; NaN outside [-1, 1].

    C1: x is floating-point
    """
    return _call("acos", (x,))


def acosh(x: Operand) -> Value:
    """The inverse hyperbolic cosine; NaN below 1.

    C1: x is floating-point
    """
    return _call("acosh", (x,))


def asin(x: Operand) -> Value:
    """The inverse sine in radians; NaN outside [-1, 1].

    C1: x is floating-point
    """
    return _call("asin", (x,))


def asinh(x: Operand) -> Value:
    """The inverse hyperbolic sine.

    C1: x is floating-point
    """
    return _call("asinh", (x,))


def atan(x: Operand) -> Value:
    """The inverse tangent in radians.

    C1: x is floating-point
    """
    return _call("atan", (x,))


def atanh(x: Operand) -> Value:
    """The inverse hyperbolic tangent; NaN outside [-1, 1].

    C1: x is floating-point
    """
    return _call("atanh", (x,))


def bitwise_not(x: Operand) -> Value:
    """Every bit inverted; on bool the logical not.

    C1: x is an integer or bool tensor
    """
    return _call("bitwise_not", (x,))


def ceil(x: Operand) -> Value:
    """The least integer that is not below x; integers stay.

    C1: x is an integer or floating-point tensor
    """
    return _call("ceil", (x,))


def cos(x: Operand) -> Value:
    """The cosine of radians.

    C1: x is floating-point
    """
    return _call("cos", (x,))


def cosh(x: Operand) -> Value:
    """The hyperbolic cosine.

    C1: x is floating-point
    """
    return _call("cosh", (x,))


def erf(x: Operand) -> Value:
    """The error function 2/sqrt(pi) * integral of exp(-t*t) from 0 to x.

    C1: x is floating-point
    """
    return _call("erf", (x,))


def exp(x: Operand) -> Value:
    """e to the power x.

    C1: x is floating-point
    """
    return _call("exp", (x,))


def floor(x: Operand) -> Value:
    """The greatest integer that is not above x; integers stay.

    C1: x is an integer or floating-point tensor
    """
    return _call("floor", (x,))


def log(x: Operand) -> Value:
    """The natural logarithm; -inf at 0, NaN below.

    C1: x is floating-point
    """
    return _call("log", (x,))


def logical_not(x: Operand) -> Value:
    """The logical not.

    C1: x is bool
    """
    return _call("logical_not", (x,))


def negative(x: Operand) -> Value:
    """0 - x; unsigned integers wrap.

    C1: x is an integer or floating-point tensor
    """
    return _call("negative", (x,))


def round(x: Operand) -> Value:
    """The nearest integer, ties to even; integers stay.

    C1: x is an integer or floating-point tensor
    """
    return _call("round", (x,))


def rsqrt(x: Operand) -> Value:
    """1 / sqrt(x).

    C1: x is floating-point
    """
    return _call("rsqrt", (x,))


def sigmoid(x: Operand) -> Value:
    """1 / (1 + exp(-x)).

    C1: x is floating-point
    """
    return _call("sigmoid", (x,))


def sign(x: Operand) -> Value:
    """-1, 0 or 1; NaN stays NaN.

    C1: x is an integer or floating-point tensor
    """
    return _call("sign", (x,))


def sin(x: Operand) -> Value:
    """The sine of radians.

    C1: x is floating-point
    """
    return _call("sin", (x,))


def sinh(x: Operand) -> Value:
    """The hyperbolic sine.

    C1: x is floating-point
    """
    return _call("sinh", (x,))


def sqrt(x: Operand) -> Value:
    """The square root; NaN below 0.

    C1: x is floating-point
    """
    return _call("sqrt", (x,))


def square(x: Operand) -> Value:
    """x * x.

    C1: x is an integer or floating-point tensor
    """
    return _call("square", (x,))


def tan(x: Operand) -> Value:
    """The tangent of radians.

    C1: x is floating-point
    """
    return _call("tan", (x,))


def tanh(x: Operand) -> Value:
    """The hyperbolic tangent.

    C1: x is floating-point
    """
    return _call("tanh", (x,))


def isfinite(x: Operand) -> Value:
    """Neither infinite nor NaN; true for integers.

    C1: x is an integer or floating-point tensor
    """
    return _call("isfinite", (x,))


def isinf(x: Operand) -> Value:
    """An infinity; false for integers.

    C1: x is an integer or floating-point tensor
    """
    return _call("isinf", (x,))


def isnan(x: Operand) -> Value:
    """NaN; false for integers.

    C1: x is an integer or floating-point tensor
    """
    return _call("isnan", (x,))


def arange(start: Prim, end: Prim | None = None, step: Prim = 1, dtype: Dtype = None) -> Value:
    """start, start + step, ... up to and without end: ceil((end - start) / step) elements, none when that is
    negative. Without an end, start is the end and the first element is 0. The dtype is int64 when all three are
    integers, else float32, where it is not given. Element i is start + i * step, in int64 or float64, then cast
    to the dtype.

    C1: start, end and step are integers or floating-point numbers
    C2: step is not 0
    C3: dtype is an integer or floating-point dtype
    C4: the number of elements is finite
    """
    return _call("arange", (start, end, step, dtype))


def argmax(x: Operand, axis: int | None = None, keepdims: bool = False) -> Value:
    """The position along the axis (in x flattened, for None) of the first greatest element, as int64; of the first
    NaN when there is one.

    C1: x is an integer or floating-point tensor
    C2: axis is an axis of x (None: x is flattened)
    C3: no reduced extent is 0
    """
    return _call("argmax", (x, axis, keepdims))


def argmin(x: Operand, axis: int | None = None, keepdims: bool = False) -> Value:
    """The position along the axis (in x flattened, for None) of the first least element, as int64; of the first NaN
    when there is one.

    C1: x is an integer or floating-point tensor
    C2: axis is an axis of x (None: x is flattened)
    C3: no reduced extent is 0
    """
    return _call("argmin", (x, axis, keepdims))


def argsort(data: Operand, axis: int = -1, descending: bool = False, dtype: Dtype = "int32") -> Value:
    """The positions along the axis in the order of the sorted elements, rising or descending; equal ones in the
    order in which they stand, NaN last.

    C1: axis is an axis of the operand
    C2: dtype is an integer dtype
    """
    return _call("argsort", (data, axis, descending, dtype))


def assert_op(condition: Operand, *values: Operand, format: str = "") -> Value:
    """Ends the run with an error when condition is false; the message is the values in the places {} of format, or
    one after another when format is empty. The result is the empty tuple.

    C1: condition is a bool scalar: a tensor of rank 0, or a prim value
    """
    return _call("assert_op", (condition, values, format))


def astype(x: Operand, dtype: Dtype) -> Value:
    """x in another dtype: to a float the nearest one (ties to even); from a float to an integer cut off toward zero,
    where NaN becomes 0 and what is out of range the nearest integer that is not; between integers modulo 2^bits;
    to bool whether it is not 0 (NaN is not). An integer of fewer than 8 bits is the low bits of an int32. A small
    float saturates, and float8_e8m0fnu is rounded away from zero: see R.cast.

    C1: dtype is not void
    """
    return _call("astype", (x, dtype))


def bitcast(x: Operand, dtype: Dtype) -> Value:
    """The bits of x as elements of another dtype of the same size. Of a NaN the payload may be lost; a bool is
    whether any bit is set.

    C1: dtype has as many bits as x's; bool has 8
    """
    return _call("bitcast", (x, dtype))


def broadcast_to(x: Operand, shape: Shape) -> Value:
    """x with its dims of extent 1, and new leading ones, repeated up to the shape.

    C1: no dim of shape is negative
    C2: x's shape broadcasts to shape (aligned at the end, each dim equal or 1)
    """
    return _call("broadcast_to", (x, shape))


def call_builtin_with_ctx(func: Callee, args: Operands, sinfo_args: Types | None = None) -> Value:
    """A call of a function of the virtual machine itself. For TVM's virtual machine: it is kept, and no run here
    does it.
    """
    return _call("call_builtin_with_ctx", (func, args, sinfo_args))


def call_dps_packed(func: Callee, args: Operands, out_sinfo: Types) -> Value:
    """The results of the host function func, which reads args and writes into tensors of the types out_sinfo that
    the caller allocates. It has no other effect.

    C1: out_sinfo is a tensor type, or several (a tuple), with their shapes and dtypes
    C2: func is a function, or a string that names an external one
    """
    return _call("call_dps_packed", (func, args, out_sinfo))


def call_inplace_packed(func: Callee, *args: Operand, inplace_indices: Ints, sinfo_args: Types | None = None) -> Value:
    """What an external function returns, which writes results into the arguments that inplace_indices says. For
    TVM's virtual machine: it is kept, and no run here does it.
    """
    return _call("call_inplace_packed", (func, args, inplace_indices, sinfo_args))


def call_packed(func: Callee, *args: Operand, sinfo_args: Types | None = None) -> Value:
    """What the host function func returns, of the type sinfo_args. It may have effects.

    C1: func is a function, or a string that names an external one
    """
    return _call("call_packed", (func, args, sinfo_args))


def call_pure_packed(func: Callee, *args: Operand, sinfo_args: Types | None = None) -> Value:
    """What the host function func returns, of the type sinfo_args. It has no effects, so the call may be dropped,
    moved or shared.

    C1: func is a function, or a string that names an external one
    """
    return _call("call_pure_packed", (func, args, sinfo_args))


def call_tir(func: Callee, args: Operands, out_sinfo: Types, tir_vars: Shape | None = None) -> Value:
    """The results of the loop function func, which reads args and writes into tensors of the types out_sinfo that
    the caller allocates and passes after them. tir_vars are integers passed last.

    C1: out_sinfo is a tensor type, or several (a tuple), with their shapes and dtypes
    """
    return _call("call_tir", (func, args, out_sinfo, tir_vars))


def call_tir_inplace(
    func: Callee,
    args: Operands,
    inplace_indices: Ints,
    out_sinfo: Types,
    tir_vars: Shape | None = None,
) -> Value:
    """The results of the loop function func, of which those with a number in inplace_indices are written into that
    argument, and those with -1 into tensors that the caller allocates and passes after args. For TVM's virtual
    machine: it is kept, and no run here does it.

    C1: out_sinfo is a tensor type, or several (a tuple)
    C2: inplace_indices has one for each result: -1, or an argument's number; not all are -1
    C3: no argument is written into twice, and each is a tensor
    C4: an argument that is written into has the shape and dtype of its result
    """
    return _call("call_tir_inplace", (func, args, inplace_indices, out_sinfo, tir_vars))


def call_tir_with_grad(
    func: Callee,
    args: Operands,
    out_sinfo: Types,
    tir_vars: Shape | None = None,
    *,
    te_grad_name: str,
    te_grad_kwargs: Sequence[float] | None = None,
) -> Value:
    """What call_tir gives. te_grad_name and te_grad_kwargs say which function TVM's Gradient calls; they are kept,
    and mean nothing here.

    C1: out_sinfo is a tensor type, or several (a tuple), with their shapes and dtypes
    """
    return _call("call_tir_with_grad", (func, args, out_sinfo, tir_vars, te_grad_name, te_grad_kwargs))


def cast(x: Operand, dtype: Dtype, saturate: bool = True, round_mode: str = "up") -> Value:
    """x in a small float dtype, the nearest value (ties to even). What is too large becomes the largest number,
    unless saturate says that it becomes an infinity or NaN. float8_e8m0fnu goes by round_mode: up is away from
    zero, nearest has ties away from it; what it has no number for is the least one or NaN, and what is negative
    NaN. astype saturates and rounds up.

    C1: dtype is a floating-point dtype of 8 bits or less
    round_mode: up, down, nearest
    """
    return _call("cast", (x, dtype, saturate, round_mode))


def clip(x: Operand, min: Prim, max: Prim) -> Value:
    """minimum(maximum(x, min), max): max where min exceeds it; NaN stays NaN. The bounds are cast to x's dtype, for
    integers cut off toward zero and to the dtype's range.

    C1: x is an integer or floating-point tensor
    C2: min and max are integers or floating-point numbers
    """
    return _call("clip", (x, min, max))


def collapse_sum_like(data: Operand, collapse_target: Operand) -> Value:
    """data summed over the dims that broadcasting collapse_target to data's shape would stretch, so that it has
    collapse_target's shape. In data's dtype.

    C1: collapse_target's shape broadcasts to data's
    C2: data is an integer or floating-point tensor
    """
    return _call("collapse_sum_like", (data, collapse_target))


def collapse_sum_to(data: Operand, shape: Shape) -> Value:
    """data summed over the dims that broadcasting `shape` to data's shape would stretch, so that it has that shape.

    C1: shape broadcasts to data's shape
    C2: data is an integer or floating-point tensor
    C3: no dim of shape is negative
    """
    return _call("collapse_sum_to", (data, shape))


def concat(tensors: Operands, axis: int = 0) -> Value:
    """The tensors one after the other along the axis; None is axis 0 of rank 1.

    C1: there is at least one tensor
    C2: the tensors have one dtype
    C3: they have one rank, 1 or more
    C4: axis is an axis of them
    C5: their dims other than axis are equal
    C6: their rank is 1 where axis is None
    """
    return _call("concat", (tensors, axis))


def cumprod(data: Operand, axis: int | None = None, dtype: Dtype = None, exclusive: bool = False) -> Value:
    """The product of the elements up to each one along the axis, itself included unless exclusive (the first is then
    1). In dtype, by default data's.

    C1: data and dtype are integer or floating-point
    C2: axis is an axis of data (None: data is flattened)
    """
    return _call("cumprod", (data, axis, dtype, exclusive))


def cumsum(data: Operand, axis: int | None = None, dtype: Dtype = None, exclusive: bool = False) -> Value:
    """The sum of the elements up to each one along the axis, itself included unless exclusive (the first is then 0).
    In dtype, by default data's.

    C1: data and dtype are integer or floating-point
    C2: axis is an axis of data (None: data is flattened)
    """
    return _call("cumsum", (data, axis, dtype, exclusive))


def dequantize(data: Operand, scale: Operand, zero_point: Operand, axis: int = -1, out_dtype: Dtype = None) -> Value:
    """(data - zero_point) * scale in out_dtype (float32 unless given), the difference computed without overflow. A
    scale and zero_point of rank 1 go by position along axis.

    C1: data is an integer tensor
    C2: scale is floating-point and zero_point an integer tensor
    C3: axis is a dim of data
    C4: scale and zero_point have rank 0, or rank 1 and the extent of dim axis of data
    C5: out_dtype is a floating-point dtype, but no small one
    """
    return _call("dequantize", (data, scale, zero_point, axis, out_dtype))


def dynamic_strided_slice(x: Operand, begin: Operand, end: Operand, strides: Operand) -> Value:
    """x[begin:end:stride] on every axis, as in Python, with the three computed at run time; a stride of 0 is an
    error then.

    C1: begin, end and strides have rank 1 and are int64
    C2: they have as many elements as x has dims
    """
    return _call("dynamic_strided_slice", (x, begin, end, strides))


def einsum(operands: Operands, subscripts: str) -> Value:
    """The sum over all letters that the result lacks of the operands' products, as NumPy's einsum: a letter names a
    dim, a letter twice in one term a diagonal, "..." the dims in between, which broadcast. Without "->" the
    result has "..." and the letters that occur once, capitals first.

    C1: subscripts are terms of letters and at most one "...", with commas between them and perhaps "->" and one
        more
    C2: there is at least one operand, and one term for each
    C3: a term has as many letters as its operand has dims (with "...", at most as many)
    C4: dims of one letter are equal; between operands, those of a letter or of "..." may also be 1
    C5: the result's letters are distinct and occur in a term; it has "..." when that stands for any dim
    C6: the operands have one dtype, an integer or floating-point one
    """
    return _call("einsum", (operands, subscripts))


def ewise_fma(x1: Operand, x2: Operand, x3: Operand) -> Value:
    """x1 * x2 + x3, of three tensors of one shape, rounded after the product and after the sum.

    C1: x1, x2 and x3 have one dtype
    C2: it is an integer or floating-point one
    C3: they have one shape
    """
    return _call("ewise_fma", (x1, x2, x3))


def expand_dims(x: Operand, axis: Ints) -> Value:
    """x with further dims of extent 1, at the positions `axis` of the result's dims.

    C1: axis lists distinct axes of the result
    """
    return _call("expand_dims", (x, axis))


def eye(n: Prim, m: Prim | None = None, k: Prim = 0, dtype: Dtype = "float32") -> Value:
    """An n by m matrix (m is n when left out) of zeros, with ones where column - row is k.

    C1: n, m and k are integers
    C2: n and m are not negative
    """
    return _call("eye", (n, m, k, dtype))


def eye_like(x: Operand, k: Prim = 0, dtype: Dtype = None) -> Value:
    """Zeros in the shape of x, with ones where column - row is k; in x's dtype unless one is given.

    C1: x has rank 2
    C2: k is an integer
    """
    return _call("eye_like", (x, k, dtype))


def flatten(x: Operand) -> Value:
    """x's elements in row-major order as one dim; of a scalar, one element."""
    return _call("flatten", (x,))


def flip(data: Operand, axis: int) -> Value:
    """data with the order along the axis reversed.

    C1: axis is an axis of data
    """
    return _call("flip", (data, axis))


def full(shape: Shape, fill_value: Operand, dtype: Dtype = None) -> Value:
    """A tensor whose elements are all fill_value, a tensor of rank 0 or a number (R.Prim), cast to dtype when one is
    given.

    C1: no dim of shape is negative
    C2: fill_value has rank 0
    """
    return _call("full", (shape, fill_value, dtype))


def full_like(x: Operand, fill_value: Operand, dtype: Dtype = None) -> Value:
    """A tensor in the shape of x whose elements are all fill_value, cast to dtype or else to x's dtype.

    C1: fill_value has rank 0
    """
    return _call("full_like", (x, fill_value, dtype))


def gather_elements(data: Operand, indices: Operand, axis: int = 0) -> Value:
    """The result has indices' shape; its element at p is data's at p with p[axis] replaced by indices[p]. A negative
    index counts from the end; one outside is an error at run time.

    C1: indices is an integer tensor
    C2: data and indices have one rank
    C3: axis is an axis of them
    C4: indices' dims other than axis are at most data's
    """
    return _call("gather_elements", (data, indices, axis))


def gather_nd(data: Operand, indices: Operand, batch_dims: int = 0) -> Value:
    """The slices of data at the positions that stand in indices' last dim: dims batch_dims onwards of data are
    indexed, one for each number of a position. A negative one counts from the end; one outside is an error at run
    time.

    C1: indices is an integer tensor
    C2: batch_dims is not negative, at most data's rank and less than indices' rank
    C3: the first batch_dims dims of data and indices are equal
    C4: indices' last extent is at most data's rank without the batch dims
    """
    return _call("gather_nd", (data, indices, batch_dims))


def hint_on_device(data: Operand, device: Sequence[float] = (1, 0), memory_scope: str = "global") -> Value:
    """data, with a hint for TVM's RealizeVDevice where it should lie: R.device(dev_type=1, dev_id=0), and a memory
    scope there.
    """
    return _call("hint_on_device", (data, device, memory_scope))


def invoke_closure(closure: Operand, args: Operands, sinfo_args: Types | None = None) -> Value:
    """What a closure returns for these arguments, of the type sinfo_args. For TVM's virtual machine: it is kept, and
    no run here does it.
    """
    return _call("invoke_closure", (closure, args, sinfo_args))


def invoke_pure_closure(closure: Operand, args: Operands, sinfo_args: Types | None = None) -> Value:
    """The same of a closure without effects. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("invoke_pure_closure", (closure, args, sinfo_args))


def layout_transform(
    x: Operand,
    index_map: Sequence[float],
    pad_value: float | None = None,
    axis_separators: Ints = (),
    input_axis_separators: Ints = (),
) -> Value:
    """The element of x at (i, j, ...) at the place that index_map gives for it, such as lambda i, j: (j // 4, i, j %
    4). The result is as large as the indices can be, x % c taken for c values; places that none gives hold
    pad_value (0 without one), and of elements that go to one place the last stays. axis_separators and
    input_axis_separators are kept, and mean nothing here.

    C1: index_map has a name for each dim of x
    C2: index_map has a result at least, and no more than tensors have dims
    C3: pad_value is 0 or left out where x is bool, and an integer where x's dtype is
    C4: each index that it gives is 0 or more, and its bound is known where x's extents are
    """
    return _call("layout_transform", (x, index_map, pad_value, axis_separators, input_axis_separators))


def make_closure(func: Callee, args: Operands) -> Value:
    """A function with the values of its first parameters. For TVM's virtual machine: it is kept, and no run here
    does it.
    """
    return _call("make_closure", (func, args))


def matmul(x1: Operand, x2: Operand, out_dtype: Dtype = None) -> Value:
    """The matrix product of the last two dims, broadcast over the leading ones, as NumPy's matmul: a rank-1 operand
    stands for a row (x1) or a column (x2) whose dim is then dropped. Sums in out_dtype.

    C1: x1 and x2 have rank 1 or more
    C2: x1 and x2 have one dtype, an integer or floating-point one; so is out_dtype
    C3: the last dim of x1 equals the second-to-last dim of x2 (its only one at rank 1)
    C4: the leading dims of x1 and x2 broadcast
    """
    return _call("matmul", (x1, x2, out_dtype))


def max(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The greatest element over the axes; NaN when there is one. Over none the least value of the dtype, -inf of
    floats. On bool the logical or.

    C1: x is a tensor of any dtype
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("max", (x, axis, keepdims))


def mean(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The sum over the axes divided by the number of elements; on integers truncated (the sum is carried in 64
    bits), over none NaN (0 for integers).

    C1: x is an integer or floating-point tensor
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("mean", (x, axis, keepdims))


def min(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The least element over the axes; NaN when there is one. Over none the greatest value of the dtype, inf of
    floats. On bool the logical and.

    C1: x is a tensor of any dtype
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("min", (x, axis, keepdims))


def multinomial_from_uniform(
    prob: Operand,
    uniform_sample: Operand,
    sample_indices: Operand,
    dtype: Dtype = "int64",
) -> Value:
    """For each row i of uniform_sample the first class k for which prob[r, 0] + ... + prob[r, k] exceeds
    uniform_sample[i, 0], where r is sample_indices[i, 0]. The sums are float64; a number that they do not exceed
    gives the first class at which they are greatest.

    C1: prob and uniform_sample are floating-point, sample_indices is an integer tensor
    C2: they have rank 2
    C3: uniform_sample and sample_indices have one extent 0, and extent 1 along axis 1
    C4: prob has a class at least
    C5: dtype is an integer dtype
    """
    return _call("multinomial_from_uniform", (prob, uniform_sample, sample_indices, dtype))


def nonzero(x: Operand) -> Value:
    """The positions of the elements that are not 0, in row-major order: column j of the (rank of x, count) result is
    the j-th one's position.
    """
    return _call("nonzero", (x,))


def null_value() -> Value:
    """No value. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("null_value", ())


def number(x1: Prim, x2: Prim, op: str) -> Value:
    """The number that the binary operator `op` makes of two numbers (R.Prim): what R.add(x1, x2) and its like mean
    where both operands are numbers, and how such a call is printed. The value of an int64 is part of the type
    where extents can say it.

    C1: x1 and x2 have one dtype
    op: add, bitwise_and, bitwise_or, bitwise_xor, divide, equal, floor_divide, floor_mod, greater, greater_equal,
        left_shift, less, less_equal, logical_and, logical_or, logical_xor, maximum, minimum, mod, multiply,
        not_equal, power, right_shift, subtract
    """
    return _call("number", (x1, x2, op))


def one_hot(indices: Operand, on_value: Prim, off_value: Prim, depth: int, axis: int = -1) -> Value:
    """A new dim of extent depth, at the position `axis` of the result's dims, which holds on_value where its index
    is the element of indices, off_value elsewhere. In the dtype of those two. An index outside [0, depth) has
    off_value everywhere.

    C1: indices is an integer tensor
    C2: on_value and off_value have one dtype
    C3: depth is not negative
    C4: axis is an axis of the result
    """
    return _call("one_hot", (indices, on_value, off_value, depth, axis))


def ones(shape: Shape, dtype: Dtype) -> Value:
    """A tensor of ones (true, for bool).

    C1: no dim of shape is negative
    C2: dtype is not void
    """
    return _call("ones", (shape, dtype))


def ones_like(x: Operand, dtype: Dtype = None) -> Value:
    """Ones in the shape of x, and in its dtype unless one is given."""
    return _call("ones_like", (x, dtype))


def outer(x1: Operand, x2: Operand) -> Value:
    """The product of each element of x1 (the rows) with each of x2 (the columns).

    C1: x1 and x2 have rank 1
    C2: they have one dtype, an integer or floating-point one
    """
    return _call("outer", (x1, x2))


def permute_dims(x: Operand, axes: Ints | None = None) -> Value:
    """The dims in another order: dim i of the result is dim axes[i] of x.

    C1: axes is a permutation of the dims of x (None: reversed)
    """
    return _call("permute_dims", (x, axes))


def print(*values: Operand, format: str = "") -> Value:
    """Hands a line of text to the output that the host program chose (the command's is the standard error): the
    values in the places {} of format, or one after another when format is empty. {{ and }} stand for braces. The
    result is the empty tuple.
    """
    return _call("print", (values, format))


def prod(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The product over the axes; 1 over none. Integers wrap.

    C1: x is an integer or floating-point tensor
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("prod", (x, axis, keepdims))


def quantize(data: Operand, scale: Operand, zero_point: Operand, axis: int = -1, out_dtype: Dtype = None) -> Value:
    """round(data / scale) + zero_point, clamped to the range of out_dtype (int8 unless given); ties round to even,
    NaN gives 0. A scale and zero_point of rank 1 go by position along axis.

    C1: data is floating-point, but of no small type
    C2: scale is floating-point and zero_point an integer tensor
    C3: axis is a dim of data
    C4: scale and zero_point have rank 0, or rank 1 and the extent of dim axis of data
    C5: out_dtype is an integer dtype
    """
    return _call("quantize", (data, scale, zero_point, axis, out_dtype))


def random(seed: Operand, counter: Operand, shape: Shape, dtype: Dtype = "float32") -> Value:
    """Random numbers in the shape: floats uniform in [0, 1), integers their raw bits. Element i (in row-major order)
    depends on seed, counter and i alone: Philox4x32-10 (Salmon et al. 2011) with the 64 bits of seed as its key,
    where narrower integers are sign-extended. The same seed with another counter is another, independent stream.

    C1: seed is an integer of rank 0
    C2: counter is an integer of rank 0
    C3: no dim of shape is negative
    C4: dtype is floating-point, or an integer dtype of 32 or 64 bits
    """
    return _call("random", (seed, counter, shape, dtype))


def random_normal(seed: Operand, counter: Operand, shape: Shape, dtype: Dtype = "float32") -> Value:
    """Random numbers of the normal distribution with mean 0 and variance 1 in the shape, by Box and Muller from
    R.random(seed, counter, (2, *shape)), whose first half gives the radius and second half the angle; in float32
    for narrower dtypes.

    C1: seed is an integer of rank 0
    C2: counter is an integer of rank 0
    C3: no dim of shape is negative
    C4: dtype is floating-point
    """
    return _call("random_normal", (seed, counter, shape, dtype))


def repeat(data: Operand, repeats: int, axis: int | None = None) -> Value:
    """Each element along the axis, `repeats` times in a row; of data flattened for None.

    C1: repeats is not negative
    C2: axis is an axis of data (None: data is flattened)
    """
    return _call("repeat", (data, repeats, axis))


def reshape(x: Operand, shape: Shape) -> Value:
    """x's elements, in row-major order, in another shape. One dim of it may be -1: it becomes what makes the number
    of elements right. A 0 is an extent of 0.

    C1: at most one dim of shape is -1, and no other is negative
    C2: x has as many elements as the result
    C3: the dim that -1 stands for is the only possible one: the others' product is not 0 and divides x's elements
    """
    return _call("reshape", (x, shape))


def scan(
    body: Callee,
    carries: Operands,
    sequences: Operands | None = None,
    captures: Operands | None = None,
    trip: Prim | None = None,
    reverse: bool = False,
) -> Value:
    """Calls body(carries, slices, captures) trip times, each carry, slice and capture an argument of its own; slice
    i of a sequence is its element i along axis 0. body returns one flat tuple, the next carries first. The result
    is the tuple of the last carries, then of what body returned beside them, stacked along a new axis 0. reverse
    goes from the last slice to the first; what belongs to slice i is still stacked at i. The symbols in body's
    signature keep the values that the first arguments give them.

    C1: body is a pure function
    C2: body takes the carries, a slice of each sequence and the captures
    C3: body returns a tuple: the next carries, of the types that it takes, then tensors
    C4: the sequences have rank 1 or more and the same first extent
    C5: trip is an integer of 0 or more, the sequences' first extent where there are some, and given where there
        are none
    """
    return _call("scan", (body, carries, sequences, captures, trip, reverse))


def scatter_elements(
    data: Operand,
    indices: Operand,
    updates: Operand,
    axis: int = 0,
    reduction: str = "update",
) -> Value:
    """data, where the element at p with p[axis] replaced by indices[p] is updated by updates[p], for each p in row-
    major order: replaced (so the last one stays), or combined with it. mean: of the old element and all its
    updates, on integers truncated. A negative index counts from the end; one outside is an error at run time.

    C1: indices is an integer tensor
    C2: data and updates have one dtype
    C3: reductions other than update are on integer or floating-point tensors
    C4: data, indices and updates have one rank
    C5: axis is an axis of them
    C6: indices and updates have one shape
    C7: indices' dims other than axis are at most data's
    reduction: update, add, mul, mean, max, min
    """
    return _call("scatter_elements", (data, indices, updates, axis, reduction))


def scatter_nd(data: Operand, indices: Operand, updates: Operand, reduction: str = "update") -> Value:
    """data, where the slices at the positions that stand in indices' last dim are updated by the slices of updates,
    in row-major order: replaced (so the last one stays), or combined with them. A negative index counts from the
    end; one outside is an error at run time.

    C1: indices is an integer tensor
    C2: data and updates have one dtype
    C3: reductions other than update are on integer or floating-point tensors
    C4: indices has rank 1 or more
    C5: indices' last extent is at most data's rank
    C6: updates' shape is indices' without its last dim, then data's dims that are not indexed
    reduction: update, add, mul, max, min
    """
    return _call("scatter_nd", (data, indices, updates, reduction))


def shape_of(expr: Operand) -> Value:
    """The extents of a tensor, as a shape."""
    return _call("shape_of", (expr,))


def shape_to_tensor(expr: Shape) -> Value:
    """A shape's extents as the elements of an int64 tensor."""
    return _call("shape_to_tensor", (expr,))


def shard(x: Operand, spec: Sequence[float]) -> Value:
    """x, of which each rank is to have a part: dim i is split along the axes of the mesh that item i of spec names,
    and whole where that is None.

    C1: spec has an item for each dim of x
    C2: an item is None, the name of an axis of the mesh or a list of names, none of them twice
    """
    return _call("shard", (x, spec))


def sort(x: Operand, axis: int = -1, descending: bool = False) -> Value:
    """x sorted along the axis, rising or descending; NaN stands last either way.

    C1: axis is an axis of the operand
    """
    return _call("sort", (x, axis, descending))


def split(x: Operand, indices_or_sections: Ints, axis: int = 0) -> Value:
    """x cut along the axis: into that many sections, each ceil(extent / sections) long and the last as long as what
    is left; or, for a list of indices, before each index. A part may be empty. Where there is one part alone, the
    result is that tensor, no tuple.

    C1: axis is an axis of x
    C2: the number of sections is from 1 to 1048576
    C3: the sections before the last, ceil(extent / sections) each, fit into the extent
    C4: the indices do not fall and lie in [0, extent]
    """
    return _call("split", (x, indices_or_sections, axis))


def squeeze(x: Operand, axis: Ints | None = None) -> Value:
    """x without the listed dims, whose extents are 1; without all dims of extent 1 for None.

    C1: axis lists distinct axes of x (None: all whose extent is 1)
    C2: the extent of a listed axis is 1
    """
    return _call("squeeze", (x, axis))


def stack(tensors: Operands, axis: int = 0) -> Value:
    """The tensors along a new dim, at the position `axis` of the result's dims.

    C1: there is at least one tensor
    C2: the tensors have one dtype
    C3: they have one rank
    C4: axis is an axis of the result
    C5: their dims are equal
    """
    return _call("stack", (tensors, axis))


def std(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The square root of the variance over the axes, cast once.

    C1: x is an integer or floating-point tensor
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("std", (x, axis, keepdims))


def strided_slice(
    x: Operand,
    axes: Prims,
    begin: Prims,
    end: Prims,
    strides: Prims | None = None,
    assume_inbound: bool = False,
) -> Value:
    """x[begin:end:stride] on each of the axes, as in Python: negative positions count from the end, what lies
    outside is cut off, a negative stride goes backwards. Without strides they are 1. assume_inbound promises that
    begin and end lie in x, in that order.

    C1: axes, begin, end and strides are integers and as many of each
    C2: axes are distinct axes of x
    C3: no stride is 0 or the least int64
    C4: with assume_inbound, begin and end lie in x and do not cross
    """
    return _call("strided_slice", (x, axes, begin, end, strides, assume_inbound))


def sum(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The sum over the axes; 0 over none. Integers wrap.

    C1: x is an integer or floating-point tensor
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("sum", (x, axis, keepdims))


def take(x: Operand, indices: Operand, axis: int | None = None, mode: str = "fast") -> Value:
    """x's slices at the indices along the axis, which the indices' dims replace. An index outside [-extent, extent)
    is an error at run time (fast), is taken modulo the extent (wrap), or becomes the nearest valid one (clip), or
    yields NaN (nan; 0 where the dtype has none); a negative one counts from the end, except that clip makes it 0.

    C1: indices is an integer tensor, or one integer
    C2: axis is an axis of x; it may be None only when x has rank 1
    C3: with mode nan, x is of a type that is computed with: none of 8 bits or less but int8 and uint8
    mode: fast, wrap, clip, nan
    """
    return _call("take", (x, indices, axis, mode))


def tensor_to_shape(expr: Operand) -> Value:
    """A tensor's elements as the extents of a shape. That none is negative is checked at run time.

    C1: the tensor has rank 1
    C2: it is int64
    C3: its extent, the rank of the shape, is within the limit of ranks
    """
    return _call("tensor_to_shape", (expr,))


def tile(data: Operand, repeats: Ints) -> Value:
    """data laid side by side, repeats[i] times along dim i. Dims and repeats are aligned at the end; what is missing
    in either is 1.

    C1: no number in repeats is negative
    """
    return _call("tile", (data, repeats))


def to_vdevice(data: Operand, dst_vdevice: str) -> Value:
    """data, from here on said to lie on another virtual device. Its elements stay where they are.

    C1: dst_vdevice is a virtual device of the module's global infos
    """
    return _call("to_vdevice", (data, dst_vdevice))


def topk(
    data: Operand,
    k: int = 1,
    axis: int = -1,
    ret_type: str = "both",
    largest: bool = True,
    dtype: Dtype = "int32",
) -> Value:
    """The k largest (or smallest) elements along the axis, sorted, and their positions: both, or one of them. All
    elements where there are fewer than k, or k is less than 1. Equal ones in the order in which they stand, NaN
    last.

    C1: axis is an axis of the operand
    C2: dtype is an integer dtype
    ret_type: both, values, indices
    """
    return _call("topk", (data, k, axis, ret_type, largest, dtype))


def tril(x: Operand, k: Prim = 0) -> Value:
    """x in the last two dims where column - row is k or less, 0 elsewhere.

    C1: x has rank 2 or more
    C2: k is an integer
    """
    return _call("tril", (x, k))


def triu(x: Operand, k: Prim = 0) -> Value:
    """x in the last two dims where column - row is k or more, 0 elsewhere.

    C1: x has rank 2 or more
    C2: k is an integer
    """
    return _call("triu", (x, k))


def unique(
    x: Operand,
    sorted: bool = True,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> Value:
    """The distinct elements of x as a vector, or the distinct slices along axis: rising (slices by their first
    difference, NaN last), or with sorted=False in the order in which they first occur. Then, as a tuple, what is
    asked for: the position of each one's first occurrence (in row-major order without an axis), the place in the
    result of each item of x, how often each occurs; all int64 vectors. NaN equals NaN, as in NumPy, and -0.0
    equals 0.0; the first occurrence stands for all.

    C1: axis is an axis of x
    """
    return _call("unique", (x, sorted, return_index, return_inverse, return_counts, axis))


def variance(x: Operand, axis: Ints | None = None, keepdims: bool = False) -> Value:
    """The mean over the axes of (x - mean(x))^2: divided by the number of elements, not by one less. On integers
    computed in float64 and cast as astype does.

    C1: x is an integer or floating-point tensor
    C2: axis lists distinct axes of x (None: all)
    """
    return _call("variance", (x, axis, keepdims))


def where(condition: Operand, x1: Operand, x2: Operand) -> Value:
    """The element of x1 where condition is true, of x2 elsewhere.

    C1: condition is bool
    C2: x1 and x2 have one dtype
    C3: the three shapes broadcast
    """
    return _call("where", (condition, x1, x2))


def while_loop(
    cond: Callee,
    body: Callee,
    carries: Operands,
    captures: Operands | None = None,
    max_trip: Prim | None = None,
) -> Value:
    """While cond(carries, captures) holds, the carries become body(carries, captures), each carry and capture an
    argument of its own; ends after max_trip calls of body where that is given. body returns the tuple of the next
    carries, and the last ones are the result. The symbols in body's signature keep the values that the first
    arguments give them.

    C1: cond and body are pure functions
    C2: cond takes the carries and the captures, and returns a bool scalar
    C3: body takes the carries and the captures
    C4: body returns a tuple: the next carries, of the types that it takes
    C5: max_trip is an integer of 0 or more
    """
    return _call("while_loop", (cond, body, carries, captures, max_trip))


def zeros(shape: Shape, dtype: Dtype) -> Value:
    """A tensor of zeros (false, for bool).

    C1: no dim of shape is negative
    C2: dtype is not void
    """
    return _call("zeros", (shape, dtype))


def zeros_like(x: Operand, dtype: Dtype = None) -> Value:
    """Zeros in the shape of x, and in its dtype unless one is given."""
    return _call("zeros_like", (x, dtype))
