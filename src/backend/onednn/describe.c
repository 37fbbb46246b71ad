/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with their extents as descriptions of memory. Layouts are strides; a product whose
 * right-hand side is one matrix is one product of matrices, whatever dims the left-hand side has
 * in front. */
#include <string.h>

#include "backend/onednn/primitive.h"

enum { RANK = ONEDNN_RANK_MAX + 1 };

static bool init(dnnl_memory_desc_t *out, uint32_t rank, const int64_t *dims,
                 const int64_t *strides, dnnl_data_type_t type) {
    dnnl_dims_t d, s;
    for (uint32_t i = 0; i < rank; i++) {
        d[i] = dims[i];
        s[i] = strides[i];
    }
    return dnnl_memory_desc_init_by_strides(out, (int)rank, d, type, s) == dnnl_success;
}

static void row_major(uint32_t rank, const int64_t *dims, int64_t *strides) {
    int64_t at = 1;
    for (uint32_t i = rank; i-- > 0;) {
        strides[i] = at;
        if (dims[i] > 1) at *= dims[i];
    }
}

static bool init_plain(dnnl_memory_desc_t *out, uint32_t rank, const int64_t *dims) {
    int64_t strides[RANK];
    row_major(rank, dims, strides);
    return init(out, rank, dims, strides, dnnl_f32);
}

/* dims of a tensor, letter by letter. */
static bool init_letters(dnnl_memory_desc_t *out, uint32_t rank, const int64_t *dims,
                         const uint8_t *at, dnnl_data_type_t type) {
    int64_t strides[RANK], d[RANK], s[RANK];
    row_major(rank, dims, strides);
    for (uint32_t i = 0; i < rank; i++) {
        d[i] = dims[at[i]];
        s[i] = strides[at[i]];
    }
    return init(out, rank, d, s, type);
}

/* O is groups times what a group has, which become two dims. */
static bool init_kernel(dnnl_memory_desc_t *out, const OnednnConv *c, const int64_t *dims,
                        dnnl_data_type_t type) {
    const uint32_t rank = c->n + 2;
    int64_t strides[RANK], d[RANK], s[RANK];
    if (c->groups == 1) return init_letters(out, rank, dims, c->kernel_at, type);
    row_major(rank, dims, strides);
    for (uint32_t i = 0; i < rank; i++) {
        d[i + 1] = dims[c->kernel_at[i]];
        s[i + 1] = strides[c->kernel_at[i]];
    }
    d[0] = c->groups;
    d[1] /= c->groups;
    s[0] = s[1] * d[1];
    return init(out, rank + 1, d, s, type);
}

static int64_t product(const int64_t *dims, uint32_t n) {
    int64_t p = 1;
    for (uint32_t i = 0; i < n; i++) p *= dims[i];
    return p;
}

/* Of integers: as one a channel. */
static bool init_bias(const OnednnCall *call, uint32_t channel, int64_t channels,
                      OnednnDescription *out) {
    const uint32_t rank = call->kind == ONEDNN_CONV ? 1 : (uint32_t)out->out.ndims;
    int64_t dims[RANK], strides[RANK];
    if (!call->has_bias) return true;
    for (uint32_t i = 0; i < rank; i++) dims[i] = 1;
    dims[call->kind == ONEDNN_CONV ? 0 : channel] = channels;
    row_major(rank, dims, strides);
    return init(&out->bias, rank, dims, strides, dnnl_s32);
}

/* Operands of posts: as the result lies, or `channels` numbers (or one) along its dim `channel`. */
static bool init_posts(const OnednnCall *call, const OnednnExtents *e, uint32_t channel,
                       int64_t channels, OnednnDescription *out) {
    const uint32_t rank = (uint32_t)out->out.ndims, sum = onednn_sum(call);
    out->sum = call->n_posts;
    if (!init_bias(call, channel, channels, out)) return false;
    for (uint32_t i = 0; i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        if (!onednn_post_has_input(p)) continue;
        const uint32_t n = call->inputs[p->input].rank;
        const int64_t count = product(e->inputs[p->input], n);
        int64_t dims[RANK];
        for (uint32_t k = 0; k < rank; k++) dims[k] = 1;
        bool is_whole = n == e->out_rank;
        for (uint32_t k = 0; is_whole && k < n; k++) is_whole = e->inputs[p->input][k] == e->out[k];
        if (p->kind == ONEDNN_POST_BIAS && call->kind == ONEDNN_CONV) {
            if (!init_plain(&out->bias, 1, &channels)) return false;
            continue;
        }
        if (is_whole && p->kind == ONEDNN_POST_BINARY) {
            out->posts[i] = out->out;
            out->posts[i].data_type = dnnl_f32;
            if (i == sum && (call->is_over || onednn_copy_pays(call, e))) out->sum = i;
            continue;
        }
        dims[channel] = count == 1 ? 1 : channels;
        if (!init_plain(p->kind == ONEDNN_POST_BIAS ? &out->bias : &out->posts[i], rank, dims))
            return false;
    }
    return true;
}

/* Padding behind the data, such that no element of them is left over. A gradient's extents say
 * it. */
static int64_t exact_after(const OnednnConv *c, const OnednnConvExtents *e, uint32_t i) {
    const int64_t reach = c->dilation[i] * (e->kernel[c->kernel_at[2 + i]] - 1) + 1;
    return (e->out[c->out_at[2 + i]] - 1) * c->strides[i] + reach - e->data[c->data_at[2 + i]] -
           c->before[i];
}

static dnnl_data_type_t type_of(DType t) {
    return t == DTYPE_UINT8 ? dnnl_u8 : t == DTYPE_INT8 ? dnnl_s8 : dnnl_f32;
}

