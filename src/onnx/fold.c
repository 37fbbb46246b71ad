/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on known integers: what exporters write to compute shapes.
 *
 *     Shape(x) -> Gather(0) -> Unsqueeze -> Concat(.., -1) -> Reshape   is   R.reshape(x, (n, -1))
 *
 * A node all of whose inputs are known lists of dims, of rank 0 or 1, is computed here, and no
 * binding is made. What moves elements may go through rank 2: PyTorch turns a list of paddings
 * round as rows of two. Integers of 64 bits and less are taken as unbounded, as extents are; what
 * overflows is not folded.
 *
 * Exporters of old scale extents as floats: Cast, Mul by 2.0, Floor, Cast. Whole floats are known
 * too, but only in a node that has an extent among them, and where signs of zero and rounding
 * cannot matter: positive factors, exact quotients, and extents below 2^24, which a float32
 * holds. */
#include "onnx/import.h"

typedef bool (*FoldFn)(O *o, const OnnxKnown *in, OnnxKnown *out);

static const IrDim **room(O *o, size_t n) { return O_ARRAY(o, const IrDim *, n); }

static bool all_const(const OnnxKnown *k, int64_t *v) {
    for (uint32_t i = 0; i < k->n; i++) {
        if (!ir_dim_is_const(k->at[i], &v[i])) return false;
    }
    return true;
}

static const int64_t *ints_of(O *o, const OnnxKnown *k) {
    int64_t *v = O_ARRAY(o, int64_t, k->n);
    return all_const(k, v) ? v : NULL;
}

/* Element by element; NULL: not to be folded. */
typedef const IrDim *(*DimFn)(O *o, const IrDim *a, const IrDim *b);

static bool binary(O *o, const OnnxKnown *in, OnnxKnown *out, DimFn f) {
    const OnnxKnown *a = &in[0], *b = &in[1];
    if (o->n_in != 2 || (a->n != b->n && a->n != 1 && b->n != 1)) return false;
    out->n = a->n == 1 ? b->n : a->n;
    out->ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    const IrDim **dims = room(o, out->n);
    for (uint32_t i = 0; i < out->n; i++) {
        dims[i] = f(o, a->at[a->n == 1 ? 0 : i], b->at[b->n == 1 ? 0 : i]);
        if (!dims[i]) return false;
    }
    out->at = dims;
    return true;
}

static const IrDim *dim_add(O *o, const IrDim *a, const IrDim *b) { return ir_dim_add(o->m, a, b); }
static const IrDim *dim_sub(O *o, const IrDim *a, const IrDim *b) { return ir_dim_sub(o->m, a, b); }
static const IrDim *dim_mul(O *o, const IrDim *a, const IrDim *b) { return ir_dim_mul(o->m, a, b); }
static const IrDim *dim_min(O *o, const IrDim *a, const IrDim *b) { return ir_dim_min(o->m, a, b); }
static const IrDim *dim_max(O *o, const IrDim *a, const IrDim *b) { return ir_dim_max(o->m, a, b); }

/* Division truncates, which is the floor where neither is negative. */
static const IrDim *dim_div(O *o, const IrDim *a, const IrDim *b) {
    int64_t x, y, lo, hi, blo, bhi;
    if (ir_dim_is_const(b, &y) && ir_dim_is_const(a, &x))
        return y == 0 || (y == -1 && x == INT64_MIN) ? NULL : o_dim(o, x / y);
    ir_dim_bounds(a, &lo, &hi);
    ir_dim_bounds(b, &blo, &bhi);
    if (lo < 0 || blo < 0 || ir_dim_is(b, 0)) return NULL;
    return ir_dim_floordiv(o->m, a, b);
}

static const IrDim *dim_mod(O *o, const IrDim *a, const IrDim *b) {
    int64_t lo, hi, blo, bhi;
    ir_dim_bounds(a, &lo, &hi);
    ir_dim_bounds(b, &blo, &bhi);
    if (lo < 0 || blo < 0 || ir_dim_is(b, 0)) return NULL;
    return ir_dim_floormod(o->m, a, b);
}

