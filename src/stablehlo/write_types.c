/* SPDX-License-Identifier: Apache-2.0 */
/* Types and names as they stand in a line. */
#include "stablehlo/write.h"

/* Types */

const char *shlo_type_text(Arena *arena, const IrType *t) {
    StrBuf text;
    int64_t v;
    if (t->kind != IR_TYPE_TENSOR || t->ndim == IR_NDIM_UNKNOWN || !shlo_dtype_text(t->dtype))
        return NULL;
    strbuf_init(&text, arena);
    strbuf_puts(&text, "tensor<");
    for (int32_t i = 0; i < t->ndim; i++) {
        if (t->dims && ir_dim_is_const(t->dims[i], &v))
            strbuf_printf(&text, "%lldx", (long long)v);
        else
            strbuf_puts(&text, "?x");
    }
    strbuf_printf(&text, "%s>", shlo_dtype_text(t->dtype));
    return strbuf_cstr(&text);
}

int64_t hw_extent(const IrType *t, int32_t i) {
    int64_t v = 0;
    if (!ir_dim_is_const(t->dims[i], &v)) BUG("an extent that is not known");
    return v;
}

const IrType *hw_type(W *w, const int64_t *dims, int32_t n, DType dtype) {
    const IrDim **all = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) all[i] = ir_dim_const(w->x->m, dims[i]);
    return ir_type_tensor(w->x->m, all, n, dtype);
}

const char *hw_array(W *w, const int64_t *v, uint32_t n) {
    StrBuf text;
    strbuf_init(&text, w->x->arena);
    strbuf_puts(&text, "array<i64");
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&text, "%s %lld", i ? "," : ":", (long long)v[i]);
    strbuf_putc(&text, '>');
    return strbuf_cstr(&text);
}

bool hw_is_static(const IrType *t) { return !t->has_symbols; }

/* Leaves */

const IrType *shlo_leaf_type(ShloWrite *x, const IrType *t) {
    const IrDim *const none[1] = {NULL};
    if (t->kind == IR_TYPE_PRIM) return ir_type_tensor(x->m, none, 0, t->dtype);
    if (t->kind != IR_TYPE_SHAPE || t->ndim == IR_NDIM_UNKNOWN) return t;
    const IrDim *const dims[] = {ir_dim_const(x->m, t->ndim)};
    return ir_type_tensor(x->m, dims, 1, DTYPE_INT64);
}

uint32_t shlo_count_leaves(const IrType *t) {
    uint32_t n = 0;
    if (t->kind != IR_TYPE_TUPLE) return 1;
    for (uint32_t i = 0; i < t->n; i++) n += shlo_count_leaves(t->fields[i]);
    return n;
}

/* As they are: a shape is one. */
void shlo_type_leaves(const IrType *t, Arena *arena, ShloVals *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(arena, out, ((ShloVal){NULL, t}));
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) shlo_type_leaves(t->fields[i], arena, out);
}

const char *shlo_write_type(ShloWrite *x, const IrType *t) {
    const char *text = shlo_type_text(x->arena, t);
    if (!text) BUG("a value of type %s", ir_type_text(x->m, t));
    return text;
}

void shlo_write_names(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) strbuf_printf(&x->text, "%s%s", i ? ", " : "", v[i].name);
}

void shlo_write_types(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&x->text, "%s%s", i ? ", " : "", shlo_write_type(x, v[i].type));
}
