/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient: f_adjoint is a copy of f whose composites without a gradient of their own are expanded, as far as adjoints pass
 * through them, and behind that the walk back (gradient_reverse.c). What nothing uses goes at the end.
 *
 *     def f(x, w):                             def f_adjoint(x, w):
 *         y = R.multiply(x, w)                     y = R.multiply(x, w)
 *         loss = R.sum(y)                          loss = R.sum(y)
 *         return loss                              loss_adjoint = R.ones((), "float32")
 *                                                  y_adjoint = R.broadcast_to(loss_adjoint, (2, 3))
 *                                                  x_adjoint = R.multiply(y_adjoint, w)
 *                                                  w_adjoint = R.multiply(y_adjoint, x)
 *                                                  return (loss, (x_adjoint, w_adjoint))
 *
 * Linear in what comes out. */
#include "base/diag.h"
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/common_values.h"
#include "passes/gradient_parts.h"
#include "passes/legalize.h"
#include "passes/passes.h"

static const Loc no_place = {.line = 0};

static Str of_c(const char *s) { return (Str){s, strlen(s)}; }

static IrFunction *find_function(IrModule *m, const char *name) {
    IrFunction *only = NULL;
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private) continue;
        only = fn;
        n++;
    }
    if (!name && n == 1) return only;
    const IrGlobal *g = ir_global_find(m, of_c(name ? name : "main"));
    if (g && g->function && g->function->body) return g->function;
    Diag *d = diag_error(m->ctx, no_place, DIAG_NAME, name ? name : "main");
    diag_expected(m->ctx, d, "a function of the module with a body");
    return NULL;
}

static const char *adjoint_name(IrModule *m, const char *base) {
    const char *name = intern_c(&m->names, arena_printf(&m->arena, "%s_adjoint", base));
    for (unsigned i = 1; ir_global_find(m, of_c(name)); i++) {
        name = intern_c(&m->names, arena_printf(&m->arena, "%s_adjoint%u", base, i));
    }
    return name;
}

static IrFunction *copy(IrModule *m, Arena *arena, IrFunction *from) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, arena, from, NULL);
    for (size_t i = 0; i < from->params.len; i++) ir_clone_param(&c, from->params.at[i]);
    if (!ir_clone_finish(&c)) return NULL;
    fn->name = adjoint_name(m, from->name);
    fn->is_private = false;
    ir_function_publish(ir_global_new(m, fn->name), fn);
    return fn;
}

/* What is asked for */