static const IrDim *from_truth(O *o, IrTruth t) {
    return t == IR_UNKNOWN ? NULL : o_dim(o, t == IR_PROVED);
}
static const IrDim *dim_equal(O *o, const IrDim *a, const IrDim *b) {
    return from_truth(o, ir_dim_eq(o->m, a, b));
}
static const IrDim *dim_less(O *o, const IrDim *a, const IrDim *b) {
    return from_truth(o, ir_dim_lt(o->m, a, b));
}
static const IrDim *dim_greater(O *o, const IrDim *a, const IrDim *b) {
    return from_truth(o, ir_dim_lt(o->m, b, a));
}

#define BINARY(name)                                                                               \
    static bool fold_##name(O *o, const OnnxKnown *in, OnnxKnown *out) {                           \
        return binary(o, in, out, dim_##name);                                                     \
    }
#define TEST(name)                                                                                 \
    static bool fold_##name(O *o, const OnnxKnown *in, OnnxKnown *out) {                           \
        out->dtype = DTYPE_BOOL;                                                                   \
        return binary(o, in, out, dim_##name);                                                     \
    }
BINARY(add)
BINARY(sub)
BINARY(mul)
BINARY(div)
BINARY(mod)
BINARY(min)
BINARY(max)
TEST(equal)
TEST(less)
TEST(greater)

static bool fold_identity(O *o, const OnnxKnown *in, OnnxKnown *out) {
    (void)o;
    *out = in[0];
    return true;
}

static bool fold_neg(O *o, const OnnxKnown *in, OnnxKnown *out) {
    const IrDim **dims = room(o, in[0].n);
    *out = in[0];
    for (uint32_t i = 0; i < in[0].n; i++) dims[i] = ir_dim_scale(o->m, in[0].at[i], -1);
    out->at = dims;
    return true;
}

static bool is_wide_float(DType t) { return t == DTYPE_FLOAT32 || t == DTYPE_FLOAT64; }

/* Whether each is not 0. */
static bool truths(O *o, const OnnxKnown *in, OnnxKnown *out, bool negated) {
    const IrDim **dims = room(o, in->n);
    for (uint32_t i = 0; i < in->n; i++) {
        const IrTruth is_zero = ir_dim_eq(o->m, in->at[i], o_dim(o, 0));
        if (is_zero == IR_UNKNOWN) return false;
        dims[i] = o_dim(o, (is_zero == IR_PROVED) == negated);
    }
    out->at = dims;
    return true;
}

static bool fold_not(O *o, const OnnxKnown *in, OnnxKnown *out) {
    *out = in[0];
    return truths(o, &in[0], out, true);
}

static const IrDim *dim_and(O *o, const IrDim *a, const IrDim *b) { return ir_dim_mul(o->m, a, b); }
static const IrDim *dim_or(O *o, const IrDim *a, const IrDim *b) { return ir_dim_max(o->m, a, b); }
BINARY(and)
BINARY(or)

/* Of a list: its length. Of other values, the maps. */
static bool fold_length(O *o, const OnnxKnown *in, OnnxKnown *out) {
    const bool is_shape = str_eq_c(o->node->op_type, "Shape");
    const IrDim **dims = room(o, 1);
    if (o_given(o, "start") || o_given(o, "end") || (is_shape && in[0].ndim != 1)) return false;
    dims[0] = o_dim(o, in[0].n);
    *out = onnx_known(dims, 1, is_shape, DTYPE_INT64);
    return true;
}

static bool fold_cast(O *o, const OnnxKnown *in, OnnxKnown *out) {
    *out = in[0];
    out->dtype = onnx_dtype(o_int(o, "to", 0), NULL);
    if (out->dtype == DTYPE_BOOL)
        return in[0].dtype == DTYPE_BOOL ||
               (dtype_is_int(in[0].dtype) && truths(o, &in[0], out, false));
    if (in[0].dtype == DTYPE_BOOL) return dtype_is_int(out->dtype);
    int64_t v;
    for (uint32_t i = 0; out->dtype == DTYPE_INT32 && i < in[0].n; i++) {
        if (ir_dim_is_const(in[0].at[i], &v) && v != (int32_t)v) return false;
    }
    return out->dtype == DTYPE_INT64 || out->dtype == DTYPE_INT32 || is_wide_float(out->dtype);
}

