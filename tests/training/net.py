# Two dense layers with a batch norm between them.
@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor(("n", 5), "float32"),
        w1: R.Tensor((5, 6), "float32"), b1: R.Tensor((6,), "float32"),
        gamma: R.Tensor((6,), "float32"), beta: R.Tensor((6,), "float32"),
        mean: R.Tensor((6,), "float32"), var: R.Tensor((6,), "float32"),
        w2: R.Tensor((6, 3), "float32"), b2: R.Tensor((3,), "float32"),
    ):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            h = R.add(R.matmul(x, w1), b1)
            t = R.nn.batch_norm(h, gamma, beta, mean, var, axis=1, training=False)
            a = R.tanh(t[0])
            y = R.add(R.matmul(a, w2), b2)
            R.output(y)
        return y
