// SPDX-License-Identifier: Apache-2.0
func.func public @main(%x: tensor<5x3xf64>, %scale: tensor<3xf64>, %offset: tensor<3xf64>) -> tensor<5x3xf64> {
  %y, %mean, %var = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<5x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<5x3xf64>, tensor<3xf64>, tensor<3xf64>)
  func.return %y : tensor<5x3xf64>
}
