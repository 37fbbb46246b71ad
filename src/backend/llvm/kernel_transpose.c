/* SPDX-License-Identifier: Apache-2.0 */
/* Nests of parallel loops that write along one loop and read along another: permute_dims, and what
 * is fused with it.
 *
 *     for i in T.parallel(n):                  for j by 16: for i by 16:
 *         for j in T.parallel(m):                  in[k] = X[j + k, i...]      16 vectors
 *             Y[i, j] = X[j, i] + b[j]             t = transposed in
 *                                                  Y[i + r, j...] = t[r] + b[j...]
 *
 * The two loops go as a tile inside all others: the lanes are those of the stores, the rows those
 * of the loads, as many as fill a line of the cache. Blocks of lanes are around the rows, so that
 * memory is read in order, by as many streams as stay in a cache.
 *
 * Where the stores' loop is very short, as the channels of an image, it becomes the rows, and what
 * is stored of all rows lies together:
 *
 *     Y[i, j, c] = X[c, i, j], c < 3  for j by 16: v[c] = X[c, i, j...]; Y[i, j..., 0...] = v[0..2]
 *                                     in turn
 *
 * Loads of such an order, the other way round, are split as well. */
#include "backend/llvm/kernel_plan_parts.h"

enum {
    NEST_MOST = 16,
    SHORT = 4, /* iterations that are interleaved */
    LEAST_ROWS = 4,
    RUN_BYTES = 256, /* stored one behind the other: pages are opened less often */
    WAYS_OF_L2 = 8,  /* what lies a way of a cache apart has the same WAYS places */
    WAYS = 16,
};

static int64_t way_bytes(const KPlan *p) { return p->target->l2_bytes / WAYS_OF_L2; }

/* --- The plan --- */

typedef struct {
    const KPlan *p;
    const LoopStmt *loops[NEST_MOST];
    uint32_t n;
    /* loops that stores go along, and loads that do not go along it; n: none */
    uint32_t writes, reads;
    uint32_t element; /* bytes in memory of the smallest */
    int64_t apart;    /* bytes between streams that are read: the power of two that divides them */
} Nest;

static uint32_t loop_along(const Nest *f, const LoopBuffer *b, const LoopExpr *const *indices) {
    uint32_t i = 0;
    while (i < f->n && k_step(f->p, b, indices, f->loops[i]->var) != K_STEP_ONE) i++;
    return i;
}

static void note_element(Nest *f, const LoopBuffer *b) {
    const uint32_t bytes = (uint32_t)dtype_size(b->dtype);
    if (bytes < f->element) f->element = bytes;
}

/* Every statement is one that a tile may have. */
static bool are_plain(Nest *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_LET || (s->kind == LOOP_ALLOC && !s->buffer->ndim)) continue;
        if (s->kind != LOOP_STORE) return false;
        if (s->buffer->ndim) note_element(f, s->buffer);
    }
    return true;
}

static void find_loads(Nest *f, const LoopExpr *e) {
    for (uint32_t i = 0; i < e->n; i++) find_loads(f, e->args[i]);
    if (e->kind != LOOP_LOAD || !e->buffer->ndim) return;
    const KStep step = k_step(f->p, e->buffer, e->args, f->loops[f->writes]->var);
    if (step == K_STEP_NONE || step == K_STEP_ONE) return;
    const uint32_t along = loop_along(f, e->buffer, e->args);
    if (along == f->n || k_trips(f->p, f->loops[along]) < 2) return;
    if (f->reads == f->n) f->reads = along;
    note_element(f, e->buffer);
    int64_t stride;
    if (!k_stride(f->p, e->buffer, e->args, f->loops[f->writes]->var, &stride)) return;
    const uint64_t bytes = (uint64_t)stride * dtype_size(e->buffer->dtype),
                   power = bytes & (~bytes + 1);
    if (power > (uint64_t)f->apart)
        f->apart = (int64_t)power < way_bytes(f->p) ? (int64_t)power : way_bytes(f->p);
}

/* All go along the loop of `writes`; both: or along that of `reads`, for which tiles are turned
 * back. */
static bool stores_along(const Nest *f, const LoopStmt *list, bool both) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind != LOOP_STORE || !s->buffer->ndim) continue;
        const uint32_t along = loop_along(f, s->buffer, s->indices);
        if (along != f->writes && !(both && along == f->reads)) return false;
    }
    return true;
}

