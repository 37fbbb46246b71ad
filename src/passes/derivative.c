/* SPDX-License-Identifier: Apache-2.0 */
/* Derivative: Gradient and ForwardGradient, one after the other for Hessian-vector products, and
 * what makes a public entry of what they give: one flat tuple, whose fields have names in the
 * attribute that headers and ONNX take them from. */
#include "passes/derivative.h"

#include "base/diag.h"
#include "base/near.h"
#include "ops/decompose.h"
#include "passes/blocks.h"
#include "passes/forward.h"
#include "passes/gradient.h"
#include "passes/gradient_parts.h"
#include "passes/passes.h"

const char *const derivative_names[] = {"vjp", "jvp", "jacobian", "hvp", NULL};
const char *const jacobian_modes[] = {"cheaper", "forward", "reverse", NULL};

typedef struct {
    IrModule *m;
    const DerivativeOptions *options;
    Arena arena;
    IrFunction *of;
    size_t *params; /* what it is by, in their order */
    size_t n_params;
    DerivativeLeaves x, y; /* float tensors among them, and among the results */
    VEC(const char *) results;
    IrFunction *fn; /* the new function */
} Derivative;

/* Names */

static void add_leaves(const IrType *t, const char *name, DerivativeLeaves *out) {
    if (!gradient_type_counts(t)) return;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        add_leaves(t->fields[i], arena_printf(out->arena, "%s_%u", name, i), out);
    if (t->kind != IR_TYPE_TUPLE) vec_push(out->arena, &out->at, ((DerivativeLeaf){name, t}));
}

static void name_results(Derivative *d, const IrOperand *o, const IrType *t, const char *name,
                         size_t *i, size_t n) {
    if (o && o->kind == IR_OPERAND_VAR && o->var->name) name = o->var->name;
    const IrOperand *at = o && o->kind == IR_OPERAND_TUPLE ? o + 1 : NULL;
    for (uint32_t k = 0; t->kind == IR_TYPE_TUPLE && k < t->n; k++) {
        name_results(d, at, t->fields[k], arena_printf(&d->arena, "%s_%u", name, k), i, n);
        if (at) at += at->span;
    }
    if (t->kind == IR_TYPE_TUPLE) return;
    const char *own = ir_function_output_name(d->of, (*i)++, n);
    if (own) name = own;
    vec_push(&d->arena, &d->results, name);
    add_leaves(t, name, &d->y);
}

static size_t count_leaves(const IrType *t) {
    size_t n = t->kind != IR_TYPE_TUPLE;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

/* The leaves of what it is by, and of what it gives, as this function has them. */
static void describe(Derivative *d, const IrFunction *fn, const IrOperand *result) {
    const IrType *t = ir_operand_type(d->m, result);
    size_t i = 0;
    d->x.at.len = d->y.at.len = d->results.len = 0;
    for (size_t k = 0; k < d->n_params; k++) {
        const IrVar *p = fn->params.at[d->params[k]];
        add_leaves(p->type, p->name ? p->name : "x", &d->x);
    }
    name_results(d, result, t, "result", &i, count_leaves(t));
}

/* The attribute of the function that names the leaves of its result. */
static void set_names(Derivative *d, const char *const *names, uint32_t n) {
    IrModule *m = d->m;
    IrFunction *fn = d->fn;
    ir_function_drop_attr(fn, IR_OUTPUT_NAMES);
    const IrAttr *old = &fn->attrs;
    IrAttr *list = ARENA_ARRAY(&m->arena, IrAttr, (size_t)n + 1);
    IrAttr *items = ARENA_ARRAY(&m->arena, IrAttr, (size_t)old->n + 1);
    const char **keys = ARENA_ARRAY(&m->arena, const char *, (size_t)old->n + 1);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&m->names, names[i])};
    IrAttr all = {.kind = IR_ATTR_DICT, .items = items, .keys = keys};
    const IrAttr own = {.kind = IR_ATTR_LIST, .n = n, .items = list};
    const char *key = intern_c(&m->names, IR_OUTPUT_NAMES);
    for (uint32_t i = 0; i <= old->n; i++) {
        const bool here = all.n == i && (i == old->n || strcmp(old->keys[i], key) > 0);
        if (here) keys[all.n] = key, items[all.n++] = own;
        if (i < old->n) keys[all.n] = old->keys[i], items[all.n++] = old->items[i];
    }
    fn->attrs = all;
}

