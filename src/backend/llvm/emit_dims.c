/* SPDX-License-Identifier: Apache-2.0 */
/* Integers. A known dim that is more than a symbol is computed once, in the layout; others where they are needed. All
 * arithmetic is checked: what overflows sets the frame's cell `bad`. */
#include "backend/llvm/emit.h"

LLVMValueRef lp_int(Emit *e, int64_t v) { return ll_int(e->unit, v); }
LLVMValueRef lp_number(Emit *e, uint32_t message) { return LLVMConstInt(e->unit->i32, message, false); }

LLVMValueRef lp_offset(EmitFunction *p, LLVMValueRef pointer, LLVMValueRef bytes) {
    LlUnit *u = p->e->unit;
    return LLVMBuildGEP2(u->builder, u->i8, pointer, &bytes, 1, "");
}

LLVMValueRef lp_cell(EmitFunction *p, LLVMValueRef frame, uint32_t cell) {
    return cell ? lp_offset(p, frame, lp_int(p->e, (int64_t)cell * 8)) : frame;
}

LLVMValueRef lp_get(EmitFunction *p, LLVMTypeRef type, LLVMValueRef frame, uint32_t cell) {
    return LLVMBuildLoad2(p->e->unit->builder, type, lp_cell(p, frame, cell), "");
}

void lp_set(EmitFunction *p, LLVMValueRef frame, uint32_t cell, LLVMValueRef v) {
    LLVMBuildStore(p->e->unit->builder, v, lp_cell(p, frame, cell));
}

static uint32_t symbol_cell(const EmitFunction *p, const IrSymbol *s) {
    return p->fn->cells.symbols + be_symbol(p->f, s)->slot;
}

LLVMValueRef lp_symbol(EmitFunction *p, const IrSymbol *s) {
    return lp_get(p, p->e->unit->i64, p->part.frame, symbol_cell(p, s));
}

void lp_set_symbol(EmitFunction *p, const IrSymbol *s, LLVMValueRef v) {
    lp_set(p, p->part.frame, symbol_cell(p, s), v);
}

LLVMValueRef lp_declare(Emit *e, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMGetNamedFunction(e->unit->module, name);
    return fn ? fn : LLVMAddFunction(e->unit->module, name, type);
}

/* Their types follow from the name: what is read off a table beside their prototypes. */
typedef struct {
    const char *name, *signature; /* the result, then the parameters: i64, i32, pointer, double, void */
} Helper;

static const Helper helpers[] = {
#define RT_SUPPORT(name, signature) {#name, signature},
#include "runtime/support.def"
};

static LLVMTypeRef type_of_letter(const LlUnit *u, char c) {
    switch (c) {
    case 'l': return u->i64;
    case 'i': return u->i32;
    case 'p': return u->ptr;
    case 'd': return u->f64;
    default: return u->nothing;
    }
}

LLVMValueRef lp_helper(Emit *e, const char *name, LLVMValueRef *args, unsigned n) {
    LlUnit *u = e->unit;
    const Helper *h = NULL;
    for (size_t i = 0; i < ARRAY_LEN(helpers); i++) {
        if (strcmp(helpers[i].name, name) == 0) h = &helpers[i];
    }
    BUG_IF(!h || strlen(h->signature) != n + 1);
    LLVMTypeRef params[8];
    for (unsigned i = 0; i < n; i++) params[i] = type_of_letter(u, h->signature[i + 1]);
    LLVMTypeRef type = LLVMFunctionType(type_of_letter(u, h->signature[0]), params, n, false);
    return LLVMBuildCall2(u->builder, type, lp_declare(e, name, type), args, n, "");
}

/* Dims */

static LLVMValueRef expression(EmitFunction *p, const IrDim *d);

static LLVMValueRef checked(EmitFunction *p, const char *helper, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef args[] = {lp_cell(p, p->part.frame, CELL_BAD), a, b};
    return lp_helper(p->e, helper, args, 3);
}

static LLVMValueRef choose(EmitFunction *p, LLVMIntPredicate first, LLVMValueRef a, LLVMValueRef b) {
    LLVMBuilderRef builder = p->e->unit->builder;
    return LLVMBuildSelect(builder, LLVMBuildICmp(builder, first, a, b, ""), a, b, "");
}

static LLVMValueRef atom(EmitFunction *p, const IrAtom *a) {
    if (a->kind == IR_ATOM_SYMBOL) return lp_symbol(p, a->symbol);
    LLVMValueRef v = expression(p, a->args[0]);
    for (uint32_t i = 1; i < a->n; i++) {
        LLVMValueRef w = expression(p, a->args[i]);
        switch (a->kind) {
        case IR_ATOM_FLOORDIV: v = checked(p, "rt_floordiv", v, w); break;
        case IR_ATOM_MIN: v = choose(p, LLVMIntSLT, v, w); break;
        case IR_ATOM_MAX: v = choose(p, LLVMIntSGT, v, w); break;
        case IR_ATOM_SUM: v = checked(p, "rt_add", v, w); break;
        case IR_ATOM_PRODUCT: v = checked(p, "rt_mul", v, w); break;
        case IR_ATOM_SYMBOL: break;
        }
    }
    return v;
}

