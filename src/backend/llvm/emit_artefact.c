/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that leave the process: the functions that the header of the C file declares too
 * (backend/c/module.h), with weights and messages as data, and in line what the runtime does in a
 * process. */
#include "backend/llvm/elf.h"
#include "backend/llvm/emit.h"
#include "backend/llvm/levels.h"

enum { CONSTANT_ALIGN = 64 };

static LLVMValueRef data(Emit *e, const char *name, LLVMValueRef value, unsigned align) {
    LLVMValueRef v = LLVMAddGlobal(e->unit->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(v, value);
    LLVMSetGlobalConstant(v, true);
    LLVMSetLinkage(v, LLVMInternalLinkage);
    LLVMSetAlignment(v, align);
    return v;
}

/* A section gets its data behind LLVM, which must not take it for zeros. */
static void declare_weights(Emit *e) {
    LlUnit *u = e->unit;
    const BeWeights *w = &e->artefact->weights;
    if (w->kind == BE_WEIGHTS_EMBED || (w->kind == BE_WEIGHTS_SECTION && !w->bytes)) return;
    const bool is_file = w->kind == BE_WEIGHTS_FILE;
    LLVMTypeRef type = is_file ? u->ptr : LLVMArrayType2(u->i8, (uint64_t)w->bytes);
    e->weights = data(e, ".weights", LLVMConstNull(type), is_file ? 8 : BE_WEIGHTS_ALIGN);
    LLVMSetGlobalConstant(e->weights, false);
    if (is_file) return;
    LLVMSetSection(e->weights, ELF_WEIGHTS_SECTION);
    LLVMSetExternallyInitialized(e->weights, true);
}

void lp_artefact_begin(Emit *e, const LlArtefact *artefact) {
    LlUnit *u = e->unit;
    const size_t n = e->host->constants.len;
    e->artefact = artefact->info;
    e->has_pool = e->program->threads > 1;
    e->tensor_bytes = (int64_t)(offsetof(RtTensor, dims) + artefact->info->rank * sizeof(int64_t));
    e->constants = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1);
    declare_weights(e);
    for (size_t i = 0; i < n; i++) {
        if (e->artefact->weights.at[i] >= 0) continue;
        const Tensor *t = e->host->constants.at[i].made_of->tensor;
        const char *bytes = t->bytes ? t->data : "";
        LLVMValueRef value = LLVMConstStringInContext2(u->context, bytes, t->bytes, true);
        e->constants[i] = data(e, arena_printf(e->arena, ".constant%zu", i), value, CONSTANT_ALIGN);
        ctx_poll(e->ctx);
    }
}

LLVMValueRef lp_artefact_constant(EmitFunction *p, uint32_t number) {
    Emit *e = p->e;
    if (e->constants[number]) return e->constants[number];
    LLVMValueRef start = e->weights;
    if (e->artefact->weights.kind == BE_WEIGHTS_FILE)
        start = LLVMBuildLoad2(e->unit->builder, e->unit->ptr, start, "");
    return lp_at(p, start, e->artefact->weights.at[number]);
}

void lp_weights_check(EmitFunction *p) {
    Emit *e = p->e;
    LLVMBuilderRef b = e->unit->builder;
    if (e->artefact->weights.kind != BE_WEIGHTS_FILE) return;
    LLVMValueRef start = LLVMBuildLoad2(b, e->unit->ptr, e->weights, "");
    LLVMValueRef none = LLVMConstNull(e->unit->ptr);
    lp_fail_if(p, LLVMBuildICmp(b, LLVMIntEQ, start, none, ""), lp_message(e, BE_WEIGHTS_MISSING));
}

/* What the runtime does. Where two arguments are given as constants, code is made for these. */

/* *bad = 1 where it holds. */
static void note_bad(LlUnit *u, LLVMValueRef bad, LLVMValueRef holds) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef old = LLVMBuildLoad2(b, u->i64, bad, "");
    LLVMBuildStore(b, LLVMBuildSelect(b, holds, ll_int(u, 1), old, ""), bad);
}

static LLVMValueRef less(LlUnit *u, LLVMValueRef x, int64_t v) {
    return LLVMBuildICmp(u->builder, LLVMIntSLT, x, ll_int(u, v), "");
}

