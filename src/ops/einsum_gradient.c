/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of an einsum with respect to one operand is an einsum of the result's adjoint and
 * the other operands, whose result has that operand's term:
 *
 *     y = einsum("ij,jk->ik", a, b)        a_adjoint = einsum("ik,jk->ij", y_adjoint, b)
 *
 * The dims of "..." get letters. A letter that stands twice in a term, for a diagonal, gets another
 * name the second time, and an identity matrix with both names puts the adjoint on the diagonal. A
 * letter that only this term has was summed over alone: its dim is stretched again. Dims that were
 * stretched in the forward pass are summed. */
#include "ops/einsum_gradient.h"

#include "ops/ops.h"

enum { LETTERS = 52 };

/* A letter for each dim. */
typedef struct {
    char *letters;
    uint32_t n;
} Term;

typedef struct {
    OpGradient *g;
    Term *inputs, output;
    bool used[128];
} Terms;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static char fresh(Terms *t) {
    for (int i = 0; i < LETTERS; i++) {
        const char c = (char)(i < 26 ? 'a' + i : 'A' + i - 26);
        if (t->used[(int)c]) continue;
        t->used[(int)c] = true;
        return c;
    }
    ctx_throw(t->g->d.b->m->ctx, STATUS_LIMIT);
}

/* The term up to a comma, an arrow or the end, with the last `width` letters of `batch` for
 * "...". */
static Term expanded(Terms *t, const char **at, uint32_t ndim, const char *batch,
                     uint32_t n_batch) {
    Term term = {.letters = ARENA_ARRAY(&t->g->d.b->m->scratch, char, (size_t)ndim + 1)};
    uint32_t written = 0;
    for (const char *c = *at; *c && *c != ',' && *c != '-'; c++) written += is_letter(*c);
    for (; **at && **at != ',' && **at != '-'; ++*at) {
        if (is_letter(**at)) {
            term.letters[term.n++] = **at;
            continue;
        }
        const uint32_t width = ndim - written;
        memcpy(term.letters + term.n, batch + n_batch - width, width);
        term.n += width;
        *at += 2;
    }
    return term;
}

static void read_terms(Terms *t) {
    Arena *arena = &t->g->d.b->m->scratch;
    const char *text = d_attr(&t->g->d, "subscripts")->s, *at = text;
    const uint32_t n = g_count(t->g, 0);
    uint32_t n_batch = (uint32_t)t->g->d.result->ndim;
    for (const char *c = text; *c; c++) t->used[(int)*c] = true;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t ndim = (uint32_t)g_type_at(t->g, 0, i)->ndim;
        if (strstr(text, "...") && ndim > n_batch) n_batch = ndim;
    }
    char *batch = ARENA_ARRAY(arena, char, (size_t)n_batch + 1);
    const char *arrow = strstr(text, "->");
    const uint32_t result = (uint32_t)t->g->d.result->ndim;
    uint32_t written = 0;
    for (const char *c = arrow; *c; c++) written += is_letter(*c);
    /* Only as many as "..." stands for in the result. */
    n_batch = strstr(arrow, "...") ? result - written : 0;
    for (uint32_t i = 0; i < n_batch; i++) batch[i] = fresh(t);
    t->inputs = ARENA_ARRAY(arena, Term, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++, at++) {
        t->inputs[i] = expanded(t, &at, (uint32_t)g_type_at(t->g, 0, i)->ndim, batch, n_batch);
    }
    at = arrow + 2;
    t->output = expanded(t, &at, result, batch, n_batch);
}

/* The einsum in the making: its operands and their terms. */
typedef struct {
    IrOperandBuf operands;
    uint32_t n;
    StrBuf text;
    bool has[128]; /* letters */
} Product;

static void multiply(Product *p, IrOperand x, const char *letters, uint32_t n) {
    if (p->n++) strbuf_printf(&p->text, ",");
    strbuf_printf(&p->text, "%.*s", (int)n, letters);
    for (uint32_t i = 0; i < n; i++) p->has[(int)letters[i]] = true;
    ir_operands_copy(&p->operands, &x);
}

