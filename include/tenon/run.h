/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: a module run once with inputs and outputs by name, what that took, and two runs
 * compared; modules as C. */
#ifndef TENON_RUN_H
#define TENON_RUN_H

#include <tenon/embed.h>
#include <tenon/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Running */

/* An input by its parameter's name, or the name that it has in the ONNX file that the module was
 * read from; a part of a tuple t is t_0 or t[0], t_1_0 or t[1][0]. It is one of
 * - a file: .npy, a TensorProto of ONNX (.pb), or an archive of arrays (.npz), of which it is the
 *   array of the same name, or the only one;
 * - elements in row-major order (copied);
 * - text (dtype "literal"; data is the text, with a zero behind it): a number, true or false, or
 *   lists of these in brackets, [[1, 2], [3, 4]]. It is of the parameter's dtype, and TN_E_INVALID
 *   where that does not have the value.
 * Else it is of the parameter's dtype and rank: TN_E_INVALID if not, in every backend. */
typedef struct TnInput {
    const char *name;
    const char *path;  /* NULL: the fields below */
    const char *dtype; /* "float32", ..., or "literal", where ndim and dims do not count */
    uint32_t ndim;
    const int64_t *dims;
    const void *data;
} TnInput;

/* One execution's inputs and outputs, tuples flattened. Freed before its context. */
typedef struct TnRun TnRun;

typedef struct TnRunOptions {
    size_t size;          /* TN_SIZED(TnRunOptions) */
    const char *function; /* NULL: the only public one, else "main" */
    /* inputs that are not given are drawn: floats uniform in [-1, 1), from rank 2 on times sqrt(3 /
     * product of all dims but the first) */
    uint64_t seed;
    const TnInput *inputs;
    size_t n_inputs;
    const TnDim *dims;
    size_t n_dims;
    /* note the time of each operator, or of each place in the code of the backend llvm:
     * tn_run_cost */
    int profile;
    /* inputs that are not given are that run's, by position, whatever their names; not NULL: none
     * is drawn */
    const TnRun *like;
    TnBackend backend; /* profile: tn_backend_profiles */
    int inputs_only;   /* nothing is executed; there are no outputs */
    /* for tn_run_again: what was made for the run stays with it. The module, which no other call
     * may change meanwhile, is freed after the run */
    int keep;
    const char *cpu; /* of TN_BACKEND_LLVM: the processor, as LLVM calls it; NULL: this one */
    int64_t threads; /* of TN_BACKEND_LLVM: at most so many; 0: one for each processor */
    /* of TN_BACKEND_LLVM: without -O2 first, and without folding constants later */
    int as_is;
    /* of TN_BACKEND_LLVM: -O2 has been run on the module, so it is not run again */
    int optimized;
    /* Of TN_BACKEND_LLVM: symbolic dims become what the inputs say before anything is compiled, but
     * those of `varying`; so tn_run_with takes other values for these alone. */
    int specialize;
    const char *const *varying;
    size_t n_varying;
    int strict, deterministic; /* of TN_BACKEND_LLVM: as in TnNativeOptions */
    /* of TN_BACKEND_LLVM: as in TnNativeOptions, on copies of the inputs; with `keep`, runs go on
     * from what the run before left */
    int donate;
    /* of TN_BACKEND_LLVM with profile: so many calls are kept for tn_run_event */
    size_t events;
    int given_only; /* nothing is drawn: TN_E_INVALID names the inputs that are missing */
    /* Inputs of another dtype than the parameter's are converted by value: to a float they are
     * rounded, to an integer or bool they must be ones that it has. Else another dtype is
     * TN_E_INVALID. */
    int convert;
    /* of TN_BACKEND_LLVM: loops as they stand, neither fused nor by vectors. With `strict` and
     * `as_is` what other code is held against where the evaluator takes too long */
    int unscheduled;
    /* Of TN_BACKEND_EVAL, else TN_E_USAGE: a folder that is there, into which the value of each
     * binding of the function goes as 00000_NAME.npy, 00001_NAME.npy, ... in the order of the
     * execution; an item of a tuple as 00000_NAME_0.npy. Strings and functions are left out. What
     * the function calls is one binding. What cannot be written ends the run with TN_E_INVALID. */
    const char *layers;
    /* Of what the pass Distribute has made an input may be the whole tensor, of which a rank takes
     * its part: where its extents are those of the whole, and where a symbol leaves that open if
     * this says so, by input: 1, it is the whole one. NULL: it is the rank's own then. */
    const unsigned char *is_whole;
} TnRunOptions;

