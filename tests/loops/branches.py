@T.prim_func
def pad1(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 4), "float32")
    Y = T.match_buffer(var_Y, (7, 4), "float32")
    for i in T.parallel(7):
        for j in T.parallel(4):
            if T.And(1 <= i, i < 6):
                Y[i, j] = X[i - 1, j] * T.float32(2)
            else:
                Y[i, j] = T.float32(-1)

@T.prim_func
def concat2(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (2, 4), "float32")
    B = T.match_buffer(var_B, (3, 4), "float32")
    C = T.match_buffer(var_C, (4, 4), "float32")
    Y = T.match_buffer(var_Y, (9, 4), "float32")
    for i in T.parallel(9):
        for j in T.parallel(4):
            if i < 2:
                Y[i, j] = A[i, j]
            elif i < 5:
                v: T.float32 = B[i - 2, j] + T.float32(1)
                Y[i, j] = v * v
            else:
                Y[i, j] = C[i - 5, j]

@T.prim_func
def stores3(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 2, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            a: T.float32 = X[i, j, 0] + X[i, j, 3]
            Y[i, 0, j] = a - X[i, j, 1]
            Y[i, 1, j] = T.exp(a) * X[i, j, 2]

@T.prim_func
def places4(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (2, 4), "float32")
    Y = T.match_buffer(var_Y, (4, 4), "float32")
    for i in T.parallel(2):
        for j in T.parallel(4):
            Y[i * 2, j] = X[i, j]
            Y[i * 2 + 1, j] = -X[i, j]

@T.prim_func
def resize5(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (4, 4), "float32")
    Y = T.match_buffer(var_Y, (8, 4), "float32")
    for i in T.parallel(8):
        for j in T.parallel(4):
            x: T.float64 = (T.Cast("float64", i) + T.float64(0.5)) * T.float64(0.5) - T.float64(0.5)
            f: T.float64 = T.floor(x)
            w: T.float32 = T.Cast("float32", x - f)
            at: T.int64 = T.max(0, T.min(T.Cast("int64", f), 3))
            Y[i, j] = X[at, j] * (T.float32(1) - w)

@T.prim_func
def positions6(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.exp(T.Cast("float32", j * 3 + i) * T.float32(-0.125)) + X[i, j]

@T.prim_func
def wide7(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4), "float64")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.tanh(T.Cast("float32", X[i, j] * T.float64(0.5)))

@T.prim_func
def turned8(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (4, 3), "float32")
    Y = T.match_buffer(var_Y, (4, 5, 3), "float32")
    for i in T.parallel(4):
        for j in T.parallel(5):
            for k in T.parallel(3):
                Y[i, j, k] = T.exp(X[i, k] - T.float32(1)) * T.float32(0.5)

@T.prim_func
def again9(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    Z = T.match_buffer(var_Z, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j]
            m: T.bool = Y[i, j] < T.float32(0)
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Select(m, X[i, j], T.float32(1))

@T.prim_func
def again10(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    Z = T.match_buffer(var_Z, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j]
            q: T.int8 = T.Cast("int8", Y[i, j] * T.float32(10))
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Cast("float32", q)

@T.prim_func
def again11(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    Z = T.match_buffer(var_Z, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j]
            d: T.float64 = T.Cast("float64", Y[i, j])
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.exp(T.Cast("float32", d) * T.float32(0.125))

@T.prim_func
def both12(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 4), "float32")
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = X[i, j]
            if i < 1:
                Y[i, j] = Y[i, j] * T.float32(3)
            else:
                Y[i, j] = Y[i, j] - T.float32(3)

@T.prim_func
def named13(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 4), "float32")
    Y = T.match_buffer(var_Y, (4,), "float32")
    for j in T.parallel(4):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.bool = best[()] < X[k, j]
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Select(m, T.Cast("float32", k), at[()])
        Y[j] = at[()]

@T.prim_func
def named14(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 4), "float32")
    Y = T.match_buffer(var_Y, (4,), "float32")
    for j in T.parallel(4):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.int8 = T.Cast("int8", best[()])
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def named15(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 4), "float32")
    Y = T.match_buffer(var_Y, (4,), "float32")
    for j in T.parallel(4):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.float64 = T.Cast("float64", best[()]) * T.float64(2)
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def pad16(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 16), "float32")
    Y = T.match_buffer(var_Y, (7, 16), "float32")
    for i in T.parallel(7):
        for j in T.parallel(16):
            if T.And(1 <= i, i < 6):
                Y[i, j] = X[i - 1, j] * T.float32(2)
            else:
                Y[i, j] = T.float32(-1)

