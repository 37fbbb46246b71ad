/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions by vectors: each lane has a partial result, which are combined at the end.
 *
 *     for k in range(n):                      part[4] = 0                  vectors of 16
 *         acc = acc + x[k]          ->        for k by 64: part[j] += x[k + 16*j ...]
 *                                             acc = acc + sum of all lanes of all parts
 *
 * The loop by vectors may be one within: the partial results last for the whole nest.
 *
 * Of a strict unit, a loop that states how many partial results it has gets these, one element
 * after the other. */
#include "backend/llvm/kernel_parts.h"
#include "loop/verify.h"

/* --- What is reduced --- */

typedef struct {
    Arena *arena;
    bool *own; /* by buffer id: allocated within */
    KPartials *out;
    bool ok;
} Find;

static bool reads(const LoopExpr *e, const LoopBuffer *b) {
    if (e->kind == LOOP_LOAD && e->buffer == b) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (reads(e->args[i], b)) return true;
    }
    return false;
}

static bool is_load_of(const LoopExpr *e, const LoopBuffer *b) {
    return e->kind == LOOP_LOAD && e->buffer == b;
}

static void find(Find *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s && f->ok; s = s->next) {
        switch (s->kind) {
        case LOOP_ALLOC:
            f->own[s->buffer->id] = true;
            f->ok = s->buffer->ndim == 0;
            break;
        case LOOP_STORE: {
            const LoopBuffer *b = s->buffer;
            if (b->kind != LOOP_BUFFER_LOCAL || b->ndim) {
                f->ok = false;
                break;
            }
            if (f->own[b->id]) break;
            const LoopExpr *v = s->value;
            if (v->n != 2 || !loop_expr_is_associative(v->kind) || v->args[0]->dtype != b->dtype ||
                dtype_size(b->dtype) < 4) {
                f->ok = false;
                break;
            }
            const bool first = is_load_of(v->args[0], b), second = is_load_of(v->args[1], b);
            if (first == second || reads(v->args[first ? 1 : 0], b)) {
                f->ok = false;
                break;
            }
            for (size_t i = 0; i < f->out->len; i++) {
                if (f->out->at[i].scalar == b) f->ok = false;
            }
            vec_push(f->arena, f->out, ((KPartial){b, v->kind}));
            break;
        }
        case LOOP_WHILE:
        case LOOP_CALL: f->ok = false; break;
        default: break;
        }
        find(f, s->body);
        find(f, s->other);
    }
}

static bool mentions(const LoopStmt *list, const LoopBuffer *b) {
    for (const LoopStmt *s = list; s; s = s->next) {
        const bool of_store = s->kind == LOOP_STORE && s->buffer == b;
        if (s->value && !of_store && reads(s->value, b)) return true;
        if (s->kind == LOOP_STORE) {
            for (uint32_t i = 0; i < s->n; i++) {
                if (reads(s->indices[i], b)) return true;
            }
        }
        if (mentions(s->body, b) || mentions(s->other, b)) return true;
    }
    return false;
}

bool k_partials(Arena *arena, const LoopFn *fn, const LoopStmt *loop, KPartials *out) {
    Find f = {.arena = arena, .out = out, .ok = true};
    f.own = ARENA_ARRAY(arena, bool, (size_t)fn->n_buffers + 1);
    *out = (KPartials){.at = NULL};
    find(&f, loop->body);
    for (size_t i = 0; f.ok && i < out->len; i++) f.ok = !mentions(loop->body, out->at[i].scalar);
    return f.ok && out->len > 0 && out->len <= 8;
}

/* --- Code --- */

static void lane_loop(KEmit *em, const LoopStmt *s, const KLoop *plan);

