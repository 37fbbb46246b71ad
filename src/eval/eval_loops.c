/* SPDX-License-Identifier: Apache-2.0 */
/* R.call_tir: loop functions of the module, run on values; and what such a call would need. */
#include "eval/eval_parts.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "loop/work.h"

/* A prim_func in the loop subset. */
typedef struct {
    const IrGlobal *global;
    const LoopFn *fn;
    LoopFns text; /* not checked yet: fn and its callees */
    const LoopProgram *program;
} LoopEntry;

/* Packed elements are one dim of bytes. */
static LoopArg loop_arg(Frame *f, const Tensor *t) {
    if (!dtype_is_packed(t->dtype)) return (LoopArg){.data = t->data, .dims = t->dims};
    int64_t *bytes = ARENA_NEW(&f->arena, int64_t);
    *bytes = (int64_t)t->bytes;
    return (LoopArg){.data = t->data, .dims = bytes};
}

void eval_add_tensors(Frame *f, const Value *v, LoopArgs *out) {
    if (v->kind == VALUE_TENSOR) vec_push(&f->arena, out, loop_arg(f, v->tensor));
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        eval_add_tensors(f, v->items[i], out);
}

typedef struct {
    DType dtype;
    uint32_t ndim;
} LoopType;
typedef VEC(LoopType) LoopTypes;

static void add_types(Frame *f, const Value *v, LoopTypes *out) {
    if (v->kind == VALUE_TENSOR) {
        const Tensor *t = v->tensor;
        const LoopType type = {dtype_is_small(t->dtype) ? DTYPE_UINT8 : t->dtype,
                               dtype_is_packed(t->dtype) ? 1 : t->ndim};
        vec_push(&f->arena, out, type);
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) add_types(f, v->items[i], out);
}

/* The loop function of a prim_func, parsed and compiled at its first call; NULL after a report. */
static LoopEntry *loop_entry(Evaluator *e, const IrGlobal *g) {
    for (MapIter it = map_find(&e->loops, hash_ptr(0, g)); map_next(&e->loops, &it);) {
        LoopEntry *entry = it.value;
        if (entry->global == g) return entry;
    }
    LoopFns fns = {.at = NULL};
    const char *name = diag_fmt(e->m->ctx, "T.prim_func %s", g->name);
    const Str text = g->function->prim_text;
    const DiagSource source = e->m->ctx->diags->source;
    if (!loop_text_parse(e->m->ctx, e->arena, name, text, &fns) || !fns.len) return NULL;
    const LoopFn *fn = fns.at[fns.len - 1];
    if (fn->is_scheduled && !loop_verify(e->m->ctx, fn, NULL)) return NULL;
    diag_source_back(e->m->ctx, source);
    LoopEntry *entry = ARENA_NEW(e->arena, LoopEntry);
    *entry = (LoopEntry){.global = g, .fn = fn, .text = fns};
    entry->program = loop_compile(entry->fn, e->arena);
    map_add(&e->loops, hash_ptr(0, g), entry);
    return entry;
}

/* Checked at the first call whose buffers are its results. */
static bool is_defined(Ctx *ctx, LoopEntry *entry) {
    const bool ok = loop_verify_defined(ctx, entry->text.at, entry->text.len);
    if (ok) entry->text.len = 0;
    return ok;
}

Value *eval_call_loops(Frame *f, const IrBinding *b, const Value *callee, const Value *tensors,
                       const Value *scalars) {
    Evaluator *e = f->e;
    Ctx *ctx = e->m->ctx;
    const IrFunction *fn = callee->kind == VALUE_GLOBAL ? callee->global->function : NULL;
    if (!fn || fn->body)
        return eval_fail(e, b->loc, "R.call_tir runs prim_funcs of the module only"), NULL;
    LoopEntry *entry = loop_entry(e, callee->global);
    if (!entry) return NULL;
    const IrType *t = b->n_types == 1 ? b->types[0] : ir_type_tuple(e->m, b->types, b->n_types);
    t = ir_type_map(e->m, t, eval_symbol, f);
    const char *wrong = eval_wrong_extent(t);
    if (wrong) return eval_fail(e, b->loc, wrong), NULL;
    LoopArgs args = {.at = NULL};
    eval_add_tensors(f, tensors, &args);
    const size_t n_given = args.len;
    Value *result = eval_result_value(f, b, t);
    eval_add_tensors(f, result, &args);
    bool same = args.len == entry->fn->params.len;
    LoopTypes types = {.at = NULL};
    add_types(f, tensors, &types);
    add_types(f, result, &types);
    for (size_t i = 0; same && i < args.len; i++) {
        same = types.at[i].dtype == entry->fn->params.at[i]->dtype &&
               types.at[i].ndim == entry->fn->params.at[i]->ndim;
    }
    if (!same) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, callee->global->name,
                             "the buffers do not fit");
        diag_expected(ctx, d, "%zu buffers of its parameters' dtypes and ranks",
                      entry->fn->params.len);
        return NULL;
    }
    if (args.len - n_given != entry->fn->n_outputs) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, callee->global->name,
                             "it writes other buffers than the results");
        diag_expected(ctx, d, "%zu that it writes", args.len - n_given);
        diag_found(ctx, d, "%u", entry->fn->n_outputs);
        return NULL;
    }
    const uint32_t n = scalars ? scalars->n : 0;
    if (n != entry->fn->n_scalars) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, callee->global->name,
                             "tir_vars do not fit");
        diag_expected(ctx, d, "one for each of its %u scalar parameters", entry->fn->n_scalars);
        diag_found(ctx, d, "%u", n);
        return NULL;
    }
    if (!is_defined(ctx, entry)) return NULL;
    return loop_run(ctx, entry->program, args.at, n ? scalars->dims : NULL) ? result : NULL;
}