static LLVMValueRef monomial(EmitFunction *p, const IrTerm *t) {
    LLVMValueRef v = t->coeff != 1 ? lp_int(p->e, t->coeff) : NULL;
    for (uint32_t i = 0; i < t->mono->n; i++) {
        for (uint32_t k = 0; k < t->mono->factors[i].power; k++) {
            LLVMValueRef w = atom(p, t->mono->factors[i].atom);
            v = v ? checked(p, "rt_mul", v, w) : w;
        }
    }
    return v;
}

/* Depth: a dim's, which is bounded. */
static LLVMValueRef expression(EmitFunction *p, const IrDim *d) {
    LLVMValueRef v = NULL;
    for (uint32_t i = 0; i < d->n; i++) {
        LLVMValueRef w = monomial(p, &d->terms[i]);
        v = v ? checked(p, "rt_add", v, w) : w;
    }
    if (!v) return lp_int(p->e, d->constant);
    return d->constant ? checked(p, "rt_add", v, lp_int(p->e, d->constant)) : v;
}

static uint32_t extent_cell(EmitFunction *p, const IrDim *d, EmitExtent **out) {
    const uint64_t hash = hash_ptr(0, d);
    for (MapIter it = map_find(&p->extents_by_dim, hash); map_next(&p->extents_by_dim, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value - 1;
        if (p->extents.at[i]->dim != d) continue;
        *out = p->extents.at[i];
        return p->fn->cells.extents + (uint32_t)i;
    }
    EmitExtent *x = ARENA_NEW(p->e->arena, EmitExtent);
    x->dim = d;
    vec_push(p->e->arena, &p->extents, x);
    map_add(&p->extents_by_dim, hash, (void *)(uintptr_t)p->extents.len);
    *out = x;
    return p->fn->cells.extents + (uint32_t)p->extents.len - 1;
}

void lp_layout_dim(EmitFunction *p, const IrDim *d) {
    if (d->n == 0 || ir_dim_as_symbol(d)) return;
    EmitExtent *x;
    const uint32_t cell = extent_cell(p, d, &x);
    if (x->is_done) return;
    x->is_done = true;
    lp_set(p, p->part.frame, cell, expression(p, d));
}

LLVMValueRef lp_dim(EmitFunction *p, const IrDim *d) {
    const IrSymbol *symbol = ir_dim_as_symbol(d);
    if (d->n == 0) return lp_int(p->e, d->constant);
    if (symbol) return lp_symbol(p, symbol);
    if (be_is_known(p->f, d)) {
        EmitExtent *x;
        if (p->in_layout) lp_layout_dim(p, d);
        const uint32_t cell = extent_cell(p, d, &x);
        return lp_get(p, p->e->unit->i64, p->part.frame, cell);
    }
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef v = expression(p, d);
    LLVMValueRef bad = lp_get(p, p->e->unit->i64, p->part.frame, CELL_BAD);
    lp_fail_if(p, LLVMBuildICmp(builder, LLVMIntNE, bad, lp_int(p->e, 0), ""), p->e->m_overflow);
    return v;
}

/* Control */

LLVMBasicBlockRef lp_block(EmitFunction *p, const char *name) {
    return LLVMAppendBasicBlockInContext(p->e->unit->context, p->part.function, name);
}

void lp_to(EmitFunction *p, LLVMBasicBlockRef block) { LLVMPositionBuilderAtEnd(p->e->unit->builder, block); }

void lp_fail_if(EmitFunction *p, LLVMValueRef condition, uint32_t message) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMBasicBlockRef fails = lp_block(p, "fails"), goes_on = lp_block(p, "");
    LLVMBuildCondBr(builder, condition, fails, goes_on);
    lp_to(p, fails);
    LLVMBuildRet(builder, lp_number(p->e, message));
    lp_to(p, goes_on);
}

void lp_try(EmitFunction *p, LLVMValueRef result) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMBasicBlockRef fails = lp_block(p, "fails"), goes_on = lp_block(p, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, result, lp_number(p->e, 0), ""), fails, goes_on);
    lp_to(p, fails);
    LLVMBuildRet(builder, result);
    lp_to(p, goes_on);
}

LLVMValueRef lp_alloca(EmitFunction *p, uint32_t n_cells) {
    LlUnit *u = p->e->unit;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(u->builder);
    LLVMPositionBuilderBefore(u->builder, p->part.entry);
    LLVMValueRef v = LLVMBuildArrayAlloca(u->builder, u->i64, LLVMConstInt(u->i32, n_cells, false), "");
    LLVMSetAlignment(v, 16);
    lp_to(p, here);
    return v;
}

LLVMValueRef lp_frame(EmitFunction *p, const BeFn *g, unsigned which) {
    LLVMValueRef *frame = &p->part.frames[2 * g->index + which];
    if (*frame) return *frame;
    *frame = lp_alloca(p, 1);
    vec_push(p->e->arena, &p->e->fns[g->index].frames, *frame);
    return *frame;
}
