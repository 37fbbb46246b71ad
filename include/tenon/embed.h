/* SPDX-License-Identifier: Apache-2.0 */
/* What a program needs that runs models: contexts, modules, executables, host functions.
 * <tenon/tools.h> has the rest, <tenon/tenon.h> both.
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <tenon/embed.h>
 *
 *     int main(void) {
 *         const char net[] = "@R.function\n"
 *                            "def main(x: R.Tensor((2, 3), \"float32\"),\n"
 *                            "         y: R.Tensor((3, 2), \"float32\")):\n"
 *                            "    return R.matmul(x, y)\n";
 *         float x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {1, 0, 0, 1, 1, 1}, z[4];
 *         TnContext *ctx;
 *         TnModule *m = NULL;
 *         TnExecutable *exe = NULL;
 *         TnPrepared *p = NULL;
 *         const char *fault = NULL;
 *         const TnBuffer in[2] = {{x, {2, 3}}, {y, {3, 2}}};
 *         TnBuffer out[1] = {{z, {0}}};
 *         if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
 *         int ok = tn_module_parse(ctx, "net", net, strlen(net), &m) == TN_OK && // or tn_module_read(ctx, "net.onnx", &m)
 *                  tn_module_compile_native(m, NULL, &exe) == TN_OK;
 *         for (size_t i = 0; !ok && i < tn_diag_count(ctx); i++) {
 *             TnDiag d;
 *             if (tn_diag_get(ctx, i, &d) == TN_OK) fputs(d.text, stderr);
 *         }
 *         if (ok) ok = tn_executable_prepare(exe, in, &p, &fault) == TN_OK;
 *         if (ok) ok = tn_prepared_run(p, in, out) == TN_OK; // as often as is wanted
 *         if (ok) printf("%g %g %g %g\n", z[0], z[1], z[2], z[3]);
 *         if (fault) fprintf(stderr, "%s\n", fault);
 *         tn_prepared_free(p);
 *         tn_executable_free(exe);
 *         tn_module_free(m);
 *         tn_context_free(ctx);
 *         return !ok;
 *     }
 *
 * prints: 4 5 10 11
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
#ifndef TENON_EMBED_H
#define TENON_EMBED_H

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
    /* a fault of Tenon's own in its code generator; please report it with the diagnostics */
    TN_E_BUG,
} TnStatus;

/* A sentence for the status; static. */
TN_API const char *tn_status_text(TnStatus status);
/* "0.1.0"; static. */
TN_API const char *tn_version(void);

/* Hooks and limits */

/* resize(user, NULL, 0, n) allocates, resize(user, p, n, 0) frees, otherwise resizes. NULL: out of
 * memory. Blocks are aligned for any type. */
typedef struct TnAllocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} TnAllocator;

/* All file access. Without hooks a file is written beside its place, with its mode and owner where
 * there was one, and renamed when it is whole, so that a failure leaves the old file as it was; a
 * symbolic link stays, and what it leads to is replaced; of a file with several names the others
 * keep what they had; what is no regular file is written in place. The library touches neither the
 * umask nor any other state of the process. `read` and `write` return 0 or an errno value. `read`
 * hands over a buffer of at most `limit` bytes (EFBIG past it) that `release` takes back. The path
 * "-" is standard input or output. All three are needed. ENOMEM gives TN_E_MEMORY, EFBIG
 * TN_E_LIMIT, others TN_E_IO. Without hooks, large ONNX files and those with their data are mapped,
 * and must not be written to or made shorter while a module that was read from them lives (they may
 * be replaced). With hooks nothing is mapped. */
typedef struct TnIo {
    int (*read)(void *user, const char *path, size_t limit, const char **data, size_t *size);
    void (*release)(void *user, const char *data, size_t size);
    int (*write)(void *user, const char *path, const char *data, size_t size);
    void *user;
} TnIo;

/* Who is told of files and folders that calls make for a while: beside the place of what is
 * written, and for the C compiler. A program can keep a list of them for its handlers of signals,
 * which remove what is there (unlink, rmdir; the newest first), as the `tenon` command does. The
 * library installs none. Between HOLD and RELEASE the list changes, or files get their names: a
 * signal is to wait for the end of that. */
