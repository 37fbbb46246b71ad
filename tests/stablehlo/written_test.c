/* SPDX-License-Identifier: Apache-2.0 */
/* Modules of the text tests through StableHLO's text:
 *     written_stablehlo [--every COUNT] [--least COUNT] [--refused COUNT] [--broken COUNT]
 *         [--unread COUNT] [--generic] [--reasons] FILE.test ...
 *
 * Every module that the evaluator can be asked to run is written, read again, and run on the same
 * drawn inputs: integers to the bit, floats nearly, as sums may be taken in another order. Where
 * the evaluator fails the module is passed over: what a run would check is not in the text.
 * --refused: so many at most have no form; --reasons prints why. --broken: of so many at most what
 * was read does not run. --unread: of so many at most what was written is refused by the reader, as
 * a branch that no run may take is: what a match_cast asks for there is not in the text. */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/diag.h"
#include "drivers.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ccl_call.h"
#include "ops/ops.h"
#include "stablehlo/stablehlo.h"
#include "tensor/compare.h"
#include "text/case_source.h"
#include "text/run_values.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file;
    Case at;
    Arena arena; /* of the case */
    ValueList list;
    bool reasons, generic;
    unsigned every, seen, passed, failed, refused, errors, broken, unread, too_large;
    unsigned meshless;
} Test;

/* Sums in another order, functions that are composed of others. */
static double tolerance(DType t) {
    switch (t) {
    case DTYPE_FLOAT64: return 1e-11;
    case DTYPE_FLOAT32: return 1e-5;
    case DTYPE_FLOAT16: return 2e-3;
    default: return 2e-2;
    }
}

static const char *compare(Arena *arena, const Tensors *have, const Tensors *want) {
    if (have->len != want->len) return "another number of outputs";
    for (size_t i = 0; i < want->len; i++) {
        const double most = tolerance(want->at[i]->dtype);
        const TensorNear how = {.mode = TENSOR_NEAR, .rtol = most, .atol = most};
        TensorDifference d;
        if (!tensor_near(have->at[i], want->at[i], &how, &d))
            return d.other_type ? "an output of another type" : tensor_difference_text(arena, &d);
    }
    return NULL;
}

static bool evaluate(Test *t, IrModule *m, IrFunction *fn, Value *const *args, uint32_t n,
                     Tensors *out) {
    diag_begin(t->ctx);
    Evaluator *evaluator = eval_new(m, &t->arena);
    Value *result = eval_function(evaluator, fn, args, n, &t->list);
    eval_end(evaluator);
    if (result) flatten_value(&t->list, &t->arena, result, out);
    return result != NULL;
}

static const char *first_message(Test *t) {
    const size_t n = t->ctx->diags->diags.len;
    if (!n) return "nothing is said";
    const Diag *d = &t->ctx->diags->diags.at[0];
    return arena_printf(&t->arena, "%s: %s", d->message, d->found ? d->found : "");
}

/* NULL: the same. *count: that of what was read and does not run, or of what is not read. */
static const char *read_and_run(Test *t, Str text, const char *name, const Tensors *inputs,
                                const Tensors *want, unsigned **count) {
    diag_begin(t->ctx);
    IrModule *m = stablehlo_read(t->ctx, &t->ops, "what is written", text, NULL);
    if (!m) {
        *count = &t->unread;
        return first_message(t);
    }
    const char *what = NULL;
    IrGlobal *g = ir_global_find(m, str_c(name));
    Tensors have = {.at = NULL};
    Value **args = ARENA_ARRAY(&t->arena, Value *, inputs->len + 1);
    for (size_t i = 0; i < inputs->len; i++)
        args[i] = value_tensor(&t->list, tensor_ref((Tensor *)inputs->at[i]));
    const bool fits = ir_verify(m, IR_PROP_ALL) && g && g->function->params.len == inputs->len;
    if (!fits) {
        what = first_message(t);
    } else if (!evaluate(t, m, g->function, args, (uint32_t)inputs->len, &have)) {
        what = first_message(t);
        *count = &t->broken;
    } else {
        what = compare(&t->arena, &have, want);
    }
    ir_module_free(m);
    return what;
}

/* An element of a loop takes the evaluator some 100 us. */
static bool has_many(const Tensors *all) {
    enum { ELEMENTS_MAX = 600 };
    size_t n = 0;
    for (size_t i = 0; i < all->len; i++) n += all->at[i]->count;
    return n > ELEMENTS_MAX;
}

