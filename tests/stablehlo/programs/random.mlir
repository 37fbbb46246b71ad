// SPDX-License-Identifier: Apache-2.0
// Random bits as XLA gives them. The expected numbers were computed from the definitions of the two generators
// (Salmon et al., 2011), whose words for a counter and a key of zeros are those that the paper's authors give.
module {
func.func public @threefry_64() {
  %s = stablehlo.constant dense<[81985529216486895, 4294967294]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %next, dense<[81985529216486895, 4294967297]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[10372414236116672280, 12562852127794286605, 5932103451041929408]> : tensor<3xui64>
  func.return
}
func.func public @threefry_32() {
  %s = stablehlo.constant dense<[81985529216486895, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 2]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[188576916, 2901984476, 2862930057, 1798685940, 1973758215, 3554510355]> : tensor<6xui32>
  func.return
}
func.func public @threefry_32_odd() {
  %s = stablehlo.constant dense<[81985529216486895, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 14]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[[2963079838, 2105865281, 1822680882, 2755357497, 3356640791], [3039885333, 3989734403, 2516300363, 2731057536, 3933500718], [3928695743, 741696269, 957681320, 1269266626, 1817843789]]> : tensor<3x5xui32>
  func.return
}
func.func public @threefry_32_even() {
  %s = stablehlo.constant dense<[81985529216486895, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2x3xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 14]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[[[2963079838, 1822680882, 3356640791], [2105865281, 2755357497, 544688494]], [[3039885333, 2516300363, 3933500718], [3989734403, 2731057536, 721802571]], [[3928695743, 957681320, 1817843789], [741696269, 1269266626, 574870511]]]> : tensor<3x2x3xui32>
  func.return
}
func.func public @threefry_32_scalar() {
  %s = stablehlo.constant dense<[81985529216486895, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 6]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<2963079838> : tensor<ui32>
  func.return
}
func.func public @threefry_16() {
  %s = stablehlo.constant dense<[81985529216486895, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %next, dense<[81985529216486895, 8]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[670, 62529, 59186, 27449, 17943]> : tensor<5xui16>
  func.return
}
func.func public @threefry_8() {
  %s = stablehlo.constant dense<[81985529216486895, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui8>)
  check.expect_eq_const %next, dense<[81985529216486895, 7]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[[158, 50], [65, 57]]> : tensor<2x2xui8>
  func.return
}
func.func public @philox_zeros() {
  %s = stablehlo.constant dense<[0, 0, 0]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %next, dense<[0, 1, 0]> : tensor<3xui64>
  check.expect_eq_const %bits, dense<[1713891541, 3781805453, 3159862348, 2600524760]> : tensor<4xui32>
  func.return
}
func.func public @philox_32() {
  %s = stablehlo.constant dense<[81985529216486895, 7]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 9]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[[3618103709, 77933012, 2522147117], [4086062539, 944831759, 2682371285]]> : tensor<2x3xui32>
  func.return
}
func.func public @philox_64() {
  %s = stablehlo.constant dense<[81985529216486895, 7]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  check.expect_eq_const %next, dense<[81985529216486895, 10]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[334719741436879261, 17549504976937871661, 11520696945749327119, 1227865886258480193, 7679361278013019986]> : tensor<5xui64>
  func.return
}
func.func public @philox_64_upper() {
  %s = stablehlo.constant dense<[81985529216486895, 18446744073709551614, 9]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui64>)
  check.expect_eq_const %next, dense<[81985529216486895, 1, 10]> : tensor<3xui64>
  check.expect_eq_const %bits, dense<[[16459392994579749232, 11615254081163357140, 9330799919241525253], [1239605467567156938, 622395167807433623, 522910207553760869]]> : tensor<2x3xui64>
  func.return
}
func.func public @philox_carry() {
  %s = stablehlo.constant dense<[81985529216486895, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 2]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[1105943027, 812877280, 1535849353, 2724394620, 1879495268, 3609187550, 989808270, 1085667176, 886725905]> : tensor<9xui32>
  func.return
}
func.func public @philox_16() {
  %s = stablehlo.constant dense<[81985529216486895, 18446744073709551614, 18446744073709551615]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x3xui16>)
  check.expect_eq_const %next, dense<[81985529216486895, 1, 0]> : tensor<3xui64>
  check.expect_eq_const %bits, dense<[[17072, 2714, 6406], [20683, 18203, 59401], [42040, 52671, 8750]]> : tensor<3x3xui16>
  func.return
}
func.func public @philox_scalar() {
  %s = stablehlo.constant dense<[81985529216486895, 1, 2]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 2, 2]> : tensor<3xui64>
  check.expect_eq_const %bits, dense<4284682209> : tensor<ui32>
  func.return
}
func.func public @default_8() {
  %s = stablehlo.constant dense<[81985529216486895, 1]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
  check.expect_eq_const %next, dense<[81985529216486895, 3]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[[202, 140, 107], [254, 178, 126]]> : tensor<2x3xui8>
  func.return
}
func.func public @floats() {
  %s = stablehlo.constant dense<[81985529216486895, 1]> : tensor<2xui64>
  %next, %floats = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
  %bits = stablehlo.bitcast_convert %floats : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %bits, dense<[4114964938, 183489932, 2382597739, 3056646398]> : tensor<4xui32>
  func.return
}
func.func public @nothing() {
  %s = stablehlo.constant dense<[81985529216486895, 1]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  %more, %others = stablehlo.rng_bit_generator %next, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui64>)
  check.expect_eq_const %more, dense<[81985529216486895, 1]> : tensor<2xui64>
  func.return
}
}
