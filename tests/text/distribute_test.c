/* SPDX-License-Identifier: Apache-2.0 */
/* Distribute against one rank: tenon-test distribute [WORD]
 *                               tenon-test distribute --models [WORD | --every N]
 *                               tenon-test distribute --graphs N [FIRST] | --windows N [FIRST]
 *                               tenon-test distribute --calls N [OPERATOR]
 *
 * Each model, on each mesh, with each way to lie: the function runs once as it is, and once as
 * Distribute and SimulateRanks make it, on the parts of the same inputs that `shard_inputs` tells.
 * Each rank's results are the parts of the whole results that `shard_outputs` tells, to 1e-12; of
 * steps of training over several steps, the results of one being the parameters of the next (on
 * each rank its own). How
 * many collectives there are, and what they move, is asserted where a case says so. Drawn graphs,
 * and N drawn calls of each operator, get drawn annotations: so what is known of each operator is
 * held against its meaning, part by part. Sums over ranks go in buckets, which changes no value. A
 * drawn case whose whole function takes more steps than
 * STEPS is too large; the ranks together may take RANKS_STEPS times as many. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "distribute_cases.h"
#include "drivers.h"
#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/mesh.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/distribute.h"
#include "passes/manager.h"
#include "run_values.h"

enum { STEPS = 1 << 24, RANKS_STEPS = 16 };

static const double tolerance = 1e-12, SINGLE = 1e-5; /* of float32 */
static const double RATE = 0.05;                      /* of learning */

typedef struct {
    Ctx *ctx;
    OpTable ops;
    Arena *arena; /* of the case */
    ValueList list;
    unsigned passed, failed;
    double furthest;
    size_t values, collectives, left_out, too_large, rounded;
    bool in_whole; /* the function runs as it is */
    double single; /* of the case: how far float32 may be off */
    int64_t h;     /* of the case: what the symbol of that name is */
    double furthest_single;
} Test;

/* The function in question, in two modules. */
typedef struct {
    IrModule *m;
    IrFunction *fn;
} Side;

/* --- Modules --- */

static bool run_passes(Test *t, IrModule *m, const char *text) {
    for (const char *at = text; at && *at;) {
        size_t n = 0;
        for (int depth = 0; at[n] && (depth || at[n] != ';'); n++)
            depth += (at[n] == '(') - (at[n] == ')');
        const Pass *pass = pass_parse(t->ctx, m->ops, t->arena, (Str){at, n});
        PassRun run = {.holds = 0, .verify_each = true};
        if (!pass || !pass_run_list(m, &pass, 1, &run)) return false;
        at += n + (at[n] == ';');
    }
    return true;
}

/* The one function that is left. */
static bool make_side(Test *t, const DistributeCase *c, Side *out) {
    out->m = ir_text_parse(t->ctx, &t->ops, NULL, str_c(c->text));
    if (!out->m || !run_passes(t, out->m, c->passes)) return false;
    IrGlobal *g = ir_global_find(out->m, str_c(c->function));
    if (!g) return false;
    for (size_t i = 0; i < out->m->globals.len; i++) {
        if (out->m->globals.at[i] != g) out->m->globals.at[i]->function->is_private = true;
    }
    if (!run_passes(t, out->m, "DeadCodeElimination")) return false;
    out->fn = ir_global_find(out->m, str_c(c->function))->function;
    return true;
}

/* --- Parts --- */

typedef struct {
    int axis[8]; /* by dim: which axis of the mesh splits it; -1: none */
} Lies;

static Lies read_lies(const Mesh *mesh, const char *text) {
    Lies l;
    size_t d = 0;
    for (size_t i = 0; i < ARRAY_LEN(l.axis); i++) l.axis[i] = -1;
    for (const char *at = text; *at && d < ARRAY_LEN(l.axis); d++) {
        const size_t n = strcspn(at, ",");
        for (uint32_t a = 0; a < mesh->n; a++) {
            if (str_eq(mesh->axes[a].name, (Str){at, n})) l.axis[d] = (int)a;
        }
        at += n + (at[n] == ',');
    }
    return l;
}

static uint32_t place_on(const Mesh *mesh, uint32_t rank, int axis) {
    for (uint32_t a = mesh->n; a-- > (uint32_t)axis + 1;) rank /= mesh->axes[a].size;
    return rank % mesh->axes[axis].size;
}

