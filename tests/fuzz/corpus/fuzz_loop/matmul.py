@T.prim_func
def matmul(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 8), "float32")
    B = T.match_buffer(var_B, (8, 5), "float32", strides=(5, 1))
    C = T.match_buffer(var_C, (n, 5), "float32")
    for i in T.parallel(n):
        for j in range(5):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for k in T.serial(8, annotations={"reduce": 4}):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def f(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4,), "int64")):
    T.func_attr({"num_outputs": 1})
    x: T.int64 = 3 - (1 - C[0]) * 2 // -3
    for i in T.vectorized(4):
        if A[i, i] < T.float32(-1e-10):
            C[i] = -(x + i)
        elif T.isnan(A[i, 0]) == (x < 3):
            C[i] = T.Select(T.And(x <= i, i != 2), T.Cast("int64", A[0, i]), T.reinterpret("int64", T.Cast("float64", A[1, 1])))
        else:
            pass
    while C[0] < 10:
        C[0] = C[0] + 1
