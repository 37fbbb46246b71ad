/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient: f_adjoint is a copy of f whose composites without a gradient of their own are expanded,
 * as far as adjoints pass through them, and behind that the walk back (gradient_reverse.c). What
 * nothing uses goes at the end.
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
#include "base/near.h"
#include "ir/definition.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"
#include "passes/passes.h"

static IrFunction *copy(GradSession *s, IrFunction *from) {
    IrModule *m = s->m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, &s->arena, from, NULL);
    for (size_t i = 0; i < from->params.len; i++) ir_clone_param(&c, from->params.at[i]);
    if (!ir_clone_finish(&c)) return NULL;
    fn->name =
        gradient_new_name(s, from->name, s->options->suffix ? s->options->suffix : "_adjoint");
    ir_function_drop_attr(fn, "donate"); /* of other parameters and results */
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

/* Another name for the variable, in place of it: its call may be expanded. */
static IrVar *renamed(Gradient *g, IrVar *v) {
    IrBinding *next = v->def->next;
    const IrOperand x = d_var(v);
    IrBuilder b = {.m = g->m,
                   .fn = g->fn,
                   .block = v->def->block,
                   .loc = v->def->loc,
                   .origin = v->def->origin};
    IrVar *y = ir_build_value(&b, &x, 1, v->name);
    if (next && next->block == b.block) ir_binding_move_before(next, y->def);
    ir_var_replace_uses(v, y);
    ir_operand_set_var(y->def->operands.at, v);
    y->is_output = v->is_output;
    return y;
}

static void ask(Gradient *g, IrVar *v, bool by_name) {
    if (!gradient_type_counts(v->type)) {
        if (!by_name) return;
        Diag *d =
            diag_error(g->m->ctx, v->def ? v->def->loc : g->fn->loc, DIAG_VALUE,
                       diag_fmt(g->m->ctx, "there is no gradient with respect to '%s'", v->name));
        diag_expected(g->m->ctx, d, "a value that holds floating-point tensors");
        diag_found(g->m->ctx, d, "%s", ir_type_text(g->m, v->type));
        return;
    }
    if (v->id >= g->n_vars || g->varied[v->id]) return; /* asked for twice */
    g->varied[v->id] = true;
    vec_push(&g->arena, &g->wrt, v->def ? renamed(g, v) : v);
}

static void ask_for(Gradient *g, const char *pattern) {
    const size_t errors = diag_errors(g->m->ctx), n = g->wrt.len;
    const bool is_glob = strpbrk(pattern, "*?") != NULL;
    bool any = false;
    for (size_t i = 0; i < g->fn->params.len; i++) {
        IrVar *v = g->fn->params.at[i];
        if (!v->name || !gradient_matches(pattern, v->name)) continue;
        any = true;
        ask(g, v, !is_glob);
    }
    for (IrBinding *b = g->fn->body->first; b && !any; b = b->next) {
        if (!b->var->name || !gradient_matches(pattern, b->var->name)) continue;
        ask(g, b->var, !is_glob);
    }
    if (g->wrt.len > n || any || diag_errors(g->m->ctx) > errors) return;
    for (size_t i = 0; i < g->wrt.len; i++) any |= gradient_matches(pattern, g->wrt.at[i]->name);
    if (any) return;
    Diag *d = diag_error(g->m->ctx, g->fn->loc, DIAG_NAME, pattern);
    NearNames names;
    near_names_begin(&names, g->m->ctx, pattern);
    for (size_t i = 0; i < g->fn->params.len; i++)
        near_names_add(&names, g->fn->params.at[i]->name);
    for (const IrBinding *b = g->fn->body->first; b; b = b->next)
        near_names_add(&names, b->var->name);
    near_names_end(&names, g->m->ctx, d,
                   diag_fmt(g->m->ctx,
                            "a parameter of '%s', or a variable of its body outside branches",
                            g->session->of));
}

