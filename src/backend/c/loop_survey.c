/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a function before any text: how often variables and buffers are read, which
 * accesses are not proved to be in bounds, which scalars must lie in memory, and which parallel
 * loops go in lock step.
 *
 * That are the innermost parallel loops of four iterations or more with another loop in them. Its
 * iterations are independent, so any interleaving of them is right; what each has for itself must
 * be scalars, which become arrays. Nothing in it may fail: of the errors of several iterations the
 * first is to be reported. */
#include "backend/c/loop_parts.h"

enum { LEAST_LANES = 4 };

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

/* Returns C_STMT_CHECK or 0. */
static unsigned read_expr(Survey *v, const LoopStmt *at, const LoopExpr *e) {
    unsigned flags = 0;
    if (e->n && !first_visit(v, e)) return 0;
    for (uint32_t i = 0; i < e->n; i++) flags |= read_expr(v, at, e->args[i]);
    if (e->kind == LOOP_VAR) v->em->var_reads[e->var->id]++;
    if (e->kind != LOOP_LOAD) return flags;
    v->em->buffer_reads[e->buffer->id]++;
    for (uint32_t i = 0; i < e->n; i++)
        flags |= c_is_unproved(v->em, at, e, i) ? (unsigned)C_STMT_CHECK : 0;
    return flags;
}

static unsigned read_stmt(Survey *v, const LoopStmt *s) {
    unsigned flags = 0;
    map_clear(&v->seen);
    if (s->value) flags |= read_expr(v, s, s->value);
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) {
        flags |= read_expr(v, s, s->indices[i]);
        flags |= c_is_unproved(v->em, s, NULL, i) ? (unsigned)C_STMT_CHECK : 0;
    }
    return flags;
}

/* Data decide, not indices alone. */
static bool reads_data(const LoopExpr *e) {
    if (e->kind == LOOP_LOAD || (e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_LET)) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (reads_data(e->args[i])) return true;
    return false;
}

static bool is_short(const LoopStmt *loop) {
    return loop->value->kind == LOOP_CONST && loop->value->i < LEAST_LANES;
}

/* What is in the list, the lists within included. */
static unsigned survey_list(Survey *v, const LoopStmt *list) {
    unsigned all = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(v->em->arena->ctx);
        unsigned flags = read_stmt(v, s),
                 inner = survey_list(v, s->body) | survey_list(v, s->other);
        switch (s->kind) {
        case LOOP_FOR: {
            const unsigned bars =
                C_STMT_CALL | C_STMT_ARRAY | C_STMT_LANES | C_STMT_CHECK | C_STMT_PARALLEL;
            flags |= C_STMT_LOOP;
            if (s->lanes > 1) flags |= C_STMT_LANES;
            if (!loop_is_parallel(s->for_kind) || is_short(s)) break;
            flags |= C_STMT_PARALLEL;
            if ((inner & C_STMT_LOOP) && !(inner & bars))
                map_add(&v->em->lockstep, hash_ptr(0, s), (void *)(uintptr_t)s);
            break;
        }
        case LOOP_IF: v->em->chooses = v->em->chooses || reads_data(s->value); break;
        case LOOP_STORE: flags |= s->value->lanes ? (unsigned)C_STMT_LANES : 0; break;
        case LOOP_ALLOC: flags |= s->buffer->ndim ? (unsigned)C_STMT_ARRAY : 0; break;
        case LOOP_CALL:
            flags |= C_STMT_CALL;
            for (uint32_t i = 0; i < s->n; i++) {
                v->em->in_memory[s->buffers[i]->id] = true;
                v->em->buffer_reads[s->buffers[i]->id]++;
            }
            break;
        default: break;
        }
        all |= flags | inner;
    }
    return all;
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

bool c_in_lockstep(const CEmit *em, const LoopStmt *loop) {
    for (MapIter it = map_find(&em->lockstep, hash_ptr(0, loop)); map_next(&em->lockstep, &it);) {
        if (it.value == loop) return true;
    }
    return false;
}

void c_survey(CEmit *em) {
    const LoopFn *fn = em->fn;
    em->var_reads = ARENA_ARRAY(em->arena, uint32_t, (size_t)fn->n_vars + 1);
    em->buffer_reads = ARENA_ARRAY(em->arena, uint32_t, (size_t)fn->n_buffers + 1);
    em->in_memory = ARENA_ARRAY(em->arena, bool, (size_t)fn->n_buffers + 1);
    map_init(&em->unproved, em->arena);
    map_init(&em->lockstep, em->arena);
    if (!em->proved) loop_unproved(em->arena->ctx, fn, note_unproved, em);
    Survey v = {.em = em};
    map_init(&v.seen, em->arena);
    survey_list(&v, fn->body);
}
