/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make LLVM IR of programs (backend/program.h): emit_dims.c integers, emit_steps.c steps,
 * emit_profile.c profiles,
 * emit_call.c calls and loops, emit_function.c functions, emit_entry.c entries, program.c modules.
 *
 * A function of the module becomes, over a frame of cells of 8 bytes,
 *
 *     i64 F.layout(frame)   what follows from its symbols; the bytes of its arena, INT64_MAX: an overflow
 *     i32 F(frame)          the steps; long lists are cut into functions of their own
 *
 * The caller fills in the symbols, calls the layout, then sets the arena and the pointers and calls F. */
#ifndef TENON_BACKEND_LLVM_EMIT_H
#define TENON_BACKEND_LLVM_EMIT_H

#include "backend/llvm/kernel.h"
#include "backend/llvm/program.h"
#include "backend/program.h"

enum { EMIT_CHUNK = 200 }; /* steps in one function */

/* The first cells of every frame. */
enum { CELL_ARENA, CELL_ENV, CELL_DEPTH, CELL_BAD, CELL_FREE };

/* Fields of the frame that are lists: the first cell of each. */
typedef struct {
    uint32_t in, out, returned, returned_floats, symbols, offsets, floats, heap, extents;
} EmitCells;

typedef VEC(LLVMValueRef) EmitValues;

/* A function in LLVM. */
typedef struct {
    LLVMValueRef function, layout; /* layout NULL: nothing to compute */
    EmitCells cells;
    uint32_t n_cells;  /* when it has been emitted */
    EmitValues frames; /* allocas of its frame, whose size is given at the end */
    VEC(const BeLibrary *) libraries; /* that it calls itself */
    VEC(BeFn *) callees;
} EmitFn;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    LlUnit *unit;
    LlProgram *program;
    BeModule *module;
    EmitFn *fns;       /* by BeFn.index */
    Map kernels;       /* LlProgramKernel by LoopFn */
    Map messages;
    LLVMTypeRef function_type, layout_type;
    uint32_t m_memory, m_overflow, m_depth, m_missing, m_cancelled;
    bool profile;
} Emit;

/* A known dim that is computed once: a cell of the frame. */
typedef struct {
    const IrDim *dim;
    bool is_done; /* in the layout */
} EmitExtent;

/* What is allocated once in an LLVM function. */
typedef struct {
    LLVMValueRef function, entry; /* entry: where its allocas go, before this terminator */
    LLVMValueRef frame;           /* its own argument */
    LLVMValueRef *frames;         /* by BeFn.index, twice: of the callee, and of the condition of loops */
    LLVMValueRef pointers;        /* for libraries */
    uint32_t n_pointers;
} EmitPart;

typedef struct {
    Emit *e;
    BeFn *f;
    EmitFn *fn;
    EmitPart part;   /* the function that statements go to */
    bool in_layout;
    Map extents_by_dim;
    VEC(EmitExtent *) extents;
    uint32_t n_parts, n_slots;
} EmitFunction;

/* emit_dims.c */
LLVMValueRef lp_int(Emit *e, int64_t v);
LLVMValueRef lp_number(Emit *e, uint32_t message); /* an i32 */
LLVMValueRef lp_cell(EmitFunction *p, LLVMValueRef frame, uint32_t cell); /* a pointer */
LLVMValueRef lp_get(EmitFunction *p, LLVMTypeRef type, LLVMValueRef frame, uint32_t cell);
void lp_set(EmitFunction *p, LLVMValueRef frame, uint32_t cell, LLVMValueRef v);
LLVMValueRef lp_offset(EmitFunction *p, LLVMValueRef pointer, LLVMValueRef bytes);
LLVMValueRef lp_symbol(EmitFunction *p, const IrSymbol *s);
void lp_set_symbol(EmitFunction *p, const IrSymbol *s, LLVMValueRef v);
/* Where it is not known from the arguments, it is computed here, and the function ends on an overflow. */
LLVMValueRef lp_dim(EmitFunction *p, const IrDim *d);
/* In the layout: computes the dim's cell, unless that has been done. */
void lp_layout_dim(EmitFunction *p, const IrDim *d);
LLVMValueRef lp_helper(Emit *e, const char *name, LLVMValueRef *args, unsigned n); /* a function of runtime/support.h */

/* Control: the builder stands in the block that goes on. */
LLVMBasicBlockRef lp_block(EmitFunction *p, const char *name);
void lp_to(EmitFunction *p, LLVMBasicBlockRef block);
void lp_fail_if(EmitFunction *p, LLVMValueRef condition, uint32_t message);
void lp_try(EmitFunction *p, LLVMValueRef result);
LLVMValueRef lp_alloca(EmitFunction *p, uint32_t n_cells);
/* The frame for calls of g from here; which: 1 for a second one. */
LLVMValueRef lp_frame(EmitFunction *p, const BeFn *g, unsigned which);

LLVMValueRef lp_buffer(EmitFunction *p, BeBuffer *b);
void lp_set_heap(EmitFunction *p, BeBuffer *b, LLVMValueRef v);
LLVMValueRef lp_allocate(EmitFunction *p, BeBuffer *b, LLVMValueRef bytes);
void lp_copy(EmitFunction *p, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes);
LLVMValueRef lp_condition(EmitFunction *p, const BeLeaf *leaf);
LLVMValueRef lp_float(EmitFunction *p, const BeLeaf *leaf);
uint32_t lp_message(Emit *e, const char *message);
void lp_steps(EmitFunction *p, const BeSteps *steps);
void lp_invoke(EmitFunction *p, const BeStep *s);
void lp_scan(EmitFunction *p, const BeStep *s);
void lp_while(EmitFunction *p, const BeStep *s);
/* Gives the callee's symbols and floats values in the frame, and lays it out. */
void lp_call_symbols(EmitFunction *p, const BeCall *call, LLVMValueRef frame, bool is_run);
/* The bytes that the loop function works in. */
LLVMValueRef lp_work(EmitFunction *p, const BeLoop *loop, LLVMValueRef *sizes, size_t n);
const LlProgramKernel *lp_kernel(Emit *e, const BeLoop *loop);
LLVMValueRef lp_declare(Emit *e, const char *name, LLVMTypeRef type);

/* Around a step that does work; nothing unless the program is made for profiles. */
size_t lp_profile_begin(EmitFunction *p, const BeStep *s, const char *name);
void lp_profile_end(EmitFunction *p, size_t site);

/* Opens a function of the part; the builder stands in it. */
void lp_part_begin(EmitFunction *p, LLVMValueRef function);
/* The steps; then, when those of all functions stand, its entry and what it lays out. */
EmitFunction *lp_function(Emit *e, BeFn *f);
void lp_function_end(EmitFunction *p);
void lp_cells(EmitFn *fn, const BeFn *f);
/* All frames get their sizes. */
void lp_finish(Emit *e);
void lp_entry(EmitFunction *p);

#endif
