/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of operators: sorting, elements by positions, running sums. */
#include "stablehlo/write.h"

static int64_t axis_of(const W *w, int32_t rank) {
    const int64_t axis = hw_attr(w->call, "axis")->i;
    return axis < 0 ? axis + rank : axis;
}

/* Counts along that dim. */
static ShloVal counter(W *w, const IrType *t, int64_t along) {
    const char *where = hw_format(w, "iota_dimension = %lld : i64", (long long)along);
    if (hw_is_static(t)) return hw_op(w, "stablehlo.iota", NULL, 0, t, where, NULL);
    const ShloVal shape = shlo_write_shape(w->x, t->dims, t->ndim);
    return hw_op(w, "stablehlo.dynamic_iota", &shape, 1, t, where, NULL);
}

/* Whether a comes before b; NaN comes last. */
static ShloVal before(W *w, ShloVal a, ShloVal b, bool descending) {
    const ShloVal y = hw_compare(w, descending ? "GT" : "LT", a, b);
    if (!dtype_is_float(a.type->dtype)) return y;
    const ShloVal is = hw_compare(w, "EQ", a, a), is_not = hw_compare(w, "NE", b, b);
    const ShloVal last = hw_op(w, "stablehlo.and", W_VALS(is, is_not), is.type, "", NULL);
    return hw_op(w, "stablehlo.or", W_VALS(y, last), is.type, "", NULL);
}

/* Values, and (positions VOID: alone) their positions in that dtype. */
static ShloVals sorted(W *w, bool descending, DType positions) {
    ShloWrite *x = w->x;
    ShloVals in = {.at = NULL}, out = {.at = NULL}, args = {.at = NULL}, result = {.at = NULL};
    const ShloVal data = hw_in(w, 0);
    const IrType *t = data.type;
    const int64_t axis = axis_of(w, t->ndim);
    vec_push(x->arena, &in, data);
    if (positions != DTYPE_VOID)
        vec_push(x->arena, &in,
                 counter(w, ir_type_tensor(x->m, t->dims, t->ndim, positions), axis));
    for (size_t i = 0; i < in.len; i++) {
        vec_push(x->arena, &out, in.at[i]);
        const ShloVal scalar = {NULL, hw_type(w, NULL, 0, in.at[i].type->dtype)};
        vec_push(x->arena, &args, scalar);
        vec_push(x->arena, &args, scalar);
    }
    shlo_begin_results(x, &out);
    strbuf_puts(&x->text, "\"stablehlo.sort\"(");
    shlo_write_names(x, in.at, (uint32_t)in.len);
    const char *how = hw_format(w, "dimension = %lld : i64, is_stable = true", (long long)axis);
    if (x->pretty)
        strbuf_printf(&x->text, ") <{%s}> (", how);
    else
        strbuf_puts(&x->text, ") (");
    const size_t mark = shlo_mark(x);
    shlo_begin_block(x, &args);
    vec_push(x->arena, &result, before(w, args.at[0], args.at[1], descending));
    shlo_end_block(x, "stablehlo.return", &result);
    shlo_forget(x, mark);
    strbuf_putc(&x->text, ')');
    if (!x->pretty) strbuf_printf(&x->text, " {%s}", how);
    shlo_end_results(x, &in, &out);
    return out;
}

void shlo_write_sort(W *w) {
    w->results = sorted(w, hw_attr(w->call, "descending")->i != 0, DTYPE_VOID);
}

void shlo_write_argsort(W *w) {
    w->result = sorted(w, hw_attr(w->call, "descending")->i != 0, w->out->dtype).at[1];
}

/* The first ones along the axis. */
static ShloVal first_of(W *w, ShloVal v, const IrType *out) {
    const uint32_t rank = (uint32_t)out->ndim;
    int64_t *parts[3];
    for (int k = 0; k < 3; k++) parts[k] = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    for (uint32_t i = 0; i < rank; i++) {
        parts[1][i] = hw_extent(out, (int32_t)i);
        parts[2][i] = 1;
    }
    return hw_slice(w, v, parts[0], parts[1], parts[2], out);
}