/* What it is by */

static bool report_unknown(Derivative *d, const char *pattern) {
    Diag *diag = diag_error(d->m->ctx, d->of->loc, DIAG_NAME, pattern);
    NearNames names;
    near_names_begin(&names, d->m->ctx, pattern);
    for (size_t i = 0; i < d->of->params.len; i++)
        near_names_add(&names, d->of->params.at[i]->name);
    near_names_end(&names, d->m->ctx, diag,
                   diag_fmt(d->m->ctx, "a parameter of '%s'", d->of->name));
    return false;
}

static bool find_params(Derivative *d) {
    const DerivativeOptions *o = d->options;
    Ctx *ctx = d->m->ctx;
    const size_t n = d->of->params.len;
    bool *wants = ARENA_ARRAY(&d->arena, bool, n + 1);
    d->params = ARENA_ARRAY(&d->arena, size_t, n + 1);
    for (size_t k = 0; k < (o->n_wrt ? o->n_wrt : 1); k++) {
        bool any = !o->n_wrt;
        for (size_t i = 0; i < n; i++) {
            const IrVar *p = d->of->params.at[i];
            if (o->n_wrt && !(p->name && gradient_matches(o->wrt[k], p->name))) continue;
            any = true;
            wants[i] |= gradient_type_counts(p->type) && p->type->kind != IR_TYPE_ANY;
            if (wants[i] || !o->n_wrt || strpbrk(o->wrt[k], "*?")) continue;
            const char *what =
                diag_fmt(ctx, "there is no derivative with respect to '%s'", p->name);
            Diag *diag = diag_error(ctx, d->of->loc, DIAG_VALUE, what);
            diag_expected(ctx, diag, "a parameter that holds floating-point tensors");
            diag_found(ctx, diag, "%s", ir_type_text(d->m, p->type));
            return false;
        }
        if (!any) return report_unknown(d, o->wrt[k]);
    }
    for (size_t i = 0; i < n; i++) {
        if (wants[i]) d->params[d->n_params++] = i;
    }
    if (d->n_params) return true;
    Diag *diag = diag_error(ctx, d->of->loc, DIAG_VALUE,
                            "there is nothing to differentiate with respect to");
    diag_expected(ctx, diag, "a parameter of '%s' that holds floating-point tensors", d->of->name);
    return false;
}

/* What the passes give */

static bool by_gradient(Derivative *d, bool seeded, const char *suffix) {
    const size_t at = d->m->globals.len;
    const GradientOptions how = {.function = d->of->name,
                                 .params = d->params,
                                 .n_params = d->n_params,
                                 .seeded = seeded,
                                 .target = -1,
                                 .suffix = suffix};
    if (!gradient_append(d->m, &how)) return false;
    d->fn = d->m->globals.at[at]->function;
    return true;
}

static bool by_forward(Derivative *d, const IrFunction *of, const char *suffix) {
    const size_t at = d->m->globals.len;
    const ForwardOptions how = {.function = of->name,
                                .params = d->params,
                                .n_params = d->n_params,
                                .base = d->of->name,
                                .suffix = suffix};
    if (!forward_gradient(d->m, &how)) return false;
    d->fn = d->m->globals.at[at]->function;
    return true;
}

static bool by_both(Derivative *d) {
    IrModule *m = d->m;
    if (!by_gradient(d, false, "_gradient")) return false;
    IrFunction *between = d->fn;
    if (!by_forward(d, between, "_hvp")) return false;
    VEC(IrGlobal *) kept = {.at = NULL};
    for (size_t i = 0; i < m->globals.len; i++) {
        if (m->globals.at[i] != between->global) vec_push(&d->arena, &kept, m->globals.at[i]);
    }
    ir_globals_set(m, kept.at, kept.len);
    return true;
}

