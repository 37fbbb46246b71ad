// SPDX-License-Identifier: Apache-2.0
// Operations that take their shapes from data: constants, and extents that only a run tells.
module {
  func.func public @main() {
    %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<2x3xi32>
    check.expect_eq_const %0, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
    %turned = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %1 = stablehlo.dynamic_reshape %0, %turned : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
    check.expect_eq_const %1, dense<[[0, 1], [2, 0], [1, 2]]> : tensor<3x2xi32>
    %row = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %row, %shape, dims = [0] : (tensor<2xi32>, tensor<2xi64>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[5, 5, 5], [7, 7, 7]]> : tensor<2x3xi32>
    %at = stablehlo.constant dense<[[1], [0], [9]]> : tensor<3x1xi64>
    %sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
    %table = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %3 = "stablehlo.dynamic_gather"(%table, %at, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xi32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x3xi32>
    check.expect_eq_const %3, dense<[[4, 5, 6], [1, 2, 3], [4, 5, 6]]> : tensor<3x3xi32>
    %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
    %w = stablehlo.constant dense<[[[1.0]], [[10.0]], [[100.0]]]> : tensor<3x1x1xf32>
    %pad = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
    %4 = "stablehlo.dynamic_conv"(%x, %w, %pad) <{window_strides = array<i64: 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
    check.expect_eq_const %4, dense<[[[210.0], [321.0], [432.0]]]> : tensor<1x3x1xf32>
    // Extents that no constant says.
    %5 = func.call @counted(%table) : (tensor<2x3xi32>) -> tensor<?x?xi32>
    %6 = stablehlo.convert %5 : (tensor<?x?xi32>) -> tensor<3x2xi32>
    check.expect_eq_const %6, dense<[[4, 5], [6, 7], [8, 9]]> : tensor<3x2xi32>
    "interpreter.print"(%6) : (tensor<3x2xi32>) -> ()
    %7 = interpreter.probe %6, probe_id = "six" : tensor<3x2xi32>
    %one = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
    %zero = stablehlo.constant dense<[2.0, 0.0]> : tensor<2xf32>
    %8 = chlo.next_after %one, %zero : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    check.expect_eq_const %8, dense<[0x3F800001, 0xBF7FFFFF]> : tensor<2xf32>
    func.return
  }
  // 4 + 0, 1, ... of as many elements as %x has, in two columns.
  func.func private @counted(%x: tensor<2x3xi32>) -> tensor<?x?xi32> {
    %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2x3xi32>) -> tensor<i32>
    %b = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xi32>) -> tensor<i32>
    %n = stablehlo.multiply %a, %b : tensor<i32>
    %flat = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %0 = stablehlo.dynamic_iota %flat, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.dynamic_broadcast_in_dim %four, %flat, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %2 = stablehlo.add %0, %1 : tensor<?xi32>
    %a1 = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %shape = stablehlo.concatenate %b1, %a1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_reshape %2, %shape : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    return %3 : tensor<?x?xi32>
  }
}
