/* SPDX-License-Identifier: Apache-2.0 */
/* The types of a Loop's carries.
 *
 * A carry that changes its shape from one iteration to the next has a type that says its rank at
 * most. Which ones do the graph may say; where it says nothing of shapes, as scripted models of
 * PyTorch do, the body tells, once it is built: then the Loop is built again. */
#include "onnx/nested.h"

enum { CARRY_KEEPS, CARRY_RANK, CARRY_ANY }; /* what stays of its shape: O.carries */

static const OnnxTensorType *said_of(const OnnxValueInfo *info) {
    return info->type ? info->type->tensor : NULL;
}

/* The body says by one name that it gives what it is given. */
static bool is_named_alike(const OnnxTensorType *given, size_t i, const OnnxDim *d) {
    const OnnxList *dims = given && given->shape ? &given->shape->dims : NULL;
    const OnnxDim *out = dims && i < dims->len ? dims->at[i] : NULL;
    return out && d->param.len && str_eq(out->param, d->param);
}

/* The body says that it gives what is not of the type: another rank, another extent, or one that
 * nothing is said of. */
static bool gives_other(const OnnxTensorType *given, const IrType *own) {
    if (!given || !given->shape) return false;
    bool other = given->shape->dims.len != (size_t)own->ndim;
    for (int32_t i = 0; i < own->ndim && !other; i++) {
        const OnnxDim *d = given->shape->dims.at[i];
        int64_t v;
        const bool is_const = ir_dim_is_const(own->dims[i], &v);
        other = d->has_value && d->value >= 0 ? is_const && v != d->value : !d->param.len;
    }
    return other;
}

const IrType *onnx_carry_type(OnnxNested *self, const IrType *t, const OnnxGraph *g, uint32_t k) {
    O *o = self->o;
    const IrType *own = onnx_nested_type(self, t, 0);
    const OnnxTensorType *said = said_of(g->inputs.at[2 + k]),
                         *given = said_of(g->outputs.at[1 + k]);
    if (o->carries && o->carries[k] != CARRY_KEEPS)
        return ir_type_tensor(o->m, NULL, o->carries[k] == CARRY_RANK ? own->ndim : IR_NDIM_UNKNOWN,
                              own->dtype);
    if (own->dims && said && !said->shape && gives_other(given, own))
        return ir_type_tensor(
            o->m, NULL, given->shape->dims.len == (size_t)own->ndim ? own->ndim : IR_NDIM_UNKNOWN,
            own->dtype);
    if (!own->dims || !said || !said->shape) return own;
    if (said->shape->dims.len != (size_t)own->ndim)
        return ir_type_tensor(o->m, NULL, IR_NDIM_UNKNOWN, own->dtype);
    for (int32_t i = 0; i < own->ndim; i++) {
        const OnnxDim *d = said->shape->dims.at[i];
        int64_t v;
        const bool is_const = ir_dim_is_const(own->dims[i], &v);
        if (is_const && !d->has_value && is_named_alike(given, (size_t)i, d)) continue;
        if (is_const != (d->has_value && d->value >= 0) || (is_const && v != d->value))
            return ir_type_tensor(o->m, NULL, own->ndim, own->dtype);
    }
    return own;
}

/* What the body gives for a carry of type t does not fit it. Where the file says what shape it has
 * (is_said), only if it cannot: another extent, or one that grows. */
static bool changes_shape(O *o, const IrType *t, const IrType *given, bool is_said) {
    if (t->kind != IR_TYPE_TENSOR || given->kind != IR_TYPE_TENSOR || t->dtype != given->dtype ||
        t->ndim == IR_NDIM_UNKNOWN)
        return false;
    const IrTruth fits = ir_type_subsumes(o->m, t, given);
    bool changes = fits == IR_REFUTED || (fits == IR_UNKNOWN && !is_said);
    for (int32_t i = 0; t->dims && given->dims && i < t->ndim && !changes; i++)
        changes = ir_dim_eq(o->m, t->dims[i], given->dims[i]) != IR_PROVED &&
                  ir_dim_le(o->m, t->dims[i], given->dims[i]) == IR_PROVED;
    return changes;
}

/* The file says of what the body gives that it has the shape of t: the same constants, and where t
 * has one, no name that may be any extent, unless the body is given that name. */
static bool says_shape(const OnnxTensorType *said, const OnnxTensorType *in, const IrType *t) {
    if (!said || !said->shape) return false;
    const OnnxList *dims = &said->shape->dims, *own = in && in->shape ? &in->shape->dims : NULL;
    int64_t v;
    bool same = !t->dims || dims->len == (size_t)t->ndim;
    for (size_t i = 0; t->dims && same && i < dims->len; i++) {
        const OnnxDim *d = dims->at[i], *e = own && i < own->len ? own->at[i] : NULL;
        const bool is_open = !d->has_value && !(e && d->param.len && str_eq(d->param, e->param));
        same = !(ir_dim_is_const(t->dims[i], &v) && is_open);
    }
    return same;
}

void onnx_carries_settle(O *o, const OnnxGraph *g, IrVar *const *params, const IrOperand *given,
                         uint32_t n) {
    bool all_settled = true;
    for (uint32_t i = 0; i < n; i++) {
        const IrType *t = params[i]->type, *next = o_type(o, given[i]);
        const OnnxTensorType *said = said_of(g->outputs.at[1 + i]);
        const bool is_said = says_shape(said, said_of(g->inputs.at[2 + i]), t);
        if (!changes_shape(o, t, next, is_said)) continue;
        if (!o->carries) o->carries = O_ARRAY(o, uint8_t, n);
        o->carries[i] = t->ndim == next->ndim ? CARRY_RANK : CARRY_ANY;
        all_settled = false;
    }
    if (all_settled) return;
    o->im->lacks_carries = true;
    o_unsupported(o, "a carry that changes its shape, in nested loops");
}
