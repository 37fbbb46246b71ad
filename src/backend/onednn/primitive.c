/* SPDX-License-Identifier: Apache-2.0 */
/* Primitives. One knows extents, formats and posts, and is shared. */
#include "backend/onednn/primitive.h"

#include <string.h>

#include "backend/onednn/threads.h"

/* Room in the lists of what is self's comes first: nothing is thrown between making an object and
 * keeping it. */

void *onednn_bytes(Onednn *self, size_t n) {
    return (void *)onednn_aligned((uintptr_t)arena_alloc(&self->arena, n + ONEDNN_ALIGNMENT));
}

static dnnl_primitive_t primitive_of(Onednn *self, dnnl_primitive_desc_t desc) {
    dnnl_primitive_t x = NULL;
    vec_reserve(&self->arena, &self->owned_primitives, 1);
    if (dnnl_primitive_create(&x, desc) != dnnl_success) return NULL;
    vec_push(&self->arena, &self->owned_primitives, x);
    return x;
}

dnnl_primitive_t onednn_reorder(Onednn *self, const dnnl_memory_desc_t *from,
                                const dnnl_memory_desc_t *to) {
    dnnl_primitive_desc_t desc = NULL;
    vec_reserve(&self->arena, &self->owned_descs, 1);
    if (dnnl_reorder_primitive_desc_create(&desc, from, self->engine, to, self->engine, NULL) !=
        dnnl_success)
        return NULL;
    vec_push(&self->arena, &self->owned_descs, desc);
    return primitive_of(self, desc);
}

static void end_cleanup(Cleanup *node) {
    (void)node;
    onednn_threads_end();
}

void onednn_begin(Onednn *self, Cleanup *cleanup) {
    onednn_threads_begin(self->threads);
    cleanup_push(self->ctx, cleanup, end_cleanup);
}

bool onednn_end(Cleanup *cleanup) {
    cleanup_pop(cleanup);
    return onednn_threads_end();
}

/* Primitives */

static const dnnl_alg_kind_t functions[] = {
    dnnl_eltwise_linear,
#define ONEDNN_ELTWISE(id, op, algorithm, alpha) algorithm,
#include "backend/onednn/eltwise.def"
};

static const dnnl_alg_kind_t binaries[] = {
#define ONEDNN_BINARY(id, op, algorithm) algorithm,
#include "backend/onednn/eltwise.def"
};

static bool append_post(dnnl_post_ops_t list, const OnednnPost *p, const dnnl_memory_desc_t *desc) {
    switch (p->kind) {
    case ONEDNN_POST_BIAS: return true;
    case ONEDNN_POST_BINARY:
        return dnnl_post_ops_append_binary(list, binaries[p->binary], desc) == dnnl_success;
    case ONEDNN_POST_QUANTIZE:
        if (p->alpha == 1 && p->beta == 0) return true;
        return dnnl_post_ops_append_eltwise(list, 1, dnnl_eltwise_linear, p->alpha, p->beta) ==
               dnnl_success;
    case ONEDNN_POST_FUNCTION:
        return dnnl_post_ops_append_eltwise(list, p->scale, functions[p->function], p->alpha,
                                            p->beta) == dnnl_success;
    }
    return false;
}

/* Posts, and scratch memory that each run brings. */
static dnnl_primitive_attr_t attr_of(Onednn *self, const OnednnCall *call,
                                     const OnednnDescription *d) {
    dnnl_primitive_attr_t attr = NULL;
    dnnl_post_ops_t posts = NULL;
    vec_reserve(&self->arena, &self->owned_attrs, 1);
    vec_reserve(&self->arena, &self->owned_posts, 1);
    if (dnnl_primitive_attr_create(&attr) != dnnl_success) return NULL;
    vec_push(&self->arena, &self->owned_attrs, attr);
    if (dnnl_post_ops_create(&posts) != dnnl_success) return NULL;
    vec_push(&self->arena, &self->owned_posts, posts);
    for (uint32_t i = 0; i < call->n_posts; i++) {
        const bool ok = i == d->sum ? dnnl_post_ops_append_sum(posts, 1) == dnnl_success
                                    : append_post(posts, &call->posts[i], &d->posts[i]);
        if (!ok) return NULL;
    }
    const int by_channel = 1 << (call->kind == ONEDNN_CONV ? 1 : d->out.ndims - 1);
    if (d->scales && dnnl_primitive_attr_set_output_scales(attr, d->n_scales, by_channel,
                                                           d->scales) != dnnl_success)
        return NULL;
    const int32_t by_run = DNNL_RUNTIME_S32_VAL;
    if (call->has_zero &&
        dnnl_primitive_attr_set_zero_points(attr, DNNL_ARG_SRC, 1, 0, &by_run) != dnnl_success)
        return NULL;
    const bool ok =
        dnnl_primitive_attr_set_post_ops(attr, posts) == dnnl_success &&
        dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user) == dnnl_success;
    return ok ? attr : NULL;
}

