/* SPDX-License-Identifier: Apache-2.0 */
/* What follows a product, as post-operations of oneDNN. A value with one use is followed through
 * that use, while this is a function of one number or a binary operation with a tensor of the
 * result's shape, one number a channel, or one number. A value that is multiplied by a function
 * of itself has two uses or more, which meet again:
 *
 *     x * sigmoid(x)                              swish
 *     x * clip(a * x + b, 0, h), a/h = 1/6, b/h = 1/2     h times hardswish */
#include <math.h>
#include <string.h>

#include "backend/onednn/chain_parts.h"

static const char *const binaries[] = {
#define ONEDNN_BINARY(id, op, algorithm) op,
#include "backend/onednn/eltwise.def"
};

static const struct {
    OnednnFunction function;
    const char *op;
    float alpha;
} functions[] = {
#define ONEDNN_ELTWISE(id, op, algorithm, alpha) {ONEDNN_##id, op, alpha},
#include "backend/onednn/eltwise.def"
};

static const IrVar *end_of(const OnednnChain *c) { return c->bindings[c->n_bindings - 1]->var; }

static bool is_call(const IrBinding *b, const char *op) {
    return b->kind == IR_BIND_CALL && !b->op->definition && strcmp(b->op->name, op) == 0;
}

static bool is_var(const IrOperand *o, const IrVar *v) {
    return o->kind == IR_OPERAND_VAR && o->var == v;
}

/* One element, known now. */
static bool is_number(const IrOperand *o, double *out) {
    if (o->kind == IR_OPERAND_CONST && o->constant->tensor->count == 1) {
        const Tensor *t = o->constant->tensor;
        if (t->dtype != DTYPE_FLOAT32) return false;
        *out = dtype_read_double(t->dtype, t->data);
        return true;
    }
    if (o->kind != IR_OPERAND_PRIM) return false;
    int64_t i;
    if (dtype_is_float(o->type->dtype)) {
        *out = o->f;
        return true;
    }
    if (!o->type->value || !ir_dim_is_const(o->type->value, &i)) return false;
    *out = (double)i;
    return true;
}

/* Posts */

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-6 * fabs(b); }

static OnednnPost function_of(OnednnFunction f, double alpha, double beta) {
    return (OnednnPost){.kind = ONEDNN_POST_FUNCTION,
                        .function = f,
                        .scale = 1,
                        .alpha = (float)alpha,
                        .beta = (float)beta};
}

/* What it does to an infinity, and to 0 where nothing is added, is what its parts did: the numbers
 * are finite in float32, and the factor is no denormal. A negative one alone would lose the sign of
 * 0, which oneDNN adds to the product. */
static bool is_linear(const OnednnPost *p) {
    return isfinite(p->beta) && isnormal(p->alpha) && (p->alpha > 0 || p->beta != 0);
}

static bool with_number(const char *op, double c, bool is_first, OnednnPost *out) {
    const bool is_commutative = strcmp(op, "subtract") != 0 && strcmp(op, "divide") != 0;
    if (!is_first && strcmp(op, "subtract") == 0) {
        *out = function_of(ONEDNN_LINEAR, -1, c);
        return is_linear(out);
    }
    if (!is_first && !is_commutative) return false;
    if (strcmp(op, "add") == 0) *out = function_of(ONEDNN_LINEAR, 1, c);
    if (strcmp(op, "subtract") == 0) *out = function_of(ONEDNN_LINEAR, 1, -c);
    if (strcmp(op, "multiply") == 0) *out = function_of(ONEDNN_LINEAR, c, 0);
    if (strcmp(op, "divide") == 0) *out = function_of(ONEDNN_LINEAR, 1 / c, 0);
    return is_linear(out);
}

