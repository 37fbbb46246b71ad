/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of scheduled loops (schedule/schedule.h): a value of the IR is one of LLVM's, a buffer of
 * registers a stack slot for each of its elements, which become registers, and an unrolled loop is
 * written out. What goes by vectors, tiles and panels was chosen before; here nothing is. */
#include "backend/llvm/kernel_parts.h"
#include "loop/own.h"

static LLVMValueRef numbers(KEmit *em, LLVMTypeRef type, uint32_t lanes) {
    LLVMValueRef *at = ARENA_ARRAY(em->arena, LLVMValueRef, lanes);
    for (uint32_t i = 0; i < lanes; i++) at[i] = LLVMConstInt(type, i, false);
    return LLVMConstVector(at, lanes);
}

/* The bound of a mask, in an integer as wide as what it chooses among. */
static LLVMValueRef clamped(KEmit *em, const LoopExpr *e, uint32_t lanes) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef v = k_uniform(em, e), zero = ll_int(em->u, 0), all = ll_int(em->u, lanes);
    v = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, v, zero, ""), zero, v, "");
    v = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSGT, v, all, ""), all, v, "");
    return ll_splat(em->u, LLVMBuildTrunc(b, v, em->u->i32, ""), lanes);
}

static LLVMValueRef lane_mask(KEmit *em, const LoopExpr *e) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef lane = numbers(em, em->u->i32, e->lanes);
    LLVMValueRef from = LLVMBuildICmp(b, LLVMIntSGE, lane, clamped(em, e->args[0], e->lanes), ""),
                 to = LLVMBuildICmp(b, LLVMIntSLT, lane, clamped(em, e->args[1], e->lanes), "");
    return LLVMBuildAnd(b, from, to, "");
}

/* Which of its slots an element of registers is: its indices are numbers by now. */
static LLVMValueRef register_of(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    int64_t at = 0, index;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (!k_is_const(k_uniform(em, indices[i]), &index))
            BUG("a register of '%s' by an index that is no constant", em->fn->name);
        at = at * b->dims[i]->i + index;
    }
    return em->slots[b->id].at[at];
}

/* Of lane 0; the stride of the lanes. */
static LLVMValueRef address(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices,
                            int64_t *stride) {
    const LoopExpr **first = ARENA_ARRAY(em->arena, const LoopExpr *, (size_t)b->ndim + 1);
    for (uint32_t i = 0; i < b->ndim; i++) first[i] = indices[i];
    *stride = indices[b->ndim - 1]->i;
    first[b->ndim - 1] = indices[b->ndim - 1]->args[0];
    return k_element(em, b, first);
}

static LLVMValueRef places(KEmit *em, uint32_t lanes, int64_t stride) {
    LLVMValueRef by = ll_splat(em->u, ll_int(em->u, stride), lanes);
    return LLVMBuildMul(em->u->builder, numbers(em, em->u->i64, lanes), by, "");
}

static LLVMValueRef load(KEmit *em, const LoopExpr *e) {
    const LoopBuffer *b = e->buffer;
    int64_t stride;
    if (b->lanes)
        return LLVMBuildLoad2(em->u->builder, ll_type(em->u, b->dtype, b->lanes),
                              register_of(em, b, e->args), "");
    LLVMValueRef p = address(em, b, e->args, &stride);
    if (stride == 1) {
        LLVMValueRef v = ll_load(em->u, b->dtype, e->lanes, p, NULL);
        k_ahead(em, e, p);
        return v;
    }
    return ll_gather(em->u, b->dtype, e->lanes, p, places(em, e->lanes, stride), NULL);
}

static LLVMValueRef vector(KEmit *em, const LoopExpr *e) { return k_expr(em, e).at[0]; }

