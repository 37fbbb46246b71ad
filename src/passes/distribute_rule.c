/* SPDX-License-Identifier: Apache-2.0 */
/* What splitting means to a call: read off the loops of its operator, once for each operator,
 * attributes and types.
 *
 * A factor (loop/factor.h) is used over an axis of k ranks only when all its dims divide by k, or
 * are one uneven extent; when the call of the parts has the type that the part of the result has;
 * and when its loops are those of the whole but for the factor's extents. So what depends on an
 * extent in another way (a mean, an offset) is refused without being known by name. Channels of a
 * convolution with groups go with these: a part has as many groups fewer.
 *
 * A factor of windows (loop/window.h) is used so as distribute_halo.c says.
 *
 * A reshape has a row of its own: of dims whose products agree on both sides the first on each side
 * go together, as rows lie one behind the other. */
#include "base/diag.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "passes/distribute_parts.h"

/* The leaf types of a type are appended; false: something else than tensors of known shape. */
typedef VEC(const IrType *) LeafTypes;

static bool leaves_of(Distribute *ds, const IrType *t, LeafTypes *out) {
    if (t->kind == IR_TYPE_TENSOR) {
        vec_push(&ds->arena, out, t);
        return t->dims && t->dtype != DTYPE_VOID;
    }
    bool ok = t->kind == IR_TYPE_TUPLE;
    for (uint32_t i = 0; ok && i < t->n; i++) ok = leaves_of(ds, t->fields[i], out);
    return ok;
}

/* --- Reshape --- */

static uint32_t first_of(const IrType *t, uint32_t from, uint32_t end) {
    while (from + 1 < end && ir_dim_is(t->dims[from], 1)) from++;
    return from;
}

/* Dims [i, to_i) of a are as many elements as [j, to_j) of b. False: not found. */
static bool next_group(IrModule *m, const IrType *a, uint32_t *to_i, const IrType *b,
                       uint32_t *to_j) {
    const IrDim *x = a->dims[(*to_i)++], *y = b->dims[(*to_j)++];
    while (x != y) {
        if (ir_dim_is(x, 0) || ir_dim_is(y, 0)) return false;
        if (*to_i < (uint32_t)a->ndim && ir_dim_is(ir_dim_floormod(m, y, x), 0))
            x = ir_dim_mul(m, x, a->dims[(*to_i)++]);
        else if (*to_j < (uint32_t)b->ndim && ir_dim_is(ir_dim_floormod(m, x, y), 0))
            y = ir_dim_mul(m, y, b->dims[(*to_j)++]);
        else
            return false;
    }
    return true;
}

static void reshape_rule(Distribute *ds, Rule *r) {
    const IrType *a = r->in[0], *b = r->out[0];
    const uint32_t n = (uint32_t)a->ndim, n_out = (uint32_t)b->ndim;
    r->factors = ARENA_ARRAY(&ds->arena, LoopFactor, (size_t)n + 1);
    uint32_t **of_dim = ARENA_ARRAY(&ds->arena, uint32_t *, 2);
    of_dim[0] = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)n + 1);
    of_dim[1] = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)n_out + 1);
    for (uint32_t i = 0; i < n; i++) of_dim[0][i] = LOOP_NO_FACTOR;
    for (uint32_t i = 0; i < n_out; i++) of_dim[1][i] = LOOP_NO_FACTOR;
    for (uint32_t i = 0, j = 0; i < n && j < n_out;) {
        const uint32_t from_i = i, from_j = j;
        if (!next_group(ds->m, a, &i, b, &j)) break;
        of_dim[0][first_of(a, from_i, i)] = of_dim[1][first_of(b, from_j, j)] = r->n;
        r->factors[r->n++].kind = LOOP_FACTOR_PARALLEL;
    }
    r->of_dim = of_dim;
}

/* --- Rules --- */

static uint64_t hash_rule(const Rule *r) {
    uint64_t h = hash_ptr(hash_ptr(hash_ptr(0, r->op), r->attrs), r->result);
    for (uint32_t i = 0; i < r->n_args; i++) {
        uint64_t bits;
        memcpy(&bits, &r->floats[i], sizeof bits);
        h = hash_mix(hash_ptr(h, r->args[i]), bits);
    }
    return h;
}

static bool same_rule(const Rule *a, const Rule *b) {
    bool same = a->op == b->op && a->attrs == b->attrs && a->result == b->result &&
                a->n_args == b->n_args &&
                memcmp(a->floats, b->floats, a->n_args * sizeof *a->floats) == 0;
    for (uint32_t i = 0; same && i < a->n_args; i++) same = a->args[i] == b->args[i];
    return same;
}