static dnnl_data_type_t data_type(const OnednnCall *call) { return type_of(call->data); }
static dnnl_data_type_t out_type(const OnednnCall *call) { return type_of(onednn_out(call)); }

static dnnl_data_type_t weight_type(const OnednnCall *call) {
    return call->data == DTYPE_FLOAT32 ? dnnl_f32 : dnnl_s8;
}

static bool describe_conv(const OnednnCall *call, const OnednnExtents *e, OnednnDescription *out) {
    const OnednnConv *c = &call->conv;
    const OnednnConvExtents x = onednn_conv_extents(call->kind, e);
    const bool is_gradient = call->kind != ONEDNN_CONV;
    int64_t data[ONEDNN_RANK_MAX];
    memcpy(data, x.data, (c->n + 2) * sizeof *data);
    for (uint32_t i = 0; i < c->n; i++) {
        out->strides[i] = c->strides[i];
        out->dilates[i] = c->dilation[i] - 1;
        out->before[i] = c->before[i];
        out->after[i] = is_gradient ? exact_after(c, &x, i) : c->after[i];
        int64_t *extent = &data[c->data_at[2 + i]];
        if (*extent || is_gradient) continue;
        /* All padding: one element of it becomes data that are zero. */
        out->is_blank = true;
        *extent = 1;
        *(out->before[i] ? &out->before[i] : &out->after[i]) -= 1;
    }
    out->weight_is_free = true;
    return init_letters(&out->data, c->n + 2, data, c->data_at, data_type(call)) &&
           init_kernel(&out->weight, c, x.kernel, weight_type(call)) &&
           init_letters(&out->out, c->n + 2, x.out, c->out_at, out_type(call)) &&
           init_posts(call, e, 1, x.kernel[c->kernel_at[0]], out);
}

/* A matrix behind leading dims. */
typedef struct {
    int64_t rows, cols;
    bool is_transposed; /* as it lies */
    dnnl_data_type_t type;
} Matrix;

static bool init_matrix(dnnl_memory_desc_t *out, const int64_t *lead, uint32_t n_lead, Matrix m) {
    const int64_t rows = m.rows, cols = m.cols;
    const bool is_transposed = m.is_transposed;
    int64_t dims[RANK], strides[RANK];
    memcpy(dims, lead, n_lead * sizeof *dims);
    dims[n_lead] = is_transposed ? cols : rows;
    dims[n_lead + 1] = is_transposed ? rows : cols;
    row_major(n_lead + 2, dims, strides);
    if (is_transposed) {
        dims[n_lead] = rows;
        dims[n_lead + 1] = cols;
        const int64_t s = strides[n_lead];
        strides[n_lead] = strides[n_lead + 1];
        strides[n_lead + 1] = s;
    }
    return init(out, n_lead + 2, dims, strides, m.type);
}

static bool describe_matmul(const OnednnCall *call, const OnednnExtents *e,
                            OnednnDescription *out) {
    const OnednnMatmul *mm = &call->matmul;
    const int64_t *x = e->inputs[0], *y = e->inputs[1];
    const uint32_t nx = call->inputs[0].rank - 2 + mm->x_is_vector,
                   ny = call->inputs[1].rank - 2 + mm->y_is_vector;
    uint32_t n = nx > ny ? nx : ny;
    int64_t m = mm->x_is_vector ? 1 : x[nx + mm->x_is_transposed];
    const int64_t k = mm->x_is_vector ? x[nx] : x[nx + !mm->x_is_transposed];
    const int64_t cols = mm->y_is_vector ? 1 : y[ny + !mm->y_is_transposed];
    int64_t lead_x[RANK], lead_y[RANK];
    bool is_same = true;
    for (uint32_t i = 0; i < n; i++) {
        lead_x[i] = i + nx < n ? 1 : x[i + nx - n];
        lead_y[i] = i + ny < n ? 1 : y[i + ny - n];
        is_same = is_same && lead_x[i] == lead_y[i];
    }
    if (product(lead_y, n) == 1 && !mm->x_is_transposed) {
        m *= product(lead_x, n);
        n = 0;
    } else if (is_same) {
        lead_x[0] = lead_y[0] = product(lead_x, n);
        n = lead_x[0] != 1;
    }
    int64_t lead[RANK];
    for (uint32_t i = 0; i < n; i++) lead[i] = lead_x[i] == 1 ? lead_y[i] : lead_x[i];
    const Matrix data = {m, k, mm->x_is_transposed, data_type(call)},
                 weight = {k, cols, mm->y_is_transposed, weight_type(call)},
                 result = {.rows = m, .cols = cols, .type = out_type(call)};
    return init_matrix(&out->data, lead_x, n, data) &&
           init_matrix(&out->weight, lead_y, n, weight) &&
           init_matrix(&out->out, lead, n, result) && init_posts(call, e, n + 1, cols, out);
}

bool onednn_describe(const OnednnCall *call, const OnednnExtents *e, OnednnDescription *out) {
    *out = (OnednnDescription){.kind = call->kind, .is_empty = product(e->out, e->out_rank) == 0};
    if (call->kind == ONEDNN_CONV_DATA || call->kind == ONEDNN_CONV_WEIGHTS)
        out->is_zero = product(e->inputs[0], call->conv.n + 2) == 0 ||
                       product(e->inputs[1], call->conv.n + 2) == 0;
    if (out->is_empty || out->is_zero) return true;
    const int64_t one = 1;
    if (call->has_zero && !init(&out->zero, 1, &one, &one, dnnl_s32)) return false;
    return call->kind == ONEDNN_MATMUL ? describe_matmul(call, e, out)
                                       : describe_conv(call, e, out);
}
