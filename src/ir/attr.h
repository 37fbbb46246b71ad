/* SPDX-License-Identifier: Apache-2.0 */
/* Attribute values: what stands in a call beside its operands, and in func_attr dictionaries.
 * An operator's call holds one value per attribute of its schema, in the schema's order. */
#ifndef TENON_IR_ATTR_H
#define TENON_IR_ATTR_H

#include "base/strbuf.h"
#include "tensor/dtype.h"

typedef enum {
    IR_ATTR_NONE,
    IR_ATTR_BOOL,   /* .i */
    IR_ATTR_INT,    /* .i */
    IR_ATTR_FLOAT,  /* .f */
    IR_ATTR_STRING, /* .s, interned in the module */
    IR_ATTR_DTYPE,  /* .dtype; VOID: the operands' */
    IR_ATTR_INTS,   /* .n, .ints */
    IR_ATTR_LIST,   /* .n, .items */
    IR_ATTR_DICT,   /* .n, .keys, .items: by rising key, each key once */
} IrAttrKind;

typedef struct IrAttr IrAttr;
struct IrAttr {
    IrAttrKind kind;
    DType dtype; /* of a DTYPE attribute; of a scalar that was written with one: T.float32(0.1) */
    uint32_t n;
    /* In the body of a definition (ir/definition.h): the attribute parameter that gives the value
     * in a call, interned; what stands here is the parameter's default. NULL: a value of its
     * own. */
    const char *from;
    union {
        int64_t i;
        double f;
        const char *s;
        const int64_t *ints;
        const IrAttr *items;
    };
    const char *const *keys;
};

/* Same value; a scalar's written dtype does not count, two NaN are the same, 0.0 and -0.0 are not.
 * Strings are compared by their bytes, so the two may come from different modules. */
bool ir_attr_equal(const IrAttr *a, const IrAttr *b);
uint64_t ir_attr_hash(const Ctx *ctx, const IrAttr *a);
void ir_attr_print(const IrAttr *a, StrBuf *out);
/* The index map of a LIST in that form (ir/op.h). */
void ir_attr_print_index_map(const IrAttr *a, StrBuf *out);
/* The device of one in that form. */
void ir_attr_print_device(const IrAttr *a, StrBuf *out);

#endif
