from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("N", 3), dtype="float32")) -> R.Tuple(R.Tensor(("N + 2", 7), dtype="float32"), R.Tensor(("N", 3), dtype="float32")):
        N = T.int64()
        R.func_attr({"onnx_outputs": ["y", "z"]})
        lv: R.Tuple(R.Tensor((2,), dtype="int64"), R.Tensor((2,), dtype="int64")) = R.split(R.const([0, 1, 4, 9], "int64"), indices_or_sections=[2], axis=0)
        a: R.Tensor((2,), dtype="int64") = lv[0]
        b: R.Tensor((2,), dtype="int64") = lv[1]
        qs: R.Tensor((4,), dtype="float32") = R.sqrt(R.const([4.0, 9.0, 0.0, 1.0], "float32"))
        pads: R.Tensor((4,), dtype="int64") = R.astype(qs, dtype="int64")
        y: R.Tensor((N + 2, 7), dtype="float32") = R.nn.pad(x, pad_width=[2, 0, 3, 1], pad_mode="constant", pad_value=0.0)
        t: R.Tensor((N, 3), dtype="float32") = R.nn.relu(x)
        return (y, t)
