/* SPDX-License-Identifier: Apache-2.0 */
/* What a module keeps of the ONNX file that it was read from, so that the writer can leave alone
 * what nobody changed.
 *
 * A node is written as it was read iff importing it again would give what stands in the module now.
 * So the reader keeps a record of each node: the node, the bindings that its map built (a
 * template), and what each input and output was. Each of these bindings has an origin of its own
 * that leads to the record, which clones and moves leave; what a rule or a pass makes has another
 * one. The writer holds the template against the module: operators and attributes must be the same
 * pointers, types and extents the same over the symbols as they are now, and where the template has
 * an input, there may be any value of the input's type.
 *
 *     Clip(x, lo, hi)          lv = R.clip(in0, 0, 6)       template: 1 binding, output 0 is
 *                                                           binding 0
 *     y' = R.clip(x', 0, 6)    origin: (record, binding 0)  is written as Clip(x', lo, hi)
 *
 * An input that no binding takes (lo, hi) keeps its name. Where it was a list of extents, the nodes
 * that compute it are written as they were too, from values whose extents are the same. */
#ifndef TENON_ONNX_KEEP_H
#define TENON_ONNX_KEEP_H

#include "ir/origin.h"
#include "onnx/import.h"

/* The origin of a binding that a node's map built. Where the node stands in a function of the
 * model, the binding is part of the call's record too. */
typedef struct OnnxOrigin OnnxOrigin;
struct OnnxOrigin {
    IrOrigin base;
    const OnnxRecord *record;
    uint32_t binding;        /* ONNX_NO_BINDING: not in the template */
    uint32_t output;         /* that it is; ONNX_NO_BINDING: none */
    const OnnxOrigin *outer; /* as part of the call; NULL: of none that has a template */
};

/* A value of the file. */
struct OnnxSource {
    Str name;
    const OnnxRecord *record; /* of the node that makes it; NULL: none */
    uint32_t index;           /* which of its outputs */
    uint32_t id;              /* dense in the module */
    const OnnxTensor *proto;  /* an initializer's */
    bool is_nested;           /* that of a graph within a node */
    IrConst *constant; /* of what is constant; NULL where nobody needed it, and the proto says it */
    const IrType *type;     /* of what has an operand; or NULL */
    const OnnxKnown *known; /* NULL: no list of extents */
};

typedef enum {
    ONNX_T_AS_IS, /* .as, compared */
    ONNX_T_INNER, /* the variable of binding .at */
    ONNX_T_INPUT, /* the value of input .at */
    ONNX_T_DIMS,  /* a tensor of the extents that input .at is */
    ONNX_T_PARAM, /* parameter .at of the function whose body is .body */
} OnnxTemplateKind;

typedef struct {
    OnnxTemplateKind kind;
    uint32_t at, body;
    const IrOperand *as;
} OnnxTemplateOperand;

/* A branch, or the body of a nested function. */
typedef struct {
    uint32_t id; /* from 1 on, in the record */
    const IrType **params;
    OnnxTemplateOperand *result;
    uint32_t n_params, n_result;
    VEC(uint32_t) effects; /* bindings of it that stand whether or not they are used, in order */
} OnnxTemplateBody;

/* A binding as the map built it. */
typedef struct {
    IrBindKind kind; /* all but INVOKE */
    uint32_t index;
    const OpDef *op;
    const IrAttr *attrs;
    union {
        const IrType *const *types; /* n_types, of a CALL */
        const IrType *cast;         /* of a MATCH_CAST */
        OnnxTemplateBody *bodies;   /* two of an IF, one of a FUNCTION */
    };
    uint32_t n_types, n;
    uint32_t body;                 /* that it stands in; 0: the node's own */
    OnnxTemplateOperand *operands; /* n, in prefix order */
} OnnxTemplate;

enum { ONNX_NO_BINDING = UINT32_MAX };

struct OnnxRecord {
    const OnnxNode *node;
    uint32_t id;            /* dense in the module, in the order of the import */
    int64_t opset;          /* of the node's domain, where it stands */
    const OnnxList *opsets; /* OnnxOpset: there */
    OnnxSource **in, **out; /* NULL: left out */
    uint32_t n_given;       /* inputs of the node; behind them stand what its graphs use, */
    const Str *captured;    /* by these names */
    uint32_t n_in, n_out;
    bool is_nested;           /* in a graph within a node */
    bool keeps_graphs;        /* they can be written as they are */
    const OnnxRecord *around; /* the node whose graph or function it is imported for; NULL: none */
    const OnnxFunction *function; /* of the model, that it calls; NULL: it is an operator */
    bool has_template;            /* false: never written as it was */
    OnnxTemplate *bindings;       /* behind the n_own of the node: those in their bodies */
    uint32_t n, n_own, n_bodies;
    const OnnxOrigin *origins; /* n_origins, of what its map built */
    uint32_t n_origins;
    uint32_t *output; /* of each output: its binding, or ONNX_NO_BINDING */
    uint32_t *same;   /* of each output: the input whose value it is, or ONNX_NO_BINDING */
    bool has_effect;  /* there are outputs that are more than their bindings (sequences) */
};

/* A parameter of main as it was read. */
typedef struct {
    const char *name;
    const IrType *type;       /* whose symbols the types of records are over */
    const OnnxSource *source; /* NULL: no input that a node took */
} OnnxParam;

/* Of a module: IrModule.kept. */
typedef struct OnnxKept OnnxKept;
struct OnnxKept {
    const OnnxModel *model;
    uint32_t n_sources, n_records;
    Map constants;                   /* OnnxSource, by the IrConst */
    VEC(OnnxParam) params;           /* main's */
    VEC(const OnnxRecord *) records; /* by id */
};

/* Reading (keep_record.c) */
/* The bytes for as long as the module lives. */
Str onnx_record_file(OnnxImport *im, Str bytes);
/* The source of a value that an input names; made where there is none yet. */
OnnxSource *onnx_source(OnnxImport *im, OnnxScope *scope, OnnxValue *v);
/* The origin of what the node's map builds. */
const IrOrigin *onnx_record_begin(O *o, const char *by, const char *name);
/* The map is done; what it built stands behind `before` (NULL: from the first on). */
void onnx_record_end(O *o, const IrBinding *before);
/* The map failed: what it built is of no record. */
void onnx_record_drop(O *o, const IrBinding *before);
/* main is built. */
void onnx_record_main(OnnxImport *im, OnnxScope *scope, const IrFunction *fn);

/* What a node's template is made of (keep_template.c). */
typedef struct {
    O *o;
    const Map *inputs; /* OnnxTemplateInput */
    Map within;        /* variables of bodies */
    VEC(OnnxTemplate) list;
    uint32_t n_bodies, body; /* body: under way */
} OnnxRecorder;
void onnx_template_inputs(O *o, Map *inputs);
/* Binding `at` of the list. False: it cannot be told whether it has changed. */
bool onnx_template_add(OnnxRecorder *self, const IrBinding *b, uint32_t at);
/* The value of input i of the record; NULL: left out. */
OnnxValue *onnx_template_value(const O *o, uint32_t i);
/* The binding as a part of the record; NULL: it is none. */
OnnxOrigin *onnx_origin_in(const IrBinding *def, const OnnxRecord *r);
/* Whether it stands, used or not. */
bool onnx_template_stands(const IrBinding *b);
/* The node's graphs can be written as they are. */
bool onnx_graphs_stay(const O *o);

/* The origin of a binding that a map built, as it was: of the innermost node. NULL: it is none, or
 * was changed. */
const OnnxOrigin *onnx_origin_of(const IrBinding *b);

#endif
