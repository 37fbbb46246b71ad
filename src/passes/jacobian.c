/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobians. What does not depend on the seeds of a product is computed once; the rest becomes the
 * body of a scan over unit vectors, which stacks products:
 *
 *     def f_jvp(x, x_tangent):              def f_jacobian(x):
 *         y = R.exp(x)                          y = R.exp(x)
 *         y_tangent = R.multiply(               def product(i):
 *             x_tangent, y)                         seed = R.equal(R.arange(0, 3), i)  as floats
 *         return (y, y_tangent)                     return (R.multiply(seed, y),)
 *                                               lv = R.scan(product, (), (R.arange(0, 3),))
 *                                               return (y, R.permute_dims(lv[0]))
 *
 * So the loop is as long as the vectors, the parameters' elements forward and the results' in
 * reverse. Blocks of results that no seed of a parameter reaches are zeros that nothing computes.
 * Where results depend on the seeds, as what a call of a function gives beside its tangents, f is
 * called for them. Linear, but for the bits of 64 seeds each. */
#include "base/diag.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/derivative.h"
#include "passes/gradient_parts.h"

typedef struct {
    Jacobian *j;
    IrModule *m;
    IrFunction *fn;
    IrBuilder b;
    OpDecompose d;
    uint32_t n_own; /* parameters of f */
    uint32_t n_vars;
    uint64_t *masks; /* by variable: the seeds that it depends on; the last bit: all from 63 on */
    OperandLeaves results, products;
    VEC(uint32_t) stack_of; /* by product: its field of the scan; NONE: it is zero */
    uint32_t n_stacks;
    IrOperand stacks;
} Build;

enum { NO_STACK = UINT32_MAX };

/* Dependence */

static uint64_t bit_of(size_t seed) { return 1ull << (seed < 63 ? seed : 63); }

static uint64_t mask_of(const Build *s, const IrOperands *list) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_VAR) mask |= s->masks[o->var->id];
    }
    return mask;
}

static uint64_t mask_inside(const Build *s, IrBody *body) {
    uint64_t mask = mask_of(s, &body->result);
    IrWalk walk;
    ir_walk_init(&walk, body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) mask |= mask_of(s, &b->operands);
    return mask;
}

static void find_masks(Build *s) {
    s->n_vars = s->fn->n_vars;
    s->masks = ARENA_ARRAY(s->j->arena, uint64_t, (size_t)s->n_vars + 1);
    for (size_t i = s->n_own; i < s->fn->params.len; i++)
        s->masks[s->fn->params.at[i]->id] = bit_of(i - s->n_own);
    for (IrBinding *b = s->fn->body->first; b; b = b->next) {
        uint64_t mask = mask_of(s, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) mask |= mask_inside(s, b->bodies[i]);
        s->masks[b->var->id] = mask;
    }
}

static uint64_t mask_leaf(const Build *s, const IrOperand *x) {
    return x->kind == IR_OPERAND_VAR && x->var->id < s->n_vars ? s->masks[x->var->id] : 0;
}

/* The body of the scan */

static const DerivativeLeaf *seed_leaf(const Jacobian *j, size_t i) {
    return &(j->forward ? j->x : j->y)->at.at[i];
}
static const DerivativeLeaf *product_leaf(const Jacobian *j, size_t i) {
    return &(j->forward ? j->y : j->x)->at.at[i];
}

static const IrDim *count_of(IrModule *m, const IrType *t) {
    const IrDim *n = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) n = ir_dim_mul(m, n, t->dims[i]);
    return n;
}

static IrOperand range(OpDecompose *d, const IrDim *from, const IrDim *to) {
    const IrDim *one = ir_dim_const(d->b->m, 1);
    const IrOperand begin = d_prim(d, from), end = d_prim(d, to), step = d_prim(d, one);
    return d3(d, &op_arange, begin, end, step);
}

/* The part of unit vector i that is this seed. */
static IrOperand unit(OpDecompose *d, IrOperand i, const IrType *t, const IrDim *from) {
    const IrDim *to = ir_dim_add(d->b->m, from, count_of(d->b->m, t));
    const IrOperand numbers = range(d, from, to);
    const IrOperand is = d2(d, &op_equal, numbers, i);
    return d_reshape(d, d_cast(d, is, t->dtype), t->dims, t->ndim);
}

