/* SPDX-License-Identifier: Apache-2.0 */
/* What oneDNN is to compute in one call: a convolution, one of its gradients, or a matrix product,
 * and what happens to each element of its result before it is stored. Flat data without pointers,
 * so it may be copied, kept in a file, and used when the module is gone. */
#ifndef TENON_BACKEND_ONEDNN_CALL_H
#define TENON_BACKEND_ONEDNN_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "target/target.h"
#include "tensor/dtype.h"

enum {
    ONEDNN_POSTS_MAX = 12,
    ONEDNN_INPUTS_MAX = ONEDNN_POSTS_MAX + 4,
    ONEDNN_RANK_MAX = 8,
    ONEDNN_SPATIAL_MAX = 3,
};

/* The functions of one number that a result may go through. */
typedef enum {
    ONEDNN_LINEAR, /* alpha * x + beta */
#define ONEDNN_ELTWISE(id, op, algorithm, alpha) ONEDNN_##id,
#include "backend/onednn/eltwise.def"
} OnednnFunction;

typedef enum {
#define ONEDNN_BINARY(id, op, algorithm) ONEDNN_BINARY_##id,
#include "backend/onednn/eltwise.def"
} OnednnBinary;

typedef enum {
    ONEDNN_POST_BIAS,     /* + input, one number a channel; only the first */
    ONEDNN_POST_BINARY,   /* .binary(x, input) */
    ONEDNN_POST_FUNCTION, /* .function(x) */
    ONEDNN_POST_QUANTIZE, /* alpha * x + beta, rounded to `to`; of integers, only the last */
} OnednnPostKind;

typedef struct {
    OnednnPostKind kind;
    OnednnFunction function;
    OnednnBinary binary;
    float alpha, beta, scale; /* scale * function(x) */
    DType to;
    uint32_t
        /* place among the inputs: of the result's extents, or with one element, or one a channel */
        input;
} OnednnPost;

/* An extent: a constant, or that of a symbol. */
typedef struct {
    int64_t value;
    int32_t symbol; /* -1: none */
} OnednnDim;

typedef struct {
    uint32_t rank;
    OnednnDim dims[ONEDNN_RANK_MAX];
} OnednnShape;

/* A convolution makes `out` of `data` and a kernel; which of the three is the result, the kind of
 * the call says. Where the letters of ops/spatial.h stand: N, C and the spatial dims; O, I and the
 * spatial dims. */
typedef struct {
    uint32_t n; /* spatial dims */
    uint8_t data_at[ONEDNN_SPATIAL_MAX + 2], kernel_at[ONEDNN_SPATIAL_MAX + 2],
        out_at[ONEDNN_SPATIAL_MAX + 2];
    int64_t strides[ONEDNN_SPATIAL_MAX], dilation[ONEDNN_SPATIAL_MAX];
    int64_t before[ONEDNN_SPATIAL_MAX], after[ONEDNN_SPATIAL_MAX];
    /* CONV_WEIGHTS: the result's extents, which `after` follows from */
    int64_t kernel[ONEDNN_SPATIAL_MAX];
    int64_t groups;
} OnednnConv;

/* x[..., m, k] by y[..., k, n]; leading dims broadcast. */
typedef struct {
    bool x_is_vector, y_is_vector;         /* no m, no n */
    bool x_is_transposed, y_is_transposed; /* [..., k, m], [..., n, k] */
} OnednnMatmul;

typedef enum {
    ONEDNN_CONV,
    ONEDNN_CONV_DATA,    /* data of out and kernel: the gradient, and a transposed convolution */
    ONEDNN_CONV_WEIGHTS, /* the kernel of data and out, without groups; no posts */
    ONEDNN_MATMUL,
} OnednnKind;

typedef struct {
    OnednnKind kind;
    union {
        OnednnConv conv;
        OnednnMatmul matmul;
    };
    /* Of the first input. Of 8 bits the second one is int8, and sums are int32, which become
     * float32 before posts. */
    DType data;
    bool has_zero; /* an input behind these, one int32, is taken from each of the data */
    bool has_bias; /* one behind that, an int32 a channel, is added to the sums */
    uint32_t n_posts, n_inputs, n_symbols, n_params;
    OnednnPost posts[ONEDNN_POSTS_MAX];
    /* data and weight, x and y; the zero point, the bias; then those of posts */
    OnednnShape inputs[ONEDNN_INPUTS_MAX];
    uint8_t param[ONEDNN_INPUTS_MAX]; /* of the function: which parameter an input is */
    bool is_over;         /* the result lies in the memory of what is added first: onednn_sum */
    const Target *target; /* what costs are judged for; NULL: the nominal one */
} OnednnCall;

/* How many inputs stand before those of posts. */
static inline uint32_t onednn_n_tensors(const OnednnCall *call) {
    return 2 + call->has_zero + call->has_bias;
}

static inline bool onednn_post_has_input(const OnednnPost *post) {
    return post->kind == ONEDNN_POST_BIAS || post->kind == ONEDNN_POST_BINARY;
}

/* Only before a quantize: it loses NaN. */
static inline bool onednn_is_relu(const OnednnPost *post) {
    return post->kind == ONEDNN_POST_FUNCTION && post->function == ONEDNN_LEAKY_RELU &&
           post->alpha == 0;
}

/* Of the result: of 8 bits where the last post makes it that. */
static inline DType onednn_out(const OnednnCall *call) {
    const OnednnPost *last = &call->posts[call->n_posts ? call->n_posts - 1 : 0];
    return call->n_posts && last->kind == ONEDNN_POST_QUANTIZE ? last->to : DTYPE_FLOAT32;
}

/* The extents of all that takes part. */
typedef struct {
    int64_t inputs[ONEDNN_INPUTS_MAX][ONEDNN_RANK_MAX];
    int64_t out[ONEDNN_RANK_MAX];
    uint32_t out_rank;
} OnednnExtents;

/* Of what a convolution is made of, whichever is the result. */
typedef struct {
    const int64_t *data, *kernel, *out;
} OnednnConvExtents;

OnednnConvExtents onednn_conv_extents(OnednnKind kind, const OnednnExtents *extents);

/* symbols: their values by place in the function. */
void onednn_extents(const OnednnCall *call, const int64_t *symbols, OnednnExtents *out);
/* The post that adds a tensor before anything but a bias is done, by place; n_posts: there is none.
 * If the tensor has the result's extents, oneDNN can add to what the result's memory holds: that
 * costs nothing, where its other way, of a tensor apart, makes a convolution a tenth to two thirds
 * slower. */
uint32_t onednn_sum(const OnednnCall *call);
/* Whether it pays to copy that tensor to where the result will lie. */
bool onednn_copy_pays(const OnednnCall *call, const OnednnExtents *extents);
/* Whether the library should take the transpose of a product's matrix, where that is there as well:
 * it reads the matrix slowly down its columns, or that was made for this product alone. */
bool onednn_takes_transposed(const OnednnCall *call, const OnednnExtents *extents, bool is_only);

typedef struct {
    bool is_by_columns; /* of a product: it is by a matrix that is no constant, as it lies */
    bool is_followed;   /* by an elementwise operation that code of our own would do on the way */
    bool is_turned;     /* its rows were columns, transposed for it alone: ours takes these */
} OnednnPlace;

/* Whether the library is faster than code of our own. */
bool onednn_pays(const OnednnCall *call, const OnednnExtents *extents, OnednnPlace place);

#endif
