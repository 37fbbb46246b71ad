/* SPDX-License-Identifier: Apache-2.0 */
/* Modules that are drawn, and annotations of their parameters: see distribute_cases.h. */
#include <string.h>

#include "distribute_cases.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"

enum { SYMBOL = 24 };

typedef struct {
    const char *mesh;
    uint32_t sizes[2];
    const char *axes[2];
} DrawMesh;

static const DrawMesh meshes[] = {
    {"data=2", {2, 1}, {"data", NULL}},
    {"data=3", {3, 1}, {"data", NULL}},
    {"data=4", {4, 1}, {"data", NULL}},
    {"data=12", {12, 1}, {"data", NULL}}, /* more ranks than elements */
    {"data=2,model=2", {2, 2}, {"data", "model"}},
};

static uint32_t below(uint64_t *state, uint32_t n) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 20) % n);
}

static bool is_all_tensors(const IrType *t) {
    bool ok = t->kind == IR_TYPE_TUPLE ||
              (t->kind == IR_TYPE_TENSOR && dtype_bits(t->dtype) >= 8 && t->dtype != DTYPE_STRING);
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = is_all_tensors(t->fields[i]);
    return ok;
}

/* Collectives, and markers that have axes of their own; and what shows the last bit of sums that
 * are rounded on each rank. */
static bool meets_others(const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL &&
            (b->op == &op_shard || b->op == &op_bitcast || (b->op->flags & OP_WORKERS)))
            return true;
    }
    return false;
}

/* How the parameter lies: some dims, each on an axis of its own; of those that do not divide every
 * other one. */
static void annotate(StrBuf *out, const IrVar *p, const DrawMesh *mesh, uint64_t *state) {
    const IrType *t = p->type;
    const char *split[16] = {NULL};
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->ndim > 16 || below(state, 4) == 0) return;
    for (uint32_t a = 0; a < 2 && mesh->axes[a] && t->ndim; a++) {
        const uint32_t d = below(state, (uint32_t)t->ndim);
        int64_t n;
        const bool known = ir_dim_is_const(t->dims[d], &n);
        const bool fits = known ? (n % mesh->sizes[a] == 0 || below(state, 2))
                                : ir_dim_as_symbol(t->dims[d]) != NULL;
        if (fits && !split[d]) split[d] = mesh->axes[a];
    }
    bool any = false;
    for (int32_t d = 0; d < t->ndim; d++) any |= split[d] != NULL;
    if (!any) return;
    strbuf_printf(out, "%s=", p->name);
    for (int32_t d = 0; d < t->ndim; d++)
        strbuf_printf(out, "%s%s", d ? "," : "", split[d] ? split[d] : "_");
    strbuf_puts(out, "; ");
}

bool distribute_draw(Ctx *ctx, const OpTable *ops, const OpDef *op, uint64_t seed, Arena *arena,
                     DistributeCase *out) {
    static const int64_t extents[] = {0, 1, 2, 3, 4, 6, 8, 12};
    const SampleOptions options = {.symbolic = seed % 2,
                                   .no_zero = seed % 3 != 0,
                                   .no_loops = seed % 3 != 1,
                                   .kinds = KIND_FLOAT | KIND_INT | KIND_BOOL,
                                   .reuse = 70,
                                   .consts = 5,
                                   .often = DTYPE_FLOAT64,
                                   .extents = extents,
                                   .n_extents = ARRAY_LEN(extents),
                                   .elements = 144,
                                   .symbols = {SYMBOL, SYMBOL}};
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    IrModule *m = ir_module_new(ctx, ops);
    IrFunction *fn = op ? sample_call(m, op, "main", seed, options)
                        : sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 40), options);
    StrBuf text, shard;
    strbuf_init(&text, arena);
    strbuf_init(&shard, arena);
    const DrawMesh *mesh = &meshes[below(&state, ARRAY_LEN(meshes))];
    bool ok = fn && is_all_tensors(fn->result) && !meets_others(fn);
    for (size_t i = 0; ok && i < fn->params.len; i++) ok = is_all_tensors(fn->params.at[i]->type);
    if (ok) ir_text_print(m, &text);
    ir_module_free(m);
    m = ok ? ir_text_parse(ctx, ops, NULL, strbuf_str(&text)) : NULL;
    if (!m) return false;
    fn = ir_global_find(m, (Str){"main", 4})->function;
    for (size_t i = 0; i < fn->params.len; i++) annotate(&shard, fn->params.at[i], mesh, &state);
    ir_module_free(m);
    *out = (DistributeCase){
        .name = arena_printf(arena, "%s %llu", op ? op->name : "graph", (unsigned long long)seed),
        .text = strbuf_cstr(&text),
        .function = "main",
        .mesh = mesh->mesh,
        .shard = strbuf_cstr(&shard),
        .steps = 1,
        .drawn = true};
    return shard.text.len > 0;
}

/* --- Windows --- */

/* Images on their way through layers: channels, rows and columns. */
typedef struct {
    StrBuf *body, *params;
    uint64_t *state;
    uint32_t n; /* values so far */
    int64_t channels, extents[2];
} Layers;

typedef struct {
    int64_t kernel, stride, dilation, before, after;
} Along;

/* Windows that fit. */
static Along draw_along(uint64_t *state, int64_t extent, bool is_pool) {
    Along a = {.kernel = 1 + below(state, 5), .stride = 1, .dilation = 1};
    if (below(state, 3) == 0) a.stride = 1 + below(state, 3);
    if (below(state, 4) == 0) a.dilation = 2;
    a.before = below(state, 3) ? a.dilation * (a.kernel - 1) / 2 : below(state, 4);
    a.after = below(state, 3) ? a.before : below(state, 4);
    if (is_pool && a.before >= a.kernel) a.before = 0;
    if (extent + a.before + a.after < a.dilation * (a.kernel - 1) + 1)
        return (Along){1, 1, 1, 0, 0};
    return a;
}