const LoopFn *distribute_lower(Distribute *ds, const Rule *r, const IrType *const *args,
                               const IrType *result) {
    IrSymbols scalars = {.at = NULL};
    return lower_call(ds->m,
                      &(LowerCall){.op = r->op,
                                   .args = args,
                                   .floats = r->floats,
                                   .n_args = r->n_args,
                                   .attrs = r->attrs,
                                   .result = result},
                      &ds->arena, &scalars);
}

/* The call's types; false: not all are known, or it holds what no rule is about. */
static bool read_call(Distribute *ds, const IrBinding *b, Rule *r) {
    const uint32_t n = ir_operands_count(&b->operands);
    const IrType **args = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&ds->arena, double, (size_t)n + 1);
    LeafTypes in = {.at = NULL}, out = {.at = NULL};
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        args[i] = ir_operand_type(ds->m, o);
        if (o->kind == IR_OPERAND_PRIM && dtype_is_float(args[i]->dtype)) floats[i] = o->f;
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) continue;
        if (!leaves_of(ds, args[i], &in)) return false;
    }
    if (!leaves_of(ds, b->var->type, &out) || in.len + out.len > DISTRIBUTE_LEAVES_MAX)
        return false;
    *r = (Rule){.op = b->op,
                .attrs = b->attrs,
                .n_args = n,
                .args = args,
                .floats = floats,
                .result = b->var->type,
                .n_in = (uint32_t)in.len,
                .n_out = (uint32_t)out.len,
                .in = in.at,
                .out = out.at};
    return true;
}

static void join_factors(const Rule *r, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < r->n_in + r->n_out; i++) {
        const int32_t ndim = (i < r->n_in ? r->in[i] : r->out[i - r->n_in])->ndim;
        for (int32_t d = 0; d < ndim; d++) {
            if (r->of_dim[i][d] == from) r->of_dim[i][d] = to;
        }
    }
}

/* Windows need factors of their own: those of the loops are kept. */
static void begin_windows(Distribute *ds, Rule *r) {
    const uint32_t n_leaves = r->n_in + r->n_out;
    uint32_t **of_dim = ARENA_ARRAY(&ds->arena, uint32_t *, (size_t)n_leaves + 1);
    for (uint32_t i = 0; i < n_leaves; i++) {
        const size_t ndim = (size_t)(i < r->n_in ? r->in[i] : r->out[i - r->n_in])->ndim;
        of_dim[i] = ARENA_ARRAY(&ds->arena, uint32_t, ndim + 1);
        memcpy(of_dim[i], r->of_dim[i], ndim * sizeof **of_dim);
    }
    r->windows = ARENA_ARRAY(&ds->arena, const LoopWindow *, (size_t)r->n + 1);
    r->symbols = ARENA_ARRAY(&ds->arena, IrSymbol *, (size_t)r->n + 1);
    r->halos = ARENA_ARRAY(&ds->arena, Halo *, (size_t)r->n * ds->mesh.n + 1);
    r->of_dim = of_dim;
}

void distribute_add_window(Distribute *ds, Rule *r, const LoopWindow *w) {
    if (!r->windows) begin_windows(ds, r);
    r->windows[w->factor] = w;
    /* what is written is split too: who adds to a row sends it to the rank that has it */
    r->factors[w->factor].kind = w->rows == LOOP_NO_FACTOR ? w->kind : LOOP_FACTOR_PARALLEL;
    for (uint32_t k = 0; k < w->n; k++)
        r->of_dim[w->reaches[k].param][w->reaches[k].dim] = w->factor;
    if (w->rows != LOOP_NO_FACTOR) join_factors(r, w->rows, w->factor);
}

static void add_windows(Distribute *ds, Rule *r) {
    uint32_t n;
    const LoopWindow *windows = loop_windows(r->loops, &ds->arena, &n);
    for (uint32_t i = 0; i < n; i++) distribute_add_window(ds, r, &windows[i]);
}

static bool fill(Distribute *ds, Rule *r) {
    if (r->op == &op_reshape && r->n_in == 1 && r->n_out == 1) {
        reshape_rule(ds, r);
        return true;
    }
    if (!r->op->lower) return false;
    const LoopFn *fn = distribute_lower(ds, r, r->args, r->result);
    if (!fn || fn->params.len != r->n_in + r->n_out) return false;
    r->loops = loop_factors(ds->ctx, &ds->arena, fn);
    r->n = r->loops->n;
    r->factors = r->loops->factors;
    r->of_dim = r->loops->of_dim;
    if (r->result->kind == IR_TYPE_TENSOR) add_windows(ds, r);
    return true;
}

