/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: what a module holds, as text, in files, and compared. */
#ifndef TENON_MODULE_H
#define TENON_MODULE_H

#include <tenon/embed.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* Sets of files: what calls on the context write from tn_files_begin on (standard output apart) is
 * whole and on disk before any of it gets its name, in tn_files_commit. The file that was written
 * last is the head of the set: it is away while the others get their names, and comes last. So a
 * program that is ended at any moment, even by SIGKILL, leaves the old set, the new one, or files
 * without the head, never a head with files of another set; the old head is then beside its place,
 * as NAME.xxxxxx. tn_module_write_onnx makes such a set of a model and its external data by itself.
 * With hooks the files are written by them in tn_files_commit: the head is emptied before, and
 * written again when nothing else was changed. */

/* TN_E_USAGE: there is one already. TN_E_MEMORY. */
TN_API TnStatus tn_files_begin(TnContext *ctx);
/* TN_E_IO with a diagnostic: no file was changed. The set is closed in any case. */
TN_API TnStatus tn_files_commit(TnContext *ctx);
/* Closes a set; no file was changed. Without one: nothing. */
TN_API void tn_files_abandon(TnContext *ctx);
/* A file of these bytes, as the other calls write theirs. TN_E_IO with a diagnostic. */
TN_API TnStatus tn_file_write(TnContext *ctx, const char *path, const char *data, size_t size);

/* Reading in steps, and what is apart from the usual */

/* The same in two steps, for whoever times them: types are inferred, nothing is verified;
 * tn_module_verify does the rest. */
TN_API TnStatus tn_module_parse_unverified(TnContext *ctx, const char *name, const char *text,
                                           size_t len, TnModule **out);
TN_API TnStatus tn_module_read_unverified(TnContext *ctx, const char *path, TnModule **out);
/* An ONNX model whose weights are parameters: the initializers and Constants of floats (of rank 1
 * or more, a Constant of two elements or more) stand behind the inputs of `main`, with their names
 * made fit, and `main` has the attribute num_input. Their values are written to `dir`, which
 * exists, as in_NAME.npy: as inputs of a run, and what else the file says (nodes, names, texts) as
 * the file TN_BARE_MODEL, for tn_module_write_weights. Other formats as tn_module_read. */
#define TN_BARE_MODEL "model.bare"
TN_API TnStatus tn_module_read_weights(TnContext *ctx, const char *path, const char *dir,
                                       TnModule **out);

/* What a module holds */

typedef struct TnFunctionInfo {
    const char *name;    /* lives as the module */
    const char *type;    /* "(x: ..., y: ...) -> ...", or "T.prim_func"; lives until the next call.
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
/* From now on the module knows which of the calls that stand in it now others are made from: for
 * TnOpCost.sources, where passes run before tn_run. */
TN_API TnStatus tn_module_note_origins(TnModule *m);
/* Operations on floats (a multiplication and an addition are two) in one call of the function
 * (NULL: the only public one, else "main"), counted in the loops that its calls mean. A symbolic
 * extent counts as 64, both branches of an `if` count, and of a while loop one iteration. The
 * module is not changed. */
TN_API TnStatus tn_module_float_operations(TnModule *m, const char *function, double *out);
/* About how many milliseconds the reference evaluator takes for one call of the function, by what
 * its loops have to do, counted in the same way; symbolic dims that `dims` names have these values.
 * TN_E_INVALID: a dim is not known, or the function cannot be made loops. */
TN_API TnStatus tn_module_evaluation_ms(TnModule *m, const char *function, const TnDim *dims,
                                        size_t n_dims, double *out);
/* The index-th symbolic dim of the function's parameters (function NULL: the only public one, else
 * "main"), by the name that it has in the ONNX file, if that is another; lives as the module. NULL:
 * no more. */
TN_API const char *tn_module_dim_name(TnModule *m, const char *function, size_t index);
/* Which of them the name means, the file's or the module's own; SIZE_MAX: none. */
TN_API size_t tn_module_dim_index(TnModule *m, const char *function, const char *name);
/* Whether the function (NULL: any) has a symbolic dim that the caller may call so: by its name in
 * the module or in the ONNX file. */
TN_API int tn_module_has_dim(const TnModule *m, const char *function, const char *name);
/* Whether a tensor in one of the functions, also as an element of a tuple, is of that element type
 * ("float16"); 0 where the name is none. */
TN_API int tn_module_has_dtype(const TnModule *m, const char *dtype);
TN_API size_t tn_module_constant_count(const TnModule *m);
TN_API size_t tn_module_constant_bytes(const TnModule *m);

/* Shrinks a module: *out is the smallest text found for which `keep` is not 0 (each text parses and
 * verifies, and ends with a NUL). It is asked about the module's own text first; TN_E_DIFFER: it is
 * 0 there. `m` is not changed. `keep` may use neither the module nor its context. */
TN_API TnStatus tn_module_reduce(TnModule *m, int (*keep)(void *user, const char *text, size_t len),
                                 void *user, TnText *out);

/* The one of n names (NULL among them is passed over) that `name` may have been meant to be: one
 * edit away, or three of a long name. NULL: none is so near. For messages. */
TN_API const char *tn_name_nearest(const char *name, const char *const *names, size_t n);

/* --- Targets: what code is made for (docs/targets.md) --- */

/* What passes and compilation choose for from now on: a name of the table, a triple such as
 * x86_64-linux-gnu, or a file that says more. NULL: passes choose for x86-64-v4 on every machine,
 * native compilation for the machine that it runs on. TN_E_INVALID with diagnostics, TN_E_IO: as it
 * was. */
TN_API TnStatus tn_module_set_target(TnModule *m, const char *target);
/* The index-th name of the table; NULL: no more. */
TN_API const char *tn_target_name(size_t index);

/* Something that a target says. The strings live until the next call with this context. */
typedef struct TnTargetField {
    const char *name, *doc;
    const char *value; /* as a file has it */
    int is_text;
    double number; /* of what is no text */
} TnTargetField;

/* The index-th of them, of a target as above; "host": of this machine, from the table. TN_E_USAGE
 * past the last one. */
TN_API TnStatus tn_target_field(TnContext *ctx, const char *target, size_t index,
                                TnTargetField *out);

#ifdef __cplusplus
}
#endif

#endif
