// SPDX-License-Identifier: Apache-2.0
// The loss of a small convolutional network and its gradients by the weights, as JAX prints them: windows with their gradient
// by select_and_scatter, a convolution whose weight is a gradient.
#loc = loc("step.py":12:0)
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8x8x3xf32> loc("x"), %arg1: tensor<3x3x3x4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<64x5xf32>, %arg4: tensor<2xi32>) -> (tensor<f32> {jax.result_info = "loss"}, tensor<3x3x3x4xf32>, tensor<4xf32>, tensor<64x5xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32> loc(#loc)
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x8x8x4xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x8x8x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x8x4xf32>
    %5 = stablehlo.maximum %3, %4 : tensor<2x8x8x4xf32>
    %6 = stablehlo.compare  GT, %3, %4,  FLOAT : (tensor<2x8x8x4xf32>, tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xi1>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = "stablehlo.reduce_window"(%5, %cst_0) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %40 = stablehlo.maximum %arg5, %arg6 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) : (tensor<2x8x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    %8 = stablehlo.reshape %7 : (tensor<2x4x4x4xf32>) -> tensor<2x64xf32>
    %9 = stablehlo.dot_general %8, %arg3, contracting_dims = [1] x [0] : (tensor<2x64xf32>, tensor<64x5xf32>) -> tensor<2x5xf32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xf32>) -> tensor<2x5xf32>
    %12 = stablehlo.subtract %9, %11 : tensor<2x5xf32>
    %13 = stablehlo.exponential %12 : tensor<2x5xf32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
    %15 = stablehlo.log %14 : tensor<2xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<2xf32>) -> tensor<2x5xf32>
    %17 = stablehlo.subtract %12, %16 : tensor<2x5xf32>
    %18 = stablehlo.iota dim = 1 : tensor<2x5xi32>
    %19 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<2xi32>) -> tensor<2x5xi32>
    %20 = stablehlo.compare  EQ, %18, %19,  SIGNED : (tensor<2x5xi32>, tensor<2x5xi32>) -> tensor<2x5xi1>
    %21 = stablehlo.convert %20 : (tensor<2x5xi1>) -> tensor<2x5xf32>
    %22 = stablehlo.multiply %17, %21 : tensor<2x5xf32>
    %23 = stablehlo.reduce(%22 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %24 = stablehlo.multiply %23, %cst_1 : tensor<f32>
    %25 = stablehlo.exponential %17 : tensor<2x5xf32>
    %26 = stablehlo.subtract %25, %21 : tensor<2x5xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<2x5xf32>
    %27 = stablehlo.multiply %26, %cst_2 : tensor<2x5xf32>
    %28 = stablehlo.dot_general %8, %27, contracting_dims = [0] x [0] : (tensor<2x64xf32>, tensor<2x5xf32>) -> tensor<64x5xf32>
    %29 = stablehlo.dot_general %27, %arg3, contracting_dims = [1] x [1] : (tensor<2x5xf32>, tensor<64x5xf32>) -> tensor<2x64xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x64xf32>) -> tensor<2x4x4x4xf32>
    %31 = "stablehlo.select_and_scatter"(%5, %30, %cst) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %40 = stablehlo.compare  GE, %arg5, %arg6,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %40 : tensor<i1>
    }, {
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %40 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) : (tensor<2x8x8x4xf32>, tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x8x8x4xf32>
    %32 = stablehlo.select %6, %31, %4 : tensor<2x8x8x4xi1>, tensor<2x8x8x4xf32>
    %33 = stablehlo.reduce(%32 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %34 = stablehlo.convolution(%arg0, %32) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<2x8x8x4xf32>) -> tensor<3x3x3x4xf32>
    return %24, %34, %33, %28 : tensor<f32>, tensor<3x3x3x4xf32>, tensor<4xf32>, tensor<64x5xf32>
  }
}
