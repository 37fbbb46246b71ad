// SPDX-License-Identifier: Apache-2.0
// What probes saw, by their names and in order.
func.func public @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = interpreter.probe %0, probe_id = "x/1" : tensor<2xi32>
  %2 = stablehlo.add %1, %1 : tensor<2xi32>
  %3 = interpreter.probe %2, probe_id = "y" : tensor<2xi32>
  %4 = interpreter.probe %3, probe_id = "x/1" : tensor<2xi32>
  check.expect_serialized_eq %1, probe_id = "x/1" : tensor<2xi32>
  check.expect_serialized_eq %4, probe_id = "x/1", iter = 1 : tensor<2xi32>
  "check.expect_serialized_eq"(%2) <{probe_id = "y", iter = 0 : i32}> : (tensor<2xi32>) -> ()
  // In a loop: powers of 2.
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %5:2 = stablehlo.while(%k = %i, %x = %one) : tensor<i32>, tensor<i32> cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %6 = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  } do {
    %6 = stablehlo.multiply %x, %two : tensor<i32>
    %7 = interpreter.probe %6, probe_id = "loop" : tensor<i32>
    %8 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %8, %7 : tensor<i32>, tensor<i32>
  }
  %four = stablehlo.constant dense<4> : tensor<i32>
  check.expect_serialized_eq %two, probe_id = "loop" : tensor<i32>
  check.expect_serialized_eq %four, probe_id = "loop", iter = 1 : tensor<i32>
  check.expect_serialized_eq %5#1, probe_id = "loop", iter = 2 : tensor<i32>
  func.return
}
