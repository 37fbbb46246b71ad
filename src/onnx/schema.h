/* SPDX-License-Identifier: Apache-2.0 */
/* The schema of onnx.proto as data: of each message, its struct in onnx/proto.h, and the number,
 * kind and place of each field. The reader (proto.c) and the writer (encode.c) both go by it.
 * Private to these. */
#ifndef TENON_ONNX_SCHEMA_H
#define TENON_ONNX_SCHEMA_H

#include "onnx/proto.h"

typedef enum {
    FIELD_INT,
    FIELD_FLOAT,
    FIELD_STR,
    FIELD_MESSAGE,
    FIELD_INTS,
    FIELD_FLOATS,
    FIELD_DOUBLES,
    FIELD_STRS,
    FIELD_MESSAGES,
} OnnxFieldKind;

typedef struct OnnxSchema OnnxSchema;

typedef struct {
    uint32_t number;
    OnnxFieldKind kind;
    size_t offset;
    const char *name;
    const OnnxSchema *schema; /* of a message; NULL: it is only noted, and never written */
    /* offset of a bool that notes it; 0: none (never a struct's first member) */
    size_t present;
} OnnxField;

struct OnnxSchema {
    size_t size;
    const OnnxField *fields; /* by rising number */
    size_t n;
    size_t rest; /* offset of the OnnxStrs * that other fields go to; 0: they are skipped */
};

extern const OnnxSchema onnx_model_schema, onnx_tensor_schema;

#endif
