// SPDX-License-Identifier: Apache-2.0
// Control, tuples, tokens, calls; what is expected is worked out by hand.
#lower = loc("control")
!pair = tuple<tensor<2xf32>, tensor<i32>>
module @control attributes {mhlo.num_partitions = 1 : i32, stablehlo.version = "1.0.0"} {
  func.func public @main() {
    %x = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
    %i = stablehlo.constant dense<2> : tensor<i32>
    %yes = stablehlo.constant dense<true> : tensor<i1>
    %0 = "stablehlo.if"(%yes) ({
      %a = stablehlo.add %x, %x : tensor<2xf32>
      stablehlo.return %a : tensor<2xf32>
    }, {
      stablehlo.return %x : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    check.expect_eq_const %0, dense<[6.0, -8.0]> : tensor<2xf32>
    %1:2 = "stablehlo.case"(%i) ({
      stablehlo.return %x, %i : tensor<2xf32>, tensor<i32>
    }, {
      stablehlo.return %0, %i : tensor<2xf32>, tensor<i32>
    }, {
      %a = stablehlo.negate %x : tensor<2xf32>
      stablehlo.return %a, %i : tensor<2xf32>, tensor<i32>
    }) : (tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
    check.expect_eq_const %1#0, dense<[-3.0, 4.0]> : tensor<2xf32>
    // What is out of range takes the last branch.
    %far = stablehlo.constant dense<-1> : tensor<i32>
    %2 = "stablehlo.case"(%far) ({
      stablehlo.return %0 : tensor<2xf32>
    }, {
      stablehlo.return %x : tensor<2xf32>
    }) : (tensor<i32>) -> tensor<2xf32>
    check.expect_eq_const %2, dense<[3.0, -4.0]> : tensor<2xf32>

    %3 = stablehlo.tuple %x, %i : !pair
    %4 = stablehlo.get_tuple_element %3[1] : (!pair) -> tensor<i32>
    check.expect_eq_const %4, dense<2> : tensor<i32>
    %5:2 = stablehlo.optimization_barrier %x, %i : tensor<2xf32>, tensor<i32>
    check.expect_eq_const %5#0, dense<[3.0, -4.0]> : tensor<2xf32>
    %6 = stablehlo.create_token : !stablehlo.token
    %7 = stablehlo.after_all %6, %6 : !stablehlo.token
    %8 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32> loc(#lower)
    check.expect_eq_const %8, dense<[6.0, -8.0]> : tensor<2xf32>
    %9 = stablehlo.composite "my.twice" %x {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    check.expect_eq_const %9, dense<[6.0, -8.0]> : tensor<2xf32>
    %10 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%10, %x) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

    // It counts: 1 + 2 + ... while the sum is below 20.
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %11:3 = stablehlo.while(%n = %zero, %sum = %zero, %same = %x) : tensor<i64>, tensor<i64>, tensor<2xf32>
    cond {
      %limit = stablehlo.constant dense<20> : tensor<i64>
      %12 = stablehlo.compare LT, %sum, %limit, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %n, %one : tensor<i64>
      %13 = stablehlo.add %sum, %12 : tensor<i64>
      stablehlo.return %12, %13, %same : tensor<i64>, tensor<i64>, tensor<2xf32>
    }
    check.expect_eq_const %11#0, dense<6> : tensor<i64>
    check.expect_eq_const %11#1, dense<21> : tensor<i64>
    check.expect_eq_const %11#2, dense<[3.0, -4.0]> : tensor<2xf32>
    // Steps of 3 from 1 up to 10, both included: 1, 4, 7, 10.
    %start = stablehlo.constant dense<1> : tensor<i8>
    %14:2 = stablehlo.while(%k = %start, %y = %x) : tensor<i8>, tensor<2xf32>
    cond {
      %limit = stablehlo.constant dense<10> : tensor<i8>
      %15 = stablehlo.compare LE, %k, %limit, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %three = stablehlo.constant dense<3> : tensor<i8>
      %15 = stablehlo.add %three, %k : tensor<i8>
      %16 = stablehlo.add %y, %x : tensor<2xf32>
      stablehlo.return %15, %16 : tensor<i8>, tensor<2xf32>
    }
    check.expect_eq_const %14#0, dense<13> : tensor<i8>
    check.expect_eq_const %14#1, dense<[15.0, -20.0]> : tensor<2xf32>
    // A counter that is past its limit: no step.
    %17 = stablehlo.while(%k = %start) : tensor<i8>
    cond {
      %limit = stablehlo.constant dense<-5> : tensor<i8>
      %15 = stablehlo.compare LT, %k, %limit, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15 = stablehlo.add %k, %start : tensor<i8>
      stablehlo.return %15 : tensor<i8>
    }
    check.expect_eq_const %17, dense<1> : tensor<i8>
    func.return
  }
  func.func private @twice(%arg0: tensor<2xf32> {jax.arg_info = "x", mhlo.sharding = "{replicated}", tf.aliasing_output = 0 : i32} loc("x")) -> (tensor<2xf32> {jax.result_info = "y"}) attributes {sym.kept = unit} {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32> loc(#lower)
    return %0 : tensor<2xf32>
  }
}
