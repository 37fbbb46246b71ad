// SPDX-License-Identifier: Apache-2.0
// Custom calls that stand for operations: what exported modules with symbolic extents say of windows, places and random
// bits, where values lie, and a dot whose algorithm is said.
func.func public @window() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %stride = stablehlo.constant dense<[4, 1]> : tensor<2xi64>
  %base = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %dilation = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
  %pad = stablehlo.constant dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %size, %stride, %base, %dilation, %pad) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<3x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> tensor<2x2xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq %0, %1 : tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[0.0, 0.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func public @two_operands() {
  %x = stablehlo.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %i = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %v = stablehlo.constant dense<-100> : tensor<i32>
  %z = stablehlo.constant dense<-1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %pad = stablehlo.constant dense<0> : tensor<1x2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %v, %z, %two, %one, %one, %one, %pad) {called_computations = [@greater]} : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[3, 4, 4]> : tensor<3xi32>
  check.expect_eq_const %0#1, dense<[0, 2, 2]> : tensor<3xi32>
  func.return
}
func.func private @greater(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.compare GE, %a, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.select %0, %a, %c : tensor<i1>, tensor<i32>
  %2 = stablehlo.select %0, %b, %d : tensor<i1>, tensor<i32>
  return %1, %2 : tensor<i32>, tensor<i32>
}
// -----
func.func public @greatest() {
  %x = stablehlo.constant dense<[[1.0, 7.0, 3.0, 4.0], [9.0, 2.0, 9.0, 0.0]]> : tensor<2x4xf32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) {api_version = 2 : i32} : (tensor<2x4xf32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[7.0, 4.0], [9.0, 9.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 3], [0, 2]]> : tensor<2x2xi32>
  func.return
}
// -----
func.func public @greatest_but_one(%x: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<-1> : tensor<i32>
  %k = stablehlo.add %n, %one : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) {api_version = 2 : i32} : (tensor<4x?xf32>, tensor<i32>) -> (tensor<4x?xf32>, tensor<4x?xi32>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi32>
}
// -----
func.func public @bits() {
  %s = stablehlo.constant dense<[5, 6]> : tensor<2xui64>
  %n = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<3x2xui32>)
  %1:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  check.expect_eq %0#0, %1#0 : tensor<2xui64>
  check.expect_eq %0#1, %1#1 : tensor<3x2xui32>
  func.return
}
// -----
func.func public @open_bits(%x: tensor<?xf32>, %s: tensor<2xui64>) -> (tensor<2xui64>, tensor<?x4xui32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %d = stablehlo.concatenate %m, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %d) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x4xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?x4xui32>
}
// -----
func.func public @places() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.custom_call @SPMDShardToFullShape(%0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[7.0, 10.0], [15.0, 22.0]]> : tensor<2x2xf32>
  func.return
}
