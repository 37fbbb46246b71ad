/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of operators: elementwise ones, shapes and places. */
#include "stablehlo/write.h"

static const IrType *with_dtype(W *w, const IrType *t, DType dtype) {
    return ir_type_tensor(w->x->m, t->dims, t->ndim, dtype);
}

/* Operand i over the result's shape. */
static ShloVal spread_in(W *w, uint32_t i) {
    const ShloVal x = hw_in(w, i);
    return hw_spread(w, x, w->out);
}

static uint32_t n_operands(const W *w) { return ir_op_n_operands(w->call->op); }

void shlo_write_element(W *w) {
    ShloVal in[3];
    const uint32_t n = n_operands(w);
    for (uint32_t i = 0; i < n; i++) in[i] = spread_in(w, i);
    w->result = hw_op(w, w->name, in, n, w->out, "", NULL);
}

/* What convert makes an infinity or NaN of is the greatest number here. */
static bool saturates(const IrBinding *call) {
    const DType t = call->var->type->dtype;
    const bool is_small = dtype_is_float(t) && dtype_bits(t) == 8 && t != DTYPE_FLOAT8E8M0;
    return is_small && (call->op == &op_astype || hw_attr(call, "saturate")->i);
}

static ShloVal within_range(W *w, ShloVal x, DType t) {
    const double most = dtype_decode(t, dtype_format(t).max);
    const DType own = x.type->dtype;
    if (!dtype_is_float(own) || dtype_is_small(own))
        x = hw_op(w, "stablehlo.convert", &x, 1, with_dtype(w, x.type, DTYPE_FLOAT32), "", NULL);
    const ShloVal low = hw_splat(w, x.type, -most), high = hw_splat(w, x.type, most);
    return hw_op(w, "stablehlo.clamp", W_VALS(low, x, high), x.type, "", NULL);
}

void shlo_write_convert(W *w) {
    ShloVal x = hw_in(w, 0);
    if (saturates(w->call) && x.type->dtype != w->out->dtype) x = within_range(w, x, w->out->dtype);
    w->result = hw_op(w, "stablehlo.convert", &x, 1, w->out, "", NULL);
}

void shlo_write_bitcast(W *w) {
    const ShloVal x = hw_in(w, 0);
    w->result = hw_op(w, "stablehlo.bitcast_convert", &x, 1, w->out, "", NULL);
}

static double bound(const IrOperand *o) {
    int64_t v = 0;
    if (dtype_is_float(o->type->dtype)) return o->f;
    ir_dim_is_const(o->type->value, &v);
    return (double)v;
}

/* max where min exceeds it, in both languages. */
void shlo_write_clip(W *w) {
    const IrOperands *ops = &w->call->operands;
    const ShloVal low = hw_splat(w, w->out, bound(ir_operand_get(ops, 1))),
                  high = hw_splat(w, w->out, bound(ir_operand_get(ops, 2)));
    const ShloVal x = hw_in(w, 0);
    w->result = hw_op(w, "stablehlo.clamp", W_VALS(low, x, high), w->out, "", NULL);
}

void shlo_write_compare(W *w) {
    static const struct {
        const OpDef *op;
        const char *direction;
    } rows[] = {{&op_equal, "EQ"},      {&op_not_equal, "NE"}, {&op_less, "LT"},
                {&op_less_equal, "LE"}, {&op_greater, "GT"},   {&op_greater_equal, "GE"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].op != w->call->op) continue;
        const ShloVal a = spread_in(w, 0), b = spread_in(w, 1);
        w->result = hw_compare(w, rows[i].direction, a, b);
    }
}

void shlo_write_is_nan(W *w) {
    const ShloVal x = hw_in(w, 0);
    w->result = hw_compare(w, "NE", x, x);
}

void shlo_write_select(W *w) {
    const ShloVal c = spread_in(w, 0), a = spread_in(w, 1), b = spread_in(w, 2);
    w->result = hw_op(w, "stablehlo.select", W_VALS(c, a, b), w->out, "", NULL);
}

void shlo_write_relu(W *w) {
    const ShloVal x = hw_in(w, 0), zero = hw_splat(w, w->out, 0);
    w->result = hw_op(w, "stablehlo.maximum", W_VALS(x, zero), w->out, "", NULL);
}

static ShloVal product(W *w, ShloVal a, ShloVal b) {
    return hw_op(w, "stablehlo.multiply", W_VALS(a, b), w->out, "", NULL);
}

