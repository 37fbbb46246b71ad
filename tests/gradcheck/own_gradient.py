# Gradients that a module defines: the first whose signature takes the call, another operator's by its decomposition.
@I.ir_module
class Module:
    @R.operator("my.linear")
    def linear(x: R.Tensor(("n", "k")), w: R.Tensor(("k", "m")), b: R.Tensor(("m",))):
        return R.add(R.matmul(x, w), b)

    @R.operator("my.both")
    def both(x: R.Tensor, scale: R.Float = 2.0):
        return R.multiply(x, scale), R.sin(x)

    @R.operator("my.join")
    def join(p: R.Tuple(R.Tensor(("n",)), R.Tensor(("m",)))):
        return R.concat(p, axis=0)

    @R.gradient("my.linear")
    def narrow(x: R.Tensor(("n", 1)), w: R.Tensor((1, "m")), b: R.Tensor(("m",)), y: R.Tensor(("n", "m")), dy: R.Tensor(("n", "m"))):
        return R.zeros_like(x), R.zeros_like(w), R.zeros_like(b)

    @R.gradient("my.linear")
    def linear_gradient(x: R.Tensor(("n", "k")), w: R.Tensor(("k", "m")), b: R.Tensor(("m",)), y: R.Tensor(("n", "m")), dy: R.Tensor(("n", "m"))):
        dx = R.matmul(dy, R.permute_dims(w))
        dw = R.matmul(R.permute_dims(x), dy)
        return dx, dw, R.sum(dy, axis=[0])

    @R.gradient("my.both")
    def both_gradient(x: R.Tensor, y: R.Tuple(R.Tensor, R.Tensor), dy: R.Tuple(R.Tensor, R.Tensor), scale: R.Float = 2.0):
        return R.add(R.multiply(dy[0], scale), R.multiply(dy[1], R.cos(x)))

    @R.gradient("my.join")
    def join_gradient(p: R.Tuple(R.Tensor(("n",)), R.Tensor(("m",))), y: R.Tensor, dy: R.Tensor):
        n = T.int64()
        m = T.int64()
        a = R.strided_slice(dy, axes=[0], begin=[0], end=[n])
        b = R.strided_slice(dy, axes=[0], begin=[n], end=[n + m])
        return ((a, b),)

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((4,), "float32"), c: R.Tensor(("n",), "float32")):
        y = R.my.linear(x, w, b)
        t = R.my.both(y, scale=3.0)
        j = R.my.join((b, c))
        u = R.exp(j)
        return t[1], R.multiply(t[0], y), u
