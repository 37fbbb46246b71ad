# SPDX-License-Identifier: Apache-2.0
# What letter comes next, behind each of a text: scores (n, 128, t). Parameters behind the first are weights.
@R.function
def main(
    x: R.Tensor(("n", "t"), "int64"),
    table: R.Tensor((128, 32), "float32"),
    input_w: R.Tensor((1, 384, 32), "float32"),
    hidden_w: R.Tensor((1, 384, 96), "float32"),
    bias: R.Tensor((1, 768), "float32"),
    out_w: R.Tensor((96, 128), "float32"),
    out_b: R.Tensor((128,), "float32"),
):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        letters = R.permute_dims(R.take(table, x, axis=0), axes=[1, 0, 2])
        h = R.nn.lstm(letters, input_w, hidden_w, bias)
        y = R.squeeze(h[0], axis=[1])
        scores = R.add(R.matmul(y, out_w), out_b)
        next = R.permute_dims(scores, axes=[1, 2, 0])
        R.output(next)
    return next
