/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

enum { PARTS_MAX = 1 << 20 };

static const OpParam params[] = {
    OP_TENSOR("x"),
    {.name = "indices_or_sections", .kind = OP_PARAM_INT_OR_INTS},
    OP_AXIS("axis", 0),
};

static const char *const constraints[] = {
    "axis is an axis of x",
    "the number of sections is from 1 to 1048576",
    "the sections before the last, ceil(extent / sections) each, fit into the extent",
    "the indices do not fall and lie in [0, extent]",
    NULL,
};

/* A tuple of parts, lengths[i] long each, or the part that there is alone; of x's own type when the
 * lengths are unknown (NULL), as its extents are then. */
static const IrType *parts(IrInfer *in, const IrDim *const *lengths, uint32_t n) {
    const IrType *x = in->args[0].type;
    const IrType **fields = INFER_ARRAY(in, const IrType *, n);
    const IrDim **dims = infer_dims_copy(in, x);
    for (uint32_t i = 0; i < n; i++) {
        if (!lengths) {
            fields[i] = x;
        } else if (i > 0 && lengths[i] == lengths[i - 1]) {
            fields[i] = fields[i - 1];
        } else {
            dims[infer_int(in, "axis")] = lengths[i];
            fields[i] = infer_tensor(in, dims, x->ndim, x->dtype);
        }
    }
    return n == 1 ? fields[0] : ir_type_tuple(in->m, fields, n);
}

static const IrType *infer_sections(IrInfer *in, const IrDim *extent, int64_t n) {
    IrModule *m = in->m;
    if (n < 1 || n > PARTS_MAX) {
        return infer_fail(in, 2, NULL, infer_text(in, "%lld", (long long)n));
    }
    if (!extent) return parts(in, NULL, (uint32_t)n);
    const IrDim *length = ir_dim_ceildiv(m, extent, n);
    const IrDim *last = ir_dim_sub(m, extent, ir_dim_scale(m, length, n - 1));
    if (ir_dim_le(m, ir_dim_const(m, 0), last) == IR_REFUTED) {
        return infer_fail(in, 3,
                          infer_text(in, "%s to hold %lld times %s", ir_dim_text(m, extent),
                                     (long long)n - 1, ir_dim_text(m, length)),
                          NULL);
    }
    const IrDim **lengths = INFER_ARRAY(in, const IrDim *, (size_t)n);
    for (int64_t i = 0; i < n; i++) lengths[i] = i < n - 1 ? length : last;
    return parts(in, lengths, (uint32_t)n);
}

static const IrType *infer_indices(IrInfer *in, const IrDim *extent, const IrAttr *indices) {
    IrModule *m = in->m;
    uint32_t n = indices->n + 1;
    const IrDim **lengths = INFER_ARRAY(in, const IrDim *, n);
    int64_t from = 0;
    for (uint32_t i = 0; i < indices->n; i++) {
        int64_t to = indices->ints[i];
        if (to < from) {
            return infer_fail(in, 4, infer_text(in, "an index of %lld or more", (long long)from),
                              infer_text(in, "%lld", (long long)to));
        }
        lengths[i] = ir_dim_const(m, to - from);
        from = to;
    }
    if (!extent) return parts(in, NULL, n);
    const IrDim *end = ir_dim_const(m, from);
    if (ir_dim_le(m, end, extent) == IR_REFUTED) {
        return infer_fail(in, 4, infer_text(in, "indices up to %s", ir_dim_text(m, extent)),
                          ir_dim_text(m, end));
    }
    lengths[n - 1] = ir_dim_sub(m, extent, end);
    return parts(in, lengths, n);
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_axis(in, "axis", x->ndim, 1)) return NULL;
    const IrDim *extent = x->dims ? x->dims[infer_int(in, "axis")] : NULL;
    const IrAttr *how = infer_attr(in, "indices_or_sections");
    return how->kind == IR_ATTR_INT ? infer_sections(in, extent, how->i)
                                    : infer_indices(in, extent, how);
}

static void lower(OpLower *low) {
    int64_t axis = lower_int(low, "axis");
    const IrAttr *how = lower_attr(low, "indices_or_sections");
    for (uint32_t i = 0; i < low->n_out; i++) {
        const LoopExpr **index = lower_open(low, low->out[i], UINT32_MAX);
        const LoopExpr **from = place_copy(low, index, low->out[i]->ndim);
        const LoopExpr *start =
            l_index(low, i == 0 || how->kind == IR_ATTR_INT ? i : how->ints[i - 1]);
        if (how->kind == IR_ATTR_INT) start = l_mul(low, start, low->out[0]->dims[axis]);
        from[axis] = l_add(low, start, index[axis]);
        lower_store(low, low->out[i], index, lower_load(low, low->in[0], from));
        lower_close(low, low->out[i]->ndim);
    }
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t extent = s_extent(s, x->dims[s_axis(s, "axis", x->ndim)]);
    if (s_chance(s, 50)) {
        int64_t n = s_range(s, 1, 4);
        while ((extent + n - 1) / n * (n - 1) > extent) n--;
        s_set_int(s, "indices_or_sections", n);
        return;
    }
    int64_t at[3], last = 0;
    const uint32_t n = (uint32_t)s_range(s, 1, 3);
    for (uint32_t i = 0; i < n; i++) at[i] = last = s_range(s, last, extent);
    s_set_ints(s, "indices_or_sections", at, n);
}

/* The parts' adjoints joined; what nothing used is 0. */
static void gradient(OpGradient *g) {
    if (g->d.result->kind != IR_TYPE_TUPLE) {
        g_add(g, 0, g_adjoint(g));
        return;
    }
    IrOperand *parts = ARENA_ARRAY(&g->d.b->m->scratch, IrOperand, (size_t)g->n_adjoints + 1);
    for (uint32_t i = 0; i < g->n_adjoints; i++) parts[i] = g_adjoint_at(g, i);
    g_add(g, 0, d_concat(&g->d, parts, g->n_adjoints, d_int(&g->d, "axis")));
}

const OpDef op_split = {
    .name = "split",
    .doc =
        "x cut along the axis: into that many sections, each ceil(extent / sections) long and the "
        "last as long as what is left; or, for a list of indices, before each index. A part may be "
        "empty. Where there is one part alone, the result is that tensor, no tuple.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .work = OP_WORK_PARTS,
    .gradient = gradient,
    .is_multilinear = true,
};
