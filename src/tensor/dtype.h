/* SPDX-License-Identifier: Apache-2.0 */
/* Element types: their names, sizes, and values to and from double and int64. */
#ifndef TENON_TENSOR_DTYPE_H
#define TENON_TENSOR_DTYPE_H

#include "base/base.h"

typedef enum {
#define DTYPE(id, name, kind, bytes) DTYPE_##id,
#include "tensor/dtype.def"
    DTYPE_COUNT,
    DTYPE_LOOP_END = DTYPE_FLOAT64 + 1, /* loops compute with those before it */
    DTYPE_NUMBER_END = DTYPE_STRING     /* the small types follow these, and strings all */
} DType;

typedef enum {
    DTYPE_KIND_VOID,
    DTYPE_KIND_BOOL,
    DTYPE_KIND_INT,
    DTYPE_KIND_UINT,
    DTYPE_KIND_FLOAT,
    DTYPE_KIND_STRING
} DTypeKind;

_Static_assert((int)DTYPE_STRING == (int)DTYPE_COUNT - 1, "loops over numbers end before strings");

const char *dtype_name(DType t);
DTypeKind dtype_kind(DType t);
size_t dtype_size(DType t); /* bytes of one element, 0 for void; BUG for a packed type */
/* Of fewer than 8 bits: several elements lie in a byte, the first one in its low bits. */
bool dtype_is_packed(DType t);
/* A packed type or a float of 8 bits: only moved and converted, never computed with. Loops see its
 * bytes. */
bool dtype_is_small(DType t);
uint32_t dtype_bits(DType t);     /* of one element, 0 for void */
uint32_t dtype_size_up(DType t);  /* the same in whole bytes: what an element takes by itself */
uint32_t dtype_per_byte(DType t); /* elements in a byte: 1 unless packed */
/* What `count` elements take. False when it overflows. */
bool dtype_bytes(DType t, int64_t count, int64_t *bytes);
/* False when the name is no dtype. "" is void. */
bool dtype_parse(Str name, DType *out);

static inline bool dtype_is_float(DType t) { return dtype_kind(t) == DTYPE_KIND_FLOAT; }
/* float16 and bfloat16 */
static inline bool dtype_is_half(DType t) { return t == DTYPE_FLOAT16 || t == DTYPE_BFLOAT16; }
static inline bool dtype_is_int(DType t) {
    return dtype_kind(t) == DTYPE_KIND_INT || dtype_kind(t) == DTYPE_KIND_UINT;
}

/* a is b, both are NaN, or both are finite and |a - b| <= atol + rtol * |b|: nothing finite is near
 * an infinity. */
bool number_is_near(double a, double b, double rtol, double atol);

/* Rounds to nearest, ties to even; NaN stays NaN, what is too large becomes an infinity. */
uint16_t float16_from_double(double v);
uint16_t bfloat16_from_double(double v);
double float16_to_double(uint16_t bits);
double bfloat16_to_double(uint16_t bits);

/* A small float's format: see dtype.def. */
typedef struct {
    uint8_t bits, mantissa, bias, max, over, nan;
    bool has_sign, has_negative_zero, has_infinities;
} DTypeFormat;

DTypeFormat dtype_format(DType t);

/* How a float becomes a float8_e8m0fnu: away from zero, toward it, or to the nearest, ties away
 * from zero. The other types know the nearest only, ties to even. */
typedef enum { DTYPE_ROUND_UP, DTYPE_ROUND_DOWN, DTYPE_ROUND_NEAREST } DTypeRound;

/* The code of the value in a small float type. What is too large, infinities too, becomes the
 * largest number when it `saturates`, else an infinity or NaN. Of float8_e8m0fnu what is too small
 * becomes the least number, else NaN, and what is negative NaN. */
uint8_t dtype_encode(DType t, double v, bool saturates, DTypeRound round);
double dtype_decode(DType t, uint8_t code);

/* One element at `at` (any alignment; of a packed type the first of the byte). Writing an integer
 * that does not fit returns false. A small float saturates (but an infinity stays where there is
 * one), and float8_e8m0fnu is rounded up. */
double dtype_read_double(DType t, const void *at);
void dtype_write_double(DType t, void *at, double v); /* float types */
bool dtype_write_int(DType t, void *at, int64_t v);   /* any type; a float type takes the nearest */
bool dtype_write_uint(DType t, void *at, uint64_t v);
/* The element as int64; bool as 0 or 1; uint64 past INT64_MAX wraps. For bool and integer types. */
int64_t dtype_read_int(DType t, const void *at);

/* The same of element i of the elements that lie from `data` on. */
double dtype_get_double(DType t, const void *data, size_t i);
int64_t dtype_get_int(DType t, const void *data, size_t i);
void dtype_set_double(DType t, void *data, size_t i, double v);
bool dtype_set_int(DType t, void *data, size_t i, int64_t v);
/* Of a small type: the bits of element i. */
uint8_t dtype_get_code(DType t, const void *data, size_t i);
void dtype_set_code(DType t, void *data, size_t i, uint8_t code);

/* DLPack's numbers of types (1.1), which TVM's are; 0xff for void. A bool is code 6 of 8 bits. */
uint8_t dtype_foreign_code(DType t);

#endif
