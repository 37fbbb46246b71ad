/* SPDX-License-Identifier: Apache-2.0 */
/* LiftTransformParams: in a function with the attribute num_input, what depends on weights (the
 * parameters after the first num_input) and constants alone moves to a function of its own, to be
 * run once a load.
 *
 *     def main(x: A, w: B):  {num_input: 1}       def main(x: A, t: C):  {num_input: 1}
 *         t = R.permute_dims(w)                       y = R.matmul(x, t)
 *         y = R.matmul(x, t)                          return y
 *         return y                                def main_transform_params(params: R.Tuple(B)):
 *                                                     w = params[0]
 *                                                     t = R.permute_dims(w)
 *                                                     return (t,)
 *
 * main(x, *main_transform_params(weights)) is what main(x, *weights) was. The new parameters are
 * the weights that main still uses, in order, then what was computed. Every such function gets its
 * transform, so that a caller needs no cases; one that others in the module use stays as it is.
 * Where there is a transform that gives what are the weights now, the new one goes behind it, so a
 * second run changes nothing.
 *
 * With shared_transform the functions, which have the same weights, get one transform_params: what
 * all of them compute of weights moves there, and each gets what any needs.
 *
 * Only what pays moves: work is a call with a weight, a tensor constant or other work among its
 * operands. Light things (creation of tensors, other names, tuples, fields and reshapes of weights)
 * are made again where they are used, in both functions if need be. Never moved: calls of functions
 * and of the host, markers, what draws or talks to other workers, match_cast, what stands in
 * branches, what is computed of R.builtin.stop_lift_params (whose calls go), and what mentions a
 * symbol that no weight defines. A symbol that main still needs keeps a weight that defines it.
 *
 * Two walks over the body, one each way; recursion is over types and nested functions. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/lift_parts.h"
#include "passes/passes.h"

#include "base/diag.h"

#include <stdlib.h>

typedef LiftPlan Plan;
typedef LiftClass Class;

/* Classes */

static void mark_symbol(void *user, IrSymbol *s) { ((bool *)user)[s->id] = true; }

typedef struct {
    const bool *set;
    bool all;
} InSet;

static void check_symbol(void *user, IrSymbol *s) {
    InSet *in = user;
    in->all &= in->set[s->id];
}

static bool symbols_in(const bool *set, const IrType *t) {
    InSet in = {set, true};
    if (t && t->has_symbols) ir_type_symbols(t, check_symbol, &in);
    return in.all;
}

static bool known_symbols(const Lift *l, const IrBinding *b) {
    bool ok = symbols_in(l->of_weights, b->var->type);
    for (uint32_t i = 0; ok && b->kind == IR_BIND_CALL && i < b->n_types; i++)
        ok = symbols_in(l->of_weights, b->types[i]);
    for (uint32_t i = 0; ok && i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM)
            ok = symbols_in(l->of_weights, o->type);
    }
    return ok;
}

static bool is_view(const OpDef *op) {
    static const char *const views[] = {"reshape", "expand_dims", "squeeze", "flatten"};
    for (size_t i = 0; i < ARRAY_LEN(views); i++) {
        if (strcmp(op->name, views[i]) == 0) return true;
    }
    return false;
}

static bool is_stop(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op == &op_builtin_stop_lift_params;
}

static bool is_movable(const IrBinding *b) {
    if (b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE) return true;
    if (b->kind != IR_BIND_CALL || b->op->identity) return false;
    const OpDef *op = b->op;
    if ((op->flags & (OP_PURE | OP_DISTINCT | OP_WORKERS)) != OP_PURE) return false;
    return op->lower || op->decompose || op->structural != OP_STRUCTURAL_NO;
}

