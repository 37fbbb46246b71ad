# The network of cnn.mlir as exporters to ONNX have it: channels first within.
@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor((2, 8, 8, 3), dtype="float32"),
        w1: R.Tensor((3, 3, 3, 4), dtype="float32"),
        b1: R.Tensor((4,), dtype="float32"),
        w2: R.Tensor((3, 3, 4, 8), dtype="float32"),
        b2: R.Tensor((8,), dtype="float32"),
        w3: R.Tensor((32, 10), dtype="float32"),
        b3: R.Tensor((10,), dtype="float32"),
    ):
        a = R.permute_dims(x, axes=[0, 3, 1, 2])
        k1 = R.permute_dims(w1, axes=[3, 2, 0, 1])
        c1 = R.nn.relu(R.add(R.nn.conv2d(a, k1, padding=1), R.reshape(b1, (1, 4, 1, 1))))
        p1 = R.nn.max_pool2d(c1, pool_size=[2, 2], strides=[2, 2])
        k2 = R.permute_dims(w2, axes=[3, 2, 0, 1])
        c2 = R.nn.relu(R.add(R.nn.conv2d(p1, k2, strides=2, padding=1), R.reshape(b2, (1, 8, 1, 1))))
        f = R.reshape(R.permute_dims(c2, axes=[0, 2, 3, 1]), (2, 32))
        y = R.add(R.matmul(f, w3), b3)
        return y
