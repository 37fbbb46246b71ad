# Branches that use other things, give what they took, hold branches, loops, calls and shapes of their own.
@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32")):
        return R.exp(R.multiply(x, w))

    @R.function(private=True)
    def step(h: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32")):
        return (R.multiply(h, R.sin(w)),)

    @R.function
    def main(c: R.Tensor((), "bool"), d: R.Tensor((), "bool"), x: R.Tensor((3,), "float32"), w: R.Tensor((3,), "float32"), u: R.Tensor(("m",), "float32")):
        a = R.multiply(x, x)
        if c:
            e = Module.f(a, w)
            if d:
                r = R.scan(Module.step, (e,), None, (w,), trip=3)
                y = R.multiply(r[0], e)
            else:
                g = R.tanh(e)
                y = R.multiply(g, g)
        else:
            y = a
        if d:
            k = T.int64()
            v = R.match_cast(u, R.Tensor((k,), "float32"))
            t = R.exp(v)
            s = (R.sum(R.multiply(t, t)), w)
        else:
            s = (R.sum(u), x)
        return R.multiply(y, s[1]), s[0]
