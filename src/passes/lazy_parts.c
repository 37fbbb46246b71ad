/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/lazy_parts.h"

#include <string.h>

#include "passes/calls.h"

bool lazy_is_transform(const IrFunction *fn) {
    static const char end[] = "transform_params";
    const size_t n = strlen(fn->name), k = sizeof end - 1;
    return n >= k && memcmp(fn->name + n - k, end, k) == 0;
}

IrOperands lazy_results(const IrFunction *fn) {
    const IrOperands *result = &fn->body->result;
    const IrVar *v = result->at->kind == IR_OPERAND_VAR ? result->at->var : NULL;
    if (v && v->def && v->def->kind == IR_BIND_VALUE) {
        const IrOperands *value = &v->def->operands;
        if (value->at->kind == IR_OPERAND_TUPLE) result = value;
    }
    IrOperands out = *result;
    if (out.at->kind == IR_OPERAND_TUPLE) out.at++, out.n--;
    return out;
}

LazyPlace **lazy_places(const IrFunction *fn, Arena *arena) {
    const IrOperands results = lazy_results(fn);
    LazyPlace **places = ARENA_ARRAY(arena, LazyPlace *, (size_t)fn->n_vars + 1);
    LazyPlace **last = ARENA_ARRAY(arena, LazyPlace *, (size_t)fn->n_vars + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < results.n; i += results.at[i].span, n++) {
        const IrOperand *o = &results.at[i];
        if (o->kind != IR_OPERAND_VAR) continue;
        LazyPlace *place = ARENA_NEW(arena, LazyPlace);
        *place = (LazyPlace){.index = n};
        *(last[o->var->id] ? &last[o->var->id]->next : &places[o->var->id]) = place;
        last[o->var->id] = place;
    }
    return places;
}

typedef struct {
    const IrFunction *fn;
    uint32_t *at, weight;
    bool *is_given;
} Definers;

static void define(void *user, IrSymbol *s) {
    Definers *d = user;
    if (s->function != d->fn) return;
    if (!d->weight) d->is_given[s->index] = true;
    if (!d->is_given[s->index] && !d->at[s->index]) d->at[s->index] = d->weight;
}

uint32_t *lazy_definers(const IrFunction *fn, size_t n_inputs, const IrVar *tuple, Arena *arena) {
    const size_t n = fn->symbols.len + 1;
    Definers d = {
        .fn = fn, .at = ARENA_ARRAY(arena, uint32_t, n), .is_given = ARENA_ARRAY(arena, bool, n)};
    for (size_t i = 0; i < n_inputs; i++) type_defined_symbols(fn->params.at[i]->type, define, &d);
    for (uint32_t i = 0; tuple && i < tuple->type->n; i++) {
        d.weight = i + 1;
        type_defined_symbols(tuple->type->fields[i], define, &d);
    }
    for (size_t i = n_inputs; !tuple && i < fn->params.len; i++) {
        d.weight = (uint32_t)(i - n_inputs) + 1;
        type_defined_symbols(fn->params.at[i]->type, define, &d);
    }
    return d.at;
}

typedef struct {
    const IrFunction *fn;
    bool (*visit)(void *user, IrSymbol *s);
    void *user;
    bool ok;
} Mentions;

static const IrDim *mentioned(void *user, IrSymbol *s) {
    Mentions *all = user;
    if (s->function == all->fn && !s->body) all->ok = all->ok && all->visit(all->user, s);
    return ir_dim_symbol(all->fn->module, s);
}

static void see(Mentions *all, const IrType *t) {
    if (t && t->has_symbols) ir_type_map(all->fn->module, t, mentioned, all);
}

bool lazy_each_symbol(const IrFunction *fn, const IrOperands *list,
                      bool (*visit)(void *user, IrSymbol *s), void *user) {
    Mentions all = {.fn = fn, .visit = visit, .user = user, .ok = true};
    const IrBinding *b = list->binding;
    if (b) see(&all, b->var->type);
    for (uint32_t i = 0; b && b->kind == IR_BIND_CALL && i < b->n_types; i++)
        see(&all, b->types[i]);
    if (b && b->kind == IR_BIND_MATCH_CAST) see(&all, b->cast);
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperandKind kind = list->at[i].kind;
        if (kind == IR_OPERAND_SHAPE || kind == IR_OPERAND_PRIM) see(&all, list->at[i].type);
    }
    /* a nested function may mention all of them */
    for (size_t i = 0; b && b->kind == IR_BIND_FUNCTION && i < fn->symbols.len; i++) {
        if (!fn->symbols.at[i]->body) all.ok = all.ok && visit(user, fn->symbols.at[i]);
    }
    return all.ok;
}
