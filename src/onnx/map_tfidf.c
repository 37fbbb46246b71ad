/* SPDX-License-Identifier: Apache-2.0 */
/* TfIdfVectorizer of integers: how often each n-gram of a pool occurs in a row, with gaps of up to
 * max_skip_count.
 *
 * For one n and one gap, the j-th items of all places are a slice of x; compared with the j-th
 * items of all n-grams it gives (rows, places, n-grams). The sums over places are put in order at
 * the end. */
#include "onnx/import.h"

typedef struct {
    O *o;
    IrOperand x; /* (rows, extent), int64 */
    int64_t extent;
    const int64_t *pool;
    uint32_t n_pool;
    DType dtype; /* of the counts */
} Text;

/* (1, 1, count): item j of each n-gram of `size` items from pool[at] on. */
static IrOperand items(Text *t, uint32_t at, uint32_t count, uint32_t size, uint32_t j) {
    const int64_t dims[] = {1, 1, count};
    Tensor *x = tensor_new(t->o->im->ctx, DTYPE_INT64, dims, 3);
    for (uint32_t i = 0; i < count; i++)
        dtype_write_int(DTYPE_INT64, tensor_at(x, i), t->pool[at + i * size + j]);
    return o_tensor(t->o, x);
}

/* How often each occurs with all gaps: (rows, count). NONE: nowhere is room. */
static IrOperand occurrences(Text *t, uint32_t at, uint32_t count, uint32_t size, int64_t skips) {
    O *o = t->o;
    IrOperand sum = o_none();
    for (int64_t step = 1; step <= (size == 1 ? 1 : skips + 1); step++) {
        const int64_t places = t->extent - step * ((int64_t)size - 1);
        if (places < 1) break;
        IrOperand found = o_none();
        for (uint32_t j = 0; j < size; j++) {
            const IrOperand part =
                o_slice(o, t->x, 1, o_dim(o, j * step), o_dim(o, j * step + places), 1);
            const IrOperand same = o2(o, &op_equal, o_expand(o, part, (const int64_t[]){2}, 1),
                                      items(t, at, count, size, j));
            found = j ? o2(o, &op_logical_and, found, same) : same;
        }
        found = o_reduce(o, &op_sum, o_cast(o, found, t->dtype), (const int64_t[]){1}, 1, false);
        sum = step > 1 ? o2(o, &op_add, sum, found) : found;
    }
    return sum;
}

static IrOperand zeros(O *o, const IrDim *rows, int64_t columns, DType dtype) {
    const IrDim *const dims[] = {rows, o_dim(o, columns)};
    return o2(o, &op_full, o_shape(o, dims, 2), o_const(o, dtype, 0));
}

/* Column i of y becomes column place[i]; those that no column goes to are 0. */
static IrOperand placed(O *o, IrOperand y, const int64_t *place, uint32_t n) {
    enum { COLUMNS_MAX = 1 << 20 };
    int64_t columns = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (place[i] < 0 || place[i] >= COLUMNS_MAX)
            o_fail(o, "an n-gram's place is %lld", (long long)place[i]);
        if (place[i] >= columns) columns = place[i] + 1;
    }
    int64_t *from = O_ARRAY(o, int64_t, columns);
    for (int64_t i = 0; i < columns; i++) from[i] = n;
    for (uint32_t i = 0; i < n; i++) {
        if (from[place[i]] != n) o_fail(o, "two n-grams have place %lld", (long long)place[i]);
        from[place[i]] = i;
    }
    const IrOperand parts[] = {y, zeros(o, o_dims(o, y)[0], 1, o_dtype(o, y))};
    const IrOperand order = o_const_ints_new(o, DTYPE_INT64, from, (uint32_t)columns);
    return o_call(o, &op_take, OPS(o_concat(o, parts, 2, 1), order), ATTRS(A_INT("axis", 1)));
}

static IrOperand weights(O *o, uint32_t n) {
    uint32_t n_weights;
    const float *w = o_floats(o, "weights", &n_weights);
    const int64_t dims[] = {1, n};
    if (w && n_weights != n) o_fail(o, "%u weights of %u n-grams", n_weights, n);
    Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT32, dims, 2);
    for (uint32_t i = 0; i < n; i++)
        dtype_write_double(DTYPE_FLOAT32, tensor_at(t, i), w ? (double)w[i] : 1);
    return o_tensor(o, t);
}

void onnx_map_tfidf(O *o) {
    enum { GAPS_MAX = 256 };
    uint32_t n_starts, n_places, n_grams = 0, n_parts = 0;
    const Str mode = o_str(o, "mode", "TF");
    const bool is_idf = str_eq_c(mode, "IDF"), is_tf = str_eq_c(mode, "TF");
    const int64_t *starts = o_ints(o, "ngram_counts", &n_starts),
                  *place = o_ints(o, "ngram_indexes", &n_places);
    const int64_t least = o_int(o, "min_gram_length", 1), most = o_int(o, "max_gram_length", 1);
    const int64_t skips = o_int(o, "max_skip_count", 0);
    IrOperand x = o_in(o, 0);
    if (o_given(o, "pool_strings")) o_unsupported(o, "a pool of strings");
    if (!is_idf && !is_tf && !str_eq_c(mode, "TFIDF")) o_fail(o, "its attribute 'mode' is unknown");
    if (skips < 0 || skips > GAPS_MAX) o_unsupported(o, "max_skip_count %lld", (long long)skips);
    const int32_t rank = o_rank(o, x);
    if (rank != 1 && rank != 2) o_fail(o, "an operand of rank %d", rank);
    if (rank == 1) x = o_expand(o, x, (const int64_t[]){0}, 1);
    Text t = {.o = o,
              .x = o_cast(o, x, DTYPE_INT64),
              .extent = o_extent(o, x, 1),
              .dtype = DTYPE_FLOAT32};
    const IrDim *rows = o_dims(o, x)[0];
    t.pool = o_ints(o, "pool_int64s", &t.n_pool);
    IrOperand *parts = O_ARRAY(o, IrOperand, n_starts);
    for (uint32_t i = 0; i < n_starts; i++) {
        const uint32_t size = i + 1;
        const int64_t from = starts[i], to = i + 1 < n_starts ? starts[i + 1] : t.n_pool;
        if (from < 0 || to < from || to > t.n_pool || (to - from) % size)
            o_fail(o, "the %u-grams are items %lld to %lld of its pool", size, (long long)from,
                   (long long)to);
        const uint32_t count = (uint32_t)(to - from) / size;
        if (!count) continue;
        const bool wanted = size >= least && size <= most;
        const IrOperand y = wanted ? occurrences(&t, (uint32_t)from, count, size, skips) : o_none();
        parts[n_parts++] = y.kind == IR_OPERAND_NONE ? zeros(o, rows, count, t.dtype) : y;
        n_grams += count;
    }
    if (!n_grams || n_places != n_grams) o_fail(o, "%u places of %u n-grams", n_places, n_grams);
    IrOperand y = o_concat(o, parts, n_parts, 1);
    if (is_idf) y = o_cast(o, o2c(o, &op_greater, y, 0), t.dtype);
    if (!is_tf) y = o2(o, &op_multiply, y, weights(o, n_grams));
    y = placed(o, y, place, n_places);
    o_set(o, 0, rank == 1 ? o_squeeze(o, y, (const int64_t[]){0}, 1) : y);
}
