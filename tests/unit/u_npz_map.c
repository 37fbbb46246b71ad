/* SPDX-License-Identifier: Apache-2.0 */
/* npz_map_file: archives of which only what is looked at comes into memory; what npz_write writes,
 * sizes of 64 bits, and hostile archives. */

#include "unit.h"

#include <errno.h>

#include "tensor/npz.h"
#include "unit_arena.h"

/* The file that the hook maps: a copy of exactly that size, so that a read past it is seen. */
static Str file;
static int error;

static int map(void *user, const char *path, size_t limit, IoBytes *out) {
    (void)user, (void)path;
    if (error) return error;
    if (file.len > limit) return EFBIG;
    char *copy = malloc(file.len + !file.len);
    if (file.len) memcpy(copy, file.ptr, file.len);
    *out = (IoBytes){.data = copy, .size = file.len, .fd = -1};
    return 0;
}

static int settle(void *user, IoBytes *bytes) {
    (void)user, (void)bytes;
    return 0;
}

static void unmap(void *user, IoBytes bytes) {
    (void)user;
    free((char *)(uintptr_t)bytes.data);
}

static int begin(void **state) {
    setup(state);
    ctx.io.map = map;
    ctx.io.settle = settle;
    ctx.io.unmap = unmap;
    error = 0;
    return 0;
}

static const char *checked; /* of npz_map_or_read_file; NULL: npz_map_file is called */