/* One flat result */

static void open_end(IrFunction *fn, IrBuilder *b, OpDecompose *d) {
    IrBlock *block = fn->body->last_block;
    if (!block) block = ir_block_append(fn->body, fn->is_pure);
    *b = (IrBuilder){.m = fn->module, .fn = fn, .block = block, .loc = fn->loc};
    *d = (OpDecompose){.b = b, .name = "lv"};
}

static void set_result(Derivative *d, const OperandLeaves *leaves) {
    IrOperandBuf out;
    ir_operands_init(&out, &d->arena);
    const size_t at = ir_operands_tuple(&out);
    for (size_t i = 0; i < leaves->len; i++) ir_operands_copy(&out, &leaves->at[i]);
    ir_operands_end(&out, at, (uint32_t)leaves->len);
    blocks_set_result(d->fn, out.ops.at, (uint32_t)out.ops.len);
    for (IrBinding *b = d->fn->body->last, *prev; b; b = prev) {
        prev = b->prev;
        if (!b->var->n_uses && blocks_is_pure(b) && b->kind != IR_BIND_MATCH_CAST &&
            b->kind != IR_BIND_IF)
            blocks_remove(b);
    }
    ir_body_fix_outputs(d->fn);
}

/* What the passes gave, (results, derivatives) or tangents of that, as one tuple. */
static void flatten(Derivative *d) {
    IrBuilder b;
    OpDecompose build;
    OperandLeaves leaves = {.at = NULL};
    open_end(d->fn, &b, &build);
    const IrOperand *results = d->fn->body->result.at + 1;
    const IrOperand *products = results + results->span;
    if (d->options->kind == DERIVATIVE_HVP) { /* ((results, adjoints), their tangents) */
        derivative_operand_leaves(&build, &d->arena, results + 1, false, &leaves);
        derivative_operand_leaves(&build, &d->arena, results + 1 + results[1].span, true, &leaves);
        const IrOperand *second =
            products->kind == IR_OPERAND_TUPLE ? products + 1 + products[1].span : NULL;
        BUG_IF(!second);
        derivative_operand_leaves(&build, &d->arena, second, true, &leaves);
    } else {
        derivative_operand_leaves(&build, &d->arena, results, false, &leaves);
        derivative_operand_leaves(&build, &d->arena, products, true, &leaves);
    }
    set_result(d, &leaves);
}

typedef VEC(const char *) Names;

static void add_names(Derivative *d, const DerivativeLeaves *of, const char *suffix, Names *out) {
    for (size_t i = 0; i < of->at.len; i++)
        vec_push(&d->arena, out, arena_printf(&d->arena, "%s_%s", of->at.at[i].name, suffix));
}

static void name_all(Derivative *d) {
    Names names = {.at = NULL};
    for (size_t i = 0; i < d->results.len; i++) vec_push(&d->arena, &names, d->results.at[i]);
    switch (d->options->kind) {
    case DERIVATIVE_VJP: add_names(d, &d->x, "adjoint", &names); break;
    case DERIVATIVE_JVP: add_names(d, &d->y, "tangent", &names); break;
    case DERIVATIVE_HVP:
        add_names(d, &d->x, "adjoint", &names);
        add_names(d, &d->x, "hvp", &names);
        break;
    case DERIVATIVE_JACOBIAN:
        for (size_t i = 0; i < d->y.at.len; i++) {
            for (size_t k = 0; k < d->x.at.len; k++) {
                vec_push(&d->arena, &names,
                         arena_printf(&d->arena, "%s_%s_jacobian", d->y.at.at[i].name,
                                      d->x.at.at[k].name));
            }
        }
        break;
    }
    set_names(d, names.at, (uint32_t)names.len);
}

/* Jacobians */

