/* SPDX-License-Identifier: Apache-2.0 */
/* FuseOps: calls of loop functions that become one kernel move to a function of their own, which
 * FuseTIR joins.
 *
 *     y = R.call_tir(cls.matmul, (x, w), ...)        def fused_matmul_add(x, w, b):
 *     z = R.call_tir(cls.add, (y, b), ...)               R.func_attr({"Primitive": 1})
 *                                                        y = R.call_tir(cls.matmul, (x, w), ...)
 *                                                        z = R.call_tir(cls.add, (y, b), ...)
 *                                                        return z
 *                                                    z = cls.fused_matmul_add(x, w, b)
 *
 * A walk over each block; a call joins the groups that make its operands, the latest first, if the
 * loops can be joined and are worth it (loop/fuse.h; it is tried). What the group makes and others
 * read, or that is kept in memory on the way, is a result. A group stands where all that it reads
 * is there and nothing has read its results yet: each has a place, and joining needs one between
 * the latest place that is read and the earliest that reads. What would only be kept for long joins
 * its reader instead. Groups are bounded, so the work is linear. The loops of a group that nothing
 * joins for a while are forgotten, and joined anew where they are asked for: so memory is that of
 * the calls.
 *
 * Functions with the attribute Codegen or Primitive stay as they are. */
#include <stdlib.h>

#include "ir/build.h"
#include "ir/fresh.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/fuse_by_kind.h"
#include "passes/fuse_calls.h"
#include "passes/passes.h"

enum {
    CALLS_MAX = 32,
    USES_MAX = 256,
    OPERANDS_MAX = 32,
    NAME_MAX = 60,
    OPEN_MAX = 128,
    NEAR = 32
};

#define PLACE ((uint64_t)1 << 32) /* of one binding of the block after the other */

typedef struct Group {
    VEC(IrBinding *) calls; /* in the order of the program */
    uint64_t place;
    struct Open *open;  /* its loops; NULL: not begun, or forgotten */
    struct Group *into; /* the group that it became part of */
    bool made;
} Group;

/* Loops that are being joined. */
typedef struct Open {
    Arena arena;
    FuseCalls *calls; /* NULL: none, and the arena is closed */
    Group *of;
} Open;

/* A variable of the function, as far as the walk has come. */
typedef struct {
    uint64_t place; /* 0: not met; of one in no group */
    uint64_t after; /* the last match_cast before it, which may define symbols that it mentions */
    uint32_t index; /* in the block */
    Group *group;
} Seen;

typedef struct {
    IrModule *m;
    Arena arena;
    FuseLoops loops;
    LoopFuseOptions options;
    IrFunction *fn;
    Seen *seen; /* by variable id, of those that were there */
    uint32_t n_seen, index;
    IrBlock *block;
    Group *a, *b;        /* the groups that are being joined; b has the call */
    const IrVar *read;   /* the call that is appended to them is the last that counts */
    Open open[OPEN_MAX]; /* in turn */
    uint32_t turn;
    IrFresh names;
} Fuse;

static Group *root(Group *g) {
    while (g && g->into) g = g->into;
    return g;
}

static Group *group_of(const Fuse *f, const IrVar *v) {
    return v->id < f->n_seen ? root(f->seen[v->id].group) : NULL;
}

static uint64_t place_of(const Fuse *f, const IrVar *v) {
    Group *g = group_of(f, v);
    return g ? g->place : v->id < f->n_seen ? f->seen[v->id].place : 0;
}

/* The binding of the block that a use stands in or below; NULL: it is outside. */
static const IrBinding *user_in_block(const Fuse *f, const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    const IrBody *body = b ? b->block->body : use->list->body;
    while (body != f->block->body) {
        b = body->owner;
        if (!b) return NULL;
        body = b->block->body;
    }
    return b && b->block == f->block ? b : NULL;
}

/* Is v read by anything but the calls of the two groups up to `read`? */
static bool stays(void *user, const IrVar *v) {
    const Fuse *f = user;
    if (v->n_uses > USES_MAX) return true;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        const Group *g = b && b->block == f->block ? group_of(f, b->var) : NULL;
        if (!g || (g != f->a && g != f->b)) return true;
        if (f->read && f->seen[b->var->id].index > f->seen[f->read->id].index) return true;
    }
    return false;
}

