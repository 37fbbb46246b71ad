/* SPDX-License-Identifier: Apache-2.0 */
/* Results in the memory of inputs: pairs of names become the attribute `donate` of a function,
 * beside the pairs that it has. */
#include "api/api.h"

#include "base/near.h"
#include "ir/type.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"

static const Loc no_place = {.line = 0};

/* A function and what is known of it. */
typedef struct {
    IrModule *m;
    IrFunction *fn;
    Arena *arena;
    uint32_t *result_of; /* by parameter: 1 + its result, 0: none */
    uint32_t *param_of;  /* by result: 1 + its parameter, 0: none */
    uint32_t n_params, n_results, n_leaves;
    uint32_t *leaves; /* by result: the first of its leaves; n_leaves behind the last */
} Donate;

/* Recursion is over tuples in tuples, whose depth readers bound. */
static uint32_t count_leaves(const IrType *t) {
    if (t->kind != IR_TYPE_TUPLE) return 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

static const IrType *result_at(const Donate *d, uint32_t i) {
    const IrType *t = d->fn->result;
    return t->kind == IR_TYPE_TUPLE ? t->fields[i] : t;
}

static void donate_init(Donate *d) {
    const IrType *t = d->fn->result;
    const IrAttr *had = ir_function_attr(d->fn, "donate", IR_ATTR_LIST);
    d->n_params = (uint32_t)d->fn->params.len;
    d->n_results = t->kind == IR_TYPE_TUPLE ? t->n : 1;
    d->result_of = ARENA_ARRAY(d->arena, uint32_t, (size_t)d->n_params + 1);
    d->param_of = ARENA_ARRAY(d->arena, uint32_t, (size_t)d->n_results + 1);
    d->leaves = ARENA_ARRAY(d->arena, uint32_t, (size_t)d->n_results + 1);
    for (uint32_t i = 0; i < d->n_results; i++) {
        d->leaves[i] = d->n_leaves;
        d->n_leaves += count_leaves(result_at(d, i));
    }
    d->leaves[d->n_results] = d->n_leaves;
    for (uint32_t i = 0; had && i < had->n; i++) {
        const IrAttr *pair = had->items[i].items; /* as the verifier holds */
        d->result_of[pair[0].i] = (uint32_t)pair[1].i + 1;
        d->param_of[pair[1].i] = (uint32_t)pair[0].i + 1;
    }
}

/* A parameter by its name, or by the file's; n_params after a report. */
static uint32_t find_param(const Donate *d, const char *name) {
    Ctx *ctx = d->m->ctx;
    uint32_t by_file = d->n_params;
    NearNames names;
    for (uint32_t i = 0; i < d->n_params; i++) {
        const char *own = d->fn->params.at[i]->name;
        const char *file = own ? ir_file_name(d->fn, IR_INPUT_NAMES, own) : NULL;
        if (own && strcmp(own, name) == 0) return i;
        if (file && strcmp(file, name) == 0) by_file = i;
    }
    if (by_file < d->n_params) return by_file;
    Diag *g = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "'%s' is no input of '%s'", name, d->fn->name));
    near_names_begin(&names, ctx, name);
    for (uint32_t i = 0; i < d->n_params; i++) {
        const char *own = d->fn->params.at[i]->name;
        const char *file = own ? ir_file_name(d->fn, IR_INPUT_NAMES, own) : NULL;
        near_names_add(&names, file ? file : own);
    }
    near_names_end(&names, ctx, g, diag_fmt(ctx, "an input of '%s'", d->fn->name));
    return d->n_params;
}

static const char *leaf_name(const Donate *d, uint32_t leaf) {
    const char *name = ir_function_output_name(d->fn, leaf, d->n_leaves);
    return name ? name : arena_printf(d->arena, "out_%u", leaf);
}

