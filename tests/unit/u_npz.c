/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/npz.h: archives of NumPy itself (1.24), what we write, and hostile archives. */

#include "unit.h"

#include <errno.h>

#include "base/diag.h"
#include "tensor/npz.h"
#include "tensor/safetensors.h"
#include "unit_arena.h"

#define BYTES(s)                                                                                   \
    { (s), sizeof(s) - 1 }

/* clang-format off */
/* numpy.savez(f, a=arange(3, dtype='<i4'), b=float32(2.5), é=array([True])) */
static const Str savez = BYTES(
    "PK\003\004\024\000\000\000\000\000\000\000!\000\002\354\275\251\214\000\000\000\214\000"
    "\000\000\005\000\024\000a.npy\001\000\020\000\214\000\000\000\000\000\000\000\214"
    "\000\000\000\000\000\000\000\223NUMPY\001\000v\000{'descr"
    "': '<i4', 'fortran_order"
    "': False, 'shape': (3,),"
    " }                      "
    "                        "
    "              \n\000\000\000\000\001\000\000\000\002"
    "\000\000\000PK\003\004\024\000\000\000\000\000\000\000!\000d\214\042\303\204\000\000"
    "\000\204\000\000\000\005\000\024\000b.npy\001\000\020\000\204\000\000\000\000\000"
    "\000\000\204\000\000\000\000\000\000\000\223NUMPY\001\000v\000{'de"
    "scr': '<f4', 'fortran_or"
    "der': False, 'shape': ()"
    ", }                     "
    "                        "
    "                 \n\000\000 @PK"
    "\003\004\024\000\000\010\000\000\000\000!\000\2724.s\201\000\000\000\201\000\000\000"
    "\006\000\024\000\303\251.npy\001\000\020\000\201\000\000\000\000\000\000\000\201\000"
    "\000\000\000\000\000\000\223NUMPY\001\000v\000{'descr'"
    ": '|b1', 'fortran_order'"
    ": False, 'shape': (1,), "
    "}                       "
    "                        "
    "             \n\001PK\001\002\024\003\024\000\000"
    "\000\000\000\000\000!\000\002\354\275\251\214\000\000\000\214\000\000\000\005\000\000\000\000"
    "\000\000\000\000\000\000\000\200\001\000\000\000\000a.npyPK\001\002\024\003"
    "\024\000\000\000\000\000\000\000!\000d\214\042\303\204\000\000\000\204\000\000\000\005\000"
    "\000\000\000\000\000\000\000\000\000\000\200\001\303\000\000\000b.npyPK\001"
    "\002\024\003\024\000\000\010\000\000\000\000!\000\2724.s\201\000\000\000\201\000\000"
    "\000\006\000\000\000\000\000\000\000\000\000\000\000\200\001~\001\000\000\303\251.np"
    "yPK\005\006\000\000\000\000\003\000\003\000\232\000\000\0007\002\000\000\000\000"
);
/* The same with numpy.savez_compressed. */
static const Str savez_compressed = BYTES(
    "PK\003\004\024\000\000\000\010\000\000\000!\000\002\354\275\251L\000\000\000\214\000"
    "\000\000\005\000\024\000a.npy\001\000\020\000\214\000\000\000\000\000\000\000L"
    "\000\000\000\000\000\000\000\233\354\027\352\033\020\311\310P\306P\255\236\222Z\234\134"
    "\244n\245\240n\223i\242\256\243\240\236\226_TR\224\230\027\237_\224\222\n"
    "\022wK\314)N\005\212\027g$\026\244\002\371\032\306:\232:\n\265\n\024"
    "\000.\006 `\004b& \006\000PK\003\004\024\000\000\000\010\000\000\000!"
    "\000d\214\042\303F\000\000\000\204\000\000\000\005\000\024\000b.npy\001\000"
    "\020\000\204\000\000\000\000\000\000\000F\000\000\000\000\000\000\000\233\354\027\352\033\020"
    "\311\310P\306P\255\236\222Z\234\134\244n\245\240n\223f\242\256\243\240\236\226"
    "_TR\224\230\027\237_\224\222\n\022wK\314)N\005\212\027g$\026\244"
    "\002\371\032\232:\n\265\n\024\001.\006\006\005\007\000PK\003\004\024\000\000\010"
    "\010\000\000\000!\000\2724.sE\000\000\000\201\000\000\000\006\000\024\000\303\251"
    ".npy\001\000\020\000\201\000\000\000\000\000\000\000E\000\000\000\000\000\000\000"
    "\233\354\027\352\033\020\311\310P\306P\255\236\222Z\234\134\244n\245\240^\223d"
    "\250\256\243\240\236\226_TR\224\230\027\237_\224\222\n\022wK\314)N\005"
    "\212\027g$\026\244\002\371\032\206:\232:\n\265\n\024\000.F\000PK\001"
    "\002\024\003\024\000\000\000\010\000\000\000!\000\002\354\275\251L\000\000\000\214\000\000"
    "\000\005\000\000\000\000\000\000\000\000\000\000\000\200\001\000\000\000\000a.npy"
    "PK\001\002\024\003\024\000\000\000\010\000\000\000!\000d\214\042\303F\000\000\000"
    "\204\000\000\000\005\000\000\000\000\000\000\000\000\000\000\000\200\001\203\000\000\000b."
    "npyPK\001\002\024\003\024\000\000\010\010\000\000\000!\000\2724.sE"
    "\000\000\000\201\000\000\000\006\000\000\000\000\000\000\000\000\000\000\000\200\001\000\001\000"
    "\000\303\251.npyPK\005\006\000\000\000\000\003\000\003\000\232\000\000\000}"
    "\001\000\000\000\000"
);
/* clang-format on */

