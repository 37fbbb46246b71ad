@T.prim_func
def dtypes(A: T.Buffer((4,), "uint8"), B: T.Buffer((4,), "bool"), C: T.Buffer((4,), "uint64"), D: T.Buffer((), "bfloat16")):
    T.func_attr({"num_outputs": 2})
    x: T.uint64 = T.uint64("18446744073709551615")
    y: T.int8 = T.Cast("int8", A[0]) // T.int8(-3) % T.int8(7)
    z: T.float32 = T.Select(B[0], T.float32("nan"), -T.float32("inf"))
    for i in T.vectorized(4):
        C[i] = T.mulhi(T.Cast("uint64", A[i]), x) - T.shift_left(T.uint64(1), T.shift_right(x, T.uint64(60)))
    w: T.bool = T.And(T.Not(B[1]), T.Or(B[2], T.bitwise_xor(B[3], T.bool(True))))
    if w and not y == T.int8(0) or z >= T.float32(1):
        D[()] = T.Cast("bfloat16", T.nearbyint(T.pow(z, z))) * T.bfloat16(1e-40)
    elif T.isnan(z):
        D[()] = T.reinterpret("bfloat16", T.truncmod(T.int16(-32768), T.Cast("int16", y)))
    else:
        pass
