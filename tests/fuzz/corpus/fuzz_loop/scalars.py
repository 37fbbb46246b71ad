@T.prim_func
def reshape(var_x: T.handle, var_y: T.handle, n: T.int64):
    T.func_attr({"num_outputs": 1})
    x = T.match_buffer(var_x, (2 * n, 4), "float32")
    y = T.match_buffer(var_y, (8 * n,), "float32")
    for i in T.parallel(8 * n):
        y[i] = x[i // 4, i % 4]

@T.prim_func
def shift(A: T.Buffer((5,), "int64"), var_B: T.handle, k: T.int64, n: T.int64):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    B = T.match_buffer(var_B, (n, m), "int64")
    for i in T.parallel(n):
        for j in T.vectorized(m):
            B[i, j] = A[T.max(0, T.min(i + j + k, 4))] + k
