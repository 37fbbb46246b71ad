/* SPDX-License-Identifier: Apache-2.0 */
/* What bindings came from: which rules and passes made them, and of which bindings of the source.
 *
 * A binding's origin is a chain, the newest first. Its end, where somebody asked for that
 * (ir_origins_note), is a binding that stood in the module then. Where several bindings became one,
 * the chain follows one of them, and `also` lists the others; this is kept only after
 * ir_origins_note, so without it a chain is all there is. */
#ifndef TENON_IR_ORIGIN_H
#define TENON_IR_ORIGIN_H

#include "ir/ir.h"

typedef enum {
    IR_ORIGIN_MADE,     /* .by: a rule or a pass */
    IR_ORIGIN_EXPANDED, /* .by: the operator whose call it was a part of */
    IR_ORIGIN_SOURCE,   /* .by: an operator, or what kind of binding it was; .name: its variable */
    IR_ORIGIN_NODE,     /* of an ONNX file: .by its operator, .name its name */
} IrOriginKind;

typedef struct IrOriginList IrOriginList;
struct IrOriginList {
    const IrOrigin *origin;
    const IrOriginList *next;
};

/* What made a binding. */
struct IrOrigin {
    IrOriginKind kind;
    uint32_t order;        /* of a SOURCE among those of the module */
    const char *by, *name; /* of the module */
    const IrOrigin *from;  /* NULL: the first that is known */
    const IrOriginList *also;
};

/* `by` made something of what has the origin `from`. The string is kept. */
const IrOrigin *ir_origin_new(IrModule *m, IrOriginKind kind, const char *by, const IrOrigin *from);
/* The same of several bindings: the chain follows `from`, `others` are noted if the module notes
 * such things. NULL ones and `from` itself are left out. */
const IrOrigin *ir_origin_of_many(IrModule *m, const char *by, const IrOrigin *from,
                                  const IrOrigin *const *others, size_t n);
/* The end of a chain that is too long: what is known of the source. NULL: nothing. */
const IrOrigin *ir_origin_source(const IrOrigin *origin);
/* The name of the node of an ONNX file that it came from, for messages; NULL: none is near. */
const char *ir_origin_node(const IrOrigin *origin);

/* From now on the module knows which of its present bindings others came from. A binding that does
 * already is left as it is; and it is noted what becomes of those that were read from a file.
 * Linear. */
void ir_origins_note(IrModule *m);

/* What became of a binding of the source first: it was replaced or removed by whoever was at
 * work. */
typedef struct {
    const IrOrigin *of;
    const char *kind, *by; /* "rule", "ConcatNested" */
    uint32_t order;        /* among the module's changes */
} IrChange;

/* The binding is about to be replaced or removed. Nothing where the module notes no origins. */
void ir_change_note(IrModule *m, const IrBinding *b);
/* Of the binding that had this origin when the module was read; NULL: none is known. */
const IrChange *ir_change_find(const IrModule *m, const IrOrigin *of);

/* A binding of the source. */
typedef struct {
    const char *op, *name;
    const char *node_op, *node; /* NULL: of no ONNX file */
    uint32_t order;
} IrSource;

enum { IR_SOURCES_MAX = 16, IR_MAKERS_MAX = 16 };

/* What stands behind an origin, each once: bindings in the order that they had, and what made it,
 * the last first. */
typedef struct {
    IrSource sources[IR_SOURCES_MAX];
    const char *makers[IR_MAKERS_MAX]; /* rules and passes */
    size_t n_sources, n_makers;
    size_t n_more; /* sources beyond these */
} IrHistory;

/* A bounded walk: of very long histories a part is told. */
void ir_history(const IrOrigin *origin, IrHistory *out);

#endif