static Class classify(const Lift *l, const Plan *p, const IrBinding *b) {
    bool of_work = false, of_weights = false, of_constants = false;
    if (!is_movable(b)) return AT_RUN;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_CONST) of_constants |= o->constant->tensor->count > 1;
        if (o->kind == IR_OPERAND_GLOBAL && (b->kind != IR_BIND_CALL || o->global->function->body))
            return AT_RUN;
        if (o->kind == IR_OPERAND_STRING && b->kind != IR_BIND_CALL) return AT_RUN;
        if (o->kind != IR_OPERAND_VAR) continue;
        const Class c = p->classes[o->var->id];
        if (c == AT_RUN) return AT_RUN;
        of_work |= c == WORK || c == LIGHT_WORK;
        of_weights = true; /* or of something light: a call of it is work */
    }
    if (!known_symbols(l, b)) return AT_RUN;
    if (b->kind == IR_BIND_VALUE) return of_work ? LIGHT_WORK : LIGHT;
    if (b->kind == IR_BIND_FIELD) {
        const IrOperand *o = b->operands.at;
        return !of_work                                                      ? LIGHT
               : o->kind == IR_OPERAND_VAR && p->classes[o->var->id] == WORK ? WORK
                                                                             : LIGHT_WORK;
    }
    if (b->op->structural == OP_STRUCTURAL_SHAPE_OF && !of_work) return LIGHT;
    if (!of_work && of_weights && is_view(b->op)) return LIGHT;
    return of_work || of_weights || of_constants ? WORK : LIGHT;
}

/* Who needs what */

static void need_operands(const IrOperands *list, bool *needed) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) needed[list->at[i].var->id] = true;
    }
}

static void need_type(Lift *l, const IrType *t) {
    if (t && t->has_symbols) ir_type_symbols(t, mark_symbol, l->needed);
}

static void need_symbols(Lift *l, const IrBinding *b);

static void need_function_symbols(Lift *l, const IrFunction *fn) {
    for (size_t i = 0; i < fn->params.len; i++) need_type(l, fn->params.at[i]->type);
    need_type(l, fn->result);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) need_symbols(l, b);
}

static void need_symbols(Lift *l, const IrBinding *b) {
    if (b->kind == IR_BIND_MATCH_CAST) need_type(l, b->cast);
    for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++) need_type(l, b->types[i]);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(l, o->type);
    }
    if (b->kind == IR_BIND_FUNCTION) need_function_symbols(l, b->function);
}

static bool is_top(const Plan *p, const IrBinding *b) { return b->block->body == p->fn->body; }

/* From the last binding to the first: what is needed is known when its binding is met. */
static void find_needs(Plan *p) {
    IrWalk walk;
    ir_walk_init(&walk, p->fn->body);
    need_operands(&p->fn->body->result, p->in_main);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (p->classes[b->var->id] == AT_RUN) need_operands(&b->operands, p->in_main);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            need_operands(&b->bodies[i]->result, p->in_main);
    }
    for (const IrBinding *b = p->fn->body->last; b; b = b->prev) {
        const uint32_t id = b->var->id;
        const Class c = (Class)p->classes[id];
        if (c == AT_RUN) continue;
        if (c == WORK && p->in_main[id]) p->in_transform[id] = true;
        if (c != WORK && p->in_main[id]) need_operands(&b->operands, p->in_main);
        if (p->in_transform[id]) need_operands(&b->operands, p->in_transform);
    }
}

static void define_symbols(Lift *l, const IrType *t) {
    type_defined_symbols(t, mark_symbol, l->defined);
}

typedef struct {
    const Lift *l;
    bool lacks;
} Lacks;

static void check_lack(void *user, IrSymbol *s) {
    Lacks *lacks = user;
    lacks->lacks |= lacks->l->needed[s->id] && !lacks->l->defined[s->id];
}

/* Weights that are kept although nothing uses them but for their symbols. */
static void keep_symbols(Lift *l, Plan *p) {
    const IrFunction *fn = p->fn;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    need_type(l, fn->result);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const uint32_t id = b->var->id;
        const Class c = (Class)p->classes[id];
        if (c == AT_RUN || (c != WORK && p->in_main[id])) need_symbols(l, b);
        if (c != WORK || !p->in_main[id]) continue;
        need_type(l, b->var->type);
        define_symbols(l, b->var->type);
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        if (i >= p->n_inputs && !p->in_main[v->id]) continue;
        need_type(l, v->type);
        define_symbols(l, v->type);
    }
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        Lacks lacks = {.l = l};
        if (!p->in_main[v->id]) type_defined_symbols(v->type, check_lack, &lacks);
        if (!lacks.lacks) continue;
        p->in_main[v->id] = true;
        need_type(l, v->type);
        define_symbols(l, v->type);
    }
}

