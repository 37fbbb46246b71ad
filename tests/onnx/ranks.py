from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor(("n", "m"), dtype="float32"),
            y: R.Tensor(("n", "k", "l"), dtype="float32"),
        ) -> R.Tensor(("n", "l + m + 1"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        l = T.int64()
        R.func_attr({"onnx_nodes": {"a_t": "a", "b_t": "b", "c_t": "c", "padded": "pad"}, "onnx_outputs": ["z"]})
        padded: R.Tensor((n, m + 1), dtype="float32") = R.nn.pad(x, pad_width=[0, 0, 0, 1], pad_mode="reflect", pad_value=0.0)
        wide: R.Tensor((n, 1, m + 1), dtype="float32") = R.expand_dims(padded, axis=[1])
        a_t: R.Tensor((n, m + 1), dtype="float32") = R.squeeze(wide, axis=[1])
        lv: R.Tensor((1,), dtype="int64") = R.shape_to_tensor(R.shape([k]))
        b_c: R.Tensor((1,), dtype="bool") = R.equal(lv, R.const([4], "int64"))
        extent: R.Shape([4]) = R.match_cast(R.shape([k]), R.Shape([4]))
        b_t: R.Tensor((n, l), dtype="float32") = R.max(y, axis=[1], keepdims=False)
        c_t: R.Tensor((n, l), dtype="float32") = R.negative(b_t)
        z: R.Tensor((n, l + m + 1), dtype="float32") = R.concat((a_t, c_t), axis=1)
        return z
