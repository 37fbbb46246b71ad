# SPDX-License-Identifier: Apache-2.0
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor((1, 3, "H", "W"), dtype="float32"),
            down_0_weight: R.Tensor((16, 3, 3, 3), dtype="float32"),
            down_0_bias: R.Tensor((16,), dtype="float32"),
            up_weight: R.Tensor((16, 8, 4, 4), dtype="float32"),
            up_bias: R.Tensor((8,), dtype="float32"),
            norm_weight: R.Tensor((8,), dtype="float32"),
            norm_bias: R.Tensor((8,), dtype="float32"),
            out_weight: R.Tensor((1, 8, 1, 1), dtype="float32"),
            out_bias: R.Tensor((1,), dtype="float32"),
            onnx__Mul_36: R.Tensor((16, 1, 1), dtype="float32"),
            onnx__Add_37: R.Tensor((16, 1, 1), dtype="float32"),
            _down_down_1_Constant_1_output_0: R.Tensor((4,), dtype="float32"),
            _down_down_1_Constant_2_output_0: R.Tensor((4,), dtype="float32"),
            target: R.Tensor((1, 1, "4 * ((H + 1) // 2)", "4 * ((W + 1) // 2)"), dtype="float32"),
        ):
        H = T.int64()
        W = T.int64()
        R.func_attr({"num_input": 1, "onnx_outputs": ["y"]})
        lv: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.nn.conv2d(x, down_0_weight, strides=[2, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv1: R.Tensor((16, 1, 1), dtype="float32") = R.expand_dims(down_0_bias, axis=[1, 2])
        _down_down_0_Conv_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.add(lv, lv1)
        _down_down_1_Reshape_output_0: R.Tensor((1, 4, 4 * ((H + 1) // 2) * ((W + 1) // 2)), dtype="float32") = R.reshape(_down_down_0_Conv_output_0, R.shape([1, 4, 4 * ((H + 1) // 2) * ((W + 1) // 2)]))
        _down_down_1_InstanceNormalization_output_0: R.Tensor((1, 4, 4 * ((H + 1) // 2) * ((W + 1) // 2)), dtype="float32") = R.nn.instance_norm(_down_down_1_Reshape_output_0, _down_down_1_Constant_1_output_0, _down_down_1_Constant_2_output_0, channel_axis=1, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _down_down_1_Reshape_1_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.reshape(_down_down_1_InstanceNormalization_output_0, R.shape([1, 16, (H + 1) // 2, (W + 1) // 2]))
        _down_down_1_Mul_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.multiply(_down_down_1_Reshape_1_output_0, onnx__Mul_36)
        _down_down_1_Add_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.add(_down_down_1_Mul_output_0, onnx__Add_37)
        _down_down_2_Sigmoid_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.sigmoid(_down_down_1_Add_output_0)
        _down_down_2_Mul_output_0: R.Tensor((1, 16, (H + 1) // 2, (W + 1) // 2), dtype="float32") = R.multiply(_down_down_1_Add_output_0, _down_down_2_Sigmoid_output_0)
        lv2: R.Tensor((1, 8, 2 * ((H + 1) // 2), 2 * ((W + 1) // 2)), dtype="float32") = R.nn.conv2d_transpose(_down_down_2_Mul_output_0, up_weight, strides=[2, 2], padding=[1, 1, 1, 1], output_padding=[0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="IOHW", out_layout="NCHW", out_dtype="void")
        lv3: R.Tensor((8, 1, 1), dtype="float32") = R.expand_dims(up_bias, axis=[1, 2])
        _up_ConvTranspose_output_0: R.Tensor((1, 8, 2 * ((H + 1) // 2), 2 * ((W + 1) // 2)), dtype="float32") = R.add(lv2, lv3)
        _norm_InstanceNormalization_output_0: R.Tensor((1, 8, 2 * ((H + 1) // 2), 2 * ((W + 1) // 2)), dtype="float32") = R.nn.instance_norm(_up_ConvTranspose_output_0, norm_weight, norm_bias, channel_axis=1, axes=[2, 3], epsilon=9.999999747378752e-06, center=True, scale=True)
        _Resize_output_0: R.Tensor((1, 8, 4 * ((H + 1) // 2), 4 * ((W + 1) // 2)), dtype="float32") = R.image.resize2d(_norm_InstanceNormalization_output_0, R.shape([4 * ((H + 1) // 2), 4 * ((W + 1) // 2)]), roi=[0.0, 0.0, 0.0, 0.0], layout="NCHW", method="linear", coordinate_transformation_mode="half_pixel", rounding_method="floor", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
        lv4: R.Tensor((1, 1, 4 * ((H + 1) // 2), 4 * ((W + 1) // 2)), dtype="float32") = R.nn.conv2d(_Resize_output_0, out_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv5: R.Tensor((1, 1, 1), dtype="float32") = R.expand_dims(out_bias, axis=[1, 2])
        _out_Conv_output_0: R.Tensor((1, 1, 4 * ((H + 1) // 2), 4 * ((W + 1) // 2)), dtype="float32") = R.add(lv4, lv5)
        y: R.Tensor((1, 1, 4 * ((H + 1) // 2), 4 * ((W + 1) // 2)), dtype="float32") = R.sigmoid(_out_Conv_output_0)
        loss0 = R.subtract(y, target)
        loss1 = R.square(loss0)
        loss = R.mean(loss1)
        return loss
