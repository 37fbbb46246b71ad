/* SPDX-License-Identifier: Apache-2.0 */
/* loop/verify*.c: each thing that is checked of a function's form, broken by hand and found. */
#include "loop/interp.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "loop_programs.h"
#include "unit_errors.h"
#include "unit_arena.h"

static void sound_programs(void **state) {
    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        LoopBounds bounds = {0};
        const LoopFn *fn = program(&arena, i);
        if (!loop_verify(&ctx, fn, &bounds))
            fail_msg("%s: %s", fn->name, unit_errors(&ctx, &arena, false));
        assert_int_equal(bounds.refuted, 0);
        bool data_dependent = i == 8 || i == 9; /* sort, gather */
        if (data_dependent != (bounds.unknown > 0))
            fail_msg("%s: %d unknown", fn->name, (int)bounds.unknown);
        assert_true(bounds.proved > 0);
    }
    assert_true(loop_verify(&ctx, program(&arena, 0), NULL));
}

/* --- Ill-formed functions --- */

/* A function with everything in it, whose parts the cases break. */
typedef struct {
    LoopFn *fn, *callee;
    LoopStmt *store, *let, *alloc, *loop, *inner, *branch, *call, *last;
    LoopBuffer *A, *C, *local;
    LoopVar *i, *x, *n;
    LoopExpr *load, *sum, *constant, *cast, *bits, *select, *use;
    LoopBuilder b;
} Victim;

#define MUT(T, p) ((T *)(uintptr_t)(p))

static void make(Victim *v) {
    LoopBuilder *b = &v->b;
    loop_builder_init(b, &arena, "callee");
    loop_param(b, "a", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(loop_index(b, 4)), 1, NULL);
    loop_param(b, "b", LOOP_BUFFER_OUTPUT, DTYPE_INT64, EXPRS(loop_index(b, 4)), 1, NULL);
    v->callee = loop_builder_finish(b);
    loop_builder_init(b, &arena, "victim");
    v->n = MUT(LoopVar, loop_size(b, "n"));
    v->A = MUT(LoopBuffer, loop_param(b, "A", LOOP_BUFFER_INPUT, DTYPE_INT64,
                                      EXPRS(loop_var(b, v->n)), 1, NULL));
    v->C = MUT(LoopBuffer, loop_param(b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64,
                                      EXPRS(loop_index(b, 4)), 1, EXPRS(loop_index(b, 1))));
    v->local = MUT(LoopBuffer, loop_local(b, "w", DTYPE_INT64, EXPRS(loop_index(b, 4)), 1));
    v->alloc = v->b.fn->body;
    v->i = MUT(LoopVar, loop_begin_for(b, "i", loop_index(b, 4), LOOP_SERIAL, 0));
    v->loop = v->alloc->next;
    const LoopExpr *i = loop_var(b, v->i);
    v->load = MUT(LoopExpr, loop_load(b, v->A, EXPRS(i)));
    v->x = MUT(LoopVar, loop_let(b, "x", v->load));
    v->let = v->loop->body;
    v->use = MUT(LoopExpr, loop_var(b, v->x));
    v->cast = MUT(LoopExpr, loop_cast(b, DTYPE_FLOAT64, v->use));
    v->bits = MUT(LoopExpr, loop_reinterpret(b, DTYPE_INT64, v->cast));
    v->constant = MUT(LoopExpr, loop_index(b, 3));
    v->sum = MUT(LoopExpr, p_add(b, v->bits, v->constant));
    v->select = MUT(LoopExpr, loop_select(b, p_lt(b, v->use, v->constant), v->sum, v->use));
    loop_store(b, v->C, EXPRS(i), v->select);
    v->store = v->let->next;
    loop_begin_if(b, p_lt(b, v->use, v->constant));
    v->branch = v->store->next;
    loop_begin_for(b, "j", loop_index(b, 2), LOOP_SERIAL, 4);
    v->inner = v->branch->body;
    loop_end(b);
    loop_end(b);
    loop_end(b);
    loop_call(b, v->callee, (const LoopBuffer *[]){v->local, v->C});
    v->call = v->loop->next;
    loop_store(b, v->C, EXPRS(loop_index(b, 0)), loop_index(b, 1));
    v->last = v->call->next;
    v->fn = loop_builder_finish(b);
}