/* Loops down to the one by vectors. */
static void nest(KEmit *em, const LoopStmt *s, const KLoop *plan) {
    if (s == plan->lanes) {
        lane_loop(em, s, plan);
        return;
    }
    LLVMValueRef end = k_extent(em, s);
    KFor f = k_for_open(em, s->var->name, ll_int(em->u, 0), end, 1);
    em->vars[s->var->id] = k_scalar(em, f.i);
    for (const LoopStmt *x = s->body; x; x = x->next) {
        if (x->kind == LOOP_LET) {
            k_begin(em, x);
            em->vars[x->var->id] = k_expr(em, x->value);
        } else if (x->kind == LOOP_FOR) {
            nest(em, x, plan);
        } else if (x->kind == LOOP_IF) {
            /* the plan has seen that it is the same for all */
            k_begin(em, x);
            const KVal v = k_condition(em, x->value);
            if (v.lane != K_UNIFORM || v.rows)
                BUG("a condition of a reduction differs in '%s'", em->fn->name);
            LLVMValueRef cond = v.at[0];
            LLVMBasicBlockRef then = k_block(em, "then"), after = k_block(em, "endif");
            LLVMBuildCondBr(em->u->builder, cond, then, after);
            LLVMPositionBuilderAtEnd(em->u->builder, then);
            for (const LoopStmt *y = x->body; y; y = y->next) {
                if (y->kind == LOOP_FOR) nest(em, y, plan);
                if (y->kind == LOOP_LET) {
                    k_begin(em, y);
                    em->vars[y->var->id] = k_expr(em, y->value);
                }
            }
            LLVMBuildBr(em->u->builder, after);
            LLVMPositionBuilderAtEnd(em->u->builder, after);
        } else {
            BUG("a statement of a reduction's nest in '%s'", em->fn->name);
        }
    }
    k_for_close(em, &f);
}

static void block(KEmit *em, const LoopStmt *s, uint32_t nv, uint32_t width, LLVMValueRef base,
                  LLVMValueRef left) {
    const KTile outer = em->tile;
    em->tile.lane_var = s->var;
    em->tile.lane_base = base;
    em->tile.nv = nv;
    em->tile.width = width;
    em->tile.tail = NULL;
    KVal mask;
    if (left) k_tail(em, nv, left);
    if (em->tile.tail) { /* what is behind the end must not be added */
        mask = k_new(em, K_VECTOR, false);
        for (uint32_t j = 0; j < nv; j++) mask.at[j] = em->tile.tail[j];
        em->tile.mask = &mask;
    }
    k_list(em, s->body);
    em->tile = outer;
}

static void lane_loop(KEmit *em, const LoopStmt *s, const KLoop *plan) {
    LLVMBuilderRef b = em->u->builder;
    const int64_t step = (int64_t)plan->vectors * plan->width;
    LLVMValueRef end = k_extent(em, s), zero = ll_int(em->u, 0);
    int64_t n;
    if (k_is_const(end, &n)) {
        const int64_t whole = n / step * step, left = n - whole;
        if (whole) {
            KFor f = k_for_open(em, s->var->name, zero, ll_int(em->u, whole), step);
            block(em, s, plan->vectors, plan->width, f.i, NULL);
            k_for_close(em, &f);
        }
        if (left > 0)
            block(em, s, (uint32_t)((left + plan->width - 1) / plan->width), plan->width,
                  ll_int(em->u, whole), ll_int(em->u, left));
        return;
    }
    LLVMValueRef middle = LLVMBuildSub(b, end, LLVMBuildSRem(b, end, ll_int(em->u, step), ""), "");
    KFor f = k_for_open(em, s->var->name, zero, middle, step);
    block(em, s, plan->vectors, plan->width, f.i, NULL);
    k_for_close(em, &f);
    f = k_for_open(em, "tail", middle, end, plan->width);
    block(em, s, 1, plan->width, f.i, LLVMBuildSub(b, end, f.i, ""));
    k_for_close(em, &f);
}

