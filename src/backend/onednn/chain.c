/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/onednn/chain.h"

#include <string.h>

#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"

static const IrAttr *attr(const IrBinding *b, const char *name) {
    return &b->attrs[ir_op_attr_index(b->op, name)];
}

static bool is_fixed(const IrDim *d) { return d->n == 0; }

/* The attributes, with letters where operands and result have them. */
static void read_window(const IrBinding *b, OnednnConv *c, uint8_t *data, uint8_t *kernel,
                        uint8_t *out) {
    const ConvRow *row = b->op->data;
    const int n = row->n;
    *c = (OnednnConv){.n = (uint32_t)n, .groups = attr(b, "groups")->i};
    spatial_positions(attr(b, "data_layout")->s, spatial_data_letters(n), data);
    spatial_positions(attr(b, "out_layout")->s, spatial_data_letters(n), out);
    spatial_positions(attr(b, "kernel_layout")->s, spatial_kernel_letters(n), kernel);
    for (int i = 0; i < n; i++) {
        c->strides[i] = attr(b, "strides")->ints[i];
        c->dilation[i] = attr(b, "dilation")->ints[i];
        c->before[i] = attr(b, "padding")->ints[i];
        c->after[i] = attr(b, "padding")->ints[n + i];
    }
}

/* Weights are packed once, so they do not change from run to run in their extents. */
static bool all_fixed(const IrType *t) {
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!is_fixed(t->dims[i])) return false;
    }
    return true;
}

static void swap(uint8_t *at) {
    const uint8_t first = at[0];
    at[0] = at[1];
    at[1] = first;
}

static bool is_index(const IrOperand *o, int64_t value) {
    return o->kind == IR_OPERAND_PRIM && o->type->value && ir_dim_is(o->type->value, value);
}

/* The binding alone uses `x`, and takes its first elements along some axes. */
static bool is_cut(const IrBinding *b, const IrVar *x) {
    if (b->kind != IR_BIND_CALL || b->op != &op_strided_slice ||
        b->operands.at->kind != IR_OPERAND_VAR || b->operands.at->var != x)
        return false;
    const IrOperand *begin = ir_operand_get(&b->operands, 2),
                    *strides = ir_operand_get(&b->operands, 4);
    bool ok = begin->kind == IR_OPERAND_TUPLE && (!strides || strides->kind == IR_OPERAND_NONE);
    for (uint32_t i = 0; ok && i < begin->n; i++) ok = is_index(begin + 1 + i, 0);
    return ok;
}

/* A place more would be cut off: less than a stride is left over behind the last window. */
static bool is_exact(IrModule *m, const OnednnConv *c, const IrType *data, const IrType *out,
                     uint32_t i) {
    const IrDim *windows = ir_dim_offset(m, out->dims[c->out_at[2 + i]], -1);
    const int64_t rest = c->dilation[i] * (c->kernel[i] - 1) + 1 - c->before[i];
    const IrDim *after =
        ir_dim_sub(m, ir_dim_offset(m, ir_dim_scale(m, windows, c->strides[i]), rest),
                   data->dims[c->data_at[2 + i]]);
    return ir_dim_lt(m, ir_dim_const(m, -c->strides[i]), after) == IR_PROVED;
}

/* oneDNN 2.6.3 makes wrong sums of the gradient of a kernel of one point, with a stride, whose
 * input channels are no whole vector of AVX2 (jit_1x1:avx2, of 1 to 7 channels, about one shape in
 * five). Where vectors are longer this keeps away from what may be the same. */
enum { POINT_LEAST_CHANNELS = 16 };

static bool is_right(const OnednnConv *c, const IrType *kernel) {
    bool is_point = true, is_strided = false;
    for (uint32_t i = 0; i < c->n; i++) {
        is_point = is_point && c->kernel[i] == 1;
        is_strided = is_strided || c->strides[i] > 1;
    }
    return !is_point || !is_strided ||
           kernel->dims[c->kernel_at[1]]->constant >= POINT_LEAST_CHANNELS;
}