static bool append(Fuse *f, FuseCalls *calls, const IrBinding *b) {
    f->read = b->var;
    const bool ok = fused_calls_append(calls, b, stays, f);
    f->read = NULL;
    return ok;
}

/* Lowers *high to the place of what reads v outside of the groups. False: too much does. */
static bool earliest_reader(const Fuse *f, const IrVar *v, uint64_t *high) {
    if (!v) return true;
    if (v->n_uses > USES_MAX) return false;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *reader = user_in_block(f, use);
        const Group *of = reader ? group_of(f, reader->var) : NULL;
        if (!reader || (of && (of == f->a || of == f->b))) continue;
        const uint64_t place = place_of(f, reader->var);
        if (place && place < *high) *high = place;
    }
    return true;
}

/* A place for the calls of both; 0: there is none. */
static uint64_t common_place(const Fuse *f) {
    uint64_t low = 0, high = UINT64_MAX,
             latest = f->a->place > f->b->place ? f->a->place : f->b->place;
    for (int k = 0; k < 2; k++) {
        const Group *g = k ? f->b : f->a;
        for (size_t i = 0; i < g->calls.len; i++) {
            const IrBinding *b = g->calls.at[i];
            if (f->seen[b->var->id].after > low) low = f->seen[b->var->id].after;
            for (uint32_t o = 0; o < b->operands.n; o++) {
                if (b->operands.at[o].kind != IR_OPERAND_VAR) continue;
                const IrVar *v = b->operands.at[o].var;
                const Group *of = group_of(f, v);
                if (of == f->a || of == f->b) continue;
                if (place_of(f, v) > low) low = place_of(f, v);
            }
            for (uint32_t o = 0; o < b->n_types; o++) {
                if (!earliest_reader(f, fused_output(b, o), &high)) return 0;
            }
        }
    }
    if (latest > low && latest < high) return latest;
    return low + 1 < high ? low + 1 : 0;
}

/* The calls of both groups, in order. */
static void merge_calls(const Fuse *f, const Group *a, const Group *b, Group *out) {
    vec_reserve(&((Fuse *)f)->arena, &out->calls, a->calls.len + b->calls.len);
    for (size_t i = 0, j = 0; i + j < a->calls.len + b->calls.len;) {
        const bool first =
            j == b->calls.len || (i < a->calls.len && f->seen[a->calls.at[i]->var->id].index <
                                                          f->seen[b->calls.at[j]->var->id].index);
        out->calls.at[out->calls.len++] = first ? a->calls.at[i++] : b->calls.at[j++];
    }
}

static void forget(Open *o) {
    if (!o || !o->calls) return;
    if (o->of) o->of->open = NULL;
    o->calls = NULL;
    o->of = NULL;
    arena_fini(&o->arena);
}

/* The loops of these calls, for a group to come. NULL: they do not go together. */
static Open *build(Fuse *f, const Group *calls) {
    Open *o = &f->open[f->turn % OPEN_MAX];
    forget(o);
    arena_init(&o->arena, f->m->ctx);
    o->calls = fused_calls_new(&f->loops, &o->arena, f->options);
    for (size_t i = 0; i < calls->calls.len; i++) {
        if (append(f, o->calls, calls->calls.at[i])) continue;
        forget(o);
        return NULL;
    }
    f->turn++;
    return o;
}

static void give(Open *o, Group *to) {
    BUG_IF(!o);
    o->of = to;
    to->open = o;
}

/* Of the same extents, as far as is known, and no narrower. */
static bool is_as_large(const IrType *t, const IrType *as) {
    if (t->kind != IR_TYPE_TENSOR || t->ndim != as->ndim || !t->dims || !as->dims ||
        dtype_bits(t->dtype) < dtype_bits(as->dtype))
        return false;
    for (int32_t k = 0; k < t->ndim; k++)
        if (t->dims[k] != as->dims[k]) return false;
    return true;
}

