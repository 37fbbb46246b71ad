/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of operators: loops_test [--least N] FILE.test ...
 *
 * Of every call of a core operator in the files' cases (with the types as they stand there, symbols and
 * all), and of SAMPLES drawn calls of each core operator, the loop function passes the loop verifier,
 * prints, parses back equal, and prints again as the same text. --least: how many there must be. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

enum { SAMPLES = 40, SHOWN = 5 };

typedef struct {
    Ctx *ctx;
    OpTable ops;
    int passed, failed;
    size_t unknown; /* calls of core operators whose types do not say enough */
} Test;

/* The call's loops as the evaluator would make them for such types; NULL: its types do not say enough. */
static const LoopFn *loops_of(IrBinding *b, Arena *arena) {
    IrModule *m = b->block->body->function->module;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrType **types = ARENA_ARRAY(arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(arena, double, (size_t)n + 1);
    IrArg *args = ARENA_ARRAY(arena, IrArg, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&b->operands, i);
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_PRIM) floats[i] = o->f;
        args[i] = (IrArg){.operand = o, .type = types[i]};
    }
    const IrAttr *attrs;
    const IrType *result = ir_infer_binding(b, &attrs);
    if (result && result->kind == IR_TYPE_TENSOR && !result->dims && b->op->bound) {
        if (args[0].type->kind != IR_TYPE_TENSOR || !args[0].type->dims) return NULL;
        IrInfer in = {.m = m, .op = b->op, .args = args, .n_args = n, .attrs = ARENA_ARRAY(arena, IrAttr, (size_t)op_n_attrs(b->op) + 1)};
        for (uint32_t i = 0; i < op_n_attrs(b->op); i++) in.attrs[i] = attrs[i];
        const IrType *bound = b->op->bound(&in);
        const IrDim *ndim = ir_dim_const(m, bound->ndim);
        result = ir_type_tuple(m, (const IrType *[]){bound, ir_type_tensor(m, &ndim, 1, DTYPE_INT64)}, 2);
    }
    IrSymbols scalars = {.at = NULL};
    return result ? lower_call(m, b->op, types, floats, n, attrs, result, arena, &scalars) : NULL;
}

static const char *check(Test *t, const LoopFn *fn, Arena *arena, StrBuf *text) {
    strbuf_init(text, arena);
    loop_text_print(&fn, 1, text);
    if (!loop_verify(t->ctx, fn, NULL)) return "the verifier refuses it";
    LoopFns again = {.at = NULL};
    if (!loop_text_parse(t->ctx, arena, "printed", (Str){text->text.at, text->text.len}, &again)) return "it does not parse back";
    const LoopFn *back = again.at[again.len - 1];
    if (!loop_equal(fn, back)) return "what parses back is not equal";
    if (!loop_verify(t->ctx, back, NULL)) return "the verifier refuses what parses back";
    StrBuf twice;
    strbuf_init(&twice, arena);
    loop_text_print(&back, 1, &twice);
    const bool same = twice.text.len == text->text.len && memcmp(twice.text.at, text->text.at, twice.text.len) == 0;
    return same ? NULL : "it prints otherwise the second time";
}

static void check_call(Test *t, IrBinding *b, const char *where) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, t->ctx);
    diag_begin(t->ctx);
    const LoopFn *fn = loops_of(b, &arena);
    const char *what = fn ? check(t, fn, &arena, &text) : NULL;
    if (!fn) t->unknown++;
    if (what && t->failed < SHOWN) {
        printf("%s: R.%s: %s\n", where, b->op->name, what);
        StrBuf reports;
        strbuf_init(&reports, &arena);
        for (size_t i = 0; i < t->ctx->diags->diags.len; i++) diag_print(&t->ctx->diags->diags.at[i], &reports);
        if (reports.text.len) fwrite(reports.text.at, 1, reports.text.len, stdout);
        fwrite(text.text.at, 1, text.text.len, stdout);
    }
    if (fn) *(what ? &t->failed : &t->passed) += 1;
    arena_fini(&arena);
}

static void check_module(Test *t, IrModule *m, const char *where) {
    for (size_t i = 0; m && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_CALL && b->op->lower) check_call(t, b, where);
        }
    }
}

static void check_file(Test *t, const char *path) {
    const char *data;
    size_t size;
    if (t->ctx->io.read(t->ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s cannot be read\n", path);
        t->failed++;
        return;
    }
    Cases cases;
    Case c;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) {
        diag_begin(t->ctx);
        IrModule *m = ir_text_parse(t->ctx, &t->ops, path, c.input);
        check_module(t, m, path);
        ir_module_free(m);
    }
    t->ctx->io.release(t->ctx->io.user, data, size);
}

static void check_samples(Test *t, const OpDef *op) {
    for (uint64_t seed = 0; seed < SAMPLES; seed++) {
        diag_begin(t->ctx);
        IrModule *m = ir_module_new(t->ctx, &t->ops);
        if (sample_call(m, op, "f", seed, (SampleOptions){.symbolic = seed % 2, .reuse = 50})) check_module(t, m, "a drawn call");
        ir_module_free(m);
    }
}

int main(int argc, char **argv) {
    const bool counted = argc > 2 && strcmp(argv[1], "--least") == 0;
    const int least = counted ? atoi(argv[2]) : 0, first = counted ? 3 : 1;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (int i = first; i < argc; i++) check_file(&t, argv[i]);
        printf("%d loop functions of the files; %zu calls whose types do not say enough\n", t.passed + t.failed, t.unknown);
        if (t.passed + t.failed < least) {
            printf("there should be %d\n", least);
            t.failed++;
        }
        for (size_t i = 0; i < t.ops.n; i++) {
            if (t.ops.ops[i]->lower && t.ops.ops[i]->sample) check_samples(&t, t.ops.ops[i]);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
