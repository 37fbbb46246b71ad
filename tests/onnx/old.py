from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 2), dtype="float32")) -> R.Tensor((1, 2, 6), dtype="float32"):
        R.func_attr({"onnx_nodes": {"a": "add", "r": "reshape", "s": "softmax", "u": "unsqueeze", "y": "clip"}, "onnx_outputs": ["y"]})
        lv: R.Tensor((3, 1), dtype="float32") = R.expand_dims(R.const([1.0, 2.0, 3.0], "float32"), axis=[1])
        a: R.Tensor((2, 3, 2), dtype="float32") = R.add(x, lv)
        r: R.Tensor((2, 6), dtype="float32") = R.reshape(a, R.shape([2, 6]))
        s: R.Tensor((2, 6), dtype="float32") = R.nn.softmax(r, axis=1)
        u: R.Tensor((1, 2, 6), dtype="float32") = R.expand_dims(s, axis=[0])
        y: R.Tensor((1, 2, 6), dtype="float32") = R.maximum(u, R.const(0.25, "float32"))
        return y
