@T.prim_func
def elements1(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4), "float16")
    Z = T.match_buffer(var_Z, (4,), "float16")
    Y = T.match_buffer(var_Y, (3, 4), "float16")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements2(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 7), "float16")
    Z = T.match_buffer(var_Z, (7,), "float16")
    Y = T.match_buffer(var_Y, (3, 7), "float16")
    for i in T.parallel(3):
        for j in T.parallel(7):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements3(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float16")
    Z = T.match_buffer(var_Z, (16,), "float16")
    Y = T.match_buffer(var_Y, (3, 16), "float16")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements4(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 33), "float16")
    Z = T.match_buffer(var_Z, (33,), "float16")
    Y = T.match_buffer(var_Y, (3, 33), "float16")
    for i in T.parallel(3):
        for j in T.parallel(33):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements5(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 96), "float16")
    Z = T.match_buffer(var_Z, (96,), "float16")
    Y = T.match_buffer(var_Y, (3, 96), "float16")
    for i in T.parallel(3):
        for j in T.parallel(96):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements6(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float16")
    Z = T.match_buffer(var_Z, (n,), "float16")
    Y = T.match_buffer(var_Y, (3, n), "float16")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements7(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = X[i, j] - Z[j] / T.float16(3.0)

@T.prim_func
def elements8(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.sqrt(T.abs(X[i, j]))

@T.prim_func
def elements9(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.min(X[i, j], -Z[j])

@T.prim_func
def elements10(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.max(T.floor(X[i, j] * T.float16(4.0)), Z[j])

@T.prim_func
def elements11(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Select(X[i, j] < Z[j], X[i, j], Z[j] + T.float16(1.0))

@T.prim_func
def elements12(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.exp(X[i, j]) * T.nearbyint(Z[j])

@T.prim_func
def elements13(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Cast("float16", T.Cast("bfloat16", X[i, j]) + T.Cast("bfloat16", Z[j]))

@T.prim_func
def elements14(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "float16")
    Z = T.match_buffer(var_Z, (37,), "float16")
    Y = T.match_buffer(var_Y, (3, 37), "float16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Cast("float16", T.Cast("int32", X[i, j] * T.float16(7.0)))

@T.prim_func
def elements15(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "float16")
    Z = T.match_buffer(var_Z, (21,), "float16")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.Cast("float32", X[i, j] + Z[j])

@T.prim_func
def elements16(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "float16")
    Z = T.match_buffer(var_Z, (21,), "float16")
    Y = T.match_buffer(var_Y, (3, 21), "int8")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.Cast("int8", T.Cast("float32", X[i, j]) * T.float32(100.0))

@T.prim_func
def elements17(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 19), "float16")
    Z = T.match_buffer(var_Z, (19,), "float16")
    Y = T.match_buffer(var_Y, (3, 19), "float16")
    for i in T.parallel(3):
        for j in T.parallel(19):
            v: T.float16 = X[i, j] + Z[j]
            Y[i, j] = v * v + X[i, j]

@T.prim_func
def matmul18(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (9, 17), "float16")
    B = T.match_buffer(var_B, (17, 40), "float16")
    Z = T.match_buffer(var_Z, (40,), "float16")
    C = T.match_buffer(var_C, (9, 40), "float16")
    for i in T.parallel(9):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(17):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.float16 = T.Cast("float16", acc[()])
            C[i, j] = T.max(v + Z[j], T.float16(0.0))

@T.prim_func
def matmul19(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (9, 17), "float16")
    B = T.match_buffer(var_B, (17, 40), "float16")
    Z = T.match_buffer(var_Z, (40,), "float16")
    C = T.match_buffer(var_C, (9, 40), "float16")
    for i in T.parallel(9):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "float16")
            acc[()] = T.float16(0.0)
            for l in range(17):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            v: T.float16 = acc[()]
            C[i, j] = T.max(v + Z[j], T.float16(0.0))

@T.prim_func
def matmul20(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (5, 8), "float16")
    B = T.match_buffer(var_B, (8, 6), "float16")
    Z = T.match_buffer(var_Z, (6,), "float16")
    C = T.match_buffer(var_C, (5, 6), "float16")
    for i in T.parallel(5):
        for j in T.parallel(6):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(8):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.float16 = T.Cast("float16", acc[()])
            C[i, j] = T.max(v + Z[j], T.float16(0.0))

@T.prim_func
def matmul21(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 8), "float16")
    B = T.match_buffer(var_B, (8, n), "float16")
    Z = T.match_buffer(var_Z, (n,), "float16")
    C = T.match_buffer(var_C, (m, n), "float16")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(8):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.float16 = T.Cast("float16", acc[()])
            C[i, j] = T.max(v + Z[j], T.float16(0.0))

@T.prim_func
def windows22(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "float16")
    W = T.match_buffer(var_W, (3, 3, 24), "float16")
    Y = T.match_buffer(var_Y, (7, 9, 24), "float16")
    for i in T.parallel(7):
        for j in T.parallel(9):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "float16")
                acc[()] = T.float16(0.0)
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 1 + p, i * 1 + p < 8), T.And(1 <= j * 1 + q, j * 1 + q < 10)):
                            acc[()] = acc[()] + X[i * 1 + p - 1, j * 1 + q - 1, k] * W[p, q, k]
                Y[i, j, k] = acc[()]

@T.prim_func
def windows23(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "float16")
    W = T.match_buffer(var_W, (3, 3, 24), "float16")
    Y = T.match_buffer(var_Y, (7, 9, 24), "float16")
    for i in T.parallel(7):
        for j in T.parallel(9):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "float16")
                acc[()] = T.float16("-inf")
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 1 + p, i * 1 + p < 8), T.And(1 <= j * 1 + q, j * 1 + q < 10)):
                            acc[()] = T.max(acc[()], X[i * 1 + p - 1, j * 1 + q - 1, k])
                Y[i, j, k] = acc[()]