static LLVMValueRef is_int(LlUnit *u, LLVMValueRef x, int64_t v) {
    return LLVMBuildICmp(u->builder, LLVMIntEQ, x, ll_int(u, v), "");
}

static LLVMValueRef add(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef both = ll_intrinsic(u, "llvm.sadd.with.overflow", &u->i64, 1,
                                     (LLVMValueRef[]){args[1], args[2]}, 2);
    LLVMValueRef over = LLVMBuildExtractValue(b, both, 1, "");
    note_bad(u, args[0], over);
    return LLVMBuildSelect(b, over, ll_int(u, 0), LLVMBuildExtractValue(b, both, 0, ""), "");
}

/* The factor y against the last one that x can have. LLVM's own check, which it also makes of a
 * division of the product, calls functions on some processors that their libraries lack. */
static LLVMValueRef mul(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef x = args[1], y = args[2], is_below = less(u, y, 0);
    LLVMValueRef never = LLVMBuildAnd(b, is_int(u, x, -1), LLVMBuildNot(b, is_below, ""), "");
    never = LLVMBuildOr(b, never, is_int(u, x, 0), "");
    LLVMValueRef apart = LLVMBuildXor(b, less(u, x, 0), is_below, "");
    LLVMValueRef end = LLVMBuildSelect(b, apart, ll_int(u, INT64_MIN), ll_int(u, INT64_MAX), "");
    LLVMValueRef last = LLVMBuildSDiv(b, end, LLVMBuildSelect(b, never, ll_int(u, 1), x, ""), "");
    LLVMValueRef over = LLVMBuildSelect(b, is_below, LLVMBuildICmp(b, LLVMIntSLT, y, last, ""),
                                        LLVMBuildICmp(b, LLVMIntSGT, y, last, ""), "");
    over = LLVMBuildAnd(b, over, LLVMBuildNot(b, never, ""), "");
    note_bad(u, args[0], over);
    return LLVMBuildSelect(b, over, ll_int(u, 0), LLVMBuildMul(b, x, y, ""), "");
}

static LLVMValueRef floordiv(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef x = args[1], y = args[2];
    LLVMValueRef over = LLVMBuildAnd(b, is_int(u, y, -1), is_int(u, x, INT64_MIN), "");
    LLVMValueRef none = LLVMBuildOr(b, is_int(u, y, 0), over, "");
    note_bad(u, args[0], none);
    y = LLVMBuildSelect(b, none, ll_int(u, 1), y, "");
    LLVMValueRef q = LLVMBuildSDiv(b, x, y, ""), r = LLVMBuildSRem(b, x, y, "");
    LLVMValueRef apart = LLVMBuildXor(b, less(u, x, 0), less(u, y, 0), "");
    LLVMValueRef lower = LLVMBuildAnd(b, LLVMBuildNot(b, is_int(u, r, 0), ""), apart, "");
    q = LLVMBuildSub(b, q, LLVMBuildZExt(b, lower, u->i64, ""), "");
    return LLVMBuildSelect(b, none, ll_int(u, 0), q, "");
}

static LLVMValueRef up_to_64(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef v = args[1], over = LLVMBuildNot(b, less(u, v, INT64_MAX - 63), "");
    note_bad(u, args[0], over);
    v = LLVMBuildSelect(b, LLVMBuildOr(b, over, less(u, v, 0), ""), ll_int(u, 0), v, "");
    return LLVMBuildAnd(b, LLVMBuildAdd(b, v, ll_int(u, 63), ""), ll_int(u, -64), "");
}

/* Where an extent is 0 nothing overflows. */
static LLVMValueRef bytes(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef none = LLVMConstInt(u->i1, 0, false), size = args[3];
    const int64_t n = LLVMConstIntGetSExtValue(args[2]);
    LLVMValueRef *extents = ARENA_ARRAY(u->arena, LLVMValueRef, (size_t)n + 1);
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef at = ll_int(u, i * 8);
        at = LLVMBuildGEP2(b, u->i8, args[1], &at, 1, "");
        extents[i] = LLVMBuildLoad2(b, u->i64, at, "");
        none = LLVMBuildOr(b, none, is_int(u, extents[i], 0), "");
    }
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef extent = LLVMBuildSelect(b, none, ll_int(u, 0), extents[i], "");
        size = mul(u, (LLVMValueRef[]){args[0], size, extent});
    }
    return size;
}