/* Reads from memory of exactly that size. True and no diagnostic, or false and one. */
static bool read_npz(Npz *npz, Str file) {
    char *copy = malloc(file.len ? file.len : 1);
    memcpy(copy, file.ptr, file.len);
    diag_begin(&ctx);
    volatile bool good = false;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        npz_init(npz, &ctx);
        good = npz_read(npz, "w.npz", (Str){copy, file.len}, DTYPE_VOID);
        npz_keep(npz);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_int_equal(diag_errors(&ctx), good ? 0 : 1);
    for (size_t i = 0; i < npz->n; i++) assert_non_null(npz->arrays[i].tensor);
    free(copy);
    return good;
}

static const char *printed(void) {
    StrBuf b;
    strbuf_init(&b, &arena);
    diag_print(&ctx.diags->diags.at[0], &b);
    return strbuf_cstr(&b);
}

static void check_refused(Str file, const char *message) {
    Npz npz;
    assert_false(read_npz(&npz, file));
    npz_fini(&npz);
    if (!message) return;
    const char *text = printed();
    if (!strstr(text, message)) fail_msg("%s", text);
}

static void check_savez(const Npz *npz) {
    assert_int_equal(npz->n, 3);
    assert_string_equal(npz->arrays[0].name, "a");
    assert_string_equal(npz->arrays[1].name, "b");
    assert_string_equal(npz->arrays[2].name, "\303\251");
    const Tensor *a = npz->arrays[0].tensor, *b = npz->arrays[1].tensor, *e = npz->arrays[2].tensor;
    assert_true(a->dtype == DTYPE_INT32 && a->ndim == 1 && a->dims[0] == 3);
    assert_memory_equal(a->data, ((const int32_t[]){0, 1, 2}), 12);
    assert_true(b->dtype == DTYPE_FLOAT32 && b->ndim == 0 && *(float *)b->data == 2.5f);
    assert_true(e->dtype == DTYPE_BOOL && e->count == 1 && *(uint8_t *)e->data == 1);
    assert_ptr_equal(npz_get(npz, "b"), b);
    assert_ptr_equal(npz_get(npz, "\303\251"), e);
    assert_null(npz_get(npz, "a.npy"));
    assert_null(npz_get(npz, ""));
}

static void archives_of_numpy(void **state) {
    (void)state;
    Npz npz;
    assert_true(read_npz(&npz, savez));
    check_savez(&npz);
    npz_fini(&npz);
    assert_true(read_npz(&npz, savez_compressed));
    check_savez(&npz);
    npz_fini(&npz);
}

static Str write_npz(const NpzArray *arrays, size_t n) {
    StrBuf out;
    strbuf_init(&out, &arena);
    assert_true(npz_write(&ctx, "w.npz", arrays, n, &out));
    return strbuf_str(&out);
}