/* Executes, by the reference evaluator unless the options say otherwise. options may be NULL. A
 * fault at run time (an index out of range, extents that do not fit, an R.assert_op that does not
 * hold, a host function that fails or is not registered) is TN_E_INVALID with diagnostics. */
TN_API TnStatus tn_run(TnModule *m, const TnRunOptions *options, TnRun **out);
TN_API void tn_run_free(TnRun *run);
/* Milliseconds of compiling (0 for the evaluator) and of the execution alone. Each may be NULL. */
TN_API void tn_run_times(const TnRun *run, double *compile_ms, double *run_ms);
/* Executes a run with `keep` once more, on the same inputs, into the same outputs. *ms:
 * milliseconds of the execution alone. TN_E_USAGE of another run. */
TN_API TnStatus tn_run_again(TnRun *run, double *ms);

/* Executes what a run with `keep` was made of on other inputs, which may have other extents where
 * the module leaves them open: inputs, dims and seed of the options count (NULL: none are given).
 * The inputs and outputs of the run are these from then on. *ms: milliseconds of planning, of
 * finding memory and of the execution. After anything but TN_OK the run can only be freed. */
TN_API TnStatus tn_run_with(TnRun *run, const TnRunOptions *options, double *ms);

/* A part of what came before the first execution. */
typedef struct TnStage {
    const char *name; /* static: "lower", "compile", "prepare" */
    double milliseconds;
} TnStage;

/* The index-th, in order; TN_E_USAGE past the last. The evaluator has none. */
TN_API TnStatus tn_run_stage(const TnRun *run, size_t index, TnStage *out);

typedef struct TnRunMemory {
    size_t input_bytes, output_bytes, constant_bytes;
    size_t planned_bytes; /* of the arena, as it was planned for these inputs; 0: there is none */
    size_t touched_bytes; /* of the arena, up to the last byte that an execution wrote */
} TnRunMemory;

/* Executes a run with `keep` once more, with an arena that is filled beforehand to see what is
 * written. TN_E_USAGE of another run. */
TN_API TnStatus tn_run_memory(TnRun *run, TnRunMemory *out);

TN_API size_t tn_run_input_count(const TnRun *run);
TN_API size_t tn_run_output_count(const TnRun *run);
TN_API TnStatus tn_run_input(const TnRun *run, size_t index, TnTensorInfo *out);
TN_API TnStatus tn_run_output(const TnRun *run, size_t index, TnTensorInfo *out);
/* The parameter that an input is, or is a part of, and (may be NULL) whether it was drawn; lives as
 * the run. NULL past the last. */
TN_API const char *tn_run_input_parameter(const TnRun *run, size_t index, int *is_drawn);
/* The output of that name: "out_0", or what the ONNX file calls it. TN_E_USAGE when there is
 * none. */
TN_API TnStatus tn_run_output_find(const TnRun *run, const char *name, size_t *index);
/* What the ONNX file calls an output; lives as the run. NULL: it has no name there, or there is no
 * such output. */
TN_API const char *tn_run_output_file_name(const TnRun *run, size_t index);
/* The index-th symbolic dim that nothing settled, and what it was given; NULL: no more. */
TN_API const char *tn_run_default_dim(const TnRun *run, size_t index, int64_t *value);
/* Calls of one operator, where a composite counts as a whole; of compiled code, calls of one place
 * in the program. */
typedef struct TnOpCost {
    const char *name; /* lives as the run */
    size_t calls;
    double milliseconds;
    /* of one call of compiled code, in milliseconds; a cancel waits as long as the longest. Else
     * 0 */
    double shortest, longest;
    /* Of all calls: operations on floats, and bytes of operands and results, each element once in a
     * call (of what is only read in part, no more than is read). Negative: not known. */
    double float_operations, bytes;
    /* Of compiled code: the calls in the source that it does the work of (all live as the run), so
     * many more than are listed, and the rules and passes that made it of them, the last one
     * first. */
    const struct TnOpSource *sources;
    size_t n_sources, n_more;
    const char *const *makers;
    size_t n_makers;
} TnOpCost;

typedef struct TnOpSource {
    const char *op, *name;      /* the operator, and the variable of its result */
    const char *node_op, *node; /* of an ONNX file: the node's operator and name; else NULL */
} TnOpSource;

