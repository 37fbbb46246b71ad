/* SPDX-License-Identifier: Apache-2.0 */
/* NormalizeGlobalVar: a public function whose attribute global_symbol says another name than its
 * own gets that name; a private one that had it gets a new one.
 *
 *     @R.function(private=True)                     @R.function(private=True)
 *     def f(): ...                                  def f1(): ...
 *
 *     @R.function                                   @R.function
 *     def f1():                                     def f():
 *         R.func_attr({"global_symbol": "f"})           y = cls.f1()
 *         y = cls.f()
 *
 * Two public functions of one name are an error, and so is a name that is none; also a loop
 * function that is to be renamed and that the text of another one mentions. Linear in the functions
 * and in the text of loop functions. */
#include "base/diag.h"
#include "passes/passes.h"
#include "passes/prim_func.h"
#include "passes/rename.h"

typedef struct {
    IrModule *m;
    Arena arena;
    const char **names; /* by global: the one that it gets */
    Map taken;          /* globals by name, interned: who gets it */
} Normal;

/* What the function says; empty: nothing. */
static Str symbol_of(const IrFunction *fn) {
    static const char key[] = "global_symbol";
    if (fn->is_private || ir_function_is_external(fn)) return (Str){"", 0};
    const IrAttr *a = ir_function_attr(fn, key, IR_ATTR_STRING);
    if (fn->body) return a ? str_c(a->s) : (Str){"", 0};
    const Str written = prim_func_attr(fn, key);
    const bool quoted = written.len > 1 && (*written.ptr == '"' || *written.ptr == '\'');
    return quoted ? (Str){written.ptr + 1, written.len - 2} : (Str){"", 0};
}

static bool take(Normal *n, IrGlobal *g, const char *name) {
    const IrGlobal *other = map_get_ptr(&n->taken, name);
    n->names[g->id] = name;
    if (!other) {
        map_add_ptr(&n->taken, name, g);
        return true;
    }
    diag_error(n->m->ctx, g->function->loc, DIAG_DUPLICATE, name);
    return false;
}

/* Names of public functions first: they are what others know. */
static bool take_public(Normal *n) {
    bool ok = true;
    for (size_t i = 0; i < n->m->globals.len; i++) {
        IrGlobal *g = n->m->globals.at[i];
        if (!g->function || g->function->is_private) continue;
        const Str symbol = symbol_of(g->function);
        if (symbol.len && !rename_is_name(symbol)) {
            Diag *d = diag_error(n->m->ctx, g->function->loc, DIAG_VALUE, "\"global_symbol\"");
            diag_expected(n->m->ctx, d, "a name that is no keyword");
            diag_found(n->m->ctx, d, "%.*s", (int)symbol.len, symbol.ptr);
            ok = false;
        } else {
            ok = take(n, g, symbol.len ? ir_name(n->m, symbol) : g->name) && ok;
        }
    }
    return ok;
}

static void take_private(Normal *n) {
    for (size_t i = 0; i < n->m->globals.len; i++) {
        IrGlobal *g = n->m->globals.at[i];
        const bool is_public = g->function && !g->function->is_private;
        if (!is_public && !map_get_ptr(&n->taken, g->name)) take(n, g, g->name);
    }
    for (size_t i = 0; i < n->m->globals.len; i++) {
        IrGlobal *g = n->m->globals.at[i];
        const char *name = g->name;
        for (unsigned k = 1; !n->names[i] && name; k++) {
            name = ir_name(n->m, str_c(arena_printf(&n->arena, "%s%u", g->name, k)));
            if (!map_get_ptr(&n->taken, name)) take(n, g, name);
        }
    }
}

bool pass_normalize_global_var(IrModule *m) {
    Normal n = {.m = m};
    arena_init(&n.arena, m->ctx);
    map_init(&n.taken, &n.arena);
    n.names = ARENA_ARRAY(&n.arena, const char *, m->globals.len + 1);
    bool ok = take_public(&n);
    if (ok) {
        take_private(&n);
        ok = rename_globals(m, n.names);
    }
    arena_fini(&n.arena);
    return ok;
}
