/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions. Each function is differentiated once for each choice of arguments and results
 * that count: its joint is divided into a forward function, which also gives what is needed later,
 * and a backward one (gradient_split.c).
 *
 *     y = cls.f(x)            lv = cls.f_forward(x)
 *                             y = lv[0]
 *                             y_saved = lv[1]
 *                             ...
 *                             lv1 = cls.f_backward(y_saved, y_adjoint)
 *                             x_adjoint = lv1[0]
 *
 * So nothing is computed twice, however deep calls are nested. Where nothing is saved, the call
 * stays. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/gradient_parts.h"

/* Choices of what counts, of one function; further calls differentiate by all that may count. */
enum { MAX_CHOICES = 8 };

static const IrType *operand_type(Gradient *g, const IrBinding *b, uint32_t i) {
    const IrOperand *o = ir_operand_get(&b->operands, i);
    return o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(g->m, o);
}

static bool is_scan(const IrBinding *b) { return b->kind == IR_BIND_CALL; }

/* A copy without captures */

typedef struct {
    IrSymbol *outer, *own;
} Moved;

typedef struct {
    IrClone clone; /* first: foreign() finds the rest */
    Map moved;     /* Moved by the outer symbol */
    VEC(Moved *) list;
} Lift;

static const IrDim *own_symbol(void *user, IrSymbol *s) {
    Lift *l = user;
    for (MapIter it = map_find(&l->moved, hash_ptr(0, s)); map_next(&l->moved, &it);) {
        const Moved *moved = it.value;
        if (moved->outer == s) return ir_dim_symbol(l->clone.m, moved->own);
    }
    Moved *moved = ARENA_NEW(l->clone.arena, Moved);
    *moved = (Moved){s, ir_symbol_new(l->clone.to, s->name, s->loc)};
    moved->own->is_extent = s->is_extent;
    map_add(&l->moved, hash_ptr(0, s), moved);
    vec_push(l->clone.arena, &l->list, moved);
    return ir_dim_symbol(l->clone.m, moved->own);
}

/* A symbol of the function around. */
static const IrDim *foreign(IrClone *c, IrSymbol *s) {
    while (c->outer) c = c->outer;
    return own_symbol((Lift *)(void *)c, s);
}

/* Symbols of the function around that no parameter tells come in a shape. */
static bool pass_symbols(Lift *l, IrOperand *outer) {
    IrModule *m = l->clone.m;
    const IrDim **own = ARENA_ARRAY(l->clone.arena, const IrDim *, l->list.len + 1);
    const IrDim **theirs = ARENA_ARRAY(l->clone.arena, const IrDim *, l->list.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < l->list.len; i++) {
        if (l->list.at[i]->own->is_defined) continue;
        own[n] = ir_dim_symbol(m, l->list.at[i]->own);
        theirs[n++] = ir_dim_symbol(m, l->list.at[i]->outer);
    }
    if (!n) return false;
    ir_clone_new_param(&l->clone, "dims", ir_type_shape(m, own, n));
    *outer = (IrOperand){.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, theirs, n)};
    return true;
}

IrFunction *gradient_lift(GradSession *s, const IrOperand *function, const char *suffix,
                          const SymbolBinding *bound, const IrOperand **outer, uint32_t *n_outer) {
    IrModule *m = s->m;
    const IrFunction *from;
    const IrBinding *nested;
    const char *why = gradient_find_callee(m->ctx, function, &from, &nested);
    if (why) BUG("a function that cannot be copied: %s", why);
    Lift *l = ARENA_NEW(&s->arena, Lift);
    IrFunction *fn = ir_clone_begin(&l->clone, m, &s->arena, from, NULL);
    map_init(&l->moved, &s->arena);
    l->clone.foreign = foreign;
    for (size_t i = 0; nested && i < bound->by_symbol.len; i++) {
        const IrDim *d = bound->by_symbol.at[i];
        if (d) l->clone.dims[i] = ir_dim_map(m, d, own_symbol, l);
    }
    fn->name = gradient_new_name(s, from->name, suffix);
    fn->global = ir_global_new(m, fn->name);
    fn->is_private = true;
    fn->n_captures = 0;
    fn->attrs = (IrAttr){.kind = IR_ATTR_DICT};
    IrOperand *passed = ARENA_ARRAY(&s->arena, IrOperand, (size_t)from->n_captures + 1);
    for (size_t i = from->n_captures; i < from->params.len; i++)
        ir_clone_param(&l->clone, from->params.at[i]);
    *n_outer = from->n_captures;
    for (uint32_t i = 0; i < from->n_captures; i++) {
        ir_clone_param(&l->clone, from->params.at[i]);
        passed[i] = d_var(nested->operands.at[i].var);
    }
    fn->result = ir_clone_type(&l->clone, from->result);
    if (!ir_clone_finish(&l->clone)) return NULL;
    *n_outer += pass_symbols(l, &passed[*n_outer]);
    *outer = passed;
    ir_function_publish(fn->global, fn);
    return fn;
}

