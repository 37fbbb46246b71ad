/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of AssignLayout share: layouts of values, how they go through calls, and the plan
 * of a function.
 *
 * A layout is a permutation: dim j of the tensor that is stored is dim at[j] of the value that the
 * program speaks of. Plain (n is 0) is the identity. A tuple's layout is that of its tensors of
 * rank n; others in it are plain. */
#ifndef TENON_PASSES_ASSIGN_LAYOUT_H
#define TENON_PASSES_ASSIGN_LAYOUT_H

#include "base/map.h"
#include "ir/clone.h"
#include "rewrite/cost.h"

/* Choices of the option `layout`; NULL ends them. */
extern const char *const assign_layouts[];

enum { LAYOUT_RANK_MAX = 8 };

typedef struct {
    uint8_t n;
    uint8_t at[LAYOUT_RANK_MAX];
} Layout;

extern const Layout layout_plain;

bool layout_equal(const Layout *a, const Layout *b);
/* axes of the permute_dims that makes `to` of `from`, for rank n. */
void layout_axes(const Layout *from, const Layout *to, uint32_t n, int64_t *axes);
/* Do the dims of a value of type t that are not 1 keep their order, so that nothing moves? */
bool layout_only_reshapes(const IrType *t, const Layout *from, const Layout *to);

/* Which operands have the layout, and may the others have fewer dims? */
typedef enum {
    LAYOUT_FIRST,     /* operand 0 */
    LAYOUT_ALL,       /* all tensors, each of the result's rank */
    LAYOUT_BROADCAST, /* all tensors, broadcast to the result */
} LayoutCarries;

typedef struct LayoutCall LayoutCall;

/* How an operator takes a layout: a row for each in assign_layout_table.c. */
typedef struct {
    const OpDef *op;
    LayoutCarries carries;
    /* The call on operands in self->in: sets self->out, and changes self->attrs and self->operands.
     * False: it cannot be said in that layout. */
    bool (*through)(LayoutCall *self);
    const char *
        /* the attribute with an axis, with axes, or with the letters of a layout; NULL: there is
         * none */
        attr;
    const char *attr2; /* out_layout, where there is one */
    bool same_layout;  /* the result has the operands' layout, whatever that is */
    bool ordered;      /* the order of the axes counts */
    bool conv;         /* it asks for channels-last */
} LayoutRow;

struct LayoutCall {
    IrModule *m;
    const IrBinding *b;
    const LayoutRow *row;
    Layout in, out;
    Layout
        /* set where `in` does not go through: the operand's layout nearest to it that does; or
         * plain */
        wish;
    const OpDef *
        /* what to build: b's, as a rule; NULL: nothing, the result is the operand as it is
         * stored */
        op;
    IrAttr *attrs;       /* a copy in the module's scratch */
    IrOperand *operands; /* the same; extents and axes in them are put in order */
    uint32_t n;
};

typedef struct {
    Map rows; /* by operator */
} LayoutTable;

void layout_table_init(LayoutTable *self, Arena *arena);
/* NULL: its operands must be plain. */
const LayoutRow *layout_row(const LayoutTable *self, const OpDef *op);
/* How a call takes operands in layout `in`. False: it cannot. */
bool layout_through(LayoutCall *self, IrModule *m, const IrBinding *b, const LayoutRow *row,
                    Layout in);

/* The operands' layout that gives the result the wanted one; plain: there is none, or it is not
 * known. */
Layout layout_before(IrModule *m, const IrBinding *b, const LayoutRow *row, Layout wanted);

/* The layouts that a convolution asks for: channels-last data, and kernels with O last. A weight's
 * gradient has two tensors of data, and a plain result. False: its layout is channels-last already,
 * or too little is known. */
bool layout_of_conv(const IrBinding *b, Layout *first, Layout *second, Layout *out);

/* A value in a further layout. */
typedef struct LayoutForm LayoutForm;
struct LayoutForm {
    LayoutForm *next;
    Layout layout;
    bool early;     /* made where the value is defined, as branches or results use it */
    bool moves;     /* elements, in a run: no reshape, no work on constants */
    IrOperand made; /* NONE: not yet */
};

typedef struct {
    Layout layout; /* as it is defined */
    Layout wanted; /* what convolutions behind it ask for; plain: nothing */
    uint32_t region;
    LayoutForm *forms;
} LayoutVar;

typedef enum {
    LAYOUT_COPY,  /* the binding stays, on plain values */
    LAYOUT_MAP,   /* it is built again in `in` */
    LAYOUT_ALIAS, /* the result is the operand as it is stored */
} LayoutHow;

typedef struct {
    LayoutHow how;
    Layout in;
    bool stays; /* a convolution that does not pay */
    uint32_t region;
} LayoutBinding;

typedef struct {
    const IrFunction *fn;
    LayoutVar *vars;         /* by variable id */
    LayoutBinding *bindings; /* by the id of the binding's variable */
    size_t n_convs;          /* that become channels-last */
    size_t n_moves;          /* reorders that a run does */
    bool begun;
} LayoutPlan;

/* What to do with a function; NULL: no convolution gains. Nothing is built. The plan lives in the
 * arena. Linear. */
LayoutPlan *layout_plan(const LayoutTable *table, CostTable *costs, IrFunction *fn, Arena *arena);
LayoutForm *layout_form(const LayoutVar *v, const Layout *layout);
/* The tensors among a call's operands that have the layout in turn, from *i on (which starts at 0);
 * NULL: no more. */
const IrOperand *layout_next(const LayoutRow *row, const IrBinding *b, uint32_t *i);

#endif
