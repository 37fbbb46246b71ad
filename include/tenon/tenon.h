/* SPDX-License-Identifier: Apache-2.0 */
/* Tenon's public interface: what the `tenon` command and every binding uses, and nothing else.
 *
 *     TnContext *ctx;
 *     TnModule *m;
 *     if (tn_context_new(NULL, &ctx) != TN_OK) ...
 *     if (tn_module_read(ctx, "net.py", &m) != TN_OK) tn_diags_print(ctx, stderr-like sink) ...
 *     tn_module_free(m);
 *     tn_context_free(ctx);
 *
 * Handles are opaque. Thread rule: a context and its modules belong to one thread at a time;
 * contexts are independent of each other; tn_cancel alone may be called from any thread.
 *
 * Errors: every call that can fail returns a TnStatus. What is wrong with a model or text is
 * described by the context's diagnostics, which the next call that returns a TnStatus replaces.
 * The library never prints, exits or aborts for a caller's mistake. After TN_E_MEMORY,
 * TN_E_LIMIT and TN_E_CANCELLED nothing has leaked and every handle is as it was; the call may
 * be repeated.
 *
 * Ownership: *_new, *_parse and *_read hand over, *_free takes back and accepts NULL; every
 * `const char *` that is handed out is borrowed and lives as the function says. */
#ifndef TENON_TENON_H
#define TENON_TENON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TN_API __attribute__((visibility("default")))
#else
#define TN_API
#endif

typedef struct TnContext TnContext;
typedef struct TnModule TnModule;

typedef enum TnStatus {
    TN_OK = 0,
    TN_E_USAGE,     /* an argument is out of its contract */
    TN_E_INVALID,   /* the model, text or rule is wrong or unsupported; see the diagnostics */
    TN_E_DIFFER,    /* two things that were compared differ */
    TN_E_IO,        /* a file could not be read or written; see the diagnostics */
    TN_E_MEMORY,    /* out of memory */
    TN_E_LIMIT,     /* a limit of the context was reached; diagnostics may say which */
    TN_E_CANCELLED, /* tn_cancel was called */
    TN_E_BUG,       /* a fault of Tenon's own in its code generator; please report it with the diagnostics */
} TnStatus;

/* A sentence for the status; static. */
TN_API const char *tn_status_text(TnStatus status);
/* "0.1.0"; static. */
TN_API const char *tn_version(void);
/* The one of n names (NULL among them is passed over) that `name` may have been meant to be: one edit away, or
 * three of a long name. NULL: none is so near. For messages. */
TN_API const char *tn_name_nearest(const char *name, const char *const *names, size_t n);

/* Hooks and limits */

/* resize(user, NULL, 0, n) allocates, resize(user, p, n, 0) frees, otherwise resizes. NULL: out of
 * memory. Blocks are aligned for any type. */
typedef struct TnAllocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} TnAllocator;

/* All file access. Without hooks a file is written beside its place, with its mode and owner where there was one, and
 * renamed when it is whole, so that a failure leaves the old file as it was; a symbolic link stays, and what it
 * leads to is replaced; of a file with several names the others keep what they had; what is no regular file is written
 * in place. The library touches neither the umask nor any other state of the process.
 * `read` and `write` return 0 or an errno value. `read` hands over a buffer of at
 * most `limit` bytes (EFBIG past it) that `release` takes back. The path "-" is standard input or
 * output. All three are needed. ENOMEM gives TN_E_MEMORY, EFBIG TN_E_LIMIT, others TN_E_IO.
 * Without hooks, large ONNX files and those with their data are mapped, and must not be written to or made shorter
 * while a module that was read from them lives (they may be replaced). With hooks nothing is mapped. */
typedef struct TnIo {
    int (*read)(void *user, const char *path, size_t limit, const char **data, size_t *size);
    void (*release)(void *user, const char *data, size_t size);
    int (*write)(void *user, const char *path, const char *data, size_t size);
    void *user;
} TnIo;

/* Who is told of files and folders that calls make for a while: beside the place of what is written, and for
 * the C compiler. A program can keep a list of them for its handlers of signals, which remove what is there
 * (unlink, rmdir; the newest first), as the `tenon` command does. The library installs none. Between HOLD and RELEASE
 * the list changes, or files get their names: a signal is to wait for the end of that. */
typedef enum TnTemporaryEvent {
    TN_TEMPORARY_HOLD = 0,
    TN_TEMPORARY_RELEASE,
    TN_TEMPORARY_MADE, /* path: lives until the callback returns; NULL for the first two */
    TN_TEMPORARY_GONE,
} TnTemporaryEvent;

typedef struct TnTemporaries {
    void (*note)(void *user, int event, const char *path); /* on the thread that calls; it calls no tn_ function */
    void *user;
} TnTemporaries;

/* Where R.print writes in a run: whole lines, UTF-8, with control characters escaped. It must return
 * normally and may not call back into the context. */
typedef struct TnPrint {
    void (*print)(void *user, const char *text, size_t len);
    void *user;
} TnPrint;

/* 0: the default. */
typedef struct TnLimits {
    size_t input_bytes; /* of one file or text */
    size_t bindings;    /* of one module */
    size_t depth;       /* of nesting: parentheses, types, blocks, extents; at most 1000 */
    size_t diags;       /* errors that are kept; further ones are counted */
    size_t const_bytes; /* of all constants of a module, and of a tensor in a run */
    size_t folded_bytes; /* of the constants that one run of FoldConstant makes */
    size_t folded_steps; /* scalar steps that it may take for them */
    /* Of one call: each iteration of a loop whose length the input or its data choose, those of loops over
     * scalars in a run too, is a step; a binding that is run, and an iteration of R.scan or R.while_loop,
     * counts as 256. Counted in batches of 256. The default, 2^40, is 20 minutes or more: it ends what is endless. */
    size_t steps;
    size_t milliseconds; /* of one call; default: no limit */
    /* Of one call: bindings and operands that rules, passes, expansions and readers may make for each binding and
     * operand of the module (of a text: for each 8 bytes; of an ONNX file: for each node, input and output). 65,536
     * are free. Default 64. */
    size_t growth;
    /* Held by the context and its modules, runs and executables at a time. The default is the larger of 256 MB and 32
     * times the bytes of all files and arguments that the context was given, text counted eightfold and 16 bytes added
     * for each node, input and output of an ONNX file. */
    size_t memory_bytes;
} TnLimits;

typedef struct TnOptions {
    const TnAllocator *allocator; /* NULL: malloc */
    const TnIo *io;               /* NULL: the C library's files */
    TnLimits limits;
    const TnPrint *print;         /* NULL: what R.print prints is dropped */
    const TnTemporaries *temporaries; /* NULL: nobody is told */
} TnOptions;

/* options may be NULL, and need not outlive the call (what `user` points to must). *out is NULL
 * unless TN_OK. TN_E_USAGE (a hook is missing), TN_E_MEMORY. */
TN_API TnStatus tn_context_new(const TnOptions *options, TnContext **out);
/* Modules and texts of it that are still out must not be used afterwards, only be freed, in any
 * order; the last of them frees the context's memory. */
TN_API void tn_context_free(TnContext *ctx);
/* Makes the running call, or the next one that does work on a module, end with TN_E_CANCELLED;
 * the one after that runs. Any thread may call it. */
TN_API void tn_cancel(TnContext *ctx);
/* Bytes that the context and its modules hold now, and the most they ever held; mapped files are not counted. */
TN_API size_t tn_context_bytes(const TnContext *ctx);
TN_API size_t tn_context_peak_bytes(const TnContext *ctx);

/* Diagnostics of the last call; all strings live until the next one. */

typedef enum TnLevel { TN_ERROR = 0, TN_WARNING = 1 } TnLevel;