/* What a call is differentiated by */

void gradient_find_calls(Gradient *g) {
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const char *why = NULL;
        const bool scan = b->kind == IR_BIND_CALL && b->op->structural == OP_STRUCTURAL_SCAN;
        if (!(scan || b->kind == IR_BIND_INVOKE) || !gradient_is_active(g, b->var)) continue;
        if (gradient_callee_why_not(g, b) || (scan && gradient_defined(g, b, &why))) continue;
        GradCall *c = ARENA_NEW(&g->arena, GradCall);
        IrOperandBuf copy;
        ir_operands_init(&copy, &g->arena);
        for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span)
            ir_operands_copy(&copy, &b->operands.at[at]);
        *c =
            (GradCall){.binding = b, .operands = copy.ops.at, .n_operands = (uint32_t)copy.ops.len};
        vec_push(&g->arena, &g->calls, c);
        g->call_of[b->var->id] = c;
    }
}

static void add_elements(Gradient *g, const IrOperand *o, GradArgs *out) {
    if (o->kind == IR_OPERAND_TUPLE) {
        const IrOperand *at = o + 1;
        for (uint32_t i = 0; i < o->n; i++, at += at->span)
            vec_push(&g->arena, out, ((GradArg){at, -1}));
        return;
    }
    const uint32_t n = ir_operand_type(g->m, o)->n;
    for (uint32_t i = 0; i < n; i++) vec_push(&g->arena, out, ((GradArg){o, i}));
}

static uint32_t count_of(Gradient *g, const IrBinding *b, uint32_t i) {
    const IrType *t = operand_type(g, b, i);
    return t ? t->n : 0;
}

void gradient_own_args(Gradient *g, const GradCall *c, GradArgs *out) {
    for (uint32_t at = 1; at < c->n_operands; at += c->operands[at].span) {
        const IrOperand *o = &c->operands[at];
        if (!is_scan(c->binding))
            vec_push(&g->arena, out, ((GradArg){o, -1}));
        else if (o->kind == IR_OPERAND_TUPLE ||
                 (o->kind == IR_OPERAND_VAR && o->var->type->kind == IR_TYPE_TUPLE))
            add_elements(g, o, out);
    }
}

static void find_seeds(Gradient *g, const IrVar *v, bool *seeds, uint32_t n) {
    const IrType *t = v->type;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        const bool field = user && user->kind == IR_BIND_FIELD && t->kind == IR_TYPE_TUPLE;
        if (field && g->useful[user->var->id]) seeds[user->index] = true;
        if (field || (user && user->var->id < g->n_vars && !g->useful[user->var->id])) continue;
        for (uint32_t i = 0; i < n; i++) seeds[i] = true;
    }
    for (uint32_t i = 0; i < n; i++)
        seeds[i] &= gradient_type_counts(t->kind == IR_TYPE_TUPLE ? t->fields[i] : t);
}

