/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/rename.h"

#include "base/diag.h"
#include "base/lexer.h"
#include "passes/prim_func.h"

static bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Has the function's text the name of another loop function that is to be renamed, which it may
 * therefore mean? */
static bool mentions_renamed(IrModule *m, const char *const *names, const IrFunction *fn) {
    const Str text = fn->prim_text;
    for (size_t i = 0; i < text.len;) {
        const size_t start = i;
        while (i < text.len && in_name(text.ptr[i])) i++;
        const Str word = {text.ptr + start, i - start};
        const IrGlobal *g = word.len ? ir_global_find(m, word) : NULL;
        i += !word.len;
        if (!g || !g->function || g->function->body || g->function == fn) continue;
        if (names[g->id] == g->name) continue;
        diag_error(m->ctx, fn->loc, DIAG_UNSUPPORTED,
                   diag_fmt(m->ctx, "a new name of '%s', which '%s' mentions,", g->name, fn->name));
        return true;
    }
    return false;
}

bool rename_globals(IrModule *m, const char *const *names) {
    static const char key[] = "global_symbol";
    bool any = false;
    for (size_t i = 0; i < m->globals.len; i++) any |= names[i] != m->globals.at[i]->name;
    for (size_t i = 0; any && i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && !fn->body && mentions_renamed(m, names, fn)) return false;
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        IrGlobal *g = m->globals.at[i];
        if (names[i] == g->name) continue;
        g->name = names[i];
        if (!g->function) continue;
        if (g->function->body) {
            ir_function_drop_attr(g->function, key);
            g->function->name = g->name;
        } else {
            prim_func_set_name(g->function, g->name);
            if (prim_func_attr(g->function, key).len)
                prim_func_set_attr(g->function, key, diag_fmt(m->ctx, "\"%s\"", g->name));
        }
    }
    ir_globals_set(m, m->globals.at, m->globals.len);
    return true;
}

bool rename_is_name(Str s) {
    for (size_t i = 0; i < s.len; i++) {
        if (!in_name(s.ptr[i])) return false;
    }
    return s.len > 0 && !(*s.ptr >= '0' && *s.ptr <= '9') && !lexer_is_keyword(s);
}
