/* SPDX-License-Identifier: Apache-2.0 */
/* Planned functions as a host program (host/host.h): once, for all backends. Kernel k of the
 * program is module->loops.at[k], library k module->libraries.at[k], function k module->fns.at[k].
 */
#ifndef TENON_BACKEND_LOWER_H
#define TENON_BACKEND_LOWER_H

#include "backend/program.h"
#include "host/host.h"

typedef struct {
    bool counts;   /* calls say what they have to do: for profiles */
    bool verifies; /* hir_verify: a fault is a BUG. Always in the hard build. */
    /* ccl_note_meeting's before all passes: an entry that comes to no collective has an empty list
     * if it is among these, as others may wait for it, and else none. NULL: that is not asked. */
    const Map *met;
} BeLowering;

typedef struct {
    const IrGlobal *function; /* becomes public; NULL: all stay as they are */
    unsigned holds;           /* properties that the module is known to have (ir/verify.h) */
    bool is_kept;             /* -O2 has been run: work on constants that is left is done now */
    bool is_scheduled;        /* the backend makes vectors and tiles of loops */
} BeLegalize;

/* For targets without libraries: the passes of PASS_LIST_C on a copy of a module. False after a
 * report. */
bool be_legalize(IrModule *own, const BeLegalize *how, Arena *arena);
HirProgram *be_host_program(BeModule *module, const BeLowering *how);

#endif