void shlo_write_silu(W *w) {
    const ShloVal x = hw_in(w, 0);
    const ShloVal gate = hw_op(w, "stablehlo.logistic", &x, 1, w->out, "", NULL);
    w->result = product(w, x, gate);
}

void shlo_write_square(W *w) {
    const ShloVal x = hw_in(w, 0);
    w->result = product(w, x, x);
}

void shlo_write_gelu(W *w) {
    const ShloVal x = hw_in(w, 0);
    const ShloVal scaled = product(w, x, hw_splat(w, w->out, 0.70710678118654752440));
    const ShloVal erf = hw_op(w, "chlo.erf", &scaled, 1, w->out, "", NULL);
    const ShloVal one = hw_splat(w, w->out, 1);
    const ShloVal sum = hw_op(w, "stablehlo.add", W_VALS(erf, one), w->out, "", NULL);
    const ShloVal half = product(w, x, hw_splat(w, w->out, 0.5));
    w->result = product(w, half, sum);
}

void shlo_write_right_shift(W *w) {
    const ShloVal a = spread_in(w, 0), b = spread_in(w, 1);
    const bool is_signed = dtype_kind(a.type->dtype) == DTYPE_KIND_INT;
    w->result =
        hw_op(w, is_signed ? "stablehlo.shift_right_arithmetic" : "stablehlo.shift_right_logical",
              W_VALS(a, b), w->out, "", NULL);
}

/* Shapes and places */

void shlo_write_reshape(W *w) {
    const ShloVal x = hw_in(w, 0);
    w->result = hw_reshape(w, x, w->out);
}

/* Gets its name where it is asked for. */
void shlo_write_shape_of(W *w) {
    const IrType *t = hw_in(w, 0).type;
    const ShloVal v = {NULL, ir_type_shape(w->x->m, t->dims, t->ndim)};
    vec_push(w->x->arena, &w->results, v);
}

void shlo_write_shape_to_tensor(W *w) { w->result = hw_in(w, 0); }

/* Its elements are what the shape's dims are, from a match_cast on. */
void shlo_write_tensor_to_shape(W *w) {
    const ShloVal x = hw_in(w, 0);
    const IrType *t = with_dtype(w, x.type, DTYPE_INT64);
    w->result = x.type == t ? x : hw_op(w, "stablehlo.convert", &x, 1, t, "", NULL);
}

void shlo_write_broadcast_to(W *w) { w->result = spread_in(w, 0); }

void shlo_write_full(W *w) {
    ShloVal x = hw_in(w, 1);
    const IrType *t = with_dtype(w, x.type, w->out->dtype);
    if (t != x.type) x = hw_op(w, "stablehlo.convert", &x, 1, t, "", NULL);
    w->result = hw_spread(w, x, w->out);
}

void shlo_write_concat(W *w) {
    ShloVals in = {.at = NULL};
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, 0), &in);
    const char *attrs =
        hw_format(w, "dimension = %lld : i64", (long long)hw_attr(w->call, "axis")->i);
    w->result = hw_op(w, "stablehlo.concatenate", in.at, (uint32_t)in.len, w->out, attrs, NULL);
}

void shlo_write_flip(W *w) {
    const ShloVal x = hw_in(w, 0);
    int64_t axis = hw_attr(w->call, "axis")->i;
    if (axis < 0) axis += x.type->ndim;
    w->result = hw_op(w, "stablehlo.reverse", &x, 1, w->out,
                      hw_format(w, "dimensions = %s", hw_array(w, &axis, 1)), NULL);
}

void shlo_write_permute_dims(W *w) {
    const ShloVal x = hw_in(w, 0);
    const IrAttr *a = hw_attr(w->call, "axes");
    const uint32_t n = (uint32_t)x.type->ndim;
    int64_t *axes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        axes[i] = a->kind == IR_ATTR_INTS ? a->ints[i] : n - 1 - i;
        if (axes[i] < 0) axes[i] += n;
    }
    w->result = hw_op(w, "stablehlo.transpose", &x, 1, w->out,
                      hw_format(w, "permutation = %s", hw_array(w, axes, n)), NULL);
}

/* Bounds that are no constants: from, to and step as vectors. Where begin is clamped, the result
 * has no elements or begin is within. */