@T.prim_func
def windows24(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "float16")
    W = T.match_buffer(var_W, (3, 3, 24), "float16")
    Y = T.match_buffer(var_Y, (4, 5, 24), "float16")
    for i in T.parallel(4):
        for j in T.parallel(5):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "float16")
                acc[()] = T.float16(0.0)
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 2 + p, i * 2 + p < 8), T.And(1 <= j * 2 + q, j * 2 + q < 10)):
                            acc[()] = acc[()] + X[i * 2 + p - 1, j * 2 + q - 1, k] * W[p, q, k]
                Y[i, j, k] = acc[()]

@T.prim_func
def windows25(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "float16")
    W = T.match_buffer(var_W, (3, 3, 24), "float16")
    Y = T.match_buffer(var_Y, (4, 5, 24), "float16")
    for i in T.parallel(4):
        for j in T.parallel(5):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "float16")
                acc[()] = T.float16("-inf")
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 2 + p, i * 2 + p < 8), T.And(1 <= j * 2 + q, j * 2 + q < 10)):
                            acc[()] = T.max(acc[()], X[i * 2 + p - 1, j * 2 + q - 1, k])
                Y[i, j, k] = acc[()]

@T.prim_func
def sums26(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 100), "float16")
    Y = T.match_buffer(var_Y, (5,), "float16")
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0.0)
        for j in range(100):
            acc[()] = acc[()] + T.Cast("float32", X[i, j])
        Y[i] = T.Cast("float16", acc[()])

