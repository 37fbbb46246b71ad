/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions, which say what any operator means, as `while` over scalars. A buffer is a tensor
 * that statements change: a loop or a condition carries what its body stores to, a load is
 * dynamic_slice, a store dynamic_update_slice. Sizes are the call's dims. Sums with several partial
 * results are sums in order, so their last digits may differ.
 *
 * Recursion is as deep as statements and expressions nest, which their reader limits. */
#include "stablehlo/write.h"

#include "loop/text.h"

typedef struct {
    W *w;
    const LoopFn *fn;
    const IrDim **sizes; /* by variables' ids */
    ShloVal *vars;       /* by their ids */
    ShloVal *buffers;    /* what each is now, by its id */
    Map values;          /* of the statement's expressions: Value */
} Loops;

typedef struct {
    const LoopExpr *e;
    ShloVal v;
} Value;

/* What is read */

/* Parsed once in a writing: ShloWrite.loops. */
typedef struct {
    const IrGlobal *global;
    const LoopFn *fn;
} Parsed;

const LoopFn *shlo_loops_of(ShloWrite *x, const IrGlobal *g) {
    for (MapIter it = map_find(&x->loops, hash_ptr(0, g)); map_next(&x->loops, &it);) {
        const Parsed *p = it.value;
        if (p->global == g) return p->fn;
    }
    LoopFns fns = {.at = NULL};
    const DiagSource source = x->ctx->diags->source;
    const char *name = arena_printf(x->arena, "T.prim_func %s", g->name);
    if (!loop_text_parse(x->ctx, x->arena, name, g->function->prim_text, &fns) || !fns.len)
        return NULL;
    diag_source_back(x->ctx, source);
    Parsed *p = ARENA_NEW(x->arena, Parsed);
    *p = (Parsed){g, fns.at[fns.len - 1]};
    map_add(&x->loops, hash_ptr(0, g), p);
    return p->fn;
}

/* How an operation is written on floats, integers and bools; NULL: by code below, or not at all. */
typedef struct {
    const char *of_float, *of_int, *of_bool;
} Form;

#define SHLO "stablehlo."
static const Form forms[LOOP_EXPR_COUNT] = {
    [LOOP_ADD] = {SHLO "add", SHLO "add", NULL},
    [LOOP_SUB] = {SHLO "subtract", SHLO "subtract", NULL},
    [LOOP_MUL] = {SHLO "multiply", SHLO "multiply", NULL},
    [LOOP_DIV] = {SHLO "divide", NULL, NULL},
    [LOOP_MIN] = {SHLO "minimum", SHLO "minimum", NULL},
    [LOOP_MAX] = {SHLO "maximum", SHLO "maximum", NULL},
    [LOOP_BITAND] = {NULL, SHLO "and", SHLO "and"},
    [LOOP_BITOR] = {NULL, SHLO "or", SHLO "or"},
    [LOOP_BITXOR] = {NULL, SHLO "xor", SHLO "xor"},
    [LOOP_BITNOT] = {NULL, SHLO "not", SHLO "not"},
    [LOOP_NEG] = {SHLO "negate", SHLO "negate", NULL},
    [LOOP_ABS] = {SHLO "abs", SHLO "abs", NULL},
    [LOOP_AND] = {NULL, NULL, SHLO "and"},
    [LOOP_OR] = {NULL, NULL, SHLO "or"},
    [LOOP_NOT] = {NULL, NULL, SHLO "not"},
    [LOOP_EXP] = {SHLO "exponential", NULL, NULL},
    [LOOP_EXPM1] = {SHLO "exponential_minus_one", NULL, NULL},
    [LOOP_LOG] = {SHLO "log", NULL, NULL},
    [LOOP_LOG1P] = {SHLO "log_plus_one", NULL, NULL},
    [LOOP_SQRT] = {SHLO "sqrt", NULL, NULL},
    [LOOP_SIN] = {SHLO "sine", NULL, NULL},
    [LOOP_COS] = {SHLO "cosine", NULL, NULL},
    [LOOP_TAN] = {"chlo.tan", NULL, NULL},
    [LOOP_ASIN] = {"chlo.asin", NULL, NULL},
    [LOOP_ACOS] = {"chlo.acos", NULL, NULL},
    [LOOP_ATAN] = {"chlo.atan", NULL, NULL},
    [LOOP_SINH] = {"chlo.sinh", NULL, NULL},
    [LOOP_COSH] = {"chlo.cosh", NULL, NULL},
    [LOOP_TANH] = {SHLO "tanh", NULL, NULL},
    [LOOP_ASINH] = {"chlo.asinh", NULL, NULL},
    [LOOP_ACOSH] = {"chlo.acosh", NULL, NULL},
    [LOOP_ATANH] = {"chlo.atanh", NULL, NULL},
    [LOOP_ERF] = {"chlo.erf", NULL, NULL},
    [LOOP_POW] = {SHLO "power", NULL, NULL},
    [LOOP_FMOD] = {SHLO "remainder", NULL, NULL},
    [LOOP_FLOOR] = {SHLO "floor", NULL, NULL},
    [LOOP_CEIL] = {SHLO "ceil", NULL, NULL},
    [LOOP_ROUND] = {SHLO "round_nearest_even", NULL, NULL},
    [LOOP_ISINF] = {"chlo.is_inf", NULL, NULL},
};

