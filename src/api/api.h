/* SPDX-License-Identifier: Apache-2.0 */
/* What the files behind the public interface share: the two handles, and the boundary that every
 * call which can fail goes through:
 *
 *     if (!m) return TN_E_USAGE;
 *     TnContext *self = m->context;
 *     Boundary b;
 *     CTX_ENTER(&self->ctx, &b) {
 *         api_begin(self);
 *         ... work that may throw ...
 *     }
 *     return api_leave(self, &b, TN_OK);
 *
 * What outlives the call is made last and published when nothing can throw any more. */
#ifndef TENON_API_API_H
#define TENON_API_API_H

#include <tenon/tenon.h>

#include "base/diag.h"
#include "base/files.h"
#include "eval/chain.h"
#include "eval/host.h"
#include "ir/ir.h"
#include "onnx/onnx.h"
#include "passes/passes.h"
#include "rewrite/rule.h"
#include "tensor/file.h"

struct TnContext {
    Ctx ctx;
    Arena arena; /* of the table and of what else lives as long */
    OpTable ops; /* the built-in ones */
    /* on top of them: the host program's, and texts of definitions. What modules are made with */
    OpTable added;
    const char *const **fallbacks; /* by operator: its parameters' defaults, NULL until asked for */
    const unsigned *levels;        /* by operator; NULL until asked for */
    Hosts hosts;
    atomic_bool cancel;
    atomic_int_least32_t cancel_runs; /* the same, as compiled programs read it */
    size_t handles;                   /* modules and texts that are out */
    bool closed;                      /* freed by its owner; the last handle ends it */
};

struct TnModule {
    TnContext *context;
    IrModule *ir;
    unsigned holds; /* the properties it is known to have */
    Map met;        /* ccl_note_meeting's */
};

/* Inside the boundary: drops the last call's diagnostics, and throws when tn_cancel was called. */
void api_begin(TnContext *self);
/* After it: what was thrown, else `status`, else what the diagnostics say. */
TnStatus api_leave(TnContext *self, Boundary *b, TnStatus status);
/* The same for a call on a module, whose scratch memory a throw may have left behind. */
TnStatus api_leave_module(TnModule *m, Boundary *b, TnStatus status);
/* A call whose arguments are out of their contract: drops the diagnostics. Always TN_E_USAGE. */
TnStatus api_usage(TnContext *self);
/* A module or text was freed. */
void api_release(TnContext *self);

/* A text of its own; *out is complete when this returns. Throws. */
void api_text(TnContext *self, Str s, TnText *out);

/* A file's bytes, released by a throw or api_input_close. */
typedef struct {
    Cleanup cleanup;
    TnContext *context;
    const char *path, *data;
    size_t size;
    /* the bytes are those of a file that tensors may go on borrowing from; else NULL */
    SharedFile *shared;
} ApiInput;

/* TN_OK, or what the call returns after a report. */
TnStatus api_input_open(ApiInput *self, TnContext *context, const char *path);
/* The same for what holds weights: shared where the context's hooks can. */
TnStatus api_input_share(ApiInput *self, TnContext *context, const char *path);
/* TN_OK, or TN_E_IO after a report: a shared file was changed while it was read. */
TnStatus api_input_close(ApiInput *self);
TnStatus api_output(TnContext *self, const char *path, Str text);
TnStatus api_output_pieces(TnContext *self, const char *path, const Str *pieces, size_t n);
/* Ends a set of files of a call: their names where the status is TN_OK. Returns that, or TN_E_IO
 * after a report. */
TnStatus api_outputs_end(TnContext *self, FilesPart *part, TnStatus status);
/* False after a report: what is to be written would take the place of something that is needed.
 * data: of external data; NULL: there is none. The data that the module was read with may be
 * replaced where its model is. */
bool api_check_places(TnModule *m, const char *path, const char *data);

typedef enum { FORMAT_UNKNOWN, FORMAT_TEXT, FORMAT_ONNX, FORMAT_STABLEHLO } ApiFormat;

/* The module is to be run, compiled or differentiated: false after a report of each node whose
 * meaning is not known. */
bool api_is_known(TnModule *m);
/* What TnPassOptions say to leave out, until api_skips_end, and of folding, for good. False after a
 * report. */
bool api_skips_begin(IrModule *m, const TnPassOptions *options);
void api_skips_end(IrModule *m);

/* Who takes the weights of an ONNX model that is read, which become parameters. */
typedef struct ApiWeights {
    /* as OnnxOptions.weight, with `self` as user */
    void (*weight)(void *self, const char *param, const Tensor *value);
    /* when all is well, the bytes, which are released when the call ends; may be NULL */
    void (*file)(struct ApiWeights *self, Str bytes);
    /* as OnnxOptions.bare, with `self` as user; may be NULL */
    void (*bare)(void *self, const Str *pieces, size_t n);
    TnStatus status; /* what `weight` may set: the call's */
} ApiWeights;

/* What tn_module_read_with does. weights NULL: they are constants. Where it fails, *out may be set
 * all the same, if `weights` says so. */
TnStatus api_read_file(TnContext *ctx, const char *path, const TnReadOptions *how,
                       ApiWeights *weights, TnModule **out);
/* What tn_module_write does, within a call: TN_OK with diagnostics where they say more. */
TnStatus api_write_module(TnModule *m, const char *path);

/* As OnnxOptions.weight: the value is not needed. */
void api_leave_weight(void *user, const char *name, const Tensor *value);

/* What OnnxOptions.constant asks; of: an EvalChain. */
Tensor *api_constant(void *of, IrModule *m, const IrVar *v);

/* By the path's ending. UNKNOWN after a report, which `id` (DIAG_READ or DIAG_WRITE) begins. */
ApiFormat api_format(TnContext *self, const char *path, DiagId id);
/* What messages call a path. */
const char *api_path_name(const char *path);