@T.prim_func
def elements27(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4), "bfloat16")
    Z = T.match_buffer(var_Z, (4,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 4), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements28(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 7), "bfloat16")
    Z = T.match_buffer(var_Z, (7,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 7), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(7):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements29(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "bfloat16")
    Z = T.match_buffer(var_Z, (16,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 16), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements30(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 33), "bfloat16")
    Z = T.match_buffer(var_Z, (33,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 33), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(33):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements31(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 96), "bfloat16")
    Z = T.match_buffer(var_Z, (96,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 96), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(96):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements32(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "bfloat16")
    Z = T.match_buffer(var_Z, (n,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, n), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j] * Z[j] + X[i, j]

@T.prim_func
def elements33(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = X[i, j] - Z[j] / T.bfloat16(3.0)

@T.prim_func
def elements34(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.sqrt(T.abs(X[i, j]))

@T.prim_func
def elements35(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.min(X[i, j], -Z[j])

@T.prim_func
def elements36(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.max(T.floor(X[i, j] * T.bfloat16(4.0)), Z[j])

@T.prim_func
def elements37(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Select(X[i, j] < Z[j], X[i, j], Z[j] + T.bfloat16(1.0))

@T.prim_func
def elements38(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.exp(X[i, j]) * T.nearbyint(Z[j])

@T.prim_func
def elements39(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Cast("bfloat16", T.Cast("float16", X[i, j]) + T.Cast("float16", Z[j]))

@T.prim_func
def elements40(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 37), "bfloat16")
    Z = T.match_buffer(var_Z, (37,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 37), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(37):
            Y[i, j] = T.Cast("bfloat16", T.Cast("int32", X[i, j] * T.bfloat16(7.0)))

@T.prim_func
def elements41(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "bfloat16")
    Z = T.match_buffer(var_Z, (21,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.Cast("float32", X[i, j] + Z[j])

@T.prim_func
def elements42(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "bfloat16")
    Z = T.match_buffer(var_Z, (21,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 21), "int8")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.Cast("int8", T.Cast("float32", X[i, j]) * T.float32(100.0))

@T.prim_func
def elements43(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 19), "bfloat16")
    Z = T.match_buffer(var_Z, (19,), "bfloat16")
    Y = T.match_buffer(var_Y, (3, 19), "bfloat16")
    for i in T.parallel(3):
        for j in T.parallel(19):
            v: T.bfloat16 = X[i, j] + Z[j]
            Y[i, j] = v * v + X[i, j]

@T.prim_func
def matmul44(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (9, 17), "bfloat16")
    B = T.match_buffer(var_B, (17, 40), "bfloat16")
    Z = T.match_buffer(var_Z, (40,), "bfloat16")
    C = T.match_buffer(var_C, (9, 40), "bfloat16")
    for i in T.parallel(9):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(17):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.bfloat16 = T.Cast("bfloat16", acc[()])
            C[i, j] = T.max(v + Z[j], T.bfloat16(0.0))

@T.prim_func
def matmul45(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (9, 17), "bfloat16")
    B = T.match_buffer(var_B, (17, 40), "bfloat16")
    Z = T.match_buffer(var_Z, (40,), "bfloat16")
    C = T.match_buffer(var_C, (9, 40), "bfloat16")
    for i in T.parallel(9):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "bfloat16")
            acc[()] = T.bfloat16(0.0)
            for l in range(17):
                acc[()] = acc[()] + A[i, l] * B[l, j]
            v: T.bfloat16 = acc[()]
            C[i, j] = T.max(v + Z[j], T.bfloat16(0.0))

@T.prim_func
def matmul46(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (5, 8), "bfloat16")
    B = T.match_buffer(var_B, (8, 6), "bfloat16")
    Z = T.match_buffer(var_Z, (6,), "bfloat16")
    C = T.match_buffer(var_C, (5, 6), "bfloat16")
    for i in T.parallel(5):
        for j in T.parallel(6):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(8):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.bfloat16 = T.Cast("bfloat16", acc[()])
            C[i, j] = T.max(v + Z[j], T.bfloat16(0.0))

@T.prim_func
def matmul47(var_A: T.handle, var_B: T.handle, var_Z: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_A, (m, 8), "bfloat16")
    B = T.match_buffer(var_B, (8, n), "bfloat16")
    Z = T.match_buffer(var_Z, (n,), "bfloat16")
    C = T.match_buffer(var_C, (m, n), "bfloat16")
    for i in T.parallel(m):
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for l in range(8):
                acc[()] = acc[()] + T.Cast("float32", A[i, l]) * T.Cast("float32", B[l, j])
            v: T.bfloat16 = T.Cast("bfloat16", acc[()])
            C[i, j] = T.max(v + Z[j], T.bfloat16(0.0))

@T.prim_func
def windows48(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "bfloat16")
    W = T.match_buffer(var_W, (3, 3, 24), "bfloat16")
    Y = T.match_buffer(var_Y, (7, 9, 24), "bfloat16")
    for i in T.parallel(7):
        for j in T.parallel(9):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "bfloat16")
                acc[()] = T.bfloat16(0.0)
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 1 + p, i * 1 + p < 8), T.And(1 <= j * 1 + q, j * 1 + q < 10)):
                            acc[()] = acc[()] + X[i * 1 + p - 1, j * 1 + q - 1, k] * W[p, q, k]
                Y[i, j, k] = acc[()]

@T.prim_func
def windows49(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "bfloat16")
    W = T.match_buffer(var_W, (3, 3, 24), "bfloat16")
    Y = T.match_buffer(var_Y, (7, 9, 24), "bfloat16")
    for i in T.parallel(7):
        for j in T.parallel(9):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "bfloat16")
                acc[()] = T.bfloat16("-inf")
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 1 + p, i * 1 + p < 8), T.And(1 <= j * 1 + q, j * 1 + q < 10)):
                            acc[()] = T.max(acc[()], X[i * 1 + p - 1, j * 1 + q - 1, k])
                Y[i, j, k] = acc[()]

@T.prim_func
def windows50(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "bfloat16")
    W = T.match_buffer(var_W, (3, 3, 24), "bfloat16")
    Y = T.match_buffer(var_Y, (4, 5, 24), "bfloat16")
    for i in T.parallel(4):
        for j in T.parallel(5):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "bfloat16")
                acc[()] = T.bfloat16(0.0)
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 2 + p, i * 2 + p < 8), T.And(1 <= j * 2 + q, j * 2 + q < 10)):
                            acc[()] = acc[()] + X[i * 2 + p - 1, j * 2 + q - 1, k] * W[p, q, k]
                Y[i, j, k] = acc[()]

