// SPDX-License-Identifier: Apache-2.0
// Numbers of a distribution: which ones, no text says, so their range, mean and spread are checked.
module {
func.func private @mean(%x: tensor<20000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<20000.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.divide %0, %n : tensor<f32>
  return %1 : tensor<f32>
}
func.func public @uniform() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<5.0> : tensor<f32>
  %shape = stablehlo.constant dense<20000> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<20000xf32>
  %low = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %high = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %least = stablehlo.reduce(%x init: %low) applies stablehlo.minimum across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  %most = stablehlo.reduce(%x init: %high) applies stablehlo.maximum across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  %0 = stablehlo.compare GE, %least, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = stablehlo.compare LT, %most, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  check.expect_eq_const %1, dense<true> : tensor<i1>
  %2 = call @mean(%x) : (tensor<20000xf32>) -> tensor<f32>
  %want = stablehlo.constant dense<3.5> : tensor<f32>
  check.expect_almost_eq %2, %want, tolerance = 0.03 : tensor<f32>, tensor<f32>
  // Another operation draws others.
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<20000xf32>
  %3 = stablehlo.compare EQ, %x, %y : (tensor<20000xf32>, tensor<20000xf32>) -> tensor<20000xi1>
  %4 = stablehlo.convert %3 : (tensor<20000xi1>) -> tensor<20000xf32>
  %5 = call @mean(%4) : (tensor<20000xf32>) -> tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  check.expect_almost_eq %5, %none, tolerance = 0.001 : tensor<f32>, tensor<f32>
  func.return
}
// Of a and what is next to it, a alone.
func.func public @half_open() {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<0x3F800001> : tensor<f32>
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
  check.expect_eq_const %x, dense<1.0> : tensor<3x4xf32>
  func.return
}
func.func public @normal() {
  %mu = stablehlo.constant dense<-1.0> : tensor<f32>
  %sigma = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<20000> : tensor<1xi64>
  %x = "stablehlo.rng"(%mu, %sigma, %shape) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<20000xf32>
  %0 = call @mean(%x) : (tensor<20000xf32>) -> tensor<f32>
  check.expect_almost_eq %0, %mu, tolerance = 0.07 : tensor<f32>, tensor<f32>
  %1 = stablehlo.broadcast_in_dim %mu, dims = [] : (tensor<f32>) -> tensor<20000xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<20000xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<20000xf32>
  %4 = call @mean(%3) : (tensor<20000xf32>) -> tensor<f32>
  %5 = stablehlo.sqrt %4 : tensor<f32>
  check.expect_almost_eq %5, %sigma, tolerance = 0.05 : tensor<f32>, tensor<f32>
  func.return
}
// All of -3 to 3, as often; the least and the greatest of 64 bits as bounds; bools below true.
func.func public @integers() {
  %a = stablehlo.constant dense<-3> : tensor<i8>
  %b = stablehlo.constant dense<4> : tensor<i8>
  %shape = stablehlo.constant dense<20000> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<20000xi8>
  %low = stablehlo.constant dense<127> : tensor<i8>
  %high = stablehlo.constant dense<-128> : tensor<i8>
  %least = stablehlo.reduce(%x init: %low) applies stablehlo.minimum across dimensions = [0] : (tensor<20000xi8>, tensor<i8>) -> tensor<i8>
  %most = stablehlo.reduce(%x init: %high) applies stablehlo.maximum across dimensions = [0] : (tensor<20000xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %least, dense<-3> : tensor<i8>
  check.expect_eq_const %most, dense<3> : tensor<i8>
  %0 = stablehlo.convert %x : (tensor<20000xi8>) -> tensor<20000xf32>
  %1 = call @mean(%0) : (tensor<20000xf32>) -> tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  check.expect_almost_eq %1, %zero, tolerance = 0.05 : tensor<f32>, tensor<f32>
  %c = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %d = stablehlo.constant dense<-9223372036854775807> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %2 = stablehlo.rng %c, %d, %three, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<3xi64>
  check.expect_eq_const %2, dense<-9223372036854775808> : tensor<3xi64>
  %e = stablehlo.constant dense<18446744073709551614> : tensor<ui64>
  %f = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %3 = stablehlo.rng %e, %f, %three, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<3xui64>
  check.expect_eq_const %3, dense<18446744073709551614> : tensor<3xui64>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.rng %no, %yes, %three, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<false> : tensor<3xi1>
  func.return
}
}
