from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x_0: R.Tensor(("batch", 4), dtype="float32")) -> R.Tensor(("batch", 2), dtype="float32"):
        batch = T.int64()
        R.func_attr({"onnx_inputs": {"x_0": "x:0"}, "onnx_nodes": {"h": "fc1", "r": "relu", "y_0": "fc2"}, "onnx_outputs": ["y:0"]})
        lv: R.Tensor((4, 3), dtype="float32") = R.permute_dims(R.const([[-0.375, 0.375, 0.5, 0.0], [0.125, 0.375, -0.375, 0.875], [-1.0, 1.0, -0.875, 0.5]], "float32"), axes=[1, 0])
        lv1: R.Tensor((batch, 3), dtype="float32") = R.matmul(x_0, lv, out_dtype="void")
        h: R.Tensor((batch, 3), dtype="float32") = R.add(lv1, R.const([-0.125, 0.625, -0.25], "float32"))
        r: R.Tensor((batch, 3), dtype="float32") = R.nn.relu(h)
        y_0: R.Tensor((batch, 2), dtype="float32") = R.matmul(r, R.const([[-0.375, 0.375], [0.25, 0.75], [-0.5, 0.125]], "float32"), out_dtype="void")
        return y_0
