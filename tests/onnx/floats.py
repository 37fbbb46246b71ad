from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 2, "h", "w"), dtype="float32")) -> R.Tuple(R.Tensor(("n", 2, "2 * h", "2 * w"), dtype="float32"), R.Tensor((2,), dtype="float32")):
        n = T.int64()
        h = T.int64()
        w = T.int64()
        R.func_attr({"onnx_nodes": {"big": "to"}, "onnx_outputs": ["big", "kept"]})
        big: R.Tensor((n, 2, 2 * h, 2 * w), dtype="float32") = R.image.resize2d(x, R.shape([2 * h, 2 * w]), roi=[0.0, 0.0, 0.0, 0.0], layout="NCHW", method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
        lv: R.Tensor((2,), dtype="int64") = R.shape_to_tensor(R.shape([h, w]))
        lv1: R.Tensor((2,), dtype="float32") = R.astype(lv, dtype="float32")
        less: R.Tensor((2,), dtype="float32") = R.multiply(lv1, R.const([0.5], "float32"))
        kept: R.Tensor((2,), dtype="float32") = R.subtract(less, R.const([-0.0], "float32"))
        return (big, kept)
