/* SPDX-License-Identifier: Apache-2.0 */
/* One clone serves all functions that are made of a function's bindings: its table of values is
 * emptied of what the last one had put there. Functions are told apart by words: what each member
 * does, with its operands by their number in the function, types and attributes by the pointers
 * that they are interned as. So each costs what it holds. */
#include "passes/outline.h"

#include <stdlib.h>

#include "ir/origin.h"
#include "passes/blocks.h"

enum { NAME_MAX = 240 };

typedef struct {
    IrSymbol *outer, *own;
} Moved;

/* A constant that is a parameter. */
typedef struct {
    const IrConst *outer;
    IrVar *own;
} Lifted;

typedef struct {
    IrVar *old;
    uint64_t place; /* of the first that reads it; 0: what is around the block does */
    size_t index;
} Result;

typedef VEC(uint64_t) Words;

typedef struct {
    uint64_t hash;
    Words words;
    IrGlobal *global;
    IrOperand dims; /* that its calls pass last; NONE: nothing */
} Known;

typedef struct {
    const char *name;
    size_t n;
} Count;

typedef struct OutlineWork {
    IrBinding *const *members;
    size_t n;
    Map inside;  /* the members */
    Map numbers; /* what has a number: variables, constants that are lifted */
    uint32_t n_numbers;
    Words words;
    VEC(IrOperand) args;
    VEC(Result) results;
    VEC(const IrVar *) touched;
    Map moved, lifted;
    VEC(Moved *) symbols;
    IrFunction *fn;
} Work;

void outline_init(Outline *self, IrModule *m, Arena *arena, const char *pass) {
    *self = (Outline){.m = m, .arena = arena, .pass = pass, .is_dataflow = true};
    map_init(&self->known, arena);
    map_init(&self->names, arena);
}

/* Symbols */

static const IrDim *own_symbol(void *user, IrSymbol *s) {
    Outline *o = user;
    Work *w = o->work;
    Moved *moved = map_get_ptr(&w->moved, s);
    if (!moved) {
        moved = ARENA_NEW(o->arena, Moved);
        *moved = (Moved){s, ir_symbol_new(w->fn, s->name, s->loc)};
        moved->own->is_extent = s->is_extent;
        map_add_ptr(&w->moved, s, moved);
        vec_push(o->arena, &w->symbols, moved);
    }
    return ir_dim_symbol(o->m, moved->own);
}

static const IrDim *foreign(IrClone *c, IrSymbol *s) {
    while (c->outer) c = c->outer;
    return own_symbol(c->user, s);
}

/* Numbers and words */

static void word(Outline *o, uint64_t v) { vec_push(o->arena, &o->work->words, v); }
static void word_ptr(Outline *o, const void *p) { word(o, (uintptr_t)p); }

/* 0: it has none. */
static uint32_t number_of(const Work *w, const void *what) {
    return (uint32_t)(uintptr_t)map_get_ptr(&w->numbers, what);
}

static void give_number(Work *w, const void *what) {
    map_add_ptr(&w->numbers, what, (void *)(uintptr_t)++w->n_numbers);
}

/* What comes from around: a parameter at its first use, which the words tell by its type. */
static void outside(Outline *o, const IrOperand *x, const void *what, const IrType *t) {
    Work *w = o->work;
    if (!number_of(w, what)) {
        give_number(w, what);
        IrOperand arg = *x;
        arg.span = 1;
        vec_push(o->arena, &w->args, arg);
        word_ptr(o, t);
    }
    word(o, number_of(w, what));
}

static void word_operand(Outline *o, const IrOperand *x) {
    uint64_t bits = 0;
    word(o, x->kind);
    switch (x->kind) {
    case IR_OPERAND_NONE: break;
    case IR_OPERAND_VAR: outside(o, x, x->var, x->var->type); break;
    case IR_OPERAND_CONST:
        if (o->lifts_constants)
            outside(o, x, x->constant, x->constant->type);
        else
            word_ptr(o, x->constant);
        break;
    case IR_OPERAND_PRIM:
        memcpy(&bits, &x->f, sizeof bits);
        word(o, bits);
        word_ptr(o, x->type);
        break;
    case IR_OPERAND_SHAPE: word_ptr(o, x->type); break;
    case IR_OPERAND_STRING: word_ptr(o, ir_name(o->m, str_c(x->string))); break;
    case IR_OPERAND_DTYPE: word(o, x->dtype); break;
    case IR_OPERAND_GLOBAL: word_ptr(o, x->global); break;
    case IR_OPERAND_TUPLE: word(o, x->n); break;
    }
}

