// SPDX-License-Identifier: Apache-2.0
// What is past the range of a small float is its infinity, or NaN where it has none.
module @float8 {
  func.func public @main() {
    %x = stablehlo.constant dense<[1.0, 448.0, 460.0, 1.0e6, -1.0e6, 0.3]> : tensor<6xf32>
    %0 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E4M3FN>
    %1 = stablehlo.convert %0 : (tensor<6xf8E4M3FN>) -> tensor<6xf32>
    "check.expect_eq_const"(%1) {value = dense<[1.0, 448.0, 448.0, 0x7FC00000, 0xFFC00000, 0.3125]> : tensor<6xf32>} : (tensor<6xf32>) -> ()
    %2 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E5M2>
    %3 = stablehlo.convert %2 : (tensor<6xf8E5M2>) -> tensor<6xf32>
    "check.expect_eq_const"(%3) {value = dense<[1.0, 448.0, 448.0, 0x7F800000, 0xFF800000, 0.3125]> : tensor<6xf32>} : (tensor<6xf32>) -> ()
    %4 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E4M3>
    %5 = stablehlo.convert %4 : (tensor<6xf8E4M3>) -> tensor<6xf32>
    "check.expect_eq_const"(%5) {value = dense<[1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0.3125]> : tensor<6xf32>} : (tensor<6xf32>) -> ()
    %6 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E3M4>
    %7 = stablehlo.convert %6 : (tensor<6xf8E3M4>) -> tensor<6xf32>
    "check.expect_eq_const"(%7) {value = dense<[1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0.296875]> : tensor<6xf32>} : (tensor<6xf32>) -> ()
    %8 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E4M3B11FNUZ>
    %9 = stablehlo.convert %8 : (tensor<6xf8E4M3B11FNUZ>) -> tensor<6xf32>
    "check.expect_eq_const"(%9) {value = dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.3125]> : tensor<6xf32>} : (tensor<6xf32>) -> ()
    %c = stablehlo.constant dense<[1.0, -15.5, 0x70]> : tensor<3xf8E3M4>
    %10 = stablehlo.convert %c : (tensor<3xf8E3M4>) -> tensor<3xf32>
    "check.expect_eq_const"(%10) {value = dense<[1.0, -15.5, 0x7F800000]> : tensor<3xf32>} : (tensor<3xf32>) -> ()
    func.return
  }
}
