# SPDX-License-Identifier: Apache-2.0
# Pictures of digits, 8 x 8, to ten classes. Parameters behind the first are weights: `tenon train` draws them.
@R.function
def main(
    x: R.Tensor(("n", 64), "float32"),
    conv1_w: R.Tensor((16, 1, 3, 3), "float32"),
    conv1_b: R.Tensor((16, 1, 1), "float32"),
    conv2_w: R.Tensor((32, 16, 3, 3), "float32"),
    conv2_b: R.Tensor((32, 1, 1), "float32"),
    out_w: R.Tensor((288, 10), "float32"),
    out_b: R.Tensor((10,), "float32"),
):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        picture = R.reshape(R.multiply(x, R.const(0.0625, "float32")), (-1, 1, 8, 8))
        strokes = R.nn.relu(R.add(R.nn.conv2d(picture, conv1_w, padding=1), conv1_b))
        shapes = R.nn.relu(R.add(R.nn.conv2d(strokes, conv2_w), conv2_b))
        features = R.reshape(R.nn.max_pool2d(shapes, pool_size=2, strides=2), (-1, 288))
        logits = R.add(R.matmul(features, out_w), out_b)
        R.output(logits)
    return logits
