/* SPDX-License-Identifier: Apache-2.0 */
/* A backend: a folder of this room and a row of backends.def. It makes an executable of a module,
 * which the runtime prepares and runs (runtime/executable.h), whoever made it:
 *
 *     BeExecutable x;
 *     if (be_compile(&x, backend, m, &options) != STATUS_OK) ...  reported
 *     be_keep(&x);                                                it outlives the call of the
 *                                                                 library
 *     rt_prepare(&x.rt, 0, in, NULL, &p); rt_run(p, in, out);     and again
 *     be_free(&x);
 *
 * What is no machine code has functions of its own as plan and run of its entry; they find what
 * they work on in env->constants[0]. */
#ifndef TENON_BACKEND_BACKEND_H
#define TENON_BACKEND_BACKEND_H

#include "eval/eval.h"
#include "eval/host.h"
#include "ir/origin.h"
#include "passes/bind_params.h"
#include "runtime/executable.h"

typedef struct {
    const IrGlobal *function; /* the only entry, private ones too */
    unsigned holds;           /* properties that the module is known to have (ir/verify.h) */
    const Hosts *hosts;       /* host functions, and where R.print writes; live as the executable */
    const Target *target;     /* what code is made for; NULL: the module's, else this machine */
    const char *cpu;          /* its name in the table goes before that; NULL: none */
    int64_t threads;          /* that runs may have; 0: one for each processor */
    /* the bits of the evaluator: without -O2, and all is code of our own */
    bool strict;
    /* loops as they stand: neither fused, nor by vectors, rows or panels. With `strict` and `plain`
     * it is code that shares least with what is held against it */
    bool unscheduled;
    bool profile;        /* runs keep times */
    bool plain;          /* without -O2 */
    bool optimized;      /* -O2 has been run: it is not run again */
    bool no_libraries;   /* all is code of our own: the same bits with any number of threads */
    bool ahead;          /* the code leaves this process: libraries take what is known of extents */
    bool donates;        /* the entry works as the attribute `donate` says: RtValue.takes */
    const BindDim *dims; /* symbols that get values first: of backends with BE_BINDS */
    size_t n_dims;
    /* symbols whose values change from run to run: nothing is prepared for each of them */
    const char *const *varying;
    size_t n_varying;
} BeOptions;

enum {
    BE_EXACT = 1, /* the evaluator's bits */
    BE_BINDS = 2, /* heeds all of BeOptions; others heed `function`, `holds` and `hosts` */
    /* runs work in the module's context: on its thread, within a call of the library */
    BE_CONTEXT = 4,
    BE_PROFILES = 8, /* heeds BeOptions.profile, or BeRun.costs */
};

typedef struct BeExecutable BeExecutable;

typedef struct {
    const IrFunction *fn;
    Value *const *args;
    uint32_t n_args;
    const Hosts *hosts; /* NULL: those that are always there */
    ValueList *list;    /* owns the result */
    EvalCosts *costs;   /* in `arena`: what operators took; NULL: not asked for */
    Arena *arena;
    EvalEach each; /* eval_each; NULL: nobody asks */
    void *each_user;
} BeRun;

typedef struct {
    const char *name, *doc;
    unsigned flags;
    /* Fills self->rt, and what follows there; `self` has its arena, and does not move before it is
     * kept. The module is as it was. STATUS_OK, or another one after a report; then nothing is left
     * behind, nor after a throw. */
    Status (*compile)(BeExecutable *self, IrModule *m, const BeOptions *options);
    /* what hangs on the context's clean-ups comes off; what the arena has not is freed; NULL: there
     * is nothing */
    void (*keep)(BeExecutable *self);
    void (*free)(BeExecutable *self);
    /* Runs a function at once, also with values that no executable takes (strings, functions, what
     * has no known rank); NULL: a report was made. The field NULL: only executables run. */
    Value *(*run)(const BeRun *how);
    /* of libraries, made so far; NULL: it has none */
    size_t (*primitives)(const BeExecutable *self);
} Backend;

enum { BE_STAGES = 6 };

struct BeExecutable {
    RtExecutable rt; /* one entry */
    const Backend *backend;
    Ctx *ctx;
    Arena arena;
    void *impl; /* the backend's */
    size_t code_bytes, constant_bytes;
    const IrHistory *histories; /* of rt.sites; NULL: not known */
    struct {
        const char *name; /* static */
        double milliseconds;
    } stages[BE_STAGES];
    size_t n_stages;
};

extern const Backend *const backends[]; /* .compile NULL: this build has it not */
extern const size_t be_n_backends;

Status be_compile(BeExecutable *self, const Backend *backend, IrModule *m,
                  const BeOptions *options);
/* What an executable does before its first run, for a backend that runs functions at once: all
 * ranks come to the same collectives. False after a report. */
bool be_agree(IrModule *m, const IrGlobal *function, Arena *arena);
void be_keep(BeExecutable *self);
void be_free(BeExecutable *self);

/* entry.c. For backends: a stage of that many milliseconds, or (be_stage_end) that began at *start
 * and ends now. */
void be_stage(BeExecutable *self, const char *name, double milliseconds);
void be_stage_end(BeExecutable *self, const char *name, double *start);
/* Whether runs can hand over all parameters and results (RT_MAX_RANK); false after a report of each
 * that they cannot. */
bool be_check_ranks(const IrFunction *fn);
/* The entry of a function by its types, tuples taken apart, as the only one of self->rt, which has
 * one thread; env->constants[0] is `code`. All its outputs are dynamic. plan NULL: extents and
 * memory are left to the run. NULL after a report: a value is neither tensor, shape nor number, or
 * its rank or dtype is not known. */
RtEntry *be_enter(BeExecutable *self, const IrFunction *fn, const void *code, RtPlanFn *plan,
                  RtRunFn *run);

#endif