static bool find_wrt(Gradient *g, const GradientOptions *o) {
    const size_t errors = diag_errors(g->m->ctx);
    for (size_t i = 0; i < o->n_wrt; i++) ask_for(g, o->wrt[i]);
    for (size_t i = 0; i < o->n_params; i++) ask(g, g->fn->params.at[o->params[i]], true);
    for (size_t i = 0; i < g->fn->params.len && !o->n_wrt && !o->n_params; i++)
        ask(g, g->fn->params.at[i], false);
    if (!g->wrt.len && diag_errors(g->m->ctx) == errors) {
        Diag *d = diag_error(g->m->ctx, g->fn->loc, DIAG_VALUE,
                             "there is nothing to differentiate with respect to");
        diag_expected(g->m->ctx, d, "a parameter of '%s' that holds floating-point tensors",
                      g->session->of);
    }
    return diag_errors(g->m->ctx) == errors;
}

/* What the backward pass sees where no branch is computed again. */
static void set_now(Gradient *g) {
    ir_clone_into(&g->now, g->m, &g->arena, g->fn, g->b);
    for (size_t i = 0; i < g->fn->params.len; i++)
        ir_clone_set_var(&g->now, g->fn->params.at[i], g->fn->params.at[i]);
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) ir_clone_set_var(&g->now, b->var, b->var);
    for (size_t i = 0; i < g->fn->symbols.len; i++)
        g->now.dims[i] = ir_dim_symbol(g->m, g->fn->symbols.at[i]);
}

/* Seeds */

static IrOperand seed_param(Gradient *g, const IrType *t, const char *name) {
    const IrType *declared = gradient_signature_type(g, t);
    IrVar *v = ir_var_new(g->fn, intern_c(&g->m->names, name), declared);
    vec_push(&g->m->arena, &g->fn->params, v);
    return declared == t ? d_var(v) : d_match(&g->d, d_var(v), t->dims, t->ndim);
}

/* A parameter for each float tensor in a result of type t. `name`: the variable's. */
static void take_seeds(Gradient *g, const IrType *t, GradNode *node, const char *name) {
    if (!gradient_type_counts(t)) return;
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) {
            take_seeds(g, t->fields[i], gradient_node_field(g, t, node, i),
                       arena_printf(&g->arena, "%s_%u", name, i));
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
    for (uint32_t i = 0; i < o->n; i++, at += at->span)
        take_result_seeds(g, at, gradient_node_field(g, t, node, i));
}

static bool is_loss(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->ndim == 0 && dtype_is_float(t->dtype) &&
           !dtype_is_small(t->dtype);
}

/* The field of the result that is the loss, 0 where it is no tuple. False after a report. */
static bool find_loss(Gradient *g, uint32_t *field) {
    Ctx *ctx = g->m->ctx;
    const IrType *t = ir_operand_type(g->m, g->fn->body->result.at);
    const int64_t target = g->session->options->target;
    size_t n = 0;
    *field = 0;
    if (t->kind != IR_TYPE_TUPLE) {
        n = target <= 0 && is_loss(t);
    } else if (target >= 0) {
        *field = (uint32_t)target;
        n = target < (int64_t)t->n && is_loss(t->fields[target]);
    } else {
        for (uint32_t i = t->n; i-- > 0;) {
            if (!is_loss(t->fields[i])) continue;
            *field = i;
            n++;
        }
    }
    if (n == 1) return true;
    Diag *d =
        diag_error(ctx, g->fn->loc, DIAG_VALUE, "the function gives no loss to differentiate");
    diag_expected(ctx, d,
                  n > 1
                      ? "one floating-point tensor of rank 0, or the index of the one that is meant"
                      : "a floating-point tensor of rank 0, or a seed for the result");
    diag_found(ctx, d, "%s", ir_type_text(g->m, t));
    return false;
}

/* Field i of a node of type t, which is itself field 0 where it is no tuple. */
static GradNode *part_of(Gradient *g, const IrType *t, GradNode *node, uint32_t i) {
    return t->kind == IR_TYPE_TUPLE ? gradient_node_field(g, t, node, i) : node;
}