@T.prim_func
def concat17(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (2, 16), "float32")
    B = T.match_buffer(var_B, (3, 16), "float32")
    C = T.match_buffer(var_C, (4, 16), "float32")
    Y = T.match_buffer(var_Y, (9, 16), "float32")
    for i in T.parallel(9):
        for j in T.parallel(16):
            if i < 2:
                Y[i, j] = A[i, j]
            elif i < 5:
                v: T.float32 = B[i - 2, j] + T.float32(1)
                Y[i, j] = v * v
            else:
                Y[i, j] = C[i - 5, j]

@T.prim_func
def stores18(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 2, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            a: T.float32 = X[i, j, 0] + X[i, j, 3]
            Y[i, 0, j] = a - X[i, j, 1]
            Y[i, 1, j] = T.exp(a) * X[i, j, 2]

@T.prim_func
def places19(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (2, 16), "float32")
    Y = T.match_buffer(var_Y, (4, 16), "float32")
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i * 2, j] = X[i, j]
            Y[i * 2 + 1, j] = -X[i, j]

@T.prim_func
def resize20(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (4, 16), "float32")
    Y = T.match_buffer(var_Y, (8, 16), "float32")
    for i in T.parallel(8):
        for j in T.parallel(16):
            x: T.float64 = (T.Cast("float64", i) + T.float64(0.5)) * T.float64(0.5) - T.float64(0.5)
            f: T.float64 = T.floor(x)
            w: T.float32 = T.Cast("float32", x - f)
            at: T.int64 = T.max(0, T.min(T.Cast("int64", f), 3))
            Y[i, j] = X[at, j] * (T.float32(1) - w)

@T.prim_func
def positions21(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.exp(T.Cast("float32", j * 3 + i) * T.float32(-0.125)) + X[i, j]

@T.prim_func
def wide22(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float64")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.tanh(T.Cast("float32", X[i, j] * T.float64(0.5)))

@T.prim_func
def turned23(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (16, 3), "float32")
    Y = T.match_buffer(var_Y, (16, 5, 3), "float32")
    for i in T.parallel(16):
        for j in T.parallel(5):
            for k in T.parallel(3):
                Y[i, j, k] = T.exp(X[i, k] - T.float32(1)) * T.float32(0.5)

@T.prim_func
def again24(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j]
            m: T.bool = Y[i, j] < T.float32(0)
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Select(m, X[i, j], T.float32(1))

@T.prim_func
def again25(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j]
            q: T.int8 = T.Cast("int8", Y[i, j] * T.float32(10))
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Cast("float32", q)

@T.prim_func
def again26(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    Z = T.match_buffer(var_Z, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j]
            d: T.float64 = T.Cast("float64", Y[i, j])
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.exp(T.Cast("float32", d) * T.float32(0.125))

@T.prim_func
def both27(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 16), "float32")
    Y = T.match_buffer(var_Y, (3, 16), "float32")
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = X[i, j]
            if i < 1:
                Y[i, j] = Y[i, j] * T.float32(3)
            else:
                Y[i, j] = Y[i, j] - T.float32(3)

@T.prim_func
def named28(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 16), "float32")
    Y = T.match_buffer(var_Y, (16,), "float32")
    for j in T.parallel(16):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.bool = best[()] < X[k, j]
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Select(m, T.Cast("float32", k), at[()])
        Y[j] = at[()]

@T.prim_func
def named29(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 16), "float32")
    Y = T.match_buffer(var_Y, (16,), "float32")
    for j in T.parallel(16):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.int8 = T.Cast("int8", best[()])
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def named30(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 16), "float32")
    Y = T.match_buffer(var_Y, (16,), "float32")
    for j in T.parallel(16):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.float64 = T.Cast("float64", best[()]) * T.float64(2)
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def pad31(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 21), "float32")
    Y = T.match_buffer(var_Y, (7, 21), "float32")
    for i in T.parallel(7):
        for j in T.parallel(21):
            if T.And(1 <= i, i < 6):
                Y[i, j] = X[i - 1, j] * T.float32(2)
            else:
                Y[i, j] = T.float32(-1)