typedef struct TnDiag {
    TnLevel level;
    const char *source;   /* file, NULL when unknown */
    uint32_t line, col;   /* from 1; line 0: no place */
    const char *node;     /* of an ONNX model, or NULL */
    const char *message;
    const char *expected; /* each NULL when absent */
    const char *found;
    const char *help;
    const char *text;     /* all of it as the command prints it, with a newline */
} TnDiag;

TN_API size_t tn_diag_count(const TnContext *ctx);
/* All errors of the call, those past the limit included. */
TN_API size_t tn_diag_errors(const TnContext *ctx);
/* TN_E_USAGE when there is no such diagnostic, TN_E_MEMORY. Does not replace the diagnostics. */
TN_API TnStatus tn_diag_get(TnContext *ctx, size_t index, TnDiag *out);

/* Modules */

/* Parses Relax text, infers all types, verifies. `name` (may be NULL) is for messages; the text
 * is not needed afterwards. *out is NULL unless TN_OK. */
TN_API TnStatus tn_module_parse(TnContext *ctx, const char *name, const char *text, size_t len,
                                TnModule **out);
/* The same in two steps, for whoever times them: types are inferred, nothing is verified;
 * tn_module_verify does the rest. */
TN_API TnStatus tn_module_parse_unverified(TnContext *ctx, const char *name, const char *text,
                                           size_t len, TnModule **out);
/* An ONNX model in memory, which is not needed afterwards; external data is looked for beside `name` (may be NULL). */
TN_API TnStatus tn_module_parse_onnx(TnContext *ctx, const char *name, const char *bytes, size_t len,
                                     TnModule **out);
/* Reads a file by its ending: .py, .relax, .txt or none, and "-" (standard input), are Relax
 * text, .onnx is an ONNX model. */
TN_API TnStatus tn_module_read(TnContext *ctx, const char *path, TnModule **out);
TN_API TnStatus tn_module_read_unverified(TnContext *ctx, const char *path, TnModule **out);
/* How an ONNX model is read; other formats are as ever. */
typedef struct TnReadOptions {
    int whole;      /* a node whose operator becomes several calls stays one, R.onnx.node, which
                       tn_module_write_onnx writes as that node again; it means the same */
    int opaque;     /* what is not supported is no error but a call of R.onnx.opaque: it is kept as it
                       is, and refused where a module is run, compiled or differentiated */
    int unverified; /* as tn_module_read_unverified */
    /* Values of the graph, by their names in the file, that become the inputs and the outputs: the part between them
     * is read, with what else it needs. None: the model's own. */
    const char *const *from, *const *to;
    size_t n_from, n_to;
    /* Nodes, by their names or those of an output, that become calls of R.onnx.opaque although they are known: they
     * survive all passes. */
    const char *const *keep;
    size_t n_keep;
} TnReadOptions;

/* options may be NULL: as tn_module_read. */
TN_API TnStatus tn_module_read_with(TnContext *ctx, const char *path, const TnReadOptions *options, TnModule **out);
/* An ONNX model whose weights are parameters: the initializers and Constants of floats (of rank 1 or more, a
 * Constant of two elements or more) stand behind the inputs of `main`, with their names made fit, and `main` has the
 * attribute num_input. Their values are written to `dir`, which exists, as in_NAME.npy: as inputs of a run. Other
 * formats as tn_module_read. */
TN_API TnStatus tn_module_read_weights(TnContext *ctx, const char *path, const char *dir, TnModule **out);
TN_API void tn_module_free(TnModule *m);
/* TN_OK, or TN_E_INVALID with all that is wrong; the module stays as it is. */
TN_API TnStatus tn_module_verify(TnModule *m);

/* Text that a call made: NUL-terminated; the caller frees it. */
typedef struct TnText {
    char *ptr;
    size_t len;
    TnContext *ctx;
} TnText;

TN_API void tn_text_free(TnText *text);

/* Relax text that parses back to an equal module. */
TN_API TnStatus tn_module_print(TnModule *m, TnText *out);
/* Writes by the path's ending: as tn_module_read; .onnx as tn_module_write_onnx without options. */
TN_API TnStatus tn_module_write(TnModule *m, const char *path);
/* TN_OK: structurally equal; TN_E_DIFFER: *why (may be NULL) describes the first difference. Both
 * modules must be of one context. */
TN_API TnStatus tn_module_equal(TnModule *a, TnModule *b, TnText *why);

/* Sets of files: what calls on the context write from tn_files_begin on (standard output apart) is whole and on disk
 * before any of it gets its name, in tn_files_commit. The file that was written last is the head of the set: it is away
 * while the others get their names, and comes last. So a program that is ended at any moment, even by SIGKILL, leaves
 * the old set, the new one, or files without the head, never a head with files of another set; the old head is then
 * beside its place, as NAME.xxxxxx. tn_module_write_onnx makes such a set of a model and its external data by itself.
 * With hooks the files are written by them in tn_files_commit: the head is emptied before, and written again when
 * nothing else was changed. */

/* TN_E_USAGE: there is one already. TN_E_MEMORY. */
TN_API TnStatus tn_files_begin(TnContext *ctx);
/* TN_E_IO with a diagnostic: no file was changed. The set is closed in any case. */
TN_API TnStatus tn_files_commit(TnContext *ctx);
/* Closes a set; no file was changed. Without one: nothing. */
TN_API void tn_files_abandon(TnContext *ctx);
/* A file of these bytes, as the other calls write theirs. TN_E_IO with a diagnostic. */
TN_API TnStatus tn_file_write(TnContext *ctx, const char *path, const char *data, size_t size);

/* What a module holds */

typedef struct TnFunctionInfo {
    const char *name; /* lives as the module */
    const char *type; /* "(x: ..., y: ...) -> ...", or "T.prim_func"; lives until the next call.
                         Of a prim_func all counts are 0 */
    const char *pattern; /* of a prim_func: what fusion may do with it, "elementwise", "broadcast",
                            "injective", "reduce", "fusable" or "opaque"; static. NULL: not known */
    int is_private, is_pure, is_prim_func;
    /* Nested branches and functions included, empty blocks not. */
    size_t params, bindings, blocks, dataflow_blocks, symbols;
    size_t max_depth;      /* of nested branches and functions; 0: none */
    size_t param_elements; /* of parameters of static shape */
    size_t param_bytes;
    size_t dynamic_params; /* parameters whose size is not known before a run */
    size_t peak_bytes;     /* of the values alive at once, each freed after its last use (a tuple's
                              parts after the last use of any), without parameters, constants and
                              what the functions that are called need inside; a part of the truth
                              when dynamic_values is not 0 */
    size_t dynamic_values; /* values whose size is not known before a run */
} TnFunctionInfo;

TN_API size_t tn_module_function_count(const TnModule *m);
TN_API TnStatus tn_module_function(TnModule *m, size_t index, TnFunctionInfo *out);

/* Calls of each operator, by falling count, then name. */
typedef struct TnOpCount {
    const char *name; /* static, or (of an operator that the module defines) as the module */
    size_t count;
} TnOpCount;

/* Writes up to `capacity` rows and sets *n to how many there are; `function` NULL: of all
 * functions. */
TN_API TnStatus tn_module_op_counts(TnModule *m, const char *function, TnOpCount *rows,
                                    size_t capacity, size_t *n);
/* From now on the module knows which of the calls that stand in it now others are made from: for TnOpCost.sources,
 * where passes run before tn_run. */
TN_API TnStatus tn_module_note_origins(TnModule *m);
/* Operations on floats (a multiplication and an addition are two) in one call of the function (NULL: the only public
 * one, else "main"), counted in the loops that its calls mean. A symbolic extent counts as 64, both branches of an
 * `if` count, and of a while loop one iteration. The module is not changed. */