/* One call of a place in compiled code, or the part of it that another thread did. */
typedef struct TnKernelEvent {
    const char *name;
    double start_ms, milliseconds; /* by CLOCK_MONOTONIC */
    /* 0: the one that called; another one's part lies within a call */
    uint32_t thread;
} TnKernelEvent;

/* The index-th by falling time; TN_E_USAGE past the last, or when nothing was noted. Index 0 also
 * takes up what further executions noted. */
TN_API TnStatus tn_run_cost(TnRun *run, size_t index, TnOpCost *out);
/* The index-th of the last TnRunOptions.events calls, in no order; TN_E_USAGE past the last. Of the
 * backend llvm alone. */
TN_API TnStatus tn_run_event(const TnRun *run, size_t index, TnKernelEvent *out);
/* As .npy. */
TN_API TnStatus tn_run_write_input(TnRun *run, size_t index, const char *path);
TN_API TnStatus tn_run_write_output(TnRun *run, size_t index, const char *path);

/* Where two runs' outputs differ most. An element differs when |a - b| > atol + rtol * |b|; NaN
 * equals NaN. Outputs are compared by position; another count, shape or dtype class differs too. */
typedef struct TnDifference {
    double max_abs, max_rel; /* over all outputs */
    size_t output, element;  /* where max_abs is */
    double a, b;
    size_t differing; /* elements past the tolerance */
    const char *what; /* a difference of shape or count, else NULL; lives as run `a` */
} TnDifference;

/* TN_OK, or TN_E_DIFFER. */
TN_API TnStatus tn_run_compare(TnRun *a, const TnRun *b, double rtol, double atol,
                               TnDifference *out);
/* The same for output i of `a` against output k of `b`. */
TN_API TnStatus tn_run_compare_output(TnRun *a, size_t i, const TnRun *b, size_t k, double rtol,
                                      double atol, TnDifference *out);

/* Compiling. docs/c.md describes the C that comes out. */

typedef enum TnOptimize {
    TN_OPTIMIZE_USUAL, /* C: nothing; machine code: -O2, and what follows is folded */
    TN_OPTIMIZE_NONE,  /* the module's calls as they stand, work on constants too */
    /* -O2 has been run (machine code: it is run again); what legalization leaves of work on
     * constants is done now, so that none is left for a run */
    TN_OPTIMIZE_FOLDS
} TnOptimize;

typedef struct TnCompileOptions {
    size_t size;          /* TN_SIZED(TnCompileOptions) */
    const char *name;     /* before all names of the header: a C identifier; NULL: "net" */
    const char *function; /* the only entry; NULL: every public function */
    /* The header's file name without ".h", which the source includes, no slash, quote or backslash;
     * NULL: name. */
    const char *header;
    /* Of tn_module_compile_object alone. cpu: a row of the table of targets, of the module's
     * target's architecture, or levels of x86-64 with commas between them ("v2,v3,v4"), of which
     * the code chooses one when it is loaded; NULL: the target's own. strict: as
     * TnNativeOptions.strict. */
    const char *cpu;
    int strict;
    TnOptimize optimize;
    /* The weights go to a file of that name (docs/compile.md#weights), and the code is given it by
     * net_init; NULL: they are data of the code. */
    const char *weights_file;
    /* Code that needs no library: no libm (functions of our own, docs/compile.md#freestanding), no
     * malloc, no memcpy; a module whose memory only a run knows, or that takes an elementary
     * function of float64, is refused. */
    int freestanding;
    /* Of tn_module_compile_object alone: net_F_threads is there too, which has a pool of the
     * caller's run at most so many pieces of work side by side. 0, 1: calls have one thread. */
    int64_t threads;
    /* Of tn_module_compile_object for wasm32 alone: gets an ES module that calls what is linked
     * (docs/compile.md#javascript), which the caller frees by tn_text_free; NULL: none is made. */
    TnText *js;
    /* The parameters behind a function's num_input are its weights: the header has a struct of
     * their own for them. TN_E_INVALID where there are none. */
    int weights_parameters;
    /* Bytes; 0: any. RAM: arena, inputs and outputs of each entry; ROM: weights, and of objects the
     * code. TN_E_INVALID, with the largest parts, where it is more, or known in a run only. */
    size_t max_ram, max_rom;
    /* Of tn_module_compile_c alone: the source is also external functions of CasADi, of each entry
     * whose extents are constant (docs/compile.md#casadi). */
    int casadi;
    /* Gets a header of C++17, with a class for each entry (docs/compile.md#cpp), which the caller
     * frees by tn_text_free; NULL: none is made. */
    TnText *cpp;
    /* Gets a module of Fortran 2008 (docs/compile.md#fortran), as cpp. TN_E_INVALID where an input
     * or output has more than 15 extents, or elements of less than a byte. */
    TnText *fortran;
    /* The module is tn_train_module's: the header has net_train_step and what belongs to it
     * (docs/train.md). */
    int training;
    /* Of tn_module_compile_object alone, for this machine, one thread, with the C library: gets C
     * that makes and runs what oneDNN is faster at (docs/compile.md#library), to be linked with the
     * object and -ldnnl; the program calls net_init first. The caller frees it by tn_text_free.
     * NULL: all is code of our own. TN_E_INVALID where there is no oneDNN, or the target is not
     * this machine's. */
    TnText *onednn;
} TnCompileOptions;

