/* SPDX-License-Identifier: Apache-2.0 */
/* Weights that no file has: drawn by what they are used for, by the run's seed and the weight's
 * place, so that they are the same on every machine. */
#include <math.h>

#include "ops/ops.h"
#include "passes/blocks.h"
#include "ranks/ranks.h"
#include "tensor/safetensors.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

enum { KAIMING, XAVIER, LECUN, NORMAL, UNIFORM, ZEROS };
static const TrainTerm ways[] = {
    [KAIMING] = {.name = "kaiming"}, /* He et al. 2015: normal, variance 2 / fan in */
    [XAVIER] = {.name = "xavier"},   /* Glorot and Bengio 2010: 2 / (fan in + fan out) */
    [LECUN] = {.name = "lecun"},     /* 1 / fan in */
    [NORMAL] = {"normal", {"std"}, {0.02}},
    [UNIFORM] = {"uniform", {"bound"}, {0.1}},
    [ZEROS] = {.name = "zeros"},
};

typedef enum { ROLE_WEIGHT, ROLE_ZERO, ROLE_ONE } Role;

typedef struct {
    Role role;
    double in, out; /* fans of a weight */
} Use;

static double extent(const IrType *t, int32_t i) {
    int64_t n;
    return i >= 0 && i < t->ndim && ir_dim_is_const(t->dims[i], &n) ? (double)n : 1;
}

static uint32_t place_of(const IrOperand *use) {
    uint32_t i = 0;
    while (ir_operand_get(&use->list->binding->operands, i) != use) i++;
    return i;
}

bool train_is_norm(const OpDef *op) {
    return op == &op_nn_batch_norm || op == &op_nn_layer_norm || op == &op_nn_group_norm ||
           op == &op_nn_instance_norm || op == &op_nn_rms_norm;
}

static bool is_transposed(const OpDef *op) {
    return op == &op_nn_conv1d_transpose || op == &op_nn_conv2d_transpose ||
           op == &op_nn_conv3d_transpose;
}

bool train_is_conv(const OpDef *op) {
    return op == &op_nn_conv1d || op == &op_nn_conv2d || op == &op_nn_conv3d || is_transposed(op);
}

/* What a call makes of the operand at `at`, of type t. False: nothing that is known. */
static bool use_in(const OpDef *op, uint32_t at, const IrType *t, Use *out) {
    double window = 1;
    if (train_is_norm(op) && at >= 1) {
        out->role = at == 1 || at == 4 ? ROLE_ONE : ROLE_ZERO;
        return true;
    }
    if (train_is_conv(op) && at == 1) {
        for (int32_t i = 2; i < t->ndim; i++) window *= extent(t, i);
        *out = (Use){ROLE_WEIGHT, extent(t, 1) * window, extent(t, 0) * window};
        if (is_transposed(op)) *out = (Use){ROLE_WEIGHT, out->out, out->in};
        return true;
    }
    if (op == &op_matmul && t->ndim >= 2) {
        *out = (Use){ROLE_WEIGHT, extent(t, t->ndim - 2), extent(t, t->ndim - 1)};
        if (at == 0) *out = (Use){ROLE_WEIGHT, out->out, out->in};
        return true;
    }
    if (op == &op_take && at == 0) {
        *out = (Use){ROLE_WEIGHT, extent(t, t->ndim - 1), extent(t, t->ndim - 1)};
        return true;
    }
    if ((op == &op_multiply || op == &op_add || op == &op_subtract) && training_is_narrow(t)) {
        out->role = op == &op_multiply ? ROLE_ONE : ROLE_ZERO;
        return true;
    }
    if ((op == &op_nn_lstm || op == &op_nn_gru || op == &op_nn_rnn) && t->ndim == 3) {
        *out = (Use){ROLE_WEIGHT, extent(t, 2), extent(t, 2)};
        return true;
    }
    return false;
}

bool train_is_matrix(const OpDef *op, uint32_t at, const IrType *t) {
    Use use = {.role = ROLE_ONE};
    return t->kind == IR_TYPE_TENSOR && use_in(op, at, t, &use) && use.role == ROLE_WEIGHT;
}

bool train_only_moves(const OpDef *op) {
    return op == &op_permute_dims || op == &op_reshape || op == &op_expand_dims ||
           op == &op_astype || op == &op_squeeze;
}

