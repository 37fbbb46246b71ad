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
