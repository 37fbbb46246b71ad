from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor((4, "n"), dtype="float32"),
            rate: R.Tensor((), dtype="float32"),
            count: R.Tensor((), dtype="int64"),
            g: R.Tensor((2, "n"), dtype="float32"),
            v: R.Tensor((2, "n"), dtype="float32"),
            w: R.Tensor((2, "n"), dtype="float32"),
        ) -> R.Tuple(R.Tuple(R.Tensor((1, "n"), dtype="float32"), R.Tensor((1, "n"), dtype="float32"), R.Tensor((2, "n"), dtype="float32")), R.Tensor((2, "n"), dtype="float32"), R.Tensor((2, "n"), dtype="float32"), R.Tensor((2, "n"), dtype="float32")):
        n = T.int64()
        R.func_attr({"onnx_nodes": {"x2": "step"}, "onnx_outputs": ["halves", "x2", "v2", "w2"]})
        lv: R.Tensor((1, n), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(1),), assume_inbound=False)
        lv1: R.Tensor((1, n), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        lv2: R.Tensor((2, n), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(4),), (R.prim_value(1),), assume_inbound=False)
        h: R.Tensor((1, n), dtype="float32") = R.multiply(lv, R.const(0.5, "float32"))
        h1: R.Tensor((1, n), dtype="float32") = R.multiply(lv1, R.const(0.5, "float32"))
        h2: R.Tensor((2, n), dtype="float32") = R.multiply(lv2, R.const(0.5, "float32"))
        lv3: R.Tensor((), dtype="float32") = R.astype(count, dtype="float32")
        lv4: R.Tensor((2, n), dtype="float32") = R.multiply(v, R.const(0.5, "float32"))
        lv5: R.Tensor((2, n), dtype="float32") = R.multiply(g, R.const(0.5, "float32"))
        v2: R.Tensor((2, n), dtype="float32") = R.add(lv4, lv5)
        lv6: R.Tensor((2, n), dtype="float32") = R.multiply(g, g)
        lv7: R.Tensor((2, n), dtype="float32") = R.multiply(w, R.const(0.999, "float32"))
        lv8: R.Tensor((2, n), dtype="float32") = R.multiply(lv6, R.const(0.0009999871, "float32"))
        w2: R.Tensor((2, n), dtype="float32") = R.add(lv7, lv8)
        lv9: R.Tensor((), dtype="float32") = R.power(R.const(0.999, "float32"), lv3)
        lv10: R.Tensor((), dtype="float32") = R.subtract(R.const(1.0, "float32"), lv9)
        lv11: R.Tensor((), dtype="float32") = R.sqrt(lv10)
        lv12: R.Tensor((), dtype="float32") = R.power(R.const(0.5, "float32"), lv3)
        lv13: R.Tensor((), dtype="float32") = R.subtract(R.const(1.0, "float32"), lv12)
        lv14: R.Tensor((), dtype="float32") = R.divide(lv11, lv13)
        lv15: R.Tensor((), dtype="float32") = R.multiply(rate, lv14)
        lv16: R.Tensor((), dtype="bool") = R.greater(lv3, R.const(0.0, "float32"))
        lv17: R.Tensor((), dtype="float32") = R.where(lv16, lv15, rate)
        lv18: R.Tensor((2, n), dtype="float32") = R.sqrt(w2)
        lv19: R.Tensor((2, n), dtype="float32") = R.add(lv18, R.const(1e-06, "float32"))
        lv20: R.Tensor((2, n), dtype="float32") = R.divide(v2, lv19)
        lv21: R.Tensor((2, n), dtype="float32") = R.multiply(lv17, lv20)
        x2: R.Tensor((2, n), dtype="float32") = R.subtract(h2, lv21)
        return ((h, h1, h2), x2, v2, w2)
