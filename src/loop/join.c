/* SPDX-License-Identifier: Apache-2.0 */
/* Two loops, one all that the other holds, are a pair: both parallel, with no serial loop in them,
 * or both serial. It is joined where the variables of both are indices of neighbouring dims, of
 * just their extents, and nothing else. Two dims of a buffer are joined where all its accesses go
 * through them by such pairs. All start as joined, and what contradicts parts them, until nothing
 * does. Pairs that share a loop make a chain, which becomes one loop. */
#include "loop/join.h"

#include "loop/fuse_parts.h"
#include "loop/verify.h"

enum { ROUNDS_MAX = 16 };

typedef struct {
    const LoopStmt *outer, *inner;
    bool parts;
} Pair;

typedef struct {
    Ctx *ctx;
    Arena *arena; /* scratch */
    const LoopFn *from;
    Pair **as_outer, **as_inner; /* by variable id */
    bool **apart;                /* by buffer id and dim: it and the next one */
    bool *met;                   /* by buffer id: accessed */
    uint32_t *ndim;              /* by buffer id: without the last ones of extent 1 */
    bool changed;
    bool trims; /* some buffer has such dims */
    Map seen;   /* expressions of the round */

    LoopBuilder b;
    const LoopExpr **vars;      /* by old id */
    const LoopBuffer **buffers; /* by old id */
    Map copies;                 /* Copied */
    bool has_symbols;           /* a product of extents has */
} Join;

typedef struct {
    const LoopExpr *from, *to;
} Copied;

/* --- Which --- */

static bool may(const LoopStmt *x) {
    return x && x->kind == LOOP_FOR && !x->next && x->lanes <= 1 && x->for_kind != LOOP_UNROLLED &&
           loop_expr_is_extent(x->value);
}

/* Returns whether there is a serial loop. Around one parallel loops stay apart: they are rows of
 * tiles and work for threads. */
static bool find_pairs(Join *j, const LoopStmt *list) {
    bool is_serial = false;
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(j->ctx);
        const bool in_body = find_pairs(j, x->body), in_other = find_pairs(j, x->other);
        const bool parallel = x->kind == LOOP_FOR && loop_is_parallel(x->for_kind);
        is_serial = is_serial || in_body || in_other || x->kind == LOOP_WHILE ||
                    (x->kind == LOOP_FOR && !parallel);
        LoopStmt alone = *x; /* others may stand beside the outer one */
        alone.next = NULL;
        const LoopStmt *y = x->body;
        if (!may(&alone) || !may(y) || parallel != loop_is_parallel(y->for_kind) ||
            (parallel && in_body))
            continue;
        Pair *p = ARENA_NEW(j->arena, Pair);
        *p = (Pair){.outer = x, .inner = y};
        j->as_outer[x->var->id] = j->as_inner[y->var->id] = p;
    }
    return is_serial;
}

static void part(Join *j, Pair *p) {
    if (!p || p->parts) return;
    p->parts = j->changed = true;
}

static bool is_joined(const Join *j, const LoopBuffer *b, const LoopExpr *const *at, uint32_t d) {
    if (d + 1 >= j->ndim[b->id] || j->apart[b->id][d] || at[d]->kind != LOOP_VAR ||
        at[d + 1]->kind != LOOP_VAR)
        return false;
    const Pair *p = j->as_outer[at[d]->var->id];
    return p && !p->parts && p->inner->var == at[d + 1]->var &&
           fuse_same_expr(p->outer->value, b->dims[d]) &&
           fuse_same_expr(p->inner->value, b->dims[d + 1]);
}

static void look_expr(Join *j, const LoopExpr *e);

static void look_access(Join *j, const LoopBuffer *b, const LoopExpr *const *at) {
    j->met[b->id] = true;
    const uint32_t ndim = j->ndim[b->id]; /* an index of those behind it is 0 */
    for (uint32_t d = 0; d < ndim; d++) {
        if (at[d]->kind != LOOP_VAR) {
            look_expr(j, at[d]);
            continue;
        }
        Pair *inner = j->as_inner[at[d]->var->id], *outer = j->as_outer[at[d]->var->id];
        if (!d || !is_joined(j, b, at, d - 1)) part(j, inner);
        if (!is_joined(j, b, at, d)) part(j, outer);
    }
    for (uint32_t d = 0; d + 1 < ndim; d++) {
        if (j->apart[b->id][d] || is_joined(j, b, at, d)) continue;
        j->apart[b->id][d] = j->changed = true;
    }
}

