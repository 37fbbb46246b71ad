/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of collectives against those of their meaning: tenon-test ranks
 *
 * A loss in which each rank weighs what it got by its own number is differentiated in two orders:
 * Gradient, by each collective's own rule, and then SimulateRanks; and SimulateRanks, which leaves
 * ordinary operators, and then Gradient of the sum of all ranks' losses. Losses and gradients of
 * all ranks are equal up to rounding; for every collective, on meshes of 1, 2, 3, 4 and 8 ranks and
 * on groups of those that have several axes, with equal parts and with others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "base/diag.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "replicas.h"
#include "run_values.h"

static const double tolerance = 1e-12;

typedef struct {
    const char *mesh, *axes;
    unsigned ranks, group; /* in all, in a group */
} Place;

static const Place places[] = {
    {"data=1", NULL, 1, 1},
    {"data=2", NULL, 2, 2},
    {"data=3", "\"data\"", 3, 3},
    {"data=4", NULL, 4, 4},
    {"data=8", "\"data\"", 8, 8},
    {"data=2,model=2", "\"data\"", 4, 2},
    {"data=2,model=2", "\"model\"", 4, 2},
    {"data=2,model=2", "\"model\", \"data\"", 4, 4},
    {"data=2,model=3", "\"data\"", 6, 2},
    {"data=2,model=3", "\"model\"", 6, 3},
    {"data=2,pipe=1,model=4", "\"model\", \"pipe\"", 8, 4},
    {"a=2,b=2,c=2", "\"a\", \"c\"", 8, 4},
};

/* {K}: ranks of the group, {A}: the axes; {N}, {M}: extents of x; {P}: a rank's part of N, {Q}
 * of M. N and M are multiples of K, but where `uneven` is set. */
static const struct {
    const char *text;
    bool uneven;
} calls[] = {
    {"allreduce(y, op_type=\"sum\"{A})", true},
    {"allreduce(y, op_type=\"avg\"{A})", true},
    {"allreduce(y, op_type=\"max\"{A})", true},
    {"allreduce(y, op_type=\"min\"{A})", true},
    {"allreduce(y, op_type=\"prod\"{A})", true},
    {"allgather(y, num_workers={K}{A})", true},
    {"allgather(y, num_workers={K}, axis=1{A})", true},
    {"reduce_scatter(y, num_workers={K}{A})", false},
    {"reduce_scatter(y, num_workers={K}, op_type=\"avg\", axis=1{A})", false},
    {"reduce_scatter(y, num_workers={K}, op_type=\"max\"{A})", false},
    {"reduce_scatter(y, num_workers={K}, op_type=\"min\", axis=-1{A})", false},
    {"reduce_scatter(y, num_workers={K}, op_type=\"prod\"{A})", false},
    {"reduce_scatter(y, num_workers={K}{A}, extent=R.shape([{P}]))", true},
    {"reduce_scatter(y, num_workers={K}, op_type=\"max\", axis=1{A}, "
     "extent=R.shape([{Q}]))",
     true},
    {"broadcast_from_worker0(y{A})", true},
    {"scatter_from_worker0(y, num_workers={K}{A})", false},
    {"scatter_from_worker0(y, num_workers={K}, axis=1{A})", false},
    {"scatter_from_worker0(y, num_workers={K}{A}, extent=R.shape([{P}]))", true},
    {"alltoall(y, num_workers={K}, split_axis=0, concat_axis=1{A})", false},
    {"alltoall(y, num_workers={K}, split_axis=1, concat_axis=0{A})", false},
    {"alltoall(y, num_workers={K}, split_axis=1, concat_axis=1{A})", false},
    {"alltoall(y, num_workers={K}, split_axis=0, concat_axis=1{A}, "
     "extents=R.shape([{P}, {K} * {M}]))",
     true},
    {"alltoall(y, num_workers={K}, split_axis=1, concat_axis=1{A}, "
     "extents=R.shape([{Q}, {K} * ({Q})]))",
     true},
    {"permute(y, num_workers={K}{A})", true},
    {"permute(y, num_workers={K}, shift=-2{A})", true},
    {"permute(y, num_workers={K}, pairs=[[0, {L}]]{A})", true},
    {"permute(y, num_workers={K}, pairs=[[{L}, 0]]{A})", true},
    /* parts of other lengths on each rank, and back */
    {"allgather(R.sin(R.ccl.scatter_from_worker0(y, num_workers={K}{A}, extent=R.shape([{P}]))), "
     "num_workers={K}{A}, extent=R.shape([{N}]))",
     true},
    {"alltoall(R.sin(R.ccl.reduce_scatter(y, num_workers={K}, op_type=\"avg\"{A}, "
     "extent=R.shape([{P}]))), num_workers={K}, split_axis=1, concat_axis=0{A}, "
     "extents=R.shape([{Q}, {N}]))",
     true},
};

