# SPDX-License-Identifier: Apache-2.0
"""AdjustMatmulOrder: of (x @ A) @ B and x @ (A @ B) the one that is proved to take fewer multiplications where
every extent is 1 or more. A product of weights alone (`num_input`) is paid once, so weights go together whatever that costs, and stay so. Each
rule lowers the number of products in a run, or leaves that and lowers the number of multiplications, so the rules end. The sums are taken in another order: floats may differ by rounding, integers never.

A matrix product of rank-1 operands drops a dim, so it is not associative in general: with b of rank 1, or with a
vector beside a batch of matrices, the rules refuse."""


@R.rewriter
class MatmulRightFirst:
    """(a @ b) @ c is a @ (b @ c)."""

    approximate = True
    chain = 100000

    def pattern(a: R.Tensor, b: R.Tensor, c: R.Tensor):
        ab = R.matmul(a, b)
        y = R.matmul(ab, c)
        R.require(R.rank(b) >= 2, R.rank(b) == 2 or (R.rank(a) >= 2 and R.rank(c) >= 2))
        R.require(R.cheaper(prod(broadcast(b.shape[:-2], c.shape[:-2]) + [b.shape[-2]] + c.shape[1:][-1:]) * b.shape[-1]
                            + prod(y.shape) * a.shape[-1],
                            prod(ab.shape) * a.shape[-1] + prod(y.shape) * b.shape[-1], [b, c], [a, b]))
        return y

    replacement = R.matmul(a, R.matmul(b, c))


@R.rewriter
class MatmulLeftFirst:
    """a @ (b @ c) is (a @ b) @ c."""

    approximate = True
    chain = 100000

    def pattern(a: R.Tensor, b: R.Tensor, c: R.Tensor):
        bc = R.matmul(b, c)
        y = R.matmul(a, bc)
        R.require(R.rank(b) >= 2, R.rank(b) == 2 or (R.rank(a) >= 2 and R.rank(c) >= 2))
        R.require(R.cheaper(prod(broadcast(a.shape[:-2], b.shape[:-2]) + a.shape[-2:-1] + [b.shape[-1]]) * b.shape[-2]
                            + prod(y.shape) * b.shape[-1],
                            prod(bc.shape) * b.shape[-1] + prod(y.shape) * b.shape[-2], [a, b], [b, c]))
        return y

    replacement = R.matmul(R.matmul(a, b), c)


@R.rewriter
class MatmulRightFirstPermuted:
    """permute_dims(b @ a) @ c is permute_dims(a) @ (permute_dims(b) @ c), the last two dims being swapped."""

    approximate = True
    chain = 100000

    def pattern(a: R.Tensor, b: R.Tensor, c: R.Tensor, axes):
        ba = R.matmul(b, a)
        y = R.matmul(R.permute_dims(ba, axes=axes), c)
        R.require(R.rank(a) >= 2, R.rank(b) == R.rank(a), R.rank(a) == 2 or R.rank(c) >= 2)
        R.require(axes == range(R.rank(a) - 2) + [R.rank(a) - 1, R.rank(a) - 2])
        R.require(R.cheaper(prod(broadcast(b.shape[:-2], c.shape[:-2]) + [b.shape[-1]] + c.shape[1:][-1:]) * b.shape[-2]
                            + prod(y.shape) * b.shape[-1],
                            prod(ba.shape) * b.shape[-1] + prod(y.shape) * b.shape[-2], [b, c], [b, a]))
        return y

    replacement = R.matmul(R.permute_dims(a, axes=axes), R.matmul(R.permute_dims(b, axes=axes), c))


@R.rewriter
class MatmulLeftFirstPermuted:
    """a @ permute_dims(c @ b) is (a @ permute_dims(b)) @ permute_dims(c), the last two dims being swapped."""

    approximate = True
    chain = 100000

    def pattern(a: R.Tensor, b: R.Tensor, c: R.Tensor, axes):
        cb = R.matmul(c, b)
        y = R.matmul(a, R.permute_dims(cb, axes=axes))
        R.require(R.rank(b) >= 2, R.rank(b) == R.rank(c), R.rank(b) == 2 or R.rank(a) >= 2)
        R.require(axes == range(R.rank(b) - 2) + [R.rank(b) - 1, R.rank(b) - 2])
        R.require(R.cheaper(prod(broadcast(a.shape[:-2], b.shape[:-2]) + a.shape[-2:-1] + [b.shape[-2]]) * b.shape[-1]
                            + prod(y.shape) * b.shape[-2],
                            prod(cb.shape) * b.shape[-2] + prod(y.shape) * b.shape[-1], [a, b], [c, b]))
        return y

    replacement = R.matmul(R.matmul(a, R.permute_dims(b, axes=axes)), R.permute_dims(c, axes=axes))