static const char *kernel_of(dnnl_primitive_desc_t desc) {
    const char *name = NULL;
    return dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name) == dnnl_success
               ? name
               : "";
}

/* oneDNN 2.6's convolution by gemm reads tensors of the result's shape at wrong places; its kernels
 * for SSE 4.1 add a bias and such tensors by instructions that crash where these are not
 * aligned. */
static bool is_faulty(dnnl_primitive_desc_t desc, const OnednnCall *call,
                      const OnednnDescription *d) {
    const char *kernel = kernel_of(desc);
    bool has_binary = false;
    for (uint32_t i = 0; i < call->n_posts; i++)
        has_binary |= call->posts[i].kind == ONEDNN_POST_BINARY && i != d->sum;
    return call->kind == ONEDNN_CONV && ((has_binary && strstr(kernel, "gemm:")) ||
                                         (call->n_inputs > 2 && strstr(kernel, "sse41")));
}

typedef union {
    dnnl_convolution_desc_t conv;
    dnnl_matmul_desc_t matmul;
} Operation;

static dnnl_status_t init_forward(Operation *op, dnnl_prop_kind_t prop, const OnednnDescription *d,
                                  const dnnl_memory_desc_t *weight) {
    const dnnl_memory_desc_t *bias = d->bias.ndims ? &d->bias : NULL;
    return dnnl_dilated_convolution_forward_desc_init(&op->conv, prop, dnnl_convolution_direct,
                                                      &d->data, weight, bias, &d->out, d->strides,
                                                      d->dilates, d->before, d->after);
}

static dnnl_status_t init_operation(Operation *op, const OnednnDescription *d,
                                    const dnnl_memory_desc_t *weight) {
    switch (d->kind) {
    case ONEDNN_CONV: return init_forward(op, dnnl_forward_inference, d, weight);
    case ONEDNN_CONV_DATA:
        return dnnl_dilated_convolution_backward_data_desc_init(
            &op->conv, dnnl_convolution_direct, &d->data, weight, &d->out, d->strides, d->dilates,
            d->before, d->after);
    case ONEDNN_CONV_WEIGHTS:
        return dnnl_dilated_convolution_backward_weights_desc_init(
            &op->conv, dnnl_convolution_direct, &d->data, weight, NULL, &d->out, d->strides,
            d->dilates, d->before, d->after);
    case ONEDNN_MATMUL:
        return dnnl_matmul_desc_init(&op->matmul, &d->data, weight, d->bias.ndims ? &d->bias : NULL,
                                     &d->out);
    }
    return dnnl_invalid_arguments;
}

/* Of a gradient: the convolution that it is the gradient of. */
static bool forward_of(Onednn *self, const OnednnDescription *d, const dnnl_memory_desc_t *weight,
                       dnnl_primitive_desc_t *out) {
    Operation op;
    *out = NULL;
    if (d->kind != ONEDNN_CONV_DATA && d->kind != ONEDNN_CONV_WEIGHTS) return true;
    vec_reserve(&self->arena, &self->owned_descs, 1);
    if (init_forward(&op, dnnl_forward_training, d, weight) != dnnl_success ||
        dnnl_primitive_desc_create(out, &op, NULL, self->engine, NULL) != dnnl_success)
        return false;
    vec_push(&self->arena, &self->owned_descs, *out);
    return true;
}

static dnnl_primitive_desc_t desc_of(Onednn *self, const OnednnCall *call,
                                     const OnednnDescription *d) {
    const dnnl_primitive_attr_t attr = attr_of(self, call, d);
    Operation op;
    dnnl_primitive_desc_t forward;
    dnnl_memory_desc_t weight = d->weight;
    if (!attr) return NULL;
    if (d->weight_is_free &&
        dnnl_memory_desc_init_by_tag(&weight, d->weight.ndims, d->weight.dims, d->weight.data_type,
                                     dnnl_format_tag_any) != dnnl_success)
        return NULL;
    if (init_operation(&op, d, &weight) != dnnl_success || !forward_of(self, d, &weight, &forward))
        return NULL;
    dnnl_primitive_desc_iterator_t it = NULL;
    dnnl_primitive_desc_t desc = NULL;
    vec_reserve(&self->arena, &self->owned_descs, 1);
    if (dnnl_primitive_desc_iterator_create(&it, &op, attr, self->engine, forward) != dnnl_success)
        return NULL;
    desc = dnnl_primitive_desc_iterator_fetch(it);
    while (desc && is_faulty(desc, call, d)) {
        dnnl_primitive_desc_destroy(desc);
        desc = dnnl_primitive_desc_iterator_next(it) == dnnl_success
                   ? dnnl_primitive_desc_iterator_fetch(it)
                   : NULL;
    }
    dnnl_primitive_desc_iterator_destroy(it);
    if (desc) vec_push(&self->arena, &self->owned_descs, desc);
    return desc;
}