/* A function of the C library. size_t is as wide as a pointer. */
static LLVMValueRef libc(LlUnit *u, const char *name, LLVMTypeRef result, LLVMValueRef arg) {
    LLVMTypeRef argument = LLVMTypeOf(arg), type = LLVMFunctionType(result, &argument, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
    if (!f) f = LLVMAddFunction(u->module, name, type);
    return LLVMBuildCall2(u->builder, type, f, &arg, 1, "");
}

/* What no memory is as large as is asked for as the most that there can be: there is none. */
static LLVMValueRef heap(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    const unsigned bits = LLVMGetIntTypeWidth(u->size);
    LLVMValueRef n = args[0],
                 most = ll_int(u, bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX);
    n = LLVMBuildSelect(b, less(u, n, 1), ll_int(u, 1), n, "");
    LLVMValueRef over = LLVMBuildICmp(b, LLVMIntSGT, n, most, "");
    n = LLVMBuildSelect(b, over, ll_int(u, -1), n, "");
    if (bits < 64) n = LLVMBuildTrunc(b, n, u->size, "");
    return libc(u, "malloc", u->ptr, n);
}

static LLVMValueRef release(LlUnit *u, LLVMValueRef *args) {
    return libc(u, "free", u->nothing, args[0]);
}

static LLVMValueRef release_all(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    const int64_t n = LLVMConstIntGetSExtValue(args[1]);
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef at = ll_int(u, i * 8);
        at = LLVMBuildGEP2(b, u->i8, args[0], &at, 1, "");
        libc(u, "free", u->nothing, LLVMBuildLoad2(b, u->ptr, at, ""));
    }
    return NULL;
}

/* for (; at + width <= n; at += width) of what is at hand. Returns where it ends. */
static LLVMValueRef copy_by(LlUnit *u, LLVMValueRef fn, LLVMTypeRef type, int64_t width,
                            LLVMValueRef from) {
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b),
                      head = LLVMAppendBasicBlockInContext(u->context, fn, "more"),
                      body = LLVMAppendBasicBlockInContext(u->context, fn, "copy"),
                      after = LLVMAppendBasicBlockInContext(u->context, fn, "copied");
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef at = LLVMBuildPhi(b, u->i64, ""), next = LLVMBuildAdd(b, at, ll_int(u, width), "");
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntSLE, next, LLVMGetParam(fn, 2), "");
    LLVMBuildCondBr(b, fits, body, after);
    LLVMPositionBuilderAtEnd(b, body);
    LLVMValueRef to = LLVMBuildGEP2(b, u->i8, LLVMGetParam(fn, 0), &at, 1, ""),
                 source = LLVMBuildGEP2(b, u->i8, LLVMGetParam(fn, 1), &at, 1, "");
    LLVMValueRef v = LLVMBuildLoad2(b, type, source, "");
    LLVMSetAlignment(v, 1);
    LLVMSetAlignment(LLVMBuildStore(b, v, to), 1);
    LLVMBuildBr(b, head);
    LLVMAddIncoming(at, (LLVMValueRef[]){from, next}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMPositionBuilderAtEnd(b, after);
    return at;
}

