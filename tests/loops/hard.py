# Loop functions for c_loops_test: what operators do not make, or seldom.

# Names that mean something in C, in its headers, or in the prelude.
@T.prim_func
def int(errno: T.Buffer((3,), "float32"), var_y0: T.handle, NAN: T.Buffer((3,), "float32"), work: T.handle):
    T.func_attr({"num_outputs": 2})
    I = T.int64()
    y0 = T.match_buffer(var_y0, (I,), "int64")
    rest = T.match_buffer(work, (I,), "int64")
    for exp in T.parallel(3):
        inline: T.float32 = errno[exp]
        NAN[exp] = T.exp(inline) + T.min(inline, T.float32(1.0))
    for tn_min_i64 in T.parallel(I):
        int64_t: T.int64 = T.min(y0[tn_min_i64], 3)
        INT64_MAX: T.int64 = int64_t + tn_min_i64
        isnan: T.bool = INT64_MAX < 4
        rest[tn_min_i64] = T.Select(isnan, INT64_MAX, int64_t)

# A reduction in lanes, nested in another, and one whose scalar a call gets.
@T.prim_func
def twice(x: T.Buffer((), "float16"), y: T.Buffer((), "float16")):
    T.func_attr({"num_outputs": 1})
    y[()] = x[()] + x[()]

@T.prim_func
def lanes(var_A: T.handle, B: T.Buffer((), "float16"), C: T.Buffer((2,), "float32"), D: T.Buffer((2,), "int32")):
    T.func_attr({"num_outputs": 3})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_A, (n, m), "float32")
    half = T.alloc_buffer((), "float16")
    half[()] = T.float16(0.5)
    acc = T.alloc_buffer((), "float32")
    acc[()] = T.float32(-0.0)
    top = T.alloc_buffer((), "float32")
    top[()] = T.float32("-inf")
    count = T.alloc_buffer((), "int32")
    count[()] = T.int32(0)
    all = T.alloc_buffer((), "int32")
    all[()] = T.int32(-1)
    for i in T.serial(n, annotations={"reduce": 4}):
        for j in T.serial(m, annotations={"reduce": 8}):
            acc[()] = acc[()] + A[i, j]
            top[()] = T.max(top[()], A[i, j])
        if i % 2 == 0:
            count[()] = count[()] + T.int32(1)
        all[()] = T.bitwise_and(all[()], T.Cast("int32", i))
    for i in T.serial(n, annotations={"reduce": 2}):
        half[()] = half[()] + T.Cast("float16", i)
    twice(half, B)
    C[0] = acc[()]
    C[1] = top[()]
    D[0] = count[()]
    D[1] = all[()]

# Strides that are row-major, and others, which no call meets unless the extents are small.
@T.prim_func
def strides(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_A, (n, m), "int16", strides=(m, 1))
    B = T.match_buffer(var_B, (n, m), "int16", strides=(1, n))
    C = T.match_buffer(var_C, (n, m), "int16")
    for i in T.parallel(n):
        for j in T.parallel(m):
            C[i, j] = A[i, j] * B[i, j]

# Calls: extents that must fit, a local in between, work of callees, calls in a branch.
@T.prim_func
def rows(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_A, (n, m), "bool")
    B = T.match_buffer(var_B, (n, m + 1), "bool")
    old = T.alloc_buffer((n, m), "bool")
    for i in T.parallel(n):
        for j in T.parallel(m):
            old[i, j] = T.Not(A[i, j])
    for i in T.parallel(n):
        for j in T.parallel(m + 1):
            B[i, j] = j < m
        for j in T.parallel(m):
            B[i, j] = T.Or(old[i, j], i < j)

