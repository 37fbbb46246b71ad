# SPDX-License-Identifier: Apache-2.0
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @R.function
    def main(
            x: R.Tensor(("B", "T_1", 16), dtype="float32"),
            h_bias: R.Tensor((5,), dtype="float32"),
            onnx__GRU_340: R.Tensor((2, 192), dtype="float32"),
            onnx__GRU_341: R.Tensor((2, 96, 16), dtype="float32"),
            onnx__GRU_342: R.Tensor((2, 96, 32), dtype="float32"),
            onnx__GRU_383: R.Tensor((2, 192), dtype="float32"),
            onnx__GRU_384: R.Tensor((2, 96, 64), dtype="float32"),
            onnx__GRU_385: R.Tensor((2, 96, 32), dtype="float32"),
            onnx__MatMul_386: R.Tensor((64, 5), dtype="float32"),
            target: R.Tensor(("B", "T_1"), dtype="int64"),
        ):
        B = T.int64()
        T_1 = T.int64()
        R.func_attr({"num_input": 1, "onnx_outputs": ["y"]})
        _r_ConstantOfShape_output_0: R.Tensor((4, B, 32), dtype="float32") = R.full(R.shape([4, B, 32]), R.const(0.0, "float32"), dtype="void")
        _r_Transpose_output_0: R.Tensor((T_1, B, 16), dtype="float32") = R.permute_dims(x, axes=[1, 0, 2])
        _r_Slice_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        lv: R.Tuple(R.Tensor((T_1, 2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32")) = R.nn.gru(_r_Transpose_output_0, onnx__GRU_341, onnx__GRU_342, onnx__GRU_340, initial_h=_r_Slice_output_0, direction="bidirectional", activations=["Sigmoid", "Tanh", "Sigmoid", "Tanh"], activation_alpha=[], activation_beta=[], clip=None, layout=0, linear_before_reset=True)
        _r_GRU_output_0: R.Tensor((T_1, 2, B, 32), dtype="float32") = lv[0]
        _r_GRU_output_1: R.Tensor((2, B, 32), dtype="float32") = lv[1]
        _r_Transpose_1_output_0: R.Tensor((T_1, B, 2, 32), dtype="float32") = R.permute_dims(_r_GRU_output_0, axes=[0, 2, 1, 3])
        _r_Reshape_output_0: R.Tensor((T_1, B, 64), dtype="float32") = R.reshape(_r_Transpose_1_output_0, R.shape([T_1, B, 64]))
        _r_Slice_1_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(4),), (R.prim_value(1),), assume_inbound=False)
        lv1: R.Tuple(R.Tensor((T_1, 2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32")) = R.nn.gru(_r_Reshape_output_0, onnx__GRU_384, onnx__GRU_385, onnx__GRU_383, initial_h=_r_Slice_1_output_0, direction="bidirectional", activations=["Sigmoid", "Tanh", "Sigmoid", "Tanh"], activation_alpha=[], activation_beta=[], clip=None, layout=0, linear_before_reset=True)
        _r_GRU_1_output_0: R.Tensor((T_1, 2, B, 32), dtype="float32") = lv1[0]
        _r_GRU_1_output_1: R.Tensor((2, B, 32), dtype="float32") = lv1[1]
        _r_Transpose_2_output_0: R.Tensor((T_1, B, 2, 32), dtype="float32") = R.permute_dims(_r_GRU_1_output_0, axes=[0, 2, 1, 3])
        _r_Reshape_1_output_0: R.Tensor((T_1, B, 64), dtype="float32") = R.reshape(_r_Transpose_2_output_0, R.shape([T_1, B, 64]))
        _r_Transpose_3_output_0: R.Tensor((B, T_1, 64), dtype="float32") = R.permute_dims(_r_Reshape_1_output_0, axes=[1, 0, 2])
        _h_MatMul_output_0: R.Tensor((B, T_1, 5), dtype="float32") = R.matmul(_r_Transpose_3_output_0, onnx__MatMul_386, out_dtype="void")
        y: R.Tensor((B, T_1, 5), dtype="float32") = R.add(h_bias, _h_MatMul_output_0)
        loss0 = R.nn.log_softmax(y, axis=-1)
        loss1 = R.permute_dims(loss0, axes=[0, 2, 1])
        loss = R.nn.nll_loss(loss1, target)
        return loss