/* NULL: nothing is to be done. */
static Plan *make_plan(Lift *l, const IrFunction *fn) {
    const IrAttr *num_input = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    if (!num_input || num_input->i < 0) return NULL;
    Plan *p = ARENA_NEW(l->arena, Plan);
    p->fn = fn;
    p->n_inputs = (uint64_t)num_input->i < fn->params.len ? (size_t)num_input->i : fn->params.len;
    p->classes = ARENA_ARRAY(l->arena, uint8_t, (size_t)fn->n_vars + 1);
    p->place = ARENA_ARRAY(l->arena, uint32_t, (size_t)fn->n_vars + 1);
    p->in_main = ARENA_ARRAY(l->arena, bool, (size_t)fn->n_vars + 1);
    p->in_transform = ARENA_ARRAY(l->arena, bool, (size_t)fn->n_vars + 1);
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        p->classes[fn->params.at[i]->id] = WEIGHT;
        p->place[fn->params.at[i]->id] = (uint32_t)(i - p->n_inputs);
        type_defined_symbols(fn->params.at[i]->type, mark_symbol, l->of_weights);
    }
    for (const IrBinding *b = fn->body->first; b; b = b->next)
        p->classes[b->var->id] = (uint8_t)classify(l, p, b);
    return p;
}

/* What is passed to the function that has its own transform. */
static void find_passed(Lift *l, Plan *p) {
    const IrFunction *fn = p->fn;
    find_needs(p);
    keep_symbols(l, p);
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        if (p->in_main[fn->params.at[i]->id]) vec_push(l->arena, &p->passed, fn->params.at[i]);
    }
    for (const IrBinding *b = fn->body->first; b; b = b->next) {
        if (p->classes[b->var->id] == WORK && p->in_main[b->var->id])
            vec_push(l->arena, &p->passed, b->var);
    }
}

/* Functions that share a transform */

typedef struct {
    Lift *l;
    Plan **plans; /* by name */
    size_t n;
    LiftValues values;
    VEC(uint32_t) in; /* by value's number: functions that have it as work */
} Share;

static bool other_weights(const Share *s, const IrFunction *fn, const char *what) {
    Ctx *ctx = s->l->m->ctx;
    Diag *d = diag_error(
        ctx, fn->loc, DIAG_PASS_OPTION, "LiftTransformParams",
        diag_fmt(ctx, "'%s' and '%s' cannot share a transform", s->plans[0]->fn->name, fn->name));
    diag_expected(ctx, d, "functions with the same weights");
    diag_found(ctx, d, "%s", what);
    return false;
}

static bool same_weights(Share *s, Plan *p) {
    const Plan *first = s->plans[0];
    const size_t n = p->fn->params.len - p->n_inputs, as = first->fn->params.len - first->n_inputs;
    Ctx *ctx = s->l->m->ctx;
    if (n != as)
        return other_weights(s, p->fn, diag_fmt(ctx, "%zu weights and %zu weights", as, n));
    const IrVar *w = lift_values_weights(&s->values, p);
    return !w || other_weights(s, p->fn,
                               diag_fmt(ctx, "`%s` of another type, %s", w->name,
                                        ir_type_text(s->l->m, w->type)));
}

/* Work that all of them do is lifted, no other. */
static bool is_shared(const Share *s, const Plan *p, const IrBinding *b) {
    const uint32_t number = p->numbers[b->var->id];
    return number && s->in.at[number] == s->n;
}

