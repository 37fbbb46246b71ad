/* SPDX-License-Identifier: Apache-2.0 */
/* R.call_tir: the sizes of the loop function from its buffers and scalars, with the checks that the
 * types leave. A loop function that only copies makes no step where its results are parts of an
 * input's memory. */
#include "backend/parts.h"

void be_check_extent(BeLower *l, Loc loc, const IrDim *d) {
    int64_t lo, hi;
    ir_dim_bounds(d, &lo, &hi);
    if (lo >= 0) return;
    BeStep *s = be_step(l, BE_STEP_EXTENT, loc);
    s->check.a = d;
    s->check.message = be_message(l, loc, "a negative extent: %s", ir_dim_text(l->m, d));
}

/* Their buffers come later. NULL after a report: an extent divides by 0, or overflows. */
static BeValue *new_tensors(BeLower *l, Loc loc, const IrType *t, BeLeaves *out) {
    if (t->kind == IR_TYPE_TUPLE) {
        BeValue **fields = BE_ARRAY(l, BeValue *, t->n);
        for (uint32_t i = 0; i < t->n; i++) {
            fields[i] = new_tensors(l, loc, t->fields[i], out);
            if (!fields[i]) return NULL;
        }
        return be_tuple(l->arena, t->n, fields);
    }
    const uint32_t n = (uint32_t)t->ndim;
    const IrDim *const *dims = t->dims || !n ? be_dims(l, t->dims, n) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!dims || !dims[i])
            return be_unsupported(l->module, loc,
                                  "an extent that overflows 64 bits, or divides by 0", NULL),
                   NULL;
        be_check_extent(l, loc, dims[i]);
    }
    BeLeaf *leaf = be_tensor(l, NULL, dims, n, t->dtype);
    vec_push(l->arena, out, leaf);
    return be_value(l->arena, leaf);
}

/* An extent of a loop function in the caller's terms; NULL: not an operation that extents have. */
static const IrDim *extent(BeLower *l, const LoopExpr *e, const IrDim *const *sizes) {
    if (e->kind == LOOP_CONST) return ir_dim_const(l->m, e->i);
    if (e->kind == LOOP_VAR) return sizes[e->var->id];
    const IrDim *x = e->n > 0 ? extent(l, e->args[0], sizes) : NULL,
                *y = e->n > 1 ? extent(l, e->args[1], sizes) : NULL;
    if (!x || !y) return NULL;
    switch (e->kind) {
    case LOOP_ADD: return ir_dim_add(l->m, x, y);
    case LOOP_SUB: return ir_dim_sub(l->m, x, y);
    case LOOP_MUL: return ir_dim_mul(l->m, x, y);
    case LOOP_FLOORDIV: return ir_dim_is(y, 0) ? y : ir_dim_floordiv(l->m, x, y);
    case LOOP_FLOORMOD: return ir_dim_is(y, 0) ? y : ir_dim_floormod(l->m, x, y);
    case LOOP_MIN: return ir_dim_min(l->m, x, y);
    case LOOP_MAX: return ir_dim_max(l->m, x, y);
    default: return NULL;
    }
}

/* What loops have in the place of a tensor of a small type: its bytes, of packed elements in one
 * dim. */
static BeLeaf *stored(BeLower *l, BeLeaf *x) {
    if (!dtype_is_small(x->dtype)) return x;
    if (!dtype_is_packed(x->dtype)) return be_tensor(l, x->buffer, x->dims, x->ndim, DTYPE_UINT8);
    const IrDim **bytes = BE_ARRAY(l, const IrDim *, 1);
    bytes[0] = be_bytes(l, x->dims, x->ndim, x->dtype);
    return be_tensor(l, x->buffer, bytes, 1, DTYPE_UINT8);
}

/* The first n_in of the tensors are read alone. */
static bool buffers_fit(BeLower *l, const IrBinding *b, const LoopFn *fn, const char *name,
                        const BeLeaves *tensors, size_t n_in) {
    bool fit = tensors->len == fn->params.len;
    for (size_t i = 0; fit && i < tensors->len; i++)
        fit = tensors->at[i]->dtype == fn->params.at[i]->dtype &&
              tensors->at[i]->ndim == fn->params.at[i]->ndim;
    const bool writes_results = fit && tensors->len - n_in == fn->n_outputs;
    if (writes_results) return true;
    Ctx *ctx = l->module->ctx;
    if (fit) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, name,
                             "it writes other buffers than the results");
        diag_expected(ctx, d, "%zu that it writes", tensors->len - n_in);
        diag_found(ctx, d, "%u", fn->n_outputs);
    } else {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, name, "the buffers do not fit");
        diag_expected(ctx, d, "%zu buffers of its parameters' dtypes and ranks", fn->params.len);
    }
    l->module->failed = true;
    return false;
}

