from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        R.func_attr({"onnx_nodes": {"y": "add"}, "onnx_outputs": ["y"]})
        y: R.Tensor((3,), dtype="float32") = R.add(x, R.const([1.5, -2.0, 3.0], "float32"))
        return y
