// SPDX-License-Identifier: Apache-2.0
// A program that 4 replicas run, in one group and in others; and all of them side by side.
module @ranks attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func private @program(%x: tensor<4x2xf32>, %p: tensor<3xi1>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>) {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %3 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.minimum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %4 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.or %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<3xi1>) -> tensor<3xi1>
    %5 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.xor %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<3xi1>) -> tensor<3xi1>
    %6 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.and %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<3xi1>) -> tensor<3xi1>
    %7 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
    %8 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
    %9 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<1x2xf32>
    %10 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x1xf32>
    %11 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<1x8xf32>
    %12 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x2xf32>) -> tensor<8x1xf32>
    %13 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [3, 0]]> : tensor<3x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %14 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %15 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %16 = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %17 = stablehlo.replica_id : tensor<ui32>
    %18 = stablehlo.partition_id : tensor<ui32>
    %19 = "stablehlo.async_start"(%x) ({
    ^bb0(%y: tensor<4x2xf32>):
      %t = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x2xf32>) -> tensor<16x2xf32>
      stablehlo.return %t : tensor<16x2xf32>
    }) : (tensor<4x2xf32>) -> !stablehlo.future<tensor<16x2xf32>>
    %20 = "stablehlo.async_done"(%19) : (!stablehlo.future<tensor<16x2xf32>>) -> tensor<16x2xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %20 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>
  }
  func.func public @main(%x0_0: tensor<4x2xf32>, %x0_1: tensor<4x2xf32>, %x0_2: tensor<4x2xf32>, %x0_3: tensor<4x2xf32>, %x1_0: tensor<3xi1>, %x1_1: tensor<3xi1>, %x1_2: tensor<3xi1>, %x1_3: tensor<3xi1>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>) {
    %0:80 = "interpreter.run_parallel"(%x0_0, %x1_0, %x0_1, %x1_1, %x0_2, %x1_2, %x0_3, %x1_3) {programs = [[@program], [@program], [@program], [@program]]} : (tensor<4x2xf32>, tensor<3xi1>, tensor<4x2xf32>, tensor<3xi1>, tensor<4x2xf32>, tensor<3xi1>, tensor<4x2xf32>, tensor<3xi1>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31, %0#32, %0#33, %0#34, %0#35, %0#36, %0#37, %0#38, %0#39, %0#40, %0#41, %0#42, %0#43, %0#44, %0#45, %0#46, %0#47, %0#48, %0#49, %0#50, %0#51, %0#52, %0#53, %0#54, %0#55, %0#56, %0#57, %0#58, %0#59, %0#60, %0#61, %0#62, %0#63, %0#64, %0#65, %0#66, %0#67, %0#68, %0#69, %0#70, %0#71, %0#72, %0#73, %0#74, %0#75, %0#76, %0#77, %0#78, %0#79 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x1xf32>, tensor<1x8xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<ui32>, tensor<ui32>, tensor<16x2xf32>
  }
}
