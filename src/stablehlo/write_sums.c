/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of operators: reductions, products, convolutions and windows. */
#include "stablehlo/write.h"

#include <math.h>

/* Over those dims, without them. */
static ShloVal reduced(W *w, ShloVal x, const bool *over, const char *body, double init) {
    const int32_t rank = x.type->ndim;
    int64_t *axes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    const IrDim **kept = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)rank + 1);
    uint32_t n = 0;
    int32_t n_kept = 0;
    for (int32_t i = 0; i < rank; i++) {
        if (over[i])
            axes[n++] = i;
        else
            kept[n_kept++] = x.type->dims[i];
    }
    if (!n) return x;
    const DType t = x.type->dtype;
    const ShloVal first = hw_splat(w, hw_type(w, NULL, 0, t), init);
    const IrType *out = ir_type_tensor(w->x->m, kept, n_kept, t);
    const char *over_axes = hw_array(w, axes, n);
    if (w->x->pretty)
        return hw_op(w, "stablehlo.reduce", W_VALS(x, first), out,
                     hw_format(w, "applies = %s, dimensions = %s", body, over_axes), NULL);
    return hw_op(w, "stablehlo.reduce", W_VALS(x, first), out,
                 hw_format(w, "dimensions = %s", over_axes), hw_body(w, body, NULL, t));
}

static bool *axes_of(W *w, int32_t rank) {
    const IrAttr *a = hw_attr(w->call, "axis");
    bool *over = ARENA_ARRAY(w->x->arena, bool, (size_t)rank + 1);
    for (int32_t i = 0; i < rank; i++) over[i] = a->kind != IR_ATTR_INTS && a->kind != IR_ATTR_INT;
    if (a->kind == IR_ATTR_INT) over[a->i < 0 ? a->i + rank : a->i] = true;
    for (uint32_t i = 0; a->kind == IR_ATTR_INTS && i < a->n; i++)
        over[a->ints[i] < 0 ? a->ints[i] + rank : a->ints[i]] = true;
    return over;
}

void shlo_write_reduce(W *w) {
    static const struct {
        const OpDef *op;
        const char *body;
        double init;
    } rows[] = {{&op_sum, "stablehlo.add", 0},
                {&op_prod, "stablehlo.multiply", 1},
                {&op_max, "stablehlo.maximum", -INFINITY},
                {&op_min, "stablehlo.minimum", INFINITY}};
    const ShloVal x = hw_in(w, 0);
    const bool *over = axes_of(w, x.type->ndim);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].op == w->call->op)
            w->result = hw_reshape(w, reduced(w, x, over, rows[i].body, rows[i].init), w->out);
    }
}

/* The sum of narrow floats would leave their range. */
void shlo_write_mean(W *w) {
    ShloVal x = hw_in(w, 0);
    const bool *over = axes_of(w, x.type->ndim);
    const DType own = x.type->dtype, wide = dtype_bits(own) < 32 ? DTYPE_FLOAT32 : own;
    const IrDim *n = ir_dim_const(w->x->m, 1);
    for (int32_t i = 0; i < x.type->ndim; i++)
        n = over[i] ? ir_dim_mul(w->x->m, n, x.type->dims[i]) : n;
    const IrType *t = ir_type_tensor(w->x->m, x.type->dims, x.type->ndim, wide);
    if (wide != own) x = hw_op(w, "stablehlo.convert", &x, 1, t, "", NULL);
    const ShloVal sum = reduced(w, x, over, "stablehlo.add", 0);
    const ShloVal count = hw_splat_dim(w, sum.type, n);
    ShloVal y = hw_op(w, "stablehlo.divide", W_VALS(sum, count), sum.type, "", NULL);
    t = ir_type_tensor(w->x->m, y.type->dims, y.type->ndim, own);
    if (wide != own) y = hw_op(w, "stablehlo.convert", &y, 1, t, "", NULL);
    w->result = hw_reshape(w, y, w->out);
}