static const char *form_of(LoopExprKind kind, DType t) {
    const Form *f = &forms[kind];
    return t == DTYPE_BOOL ? f->of_bool : dtype_is_float(t) ? f->of_float : f->of_int;
}

/* Values */

static const IrType *scalar(Loops *l, DType t) { return hw_type(l->w, NULL, 0, t); }

static ShloVal op1(Loops *l, const char *name, ShloVal a, DType out) {
    return hw_op(l->w, name, &a, 1, scalar(l, out), "", NULL);
}

static ShloVal number(Loops *l, DType t, double v) { return hw_splat(l->w, scalar(l, t), v); }

static ShloVal select_of(Loops *l, ShloVal c, ShloVal a, ShloVal b) {
    return hw_op(l->w, "stablehlo.select", W_VALS(c, a, b), a.type, "", NULL);
}

static ShloVal constant(Loops *l, const LoopExpr *e) {
    ShloWrite *x = l->w->x;
    Tensor *t = tensor_new(x->ctx, e->dtype, NULL, 0);
    if (dtype_is_float(e->dtype))
        tensor_set_double(t, 0, e->f);
    else
        tensor_set_int(t, 0, e->i);
    const ShloVal v = shlo_write_tensor(x, t, scalar(l, e->dtype));
    tensor_unref(t);
    return v;
}

/* Quotients and remainders of integers, which are 0 where the divisor is. */
static ShloVal divided(Loops *l, LoopExprKind kind, ShloVal a, ShloVal b) {
    const DType t = a.type->dtype;
    const bool down =
        (kind == LOOP_FLOORDIV || kind == LOOP_FLOORMOD) && dtype_kind(t) == DTYPE_KIND_INT;
    const ShloVal zero = number(l, t, 0), one = number(l, t, 1);
    const ShloVal none = hw_compare(l->w, "EQ", b, zero);
    const ShloVal by = select_of(l, none, one, b);
    const bool rest = kind == LOOP_FLOORMOD || kind == LOOP_TRUNCMOD;
    const ShloVal y = shlo_write_quotient(l->w->x, a, by, rest, down);
    return select_of(l, none, zero, y);
}

/* 0, or -1 of a negative number shifted to the right, where the distance is none. */
static ShloVal shifted(Loops *l, bool left, ShloVal a, ShloVal b) {
    const DType t = a.type->dtype;
    const bool has_sign = dtype_kind(t) == DTYPE_KIND_INT;
    const ShloVal zero = number(l, t, 0), bits = number(l, t, dtype_bits(t));
    const ShloVal from = hw_compare(l->w, "LE", zero, b), to = hw_compare(l->w, "LT", b, bits);
    const ShloVal within = hw_op2(l->w, "stablehlo.and", from, to);
    const ShloVal by = select_of(l, within, b, zero);
    const ShloVal y = hw_op2(l->w,
                             left       ? "stablehlo.shift_left"
                             : has_sign ? "stablehlo.shift_right_arithmetic"
                                        : "stablehlo.shift_right_logical",
                             a, by);
    ShloVal outside = zero;
    if (!left && has_sign) {
        const ShloVal last = number(l, t, dtype_bits(t) - 1);
        outside = hw_op2(l->w, "stablehlo.shift_right_arithmetic", a, last);
    }
    return select_of(l, within, y, outside);
}

