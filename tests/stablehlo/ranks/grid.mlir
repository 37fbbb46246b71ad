// SPDX-License-Identifier: Apache-2.0
// A program that 2 replicas of 2 partitions run, in groups of each kind; and all of them side by side.
module @ranks attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  func.func private @program(%x: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>) {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) : (tensor<2xi64>) -> tensor<2xi64>
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.maximum %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) : (tensor<2xi64>) -> tensor<2xi64>
    %2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi64>) -> tensor<4xi64>
    %3 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) : (tensor<2xi64>) -> tensor<1xi64>
    %4 = "stablehlo.all_to_all"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<2xi64>
    %5 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi64>) -> tensor<2xi64>
    %6 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi64>) -> tensor<2xi64>
    %7 = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.multiply %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 0>, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %8 = stablehlo.replica_id : tensor<ui32>
    %9 = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %10 = stablehlo.multiply %8, %two : tensor<ui32>
    %11 = stablehlo.add %10, %9 : tensor<ui32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %11 : tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>
  }
  func.func public @main(%x0_0: tensor<2xi64>, %x0_1: tensor<2xi64>, %x0_2: tensor<2xi64>, %x0_3: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>) {
    %0:36 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3) {programs = [[@program, @program], [@program, @program]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31, %0#32, %0#33, %0#34, %0#35 : tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>
  }
}