static void round_trip(void **state) {
    (void)state;
    Npz npz;
    assert_true(read_npz(&npz, savez));
    Str once = write_npz(npz.arrays, npz.n), twice = write_npz(npz.arrays, npz.n);
    assert_true(str_eq(once, twice));
    assert_memory_equal(once.ptr + 10, "\000\000!\000", 4); /* midnight, 1980-01-01, as NumPy */
    npz_fini(&npz);
    assert_true(read_npz(&npz, once));
    check_savez(&npz);
    npz_fini(&npz);

    uint64_t seed = 3;
    enum { N = 300 };
    NpzArray arrays[N];
    for (size_t i = 0; i < N; i++) {
        const int64_t dims[] = {(int64_t)(i % 7), (int64_t)(i % 50 ? i : 60000), 1};
        Tensor *t = tensor_new(&ctx, (DType)(1 + i % 10), dims, (uint32_t)(i % 4));
        for (size_t k = 0; k < t->bytes; k++) ((uint8_t *)t->data)[k] = (uint8_t)unit_random(&seed);
        tensor_normalize(t);
        arrays[i] = (NpzArray){arena_printf(&arena, "layers/%zu.weight", i), t};
    }
    arrays[7].name = "";
    arrays[8].name = "../x.npy";
    Str file = write_npz(arrays, N);
    assert_true(read_npz(&npz, file));
    assert_int_equal(npz.n, N);
    for (size_t i = 0; i < N; i++) {
        assert_string_equal(npz.arrays[i].name, arrays[i].name);
        assert_true(tensor_equal(npz.arrays[i].tensor, arrays[i].tensor));
        assert_ptr_equal(npz_get(&npz, arrays[i].name), npz.arrays[i].tensor);
        tensor_unref(arrays[i].tensor);
    }
    npz_fini(&npz);

    assert_true(read_npz(&npz, write_npz(NULL, 0)));
    assert_int_equal(npz.n, 0);
    assert_null(npz_get(&npz, "a"));
    npz_fini(&npz);
}

/* What could not be read again is not written. */
static void safetensors_names_refused(void **state) {
    (void)state;
    Tensor *t = tensor_new(&ctx, DTYPE_BOOL, NULL, 0);
    static const char *const cases[][2] = {
        {"w", "two arrays are named 'w'"},
        {"__metadata__", "'__metadata__' is no name of an array: safetensors keep remarks there"}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char message[200];
        diag_begin(&ctx);
        assert_int_equal(safetensors_write_file(&ctx, "/nonexistent/w.safetensors",
                                                (const NpzArray[]){{"w", t}, {cases[i][0], t}}, 2),
                         STATUS_IO);
        snprintf(message, sizeof message, "error: cannot write '/nonexistent/w.safetensors': %s\n",
                 cases[i][1]);
        assert_string_equal(printed(), message);
    }
    tensor_unref(t);
}

static void names_refused(void **state) {
    (void)state;
    Tensor *t = tensor_new(&ctx, DTYPE_BOOL, NULL, 0);
    char *longest = malloc(65533);
    memset(longest, 'x', 65532);
    longest[65532] = '\0';
    const struct {
        const char *a, *b, *message;
    } cases[] = {
        {"w", "w", "error: cannot write 'w.npz': two arrays are named 'w'\n"},
        {"w", "x\377", "error: cannot write 'w.npz': the array's name 'x\\xff' is not UTF-8\n"},
        {longest, "w",
         "error: cannot write 'w.npz': an array's name is too long for a zip archive\n"},
    };
    StrBuf out;
    strbuf_init(&out, &arena);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        diag_begin(&ctx);
        assert_false(npz_write(&ctx, "w.npz", (const NpzArray[]){{cases[i].a, t}, {cases[i].b, t}},
                               2, &out));
        assert_string_equal(printed(), cases[i].message);
        assert_int_equal(out.text.len, 0);
    }
    Npz npz;
    assert_true(read_npz(&npz, write_npz((const NpzArray[]){{longest + 1, t}}, 1)));
    assert_string_equal(npz.arrays[0].name, longest + 1);
    npz_fini(&npz);
    free(longest);
    tensor_unref(t);
}