typedef enum TnTemporaryEvent {
    TN_TEMPORARY_HOLD = 0,
    TN_TEMPORARY_RELEASE,
    TN_TEMPORARY_MADE, /* path: lives until the callback returns; NULL for the first two */
    TN_TEMPORARY_GONE,
    /* A program that writes them: the path is the id of its group of processes, in decimal. End it
     * before what it writes is removed. */
    TN_TEMPORARY_STARTED,
    TN_TEMPORARY_ENDED,
} TnTemporaryEvent;

typedef struct TnTemporaries {
    /* on the thread that calls; it calls no tn_ function */
    void (*note)(void *user, int event, const char *path);
    void *user;
} TnTemporaries;

/* Where R.print writes in a run: whole lines, UTF-8, with control characters escaped. It must
 * return normally and may not call back into the context. */
typedef struct TnPrint {
    void (*print)(void *user, const char *text, size_t len);
    void *user;
} TnPrint;

/* 0: the default. */
typedef struct TnLimits {
    size_t input_bytes;  /* of one file or text */
    size_t bindings;     /* of one module */
    size_t depth;        /* of nesting: parentheses, types, blocks, extents; at most 1000 */
    size_t diags;        /* errors that are kept; further ones are counted */
    size_t const_bytes;  /* of all constants of a module, and of a tensor in a run */
    size_t folded_bytes; /* of the constants that one run of FoldConstant makes */
    size_t folded_steps; /* scalar steps that it may take for them */
    /* Of one call: each iteration of a loop whose length the input or its data choose, those of
     * loops over scalars in a run too, is a step; a binding that is run, and an iteration of R.scan
     * or R.while_loop, counts as 256. Counted in batches of 256. The default, 2^40, is 20 minutes
     * or more: it ends what is endless. */
    size_t steps;
    size_t milliseconds; /* of one call; default: no limit */
    /* Of one call: bindings and operands that rules, passes, expansions and readers may make for
     * each binding and operand of the module (of a text: for each 8 bytes; of an ONNX file: for
     * each node, input and output). 65,536 are free. Default 64. */
    size_t growth;
    /* Held by the context and its modules, runs and executables at a time. The default is the
     * larger of 256 MB and 32 times the bytes of all files and arguments that the context was
     * given, text counted eightfold, an element of an ONNX file's weights as 4 bytes at least, and
     * 16 bytes added for each node, input and output of such a file. */
    size_t memory_bytes;
} TnLimits;

/* Structures of options begin with their size, so that later versions may have more members: a
 * program's options hold what its header knew, and the rest is 0. Begin each with TN_SIZED:
 *
 *     const TnNativeOptions options = {TN_SIZED(TnNativeOptions), .threads = 2};
 *
 * Another size, 0 too, is TN_E_USAGE, and a diagnostic says which were expected. */
#ifdef __cplusplus
#define TN_SIZED(type) sizeof(type)
#else
#define TN_SIZED(type) .size = sizeof(type)
#endif

typedef struct TnOptions {
    size_t size;                      /* TN_SIZED(TnOptions) */
    const TnAllocator *allocator;     /* NULL: malloc */
    const TnIo *io;                   /* NULL: the C library's files */
    const TnPrint *print;             /* NULL: what R.print prints is dropped */
    const TnTemporaries *temporaries; /* NULL: nobody is told */
    TnLimits limits;
} TnOptions;

/* options may be NULL, and need not outlive the call (what `user` points to must). *out is NULL
 * unless TN_OK. TN_E_USAGE (a hook is missing, or the size is wrong), TN_E_MEMORY. */
TN_API TnStatus tn_context_new(const TnOptions *options, TnContext **out);
/* Modules and texts of it that are still out must not be used afterwards, only be freed, in any
 * order; the last of them frees the context's memory. */
TN_API void tn_context_free(TnContext *ctx);
/* Makes the running call, or the next one that does work on a module, end with TN_E_CANCELLED;
 * the one after that runs. Any thread may call it. */
TN_API void tn_cancel(TnContext *ctx);
/* Bytes that the context and its modules hold now, and the most they ever held; mapped files are
 * not counted. */
TN_API size_t tn_context_bytes(const TnContext *ctx);
TN_API size_t tn_context_peak_bytes(const TnContext *ctx);