static Tensor *part_of(Test *t, const Tensor *whole, const Mesh *mesh, uint32_t rank, Lies l) {
    int64_t dims[8] = {0}, from[8] = {0};
    for (uint32_t d = 0; d < whole->ndim; d++) {
        const int64_t k = l.axis[d] < 0 ? 1 : mesh->axes[l.axis[d]].size, n = whole->dims[d];
        const int64_t place = l.axis[d] < 0 ? 0 : place_on(mesh, rank, l.axis[d]);
        from[d] = place * n / k;
        dims[d] = (place + 1) * n / k - from[d];
    }
    Tensor *part = tensor_new(t->ctx, whole->dtype, dims, whole->ndim);
    const size_t size = dtype_size(whole->dtype);
    for (size_t i = 0; i < part->count; i++) {
        size_t at = 0, rest = i, weight = 1;
        for (uint32_t d = whole->ndim; d-- > 0;) {
            at += ((size_t)from[d] + rest % (size_t)dims[d]) * weight;
            rest /= (size_t)dims[d];
            weight *= (size_t)whole->dims[d];
        }
        memcpy((char *)part->data + i * size, (const char *)whole->data + at * size, size);
    }
    return part;
}

/* The same value of the rank's parts; *leaf: which text is the next. */
static Value *part_value(Test *t, const Value *v, const Mesh *mesh, uint32_t rank,
                         const IrAttr *texts, uint32_t *leaf) {
    if (v->kind == VALUE_TENSOR) {
        const char *text = texts->items[(*leaf)++].s;
        return value_tensor(&t->list, part_of(t, v->tensor, mesh, rank, read_lies(mesh, text)));
    }
    Value *out = value_tuple(&t->list, v->n);
    for (uint32_t i = 0; i < v->n; i++)
        out->items[i] = part_value(t, v->items[i], mesh, rank, texts, leaf);
    return out;
}

/* --- Comparing --- */

static double tolerance_of(const Test *test, DType t) {
    if (t == DTYPE_FLOAT64) return tolerance;
    return dtype_bits(t) == 32 ? test->single : dtype_bits(t) == 16 ? 0.02 : 0.3;
}

static bool near(Test *t, const Tensor *a, const Tensor *b) {
    bool same = a->dtype == b->dtype && a->ndim == b->ndim && a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        if (!dtype_is_float(a->dtype)) {
            same = dtype_read_int(a->dtype, (char *)a->data + i * dtype_size(a->dtype)) ==
                   dtype_read_int(b->dtype, (char *)b->data + i * dtype_size(b->dtype));
            continue;
        }
        const double x = dtype_read_double(a->dtype, (char *)a->data + i * dtype_size(a->dtype)),
                     y = dtype_read_double(b->dtype, (char *)b->data + i * dtype_size(b->dtype));
        const double off = fabs(x - y) / fmax(1, fabs(y));
        if (x == y || (x != x && y != y)) continue;
        same = off <= tolerance_of(t, a->dtype);
        if (off > t->furthest && a->dtype == DTYPE_FLOAT64) t->furthest = off;
        if (off > t->furthest_single && a->dtype == DTYPE_FLOAT32) t->furthest_single = off;
    }
    t->values += a->count;
    return same;
}

/* Rank's result against its part of the whole one. */
static bool compare(Test *t, const Value *whole, const Value *got, const Mesh *mesh, uint32_t rank,
                    const IrAttr *texts) {
    uint32_t leaf = 0;
    const Value *want = part_value(t, whole, mesh, rank, texts, &leaf);
    Tensors a = {.at = NULL}, b = {.at = NULL};
    flatten_value(&t->list, t->arena, want, &a);
    flatten_value(&t->list, t->arena, got, &b);
    if (a.len != b.len) return false;
    for (size_t i = 0; i < a.len; i++) {
        if (near(t, b.at[i], a.at[i])) continue;
        printf("    rank %u, result %zu (%s) differs\n", rank, i, texts->items[i].s);
        return false;
    }
    return true;
}

/* --- Runs --- */

/* Steps count from here on. */
static void bound_steps(Test *t, size_t times) {
    t->ctx->limits.steps = STEPS * times;
    ctx_restart(t->ctx);
}