#define FORM_CASES(X)                                                                              \
    X(v->use->var = v->i; v->last->value = v->use, "the variable 'i' outside its scope")           \
    X(v->last->value = v->use, "the variable 'x' outside its scope")                               \
    X(v->let->value = v->use, "the variable 'x' outside its scope")                                \
    X(v->loop->value = loop_var(b, v->i), "the variable 'i' outside its scope")                    \
    X(v->last->value = loop_var(b, loop_size(b, "z"));                                             \
      v->fn->sizes.len--, "the variable 'z' outside its scope")                                    \
    X(v->alloc->next = v->loop->next; v->fn->body = v->loop; v->loop->next = v->alloc;             \
      v->alloc->next = NULL; v->store->buffer = v->local, "the buffer 'w' outside its scope")      \
    X(v->store->buffer = NULL, "the buffer '' outside its scope")                                  \
    X(v->use->dtype = DTYPE_INT32, "the variable 'x'")                                             \
    X(v->load->dtype = DTYPE_INT32, "a load of 'A'")                                               \
    X(v->load->n = 0, "the number of indices of 'A'")                                              \
    X(v->store->n = 2, "the number of indices of 'C'")                                             \
    X(v->store->indices = EXPRS(loop_float(b, DTYPE_FLOAT32, 1)), "an index of 'C'")               \
    X(v->store->value = loop_int(b, DTYPE_INT8, 1), "the value stored to 'C'")                     \
    X(v->store->buffer = v->A, "a store to the input 'A'")                                         \
    X(v->constant->dtype = DTYPE_INT8; v->constant->i = 300, "a constant that is no int8")         \
    X(v->constant->dtype = DTYPE_FLOAT32; v->constant->f = 0.1, "a constant that is no float32")   \
    X(v->constant->dtype = DTYPE_VOID, "a constant that is no void")                               \
    X(v->constant->dtype = DTYPE_INT8, "an operand of +")                                          \
    X(v->sum->n = 1, "the operands of +")                                                          \
    X(v->sum->dtype = DTYPE_INT32, "the result of +")                                              \
    X(v->sum->kind = LOOP_DIV, "an operand of /")                                                  \
    X(v->sum->kind = LOOP_AND, "an operand of And")                                                \
    X(v->sum->kind = LOOP_EXPR_COUNT, "an expression of no kind")                                  \
    X(MUT(LoopExpr, v->select->args[0])->dtype = DTYPE_INT64, "the result of <")                   \
    X(v->cast->n = 0, "a cast")                                                                    \
    X(v->cast->dtype = DTYPE_VOID, "a cast")                                                       \
    X(v->bits->dtype = DTYPE_INT32, "a reinterpret")                                               \
    X(v->loop->value = loop_int(b, DTYPE_INT32, 1), "a loop's extent")                             \
    X(v->branch->value = loop_index(b, 1), "a condition")                                          \
    X(v->inner->lanes = 3,                                                                         \
      "the lanes of a reduction are no power of two up to 64, or its loop is not serial")          \
    X(v->inner->lanes = 128,                                                                       \
      "the lanes of a reduction are no power of two up to 64, or its loop is not serial")          \
    X(v->inner->for_kind = LOOP_VECTOR,                                                            \
      "the lanes of a reduction are no power of two up to 64, or its loop is not serial")          \
    X(v->i->kind = LOOP_VAR_LET, "the variable 'i' is not of this kind, or bound twice")           \
    X(v->i->dtype = DTYPE_INT32, "the variable 'i' is not of this kind, or bound twice")           \
    X(v->inner->var = v->i, "the variable 'i' is not of this kind, or bound twice")                \
    X(v->x->id = 99, "the variable 'x' is not of this kind, or bound twice")                       \
    X(v->x->dtype = DTYPE_INT8, "the value of 'x'")                                                \
    X(v->let->var = v->n, "the variable 'n' is not of this kind, or bound twice")                  \
    X(v->local->kind = LOOP_BUFFER_INPUT, "the buffer 'w' is allocated and no plain local")        \
    X(v->local->strides = v->local->dims, "the buffer 'w' is allocated and no plain local")        \
    X(v->local->id = 0, "the buffer 'w' is bound twice")                                           \
    X(v->local->dtype = DTYPE_VOID, "the buffer 'w' has no dtype, or too high a rank")             \
    X(v->local->dims = EXPRS(loop_load(b, v->C, EXPRS(loop_index(b, 0)))),                         \
      "an extent of 'w' is not made of constants and sizes")                                       \
    X(v->local->dims = EXPRS(loop_index(b, -1)), "a negative extent of 'w'")                       \
    X(v->local->dims = EXPRS(loop_int(b, DTYPE_INT8, 1)), "an extent")                             \
    X(v->C->strides = EXPRS(loop_load(b, v->A, EXPRS(loop_index(b, 0)))),                          \
      "a stride of 'C' is not made of constants and sizes")                                        \
    X(v->C->kind = LOOP_BUFFER_INPUT, "the parameter 'C' is not of its place's kind")              \
    X(v->fn->n_outputs = 2, "the parameter 'A' is not of its place's kind")                        \
    X(v->fn->n_outputs = 3, "the number of outputs")                                               \
    X(v->A->dims = v->C->dims, "no extent binds the size 'n'")                                     \
    X(v->n->kind = LOOP_VAR_INDEX, "the variable 'n' is not of this kind, or bound twice")         \
    X(v->fn->n_scalars = 9, "the number of scalar parameters")                                     \
    X(v->callee->n_scalars = 1, "a call of 'callee', which has scalar parameters")                 \
    X(v->call->n = 1, "the arguments of a call")                                                   \
    X(v->call->callee = NULL, "the arguments of a call")                                           \
    X(v->call->buffers = BUFFERS(NULL, v->C), "the buffer '' outside its scope")                   \
    X(MUT(LoopBuffer, v->callee->params.at[0])->dtype = DTYPE_INT8, "the argument 'w' of a call")  \
    X(MUT(LoopBuffer, v->callee->params.at[0])->ndim = 0,                                          \
      "the rank of the argument 'w' of a call")                                                    \
    X(v->call->buffers = BUFFERS(v->C, v->A), "the input 'A' is passed as an output")              \
    X(v->callee->body = v->call; v->call->next = NULL, "recursion")                                \
    X(v->last->kind = (LoopStmtKind)99, "a statement of no kind")

