# Extents that only the callee knows, and that no saved value tells alone.
@I.ir_module
class Module:
    @R.function(private=True)
    def halves(x: R.Tensor(("2 * n",), "float32"), s: R.Shape(["n"])):
        n = T.int64()
        y = R.reshape(x, R.shape([n, 2]))
        z = R.exp(y)
        return R.sum(z, axis=[1])

    @R.function(private=True)
    def found(x: R.Tensor(ndim=2, dtype="float32"), w: R.Tensor(("k",), "float32")):
        a = T.int64()
        k = T.int64()
        y = R.match_cast(x, R.Tensor((a, k), "float32"))
        z = R.multiply(y, w)
        u = R.exp(R.sum(z, axis=[0]))
        return R.add(u, R.sum(w))

    @R.function
    def main(x: R.Tensor((6,), "float32"), m: R.Tensor((3, 2), "float32"), w: R.Tensor((2,), "float32")):
        a = Module.halves(x, R.shape([3]))
        b = Module.found(m, w)
        return a, b
