/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions. What overflows sets the variable `bad` of the LLVM function. */
#include "backend/llvm/emit.h"

static LLVMValueRef lp_offset(EmitFunction *p, LLVMValueRef pointer, LLVMValueRef bytes) {
    LlUnit *u = p->e->unit;
    return LLVMBuildGEP2(u->builder, u->i8, pointer, &bytes, 1, "");
}

LLVMValueRef lp_at(EmitFunction *p, LLVMValueRef pointer, int64_t bytes) {
    return bytes ? lp_offset(p, pointer, lp_int(p->e, bytes)) : pointer;
}

LLVMValueRef lp_cell(EmitFunction *p, HirCell c) {
    const EmitFrame *open = c.frame ? &p->open.at[c.frame - 1] : NULL;
    const EmitFn *fn = &p->e->fns[open ? open->function : p->f->index];
    return lp_at(p, open ? open->frame : p->part.frame, ((int64_t)fn->first[c.kind] + c.index) * 8);
}

LLVMValueRef lp_declare(Emit *e, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMGetNamedFunction(e->unit->module, name);
    return fn ? fn : LLVMAddFunction(e->unit->module, name, type);
}

/* Their types follow from the name: what is read off a table beside their prototypes. */
typedef struct {
    const char *name,
        *signature; /* the result, then the parameters: i64, i32, pointer, double, void */
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
    if (e->artefact) return lp_artefact_helper(e, name, args);
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

/* The run's, and what it holds */

LLVMValueRef lp_env(EmitFunction *p) {
    if (p->e->artefact && !p->e->has_pool) return LLVMConstNull(p->e->unit->ptr);
    return LLVMBuildLoad2(p->e->unit->builder, p->e->unit->ptr,
                          lp_at(p, p->part.frame, CELL_ENV * 8), "");
}

LLVMValueRef lp_env_field(EmitFunction *p, size_t offset) {
    LlUnit *u = p->e->unit;
    return LLVMBuildLoad2(u->builder, u->ptr, lp_at(p, lp_env(p), (int64_t)offset), "");
}

LLVMValueRef lp_artefact_constant(Emit *e, uint32_t number) {
    if (e->constants[number]) return e->constants[number];
    LlUnit *u = e->unit;
    LLVMValueRef start = e->weights, at = lp_int(e, e->artefact->weights.at[number]);
    if (e->artefact->weights.kind == BE_WEIGHTS_FILE)
        start = LLVMBuildLoad2(u->builder, u->ptr, start, "");
    return LLVMBuildGEP2(u->builder, u->i8, start, &at, 1, "");
}

static LLVMValueRef constant(EmitFunction *p, uint32_t number) {
    LlUnit *u = p->e->unit;
    if (p->e->artefact) return lp_artefact_constant(p->e, number);
    LLVMValueRef list = lp_env_field(p, offsetof(RtEnv, constants));
    return LLVMBuildLoad2(u->builder, u->ptr, lp_at(p, list, (int64_t)number * 8), "");
}

LLVMValueRef lp_tensor_dim(EmitFunction *p, LLVMValueRef list, uint32_t i, uint32_t dim) {
    return lp_at(p, list,
                 i * p->e->tensor_bytes +
                     (int64_t)(offsetof(RtTensor, dims) + dim * sizeof(int64_t)));
}

LLVMValueRef lp_tensor_data(EmitFunction *p, LLVMValueRef list, uint32_t i) {
    return lp_at(p, list, i * p->e->tensor_bytes + (int64_t)offsetof(RtTensor, data));
}

static LLVMValueRef get(EmitFunction *p, HirCell c) {
    LlUnit *u = p->e->unit;
    const LLVMTypeRef types[] = {[HIR_INT] = u->i64, [HIR_FLOAT] = u->f64, [HIR_POINTER] = u->ptr};
    return LLVMBuildLoad2(u->builder, types[hir_cell_type(c.kind)], lp_cell(p, c), "");
}

LLVMValueRef lp_buffer(EmitFunction *p, uint32_t number) {
    const HirBuffer *b = &p->f->buffers.at[number];
    const HirExpr *const offsets[] = {b->offset, b->at};
    LLVMValueRef v =
        b->place == HIR_IN_CONSTANT ? constant(p, b->index) : get(p, hir_buffer_cell(b));
    for (size_t i = 0; i < ARRAY_LEN(offsets); i++) {
        const HirExpr *e = offsets[i];
        if (e && !(e->kind == HIR_INT_EXPR && e->i == 0)) v = lp_offset(p, v, lp_expr(p, e));
    }
    return v;
}

/* Integers */

/* The variable is 0 at first. */
static LLVMValueRef bad_of(EmitFunction *p) {
    LlUnit *u = p->e->unit;
    p->is_pending = true;
    if (p->part.bad) return p->part.bad;
    p->part.bad = lp_alloca(p, 1);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(u->builder);
    LLVMPositionBuilderBefore(u->builder, p->part.entry);
    LLVMBuildStore(u->builder, lp_int(p->e, 0), p->part.bad);
    lp_to(p, here);
    return p->part.bad;
}

static LLVMValueRef folded(EmitFunction *p, const HirExpr *e, const char *helper) {
    LLVMValueRef v = lp_expr(p, e->args[0]);
    for (uint32_t i = 1; i < e->n; i++) {
        LLVMValueRef w = lp_expr(p, e->args[i]);
        v = lp_helper(p->e, helper, (LLVMValueRef[]){bad_of(p), v, w}, 3);
    }
    return v;
}

static LLVMValueRef chosen(EmitFunction *p, const HirExpr *e, LLVMIntPredicate first) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef v = lp_expr(p, e->args[0]);
    for (uint32_t i = 1; i < e->n; i++) {
        LLVMValueRef w = lp_expr(p, e->args[i]);
        v = LLVMBuildSelect(builder, LLVMBuildICmp(builder, first, v, w, ""), v, w, "");
    }
    return v;
}

