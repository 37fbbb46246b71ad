/* SPDX-License-Identifier: Apache-2.0 */
/* A report: one HTML page that shows a module before and after passes, and what is known of each
 * binding (docs/report.md).
 *
 *     module --graph.c--> nodes: parameters, bindings, results, in the order of the text
 *            --fold.c---> groups: functions, branches, repeated blocks, parts; no group is large
 *            --layout.c-> of each node its layer and its place in it, within its group
 *            --cost.c---> operations and bytes of each node
 *     passes --watch.c--> steps: what each rule and pass made of what, as text, within a budget
 *     result --plan.c---> kernels, and the plan of memory
 *     other  --differ.c-> which nodes of two graphs are the same
 *            --write.c--> all that as JSON, within the page (page.c, page/)
 *
 * What the page draws was laid out here; a page of a module gets the same bytes each time. */
#ifndef TENON_REPORT_REPORT_H
#define TENON_REPORT_REPORT_H

#include "base/strbuf.h"
#include "ir/ir.h"
#include "passes/passes.h"
#include "rewrite/rule.h"

/* --- The graph --- */

typedef enum { REPORT_BINDING, REPORT_PARAM, REPORT_RESULT, REPORT_GROUP } ReportKind;

enum { REPORT_NONE = UINT32_MAX };

typedef struct {
    ReportKind kind;
    uint32_t parent; /* the group that it is in; of the root: NONE */
    const char *name, *op;
    const IrType *type; /* NULL: a group */
    const char *text;   /* as the module's text has it; NULL: a group */
    const IrOrigin *origin;
    const char *node_op, *node; /* of an ONNX file, or NULL */
    uint32_t line;              /* of the source; 0: unknown */
    uint32_t *inputs;           /* nodes before it */
    uint32_t n_inputs;
    uint64_t shape;  /* the same for what looks the same: operator, element type, rank */
    uint32_t copies; /* of a group: how many blocks in a row look like it, if there are several */
    bool may_repeat; /* of a group: blocks of it are looked for */
    /* fold.c: children, in order */
    uint32_t *children;
    uint32_t n_children;
    uint32_t depth, place; /* groups around it; among its parent's children */
    /* layout.c, within its group */
    uint32_t layer;
    float x; /* in widths of a node */
    /* cost.c; negative: not known */
    double operations, moved, bytes;
    uint32_t kernel;  /* of plan.c, or NONE */
    uint32_t partner; /* of differ.c: the node of the other graph, or NONE */
    bool differs;     /* from its partner, in its text */
} ReportNode;

typedef struct {
    IrModule *m;
    Arena *arena;
    VEC(ReportNode) nodes; /* 0: the root */
    Map by_binding;        /* node + 1, by the binding that it was */
} ReportGraph;

/* Of the module as it is now; text and names stay when it changes. Linear. */
void page_graph(IrModule *m, Arena *arena, ReportGraph *out);
uint32_t page_node_of(const ReportGraph *g, const IrBinding *b); /* NONE: it has no node */
/* The nearest nodes above both that have one parent. False: one is within the other, or they are
 * too deep. */
bool page_lift(const ReportGraph *g, uint32_t *a, uint32_t *b);
void page_fold(ReportGraph *g);
void page_layout(ReportGraph *g);
/* Of nodes that are bindings. A symbolic extent counts as 64. What cannot be counted stays
 * unknown. */
void page_costs(ReportGraph *g, IrModule *m, unsigned holds);

/* --- What happened --- */

typedef struct {
    const char *by; /* a rule or a pass */
    bool is_rule;
    uint32_t pass;              /* in the list */
    const char *before, *after; /* lines; NULL: there is none, or no budget for it */
} ReportStep;

typedef struct {
    const char *name; /* as it was asked for, with its options */
    uint32_t added, removed, changed;
} ReportPass;

typedef struct {
    const char *name, *doc;
    size_t tries, hits;
} ReportRule;

/* Names that tell variables apart (names.c): within a function a name stands for one variable
 * at a time, and for the one that takes its place. */
