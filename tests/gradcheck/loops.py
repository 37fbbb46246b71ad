# while_loop with a bound: not reached, reached, and nested functions with captures.
@I.ir_module
class Module:
    @R.function(private=True)
    def small(h: R.Tensor(("n",), "float32"), i: R.Tensor((), "int64"), w: R.Tensor(("n",), "float32")):
        return R.less(i, R.const(3, "int64"))

    @R.function(private=True)
    def grow(h: R.Tensor(("n",), "float32"), i: R.Tensor((), "int64"), w: R.Tensor(("n",), "float32")):
        return (R.multiply(h, R.exp(w)), R.add(i, R.const(1, "int64")))

    @R.function
    def main(h: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32"), n: R.Tensor((), "int64")):
        @R.function
        def below(x: R.Tensor(("k",), "float32"), i: R.Tensor((), "int64")):
            return R.less(i, n)

        @R.function
        def turn(x: R.Tensor(("k",), "float32"), i: R.Tensor((), "int64")):
            return (R.sin(R.multiply(x, w)), R.add(i, R.const(1, "int64")))

        a = R.while_loop(Module.small, Module.grow, (h, R.const(0, "int64")), (w,), max_trip=5)
        b = R.while_loop(Module.small, Module.grow, (h, R.const(0, "int64")), (w,), max_trip=2)
        c = R.while_loop(below, turn, (R.add(a[0], b[0]), R.const(0, "int64")), (), max_trip=4)
        return c[0]