@T.prim_func
def concat32(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (2, 21), "float32")
    B = T.match_buffer(var_B, (3, 21), "float32")
    C = T.match_buffer(var_C, (4, 21), "float32")
    Y = T.match_buffer(var_Y, (9, 21), "float32")
    for i in T.parallel(9):
        for j in T.parallel(21):
            if i < 2:
                Y[i, j] = A[i, j]
            elif i < 5:
                v: T.float32 = B[i - 2, j] + T.float32(1)
                Y[i, j] = v * v
            else:
                Y[i, j] = C[i - 5, j]

@T.prim_func
def stores33(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 2, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            a: T.float32 = X[i, j, 0] + X[i, j, 3]
            Y[i, 0, j] = a - X[i, j, 1]
            Y[i, 1, j] = T.exp(a) * X[i, j, 2]

@T.prim_func
def places34(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (2, 21), "float32")
    Y = T.match_buffer(var_Y, (4, 21), "float32")
    for i in T.parallel(2):
        for j in T.parallel(21):
            Y[i * 2, j] = X[i, j]
            Y[i * 2 + 1, j] = -X[i, j]

@T.prim_func
def resize35(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (4, 21), "float32")
    Y = T.match_buffer(var_Y, (8, 21), "float32")
    for i in T.parallel(8):
        for j in T.parallel(21):
            x: T.float64 = (T.Cast("float64", i) + T.float64(0.5)) * T.float64(0.5) - T.float64(0.5)
            f: T.float64 = T.floor(x)
            w: T.float32 = T.Cast("float32", x - f)
            at: T.int64 = T.max(0, T.min(T.Cast("int64", f), 3))
            Y[i, j] = X[at, j] * (T.float32(1) - w)

@T.prim_func
def positions36(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "float32")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.exp(T.Cast("float32", j * 3 + i) * T.float32(-0.125)) + X[i, j]

@T.prim_func
def wide37(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "float64")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = T.tanh(T.Cast("float32", X[i, j] * T.float64(0.5)))

@T.prim_func
def turned38(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (21, 3), "float32")
    Y = T.match_buffer(var_Y, (21, 5, 3), "float32")
    for i in T.parallel(21):
        for j in T.parallel(5):
            for k in T.parallel(3):
                Y[i, j, k] = T.exp(X[i, k] - T.float32(1)) * T.float32(0.5)

@T.prim_func
def again39(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 21), "float32")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    Z = T.match_buffer(var_Z, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = X[i, j]
            m: T.bool = Y[i, j] < T.float32(0)
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Select(m, X[i, j], T.float32(1))

@T.prim_func
def again40(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 21), "float32")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    Z = T.match_buffer(var_Z, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = X[i, j]
            q: T.int8 = T.Cast("int8", Y[i, j] * T.float32(10))
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Cast("float32", q)

@T.prim_func
def again41(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 21), "float32")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    Z = T.match_buffer(var_Z, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = X[i, j]
            d: T.float64 = T.Cast("float64", Y[i, j])
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.exp(T.Cast("float32", d) * T.float32(0.125))

@T.prim_func
def both42(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 21), "float32")
    Y = T.match_buffer(var_Y, (3, 21), "float32")
    for i in T.parallel(3):
        for j in T.parallel(21):
            Y[i, j] = X[i, j]
            if i < 1:
                Y[i, j] = Y[i, j] * T.float32(3)
            else:
                Y[i, j] = Y[i, j] - T.float32(3)

@T.prim_func
def named43(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 21), "float32")
    Y = T.match_buffer(var_Y, (21,), "float32")
    for j in T.parallel(21):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.bool = best[()] < X[k, j]
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Select(m, T.Cast("float32", k), at[()])
        Y[j] = at[()]

@T.prim_func
def named44(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 21), "float32")
    Y = T.match_buffer(var_Y, (21,), "float32")
    for j in T.parallel(21):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.int8 = T.Cast("int8", best[()])
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def named45(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 21), "float32")
    Y = T.match_buffer(var_Y, (21,), "float32")
    for j in T.parallel(21):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.float64 = T.Cast("float64", best[()]) * T.float64(2)
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def pad46(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (5, 64), "float32")
    Y = T.match_buffer(var_Y, (7, 64), "float32")
    for i in T.parallel(7):
        for j in T.parallel(64):
            if T.And(1 <= i, i < 6):
                Y[i, j] = X[i - 1, j] * T.float32(2)
            else:
                Y[i, j] = T.float32(-1)

