# Tuples with integers in them, as parameters, results and whole values; several blocks; symbols that a block finds.
@I.ir_module
class Module:
    @R.function
    def main(p: R.Tuple(R.Tensor((3,), "float32"), R.Tuple(R.Tensor((3,), "int32"), R.Tensor(("m",), dtype="float32"))), q: R.Tensor(("n",), "float32")):
        k = T.int64()
        with R.dataflow():
            a = p[1]
            t = (a, p[0], q)
            R.output(t, a)
        v = R.match_cast(a[1], R.Tensor((k,), "float32"))
        with R.dataflow():
            b = R.concat((t[1], v, t[2]), axis=0)
            c = R.split(R.exp(t[1]), 3, axis=0)
            R.output(b, c)
        return (R.multiply(b, b), (c, a[0]))
