/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions. The callee's symbols become dims of the caller, so that what is known of the
 * arguments is known of the results. */
#include "backend/parts.h"

typedef struct {
    BeLower *l;
    BeFn *callee;
    const IrDim **env; /* by the symbol's index in the callee */
} Env;

static const IrDim *in_env(void *user, IrSymbol *s) {
    Env *e = user;
    if (s->function == e->callee->fn) return e->env[s->index];
    be_symbol(e->l->f, s); /* of a function around both */
    return ir_dim_symbol(e->l->m, s);
}

static Env env_of(BeLower *l, const BeCall *call) {
    BeFn *g = call->callee;
    Env e = {l, g, BE_ARRAY(l, const IrDim *, g->fn->symbols.len)};
    for (size_t i = 0; i < g->entry.len; i++) {
        if (g->entry.at[i]->function == g->fn) e.env[g->entry.at[i]->index] = call->symbols[i];
    }
    return e;
}

const IrDim *be_map_dim(BeLower *l, const BeCall *call, const IrDim *d) {
    Env e = env_of(l, call);
    return d->n ? ir_dim_map(l->m, d, in_env, &e) : d;
}

void be_call_args(BeLower *l, const BeLeaf *callee, const BeLeaves *args, BeLeaves *out) {
    for (uint32_t i = 0; i < callee->callee->fn->n_captures; i++)
        be_leaves(l->arena, callee->captures[i], out);
    for (size_t i = 0; i < args->len; i++) vec_push(l->arena, out, args->at[i]);
}

static bool args_fit(BeLower *l, Loc loc, const BeFn *g, const BeLeaves *args) {
    bool fit = args->len == g->inputs.len;
    for (size_t i = 0; fit && i < args->len; i++) {
        const BeLeaf *x = args->at[i], *p = g->inputs.at[i];
        fit = x->kind == p->kind && x->dtype == p->dtype && x->ndim == p->ndim;
    }
    if (fit) return true;
    Ctx *ctx = l->module->ctx;
    Diag *d = diag_error(ctx, loc, DIAG_CALL_ARGUMENT, g->fn->name, "the arguments do not fit");
    diag_expected(ctx, d, "%zu values of its parameters' kinds, dtypes and ranks", g->inputs.len);
    l->module->failed = true;
    return false;
}

bool be_bind_call(BeLower *l, Loc loc, BeFn *g, const BeLeaves *args, BeCall *call) {
    *call = (BeCall){.callee = g};
    if (g->is_failed || !args_fit(l, loc, g, args)) return false;
    Env e = {l, g, BE_ARRAY(l, const IrDim *, g->fn->symbols.len)};
    call->inputs = BE_ARRAY(l, BeBuffer *, g->n_inputs);
    call->floats = BE_ARRAY(l, const BeLeaf *, g->n_floats_in);
    uint32_t tensors = 0, floats = 0;
    for (size_t i = 0; i < args->len; i++) {
        const BeLeaf *x = args->at[i], *p = g->inputs.at[i];
        if (x->kind == BE_TENSOR) call->inputs[tensors++] = x->buffer;
        if (x->kind == BE_FLOAT) call->floats[floats++] = x;
        for (uint32_t k = 0; k < p->ndim; k++) {
            const IrSymbol *s = ir_dim_as_symbol(p->dims[k]);
            if (s && s->function == g->fn && !e.env[s->index]) e.env[s->index] = x->dims[k];
        }
    }
    call->symbols = BE_ARRAY(l, const IrDim *, g->entry.len);
    bool ok = true;
    for (size_t i = 0; i < g->entry.len; i++) {
        call->symbols[i] = in_env(&e, g->entry.at[i]);
        ok = ok && call->symbols[i];
    }
    for (size_t i = 0; ok && i < args->len; i++) {
        const BeLeaf *x = args->at[i], *p = g->inputs.at[i];
        for (uint32_t k = 0; k < p->ndim; k++) {
            if (ir_dim_as_symbol(p->dims[k]) &&
                in_env(&e, ir_dim_as_symbol(p->dims[k])) == x->dims[k])
                continue;
            const IrDim *want = ir_dim_map(l->m, p->dims[k], in_env, &e);
            ok = ok && want;
            if (want)
                be_check(l, loc, x->dims[k], want,
                         diag_fmt(l->module->ctx, "argument %zu of '%s'", i, g->fn->name), k);
        }
    }
    if (!ok) be_unsupported(l->module, loc, "a call whose symbols have no value", NULL);
    return ok;
}

