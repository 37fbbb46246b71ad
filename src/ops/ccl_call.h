/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives as ranks do them in a run. */
#ifndef TENON_OPS_CCL_CALL_H
#define TENON_OPS_CCL_CALL_H

#include "base/map.h"
#include "ir/ir.h"
#include "ranks/call.h"

/* The mesh that holds in the function: its own, that of a function around it, or that of the
 * module's first function which says one. NULL: none does. */
const char *ccl_mesh(const IrFunction *fn);

/* What the collective b, with attributes in canonical form and this type of its result, is. In the
 * arena, *n_words numbers. NULL after a report: of a mesh without the axes, of a dtype that does
 * not travel. */
RanksWhat *ccl_what(IrModule *m, Arena *arena, const IrBinding *b, const char *mesh,
                    const IrType *result, size_t *n_words);

/* ccl_agree.c. A number that follows from the bytes, and from what came before; begin with
 * CCL_MARK. */
#define CCL_MARK 0xcbf29ce484222325u
uint64_t ccl_mark(uint64_t mark, const void *bytes, size_t n);
/* From all that the module says, constants too. In its scratch memory. */
uint64_t ccl_mark_module(uint64_t mark, IrModule *m);
/* All ranks of the context have the same mark. False after a report that names the first one which
 * has not; `what` is what that calls it. */
bool ccl_agree(Ctx *ctx, const char *what, uint64_t mark);

/* ccl_alike.c. All ranks come to the same collectives, as far as can be proved. False after a
 * report. */
bool ccl_meets_alike(IrModule *m);
/* By global's id: whether ranks meet in it, or in what it calls. */
const bool *ccl_meeting(IrModule *m, Arena *arena);
/* Adds the names of the functions in which ranks meet now to a set of names, of a map in the
 * module's arena. Before passes, which may leave nothing of that, though others wait for it. */
void ccl_note_meeting(IrModule *m, Map *names);
/* The same for the copy of a module of which `of` is that. */
void ccl_copy_meeting(IrModule *m, Map *names, const Map *of);
bool ccl_has_met(const Ctx *ctx, const Map *names, const char *function);
/* Of a nested function; meets: ccl_meeting's. */
bool ccl_meets_in(const IrFunction *fn, const bool *meets);
/* Called by all ranks, where they meet in the module: of n numbers those that are not the same on
 * all of them become -1. Without other ranks nothing does. False after a report. */
bool ccl_keep_alike(IrModule *m, int64_t *numbers, size_t n);

/* ccl_list.c. What the function comes to, as text (ranks/list.h), in the arena; NULL after a
 * report. places: gets the place of each collective, by binding; may be NULL. */
const char *ccl_list(IrModule *m, IrFunction *fn, Arena *arena, Map *places);

#endif
