/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over functions: R.scan and R.while_loop as `while`, whose carries are tensors. What a body
 * captures is seen from inside by its name around. As deep as loops nest.
 *
 *     scan         a counter, the carries, and the results so far; an iteration takes a slice of
 *                  each sequence and puts one into each result
 *     while_loop   the carries, and a counter where there is a bound */
#include "stablehlo/write.h"

typedef struct {
    const IrFunction *fn;
    ShloVals captured; /* by a nested function: its first parameters */
    ShloVals captures; /* of the loop: its last ones */
} Body;

static Body body_of(W *w, uint32_t operand, uint32_t captures) {
    const IrOperand *o = ir_operand_get(&w->call->operands, operand);
    Body b = {.fn = shlo_function_of(o)};
    if (o->kind == IR_OPERAND_VAR) b.captured = w->x->frame->vars[o->var->id];
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, captures), &b.captures);
    return b;
}

static void append(ShloWrite *x, ShloVals *to, const ShloVals *from) {
    for (size_t i = 0; i < from->len; i++) vec_push(x->arena, to, from->at[i]);
}

/* The body's bindings where x is, on these values; its result's leaves. */
static void run(ShloWrite *x, const Body *b, const ShloVals *args, ShloVals *result) {
    ShloVals all = {.at = NULL};
    ShloFrame frame;
    append(x, &all, &b->captured);
    append(x, &all, args);
    append(x, &all, &b->captures);
    CtxWork work = {.kind = "loop body", .name = b->fn->name, .loc = b->fn->loc};
    ctx_work_begin(x->ctx, &work);
    shlo_begin_frame(x, &frame, b->fn);
    size_t next = 0;
    for (size_t i = 0; i < b->fn->params.len; i++) {
        const IrVar *p = b->fn->params.at[i];
        ShloVals leaves = {.at = NULL}, own = {.at = NULL};
        shlo_type_leaves(p->type, x->arena, &own);
        for (size_t k = 0; k < own.len; k++, next++)
            vec_push(x->arena, &leaves,
                     ((ShloVal){all.at[next].name, shlo_leaf_type(x, own.at[k].type)}));
        shlo_give(x, p, &leaves);
    }
    x->bindings(x, b->fn->body, result);
    x->frame = frame.outer;
    ctx_work_end(x->ctx);
}

static const IrType *number_type(ShloWrite *x) {
    const IrDim *const none[1] = {NULL};
    return ir_type_tensor(x->m, none, 0, DTYPE_INT64);
}

static ShloVal number(W *w, int64_t v) {
    return hw_splat_dim(w, number_type(w->x), ir_dim_const(w->x->m, v));
}

/* (%3 = %1, %4 = %2) : types, whose names both blocks have. */
static void begin_pretty(ShloWrite *x, const ShloVals *carries, ShloVals *args) {
    ShloVals none = {.at = NULL};
    strbuf_puts(&x->text, "stablehlo.while(");
    for (size_t i = 0; i < args->len; i++) {
        args->at[i].name = arena_printf(x->arena, "%%%u", x->n++);
        strbuf_printf(&x->text, "%s%s = %s", i ? ", " : "", args->at[i].name, carries->at[i].name);
    }
    strbuf_puts(&x->text, args->len ? ") : " : ")");
    shlo_write_types(x, carries->at, (uint32_t)carries->len);
    strbuf_puts(&x->text, " cond ");
    shlo_begin_block(x, &none);
}

void shlo_begin_while(ShloWrite *x, const ShloVals *carries, ShloVals *out, ShloVals *args) {
    append(x, out, carries);
    shlo_begin_results(x, out);
    append(x, args, carries);
    if (x->pretty) {
        begin_pretty(x, carries, args);
        return;
    }
    strbuf_puts(&x->text, "\"stablehlo.while\"(");
    shlo_write_names(x, carries->at, (uint32_t)carries->len);
    strbuf_puts(&x->text, ") (");
    shlo_begin_block(x, args);
}

void shlo_end_condition(ShloWrite *x, ShloVal cond, ShloVals *args) {
    ShloVals result = {.at = NULL};
    vec_push(x->arena, &result, cond);
    shlo_end_block(x, "stablehlo.return", &result);
    ShloVals none = {.at = NULL};
    strbuf_puts(&x->text, x->pretty ? " do " : ", ");
    shlo_begin_block(x, x->pretty ? &none : args);
}