TN_API TnStatus tn_module_float_operations(TnModule *m, const char *function, double *out);
/* The index-th symbolic dim of the function's parameters (function NULL: the only public one, else "main"), by the name
 * that it has in the ONNX file, if that is another; lives as the module. NULL: no more. */
TN_API const char *tn_module_dim_name(TnModule *m, const char *function, size_t index);
/* Whether the function (NULL: any) has a symbolic dim that the caller may call so: by its name in the module or in the
 * ONNX file. */
TN_API int tn_module_has_dim(const TnModule *m, const char *function, const char *name);
TN_API size_t tn_module_constant_count(const TnModule *m);
TN_API size_t tn_module_constant_bytes(const TnModule *m);

/* Running */

/* Elements are in row-major order, float16 and bfloat16 their bits, a bool 0 or 1. So are the types of 8 bits or less
 * that are only moved and converted: a float8 (float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz,
 * float8_e8m0fnu) is a byte; of int4, uint4 and float4_e2m1fn two share one, of int2 and uint2 four, the
 * first element in the low bits. In .npy files each takes a byte. A "string" is a pointer to its characters, with a zero behind them, NULL
 * the empty one; those of results live as the context. */

/* An input by its parameter's name, or the name that it has in the ONNX file that the module was read from; a part of
 * a tuple t is t_0 or t[0], t_1_0 or t[1][0]: a .npy file, or elements in row-major order (copied). It is of the
 * parameter's dtype and rank: TN_E_INVALID else, in every backend. */
typedef struct TnInput {
    const char *name;
    const char *path; /* NULL: the fields below */
    const char *dtype; /* "float32", ... */
    uint32_t ndim;
    const int64_t *dims;
    const void *data;
} TnInput;

typedef struct TnDim {
    const char *name; /* of a symbolic dim, or what the ONNX file calls it */
    int64_t value;
} TnDim;

/* One execution's inputs and outputs, tuples flattened. Freed before its context. */
typedef struct TnRun TnRun;

typedef enum TnBackend {
    TN_BACKEND_EVAL = 0, /* the reference evaluator */
    TN_BACKEND_C = 1,    /* compiled to C and by the system's C compiler, in a folder of its own */
    TN_BACKEND_LLVM = 2, /* compiled by LLVM (in a process of its own: docs/compile.md) for this machine, run in this
                          * process; sums may be in another order */
} TnBackend;

typedef struct TnRunOptions {
    const char *function; /* NULL: the only public one, else "main" */
    uint64_t seed;        /* inputs that are not given are drawn: floats uniform in [-1, 1), from rank 2
                             on times sqrt(3 / product of all dims but the first) */
    const TnInput *inputs;
    size_t n_inputs;
    const TnDim *dims;
    size_t n_dims;
    int profile; /* note the time of each operator, or of each place in the code of the backend llvm: tn_run_cost */
    const TnRun *like; /* inputs that are not given are that run's, by position, whatever their names; not NULL:
                          none is drawn */
    TnBackend backend;   /* profile is heeded by the evaluator alone */
    int inputs_only;     /* nothing is executed; there are no outputs */
    /* for tn_run_again: what was made for the run stays with it. The module, which no other call may change
     * meanwhile, is freed after the run */
    int keep;
    const char *cpu; /* of TN_BACKEND_LLVM: the processor, as LLVM calls it; NULL: this one */
    int64_t threads; /* of TN_BACKEND_LLVM: at most so many; 0: one for each processor */
    int as_is;       /* of TN_BACKEND_LLVM: without -O2 first, and without folding constants later */
    int optimized;   /* of TN_BACKEND_LLVM: -O2 has been run on the module, so it is not run again */
    /* Of TN_BACKEND_LLVM: symbolic dims become what the inputs say before anything is compiled, but those of
     * `varying`; so tn_run_with takes other values for these alone. */
    int specialize;
    const char *const *varying;
    size_t n_varying;
    int strict, deterministic; /* of TN_BACKEND_LLVM: as in TnNativeOptions */
    /* of TN_BACKEND_LLVM: as in TnNativeOptions, on copies of the inputs; with `keep`, runs go on from what the
     * run before left */
    int donate;
    size_t events;             /* of TN_BACKEND_LLVM with profile: so many calls are kept for tn_run_event */
    int given_only; /* nothing is drawn: TN_E_INVALID names the inputs that are missing */
    /* Inputs of another dtype than the parameter's are converted by value: to a float they are rounded, to an integer
     * or bool they must be ones that it has. Else another dtype is TN_E_INVALID. */
    int convert;
} TnRunOptions;

typedef struct TnTensorInfo {
    const char *name; /* the parameter's, or "out_0", "out_1", ...; all fields live as the run */
    const char *dtype;
    uint32_t ndim;
    const int64_t *dims;
    size_t count, bytes;
    const void *data; /* row-major */
} TnTensorInfo;

/* Element `index` as a number, whatever the dtype; int64 beyond 2^53 is rounded. TN_E_USAGE: past the last, or no such
 * dtype. */
TN_API TnStatus tn_tensor_element(const TnTensorInfo *tensor, size_t index, double *out);

/* Executes, by the reference evaluator unless the options say otherwise. options may be NULL. A fault at run time
 * (an index out of range, extents that do not fit, an R.assert_op that does not hold, a host function that fails or
 * is not registered) is TN_E_INVALID with diagnostics. */
TN_API TnStatus tn_run(TnModule *m, const TnRunOptions *options, TnRun **out);
TN_API void tn_run_free(TnRun *run);
/* Whether this build has the backend. */
TN_API int tn_has_backend(TnBackend backend);
/* Milliseconds of compiling (0 for the evaluator) and of the execution alone. Each may be NULL. */
TN_API void tn_run_times(const TnRun *run, double *compile_ms, double *run_ms);
/* Executes a run with `keep` once more, on the same inputs, into the same outputs. *ms: milliseconds of the
 * execution alone. TN_E_USAGE of another run. */
TN_API TnStatus tn_run_again(TnRun *run, double *ms);

/* Executes what a run with `keep` was made of on other inputs, which may have other extents where the module leaves
 * them open: inputs, dims and seed of the options count (NULL: none are given). The inputs and outputs of the run
 * are these from then on. *ms: milliseconds of planning, of finding memory and of the execution. After anything but
 * TN_OK the run can only be freed. */
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
    size_t planned_bytes;  /* of the arena, as it was planned for these inputs; 0: there is none */
    size_t touched_bytes;  /* of the arena, up to the last byte that an execution wrote */
} TnRunMemory;

/* Executes a run with `keep` once more, with an arena that is filled beforehand to see what is written. TN_E_USAGE of
 * another run. */
TN_API TnStatus tn_run_memory(TnRun *run, TnRunMemory *out);

TN_API size_t tn_run_input_count(const TnRun *run);
TN_API size_t tn_run_output_count(const TnRun *run);
TN_API TnStatus tn_run_input(const TnRun *run, size_t index, TnTensorInfo *out);
TN_API TnStatus tn_run_output(const TnRun *run, size_t index, TnTensorInfo *out);
/* The parameter that an input is, or is a part of, and (may be NULL) whether it was drawn; lives as the run.
 * NULL past the last. */
