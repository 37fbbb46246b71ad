/* SPDX-License-Identifier: Apache-2.0 */
/* AttachGlobalSymbol: every function of the module becomes public, under its name. Where the module
 * has the attribute system_lib_prefix, that stands in front of the names of its loop functions:
 *
 *     I.module_attrs({"system_lib_prefix": "my_"})
 *
 *     @T.prim_func(private=True)                    @T.prim_func
 *     def exp(...): ...                             def my_exp(...): ...
 *
 * A name that is taken then is an error. Linear. */
#include "base/diag.h"
#include "passes/passes.h"
#include "passes/prim_func.h"
#include "passes/rename.h"

#include <string.h>

static const char *prefix_of(const IrModule *m) {
    for (uint32_t i = 0; i < m->module_attrs.n; i++) {
        const IrAttr *a = &m->module_attrs.items[i];
        if (strcmp(m->module_attrs.keys[i], "system_lib_prefix") == 0 && a->kind == IR_ATTR_STRING)
            return a->s;
    }
    return "";
}

static void bad_prefix(IrModule *m, Loc loc) {
    Diag *d = diag_error(m->ctx, loc, DIAG_VALUE, "\"system_lib_prefix\"");
    diag_expected(m->ctx, d, "letters, digits and _ that a name may begin with");
}

static Loc loc_of(const IrGlobal *g) { return g->function ? g->function->loc : (Loc){0}; }

/* The names with the prefix. False after a report. */
static bool put_in_front(IrModule *m, const char *prefix, Arena *arena) {
    const char **names = ARENA_ARRAY(arena, const char *, m->globals.len + 1);
    Map taken;
    bool ok = true;
    map_init(&taken, arena);
    if (m->globals.len && !rename_is_name(str_c(arena_printf(arena, "%s_", prefix)))) {
        bad_prefix(m, loc_of(m->globals.at[0]));
        return false;
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrGlobal *g = m->globals.at[i];
        const IrFunction *fn = g->function;
        const bool is_loops = fn && !fn->body && !ir_function_is_external(fn);
        names[i] =
            is_loops ? ir_name(m, str_c(arena_printf(arena, "%s%s", prefix, g->name))) : g->name;
        if (is_loops && !rename_is_name(str_c(names[i]))) {
            bad_prefix(m, loc_of(g));
            ok = false;
        } else if (!map_mark_ptr(&taken, names[i])) {
            diag_error(m->ctx, loc_of(g), DIAG_DUPLICATE, names[i]);
            ok = false;
        }
    }
    return ok && rename_globals(m, names);
}

bool pass_attach_global_symbol(IrModule *m) {
    const char *prefix = prefix_of(m);
    Arena arena;
    arena_init(&arena, m->ctx);
    const bool ok = !*prefix || put_in_front(m, prefix, &arena);
    arena_fini(&arena);
    for (size_t i = 0; ok && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && !fn->body) prim_func_set_public(fn);
        if (fn) fn->is_private = false;
    }
    return ok;
}