/* An entry, and the part of its memory that is known before any run. */
typedef struct TnCEntry {
    const char *name; /* net_main */
    size_t inputs, outputs;
    size_t arena_bytes; /* of the arena */
    size_t arena_bound; /* the most that lives at once: no plan needs less */
    size_t value_bytes; /* of all values in the arena, if each had memory of its own */
    int is_static;      /* nothing is left to be known in a run */
} TnCEntry;

typedef struct TnCompiled {
    size_t functions, loop_functions; /* C functions of functions and of loop functions */
    size_t constant_bytes;
    const TnCEntry *entries; /* lives until the next call */
    size_t n_entries;
} TnCompiled;

/* The memory that a run of a public function takes with a native backend, when nothing else is in
 * it. */
typedef struct TnMemory {
    const char *function;
    const char *missing; /* a dim without a value, so that no bytes are known; NULL: all are */
    size_t arena_bytes, arena_bound, value_bytes; /* as in TnCEntry */
    size_t constant_bytes, input_bytes, output_bytes;
    size_t peak_bytes; /* arena, constants, inputs and outputs */
    size_t allocated;  /* values that the run allocates besides: their sizes depend on data */
    const char *allocated_at; /* where the first of them are made: "12:9, 14:9" */
} TnMemory;

/* One row for each public function, callees first, in memory that lives until the next call; `dims`
 * gives symbolic dims their values. The module is not changed. TN_E_INVALID with diagnostics where
 * it cannot be compiled. */
TN_API TnStatus tn_module_memory(TnModule *m, const TnDim *dims, size_t n_dims,
                                 const TnMemory **out, size_t *n);

/* Ranks: processes that a launcher of MPI started, or threads of this one, which run one module
 * together. A context that has joined others is a rank: collectives (R.ccl) in what is run in it go
 * to the contexts of the others, which all run the same. Runs of tn_run, executables and training
 * alike; a rank without others computes what one process means by itself. A module says what its
 * ranks are in the function attribute `mesh`. All is of one context, so of one thread. */

enum { TN_RANK_THREADS = 4096 };

/* How many processes the launcher has started, this one among them; 0: there is none. */
TN_API unsigned tn_ranks_launched(void);
/* Joins those processes; once for a context, and once for a process. transport: "mpi", that of the
 * launcher, "openmpi" or "mpich". timeout: in seconds, how long a collective waits for another rank
 * before it fails; 0: without end. Where MPI itself does not start for so long, as a process has
 * ended before it came there, this process says so and ends. It is left by tn_context_free, for
 * which MPI waits until all do so. TN_E_INVALID with a diagnostic where the plug-in of that
 * transport is not there. */
TN_API TnStatus tn_ranks_join(TnContext *ctx, const char *transport, double timeout);

/* So many ranks that are threads of this process. latency: in seconds, how long a message is under
 * way at least; bytes_a_second: what a rank can send; 0: any. It lives as long as the contexts that
 * join. */
typedef struct TnRankThreads TnRankThreads;
TN_API TnStatus tn_rank_threads_new(unsigned n, double timeout, double latency,
                                    double bytes_a_second, TnRankThreads **out);