TN_API const char *tn_run_input_parameter(const TnRun *run, size_t index, int *is_drawn);
/* The output of that name: "out_0", or what the ONNX file calls it. TN_E_USAGE when there is none. */
TN_API TnStatus tn_run_output_find(const TnRun *run, const char *name, size_t *index);
/* What the ONNX file calls an output; lives as the run. NULL: it has no name there, or there is no such output. */
TN_API const char *tn_run_output_file_name(const TnRun *run, size_t index);
/* The index-th symbolic dim that nothing settled, and what it was given; NULL: no more. */
TN_API const char *tn_run_default_dim(const TnRun *run, size_t index, int64_t *value);
/* Calls of one operator, where a composite counts as a whole; of compiled code, calls of one place in the program. */
typedef struct TnOpCost {
    const char *name; /* lives as the run */
    size_t calls;
    double milliseconds;
    /* of one call of compiled code, in milliseconds; a cancel waits as long as the longest. Else 0 */
    double shortest, longest;
    /* Of all calls: operations on floats, and bytes of operands and results, each element once in a call (of what is
     * only read in part, no more than is read). Negative: not known. */
    double float_operations, bytes;
    /* Of compiled code: the calls in the source that it does the work of (all live as the run), so many more than
     * are listed, and the rules and passes that made it of them, the last one first. */
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
    uint32_t thread;               /* 0: the one that called; another one's part lies within a call */
} TnKernelEvent;

/* The index-th by falling time; TN_E_USAGE past the last, or when nothing was noted. Index 0 also takes up what further
 * executions noted. */
TN_API TnStatus tn_run_cost(TnRun *run, size_t index, TnOpCost *out);
/* The index-th of the last TnRunOptions.events calls, in no order; TN_E_USAGE past the last. Of the backend llvm
 * alone. */
TN_API TnStatus tn_run_event(const TnRun *run, size_t index, TnKernelEvent *out);
/* As .npy. */
TN_API TnStatus tn_run_write_input(TnRun *run, size_t index, const char *path);
TN_API TnStatus tn_run_write_output(TnRun *run, size_t index, const char *path);

/* Where two runs' outputs differ most. An element differs when |a - b| > atol + rtol * |b|; NaN equals
 * NaN. Outputs are compared by position; another count, shape or dtype class differs too. */
typedef struct TnDifference {
    double max_abs, max_rel;  /* over all outputs */
    size_t output, element;   /* where max_abs is */
    double a, b;
    size_t differing;         /* elements past the tolerance */
    const char *what;         /* a difference of shape or count, else NULL; lives as run `a` */
} TnDifference;

/* TN_OK, or TN_E_DIFFER. */
TN_API TnStatus tn_run_compare(TnRun *a, const TnRun *b, double rtol, double atol, TnDifference *out);
/* The same for output i of `a` against output k of `b`. */
TN_API TnStatus tn_run_compare_output(TnRun *a, size_t i, const TnRun *b, size_t k, double rtol, double atol,
                                      TnDifference *out);

/* Compiling. docs/c.md describes the C that comes out. */

