@T.prim_func
def index(var_A: T.handle, B: T.Buffer((4, 6), "int32"), C: T.Buffer((24,), "int32"), var_D: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    A = T.match_buffer(var_A, (n, n + 1), "int32", strides=(n + 1, 1))
    D = T.match_buffer(var_D, (n * 4, T.max(n - 1, 0)), "int32")
    for i in T.parallel(4):
        for j in T.vectorized(6):
            C[i * 6 + j] = B[i, j] + A[T.min(i, n - 1), T.max(0, j - 3) % n]
    for i in range(n * 4):
        for j in T.vectorized(T.max(n - 1, 0)):
            D[i, j] = A[i // 4, j] - A[i % n, n - j]
    s = T.alloc_buffer((), "int32")
    t = T.alloc_buffer((), "int32")
    s[()] = T.int32(2147483647)
    t[()] = T.int32(1)
    for i in T.serial(24, annotations={"reduce": 16}):
        s[()] = T.min(s[()], C[i])
        if C[i] > T.int32(2):
            t[()] = t[()] * C[23 - i]
    C[0] = s[()] + t[()]