TN_API void tn_rank_threads_free(TnRankThreads *threads);
/* Each rank once, of a context of its own, by the thread that uses it. */
TN_API TnStatus tn_rank_threads_join(TnContext *ctx, TnRankThreads *threads, unsigned rank);

/* What a rank has received, and how long that was on its way: in seconds, added up over messages.
 * `hidden` is what of it the rank did not rest for, as it computed. */
typedef struct TnLinkUse {
    uint64_t messages, bytes;
    double way, hidden;
} TnLinkUse;
TN_API TnStatus tn_rank_threads_link(TnRankThreads *threads, unsigned rank, TnLinkUse *out);

/* A link kept time for afterwards. From tn_rank_threads_record on, before ranks join, it is noted
 * when each starts a collective, waits for it or asks how it stands, and how long it computes in
 * between: on its processor, so what else the machine does is no part of it.
 * tn_rank_threads_replay, when the ranks have ended, goes through that once more in a time of its
 * own, over a link of `latency` and `bytes_a_second`. TN_E_INVALID: the notes are no whole run. */
typedef enum TnSpanKind { TN_SPAN_COMPUTES, TN_SPAN_RESTS, TN_SPAN_MESSAGE } TnSpanKind;
typedef struct TnRankSpan {
    TnSpanKind kind;
    unsigned rank, peer; /* of a message: who receives it, and who sent it */
    double from, to;     /* seconds, from the beginning */
    uint64_t bytes;
    const char *what, *name; /* of the collective, while the call lasts; computing has none */
} TnRankSpan;
typedef struct TnRankLink {
    size_t size;                    /* TN_SIZED(TnRankLink) */
    double latency, bytes_a_second; /* as of tn_rank_threads_new */
    double stretch; /* seconds that a kernel takes, in place of what was noted; 0: that */
    void (*span)(void *user, const TnRankSpan *span); /* is told of each; NULL: none */
    void *user;
} TnRankLink;
typedef struct TnRankReplay {
    TnLinkUse link;
    double seconds, rested; /* that the rank took, and that it rested of these */
} TnRankReplay;
TN_API TnStatus tn_rank_threads_record(TnRankThreads *threads);
/* out: for each rank. */
TN_API TnStatus tn_rank_threads_replay(TnRankThreads *threads, const TnRankLink *link,
                                       TnRankReplay *out);

/* Which one of how many the context is: 0 of 1 where it has joined none. */
TN_API unsigned tn_ranks_rank(const TnContext *ctx);
TN_API unsigned tn_ranks_size(const TnContext *ctx);
/* Of a rank that gives up: the others' collectives fail, and processes are ended, this one too. */
TN_API void tn_ranks_stop(TnContext *ctx);
/* Whether training holds behind each step that ranks have the same bits of weights and state. */
TN_API void tn_ranks_check_replicas(TnContext *ctx, int on);
/* Called by all ranks: whether the flag is set for any of them. */
TN_API TnStatus tn_ranks_any(TnContext *ctx, int flag, int *any);
/* Called by all ranks: whether they have the same bytes; `what` is what messages call them.
 * TN_E_INVALID names the first rank whose are others than rank 0's. */
TN_API TnStatus tn_ranks_agree(TnContext *ctx, const char *what, const void *bytes, size_t n);
/* The same of the module, its constants too, and of this library's version. */
TN_API TnStatus tn_ranks_agree_module(TnModule *m);

/* What one rank of a mesh holds and moves in a run of a function that is distributed (the pass
 * Distribute), from types alone; a symbolic dim without a value counts as 1024
 * (one that is split: on each rank). */
typedef struct TnRankBytes {
    const char *function;
    size_t ranks;
    double parameter_bytes; /* its parts of all parameters, optimizer state among them */
    double value_bytes;     /* of all that its calls make, added up */
    double result_bytes;
    double moved_bytes; /* by its collectives, over rings */
    size_t allreduces, allgathers, reduce_scatters, alltoalls, permutes;
    /* lines: the bytes of each parameter, how each named value lies and why, each collective with
     * its bytes and what it is for */
    const char *report;
} TnRankBytes;

/* mesh and shard are the options of the pass; shard may be NULL, and so may function: the only
 * public one, else main. *out lives until the next call. The module is not changed. TN_E_INVALID
 * with diagnostics where it cannot be distributed. */
TN_API TnStatus tn_module_rank_bytes(TnModule *m, const char *function, const char *mesh,
                                     const char *shard, const TnDim *dims, size_t n_dims,
                                     TnRankBytes *out);