/* Hands what a run of rules tells on to the caller's `rule`. */
typedef struct {
    Ctx *ctx;
    const TnPassOptions *options;
} ApiRuleListener;

void api_rule_stats(void *user, const RuleStats *stats, const RuleGroup *groups, size_t n_groups);

/* Elements and bytes of a value of type t. */
typedef struct {
    size_t elements, bytes; /* of its parts of constant size; saturate */
    bool known;             /* there are no others */
} ApiSize;

/* Sizes of types, tuples remembered: they share their fields. */
typedef struct {
    Arena *arena;
    Map tuples;
} ApiSizes;

void api_sizes_init(ApiSizes *self, Arena *arena);
ApiSize api_size(ApiSizes *self, const IrType *t);

/* Sets *segments, a value of the pass `gradient`, to the fewest with which its function's plan
 * after -O2 takes at most `limit` bytes, and *planned to what it takes. False after a report. */
bool api_fit_memory(TnModule *m, const Pass *gradient, int64_t *segments, size_t limit,
                    size_t *planned);

/* Sets peak_bytes and dynamic_values of a function that has a body. */
void api_peak(IrFunction *fn, ApiSizes *sizes, TnFunctionInfo *out);

/* The function of this name, which has a body; NULL: the only public one, else "main". NULL after a
 * report. */
IrFunction *api_function(TnModule *m, const char *name);
/* The tensor that an input says, one reference; its file is read with the dtype that is wanted in
 * view, and where `in_parts` is set it may borrow the elements from there (npy_map_file), for who
 * takes a part and lets it go. TN_OK, TN_E_USAGE when it says no tensor, or what reading the file
 * gave. */
TnStatus api_input_tensor(Ctx *ctx, const TnInput *input, DType want, bool in_parts, Tensor **out);
/* The tensor that a text says, of the dtype that is wanted, else of the text's own (bool, int64 or
 * float32): one reference. NULL after a report about the input `name`. */
Tensor *api_literal(Ctx *ctx, const char *name, Str text, DType want);

/* A function (found by `name`, as in api_function) as ONNX files, whose bytes borrow from the arena
 * and from the copy of the module that is made legal, *own, which the caller frees; how->data_name:
 * of the file for weights, or NULL. False after reports. */
bool api_onnx_files(TnModule *m, const TnOnnxWriteOptions *how, Arena *arena, OnnxFiles *out,
                    IrModule **own);
/* The module as StableHLO's text, in the arena. False after reports of all that has no form. */
bool api_stablehlo_text(IrModule *of, Arena *arena, bool pretty, Str *out);
/* What tn_module_write_stablehlo and tn_module_write_onnx do, within a call. */
TnStatus api_write_stablehlo(TnModule *m, const char *path, bool pretty);
TnStatus api_write_onnx(TnModule *m, const char *path, const TnOnnxWriteOptions *options);

/* Every report of the call, and there are some, says that Tenon lacks something. */
bool api_only_lacks(const Ctx *ctx);
/* Adds a text of definitions to those that every module gets; false after a report. */
bool api_add_source(TnContext *self, const char *name, Str text);

/* An operator, and one of its parameters, as the caller sees them; a default's text goes to
 * `arena`. */
TnOpInfo api_op_info(const OpDef *op);
TnOpParam api_op_param(const OpParam *param, Arena *arena);

/* What a backend made of a function: its inputs given, its memory in place. In the arena of its
 * run, and as a first member of what the backend keeps. */
enum { API_STAGES = 8 };
typedef struct ApiProgram ApiProgram;
struct ApiProgram {
    /* Executes on the same inputs, into the same outputs, and sets run_ms. False after a report. */
    bool (*call)(ApiProgram *self);
    /* Other inputs, flattened, from now on: memory is found for their extents, and the outputs,
     * which are not there until the next call, are others. False after a report. */
    bool (*renew)(ApiProgram *self, const Tensor *const *inputs);
    /* The program outlives the call of the library that it was made in. */
    void (*keep)(ApiProgram *self);
    void (*close)(ApiProgram *self);
    /* the result: tensors, flattened; in the run's list. There after the first call */
    Value **outputs;
    size_t n_outputs;
    double run_ms; /* of the last call */
    TnStage stages[API_STAGES];
    size_t n_stages;
    size_t constant_bytes, arena_bytes;
    /* One more call, whose arena is filled beforehand: *bytes is where the last byte lies that it
     * wrote. NULL: there is no arena. */
    bool (*touch)(ApiProgram *self, size_t *bytes);
    /* What places took in all calls so far; NULL: nothing is noted. */
    size_t (*costs)(ApiProgram *self, Arena *arena, TnOpCost **out);
    /* False: there are no more. NULL: none are kept. */
    bool (*event)(const ApiProgram *self, size_t index, TnKernelEvent *out);
};

/* What a program is made of. */
typedef struct {
    IrFunction *fn;
    /* the arguments, flattened, a shape or a number as a tensor; they stay */
    const Tensor *const *inputs;
    Arena *arena;    /* of the run */
    ValueList *list; /* owns the outputs */
    /* what the inputs say of symbols, for a program that is made for these */
    const TnDim *dims;
    size_t n_dims;
} ApiProgramSource;

/* Compiled by run->backend. NULL after a report, with *status. */
ApiProgram *api_program(TnModule *m, const ApiProgramSource *source, const TnRunOptions *run,
                        TnStatus *status);

static inline size_t api_add(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

/* A target by its name, its triple or from its file. TN_OK with diagnostics: the caller looks at
 * them. */
TnStatus api_target(TnContext *self, const char *name, Target *out);

#endif
