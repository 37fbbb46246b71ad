// SPDX-License-Identifier: Apache-2.0
// Shapes, products, padding of widths that only a run tells, and literals in all their forms.
module {
  func.func public @main() {
    %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<2x3xi32>) -> tensor<2x2x3xi32>
    check.expect_eq_const %0, dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<2x2x3xi32>
    %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
    check.expect_eq_const %1, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
    %2 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
    %3 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
    check.expect_eq_const %3, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
    %nine = stablehlo.constant dense<9> : tensor<i32>
    %4 = stablehlo.pad %x, %nine, low = [0, -1], high = [1, 2], interior = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x6xi32>
    check.expect_eq_const %4, dense<[[9, 2, 9, 3, 9, 9], [9, 5, 9, 6, 9, 9], [9, 9, 9, 9, 9, 9]]> : tensor<3x6xi32>
    %5 = stablehlo.einsum %x, %1, config = "ab,bc->ca" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
    check.expect_eq_const %5, dense<[[14, 32], [32, 77]]> : tensor<2x2xi32>
    %6 = stablehlo.unary_einsum %x, config = "ab->b" : (tensor<2x3xi32>) -> tensor<3xi32>
    check.expect_eq_const %6, dense<[5, 7, 9]> : tensor<3xi32>
    %7 = stablehlo.dot %x, %1 : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
    check.expect_eq %7, %5 : tensor<2x2xi32>
    // Widths that no constant says: they come out of data.
    %a = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
    %b = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %c = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %8 = func.call @padded(%x, %nine, %a, %b, %c) : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi32>
    %9 = stablehlo.convert %8 : (tensor<?x?xi32>) -> tensor<3x6xi32>
    check.expect_eq_const %9, dense<[[9, 9, 9, 9, 9, 9], [9, 2, 9, 3, 9, 9], [9, 5, 9, 6, 9, 9]]> : tensor<3x6xi32>
    %m = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf64>
    %10 = stablehlo.cholesky %m, lower = true : tensor<2x2xf64>
    check.expect_almost_eq_const %10, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf64>
    %rhs = stablehlo.constant dense<[[2.0], [5.0]]> : tensor<2x1xf64>
    %11 = "stablehlo.triangular_solve"(%10, %rhs) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
    check.expect_almost_eq_const %11, dense<[[1.0], [2.0]]> : tensor<2x1xf64>
    // Literals: hexadecimal bytes, bits, resources, splats, nothing.
    %12 = stablehlo.constant dense<"0x0000803F000000C0"> : tensor<2xf32>
    check.expect_eq_const %12, dense<[1.0, -2.0]> : tensor<2xf32>
    %13 = stablehlo.constant dense_resource<weights> : tensor<2xi32>
    check.expect_eq_const %13, dense<[1, 258]> : tensor<2xi32>
    %14 = stablehlo.constant dense<> : tensor<0x3xf32>
    %15 = stablehlo.constant dense<1.5> : tensor<0x3xf32>
    %16 = stablehlo.concatenate %14, %15, dim = 0 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
    %17 = stablehlo.constant dense<"0x05"> : tensor<3xi1>
    check.expect_eq_const %17, dense<[true, false, true]> : tensor<3xi1>
    %18 = "stablehlo.constant"() <{value = dense<[0x7FC0, 0x3F80]> : tensor<2xbf16>}> : () -> tensor<2xbf16>
    %19 = stablehlo.is_finite %18 : (tensor<2xbf16>) -> tensor<2xi1>
    check.expect_eq_const %19, dense<[false, true]> : tensor<2xi1>
    // The same operation in the generic form, with attributes as version 1.0 wrote them, and later ones.
    %20 = "stablehlo.slice"(%x) {limit_indices = dense<[2, 3]> : tensor<2xi64>, start_indices = dense<[1, 0]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x3xi32>) -> tensor<1x3xi32>
    %21 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<2x3xi32>) -> tensor<1x3xi32>
    check.expect_eq %20, %21 : tensor<1x3xi32>
    func.return
  }
  func.func private @padded(%x: tensor<2x3xi32>, %v: tensor<i32>, %a: tensor<2xi64>, %b: tensor<2xi64>, %c: tensor<2xi64>) -> tensor<?x?xi32> {
    %one = stablehlo.constant dense<1> : tensor<2xi64>
    %low = stablehlo.multiply %a, %one : tensor<2xi64>
    %0 = stablehlo.dynamic_pad %x, %v, %low, %b, %c : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi32>
    return %0 : tensor<?x?xi32>
  }
}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002010000"
    }
  }
#-}
