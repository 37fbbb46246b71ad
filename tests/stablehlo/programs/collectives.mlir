// SPDX-License-Identifier: Apache-2.0
// Programs side by side: 2 replicas of 2 partitions, of which process (r, p) begins with 2 r + p + 1 and its tenfold.
module @collectives {
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
  func.func private @sends(%x: tensor<2xi64>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %1 = "stablehlo.outfeed"(%x, %0) <{outfeed_config = ""}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %1 : !stablehlo.token
  }
  func.func private @receives(%t: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %1 = stablehlo.add %0#0, %0#0 : tensor<2xi64>
    return %1, %0#1 : tensor<2xi64>, !stablehlo.token
  }
  func.func public @main() {
    %a = stablehlo.constant dense<[1, 10]> : tensor<2xi64>
    %b = stablehlo.constant dense<[2, 20]> : tensor<2xi64>
    %c = stablehlo.constant dense<[3, 30]> : tensor<2xi64>
    %d = stablehlo.constant dense<[4, 40]> : tensor<2xi64>
    %0:36 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@program, @program], [@program, @program]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<ui32>)
    // (0, 0) and (1, 1)
    check.expect_eq_const %0#0, dense<[4, 40]> : tensor<2xi64>
    check.expect_eq_const %0#1, dense<[4, 40]> : tensor<2xi64>
    check.expect_eq_const %0#2, dense<[3, 30, 1, 10]> : tensor<4xi64>
    check.expect_eq_const %0#3, dense<4> : tensor<1xi64>
    check.expect_eq_const %0#4, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %0#5, dense<[2, 20]> : tensor<2xi64>
    check.expect_eq_const %0#6, dense<[3, 30]> : tensor<2xi64>
    check.expect_eq_const %0#7, dense<0> : tensor<2xi64>
    check.expect_eq_const %0#8, dense<0> : tensor<ui32>
    check.expect_eq_const %0#27, dense<[6, 60]> : tensor<2xi64>
    check.expect_eq_const %0#28, dense<[4, 40]> : tensor<2xi64>
    check.expect_eq_const %0#29, dense<[4, 40, 2, 20]> : tensor<4xi64>
    check.expect_eq_const %0#30, dense<60> : tensor<1xi64>
    check.expect_eq_const %0#31, dense<[30, 40]> : tensor<2xi64>
    check.expect_eq_const %0#32, dense<0> : tensor<2xi64>
    check.expect_eq_const %0#33, dense<[4, 40]> : tensor<2xi64>
    check.expect_eq_const %0#34, dense<[12, 1200]> : tensor<2xi64>
    check.expect_eq_const %0#35, dense<3> : tensor<ui32>
    %t = stablehlo.create_token : !stablehlo.token
    %1:3 = "interpreter.run_parallel"(%t, %c, %t) {programs = [[@receives], [@sends]]} : (!stablehlo.token, tensor<2xi64>, !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token, !stablehlo.token)
    check.expect_eq_const %1#0, dense<[6, 60]> : tensor<2xi64>
    %2 = interpreter.probe %c, probe_id = "c" : tensor<2xi64>
    check.expect_eq %2, %c : tensor<2xi64>
    return
  }
}