/* By its uses, and those of what it is moved into, the first of them that tells. */
static Use use_of(Arena *arena, const IrVar *weight) {
    VEC(const IrVar *) open = {.at = NULL};
    const IrType *t = weight->type;
    Use use = {t->ndim <= 1 ? ROLE_ZERO : ROLE_WEIGHT, 1, extent(t, t->ndim - 1)};
    for (int32_t i = 0; i + 1 < t->ndim; i++) use.in *= extent(t, i);
    vec_push(arena, &open, weight);
    for (size_t i = 0; i < open.len; i++) {
        for (const IrOperand *u = open.at[i]->uses; u; u = u->next_use) {
            const IrBinding *b = u->list->binding;
            if (!b || b->kind != IR_BIND_CALL || u->list != &b->operands) continue;
            if (use_in(b->op, place_of(u), open.at[i]->type, &use)) return use;
            if (train_only_moves(b->op) && place_of(u) == 0) vec_push(arena, &open, b->var);
        }
    }
    return use;
}

struct TrainDraw {
    Use use;
    TrainTerm how;
    int way;
    uint64_t seed, stream;
};

/* Element i of the whole weight. */
static double drawn(const TrainDraw *self, size_t i) {
    const Use *use = &self->use;
    const int way = self->way;
    const double var = way == KAIMING  ? 2 / use->in
                       : way == XAVIER ? 2 / (use->in + use->out)
                                       : 1 / use->in;
    if (use->role != ROLE_WEIGHT) return use->role == ROLE_ONE;
    if (way == ZEROS) return 0;
    if (way == UNIFORM)
        return self->how.values[0] * (2 * train_uniform(self->seed, self->stream, i) - 1);
    return (way == NORMAL ? self->how.values[0] : sqrt(var)) *
           train_normal(self->seed, self->stream, i);
}

void train_draw(const TrainDraw *self, const TrainPlace *place, Tensor *out) {
    for (size_t i = 0; i < out->count; i++) {
        size_t rest = i, at = 0, step = 1;
        for (uint32_t d = out->ndim; d-- > 0;) {
            at += (rest % (size_t)out->dims[d] + (size_t)place->first[d]) * step;
            rest /= (size_t)out->dims[d];
            step *= (size_t)place->whole[d];
        }
        tensor_set_double(out, i, drawn(self, at));
    }
}

/* The dims of a weight that is to be made. NULL after a report. */
static const int64_t *dims_for(Ctx *ctx, Arena *arena, IrModule *m, const IrVar *v) {
    const IrType *t = v->type;
    bool is_known = t->kind == IR_TYPE_TENSOR && t->dims && dtype_is_float(t->dtype) &&
                    !dtype_is_packed(t->dtype);
    int64_t *dims = ARENA_ARRAY(arena, int64_t, is_known ? (size_t)t->ndim + 1 : 1);
    for (int32_t i = 0; is_known && i < t->ndim; i++)
        is_known = ir_dim_is_const(t->dims[i], &dims[i]);
    if (is_known) return dims;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "the weight '%s' cannot be initialised", v->name));
    diag_expected(ctx, d, "a tensor of floats whose extents are all known");
    diag_found(ctx, d, "%s", ir_type_text(m, t));
    return NULL;
}

/* Values of a file, by the names of the weights. */
static void take_file(Ctx *ctx, const TrainModel *model, const IrFunction *fn, const Npz *npz,
                      const char *path) {
    static const char prefix[] = "weights/"; /* of a checkpoint, which holds more */
    const size_t first = fn->params.len - model->n_weights;
    bool is_checkpoint = false;
    for (size_t k = 0; k < npz->n; k++)
        is_checkpoint |= strncmp(npz->arrays[k].name, prefix, sizeof prefix - 1) == 0;
    for (size_t k = 0; k < npz->n; k++) {
        NpzArray own = npz->arrays[k];
        const NpzArray *a = &own;
        if (is_checkpoint && strncmp(own.name, prefix, sizeof prefix - 1) != 0) continue;
        if (is_checkpoint) own.name += sizeof prefix - 1;
        TrainWeight *w = NULL;
        size_t i = 0;
        for (; i < model->n_weights && !w; i++) {
            if (strcmp(model->weights[i].file, a->name) == 0 ||
                strcmp(model->weights[i].name, a->name) == 0)
                w = &model->weights[i];
        }
        if (!w) {
            Diag *d = diag_error(ctx, no_place, DIAG_NAME, a->name);
            diag_expected(ctx, d, "the arrays of %s to be weights of the model", path);
            continue;
        }
        const IrType *t = fn->params.at[first + i - 1]->type;
        bool fits = t->kind == IR_TYPE_TENSOR && t->dims && t->dtype == a->tensor->dtype &&
                    (uint32_t)t->ndim == a->tensor->ndim;
        for (int32_t n = 0; fits && n < t->ndim; n++)
            fits = ir_dim_is(t->dims[n], a->tensor->dims[n]);
        if (!fits) {
            Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                                 diag_fmt(ctx, "%s: '%s' does not fit the weight", path, a->name));
            diag_expected(ctx, d, "%s", ir_type_text(model->m, t));
            continue;
        }
        tensor_unref(w->value);
        w->value = NULL;
        w->value = train_take_weight(ctx, a->tensor);
        w->is_given = true;
    }
}

