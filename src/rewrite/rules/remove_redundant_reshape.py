# SPDX-License-Identifier: Apache-2.0
"""RemoveRedundantReshape: of reshapes in a row the last is left, and none to the shape that is there. All of them keep
the elements and their row-major order. measure: each rule removes a reshape, a flatten, or turns the latter to the former."""


@R.rewriter
class ReshapeReshape:
    """The row-major order is the same after every reshape."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, shape):
        return R.reshape(R.reshape(x, _), shape)

    replacement = R.reshape(x, shape)


@R.rewriter
class ReshapeSelf:
    """A reshape to the shape that is there changes nothing."""

    measure = ["bindings"]

    def pattern(x: R.Tensor):
        y = R.reshape(x, _)
        R.require(x.shape == y.shape)
        return y

    replacement = x


@R.rewriter
class FlattenReshape:
    """flatten is a reshape."""

    measure = ["bindings"]

    def pattern(x: R.Tensor):
        return R.flatten(R.reshape(x, _))

    replacement = R.flatten(x)


@R.rewriter
class ReshapeFlatten:
    """flatten is a reshape."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, shape):
        return R.reshape(R.flatten(x), shape)

    replacement = R.reshape(x, shape)


@R.rewriter
class FlattenVector:
    """flatten of one dim changes nothing."""

    measure = ["bindings"]

    def pattern(x: R.Tensor(ndim=1)):
        return R.flatten(x)

    replacement = x
