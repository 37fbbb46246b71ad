/* SPDX-License-Identifier: Apache-2.0 */
/* Where a value that is not finite first arises: the step that ended so changed nothing, so it is
 * made once more by the evaluator, which is asked after each operator. */
#include <math.h>

#include "eval/eval.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

typedef struct {
    const OpDef *op;
    double value;
    size_t element;
    const char *shape;
} Bad;

typedef struct {
    Ctx *ctx;
    Bad nan, infinite; /* op NULL: none yet */
} Blame;

/* The first element that is not finite; count: none. A NaN before an infinity. */
static size_t first_bad(const Tensor *t, bool nan) {
    size_t i = 0;
    if (!dtype_is_float(t->dtype)) return t->count;
    while (i < t->count && !(nan ? isnan(tensor_get_double(t, i)) : isinf(tensor_get_double(t, i))))
        i++;
    return i;
}

static const char *shape_text(Ctx *ctx, const Tensor *t) {
    StrBuf s;
    strbuf_init(&s, &ctx->diags->arena);
    strbuf_puts(&s, "(");
    for (uint32_t i = 0; i < t->ndim; i++)
        strbuf_printf(&s, "%s%lld", i ? ", " : "", (long long)t->dims[i]);
    strbuf_puts(&s, ")");
    return strbuf_cstr(&s);
}

static bool has_bad(const Value *v) {
    return v && v->kind == VALUE_TENSOR &&
           (first_bad(v->tensor, true) < v->tensor->count ||
            first_bad(v->tensor, false) < v->tensor->count);
}

static void look(void *user, const OpDef *op, Value *const *operands, uint32_t n, Value *result) {
    Blame *self = user;
    if (result->kind != VALUE_TENSOR || self->nan.op) return;
    const Tensor *t = result->tensor;
    bool inherits = false;
    for (uint32_t i = 0; i < n; i++) inherits |= has_bad(operands[i]);
    for (int nan = 0; nan < 2; nan++) {
        Bad *bad = nan ? &self->nan : &self->infinite;
        const size_t at = bad->op ? t->count : first_bad(t, nan);
        if (at < t->count && (nan || !inherits))
            *bad = (Bad){op, tensor_get_double(t, at), at, shape_text(self->ctx, t)};
    }
}

static Value *tuple_of(ValueList *list, const IrType *t, const TrainArrays *arrays, size_t *at) {
    if (t->kind != IR_TYPE_TUPLE) return value_tensor(list, tensor_ref(arrays->at[(*at)++].value));
    Value *v = value_tuple(list, t->n);
    for (uint32_t i = 0; i < t->n; i++) v->items[i] = tuple_of(list, t->fields[i], arrays, at);
    return v;
}

/* The step by the evaluator; what it finds goes to *blame. */
static void replay(TrainRun *self, IrFunction *fn, size_t n, Blame *blame) {
    ValueList list;
    Arena arena;
    value_list_init(&list, self->ctx);
    arena_init(&arena, self->ctx);
    Value **args = ARENA_ARRAY(&arena, Value *, fn->params.len + 1);
    size_t k = 0, at = 0;
    args[k++] = tuple_of(&list, fn->params.at[0]->type, &self->weights, &at);
    at = 0;
    args[k++] =
        tuple_of(&list, fn->params.at[1]->type, self->has_update ? &self->sums : &self->state, &at);
    for (size_t i = 0; i < self->batch.feeds->n; i++) {
        const TrainFeed *f = &self->batch.feeds->feeds[i];
        f->dims[0] = (int64_t)n;
        Value *v = args[k++] = value_tensor_new(&list, f->dtype, f->dims, f->ndim);
        if (v->tensor->bytes) memcpy(v->tensor->data, self->batch.data[i], v->tensor->bytes);
    }
    Value *one = args[k++] = value_tensor_new(&list, DTYPE_FLOAT64, NULL, 0);
    tensor_set_double(one->tensor, 0, 1);
    BUG_IF(k != fn->params.len);
    Evaluator *e = eval_new(fn->module, &arena);
    eval_watch(e, look, blame);
    (void)eval_function(e, fn, args, (uint32_t)k, &list);
    eval_end(e);
    arena_fini(&arena);
    value_list_fini(&list);
}

/* A column or a weight that holds such a value already. */
static const char *given_bad(const TrainRun *self, const int64_t *rows, size_t n) {
    for (size_t i = 0; i < self->batch.feeds->n; i++) {
        const TrainFeed *f = &self->batch.feeds->feeds[i];
        const TrainColumn *c = &self->data->columns[f->column];
        const size_t each = c->bytes / dtype_size(c->dtype);
        for (size_t k = 0; dtype_is_float(f->dtype) && k < n * each; k++) {
            const double v = dtype_get_double(f->dtype, self->batch.data[i], k);
            if (!isfinite(v))
                return diag_fmt(self->ctx, "%s holds %g in row %lld of column '%s'",
                                self->data->name, v, (long long)rows[k / each], c->name);
        }
    }
    for (size_t i = 0; i < self->weights.len; i++) {
        const Tensor *t = self->weights.at[i].value;
        for (size_t k = 0; dtype_is_float(t->dtype) && k < t->count; k++) {
            const double v = tensor_get_double(t, k);
            if (!isfinite(v))
                return diag_fmt(self->ctx, "the weight '%s' is %g at element %zu before the step",
                                self->weights.at[i].name, v, k);
        }
    }
    return NULL;
}

void train_report_loss(TrainRun *self, double loss, const int64_t *rows, size_t n) {
    Ctx *ctx = self->ctx;
    Blame blame = {.ctx = ctx};
    const char *found = given_bad(self, rows, n);
    const bool is_given = found != NULL;
    const char *value = isnan(loss) ? "nan" : loss < 0 ? "-inf" : "inf";
    if (!found) {
        const DiagMark mark = diag_mark(ctx);
        TrainingFunctions made;
        IrModule *m = train_functions(self, &made, NULL);
        if (m) replay(self, made.step->function, n, &blame);
        ir_module_free(m);
        diag_rewind(ctx, mark);
        const Bad *bad = blame.infinite.op ? &blame.infinite : &blame.nan;
        if (bad->op)
            found =
                diag_fmt(ctx, "R.%s is the first to give %g: element %zu of a result of shape %s",
                         bad->op->name, bad->value, bad->element, bad->shape);
        if (bad == &blame.infinite && blame.nan.op)
            found = diag_fmt(ctx, "%s; R.%s then gives nan", found, blame.nan.op->name);
    }
    Diag *d =
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx, "step %lld: the loss is %s", (long long)self->steps + 1, value));
    diag_expected(ctx, d, "a number; the step was not made, and the weights are as before it");
    if (found) diag_found(ctx, d, "%s", found);
    if (!is_given)
        diag_help(ctx, d, "a smaller learning rate, a warm-up or a clipped gradient often helps");
}
