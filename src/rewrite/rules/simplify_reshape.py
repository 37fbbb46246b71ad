# SPDX-License-Identifier: Apache-2.0
"""Simplify, reshape and its kin (remove_redundant_reshape.py holds more). The row-major order of the elements stays, so
all of it is exact. Every rule removes a call."""


@R.rewriter
class SqueezeExpandDims:
    """The dims that are dropped are those that were put in."""

    measure = ["squeeze"]

    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.expand_dims(x, axis=axis), axis=axis)

    replacement = x


@R.rewriter
class ExpandDimsSqueeze:
    """The dims that are put in are those that were dropped."""

    measure = ["expand_dims"]

    def pattern(x: R.Tensor, axis):
        s = R.squeeze(x, axis=axis)
        y = R.expand_dims(s, axis=axis)
        R.require(x.shape == y.shape)
        return y

    replacement = x


@R.rewriter
class ExpandDimsNone:
    """No dim is put in."""

    measure = ["expand_dims"]

    def pattern(x: R.Tensor):
        return R.expand_dims(x, axis=[])

    replacement = x


@R.rewriter
class SqueezeNone:
    """No dim is dropped."""

    measure = ["squeeze"]

    def pattern(x: R.Tensor):
        return R.squeeze(x, axis=[])

    replacement = x


for name, why, other in [
    ("ReshapeExpandDims", "expand_dims is a reshape.", R.expand_dims),
    ("ReshapeSqueeze", "squeeze is a reshape.", R.squeeze),
]:
    @R.rewriter(name)
    class ReshapeOther:
        __doc__ = why
        measure = ["bindings"]

        def pattern(x: R.Tensor, shape):
            return R.reshape(other(x, axis=_), shape)

        replacement = R.reshape(x, shape)


for name, why, other in [
    ("FlattenExpandDims", "expand_dims is a reshape.", R.expand_dims),
    ("FlattenSqueeze", "squeeze is a reshape.", R.squeeze),
]:
    @R.rewriter(name)
    class FlattenOther:
        __doc__ = why
        measure = ["bindings"]

        def pattern(x: R.Tensor):
            return R.flatten(other(x, axis=_))

        replacement = R.flatten(x)


for name, why, other in [
    ("SqueezeReshape", "squeeze is a reshape.", R.squeeze),
    ("ExpandDimsReshape", "expand_dims is a reshape.", R.expand_dims),
]:
    @R.rewriter(name)
    class OtherReshape:
        __doc__ = why
        measure = [other]

        def pattern(x: R.Tensor):
            y = other(R.reshape(x, _), axis=_)
            return y

        replacement = R.reshape(x, y.shape)


@R.rewriter
class ReshapeFull:
    """All elements are one value."""

    measure = ["reshape"]

    def pattern(value: R.Any, dtype):
        y = R.reshape(R.full(_, value, dtype=dtype), _)
        return y

    replacement = R.full(y.shape, value, dtype=dtype)


@R.rewriter
class ReshapeZeros:
    """All elements are 0."""

    measure = ["reshape"]

    def pattern(dtype):
        y = R.reshape(R.zeros(_, dtype), _)
        return y

    replacement = R.zeros(y.shape, dtype)


@R.rewriter
class ReshapeOnes:
    """All elements are 1."""

    measure = ["reshape"]

    def pattern(dtype):
        y = R.reshape(R.ones(_, dtype), _)
        return y

    replacement = R.ones(y.shape, dtype)