/* The upper half of a product of up to 32 bits each. */
static ShloVal upper_half(Loops *l, ShloVal a, ShloVal b) {
    const DType t = a.type->dtype;
    const bool has_sign = dtype_kind(t) == DTYPE_KIND_INT;
    const DType wide = has_sign ? DTYPE_INT64 : DTYPE_UINT64;
    const ShloVal x = op1(l, "stablehlo.convert", a, wide),
                  y = op1(l, "stablehlo.convert", b, wide);
    const ShloVal product = hw_op2(l->w, "stablehlo.multiply", x, y);
    const ShloVal bits = number(l, wide, dtype_bits(t));
    const ShloVal half = hw_op2(
        l->w, has_sign ? "stablehlo.shift_right_arithmetic" : "stablehlo.shift_right_logical",
        product, bits);
    return op1(l, "stablehlo.convert", half, t);
}

static ShloVal truncated(Loops *l, ShloVal a) {
    const DType t = a.type->dtype;
    const ShloVal zero = number(l, t, 0), below = hw_compare(l->w, "LT", a, zero);
    const ShloVal up = op1(l, "stablehlo.ceil", a, t), down = op1(l, "stablehlo.floor", a, t);
    return select_of(l, below, up, down);
}

static ShloVal value(Loops *l, const LoopExpr *e);

static ShloVal compose(Loops *l, const LoopExpr *e, const ShloVal *in) {
    const DType t = in[0].type->dtype;
    switch (e->kind) {
    case LOOP_CAST:
        if (e->dtype == t) return in[0];
        if (e->dtype == DTYPE_BOOL) return hw_compare(l->w, "NE", in[0], number(l, t, 0));
        return op1(l, "stablehlo.convert", in[0], e->dtype);
    case LOOP_REINTERPRET: return op1(l, "stablehlo.bitcast_convert", in[0], e->dtype);
    case LOOP_EQ: return hw_compare(l->w, "EQ", in[0], in[1]);
    case LOOP_NE: return hw_compare(l->w, "NE", in[0], in[1]);
    case LOOP_LT: return hw_compare(l->w, "LT", in[0], in[1]);
    case LOOP_LE: return hw_compare(l->w, "LE", in[0], in[1]);
    case LOOP_ISNAN: return hw_compare(l->w, "NE", in[0], in[0]);
    case LOOP_SELECT: return select_of(l, in[0], in[1], in[2]);
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCDIV:
    case LOOP_TRUNCMOD: return divided(l, e->kind, in[0], in[1]);
    case LOOP_SHL:
    case LOOP_SHR: return shifted(l, e->kind == LOOP_SHL, in[0], in[1]);
    case LOOP_MULHI: return upper_half(l, in[0], in[1]);
    case LOOP_TRUNC: return truncated(l, in[0]);
    default: break;
    }
    if (e->kind == LOOP_ABS && dtype_kind(t) == DTYPE_KIND_UINT) return in[0];
    const char *name = form_of(e->kind, t);
    if (!name) BUG("%s in loops", loop_expr_text(e->kind));
    return hw_op(l->w, name, in, e->n, scalar(l, e->dtype), "", NULL);
}

static ShloVal *values(Loops *l, const LoopExpr *const *e, uint32_t n) {
    ShloVal *v = ARENA_ARRAY(l->w->x->arena, ShloVal, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) v[i] = value(l, e[i]);
    return v;
}

static ShloVal value(Loops *l, const LoopExpr *e) {
    for (MapIter it = map_find(&l->values, hash_ptr(0, e)); map_next(&l->values, &it);) {
        const Value *k = it.value;
        if (k->e == e) return k->v;
    }
    ShloVal v;
    if (e->kind == LOOP_VAR && l->sizes[e->var->id]) {
        v = shlo_write_dim(l->w->x, l->sizes[e->var->id]);
    } else if (e->kind == LOOP_VAR) {
        v = l->vars[e->var->id];
    } else if (e->kind == LOOP_CONST) {
        v = constant(l, e);
    } else {
        const ShloVal *in = values(l, e->args, e->n);
        v = e->kind == LOOP_LOAD ? hw_element(l->w, l->buffers[e->buffer->id], in)
                                 : compose(l, e, in);
    }
    Value *k = ARENA_NEW(l->w->x->arena, Value);
    *k = (Value){e, v};
    map_add(&l->values, hash_ptr(0, e), k);
    return v;
}

