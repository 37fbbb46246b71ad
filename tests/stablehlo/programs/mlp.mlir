// SPDX-License-Identifier: Apache-2.0
// Two layers as JAX prints them, with weights of one value.
#loc = loc(unknown)
module @jit_mlp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {mhlo.sharding = "{replicated}"} loc("x")) -> (tensor<2x2xf32> {jax.result_info = ""}) {
    %cst = stablehlo.constant dense<0.5> : tensor<3x4xf32> loc(#loc)
    %cst_0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 2.0]> : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"> : tensor<4x2xf32>
    %0 = stablehlo.dot_general %arg0, %cst, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
    %3 = call @relu(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.dot_general %3, %cst_1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32> loc(#loc)
  } loc(#loc)
  func.func private @relu(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
  func.func public @of_ones() {
    %cst = stablehlo.constant dense<1.0> : tensor<2x3xf32>
    %0 = call @main(%cst) : (tensor<2x3xf32>) -> tensor<2x2xf32>
    "check.expect_almost_eq_const"(%0) {value = dense<8.0> : tensor<2x2xf32>} : (tensor<2x2xf32>) -> ()
    func.return
  }
}