void shlo_write_collapse_sum_to(W *w) {
    const ShloVal x = hw_in(w, 0);
    const int32_t rank = x.type->ndim, more = rank - w->out->ndim;
    bool *over = ARENA_ARRAY(w->x->arena, bool, (size_t)rank + 1);
    for (int32_t i = 0; i < rank; i++)
        over[i] =
            i < more || (ir_dim_is(w->out->dims[i - more], 1) && !ir_dim_is(x.type->dims[i], 1));
    w->result = hw_reshape(w, reduced(w, x, over, "stablehlo.add", 0), w->out);
}

/* Products */

static const char *list(W *w, const int64_t *v, uint32_t n) {
    StrBuf text;
    strbuf_init(&text, w->x->arena);
    for (uint32_t i = 0; i < n; i++) strbuf_printf(&text, "%s%lld", i ? ", " : "", (long long)v[i]);
    return strbuf_cstr(&text);
}

typedef struct {
    int64_t batch[2][64], summed[2][64];
    uint32_t n_batch, n_summed;
} Dot;

static ShloVal dot(W *w, ShloVal a, ShloVal b, const Dot *d, const IrType *out) {
    const char *attrs =
        hw_format(w,
                  "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [%s], "
                  "rhs_batching_dimensions = [%s], lhs_contracting_dimensions = [%s], "
                  "rhs_contracting_dimensions = [%s]>",
                  list(w, d->batch[0], d->n_batch), list(w, d->batch[1], d->n_batch),
                  list(w, d->summed[0], d->n_summed), list(w, d->summed[1], d->n_summed));
    return hw_op(w, "stablehlo.dot_general", W_VALS(a, b), out, attrs, NULL);
}

/* Both operands have all batch dims, and two more. */
void shlo_write_matmul(W *w) {
    IrModule *m = w->x->m;
    ShloVal v[] = {hw_in(w, 0), hw_in(w, 1)};
    const int32_t ra = v[0].type->ndim, rb = v[1].type->ndim;
    const int32_t most = ra > rb ? ra : rb, batch = most > 2 ? most - 2 : 0;
    const IrDim *one = ir_dim_const(m, 1), *out[66];
    Dot d = {.n_batch = (uint32_t)batch, .n_summed = 1};
    for (int32_t i = 0; i < batch; i++) {
        out[i] = w->out->dims[i];
        d.batch[0][i] = d.batch[1][i] = i;
    }
    for (int k = 0; k < 2; k++) { /* as a matrix, or as many; then over the batch */
        const IrType *t = v[k].type;
        const IrDim *dims[66];
        const int32_t own = t->ndim > 2 ? t->ndim : 2;
        for (int32_t i = 0; i + 2 < own; i++) dims[i] = t->dims[i];
        dims[own - 2] = t->ndim > 1 ? t->dims[own - 2] : k ? t->dims[0] : one;
        dims[own - 1] = t->ndim > 1 ? t->dims[own - 1] : k ? one : t->dims[0];
        v[k] = hw_reshape(w, v[k], ir_type_tensor(m, dims, own, t->dtype));
        out[batch] = dims[own - 2];
        out[batch + 1] = dims[own - 1];
        v[k] = hw_spread(w, v[k], ir_type_tensor(m, out, batch + 2, t->dtype));
    }
    d.summed[0][0] = batch + 1;
    d.summed[1][0] = batch;
    out[batch] = v[0].type->dims[batch];
    const ShloVal y = dot(w, v[0], v[1], &d, ir_type_tensor(m, out, batch + 2, w->out->dtype));
    w->result = hw_reshape(w, y, w->out);
}

