# SPDX-License-Identifier: Apache-2.0
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor(("N", 3, 33, 32), dtype="float32"),
            features_0_weight: R.Tensor((64, 3, 3, 3), dtype="float32"),
            features_0_bias: R.Tensor((64,), dtype="float32"),
            features_3_squeeze_weight: R.Tensor((16, 64, 1, 1), dtype="float32"),
            features_3_squeeze_bias: R.Tensor((16,), dtype="float32"),
            features_3_expand1x1_weight: R.Tensor((64, 16, 1, 1), dtype="float32"),
            features_3_expand3x3_weight: R.Tensor((64, 16, 3, 3), dtype="float32"),
            features_4_squeeze_weight: R.Tensor((16, 128, 1, 1), dtype="float32"),
            features_4_expand1x1_weight: R.Tensor((64, 16, 1, 1), dtype="float32"),
            features_4_expand3x3_weight: R.Tensor((64, 16, 3, 3), dtype="float32"),
            features_6_squeeze_weight: R.Tensor((32, 128, 1, 1), dtype="float32"),
            features_6_squeeze_bias: R.Tensor((32,), dtype="float32"),
            features_6_expand1x1_weight: R.Tensor((128, 32, 1, 1), dtype="float32"),
            features_6_expand1x1_bias: R.Tensor((128,), dtype="float32"),
            features_6_expand3x3_weight: R.Tensor((128, 32, 3, 3), dtype="float32"),
            features_7_squeeze_weight: R.Tensor((32, 256, 1, 1), dtype="float32"),
            features_7_expand1x1_weight: R.Tensor((128, 32, 1, 1), dtype="float32"),
            features_7_expand3x3_weight: R.Tensor((128, 32, 3, 3), dtype="float32"),
            features_9_squeeze_weight: R.Tensor((48, 256, 1, 1), dtype="float32"),
            features_9_squeeze_bias: R.Tensor((48,), dtype="float32"),
            features_9_expand1x1_weight: R.Tensor((192, 48, 1, 1), dtype="float32"),
            features_9_expand1x1_bias: R.Tensor((192,), dtype="float32"),
            features_9_expand3x3_weight: R.Tensor((192, 48, 3, 3), dtype="float32"),
            features_10_squeeze_weight: R.Tensor((48, 384, 1, 1), dtype="float32"),
            features_10_expand1x1_weight: R.Tensor((192, 48, 1, 1), dtype="float32"),
            features_10_expand3x3_weight: R.Tensor((192, 48, 3, 3), dtype="float32"),
            features_11_squeeze_weight: R.Tensor((64, 384, 1, 1), dtype="float32"),
            features_11_expand1x1_weight: R.Tensor((256, 64, 1, 1), dtype="float32"),
            features_11_expand1x1_bias: R.Tensor((256,), dtype="float32"),
            features_11_expand3x3_weight: R.Tensor((256, 64, 3, 3), dtype="float32"),
            features_12_squeeze_weight: R.Tensor((64, 512, 1, 1), dtype="float32"),
            features_12_expand1x1_weight: R.Tensor((256, 64, 1, 1), dtype="float32"),
            features_12_expand3x3_weight: R.Tensor((256, 64, 3, 3), dtype="float32"),
            classifier_1_weight: R.Tensor((1000, 512, 1, 1), dtype="float32"),
            classifier_1_bias: R.Tensor((1000,), dtype="float32"),
            target: R.Tensor(("N",), dtype="int64"),
        ):
        N = T.int64()
        R.func_attr({"num_input": 1, "onnx_outputs": ["y"]})
        lv: R.Tensor((N, 64, 16, 15), dtype="float32") = R.nn.conv2d(x, features_0_weight, strides=[2, 2], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv1: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_0_Conv_output_0: R.Tensor((N, 64, 16, 15), dtype="float32") = R.add(lv, lv1)
        _features_features_1_Relu_output_0: R.Tensor((N, 64, 16, 15), dtype="float32") = R.nn.relu(_features_features_0_Conv_output_0)
        _features_features_2_MaxPool_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.max_pool2d(_features_features_1_Relu_output_0, pool_size=[3, 3], strides=[2, 2], padding=[0, 0, 0, 0], dilation=[1, 1], ceil_mode=True, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        lv2: R.Tensor((N, 16, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_2_MaxPool_output_0, features_3_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv3: R.Tensor((16, 1, 1), dtype="float32") = R.expand_dims(features_3_squeeze_bias, axis=[1, 2])
        _features_features_3_squeeze_Conv_output_0: R.Tensor((N, 16, 8, 7), dtype="float32") = R.add(lv2, lv3)
        _features_features_3_squeeze_activation_Relu_output_0: R.Tensor((N, 16, 8, 7), dtype="float32") = R.nn.relu(_features_features_3_squeeze_Conv_output_0)
        lv4: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_3_squeeze_activation_Relu_output_0, features_3_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv5: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_3_expand1x1_Conv_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.add(lv4, lv5)
        _features_features_3_expand1x1_activation_Relu_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.relu(_features_features_3_expand1x1_Conv_output_0)
        lv6: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_3_squeeze_activation_Relu_output_0, features_3_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv7: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_3_expand3x3_Conv_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.add(lv6, lv7)
        _features_features_3_expand3x3_activation_Relu_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.relu(_features_features_3_expand3x3_Conv_output_0)
        _features_features_3_Concat_output_0: R.Tensor((N, 128, 8, 7), dtype="float32") = R.concat((_features_features_3_expand1x1_activation_Relu_output_0, _features_features_3_expand3x3_activation_Relu_output_0), axis=1)
        lv8: R.Tensor((N, 16, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_3_Concat_output_0, features_4_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv9: R.Tensor((16, 1, 1), dtype="float32") = R.expand_dims(features_3_squeeze_bias, axis=[1, 2])
        _features_features_4_squeeze_Conv_output_0: R.Tensor((N, 16, 8, 7), dtype="float32") = R.add(lv8, lv9)
        _features_features_4_squeeze_activation_Relu_output_0: R.Tensor((N, 16, 8, 7), dtype="float32") = R.nn.relu(_features_features_4_squeeze_Conv_output_0)
        lv10: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_4_squeeze_activation_Relu_output_0, features_4_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv11: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_4_expand1x1_Conv_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.add(lv10, lv11)
        _features_features_4_expand1x1_activation_Relu_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.relu(_features_features_4_expand1x1_Conv_output_0)
        lv12: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.conv2d(_features_features_4_squeeze_activation_Relu_output_0, features_4_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv13: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_4_expand3x3_Conv_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.add(lv12, lv13)
        _features_features_4_expand3x3_activation_Relu_output_0: R.Tensor((N, 64, 8, 7), dtype="float32") = R.nn.relu(_features_features_4_expand3x3_Conv_output_0)
        _features_features_4_Concat_output_0: R.Tensor((N, 128, 8, 7), dtype="float32") = R.concat((_features_features_4_expand1x1_activation_Relu_output_0, _features_features_4_expand3x3_activation_Relu_output_0), axis=1)
        _features_features_5_MaxPool_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.max_pool2d(_features_features_4_Concat_output_0, pool_size=[3, 3], strides=[2, 2], padding=[0, 0, 0, 0], dilation=[1, 1], ceil_mode=True, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        lv14: R.Tensor((N, 32, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_5_MaxPool_output_0, features_6_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv15: R.Tensor((32, 1, 1), dtype="float32") = R.expand_dims(features_6_squeeze_bias, axis=[1, 2])
        _features_features_6_squeeze_Conv_output_0: R.Tensor((N, 32, 4, 3), dtype="float32") = R.add(lv14, lv15)
        _features_features_6_squeeze_activation_Relu_output_0: R.Tensor((N, 32, 4, 3), dtype="float32") = R.nn.relu(_features_features_6_squeeze_Conv_output_0)
        lv16: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_6_squeeze_activation_Relu_output_0, features_6_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv17: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(features_6_expand1x1_bias, axis=[1, 2])
        _features_features_6_expand1x1_Conv_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.add(lv16, lv17)
        _features_features_6_expand1x1_activation_Relu_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.relu(_features_features_6_expand1x1_Conv_output_0)
        lv18: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_6_squeeze_activation_Relu_output_0, features_6_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv19: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(features_6_expand1x1_bias, axis=[1, 2])
        _features_features_6_expand3x3_Conv_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.add(lv18, lv19)
        _features_features_6_expand3x3_activation_Relu_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.relu(_features_features_6_expand3x3_Conv_output_0)
        _features_features_6_Concat_output_0: R.Tensor((N, 256, 4, 3), dtype="float32") = R.concat((_features_features_6_expand1x1_activation_Relu_output_0, _features_features_6_expand3x3_activation_Relu_output_0), axis=1)
        lv20: R.Tensor((N, 32, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_6_Concat_output_0, features_7_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv21: R.Tensor((32, 1, 1), dtype="float32") = R.expand_dims(features_6_squeeze_bias, axis=[1, 2])
        _features_features_7_squeeze_Conv_output_0: R.Tensor((N, 32, 4, 3), dtype="float32") = R.add(lv20, lv21)
        _features_features_7_squeeze_activation_Relu_output_0: R.Tensor((N, 32, 4, 3), dtype="float32") = R.nn.relu(_features_features_7_squeeze_Conv_output_0)
        lv22: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_7_squeeze_activation_Relu_output_0, features_7_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv23: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(features_6_expand1x1_bias, axis=[1, 2])
        _features_features_7_expand1x1_Conv_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.add(lv22, lv23)
        _features_features_7_expand1x1_activation_Relu_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.relu(_features_features_7_expand1x1_Conv_output_0)
        lv24: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.conv2d(_features_features_7_squeeze_activation_Relu_output_0, features_7_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv25: R.Tensor((128, 1, 1), dtype="float32") = R.expand_dims(features_6_expand1x1_bias, axis=[1, 2])
        _features_features_7_expand3x3_Conv_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.add(lv24, lv25)
        _features_features_7_expand3x3_activation_Relu_output_0: R.Tensor((N, 128, 4, 3), dtype="float32") = R.nn.relu(_features_features_7_expand3x3_Conv_output_0)
        _features_features_7_Concat_output_0: R.Tensor((N, 256, 4, 3), dtype="float32") = R.concat((_features_features_7_expand1x1_activation_Relu_output_0, _features_features_7_expand3x3_activation_Relu_output_0), axis=1)
        _features_features_8_MaxPool_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.max_pool2d(_features_features_7_Concat_output_0, pool_size=[3, 3], strides=[2, 2], padding=[0, 0, 0, 0], dilation=[1, 1], ceil_mode=True, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        lv26: R.Tensor((N, 48, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_8_MaxPool_output_0, features_9_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv27: R.Tensor((48, 1, 1), dtype="float32") = R.expand_dims(features_9_squeeze_bias, axis=[1, 2])
        _features_features_9_squeeze_Conv_output_0: R.Tensor((N, 48, 2, 1), dtype="float32") = R.add(lv26, lv27)
        _features_features_9_squeeze_activation_Relu_output_0: R.Tensor((N, 48, 2, 1), dtype="float32") = R.nn.relu(_features_features_9_squeeze_Conv_output_0)
        lv28: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_9_squeeze_activation_Relu_output_0, features_9_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv29: R.Tensor((192, 1, 1), dtype="float32") = R.expand_dims(features_9_expand1x1_bias, axis=[1, 2])
        _features_features_9_expand1x1_Conv_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.add(lv28, lv29)
        _features_features_9_expand1x1_activation_Relu_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.relu(_features_features_9_expand1x1_Conv_output_0)
        lv30: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_9_squeeze_activation_Relu_output_0, features_9_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv31: R.Tensor((192, 1, 1), dtype="float32") = R.expand_dims(features_9_expand1x1_bias, axis=[1, 2])
        _features_features_9_expand3x3_Conv_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.add(lv30, lv31)
        _features_features_9_expand3x3_activation_Relu_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.relu(_features_features_9_expand3x3_Conv_output_0)
        _features_features_9_Concat_output_0: R.Tensor((N, 384, 2, 1), dtype="float32") = R.concat((_features_features_9_expand1x1_activation_Relu_output_0, _features_features_9_expand3x3_activation_Relu_output_0), axis=1)
        lv32: R.Tensor((N, 48, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_9_Concat_output_0, features_10_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv33: R.Tensor((48, 1, 1), dtype="float32") = R.expand_dims(features_9_squeeze_bias, axis=[1, 2])
        _features_features_10_squeeze_Conv_output_0: R.Tensor((N, 48, 2, 1), dtype="float32") = R.add(lv32, lv33)
        _features_features_10_squeeze_activation_Relu_output_0: R.Tensor((N, 48, 2, 1), dtype="float32") = R.nn.relu(_features_features_10_squeeze_Conv_output_0)
        lv34: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_10_squeeze_activation_Relu_output_0, features_10_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv35: R.Tensor((192, 1, 1), dtype="float32") = R.expand_dims(features_9_expand1x1_bias, axis=[1, 2])
        _features_features_10_expand1x1_Conv_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.add(lv34, lv35)
        _features_features_10_expand1x1_activation_Relu_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.relu(_features_features_10_expand1x1_Conv_output_0)
        lv36: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_10_squeeze_activation_Relu_output_0, features_10_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv37: R.Tensor((192, 1, 1), dtype="float32") = R.expand_dims(features_9_expand1x1_bias, axis=[1, 2])
        _features_features_10_expand3x3_Conv_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.add(lv36, lv37)
        _features_features_10_expand3x3_activation_Relu_output_0: R.Tensor((N, 192, 2, 1), dtype="float32") = R.nn.relu(_features_features_10_expand3x3_Conv_output_0)
        _features_features_10_Concat_output_0: R.Tensor((N, 384, 2, 1), dtype="float32") = R.concat((_features_features_10_expand1x1_activation_Relu_output_0, _features_features_10_expand3x3_activation_Relu_output_0), axis=1)
        lv38: R.Tensor((N, 64, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_10_Concat_output_0, features_11_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv39: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_11_squeeze_Conv_output_0: R.Tensor((N, 64, 2, 1), dtype="float32") = R.add(lv38, lv39)
        _features_features_11_squeeze_activation_Relu_output_0: R.Tensor((N, 64, 2, 1), dtype="float32") = R.nn.relu(_features_features_11_squeeze_Conv_output_0)
        lv40: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_11_squeeze_activation_Relu_output_0, features_11_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv41: R.Tensor((256, 1, 1), dtype="float32") = R.expand_dims(features_11_expand1x1_bias, axis=[1, 2])
        _features_features_11_expand1x1_Conv_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.add(lv40, lv41)
        _features_features_11_expand1x1_activation_Relu_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.relu(_features_features_11_expand1x1_Conv_output_0)
        lv42: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_11_squeeze_activation_Relu_output_0, features_11_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv43: R.Tensor((256, 1, 1), dtype="float32") = R.expand_dims(features_11_expand1x1_bias, axis=[1, 2])
        _features_features_11_expand3x3_Conv_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.add(lv42, lv43)
        _features_features_11_expand3x3_activation_Relu_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.relu(_features_features_11_expand3x3_Conv_output_0)
        _features_features_11_Concat_output_0: R.Tensor((N, 512, 2, 1), dtype="float32") = R.concat((_features_features_11_expand1x1_activation_Relu_output_0, _features_features_11_expand3x3_activation_Relu_output_0), axis=1)
        lv44: R.Tensor((N, 64, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_11_Concat_output_0, features_12_squeeze_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv45: R.Tensor((64, 1, 1), dtype="float32") = R.expand_dims(features_0_bias, axis=[1, 2])
        _features_features_12_squeeze_Conv_output_0: R.Tensor((N, 64, 2, 1), dtype="float32") = R.add(lv44, lv45)
        _features_features_12_squeeze_activation_Relu_output_0: R.Tensor((N, 64, 2, 1), dtype="float32") = R.nn.relu(_features_features_12_squeeze_Conv_output_0)
        lv46: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_12_squeeze_activation_Relu_output_0, features_12_expand1x1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv47: R.Tensor((256, 1, 1), dtype="float32") = R.expand_dims(features_11_expand1x1_bias, axis=[1, 2])
        _features_features_12_expand1x1_Conv_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.add(lv46, lv47)
        _features_features_12_expand1x1_activation_Relu_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.relu(_features_features_12_expand1x1_Conv_output_0)
        lv48: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_12_squeeze_activation_Relu_output_0, features_12_expand3x3_weight, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv49: R.Tensor((256, 1, 1), dtype="float32") = R.expand_dims(features_11_expand1x1_bias, axis=[1, 2])
        _features_features_12_expand3x3_Conv_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.add(lv48, lv49)
        _features_features_12_expand3x3_activation_Relu_output_0: R.Tensor((N, 256, 2, 1), dtype="float32") = R.nn.relu(_features_features_12_expand3x3_Conv_output_0)
        _features_features_12_Concat_output_0: R.Tensor((N, 512, 2, 1), dtype="float32") = R.concat((_features_features_12_expand1x1_activation_Relu_output_0, _features_features_12_expand3x3_activation_Relu_output_0), axis=1)
        lv50: R.Tensor((N, 1000, 2, 1), dtype="float32") = R.nn.conv2d(_features_features_12_Concat_output_0, classifier_1_weight, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
        lv51: R.Tensor((1000, 1, 1), dtype="float32") = R.expand_dims(classifier_1_bias, axis=[1, 2])
        _classifier_classifier_1_Conv_output_0: R.Tensor((N, 1000, 2, 1), dtype="float32") = R.add(lv50, lv51)
        _classifier_classifier_2_Relu_output_0: R.Tensor((N, 1000, 2, 1), dtype="float32") = R.nn.relu(_classifier_classifier_1_Conv_output_0)
        _classifier_classifier_3_GlobalAveragePool_output_0: R.Tensor((N, 1000, 1, 1), dtype="float32") = R.mean(_classifier_classifier_2_Relu_output_0, axis=[2, 3], keepdims=True)
        y: R.Tensor((N, 1000), dtype="float32") = R.reshape(_classifier_classifier_3_GlobalAveragePool_output_0, R.shape([N, 1000]))
        loss0 = R.nn.log_softmax(y, axis=-1)
        loss = R.nn.nll_loss(loss0, target)
        return loss