static void make_positive(Value *v) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) make_positive(v->items[i]);
    if (v->kind != VALUE_TENSOR || dtype_bits(v->tensor->dtype) < 32 ||
        !dtype_is_float(v->tensor->dtype))
        return;
    for (size_t i = 0; i < v->tensor->count; i++)
        tensor_set_double(v->tensor, i, fabs(tensor_get_double(v->tensor, i)));
}

typedef struct {
    const IrAttr *in, *out;
    Mesh mesh;
    IrFunction *fn; /* of all ranks */
} OnRanks;

/* Of the whole arguments each rank takes its part. *before: what the ranks had of the step before,
 * whose fields 0 and 1 are arguments 0 and 1 in their place (NULL: there was none); then of this
 * one. */
static bool run_ranks(Test *t, Evaluator *e, const OnRanks *r, Value *const *args, uint32_t n,
                      const Value *whole, const Value **before) {
    const uint32_t ranks = r->mesh.ranks;
    Value **all = ARENA_ARRAY(t->arena, Value *, (size_t)n * ranks + 1);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint32_t leaf = 0;
        for (uint32_t i = 0; i < n; i++) {
            all[i * ranks + rank] = part_value(t, args[i], &r->mesh, rank, r->in, &leaf);
            if (*before && i < 2) all[i * ranks + rank] = (*before)->items[rank]->items[i];
        }
    }
    const Value *v = eval_function(e, r->fn, all, n * ranks, &t->list);
    bool ok = v != NULL;
    for (uint32_t rank = 0; ok && rank < ranks; rank++)
        ok = compare(t, whole, v->items[rank], &r->mesh, rank, r->out);
    *before = v;
    return ok;
}

/* The symbols of the function, each with the value that cases are made for. */
static uint32_t list_dims(const Test *t, const IrFunction *fn, DrawDim *out) {
    static const char *const names[] = {"n", "m", "h"};
    uint32_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (ir_symbol_find(fn, intern_c(&fn->module->names, names[i])))
            out[n++] = (DrawDim){names[i], names[i][0] == 'h' ? t->h : 24};
    }
    return n;
}

static bool run_case(Test *t, const DistributeCase *c, const Side *one, const Side *many,
                     const OnRanks *r) {
    const uint32_t n = (uint32_t)one->fn->params.len;
    DrawDim dims[3];
    const uint32_t n_dims = list_dims(t, one->fn, dims);
    Value **args = ARENA_ARRAY(t->arena, Value *, (size_t)n + 1);
    DrawNames defaulted = {.at = NULL};
    if (!draw_inputs(one->fn, (DrawBy){.seed = 7, .dims = dims, .n_dims = n_dims}, args, &t->list,
                     t->arena, &defaulted))
        return false;
    if (c->steps > 1) make_positive(args[1]);
    if (c->steps > 1 && args[n - 1]->kind == VALUE_TENSOR && !args[n - 1]->tensor->ndim)
        tensor_set_double(args[n - 1]->tensor, 0, RATE);
    Evaluator *e = eval_new(one->m, t->arena), *f = eval_new(many->m, t->arena);
    const Value *before = NULL;
    bool ok = true;
    t->single = c->single > 0 ? c->single : SINGLE;
    for (unsigned step = 0; ok && step < c->steps; step++) {
        if (c->drawn) bound_steps(t, 1);
        t->in_whole = true;
        Value *whole = eval_function(e, one->fn, args, n, &t->list);
        t->in_whole = false;
        if (!whole && c->drawn) {
            t->left_out++;
            break;
        }
        if (c->drawn) bound_steps(t, RANKS_STEPS);
        ok = whole && run_ranks(t, f, r, args, n, whole, &before);
        if (c->steps > 1 && ok) args[0] = whole->items[0], args[1] = whole->items[1];
    }
    eval_end(e);
    eval_end(f);
    return ok;
}

static bool counts_fit(const DistributeCase *c, const DistributeBytes *b) {
    const uint64_t found[] = {b->allreduces, b->allgathers, b->reduce_scatters, b->alltoalls,
                              b->permutes};
    bool fit = true;
    for (size_t i = 0; c->counts && i < ARRAY_LEN(found); i++)
        fit &= c->counts[i] < 0 || (uint64_t)c->counts[i] == found[i];
    fit &= c->moved == 0 || fabs(c->moved - b->moved) < 0.5;
    if (!fit) {
        printf("    moved: %.0f bytes\n", b->moved);
        printf("    %llu allreduce, %llu allgather, %llu reduce_scatter, %llu alltoall, "
               "%llu permute\n",
               (unsigned long long)found[0], (unsigned long long)found[1],
               (unsigned long long)found[2], (unsigned long long)found[3],
               (unsigned long long)found[4]);
    }
    return fit;
}

