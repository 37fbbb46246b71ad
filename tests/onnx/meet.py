from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 4, "m"), dtype="float32")) -> R.Tensor((1, 1, 4, "m"), dtype="float32"):
        m = T.int64()
        R.func_attr({"onnx_nodes": {"half": "down"}, "onnx_outputs": ["y"]})
        half: R.Tensor((1, 1, 2, (m + 1) // 2), dtype="float32") = R.nn.conv2d(x, R.const([[[[0.125, -0.125, -0.875], [-1.0, 0.0, 0.625], [0.875, 0.25, 0.0]]]], "float32"), strides=[2, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        r: R.Tensor((1, 1, 2, (m + 1) // 2), dtype="float32") = R.nn.relu(half)
        up: R.Tensor((1, 1, 4, 2 * ((m + 1) // 2)), dtype="float32") = R.image.resize2d(r, R.shape([4, 2 * ((m + 1) // 2)]), roi=[0.0, 0.0, 0.0, 0.0], layout="NCHW", method="nearest_neighbor", coordinate_transformation_mode="half_pixel", rounding_method="round_prefer_floor", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
        up1: R.Tensor((1, 1, 4, m), dtype="float32") = R.match_cast(up, R.Tensor((1, 1, 4, m), dtype="float32"))
        sum: R.Tensor((1, 1, 4, m), dtype="float32") = R.add(x, up1)
        clipped: R.Tensor((1, 1, 4, m), dtype="float32") = R.clip(sum, R.prim_value(T.float64(-1.0)), R.prim_value(T.float64(0.5)))
        lv: R.Tensor((1, 1, 1, 1), dtype="float32") = R.mean(clipped, axis=[1, 2, 3], keepdims=True)
        lv1: R.Tensor((1, 1, 4, m), dtype="float32") = R.subtract(clipped, lv)
        lv2: R.Tensor((1, 1, 4, m), dtype="float32") = R.square(lv1)
        lv3: R.Tensor((1, 1, 1, 1), dtype="float32") = R.mean(lv2, axis=[1, 2, 3], keepdims=True)
        lv4: R.Tensor((1, 1, 1, 1), dtype="float32") = R.add(lv3, R.const(1e-05, "float32"))
        lv5: R.Tensor((1, 1, 1, 1), dtype="float32") = R.rsqrt(lv4)
        lv6: R.Tensor((1, 1, 4, m), dtype="float32") = R.multiply(lv1, lv5)
        lv7: R.Tensor((1, 1, 4, m), dtype="float32") = R.multiply(lv6, R.const([[[-0.125], [-0.625], [-0.25], [-0.625]]], "float32"))
        y: R.Tensor((1, 1, 4, m), dtype="float32") = R.add(lv7, R.const([-0.5], "float32"))
        return y