/* ---- hostile archives ---- */

/* A copy with `width` bytes at the n-th occurrence (from 0) of `mark`, plus `offset`, set to
 * `value`. */
static Str patched(Str file, const char *mark, int n, size_t offset, uint64_t value, size_t width) {
    char *copy = arena_strdup(&arena, file);
    size_t at = 0;
    for (;; at++) {
        assert_true(at + 4 <= file.len);
        if (memcmp(copy + at, mark, 4) == 0 && n-- == 0) break;
    }
    for (size_t i = 0; i < width; i++) copy[at + offset + i] = (char)(value >> 8 * i);
    return (Str){copy, file.len};
}

#define LOCAL "PK\003\004"
#define CENTRAL "PK\001\002"

static void hostile(void **state) {
    (void)state;
    check_refused((Str)BYTES(""), "w.npz: error: this archive cannot be read: it is empty\n");
    check_refused((Str)BYTES("x"),
                  "w.npz: error: this archive cannot be read: Not a zip archive\n");
    check_refused((Str)BYTES("\223NUMPY"), "Not a zip archive");
    /* Offsets in a central header: 8 flags, 10 method, 16 checksum, 20 packed, 24 unpacked, 42
     * place. */
    for (int i = 0; i < 2; i++) {
        const Str file = i ? savez_compressed : savez;
        check_refused(patched(file, CENTRAL, 1, 8, 1, 2),
                      "w.npz(b.npy): error: this archive cannot be read: it is encrypted\n");
        check_refused(patched(file, CENTRAL, 1, 10, 12, 2),
                      "it is compressed in another way than deflate");
        check_refused(patched(file, CENTRAL, 1, 10, 93, 2),
                      "it is compressed in another way than deflate");
        check_refused(patched(file, CENTRAL, 1, 16, 0, 4),
                      "w.npz(b.npy): error: this archive cannot be read: CRC error\n");
        check_refused(patched(file, CENTRAL, 1, 20, 600, 4), NULL);
        check_refused(patched(file, CENTRAL, 1, 20, 0xFFFFFFF0, 4),
                      "its entries overlap, or it is cut off");
        check_refused(patched(file, CENTRAL, 1, 24, 131, 4),
                      i ? "its data is longer or shorter than it declares" : "another size");
        check_refused(patched(file, CENTRAL, 1, 24, 133, 4),
                      i ? "its data is longer or shorter than it declares" : "another size");
        check_refused(patched(file, CENTRAL, 1, 24, 0xFFFFFFF0, 4),
                      "another size than its data can have");
        check_refused(patched(file, CENTRAL, 1, 42, 0, 4), NULL);
        check_refused(patched(file, CENTRAL, 1, 42, 100, 4), NULL);
        check_refused(patched(file, CENTRAL, 1, 42, 0xFFFFFFF0, 4), NULL);
        /* The name of b is a: two of that name. */
        Str twice = patched(patched(file, CENTRAL, 1, 46, 'a', 1), LOCAL, 1, 30, 'a', 1);
        check_refused(
            twice,
            "w.npz(a.npy): error: this archive cannot be read: it has two arrays of this name\n");
        for (size_t n = 0; n < file.len; n++) check_refused((Str){file.ptr, n}, NULL);
    }
    /* An overlong form of U+0069 in the name of the third. */
    check_refused(patched(savez, CENTRAL, 2, 46, 0xC1, 1),
                  "w.npz(\\xc1\\xa9.npy): error: this archive cannot be read: "
                  "its name is not UTF-8\n");
    /* An .npy inside that is wrong, with its checksum; a file that is none. */
    check_refused(patched(savez, LOCAL, 1, 55, 0, 1), "CRC error");
    check_refused((Str)BYTES("PK\003\004\024\000\000\000\000\000\000\000!"
                             "\000\203\026\334\214\001\000\000\000\001\000\000"
                             "\000\001\000\000\000xxPK\001\002\024\003\024\000\000\000\000\000\000"
                             "\000!\000\203\026\334\214"
                             "\001\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\000"
                             "\000\000\000\200\001"
                             "\000\000\000\000xPK\005\006\000\000\000\000\001\000\001\000/"
                             "\000\000\000 \000\000\000\000"
                             "\000"),
                  "w.npz(x): error: byte 0: this is no .npy file\n");
}