/* Extents and posts: what tells primitives apart. No padding, so it is compared by bytes. */
typedef struct OnednnKey {
    int64_t kind, threads, weight_is_free, has_zero, n_posts, n_scales, sum;
    int64_t posts[ONEDNN_POSTS_MAX][6];
    dnnl_dims_t strides, dilates, before, after;
    dnnl_memory_desc_t data, weight, bias, out, binaries[ONEDNN_POSTS_MAX];
} OnednnKey;

static int64_t bits_of(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (int64_t)u;
}

static void key_of(const Onednn *self, const OnednnCall *call, const OnednnDescription *d,
                   OnednnKey *out) {
    memset(out, 0, sizeof *out);
    out->kind = call->kind;
    out->threads = self->threads;
    out->weight_is_free = d->weight_is_free;
    out->has_zero = call->has_zero;
    out->n_posts = call->n_posts;
    out->n_scales = d->n_scales;
    out->sum = d->sum;
    for (uint32_t i = 0; i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        const int64_t row[6] = {
            p->kind,           p->kind == ONEDNN_POST_BINARY ? (int64_t)p->binary : p->function,
            bits_of(p->alpha), bits_of(p->beta),
            bits_of(p->scale), p->input};
        memcpy(out->posts[i], row, sizeof row);
        if (p->kind == ONEDNN_POST_BINARY) out->binaries[i] = d->posts[i];
    }
    if (call->kind != ONEDNN_MATMUL) {
        memcpy(out->strides, d->strides, sizeof d->strides);
        memcpy(out->dilates, d->dilates, sizeof d->dilates);
        memcpy(out->before, d->before, sizeof d->before);
        memcpy(out->after, d->after, sizeof d->after);
    }
    out->data = d->data;
    out->weight = d->weight;
    out->bias = d->bias;
    out->out = d->out;
}

bool onednn_is_fast(Onednn *self, const OnednnCall *call, const OnednnExtents *e) {
    OnednnDescription d;
    if (!onednn_describe(call, e, &d)) return false;
    if (d.is_empty || d.is_zero) return true;
    Cleanup cleanup;
    onednn_begin(self, &cleanup);
    const dnnl_primitive_desc_t desc = desc_of(self, call, &d);
    onednn_end(&cleanup);
    return desc && !strstr(kernel_of(desc), "ref");
}

const OnednnPrimitive *onednn_primitive(Onednn *self, const OnednnCall *call,
                                        const OnednnDescription *d) {
    OnednnKey key;
    key_of(self, call, d, &key);
    const uint64_t hash = hash_bytes(self->ctx, &key, sizeof key);
    for (MapIter it = map_find(&self->primitives, hash); map_next(&self->primitives, &it);) {
        const OnednnPrimitive *p = it.value;
        if (memcmp(p->key, &key, sizeof key) == 0 && p->scales == d->scales) return p;
    }
    OnednnPrimitive *p = ARENA_NEW(&self->arena, OnednnPrimitive);
    OnednnKey *own_key = ARENA_NEW(&self->arena, OnednnKey);
    const dnnl_primitive_desc_t desc = desc_of(self, call, d);
    if (!desc) return NULL;
    *p = (OnednnPrimitive){
        .primitive = primitive_of(self, desc), .key = own_key, .scales = d->scales, .hash = hash};
    if (!p->primitive) return NULL;
    const dnnl_query_t query =
        call->kind == ONEDNN_CONV_WEIGHTS ? dnnl_query_diff_weights_md : dnnl_query_weights_md;
    const dnnl_memory_desc_t *weight = dnnl_primitive_desc_query_md(desc, query, 0);
    const dnnl_memory_desc_t *scratch =
        dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
    if (!weight || !scratch) return NULL;
    p->weight = *weight;
    p->scratch = *scratch;
    p->kernel = kernel_of(desc);
    memcpy(own_key, &key, sizeof key);
    map_add(&self->primitives, hash, p);
    self->stats.primitives++;
    return p;
}
