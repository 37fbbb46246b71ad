# A scan with carries and captures of all kinds, reversed, of no sequence, within another one, and one that counts nothing.
@I.ir_module
class Module:
    @R.function(private=True)
    def step(i: R.Tensor((), "int64"), h: R.Tensor(("b", "n"), "float32"), p: R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((), "bool")),
             x: R.Tensor(("b", "n"), "float32"), on: R.Tensor((), "bool"), w: R.Tensor(("n", "n"), "float32"), u: R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((), "int64"))):
        y = R.matmul(h, w)
        z = R.tanh(R.add(y, x))
        v = R.where(on, z, R.multiply(h, u[0]))
        q = R.sum(R.multiply(v, x), axis=[0])
        j = R.add(i, R.const(1, "int64"))
        r = R.multiply(p[0], R.exp(q))
        return (j, v, (r, p[1]), q, j)

    @R.function(private=True)
    def square(h: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32")):
        return (R.multiply(R.multiply(h, w), R.sin(h)),)

    @R.function(private=True)
    def outer(h: R.Tensor(("n",), "float32"), x: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32")):
        r = R.scan(Module.square, (R.add(h, x),), None, (w,), trip=2)
        return (r[0], R.multiply(r[0], x))

    @R.function
    def main(h: R.Tensor(("b", 3), "float32"), q: R.Tensor((3,), "float32"), xs: R.Tensor(("t", "b", 3), "float32"), on: R.Tensor(("t",), "bool"),
             w: R.Tensor((3, 3), "float32"), u: R.Tensor((3,), "float32")):
        k = R.const(2, "int64")
        true = R.const(True, "bool")
        r = R.scan(Module.step, (k, h, (q, true)), (xs, on), (w, (u, k)))
        s = R.scan(Module.step, (k, r[1], (q, true)), (xs, on), (w, (u, k)), reverse=True)
        o = R.scan(Module.outer, (u,), (s[3],), (q,))
        return s[1], s[2][0], s[3], o