GradFunction *gradient_find_function(GradSession *s, const GradFunction *key, unsigned *n_choices) {
    *n_choices = 0;
    for (MapIter it = map_find(&s->functions, hash_ptr(0, key->of));
         map_next(&s->functions, &it);) {
        GradFunction *f = it.value;
        if (f->of != key->of || f->kind != key->kind) continue;
        if (f->n_carries != key->n_carries || f->n_sequences != key->n_sequences) continue;
        const size_t n_bound = f->bound.by_symbol.len;
        if (n_bound != key->bound.by_symbol.len) continue;
        if (n_bound && memcmp(f->bound.by_symbol.at, key->bound.by_symbol.at,
                              n_bound * sizeof *f->bound.by_symbol.at))
            continue;
        ++*n_choices;
        if (!memcmp(f->wants, key->wants, key->n_params) &&
            !memcmp(f->seeds, key->seeds, key->n_fields))
            return f;
    }
    return NULL;
}

/* What an argument's type is to the function: of a sequence, that of a slice. */
static const IrType *given_type(Gradient *g, const GradFunction *f, const GradArg *arg,
                                uint32_t i) {
    const IrType *t = gradient_arg_type(g, arg);
    if (i < f->n_carries || i - f->n_carries >= f->n_sequences || t->kind != IR_TYPE_TENSOR ||
        t->ndim <= 0)
        return t;
    return ir_type_tensor(g->m, t->dims ? t->dims + 1 : NULL, t->ndim - 1, t->dtype);
}

/* A nested function's extents are what they are in the call, so that they meet those of what it
 * captures. */
static void bind_symbols(Gradient *g, GradFunction *f, const GradArg *args) {
    const IrFunction *of = f->of;
    SymbolBinding s = {.m = g->m, .fn = of};
    for (uint32_t i = of->n_captures; i < of->params.len; i++) {
        const uint32_t k = i - of->n_captures;
        ir_bind_symbols(&s, of->params.at[i]->type, given_type(g, f, &args[k], k));
    }
    f->bound = s;
    f->bound.by_symbol.at = ARENA_ARRAY(&g->session->arena, const IrDim *, s.by_symbol.len + 1);
    if (s.by_symbol.len)
        memcpy(f->bound.by_symbol.at, s.by_symbol.at, s.by_symbol.len * sizeof *s.by_symbol.at);
}

GradFunction *gradient_want_function(Gradient *g, const GradCall *c, const IrFunction *of,
                                     const IrBinding *nested) {
    const IrBinding *b = c->binding;
    GradSession *s = g->session;
    GradArgs args = {.at = NULL};
    gradient_own_args(g, c, &args);
    GradFunction *f = ARENA_NEW(&s->arena, GradFunction);
    *f = (GradFunction){.kind = is_scan(b) ? GRAD_LOOP : GRAD_CALL, .of = of};
    f->n_params = (uint32_t)of->params.len;
    f->n_fields = b->var->type->kind == IR_TYPE_TUPLE ? b->var->type->n : 1;
    f->wants = ARENA_ARRAY(&s->arena, bool, (size_t)f->n_params + 2);
    f->seeds = ARENA_ARRAY(&s->arena, bool, (size_t)f->n_fields + 1);
    if (is_scan(b)) {
        const bool is_while = gradient_is_while(b);
        f->n_carries = count_of(g, b, is_while ? 2 : 1);
        f->n_sequences = is_while ? 0 : count_of(g, b, 2);
        f->live = ARENA_ARRAY(&s->arena, bool, (size_t)f->n_carries + 1);
    }
    const uint32_t n_own = f->n_params - of->n_captures;
    for (uint32_t i = 0; i < f->n_params; i++) {
        const bool own = i < n_own;
        const IrVar *p = of->params.at[own ? i + of->n_captures : i - n_own];
        const IrOperand *tree = own ? args.at[i].tree : &nested->operands.at[i - n_own];
        f->wants[i] = gradient_type_counts(p->type) && gradient_tree_varies(g, tree);
    }
    find_seeds(g, b->var, f->seeds, f->n_fields);
    if (nested) bind_symbols(g, f, args.at);
    return f;
}

