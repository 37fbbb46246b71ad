/* SPDX-License-Identifier: Apache-2.0 */
/* Weights of classes: numbers that were given, or by how often each class is a target. */
#include <math.h>

#include "passes/blocks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

static bool has_indices(LossKind k) { return k == LOSS_CROSS_ENTROPY || k == LOSS_NLL; }

int64_t train_classes(const TrainModel *model, const LossOptions *loss) {
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    const IrType *t = fn->result->kind == IR_TYPE_TUPLE ? fn->result->fields[0] : fn->result;
    const bool is_of = has_indices(loss->kind) || loss->kind == LOSS_SOFT_CROSS_ENTROPY;
    const int32_t axis = is_of ? loss_class_axis(loss, t) : -1;
    int64_t classes = 0;
    return axis >= 0 && ir_dim_is_const(t->dims[axis], &classes) ? classes : 0;
}

static bool wrong(Ctx *ctx, const char *expected, const char *found) {
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the weights of the classes do not fit");
    diag_expected(ctx, d, "%s", expected);
    diag_found(ctx, d, "%s", found);
    return false;
}

/* "1, 2.5, 0": of each class, 0 or more, and not all 0. */
static bool parse(Ctx *ctx, const char *text, int64_t classes, double *out) {
    Str rest = str_c(text);
    int64_t n = 0;
    double sum = 0;
    for (bool more = true; more; n++) {
        const char *comma = memchr(rest.ptr, ',', rest.len);
        Str item = {rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len};
        double v;
        while (item.len && *item.ptr == ' ') item.ptr++, item.len--;
        while (item.len && item.ptr[item.len - 1] == ' ') item.len--;
        if (!parse_double(item, &v) || !isfinite(v) || v < 0) {
            return wrong(ctx, "`balanced`, or numbers of 0 or more between commas",
                         diag_fmt(ctx, "'%.*s'", (int)item.len, item.ptr));
        }
        if (n < classes) out[n] = v;
        sum += v;
        more = comma != NULL;
        if (more) rest = (Str){comma + 1, (size_t)(rest.ptr + rest.len - comma - 1)};
    }
    if (n != classes) {
        return wrong(
            ctx,
            diag_fmt(ctx, "a number for each of the %lld classes of the model", (long long)classes),
            diag_fmt(ctx, "%lld of them", (long long)n));
    }
    return sum > 0 || wrong(ctx, "a class that counts", "0 for all of them");
}

/* n / (k * count) of each of the k classes that occur among the n targets; 1 of the others. */
static bool balance(Ctx *ctx, const TrainTargets *t, int64_t besides, int64_t classes,
                    double *out) {
    enum { CHUNK = 1024 };
    TrainSource *source = t->source;
    const TrainColumn *column = &source->columns[t->target->column];
    const size_t each = column->bytes / dtype_size(column->dtype);
    Arena arena;
    arena_init(&arena, ctx);
    void **to = ARENA_ARRAY(&arena, void *, source->n_columns + 1);
    char *chunk = to[t->target->column] = arena_alloc(&arena, CHUNK * column->bytes + 1);
    double n = 0, k = 0;
    bool ok = true;
    for (int64_t i = 0; i < classes; i++) out[i] = 0;
    for (size_t first = 0; ok && first < t->n; first += CHUNK) {
        const size_t rows = t->n - first < CHUNK ? t->n - first : CHUNK;
        ok = source->read(source, ctx, t->rows + first, rows, to) == STATUS_OK;
        ctx_poll(ctx);
        for (size_t i = 0; ok && i < rows * each; i++) {
            const int64_t class = dtype_get_int(column->dtype, chunk, i);
            if (class == besides || class < 0 || class >= classes) continue;
            out[class]++;
            n++;
        }
    }
    for (int64_t i = 0; i < classes; i++) k += out[i] > 0;
    for (int64_t i = 0; i < classes; i++) out[i] = out[i] > 0 ? n / (k * out[i]) : 1;
    arena_fini(&arena);
    return ok;
}

double train_share(const LossOptions *loss, const TrainBatch *batch, size_t n) {
    const TrainFeed *f = batch->feeds->n ? &batch->feeds->feeds[batch->feeds->n - 1] : NULL;
    if (!has_indices(loss->kind) || !f || !f->is_target) return (double)n;
    const void *targets = batch->data[batch->feeds->n - 1];
    size_t each = 1;
    double sum = 0;
    for (uint32_t d = 1; d < f->ndim; d++) each *= (size_t)f->dims[d];
    for (size_t i = 0; i < n * each; i++) {
        const int64_t class = dtype_get_int(f->dtype, targets, i);
        if (class == loss->ignore_index) continue;
        sum += loss->class_weights ? loss->class_weights[class] : 1;
    }
    return sum;
}

bool train_class_weights(Arena *arena, const TrainModel *model, const TrainOptions *o,
                         const TrainTargets *targets, TrainChoice *out) {
    Ctx *ctx = arena->ctx;
    LossOptions *loss = &out->loss;
    if (!o->class_weights) return true;
    const int64_t classes = train_classes(model, loss);
    if (!classes)
        return wrong(ctx, "a loss of classes, whose number the model says",
                     diag_fmt(ctx, "the loss %s", loss_names[loss->kind]));
    double *values = ARENA_ARRAY(arena, double, (size_t)classes + 1);
    const bool is_balanced = strcmp(o->class_weights, "balanced") == 0;
    if (is_balanced && (!targets || !targets->target || !has_indices(loss->kind)))
        return wrong(ctx, "numbers between commas",
                     targets ? "`balanced`, and targets that are no class indices"
                             : "`balanced`, and no data to count classes in");
    if (!(is_balanced ? balance(ctx, targets, loss->ignore_index, classes, values)
                      : parse(ctx, o->class_weights, classes, values)))
        return false;
    loss->class_weights = values;
    loss->n_class_weights = (size_t)classes;
    return true;
}