/* A call of one tensor and numbers. */
static bool unary(const IrBinding *b, const IrVar *x, OnednnPost *out) {
    const IrOperand *o = b->operands.at;
    double c;
    if (b->kind != IR_BIND_CALL || b->op->definition || b->operands.n < 1) return false;
    for (size_t i = 0; i < ARRAY_LEN(binaries); i++) {
        if (!is_call(b, binaries[i])) continue;
        const bool is_first = is_var(&o[0], x);
        if (!is_first && !is_var(&o[1], x)) return false;
        return is_number(&o[is_first], &c) && with_number(binaries[i], c, is_first, out);
    }
    if (is_call(b, "nn.leakyrelu") && is_var(&o[0], x)) {
        *out = function_of(ONEDNN_LEAKY_RELU, b->attrs[ir_op_attr_index(b->op, "alpha")].f, 0);
        return isnormal(out->alpha); /* with 0 it would be relu */
    }
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        if (!functions[i].op || !is_call(b, functions[i].op) || !is_var(&o[0], x)) continue;
        *out = function_of(functions[i].function, (double)functions[i].alpha, 0);
        return true;
    }
    return false;
}

/* Binary operations with tensors */

typedef enum { FIT_NO, FIT_WHOLE, FIT_CHANNELS, FIT_ONE } Fit;

static uint32_t channel_of(const OnednnChain *c) {
    return c->call.kind == ONEDNN_CONV ? c->call.conv.out_at[1] : (uint32_t)c->type->ndim - 1;
}

static bool has_channels(const OnednnChain *c) {
    return c->type->ndim && (c->call.kind == ONEDNN_CONV || !c->call.matmul.y_is_vector);
}

/* No window lies in padding alone. oneDNN has no fast kernel for what is not so, and its slow
 * one is at fault with tensors of the result's shape. */
static bool is_tight(const OnednnConv *conv, const IrType *kernel) {
    for (uint32_t i = 0; i < conv->n; i++) {
        const int64_t reach =
            conv->dilation[i] * (kernel->dims[conv->kernel_at[2 + i]]->constant - 1) + 1;
        if (conv->before[i] >= reach || conv->after[i] >= reach) return false;
    }
    return true;
}

static Fit fit_of(const OnednnChain *c, const IrOperand *o) {
    const IrType *t = onednn_type(o);
    if (!t || t->kind != IR_TYPE_TENSOR || t->dtype != DTYPE_FLOAT32 || !t->dims) return FIT_NO;
    if (t->ndim > c->type->ndim) return FIT_NO;
    if (t == c->type)
        return c->call.kind == ONEDNN_MATMUL || is_tight(&c->call.conv, onednn_type(c->inputs[1]))
                   ? FIT_WHOLE
                   : FIT_NO;
    const uint32_t missing = (uint32_t)(c->type->ndim - t->ndim);
    bool is_one = true;
    for (uint32_t i = 0; i < (uint32_t)t->ndim; i++) {
        if (ir_dim_is(t->dims[i], 1)) continue;
        if (!has_channels(c) || i + missing != channel_of(c)) return FIT_NO;
        if (t->dims[i] != c->type->dims[i + missing]) return FIT_NO;
        is_one = false;
    }
    return is_one ? FIT_ONE : FIT_CHANNELS;
}

static uint32_t input_of(OnednnChain *c, const IrOperand *o) {
    for (uint32_t i = onednn_n_tensors(&c->call); i < c->call.n_inputs; i++) {
        const IrOperand *x = c->inputs[i];
        if (x->kind != o->kind) continue;
        if (x->kind == IR_OPERAND_VAR ? x->var == o->var : x->constant == o->constant) return i;
    }
    c->inputs[c->call.n_inputs] = o;
    return c->call.n_inputs++;
}

static bool binary(OnednnChain *c, const IrBinding *b, OnednnPost *out) {
    const IrVar *x = end_of(c);
    size_t i = 0;
    while (i < ARRAY_LEN(binaries) && !is_call(b, binaries[i])) i++;
    if (i == ARRAY_LEN(binaries)) return false;
    const bool is_first = is_var(&b->operands.at[0], x);
    const bool is_commutative = i != ONEDNN_BINARY_SUBTRACT && i != ONEDNN_BINARY_DIVIDE;
    const IrOperand *other = &b->operands.at[is_first];
    const Fit fit = fit_of(c, other);
    if ((!is_first && !is_commutative) || fit == FIT_NO) return false;
    *out = (OnednnPost){
        .kind = ONEDNN_POST_BINARY, .binary = (OnednnBinary)i, .input = input_of(c, other)};
    if (fit == FIT_CHANNELS && i == ONEDNN_BINARY_ADD && !c->call.n_posts && !c->call.has_bias)
        out->kind = ONEDNN_POST_BIAS;
    return true;
}

