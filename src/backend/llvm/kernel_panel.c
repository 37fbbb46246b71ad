/* SPDX-License-Identifier: Apache-2.0 */
/* Panels: what all rows of a nest load, for the lanes of one block, is copied once to where it lies
 * together.
 *
 *     for j in lanes of 32: for i in rows: for k in range(K): acc[i, j] += A[i, k] * B[k, j]
 *
 * reads 128 bytes of B at a distance of a row of B; the cache holds few such lines, as they fall
 * into few of its sets. The copy has K times 128 bytes in a row, and stays in the cache while the
 * rows go by. */
#include "backend/llvm/kernel_parts.h"

/* A panel is worth it where the first cache does not hold what it copies beside what else is read,
 * and while the second holds a part of it that is large enough. */
enum { PANEL_ROWS = 24, PANEL_OF_L1 = 2, PANEL_L2S = 4 };

typedef struct {
    const KPlan *p;
    const LoopVar *lane;
    const LoopStmt *const *around; /* loops that it must not depend on */
    uint32_t n_around;
    const LoopExpr *found;
    uint32_t count;
} Find;

static void find_in_expr(Find *f, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && e->buffer->kind == LOOP_BUFFER_INPUT && e->buffer->ndim &&
        k_step(f->p, e->buffer, e->args, f->lane) == K_STEP_ONE) {
        bool shared = true;
        for (uint32_t i = 0; i < f->n_around; i++)
            shared = shared && k_step(f->p, e->buffer, e->args, f->around[i]->var) == K_STEP_NONE;
        if (shared && f->found != e) {
            f->found = e;
            f->count++;
        }
    }
    for (uint32_t i = 0; i < e->n; i++) find_in_expr(f, e->args[i]);
}

static void find(Find *f, const LoopStmt *list, bool in_loop) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (in_loop && s->value && s->kind != LOOP_FOR) find_in_expr(f, s->value);
        find(f, s->body, in_loop || s->kind == LOOP_FOR);
        find(f, s->other, in_loop);
    }
}

/* Of variables of serial loops and the lane, directly: names may stand for anything. */
static bool simple(const KPlan *p, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return !p->lets[e->var->id];
    if (e->kind == LOOP_LOAD) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!simple(p, e->args[i])) return false;
    }
    return true;
}

static bool mentions(const LoopExpr *e, const LoopVar *var) {
    if (e->kind == LOOP_VAR) return e->var == var;
    for (uint32_t i = 0; i < e->n; i++) {
        if (mentions(e->args[i], var)) return true;
    }
    return false;
}

/* The loops within the list that the load depends on. */
static void add_loops(KLoop *out, const LoopStmt *list, const LoopExpr *load, bool *ok) {
    for (const LoopStmt *s = list; s; s = s->next) {
        bool uses = false;
        for (uint32_t i = 0; s->kind == LOOP_FOR && i < load->n; i++)
            uses = uses || mentions(load->args[i], s->var);
        if (uses) {
            if (s->value->kind != LOOP_CONST || out->n_panel_loops == ARRAY_LEN(out->panel_loops)) {
                *ok = false;
                return;
            }
            out->panel_loops[out->n_panel_loops++] = s;
        }
        add_loops(out, s->body, load, ok);
        add_loops(out, s->other, load, ok);
    }
}

bool k_panel_plan(const KPlan *p, KLoop *outer, const KLoop *rows, const KLoop *lanes,
                  double iterations) {
    const LoopStmt *around[32];
    uint32_t n = 0;
    for (const LoopStmt *s = outer->loop; s; s = s->body) {
        if (n == ARRAY_LEN(around)) return false;
        around[n++] = s;
        if (s == rows->loop) break;
    }
    Find f = {.p = p, .lane = lanes->loop->var, .around = around, .n_around = n};
    find(&f, lanes->loop->body, false);
    if (f.count != 1 || iterations < PANEL_ROWS) return false;
    for (uint32_t i = 0; i < f.found->n; i++) {
        if (!simple(p, f.found->args[i])) return false;
    }
    bool ok = true;
    add_loops(outer, lanes->loop->body, f.found, &ok);
    int64_t vectors = 1;
    for (uint32_t i = 0; i < outer->n_panel_loops; i++) {
        const int64_t trips = outer->panel_loops[i]->value->i;
        ok = ok && trips > 0 && mul_i64(vectors, trips, &vectors);
    }
    int64_t bytes;
    const int64_t block = (int64_t)lanes->vectors * lanes->width;
    ok = ok && outer->n_panel_loops > 0 &&
         mul_i64(vectors, block * (int64_t)dtype_size(f.found->dtype), &bytes) &&
         bytes >= p->target->l1_bytes / PANEL_OF_L1 && bytes <= p->target->l2_bytes * PANEL_L2S;
    if (ok) { /* it lies together already */
        const LoopBuffer *b = f.found->buffer;
        const LoopExpr *last = b->dims[b->ndim - 1];
        ok = last->kind != LOOP_CONST || last->i > block;
    }
    outer->panel = ok ? f.found : NULL;
    outer->panel_bytes = ok ? bytes : 0;
    return ok;
}

/* --- Code --- */

/* The panel's first element for the loops' variables. */
static LLVMValueRef place(KEmit *em, const KLoop *plan) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef at = ll_int(em->u, 0);
    for (uint32_t i = 0; i < plan->n_panel_loops; i++) {
        const LoopStmt *s = plan->panel_loops[i];
        at = LLVMBuildMul(b, at, ll_int(em->u, s->value->i), "");
        at = LLVMBuildAdd(b, at, em->vars[s->var->id].at[0], "");
    }
    at = LLVMBuildMul(b, at, ll_int(em->u, (int64_t)em->tile.nv * em->tile.width), "");
    return LLVMBuildGEP2(b, ll_memory_type(em->u, plan->panel->dtype, 1), em->panel_memory, &at, 1,
                         "");
}

static LLVMValueRef vector_at(KEmit *em, DType t, LLVMValueRef start, uint32_t j) {
    LLVMValueRef go = ll_int(em->u, (int64_t)j * em->tile.width);
    return LLVMBuildGEP2(em->u->builder, ll_memory_type(em->u, t, 1), start, &go, 1, "");
}

static void copy(KEmit *em, const KLoop *plan, uint32_t depth) {
    if (depth == plan->n_panel_loops) {
        k_begin(em, em->at);
        const KVal v = k_load(em, plan->panel);
        LLVMValueRef start = place(em, plan);
        for (uint32_t j = 0; j < em->tile.nv; j++)
            ll_store(em->u, plan->panel->dtype, em->tile.width,
                     vector_at(em, plan->panel->dtype, start, j),
                     k_at(em, &v, plan->panel->dtype, 0, j, true), NULL);
        return;
    }
    const LoopStmt *s = plan->panel_loops[depth];
    KFor f = k_for_open(em, "pack", ll_int(em->u, 0), ll_int(em->u, s->value->i), 1);
    em->vars[s->var->id] = k_scalar(em, f.i);
    copy(em, plan, depth + 1);
    k_for_close(em, &f);
}

void k_panel_open(KEmit *em, const KLoop *plan) {
    em->panel.plan = NULL;
    copy(em, plan, 0);
    em->panel.plan = plan;
}

KVal k_panel_load(KEmit *em, const LoopExpr *e) {
    KVal v = k_new(em, K_VECTOR, false);
    LLVMValueRef start = place(em, em->panel.plan);
    for (uint32_t j = 0; j < em->tile.nv; j++)
        v.at[j] = ll_load(em->u, e->dtype, em->tile.width, vector_at(em, e->dtype, start, j), NULL);
    return v;
}
