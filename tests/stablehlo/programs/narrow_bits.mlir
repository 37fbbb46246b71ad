// SPDX-License-Identifier: Apache-2.0
// Places that int64 does not hold, and bits of elements narrower than a byte.
func.func @places() {
  %a = stablehlo.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi8>
  %m = stablehlo.constant dense<-5> : tensor<i32>
  %p = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %m, %p, sizes = [1, 2] : (tensor<2x3xi8>, tensor<i32>, tensor<i32>) -> tensor<1x2xi8>
  check.expect_eq_const %r, dense<[[2,3]]> : tensor<1x2xi8>
  %um = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %u0 = stablehlo.constant dense<0> : tensor<ui64>
  %r2 = stablehlo.dynamic_slice %a, %um, %u0, sizes = [1, 2] : (tensor<2x3xi8>, tensor<ui64>, tensor<ui64>) -> tensor<1x2xi8>
  check.expect_eq_const %r2, dense<[[4,5]]> : tensor<1x2xi8>
  %u = stablehlo.dynamic_update_slice %a, %r, %p, %m : (tensor<2x3xi8>, tensor<1x2xi8>, tensor<i32>, tensor<i32>) -> tensor<2x3xi8>
  check.expect_eq_const %u, dense<[[1,2,3],[2,3,6]]> : tensor<2x3xi8>
  func.return
}
// -----
func.func @gather_beyond() {
  %gi = stablehlo.constant dense<[[18446744073709551615],[1]]> : tensor<2x1xui64>
  %t = stablehlo.constant dense<[10,11,12]> : tensor<3xi32>
  %ga = "stablehlo.gather"(%t, %gi) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<2x1xui64>) -> tensor<2xi32>
  check.expect_eq_const %ga, dense<[12, 11]> : tensor<2xi32>
  func.return
}
// -----
func.func @bt() {
  %a = stablehlo.constant dense<[true,true,false,false,false,false,false,true]> : tensor<8xi1>
  %r = stablehlo.bitcast_convert %a : (tensor<8xi1>) -> tensor<ui8>
  check.expect_eq_const %r, dense<131> : tensor<ui8>
  func.return
}
// -----
func.func @bitsall() {
  %a = stablehlo.constant dense<[0x0123456789ABCDEF, 0x00FEDCBA98765432]> : tensor<2xi64>
  %r = stablehlo.bitcast_convert %a : (tensor<2xi64>) -> tensor<2x16xi4>
  %e = stablehlo.constant dense<[[-1,-2,-3,-4,-5,-6,-7,-8,7,6,5,4,3,2,1,0],[2,3,4,5,6,7,-8,-7,-6,-5,-4,-3,-2,-1,0,0]]> : tensor<2x16xi4>
  check.expect_eq %r, %e : tensor<2x16xi4>
  %back = stablehlo.bitcast_convert %r : (tensor<2x16xi4>) -> tensor<2xi64>
  check.expect_eq %back, %a : tensor<2xi64>
  %b = stablehlo.bitcast_convert %a : (tensor<2xi64>) -> tensor<2x64xi1>
  %bb = stablehlo.bitcast_convert %b : (tensor<2x64xi1>) -> tensor<2xi64>
  check.expect_eq %bb, %a : tensor<2xi64>
  %u = stablehlo.constant dense<[[1, 2],[3, 0]]> : tensor<2x2xui2>
  %v = stablehlo.bitcast_convert %u : (tensor<2x2xui2>) -> tensor<2xi4>
  check.expect_eq_const %v, dense<[-7, 3]> : tensor<2xi4>
  %f = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E5M2>
  %g = stablehlo.bitcast_convert %f : (tensor<2xf8E5M2>) -> tensor<ui16>
  check.expect_eq_const %g, dense<0xC03C> : tensor<ui16>
  %h = stablehlo.bitcast_convert %g : (tensor<ui16>) -> tensor<2xf8E5M2>
  %hf = stablehlo.convert %h : (tensor<2xf8E5M2>) -> tensor<2xf32>
  check.expect_eq_const %hf, dense<[1.0, -2.0]> : tensor<2xf32>
  func.return
}
