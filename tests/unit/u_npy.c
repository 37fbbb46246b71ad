/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/npy.h: the bytes of NumPy itself (1.24) in both directions, damaged ones, and files. */
#include <errno.h>

#include "npy_golden.h"

static void check_write(const Tensor *t, Str file) {
    StrBuf out;
    strbuf_init(&out, &arena);
    strbuf_puts(&out, "before");
    npy_write(t, &out);
    assert_int_equal(out.text.len, 6 + file.len);
    assert_memory_equal(out.text.at + 6, file.ptr, file.len);
}

static void bytes_of_numpy(void **state) {
    (void)state;
    bool seen[DTYPE_COUNT] = {[DTYPE_VOID] = true};
    for (size_t i = 0; i < ARRAY_LEN(goldens); i++) {
        const Golden *g = &goldens[i];
        size_t count, bytes;
        assert_true(tensor_count(g->dims, g->ndim, g->dtype, &count, &bytes));
        assert_int_equal((g->file.len - bytes) % 64, 0);
        Tensor *t = tensor(g->dtype, g->dims, g->ndim, g->file.ptr + g->file.len - bytes);
        check_write(t, g->file);
        check_same(read_v2(g->file, g->dtype == DTYPE_BFLOAT16 ? DTYPE_BFLOAT16 : DTYPE_VOID), t);
        seen[g->dtype] = true;
    }
    for (int i = 0; i < DTYPE_LOOP_END; i++) assert_true(seen[i]);
}

static void bytes_of_others(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(reads); i++) {
        check_same(read_npy(reads[i].file),
                   tensor(reads[i].dtype, reads[i].dims, reads[i].ndim, reads[i].data.ptr));
    }
}

/* ---- round trips ---- */

static void round_trips(void **state) {
    (void)state;
    static const int64_t shapes[][9] = {
        {5}, {2, 3}, {0}, {3, 0, 2}, {1, 1, 1}, {2, 1, 3, 1, 2, 1, 1, 2}, {1000}};
    static const uint32_t ranks[] = {1, 2, 1, 3, 3, 8, 1};
    uint64_t seed = 17;
    for (int t = DTYPE_VOID + 1; t < DTYPE_NUMBER_END; t++) {
        Tensor *scalar = random_tensor(&seed, (DType)t, NULL, 0);
        check_same(read_v2(write_npy(scalar), (DType)t), scalar);
        for (size_t i = 0; i < ARRAY_LEN(shapes); i++) {
            Tensor *x = random_tensor(&seed, (DType)t, shapes[i], ranks[i]);
            check_same(read_v2(write_npy(x), (DType)t), x);
        }
    }
}

/* What Python's ml_dtypes and numpy.save write of small types: a byte for each element, integers
 * with their sign. */
static void small_types(void **state) {
    (void)state;
    static const struct {
        DType dtype;
        uint8_t packed[2], file[3];
    } rows[] = {
        {DTYPE_INT4, {0x8f, 0x07}, {0xff, 0xf8, 0x07}},
        {DTYPE_UINT4, {0x8f, 0x07}, {0x0f, 0x08, 0x07}},
        {DTYPE_INT2, {0x1e}, {0xfe, 0xff, 0x01}},
        {DTYPE_UINT2, {0x1e}, {0x02, 0x03, 0x01}},
        {DTYPE_FLOAT4E2M1, {0xf1, 0x08}, {0x01, 0x0f, 0x08}},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const DType t = rows[i].dtype;
        const int64_t dims[] = {3};
        Tensor *x = tensor(t, dims, 1, rows[i].packed);
        const Str file = write_npy(x);
        assert_non_null(memmem(file.ptr, file.len, "'descr': '<V1'", 14));
        assert_memory_equal(file.ptr + file.len - 3, rows[i].file, 3);
        assert_null(read_npy(file)); /* not told what they are */
        assert_non_null(strstr(ctx.diags->diags.at[0].help, "float8_e4m3fn"));
        assert_null(read_v2(file, DTYPE_BFLOAT16));
        check_same(read_v2(file, t), x);
        const Str short_of_one = {file.ptr, file.len - 1};
        assert_null(read_v2(short_of_one, t));
    }
    /* The first axis fastest, and bits behind an element's are not looked at. */
    const int64_t dims[] = {3, 2};
    const Str columns = made(1, "{'descr': '|V1', 'fortran_order': True, 'shape': (3, 2)}", 6);
    memcpy((char *)(uintptr_t)columns.ptr + columns.len - 6, "\xa1\x02\xf3\x04\x05\x16", 6);
    check_same(read_v2(columns, DTYPE_UINT4), tensor(DTYPE_UINT4, dims, 2, "\x41\x52\x63"));
}

