/* SPDX-License-Identifier: Apache-2.0 */
/* Which nodes of the file are written as they were, and which bindings need not be written for
 * that.
 *
 * Forward over a function: each binding that is an output of a record is held against the template;
 * what matches is an instance of the record, with a value for each input. Backward: a binding is
 * needed that a result, a binding that is written itself, or an instance takes. Linear. */
#ifndef TENON_ONNX_KEEP_PLAN_H
#define TENON_ONNX_KEEP_PLAN_H

#include "onnx/keep.h"

/* A node that is to be written as it was. */
typedef struct {
    const OnnxRecord *record;
    const IrVar **vars;    /* of each binding of the template; NULL: not met */
    IrOperand *inputs;     /* of each input; NONE: no binding takes it */
    const IrVar **roots;   /* of each output; NULL: the module has none */
    const IrBody **bodies; /* of the template, by their ids */
    const IrBody *body;    /* of the first root */
    uint32_t seq;          /* of the first root */
    uint32_t n_roots;
    bool is_needed;
    bool renames;       /* what its graphs define cannot have the names of the file */
    const char **names; /* of the outputs, once they are taken */
    bool is_named;      /* these are used already */
} OnnxInstance;

typedef struct {
    const IrFunction *fn;
    uint32_t n_vars;
    OnnxInstance **of; /* by the variable: what it is an output of; NULL: nothing that is kept */
    uint32_t *output;  /* which one */
    uint32_t *seq;     /* the order of the walk */
    bool *is_needed;
    bool *is_whole; /* an IF that is part of an instance: its branches are not written */
    VEC(OnnxInstance *) instances; /* that are needed, in order */
    VEC(OnnxSource *) wanted;      /* those that a name of the file is demanded of */
} OnnxPlan;

typedef enum { ONNX_ASK, ONNX_YES, ONNX_NO } OnnxAnswer;

/* A value of the file in a function. */
typedef struct {
    const OnnxPlan *plan; /* the rest is of another function otherwise */
    const IrVar *var;     /* NULL: none */
    OnnxAnswer ghost;     /* can its node be written again, for its extents alone? */
} OnnxFound;

typedef struct {
    IrModule *m;
    const OnnxKept *kept;
    Arena *arena;
    int64_t opset;                /* of the default domain, that is written */
    const IrFunction *fn;         /* at hand */
    const IrFunction *symbols_of; /* whose symbols `symbols` are; NULL: all are as they were */
    VEC(const IrDim *) symbols;
    const IrVar *
        *params; /* the function's, by the place in kept->params; NULL: it has none of that name */
    Map types;   /* Renamed */
    Map inner;   /* InnerSymbol: of nested functions that are matched */
    bool has_inner;
    OnnxInstance **latest; /* by the record: the newest, or the one that is free */
    OnnxFound *found;      /* by the source */
    bool *is_wanted;       /* by the source: written by its own name */
    Map plans;             /* OnnxPlan, by the function */
    VEC(OnnxSource *) demands;
} OnnxPlanner;

void onnx_planner_init(OnnxPlanner *self, IrModule *m, Arena *arena, int64_t opset);
/* Of fn, made when it is asked for. */
OnnxPlan *onnx_plan(OnnxPlanner *self, const IrFunction *fn);
/* Of the variable; NULL: it is no output of a node that is kept. */
static inline OnnxInstance *onnx_plan_of(const OnnxPlan *self, const IrVar *v) {
    return v->id < self->n_vars ? self->of[v->id] : NULL;
}
static inline bool onnx_plan_needs(const OnnxPlan *self, const IrVar *v) {
    return v->id >= self->n_vars || self->is_needed[v->id];
}

/* The input whose value input k has: itself, or an earlier one that is the same value and that a
 * binding takes. */
uint32_t onnx_input_as(const OnnxInstance *self, uint32_t k);

/* Matching (keep_match.c) */
/* The type over the symbols of the function at hand. */
const IrType *onnx_renamed(OnnxPlanner *self, const IrType *t);
/* The constant that the file's sources know, of one of the module; NULL: they know none. */
const IrConst *onnx_const_was(const OnnxPlanner *self, const IrConst *c);
void onnx_rename_enter(OnnxPlanner *self, const IrFunction *fn);
/* v is output `output` of the record: noted in an instance, which is returned; NULL: it is not. */
OnnxInstance *onnx_match(OnnxPlanner *self, const OnnxPlan *plan, IrVar *v,
                         const OnnxOrigin *origin);
/* The extents that the source is are these. */
bool onnx_is_constant(const OnnxSource *s);
bool onnx_known_constant(OnnxPlanner *self, const OnnxSource *s);
OnnxFound *onnx_found(OnnxPlanner *self, const OnnxPlan *plan, const OnnxSource *s);
/* The node may stand in a file of the opset that is written. */
bool onnx_opset_keeps(const OnnxPlanner *self, const OnnxRecord *r);
/* Whether a node of the default domain with these attributes (OnnxAttr), which was of opset `was`,
 * says the same in opset `now`. */
bool onnx_form_stays(const char *op_type, const OnnxList *attrs, int64_t was, int64_t now);

#endif
