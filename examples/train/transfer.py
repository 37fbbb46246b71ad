# SPDX-License-Identifier: Apache-2.0
# Pictures of 16 x 16 to ten classes. Parameters behind the first are weights.
@R.function
def main(
    x: R.Tensor(("n", 16, 16), "float32"),
    conv1_w: R.Tensor((16, 1, 3, 3), "float32"),
    conv1_b: R.Tensor((16, 1, 1), "float32"),
    conv2_w: R.Tensor((32, 16, 3, 3), "float32"),
    conv2_b: R.Tensor((32, 1, 1), "float32"),
    out_w: R.Tensor((512, 10), "float32"),
    out_b: R.Tensor((10,), "float32"),
):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        picture = R.expand_dims(R.multiply(x, R.const(0.004, "float32")), axis=[1])
        strokes = R.nn.relu(R.add(R.nn.conv2d(picture, conv1_w, padding=1), conv1_b))
        small = R.nn.max_pool2d(strokes, pool_size=2, strides=2)
        shapes = R.nn.relu(R.add(R.nn.conv2d(small, conv2_w, padding=1), conv2_b))
        features = R.reshape(R.nn.max_pool2d(shapes, pool_size=2, strides=2), (-1, 512))
        logits = R.add(R.matmul(features, out_w), out_b)
        R.output(logits)
    return logits
