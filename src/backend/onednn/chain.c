/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/onednn/chain.h"

#include <string.h>

#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"

static const IrAttr *attr(const IrBinding *b, const char *name) {
    return &b->attrs[op_attr_index(b->op, name)];
}

/* A float32 tensor, all extents of which are known and none 0. */
static bool is_tensor(const IrOperand *o) {
    const IrType *t = NULL;
    if (o->kind == IR_OPERAND_VAR) t = o->var->type;
    if (o->kind == IR_OPERAND_CONST) t = o->constant->type;
    if (!t || t->kind != IR_TYPE_TENSOR || t->dtype != DTYPE_FLOAT32 || !t->dims) return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (ir_dim_is(t->dims[i], 0)) return false;
    }
    return t->ndim <= ONEDNN_RANK_MAX;
}

static const IrType *type_of(const IrOperand *o) {
    return o->kind == IR_OPERAND_VAR ? o->var->type : o->constant->type;
}

static bool is_fixed(const IrDim *d) { return d->n == 0; }

static bool read_conv(const IrBinding *b, OnednnChain *out) {
    const ConvRow *row = b->op->data;
    const int n = row->n;
    OnednnConv *c = &out->call.conv;
    const IrType *data = type_of(out->inputs[0]), *weight = type_of(out->inputs[1]);
    out->call.kind = ONEDNN_CONV;
    *c = (OnednnConv){.n = (uint32_t)n, .groups = attr(b, "groups")->i};
    spatial_positions(attr(b, "data_layout")->s, spatial_data_letters(n), c->data_at);
    spatial_positions(attr(b, "out_layout")->s, spatial_data_letters(n), c->out_at);
    spatial_positions(attr(b, "kernel_layout")->s, spatial_kernel_letters(n), c->kernel_at);
    for (int i = 0; i < n; i++) {
        c->strides[i] = attr(b, "strides")->ints[i];
        c->dilation[i] = attr(b, "dilation")->ints[i];
        c->before[i] = attr(b, "padding")->ints[i];
        c->after[i] = attr(b, "padding")->ints[n + i];
    }
    /* Weights are packed once, so they do not change from run to run in their extents. */
    for (int32_t i = 0; i < weight->ndim; i++) {
        if (!is_fixed(weight->dims[i])) return false;
    }
    return is_fixed(data->dims[c->data_at[1]]);
}

/* Of two ranks' leading dims: they are equal, or one is 1, as far as is known; else a primitive
 * could not be made. */
static bool leading_fit(const IrType *x, int32_t nx, const IrType *y, int32_t ny) {
    for (int32_t i = 1; i <= nx && i <= ny; i++) {
        const IrDim *a = x->dims[nx - i], *b = y->dims[ny - i];
        if (a != b && !ir_dim_is(a, 1) && !ir_dim_is(b, 1)) return false;
    }
    return true;
}

static bool check_matmul(OnednnChain *out) {
    const OnednnMatmul *mm = &out->call.matmul;
    const IrType *x = type_of(out->inputs[0]), *y = type_of(out->inputs[1]);
    const int32_t nx = x->ndim - 2 + mm->x_is_vector, ny = y->ndim - 2 + mm->y_is_vector;
    out->call.kind = ONEDNN_MATMUL;
    if (nx < 0 || ny < 0) return false;
    const IrDim *kx = x->dims[mm->x_is_vector || mm->x_is_transposed ? nx : nx + 1];
    const IrDim *ky = y->dims[!mm->y_is_vector && mm->y_is_transposed ? ny + 1 : ny];
    return kx == ky && is_fixed(kx) && leading_fit(x, nx, y, ny);
}

static bool read_matmul(const IrBinding *b, OnednnChain *out) {
    (void)b;
    out->call.matmul = (OnednnMatmul){.x_is_vector = type_of(out->inputs[0])->ndim == 1,
                                      .y_is_vector = type_of(out->inputs[1])->ndim == 1};
    return check_matmul(out);
}

/* A term of an einsum: "...", letters. The last one or two letters are the matrix. */
typedef struct {
    const char *lead;
    size_t n_lead;
    char last[2];
    size_t n;
} Term;

static bool term_of(const char *s, size_t len, size_t n, Term *out) {
    const bool dots = len >= 3 && memcmp(s, "...", 3) == 0;
    if (memchr(s + (dots ? 3 : 0), '.', len - (dots ? 3 : 0)) || len < n + (dots ? 3 : 0))
        return false;
    *out = (Term){.lead = s, .n_lead = len - n, .n = n};
    memcpy(out->last, s + len - n, n);
    return true;
}