static const IrType *part_type(const IrType *t, uint32_t i) {
    return t->kind == IR_TYPE_TUPLE ? t->fields[i] : t;
}

/* The fields of what the function gives, one after another; what it gives, where that is no tuple
 * of operands. */
static const IrOperand *const *parts_of(Gradient *g) {
    const IrOperand *result = g->fn->body->result.at;
    const uint32_t n = result->kind == IR_OPERAND_TUPLE ? result->n : 1;
    const IrOperand **parts = ARENA_ARRAY(&g->arena, const IrOperand *, (size_t)n + 1);
    const IrOperand *at = result->kind == IR_OPERAND_TUPLE ? result + 1 : result;
    for (uint32_t i = 0; i < n; i++, at += at->span) parts[i] = at;
    return parts;
}

/* Field i; a variable that holds a tuple is each of its fields. */
static const IrOperand *result_field(const Gradient *g, const IrOperand *const *parts, uint32_t i) {
    return parts[g->fn->body->result.at->kind == IR_OPERAND_TUPLE ? i : 0];
}

/* Of a function that is called, parameters for the adjoints of the fields that count. */
static void take_field_seeds(Gradient *g, GradNode *root) {
    const GradFunction *self = g->self;
    const IrType *t = ir_operand_type(g->m, g->fn->body->result.at);
    const IrOperand *const *parts = parts_of(g);
    for (uint32_t i = 0; i < self->n_fields; i++) {
        const bool carry = i < self->n_carries;
        if (!(carry ? self->live[i] : self->seeds[i])) continue;
        const IrOperand *o = result_field(g, parts, i);
        const char *name = carry ? self->joint->params.at[i]->name : result_name(o);
        const IrType *type = carry ? self->joint->params.at[i]->type : part_type(t, i);
        take_seeds(g, type, part_of(g, t, root, i), name ? name : "carry");
    }
}

/* What the walk begins with. */
static void seed(Gradient *g, GradNode *root, uint32_t loss) {
    const IrOperand *result = g->fn->body->result.at;
    if (g->kind != GRAD_TOP) {
        take_field_seeds(g, root);
    } else if (g->session->options->seeded) {
        take_result_seeds(g, result, root);
    } else {
        const IrType *t = ir_operand_type(g->m, result);
        part_of(g, t, root, loss)->sum = d_filled(&g->d, &op_ones, part_type(t, loss));
    }
}

/* The variables of a result that get a seed. */
static void mark_tree(Gradient *g, const IrOperand *tree) {
    for (uint32_t i = 0; i < tree->span; i++) {
        if (tree[i].kind == IR_OPERAND_VAR) g->useful[tree[i].var->id] = true;
    }
}

/* The end */

static void say_zero(Gradient *g, const IrVar *v) {
    Ctx *ctx = g->m->ctx;
    const Loc loc = v->def ? v->def->loc : g->fn->loc;
    Diag *d = diag_warning(ctx, loc, DIAG_GRADIENT_ZERO, v->name ? v->name : "?");
    diag_help(
        ctx, d,
        "nothing that is differentiated depends on it, but by integers and steps, as floor has them");
}

/* All that is asked for is 0, where something has to be another number. */
static bool say_all_zero(Gradient *g) {
    const IrVar *v = g->wrt.at[0];
    const char *path = gradient_stop(g, v);
    Diag *d = diag_error(g->m->ctx, g->fn->loc, DIAG_GRADIENT, "what is trained",
                         "the loss has the derivative 0 by all of it");
    diag_expected(g->m->ctx, d,
                  "a weight on which the loss depends by more than integers and steps");
    if (path)
        diag_found(g->m->ctx, d, "the path %s, where it ends", path);
    else
        diag_found(g->m->ctx, d, "no path from '%s' to the loss", v->name ? v->name : "?");
    return false;
}

