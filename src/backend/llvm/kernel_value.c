/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions in a tile. An int64 that goes up evenly with the lane stays a base and a stride, so
 * that a load knows whether it reads neighbours; all else that differs between lanes is vectors. */
#include "backend/llvm/kernel_parts.h"

void k_begin(KEmit *em, const LoopStmt *at) {
    em->at = at;
    em->turn++;
}

bool k_is_const(LLVMValueRef v, int64_t *out) {
    if (!LLVMIsAConstantInt(v)) return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

KVal k_new(KEmit *em, KLane lane, bool rows) {
    const size_t n = (size_t)(rows ? em->tile.nr : 1) * (lane == K_VECTOR ? em->tile.nv : 1);
    return (KVal){.lane = lane, .rows = rows, .at = ARENA_ARRAY(em->arena, LLVMValueRef, n)};
}

KVal k_scalar(KEmit *em, LLVMValueRef v) {
    KVal r = k_new(em, K_UNIFORM, false);
    r.at[0] = v;
    return r;
}

static LLVMValueRef lane_numbers(KEmit *em) {
    LLVMValueRef *at = ARENA_ARRAY(em->arena, LLVMValueRef, em->tile.width);
    for (uint32_t i = 0; i < em->tile.width; i++) at[i] = ll_int(em->u, i);
    return LLVMConstVector(at, em->tile.width);
}

LLVMValueRef k_at(KEmit *em, const KVal *v, DType t, uint32_t row, uint32_t vector, bool wide) {
    LLVMBuilderRef b = em->u->builder;
    const uint32_t r = v->rows ? row : 0, width = em->tile.width;
    if (v->lane == K_VECTOR) return v->at[r * em->tile.nv + vector];
    if (v->lane == K_UNIFORM)
        return wide && width > 1 ? ll_splat(em->u, v->at[r], width) : v->at[r];
    (void)t;
    LLVMValueRef base = LLVMBuildAdd(
        b, v->at[r], LLVMBuildMul(b, v->stride, ll_int(em->u, (int64_t)vector * width), ""), "");
    if (width == 1) return base;
    LLVMValueRef steps = LLVMBuildMul(b, ll_splat(em->u, v->stride, width), lane_numbers(em), "");
    return LLVMBuildAdd(b, ll_splat(em->u, base, width), steps, "");
}

/* The function of the arguments, wherever they differ. */
typedef LLVMValueRef Make(KEmit *em, const LoopExpr *e, uint32_t lanes, const LLVMValueRef *args);

static KVal spread(KEmit *em, const LoopExpr *e, uint32_t n, const LoopExpr *const *exprs,
                   const KVal *args, Make *make) {
    bool rows = false, wide = false;
    for (uint32_t i = 0; i < n; i++) {
        rows |= args[i].rows;
        wide |= args[i].lane != K_UNIFORM;
    }
    KVal v = k_new(em, wide ? K_VECTOR : K_UNIFORM, rows);
    const uint32_t nv = wide ? em->tile.nv : 1, nr = rows ? em->tile.nr : 1;
    LLVMValueRef at[4];
    for (uint32_t r = 0; r < nr; r++) {
        for (uint32_t j = 0; j < nv; j++) {
            for (uint32_t i = 0; i < n; i++)
                at[i] = k_at(em, &args[i], exprs[i]->dtype, r, j, wide);
            v.at[r * nv + j] = make(em, e, wide ? em->tile.width : 1, at);
        }
    }
    return v;
}

static LLVMValueRef make_op(KEmit *em, const LoopExpr *e, uint32_t lanes,
                            const LLVMValueRef *args) {
    return ll_op(em->u, e->kind, e->args[e->n - 1]->dtype, lanes, args);
}
static LLVMValueRef make_cast(KEmit *em, const LoopExpr *e, uint32_t lanes,
                              const LLVMValueRef *args) {
    return ll_cast(em->u, e->args[0]->dtype, e->dtype, lanes, args[0]);
}
static LLVMValueRef make_reinterpret(KEmit *em, const LoopExpr *e, uint32_t lanes,
                                     const LLVMValueRef *args) {
    return ll_reinterpret(em->u, e->args[0]->dtype, e->dtype, lanes, args[0]);
}
static LLVMValueRef make_fma(KEmit *em, const LoopExpr *e, uint32_t lanes,
                             const LLVMValueRef *args) {
    return ll_multiply_add(em->u, e->dtype, lanes, args[0], args[1], args[2]);
}

/* --- Integers that go up evenly --- */

static bool is_even(const KVal *v) { return v->lane != K_VECTOR; }

static KVal even(KEmit *em, const KVal *a, const KVal *b, LoopExprKind kind) {
    LLVMBuilderRef at = em->u->builder;
    const bool rows = a->rows || b->rows, lane = a->lane == K_AFFINE || b->lane == K_AFFINE;
    KVal v = k_new(em, lane ? K_AFFINE : K_UNIFORM, rows);
    LLVMValueRef zero = ll_int(em->u, 0), sa = a->lane == K_AFFINE ? a->stride : zero,
                 sb = b->lane == K_AFFINE ? b->stride : zero;
    for (uint32_t r = 0; r < (rows ? em->tile.nr : 1); r++) {
        LLVMValueRef x = a->at[a->rows ? r : 0], y = b->at[b->rows ? r : 0];
        v.at[r] = kind == LOOP_ADD   ? LLVMBuildAdd(at, x, y, "")
                  : kind == LOOP_SUB ? LLVMBuildSub(at, x, y, "")
                                     : LLVMBuildMul(at, x, y, "");
    }
    if (!lane) return v;
    if (kind == LOOP_ADD) v.stride = LLVMBuildAdd(at, sa, sb, "");
    if (kind == LOOP_SUB) v.stride = LLVMBuildSub(at, sa, sb, "");
    if (kind == LOOP_MUL)
        v.stride = a->lane == K_AFFINE ? LLVMBuildMul(at, sa, b->at[0], "")
                                       : LLVMBuildMul(at, sb, a->at[0], "");
    return v;
}

/* The factor of what goes up must be one number. */
static bool even_product(const KVal *a, const KVal *b) {
    if (!is_even(a) || !is_even(b)) return false;
    if (a->lane == K_UNIFORM && b->lane == K_UNIFORM) return true;
    if (a->lane == K_AFFINE && b->lane == K_AFFINE) return false;
    return a->lane == K_AFFINE ? !b->rows : !a->rows;
}

static const LoopExpr int_leaf = {.kind = LOOP_CONST, .dtype = DTYPE_INT64};
static const LoopExpr *const int_leaves[] = {&int_leaf, &int_leaf};
static const LoopExpr int_add = {
    .kind = LOOP_ADD, .dtype = DTYPE_INT64, .n = 2, .args = int_leaves};
static const LoopExpr int_mul = {
    .kind = LOOP_MUL, .dtype = DTYPE_INT64, .n = 2, .args = int_leaves};

KVal k_int_add(KEmit *em, const KVal *a, const KVal *b) {
    if (is_even(a) && is_even(b)) return even(em, a, b, LOOP_ADD);
    const KVal args[] = {*a, *b};
    return spread(em, &int_add, 2, int_leaves, args, make_op);
}

KVal k_int_mul(KEmit *em, const KVal *a, const KVal *b) {
    if (even_product(a, b)) return even(em, a, b, LOOP_MUL);
    const KVal args[] = {*a, *b};
    return spread(em, &int_mul, 2, int_leaves, args, make_op);
}

/* --- Expressions --- */

static KVal variable(KEmit *em, const LoopVar *var) {
    KTile *t = &em->tile;
    if (var == t->row_var) {
        KVal v = k_new(em, K_UNIFORM, t->nr > 1);
        for (uint32_t r = 0; r < t->nr; r++)
            v.at[r] = LLVMBuildAdd(em->u->builder, t->row_base, ll_int(em->u, r), "");
        return v;
    }
    if (var == t->lane_var) {
        KVal v = k_new(em, K_AFFINE, false);
        v.at[0] = t->lane_base;
        v.stride = ll_int(em->u, 1);
        return v;
    }
    const KVal *v = &em->vars[var->id];
    if (!v->at) BUG("'%s' has no value in '%s'", var->name, em->fn->name);
    return *v;
}

static bool is_float(DType t) { return t == DTYPE_FLOAT32 || t == DTYPE_FLOAT64; }

/* x*y + z or z + x*y, where it may be one rounding. */
static bool is_product_sum(const KEmit *em, const LoopExpr *e, const LoopExpr **product,
                           const LoopExpr **rest) {
    if (!em->plan.contracts || e->kind != LOOP_ADD || !is_float(e->dtype)) return false;
    *product = e->args[1];
    *rest = e->args[0];
    if ((*product)->kind != LOOP_MUL) {
        *product = e->args[0];
        *rest = e->args[1];
    }
    return (*product)->kind == LOOP_MUL;
}

static bool product_sum(KEmit *em, const LoopExpr *e, KVal *out) {
    const LoopExpr *product, *rest;
    if (!is_product_sum(em, e, &product, &rest)) return false;
    const LoopExpr *const exprs[] = {product->args[0], product->args[1], rest};
    KVal args[3];
    for (uint32_t i = 0; i < 3; i++) args[i] = k_expr(em, exprs[i]);
    *out = spread(em, e, 3, exprs, args, make_fma);
    return true;
}

/* x**2 and the like, which exporters write for products. */
static bool small_power(KEmit *em, const LoopExpr *e, KVal *out) {
    if (em->u->strict || e->kind != LOOP_POW || e->args[1]->kind != LOOP_CONST) return false;
    const double n = e->args[1]->f;
    if (n != 1 && n != 2 && n != 3) return false;
    const LoopExpr *const exprs[] = {e->args[0], e->args[0]};
    const LoopExpr product = {.kind = LOOP_MUL, .dtype = e->dtype, .n = 2, .args = exprs};
    KVal v[2];
    v[0] = v[1] = k_expr(em, e->args[0]);
    for (int i = 1; i < (int)n; i++) v[0] = spread(em, &product, 2, exprs, v, make_op);
    *out = v[0];
    return true;
}

static KVal evaluate(KEmit *em, const LoopExpr *e) {
    KVal args[4], v;
    if (e->lanes) return k_vector_value(em, e);
    switch (e->kind) {
    case LOOP_CONST:
        return k_scalar(em, ll_const(em->u, e->dtype, 1,
                                     dtype_is_float(e->dtype) ? (LoopValue){.f = e->f}
                                                              : (LoopValue){.i = e->i}));
    case LOOP_VAR: return variable(em, e->var);
    case LOOP_LOAD: return k_load(em, e);
    default: break;
    }
    if (k_long_size(em, e, &v)) return v;
    LLVMValueRef index;
    if ((e->kind == LOOP_ADD || e->kind == LOOP_SUB || e->kind == LOOP_MUL) &&
        k_index(em, e, &index))
        return k_scalar(em, index);
    if (product_sum(em, e, &v) || small_power(em, e, &v) || k_halves(em, e, &v)) return v;
    if (e->n > ARRAY_LEN(args)) BUG("an operation of %u operands", e->n);
    for (uint32_t i = 0; i < e->n; i++) args[i] = k_expr(em, e->args[i]);
    if (e->kind == LOOP_CAST) return spread(em, e, 1, e->args, args, make_cast);
    if (e->kind == LOOP_REINTERPRET) return spread(em, e, 1, e->args, args, make_reinterpret);
    if (e->dtype == DTYPE_INT64) {
        if ((e->kind == LOOP_ADD || e->kind == LOOP_SUB) && is_even(&args[0]) && is_even(&args[1]))
            return even(em, &args[0], &args[1], e->kind);
        if (e->kind == LOOP_MUL && even_product(&args[0], &args[1]))
            return even(em, &args[0], &args[1], e->kind);
    }
    return spread(em, e, e->n, e->args, args, make_op);
}

/* Recursion is over expressions, whose depth loop_verify bounds. */
KVal k_expr(KEmit *em, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return variable(em, e->var);
    KNode *node = NULL;
    for (MapIter it = map_find(&em->nodes, hash_ptr(0, e)); !node && map_next(&em->nodes, &it);) {
        KNode *n = it.value;
        if (n->e == e) node = n;
    }
    if (node && node->turn == em->turn) return node->v;
    const KVal v = evaluate(em, e);
    if (!node) {
        node = ARENA_NEW(em->arena, KNode);
        node->e = e;
        map_add(&em->nodes, hash_ptr(0, e), node);
    }
    node->turn = em->turn;
    node->v = v;
    return v;
}

LLVMValueRef k_uniform(KEmit *em, const LoopExpr *e) {
    const KVal v = k_expr(em, e);
    if (v.lane != K_UNIFORM || v.rows)
        BUG("a value that differs within a tile in '%s'", em->fn->name);
    return v.at[0];
}

LLVMValueRef k_mask(KEmit *em, uint32_t row, uint32_t vector) {
    const KTile *t = &em->tile;
    if (t->mask) return k_at(em, t->mask, DTYPE_BOOL, row, vector, true);
    return t->tail ? t->tail[vector] : NULL;
}