static void keep_symbol(void *user, IrSymbol *s) {
    IrClone *c = user;
    if (s->function == c->from) c->dims[s->index] = ir_dim_symbol(c->m, s);
}

static void drop_symbol(void *user, IrSymbol *s) {
    IrClone *c = user;
    if (s->function == c->from && s->body) c->dims[s->index] = NULL;
}

/* What the copy of the dependent part finds as it is: symbols but those that this part defines. */
static void keep_symbols(Build *s, IrClone *c) {
    for (size_t i = 0; i < s->fn->symbols.len; i++) {
        IrSymbol *symbol = s->fn->symbols.at[i];
        const bool inside = symbol->body && symbol->body->owner; /* of a branch */
        c->dims[i] = inside ? NULL : ir_dim_symbol(s->m, symbol);
    }
    for (const IrBinding *b = s->fn->body->first; b; b = b->next) {
        if (b->kind == IR_BIND_MATCH_CAST && s->masks[b->var->id])
            ir_type_symbols(b->cast, drop_symbol, c);
    }
    for (const IrBinding *b = s->fn->body->first; b; b = b->next) {
        if (b->kind == IR_BIND_MATCH_CAST && !s->masks[b->var->id])
            ir_type_symbols(b->cast, keep_symbol, c);
    }
}

/* What the dependent part uses of what is computed once. */
typedef struct {
    Build *s;
    IrFunction *fn;   /* whose first parameters are these */
    IrVar **param_of; /* by variable */
    IrOperandBuf values;
} Captured;

static void capture(Captured *c, const IrOperands *list) {
    const Build *s = c->s;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || o->var->id >= s->n_vars || s->masks[o->var->id] ||
            c->param_of[o->var->id] || (o->var->def && o->var->def->block->body->owner))
            continue;
        IrVar *p = ir_var_new(c->fn, o->var->name, o->var->type);
        vec_push(&s->m->arena, &c->fn->params, p);
        c->param_of[o->var->id] = p;
        ir_operands_var(&c->values, o->var);
    }
}

static void capture_all(Captured *c) {
    const Build *s = c->s;
    for (const IrBinding *b = s->fn->body->first; b; b = b->next) {
        if (!s->masks[b->var->id]) continue;
        capture(c, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
            IrWalk walk;
            capture(c, &b->bodies[i]->result);
            ir_walk_init(&walk, b->bodies[i]);
            for (const IrBinding *x; (x = ir_walk_next(&walk));) {
                capture(c, &x->operands);
                for (int k = 0; x->kind == IR_BIND_IF && k < 2; k++)
                    capture(c, &x->bodies[k]->result);
            }
        }
    }
    c->fn->n_captures = (uint32_t)c->fn->params.len;
}