/* dot_general gives the batch's letters, those of a alone, those of b alone. */
void shlo_write_einsum(W *w) {
    ShloTerms t;
    ShloVals in = {.at = NULL};
    Dot d = {.n_batch = 0};
    char given[129];
    int64_t order[129];
    const IrDim *dims[129];
    uint32_t n = 0;
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, 0), &in);
    if (!shlo_einsum_terms(w->call, &t)) BUG("a product that is not legal");
    for (uint32_t i = 0; i < t.n_a; i++) {
        const char *in_b = memchr(t.b, t.a[i], t.n_b);
        if (!in_b) continue;
        const bool kept = memchr(t.out, t.a[i], t.n_out) != NULL;
        const uint32_t k = kept ? d.n_batch++ : d.n_summed++;
        (kept ? d.batch : d.summed)[0][k] = i;
        (kept ? d.batch : d.summed)[1][k] = in_b - t.b;
        if (!kept) continue;
        dims[n] = in.at[0].type->dims[i];
        given[n++] = t.a[i];
    }
    for (int side = 0; side < 2; side++) {
        const char *own = side ? t.b : t.a, *other = side ? t.a : t.b;
        const uint32_t n_own = side ? t.n_b : t.n_a, n_other = side ? t.n_a : t.n_b;
        for (uint32_t i = 0; i < n_own; i++) {
            if (memchr(other, own[i], n_other)) continue;
            dims[n] = in.at[side].type->dims[i];
            given[n++] = own[i];
        }
    }
    const ShloVal y =
        dot(w, in.at[0], in.at[1], &d, ir_type_tensor(w->x->m, dims, (int32_t)n, w->out->dtype));
    for (uint32_t i = 0; i < n; i++) order[i] = (const char *)memchr(given, t.out[i], n) - given;
    w->result = memcmp(given, t.out, n) == 0
                    ? y
                    : hw_op(w, "stablehlo.transpose", &y, 1, w->out,
                            hw_format(w, "permutation = %s", hw_array(w, order, n)), NULL);
}

/* Windows */

static int64_t pad_at(const W *w, uint32_t i, uint32_t n, bool after) {
    const IrAttr *a = hw_attr(w->call, "padding");
    return hw_int_at(w->call, "padding", a->kind == IR_ATTR_INTS && a->n > n && after ? i + n : i,
                     0);
}

static const char *pairs(W *w, const int64_t *low, const int64_t *high, uint32_t n) {
    StrBuf text;
    strbuf_init(&text, w->x->arena);
    strbuf_puts(&text, "dense<[");
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&text, "%s[%lld, %lld]", i ? ", " : "", (long long)low[i],
                      (long long)high[i]);
    strbuf_printf(&text, "]> : tensor<%ux2xi64>", n);
    return strbuf_cstr(&text);
}

/* "b, f, 0, 1" of "NCHW": spatial dims are numbered in the order D, H, W. */
static const char *labels(W *w, const char *layout, const char *spatial) {
    StrBuf text;
    strbuf_init(&text, w->x->arena);
    for (const char *c = layout; *c; c++) {
        const char *at = strchr(spatial, *c);
        strbuf_puts(&text, c == layout ? "" : ", ");
        if (at)
            strbuf_int(&text, at - spatial);
        else
            strbuf_putc(&text, *c == 'N' ? 'b' : *c == 'C' ? 'f' : *c == 'O' ? 'o' : 'i');
    }
    return strbuf_cstr(&text);
}

/* The layout with letters of `from` replaced by those of `to`. */
static const char *relettered(W *w, const char *layout, const char *from, const char *to) {
    char *out = arena_strdup(w->x->arena, str_c(layout));
    for (char *c = out; *c; c++) {
        const char *at = strchr(from, *c);
        if (at) *c = to[at - from];
    }
    return out;
}

static const char *conv_dims(W *w, const char *spatial) {
    const char *data = hw_attr(w->call, "data_layout")->s;
    const IrAttr *out = hw_attr(w->call, "out_layout");
    return hw_format(w, "#stablehlo.conv<[%s]x[%s]->[%s]>", labels(w, data, spatial),
                     labels(w, hw_attr(w->call, "kernel_layout")->s, spatial),
                     labels(w, out->kind == IR_ATTR_STRING ? out->s : data, spatial));
}

