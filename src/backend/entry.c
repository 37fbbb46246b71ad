/* SPDX-License-Identifier: Apache-2.0 */
/* What backends share that make an executable: its stages, and its entry by the types of a
 * function. */
#include "backend/backend.h"

#include "base/clock.h"
#include "base/diag.h"

void be_stage(BeExecutable *self, const char *name, double milliseconds) {
    BUG_IF(self->n_stages == BE_STAGES);
    self->stages[self->n_stages].name = name;
    self->stages[self->n_stages++].milliseconds = milliseconds;
}

void be_stage_end(BeExecutable *self, const char *name, double *start) {
    const double now = clock_now_ms();
    be_stage(self, name, now - *start);
    *start = now;
}

/* Runs hand over extents in frames of a fixed rank. */
static bool check_rank(const IrFunction *fn, const IrType *t, const char *what) {
    Ctx *ctx = fn->module->ctx;
    if (t->kind == IR_TYPE_TUPLE) {
        bool ok = true;
        for (uint32_t i = 0; i < t->n; i++) ok &= check_rank(fn, t->fields[i], what);
        return ok;
    }
    if (t->kind == IR_TYPE_PRIM || t->ndim <= RT_MAX_RANK) return true;
    Diag *d = diag_error(ctx, fn->loc, DIAG_NOT_COMPILED, diag_fmt(ctx, "'%s'", fn->name));
    diag_expected(ctx, d, "parameters and results of rank %d or less", RT_MAX_RANK);
    diag_found(ctx, d, "rank %d, of %s", (int)t->ndim, what);
    return false;
}

bool be_check_ranks(const IrFunction *fn) {
    Ctx *ctx = fn->module->ctx;
    bool ok = check_rank(fn, fn->result, "the result");
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        ok &= check_rank(fn, p->type, diag_fmt(ctx, "'%s'", p->name ? p->name : "a parameter"));
    }
    return ok;
}

typedef VEC(RtValue) RtValues;

static bool add_values(Arena *arena, const IrType *t, const char *name, bool is_output,
                       RtValues *out) {
    RtValue v = {
        .name = name, .dtype = t->dtype, .ndim = (uint32_t)t->ndim, .is_dynamic = is_output};
    switch (t->kind) {
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; i < t->n; i++) {
            const char *field = is_output ? NULL : arena_printf(arena, "%s_%u", name, i);
            if (!add_values(arena, t->fields[i], field, is_output, out)) return false;
        }
        return true;
    case IR_TYPE_TENSOR: break;
    case IR_TYPE_SHAPE:
        v = (RtValue){.name = name, .dtype = DTYPE_INT64, .ndim = 1, .is_dynamic = is_output};
        v.is_integers = !is_output;
        v.n_integers = is_output ? 0 : (uint32_t)t->ndim;
        break;
    case IR_TYPE_PRIM:
        v.ndim = 0;
        v.is_integers = !is_output && !dtype_is_float(t->dtype);
        v.n_integers = v.is_integers;
        break;
    default: v.dtype = DTYPE_VOID;
    }
    const bool has_rank = t->kind == IR_TYPE_PRIM || t->ndim != IR_NDIM_UNKNOWN;
    if (v.dtype == DTYPE_VOID || !has_rank) return false;
    vec_push(arena, out, v);
    return true;
}

static int32_t plan_nothing(RtEnv *env, const RtTensor *in, RtTensor *out, int64_t *arena_bytes,
                            int64_t *library_dims) {
    const RtEntry *entry = env->constants[1];
    (void)in;
    (void)library_dims;
    for (uint32_t i = 0; i < entry->n_outputs; i++) memset(out[i].dims, -1, sizeof out[i].dims);
    *arena_bytes = 0;
    return 0;
}

RtEntry *be_enter(BeExecutable *self, const IrFunction *fn, const void *code, RtPlanFn *plan,
                  RtRunFn *run) {
    RtValues inputs = {.at = NULL}, outputs = {.at = NULL};
    if (!be_check_ranks(fn)) return NULL;
    bool ok = add_values(&self->arena, fn->result, NULL, true, &outputs);
    for (size_t i = 0; ok && i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        ok = add_values(&self->arena, p->type,
                        p->name ? arena_printf(&self->arena, "%s", p->name) : "", false, &inputs);
    }
    if (!ok) {
        Diag *d = diag_error(self->ctx, fn->loc, DIAG_NOT_COMPILED,
                             diag_fmt(self->ctx, "the function '%s'", fn->name));
        diag_expected(self->ctx, d, "parameters and results of known dtypes and ranks");
        return NULL;
    }
    RtEntry *out = ARENA_NEW(&self->arena, RtEntry);
    const void **constants = ARENA_ARRAY(&self->arena, const void *, 2);
    *out = (RtEntry){.name = arena_printf(&self->arena, "%s", fn->name),
                     .inputs = inputs.at,
                     .n_inputs = (uint32_t)inputs.len,
                     .outputs = outputs.at,
                     .n_outputs = (uint32_t)outputs.len,
                     .plan = plan ? plan : plan_nothing,
                     .run = run};
    constants[0] = code;
    constants[1] = out;
    self->rt = (RtExecutable){.entries = out, .n_entries = 1, .constants = constants, .threads = 1};
    return out;
}
