from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("b", "s", 8), dtype="float32")) -> R.Tuple(R.Tensor(("2 * b", "s", 4), dtype="float32"), R.Tensor(("s",), dtype="int64")):
        b = T.int64()
        s = T.int64()
        R.func_attr({"onnx_outputs": ["y", "positions"]})
        split: R.Tensor((b, s, 2, 4), dtype="float32") = R.reshape(x, R.shape([b, s, 2, 4]))
        heads_first: R.Tensor((b, 2, s, 4), dtype="float32") = R.permute_dims(split, axes=[0, 2, 1, 3])
        y: R.Tensor((2 * b, s, 4), dtype="float32") = R.reshape(heads_first, R.shape([2 * b, s, 4]))
        positions: R.Tensor((s,), dtype="int64") = R.arange(R.prim_value(0), R.prim_value(s), R.prim_value(1), dtype="int64")
        return (y, positions)
