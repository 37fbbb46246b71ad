@T.prim_func
def depthwise(x0: T.Buffer((2, 5, 13, 72), "float32"), x1: T.Buffer((3, 3, 1, 72), "float32"), y0: T.Buffer((2, 5, 13, 72), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for i1 in T.parallel(5):
            for i2 in T.parallel(13):
                for i3 in T.parallel(72):
                    sum = T.alloc_buffer((), "float32")
                    sum[()] = T.float32(0.0)
                    for i4 in range(3):
                        p: T.int64 = i1 - 1 + i4
                        for i5 in range(3):
                            p1: T.int64 = i2 - 1 + i5
                            if T.And(T.And(0 <= p, p < 5), T.And(0 <= p1, p1 < 13)):
                                sum[()] = sum[()] + x0[i, p, p1, i3] * x1[i4, i5, 0, i3]
                    y0[i, i1, i2, i3] = sum[()]

@T.prim_func
def by_two(x0: T.Buffer((1, 9, 11, 96), "float32"), x1: T.Buffer((3, 3, 1, 96), "float32"), y0: T.Buffer((1, 5, 6, 96), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for i1 in T.parallel(5):
            for i2 in T.parallel(6):
                for i3 in T.parallel(96):
                    sum = T.alloc_buffer((), "float32")
                    sum[()] = T.float32(0.0)
                    for i4 in range(3):
                        p: T.int64 = i1 * 2 - 1 + i4
                        for i5 in range(3):
                            p1: T.int64 = i2 * 2 - 1 + i5
                            if T.And(T.And(0 <= p, p < 9), T.And(0 <= p1, p1 < 11)):
                                sum[()] = sum[()] + x0[i, p, p1, i3] * x1[i4, i5, 0, i3]
                    y0[i, i1, i2, i3] = sum[()]

@T.prim_func
def of_float64(x0: T.Buffer((1, 6, 9, 40), "float64"), x1: T.Buffer((5, 5, 1, 40), "float64"), y0: T.Buffer((1, 6, 9, 40), "float64")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for i1 in T.parallel(6):
            for i2 in T.parallel(9):
                for i3 in T.parallel(40):
                    sum = T.alloc_buffer((), "float64")
                    sum[()] = T.float64(0.0)
                    for i4 in range(5):
                        p: T.int64 = i1 - 2 + i4
                        for i5 in range(5):
                            p1: T.int64 = i2 - 2 + i5
                            if T.And(T.And(0 <= p, p < 6), T.And(0 <= p1, p1 < 9)):
                                sum[()] = sum[()] + x0[i, p, p1, i3] * x1[i4, i5, 0, i3]
                    y0[i, i1, i2, i3] = sum[()]

@T.prim_func
def of_a_line(x0: T.Buffer((1, 37, 200), "float32"), x1: T.Buffer((3, 1, 200), "float32"), y0: T.Buffer((1, 37, 200), "float32")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(1):
        for i1 in T.parallel(37):
            for i2 in T.parallel(200):
                sum = T.alloc_buffer((), "float32")
                sum[()] = T.float32(0.0)
                for i3 in range(3):
                    p: T.int64 = i1 - 1 + i3
                    if T.And(0 <= p, p < 37):
                        sum[()] = sum[()] + x0[i, p, i2] * x1[i3, 0, i2]
                y0[i, i1, i2] = sum[()]
