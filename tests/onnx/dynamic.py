from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 2, "h", "w"), dtype="float32")) -> R.Tensor(("n", 1, "3 * h", "3 * w"), dtype="float32"):
        n = T.int64()
        h = T.int64()
        w = T.int64()
        R.func_attr({"onnx_nodes": {"big": "up", "bigger": "to", "rows": "tile", "second": "split"}, "onnx_outputs": ["y"]})
        big: R.Tensor((n, 2, 2 * h, 2 * w), dtype="float32") = R.image.resize2d(x, R.shape([2 * h, 2 * w]), roi=[0.0, 0.0, 0.0, 0.0], layout="NCHW", method="linear", coordinate_transformation_mode="align_corners", rounding_method="round_prefer_floor", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
        bigger: R.Tensor((n, 2, 3 * h, 3 * w), dtype="float32") = R.image.resize2d(big, R.shape([3 * h, 3 * w]), roi=[0.0, 0.0, 0.0, 0.0], layout="NCHW", method="nearest_neighbor", coordinate_transformation_mode="half_pixel", rounding_method="round_prefer_floor", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
        lv: R.Tuple(R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32"), R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32")) = R.split(bigger, indices_or_sections=2, axis=1)
        first: R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32") = lv[0]
        second: R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32") = lv[1]
        difference: R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32") = R.subtract(first, second)
        lv1: R.Tensor((1, 1, 1, 1, 1, 1, 1, 1), dtype="float32") = R.reshape(R.const([[[[0.125]]]], "float32"), R.shape([1, 1, 1, 1, 1, 1, 1, 1]))
        lv2: R.Tensor((n, 1, 1, 1, 1, 1, 1, 1), dtype="float32") = R.broadcast_to(lv1, R.shape([n, 1, 1, 1, 1, 1, 1, 1]))
        rows: R.Tensor((n, 1, 1, 1), dtype="float32") = R.reshape(lv2, R.shape([n, 1, 1, 1]))
        y: R.Tensor((n, 1, 3 * h, 3 * w), dtype="float32") = R.add(difference, rows)
        return y
