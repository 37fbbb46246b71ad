// What says where values lie, in both forms, and what a function is exported with: passed over.
#loc1 = loc("x")
module @jit_f attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=1]> loc(#loc1)
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "other"}> : () -> ()
  func.func public @main() {
    %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %y = func.call @f(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    check.expect_eq_const %y, dense<[[2.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>
    func.return
  }
  func.func private @f(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, mhlo.layout_mode = "default"} loc("x"))
      -> (tensor<2x2xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<2x2xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.composite "jax.double" %2 {decomposition = @double} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %3 : tensor<2x2xf32>
  }
  func.func private @double(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x2xf32> loc(#loc1)
    return %0 : tensor<2x2xf32>
  }
}