/* Sizes that are true, and over the limit: of one array, and of all together. */
static void bombs(void **state) {
    (void)state;
    Npz npz;
    for (int i = 0; i < 2; i++) {
        const Str file = i ? savez_compressed : savez;
        ctx.limits.const_bytes = 139;
        check_refused(file, "w.npz(a.npy): error: more than 139 bytes of arrays\n");
        ctx.limits.const_bytes = 140 + 131;
        check_refused(file, "w.npz(b.npy): error: more than 271 bytes of arrays\n");
        ctx.limits.const_bytes = 140 + 132 + 129;
        assert_true(read_npz(&npz, file));
        npz_fini(&npz);
    }
    /* A declared size that deflate could just reach is tried, and the data is found too short.
     * Memory follows the archive's length: 76 packed bytes of a. */
    ctx.limits.const_bytes = limits_default().const_bytes;
    const size_t before = ctx.bytes;
    ctx.peak_bytes = before;
    check_refused(patched(savez_compressed, CENTRAL, 0, 24, 76 * 1032, 4), NULL);
    check_refused(patched(savez_compressed, CENTRAL, 0, 24, 76 * 1032 + 1032, 4),
                  "another size than its data can have");
    assert_true(ctx.peak_bytes - before < 1000 * 1000);
}

/* 1000 entries that are the same compressed data. */
static void shared_data(void **state) {
    (void)state;
    const size_t central = 48 + 3; /* of a.npy */
    size_t local_end = 0, at = 0;
    while (memcmp(savez.ptr + at, CENTRAL, 4) != 0) at++;
    local_end = at;
    StrBuf b;
    strbuf_init(&b, &arena);
    strbuf_add(&b, savez.ptr, local_end);
    enum { N = 1000 };
    for (int i = 0; i < N; i++) {
        char entry[51];
        memcpy(entry, savez.ptr + local_end, central);
        char name[16];
        snprintf(name, sizeof name, "%05d", i);
        memcpy(entry + 46, name, 5);
        strbuf_add(&b, entry, central);
    }
    const uint32_t size = N * (uint32_t)central, start = (uint32_t)local_end;
    strbuf_add(&b, "PK\005\006\000\000\000\000", 8);
    for (int i = 0; i < 2; i++) {
        strbuf_putc(&b, (char)(N & 0xFF));
        strbuf_putc(&b, (char)(N >> 8));
    }
    for (int i = 0; i < 4; i++) strbuf_putc(&b, (char)(size >> 8 * i));
    for (int i = 0; i < 4; i++) strbuf_putc(&b, (char)(start >> 8 * i));
    strbuf_add(&b, "\000\000", 2);
    check_refused(strbuf_str(&b), "its entries overlap, or it is cut off");
}

/* The end of an archive in 64 bits, which says that it has so many entries. */
static Str counted(uint32_t n) {
    StrBuf b;
    strbuf_init(&b, &arena);
    strbuf_add(&b,
               "PK\006\006\054\000\000\000\000\000\000\000\055\000\055\000\000\000\000\000\000\000"
               "\000\000",
               24);
    for (int i = 0; i < 16; i++) strbuf_putc(&b, i % 8 < 4 ? (char)(n >> 8 * (i % 8)) : 0);
    for (int i = 0; i < 16; i++) strbuf_putc(&b, 0);
    strbuf_add(&b, "PK\006\007\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000",
               20);
    strbuf_add(
        &b, "PK\005\006\000\000\000\000\377\377\377\377\377\377\377\377\377\377\377\377\003\000c64",
        25);
    return strbuf_str(&b);
}

