@T.prim_func
def whole_tiles1(X: T.Buffer((8, 70), "float32"), Y: T.Buffer((8, 70), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(8):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(70):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((70,), "float32")
        for j in T.parallel(70):
            d: T.float32 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(70):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(70):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def rows_left2(X: T.Buffer((7, 17), "float32"), Y: T.Buffer((7, 17), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(7):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(17):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((17,), "float32")
        for j in T.parallel(17):
            d: T.float32 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(17):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(17):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def three_rows3(X: T.Buffer((3, 64), "float32"), Y: T.Buffer((3, 64), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(64):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((64,), "float32")
        for j in T.parallel(64):
            d: T.float32 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(64):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(64):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def one_row4(X: T.Buffer((1, 33), "float32"), Y: T.Buffer((1, 33), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(33):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((33,), "float32")
        for j in T.parallel(33):
            d: T.float32 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(33):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(33):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def doubles_stand5(X: T.Buffer((6, 33), "float64"), Y: T.Buffer((6, 33), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        top = T.alloc_buffer((), "float64")
        top[()] = X[i, 0]
        for k in range(33):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((33,), "float64")
        for j in T.parallel(33):
            d: T.float64 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float64")
        sum[()] = T.float64(0)
        for k in range(33):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(33):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def long_rows6(X: T.Buffer((5, 1100), "float32"), Y: T.Buffer((5, 1100), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(1100):
            top[()] = T.max(top[()], X[i, k])
        e = T.alloc_buffer((1100,), "float32")
        for j in T.parallel(1100):
            d: T.float32 = X[i, j] - top[()]
            e[j] = T.exp(d)
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(1100):
            sum[()] = sum[()] + e[k]
        for j in T.parallel(1100):
            Y[i, j] = e[j] / sum[()]

@T.prim_func
def two_loops7(X: T.Buffer((2, 5, 33), "float32"), G: T.Buffer((33,), "float32"), Y: T.Buffer((2, 5, 33), "float32")):
    T.func_attr({"num_outputs": 1})
    for i0 in T.parallel(2):
        for i1 in T.parallel(5):
            sum = T.alloc_buffer((), "float32")
            sum[()] = T.float32(0)
            for k in range(33):
                sum[()] = sum[()] + X[i0, i1, k]
            mean: T.float32 = sum[()] / T.float32(33)
            var = T.alloc_buffer((), "float32")
            var[()] = T.float32(0)
            for k in range(33):
                d: T.float32 = X[i0, i1, k] - mean
                var[()] = var[()] + d * d
            scale: T.float32 = T.float32(1) / T.sqrt(var[()] / T.float32(33) + T.float32(0.001))
            for j in T.parallel(33):
                Y[i0, i1, j] = (X[i0, i1, j] - mean) * scale * G[j]

@T.prim_func
def doubles8(X: T.Buffer((9, 20), "float64"), G: T.Buffer((20,), "float64"), Y: T.Buffer((9, 20), "float64")):
    T.func_attr({"num_outputs": 1})
    for i0 in T.parallel(9):
        sum = T.alloc_buffer((), "float64")
        sum[()] = T.float64(0)
        for k in range(20):
            sum[()] = sum[()] + X[i0, k]
        mean: T.float64 = sum[()] / T.float64(20)
        var = T.alloc_buffer((), "float64")
        var[()] = T.float64(0)
        for k in range(20):
            d: T.float64 = X[i0, k] - mean
            var[()] = var[()] + d * d
        scale: T.float64 = T.float64(1) / T.sqrt(var[()] / T.float64(20) + T.float64(0.001))
        for j in T.parallel(20):
            Y[i0, j] = (X[i0, j] - mean) * scale * G[j]

@T.prim_func
def vectors9(X: T.Buffer((4, 16), "float32"), G: T.Buffer((16,), "float32"), Y: T.Buffer((4, 16), "float32")):
    T.func_attr({"num_outputs": 1})
    for i0 in T.parallel(4):
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(16):
            sum[()] = sum[()] + X[i0, k]
        mean: T.float32 = sum[()] / T.float32(16)
        var = T.alloc_buffer((), "float32")
        var[()] = T.float32(0)
        for k in range(16):
            d: T.float32 = X[i0, k] - mean
            var[()] = var[()] + d * d
        scale: T.float32 = T.float32(1) / T.sqrt(var[()] / T.float32(16) + T.float32(0.001))
        for j in T.parallel(16):
            Y[i0, j] = (X[i0, j] - mean) * scale * G[j]

@T.prim_func
def shared10(A: T.Buffer((3, 40), "float32"), B: T.Buffer((9, 40), "float32"), Y: T.Buffer((3, 9), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(3):
        for j in T.parallel(9):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(40):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            Y[i, j] = acc[()]

@T.prim_func
def shared11(A: T.Buffer((1, 100), "float64"), B: T.Buffer((4, 100), "float64"), Y: T.Buffer((1, 4), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(4):
            acc = T.alloc_buffer((), "float64")
            acc[()] = T.float64(0)
            for k in range(100):
                acc[()] = acc[()] + A[i, k] * B[j, k]
            Y[i, j] = acc[()]

@T.prim_func
def maxima12(X: T.Buffer((5, 48), "float32"), Y: T.Buffer((5,), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(5):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(48):
            top[()] = T.max(top[()], X[i, k])
        Y[i] = top[()]

@T.prim_func
def not_all13(X: T.Buffer((6, 40), "float32"), Y: T.Buffer((6, 40), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for k in range(40):
            sum[()] = sum[()] + X[i, k]
        for j in T.parallel(40):
            if X[i, j] < sum[()]:
                Y[i, j] = X[i, j]
            else:
                Y[i, j] = sum[()]

@T.prim_func
def arrays14(X: T.Buffer((6, 50), "float32"), Y: T.Buffer((6, 50), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(6):
        t = T.alloc_buffer((50,), "float32")
        for j in T.parallel(50):
            t[j] = X[i, j] * X[i, j]
        for j in T.parallel(50):
            Y[i, j] = t[j] + X[i, j]

@T.prim_func
def products15(X: T.Buffer((10, 24), "float32"), Y: T.Buffer((10, 24), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(10):
        p = T.alloc_buffer((), "float32")
        p[()] = T.float32(1)
        for k in range(24):
            p[()] = p[()] * X[i, k]
        for j in T.parallel(24):
            Y[i, j] = X[i, j] + p[()]

@T.prim_func
def sizes16(Xh: T.handle, Yh: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(Xh, (n, 70), "float32")
    Y = T.match_buffer(Yh, (n, 70), "float32")
    for i in T.parallel(n):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for k in range(70):
            top[()] = T.max(top[()], X[i, k])
        for j in T.parallel(70):
            Y[i, j] = X[i, j] - top[()]