/* The loops that a tile is of, by the stores in their order: the first whose loop some load does
 * not go along. */
static bool find_directions(Nest *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind != LOOP_STORE || !s->buffer->ndim) continue;
        f->writes = loop_along(f, s->buffer, s->indices);
        f->reads = f->n;
        f->apart = 1;
        if (f->writes == f->n) return false;
        for (const LoopStmt *y = list; y; y = y->next) {
            if (y->value) find_loads(f, y->value);
        }
        if (f->reads != f->n) return stores_along(f, list, true);
    }
    return false;
}

/* Rows of a length that stores write one behind the other. */
static bool stores_together(const Nest *f, const LoopStmt *list, const LoopStmt *lanes,
                            int64_t length) {
    for (const LoopStmt *s = list; s; s = s->next) {
        int64_t stride;
        if (s->kind != LOOP_STORE || !s->buffer->ndim) continue;
        if (!k_stride(f->p, s->buffer, s->indices, lanes->var, &stride) || stride != length)
            return false;
    }
    return true;
}

/* Loads that go along the rows read what lies together, of all lanes. */
static bool loads_together(const Nest *f, const LoopExpr *e, const LoopStmt *rows,
                           const LoopStmt *lanes) {
    int64_t stride;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!loads_together(f, e->args[i], rows, lanes)) return false;
    }
    if (e->kind != LOOP_LOAD || !e->buffer->ndim ||
        k_step(f->p, e->buffer, e->args, rows->var) != K_STEP_ONE)
        return true;
    return k_stride(f->p, e->buffer, e->args, lanes->var, &stride) &&
           (double)stride == k_trips(f->p, rows);
}

/* Vectors that go together around the rows. */
static uint32_t block(const Nest *f, uint32_t width) {
    const int64_t run = RUN_BYTES / ((int64_t)width * f->element),
                  streams = WAYS * (way_bytes(f->p) / f->apart) / width;
    const int64_t n = run < streams ? run : streams;
    return n < 1 ? 1 : (uint32_t)n;
}

static void add(KPlan *p, const Nest *f, const LoopStmt *rows, uint32_t nr, const LoopStmt *lanes,
                uint32_t width) {
    k_add_loop(p, rows, K_ROWS)->rows = nr;
    k_add_loop(p, lanes, K_LANES)->width = width;
    KNest *nest = ARENA_NEW(p->arena, KNest);
    *nest = (KNest){.top = f->loops[0],
                    .inner = f->loops[f->n - 1],
                    .rows = rows,
                    .lanes = lanes,
                    .block = block(f, width)};
    map_add(&p->nests, hash_ptr(0, nest->top), nest);
}

bool k_nest_plan(KPlan *p, const LoopStmt *s) {
    Nest f = {.p = p, .element = p->vector_bytes, .apart = 1};
    const LoopStmt *x = s;
    for (; x && x->kind == LOOP_FOR; x = x->body) {
        if (x->for_kind == LOOP_SERIAL || f.n == NEST_MOST || !loop_expr_is_extent(x->value))
            return false;
        if (f.n && x->next) return false;
        f.loops[f.n++] = x;
    }
    if (f.n < 2 || !are_plain(&f, x) || !find_directions(&f, x)) return false;
    bool together = stores_along(&f, x, false);
    const LoopStmt *writes = f.loops[f.writes], *reads = f.loops[f.reads];
    const bool is_short = writes->value->kind == LOOP_CONST && writes->value->i <= SHORT;
    if (is_short && together && stores_together(&f, x, reads, writes->value->i)) {
        const uint32_t width = k_narrowed(reads, k_width_of(p, reads));
        if (writes->value->i < 2 || width < 4 || !k_may_go(p, reads, true) ||
            !k_may_go(p, writes, false))
            return false;
        add(p, &f, writes, (uint32_t)writes->value->i, reads, width);
        return true;
    }
    for (const LoopStmt *y = x; y; y = y->next)
        together = together && (!y->value || loads_together(&f, y->value, reads, writes));
    const uint32_t most = p->vector_bytes / f.element,
                   width = k_narrowed(writes, k_width_of(p, writes));
    const double n = k_trips(p, reads);
    const uint32_t nr = n < most ? (uint32_t)n : most;
    if (width < 4 || (nr < LEAST_ROWS && !together)) return false;
    if (!k_may_go(p, writes, true) || !k_may_go(p, reads, false)) return false;
    add(p, &f, reads, nr, writes, width);
    return true;
}

