// SPDX-License-Identifier: Apache-2.0
// What the table of operations refuses, a module each: operations.sh holds that it is refused by its name.
func.func @main(%x: tensor<2xf32>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.complex %x, %x : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.real %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.imag %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main() -> tensor<2xf32> {
  %0 = "stablehlo.infeed"() : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<3xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %n: tensor<1xi64>) -> tensor<2xf32> {
  %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_start"(%x) ({
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_done"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.broadcast_complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = chlo._asin_acos_kernel %0 : tensor<2xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo._asin_acos_kernel %x : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2x3xf32>, %y: tensor<1x3x4xf32>, %n: tensor<1xi64>) -> tensor<2x4xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %n) : (tensor<2x3xf32>, tensor<1x3x4xf32>, tensor<1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// -----
func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  %0:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, is_reverse = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return %0#0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  "check.expect_serialized_eq"(%x) {probe_id = "x", iteration = 1 : i64} : (tensor<2xf32>) -> ()
  return %x : tensor<2xf32>
}