bool gradient_matches(const char *pattern, const char *name) {
    const char *star = NULL, *back = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            back = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

typedef VEC(IrVar *) Vars;

/* Another name for the variable, in place of it: its call may be expanded. */
static IrVar *renamed(Gradient *g, IrVar *v) {
    IrBinding *next = v->def->next;
    const IrOperand x = d_var(v);
    IrBuilder b = {.m = g->m, .fn = g->fn, .block = v->def->block, .loc = v->def->loc, .origin = v->def->origin};
    IrVar *y = ir_build_value(&b, &x, 1, v->name);
    if (next && next->block == b.block) ir_binding_move_before(next, y->def);
    ir_var_replace_uses(v, y);
    ir_operand_set_var(y->def->operands.at, v);
    y->is_output = v->is_output;
    return y;
}

static void ask(Gradient *g, Vars *wrt, IrVar *v, bool by_name) {
    if (!grad_type_counts(v->type)) {
        if (!by_name) return;
        Diag *d = diag_error(g->m->ctx, v->def ? v->def->loc : g->fn->loc, DIAG_VALUE,
                             diag_fmt(g->m->ctx, "there is no gradient with respect to '%s'", v->name));
        diag_expected(g->m->ctx, d, "a value that holds floating-point tensors");
        diag_found(g->m->ctx, d, "%s", ir_type_text(g->m, v->type));
        return;
    }
    if (v->id >= g->n_vars || g->varied[v->id]) return; /* asked for twice */
    g->varied[v->id] = true;
    vec_push(&g->arena, wrt, v->def ? renamed(g, v) : v);
}

static void ask_for(Gradient *g, Vars *wrt, const char *pattern) {
    const size_t errors = diag_errors(g->m->ctx), n = wrt->len;
    const bool is_glob = strpbrk(pattern, "*?") != NULL;
    bool any = false;
    for (size_t i = 0; i < g->fn->params.len; i++) {
        IrVar *v = g->fn->params.at[i];
        if (!v->name || !gradient_matches(pattern, v->name)) continue;
        any = true;
        ask(g, wrt, v, !is_glob);
    }
    for (IrBinding *b = g->fn->body->first; b && !any; b = b->next) {
        if (!b->var->name || !gradient_matches(pattern, b->var->name)) continue;
        ask(g, wrt, b->var, !is_glob);
    }
    if (wrt->len > n || any || diag_errors(g->m->ctx) > errors) return;
    for (size_t i = 0; i < wrt->len; i++) any |= gradient_matches(pattern, wrt->at[i]->name);
    if (any) return;
    Diag *d = diag_error(g->m->ctx, g->fn->loc, DIAG_NAME, pattern);
    diag_expected(g->m->ctx, d, "a parameter of '%s', or a variable of its body outside branches", g->of);
}

static bool find_wrt(Gradient *g, const GradientOptions *o, Vars *wrt) {
    const size_t errors = diag_errors(g->m->ctx);
    for (size_t i = 0; i < o->n_wrt; i++) ask_for(g, wrt, o->wrt[i]);
    for (size_t i = 0; i < g->fn->params.len && !o->n_wrt; i++) ask(g, wrt, g->fn->params.at[i], false);
    if (!wrt->len && diag_errors(g->m->ctx) == errors) {
        Diag *d = diag_error(g->m->ctx, g->fn->loc, DIAG_VALUE, "there is nothing to differentiate with respect to");
        diag_expected(g->m->ctx, d, "a parameter of '%s' that holds floating-point tensors", g->of);
    }
    return diag_errors(g->m->ctx) == errors;
}

/* The side tables, for the variables that there are now. */
static void set_tables(Gradient *g) {
    g->n_vars = g->fn->n_vars;
    g->varied = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->useful = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->via = ARENA_ARRAY(&g->arena, IrVar *, (size_t)g->n_vars + 1);
    g->user = ARENA_ARRAY(&g->arena, IrBinding *, (size_t)g->n_vars + 1);
    g->kept = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->nodes = ARENA_ARRAY(&g->arena, GradNode, (size_t)g->n_vars + 1);
}

/* Composites */

/* What the listener of legalization knows. */
typedef struct {
    Gradient *g;
    Map left; /* by variable: why its call was not expanded */
} Expand;

static bool has_gradient(void *user, const IrBinding *b) {
    Expand *x = user;
    Gradient *g = x->g;
    if (b->var->id < g->n_vars && !grad_is_active(g, b->var)) return true;
    return !b->op->decompose || !grad_why_not(g, b);
}

static void note_left(void *user, const LegalDecision *d) {
    Expand *x = user;
    if (d->way || !d->why) return;
    map_add(&x->left, hash_ptr(0, d->call->var), arena_printf(&x->g->arena, "%s", d->why));
}

/* All at once, with a path each. */
static bool report_missing(Gradient *g, const Expand *x) {
    const size_t errors = diag_errors(g->m->ctx);
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!grad_is_active(g, b->var)) continue;
        const char *why = grad_why_not(g, b);
        if (!why) continue;
        MapIter it = map_find(&x->left, hash_ptr(0, b->var));
        if (map_next(&x->left, &it)) why = it.value;
        const char *what = b->kind == IR_BIND_CALL ? diag_fmt(g->m->ctx, "R.%s", b->op->name) : ir_bind_name(b->kind);
        Diag *d = diag_error(g->m->ctx, b->loc, DIAG_GRADIENT, what, why);
        if (d) diag_found(g->m->ctx, d, "it is on the path %s", grad_path(g, b)); /* a walk: only for what is shown */
    }
    return diag_errors(g->m->ctx) == errors;
}

/* Seeds */

typedef struct {
    Gradient *g;
    const GradientOptions *options;
    size_t n_found; /* float scalars, without a seed */
    GradNode seed;
} Seeds;

static IrOperand seed_param(Gradient *g, const IrType *t, const char *name) {
    IrVar *v = ir_var_new(g->fn, intern_c(&g->m->names, name), t);
    vec_push(&g->m->arena, &g->fn->params, v);
    return d_var(v);
}

