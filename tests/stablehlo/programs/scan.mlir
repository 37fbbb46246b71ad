// SPDX-License-Identifier: Apache-2.0
// CHLO's scan: along any dim, from either end, with outputs of another shape than the inputs, in both forms.
module {
// The running balance of deposits with interest: a = 2 a + x.
func.func public @first_dim() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %a = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %0:2 = chlo.scan(%x) inits(%a) dimension=0 {
  ^bb0(%s: tensor<2xi32>, %c: tensor<2xi32>):
    %two = stablehlo.constant dense<2> : tensor<2xi32>
    %1 = stablehlo.multiply %c, %two : tensor<2xi32>
    %2 = stablehlo.add %1, %s : tensor<2xi32>
    stablehlo.return %2, %2 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[21, 42], [45, 88], [95, 182]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[95, 182]> : tensor<2xi32>
  func.return
}
// From the end, along the last dim; the second output is the sum of each slice.
func.func public @last_dim_reverse() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %a = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0, %1, %2 = chlo.scan(%x) inits(%a) dimension=1 attributes {is_reverse = true} {
  ^bb0(%s: tensor<2xf32>, %c: tensor<2xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.multiply %c, %s : tensor<2xf32>
    %4 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<1xf32>
    stablehlo.return %3, %5, %3 : tensor<2xf32>, tensor<1xf32>, tensor<2xf32>
  } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<1x3xf32>, tensor<2xf32>)
  check.expect_eq_const %0, dense<[[6.0, 6.0, 3.0], [120.0, 30.0, 6.0]]> : tensor<2x3xf32>
  check.expect_eq_const %1, dense<[[5.0, 7.0, 9.0]]> : tensor<1x3xf32>
  check.expect_eq_const %2, dense<[6.0, 120.0]> : tensor<2xf32>
  func.return
}
// Two inputs and two carries: the greatest so far and its place.
func.func public @two() {
  %x = stablehlo.constant dense<[2.0, 7.0, 1.0, 7.0, 8.0]> : tensor<5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:4 = "chlo.scan"(%x, %i, %low, %none) <{dimension = 0 : i64, is_associative = true, is_reverse = false, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 2, 2>}> ({
  ^bb0(%s: tensor<f32>, %k: tensor<i32>, %m: tensor<f32>, %at: tensor<i32>):
    %1 = stablehlo.compare GT, %s, %m : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %s, %m : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %k, %at : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3, %2, %3 : tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>
  }) : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[2.0, 7.0, 7.0, 7.0, 8.0]> : tensor<5xf32>
  check.expect_eq_const %0#1, dense<[0, 1, 1, 1, 4]> : tensor<5xi32>
  check.expect_eq_const %0#2, dense<8.0> : tensor<f32>
  check.expect_eq_const %0#3, dense<4> : tensor<i32>
  func.return
}
// Without inputs, so many times: powers of 3.
func.func public @no_inputs() {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0:2 = chlo.scan() inits(%one) dimension=0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%c: tensor<i64>):
    %three = stablehlo.constant dense<3> : tensor<i64>
    %1 = stablehlo.multiply %c, %three : tensor<i64>
    stablehlo.return %c, %1 : tensor<i64>, tensor<i64>
  } : (tensor<i64>) -> (tensor<4xi64>, tensor<i64>)
  check.expect_eq_const %0#0, dense<[1, 3, 9, 27]> : tensor<4xi64>
  check.expect_eq_const %0#1, dense<81> : tensor<i64>
  func.return
}
}
