@T.prim_func
def sort(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n, m = T.int64(), T.int64()
    A = T.match_buffer(var_A, (n, m), "float32")
    B = T.match_buffer(var_B, (n, m), "float32")
    for r in T.parallel(n):
        work = T.alloc_buffer((m,), "float32")
        for i in range(m):
            B[r, i] = A[r, i]
        width = T.alloc_buffer((), "int64")
        width[()] = 1
        while width[()] < m:
            for b in range((m + 2 * width[()] - 1) // (2 * width[()])):
                lo: T.int64 = b * 2 * width[()]
                mid: T.int64 = T.min(lo + width[()], m)
                hi: T.int64 = T.min(lo + 2 * width[()], m)
                p = T.alloc_buffer((), "int64")
                q = T.alloc_buffer((), "int64")
                p[()] = lo
                q[()] = mid
                for k in range(hi - lo):
                    left = T.alloc_buffer((), "bool")
                    left[()] = q[()] == hi
                    if T.And(T.Not(left[()]), p[()] < mid):
                        x: T.float32 = B[r, p[()]]
                        y: T.float32 = B[r, q[()]]
                        left[()] = T.Or(x <= y, T.isnan(y))
                    if left[()]:
                        work[lo + k] = B[r, p[()]]
                        p[()] = p[()] + 1
                    else:
                        work[lo + k] = B[r, q[()]]
                        q[()] = q[()] + 1
            for i in range(m):
                B[r, i] = work[i]
            width[()] = width[()] * 2