/* Whole modules, where ranks meet in loops, branches and functions; {G}: the mesh. */
static const char *const modules[] = {
    "@I.ir_module\nclass Module:\n"
    "    @R.function(private=True)\n"
    "    def step(c: R.Tensor(({N}, {M}), \"float64\"), w: R.Tensor(({N}, {M}), \"float64\"))"
    " -> R.Tuple(R.Tensor(({N}, {M}), \"float64\"), R.Tensor(({N}, {M}), \"float64\")):\n"
    "        a = R.ccl.allreduce(R.multiply(c, w), op_type=\"avg\"{A})\n"
    "        b = R.sin(a)\n"
    "        d = R.ccl.permute(b, num_workers={K}{A})\n"
    "        e = R.multiply(d, w)\n"
    "        return (e, b)\n"
    "    @R.function\n"
    "    def main(x: R.Tensor(({N}, {M}), \"float64\")):\n"
    "        R.func_attr({\"mesh\": \"{G}\"})\n"
    "        cls = Module\n"
    "        t = R.scan(cls.step, (x,), (), (x,), trip=3)\n"
    "        u = t[0]\n"
    "        v = t[1]\n"
    "        own = R.add(R.astype(R.ccl.rank(), \"float64\"), R.const(1, \"float64\"))\n"
    "        w = R.multiply(u, own)\n"
    "        s = R.add(R.sum(w), R.sum(R.multiply(v, R.cos(v))))\n"
    "        return s\n",
    "@R.function\n"
    "def main(x: R.Tensor(({N}, {M}), \"float64\")):\n"
    "    R.func_attr({\"mesh\": \"{G}\"})\n"
    "    @R.function\n"
    "    def step(c: R.Tensor(({M},), \"float64\"), row: R.Tensor(({M},), \"float64\"))"
    " -> R.Tuple(R.Tensor(({M},), \"float64\"), R.Tensor(({M},), \"float64\")):\n"
    "        a = R.ccl.allreduce(R.multiply(c, row){A})\n"
    "        b = R.sin(R.add(a, row))\n"
    "        return (b, a)\n"
    "    first = R.sum(x, axis=[0])\n"
    "    t = R.scan(step, (first,), (x,), reverse=True)\n"
    "    u = t[0]\n"
    "    v = t[1]\n"
    "    own = R.add(R.astype(R.ccl.rank(), \"float64\"), R.const(1, \"float64\"))\n"
    "    w = R.multiply(u, own)\n"
    "    s = R.add(R.sum(w), R.sum(R.multiply(v, R.cos(v))))\n"
    "    return s\n",
    "@I.ir_module\nclass Module:\n"
    "    @R.function(private=True)\n"
    "    def meet(x: R.Tensor((\"n\", \"m\"), \"float64\"))"
    " -> R.Tensor((\"n\", \"m\"), \"float64\"):\n"
    "        y = R.ccl.allreduce(R.sin(x), op_type=\"max\"{A})\n"
    "        z = R.multiply(y, x)\n"
    "        return z\n"
    "    @R.function\n"
    "    def main(x: R.Tensor(({N}, {M}), \"float64\")):\n"
    "        R.func_attr({\"mesh\": \"{G}\"})\n"
    "        cls = Module\n"
    "        n = R.ccl.allreduce(R.sum(x))\n"
    "        c = R.greater(n, R.const(0, \"float64\"))\n"
    "        if c:\n"
    "            y = cls.meet(x)\n"
    "            z = R.ccl.permute(y, num_workers={K}{A})\n"
    "        else:\n"
    "            z = R.cos(x)\n"
    "        own = R.add(R.astype(R.ccl.rank(), \"float64\"), R.const(1, \"float64\"))\n"
    "        w = R.multiply(z, own)\n"
    "        s = R.sum(w)\n"
    "        return s\n",
};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned passed, failed;
    double furthest;
    size_t gradients, values, nonzero;
    uint64_t state;
    double *data[8]; /* by rank: x */
    unsigned ranks;
} Test;