/* Values of expressions hold within a statement: a store changes what loads give. */
static void fresh(Loops *l) { map_init(&l->values, l->w->x->arena); }

/* Statements */

typedef VEC(const LoopBuffer *) Buffers;

/* Operations that dims have. */
static bool is_dim(LoopExprKind k) {
    return k == LOOP_ADD || k == LOOP_SUB || k == LOOP_MUL || k == LOOP_MIN || k == LOOP_MAX ||
           k == LOOP_FLOORDIV || k == LOOP_FLOORMOD;
}

/* Buffers from outside of the list that it stores to, each once. */
static void stored(const LoopStmt *s, Arena *arena, bool *seen, Buffers *out) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) seen[s->buffer->id] = true;
        if (s->kind == LOOP_STORE && !seen[s->buffer->id]) {
            seen[s->buffer->id] = true;
            vec_push(arena, out, s->buffer);
        }
        stored(s->body, arena, seen, out);
        stored(s->other, arena, seen, out);
    }
}

static void carried(Loops *l, const LoopStmt *s, Buffers *out) {
    Arena *arena = l->w->x->arena;
    bool *seen = ARENA_ARRAY(arena, bool, (size_t)l->fn->n_buffers + 1);
    stored(s->body, arena, seen, out);
    stored(s->other, arena, seen, out);
}

static void now(const Loops *l, const Buffers *of, ShloVals *out) {
    for (size_t i = 0; i < of->len; i++) vec_push(l->w->x->arena, out, l->buffers[of->at[i]->id]);
}

static void become(Loops *l, const Buffers *of, const ShloVals *v) {
    for (size_t i = 0; i < of->len; i++) l->buffers[of->at[i]->id] = v->at[i];
}

static void write_list(Loops *l, const LoopStmt *s);

typedef struct {
    Loops *l;
    const LoopStmt *s;
    const Buffers *carried;
} Turn;

static void turn(void *user, ShloVal i, const ShloVals *carries, ShloVals *next) {
    Turn *t = user;
    become(t->l, t->carried, carries);
    t->l->vars[t->s->var->id] = i;
    write_list(t->l, t->s->body);
    now(t->l, t->carried, next);
}

/* An extent as a dim of the call; NULL: it is none. */
static const IrDim *dim_of(Loops *l, const LoopExpr *e) {
    IrModule *m = l->w->x->m;
    if (e->kind == LOOP_CONST && e->dtype == DTYPE_INT64) return ir_dim_const(m, e->i);
    if (e->kind == LOOP_VAR) return l->sizes[e->var->id];
    if (!is_dim(e->kind)) return NULL;
    const IrDim *a = dim_of(l, e->args[0]), *b = a ? dim_of(l, e->args[1]) : NULL;
    if (!a || !b) return NULL;
    switch (e->kind) {
    case LOOP_ADD: return ir_dim_add(m, a, b);
    case LOOP_SUB: return ir_dim_sub(m, a, b);
    case LOOP_MUL: return ir_dim_mul(m, a, b);
    case LOOP_MIN: return ir_dim_min(m, a, b);
    case LOOP_MAX: return ir_dim_max(m, a, b);
    case LOOP_FLOORDIV: return ir_dim_is(b, 0) ? b : ir_dim_floordiv(m, a, b);
    default: return ir_dim_is(b, 0) ? b : ir_dim_floormod(m, a, b);
    }
}

static void write_for(Loops *l, const LoopStmt *s) {
    Buffers of = {.at = NULL};
    ShloVals carries = {.at = NULL}, results = {.at = NULL};
    carried(l, s, &of);
    now(l, &of, &carries);
    Turn t = {l, s, &of};
    const IrDim *extent = dim_of(l, s->value);
    if (extent && ir_dim_is(extent, 0)) return;
    const ShloVal n = extent ? shlo_write_dim(l->w->x, extent) : value(l, s->value);
    shlo_while_below(l->w, n, &carries, &results, turn, &t);
    become(l, &of, &results);
}

