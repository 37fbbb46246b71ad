/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/npy.h: headers, those that are taken and those that are not. */
#include "npy_unit.h"

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

/* The place counts from the dictionary. */
static const struct {
    const char *dict;
    size_t at;
    const char *message;
} refused[] = {
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
    {"{'d\303\251scr': '<f4', " F S "}", 1, "a key that is none of descr, fortran_order, shape"},
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
    {"{" D F "'shape': (9223372036854775807,)}", 73, "the size of the array does not fit 64 bits"},
};

static void headers_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        for (int version = 1; version <= 3; version++) {
            assert_null(read_npy(made(version, refused[i].dict, 0)));
            const Diag *d = &ctx.diags->diags.at[0];
            char want[200];
            snprintf(want, sizeof want, "byte %zu: %s", refused[i].at + (version == 1 ? 10 : 12),
                     refused[i].message);
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

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(headers_taken), TEST(headers_refused), TEST(messages), TEST(every_byte),
          TEST(long_numbers))
