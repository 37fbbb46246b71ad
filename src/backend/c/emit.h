/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that print programs as C share: emit_dims.c prints integers, emit_steps.c steps, emit_call.c calls
 * and loops, emit_function.c functions, emit_entry.c entries and the header, module.c constants and the file.
 *
 * A function of the module becomes
 *
 *     struct F_frame                          its arguments, integers, offsets and pointers
 *     static int64_t F_layout(struct F_frame *f)  what follows from its symbols; the bytes of its arena
 *     static int32_t F(struct F_frame *f)     the steps; long lists are cut into functions of their own
 *
 * The caller fills in the symbols, calls F_layout, then sets the arena and the pointers and calls F. */
#ifndef TENON_BACKEND_C_EMIT_H
#define TENON_BACKEND_C_EMIT_H

#include "backend/c/loop.h"
#include "backend/c/module.h"
#include "backend/program.h"

enum { EMIT_CHUNK = 200 }; /* steps in one C function */

/* Helper functions; their texts stand in emit_dims.c. */
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
    StrBuf header;
    const char *helpers[EMIT_HELPERS]; /* names of those that are used */
    const char *messages, *guard;
    Map public_names;                                  /* of the header */
    uint32_t m_memory, m_overflow, m_depth, m_missing; /* messages */
    uint32_t m_cancelled;                              /* 0: it does not poll */
};

/* A function's names in C. */
typedef struct {
    const char *name, *frame, *layout; /* layout NULL: nothing to compute */
    const char *entry;                 /* NULL: not public */
} EmitFn;

typedef struct {
    CFile *file;
    BeModule *module;
    Arena *arena;
    const char *prefix;
    const char *tensor;   /* the header's type */
    EmitFn *fns;          /* by BeFn.index */
    Map loops, constants; /* EmitName by LoopFn, IrConst */
    CModule *info;
} Emit;

typedef struct {
    const void *of;
    const char *name;
    const StrBuf *text;   /* of a loop function */
    const CNeeds *needs;
} EmitName;

/* A known dim that is computed once: a slot of the frame. */
typedef struct {
    const IrDim *dim;
    bool is_done; /* printed in the layout */
} EmitExtent;

typedef struct {
    Emit *e;
    BeFn *f;
    StrBuf *out;
    Map extents_by_dim;
    VEC(EmitExtent *) extents;
    StrBuf layout;
    bool in_layout;
    uint32_t n_temps, n_chunks;
} EmitFunction;

/* Of each public function. */
void c_measure(BeModule *module, const CMeasure *how, Arena *arena);

const char *emit_helper(CFile *file, EmitHelper h);
void emit_helpers(const CFile *file, StrBuf *out);
void emit_int(StrBuf *out, int64_t v);
/* The dim as a C expression without effects; statements that compute it first go to the function's text. It may be
 * printed many times. */
const char *emit_dim(EmitFunction *p, const IrDim *d);
/* The layout's statements for the dim, when it is computed there. */
void emit_layout_dim(EmitFunction *p, const IrDim *d);

/* A name of the header like the wanted one. */
const char *emit_public_name(CFile *file, const char *wanted);
const char *emit_upper(Arena *arena, const char *text);
const EmitName *emit_entry_of(const Map *map, const void *of);
const char *emit_name(const Map *map, const void *of);
const char *emit_constant(Emit *e, const IrConst *c);
/* A char pointer to the buffer's memory. */
const char *emit_buffer(EmitFunction *p, BeBuffer *b);
/* The C expression of a bool. */
const char *emit_condition(EmitFunction *p, const BeLeaf *leaf);
const char *emit_float(EmitFunction *p, const BeLeaf *leaf);
void emit_message(EmitFunction *p, const char *message); /* its number */
/* Asks whether the run is to end, if that is wanted. */
void emit_poll(const CFile *file, StrBuf *out);
void emit_steps(EmitFunction *p, const BeSteps *steps);
void emit_invoke(EmitFunction *p, const BeStep *s);
void emit_scan(EmitFunction *p, const BeStep *s);
void emit_while(EmitFunction *p, const BeStep *s);
/* Statements that give the callee's symbols and floats values in the frame `frame`, and lay it out. */
void emit_call_symbols(EmitFunction *p, const BeCall *call, const char *frame, bool depth);
void emit_function(Emit *e, BeFn *f);
/* Before the layout is printed, as it needs dims too. */
void emit_entry(EmitFunction *p);

#endif
