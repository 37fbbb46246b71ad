// SPDX-License-Identifier: Apache-2.0
// What programs side by side are fed, and what they begin and wait for later.
module @feeds {
  func.func public @fed(%t: !stablehlo.token) -> (tensor<2xi32>, tensor<f32>, tensor<2xi32>, !stablehlo.token) {
    %0:3 = "stablehlo.infeed"(%t) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
    %1:2 = "stablehlo.infeed"(%0#2) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %0#0, %0#1, %1#0, %1#1 : tensor<2xi32>, tensor<f32>, tensor<2xi32>, !stablehlo.token
  }
  func.func public @first() -> (tensor<2xi32>, tensor<f32>) {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %1 = stablehlo.constant dense<0.5> : tensor<f32>
    return %0, %1 : tensor<2xi32>, tensor<f32>
  }
  func.func public @second() -> tensor<2xi32> {
    %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  // Both begin a sum and a slice, and add what each gives; with an argument of the body, and a value from around.
  func.func private @begins(%x: tensor<3xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%arg: tensor<3xi32>):
      %4 = "stablehlo.all_reduce"(%arg) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<3xi32>) -> tensor<3xi32>
      stablehlo.return %4 : tensor<3xi32>
    }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>
    %1 = "stablehlo.async_start"(%x) ({
      %5 = stablehlo.slice %x [0:2] : (tensor<3xi32>) -> tensor<2xi32>
      stablehlo.return %5 : tensor<2xi32>
    }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
    %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>
    %3 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    %6 = stablehlo.slice %2 [1:3] : (tensor<3xi32>) -> tensor<2xi32>
    %7 = stablehlo.add %6, %3 : tensor<2xi32>
    return %7 : tensor<2xi32>
  }
  func.func public @main() {
    %t = stablehlo.after_all : !stablehlo.token
    %0:4 = "interpreter.run_parallel"(%t) {infeed = ["first", "second"], programs = [["fed"]]} : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, tensor<2xi32>, !stablehlo.token)
    check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %0#1, dense<0.5> : tensor<f32>
    check.expect_eq_const %0#2, dense<[3, 4]> : tensor<2xi32>
    %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    %b = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
    %1:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@begins], [@begins]]} : (tensor<3xi32>, tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %1#0, dense<[23, 35]> : tensor<2xi32>
    check.expect_eq_const %1#1, dense<[32, 53]> : tensor<2xi32>
    func.return
  }
}
