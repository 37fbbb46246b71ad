/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a program's calls, as C. */
#include "backend/onednn/ahead.h"

#include <math.h>

#include "backend/onednn/primitive.h"

static const char *const functions[] = {
    "dnnl_eltwise_linear",
#define ONEDNN_ELTWISE(id, op, algorithm, alpha) #algorithm,
#include "backend/onednn/eltwise.def"
};

static const char *const binaries[] = {
#define ONEDNN_BINARY(id, op, algorithm) #algorithm,
#include "backend/onednn/eltwise.def"
};

/* What the library is told of a call. False: it cannot be a row. */
static bool describe(const OnednnCall *call, OnednnExtents *e, OnednnDescription *out) {
    onednn_extents(call, NULL, e);
    return onednn_describe(call, e, out) && !out->is_empty && !out->is_zero && !out->is_blank;
}

bool onednn_ahead(const OnednnCall *call) {
    if ((call->kind != ONEDNN_CONV && call->kind != ONEDNN_MATMUL) || call->n_symbols ||
        call->data != DTYPE_FLOAT32)
        return false;
    for (uint32_t i = 0; i < call->n_inputs; i++) {
        for (uint32_t k = 0; k < call->inputs[i].rank; k++) {
            if (call->inputs[i].dims[k].symbol >= 0 || call->inputs[i].dims[k].value <= 0)
                return false;
        }
    }
    for (uint32_t i = 0; i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        if (!isfinite(p->alpha) || !isfinite(p->beta) || !isfinite(p->scale)) return false;
    }
    OnednnExtents e;
    OnednnDescription d;
    return describe(call, &e, &d);
}

static void numbers(StrBuf *out, const int64_t *at, int n) {
    strbuf_puts(out, "{");
    for (int i = 0; i < n; i++) strbuf_printf(out, "%s%lld", i ? ", " : "", (long long)at[i]);
    strbuf_puts(out, "}");
}

static void tensor(StrBuf *out, const dnnl_memory_desc_t *x) {
    strbuf_printf(out, "{%d, ", x->ndims);
    numbers(out, x->dims, x->ndims);
    strbuf_puts(out, ", ");
    numbers(out, x->format_desc.blocking.strides, x->ndims);
    strbuf_puts(out, "}");
}

static void post(StrBuf *out, const OnednnCall *call, const OnednnDescription *d, uint32_t i) {
    const OnednnPost *p = &call->posts[i];
    switch (p->kind) {
    case ONEDNN_POST_BIAS:
        strbuf_printf(out, "    {.kind = BIAS, .buffer = %d},\n", call->param[p->input]);
        return;
    case ONEDNN_POST_BINARY:
        strbuf_printf(out, "    {.kind = BINARY, .algorithm = %s, .buffer = %d, .tensor = ",
                      binaries[p->binary], call->param[p->input]);
        tensor(out, &d->posts[i]);
        strbuf_puts(out, "},\n");
        return;
    case ONEDNN_POST_QUANTIZE: return; /* of integers, which onednn_ahead refuses */
    case ONEDNN_POST_FUNCTION:
        strbuf_printf(out,
                      "    {.kind = FUNCTION, .algorithm = %s, .scale = %af, .alpha = %af, .beta = "
                      "%af},\n",
                      functions[p->function], (double)p->scale, (double)p->alpha, (double)p->beta);
        return;
    }
}

static void field(StrBuf *out, const char *name, const dnnl_memory_desc_t *x) {
    if (!x->ndims) return;
    strbuf_printf(out, "     .%s = ", name);
    tensor(out, x);
    strbuf_puts(out, ",\n");
}

static void padding(StrBuf *out, const char *name, const int64_t *at, uint32_t n) {
    strbuf_printf(out, " .%s = ", name);
    numbers(out, at, (int)n);
    strbuf_puts(out, ",");
}

static int sum_of(uint32_t sum, const OnednnCall *call) {
    return sum < call->n_posts ? (int)sum : -1;
}