static double unit(Test *t) {
    uint64_t x = t->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)((x ^ (x >> 31)) >> 11) / (double)(1ull << 53);
}

/* The text with the letters' values. */
static void expand(StrBuf *out, const char *text, const Place *p, unsigned n, unsigned m) {
    const unsigned k = p->group;
    for (const char *s = text; *s; s++) {
        if (*s != '{' || !s[1] || s[2] != '}') {
            strbuf_putc(out, *s);
            continue;
        }
        const unsigned e = s[1] == 'P' ? n : m;
        switch (s[1]) {
        case 'A':
            if (p->axes) strbuf_printf(out, ", axes=[%s]", p->axes);
            break;
        case 'G': strbuf_printf(out, "%s", p->mesh); break;
        case 'K': strbuf_printf(out, "%u", k); break;
        case 'L': strbuf_printf(out, "%u", k - 1); break;
        case 'N': strbuf_printf(out, "%u", n); break;
        case 'M': strbuf_printf(out, "%u", m); break;
        default: strbuf_printf(out, "(r + 1) * %u // %u - r * %u // %u", e, k, e, k); break;
        }
        s += 2;
    }
}

static const char *module_text(Arena *arena, const char *call, const Place *p, bool uneven) {
    const unsigned n = uneven ? 2 * p->group + 1 : 2 * p->group,
                   m = uneven ? p->group + 1 : p->group;
    StrBuf out;
    strbuf_init(&out, arena);
    strbuf_printf(&out,
                  "@R.function\ndef main(x: R.Tensor((%u, %u), \"float64\")):\n"
                  "    R.func_attr({\"mesh\": \"%s\"})\n    r = T.int64()\n"
                  "    one = R.reshape(R.ccl.rank(%s%s%s), R.shape([1]))\n"
                  "    place = R.match_cast(R.tensor_to_shape(one), R.Shape([r]))\n"
                  "    y = R.multiply(x, R.cos(x))\n    z = R.ccl.",
                  n, m, p->mesh, p->axes ? "axes=[" : "", p->axes ? p->axes : "",
                  p->axes ? "]" : "");
    expand(&out, call, p, n, m);
    strbuf_printf(&out, "\n    own = R.astype(R.ccl.rank(), \"float64\")\n"
                        "    w = R.multiply(R.sin(z), R.add(own, R.const(1, \"float64\")))\n"
                        "    s = R.sum(w)\n    return s\n");
    return strbuf_cstr(&out);
}

static bool run_pass(Test *t, Arena *arena, IrModule *m, const char *item) {
    const Pass *pass = pass_parse(t->ctx, m->ops, arena, str_c(item));
    PassRun run = {.holds = 0, .verify_each = true};
    return pass && pass_run_list(m, &pass, 1, &run);
}

/* What main_adjoint gives on the ranks' x, behind which seeds of 1 are given; flat. False after a
 * report. */
static bool evaluate(Test *t, Arena *arena, const char *text, const char *const *order,
                     ValueList *list, Tensors *out) {
    IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, str_c(text));
    bool ok = m != NULL;
    for (int i = 0; i < 2 && ok; i++) ok = run_pass(t, arena, m, order[i]);
    const IrGlobal *g = ok ? ir_global_find(m, (Str){"main_adjoint", 12}) : NULL;
    if (g) {
        IrFunction *fn = g->function;
        Value **inputs = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
        for (size_t i = 0; i < fn->params.len; i++) {
            const IrType *type = fn->params.at[i]->type;
            int64_t dims[2] = {0, 0};
            for (int32_t k = 0; k < type->ndim; k++) ir_dim_is_const(type->dims[k], &dims[k]);
            inputs[i] = value_tensor_new(list, DTYPE_FLOAT64, dims, type->ndim);
            double *to = inputs[i]->tensor->data;
            for (size_t k = 0; k < inputs[i]->tensor->count; k++)
                to[k] = i < t->ranks ? t->data[i][k] : 1;
        }
        Evaluator *e = eval_new(m, arena);
        const Value *v = eval_function(e, fn, inputs, (uint32_t)fn->params.len, list);
        ok = v != NULL;
        if (v) flatten_value(list, arena, v, out);
        eval_end(e);
    }
    if (m) ir_module_free(m);
    return ok && g;
}

