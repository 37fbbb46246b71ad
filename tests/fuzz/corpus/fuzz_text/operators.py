# Operators of one's own: run with
#
#   tenon opt examples/operators.py --passes LegalizeOps -o core.py
#   tenon inspect examples/operators.py --legalization
#   tenon verify examples/operators.py core.py
#
# docs/own_operators.md explains each part.
@I.ir_module
class Module:
    # A composite in terms of another one that stands later: LegalizeOps goes all the way in one run.
    @R.operator("my.mlp")
    def mlp(x: R.Tensor, w1: R.Tensor, b1: R.Tensor, w2: R.Tensor, b2: R.Tensor, slope: R.Float = 0.1):
        """Two layers with a leaky activation between them."""
        h = R.my.linear(x, w1, b1)
        return R.my.linear(R.my.leaky(h, slope=slope), w2, b2)

    # Symbols of the signature are bound by the operands of each call.
    @R.operator("my.linear")
    def linear(x: R.Tensor(("n", "k")), w: R.Tensor(("k", "m")), b: R.Tensor(("m",))):
        """x @ w + b."""
        return R.add(R.matmul(x, w), b)

    @R.operator("my.leaky")
    def leaky(x: R.Tensor, slope: R.Float = 0.1):
        return R.maximum(x, x * slope)

    # Another expansion: tried first, taken where its signature is proved and slope is its default.
    @R.legalize("my.leaky")
    def leaky_by_where(x: R.Tensor(("n", 16), "float32")):
        return R.where(R.greater(x, 0.0), x, x * 0.1)

    # One adjoint per operand, from the operands, the result and the result's adjoint.
    @R.gradient("my.linear")
    def linear_gradient(x: R.Tensor(("n", "k")), w: R.Tensor(("k", "m")), b: R.Tensor(("m",)), y: R.Tensor(("n", "m")), dy: R.Tensor(("n", "m"))):
        dx = R.matmul(dy, R.permute_dims(w))
        dw = R.matmul(R.permute_dims(x), dy)
        return dx, dw, R.sum(dy, axis=[0])

    @R.function
    def main(
        x: R.Tensor(("n", 8), "float32"),
        w1: R.Tensor((8, 16), "float32"),
        b1: R.Tensor((16,), "float32"),
        w2: R.Tensor((16, 4), "float32"),
        b2: R.Tensor((4,), "float32"),
    ):
        with R.dataflow():
            y = R.my.mlp(x, w1, b1, w2, b2)
            z = R.my.mlp(x, w1, b1, w2, b2, slope=0.2)
            R.output(y, z)
        return y, z
