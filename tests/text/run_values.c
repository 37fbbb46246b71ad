/* SPDX-License-Identifier: Apache-2.0 */
#include "run_values.h"

void flatten_value(ValueList *list, Arena *arena, const Value *v, Tensors *out) {
    if (v->kind == VALUE_TENSOR) vec_push(arena, out, v->tensor);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        flatten_value(list, arena, v->items[i], out);
    const int64_t n = v->n;
    if (v->kind == VALUE_SHAPE) {
        Value *x = value_tensor_new(list, DTYPE_INT64, &n, 1);
        if (n) memcpy(x->tensor->data, v->dims, (size_t)n * sizeof *v->dims);
        flatten_value(list, arena, x, out);
    }
    if (v->kind == VALUE_PRIM) {
        Value *x = value_tensor_new(list, v->dtype, NULL, 0);
        if (dtype_is_float(v->dtype))
            dtype_write_double(v->dtype, x->tensor->data, v->f);
        else
            dtype_write_int(v->dtype, x->tensor->data, v->i);
        flatten_value(list, arena, x, out);
    }
}

IrFunction *choose_function(const IrModule *m) {
    IrFunction *only = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private) continue;
        if (strcmp(fn->name, "main") == 0) return fn;
        only = fn;
        n++;
    }
    return n == 1 ? only : NULL;
}
