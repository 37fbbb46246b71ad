/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that ONNX has one for, where nothing else takes what is between them. A bias behind a
 * convolution becomes its third input:
 *
 *     c = Conv(x, w)                       y = Conv(x, w, b)           b: [C]
 *     y = Add(c, b)      b: [C, 1, 1]
 *
 * where b is an initializer of one number a channel. And of nodes that are not the file's own:
 *
 *     t = Transpose(w);  c = MatMul(x, t);  y = Add(c, b)    y = Gemm(x, w, b, transB = 1)    x, t
 * matrices of floats p = Mul(x, alpha); q = Add(p, beta);  y = Clip(q, 0, 1)   y = HardSigmoid(x,
 * alpha, beta)   float32 h = HardSigmoid(x, 1/6, 0.5);  y = Mul(x, h)              y = HardSwish(x)
 * opset 14
 *
 * Linear: one table of names. */
#include "onnx/export.h"
#include "onnx/data_type.h"

enum { HARD_SWISH_SINCE = 14 };

typedef struct {
    Str name;
    uint32_t uses;
    OnnxNode *node; /* that makes it, the first output; NULL: none */
    const OnnxGraph *graph;
    OnnxTensor *initializer;
    bool is_gone; /* nothing makes it any more */
} Name;

typedef struct {
    OnnxExport *x;
    Arena own; /* of the table and the list */
    Map names;
    VEC(OnnxGraph *) graphs; /* the model's, and those of its nodes */
} Fuse;

static Name *find(Fuse *self, Str s) {
    const uint64_t hash = hash_bytes(self->x->ctx, s.ptr, s.len);
    for (MapIter it = map_find(&self->names, hash); map_next(&self->names, &it);) {
        Name *n = it.value;
        if (str_eq(n->name, s)) return n;
    }
    Name *n = ARENA_NEW(&self->own, Name);
    n->name = s;
    map_add(&self->names, hash, n);
    return n;
}

static void note_node(Fuse *self, const OnnxGraph *g, OnnxNode *node) {
    for (size_t i = 0; i < node->inputs.len; i++) find(self, node->inputs.at[i])->uses++;
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *a = node->attrs.at[i];
        if (a->graph) vec_push(&self->own, &self->graphs, a->graph);
    }
    if (!node->outputs.len) return;
    Name *out = find(self, node->outputs.at[0]);
    out->node = node;
    out->graph = g;
}

static bool is_conv(const OnnxNode *node) {
    return node && node->inputs.len == 2 &&
           (str_eq_c(node->op_type, "Conv") || str_eq_c(node->op_type, "ConvTranspose"));
}

/* The channels that a convolution makes; 0: its weight is no initializer. */
static int64_t channels(Fuse *self, const OnnxNode *conv, size_t *rank) {
    const OnnxTensor *w = find(self, conv->inputs.at[1])->initializer;
    if (!w || w->dims.len < 3) return 0;
    *rank = w->dims.len;
    if (str_eq_c(conv->op_type, "Conv")) return w->dims.at[0];
    int64_t group = 1;
    for (size_t i = 0; i < conv->attrs.len; i++) {
        const OnnxAttr *a = conv->attrs.at[i];
        if (str_eq_c(a->name, "group")) group = a->i;
    }
    return w->dims.at[1] * group;
}

/* One number a channel, aligned at the end with a result of that rank. */
static bool is_bias(const OnnxTensor *t, int64_t n, size_t rank) {
    bool ok = t && t->dims.len + 1 >= rank && t->dims.len <= rank;
    for (size_t i = 0; ok && i < t->dims.len; i++)
        ok = t->dims.at[i] == (i + rank - t->dims.len == 1 ? n : 1);
    return ok;
}

static const OnnxTensor *flat(Fuse *self, Name *b) {
    OnnxExport *x = self->x;
    const int64_t *dims = b->initializer->dims.at;
    int64_t n = 1;
    for (size_t i = 0; i < b->initializer->dims.len; i++) n *= dims[i];
    OnnxTensor *t = b->initializer;
    if (b->uses > 1) {
        t = ARENA_NEW(x->arena, OnnxTensor);
        *t = *b->initializer;
        const char *name = x_name(x, "bias");
        t->name = str_c(name);
        vec_push(x->arena, &x->main->initializers, (void *)t);
        b->uses--;
    }
    t->dims = (OnnxInts){.at = NULL};
    vec_push(x->arena, &t->dims, n);
    return t;
}

