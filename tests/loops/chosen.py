@T.prim_func
def chosen1(M: T.Buffer((32, 2, 2), "bool"), X: T.Buffer((32, 2, 2), "int32"), Z: T.Buffer((32, 2, 2), "int32"), Y: T.Buffer((32, 2, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen2(M: T.Buffer((32, 2, 2), "bool"), X: T.Buffer((32, 2, 2), "float32"), Z: T.Buffer((32, 2, 2), "float32"), Y: T.Buffer((32, 2, 2), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen3(M: T.Buffer((32, 2, 2), "bool"), X: T.Buffer((32, 2, 2), "int8"), Z: T.Buffer((32, 2, 2), "int8"), Y: T.Buffer((32, 2, 2), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen4(M: T.Buffer((32, 2, 2), "bool"), X: T.Buffer((32, 2, 2), "int32"), Z: T.Buffer((32, 2, 2), "int32"), Y: T.Buffer((32, 2, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen5(M: T.Buffer((32, 2, 2), "bool"), X: T.Buffer((32, 2, 2), "float64"), Z: T.Buffer((32, 2, 2), "float64"), Y: T.Buffer((32, 2, 2), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen6(M: T.Buffer((32, 2, 3), "bool"), X: T.Buffer((32, 2, 3), "int32"), Z: T.Buffer((32, 2, 3), "int32"), Y: T.Buffer((32, 2, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen7(M: T.Buffer((32, 2, 3), "bool"), X: T.Buffer((32, 2, 3), "float32"), Z: T.Buffer((32, 2, 3), "float32"), Y: T.Buffer((32, 2, 3), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen8(M: T.Buffer((32, 2, 3), "bool"), X: T.Buffer((32, 2, 3), "int8"), Z: T.Buffer((32, 2, 3), "int8"), Y: T.Buffer((32, 2, 3), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen9(M: T.Buffer((32, 2, 3), "bool"), X: T.Buffer((32, 2, 3), "int32"), Z: T.Buffer((32, 2, 3), "int32"), Y: T.Buffer((32, 2, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen10(M: T.Buffer((32, 2, 3), "bool"), X: T.Buffer((32, 2, 3), "float64"), Z: T.Buffer((32, 2, 3), "float64"), Y: T.Buffer((32, 2, 3), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen11(M: T.Buffer((32, 3, 2), "bool"), X: T.Buffer((32, 3, 2), "int32"), Z: T.Buffer((32, 3, 2), "int32"), Y: T.Buffer((32, 3, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen12(M: T.Buffer((32, 3, 2), "bool"), X: T.Buffer((32, 3, 2), "float32"), Z: T.Buffer((32, 3, 2), "float32"), Y: T.Buffer((32, 3, 2), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen13(M: T.Buffer((32, 3, 2), "bool"), X: T.Buffer((32, 3, 2), "int8"), Z: T.Buffer((32, 3, 2), "int8"), Y: T.Buffer((32, 3, 2), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen14(M: T.Buffer((32, 3, 2), "bool"), X: T.Buffer((32, 3, 2), "int32"), Z: T.Buffer((32, 3, 2), "int32"), Y: T.Buffer((32, 3, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen15(M: T.Buffer((32, 3, 2), "bool"), X: T.Buffer((32, 3, 2), "float64"), Z: T.Buffer((32, 3, 2), "float64"), Y: T.Buffer((32, 3, 2), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen16(M: T.Buffer((32, 3, 3), "bool"), X: T.Buffer((32, 3, 3), "int32"), Z: T.Buffer((32, 3, 3), "int32"), Y: T.Buffer((32, 3, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen17(M: T.Buffer((32, 3, 3), "bool"), X: T.Buffer((32, 3, 3), "float32"), Z: T.Buffer((32, 3, 3), "float32"), Y: T.Buffer((32, 3, 3), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen18(M: T.Buffer((32, 3, 3), "bool"), X: T.Buffer((32, 3, 3), "int8"), Z: T.Buffer((32, 3, 3), "int8"), Y: T.Buffer((32, 3, 3), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen19(M: T.Buffer((32, 3, 3), "bool"), X: T.Buffer((32, 3, 3), "int32"), Z: T.Buffer((32, 3, 3), "int32"), Y: T.Buffer((32, 3, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen20(M: T.Buffer((32, 3, 3), "bool"), X: T.Buffer((32, 3, 3), "float64"), Z: T.Buffer((32, 3, 3), "float64"), Y: T.Buffer((32, 3, 3), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(3):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen21(M: T.Buffer((32, 4, 2), "bool"), X: T.Buffer((32, 4, 2), "int32"), Z: T.Buffer((32, 4, 2), "int32"), Y: T.Buffer((32, 4, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen22(M: T.Buffer((32, 4, 2), "bool"), X: T.Buffer((32, 4, 2), "float32"), Z: T.Buffer((32, 4, 2), "float32"), Y: T.Buffer((32, 4, 2), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen23(M: T.Buffer((32, 4, 2), "bool"), X: T.Buffer((32, 4, 2), "int8"), Z: T.Buffer((32, 4, 2), "int8"), Y: T.Buffer((32, 4, 2), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen24(M: T.Buffer((32, 4, 2), "bool"), X: T.Buffer((32, 4, 2), "int32"), Z: T.Buffer((32, 4, 2), "int32"), Y: T.Buffer((32, 4, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen25(M: T.Buffer((32, 4, 2), "bool"), X: T.Buffer((32, 4, 2), "float64"), Z: T.Buffer((32, 4, 2), "float64"), Y: T.Buffer((32, 4, 2), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen26(M: T.Buffer((32, 7, 2), "bool"), X: T.Buffer((32, 7, 2), "int32"), Z: T.Buffer((32, 7, 2), "int32"), Y: T.Buffer((32, 7, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen27(M: T.Buffer((32, 7, 2), "bool"), X: T.Buffer((32, 7, 2), "float32"), Z: T.Buffer((32, 7, 2), "float32"), Y: T.Buffer((32, 7, 2), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen28(M: T.Buffer((32, 7, 2), "bool"), X: T.Buffer((32, 7, 2), "int8"), Z: T.Buffer((32, 7, 2), "int8"), Y: T.Buffer((32, 7, 2), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen29(M: T.Buffer((32, 7, 2), "bool"), X: T.Buffer((32, 7, 2), "int32"), Z: T.Buffer((32, 7, 2), "int32"), Y: T.Buffer((32, 7, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen30(M: T.Buffer((32, 7, 2), "bool"), X: T.Buffer((32, 7, 2), "float64"), Z: T.Buffer((32, 7, 2), "float64"), Y: T.Buffer((32, 7, 2), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen31(M: T.Buffer((32, 2, 7), "bool"), X: T.Buffer((32, 2, 7), "int32"), Z: T.Buffer((32, 2, 7), "int32"), Y: T.Buffer((32, 2, 7), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(7):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen32(M: T.Buffer((32, 2, 7), "bool"), X: T.Buffer((32, 2, 7), "float32"), Z: T.Buffer((32, 2, 7), "float32"), Y: T.Buffer((32, 2, 7), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(7):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen33(M: T.Buffer((32, 2, 7), "bool"), X: T.Buffer((32, 2, 7), "int8"), Z: T.Buffer((32, 2, 7), "int8"), Y: T.Buffer((32, 2, 7), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(7):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen34(M: T.Buffer((32, 2, 7), "bool"), X: T.Buffer((32, 2, 7), "int32"), Z: T.Buffer((32, 2, 7), "int32"), Y: T.Buffer((32, 2, 7), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(7):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen35(M: T.Buffer((32, 2, 7), "bool"), X: T.Buffer((32, 2, 7), "float64"), Z: T.Buffer((32, 2, 7), "float64"), Y: T.Buffer((32, 2, 7), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(2):
            for k in T.parallel(7):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen36(M: T.Buffer((32, 7, 3), "bool"), X: T.Buffer((32, 7, 3), "int32"), Z: T.Buffer((32, 7, 3), "int32"), Y: T.Buffer((32, 7, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen37(M: T.Buffer((32, 7, 3), "bool"), X: T.Buffer((32, 7, 3), "float32"), Z: T.Buffer((32, 7, 3), "float32"), Y: T.Buffer((32, 7, 3), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen38(M: T.Buffer((32, 7, 3), "bool"), X: T.Buffer((32, 7, 3), "int8"), Z: T.Buffer((32, 7, 3), "int8"), Y: T.Buffer((32, 7, 3), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(3):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen39(M: T.Buffer((32, 7, 3), "bool"), X: T.Buffer((32, 7, 3), "int32"), Z: T.Buffer((32, 7, 3), "int32"), Y: T.Buffer((32, 7, 3), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen40(M: T.Buffer((32, 7, 3), "bool"), X: T.Buffer((32, 7, 3), "float64"), Z: T.Buffer((32, 7, 3), "float64"), Y: T.Buffer((32, 7, 3), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(7):
            for k in T.parallel(3):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen41(M: T.Buffer((32, 4, 8), "bool"), X: T.Buffer((32, 4, 8), "int32"), Z: T.Buffer((32, 4, 8), "int32"), Y: T.Buffer((32, 4, 8), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(8):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen42(M: T.Buffer((32, 4, 8), "bool"), X: T.Buffer((32, 4, 8), "float32"), Z: T.Buffer((32, 4, 8), "float32"), Y: T.Buffer((32, 4, 8), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(8):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen43(M: T.Buffer((32, 4, 8), "bool"), X: T.Buffer((32, 4, 8), "int8"), Z: T.Buffer((32, 4, 8), "int8"), Y: T.Buffer((32, 4, 8), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(8):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen44(M: T.Buffer((32, 4, 8), "bool"), X: T.Buffer((32, 4, 8), "int32"), Z: T.Buffer((32, 4, 8), "int32"), Y: T.Buffer((32, 4, 8), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(8):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen45(M: T.Buffer((32, 4, 8), "bool"), X: T.Buffer((32, 4, 8), "float64"), Z: T.Buffer((32, 4, 8), "float64"), Y: T.Buffer((32, 4, 8), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(4):
            for k in T.parallel(8):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen46(M: T.Buffer((32, 16, 2), "bool"), X: T.Buffer((32, 16, 2), "int32"), Z: T.Buffer((32, 16, 2), "int32"), Y: T.Buffer((32, 16, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(16):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen47(M: T.Buffer((32, 16, 2), "bool"), X: T.Buffer((32, 16, 2), "float32"), Z: T.Buffer((32, 16, 2), "float32"), Y: T.Buffer((32, 16, 2), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(16):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(M[i, j, k], X[i, j, k], T.float32(5))

@T.prim_func
def chosen48(M: T.Buffer((32, 16, 2), "bool"), X: T.Buffer((32, 16, 2), "int8"), Z: T.Buffer((32, 16, 2), "int8"), Y: T.Buffer((32, 16, 2), "int8")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(16):
            for k in T.parallel(2):
                Y[i, j, k] = T.Select(Z[i, j, k] < T.int8(9), X[i, j, k], Z[i, j, k])

@T.prim_func
def chosen49(M: T.Buffer((32, 16, 2), "bool"), X: T.Buffer((32, 16, 2), "int32"), Z: T.Buffer((32, 16, 2), "int32"), Y: T.Buffer((32, 16, 2), "int32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(16):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "int32")
                s[()] = Z[i, j, k]
                if M[i, j, k]:
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

@T.prim_func
def chosen50(M: T.Buffer((32, 16, 2), "bool"), X: T.Buffer((32, 16, 2), "float64"), Z: T.Buffer((32, 16, 2), "float64"), Y: T.Buffer((32, 16, 2), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(32):
        for j in T.parallel(16):
            for k in T.parallel(2):
                s = T.alloc_buffer((), "float64")
                s[()] = Z[i, j, k]
                if Z[i, j, k] < T.float64(0.1):
                    s[()] = s[()] + X[i, j, k]
                Y[i, j, k] = s[()]

