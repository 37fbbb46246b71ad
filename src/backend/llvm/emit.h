/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make LLVM IR of host programs (host/host.h): emit_block.c blocks and
 * what ends them, emit_expr.c expressions, emit_stmt.c statements, emit_call.c calls of kernels and
 * libraries, with their profiles, emit_function.c functions and entries, emit_artefact.c what
 * stands in files, program.c modules.
 *
 * A function of the program becomes, over a frame of cells of 8 bytes,
 *
 *     i32 F.layout(frame)
 *     i32 F(frame)          its body; parts of it are functions of their own */
#ifndef TENON_BACKEND_LLVM_EMIT_H
#define TENON_BACKEND_LLVM_EMIT_H

#include "backend/llvm/kernel.h"
#include "backend/llvm/program.h"
#include "backend/lower.h"

enum { CELL_ENV }; /* before those of host/cells.def */

/* A function in LLVM. */
typedef struct {
    LLVMValueRef function, layout; /* layout NULL: nothing to compute */
    uint32_t first[HIR_CELLS];     /* cell of each kind */
    uint32_t n_cells;
} EmitFn;

struct EmitFunction;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    LlUnit *unit;
    LlProgram *program;
    BeModule *module;
    const HirProgram *host;
    EmitFn *fns; /* by number */
    Map messages;
    LLVMTypeRef function_type;
    uint32_t m_memory, m_overflow, m_cancelled;
    bool profile;
    int64_t tensor_bytes; /* of one that an entry takes */
    /* What an artefact has in itself (emit_artefact.c). NULL: code for this process, with an
     * RtEnv. */
    const CModule *artefact;
    LLVMValueRef *constants; /* NULL: it lies in a file of weights, at that place */
    LLVMValueRef weights;    /* the variable that holds where the file begins, or the section */
    size_t n_entries;
    const char *name; /* of the header's names, before them */
    bool has_pool;    /* where a run has its environment, a frame has the caller's pool */
    void (*entry)(struct EmitFunction *p); /* functions of an entry */
} Emit;

typedef struct {
    uint32_t function, level;
    LLVMValueRef frame;
} EmitFrame;

/* What is allocated once in an LLVM function. */
typedef struct {
    LLVMValueRef function, entry; /* entry: where its allocas go, before this terminator */
    LLVMValueRef frame;           /* of the function whose statements these are */
    LLVMValueRef in, out;         /* of an entry: its tensors */
    LLVMValueRef library_dims;    /* of an entry's plan */
    LLVMValueRef bad, nothing;    /* NULL: not used yet */
    LLVMValueRef pointers;        /* for libraries, and extents of collectives */
    uint32_t n_pointers;
    Map frames; /* EmitFrame */
} EmitPart;

typedef struct EmitFunction {
    Emit *e;
    const HirFn *f;
    EmitPart part;   /* the function that statements go to */
    bool is_pending; /* `bad` may be set, and was not looked at */
    VEC(EmitFrame) open;
    LLVMBasicBlockRef leave; /* behind the innermost loop */
    uint32_t n_parts;
} EmitFunction;

/* emit_expr.c */
LLVMValueRef lp_at(EmitFunction *p, LLVMValueRef pointer, int64_t bytes);
LLVMValueRef lp_cell(EmitFunction *p, HirCell c); /* a pointer */
LLVMValueRef lp_expr(EmitFunction *p, const HirExpr *e);
LLVMValueRef lp_buffer(EmitFunction *p, uint32_t number);
LLVMValueRef lp_condition(EmitFunction *p, const HirExpr *e); /* an i1 */
LLVMValueRef lp_tensor_dim(EmitFunction *p, LLVMValueRef list, uint32_t i,
                           uint32_t dim); /* pointers */
