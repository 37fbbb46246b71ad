# SPDX-License-Identifier: Apache-2.0
"""ExpandMatmulOfSum: x @ (A + B) becomes x @ A + x @ B, which pays where A or B is a product itself (as in LoRA).
It computes more as it stands, so it is a pass of its own. What is known before the program runs stays a sum: A + B
is computed once then. Floats may differ by rounding."""


@R.rewriter
class ExpandMatmulOfSum:
    """A product distributes over a sum, whose terms must not be stretched in the dims that the product sums or keeps.
    Ends: every application takes a sum off a matmul's operand, and puts none there."""

    approximate = True
    chain = 1000000

    def pattern(x: R.Tensor, a: R.Tensor, b: R.Tensor):
        w = R.add(a, b)
        R.require(R.rank(a) >= 1, R.rank(b) >= 1, R.proved(a.shape == b.shape) or (R.rank(a) >= 2 and R.rank(b) >= 2))
        R.require(a.shape[-2:] == b.shape[-2:])
        R.require(not R.is_weight(w))
        return R.matmul(x, w)

    replacement = R.add(R.matmul(x, a), R.matmul(x, b))


@R.rewriter
class ExpandMatmulOfPermutedSum:
    """The same of a sum that is permuted first, as weights of R.linear are: each term is permuted.
    Ends: every application takes a sum off a permuted operand of a matmul, and puts none there."""

    approximate = True
    chain = 1000000

    def pattern(x: R.Tensor, a: R.Tensor, b: R.Tensor, axes):
        w = R.add(a, b)
        R.require(R.rank(a) >= 1, R.proved(a.shape == b.shape))
        R.require(not R.is_weight(w))
        return R.matmul(x, R.permute_dims(w, axes=axes))

    replacement = R.add(R.matmul(x, R.permute_dims(a, axes=axes)), R.matmul(x, R.permute_dims(b, axes=axes)))