/* The module as a C99 file and its header, two texts that the caller frees; the module is not
 * changed. out may be NULL. TN_E_INVALID, with diagnostics of all that has no form in C (R.print,
 * calls of host functions, values of unknown rank or dtype). */
TN_API TnStatus tn_module_compile_c(TnModule *m, const TnCompileOptions *options, TnText *source,
                                    TnText *header, TnCompiled *out);

typedef enum TnObjectKind {
    TN_OBJECT,   /* an object file; of wasm32, one for wasm-ld */
    TN_ARCHIVE,  /* a static library with that object in it */
    TN_ASSEMBLY, /* the same as text of the target's assembler, */
    TN_LLVM_IR   /* and of LLVM */
} TnObjectKind;

/* The module as machine code by LLVM, for its target (tn_module_set_target; else this machine), and
 * the header that tn_module_compile_c would give: functions and types are the same, and a program
 * that is linked with the one can be linked with the other. Weights are data in it; it needs the C
 * library and libm. Otherwise as tn_module_compile_c; TN_E_INVALID where the build has no LLVM, or
 * LLVM not that target. */
TN_API TnStatus tn_module_compile_object(TnModule *m, const TnCompileOptions *options,
                                         TnObjectKind kind, TnText *object, TnText *header,
                                         TnCompiled *out);
/* Links such an object to a shared library by $CC, else cc, or by a cross compiler as Debian names
 * it where the target is another machine's; of wasm32 to a module, by wasm-ld. target: NULL, this
 * machine. Errors as tn_c_build. */
TN_API TnStatus tn_object_link(TnContext *ctx, const TnText *object, const char *target,
                               const char *path);
/* The same for this machine of an object with the C of TnCompileOptions.onednn, and of -ldnnl. */
TN_API TnStatus tn_object_link_onednn(TnContext *ctx, const TnText *object, const TnText *onednn,
                                      const char *path);
/* What the compiled module does between its kernels, as text (docs/host.md); the module is not
 * changed. The caller frees it. TN_E_INVALID as tn_module_compile_c. */
TN_API TnStatus tn_module_host(TnModule *m, TnText *out);
/* The kernels of the module as TN_OPTIMIZE_FOLDS compiles it to C, as scheduled loops
 * (docs/loops.md), each behind lines of comment: its calls, operations and bytes, the time that the
 * module's target needs at the least, what goes by lanes, vectors and rows and what that costs
 * against other ways, or why it has no schedule. The module is not changed. The caller frees the
 * text. TN_E_INVALID as tn_module_compile_c. */
TN_API TnStatus tn_module_kernels(TnModule *m, TnText *out);
/* Compiles such a source by $CC (else cc) to a shared library, or to an object file where the path
 * ends in .o. header_name: what the source includes, with ".h". TN_E_IO with a diagnostic when
 * there is no compiler or a file cannot be written, TN_E_INVALID when it refuses. */
TN_API TnStatus tn_c_build(TnContext *ctx, const TnText *source, const TnText *header,
                           const char *header_name, const char *path);

/* Binding. After anything but TN_OK the module is as it was; TN_E_INVALID, with diagnostics, where
 * a name is unknown or given twice, a value does not fit, or what follows from it contradicts a
 * type. */

/* Constants for parameters of one function (NULL: the only public one, else "main"), which leave
 * its signature. An input's name is the parameter's, or its position in digits. Not for a function
 * that others in the module use. */
TN_API TnStatus tn_module_bind_params(TnModule *m, const char *function, const TnInput *inputs,
                                      size_t n);
/* Values for symbolic dims of one function, or (NULL) of all whose parameters have a dim of that
 * name. */
TN_API TnStatus tn_module_bind_dims(TnModule *m, const char *function, const TnDim *dims, size_t n);

typedef struct TnDonation {
    const char *input;  /* a parameter, or what the ONNX file calls it */
    const char *output; /* what the ONNX file calls it, or out_0, out_1, ... */
} TnDonation;

/* Says of one function (NULL: as above) that each output may take the memory of its input, beside
 * what the attribute `donate` says already. Both are tensors of one type, each in one pair. Not for
 * a function that others in the module use. */
TN_API TnStatus tn_module_donate(TnModule *m, const char *function, const TnDonation *pairs,
                                 size_t n);

#ifdef __cplusplus
}
#endif

#endif