LLVMValueRef lp_tensor_data(EmitFunction *p, LLVMValueRef list, uint32_t i);
LLVMTypeRef lp_int_type(const LlUnit *u, DType t);
LLVMValueRef lp_env(EmitFunction *p);
LLVMValueRef lp_env_field(EmitFunction *p, size_t offset);
LLVMValueRef lp_declare(Emit *e, const char *name, LLVMTypeRef type);
LLVMValueRef lp_helper(Emit *e, const char *name, LLVMValueRef *args,
                       unsigned n); /* a function of runtime/support.h */

/* emit_block.c. Control: the builder stands in the block that goes on. */
LLVMValueRef lp_int(Emit *e, int64_t v);
LLVMValueRef lp_number(Emit *e, uint32_t message); /* an i32 */
LLVMBasicBlockRef lp_block(EmitFunction *p, const char *name);
void lp_to(EmitFunction *p, LLVMBasicBlockRef block);
void lp_fail_if(EmitFunction *p, LLVMValueRef condition, uint32_t message);
void lp_try(EmitFunction *p, LLVMValueRef result);
LLVMValueRef lp_alloca(EmitFunction *p, uint32_t n_cells);
uint32_t lp_message(Emit *e, const char *message);
LLVMValueRef lp_internal(Emit *e, const char *name, LLVMTypeRef type);

/* emit_stmt.c */
void lp_poll(EmitFunction *p);
void lp_kernel(EmitFunction *p, const HirKernelCall *k);
void lp_library(EmitFunction *p, const HirKernelCall *k);
void lp_collective(EmitFunction *p, const HirKernelCall *k, bool starts);
void lp_wait(EmitFunction *p, const HirKernelCall *k);
/* emit_ranks.c: these calls in an artefact, args as of rt_start, or of rt_wait; what the module has
 * once. */
LLVMValueRef lp_artefact_collective(Emit *e, LLVMValueRef *args, bool starts);
LLVMValueRef lp_artefact_wait(Emit *e, LLVMValueRef *args);
/* All ranks come to the collectives of the artefact's entry: *fn compares them, made where it is
 * NULL. */
void lp_artefact_same(EmitFunction *p, LLVMValueRef *fn);
void lp_ranks_end(Emit *e);

/* Opens a function of the part; the builder stands in it. */
void lp_part_begin(EmitFunction *p, LLVMValueRef function);
/* The statements as the rest of the function at hand, which then returns 0. */
void lp_part_end(EmitFunction *p, const HirBlock *b);

void lp_function(Emit *e, const HirFn *f);
LLVMValueRef lp_bind(EmitFunction *p);
/* The frame of an entry's own, bound to its tensors, which are parameters `tensors` and the next.
 */
void lp_bound(EmitFunction *p, LLVMValueRef function, unsigned tensors, LLVMValueRef bind);

/* emit_artefact.c */
void lp_artefact_begin(Emit *e, const LlArtefact *artefact);
void lp_artefact_end(Emit *e, const LlArtefact *artefact);
/* emit_weights.c: int NAME_init(const void *weights, size_t bytes) */
void lp_weights_init(Emit *e);
/* emit_library.c: what runs a library's call with `pointers`, an i32 of 0 or a message's number;
 * what makes all ready in NAME_init, where the builder stands: the same. */
LLVMValueRef lp_artefact_library(Emit *e, uint32_t number, LLVMValueRef pointers);
LLVMValueRef lp_artefact_libraries(Emit *e);
/* Where that constant lies. */
LLVMValueRef lp_artefact_constant(Emit *e, uint32_t number);
/* emit_pool.c: where runs may have several threads, the pool of this run. */
void lp_pool_set(EmitFunction *p, LLVMValueRef pool);
/* NAME of an entry, by the thread that calls; run: by those of a pool. */
void lp_pool_none(Emit *e, LLVMValueRef alone, LLVMValueRef run);
/* What kernels call has a body. */
void lp_pool_end(Emit *e);
/* emit_helpers.c: what the runtime does where there is one. */
LLVMValueRef lp_artefact_helper(Emit *e, const char *name, LLVMValueRef *args);

#endif
