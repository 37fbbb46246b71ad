// SPDX-License-Identifier: Apache-2.0
// A block of a transformer that decodes its own output, as JAX prints it: a cache of keys and values goes round a while loop,
// which runs as often as a parameter says.
#loc1 = loc("decode.py":31:0)
module @jit_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8xf32> {jax.arg_info = "x"}, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x16xf32>, %arg6: tensor<16x8xf32>, %arg7: tensor<i32>) -> (tensor<2x8xf32> {jax.result_info = "result[0]"}, tensor<2x6x8xf32> {jax.result_info = "result[1]"}, tensor<i32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x8xf32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %0, %iterArg_2 = %1) : tensor<i32>, tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>
     cond {
      %c_3 = stablehlo.constant dense<6> : tensor<i32>
      %3 = stablehlo.minimum %arg7, %c_3 : tensor<i32>
      %4 = stablehlo.compare  LT, %iterArg, %3,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %3:3 = func.call @block(%iterArg_0, %iterArg_1, %iterArg_2, %iterArg, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) : (tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>) -> (tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %4, %3#0, %3#1, %3#2 : tensor<i32>, tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>
    } loc(#loc1)
    return %2#1, %2#2, %2#0 : tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<i32>
  }
  func.func private @block(%arg0: tensor<2x8xf32>, %arg1: tensor<2x6x8xf32>, %arg2: tensor<2x6x8xf32>, %arg3: tensor<i32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x8xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8x8xf32>, %arg8: tensor<8x16xf32>, %arg9: tensor<16x8xf32>) -> (tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) {
    %0 = call @rms_norm(%arg0) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = stablehlo.dot_general %0, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %2 = stablehlo.dot_general %0, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.dot_general %0, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
    %5 = stablehlo.compare  LT, %arg3, %c,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %6 = stablehlo.add %arg3, %c_0 : tensor<i32>
    %7 = stablehlo.select %5, %6, %arg3 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_update_slice %arg1, %4, %c, %7, %c : (tensor<2x6x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x8xf32>
    %9 = stablehlo.broadcast_in_dim %3, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
    %10 = stablehlo.dynamic_update_slice %arg2, %9, %c, %7, %c : (tensor<2x6x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x8xf32>
    %11 = stablehlo.reshape %1 : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %12 = stablehlo.reshape %8 : (tensor<2x6x8xf32>) -> tensor<2x6x2x4xf32>
    %13 = stablehlo.reshape %10 : (tensor<2x6x8xf32>) -> tensor<2x6x2x4xf32>
    %14 = stablehlo.dot_general %11, %12, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4xf32>, tensor<2x6x2x4xf32>) -> tensor<2x2x6xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x6xf32>
    %16 = stablehlo.divide %14, %15 : tensor<2x2x6xf32>
    %17 = stablehlo.iota dim = 0 : tensor<6xi32>
    %18 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %19 = stablehlo.compare  LE, %17, %18,  SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %20 = stablehlo.broadcast_in_dim %19, dims = [2] : (tensor<6xi1>) -> tensor<2x2x6xi1>
    %cst_1 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %21 = call @_where(%20, %16, %cst_1) : (tensor<2x2x6xi1>, tensor<2x2x6xf32>, tensor<f32>) -> tensor<2x2x6xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_2) applies stablehlo.maximum across dimensions = [2] : (tensor<2x2x6xf32>, tensor<f32>) -> tensor<2x2xf32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %24 = stablehlo.maximum %23, %22 : tensor<2x2xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x6xf32>
    %27 = stablehlo.subtract %21, %26 : tensor<2x2x6xf32>
    %28 = stablehlo.exponential %27 : tensor<2x2x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<2x2x6xf32>, tensor<f32>) -> tensor<2x2xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x6xf32>
    %32 = stablehlo.divide %28, %31 : tensor<2x2x6xf32>
    %33 = stablehlo.dot_general %32, %13, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x6xf32>, tensor<2x6x2x4xf32>) -> tensor<2x2x4xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %35 = stablehlo.dot_general %34, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %36 = stablehlo.add %arg0, %35 : tensor<2x8xf32>
    %37 = call @rms_norm(%36) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %38 = stablehlo.dot_general %37, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x16xf32>) -> tensor<2x16xf32>
    %39 = call @silu(%38) : (tensor<2x16xf32>) -> tensor<2x16xf32>
    %40 = stablehlo.dot_general %39, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16xf32>, tensor<16x8xf32>) -> tensor<2x8xf32>
    %41 = stablehlo.add %36, %40 : tensor<2x8xf32>
    return %41, %8, %10 : tensor<2x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>
  }
  func.func private @rms_norm(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<2x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<2x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<2x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x8xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<2x8xf32>
    return %9 : tensor<2x8xf32>
  }
  func.func private @_where(%arg0: tensor<2x2x6xi1>, %arg1: tensor<2x2x6xf32>, %arg2: tensor<f32>) -> tensor<2x2x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x2x6xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<2x2x6xi1>, tensor<2x2x6xf32>
    return %1 : tensor<2x2x6xf32>
  }
  func.func private @silu(%arg0: tensor<2x16xf32>) -> tensor<2x16xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x16xf32>
    %1 = stablehlo.exponential %0 : tensor<2x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %3 = stablehlo.add %2, %1 : tensor<2x16xf32>
    %4 = stablehlo.divide %2, %3 : tensor<2x16xf32>
    %5 = stablehlo.multiply %arg0, %4 : tensor<2x16xf32>
    return %5 : tensor<2x16xf32>
  }
}
