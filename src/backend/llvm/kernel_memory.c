/* SPDX-License-Identifier: Apache-2.0 */
/* Memory in a tile. What is not proved to be in bounds is checked before the access. */
#include "backend/llvm/kernel_parts.h"

LLVMBasicBlockRef k_block(KEmit *em, const char *name) {
    return LLVMAppendBasicBlockInContext(em->u->context, em->function, name);
}

void k_fail_if(KEmit *em, LLVMValueRef condition, const char *message) {
    int64_t known;
    if (k_is_const(condition, &known) && !known) return;
    LLVMBasicBlockRef bad = k_block(em, "bad"), good = k_block(em, "good");
    LLVMBuildCondBr(em->u->builder, condition, bad, good);
    LLVMPositionBuilderAtEnd(em->u->builder, bad);
    const uint32_t number = em->options->message(em->options->user, message);
    LLVMBuildRet(em->u->builder, LLVMConstInt(em->u->i32, number, false));
    LLVMPositionBuilderAtEnd(em->u->builder, good);
}

/* In the block `entry`, so that it is made once. */
LLVMValueRef k_slot_new(KEmit *em, LLVMTypeRef type) {
    LLVMBasicBlockRef here = LLVMGetInsertBlock(em->u->builder);
    LLVMPositionBuilderAtEnd(em->u->builder, em->entry);
    LLVMValueRef slot = LLVMBuildAlloca(em->u->builder, type, "");
    LLVMPositionBuilderAtEnd(em->u->builder, here);
    return slot;
}

/* --- Scalars of the function's own --- */

static LLVMValueRef *slot_at(KEmit *em, const KSlot *s, uint32_t row, uint32_t vector) {
    (void)em;
    return &s->at[(s->rows ? row : 0) * s->nv + (s->lanes ? vector : 0)];
}

KVal k_slot_get(KEmit *em, const LoopBuffer *b) {
    const KSlot *s = &em->slots[b->id];
    KVal v = k_new(em, s->lanes ? K_VECTOR : K_UNIFORM, s->rows);
    const uint32_t nv = s->lanes ? em->tile.nv : 1;
    LLVMTypeRef type = ll_type(em->u, b->dtype, s->width);
    for (uint32_t r = 0; r < (s->rows ? em->tile.nr : 1); r++) {
        for (uint32_t j = 0; j < nv; j++)
            v.at[r * nv + j] = LLVMBuildLoad2(em->u->builder, type, *slot_at(em, s, r, j), "");
    }
    return v;
}

/* Under a condition, what is off keeps its value. */
void k_slot_set(KEmit *em, const LoopBuffer *b, const KVal *v) {
    const KSlot *s = &em->slots[b->id];
    LLVMTypeRef type = ll_type(em->u, b->dtype, s->width);
    const bool differs = (v->rows && !s->rows) || (v->lane != K_UNIFORM && !s->lanes);
    if (differs) BUG("scalar '%s' of '%s' differs within a tile", b->name, em->fn->name);
    for (uint32_t r = 0; r < (s->rows ? em->tile.nr : 1); r++) {
        for (uint32_t j = 0; j < (s->lanes ? em->tile.nv : 1); j++) {
            LLVMValueRef x = k_at(em, v, b->dtype, r, j, s->lanes), *at = slot_at(em, s, r, j);
            if (em->tile.mask && s->lanes) {
                LLVMValueRef old = LLVMBuildLoad2(em->u->builder, type, *at, "");
                x = LLVMBuildSelect(em->u->builder, k_at(em, em->tile.mask, DTYPE_BOOL, r, j, true),
                                    x, old, "");
            }
            LLVMBuildStore(em->u->builder, x, *at);
        }
    }
}

static const KLocal *local_of(const KEmit *em, const LoopStmt *s) {
    for (size_t i = 0; i < em->locals.len; i++) {
        if (em->locals.at[i].alloc == s) return &em->locals.at[i];
    }
    BUG("an array of '%s' without a place", em->fn->name);
}