static void put_windows(const Layers *l, const Along *a) {
    strbuf_printf(l->body, "strides=[%d, %d], padding=[%d, %d, %d, %d], dilation=[%d, %d]",
                  (int)a[0].stride, (int)a[1].stride, (int)a[0].before, (int)a[1].before,
                  (int)a[0].after, (int)a[1].after, (int)a[0].dilation, (int)a[1].dilation);
}

static void draw_conv(Layers *l) {
    const bool transpose = below(l->state, 4) == 0;
    const int64_t out = 2 * (1 + below(l->state, 2)),
                  groups = !transpose && l->channels % 2 == 0 && below(l->state, 4) == 0 ? 2 : 1;
    Along a[2];
    for (int i = 0; i < 2; i++) {
        const int64_t n = l->extents[i];
        a[i] = draw_along(l->state, n, false);
        const int64_t reach = a[i].dilation * (a[i].kernel - 1) + 1,
                      pads = a[i].before + a[i].after;
        if (transpose && (n - 1) * a[i].stride + reach - pads < 1)
            a[i] = (Along){1, 1, 1, 0, 0};
        else if (transpose)
            l->extents[i] = (n - 1) * a[i].stride + reach - pads;
        else
            l->extents[i] = (n + pads - reach) / a[i].stride + 1;
    }
    strbuf_printf(l->params, ", w%u: R.Tensor((%d, %d, %d, %d), \"float64\")", (unsigned)l->n,
                  (int)(transpose ? l->channels : out),
                  (int)(transpose ? out : l->channels / groups), (int)a[0].kernel,
                  (int)a[1].kernel);
    strbuf_printf(l->body, "    v%u = R.nn.conv2d%s(v%u, w%u, groups=%d, ", (unsigned)l->n + 1,
                  transpose ? "_transpose" : "", (unsigned)l->n, (unsigned)l->n, (int)groups);
    put_windows(l, a);
    strbuf_puts(l->body, ")\n");
    l->channels = out;
    l->n++;
}

static void draw_pool(Layers *l) {
    const bool is_mean = below(l->state, 2), ceil = below(l->state, 3) == 0;
    Along a[2];
    for (int i = 0; i < 2; i++) {
        a[i] = draw_along(l->state, l->extents[i], true);
        const int64_t room =
            l->extents[i] + a[i].before + a[i].after - (a[i].dilation * (a[i].kernel - 1) + 1);
        l->extents[i] = (room + (ceil ? a[i].stride - 1 : 0)) / a[i].stride + 1;
    }
    strbuf_printf(l->body, "    v%u = R.nn.%s_pool2d(v%u, pool_size=[%d, %d], ceil_mode=%s, ",
                  (unsigned)l->n + 1, is_mean ? "avg" : "max", (unsigned)l->n, (int)a[0].kernel,
                  (int)a[1].kernel, ceil ? "True" : "False");
    if (is_mean && below(l->state, 2)) strbuf_puts(l->body, "count_include_pad=True, ");
    put_windows(l, a);
    strbuf_puts(l->body, ")\n");
    l->n++;
}

void distribute_draw_windows(uint64_t seed, Arena *arena, DistributeCase *out) {
    static const char *const shards[] = {"v0=_,_,data,_",     "v0=_,_,_,data",
                                         "v0=data,_,_,_",     "v0=_,_,data,model",
                                         "v0=data,_,_,model", "v0=_,data,model,_"};
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++) below(&state, 2);
    const bool two = below(&state, 4) == 0, trains = below(&state, 2);
    const DrawMesh *mesh = two ? &meshes[ARRAY_LEN(meshes) - 1] : &meshes[below(&state, 3)];
    StrBuf text, body, params;
    strbuf_init(&text, arena);
    strbuf_init(&body, arena);
    strbuf_init(&params, arena);
    Layers l = {.body = &body, .params = &params, .state = &state, .channels = 2};
    for (int i = 0; i < 2; i++) l.extents[i] = 6 + below(&state, 9);
    strbuf_printf(&text, "@R.function\ndef main(v0: R.Tensor((2, 2, %d, %d), \"float64\")",
                  (int)l.extents[0], (int)l.extents[1]);
    const uint32_t n = 1 + below(&state, 4);
    draw_conv(&l);
    while (l.n < n) {
        const uint32_t kind = below(&state, 3);
        if (kind < 2) {
            (kind ? draw_pool : draw_conv)(&l);
            continue;
        }
        strbuf_printf(&body, "    v%u = R.tanh(v%u)\n", (unsigned)l.n + 1, (unsigned)l.n);
        l.n++;
    }
    strbuf_printf(&text, "%s):\n    R.func_attr({\"num_input\": 1})\n%s    return v%u\n",
                  strbuf_cstr(&params), strbuf_cstr(&body), (unsigned)l.n);
    *out =
        (DistributeCase){.name = arena_printf(arena, "windows %llu", (unsigned long long)seed),
                         .text = strbuf_cstr(&text),
                         .passes = trains ? "TrainStep(loss=mse, optimizer=sgd, wide=true)" : NULL,
                         .function = trains ? "main_train_step" : "main",
                         .mesh = mesh->mesh,
                         .shard = shards[below(&state, two ? (uint32_t)ARRAY_LEN(shards) : 3)],
                         .steps = trains ? 2 : 1,
                         .drawn = true};
}
