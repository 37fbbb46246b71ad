/* SPDX-License-Identifier: Apache-2.0 */
/* Modules whose calls are in the legal set `loops` as units of LLVM: one for the program, some for
 * the kernels. */
#ifndef TENON_BACKEND_LLVM_PROGRAM_H
#define TENON_BACKEND_LLVM_PROGRAM_H

#include "backend/c/module.h"
#include "backend/llvm/target.h"
#include "backend/program.h"
#include "runtime/executable.h"

typedef struct {
    const LoopFn *fn;
    const char *name;
    bool has_work;
    int64_t work; /* -1: the function work_name tells */
    const char *work_name;
    LLVMTypeRef work_type; /* of the kernel's own unit */
} LlProgramKernel;

typedef struct {
    const IrConst *constant;
    size_t number;
} LlProgramConstant;

/* What a library reads. */
typedef struct {
    int64_t constant, at; /* its number, and from which byte on; -1: not known before a run */
} LlProgramInput;

typedef struct {
    const IrFunction *fn;
    uint32_t first_dim; /* RtExecutable.first_dims */
    bool is_over;       /* BeLibrary.over */
    uint32_t n_inputs;
    LlProgramInput *inputs; /* in the order of its parameters */
} LlProgramLibrary;

/* A place that profiles tell of. */
typedef struct {
    const char *name;
    const IrOrigin *origin;
} LlSite;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const LlTarget *target;
    Target processor; /* what libraries choose for */
    int64_t threads;
    const HirProgram *host; /* NULL: as module */
    BeModule *module;       /* NULL, as are units, target and kernels: it comes from the cache */
    LlUnits units;          /* kernels; the last one is the program's */
    VEC(const LlProgramKernel *) kernels;
    VEC(const char *) messages;
    VEC(const IrConst *) constants;
    Map constant_numbers; /* LlProgramConstant by IrConst */
    VEC(RtEntry) entries; /* without code */
    VEC(LlSite) sites;
    VEC(LlProgramLibrary) libraries;
    int64_t n_library_dims;
    size_t n_functions, n_loops;
} LlProgram;

/* A program that leaves the process: one unit, whose names are those of a header (docs/compile.md).
 */
typedef struct {
    CFile *file;        /* gets the header */
    CModule *info;      /* and what is told of it */
    CModuleOptions how; /* c_file_interface */
    bool freestanding;
    const struct LlLevels *levels; /* kernels are for each of them; NULL: for the target */
} LlArtefact;

typedef struct {
    const IrFunction *function; /* the only entry; NULL: every public function */
    const LlArtefact *artefact; /* NULL: for this process */
    int64_t threads;            /* that the code is meant for */
    bool strict, unscheduled, profile, donates;
    const BeTarget *libraries; /* .takes and .over; NULL: none */
} LlProgramOptions;

/* The module as units, all in the arena. NULL after reports. The module gains symbols. */
LlProgram *ll_program(IrModule *m, const LlTarget *target, const LlProgramOptions *options,
                      Arena *arena);
/* Without LLVM: what the program does between its kernels. NULL after reports: the module gets no
 * program. It gains symbols. */
const HirProgram *ll_program_host(IrModule *m, const LlProgramOptions *options, Arena *arena);
/* What a program in this process reads of a constant: a reference to its tensor, or a copy of it at
 * an address that its elements need. */
Tensor *ll_constant_tensor(const IrConst *c);
/* Releases the units. */
void ll_program_fini(LlProgram *self);

/* The names of an entry's functions in the program's unit: of that name, and NAME_plan. */
const char *ll_entry_name(Arena *arena, size_t entry);

#endif