void shlo_end_while(ShloWrite *x, const ShloVals *next, const ShloVals *carries,
                    const ShloVals *out) {
    shlo_end_block(x, "stablehlo.return", next);
    if (x->pretty) {
        strbuf_putc(&x->text, '\n');
        return;
    }
    strbuf_putc(&x->text, ')');
    shlo_end_results(x, carries, out);
}

void shlo_while_below(W *w, ShloVal n, const ShloVals *carries, ShloVals *out, ShloTurn turn,
                      void *user) {
    ShloWrite *x = w->x;
    ShloVals all = {.at = NULL}, results = {.at = NULL}, args = {.at = NULL}, next = {.at = NULL},
             own = {.at = NULL}, given = {.at = NULL};
    vec_push(x->arena, &all, number(w, 0));
    append(x, &all, carries);
    shlo_begin_while(x, &all, &results, &args);
    size_t mark = shlo_mark(x);
    const ShloVal more = hw_compare(w, "LT", args.at[0], n);
    shlo_end_condition(x, more, &args);
    shlo_forget(x, mark);
    mark = shlo_mark(x);
    for (size_t i = 1; i < args.len; i++) vec_push(x->arena, &own, args.at[i]);
    turn(user, args.at[0], &own, &given);
    vec_push(x->arena, &next, hw_op2(w, "stablehlo.add", args.at[0], number(w, 1)));
    append(x, &next, &given);
    shlo_end_while(x, &next, &all, &results);
    shlo_forget(x, mark);
    for (size_t i = 1; i < results.len; i++) vec_push(x->arena, out, results.at[i]);
}

/* Scan */

typedef struct {
    W *w;
    Body body;
    ShloVals sequences;
    size_t n_carries; /* leaves */
    ShloVal last;     /* .name NULL: it does not run back */
} Scan;

/* Places along the first dim: i, then zeros. */
static ShloVal *places(W *w, ShloVal i, int32_t rank) {
    ShloVal *at = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 1);
    at[0] = i;
    for (int32_t k = 1; k < rank; k++) at[k] = k > 1 ? at[1] : number(w, 0);
    return at;
}

static const IrType *of_rows(W *w, const IrType *t, bool one) {
    const IrDim **dims = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)t->ndim + 1);
    int32_t n = 0;
    if (one) dims[n++] = ir_dim_const(w->x->m, 1);
    for (int32_t k = 1; k < t->ndim; k++) dims[n++] = t->dims[k];
    return ir_type_tensor(w->x->m, dims, n, t->dtype);
}

/* Row i of it, without its first dim. */
static ShloVal slice_of(W *w, ShloVal v, ShloVal i) {
    const IrType *row = of_rows(w, v.type, true), *out = of_rows(w, v.type, false);
    const uint32_t rank = (uint32_t)v.type->ndim;
    if (hw_is_static(row)) {
        int64_t *sizes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
        ShloVal *in = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 1);
        in[0] = v;
        memcpy(in + 1, places(w, i, (int32_t)rank), rank * sizeof *in);
        for (uint32_t k = 0; k < rank; k++) sizes[k] = hw_extent(row, (int32_t)k);
        const ShloVal part =
            hw_op(w, "stablehlo.dynamic_slice", in, rank + 1, row,
                  hw_format(w, "slice_sizes = %s", hw_array(w, sizes, rank)), NULL);
        return hw_reshape(w, part, out);
    }
    const ShloVal sizes = shlo_write_shape(w->x, row->dims, row->ndim);
    StrBuf rest;
    strbuf_init(&rest, w->x->arena);
    for (uint32_t k = 0; k + 1 < rank; k++) strbuf_printf(&rest, "%s%u", k ? ", " : "", k);
    return hw_op(w, "stablehlo.dynamic_gather", W_VALS(v, i, sizes), out,
                 hw_format(w,
                           "dimension_numbers = #stablehlo.gather<offset_dims = [%s], "
                           "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = "
                           "0>, indices_are_sorted = false",
                           strbuf_cstr(&rest)),
                 NULL);
}

static ShloVal with_slice(W *w, ShloVal v, ShloVal row, ShloVal i) {
    const uint32_t rank = (uint32_t)v.type->ndim;
    ShloVal *in = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 2);
    in[0] = v;
    in[1] = hw_reshape(w, row, of_rows(w, v.type, true));
    memcpy(in + 2, places(w, i, (int32_t)rank), rank * sizeof *in);
    return hw_op(w, "stablehlo.dynamic_update_slice", in, rank + 2, v.type, "", NULL);
}

