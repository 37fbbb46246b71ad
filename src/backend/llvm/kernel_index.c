/* SPDX-License-Identifier: Apache-2.0 */
/* Indices of what is written out many times: the rows of a tile read at places that differ by a
 * constant. An index is taken apart into terms and a constant, the terms are added up once in a
 * block, and each place is an offset from there. int64 wraps around, so the order is free. */
#include "backend/llvm/kernel_parts.h"

enum { TERMS_MAX = 12 };

typedef struct {
    LLVMValueRef at[TERMS_MAX];
    int64_t by[TERMS_MAX];
    uint32_t n;
    int64_t constant;
} Sum;

/* One that was made; from: a pointer that it counts from, or NULL. */
typedef struct {
    Sum sum;
    LLVMBasicBlockRef block;
    LLVMValueRef from, value;
} Made;

static int64_t add(int64_t x, int64_t y) { return (int64_t)((uint64_t)x + (uint64_t)y); }
static int64_t times(int64_t x, int64_t y) { return (int64_t)((uint64_t)x * (uint64_t)y); }

static bool add_term(Sum *s, LLVMValueRef v, int64_t by) {
    int64_t known;
    if (k_is_const(v, &known)) {
        s->constant = add(s->constant, times(known, by));
        return true;
    }
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->at[i] != v) continue;
        s->by[i] = add(s->by[i], by);
        return true;
    }
    if (s->n == TERMS_MAX) return false;
    s->at[s->n] = v;
    s->by[s->n++] = by;
    return true;
}

static bool add_sum(Sum *s, const Sum *x, int64_t by) {
    s->constant = add(s->constant, times(x->constant, by));
    for (uint32_t i = 0; i < x->n; i++) {
        if (!add_term(s, x->at[i], times(x->by[i], by))) return false;
    }
    return true;
}

/* Adds it `by` times; false: there are too many terms. Recursion is over expressions, whose depth
 * loop_verify bounds. */
static bool take_apart(KEmit *em, const LoopExpr *e, int64_t by, Sum *out) {
    Sum x = {.n = 0}, y = {.n = 0};
    switch (e->kind) {
    case LOOP_CONST: out->constant = add(out->constant, times(e->i, by)); return true;
    case LOOP_ADD:
        return take_apart(em, e->args[0], by, out) && take_apart(em, e->args[1], by, out);
    case LOOP_SUB:
        return take_apart(em, e->args[0], by, out) &&
               take_apart(em, e->args[1], times(by, -1), out);
    case LOOP_MUL:
        if (!take_apart(em, e->args[0], 1, &x) || !take_apart(em, e->args[1], 1, &y)) return false;
        if (!x.n) return add_sum(out, &y, times(x.constant, by));
        return !y.n && add_sum(out, &x, times(y.constant, by));
    default: return add_term(out, k_uniform(em, e), by);
    }
}

/* The terms added up, from the pointer on. */
static LLVMValueRef made(KEmit *em, const Sum *s, LLVMValueRef from, DType t) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBasicBlockRef block = LLVMGetInsertBlock(b);
    uint64_t hash = hash_ptr(hash_ptr(s->n, block), from);
    for (uint32_t i = 0; i < s->n; i++)
        hash = hash_mix(hash_ptr(hash, s->at[i]), (uint64_t)s->by[i]);
    for (MapIter it = map_find(&em->sums, hash); map_next(&em->sums, &it);) {
        const Made *m = it.value;
        bool same = m->block == block && m->from == from && m->sum.n == s->n;
        for (uint32_t i = 0; same && i < s->n; i++)
            same = m->sum.at[i] == s->at[i] && m->sum.by[i] == s->by[i];
        if (same) return m->value;
    }
    LLVMValueRef v = NULL;
    for (uint32_t i = 0; i < s->n; i++) {
        LLVMValueRef x = LLVMBuildMul(b, s->at[i], ll_int(em->u, s->by[i]), "");
        v = v ? LLVMBuildAdd(b, v, x, "") : x;
    }
    if (from && v) v = LLVMBuildGEP2(b, ll_memory_type(em->u, t, 1), from, &v, 1, "");
    if (!v) v = from ? from : ll_int(em->u, 0);
    Made *m = ARENA_NEW(em->arena, Made);
    *m = (Made){.sum = *s, .block = block, .from = from, .value = v};
    map_add(&em->sums, hash, m);
    return v;
}

/* Of what was scheduled before, where it is no part of a tile of the kernel's own. */
static bool is_alone(const KEmit *em) {
    return em->is_scheduled && !em->tile.row_var && !em->tile.lane_var;
}

bool k_index(KEmit *em, const LoopExpr *e, LLVMValueRef *out) {
    Sum s = {.n = 0};
    if (!is_alone(em) || e->dtype != DTYPE_INT64 || !take_apart(em, e, 1, &s)) return false;
    *out = LLVMBuildAdd(em->u->builder, made(em, &s, NULL, DTYPE_INT64), ll_int(em->u, s.constant),
                        "");
    return true;
}

bool k_place(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices, LLVMValueRef *out) {
    Sum s = {.n = 0};
    int64_t stride = 1;
    const KArray *a = &em->arrays[b->id];
    if (!is_alone(em) || !b->ndim || a->rows || !a->at) return false;
    for (uint32_t i = b->ndim; i-- > 0;) {
        if (!take_apart(em, indices[i], stride, &s)) return false;
        if (i && b->dims[i]->kind != LOOP_CONST) return false;
        if (i) stride = times(stride, b->dims[i]->i);
    }
    LLVMValueRef at = ll_int(em->u, s.constant), from = made(em, &s, a->at[0], b->dtype);
    *out = s.constant
               ? LLVMBuildGEP2(em->u->builder, ll_memory_type(em->u, b->dtype, 1), from, &at, 1, "")
               : from;
    return true;
}
