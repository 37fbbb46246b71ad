@T.prim_func
def matmul1(A: T.Buffer((1, 5,), "float32"), B: T.Buffer((5, 16,), "float32"), C: T.Buffer((1, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul2(A: T.Buffer((3, 7,), "float32"), B: T.Buffer((7, 31,), "float32"), C: T.Buffer((3, 31,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(31):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(7):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul3(A: T.Buffer((4, 8,), "float32"), B: T.Buffer((8, 96,), "float32"), C: T.Buffer((4, 96,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(96):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul4(A: T.Buffer((6, 3,), "float32"), B: T.Buffer((3, 13,), "float32"), C: T.Buffer((6, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(13):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul5(A: T.Buffer((13, 9,), "float32"), B: T.Buffer((9, 55,), "float32"), C: T.Buffer((13, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(13):
        for j in T.parallel(55):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul6(A: T.Buffer((17, 4,), "float32"), B: T.Buffer((4, 27,), "float32"), C: T.Buffer((17, 27,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(17):
        for j in T.parallel(27):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul7(A: T.Buffer((8, 2,), "float32"), B: T.Buffer((2, 7,), "float32"), C: T.Buffer((8, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(8):
        for j in T.parallel(7):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(2):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul8(A: T.Buffer((40, 33,), "float32"), B: T.Buffer((33, 100,), "float32"), C: T.Buffer((40, 100,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(40):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(33):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul9(A: T.Buffer((2, 70,), "float32"), B: T.Buffer((70, 5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(70):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul10(A: T.Buffer((5, 6,), "float64"), B: T.Buffer((6, 9,), "float64"), C: T.Buffer((5, 9,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(9):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for k in range(6):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul11(A: T.Buffer((12, 7,), "float64"), B: T.Buffer((7, 37,), "float64"), C: T.Buffer((12, 37,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(12):
        for j in T.parallel(37):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for k in range(7):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul12(A: T.Buffer((7, 3,), "float64"), B: T.Buffer((3, 4,), "float64"), C: T.Buffer((7, 4,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(4):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul13(A: T.Buffer((9, 20,), "float64"), B: T.Buffer((20, 64,), "float64"), C: T.Buffer((9, 64,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(9):
        for j in T.parallel(64):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for k in range(20):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul14(A: T.Buffer((5, 6,), "float32"), B: T.Buffer((9, 6,), "float32"), C: T.Buffer((5, 9,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(9):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(6):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            C[i, j] = acc[()]

@T.prim_func
def matmul15(A: T.Buffer((33, 7,), "float32"), B: T.Buffer((37, 7,), "float32"), C: T.Buffer((33, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(37):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(7):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            C[i, j] = acc[()]

@T.prim_func
def matmul16(A: T.Buffer((20, 12,), "float32"), B: T.Buffer((40, 12,), "float32"), C: T.Buffer((20, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(12):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            C[i, j] = acc[()]

@T.prim_func
def matmul17(A: T.Buffer((9, 4,), "float32"), B: T.Buffer((12, 4,), "float32"), C: T.Buffer((9, 12,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(9):
        for j in T.parallel(12):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            C[i, j] = acc[()]

@T.prim_func
def matmul18(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (m, 6,), "float32")
    B = T.match_buffer(var_B, (6, 40,), "float32")
    C = T.match_buffer(var_C, (m, 40,), "float32")
    for i in T.parallel(m):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(6):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul19(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (m, 5,), "float32")
    B = T.match_buffer(var_B, (5, 13,), "float32")
    C = T.match_buffer(var_C, (m, 13,), "float32")
    for i in T.parallel(m):
        for j in T.parallel(13):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul20(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    k = T.int64()
    A = T.match_buffer(var_A, (m, k,), "float32")
    B = T.match_buffer(var_B, (k, 24,), "float32")
    C = T.match_buffer(var_C, (m, 24,), "float32")
    for i in T.parallel(m):
        for j in T.parallel(24):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for kk in range(k):
                acc[()] = acc[()] + A[i, kk] * B[kk, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul21(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    k = T.int64()
    A = T.match_buffer(var_A, (7, k,), "float64")
    B = T.match_buffer(var_B, (k, 21,), "float64")
    C = T.match_buffer(var_C, (7, 21,), "float64")
    for i in T.parallel(7):
        for j in T.parallel(21):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for kk in range(k):
                acc[()] = acc[()] + A[i, kk] * B[kk, j]
            C[i, j] = acc[()]

@T.prim_func
def batched22(A: T.Buffer((3, 9, 5,), "float32"), B: T.Buffer((3, 5, 33,), "float32"), C: T.Buffer((3, 9, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for b in T.parallel(3):
        for i in T.parallel(9):
            for j in T.parallel(33):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for k in range(5):
                    acc[()] = acc[()] + A[b, i, k] * B[b, k, j]
                C[b, i, j] = T.max(acc[()], T.float32(0))

@T.prim_func
def batched23(A: T.Buffer((2, 20, 4,), "float32"), B: T.Buffer((2, 4, 12,), "float32"), C: T.Buffer((2, 20, 12,), "float32")):
    T.func_attr({"num_outputs": 1})
    for b in T.parallel(2):
        for i in T.parallel(20):
            for j in T.parallel(12):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for k in range(4):
                    acc[()] = acc[()] + A[b, i, k] * B[b, k, j]
                C[b, i, j] = T.max(acc[()], T.float32(0))

@T.prim_func
def conv24(X: T.Buffer((2, 3, 5, 4,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 4)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv25(X: T.Buffer((2, 4, 4, 4,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv26(X: T.Buffer((2, 3, 7, 4,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(2):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 4)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise27(X: T.Buffer((2, 6, 5, 4,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 4)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max28(X: T.Buffer((2, 3, 7, 4,), "float32"), Y: T.Buffer((2, 3, 4, 2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(2):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 4)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv29(X: T.Buffer((2, 3, 5, 7,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(7):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 7)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv30(X: T.Buffer((2, 4, 4, 7,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(7):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv31(X: T.Buffer((2, 3, 7, 7,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 7)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise32(X: T.Buffer((2, 6, 5, 7,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(7):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max33(X: T.Buffer((2, 3, 7, 7,), "float32"), Y: T.Buffer((2, 3, 4, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 7)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv34(X: T.Buffer((2, 3, 5, 13,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 13)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv35(X: T.Buffer((2, 4, 4, 13,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv36(X: T.Buffer((2, 3, 7, 13,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(7):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 13)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise37(X: T.Buffer((2, 6, 5, 13,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 13)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max38(X: T.Buffer((2, 3, 7, 13,), "float32"), Y: T.Buffer((2, 3, 4, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(7):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 13)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv39(X: T.Buffer((2, 3, 5, 16,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 16)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv40(X: T.Buffer((2, 4, 4, 16,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv41(X: T.Buffer((2, 3, 7, 16,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(8):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 16)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise42(X: T.Buffer((2, 6, 5, 16,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 16)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max43(X: T.Buffer((2, 3, 7, 16,), "float32"), Y: T.Buffer((2, 3, 4, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(8):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 16)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv44(X: T.Buffer((2, 3, 5, 27,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 27,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(27):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 27)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv45(X: T.Buffer((2, 4, 4, 27,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 27,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(27):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv46(X: T.Buffer((2, 3, 7, 27,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 14,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(14):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 27)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise47(X: T.Buffer((2, 6, 5, 27,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 27,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(27):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 27)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max48(X: T.Buffer((2, 3, 7, 27,), "float32"), Y: T.Buffer((2, 3, 4, 14,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(14):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 27)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv49(X: T.Buffer((2, 3, 5, 33,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(33):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 33)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv50(X: T.Buffer((2, 4, 4, 33,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(33):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv51(X: T.Buffer((2, 3, 7, 33,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(17):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 33)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise52(X: T.Buffer((2, 6, 5, 33,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(33):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 33)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max53(X: T.Buffer((2, 3, 7, 33,), "float32"), Y: T.Buffer((2, 3, 4, 17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(17):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 33)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv54(X: T.Buffer((2, 3, 5, 55,), "float32"), W: T.Buffer((10, 3, 3, 3,), "float32"), Y: T.Buffer((2, 10, 5, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(10):
            for i in T.parallel(5):
                for j in T.parallel(55):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 55)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv55(X: T.Buffer((2, 4, 4, 55,), "float32"), W: T.Buffer((9, 4, 1, 1,), "float32"), Y: T.Buffer((2, 9, 4, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(9):
            for i in T.parallel(4):
                for j in T.parallel(55):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(4):
                        for y in range(1):
                            p: T.int64 = i * 1 - 0 + y * 1
                            for z in range(1):
                                q: T.int64 = j * 1 - 0 + z * 1
                                acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv56(X: T.Buffer((2, 3, 7, 55,), "float32"), W: T.Buffer((5, 3, 3, 3,), "float32"), Y: T.Buffer((2, 5, 4, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(5):
            for i in T.parallel(4):
                for j in T.parallel(28):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(3):
                            p: T.int64 = i * 2 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 2 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 55)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise57(X: T.Buffer((2, 6, 5, 55,), "float32"), W: T.Buffer((6, 3, 3,), "float32"), Y: T.Buffer((2, 6, 5, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(6):
            for i in T.parallel(5):
                for j in T.parallel(55):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= q, q < 55)):
                                acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def max58(X: T.Buffer((2, 3, 7, 55,), "float32"), Y: T.Buffer((2, 3, 4, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(3):
            for i in T.parallel(4):
                for j in T.parallel(28):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 7), T.And(0 <= q, q < 55)):
                                acc[()] = T.max(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv59(X: T.Buffer((2, 2, 6, 21,), "float32"), W: T.Buffer((17, 2, 3, 3,), "float32"), Y: T.Buffer((2, 17, 6, 21,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(17):
            for i in T.parallel(6):
                for j in T.parallel(21):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(2):
                        for y in range(3):
                            p: T.int64 = i * 1 - 2 + y * 2
                            for z in range(3):
                                q: T.int64 = j * 1 - 2 + z * 2
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 21)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv60(X: T.Buffer((2, 3, 9, 30,), "float32"), W: T.Buffer((7, 3, 5, 5,), "float32"), Y: T.Buffer((2, 7, 3, 10,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(7):
            for i in T.parallel(3):
                for j in T.parallel(10):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(3):
                        for y in range(5):
                            p: T.int64 = i * 3 - 2 + y * 1
                            for z in range(5):
                                q: T.int64 = j * 3 - 2 + z * 1
                                if T.And(T.And(0 <= p, p < 9), T.And(0 <= q, q < 30)):
                                    acc[()] = acc[()] + X[n, k, p, q] * W[c, k, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def depthwise61(X: T.Buffer((2, 4, 9, 40,), "float32"), W: T.Buffer((4, 3, 3,), "float32"), Y: T.Buffer((2, 4, 4, 19,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(4):
            for i in T.parallel(4):
                for j in T.parallel(19):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 0 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 0 + z * 1
                            acc[()] = acc[()] + X[n, c, p, q] * W[c, y, z]
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def min62(X: T.Buffer((2, 4, 6, 24,), "float32"), Y: T.Buffer((2, 4, 3, 12,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for c in T.parallel(4):
            for i in T.parallel(3):
                for j in T.parallel(12):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("inf")
                    for y in range(2):
                        p: T.int64 = i * 2 - 0 + y * 1
                        for z in range(2):
                            q: T.int64 = j * 2 - 0 + z * 1
                            acc[()] = T.min(acc[()], X[n, c, p, q])
                    Y[n, c, i, j] = acc[()]

@T.prim_func
def conv63(X: T.Buffer((2, 6, 9, 5,), "float32"), W: T.Buffer((4, 5, 3, 3,), "float32"), Y: T.Buffer((2, 6, 9, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(5):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                    acc[()] = acc[()] + X[n, p, q, k] * W[c, k, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def depthwise64(X: T.Buffer((2, 6, 7, 4,), "float32"), W: T.Buffer((4, 3, 3,), "float32"), Y: T.Buffer((2, 3, 4, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(3):
            for j in T.parallel(4):
                for c in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, p, q, c] * W[c, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def max65(X: T.Buffer((2, 6, 9, 4,), "float32"), Y: T.Buffer((2, 6, 9, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(4):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                acc[()] = T.max(acc[()], X[n, p, q, c])
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def conv66(X: T.Buffer((2, 6, 9, 5,), "float32"), W: T.Buffer((8, 5, 3, 3,), "float32"), Y: T.Buffer((2, 6, 9, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(8):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(5):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                    acc[()] = acc[()] + X[n, p, q, k] * W[c, k, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def depthwise67(X: T.Buffer((2, 6, 7, 8,), "float32"), W: T.Buffer((8, 3, 3,), "float32"), Y: T.Buffer((2, 3, 4, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(3):
            for j in T.parallel(4):
                for c in T.parallel(8):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, p, q, c] * W[c, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def max68(X: T.Buffer((2, 6, 9, 8,), "float32"), Y: T.Buffer((2, 6, 9, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(8):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                acc[()] = T.max(acc[()], X[n, p, q, c])
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def conv69(X: T.Buffer((2, 6, 9, 5,), "float32"), W: T.Buffer((13, 5, 3, 3,), "float32"), Y: T.Buffer((2, 6, 9, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(5):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                    acc[()] = acc[()] + X[n, p, q, k] * W[c, k, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def depthwise70(X: T.Buffer((2, 6, 7, 13,), "float32"), W: T.Buffer((13, 3, 3,), "float32"), Y: T.Buffer((2, 3, 4, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(3):
            for j in T.parallel(4):
                for c in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, p, q, c] * W[c, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def max71(X: T.Buffer((2, 6, 9, 13,), "float32"), Y: T.Buffer((2, 6, 9, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(13):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                acc[()] = T.max(acc[()], X[n, p, q, c])
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def conv72(X: T.Buffer((2, 6, 9, 5,), "float32"), W: T.Buffer((16, 5, 3, 3,), "float32"), Y: T.Buffer((2, 6, 9, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(5):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                    acc[()] = acc[()] + X[n, p, q, k] * W[c, k, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def depthwise73(X: T.Buffer((2, 6, 7, 16,), "float32"), W: T.Buffer((16, 3, 3,), "float32"), Y: T.Buffer((2, 3, 4, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(3):
            for j in T.parallel(4):
                for c in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, p, q, c] * W[c, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def max74(X: T.Buffer((2, 6, 9, 16,), "float32"), Y: T.Buffer((2, 6, 9, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(16):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                acc[()] = T.max(acc[()], X[n, p, q, c])
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def conv75(X: T.Buffer((2, 6, 9, 5,), "float32"), W: T.Buffer((40, 5, 3, 3,), "float32"), Y: T.Buffer((2, 6, 9, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(40):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for k in range(5):
                        for y in range(3):
                            p: T.int64 = i * 1 - 1 + y * 1
                            for z in range(3):
                                q: T.int64 = j * 1 - 1 + z * 1
                                if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                    acc[()] = acc[()] + X[n, p, q, k] * W[c, k, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def depthwise76(X: T.Buffer((2, 6, 7, 40,), "float32"), W: T.Buffer((40, 3, 3,), "float32"), Y: T.Buffer((2, 3, 4, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(3):
            for j in T.parallel(4):
                for c in T.parallel(40):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32(0)
                    for y in range(3):
                        p: T.int64 = i * 2 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 2 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 7)):
                                acc[()] = acc[()] + X[n, p, q, c] * W[c, y, z]
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def max77(X: T.Buffer((2, 6, 9, 40,), "float32"), Y: T.Buffer((2, 6, 9, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for n in T.parallel(2):
        for i in T.parallel(6):
            for j in T.parallel(9):
                for c in T.parallel(40):
                    acc = T.alloc_buffer((), "float32")
                    acc[()] = T.float32("-inf")
                    for y in range(3):
                        p: T.int64 = i * 1 - 1 + y * 1
                        for z in range(3):
                            q: T.int64 = j * 1 - 1 + z * 1
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= q, q < 9)):
                                acc[()] = T.max(acc[()], X[n, p, q, c])
                    Y[n, i, j, c] = acc[()]

@T.prim_func
def elementwise78(A: T.Buffer((3, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((3, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise79(A: T.Buffer((3, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((3, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float32(1.5)) / B[j]

@T.prim_func
def elementwise80(C: T.Buffer((3, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = T.max(C[i, j], T.float32(0)) - T.float32(0.5)

@T.prim_func
def elementwise81(A: T.Buffer((3, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((3, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise82(A: T.Buffer((3, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((3, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float64(1.5)) / B[j]

@T.prim_func
def elementwise83(C: T.Buffer((3, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            C[i, j] = T.max(C[i, j], T.float64(0)) - T.float64(0.5)

@T.prim_func
def elementwise84(A: T.Buffer((4, 16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((4, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise85(A: T.Buffer((4, 16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((4, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float32(1.5)) / B[j]

@T.prim_func
def elementwise86(C: T.Buffer((4, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = T.max(C[i, j], T.float32(0)) - T.float32(0.5)

@T.prim_func
def elementwise87(A: T.Buffer((4, 16,), "float64"), B: T.Buffer((16,), "float64"), C: T.Buffer((4, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise88(A: T.Buffer((4, 16,), "float64"), B: T.Buffer((16,), "float64"), C: T.Buffer((4, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float64(1.5)) / B[j]

@T.prim_func
def elementwise89(C: T.Buffer((4, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(16):
            C[i, j] = T.max(C[i, j], T.float64(0)) - T.float64(0.5)

@T.prim_func
def elementwise90(A: T.Buffer((2, 55,), "float32"), B: T.Buffer((55,), "float32"), C: T.Buffer((2, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise91(A: T.Buffer((2, 55,), "float32"), B: T.Buffer((55,), "float32"), C: T.Buffer((2, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float32(1.5)) / B[j]

@T.prim_func
def elementwise92(C: T.Buffer((2, 55,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = T.max(C[i, j], T.float32(0)) - T.float32(0.5)

@T.prim_func
def elementwise93(A: T.Buffer((2, 55,), "float64"), B: T.Buffer((55,), "float64"), C: T.Buffer((2, 55,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise94(A: T.Buffer((2, 55,), "float64"), B: T.Buffer((55,), "float64"), C: T.Buffer((2, 55,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float64(1.5)) / B[j]

@T.prim_func
def elementwise95(C: T.Buffer((2, 55,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(55):
            C[i, j] = T.max(C[i, j], T.float64(0)) - T.float64(0.5)

@T.prim_func
def elementwise96(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 33,), "float32")
    B = T.match_buffer(var_B, (33,), "float32")
    C = T.match_buffer(var_C, (n, 33,), "float32")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise97(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 33,), "float32")
    B = T.match_buffer(var_B, (33,), "float32")
    C = T.match_buffer(var_C, (n, 33,), "float32")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float32(1.5)) / B[j]

@T.prim_func
def elementwise98(var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    C = T.match_buffer(var_C, (n, 33,), "float32")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = T.max(C[i, j], T.float32(0)) - T.float32(0.5)

@T.prim_func
def elementwise99(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 33,), "float64")
    B = T.match_buffer(var_B, (33,), "float64")
    C = T.match_buffer(var_C, (n, 33,), "float64")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = A[i, j] * B[j] + A[i, j]

@T.prim_func
def elementwise100(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 33,), "float64")
    B = T.match_buffer(var_B, (33,), "float64")
    C = T.match_buffer(var_C, (n, 33,), "float64")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = T.min(T.max(A[i, j], B[j]), T.float64(1.5)) / B[j]

@T.prim_func
def elementwise101(var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    C = T.match_buffer(var_C, (n, 33,), "float64")
    for i in T.parallel(n):
        for j in T.parallel(33):
            C[i, j] = T.max(C[i, j], T.float64(0)) - T.float64(0.5)

@T.prim_func
def fused102(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 4, 5, 4,), "float32"), Y: T.Buffer((1, 4, 5, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused103(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((1, 1, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 4, 5, 4,), "float32"), Y: T.Buffer((1, 4, 5, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused104(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 5, 13, 4,), "float32"), Y: T.Buffer((1, 5, 13, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 5), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused105(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 5, 13, 4,), "float32"), Y: T.Buffer((1, 5, 13, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused106(X: T.Buffer((1, 9, 12, 3,), "float32"), W: T.Buffer((3, 3, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 5, 6, 4,), "float32"), Y: T.Buffer((1, 5, 6, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(6):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 9), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 12)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused107(X: T.Buffer((1, 6, 7, 2,), "float32"), W: T.Buffer((5, 5, 2, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 6, 7, 6,), "float32"), Y: T.Buffer((1, 6, 7, 10,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(7):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(5):
                    for z in range(5):
                        if T.And(T.And(0 <= i * 1 - 2 + y, i * 1 - 2 + y < 6), T.And(0 <= j * 1 - 2 + z, j * 1 - 2 + z < 7)):
                            for k in range(2):
                                acc[()] = acc[()] + X[0, i * 1 - 2 + y, j * 1 - 2 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(6):
                Y[0, i, j, 4 + c] = R[0, i, j, c]

@T.prim_func
def fused108(X: T.Buffer((1, 3, 9, 5,), "float32"), W: T.Buffer((1, 1, 5, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 3, 9, 5,), "float32"), Y: T.Buffer((1, 3, 9, 9,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(5):
                Y[0, i, j, 4 + c] = R[0, i, j, c]

@T.prim_func
def fused109(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 4, 5, 13,), "float32"), Y: T.Buffer((1, 4, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused110(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((1, 1, 3, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 4, 5, 13,), "float32"), Y: T.Buffer((1, 4, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused111(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 5, 13, 13,), "float32"), Y: T.Buffer((1, 5, 13, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 5), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused112(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 5, 13, 13,), "float32"), Y: T.Buffer((1, 5, 13, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused113(X: T.Buffer((1, 9, 12, 3,), "float32"), W: T.Buffer((3, 3, 3, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 5, 6, 13,), "float32"), Y: T.Buffer((1, 5, 6, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(6):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 9), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 12)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused114(X: T.Buffer((1, 6, 7, 2,), "float32"), W: T.Buffer((5, 5, 2, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 6, 7, 6,), "float32"), Y: T.Buffer((1, 6, 7, 19,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(7):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(5):
                    for z in range(5):
                        if T.And(T.And(0 <= i * 1 - 2 + y, i * 1 - 2 + y < 6), T.And(0 <= j * 1 - 2 + z, j * 1 - 2 + z < 7)):
                            for k in range(2):
                                acc[()] = acc[()] + X[0, i * 1 - 2 + y, j * 1 - 2 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(6):
                Y[0, i, j, 13 + c] = R[0, i, j, c]

@T.prim_func
def fused115(X: T.Buffer((1, 3, 9, 5,), "float32"), W: T.Buffer((1, 1, 5, 13,), "float32"), B: T.Buffer((13,), "float32"), R: T.Buffer((1, 3, 9, 5,), "float32"), Y: T.Buffer((1, 3, 9, 18,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            for c in T.parallel(13):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(5):
                Y[0, i, j, 13 + c] = R[0, i, j, c]

@T.prim_func
def fused116(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 4, 5, 24,), "float32"), Y: T.Buffer((1, 4, 5, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused117(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((1, 1, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 4, 5, 24,), "float32"), Y: T.Buffer((1, 4, 5, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused118(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 5, 13, 24,), "float32"), Y: T.Buffer((1, 5, 13, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 5), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused119(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 5, 13, 24,), "float32"), Y: T.Buffer((1, 5, 13, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused120(X: T.Buffer((1, 9, 12, 3,), "float32"), W: T.Buffer((3, 3, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 5, 6, 24,), "float32"), Y: T.Buffer((1, 5, 6, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(6):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 9), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 12)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused121(X: T.Buffer((1, 6, 7, 2,), "float32"), W: T.Buffer((5, 5, 2, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 6, 7, 6,), "float32"), Y: T.Buffer((1, 6, 7, 30,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(7):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(5):
                    for z in range(5):
                        if T.And(T.And(0 <= i * 1 - 2 + y, i * 1 - 2 + y < 6), T.And(0 <= j * 1 - 2 + z, j * 1 - 2 + z < 7)):
                            for k in range(2):
                                acc[()] = acc[()] + X[0, i * 1 - 2 + y, j * 1 - 2 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(6):
                Y[0, i, j, 24 + c] = R[0, i, j, c]

@T.prim_func
def fused122(X: T.Buffer((1, 3, 9, 5,), "float32"), W: T.Buffer((1, 1, 5, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 3, 9, 5,), "float32"), Y: T.Buffer((1, 3, 9, 29,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(5):
                Y[0, i, j, 24 + c] = R[0, i, j, c]

@T.prim_func
def fused123(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 4, 5, 28,), "float32"), Y: T.Buffer((1, 4, 5, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused124(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((1, 1, 3, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 4, 5, 28,), "float32"), Y: T.Buffer((1, 4, 5, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused125(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 5, 13, 28,), "float32"), Y: T.Buffer((1, 5, 13, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 5), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused126(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 5, 13, 28,), "float32"), Y: T.Buffer((1, 5, 13, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused127(X: T.Buffer((1, 9, 12, 3,), "float32"), W: T.Buffer((3, 3, 3, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 5, 6, 28,), "float32"), Y: T.Buffer((1, 5, 6, 28,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(6):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 9), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 12)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused128(X: T.Buffer((1, 6, 7, 2,), "float32"), W: T.Buffer((5, 5, 2, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 6, 7, 6,), "float32"), Y: T.Buffer((1, 6, 7, 34,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(7):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(5):
                    for z in range(5):
                        if T.And(T.And(0 <= i * 1 - 2 + y, i * 1 - 2 + y < 6), T.And(0 <= j * 1 - 2 + z, j * 1 - 2 + z < 7)):
                            for k in range(2):
                                acc[()] = acc[()] + X[0, i * 1 - 2 + y, j * 1 - 2 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(6):
                Y[0, i, j, 28 + c] = R[0, i, j, c]

@T.prim_func
def fused129(X: T.Buffer((1, 3, 9, 5,), "float32"), W: T.Buffer((1, 1, 5, 28,), "float32"), B: T.Buffer((28,), "float32"), R: T.Buffer((1, 3, 9, 5,), "float32"), Y: T.Buffer((1, 3, 9, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            for c in T.parallel(28):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(5):
                Y[0, i, j, 28 + c] = R[0, i, j, c]

@T.prim_func
def fused130(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 4, 5, 40,), "float32"), Y: T.Buffer((1, 4, 5, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused131(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((1, 1, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 4, 5, 40,), "float32"), Y: T.Buffer((1, 4, 5, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused132(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 5, 13, 40,), "float32"), Y: T.Buffer((1, 5, 13, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 5), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused133(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 5, 13, 40,), "float32"), Y: T.Buffer((1, 5, 13, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused134(X: T.Buffer((1, 9, 12, 3,), "float32"), W: T.Buffer((3, 3, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 5, 6, 40,), "float32"), Y: T.Buffer((1, 5, 6, 40,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(6):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 9), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 12)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused135(X: T.Buffer((1, 6, 7, 2,), "float32"), W: T.Buffer((5, 5, 2, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 6, 7, 6,), "float32"), Y: T.Buffer((1, 6, 7, 46,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(7):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(5):
                    for z in range(5):
                        if T.And(T.And(0 <= i * 1 - 2 + y, i * 1 - 2 + y < 6), T.And(0 <= j * 1 - 2 + z, j * 1 - 2 + z < 7)):
                            for k in range(2):
                                acc[()] = acc[()] + X[0, i * 1 - 2 + y, j * 1 - 2 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(6):
                Y[0, i, j, 40 + c] = R[0, i, j, c]

@T.prim_func
def fused136(X: T.Buffer((1, 3, 9, 5,), "float32"), W: T.Buffer((1, 1, 5, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 3, 9, 5,), "float32"), Y: T.Buffer((1, 3, 9, 45,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + B[c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2
            for c in T.parallel(5):
                Y[0, i, j, 40 + c] = R[0, i, j, c]

@T.prim_func
def fused137(X: T.Buffer((1, 6, 9, 5,), "float32"), W: T.Buffer((3, 3, 5, 70,), "float32"), B: T.Buffer((70,), "float32"), R: T.Buffer((1, 6, 9, 70,), "float32"), Y: T.Buffer((1, 6, 9, 70,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(9):
            for c in T.parallel(70):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 6), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 9)):
                            for k in range(5):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, i, j, c] = v2

@T.prim_func
def fused138(X: T.Buffer((1, 3, 20, 5,), "float32"), W: T.Buffer((1, 1, 5, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 3, 20, 24,), "float32"), Y: T.Buffer((1, 3, 20, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(20):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = v1 / (T.float32(1) + T.exp(-v1))
                Y[0, i, j, c] = v2

@T.prim_func
def fused139(X: T.Buffer((1, 3, 20, 5,), "float32"), W: T.Buffer((1, 1, 5, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 3, 20, 24,), "float32"), Y: T.Buffer((1, 3, 20, 24,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(20):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(5):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = v1 * (T.erf(v1 * T.float32(0.7)) + T.float32(1))
                Y[0, i, j, c] = v2

@T.prim_func
def elementwise140(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.exp(A[i, j]) + B[j]

@T.prim_func
def elementwise141(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.expm1(A[i, j]) + B[j]

@T.prim_func
def elementwise142(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.log(A[i, j]) + B[j]

@T.prim_func
def elementwise143(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.log1p(A[i, j]) + B[j]

@T.prim_func
def elementwise144(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.asin(A[i, j]) + B[j]

@T.prim_func
def elementwise145(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.acos(A[i, j]) + B[j]

@T.prim_func
def elementwise146(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.atan(A[i, j]) + B[j]

@T.prim_func
def elementwise147(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.sinh(A[i, j]) + B[j]

@T.prim_func
def elementwise148(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.cosh(A[i, j]) + B[j]

@T.prim_func
def elementwise149(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.tanh(A[i, j]) + B[j]

@T.prim_func
def elementwise150(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.asinh(A[i, j]) + B[j]

@T.prim_func
def elementwise151(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.acosh(A[i, j]) + B[j]

@T.prim_func
def elementwise152(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.atanh(A[i, j]) + B[j]

@T.prim_func
def elementwise153(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.erf(A[i, j]) + B[j]

@T.prim_func
def elementwise154(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.pow(A[i, j], B[j])

@T.prim_func
def elementwise155(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise156(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise157(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float32(0), B[j], T.float32(2)))

@T.prim_func
def elementwise158(A: T.Buffer((2, 5,), "float32"), B: T.Buffer((5,), "float32"), C: T.Buffer((2, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def elementwise159(A: T.Buffer((2, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((2, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise160(A: T.Buffer((2, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((2, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise161(A: T.Buffer((2, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((2, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float64(0), B[j], T.float64(2)))

@T.prim_func
def elementwise162(A: T.Buffer((2, 5,), "float64"), B: T.Buffer((5,), "float64"), C: T.Buffer((2, 5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(5):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def elementwise163(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.exp(A[i, j]) + B[j]

@T.prim_func
def elementwise164(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.expm1(A[i, j]) + B[j]

@T.prim_func
def elementwise165(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.log(A[i, j]) + B[j]

@T.prim_func
def elementwise166(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.log1p(A[i, j]) + B[j]

@T.prim_func
def elementwise167(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.asin(A[i, j]) + B[j]

@T.prim_func
def elementwise168(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.acos(A[i, j]) + B[j]

@T.prim_func
def elementwise169(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.atan(A[i, j]) + B[j]

@T.prim_func
def elementwise170(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.sinh(A[i, j]) + B[j]

@T.prim_func
def elementwise171(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.cosh(A[i, j]) + B[j]

@T.prim_func
def elementwise172(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.tanh(A[i, j]) + B[j]

@T.prim_func
def elementwise173(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.asinh(A[i, j]) + B[j]

@T.prim_func
def elementwise174(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.acosh(A[i, j]) + B[j]

@T.prim_func
def elementwise175(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.atanh(A[i, j]) + B[j]

@T.prim_func
def elementwise176(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.erf(A[i, j]) + B[j]

@T.prim_func
def elementwise177(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.pow(A[i, j], B[j])

@T.prim_func
def elementwise178(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise179(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise180(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float32(0), B[j], T.float32(2)))

@T.prim_func
def elementwise181(A: T.Buffer((2, 32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((2, 32,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def elementwise182(A: T.Buffer((2, 32,), "float64"), B: T.Buffer((32,), "float64"), C: T.Buffer((2, 32,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise183(A: T.Buffer((2, 32,), "float64"), B: T.Buffer((32,), "float64"), C: T.Buffer((2, 32,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise184(A: T.Buffer((2, 32,), "float64"), B: T.Buffer((32,), "float64"), C: T.Buffer((2, 32,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float64(0), B[j], T.float64(2)))

@T.prim_func
def elementwise185(A: T.Buffer((2, 32,), "float64"), B: T.Buffer((32,), "float64"), C: T.Buffer((2, 32,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(32):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def elementwise186(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.exp(A[i, j]) + B[j]

@T.prim_func
def elementwise187(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.expm1(A[i, j]) + B[j]

@T.prim_func
def elementwise188(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.log(A[i, j]) + B[j]

@T.prim_func
def elementwise189(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.log1p(A[i, j]) + B[j]

@T.prim_func
def elementwise190(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.asin(A[i, j]) + B[j]

@T.prim_func
def elementwise191(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.acos(A[i, j]) + B[j]

@T.prim_func
def elementwise192(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.atan(A[i, j]) + B[j]

@T.prim_func
def elementwise193(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.sinh(A[i, j]) + B[j]

@T.prim_func
def elementwise194(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.cosh(A[i, j]) + B[j]

@T.prim_func
def elementwise195(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.tanh(A[i, j]) + B[j]

@T.prim_func
def elementwise196(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.asinh(A[i, j]) + B[j]

@T.prim_func
def elementwise197(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.acosh(A[i, j]) + B[j]

@T.prim_func
def elementwise198(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.atanh(A[i, j]) + B[j]

@T.prim_func
def elementwise199(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.erf(A[i, j]) + B[j]

@T.prim_func
def elementwise200(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.pow(A[i, j], B[j])

@T.prim_func
def elementwise201(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise202(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise203(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float32(0), B[j], T.float32(2)))

@T.prim_func
def elementwise204(A: T.Buffer((2, 37,), "float32"), B: T.Buffer((37,), "float32"), C: T.Buffer((2, 37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def elementwise205(A: T.Buffer((2, 37,), "float64"), B: T.Buffer((37,), "float64"), C: T.Buffer((2, 37,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.sqrt(T.abs(A[i, j])) - B[j]

@T.prim_func
def elementwise206(A: T.Buffer((2, 37,), "float64"), B: T.Buffer((37,), "float64"), C: T.Buffer((2, 37,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(A[i, j] < B[j], -A[i, j], B[j])

@T.prim_func
def elementwise207(A: T.Buffer((2, 37,), "float64"), B: T.Buffer((37,), "float64"), C: T.Buffer((2, 37,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(A[i, j] == B[j], A[i, j], T.Select(B[j] <= T.float64(0), B[j], T.float64(2)))

@T.prim_func
def elementwise208(A: T.Buffer((2, 37,), "float64"), B: T.Buffer((37,), "float64"), C: T.Buffer((2, 37,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(37):
            C[i, j] = T.Select(C[i, j] != C[i, j], B[j], C[i, j])

@T.prim_func
def rows209(A: T.Buffer((3, 17,), "float32"), B: T.Buffer((17,), "float32"), C: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(17):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows210(A: T.Buffer((5, 17,), "float32"), B: T.Buffer((17,), "float32"), C: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(17):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows211(A: T.Buffer((2, 17,), "float32"), B: T.Buffer((17,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(17):
            v0: T.float32 = A[i, k] - B[k]
            v1: T.float32 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows212(A: T.Buffer((3, 17,), "float64"), B: T.Buffer((17,), "float64"), C: T.Buffer((3,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(17):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows213(A: T.Buffer((5, 17,), "float64"), B: T.Buffer((17,), "float64"), C: T.Buffer((5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float64")
        acc[()] = A[i, 0]
        for k in range(17):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows214(A: T.Buffer((2, 17,), "float64"), B: T.Buffer((17,), "float64"), C: T.Buffer((2,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(17):
            v0: T.float64 = A[i, k] - B[k]
            v1: T.float64 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows215(A: T.Buffer((2, 17,), "float32"), B: T.Buffer((17,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(17):
            acc[()] = T.min(T.abs(A[i, k]) + B[k], acc[()])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows216(A: T.Buffer((4, 17,), "float32"), B: T.Buffer((17,), "float32"), C: T.Buffer((4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(17):
            acc[()] = acc[()] + T.exp(A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def softmax217(A: T.Buffer((3, 17,), "float32"), C: T.Buffer((3, 17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(17):
            acc[()] = T.max(acc[()], A[i, k])
        v: T.float32 = acc[()]
        e = T.alloc_buffer((17,), "float32")
        for k1 in T.parallel(17):
            e[k1] = T.exp(A[i, k1] - v)
        acc1 = T.alloc_buffer((), "float32")
        acc1[()] = T.float32(0)
        for k2 in range(17):
            acc1[()] = acc1[()] + e[k2]
        w: T.float32 = acc1[()]
        for k3 in T.parallel(17):
            C[i, k3] = e[k3] / w

@T.prim_func
def rows218(A: T.Buffer((3, 31,), "float32"), B: T.Buffer((31,), "float32"), C: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(31):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows219(A: T.Buffer((5, 31,), "float32"), B: T.Buffer((31,), "float32"), C: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(31):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows220(A: T.Buffer((2, 31,), "float32"), B: T.Buffer((31,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(31):
            v0: T.float32 = A[i, k] - B[k]
            v1: T.float32 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows221(A: T.Buffer((3, 31,), "float64"), B: T.Buffer((31,), "float64"), C: T.Buffer((3,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(31):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows222(A: T.Buffer((5, 31,), "float64"), B: T.Buffer((31,), "float64"), C: T.Buffer((5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float64")
        acc[()] = A[i, 0]
        for k in range(31):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows223(A: T.Buffer((2, 31,), "float64"), B: T.Buffer((31,), "float64"), C: T.Buffer((2,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(31):
            v0: T.float64 = A[i, k] - B[k]
            v1: T.float64 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows224(A: T.Buffer((2, 31,), "float32"), B: T.Buffer((31,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(31):
            acc[()] = T.min(T.abs(A[i, k]) + B[k], acc[()])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows225(A: T.Buffer((4, 31,), "float32"), B: T.Buffer((31,), "float32"), C: T.Buffer((4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(31):
            acc[()] = acc[()] + T.exp(A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def softmax226(A: T.Buffer((3, 31,), "float32"), C: T.Buffer((3, 31,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(31):
            acc[()] = T.max(acc[()], A[i, k])
        v: T.float32 = acc[()]
        e = T.alloc_buffer((31,), "float32")
        for k1 in T.parallel(31):
            e[k1] = T.exp(A[i, k1] - v)
        acc1 = T.alloc_buffer((), "float32")
        acc1[()] = T.float32(0)
        for k2 in range(31):
            acc1[()] = acc1[()] + e[k2]
        w: T.float32 = acc1[()]
        for k3 in T.parallel(31):
            C[i, k3] = e[k3] / w

@T.prim_func
def rows227(A: T.Buffer((3, 70,), "float32"), B: T.Buffer((70,), "float32"), C: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(70):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows228(A: T.Buffer((5, 70,), "float32"), B: T.Buffer((70,), "float32"), C: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(70):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows229(A: T.Buffer((2, 70,), "float32"), B: T.Buffer((70,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(70):
            v0: T.float32 = A[i, k] - B[k]
            v1: T.float32 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows230(A: T.Buffer((3, 70,), "float64"), B: T.Buffer((70,), "float64"), C: T.Buffer((3,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(70):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows231(A: T.Buffer((5, 70,), "float64"), B: T.Buffer((70,), "float64"), C: T.Buffer((5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float64")
        acc[()] = A[i, 0]
        for k in range(70):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows232(A: T.Buffer((2, 70,), "float64"), B: T.Buffer((70,), "float64"), C: T.Buffer((2,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(70):
            v0: T.float64 = A[i, k] - B[k]
            v1: T.float64 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows233(A: T.Buffer((2, 70,), "float32"), B: T.Buffer((70,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(70):
            acc[()] = T.min(T.abs(A[i, k]) + B[k], acc[()])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows234(A: T.Buffer((4, 70,), "float32"), B: T.Buffer((70,), "float32"), C: T.Buffer((4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(70):
            acc[()] = acc[()] + T.exp(A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def softmax235(A: T.Buffer((3, 70,), "float32"), C: T.Buffer((3, 70,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(70):
            acc[()] = T.max(acc[()], A[i, k])
        v: T.float32 = acc[()]
        e = T.alloc_buffer((70,), "float32")
        for k1 in T.parallel(70):
            e[k1] = T.exp(A[i, k1] - v)
        acc1 = T.alloc_buffer((), "float32")
        acc1[()] = T.float32(0)
        for k2 in range(70):
            acc1[()] = acc1[()] + e[k2]
        w: T.float32 = acc1[()]
        for k3 in T.parallel(70):
            C[i, k3] = e[k3] / w

@T.prim_func
def rows236(A: T.Buffer((3, 150,), "float32"), B: T.Buffer((150,), "float32"), C: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(150):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows237(A: T.Buffer((5, 150,), "float32"), B: T.Buffer((150,), "float32"), C: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(150):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows238(A: T.Buffer((2, 150,), "float32"), B: T.Buffer((150,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(150):
            v0: T.float32 = A[i, k] - B[k]
            v1: T.float32 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows239(A: T.Buffer((3, 150,), "float64"), B: T.Buffer((150,), "float64"), C: T.Buffer((3,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(150):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows240(A: T.Buffer((5, 150,), "float64"), B: T.Buffer((150,), "float64"), C: T.Buffer((5,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float64")
        acc[()] = A[i, 0]
        for k in range(150):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows241(A: T.Buffer((2, 150,), "float64"), B: T.Buffer((150,), "float64"), C: T.Buffer((2,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(150):
            v0: T.float64 = A[i, k] - B[k]
            v1: T.float64 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows242(A: T.Buffer((2, 150,), "float32"), B: T.Buffer((150,), "float32"), C: T.Buffer((2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(150):
            acc[()] = T.min(T.abs(A[i, k]) + B[k], acc[()])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows243(A: T.Buffer((4, 150,), "float32"), B: T.Buffer((150,), "float32"), C: T.Buffer((4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(150):
            acc[()] = acc[()] + T.exp(A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def softmax244(A: T.Buffer((3, 150,), "float32"), C: T.Buffer((3, 150,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = A[i, 0]
        for k in range(150):
            acc[()] = T.max(acc[()], A[i, k])
        v: T.float32 = acc[()]
        e = T.alloc_buffer((150,), "float32")
        for k1 in T.parallel(150):
            e[k1] = T.exp(A[i, k1] - v)
        acc1 = T.alloc_buffer((), "float32")
        acc1[()] = T.float32(0)
        for k2 in range(150):
            acc1[()] = acc1[()] + e[k2]
        w: T.float32 = acc1[()]
        for k3 in T.parallel(150):
            C[i, k3] = e[k3] / w

@T.prim_func
def rows245(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (3, m,), "float32")
    B = T.match_buffer(var_B, (m,), "float32")
    C = T.match_buffer(var_C, (3,), "float32")
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(m):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows246(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (5, m,), "float32")
    B = T.match_buffer(var_B, (m,), "float32")
    C = T.match_buffer(var_C, (5,), "float32")
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(m):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows247(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (2, m,), "float32")
    B = T.match_buffer(var_B, (m,), "float32")
    C = T.match_buffer(var_C, (2,), "float32")
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(m):
            v0: T.float32 = A[i, k] - B[k]
            v1: T.float32 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def rows248(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (3, m,), "float64")
    B = T.match_buffer(var_B, (m,), "float64")
    C = T.match_buffer(var_C, (3,), "float64")
    for i in T.parallel(3):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(m):
            acc[()] = acc[()] + A[i, k]
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows249(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (5, m,), "float64")
    B = T.match_buffer(var_B, (m,), "float64")
    C = T.match_buffer(var_C, (5,), "float64")
    for i in T.parallel(5):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(m):
            acc[()] = T.max(acc[()], A[i, k])
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows250(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (2, m,), "float64")
    B = T.match_buffer(var_B, (m,), "float64")
    C = T.match_buffer(var_C, (2,), "float64")
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float64")
        acc[()] = T.float64(0)
        for k in range(m):
            v0: T.float64 = A[i, k] - B[k]
            v1: T.float64 = v0 * v0
            acc[()] = acc[()] + v1
        C[i] = acc[()] / T.float64(7)

@T.prim_func
def rows251(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    m = T.int64()
    A = T.match_buffer(var_A, (2, m,), "float32")
    B = T.match_buffer(var_B, (m,), "float32")
    C = T.match_buffer(var_C, (2,), "float32")
    for i in T.parallel(2):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for k in range(m):
            acc[()] = acc[()] * T.exp(A[i, k])
        C[i] = acc[()] / T.float32(7)

@T.prim_func
def fused252(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 4, 5, 4,), "float32"), Y: T.Buffer((1, 4, 4, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused253(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 5, 13, 4,), "float32"), Y: T.Buffer((1, 4, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused254(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 4,), "float32"), B: T.Buffer((4,), "float32"), R: T.Buffer((1, 3, 7, 4,), "float32"), Y: T.Buffer((1, 4, 3, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(7):
            for c in T.parallel(4):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 5), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, c, i, j]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused255(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 10,), "float32"), B: T.Buffer((10,), "float32"), R: T.Buffer((1, 4, 5, 10,), "float32"), Y: T.Buffer((1, 10, 4, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(10):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused256(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 10,), "float32"), B: T.Buffer((10,), "float32"), R: T.Buffer((1, 5, 13, 10,), "float32"), Y: T.Buffer((1, 10, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(10):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused257(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 10,), "float32"), B: T.Buffer((10,), "float32"), R: T.Buffer((1, 3, 7, 10,), "float32"), Y: T.Buffer((1, 10, 3, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(7):
            for c in T.parallel(10):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 5), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, c, i, j]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused258(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 4, 5, 24,), "float32"), Y: T.Buffer((1, 24, 4, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused259(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 5, 13, 24,), "float32"), Y: T.Buffer((1, 24, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused260(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 24,), "float32"), B: T.Buffer((24,), "float32"), R: T.Buffer((1, 3, 7, 24,), "float32"), Y: T.Buffer((1, 24, 3, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(7):
            for c in T.parallel(24):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 5), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, c, i, j]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused261(X: T.Buffer((1, 4, 5, 3,), "float32"), W: T.Buffer((3, 3, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 4, 5, 40,), "float32"), Y: T.Buffer((1, 40, 4, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(5):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 1 - 1 + y, i * 1 - 1 + y < 4), T.And(0 <= j * 1 - 1 + z, j * 1 - 1 + z < 5)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 1 - 1 + y, j * 1 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused262(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((1, 1, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 5, 13, 40,), "float32"), Y: T.Buffer((1, 40, 5, 13,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(13):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(1):
                    for z in range(1):
                        for k in range(3):
                            acc[()] = acc[()] + X[0, i * 1 - 0 + y, j * 1 - 0 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + R[0, i, j, c]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def fused263(X: T.Buffer((1, 5, 13, 3,), "float32"), W: T.Buffer((3, 3, 3, 40,), "float32"), B: T.Buffer((40,), "float32"), R: T.Buffer((1, 3, 7, 40,), "float32"), Y: T.Buffer((1, 40, 3, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(7):
            for c in T.parallel(40):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for y in range(3):
                    for z in range(3):
                        if T.And(T.And(0 <= i * 2 - 1 + y, i * 2 - 1 + y < 5), T.And(0 <= j * 2 - 1 + z, j * 2 - 1 + z < 13)):
                            for k in range(3):
                                acc[()] = acc[()] + X[0, i * 2 - 1 + y, j * 2 - 1 + z, k] * W[y, z, k, c]
                v: T.float32 = acc[()]
                v1: T.float32 = v + Y[0, c, i, j]
                v2: T.float32 = T.max(v1, T.float32(0))
                Y[0, c, i, j] = v2

@T.prim_func
def never264(A: T.Buffer((2, 0, 2,), "float32"), B: T.Buffer((2, 9,), "float32"), C: T.Buffer((2, 0, 9,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(0):
            for k in T.parallel(9):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for l in range(2):
                    acc[()] = acc[()] + A[i, j, l] * B[l, k]
                C[i, j, k] = acc[()]
            for k in T.parallel(9):
                acc = T.alloc_buffer((), "float32")
                acc[()] = T.float32(0)
                for l in range(2):
                    acc[()] = acc[()] + A[i, j, l] * B[l, k]
                C[i, j, k] = acc[()]