static void read_members(Outline *o) {
    Work *w = o->work;
    word_ptr(o, o->kind);
    for (size_t i = 0; i < w->n; i++) {
        const IrBinding *b = w->members[i];
        ctx_poll(o->m->ctx);
        word(o, b->kind);
        word(o, b->index);
        if (b->kind == IR_BIND_CALL) {
            word_ptr(o, b->op);
            word_ptr(o, b->attrs);
            word(o, b->n_types);
            for (uint32_t k = 0; k < b->n_types; k++) word_ptr(o, b->types[k]);
        }
        for (uint32_t k = 0; k < b->operands.n; k++) word_operand(o, &b->operands.at[k]);
        word_ptr(o, b->var->type);
        give_number(w, b->var);
    }
}

/* Results */

static void find_result(Outline *o, size_t i) {
    Work *w = o->work;
    IrVar *v = w->members[i]->var;
    const IrBlock *block = w->members[i]->block;
    uint64_t first = UINT64_MAX;
    for (const IrOperand *u = v->uses; u; u = u->next_use) {
        const IrBinding *user = u->list->binding;
        const bool inside = user && user->block == block && map_get_ptr(&w->inside, user);
        if (inside) continue;
        const uint64_t place = user && user->block == block && !v->is_output ? user->label : 0;
        if (place < first) first = place;
    }
    /* what nothing uses is one only of the last, which is what the group is for */
    if (first != UINT64_MAX || i + 1 == w->n)
        vec_push(o->arena, &w->results, ((Result){v, first, i}));
}

static int by_place(const void *a, const void *b) {
    const Result *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void find_results(Outline *o) {
    Work *w = o->work;
    for (size_t i = 0; i < w->n; i++) find_result(o, i);
    qsort(w->results.at, w->results.len, sizeof *w->results.at, by_place);
    for (size_t i = 0; i < w->results.len; i++) word(o, number_of(w, w->results.at[i].old));
}

/* Names */

static const char *outline_name(Outline *o, const char *base) {
    const char *interned = ir_name(o->m, str_c(base));
    Count *count = map_get_ptr(&o->names, interned);
    if (!count) {
        count = ARENA_NEW(o->arena, Count);
        *count = (Count){interned, 0};
        map_add_ptr(&o->names, interned, count);
    }
    for (;; count->n++) {
        const char *name =
            count->n ? arena_printf(o->arena, "%s%zu", interned, count->n) : interned;
        if (ir_global_find(o->m, str_c(name))) continue;
        if (o->suffix) name = arena_printf(o->arena, "%s%s", name, o->suffix);
        if (!ir_global_find(o->m, str_c(name))) return ir_name(o->m, str_c(name));
    }
}

/* What its calls are named: TVM's names, so that who looks for one finds it. */
static const char *base_name(const Outline *o) {
    const Work *w = o->work;
    StrBuf text;
    strbuf_init(&text, o->arena);
    strbuf_puts(&text, "fused");
    for (size_t i = 0; i < w->n && text.text.len < NAME_MAX; i++) {
        const IrBinding *b = w->members[i];
        if (b->kind == IR_BIND_INVOKE && b->operands.at->kind == IR_OPERAND_GLOBAL) {
            const char *name = b->operands.at->global->name;
            strbuf_printf(&text, "_%s", strncmp(name, "fused_", 6) == 0 ? name + 6 : name);
        } else if (b->kind == IR_BIND_CALL && b->operands.n &&
                   b->operands.at->kind == IR_OPERAND_GLOBAL) {
            strbuf_printf(&text, "_%s", b->operands.at->global->name);
        } else if (b->kind == IR_BIND_CALL) {
            strbuf_puts(&text, "_relax_");
            for (const char *c = b->op->name; *c; c++) strbuf_putc(&text, *c == '.' ? '_' : *c);
        }
    }
    return strbuf_cstr(&text);
}

/* The function */

static bool lift_constants(IrClone *c, const IrBinding *from, IrOperandBuf *operands) {
    Outline *o = c->user;
    (void)from;
    for (size_t i = 0; i < operands->ops.len; i++) {
        IrOperand *x = &operands->ops.at[i];
        const Lifted *l =
            x->kind == IR_OPERAND_CONST ? map_get_ptr(&o->work->lifted, x->constant) : NULL;
        if (l) *x = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = l->own};
    }
    return true;
}

static void add_params(Outline *o) {
    Work *w = o->work;
    IrClone *c = &o->clone;
    for (size_t i = 0; i < w->args.len; i++) {
        const IrOperand *x = &w->args.at[i];
        if (x->kind == IR_OPERAND_VAR) {
            ir_clone_param(c, x->var);
            vec_push(o->arena, &w->touched, x->var);
            continue;
        }
        Lifted *l = ARENA_NEW(o->arena, Lifted);
        const char *name = arena_printf(o->arena, "param_%zu", i);
        *l = (Lifted){x->constant,
                      ir_clone_new_param(c, ir_name(o->m, str_c(name)), x->constant->type)};
        map_add_ptr(&w->lifted, x->constant, l);
    }
}

