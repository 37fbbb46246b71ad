/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a function before any text: how often variables and buffers are read, which
 * accesses are not proved to be in bounds, which scalars must lie in memory, and whether data
 * decide which statements are run. */
#include "backend/c/loop_parts.h"

typedef struct {
    CEmit *em;
    Map seen; /* LoopExpr, of one statement */
} Survey;

static bool first_visit(Survey *v, const LoopExpr *e) {
    for (MapIter it = map_find(&v->seen, hash_ptr(0, e)); map_next(&v->seen, &it);) {
        if (it.value == e) return false;
    }
    map_add(&v->seen, hash_ptr(0, e), (void *)(uintptr_t)e);
    return true;
}

static void read_expr(Survey *v, const LoopExpr *e) {
    if (e->n && !first_visit(v, e)) return;
    for (uint32_t i = 0; i < e->n; i++) read_expr(v, e->args[i]);
    if (e->kind == LOOP_VAR) v->em->var_reads[e->var->id]++;
    if (e->kind == LOOP_LOAD) v->em->buffer_reads[e->buffer->id]++;
}

static void read_stmt(Survey *v, const LoopStmt *s) {
    map_clear(&v->seen);
    if (s->value) read_expr(v, s->value);
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) read_expr(v, s->indices[i]);
}

/* Data decide, not indices alone. */
static bool reads_data(const LoopExpr *e) {
    if (e->kind == LOOP_LOAD || (e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_LET)) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (reads_data(e->args[i])) return true;
    return false;
}

static void survey_list(Survey *v, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(v->em->arena->ctx);
        read_stmt(v, s);
        if (s->kind == LOOP_IF) v->em->chooses = v->em->chooses || reads_data(s->value);
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++) {
            v->em->in_memory[s->buffers[i]->id] = true;
            v->em->buffer_reads[s->buffers[i]->id]++;
        }
        survey_list(v, s->body);
        survey_list(v, s->other);
    }
}

static void note_unproved(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    CEmit *em = user;
    if (c_is_unproved(em, at, load, axis)) return;
    CUnproved *u = ARENA_NEW(em->arena, CUnproved);
    *u = (CUnproved){at, load, axis};
    map_add(&em->unproved, hash_ptr(hash_ptr(axis, at), load), u);
}

bool c_is_unproved(const CEmit *em, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    for (MapIter it = map_find(&em->unproved, hash_ptr(hash_ptr(axis, at), load));
         map_next(&em->unproved, &it);) {
        const CUnproved *u = it.value;
        if (u->at == at && u->load == load && u->axis == axis) return true;
    }
    return false;
}

void c_survey(CEmit *em) {
    const LoopFn *fn = em->fn;
    em->var_reads = ARENA_ARRAY(em->arena, uint32_t, (size_t)fn->n_vars + 1);
    em->buffer_reads = ARENA_ARRAY(em->arena, uint32_t, (size_t)fn->n_buffers + 1);
    em->in_memory = ARENA_ARRAY(em->arena, bool, (size_t)fn->n_buffers + 1);
    map_init(&em->unproved, em->arena);
    if (!em->proved) loop_unproved(em->arena->ctx, fn, note_unproved, em);
    Survey v = {.em = em};
    map_init(&v.seen, em->arena);
    survey_list(&v, fn->body);
}
