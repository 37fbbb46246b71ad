# SPDX-License-Identifier: Apache-2.0
"""ReorderPermuteDimsAfterConcat: one permute_dims behind a concat instead of one before each of its operands."""


@R.rewriter
class ReorderPermuteDimsAfterConcat:
    """concat(permute_dims(w), ...) is permute_dims(concat(w, ...)), for any number of operands."""

    measure = ["permute_dims"]

    def pattern(ws: R.Many(R.Tensor, min=2), axes, axis):
        return R.concat([R.permute_dims(w, axes=axes) for w in ws], axis=axis)

    replacement = R.permute_dims(R.concat(ws, axis=axes[axis]), axes=axes)
