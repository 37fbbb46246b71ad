/* SPDX-License-Identifier: Apache-2.0 */
/* Names that a caller gives: a module's own, and those of the ONNX file that it was read from,
 * where they differ. */
#include "api/names.h"

#include "base/near.h"
#include "passes/blocks.h"

static const Loc no_place = {.line = 0};

IrFunction *api_function(TnModule *m, const char *name) {
    return blocks_public_function(m->ir, name);
}

/* A symbol of the parameters' types. */
static bool is_dim(const IrSymbol *s) { return !s->body; }

static bool has_dim(const IrFunction *fn, const char *name) {
    for (size_t i = 0; i < fn->symbols.len; i++) {
        if (is_dim(fn->symbols.at[i]) && strcmp(fn->symbols.at[i]->name, name) == 0) return true;
    }
    return false;
}

static bool is_asked(const IrFunction *f, const IrFunction *fn) {
    return f && f->body && (!fn || f == fn);
}

static bool is_known(const IrModule *m, const IrFunction *fn, const char *name) {
    bool known = false;
    for (size_t i = 0; !known && i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        known = is_asked(f, fn) && has_dim(f, name);
    }
    return known;
}

const char *api_own_dim(const IrModule *m, const IrFunction *fn, const char *name) {
    if (is_known(m, fn, name)) return name;
    /* Functions that passes made of main, such as its adjoint, have its symbols, and not its
     * attributes. */
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        const char *own = f ? onnx_own_name(f, ONNX_DIMS, name) : NULL;
        if (own && is_known(m, fn, own)) return own;
    }
    return NULL;
}

ApiNamed api_named(const IrModule *m, Arena *arena) {
    ApiNamed named = {.at = NULL};
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        if (f && ir_function_attr(f, ONNX_DIMS, IR_ATTR_DICT)) vec_push(arena, &named, f);
    }
    return named;
}

const char *api_shown_among(const ApiNamed *named, const IrFunction *fn, const char *own) {
    const char *name = ir_file_name(fn, ONNX_DIMS, own);
    for (size_t i = 0; !name && i < named->len; i++)
        name = ir_file_name(named->at[i], ONNX_DIMS, own);
    return name ? name : own;
}

const char *api_shown_dim(const IrFunction *fn, const char *own) {
    Arena arena;
    arena_init(&arena, fn->module->ctx);
    const ApiNamed named = api_named(fn->module, &arena);
    const char *name = api_shown_among(&named, fn, own);
    arena_fini(&arena);
    return name;
}

/* Reports that there is none, and which there are. */
static void api_no_dim(const IrModule *m, const IrFunction *fn, const char *name) {
    Ctx *ctx = m->ctx;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         fn ? diag_fmt(ctx, "'%s' is no symbolic dim of '%s'", name, fn->name)
                            : diag_fmt(ctx, "'%s' is no symbolic dim", name));
    NearNames names;
    near_names_begin(&names, ctx, name);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        for (size_t k = 0; is_asked(f, fn) && k < f->symbols.len; k++) {
            if (is_dim(f->symbols.at[k]))
                near_names_add(&names, api_shown_dim(f, f->symbols.at[k]->name));
        }
    }
    near_names_end(&names, ctx, d,
                   fn ? diag_fmt(ctx, "one that the parameters of '%s' have", fn->name)
                      : "one that the parameters of a function have");
}

bool api_own_dims(const IrModule *m, const IrFunction *fn, const TnDim *dims, size_t n,
                  Arena *arena, const TnDim **out) {
    TnDim *list = ARENA_ARRAY(arena, TnDim, n + 1);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const char *given = dims[i].name ? dims[i].name : "", *own = api_own_dim(m, fn, given);
        list[i] = (TnDim){own, dims[i].value};
        if (!own) {
            api_no_dim(m, fn, given);
            ok = false;
        } else if (dims[i].value < 0) {
            Diag *d = diag_error(m->ctx, no_place, DIAG_VALUE,
                                 diag_fmt(m->ctx, "the dim '%s' is negative", given));
            diag_found(m->ctx, d, "%lld", (long long)dims[i].value);
            ok = false;
        }
    }
    *out = list;
    return ok;
}

bool api_own_varying(const IrModule *m, const IrFunction *fn, const char *const *varying, size_t n,
                     Arena *arena, const char *const **out) {
    const char **list = ARENA_ARRAY(arena, const char *, n + 1);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        list[i] = api_own_dim(m, fn, varying[i]);
        if (!list[i]) api_no_dim(m, fn, varying[i]);
        ok = ok && list[i];
    }
    *out = list;
    return ok;
}

const char *tn_module_dim_name(TnModule *m, const char *function, size_t index) {
    if (!m) return NULL;
    const IrFunction *fn = blocks_find_function(m->ir, function);
    for (size_t i = 0; fn && i < fn->symbols.len; i++) {
        if (is_dim(fn->symbols.at[i]) && index-- == 0)
            return api_shown_dim(fn, fn->symbols.at[i]->name);
    }
    return NULL;
}

size_t tn_module_dim_index(TnModule *m, const char *function, const char *name) {
    const IrFunction *fn = m && name ? blocks_find_function(m->ir, function) : NULL;
    const char *own = fn ? api_own_dim(m->ir, fn, name) : NULL;
    for (size_t i = 0, at = 0; own && i < fn->symbols.len; i++) {
        if (!is_dim(fn->symbols.at[i])) continue;
        if (strcmp(fn->symbols.at[i]->name, own) == 0) return at;
        at++;
    }
    return SIZE_MAX;
}

int tn_module_has_dim(const TnModule *m, const char *function, const char *name) {
    if (!m || !name) return 0;
    const IrFunction *fn = function ? blocks_find_function(m->ir, function) : NULL;
    return (fn || !function) && api_own_dim(m->ir, fn, name) != NULL;
}

const char *tn_name_nearest(const char *name, const char *const *names, size_t n) {
    if (!name || (n && !names)) return NULL;
    Near near = near_begin(str_c(name));
    for (size_t i = 0; i < n; i++) {
        if (names[i]) near_offer(&near, names[i]);
    }
    return near.best;
}
