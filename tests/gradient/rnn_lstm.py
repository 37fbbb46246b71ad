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
            onnx__LSTM_350: R.Tensor((2, 256), dtype="float32"),
            onnx__LSTM_351: R.Tensor((2, 128, 16), dtype="float32"),
            onnx__LSTM_352: R.Tensor((2, 128, 32), dtype="float32"),
            onnx__LSTM_393: R.Tensor((2, 256), dtype="float32"),
            onnx__LSTM_394: R.Tensor((2, 128, 64), dtype="float32"),
            onnx__LSTM_395: R.Tensor((2, 128, 32), dtype="float32"),
            onnx__MatMul_396: R.Tensor((64, 5), dtype="float32"),
            target: R.Tensor(("B", "T_1"), dtype="int64"),
        ):
        B = T.int64()
        T_1 = T.int64()
        R.func_attr({"num_input": 1, "onnx_outputs": ["y"]})
        _r_ConstantOfShape_output_0: R.Tensor((4, B, 32), dtype="float32") = R.full(R.shape([4, B, 32]), R.const(0.0, "float32"), dtype="void")
        _r_Transpose_output_0: R.Tensor((T_1, B, 16), dtype="float32") = R.permute_dims(x, axes=[1, 0, 2])
        _r_Slice_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        _r_Slice_1_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(1),), assume_inbound=False)
        lv: R.Tuple(R.Tensor((T_1, 2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32")) = R.nn.lstm(_r_Transpose_output_0, onnx__LSTM_351, onnx__LSTM_352, onnx__LSTM_350, initial_h=_r_Slice_output_0, initial_c=_r_Slice_1_output_0, direction="bidirectional", activations=["Sigmoid", "Tanh", "Tanh", "Sigmoid", "Tanh", "Tanh"], activation_alpha=[], activation_beta=[], clip=None, layout=0, input_forget=False)
        _r_LSTM_output_0: R.Tensor((T_1, 2, B, 32), dtype="float32") = lv[0]
        _r_LSTM_output_1: R.Tensor((2, B, 32), dtype="float32") = lv[1]
        _r_LSTM_output_2: R.Tensor((2, B, 32), dtype="float32") = lv[2]
        _r_Transpose_1_output_0: R.Tensor((T_1, B, 2, 32), dtype="float32") = R.permute_dims(_r_LSTM_output_0, axes=[0, 2, 1, 3])
        _r_Reshape_output_0: R.Tensor((T_1, B, 64), dtype="float32") = R.reshape(_r_Transpose_1_output_0, R.shape([T_1, B, 64]))
        _r_Slice_2_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(4),), (R.prim_value(1),), assume_inbound=False)
        _r_Slice_3_output_0: R.Tensor((2, B, 32), dtype="float32") = R.strided_slice(_r_ConstantOfShape_output_0, (R.prim_value(0),), (R.prim_value(2),), (R.prim_value(4),), (R.prim_value(1),), assume_inbound=False)
        lv1: R.Tuple(R.Tensor((T_1, 2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32"), R.Tensor((2, B, 32), dtype="float32")) = R.nn.lstm(_r_Reshape_output_0, onnx__LSTM_394, onnx__LSTM_395, onnx__LSTM_393, initial_h=_r_Slice_2_output_0, initial_c=_r_Slice_3_output_0, direction="bidirectional", activations=["Sigmoid", "Tanh", "Tanh", "Sigmoid", "Tanh", "Tanh"], activation_alpha=[], activation_beta=[], clip=None, layout=0, input_forget=False)
        _r_LSTM_1_output_0: R.Tensor((T_1, 2, B, 32), dtype="float32") = lv1[0]
        _r_LSTM_1_output_1: R.Tensor((2, B, 32), dtype="float32") = lv1[1]
        _r_LSTM_1_output_2: R.Tensor((2, B, 32), dtype="float32") = lv1[2]
        _r_Transpose_2_output_0: R.Tensor((T_1, B, 2, 32), dtype="float32") = R.permute_dims(_r_LSTM_1_output_0, axes=[0, 2, 1, 3])
        _r_Reshape_1_output_0: R.Tensor((T_1, B, 64), dtype="float32") = R.reshape(_r_Transpose_2_output_0, R.shape([T_1, B, 64]))
        _r_Transpose_3_output_0: R.Tensor((B, T_1, 64), dtype="float32") = R.permute_dims(_r_Reshape_1_output_0, axes=[1, 0, 2])
        _h_MatMul_output_0: R.Tensor((B, T_1, 5), dtype="float32") = R.matmul(_r_Transpose_3_output_0, onnx__MatMul_396, out_dtype="void")
        y: R.Tensor((B, T_1, 5), dtype="float32") = R.add(h_bias, _h_MatMul_output_0)
        loss0 = R.nn.log_softmax(y, axis=-1)
        loss1 = R.permute_dims(loss0, axes=[0, 2, 1])
        loss = R.nn.nll_loss(loss1, target)
        return loss