static void write_while(Loops *l, const LoopStmt *s) {
    ShloWrite *x = l->w->x;
    Buffers of = {.at = NULL};
    ShloVals carries = {.at = NULL}, results = {.at = NULL}, args = {.at = NULL},
             next = {.at = NULL};
    carried(l, s, &of);
    now(l, &of, &carries);
    shlo_begin_while(x, &carries, &results, &args);
    size_t mark = shlo_mark(x);
    become(l, &of, &args);
    fresh(l);
    const ShloVal more = value(l, s->value);
    shlo_end_condition(x, more, &args);
    shlo_forget(x, mark);
    mark = shlo_mark(x);
    become(l, &of, &args);
    write_list(l, s->body);
    now(l, &of, &next);
    shlo_end_while(x, &next, &carries, &results);
    shlo_forget(x, mark);
    become(l, &of, &results);
}

static void write_if(Loops *l, const LoopStmt *s) {
    ShloWrite *x = l->w->x;
    Buffers of = {.at = NULL};
    ShloVals before = {.at = NULL}, results = {.at = NULL}, none = {.at = NULL},
             cond = {.at = NULL};
    carried(l, s, &of);
    now(l, &of, &before);
    vec_push(x->arena, &cond, value(l, s->value));
    now(l, &of, &results);
    shlo_begin_results(x, &results);
    strbuf_printf(&x->text, "\"stablehlo.if\"(%s) (", cond.at[0].name);
    for (int k = 0; k < 2; k++) {
        ShloVals given = {.at = NULL};
        const size_t mark = shlo_mark(x);
        shlo_begin_block(x, &none);
        become(l, &of, &before);
        write_list(l, k ? s->other : s->body);
        now(l, &of, &given);
        shlo_end_block(x, "stablehlo.return", &given);
        shlo_forget(x, mark);
        strbuf_puts(&x->text, k ? ")" : ", ");
    }
    shlo_end_results(x, &cond, &results);
    become(l, &of, &results);
}

static const IrType *buffer_type(Loops *l, const LoopBuffer *b) {
    const IrDim **dims = ARENA_ARRAY(l->w->x->arena, const IrDim *, (size_t)b->ndim + 1);
    for (uint32_t i = 0; i < b->ndim; i++) dims[i] = dim_of(l, b->dims[i]);
    return ir_type_tensor(l->w->x->m, dims, (int32_t)b->ndim, b->dtype);
}

static void write_stmt(Loops *l, const LoopStmt *s) {
    fresh(l);
    switch (s->kind) {
    case LOOP_FOR: write_for(l, s); return;
    case LOOP_WHILE: write_while(l, s); return;
    case LOOP_IF: write_if(l, s); return;
    case LOOP_LET: l->vars[s->var->id] = value(l, s->value); return;
    case LOOP_ALLOC:
        l->buffers[s->buffer->id] = hw_splat(l->w, buffer_type(l, s->buffer), 0);
        return;
    case LOOP_STORE: {
        const ShloVal *at = values(l, s->indices, s->n);
        const ShloVal v = value(l, s->value);
        l->buffers[s->buffer->id] = hw_with_element(l->w, l->buffers[s->buffer->id], v, at);
        return;
    }
    case LOOP_CALL: BUG("a call within loops");
    }
}

static void write_list(Loops *l, const LoopStmt *s) {
    for (; s; s = s->next) write_stmt(l, s);
    fresh(l);
}

void shlo_write_loops(W *w) {
    ShloWrite *x = w->x;
    const IrOperands *ops = &w->call->operands;
    const IrOperand *scalars = ir_operand_get(ops, 2);
    const LoopFn *fn = shlo_loops_of(x, ops->at->global);
    ShloVals v = {.at = NULL}, types = {.at = NULL};
    shlo_write_leaves(x, ir_operand_get(ops, 1), &v);
    const size_t n_in = v.len;
    shlo_type_leaves(w->out, x->arena, &types);
    for (size_t i = 0; i < types.len; i++)
        vec_push(x->arena, &v, ((ShloVal){NULL, types.at[i].type}));
    Loops l = {.w = w,
               .fn = fn,
               .sizes = ARENA_ARRAY(x->arena, const IrDim *, (size_t)fn->n_vars + 1),
               .vars = ARENA_ARRAY(x->arena, ShloVal, (size_t)fn->n_vars + 1),
               .buffers = ARENA_ARRAY(x->arena, ShloVal, (size_t)fn->n_buffers + 1)};
    for (uint32_t i = 0; i < fn->n_scalars; i++)
        l.sizes[fn->sizes.at[i]->id] = scalars->type->dims[i];
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *p = fn->params.at[i];
        for (uint32_t k = 0; k < p->ndim; k++) {
            const LoopExpr *e = p->dims[k];
            if (e->kind == LOOP_VAR && !l.sizes[e->var->id])
                l.sizes[e->var->id] = v.at[i].type->dims[k];
        }
    }
    for (size_t i = 0; i < fn->params.len; i++)
        l.buffers[fn->params.at[i]->id] = i < n_in ? v.at[i] : hw_splat(w, v.at[i].type, 0);
    write_list(&l, fn->body);
    for (size_t i = n_in; i < fn->params.len; i++)
        vec_push(x->arena, &w->results, l.buffers[fn->params.at[i]->id]);
}