/* Symbols that no parameter defines come in a shape, behind the others; what is passed for it is
 * the last argument. */
static void add_symbols(Outline *o) {
    Work *w = o->work;
    const IrDim **own = ARENA_ARRAY(o->arena, const IrDim *, w->symbols.len + 1);
    const IrDim **outer = ARENA_ARRAY(o->arena, const IrDim *, w->symbols.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < w->symbols.len; i++) {
        if (w->symbols.at[i]->own->is_defined) continue;
        own[n] = ir_dim_symbol(o->m, w->symbols.at[i]->own);
        outer[n++] = ir_dim_symbol(o->m, w->symbols.at[i]->outer);
    }
    if (!n) return;
    ir_clone_new_param(&o->clone, "dims", ir_type_shape(o->m, own, n));
    const IrOperand shape = {
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(o->m, outer, n)};
    vec_push(o->arena, &w->args, shape);
}

static void set_results(Outline *o, IrFunction *fn) {
    const Work *w = o->work;
    const bool many = w->results.len > 1;
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->m->scratch);
    const size_t at = many ? ir_operands_tuple(&buf) : 0;
    for (size_t i = 0; i < w->results.len; i++) {
        const IrOperand *x = ir_clone_value(&o->clone, w->results.at[i].old);
        x->var->is_output = true;
        ir_operands_var(&buf, x->var);
    }
    if (many) ir_operands_end(&buf, at, (uint32_t)w->results.len);
    blocks_set_result(fn, buf.ops.at, (uint32_t)buf.ops.len);
}

static bool copy_members(Outline *o) {
    const Work *w = o->work;
    IrClone *c = &o->clone;
    for (size_t i = 0; i < w->n; i++) {
        IrBinding *b = w->members[i];
        c->b.loc = b->loc;
        c->b.origin = b->origin;
        vec_push(o->arena, &o->work->touched, b->var);
        if (!(o->copy ? o->copy(o, c, b) : ir_clone_binding(c, b))) return false;
        ir_clone_value(c, b->var)->var->is_output = !o->is_dataflow;
    }
    return true;
}

/* NULL after a report. */
static IrGlobal *new_function(Outline *o) {
    IrModule *m = o->m;
    Work *w = o->work;
    static const IrCloneChange change = {.operands = lift_constants};
    IrGlobal *g = ir_global_new(m, outline_name(o, base_name(o)));
    IrFunction *fn = w->fn = ir_function_new(m, g->name);
    fn->global = g;
    fn->is_private = fn->is_pure = true;
    fn->loc = w->members[0]->loc;
    fn->body = ir_body_new(fn, NULL);
    IrClone *c = &o->clone;
    c->to = fn;
    c->b = (IrBuilder){.m = m, .fn = fn, .block = ir_block_append(fn->body, o->is_dataflow)};
    c->change = o->lifts_constants ? &change : NULL;
    add_params(o);
    const bool ok = copy_members(o);
    if (ok) {
        add_symbols(o);
        set_results(o, fn);
    }
    for (size_t i = 0; i < w->touched.len; i++)
        ir_clone_set(c, w->touched.at[i], (IrOperand){.kind = IR_OPERAND_NONE});
    if (!ok) return NULL;
    g->function = o->finish ? o->finish(o, fn, g) : fn;
    return g->function ? g : NULL;
}

static Known *find_known(const Outline *o, uint64_t hash) {
    const Words *words = &o->work->words;
    for (MapIter it = map_find(&o->known, hash); map_next(&o->known, &it);) {
        Known *k = it.value;
        if (k->hash == hash && k->words.len == words->len &&
            memcmp(k->words.at, words->at, words->len * sizeof *words->at) == 0)
            return k;
    }
    return NULL;
}

/* The same work has the same function. NULL after a report. */
static IrGlobal *function_of(Outline *o) {
    Work *w = o->work;
    const size_t n_args = w->args.len;
    const uint64_t hash = hash_bytes(o->m->ctx, w->words.at, w->words.len * sizeof *w->words.at);
    Known *k = find_known(o, hash);
    if (!k) {
        k = ARENA_NEW(o->arena, Known);
        *k = (Known){.hash = hash, .words = w->words, .global = new_function(o)};
        if (!k->global) return NULL;
        if (w->args.len > n_args) k->dims = w->args.at[n_args];
        map_add(&o->known, hash, k);
    } else if (k->dims.kind == IR_OPERAND_SHAPE) {
        vec_push(o->arena, &w->args, k->dims); /* the same words, so the same symbols */
    }
    return k->global;
}

/* The call */

