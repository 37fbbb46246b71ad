/* SPDX-License-Identifier: Apache-2.0 */
/* BindSymbolicVars as a pass of lists, with the values as text: passes/bind_params.h says what it
 * does.
 *
 *     BindSymbolicVars({"n": 4, "m": 8}, func_name=main) */
#include "base/diag.h"
#include "base/syntax.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "passes/passes.h"

typedef VEC(BindDim) Dims;

static bool wrong(const IrModule *m, Loc loc, const char *what, SynKind found) {
    Diag *d = diag_error(m->ctx, loc, DIAG_PASS_OPTION, "BindSymbolicVars", what);
    diag_expected(m->ctx, d, "symbols with their values, as in {\"n\": 4}");
    diag_found(m->ctx, d, "%s", syn_kind_text(found));
    return false;
}

/* Names of symbols that the function's parameters define, or (fn NULL) those of any function. */
static void list_symbols(const IrModule *m, const IrFunction *fn, Map *out) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *x = m->globals.at[i]->function;
        for (size_t k = 0; x && x->body && (!fn || fn == x) && k < x->symbols.len; k++) {
            const IrSymbol *s = x->symbols.at[k];
            if (s->is_defined && !s->body) map_mark_ptr(out, s->name);
        }
    }
}

typedef struct {
    IrModule *m;
    Arena *arena;
    Map symbols, given;
    Dims dims;
} Read;

static bool add_dim(Read *r, const SynExpr *key, const SynExpr *value) {
    IrModule *m = r->m;
    if (key->kind != SYN_STRING)
        return wrong(m, key->loc, "a symbol's name is a string", key->kind);
    if (value->kind != SYN_INT) return wrong(m, value->loc, "its value is an integer", value->kind);
    const char *name = ir_name(m, key->str);
    if (!map_get_ptr(&r->symbols, name))
        return wrong(m, key->loc, "no parameter defines this symbol", key->kind);
    if (!map_mark_ptr(&r->given, name))
        return wrong(m, key->loc, "this symbol is given twice", key->kind);
    vec_push(r->arena, &r->dims, ((BindDim){name, value->i}));
    return true;
}

/* {"name": integer, ...}. False after reports of all that is wrong. */
static bool read_dims(Read *r, Str text) {
    IrModule *m = r->m;
    const Loc start = {.line = 1, .col = 1};
    const DiagSource before = diag_source(m->ctx, "binding_map", text);
    const SynExpr *e = syn_parse_expr(m->ctx, r->arena, &m->names, text, start);
    bool ok = e != NULL;
    if (e && e->kind != SYN_DICT) ok = wrong(m, e->loc, "the symbols stand in a dict", e->kind);
    for (uint32_t i = 0; e && e->kind == SYN_DICT && i < e->n; i += 2)
        ok = add_dim(r, e->items[i], e->items[i + 1]) && ok;
    diag_source_back(m->ctx, before);
    return ok;
}

bool pass_bind_symbolic_vars_of_text(IrModule *m, const PassValue *values) {
    if (!values[0].n) return true;
    const IrFunction *fn = NULL;
    if (values[1].n) {
        fn = blocks_public_function(m, values[1].names[0]);
        if (!fn) return false;
    }
    Arena arena;
    arena_init(&arena, m->ctx);
    Read r = {.m = m, .arena = &arena};
    map_init(&r.symbols, &arena);
    map_init(&r.given, &arena);
    list_symbols(m, fn, &r.symbols);
    bool ok = read_dims(&r, str_c(values[0].names[0]));
    ok = ok && (!r.dims.len || pass_bind_symbolic_vars(m, fn, r.dims.at, r.dims.len));
    arena_fini(&arena);
    return ok;
}
