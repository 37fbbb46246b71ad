/* SPDX-License-Identifier: Apache-2.0 */
/* A model's layers, as its operators tell: which weights the prediction's classes are a dim of, and
 * which weights the last layers have. */
#include "ops/ops.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

typedef struct {
    const IrFunction *fn;
    size_t first;    /* parameter that is a weight */
    size_t *weights; /* by id of a variable: which weight it is, from 1; 0: none */
} Layers;

static Layers layers_of(Arena *arena, const TrainModel *model, const IrFunction *fn) {
    Layers self = {fn, fn->params.len - model->n_weights,
                   ARENA_ARRAY(arena, size_t, (size_t)fn->n_vars + 1)};
    memset(self.weights, 0, fn->n_vars * sizeof *self.weights);
    for (size_t i = 0; i < model->n_weights; i++)
        self.weights[fn->params.at[self.first + i]->id] = i + 1;
    return self;
}

/* The weight that a variable is, but for moves of its elements; -1: it is none. swapped: an odd
 * number of times its dims were put into another order. */
static int64_t weight_of(const Layers *self, const IrVar *v, bool *swapped) {
    *swapped = false;
    while (v && v->def && v->def->kind == IR_BIND_CALL && train_only_moves(v->def->op)) {
        const IrOperand *x = ir_operand_get(&v->def->operands, 0);
        *swapped ^= v->def->op == &op_permute_dims;
        v = x->kind == IR_OPERAND_VAR ? x->var : NULL;
    }
    /* variables of nested functions have other ids */
    if (!v || v->def || v->id >= self->fn->n_vars || !self->weights[v->id]) return -1;
    const size_t w = self->weights[v->id] - 1;
    return self->fn->params.at[self->first + w] == v ? (int64_t)w : -1;
}

static int64_t weight_at(const Layers *self, const IrOperand *x, bool *swapped) {
    return x->kind == IR_OPERAND_VAR ? weight_of(self, x->var, swapped) : -1;
}

/* --- The last layer --- */

typedef struct {
    Layers of;
    Ctx *ctx;
    IrModule *m;
    TrainHead *out;
    int64_t bias; /* -1: none was met */
    bool ok;
} Search;

static bool ambiguous(Search *s, const IrBinding *b, const char *why) {
    Diag *d = diag_error(s->ctx, b ? b->loc : no_place, DIAG_VALUE,
                         "it is not clear which layer gives the classes");
    diag_expected(s->ctx, d,
                  "a product or a convolution by a weight, perhaps a bias, and what keeps classes "
                  "apart, as the model's end");
    if (b && b->kind == IR_BIND_CALL)
        diag_found(s->ctx, d, "'%s', %s: %s", b->var->name, b->op->name, why);
    else
        diag_found(s->ctx, d, "%s", why);
    diag_help(s->ctx, d,
              "write the model with so many classes, and give it the other weights "
              "by --init F.npz");
    return false;
}

/* The weight's dim is one of as many as there are classes. */
static bool take_part(Search *s, const IrBinding *b, int64_t weight, int32_t dim) {
    const IrVar *p = s->of.fn->params.at[s->of.first + (size_t)weight];
    TrainHead *h = s->out;
    int64_t n;
    if (p->n_uses != 1) return ambiguous(s, b, "its weight is used elsewhere, too");
    if (!p->type->dims || dim < 0 || dim >= p->type->ndim ||
        !ir_dim_is_const(p->type->dims[dim], &n) || (h->n && n != h->classes))
        return ambiguous(s, b, "its weight is not of as many classes");
    h->classes = n;
    h->parts[h->n++] = (TrainHeadPart){(size_t)weight, dim};
    return true;
}

/* The only dim of a bias that is no 1. */
static int32_t dim_of_bias(const IrType *t, int64_t classes) {
    int32_t dim = -1;
    for (int32_t i = 0; t->dims && i < t->ndim; i++) {
        if (ir_dim_is(t->dims[i], 1) && classes != 1) continue;
        if (!ir_dim_is(t->dims[i], classes) || dim >= 0) return -1;
        dim = i;
    }
    return dim;
}

/* The layer itself. */
static bool take_layer(Search *s, const IrBinding *b) {
    bool swapped;
    const IrOperand *x = ir_operand_get(&b->operands, 1);
    const int64_t w = weight_at(&s->of, x, &swapped);
    const bool is_product = b->op == &op_matmul;
    if (w < 0) return ambiguous(s, b, "it is by no weight");
    const IrType *t = s->of.fn->params.at[s->of.first + (size_t)w]->type;
    if (is_product ? t->ndim != 2 : swapped) return ambiguous(s, b, "its weight has another form");
    if (!take_part(s, b, w, is_product && !swapped ? 1 : 0)) return false;
    if (s->bias < 0) return true;
    t = s->of.fn->params.at[s->of.first + (size_t)s->bias]->type;
    return take_part(s, b, s->bias, dim_of_bias(t, s->out->classes));
}