@T.prim_func
def calls(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    k = T.int64()
    A = T.match_buffer(var_A, (n, m), "bool")
    B = T.match_buffer(var_B, (n, k), "bool")
    C = T.match_buffer(var_C, (n - 2, m + 2), "bool")
    mid = T.alloc_buffer((n, m + 1), "bool")
    some = T.alloc_buffer((n - 2, m), "bool")
    rows(A, mid)
    for i in T.parallel(n - 2):
        for j in T.parallel(m):
            some[i, j] = mid[i, j + 1]
        for j in T.parallel(m + 2):
            C[i, j] = T.bool(True)
    if 2 < n:
        rows(A, B)

# An index that is read, in a condition that makes it safe, and one that is not.
@T.prim_func
def scatter(var_X: T.handle, var_I: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    X = T.match_buffer(var_X, (n,), "float64")
    I = T.match_buffer(var_I, (n,), "int64")
    Y = T.match_buffer(var_Y, (m,), "float64")
    for i in T.parallel(m):
        Y[i] = T.float64(0.0)
    for i in range(n):
        at: T.int64 = I[i]
        if T.And(0 <= at, at < m):
            Y[at] = Y[at] + X[i]
        elif 5 < at:
            Y[at - 6] = X[at - 6]
        else:
            pass

# A while with an access that is checked each time; the statement that fails is not the first.
@T.prim_func
def chase(var_N: T.handle, Y: T.Buffer((2,), "int64")):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    N = T.match_buffer(var_N, (n,), "int32")
    at = T.alloc_buffer((), "int64")
    at[()] = 0
    steps = T.alloc_buffer((), "int64")
    steps[()] = 0
    Y[0] = 0
    Y[1] = 0
    while T.And(T.int32(0) < N[at[()]], steps[()] < 20):
        at[()] = T.Cast("int64", N[at[()]])
        steps[()] = steps[()] + 1
    Y[0] = at[()]
    Y[1] = T.Cast("int64", N[steps[()]])

# Lock step: conditions that become bounds of lanes, in both directions and with a step; a value read again; an
# output that is read, so that the last block may not repeat; a condition that cannot be split.
@T.prim_func
def guards(var_A: T.handle, B: T.Buffer((5, 70), "float32"), var_C: T.handle, D: T.Buffer((70,), "float32")):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "float32")
    C = T.match_buffer(var_C, (n,), "float32")
    for j in T.parallel(n):
        acc = T.alloc_buffer((), "float32")
        acc[()] = T.float32(0.0)
        last = T.alloc_buffer((), "float32")
        last[()] = A[j]
        for k in range(5):
            p: T.int64 = j * 3 - 7 + k
            q: T.int64 = p + 2
            if T.And(T.And(-1 < p, q <= n), k != 2):
                for r in range(2):
                    acc[()] = acc[()] + A[p] * T.Cast("float32", r + k)
                last[()] = A[p]
            if T.And(T.And(0 <= q, q < 70), q % 2 == 0):
                acc[()] = acc[()] - B[k, q]
            else:
                acc[()] = acc[()] * T.float32(0.5)
            if 3 < k:
                acc[()] = acc[()] + last[()]
        C[j] = T.Select(A[j] < T.float32(0.0), acc[()], last[()])
    for j in T.parallel(70):
        D[j] = T.float32(1.0)
    for j in T.vectorized(70):
        x: T.float32 = D[j]
        for k in range(5):
            if B[k, j] < B[0, 69 - j]:
                D[j] = D[j] * B[k, j] + x

# A scalar that is not set on every way, one that is never read, values that are never read.
@T.prim_func
def unread(var_A: T.handle, C: T.Buffer((), "int8")):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int8")
    a = T.alloc_buffer((), "int8")
    never = T.alloc_buffer((), "int8")
    nothing = T.alloc_buffer((4,), "int8")
    a[()] = T.int8(1)
    for i in range(n):
        x: T.int8 = A[i]
        y: T.int8 = x * T.int8(3)
        never[()] = x
        b = T.alloc_buffer((), "int8")
        if x < T.int8(2):
            b[()] = x
        else:
            b[()] = -x
        a[()] = a[()] + b[()]
    C[()] = a[()]

# No element anywhere, more axes than a line holds, extents that are computed.
@T.prim_func
def axes(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_A, (n, m, 2, 1, n, 2, 1, 1, 2, 1, 1, 3), "uint8")
    B = T.match_buffer(var_B, (3, n * m, (n + 1) // 2), "uint8")
    for i in T.parallel(3):
        for j in T.parallel(n * m):
            for k in T.parallel((n + 1) // 2):
                B[i, j, k] = A[j // m, j % m, 1, 0, k, 1, 0, 0, 1, 0, 0, i]

# Tiles: rows that go four by four and the rest, through a loop in between; a condition that is the same for all rows;
# a lane's own value; sums of two kinds.
@T.prim_func
def tiles(var_A: T.handle, var_B: T.handle, var_C: T.handle, D: T.Buffer((6, 3, 33), "int32")):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    k = T.int64()
    A = T.match_buffer(var_A, (n, k), "float32")
    B = T.match_buffer(var_B, (k, m), "float32")
    C = T.match_buffer(var_C, (n, 2, m), "float16")
    for i in T.parallel(n):
        for h in T.parallel(2):
            for j in T.parallel(m):
                sum = T.alloc_buffer((), "float32")
                sum[()] = T.float32(0.0)
                most = T.alloc_buffer((), "float32")
                most[()] = T.float32("-inf")
                for l in range(k):
                    p: T.int64 = j + l - 1
                    x: T.float32 = B[l, j]
                    sum[()] = sum[()] + A[i, l] * x
                    if T.And(T.And(0 <= p, p < m), h == 1):
                        most[()] = T.max(most[()], A[i, l] - B[l, p])
                C[i, h, j] = T.Cast("float16", T.Select(most[()] < sum[()], most[()], sum[()]))
    for i in T.parallel(6):
        for h in T.parallel(3):
            for j in T.parallel(33):
                sum = T.alloc_buffer((), "int32")
                sum[()] = T.Cast("int32", i)
                for l in range(3):
                    sum[()] = sum[()] * T.int32(7) + T.Cast("int32", j * l + h)
                D[i, h, j] = sum[()]

# No tiles: an output that is read, and a condition that differs by row.
@T.prim_func
def no_tiles(A: T.Buffer((8, 20), "int64"), B: T.Buffer((8, 20), "int64"), C: T.Buffer((8, 20), "int64")):
    T.func_attr({"num_outputs": 2})
    for i in T.parallel(8):
        for j in T.parallel(20):
            B[i, j] = A[0, j]
    for i in T.parallel(8):
        for j in T.parallel(20):
            sum = T.alloc_buffer((), "int64")
            sum[()] = 0
            for l in range(4):
                sum[()] = sum[()] + A[l, j] * B[i, j]
                B[i, j] = sum[()]
    for i in T.parallel(8):
        for j in T.parallel(20):
            sum = T.alloc_buffer((), "int64")
            sum[()] = 0
            for l in range(4):
                if l < i:
                    sum[()] = sum[()] + A[l, j]
            C[i, j] = sum[()]

# Index arithmetic that wraps below what does not bear it: what holds for whole numbers does not hold here.
@T.prim_func
def wrapped_quotient(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in T.parallel(n):
        B[i] = A[i * 1152921504606846976 // 1152921504606846976]

@T.prim_func
def wrapped_remainder(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in T.parallel(n):
        B[i] = A[T.truncmod(i * 1152921504606846976, n)]

@T.prim_func
def wrapped_bounds(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in T.parallel(n):
        B[i] = A[T.min(i * 1152921504606846976, 0)] + A[T.max(T.min(i * 1152921504606846976, n - 1), 0)]

@T.prim_func
def wrapped_choice(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in T.parallel(n):
        far: T.int64 = T.Select(i < 9, 0, i * 1152921504606846976)
        B[i] = A[T.min(far, n - 1)]

@T.prim_func
def wrapped_extent(var_A: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in range(n):
        B[i] = A[i]
    for i in range(n * -4611686018427387904):
        B[i + 50] = A[i + 50]

@T.prim_func
def wrapped_condition(var_A: T.handle, var_I: T.handle, var_B: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    I = T.match_buffer(var_I, (n,), "int64")
    B = T.match_buffer(var_B, (n,), "int32")
    for i in T.parallel(n):
        p: T.int64 = I[i]
        q: T.int64 = i * 1152921504606846977
        r: T.int64 = i - i * 1152921504606846976
        B[i] = T.int32(0)
        if T.And(i * 1152921504606846976 <= p, p < n):
            B[i] = A[p]
        if T.And(0 <= p, p < n - i * 1152921504606846976):
            B[i] = B[i] + A[p]
        if q < n:
            B[i] = B[i] + A[q]
        if 0 <= r:
            B[i] = B[i] + A[r]

# A scalar parameter may be negative.
@T.prim_func
def scalars(A: T.Buffer((40,), "int32"), B: T.Buffer((5,), "int64"), n: T.int64):
    T.func_attr({"num_outputs": 1})
    B[0] = n // 2
    B[1] = n % 3
    B[2] = T.truncdiv(n, 2)
    B[3] = T.Select(0 <= n, n, 0 - n)
    B[4] = 0
    for i in range(n - 1):
        B[4] = B[4] + T.Cast("int64", A[i + 1]) * n
    for i in range(n + 4):
        B[4] = B[4] + T.Cast("int64", A[n + 3 - i])

# Partial results in tiles: by rows and vectors, some of them under a condition that differs; several in one loop.
@T.prim_func
def stated_sums(var_A: T.handle, var_B: T.handle, var_C: T.handle, var_D: T.handle):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_A, (n, 37), "float32")
    B = T.match_buffer(var_B, (37, m), "float32")
    C = T.match_buffer(var_C, (n, m), "float32")
    D = T.match_buffer(var_D, (n, m), "float64")
    for i in T.parallel(n):
        for j in T.parallel(m):
            acc = T.alloc_buffer((), "float32")
            wide = T.alloc_buffer((), "float64")
            acc[()] = T.float32(0.5)
            wide[()] = T.float64(1.0)
            for k in T.serial(37, annotations={"reduce": 8}):
                acc[()] = acc[()] + A[i, k] * B[k, j]
                if k % 2 == 0:
                    wide[()] = wide[()] + T.Cast("float64", B[k, j])
            if (i + j) % 3 == 0:
                for k in T.serial(37, annotations={"reduce": 4}):
                    acc[()] = acc[()] + A[i, k]
            C[i, j] = acc[()]
            D[i, j] = wide[()]

# Partial results of a loop alone, of narrow floats too.
@T.prim_func
def stated_alone(var_A: T.handle, B: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "float32")
    acc = T.alloc_buffer((), "float32")
    half = T.alloc_buffer((), "float16")
    most = T.alloc_buffer((), "float32")
    acc[()] = T.float32(0.0)
    half[()] = T.float16(1.0)
    most[()] = T.float32("-inf")
    for i in T.serial(n, annotations={"reduce": 16}):
        acc[()] = acc[()] + A[i]
        half[()] = half[()] + T.Cast("float16", A[i])
        most[()] = T.max(most[()], A[i])
    B[0] = acc[()]
    B[1] = T.Cast("float32", half[()])
    B[2] = most[()]

# Rows that are read again: what the next ones read is asked for early, behind the last row too.
@T.prim_func
def rows_again(var_X: T.handle, var_Z: T.handle, var_Y: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    X = T.match_buffer(var_X, (n, 70), "float32")
    Z = T.match_buffer(var_Z, (70, n), "float32")
    Y = T.match_buffer(var_Y, (n, 70), "float32")
    for i in T.parallel(n):
        top = T.alloc_buffer((), "float32")
        top[()] = X[i, 0]
        for j in range(70):
            top[()] = T.max(top[()], X[i, j])
        sum = T.alloc_buffer((), "float32")
        sum[()] = T.float32(0)
        for j in range(70):
            sum[()] = sum[()] + T.exp(X[i, j] - top[()]) * Z[j, i]
        for j in T.parallel(70):
            Y[i, j] = X[i, j] * top[()] + sum[()]

# An array of each row that no stack holds; rows are taken by tiles, and what is left of them one by one.
@T.prim_func
def rows_of_memory(var_A: T.handle, B: T.Buffer((3, 5000), "float32"), var_C: T.handle):
    T.func_attr({"num_outputs": 1})
    n = T.int64()
    A = T.match_buffer(var_A, (n, 3), "float32")
    C = T.match_buffer(var_C, (n, 5000), "float32")
    for i in T.parallel(n):
        row = T.alloc_buffer((5000,), "float32")
        for j in T.parallel(5000):
            acc = T.alloc_buffer((), "float32")
            acc[()] = T.float32(0.0)
            for k in range(3):
                acc[()] = acc[()] + A[i, k] * B[k, j]
            row[j] = acc[()]
        most = T.alloc_buffer((), "float32")
        most[()] = row[0]
        for j in range(5000):
            most[()] = T.max(most[()], row[j])
        for j in T.parallel(5000):
            C[i, j] = row[j] - most[()]

# Reductions in which a wrong start of a partial result shows: the largest of negative numbers, products that are odd.
@T.prim_func
def starts(var_A: T.handle, B: T.Buffer((37,), "float32"), C: T.Buffer((7,), "int32"), D: T.Buffer((3,), "float32")):
    T.func_attr({"num_outputs": 2})
    n = T.int64()
    A = T.match_buffer(var_A, (n,), "int32")
    most = T.alloc_buffer((), "int32")
    least = T.alloc_buffer((), "int32")
    every = T.alloc_buffer((), "int32")
    some = T.alloc_buffer((), "int32")
    odd = T.alloc_buffer((), "int32")
    total = T.alloc_buffer((), "int32")
    product = T.alloc_buffer((), "int32")
    most[()] = T.int32(-2000)
    least[()] = T.int32(2000)
    every[()] = T.int32(-1)
    some[()] = T.int32(0)
    odd[()] = T.int32(0)
    total[()] = T.int32(0)
    product[()] = T.int32(1)
    for i in range(n):
        v: T.int32 = T.bitwise_and(A[i], T.int32(1023))
        most[()] = T.max(most[()], T.int32(-1) - v)
        least[()] = T.min(least[()], v + T.int32(1))
        every[()] = T.bitwise_and(every[()], T.bitwise_or(v, T.int32(1)))
        some[()] = T.bitwise_or(some[()], v)
        odd[()] = T.bitwise_xor(odd[()], v)
        total[()] = total[()] + v
        product[()] = product[()] * (v * T.int32(2) + T.int32(1))
    C[0] = most[()]
    C[1] = least[()]
    C[2] = every[()]
    C[3] = some[()]
    C[4] = odd[()]
    C[5] = total[()]
    C[6] = product[()]
    top = T.alloc_buffer((), "float32")
    low = T.alloc_buffer((), "float32")
    grown = T.alloc_buffer((), "float32")
    top[()] = T.float32("-inf")
    low[()] = T.float32("inf")
    grown[()] = T.float32(1.0)
    for i in range(37):
        w: T.float32 = T.exp(T.min(B[i], T.float32(1.0)))
        top[()] = T.max(top[()], T.float32(0.0) - w)
        low[()] = T.min(low[()], w)
        grown[()] = grown[()] * (T.float32(1.0) + w * T.float32(0.001))
    D[0] = top[()]
    D[1] = low[()]
    D[2] = grown[()]

# Seven lanes in memory, where gcc 12 at -O3 -march=native takes the stack for more aligned than it is.
@T.prim_func
def stack(x0: T.Buffer((2, 2, 3, 5), "float64"), x1: T.Buffer((1, 2, 3, 3), "float64"), y0: T.Buffer((2, 1, 1, 7), "float16")):
    T.func_attr({"num_outputs": 1})
    for i in T.parallel(2):
        for i1 in T.parallel(1):
            for i2 in T.parallel(1):
                for i3 in T.parallel(7):
                    sum = T.alloc_buffer((), "float32")
                    sum[()] = T.float32(0.0)
                    for i4 in range(2):
                        for i5 in range(3):
                            p: T.int64 = i2 * 2 + i5
                            for i6 in range(3):
                                p1: T.int64 = i3 - 2 + i6
                                if T.And(0 <= p1, p1 < 5):
                                    sum[()] = sum[()] + T.Cast("float32", x0[i, i4, p, p1]) * T.Cast("float32", x1[i1, i4, i5, i6])
                    y0[i, i1, i2, i3] = T.Cast("float16", sum[()])
