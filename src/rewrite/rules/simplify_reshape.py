# SPDX-License-Identifier: Apache-2.0
"""Simplify, reshape and its kin (remove_redundant_reshape.py holds more). The row-major order of the elements stays, so
all of it is exact. Every rule removes a call."""


@R.rewriter
class SqueezeExpandDims:
    """The dims that are dropped are those that were put in."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.expand_dims(x, axis=axis), axis=axis)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class ExpandDimsSqueeze:
    """The dims that are put in are those that were dropped."""

    measure = ["expand_dims"]

    @R.function
    def pattern(x: R.Tensor, axis):
        s = R.squeeze(x, axis=axis)
        y = R.expand_dims(s, axis=axis)
        R.require(x.shape == y.shape)
        return y

    @R.function
    def replacement(x):
        return x


@R.rewriter
class ExpandDimsNone:
    """No dim is put in."""

    measure = ["expand_dims"]

    @R.function
    def pattern(x: R.Tensor):
        return R.expand_dims(x, axis=[])

    @R.function
    def replacement(x):
        return x


@R.rewriter
class SqueezeNone:
    """No dim is dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor):
        return R.squeeze(x, axis=[])

    @R.function
    def replacement(x):
        return x


@R.rewriter
class ReshapeExpandDims:
    """expand_dims is a reshape."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, shape):
        return R.reshape(R.expand_dims(x, axis=_), shape)

    @R.function
    def replacement(x, shape):
        return R.reshape(x, shape)


@R.rewriter
class ReshapeSqueeze:
    """squeeze is a reshape."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, shape):
        return R.reshape(R.squeeze(x, axis=_), shape)

    @R.function
    def replacement(x, shape):
        return R.reshape(x, shape)


@R.rewriter
class FlattenExpandDims:
    """expand_dims is a reshape."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.flatten(R.expand_dims(x, axis=_))

    @R.function
    def replacement(x):
        return R.flatten(x)


@R.rewriter
class FlattenSqueeze:
    """squeeze is a reshape."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.flatten(R.squeeze(x, axis=_))

    @R.function
    def replacement(x):
        return R.flatten(x)


@R.rewriter
class SqueezeReshape:
    """squeeze is a reshape."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor):
        y = R.squeeze(R.reshape(x, _), axis=_)
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class ExpandDimsReshape:
    """expand_dims is a reshape."""

    measure = ["expand_dims"]

    @R.function
    def pattern(x: R.Tensor):
        y = R.expand_dims(R.reshape(x, _), axis=_)
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class ReshapeFull:
    """All elements are one value."""

    measure = ["reshape"]

    @R.function
    def pattern(value: R.Any, dtype):
        y = R.reshape(R.full(_, value, dtype=dtype), _)
        return y

    @R.function
    def replacement(value, dtype):
        return R.full(y.shape, value, dtype=dtype)


@R.rewriter
class ReshapeZeros:
    """All elements are 0."""

    measure = ["reshape"]

    @R.function
    def pattern(dtype):
        y = R.reshape(R.zeros(_, dtype), _)
        return y

    @R.function
    def replacement(dtype):
        return R.zeros(y.shape, dtype)


@R.rewriter
class ReshapeOnes:
    """All elements are 1."""

    measure = ["reshape"]

    @R.function
    def pattern(dtype):
        y = R.reshape(R.ones(_, dtype), _)
        return y

    @R.function
    def replacement(dtype):
        return R.ones(y.shape, dtype)
