from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(dtype="float32", ndim=2), R.Tensor(("n",), dtype="float32"), R.Tensor((3, "n"), dtype="float32"), R.Tensor(("n",), dtype="float32"), R.Tensor((3, "n"), dtype="float32")):
        n = T.int64()
        R.func_attr({"onnx_nodes": {"all": "while", "powers": "for", "totals": "scan"}, "onnx_outputs": ["last", "all", "power", "powers", "total", "totals"]})
        lv: R.Tensor((0, n), dtype="float32") = R.full(R.shape([0, n]), R.const(0.0, "float32"), dtype="void")
        @R.function
        def loop_body(
                i: R.Tensor((), dtype="int64"),
                c: R.Tensor((), dtype="bool"),
                a: R.Tensor(("n1",), dtype="float32"),
                out: R.Tensor(dtype="float32", ndim=2),
                trip: R.Tensor((), dtype="int64"),
                x1: R.Tensor(("n1",), dtype="float32"),
            ) -> R.Tuple(R.Tensor((), dtype="int64"), R.Tensor((), dtype="bool"), R.Tensor(("n1",), dtype="float32"), R.Tensor(dtype="float32", ndim=2)):
            n1 = T.int64()
            b: R.Tensor((n1,), dtype="float32") = R.add(a, x1)
            s: R.Tensor((), dtype="float32") = R.sum(b, axis=[0], keepdims=False)
            go: R.Tensor((), dtype="bool") = R.less(s, R.const(5.0, "float32"))
            out1: R.Tensor((n1,), dtype="float32") = R.negative(b)
            lv5: R.Tensor((), dtype="int64") = R.add(i, R.const(1, "int64"))
            lv6: R.Tensor((1, n1), dtype="float32") = R.expand_dims(out1, axis=[0])
            lv7: R.Tensor(dtype="float32", ndim=2) = R.concat((out, lv6), axis=0)
            return (lv5, go, b, lv7)
        @R.function
        def loop_cond(
                i1: R.Tensor((), dtype="int64"),
                c1: R.Tensor((), dtype="bool"),
                a1: R.Tensor(("n2",), dtype="float32"),
                out2: R.Tensor(dtype="float32", ndim=2),
                trip1: R.Tensor((), dtype="int64"),
                x2: R.Tensor(("n2",), dtype="float32"),
            ) -> R.Tensor((), dtype="bool"):
            n2 = T.int64()
            lv8: R.Tensor((), dtype="bool") = R.less(i1, trip1)
            lv9: R.Tensor((), dtype="bool") = R.logical_and(c1, lv8)
            return lv9
        lv1: R.Tuple(R.Tensor((), dtype="int64"), R.Tensor((), dtype="bool"), R.Tensor((n,), dtype="float32"), R.Tensor(dtype="float32", ndim=2)) = R.while_loop(loop_cond, loop_body, (R.const(0, "int64"), R.const(True, "bool"), x, lv), (R.const(8, "int64"), x))
        last: R.Tensor((n,), dtype="float32") = lv1[2]
        all: R.Tensor(dtype="float32", ndim=2) = lv1[3]
        @R.function
        def loop_body1(
                i2: R.Tensor((), dtype="int64"),
                a2: R.Tensor(("n3",), dtype="float32"),
                x3: R.Tensor(("n3",), dtype="float32"),
            ) -> R.Tuple(R.Tensor((), dtype="int64"), R.Tensor(("n3",), dtype="float32"), R.Tensor(("n3",), dtype="float32")):
            n3 = T.int64()
            b2: R.Tensor((n3,), dtype="float32") = R.multiply(a2, x3)
            lv10: R.Tensor((), dtype="int64") = R.add(i2, R.const(1, "int64"))
            return (lv10, b2, b2)
        lv2: R.Tuple(R.Tensor((), dtype="int64"), R.Tensor((n,), dtype="float32"), R.Tensor((3, n), dtype="float32")) = R.scan(loop_body1, (R.const(0, "int64"), x), captures=(x,), trip=R.prim_value(3), reverse=False)
        power: R.Tensor((n,), dtype="float32") = lv2[1]
        powers: R.Tensor((3, n), dtype="float32") = lv2[2]
        lv3: R.Tensor((3, n), dtype="float32") = R.flip(powers, axis=0)
        @R.function
        def scan_body(
                t: R.Tensor(("n4",), dtype="float32"),
                e: R.Tensor(("n4",), dtype="float32"),
            ) -> R.Tuple(R.Tensor(("n4",), dtype="float32"), R.Tensor(("n4",), dtype="float32")):
            n4 = T.int64()
            t1: R.Tensor((n4,), dtype="float32") = R.add(t, e)
            return (t1, t1)
        lv4: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((3, n), dtype="float32")) = R.scan(scan_body, (x,), (lv3,), reverse=False)
        total: R.Tensor((n,), dtype="float32") = lv4[0]
        totals: R.Tensor((3, n), dtype="float32") = lv4[1]
        return (last, all, power, powers, total, totals)
