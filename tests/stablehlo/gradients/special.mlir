// SPDX-License-Identifier: Apache-2.0
func.func public @main(%a: tensor<6xf64>) -> tensor<6xf64> {
  %0 = chlo.lgamma %a : tensor<6xf64> -> tensor<6xf64>
  %1 = chlo.digamma %a : tensor<6xf64> -> tensor<6xf64>
  %2 = chlo.erfc %a : tensor<6xf64> -> tensor<6xf64>
  %3 = chlo.bessel_i1e %a : tensor<6xf64> -> tensor<6xf64>
  %t = stablehlo.tanh %a : tensor<6xf64>
  %4 = chlo.erf_inv %t : tensor<6xf64> -> tensor<6xf64>
  %5 = stablehlo.add %0, %1 : tensor<6xf64>
  %6 = stablehlo.add %2, %3 : tensor<6xf64>
  %7 = stablehlo.add %5, %6 : tensor<6xf64>
  %8 = stablehlo.add %7, %4 : tensor<6xf64>
  func.return %8 : tensor<6xf64>
}
