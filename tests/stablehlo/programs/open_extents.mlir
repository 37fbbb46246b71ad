// SPDX-License-Identifier: Apache-2.0
// Extents that are not in the text: places of a slice that a run computes, and operands whose open extents are the same.
// What is public and takes arguments is compiled, and run on drawn ones.
func.func public @last(%x: tensor<?x4xf32>) -> tensor<1x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %end = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
  %minus = stablehlo.constant dense<-1> : tensor<i64>
  %begin = stablehlo.add %end, %minus : tensor<i64>
  %b0 = stablehlo.reshape %begin : (tensor<i64>) -> tensor<1xi64>
  %e0 = stablehlo.reshape %end : (tensor<i64>) -> tensor<1xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %b = stablehlo.concatenate %b0, %zero, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e = stablehlo.concatenate %e0, %four, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = stablehlo.real_dynamic_slice %x, %b, %e, %one : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}
func.func public @products(%x: tensor<?x2x3xf32>, %y: tensor<?x3x2xf32>, %low: tensor<?x2x2xf32>, %high: tensor<f32>) -> tensor<?x2x2xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x2x3xf32>, tensor<?x3x2xf32>) -> tensor<?x2x2xf32>
  %1 = stablehlo.clamp %low, %0, %high : (tensor<?x2x2xf32>, tensor<?x2x2xf32>, tensor<f32>) -> tensor<?x2x2xf32>
  func.return %1 : tensor<?x2x2xf32>
}
func.func public @of_rows() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %y = func.call @last(%x) : (tensor<3x4xf32>) -> tensor<1x4xf32>
  check.expect_eq_const %y, dense<[[9.0, 10.0, 11.0, 12.0]]> : tensor<1x4xf32>
  func.return
}
func.func public @of_matrices() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2x3xf32>
  %y = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[-1.0, -2.0], [-3.0, -4.0], [-5.0, -6.0]]]> : tensor<2x3x2xf32>
  %low = stablehlo.constant dense<-10.0> : tensor<2x2x2xf32>
  %high = stablehlo.constant dense<11.0> : tensor<f32>
  %z = func.call @products(%x, %y, %low, %high) : (tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x2xf32>, tensor<f32>) -> tensor<2x2x2xf32>
  check.expect_eq_const %z, dense<[[[9.0, 11.0], [9.0, 11.0]], [[-9.0, -10.0], [-9.0, -10.0]]]> : tensor<2x2x2xf32>
  func.return
}