static bool near(Test *t, const Tensor *a, const Tensor *b, const char **why) {
    *why = "shapes differ";
    if (a->count != b->count || a->ndim != b->ndim) return false;
    *why = "values differ";
    for (size_t i = 0; i < a->count; i++) {
        const double x = ((const double *)a->data)[i], y = ((const double *)b->data)[i];
        const double off = fabs(x - y) / fmax(1, fabs(y));
        if (!(off <= tolerance)) return false;
        if (off > t->furthest) t->furthest = off;
        t->values++;
        t->nonzero += y != 0;
    }
    return true;
}

/* (loss, gradient) of each rank against all losses, then all gradients. */
static bool compare(Test *t, const Tensors *a, const Tensors *b, unsigned ranks, const char **why) {
    *why = "another number of results";
    if (a->len != 2 * ranks || b->len != 2 * ranks) return false;
    for (unsigned r = 0; r < ranks; r++) {
        if (!near(t, a->at[2 * r], b->at[r], why) ||
            !near(t, a->at[2 * r + 1], b->at[ranks + r], why)) {
            return false;
        }
        t->gradients += a->at[2 * r + 1]->count;
    }
    return true;
}

/* call NULL: a whole module. */
static void one(Test *t, const char *call, const char *module, const Place *p, bool uneven) {
    static const char *const own[] = {"Gradient", "SimulateRanks"}, *const meant[] = {
                                                                        "SimulateRanks",
                                                                        "Gradient(seeded=true)"};
    Arena arena;
    arena_init(&arena, t->ctx);
    StrBuf whole;
    strbuf_init(&whole, &arena);
    if (!call) expand(&whole, module, p, 2 * p->group + 1, p->group + 1);
    const char *text = call ? module_text(&arena, call, p, uneven) : strbuf_cstr(&whole);
    const char *why = "it does not run";
    t->ranks = p->ranks;
    for (unsigned r = 0; r < p->ranks; r++) {
        const size_t count = (size_t)(2 * p->group + 1) * (p->group + 1);
        t->data[r] = ARENA_ARRAY(&arena, double, count);
        for (size_t i = 0; i < count; i++) t->data[r][i] = 0.25 + unit(t);
    }
    ValueList list;
    value_list_init(&list, t->ctx);
    diag_begin(t->ctx);
    Tensors a = {.at = NULL}, b = {.at = NULL};
    const bool ok = evaluate(t, &arena, text, own, &list, &a) &&
                    evaluate(t, &arena, text, meant, &list, &b) &&
                    compare(t, &a, &b, p->ranks, &why);
    if (!ok) {
        printf("%s on %s: %s\n%s", call ? call : "a module", p->mesh, why, text);
        for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
            printf("    %s\n", t->ctx->diags->diags.at[i].message);
    }
    ok ? t->passed++ : t->failed++;
    value_list_fini(&list);
    arena_fini(&arena);
}

/* --replicas: these alone. */
static int only_replicas(void) {
    unsigned passed = 0, failed = 0;
    replicas_differ(&passed, &failed);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}

int test_ranks(int argc, char **argv) {
    Ctx ctx;
    if (argc > 1 && strcmp(argv[1], "--replicas") == 0) return only_replicas();
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
            for (size_t k = 0; k < ARRAY_LEN(places); k++)
                one(&t, calls[i].text, NULL, &places[k], calls[i].uneven);
        }
        for (size_t i = 0; i < ARRAY_LEN(modules); i++) {
            for (size_t k = 0; k < ARRAY_LEN(places); k++)
                one(&t, NULL, modules[i], &places[k], true);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    printf("%zu derivatives, %.0f %% of all values not 0, at most %.1e apart\n", t.gradients,
           100.0 * (double)t.nonzero / (double)(t.values + 1), t.furthest);
    ctx_fini(&ctx);
    replicas_differ(&t.passed, &t.failed);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