/* Is b read from so far away that the group had better not have it? Where the group stands it would
 * make what lies in memory long before it is read, beside an operand that stays: so it is with the
 * derivative of a forward pass's value, and with what is computed again. Where b stands, what the
 * group reads would be kept until then. What is narrower (a mask) or smaller (a sum) may be made at
 * once. */
static bool is_far(const Fuse *f, const Group *of, const IrBinding *b) {
    const IrVar *out = b->n_types == 1 ? fused_output(b, 0) : NULL;
    const uint32_t at = f->seen[b->var->id].index;
    bool is_near = false, stays_large = false, has_large = false, others = false;
    for (uint32_t i = 0; out && i < b->operands.at[1].n; i++) {
        const IrOperand *o = &b->operands.at[2 + i];
        const IrVar *x = o->kind == IR_OPERAND_VAR ? o->var : NULL;
        if (!x) continue;
        const bool is_large = is_as_large(x->type, out->type), is_made = group_of(f, x) == of;
        if (!is_made) {
            others = others || is_large;
            continue;
        }
        is_near = is_near || at - f->seen[x->id].index <= NEAR;
        has_large = has_large || is_large;
        stays_large = stays_large || (x->n_uses >= 2 && is_as_large(out->type, x->type));
    }
    return out && !is_near && (stays_large || (others && !has_large));
}

/* The group of an operand joins that of the call, which is the last in the program. */
static bool join(Fuse *f, Group *a, Group *b) {
    if (a->calls.len + b->calls.len > CALLS_MAX) return false;
    f->a = a;
    f->b = b;
    const uint64_t place = common_place(f);
    Open *open = NULL;
    Group all = {.place = place};
    if (place) {
        merge_calls(f, a, b, &all);
        if (b->calls.len == 1 && a->open)
            open = append(f, a->open->calls, b->calls.at[0]) ? a->open : NULL;
        else
            open = build(f, &all);
    }
    f->a = f->b = NULL;
    if (!open) return false;
    if (open != a->open) forget(a->open);
    forget(b->open);
    a->open = NULL;
    *b = all;
    give(open, b);
    a->into = b;
    return true;
}

static bool stays_but(void *user, const IrVar *v) { return v != user; }

/* A transpose that a product alone reads, which takes it as it lies: it joins that one, not what
 * makes the matrix. */
static bool is_of_reader(Fuse *f, const IrBinding *b) {
    if (b->n_types != 1 || b->var->n_uses != 1 || !loop_fuse_is_turn(fused_loops_of(&f->loops, b)))
        return false;
    const IrBinding *reader = user_in_block(f, b->var->uses);
    if (!reader || reader != b->var->uses->list->binding || !fused_loops_of(&f->loops, reader))
        return false;
    Arena arena;
    arena_init(&arena, f->m->ctx);
    FuseCalls *both = fused_calls_new(&f->loops, &arena, f->options);
    const bool ok = fused_calls_append(both, b, stays_but, b->var) &&
                    fused_calls_append(both, reader, stays_but, b->var);
    arena_fini(&arena);
    return ok;
}

static void visit_call(Fuse *f, IrBinding *b, Group *g) {
    const IrOperand *tuple = b->operands.at + 1;
    if (tuple->n > OPERANDS_MAX) return; /* each try costs the whole call again */
    if (is_of_reader(f, b)) return;
    for (;;) { /* the latest producer that was not tried yet */
        Group *best = NULL;
        for (uint32_t i = 0; i < tuple->n; i++) {
            if (tuple[1 + i].kind != IR_OPERAND_VAR) continue;
            const IrVar *v = tuple[1 + i].var;
            Group *of = v->def && v->def->block == f->block ? group_of(f, v) : NULL;
            if (of && of != g && !of->made && (!best || of->place > best->place)) best = of;
        }
        if (!best) break;
        best->made = true; /* tried */
        if (!is_far(f, best, b)) join(f, best, g);
    }
    for (uint32_t i = 0; i < tuple->n; i++) {
        if (tuple[1 + i].kind == IR_OPERAND_VAR && group_of(f, tuple[1 + i].var))
            group_of(f, tuple[1 + i].var)->made = false;
    }
}

/* Functions of groups */