/* Gates */

enum { GATE_MAX = 5 };

/* A step from x to its gate. */
typedef struct {
    enum { STEP_LINEAR, STEP_CLIP, STEP_SIGMOID } kind;
    double a, b; /* a * x + b; or clipped to [a, b] */
} Step;

/* scale * clip(a * x + b, lo, hi) + shift, as far as it has been read */
typedef struct {
    double a, b, lo, hi, scale, shift;
    bool is_clipped;
} Ramp;

static void ramp_linear(Ramp *r, double alpha, double beta) {
    if (r->is_clipped) {
        r->scale *= alpha;
        r->shift = r->shift * alpha + beta;
    } else {
        r->a *= alpha;
        r->b = r->b * alpha + beta;
    }
}

/* One clip at most. */
static bool ramp_clip(Ramp *r, double lo, double hi) {
    if (r->is_clipped) return false;
    r->is_clipped = true;
    r->lo = lo;
    r->hi = hi;
    return true;
}

/* x * gate(x) as a post; *scale: what comes on top. */
static bool gate(const Step *steps, uint32_t n, OnednnPost *out, double *scale) {
    Ramp r = {.a = 1, .scale = 1};
    *scale = 1;
    if (n == 1 && steps[0].kind == STEP_SIGMOID) {
        *out = function_of(ONEDNN_SWISH, 1, 0);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        const Step *p = &steps[i];
        if (p->kind == STEP_LINEAR)
            ramp_linear(&r, p->a, p->b);
        else if (p->kind != STEP_CLIP || !ramp_clip(&r, p->a, p->b))
            return false;
    }
    if (!r.is_clipped || r.lo != 0 || r.shift != 0 || !(r.hi > 0)) return false;
    if (!is_near(r.a / r.hi, 1.0 / 6) || !is_near(r.b / r.hi, 0.5)) return false;
    *scale = r.scale * r.hi;
    *out = function_of(ONEDNN_HARD_SWISH, 0, 0);
    return true;
}

static IrBinding *user_of(const IrOperand *use) { return use->list->binding; }

static bool read_step(const IrBinding *b, const IrVar *x, Step *out) {
    const IrOperand *o = b->operands.at;
    OnednnPost post;
    *out = (Step){STEP_SIGMOID, 0, 0};
    if (is_call(b, "sigmoid")) return is_var(&o[0], x);
    if (is_call(b, "clip")) {
        out->kind = STEP_CLIP;
        return is_var(&o[0], x) && is_number(&o[1], &out->a) && is_number(&o[2], &out->b) &&
               out->a <= out->b;
    }
    if (!unary(b, x, &post) || post.function != ONEDNN_LINEAR) return false;
    *out = (Step){STEP_LINEAR, (double)post.alpha, (double)post.beta};
    return true;
}

/* From x by functions of one number to the multiplication with x. False: not such a gate. */
static bool read_gate(const OnednnChain *c, const IrOperand *first, IrBinding **path, Step *steps,
                      uint32_t *n) {
    const IrVar *x = end_of(c), *at = x;
    IrBinding *b = user_of(first);
    for (*n = 0; *n < GATE_MAX; (*n)++) {
        if (!b || b->block != c->bindings[0]->block || b->var->type != c->type) return false;
        const IrOperand *o = b->operands.at;
        path[*n] = b;
        if (*n && is_call(b, "multiply") && b->operands.n == 2 &&
            ((is_var(&o[0], x) && is_var(&o[1], at)) || (is_var(&o[1], x) && is_var(&o[0], at))))
            return true;
        if (!read_step(b, at, &steps[*n]) || b->var->n_uses != 1) return false;
        at = b->var;
        b = user_of(at->uses);
    }
    return false;
}