/* A parameter for each float tensor in a result of type t. `name`: the variable's. */
static void take_seeds(Gradient *g, const IrType *t, GradNode *node, const char *name) {
    if (!grad_type_counts(t)) return;
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) {
            take_seeds(g, t->fields[i], grad_node_field(g, t, node, i), arena_printf(&g->arena, "%s_%u", name, i));
        }
        return;
    }
    node->sum = seed_param(g, t, arena_printf(&g->arena, "%s_adjoint", name));
}

static const char *result_name(const IrOperand *o) {
    return o->kind == IR_OPERAND_VAR && o->var->name ? o->var->name : "result";
}

static void take_result_seeds(Gradient *g, const IrOperand *o, GradNode *node) {
    if (o->kind != IR_OPERAND_TUPLE) {
        take_seeds(g, ir_operand_type(g->m, o), node, result_name(o));
        return;
    }
    const IrType *t = ir_operand_type(g->m, o);
    const IrOperand *at = o + 1;
    for (uint32_t i = 0; i < o->n; i++, at += at->span) take_result_seeds(g, at, grad_node_field(g, t, node, i));
}

static bool is_loss(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->ndim == 0 && dtype_is_float(t->dtype);
}

/* The loss among the results; NULL after a report. */
static GradNode *find_loss(Gradient *g, const GradientOptions *o, const IrType *t, GradNode *root, const IrType **loss) {
    Ctx *ctx = g->m->ctx;
    *loss = t;
    GradNode *node = NULL;
    size_t n = 0;
    if (t->kind != IR_TYPE_TUPLE) {
        node = is_loss(t) ? root : NULL;
    } else if (o->target >= 0) {
        if (o->target < (int64_t)t->n) *loss = t->fields[o->target];
        if (is_loss(*loss)) node = grad_node_field(g, t, root, (uint32_t)o->target);
    } else {
        for (uint32_t i = 0; i < t->n; i++) {
            if (!is_loss(t->fields[i])) continue;
            *loss = t->fields[i];
            node = grad_node_field(g, t, root, i);
            n++;
        }
    }
    if (node && n <= 1) return node;
    Diag *d = diag_error(ctx, g->fn->loc, DIAG_VALUE, "the function gives no loss to differentiate");
    diag_expected(ctx, d, n > 1 ? "one floating-point tensor of rank 0, or the index of the one that is meant"
                                : "a floating-point tensor of rank 0, or a seed for the result");
    diag_found(ctx, d, "%s", ir_type_text(g->m, t));
    return NULL;
}

/* What the walk begins with. False after a report. */
static bool seed(Gradient *g, const GradientOptions *o, GradNode *root) {
    const IrOperand *result = g->fn->body->result.at;
    if (o->seeded) {
        take_result_seeds(g, result, root);
        return true;
    }
    const IrType *loss;
    GradNode *node = find_loss(g, o, ir_operand_type(g->m, result), root, &loss);
    if (!node) return false;
    node->sum = d_filled(&g->d, &op_ones, loss);
    return true;
}

/* The variables of the result that get a seed. */
static void mark_results(Gradient *g) {
    const IrOperands *result = &g->fn->body->result;
    for (uint32_t i = 0; i < result->n; i++) {
        if (result->at[i].kind == IR_OPERAND_VAR) g->useful[result->at[i].var->id] = true;
    }
}

/* The end */

static void say_zero(Gradient *g, const IrVar *v) {
    Ctx *ctx = g->m->ctx;
    const Loc loc = v->def ? v->def->loc : g->fn->loc;
    Diag *d = diag_warning(ctx, loc, DIAG_GRADIENT_ZERO, v->name ? v->name : "?");
    diag_help(ctx, d, "nothing that is differentiated depends on it, but by integers and steps, as floor has them");
}

static void set_result(Gradient *g, const Vars *wrt) {
    IrOperandBuf out;
    ir_operands_init(&out, &g->arena);
    const size_t all = ir_operands_tuple(&out);
    ir_operands_copy(&out, g->fn->body->result.at);
    const size_t adjoints = ir_operands_tuple(&out);
    for (size_t i = 0; i < wrt->len; i++) {
        GradNode *node = &g->nodes[wrt->at[i]->id];
        if (grad_node_is_zero(node)) say_zero(g, wrt->at[i]);
        grad_node_name(g, wrt->at[i], node);
        grad_node_operands(g, wrt->at[i]->type, node, &out);
    }
    ir_operands_end(&out, adjoints, (uint32_t)wrt->len);
    ir_operands_end(&out, all, 2);
    ir_body_set_result(g->fn->body, out.ops.at, (uint32_t)out.ops.len);
    g->fn->result = ir_operand_type(g->m, g->fn->body->result.at);
}

