/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors of a function as slots: one for each tensor that is made, or that a parameter brings.
 * A field, another name of a value and a marker have the slots of what they name. */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

/* --- Leaves of types --- */

/* firsts[i]: the first leaf of field i; firsts[n]: how many there are. */
static const uint32_t *firsts_of(Distribute *ds, const IrType *t) {
    const uint32_t *known = map_get_ptr(&ds->leaf_starts, t);
    if (known) return known;
    uint32_t *firsts = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++)
        firsts[i + 1] = firsts[i] + distribute_n_leaves(ds, t->fields[i]);
    map_add_ptr(&ds->leaf_starts, t, firsts);
    return firsts;
}

uint32_t distribute_n_leaves(Distribute *ds, const IrType *t) {
    return t->kind == IR_TYPE_TUPLE ? firsts_of(ds, t)[t->n] : 1;
}

static bool is_tensors(const IrType *t) {
    bool ok = t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_TUPLE;
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = is_tensors(t->fields[i]);
    return ok;
}

/* --- Slots --- */

static uint32_t add_slot(Distribute *ds, const IrType *t, const char *name, Loc loc) {
    const Slot s = {
        .type = t, .name = name ? name : "", .loc = loc, .want = shard_whole, .tied = UINT32_MAX};
    vec_push(&ds->arena, &ds->slots, s);
    return (uint32_t)ds->slots.len - 1;
}

/* Leaves of a parameter that is a tuple are called parameters.0, state.1.2. */
static void add_leaves(Distribute *ds, const IrType *t, const char *name, Loc loc, uint32_t *out,
                       uint32_t *n) {
    if (t->kind != IR_TYPE_TUPLE) {
        out[(*n)++] = add_slot(ds, t, name, loc);
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        const char *field = name ? arena_printf(&ds->arena, "%s.%u", name, i) : NULL;
        add_leaves(ds, t->fields[i], field, loc, out, n);
    }
}

static void add_var(Distribute *ds, const IrVar *v, Loc loc) {
    if (!is_tensors(v->type)) return;
    uint32_t *slots =
        ARENA_ARRAY(&ds->arena, uint32_t, (size_t)distribute_n_leaves(ds, v->type) + 1);
    uint32_t n = 0;
    add_leaves(ds, v->type, v->name, loc, slots, &n);
    ds->of_var[v->id] = slots;
}

static uint32_t const_slot(Distribute *ds, IrConst *c) {
    const uint32_t *known = map_get_ptr(&ds->constants, c);
    if (known) return *known;
    uint32_t *slot = ARENA_NEW(&ds->arena, uint32_t);
    *slot = add_slot(ds, c->type, "const", (Loc){0});
    map_add_ptr(&ds->constants, c, slot);
    const IrOperand o = {.kind = IR_OPERAND_CONST, .span = 1, .constant = c};
    distribute_add_version(ds, *slot, &shard_whole, distribute_part(ds, o));
    return *slot;
}

/* The slots of the tensors among operands. False: something else is among them. */
static bool slots_of(Distribute *ds, const IrOperand *at, uint32_t n, uint32_t *out,
                     uint32_t *n_out, uint32_t room) {
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = &at[i];
        if (o->kind == IR_OPERAND_CONST && *n_out < room) {
            out[(*n_out)++] = const_slot(ds, o->constant);
        } else if (o->kind == IR_OPERAND_VAR) {
            const uint32_t *slots = ds->of_var[o->var->id];
            const uint32_t k = slots ? distribute_n_leaves(ds, o->var->type) : 0;
            if (!slots || k > room - *n_out) return false;
            for (uint32_t j = 0; j < k; j++) out[(*n_out)++] = slots[j];
        }
    }
    return true;
}

/* What a binding names anew; false: it makes something. */
static bool is_alias(const IrBinding *b) {
    return b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE ||
           (b->kind == IR_BIND_CALL && b->op == &op_shard);
}

