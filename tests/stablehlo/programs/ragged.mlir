// SPDX-License-Identifier: Apache-2.0
// Products of ragged groups: of rows, of sums, of the batch. The expected numbers are of loops that take the definition.
module {
func.func public @rows() {
  %lhs = stablehlo.constant dense<[[1.0, -1.0], [2.0, -1.0], [3.0, 2.0], [3.0, 2.0], [2.0, 1.0]]> : tensor<5x2xf32>
  %rhs = stablehlo.constant dense<[[[-3.0, 3.0, 0.0, 3.0], [-2.0, 2.0, -3.0, -2.0]], [[-3.0, -1.0, 0.0, 3.0], [-2.0, 0.0, 1.0, -3.0]], [[1.0, -2.0, -3.0, 2.0], [-2.0, 0.0, -1.0, -2.0]]]> : tensor<3x2x4xf32>
  %sizes = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  check.expect_eq_const %0, dense<[[-1.0, 1.0, 3.0, 5.0], [-4.0, 4.0, 3.0, 8.0], [-1.0, -6.0, -11.0, 2.0], [-1.0, -6.0, -11.0, 2.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<5x4xf32>
  func.return
}
func.func public @rows_of_a_batch() {
  %lhs = stablehlo.constant dense<[[[3.0, 3.0, 0.0], [-2.0, 3.0, 3.0]], [[-3.0, -2.0, 1.0], [1.0, 0.0, -2.0]], [[-2.0, -3.0, 3.0], [-3.0, -2.0, 3.0]], [[-2.0, -2.0, 3.0], [-2.0, -1.0, -1.0]]]> : tensor<4x2x3xf32>
  %rhs = stablehlo.constant dense<[[[[-2.0, 1.0], [2.0, 2.0]], [[-2.0, -2.0], [2.0, -2.0]], [[0.0, -1.0], [-3.0, -1.0]]], [[[0.0, -2.0], [-2.0, -1.0]], [[-3.0, -1.0], [-1.0, 3.0]], [[1.0, 1.0], [-3.0, 1.0]]]]> : tensor<2x3x2x2xf32>
  %sizes = stablehlo.constant dense<[[1, 2], [3, 1]]> : tensor<2x2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [2]>}> : (tensor<4x2x3xf32>, tensor<2x3x2x2xf32>, tensor<2x2xi64>) -> tensor<2x4x2xf32>
  check.expect_eq_const %0, dense<[[[-12.0, -3.0], [-13.0, -3.0], [-19.0, -1.0], [0.0, 0.0]], [[-6.0, 4.0], [-2.0, -4.0], [9.0, 11.0], [8.0, -2.0]]]> : tensor<2x4x2xf32>
  func.return
}
func.func public @rows_of_a_batch_alike() {
  %lhs = stablehlo.constant dense<[[[3.0, 3.0, 0.0], [-2.0, 3.0, 3.0]], [[-3.0, -2.0, 1.0], [1.0, 0.0, -2.0]], [[-2.0, -3.0, 3.0], [-3.0, -2.0, 3.0]], [[-2.0, -2.0, 3.0], [-2.0, -1.0, -1.0]]]> : tensor<4x2x3xf32>
  %rhs = stablehlo.constant dense<[[[[-2.0, 1.0], [2.0, 2.0]], [[-2.0, -2.0], [2.0, -2.0]], [[0.0, -1.0], [-3.0, -1.0]]], [[[0.0, -2.0], [-2.0, -1.0]], [[-3.0, -1.0], [-1.0, 3.0]], [[1.0, 1.0], [-3.0, 1.0]]]]> : tensor<2x3x2x2xf32>
  %sizes = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [2]>}> : (tensor<4x2x3xf32>, tensor<2x3x2x2xf32>, tensor<2xi32>) -> tensor<2x4x2xf32>
  check.expect_eq_const %0, dense<[[[-12.0, -3.0], [10.0, 0.0], [10.0, 1.0], [-17.0, -3.0]], [[-6.0, 4.0], [-2.0, -4.0], [9.0, 11.0], [8.0, -2.0]]]> : tensor<2x4x2xf32>
  func.return
}
func.func public @rows_within_rows() {
  %lhs = stablehlo.constant dense<[[[2.0, 2.0], [-1.0, -3.0], [-1.0, -1.0]], [[3.0, -1.0], [0.0, 2.0], [-1.0, -2.0]]]> : tensor<2x3x2xf32>
  %rhs = stablehlo.constant dense<[[[0.0, 0.0, 2.0], [-2.0, -3.0, -1.0]], [[-3.0, 2.0, -1.0], [3.0, 0.0, -3.0]]]> : tensor<2x2x3xf32>
  %sizes = stablehlo.constant dense<[[1, 2], [2, 0]]> : tensor<2x2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3x2xf32>, tensor<2x2x3xf32>, tensor<2x2xi32>) -> tensor<2x3x3xf32>
  check.expect_eq_const %0, dense<[[[-4.0, -6.0, 2.0], [-6.0, -2.0, 10.0], [0.0, -2.0, 4.0]], [[2.0, 3.0, 7.0], [-4.0, -6.0, -2.0], [0.0, 0.0, 0.0]]]> : tensor<2x3x3xf32>
  func.return
}
func.func public @sums() {
  %lhs = stablehlo.constant dense<[[[1.0, 3.0, 0.0, -1.0, 0.0], [1.0, 3.0, -3.0, 0.0, -3.0]], [[2.0, -2.0, 1.0, -2.0, -3.0], [3.0, -2.0, 3.0, 0.0, -1.0]]]> : tensor<2x2x5xf32>
  %rhs = stablehlo.constant dense<[[[1.0, -1.0, 1.0], [-1.0, 3.0, 0.0], [-3.0, 1.0, 2.0], [3.0, 3.0, -1.0], [3.0, -1.0, -3.0]], [[0.0, -3.0, -2.0], [-1.0, 1.0, 1.0], [-1.0, -2.0, -1.0], [-1.0, 2.0, 1.0], [-3.0, -1.0, 2.0]]]> : tensor<2x5x3xf32>
  %sizes = stablehlo.constant dense<[[2, 2, 1], [0, 3, 1]]> : tensor<2x3xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>}> : (tensor<2x2x5xf32>, tensor<2x5x3xf32>, tensor<2x3xi32>) -> tensor<3x2x2x3xf32>
  check.expect_eq_const %0, dense<[[[[-2.0, 8.0, 1.0], [-2.0, 8.0, 1.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]], [[[-3.0, -3.0, 1.0], [9.0, -3.0, -6.0]], [[1.0, -10.0, -7.0], [-1.0, -17.0, -11.0]]], [[[0.0, 0.0, 0.0], [-9.0, 3.0, 9.0]], [[2.0, -4.0, -2.0], [0.0, 0.0, 0.0]]]]> : tensor<3x2x2x3xf32>
  func.return
}
func.func public @sums_of_two() {
  %lhs = stablehlo.constant dense<[[[-1.0, -1.0], [-2.0, 3.0]], [[-3.0, 2.0], [-2.0, 2.0]], [[2.0, -1.0], [0.0, -2.0]], [[2.0, -3.0], [-3.0, 1.0]]]> : tensor<4x2x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 0.0, -3.0, -2.0], [2.0, 1.0, -1.0, 3.0]], [[-1.0, 0.0, 2.0, 0.0], [-2.0, -3.0, 2.0, -3.0]], [[3.0, 0.0, -1.0, 3.0], [-2.0, -2.0, 2.0, 1.0]]]> : tensor<3x2x4xf32>
  %sizes = stablehlo.constant dense<[[1, 3], [2, 1]]> : tensor<2x2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2, 0], rhs_contracting_dimensions = [1, 2], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<4x2x2xf32>, tensor<3x2x4xf32>, tensor<2x2xi32>) -> tensor<2x2x3xf32>
  check.expect_eq_const %0, dense<[[[-1.0, -3.0, -5.0], [6.0, -10.0, -16.0]], [[-9.0, 2.0, 2.0], [8.0, -4.0, -13.0]]]> : tensor<2x2x3xf32>
  func.return
}
func.func public @of_the_batch() {
  %lhs = stablehlo.constant dense<[[[-2.0, 2.0], [3.0, 0.0]], [[-3.0, -2.0], [0.0, -1.0]], [[-2.0, -3.0], [3.0, 0.0]]]> : tensor<3x2x2xf32>
  %rhs = stablehlo.constant dense<[[[-1.0, -2.0], [0.0, 1.0]], [[3.0, -2.0], [1.0, 0.0]], [[0.0, 2.0], [2.0, -1.0]]]> : tensor<3x2x2xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<3x2x2xf32>, tensor<3x2x2xf32>, tensor<2xi32>) -> tensor<3x2x2xf32>
  check.expect_eq_const %0, dense<[[[2.0, 6.0], [-3.0, -6.0]], [[-11.0, 6.0], [-1.0, 0.0]], [[-6.0, -1.0], [0.0, 6.0]]]> : tensor<3x2x2xf32>
  func.return
}
// What is not finite in the operand of one group stays there.
func.func public @apart() {
  %lhs = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %rhs = stablehlo.constant dense<[[[0x7F800000]], [[3.0]]]> : tensor<2x1x1xf32>
  %sizes = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[0x7F800000], [6.0]]> : tensor<2x1xf32>
  %2 = stablehlo.reshape %rhs : (tensor<2x1x1xf32>) -> tensor<1x2xf32>
  %3 = stablehlo.transpose %lhs, dims = [1, 0] : (tensor<2x1xf32>) -> tensor<1x2xf32>
  %4 = "chlo.ragged_dot"(%3, %2, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1]>}> : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %4, dense<[[[0x7F800000]], [[6.0]]]> : tensor<2x1x1xf32>
  func.return
}
}