static bool ends_with(const char *how, const char *end) {
    const size_t n = how ? strlen(how) : 0, k = strlen(end);
    return n > k && strcmp(how + n - k, end) == 0;
}

/* Ranks map it, and one of them holds its checksums against its data. */
static Status open_file(Npz *npz, Ctx *ctx, const char *path, bool is_npz) {
    if (!train_lends(ctx))
        return is_npz ? npz_read_file(npz, path, DTYPE_VOID) : safetensors_read_file(npz, path);
    const char *checked = ranks_rank(ctx->ranks) == 0 ? npz_all : NULL;
    return is_npz ? npz_map_or_read_file(npz, path, DTYPE_VOID, checked)
                  : safetensors_map_file(npz, path);
}

/* As it is drawn. Where ranks may share it out, it is when they know the parts. */
static void draw_weight(Arena *arena, TrainWeight *w, const IrType *t, const int64_t *dims,
                        const TrainDraw *how, bool is_later) {
    Ctx *ctx = arena->ctx;
    size_t count, bytes;
    const int64_t *none = ARENA_ARRAY(arena, int64_t, (size_t)t->ndim + 1);
    tensor_unref(w->value);
    w->value = NULL;
    if (!tensor_count(dims, (uint32_t)t->ndim, t->dtype, &count, &bytes))
        ctx_throw(ctx, STATUS_LIMIT);
    ctx_given(ctx, bytes); /* drawn within the limit: what trains it is in proportion */
    if (is_later) {
        TrainDraw *kept = ARENA_NEW(arena, TrainDraw);
        *kept = *how;
        w->drawn = kept;
        return;
    }
    w->value = tensor_new(ctx, t->dtype, dims, (uint32_t)t->ndim);
    train_draw(how, &(TrainPlace){dims, none}, w->value);
}

bool train_initialize(Arena *arena, const TrainModel *model, const TrainOptions *o) {
    Ctx *ctx = arena->ctx;
    const size_t errors = diag_errors(ctx);
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    TrainTerm how = ways[KAIMING];
    int way = KAIMING;
    const bool is_npz = ends_with(o->init, ".npz"), is_st = ends_with(o->init, ".safetensors");
    if (o->init && !is_npz && !is_st)
        way = train_term_parse(ctx, "an initialisation", o->init, ways, ARRAY_LEN(ways), &how);
    if (is_npz || is_st) {
        Npz npz;
        npz_init(&npz, ctx);
        if (open_file(&npz, ctx, o->init, is_npz) == STATUS_OK)
            take_file(ctx, model, fn, &npz, o->init);
        npz_fini(&npz);
    }
    const bool is_later = train_lends(ctx) && o->mode == TRAIN_STEPS;
    for (size_t i = 0; i < model->n_weights && way >= 0; i++) {
        TrainWeight *w = &model->weights[i];
        const IrVar *v = fn->params.at[fn->params.len - model->n_weights + i];
        if (w->value && w->is_given) continue;
        const int64_t *dims = dims_for(ctx, arena, model->m, v);
        if (!dims) continue;
        const TrainDraw draw = {use_of(arena, v), how, way, o->seed, TRAIN_STREAM_WEIGHTS + i};
        draw_weight(arena, w, v->type, dims, &draw, is_later);
    }
    return diag_errors(ctx) == errors;
}
