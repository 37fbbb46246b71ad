@T.prim_func
def matmul1(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int32"), C: T.Buffer((1, 5,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul2(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int8"), C: T.Buffer((1, 5,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul3(A: T.Buffer((1, 9,), "uint8"), B: T.Buffer((9, 5,), "int8"), C: T.Buffer((1, 5,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + (T.Cast("int32", A[i, k]) - T.int32(120)) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul4(A: T.Buffer((1, 9,), "int16"), B: T.Buffer((5, 9,), "uint16"), C: T.Buffer((1, 5,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
            C[i, j] = acc[()]

@T.prim_func
def quantized5(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int8"), S: T.Buffer((5,), "float32"), C: T.Buffer((1, 5,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(128))

@T.prim_func
def quantized6(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int8"), S: T.Buffer((5,), "float32"), C: T.Buffer((1, 5,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int8", T.nearbyint(v) + T.float32(-3))

@T.prim_func
def quantized7(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int8"), S: T.Buffer((5,), "float32"), C: T.Buffer((1, 5,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint16", T.nearbyint(v) + T.float32(32768))

@T.prim_func
def quantized8(A: T.Buffer((1, 9,), "int32"), B: T.Buffer((9, 5,), "int8"), S: T.Buffer((5,), "float32"), C: T.Buffer((1, 5,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(5):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(9):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def matmul9(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int32"), C: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul10(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int8"), C: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul11(A: T.Buffer((3, 4,), "uint8"), B: T.Buffer((4, 16,), "int8"), C: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + (T.Cast("int32", A[i, k]) - T.int32(120)) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul12(A: T.Buffer((3, 4,), "int16"), B: T.Buffer((4, 16,), "uint16"), C: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def quantized13(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int8"), S: T.Buffer((16,), "float32"), C: T.Buffer((3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(128))

@T.prim_func
def quantized14(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int8"), S: T.Buffer((16,), "float32"), C: T.Buffer((3, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int8", T.nearbyint(v) + T.float32(-3))

@T.prim_func
def quantized15(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int8"), S: T.Buffer((16,), "float32"), C: T.Buffer((3, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint16", T.nearbyint(v) + T.float32(32768))

@T.prim_func
def quantized16(A: T.Buffer((3, 4,), "int32"), B: T.Buffer((4, 16,), "int8"), S: T.Buffer((16,), "float32"), C: T.Buffer((3, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(4):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def matmul17(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int32"), C: T.Buffer((7, 33,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul18(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int8"), C: T.Buffer((7, 33,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                w: T.int8 = B[k, j]
                v: T.int32 = T.Cast("int32", w)
                acc[()] = acc[()] + A[i, k] * v
            C[i, j] = acc[()]

@T.prim_func
def matmul19(A: T.Buffer((7, 5,), "uint8"), B: T.Buffer((5, 33,), "int8"), C: T.Buffer((7, 33,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + (T.Cast("int32", A[i, k]) - T.int32(120)) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul20(A: T.Buffer((7, 5,), "int16"), B: T.Buffer((33, 5,), "uint16"), C: T.Buffer((7, 33,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
            C[i, j] = acc[()]

@T.prim_func
def quantized21(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int8"), S: T.Buffer((33,), "float32"), C: T.Buffer((7, 33,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(40.0))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(128))

@T.prim_func
def quantized22(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int8"), S: T.Buffer((33,), "float32"), C: T.Buffer((7, 33,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(40.0))
            C[i, j] = T.Cast("int8", T.nearbyint(v) + T.float32(-3))

@T.prim_func
def quantized23(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int8"), S: T.Buffer((33,), "float32"), C: T.Buffer((7, 33,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(40.0))
            C[i, j] = T.Cast("uint16", T.nearbyint(v) + T.float32(32768))

@T.prim_func
def quantized24(A: T.Buffer((7, 5,), "int32"), B: T.Buffer((5, 33,), "int8"), S: T.Buffer((33,), "float32"), C: T.Buffer((7, 33,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(5):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(40.0))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def matmul25(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int32"), C: T.Buffer((20, 40,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul26(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int8"), C: T.Buffer((20, 40,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul27(A: T.Buffer((20, 8,), "uint8"), B: T.Buffer((8, 40,), "int8"), C: T.Buffer((20, 40,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + (T.Cast("int32", A[i, k]) - T.int32(120)) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul28(A: T.Buffer((20, 8,), "int16"), B: T.Buffer((40, 8,), "uint16"), C: T.Buffer((20, 40,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
            C[i, j] = acc[()]

@T.prim_func
def quantized29(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int8"), S: T.Buffer((40,), "float32"), C: T.Buffer((20, 40,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(128))

@T.prim_func
def quantized30(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int8"), S: T.Buffer((40,), "float32"), C: T.Buffer((20, 40,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int8", T.nearbyint(v) + T.float32(-3))

@T.prim_func
def quantized31(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int8"), S: T.Buffer((40,), "float32"), C: T.Buffer((20, 40,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint16", T.nearbyint(v) + T.float32(32768))

@T.prim_func
def quantized32(A: T.Buffer((20, 8,), "int32"), B: T.Buffer((8, 40,), "int8"), S: T.Buffer((40,), "float32"), C: T.Buffer((20, 40,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(40):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def matmul33(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int32"), C: T.Buffer((4, 100,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            C[i, j] = acc[()]

@T.prim_func
def matmul34(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int8"), C: T.Buffer((4, 100,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul35(A: T.Buffer((4, 3,), "uint8"), B: T.Buffer((3, 100,), "int8"), C: T.Buffer((4, 100,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + (T.Cast("int32", A[i, k]) - T.int32(120)) * T.Cast("int32", B[k, j])
            C[i, j] = acc[()]

@T.prim_func
def matmul36(A: T.Buffer((4, 3,), "int16"), B: T.Buffer((100, 3,), "uint16"), C: T.Buffer((4, 100,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
            C[i, j] = acc[()]

@T.prim_func
def quantized37(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int8"), S: T.Buffer((100,), "float32"), C: T.Buffer((4, 100,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(128))

@T.prim_func
def quantized38(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int8"), S: T.Buffer((100,), "float32"), C: T.Buffer((4, 100,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int8", T.nearbyint(v) + T.float32(-3))

@T.prim_func
def quantized39(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int8"), S: T.Buffer((100,), "float32"), C: T.Buffer((4, 100,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("uint16", T.nearbyint(v) + T.float32(32768))

@T.prim_func
def quantized40(A: T.Buffer((4, 3,), "int32"), B: T.Buffer((3, 100,), "int8"), S: T.Buffer((100,), "float32"), C: T.Buffer((4, 100,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(100):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(0.37))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def quantized41(A: T.Buffer((6, 8,), "uint8"), B: T.Buffer((8, 48,), "int8"), S: T.Buffer((48,), "float32"), C: T.Buffer((6, 48,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(48):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(1e+30))
            C[i, j] = T.Cast("uint8", T.nearbyint(v) + T.float32(0))

@T.prim_func
def quantized42(A: T.Buffer((6, 8,), "uint8"), B: T.Buffer((8, 48,), "int8"), S: T.Buffer((48,), "float32"), C: T.Buffer((6, 48,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        for j in T.parallel(48):
            acc = T.alloc_buffer((), "int32")
            acc[()] = T.int32(0)
            for k in range(8):
                acc[()] = acc[()] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[k, j])
            v: T.float32 = T.Cast("float32", acc[()]) * (S[j] * T.float32(-1e+30))
            C[i, j] = T.Cast("int16", T.nearbyint(v) + T.float32(0))

@T.prim_func
def conv43(X: T.Buffer((6, 9, 5,), "uint8"), W: T.Buffer((3, 3, 5, 24,), "int32"), Y: T.Buffer((6, 9, 24,), "int32")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(6):
        for q in T.parallel(9):
            for o in T.parallel(24):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 6), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < 9)):
                            for c in range(5):
                                acc[()] = acc[()] + (T.Cast("int32", X[p * 1 - 1 + r, q * 1 - 1 + s, c]) - T.int32(7)) * W[r, s, c, o]
                Y[p, q, o] = acc[()]

@T.prim_func
def conv44(X: T.Buffer((9, 5, 4,), "uint8"), W: T.Buffer((3, 3, 4, 16,), "int32"), Y: T.Buffer((5, 3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(5):
        for q in T.parallel(3):
            for o in T.parallel(16):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < 9), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < 5)):
                            for c in range(4):
                                acc[()] = acc[()] + (T.Cast("int32", X[p * 2 - 1 + r, q * 2 - 1 + s, c]) - T.int32(7)) * W[r, s, c, o]
                Y[p, q, o] = T.Cast("uint8", T.nearbyint(T.Cast("float32", acc[()]) * T.float32(0.01)) + T.float32(3))

@T.prim_func
def conv45(X: T.Buffer((5, 6, 37,), "uint8"), W: T.Buffer((3, 3, 37,), "int32"), Y: T.Buffer((5, 6, 37,), "int8")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(5):
        for q in T.parallel(6):
            for o in T.parallel(37):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 5), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < 6)):
                            acc[()] = acc[()] + (T.Cast("int32", X[p * 1 - 1 + r, q * 1 - 1 + s, o]) - T.int32(7)) * W[r, s, o]
                Y[p, q, o] = T.Cast("int8", T.nearbyint(T.Cast("float32", acc[()]) * T.float32(0.01)) + T.float32(3))

@T.prim_func
def conv46(X: T.Buffer((7, 7, 20,), "uint8"), W: T.Buffer((3, 3, 20,), "int32"), Y: T.Buffer((4, 4, 20,), "int32")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(4):
        for q in T.parallel(4):
            for o in T.parallel(20):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < 7), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < 7)):
                            acc[()] = acc[()] + (T.Cast("int32", X[p * 2 - 1 + r, q * 2 - 1 + s, o]) - T.int32(7)) * W[r, s, o]
                Y[p, q, o] = acc[()]

@T.prim_func
def conv47(X: T.Buffer((6, 9, 5,), "int8"), W: T.Buffer((3, 3, 5, 24,), "int32"), Y: T.Buffer((6, 9, 24,), "int32")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(6):
        for q in T.parallel(9):
            for o in T.parallel(24):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 6), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < 9)):
                            for c in range(5):
                                acc[()] = acc[()] + (T.Cast("int32", X[p * 1 - 1 + r, q * 1 - 1 + s, c]) - T.int32(7)) * W[r, s, c, o]
                Y[p, q, o] = acc[()]

@T.prim_func
def conv48(X: T.Buffer((9, 5, 4,), "int8"), W: T.Buffer((3, 3, 4, 16,), "int32"), Y: T.Buffer((5, 3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(5):
        for q in T.parallel(3):
            for o in T.parallel(16):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < 9), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < 5)):
                            for c in range(4):
                                acc[()] = acc[()] + (T.Cast("int32", X[p * 2 - 1 + r, q * 2 - 1 + s, c]) - T.int32(7)) * W[r, s, c, o]
                Y[p, q, o] = T.Cast("uint8", T.nearbyint(T.Cast("float32", acc[()]) * T.float32(0.01)) + T.float32(3))

@T.prim_func
def conv49(X: T.Buffer((5, 6, 37,), "int8"), W: T.Buffer((3, 3, 37,), "int32"), Y: T.Buffer((5, 6, 37,), "int8")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(5):
        for q in T.parallel(6):
            for o in T.parallel(37):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 1 - 1 + r, p * 1 - 1 + r < 5), T.And(0 <= q * 1 - 1 + s, q * 1 - 1 + s < 6)):
                            acc[()] = acc[()] + (T.Cast("int32", X[p * 1 - 1 + r, q * 1 - 1 + s, o]) - T.int32(7)) * W[r, s, o]
                Y[p, q, o] = T.Cast("int8", T.nearbyint(T.Cast("float32", acc[()]) * T.float32(0.01)) + T.float32(3))

@T.prim_func
def conv50(X: T.Buffer((7, 7, 20,), "int8"), W: T.Buffer((3, 3, 20,), "int32"), Y: T.Buffer((4, 4, 20,), "int32")):
    T.func_attr({"num_outputs": 1})
    for p in T.parallel(4):
        for q in T.parallel(4):
            for o in T.parallel(20):
                acc = T.alloc_buffer((), "int32")
                acc[()] = T.int32(0)
                for r in range(3):
                    for s in range(3):
                        if T.And(T.And(0 <= p * 2 - 1 + r, p * 2 - 1 + r < 7), T.And(0 <= q * 2 - 1 + s, q * 2 - 1 + s < 7)):
                            acc[()] = acc[()] + (T.Cast("int32", X[p * 2 - 1 + r, q * 2 - 1 + s, o]) - T.int32(7)) * W[r, s, o]
                Y[p, q, o] = acc[()]

@T.prim_func
def elements51(X: T.Buffer((3, 4,), "int32"), Z: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.min(X[i, j], Z[i, j]) - T.max(X[i, j], T.int32(-5))

@T.prim_func
def elements52(X: T.Buffer((3, 4,), "int32"), Z: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.abs(X[i, j]) * X[i, j] + -Z[i, j]

@T.prim_func
def elements53(X: T.Buffer((3, 4,), "int32"), Z: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Select(X[i, j] < Z[i, j], X[i, j], Z[i, j] * T.int32(65537))

@T.prim_func
def elements54(X: T.Buffer((3, 4,), "int32"), Z: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("float32", X[i, j]) / Z[i, j]

@T.prim_func
def elements55(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int32", X[i, j] * X[i, j] * X[i, j] * T.float32(1e6))

@T.prim_func
def elements56(X: T.Buffer((3, 4,), "float32"), Z: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int32", (X[i, j] - X[i, j]) / (Z[i, j] - Z[i, j]))

@T.prim_func
def elements57(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.floor(X[i, j]) + T.ceil(X[i, j] * T.float32(0.3)) * T.trunc(X[i, j])

@T.prim_func
def elements58(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements59(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements60(X: T.Buffer((3, 4,), "int8"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements61(X: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements62(X: T.Buffer((3, 4,), "int8"), Z: T.Buffer((3, 4,), "uint8"), Y: T.Buffer((3, 4,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements63(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements64(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements65(X: T.Buffer((3, 4,), "uint8"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements66(X: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements67(X: T.Buffer((3, 4,), "uint8"), Z: T.Buffer((3, 4,), "uint8"), Y: T.Buffer((3, 4,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements68(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements69(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements70(X: T.Buffer((3, 4,), "int16"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements71(X: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements72(X: T.Buffer((3, 4,), "int16"), Z: T.Buffer((3, 4,), "uint8"), Y: T.Buffer((3, 4,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("int16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements73(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements74(X: T.Buffer((3, 4,), "float32"), Y: T.Buffer((3, 4,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements75(X: T.Buffer((3, 4,), "uint16"), Y: T.Buffer((3, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements76(X: T.Buffer((3, 4,), "int32"), Y: T.Buffer((3, 4,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements77(X: T.Buffer((3, 4,), "uint16"), Z: T.Buffer((3, 4,), "uint8"), Y: T.Buffer((3, 4,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(4):
            Y[i, j] = T.Cast("uint16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements78(X: T.Buffer((3, 16,), "int32"), Z: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.min(X[i, j], Z[i, j]) - T.max(X[i, j], T.int32(-5))

@T.prim_func
def elements79(X: T.Buffer((3, 16,), "int32"), Z: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.abs(X[i, j]) * X[i, j] + -Z[i, j]

@T.prim_func
def elements80(X: T.Buffer((3, 16,), "int32"), Z: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Select(X[i, j] < Z[i, j], X[i, j], Z[i, j] * T.int32(65537))

@T.prim_func
def elements81(X: T.Buffer((3, 16,), "int32"), Z: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", X[i, j]) / Z[i, j]

@T.prim_func
def elements82(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j] * X[i, j] * X[i, j] * T.float32(1e6))

@T.prim_func
def elements83(X: T.Buffer((3, 16,), "float32"), Z: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", (X[i, j] - X[i, j]) / (Z[i, j] - Z[i, j]))

@T.prim_func
def elements84(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.floor(X[i, j]) + T.ceil(X[i, j] * T.float32(0.3)) * T.trunc(X[i, j])

@T.prim_func
def elements85(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements86(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements87(X: T.Buffer((3, 16,), "int8"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements88(X: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements89(X: T.Buffer((3, 16,), "int8"), Z: T.Buffer((3, 16,), "uint8"), Y: T.Buffer((3, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements90(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements91(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements92(X: T.Buffer((3, 16,), "uint8"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements93(X: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements94(X: T.Buffer((3, 16,), "uint8"), Z: T.Buffer((3, 16,), "uint8"), Y: T.Buffer((3, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements95(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements96(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements97(X: T.Buffer((3, 16,), "int16"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements98(X: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements99(X: T.Buffer((3, 16,), "int16"), Z: T.Buffer((3, 16,), "uint8"), Y: T.Buffer((3, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements100(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements101(X: T.Buffer((3, 16,), "float32"), Y: T.Buffer((3, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements102(X: T.Buffer((3, 16,), "uint16"), Y: T.Buffer((3, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements103(X: T.Buffer((3, 16,), "int32"), Y: T.Buffer((3, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements104(X: T.Buffer((3, 16,), "uint16"), Z: T.Buffer((3, 16,), "uint8"), Y: T.Buffer((3, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements105(X: T.Buffer((3, 23,), "int32"), Z: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.min(X[i, j], Z[i, j]) - T.max(X[i, j], T.int32(-5))

@T.prim_func
def elements106(X: T.Buffer((3, 23,), "int32"), Z: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.abs(X[i, j]) * X[i, j] + -Z[i, j]

@T.prim_func
def elements107(X: T.Buffer((3, 23,), "int32"), Z: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Select(X[i, j] < Z[i, j], X[i, j], Z[i, j] * T.int32(65537))

@T.prim_func
def elements108(X: T.Buffer((3, 23,), "int32"), Z: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("float32", X[i, j]) / Z[i, j]

@T.prim_func
def elements109(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int32", X[i, j] * X[i, j] * X[i, j] * T.float32(1e6))

@T.prim_func
def elements110(X: T.Buffer((3, 23,), "float32"), Z: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int32", (X[i, j] - X[i, j]) / (Z[i, j] - Z[i, j]))

@T.prim_func
def elements111(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.floor(X[i, j]) + T.ceil(X[i, j] * T.float32(0.3)) * T.trunc(X[i, j])

@T.prim_func
def elements112(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements113(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements114(X: T.Buffer((3, 23,), "int8"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements115(X: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements116(X: T.Buffer((3, 23,), "int8"), Z: T.Buffer((3, 23,), "uint8"), Y: T.Buffer((3, 23,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements117(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements118(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements119(X: T.Buffer((3, 23,), "uint8"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements120(X: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements121(X: T.Buffer((3, 23,), "uint8"), Z: T.Buffer((3, 23,), "uint8"), Y: T.Buffer((3, 23,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements122(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements123(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements124(X: T.Buffer((3, 23,), "int16"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements125(X: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements126(X: T.Buffer((3, 23,), "int16"), Z: T.Buffer((3, 23,), "uint8"), Y: T.Buffer((3, 23,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("int16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements127(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements128(X: T.Buffer((3, 23,), "float32"), Y: T.Buffer((3, 23,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements129(X: T.Buffer((3, 23,), "uint16"), Y: T.Buffer((3, 23,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements130(X: T.Buffer((3, 23,), "int32"), Y: T.Buffer((3, 23,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements131(X: T.Buffer((3, 23,), "uint16"), Z: T.Buffer((3, 23,), "uint8"), Y: T.Buffer((3, 23,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(23):
            Y[i, j] = T.Cast("uint16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements132(X: T.Buffer((3, 64,), "int32"), Z: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.min(X[i, j], Z[i, j]) - T.max(X[i, j], T.int32(-5))

@T.prim_func
def elements133(X: T.Buffer((3, 64,), "int32"), Z: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.abs(X[i, j]) * X[i, j] + -Z[i, j]

@T.prim_func
def elements134(X: T.Buffer((3, 64,), "int32"), Z: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Select(X[i, j] < Z[i, j], X[i, j], Z[i, j] * T.int32(65537))

@T.prim_func
def elements135(X: T.Buffer((3, 64,), "int32"), Z: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("float32", X[i, j]) / Z[i, j]

@T.prim_func
def elements136(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int32", X[i, j] * X[i, j] * X[i, j] * T.float32(1e6))

@T.prim_func
def elements137(X: T.Buffer((3, 64,), "float32"), Z: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int32", (X[i, j] - X[i, j]) / (Z[i, j] - Z[i, j]))

@T.prim_func
def elements138(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.floor(X[i, j]) + T.ceil(X[i, j] * T.float32(0.3)) * T.trunc(X[i, j])

@T.prim_func
def elements139(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements140(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements141(X: T.Buffer((3, 64,), "int8"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements142(X: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements143(X: T.Buffer((3, 64,), "int8"), Z: T.Buffer((3, 64,), "uint8"), Y: T.Buffer((3, 64,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements144(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint8", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements145(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint8", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements146(X: T.Buffer((3, 64,), "uint8"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements147(X: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint8", X[i, j] * T.int32(1000003))

@T.prim_func
def elements148(X: T.Buffer((3, 64,), "uint8"), Z: T.Buffer((3, 64,), "uint8"), Y: T.Buffer((3, 64,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint8", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements149(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements150(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements151(X: T.Buffer((3, 64,), "int16"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements152(X: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements153(X: T.Buffer((3, 64,), "int16"), Z: T.Buffer((3, 64,), "uint8"), Y: T.Buffer((3, 64,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("int16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements154(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint16", T.nearbyint(X[i, j] / T.float32(0.003)) + T.float32(9))

@T.prim_func
def elements155(X: T.Buffer((3, 64,), "float32"), Y: T.Buffer((3, 64,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint16", X[i, j] / (X[i, j] - X[i, j]))

@T.prim_func
def elements156(X: T.Buffer((3, 64,), "uint16"), Y: T.Buffer((3, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = (T.Cast("float32", X[i, j]) - T.float32(3)) * T.float32(0.1)

@T.prim_func
def elements157(X: T.Buffer((3, 64,), "int32"), Y: T.Buffer((3, 64,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint16", X[i, j] * T.int32(1000003))

@T.prim_func
def elements158(X: T.Buffer((3, 64,), "uint16"), Z: T.Buffer((3, 64,), "uint8"), Y: T.Buffer((3, 64,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(64):
            Y[i, j] = T.Cast("uint16", T.max(T.Cast("int32", X[i, j]), T.Cast("int32", Z[i, j]) * T.int32(3)))

@T.prim_func
def elements159(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int8", X[i, j] * T.float64(100))

@T.prim_func
def elements160(X: T.Buffer((2, 16,), "int8"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both161(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "int8")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("int8", X[i, j])

@T.prim_func
def both162(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "int8")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("int8", X[i, j])

@T.prim_func
def elements163(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j] * T.float64(100))

@T.prim_func
def elements164(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both165(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def both166(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements167(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int16", X[i, j] * T.float64(100))

@T.prim_func
def elements168(X: T.Buffer((2, 16,), "int16"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both169(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "int16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("int16", X[i, j])

@T.prim_func
def both170(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "int16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("int16", X[i, j])

@T.prim_func
def elements171(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint16", X[i, j] * T.float64(100))

@T.prim_func
def elements172(X: T.Buffer((2, 16,), "uint16"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both173(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "uint16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("uint16", X[i, j])

@T.prim_func
def both174(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "uint16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("uint16", X[i, j])

@T.prim_func
def elements175(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j] * T.float64(100))

@T.prim_func
def elements176(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both177(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def both178(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements179(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float32", X[i, j] * T.float64(100))

@T.prim_func
def elements180(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both181(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("float32", X[i, j])

@T.prim_func
def both182(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = X[i, j]

@T.prim_func
def elements183(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "bool")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("bool", X[i, j] * T.float64(100))

@T.prim_func
def elements184(X: T.Buffer((2, 16,), "bool"), Y: T.Buffer((2, 16,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float64", X[i, j]) * T.float64(0.1)

@T.prim_func
def both185(X: T.Buffer((2, 16,), "float64"), Y: T.Buffer((2, 16,), "float64"), Z: T.Buffer((2, 16,), "bool")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float64(3)
            Z[i, j] = T.Cast("bool", X[i, j])

@T.prim_func
def both186(X: T.Buffer((2, 16,), "float32"), Y: T.Buffer((2, 16,), "float32"), Z: T.Buffer((2, 16,), "bool")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = X[i, j] * T.float32(3)
            Z[i, j] = T.Cast("bool", X[i, j])

@T.prim_func
def elements187(X: T.Buffer((2, 16,), "int64"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements188(X: T.Buffer((2, 16,), "int64"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements189(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "int64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int64", X[i, j])

@T.prim_func
def elements190(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "int64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int64", X[i, j])

@T.prim_func
def elements191(X: T.Buffer((2, 16,), "uint32"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements192(X: T.Buffer((2, 16,), "uint32"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements193(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "uint32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint32", X[i, j])

@T.prim_func
def elements194(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "uint32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint32", X[i, j])

@T.prim_func
def elements195(X: T.Buffer((2, 16,), "uint64"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements196(X: T.Buffer((2, 16,), "uint64"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements197(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "uint64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint64", X[i, j])

@T.prim_func
def elements198(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "uint64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint64", X[i, j])

@T.prim_func
def elements199(X: T.Buffer((2, 16,), "float16"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements200(X: T.Buffer((2, 16,), "float16"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements201(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "float16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float16", X[i, j])

@T.prim_func
def elements202(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "float16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("float16", X[i, j])

@T.prim_func
def elements203(X: T.Buffer((2, 16,), "bool"), Y: T.Buffer((2, 16,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("int32", X[i, j])

@T.prim_func
def elements204(X: T.Buffer((2, 16,), "bool"), Y: T.Buffer((2, 16,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("uint8", X[i, j])

@T.prim_func
def elements205(X: T.Buffer((2, 16,), "int32"), Y: T.Buffer((2, 16,), "bool")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("bool", X[i, j])

@T.prim_func
def elements206(X: T.Buffer((2, 16,), "uint8"), Y: T.Buffer((2, 16,), "bool")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(16):
            Y[i, j] = T.Cast("bool", X[i, j])

@T.prim_func
def rows207(X: T.Buffer((6, 5,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(5):
            acc[()] = acc[()] + X[i, j]
        Y[i] = acc[()]

@T.prim_func
def rows208(X: T.Buffer((6, 5,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(5):
            acc[()] = T.max(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows209(X: T.Buffer((6, 5,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(5):
            acc[()] = T.min(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows210(X: T.Buffer((6, 5,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(5):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows211(X: T.Buffer((6, 5,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(5):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows212(X: T.Buffer((6, 5,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(5):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows213(X: T.Buffer((6, 5,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(5):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows214(X: T.Buffer((6, 5,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(5):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows215(X: T.Buffer((6, 5,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(5):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows216(X: T.Buffer((6, 16,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(16):
            acc[()] = acc[()] + X[i, j]
        Y[i] = acc[()]

@T.prim_func
def rows217(X: T.Buffer((6, 16,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(16):
            acc[()] = T.max(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows218(X: T.Buffer((6, 16,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(16):
            acc[()] = T.min(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows219(X: T.Buffer((6, 16,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(16):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows220(X: T.Buffer((6, 16,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(16):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows221(X: T.Buffer((6, 16,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(16):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows222(X: T.Buffer((6, 16,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(16):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows223(X: T.Buffer((6, 16,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(16):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows224(X: T.Buffer((6, 16,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(16):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows225(X: T.Buffer((6, 70,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(70):
            acc[()] = acc[()] + X[i, j]
        Y[i] = acc[()]

@T.prim_func
def rows226(X: T.Buffer((6, 70,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(70):
            acc[()] = T.max(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows227(X: T.Buffer((6, 70,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(70):
            acc[()] = T.min(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows228(X: T.Buffer((6, 70,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(70):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows229(X: T.Buffer((6, 70,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(70):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows230(X: T.Buffer((6, 70,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(70):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows231(X: T.Buffer((6, 70,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(70):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows232(X: T.Buffer((6, 70,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(70):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows233(X: T.Buffer((6, 70,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(70):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows234(X: T.Buffer((6, 200,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(200):
            acc[()] = acc[()] + X[i, j]
        Y[i] = acc[()]

@T.prim_func
def rows235(X: T.Buffer((6, 200,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(200):
            acc[()] = T.max(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows236(X: T.Buffer((6, 200,), "int32"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(200):
            acc[()] = T.min(acc[()], X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows237(X: T.Buffer((6, 200,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(200):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows238(X: T.Buffer((6, 200,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(200):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows239(X: T.Buffer((6, 200,), "uint8"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(200):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows240(X: T.Buffer((6, 200,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(0)
        for j in range(200):
            acc[()] = acc[()] + T.Cast("int32", X[i, j])
        Y[i] = acc[()]

@T.prim_func
def rows241(X: T.Buffer((6, 200,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(-70000)
        for j in range(200):
            acc[()] = T.max(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

@T.prim_func
def rows242(X: T.Buffer((6, 200,), "int16"), Y: T.Buffer((6,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        acc = T.alloc_buffer((), "int32")
        acc[()] = T.int32(70000)
        for j in range(200):
            acc[()] = T.min(acc[()], T.Cast("int32", X[i, j]))
        Y[i] = acc[()]