/* What is no index of its own. */
static void look_expr(Join *j, const LoopExpr *e) {
    if (map_get_ptr(&j->seen, e)) return;
    map_add_ptr(&j->seen, e, j);
    if (e->kind == LOOP_VAR) {
        part(j, j->as_outer[e->var->id]);
        part(j, j->as_inner[e->var->id]);
    } else if (e->kind == LOOP_LOAD) {
        look_access(j, e->buffer, e->args);
    } else {
        for (uint32_t i = 0; i < e->n; i++) look_expr(j, e->args[i]);
    }
}

static void look_list(Join *j, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(j->ctx);
        if (x->value) look_expr(j, x->value);
        if (x->kind == LOOP_STORE) look_access(j, x->buffer, x->indices);
        for (uint32_t i = 0; x->kind == LOOP_CALL && i < x->n; i++) {
            const LoopBuffer *b = x->buffers[i];
            j->changed = j->changed || j->ndim[b->id] != b->ndim;
            j->ndim[b->id] = b->ndim;
            for (uint32_t d = 0; d < b->ndim; d++) j->apart[b->id][d] = true;
        }
        look_list(j, x->body);
        look_list(j, x->other);
    }
}

static void init_buffer(Join *j, const LoopBuffer *b) {
    bool *apart = ARENA_ARRAY(j->arena, bool, (size_t)b->ndim + 1);
    for (uint32_t d = 0; d < b->ndim; d++) apart[d] = b->strides || b->lanes;
    j->apart[b->id] = apart;
    uint32_t n = b->ndim;
    while (n > 1 && !b->strides && !b->lanes && b->dims[n - 1]->kind == LOOP_CONST &&
           b->dims[n - 1]->i == 1)
        n--;
    j->ndim[b->id] = n;
    j->trims = j->trims || n < b->ndim;
}

static void init_locals(Join *j, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_ALLOC) init_buffer(j, x->buffer);
        init_locals(j, x->body);
        init_locals(j, x->other);
    }
}

static void note_indices(Join *j, const LoopExpr *e, bool *is_index) {
    if (map_get_ptr(&j->seen, e)) return;
    map_add_ptr(&j->seen, e, j);
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->kind == LOOP_LOAD && e->args[i]->kind == LOOP_VAR)
            is_index[e->args[i]->var->id] = true;
        note_indices(j, e->args[i], is_index);
    }
}

static void note_all_indices(Join *j, const LoopStmt *list, bool *is_index) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->value) note_indices(j, x->value, is_index);
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++) {
            if (x->indices[i]->kind == LOOP_VAR) is_index[x->indices[i]->var->id] = true;
            note_indices(j, x->indices[i], is_index);
        }
        note_all_indices(j, x->body, is_index);
        note_all_indices(j, x->other, is_index);
    }
}

static Pair *joined_pair(const Join *j, const LoopStmt *outer) {
    Pair *p = j->as_outer[outer->var->id];
    return p && !p->parts ? p : NULL;
}

/* Whether there is something to join, and each product is a number of 64 bits. */
static bool is_worth(const Join *j) {
    bool any = j->trims;
    for (uint32_t i = 0; i < j->from->n_vars; i++) {
        int64_t n = 1;
        for (const Pair *p = j->as_outer[i]; p && !p->parts; p = j->as_outer[p->inner->var->id]) {
            const LoopExpr *x = p->outer->value, *y = p->inner->value;
            any = true;
            if (x->kind == LOOP_CONST && !mul_i64(n, x->i, &n)) return false;
            if (y->kind == LOOP_CONST && !mul_i64(n, y->i, &(int64_t){0})) return false;
        }
    }
    return any;
}