static void row(StrBuf *out, const OnednnCall *call, size_t k, size_t first) {
    OnednnExtents e;
    OnednnDescription d;
    BUG_IF(!describe(call, &e, &d));
    const bool is_product = call->kind == ONEDNN_MATMUL;
    strbuf_printf(out, "    {.is_product = %d, .packs = %d,\n", is_product, d.weight_is_free);
    field(out, "data", &d.data);
    field(out, "weight", &d.weight);
    field(out, "bias", &d.bias);
    field(out, "out", &d.out);
    if (!is_product) {
        strbuf_puts(out, "    ");
        padding(out, "strides", d.strides, call->conv.n);
        padding(out, "dilates", d.dilates, call->conv.n);
        padding(out, "before", d.before, call->conv.n);
        padding(out, "after", d.after, call->conv.n);
        strbuf_puts(out, "\n");
    }
    strbuf_printf(out,
                  "     .data_at = %d, .weight_at = %d, .n_buffers = %u, .first = %zu,\n"
                  "     .sum = %d, .n_posts = %u",
                  call->param[0], call->param[1], call->n_params + 1, first, sum_of(d.sum, call),
                  call->n_posts);
    if (call->n_posts) strbuf_printf(out, ", .posts = posts%zu", k);
    strbuf_puts(out, "},\n");
}

static void posts(StrBuf *out, const OnednnCall *call, size_t k) {
    OnednnExtents e;
    OnednnDescription d;
    if (!call->n_posts) return;
    BUG_IF(!describe(call, &e, &d));
    strbuf_printf(out, "\nstatic const Post posts%zu[] = {\n", k);
    for (uint32_t i = 0; i < call->n_posts; i++) post(out, call, &d, i);
    strbuf_puts(out, "};\n");
}

static const char types[] =
    "\ntypedef struct {\n"
    "    int rank;\n"
    "    dnnl_dims_t dims, strides;\n"
    "} Tensor;\n"
    "\n"
    "/* What happens to the result before it is stored. */\n"
    "typedef struct {\n"
    "    enum { BIAS, BINARY, FUNCTION } kind;\n"
    "    dnnl_alg_kind_t algorithm;\n"
    "    float scale, alpha, beta;\n"
    "    int buffer;\n"
    "    Tensor tensor;\n"
    "} Post;\n"
    "\n"
    "typedef struct {\n"
    "    int is_product; /* of matrices; else a convolution */\n"
    "    int packs;      /* weights go into the library's format, even in each run */\n"
    "    Tensor data, weight, bias, out;\n"
    "    dnnl_dims_t strides, dilates, before, after;\n"
    "    int data_at, weight_at, n_buffers;\n"
    "    int first; /* of its constants */\n"
    "    int sum;   /* the post that adds to what lies where the result goes; -1: none */\n"
    "    int n_posts;\n"
    "    const Post *posts;\n"
    "} Call;\n";

void onednn_ahead_source(StrBuf *out, const char *name, const OnednnCall *calls, size_t n) {
    strbuf_printf(
        out,
        "/* The calls of oneDNN of %s: to be compiled and linked with it and the library, "
        "version 2 (-ldnnl).\n * Made by tenon compile --library onednn. */\n",
        name);
    if (!n) {
        strbuf_printf(out, "\n/* It has none. */\ntypedef int %s_onednn_none;\n", name);
        return;
    }
    strbuf_puts(out, "#define _GNU_SOURCE /* RTLD_DEFAULT */\n#include <oneapi/dnnl/dnnl.h>\n");
    strbuf_puts(out, types);
    for (size_t i = 0; i < n; i++) posts(out, &calls[i], i);
    strbuf_puts(out, "\nstatic const Call calls[] = {\n");
    size_t first = 0;
    for (size_t i = 0; i < n; i++) {
        row(out, &calls[i], i, first);
        first += calls[i].n_params;
    }
    strbuf_printf(out,
                  "};\n\nenum { CALLS = %zu, CONSTANTS = %zu, POSTS = %d };\n"
                  "#define PREPARE %s_onednn_prepare\n#define RUN %s_onednn_run\n",
                  n, first, (int)ONEDNN_POSTS_MAX, name, name);
    strbuf_puts(out, onednn_ahead_text);
}