static ShloVal open_slice(W *w, ShloVal x, const ShloSlice *s) {
    const int32_t rank = x.type->ndim;
    IrModule *m = w->x->m;
    const IrDim **parts[3];
    const IrDim *zero = ir_dim_const(m, 0);
    ShloVal in[4] = {x};
    for (int k = 0; k < 3; k++)
        parts[k] = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)rank + 1);
    for (int32_t i = 0; i < rank; i++) {
        const IrDim *n = x.type->dims[i], *begin = s[i].begin, *size = w->out->dims[i];
        int64_t lo, hi;
        ir_dim_bounds(begin, &lo, &hi);
        if (!s[i].inbound && hi < 0) begin = ir_dim_add(m, begin, n);
        if (!s[i].inbound) begin = ir_dim_min(m, ir_dim_max(m, begin, zero), n);
        parts[0][i] = begin;
        const IrDim *last = ir_dim_scale(m, ir_dim_offset(m, size, -1), s[i].step);
        parts[1][i] = ir_dim_is(size, 0)
                          ? begin
                          : ir_dim_max(m, begin, ir_dim_add(m, begin, ir_dim_offset(m, last, 1)));
        parts[2][i] = ir_dim_const(m, s[i].step);
    }
    for (int k = 0; k < 3; k++) in[k + 1] = shlo_write_shape(w->x, parts[k], rank);
    return hw_op(w, "stablehlo.real_dynamic_slice", in, 4, w->out, "", NULL);
}

void shlo_write_strided_slice(W *w) {
    const ShloVal x = hw_in(w, 0);
    const uint32_t rank = (uint32_t)x.type->ndim;
    ShloSlice slices[32];
    int64_t parts[3][32];
    bool is_static = hw_is_static(x.type) && hw_is_static(w->out);
    if (!shlo_slices(w->call, slices, x.type->ndim)) BUG("a slice that is not legal");
    for (uint32_t i = 0; is_static && i < rank; i++) {
        int64_t begin = 0, extent = hw_extent(x.type, (int32_t)i);
        is_static = ir_dim_is_const(slices[i].begin, &begin);
        if (begin < 0) begin += extent;
        begin = begin < 0 ? 0 : begin > extent ? extent : begin;
        const int64_t size = hw_extent(w->out, (int32_t)i);
        parts[0][i] = begin;
        parts[1][i] = size ? begin + (size - 1) * slices[i].step + 1 : begin;
        parts[2][i] = slices[i].step;
    }
    if (!is_static) {
        w->result = open_slice(w, x, slices);
        return;
    }
    w->result = hw_slice(w, x, parts[0], parts[1], parts[2], w->out);
}

ShloVal hw_from_start(W *w, ShloVal at, const IrDim *extent) {
    const ShloVal n = hw_splat_dim(w, at.type, extent), zero = hw_splat(w, at.type, 0);
    const ShloVal minus = hw_compare(w, "LT", at, zero);
    const ShloVal from_end = hw_op(w, "stablehlo.add", W_VALS(at, n), at.type, "", NULL);
    return hw_op(w, "stablehlo.select", W_VALS(minus, from_end, at), at.type, "", NULL);
}

/* Negative places count from the end, but for mode clip; gather clamps what is outside. */
void shlo_write_take(W *w) {
    const ShloVal x = hw_in(w, 0);
    ShloVal at = hw_in(w, 1);
    const IrAttr *a = hw_attr(w->call, "axis");
    int64_t axis = a->kind == IR_ATTR_INT ? a->i : 0;
    const int32_t rank = x.type->ndim, batch = at.type->ndim;
    if (axis < 0) axis += rank;
    if (strcmp(hw_attr(w->call, "mode")->s, "fast") == 0)
        at = hw_from_start(w, at, x.type->dims[axis]);
    int64_t *offsets = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1),
            *sizes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    const IrDim **part = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)rank + 1);
    uint32_t n = 0;
    bool is_static = true;
    for (int32_t i = 0; i < rank; i++) {
        part[i] = i == axis ? ir_dim_const(w->x->m, 1) : x.type->dims[i];
        is_static = ir_dim_is_const(part[i], &sizes[i]) && is_static;
        if (i != axis) offsets[n++] = i < axis ? i : i - 1 + batch;
    }
    StrBuf list;
    strbuf_init(&list, w->x->arena);
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&list, "%s%lld", i ? ", " : "", (long long)offsets[i]);
    const char *how = hw_format(w,
                                "dimension_numbers = #stablehlo.gather<offset_dims = [%s], "
                                "collapsed_slice_dims = [%lld], start_index_map = [%lld], "
                                "index_vector_dim = %d>, indices_are_sorted = false",
                                strbuf_cstr(&list), (long long)axis, (long long)axis, batch);
    if (is_static) {
        w->result = hw_op(
            w, "stablehlo.gather", W_VALS(x, at), w->out,
            hw_format(w, "%s, slice_sizes = %s", how, hw_array(w, sizes, (uint32_t)rank)), NULL);
    } else {
        const ShloVal all = shlo_write_shape(w->x, part, rank);
        w->result = hw_op(w, "stablehlo.dynamic_gather", W_VALS(x, at, all), w->out, how, NULL);
    }
}

