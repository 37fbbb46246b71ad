/* SPDX-License-Identifier: Apache-2.0 */
/* Element types, as the buffer protocol and DLPack have them. */
#include "pyt.h"

#include <string.h>

static const PytDtype dtypes[] = {
    {"float32", 'f', DLPACK_FLOAT, 32},
    {"float64", 'd', DLPACK_FLOAT, 64},
    {"float16", 'e', DLPACK_FLOAT, 16},
    {"bfloat16", 0, DLPACK_BFLOAT, 16},
    {"bool", '?', DLPACK_BOOL, 8},
    {"int8", 'b', DLPACK_INT, 8},
    {"int16", 'h', DLPACK_INT, 16},
    {"int32", 'i', DLPACK_INT, 32},
    {"int64", 'q', DLPACK_INT, 64},
    {"uint8", 'B', DLPACK_UINT, 8},
    {"uint16", 'H', DLPACK_UINT, 16},
    {"uint32", 'I', DLPACK_UINT, 32},
    {"uint64", 'Q', DLPACK_UINT, 64},
    {"float8_e4m3fn", 0, DLPACK_FLOAT8_E4M3FN, 8},
    {"float8_e4m3fnuz", 0, DLPACK_FLOAT8_E4M3FNUZ, 8},
    {"float8_e5m2", 0, DLPACK_FLOAT8_E5M2, 8},
    {"float8_e5m2fnuz", 0, DLPACK_FLOAT8_E5M2FNUZ, 8},
    {"float8_e8m0fnu", 0, DLPACK_FLOAT8_E8M0FNU, 8},
    {"float8_e4m3", 0, DLPACK_FLOAT8_E4M3, 8},
    {"float8_e3m4", 0, DLPACK_FLOAT8_E3M4, 8},
    {"float8_e4m3b11fnuz", 0, DLPACK_FLOAT8_E4M3B11FNUZ, 8},
    /* packed: DLPack counts them otherwise */
    {"int4", 0, 255, 4},
    {"uint4", 0, 255, 4},
    {"int2", 0, 255, 2},
    {"uint2", 0, 255, 2},
    {"float4_e2m1fn", 0, 255, 4},
};
enum { N_DTYPES = sizeof dtypes / sizeof *dtypes };

const PytDtype *pyt_dtype_find(const char *name) {
    for (size_t i = 0; i < N_DTYPES; i++) {
        if (strcmp(dtypes[i].name, name) == 0) return &dtypes[i];
    }
    return NULL;
}

/* Integers by their size: 'l' is as long as the machine says. */
const PytDtype *pyt_dtype_of_format(const char *format, Py_ssize_t size) {
    if (!format) format = "B";
    if (*format == '@' || *format == '=' || *format == '<') format++;
    if (!*format || format[1]) return NULL;
    uint8_t code;
    switch (*format) {
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n': code = DLPACK_INT; break;
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N': code = DLPACK_UINT; break;
    case 'e':
    case 'f':
    case 'd': code = DLPACK_FLOAT; break;
    case '?': code = DLPACK_BOOL; break;
    default: return NULL;
    }
    for (size_t i = 0; i < N_DTYPES; i++) {
        if (dtypes[i].code == code && dtypes[i].bits == size * 8) return &dtypes[i];
    }
    return NULL;
}

const PytDtype *pyt_dtype_of_dlpack(const DlTensor *t) {
    for (size_t i = 0; i < N_DTYPES && t->lanes == 1; i++) {
        if (dtypes[i].code == t->code && dtypes[i].bits == t->bits) return &dtypes[i];
    }
    return NULL;
}

/* -1: too many. */
int64_t pyt_bytes(const PytDtype *dtype, int ndim, const int64_t *dims) {
    int64_t n = 1;
    for (int d = 0; d < ndim; d++) {
        if (dims[d] < 0 || __builtin_mul_overflow(n, dims[d], &n)) return -1;
    }
    return n > INT64_MAX / 8 ? -1 : (n * dtype->bits + 7) / 8;
}
