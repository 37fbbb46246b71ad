# SPDX-License-Identifier: Apache-2.0
"""SimplifyGradient: what the walk back of the pass Gradient leaves behind. The adjoint of a scalar loss is 1, and that of
what was not used is 0: both stay R.ones and R.zeros until something else comes of them. A zero of the walk's own making is
no contribution, whatever it would be multiplied with, so 0 * x is 0 here, of NaN and infinity too. The transpose of a
product is the product of the transposes where one of these is there already; a product that is used elsewhere too stays,
and is not computed again."""


@R.rewriter
class TransposeMatmulLeft:
    """(x^T y)^T is y^T x: the same sums of the same products."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, y: R.Tensor, inner, outer, out_dtype):
        z = R.matmul(R.permute_dims(x, axes=inner), y, out_dtype=out_dtype)
        R.require(R.rank(x) >= 2, inner == range(R.rank(x) - 2) + [R.rank(x) - 1, R.rank(x) - 2])
        R.require(R.rank(y) >= 2, outer == range(R.rank(z) - 2) + [R.rank(z) - 1, R.rank(z) - 2])
        return R.permute_dims(z, axes=outer)

    def replacement(x, y, out_dtype):
        t = R.permute_dims(y, axes=range(R.rank(y) - 2) + [R.rank(y) - 1, R.rank(y) - 2])
        return R.matmul(t, x, out_dtype=out_dtype)


@R.rewriter
class TransposeMatmulRight:
    """(x y^T)^T is y x^T."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, y: R.Tensor, inner, outer, out_dtype):
        z = R.matmul(x, R.permute_dims(y, axes=inner), out_dtype=out_dtype)
        R.require(R.rank(y) >= 2, inner == range(R.rank(y) - 2) + [R.rank(y) - 1, R.rank(y) - 2])
        R.require(R.rank(x) >= 2, outer == range(R.rank(z) - 2) + [R.rank(z) - 1, R.rank(z) - 2])
        return R.permute_dims(z, axes=outer)

    def replacement(x, y, out_dtype):
        t = R.permute_dims(x, axes=range(R.rank(x) - 2) + [R.rank(x) - 1, R.rank(x) - 2])
        return R.matmul(y, t, out_dtype=out_dtype)


@R.rewriter
class VectorMatmulTranspose:
    """v w^T is w v: a vector is a row on the left and a column on the right."""

    measure = ["permute_dims"]

    def pattern(v: R.Tensor(ndim=1), w: R.Tensor, axes, out_dtype):
        R.require(R.rank(w) >= 2, axes == range(R.rank(w) - 2) + [R.rank(w) - 1, R.rank(w) - 2])
        return R.matmul(v, R.permute_dims(w, axes=axes), out_dtype=out_dtype)

    replacement = R.matmul(w, v, out_dtype=out_dtype)


@R.rewriter
class TransposeMatmulVector:
    """w^T v is v w."""

    measure = ["permute_dims"]

    def pattern(v: R.Tensor(ndim=1), w: R.Tensor, axes, out_dtype):
        R.require(R.rank(w) >= 2, axes == range(R.rank(w) - 2) + [R.rank(w) - 1, R.rank(w) - 2])
        return R.matmul(R.permute_dims(w, axes=axes), v, out_dtype=out_dtype)

    replacement = R.matmul(v, w, out_dtype=out_dtype)


@R.rewriter
class VectorAsRow:
    """A row times a matrix, seen as anything, is the vector times it."""

    measure = ["reshape"]

    def pattern(v: R.Tensor(ndim=1), w: R.Tensor(ndim=2), out_dtype):
        r = R.reshape(v, _)
        y = R.reshape(R.matmul(r, w, out_dtype=out_dtype), _)
        R.require(R.rank(r) == 2, r.shape == [1, v.shape[0]])
        return y

    replacement = R.reshape(R.matmul(v, w, out_dtype=out_dtype), y.shape)


@R.rewriter
class VectorAsColumn:
    """A matrix times a column, seen as anything, is it times the vector."""

    measure = ["reshape"]

    def pattern(v: R.Tensor(ndim=1), w: R.Tensor(ndim=2), out_dtype):
        r = R.reshape(v, _)
        y = R.reshape(R.matmul(w, r, out_dtype=out_dtype), _)
        R.require(R.rank(r) == 2, r.shape == [v.shape[0], 1])
        return y

    replacement = R.reshape(R.matmul(w, v, out_dtype=out_dtype), y.shape)


@R.rewriter
class PermuteElementwise:
    """Elements are moved before or after; two permutes become one, or none."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, f: R.Elementwise, inner, outer):
        p = R.permute_dims(x, axes=inner)
        R.require(R.private(p))
        return R.permute_dims(f(p), axes=outer)

    replacement = f(R.permute_dims(x, axes=[inner[a] for a in outer]))


@R.rewriter
class PermuteScaled:
    """As PermuteElementwise; a factor of rank 0 is the same for all elements."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, factor: R.Tensor(ndim=0), inner, outer):
        p = R.permute_dims(x, axes=inner)
        R.require(R.private(p))
        return R.permute_dims(R.multiply(p, factor), axes=outer)

    replacement = R.multiply(R.permute_dims(x, axes=[inner[a] for a in outer]), factor)


