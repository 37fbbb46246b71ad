# Loops that threads share, or may not. Every second kernel of kernels_test is for threads: each stands here twice.

# Threads that share the last loop may not each do what stands before it: it reads what they write.
@T.prim_func
def in_place(x: T.Buffer((2, 3000), "float32"), y: T.Buffer((2, 3000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(3000):
            y[i, j] = x[i, j] + T.float32(1)
    for i in T.parallel(2):
        top = T.alloc_buffer((), "float32")
        top[()] = y[i, 0]
        for k in range(3000):
            top[()] = T.max(top[()], y[i, k])
        for j in T.parallel(3000):
            y[i, j] = y[i, j] + top[()]

@T.prim_func
def in_place_again(x: T.Buffer((2, 3000), "float32"), y: T.Buffer((2, 3000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for j in T.parallel(3000):
            y[i, j] = x[i, j] + T.float32(1)
    for i in T.parallel(2):
        top = T.alloc_buffer((), "float32")
        top[()] = y[i, 0]
        for k in range(3000):
            top[()] = T.max(top[()], y[i, k])
        for j in T.parallel(3000):
            y[i, j] = y[i, j] + top[()] * T.float32(2)

# What each thread does for itself: an array that all of the last loop read.
@T.prim_func
def own(x: T.Buffer((2, 40), "float32"), y: T.Buffer((2, 3000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        row = T.alloc_buffer((40,), "float32")
        for k in range(40):
            row[k] = x[i, k] * T.float32(2)
        for j in T.parallel(3000):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(40):
                acc[()] = acc[()] + row[k]
            y[i, j] = acc[()] * T.Cast("float32", j)

@T.prim_func
def own_again(x: T.Buffer((2, 40), "float32"), y: T.Buffer((2, 3000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        row = T.alloc_buffer((40,), "float32")
        for k in range(40):
            row[k] = x[i, k] * T.float32(3)
        for j in T.parallel(3000):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(40):
                acc[()] = acc[()] + row[k]
            y[i, j] = acc[()] * T.Cast("float32", j)

# How long the inner loop is, is known within the outer one alone.
@T.prim_func
def extent0(x: T.Buffer((4000,), "float32"), y: T.Buffer((1, 4000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(4000):
            y[i, j] = T.float32(0)
    for i in T.parallel(1):
        for j in T.parallel(i * 1000 + 2000):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(200):
                acc[()] = acc[()] * T.float32(0.5) + x[j]
            y[i, j] = acc[()]

@T.prim_func
def extent1(x: T.Buffer((4000,), "float32"), y: T.Buffer((1, 4000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(4000):
            y[i, j] = T.float32(0)
    for i in T.parallel(1):
        for j in T.parallel(i * 1000 + 2001):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(200):
                acc[()] = acc[()] * T.float32(0.5) + x[j]
            y[i, j] = acc[()]

@T.prim_func
def extent2(x: T.Buffer((4000,), "float32"), y: T.Buffer((1, 4000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(4000):
            y[i, j] = T.float32(0)
    for i in T.parallel(1):
        n: T.int64 = i * 1000 + 2002
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(200):
                acc[()] = acc[()] * T.float32(0.5) + x[j]
            y[i, j] = acc[()]

@T.prim_func
def extent3(x: T.Buffer((4000,), "float32"), y: T.Buffer((1, 4000), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for j in T.parallel(4000):
            y[i, j] = T.float32(0)
    for i in T.parallel(1):
        n: T.int64 = i * 1000 + 2003
        for j in T.parallel(n):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for k in range(200):
                acc[()] = acc[()] * T.float32(0.5) + x[j]
            y[i, j] = acc[()]

# Extents that are sums of a dozen others: of parts, of rows between them, of what threads share.
@T.prim_func
def long_sizes(x0: T.handle, x1: T.handle, x2: T.handle, x3: T.handle, x4: T.handle, x5: T.handle, x6: T.handle, x7: T.handle, x8: T.handle, x9: T.handle, x10: T.handle, x11: T.handle, y: T.handle, z: T.handle):
    T.func_attr({"num_outputs": 2})
    n0 = T.int64()
    n1 = T.int64()
    n2 = T.int64()
    n3 = T.int64()
    n4 = T.int64()
    n5 = T.int64()
    n6 = T.int64()
    n7 = T.int64()
    n8 = T.int64()
    n9 = T.int64()
    n10 = T.int64()
    n11 = T.int64()
    X0 = T.match_buffer(x0, (3, n0, 5), "float32")
    X1 = T.match_buffer(x1, (3, n1, 5), "float32")
    X2 = T.match_buffer(x2, (3, n2, 5), "float32")
    X3 = T.match_buffer(x3, (3, n3, 5), "float32")
    X4 = T.match_buffer(x4, (3, n4, 5), "float32")
    X5 = T.match_buffer(x5, (3, n5, 5), "float32")
    X6 = T.match_buffer(x6, (3, n6, 5), "float32")
    X7 = T.match_buffer(x7, (3, n7, 5), "float32")
    X8 = T.match_buffer(x8, (3, n8, 5), "float32")
    X9 = T.match_buffer(x9, (3, n9, 5), "float32")
    X10 = T.match_buffer(x10, (3, n10, 5), "float32")
    X11 = T.match_buffer(x11, (3, n11, 5), "float32")
    Y = T.match_buffer(y, (3, T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4), 5), "float32")
    Z = T.match_buffer(z, (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4), 3), "float32")
    for a in T.parallel(3):
        for b in T.parallel(T.min(n0, 4)):
            for c in T.parallel(5):
                Y[a, b, c] = X0[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n1, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4)), c] = X1[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n2, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4)), c] = X2[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n3, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4)), c] = X3[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n4, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4)), c] = X4[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n5, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4)), c] = X5[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n6, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4)), c] = X6[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n7, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4)), c] = X7[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n8, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4)), c] = X8[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n9, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4)), c] = X9[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n10, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4)), c] = X10[a, b, c] * T.float32(2)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n11, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4)), c] = X11[a, b, c] * T.float32(2)
    for b in T.parallel(T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4)):
        for a in T.parallel(3):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for c in range(5):
                acc[()] = acc[()] + Y[a, b, c]
            Z[b, a] = acc[()]