static IrOperand identity(OpGradient *g, const IrDim *n) {
    IrAttr *attrs = d_attrs(&g->d, &op_eye);
    d_set_dtype(&op_eye, attrs, "dtype", g->d.result->dtype);
    const IrOperand none = {.kind = IR_OPERAND_NONE, .span = 1};
    const IrOperand operands[] = {d_prim(&g->d, n), none,
                                  d_prim(&g->d, ir_dim_const(g->d.b->m, 0))};
    return d_call(&g->d, &op_eye, operands, 3, attrs);
}

/* x, which has the dims of t for which `there` is set, in the shape of t. */
static IrOperand fit(OpGradient *g, IrOperand x, const IrType *t, const bool *there) {
    IrModule *m = g->d.b->m;
    const IrType *own = d_type(&g->d, x);
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t i = 0, k = 0; i < t->ndim; i++)
        dims[i] = there[i] ? own->dims[k++] : ir_dim_const(m, 1);
    x = d_reshape(&g->d, x, dims, t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (ir_dim_is(dims[i], 1)) dims[i] = t->dims[i];
    }
    return g_collapse(g, d_broadcast(&g->d, x, dims, t->ndim), t->dims, t->ndim);
}

static void add(Terms *t, uint32_t i) {
    OpGradient *g = t->g;
    IrModule *m = g->d.b->m;
    const IrType *type = g_type_at(g, 0, i);
    const Term *own = &t->inputs[i];
    Product p = {.n = 0};
    ir_operands_init(&p.operands, &m->scratch);
    strbuf_init(&p.text, &m->scratch);
    const size_t tuple = ir_operands_tuple(&p.operands);
    multiply(&p, g_adjoint(g), t->output.letters, t->output.n);
    for (uint32_t k = 0; k < g_count(g, 0); k++) {
        if (k != i) multiply(&p, g_arg_at(g, 0, k), t->inputs[k].letters, t->inputs[k].n);
    }
    char *result = ARENA_ARRAY(&m->scratch, char, (size_t)own->n + 1);
    bool seen[128] = {false}, *there = ARENA_ARRAY(&m->scratch, bool, (size_t)own->n + 1);
    for (uint32_t k = 0; k < own->n; k++) {
        char pair[2] = {own->letters[k], own->letters[k]};
        if (seen[(int)pair[0]]) {
            pair[1] = fresh(t);
            multiply(&p, identity(g, type->dims[k]), pair, 2);
        }
        seen[(int)pair[0]] = true;
        result[k] = pair[1];
    }
    strbuf_printf(&p.text, "->");
    for (uint32_t k = 0; k < own->n; k++) {
        there[k] = p.has[(int)result[k]];
        if (there[k]) strbuf_printf(&p.text, "%c", result[k]);
    }
    ir_operands_end(&p.operands, tuple, p.n);
    IrAttr *attrs = d_attrs(&g->d, g->d.op);
    d_set_string(&g->d, g->d.op, attrs, "subscripts", strbuf_cstr(&p.text));
    const IrOperand dx =
        d_call(&g->d, g->d.op, p.operands.ops.at, (uint32_t)p.operands.ops.len, attrs);
    g_add_at(g, 0, i, fit(g, dx, type, there));
}

void grad_einsum(OpGradient *g) {
    Terms t = {.g = g};
    read_terms(&t);
    const bool *used = ARENA_ARRAY(&g->d.b->m->scratch, bool, sizeof t.used);
    memcpy((bool *)used, t.used, sizeof t.used);
    for (uint32_t i = 0; i < g_count(g, 0); i++) {
        memcpy(t.used, used, sizeof t.used); /* names for diagonals are free again */
        if (g_wants_at(g, 0, i)) add(&t, i);
    }
}