/* A transposed convolution is one over spaced data, with the kernel reversed. */
void shlo_write_conv(W *w) {
    static const char *const spatial[] = {"", "W", "HW", "DHW"};
    static const char *const yes[] = {"", "true", "true, true", "true, true, true"};
    const ShloVal x = hw_in(w, 0), kernel = hw_in(w, 1);
    const uint32_t n = (uint32_t)x.type->ndim - 2;
    const bool turned = strstr(w->call->op->name, "_transpose") != NULL;
    const char *layout = hw_attr(w->call, "kernel_layout")->s;
    int64_t low[3], high[3], stride[3], dilation[3];
    const int64_t ones[] = {1, 1, 1};
    for (uint32_t i = 0; i < n; i++) {
        low[i] = pad_at(w, i, n, false);
        high[i] = pad_at(w, i, n, true);
        stride[i] = hw_int_at(w->call, "strides", i, 1);
        dilation[i] = hw_int_at(w->call, "dilation", i, 1);
        if (!turned) continue;
        const int32_t at = (int32_t)(strchr(layout, spatial[n][i]) - layout);
        const int64_t room = dilation[i] * (hw_extent(kernel.type, at) - 1);
        low[i] = room - low[i];
        high[i] = room - high[i] + hw_int_at(w->call, "output_padding", i, 0);
    }
    const char *attrs = hw_format(
        w,
        "batch_group_count = 1 : i64, dimension_numbers = %s, feature_group_count = %lld : i64, "
        "lhs_dilation = %s, padding = %s, rhs_dilation = %s, window_strides = %s%s%s%s",
        conv_dims(w, spatial[n]), (long long)hw_attr(w->call, "groups")->i,
        hw_array(w, turned ? stride : ones, n), pairs(w, low, high, n), hw_array(w, dilation, n),
        hw_array(w, turned ? ones : stride, n), turned ? ", window_reversal = array<i1: " : "",
        turned ? yes[n] : "", turned ? ">" : "");
    w->result = hw_op(w, "stablehlo.convolution", W_VALS(x, kernel), w->out, attrs, NULL);
}

/* What a weight adds to the gradient: a convolution of data by the adjoint, where channels are the
 * batch, in groups, and the batch is what is summed over. */
void shlo_write_conv_weight(W *w) {
    static const char *const spatial[] = {"", "W", "HW", "DHW"};
    const ShloVal dy = hw_in(w, 0), x = hw_in(w, 1);
    const uint32_t n = (uint32_t)x.type->ndim - 2;
    const char *data = hw_attr(w->call, "data_layout")->s,
               *kernel = hw_attr(w->call, "kernel_layout")->s;
    const IrAttr *own = hw_attr(w->call, "out_layout");
    const char *out = own->kind == IR_ATTR_STRING ? own->s : data;
    int64_t low[3], high[3], stride[3], dilation[3];
    const int64_t ones[] = {1, 1, 1};
    for (uint32_t i = 0; i < n; i++) {
        const char letter = spatial[n][i];
        const int64_t windows = hw_extent(dy.type, (int32_t)(strchr(out, letter) - out)),
                      taps = hw_extent(w->out, (int32_t)(strchr(kernel, letter) - kernel));
        stride[i] = hw_int_at(w->call, "strides", i, 1);
        dilation[i] = hw_int_at(w->call, "dilation", i, 1);
        low[i] = pad_at(w, i, n, false);
        high[i] = (taps - 1) * dilation[i] + (windows - 1) * stride[i] + 1 - low[i] -
                  hw_extent(x.type, (int32_t)(strchr(data, letter) - data));
    }
    const char *attrs = hw_format(
        w,
        "batch_group_count = %lld : i64, dimension_numbers = #stablehlo.conv<[%s]x[%s]->[%s]>, "
        "feature_group_count = 1 : i64, lhs_dilation = %s, padding = %s, rhs_dilation = %s, "
        "window_strides = %s",
        (long long)hw_attr(w->call, "groups")->i,
        labels(w, relettered(w, data, "CN", "NC"), spatial[n]),
        labels(w, relettered(w, out, "CN", "OI"), spatial[n]),
        labels(w, relettered(w, kernel, "OI", "CN"), spatial[n]), hw_array(w, ones, n),
        pairs(w, low, high, n), hw_array(w, stride, n), hw_array(w, dilation, n));
    w->result = hw_op(w, "stablehlo.convolution", W_VALS(x, dy), w->out, attrs, NULL);
}

