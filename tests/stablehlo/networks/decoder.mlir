// SPDX-License-Identifier: Apache-2.0
// A decoder of two layers as JAX prints it: a block is a function of its own, called with the weights of each layer.
module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5xi32>, %arg1: tensor<11x8xf32>, %arg2: tensor<5x8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8x24xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8xf32>, %arg8: tensor<8xf32>, %arg9: tensor<8x16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16x8xf32>, %arg12: tensor<8xf32>, %arg13: tensor<8xf32>, %arg14: tensor<8xf32>, %arg15: tensor<8x24xf32>, %arg16: tensor<8x8xf32>, %arg17: tensor<8xf32>, %arg18: tensor<8xf32>, %arg19: tensor<8x16xf32>, %arg20: tensor<16xf32>, %arg21: tensor<16x8xf32>, %arg22: tensor<8xf32>, %arg23: tensor<8xf32>, %arg24: tensor<8xf32>) -> (tensor<2x5x11xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %1 = stablehlo.compare  LT, %arg0, %0,  SIGNED : (tensor<2x5xi32>, tensor<2x5xi32>) -> tensor<2x5xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<2x5xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<2x5xi1>, tensor<2x5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x5xi32>) -> tensor<2x5x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<2x5x1xi32>) -> tensor<2x5x8xf32>
    %7 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<5x8xf32>) -> tensor<1x5x8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x5x8xf32>) -> tensor<2x5x8xf32>
    %9 = stablehlo.add %6, %8 : tensor<2x5x8xf32>
    %10 = call @block(%9, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
    %11 = call @block(%10, %arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
    %12 = call @layer_norm(%11, %arg23, %arg24) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<11x8xf32>) -> tensor<2x5x11xf32>
    return %13 : tensor<2x5x11xf32>
  }
  func.func private @block(%arg0: tensor<2x5x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x24xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8xf32>, %arg6: tensor<8xf32>, %arg7: tensor<8x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x8xf32>, %arg10: tensor<8xf32>) -> tensor<2x5x8xf32> {
    %0 = call @layer_norm(%arg0, %arg1, %arg2) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
    %1 = stablehlo.dot_general %0, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x24xf32>) -> tensor<2x5x24xf32>
    %2 = stablehlo.slice %1 [0:2, 0:5, 0:8] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %3 = stablehlo.slice %1 [0:2, 0:5, 8:16] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %4 = stablehlo.slice %1 [0:2, 0:5, 16:24] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.reshape %2 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %6 = stablehlo.reshape %3 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %7 = stablehlo.reshape %4 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %8 = stablehlo.dot_general %5, %6, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %10 = stablehlo.divide %8, %9 : tensor<2x2x5x5xf32>
    %11 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %12 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %13 = stablehlo.compare  GE, %11, %12,  SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %14 = stablehlo.broadcast_in_dim %13, dims = [2, 3] : (tensor<5x5xi1>) -> tensor<2x2x5x5xi1>
    %cst_0 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %16 = stablehlo.select %14, %10, %15 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %19 = stablehlo.maximum %18, %17 : tensor<2x2x5xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %22 = stablehlo.subtract %16, %21 : tensor<2x2x5x5xf32>
    %23 = stablehlo.exponential %22 : tensor<2x2x5x5xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %27 = stablehlo.divide %23, %26 : tensor<2x2x5x5xf32>
    %28 = stablehlo.dot_general %7, %27, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %29 = stablehlo.transpose %28, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %31 = stablehlo.dot_general %30, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %32 = stablehlo.add %arg0, %31 : tensor<2x5x8xf32>
    %33 = call @layer_norm(%32, %arg5, %arg6) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
    %34 = stablehlo.dot_general %33, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x16xf32>) -> tensor<2x5x16xf32>
    %35 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<2x5x16xf32>
    %37 = stablehlo.add %34, %36 : tensor<2x5x16xf32>
    %38 = call @gelu(%37) : (tensor<2x5x16xf32>) -> tensor<2x5x16xf32>
    %39 = stablehlo.dot_general %38, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x16xf32>, tensor<16x8xf32>) -> tensor<2x5x8xf32>
    %40 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %42 = stablehlo.add %39, %41 : tensor<2x5x8xf32>
    %43 = stablehlo.add %32, %42 : tensor<2x5x8xf32>
    return %43 : tensor<2x5x8xf32>
  }
  func.func private @gelu(%arg0: tensor<2x5x16xf32>) -> tensor<2x5x16xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x5x16xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<2x5x16xf32>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<2x5x16xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<2x5x16xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<2x5x16xf32>
    %7 = stablehlo.tanh %6 : tensor<2x5x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %9 = stablehlo.add %8, %7 : tensor<2x5x16xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<2x5x16xf32>
    %12 = stablehlo.multiply %arg0, %11 : tensor<2x5x16xf32>
    return %12 : tensor<2x5x16xf32>
  }
  func.func private @layer_norm(%arg0: tensor<2x5x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<2x5x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x5x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x5x8xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<2x5x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_0_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0_8, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<2x5x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<2x5x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<2x5x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %15 = stablehlo.multiply %5, %14 : tensor<2x5x8xf32>
    %16 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<2x5x8xf32>
    %19 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %21 = stablehlo.add %18, %20 : tensor<2x5x8xf32>
    return %21 : tensor<2x5x8xf32>
  }
}
