/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that print host programs (host/host.h) as C: emit_expr.c expressions,
 * emit_stmt.c statements, emit_function.c functions, emit_entry.c entries and the header, module.c
 * constants and the file.
 *
 * A function of the program becomes
 *
 *     struct F_frame                          its cells
 *     static int32_t F_layout(struct F_frame *f)
 *     static int32_t F(struct F_frame *f)     its body; parts of it are functions of their own */
#ifndef TENON_BACKEND_C_EMIT_H
#define TENON_BACKEND_C_EMIT_H

#include "backend/c/loop.h"
#include "backend/c/module.h"
#include "backend/c/names.h"
#include "backend/lower.h"

/* Helper functions; their texts stand in emit_helpers.def. */
typedef enum {
#define EMIT_HELPER(id, name, needs, text) EMIT_##id,
#include "backend/c/emit_helpers.def"
    EMIT_HELPERS
} EmitHelper;

struct CFile {
    Ctx *ctx;
    Arena *arena;
    CUnit *unit;
    StrBuf constants, structs, loops, functions; /* in the order of the file */
    StrBuf header, includes;           /* includes: of the header, where they are asked for */
    const char *helpers[EMIT_HELPERS]; /* names of those that are used */
    const char *messages, *guard;
    bool has_rows;                  /* constants as rows of text */
    CNames public_names;            /* of the header */
    uint32_t m_memory, m_overflow;  /* messages */
    uint32_t m_cancelled;           /* 0: it does not poll */
    uint32_t m_ranks;               /* with collectives, as the next ones */
    const char *ranks, *ranks_what; /* the table, the type of what it is told */
};

/* A function's names in C. */
typedef struct {
    const char *name, *frame, *layout; /* layout NULL: nothing to compute */
    const char *entry;                 /* NULL: not public */
} EmitFn;

typedef struct {
    CFile *file;
    BeModule *module;
    const HirProgram *program;
    Arena *arena;
    const char *prefix;
    const char *tensor; /* the header's type */
    const char *pool;   /* that too; NULL: calls have one thread */
    EmitFn *fns;        /* by number, as the constants' names */
    const char **constants;
    bool has_parameters; /* CModuleOptions.has_parameters */
    bool is_training;    /* CModuleOptions.is_training */
    const char *weights; /* where they begin; NULL: they are constants of the file */
    Map loops;           /* EmitName by LoopFn */
    CModule *info;
} Emit;

typedef struct {
    const LoopFn *of;
    const char *name;
    const StrBuf *text;
    const CNeeds *needs;
} EmitName;

typedef struct {
    Emit *e;
    const HirFn *f;
    StrBuf *out;          /* the text of the C function at hand */
    bool has_checks;      /* it has a variable `bad` */
    bool is_pending;      /* that may be set, and was not looked at */
    bool has_nothing;     /* it has a variable `nothing` */
    VEC(uint32_t) frames; /* that are open: their functions */
    uint32_t n_parts;
} EmitFunction;

const char *emit_helper(CFile *file, EmitHelper h);
void emit_helpers(const CFile *file, StrBuf *out);
void emit_expr(EmitFunction *p, const HirExpr *e, StrBuf *out);
const char *emit_text(EmitFunction *p, const HirExpr *e);
const char *emit_cell(const EmitFunction *p, HirCell c);

static inline bool emit_is_shape(const HirValue *v) {
    return v->kind == HIR_INTEGERS && v->dtype == DTYPE_VOID;
}
/* Of the elements in C. */
static inline DType emit_leaf_dtype(const HirValue *v) {
    return v->dtype == DTYPE_VOID ? DTYPE_INT64 : v->dtype;
}
const EmitName *emit_entry_of(const Map *map, const LoopFn *of);

/* The statements as a function of their own, which has `head` and first the declarations. */
void emit_section(EmitFunction *p, const char *head, const char *declarations, const HirBlock *b,
                  const char *last);
void emit_function(Emit *e, const HirFn *f);
void emit_entry(EmitFunction *p);
/* What the header says of an entry. */
void emit_declare(Emit *e, const HirFn *f);
/* emit_weights.c */
void emit_constants(Emit *e);
/* The function `init`, and its declaration. */
void emit_init(Emit *e);
void emit_declare_init(Emit *e);
/* The statement of an entry that looks whether there are weights. */
const char *emit_weights_check(Emit *e);

/* training.c. What the header says of a program that trains; after all entries were declared. False
 * after a report. */
bool c_training_print(Emit *e);

/* emit_value.c. Has it an entry for plain pointers? */
bool emit_has_pointers(const HirFn *f);
/* The text without what ends or begins a comment. */
const char *emit_in_comment(Arena *arena, const char *s);
/* What a comment of the header says of a value's extents; none ends the comment. */
const char *emit_dims_text(Arena *arena, const HirValue *v);

/* limits.c. Whether each public function stays within these bytes (0: any), arena, inputs and
 * outputs together. False after reports. */
bool c_limits_ram(Emit *e, int64_t most);

/* What its functions are scheduled for. Where nobody named a target it has no fma: whoever compiles
 * the file says for which processor, and its bits are to be the same. */
Target emit_target(const IrModule *m);
/* kernels.c. Each that is called: what it has to do, why it goes by which schedule, and its
 * scheduled loops. exact: as sched_loops. */
void emit_kernels(const BeModule *module, bool exact, StrBuf *out);

/* Of each public function. */
void c_measure(BeModule *module, const CMeasure *how, Arena *arena);

/* ranks.c. Writes what compares the entry's collectives among ranks; what calls that, "" where it
 * comes to none. */
const char *emit_ranks_same(EmitFunction *p);
/* ranks.c: collectives. The header's part; the file's; a call. */
void emit_declare_ranks(Emit *e, const char *table, const char *what);
void emit_ranks(Emit *e, const char *table, const char *what);
void emit_collective(EmitFunction *p, const HirKernelCall *k, bool starts);
void emit_wait(EmitFunction *p, const HirKernelCall *k);

#endif