@R.rewriter
class ScalarIntoMultiply:
    """multiply stretches a scalar itself."""

    measure = ["reshape"]

    def pattern(s: R.Tensor(ndim=0), x: R.Tensor):
        z = R.multiply(R.reshape(s, _), x)
        R.require(x.shape == z.shape)
        return z

    replacement = R.multiply(s, x)


@R.rewriter
class BroadcastScalar:
    """broadcast_to stretches a scalar itself."""

    measure = ["reshape"]

    def pattern(s: R.Tensor(ndim=0), shape):
        return R.broadcast_to(R.reshape(s, _), shape)

    replacement = R.broadcast_to(s, shape)


@R.rewriter
class SumBroadcast:
    """A sum over dims that x was stretched along counts x: n times it."""

    measure = ["sum"]
    approximate = True

    def pattern(x: R.Tensor, axis, keepdims):
        b = R.broadcast_to(x, _)
        y = R.sum(b, axis=axis, keepdims=keepdims)
        R.require(R.is_float(x), all(([1] * (R.rank(b) - R.rank(x)) + x.shape)[a] == 1 for a in axis))
        R.require(not R.symbolic(prod([b.shape[a] for a in axis])))
        return y

    def replacement(x):
        n = prod([b.shape[a] for a in axis])
        kept = [x.shape[i] for i in range(R.rank(x)) if keepdims or i + R.rank(b) - R.rank(x) not in axis]
        return R.broadcast_to(R.reshape(R.multiply(x, n), kept), y.shape)


