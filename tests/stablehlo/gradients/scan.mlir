// SPDX-License-Identifier: Apache-2.0
// A scan from the end along dim 1, with a value from around; products of ragged groups; an extent that is set.
func.func public @main(%x: tensor<2x4xf32>, %c: tensor<2xf32>, %w: tensor<3x2x2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<2x3xf32>) {
  %0:2 = chlo.scan(%x) inits(%c) dimension=1 attributes {is_reverse = true} {
  ^bb0(%s: tensor<2xf32>, %a: tensor<2xf32>):
    %1 = stablehlo.multiply %a, %s : tensor<2xf32>
    %2 = stablehlo.sine %1 : tensor<2xf32>
    %3 = stablehlo.add %2, %s : tensor<2xf32>
    stablehlo.return %2, %3 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  %rows = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %sizes = stablehlo.constant dense<[1, 0, 2]> : tensor<3xi32>
  %4 = "chlo.ragged_dot"(%rows, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  %5 = "chlo.ragged_dot"(%x, %rows, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x4xf32>, tensor<4x2xf32>, tensor<3xi32>) -> tensor<3x2x2xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %6 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %0#0, %0#1, %4, %5, %6 : tensor<2x4xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<2x3xf32>
}