/* Diagnostics of the last call; all strings live until the next one. */

typedef enum TnLevel { TN_ERROR = 0, TN_WARNING = 1 } TnLevel;

typedef struct TnDiag {
    TnLevel level;
    const char *source; /* file, NULL when unknown */
    uint32_t line, col; /* from 1; line 0: no place */
    const char *node;   /* of an ONNX model, or NULL */
    const char *message;
    const char *expected; /* each NULL when absent */
    const char *found;
    const char *help;
    const char *text; /* all of it as the command prints it, with a newline */
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
/* An ONNX model in memory, which is not needed afterwards; external data is looked for beside
 * `name` (may be NULL). */
TN_API TnStatus tn_module_parse_onnx(TnContext *ctx, const char *name, const char *bytes,
                                     size_t len, TnModule **out);
/* Reads a file by its ending: .py, .relax, .txt or none, and "-" (standard input), are Relax
 * text, .onnx is an ONNX model. */
TN_API TnStatus tn_module_read(TnContext *ctx, const char *path, TnModule **out);

typedef struct TnDim {
    const char *name; /* of a symbolic dim, or what the ONNX file calls it */
    int64_t value;
} TnDim;

/* How an ONNX model is read; other formats are as ever. */
typedef struct TnReadOptions {
    size_t size; /* TN_SIZED(TnReadOptions) */
    int whole;   /* a node whose operator becomes several calls stays one, R.onnx.node, which
                       tn_module_write_onnx writes as that node again; it means the same */
    /* what is not supported is no error but a call of R.onnx.opaque: it is kept as it is, and
     * refused where a module is run, compiled or differentiated */
    int opaque;
    int unverified; /* as tn_module_read_unverified */
    /* Values of the graph, by their names in the file, that become the inputs and the outputs: the
     * part between them is read, with what else it needs. None: the model's own. */
    const char *const *from, *const *to;
    size_t n_from, n_to;
    /* Nodes, by their names or those of an output, that become calls of R.onnx.opaque although they
     * are known: they survive all passes. */
    const char *const *keep;
    size_t n_keep;
    /* The weights of an ONNX model are parameters, as of tn_module_read_weights; their values are
     * left out. */
    int weights_parameters;
    /* Of inputs that are sequences, by their names in the file: how many tensors each has. It is a
     * tuple of these. */
    const TnDim *lengths;
    size_t n_lengths;
} TnReadOptions;

/* options may be NULL: as tn_module_read. */
TN_API TnStatus tn_module_read_with(TnContext *ctx, const char *path, const TnReadOptions *options,
                                    TnModule **out);
/* The same in a module of its own, which shares the constants' data; freed before the one that it
 * was copied from, and from then on either may be changed. */
TN_API TnStatus tn_module_copy(TnModule *m, TnModule **out);
TN_API void tn_module_free(TnModule *m);
/* TN_OK, or TN_E_INVALID with all that is wrong; the module stays as it is. */
TN_API TnStatus tn_module_verify(TnModule *m);

typedef enum TnBackend {
    TN_BACKEND_EVAL = 0, /* the reference evaluator */
    TN_BACKEND_C = 1,    /* compiled to C and by the system's C compiler, in a folder of its own */
    /* compiled by LLVM (in a process of its own: docs/compile.md) for this machine, run in this
     * process; sums may be in another order */
    TN_BACKEND_LLVM = 2,
} TnBackend;
/* Whether this build has the backend. */
TN_API int tn_has_backend(TnBackend backend);

typedef struct TnBackendInfo {
    const char *name, *doc; /* static; doc may be NULL */
    int is_there;           /* this build has it */
    int is_exact;           /* it computes the bits of the reference evaluator */
    int has_options;        /* it heeds TnNativeOptions.threads, .strict, .donate and their like */
} TnBackendInfo;

/* The index-th backend, whose number (TnBackend) is the index; TN_E_USAGE past the last. */
TN_API TnStatus tn_backend_get(size_t index, TnBackendInfo *out);
/* Whether its runs can keep times: TnRunOptions.profile. */
TN_API int tn_backend_profiles(TnBackend backend);

/* Compiled modules: what is executed again and again, also on several threads.
 *
 *     compile  once: TnExecutable
 *     prepare  for inputs of given extents, once for each of them that are in use at a time:
 *              TnPrepared
 *     run      as often as is wanted, on memory of the caller's or of the state's
 *
 * Extents that the module leaves open, and memory for outputs that the state has:
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <tenon/embed.h>
 *
 *     static int mean(TnExecutable *exe, float *x, int64_t n) {
 *         const TnBuffer in[1] = {{x, {n, 2}}};
 *         TnBuffer out[1];
 *         TnPrepared *p; // one for these extents that was freed is found again
 *         if (tn_executable_prepare(exe, in, &p, NULL) != TN_OK) return 0;
 *         const int ok = tn_prepared_outputs(p, 1, out) == TN_OK &&
 *                        tn_prepared_run(p, in, out) == TN_OK;
 *         if (ok) printf("%g %g\n", ((float *)out[0].data)[0], ((float *)out[0].data)[1]);
 *         tn_prepared_free(p);
 *         return ok;
 *     }
 *
 *     int main(void) {
 *         const char net[] = "@R.function\n"
 *                            "def main(x: R.Tensor((\"n\", 2), \"float32\")):\n"
 *                            "    return R.mean(x, axis=0)\n";
 *         float x[6] = {1, 2, 3, 6, 5, 1};
 *         TnContext *ctx;
 *         TnModule *m = NULL;
 *         TnExecutable *exe = NULL;
 *         if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
 *         int ok = tn_module_parse(ctx, "net", net, strlen(net), &m) == TN_OK &&
 *                  tn_module_compile_native(m, NULL, &exe) == TN_OK;
 *         tn_module_free(m); // the executable needs it no more
 *         ok = ok && mean(exe, x, 3) && mean(exe, x, 2);
 *         tn_executable_free(exe);
 *         tn_context_free(ctx);
 *         return !ok;
 *     }
 *
 * prints: 3 3
 * prints: 2 4
 *
 * Thread rule: an executable is made and freed as its context's other handles are; in between any
 * threads may prepare, each prepared state serving one of them at a time. These calls touch neither
 * context nor diagnostics: what is wrong is a text that they hand out. A run takes no lock and
 * allocates nothing but outputs whose extents depend on data; with one thread it makes no call of
 * the system, with more none but to wake and await the pool's. (docs/compile.md, "Real time", says
 * what else there is to it: oneDNN's products of matrices do lock and allocate.) */

typedef struct TnExecutable TnExecutable;
typedef struct TnPrepared TnPrepared;

typedef struct TnNativeOptions {
    size_t size;          /* TN_SIZED(TnNativeOptions) */
    const char *function; /* NULL: the only public one, else "main" */
    const char *cpu;      /* the processor, as LLVM calls it; NULL: this one */
    int64_t threads;      /* at most so many in a run; 0: one for each processor */
    int as_is;            /* without -O2 first */
    /* the bits of the reference evaluator: sums in its order, no contraction, no oneDNN, no -O2 */
    int strict;
    int deterministic; /* the same bits with any number of threads: no oneDNN */
    /* results are made in the memory of inputs, as the function attribute `donate` says, and a run
     * overwrites those: TnExecutableValue.takes */
    int donate;
    const TnDim *dims; /* symbolic dims that are given a value for good */
    size_t n_dims;
    /* symbolic dims that differ from run to run: what depends on them is not given to oneDNN, which
     * would prepare each value anew */
    const char *const *varying;
    size_t n_varying;
    size_t idle; /* prepared states that are kept after tn_prepared_free; 0: 16 */
} TnNativeOptions;

/* By any backend. The module is not changed, and may be freed before the executable; its context's
 * end waits for it. TN_E_INVALID with diagnostics; TN_E_IO: there is no C compiler. options may be
 * NULL; `dims` and `donate` are refused by backends that do not heed them
 * (TnBackendInfo.has_options), the others say nothing to these. An executable of TN_BACKEND_EVAL
 * runs in its context, as modules do: on that one's thread, what is wrong being told by
 * diagnostics; all its outputs are dynamic. Runs of TN_BACKEND_C take turns. */
TN_API TnStatus tn_module_compile(TnModule *m, TnBackend backend, const TnNativeOptions *options,
                                  TnExecutable **out);
/* By TN_BACKEND_LLVM. */
TN_API TnStatus tn_module_compile_native(TnModule *m, const TnNativeOptions *options,
                                         TnExecutable **out);
/* When no prepared state is out any more. */
TN_API void tn_executable_free(TnExecutable *x);

/* An input or output, tuples flattened. A shape is an int64 tensor of rank 1, a number one of rank
 * 0. */
typedef struct TnExecutableValue {
    const char *name; /* an input's, NULL for outputs; lives as the executable */
    const char *dtype;
    uint32_t ndim;
    int decides; /* an input: the values decide extents, so tn_executable_prepare reads them */
    /* an output whose extents depend on data: tn_prepared_run sets dims and allocates the data */
    int is_dynamic;
    int64_t takes; /* an output: the input that it replaces, in the same memory; -1: none */
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

/* For inputs of these dims (data: of those that decide extents alone). Where a state for them has
 * been freed, that is taken again; at most TnNativeOptions.idle are kept, the last ones.
 * TN_E_INVALID, with *fault (may be NULL) what is wrong, which lives as the executable;
 * TN_E_MEMORY. */
TN_API TnStatus tn_executable_prepare(TnExecutable *x, const TnBuffer *in, TnPrepared **out,
                                      const char **fault);
TN_API void tn_prepared_free(TnPrepared *p);
/* Sets the dims of all outputs, -1 of those that are dynamic, and the data: memory of the state,
 * which lives as long as that and is found at the first such call, or (with_memory 0) NULL. Those
 * that take an input have NULL. TN_E_MEMORY. */
TN_API TnStatus tn_prepared_outputs(TnPrepared *p, int with_memory, TnBuffer *out);
/* Executes. in: of the extents it was prepared for; out: data of outputs that are not dynamic,
 * which overlap with nothing, but those that take an input: that one's data, or NULL, which is set
 * to them. TN_E_INVALID: tn_prepared_fault says what; TN_E_MEMORY, TN_E_CANCELLED. Outputs are then
 * undefined. */
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

/* Elements are in row-major order, float16 and bfloat16 their bits, a bool 0 or 1. So are the
 * types of 8 bits or less that are only moved and converted: each float8 (float8_e4m3fn,
 * float8_e5m2, float8_e8m0fnu and so on) is a byte; of int4, uint4 and float4_e2m1fn two share
 * one, of int2 and uint2 four, the first element in the low bits. In .npy files each takes a byte.
 * A "string" is a pointer to its characters, with a zero behind them, NULL the empty one; those of
 * results live as the context. */
typedef struct TnTensorInfo {
    const char *name; /* the parameter's, or "out_0", "out_1", ...; all fields live as the run */
    const char *dtype;
    uint32_t ndim;
    const int64_t *dims;
    size_t count, bytes;
    const void *data; /* row-major */
} TnTensorInfo;

/* Element `index` as a number, whatever the dtype; int64 beyond 2^53 is rounded. TN_E_USAGE: past
 * the last, or no such dtype. */
TN_API TnStatus tn_tensor_element(const TnTensorInfo *tensor, size_t index, double *out);

/* Host functions: what R.call_packed, R.call_pure_packed and R.call_dps_packed call by name in a
 * run.
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <tenon/embed.h>
 *
 *     static TnStatus twice(void *user, TnHostCall *call) {
 *         TnValue x;
 *         void *y;
 *         (void)user;
 *         if (tn_host_arg(call, 0, &x) != TN_OK || x.kind != TN_TENSOR || strcmp(x.tensor.dtype, "float32") != 0)
 *             return tn_host_fail(call, "argument 0 must be a float32 tensor");
 *         TnStatus status = tn_host_result(call, "float32", x.tensor.ndim, x.tensor.dims, &y);
 *         for (size_t i = 0; !status && i < x.tensor.count; i++)
 *             ((float *)y)[i] = 2 * ((const float *)x.tensor.data)[i];
 *         return status;
 *     }
 *
 *     int main(void) {
 *         const char net[] = "@R.function\n"
 *                            "def main(x: R.Tensor((3,), \"float32\")):\n"
 *                            "    return R.call_pure_packed(\"twice\", x,\n"
 *                            "                              sinfo_args=(R.Tensor((3,), \"float32\"),))\n";
 *         float x[3] = {1, 2, 3};
 *         const TnBuffer in[1] = {{x, {3}}};
 *         TnBuffer out[1] = {{NULL, {0}}};
 *         TnContext *ctx;
 *         TnModule *m = NULL;
 *         TnExecutable *exe = NULL;
 *         TnPrepared *p = NULL;
 *         if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
 *         int ok = tn_host_register(ctx, "twice", twice, NULL, TN_PURE) == TN_OK &&
 *                  tn_module_parse(ctx, "net", net, strlen(net), &m) == TN_OK &&
 *                  tn_module_compile(m, TN_BACKEND_EVAL, NULL, &exe) == TN_OK &&
 *                  tn_executable_prepare(exe, in, &p, NULL) == TN_OK &&
 *                  tn_prepared_run(p, in, out) == TN_OK;
 *         const float *y = out[0].data; // the run found the memory: TnExecutableValue.is_dynamic
 *         if (ok) printf("%g %g %g\n", y[0], y[1], y[2]);
 *         tn_output_free(out[0].data);
 *         tn_prepared_free(p);
 *         tn_executable_free(exe);
 *         tn_module_free(m);
 *         tn_context_free(ctx);
 *         return !ok;
 *     }
 *
 * prints: 2 4 6
 *
 * The same function serves all three operators. In an R.call_dps_packed the caller has allocated
 * the results, and tn_host_result hands these out, after checking that they fit; one that is not
 * asked for stays zeros. In the others a function without results gives the empty tuple, one with
 * several a tuple; what it gives is checked against the type that the call states. vm.builtin.copy,
 * .reshape, .shape_of and .tensor_to_shape are always there. Compiled code calls none of them:
 * modules that do are run by the reference evaluator. */

typedef struct TnHostCall TnHostCall; /* one call; lives until the function returns */

/* Returns TN_OK, what tn_host_fail gave, or another error, which the run then ends with. It must
 * return (no longjmp, no exception), and may call nothing on the context, its modules and runs but
 * the tn_host_* functions on `call`. It runs on the thread that runs the module. */
typedef TnStatus (*TnHostFn)(void *user, TnHostCall *call);

typedef enum TnEffects {
    /* the results depend on the arguments alone, and nothing else happens: a call may be dropped,
     * moved or shared */
    TN_PURE = 0,
    TN_IMPURE = 1, /* only R.call_packed may call it */
} TnEffects;

/* From now on `name` (copied) is that function; an earlier one of the name, built-in ones too, is
 * replaced. `user` must outlive the context's last run. Not during a run. TN_E_USAGE (an argument
 * is NULL), TN_E_MEMORY. */
TN_API TnStatus tn_host_register(TnContext *ctx, const char *name, TnHostFn fn, void *user,
                                 TnEffects effects);

typedef enum TnValueKind {
    TN_TENSOR = 0, /* tensor; its name is NULL */
    TN_TUPLE,      /* n items: tn_host_item */
    TN_SHAPE,      /* n extents at dims */
    TN_INT,        /* i: a prim value of an integer dtype, or a bool */
    TN_FLOAT,      /* f */
    TN_STRING,     /* string: also a dtype's name */
    TN_OTHER,      /* a function */
} TnValueKind;

/* A view: what it points to is borrowed, lives until the function returns, and must not be
 * written. */
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
 * TN_E_USAGE (no such dtype, a negative or too large extent), TN_E_INVALID after a report (it is
 * not what the caller allocated), TN_E_MEMORY, TN_E_LIMIT. */
TN_API TnStatus tn_host_result(TnHostCall *call, const char *dtype, uint32_t ndim,
                               const int64_t *dims, void **data);
/* The next result is a shape. TN_E_INVALID after a report in an R.call_dps_packed, TN_E_USAGE (a
 * negative extent), TN_E_MEMORY. */
TN_API TnStatus tn_host_result_shape(TnHostCall *call, uint32_t n, const int64_t *dims);
/* Reports the message (copied) at the call's place in the text. Always TN_E_INVALID. */
TN_API TnStatus tn_host_fail(TnHostCall *call, const char *message);

#ifdef __cplusplus
}
#endif

#endif