/* Of a callee whose steps are not made yet (it is recursive) the size is asked in the run. */
void be_call_work(BeLower *l, Loc loc, BeCall *call) {
    BeFn *g = call->callee;
    const bool is_open = g->is_recursive;
    if (!is_open && !g->has_arena) return;
    const IrDim *bytes = NULL;
    if (!is_open) {
        bool known = true;
        for (size_t i = 0; i < g->entry.len; i++)
            known = known && be_is_known(l->f, call->symbols[i]);
        if (!g->n_arena_slots) {
            bytes = ir_dim_const(l->m, g->arena_bytes);
        } else if (known) {
            IrSymbol *s = be_fresh(l->f, true);
            bytes = be_set_later(l, s);
            be_symbol(l->f, s)->is_known = true;
            BeCall *copy = ARENA_NEW(l->arena, BeCall);
            *copy = *call;
            vec_push(l->arena, &l->f->derived, ((BeDerived){.symbol = s, .call = copy}));
        }
    }
    call->work_bytes = bytes;
    call->work = be_buffer(l, loc, bytes, false);
}

static BeLeaf *result_leaf(BeLower *l, Loc loc, BeCall *call, const BeResult *r) {
    const IrDim **dims = BE_ARRAY(l, const IrDim *, r->ndim);
    if (r->kind == BE_FLOAT) {
        BeLeaf *leaf = ARENA_NEW(l->arena, BeLeaf);
        *leaf = (BeLeaf){.kind = BE_FLOAT, .dtype = r->dtype, .slot = l->f->n_floats++};
        call->returned_floats[r->index] = leaf->slot;
        return leaf;
    }
    for (uint32_t i = 0; i < r->ndim; i++) {
        dims[i] = r->dims ? be_map_dim(l, call, r->dims[i]) : NULL;
        if (dims[i]) continue;
        IrSymbol *s = be_fresh(l->f, r->kind == BE_TENSOR || r->dtype == DTYPE_VOID);
        dims[i] = be_set_later(l, s);
        call->returned[r->first_int + i] = s;
    }
    if (r->kind == BE_INTS) return be_ints(l, dims, r->ndim, r->dtype);
    const IrDim *bytes = be_bytes(l, dims, r->ndim, r->dtype);
    BeBuffer *b = be_buffer(l, loc, bytes, r->dims != NULL);
    if (!r->dims) b->place = BE_HEAP;
    call->outputs[r->index] = b;
    return be_tensor(l, b, dims, r->ndim, r->dtype);
}

/* One step, which has what the call has. */
static void library_step(BeLower *l, Loc loc, const BeCall *call) {
    const BeFn *g = call->callee;
    BeLibrary *library = ARENA_NEW(l->arena, BeLibrary);
    const Env e = env_of(l, call);
    *library = (BeLibrary){.fn = g->fn,
                           .index = (uint32_t)l->module->libraries.len,
                           .dims = e.env,
                           .inputs = call->inputs,
                           .n_inputs = g->n_inputs};
    vec_push(l->arena, &l->module->libraries, library);
    BeStep *s = be_step(l, BE_STEP_LIBRARY, loc);
    s->library = library;
    s->reads = call->inputs;
    s->n_reads = g->n_inputs;
    s->writes = call->outputs;
    s->n_writes = g->n_outputs;
}

BeValue *be_invoke(BeLower *l, Loc loc, const BeLeaf *callee, const BeLeaves *args) {
    BeFn *g = callee->callee;
    BeCall *call = ARENA_NEW(l->arena, BeCall);
    const bool is_library = be_is_library(l->module, g->fn);
    if (!be_bind_call(l, loc, g, args, call)) return NULL;
    call->outputs = BE_ARRAY(l, BeBuffer *, g->n_outputs);
    call->returned = BE_ARRAY(l, IrSymbol *, g->n_returned);
    call->returned_floats = BE_ARRAY(l, uint32_t, g->n_floats_out);
    BeLeaf **leaves = BE_ARRAY(l, BeLeaf *, g->results.len);
    for (size_t i = 0; i < g->results.len; i++)
        leaves[i] = result_leaf(l, loc, call, &g->results.at[i]);
    if (is_library) {
        library_step(l, loc, call);
        return be_result_value(l, g, leaves);
    }
    be_call_work(l, loc, call);
    BeStep *s = be_step(l, BE_STEP_INVOKE, loc);
    s->call = call;
    s->reads = call->inputs;
    s->n_reads = g->n_inputs;
    s->writes = call->outputs;
    s->n_writes = g->n_outputs;
    s->work = call->work;
    return be_result_value(l, g, leaves);
}