static void scan_turn(void *user, ShloVal i, const ShloVals *carries, ShloVals *next) {
    Scan *s = user;
    W *w = s->w;
    ShloVals args = {.at = NULL}, given = {.at = NULL};
    for (size_t k = 0; k < s->n_carries; k++) vec_push(w->x->arena, &args, carries->at[k]);
    if (s->last.name) i = hw_op2(w, "stablehlo.subtract", s->last, i);
    for (size_t k = 0; k < s->sequences.len; k++)
        vec_push(w->x->arena, &args, slice_of(w, s->sequences.at[k], i));
    run(w->x, &s->body, &args, &given);
    for (size_t k = 0; k < given.len; k++) {
        const ShloVal v =
            k < s->n_carries ? given.at[k] : with_slice(w, carries->at[k], given.at[k], i);
        vec_push(w->x->arena, next, v);
    }
}

/* A number that an operand is, of int64. */
static ShloVal integer(W *w, uint32_t operand) {
    const ShloVal v = hw_in(w, operand);
    const IrType *t = number_type(w->x);
    return v.type == t ? v : hw_op(w, "stablehlo.convert", &v, 1, t, "", NULL);
}

void shlo_write_scan(W *w) {
    ShloWrite *x = w->x;
    const IrOperands *ops = &w->call->operands;
    const IrOperand *trip = ir_operand_get(ops, 4);
    ShloVals carries = {.at = NULL}, types = {.at = NULL};
    Scan s = {.w = w, .body = body_of(w, 0, 3)};
    shlo_write_leaves(x, ir_operand_get(ops, 1), &carries);
    shlo_write_leaves(x, ir_operand_get(ops, 2), &s.sequences);
    s.n_carries = carries.len;
    shlo_type_leaves(w->out, x->arena, &types);
    for (size_t i = s.n_carries; i < types.len; i++)
        vec_push(x->arena, &carries, hw_splat(w, types.at[i].type, 0));
    const IrDim *rows = s.sequences.len ? s.sequences.at[0].type->dims[0] : NULL;
    if (rows && ir_dim_is(rows, 0)) { /* a slice of nothing has no form */
        append(x, &w->results, &carries);
        return;
    }
    const ShloVal n = trip->kind == IR_OPERAND_NONE ? shlo_write_dim(x, rows) : integer(w, 4);
    if (hw_attr(w->call, "reverse")->i) s.last = hw_op2(w, "stablehlo.subtract", n, number(w, 1));
    shlo_while_below(w, n, &carries, &w->results, scan_turn, &s);
}

/* While */

void shlo_write_while_loop(W *w) {
    ShloWrite *x = w->x;
    const IrOperands *ops = &w->call->operands;
    const bool counts = ir_operand_get(ops, 4)->kind != IR_OPERAND_NONE;
    ShloVals all = {.at = NULL}, results = {.at = NULL}, args = {.at = NULL}, own = {.at = NULL},
             more = {.at = NULL}, next = {.at = NULL};
    const Body cond = body_of(w, 0, 3), body = body_of(w, 1, 3);
    const ShloVal most = counts ? integer(w, 4) : (ShloVal){NULL, NULL};
    if (counts) vec_push(x->arena, &all, number(w, 0));
    shlo_write_leaves(x, ir_operand_get(ops, 2), &all);
    shlo_begin_while(x, &all, &results, &args);
    size_t mark = shlo_mark(x);
    for (size_t i = counts; i < args.len; i++) vec_push(x->arena, &own, args.at[i]);
    run(x, &cond, &own, &more);
    if (counts) {
        const ShloVal within = hw_compare(w, "LT", args.at[0], most);
        more.at[0] = hw_op2(w, "stablehlo.and", more.at[0], within);
    }
    shlo_end_condition(x, more.at[0], &args);
    shlo_forget(x, mark);
    mark = shlo_mark(x);
    own.len = 0;
    for (size_t i = counts; i < args.len; i++) vec_push(x->arena, &own, args.at[i]);
    if (counts) vec_push(x->arena, &next, hw_op2(w, "stablehlo.add", args.at[0], number(w, 1)));
    run(x, &body, &own, &next);
    shlo_end_while(x, &next, &all, &results);
    shlo_forget(x, mark);
    for (size_t i = counts; i < results.len; i++) vec_push(x->arena, &w->results, results.at[i]);
}
