/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as C99: one file and its header. What comes out is described in docs/c.md.
 *
 *     CFile *file = c_file_new(&arena);
 *     CModule info;
 *     if (!c_file_add(file, m, &(CModuleOptions){.name = "net"}, &info)) ...reported
 *     c_file_source(file, "net.h", &source);
 *     c_file_header(file, &header);
 *
 * A file may hold several modules, of different names. Everything lives in the arena. */
#ifndef TENON_BACKEND_C_MODULE_H
#define TENON_BACKEND_C_MODULE_H

#include "backend/lower.h"
#include "backend/weights.h"
#include "base/strbuf.h"
#include "runtime/abi.h"

typedef struct CFile CFile;
typedef struct CInterface CInterface; /* backend/c/interface.h */

/* The memory that a function takes, its symbols being what is given. */
typedef struct {
    const char *name;           /* the function's */
    const IrFunction *function; /* NULL: passes made it */
    const char *missing; /* what has no value, so that the rest is not known; NULL: nothing */
    int64_t arena, bound, values;       /* be_measure */
    int64_t constants, inputs, outputs; /* bytes; outputs that the run allocates are left out */
    const char *allocated; /* places of values that the run allocates, ", " between them */
    uint32_t n_allocated;
} CMemory;

typedef VEC(CMemory) CMemories;

typedef struct {
    const char *name;
    int64_t value;
} CDim;

/* What is asked for in the place of the file's text. */
typedef struct {
    const CDim *dims;
    size_t n_dims;
    CMemories *out;
} CMeasure;

typedef struct {
    const char *name;           /* before all names of the header: a C identifier */
    const IrFunction *function; /* the only entry; NULL: every public function */
    bool verifies;              /* BeLowering.verifies */
    const CMeasure *measure;    /* NULL: C is wanted */
    /* gets the host program's text in the place of C; NULL: C is wanted */
    StrBuf *host;
    /* gets its kernels as scheduled loops in the place of C; NULL: C is wanted */
    StrBuf *kernels;
    /* runs in this process: they ask between steps whether they are to end */
    bool polls;
    const Map *met; /* BeLowering.met */
    /* results may be given the memory of inputs, as the function attribute `donate` says */
    bool is_kept; /* not each bit is the evaluator's */
    bool donates;
    /* needs no library, for compilers that are told -ffreestanding */
    bool freestanding;
    /* that a call may have, of a pool of the caller's; less than 2: none is declared */
    int64_t threads;
    const char *weights_path; /* where weights are written; NULL: they are data of the code */
    bool has_parameters;      /* those behind num_input stand in a struct of their own */
    int64_t max_ram, max_rom; /* bytes; 0: any. max_rom: c_file_add alone */
    bool has_section;         /* of an object, with them; c_file_interface alone */
    bool is_training;         /* a step of training and what belongs to it: train/ship.c */
} CModuleOptions;

/* An output as the header's tensor: a number has rank 0, a shape rank 1. */
typedef struct {
    DType dtype;
    uint32_t ndim;
    bool is_dynamic; /* the entry allocates it */
} COutput;

/* An entry, callees first. */
typedef struct {
    const IrFunction *function;
    const char *name; /* net_main; net_main_plan is its plan */
    size_t n_inputs, n_outputs;
    const COutput *outputs;
    int64_t arena_bytes;     /* the part of constant size */
    int64_t arena_bound;     /* no plan needs less for what lies in that part */
    int64_t value_bytes;     /* of all these values, each with memory of its own */
    bool is_static;          /* there is no other part: all memory is known */
    bool has_pointers;       /* net_main_static is there too */
    const char *collectives; /* HirFn.collectives */
} CEntry;

typedef struct {
    const char *error;     /* net_error */
    const char *init;      /* net_init */
    CInterface *interface; /* of the file, not of the module */
    BeWeights weights;
    Status written; /* STATUS_IO: the file of weights could not be written, which was reported */
    /* void net_poll_by(int (*poll)(void *), void *user); NULL: it does not poll */
    const char *poll_by;
    const char *set_ranks;       /* net_set_ranks; NULL: it has no collectives */
    int m_ranks;                 /* what a run gives of which one failed */
    int m_cancelled;             /* what a run gives that poll has ended */
    size_t rank;                 /* of the header's tensor: how many dims it has */
    size_t n_functions, n_loops; /* functions; loop functions */
    int64_t const_bytes;
    bool has_pool; /* net_main_threads is there too */
    VEC(CEntry) entries;
} CModule;

CFile *c_file_new(Ctx *ctx, Arena *arena);

/* The module's calls are in the legal set `loops`. It gains symbols: within an edit that is taken
 * back. False after reports of all that has no form in C; the file is then of no use. */
bool c_file_add(CFile *self, IrModule *m, const CModuleOptions *options, CModule *out);

/* The header's part of c_file_add alone, for a program that others make code of: entries in the
 * order of the program's. False after a report. */
bool c_file_interface(CFile *self, BeModule *module, const HirProgram *program,
                      const CModuleOptions *options, CModule *out);

/* Appends the file, which includes the header of that name; after all modules were added. */
void c_file_source(CFile *self, const char *header, StrBuf *out);
/* Appends the header; C++ takes it too. */
void c_file_header(const CFile *self, StrBuf *out);

/* limits.c. Whether code of those bytes (0: not known) and the constants stay within `most` (0:
 * any). False after a report. */
bool c_limits_rom(const HirProgram *program, int64_t code, int64_t most);

/* A C identifier like the text: other characters become _, a digit in front gets one. */
const char *c_identifier(Arena *arena, const char *text);

#endif
