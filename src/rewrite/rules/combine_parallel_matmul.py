# SPDX-License-Identifier: Apache-2.0
"""CombineParallelMatmul: matmuls of one input become one matmul, whose result is split; then what all the parts do
alike (a bias, an activation) is done once, before the split."""


@R.rewriter
class CombineParallelMatmul:
    """Matmuls that share their left-hand side become one with the right-hand sides side by side."""

    measure = ["matmul"]

    def pattern(x: R.Tensor, ws: R.Many(R.Tensor, min=2), out_dtype):
        return R.siblings(
            [R.matmul(x, w, out_dtype=out_dtype) for w in ws],
            where=[R.rank(w) >= 2],
            same=[R.rank(w), w.shape[:-1], w.dtype],
            last=[R.symbolic(w.shape[-1])],
            max_last=1,
        )

    def replacement(x, ws, out_dtype):
        y = R.matmul(x, R.concat(ws, axis=-1), out_dtype=out_dtype)
        return R.split(y, prefix_sums([w.shape[-1] for w in ws]), axis=-1)


@R.rewriter
class CombineParallelBias:
    """The parts of a split that all get a bias of their own: one bias before the split."""

    measure = ["add"]

    def pattern(y: R.Tensor, bs: R.Many(R.Tensor, min=2), cuts, axis):
        s = R.split(y, cuts, axis=axis)
        R.require(axis == R.rank(y) - 1, len(bs) == len(parts(y.shape[-1], cuts)))
        R.require(all(width == b.shape[-1] for width, b in zip(parts(y.shape[-1], cuts), bs)))
        return R.siblings(
            [R.add(s[i], b) for i, b in enumerate(bs)],
            where=[R.rank(b) >= 1, R.rank(b) <= R.rank(y)],
            same=[b.shape[:-1], b.dtype],
        )

    replacement = R.split(R.add(y, R.concat(bs, axis=-1)), cuts, axis=axis)


@R.rewriter
class CombineParallelActivation:
    """The parts of a split that all go through the same elementwise operator: one application before the split."""

    def pattern(y: R.Tensor, f: R.Elementwise, cuts, axis):
        s = R.split(y, cuts, axis=axis)
        return R.siblings([f(s[i]) for i in range(len(parts(y.shape[axis], cuts)))])

    replacement = R.split(f(y), cuts, axis=axis)