/* True and no diagnostic, or false and one. */
static bool read_npz(Npz *npz, Str bytes) {
    diag_begin(&ctx);
    volatile Status status = STATUS_BUG;
    Boundary b;
    file = bytes;
    CTX_ENTER(&ctx, &b) {
        npz_init(npz, &ctx);
        status = checked ? npz_map_or_read_file(npz, "w.npz", DTYPE_BFLOAT16, checked)
                         : npz_map_file(npz, "w.npz", DTYPE_BFLOAT16);
        npz_keep(npz);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_int_equal(diag_errors(&ctx), status == STATUS_OK ? 0 : 1);
    return status == STATUS_OK;
}

static void check_refused(Str bytes, const char *message) {
    Npz npz;
    StrBuf b;
    assert_false(read_npz(&npz, bytes));
    npz_fini(&npz);
    strbuf_init(&b, &arena);
    diag_print(&ctx.diags->diags.at[0], &b);
    if (!strstr(strbuf_cstr(&b), message)) fail_msg("%s", strbuf_cstr(&b));
}

static Tensor *tensor(DType dtype, const int64_t *dims, uint32_t ndim) {
    Tensor *t = tensor_new(&ctx, dtype, dims, ndim);
    for (size_t i = 0; i < t->bytes; i++) ((char *)t->data)[i] = (char)(i % 2);
    return t;
}

enum { N = 5 };

static Str archive(NpzArray arrays[N]) {
    arrays[0] = (NpzArray){"weights/w", tensor(DTYPE_FLOAT32, (const int64_t[]){64, 33}, 2)};
    arrays[1] = (NpzArray){"numbers", tensor(DTYPE_INT64, (const int64_t[]){7}, 1)};
    arrays[2] = (NpzArray){"\303\251", tensor(DTYPE_BOOL, (const int64_t[]){3}, 1)};
    arrays[3] = (NpzArray){"half", tensor(DTYPE_BFLOAT16, NULL, 0)};
    arrays[4] = (NpzArray){"none", tensor(DTYPE_FLOAT64, (const int64_t[]){0, 4}, 2)};
    StrBuf out;
    strbuf_init(&out, &arena);
    assert_true(npz_write(&ctx, "w.npz", arrays, N, &out));
    return strbuf_str(&out);
}

static void drop(const NpzArray arrays[N]) {
    for (int i = 0; i < N; i++) tensor_unref(arrays[i].tensor);
}

static void what_is_written(void **state) {
    (void)state;
    NpzArray arrays[N];
    Npz npz;
    const Str bytes = archive(arrays);
    const size_t before = ctx.bytes;
    assert_true(read_npz(&npz, bytes));
    assert_int_equal(npz.n, N);
    for (int i = 0; i < N; i++) {
        const Tensor *t = arrays[i].tensor, *found = npz_get(&npz, arrays[i].name);
        assert_non_null(found);
        assert_int_equal(found->dtype, t->dtype);
        assert_int_equal(found->ndim, t->ndim);
        assert_int_equal(found->bytes, t->bytes);
        for (uint32_t d = 0; d < t->ndim; d++) assert_int_equal(found->dims[d], t->dims[d]);
        if (t->bytes) assert_memory_equal(found->data, t->data, t->bytes);
    }
    assert_null(npz_get(&npz, "w"));
    /* the floats stay where they are */
    assert_non_null(npz_get(&npz, "weights/w")->owner);
    assert_true(HARD_MODE || ctx.bytes - before < arrays[0].tensor->bytes);
    npz_fini(&npz);
    drop(arrays);
}

static void put(StrBuf *out, uint64_t v, int n) {
    for (int i = 0; i < n; i++) strbuf_putc(out, i < 8 ? (char)(v >> 8 * i) : 0);
}

static void put_mark(StrBuf *out, char a, char b) {
    strbuf_puts(out, "PK");
    strbuf_putc(out, a);
    strbuf_putc(out, b);
}

typedef struct {
    uint64_t size, local; /* that the directory says; 0: what they are */
    int flags, method;
} Said;

/* An entry with its sizes in 64 bits, and such an end of the directory. */
static Str wide_archive(const Tensor *t, Said said) {
    static const char name[] = "a.npy";
    StrBuf npy, out;
    strbuf_init(&npy, &arena);
    strbuf_init(&out, &arena);
    npy_write(t, &npy);
    put_mark(&out, 3, 4);
    put(&out, 45, 2), put(&out, 0, 20), put(&out, sizeof name - 1, 2), put(&out, 0, 2);
    strbuf_puts(&out, name);
    strbuf_add(&out, npy.text.at, npy.text.len);
    const size_t directory = out.text.len;
    put_mark(&out, 1, 2);
    put(&out, 45, 2), put(&out, 45, 2), put(&out, (uint64_t)said.flags, 2);
    put(&out, (uint64_t)said.method, 2), put(&out, 0, 8);
    put(&out, UINT32_MAX, 4), put(&out, UINT32_MAX, 4);
    put(&out, sizeof name - 1, 2), put(&out, 4 + 3 + 28, 2), put(&out, 0, 10);
    put(&out, UINT32_MAX, 4);
    strbuf_puts(&out, name);
    put(&out, 0x7777, 2), put(&out, 3, 2), put(&out, 0, 3); /* another extra */
    put(&out, 1, 2), put(&out, 24, 2);
    put(&out, said.size ? said.size : npy.text.len, 8);
    put(&out, said.size ? said.size : npy.text.len, 8);
    put(&out, said.local, 8);
    const size_t end = out.text.len;
    put_mark(&out, 6, 6);
    put(&out, 44, 8), put(&out, 0, 12), put(&out, 1, 8), put(&out, 1, 8);
    put(&out, end - directory, 8), put(&out, directory, 8);
    put_mark(&out, 6, 7);
    put(&out, 0, 4), put(&out, end, 8), put(&out, 1, 4);
    put_mark(&out, 5, 6);
    put(&out, 0, 4), put(&out, UINT16_MAX, 2), put(&out, UINT16_MAX, 2);
    put(&out, UINT32_MAX, 4), put(&out, UINT32_MAX, 4), put(&out, 7, 2);
    strbuf_puts(&out, "comment");
    return strbuf_str(&out);
}

static void wide_sizes(void **state) {
    (void)state;
    Tensor *t = tensor(DTYPE_FLOAT32, (const int64_t[]){2, 3}, 2);
    Npz npz;
    assert_true(read_npz(&npz, wide_archive(t, (Said){.size = 0})));
    assert_memory_equal(npz_get(&npz, "a")->data, t->data, t->bytes);
    npz_fini(&npz);
    check_refused(wide_archive(t, (Said){.size = UINT64_MAX}), "cut off");
    check_refused(wide_archive(t, (Said){.size = UINT64_MAX - 40}), "cut off");
    check_refused(wide_archive(t, (Said){.local = UINT64_MAX}), "not where the directory says");
    check_refused(wide_archive(t, (Said){.local = 1}), "not where the directory says");
    check_refused(wide_archive(t, (Said){.flags = 1}), "is encrypted");
    check_refused(wide_archive(t, (Said){.method = 8}), "is compressed");
    check_refused(wide_archive(t, (Said){.size = 30}), "a.npy");
    tensor_unref(t);
}

/* Of entries of all lengths, as libzip has written them; then a bit of one is another. What fails
 * is read once more, by a hook that has no such file. */
static void checksums(void **state) {
    (void)state;
    enum { LONGEST = 20 };
    for (int64_t n = 0; n < LONGEST; n++) {
        StrBuf out;
        Npz npz;
        Tensor *t = tensor(DTYPE_UINT8, &n, 1);
        const NpzArray arrays[] = {{"a", t}, {"b", t}};
        strbuf_init(&out, &arena);
        assert_true(npz_write(&ctx, "w.npz", arrays, 2, &out));
        const Str bytes = strbuf_str(&out);
        for (int which = 0; which < 3; which++) {
            checked = (const char *[]){npz_all, "a", "c"}[which];
            assert_true(read_npz(&npz, bytes));
            npz_fini(&npz);
        }
        char *data = strchr(strchr(bytes.ptr + 64, '}'), '\n') + 1; /* of a: behind its header */
        if (n) data[n - 1] ^= 4;
        for (int which = 0; n && which < 3; which++) {
            checked = (const char *[]){npz_all, "a", "b"}[which];
            assert_int_equal(read_npz(&npz, bytes), which == 2);
            npz_fini(&npz);
        }
        checked = NULL;
        tensor_unref(t);
    }
}

static void what_is_cut_off(void **state) {
    (void)state;
    NpzArray arrays[N];
    const Str bytes = archive(arrays);
    for (size_t n = 0; n < bytes.len; n++) {
        Npz npz;
        assert_false(read_npz(&npz, (Str){bytes.ptr, n}));
        npz_fini(&npz);
    }
    check_refused((Str){bytes.ptr, 0}, "it is no zip archive, or it is cut off");
    drop(arrays);
}

static void flips(void **state) {
    (void)state;
    NpzArray arrays[N];
    uint64_t seed = 12;
    size_t taken = 0;
    const Str small = archive(arrays), wide = wide_archive(arrays[1].tensor, (Said){.size = 0});
    for (int i = 0; i < 20000; i++) {
        const Str from = i % 4 ? wide : small;
        char *copy = malloc(from.len);
        memcpy(copy, from.ptr, from.len);
        for (uint64_t n = unit_random(&seed) % 3 + 1; n; n--)
            copy[from.len - 1 - unit_random(&seed) % (n % 2 ? 200 : from.len)] =
                (char)unit_random(&seed);
        Npz npz;
        const bool ok = read_npz(&npz, (Str){copy, from.len});
        taken += ok;
        for (size_t k = 0; ok && k < npz.n; k++) { /* all of it can be read */
            const Tensor *t = npz.arrays[k].tensor;
            content_hash(t->data, t->bytes);
        }
        npz_fini(&npz);
        free(copy);
    }
    assert_true(taken > 100 && taken < 19000);
    drop(arrays);
}

static void trouble_of_the_machine(void **state) {
    (void)state;
    Tensor *t = tensor(DTYPE_FLOAT32, (const int64_t[]){2, 3}, 2);
    const Str bytes = wide_archive(t, (Said){.size = 0});
    error = EACCES;
    check_refused(bytes, "w.npz");
    error = 0;
    ctx.limits.input_bytes = bytes.len - 1;
    check_refused(bytes, "bytes in 'w.npz'");
    ctx.limits.input_bytes = bytes.len;
    diag_begin(&ctx);
    const size_t live = heap.live;
    for (size_t k = 1;; k++) {
        Npz npz;
        Boundary b;
        diag_begin(&ctx);
        heap.fail_at = heap.requests + k;
        CTX_ENTER(&ctx, &b) {
            npz_init(&npz, &ctx);
            npz_map_file(&npz, "w.npz", DTYPE_VOID);
            npz_fini(&npz);
        }
        const Status status = ctx_leave(&ctx, &b);
        heap.fail_at = 0;
        assert_int_equal(heap.live, live);
        if (status == STATUS_OK) break;
    }
    tensor_unref(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, teardown)
UNIT_MAIN(TEST(what_is_written), TEST(wide_sizes), TEST(checksums), TEST(what_is_cut_off),
          TEST(flips), TEST(trouble_of_the_machine))
