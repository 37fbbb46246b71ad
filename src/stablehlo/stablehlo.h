/* SPDX-License-Identifier: Apache-2.0 */
/* The StableHLO reader: a module of MLIR text becomes a module of Relax operators.
 *
 * Public functions keep their names; private ones stand in the place of their calls. What is in no
 * table of Tenon's (complex numbers, quantized types, fft) is reported by name, all operations at
 * once. */
#ifndef TENON_STABLEHLO_STABLEHLO_H
#define TENON_STABLEHLO_STABLEHLO_H

#include "ir/ir.h"
#include "ir/legal.h"

/* What a check of a test compares: how, and how near. */
typedef enum { SHLO_CHECK_EQUAL, SHLO_CHECK_ULPS, SHLO_CHECK_ALMOST } ShloCheckKind;
typedef struct {
    ShloCheckKind kind;
    double tolerance; /* of ALMOST */
    int64_t ulps;     /* of ULPS: at most so many apart */
} ShloCheck;

typedef struct {
    /* Not NULL: `check.` operations and calls become results of the functions, two of each, behind
     * their own; and this is told of each. NULL: they are assertions. */
    void (*check)(void *user, const char *function, ShloCheck check);
    /* Not NULL: told of bytes of the text, many at once, that are not read again soon. */
    void (*passed)(void *user, const char *from, const char *to);
    void *user;
} ShloOptions;

/* `name` is the file's; `options` may be NULL. NULL after a report; else the caller is to call
 * ir_module_keep. */
IrModule *stablehlo_read(Ctx *ctx, const OpTable *ops, const char *name, Str text,
                         const ShloOptions *options);

/* The calls that the writer takes; write.def. */
extern const IrLegalSet shlo_legal;
void stablehlo_register(OpTable *table, Arena *arena);

typedef struct {
    /* NULL: it is written; else why not */
    const char *(*refuse)(void *user, const IrBinding *call);
    void *user;
} ShloWriteOptions;

/* Reports all that has no form; false then. What it takes, the next one writes, but for extents
 * that no value has: false after a report. */
bool stablehlo_write_check(IrModule *m, Arena *arena, const ShloWriteOptions *options);
bool stablehlo_write(IrModule *m, Arena *arena, bool pretty, Str *out);

/* Row `i` of the table of operations; false: there are no more. becomes: what it is in Relax, or
 * why it is refused. */
typedef struct {
    const char *name, *becomes;
    bool is_read;
} ShloOpInfo;
bool stablehlo_op_info(size_t i, ShloOpInfo *out);

#endif