const KNest *k_nest(const KPlan *p, const LoopStmt *top) {
    for (MapIter it = map_find(&p->nests, hash_ptr(0, top)); map_next(&p->nests, &it);) {
        const KNest *n = it.value;
        if (n->top == top) return n;
    }
    return NULL;
}

/* --- Code --- */

static void range(KEmit *em, const LoopStmt *loop, LLVMValueRef *from, LLVMValueRef *to) {
    const bool shared = loop == em->threaded;
    *from = shared ? em->begin : ll_int(em->u, 0);
    *to = shared ? em->end : k_extent(em, loop);
}

/* Whole vectors in blocks, with the rows around each block; then what is left. */
static void tiles(KEmit *em, const KNest *nest) {
    LLVMBuilderRef b = em->u->builder;
    const KLoop *rows = k_plan_loop(&em->plan, nest->rows),
                *lanes = k_plan_loop(&em->plan, nest->lanes);
    const int64_t width = lanes->width, step = nest->block * width;
    LoopStmt alone = *nest->lanes; /* what is in a tile of rows */
    LLVMValueRef from, to;
    KInside in = {.body = nest->inner->body, .rows = nest->rows, .plan = rows};
    int64_t whole, left;
    alone.next = NULL;
    alone.body = nest->inner->body;
    range(em, nest->rows, &in.begin, &in.end);
    range(em, nest->lanes, &from, &to);
    LLVMValueRef n = LLVMBuildSub(b, to, from, ""),
                 rest = LLVMBuildSRem(b, n, ll_int(em->u, width), "");
    LLVMValueRef middle = LLVMBuildSub(b, to, rest, "");
    KFor f = k_for_open(em, "block", from, middle, step);
    LLVMValueRef end = LLVMBuildAdd(b, f.i, ll_int(em->u, step), "");
    if (!k_is_const(n, &whole) || whole / width % nest->block)
        end = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, end, middle, ""), end, middle, "");
    em->block = (KBlock){.lanes = &alone, .width = lanes->width, .begin = f.i, .end = end};
    k_rows(em, nest->rows, rows, in.begin, in.end, &alone);
    em->block.lanes = NULL;
    k_for_close(em, &f);
    if (k_is_const(rest, &left) && !left) return;
    f = k_for_open(em, "tail", middle, to, width);
    k_lane_block(em, nest->lanes, 1, lanes->width, f.i, rest, &in);
    k_for_close(em, &f);
}

void k_nest_block(KEmit *em) {
    const KBlock block = em->block;
    KFor f = k_for_open(em, "lanes", block.begin, block.end, block.width);
    k_lane_block(em, block.lanes, 1, block.width, f.i, NULL, &(KInside){.body = block.lanes->body});
    k_for_close(em, &f);
}

void k_nest_emit(KEmit *em, const KNest *nest) {
    KFor open[NEST_MOST];
    uint32_t n = 0;
    LLVMValueRef from, to;
    for (const LoopStmt *x = nest->top; x != nest->inner->body; x = x->body) {
        if (x == nest->rows || x == nest->lanes) continue;
        range(em, x, &from, &to);
        KFor *f = &open[n++];
        *f = k_for_open(em, x->var->name, from, to, 1);
        em->vars[x->var->id] = k_scalar(em, f->i);
    }
    tiles(em, nest);
    while (n) k_for_close(em, &open[--n]);
}

/* Lanes that take part, of each vector of the tile; false: it is not known which, or there are
 * conditions. */
static bool known_lanes(const KEmit *em, uint32_t vector, uint32_t *n) {
    const KTile *t = &em->tile;
    if (t->mask) return false;
    *n = t->width;
    return !t->tail || ll_is_prefix(t->tail[vector], t->width, n);
}

/* The access goes along the rows of the tile, and its lanes are apart. stride: of lanes, 0: not a
 * constant. */