LLVMTypeRef lp_int_type(const LlUnit *u, DType t) {
    switch (dtype_size(t)) {
    case 1: return u->i8;
    case 2: return u->i16;
    case 4: return u->i32;
    default: return u->i64;
    }
}

static LLVMValueRef load(EmitFunction *p, const HirExpr *e) {
    LlUnit *u = p->e->unit;
    const DType t = e->element.dtype;
    LLVMValueRef at = lp_at(p, lp_expr(p, e->args[0]), (int64_t)(e->element.index * dtype_size(t)));
    if (dtype_is_float(t))
        return lp_helper(p->e, "rt_read_float", (LLVMValueRef[]){lp_int(p->e, t), at}, 2);
    LLVMValueRef v = LLVMBuildLoad2(u->builder, lp_int_type(u, t), at, "");
    if (dtype_size(t) == 8) return v;
    return dtype_kind(t) == DTYPE_KIND_INT ? LLVMBuildSExt(u->builder, v, u->i64, "")
                                           : LLVMBuildZExt(u->builder, v, u->i64, "");
}

static LLVMValueRef work(EmitFunction *p, const HirExpr *e) {
    LlUnit *u = p->e->unit;
    const LlProgramKernel *k = p->e->program->kernels.at[e->number];
    if (k->work >= 0) return lp_int(p->e, k->work);
    LLVMValueRef *sizes = ARENA_ARRAY(p->e->arena, LLVMValueRef, (size_t)e->n + 1);
    LLVMTypeRef *types = ARENA_ARRAY(p->e->arena, LLVMTypeRef, (size_t)e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) {
        sizes[i] = lp_expr(p, e->args[i]);
        types[i] = u->i64;
    }
    LLVMTypeRef type = LLVMFunctionType(u->i64, types, e->n, false);
    return LLVMBuildCall2(u->builder, type, lp_declare(p->e, k->work_name, type), sizes, e->n, "");
}

static LLVMValueRef bytes(EmitFunction *p, LLVMValueRef list, const HirExpr *e) {
    LLVMValueRef dims = lp_tensor_dim(p, list, e->tensor.index, 0);
    LLVMValueRef args[] = {bad_of(p), dims, lp_int(p->e, e->tensor.dim),
                           lp_int(p->e, e->tensor.size)};
    return lp_helper(p->e, "rt_bytes", args, 4);
}

static LLVMValueRef nothing(EmitFunction *p) {
    if (!p->part.nothing) p->part.nothing = lp_alloca(p, 1);
    return p->part.nothing;
}

static LLVMValueRef at(EmitFunction *p, const HirExpr *e) {
    LLVMValueRef from = lp_expr(p, e->args[0]), n = lp_expr(p, e->args[1]),
                 size = lp_expr(p, e->args[2]);
    return lp_offset(p, from, LLVMBuildMul(p->e->unit->builder, n, size, ""));
}

static LLVMValueRef choose(EmitFunction *p, const HirExpr *e) {
    LLVMValueRef condition = lp_condition(p, e->args[0]), x = lp_expr(p, e->args[1]),
                 y = lp_expr(p, e->args[2]);
    return LLVMBuildSelect(p->e->unit->builder, condition, x, y, "");
}