static bool same_lead(const Term *a, const Term *b) {
    return a->n_lead == b->n_lead && memcmp(a->lead, b->lead, a->n_lead) == 0;
}

/* An einsum that is a product of matrices: leading letters (or "...") that all share, then m and
 * k in either order, k and n in either order, and m, n. */
static bool read_einsum(const IrBinding *b, OnednnChain *out) {
    const char *s = attr(b, "subscripts")->s, *comma = strchr(s, ','), *arrow = strstr(s, "->");
    if (!comma || !arrow || strchr(comma + 1, ',')) return false;
    const size_t lens[] = {(size_t)(comma - s), (size_t)(arrow - comma - 1), strlen(arrow + 2)};
    Term x, y, z;
    if (lens[0] == 1) {
        /* "k,...jk->...j" */
        if (!term_of(s, 1, 1, &x) || !term_of(comma + 1, lens[1], 2, &y) ||
            !term_of(arrow + 2, lens[2], 1, &z) || !same_lead(&y, &z))
            return false;
        const char n = z.last[0], k = x.last[0];
        const bool is_transposed = y.last[0] == n && y.last[1] == k;
        if (n == k || (!is_transposed && !(y.last[0] == k && y.last[1] == n))) return false;
        out->call.matmul = (OnednnMatmul){.x_is_vector = true, .y_is_transposed = is_transposed};
        return !memchr(y.lead, n, y.n_lead) && !memchr(y.lead, k, y.n_lead) && check_matmul(out);
    }
    if (!term_of(s, lens[0], 2, &x) || !term_of(comma + 1, lens[1], 2, &y) ||
        !term_of(arrow + 2, lens[2], 2, &z) || !same_lead(&x, &z))
        return false;
    if (!same_lead(&y, &z) && y.n_lead) return false;
    const char m = z.last[0], n = z.last[1];
    const bool xt = x.last[1] == m, yt = y.last[0] == n;
    const char k = x.last[xt ? 0 : 1];
    if (m == n || k == m || k == n || x.last[xt ? 1 : 0] != m || y.last[yt ? 0 : 1] != n ||
        y.last[yt ? 1 : 0] != k)
        return false;
    const char letters[] = {m, n, k};
    for (size_t i = 0; i < sizeof letters; i++) {
        if (memchr(z.lead, letters[i], z.n_lead)) return false;
    }
    out->call.matmul = (OnednnMatmul){.x_is_transposed = xt, .y_is_transposed = yt};
    return check_matmul(out);
}

static const struct {
    const char *op;
    bool (*read)(const IrBinding *b, OnednnChain *out);
} anchors[] = {
    {"matmul", read_matmul},  {"einsum", read_einsum},  {"nn.conv1d", read_conv},
    {"nn.conv2d", read_conv}, {"nn.conv3d", read_conv},
};

/* The two operands; those of einsum stand in a tuple. */
static bool read_inputs(const IrBinding *b, OnednnChain *out) {
    const IrOperand *o = b->operands.at;
    uint32_t n = b->operands.n;
    if (n && o->kind == IR_OPERAND_TUPLE) {
        if (o->span != n) return false;
        o++;
        n--;
    }
    if (n != 2 || !is_tensor(&o[0]) || !is_tensor(&o[1])) return false;
    out->inputs[0] = &o[0];
    out->inputs[1] = &o[1];
    return true;
}

bool onednn_chain(IrBinding *b, OnednnChain *out) {
    *out = (OnednnChain){.type = b->var->type};
    if (b->kind != IR_BIND_CALL) return false;
    size_t i = 0;
    while (i < ARRAY_LEN(anchors) && strcmp(anchors[i].op, b->op->name) != 0) i++;
    const IrOperand result = {.kind = IR_OPERAND_VAR, .var = b->var};
    if (i == ARRAY_LEN(anchors) || b->op->definition || !is_tensor(&result) || !read_inputs(b, out))
        return false;
    if (!anchors[i].read(b, out)) return false;
    out->call.n_inputs = 2;
    out->bindings[out->n_bindings++] = b;
    out->last[0] = 1;
    onednn_chain_posts(out);
    return true;
}

void onednn_chain_cut(OnednnChain *chain, uint32_t n_posts) {
    OnednnCall *call = &chain->call;
    call->n_posts = n_posts;
    chain->n_bindings = chain->last[n_posts];
    call->n_inputs = 2;
    for (uint32_t i = 0; i < n_posts; i++) {
        const OnednnPost *post = &call->posts[i];
        if (post->kind != ONEDNN_POST_FUNCTION && post->input >= call->n_inputs)
            call->n_inputs = post->input + 1;
    }
}