#define BUFFERS(...) ((const LoopBuffer *const[]){__VA_ARGS__})

static void ill_formed(void **state) {
    (void)state;
    int cases = 0;
    Victim victim, *v = &victim;
    LoopBuilder *b = &v->b;
    make(v);
    if (!loop_verify(&ctx, v->fn, NULL)) fail_msg("%s", unit_errors(&ctx, &arena, false));
#define CASE(change, want)                                                                         \
    {                                                                                              \
        make(v);                                                                                   \
        diag_begin(&ctx);                                                                          \
        change;                                                                                    \
        assert_false(loop_verify(&ctx, v->fn, NULL));                                              \
        bool found = false;                                                                        \
        for (size_t k = 0; k < ctx.diags->diags.len; k++) {                                        \
            const Diag *d = &ctx.diags->diags.at[k];                                               \
            assert_int_equal(d->id, DIAG_LOOP_FORM);                                               \
            const char *colon = strstr(d->message, "ill-formed: ");                                \
            found |= strcmp(colon + 12, want) == 0;                                                \
        }                                                                                          \
        if (!found) fail_msg("%s: %s", #change, ctx.diags->diags.at[0].message);                   \
        cases++;                                                                                   \
    }
    FORM_CASES(CASE)
    printf("%d broken functions\n", cases);
}

static void too_deep(void **state) {
    (void)state;
    ctx.limits.depth = 20;
    for (int what = 0; what < 3; what++) {
        for (int n = 15; n < 30; n++) {
            LoopBuilder b;
            const LoopFn *callee = NULL;
            for (int i = 0; i < (what == 2 ? n : 1); i++) {
                loop_builder_init(&b, &arena, "f");
                const LoopBuffer *C =
                    loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
                const LoopExpr *e = loop_get(&b, C);
                for (int k = 1; what == 0 && k < n; k++) e = loop_op1(&b, LOOP_NEG, e);
                for (int k = 1; what == 1 && k < n; k++)
                    loop_begin_while(&b, p_lt(&b, e, loop_index(&b, 0)));
                if (callee) loop_call(&b, callee, BUFFERS(C));
                loop_set(&b, C, e);
                for (int k = 1; what == 1 && k < n; k++) loop_end(&b);
                callee = loop_builder_finish(&b);
            }
            diag_begin(&ctx);
            assert_int_equal(loop_verify(&ctx, callee, NULL), n <= 20);
        }
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(sound_programs), TEST(ill_formed), TEST(too_deep))
