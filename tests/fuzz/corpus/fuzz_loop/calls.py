@T.prim_func
def add(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "float16")
    B = T.match_buffer(var_B, (n,), "float16")
    for i in range(n):
        B[i] = A[i] + T.float16(0.1)

@T.prim_func
def twice(A: T.Buffer((3,), "float16"), B: T.Buffer((3,), "float16")):
    T.func_attr({"num_outputs": 1})
    C = T.alloc_buffer((3,), "float16")
    add(A, C)
    add(C.data, B.data)