static void counts(void **state) {
    (void)state;
    check_refused(counted(65536), "w.npz: error: more than 65535 arrays in an archive\n");
    check_refused(counted(65535), "Zip archive inconsistent");
    enum { N = NPZ_ENTRIES_MAX + 1 };
    Tensor *t = tensor_new(&ctx, DTYPE_BOOL, NULL, 0);
    NpzArray *arrays = malloc(N * sizeof *arrays);
    for (size_t i = 0; i < N; i++) arrays[i] = (NpzArray){arena_printf(&arena, "%zu", i), t};
    StrBuf out;
    strbuf_init(&out, &arena);
    diag_begin(&ctx);
    assert_false(npz_write(&ctx, "w.npz", arrays, N, &out));
    assert_string_equal(printed(),
                        "error: cannot write 'w.npz': more than 65535 arrays in an archive\n");
    Npz npz;
    assert_true(read_npz(&npz, write_npz(arrays, N - 1)));
    assert_int_equal(npz.n, N - 1);
    npz_fini(&npz);
    free(arrays);
    tensor_unref(t);
}

static void flips(void **state) {
    (void)state;
    uint64_t seed = 11;
    size_t taken = 0;
    for (int i = 0; i < 20000; i++) {
        const Str file = i % 2 ? savez : savez_compressed;
        char *copy = malloc(file.len);
        memcpy(copy, file.ptr, file.len);
        for (uint64_t n = unit_random(&seed) % 3 + 1; n; n--) {
            copy[unit_random(&seed) % file.len] = (char)unit_random(&seed);
        }
        Npz npz;
        taken += read_npz(&npz, (Str){copy, file.len});
        npz_fini(&npz);
        free(copy);
    }
    assert_true(taken > 100 && taken < 19000);
}

/* ---- trouble of the machine ---- */

static Status read_and_write_failing(Str file, size_t k) {
    heap.fail_at = heap.requests + k;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Arena scratch;
        arena_init(&scratch, &ctx);
        Npz npz;
        npz_init(&npz, &ctx);
        if (npz_read(&npz, "w.npz", file, DTYPE_VOID)) {
            StrBuf out;
            strbuf_init(&out, &scratch);
            npz_write(&ctx, "w.npz", npz.arrays, npz.n, &out);
        }
        npz_fini(&npz);
        arena_fini(&scratch);
    }
    Status status = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    return status;
}

static void allocation_failures(void **state) {
    (void)state;
    const Str wrong = patched(savez, CENTRAL, 1, 16, 0, 4),
              two = patched(savez, CENTRAL, 1, 46, 'a', 1);
    const size_t live = heap.live;
    size_t k = 1;
    for (; read_and_write_failing(savez_compressed, k) != STATUS_OK; k++)
        assert_int_equal(heap.live, live);
    assert_true(k > (HARD_MODE ? 10 : 5));
    assert_int_equal(heap.live, live);
    for (k = 1; read_and_write_failing(wrong, k) != STATUS_OK; k++) {
        diag_begin(&ctx);
        assert_int_equal(heap.live, live);
    }
    diag_begin(&ctx);
    for (k = 1; read_and_write_failing(two, k) != STATUS_OK; k++) {
        diag_begin(&ctx);
        assert_int_equal(heap.live, live);
    }
}

/* ---- files ---- */

static void files(void **state) {
    (void)state;
    char path[] = "/tmp/tenon-npz-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    Npz npz, again;
    npz_init(&npz, &ctx);
    npz_init(&again, &ctx);
    assert_int_equal(npz_read_file(&npz, path, DTYPE_VOID), STATUS_INVALID); /* empty */
    npz_fini(&npz);
    assert_true(read_npz(&npz, savez));
    assert_int_equal(npz_write_file(&ctx, path, npz.arrays, npz.n), STATUS_OK);
    assert_int_equal(npz_read_file(&again, path, DTYPE_VOID), STATUS_OK);
    check_savez(&again);
    npz_fini(&npz);
    npz_fini(&again);
    ctx.limits.input_bytes = 100;
    npz_init(&npz, &ctx);
    assert_int_equal(npz_read_file(&npz, path, DTYPE_VOID), STATUS_LIMIT);
    unlink(path);
    diag_begin(&ctx);
    assert_int_equal(npz_read_file(&npz, path, DTYPE_VOID), STATUS_IO);
    assert_int_equal(npz_write_file(&ctx, "/nonexistent/w.npz", NULL, 0), STATUS_IO);
    npz_fini(&npz);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(archives_of_numpy), TEST(round_trip), TEST(names_refused),
          TEST(safetensors_names_refused), TEST(hostile), TEST(bombs), TEST(shared_data),
          TEST(counts), TEST(flips), TEST(allocation_failures), TEST(files))