static const char *fresh_name(Fuse *f, const Group *g) {
    StrBuf text;
    strbuf_init(&text, &f->arena);
    strbuf_printf(&text, "fused");
    for (size_t i = 0; i < g->calls.len && text.text.len < NAME_MAX; i++) {
        const char *name = g->calls.at[i]->operands.at[0].global->name;
        size_t n = strlen(name);
        while (n > 1 && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
        strbuf_printf(&text, "_%.*s", (int)n, name);
    }
    return ir_fresh_name(&f->names, strbuf_cstr(&text));
}

typedef struct {
    IrSymbol *outer, *own;
} Moved;

/* A function that is being made. */
typedef struct {
    Fuse *f;
    IrFunction *fn;
    VEC(Moved) symbols;
    VEC(const IrVar *) outer; /* its parameters, and what it has bound, as they are outside */
    VEC(IrVar *) own;
    VEC(IrVar *) passed; /* for the parameters */
} Made;

static const IrDim *own_symbol(void *user, IrSymbol *s) {
    Made *made = user;
    for (size_t i = 0; i < made->symbols.len; i++) {
        if (made->symbols.at[i].outer == s)
            return ir_dim_symbol(made->f->m, made->symbols.at[i].own);
    }
    const Moved moved = {s, ir_symbol_new(made->fn, s->name, s->loc)};
    moved.own->is_extent = s->is_extent;
    vec_push(&made->f->arena, &made->symbols, moved);
    return ir_dim_symbol(made->f->m, moved.own);
}

static const IrType *own_type(Made *made, const IrType *t) {
    return t->has_symbols ? ir_type_map(made->f->m, t, own_symbol, made) : t;
}

static IrVar *own_var(Made *made, const IrVar *v) {
    for (size_t i = 0; i < made->outer.len; i++) {
        if (made->outer.at[i] == v) return made->own.at[i];
    }
    return NULL;
}

static void map_var(Made *made, const IrVar *outer, IrVar *own) {
    vec_push(&made->f->arena, &made->outer, outer);
    vec_push(&made->f->arena, &made->own, own);
}

/* The operands of a call in the new function's terms; what comes from outside is a parameter. */
static void own_operands(Made *made, const IrBinding *b, IrOperandBuf *out) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        IrOperand o = b->operands.at[i];
        if (o.kind == IR_OPERAND_SHAPE) o.type = own_type(made, o.type);
        if (o.kind == IR_OPERAND_VAR) {
            IrVar *v = own_var(made, o.var);
            if (!v) {
                v = ir_var_new(made->fn, o.var->name, own_type(made, o.var->type));
                vec_push(&made->f->m->arena, &made->fn->params, v);
                ir_define_symbols(v->type, NULL);
                map_var(made, o.var, v);
                vec_push(&made->f->arena, &made->passed, o.var);
            }
            o.var = v;
        }
        vec_push(out->arena, &out->ops, o);
    }
}

/* Symbols that no parameter defines come in a shape, behind the others; what is passed for it, or
 * NULL. */
static const IrType *pass_symbols(Made *made) {
    IrModule *m = made->f->m;
    const IrDim **own = ARENA_ARRAY(&made->f->arena, const IrDim *, made->symbols.len + 1);
    const IrDim **outer = ARENA_ARRAY(&made->f->arena, const IrDim *, made->symbols.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < made->symbols.len; i++) {
        if (made->symbols.at[i].own->is_defined) continue;
        own[n] = ir_dim_symbol(m, made->symbols.at[i].own);
        outer[n++] = ir_dim_symbol(m, made->symbols.at[i].outer);
    }
    if (!n) return NULL;
    IrVar *v = ir_var_new(made->fn, "dims", ir_type_shape(m, own, n));
    vec_push(&m->arena, &made->fn->params, v);
    ir_define_symbols(v->type, NULL);
    return ir_type_shape(m, outer, n);
}