static bool fold_concat(O *o, const OnnxKnown *in, OnnxKnown *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (in[i].ndim != 1 || in[i].dtype != in[0].dtype) return false;
        n += in[i].n;
    }
    if (n > ONNX_KNOWN_MAX) return false;
    const IrDim **dims = room(o, n);
    uint32_t at = 0;
    for (uint32_t i = 0; i < o->n_in; i++) {
        for (uint32_t k = 0; k < in[i].n; k++) dims[at++] = in[i].at[k];
    }
    *out = onnx_known(dims, n, 1, in[0].dtype);
    return true;
}

static bool fold_unsqueeze(O *o, const OnnxKnown *in, OnnxKnown *out) {
    *out = in[0];
    out->ndim = 1;
    uint32_t n = o->n_in > 1 ? in[1].n : 0;
    if (o->n_in == 1) o_ints(o, "axes", &n);
    return in[0].ndim == 0 && n == 1;
}

static bool fold_squeeze(O *o, const OnnxKnown *in, OnnxKnown *out) {
    (void)o;
    *out = in[0];
    out->ndim = 0;
    return in[0].ndim == 1 && in[0].n == 1;
}

static bool fold_gather(O *o, const OnnxKnown *in, OnnxKnown *out) {
    const int64_t *index = ints_of(o, &in[1]);
    if (in[0].ndim != 1 || !index) return false;
    const IrDim **dims = room(o, in[1].n);
    for (uint32_t i = 0; i < in[1].n; i++) {
        const int64_t at = index[i] < 0 ? index[i] + in[0].n : index[i];
        if (at < 0 || at >= in[0].n) return false;
        dims[i] = in[0].at[at];
    }
    *out = onnx_known(dims, in[1].n, in[1].ndim, in[0].dtype);
    return true;
}

static int64_t clamp(int64_t v, int64_t n, int64_t lo, int64_t hi) {
    if (v < 0) v = v < -n ? -1 : v + n;
    return v < lo ? lo : v > hi ? hi : v;
}

static bool slices_rows(O *o, const OnnxKnown *in) {
    const int64_t *axes = o->n_in > 3 && o->in[3] ? ints_of(o, &in[3]) : NULL;
    return axes && in[3].n == 1 && (axes[0] == 0 || axes[0] == -2);
}

static bool fold_slice(O *o, const OnnxKnown *in, OnnxKnown *out) {
    uint32_t n_start = 0, n_end = 0;
    const bool by_attr = o->opset < 10;
    const int64_t *start = by_attr       ? o_ints(o, "starts", &n_start)
                           : o->n_in > 2 ? ints_of(o, &in[1])
                                         : NULL;
    const int64_t *end = by_attr       ? o_ints(o, "ends", &n_end)
                         : o->n_in > 2 ? ints_of(o, &in[2])
                                       : NULL;
    const int64_t *steps = o->n_in > 4 && o->in[4] ? ints_of(o, &in[4]) : NULL;
    if (!by_attr && start && end) n_start = in[1].n, n_end = in[2].n;
    if (!start || !end || n_start != 1 || n_end != 1 || in[0].ndim == 0) return false;
    if (o->n_in > 4 && o->in[4] && (!steps || in[4].n != 1)) return false;
    const uint32_t unit = in[0].ndim == 2 ? in[0].columns : 1;
    if (in[0].ndim == 2 && (by_attr || !unit || !slices_rows(o, in))) return false;
    const int64_t n = in[0].n / unit, step = steps ? steps[0] : 1;
    if (step == 0 || step == INT64_MIN) return false;
    const int64_t first = step > 0 || !n ? clamp(start[0], n, 0, n) : clamp(start[0], n, 0, n - 1);
    const int64_t last = step > 0 ? clamp(end[0], n, 0, n) : clamp(end[0], n, -1, n - 1);
    const IrDim **dims = room(o, in[0].n);
    uint32_t count = 0;
    for (int64_t i = first; n && (step > 0 ? i < last : i > last); i += step) {
        for (uint32_t k = 0; k < unit; k++) dims[count++] = in[0].at[i * unit + k];
        if (step > n || step < -n) break;
    }
    *out = onnx_known(dims, count, in[0].ndim, in[0].dtype);
    out->columns = in[0].columns;
    return true;
}

