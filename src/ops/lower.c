/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators' loops share: attributes, extents, loops over a buffer. */
#include "ops/lower.h"

#include "base/diag.h"
#include "loop/text.h"

const IrAttr *lower_attr(const OpLower *low, const char *name) {
    int i = ir_op_attr_index(low->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", low->op->name, name);
    return &low->attrs[i];
}

int64_t lower_int(const OpLower *low, const char *name) { return lower_attr(low, name)->i; }
bool lower_bool(const OpLower *low, const char *name) { return lower_attr(low, name)->i != 0; }
double lower_float(const OpLower *low, const char *name) { return lower_attr(low, name)->f; }
bool lower_string_is(const OpLower *low, const char *name, const char *value) {
    const IrAttr *a = lower_attr(low, name);
    return a->kind == IR_ATTR_STRING && strcmp(a->s, value) == 0;
}

static const LoopVar *size_of(OpLower *low, IrSymbol *s) {
    for (size_t i = 0; i < low->sizes.len; i++) {
        if (low->sizes.at[i].symbol == s) return low->sizes.at[i].size;
    }
    const LoopVar *v = loop_size(low->b, s->name);
    vec_push(low->b->arena, &low->sizes, ((SymbolSize){s, v}));
    return v;
}

static const LoopExpr *lower_atom(OpLower *low, const IrAtom *a) {
    if (a->kind == IR_ATOM_SYMBOL) return loop_var(low->b, size_of(low, a->symbol));
    static const LoopExprKind kinds[] = {[IR_ATOM_FLOORDIV] = LOOP_FLOORDIV,
                                         [IR_ATOM_MIN] = LOOP_MIN,
                                         [IR_ATOM_MAX] = LOOP_MAX,
                                         [IR_ATOM_SUM] = LOOP_ADD,
                                         [IR_ATOM_PRODUCT] = LOOP_MUL};
    const LoopExpr *e = lower_dim(low, a->args[0]);
    for (uint32_t i = 1; i < a->n; i++)
        e = l_op2(low, kinds[a->kind], e, lower_dim(low, a->args[i]));
    return e;
}

const LoopExpr *lower_dim(OpLower *low, const IrDim *d) {
    const LoopExpr *sum = l_index(low, d->constant);
    for (uint32_t i = 0; i < d->n; i++) {
        const LoopExpr *p = l_index(low, d->terms[i].coeff);
        for (uint32_t j = 0; j < d->terms[i].mono->n; j++) {
            const IrFactor *f = &d->terms[i].mono->factors[j];
            for (uint32_t k = 0; k < f->power; k++) p = l_mul(low, p, lower_atom(low, f->atom));
        }
        sum = l_add(low, p, sum);
    }
    return sum;
}

const IrType *lower_bound_type(IrModule *m, const IrType *inferred, const IrType *bound) {
    const bool many = bound->kind == IR_TYPE_TUPLE;
    const uint32_t n = many ? bound->n : 1;
    const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    uint32_t used = 0;
    fields[used++] = bound;
    for (uint32_t i = 0; i < n; i++) {
        const IrType *t = many ? inferred->fields[i] : inferred;
        if (t->dims) continue;
        const IrDim *ndim = ir_dim_const(m, (many ? bound->fields[i] : bound)->ndim);
        fields[used++] = ir_type_tensor(m, &ndim, 1, DTYPE_INT64);
    }
    return ir_type_tuple(m, fields, used);
}

IrFunction *lower_function(IrModule *m, const LoopFn *fn, const char *name) {
    LoopFn named = *fn;
    named.name = name;
    const LoopFn *print = &named;
    StrBuf text;
    Arena arena;
    arena_init(&arena, m->ctx);
    strbuf_init(&text, &arena);
    loop_text_print(&print, 1, &text);
    static const char decorator[] = "@T.prim_func";
    /* without the last line's end */
    const size_t skipped = sizeof decorator - 1, end = text.text.len - 1;
    StrBuf made;
    strbuf_init(&made, &m->arena);
    strbuf_printf(&made, "%s(private=True)", decorator);
    strbuf_add(&made, text.text.at + skipped, end - skipped);
    IrFunction *f = ir_function_new(m, name);
    f->is_private = true;
    f->prim_text = strbuf_str(&made);
    arena_fini(&arena);
    return f;
}

IrGlobal *lower_global(IrModule *m, const LoopFn *fn, const char *name) {
    IrGlobal *g = ir_global_new(m, name);
    g->function = lower_function(m, fn, g->name);
    g->function->global = g;
    return g;
}

const IrType *lower_in_type(const OpLower *low, uint32_t i) { return low->in_types[i]; }
const IrType *lower_out_type(const OpLower *low, uint32_t i) { return low->out_types[i]; }

const LoopExpr **lower_exprs(OpLower *low, uint32_t n) {
    return ARENA_ARRAY(low->b->arena, const LoopExpr *, (size_t)n + 1);
}

const LoopExpr *lower_for(OpLower *low, const LoopExpr *extent, LoopForKind kind) {
    return loop_var(low->b, loop_begin_for(low->b, "i", extent, kind, 0));
}

const LoopExpr **lower_open(OpLower *low, const LoopBuffer *buffer, uint32_t parallel) {
    const LoopExpr **index = lower_exprs(low, buffer->ndim);
    for (uint32_t i = 0; i < buffer->ndim; i++) {
        index[i] = lower_for(low, buffer->dims[i], i < parallel ? LOOP_PARALLEL : LOOP_SERIAL);
    }
    return index;
}

void lower_close(OpLower *low, uint32_t n) {
    while (n-- > 0) loop_end(low->b);
}

void lower_store(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index,
                 const LoopExpr *value) {
    loop_store(low->b, b, index, value);
}

DType lower_acc_dtype(DType t) { return dtype_is_half(t) ? DTYPE_FLOAT32 : t; }