/* FuseTIR joins the loops with the same options. */
static void set_attributes(const Fuse *f, IrFunction *fn) {
    const char *keys[] = {"Primitive", "attention"};
    IrAttr ones[] = {{.kind = IR_ATTR_INT, .i = 1}, {.kind = IR_ATTR_INT, .i = 1}};
    IrAttr dict = {
        .kind = IR_ATTR_DICT, .n = f->options.attention ? 2 : 1, .items = ones, .keys = keys};
    ir_attr_copy(f->m, &fn->attrs, &dict);
}

/* The group's function, and its call at the end of the block. */
static bool make_function(Fuse *f, Group *g) {
    IrModule *m = f->m;
    f->a = f->b = g;
    if (!g->open) give(build(f, g), g); /* they went together before */
    const FusedCalls fused = fused_calls_finish(g->open->calls, stays, f, "f");
    f->a = f->b = NULL;
    IrGlobal *global = ir_global_new(m, fresh_name(f, g));
    Made made = {.f = f, .fn = ir_function_new(m, global->name)};
    IrFunction *fn = made.fn;
    fn->global = global;
    fn->is_private = fn->is_pure = true;
    fn->loc = g->calls.at[0]->loc;
    fn->body = ir_body_new(fn, NULL);
    set_attributes(f, fn);
    IrBuilder b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, true)};
    for (size_t i = 0; i < g->calls.len; i++) {
        const IrBinding *call = g->calls.at[i];
        IrOperandBuf operands;
        ir_operands_init(&operands, &m->scratch);
        own_operands(&made, call, &operands);
        const IrType **types = ARENA_ARRAY(&f->arena, const IrType *, call->n_types);
        for (uint32_t k = 0; k < call->n_types; k++) types[k] = own_type(&made, call->types[k]);
        b.loc = call->loc;
        IrVar *v =
            ir_build_call(&b, &op_call_tir, operands.ops.at, (uint32_t)operands.ops.len,
                          (IrCallForm){.types = types, .n_types = call->n_types}, call->var->name);
        if (!v) return false;
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
        for (uint32_t k = 0; k < call->n_types; k++) {
            const IrVar *output = fused_output(call, k);
            if (output)
                map_var(&made, output,
                        call->n_types == 1 ? v : ir_build_field(&b, &o, 1, k, output->name));
        }
    }
    const IrType *dims = pass_symbols(&made);
    IrOperandBuf result, args;
    ir_operands_init(&result, &m->scratch);
    ir_operands_init(&args, &m->scratch);
    const bool many = fused.n_outputs > 1;
    const size_t at = many ? ir_operands_tuple(&result) : 0;
    for (uint32_t i = 0; i < fused.n_outputs; i++) {
        IrVar *v = own_var(&made, fused.outputs[i]);
        v->is_output = true;
        ir_operands_var(&result, v);
    }
    if (many) ir_operands_end(&result, at, fused.n_outputs);
    blocks_set_result(fn, result.ops.at, (uint32_t)result.ops.len);
    global->function = fn;
    ir_operands_global(&args, global);
    for (size_t i = 0; i < made.passed.len; i++) ir_operands_var(&args, made.passed.at[i]);
    if (dims) ir_operands_shape(&args, dims);
    IrBinding *last = g->calls.at[g->calls.len - 1];
    const IrOrigin **origins = ARENA_ARRAY(&f->arena, const IrOrigin *, g->calls.len);
    for (size_t i = 0; i < g->calls.len; i++) origins[i] = g->calls.at[i]->origin;
    const IrOrigin *origin = ir_origin_of_many(m, "FuseOps", origins[0], origins, g->calls.len);
    IrBuilder out = {.m = m, .fn = f->fn, .block = f->block, .loc = last->loc, .origin = origin};
    IrVar *call = ir_build_invoke(&out, args.ops.at, (uint32_t)args.ops.len,
                                  many ? "lv" : fused.outputs[0]->name);
    if (!call) return false;
    call->is_output = !f->block->is_dataflow;
    for (uint32_t i = 0; i < fused.n_outputs; i++) {
        IrVar *old = fused.outputs[i], *v = call;
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = call};
        if (many) v = ir_build_field(&out, &o, 1, i, old->name);
        v->is_output = old->is_output || !f->block->is_dataflow;
        v->type = old->type;
        ir_var_replace_uses(old, v);
    }
    return true;
}

/* Blocks */