KVal k_vector_value(KEmit *em, const LoopExpr *e) {
    LLVMValueRef args[3], v;
    switch (e->kind) {
    case LOOP_BROADCAST: v = ll_splat(em->u, k_uniform(em, e->args[0]), e->lanes); break;
    case LOOP_LANE_MASK: v = lane_mask(em, e); break;
    case LOOP_LOAD: v = load(em, e); break;
    case LOOP_CAST:
        v = ll_cast(em->u, e->args[0]->dtype, e->dtype, e->lanes, vector(em, e->args[0]));
        break;
    default:
        if (e->n > ARRAY_LEN(args)) BUG("an operation of %u vectors", e->n);
        for (uint32_t i = 0; i < e->n; i++) args[i] = vector(em, e->args[i]);
        if (em->u->strict && loop_own_is_of_vectors(e->kind, e->dtype)) {
            v = ll_math_own(em->u, e->kind, e->dtype, e->lanes, args);
            break;
        }
        v = ll_op(em->u, e->kind, e->args[e->n - 1]->dtype, e->lanes, args);
    }
    return k_scalar(em, v);
}

/* An element of an array whose only index is a number. */
static bool is_element(const LoopExpr *e, const LoopBuffer *b, int64_t at) {
    return e->kind == LOOP_LOAD && e->buffer == b && b->ndim == 1 && !b->lanes && !e->lanes &&
           e->args[0]->kind == LOOP_CONST && e->args[0]->i == at;
}

bool k_halves(KEmit *em, const LoopExpr *e, KVal *out) {
    const int64_t at[] = {0, 2, 1, 3}; /* as sums along memory end */
    if (!em->is_scheduled || !loop_expr_is_associative(e->kind) || e->lanes || e->n != 2)
        return false;
    if (e->args[0]->kind != e->kind || e->args[1]->kind != e->kind) return false;
    const LoopExpr *first = e->args[0]->args[0];
    for (uint32_t i = 0; i < ARRAY_LEN(at); i++)
        if (first->kind != LOOP_LOAD ||
            !is_element(e->args[i / 2]->args[i % 2], first->buffer, at[i]))
            return false;
    const uint32_t n = ARRAY_LEN(at);
    LLVMValueRef v = ll_load(em->u, e->dtype, n, k_element(em, first->buffer, first->args), NULL);
    *out = k_scalar(em, ll_reduce(em->u, e->kind, e->dtype, n, v));
    return true;
}

void k_vector_store(KEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const LoopExpr *value = s->value;
    const uint32_t n = value->lanes;
    if (value->kind == LOOP_FIRST) value = value->args[0];
    LLVMValueRef v = vector(em, value);
    if (b->lanes) {
        LLVMBuildStore(em->u->builder, v, register_of(em, b, s->indices));
        return;
    }
    int64_t stride;
    LLVMValueRef p = address(em, b, s->indices, &stride), mask = NULL;
    if (n < value->lanes) {
        LLVMValueRef lane = numbers(em, em->u->i32, value->lanes),
                     to = LLVMConstInt(em->u->i32, n, false);
        mask =
            LLVMBuildICmp(em->u->builder, LLVMIntULT, lane, ll_splat(em->u, to, value->lanes), "");
    }
    if (em->streams && k_may_stream(&em->plan, s, NULL))
        k_stream(em, p, v);
    else if (stride == 1)
        ll_store(em->u, b->dtype, value->lanes, p, v, mask);
    else
        ll_scatter(em->u, b->dtype, value->lanes, p, places(em, value->lanes, stride), v, mask);
}

void k_registers(KEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    int64_t n = 1;
    for (uint32_t i = 0; i < b->ndim; i++) n *= b->dims[i]->i;
    LLVMTypeRef type = ll_type(em->u, b->dtype, b->lanes);
    KSlot *slot = &em->slots[b->id];
    *slot = (KSlot){.at = ARENA_ARRAY(em->arena, LLVMValueRef, (size_t)n + 1)};
    for (int64_t i = 0; i < n; i++) {
        slot->at[i] = k_slot_new(em, type);
        LLVMBuildStore(em->u->builder, LLVMConstNull(type), slot->at[i]);
    }
}

void k_unrolled(KEmit *em, const LoopStmt *s) {
    for (int64_t i = 0; i < s->value->i; i++) {
        em->vars[s->var->id] = k_scalar(em, ll_int(em->u, i));
        k_list(em, s->body);
    }
}
