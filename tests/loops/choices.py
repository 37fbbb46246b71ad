@T.prim_func
def choose1(M: T.Buffer((3, 4), "bool"), A: T.Buffer((3, 4), "float64"), C: T.Buffer((3, 4), "float64"), Y: T.Buffer((3, 4), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float64(1), C[i, j])

@T.prim_func
def choose2(M: T.Buffer((3, 5), "bool"), A: T.Buffer((3, 5), "float32"), C: T.Buffer((3, 5), "float32"), Y: T.Buffer((3, 5), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(5):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float32(1), C[i, j])

@T.prim_func
def choose3(M: T.Buffer((3, 7), "bool"), A: T.Buffer((3, 7), "float32"), C: T.Buffer((3, 7), "float32"), Y: T.Buffer((3, 7), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(7):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float32(1), C[i, j])

@T.prim_func
def choose4(M: T.Buffer((3, 13), "bool"), A: T.Buffer((3, 13), "float32"), C: T.Buffer((3, 13), "float32"), Y: T.Buffer((3, 13), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(13):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float32(1), C[i, j])

@T.prim_func
def choose5(M: T.Buffer((3, 16), "bool"), A: T.Buffer((3, 16), "float64"), C: T.Buffer((3, 16), "float64"), Y: T.Buffer((3, 16), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float64(1), C[i, j])

@T.prim_func
def choose6(M: T.Buffer((3, 31), "bool"), A: T.Buffer((3, 31), "float32"), C: T.Buffer((3, 31), "float32"), Y: T.Buffer((3, 31), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(31):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float32(1), C[i, j])

@T.prim_func
def choose7(M: T.Buffer((3, 40), "bool"), A: T.Buffer((3, 40), "float64"), C: T.Buffer((3, 40), "float64"), Y: T.Buffer((3, 40), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(40):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float64(1), C[i, j])

@T.prim_func
def choose8(M: T.Buffer((3, 96), "bool"), A: T.Buffer((3, 96), "float64"), C: T.Buffer((3, 96), "float64"), Y: T.Buffer((3, 96), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(96):
            Y[i, j] = T.Select(M[i, j], A[i, j] + T.float64(1), C[i, j])

@T.prim_func
def shifted9(M: T.Buffer((4, 5), "bool"), A: T.Buffer((4, 5), "float32"), Y: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(5):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(4):
            for k in range(3):
                if T.And(0 <= j + k - 1, j + k - 1 < 5):
                    acc[()] = acc[()] + T.Select(M[i, j + k - 1], A[i, j + k - 1], T.float32(-1))
        Y[j] = acc[()]

@T.prim_func
def shifted10(M: T.Buffer((4, 16), "bool"), A: T.Buffer((4, 16), "float32"), Y: T.Buffer((16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(16):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(4):
            for k in range(3):
                if T.And(0 <= j + k - 1, j + k - 1 < 16):
                    acc[()] = acc[()] + T.Select(M[i, j + k - 1], A[i, j + k - 1], T.float32(-1))
        Y[j] = acc[()]

@T.prim_func
def shifted11(M: T.Buffer((4, 37), "bool"), A: T.Buffer((4, 37), "float32"), Y: T.Buffer((37,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(37):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0)
        for i in range(4):
            for k in range(3):
                if T.And(0 <= j + k - 1, j + k - 1 < 37):
                    acc[()] = acc[()] + T.Select(M[i, j + k - 1], A[i, j + k - 1], T.float32(-1))
        Y[j] = acc[()]

@T.prim_func
def shared12(M: T.Buffer((9, 8), "bool"), A: T.Buffer((7, 9), "float32"), Y: T.Buffer((7, 8), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(8):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(9):
                acc[()] = acc[()] + T.Select(M[k, j], A[i, k], T.float32(0))
            Y[i, j] = acc[()]

@T.prim_func
def shared13(M: T.Buffer((9, 21), "bool"), A: T.Buffer((7, 9), "float32"), Y: T.Buffer((7, 21), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(21):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(9):
                acc[()] = acc[()] + T.Select(M[k, j], A[i, k], T.float32(0))
            Y[i, j] = acc[()]

@T.prim_func
def shared14(M: T.Buffer((9, 64), "bool"), A: T.Buffer((7, 9), "float32"), Y: T.Buffer((7, 64), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(64):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(9):
                acc[()] = acc[()] + T.Select(M[k, j], A[i, k], T.float32(0))
            Y[i, j] = acc[()]

@T.prim_func
def turned15(M: T.Buffer((32, 9), "bool"), A: T.Buffer((9, 32), "float32"), Y: T.Buffer((9, 32), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(9):
        for j in T.parallel(32):
            Y[i, j] = T.Select(M[j, i], A[i, j], T.float32(0))

@T.prim_func
def of_row16(M: T.Buffer((9,), "bool"), A: T.Buffer((9, 32), "float32"), Y: T.Buffer((9, 32), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(9):
        for j in T.parallel(32):
            Y[i, j] = T.Select(M[i], A[i, j], T.float32(0))