/* A header too long for version 1.0. */
static void version_2(void **state) {
    (void)state;
    enum { RANK = 5000 };
    int64_t *dims = ARENA_ARRAY(&arena, int64_t, RANK);
    for (int i = 1; i < RANK; i++) dims[i] = INT64_C(123456789012345678);
    Tensor *t = tensor_new(&ctx, DTYPE_FLOAT32, dims, RANK);
    Str file = write_npy(t);
    assert_memory_equal(file.ptr, "\223NUMPY\002\000", 8);
    assert_int_equal(file.len % 64, 0);
    assert_true(file.len > UINT16_MAX && file.ptr[file.len - 1] == '\n');
    assert_null(read_npy(file));
    assert_string_equal(ctx.diags->diags.at[0].message, "more than 64 dims");
    ctx.limits.rank = RANK;
    check_same(read_npy(file), t);
}

/* ---- damaged files ---- */

static void truncations(void **state) {
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < 3; i++) {
        const Str file = i < 2 ? goldens[i * 5].file : reads[7].file;
        for (size_t n = 0; n < file.len; n++, tried++) assert_null(read_npy((Str){file.ptr, n}));
    }
    assert_true(tried > 3 * 128);
}

static void flips(void **state) {
    (void)state;
    uint64_t seed = 5;
    size_t taken = 0;
    for (int i = 0; i < 20000; i++) {
        const Str file = i % 2 ? goldens[(size_t)i % ARRAY_LEN(goldens)].file
                               : reads[(size_t)i % ARRAY_LEN(reads)].file;
        char *copy = malloc(file.len);
        memcpy(copy, file.ptr, file.len);
        for (uint64_t n = unit_random(&seed) % 3 + 1; n; n--) {
            copy[unit_random(&seed) % file.len] = (char)unit_random(&seed);
        }
        Tensor *t = read_v2((Str){copy, file.len}, i % 3 ? DTYPE_BFLOAT16 : DTYPE_VOID);
        taken += t != NULL;
        tensor_unref(t);
        free(copy);
    }
    assert_true(taken > 100 && taken < 19000);
}

/* ---- Fortran order ---- */

/* Reads `t`'s elements laid out with the first axis fastest. */
static void check_fortran(Tensor *t) {
    StrBuf b;
    strbuf_init(&b, &arena);
    static const char *const descr[] = {[1] = "|u1", [2] = "<u2", [4] = "<u4", [8] = "<u8"};
    const size_t size = dtype_size(t->dtype);
    strbuf_printf(&b, "{'descr': '%s', 'fortran_order': True, 'shape': (", descr[size]);
    for (uint32_t i = 0; i < t->ndim; i++) strbuf_printf(&b, "%d,", (int)t->dims[i]);
    strbuf_puts(&b, ")}");
    Str file = made(1, strbuf_cstr(&b), t->bytes);
    char *data = (char *)file.ptr + file.len - t->bytes;
    for (size_t i = 0; i < t->count; i++) {
        size_t rest = i, step = 1, to = 0, below = t->count;
        for (uint32_t k = 0; k < t->ndim; k++) { /* i in row-major order, from the first axis */
            below /= (size_t)t->dims[k];
            to += rest / below * step;
            rest %= below;
            step *= (size_t)t->dims[k];
        }
        memcpy(data + to * size, tensor_at(t, i), size);
    }
    check_same(read_npy(file), t);
    arena_fini(&arena);
    arena_init(&arena, &ctx);
}

static void fortran_order(void **state) {
    (void)state;
    static const DType types[] = {DTYPE_UINT8, DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64};
    uint64_t seed = 99;
    for (int i = 0; i < 400; i++) {
        int64_t dims[9];
        const uint32_t ndim = (uint32_t)(unit_random(&seed) % 9);
        const uint64_t most = ndim <= 2 ? 200 : ndim <= 4 ? 9 : 4;
        for (uint32_t k = 0; k < ndim; k++)
            dims[k] = (int64_t)(unit_random(&seed) % most) + (i % 50 != 0);
        check_fortran(random_tensor(&seed, types[i % 4], dims, ndim));
    }
    check_fortran(random_tensor(&seed, DTYPE_UINT16, (const int64_t[]){3, 1, 20000, 2}, 4));
    check_fortran(random_tensor(&seed, DTYPE_UINT8,
                                (const int64_t[]){2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 14));
}

/* ---- trouble of the machine ---- */

static const char file_head[] = "{'descr': '>i4', 'fortran_order': True, 'shape': (40, 30, 2), }";

/* Reads and writes; the k-th request of memory fails. */
static Status read_failing(Str file, size_t k) {
    heap.fail_at = heap.requests + k;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Tensor *t = npy_read(&ctx, "x.npy", file, DTYPE_VOID);
        if (t) {
            Arena scratch;
            TensorGuard guard;
            tensor_guard(&guard, t);
            arena_init(&scratch, &ctx);
            StrBuf out;
            strbuf_init(&out, &scratch);
            npy_write(t, &out);
            arena_fini(&scratch);
            tensor_unguard(&guard);
            tensor_unref(t);
        }
    }
    Status status = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    return status;
}