/* Ranks meet in it, and no mesh says how many there are: it has a form for one process alone. */
static bool lacks_mesh(const IrModule *m) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        for (const IrBinding *b = fn && fn->body ? fn->body->first : NULL; b; b = b->next) {
            if (b->kind == IR_BIND_CALL && (b->op->flags & OP_WORKERS)) return !ccl_mesh(fn);
        }
    }
    return false;
}

static void try_function(Test *t, IrModule *m, IrFunction *fn) {
    const size_t n = fn->params.len;
    Value **args = ARENA_ARRAY(&t->arena, Value *, n + 1);
    Tensors inputs = {.at = NULL}, want = {.at = NULL};
    DrawNames defaulted = {.at = NULL};
    Str text;
    if (lacks_mesh(m)) {
        t->meshless++;
        return;
    }
    if (!draw_inputs(fn, (DrawBy){.seed = 0}, args, &t->list, &t->arena, &defaulted)) return;
    for (size_t i = 0; i < n; i++) flatten_value(&t->list, &t->arena, args[i], &inputs);
    if (has_many(&inputs)) {
        t->too_large++;
        return;
    }
    if (!evaluate(t, m, fn, args, (uint32_t)n, &want)) {
        t->errors++;
        return;
    }
    if (has_many(&want)) {
        t->too_large++;
        return;
    }
    diag_begin(t->ctx);
    if (!api_stablehlo_text(m, &t->arena, !t->generic, &text)) {
        t->refused++;
        if (t->reasons) printf("%s:%u: refused: %s\n", t->file, t->at.line, first_message(t));
        return;
    }
    unsigned *count = NULL;
    const char *what = read_and_run(t, text, fn->name, &inputs, &want, &count);
    if (count) {
        ++*count;
        printf("%s:%u: it %s: %s\n", t->file, t->at.line,
               count == &t->unread ? "is refused" : "fails", what);
        return;
    }
    *(what ? &t->failed : &t->passed) += 1;
    if (what)
        printf("%s:%u: FAILED: %.*s: %s\n%.*s\n", t->file, t->at.line, (int)t->at.title.len,
               t->at.title.ptr, what, (int)t->at.input.len, t->at.input.ptr);
}

static void try_case(void *user, const char *file, Case at) {
    Test *t = user;
    t->file = file;
    t->at = at;
    Boundary boundary;
    if (t->every && t->seen++ % t->every) return;
    CTX_ENTER(t->ctx, &boundary) {
        diag_begin(t->ctx);
        ctx_restart(t->ctx);
        IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, t->at.input);
        if (m && choose_function(m) && ir_verify(m, IR_PROP_ALL)) {
            arena_init(&t->arena, t->ctx);
            value_list_init(&t->list, t->ctx);
            try_function(t, m, choose_function(m));
            value_list_fini(&t->list);
            arena_fini(&t->arena);
        }
        if (m) ir_module_free(m);
    }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++; /* for the evaluator */
}

int test_written_stablehlo(int argc, char **argv) {
    Ctx ctx;
    static Test t;
    static unsigned least = 1, most, broken, unread; /* static: of use behind the boundary */
    Arena table;
    ctx_init(&ctx, allocator_libc(), io_libc());
    t.ctx = &ctx;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        stablehlo_register(&t.ops, &table);
        for (int i = 1; i < argc; i++) {
            unsigned *number = strcmp(argv[i], "--every") == 0     ? &t.every
                               : strcmp(argv[i], "--least") == 0   ? &least
                               : strcmp(argv[i], "--refused") == 0 ? &most
                               : strcmp(argv[i], "--broken") == 0  ? &broken
                               : strcmp(argv[i], "--unread") == 0  ? &unread
                                                                   : NULL;
            if (strcmp(argv[i], "--generic") == 0) {
                t.generic = true;
            } else if (strcmp(argv[i], "--reasons") == 0) {
                t.reasons = true;
            } else if (number && i + 1 < argc) {
                *number = (unsigned)atoi(argv[++i]);
            } else {
                t.failed += !cases_of_file(&ctx, argv[i], try_case, &t);
            }
        }
        arena_fini(&table);
    }
    t.failed += ctx_leave(&ctx, &boundary) != STATUS_OK;
    ctx_fini(&ctx);
    printf(
        "%u of them fail in the run, %u only when read again, %u are not read again, %u refused, "
        "%u too large to run, %u of ranks without a mesh\n",
        t.errors, t.broken, t.unread, t.refused, t.too_large, t.meshless);
    if (t.passed < least || t.refused > most || t.broken > broken || t.unread > unread) {
        printf("at least %u should have been compared, at most %u refused, %u fail, %u not read\n",
               least, most, broken, unread);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
