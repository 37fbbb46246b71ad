/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: their layout and body; and entries, which the runtime calls:
 *
 *     i32 entryN_plan(env, in, out, arena_bytes, library_dims)   checks the inputs, tells extents
 * and memory i32 entryN(env, in, out, arena)
 *
 * Both begin with i32 bind(frame, in, out). */
#include "backend/llvm/emit.h"

const char *ll_entry_name(Arena *arena, size_t entry) {
    return arena_printf(arena, "entry%zu", entry);
}

/* Memory of the heap is given back however the body ends. */
static void outside(EmitFunction *p, LLVMValueRef function, LLVMValueRef inner) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    lp_part_begin(p, function);
    LLVMValueRef frame = p->part.frame, list = lp_cell(p, (HirCell){.kind = HIR_HEAP_CELL});
    LLVMValueRef n = lp_int(e, p->f->n_cells[HIR_HEAP_CELL]);
    LLVMBuildMemSet(u->builder, list, LLVMConstInt(u->i8, 0, false),
                    lp_int(e, (int64_t)p->f->n_cells[HIR_HEAP_CELL] * 8), 8);
    LLVMValueRef result = LLVMBuildCall2(u->builder, e->function_type, inner, &frame, 1, "");
    lp_helper(e, "rt_free_all", (LLVMValueRef[]){list, n}, 2);
    LLVMBuildRet(u->builder, result);
}

/* Entries */

static LLVMTypeRef pointers_type(Emit *e, unsigned n) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->ptr};
    return LLVMFunctionType(u->i32, types, n, false);
}

LLVMValueRef lp_bind(EmitFunction *p) {
    Emit *e = p->e;
    LLVMValueRef fn =
        lp_internal(e, arena_printf(e->arena, "f%u.bind", p->f->index), pointers_type(e, 3));
    lp_part_begin(p, fn);
    p->part.in = LLVMGetParam(fn, 1);
    p->part.out = LLVMGetParam(fn, 2);
    LLVMBuildStore(e->unit->builder, lp_int(e, 0), lp_cell(p, (HirCell){.kind = HIR_DEPTH_CELL}));
    lp_part_end(p, &p->f->sections[HIR_SECTION_BIND]);
    return fn;
}

void lp_bound(EmitFunction *p, LLVMValueRef function, unsigned tensors, LLVMValueRef bind) {
    Emit *e = p->e;
    lp_part_begin(p, function);
    p->part.frame = lp_alloca(p, e->fns[p->f->index].n_cells);
    p->part.in = LLVMGetParam(function, tensors);
    p->part.out = LLVMGetParam(function, tensors + 1);
    if (!e->artefact)
        LLVMBuildStore(e->unit->builder, LLVMGetParam(function, 0),
                       lp_at(p, p->part.frame, CELL_ENV * 8));
    LLVMValueRef args[] = {p->part.frame, p->part.in, p->part.out};
    lp_try(p, LLVMBuildCall2(e->unit->builder, pointers_type(e, 3), bind, args, 3, ""));
}

static LLVMValueRef bound(EmitFunction *p, const char *name, unsigned n_params, LLVMValueRef bind) {
    LLVMValueRef fn = LLVMAddFunction(p->e->unit->module, name, pointers_type(p->e, n_params));
    lp_bound(p, fn, 1, bind);
    return fn;
}

static void plan(EmitFunction *p, const char *name, LLVMValueRef bind) {
    Emit *e = p->e;
    LLVMValueRef fn = bound(p, arena_printf(e->arena, "%s_plan", name), 5, bind);
    LLVMValueRef bytes = p->f->arena ? lp_expr(p, p->f->arena) : lp_int(e, 0);
    LLVMBuildStore(e->unit->builder, bytes, LLVMGetParam(fn, 3));
    p->part.library_dims = LLVMGetParam(fn, 4);
    lp_part_end(p, &p->f->sections[HIR_SECTION_PLAN]);
}

static void run(EmitFunction *p, const char *name, LLVMValueRef bind) {
    LLVMValueRef fn = bound(p, name, 4, bind);
    LLVMBuildStore(p->e->unit->builder, LLVMGetParam(fn, 3),
                   lp_cell(p, (HirCell){.kind = HIR_ARENA_CELL}));
    lp_part_end(p, &p->f->sections[HIR_SECTION_RUN]);
}

static RtValue *values(Emit *e, const HirValues *list) {
    RtValue *out = ARENA_ARRAY(e->arena, RtValue, list->len + 1);
    for (size_t i = 0; i < list->len; i++) {
        const HirValue *v = &list->at[i];
        const bool is_shape = v->kind == HIR_INTEGERS && v->dtype == DTYPE_VOID;
        out[i] = (RtValue){.name = v->name,
                           .dtype = v->dtype == DTYPE_VOID ? DTYPE_INT64 : v->dtype,
                           .ndim = v->kind == HIR_TENSOR ? v->ndim : is_shape,
                           .is_integers = v->kind == HIR_INTEGERS,
                           .n_integers = v->kind == HIR_INTEGERS && v->name ? v->ndim : 0,
                           .is_dynamic = v->kind == HIR_TENSOR && !v->dims,
                           .takes = v->takes};
    }
    return out;
}

static void entry(EmitFunction *p) {
    Emit *e = p->e;
    const HirFn *f = p->f;
    const char *name = ll_entry_name(e->arena, e->program->entries.len);
    LLVMValueRef bind = lp_bind(p);
    plan(p, name, bind);
    run(p, name, bind);
    vec_push(e->arena, &e->program->entries,
             ((RtEntry){.name = f->name,
                        .n_inputs = (uint32_t)f->inputs.len,
                        .n_outputs = (uint32_t)f->outputs.len,
                        .inputs = values(e, &f->inputs),
                        .outputs = values(e, &f->outputs),
                        .collectives = f->collectives}));
}

void lp_function(Emit *e, const HirFn *f) {
    EmitFunction p = {.e = e, .f = f};
    const EmitFn *fn = &e->fns[f->index];
    const bool has_heap = f->n_cells[HIR_HEAP_CELL] > 0;
    LLVMValueRef inner = fn->function;
    if (has_heap)
        inner = lp_internal(e, arena_printf(e->arena, "f%u.steps", f->index), e->function_type);
    lp_part_begin(&p, inner);
    lp_part_end(&p, &f->sections[HIR_SECTION_BODY]);
    if (has_heap) outside(&p, fn->function, inner);
    if (f->is_entry) (e->entry ? e->entry : entry)(&p);
    if (!fn->layout) return;
    lp_part_begin(&p, fn->layout);
    lp_part_end(&p, &f->sections[HIR_SECTION_LAYOUT]);
}