/* The convolution that takes the Add's place; NULL: none does. */
static OnnxNode *biased(Fuse *self, const OnnxGraph *g, const OnnxNode *add) {
    for (size_t i = 0; i < 2; i++) {
        Name *made = find(self, add->inputs.at[i]);
        Name *b = find(self, add->inputs.at[1 - i]);
        size_t rank = 0;
        if (made->node && made->node->is_kept && add->is_kept) continue; /* the file has it so */
        if (!is_conv(made->node) || made->uses != 1 || made->graph != g) continue;
        const int64_t n = channels(self, made->node, &rank);
        if (n < 1 || !is_bias(b->initializer, n, rank)) continue;
        vec_push(self->x->arena, &made->node->inputs, flat(self, b)->name);
        made->is_gone = true;
        return made->node;
    }
    return NULL;
}

/* One node for several */

static bool is_own(const OnnxNode *node, const char *op, size_t n_inputs) {
    return !node->is_kept && !node->has_form && !node->domain.len && str_eq_c(node->op_type, op) &&
           node->inputs.len == n_inputs;
}

/* The writer's own node that makes input i of `node`, and nobody else takes that; NULL: none. */
static OnnxNode *own_maker(Fuse *self, const OnnxGraph *g, const OnnxNode *node, size_t i,
                           const char *op, size_t n_inputs) {
    const Name *made = find(self, node->inputs.at[i]);
    const bool fits =
        made->node && made->uses == 1 && made->graph == g && is_own(made->node, op, n_inputs);
    return fits ? made->node : NULL;
}

static void drop(Fuse *self, const OnnxNode *node) {
    find(self, node->outputs.at[0])->is_gone = true;
}

static void become(OnnxNode *node, const char *op) {
    node->op_type = str_c(op);
    node->attrs = (OnnxList){.at = NULL};
    node->shaped = 0;
}

static OnnxAttr *add_attr(Fuse *self, OnnxNode *node, const char *name, OnnxAttrType type) {
    OnnxAttr *a = ARENA_NEW(self->x->arena, OnnxAttr);
    a->name = str_c(name);
    a->type = type;
    vec_push(self->x->arena, &node->attrs, (void *)a);
    return a;
}

static void add_float(Fuse *self, OnnxNode *node, const char *name, float v) {
    OnnxAttr *a = add_attr(self, node, name, ONNX_ATTR_FLOAT);
    a->has_f = true;
    a->f = v;
}

/* What it transposes, where that is a matrix; else the input itself. */
static Str untransposed(Fuse *self, const OnnxGraph *g, const OnnxNode *node, size_t i,
                        bool *is_transposed) {
    const OnnxNode *t = own_maker(self, g, node, i, "Transpose", 1);
    const OnnxAttr *perm = t && t->attrs.len == 1 ? t->attrs.at[0] : NULL;
    *is_transposed = perm && perm->ints.len == 2 && perm->ints.at[0] == 1;
    if (*is_transposed) drop(self, t);
    return *is_transposed ? t->inputs.at[0] : node->inputs.at[i];
}

/* The sum has the product's shape, so the other input broadcasts to that. */
static void fuse_gemm(Fuse *self, const OnnxGraph *g, OnnxNode *add) {
    static const char *const names[] = {"transA", "transB"};
    for (size_t i = 0; is_own(add, "Add", 2) && i < 2; i++) {
        const OnnxNode *product =
            add->shaped >> i & 1 ? own_maker(self, g, add, i, "MatMul", 2) : NULL;
        if (!product || product->shaped != 3) continue;
        const Str bias = add->inputs.at[1 - i];
        bool is_transposed[2];
        become(add, "Gemm");
        drop(self, product);
        for (size_t k = 0; k < 2; k++) {
            add->inputs.at[k] = untransposed(self, g, product, k, &is_transposed[k]);
            if (!is_transposed[k]) continue;
            OnnxAttr *a = add_attr(self, add, names[k], ONNX_ATTR_INT);
            a->has_i = true;
            a->i = 1;
        }
        vec_push(self->x->arena, &add->inputs, bias);
    }
}

/* A scalar of float32 that the model holds. */
static bool is_number(Fuse *self, Str name, float *out) {
    const OnnxTensor *t = find(self, name)->initializer;
    if (!t || t->dims.len || t->data_type != onnx_data_type(DTYPE_FLOAT32) ||
        t->raw.len != sizeof *out)
        return false;
    memcpy(out, t->raw.ptr, sizeof *out);
    return true;
}