/* To at most two dims. */
static bool fold_reshape(O *o, const OnnxKnown *in, OnnxKnown *out) {
    if (o->n_in != 2) return false;
    const int64_t *shape = ints_of(o, &in[1]), n = in[0].n;
    *out = in[0];
    out->ndim = (int32_t)in[1].n;
    if (!shape || in[1].ndim != 1 || in[1].n > 2) return false;
    if (in[1].n < 2) return in[1].n == 0 ? n == 1 : shape[0] == -1 || shape[0] == n;
    const int64_t columns = shape[1] > 0                     ? shape[1]
                            : shape[1] == -1 && shape[0] > 0 ? n / shape[0]
                                                             : 0;
    if (columns < 1 || n % columns || (shape[0] != -1 && shape[0] != n / columns)) return false;
    out->columns = (uint32_t)columns;
    return true;
}

static bool fold_transpose(O *o, const OnnxKnown *in, OnnxKnown *out) {
    uint32_t n = 0;
    const int64_t *perm = o_ints(o, "perm", &n);
    *out = in[0];
    if (in[0].ndim != 2) return true;
    const bool turned = !perm || (n == 2 && perm[0] == 1 && perm[1] == 0);
    if (!turned || !in[0].columns) return false;
    const IrDim **dims = room(o, in[0].n);
    const uint32_t columns = in[0].columns, rows = in[0].n / columns;
    for (uint32_t i = 0; i < in[0].n; i++) dims[i] = in[0].at[i % rows * columns + i / rows];
    out->at = dims;
    out->columns = rows;
    return true;
}

/* All elements of a list, from the first on. */
static bool reduce(O *o, const OnnxKnown *in, OnnxKnown *out, DimFn f) {
    const bool keep = o_int(o, "keepdims", 1) != 0;
    const IrDim **dims = room(o, 1);
    if (in[0].ndim != 1 || (!in[0].n && f != dim_mul)) return false;
    dims[0] = in[0].n ? in[0].at[0] : o_dim(o, 1);
    for (uint32_t i = 1; i < in[0].n; i++) dims[0] = f(o, dims[0], in[0].at[i]);
    *out = onnx_known(dims, 1, keep, in[0].dtype);
    return true;
}

static bool fold_prod(O *o, const OnnxKnown *in, OnnxKnown *out) {
    return reduce(o, in, out, dim_mul);
}
static bool fold_least(O *o, const OnnxKnown *in, OnnxKnown *out) {
    return reduce(o, in, out, dim_min);
}
static bool fold_greatest(O *o, const OnnxKnown *in, OnnxKnown *out) {
    return reduce(o, in, out, dim_max);
}

static bool fold_where(O *o, const OnnxKnown *in, OnnxKnown *out) {
    const int64_t *cond = o->n_in == 3 ? ints_of(o, &in[0]) : NULL;
    uint32_t n = 1;
    *out = (OnnxKnown){.dtype = in[1].dtype};
    if (!cond) return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (in[i].n != 1 && n != 1 && in[i].n != n) return false;
        if (in[i].n != 1) n = in[i].n;
        if (in[i].ndim > out->ndim) out->ndim = in[i].ndim;
    }
    const IrDim **dims = room(o, n);
    for (uint32_t i = 0; i < n; i++) {
        const OnnxKnown *from = &in[cond[in[0].n == 1 ? 0 : i] ? 1 : 2];
        dims[i] = from->at[from->n == 1 ? 0 : i];
    }
    out->at = dims;
    out->n = n;
    return true;
}

