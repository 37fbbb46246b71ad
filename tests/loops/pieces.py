@T.prim_func
def rows1(A: T.Buffer((4096, 16), "float32"), Y: T.Buffer((16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(16):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(4096):
            acc[()] = acc[()] + A[i, j]
        Y[j] = acc[()]

@T.prim_func
def first_value2(A: T.Buffer((4099, 17), "float32"), S: T.Buffer((17,), "float32"), Y: T.Buffer((17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(17):
        acc = T.alloc_buffer((), "float32")
        acc[()] = S[j]
        for i in range(4099):
            acc[()] = acc[()] + A[i, j]
        Y[j] = acc[()]

@T.prim_func
def first_value3(A: T.Buffer((4095, 17), "float32"), S: T.Buffer((17,), "float32"), Y: T.Buffer((17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(17):
        acc = T.alloc_buffer((), "float32")
        acc[()] = S[j]
        for i in range(4095):
            acc[()] = acc[()] + A[i, j]
        Y[j] = acc[()] * T.float32(0.5)

@T.prim_func
def inner_loop4(A: T.Buffer((2, 40, 31, 33), "float32"), Y: T.Buffer((33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(33):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for n in range(2):
            for h in range(40):
                for w in range(31):
                    acc[()] = acc[()] + A[n, h, w, j]
        Y[j] = acc[()]

@T.prim_func
def one_each5(A: T.Buffer((3, 14, 100, 24), "float64"), Y: T.Buffer((24,), "float64")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(24):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(1)
        for n in range(3):
            for h in range(14):
                for w in range(100):
                    acc[()] = acc[()] + A[n, h, w, j]
        Y[j] = acc[()]

@T.prim_func
def extremes6(A: T.Buffer((2048, 40), "float32"), Y: T.Buffer((40,), "float32"), Z: T.Buffer((40,), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(40):
        hi = T.alloc_buffer((), "float32")
        hi[()] = A[0, j]
        lo = T.alloc_buffer((), "float32")
        lo[()] = A[0, j]
        for i in range(2048):
            hi[()] = T.max(hi[()], A[i, j])
            lo[()] = T.min(lo[()], A[i, j])
        Y[j] = hi[()] - lo[()]
        Z[j] = hi[()]

@T.prim_func
def integers7(A: T.Buffer((2048, 32), "int32"), Y: T.Buffer((32,), "int32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(32):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(7)
        for i in range(2048):
            acc[()] = acc[()] + A[i, j] * A[i, j]
        Y[j] = acc[()]

@T.prim_func
def chosen8(A: T.Buffer((4, 24, 24, 48), "float32"), G: T.Buffer((4, 24, 24, 48), "float32"), M: T.Buffer((4, 24, 24, 48), "bool"), S: T.Buffer((4, 1, 1, 48), "float32"), Y: T.Buffer((48,), "float32"), Z: T.Buffer((48,), "float32"), D: T.Buffer((4, 24, 24, 48), "float32")):
    T.func_attr({"num_outputs": 3})
    for j in T.parallel(48):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        acc1 = T.alloc_buffer((), "float32")
        acc1[()] = T.float32(0)
        for n in range(4):
            for h in range(24):
                for w in range(24):
                    v: T.float32 = G[n, h, w, j] * (S[n, 0, 0, j] * T.float32(0.125))
                    v1: T.float32 = T.Select(M[n, h, w, j], v, T.float32(0))
                    D[n, h, w, j] = v1 + v
                    acc[()] = acc[()] + v1
                    acc1[()] = acc1[()] + v1 * (A[n, h, w, j] * T.float32(0.125))
        Y[j] = acc[()]
        Z[j] = acc1[()] - acc[()]

@T.prim_func
def padded9(A: T.Buffer((64, 60, 20), "float32"), Y: T.Buffer((20,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(20):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(64):
            for k in range(64):
                if T.And(2 <= k, k < 62):
                    acc[()] = acc[()] + A[i, k - 2, j]
        Y[j] = acc[()]

@T.prim_func
def two_loops10(A: T.Buffer((2048, 3, 16), "float32"), Y: T.Buffer((3, 16), "float32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for j in T.parallel(16):
            b: T.float32 = A[0, c, j]
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for i in range(2048):
                d: T.float32 = A[i, c, j] - b
                acc[()] = acc[()] + d * d
            Y[c, j] = T.sqrt(acc[()])

@T.prim_func
def any_rows11(var_A: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 128, 64), "float32")
    Y = T.match_buffer(var_Y, (64,), "float32")
    for j in T.parallel(64):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(n):
            for k in range(128):
                acc[()] = acc[()] + A[i, k, j]
        Y[j] = acc[()]

@T.prim_func
def overwritten12(A: T.Buffer((64, 64, 16), "float32"), Y: T.Buffer((16,), "float32"), Z: T.Buffer((64, 16), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(16):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(64):
            for k in range(64):
                Z[k, j] = A[i, k, j]
                acc[()] = acc[()] + A[i, k, j]
        Y[j] = acc[()]

@T.prim_func
def read_back13(A: T.Buffer((4096, 16), "float32"), Y: T.Buffer((16,), "float32"), Z: T.Buffer((4096, 16), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(16):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(4096):
            Z[i, j] = A[i, j]
            if 0 < i:
                acc[()] = acc[()] + Z[i - 1, j]
        Y[j] = acc[()]

@T.prim_func
def overwritten_first_value14(A: T.Buffer((4096, 16), "float32"), Y: T.Buffer((16,), "float32"), Z: T.Buffer((4096, 16), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(16):
        b: T.float32 = Z[0, j]
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.max(T.min(b, T.float32(4)), T.float32(-4))
        for i in range(4096):
            Z[i, j] = A[i, j]
            acc[()] = acc[()] + A[i, j]
        Y[j] = acc[()]
