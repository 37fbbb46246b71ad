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
} BeLowering;

/* For targets without libraries: the passes of PASS_LIST_C on a copy of a module, whose function
 * becomes public (NULL: all stay as they are). False after a report. */
bool be_legalize(IrModule *own, const IrGlobal *function, unsigned holds, Arena *arena);
HirProgram *be_host_program(BeModule *module, const BeLowering *how);

#endif
