/* SPDX-License-Identifier: Apache-2.0 */
/* Calls and graphs that are drawn: tenon-test sample [SEEDS [GRAPHS [OPERATOR]]]
 *
 * Of each operator, SEEDS calls: each is accepted, verified, prints and parses back equal, and runs
 * with drawn inputs without a report, to a result of the type that was inferred, where the operator
 * has a meaning. They are of five kinds or more by the operands' types. GRAPHS random graphs of 1
 * to 60 calls: the same, and each operator occurs in some. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "ops/sample.h"

enum { SIGNATURES = 5, SIGNATURES_MAX = 512, SHOWN = 3 };

/* Operators whose operands have fewer kinds, and why. */
static const struct {
    const char *name;
    size_t signatures;
} few[] = {
    {"arange", 4},   /* integers or floats, with or without an end */
    {"ccl.rank", 1}, /* it has none */
    {"eye", 2},      /* with or without m */
    {"tensor_to_shape", 2},
};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    int passed, failed, shown;
    size_t calls, bindings, params, elements;
} Test;

static void show(Test *t, const char *what, const char *name, uint64_t seed, IrModule *m) {
    if (t->shown++ >= SHOWN) return;
    Arena arena;
    StrBuf out;
    arena_init(&arena, t->ctx);
    strbuf_init(&out, &arena);
    strbuf_printf(&out, "%s, seed %llu: %s\n", name, (unsigned long long)seed, what);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &out);
    if (m) ir_text_print(m, &out);
    fwrite(out.text.at, 1, out.text.len, stdout);
    arena_fini(&arena);
}

static bool round_trip(Test *t, IrModule *m) {
    Arena arena;
    StrBuf text, why;
    arena_init(&arena, t->ctx);
    strbuf_init(&text, &arena);
    strbuf_init(&why, &arena);
    ir_text_print(m, &text);
    IrModule *again = ir_text_parse(t->ctx, &t->ops, "printed", (Str){text.text.at, text.text.len});
    bool ok = again && ir_module_equal(m, again, &why);
    if (why.text.len) fwrite(why.text.at, 1, why.text.len, stdout);
    ir_module_free(again);
    arena_fini(&arena);
    return ok;
}

static const IrDim *in_run(void *user, IrSymbol *symbol) {
    (void)symbol;
    return ir_dim_const(user, SAMPLE_SYMBOL);
}

/* The value is of the type that was inferred, every extent as it said. */
static bool has_type(IrModule *m, const IrType *t, const Value *v) {
    const bool is_tensor = t->kind == IR_TYPE_TENSOR;
    switch (t->kind) {
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE: {
        if (v->kind != (is_tensor ? VALUE_TENSOR : VALUE_SHAPE)) return false;
        if (is_tensor && t->dtype != DTYPE_VOID && t->dtype != v->tensor->dtype) return false;
        const int64_t *dims = is_tensor ? v->tensor->dims : v->dims,
                      ndim = is_tensor ? v->tensor->ndim : v->n;
        if (t->ndim != IR_NDIM_UNKNOWN && t->ndim != ndim) return false;
        for (int32_t i = 0; t->dims && i < t->ndim; i++) {
            if (!ir_dim_is(ir_dim_map(m, t->dims[i], in_run, m), dims[i])) return false;
        }
        return true;
    }
    case IR_TYPE_TUPLE: {
        bool ok = v->kind == VALUE_TUPLE && v->n == t->n;
        for (uint32_t i = 0; ok && i < t->n; i++) ok = has_type(m, t->fields[i], v->items[i]);
        return ok;
    }
    case IR_TYPE_PRIM: return v->kind == VALUE_PRIM && v->dtype == t->dtype;
    default: return true;
    }
}

static bool run(Test *t, IrFunction *fn, uint64_t seed) {
    Arena arena;
    ValueList list;
    arena_init(&arena, t->ctx);
    value_list_init(&list, t->ctx);
    DrawNames defaulted = {0};
    Value **inputs = ARENA_ARRAY(&arena, Value *, fn->params.len + 1);
    bool ok = draw_inputs(fn, (DrawBy){.seed = seed}, inputs, &list, &arena, &defaulted);
    Evaluator *e = eval_new(fn->module, &arena);
    const Value *v = ok ? eval_function(e, fn, inputs, (uint32_t)fn->params.len, &list) : NULL;
    ok = v != NULL;
    if (ok && !has_type(fn->module, fn->result, v)) {
        printf("the result is not of the type that was inferred\n");
        ok = false;
    }
    eval_end(e);
    value_list_fini(&list);
    arena_fini(&arena);
    return ok;
}

