/* SPDX-License-Identifier: Apache-2.0 */
/* LiftTransformParams and BundleModelParams keep the meaning:
 * tenon-test lift [--random FIRST COUNT] FILE.test ...
 *
 * Each public function of each module in the compiler's text tests, and of modules drawn from
 * seeds, gets the attribute num_input (its own, else none, one and half of its parameters in turn).
 * What it returns before the pass must be what it returns afterwards on its inputs and on what its
 * transform makes of the weights, to the bit. In every second try the pass runs twice. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "eval/compare.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "passes/passes.h"
#include "random_module.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file;
    Case at;
    unsigned passed, failed, moved;
    bool again; /* in the next try the pass runs twice */
} Test;

static IrModule *parse(Test *t) {
    diag_begin(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, "case", t->at.input);
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    ir_module_free(m);
    return NULL;
}

static const IrAttr *find_attr(const IrFunction *fn, const char *key) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], key) == 0) return &fn->attrs.items[i];
    }
    return NULL;
}

static void set_num_input(IrFunction *fn, size_t n) {
    IrModule *m = fn->module;
    const char **keys = ARENA_ARRAY(&m->arena, const char *, 1);
    IrAttr *items = ARENA_ARRAY(&m->arena, IrAttr, 1);
    keys[0] = ir_name(m, (Str){"num_input", 9});
    items[0] = (IrAttr){.kind = IR_ATTR_INT, .i = (int64_t)n};
    fn->attrs = (IrAttr){.kind = IR_ATTR_DICT, .n = 1, .keys = keys, .items = items};
}

/* Where a module is run before and after the pass. */
typedef struct {
    Evaluator *e;
    ValueList list;
    Arena arena;
    Value **args;
    size_t n_args; /* of the function as it was */
} Try;

/* What the function returns on drawn inputs; NULL: it cannot be run. */
static Value *run(Try *self, IrFunction *fn) {
    DrawNames defaulted = {.at = NULL};
    const DrawBy by = {.seed = 1};
    if (!draw_inputs(fn, by, self->args, &self->list, &self->arena, &defaulted)) return NULL;
    return eval_function(self->e, fn, self->args, (uint32_t)self->n_args, &self->list);
}

static Value *run_lifted(Try *self, IrFunction *fn, size_t n_inputs, unsigned *moved) {
    const char *name = arena_printf(&self->arena, "%s_transform_params", fn->name);
    const IrGlobal *g = ir_global_find(fn->module, str_c(name));
    Value **args = self->args;
    if (!g)
        return self->n_args == fn->params.len
                   ? eval_function(self->e, fn, args, (uint32_t)self->n_args, &self->list)
                   : NULL;
    Value *weights = value_tuple(&self->list, (uint32_t)(self->n_args - n_inputs));
    for (uint32_t i = 0; i < weights->n; i++) weights->items[i] = value_ref(args[n_inputs + i]);
    const Value *made = eval_function(self->e, g->function, &weights, 1, &self->list);
    if (!made || made->kind != VALUE_TUPLE || n_inputs + made->n != fn->params.len) return NULL;
    Value **all = ARENA_ARRAY(&self->arena, Value *, fn->params.len + 1);
    for (size_t i = 0; i < fn->params.len; i++)
        all[i] = i < n_inputs ? args[i] : made->items[i - n_inputs];
    for (const IrBinding *b = g->function->body->first; b; b = b->next)
        *moved += b->kind == IR_BIND_CALL;
    return eval_function(self->e, fn, all, (uint32_t)fn->params.len, &self->list);
}

/* BundleModelParams: the same function of the inputs and a tuple of the weights. */
static Value *run_bundled(Try *self, Evaluator *e, IrFunction *fn, size_t n_inputs) {
    if (fn->params.len != n_inputs + 1) return NULL;
    Value **all = ARENA_ARRAY(&self->arena, Value *, n_inputs + 1);
    for (size_t i = 0; i < n_inputs; i++) all[i] = self->args[i];
    Value *weights = value_tuple(&self->list, (uint32_t)(self->n_args - n_inputs));
    for (uint32_t i = 0; i < weights->n; i++)
        weights->items[i] = value_ref(self->args[n_inputs + i]);
    all[n_inputs] = weights;
    return eval_function(e, fn, all, (uint32_t)n_inputs + 1, &self->list);
}

/* NULL: right. */
static const char *try_bundled(Test *t, Try *try, const char *name, size_t n_inputs,
                               const Value *want) {
    static const PassValue defaults[] = {{.n = 0}};
    IrModule *m = parse(t);
    IrGlobal *g = ir_global_find(m, str_c(name));
    const char *why = NULL;
    set_num_input(g->function, n_inputs);
    diag_begin(t->ctx);
    if (!pass_bundle_model_params(m, defaults) || !ir_verify(m, IR_PROP_ALL)) {
        why = "what BundleModelParams made is no module";
    } else if (want && g->function->params.len != try->n_args) { /* nobody else uses it */
        Evaluator *e = eval_new(m, &try->arena);
        const Value *got = run_bundled(try, e, g->function, n_inputs);
        static const TensorNear bits = {.mode = TENSOR_BITS};
        ValueDifference d;
        if (!got) why = "with its weights in a tuple it no longer runs";
        if (got && !value_near(&try->arena, got, want, &bits, &d))
            why = value_difference_text(&try->arena, &d);
        eval_end(e);
    }
    ir_module_free(m);
    return why;
}

