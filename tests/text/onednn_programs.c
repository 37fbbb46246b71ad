/* SPDX-License-Identifier: Apache-2.0 */
#include "onednn_cases.h"

#include "backend/lower.h"
#include "backend/onednn/onednn.h"
#include "passes/manager.h"

static int64_t no_work(void *user, const LoopFn *fn) {
    (void)user;
    (void)fn;
    return 0;
}

/* over: how many results lie in the memory of what is added to them. All symbols are those of dims
 * that stand alone. */
static const struct {
    const char *what, *text;
    size_t libraries, over;
} programs[] = {
    {"a program with library steps",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 64), dtype=\"float32\"), w: R.Tensor((64, 32), dtype=\"float32\")):\n"
     "    y = R.nn.relu(R.matmul(x, w))\n"
     "    z = R.nn.softmax(y)\n"
     "    return R.matmul(z, R.permute_dims(w))\n",
     2, 0},
    {"a sum in place, with an operand that ends there; the last one in the caller's memory",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 64), dtype=\"float32\"), w: R.Tensor((64, 64), dtype=\"float32\")):\n"
     "    a = R.exp(x)\n"
     "    b = R.nn.softmax(x)\n"
     "    c = R.nn.relu(R.add(R.matmul(b, w), a))\n"
     "    d = R.nn.softmax(c)\n"
     "    return R.add(c, R.matmul(d, w))\n",
     2, 2},
    {"operands that are a parameter, the data too, read twice, needed later, or smaller: none is in place",
     "@R.function\n"
     "def main(x: R.Tensor((2, 64), dtype=\"float32\"), w: R.Tensor((64, 64), dtype=\"float32\")):\n"
     "    a = R.add(R.matmul(x, w), x)\n"
     "    b = R.exp(a)\n"
     "    c = R.add(R.matmul(b, w), b)\n"
     "    d = R.exp(c)\n"
     "    e = R.nn.relu(R.add(R.matmul(c, w), d))\n"
     "    f = R.nn.softmax(R.multiply(e, d))\n"
     "    g = R.exp(f)\n"
     "    h = R.add(R.nn.softmax(R.add(R.matmul(f, w), g)), g)\n"
     "    i = R.sum(h, axis=[0])\n"
     "    return R.add(R.matmul(h, w), i)\n",
     5, 0},
};

static BeModule *lower_program(OnednnTest *t, IrModule *m, const BeTarget *target, Arena *arena) {
    static const char *const list[] = {"LegalizeOps(loops)",     "LambdaLift",
                                       "InlinePrivateFunctions", "CanonicalizeBindings",
                                       "EliminateCommonSubexpr", "DeadCodeElimination"};
    const OnednnOptions options = {.all = true};
    const Pass *passes_of_list[ARRAY_LEN(list)];
    for (size_t i = 0; i < ARRAY_LEN(list); i++)
        passes_of_list[i] = pass_parse(t->ctx, &t->ops, arena, str_c(list[i]));
    PassRun run = {.verify_each = true};
    const bool ok = m && onednn_partition(m, &options, NULL) &&
                    pass_run_list(m, passes_of_list, ARRAY_LEN(list), &run);
    return ok ? be_module_lower(m, NULL, target, arena) : NULL;
}

static void try_program(OnednnTest *t, const char *what, const char *text, size_t libraries,
                        size_t over) {
    const BeTarget target = {.work = no_work, .takes = onednn_takes, .over = onednn_over};
    Arena arena;
    arena_init(&arena, t->ctx);
    IrModule *m = onednn_parse(t, text);
    BeModule *be = lower_program(t, m, &target, &arena);
    if (be) be_host_program(be, &(BeLowering){.verifies = true});
    bool ok = be && be->fns.len == 1 && be->libraries.len == libraries;
    size_t n_over = 0, steps = 0;
    for (size_t i = 0; ok && i < libraries; i++) {
        const BeLibrary *l = be->libraries.at[i];
        ok = l->index == i && l->n_inputs >= 2 && l->inputs[0] && l->inputs[1] &&
             onednn_takes(NULL, l->fn) && l->fn->symbols.len <= 1;
        for (size_t k = 0; ok && k < l->fn->symbols.len; k++)
            ok = l->dims[k] && ir_dim_as_symbol(l->dims[k]);
        n_over += l->over != NULL;
    }
    for (const BeStep *s = be ? be->fns.at[0]->steps.first : NULL; s; s = s->next) {
        if (s->kind != BE_STEP_LIBRARY) continue;
        steps += s->n_reads == s->library->n_inputs && s->n_writes == 1;
        const BeBuffer *x = s->library->over;
        ok = ok && (!x || be_root((BeBuffer *)x) == be_root(s->writes[0]));
    }
    if (ok && n_over != over) printf("%zu results over an operand, not %zu\n", n_over, over);
    if (!ok) onednn_tell(t);
    onednn_report(t, ok && steps == libraries && n_over == over, what, text);
    arena_fini(&arena);
    ir_module_free(m);
}

void onednn_try_programs(OnednnTest *t) {
    for (size_t i = 0; i < ARRAY_LEN(programs); i++)
        try_program(t, programs[i].what, programs[i].text, programs[i].libraries, programs[i].over);
}