static void want_all(GradFunction *f, const IrType *result) {
    const uint32_t n_own = f->n_params - f->of->n_captures;
    for (uint32_t i = 0; i < f->n_params; i++) {
        f->wants[i] = gradient_type_counts(
            f->of->params.at[i < n_own ? i + f->of->n_captures : i - n_own]->type);
    }
    for (uint32_t i = 0; i < f->n_fields; i++) {
        f->seeds[i] =
            gradient_type_counts(result->kind == IR_TYPE_TUPLE ? result->fields[i] : result);
    }
}

static void set_args(Gradient *g, GradCall *c) {
    const GradFunction *f = c->to;
    GradArgs args = {.at = NULL};
    gradient_own_args(g, c, &args);
    for (uint32_t i = 0; i < f->n_outer; i++)
        vec_push(&g->arena, &args, ((GradArg){&f->outer[i], -1}));
    c->args = args.at;
    c->n_args = (uint32_t)args.len;
}

/* Finds the call's function; true: a new one, whose frame was opened. */
static bool resolve(Gradient *g, GradCall *c) {
    GradSession *s = g->session;
    const IrFunction *of;
    const IrBinding *nested;
    const IrBinding *b = c->binding;
    gradient_find_callee(g->m->ctx, b->operands.at, &of, &nested);
    GradFunction *f = gradient_want_function(g, c, of, nested);
    unsigned n_choices;
    GradFunction *found = gradient_find_function(s, f, &n_choices);
    if (!found && n_choices >= MAX_CHOICES) {
        want_all(f, b->var->type);
        found = gradient_find_function(s, f, &n_choices);
    }
    c->to = found ? found : f;
    if (found && found->state == GRAD_OPEN) {
        Diag *d = diag_error(g->m->ctx, b->loc, DIAG_GRADIENT,
                             diag_fmt(g->m->ctx, "a call of '%s'", of->name), "it calls itself");
        diag_help(g->m->ctx, d, "write a loop with R.scan, or with R.while_loop and max_trip");
        c->to = NULL;
        g->failed = true;
    }
    if (found) return false;
    f->joint = gradient_lift(s, b->operands.at, "_backward", &f->bound, &f->outer, &f->n_outer);
    map_add(&s->functions, hash_ptr(0, of), f);
    if (!f->joint) {
        f->state = GRAD_FAILED;
        return false;
    }
    f->n_params = (uint32_t)f->joint->params.len;
    f->backward = f->joint->global;
    gradient_open(s, f->kind, f->joint, f);
    return true;
}

bool gradient_next_call(Gradient *g) {
    while (g->next_call < g->calls.len) {
        GradCall *c = g->calls.at[g->next_call];
        if (!c->to && resolve(g, c)) return true;
        g->next_call++;
        if (!c->to || c->to->state == GRAD_FAILED)
            g->failed = true;
        else
            set_args(g, c);
    }
    return false;
}

/* The walk back */

const IrType *gradient_arg_type(Gradient *g, const GradArg *arg) {
    const IrType *t = ir_operand_type(g->m, arg->tree);
    return arg->field < 0 ? t : t->fields[arg->field];
}

void gradient_call_arg(Gradient *g, const GradArg *arg, IrOperandBuf *out) {
    if (arg->field < 0) {
        gradient_now(g, arg->tree, arg->tree->span, out);
        return;
    }
    IrOperandBuf tuple;
    ir_operands_init(&tuple, &g->m->scratch);
    gradient_now(g, arg->tree, 1, &tuple);
    const IrOperand field = d_field(&g->d, *tuple.ops.at, (uint32_t)arg->field);
    ir_operands_copy(out, &field);
}

static void fail(Gradient *g, const GradCall *call, const char *why) {
    const IrBinding *b = call->binding;
    const char *what =
        diag_fmt(g->m->ctx, is_scan(b) ? "a loop over '%s'" : "a call of '%s'", call->to->of->name);
    diag_help(g->m->ctx, diag_error(g->m->ctx, b->loc, DIAG_GRADIENT, what, why),
              "annotate what is not known, or R.match_cast it");
    g->failed = true;
}