static bool copy_dependent(Build *s, const Captured *captured, IrClone *c, IrOperand i) {
    const IrDim *from = ir_dim_const(s->m, 0);
    OpDecompose inner = {.b = &c->b, .name = "lv"};
    for (uint32_t k = 0; k < s->fn->params.len; k++) {
        IrVar *p = s->fn->params.at[k], *own = captured->param_of[p->id];
        if (own) ir_clone_set_var(c, p, own);
        if (k < s->n_own) continue;
        const IrType *t = seed_leaf(s->j, k - s->n_own)->type;
        ir_clone_set(c, p, unit(&inner, i, t, from));
        from = ir_dim_add(s->m, from, count_of(s->m, t));
    }
    for (IrBinding *b = s->fn->body->first; b; b = b->next) {
        IrVar *own = captured->param_of[b->var->id];
        if (own) ir_clone_set_var(c, b->var, own);
        const ArenaMark mark = arena_mark(&s->m->scratch);
        const bool ok = !s->masks[b->var->id] || ir_clone_binding(c, b);
        arena_rewind(&s->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}

/* The function of one product; its results are those of the products that are not zero. */
static IrVar *make_product(Build *s) {
    OpDecompose inner;
    IrClone c;
    d_function(&s->d, "product", &inner);
    Captured captured = {.s = s, .fn = inner.b->fn};
    captured.param_of = ARENA_ARRAY(s->j->arena, IrVar *, (size_t)s->n_vars + 1);
    ir_operands_init(&captured.values, s->j->arena);
    capture_all(&captured);
    const IrType *scalar = ir_type_tensor(s->m, ir_type_shape(s->m, NULL, 0)->dims, 0, DTYPE_INT64);
    const IrOperand i = d_param(&inner, "i", scalar);
    IrFunction *fn = inner.b->fn;
    ir_clone_into(&c, s->m, s->j->arena, s->fn, *inner.b);
    keep_symbols(s, &c);
    if (!copy_dependent(s, &captured, &c, i)) return NULL;
    IrOperandBuf out;
    ir_operands_init(&out, s->j->arena);
    const size_t at = ir_operands_tuple(&out);
    for (size_t k = 0; k < s->products.len; k++) {
        if (s->stack_of.at[k] != NO_STACK) ir_clone_operands(&c, &s->products.at[k], 1, &out);
    }
    ir_operands_end(&out, at, s->n_stacks);
    ir_body_set_result(fn->body, out.ops.at, (uint32_t)out.ops.len);
    /* its signature names no symbols of the function around it */
    fn->result = ir_type_closed(s->m, ir_operand_type(s->m, fn->body->result.at));
    ir_body_fix_outputs(fn);
    return ir_build_function(&s->b, fn, captured.values.ops.at, (uint32_t)captured.values.ops.len,
                             fn->name);
}

static bool make_scan(Build *s) {
    const IrDim *n = ir_dim_const(s->m, 0);
    for (size_t i = s->n_own; i < s->fn->params.len; i++)
        n = ir_dim_add(s->m, n, count_of(s->m, seed_leaf(s->j, i - s->n_own)->type));
    for (size_t k = 0; k < s->products.len; k++) {
        const bool any = mask_leaf(s, &s->products.at[k]) != 0;
        const uint32_t stack = any ? s->n_stacks++ : NO_STACK;
        vec_push(s->j->arena, &s->stack_of, stack);
    }
    if (!s->n_stacks) return true;
    IrVar *product = make_product(s);
    if (!product) return false;
    const IrOperand numbers = range(&s->d, ir_dim_const(s->m, 0), n);
    IrOperandBuf ops;
    ir_operands_init(&ops, s->j->arena);
    ir_operands_var(&ops, product);
    ir_operands_end(&ops, ir_operands_tuple(&ops), 0);
    const size_t at = ir_operands_tuple(&ops);
    ir_operands_copy(&ops, &numbers);
    ir_operands_end(&ops, at, 1);
    ir_operands_none(&ops);
    ir_operands_none(&ops);
    IrAttr *attrs = d_attrs(&s->d, &op_scan);
    s->stacks = d_call(&s->d, &op_scan, ops.ops.at, (uint32_t)ops.ops.len, attrs);
    return true;
}

/* Blocks */

/* Rows [from, to) along axis 0. */
static IrOperand rows(Build *s, IrOperand x, const IrDim *from, const IrDim *to) {
    OpGradient g = {.d = s->d};
    return g_slice(&g, x, 0, from, to);
}

static IrOperand block(Build *s, size_t product, size_t seed, const IrDim *from, bool whole) {
    const IrType *of = product_leaf(s->j, product)->type, *by = seed_leaf(s->j, seed)->type;
    const int32_t ndim = of->ndim + by->ndim;
    const IrDim **dims = ARENA_ARRAY(s->j->arena, const IrDim *, (size_t)ndim + 1);
    const IrType *y = s->j->forward ? of : by, *x = s->j->forward ? by : of;
    if (s->stack_of.at[product] == NO_STACK ||
        !(mask_leaf(s, &s->products.at[product]) & bit_of(seed))) {
        for (int32_t i = 0; i < ndim; i++)
            dims[i] = i < y->ndim ? y->dims[i] : x->dims[i - y->ndim];
        return d_filled(&s->d, &op_zeros, ir_type_tensor(s->m, dims, ndim, of->dtype));
    }
    IrOperand all = d_field(&s->d, s->stacks, s->stack_of.at[product]);
    const IrDim *n = ir_dim_const(s->m, 0);
    for (size_t i = s->n_own; i < s->fn->params.len; i++)
        n = ir_dim_add(s->m, n, count_of(s->m, seed_leaf(s->j, i - s->n_own)->type));
    const IrDim **stacked = ARENA_ARRAY(s->j->arena, const IrDim *, (size_t)of->ndim + 2);
    stacked[0] = n;
    for (int32_t i = 0; i < of->ndim; i++) stacked[1 + i] = of->dims[i];
    const IrType *t = ir_type_tensor(s->m, stacked, of->ndim + 1, of->dtype);
    if (ir_type_subsumes(s->m, t, d_type(&s->d, all)) != IR_PROVED)
        all = d_match(&s->d, all, stacked, of->ndim + 1);
    if (!whole) all = rows(s, all, from, ir_dim_add(s->m, from, count_of(s->m, by)));
    for (int32_t i = 0; i < ndim; i++)
        dims[i] = i < by->ndim ? by->dims[i] : of->dims[i - by->ndim];
    all = d_reshape(&s->d, all, dims, ndim);
    if (!s->j->forward || !by->ndim || !of->ndim) return all;
    int64_t *axes = ARENA_ARRAY(s->j->arena, int64_t, (size_t)ndim + 1);
    for (int32_t i = 0; i < ndim; i++) axes[i] = i < of->ndim ? by->ndim + i : i - of->ndim;
    return d_permute(&s->d, all, axes, (uint32_t)ndim);
}

static void add_blocks(Build *s) {
    const Jacobian *j = s->j;
    const size_t n_seeds = s->fn->params.len - s->n_own;
    const IrDim **from = ARENA_ARRAY(j->arena, const IrDim *, n_seeds + 1);
    const IrDim *at = ir_dim_const(s->m, 0);
    for (size_t i = 0; i < n_seeds; i++) {
        from[i] = at;
        at = ir_dim_add(s->m, at, count_of(s->m, seed_leaf(j, i)->type));
    }
    for (size_t y = 0; y < j->y->at.len; y++) {
        for (size_t x = 0; x < j->x->at.len; x++) {
            const size_t seed = j->forward ? x : y, product = j->forward ? y : x;
            const IrOperand one = block(s, product, seed, from[seed], n_seeds == 1);
            vec_push(j->arena, &s->j->results, one);
        }
    }
}

/* f's results: as they are, or from a call of f where they depend on the seeds. */
static bool add_results(Build *s) {
    bool dependent = false;
    for (size_t i = 0; i < s->results.len; i++) dependent |= mask_leaf(s, &s->results.at[i]) != 0;
    if (dependent) {
        IrOperandBuf ops;
        ir_operands_init(&ops, s->j->arena);
        ir_operands_global(&ops, s->j->of->global);
        for (uint32_t i = 0; i < s->n_own; i++) ir_operands_var(&ops, s->fn->params.at[i]);
        IrVar *y = ir_build_invoke(&s->b, ops.ops.at, (uint32_t)ops.ops.len, "lv");
        if (!y) return false;
        const IrOperand all = d_var(y);
        s->results.len = 0;
        derivative_operand_leaves(&s->d, s->j->arena, &all, false, &s->results);
    }
    for (size_t i = 0; i < s->results.len; i++)
        vec_push(s->j->arena, &s->j->results, s->results.at[i]);
    return true;
}

/* The dependent part, once the result does not name it any more. */
static void remove_dependent(Build *s) {
    const IrOperand none = d_shape(&s->d, NULL, 0);
    ir_body_set_result(s->fn->body, &none, 1);
    for (IrBinding *b = s->fn->body->last, *prev; b; b = prev) {
        prev = b->prev;
        if (b->var->id < s->n_vars && s->masks[b->var->id]) blocks_remove(b);
    }
    s->fn->params.len = s->n_own;
}

bool jacobian_build(Jacobian *j) {
    Build s = {.j = j, .m = j->fn->module, .fn = j->fn};
    IrFunction *fn = j->fn;
    s.n_own = (uint32_t)j->of->params.len;
    IrBlock *last = fn->body->last_block;
    if (!last) last = ir_block_append(fn->body, fn->is_pure);
    s.b = (IrBuilder){.m = s.m, .fn = fn, .block = last, .loc = fn->loc};
    s.d = (OpDecompose){.b = &s.b, .name = "lv"};
    const IrOperand *results = fn->body->result.at + 1;
    derivative_operand_leaves(&s.d, j->arena, results, false, &s.results);
    derivative_operand_leaves(&s.d, j->arena, results + results->span, true, &s.products);
    find_masks(&s);
    BUG_IF(s.products.len != (j->forward ? j->y : j->x)->at.len);
    if (!make_scan(&s) || !add_results(&s)) return false;
    add_blocks(&s);
    remove_dependent(&s);
    return true;
}
