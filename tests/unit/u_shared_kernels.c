/* SPDX-License-Identifier: Apache-2.0 */
/* backend/flat.c: which calls have one kernel, and with which extents. */
#include "unit.h"

#include "backend/lower.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/manager.h"

#define MAIN(params) "@R.function\ndef main(" params "):\n"
enum { CALLS_MAX = 64 };
#define X "x: R.Tensor((64,), \"float32\")"

static int64_t no_work(void *user, const LoopFn *fn) {
    (void)user;
    (void)fn;
    return 0;
}

typedef struct {
    Ctx ctx;
    Arena arena;
    OpTable ops;
} World;

static void world_init(World *w) {
    ctx_init(&w->ctx, allocator_libc(), io_libc());
    arena_init(&w->arena, &w->ctx);
    ops_table_init(&w->ops, &w->arena);
    diag_begin(&w->ctx);
}

static void world_fini(World *w) {
    arena_fini(&w->arena);
    ctx_fini(&w->ctx);
}

static BeModule *lower(World *w, IrModule *m, const char *const *list, const char *function) {
    static const BeTarget target = {.work = no_work, .has_offsets = true, .donates = true};
    for (; *list; list++) {
        const Pass *pass = pass_parse(&w->ctx, &w->ops, &w->arena, str_c(*list));
        PassRun run = {.holds = 0};
        if (!pass_run_list(m, &pass, 1, &run)) return NULL;
    }
    const IrGlobal *g = ir_global_find(m, str_c(function));
    return g ? be_module_lower(m, g->function, &target, &w->arena) : NULL;
}

/* Kernels of a module, and what its calls of them have as sizes; 0: none, as they are other
 * kernels. */
static const struct {
    const char *text;
    uint32_t kernels;
    int64_t sizes[6];
} shared[] = {
    /* Of three shapes, in place and not; one is that of a branch. */
    {MAIN(
         X
         ", y: R.Tensor((3, 5), \"float32\"), z: R.Tensor((2, 1, 9), \"float32\"), c: R.Tensor((), \"bool\")") "    a = R.exp(x)\n    b = R.exp(y)\n    d = R.sin(a)\n    e = R.sin(b)\n"
                                                                                                               "    if c:\n        g = R.sin(z)\n    else:\n        g = R.exp(z)\n    return (d, e, g)\n",
     3,
     {64, 15, 64, 15, 0, 18}},
    /* Another operation, a row for each, a large buffer. */
    {MAIN(
         X
         ", y: R.Tensor((3, 5), \"float32\"), z: R.Tensor((5,), \"float32\"), u: R.Tensor((2048, 2048), \"float32\")") "    a = R.exp(x)\n    b = R.sin(y)\n    d = R.add(y, z)\n    e = R.exp(u)\n    return (a, b, d, e)\n",
     4,
     {0, 0, 0, 0}},
    /* The same scalar for both. */
    {MAIN(
         X
         ", y: R.Tensor((3, 5), \"float32\"), s: R.Tensor((), \"float32\"), r: R.Tensor((1, 1), \"float32\")") "    a = R.multiply(x, s)\n    b = R.multiply(y, r)\n    d = R.multiply(s, x)\n    return (a, b, d)\n",
     2,
     {64, 15, 0}},
};

static void collect_sizes(const BeSteps *steps, int64_t *out, uint32_t *n) {
    for (const BeStep *s = steps->first; s; s = s->next) {
        for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++)
            collect_sizes(&s->branch.bodies[k], out, n);
        if (s->kind != BE_STEP_LOOPS) continue;
        assert_true(*n < CALLS_MAX);
        int64_t *to = &out[(*n)++];
        if (s->loops.n_sizes) assert_true(ir_dim_is_const(s->loops.sizes[0], to));
    }
}

static void equal_forms_are_one_kernel(void **unused) {
    static const char *const list[] = {"LegalizeOps(loops)", NULL};
    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(shared); i++) {
        World w;
        world_init(&w);
        int64_t sizes[CALLS_MAX] = {0};
        uint32_t n = 0, calls = 0;
        IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", str_c(shared[i].text));
        BeModule *module = m ? lower(&w, m, list, "main") : NULL;
        if (!module) fail_msg("case %zu is refused", i);
        be_host_program(module, &(BeLowering){.verifies = true});
        collect_sizes(&module->fns.at[0]->steps, sizes, &n);
        for (size_t k = 0; k < module->loops.len; k++) calls += module->loops.at[k]->n_calls;
        assert_int_equal(calls, n);
        if (module->loops.len != shared[i].kernels)
            fail_msg("case %zu: %zu kernels", i, module->loops.len);
        assert_true(n <= ARRAY_LEN(shared->sizes));
        for (uint32_t k = 0; k < n; k++) {
            if (sizes[k] != shared[i].sizes[k])
                fail_msg("case %zu, call %u: of %lld", i, k, (long long)sizes[k]);
        }
        ir_module_free(m);
        world_fini(&w);
    }
}

/* A step of training with a parameter of each shape: how many kernels its updates are. */
static void updates_are_one_kernel(void **unused) {
    static const char net[] = MAIN(
        "x: R.Tensor((4, 6), \"float32\"), w: R.Tensor((6, 7), \"float32\"), b: R.Tensor((7,), \"float32\"), "
        "v: R.Tensor((7, 5), \"float32\"), c: R.Tensor((5,), \"float32\"), u: R.Tensor((5, 3), \"float32\")") "    R.func_attr({\"num_input\": 1})\n"
                                                                                                              "    h = R.tanh(R.add(R.matmul(x, w), b))\n    g = R.tanh(R.add(R.matmul(h, v), c))\n"
                                                                                                              "    y = R.matmul(g, u)\n    return y\n";
    static const char *const list[] = {
        "TrainStep(loss=cross_entropy, optimizer=sgd, momentum=0.9, accumulate=true)",
        "LegalizeOps(loops)",
        "CanonicalizeBindings",
        "DeadCodeElimination",
        "FuseOps",
        "FuseTIR",
        NULL};
    (void)unused;
    World w;
    world_init(&w);
    IrModule *m = ir_text_parse(&w.ctx, &w.ops, "net", str_c(net));
    assert_non_null(m);
    BeModule *module = lower(&w, m, list, "main_train_update");
    assert_non_null(module);
    be_host_program(module, &(BeLowering){.verifies = true});
    int64_t sizes[CALLS_MAX] = {0};
    uint32_t n = 0;
    collect_sizes(&module->fns.at[0]->steps, sizes, &n);
    /* The updates, the zeros that their sums become, and the number of the step with its zero. */
    static const int64_t of_weights[] = {42, 7, 35, 5, 15};
    assert_int_equal(module->loops.len, 4);
    assert_int_equal(n, 12);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(sizes[i], of_weights[i]);
        assert_int_equal(sizes[7 + i], of_weights[i]);
    }
    ir_module_free(m);
    world_fini(&w);
}

UNIT_MAIN(UNIT(equal_forms_are_one_kernel), UNIT(updates_are_one_kernel))