/* What a call needs, found without running it */

void eval_add_bytes(const IrType *t, EvalNeed *need) {
    double bytes = (double)dtype_bits(t->dtype) / 8;
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && i < t->ndim; i++)
        bytes *= (double)t->dims[i]->constant;
    if (t->kind == IR_TYPE_TENSOR) need->bytes += bytes;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        eval_add_bytes(t->fields[i], need);
}

/* All loops are over extents that are known before the run. */
static bool is_bounded(const LoopFn *fn, const LoopStmt *list, const int64_t *sizes) {
    int64_t trips;
    for (; list; list = list->next) {
        if (list->kind == LOOP_WHILE || list->kind == LOOP_CALL) return false;
        if (list->kind == LOOP_FOR && !loop_eval_extent(fn, list->value, sizes, &trips))
            return false;
        if (!is_bounded(fn, list->body, sizes) || !is_bounded(fn, list->other, sizes)) return false;
    }
    return true;
}

/* Buffers of the results, which are not there yet. False: packed elements, whose buffers are
 * bytes. */
static bool add_results(Frame *f, const IrType *t, LoopArgs *out) {
    if (t->kind == IR_TYPE_TENSOR) {
        if (dtype_is_packed(t->dtype)) return false;
        int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, (size_t)t->ndim + 1);
        for (int32_t i = 0; i < t->ndim; i++) dims[i] = t->dims[i]->constant;
        vec_push(&f->arena, out, ((LoopArg){.dims = dims}));
    }
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!add_results(f, t->fields[i], out)) return false;
    }
    return true;
}

static bool need_of(Frame *f, const LoopFn *fn, const LoopArgs *args, size_t n_given,
                    const Value *scalars, EvalNeed *need) {
    Ctx *ctx = f->e->m->ctx;
    const uint32_t n = scalars ? scalars->n : 0;
    if (args->len != fn->params.len || n != fn->n_scalars) return false;
    if (args->len - n_given != fn->n_outputs) return false;
    int64_t *sizes = ARENA_ARRAY(&f->arena, int64_t, fn->sizes.len + 1);
    LoopCount *counts = ARENA_ARRAY(&f->arena, LoopCount, fn->sizes.len + 1);
    if (!loop_bind_sizes(ctx, fn, args->at, (uint32_t)args->len, n ? scalars->dims : NULL, sizes))
        return false;
    if (!is_bounded(fn, fn->body, sizes)) return false;
    for (size_t i = 0; i < fn->sizes.len; i++) counts[i].n = (double)sizes[i];
    LoopWork work;
    if (!loop_work(fn, &(LoopWorkOptions){.sizes = counts}, &f->arena, &work)) return false;
    need->steps += work.statements.n;
    need->bytes += work.local_bytes;
    return true;
}

bool eval_loops_need(Frame *f, const IrBinding *b, EvalNeed *need) {
    Evaluator *e = f->e;
    const IrOperand *callee = b->operands.at, *tensors = ir_operand_get(&b->operands, 1),
                    *scalars = ir_operand_get(&b->operands, 2);
    const IrFunction *fn = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
    if (!fn || fn->body) return false;
    const LoopEntry *entry = loop_entry(e, callee->global);
    if (!entry) return false;
    const IrType *t = b->n_types == 1 ? b->types[0] : ir_type_tuple(e->m, b->types, b->n_types);
    EvalNeed result = {.bytes = 0};
    if (eval_wrong_extent(t)) return false;
    eval_add_bytes(t, &result);
    need->result_bytes = result.bytes;
    need->bytes += result.bytes;
    Value *given = eval_operand(f, b->loc, tensors);
    Value *numbers = scalars->kind == IR_OPERAND_NONE ? NULL : eval_operand(f, b->loc, scalars);
    LoopArgs args = {.at = NULL};
    bool ok = given != NULL;
    if (ok) eval_add_tensors(f, given, &args);
    const size_t n_given = args.len;
    ok = ok && add_results(f, t, &args) && need_of(f, entry->fn, &args, n_given, numbers, need);
    value_unref(given);
    value_unref(numbers);
    return ok;
}
