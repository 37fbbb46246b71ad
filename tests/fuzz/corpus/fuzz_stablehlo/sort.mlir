// SPDX-License-Identifier: Apache-2.0
// Sorting moves the operands: their gradients go back to where they came from.
func.func public @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %1 = stablehlo.multiply %0#0, %0#1 : tensor<3x4xf32>
  %2 = stablehlo.multiply %1, %x : tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}