static void allocation_failures(void **state) {
    (void)state;
    const Str good = made(1, file_head, 9600), bad = {good.ptr, good.len - 1};
    const size_t live = heap.live;
    size_t k = 1;
    for (; read_failing(good, k) != STATUS_OK; k++) assert_int_equal(heap.live, live);
    assert_true(k > 4);
    assert_int_equal(heap.live, live);
    for (k = 1; read_failing(bad, k) != STATUS_OK; k++) { /* while a diagnostic is written */
        diag_begin(&ctx);
        assert_int_equal(heap.live, live);
    }
}

static void cancelled(void **state) {
    (void)state;
    const Str file =
        made(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2000, 2000)}", 16000000);
    atomic_bool cancel = true;
    ctx.cancel = &cancel;
    size_t live = heap.live;
    Boundary b;
    CTX_ENTER(&ctx, &b) { npy_read(&ctx, "x.npy", file, DTYPE_VOID); }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_CANCELLED);
    assert_int_equal(heap.live, live);
    ctx.cancel = NULL;
}

/* ---- files ---- */

typedef struct {
    Str content;
    int err;
    int open; /* read and not released */
    bool no_limit;
    char written[512];
    size_t size;
} Disk;

static int disk_read(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    Disk *self = user;
    assert_string_equal(path, "dir/x.npy");
    if (self->err) return self->err;
    if (self->content.len > limit && !self->no_limit) return EFBIG;
    self->open++;
    *data = self->content.ptr;
    *size = self->content.len;
    return 0;
}

static void disk_release(void *user, const char *data, size_t size) {
    Disk *self = user;
    self->open--;
    assert_ptr_equal(data, self->content.ptr);
    assert_int_equal(size, self->content.len);
}

static int disk_write(void *user, const char *path, const char *data, size_t size) {
    Disk *self = user;
    assert_string_equal(path, "dir/x.npy");
    if (self->err) return self->err;
    assert_true(size <= sizeof self->written);
    memcpy(self->written, data, size);
    self->size = size;
    return 0;
}

/* The fail_at-th request of memory fails; 0: none. */
static Status read_file(Tensor **out, size_t fail_at) {
    Tensor *volatile t = NULL;
    volatile Status status = STATUS_OK;
    diag_begin(&ctx);
    heap.fail_at = fail_at ? heap.requests + fail_at : 0;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Tensor *got;
        status = npy_read_file(&ctx, "dir/x.npy", DTYPE_VOID, &got);
        t = got;
    }
    Status thrown = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    *out = t;
    return thrown != STATUS_OK ? thrown : status;
}

static void files(void **state) {
    (void)state;
    Disk disk = {.content = goldens[2].file};
    ctx.io = (Io){.read = disk_read, .release = disk_release, .write = disk_write, .user = &disk};
    Tensor *t, *none;
    assert_int_equal(read_file(&t, 0), STATUS_OK);
    assert_int_equal(disk.open, 0);
    assert_int_equal(npy_write_file(t, "dir/x.npy"), STATUS_OK);
    assert_int_equal(disk.size, goldens[2].file.len);
    assert_memory_equal(disk.written, goldens[2].file.ptr, disk.size);

    disk.err = ENOENT;
    assert_int_equal(read_file(&none, 0), STATUS_IO);
    assert_null(none);
    assert_string_equal(ctx.diags->diags.at[0].message,
                        "cannot read 'dir/x.npy': No such file or directory");
    disk.err = ENOSPC;
    diag_begin(&ctx);
    assert_int_equal(npy_write_file(t, "dir/x.npy"), STATUS_IO);
    assert_string_equal(ctx.diags->diags.at[0].message,
                        "cannot write 'dir/x.npy': No space left on device");
    disk.err = ENOMEM;
    assert_int_equal(read_file(&none, 0), STATUS_MEMORY);
    disk.err = 0;
    tensor_unref(t);

    ctx.limits.input_bytes = disk.content.len - 1;
    assert_int_equal(read_file(&none, 0), STATUS_LIMIT);
    ctx.limits.input_bytes++;
    disk.content.len--;
    assert_int_equal(read_file(&none, 0), STATUS_INVALID);
    assert_string_equal(ctx.diags->diags.at[0].source, "dir/x.npy");
    assert_int_equal(disk.open, 0);
    disk.content.len++;
    disk.no_limit = true;
    ctx.limits.input_bytes--;
    assert_int_equal(read_file(&none, 0), STATUS_LIMIT);
    assert_int_equal(disk.open, 0);
    ctx.limits.input_bytes++;
    size_t k = 1;
    for (; read_file(&t, k) != STATUS_OK; k++)
        assert_int_equal(disk.open, 0); /* whatever is thrown */
    assert_true(k > 1 && disk.open == 0);
    tensor_unref(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(bytes_of_numpy), TEST(bytes_of_others), TEST(round_trips), TEST(small_types),
          TEST(version_2), TEST(truncations), TEST(flips), TEST(fortran_order),
          TEST(allocation_failures), TEST(cancelled), TEST(files))