/* The window's attributes for data of two dims in front. */
static const char *window(W *w, int32_t rank, bool dilated) {
    int64_t size[5] = {1, 1}, stride[5] = {1, 1}, dilation[5] = {1, 1}, low[5] = {0}, high[5] = {0};
    const uint32_t n = (uint32_t)rank - 2;
    for (uint32_t i = 0; i < n; i++) {
        size[i + 2] = hw_int_at(w->call, "pool_size", i, 1);
        stride[i + 2] = hw_int_at(w->call, "strides", i, 1);
        dilation[i + 2] = hw_int_at(w->call, "dilation", i, 1);
        low[i + 2] = pad_at(w, i, n, false);
        high[i + 2] = pad_at(w, i, n, true);
    }
    const uint32_t all = (uint32_t)rank;
    return hw_format(w, "padding = %s, %s%s%swindow_dimensions = %s, window_strides = %s",
                     pairs(w, low, high, all), dilated ? "window_dilations = " : "",
                     dilated ? hw_array(w, dilation, all) : "", dilated ? ", " : "",
                     hw_array(w, size, all), hw_array(w, stride, all));
}

static ShloVal pooled(W *w, ShloVal x, const char *body, double init) {
    const DType t = x.type->dtype;
    const ShloVal first = hw_splat(w, hw_type(w, NULL, 0, t), init);
    return hw_op(w, "stablehlo.reduce_window", W_VALS(x, first), w->out,
                 window(w, x.type->ndim, true), hw_body(w, body, NULL, t));
}

void shlo_write_max_pool(W *w) {
    w->result = pooled(w, hw_in(w, 0), "stablehlo.maximum", -INFINITY);
}

void shlo_write_avg_pool(W *w) {
    const ShloVal x = hw_in(w, 0), sum = pooled(w, x, "stablehlo.add", 0);
    double n = 1;
    for (uint32_t i = 0; i + 2 < (uint32_t)x.type->ndim; i++)
        n *= (double)hw_int_at(w->call, "pool_size", i, 1);
    ShloVal count;
    if (hw_attr(w->call, "count_include_pad")->i) {
        count = hw_splat(w, w->out, n);
    } else { /* a window of padding alone is 0 */
        const ShloVal one = hw_splat(w, w->out, 1);
        count = pooled(w, hw_splat(w, x.type, 1), "stablehlo.add", 0);
        count = hw_op(w, "stablehlo.maximum", W_VALS(count, one), w->out, "", NULL);
    }
    w->result = hw_op(w, "stablehlo.divide", W_VALS(sum, count), w->out, "", NULL);
}

/* The first greatest element of each window gets what comes back. */
void shlo_write_max_pool_backward(W *w) {
    const ShloVal grad = hw_in(w, 0), x = hw_in(w, 1);
    const DType t = x.type->dtype;
    const ShloVal zero = hw_splat(w, hw_type(w, NULL, 0, t), 0);
    const char *bodies =
        hw_format(w, "%s, %s", hw_body(w, NULL, "GE", t), hw_body(w, "stablehlo.add", NULL, t));
    w->result = hw_op(w, "stablehlo.select_and_scatter", W_VALS(x, grad, zero), w->out,
                      window(w, x.type->ndim, false), bodies);
}
