/* SPDX-License-Identifier: Apache-2.0 */
/* Four iterations of a parallel loop go together through the loops in it, down to one in lock step:
 *
 *     for i in T.parallel(n):            for (int64_t i = 0; i <= n - 4; i += 4) {
 *         for j in T.parallel(m):            for (... a block of j ...) {
 *             acc[()] = 0                        float acc[16], acc2[16], acc3[16], acc4[16];
 *             for k in range(8):                 for (k ...) for (v ...) {
 *                 acc[()] = acc[()] +      acc[v] = acc[v] + A[i*8 + k] * B[k*m + (j + v)];
 *                     A[i, k] * B[k, j]    acc2[v] = acc2[v] + A[(i + 1)*8 + k] * B[k*m + (j + v)];
 *                                          ...
 *
 * What all rows load, B here, is then loaded once for four. So there must be such a load, one that
 * varies with the lane; and all loops, conditions and names must be the same for the four. The rest
 * of the iterations follow one by one. */
#include "backend/c/loop_parts.h"

static bool depends_within(CEmit *em, const LoopVar *var, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return e->var == var;
    if (e->kind == LOOP_LOAD && em->lanes->own[e->buffer->id]) return true;
    if (!e->n) return false;
    CNode *n = c_node(em, e);
    if (n->uses++) return n->varies;
    for (uint32_t i = 0; i < e->n && !n->varies; i++)
        n->varies = depends_within(em, var, e->args[i]);
    return n->varies;
}

/* On the variable, or on a scalar, which each row has for itself. */
static bool depends(CEmit *em, const LoopVar *var, const LoopExpr *e) {
    c_begin(em, em->at);
    const bool result = depends_within(em, var, e);
    c_begin(em, em->at);
    return result;
}

static bool is_alike(CEmit *em, const LoopVar *var, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && s->kind != LOOP_STORE && depends(em, var, s->value)) return false;
        if (!is_alike(em, var, s->body) || !is_alike(em, var, s->other)) return false;
    }
    return true;
}

typedef VEC(const LoopExpr *) Loads;

static void find_loads(CEmit *em, const LoopExpr *e, Loads *out) {
    if (!e->n || c_node(em, e)->uses++) return;
    if (e->kind == LOOP_LOAD) vec_push(em->arena, out, e);
    for (uint32_t i = 0; i < e->n; i++) find_loads(em, e->args[i], out);
}

static bool shares_a_load(CEmit *em, const LoopVar *var, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        Loads loads = {.at = NULL};
        c_begin(em, s);
        if (s->kind == LOOP_STORE) find_loads(em, s->value, &loads);
        for (size_t i = 0; i < loads.len; i++) {
            if (c_varies(em, loads.at[i]) && !depends(em, var, loads.at[i])) return true;
        }
        if (shares_a_load(em, var, s->body) || shares_a_load(em, var, s->other)) return true;
    }
    return false;
}

/* The loop in lock step that is all there is in the loop, but for loops that are the same for all
 * its iterations. */
static const LoopStmt *inner_of(const CEmit *em, const LoopStmt *loop) {
    const LoopStmt *s = loop->body;
    for (; s; s = s->body) {
        const bool fixed = s->kind == LOOP_FOR && !s->next && s->lanes < 2 &&
                           (s->value->kind == LOOP_CONST ||
                            (s->value->kind == LOOP_VAR && s->value->var->kind == LOOP_VAR_SIZE));
        if (!fixed) return NULL;
        if (c_in_lockstep(em, s)) return s;
    }
    return NULL;
}

bool c_tiles(CEmit *em, const LoopStmt *s) {
    if (!loop_is_parallel(s->for_kind) ||
        (s->value->kind == LOOP_CONST && s->value->i < C_TILE_ROWS))
        return false;
    const LoopStmt *inner = inner_of(em, s);
    if (!inner) return false;
    c_lanes_new(em, inner);
    const bool fits = is_alike(em, s->var, inner->body) && c_may_repeat(em, inner) &&
                      shares_a_load(em, s->var, inner->body);
    em->lanes = NULL;
    return fits;
}

void c_tile_row(CEmit *em, uint32_t row) {
    const CTile *tile = em->tile;
    em->vars[tile->var->id] =
        row ? arena_printf(em->arena, "(%s + %u)", tile->base, row) : tile->base;
    for (size_t i = 0; i < tile->scalars.len; i++)
        em->buffers[tile->scalars.at[i].buffer->id] = tile->scalars.at[i].text[row];
}

void c_tile_scalar(CEmit *em, const LoopBuffer *b, uint32_t row) {
    if (row == 0) vec_push(em->arena, &em->tile->scalars, ((CTileScalar){.buffer = b}));
    em->tile->scalars.at[em->tile->scalars.len - 1].text[row] = em->buffers[b->id];
}

void c_tile_open(CEmit *em, const CTile *tile) {
    const char *row = c_local_name(em, "row");
    c_rolled(em);
    c_line(em, "for (int64_t %s = 0; %s < %d; %s++) {", row, row, C_TILE_ROWS, row);
    em->indent++;
    em->vars[tile->var->id] = arena_printf(em->arena, "(%s + %s)", tile->base, row);
}

void c_tiled_for(CEmit *em, const LoopStmt *s) {
    CRange extent;
    c_begin(em, s);
    const char *end = c_held(em, s->value, "end", &extent);
    em->ranges[s->var->id] = c_range_index(extent);
    const char *i = c_local_name(em, s->var->name);
    const bool fixed = extent.lo == extent.hi, even = fixed && extent.lo % C_TILE_ROWS == 0;
    CTile tile = {.var = s->var, .base = i};
    if (even) {
        c_line(em, "for (int64_t %s = 0; %s < %s; %s += %d) {", i, i, end, i, C_TILE_ROWS);
    } else {
        c_line(em, "int64_t %s = 0;", i);
        c_line(em, "for (; %s <= %s - %d; %s += %d) {", i, end, C_TILE_ROWS, i, C_TILE_ROWS);
    }
    em->indent++;
    em->tile = &tile;
    em->vars[s->var->id] = i;
    c_list(em, s->body, NULL);
    em->tile = NULL;
    em->indent--;
    c_line(em, "}");
    if (even) return;
    c_line(em, "for (; %s < %s; %s++) {", i, end, i);
    em->indent++;
    em->vars[s->var->id] = i;
    c_list(em, s->body, NULL);
    em->indent--;
    c_line(em, "}");
}
