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