@R.rewriter
class CollapseBroadcast:
    """The same where all that was stretched is summed."""

    measure = ["collapse_sum_to"]
    approximate = True

    def pattern(x: R.Tensor):
        b = R.broadcast_to(x, _)
        y = R.collapse_sum_to(b, _)
        R.require(R.is_float(x), x.shape == y.shape, all(d >= 1 for d in x.shape))
        R.require(not R.symbolic(prod(x.shape)), not R.symbolic(prod(b.shape)))
        return y

    replacement = R.multiply(x, prod(b.shape) // prod(x.shape))


@R.rewriter
class SumOnes:
    """A sum of ones is their number."""

    measure = ["sum"]
    approximate = True

    def pattern(dtype, axis, keepdims):
        o = R.ones(_, dtype)
        y = R.sum(o, axis=axis, keepdims=keepdims)
        R.require(R.is_float(y), not R.symbolic(prod([o.shape[a] for a in axis])))
        return y

    replacement = R.full(y.shape, R.const(prod([o.shape[a] for a in axis]), dtype), dtype=dtype)


@R.rewriter
class SumFull:
    """A sum of one value is a multiple of it."""

    measure = ["sum"]
    approximate = True

    def pattern(value: R.Tensor(ndim=0), axis, keepdims):
        f = R.full(_, value, dtype=_)
        y = R.sum(f, axis=axis, keepdims=keepdims)
        R.require(R.is_float(y), value.dtype == y.dtype, not R.symbolic(prod([f.shape[a] for a in axis])))
        return y

    replacement = R.full(y.shape, R.multiply(value, prod([f.shape[a] for a in axis])))


@R.rewriter
class PartOfOnes:
    """All elements are 1."""

    measure = ["bindings"]

    def pattern(dtype, i):
        y = R.split(R.ones(_, dtype), _, axis=_)[i]
        return y

    replacement = R.ones(y.shape, dtype)


@R.rewriter
class PartOfFull:
    """All elements are one value."""

    measure = ["bindings"]

    def pattern(value: R.Any, dtype, i):
        y = R.split(R.full(_, value, dtype=dtype), _, axis=_)[i]
        return y

    replacement = R.full(y.shape, value, dtype=dtype)


@R.rewriter
class CollapseZeros:
    """A sum of zeros is 0, and so is that of none."""

    measure = ["collapse_sum_to"]

    def pattern(dtype):
        y = R.collapse_sum_to(R.zeros(_, dtype), _)
        return y

    replacement = R.zeros(y.shape, dtype)


@R.rewriter
class CollapseOnes:
    """A sum of ones is their number."""

    measure = ["collapse_sum_to"]
    approximate = True

    def pattern(dtype):
        o = R.ones(_, dtype)
        y = R.collapse_sum_to(o, _)
        R.require(R.is_float(y), all(d >= 1 for d in y.shape))
        R.require(not R.symbolic(prod(o.shape)), not R.symbolic(prod(y.shape)))
        return y

    replacement = R.full(y.shape, R.const(prod(o.shape) // prod(y.shape), dtype), dtype=dtype)


@R.rewriter
class MultiplyOnes:
    """x * 1 is x, stretched as the ones would stretch it."""

    measure = ["multiply"]

    def pattern(x: R.Tensor):
        z = R.multiply(x, R.ones(_, _))
        return z

    replacement = R.broadcast_to(x, z.shape)


for name, op in [
    ("MultiplyFull", R.multiply),
    ("AddFull", R.add),
]:
    @R.rewriter(name)
    class WithFull:
        """Its one value is enough where x has the result's shape."""

        measure = ["full"]

        def pattern(x: R.Tensor, value: R.Tensor(ndim=0)):
            z = op(x, R.full(_, value, dtype=_))
            R.require(x.shape == z.shape, value.dtype == z.dtype)
            return z

        replacement = op(x, value)


@R.rewriter
class MultiplyFullScalar:
    """As MultiplyFull, where x is the one that is stretched."""

    chain = 1000000000  # what is left is of rank 0, where it does not apply

    def pattern(x: R.Tensor(ndim=0), value: R.Tensor(ndim=0)):
        z = R.multiply(x, R.full(_, value, dtype=_))
        R.require(R.rank(z) >= 1, value.dtype == z.dtype)
        return z

    replacement = R.full(z.shape, R.multiply(x, value))


@R.rewriter
class DivideOnes:
    """All elements are the same, so one of them is divided."""

    measure = ["ones"]

    def pattern(x: R.Tensor(ndim=0), dtype):
        z = R.divide(R.ones(_, dtype), x)
        R.require(R.is_float(z))
        return z

    replacement = R.full(z.shape, R.divide(R.const(1.0, dtype), x))


@R.rewriter
class DivideFull:
    """As DivideOnes."""

    chain = 1000000000  # what is left is of rank 0, where it does not apply

    def pattern(x: R.Tensor(ndim=0), value: R.Tensor(ndim=0)):
        z = R.divide(R.full(_, value, dtype=_), x)
        R.require(R.rank(z) >= 1, value.dtype == z.dtype, R.is_float(z))
        return z

    replacement = R.full(z.shape, R.divide(value, x))


@R.rewriter
class NegateOnes:
    """All elements are -1."""

    measure = ["negative"]

    def pattern(dtype):
        z = R.negative(R.ones(_, dtype))
        R.require(R.is_float(z))
        return z

    replacement = R.full(z.shape, R.const(-1.0, dtype), dtype=dtype)


@R.rewriter
class NegateFull:
    """All elements are the same, so one of them is negated."""

    chain = 1000000000  # what is left is of rank 0, where it does not apply

    def pattern(value: R.Tensor(ndim=0)):
        z = R.negative(R.full(_, value, dtype=_))
        R.require(R.rank(z) >= 1, value.dtype == z.dtype)
        return z

    replacement = R.full(z.shape, R.negative(value))


@R.rewriter
class MultiplyReciprocal:
    """x * (1 / y) is x / y, rounded once."""

    measure = ["multiply"]
    approximate = True

    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.multiply(x, R.divide(R.ones(_, _), y))
        R.require(R.is_float(z), broadcast(x.shape, y.shape) == z.shape)
        return z

    replacement = R.divide(x, y)


@R.rewriter
class AddZeros:
    """x + 0 is x, stretched as the zeros would stretch it; -0.0 + 0.0 is 0.0, which is the same number."""

    measure = ["add"]
    approximate = True

    def pattern(x: R.Tensor):
        z = R.add(x, R.zeros(_, _))
        return z

    replacement = R.broadcast_to(x, z.shape)


@R.rewriter
class SubtractZeros:
    """x - 0 is x."""

    measure = ["subtract"]

    def pattern(x: R.Tensor):
        z = R.subtract(x, R.zeros(_, _))
        return z

    replacement = R.broadcast_to(x, z.shape)


@R.rewriter
class SubtractFromZeros:
    """0 - x is -x; 0.0 - 0.0 is 0.0 and not -0.0, which is the same number."""

    measure = ["subtract"]
    approximate = True

    def pattern(x: R.Tensor):
        z = R.subtract(R.zeros(_, _), x)
        R.require(R.is_float(x))
        return z

    replacement = R.broadcast_to(R.negative(x), z.shape)


@R.rewriter
class MultiplyZeros:
    """No contribution, whatever x is."""

    measure = ["multiply"]
    approximate = True

    def pattern(x: R.Tensor, dtype):
        z = R.multiply(x, R.zeros(_, dtype))
        return z

    replacement = R.zeros(z.shape, dtype)


@R.rewriter
class DivideZeros:
    """No contribution, whatever x is."""

    measure = ["divide"]
    approximate = True

    def pattern(x: R.Tensor, dtype):
        z = R.divide(R.zeros(_, dtype), x)
        R.require(R.is_float(z))
        return z

    replacement = R.zeros(z.shape, dtype)


@R.rewriter
class NegateZeros:
    """-0.0 is the same number as 0.0."""

    measure = ["negative"]
    approximate = True

    def pattern(dtype):
        z = R.negative(R.zeros(_, dtype))
        return z

    replacement = R.zeros(z.shape, dtype)


@R.rewriter
class MatmulZeros:
    """Sums of no contributions, whatever the other operand is."""

    measure = ["matmul"]
    approximate = True

    def pattern(x: R.Tensor, out_dtype):
        o = R.zeros(_, _)
        z = R.either(R.matmul(x, o, out_dtype=out_dtype), R.matmul(o, x, out_dtype=out_dtype))
        return z

    replacement = R.zeros(z.shape, z.dtype)