typedef struct TnCompileOptions {
    const char *name;     /* before all names of the header: a C identifier; NULL: "net" */
    const char *function; /* the only entry; NULL: every public function */
    /* The header's file name without ".h", which the source includes, no slash, quote or backslash; NULL: name. */
    const char *header;
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

/* The memory that a run of a public function takes with a native backend, when nothing else is in it. */
typedef struct TnMemory {
    const char *function;
    const char *missing; /* a dim without a value, so that no bytes are known; NULL: all are */
    size_t arena_bytes, arena_bound, value_bytes; /* as in TnCEntry */
    size_t constant_bytes, input_bytes, output_bytes;
    size_t peak_bytes;     /* arena, constants, inputs and outputs */
    size_t allocated;      /* values that the run allocates besides: their sizes depend on data */
    const char *allocated_at; /* where the first of them are made: "12:9, 14:9" */
} TnMemory;

/* One row for each public function, callees first, in memory that lives until the next call; `dims` gives symbolic dims
 * their values. The module is not changed. TN_E_INVALID with diagnostics where it cannot be compiled. */
TN_API TnStatus tn_module_memory(TnModule *m, const TnDim *dims, size_t n_dims, const TnMemory **out, size_t *n);

/* The module as a C99 file and its header, two texts that the caller frees; the module is not changed. out may be
 * NULL. TN_E_INVALID, with diagnostics of all that has no form in C (R.print, calls of host functions, values of
 * unknown rank or dtype). */
TN_API TnStatus tn_module_compile_c(TnModule *m, const TnCompileOptions *options, TnText *source, TnText *header,
                                    TnCompiled *out);
/* Compiles such a source by $CC (else cc) to a shared library, or to an object file where the path ends in .o.
 * header_name: what the source includes, with ".h". TN_E_IO with a diagnostic when there is no compiler or a file
 * cannot be written, TN_E_INVALID when it refuses. */
TN_API TnStatus tn_c_build(TnContext *ctx, const TnText *source, const TnText *header, const char *header_name,
                           const char *path);

/* Compiled modules: code in this process that is executed again and again, also on several threads.
 *
 *     TnExecutable *x;
 *     TnPrepared *p;
 *     TnBuffer in[1] = {{data, {8, 3}}}, out[1];
 *     if (tn_module_compile_native(m, NULL, &x) != TN_OK) ...
 *     if (tn_executable_prepare(x, in, &p, &fault) != TN_OK) ...      for inputs of these extents
 *     tn_prepared_outputs(p, 1, out);                                  memory for the outputs, of the state
 *     while (...) tn_prepared_run(p, in, out);
 *     tn_prepared_free(p);
 *     tn_executable_free(x);
 *
 * Thread rule: an executable is made and freed as its context's other handles are; in between any threads may prepare,
 * each prepared state serving one of them at a time. These calls touch neither context nor diagnostics: what is wrong
 * is a text that they hand out. A run takes no lock and allocates nothing but outputs whose extents depend on data. */

typedef struct TnExecutable TnExecutable;
typedef struct TnPrepared TnPrepared;

typedef struct TnNativeOptions {
    const char *function; /* NULL: the only public one, else "main" */
    const char *cpu;      /* the processor, as LLVM calls it; NULL: this one */
    int64_t threads;      /* at most so many in a run; 0: one for each processor */
    int as_is;            /* without -O2 first */
    /* the bits of the reference evaluator: sums in its order, no contraction, no oneDNN, no -O2 */
    int strict;
    int deterministic;    /* the same bits with any number of threads: no oneDNN */
    int donate;           /* results are made in the memory of inputs, as the function attribute `donate` says, and a
                             run overwrites those: TnExecutableValue.takes */
    const TnDim *dims;    /* symbolic dims that are given a value for good */
    size_t n_dims;
    const char *const *varying; /* symbolic dims that differ from run to run: what depends on them is not given to
                                   oneDNN, which would prepare each value anew */
    size_t n_varying;
    size_t idle; /* prepared states that are kept after tn_prepared_free; 0: 16 */
} TnNativeOptions;

/* The module is not changed, and may be freed before the executable; its context's end waits for it. TN_E_INVALID with
 * diagnostics. options may be NULL. */
TN_API TnStatus tn_module_compile_native(TnModule *m, const TnNativeOptions *options, TnExecutable **out);
/* When no prepared state is out any more. */
TN_API void tn_executable_free(TnExecutable *x);

/* An input or output, tuples flattened. A shape is an int64 tensor of rank 1, a number one of rank 0. */
typedef struct TnExecutableValue {
    const char *name; /* an input's, NULL for outputs; lives as the executable */
    const char *dtype;
    uint32_t ndim;
    int decides;    /* an input: the values decide extents, so tn_executable_prepare reads them */
    int is_dynamic; /* an output whose extents depend on data: tn_prepared_run sets dims and allocates the data */
    int64_t takes;  /* an output: the input that it replaces, in the same memory; -1: none */
} TnExecutableValue;

TN_API size_t tn_executable_input_count(const TnExecutable *x);
TN_API size_t tn_executable_output_count(const TnExecutable *x);
/* TN_E_USAGE past the last. */
TN_API TnStatus tn_executable_input(const TnExecutable *x, size_t index, TnExecutableValue *out);
TN_API TnStatus tn_executable_output(const TnExecutable *x, size_t index, TnExecutableValue *out);

enum { TN_RANK_MAX = 32 };

/* Elements in row-major order, aligned as malloc does it; NULL where there are none. */
typedef struct TnBuffer {
    void *data;
    int64_t dims[TN_RANK_MAX];
} TnBuffer;

/* For inputs of these dims (data: of those that decide extents alone). Where a state for them has been freed, that is
 * taken again; at most TnNativeOptions.idle are kept, the last ones. TN_E_INVALID, with *fault (may be NULL) what is
 * wrong, which lives as the executable; TN_E_MEMORY. */
TN_API TnStatus tn_executable_prepare(TnExecutable *x, const TnBuffer *in, TnPrepared **out, const char **fault);
TN_API void tn_prepared_free(TnPrepared *p);
/* Sets the dims of all outputs, -1 of those that are dynamic, and the data: memory of the state, which lives as long
 * as that and is found at the first such call, or (with_memory 0) NULL. Those that take an input have NULL.
 * TN_E_MEMORY. */
TN_API TnStatus tn_prepared_outputs(TnPrepared *p, int with_memory, TnBuffer *out);
/* Executes. in: of the extents it was prepared for; out: data of outputs that are not dynamic, which overlap with
 * nothing, but those that take an input: that one's data, or NULL, which is set to them. TN_E_INVALID:
 * tn_prepared_fault says what; TN_E_MEMORY, TN_E_CANCELLED. Outputs are then undefined. */
TN_API TnStatus tn_prepared_run(TnPrepared *p, const TnBuffer *in, TnBuffer *out);
/* What the last run ended with; NULL: well. Lives as the executable. */
TN_API const char *tn_prepared_fault(const TnPrepared *p);
/* The data of a dynamic output, which the caller owns. */
TN_API void tn_output_free(void *data);
/* Ends the run at hand, or else the next one, after the kernel that it is in. From any thread. */
TN_API void tn_prepared_cancel(TnPrepared *p);

/* What was done so far. */
typedef struct TnExecutableCounts {
    size_t code_bytes;
    size_t prepared;   /* states that were made */
    size_t reused;     /* tn_executable_prepare found one */
    size_t primitives; /* of oneDNN */
} TnExecutableCounts;

TN_API void tn_executable_counts(TnExecutable *x, TnExecutableCounts *out);
/* Bytes that a run works in: as planned for these extents. */
TN_API size_t tn_prepared_bytes(const TnPrepared *p);

/* Host functions: what R.call_packed, R.call_pure_packed and R.call_dps_packed call by name in a run.
 *
 *     TnStatus twice(void *user, TnHostCall *call) {
 *         TnValue x;
 *         void *y;
 *         if (tn_host_arg(call, 0, &x) != TN_OK || x.kind != TN_TENSOR || strcmp(x.tensor.dtype, "float32") != 0)
 *             return tn_host_fail(call, "argument 0 must be a float32 tensor");
 *         TnStatus status = tn_host_result(call, "float32", x.tensor.ndim, x.tensor.dims, &y);
 *         for (size_t i = 0; !status && i < x.tensor.count; i++)
 *             ((float *)y)[i] = 2 * ((const float *)x.tensor.data)[i];
 *         return status;
 *     }
 *     tn_host_register(ctx, "twice", twice, NULL, TN_PURE);
 *
 * The same function serves all three operators. In an R.call_dps_packed the caller has allocated the results, and
 * tn_host_result hands these out, after checking that they fit; one that is not asked for stays zeros. In the others
 * a function without results gives the empty tuple, one with several a tuple; what it gives is checked against the
 * type that the call states. vm.builtin.copy, .reshape, .shape_of and .tensor_to_shape are always there. */

typedef struct TnHostCall TnHostCall; /* one call; lives until the function returns */

/* Returns TN_OK, what tn_host_fail gave, or another error, which the run then ends with. It must return (no
 * longjmp, no exception), and may call nothing on the context, its modules and runs but the tn_host_*
 * functions on `call`. It runs on the thread that runs the module. */
typedef TnStatus (*TnHostFn)(void *user, TnHostCall *call);

typedef enum TnEffects {
    TN_PURE = 0,   /* the results depend on the arguments alone, and nothing else happens: a call may be
                      dropped, moved or shared */
    TN_IMPURE = 1, /* only R.call_packed may call it */
} TnEffects;

/* From now on `name` (copied) is that function; an earlier one of the name, built-in ones too, is
 * replaced. `user` must outlive the context's last run. Not during a run. TN_E_USAGE (an argument is NULL),
 * TN_E_MEMORY. */
TN_API TnStatus tn_host_register(TnContext *ctx, const char *name, TnHostFn fn, void *user, TnEffects effects);

typedef enum TnValueKind {
    TN_TENSOR = 0, /* tensor; its name is NULL */
    TN_TUPLE,      /* n items: tn_host_item */
    TN_SHAPE,      /* n extents at dims */
    TN_INT,        /* i: a prim value of an integer dtype, or a bool */
    TN_FLOAT,      /* f */
    TN_STRING,     /* string: also a dtype's name */
    TN_OTHER,      /* a function */
} TnValueKind;

/* A view: what it points to is borrowed, lives until the function returns, and must not be written. */
typedef struct TnValue {
    TnValueKind kind;
    TnTensorInfo tensor;
    size_t n;
    const int64_t *dims;
    int64_t i;
    double f;
    const char *string;
    const void *impl;
} TnValue;

TN_API const char *tn_host_name(const TnHostCall *call);
TN_API size_t tn_host_arg_count(const TnHostCall *call);
/* TN_E_USAGE past the last argument. */
TN_API TnStatus tn_host_arg(const TnHostCall *call, size_t index, TnValue *out);
/* An item of a tuple. TN_E_USAGE when it is none, or has fewer items. */
TN_API TnStatus tn_host_item(const TnValue *tuple, size_t index, TnValue *out);
/* The tensors that an R.call_dps_packed allocated; none in the other calls. */
TN_API size_t tn_host_wanted_count(const TnHostCall *call);
TN_API TnStatus tn_host_wanted(const TnHostCall *call, size_t index, TnTensorInfo *out);
/* The next result: *data is its zeroed memory, row-major, to be filled before the function returns.
 * TN_E_USAGE (no such dtype, a negative or too large extent), TN_E_INVALID after a report (it is not what
 * the caller allocated), TN_E_MEMORY, TN_E_LIMIT. */
TN_API TnStatus tn_host_result(TnHostCall *call, const char *dtype, uint32_t ndim, const int64_t *dims, void **data);
/* The next result is a shape. TN_E_INVALID after a report in an R.call_dps_packed, TN_E_USAGE (a negative
 * extent), TN_E_MEMORY. */
TN_API TnStatus tn_host_result_shape(TnHostCall *call, uint32_t n, const int64_t *dims);
/* Reports the message (copied) at the call's place in the text. Always TN_E_INVALID. */
TN_API TnStatus tn_host_fail(TnHostCall *call, const char *message);

/* The operators: the built-in ones, then those that tn_op_register added with callbacks. Strings are static, or live
 * as the context. */

typedef struct TnOpParam {
    const char *name;
    const char *kind;     /* "tensor", "shape", "int", "ints", "dtype", ... */
    int is_attribute;
    int is_optional;
    const char *fallback; /* the default as text; NULL: none. Lives as the context */
    const char *alias;    /* another keyword for it, or NULL */
    const char *const *choices; /* of a "string": the values allowed, ended by NULL; NULL: any */
} TnOpParam;

typedef struct TnOpInfo {
    const char *name; /* without "R." */
    const char *doc;
    size_t constraints, params;
    int is_pure, is_commutative, is_elementwise;
    /* How calls of it are differentiated: "own", "0", "decomposition" (through the calls that it is made of),
     * "operand" (the adjoint passes on as it came), "none" or "missing". */
    const char *gradient;
    const char *no_gradient; /* of "none": why; else NULL */
} TnOpInfo;

/* *level: 0 for a core operator, for a composite 1 more than the highest operator that it is made of. The
 * first call computes all of them, from drawn calls. TN_E_USAGE for one that is not built in. */
TN_API TnStatus tn_op_level(TnContext *ctx, size_t op, unsigned *level);
TN_API size_t tn_op_count(const TnContext *ctx);
TN_API TnStatus tn_op_get(TnContext *ctx, size_t index, TnOpInfo *out);
/* *index of the operator of that name; TN_E_INVALID with a diagnostic that names the nearest. */
TN_API TnStatus tn_op_find(TnContext *ctx, const char *name, size_t *index);
TN_API const char *tn_op_constraint(const TnContext *ctx, size_t op, size_t index); /* NULL: none */
TN_API TnStatus tn_op_param(TnContext *ctx, size_t op, size_t index, TnOpParam *out);

/* Operators from users: definitions in Relax text (docs/text.md, "Definitions"), and descriptions in C. They hold for
 * modules that the context parses from then on; a name that is built in or taken is refused. */

/* A text of definitions (@R.operator, @R.legalize, @R.gradient) and nothing else, copied. All of it or nothing:
 * TN_E_INVALID with diagnostics. A module prints those operators of it that it uses. */
TN_API TnStatus tn_operators_parse(TnContext *ctx, const char *name, const char *text, size_t len);
TN_API TnStatus tn_operators_read(TnContext *ctx, const char *path);

typedef struct TnOpCall TnOpCall; /* one call that a callback is asked about; lives until that returns */

/* Returns TN_OK, what tn_op_refuse gave, or another error, which ends the call of the library at hand. It must return
 * (no longjmp, no exception), and may call nothing on the context and its modules but the functions below, with
 * `call`. It gives the same answer to the same question. */
typedef TnStatus (*TnOpFn)(void *user, TnOpCall *call);

typedef struct TnOpParamDesc {
    const char *name;
    const char *kind;     /* an operand: "tensor", "shape", "prim" or "value"; an attribute: "bool", "int", "float",
                             "string", "dtype" or "ints". Operands come first */
    const char *fallback; /* an attribute's default as in text: "-1", "0.5", "\"same\"", "[1, 2]", "None";
                             NULL: an operand */
} TnOpParamDesc;

/* All strings are copied. Either `definition`, or `params` and `infer`. */
typedef struct TnOpDesc {
    const char *name;       /* words with dots: "my.linear" */
    /* a def in Relax text whose body is the operator: "def linear(x: ..., w: ...):\n return ..." */
    const char *definition;
    const char *doc;        /* of one with `infer`; NULL: none. A definition has a docstring */
    const TnOpParamDesc *params;
    size_t n_params;
    TnOpFn infer;      /* gives the type of a call by tn_op_result */
    TnOpFn legalize;   /* gives what a call becomes by tn_op_expansion; NULL: it is made of no others */
    void *user;        /* of both; must outlive the context */
    int is_impure;     /* of one with `infer` */
    /* of a definition: defs that are tried before it, as by @R.legalize; ended by NULL. May be NULL */
    const char *const *expansions;
    const char *gradient;          /* of a definition: a def, as by @R.gradient; NULL: none */
} TnOpDesc;

/* TN_E_USAGE: both or none of `definition` and `infer`; TN_E_INVALID with diagnostics that say what was expected. */
TN_API TnStatus tn_op_register(TnContext *ctx, const TnOpDesc *desc);

typedef struct TnExtent TnExtent; /* lives as the TnOpCall */

typedef struct TnOpType {
    const char *kind;            /* "tensor", "shape", "prim", "tuple" or "other"; NULL: the operand was left out */
    const char *dtype;           /* NULL: unknown */
    int32_t ndim;                /* -1: unknown */
    const TnExtent *const *dims; /* NULL: unknown */
} TnOpType;

typedef struct TnOpAttr {
    const char *kind; /* "none", "bool", "int", "float", "string", "dtype" or "ints" */
    int64_t i;        /* bool, int */
    double f;
    const char *s;    /* string; a dtype's name */
    size_t n;         /* ints */
    const int64_t *ints;
} TnOpAttr;

TN_API size_t tn_op_call_operands(const TnOpCall *call);
/* TN_E_USAGE past the last operand. */
TN_API TnStatus tn_op_call_type(const TnOpCall *call, size_t index, TnOpType *out);
/* TN_E_USAGE when there is no such attribute. */
TN_API TnStatus tn_op_call_attr(const TnOpCall *call, const char *name, TnOpAttr *out);
/* Its value when that is constant: 1; else 0. */
TN_API int tn_extent_value(const TnExtent *extent, int64_t *value);
/* NULL: out of memory, or a NULL argument. */
TN_API const TnExtent *tn_op_extent(TnOpCall *call, int64_t value);
TN_API const TnExtent *tn_op_extent_add(TnOpCall *call, const TnExtent *a, const TnExtent *b);
TN_API const TnExtent *tn_op_extent_mul(TnOpCall *call, const TnExtent *a, const TnExtent *b);
/* In `infer`: the result is a tensor; called again, a tuple of tensors. dtype NULL, ndim -1, dims NULL: unknown.
 * TN_E_USAGE: no such dtype, an extent that is NULL or below 0. */
TN_API TnStatus tn_op_result(TnOpCall *call, const char *dtype, int32_t ndim, const TnExtent *const *dims);
/* In `legalize`: a def in Relax text with the call's operands as parameters, and those of the attributes that are not
 * their defaults; as by @R.legalize. */
TN_API TnStatus tn_op_expansion(TnOpCall *call, const char *text);
/* In `infer`: the call is wrong; in `legalize`: this way is not open. The message is copied. Always TN_E_INVALID. */
TN_API TnStatus tn_op_refuse(TnOpCall *call, const char *message);

/* What the module defines, and what it uses of texts that the context read. Strings live as the module. */
TN_API size_t tn_module_op_count(const TnModule *m);
TN_API TnStatus tn_module_op_get(TnModule *m, size_t index, TnOpInfo *out);
TN_API TnStatus tn_module_op_param(TnModule *m, size_t op, size_t index, TnOpParam *out);

/* Passes, in the registry's order; all strings are static. */

typedef struct TnPassInfo {
    const char *name;
    const char *doc;
} TnPassInfo;

TN_API size_t tn_pass_count(void);
TN_API TnStatus tn_pass_get(size_t index, TnPassInfo *out);
/* An option of a pass. */
typedef struct TnPassOptionInfo {
    const char *name;
    const char *doc;
    const char *values;        /* what it may be: "true or false", "core or training" */
    const char *default_value;
} TnPassOptionInfo;

/* The strings live until the next call with this context. TN_E_USAGE past the pass's last option. */
TN_API TnStatus tn_pass_option(TnContext *ctx, size_t pass, size_t index, TnPassOptionInfo *out);

/* An item of a list of passes is a name, perhaps with options: `LegalizeOps(core, skip=nn.gelu+nn.softmax)`. */

/* The index-th item of what level 0, 1 or 2 runs; NULL: no more, or no such level. */
TN_API const char *tn_pass_of_level(unsigned level, size_t index);

/* The length of the first item of a list between commas; those between parentheses do not count. NULL: 0. */
TN_API size_t tn_pass_item_length(const char *list);
/* TN_E_INVALID with diagnostics when it names no pass, or its options are wrong. */
TN_API TnStatus tn_pass_check(TnContext *ctx, const char *item);

/* After each pass of a list. */
typedef struct TnPassEvent {
    const char *pass;    /* static */
    size_t index;        /* in the list */
    double milliseconds; /* of the pass alone */
    const char *text;    /* the module as Relax text where print_after asks for it, else NULL; lives until the
                            callback returns */
    size_t text_len;
} TnPassEvent;

/* What became of one rule in a run. */
typedef struct TnRuleStats {
    const char *name;
    size_t tries;        /* bindings that it was tried at */
    size_t hits;         /* applications */
    size_t out_of_fuel;  /* tries that were given up */
    double milliseconds; /* in all of it */
    const size_t *groups; /* of R.siblings: pairs (size of a group, how many of that size), by rising size */
    size_t n_groups;
} TnRuleStats;

typedef struct TnPassOptions {
    int verify_each;         /* a pass that breaks the module then ends the process, as our fault */
    const char *print_after; /* names between commas, or "all"; NULL: none */
    /* May be NULL. It may use neither the module nor its context. */
    void (*after)(void *user, const TnPassEvent *event);
    void *user;
    /* For each rule that a pass, or tn_module_apply_rules, loaded; after each use. May be NULL; the same
     * restriction. What it is given lives until it returns. */
    void (*rule)(void *user, const TnRuleStats *stats);
    /* Names of passes and rules that are left out; a name that no pass and no built-in rule has is an error. May be
     * NULL. */
    const char *const *skip;
    size_t n_skip;
    int limits_folding; /* from now on FoldConstant makes the module's constants larger by fold_limit bytes at most */
    size_t fold_limit;
} TnPassOptions;

/* Runs the passes in this order, all or none: after anything but TN_OK the module is as it was.
 * TN_E_USAGE when there is no pass of a name, TN_E_INVALID with diagnostics when an item's options are wrong. options
 * may be NULL. */
TN_API TnStatus tn_module_run_passes(TnModule *m, const char *const *items, size_t n, const TnPassOptions *options);
TN_API TnStatus tn_module_run_pass(TnModule *m, const char *item);

/* Differentiation in reverse mode: docs/gradient.md. */

typedef struct TnGradientOptions {
    const char *function;   /* NULL: the only public one, else "main" */
    const char *const *wrt; /* names of parameters and of other variables of the function, or patterns with * and ? */
    size_t n_wrt;           /* 0: all parameters that hold floats */
    int seeded;             /* the adjoints of the results are further parameters: a vector-Jacobian product */
    /* not seeded, the result a tuple: the field that is the loss; NULL: the only float of rank 0 */
    const size_t *target;
    /* checkpointing: of so many parts of the program all but the last are computed again; 0: only what stands
     * between checkpoint markers is */
    size_t segments;
    /* not 0: as many segments as it takes for the planned memory to be at most so many bytes after -O2;
     * TN_E_INVALID says the least that can be done */
    size_t memory;
    size_t *planned;        /* gets the planned bytes when `memory` is given; may be NULL */
} TnGradientOptions;

/* Adds `f_adjoint` beside the function f: the results of f, and a tuple of the gradients with respect to `wrt`, in
 * its order. options may be NULL. All or nothing; TN_E_INVALID with diagnostics of all that has no gradient, or of
 * names that there are not. A gradient that no adjoint comes to is zeros, and a warning says so. */
TN_API TnStatus tn_module_gradient(TnModule *m, const TnGradientOptions *options);

typedef struct TnGradcheckOptions {
    const char *function;   /* NULL: the only public one, else "main" */
    const char *const *wrt; /* names of parameters, or patterns with * and ?; n_wrt 0: all that hold floats */
    size_t n_wrt;
    uint64_t seed; /* of the inputs that are drawn, and the directions */
    const TnDim *dims;
    size_t n_dims;
    size_t directions; /* 0: 3 */
    double tolerance;  /* 0: 1e-6 */
} TnGradcheckOptions;

typedef struct TnGradcheck {
    size_t directions; /* along which gradient and difference were held against each other */
    double tolerance;
    double largest;    /* of |gradient - difference| / max(1, |difference|) */
    double gradient, difference; /* there; along an element where `parameter` is one */
    const char *parameter; /* TN_E_DIFFER: where it is wrong; lives until the next call on the context; else NULL */
    size_t element;
    size_t kinks; /* inputs that were drawn and passed over: the function has a kink there, or no finite value */
} TnGradcheck;

/* Holds the gradients of a function, in float64 and with random adjoints of its results, against central differences
 * along random directions. TN_OK, TN_E_DIFFER, or TN_E_INVALID with diagnostics: something has no gradient, does not
 * run, or is at a kink wherever it is looked at. The module stays as it is. options may be NULL. */
TN_API TnStatus tn_module_gradcheck(TnModule *m, const TnGradcheckOptions *options, TnGradcheck *out);

/* Rewrite rules: classes with @R.rewriter, as docs/rules.md describes. A set belongs to its context and can be
 * applied to any of its modules. */

typedef struct TnRules TnRules;

/* TN_E_INVALID with diagnostics when a rule is wrong. `text` may go away afterwards. */
TN_API TnStatus tn_rules_parse(TnContext *ctx, const char *name, const char *text, size_t len, TnRules **out);
TN_API TnStatus tn_rules_read(TnContext *ctx, const char *path, TnRules **out);
/* The same for rules that may use the operators that `m` defines. They apply to `m` alone, and are freed before it. */
TN_API TnStatus tn_rules_parse_for(TnModule *m, const char *name, const char *text, size_t len, TnRules **out);
TN_API TnStatus tn_rules_read_for(TnModule *m, const char *path, TnRules **out);
/* All rules that Tenon itself has. */
TN_API TnStatus tn_rules_builtin(TnContext *ctx, TnRules **out);
TN_API void tn_rules_free(TnRules *rules);
TN_API size_t tn_rules_count(const TnRules *rules);
/* Both live as long as the set; doc may be NULL. */
TN_API TnStatus tn_rules_get(const TnRules *rules, size_t index, const char **name, const char **doc);
/* Applies the rules until none applies. All or nothing, as tn_module_run_passes; `after` is not called. */
TN_API TnStatus tn_module_apply_rules(TnModule *m, TnRules *rules, const TnPassOptions *options);
/* Why a rule does not apply: the deepest partial match, and what failed there. at: the name of the variable that
 * would be the pattern's result; NULL: anywhere. rules NULL: the built-in ones. The module is not changed. */
TN_API TnStatus tn_module_why_not(TnModule *m, TnRules *rules, const char *rule, const char *at, TnText *out);

/* Which rules made what: a line for each binding that a rule made, `function variable: R.op <- newest rule <- ...`. */
TN_API TnStatus tn_module_provenance(TnModule *m, TnText *out);
/* What the pass LegalizeOps would do, as a tree: each call that it replaces with what it becomes, and each that it
 * must leave with the reason. set: the legal set; NULL: core; TN_E_USAGE when there is none of that name. The module is
 * not changed. */
TN_API TnStatus tn_module_legalization(TnModule *m, const char *set, TnText *out);

/* What it would do with one call. All strings live during the call of `decided`. */
typedef struct TnLegalDecision {
    const char *function;    /* of the module, in which or in a function nested in which the call stands */
    const char *variable;    /* the result's; NULL: without a name */
    const char *op;
    uint32_t line;           /* of the source, also of what was made; 0: unknown */
    size_t depth;            /* 0: it stands in the module; else it is part of the last replaced one of depth - 1 */
    const char *way;         /* "by its decomposition"; NULL: it is left */
    const char *const *made; /* the operators of what replaces it; "cls.f" for a call of the loop function f; NULL
                                stands for a nested function */
    size_t n_made;
    const char *why;         /* the ways tried and what refused each; NULL: it is replaced */
} TnLegalDecision;

typedef struct TnLegalization {
    const char *set;       /* static */
    size_t replaced, left; /* calls */
} TnLegalization;

/* The same tree, a call of `decided` for each of its lines in order; what it gets must not be kept, and it must not
 * call the library with this context. Where constants are folded in between, what was left is decided on again. */
TN_API TnStatus tn_module_legalization_each(TnModule *m, const char *set,
                                            void (*decided)(void *user, const TnLegalDecision *d), void *user,
                                            TnLegalization *out);

/* A differential test of one rule: modules that its pattern matches are drawn, rewritten, and run before and after. */
typedef struct TnRuleTest {
    size_t drawn;   /* modules that were well-typed */
    size_t applied; /* of these, how many the rule rewrote; all were compared */
    size_t kinds;   /* different dtypes and ranks of the parameters among them */
    int differs;    /* a counterexample was found: see the text */
} TnRuleTest;

/* Stops at `wanted` comparisons or the first counterexample, which *text then tells, made small: what differs, the
 * module before and after. TN_E_DIFFER with a counterexample. text->ptr is NULL else. */
TN_API TnStatus tn_rules_test(TnRules *rules, size_t index, uint64_t seed, size_t wanted, TnRuleTest *out,
                              TnText *text);
/* The same; *seen (NULL: not wanted) lists the values that each attribute had in the modules that were compared, a
 * line for each attribute of each operator, at most ten values. */
TN_API TnStatus tn_rules_test_seen(TnRules *rules, size_t index, uint64_t seed, size_t wanted, TnRuleTest *out,
                                   TnText *text, TnText *seen);

/* Shrinks a module: *out is the smallest text found for which `keep` is not 0 (each text parses and verifies, and
 * ends with a NUL). It is asked about the module's own text first; TN_E_DIFFER: it is 0 there. `m` is not changed.
 * `keep` may use neither the module nor its context. */
TN_API TnStatus tn_module_reduce(TnModule *m, int (*keep)(void *user, const char *text, size_t len), void *user,
                                 TnText *out);

/* Binding. After anything but TN_OK the module is as it was; TN_E_INVALID, with diagnostics, where a name is
 * unknown or given twice, a value does not fit, or what follows from it contradicts a type. */

/* Constants for parameters of one function (NULL: the only public one, else "main"), which leave its signature.
 * An input's name is the parameter's, or its position in digits. Not for a function that others in the module
 * use. */
TN_API TnStatus tn_module_bind_params(TnModule *m, const char *function, const TnInput *inputs, size_t n);
/* Values for symbolic dims of one function, or (NULL) of all whose parameters have a dim of that name. */
TN_API TnStatus tn_module_bind_dims(TnModule *m, const char *function, const TnDim *dims, size_t n);

/* ONNX */

/* Which operator of ONNX becomes what, in the default domain; all strings are static. */
typedef struct TnOnnxOp {
    const char *name;
    int since, until;    /* opsets */
    const char *becomes; /* a Relax operator, or what it is made of */
} TnOnnxOp;

/* TN_E_USAGE past the last. */
TN_API TnStatus tn_onnx_op_get(size_t index, TnOnnxOp *out);

/* Which operator is written as which nodes; all strings are static. */
typedef struct TnOnnxWritten {
    const char *name;  /* a Relax operator */
    const char *nodes; /* between commas, or a remark */
} TnOnnxWritten;

/* TN_E_USAGE past the last. */
TN_API TnStatus tn_onnx_written_get(size_t index, TnOnnxWritten *out);

/* How many nodes an ONNX file holds, those of branches, loops and functions too, as text for people and scripts: a line
 * "N nodes", then "COUNT OPERATOR" a line, the most first. The model need not be supported. out: tn_text_free. */
TN_API TnStatus tn_onnx_nodes(TnContext *ctx, const char *path, TnText *out);

/* The values between the inputs and outputs of an ONNX file: what the nodes of its graph make, but Constants, in the
 * file's order. *out holds the name and the operator of each, with a '\0' behind both. out: tn_text_free. */
TN_API TnStatus tn_onnx_layers(TnContext *ctx, const char *path, TnText *out);
/* The bytes of a copy of an ONNX file whose outputs are these n of its values. out: tn_text_free. */
TN_API TnStatus tn_onnx_with_outputs(TnContext *ctx, const char *path, const char *const *names, size_t n, TnText *out);

/* A node of the file that a module was read from, which is not written as it was. Strings live until the callback
 * returns. */
typedef struct TnOnnxChange {
    const char *name, *op_type; /* "" where it has no name */
    const char *output;         /* its first output, or "" */
    const char *kind;           /* "rule", "pass", "reader" or "writer" */
    const char *by;             /* the rule's or the pass's name; of the others, what they did */
    const char *becomes;        /* operators of the nodes that are written in its place, with blanks between */
} TnOnnxChange;

typedef struct TnOnnxWriteOptions {
    const char *function; /* NULL: the only public one; TN_E_INVALID where there are several */
    int external_data;    /* weights of 1024 bytes and more go to a file beside the model's */
    const char *data_name; /* that file's name, without a folder; NULL: the model's with ".data" behind it */
    int opset; /* of the default domain, 9 or more; 0: that of the file that the module was read from, else 17 */
    /* For each node of the file's graph that differs, in the file's order. Which rules and passes changed it is known
     * where tn_module_note_origins was called before these ran. May be NULL; it may use neither the module nor its
     * context. */
    void (*changed)(void *user, const TnOnnxChange *change);
    void *user;
} TnOnnxWriteOptions;

/* Writes a function as an ONNX model; calls of other functions are written in place. A node of the file that the module
 * was read from, which nothing changed, is written as it was, with its name and its initializers; what else there is,
 * after LegalizeOps. Where that has no form in the file's opset, the model gets a later one, and a warning says so; in
 * an opset that was asked for it is TN_E_INVALID. The module stays as it is. TN_E_INVALID, and nothing is written, with
 * all that has no form in ONNX, or
 * where the model is larger than 2 GiB without external data; TN_E_USAGE: data_name is no name of a file. options
 * may be NULL. */
TN_API TnStatus tn_module_write_onnx(TnModule *m, const char *path, const TnOnnxWriteOptions *options);

typedef struct TnOnnxTestOptions {
    double rtol, atol;
    unsigned level; /* 0, 1 or 2: the passes of that level run before the model does */
    int rewrite;    /* then it is written as ONNX, and what is read of that runs */
    TnBackend backend; /* what runs it, as it is then */
    int whole;         /* as TnReadOptions.whole */
} TnOnnxTestOptions;

typedef enum TnOnnxOutcome { TN_ONNX_PASSED = 0, TN_ONNX_FAILED, TN_ONNX_SKIPPED } TnOnnxOutcome;

typedef struct TnOnnxTest {
    /* SKIPPED: the model needs what Tenon lacks, or draws random numbers, of which only types and shapes are
     * right; the diagnostics say what, or what failed */
    TnOnnxOutcome outcome;
    int is_read;           /* the model became a module */
    size_t bound;          /* inputs that had to be constants when the model was read */
} TnOnnxTest;

/* One test of ONNX's backend suite: `folder`/model.onnx on the inputs of `folder`/test_data_set_<set>, held against
 * the outputs there. An element differs when |a - b| > atol + rtol * |b|; dtypes and shapes must be the same.
 * options NULL: rtol 1e-3, atol 1e-7, level 0. The status is that of the last attempt to read or run the model. */
TN_API TnStatus tn_onnx_test(TnContext *ctx, const char *folder, size_t set, const TnOnnxTestOptions *options,
                             TnOnnxTest *out);

#ifdef __cplusplus
}
#endif

#endif