static bool find(Join *j) {
    const LoopFn *fn = j->from;
    const size_t n_vars = (size_t)fn->n_vars + 1, n_buffers = (size_t)fn->n_buffers + 1;
    j->as_outer = ARENA_ARRAY(j->arena, Pair *, n_vars);
    j->as_inner = ARENA_ARRAY(j->arena, Pair *, n_vars);
    j->apart = ARENA_ARRAY(j->arena, bool *, n_buffers);
    j->met = ARENA_ARRAY(j->arena, bool, n_buffers);
    j->ndim = ARENA_ARRAY(j->arena, uint32_t, n_buffers);
    bool *is_index = ARENA_ARRAY(j->arena, bool, n_vars);
    for (size_t i = 0; i < fn->params.len; i++) init_buffer(j, fn->params.at[i]);
    init_locals(j, fn->body);
    find_pairs(j, fn->body);
    map_init(&j->seen, j->arena);
    note_all_indices(j, fn->body, is_index);
    /* where no index is, no memory bounds the number */
    for (uint32_t i = 0; i < fn->n_vars; i++)
        if (j->as_outer[i] && !is_index[i]) j->as_outer[i]->parts = true;
    j->changed = true;
    for (int round = 0; j->changed; round++) {
        if (round == ROUNDS_MAX) return false;
        j->changed = false;
        map_init(&j->seen, j->arena);
        look_list(j, fn->body);
    }
    return is_worth(j);
}

/* --- The function --- */

static const LoopExpr *copy(Join *j, const LoopExpr *e);

/* Of the buffer's accesses, or of its extents, one for the dims that are joined: the last one of
 * indices, the product of extents. Returns how many there are. */
static uint32_t copy_dims(Join *j, const LoopBuffer *b, const LoopExpr *const *old, bool extents,
                          const LoopExpr **out) {
    uint32_t n = 0;
    const LoopExpr *product = NULL;
    for (uint32_t d = 0; d < j->ndim[b->id]; d++) {
        const LoopExpr *x = copy(j, old[d]);
        const bool multiplies = product && extents;
        product = multiplies ? loop_op2(&j->b, LOOP_MUL, product, x) : x;
        j->has_symbols = j->has_symbols || (multiplies && product->kind != LOOP_CONST);
        if (d + 1 < j->ndim[b->id] && j->met[b->id] && !j->apart[b->id][d]) continue;
        out[n++] = product;
        product = NULL;
    }
    return n;
}

static const LoopExpr *copy_new(Join *j, const LoopExpr *e) {
    LoopBuilder *b = &j->b;
    if (e->kind == LOOP_VAR) return j->vars[e->var->id];
    if (!e->n && e->kind != LOOP_LOAD) return e;
    const LoopExpr **args = ARENA_ARRAY(b->arena, const LoopExpr *, (size_t)e->n + 1);
    if (e->kind == LOOP_LOAD) {
        copy_dims(j, e->buffer, e->args, false, args);
        return loop_load(b, j->buffers[e->buffer->id], args);
    }
    for (uint32_t i = 0; i < e->n; i++) args[i] = copy(j, e->args[i]);
    if (e->kind == LOOP_CAST) return loop_cast(b, e->dtype, args[0]);
    if (e->kind == LOOP_REINTERPRET) return loop_reinterpret(b, e->dtype, args[0]);
    return loop_op(b, e->kind, args, e->n);
}

static const LoopExpr *copy(Join *j, const LoopExpr *e) {
    const uint64_t hash = hash_ptr(0, e);
    for (MapIter it = map_find(&j->copies, hash); map_next(&j->copies, &it);) {
        const Copied *known = it.value;
        if (known->from == e) return known->to;
    }
    Copied *made = ARENA_NEW(j->arena, Copied);
    *made = (Copied){e, copy_new(j, e)};
    map_add(&j->copies, hash, made);
    return made->to;
}

static const LoopExpr *const *dims_of(Join *j, const LoopBuffer *b, uint32_t *n) {
    const LoopExpr **dims = ARENA_ARRAY(j->b.arena, const LoopExpr *, (size_t)b->ndim + 1);
    *n = copy_dims(j, b, b->dims, true, dims);
    return dims;
}

static void copy_list(Join *j, const LoopStmt *list);

