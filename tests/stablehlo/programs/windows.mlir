// SPDX-License-Identifier: Apache-2.0
// Reductions, windows, sorting and places; what is expected is worked out by hand.
func.func public @main() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 2.0, 0.0], [7.0, -3.0, 4.0, 8.0], [6.0, 9.0, -1.0, 3.0]]> : tensor<3x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  // A pool with padding on one side.
  %0 = "stablehlo.reduce_window"(%x, %least) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[7.0, 8.0], [9.0, 3.0]]> : tensor<2x2xf32>
  // Dilated windows, then negative padding.
  %1 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<1x2xf32>
  check.expect_eq_const %1, dense<[[8.0, 17.0]]> : tensor<1x2xf32>
  %2 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[-1, 0], [0, -1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<1x1xf32>
  check.expect_eq_const %2, dense<22.0> : tensor<1x1xf32>
  // Running sums and products, forward and backward.
  %3 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %3, dense<[[1.0, 6.0, 8.0, 8.0], [7.0, 4.0, 8.0, 16.0], [6.0, 15.0, 14.0, 17.0]]> : tensor<3x4xf32>
  %4 = "stablehlo.reduce_window"(%x, %one) <{padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %b, %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %4, dense<[[42.0, -135.0, -8.0, 0.0], [42.0, -27.0, -4.0, 24.0], [6.0, 9.0, -1.0, 3.0]]> : tensor<3x4xf32>
  // An initial value that counts in each window, a base dilation, and a body that is no one operation.
  %5 = "stablehlo.reduce_window"(%x, %two) <{base_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<1x2xf32>
  check.expect_eq_const %5, dense<[[22.0, 13.0]]> : tensor<1x2xf32>
  %6 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sq = stablehlo.multiply %b, %b : tensor<f32>
    %m = stablehlo.add %a, %sq : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<1x4xf32>
  check.expect_eq_const %6, dense<[[86.0, 115.0, 21.0, 73.0]]> : tensor<1x4xf32>
  // The gradient of a pool, and the same with a smallest element.
  %source = stablehlo.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
  %7 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %7, dense<[[0.0, 20.0, 0.0, 0.0], [10.0, 0.0, 0.0, 90.0], [0.0, 90.0, 0.0, 0.0]]> : tensor<3x4xf32>
  %8 = "stablehlo.select_and_scatter"(%x, %source, %one) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %8, dense<[[1.0, 1.0, 1.0, 31.0], [1.0, 121.0, 1.0, 1.0], [1.0, 1.0, 61.0, 1.0]]> : tensor<3x4xf32>
  // Several operands reduced at once: the greatest and its place.
  %at = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %9:2 = stablehlo.reduce(%x init: %least), (%at init: %none) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>)  {
    %10 = stablehlo.compare GT, %b, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %11 = stablehlo.select %10, %b, %a : tensor<i1>, tensor<f32>
    %12 = stablehlo.select %10, %d, %c : tensor<i1>, tensor<i32>
    stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %9#0, dense<[5.0, 8.0, 9.0]> : tensor<3xf32>
  check.expect_eq_const %9#1, dense<[1, 3, 1]> : tensor<3xi32>
  %13 = stablehlo.reduce(%x init: %two) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %13, dense<43.0> : tensor<f32>
  // Sorting by the second operand, downward; then by a comparator of several operations.
  %14:2 = "stablehlo.sort"(%at, %x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare GT, %c, %d, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x4xi32>, tensor<3x4xf32>) -> (tensor<3x4xi32>, tensor<3x4xf32>)
  check.expect_eq_const %14#0, dense<[[1, 2, 0, 3], [3, 0, 2, 1], [1, 0, 3, 2]]> : tensor<3x4xi32>
  check.expect_eq_const %14#1, dense<[[5.0, 2.0, 1.0, 0.0], [8.0, 7.0, 4.0, -3.0], [9.0, 6.0, 3.0, -1.0]]> : tensor<3x4xf32>
  %15 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.abs %a : tensor<f32>
    %q = stablehlo.abs %b : tensor<f32>
    %r = stablehlo.compare LT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %15, dense<[[1.0, -3.0, -1.0, 0.0], [6.0, 5.0, 2.0, 3.0], [7.0, 9.0, 4.0, 8.0]]> : tensor<3x4xf32>
  %16 = "stablehlo.map"(%x, %15) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.multiply %a, %b : tensor<f32>
    %q = stablehlo.subtract %p, %a : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %16, dense<[[0.0, -20.0, -4.0, 0.0], [35.0, -12.0, 4.0, 16.0], [36.0, 72.0, -3.0, 21.0]]> : tensor<3x4xf32>
  // Slices where data say; what does not fit is moved inside.
  %far = stablehlo.constant dense<9> : tensor<i32>
  %17 = stablehlo.dynamic_slice %x, %none, %far, sizes = [2, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  check.expect_eq_const %17, dense<[[2.0, 0.0], [4.0, 8.0]]> : tensor<2x2xf32>
  %18 = stablehlo.dynamic_update_slice %x, %17, %far, %none : (tensor<3x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  check.expect_eq_const %18, dense<[[1.0, 5.0, 2.0, 0.0], [2.0, 0.0, 4.0, 8.0], [4.0, 8.0, -1.0, 3.0]]> : tensor<3x4xf32>
  // gather and scatter with batching dims: element 2, 0, 3 of each row.
  %idx = stablehlo.constant dense<[[2], [0], [3]]> : tensor<3x1xi64>
  %19 = "stablehlo.gather"(%x, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  check.expect_eq_const %19, dense<[2.0, 7.0, 3.0]> : tensor<3xf32>
  %20 = "stablehlo.scatter"(%x, %idx, %19) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %20, dense<[[1.0, 5.0, 4.0, 0.0], [14.0, -3.0, 4.0, 8.0], [6.0, 9.0, -1.0, 6.0]]> : tensor<3x4xf32>
  %21 = "stablehlo.torch_index_select"(%x, %at) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<3x4xi32>) -> tensor<3x3x4xf32>
  %22 = stablehlo.slice %21 [0:3, 1:2, 0:4] : (tensor<3x3x4xf32>) -> tensor<3x1x4xf32>
  %23 = stablehlo.reshape %22 : (tensor<3x1x4xf32>) -> tensor<3x4xf32>
  check.expect_eq %23, %x : tensor<3x4xf32>
  func.return
}
