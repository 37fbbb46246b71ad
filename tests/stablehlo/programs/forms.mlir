// SPDX-License-Identifier: Apache-2.0
// Forms that stand beside each other in what JAX prints: windows, segments, transposed convolutions, loops.
func.func @cumsum_rw() {
  %a = stablehlo.constant dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0,3.0,6.0],[4.0,9.0,15.0]]> : tensor<2x3xf32>
  %b:2 = "stablehlo.reduce_window"(%a, %a, %z, %z) <{padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, base_dilations = array<i64: 2, 1>}> ({
  ^bb0(%x: tensor<f32>, %x1: tensor<f32>, %y: tensor<f32>, %y1: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    %t = stablehlo.maximum %x1, %y1 : tensor<f32>
    stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  check.expect_eq_const %b#1, dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>
  func.return
}
// -----
func.func @segsum() {
  %d = stablehlo.constant dense<[[1.0,2.0],[3.0,4.0],[5.0,6.0],[7.0,8.0]]> : tensor<4x2xf32>
  %i = stablehlo.constant dense<[[0],[2],[0],[9]]> : tensor<4x1xi32>
  %z = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %r = "stablehlo.scatter"(%z, %i, %d) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[6.0,8.0],[0.0,0.0],[3.0,4.0]]> : tensor<3x2xf32>
  func.return
}
// -----
func.func @scatter_batch() {
  %op = stablehlo.constant dense<0> : tensor<2x3xi64>
  %i = stablehlo.constant dense<[[[2],[0]],[[1],[1]]]> : tensor<2x2x1xi64>
  %u = stablehlo.constant dense<[[1,2],[3,4]]> : tensor<2x2xi64>
  %r = "stablehlo.scatter"(%op, %i, %u) ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %s = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3xi64>, tensor<2x2x1xi64>, tensor<2x2xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %r, dense<[[2,0,1],[0,7,0]]> : tensor<2x3xi64>
  func.return
}
// -----
func.func @convT() {
  %x = stablehlo.constant dense<[[[[1.0],[2.0]],[[3.0],[4.0]]]]> : tensor<1x2x2x1xf32>
  %w = stablehlo.constant dense<1.0> : tensor<3x3x1x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x2x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x5x5x1xf32>
  %z = stablehlo.reshape %y : (tensor<1x5x5x1xf32>) -> tensor<5x5xf32>
  check.expect_eq_const %z, dense<[[1.0,1.0,3.0,2.0,2.0],[1.0,1.0,3.0,2.0,2.0],[4.0,4.0,10.0,6.0,6.0],[3.0,3.0,7.0,4.0,4.0],[3.0,3.0,7.0,4.0,4.0]]> : tensor<5x5xf32>
  %x2 = stablehlo.constant dense<[[[1.0,2.0,3.0,4.0,5.0],[1.0,1.0,1.0,1.0,1.0]]]> : tensor<1x2x5xf32>
  %w2 = stablehlo.constant dense<[[[1.0,10.0]],[[2.0,0.0]]]> : tensor<2x1x2xf32>
  %y2 = stablehlo.convolution(%x2, %w2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x5xf32>, tensor<2x1x2xf32>) -> tensor<1x2x3xf32>
  check.expect_eq_const %y2, dense<[[[31.0,42.0,53.0],[2.0,2.0,2.0]]]> : tensor<1x2x3xf32>
  func.return
}
// -----
func.func @dg() {
  %a = stablehlo.iota dim = 0 : tensor<2x3x2x2xf32>
  %b = stablehlo.iota dim = 1 : tensor<3x2x2x2xf32>
  %r = stablehlo.dot_general %a, %b, batching_dims = [1, 0] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x3x2x2xf32>, tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  %e = stablehlo.constant dense<[[[0.0,0.0],[0.0,0.0]],[[2.0,2.0],[2.0,2.0]]]> : tensor<2x2x2xf32>
  %eb = stablehlo.broadcast_in_dim %e, dims = [1, 2, 3] : (tensor<2x2x2xf32>) -> tensor<3x2x2x2xf32>
  check.expect_eq %r, %eb : tensor<3x2x2x2xf32>
  func.return
}
// -----
func.func @tot() {
  %a = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, -0.0, 0x7F800000]> : tensor<4xf32>
  %b = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %r, dense<[false, true, true, true]> : tensor<4xi1>
  %r2 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %r2, dense<[false, false, true, false]> : tensor<4xi1>
  %c = stablehlo.constant dense<[0,1,2,3]> : tensor<4xui4>
  %d = stablehlo.constant dense<[15,1,0,3]> : tensor<4xui4>
  %s = stablehlo.subtract %c, %d : tensor<4xui4>
  check.expect_eq_const %s, dense<[1,0,2,0]> : tensor<4xui4>
  %sh = stablehlo.constant dense<[-1, 0, 5, 9]> : tensor<4xi8>
  %x = stablehlo.constant dense<[-16, -16, -16, 100]> : tensor<4xi8>
  %l = stablehlo.shift_left %x, %sh : tensor<4xi8>
  check.expect_eq_const %l, dense<[0, -16, 0, 0]> : tensor<4xi8>
  %ra = stablehlo.shift_right_arithmetic %x, %sh : tensor<4xi8>
  check.expect_eq_const %ra, dense<[-1, -16, -1, 0]> : tensor<4xi8>
  %rl = stablehlo.shift_right_logical %x, %sh : tensor<4xi8>
  check.expect_eq_const %rl, dense<[0, -16, 7, 0]> : tensor<4xi8>
  %pw = stablehlo.constant dense<[-2, 2, -1, 3]> : tensor<4xi8>
  %ex = stablehlo.constant dense<[3, -1, -3, 5]> : tensor<4xi8>
  %po = stablehlo.power %pw, %ex : tensor<4xi8>
  check.expect_eq_const %po, dense<[-8, 0, -1, -13]> : tensor<4xi8>
  func.return
}
// -----
module {
  func.func @main() {
    %c = stablehlo.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi32>
    %t = "stablehlo.tuple"(%c, %c) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tuple<tensor<2x3xi32>, tensor<2x3xi32>>
    %g = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<2x3xi32>, tensor<2x3xi32>>) -> tensor<2x3xi32>
    check.expect_eq_const %g, dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi32>
    // while with tuple-like state
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<5> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %i0, %acc = %one) : tensor<i32>, tensor<i32>
      cond { %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %i1 = stablehlo.add %i, %one : tensor<i32>
        %a1 = stablehlo.multiply %acc, %i1 : tensor<i32>
        stablehlo.return %i1, %a1 : tensor<i32>, tensor<i32>
      }
    check.expect_eq_const %r#1, dense<120> : tensor<i32>
    %z = stablehlo.constant dense<> : tensor<0x3xf32>
    %zz = stablehlo.constant dense<1.5> : tensor<0xf32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%z init: %init) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
    check.expect_eq_const %s, dense<0.0> : tensor<3xf32>
    %cc = stablehlo.concatenate %z, %z, dim = 0 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
    check.expect_eq %cc, %z : tensor<0x3xf32>
    func.return
  }
}
// -----
func.func @case_neg() {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %a = stablehlo.constant dense<[1,2]> : tensor<2xi64>
  %r = "stablehlo.case"(%i) ({ %x = stablehlo.constant dense<0> : tensor<2xi64>
   stablehlo.return %x : tensor<2xi64> }, { stablehlo.return %a : tensor<2xi64> }) : (tensor<i32>) -> tensor<2xi64>
  check.expect_eq_const %r, dense<[1,2]> : tensor<2xi64>
  %r2:2 = "stablehlo.case"(%i) ({ stablehlo.return %a, %a : tensor<2xi64>, tensor<2xi64> }, { stablehlo.return %a, %a: tensor<2xi64>, tensor<2xi64> }) : (tensor<i32>) -> (tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %r2#1, dense<[1,2]> : tensor<2xi64>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %q = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xi64> }, { stablehlo.return %a : tensor<2xi64> }) : (tensor<i1>) -> tensor<2xi64>
  check.expect_eq_const %q, dense<[1,2]> : tensor<2xi64>
  func.return
}
// -----
func.func @map_op() {
  %a = stablehlo.constant dense<[[0,1],[2,3]]> : tensor<2x2xi64>
  %r = "stablehlo.map"(%a, %a) ({ ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %m = stablehlo.multiply %x, %y : tensor<i64>
    stablehlo.return %m : tensor<i64> }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[0,1],[4,9]]> : tensor<2x2xi64>
  func.return
}
// -----
func.func @token() {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t = stablehlo.after_all %t0, %t0 : !stablehlo.token
  %a = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %b:2 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>
  check.expect_almost_eq %b#0, %a : tensor<2xf32>
  check.expect_almost_eq_const %b#1, dense<[0.0, 1.0]> : tensor<2xf32>
  func.return
}
// -----
func.func @dyn() {
  %a = stablehlo.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi64>
  %s = stablehlo.constant dense<[3,2]> : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %r, dense<[[1,2],[3,4],[5,6]]> : tensor<3x2xi64>
  %st = stablehlo.constant dense<[0,1]> : tensor<2xi64>
  %li = stablehlo.constant dense<[2,3]> : tensor<2xi64>
  %str = stablehlo.constant dense<[1,1]> : tensor<2xi64>
  %rs = stablehlo.real_dynamic_slice %a, %st, %li, %str : (tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %rs, dense<[[2,3],[5,6]]> : tensor<2x2xi64>
  %io = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %io, dense<[[0,0],[1,1],[2,2]]> : tensor<3x2xi64>
  %sz = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xi64>) -> tensor<i32>
  check.expect_eq_const %sz, dense<3> : tensor<i32>
  func.return
}