static bool distribute_side(Test *t, const DistributeCase *c, Side *many, OnRanks *r,
                            StrBuf *report) {
    DistributeBytes bytes = {0};
    const DistributeOptions o = {.function = c->function,
                                 .mesh = c->mesh,
                                 .shard = c->shard,
                                 .report = report,
                                 .bytes = &bytes};
    if (!distribute(many->m, &o)) return false;
    const IrFunction *fn = ir_global_find(many->m, str_c(c->function))->function;
    r->in = ir_function_attr(fn, DISTRIBUTE_INPUTS, IR_ATTR_LIST);
    r->out = ir_function_attr(fn, DISTRIBUTE_OUTPUTS, IR_ATTR_LIST);
    if (!r->in || !r->out || mesh_parse(&r->mesh, c->mesh)) return false;
    t->collectives += bytes.allreduces + bytes.allgathers + bytes.reduce_scatters +
                      bytes.alltoalls + bytes.permutes;
    if (!counts_fit(c, &bytes) ||
        !run_passes(t, many->m, "BucketCollectives(bytes=1024);SimulateRanks"))
        return false;
    r->fn = ir_global_find(many->m, str_c(c->function))->function;
    return true;
}

static bool run_once(Test *t, const DistributeCase *c, bool tells) {
    Arena arena;
    arena_init(&arena, t->ctx);
    t->arena = &arena;
    value_list_init(&t->list, t->ctx);
    diag_begin(t->ctx);
    StrBuf report;
    strbuf_init(&report, &arena);
    Side one = {NULL, NULL}, many = {NULL, NULL};
    OnRanks r = {.in = NULL};
    const bool ok = make_side(t, c, &one) && make_side(t, c, &many) &&
                    distribute_side(t, c, &many, &r, &report) && run_case(t, c, &one, &many, &r);
    if (!ok && tells) {
        printf("%s on %s by %s: wrong\n%s", c->name, c->mesh, c->shard, strbuf_cstr(&report));
        if (c->drawn) printf("%s", c->text);
        for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
            printf("    %s\n", t->ctx->diags->diags.at[i].message);
    }
    if (one.m) ir_module_free(one.m);
    if (many.m) ir_module_free(many.m);
    value_list_fini(&t->list);
    arena_fini(&arena);
    return ok;
}

/* The same with float64 for halves; NULL: it has none. */
static const char *widened(Arena *arena, const char *text) {
    static const char half[] = "\"float16\"", brain[] = "\"bfloat16\"";
    StrBuf out;
    bool any = false;
    strbuf_init(&out, arena);
    for (const char *at = text; *at;) {
        const size_t n = strncmp(at, half, sizeof half - 1) == 0     ? sizeof half - 1
                         : strncmp(at, brain, sizeof brain - 1) == 0 ? sizeof brain - 1
                                                                     : 0;
        strbuf_puts(&out, n ? "\"float64\"" : "");
        if (!n) strbuf_putc(&out, *at);
        any = any || n;
        at += n ? n : 1;
    }
    return any ? strbuf_cstr(&out) : NULL;
}

/* Partial sums of halves are rounded on each rank, and what is drawn may magnify that without a
 * bound: such a case is right if it is right where nothing is rounded so. */
static void one_case(Test *t, const DistributeCase *c, Arena *arena) {
    const char *wide = c->drawn ? widened(arena, c->text) : NULL;
    DistributeCase other = *c;
    other.text = wide;
    bool ok = run_once(t, c, !wide);
    if (!ok && wide) {
        ok = run_once(t, &other, true);
        t->rounded += ok;
    }
    ok ? t->passed++ : t->failed++;
}

typedef void (*DrawCase)(uint64_t seed, Arena *arena, DistributeCase *out);