void k_reduce(KEmit *em, const LoopStmt *s, const KLoop *plan) {
    LLVMBuilderRef b = em->u->builder;
    KPartials partials;
    if (!k_partials(em->arena, em->fn, s, &partials)) BUG("no reduction in '%s'", em->fn->name);
    KSlot *outer = ARENA_ARRAY(em->arena, KSlot, partials.len);
    for (size_t i = 0; i < partials.len; i++) {
        const LoopBuffer *p = partials.at[i].scalar;
        KSlot *slot = &em->slots[p->id];
        outer[i] = *slot;
        slot->lanes = true;
        slot->nv = plan->vectors;
        slot->width = plan->width;
        const uint32_t n = (slot->rows ? em->tile.nr : 1) * slot->nv;
        slot->at = ARENA_ARRAY(em->arena, LLVMValueRef, n);
        LLVMTypeRef type = ll_type(em->u, p->dtype, slot->width);
        LLVMValueRef neutral =
            ll_const(em->u, p->dtype, slot->width, loop_eval_identity(partials.at[i].op, p->dtype));
        for (uint32_t k = 0; k < n; k++) {
            slot->at[k] = k_slot_new(em, type);
            LLVMBuildStore(b, neutral, slot->at[k]);
        }
    }
    nest(em, s, plan);
    for (size_t i = 0; i < partials.len; i++) {
        const LoopBuffer *p = partials.at[i].scalar;
        const LoopExprKind op = partials.at[i].op;
        const KSlot part = em->slots[p->id];
        em->slots[p->id] = outer[i];
        LLVMTypeRef wide = ll_type(em->u, p->dtype, part.width), one = ll_type(em->u, p->dtype, 1);
        for (uint32_t r = 0; r < (part.rows ? em->tile.nr : 1); r++) {
            LLVMValueRef v[K_VECTORS_MAX];
            for (uint32_t j = 0; j < part.nv; j++)
                v[j] = LLVMBuildLoad2(b, wide, part.at[r * part.nv + j], "");
            for (uint32_t n = part.nv; n > 1; n = (n + 1) / 2) {
                for (uint32_t j = 0; j + (n + 1) / 2 < n; j++)
                    v[j] = ll_op(em->u, op, p->dtype, part.width,
                                 (LLVMValueRef[]){v[j], v[j + (n + 1) / 2]});
            }
            LLVMValueRef sum = ll_reduce(em->u, op, p->dtype, part.width, v[0]),
                         *at = &outer[i].at[r];
            LLVMValueRef old = LLVMBuildLoad2(b, one, *at, "");
            LLVMBuildStore(b, ll_op(em->u, op, p->dtype, 1, (LLVMValueRef[]){old, sum}), *at);
        }
    }
}

/* --- In the stated order --- */

typedef struct {
    const LoopBuffer *scalar;
    LoopExprKind op;
    KSlot outer;
    LLVMValueRef *parts; /* by row and vector: an array of partial results */
} Stated;

typedef VEC(Stated) StatedList;

static void find_stated(Arena *arena, const LoopStmt *list, bool *own, StatedList *out) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) own[s->buffer->id] = true;
        if (s->kind == LOOP_STORE && s->buffer->ndim == 0 && s->buffer->kind == LOOP_BUFFER_LOCAL &&
            !own[s->buffer->id]) {
            bool seen = false;
            for (size_t i = 0; i < out->len; i++) seen |= out->at[i].scalar == s->buffer;
            if (!seen) vec_push(arena, out, ((Stated){.scalar = s->buffer, .op = s->value->kind}));
        }
        find_stated(arena, s->body, own, out);
        find_stated(arena, s->other, own, out);
    }
}

static LLVMValueRef part(KEmit *em, const Stated *x, uint32_t i, LLVMValueRef number) {
    LLVMTypeRef type = ll_type(em->u, x->scalar->dtype, x->outer.width);
    return LLVMBuildGEP2(em->u->builder, type, x->parts[i], &number, 1, "");
}

