from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"onnx_nodes": {"a": "first", "y": "second"}, "onnx_outputs": ["y"]})
        a: R.Tensor((2,), dtype="float32") = R.exp(x)
        y: R.Tensor((2,), dtype="float32") = R.add(a, x)
        return y