static bool along_rows(const KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices,
                       const KVal *at, int64_t *stride) {
    const KTile *t = &em->tile;
    uint32_t n;
    if (at->lane != K_AFFINE || !at->rows || t->nr < 2 || t->width < 2 || !t->row_var ||
        em->arrays[b->id].rows)
        return false;
    if (k_step(&em->plan, b, indices, t->row_var) != K_STEP_ONE) return false;
    for (uint32_t j = 0; j < t->nv; j++) {
        if (!known_lanes(em, j, &n)) return false;
    }
    if (!k_is_const(at->stride, stride))
        *stride = 0;
    else if (*stride == 0 || *stride == 1)
        return false;
    return true;
}

static LLVMValueRef lane_pointer(KEmit *em, const LoopBuffer *b, const KVal *at, uint32_t lane) {
    LLVMBuilderRef builder = em->u->builder;
    LLVMValueRef go = LLVMBuildMul(builder, at->stride, ll_int(em->u, lane), "");
    return k_pointer(em, b, 0, LLVMBuildAdd(builder, at->at[0], go, ""));
}

static LLVMValueRef load(KEmit *em, const LoopBuffer *b, uint32_t lanes, LLVMValueRef p) {
    LLVMValueRef v = LLVMBuildLoad2(em->u->builder, ll_memory_type(em->u, b->dtype, lanes), p, "");
    LLVMSetAlignment(v, (unsigned)dtype_size(b->dtype));
    return v;
}

static void store_together(KEmit *em, const LoopBuffer *b, LLVMValueRef v, LLVMValueRef p) {
    LLVMSetAlignment(LLVMBuildStore(em->u->builder, v, p), (unsigned)dtype_size(b->dtype));
}

bool k_load_transposed(KEmit *em, const LoopExpr *e, const KVal *at, KVal *out) {
    const LoopBuffer *b = e->buffer;
    const KTile *t = &em->tile;
    int64_t stride;
    if (!along_rows(em, b, e->args, at, &stride)) return false;
    LLVMValueRef *in = ARENA_ARRAY(em->arena, LLVMValueRef, t->width),
                 *rows = ARENA_ARRAY(em->arena, LLVMValueRef, t->nr);
    *out = k_new(em, K_VECTOR, true);
    for (uint32_t j = 0; j < t->nv; j++) {
        uint32_t n = 0;
        known_lanes(em, j, &n);
        if (stride == t->nr) {
            ll_split(em->u, load(em, b, n * t->nr, lane_pointer(em, b, at, j * t->width)), n, t->nr,
                     rows);
        } else {
            for (uint32_t k = 0; k < n; k++)
                in[k] = load(em, b, t->nr, lane_pointer(em, b, at, j * t->width + k));
            ll_transpose(em->u, in, n, t->nr, rows);
        }
        for (uint32_t r = 0; r < t->nr; r++)
            out->at[r * t->nv + j] =
                ll_unpack(em->u, b->dtype, t->width, ll_lanes(em->u, rows[r], n, 0, t->width));
    }
    return true;
}

bool k_store_transposed(KEmit *em, const LoopStmt *s, const KVal *v, const KVal *at) {
    const LoopBuffer *b = s->buffer;
    const KTile *t = &em->tile;
    int64_t stride;
    if (!along_rows(em, b, s->indices, at, &stride)) return false;
    LLVMValueRef *rows = ARENA_ARRAY(em->arena, LLVMValueRef, t->nr),
                 *lanes = ARENA_ARRAY(em->arena, LLVMValueRef, t->width);
    for (uint32_t j = 0; j < t->nv; j++) {
        uint32_t n = 0;
        known_lanes(em, j, &n);
        for (uint32_t r = 0; r < t->nr; r++)
            rows[r] = ll_pack(em->u, b->dtype, t->width, k_at(em, v, b->dtype, r, j, true));
        if (stride == t->nr) {
            LLVMValueRef all = ll_interleave(em->u, rows, n, t->nr, t->width);
            store_together(em, b, all, lane_pointer(em, b, at, j * t->width));
            continue;
        }
        for (uint32_t r = 0; r < t->nr; r++) rows[r] = ll_lanes(em->u, rows[r], t->width, 0, n);
        ll_transpose(em->u, rows, t->nr, n, lanes);
        for (uint32_t k = 0; k < n; k++)
            store_together(em, b, lanes[k], lane_pointer(em, b, at, j * t->width + k));
    }
    return true;
}