static void copy_for(Join *j, const LoopStmt *x) {
    const char *name = x->var->name;
    const LoopExpr *n = copy(j, x->value);
    for (const Pair *p = joined_pair(j, x); p; p = joined_pair(j, x)) {
        x = p->inner;
        n = loop_op2(&j->b, LOOP_MUL, n, copy(j, x->value));
    }
    const LoopVar *v = loop_begin_for(&j->b, name, n, x->for_kind, x->lanes);
    j->vars[x->var->id] = loop_var(&j->b, v);
    copy_list(j, x->body);
    loop_end(&j->b);
}

static void copy_stmt(Join *j, const LoopStmt *x) {
    LoopBuilder *b = &j->b;
    uint32_t n;
    b->loc = x->loc;
    switch (x->kind) {
    case LOOP_FOR: copy_for(j, x); break;
    case LOOP_WHILE:
        loop_begin_while(b, copy(j, x->value));
        copy_list(j, x->body);
        loop_end(b);
        break;
    case LOOP_IF:
        loop_begin_if(b, copy(j, x->value));
        copy_list(j, x->body);
        if (x->other) {
            loop_else(b);
            copy_list(j, x->other);
        }
        loop_end(b);
        break;
    case LOOP_STORE: {
        const LoopExpr **at = ARENA_ARRAY(b->arena, const LoopExpr *, (size_t)x->n + 1);
        copy_dims(j, x->buffer, x->indices, false, at);
        loop_store(b, j->buffers[x->buffer->id], at, copy(j, x->value));
        break;
    }
    case LOOP_LET:
        j->vars[x->var->id] = loop_var(b, loop_let(b, x->var->name, copy(j, x->value)));
        break;
    case LOOP_ALLOC: {
        const LoopExpr *const *dims = dims_of(j, x->buffer, &n);
        j->buffers[x->buffer->id] = loop_local(b, x->buffer->name, x->buffer->dtype, dims, n);
        break;
    }
    case LOOP_CALL: {
        const LoopBuffer **list = ARENA_ARRAY(j->arena, const LoopBuffer *, (size_t)x->n + 1);
        for (uint32_t i = 0; i < x->n; i++) list[i] = j->buffers[x->buffers[i]->id];
        loop_call(b, x->callee, list);
        break;
    }
    }
}

static void copy_list(Join *j, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(j->ctx);
        copy_stmt(j, x);
    }
}

static const LoopFn *copy_function(Join *j, Arena *arena) {
    const LoopFn *fn = j->from;
    uint32_t n;
    loop_builder_init(&j->b, arena, fn->name);
    j->b.fn->loc = fn->loc;
    j->b.fn->pattern = fn->pattern;
    j->vars = ARENA_ARRAY(j->arena, const LoopExpr *, (size_t)fn->n_vars + 1);
    j->buffers = ARENA_ARRAY(j->arena, const LoopBuffer *, (size_t)fn->n_buffers + 1);
    map_init(&j->copies, j->arena);
    for (size_t i = 0; i < fn->sizes.len; i++) {
        j->vars[fn->sizes.at[i]->id] = loop_var(&j->b, loop_size(&j->b, fn->sizes.at[i]->name));
        loop_size_plan(j->b.fn, i, fn->sizes.at[i]->planned);
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        const LoopExpr *const *dims = dims_of(j, b, &n), **strides = NULL;
        if (b->strides) {
            strides = ARENA_ARRAY(arena, const LoopExpr *, (size_t)b->ndim + 1);
            for (uint32_t d = 0; d < b->ndim; d++) strides[d] = copy(j, b->strides[d]);
        }
        j->buffers[b->id] = loop_param(&j->b, b->name, b->kind, b->dtype, dims, n, strides);
    }
    j->b.fn->n_scalars = j->has_symbols ? (uint32_t)fn->sizes.len : fn->n_scalars;
    copy_list(j, fn->body);
    return loop_builder_finish(&j->b);
}

const LoopFn *loop_join_dims(const LoopFn *fn, Arena *arena) {
    const LoopFn *made = fn;
    if (fn->is_scheduled) return fn;
    Arena scratch;
    arena_init(&scratch, arena->ctx);
    Join j = {.ctx = arena->ctx, .arena = &scratch, .from = fn};
    if (find(&j)) made = copy_function(&j, arena);
    arena_fini(&scratch);
    return made == fn || loop_is_proved(arena->ctx, made) ? made : fn;
}
