@I.ir_module
class Module:
    @R.function
    def main(h: R.Tensor(("n",), "float32"), xs: R.Tensor(("t", "n"), "float32"), w: R.Tensor(("n",), "float32")):
        @R.function
        def step(h: R.Tensor(("n",), "float32"), x: R.Tensor(("n",), "float32")):
            y = R.multiply(h, w)
            z = R.add(y, x)
            return (z, R.multiply(z, z))
        @R.function
        def twice(x: R.Tensor(("n",), "float32")):
            y = R.multiply(x, w)
            return R.multiply(y, x)
        r = R.scan(step, (h,), (xs,), ())
        b = twice(r[0])
        c = r[1]
        return b, c
