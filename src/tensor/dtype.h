/* SPDX-License-Identifier: Apache-2.0 */
/* Element types: their names, sizes, and values to and from double and int64. */
#ifndef TENON_TENSOR_DTYPE_H
#define TENON_TENSOR_DTYPE_H

#include "base/base.h"

typedef enum {
#define DTYPE(id, name, kind, bytes) DTYPE_##id,
#include "tensor/dtype.def"
    DTYPE_COUNT
} DType;

typedef enum { DTYPE_KIND_VOID, DTYPE_KIND_BOOL, DTYPE_KIND_INT, DTYPE_KIND_UINT, DTYPE_KIND_FLOAT } DTypeKind;

const char *dtype_name(DType t);
DTypeKind dtype_kind(DType t);
size_t dtype_size(DType t); /* bytes of one element, 0 for void */
/* False when the name is no dtype. "" is void. */
bool dtype_parse(Str name, DType *out);

static inline bool dtype_is_float(DType t) { return dtype_kind(t) == DTYPE_KIND_FLOAT; }
static inline bool dtype_is_int(DType t) {
    return dtype_kind(t) == DTYPE_KIND_INT || dtype_kind(t) == DTYPE_KIND_UINT;
}

/* Rounds to nearest, ties to even; NaN stays NaN, what is too large becomes an infinity. */
uint16_t float16_from_double(double v);
uint16_t bfloat16_from_double(double v);
double float16_to_double(uint16_t bits);
double bfloat16_to_double(uint16_t bits);

/* One element at `at` (any alignment). Writing an integer that does not fit returns false. */
double dtype_read_double(DType t, const void *at);
void dtype_write_double(DType t, void *at, double v); /* float types */
bool dtype_write_int(DType t, void *at, int64_t v);   /* any type; a float type takes the nearest */
bool dtype_write_uint(DType t, void *at, uint64_t v);
/* The element as int64; bool as 0 or 1; uint64 past INT64_MAX wraps. For bool and integer types. */
int64_t dtype_read_int(DType t, const void *at);

#endif
