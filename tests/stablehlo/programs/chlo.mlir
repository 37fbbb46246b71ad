// SPDX-License-Identifier: Apache-2.0
// CHLO's operators that broadcast, and its special functions, against values of mpmath.
func.func public @main() {
  %v1 = stablehlo.constant dense<[[1.00000000000000000e+00], [5.50000000000000000e+00]]> : tensor<2x1xf32>
  %v2 = stablehlo.constant dense<[2.00000000000000000e+00, -3.00000000000000000e+00, 5.00000000000000000e-01]> : tensor<3xf32>
  %v3 = chlo.broadcast_add %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v4 = stablehlo.constant dense<[[3.00000000000000000e+00, -2.00000000000000000e+00, 1.50000000000000000e+00], [7.50000000000000000e+00, 2.50000000000000000e+00, 6.00000000000000000e+00]]> : tensor<2x3xf32>
  check.expect_close %v3, %v4, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v5 = chlo.broadcast_subtract %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v6 = stablehlo.constant dense<[[-1.00000000000000000e+00, 4.00000000000000000e+00, 5.00000000000000000e-01], [3.50000000000000000e+00, 8.50000000000000000e+00, 5.00000000000000000e+00]]> : tensor<2x3xf32>
  check.expect_close %v5, %v6, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v7 = chlo.broadcast_multiply %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v8 = stablehlo.constant dense<[[2.00000000000000000e+00, -3.00000000000000000e+00, 5.00000000000000000e-01], [1.10000000000000000e+01, -1.65000000000000000e+01, 2.75000000000000000e+00]]> : tensor<2x3xf32>
  check.expect_close %v7, %v8, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v9 = chlo.broadcast_divide %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v10 = stablehlo.constant dense<[[5.00000000000000000e-01, -3.33333333333333315e-01, 2.00000000000000000e+00], [2.75000000000000000e+00, -1.83333333333333326e+00, 1.10000000000000000e+01]]> : tensor<2x3xf32>
  check.expect_close %v9, %v10, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v11 = chlo.broadcast_maximum %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v12 = stablehlo.constant dense<[[2.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00], [5.50000000000000000e+00, 5.50000000000000000e+00, 5.50000000000000000e+00]]> : tensor<2x3xf32>
  check.expect_close %v11, %v12, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v13 = chlo.broadcast_minimum %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v14 = stablehlo.constant dense<[[1.00000000000000000e+00, -3.00000000000000000e+00, 5.00000000000000000e-01], [2.00000000000000000e+00, -3.00000000000000000e+00, 5.00000000000000000e-01]]> : tensor<2x3xf32>
  check.expect_close %v13, %v14, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v15 = chlo.broadcast_remainder %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v16 = stablehlo.constant dense<[[1.00000000000000000e+00, 1.00000000000000000e+00, 0.00000000000000000e+00], [1.50000000000000000e+00, 2.50000000000000000e+00, 0.00000000000000000e+00]]> : tensor<2x3xf32>
  check.expect_close %v15, %v16, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v17 = chlo.broadcast_power %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v18 = stablehlo.constant dense<[[1.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00], [3.02500000000000000e+01, 6.01051840721262241e-03, 2.34520787991171487e+00]]> : tensor<2x3xf32>
  check.expect_close %v17, %v18, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v19 = chlo.broadcast_atan2 %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %v20 = stablehlo.constant dense<[[4.63647609000806094e-01, 2.81984209919315099e+00, 1.10714871779409041e+00], [1.22202532321098967e+00, 2.07014304847502650e+00, 1.48013643959415142e+00]]> : tensor<2x3xf32>
  check.expect_close %v19, %v20, max_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>
  %v21 = stablehlo.constant dense<[1.00000000000000000e+01, 2.00000000000000000e+01]> : tensor<2xf32>
  %v22 = stablehlo.constant dense<[[1.00000000000000000e+00, 2.00000000000000000e+00, 3.00000000000000000e+00], [4.00000000000000000e+00, 5.00000000000000000e+00, 6.00000000000000000e+00]]> : tensor<2x3xf32>
  %v23 = chlo.broadcast_add %v22, %v21 {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %v23, dense<[[1.10000000000000000e+01, 1.20000000000000000e+01, 1.30000000000000000e+01], [2.40000000000000000e+01, 2.50000000000000000e+01, 2.60000000000000000e+01]]> : tensor<2x3xf32>
  %v24 = stablehlo.constant dense<[[12], [-7]]> : tensor<2x1xi32>
  %v25 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v26 = chlo.broadcast_and %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v26, dense<[[0, 0, 0], [1, 0, 1]]> : tensor<2x3xi32>
  %v27 = chlo.broadcast_or %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v27, dense<[[13, 14, 15], [-7, -5, -5]]> : tensor<2x3xi32>
  %v28 = chlo.broadcast_xor %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v28, dense<[[13, 14, 15], [-8, -5, -6]]> : tensor<2x3xi32>
  %v29 = chlo.broadcast_shift_left %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v29, dense<[[24, 48, 96], [-14, -28, -56]]> : tensor<2x3xi32>
  %v30 = chlo.broadcast_shift_right_arithmetic %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v30, dense<[[6, 3, 1], [-4, -2, -1]]> : tensor<2x3xi32>
  %v31 = chlo.broadcast_shift_right_logical %v24, %v25 : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v31, dense<[[6, 3, 1], [2147483644, 1073741822, 536870911]]> : tensor<2x3xi32>
  %v32 = "chlo.broadcast_compare"(%v24, %v25) {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  check.expect_eq_const %v32, dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>
  %v33 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %v34 = chlo.broadcast_select %v33, %v24, %v25 : (tensor<3xi1>, tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %v34, dense<[[12, 2, 12], [-7, 2, -7]]> : tensor<2x3xi32>
  %v35 = stablehlo.constant dense<[1.00000000000000000e+00]> : tensor<1xf32>
  %v36 = chlo.broadcast_next_after %v35, %v2 : (tensor<1xf32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %v36, dense<[0x3F800001, 0x3F7FFFFF, 0x3F7FFFFF]> : tensor<3xf32>
  %v37 = "chlo.constant_like"(%v21) {value = 2.5 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %v37, dense<[2.50000000000000000e+00, 2.50000000000000000e+00]> : tensor<2xf32>
  %v38 = chlo.constant dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %v38, dense<[3, 4]> : tensor<2xi32>
  %v39 = stablehlo.constant dense<[2147483647, 3, -5]> : tensor<3xi32>
  %v40 = stablehlo.constant dense<[2147483647, 1073741824, 2147483647]> : tensor<3xi32>
  %v41 = chlo.mulhi %v39, %v40 : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  check.expect_eq_const %v41, dense<[1073741823, 0, -3]> : tensor<3xi32>
  %v42 = stablehlo.constant dense<[4294967295, 3, 4294967290]> : tensor<3xui32>
  %v43 = stablehlo.constant dense<[4294967295, 1073741824, 4294967295]> : tensor<3xui32>
  %v44 = chlo.mulhi %v42, %v43 : tensor<3xui32>, tensor<3xui32> -> tensor<3xui32>
  check.expect_eq_const %v44, dense<[4294967294, 0, 4294967289]> : tensor<3xui32>
  %v45 = stablehlo.constant dense<[9223372036854775807, 3, -5]> : tensor<3xi64>
  %v46 = stablehlo.constant dense<[9223372036854775807, 4611686018427387904, 9223372036854775807]> : tensor<3xi64>
  %v47 = chlo.mulhi %v45, %v46 : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  check.expect_eq_const %v47, dense<[4611686018427387903, 0, -3]> : tensor<3xi64>
  %v48 = stablehlo.constant dense<[18446744073709551615, 3, 18446744073709551610]> : tensor<3xui64>
  %v49 = stablehlo.constant dense<[18446744073709551615, 4611686018427387904, 18446744073709551615]> : tensor<3xui64>
  %v50 = chlo.mulhi %v48, %v49 : tensor<3xui64>, tensor<3xui64> -> tensor<3xui64>
  check.expect_eq_const %v50, dense<[18446744073709551614, 0, 18446744073709551609]> : tensor<3xui64>
  %v51 = stablehlo.constant dense<[127, 3, -5]> : tensor<3xi8>
  %v52 = stablehlo.constant dense<[127, 64, 127]> : tensor<3xi8>
  %v53 = chlo.mulhi %v51, %v52 : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %v53, dense<[63, 0, -3]> : tensor<3xi8>
  %v54 = stablehlo.constant dense<[1.50000000000000000e+00, 2.00000000000000000e+00, 3.00000000000000000e+00, 2.00000000000000000e+00, 7.25000000000000000e+00, 4.00000000000000000e+01]> : tensor<6xf64>
  %v55 = stablehlo.constant dense<[1.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00, -5.00000000000000000e-01, 2.99999999999999989e-01, 2.50000000000000000e+00]> : tensor<6xf64>
  %v56 = chlo.zeta %v54, %v55 : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  %v57 = stablehlo.constant dense<[2.61237534868548815e+00, 1.64493406684822641e+00, 2.02056903159594292e-01, 8.93480220054467900e+00, 6.17847902395198980e+03, 1.20892754663292620e-16]> : tensor<6xf64>
  check.expect_close %v56, %v57, max_ulp_difference = 32 : tensor<6xf64>, tensor<6xf64>
  %v58 = stablehlo.constant dense<[3.00000000000000000e+00]> : tensor<1xf64>
  %v59 = stablehlo.constant dense<[1.00000000000000000e+00, 4.50000000000000000e+00]> : tensor<2xf64>
  %v60 = chlo.broadcast_zeta %v58, %v59 : (tensor<1xf64>, tensor<2xf64>) -> tensor<2xf64>
  %v61 = stablehlo.constant dense<[1.20205690315959424e+00, 3.07784106605138476e-02]> : tensor<2xf64>
  check.expect_close %v60, %v61, max_ulp_difference = 32 : tensor<2xf64>, tensor<2xf64>
  %v62 = stablehlo.constant dense<[1.00000000000000000e+00, 4.00000000000000000e+00]> : tensor<2xf64>
  %v63 = stablehlo.constant dense<[2.00000000000000000e+00, -3.00000000000000000e+00]> : tensor<2xf64>
  %v64 = chlo.zeta %v62, %v63 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_eq_const %v64, dense<[0x7FF0000000000000, 0x7FF0000000000000]> : tensor<2xf64>
  %v65 = stablehlo.constant dense<[0.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00, 3.00000000000000000e+00, 5.00000000000000000e+00]> : tensor<6xf64>
  %v66 = stablehlo.constant dense<[2.50000000000000000e+00, 1.00000000000000000e+00, 5.00000000000000000e-01, 3.25000000000000000e+00, 5.00000000000000000e-01, 6.00000000000000000e+00]> : tensor<6xf64>
  %v67 = chlo.polygamma %v65, %v66 : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  %v68 = stablehlo.constant dense<[7.03156640645243192e-01, 1.64493406684822641e+00, 4.93480220054467900e+00, -1.28156947139115129e-01, 9.74090910340024436e+01, 4.58150963595437867e-03]> : tensor<6xf64>
  check.expect_close %v67, %v68, max_ulp_difference = 256 : tensor<6xf64>, tensor<6xf64>
  %v69 = stablehlo.constant dense<[0.00000000000000000e+00, 1.00000000000000000e+00, 1.00000000000000000e+00, 2.00000000000000000e+00, 3.00000000000000000e+00, 5.00000000000000000e+00]> : tensor<6xf32>
  %v70 = stablehlo.constant dense<[2.50000000000000000e+00, 1.00000000000000000e+00, 5.00000000000000000e-01, 3.25000000000000000e+00, 5.00000000000000000e-01, 6.00000000000000000e+00]> : tensor<6xf32>
  %v71 = chlo.polygamma %v69, %v70 : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  %v72 = stablehlo.constant dense<[7.03156640645243192e-01, 1.64493406684822641e+00, 4.93480220054467900e+00, -1.28156947139115129e-01, 9.74090910340024436e+01, 4.58150963595437867e-03]> : tensor<6xf32>
  check.expect_close %v71, %v72, max_ulp_difference = 1 : tensor<6xf32>, tensor<6xf32>
  %v73 = stablehlo.constant dense<[1.00000000000000000e+00]> : tensor<1xf32>
  %v74 = stablehlo.constant dense<[1.00000000000000000e+00, 4.50000000000000000e+00]> : tensor<2xf32>
  %v75 = chlo.broadcast_polygamma %v73, %v74 : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  %v76 = stablehlo.constant dense<[1.64493406684822641e+00, 2.48725103039010381e-01]> : tensor<2xf32>
  check.expect_close %v75, %v76, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  %v77 = stablehlo.constant dense<[[3.00000000000000000e+00, 1.00000000000000000e+00, 4.00000000000000000e+00, 1.00000000000000000e+00], [2.00000000000000000e+00, 7.00000000000000000e+00, 1.00000000000000000e+00, 8.00000000000000000e+00]]> : tensor<2x4xf32>
  %tv, %ti = chlo.top_k(%v77, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %tv, dense<[[4.00000000000000000e+00, 3.00000000000000000e+00], [8.00000000000000000e+00, 7.00000000000000000e+00]]> : tensor<2x2xf32>
  check.expect_eq_const %ti, dense<[[2, 0], [3, 1]]> : tensor<2x2xi32>
  // As exported modules call them.
  %ev = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %en = stablehlo.custom_call @mhlo.erf(%ev) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2xf64>) -> tensor<2xf64>
  %ew = stablehlo.constant dense<[0.0, 0.84270079294971487]> : tensor<2xf64>
  check.expect_close %en, %ew, max_ulp_difference = 2 : tensor<2xf64>, tensor<2xf64>
  %tx = stablehlo.constant dense<[3, 9, -2, 5]> : tensor<4xi32>
  %tn:2 = stablehlo.custom_call @mhlo.topk(%tx) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %tn#0, dense<[9, 5]> : tensor<2xi32>
  check.expect_eq_const %tn#1, dense<[1, 3]> : tensor<2xi32>
  func.return
}
