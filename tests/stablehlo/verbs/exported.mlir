// SPDX-License-Identifier: Apache-2.0
// As jax.export prints a function of a symbolic extent: what it must be stands in assertions, and the extent is handed on as
// an argument.
module @jit_f attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x4xf32> {jax.arg_info = "x", mhlo.layout_mode = "default"}) -> (tensor<?x2xf32> {jax.result_info = "", mhlo.layout_mode = "default"}, tensor<f32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.compare  GE, %0, %c,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Expected value >= 1 for dimension variable 'b'. Using the {shape} of args[0]: b = {0}.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.remainder %0, %c_0 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare  EQ, %2, %c_1,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %2) {api_version = 2 : i32, error_message = "b = {0} is not even: {1} is left", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<f32>)
    return %4#0, %4#1 : tensor<?x2xf32>, tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.multiply %arg0, %c : tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
    %2 = stablehlo.concatenate %1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_reshape %arg1, %2 : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x2xf32>
    %4 = stablehlo.custom_call @mhlo.erf(%3) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?x2xf32>) -> tensor<?x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %7 = stablehlo.divide %5, %6 : tensor<f32>
    return %4, %7 : tensor<?x2xf32>, tensor<f32>
  }
}
