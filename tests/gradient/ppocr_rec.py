# SPDX-License-Identifier: Apache-2.0
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor(("p2o_DynamicDimension_0", 3, 48, "p2o_DynamicDimension_1"), dtype="float32"),
            batch_norm2d_148_b_0: R.Tensor((60,), dtype="float32"),
            batch_norm2d_148_w_0: R.Tensor((60,), dtype="float32"),
            batch_norm2d_148_w_1: R.Tensor((60,), dtype="float32"),
            batch_norm2d_148_w_2: R.Tensor((60,), dtype="float32"),
            batch_norm2d_149_b_0: R.Tensor((120,), dtype="float32"),
            batch_norm2d_149_w_0: R.Tensor((120,), dtype="float32"),
            batch_norm2d_149_w_1: R.Tensor((120,), dtype="float32"),
            batch_norm2d_149_w_2: R.Tensor((120,), dtype="float32"),
            batch_norm2d_150_b_0: R.Tensor((480,), dtype="float32"),
            batch_norm2d_150_w_0: R.Tensor((480,), dtype="float32"),
            batch_norm2d_150_w_1: R.Tensor((480,), dtype="float32"),
            batch_norm2d_150_w_2: R.Tensor((480,), dtype="float32"),
            batch_norm2d_151_b_0: R.Tensor((60,), dtype="float32"),
            batch_norm2d_151_w_0: R.Tensor((60,), dtype="float32"),
            batch_norm2d_151_w_1: R.Tensor((60,), dtype="float32"),
            batch_norm2d_151_w_2: R.Tensor((60,), dtype="float32"),
            batch_norm2d_152_b_0: R.Tensor((120,), dtype="float32"),
            batch_norm2d_152_w_0: R.Tensor((120,), dtype="float32"),
            batch_norm2d_152_w_1: R.Tensor((120,), dtype="float32"),
            batch_norm2d_152_w_2: R.Tensor((120,), dtype="float32"),
            batch_norm2d_2_b_0: R.Tensor((16,), dtype="float32"),
            batch_norm2d_2_w_0: R.Tensor((16,), dtype="float32"),
            batch_norm2d_2_w_1: R.Tensor((16,), dtype="float32"),
            batch_norm2d_2_w_2: R.Tensor((16,), dtype="float32"),
            conv2d_10_w_0: R.Tensor((16, 3, 3, 3), dtype="float32"),
            conv2d_106_b_0: R.Tensor((60,), dtype="float32"),
            conv2d_106_w_0: R.Tensor((60, 240, 1, 1), dtype="float32"),
            conv2d_107_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_107_w_0: R.Tensor((240, 60, 1, 1), dtype="float32"),
            conv2d_117_b_0: R.Tensor((120,), dtype="float32"),
            conv2d_117_w_0: R.Tensor((120, 480, 1, 1), dtype="float32"),
            conv2d_118_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_118_w_0: R.Tensor((480, 120, 1, 1), dtype="float32"),
            conv2d_142_w_0: R.Tensor((60, 480, 1, 3), dtype="float32"),
            conv2d_143_w_0: R.Tensor((120, 60, 1, 1), dtype="float32"),
            conv2d_144_w_0: R.Tensor((480, 120, 1, 1), dtype="float32"),
            conv2d_145_w_0: R.Tensor((60, 960, 1, 3), dtype="float32"),
            conv2d_146_w_0: R.Tensor((120, 60, 1, 1), dtype="float32"),
            conv2d_157_b_0: R.Tensor((16,), dtype="float32"),
            conv2d_157_w_0: R.Tensor((16, 1, 3, 3), dtype="float32"),
            conv2d_158_b_0: R.Tensor((32,), dtype="float32"),
            conv2d_158_w_0: R.Tensor((32, 16, 1, 1), dtype="float32"),
            conv2d_159_b_0: R.Tensor((32,), dtype="float32"),
            conv2d_159_w_0: R.Tensor((32, 1, 3, 3), dtype="float32"),
            conv2d_160_b_0: R.Tensor((64,), dtype="float32"),
            conv2d_160_w_0: R.Tensor((64, 32, 1, 1), dtype="float32"),
            conv2d_161_b_0: R.Tensor((64,), dtype="float32"),
            conv2d_161_w_0: R.Tensor((64, 1, 3, 3), dtype="float32"),
            conv2d_162_b_0: R.Tensor((64,), dtype="float32"),
            conv2d_162_w_0: R.Tensor((64, 64, 1, 1), dtype="float32"),
            conv2d_163_b_0: R.Tensor((64,), dtype="float32"),
            conv2d_163_w_0: R.Tensor((64, 1, 3, 3), dtype="float32"),
            conv2d_164_b_0: R.Tensor((128,), dtype="float32"),
            conv2d_164_w_0: R.Tensor((128, 64, 1, 1), dtype="float32"),
            conv2d_165_b_0: R.Tensor((128,), dtype="float32"),
            conv2d_165_w_0: R.Tensor((128, 1, 3, 3), dtype="float32"),
            conv2d_166_b_0: R.Tensor((128,), dtype="float32"),
            conv2d_166_w_0: R.Tensor((128, 128, 1, 1), dtype="float32"),
            conv2d_167_b_0: R.Tensor((128,), dtype="float32"),
            conv2d_167_w_0: R.Tensor((128, 1, 3, 3), dtype="float32"),
            conv2d_168_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_168_w_0: R.Tensor((240, 128, 1, 1), dtype="float32"),
            conv2d_169_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_169_w_0: R.Tensor((240, 1, 5, 5), dtype="float32"),
            conv2d_170_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_170_w_0: R.Tensor((240, 240, 1, 1), dtype="float32"),
            conv2d_171_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_171_w_0: R.Tensor((240, 1, 5, 5), dtype="float32"),
            conv2d_172_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_172_w_0: R.Tensor((240, 240, 1, 1), dtype="float32"),
            conv2d_173_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_173_w_0: R.Tensor((240, 1, 5, 5), dtype="float32"),
            conv2d_174_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_174_w_0: R.Tensor((240, 240, 1, 1), dtype="float32"),
            conv2d_175_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_175_w_0: R.Tensor((240, 1, 5, 5), dtype="float32"),
            conv2d_176_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_176_w_0: R.Tensor((240, 240, 1, 1), dtype="float32"),
            conv2d_177_b_0: R.Tensor((240,), dtype="float32"),
            conv2d_177_w_0: R.Tensor((240, 1, 5, 5), dtype="float32"),
            conv2d_178_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_178_w_0: R.Tensor((480, 240, 1, 1), dtype="float32"),
            conv2d_179_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_179_w_0: R.Tensor((480, 1, 5, 5), dtype="float32"),
            conv2d_180_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_180_w_0: R.Tensor((480, 480, 1, 1), dtype="float32"),
            conv2d_181_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_181_w_0: R.Tensor((480, 1, 5, 5), dtype="float32"),
            conv2d_182_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_182_w_0: R.Tensor((480, 480, 1, 1), dtype="float32"),
            conv2d_183_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_183_w_0: R.Tensor((480, 1, 5, 5), dtype="float32"),
            conv2d_184_b_0: R.Tensor((480,), dtype="float32"),
            conv2d_184_w_0: R.Tensor((480, 480, 1, 1), dtype="float32"),
            layer_norm_43_b_0: R.Tensor((120,), dtype="float32"),
            layer_norm_43_w_0: R.Tensor((120,), dtype="float32"),
            layer_norm_44_b_0: R.Tensor((120,), dtype="float32"),
            layer_norm_44_w_0: R.Tensor((120,), dtype="float32"),
            layer_norm_45_b_0: R.Tensor((120,), dtype="float32"),
            layer_norm_45_w_0: R.Tensor((120,), dtype="float32"),
            layer_norm_46_b_0: R.Tensor((120,), dtype="float32"),
            layer_norm_46_w_0: R.Tensor((120,), dtype="float32"),
            layer_norm_47_b_0: R.Tensor((120,), dtype="float32"),
            layer_norm_47_w_0: R.Tensor((120,), dtype="float32"),
            linear_77_b_0: R.Tensor((360,), dtype="float32"),
            linear_77_w_0: R.Tensor((120, 360), dtype="float32"),
            linear_78_b_0: R.Tensor((120,), dtype="float32"),
            linear_78_w_0: R.Tensor((120, 120), dtype="float32"),
            linear_79_b_0: R.Tensor((240,), dtype="float32"),
            linear_79_w_0: R.Tensor((120, 240), dtype="float32"),
            linear_80_b_0: R.Tensor((120,), dtype="float32"),
            linear_80_w_0: R.Tensor((240, 120), dtype="float32"),
            linear_81_b_0: R.Tensor((360,), dtype="float32"),
            linear_81_w_0: R.Tensor((120, 360), dtype="float32"),
            linear_82_b_0: R.Tensor((120,), dtype="float32"),
            linear_82_w_0: R.Tensor((120, 120), dtype="float32"),
            linear_83_b_0: R.Tensor((240,), dtype="float32"),
            linear_83_w_0: R.Tensor((120, 240), dtype="float32"),
            linear_84_b_0: R.Tensor((120,), dtype="float32"),
            linear_84_w_0: R.Tensor((240, 120), dtype="float32"),
            linear_85_b_0: R.Tensor((6625,), dtype="float32"),
            linear_85_w_0: R.Tensor((120, 6625), dtype="float32"),
            target: R.Tensor(("p2o_DynamicDimension_0", "(p2o_DynamicDimension_1 + 3) // 8"), dtype="int64"),
        ):
        p2o_DynamicDimension_0 = T.int64()
        p2o_DynamicDimension_1 = T.int64()
        R.func_attr({"num_input": 1, "onnx_outputs": ["softmax_11.tmp_0"]})
        conv2d_185_tmp_0: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(x, conv2d_10_w_0, strides=[2, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32"), R.Tensor((16,), dtype="float32"), R.Tensor((16,), dtype="float32")) = R.nn.batch_norm(conv2d_185_tmp_0, batch_norm2d_2_w_0, batch_norm2d_2_b_0, batch_norm2d_2_w_1, R.abs(batch_norm2d_2_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_2_tmp_2: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = lv[0]
        lv1: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(batch_norm_2_tmp_2, conv2d_157_w_0, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=16, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv2: R.Tensor((16, 1, 1), dtype="float32") = R.expand_dims(conv2d_157_b_0, axis=[1, 2])
        depthwise_conv2d_0_tmp_0: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv1, lv2)
        p2o_Mul_1: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([1.3841065], "float32"), depthwise_conv2d_0_tmp_0)
        p2o_Add_3: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_1, R.const([0.58607715], "float32"))
        p2o_Add_5: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_3, R.const(3.0, "float32"))
        p2o_Clip_1: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_5, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_3: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_3, p2o_Clip_1)
        hardswish_30_tmp_0: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_3, R.const(6.0, "float32"))
        p2o_Mul_5: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.1675188], "float32"), hardswish_30_tmp_0)
        p2o_Add_7: R.Tensor((p2o_DynamicDimension_0, 16, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_5, R.const([3.470043e-05], "float32"))
        lv3: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_7, conv2d_158_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv4: R.Tensor((32, 1, 1), dtype="float32") = R.expand_dims(conv2d_158_b_0, axis=[1, 2])
        conv2d_186_tmp_0: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv3, lv4)
        p2o_Mul_7: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.111558], "float32"), conv2d_186_tmp_0)
        p2o_Add_11: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_7, R.const([1.0563203], "float32"))
        p2o_Add_13: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_11, R.const(3.0, "float32"))
        p2o_Clip_3: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_13, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_9: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_11, p2o_Clip_3)
        hardswish_31_tmp_0: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_9, R.const(6.0, "float32"))
        p2o_Mul_11: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.18280847], "float32"), hardswish_31_tmp_0)
        p2o_Add_15: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_11, R.const([-0.20085478], "float32"))
        lv5: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_15, conv2d_159_w_0, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=32, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv6: R.Tensor((32, 1, 1), dtype="float32") = R.expand_dims(conv2d_159_b_0, axis=[1, 2])
        depthwise_conv2d_1_tmp_0: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv5, lv6)
        p2o_Mul_13: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.1667233], "float32"), depthwise_conv2d_1_tmp_0)
        p2o_Add_19: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_13, R.const([1.0008625], "float32"))
        p2o_Add_21: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_19, R.const(3.0, "float32"))
        p2o_Clip_5: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_21, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_15: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_19, p2o_Clip_5)
        hardswish_32_tmp_0: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_15, R.const(6.0, "float32"))
        p2o_Mul_17: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.060630765], "float32"), hardswish_32_tmp_0)
        p2o_Add_23: R.Tensor((p2o_DynamicDimension_0, 32, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_17, R.const([-4.0690597e-05], "float32"))
        lv7: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_23, conv2d_160_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv8: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(conv2d_160_b_0, axis=[1, 2])
        conv2d_187_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv7, lv8)
        p2o_Mul_19: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.1722298], "float32"), conv2d_187_tmp_0)
        p2o_Add_27: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_19, R.const([0.8583514], "float32"))
        p2o_Add_29: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_27, R.const(3.0, "float32"))
        p2o_Clip_7: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_29, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_21: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_27, p2o_Clip_7)
        hardswish_33_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_21, R.const(6.0, "float32"))
        p2o_Mul_23: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.4061948], "float32"), hardswish_33_tmp_0)
        p2o_Add_31: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_23, R.const([-0.27856213], "float32"))
        lv9: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_31, conv2d_161_w_0, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=64, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv10: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(conv2d_161_b_0, axis=[1, 2])
        depthwise_conv2d_2_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv9, lv10)
        p2o_Mul_25: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([3.0696151], "float32"), depthwise_conv2d_2_tmp_0)
        p2o_Add_35: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_25, R.const([0.32435986], "float32"))
        p2o_Add_37: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_35, R.const(3.0, "float32"))
        p2o_Clip_9: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_37, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_27: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_35, p2o_Clip_9)
        hardswish_34_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_27, R.const(6.0, "float32"))
        p2o_Mul_29: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.03095054], "float32"), hardswish_34_tmp_0)
        p2o_Add_39: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_29, R.const([-4.65124e-05], "float32"))
        lv11: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_39, conv2d_162_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv12: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(conv2d_162_b_0, axis=[1, 2])
        conv2d_188_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv11, lv12)
        p2o_Mul_31: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.1642313], "float32"), conv2d_188_tmp_0)
        p2o_Add_43: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_31, R.const([0.4336767], "float32"))
        p2o_Add_45: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_43, R.const(3.0, "float32"))
        p2o_Clip_11: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_45, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_33: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_43, p2o_Clip_11)
        hardswish_35_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_33, R.const(6.0, "float32"))
        p2o_Mul_35: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.42830673], "float32"), hardswish_35_tmp_0)
        p2o_Add_47: R.Tensor((p2o_DynamicDimension_0, 64, 24, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_35, R.const([-0.083786584], "float32"))
        lv13: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_47, conv2d_163_w_0, strides=[2, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=64, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv14: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(conv2d_163_b_0, axis=[1, 2])
        depthwise_conv2d_3_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv13, lv14)
        p2o_Mul_37: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.293733], "float32"), depthwise_conv2d_3_tmp_0)
        p2o_Add_51: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_37, R.const([1.0190564], "float32"))
        p2o_Add_53: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_51, R.const(3.0, "float32"))
        p2o_Clip_13: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_53, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_39: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_51, p2o_Clip_13)
        hardswish_36_tmp_0: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_39, R.const(6.0, "float32"))
        p2o_Mul_41: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.032719813], "float32"), hardswish_36_tmp_0)
        p2o_Add_55: R.Tensor((p2o_DynamicDimension_0, 64, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_41, R.const([-2.6521523e-06], "float32"))
        lv15: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_55, conv2d_164_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv16: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(conv2d_164_b_0, axis=[1, 2])
        conv2d_189_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv15, lv16)
        p2o_Mul_43: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([1.7688011], "float32"), conv2d_189_tmp_0)
        p2o_Add_59: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_43, R.const([0.21812463], "float32"))
        p2o_Add_61: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_59, R.const(3.0, "float32"))
        p2o_Clip_15: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_61, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_45: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_59, p2o_Clip_15)
        hardswish_37_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_45, R.const(6.0, "float32"))
        p2o_Mul_47: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.73045665], "float32"), hardswish_37_tmp_0)
        p2o_Add_63: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_47, R.const([-0.0857254], "float32"))
        lv17: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_63, conv2d_165_w_0, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=128, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv18: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(conv2d_165_b_0, axis=[1, 2])
        depthwise_conv2d_4_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv17, lv18)
        p2o_Mul_49: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([2.6236336], "float32"), depthwise_conv2d_4_tmp_0)
        p2o_Add_67: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_49, R.const([-0.007918281], "float32"))
        p2o_Add_69: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_67, R.const(3.0, "float32"))
        p2o_Clip_17: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_69, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_51: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_67, p2o_Clip_17)
        hardswish_38_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_51, R.const(6.0, "float32"))
        p2o_Mul_53: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.043770045], "float32"), hardswish_38_tmp_0)
        p2o_Add_71: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_53, R.const([5.6337725e-05], "float32"))
        lv19: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.nn.conv2d(p2o_Add_71, conv2d_166_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv20: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(conv2d_166_b_0, axis=[1, 2])
        conv2d_190_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(lv19, lv20)
        p2o_Mul_55: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([1.8937703], "float32"), conv2d_190_tmp_0)
        p2o_Add_75: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_55, R.const([-0.048656598], "float32"))
        p2o_Add_77: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Add_75, R.const(3.0, "float32"))
        p2o_Clip_19: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.clip(p2o_Add_77, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_57: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(p2o_Add_75, p2o_Clip_19)
        hardswish_39_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.divide(p2o_Mul_57, R.const(6.0, "float32"))
        p2o_Mul_59: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.multiply(R.const([0.6528459], "float32"), hardswish_39_tmp_0)
        p2o_Add_79: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 1) // 2), dtype="float32") = R.add(p2o_Mul_59, R.const([0.07379292], "float32"))
        lv21: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_79, conv2d_167_w_0, strides=[1, 2], padding=[1, 1, 1, 1], dilation=[1, 1], groups=128, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv22: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(conv2d_167_b_0, axis=[1, 2])
        depthwise_conv2d_5_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv21, lv22)
        p2o_Mul_61: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.4821107], "float32"), depthwise_conv2d_5_tmp_0)
        p2o_Add_83: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_61, R.const([0.6599923], "float32"))
        p2o_Add_85: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_83, R.const(3.0, "float32"))
        p2o_Clip_21: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_85, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_63: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_83, p2o_Clip_21)
        hardswish_40_tmp_0: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_63, R.const(6.0, "float32"))
        p2o_Mul_65: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.023532987], "float32"), hardswish_40_tmp_0)
        p2o_Add_87: R.Tensor((p2o_DynamicDimension_0, 128, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_65, R.const([5.4620195e-05], "float32"))
        lv23: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_87, conv2d_168_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv24: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_168_b_0, axis=[1, 2])
        conv2d_191_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv23, lv24)
        p2o_Mul_67: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([1.5236348], "float32"), conv2d_191_tmp_0)
        p2o_Add_91: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_67, R.const([0.06392852], "float32"))
        p2o_Add_93: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_91, R.const(3.0, "float32"))
        p2o_Clip_23: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_93, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_69: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_91, p2o_Clip_23)
        hardswish_41_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_69, R.const(6.0, "float32"))
        p2o_Mul_71: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.52492934], "float32"), hardswish_41_tmp_0)
        p2o_Add_95: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_71, R.const([-0.01167872], "float32"))
        lv25: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_95, conv2d_169_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=240, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv26: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_169_b_0, axis=[1, 2])
        depthwise_conv2d_6_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv25, lv26)
        p2o_Mul_73: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.138868], "float32"), depthwise_conv2d_6_tmp_0)
        p2o_Add_99: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_73, R.const([-0.45077202], "float32"))
        p2o_Add_101: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_99, R.const(3.0, "float32"))
        p2o_Clip_25: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_101, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_75: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_99, p2o_Clip_25)
        hardswish_42_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_75, R.const(6.0, "float32"))
        p2o_Mul_77: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.118149474], "float32"), hardswish_42_tmp_0)
        p2o_Add_103: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_77, R.const([-6.0135255e-05], "float32"))
        lv27: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_103, conv2d_170_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv28: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_170_b_0, axis=[1, 2])
        conv2d_192_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv27, lv28)
        p2o_Mul_79: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.0445526], "float32"), conv2d_192_tmp_0)
        p2o_Add_107: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_79, R.const([-0.24310489], "float32"))
        p2o_Add_109: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_107, R.const(3.0, "float32"))
        p2o_Clip_27: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_109, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_81: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_107, p2o_Clip_27)
        hardswish_43_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_81, R.const(6.0, "float32"))
        p2o_Mul_83: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.62199306], "float32"), hardswish_43_tmp_0)
        p2o_Add_111: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_83, R.const([0.08859989], "float32"))
        lv29: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_111, conv2d_171_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=240, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv30: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_171_b_0, axis=[1, 2])
        depthwise_conv2d_7_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv29, lv30)
        p2o_Mul_85: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.830977], "float32"), depthwise_conv2d_7_tmp_0)
        p2o_Add_115: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_85, R.const([0.10215004], "float32"))
        p2o_Add_117: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_115, R.const(3.0, "float32"))
        p2o_Clip_29: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_117, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_87: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_115, p2o_Clip_29)
        hardswish_44_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_87, R.const(6.0, "float32"))
        p2o_Mul_89: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.042166308], "float32"), hardswish_44_tmp_0)
        p2o_Add_119: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_89, R.const([-5.604238e-05], "float32"))
        lv31: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_119, conv2d_172_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv32: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_172_b_0, axis=[1, 2])
        conv2d_193_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv31, lv32)
        p2o_Mul_91: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.1563356], "float32"), conv2d_193_tmp_0)
        p2o_Add_123: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_91, R.const([-0.5589596], "float32"))
        p2o_Add_125: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_123, R.const(3.0, "float32"))
        p2o_Clip_31: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_125, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_93: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_123, p2o_Clip_31)
        hardswish_45_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_93, R.const(6.0, "float32"))
        p2o_Mul_95: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.532749], "float32"), hardswish_45_tmp_0)
        p2o_Add_127: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_95, R.const([0.15681908], "float32"))
        lv33: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_127, conv2d_173_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=240, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv34: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_173_b_0, axis=[1, 2])
        depthwise_conv2d_8_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv33, lv34)
        p2o_Mul_97: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.506705], "float32"), depthwise_conv2d_8_tmp_0)
        p2o_Add_131: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_97, R.const([1.1570113], "float32"))
        p2o_Add_133: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_131, R.const(3.0, "float32"))
        p2o_Clip_33: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_133, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_99: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_131, p2o_Clip_33)
        hardswish_46_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_99, R.const(6.0, "float32"))
        p2o_Mul_101: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.045207288], "float32"), hardswish_46_tmp_0)
        p2o_Add_135: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_101, R.const([-3.584615e-06], "float32"))
        lv35: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_135, conv2d_174_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv36: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_174_b_0, axis=[1, 2])
        conv2d_194_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv35, lv36)
        p2o_Mul_103: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.150808], "float32"), conv2d_194_tmp_0)
        p2o_Add_139: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_103, R.const([-0.554704], "float32"))
        p2o_Add_141: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_139, R.const(3.0, "float32"))
        p2o_Clip_35: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_141, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_105: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_139, p2o_Clip_35)
        hardswish_47_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_105, R.const(6.0, "float32"))
        p2o_Mul_107: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.5370421], "float32"), hardswish_47_tmp_0)
        p2o_Add_143: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_107, R.const([0.17351653], "float32"))
        lv37: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_143, conv2d_175_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=240, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv38: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_175_b_0, axis=[1, 2])
        depthwise_conv2d_9_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv37, lv38)
        p2o_Mul_109: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.4812357], "float32"), depthwise_conv2d_9_tmp_0)
        p2o_Add_147: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_109, R.const([1.14582], "float32"))
        p2o_Add_149: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_147, R.const(3.0, "float32"))
        p2o_Clip_37: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_149, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_111: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_147, p2o_Clip_37)
        hardswish_48_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_111, R.const(6.0, "float32"))
        p2o_Mul_113: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.054468453], "float32"), hardswish_48_tmp_0)
        p2o_Add_151: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_113, R.const([4.9432412e-05], "float32"))
        lv39: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_151, conv2d_176_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv40: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_176_b_0, axis=[1, 2])
        conv2d_195_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv39, lv40)
        p2o_Mul_115: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.1696987], "float32"), conv2d_195_tmp_0)
        p2o_Add_155: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_115, R.const([-0.648008], "float32"))
        p2o_Add_157: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_155, R.const(3.0, "float32"))
        p2o_Clip_39: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_157, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_117: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_155, p2o_Clip_39)
        hardswish_49_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_117, R.const(6.0, "float32"))
        p2o_Mul_119: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.7006389], "float32"), hardswish_49_tmp_0)
        p2o_Add_159: R.Tensor((p2o_DynamicDimension_0, 240, 12, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_119, R.const([0.23804826], "float32"))
        lv41: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_159, conv2d_177_w_0, strides=[2, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=240, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv42: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_177_b_0, axis=[1, 2])
        depthwise_conv2d_10_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv41, lv42)
        p2o_Mul_121: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([1.9261863], "float32"), depthwise_conv2d_10_tmp_0)
        p2o_Add_163: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_121, R.const([0.4542438], "float32"))
        p2o_Add_165: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_163, R.const(3.0, "float32"))
        p2o_Clip_41: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_165, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_123: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_163, p2o_Clip_41)
        hardswish_50_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_123, R.const(6.0, "float32"))
        p2o_Mul_125: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([1.3930384], "float32"), hardswish_50_tmp_0)
        p2o_Add_167: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_125, R.const([-0.4136366], "float32"))
        p2o_GlobalAveragePool_1: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.mean(p2o_Add_167, axis=[2, 3], keepdims=True)
        lv43: R.Tensor((p2o_DynamicDimension_0, 60, 1, 1), dtype="float32") = R.nn.conv2d(p2o_GlobalAveragePool_1, conv2d_106_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv44: R.Tensor((60, 1, 1), dtype="float32") = R.expand_dims(conv2d_106_b_0, axis=[1, 2])
        conv2d_196_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, 1), dtype="float32") = R.add(lv43, lv44)
        relu_0_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, 1), dtype="float32") = R.nn.relu(conv2d_196_tmp_0)
        lv45: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.nn.conv2d(relu_0_tmp_0, conv2d_107_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv46: R.Tensor((240, 1, 1), dtype="float32") = R.expand_dims(conv2d_107_b_0, axis=[1, 2])
        conv2d_197_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.add(lv45, lv46)
        lv47: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.multiply(conv2d_197_tmp_0, R.const(0.1666667, "float32"))
        lv48: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.add(lv47, R.const(0.5, "float32"))
        hardsigmoid_2_tmp_0: R.Tensor((p2o_DynamicDimension_0, 240, 1, 1), dtype="float32") = R.clip(lv48, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(1.0)))
        p2o_Mul_127: R.Tensor((p2o_DynamicDimension_0, 240, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_167, hardsigmoid_2_tmp_0)
        lv49: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Mul_127, conv2d_178_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv50: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_178_b_0, axis=[1, 2])
        conv2d_198_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv49, lv50)
        p2o_Mul_129: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.5926616], "float32"), conv2d_198_tmp_0)
        p2o_Add_175: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_129, R.const([-0.4306299], "float32"))
        p2o_Add_177: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_175, R.const(3.0, "float32"))
        p2o_Clip_43: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_177, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_131: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_175, p2o_Clip_43)
        hardswish_51_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_131, R.const(6.0, "float32"))
        p2o_Mul_133: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.91222566], "float32"), hardswish_51_tmp_0)
        p2o_Add_179: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_133, R.const([0.20219125], "float32"))
        lv51: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_179, conv2d_179_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=480, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv52: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_179_b_0, axis=[1, 2])
        depthwise_conv2d_11_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv51, lv52)
        p2o_Mul_135: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.1794755], "float32"), depthwise_conv2d_11_tmp_0)
        p2o_Add_183: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_135, R.const([0.2459434], "float32"))
        p2o_Add_185: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_183, R.const(3.0, "float32"))
        p2o_Clip_45: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_185, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_137: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_183, p2o_Clip_45)
        hardswish_52_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_137, R.const(6.0, "float32"))
        p2o_Mul_139: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([1.9836625], "float32"), hardswish_52_tmp_0)
        p2o_Add_187: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_139, R.const([-0.74677753], "float32"))
        p2o_GlobalAveragePool_3: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.mean(p2o_Add_187, axis=[2, 3], keepdims=True)
        lv53: R.Tensor((p2o_DynamicDimension_0, 120, 1, 1), dtype="float32") = R.nn.conv2d(p2o_GlobalAveragePool_3, conv2d_117_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv54: R.Tensor((120, 1, 1), dtype="float32") = R.expand_dims(conv2d_117_b_0, axis=[1, 2])
        conv2d_199_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, 1), dtype="float32") = R.add(lv53, lv54)
        relu_1_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, 1), dtype="float32") = R.nn.relu(conv2d_199_tmp_0)
        lv55: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.nn.conv2d(relu_1_tmp_0, conv2d_118_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv56: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_118_b_0, axis=[1, 2])
        conv2d_200_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.add(lv55, lv56)
        lv57: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.multiply(conv2d_200_tmp_0, R.const(0.1666667, "float32"))
        lv58: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.add(lv57, R.const(0.5, "float32"))
        hardsigmoid_3_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 1, 1), dtype="float32") = R.clip(lv58, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(1.0)))
        p2o_Mul_141: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_187, hardsigmoid_3_tmp_0)
        lv59: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Mul_141, conv2d_180_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv60: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_180_b_0, axis=[1, 2])
        conv2d_201_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv59, lv60)
        p2o_Mul_143: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.5869238], "float32"), conv2d_201_tmp_0)
        p2o_Add_195: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_143, R.const([-0.8015537], "float32"))
        p2o_Add_197: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_195, R.const(3.0, "float32"))
        p2o_Clip_47: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_197, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_145: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_195, p2o_Clip_47)
        hardswish_53_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_145, R.const(6.0, "float32"))
        p2o_Mul_147: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.65898335], "float32"), hardswish_53_tmp_0)
        p2o_Add_199: R.Tensor((p2o_DynamicDimension_0, 480, 6, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_147, R.const([0.21193686], "float32"))
        lv61: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_199, conv2d_181_w_0, strides=[2, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=480, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv62: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_181_b_0, axis=[1, 2])
        depthwise_conv2d_12_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv61, lv62)
        p2o_Mul_149: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.348032], "float32"), depthwise_conv2d_12_tmp_0)
        p2o_Add_203: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_149, R.const([1.6653388], "float32"))
        p2o_Add_205: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_203, R.const(3.0, "float32"))
        p2o_Clip_49: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_205, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_151: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_203, p2o_Clip_49)
        hardswish_54_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_151, R.const(6.0, "float32"))
        p2o_Mul_153: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.07098751], "float32"), hardswish_54_tmp_0)
        p2o_Add_207: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_153, R.const([0.0002780899], "float32"))
        lv63: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_207, conv2d_182_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv64: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_182_b_0, axis=[1, 2])
        conv2d_202_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv63, lv64)
        p2o_Mul_155: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([3.1731684], "float32"), conv2d_202_tmp_0)
        p2o_Add_211: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_155, R.const([-0.63659865], "float32"))
        p2o_Add_213: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_211, R.const(3.0, "float32"))
        p2o_Clip_51: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_213, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_157: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_211, p2o_Clip_51)
        hardswish_55_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_157, R.const(6.0, "float32"))
        p2o_Mul_159: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.46565312], "float32"), hardswish_55_tmp_0)
        p2o_Add_215: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_159, R.const([0.12858129], "float32"))
        lv65: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_215, conv2d_183_w_0, strides=[1, 1], padding=[2, 2, 2, 2], dilation=[1, 1], groups=480, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv66: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_183_b_0, axis=[1, 2])
        depthwise_conv2d_13_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv65, lv66)
        p2o_Mul_161: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([2.9810395], "float32"), depthwise_conv2d_13_tmp_0)
        p2o_Add_219: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_161, R.const([0.115550525], "float32"))
        p2o_Add_221: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_219, R.const(3.0, "float32"))
        p2o_Clip_53: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_221, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_163: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_219, p2o_Clip_53)
        hardswish_56_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_163, R.const(6.0, "float32"))
        p2o_Mul_165: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([0.39763838], "float32"), hardswish_56_tmp_0)
        p2o_Add_223: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_165, R.const([2.775773e-05], "float32"))
        lv67: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.nn.conv2d(p2o_Add_223, conv2d_184_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv68: R.Tensor((480, 1, 1), dtype="float32") = R.expand_dims(conv2d_184_b_0, axis=[1, 2])
        conv2d_203_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(lv67, lv68)
        p2o_Mul_167: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([3.725856], "float32"), conv2d_203_tmp_0)
        p2o_Add_227: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_167, R.const([-0.36398962], "float32"))
        p2o_Add_229: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Add_227, R.const(3.0, "float32"))
        p2o_Clip_55: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.clip(p2o_Add_229, R.prim_value(T.float64(0.0)), R.prim_value(T.float64(6.0)))
        p2o_Mul_169: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(p2o_Add_227, p2o_Clip_55)
        hardswish_57_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.divide(p2o_Mul_169, R.const(6.0, "float32"))
        p2o_Mul_171: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.multiply(R.const([3.3484821], "float32"), hardswish_57_tmp_0)
        p2o_Add_231: R.Tensor((p2o_DynamicDimension_0, 480, 3, (p2o_DynamicDimension_1 + 3) // 4), dtype="float32") = R.add(p2o_Mul_171, R.const([-0.07174185], "float32"))
        p2o_AveragePool_1: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.avg_pool2d(p2o_Add_231, pool_size=[3, 2], strides=[3, 2], padding=[0, 0, 0, 0], dilation=[1, 1], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        conv2d_204_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.conv2d(p2o_AveragePool_1, conv2d_142_w_0, strides=[1, 1], padding=[0, 1, 0, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv69: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32"), R.Tensor((60,), dtype="float32"), R.Tensor((60,), dtype="float32")) = R.nn.batch_norm(conv2d_204_tmp_0, batch_norm2d_148_w_0, batch_norm2d_148_b_0, batch_norm2d_148_w_1, R.abs(batch_norm2d_148_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_3_tmp_2: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = lv69[0]
        p2o_Mul_173: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_3_tmp_2, R.const(1.0, "float32"))
        p2o_Sigmoid_1: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.sigmoid(p2o_Mul_173)
        swish_11_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_3_tmp_2, p2o_Sigmoid_1)
        conv2d_205_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.conv2d(swish_11_tmp_0, conv2d_143_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv70: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32"), R.Tensor((120,), dtype="float32"), R.Tensor((120,), dtype="float32")) = R.nn.batch_norm(conv2d_205_tmp_0, batch_norm2d_149_w_0, batch_norm2d_149_b_0, batch_norm2d_149_w_1, R.abs(batch_norm2d_149_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_4_tmp_2: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = lv70[0]
        p2o_Mul_176: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_4_tmp_2, R.const(1.0, "float32"))
        p2o_Sigmoid_3: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.sigmoid(p2o_Mul_176)
        swish_12_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_4_tmp_2, p2o_Sigmoid_3)
        flatten_14_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.reshape(swish_12_tmp_0, R.shape([p2o_DynamicDimension_0, 120, (p2o_DynamicDimension_1 + 3) // 8]))
        transpose_43_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.permute_dims(flatten_14_tmp_0, axes=[0, 2, 1])
        p2o_ReduceMean_1: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(transpose_43_tmp_0, axis=[2], keepdims=True)
        p2o_Sub_1: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.subtract(transpose_43_tmp_0, p2o_ReduceMean_1)
        p2o_Pow_1: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.power(p2o_Sub_1, R.const(2.0, "float32"))
        p2o_ReduceMean_3: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Pow_1, axis=[2], keepdims=True)
        p2o_Add_233: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.add(p2o_ReduceMean_3, R.const(1e-05, "float32"))
        p2o_Sqrt_1: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.sqrt(p2o_Add_233)
        p2o_Div_29: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.divide(p2o_Sub_1, p2o_Sqrt_1)
        p2o_Mul_179: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.multiply(p2o_Div_29, layer_norm_43_w_0)
        p2o_Add_235: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Mul_179, layer_norm_43_b_0)
        p2o_MatMul_1: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 360), dtype="float32") = R.matmul(p2o_Add_235, linear_77_w_0, out_dtype="void")
        p2o_Add_237: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 360), dtype="float32") = R.add(p2o_MatMul_1, linear_77_b_0)
        reshape2_25_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 3, 8, 15), dtype="float32") = R.reshape(p2o_Add_237, R.shape([p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 3, 8, 15]))
        transpose_44_tmp_0: R.Tensor((3, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.permute_dims(reshape2_25_tmp_0, axes=[2, 0, 3, 1, 4])
        p2o_helper_slice_2: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_44_tmp_0, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(1),), assume_inbound=False)
        transpose_44_tmp_0_slice_0: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_2, axis=[0])
        p2o_Mul_181: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.multiply(transpose_44_tmp_0_slice_0, R.const(0.2581989, "float32"))
        p2o_helper_slice_3: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_44_tmp_0, (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        transpose_44_tmp_0_slice_1: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_3, axis=[0])
        p2o_helper_slice_4: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_44_tmp_0, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(3),), (R.prim_value(1),), assume_inbound=False)
        transpose_44_tmp_0_slice_2: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_4, axis=[0])
        transpose_45_tmp_0: R.Tensor((p2o_DynamicDimension_0, 8, 15, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.permute_dims(transpose_44_tmp_0_slice_1, axes=[0, 1, 3, 2])
        p2o_MatMul_3: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.matmul(p2o_Mul_181, transpose_45_tmp_0, out_dtype="void")
        softmax_9_tmp_0: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.softmax(p2o_MatMul_3, axis=3)
        p2o_MatMul_5: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.matmul(softmax_9_tmp_0, transpose_44_tmp_0_slice_2, out_dtype="void")
        transpose_46_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 8, 15), dtype="float32") = R.permute_dims(p2o_MatMul_5, axes=[0, 2, 1, 3])
        reshape2_26_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.reshape(transpose_46_tmp_0, R.shape([p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120]))
        p2o_MatMul_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.matmul(reshape2_26_tmp_0, linear_78_w_0, out_dtype="void")
        p2o_Add_239: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_MatMul_7, linear_78_b_0)
        p2o_Add_241: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(transpose_43_tmp_0, p2o_Add_239)
        p2o_ReduceMean_5: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Add_241, axis=[2], keepdims=True)
        p2o_Sub_3: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.subtract(p2o_Add_241, p2o_ReduceMean_5)
        p2o_Pow_3: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.power(p2o_Sub_3, R.const(2.0, "float32"))
        p2o_ReduceMean_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Pow_3, axis=[2], keepdims=True)
        p2o_Add_243: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.add(p2o_ReduceMean_7, R.const(1e-05, "float32"))
        p2o_Sqrt_3: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.sqrt(p2o_Add_243)
        p2o_Div_31: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.divide(p2o_Sub_3, p2o_Sqrt_3)
        p2o_Mul_183: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.multiply(p2o_Div_31, layer_norm_44_w_0)
        p2o_Add_245: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Mul_183, layer_norm_44_b_0)
        p2o_MatMul_9: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.matmul(p2o_Add_245, linear_79_w_0, out_dtype="void")
        p2o_Add_247: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.add(p2o_MatMul_9, linear_79_b_0)
        p2o_Mul_185: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.multiply(p2o_Add_247, R.const(1.0, "float32"))
        p2o_Sigmoid_5: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.sigmoid(p2o_Mul_185)
        swish_13_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.multiply(p2o_Add_247, p2o_Sigmoid_5)
        p2o_MatMul_11: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.matmul(swish_13_tmp_0, linear_80_w_0, out_dtype="void")
        p2o_Add_249: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_MatMul_11, linear_80_b_0)
        p2o_Add_251: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Add_241, p2o_Add_249)
        p2o_ReduceMean_9: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Add_251, axis=[2], keepdims=True)
        p2o_Sub_5: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.subtract(p2o_Add_251, p2o_ReduceMean_9)
        p2o_Pow_5: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.power(p2o_Sub_5, R.const(2.0, "float32"))
        p2o_ReduceMean_11: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Pow_5, axis=[2], keepdims=True)
        p2o_Add_253: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.add(p2o_ReduceMean_11, R.const(1e-05, "float32"))
        p2o_Sqrt_5: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.sqrt(p2o_Add_253)
        p2o_Div_33: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.divide(p2o_Sub_5, p2o_Sqrt_5)
        p2o_Mul_188: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.multiply(p2o_Div_33, layer_norm_45_w_0)
        p2o_Add_255: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Mul_188, layer_norm_45_b_0)
        p2o_MatMul_13: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 360), dtype="float32") = R.matmul(p2o_Add_255, linear_81_w_0, out_dtype="void")
        p2o_Add_257: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 360), dtype="float32") = R.add(p2o_MatMul_13, linear_81_b_0)
        reshape2_27_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 3, 8, 15), dtype="float32") = R.reshape(p2o_Add_257, R.shape([p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 3, 8, 15]))
        transpose_47_tmp_0: R.Tensor((3, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.permute_dims(reshape2_27_tmp_0, axes=[2, 0, 3, 1, 4])
        p2o_helper_slice_7: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_47_tmp_0, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(1),), assume_inbound=False)
        transpose_47_tmp_0_slice_0: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_7, axis=[0])
        p2o_Mul_190: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.multiply(transpose_47_tmp_0_slice_0, R.const(0.2581989, "float32"))
        p2o_helper_slice_8: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_47_tmp_0, (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        transpose_47_tmp_0_slice_1: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_8, axis=[0])
        p2o_helper_slice_9: R.Tensor((1, p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.strided_slice(transpose_47_tmp_0, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(3),), (R.prim_value(1),), assume_inbound=False)
        transpose_47_tmp_0_slice_2: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.squeeze(p2o_helper_slice_9, axis=[0])
        transpose_48_tmp_0: R.Tensor((p2o_DynamicDimension_0, 8, 15, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.permute_dims(transpose_47_tmp_0_slice_1, axes=[0, 1, 3, 2])
        p2o_MatMul_15: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.matmul(p2o_Mul_190, transpose_48_tmp_0, out_dtype="void")
        softmax_10_tmp_0: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.softmax(p2o_MatMul_15, axis=3)
        p2o_MatMul_17: R.Tensor((p2o_DynamicDimension_0, 8, (p2o_DynamicDimension_1 + 3) // 8, 15), dtype="float32") = R.matmul(softmax_10_tmp_0, transpose_47_tmp_0_slice_2, out_dtype="void")
        transpose_49_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 8, 15), dtype="float32") = R.permute_dims(p2o_MatMul_17, axes=[0, 2, 1, 3])
        reshape2_28_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.reshape(transpose_49_tmp_0, R.shape([p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120]))
        p2o_MatMul_19: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.matmul(reshape2_28_tmp_0, linear_82_w_0, out_dtype="void")
        p2o_Add_259: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_MatMul_19, linear_82_b_0)
        p2o_Add_261: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Add_251, p2o_Add_259)
        p2o_ReduceMean_13: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Add_261, axis=[2], keepdims=True)
        p2o_Sub_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.subtract(p2o_Add_261, p2o_ReduceMean_13)
        p2o_Pow_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.power(p2o_Sub_7, R.const(2.0, "float32"))
        p2o_ReduceMean_15: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Pow_7, axis=[2], keepdims=True)
        p2o_Add_263: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.add(p2o_ReduceMean_15, R.const(1e-05, "float32"))
        p2o_Sqrt_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.sqrt(p2o_Add_263)
        p2o_Div_35: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.divide(p2o_Sub_7, p2o_Sqrt_7)
        p2o_Mul_192: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.multiply(p2o_Div_35, layer_norm_46_w_0)
        p2o_Add_265: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Mul_192, layer_norm_46_b_0)
        p2o_MatMul_21: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.matmul(p2o_Add_265, linear_83_w_0, out_dtype="void")
        p2o_Add_267: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.add(p2o_MatMul_21, linear_83_b_0)
        p2o_Mul_194: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.multiply(p2o_Add_267, R.const(1.0, "float32"))
        p2o_Sigmoid_7: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.sigmoid(p2o_Mul_194)
        swish_14_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 240), dtype="float32") = R.multiply(p2o_Add_267, p2o_Sigmoid_7)
        p2o_MatMul_23: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.matmul(swish_14_tmp_0, linear_84_w_0, out_dtype="void")
        p2o_Add_269: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_MatMul_23, linear_84_b_0)
        p2o_Add_271: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Add_261, p2o_Add_269)
        p2o_ReduceMean_17: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Add_271, axis=[2], keepdims=True)
        p2o_Sub_9: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.subtract(p2o_Add_271, p2o_ReduceMean_17)
        p2o_Pow_9: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.power(p2o_Sub_9, R.const(2.0, "float32"))
        p2o_ReduceMean_19: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.mean(p2o_Pow_9, axis=[2], keepdims=True)
        p2o_Add_273: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.add(p2o_ReduceMean_19, R.const(1e-06, "float32"))
        p2o_Sqrt_9: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 1), dtype="float32") = R.sqrt(p2o_Add_273)
        p2o_Div_37: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.divide(p2o_Sub_9, p2o_Sqrt_9)
        p2o_Mul_197: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.multiply(p2o_Div_37, layer_norm_47_w_0)
        p2o_Add_275: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.add(p2o_Mul_197, layer_norm_47_b_0)
        reshape2_29_tmp_0: R.Tensor((p2o_DynamicDimension_0, 1, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.reshape(p2o_Add_275, R.shape([p2o_DynamicDimension_0, 1, (p2o_DynamicDimension_1 + 3) // 8, 120]))
        transpose_50_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.permute_dims(reshape2_29_tmp_0, axes=[0, 3, 1, 2])
        conv2d_206_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.conv2d(transpose_50_tmp_0, conv2d_144_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv71: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32"), R.Tensor((480,), dtype="float32"), R.Tensor((480,), dtype="float32")) = R.nn.batch_norm(conv2d_206_tmp_0, batch_norm2d_150_w_0, batch_norm2d_150_b_0, batch_norm2d_150_w_1, R.abs(batch_norm2d_150_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_5_tmp_2: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = lv71[0]
        p2o_Mul_199: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_5_tmp_2, R.const(1.0, "float32"))
        p2o_Sigmoid_9: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.sigmoid(p2o_Mul_199)
        swish_15_tmp_0: R.Tensor((p2o_DynamicDimension_0, 480, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_5_tmp_2, p2o_Sigmoid_9)
        p2o_Concat_8: R.Tensor((p2o_DynamicDimension_0, 960, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.concat((p2o_AveragePool_1, swish_15_tmp_0), axis=1)
        conv2d_207_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.conv2d(p2o_Concat_8, conv2d_145_w_0, strides=[1, 1], padding=[0, 1, 0, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv72: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32"), R.Tensor((60,), dtype="float32"), R.Tensor((60,), dtype="float32")) = R.nn.batch_norm(conv2d_207_tmp_0, batch_norm2d_151_w_0, batch_norm2d_151_b_0, batch_norm2d_151_w_1, R.abs(batch_norm2d_151_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_6_tmp_2: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = lv72[0]
        p2o_Mul_202: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_6_tmp_2, R.const(1.0, "float32"))
        p2o_Sigmoid_11: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.sigmoid(p2o_Mul_202)
        swish_16_tmp_0: R.Tensor((p2o_DynamicDimension_0, 60, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_6_tmp_2, p2o_Sigmoid_11)
        conv2d_208_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.nn.conv2d(swish_16_tmp_0, conv2d_146_w_0, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv73: R.Tuple(R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32"), R.Tensor((120,), dtype="float32"), R.Tensor((120,), dtype="float32")) = R.nn.batch_norm(conv2d_208_tmp_0, batch_norm2d_152_w_0, batch_norm2d_152_b_0, batch_norm2d_152_w_1, R.abs(batch_norm2d_152_w_2), axis=1, epsilon=9.999999747378752e-06, center=True, scale=True, momentum=0.10000002384185791, training=False)
        batch_norm_7_tmp_2: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = lv73[0]
        p2o_Mul_205: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_7_tmp_2, R.const(1.0, "float32"))
        p2o_Sigmoid_13: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.sigmoid(p2o_Mul_205)
        swish_17_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, 1, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.multiply(batch_norm_7_tmp_2, p2o_Sigmoid_13)
        squeeze_0_tmp_0: R.Tensor((p2o_DynamicDimension_0, 120, (p2o_DynamicDimension_1 + 3) // 8), dtype="float32") = R.squeeze(swish_17_tmp_0, axis=[2])
        transpose_51_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 120), dtype="float32") = R.permute_dims(squeeze_0_tmp_0, axes=[0, 2, 1])
        p2o_MatMul_25: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 6625), dtype="float32") = R.matmul(transpose_51_tmp_0, linear_85_w_0, out_dtype="void")
        p2o_Add_277: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 6625), dtype="float32") = R.add(p2o_MatMul_25, linear_85_b_0)
        softmax_11_tmp_0: R.Tensor((p2o_DynamicDimension_0, (p2o_DynamicDimension_1 + 3) // 8, 6625), dtype="float32") = R.nn.softmax(p2o_Add_277, axis=2)
        loss0 = R.log(softmax_11_tmp_0)
        loss1 = R.permute_dims(loss0, axes=[0, 2, 1])
        loss = R.nn.nll_loss(loss1, target)
        return loss