/* Elements of a stack array; 1 at least. */
static int64_t stack_elements(const LoopBuffer *b) {
    int64_t n = 1;
    for (uint32_t i = 0; i < b->ndim; i++) n *= b->dims[i]->i;
    return n < 1 ? 1 : n;
}

void k_alloc(KEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const KTile *t = &em->tile;
    if (b->lanes) {
        k_registers(em, s);
        return;
    }
    if (b->ndim == 0) {
        KSlot *slot = &em->slots[b->id];
        *slot = (KSlot){.rows = t->nr > 1, .lanes = t->lane_var != NULL, .width = 1, .nv = 1};
        if (slot->lanes) {
            slot->width = t->width;
            slot->nv = t->nv;
        }
        const uint32_t n = (slot->rows ? t->nr : 1) * slot->nv;
        slot->at = ARENA_ARRAY(em->arena, LLVMValueRef, n);
        LLVMTypeRef type = ll_type(em->u, b->dtype, slot->width);
        for (uint32_t i = 0; i < n; i++) {
            slot->at[i] = k_slot_new(em, type);
            LLVMBuildStore(em->u->builder, LLVMConstNull(type), slot->at[i]);
        }
        return;
    }
    const KLocal *local = local_of(em, s);
    if (!local->on_stack) return; /* placed when the function began */
    KArray *a = &em->arrays[b->id];
    a->rows = t->nr > 1;
    a->at = ARENA_ARRAY(em->arena, LLVMValueRef, t->nr);
    LLVMTypeRef type =
        LLVMArrayType2(ll_memory_type(em->u, b->dtype, 1), (uint64_t)stack_elements(b));
    for (uint32_t r = 0; r < t->nr; r++) {
        a->at[r] = k_slot_new(em, type);
        LLVMSetAlignment(a->at[r], K_ALIGN);
    }
}

/* --- Elements --- */

LLVMValueRef k_dim(KEmit *em, const LoopBuffer *b, uint32_t axis) {
    if (b->dims[axis]->kind == LOOP_CONST) return ll_int(em->u, b->dims[axis]->i);
    return k_uniform(em, b->dims[axis]);
}

static bool is_unproved(const KEmit *em, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    for (MapIter it = map_find(&em->unproved, hash_ptr(hash_ptr(axis, at), load));
         map_next(&em->unproved, &it);) {
        const KUnproved *u = it.value;
        if (u->at == at && u->load == load && u->axis == axis) return true;
    }
    return false;
}

/* 0 <= index < extent in all lanes that take part. */
static void check_index(KEmit *em, const LoopBuffer *b, uint32_t axis, const KVal *index) {
    LLVMBuilderRef at = em->u->builder;
    LLVMValueRef extent = k_dim(em, b, axis), bad = NULL;
    const bool wide =
        index->lane != K_UNIFORM || (em->tile.mask && em->tile.mask->lane == K_VECTOR);
    const uint32_t nv = wide ? em->tile.nv : 1, width = wide ? em->tile.width : 1;
    const bool rows = index->rows || (em->tile.mask && em->tile.mask->rows);
    for (uint32_t r = 0; r < (rows ? em->tile.nr : 1); r++) {
        for (uint32_t j = 0; j < nv; j++) {
            LLVMValueRef i = k_at(em, index, DTYPE_INT64, r, j, wide);
            LLVMValueRef limit = width > 1 ? ll_splat(em->u, extent, width) : extent;
            LLVMValueRef out = LLVMBuildICmp(at, LLVMIntUGE, i, limit, "");
            LLVMValueRef mask = wide ? k_mask(em, r, j) : NULL;
            if (mask) out = LLVMBuildAnd(at, out, mask, "");
            if (width > 1) out = ll_reduce(em->u, LOOP_BITOR, DTYPE_BOOL, width, out);
            bad = bad ? LLVMBuildOr(at, bad, out, "") : out;
        }
    }
    k_fail_if(em, bad,
              arena_printf(em->arena, "%s: an index is out of range: dim %u of '%s'", em->fn->name,
                           axis, b->name));
}

