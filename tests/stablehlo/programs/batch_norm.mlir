// SPDX-License-Identifier: Apache-2.0
// Batch normalization: the specification's examples, and a gradient against finite differences.
func.func public @main() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %y, %mean, %var = "stablehlo.batch_norm_training"(%x, %one, %one) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %y, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %mean, dense<[2.0, 3.0]> : tensor<2xf64>
  check.expect_almost_eq_const %var, dense<1.0> : tensor<2xf64>
  %z = "stablehlo.batch_norm_inference"(%x, %one, %one, %mean, %var) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  check.expect_almost_eq_const %z, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 5.0], [4.0, -1.0]]> : tensor<3x2xf64>
  %g = stablehlo.constant dense<[[0.1, 0.2], [-0.3, 0.5], [0.7, 0.4]]> : tensor<3x2xf64>
  %scale = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf64>
  %m = stablehlo.constant dense<[2.6666666666666665, 2.0]> : tensor<2xf64>
  %v = stablehlo.constant dense<[1.5555555555555554, 6.0]> : tensor<2xf64>
  %ga, %gs, %go = "stablehlo.batch_norm_grad"(%a, %scale, %m, %v, %g) {epsilon = 0.5 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %wa = stablehlo.constant dense<[[0.15834813495235744, -0.03268602251815225], [-0.7012560261390743, 0.017097304085404302], [0.5429078912147499, 0.01558871843598579]]> : tensor<3x2xf64>
  %ws = stablehlo.constant dense<[0.4649905549752771, 0.11766968108291037]> : tensor<2xf64>
  %wo = stablehlo.constant dense<[0.5, 1.1]> : tensor<2xf64>
  "check.expect_almost_eq"(%ga, %wa) {tolerance = 1.0e-8 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  "check.expect_almost_eq"(%gs, %ws) {tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  "check.expect_almost_eq"(%go, %wo) {tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  func.return
}
