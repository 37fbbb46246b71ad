@T.prim_func
def wrong(A: T.Buffer((4,), "float32"), var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    B = T.match_buffer(var_B, (n, 4), "float33")
    A[0] = B[1, 2] + 1
    for i, j in T.grid(4, 5):
        with T.block("x"):
            vi = T.axis.spatial(4, i)
            B[vi, j] += T.float32(1)
    x: T.int64 = T.float32(1) < 2 & x
    return x
