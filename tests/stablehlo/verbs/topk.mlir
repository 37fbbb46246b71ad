// SPDX-License-Identifier: Apache-2.0
// The three greatest of each row by a sort of values with their places, the number of rows being open.
module @jit_topk attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x12xf32>, %arg1: tensor<f32>) -> (tensor<?x3xf32>, tensor<?x3xi32>, tensor<?x12xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x12xf32>) -> tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %c = stablehlo.constant dense<12> : tensor<1xi32>
    %2 = stablehlo.concatenate %1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 1 : (tensor<2xi32>) -> tensor<?x12xi32>
    %4:2 = "stablehlo.sort"(%arg0, %3) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %10 = stablehlo.compare  GT, %arg2, %arg3,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<?x12xf32>, tensor<?x12xi32>) -> (tensor<?x12xf32>, tensor<?x12xi32>)
    %c_0 = stablehlo.constant dense<0> : tensor<2xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %5 = stablehlo.concatenate %1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<2xi32>
    %6 = stablehlo.real_dynamic_slice %4#0, %c_0, %5, %c_2 : (tensor<?x12xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x3xf32>
    %7 = stablehlo.real_dynamic_slice %4#1, %c_0, %5, %c_2 : (tensor<?x12xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x3xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %arg1, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x12xf32>
    %9 = stablehlo.multiply %4#0, %8 : tensor<?x12xf32>
    return %6, %7, %9 : tensor<?x3xf32>, tensor<?x3xi32>, tensor<?x12xf32>
  }
}