typedef struct {
    uint64_t place;
    size_t index;
    IrBinding *b;
    Group *group;
} Item;

static int compare_items(const void *a, const void *b) {
    const Item *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* With its fields. */
static void remove_call(IrBinding *b) {
    while (b->n_types > 1 && b->var->uses) ir_binding_remove(b->var->uses->list->binding);
    ir_binding_remove(b);
}

static bool rewrite_block(Fuse *f, IrBlock *block) {
    VEC(Item) items = {.at = NULL};
    VEC(IrBinding *) order = {.at = NULL};
    bool any = false;
    const uint32_t n = block->n;
    const IrBinding *b = block->first;
    for (uint32_t i = 0; i < n; i++, b = b->next) {
        Group *g = root(f->seen[b->var->id].group);
        const bool is_group = g && g->calls.len > 1;
        if (is_group && g->calls.at[0] != b) continue;
        any |= is_group;
        vec_push(&f->arena, &items,
                 ((Item){place_of(f, b->var), i, (IrBinding *)b, is_group ? g : NULL}));
    }
    if (!any) return true;
    qsort(items.at, items.len, sizeof *items.at, compare_items);
    for (size_t i = 0; i < items.len; i++) {
        const Item *item = &items.at[i];
        if (!item->group) {
            vec_push(&f->arena, &order, item->b);
            continue;
        }
        IrBinding *last = block->last;
        if (!make_function(f, item->group)) return false;
        for (IrBinding *made = last->next; made; made = made == block->last ? NULL : made->next)
            vec_push(&f->arena, &order, made);
    }
    for (size_t i = items.len; i-- > 0;) {
        Group *g = items.at[i].group;
        for (size_t k = g ? g->calls.len : 0; k-- > 0;) remove_call(g->calls.at[k]);
    }
    blocks_reorder(block, order.at);
    return true;
}

static bool fuse_block(Fuse *f, IrBlock *block) {
    uint64_t after = 0;
    f->block = block;
    for (IrBinding *b = block->first; b && b->block == block; b = b->next) {
        ctx_poll(f->m->ctx);
        Seen *s = &f->seen[b->var->id];
        *s = (Seen){.place = (f->index + 1) * PLACE, .after = after, .index = f->index};
        f->index++;
        if (b->kind == IR_BIND_MATCH_CAST) after = s->place;
        if (b->kind == IR_BIND_FIELD &&
            b->operands.at->kind == IR_OPERAND_VAR) { /* is where the call is */
            s->group = group_of(f, b->operands.at->var);
            if (s->group) continue;
        }
        if (!b->var->n_uses || !fused_loops_of(&f->loops, b)) continue;
        Group *g = ARENA_NEW(&f->arena, Group);
        g->place = s->place;
        vec_push(&f->arena, &g->calls, b);
        s->group = g;
        visit_call(f, b, g);
    }
    return rewrite_block(f, block);
}

static bool fuse_function(void *user, IrFunction *fn) {
    Fuse *f = user;
    if (fused_function_attr(fn, "Codegen") || fused_function_attr(fn, "Primitive")) return true;
    VEC(IrBlock *) blocks = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->block->first == b) vec_push(&f->arena, &blocks, b->block);
    }
    f->fn = fn;
    f->n_seen = fn->n_vars;
    f->index = 0;
    f->seen = ARENA_ARRAY(&f->arena, Seen, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < blocks.len; i++) {
        if (!fuse_block(f, blocks.at[i])) return false;
    }
    return true;
}

bool pass_fuse_ops(IrModule *m, const PassValue *values) {
    if (values[1].i) return fused_by_kind(m);
    Fuse f = {.m = m, .options = {.attention = values[0].i != 0}};
    arena_init(&f.arena, m->ctx);
    ir_fresh_init(&f.names, m, &f.arena);
    fused_loops_init(&f.loops, m, &f.arena);
    const bool ok = blocks_each_function(m, fuse_function, &f); /* what is made is Primitive */
    for (uint32_t i = 0; i < OPEN_MAX; i++) forget(&f.open[i]);
    arena_fini(&f.arena);
    return ok && blocks_finish(m);
}
