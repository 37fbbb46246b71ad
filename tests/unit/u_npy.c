/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/npy.h: the bytes of NumPy itself (1.24) in both directions, and hostile headers. */

#include "unit.h"

#include <errno.h>

#include "base/diag.h"
#include "npy_golden.h"
#include "tensor/npy.h"
#include "unit_arena.h"

/* Reads from memory of exactly that size, so that the sanitizer sees a step past it. Either a
 * tensor and no diagnostic, or none and one. */
static Tensor *read_v2(Str file, DType raw) {
    char *copy = malloc(file.len ? file.len : 1);
    memcpy(copy, file.ptr, file.len);
    diag_begin(&ctx);
    Tensor *volatile t = NULL;
    Boundary b;
    CTX_ENTER(&ctx, &b) { t = npy_read(&ctx, "x.npy", (Str){copy, file.len}, raw); }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_int_equal(diag_errors(&ctx), t ? 0 : 1);
    free(copy);
    return t;
}
static Tensor *read_npy(Str file) { return read_v2(file, DTYPE_VOID); }

static Tensor *tensor(DType t, const int64_t *dims, uint32_t ndim, const void *data) {
    Tensor *self = tensor_new(&ctx, t, dims, ndim);
    memcpy(self->data, data, self->bytes);
    return self;
}

/* Takes both. Bits, not values. */
static void check_same(Tensor *a, Tensor *b) {
    assert_non_null(a);
    assert_int_equal(a->dtype, b->dtype);
    assert_int_equal(a->ndim, b->ndim);
    if (a->ndim) assert_memory_equal(a->dims, b->dims, a->ndim * sizeof *a->dims);
    assert_int_equal(a->bytes, b->bytes);
    if (a->bytes) assert_memory_equal(a->data, b->data, a->bytes);
    tensor_unref(a);
    tensor_unref(b);
}

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

static Str write_npy(const Tensor *t) {
    StrBuf out;
    strbuf_init(&out, &arena);
    npy_write(t, &out);
    return strbuf_str(&out);
}

/* Random bits: NaNs of every payload, and -0. */
static Tensor *random_tensor(uint64_t *seed, DType t, const int64_t *dims, uint32_t ndim) {
    Tensor *self = tensor_new(&ctx, t, dims, ndim);
    for (size_t i = 0; i < self->bytes; i++)
        ((uint8_t *)self->data)[i] = (uint8_t)unit_random(seed);
    tensor_normalize(self);
    return self;
}

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

/* ---- headers ---- */

