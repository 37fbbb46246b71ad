@T.prim_func
def elements1(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j] * Z[j]

@T.prim_func
def elements2(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (5, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (5, n), "float32")
    for i in T.parallel(5):
        for j in T.parallel(n):
            Y[i, j] = T.max(X[i, j] + Z[j], T.float32(0))

@T.prim_func
def elements3(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = T.exp(X[i, j]) + Z[j]

@T.prim_func
def elements4(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            v: T.float32 = X[i, j] - Z[j]
            Y[i, j] = v * T.tanh(v)

@T.prim_func
def elements5(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = T.Select(X[i, j] < Z[j], X[i, j] * T.float32(0.01), Z[j])

@T.prim_func
def elements6(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float64")
    Z = T.match_buffer(var_Z, (n,), "float64")
    Y = T.match_buffer(var_Y, (m, n), "float64")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j] / Z[j]

@T.prim_func
def elements7(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "int32")
    Z = T.match_buffer(var_Z, (n,), "int32")
    Y = T.match_buffer(var_Y, (m, n), "int32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j] * Z[j] + T.int32(1)

@T.prim_func
def elements8(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "int8")
    Z = T.match_buffer(var_Z, (n,), "int32")
    Y = T.match_buffer(var_Y, (m, n), "int32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("int32", X[i, j]) * Z[j]

@T.prim_func
def elements9(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "uint8")
    Z = T.match_buffer(var_Z, (n,), "int32")
    Y = T.match_buffer(var_Y, (m, n), "uint8")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("uint8", T.Cast("int32", X[i, j]) + Z[j])

@T.prim_func
def elements10(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, n - 1 - j] + Z[j]

@T.prim_func
def elements11(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j // 2] + Z[j]

@T.prim_func
def in_place12(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = Y[i, j] * X[i, j] + T.float32(1)

@T.prim_func
def in_place13(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = T.sqrt(Y[i, j]) - Y[i, j]

@T.prim_func
def halves14(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (n,), "float32")
    Y = T.match_buffer(var_Y, (n,), "float32")
    for j in T.parallel(n // 2):
        Y[j] = X[j + n // 2] * X[j]
    for j in T.parallel(n - n // 2):
        Y[j + n // 2] = X[j]

@T.prim_func
def joined15(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Z = T.match_buffer(var_Z, (m, n), "float32")
    Y = T.match_buffer(var_Y, (m, n * 2), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
        for j in T.parallel(n):
            Y[i, j + n] = Z[i, j] * T.float32(2)

@T.prim_func
def turned16(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (n, m), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            Y[i, j] = X[j, i]

@T.prim_func
def matmul17(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    k = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, k), "float32")
    B = T.match_buffer(var_B, (k, n), "float32")
    C = T.match_buffer(var_C, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for l in range(k):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul18(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (7, 9), "float32")
    B = T.match_buffer(var_B, (9, n), "float32")
    C = T.match_buffer(var_C, (7, n), "float32")
    for i in T.parallel(7):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for l in range(9):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul19(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 8), "float32")
    B = T.match_buffer(var_B, (8, n), "float32")
    C = T.match_buffer(var_C, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for l in range(8):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            C[i, j] = T.max(acc[()], T.float32(0)) * T.tanh(acc[()])

@T.prim_func
def matmul20(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 5), "float32")
    B = T.match_buffer(var_B, (n, 5), "float32")
    C = T.match_buffer(var_C, (m, n), "float32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for l in range(5):
                acc[()] = acc[()] + A[i, l] * B[j, l]
            C[i, j] = acc[()]

@T.prim_func
def matmul21(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    k = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (3, k), "float32")
    B = T.match_buffer(var_B, (n, k), "float32")
    C = T.match_buffer(var_C, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for l in range(k):
                acc[()] = acc[()] + A[i, l] * B[j, l]
            C[i, j] = acc[()]

@T.prim_func
def matmul22(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 6), "float64")
    B = T.match_buffer(var_B, (6, n), "float64")
    C = T.match_buffer(var_C, (m, n), "float64")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for l in range(6):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul23(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 6), "int32")
    B = T.match_buffer(var_B, (6, n), "int32")
    C = T.match_buffer(var_C, (m, n), "int32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for l in range(6):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul24(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 6), "int32")
    B = T.match_buffer(var_B, (6, n), "int8")
    C = T.match_buffer(var_C, (m, n), "int32")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for l in range(6):
                acc[()] = acc[()] + A[i, l] * T.Cast("int32", B[l, j])
            C[i, j] = acc[()]

@T.prim_func
def conv25(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(3):
                            for s in range(3):
                                if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < h), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 1 - 1 + r, q * 1 - 1 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise26(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < h), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 1 - 1 + r, q * 1 - 1 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool27(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 6), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 1 - 1 + r, q * 1 - 1 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv28(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -3) // 1 + 1, (w + -3) // 1 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -3) // 1 + 1):
                for q in T.parallel((w + -3) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(3):
                            for s in range(3):
                                if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < h), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 1 - 0 + r, q * 1 - 0 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise29(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -3) // 1 + 1, (w + -3) // 1 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -3) // 1 + 1):
                for q in T.parallel((w + -3) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < h), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 1 - 0 + r, q * 1 - 0 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool30(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -3) // 1 + 1, (w + -3) // 1 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -3) // 1 + 1):
                for q in T.parallel((w + -3) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < 6), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 1 - 0 + r, q * 1 - 0 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv31(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(3):
                            for s in range(3):
                                if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < h), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 2 - 1 + r, q * 2 - 1 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise32(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < h), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 2 - 1 + r, q * 2 - 1 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool33(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(3):
                        for s in range(3):
                            if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < 6), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 2 - 1 + r, q * 2 - 1 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv34(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 1, 1), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(1):
                            for s in range(1):
                                if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < h), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 1 - 0 + r, q * 1 - 0 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise35(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 1, 1), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(1):
                        for s in range(1):
                            if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < h), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 1 - 0 + r, q * 1 - 0 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool36(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(1):
                        for s in range(1):
                            if T.And(T.And(0 <= p * 1 - 0 + r, p * 1 - 0 + r < 6), T.And(0 <= q * 1 - 0 + s, q * 1 - 0 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 1 - 0 + r, q * 1 - 0 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv37(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 5, 5), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(5):
                            for s in range(5):
                                if T.And(T.And(0 <= p * 2 - 2 + r, p * 2 - 2 + r < h), T.And(0 <= q * 2 - 2 + s, q * 2 - 2 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 2 - 2 + r, q * 2 - 2 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise38(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 5, 5), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(5):
                        for s in range(5):
                            if T.And(T.And(0 <= p * 2 - 2 + r, p * 2 - 2 + r < h), T.And(0 <= q * 2 - 2 + s, q * 2 - 2 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 2 - 2 + r, q * 2 - 2 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool39(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -1) // 2 + 1, (w + -1) // 2 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -1) // 2 + 1):
                for q in T.parallel((w + -1) // 2 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(5):
                        for s in range(5):
                            if T.And(T.And(0 <= p * 2 - 2 + r, p * 2 - 2 + r < 6), T.And(0 <= q * 2 - 2 + s, q * 2 - 2 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 2 - 2 + r, q * 2 - 2 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv40(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (5, 3, 5, 5), "float32")
    Y = T.match_buffer(var_Y, (1, 5, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(1):
        for c in T.parallel(5):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(5):
                            for s in range(5):
                                if T.And(T.And(0 <= p * 1 - 2 + r, p * 1 - 2 + r < h), T.And(0 <= q * 1 - 2 + s, q * 1 - 2 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 1 - 2 + r, q * 1 - 2 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def depthwise41(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    b_1 = T.int64()
    h = T.int64()
    w = T.int64()
    X = T.match_buffer(var_X, (b_1, 3, h, w), "float32")
    W = T.match_buffer(var_W, (3, 5, 5), "float32")
    Y = T.match_buffer(var_Y, (b_1, 3, (h + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(b_1):
        for c in T.parallel(3):
            for p in T.parallel((h + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(5):
                        for s in range(5):
                            if T.And(T.And(0 <= p * 1 - 2 + r, p * 1 - 2 + r < h), T.And(0 <= q * 1 - 2 + s, q * 1 - 2 + s < w)):
                                acc[()] = acc[()] + X[b, c, p * 1 - 2 + r, q * 1 - 2 + s] * W[c, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def pool42(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 6, w), "float32")
    Y = T.match_buffer(var_Y, (2, 3, (6 + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(3):
            for p in T.parallel((6 + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for r in range(5):
                        for s in range(5):
                            if T.And(T.And(0 <= p * 1 - 2 + r, p * 1 - 2 + r < 6), T.And(0 <= q * 1 - 2 + s, q * 1 - 2 + s < w)):
                                acc[()] = T.max(acc[()], X[b, c, p * 1 - 2 + r, q * 1 - 2 + s])
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv43(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    w = T.int64()
    X = T.match_buffer(var_X, (2, 3, 7, w), "float32")
    W = T.match_buffer(var_W, (4, 3, 3, 3), "float32")
    Y = T.match_buffer(var_Y, (2, 4, (7 + -1) // 1 + 1, (w + -1) // 1 + 1), "float32")
    for b in T.parallel(2):
        for c in T.parallel(4):
            for p in T.parallel((7 + -1) // 1 + 1):
                for q in T.parallel((w + -1) // 1 + 1):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for r in range(3):
                            for s in range(3):
                                if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 7), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < w)):
                                    acc[()] = acc[()] + X[b, k, p * 1 - 1 + r, q * 1 - 1 + s] * W[c, k, r, s]
                    Y[b, c, p, q] = T.max(acc[()], T.float32(0))

@T.prim_func
def softmax44(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Y = T.match_buffer(var_Y, (m, n), "float32")
    for i in T.parallel(m):
        top = T.alloc_buffer((), "float32")
        top[()] = T.float32("-inf")
        for k in range(n):
            top[()] = T.max(top[()], X[i, k])
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(n):
            sum[()] = sum[()] + T.exp(X[i, k] - top[()])
        for j in T.parallel(n):
            Y[i, j] = T.exp(X[i, j] - top[()]) / sum[()]

@T.prim_func
def softmax45(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (6, n), "float32")
    Y = T.match_buffer(var_Y, (6, n), "float32")
    for i in T.parallel(6):
        top = T.alloc_buffer((), "float32")
        top[()] = T.float32("-inf")
        for k in range(n):
            top[()] = T.max(top[()], X[i, k])
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(n):
            sum[()] = sum[()] + T.exp(X[i, k] - top[()])
        for j in T.parallel(n):
            Y[i, j] = T.exp(X[i, j] - top[()]) / sum[()]

@T.prim_func
def columns46(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "float32")
    Y = T.match_buffer(var_Y, (n,), "float32")
    for j in T.parallel(n):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(m):
            acc[()] = acc[()] + X[i, j]
        Y[j] = acc[()]

@T.prim_func
def columns47(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (9, n), "float64")
    Y = T.match_buffer(var_Y, (n,), "float64")
    for j in T.parallel(n):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for i in range(9):
            acc[()] = acc[()] + X[i, j]
        Y[j] = acc[()]

@T.prim_func
def columns48(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    X = T.match_buffer(var_X, (m, n), "int32")
    Y = T.match_buffer(var_Y, (n,), "int32")
    for j in T.parallel(n):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for i in range(m):
            acc[()] = acc[()] + X[i, j]
        Y[j] = acc[()]