/* Recursion is as deep as the expression, which is bounded. */
LLVMValueRef lp_expr(EmitFunction *p, const HirExpr *e) {
    LlUnit *u = p->e->unit;
    const EmitPart *part = &p->part;
    LLVMBuilderRef b = u->builder;
    switch (e->kind) {
    case HIR_INT_EXPR: return lp_int(p->e, e->i);
    case HIR_REAL_EXPR: return LLVMConstReal(u->f64, e->f);
    case HIR_CELL_EXPR: return get(p, e->cell);
    case HIR_BUFFER_EXPR: return lp_buffer(p, e->number);
    case HIR_ADD_EXPR: return folded(p, e, "rt_add");
    case HIR_MUL_EXPR: return folded(p, e, "rt_mul");
    case HIR_FLOORDIV_EXPR: return folded(p, e, "rt_floordiv");
    case HIR_ROUND_EXPR: {
        LLVMValueRef v = lp_expr(p, e->args[0]);
        return lp_helper(p->e, "rt_round", (LLVMValueRef[]){bad_of(p), v}, 2);
    }
    case HIR_MIN_EXPR: return chosen(p, e, LLVMIntSLT);
    case HIR_MAX_EXPR: return chosen(p, e, LLVMIntSGT);
    case HIR_EQ_EXPR:
    case HIR_NE_EXPR:
    case HIR_LT_EXPR:
    case HIR_ALL_EXPR:
    case HIR_ANY_EXPR:
    case HIR_IS_NONE_EXPR:
    case HIR_IS_SAME_EXPR: return LLVMBuildZExt(b, lp_condition(p, e), u->i64, "");
    case HIR_LOAD_EXPR: return load(p, e);
    case HIR_WORK_EXPR: return work(p, e);
    case HIR_IN_DIM_EXPR:
        return LLVMBuildLoad2(b, u->i64, lp_tensor_dim(p, part->in, e->tensor.index, e->tensor.dim),
                              "");
    case HIR_OUT_DIM_EXPR:
        return LLVMBuildLoad2(b, u->i64,
                              lp_tensor_dim(p, part->out, e->tensor.index, e->tensor.dim), "");
    case HIR_IN_BYTES_EXPR: return bytes(p, part->in, e);
    case HIR_OUT_BYTES_EXPR: return bytes(p, part->out, e);
    case HIR_IN_DATA_EXPR:
        return LLVMBuildLoad2(b, u->ptr, lp_tensor_data(p, part->in, e->number), "");
    case HIR_OUT_DATA_EXPR:
        return LLVMBuildLoad2(b, u->ptr, lp_tensor_data(p, part->out, e->number), "");
    case HIR_NONE_EXPR: return LLVMConstNull(u->ptr);
    case HIR_NOTHING_EXPR: return nothing(p);
    case HIR_AT_EXPR: return at(p, e);
    case HIR_CHOOSE_EXPR: return choose(p, e);
    case HIR_EXPRS: break;
    }
    BUG("no such expression: %d", (int)e->kind);
}

/* All are evaluated. */
static LLVMValueRef joined(EmitFunction *p, const HirExpr *e) {
    LLVMBuilderRef b = p->e->unit->builder;
    LLVMValueRef v = lp_condition(p, e->args[0]);
    for (uint32_t i = 1; i < e->n; i++) {
        LLVMValueRef w = lp_condition(p, e->args[i]);
        v = e->kind == HIR_ALL_EXPR ? LLVMBuildAnd(b, v, w, "") : LLVMBuildOr(b, v, w, "");
    }
    return v;
}

LLVMValueRef lp_condition(EmitFunction *p, const HirExpr *e) {
    static const LLVMIntPredicate predicates[] = {[HIR_EQ_EXPR] = LLVMIntEQ,
                                                  [HIR_IS_SAME_EXPR] = LLVMIntEQ,
                                                  [HIR_NE_EXPR] = LLVMIntNE,
                                                  [HIR_LT_EXPR] = LLVMIntSLT};
    LLVMBuilderRef b = p->e->unit->builder;
    LLVMValueRef v;
    switch (e->kind) {
    case HIR_EQ_EXPR:
    case HIR_NE_EXPR:
    case HIR_LT_EXPR:
    case HIR_IS_SAME_EXPR:
        v = lp_expr(p, e->args[0]);
        return LLVMBuildICmp(b, predicates[e->kind], v, lp_expr(p, e->args[1]), "");
    case HIR_ALL_EXPR:
    case HIR_ANY_EXPR: return joined(p, e);
    case HIR_IS_NONE_EXPR: return LLVMBuildIsNull(b, lp_expr(p, e->args[0]), "");
    default: return LLVMBuildICmp(b, LLVMIntNE, lp_expr(p, e), lp_int(p->e, 0), "");
    }
}