/* What nothing uses: of the walk back, and of the forward pass where that had it already. Casts check something, branches
 * may. */
static void remove_unused(Gradient *g) {
    for (IrBinding *b = g->fn->body->last, *prev; b; b = prev) {
        prev = b->prev;
        if (b->var->n_uses || !blocks_is_pure(b) || b->kind == IR_BIND_MATCH_CAST || b->kind == IR_BIND_IF) continue;
        blocks_remove(b);
    }
}

/* A rule may have put another value in the place of one with a name. */
static void name_results(Gradient *g, const Vars *wrt) {
    const IrOperand *at = g->fn->body->result.at + 1;
    at += at->span + 1;
    for (size_t i = 0; i < wrt->len; i++, at += at->span) {
        GradNode node = {.sum = *at};
        if (at->kind == IR_OPERAND_VAR) grad_node_name(g, wrt->at[i], &node);
    }
}

/* The forward pass keeps its bits. */
static bool simplify(Gradient *g, const Vars *wrt) {
    if (!gradient_simplify(g->fn, g->n_vars)) return false;
    merge_common_values(g->fn, g->n_vars);
    remove_unused(g);
    name_results(g, wrt);
    return true;
}

static void open_block(Gradient *g) {
    IrBlock *block = g->fn->body->last_block;
    if (!block) block = ir_block_append(g->fn->body, g->fn->is_pure);
    g->b = (IrBuilder){.m = g->m, .fn = g->fn, .block = block, .loc = g->fn->loc};
    g->d = (OpDecompose){.b = &g->b, .name = "lv"};
}

static bool expand(Gradient *g, Expand *x) {
    const LegalOptions options = {.set = LEGAL_SET_core, .lenient = true, .only = g->fn,
                                  .legal = has_gradient, .decided = note_left, .user = x};
    return legalize(g->m, &options);
}

static void find_active(Gradient *g, const Vars *wrt) {
    set_tables(g);
    for (size_t i = 0; i < wrt->len; i++) g->varied[wrt->at[i]->id] = g->kept[wrt->at[i]->id] = true;
    grad_find_varied(g);
    mark_results(g);
    grad_find_useful(g);
}

static bool differentiate(Gradient *g, const GradientOptions *o) {
    Vars wrt = {.at = NULL};
    set_tables(g);
    if (!find_wrt(g, o, &wrt)) return false;
    find_active(g, &wrt);
    Expand x = {.g = g};
    map_init(&x.left, &g->arena);
    if (!expand(g, &x)) return false;
    find_active(g, &wrt);
    if (!report_missing(g, &x)) return false;
    IrBinding *const last = g->fn->body->last;
    open_block(g);
    GradNode root = {.fields = NULL};
    if (!seed(g, o, &root)) return false;
    grad_checkpoint_plan(g, o->segments > 1 ? (uint32_t)o->segments : 0);
    grad_spread(g, g->fn->body->result.at, &root);
    grad_reverse(g, last);
    set_result(g, &wrt);
    remove_unused(g);
    if (!simplify(g, &wrt)) return false;
    ir_body_fix_outputs(g->fn);
    return true;
}

bool gradient(IrModule *m, const GradientOptions *o) {
    IrFunction *from = find_function(m, o->function);
    if (!from) return false;
    Gradient g = {.m = m, .of = from->name};
    arena_init(&g.arena, m->ctx);
    g.fn = copy(m, &g.arena, from);
    const bool ok = g.fn && differentiate(&g, o);
    arena_fini(&g.arena);
    return ok && blocks_finish(m);
}

bool pass_gradient(IrModule *m, const PassValue *values) {
    enum { FUNCTION, WRT, SEEDED, TARGET, SEGMENTS };
    const GradientOptions options = {
        .function = values[FUNCTION].n ? values[FUNCTION].names[0] : NULL,
        .wrt = values[WRT].names,
        .n_wrt = values[WRT].n,
        .seeded = values[SEEDED].i != 0,
        .target = values[TARGET].i,
        .segments = values[SEGMENTS].i,
    };
    return gradient(m, &options);
}