@T.prim_func
def concat47(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    A = T.match_buffer(var_A, (2, 64), "float32")
    B = T.match_buffer(var_B, (3, 64), "float32")
    C = T.match_buffer(var_C, (4, 64), "float32")
    Y = T.match_buffer(var_Y, (9, 64), "float32")
    for i in T.parallel(9):
        for j in T.parallel(64):
            if i < 2:
                Y[i, j] = A[i, j]
            elif i < 5:
                v: T.float32 = B[i - 2, j] + T.float32(1)
                Y[i, j] = v * v
            else:
                Y[i, j] = C[i - 5, j]

@T.prim_func
def stores48(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 64, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 2, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            a: T.float32 = X[i, j, 0] + X[i, j, 3]
            Y[i, 0, j] = a - X[i, j, 1]
            Y[i, 1, j] = T.exp(a) * X[i, j, 2]

@T.prim_func
def places49(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (2, 64), "float32")
    Y = T.match_buffer(var_Y, (4, 64), "float32")
    for i in T.parallel(2):
        for j in T.parallel(64):
            Y[i * 2, j] = X[i, j]
            Y[i * 2 + 1, j] = -X[i, j]

@T.prim_func
def resize50(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (4, 64), "float32")
    Y = T.match_buffer(var_Y, (8, 64), "float32")
    for i in T.parallel(8):
        for j in T.parallel(64):
            x: T.float64 = (T.Cast("float64", i) + T.float64(0.5)) * T.float64(0.5) - T.float64(0.5)
            f: T.float64 = T.floor(x)
            w: T.float32 = T.Cast("float32", x - f)
            at: T.int64 = T.max(0, T.min(T.Cast("int64", f), 3))
            Y[i, j] = X[at, j] * (T.float32(1) - w)

@T.prim_func
def positions51(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 64), "float32")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.exp(T.Cast("float32", j * 3 + i) * T.float32(-0.125)) + X[i, j]

@T.prim_func
def wide52(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 64), "float64")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.tanh(T.Cast("float32", X[i, j] * T.float64(0.5)))

@T.prim_func
def turned53(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (64, 3), "float32")
    Y = T.match_buffer(var_Y, (64, 5, 3), "float32")
    for i in T.parallel(64):
        for j in T.parallel(5):
            for k in T.parallel(3):
                Y[i, j, k] = T.exp(X[i, k] - T.float32(1)) * T.float32(0.5)

