# Made by transposed.gen: loops that write along one and read along another, by tiles in registers.

@T.prim_func
def const_bool(X: T.Buffer((83, 37,), "bool"), Y: T.Buffer((37, 83,), "bool")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_bool(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "bool")
    Y = T.match_buffer(var_Y, (n, m,), "bool")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_bool(X: T.Buffer((3, 44,), "bool"), Y: T.Buffer((44, 3,), "bool")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_bool(X: T.Buffer((44, 3,), "bool"), Y: T.Buffer((3, 44,), "bool")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_int8(X: T.Buffer((83, 37,), "int8"), Y: T.Buffer((37, 83,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_int8(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "int8")
    Y = T.match_buffer(var_Y, (n, m,), "int8")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_int8(X: T.Buffer((3, 44,), "int8"), Y: T.Buffer((44, 3,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_int8(X: T.Buffer((44, 3,), "int8"), Y: T.Buffer((3, 44,), "int8")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_uint8(X: T.Buffer((83, 37,), "uint8"), Y: T.Buffer((37, 83,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last2_uint8(X: T.Buffer((2, 43,), "uint8"), Y: T.Buffer((43, 2,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(43):
        for c in T.parallel(2):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first2_uint8(X: T.Buffer((43, 2,), "uint8"), Y: T.Buffer((2, 43,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(2):
        for i in T.parallel(43):
            Y[c, i] = X[i, c]

@T.prim_func
def to_last3_uint8(X: T.Buffer((3, 44,), "uint8"), Y: T.Buffer((44, 3,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_uint8(X: T.Buffer((44, 3,), "uint8"), Y: T.Buffer((3, 44,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def to_last4_uint8(X: T.Buffer((4, 45,), "uint8"), Y: T.Buffer((45, 4,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(45):
        for c in T.parallel(4):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first4_uint8(X: T.Buffer((45, 4,), "uint8"), Y: T.Buffer((4, 45,), "uint8")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(4):
        for i in T.parallel(45):
            Y[c, i] = X[i, c]

@T.prim_func
def const_int16(X: T.Buffer((83, 37,), "int16"), Y: T.Buffer((37, 83,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_int16(X: T.Buffer((3, 44,), "int16"), Y: T.Buffer((44, 3,), "int16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_int16(X: T.Buffer((44, 3,), "int16"), Y: T.Buffer((3, 44,), "int16")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_uint16(X: T.Buffer((83, 37,), "uint16"), Y: T.Buffer((37, 83,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_uint16(X: T.Buffer((3, 44,), "uint16"), Y: T.Buffer((44, 3,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_uint16(X: T.Buffer((44, 3,), "uint16"), Y: T.Buffer((3, 44,), "uint16")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_int32(X: T.Buffer((83, 37,), "int32"), Y: T.Buffer((37, 83,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_int32(X: T.Buffer((3, 44,), "int32"), Y: T.Buffer((44, 3,), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_int32(X: T.Buffer((44, 3,), "int32"), Y: T.Buffer((3, 44,), "int32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_uint32(X: T.Buffer((83, 37,), "uint32"), Y: T.Buffer((37, 83,), "uint32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_uint32(X: T.Buffer((3, 44,), "uint32"), Y: T.Buffer((44, 3,), "uint32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_uint32(X: T.Buffer((44, 3,), "uint32"), Y: T.Buffer((3, 44,), "uint32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_int64(X: T.Buffer((83, 37,), "int64"), Y: T.Buffer((37, 83,), "int64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_int64(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "int64")
    Y = T.match_buffer(var_Y, (n, m,), "int64")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_int64(X: T.Buffer((3, 44,), "int64"), Y: T.Buffer((44, 3,), "int64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_int64(X: T.Buffer((44, 3,), "int64"), Y: T.Buffer((3, 44,), "int64")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_uint64(X: T.Buffer((83, 37,), "uint64"), Y: T.Buffer((37, 83,), "uint64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_uint64(X: T.Buffer((3, 44,), "uint64"), Y: T.Buffer((44, 3,), "uint64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_uint64(X: T.Buffer((44, 3,), "uint64"), Y: T.Buffer((3, 44,), "uint64")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_float16(X: T.Buffer((83, 37,), "float16"), Y: T.Buffer((37, 83,), "float16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_float16(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "float16")
    Y = T.match_buffer(var_Y, (n, m,), "float16")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_float16(X: T.Buffer((3, 44,), "float16"), Y: T.Buffer((44, 3,), "float16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_float16(X: T.Buffer((44, 3,), "float16"), Y: T.Buffer((3, 44,), "float16")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_bfloat16(X: T.Buffer((83, 37,), "bfloat16"), Y: T.Buffer((37, 83,), "bfloat16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_bfloat16(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "bfloat16")
    Y = T.match_buffer(var_Y, (n, m,), "bfloat16")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_bfloat16(X: T.Buffer((3, 44,), "bfloat16"), Y: T.Buffer((44, 3,), "bfloat16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_bfloat16(X: T.Buffer((44, 3,), "bfloat16"), Y: T.Buffer((3, 44,), "bfloat16")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def const_float32(X: T.Buffer((83, 37,), "float32"), Y: T.Buffer((37, 83,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def sizes_float32(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (m, n,), "float32")
    Y = T.match_buffer(var_Y, (n, m,), "float32")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last2_float32(X: T.Buffer((2, 43,), "float32"), Y: T.Buffer((43, 2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(43):
        for c in T.parallel(2):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first2_float32(X: T.Buffer((43, 2,), "float32"), Y: T.Buffer((2, 43,), "float32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(2):
        for i in T.parallel(43):
            Y[c, i] = X[i, c]

@T.prim_func
def to_last3_float32(X: T.Buffer((3, 44,), "float32"), Y: T.Buffer((44, 3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_float32(X: T.Buffer((44, 3,), "float32"), Y: T.Buffer((3, 44,), "float32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def to_last4_float32(X: T.Buffer((4, 45,), "float32"), Y: T.Buffer((45, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(45):
        for c in T.parallel(4):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first4_float32(X: T.Buffer((45, 4,), "float32"), Y: T.Buffer((4, 45,), "float32")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(4):
        for i in T.parallel(45):
            Y[c, i] = X[i, c]

@T.prim_func
def const_float64(X: T.Buffer((83, 37,), "float64"), Y: T.Buffer((37, 83,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[j, i]

@T.prim_func
def to_last3_float64(X: T.Buffer((3, 44,), "float64"), Y: T.Buffer((44, 3,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(44):
        for c in T.parallel(3):
            Y[i, c] = X[c, i]

@T.prim_func
def to_first3_float64(X: T.Buffer((44, 3,), "float64"), Y: T.Buffer((3, 44,), "float64")):
    T.func_attr({"num_outputs": 1})
    for c in T.parallel(3):
        for i in T.parallel(44):
            Y[c, i] = X[i, c]

@T.prim_func
def rows_1(X: T.Buffer((33, 1,), "float32"), Y: T.Buffer((1, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_1(X: T.Buffer((1, 33,), "float32"), Y: T.Buffer((33, 1,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(1):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_2(X: T.Buffer((33, 2,), "float32"), Y: T.Buffer((2, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_2(X: T.Buffer((2, 33,), "float32"), Y: T.Buffer((33, 2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(2):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_3(X: T.Buffer((33, 3,), "float32"), Y: T.Buffer((3, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_3(X: T.Buffer((3, 33,), "float32"), Y: T.Buffer((33, 3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(3):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_4(X: T.Buffer((33, 4,), "float32"), Y: T.Buffer((4, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_4(X: T.Buffer((4, 33,), "float32"), Y: T.Buffer((33, 4,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(4):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_5(X: T.Buffer((33, 5,), "float32"), Y: T.Buffer((5, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_5(X: T.Buffer((5, 33,), "float32"), Y: T.Buffer((33, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(5):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_7(X: T.Buffer((33, 7,), "float32"), Y: T.Buffer((7, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_7(X: T.Buffer((7, 33,), "float32"), Y: T.Buffer((33, 7,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(7):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_8(X: T.Buffer((33, 8,), "float32"), Y: T.Buffer((8, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(8):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_8(X: T.Buffer((8, 33,), "float32"), Y: T.Buffer((33, 8,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(8):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_9(X: T.Buffer((33, 9,), "float32"), Y: T.Buffer((9, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(9):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_9(X: T.Buffer((9, 33,), "float32"), Y: T.Buffer((33, 9,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(9):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_15(X: T.Buffer((33, 15,), "float32"), Y: T.Buffer((15, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(15):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_15(X: T.Buffer((15, 33,), "float32"), Y: T.Buffer((33, 15,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(15):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_16(X: T.Buffer((33, 16,), "float32"), Y: T.Buffer((16, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(16):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_16(X: T.Buffer((16, 33,), "float32"), Y: T.Buffer((33, 16,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(16):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_17(X: T.Buffer((33, 17,), "float32"), Y: T.Buffer((17, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(17):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_17(X: T.Buffer((17, 33,), "float32"), Y: T.Buffer((33, 17,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(17):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_31(X: T.Buffer((33, 31,), "float32"), Y: T.Buffer((31, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(31):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_31(X: T.Buffer((31, 33,), "float32"), Y: T.Buffer((33, 31,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(31):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_33(X: T.Buffer((33, 33,), "float32"), Y: T.Buffer((33, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_33(X: T.Buffer((33, 33,), "float32"), Y: T.Buffer((33, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_64(X: T.Buffer((33, 64,), "float32"), Y: T.Buffer((64, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(64):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_64(X: T.Buffer((64, 33,), "float32"), Y: T.Buffer((33, 64,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(64):
            Y[i, j] = X[j, i]

@T.prim_func
def rows_65(X: T.Buffer((33, 65,), "float32"), Y: T.Buffer((65, 33,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(65):
        for j in T.parallel(33):
            Y[i, j] = X[j, i]

@T.prim_func
def lanes_65(X: T.Buffer((65, 33,), "float32"), Y: T.Buffer((33, 65,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(33):
        for j in T.parallel(65):
            Y[i, j] = X[j, i]

@T.prim_func
def bytes_1(X: T.Buffer((70, 1,), "int8"), Y: T.Buffer((1, 70,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(70):
            Y[i, j] = X[j, i]

@T.prim_func
def bytes_16(X: T.Buffer((70, 16,), "int8"), Y: T.Buffer((16, 70,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(16):
        for j in T.parallel(70):
            Y[i, j] = X[j, i]

@T.prim_func
def bytes_17(X: T.Buffer((70, 17,), "int8"), Y: T.Buffer((17, 70,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(17):
        for j in T.parallel(70):
            Y[i, j] = X[j, i]

@T.prim_func
def bytes_63(X: T.Buffer((70, 63,), "int8"), Y: T.Buffer((63, 70,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(63):
        for j in T.parallel(70):
            Y[i, j] = X[j, i]

@T.prim_func
def bytes_65(X: T.Buffer((70, 65,), "int8"), Y: T.Buffer((65, 70,), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(65):
        for j in T.parallel(70):
            Y[i, j] = X[j, i]

@T.prim_func
def none(X: T.Buffer((5, 0,), "float32"), Y: T.Buffer((0, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(0):
        for j in T.parallel(5):
            Y[i, j] = X[j, i]

@T.prim_func
def nothing(X: T.Buffer((0, 5,), "float32"), Y: T.Buffer((5, 0,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        for j in T.parallel(0):
            Y[i, j] = X[j, i]

@T.prim_func
def far(X: T.Buffer((4096, 20,), "float32"), Y: T.Buffer((20, 4096,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(20):
        for j in T.parallel(4096):
            Y[i, j] = X[j, i]

@T.prim_func
def far_rows(X: T.Buffer((20, 4096,), "float64"), Y: T.Buffer((4096, 20,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(4096):
        for j in T.parallel(20):
            Y[i, j] = X[j, i]

@T.prim_func
def keys(X: T.Buffer((3, 19, 2, 35,), "float32"), Y: T.Buffer((3, 2, 35, 19,), "float32")):
    T.func_attr({"num_outputs": 1})
    for va in T.parallel(3):
        for vc in T.parallel(2):
            for vd in T.parallel(35):
                for vb in T.parallel(19):
                    Y[va, vc, vd, vb] = X[va, vb, vc, vd]

@T.prim_func
def keys_sizes(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    a = T.int64()
    b = T.int64()
    c = T.int64()
    d = T.int64()
    X = T.match_buffer(var_X, (a, b, c, d,), "float32")
    Y = T.match_buffer(var_Y, (a, c, d, b,), "float32")
    for va in T.parallel(a):
        for vc in T.parallel(c):
            for vd in T.parallel(d):
                for vb in T.parallel(b):
                    Y[va, vc, vd, vb] = X[va, vb, vc, vd]

@T.prim_func
def last(X: T.Buffer((3, 19, 2, 35,), "float32"), Y: T.Buffer((3, 2, 19, 35,), "float32")):
    T.func_attr({"num_outputs": 1})
    for va in T.parallel(3):
        for vc in T.parallel(2):
            for vb in T.parallel(19):
                for vd in T.parallel(35):
                    Y[va, vc, vb, vd] = X[va, vb, vc, vd]

@T.prim_func
def last_sizes(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    a = T.int64()
    b = T.int64()
    c = T.int64()
    d = T.int64()
    X = T.match_buffer(var_X, (a, b, c, d,), "float32")
    Y = T.match_buffer(var_Y, (a, c, b, d,), "float32")
    for va in T.parallel(a):
        for vc in T.parallel(c):
            for vb in T.parallel(b):
                for vd in T.parallel(d):
                    Y[va, vc, vb, vd] = X[va, vb, vc, vd]

@T.prim_func
def turned(X: T.Buffer((3, 19, 2, 35,), "float32"), Y: T.Buffer((35, 2, 19, 3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for vd in T.parallel(35):
        for vc in T.parallel(2):
            for vb in T.parallel(19):
                for va in T.parallel(3):
                    Y[vd, vc, vb, va] = X[va, vb, vc, vd]

@T.prim_func
def turned_sizes(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    a = T.int64()
    b = T.int64()
    c = T.int64()
    d = T.int64()
    X = T.match_buffer(var_X, (a, b, c, d,), "float32")
    Y = T.match_buffer(var_Y, (d, c, b, a,), "float32")
    for vd in T.parallel(d):
        for vc in T.parallel(c):
            for vb in T.parallel(b):
                for va in T.parallel(a):
                    Y[vd, vc, vb, va] = X[va, vb, vc, vd]

@T.prim_func
def first(X: T.Buffer((3, 19, 2, 35,), "float32"), Y: T.Buffer((35, 3, 19, 2,), "float32")):
    T.func_attr({"num_outputs": 1})
    for vd in T.parallel(35):
        for va in T.parallel(3):
            for vb in T.parallel(19):
                for vc in T.parallel(2):
                    Y[vd, va, vb, vc] = X[va, vb, vc, vd]

@T.prim_func
def first_sizes(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    a = T.int64()
    b = T.int64()
    c = T.int64()
    d = T.int64()
    X = T.match_buffer(var_X, (a, b, c, d,), "float32")
    Y = T.match_buffer(var_Y, (d, a, b, c,), "float32")
    for vd in T.parallel(d):
        for va in T.parallel(a):
            for vb in T.parallel(b):
                for vc in T.parallel(c):
                    Y[vd, va, vb, vc] = X[va, vb, vc, vd]

@T.prim_func
def behind(X: T.Buffer((3, 19, 2, 35,), "float32"), Y: T.Buffer((19, 2, 35, 3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for vb in T.parallel(19):
        for vc in T.parallel(2):
            for vd in T.parallel(35):
                for va in T.parallel(3):
                    Y[vb, vc, vd, va] = X[va, vb, vc, vd]

@T.prim_func
def behind_sizes(var_X: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    a = T.int64()
    b = T.int64()
    c = T.int64()
    d = T.int64()
    X = T.match_buffer(var_X, (a, b, c, d,), "float32")
    Y = T.match_buffer(var_Y, (b, c, d, a,), "float32")
    for vb in T.parallel(b):
        for vc in T.parallel(c):
            for vd in T.parallel(d):
                for va in T.parallel(a):
                    Y[vb, vc, vd, va] = X[va, vb, vc, vd]

@T.prim_func
def fused_float32_float32(X: T.Buffer((50, 35,), "float32"), B: T.Buffer((50,), "float32"), C: T.Buffer((35,), "float32"), Z: T.Buffer((35, 50,), "float32"), Y: T.Buffer((35, 50,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            v: T.float32 = X[j, i]
            w: T.float32 = (v + B[j]) * C[i] + Z[i, j]
            Y[i, j] = T.tanh(w)

@T.prim_func
def fused_float16_float32(X: T.Buffer((50, 35,), "float16"), B: T.Buffer((50,), "float32"), C: T.Buffer((35,), "float32"), Z: T.Buffer((35, 50,), "float32"), Y: T.Buffer((35, 50,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            v: T.float32 = T.Cast("float32", X[j, i])
            w: T.float32 = (v + B[j]) * C[i] + Z[i, j]
            Y[i, j] = T.tanh(w)

@T.prim_func
def fused_int8_float32(X: T.Buffer((50, 35,), "int8"), B: T.Buffer((50,), "float32"), C: T.Buffer((35,), "float32"), Z: T.Buffer((35, 50,), "float32"), Y: T.Buffer((35, 50,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            v: T.float32 = T.Cast("float32", X[j, i])
            w: T.float32 = (v + B[j]) * C[i] + Z[i, j]
            Y[i, j] = T.tanh(w)

@T.prim_func
def fused_float32_float64(X: T.Buffer((50, 35,), "float32"), B: T.Buffer((50,), "float32"), C: T.Buffer((35,), "float32"), Z: T.Buffer((35, 50,), "float32"), Y: T.Buffer((35, 50,), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            v: T.float32 = X[j, i]
            w: T.float32 = (v + B[j]) * C[i] + Z[i, j]
            Y[i, j] = T.Cast("float64", T.max(v, B[j]))

@T.prim_func
def slice(X: T.Buffer((55, 38,), "float32"), Y: T.Buffer((35, 50,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            Y[i, j] = X[j + 4, i + 2] + X[j, i] - X[54 - j, i]

@T.prim_func
def image(X: T.Buffer((2, 3, 5, 37,), "float32"), A: T.Buffer((3,), "float32"), Y: T.Buffer((2, 5, 37, 3,), "float32")):
    T.func_attr({"num_outputs": 1})
    for b in T.parallel(2):
        for i in T.parallel(5):
            for j in T.parallel(37):
                for c in T.parallel(3):
                    Y[b, i, j, c] = X[b, c, i, j] * T.float32(2) - A[c]

@T.prim_func
def part_of_pixel(X: T.Buffer((3, 37,), "float32"), Y: T.Buffer((37, 5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for j in T.parallel(37):
        for c in T.parallel(3):
            Y[j, c + 1] = X[c, j]

@T.prim_func
def edge(X: T.Buffer((50, 35,), "float32"), Y: T.Buffer((35, 50,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(50):
            if T.And(i < 30, j < 40):
                Y[i, j] = X[j, i]
            else:
                Y[i, j] = T.float32(0)

@T.prim_func
def product(A: T.Buffer((35, 50,), "float32"), X: T.Buffer((50, 35,), "float32"), Y: T.Buffer((35, 35,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(35):
        for j in T.parallel(35):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(50):
                acc[()] = acc[()] + X[k, i] * A[j, k]
            Y[i, j] = acc[()]

