// SPDX-License-Identifier: Apache-2.0
// Extents that are set: cut, and grown again up to their bound.
module {
func.func public @known() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [4, 5]]> : tensor<2x2xi32>
  func.return
}
// How many are positive is known in the run alone.
func.func public @computed() {
  %x = stablehlo.constant dense<[5.0, -1.0, 7.0, 9.0, -2.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.compare GT, %x, %zero : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %2 = stablehlo.convert %1 : (tensor<5xi1>) -> tensor<5xi32>
  %n = stablehlo.reduce(%2 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  %3 = "stablehlo.set_dimension_size"(%x, %n) <{dimension = 0 : i64}> : (tensor<5xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  %4 = stablehlo.get_dimension_size %3, dim = 0 : (tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<i32>
  %5 = stablehlo.reduce(%3 init: %nothing) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %4, dense<3> : tensor<i32>
  check.expect_eq_const %5, dense<11.0> : tensor<f32>
  // All of it again: what is behind is 0.
  %five = stablehlo.constant dense<5> : tensor<i32>
  %6 = stablehlo.set_dimension_size %3, %five, dim = 0 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<i32>) -> tensor<5xf32>
  check.expect_eq_const %6, dense<[5.0, -1.0, 7.0, 0.0, 0.0]> : tensor<5xf32>
  func.return
}
}
