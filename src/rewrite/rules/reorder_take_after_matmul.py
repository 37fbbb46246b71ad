# SPDX-License-Identifier: Apache-2.0
"""ReorderTakeAfterMatmul: the columns of a product are products of the columns, so taking some of w's columns and
multiplying is multiplying and taking; the product with the whole of w can then be shared or combined."""


@R.rewriter
class ReorderTakeAfterMatmul:
    """Exact: an element of the result is the same sum of the same products. The mode is kept; "nan" puts in values that
    are no column of w, so it is refused, as are indices of a rank that would make the columns a batch. Ends:
    every application puts the take behind one more matmul."""

    chain = 1000000

    def pattern(x: R.Tensor, w: R.Tensor, i: R.Tensor, axis, mode, out_dtype):
        t = R.take(w, i, axis=axis, mode=mode)
        R.require(R.rank(x) >= 1, R.rank(w) >= 2, axis == R.rank(w) - 1, mode != "nan")
        R.require(w.shape[-2] > 0)  # else no index is looked at before, and all are after
        R.require(R.rank(i) == 1 or (R.rank(i) == 0 and R.rank(w) == 2))
        return R.matmul(x, t, out_dtype=out_dtype)

    replacement = R.take(R.matmul(x, w, out_dtype=out_dtype), i, axis=-1, mode=mode)