/* One step towards the inputs; NULL: the search has ended. */
static const IrVar *step_back(Search *s, const IrVar *v) {
    const IrBinding *b = v->def;
    const IrVar *next = NULL;
    s->ok = false;
    if (!b) return ambiguous(s, NULL, "an input, or a weight"), NULL;
    if (b->kind == IR_BIND_CALL && (b->op == &op_matmul || train_is_conv(b->op))) {
        s->ok = take_layer(s, b);
        return NULL;
    }
    if (b->kind == IR_BIND_FUNCTION || b->kind == IR_BIND_IF || b->kind == IR_BIND_INVOKE)
        return ambiguous(s, b, "a function or a branch"), NULL;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        bool swapped;
        if (x->kind != IR_OPERAND_VAR) continue;
        const int64_t w = weight_of(&s->of, x->var, &swapped);
        if (w >= 0 && (s->bias >= 0 || b->kind != IR_BIND_CALL || b->op != &op_add))
            return ambiguous(s, b, "a weight of another kind"), NULL;
        if (w < 0 && next) return ambiguous(s, b, "it takes several values"), NULL;
        if (w >= 0)
            s->bias = w;
        else
            next = x->var;
    }
    if (!next) ambiguous(s, b, "it takes nothing");
    return next;
}

bool train_find_head(Arena *arena, const TrainModel *model, const IrFunction *fn, TrainHead *out) {
    Search s = {.of = layers_of(arena, model, fn),
                .ctx = model->m->ctx,
                .m = model->m,
                .out = out,
                .bias = -1};
    const IrOperand *x = fn->body->result.at;
    *out = (TrainHead){.n = 0};
    if (x->kind == IR_OPERAND_TUPLE) x++;
    if (x->kind != IR_OPERAND_VAR) return ambiguous(&s, NULL, "a result that is no variable");
    for (const IrVar *v = x->var; v;) v = step_back(&s, v);
    return s.ok;
}

/* --- The last layers --- */

/* Statistics of a batch norm are no weights that are learned. */
static bool is_statistic(const IrBinding *b, uint32_t at) {
    return b->op == &op_nn_batch_norm && at >= 3;
}

bool train_last_layers(Arena *arena, const TrainModel *model, const IrFunction *fn, int64_t last,
                       const char ***names, size_t *n) {
    const Layers of = layers_of(arena, model, fn);
    int64_t *layer = ARENA_ARRAY(arena, int64_t, model->n_weights + 1), layers = 0;
    IrWalk walk;
    memset(layer, 0, model->n_weights * sizeof *layer); /* 0: not met; a weight is trained once */
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        bool is_new = true, swapped;
        if (b->kind == IR_BIND_CALL && train_only_moves(b->op)) continue;
        for (int round = 0; round < 2; round++) {
            for (uint32_t i = 0; i < b->operands.n; i++) {
                const IrOperand *x = &b->operands.at[i];
                const int64_t w = weight_at(&of, x, &swapped);
                if (w < 0 || layer[w] || (b->kind == IR_BIND_CALL && is_statistic(b, i))) continue;
                const bool begins =
                    b->kind != IR_BIND_CALL || train_is_matrix(b->op, i, x->var->type);
                if (!round && begins && is_new) layers++, is_new = false;
                if (round) layer[w] = layers ? layers : 1;
            }
        }
    }
    *names = ARENA_ARRAY(arena, const char *, model->n_weights + 1);
    *n = 0;
    for (size_t i = 0; i < model->n_weights; i++) {
        if (layer[i] && layer[i] > layers - last) (*names)[(*n)++] = model->weights[i].name;
    }
    if (last <= layers && *n) return true;
    Ctx *ctx = model->m->ctx;
    Diag *d = diag_error(ctx, fn->loc, DIAG_VALUE, "the model has not so many layers");
    diag_expected(ctx, d, "a number up to %lld of layers to train", (long long)layers);
    diag_found(ctx, d, "%lld", (long long)last);
    return false;
}

bool train_has_folded_norms(const IrFunction *fn) {
    size_t convs = 0, biases = 0;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_CALL) continue;
        if (train_is_norm(b->op)) return false;
        if (!train_is_conv(b->op)) continue;
        const IrOperand *use = b->var->uses;
        const IrBinding *after = use && !use->next_use ? use->list->binding : NULL;
        convs++;
        biases += after && after->kind == IR_BIND_CALL && after->op == &op_add;
    }
    return convs > 1 && biases == convs;
}

const IrBinding *train_norm_in_training(const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL && b->op == &op_nn_batch_norm &&
            b->attrs[ir_op_attr_index(b->op, "training")].i)
            return b;
    }
    return NULL;
}