static bool fold_range(O *o, const OnnxKnown *in, OnnxKnown *out) {
    int64_t v[3];
    for (uint32_t i = 0; i < 3; i++) {
        if (o->n_in != 3 || in[i].n != 1 || !ir_dim_is_const(in[i].at[0], &v[i])) return false;
    }
    if (v[2] == 0) return false;
    const IrDim **dims = room(o, ONNX_KNOWN_MAX);
    uint32_t n = 0;
    for (int64_t at = v[0]; v[2] > 0 ? at < v[1] : at > v[1]; n++) {
        if (n == ONNX_KNOWN_MAX) return false;
        dims[n] = o_dim(o, at);
        if (!add_i64(at, v[2], &at)) return false;
    }
    *out = onnx_known(dims, n, 1, in[0].dtype);
    return true;
}

static bool fold_constant_of_shape(O *o, const OnnxKnown *in, OnnxKnown *out) {
    const int64_t *shape = ints_of(o, &in[0]);
    const OnnxAttr *value = onnx_attr_find(o, "value");
    if (!shape || in[0].ndim != 1 || in[0].n > 1 || !value || !value->tensor) return false;
    const int64_t n = in[0].n ? shape[0] : 1;
    Tensor *t = onnx_tensor_load(o->im, value->tensor, "value");
    if (!t) ctx_throw(o->im->ctx, STATUS_INVALID);
    const bool fits = dtype_is_int(t->dtype) && t->count == 1 && n >= 0 && n <= ONNX_KNOWN_MAX;
    const DType dtype = t->dtype;
    const int64_t v = fits ? dtype_read_int(dtype, t->data) : 0;
    tensor_unref(t);
    if (!fits) return false;
    const IrDim **dims = room(o, (size_t)n);
    for (int64_t i = 0; i < n; i++) dims[i] = o_dim(o, v);
    *out = onnx_known(dims, (uint32_t)n, in[0].n == 1, dtype);
    return true;
}

static const struct {
    const char *name;
    FoldFn fold;
} folds[] = {
    {"Add", fold_add},
    {"Sub", fold_sub},
    {"Mul", fold_mul},
    {"Div", fold_div},
    {"Mod", fold_mod},
    {"Min", fold_min},
    {"Max", fold_max},
    {"Equal", fold_equal},
    {"Less", fold_less},
    {"Greater", fold_greater},
    {"Neg", fold_neg},
    {"Identity", fold_identity},
    {"Cast", fold_cast},
    {"Concat", fold_concat},
    {"Unsqueeze", fold_unsqueeze},
    {"Squeeze", fold_squeeze},
    {"Gather", fold_gather},
    {"Slice", fold_slice},
    {"Reshape", fold_reshape},
    {"ReduceMax", fold_greatest},
    {"ReduceMin", fold_least},
    {"ReduceProd", fold_prod},
    {"Where", fold_where},
    {"Range", fold_range},
    {"ConstantOfShape", fold_constant_of_shape},
    {"Floor", fold_identity},
    {"Ceil", fold_identity},
    {"Round", fold_identity},
    {"Not", fold_not},
    {"And", fold_and},
    {"Or", fold_or},
    {"Shape", fold_length},
    {"Size", fold_length},
    {"Transpose", fold_transpose},
};

bool onnx_known_list(O *o, OnnxValue *v, OnnxKnown *out) {
    if (onnx_value_computes(o->im, v, out)) return true;
    *out = v->known;
    if (v->known.at) return true;
    const Tensor *t = onnx_value_tensor(o->im, v);
    if (!t || !dtype_is_int(t->dtype) || t->ndim != 2 || t->count > ONNX_KNOWN_MAX ||
        t->dims[1] == 0)
        return false;
    const IrDim **dims = room(o, t->count);
    for (size_t i = 0; i < t->count; i++) dims[i] = o_dim(o, tensor_get_int(t, i));
    *out = onnx_known(dims, (uint32_t)t->count, 2, t->dtype);
    out->columns = (uint32_t)t->dims[1];
    return true;
}

static bool takes_rank_2(FoldFn fold) {
    return fold == fold_reshape || fold == fold_slice || fold == fold_transpose ||
           fold == fold_cast || fold == fold_identity;
}

/* A constant that the dtype holds; what is symbolic is taken to. */
static bool fits(const IrDim *d, DType dtype) {
    int64_t v, room_for_one;
    return !ir_dim_is_const(d, &v) || is_wide_float(dtype) ||
           dtype_write_int(dtype, &room_for_one, v);
}