void shlo_write_topk(W *w) {
    const char *which = hw_attr(w->call, "ret_type")->s;
    const bool both = strcmp(which, "both") == 0, values = strcmp(which, "values") == 0;
    const IrType *t = w->out;
    const DType positions = values ? DTYPE_VOID : both ? t->fields[1]->dtype : t->dtype;
    const ShloVals all = sorted(w, hw_attr(w->call, "largest")->i != 0, positions);
    for (uint32_t i = 0; i < all.len; i++) {
        if (!both && !values && i == 0) continue;
        vec_push(w->x->arena, &w->results, first_of(w, all.at[i], both ? t->fields[i] : t));
    }
}

/* A place for each element: those along the other dims are counted. */
void shlo_write_gather_elements(W *w) {
    ShloWrite *x = w->x;
    const ShloVal data = hw_in(w, 0);
    ShloVal at = hw_in(w, 1);
    const int32_t rank = data.type->ndim;
    const int64_t axis = axis_of(w, rank);
    const IrDim **dims = ARENA_ARRAY(x->arena, const IrDim *, (size_t)rank + 2);
    ShloVal *places = ARENA_ARRAY(x->arena, ShloVal, (size_t)rank + 1);
    int64_t *ones = ARENA_ARRAY(x->arena, int64_t, (size_t)rank + 1);
    StrBuf all;
    strbuf_init(&all, x->arena);
    at = hw_from_start(w, at, data.type->dims[axis]);
    for (int32_t i = 0; i < rank; i++) {
        dims[i] = at.type->dims[i];
        ones[i] = 1;
        strbuf_printf(&all, "%s%d", i ? ", " : "", i);
    }
    dims[rank] = ir_dim_const(x->m, 1);
    const IrType *column = ir_type_tensor(x->m, dims, rank + 1, at.type->dtype);
    for (int32_t i = 0; i < rank; i++) {
        const ShloVal own = i == axis ? at : counter(w, at.type, i);
        places[i] = hw_reshape(w, own, column);
    }
    dims[rank] = ir_dim_const(x->m, rank);
    const IrType *joined = ir_type_tensor(x->m, dims, rank + 1, at.type->dtype);
    const ShloVal place = rank == 1
                              ? places[0]
                              : hw_op(w, "stablehlo.concatenate", places, (uint32_t)rank, joined,
                                      hw_format(w, "dimension = %d : i64", rank), NULL);
    w->result = hw_op(w, "stablehlo.gather", W_VALS(data, place), w->out,
                      hw_format(w,
                                "dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
                                "[%s], start_index_map = [%s], index_vector_dim = %d>, "
                                "indices_are_sorted = false, slice_sizes = %s",
                                strbuf_cstr(&all), strbuf_cstr(&all), rank,
                                hw_array(w, ones, (uint32_t)rank)),
                      NULL);
}

/* Windows of all that came before: what XLA takes for a running sum. */
void shlo_write_running(W *w) {
    const ShloVal x = hw_in(w, 0);
    const uint32_t rank = (uint32_t)x.type->ndim;
    const int64_t axis = axis_of(w, x.type->ndim), n = hw_extent(x.type, (int32_t)axis);
    const bool is_sum = w->call->op == &op_cumsum;
    const DType t = x.type->dtype;
    int64_t *size = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    StrBuf pads;
    strbuf_init(&pads, w->x->arena);
    for (uint32_t i = 0; i < rank; i++) {
        size[i] = i == axis ? n : 1;
        strbuf_printf(&pads, "%s[%lld, 0]", i ? ", " : "", (long long)size[i] - 1);
    }
    const ShloVal first = hw_splat(w, hw_type(w, NULL, 0, t), is_sum ? 0 : 1);
    w->result =
        hw_op(w, "stablehlo.reduce_window", W_VALS(x, first), w->out,
              hw_format(w, "padding = dense<[%s]> : tensor<%ux2xi64>, window_dimensions = %s",
                        strbuf_cstr(&pads), rank, hw_array(w, size, rank)),
              hw_body(w, is_sum ? "stablehlo.add" : "stablehlo.multiply", NULL, t));
}
