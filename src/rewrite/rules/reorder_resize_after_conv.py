# SPDX-License-Identifier: Apache-2.0
"""ReorderResizeAfterConv: a convolution by a kernel of one element mixes channels, and resizing mixes the elements of one
channel, so the two may change places; where the image grows, the convolution in front takes fewer products."""


@R.rewriter
class ReorderResizeAfterConv:
    """Each element of a resized channel is a sum of elements times weights of their places, the same in all channels; past
    the edge the edge counts, but for tf_crop_and_resize, which puts in a number. Sums are taken in another order, and a
    weight of 0 meets other infinities. Some eight operations make an element of a resized channel. Ends: every application
    puts the resize behind one more convolution."""

    approximate = True
    chain = 100000

    def pattern(x: R.Tensor, w: R.Tensor, r, c):
        t = R.image.resize2d(x, _, layout="NCHW", out_dtype="void", **r)
        y = R.nn.conv2d(t, w, strides=[1, 1], padding=[0, 0, 0, 0], data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void", **c)
        R.require(R.is_float(x), r.coordinate_transformation_mode != "tf_crop_and_resize", w.shape[2:] == [1, 1], R.private(t))
        R.require(R.cheaper(prod(x.shape[:1] + x.shape[2:] + w.shape[:2]) + 8 * prod(y.shape),
                            prod(y.shape) * w.shape[1] + 8 * prod(t.shape)))
        return y

    replacement = R.image.resize2d(R.nn.conv2d(x, w, **c), y.shape[2:], **r)