/* Two functions in a row that are one: q after p, in p. */
static bool merge(OnednnPost *p, const OnednnPost *q) {
    if (q->kind == ONEDNN_POST_QUANTIZE && p->kind == ONEDNN_POST_FUNCTION &&
        p->function == ONEDNN_LINEAR) {
        const float alpha = p->alpha * q->alpha, beta = p->beta * q->alpha + q->beta;
        if (!isnormal(alpha) || !isfinite(beta)) return false;
        *p = *q;
        p->alpha = alpha;
        p->beta = beta;
        return true;
    }
    if (p->kind != ONEDNN_POST_FUNCTION || q->kind != ONEDNN_POST_FUNCTION ||
        p->function != q->function) {
        const bool is_scale = p->kind == q->kind && p->function == ONEDNN_HARD_SWISH &&
                              q->function == ONEDNN_LINEAR && q->beta == 0;
        if (is_scale) p->scale *= q->alpha;
        if (is_near((double)p->scale, 1)) p->scale = 1;
        return is_scale;
    }
    if (p->function == ONEDNN_LINEAR) {
        const OnednnPost both = function_of(ONEDNN_LINEAR, (double)p->alpha * (double)q->alpha,
                                            (double)p->beta * (double)q->alpha + (double)q->beta);
        if (is_linear(&both)) *p = both;
        return is_linear(&both);
    }
    return false;
}

/* oneDNN 2.6 makes the code of a function once a primitive, with the numbers of its first or
 * last use. */
static bool has_other(const OnednnCall *call, const OnednnPost *post) {
    for (uint32_t i = 0; !onednn_post_has_input(post) && i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        /* a quantization is ONEDNN_LINEAR too */
        if (!onednn_post_has_input(p) && p->function == post->function &&
            (p->alpha != post->alpha || p->beta != post->beta || p->scale != post->scale))
            return true;
    }
    return false;
}

static bool append(OnednnChain *c, OnednnPost post, IrBinding *const *bindings, uint32_t n) {
    OnednnCall call = c->call;
    if (c->n_bindings + n > ONEDNN_BINDINGS_MAX) return false;
    OnednnPost *last = call.n_posts ? &call.posts[call.n_posts - 1] : NULL;
    if (last && merge(last, &post)) {
        post = *last;
        call.n_posts--;
    }
    if (call.n_posts == ONEDNN_POSTS_MAX || has_other(&call, &post)) return false;
    const bool is_nothing = post.kind == ONEDNN_POST_FUNCTION && post.function == ONEDNN_LINEAR &&
                            is_near((double)post.alpha, 1) && post.beta == 0;
    if (!is_nothing) call.posts[call.n_posts++] = post;
    for (uint32_t i = 0; i < n; i++) c->bindings[c->n_bindings++] = bindings[i];
    c->call = call;
    c->last[call.n_posts] = c->n_bindings;
    return true;
}

static bool add_gate(OnednnChain *c) {
    const IrVar *x = end_of(c);
    if (x->n_uses != 2) return false;
    for (const IrOperand *use = x->uses; use; use = use->next_use) {
        IrBinding *path[GATE_MAX + 1];
        Step steps[GATE_MAX + 1];
        OnednnPost post;
        uint32_t n;
        double scale;
        if (!user_of(use) || !read_gate(c, use, path, steps, &n) || !gate(steps, n, &post, &scale))
            continue;
        post.scale = (float)scale;
        return append(c, post, path, n + 1);
    }
    return false;
}

static bool add_one(OnednnChain *c) {
    const IrVar *x = end_of(c);
    if (x->n_uses != 1) return add_gate(c);
    IrBinding *b = user_of(x->uses);
    OnednnPost post;
    if (!b || b->kind != IR_BIND_CALL || b->block != c->bindings[0]->block ||
        b->var->type != c->type)
        return false;
    if (c->call.n_posts == ONEDNN_POSTS_MAX || c->n_bindings == ONEDNN_BINDINGS_MAX) return false;
    return (unary(b, x, &post) || binary(c, b, &post)) && append(c, post, &b, 1);
}

/* Quantization */

