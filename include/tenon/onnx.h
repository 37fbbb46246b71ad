/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: models in ONNX, beyond reading them. */
#ifndef TENON_ONNX_H
#define TENON_ONNX_H

#include <tenon/module.h>
#include <tenon/run.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* How many nodes an ONNX file holds, those of branches, loops and functions too, as text for people
 * and scripts: a line "N nodes", then "COUNT OPERATOR" a line, the most first. The model need not
 * be supported. out: tn_text_free. */
TN_API TnStatus tn_onnx_nodes(TnContext *ctx, const char *path, TnText *out);

/* The values between the inputs and outputs of an ONNX file: what the nodes of its graph make, but
 * Constants, in the file's order. *out holds the name and the operator of each, with a '\0' behind
 * both. out: tn_text_free. */
TN_API TnStatus tn_onnx_layers(TnContext *ctx, const char *path, TnText *out);
/* The bytes of a copy of an ONNX file whose outputs are these n of its values. out:
 * tn_text_free. */
TN_API TnStatus tn_onnx_with_outputs(TnContext *ctx, const char *path, const char *const *names,
                                     size_t n, TnText *out);

/* A node of the file that a module was read from, which is not written as it was. Strings live
 * until the callback returns. */
typedef struct TnOnnxChange {
    const char *name, *op_type; /* "" where it has no name */
    const char *output;         /* its first output, or "" */
    const char *kind;           /* "rule", "pass", "reader" or "writer" */
    const char *by;             /* the rule's or the pass's name; of the others, what they did */
    /* operators of the nodes that are written in its place, with blanks between */
    const char *becomes;
} TnOnnxChange;

typedef struct TnOnnxWriteOptions {
    size_t size;          /* TN_SIZED(TnOnnxWriteOptions) */
    const char *function; /* NULL: the only public one; TN_E_INVALID where there are several */
    int external_data;    /* weights of 1024 bytes and more go to a file beside the model's */
    /* that file's name, without a folder; NULL: the model's with ".data" behind it */
    const char *data_name;
    /* of the default domain, 9 or more; 0: that of the file that the module was read from, else
     * 17 */
    int opset;
    /* For each node of the file's graph that differs, in the file's order. Which rules and passes
     * changed it is known where tn_module_note_origins was called before these ran. May be NULL; it
     * may use neither the module nor its context. */
    void (*changed)(void *user, const TnOnnxChange *change);
    void *user;
} TnOnnxWriteOptions;

/* Writes a function as an ONNX model; calls of other functions are written in place. A node of the
 * file that the module was read from, which nothing changed, is written as it was, with its name
 * and its initializers; what else there is, after LegalizeOps. Where that has no form in the file's
 * opset, the model gets a later one, and a warning says so; in an opset that was asked for it is
 * TN_E_INVALID. The module stays as it is. TN_E_INVALID, and nothing is written, with all that has
 * no form in ONNX, or where the model is larger than 2 GiB without external data; TN_E_USAGE:
 * data_name is no name of a file. options may be NULL. */
TN_API TnStatus tn_module_write_onnx(TnModule *m, const char *path,
                                     const TnOnnxWriteOptions *options);
/* The way back from tn_module_read_weights: tn_module_bind_params with these n weights, and then
 * the same. bare: the file that was written beside them, or NULL. Where the module is still what
 * that file says, and options ask neither for an opset nor for external data, the model that is
 * written is the one that was read: the same messages, with these weights. */
TN_API TnStatus tn_module_write_weights(TnModule *m, const char *path, const TnInput *weights,
                                        size_t n, const char *bare,
                                        const TnOnnxWriteOptions *options);

typedef struct TnOnnxTestOptions {
    size_t size; /* TN_SIZED(TnOnnxTestOptions) */
    double rtol, atol;
    unsigned level;    /* 0, 1 or 2: the passes of that level run before the model does */
    int rewrite;       /* then it is written as ONNX, and what is read of that runs */
    TnBackend backend; /* what runs it, as it is then */
    int whole;         /* as TnReadOptions.whole */
} TnOnnxTestOptions;

typedef enum TnOnnxOutcome { TN_ONNX_PASSED = 0, TN_ONNX_FAILED, TN_ONNX_SKIPPED } TnOnnxOutcome;

typedef struct TnOnnxTest {
    /* SKIPPED: the model needs what Tenon lacks, or draws random numbers, of which only types and
     * shapes are right; the diagnostics say what, or what failed */
    TnOnnxOutcome outcome;
    int is_read;  /* the model became a module */
    size_t bound; /* inputs that had to be constants when the model was read */
} TnOnnxTest;

/* One test of ONNX's backend suite: `folder`/model.onnx on the inputs of
 * `folder`/test_data_set_<set>, held against the outputs there. An element differs when |a - b| >
 * atol + rtol * |b|; dtypes and shapes must be the same. options NULL: rtol 1e-3, atol 1e-7, level
 * 0. The status is that of the last attempt to read or run the model. */
TN_API TnStatus tn_onnx_test(TnContext *ctx, const char *folder, size_t set,
                             const TnOnnxTestOptions *options, TnOnnxTest *out);

#ifdef __cplusplus
}
#endif

#endif
