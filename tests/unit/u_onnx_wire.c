/* SPDX-License-Identifier: Apache-2.0 */
/* Protobuf's wire form. */
#include "unit.h"
#include "onnx/wire.h"

static bool next(Wire *w, const void *bytes, size_t n, WireField *f) {
    wire_init(w, bytes);
    return wire_next(w, n, f);
}

static void fields(void **state) {
    (void)state;
    Wire w;
    WireField f;
    assert_true(next(&w, "\x08\x96\x01", 3, &f));
    assert_int_equal(f.number, 1);
    assert_int_equal(f.value, 150);
    assert_true(next(&w, "\x12\x02hi", 4, &f));
    assert_int_equal(f.bytes.len, 2);
    assert_true(next(&w, "\x0d\x00\x00\x80\x3f", 5, &f));
    assert_int_equal(f.value, 0x3f800000);
    assert_true(next(&w, "\x09\x01\x00\x00\x00\x00\x00\x00\x80", 9, &f));
    assert_true(f.value == 0x8000000000000001u);
    assert_false(next(&w, "", 0, &f));
    assert_null(w.error);
}

static void ten_bytes_at_most(void **state) {
    (void)state;
    Wire w;
    WireField f;
    assert_true(next(&w, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, &f));
    assert_true(f.value == UINT64_MAX);
    assert_false(next(&w, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 11, &f));
    assert_string_equal(w.error, "a number of more than 64 bits");
    assert_int_equal(w.error_at, 1);
    assert_false(next(&w, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, &f));
    assert_string_equal(w.error, "a number of more than 64 bits");
}

static void refused_fields(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        const char *error;
    } cases[] = {
        {"\x00\x01", 2, "field number 0"},
        {"\x0b", 1, "a group, which protobuf gave up"},
        {"\x0c", 1, "a group, which protobuf gave up"},
        {"\x0e", 1, "an unknown wire type"},
        {"\x12\x03hi", 4, "a length past the end of what holds it"},
        {"\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11,
         "a length past the end of what holds it"},
        {"\x0d\x00\x00", 3, "a fixed-width number is cut off"},
        {"\x09\x00", 2, "a fixed-width number is cut off"},
        {"\x08", 1, "a number is cut off"},
        {"\x88", 1, "a number is cut off"},
        {"\xf8\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, "a field number that is too large"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        Wire w;
        WireField f;
        assert_false(next(&w, cases[i].bytes, cases[i].n, &f));
        assert_non_null(w.error);
        assert_string_equal(w.error, cases[i].error);
        assert_true(w.error_at <= cases[i].n);
        assert_false(wire_next(&w, cases[i].n, &f)); /* it stays */
    }
}

UNIT_MAIN(UNIT(fields), UNIT(ten_bytes_at_most), UNIT(refused_fields))
