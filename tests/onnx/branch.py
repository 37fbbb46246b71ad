from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            p: R.Tensor((), dtype="bool"),
            x: R.Tensor(("n",), dtype="float32"),
        ) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(dtype="float32", ndim=1)):
        n = T.int64()
        n_1 = T.int64()
        R.func_attr({"onnx_nodes": {"z": "choose"}, "onnx_outputs": ["y", "z"]})
        if p:
            t0: R.Tensor((n,), dtype="float32") = R.multiply(x, R.const([2.0], "float32"))
            lv = (t0, x)
        else:
            e0: R.Tensor((n,), dtype="float32") = R.negative(x)
            lv = (e0, R.const([2.0], "float32"))
        y: R.Tensor((n,), dtype="float32") = lv[0]
        lv1: R.Tensor(dtype="float32", ndim=1) = lv[1]
        z: R.Tensor((n_1,), dtype="float32") = R.match_cast(lv1, R.Tensor((n_1,), dtype="float32"))
        return (y, z)