/* x op number: which input is x; 2: none of them is with a number. */
static size_t with_number(Fuse *self, const OnnxNode *node, float *out) {
    return is_number(self, node->inputs.at[1], out)   ? 0
           : is_number(self, node->inputs.at[0], out) ? 1
                                                      : 2;
}

static void fuse_hard_sigmoid(Fuse *self, const OnnxGraph *g, OnnxNode *clip) {
    float low, high, alpha, beta;
    if (!is_own(clip, "Clip", 3) || !is_number(self, clip->inputs.at[1], &low) ||
        !is_number(self, clip->inputs.at[2], &high) || low != 0 || high != 1)
        return;
    const OnnxNode *add = own_maker(self, g, clip, 0, "Add", 2);
    const size_t p = add ? with_number(self, add, &beta) : 2;
    const OnnxNode *mul = p < 2 ? own_maker(self, g, add, p, "Mul", 2) : NULL;
    const size_t x = mul ? with_number(self, mul, &alpha) : 2;
    if (x == 2) return;
    drop(self, add);
    drop(self, mul);
    become(clip, "HardSigmoid");
    clip->inputs.at[0] = mul->inputs.at[x];
    clip->inputs.len = 1;
    add_float(self, clip, "alpha", alpha);
    add_float(self, clip, "beta", beta);
}

static void fuse_hard_swish(Fuse *self, const OnnxGraph *g, OnnxNode *mul) {
    for (size_t i = 0; self->x->opset >= HARD_SWISH_SINCE && is_own(mul, "Mul", 2) && i < 2; i++) {
        const OnnxNode *h = own_maker(self, g, mul, i, "HardSigmoid", 1);
        if (!h || h->attrs.len != 2 || !str_eq(h->inputs.at[0], mul->inputs.at[1 - i])) continue;
        const OnnxAttr *alpha = h->attrs.at[0], *beta = h->attrs.at[1];
        if (alpha->f != (float)(1.0 / 6) || beta->f != 0.5F) continue;
        mul->inputs.at[0] = h->inputs.at[0];
        drop(self, h);
        become(mul, "HardSwish");
        mul->inputs.len = 1;
    }
}

static void fuse_graph(Fuse *self, OnnxGraph *g) {
    size_t kept = 0;
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        const bool is_add = str_eq_c(node->op_type, "Add") && node->inputs.len == 2;
        OnnxNode *conv = is_add ? biased(self, g, node) : NULL;
        if (conv) {
            conv->outputs.at[0] = node->outputs.at[0];
            if (!conv->name.len) conv->name = node->name;
        } else {
            g->nodes.at[kept++] = node;
            fuse_gemm(self, g, node);
            fuse_hard_sigmoid(self, g, node);
            fuse_hard_swish(self, g, node);
        }
    }
    g->nodes.len = kept;
    kept = 0;
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        if (!node->outputs.len || !find(self, node->outputs.at[0])->is_gone)
            g->nodes.at[kept++] = node;
    }
    g->nodes.len = kept;
    kept = 0;
    for (size_t i = 0; i < g->infos.len; i++) {
        OnnxValueInfo *info = g->infos.at[i];
        if (!find(self, info->name)->is_gone) g->infos.at[kept++] = info;
    }
    g->infos.len = kept;
}

void onnx_fuse(OnnxExport *x) {
    Fuse self = {.x = x};
    arena_init(&self.own, x->ctx);
    map_init(&self.names, &self.own);
    vec_push(&self.own, &self.graphs, x->main);
    for (size_t i = 0; i < x->main->initializers.len; i++) {
        OnnxTensor *t = x->main->initializers.at[i];
        find(&self, t->name)->initializer = t;
    }
    for (size_t i = 0; i < self.graphs.len; i++) {
        const OnnxGraph *g = self.graphs.at[i];
        for (size_t k = 0; k < g->nodes.len; k++) note_node(&self, g, g->nodes.at[k]);
        for (size_t k = 0; k < g->outputs.len; k++)
            find(&self, ((const OnnxValueInfo *)g->outputs.at[k])->name)->uses++;
    }
    for (size_t i = 0; i < self.graphs.len; i++) {
        if (!x_is_verbatim(x, self.graphs.at[i])) fuse_graph(&self, self.graphs.at[i]);
    }
    arena_fini(&self.own);
}
