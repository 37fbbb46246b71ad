/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make primitives. oneDNN's header appears here alone. */
#ifndef TENON_BACKEND_ONEDNN_PRIMITIVE_H
#define TENON_BACKEND_ONEDNN_PRIMITIVE_H

#include <oneapi/dnnl/dnnl.h>

#include "backend/onednn/onednn.h"
#include "base/map.h"
#include "base/vec.h"

enum { ONEDNN_ALIGNMENT = 64 };

/* A call with its extents, in oneDNN's terms: descriptions of memory as the module has it, with
 * strides. */
typedef struct {
    OnednnKind kind;
    dnnl_memory_desc_t data, weight, bias, out; /* as call.h names them, whichever is the result */
    dnnl_memory_desc_t zero;                    /* one int32; ndims 0: there is none */
    dnnl_memory_desc_t posts[ONEDNN_POSTS_MAX]; /* of BINARY */
    /* the post that adds to what lies in the result's memory before the run; n_posts: none */
    uint32_t sum;
    dnnl_dims_t strides, dilates, before, after;
    /* what sums of integers are multiplied by, by channel; NULL: nothing */
    const float *scales;
    int64_t n_scales;
    bool is_empty;       /* nothing is to be computed */
    bool is_zero;        /* a sum of nothing: the result is zeros */
    bool is_blank;       /* the data have no element: a tensor of zeros takes their place */
    bool weight_is_free; /* it may be packed, even if that is done in each run */
} OnednnDescription;

/* False: oneDNN refuses it. */
bool onednn_describe(const OnednnCall *call, const OnednnExtents *extents, OnednnDescription *out);

/* A primitive, shared by states. */
typedef struct {
    dnnl_primitive_t primitive;
    dnnl_memory_desc_t weight, scratch; /* as the primitive wants them, or makes the former */
    const char *kernel;
    const struct OnednnKey *key;
    const float *scales; /* of its description: they stay */
    uint64_t hash;
} OnednnPrimitive;

/* Numbers that stay, shared by content. */
typedef struct {
    const float *data;
    int64_t n;
} OnednnKept;

/* Weights in a primitive's format, shared by content. */
typedef struct {
    dnnl_memory_desc_t from, to;
    const void *source; /* the constant's data; they stay, so they are compared when hashes agree */
    size_t source_bytes;
    void *data; /* aligned to ONEDNN_ALIGNMENT */
    uint64_t hash;
} OnednnPacked;

struct Onednn {
    Ctx *ctx;
    Arena arena;
    Cleanup cleanup;
    int wanted, threads; /* how many primitives are to have, and can */
    dnnl_engine_t engine;
    dnnl_stream_t stream; /* of packing */
    Map primitives, packed, kept;
    /* To be destroyed. */
    VEC(dnnl_primitive_t) owned_primitives;
    VEC(dnnl_primitive_desc_t) owned_descs;
    VEC(dnnl_primitive_attr_t) owned_attrs;
    VEC(dnnl_post_ops_t) owned_posts;
    struct OnednnState *used, *unused;
    OnednnStats stats;
};

/* What oneDNN makes belongs to `self` from then on. NULL: it cannot be made. */
dnnl_primitive_t onednn_reorder(Onednn *self, const dnnl_memory_desc_t *from,
                                const dnnl_memory_desc_t *to);
/* Memory of self's, aligned to ONEDNN_ALIGNMENT. */
void *onednn_bytes(Onednn *self, size_t n);
static inline size_t onednn_aligned(size_t n) {
    return (n + ONEDNN_ALIGNMENT - 1) & ~(size_t)(ONEDNN_ALIGNMENT - 1);
}

/* What oneDNN makes in between is for so many threads; it may be thrown out of that. onednn_end:
 * false where a primitive had fewer threads than it was made for. */
void onednn_begin(Onednn *self, Cleanup *cleanup);
bool onednn_end(Cleanup *cleanup);
/* The primitive of the call, from now on known. NULL: oneDNN has none. */
const OnednnPrimitive *onednn_primitive(Onednn *self, const OnednnCall *call,
                                        const OnednnDescription *d);

/* NULL: it cannot be made. */
const OnednnPacked *onednn_pack(Onednn *self, const dnnl_memory_desc_t *from,
                                const dnnl_memory_desc_t *to, const void *data);

#endif
