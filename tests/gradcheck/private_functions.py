# A loss through private functions, one of which is called with other arguments that count.
@I.ir_module
class Module:
    @R.function(private=True)
    def layer(x: R.Tensor(("n", "k"), "float32"), w: R.Tensor(("k", "m"), "float32"), scale: R.Tensor((), "float32")):
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.tanh(y)
            u = R.multiply(z, scale)
            R.output(u, y)
        return u, y

    @R.function(private=True)
    def two(x: R.Tensor(("n", "k"), "float32"), w: R.Tuple(R.Tensor(("k", "k"), "float32"), R.Tensor((), "int64")), s: R.Tensor((), "float32")):
        a = Module.layer(x, w[0], s)
        b = Module.layer(a[0], w[0], R.const(0.5, "float32"))
        return R.add(b[0], a[1])

    @R.function
    def main(x: R.Tensor(("n", 3), "float32"), w: R.Tuple(R.Tensor((3, 3), "float32"), R.Tensor((), "int64")), s: R.Tensor((), "float32")):
        y = Module.two(x, w, s)
        z = Module.two(R.const([[0.5, 0.25, 1.0]], "float32"), w, s)
        return R.add(R.sum(R.multiply(y, y)), R.sum(z))