/* quantize by one known scale and zero point, to 8 bits. */
static bool read_quantize(const OnednnChain *c, const IrBinding *b, const IrVar *x,
                          OnednnPost *out) {
    const IrOperand *o = b->operands.at;
    double scale, zero;
    const bool is_it =
        is_call(b, "quantize") && b->block == c->bindings[0]->block && b->operands.n == 3 &&
        is_var(&o[0], x) &&
        (onednn_is_tensor(b->var->type, DTYPE_UINT8) || onednn_is_tensor(b->var->type, DTYPE_INT8));
    const Tensor *z = is_it && o[2].kind == IR_OPERAND_CONST ? o[2].constant->tensor : NULL;
    if (!z || z->count != 1 || dtype_size_up(z->dtype) > 2 || !is_number(&o[1], &scale))
        return false;
    zero = (double)tensor_get_int(z, 0);
    *out = (OnednnPost){.kind = ONEDNN_POST_QUANTIZE,
                        .scale = 1,
                        .alpha = (float)(1 / scale),
                        .beta = (float)zero,
                        .to = b->var->type->dtype};
    return scale > 0 && isnormal(out->alpha);
}

/* What relu or clip leaves, x -> clip(x, lo, hi), is what the quantization makes of x too. */
static bool is_within(const OnednnPost *q, double lo, double hi) {
    const double least = q->to == DTYPE_INT8 ? -128 : 0, most = least + 255;
    return lo * (double)q->alpha + (double)q->beta <= least &&
           hi * (double)q->alpha + (double)q->beta >= most;
}

/* The binding before a quantize that only bounds x. */
static bool read_bounds(const IrBinding *b, const IrVar *x, double *lo, double *hi) {
    const IrOperand *o = b->operands.at;
    if (is_call(b, "clip")) return is_var(&o[0], x) && is_number(&o[1], lo) && is_number(&o[2], hi);
    *lo = 0;
    return is_call(b, "nn.relu") && is_var(&o[0], x);
}

/* A product of integers goes through a quantize last, and before that maybe through a relu, which
 * meets no NaN then. */
static void add_quantize(OnednnChain *c) {
    const IrVar *x = end_of(c);
    IrBinding *path[2] = {x->n_uses == 1 ? user_of(x->uses) : NULL, NULL};
    uint32_t n = 1;
    double lo, hi = INFINITY;
    OnednnPost post;
    if (!path[0] || path[0]->kind != IR_BIND_CALL) return;
    if (read_bounds(path[0], x, &lo, &hi)) {
        const IrVar *y = path[0]->var;
        path[1] = y->n_uses == 1 && y->type == c->type ? user_of(y->uses) : NULL;
        if (!path[1] || path[1]->kind != IR_BIND_CALL || path[0]->block != path[1]->block) return;
        x = y;
        n = 2;
    } else {
        lo = -INFINITY;
        hi = INFINITY;
    }
    if (!read_quantize(c, path[n - 1], x, &post)) return;
    const OnednnChain before = *c;
    uint32_t first = 0; /* of the path, for the quantize */
    if (!is_within(&post, lo, hi)) {
        if (!is_call(path[0], "nn.relu") ||
            !append(c, function_of(ONEDNN_LEAKY_RELU, 0, 0), path, 1))
            return;
        first = 1;
    }
    if (append(c, post, path + first, n - first))
        c->type = path[n - 1]->var->type;
    else
        *c = before;
}

bool onednn_chain_may_overflow(const OnednnChain *c) {
    if (onednn_out(&c->call) == DTYPE_FLOAT32) return false;
    for (uint32_t i = onednn_n_tensors(&c->call); i < c->call.n_inputs; i++) {
        const IrOperand *o = c->inputs[i];
        const Tensor *t = o->kind == IR_OPERAND_CONST ? o->constant->tensor : NULL;
        for (size_t k = 0; t && k < t->count; k++) {
            const char *at = (const char *)t->data + k * sizeof(float);
            if (!isfinite(dtype_read_double(DTYPE_FLOAT32, at))) return true;
        }
        if (!t) return true;
    }
    return false;
}

void onednn_chain_posts(OnednnChain *chain) {
    while (add_one(chain)) {}
    if (chain->call.data != DTYPE_FLOAT32) add_quantize(chain);
}