Rule *distribute_rule(Distribute *ds, const IrBinding *call) {
    Rule r;
    if (!(call->op->flags & OP_PURE) || (call->op->flags & (OP_WORKERS | OP_DISTINCT)) ||
        call->n_types || !read_call(ds, call, &r))
        return NULL;
    const uint64_t hash = hash_rule(&r);
    for (MapIter it = map_find(&ds->rules, hash); map_next(&ds->rules, &it);) {
        Rule *known = it.value;
        if (same_rule(known, &r)) return known->factors ? known : NULL;
    }
    Rule *kept = ARENA_NEW(&ds->arena, Rule);
    const bool ok = fill(ds, &r);
    r.scales = ARENA_ARRAY(&ds->arena, int8_t, (size_t)r.n * ds->mesh.n + 1);
    r.part_attrs = ARENA_ARRAY(&ds->arena, const IrAttr *, (size_t)r.n * ds->mesh.n + 1);
    *kept = r;
    map_add(&ds->rules, hash, kept);
    return ok ? kept : NULL;
}

/* --- Parts --- */

typedef struct {
    Distribute *ds;
    const Rule *r;
    uint32_t factor, axis, leaf;
    const IrDim *uneven; /* of the factor's dims that are: all are this */
    const IrDim *dim;    /* one of the factor's dims */
    const IrDim *extent; /* of the part; NULL: as the axis divides */
    const IrAttr *attrs; /* of the part; NULL: the whole's */
    bool ok;
} Cut;

/* The type with that dim's parts, or with one of another extent. */
static const IrType *cut_type(const Cut *p, const IrType *t, const Sharding *s) {
    const int8_t dim = s->at[p->axis];
    if (!p->extent || dim < 0) return distribute_local_type(p->ds, t, s);
    const IrDim **dims = ARENA_ARRAY(&p->ds->arena, const IrDim *, (size_t)t->ndim);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = d == dim ? p->extent : t->dims[d];
    const IrType *local = ir_type_tensor(p->ds->m, dims, t->ndim, t->dtype);
    return t->vdevice ? ir_type_on(p->ds->m, local, t->vdevice) : local;
}

/* Of uneven parts only those of equal dims begin at the same places. */
static bool fits_others(Cut *p, const IrDim *whole) {
    if (!p->dim) p->dim = whole;
    if (!distribute_is_even(p->ds, whole, p->axis)) p->uneven = whole;
    return !p->uneven || (p->dim == whole && p->uneven == whole);
}

