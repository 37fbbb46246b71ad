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