/* A result by its leaf's name, or by its number; n_results after a report. */
static uint32_t find_result(const Donate *d, const char *name) {
    Ctx *ctx = d->m->ctx;
    uint32_t by_number = d->n_results, part = d->n_results;
    NearNames names;
    for (uint32_t i = 0; i < d->n_results; i++) {
        const bool is_whole = d->leaves[i + 1] - d->leaves[i] == 1;
        for (uint32_t k = d->leaves[i]; k < d->leaves[i + 1]; k++) {
            const bool named = strcmp(leaf_name(d, k), name) == 0;
            if (named && is_whole) return i;
            if (named) part = i;
            if (is_whole && strcmp(arena_printf(d->arena, "out_%u", k), name) == 0) by_number = i;
        }
    }
    if (part == d->n_results && by_number < d->n_results) return by_number;
    Diag *g = diag_error(
        ctx, no_place, DIAG_VALUE,
        part < d->n_results
            ? diag_fmt(ctx, "output '%s' of '%s' is a part of a tuple", name, d->fn->name)
            : diag_fmt(ctx, "'%s' is no output of '%s'", name, d->fn->name));
    near_names_begin(&names, ctx, name);
    for (uint32_t i = 0; i < d->n_results; i++) {
        if (d->leaves[i + 1] - d->leaves[i] == 1)
            near_names_add(&names, leaf_name(d, d->leaves[i]));
    }
    near_names_end(&names, ctx, g, diag_fmt(ctx, "an output of '%s'", d->fn->name));
    return d->n_results;
}

static bool add_pair(Donate *d, const TnDonation *pair) {
    Ctx *ctx = d->m->ctx;
    const uint32_t param = find_param(d, pair->input), result = find_result(d, pair->output);
    if (param == d->n_params || result == d->n_results) return false;
    if (d->result_of[param] == result + 1) return true; /* it is there */
    if (d->result_of[param] || d->param_of[result]) {
        diag_error(ctx, no_place, DIAG_VALUE,
                   d->result_of[param]
                       ? diag_fmt(ctx, "input '%s' is donated to another output", pair->input)
                       : diag_fmt(ctx, "output '%s' takes another input", pair->output));
        return false;
    }
    const IrType *from = d->fn->params.at[param]->type, *to = result_at(d, result);
    if (from->kind != IR_TYPE_TENSOR || ir_type_subsumes(d->m, from, to) != IR_PROVED) {
        Diag *g = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "output '%s' does not fit the memory of input '%s'",
                                      pair->output, pair->input));
        diag_expected(ctx, g, "%s", ir_type_text(d->m, from));
        diag_found(ctx, g, "%s", ir_type_text(d->m, to));
        return false;
    }
    d->result_of[param] = result + 1;
    d->param_of[result] = param + 1;
    return true;
}

static void set_pairs(Donate *d) {
    IrAttr *pairs = ARENA_ARRAY(d->arena, IrAttr, (size_t)d->n_params + 1);
    IrAttr list = {.kind = IR_ATTR_LIST, .items = pairs};
    for (uint32_t i = 0; i < d->n_params; i++) {
        if (!d->result_of[i]) continue;
        IrAttr *pair = ARENA_ARRAY(d->arena, IrAttr, 2);
        pair[0] = (IrAttr){.kind = IR_ATTR_INT, .i = i};
        pair[1] = (IrAttr){.kind = IR_ATTR_INT, .i = d->result_of[i] - 1};
        pairs[list.n++] = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = pair};
    }
    ir_function_set_list(d->fn, "donate", &list);
}

static bool donate(Donate *d, const TnDonation *pairs, size_t n) {
    bool ok = true;
    if (n && d->fn->global && pass_is_called(d->m, d->fn->global)) {
        diag_error(d->m->ctx, d->fn->loc, DIAG_UNSUPPORTED,
                   "donation to a function that others use");
        return false;
    }
    donate_init(d);
    for (size_t i = 0; i < n; i++) ok = add_pair(d, &pairs[i]) && ok;
    if (ok && n) set_pairs(d);
    return ok;
}

TnStatus tn_module_donate(TnModule *m, const char *function, const TnDonation *pairs, size_t n) {
    if (!m || (!pairs && n)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n; i++) {
        if (!pairs[i].input || !pairs[i].output) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        Donate d = {.m = m->ir, .fn = api_function(m, function), .arena = &arena};
        if (d.fn) donate(&d, pairs, n);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
