from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        R.func_attr({"onnx_outputs": ["y"]})
        y: R.Tensor((3,), dtype="float32") = R.nn.leakyrelu(x, alpha=0.5)
        y1: R.Tensor((3,), dtype="float32") = R.nn.leakyrelu(y, alpha=0.25)
        y2: R.Tensor((3,), dtype="float32") = R.nn.leakyrelu(y1, alpha=0.5)
        y3: R.Tensor((3,), dtype="float32") = R.nn.leakyrelu(y2, alpha=0.25)
        return y3
