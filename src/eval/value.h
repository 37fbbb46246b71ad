/* SPDX-License-Identifier: Apache-2.0 */
/* What variables hold during a run: tensors, tuples, shapes, prim values, functions, strings.
 *
 * Values are reference-counted. All values of a run hang on one list whose owner frees them when
 * something is thrown; so a value needs no clean-up of its own. */
#ifndef TENON_EVAL_VALUE_H
#define TENON_EVAL_VALUE_H

#include "ir/ir.h"

typedef enum {
    VALUE_TENSOR,
    VALUE_TUPLE,
    VALUE_SHAPE,
    VALUE_PRIM,
    VALUE_FUNCTION, /* a nested function and what it captured */
    VALUE_GLOBAL,
    VALUE_STRING,
    VALUE_DTYPE,
} ValueKind;

typedef struct Value Value;
typedef struct ValueList ValueList;

struct Value {
    ValueKind kind;
    uint32_t refs;
    Value *prev, *next; /* in the list */
    ValueList *list;
    uint32_t n;  /* TUPLE, FUNCTION: items; SHAPE: dims */
    DType dtype; /* PRIM, DTYPE */
    union {
        Tensor *tensor;
        int64_t i; /* PRIM of an integer or bool */
        double f;  /* PRIM of a float */
        const char *string;
        IrGlobal *global;
        IrFunction *function;
    };
    union {
        Value **items;
        int64_t *dims;
    };
};

/* Owner of a run's values. The sentinel is in the struct, so it must not move. */
struct ValueList {
    Ctx *ctx;
    Value ring;
    Cleanup cleanup;
};

void value_list_init(ValueList *self, Ctx *ctx);
/* Frees all values of the list, whatever their counts. */
void value_list_fini(ValueList *self);

/* Each gives one reference. */
Value *value_tensor(ValueList *list, Tensor *own_tensor);
/* Its tensors have data of their own from here on: a value that leaves the library. */
void value_own(Value *self);
/* A new, zeroed tensor. */
Value *value_tensor_new(ValueList *list, DType dtype, const int64_t *dims, uint32_t ndim);
Value *value_tuple(ValueList *list, uint32_t n); /* items NULL: to be filled with references */
Value *value_shape(ValueList *list, const int64_t *dims, uint32_t n);
Value *value_prim(ValueList *list, DType dtype, int64_t i, double f);
/* Takes over the references of the captures. */
Value *value_function(ValueList *list, IrFunction *fn, Value *const *own_captures, uint32_t n);
Value *value_new(ValueList *list, ValueKind kind);

static inline Value *value_ref(Value *self) {
    self->refs++;
    return self;
}
void value_unref(Value *self); /* NULL is allowed; frees nested tuples without recursion */

#endif