typedef struct {
    IrModule *m;
    Arena *arena;
    Map entries;    /* ReportName, by function and name */
    uint32_t stamp; /* of the last look */
} ReportNames;

void page_names_init(ReportNames *self, IrModule *m, Arena *arena);
/* Gives variables of the functions other names, where two have the same; those that had theirs at
 * the last look keep it. */
void page_names_settle(ReportNames *self, IrFunction *const *functions, size_t n);
/* Of a binding that a rule has made of others: they may have its name, nobody else. */
void page_names_made(ReportNames *self, IrBinding *b, IrBinding *const *matched, size_t n);

typedef struct ReportWatch ReportWatch;
struct ReportWatch {
    IrModule *m;
    ReportNames names;
    Arena *arena;
    size_t budget; /* bytes of text that may still be recorded */
    VEC(ReportStep) steps;
    VEC(ReportPass) passes;
    VEC(ReportRule) rules; /* those that fired, in the order of their first application */
    size_t unrecorded;     /* steps without their text */
    Map by_origin;         /* what became of origins: ReportFate */
    Map lines;             /* the bindings as they were after the last pass */
    VEC(struct ReportLine *) all;
    uint32_t stamp;
    RuleListener listener;
};

/* What a step made, or was done to. */
typedef struct ReportFate {
    const IrOrigin *origin;
    const char *name; /* of a change in place: the variable; else NULL */
    uint32_t step;
    bool is_end; /* what had this origin was replaced or removed */
} ReportFate;

/* From now on the module's rules tell `self`, until page_watch_end. */
void page_watch_begin(ReportWatch *self, IrModule *m, size_t budget, Arena *arena);
void page_watch_pass_begin(ReportWatch *self, const char *name);
void page_watch_pass_end(ReportWatch *self);
void page_watch_end(ReportWatch *self);

/* --- The compiled program --- */

typedef struct {
    const char *name;
    const char *function;     /* of the program */
    uint32_t step;            /* its number there */
    double operations, bytes; /* negative: not known */
    uint32_t *nodes;          /* whose work it does */
    uint32_t n_nodes;
} ReportKernel;

typedef struct {
    uint32_t function;    /* in ReportPlan.functions */
    uint32_t first, last; /* steps, both included */
    int64_t offset, bytes;
    uint32_t node; /* that makes it, or NONE */
} ReportBuffer;

typedef struct {
    const char *name;
    uint32_t steps;
    int64_t arena, bound, sum;
    uint32_t open; /* buffers whose sizes only a run knows */
} ReportFunction;

typedef struct {
    VEC(ReportKernel) kernels;
    VEC(ReportBuffer) buffers;
    VEC(ReportFunction) functions; /* those that have an arena */
    const char *why_not;           /* there is no plan; NULL: there is one */
} ReportPlan;

/* Of the module as native code, in a copy; sets the nodes' kernels. */
void page_plan(ReportGraph *g, IrModule *m, unsigned holds, ReportPlan *out);

/* --- Two modules --- */

/* Finds partners of nodes among those of the other graph. Linear. */
void page_differ(ReportGraph *a, ReportGraph *b);

/* --- The page --- */

/* A kernel that was timed. */
typedef struct {
    const char *name;
    size_t calls;
    double milliseconds, shortest, operations, bytes; /* as TnOpCost */
    const char *const *variables;                     /* of the module before, whose work it does */
    size_t n_variables;
} ReportTime;

typedef struct {
    const char *rule, *answer;
} ReportAnswer;

typedef struct {
    const char *title, *other_title; /* other: NULL where there is one module */
    const ReportGraph *before, *after;
    const ReportWatch *watch;
    const ReportPlan *plan;
    const ReportTime *times;
    size_t n_times;
    double gflops, gbytes; /* the machine's ceilings; 0: not known */
    const ReportAnswer *answers;
    size_t n_answers;
} ReportPage;

void page_write(const ReportPage *page, StrBuf *out);

/* The page's parts, embedded (page/). */
typedef struct {
    const char *name;
    Str text;
} ReportPart;
extern const ReportPart page_parts[];
extern const size_t page_part_count;

#endif