/* A constant of whole floats. */
static bool whole_floats(O *o, OnnxValue *v, OnnxKnown *out) {
    enum { WHOLE_MAX = 64, FLOAT_EXACT = 1 << 24 };
    const Tensor *t = onnx_value_tensor(o->im, v);
    if (!t || !is_wide_float(t->dtype) || t->ndim > 1 || t->count > WHOLE_MAX) return false;
    const IrDim **dims = room(o, t->count);
    for (size_t i = 0; i < t->count; i++) {
        const double x = tensor_get_double(t, i);
        if (!(x > 0 && x < FLOAT_EXACT) || x != (double)(int64_t)x) return false;
        dims[i] = o_dim(o, (int64_t)x);
    }
    *out = onnx_known(dims, (uint32_t)t->count, (int32_t)t->ndim, t->dtype);
    return true;
}

/* What may be done with floats: see above. */
static bool floats_allowed(O *o, FoldFn fold, const OnnxKnown *in) {
    static const FoldFn moves[] = {fold_cast,    fold_identity, fold_concat, fold_unsqueeze,
                                   fold_squeeze, fold_gather,   fold_slice,  fold_reshape};
    bool is_symbolic = false;
    int64_t v;
    for (uint32_t i = 0; i < o->n_in; i++) {
        for (uint32_t k = 0; k < in[i].n; k++) is_symbolic |= !ir_dim_is_const(in[i].at[k], &v);
    }
    for (size_t i = 0; i < ARRAY_LEN(moves); i++) {
        if (fold == moves[i]) return is_symbolic;
    }
    if (fold == fold_mul) return is_symbolic;
    if (fold != fold_div || in[1].n != 1 || !ir_dim_is_const(in[1].at[0], &v) || v <= 0)
        return false;
    for (uint32_t k = 0; k < in[0].n; k++) {
        const IrDim *rest = ir_dim_floormod(o->m, in[0].at[k], in[1].at[0]);
        is_symbolic &= ir_dim_is(rest, 0);
    }
    return is_symbolic;
}

/* Remembers the node, for run_dims.c. */
static bool is_late(O *o) {
    O *late = O_ARRAY(o, O, 1);
    *late = *o;
    o->out[0].late = late;
    return false;
}

bool onnx_fold(O *o) {
    FoldFn fold = NULL;
    for (size_t i = 0; !fold && i < ARRAY_LEN(folds); i++) {
        if (str_eq_c(o->node->op_type, folds[i].name)) fold = folds[i].fold;
    }
    if (!fold || o->n_in == 0 || o->n_out != 1) return false;
    OnnxKnown *in = O_ARRAY(o, OnnxKnown, o->n_in);
    bool is_float = false;
    for (uint32_t i = 0; i < o->n_in; i++) {
        OnnxValue *v = o->in[i];
        if (!v) continue;
        if (!onnx_value_is_tensor(v) ||
            (!onnx_known_list(o, v, &in[i]) && !whole_floats(o, v, &in[i])))
            return is_late(o);
        if (in[i].ndim == 2 && (i > 0 || !takes_rank_2(fold))) return false;
        is_float |= is_wide_float(in[i].dtype);
    }
    if (is_float && !floats_allowed(o, fold, in)) return false;
    OnnxKnown out = {.dtype = in[0].dtype};
    const DiagMark mark = diag_mark(o->im->ctx);
    bool ok = o->in[0] && fold(o, in, &out);
    ok = ir_dims_check(o->m, (Loc){.line = 0}) && ok;
    for (uint32_t i = 0; ok && i < out.n; i++) ok = fits(out.at[i], out.dtype);
    if (!ok) diag_rewind(o->im->ctx, mark);
    if (!ok && fold == fold_equal && o->n_in == 2 && in[0].n == 1 && in[1].n == 1) {
        o->out[0].equal[0] = in[0].at[0];
        o->out[0].equal[1] = in[1].at[0];
    }
    if (!ok) return false;
    o_set_known(o, 0, out);
    return true;
}