/* ops/conv_gradient.c: the gradient of a weight is a convolution of data with an adjoint, where N
 * and C, O and I have changed places, and strides and dilation. What is left over along a stride is
 * cut off. */
static bool read_weights(IrBinding *b, OnednnChain *out) {
    OnednnConv *c = &out->call.conv;
    IrModule *m = b->block->body->function->module;
    const IrType *data = onednn_type(out->inputs[0]), *adjoint = onednn_type(out->inputs[1]);
    out->call.kind = ONEDNN_CONV_WEIGHTS;
    read_window(b, c, c->data_at, c->out_at, c->kernel_at);
    swap(c->data_at);
    swap(c->out_at);
    swap(c->kernel_at);
    const IrVar *y = b->var;
    IrBinding *cut = y->n_uses == 1 ? y->uses->list->binding : NULL;
    const int32_t o = c->kernel_at[0], i = c->kernel_at[1];
    if (cut && cut->block == b->block && is_cut(cut, y) && all_fixed(cut->var->type) &&
        cut->var->type->dims[o] == y->type->dims[o] && cut->var->type->dims[i] == y->type->dims[i])
        out->bindings[out->n_bindings++] = cut;
    out->type = out->bindings[out->n_bindings - 1]->var->type;
    if (c->groups != 1 || !all_fixed(out->type)) return false;
    bool ok = true;
    for (uint32_t k = 0; k < c->n; k++) {
        const int64_t stride = c->dilation[k];
        c->dilation[k] = c->strides[k];
        c->strides[k] = stride;
        c->kernel[k] = out->type->dims[c->kernel_at[2 + k]]->constant;
        ok = ok && c->kernel[k] && is_exact(m, c, data, adjoint, k);
    }
    return ok && is_right(c, out->type);
}

/* The same as an operator of its own: with groups, and without anything left over. */
static bool read_weights_of_groups(IrBinding *b, OnednnChain *out) {
    OnednnConv *c = &out->call.conv;
    const IrOperand *adjoint = out->inputs[0];
    out->inputs[0] = out->inputs[1];
    out->inputs[1] = adjoint;
    out->call.kind = ONEDNN_CONV_WEIGHTS;
    read_window(b, c, c->data_at, c->kernel_at, c->out_at);
    if (!all_fixed(out->type) || !is_fixed(onednn_type(out->inputs[0])->dims[c->data_at[1]]))
        return false;
    bool ok = true;
    for (uint32_t k = 0; k < c->n; k++) {
        c->kernel[k] = out->type->dims[c->kernel_at[2 + k]]->constant;
        ok = ok && c->kernel[k];
    }
    return ok && is_right(c, out->type);
}

static bool read_conv(IrBinding *b, OnednnChain *out) {
    OnednnConv *c = &out->call.conv;
    const IrType *data = onednn_type(out->inputs[0]);
    const char *letters = attr(b, "data_layout")->s;
    if (strchr(letters, 'C') < strchr(letters, 'N')) return read_weights(b, out);
    out->call.kind = ONEDNN_CONV;
    read_window(b, c, c->data_at, c->kernel_at, c->out_at);
    return all_fixed(onednn_type(out->inputs[1])) && is_fixed(data->dims[c->data_at[1]]);
}

/* The kernel's O and I are those of the convolution that would make its operand of its result. */
static bool read_transposed(IrBinding *b, OnednnChain *out) {
    OnednnConv *c = &out->call.conv;
    out->call.kind = ONEDNN_CONV_DATA;
    read_window(b, c, c->out_at, c->kernel_at, c->data_at);
    swap(c->kernel_at);
    for (uint32_t i = 0; i < c->n; i++) c->after[i] -= attr(b, "output_padding")->ints[i];
    return all_fixed(onednn_type(out->inputs[1])) &&
           is_fixed(onednn_type(out->inputs[0])->dims[c->out_at[1]]);
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
    const IrType *x = onednn_type(out->inputs[0]), *y = onednn_type(out->inputs[1]);
    const int32_t nx = x->ndim - 2 + mm->x_is_vector, ny = y->ndim - 2 + mm->y_is_vector;
    out->call.kind = ONEDNN_MATMUL;
    if (nx < 0 || ny < 0) return false;
    const IrDim *kx = x->dims[mm->x_is_vector || mm->x_is_transposed ? nx : nx + 1];
    const IrDim *ky = y->dims[!mm->y_is_vector && mm->y_is_transposed ? ny + 1 : ny];
    return kx == ky && is_fixed(kx) && leading_fit(x, nx, y, ny);
}