static bool add_alias(Distribute *ds, const IrBinding *b) {
    const IrVar *v = b->var;
    if (!is_tensors(v->type)) return false;
    if (b->kind == IR_BIND_FIELD) {
        const IrOperand *o = b->operands.at;
        if (o->kind != IR_OPERAND_VAR || !ds->of_var[o->var->id]) return false;
        ds->of_var[v->id] = ds->of_var[o->var->id] + firsts_of(ds, o->var->type)[b->index];
        return true;
    }
    const uint32_t n = distribute_n_leaves(ds, v->type);
    uint32_t *slots = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)n + 1), k = 0;
    if (!slots_of(ds, b->operands.at, b->operands.n, slots, &k, n) || k != n) return false;
    ds->of_var[v->id] = slots;
    return true;
}

/* --- Calls and uses --- */

/* The call reads the slot or makes it. */
static void add_call_of(Distribute *ds, uint32_t slot, uint32_t call, uint32_t leaf) {
    Slot *s = &ds->slots.at[slot];
    SlotUse *use = ARENA_NEW(&ds->arena, SlotUse);
    *use = (SlotUse){s->uses, call, leaf};
    s->uses = use;
}

static void add_other_uses(Distribute *ds, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        const uint32_t *slots = o->kind == IR_OPERAND_VAR ? ds->of_var[o->var->id] : NULL;
        const uint32_t n = slots ? distribute_n_leaves(ds, o->var->type) : 0;
        for (uint32_t k = 0; k < n; k++) ds->slots.at[slots[k]].n_uses++;
    }
}

static void add_call(Distribute *ds, IrBinding *b) {
    Rule *r = distribute_rule(ds, b);
    if (r) distribute_find_symbolic(ds, r);
    DsCall call = {.b = b, .rule = r};
    if (r) {
        uint32_t n = 0;
        call.in = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)r->n_in + 1);
        if (!slots_of(ds, b->operands.at, b->operands.n, call.in, &n, r->n_in) || n != r->n_in)
            call.rule = NULL;
    }
    call.out = ds->of_var[b->var->id];
    if (!call.rule || !call.out) {
        add_other_uses(ds, &b->operands);
        return;
    }
    call.done = ARENA_ARRAY(&ds->arena, uint8_t, (size_t)r->n * ds->mesh.n + 1);
    const uint32_t at = (uint32_t)ds->calls.len;
    vec_push(&ds->arena, &ds->calls, call);
    ds->call_of[b->var->id] = at + 1;
    for (uint32_t i = 0; i < r->n_in; i++) {
        ds->slots.at[call.in[i]].n_uses++;
        add_call_of(ds, call.in[i], at, i);
    }
    for (uint32_t i = 0; i < r->n_out; i++) add_call_of(ds, call.out[i], at, r->n_in + i);
}

static bool is_within(const IrBinding *b) { return b->block->body->owner != NULL; }

void distribute_make_slots(Distribute *ds, bool with_calls) {
    const IrFunction *fn = ds->fn;
    ds->slots.len = ds->calls.len = ds->seeds.len = 0;
    map_init(&ds->constants, &ds->arena);
    ds->of_var = ARENA_ARRAY(&ds->arena, uint32_t *, (size_t)fn->n_vars + 1);
    ds->call_of = ARENA_ARRAY(&ds->arena, uint32_t, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < fn->params.len; i++) add_var(ds, fn->params.at[i], fn->loc);
    ds->n_param_slots = (uint32_t)ds->slots.len;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(ds->ctx);
        if (is_within(b)) {
            add_other_uses(ds, &b->operands);
            continue;
        }
        if (is_alias(b) && add_alias(ds, b)) continue;
        add_var(ds, b->var, b->loc);
        if (b->kind == IR_BIND_CALL && with_calls)
            add_call(ds, b);
        else
            add_other_uses(ds, &b->operands);
    }
    add_other_uses(ds, &fn->body->result);
}