static bool has_meaning(const OpDef *op) {
    return op->lower || op->decompose || op->identity || op->structural;
}

/* What is wrong with the function, or NULL. */
static const char *check(Test *t, IrModule *m, IrFunction *fn, uint64_t seed, bool runs) {
    if (!fn) return "a call is refused";
    if (diag_errors(t->ctx)) return "a report";
    if (!ir_verify(m, IR_PROP_ALL)) return "the verifier refuses it";
    if (!round_trip(t, m)) return "it does not print and parse back";
    if (runs && !run(t, fn, seed)) return "it does not run";
    return diag_errors(t->ctx) ? "a report" : NULL;
}

/* Every other seed with symbols. */
static SampleOptions options(uint64_t seed) {
    return (SampleOptions){.symbolic = seed % 2, .reuse = 85, .consts = 15};
}

static uint64_t signature(const IrFunction *fn) {
    uint64_t h = 0;
    const IrOperands *list = &fn->body->last->operands;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        h = h * 31 + o->kind;
        const bool is_typed = o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM;
        if (!is_typed && o->kind != IR_OPERAND_VAR && o->kind != IR_OPERAND_CONST) continue;
        const IrType *type = is_typed                    ? o->type
                             : o->kind == IR_OPERAND_VAR ? o->var->type
                                                         : o->constant->type;
        h = h * 31 + (uint64_t)type->kind * 1000 + (uint64_t)type->dtype * 10 +
            (uint64_t)(type->ndim + 1);
    }
    return h;
}

static void check_op(Test *t, const OpDef *op, uint64_t seeds) {
    uint64_t seen[SIGNATURES_MAX];
    size_t n_seen = 0;
    const char *wrong = NULL;
    t->shown = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        diag_begin(t->ctx);
        IrModule *m = ir_module_new(t->ctx, &t->ops);
        IrFunction *fn = sample_call(m, op, "main", seed, options(seed));
        const char *what = check(t, m, fn, seed, has_meaning(op));
        if (what) {
            wrong = what;
            show(t, what, op->name, seed, fn ? m : NULL);
        } else {
            uint64_t h = signature(fn);
            size_t i = 0;
            while (i < n_seen && seen[i] != h) i++;
            if (i == n_seen && n_seen < SIGNATURES_MAX) seen[n_seen++] = h;
            t->calls++;
        }
        ir_module_free(m);
    }
    size_t least = SIGNATURES;
    for (size_t i = 0; i < ARRAY_LEN(few); i++) {
        if (strcmp(few[i].name, op->name) == 0) least = few[i].signatures;
    }
    if (seeds >= 200 && n_seen < least) {
        printf("R.%s: only %zu kinds of operands\n", op->name, n_seen);
        wrong = "few kinds";
    }
    *(wrong ? &t->failed : &t->passed) += 1;
}

static void check_graph(Test *t, uint64_t seed, size_t *counts) {
    diag_begin(t->ctx);
    t->shown = 0;
    IrModule *m = ir_module_new(t->ctx, &t->ops);
    IrFunction *fn = sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 60), options(seed / 2));
    const char *what = check(t, m, fn, seed, true);
    if (what) show(t, what, "graph", seed, fn ? m : NULL);
    *(what ? &t->failed : &t->passed) += 1;
    for (IrBinding *b = fn ? fn->body->first : NULL; b; b = b->next) {
        t->bindings++;
        if (b->kind != IR_BIND_CALL) continue;
        for (size_t i = 0; i < t->ops.n; i++) counts[i] += t->ops.ops[i] == b->op;
    }
    if (fn) t->params += fn->params.len;
    ir_module_free(m);
}

int test_sample(int argc, char **argv) {
    const uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 200,
                   graphs = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        size_t *counts = ARENA_ARRAY(&table, size_t, t.ops.n);
        for (size_t i = 0; i < t.ops.n; i++) {
            if (t.ops.ops[i]->sample && (argc < 4 || strcmp(argv[3], t.ops.ops[i]->name) == 0))
                check_op(&t, t.ops.ops[i], seeds);
        }
        for (uint64_t seed = 0; seed < graphs; seed++) check_graph(&t, seed, counts);
        for (size_t i = 0; graphs >= 300 && i < t.ops.n; i++) {
            if (counts[i] || !sample_fits_graph(t.ops.ops[i])) continue;
            printf("R.%s is in no graph\n", t.ops.ops[i]->name);
            t.failed++;
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    printf("%zu calls; graphs: %zu bindings, %zu parameters\n", t.calls, t.bindings, t.params);
    ctx_fini(&ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