@T.prim_func
def long_sizes_again(x0: T.handle, x1: T.handle, x2: T.handle, x3: T.handle, x4: T.handle, x5: T.handle, x6: T.handle, x7: T.handle, x8: T.handle, x9: T.handle, x10: T.handle, x11: T.handle, y: T.handle, z: T.handle):
    T.func_attr({"num_outputs": 2})
    n0 = T.int64()
    n1 = T.int64()
    n2 = T.int64()
    n3 = T.int64()
    n4 = T.int64()
    n5 = T.int64()
    n6 = T.int64()
    n7 = T.int64()
    n8 = T.int64()
    n9 = T.int64()
    n10 = T.int64()
    n11 = T.int64()
    X0 = T.match_buffer(x0, (3, n0, 5), "float32")
    X1 = T.match_buffer(x1, (3, n1, 5), "float32")
    X2 = T.match_buffer(x2, (3, n2, 5), "float32")
    X3 = T.match_buffer(x3, (3, n3, 5), "float32")
    X4 = T.match_buffer(x4, (3, n4, 5), "float32")
    X5 = T.match_buffer(x5, (3, n5, 5), "float32")
    X6 = T.match_buffer(x6, (3, n6, 5), "float32")
    X7 = T.match_buffer(x7, (3, n7, 5), "float32")
    X8 = T.match_buffer(x8, (3, n8, 5), "float32")
    X9 = T.match_buffer(x9, (3, n9, 5), "float32")
    X10 = T.match_buffer(x10, (3, n10, 5), "float32")
    X11 = T.match_buffer(x11, (3, n11, 5), "float32")
    Y = T.match_buffer(y, (3, T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4), 5), "float32")
    Z = T.match_buffer(z, (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4), 3), "float32")
    for a in T.parallel(3):
        for b in T.parallel(T.min(n0, 4)):
            for c in T.parallel(5):
                Y[a, b, c] = X0[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n1, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4)), c] = X1[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n2, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4)), c] = X2[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n3, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4)), c] = X3[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n4, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4)), c] = X4[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n5, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4)), c] = X5[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n6, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4)), c] = X6[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n7, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4)), c] = X7[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n8, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4)), c] = X8[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n9, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4)), c] = X9[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n10, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4)), c] = X10[a, b, c] * T.float32(3)
    for a in T.parallel(3):
        for b in T.parallel(T.min(n11, 4)):
            for c in T.parallel(5):
                Y[a, b + (T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4)), c] = X11[a, b, c] * T.float32(3)
    for b in T.parallel(T.min(n0, 4) + T.min(n1, 4) + T.min(n2, 4) + T.min(n3, 4) + T.min(n4, 4) + T.min(n5, 4) + T.min(n6, 4) + T.min(n7, 4) + T.min(n8, 4) + T.min(n9, 4) + T.min(n10, 4) + T.min(n11, 4)):
        for a in T.parallel(3):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0)
            for c in range(5):
                acc[()] = acc[()] + Y[a, b, c]
            Z[b, a] = acc[()]