static bool set_result(Gradient *g) {
    size_t n_zero = 0;
    for (size_t i = 0; i < g->wrt.len; i++)
        n_zero += gradient_node_is_zero(&g->nodes[g->wrt.at[i]->id]);
    if (g->session->options->demands && n_zero && n_zero == g->wrt.len) return say_all_zero(g);
    IrOperandBuf out;
    ir_operands_init(&out, &g->arena);
    const size_t all = ir_operands_tuple(&out);
    ir_operands_copy(&out, g->fn->body->result.at);
    const size_t adjoints = ir_operands_tuple(&out);
    for (size_t i = 0; i < g->wrt.len; i++) {
        const IrVar *v = g->wrt.at[i];
        GradNode *node = &g->nodes[v->id];
        if (gradient_node_is_zero(node)) say_zero(g, v);
        gradient_node_name(g, v, node);
        gradient_node_operands(g, v->type, node, &out);
    }
    ir_operands_end(&out, adjoints, (uint32_t)g->wrt.len);
    ir_operands_end(&out, all, 2);
    ir_body_set_result(g->fn->body, out.ops.at, (uint32_t)out.ops.len);
    g->fn->result = gradient_signature_type(g, ir_operand_type(g->m, g->fn->body->result.at));
    return true;
}

/* The walk back begins behind the anchor, which goes when it has ended. */
static void open_block(Gradient *g) {
    IrBlock *block = g->fn->body->last_block;
    if (!block) block = ir_block_append(g->fn->body, g->fn->is_pure);
    g->b = (IrBuilder){.m = g->m,
                       .fn = g->fn,
                       .block = block,
                       .loc = g->fn->loc,
                       .origin = gradient_origin(g, NULL)};
    g->d = (OpDecompose){.b = &g->b, .name = "lv"};
    const IrOperand nothing = d_shape(&g->d, NULL, 0);
    g->anchor = ir_build_value(&g->b, &nothing, 1, "anchor")->def;
}

/* Carries: one that varies where it leaves the body does where it enters it, and one that counts
 * where it enters does where it leaves. Rounds are few; where they are many, all carries are
 * taken. */
enum { MAX_ROUNDS = 16 };

static void find_loop_varied(Gradient *g) {
    const GradFunction *self = g->self;
    const IrOperand *const *parts = parts_of(g);
    bool more = true;
    for (unsigned round = 0; more; round++) {
        gradient_find_varied(g);
        more = false;
        for (uint32_t i = 0; i < self->n_carries; i++) {
            const IrVar *p = g->fn->params.at[i];
            if (g->varied[p->id] || !gradient_type_counts(p->type)) continue;
            if (round < MAX_ROUNDS && !gradient_tree_varies(g, result_field(g, parts, i))) continue;
            g->varied[p->id] = more = true;
        }
    }
}

static void find_loop_useful(Gradient *g) {
    GradFunction *self = g->self;
    const IrOperand *const *parts = parts_of(g);
    for (uint32_t i = 0; i < self->n_fields; i++) {
        if (i < self->n_carries) self->live[i] = self->seeds[i];
        if (self->seeds[i]) mark_tree(g, result_field(g, parts, i));
    }
    bool more = true;
    for (unsigned round = 0; more; round++) {
        gradient_find_useful(g);
        more = false;
        for (uint32_t i = 0; i < self->n_carries; i++) {
            const IrVar *p = g->fn->params.at[i];
            if (self->live[i] || !(g->useful[p->id] || round >= MAX_ROUNDS) ||
                !gradient_type_counts(p->type))
                continue;
            self->live[i] = more = true;
            mark_tree(g, result_field(g, parts, i));
        }
    }
    for (uint32_t i = 0; i < self->n_carries; i++)
        self->live[i] &= g->varied[g->fn->params.at[i]->id];
}

