# Made by zz_both_ways.gen: loops that write along both loops of a tile.

@T.prim_func
def plain_bool(X: T.Buffer((37, 83), "bool"), Y: T.Buffer((37, 83), "bool"), Z: T.Buffer((83, 37), "bool")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_int8(X: T.Buffer((37, 83), "int8"), Y: T.Buffer((37, 83), "int8"), Z: T.Buffer((83, 37), "int8")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_uint16(X: T.Buffer((37, 83), "uint16"), Y: T.Buffer((37, 83), "uint16"), Z: T.Buffer((83, 37), "uint16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_int32(X: T.Buffer((37, 83), "int32"), Y: T.Buffer((37, 83), "int32"), Z: T.Buffer((83, 37), "int32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_int64(X: T.Buffer((37, 83), "int64"), Y: T.Buffer((37, 83), "int64"), Z: T.Buffer((83, 37), "int64")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_float16(X: T.Buffer((37, 83), "float16"), Y: T.Buffer((37, 83), "float16"), Z: T.Buffer((83, 37), "float16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_bfloat16(X: T.Buffer((37, 83), "bfloat16"), Y: T.Buffer((37, 83), "bfloat16"), Z: T.Buffer((83, 37), "bfloat16")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_float32(X: T.Buffer((37, 83), "float32"), Y: T.Buffer((37, 83), "float32"), Z: T.Buffer((83, 37), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def plain_float64(X: T.Buffer((37, 83), "float64"), Y: T.Buffer((37, 83), "float64"), Z: T.Buffer((83, 37), "float64")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(37):
        for j in T.parallel(83):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def first_i(X: T.Buffer((33, 70), "float32"), Y: T.Buffer((33, 70), "float32"), Z: T.Buffer((70, 33), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(33):
        for j in T.parallel(70):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def sizes_first_i(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (n, m), "float32")
    Y = T.match_buffer(var_Y, (n, m), "float32")
    Z = T.match_buffer(var_Z, (m, n), "float32")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def last_i(X: T.Buffer((33, 70), "float32"), Y: T.Buffer((33, 70), "float32"), Z: T.Buffer((70, 33), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(33):
        for j in T.parallel(70):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def sizes_last_i(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (n, m), "float32")
    Y = T.match_buffer(var_Y, (n, m), "float32")
    Z = T.match_buffer(var_Z, (m, n), "float32")
    for i in T.parallel(n):
        for j in T.parallel(m):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def first_j(X: T.Buffer((33, 70), "float32"), Y: T.Buffer((33, 70), "float32"), Z: T.Buffer((70, 33), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(70):
        for i in T.parallel(33):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def sizes_first_j(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (n, m), "float32")
    Y = T.match_buffer(var_Y, (n, m), "float32")
    Z = T.match_buffer(var_Z, (m, n), "float32")
    for j in T.parallel(m):
        for i in T.parallel(n):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def last_j(X: T.Buffer((33, 70), "float32"), Y: T.Buffer((33, 70), "float32"), Z: T.Buffer((70, 33), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(70):
        for i in T.parallel(33):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def sizes_last_j(var_X: T.handle, var_Y: T.handle, var_Z: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (n, m), "float32")
    Y = T.match_buffer(var_Y, (n, m), "float32")
    Z = T.match_buffer(var_Z, (m, n), "float32")
    for j in T.parallel(m):
        for i in T.parallel(n):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_1(X: T.Buffer((1, 34), "float32"), Y: T.Buffer((1, 34), "float32"), Z: T.Buffer((34, 1), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(1):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_1(X: T.Buffer((34, 1), "float32"), Y: T.Buffer((34, 1), "float32"), Z: T.Buffer((1, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(1):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_2(X: T.Buffer((2, 34), "float32"), Y: T.Buffer((2, 34), "float32"), Z: T.Buffer((34, 2), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(2):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_2(X: T.Buffer((34, 2), "float32"), Y: T.Buffer((34, 2), "float32"), Z: T.Buffer((2, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(2):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_3(X: T.Buffer((3, 34), "float32"), Y: T.Buffer((3, 34), "float32"), Z: T.Buffer((34, 3), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(3):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_3(X: T.Buffer((34, 3), "float32"), Y: T.Buffer((34, 3), "float32"), Z: T.Buffer((3, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(3):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_4(X: T.Buffer((4, 34), "float32"), Y: T.Buffer((4, 34), "float32"), Z: T.Buffer((34, 4), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(4):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_4(X: T.Buffer((34, 4), "float32"), Y: T.Buffer((34, 4), "float32"), Z: T.Buffer((4, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(4):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_5(X: T.Buffer((5, 34), "float32"), Y: T.Buffer((5, 34), "float32"), Z: T.Buffer((34, 5), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(5):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_5(X: T.Buffer((34, 5), "float32"), Y: T.Buffer((34, 5), "float32"), Z: T.Buffer((5, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(5):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_8(X: T.Buffer((8, 34), "float32"), Y: T.Buffer((8, 34), "float32"), Z: T.Buffer((34, 8), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(8):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_8(X: T.Buffer((34, 8), "float32"), Y: T.Buffer((34, 8), "float32"), Z: T.Buffer((8, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(8):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_15(X: T.Buffer((15, 34), "float32"), Y: T.Buffer((15, 34), "float32"), Z: T.Buffer((34, 15), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(15):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_15(X: T.Buffer((34, 15), "float32"), Y: T.Buffer((34, 15), "float32"), Z: T.Buffer((15, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(15):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_16(X: T.Buffer((16, 34), "float32"), Y: T.Buffer((16, 34), "float32"), Z: T.Buffer((34, 16), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(16):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_16(X: T.Buffer((34, 16), "float32"), Y: T.Buffer((34, 16), "float32"), Z: T.Buffer((16, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(16):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_17(X: T.Buffer((17, 34), "float32"), Y: T.Buffer((17, 34), "float32"), Z: T.Buffer((34, 17), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(17):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_17(X: T.Buffer((34, 17), "float32"), Y: T.Buffer((34, 17), "float32"), Z: T.Buffer((17, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(17):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_31(X: T.Buffer((31, 34), "float32"), Y: T.Buffer((31, 34), "float32"), Z: T.Buffer((34, 31), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(31):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_31(X: T.Buffer((34, 31), "float32"), Y: T.Buffer((34, 31), "float32"), Z: T.Buffer((31, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(31):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def rows_65(X: T.Buffer((65, 34), "float32"), Y: T.Buffer((65, 34), "float32"), Z: T.Buffer((34, 65), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(65):
        for j in T.parallel(34):
            Y[i, j] = X[i, j]
            Z[j, i] = X[i, j]

@T.prim_func
def lanes_65(X: T.Buffer((34, 65), "float32"), Y: T.Buffer((34, 65), "float32"), Z: T.Buffer((65, 34), "float32")):
    T.func_attr({"num_outputs": 2})
    for j in T.parallel(65):
        for i in T.parallel(34):
            Z[j, i] = X[i, j]
            Y[i, j] = X[i, j]

@T.prim_func
def computed(X: T.Buffer((40, 50), "float32"), Y: T.Buffer((40, 50), "float32"), Z: T.Buffer((50, 40), "float32")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(40):
        for j in T.parallel(50):
            Y[i, j] = X[i, j] + T.float32(1.0)
            Z[j, i] = X[i, j] + T.float32(1.0) * X[i, j]