static uint32_t n_places(const KEmit *em, const KSlot *slot) {
    return (slot->rows ? em->tile.nr : 1) * slot->nv;
}

/* The first begins as the scalar, the others as the operation's identity. */
static void open_stated(KEmit *em, Stated *x, uint32_t lanes) {
    LLVMBuilderRef b = em->u->builder;
    KSlot *slot = &em->slots[x->scalar->id];
    x->outer = *slot;
    const uint32_t n = n_places(em, slot);
    x->parts = ARENA_ARRAY(em->arena, LLVMValueRef, n);
    slot->at = ARENA_ARRAY(em->arena, LLVMValueRef, n);
    LLVMTypeRef type = ll_type(em->u, x->scalar->dtype, slot->width);
    LLVMValueRef neutral =
        ll_const(em->u, x->scalar->dtype, slot->width, loop_eval_identity(x->op, x->scalar->dtype));
    for (uint32_t i = 0; i < n; i++) {
        x->parts[i] = k_slot_new(em, LLVMArrayType2(type, lanes));
        LLVMBuildStore(b, LLVMBuildLoad2(b, type, x->outer.at[i], ""),
                       part(em, x, i, ll_int(em->u, 0)));
        for (uint32_t k = 1; k < lanes; k++)
            LLVMBuildStore(b, neutral, part(em, x, i, ll_int(em->u, k)));
    }
}

static void close_stated(KEmit *em, const Stated *x, uint32_t lanes) {
    LLVMBuilderRef b = em->u->builder;
    const DType t = x->scalar->dtype;
    LLVMTypeRef type = ll_type(em->u, t, x->outer.width);
    em->slots[x->scalar->id] = x->outer;
    KVal sum = k_new(em, x->outer.lanes ? K_VECTOR : K_UNIFORM, x->outer.rows);
    const uint32_t nv = x->outer.lanes ? em->tile.nv : 1;
    for (uint32_t i = 0; i < (x->outer.rows ? em->tile.nr : 1) * nv; i++) {
        LLVMValueRef v[LOOP_LANES_MAX];
        const uint32_t place = i / nv * x->outer.nv + i % nv;
        for (uint32_t k = 0; k < lanes; k++)
            v[k] = LLVMBuildLoad2(b, type, part(em, x, place, ll_int(em->u, k)), "");
        for (uint32_t step = lanes / 2; step; step /= 2) {
            for (uint32_t k = 0; k < step; k++)
                v[k] = ll_op(em->u, x->op, t, x->outer.width, (LLVMValueRef[]){v[k], v[k + step]});
        }
        sum.at[i] = v[0];
    }
    k_slot_set(em, x->scalar, &sum); /* where a condition is off, nothing changed */
}

void k_reduce_stated(KEmit *em, const LoopStmt *s) {
    LLVMBuilderRef b = em->u->builder;
    StatedList list = {.at = NULL};
    LLVMValueRef end = k_extent(em, s);
    find_stated(em->arena, s->body, ARENA_ARRAY(em->arena, bool, (size_t)em->fn->n_buffers + 1),
                &list);
    for (size_t i = 0; i < list.len; i++) open_stated(em, &list.at[i], s->lanes);
    KFor f = k_for_open(em, s->var->name, ll_int(em->u, 0), end, 1);
    em->vars[s->var->id] = k_scalar(em, f.i);
    LLVMValueRef number = LLVMBuildAnd(b, f.i, ll_int(em->u, s->lanes - 1), "");
    for (size_t i = 0; i < list.len; i++) {
        const Stated *x = &list.at[i];
        const uint32_t n = n_places(em, &x->outer);
        for (uint32_t k = 0; k < n; k++) em->slots[x->scalar->id].at[k] = part(em, x, k, number);
    }
    k_list(em, s->body);
    k_for_close(em, &f);
    for (size_t i = 0; i < list.len; i++) close_stated(em, &list.at[i], s->lanes);
}
