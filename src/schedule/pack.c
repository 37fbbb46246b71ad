/* SPDX-License-Identifier: Apache-2.0 */
/* Functions whose panel lies in memory as its tiles read it. The lane loop becomes two: of columns,
 * and of the lanes of one; the buffer has the columns outermost.
 *
 *     for j in T.parallel(96):                  for j in T.parallel(3):
 *         for k in range(8):                        for lane in T.parallel(32):
 *             acc = acc + A[i, k] * B[k, j]             for k in range(8):
 *         C[i, j] = acc                                     acc = acc + A[i, k] * B[j, k, lane]
 *                                                       C[i, j * 32 + lane] = acc */
#include "schedule/parts.h"

enum { LEAST_BYTES = 64 << 10 };

/* Of each buffer by its id: loads, and twice the calls that are given it. */
static void count_expr(uint32_t *loads, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD) loads[e->buffer->id]++;
    for (uint32_t i = 0; i < e->n; i++) count_expr(loads, e->args[i]);
}

static void count_list(uint32_t *loads, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->value) count_expr(loads, x->value);
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++)
            count_expr(loads, x->indices[i]);
        for (uint32_t i = 0; x->kind == LOOP_CALL && i < x->n; i++) loads[x->buffers[i]->id] += 2;
        count_list(loads, x->body);
        count_list(loads, x->other);
    }
}

static bool dims_of(const LoopBuffer *b, int64_t *dims) {
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || b->dims[i]->i < 1) return false;
        dims[i] = b->dims[i]->i;
    }
    return true;
}

/* The lanes of a column: those of the nest's tiles, or the most below, but no less than half, of
 * which columns are whole. 0: there are none. */
static int64_t block_of(const SNest *nest, int64_t n) {
    for (uint32_t nv = nest->nv; 2 * nv >= nest->nv && nv; nv--) {
        const int64_t block = (int64_t)nv * nest->width;
        if (n % block == 0) return block;
    }
    return 0;
}

/* Its panel is a whole input, read at one place by the lane loop's variable. */
static bool packs(const LoopFn *fn, const SNest *nest, const uint32_t *loads, SchedPack *out) {
    const LoopExpr *load = nest->panel;
    int64_t dims[S_PACK_DIMS_MAX];
    if (!load || load->kind != LOOP_LOAD) return false;
    const LoopBuffer *b = load->buffer;
    if (b->kind != LOOP_BUFFER_INPUT || b->strides || b->ndim < 2 || b->ndim >= S_PACK_DIMS_MAX ||
        !dims_of(b, dims))
        return false;
    const LoopExpr *at = load->args[b->ndim - 1];
    const int64_t n = dims[b->ndim - 1], block = block_of(nest, n);
    double bytes = (double)dtype_size(b->dtype);
    for (uint32_t i = 0; i < b->ndim; i++) bytes *= (double)dims[i];
    if (at->kind != LOOP_VAR || at->var != nest->lane->var || nest->open || nest->extent != n ||
        !block || n <= block || bytes < LEAST_BYTES || loads[b->id] != 1)
        return false;
    *out = (SchedPack){.load = load, .lane = nest->lane, .block = block};
    for (size_t i = 0; i < fn->params.len; i++)
        if (fn->params.at[i] == b) out->param = (uint32_t)i;
    return true;
}

/* Of the first nest that may. */
static bool find(Sched *s, const LoopStmt *list, const uint32_t *loads, SchedPack *out) {
    SNest nest;
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(s->ctx);
        if (sched_nest_of(s, x, &nest) && packs(s->from, &nest, loads, out)) return true;
        if (find(s, x->body, loads, out) || find(s, x->other, loads, out)) return true;
    }
    return false;
}

bool sched_pack_of(const LoopFn *fn, const Target *target, bool exact, Arena *arena,
                   SchedPack *out) {
    Sched s = {.ctx = arena->ctx, .arena = arena, .from = fn, .target = target, .sums_of = target};
    Arena scratch;
    s.exact = exact;
    arena_init(&scratch, arena->ctx);
    s.scratch = &scratch;
    uint32_t *loads = ARENA_ARRAY(&scratch, uint32_t, (size_t)fn->n_buffers + 1);
    bool found = sched_begin(&s);
    if (found) count_list(loads, fn->body);
    found = found && find(&s, fn->body, loads, out);
    arena_fini(&scratch);
    return found;
}