/* void .copy(to, from, n), where there is no C library. */
static LLVMValueRef own_copy(LlUnit *u, LLVMTypeRef type) {
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMValueRef fn = LLVMAddFunction(u->module, ".copy", type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ll_function_init(u, fn);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    LLVMValueRef at = copy_by(u, fn, u->i32, 4, ll_int(u, 0));
    copy_by(u, fn, u->i8, 1, at);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderAtEnd(b, here);
    return fn;
}

static LLVMValueRef copy(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    if (u->freestanding) {
        LLVMTypeRef types[] = {u->ptr, u->ptr, u->i64},
                    type = LLVMFunctionType(u->nothing, types, 3, false);
        LLVMValueRef fn = LLVMGetNamedFunction(u->module, ".copy");
        return LLVMBuildCall2(b, type, fn ? fn : own_copy(u, type), args, 3, "");
    }
    LLVMValueRef n = LLVMBuildSelect(b, less(u, args[2], 0), ll_int(u, 0), args[2], "");
    return LLVMBuildMemMove(b, args[0], 1, args[1], 1, n);
}

static LLVMValueRef read_float(LlUnit *u, LLVMValueRef *args) {
    const DType t = (DType)LLVMConstIntGetSExtValue(args[0]);
    return ll_cast(u, t, DTYPE_FLOAT64, 1, ll_load(u, t, 1, args[1], NULL));
}

static LLVMValueRef write_float(LlUnit *u, LLVMValueRef *args) {
    const DType t = (DType)LLVMConstIntGetSExtValue(args[0]);
    ll_store(u, t, 1, args[1], ll_cast(u, DTYPE_FLOAT64, t, 1, args[2]), NULL);
    return NULL;
}

typedef struct {
    const char *name;
    LLVMValueRef (*make)(LlUnit *u, LLVMValueRef *args);
} Helper;

LLVMValueRef lp_artefact_helper(Emit *e, const char *name, LLVMValueRef *args) {
    static const Helper list[] = {{"rt_add", add},
                                  {"rt_mul", mul},
                                  {"rt_floordiv", floordiv},
                                  {"rt_round", up_to_64},
                                  {"rt_bytes", bytes},
                                  {"rt_heap", heap},
                                  {"rt_free", release},
                                  {"rt_free_all", release_all},
                                  {"rt_copy", copy},
                                  {"rt_read_float", read_float},
                                  {"rt_write_float", write_float}};
    for (size_t i = 0; i < ARRAY_LEN(list); i++) {
        if (strcmp(list[i].name, name) == 0) return list[i].make(e->unit, args);
    }
    BUG("an artefact has no '%s'", name);
}

/* Entries */

/* Of the header: int NAME(...), of parameters that are pointers. */
static LLVMValueRef exported(Emit *e, const char *name, unsigned n) {
    LlUnit *u = e->unit;
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < n; i++) types[i] = u->ptr;
    LLVMValueRef f = LLVMAddFunction(u->module, name, LLVMFunctionType(u->i32, types, n, false));
    ll_function_init(u, f);
    ll_function_attribute(u, f, LLVMAttributeReturnIndex, "signext"); /* as C has an int */
    return f;
}

static void plan(EmitFunction *p, const char *name, LLVMValueRef bind) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    LLVMValueRef fn = exported(e, arena_printf(e->arena, "%s_plan", name), 3);
    lp_bound(p, fn, 0, bind);
    LLVMValueRef bytes = p->f->arena ? lp_expr(p, p->f->arena) : lp_int(e, 0);
    if (LLVMGetIntTypeWidth(u->size) < 64) {
        LLVMValueRef over = LLVMBuildICmp(b, LLVMIntSGT, bytes, lp_int(e, INT32_MAX), "");
        lp_try(p, LLVMBuildSelect(b, over, lp_number(e, e->m_overflow), lp_number(e, 0), ""));
        bytes = LLVMBuildTrunc(b, bytes, u->size, "");
    }
    LLVMBuildStore(b, bytes, LLVMGetParam(fn, 2));
    LLVMBuildRet(b, lp_number(e, 0));
}

/* Memory that the run allocates is told only when all is well. */
static void run(EmitFunction *p, const char *name, LLVMValueRef bind) {
    Emit *e = p->e;
    LLVMBuilderRef b = e->unit->builder;
    LLVMValueRef fn = e->has_pool ? exported(e, arena_printf(e->arena, "%s_threads", name), 4)
                                  : exported(e, name, 3);
    lp_bound(p, fn, 0, bind);
    if (e->has_pool) lp_pool_set(p, LLVMGetParam(fn, 3));
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMPositionBuilderBefore(b, p->part.entry);
    for (size_t i = 0; i < p->f->outputs.len; i++) {
        const HirValue *v = &p->f->outputs.at[i];
        if (v->kind == HIR_TENSOR && !v->dims)
            LLVMBuildStore(b, LLVMConstNull(e->unit->ptr),
                           lp_tensor_data(p, p->part.out, (uint32_t)i));
    }
    lp_to(p, here);
    lp_weights_check(p);
    LLVMBuildStore(b, LLVMGetParam(fn, 2), lp_cell(p, (HirCell){.kind = HIR_ARENA_CELL}));
    lp_part_end(p, &p->f->sections[HIR_SECTION_RUN]);
    if (e->has_pool) lp_pool_none(e, exported(e, name, 3), fn);
}