static const IrDim *prim(const W *w, uint32_t i) {
    const IrOperand *o = ir_operand_get(&w->call->operands, i);
    return o->kind == IR_OPERAND_PRIM ? o->type->value : ir_dim_const(w->x->m, 0);
}

void shlo_write_arange(W *w) {
    const bool from_0 = ir_operand_get(&w->call->operands, 1)->kind == IR_OPERAND_NONE;
    const IrDim *start = from_0 ? ir_dim_const(w->x->m, 0) : prim(w, 0), *step = prim(w, 2);
    static const char along[] = "iota_dimension = 0 : i64";
    ShloVal y;
    if (hw_is_static(w->out)) {
        y = hw_op(w, "stablehlo.iota", NULL, 0, w->out, along, NULL);
    } else {
        const ShloVal shape = shlo_write_shape(w->x, w->out->dims, w->out->ndim);
        y = hw_op(w, "stablehlo.dynamic_iota", &shape, 1, w->out, along, NULL);
    }
    if (!ir_dim_is(step, 1)) y = product(w, y, hw_splat_dim(w, w->out, step));
    if (!ir_dim_is(start, 0)) {
        const ShloVal first = hw_splat_dim(w, w->out, start);
        y = hw_op(w, "stablehlo.add", W_VALS(y, first), w->out, "", NULL);
    }
    w->result = y;
}

void shlo_write_pad(W *w) {
    const ShloVal x = hw_in(w, 0);
    const IrAttr *a = hw_attr(w->call, "pad_width");
    const uint32_t rank = (uint32_t)x.type->ndim;
    int64_t *parts[3];
    for (int k = 0; k < 3; k++) parts[k] = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    for (uint32_t i = 0; i < 2 * rank; i++) parts[i % 2][i / 2] = a->ints[a->n == 1 ? 0 : i];
    const ShloVal value =
        hw_splat(w, hw_type(w, NULL, 0, x.type->dtype), hw_attr(w->call, "pad_value")->f);
    w->result = hw_op(w, "stablehlo.pad", W_VALS(x, value), w->out,
                      hw_format(w,
                                "edge_padding_high = %s, edge_padding_low = %s, "
                                "interior_padding = %s",
                                hw_array(w, parts[1], rank), hw_array(w, parts[0], rank),
                                hw_array(w, parts[2], rank)),
                      NULL);
}

/* Updates in turn; what is outside is an error here and left out there. */
void shlo_write_scatter(W *w) {
    static const struct {
        const char *how, *body;
    } rows[] = {{"add", "stablehlo.add"},
                {"mul", "stablehlo.multiply"},
                {"max", "stablehlo.maximum"},
                {"min", "stablehlo.minimum"}};
    const ShloVal x = hw_in(w, 0), updates = hw_in(w, 2);
    ShloVal at = hw_in(w, 1);
    at = hw_from_start(w, at, x.type->dims[0]);
    const IrDim *const column[] = {at.type->dims[0], ir_dim_const(w->x->m, 1)};
    const ShloVal places = hw_reshape(w, at, ir_type_tensor(w->x->m, column, 2, at.type->dtype));
    const char *how = hw_attr(w->call, "reduction")->s, *body = NULL;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (strcmp(rows[i].how, how) == 0) body = rows[i].body;
    }
    w->result = hw_op(w, "stablehlo.scatter", W_VALS(x, places, updates), w->out,
                      "indices_are_sorted = false, scatter_dimension_numbers = "
                      "#stablehlo.scatter<inserted_window_dims = [0], "
                      "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, "
                      "unique_indices = false",
                      hw_body(w, body, NULL, x.type->dtype));
}