@T.prim_func
def again54(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 64), "float32")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    Z = T.match_buffer(var_Z, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = X[i, j]
            m: T.bool = Y[i, j] < T.float32(0)
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Select(m, X[i, j], T.float32(1))

@T.prim_func
def again55(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 64), "float32")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    Z = T.match_buffer(var_Z, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = X[i, j]
            q: T.int8 = T.Cast("int8", Y[i, j] * T.float32(10))
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Cast("float32", q)

@T.prim_func
def again56(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    X = T.match_buffer(var_X, (3, 64), "float32")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    Z = T.match_buffer(var_Z, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = X[i, j]
            d: T.float64 = T.Cast("float64", Y[i, j])
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.exp(T.Cast("float32", d) * T.float32(0.125))

@T.prim_func
def both57(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (3, 64), "float32")
    Y = T.match_buffer(var_Y, (3, 64), "float32")
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = X[i, j]
            if i < 1:
                Y[i, j] = Y[i, j] * T.float32(3)
            else:
                Y[i, j] = Y[i, j] - T.float32(3)

@T.prim_func
def named58(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 64), "float32")
    Y = T.match_buffer(var_Y, (64,), "float32")
    for j in T.parallel(64):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.bool = best[()] < X[k, j]
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Select(m, T.Cast("float32", k), at[()])
        Y[j] = at[()]

@T.prim_func
def named59(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 64), "float32")
    Y = T.match_buffer(var_Y, (64,), "float32")
    for j in T.parallel(64):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.int8 = T.Cast("int8", best[()])
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def named60(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    X = T.match_buffer(var_X, (6, 64), "float32")
    Y = T.match_buffer(var_Y, (64,), "float32")
    for j in T.parallel(64):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.float64 = T.Cast("float64", best[()]) * T.float64(2)
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def pad61(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (5, n), "float32")
    Y = T.match_buffer(var_Y, (7, n), "float32")
    for i in T.parallel(7):
        for j in T.parallel(n):
            if T.And(1 <= i, i < 6):
                Y[i, j] = X[i - 1, j] * T.float32(2)
            else:
                Y[i, j] = T.float32(-1)

@T.prim_func
def concat62(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (2, n), "float32")
    B = T.match_buffer(var_B, (3, n), "float32")
    C = T.match_buffer(var_C, (4, n), "float32")
    Y = T.match_buffer(var_Y, (9, n), "float32")
    for i in T.parallel(9):
        for j in T.parallel(n):
            if i < 2:
                Y[i, j] = A[i, j]
            elif i < 5:
                v: T.float32 = B[i - 2, j] + T.float32(1)
                Y[i, j] = v * v
            else:
                Y[i, j] = C[i - 5, j]

@T.prim_func
def stores63(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n, 4), "float32")
    Y = T.match_buffer(var_Y, (3, 2, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            a: T.float32 = X[i, j, 0] + X[i, j, 3]
            Y[i, 0, j] = a - X[i, j, 1]
            Y[i, 1, j] = T.exp(a) * X[i, j, 2]

@T.prim_func
def places64(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (2, n), "float32")
    Y = T.match_buffer(var_Y, (4, n), "float32")
    for i in T.parallel(2):
        for j in T.parallel(n):
            Y[i * 2, j] = X[i, j]
            Y[i * 2 + 1, j] = -X[i, j]

@T.prim_func
def resize65(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (4, n), "float32")
    Y = T.match_buffer(var_Y, (8, n), "float32")
    for i in T.parallel(8):
        for j in T.parallel(n):
            x: T.float64 = (T.Cast("float64", i) + T.float64(0.5)) * T.float64(0.5) - T.float64(0.5)
            f: T.float64 = T.floor(x)
            w: T.float32 = T.Cast("float32", x - f)
            at: T.int64 = T.max(0, T.min(T.Cast("int64", f), 3))
            Y[i, j] = X[at, j] * (T.float32(1) - w)

@T.prim_func
def positions66(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.exp(T.Cast("float32", j * 3 + i) * T.float32(-0.125)) + X[i, j]

@T.prim_func
def wide67(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float64")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = T.tanh(T.Cast("float32", X[i, j] * T.float64(0.5)))

@T.prim_func
def turned68(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (n, 3), "float32")
    Y = T.match_buffer(var_Y, (n, 5, 3), "float32")
    for i in T.parallel(n):
        for j in T.parallel(5):
            for k in T.parallel(3):
                Y[i, j, k] = T.exp(X[i, k] - T.float32(1)) * T.float32(0.5)

@T.prim_func
def again69(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    Z = T.match_buffer(var_Z, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
            m: T.bool = Y[i, j] < T.float32(0)
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Select(m, X[i, j], T.float32(1))

@T.prim_func
def again70(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    Z = T.match_buffer(var_Z, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
            q: T.int8 = T.Cast("int8", Y[i, j] * T.float32(10))
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.Cast("float32", q)

@T.prim_func
def again71(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    Z = T.match_buffer(var_Z, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
            d: T.float64 = T.Cast("float64", Y[i, j])
            Y[i, j] = Y[i, j] + T.float32(100)
            Z[i, j] = T.exp(T.Cast("float32", d) * T.float32(0.125))

@T.prim_func
def both72(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (3, n), "float32")
    Y = T.match_buffer(var_Y, (3, n), "float32")
    for i in T.parallel(3):
        for j in T.parallel(n):
            Y[i, j] = X[i, j]
            if i < 1:
                Y[i, j] = Y[i, j] * T.float32(3)
            else:
                Y[i, j] = Y[i, j] - T.float32(3)

@T.prim_func
def named73(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (6, n), "float32")
    Y = T.match_buffer(var_Y, (n,), "float32")
    for j in T.parallel(n):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.bool = best[()] < X[k, j]
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Select(m, T.Cast("float32", k), at[()])
        Y[j] = at[()]

@T.prim_func
def named74(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (6, n), "float32")
    Y = T.match_buffer(var_Y, (n,), "float32")
    for j in T.parallel(n):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.int8 = T.Cast("int8", best[()])
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

@T.prim_func
def named75(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (6, n), "float32")
    Y = T.match_buffer(var_Y, (n,), "float32")
    for j in T.parallel(n):
        best = T.alloc_buffer((), "float32")
        at = T.alloc_buffer((), "float32")
        best[()] = T.float32(-5)
        at[()] = T.float32(0)
        for k in range(6):
            m: T.float64 = T.Cast("float64", best[()]) * T.float64(2)
            best[()] = T.max(X[k, j], best[()])
            at[()] = T.Cast("float32", m) + at[()]
        Y[j] = at[()]

