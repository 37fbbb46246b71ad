# SPDX-License-Identifier: Apache-2.0
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            ids: R.Tensor(("B", "T_1"), dtype="int64"),
            mask: R.Tensor(("B", "T_1"), dtype="int64"),
            embed_weight: R.Tensor((1000, 128), dtype="float32"),
            blocks_0_n1_weight: R.Tensor((128,), dtype="float32"),
            blocks_0_n1_bias: R.Tensor((128,), dtype="float32"),
            blocks_0_qkv_bias: R.Tensor((384,), dtype="float32"),
            blocks_0_out_bias: R.Tensor((128,), dtype="float32"),
            blocks_0_ff_0_bias: R.Tensor((512,), dtype="float32"),
            blocks_0_ff_2_bias: R.Tensor((128,), dtype="float32"),
            blocks_1_qkv_bias: R.Tensor((384,), dtype="float32"),
            blocks_1_out_bias: R.Tensor((128,), dtype="float32"),
            blocks_1_ff_0_bias: R.Tensor((512,), dtype="float32"),
            blocks_1_ff_2_bias: R.Tensor((128,), dtype="float32"),
            blocks_2_qkv_bias: R.Tensor((384,), dtype="float32"),
            blocks_2_out_bias: R.Tensor((128,), dtype="float32"),
            blocks_2_ff_0_bias: R.Tensor((512,), dtype="float32"),
            blocks_2_ff_2_bias: R.Tensor((128,), dtype="float32"),
            blocks_3_qkv_bias: R.Tensor((384,), dtype="float32"),
            blocks_3_out_bias: R.Tensor((128,), dtype="float32"),
            blocks_3_ff_0_bias: R.Tensor((512,), dtype="float32"),
            blocks_3_ff_2_bias: R.Tensor((128,), dtype="float32"),
            head_weight: R.Tensor((2, 128), dtype="float32"),
            head_bias: R.Tensor((2,), dtype="float32"),
            onnx__MatMul_412: R.Tensor((128, 384), dtype="float32"),
            onnx__MatMul_420: R.Tensor((128, 128), dtype="float32"),
            onnx__MatMul_421: R.Tensor((128, 512), dtype="float32"),
            onnx__MatMul_422: R.Tensor((512, 128), dtype="float32"),
            onnx__MatMul_423: R.Tensor((128, 384), dtype="float32"),
            onnx__MatMul_431: R.Tensor((128, 128), dtype="float32"),
            onnx__MatMul_432: R.Tensor((128, 512), dtype="float32"),
            onnx__MatMul_433: R.Tensor((512, 128), dtype="float32"),
            onnx__MatMul_434: R.Tensor((128, 384), dtype="float32"),
            onnx__MatMul_442: R.Tensor((128, 128), dtype="float32"),
            onnx__MatMul_443: R.Tensor((128, 512), dtype="float32"),
            onnx__MatMul_444: R.Tensor((512, 128), dtype="float32"),
            onnx__MatMul_445: R.Tensor((128, 384), dtype="float32"),
            onnx__MatMul_453: R.Tensor((128, 128), dtype="float32"),
            onnx__MatMul_454: R.Tensor((128, 512), dtype="float32"),
            onnx__MatMul_455: R.Tensor((512, 128), dtype="float32"),
            target: R.Tensor(("B",), dtype="int64"),
        ):
        B = T.int64()
        T_1 = T.int64()
        R.func_attr({"num_input": 2, "onnx_outputs": ["y"]})
        _embed_Gather_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.take(embed_weight, ids, axis=0, mode="fast")
        _Unsqueeze_output_0: R.Tensor((B, 1, T_1), dtype="int64") = R.expand_dims(mask, axis=[1])
        _Unsqueeze_1_output_0: R.Tensor((B, 1, 1, T_1), dtype="int64") = R.expand_dims(_Unsqueeze_output_0, axis=[2])
        _Equal_output_0: R.Tensor((B, 1, 1, T_1), dtype="bool") = R.equal(_Unsqueeze_1_output_0, R.const(0, "int64"))
        _Where_output_0: R.Tensor((B, 1, 1, T_1), dtype="float32") = R.where(_Equal_output_0, R.const(-1e+09, "float32"), R.const(0.0, "float32"))
        _blocks_0_n1_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_embed_Gather_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_0_qkv_MatMul_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.matmul(_blocks_0_n1_LayerNormalization_output_0, onnx__MatMul_412, out_dtype="void")
        _blocks_0_qkv_Add_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.add(blocks_0_qkv_bias, _blocks_0_qkv_MatMul_output_0)
        lv: R.Tuple(R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32")) = R.split(_blocks_0_qkv_Add_output_0, indices_or_sections=[128, 256], axis=2)
        _blocks_0_Split_output_0: R.Tensor((B, T_1, 128), dtype="float32") = lv[0]
        _blocks_0_Split_output_1: R.Tensor((B, T_1, 128), dtype="float32") = lv[1]
        _blocks_0_Split_output_2: R.Tensor((B, T_1, 128), dtype="float32") = lv[2]
        _blocks_0_Reshape_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_0_Split_output_0, R.shape([B, T_1, 4, 32]))
        _blocks_0_Transpose_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_0_Reshape_output_0, axes=[0, 2, 1, 3])
        _blocks_0_Reshape_1_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_0_Split_output_1, R.shape([B, T_1, 4, 32]))
        _blocks_0_Reshape_2_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_0_Split_output_2, R.shape([B, T_1, 4, 32]))
        _blocks_0_Transpose_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_0_Reshape_2_output_0, axes=[0, 2, 1, 3])
        _blocks_0_Transpose_2_output_0: R.Tensor((B, 4, 32, T_1), dtype="float32") = R.permute_dims(_blocks_0_Reshape_1_output_0, axes=[0, 2, 3, 1])
        _blocks_0_MatMul_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.matmul(_blocks_0_Transpose_output_0, _blocks_0_Transpose_2_output_0, out_dtype="void")
        _blocks_0_Div_1_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.divide(_blocks_0_MatMul_output_0, R.const(5.656854, "float32"))
        _blocks_0_Add_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.add(_blocks_0_Div_1_output_0, _Where_output_0)
        _blocks_0_Softmax_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.nn.softmax(_blocks_0_Add_output_0, axis=3)
        _blocks_0_MatMul_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.matmul(_blocks_0_Softmax_output_0, _blocks_0_Transpose_1_output_0, out_dtype="void")
        _blocks_0_Transpose_3_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.permute_dims(_blocks_0_MatMul_1_output_0, axes=[0, 2, 1, 3])
        _blocks_0_Reshape_3_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.reshape(_blocks_0_Transpose_3_output_0, R.shape([B, T_1, 128]))
        _blocks_0_out_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_0_Reshape_3_output_0, onnx__MatMul_420, out_dtype="void")
        _blocks_0_out_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_0_out_bias, _blocks_0_out_MatMul_output_0)
        _blocks_0_Add_1_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_embed_Gather_output_0, _blocks_0_out_Add_output_0)
        _blocks_0_n2_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_0_Add_1_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_0_ff_ff_0_MatMul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.matmul(_blocks_0_n2_LayerNormalization_output_0, onnx__MatMul_421, out_dtype="void")
        _blocks_0_ff_ff_0_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(blocks_0_ff_0_bias, _blocks_0_ff_ff_0_MatMul_output_0)
        _blocks_0_ff_ff_1_Div_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.divide(_blocks_0_ff_ff_0_Add_output_0, R.const(1.4142135, "float32"))
        _blocks_0_ff_ff_1_Erf_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.erf(_blocks_0_ff_ff_1_Div_output_0)
        _blocks_0_ff_ff_1_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(_blocks_0_ff_ff_1_Erf_output_0, R.const(1.0, "float32"))
        _blocks_0_ff_ff_1_Mul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_0_ff_ff_0_Add_output_0, _blocks_0_ff_ff_1_Add_output_0)
        _blocks_0_ff_ff_1_Mul_1_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_0_ff_ff_1_Mul_output_0, R.const(0.5, "float32"))
        _blocks_0_ff_ff_2_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_0_ff_ff_1_Mul_1_output_0, onnx__MatMul_422, out_dtype="void")
        _blocks_0_ff_ff_2_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_0_ff_2_bias, _blocks_0_ff_ff_2_MatMul_output_0)
        _blocks_0_Add_2_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_0_Add_1_output_0, _blocks_0_ff_ff_2_Add_output_0)
        _blocks_1_n1_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_0_Add_2_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_1_qkv_MatMul_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.matmul(_blocks_1_n1_LayerNormalization_output_0, onnx__MatMul_423, out_dtype="void")
        _blocks_1_qkv_Add_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.add(blocks_1_qkv_bias, _blocks_1_qkv_MatMul_output_0)
        lv1: R.Tuple(R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32")) = R.split(_blocks_1_qkv_Add_output_0, indices_or_sections=[128, 256], axis=2)
        _blocks_1_Split_output_0: R.Tensor((B, T_1, 128), dtype="float32") = lv1[0]
        _blocks_1_Split_output_1: R.Tensor((B, T_1, 128), dtype="float32") = lv1[1]
        _blocks_1_Split_output_2: R.Tensor((B, T_1, 128), dtype="float32") = lv1[2]
        _blocks_1_Reshape_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_1_Split_output_0, R.shape([B, T_1, 4, 32]))
        _blocks_1_Transpose_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_1_Reshape_output_0, axes=[0, 2, 1, 3])
        _blocks_1_Reshape_1_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_1_Split_output_1, R.shape([B, T_1, 4, 32]))
        _blocks_1_Reshape_2_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_1_Split_output_2, R.shape([B, T_1, 4, 32]))
        _blocks_1_Transpose_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_1_Reshape_2_output_0, axes=[0, 2, 1, 3])
        _blocks_1_Transpose_2_output_0: R.Tensor((B, 4, 32, T_1), dtype="float32") = R.permute_dims(_blocks_1_Reshape_1_output_0, axes=[0, 2, 3, 1])
        _blocks_1_MatMul_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.matmul(_blocks_1_Transpose_output_0, _blocks_1_Transpose_2_output_0, out_dtype="void")
        _blocks_1_Div_1_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.divide(_blocks_1_MatMul_output_0, R.const(5.656854, "float32"))
        _blocks_1_Add_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.add(_blocks_1_Div_1_output_0, _Where_output_0)
        _blocks_1_Softmax_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.nn.softmax(_blocks_1_Add_output_0, axis=3)
        _blocks_1_MatMul_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.matmul(_blocks_1_Softmax_output_0, _blocks_1_Transpose_1_output_0, out_dtype="void")
        _blocks_1_Transpose_3_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.permute_dims(_blocks_1_MatMul_1_output_0, axes=[0, 2, 1, 3])
        _blocks_1_Reshape_3_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.reshape(_blocks_1_Transpose_3_output_0, R.shape([B, T_1, 128]))
        _blocks_1_out_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_1_Reshape_3_output_0, onnx__MatMul_431, out_dtype="void")
        _blocks_1_out_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_1_out_bias, _blocks_1_out_MatMul_output_0)
        _blocks_1_Add_1_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_0_Add_2_output_0, _blocks_1_out_Add_output_0)
        _blocks_1_n2_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_1_Add_1_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_1_ff_ff_0_MatMul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.matmul(_blocks_1_n2_LayerNormalization_output_0, onnx__MatMul_432, out_dtype="void")
        _blocks_1_ff_ff_0_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(blocks_1_ff_0_bias, _blocks_1_ff_ff_0_MatMul_output_0)
        _blocks_1_ff_ff_1_Div_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.divide(_blocks_1_ff_ff_0_Add_output_0, R.const(1.4142135, "float32"))
        _blocks_1_ff_ff_1_Erf_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.erf(_blocks_1_ff_ff_1_Div_output_0)
        _blocks_1_ff_ff_1_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(_blocks_1_ff_ff_1_Erf_output_0, R.const(1.0, "float32"))
        _blocks_1_ff_ff_1_Mul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_1_ff_ff_0_Add_output_0, _blocks_1_ff_ff_1_Add_output_0)
        _blocks_1_ff_ff_1_Mul_1_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_1_ff_ff_1_Mul_output_0, R.const(0.5, "float32"))
        _blocks_1_ff_ff_2_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_1_ff_ff_1_Mul_1_output_0, onnx__MatMul_433, out_dtype="void")
        _blocks_1_ff_ff_2_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_1_ff_2_bias, _blocks_1_ff_ff_2_MatMul_output_0)
        _blocks_1_Add_2_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_1_Add_1_output_0, _blocks_1_ff_ff_2_Add_output_0)
        _blocks_2_n1_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_1_Add_2_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_2_qkv_MatMul_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.matmul(_blocks_2_n1_LayerNormalization_output_0, onnx__MatMul_434, out_dtype="void")
        _blocks_2_qkv_Add_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.add(blocks_2_qkv_bias, _blocks_2_qkv_MatMul_output_0)
        lv2: R.Tuple(R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32")) = R.split(_blocks_2_qkv_Add_output_0, indices_or_sections=[128, 256], axis=2)
        _blocks_2_Split_output_0: R.Tensor((B, T_1, 128), dtype="float32") = lv2[0]
        _blocks_2_Split_output_1: R.Tensor((B, T_1, 128), dtype="float32") = lv2[1]
        _blocks_2_Split_output_2: R.Tensor((B, T_1, 128), dtype="float32") = lv2[2]
        _blocks_2_Reshape_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_2_Split_output_0, R.shape([B, T_1, 4, 32]))
        _blocks_2_Transpose_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_2_Reshape_output_0, axes=[0, 2, 1, 3])
        _blocks_2_Reshape_1_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_2_Split_output_1, R.shape([B, T_1, 4, 32]))
        _blocks_2_Reshape_2_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_2_Split_output_2, R.shape([B, T_1, 4, 32]))
        _blocks_2_Transpose_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_2_Reshape_2_output_0, axes=[0, 2, 1, 3])
        _blocks_2_Transpose_2_output_0: R.Tensor((B, 4, 32, T_1), dtype="float32") = R.permute_dims(_blocks_2_Reshape_1_output_0, axes=[0, 2, 3, 1])
        _blocks_2_MatMul_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.matmul(_blocks_2_Transpose_output_0, _blocks_2_Transpose_2_output_0, out_dtype="void")
        _blocks_2_Div_1_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.divide(_blocks_2_MatMul_output_0, R.const(5.656854, "float32"))
        _blocks_2_Add_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.add(_blocks_2_Div_1_output_0, _Where_output_0)
        _blocks_2_Softmax_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.nn.softmax(_blocks_2_Add_output_0, axis=3)
        _blocks_2_MatMul_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.matmul(_blocks_2_Softmax_output_0, _blocks_2_Transpose_1_output_0, out_dtype="void")
        _blocks_2_Transpose_3_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.permute_dims(_blocks_2_MatMul_1_output_0, axes=[0, 2, 1, 3])
        _blocks_2_Reshape_3_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.reshape(_blocks_2_Transpose_3_output_0, R.shape([B, T_1, 128]))
        _blocks_2_out_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_2_Reshape_3_output_0, onnx__MatMul_442, out_dtype="void")
        _blocks_2_out_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_2_out_bias, _blocks_2_out_MatMul_output_0)
        _blocks_2_Add_1_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_1_Add_2_output_0, _blocks_2_out_Add_output_0)
        _blocks_2_n2_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_2_Add_1_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_2_ff_ff_0_MatMul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.matmul(_blocks_2_n2_LayerNormalization_output_0, onnx__MatMul_443, out_dtype="void")
        _blocks_2_ff_ff_0_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(blocks_2_ff_0_bias, _blocks_2_ff_ff_0_MatMul_output_0)
        _blocks_2_ff_ff_1_Div_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.divide(_blocks_2_ff_ff_0_Add_output_0, R.const(1.4142135, "float32"))
        _blocks_2_ff_ff_1_Erf_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.erf(_blocks_2_ff_ff_1_Div_output_0)
        _blocks_2_ff_ff_1_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(_blocks_2_ff_ff_1_Erf_output_0, R.const(1.0, "float32"))
        _blocks_2_ff_ff_1_Mul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_2_ff_ff_0_Add_output_0, _blocks_2_ff_ff_1_Add_output_0)
        _blocks_2_ff_ff_1_Mul_1_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_2_ff_ff_1_Mul_output_0, R.const(0.5, "float32"))
        _blocks_2_ff_ff_2_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_2_ff_ff_1_Mul_1_output_0, onnx__MatMul_444, out_dtype="void")
        _blocks_2_ff_ff_2_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_2_ff_2_bias, _blocks_2_ff_ff_2_MatMul_output_0)
        _blocks_2_Add_2_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_2_Add_1_output_0, _blocks_2_ff_ff_2_Add_output_0)
        _blocks_3_n1_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_2_Add_2_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_3_qkv_MatMul_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.matmul(_blocks_3_n1_LayerNormalization_output_0, onnx__MatMul_445, out_dtype="void")
        _blocks_3_qkv_Add_output_0: R.Tensor((B, T_1, 384), dtype="float32") = R.add(blocks_3_qkv_bias, _blocks_3_qkv_MatMul_output_0)
        lv3: R.Tuple(R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32"), R.Tensor((B, T_1, 128), dtype="float32")) = R.split(_blocks_3_qkv_Add_output_0, indices_or_sections=[128, 256], axis=2)
        _blocks_3_Split_output_0: R.Tensor((B, T_1, 128), dtype="float32") = lv3[0]
        _blocks_3_Split_output_1: R.Tensor((B, T_1, 128), dtype="float32") = lv3[1]
        _blocks_3_Split_output_2: R.Tensor((B, T_1, 128), dtype="float32") = lv3[2]
        _blocks_3_Reshape_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_3_Split_output_0, R.shape([B, T_1, 4, 32]))
        _blocks_3_Transpose_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_3_Reshape_output_0, axes=[0, 2, 1, 3])
        _blocks_3_Reshape_1_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_3_Split_output_1, R.shape([B, T_1, 4, 32]))
        _blocks_3_Reshape_2_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.reshape(_blocks_3_Split_output_2, R.shape([B, T_1, 4, 32]))
        _blocks_3_Transpose_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.permute_dims(_blocks_3_Reshape_2_output_0, axes=[0, 2, 1, 3])
        _blocks_3_Transpose_2_output_0: R.Tensor((B, 4, 32, T_1), dtype="float32") = R.permute_dims(_blocks_3_Reshape_1_output_0, axes=[0, 2, 3, 1])
        _blocks_3_MatMul_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.matmul(_blocks_3_Transpose_output_0, _blocks_3_Transpose_2_output_0, out_dtype="void")
        _blocks_3_Div_1_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.divide(_blocks_3_MatMul_output_0, R.const(5.656854, "float32"))
        _blocks_3_Add_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.add(_blocks_3_Div_1_output_0, _Where_output_0)
        _blocks_3_Softmax_output_0: R.Tensor((B, 4, T_1, T_1), dtype="float32") = R.nn.softmax(_blocks_3_Add_output_0, axis=3)
        _blocks_3_MatMul_1_output_0: R.Tensor((B, 4, T_1, 32), dtype="float32") = R.matmul(_blocks_3_Softmax_output_0, _blocks_3_Transpose_1_output_0, out_dtype="void")
        _blocks_3_Transpose_3_output_0: R.Tensor((B, T_1, 4, 32), dtype="float32") = R.permute_dims(_blocks_3_MatMul_1_output_0, axes=[0, 2, 1, 3])
        _blocks_3_Reshape_3_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.reshape(_blocks_3_Transpose_3_output_0, R.shape([B, T_1, 128]))
        _blocks_3_out_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_3_Reshape_3_output_0, onnx__MatMul_453, out_dtype="void")
        _blocks_3_out_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_3_out_bias, _blocks_3_out_MatMul_output_0)
        _blocks_3_Add_1_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_2_Add_2_output_0, _blocks_3_out_Add_output_0)
        _blocks_3_n2_LayerNormalization_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.nn.layer_norm(_blocks_3_Add_1_output_0, blocks_0_n1_weight, blocks_0_n1_bias, axes=[2], epsilon=9.999999747378752e-06, center=True, scale=True)
        _blocks_3_ff_ff_0_MatMul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.matmul(_blocks_3_n2_LayerNormalization_output_0, onnx__MatMul_454, out_dtype="void")
        _blocks_3_ff_ff_0_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(blocks_3_ff_0_bias, _blocks_3_ff_ff_0_MatMul_output_0)
        _blocks_3_ff_ff_1_Div_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.divide(_blocks_3_ff_ff_0_Add_output_0, R.const(1.4142135, "float32"))
        _blocks_3_ff_ff_1_Erf_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.erf(_blocks_3_ff_ff_1_Div_output_0)
        _blocks_3_ff_ff_1_Add_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.add(_blocks_3_ff_ff_1_Erf_output_0, R.const(1.0, "float32"))
        _blocks_3_ff_ff_1_Mul_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_3_ff_ff_0_Add_output_0, _blocks_3_ff_ff_1_Add_output_0)
        _blocks_3_ff_ff_1_Mul_1_output_0: R.Tensor((B, T_1, 512), dtype="float32") = R.multiply(_blocks_3_ff_ff_1_Mul_output_0, R.const(0.5, "float32"))
        _blocks_3_ff_ff_2_MatMul_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.matmul(_blocks_3_ff_ff_1_Mul_1_output_0, onnx__MatMul_455, out_dtype="void")
        _blocks_3_ff_ff_2_Add_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(blocks_3_ff_2_bias, _blocks_3_ff_ff_2_MatMul_output_0)
        _blocks_3_Add_2_output_0: R.Tensor((B, T_1, 128), dtype="float32") = R.add(_blocks_3_Add_1_output_0, _blocks_3_ff_ff_2_Add_output_0)
        _Gather_output_0: R.Tensor((B, 128), dtype="float32") = R.take(_blocks_3_Add_2_output_0, R.const(0, "int64"), axis=1, mode="fast")
        lv4: R.Tensor((128, 2), dtype="float32") = R.permute_dims(head_weight, axes=[1, 0])
        lv5: R.Tensor((B, 2), dtype="float32") = R.matmul(_Gather_output_0, lv4, out_dtype="void")
        y: R.Tensor((B, 2), dtype="float32") = R.add(lv5, head_bias)
        loss0 = R.nn.log_softmax(y, axis=-1)
        loss = R.nn.nll_loss(loss0, target)
        return loss
