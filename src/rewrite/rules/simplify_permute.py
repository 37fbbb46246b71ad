# SPDX-License-Identifier: Apache-2.0
"""Simplify, permute_dims. Elements only move, so all of it is exact. Every rule removes a permute_dims or puts a
reshape, which moves nothing, in its place."""


@R.rewriter
class PermuteSelf:
    """The dims stay in their order."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, axes):
        R.require(axes == range(R.rank(x)))
        return R.permute_dims(x, axes=axes)

    replacement = x


@R.rewriter
class PermutePermute:
    """Dim i of the outer one is dim axes[i] of the inner one."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, inner, outer):
        return R.permute_dims(R.permute_dims(x, axes=inner), axes=outer)

    replacement = R.permute_dims(x, axes=[inner[a] for a in outer])


@R.rewriter
class PermuteExtentOne:
    """Only dims of extent 1 change their place, so the row-major order stays."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, axes):
        y = R.permute_dims(x, axes=axes)
        R.require(increasing([a for a in axes if x.shape[a] != 1]))
        return y

    replacement = R.reshape(x, y.shape)


for name, why, op in [
    ("PermuteAdd", "An elementwise operator of operands permuted alike; at one rank they broadcast alike.", R.add),
    ("PermuteSubtract", "As PermuteAdd.", R.subtract),
    ("PermuteMultiply", "As PermuteAdd.", R.multiply),
    ("PermuteDivide", "As PermuteAdd.", R.divide),
]:
    @R.rewriter(name)
    class PermuteBinary:
        __doc__ = why
        measure = ["permute_dims"]

        def pattern(x: R.Tensor, y: R.Tensor, axes):
            R.require(R.rank(x) == R.rank(y))
            return op(R.permute_dims(x, axes=axes), R.permute_dims(y, axes=axes))

        replacement = R.permute_dims(op(x, y), axes=axes)


@R.rewriter
class PermuteMatmul:
    """The product of two transposed matrices is the other product, transposed: the same sums of the same products.
    Only where that leaves one transpose in the place of two."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, y: R.Tensor, axes, out_dtype):
        R.require(R.rank(x) >= 2, R.rank(x) == R.rank(y))
        R.require(axes == range(R.rank(x) - 2) + [R.rank(x) - 1, R.rank(x) - 2])
        s = R.permute_dims(x, axes=axes)
        t = R.permute_dims(y, axes=axes)
        R.require(R.private(s), R.private(t))
        return R.matmul(s, t, out_dtype=out_dtype)

    replacement = R.permute_dims(R.matmul(y, x, out_dtype=out_dtype), axes=axes)


@R.rewriter
class PermuteFull:
    """All elements are one value."""

    measure = ["permute_dims"]

    def pattern(shape, value: R.Any, dtype, axes):
        return R.permute_dims(R.full(shape, value, dtype=dtype), axes=axes)

    replacement = R.full([shape[a] for a in axes], value, dtype=dtype)


@R.rewriter
class PermuteZeros:
    """All elements are 0."""

    measure = ["permute_dims"]

    def pattern(shape, dtype, axes):
        return R.permute_dims(R.zeros(shape, dtype), axes=axes)

    replacement = R.zeros([shape[a] for a in axes], dtype)


@R.rewriter
class PermuteOnes:
    """All elements are 1."""

    measure = ["permute_dims"]

    def pattern(shape, dtype, axes):
        return R.permute_dims(R.ones(shape, dtype), axes=axes)

    replacement = R.ones([shape[a] for a in axes], dtype)