IrOperand gradient_call_extents(Gradient *g, const GradCall *call) {
    IrModule *m = g->m;
    const GradFunction *f = call->to;
    SymbolBinding s = {.m = m, .fn = f->joint};
    for (uint32_t i = 0; i < call->n_args; i++) {
        ir_bind_symbols(&s, f->joint->params.at[i]->type, given_type(g, f, &call->args[i], i));
    }
    const IrType *t = ir_with_bound(&s, f->extents);
    if (!t->dims) fail(g, call, "the extents of its operands are not known");
    return (IrOperand){.kind = IR_OPERAND_SHAPE,
                       .span = 1,
                       .type = ir_clone_type(&g->now, t->dims ? t : f->extents)};
}

IrOperand gradient_refine(Gradient *g, IrOperand x, const IrType *t) {
    t = ir_clone_type(&g->now, t);
    if (t->kind != IR_TYPE_TENSOR || !t->dims ||
        ir_type_subsumes(g->m, t, d_type(&g->d, x)) == IR_PROVED)
        return x;
    return d_match(&g->d, x, t->dims, t->ndim);
}

void gradient_call_take(Gradient *g, const GradCall *call, IrOperand result) {
    const GradFunction *f = call->to;
    for (size_t k = 0; k < f->outs.len;) {
        const uint32_t i = f->outs.at[k].at;
        GradNode node = {.fields = NULL};
        const GradArg *arg = &call->args[i];
        GradLeaves leaves = {.at = NULL}, theirs = {.at = NULL};
        gradient_leaves(g, f->joint->params.at[i]->type, &node, true, &leaves);
        gradient_leaves(g, gradient_arg_type(g, arg), NULL, false, &theirs);
        for (; k < f->outs.len && f->outs.at[k].at == i; k++) {
            const uint32_t leaf = f->outs.at[k].leaf;
            const IrOperand x = d_field(&g->d, result, (uint32_t)k);
            leaves.at[leaf].node->sum =
                leaf < theirs.len ? gradient_refine(g, x, theirs.at[leaf].type) : x;
        }
        if (arg->field < 0) {
            gradient_spread(g, arg->tree, &node);
        } else if (g->varied[arg->tree->var->id]) {
            const IrVar *v = arg->tree->var;
            const uint32_t field = (uint32_t)arg->field;
            gradient_node_merge(g, v->type->fields[field],
                                gradient_node_field(g, v->type, &g->nodes[v->id], field), &node);
        }
    }
}

IrOperand gradient_call_result(Gradient *g, const GradCall *call, uint32_t i) {
    IrVar *v = gradient_value_now(g, call->binding->var).var;
    if (v->type->kind != IR_TYPE_TUPLE) return d_var(v);
    IrBlock *block = v->def->block;
    IrBinding *const next = v->def->next;
    const IrOperand tuple = d_var(v);
    IrBuilder b = {
        .m = g->m, .fn = g->fn, .block = block, .loc = v->def->loc, .origin = v->def->origin};
    IrVar *field = ir_build_field(&b, &tuple, 1, i, v->name);
    if (next && next->block == block && next != field->def)
        ir_binding_move_before(next, field->def);
    return d_var(field);
}

bool gradient_call_seed(Gradient *g, const GradCall *call, GradNode *node, const GradItem *item,
                        IrOperand *out) {
    const IrType *t = call->binding->var->type;
    GradLeaves leaves = {.at = NULL};
    const bool tuple = t->kind == IR_TYPE_TUPLE;
    gradient_leaves(g, tuple ? t->fields[item->at] : t,
                    tuple ? gradient_node_field(g, t, node, item->at) : node, false, &leaves);
    const GradLeaf *leaf = &leaves.at[item->leaf];
    if (leaf->node && leaf->node->sum.kind != IR_OPERAND_NONE) {
        *out = leaf->node->sum;
        return true;
    }
    if (!leaf->type->dims) {
        fail(g, call, "the shape of its result is not known");
        return false;
    }
    *out = d_filled(&g->d, &op_zeros, ir_clone_type(&g->now, leaf->type));
    return true;
}