/* What is not written */

typedef struct {
    const LoopFn *fn;
    Map seen; /* expressions */
    const char *lack;
} Look;

static bool has_form(const LoopExpr *e) {
    static const LoopExprKind composed[] = {
        LOOP_CONST, LOOP_VAR, LOOP_LOAD,  LOOP_CAST,     LOOP_EQ,       LOOP_NE,
        LOOP_LT,    LOOP_LE,  LOOP_ISNAN, LOOP_SELECT,   LOOP_FLOORDIV, LOOP_FLOORMOD,
        LOOP_SHL,   LOOP_SHR, LOOP_TRUNC, LOOP_TRUNCDIV, LOOP_TRUNCMOD, LOOP_REINTERPRET};
    for (size_t i = 0; i < ARRAY_LEN(composed); i++) {
        if (composed[i] == e->kind) return true;
    }
    if (e->kind == LOOP_MULHI) return dtype_bits(e->dtype) <= 32;
    if (e->kind == LOOP_ABS) return true;
    return e->n && loop_expr_is_op(e->kind) && form_of(e->kind, e->args[0]->dtype);
}

static void look_at_expr(Look *self, const LoopExpr *e) {
    for (MapIter it = map_find(&self->seen, hash_ptr(0, e)); map_next(&self->seen, &it);) {
        if (it.value == e) return;
    }
    map_add(&self->seen, hash_ptr(0, e), (void *)e);
    if (e->lanes || dtype_is_small(e->dtype)) self->lack = "vectors or small floats";
    if (!has_form(e)) self->lack = "an operation that StableHLO has not";
    for (uint32_t i = 0; i < e->n; i++) look_at_expr(self, e->args[i]);
}

static bool is_bound(const LoopFn *fn, const LoopVar *v) {
    bool found = loop_size_is_bound(fn, v);
    for (uint32_t i = 0; i < fn->n_scalars; i++) found = found || fn->sizes.at[i] == v;
    return found;
}

/* An extent that dim_of takes. */
static bool is_extent(const LoopExpr *e) {
    if (e->kind == LOOP_CONST || e->kind == LOOP_VAR) return loop_expr_is_extent(e);
    return is_dim(e->kind) && is_extent(e->args[0]) && is_extent(e->args[1]);
}

static void look_at_list(Look *self, const LoopStmt *s) {
    for (; s && !self->lack; s = s->next) {
        if (s->kind == LOOP_CALL) self->lack = "loops that call loops";
        if (s->value) look_at_expr(self, s->value);
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++)
            look_at_expr(self, s->indices[i]);
        for (uint32_t i = 0; s->kind == LOOP_ALLOC && i < s->buffer->ndim; i++) {
            if (!is_extent(s->buffer->dims[i])) self->lack = "a buffer of an extent that is no dim";
        }
        look_at_list(self, s->body);
        look_at_list(self, s->other);
    }
}

const char *shlo_loops_lack(const LoopFn *fn, Arena *arena) {
    Look look = {.fn = fn};
    map_init(&look.seen, arena);
    for (size_t i = 0; i < fn->sizes.len; i++) {
        if (!is_bound(fn, fn->sizes.at[i])) look.lack = "sizes that no operand has";
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (fn->params.at[i]->strides) look.lack = "buffers with strides";
        if (dtype_is_small(fn->params.at[i]->dtype)) look.lack = "vectors or small floats";
    }
    look_at_list(&look, fn->body);
    return look.lack;
}
