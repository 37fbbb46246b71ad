/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of integers whose scales are known. What comes first behind them is one multiplication and
 * one addition a channel:
 *
 *     acc * scale + bias, / s + zero, ...   =   acc * a + b   =   (acc + b / a) * a
 *
 * The library multiplies by a as it makes floats of the sums, and adds b / a as their bias, which
 * takes a third of the time of post-operations with tensors. */
#include "backend/onednn/scales.h"

#include <math.h>
#include <string.h>

/* acc * a + b, an element a channel. */
typedef struct {
    int64_t n;
    double *a, *b;
} Affine;

static int64_t count_of(const OnednnCall *call, const OnednnExtents *e, uint32_t input) {
    int64_t n = 1;
    for (uint32_t i = 0; i < call->inputs[input].rank; i++) n *= e->inputs[input][i];
    return n;
}

/* 0: it has none. */
static int64_t channels_of(const OnednnCall *call, const OnednnExtents *e) {
    if (call->kind == ONEDNN_CONV) return e->out[call->conv.out_at[1]];
    if (call->kind != ONEDNN_MATMUL || call->matmul.y_is_vector || !e->out_rank) return 0;
    return e->out[e->out_rank - 1];
}

/* An element of a constant, which may lie at any alignment. */
static double float_at(const void *data, int64_t i) {
    float x;
    memcpy(&x, (const char *)data + (size_t)i * sizeof x, sizeof x);
    return (double)x;
}

static double int_at(const void *data, int64_t i) {
    int32_t x;
    memcpy(&x, (const char *)data + (size_t)i * sizeof x, sizeof x);
    return x;
}

static bool add_binary(Affine *x, const OnednnPost *p, const void *v, int64_t n) {
    if (!v || (n != 1 && n != x->n)) return false;
    for (int64_t i = 0; i < x->n; i++) {
        const double y = float_at(v, n == 1 ? 0 : i);
        const OnednnBinary op = p->kind == ONEDNN_POST_BIAS ? ONEDNN_BINARY_ADD : p->binary;
        switch (op) {
        case ONEDNN_BINARY_ADD: x->b[i] += y; break;
        case ONEDNN_BINARY_SUBTRACT: x->b[i] -= y; break;
        case ONEDNN_BINARY_MULTIPLY:
            x->a[i] *= y;
            x->b[i] *= y;
            break;
        case ONEDNN_BINARY_DIVIDE:
            x->a[i] /= y;
            x->b[i] /= y;
            break;
        }
    }
    return true;
}

static bool add_linear(Affine *x, const OnednnPost *p) {
    const bool is_linear = p->kind == ONEDNN_POST_QUANTIZE ||
                           (p->kind == ONEDNN_POST_FUNCTION && p->function == ONEDNN_LINEAR);
    for (int64_t i = 0; is_linear && i < x->n; i++) {
        x->a[i] = x->a[i] * (double)p->alpha * (double)p->scale;
        x->b[i] = (x->b[i] * (double)p->alpha + (double)p->beta) * (double)p->scale;
    }
    return is_linear;
}

/* The first posts, as far as they are that; how many. */
static uint32_t read_posts(const OnednnCall *call, const OnednnExtents *e,
                           const void *const *constants, Affine *x) {
    uint32_t i = 0;
    for (; i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        const bool ok = onednn_post_has_input(p)
                            ? add_binary(x, p, constants[p->input], count_of(call, e, p->input))
                            : add_linear(x, p);
        if (!ok) break;
    }
    /* A relu may come behind the scale of a quantize around 0, too. */
    const OnednnPost *p = &call->posts[i];
    if (i + 2 == call->n_posts && onednn_is_relu(p) && p[1].kind == ONEDNN_POST_QUANTIZE &&
        p[1].beta == 0)
        add_linear(x, &p[1]);
    return i;
}

