/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ccl.h"

#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"

const char *const ccl_reductions[] = {"sum", "prod", "min", "max", "avg", NULL};

/* Types */

static bool is_name(const IrAttr *a) { return a->kind == IR_ATTR_STRING && a->s[0]; }

bool ccl_check_axes(IrInfer *in, unsigned c) {
    const IrAttr *axes = infer_attr(in, "axes");
    if (axes->kind == IR_ATTR_NONE) return true;
    if (axes->kind != IR_ATTR_LIST || !axes->n) {
        infer_fail(in, c, "names of axes", axes->n ? "numbers" : "no names");
        return false;
    }
    for (uint32_t i = 0; i < axes->n; i++) {
        if (!is_name(&axes->items[i])) {
            infer_fail(in, c, "names of axes", NULL);
            return false;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(axes->items[i].s, axes->items[k].s) != 0) continue;
            infer_fail(in, c, "each axis once", infer_text(in, "'%s' twice", axes->items[i].s));
            return false;
        }
    }
    return true;
}

bool ccl_check_workers(IrInfer *in, unsigned c) {
    const int64_t workers = infer_int(in, "num_workers");
    if (workers >= 1) return true;
    infer_fail(in, c, "num_workers of 1 or more", infer_text(in, "%lld", (long long)workers));
    return false;
}

bool ccl_check_extent(IrInfer *in, uint32_t arg, int32_t n, unsigned c) {
    int32_t ndim;
    infer_shape_arg(in, arg, &ndim);
    if (!in->args[arg].type || ndim == IR_NDIM_UNKNOWN) return true;
    if (ndim == n) return extent_shape_not_negative(in, arg, c);
    infer_fail(in, c, infer_text(in, "%d of the result's extents", n), infer_text(in, "%d", ndim));
    return false;
}

const IrDim *ccl_extent(IrInfer *in, uint32_t arg, int32_t i) {
    int32_t ndim;
    const IrDims dims = infer_shape_arg(in, arg, &ndim);
    return dims ? dims[i] : NULL;
}

const IrDim *ccl_equal_part(IrInfer *in, const IrDim *extent, unsigned c) {
    IrModule *m = in->m;
    const IrDim *workers = ir_dim_const(m, infer_int(in, "num_workers"));
    const IrDim *rest = ir_dim_floormod(m, extent, workers);
    if (infer_equal(in, rest, ir_dim_const(m, 0)) != IR_REFUTED)
        return ir_dim_floordiv(m, extent, workers);
    infer_fail(in, c, infer_text(in, "an extent that %s workers divide", ir_dim_text(m, workers)),
               ir_dim_text(m, extent));
    return NULL;
}

const IrType *ccl_with_extent(IrInfer *in, int64_t axis, const IrDim *extent) {
    const IrType *x = in->args[0].type;
    const IrDim **dims = infer_dims_copy(in, x);
    if (!dims) return x;
    if (!extent) return infer_tensor_ndim(in, x->ndim, x->dtype);
    dims[axis] = extent;
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

const IrType *ccl_infer_part(IrInfer *in, uint32_t arg, unsigned c_axis, unsigned c_equal,
                             unsigned c_extent) {
    const IrType *x = in->args[0].type;
    if (!infer_axis(in, "axis", x->ndim, c_axis) || !ccl_check_extent(in, arg, 1, c_extent))
        return NULL;
    if (!x->dims) return x;
    const int64_t axis = infer_int(in, "axis");
    if (!in->args[arg].type) {
        const IrDim *part = ccl_equal_part(in, x->dims[axis], c_equal);
        return part ? ccl_with_extent(in, axis, part) : NULL;
    }
    const IrDim *own = ccl_extent(in, arg, 0);
    if (own && infer_at_most(in, own, x->dims[axis]) == IR_REFUTED) {
        return infer_fail(in, c_extent,
                          infer_text(in, "a part of %s", ir_dim_text(in->m, x->dims[axis])),
                          ir_dim_text(in->m, own));
    }
    return ccl_with_extent(in, axis, own);
}

/* Loops */

void ccl_lower_first(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    lower_store(low, low->out[0], index, lower_load(low, low->in[0], index));
    lower_close(low, low->out[0]->ndim);
}

const LoopExpr *ccl_repeated(OpLower *low, const LoopExpr *i, const LoopExpr *own,
                             const LoopExpr *whole) {
    const LoopExpr *all = l_mul(low, own, l_index(low, lower_int(low, "num_workers")));
    return l_select(low, l_eq(low, whole, all), l_op2(low, LOOP_FLOORMOD, i, own), own);
}

/* Gradients */

IrOperand ccl_call(OpGradient *g, const OpDef *op, IrOperand x, const char *how,
                   const IrDim *const *dims, uint32_t n) {
    IrAttr *attrs = d_attrs_like(&g->d, op);
    if (how) d_set_string(&g->d, op, attrs, "op_type", how);
    const bool says = ir_op_n_operands(op) > 1 && g->d.args[1] && dims;
    const IrOperand none = {.kind = IR_OPERAND_NONE, .span = 1};
    const IrOperand operands[] = {x, says ? d_shape(&g->d, dims, (int32_t)n) : none};
    return d_call(&g->d, op, operands, ir_op_n_operands(op), attrs);
}

/* Samples */

void ccl_sample_axes(OpSample *s) {
    static const char *const names[] = {"data", "model"};
    const uint32_t n = (uint32_t)s_below(s, 3), first = (uint32_t)s_below(s, 2);
    if (!n) return;
    IrAttr *items = ARENA_ARRAY(&s->b.m->arena, IrAttr, n);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = names[(first + i) % 2];
        items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(s->b.m, str_c(name))};
    }
    *s_attr(s, "axes") = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
}

int64_t ccl_sample_workers(OpSample *s, int64_t extent) {
    int64_t workers = s_range(s, 1, 3);
    while (extent % workers) workers--;
    s_set_int(s, "num_workers", workers);
    return workers;
}
