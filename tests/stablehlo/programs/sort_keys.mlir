// SPDX-License-Identifier: Apache-2.0
// By an integer, then by a float as JAX compares them: one zero, one NaN behind all else.
module @jit_lex {
  func.func public @main() {
    %k0 = stablehlo.constant dense<[2, 1, 2, 1, 1, 2]> : tensor<6xi32>
    %k1 = stablehlo.constant dense<[0.0, 0x7FC00000, -1.0, -0.0, 0.0, 0xFFC00000]> : tensor<6xf32>
    %v = stablehlo.iota dim = 0 : tensor<6xi32>
    %r:3 = "stablehlo.sort"(%k0, %k1, %v) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<f32>, %b1: tensor<f32>, %a2: tensor<i32>, %b2: tensor<i32>):
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %1 = stablehlo.compare EQ, %a1, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %z, %a1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %a1, %a1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %n, %2 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare EQ, %b1, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.select %5, %z, %b1 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %b1, %b1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %7, %n, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %a0, %b0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %12 = stablehlo.and %11, %9 : tensor<i1>
      %13 = stablehlo.or %10, %12 : tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }) : (tensor<6xi32>, tensor<6xf32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xf32>, tensor<6xi32>)
    %w = stablehlo.constant dense<[3, 4, 1, 2, 0, 5]> : tensor<6xi32>
    %w0 = stablehlo.constant dense<[1, 1, 1, 2, 2, 2]> : tensor<6xi32>
    stablehlo.custom_call @check.expect_eq(%r#2, %w) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#0, %w0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    return
  }
}
// -----
// Downwards by a float: NaN comes first, and zeros are one.
module {
  func.func public @main() {
    %k = stablehlo.constant dense<[0.0, 0x7FC00000, -1.0, -0.0, 2.0, 0xFFC00000]> : tensor<6xf32>
    %v = stablehlo.iota dim = 0 : tensor<6xi32>
    %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %n, %2 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %7, %n, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare GT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
    %w = stablehlo.constant dense<[1, 5, 4, 0, 3, 2]> : tensor<6xi32>
    stablehlo.custom_call @check.expect_eq(%r#1, %w) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    return
  }
}
// -----
// NaN that is not a test of what is sorted: no unified order.
module {
  func.func public @main() {
    %k = stablehlo.constant dense<[3.0, 1.0, 2.0]> : tensor<3xf32>
    %v = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0]> : tensor<3xf32>
    %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %a1: tensor<f32>, %b1: tensor<f32>):
      %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %a1, %a1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %n, %2 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %b1, %b1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %7, %n, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
    %w = stablehlo.constant dense<[2.0, 3.0, 1.0]> : tensor<3xf32>
    stablehlo.custom_call @check.expect_eq(%r#0, %w) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
}
