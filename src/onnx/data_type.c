/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/data_type.h"

typedef struct {
    DType dtype;
    int since;         /* the first opset that knows it */
    const char *lacks; /* the name of what Tenon lacks */
} DataType;

/* By number. */
static const DataType data_types[] = {
    [0] = {DTYPE_VOID, 1, "undefined"},
    [1] = {DTYPE_FLOAT32, 1, NULL},
    [2] = {DTYPE_UINT8, 1, NULL},
    [3] = {DTYPE_INT8, 1, NULL},
    [4] = {DTYPE_UINT16, 1, NULL},
    [5] = {DTYPE_INT16, 1, NULL},
    [6] = {DTYPE_INT32, 1, NULL},
    [7] = {DTYPE_INT64, 1, NULL},
    [8] = {DTYPE_STRING, 1, NULL},
    [9] = {DTYPE_BOOL, 1, NULL},
    [10] = {DTYPE_FLOAT16, 1, NULL},
    [11] = {DTYPE_FLOAT64, 1, NULL},
    [12] = {DTYPE_UINT32, 1, NULL},
    [13] = {DTYPE_UINT64, 1, NULL},
    [14] = {DTYPE_VOID, 1, "complex64"},
    [15] = {DTYPE_VOID, 1, "complex128"},
    [16] = {DTYPE_BFLOAT16, 1, NULL},
    [17] = {DTYPE_FLOAT8E4M3FN, 19, NULL},
    [18] = {DTYPE_FLOAT8E4M3FNUZ, 19, NULL},
    [19] = {DTYPE_FLOAT8E5M2, 19, NULL},
    [20] = {DTYPE_FLOAT8E5M2FNUZ, 19, NULL},
    [21] = {DTYPE_UINT4, 21, NULL},
    [22] = {DTYPE_INT4, 21, NULL},
    [23] = {DTYPE_FLOAT4E2M1, 23, NULL},
    [24] = {DTYPE_FLOAT8E8M0, 24, NULL},
    [25] = {DTYPE_UINT2, 25, NULL},
    [26] = {DTYPE_INT2, 25, NULL},
};

DType onnx_dtype(int64_t data_type, const char **what) {
    const bool in_range = data_type >= 0 && (uint64_t)data_type < ARRAY_LEN(data_types);
    if (what) *what = in_range ? data_types[data_type].lacks : "an unknown element type";
    return in_range ? data_types[data_type].dtype : DTYPE_VOID;
}

int64_t onnx_data_type(DType t) {
    for (size_t i = 1; t != DTYPE_VOID && i < ARRAY_LEN(data_types); i++) {
        if (data_types[i].dtype == t) return (int64_t)i;
    }
    return 0;
}

int64_t onnx_data_type_since(DType t) { return data_types[onnx_data_type(t)].since; }
