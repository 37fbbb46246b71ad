/* SPDX-License-Identifier: Apache-2.0 */
/* AttachGlobalSymbol: every function of the module becomes public, under its name. */
#include "base/diag.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

#include <string.h>

bool pass_attach_global_symbol(IrModule *m) {
    for (uint32_t i = 0; i < m->module_attrs.n; i++) {
        if (strcmp(m->module_attrs.keys[i], "system_lib_prefix") != 0) continue;
        diag_error(m->ctx, (Loc){0}, DIAG_UNSUPPORTED, "a prefix of names, system_lib_prefix,");
        return false;
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && !fn->body) prim_func_set_public(fn);
        if (fn) fn->is_private = false;
    }
    return true;
}