/* What `draw` draws; NULL: a graph, or a call of the operator. */
static void one_drawn(Test *t, const OpDef *op, DrawCase draw, uint64_t seed) {
    Boundary boundary;
    CTX_ENTER(t->ctx, &boundary) {
        Arena arena;
        DistributeCase c;
        arena_init(&arena, t->ctx);
        diag_begin(t->ctx);
        bound_steps(t, RANKS_STEPS);
        t->in_whole = false;
        if (draw) {
            draw(seed, &arena, &c);
            one_case(t, &c, &arena);
        } else if (distribute_draw(t->ctx, &t->ops, op, seed, &arena, &c)) {
            one_case(t, &c, &arena);
        }
        arena_fini(&arena);
    }
    if (ctx_leave(t->ctx, &boundary) == STATUS_OK) return;
    if (t->in_whole) {
        t->too_large++;
        return;
    }
    printf("%s %llu: does not end\n", op ? op->name : "graph", (unsigned long long)seed);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        printf("    %s\n", t->ctx->diags->diags.at[i].message);
    t->failed++;
}

static void run_list(Test *t, const DistributeCase *list, size_t n, const char *word) {
    for (size_t i = 0; i < n; i++) {
        if (!word || strstr(list[i].name, word)) one_case(t, &list[i], NULL);
    }
}

static void run_symbolic(Test *t, const char *word) {
    for (size_t i = 0; i < distribute_n_symbolic; i++) {
        const DistributeSymbolic *s = &distribute_symbolic[i];
        t->h = s->h;
        if (!word || strstr(s->of.name, word)) one_case(t, &s->of, NULL);
    }
}

/* Those whose "gpt sgd, float64 on data=2" holds the word; of all of them each `every`th. */
static void run_models(Test *t, const char *word, size_t every) {
    for (size_t i = 0; i < distribute_n_models; i += every) {
        Arena arena;
        DistributeCase c;
        arena_init(&arena, t->ctx);
        distribute_model(i, &arena, &c);
        const char *called = arena_printf(&arena, "%s on %s", c.name, c.mesh);
        if (!word || strstr(called, word)) one_case(t, &c, NULL);
        arena_fini(&arena);
    }
}

static void run_all(Test *t, int argc, char **argv) {
    const bool models = argc > 1 && strcmp(argv[1], "--models") == 0;
    const DrawCase draw = argc < 3                            ? NULL
                          : strcmp(argv[1], "--windows") == 0 ? distribute_draw_windows
                          : strcmp(argv[1], "--cnn") == 0     ? distribute_draw_cnn
                                                              : NULL;
    const bool graphs = draw || (argc > 2 && strcmp(argv[1], "--graphs") == 0),
               calls = argc > 2 && strcmp(argv[1], "--calls") == 0;
    const uint64_t n = graphs || calls ? strtoull(argv[2], NULL, 10) : 0;
    t->h = DISTRIBUTE_CNN_ROWS;
    const uint64_t first = graphs && argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    for (uint64_t seed = first; graphs && seed < first + n; seed++) one_drawn(t, NULL, draw, seed);
    for (size_t i = 0; calls && i < t->ops.n; i++) {
        const OpDef *op = t->ops.ops[i];
        if (!sample_fits_graph(op) || (argc > 3 && strcmp(argv[3], op->name) != 0)) continue;
        for (uint64_t seed = 0; seed < n; seed++) one_drawn(t, op, NULL, seed);
    }
    const size_t every = models && argc > 3 && strcmp(argv[2], "--every") == 0
                             ? (size_t)strtoull(argv[3], NULL, 10)
                             : 0;
    if (models) run_models(t, argc > 2 && !every ? argv[2] : NULL, every ? every : 1);
    if (graphs || calls || models) return;
    run_list(t, distribute_cases, distribute_n_cases, argc > 1 ? argv[1] : NULL);
    run_list(t, distribute_traps, distribute_n_traps, argc > 1 ? argv[1] : NULL);
    run_list(t, distribute_windows, distribute_n_windows, argc > 1 ? argv[1] : NULL);
    run_symbolic(t, argc > 1 ? argv[1] : NULL);
}

int test_distribute(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        run_all(&t, argc, argv);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    printf("%zu values, %zu collectives, at most %.1e apart, %.1e in float32; %zu left out, %zu "
           "too large, %zu right but for the rounding of halves\n",
           t.values, t.collectives, t.furthest, t.furthest_single, t.left_out, t.too_large,
           t.rounded);
    ctx_fini(&ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