static void try_with(Test *t, const char *name, size_t n_inputs) {
    IrModule *m = parse(t);
    IrGlobal *g = ir_global_find(m, str_c(name));
    const char *why = NULL;
    Try try = {.n_args = g->function->params.len};
    arena_init(&try.arena, t->ctx);
    value_list_init(&try.list, t->ctx);
    try.e = eval_new(m, &try.arena);
    set_num_input(g->function, n_inputs);
    try.args = ARENA_ARRAY(&try.arena, Value *, try.n_args + 1);
    const Value *want = run(&try, g->function);
    diag_begin(t->ctx);
    bool ok = pass_lift_transform_params(m, &(PassValue){0}) && ir_verify(m, IR_PROP_ALL);
    if (ok && t->again)
        ok = pass_lift_transform_params(m, &(PassValue){0}) && ir_verify(m, IR_PROP_ALL);
    t->again = !t->again;
    if (!ok) {
        why = "what the pass made is no module";
    } else if (want) {
        const Value *got = run_lifted(&try, g->function, n_inputs, &t->moved);
        if (!got) why = "it no longer runs";
        static const TensorNear bits = {.mode = TENSOR_BITS};
        ValueDifference d;
        if (got && !value_near(&try.arena, got, want, &bits, &d))
            why = value_difference_text(&try.arena, &d);
    }
    if (!why) why = try_bundled(t, &try, name, n_inputs, want);
    if (why)
        printf("%s:%u: FAILED: %.*s: %s with num_input %zu: %s\n", t->file, t->at.line,
               (int)t->at.title.len, t->at.title.ptr, name, n_inputs, why);
    for (size_t i = 0; why && t->ctx->diags && i < t->ctx->diags->diags.len && i < 3; i++)
        printf("  %s\n", t->ctx->diags->diags.at[i].message);
    t->failed += why != NULL;
    t->passed += why == NULL;
    value_list_fini(&try.list);
    eval_end(try.e);
    arena_fini(&try.arena);
    ir_module_free(m);
}

/* A run that is too large is none. */
static void try_function(Test *t, const char *name, size_t n_inputs) {
    Boundary b;
    ctx_restart(t->ctx);
    CTX_ENTER(t->ctx, &b) { try_with(t, name, n_inputs); }
    const Status status = ctx_leave(t->ctx, &b);
    t->failed += status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_MEMORY;
}

/* It is one, or the new one would go behind one that takes other weights. */
static bool has_transform(const IrFunction *fn) {
    char name[256];
    snprintf(name, sizeof name, "%s_transform_params", fn->name);
    return strstr(fn->name, "transform_params") || ir_global_find(fn->module, str_c(name));
}

static void try_case(Test *t) {
    IrModule *m = parse(t);
    if (!m) return;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private || has_transform(fn)) continue;
        const IrAttr *own = find_attr(fn, "num_input");
        const size_t n = fn->params.len;
        if (own && own->kind == IR_ATTR_INT && own->i >= 0 && (size_t)own->i <= n)
            try_function(t, fn->name, (size_t)own->i);
        if (own) continue;
        try_function(t, fn->name, 0);
        if (n > 1) try_function(t, fn->name, 1);
        if (n > 3) try_function(t, fn->name, n / 2);
    }
    ir_module_free(m);
}

static void try_seeds(Test *t, unsigned first, unsigned count) {
    t->file = "seed";
    for (unsigned seed = first; seed - first < count; seed++) {
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        random_module(f, seed);
        fclose(f);
        t->at = (Case){.title = {"", 0}, .input = {text, len}, .line = seed};
        try_case(t);
        free(text);
    }
}

int test_lift(int argc, char **argv) {
    Ctx ctx;
    Test t = {.ctx = &ctx};
    Boundary b;
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.steps = 1 << 26;
    CTX_ENTER(&ctx, &b) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (int i = 1; i < argc; i++) {
            const char *data;
            size_t size;
            Cases cases;
            if (strcmp(argv[i], "--random") == 0 && i + 2 < argc) {
                try_seeds(&t, (unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]));
                i += 2;
                continue;
            }
            t.file = argv[i];
            if (ctx.io.read(ctx.io.user, argv[i], SIZE_MAX / 2, &data, &size) != 0) {
                t.failed++;
                continue;
            }
            cases_init(&cases, (Str){data, size});
            while (cases_next(&cases, &t.at)) try_case(&t);
            ctx.io.release(ctx.io.user, data, size);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &b) != STATUS_OK) {
        printf("%s: FAILED: a limit or out of memory\n", t.file);
        t.failed++;
    }
    ctx_fini(&ctx);
    printf("%u calls moved\n", t.moved);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
