// SPDX-License-Identifier: Apache-2.0
// A convolution, a product and a loss: its gradients are written in operations of other layouts.
func.func public @main(%x: tensor<2x1x8x8xf32>, %k: tensor<4x1x3x3xf32>, %w: tensor<64x10xf32>, %y: tensor<2x10xf32>) -> tensor<f32> {
  %c = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<2x4x4x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2x4x4x4xf32>
  %r = stablehlo.maximum %c, %z : tensor<2x4x4x4xf32>
  %f = stablehlo.reshape %r : (tensor<2x4x4x4xf32>) -> tensor<2x64xf32>
  %l = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<2x64xf32>, tensor<64x10xf32>) -> tensor<2x10xf32>
  %d = stablehlo.subtract %l, %y : tensor<2x10xf32>
  %s = stablehlo.multiply %d, %d : tensor<2x10xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%s init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x10xf32>, tensor<f32>) -> tensor<f32>
  func.return %t : tensor<f32>
}