static void check_loop_dim(BeLower *l, Loc loc, const LoopFn *fn, const LoopBuffer *p, uint32_t dim,
                           const IrDim *have, const IrDim *want) {
    if (!want) {
        be_unsupported(l->module, loc, "a loop function with such an extent", NULL);
    } else if (have != want && ir_dim_eq(l->m, have, want) != IR_PROVED) {
        BeStep *s = be_step(l, BE_STEP_CHECK, loc);
        s->check.a = have;
        s->check.b = want;
        s->check.message = be_message(l, loc, "loop function '%s': dim %u of buffer '%s' is not %s",
                                      fn->name, dim, p->name, ir_dim_text(l->m, want));
    }
}

/* The sizes' values, by their variables' ids; NULL after a report. */
static const IrDim **bind_sizes(BeLower *l, const IrBinding *b, const LoopFn *fn,
                                const BeLeaves *tensors, const BeLeaf *vars) {
    const IrDim **sizes = BE_ARRAY(l, const IrDim *, fn->n_vars);
    const uint32_t given = vars ? vars->ndim : 0;
    if (given != fn->n_scalars) {
        Ctx *ctx = l->module->ctx;
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, fn->name, "tir_vars do not fit");
        diag_expected(ctx, d, "one for each of its %u scalar parameters", fn->n_scalars);
        diag_found(ctx, d, "%u", given);
        l->module->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < given; i++) sizes[fn->sizes.at[i]->id] = vars->dims[i];
    for (size_t i = 0; i < tensors->len; i++) {
        const LoopBuffer *p = fn->params.at[i];
        for (uint32_t k = 0; k < p->ndim; k++) {
            const LoopExpr *e = p->dims[k];
            if (e->kind == LOOP_VAR && !sizes[e->var->id])
                sizes[e->var->id] = tensors->at[i]->dims[k];
        }
    }
    bool ok = true;
    for (size_t i = 0; i < fn->sizes.len; i++) ok = ok && sizes[fn->sizes.at[i]->id];
    if (ok) return sizes;
    be_unsupported(
        l->module, b->loc,
        diag_fmt(l->module->ctx, "loop function '%s', of which a size has no value,", fn->name),
        NULL);
    return NULL;
}

static void check_buffers(BeLower *l, Loc loc, const LoopFn *fn, const BeLeaves *tensors,
                          const IrDim *const *sizes) {
    for (size_t i = 0; i < tensors->len; i++) {
        const LoopBuffer *p = fn->params.at[i];
        const BeLeaf *x = tensors->at[i];
        const IrDim *stride = ir_dim_const(l->m, 1);
        for (uint32_t k = p->ndim; k-- > 0;) {
            if (!(p->dims[k]->kind == LOOP_VAR && sizes[p->dims[k]->var->id] == x->dims[k]))
                check_loop_dim(l, loc, fn, p, k, x->dims[k], extent(l, p->dims[k], sizes));
            if (!p->strides) continue;
            int64_t extent_is;
            const bool counts = !ir_dim_is_const(x->dims[k], &extent_is) || extent_is >= 2;
            if (counts) check_loop_dim(l, loc, fn, p, k, stride, extent(l, p->strides[k], sizes));
            stride = ir_dim_mul(l->m, stride, x->dims[k]);
        }
    }
}

/* Copies */

static const IrDim *dim_of(BeLower *l, const Poly *p, const IrDim *const *sizes) {
    const IrDim *sum = ir_dim_const(l->m, 0);
    for (uint32_t i = 0; i < p->n; i++) {
        const IrDim *term = ir_dim_const(l->m, p->terms[i].coef);
        for (uint32_t k = 0; k < p->terms[i].n; k++)
            term = ir_dim_mul(l->m, term, sizes[p->terms[i].atoms[k]]);
        sum = ir_dim_add(l->m, sum, term);
    }
    return sum;
}