static void count_work(Share *s) {
    VEC(uint32_t) last = {.at = NULL}; /* the function that a value was met in */
    for (uint32_t k = 0; k < s->n; k++) {
        Plan *p = s->plans[k];
        for (const IrBinding *b = p->fn->body->first; b; b = b->next) {
            if (p->classes[b->var->id] == AT_RUN) continue;
            lift_values_number(&s->values, p, b);
            while (last.len <= s->values.n) {
                vec_push(s->l->arena, &last, 0);
                vec_push(s->l->arena, &s->in, 0);
            }
            const uint32_t number = p->numbers[b->var->id];
            if (p->classes[b->var->id] != WORK || last.at[number] == k + 1) continue;
            last.at[number] = k + 1;
            s->in.at[number]++;
        }
    }
    for (size_t k = 0; k < s->n; k++) {
        Plan *p = s->plans[k];
        for (const IrBinding *b = p->fn->body->first; b; b = b->next) {
            const Class c = classify(s->l, p, b);
            p->classes[b->var->id] = (uint8_t)(c == WORK && !is_shared(s, p, b) ? AT_RUN : c);
        }
    }
}

static int by_name(const void *a, const void *b) {
    const Plan *x = *(Plan *const *)a, *y = *(Plan *const *)b;
    return strcmp(x->fn->name, y->fn->name);
}

/* To each goes what any of them needs: weights by their places, then work in the first one's
 * order. */
static void share_passed(Share *s) {
    Lift *l = s->l;
    const Plan *first = s->plans[0];
    const size_t n_weights = first->fn->params.len - first->n_inputs;
    bool *needed = ARENA_ARRAY(l->arena, bool, (size_t)s->values.n + 1);
    for (size_t k = 0; k < s->n; k++) {
        Plan *p = s->plans[k];
        find_needs(p);
        keep_symbols(l, p);
        for (uint32_t id = 0; id < p->fn->n_vars; id++) {
            const Class c = (Class)p->classes[id];
            if (p->in_main[id] && (c == WEIGHT || c == WORK)) needed[p->numbers[id]] = true;
        }
    }
    for (size_t k = 0; k < s->n; k++) {
        Plan *p = s->plans[k];
        const IrVar **of = ARENA_ARRAY(l->arena, const IrVar *, (size_t)s->values.n + 1);
        p->passed_of = ARENA_ARRAY(l->arena, const IrVar *, (size_t)s->values.n + 1);
        for (const IrBinding *b = p->fn->body->first; b; b = b->next) {
            const uint32_t number = p->numbers[b->var->id];
            if (p->classes[b->var->id] == WORK && !of[number]) of[number] = b->var;
        }
        for (size_t i = 0; i < n_weights; i++) {
            if (needed[i + 1]) vec_push(l->arena, &p->passed, p->fn->params.at[p->n_inputs + i]);
        }
        for (const IrBinding *b = first->fn->body->first; b; b = b->next) {
            const uint32_t number = first->numbers[b->var->id];
            if (first->classes[b->var->id] != WORK || !needed[number] || !of[number]) continue;
            vec_push(l->arena, &p->passed, of[number]);
            p->passed_of[number] = of[number];
            of[number] = NULL; /* once */
        }
    }
}

/* The first plan makes the transform of all. */
static void share_transform(Share *s) {
    Plan *p = s->plans[0];
    for (size_t i = 0; i < p->passed.len; i++) {
        const IrVar *v = p->passed.at[i];
        if (v->def) p->in_transform[v->id] = true;
    }
    for (const IrBinding *b = p->fn->body->last; b; b = b->prev) {
        if (p->in_transform[b->var->id]) need_operands(&b->operands, p->in_transform);
    }
}

/* NULL: there is none, or something was reported and *ok is false. */
static Plan *share(Lift *l, bool *ok) {
    Share s = {.l = l, .plans = ARENA_ARRAY(l->arena, Plan *, l->calls->n + 1)};
    for (size_t i = 0; i < l->calls->n; i++) {
        if (l->plans[i]) s.plans[s.n++] = l->plans[i];
    }
    if (!s.n) return NULL;
    qsort(s.plans, s.n, sizeof *s.plans, by_name);
    lift_values_init(&s.values, l->m, l->arena, s.plans[0]);
    for (size_t i = 0; *ok && i < s.n; i++) *ok = same_weights(&s, s.plans[i]);
    if (!*ok) return NULL;
    count_work(&s);
    share_passed(&s);
    share_transform(&s);
    return s.plans[0];
}

/* The function that is left */