static const IrDim *elements(IrModule *m, const DerivativeLeaves *leaves) {
    const IrDim *n = ir_dim_const(m, 0);
    for (size_t i = 0; i < leaves->at.len; i++) {
        const IrType *t = leaves->at.at[i].type;
        const IrDim *own = ir_dim_const(m, 1);
        if (t->kind != IR_TYPE_TENSOR || !t->dims) return NULL;
        for (int32_t k = 0; k < t->ndim; k++) own = ir_dim_mul(m, own, t->dims[k]);
        n = ir_dim_add(m, n, own);
    }
    return n;
}

static bool refuse(Derivative *d, const DerivativeLeaves *leaves) {
    for (size_t i = 0; i < leaves->at.len; i++) {
        const IrType *t = leaves->at.at[i].type;
        if (t->kind == IR_TYPE_TENSOR && t->dims && t->dtype != DTYPE_VOID) continue;
        const char *what =
            diag_fmt(d->m->ctx, "'%s' has no Jacobian: the shape of '%s' is not known", d->of->name,
                     leaves->at.at[i].name);
        Diag *diag = diag_error(d->m->ctx, d->of->loc, DIAG_VALUE, what);
        diag_help(d->m->ctx, diag, "annotate it, or R.match_cast it");
        return false;
    }
    return true;
}

static bool by_jacobian(Derivative *d) {
    describe(d, d->of, d->of->body->result.at);
    if (!refuse(d, &d->x) || !refuse(d, &d->y)) return false;
    const IrDim *n = elements(d->m, &d->x), *rows = elements(d->m, &d->y);
    const JacobianMode mode = d->options->mode;
    const bool forward = mode == JACOBIAN_FORWARD ||
                         (mode == JACOBIAN_CHEAPER && ir_dim_le(d->m, n, rows) == IR_PROVED);
    if (!(forward ? by_forward(d, d->of, "_jacobian") : by_gradient(d, true, "_jacobian")))
        return false;
    describe(d, d->fn, d->fn->body->result.at + 1); /* by its own symbols */
    Jacobian j = {
        .fn = d->fn, .of = d->of, .forward = forward, .x = &d->x, .y = &d->y, .arena = &d->arena};
    if (!jacobian_build(&j)) return false;
    OperandLeaves leaves = {.at = NULL};
    for (size_t i = 0; i < j.results.len; i++) vec_push(&d->arena, &leaves, j.results.at[i]);
    set_result(d, &leaves);
    return true;
}

static bool make(Derivative *d) {
    if (!find_params(d)) return false;
    describe(d, d->of, d->of->body->result.at);
    bool ok = false;
    switch (d->options->kind) {
    case DERIVATIVE_VJP: ok = by_gradient(d, true, "_vjp"); break;
    case DERIVATIVE_JVP: ok = by_forward(d, d->of, "_jvp"); break;
    case DERIVATIVE_HVP: ok = by_both(d); break;
    case DERIVATIVE_JACOBIAN: ok = by_jacobian(d); break;
    }
    if (!ok) return false;
    if (d->options->kind != DERIVATIVE_JACOBIAN) flatten(d);
    name_all(d);
    return true;
}

/* False after a report, with the module half changed: run it within an edit. */
static bool derive(IrModule *m, const DerivativeOptions *o) {
    Derivative d = {.m = m, .options = o, .of = blocks_public_function(m, o->function)};
    if (!d.of) return false;
    arena_init(&d.arena, m->ctx);
    d.x.arena = d.y.arena = &d.arena;
    const size_t n = m->globals.len;
    const bool ok = make(&d);
    for (size_t i = 0; ok && o->alone && i < n && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn != d.of && fn != d.fn) fn->is_private = true;
    }
    arena_fini(&d.arena);
    return ok && blocks_finish(m);
}

bool pass_derivative(IrModule *m, const PassValue *values) {
    enum { KIND, FUNCTION, WRT, BY, ALONE };
    const DerivativeOptions options = {
        .kind = (DerivativeKind)values[KIND].i,
        .function = values[FUNCTION].n ? values[FUNCTION].names[0] : NULL,
        .wrt = values[WRT].names,
        .n_wrt = values[WRT].n,
        .mode = (JacobianMode)values[BY].i,
        .alone = values[ALONE].i != 0,
    };
    return derive(m, &options);
}