/* The value in the place of the old one, with its type. NULL after a report. */
static IrVar *typed(IrBuilder *b, IrVar *v, const IrVar *old) {
    if (v->type == old->type) return v;
    if (ir_type_subsumes(b->m, old->type, v->type) == IR_PROVED) {
        v->type = old->type;
        return v;
    }
    const IrOperand x = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    return ir_build_match_cast(b, &x, 1, old->type, old->name);
}

/* The results in the order of their bindings. */
static const size_t *in_order(const Outline *o) {
    const Work *w = o->work;
    size_t n = 0;
    size_t *of_member = ARENA_ARRAY(o->arena, size_t, w->n + 1);
    size_t *order = ARENA_ARRAY(o->arena, size_t, w->results.len + 1);
    for (size_t i = 0; i < w->results.len; i++) of_member[w->results.at[i].index] = i + 1;
    for (size_t i = 0; i < w->n; i++) {
        if (of_member[i]) order[n++] = of_member[i] - 1;
    }
    return order;
}

static bool make_call(Outline *o, IrGlobal *g) {
    IrModule *m = o->m;
    const Work *w = o->work;
    IrBinding *first = w->members[0], *last = w->members[w->n - 1];
    IrBlock *block = first->block;
    IrBinding *before = block->last;
    const IrOrigin **origins = ARENA_ARRAY(o->arena, const IrOrigin *, w->n);
    for (size_t i = 0; i < w->n; i++) origins[i] = w->members[i]->origin;
    IrBuilder b = {.m = m,
                   .fn = block->body->function,
                   .block = block,
                   .loc = last->loc,
                   .origin = ir_origin_of_many(m, o->pass, origins[0], origins, w->n)};
    IrOperandBuf args;
    ir_operands_init(&args, &m->scratch);
    ir_operands_global(&args, g);
    for (size_t i = 0; i < w->args.len; i++) ir_operands_copy(&args, &w->args.at[i]);
    const bool many = w->results.len > 1;
    const char *name = many ? "lv" : w->results.at[0].old->name;
    IrVar *call = ir_build_invoke(&b, args.ops.at, (uint32_t)args.ops.len, name);
    const IrOperand x = {.kind = IR_OPERAND_VAR, .span = 1, .var = call};
    const size_t *order = in_order(o);
    for (size_t k = 0; call && k < w->results.len; k++) {
        const size_t i = order[k];
        IrVar *old = w->results.at[i].old;
        IrVar *v = many ? ir_build_field(&b, &x, 1, (uint32_t)i, old->name) : call;
        if (v) v = typed(&b, v, old);
        if (!v) return false;
        v->is_output = old->is_output;
        ir_var_replace_uses(old, v);
    }
    if (!call) return false;
    VEC(IrBinding *) made = {.at = NULL};
    for (IrBinding *at = before; at != block->last;) vec_push(o->arena, &made, at = at->next);
    for (size_t i = 0; i < made.len; i++) {
        if (!block->is_dataflow) made.at[i]->var->is_output = true;
        ir_binding_move_before(first, made.at[i]);
    }
    return true;
}

/* The table of values has room for the calls that took the place of earlier members. */
static void make_room(Outline *o, const IrFunction *fn) {
    const size_t n = (size_t)fn->n_vars + 1;
    if (n <= o->n_values) return;
    IrOperand *values = ARENA_ARRAY(o->arena, IrOperand, 2 * n);
    o->clone.values = values; /* between two functions it is empty */
    o->n_values = 2 * n;
}

/* What they use from around is shared by all of them, so a list of n bindings costs n. */
bool outline_make(Outline *o, IrBinding *const *members, size_t n) {
    const ArenaMark scratch = arena_mark(&o->m->scratch);
    Work w = {.members = members, .n = n};
    map_init(&w.inside, o->arena);
    map_init(&w.numbers, o->arena);
    map_init(&w.moved, o->arena);
    map_init(&w.lifted, o->arena);
    o->work = &w;
    for (size_t i = 0; i < n; i++) map_mark_ptr(&w.inside, members[i]);
    make_room(o, members[0]->block->body->function);
    read_members(o);
    find_results(o);
    IrGlobal *g = function_of(o);
    const bool ok = g && make_call(o, g);
    for (size_t i = n; ok && i-- > 0;) ir_binding_remove(members[i]);
    o->work = NULL;
    arena_rewind(&o->m->scratch, scratch);
    return ok;
}

void outline_begin(Outline *o, IrFunction *fn) {
    ir_clone_into(&o->clone, o->m, o->arena, fn, (IrBuilder){.m = o->m, .fn = fn});
    o->n_values = (size_t)fn->n_vars + 1;
    o->clone.from = NULL; /* so every symbol is foreign */
    o->clone.foreign = foreign;
    o->clone.user = o;
}
