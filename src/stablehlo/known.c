/* SPDX-License-Identifier: Apache-2.0 */
/* Integers that are known while the text is read: constants, dims, and arithmetic on them; what is
 * not known is a symbol that a run gives its value. Shapes of the dynamic operations are such
 * integers, so their types say how they hang together. */
#include "stablehlo/import.h"

enum {
    STEPS = 48,
    KNOWN_MAX = 1024
}; /* how far operations are followed back, and how many there may be */

typedef struct {
    const IrDim **at;
    uint32_t n;
    bool is_local; /* symbols of this body */
} Known;

static bool of_value(H *s, ShloValue *v, unsigned steps, Known *out);

static bool of_constant(H *s, const Tensor *t, Known *out) {
    if (t->ndim > 1 || t->count > KNOWN_MAX || dtype_is_float(t->dtype)) return false;
    *out = (Known){.at = H_ARRAY(s, const IrDim *, t->count), .n = (uint32_t)t->count};
    for (size_t i = 0; i < t->count; i++) out->at[i] = h_dim(s, tensor_get_int(t, i));
    return true;
}

static ShloValue *operand(H *s, const ShloValue *v, uint32_t i) {
    if (i >= v->def->n_operands) return NULL;
    return shlo_lookup(s->im, v->scope, v->def->operands[i].name);
}

static bool of_operand(H *s, const ShloValue *v, uint32_t i, unsigned steps, Known *out) {
    ShloValue *x = operand(s, v, i);
    return x && of_value(s, x, steps - 1, out);
}

static bool of_concatenate(H *s, const ShloValue *v, unsigned steps, Known *out) {
    Known parts = {.at = H_ARRAY(s, const IrDim *, KNOWN_MAX)};
    for (uint32_t i = 0; i < v->def->n_operands; i++) {
        Known k;
        if (!of_operand(s, v, i, steps, &k) || k.n > KNOWN_MAX - parts.n) return false;
        for (uint32_t at = 0; at < k.n; at++) parts.at[parts.n++] = k.at[at];
        parts.is_local |= k.is_local;
    }
    *out = parts;
    return true;
}

static bool of_slice(H *s, const ShloValue *v, unsigned steps, Known *out) {
    Known k;
    uint32_t n[3];
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    const int64_t *parts[3];
    if (!of_operand(s, v, 0, steps, &k)) return false;
    for (int i = 0; i < 3; i++) {
        const ShloAttr *a = shlo_attr(v->def, names[i]);
        parts[i] = a ? h_ints_of(s, a, &n[i]) : NULL;
        if (!parts[i] || n[i] != 1) return false;
    }
    *out = (Known){.at = H_ARRAY(s, const IrDim *, k.n), .is_local = k.is_local};
    for (int64_t i = parts[0][0]; i >= 0 && i < parts[1][0] && i < k.n && parts[2][0] > 0;
         i += parts[2][0])
        out->at[out->n++] = k.at[i];
    return true;
}

static bool of_arithmetic(H *s, const ShloValue *v, unsigned steps, Known *out) {
    typedef const IrDim *(*DimFn)(IrModule * m, const IrDim *a, const IrDim *b);
    static const struct {
        const char *name;
        DimFn fn;
    } rows[] = {{"stablehlo.add", ir_dim_add},
                {"stablehlo.subtract", ir_dim_sub},
                {"stablehlo.multiply", ir_dim_mul},
                {"stablehlo.maximum", ir_dim_max},
                {"stablehlo.minimum", ir_dim_min}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Known a, b;
        if (!str_eq_c(v->def->name, rows[i].name)) continue;
        if (!of_operand(s, v, 0, steps, &a) || !of_operand(s, v, 1, steps, &b) || a.n != b.n)
            return false;
        *out = (Known){
            .at = H_ARRAY(s, const IrDim *, a.n), .n = a.n, .is_local = a.is_local || b.is_local};
        for (uint32_t k = 0; k < a.n; k++) out->at[k] = rows[i].fn(s->m, a.at[k], b.at[k]);
        return true;
    }
    return false;
}

static bool of_dim(H *s, const ShloValue *v, Known *out) {
    const ShloValue *x = operand(s, v, 0);
    const ShloAttr *a = shlo_attr(v->def, "dimension");
    if (!x || !a || x->operand.kind == IR_OPERAND_NONE) return false;
    const IrType *t = h_type(s, x->operand);
    if (!t->dims || a->i < 0 || a->i >= t->ndim) return false;
    *out = (Known){.at = H_ARRAY(s, const IrDim *, 1), .n = 1, .is_local = t->dims[a->i]->n > 0};
    out->at[0] = t->dims[a->i];
    return true;
}

static bool of_op(H *s, const ShloValue *v, unsigned steps, Known *out) {
    const Str name = v->def->name;
    if (!steps) return false;
    if (str_eq_c(name, "stablehlo.convert") || str_eq_c(name, "stablehlo.reshape"))
        return of_operand(s, v, 0, steps, out);
    if (str_eq_c(name, "stablehlo.broadcast_in_dim")) {
        return of_operand(s, v, 0, steps, out) && out->n == 1 && v->type && v->type->n == 1 &&
               v->type->dims[0] == 1;
    }
    if (str_eq_c(name, "stablehlo.concatenate")) return of_concatenate(s, v, steps, out);
    if (str_eq_c(name, "stablehlo.slice")) return of_slice(s, v, steps, out);
    if (str_eq_c(name, "stablehlo.get_dimension_size")) return of_dim(s, v, out);
    return of_arithmetic(s, v, steps, out);
}

static void keep(H *s, ShloValue *v, const Known *k) {
    v->known = k->at;
    v->n_known = k->n;
    v->known_in = k->is_local ? s->b->block->body : NULL;
}

static bool of_value(H *s, ShloValue *v, unsigned steps, Known *out) {
    const IrBody *here = s->b->block->body;
    if (v->known && (!v->known_in || v->known_in == here)) {
        *out = (Known){
            .at = (const IrDim **)v->known, .n = v->n_known, .is_local = v->known_in != NULL};
        return true;
    }
    if (v->operand.kind == IR_OPERAND_NONE) return false;
    const IrType *t = h_type(s, v->operand);
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->ndim > 1 || !dtype_is_int(t->dtype))
        return false;
    int64_t n = 1;
    if (t->ndim == 1 && (!ir_dim_is_const(t->dims[0], &n) || n > KNOWN_MAX)) return false;
    bool ok =
        v->operand.kind == IR_OPERAND_CONST && of_constant(s, v->operand.constant->tensor, out);
    ok = ok ||
         (v->operand.kind != IR_OPERAND_CONST && v->def && of_op(s, v, steps, out) && out->n == n);
    if (!ok && n <= (int64_t)s->im->ctx->limits.rank)
        *out = (Known){.at = (const IrDim **)h_dims_of_tensor(s, v->operand, (uint32_t)n),
                       .n = (uint32_t)n,
                       .is_local = true};
    else if (!ok)
        return false;
    keep(s, v, out);
    return true;
}

const IrDim *const *h_known(H *s, uint32_t i, uint32_t *n) {
    Known k;
    h_in(s, i);
    if (!of_value(s, s->in[i], STEPS, &k))
        h_lacks(s, "an operand %u whose integers are not known", i);
    if (!ir_dims_check(s->m, s->op->loc)) ctx_throw(s->im->ctx, STATUS_INVALID);
    *n = k.n;
    return k.at;
}