static void signature(IrClone *c) {
    const Lift *l = c->user;
    const Plan *p = l->plans[c->from->global->id];
    const size_t n = p ? p->n_inputs : c->from->params.len;
    for (size_t i = 0; i < n; i++) ir_clone_param(c, c->from->params.at[i]);
    for (size_t i = 0; p && i < p->passed.len; i++) ir_clone_param(c, p->passed.at[i]);
}

/* A value that was computed twice is passed once. */
static void use_passed(IrClone *c, const Plan *p, const IrVar *v) {
    const IrVar *x = p->passed_of[p->numbers[v->id]];
    if (x && x != v) ir_clone_set(c, v, *ir_clone_value(c, x));
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Lift *l = c->user;
    const Plan *p = !c->outer ? l->plans[c->from->global->id] : NULL;
    if (p && is_top(p, b) && is_stop(b)) {
        IrOperandBuf buf;
        ir_operands_init(&buf, &c->m->scratch);
        ir_clone_operands(c, b->operands.at, 1, &buf);
        ir_clone_set(c, b->var, buf.ops.at[0]);
        return IR_CLONE_DONE;
    }
    if (!p || !is_top(p, b) || p->classes[b->var->id] == AT_RUN) return IR_CLONE_COPY;
    if (p->numbers && p->classes[b->var->id] == WORK) use_passed(c, p, b->var);
    return p->classes[b->var->id] == WORK || !p->in_main[b->var->id] ? IR_CLONE_DONE
                                                                     : IR_CLONE_COPY;
}

/* What the pass made has such a name, and weights alone. */
static bool is_transform(const IrFunction *fn) {
    static const char end[] = "transform_params";
    const size_t n = strlen(fn->name), k = sizeof end - 1;
    const IrAttr *num_input = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    return n >= k && memcmp(fn->name + n - k, end, k) == 0 && num_input && num_input->i == 0;
}

/* Is it among those that share a transform? */
static bool is_chosen(const PassValue *shared, const IrFunction *fn) {
    if (!shared->n || (shared->n == 1 && strcmp(shared->names[0], "True") == 0)) return true;
    for (size_t i = 0; i < shared->n; i++) {
        if (strcmp(shared->names[i], fn->name) == 0) return true;
    }
    return false;
}

static bool find_functions(IrModule *m, const PassValue *shared) {
    bool ok = true;
    const bool all = shared->n == 1 && strcmp(shared->names[0], "True") == 0;
    for (size_t i = 0; !all && i < shared->n; i++)
        ok = blocks_public_function(m, shared->names[i]) && ok;
    return ok;
}

static bool build_transforms(Lift *l, bool shares) {
    bool ok = true;
    if (shares) {
        Plan *p = share(l, &ok);
        return ok && (!p || lift_build(l, p, "transform_params"));
    }
    for (size_t i = 0; ok && i < l->calls->n; i++) {
        Plan *p = l->plans[i];
        if (!p) continue;
        find_passed(l, p);
        ok = lift_build(l, p, arena_printf(l->arena, "%s_transform_params", p->fn->name));
    }
    return ok;
}

bool pass_lift_transform_params(IrModule *m, const PassValue *values) {
    const PassValue *shared = &values[0];
    const bool shares = shared->n && strcmp(shared->names[0], "False") != 0;
    if (shares && !find_functions(m, shared)) return false;
    Arena arena;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    const size_t n = m->globals.len;
    const Calls calls = calls_collect(m, &arena);
    Lift l = {
        .m = m, .arena = &arena, .plans = ARENA_ARRAY(&arena, Plan *, n + 1), .calls = &calls};
    l.of_weights = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    l.needed = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    l.defined = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = calls.at[i].function;
        if (!fn || !fn->body || calls.at[i].is_named || is_transform(fn)) continue;
        if (shares && !is_chosen(shared, fn)) continue;
        l.plans[i] = make_plan(&l, fn);
        any |= l.plans[i] != NULL;
    }
    bool ok = build_transforms(&l, shares);
    Plan **plans = ARENA_ARRAY(&arena, Plan *, m->globals.len + 1); /* transforms have none */
    for (size_t i = 0; i < n; i++) plans[i] = l.plans[i];
    l.plans = plans;
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &l};
    ok = ok && (!any || ir_clone_module(m, &hooks));
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}
