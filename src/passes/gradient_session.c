/* SPDX-License-Identifier: Apache-2.0 */
/* What a session of differentiation has for all its functions: frames, names, definitions. */
#include "ir/definition.h"
#include "ir/origin.h"
#include "passes/gradient_parts.h"

static Str of_c(const char *s) { return str_c(s); }

const char *gradient_new_name(GradSession *s, const char *base, const char *suffix) {
    IrModule *m = s->m;
    const char *name = intern_c(&m->names, arena_printf(&m->arena, "%s%s", base, suffix));
    while (ir_global_find(m, of_c(name))) {
        name = intern_c(&m->names, arena_printf(&m->arena, "%s%s%u", base, suffix, ++s->n_names));
    }
    return name;
}

/* Symbols that the body defines are none of a signature's. */
static const IrDim *keep_params_only(void *user, IrSymbol *s) {
    const Gradient *g = user;
    return s->body && s->function == g->fn ? NULL : ir_dim_symbol(g->m, s);
}

const IrType *gradient_signature_type(Gradient *g, const IrType *t) {
    return t->has_symbols ? ir_type_map(g->m, t, keep_params_only, g) : t;
}

Gradient *gradient_open(GradSession *s, GradKind kind, IrFunction *fn, GradFunction *self) {
    Gradient *g = ARENA_NEW(&s->arena, Gradient);
    *g = (Gradient){.session = s, .m = s->m, .kind = kind, .fn = fn, .self = self};
    arena_init(&g->arena, s->m->ctx);
    vec_push(&s->arena, &s->frames, g);
    return g;
}

GradDefinition *gradient_definitions(const GradSession *s, const OpDef *op) {
    for (MapIter it = map_find(&s->definitions, hash_ptr(0, op)); map_next(&s->definitions, &it);) {
        GradDefinition *x = it.value;
        if (x->d->op == op) return x;
    }
    return NULL;
}

void gradient_list_definitions(GradSession *s) {
    map_init(&s->definitions, &s->arena);
    for (size_t i = 0; i < s->m->definitions.len; i++) {
        const IrDefinition *d = s->m->definitions.at[i];
        if (d->kind != IR_DEFINITION_GRADIENT || !d->op) continue;
        GradDefinition *x = ARENA_NEW(&s->arena, GradDefinition),
                       *first = gradient_definitions(s, d->op);
        *x = (GradDefinition){.d = d, .last = x};
        if (first) {
            first->last->next = x;
            first->last = x;
        } else {
            map_add(&s->definitions, hash_ptr(0, d->op), x);
        }
    }
}

const IrOrigin *gradient_origin(const Gradient *g, const IrOrigin *from) {
    return ir_origin_new(g->m, IR_ORIGIN_MADE, "Gradient", from);
}