static void find_active(Gradient *g, uint32_t loss) {
    const GradFunction *self = g->self;
    gradient_set_tables(g);
    for (size_t i = 0; i < g->wrt.len; i++)
        g->varied[g->wrt.at[i]->id] = g->kept[g->wrt.at[i]->id] = true;
    for (uint32_t i = 0; self && i < self->n_params; i++)
        g->varied[g->fn->params.at[i]->id] = self->wants[i];
    if (g->kind == GRAD_LOOP) {
        find_loop_varied(g);
        find_loop_useful(g);
        return;
    }
    const IrOperand *const *parts = parts_of(g);
    gradient_find_varied(g);
    if (g->kind == GRAD_TOP) {
        mark_tree(g, g->session->options->seeded ? g->fn->body->result.at
                                                 : result_field(g, parts, loss));
    } else {
        for (uint32_t i = 0; i < self->n_fields; i++) {
            if (self->seeds[i]) mark_tree(g, result_field(g, parts, i));
        }
    }
    gradient_find_useful(g);
}

/* The copy in a form that can be walked back, and what that needs of other functions. */
static bool analyse(Gradient *g) {
    const GradientOptions *o = g->session->options;
    gradient_set_tables(g);
    g->loss = 0;
    if (g->kind == GRAD_TOP && !find_wrt(g, o)) return false;
    if (g->kind == GRAD_TOP && !o->seeded && !find_loss(g, &g->loss)) return false;
    GradExpand x;
    gradient_expand_init(&x, g);
    find_active(g, g->loss);
    if (!gradient_expand(&x) || !gradient_name_shapes(g)) return false;
    find_active(g, g->loss);
    if (!gradient_rewrite_whiles(g)) return false;
    open_block(g);
    find_active(g, g->loss);
    const bool ok = gradient_report_missing(&x);
    gradient_find_calls(g);
    return ok;
}

static bool finish(Gradient *g) {
    const GradientOptions *o = g->session->options;
    set_now(g);
    /* Of the forward pass alone, so before the first binding behind it. */
    gradient_checkpoint_plan(g, g->kind == GRAD_TOP && o->segments > 1 ? o->segments : 0);
    GradNode root = {.fields = NULL};
    seed(g, &root, g->loss);
    gradient_spread(g, g->fn->body->result.at, &root);
    gradient_reverse(g, g->anchor->prev, NULL);
    if (g->failed) return false;
    if (g->kind != GRAD_TOP) return gradient_split(g);
    if (!set_result(g)) return false;
    ir_binding_remove(g->anchor);
    if (!gradient_simplify(g->session, g->fn, g->n_vars)) return false;
    gradient_name_results(g);
    ir_body_fix_outputs(g->fn);
    return true;
}

/* A function waits until those that it calls are differentiated: an explicit stack. All functions
 * are looked at, so that all that is missing is told. */
static bool run(GradSession *s) {
    bool ok = true;
    while (s->frames.len) {
        Gradient *g = s->frames.at[s->frames.len - 1];
        if (!g->analysed) g->failed = !analyse(g);
        g->analysed = true;
        if (gradient_next_call(g)) continue;
        s->frames.len--;
        if (!g->failed) g->failed = !finish(g);
        if (g->self) g->self->state = g->failed ? GRAD_FAILED : GRAD_DONE;
        ok &= !g->failed;
        arena_fini(&g->arena);
    }
    return ok;
}

/* Functions that were made and turned out not to be needed. */
static void drop_globals(GradSession *s) {
    if (!s->n_dropped) return;
    VEC(IrGlobal *) kept = {.at = NULL};
    for (size_t i = 0; i < s->m->globals.len; i++) {
        IrGlobal *g = s->m->globals.at[i];
        if (g->function) vec_push(&s->arena, &kept, g);
    }
    ir_globals_set(s->m, kept.at, kept.len);
}

bool gradient_append(IrModule *m, const GradientOptions *o) {
    IrFunction *from = blocks_public_function(m, o->function);
    if (!from) return false;
    GradSession s = {.m = m, .options = o, .of = from->name};
    arena_init(&s.arena, m->ctx);
    map_init(&s.functions, &s.arena);
    gradient_list_definitions(&s);
    IrFunction *fn = copy(&s, from);
    bool ok = fn != NULL;
    if (ok) {
        gradient_open(&s, GRAD_TOP, fn, NULL);
        ok = run(&s);
    }
    if (ok) drop_globals(&s);
    arena_fini(&s.arena);
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
    return gradient_append(m, &options);
}
