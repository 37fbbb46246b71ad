# SPDX-License-Identifier: Apache-2.0
"""FuseTransposeMatmul: a matmul whose right-hand side is a permute_dims of the last two dims is one einsum, which
reads the right-hand side as it lies. No operator or function of its own is needed for it. Exact: einsum sums the same
products in the same order. measure: each rule removes a matmul, and einsum makes none."""


@R.rewriter
class FuseTransposeMatmul:
    """x @ permute_dims(w)."""

    measure = ["matmul"]

    def pattern(x: R.Tensor, w: R.Tensor, axes):
        R.require(R.rank(x) >= 2, R.rank(w) >= 2)
        R.require(axes == range(R.rank(w) - 2) + [R.rank(w) - 1, R.rank(w) - 2])
        return R.matmul(x, R.permute_dims(w, axes=axes))

    replacement = R.einsum([x, w], subscripts="...ik,...jk->...ij")


@R.rewriter
class FuseTransposeVectorMatmul:
    """x @ permute_dims(w) for x of one dim."""

    measure = ["matmul"]

    def pattern(x: R.Tensor(ndim=1), w: R.Tensor, axes):
        R.require(R.rank(w) >= 2, axes == range(R.rank(w) - 2) + [R.rank(w) - 1, R.rank(w) - 2])
        return R.matmul(x, R.permute_dims(w, axes=axes))

    replacement = R.einsum([x, w], subscripts="k,...jk->...j")
