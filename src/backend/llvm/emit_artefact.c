/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that leave the process: the functions that the header of the C file declares too
 * (backend/c/module.h), with weights and messages as data, and in line what the runtime does in a
 * process. */
#include "backend/llvm/elf.h"
#include "backend/llvm/emit.h"
#include "backend/llvm/levels.h"

enum { CONSTANT_ALIGN = 64 };

/* Entries */

/* Fails in a run that was given no weights. */
static void check_weights(EmitFunction *p) {
    Emit *e = p->e;
    LLVMBuilderRef b = e->unit->builder;
    if (e->artefact->weights.kind != BE_WEIGHTS_FILE) return;
    LLVMValueRef start = LLVMBuildLoad2(b, e->unit->ptr, e->weights, "");
    LLVMValueRef none = LLVMConstNull(e->unit->ptr);
    lp_fail_if(p, LLVMBuildICmp(b, LLVMIntEQ, start, none, ""), lp_message(e, BE_WEIGHTS_MISSING));
}

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
static void run(EmitFunction *p, const char *name, LLVMValueRef bind, LLVMValueRef *same) {
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
    check_weights(p);
    lp_artefact_same(p, same);
    LLVMBuildStore(b, LLVMGetParam(fn, 2), lp_cell(p, (HirCell){.kind = HIR_ARENA_CELL}));
    lp_part_end(p, &p->f->sections[HIR_SECTION_RUN]);
    if (e->has_pool) lp_pool_none(e, exported(e, name, 3), fn);
}

static void set_pointer(EmitFunction *p, HirCellKind kind, uint32_t index, LLVMValueRef v) {
    LLVMBuildStore(p->e->unit->builder, v, lp_cell(p, (HirCell){.kind = kind, .index = index}));
}

/* Pointers to elements instead of tensors; nothing is checked. */
static void pointers_entry(EmitFunction *p, const char *name, LLVMValueRef *same) {
    Emit *e = p->e;
    const HirFn *f = p->f;
    const EmitFn *own = &e->fns[f->index];
    LLVMBuilderRef b = e->unit->builder;
    const unsigned n = (unsigned)(f->inputs.len + f->outputs.len);
    LLVMValueRef fn = exported(e, arena_printf(e->arena, "%s_static", name), n + 1);
    lp_part_begin(p, fn);
    LLVMValueRef frame = p->part.frame = lp_alloca(p, own->n_cells);
    check_weights(p);
    lp_artefact_same(p, same);
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

static void artefact_entry(EmitFunction *p) {
    Emit *e = p->e;
    const CEntry *entry = &e->artefact->entries.at[e->n_entries++];
    LLVMValueRef bind = lp_bind(p), same = NULL;
    plan(p, entry->name, bind);
    run(p, entry->name, bind, &same);
    if (entry->has_pointers) pointers_entry(p, entry->name, &same);
}

/* Data */

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
    e->name = artefact->how.name;
    e->entry = artefact_entry;
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

/* --- Messages --- */

static LLVMValueRef text(Emit *e, const char *s) {
    const size_t n = strlen(s);
    return data(e, ".message", LLVMConstStringInContext2(e->unit->context, s, n, false), 1);
}

/* const char *NAME_error(int number), and what else the module has once. */
void lp_artefact_end(Emit *e, const LlArtefact *artefact) {
    lp_weights_init(e);
    lp_pool_end(e);
    lp_ranks_end(e);
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