static void set_pointer(EmitFunction *p, HirCellKind kind, uint32_t index, LLVMValueRef v) {
    LLVMBuildStore(p->e->unit->builder, v, lp_cell(p, (HirCell){.kind = kind, .index = index}));
}

/* Pointers to elements instead of tensors; nothing is checked. */
static void pointers_entry(EmitFunction *p, const char *name) {
    Emit *e = p->e;
    const HirFn *f = p->f;
    const EmitFn *own = &e->fns[f->index];
    LLVMBuilderRef b = e->unit->builder;
    const unsigned n = (unsigned)(f->inputs.len + f->outputs.len);
    LLVMValueRef fn = exported(e, arena_printf(e->arena, "%s_static", name), n + 1);
    lp_part_begin(p, fn);
    LLVMValueRef frame = p->part.frame = lp_alloca(p, own->n_cells);
    lp_weights_check(p);
    set_pointer(p, HIR_ARENA_CELL, 0, LLVMGetParam(fn, n));
    LLVMBuildStore(b, lp_int(e, 0), lp_cell(p, (HirCell){.kind = HIR_DEPTH_CELL}));
    if (e->has_pool) lp_pool_set(p, LLVMConstNull(e->unit->ptr));
    if (own->layout) lp_try(p, LLVMBuildCall2(b, e->function_type, own->layout, &frame, 1, ""));
    for (unsigned i = 0; i < n; i++) {
        const bool is_input = i < f->inputs.len;
        const HirValue *v = is_input ? &f->inputs.at[i] : &f->outputs.at[i - f->inputs.len];
        set_pointer(p, is_input ? HIR_IN_CELL : HIR_OUT_CELL, v->index, LLVMGetParam(fn, i));
    }
    LLVMBuildRet(b, LLVMBuildCall2(b, e->function_type, own->function, &frame, 1, ""));
}

void lp_artefact_entry(EmitFunction *p) {
    Emit *e = p->e;
    const CEntry *entry = &e->artefact->entries.at[e->n_entries++];
    LLVMValueRef bind = lp_bind(p);
    plan(p, entry->name, bind);
    run(p, entry->name, bind);
    if (entry->has_pointers) pointers_entry(p, entry->name);
}

/* --- Messages --- */

static LLVMValueRef text(Emit *e, const char *s) {
    const size_t n = strlen(s);
    return data(e, ".message", LLVMConstStringInContext2(e->unit->context, s, n, false), 1);
}

/* const char *NAME_error(int number), and what else the module has once. */
void lp_artefact_end(Emit *e, const LlArtefact *artefact) {
    lp_weights_init(e);
    lp_pool_end(e);
    if (artefact->levels) ll_levels_choose(e->unit, artefact->levels);
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    const size_t n = e->program->messages.len;
    LLVMValueRef *all = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1);
    for (size_t i = 0; i < n; i++) all[i] = text(e, e->program->messages.at[i]);
    LLVMValueRef table = data(e, ".messages", LLVMConstArray2(u->ptr, all, n), CONSTANT_ALIGN);
    LLVMValueRef fn = LLVMAddFunction(u->module, artefact->info->error,
                                      LLVMFunctionType(u->ptr, &u->i32, 1, false));
    ll_function_init(u, fn);
    ll_function_attribute(u, fn, 1, "signext");
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    LLVMValueRef number = LLVMGetParam(fn, 0), none = LLVMConstInt(u->i32, 0, false);
    LLVMValueRef known = LLVMBuildICmp(b, LLVMIntULT, number, LLVMConstInt(u->i32, n, false), "");
    LLVMValueRef at = LLVMBuildSelect(b, known, number, none, "");
    LLVMValueRef found = LLVMBuildLoad2(b, u->ptr, LLVMBuildGEP2(b, u->ptr, table, &at, 1, ""), "");
    LLVMBuildRet(b, LLVMBuildSelect(b, known, found, text(e, "no such error"), ""));
}