/* From the first element on, row-major, in elements. */
static KVal offset(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices,
                   const LoopExpr *load) {
    KVal at = k_scalar(em, ll_int(em->u, 0));
    for (uint32_t i = 0; i < b->ndim; i++) {
        const KVal index = k_expr(em, indices[i]);
        if (is_unproved(em, em->at, load, i)) check_index(em, b, i, &index);
        if (i) {
            const KVal extent = k_scalar(em, k_dim(em, b, i));
            at = k_int_mul(em, &at, &extent);
        }
        at = k_int_add(em, &at, &index);
    }
    return at;
}

LLVMValueRef k_pointer(KEmit *em, const LoopBuffer *b, uint32_t row, LLVMValueRef at) {
    const KArray *a = &em->arrays[b->id];
    if (!a->at) BUG("'%s' of '%s' has no memory", b->name, em->fn->name);
    return LLVMBuildGEP2(em->u->builder, ll_memory_type(em->u, b->dtype, 1),
                         a->at[a->rows ? row : 0], &at, 1, "");
}

LLVMValueRef k_element(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    LLVMValueRef place;
    if (k_place(em, b, indices, &place)) return place;
    const KVal at = offset(em, b, indices, NULL);
    if (at.lane != K_UNIFORM || at.rows) BUG("a vector within a tile in '%s'", em->fn->name);
    return k_pointer(em, b, 0, at.at[0]);
}

static bool is_step_one(const KVal *v) {
    int64_t stride;
    return v->lane == K_AFFINE && k_is_const(v->stride, &stride) && stride == 1;
}
static bool is_step_none(const KVal *v) {
    int64_t stride;
    return v->lane == K_AFFINE && k_is_const(v->stride, &stride) && stride == 0;
}

/* One element for all lanes, under a condition that may hold in none: then of memory that can be
 * read. */
static LLVMValueRef load_one(KEmit *em, const LoopBuffer *b, uint32_t row, LLVMValueRef p) {
    const KVal *mask = em->tile.mask;
    if (mask) {
        LLVMValueRef any = NULL;
        for (uint32_t j = 0; j < (mask->lane == K_VECTOR ? em->tile.nv : 1); j++) {
            LLVMValueRef m = k_at(em, mask, DTYPE_BOOL, row, j, false);
            if (mask->lane == K_VECTOR && em->tile.width > 1)
                m = ll_reduce(em->u, LOOP_BITOR, DTYPE_BOOL, em->tile.width, m);
            any = any ? LLVMBuildOr(em->u->builder, any, m, "") : m;
        }
        LLVMTypeRef type = ll_memory_type(em->u, b->dtype, 1);
        LLVMValueRef safe = k_slot_new(em, type);
        LLVMBuildStore(em->u->builder, LLVMConstNull(type), safe);
        p = LLVMBuildSelect(em->u->builder, any, p, safe, "");
    }
    return ll_load(em->u, b->dtype, 1, p, NULL);
}

/* One for each row of the tile; of what is placed when the function begins, a tile of one row has
 * the first. */
static bool has_copies(const KEmit *em, const LoopBuffer *b) {
    return em->arrays[b->id].rows && em->tile.nr > 1;
}

KVal k_load(KEmit *em, const LoopExpr *e) {
    const LoopBuffer *b = e->buffer;
    if (b->ndim == 0 && em->slots[b->id].at) return k_slot_get(em, b);
    if (em->panel.plan && em->panel.plan->panel == e && em->tile.lane_var)
        return k_panel_load(em, e);
    LLVMValueRef place;
    if (k_place(em, b, e->args, &place))
        return k_scalar(em, ll_load(em->u, b->dtype, 1, place, NULL));
    KVal at = offset(em, b, e->args, e);
    const bool rows = at.rows || has_copies(em, b);
    const bool one = at.lane == K_UNIFORM || is_step_none(&at);
    KVal turned;
    if (k_load_transposed(em, e, &at, &turned)) return turned;
    const uint32_t nv = one ? 1 : em->tile.nv, width = em->tile.width;
    KVal v = k_new(em, one ? K_UNIFORM : K_VECTOR, rows);
    for (uint32_t r = 0; r < (rows ? em->tile.nr : 1); r++) {
        const uint32_t k = at.rows ? r : 0;
        if (one) {
            v.at[r] = load_one(em, b, r, k_pointer(em, b, r, at.at[k]));
            continue;
        }
        LLVMValueRef start = is_step_one(&at) ? k_pointer(em, b, r, at.at[k]) : NULL;
        for (uint32_t j = 0; j < nv; j++) {
            LLVMValueRef mask = k_mask(em, r, j), *to = &v.at[r * nv + j];
            if (start) {
                LLVMValueRef go = ll_int(em->u, (int64_t)j * width);
                LLVMValueRef p = LLVMBuildGEP2(em->u->builder, ll_memory_type(em->u, b->dtype, 1),
                                               start, &go, 1, "");
                *to = ll_load(em->u, b->dtype, width, p, mask);
                if (!mask) k_ahead(em, e, p);
            } else {
                const KArray *a = &em->arrays[b->id];
                *to = ll_gather(em->u, b->dtype, width, a->at[a->rows ? r : 0],
                                k_at(em, &at, DTYPE_INT64, r, j, true), mask);
            }
        }
    }
    return v;
}