static const IrType *part_type(Cut *p, const IrType *t) {
    IrModule *m = p->ds->m;
    if (t->kind == IR_TYPE_TUPLE) {
        const IrType **fields = ARENA_ARRAY(&p->ds->arena, const IrType *, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = part_type(p, t->fields[i]);
        return ir_type_tuple(m, fields, t->n);
    }
    const uint32_t *of = p->r->of_dim[p->leaf++];
    Sharding s = shard_whole;
    for (int32_t d = 0; d < t->ndim; d++) {
        if (of[d] != p->factor) continue;
        p->ok = p->ok && distribute_can_split(p->ds, t, &s, (int8_t)d, p->axis) &&
                fits_others(p, t->dims[d]);
        if (p->ok) s.at[p->axis] = (int8_t)d;
    }
    return p->ok ? cut_type(p, t, &s) : t;
}

const IrType *distribute_infer(Distribute *ds, const Rule *r, const IrType *const *args,
                               size_t *n_open) {
    IrDimPairs open = {.at = NULL};
    const uint32_t n_attrs = ir_op_n_attrs(r->op);
    const DiagMark mark = diag_mark(ds->ctx);
    IrInfer in = {.m = ds->m, .op = r->op, .n_args = r->n_args, .shape_arg = -1, .open = &open};
    in.args = ARENA_ARRAY(&ds->arena, IrArg, (size_t)r->n_args + 1);
    in.attrs = ARENA_ARRAY(&ds->arena, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(in.attrs, r->attrs, n_attrs * sizeof *in.attrs);
    for (uint32_t i = 0; i < r->n_args; i++) in.args[i] = (IrArg){.type = args[i], .name = "part"};
    const IrType *t = ir_infer_call(&in);
    if (!t) diag_rewind(ds->ctx, mark);
    *n_open = open.len;
    return t;
}

int64_t distribute_groups(const Rule *r) {
    const int at = ir_op_attr_index(r->op, "groups");
    return at < 0 ? 0 : r->attrs[at].i;
}

const IrAttr *distribute_fewer_groups(Distribute *ds, const Rule *r, int64_t groups) {
    if (groups < 1 || groups >= distribute_groups(r)) return NULL;
    const uint32_t n = ir_op_n_attrs(r->op);
    IrAttr *attrs = ARENA_ARRAY(&ds->m->arena, IrAttr, n);
    memcpy(attrs, r->attrs, n * sizeof *attrs);
    d_set_int(r->op, attrs, "groups", groups);
    return attrs;
}

/* The operands of the part and its result; false: the factor cannot be cut so. */
static bool part_types(Cut *p, const IrType **args, const IrType **result) {
    const Rule *r = p->r;
    IrModule *m = p->ds->m;
    int shape_arg = -1;
    for (uint32_t i = 0; i < r->n_args; i++) {
        args[i] = r->args[i];
        if (!args[i] || args[i]->kind == IR_TYPE_PRIM) continue;
        if (args[i]->kind == IR_TYPE_SHAPE)
            shape_arg = (int)i;
        else
            args[i] = part_type(p, args[i]);
    }
    *result = part_type(p, r->result);
    if (!p->ok) return false;
    if (shape_arg >= 0 && r->result->kind == IR_TYPE_TENSOR &&
        args[shape_arg] == ir_type_shape(m, r->result->dims, r->result->ndim))
        args[shape_arg] = ir_type_shape(m, (*result)->dims, (*result)->ndim);
    size_t n_open, n_whole;
    Rule part = *r;
    if (p->attrs) part.attrs = p->attrs;
    if (distribute_infer(p->ds, &part, args, &n_open) != *result) return false;
    /* what a part leaves open was proved of the whole, and may be wrong of the part */
    return !n_open || (distribute_infer(p->ds, r, r->args, &n_whole) && n_open <= n_whole);
}

/* Parts without elements are calls that the operator takes: a maximum of none is not. */
static bool takes_empty(Distribute *ds, const Cut *like, const IrType **args) {
    if (!like->uneven || distribute_uneven(ds, like->uneven, like->axis)->n >=
                             (int64_t)ds->mesh.axes[like->axis].size)
        return true;
    Cut p = {.ds = ds, .r = like->r, .factor = like->factor, .axis = like->axis};
    const IrType *result;
    p.extent = ir_dim_const(ds->m, 0);
    p.ok = true;
    return part_types(&p, args, &result);
}

static bool check_factor(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis,
                         const IrAttr *attrs) {
    Cut p = {.ds = ds, .r = r, .factor = factor, .axis = axis, .attrs = attrs, .ok = true};
    const IrType **args = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)r->n_args + 1);
    const IrType **empty = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)r->n_args + 1);
    const IrType *result;
    if (!part_types(&p, args, &result) || !takes_empty(ds, &p, empty)) return false;
    if (!r->loops) return true;
    Rule part = *r;
    if (attrs) part.attrs = attrs;
    const LoopFn *fn = distribute_lower(ds, &part, args, result);
    return fn && loop_factor_scales(r->loops, factor, fn);
}

bool distribute_check_factor(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis) {
    const int64_t n = ds->mesh.axes[axis].size, groups = distribute_groups(r);
    if (check_factor(ds, r, factor, axis, NULL)) return true;
    const IrAttr *attrs = groups % n ? NULL : distribute_fewer_groups(ds, r, groups / n);
    if (!attrs || !check_factor(ds, r, factor, axis, attrs)) return false;
    r->part_attrs[factor * ds->mesh.n + axis] = attrs;
    return true;
}

bool distribute_takes_rows(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis,
                           const IrDim *rows) {
    Cut p = {.ds = ds, .r = r, .factor = factor, .axis = axis, .ok = true};
    const IrType **args = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)r->n_args + 1), *result;
    p.extent = rows;
    if (!r->loops || !part_types(&p, args, &result)) return false;
    const LoopFn *fn = distribute_lower(ds, r, args, result);
    return fn && loop_factor_scales(r->loops, factor, fn);
}

bool distribute_is_linear(const Distribute *ds, const Rule *r, const bool *partial) {
    for (uint32_t i = 0; i < r->n_out; i++) {
        if (!dtype_is_float(r->out[i]->dtype)) return false;
    }
    if (r->op == &op_reshape) return true;
    return r->loops && loop_is_linear(ds->ctx, r->loops->fn, partial);
}