void gradient_place(IrBinding *old, IrBinding *last) {
    IrBinding *const end = old->block->last;
    if (last == end) return;
    for (IrBinding *x = last->next, *next;; x = next) {
        next = x->next;
        ir_binding_move_before(old, x);
        if (x == end) return;
    }
}

void gradient_replace(Gradient *g, const IrVar *var, IrBinding *old, IrBinding *last, IrVar *by) {
    gradient_place(old, last);
    by->is_output = old->var->is_output;
    ir_clone_set_var(&g->now, var, by);
    ir_var_replace_uses(old->var, by);
    ir_binding_remove(old);
}

/* The forward function in place of the call; the values that it saves. */
static IrVar **call_forward(Gradient *g, const GradCall *call) {
    const GradFunction *f = call->to;
    IrBinding *old = gradient_value_now(g, call->binding->var).var->def;
    IrBinding *const last = old->block->last;
    IrBuilder b = {
        .m = g->m, .fn = g->fn, .block = old->block, .loc = old->loc, .origin = old->origin};
    IrOperandBuf ops;
    ir_operands_init(&ops, &g->m->scratch);
    ir_operands_global(&ops, f->forward);
    for (uint32_t at = old->operands.at->span; at < old->operands.n;
         at += old->operands.at[at].span) {
        ir_operands_copy(&ops, &old->operands.at[at]);
    }
    for (uint32_t i = call->n_args - f->n_outer; i < call->n_args; i++) {
        /* as the forward pass has it, not computed again */
        const IrOperand *tree = call->args[i].tree;
        ir_clone_operands(&g->now, tree, tree->span, &ops);
    }
    IrVar *all = ir_build_invoke(&b, ops.ops.at, (uint32_t)ops.ops.len, "lv");
    if (!all) return NULL;
    const IrOperand tuple = d_var(all);
    IrVar *y = ir_build_field(&b, &tuple, 1, 0, old->var->name);
    IrVar **saved = ARENA_ARRAY(&g->arena, IrVar *, (size_t)f->n_saved + 1);
    const char *name = arena_printf(&g->arena, "%s_saved", old->var->name ? old->var->name : "lv");
    for (uint32_t i = 0; i < f->n_saved; i++) {
        saved[i] = ir_build_field(&b, &tuple, 1, 1 + i, intern_c(&g->m->names, name));
    }
    gradient_replace(g, call->binding->var, old, last, y);
    return saved;
}

void gradient_reverse_invoke(Gradient *g, IrBinding *b, GradNode *node) {
    const GradCall *call = g->call_of[b->var->id];
    const GradFunction *f = call->to;
    if (!f->backward) return;
    IrVar **saved = f->forward ? call_forward(g, call) : NULL;
    g->failed |= f->forward && !saved;
    IrOperandBuf ops;
    ir_operands_init(&ops, &g->m->scratch);
    ir_operands_global(&ops, f->backward);
    for (size_t i = 0; i < f->items.len && !g->failed; i++) {
        const GradItem *item = &f->items.at[i];
        IrOperand seed;
        switch (item->kind) {
        case GRAD_ITEM_PASS: gradient_call_arg(g, &call->args[item->at], &ops); break;
        case GRAD_ITEM_SAVED: ir_operands_var(&ops, saved[item->at]); break;
        case GRAD_ITEM_RESULT:
            seed = gradient_call_result(g, call, item->at);
            ir_operands_copy(&ops, &seed);
            break;
        case GRAD_ITEM_SEED:
            if (gradient_call_seed(g, call, node, item, &seed)) ir_operands_copy(&ops, &seed);
            break;
        case GRAD_ITEM_EXTENTS:
            seed = gradient_call_extents(g, call), ir_operands_copy(&ops, &seed);
            break;
        case GRAD_ITEM_SUM: BUG("a sum outside a loop");
        }
    }
    if (g->failed) return;
    IrVar *result = ir_build_invoke(&g->b, ops.ops.at, (uint32_t)ops.ops.len, "lv");
    if (result)
        gradient_call_take(g, call, d_var(result));
    else
        g->failed = true;
}