@T.prim_func
def windows51(var_X: T.handle, var_W: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (7, 9, 24), "bfloat16")
    W = T.match_buffer(var_W, (3, 3, 24), "bfloat16")
    Y = T.match_buffer(var_Y, (4, 5, 24), "bfloat16")
    for i in T.parallel(4):
        for j in T.parallel(5):
            for k in T.parallel(24):
                acc = T.alloc_buffer((), "bfloat16")
                acc[()] = T.bfloat16("-inf")
                for p in range(3):
                    for q in range(3):
                        if T.And(T.And(1 <= i * 2 + p, i * 2 + p < 8), T.And(1 <= j * 2 + q, j * 2 + q < 10)):
                            acc[()] = T.max(acc[()], X[i * 2 + p - 1, j * 2 + q - 1, k])
                Y[i, j, k] = acc[()]

@T.prim_func
def sums52(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 100), "bfloat16")
    Y = T.match_buffer(var_Y, (5,), "bfloat16")
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0.0)
        for j in range(100):
            acc[()] = acc[()] + T.Cast("float32", X[i, j])
        Y[i] = T.Cast("bfloat16", acc[()])

@T.prim_func
def elements53(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 5), "float32")
    Z = T.match_buffer(var_Z, (5,), "float32")
    Y = T.match_buffer(var_Y, (3, 5), "float32")
    for i in T.parallel(3):
        for j in T.parallel(5):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements54(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (16,), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements55(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements56(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements57(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "int32")
    Z = T.match_buffer(var_Z, (45,), "int32")
    Y = T.match_buffer(var_Y, (3, 45), "int32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("int32", T.Cast("int8", X[i, j] * T.int32(77))) + Z[j]

@T.prim_func
def elements58(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            q: T.int8 = T.Cast("int8", X[i, j] * T.float32(50.0))
            Y[i, j] = T.Cast("float32", q) * Z[j]

@T.prim_func
def pool59(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (8, 40), "float32")
    Y = T.match_buffer(var_Y, (4, 40), "float32")
    for i in T.parallel(4):
        for j in T.parallel(40):
            best = T.alloc_buffer((), "float32")
            best[()] = T.float32("-inf")
            for p in range(2):
                best[()] = T.max(best[()], X[i * 2 + p, j])
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int8", best[()] * T.float32(60.0)))) * T.float32(0.5)

@T.prim_func
def elements60(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 5), "float32")
    Z = T.match_buffer(var_Z, (5,), "float32")
    Y = T.match_buffer(var_Y, (3, 5), "float32")
    for i in T.parallel(3):
        for j in T.parallel(5):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements61(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (16,), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements62(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements63(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint8", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements64(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "int32")
    Z = T.match_buffer(var_Z, (45,), "int32")
    Y = T.match_buffer(var_Y, (3, 45), "int32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("int32", T.Cast("uint8", X[i, j] * T.int32(77))) + Z[j]

@T.prim_func
def elements65(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            q: T.uint8 = T.Cast("uint8", X[i, j] * T.float32(50.0))
            Y[i, j] = T.Cast("float32", q) * Z[j]

@T.prim_func
def pool66(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (8, 40), "float32")
    Y = T.match_buffer(var_Y, (4, 40), "float32")
    for i in T.parallel(4):
        for j in T.parallel(40):
            best = T.alloc_buffer((), "float32")
            best[()] = T.float32("-inf")
            for p in range(2):
                best[()] = T.max(best[()], X[i * 2 + p, j])
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint8", best[()] * T.float32(60.0)))) * T.float32(0.5)

@T.prim_func
def elements67(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 5), "float32")
    Z = T.match_buffer(var_Z, (5,), "float32")
    Y = T.match_buffer(var_Y, (3, 5), "float32")
    for i in T.parallel(3):
        for j in T.parallel(5):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements68(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (16,), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements69(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements70(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements71(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "int32")
    Z = T.match_buffer(var_Z, (45,), "int32")
    Y = T.match_buffer(var_Y, (3, 45), "int32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("int32", T.Cast("int16", X[i, j] * T.int32(77))) + Z[j]

@T.prim_func
def elements72(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            q: T.int16 = T.Cast("int16", X[i, j] * T.float32(50.0))
            Y[i, j] = T.Cast("float32", q) * Z[j]

@T.prim_func
def pool73(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (8, 40), "float32")
    Y = T.match_buffer(var_Y, (4, 40), "float32")
    for i in T.parallel(4):
        for j in T.parallel(40):
            best = T.alloc_buffer((), "float32")
            best[()] = T.float32("-inf")
            for p in range(2):
                best[()] = T.max(best[()], X[i * 2 + p, j])
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("int16", best[()] * T.float32(60.0)))) * T.float32(0.5)

@T.prim_func
def elements74(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 5), "float32")
    Z = T.match_buffer(var_Z, (5,), "float32")
    Y = T.match_buffer(var_Y, (3, 5), "float32")
    for i in T.parallel(3):
        for j in T.parallel(5):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements75(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (16,), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements76(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements77(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Z = T.match_buffer(var_Z, (n,), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint16", T.nearbyint(X[i, j] * T.float32(90.0)) + Z[j])) - T.int32(3)) * T.float32(0.25)

@T.prim_func
def elements78(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "int32")
    Z = T.match_buffer(var_Z, (45,), "int32")
    Y = T.match_buffer(var_Y, (3, 45), "int32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            Y[i, j] = T.Cast("int32", T.Cast("uint16", X[i, j] * T.int32(77))) + Z[j]

@T.prim_func
def elements79(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 45), "float32")
    Z = T.match_buffer(var_Z, (45,), "float32")
    Y = T.match_buffer(var_Y, (3, 45), "float32")
    for i in T.parallel(3):
        for j in T.parallel(45):
            q: T.uint16 = T.Cast("uint16", X[i, j] * T.float32(50.0))
            Y[i, j] = T.Cast("float32", q) * Z[j]

@T.prim_func
def pool80(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (8, 40), "float32")
    Y = T.match_buffer(var_Y, (4, 40), "float32")
    for i in T.parallel(4):
        for j in T.parallel(40):
            best = T.alloc_buffer((), "float32")
            best[()] = T.float32("-inf")
            for p in range(2):
                best[()] = T.max(best[()], X[i * 2 + p, j])
            Y[i, j] = T.Cast("float32", T.Cast("int32", T.Cast("uint16", best[()] * T.float32(60.0)))) * T.float32(0.5)