/* All are normal numbers of float32, and what is added to the sums finite. */
static bool to_floats(const Affine *x, const void *sums, float *scales, float *bias,
                      bool *has_bias) {
    *has_bias = false;
    for (int64_t i = 0; i < x->n; i++) {
        scales[i] = (float)x->a[i];
        bias[i] = (float)(x->b[i] / x->a[i] + (sums ? int_at(sums, i) : 0));
        if (!isnormal(scales[i]) || !isfinite(bias[i])) return false;
        *has_bias = *has_bias || bias[i] != 0;
    }
    return true;
}

/* The same numbers, of `self`, shared by content. */
static const float *keep(Onednn *self, const float *data, int64_t n) {
    const size_t bytes = (size_t)n * sizeof *data;
    const uint64_t hash = hash_bytes(self->ctx, data, bytes);
    for (MapIter it = map_find(&self->kept, hash); map_next(&self->kept, &it);) {
        const OnednnKept *k = it.value;
        if (k->n == n && memcmp(k->data, data, bytes) == 0) return k->data;
    }
    OnednnKept *k = ARENA_NEW(&self->arena, OnednnKept);
    float *copy = onednn_bytes(self, bytes);
    memcpy(copy, data, bytes);
    *k = (OnednnKept){copy, n};
    map_add(&self->kept, hash, k);
    return copy;
}

/* Posts behind the first `done` ones, and what these are now. */
static void set_posts(OnednnScaled *out, const OnednnCall *from, uint32_t done, const float *bias,
                      int64_t channels) {
    OnednnCall *call = &out->call;
    call->n_posts = 0;
    call->has_bias = false;
    if (bias) {
        const uint32_t input = call->n_inputs++;
        call->posts[call->n_posts++] = (OnednnPost){.kind = ONEDNN_POST_BIAS, .input = input};
        call->inputs[input] = (OnednnShape){1, {{channels, -1}}};
        out->extents.inputs[input][0] = channels;
        out->constants[input] = bias;
    }
    for (uint32_t i = done; i < from->n_posts; i++) call->posts[call->n_posts++] = from->posts[i];
    const bool is_relu = done + 2 == from->n_posts && onednn_is_relu(&from->posts[done]) &&
                         from->posts[done + 1].beta == 0;
    if (onednn_out(from) == DTYPE_FLOAT32 || (done < from->n_posts && !is_relu)) return;
    if (is_relu) call->n_posts--;
    call->posts[call->n_posts++] =
        (OnednnPost){.kind = ONEDNN_POST_QUANTIZE, .alpha = 1, .scale = 1, .to = onednn_out(from)};
}

bool onednn_scaled(Onednn *self, const OnednnCall *call, const OnednnExtents *e,
                   const void *const *constants, OnednnScaled *out) {
    const int64_t n = channels_of(call, e);
    const void *sums = call->has_bias ? constants[2 + call->has_zero] : NULL;
    if (call->data == DTYPE_FLOAT32 || !n || (call->has_bias && !sums) ||
        call->n_inputs == ONEDNN_INPUTS_MAX)
        return false;
    Arena arena;
    arena_init(&arena, self->ctx);
    const size_t room = (size_t)n;
    Affine x = {n, ARENA_ARRAY(&arena, double, room), ARENA_ARRAY(&arena, double, room)};
    float *scales = ARENA_ARRAY(&arena, float, room), *bias = ARENA_ARRAY(&arena, float, room);
    bool has_bias;
    for (int64_t i = 0; i < n; i++) {
        x.a[i] = 1;
        x.b[i] = 0;
    }
    const uint32_t done = read_posts(call, e, constants, &x);
    const bool ok = done && to_floats(&x, sums, scales, bias, &has_bias);
    if (ok) {
        *out = (OnednnScaled){.call = *call, .extents = *e, .n_scales = n};
        for (uint32_t i = 0; i < call->n_inputs; i++) out->constants[i] = constants[i];
        out->scales = keep(self, scales, n);
        set_posts(out, call, done, has_bias ? keep(self, bias, n) : NULL, n);
    }
    arena_fini(&arena);
    return ok;
}