/* Each result is a part of an input: it shares its memory. sizes: in the function's order. */
static bool share(BeLower *l, const BeLoop *loop, const BeLeaves *tensors,
                  const IrDim *const *sizes) {
    if (!loop->is_copy || loop->copies.len != loop->fn->n_outputs) return false;
    const IrDim **at = BE_ARRAY(l, const IrDim *, loop->copies.len);
    for (size_t i = 0; i < loop->copies.len; i++) {
        const LoopCopy *c = &loop->copies.at[i];
        const IrDim *size = ir_dim_const(l->m, (int64_t)dtype_size(tensors->at[c->out]->dtype));
        at[i] = ir_dim_mul(l->m, dim_of(l, c->shift, sizes), size);
        const bool is_start = ir_dim_is(at[i], 0);
        if (!is_start && !(l->module->target->has_offsets && be_is_known(l->f, at[i])))
            return false;
    }
    for (size_t i = 0; i < loop->copies.len; i++) {
        const LoopCopy *c = &loop->copies.at[i];
        BeLeaf *out = tensors->at[c->out];
        const IrDim *bytes = be_bytes(l, out->dims, out->ndim, out->dtype);
        out->buffer = be_view(l->f, tensors->at[c->in]->buffer, at[i], bytes);
    }
    return true;
}

BeValue *be_call_loops(BeLower *l, const IrBinding *b, const BeValue *args, const BeValue *vars) {
    const IrOperand *callee = b->operands.at;
    const IrFunction *f = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
    if (!f || f->body)
        return be_unsupported(l->module, b->loc, "R.call_tir of what is no prim_func of the module",
                              NULL),
               NULL;
    BeLoop *loop = be_loop(l->module, callee->global);
    if (!loop) return NULL;
    BeLeaves all = {.at = NULL}, tensors = {.at = NULL}, results = {.at = NULL};
    be_leaves(l->arena, args, &all);
    for (size_t i = 0; i < all.len; i++) {
        if (all.at[i]->kind == BE_TENSOR) vec_push(l->arena, &tensors, stored(l, all.at[i]));
    }
    const size_t n_in = tensors.len;
    const IrType *t = b->n_types == 1 ? b->types[0] : ir_type_tuple(l->m, b->types, b->n_types);
    BeValue *result = new_tensors(l, b->loc, t, &results);
    if (!result) return NULL;
    for (size_t i = 0; i < results.len; i++) vec_push(l->arena, &tensors, stored(l, results.at[i]));
    const LoopFn *fn = loop->stated;
    if (!buffers_fit(l, b, fn, callee->global->name, &tensors, n_in) ||
        !be_loop_is_defined(l->module, loop))
        return NULL;
    const IrDim **by_id = bind_sizes(l, b, fn, &tensors, vars ? vars->leaf : NULL);
    if (!by_id) return NULL;
    check_buffers(l, b->loc, fn, &tensors, by_id);
    const IrDim **sizes = BE_ARRAY(l, const IrDim *, fn->sizes.len);
    bool known = true;
    for (size_t i = 0; i < fn->sizes.len; i++) {
        sizes[i] = by_id[fn->sizes.at[i]->id];
        known = known && be_is_known(l->f, sizes[i]);
    }
    if (share(l, loop, &tensors, sizes)) {
        for (size_t i = 0; i < results.len; i++)
            results.at[i]->buffer = tensors.at[n_in + i]->buffer;
        return result;
    }
    for (size_t i = n_in; i < tensors.len; i++) {
        BeLeaf *leaf = tensors.at[i];
        leaf->buffer = be_buffer(l, b->loc, be_bytes(l, leaf->dims, leaf->ndim, leaf->dtype), true);
        results.at[i - n_in]->buffer = leaf->buffer;
    }
    BeBuffer *work = NULL;
    if (loop->work != 0) {
        const IrDim *bytes = loop->work > 0 ? ir_dim_const(l->m, loop->work) : NULL;
        if (!bytes && known) {
            IrSymbol *s = be_fresh(l->f, true);
            bytes = be_set_later(l, s);
            be_symbol(l->f, s)->is_known = true;
            vec_push(l->arena, &l->f->derived,
                     ((BeDerived){.symbol = s, .loop = loop, .sizes = sizes}));
        }
        work = be_buffer(l, b->loc, bytes, false);
    }
    BeStep *s = be_step(l, BE_STEP_LOOPS, b->loc);
    s->loops.loop = loop;
    loop->n_calls++;
    s->loops.sizes = sizes;
    s->loops.n_sizes = (uint32_t)fn->sizes.len;
    s->reads = BE_ARRAY(l, BeBuffer *, n_in);
    s->writes = BE_ARRAY(l, BeBuffer *, tensors.len - n_in);
    for (size_t i = 0; i < tensors.len; i++) {
        if (i < n_in) {
            s->reads[s->n_reads++] = tensors.at[i]->buffer;
        } else {
            s->writes[s->n_writes++] = tensors.at[i]->buffer;
        }
    }
    s->work = work;
    return result;
}
