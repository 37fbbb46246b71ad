// SPDX-License-Identifier: Apache-2.0
// Special functions, against values of Python's math module, sums of series and bisection.
func.func public @main() {
  %erfc_f64_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf64>
  %erfc_f64 = chlo.erfc %erfc_f64_x : tensor<9xf64> -> tensor<9xf64>
  %erfc_f64_y = stablehlo.constant dense<[1.9999998328489421, 1.9229001282564582, 1.4283923550466684, 0.7772974107895215, 0.28884436634648486, 0.04771488023735121, 0.0004069520174449589, 2.1519736712498916e-17, 1.4408661379436945e-54]> : tensor<9xf64>
  "check.expect_almost_eq"(%erfc_f64, %erfc_f64_y) {tolerance = 1.0e-15 : f64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %erfc_f32_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf32>
  %erfc_f32 = chlo.erfc %erfc_f32_x : tensor<9xf32> -> tensor<9xf32>
  %erfc_f32_y = stablehlo.constant dense<[1.9999998807907104, 1.9229000806808472, 1.4283924102783203, 0.7772974371910095, 0.28884437680244446, 0.04771488532423973, 0.00040695202187635005, 2.151973725591623e-17, 0.0]> : tensor<9xf32>
  "check.expect_close"(%erfc_f32, %erfc_f32_y) {max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %lgamma_f64_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf64>
  %lgamma_f64 = chlo.lgamma %lgamma_f64_x : tensor<9xf64> -> tensor<9xf64>
  %lgamma_f64_y = stablehlo.constant dense<[-1.3797399049658248, 1.3664317612369756, 1.3145245899433897, 1.5240638224307843, 0.203280951431295, -0.11961291417237085, 0.2846828704729196, 4.787491742782047, 15.104412573075514]> : tensor<9xf64>
  "check.expect_almost_eq"(%lgamma_f64, %lgamma_f64_y) {tolerance = 2.0e-14 : f64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %lgamma_f32_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf32>
  %lgamma_f32 = chlo.lgamma %lgamma_f32_x : tensor<9xf32> -> tensor<9xf32>
  %lgamma_f32_y = stablehlo.constant dense<[-1.3797398805618286, 1.366431713104248, 1.314524531364441, 1.5240638256072998, 0.2032809555530548, -0.1196129098534584, 0.28468286991119385, 4.787491798400879, 15.104413032531738]> : tensor<9xf32>
  "check.expect_close"(%lgamma_f32, %lgamma_f32_y) {max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %digamma_f64_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf64>
  %digamma_f64 = chlo.digamma %digamma_f64_x : tensor<9xf64> -> tensor<9xf64>
  %digamma_f64_y = stablehlo.constant dense<[-0.8450768588704134, 3.714139120213529, 0.9593807861068094, -5.28903989659219, -1.0858608797864708, -0.0613845445851163, 0.7031566406452437, 1.7061176684318005, 2.3517525890667215]> : tensor<9xf64>
  "check.expect_almost_eq"(%digamma_f64, %digamma_f64_y) {tolerance = 2.0e-13 : f64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %digamma_f32_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0]> : tensor<9xf32>
  %digamma_f32 = chlo.digamma %digamma_f32_x : tensor<9xf32> -> tensor<9xf32>
  %digamma_f32_y = stablehlo.constant dense<[-0.8450775742530823, 3.714139223098755, 0.9593807458877563, -5.289039611816406, -1.0858608484268188, -0.061384569853544235, 0.7031566500663757, 1.7061176300048828, 2.351752519607544]> : tensor<9xf32>
  "check.expect_close"(%digamma_f32, %digamma_f32_y) {max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %bessel_i1e_f64_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0, -20.0, 300.0]> : tensor<11xf64>
  %bessel_i1e_f64 = chlo.bessel_i1e %bessel_i1e_f64_x : tensor<11xf64> -> tensor<11xf64>
  %bessel_i1e_f64_y = stablehlo.constant dense<[-0.18383785802735625, -0.21639174933399208, -0.13676322429582918, 0.08228312352881215, 0.18988779330485503, 0.21850759238977552, 0.20658464953126648, 0.1520514593085059, 0.11605775816989018, -0.08750622218328873, 0.02300412204026893]> : tensor<11xf64>
  "check.expect_almost_eq"(%bessel_i1e_f64, %bessel_i1e_f64_y) {tolerance = 1.0e-15 : f64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  %bessel_i1e_f32_x = stablehlo.constant dense<[-3.7, -1.25, -0.4, 0.2, 0.75, 1.4, 2.5, 6.0, 11.0, -20.0, 300.0]> : tensor<11xf32>
  %bessel_i1e_f32 = chlo.bessel_i1e %bessel_i1e_f32_x : tensor<11xf32> -> tensor<11xf32>
  %bessel_i1e_f32_y = stablehlo.constant dense<[-0.1838378608226776, -0.21639174222946167, -0.13676322996616364, 0.0822831243276596, 0.18988779187202454, 0.2185075879096985, 0.2065846472978592, 0.15205146372318268, 0.11605776101350784, -0.08750621974468231, 0.02300412207841873]> : tensor<11xf32>
  "check.expect_close"(%bessel_i1e_f32, %bessel_i1e_f32_y) {max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %erf_inv_f64_x = stablehlo.constant dense<[-0.999, -0.6, -0.1, 0.0, 0.3, 0.5, 0.9, 0.9999]> : tensor<8xf64>
  %erf_inv_f64 = chlo.erf_inv %erf_inv_f64_x : tensor<8xf64> -> tensor<8xf64>
  %erf_inv_f64_y = stablehlo.constant dense<[-2.3267537655135246, -0.595116081449995, -0.08885599049425769, -4.356110694502799e-60, 0.2724627147267543, 0.47693627620446977, 1.163087153676674, 2.75106390571208]> : tensor<8xf64>
  "check.expect_almost_eq"(%erf_inv_f64, %erf_inv_f64_y) {tolerance = 2.0e-15 : f64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %erf_inv_f32_x = stablehlo.constant dense<[-0.999, -0.6, -0.1, 0.0, 0.3, 0.5, 0.9, 0.9999]> : tensor<8xf32>
  %erf_inv_f32 = chlo.erf_inv %erf_inv_f32_x : tensor<8xf32> -> tensor<8xf32>
  %erf_inv_f32_y = stablehlo.constant dense<[-2.326756238937378, -0.595116138458252, -0.08885598927736282, -0.0, 0.27246272563934326, 0.4769362807273865, 1.1630871295928955, 2.751035451889038]> : tensor<8xf32>
  "check.expect_close"(%erf_inv_f32, %erf_inv_f32_y) {max_ulp_difference = 1 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %e = stablehlo.constant dense<[5.0, 9.0, 26.0]> : tensor<3xf64>
  %ey = chlo.erfc %e : tensor<3xf64> -> tensor<3xf64>
  %ew = stablehlo.constant dense<[1.5374597944280351e-12, 4.13703174651381e-37, 5.663192408856143e-296]> : tensor<3xf64>
  "check.expect_close"(%ey, %ew) {max_ulp_difference = 12 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  func.return
}