static bool read_matmul(IrBinding *b, OnednnChain *out) {
    (void)b;
    out->call.matmul = (OnednnMatmul){.x_is_vector = onednn_type(out->inputs[0])->ndim == 1,
                                      .y_is_vector = onednn_type(out->inputs[1])->ndim == 1};
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
static bool read_einsum(IrBinding *b, OnednnChain *out) {
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
    bool (*read)(IrBinding *b, OnednnChain *out);
} anchors[] = {
    {"matmul", read_matmul},
    {"einsum", read_einsum},
    {"nn.conv1d", read_conv},
    {"nn.conv2d", read_conv},
    {"nn.conv3d", read_conv},
    {"nn.conv1d_transpose", read_transposed},
    {"nn.conv2d_transpose", read_transposed},
    {"nn.conv3d_transpose", read_transposed},
    {"grad.conv1d_backward_weight", read_weights_of_groups},
    {"grad.conv2d_backward_weight", read_weights_of_groups},
    {"grad.conv3d_backward_weight", read_weights_of_groups},
};

/* The two operands; those of einsum stand in a tuple. */
static bool read_inputs(IrBinding *b, OnednnChain *out) {
    const IrOperand *o = b->operands.at;
    uint32_t n = b->operands.n;
    if (n && o->kind == IR_OPERAND_TUPLE) {
        if (o->span != n) return false;
        o++;
        n--;
    }
    if (n == 3 && o[2].kind == IR_OPERAND_SHAPE) n--; /* the result's type says it too */
    if (n != 2) return false;
    if (out->type->dtype == DTYPE_INT32) return onednn_integers(b, out);
    for (int i = 0; i < 2; i++)
        if (!onednn_is_tensor(onednn_type(&o[i]), DTYPE_FLOAT32)) return false;
    out->inputs[0] = &o[0];
    out->inputs[1] = &o[1];
    return true;
}

/* Each channel by itself. */
static bool is_depthwise(const OnednnConv *c, const IrType *data, const IrType *kernel) {
    return ir_dim_is(data->dims[c->data_at[1]], c->groups) &&
           ir_dim_is(kernel->dims[c->kernel_at[0]], c->groups);
}

/* Data without elements would be zeros in padding that is none. oneDNN 2.6's sums of 8 bits in
 * groups are wrong where a group's channels are no whole vectors. */
static bool read_integers(OnednnChain *out) {
    const OnednnConv *c = &out->call.conv;
    const IrType *data = onednn_type(out->inputs[0]), *kernel = onednn_type(out->inputs[1]);
    const bool is_conv = out->call.kind == ONEDNN_CONV;
    if (is_conv && c->groups != 1 && !is_depthwise(c, data, kernel)) return false;
    if (out->call.kind != ONEDNN_CONV && out->call.kind != ONEDNN_MATMUL) return false;
    for (uint32_t i = 0; is_conv && i < c->n; i++) {
        if (!is_fixed(data->dims[c->data_at[2 + i]])) return false;
    }
    return onednn_integers_cast(out);
}

bool onednn_chain(IrBinding *b, OnednnChain *out) {
    *out = (OnednnChain){.type = b->var->type, .call = {.data = DTYPE_FLOAT32, .n_inputs = 2}};
    if (b->kind != IR_BIND_CALL) return false;
    size_t i = 0;
    while (i < ARRAY_LEN(anchors) && strcmp(anchors[i].op, b->op->name) != 0) i++;
    if (i == ARRAY_LEN(anchors) || b->op->definition || out->type->kind != IR_TYPE_TENSOR ||
        !(out->type->dtype == DTYPE_INT32 || onednn_is_tensor(out->type, DTYPE_FLOAT32)) ||
        !read_inputs(b, out))
        return false;
    out->bindings[out->n_bindings++] = b;
    if (!anchors[i].read(b, out)) return false;
    if (out->call.data != DTYPE_FLOAT32 && !read_integers(out)) return false;
    out->last[0] = out->n_bindings;
    if (out->call.kind == ONEDNN_CONV || out->call.kind == ONEDNN_MATMUL) onednn_chain_posts(out);
    return true;
}

bool onednn_chain_in(const IrFunction *fn, OnednnChain *out) {
    IrBinding *b = fn->body ? fn->body->first : NULL;
    for (uint32_t i = 0; b && i <= ONEDNN_BEFORE_MAX; i++, b = b->next) {
        if (onednn_chain(b, out)) return true;
    }
    return false;
}

/* The binding that gives the second input, where that only permutes dims of what is there too. */
static IrBinding *permuted_from(const OnednnChain *chain) {
    const IrOperand *w = chain->inputs[1];
    IrBinding *from = w->kind == IR_OPERAND_VAR ? w->var->def : NULL;
    const bool ok =
        from && from->kind == IR_BIND_CALL && from->op == &op_permute_dims &&
        (from->operands.at->kind == IR_OPERAND_CONST ||
         (from->operands.at->kind == IR_OPERAND_VAR && from->block == chain->bindings[0]->block));
    return ok ? from : NULL;
}

/* Of a kernel. */
static IrBinding *permute_of(const OnednnChain *chain) {
    const OnednnKind kind = chain->call.kind;
    return kind == ONEDNN_CONV || kind == ONEDNN_CONV_DATA ? permuted_from(chain) : NULL;
}

bool onednn_chain_is_by_matrix(const OnednnChain *chain) {
    return chain->bindings[0]->op == &op_matmul && onednn_type(chain->inputs[1])->ndim == 2;
}

IrBinding *onednn_chain_transpose_of(const OnednnChain *chain) {
    IrBinding *from = permuted_from(chain);
    return from && attr(from, "axes")->ints[0] == 1 ? from : NULL;
}

void onednn_chain_set_y(OnednnChain *chain, const IrOperand *transposed) {
    chain->inputs[1] = transposed;
    chain->transposes_y = true;
    chain->call.matmul.y_is_transposed = true;
}

IrBinding *onednn_chain_unpermute(OnednnChain *chain, IrModule *m) {
    const IrBinding *b = chain->bindings[0];
    IrBinding *from = permute_of(chain);
    if (!from) return NULL;
    const IrAttr *axes = attr(from, "axes");
    char letters[ONEDNN_SPATIAL_MAX + 2];
    for (uint32_t i = 0; i < axes->n; i++) letters[axes->ints[i]] = attr(b, "kernel_layout")->s[i];
    chain->inputs[1] = from->operands.at;
    chain->kernel_layout = ir_name(m, (Str){letters, axes->n});
    return from;
}

void onednn_chain_cut(OnednnChain *chain, uint32_t n_posts) {
    OnednnCall *call = &chain->call;
    if (n_posts && onednn_is_relu(&call->posts[n_posts - 1])) n_posts--;
    call->n_posts = n_posts;
    chain->n_bindings = chain->last[n_posts];
    chain->type = chain->bindings[chain->n_bindings - 1]->var->type;
    call->n_inputs = onednn_n_tensors(call);
    for (uint32_t i = 0; i < n_posts; i++) {
        const OnednnPost *post = &call->posts[i];
        if (onednn_post_has_input(post) && post->input >= call->n_inputs)
            call->n_inputs = post->input + 1;
    }
}