/* One element that no lane has for its own: written if some lane takes part. */
static void store_one(KEmit *em, const LoopBuffer *b, uint32_t row, LLVMValueRef p,
                      LLVMValueRef v) {
    ll_store(em->u, b->dtype, 1, p, v, NULL);
    (void)row;
}

void k_stream(KEmit *em, LLVMValueRef p, LLVMValueRef v) {
    LLVMValueRef store = LLVMBuildStore(em->u->builder, v, p);
    LLVMContextRef c = em->u->context;
    LLVMMetadataRef one = LLVMValueAsMetadata(LLVMConstInt(em->u->i32, 1, false));
    LLVMSetAlignment(store, K_ALIGN);
    LLVMSetMetadata(store, LLVMGetMDKindIDInContext(c, "nontemporal", 11),
                    LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &one, 1)));
}

void k_store(KEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const bool streams = em->streams && b->dtype == DTYPE_FLOAT32 &&
                         em->tile.width * 4 == K_ALIGN &&
                         k_may_stream(&em->plan, s, em->tile.lane_var);
    k_begin(em, s);
    if (s->value->lanes) {
        k_vector_store(em, s);
        return;
    }
    if (b->ndim == 0 && em->slots[b->id].at) {
        const KVal v = k_expr(em, s->value);
        k_slot_set(em, b, &v);
        return;
    }
    const KVal v = k_expr(em, s->value), at = offset(em, b, s->indices, NULL);
    const bool wide = em->tile.lane_var != NULL && (at.lane != K_UNIFORM || v.lane != K_UNIFORM);
    const bool rows = v.rows || at.rows || has_copies(em, b);
    const uint32_t width = em->tile.width;
    if (k_store_transposed(em, s, &v, &at)) return;
    for (uint32_t r = 0; r < (rows ? em->tile.nr : 1); r++) {
        const uint32_t k = at.rows ? r : 0;
        if (!wide) {
            store_one(em, b, r, k_pointer(em, b, r, at.at[k]), k_at(em, &v, b->dtype, r, 0, false));
            continue;
        }
        LLVMValueRef start = is_step_one(&at) ? k_pointer(em, b, r, at.at[k]) : NULL;
        for (uint32_t j = 0; j < em->tile.nv; j++) {
            LLVMValueRef mask = k_mask(em, r, j), x = k_at(em, &v, b->dtype, r, j, true);
            if (start) {
                LLVMValueRef go = ll_int(em->u, (int64_t)j * width);
                LLVMValueRef p = LLVMBuildGEP2(em->u->builder, ll_memory_type(em->u, b->dtype, 1),
                                               start, &go, 1, "");
                if (streams && !mask) {
                    k_stream(em, p, x);
                } else {
                    ll_store(em->u, b->dtype, width, p, x, mask);
                }
            } else {
                const KArray *a = &em->arrays[b->id];
                ll_scatter(em->u, b->dtype, width, a->at[a->rows ? r : 0],
                           k_at(em, &at, DTYPE_INT64, r, j, true), x, mask);
            }
        }
    }
}