/* A file of a version, with that dictionary and `data` bytes of zero. */
static Str made(int version, const char *dict, size_t data) {
    StrBuf b;
    strbuf_init(&b, &arena);
    const size_t len = strlen(dict);
    strbuf_puts(&b, "\223NUMPY");
    strbuf_putc(&b, (char)version);
    strbuf_putc(&b, 0);
    for (int i = 0; i < (version == 1 ? 2 : 4); i++) strbuf_putc(&b, (char)(len >> 8 * i & 0xFF));
    strbuf_add(&b, dict, len);
    for (; data; data--) strbuf_putc(&b, 0);
    return strbuf_str(&b);
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

static void headers_taken(void **state) {
    (void)state;
    static const struct {
        const char *dict;
        DType dtype;
        uint32_t ndim;
    } cases[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", DTYPE_FLOAT32, 2},
        {"{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4', }\n", DTYPE_FLOAT32, 2},
        {"{'fortran_order':True,'shape':(2,3),'descr':'<i4'}    \n", DTYPE_INT32, 2},
        {"{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (2, 3,)}", DTYPE_FLOAT32, 2},
        {" \t\r\n{ 'descr' : '=f4' ,\n 'fortran_order'\t: False , 'shape' : ( 2 , 3 , ) , } \n",
         DTYPE_FLOAT32, 2},
        {"{'descr': '>u4', 'fortran_order': False, 'shape': (6L,)}", DTYPE_UINT32, 1},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 1L)}", DTYPE_FLOAT64, 2},
        {"{'descr': '<i1', 'fortran_order': False, 'shape': (24,)}", DTYPE_INT8, 1},
        {"{'descr': '>u1', 'fortran_order': False, 'shape': (24,)}", DTYPE_UINT8, 1},
        {"{'descr': '=b1', 'fortran_order': True, 'shape': (2,3,4)}", DTYPE_BOOL, 3},
        {"{'descr': '|V2', 'fortran_order': True, 'shape': (12,)}", DTYPE_BFLOAT16, 1},
        {"{'descr': '<V2', 'fortran_order': True, 'shape': (12,)}", DTYPE_BFLOAT16, 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        for (int version = 1; version <= 2; version++) {
            Tensor *t = read_v2(made(version, cases[i].dict, 24), DTYPE_BFLOAT16);
            assert_non_null(t);
            assert_int_equal(t->dtype, cases[i].dtype);
            assert_int_equal(t->ndim, cases[i].ndim);
            assert_int_equal(t->bytes, 24);
            tensor_unref(t);
        }
    }
    Str native = made(1, "{'descr': '=u2', 'fortran_order': False, 'shape': (1,)}", 2);
    memcpy((char *)native.ptr + native.len - 2, &(uint16_t){0x1234}, 2);
    Tensor *t = read_npy(native);
    assert_int_equal(*(uint16_t *)t->data, 0x1234);
    tensor_unref(t);
    t = read_npy(
        made(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (0, 9223372036854775807)}", 0));
    assert_non_null(t);
    assert_int_equal(t->dims[1], INT64_MAX);
    tensor_unref(t);
}

#define D "'descr': '<f4', "
#define F "'fortran_order': False, "
#define S "'shape': (2, 3), "

static void headers_refused(void **state) {
    (void)state;
    /* The place counts from the dictionary. */
    static const struct {
        const char *dict;
        size_t at;
        const char *message;
    } cases[] = {
        {"", 0, "this is no header as NumPy writes it"},
        {"   \n", 4, "this is no header as NumPy writes it"},
        {"[" D F S "]", 0, "this is no header as NumPy writes it"},
        {"{}", 1, "the header has no 'descr'"},
        {"{" F S "}", 42, "the header has no 'descr'"},
        {"{" D S "}", 34, "the header has no 'fortran_order'"},
        {"{" D F "}", 41, "the header has no 'shape'"},
        {"{" D F S D "}", 58, "'descr' stands twice"},
        {"{" D F S S "}", 58, "'shape' stands twice"},
        {"{" D F S "'x': 1}", 58, "a key that is none of descr, fortran_order, shape"},
        {"{'d\303\251scr': '<f4', " F S "}", 1,
         "a key that is none of descr, fortran_order, shape"},
        {"{'desc\\x72': '<f4', " F S "}", 1, "a key that is none of descr, fortran_order, shape"},
        {"\357\273\277{" D F S "}", 0, "this is no header as NumPy writes it"},
        {"{" D F S, 58, "this is no header as NumPy writes it"},
        {"{" D F S "} x", 60, "this is no header as NumPy writes it"},
        {"{" D F S "}}", 59, "this is no header as NumPy writes it"},
        {"{,}", 1, "this is no header as NumPy writes it"},
        {"{" D ",}", 17, "this is no header as NumPy writes it"},
        {"{'descr' '<f4'}", 9, "this is no header as NumPy writes it"},
        {"{'descr': '<f4' " F S "}", 16, "this is no header as NumPy writes it"},
        {"{'descr': '<f4", 10, "this string is never closed"},
        {"{'descr", 1, "this string is never closed"},
        {"{'descr': '<f4\"}", 10, "this string is never closed"},
        {"{'descr': <f4}", 10, "this is no header as NumPy writes it"},
        {"{'descr': None}", 10, "this is no header as NumPy writes it"},
        {"{'descr': [('a', '<f4')]}", 10, "structures are not supported"},
        {"{'descr': ('<f4', (2,))}", 10, "elements that are arrays are not supported"},
        {"{'descr': '|O'}", 10, "Python objects of type '|O' are not supported"},
        {"{'descr': '<c8'}", 10, "complex numbers of type '<c8' are not supported"},
        {"{'descr': '<U5'}", 10, "strings of type '<U5' are not supported"},
        {"{'descr': '|S3'}", 10, "strings of type '|S3' are not supported"},
        {"{'descr': '<M8[ns]'}", 10, "dates and times of type '<M8[ns]' are not supported"},
        {"{'descr': '<f16'}", 10, "floats of this size of type '<f16' are not supported"},
        {"{'descr': '<V2'}", 10, "raw bytes of type '<V2' are not supported"},
        {"{'descr': '|V4'}", 10, "raw bytes of type '|V4' are not supported"},
        {"{'descr': '|f4'}", 10, "floats of this size of type '|f4' are not supported"},
        {"{'descr': 'f4'}", 10, "elements of type 'f4' are not supported"},
        {"{'descr': '<x4'}", 10, "elements of type '<x4' are not supported"},
        {"{'descr': '<f3'}", 10, "floats of this size of type '<f3' are not supported"},
        {"{'descr': '<i0'}", 10, "elements of type '<i0' are not supported"},
        {"{'descr': ''}", 10, "elements of type '' are not supported"},
        {"{'descr': '<'}", 10, "elements of type '<' are not supported"},
        {"{'fortran_order': false}", 18, "this is no header as NumPy writes it"},
        {"{'fortran_order': 0}", 18, "this is no header as NumPy writes it"},
        {"{'fortran_order': Falsehood}", 23, "this is no header as NumPy writes it"},
        {"{'fortran_order': ", 18, "this is no header as NumPy writes it"},
        {"{'shape': 3}", 10, "this is no header as NumPy writes it"},
        {"{'shape': [3]}", 10, "this is no header as NumPy writes it"},
        {"{'shape': (3)}", 12, "a shape of one extent needs a comma after it"},
        {"{'shape': (,)}", 11, "this is no header as NumPy writes it"},
        {"{'shape': (1,,2)}", 13, "this is no header as NumPy writes it"},
        {"{'shape': (1 2)}", 13, "this is no header as NumPy writes it"},
        {"{'shape': (-1,)}", 11, "a negative extent"},
        {"{'shape': (+1,)}", 11, "this is no header as NumPy writes it"},
        {"{'shape': (1.5,)}", 12, "this is no header as NumPy writes it"},
        {"{'shape': (0x10,)}", 12, "this is no header as NumPy writes it"},
        {"{'shape': (1_0,)}", 12, "this is no header as NumPy writes it"},
        {"{'shape': (007,)}", 11, "a number that begins with 0"},
        {"{'shape': (3l,)}", 12, "this is no header as NumPy writes it"},
        {"{'shape': (L,)}", 11, "this is no header as NumPy writes it"},
        {"{'shape': (True,)}", 11, "this is no header as NumPy writes it"},
        {"{'shape': (9223372036854775808,)}", 11, "an extent that does not fit 64 bits"},
        {"{'shape': (((((1,),),),),)}", 11, "this is no header as NumPy writes it"},
        {"{'shape': (", 11, "this is no header as NumPy writes it"},
        {"{'shape': (1,", 13, "this is no header as NumPy writes it"},
        {"{" D F "'shape': (4294967296, 4294967296)}", 75,
         "the size of the array does not fit 64 bits"},
        {"{" D F "'shape': (9223372036854775807,)}", 73,
         "the size of the array does not fit 64 bits"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        for (int version = 1; version <= 3; version++) {
            assert_null(read_npy(made(version, cases[i].dict, 0)));
            const Diag *d = &ctx.diags->diags.at[0];
            char want[200];
            snprintf(want, sizeof want, "byte %zu: %s", cases[i].at + (version == 1 ? 10 : 12),
                     cases[i].message);
            assert_string_equal(d->message, want);
            assert_string_equal(d->source, "x.npy");
        }
    }
    assert_null(read_npy(made(1, "{" D F "'shape': (3LL,)}", 12)));
    assert_null(
        read_npy(made(3, "{" D F "'shape': (3L,)}", 12))); /* Python 3 has no such numbers */
}

static const char *printed(void) {
    StrBuf b;
    strbuf_init(&b, &arena);
    diag_print(&ctx.diags->diags.at[0], &b);
    return strbuf_cstr(&b);
}

static void messages(void **state) {
    (void)state;
    const Str good = made(1, "{" D F S "}", 24);
    assert_null(read_npy((Str){good.ptr, good.len - 1}));
    assert_string_equal(printed(), "x.npy: error: byte 92: the file ends within its data\n"
                                   "  expected: 24 bytes of data\n"
                                   "  found: 23\n");
    assert_null(read_npy(made(1, "{" D F S "}", 26)));
    assert_string_equal(printed(), "x.npy: error: byte 93: bytes after the end of the data\n"
                                   "  expected: 24 bytes of data\n"
                                   "  found: 26\n");
    assert_null(read_npy(made(1, "{'shape': \033[1m}", 0)));
    assert_string_equal(printed(), "x.npy: error: byte 20: this is no header as NumPy writes it\n"
                                   "  expected: the shape, a tuple\n"
                                   "  found: \\x1b[1m}\n");
    assert_null(read_npy(made(1, "{'descr': '<V2'}", 0)));
    assert_non_null(strstr(printed(), "  help: read them as bfloat16, if that is what they are\n"));
    assert_null(read_v2(made(1, "{'descr': '>V2'}", 0), DTYPE_BFLOAT16));
    assert_null(read_npy(made(4, "{" D F S "}", 24)));
    assert_string_equal(printed(), "x.npy: error: byte 6: version 4.0 is not supported\n"
                                   "  expected: 1.0, 2.0 or 3.0\n");
    assert_null(read_npy((Str)BYTES("\223NUMPY\001\001\002\000{}")));
    assert_string_equal(printed(), "x.npy: error: byte 6: version 1.1 is not supported\n"
                                   "  expected: 1.0, 2.0 or 3.0\n");
    assert_null(read_npy((Str)BYTES("\223NUMPY\001\000\003\000{}")));
    assert_string_equal(printed(),
                        "x.npy: error: byte 8: the header's length passes the end of the file\n"
                        "  expected: at most 2\n"
                        "  found: 3\n");
    assert_null(read_npy((Str)BYTES("\223NUMPY\002\000\377\377\377\377{}")));
    assert_non_null(strstr(printed(), "  found: 4294967295\n"));
    assert_null(read_npy((Str)BYTES("PK\003\004 and so on")));
    assert_string_equal(printed(), "x.npy: error: byte 0: this is no .npy file\n");
    assert_null(read_npy((Str)BYTES("")));
    ctx.limits.const_bytes = 23;
    assert_null(read_npy(good));
    assert_string_equal(printed(), "x.npy: error: more than 23 bytes of arrays\n");
    ctx.limits.const_bytes = 24;
    tensor_unref(read_npy(good));
    ctx.limits.rank = 1;
    assert_null(read_npy(good));
    assert_string_equal(printed(), "x.npy: error: more than 1 dims\n");
    Str bools = made(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}", 4);
    memcpy((char *)bools.ptr + bools.len - 4, "\000\001\002\377", 4);
    Tensor *t = read_npy(bools);
    assert_memory_equal(t->data, "\000\001\001\001", 4); /* NumPy's idea of true */
    tensor_unref(t);
}

/* A NUL, and every other byte, put in place of each byte of the dictionary. */
static void every_byte(void **state) {
    (void)state;
    const Str good = made(1, "{" D F S "}", 24);
    char *copy = arena_strdup(&arena, good);
    for (size_t i = 0; i < good.len - 24; i++) {
        for (int c = 0; c < 256; c++) {
            copy[i] = (char)c;
            Tensor *t = read_npy((Str){copy, good.len});
            assert_false(t && c == 0 && copy[i] != good.ptr[i]);
            tensor_unref(t);
        }
        copy[i] = good.ptr[i];
    }
}

static void long_numbers(void **state) {
    (void)state;
    enum { N = 100 * 1000 * 1000 };
    for (int i = 0; i < 3; i++) {
        char *text = malloc(N + 1);
        memset(text, "9 0"[i], N);
        text[N] = '\0';
        memcpy(text, "{'shape': (", 11);
        Str file = made(2, text, 0);
        free(text);
        assert_null(read_npy(file));
        arena_fini(&arena);
        arena_init(&arena, &ctx);
    }
}

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
          TEST(version_2), TEST(headers_taken), TEST(headers_refused), TEST(messages),
          TEST(every_byte), TEST(long_numbers), TEST(truncations), TEST(flips), TEST(fortran_order),
          TEST(allocation_failures), TEST(cancelled), TEST(files))
