/* SPDX-License-Identifier: Apache-2.0 */
/* Predictions as lines of CSV: the names of classes, numbers in the target's own unit. */
#include "train/parts.h"

typedef struct {
    const TrainField *target; /* NULL: the model does not say */
    LossKind loss;
    bool of_classes, of_bits;
    size_t each; /* elements of a row */
} Shape;

static Shape shape_of(const TrainRun *self, const TrainScored *x) {
    Shape s = {.loss = self->choice.loss.kind, .each = 1};
    s.target = train_recipe_target(&self->recipe);
    for (uint32_t i = 1; i < x->ndim; i++) s.each *= (size_t)x->dims[i];
    s.of_classes = x->ndim == 2 && (s.loss == LOSS_CROSS_ENTROPY || s.loss == LOSS_NLL ||
                                    s.loss == LOSS_SOFT_CROSS_ENTROPY);
    s.of_bits = s.each == 1 && (s.loss == LOSS_BCE || s.loss == LOSS_BCE_LOGITS);
    return s;
}

static void put_class(const Shape *s, size_t class, StrBuf *out) {
    const bool is_named =
        s->target && s->target->kind != TRAIN_FIELD_NUMBER && class < s->target->n;
    if (is_named)
        csv_put(out, str_c(s->target->categories[class]));
    else
        strbuf_printf(out, "%zu", class);
}

static void put_header(const Shape *s, bool scores, StrBuf *out) {
    const bool is_one = s->of_classes || s->of_bits || s->each == 1;
    if (is_one) strbuf_puts(out, "prediction");
    for (size_t i = 0; !is_one && i < s->each; i++)
        strbuf_printf(out, "%sprediction_%zu", i ? "," : "", i);
    for (size_t i = 0; scores && i < s->each; i++) strbuf_printf(out, ",score_%zu", i);
    strbuf_putc(out, '\n');
}

static void put_row(const Shape *s, const TrainScored *x, size_t row, StrBuf *out) {
    const size_t first = row * s->each;
    const bool has_unit = s->target && s->target->kind == TRAIN_FIELD_NUMBER;
    if (s->of_classes) {
        size_t best = 0;
        for (size_t i = 1; i < s->each; i++) {
            if (dtype_get_double(x->dtype, x->prediction, first + i) >
                dtype_get_double(x->dtype, x->prediction, first + best))
                best = i;
        }
        put_class(s, best, out);
        return;
    }
    if (s->of_bits) {
        const double middle = s->loss == LOSS_BCE ? 0.5 : 0;
        put_class(s, dtype_get_double(x->dtype, x->prediction, first) > middle, out);
        return;
    }
    for (size_t i = 0; i < s->each; i++) {
        const double v = dtype_get_double(x->dtype, x->prediction, first + i);
        if (i) strbuf_putc(out, ',');
        if (has_unit && (s->target->scale != 1 || s->target->shift != 0))
            strbuf_double(out, v * s->target->scale + s->target->shift);
        else if (x->dtype == DTYPE_FLOAT32)
            strbuf_float(out, (float)v);
        else
            strbuf_double(out, v);
    }
}

static void put_scores(const Shape *s, const TrainScored *x, size_t row, StrBuf *out) {
    for (size_t i = 0; i < s->each; i++) {
        const double v = dtype_get_double(x->dtype, x->prediction, row * s->each + i);
        strbuf_putc(out, ',');
        if (x->dtype == DTYPE_FLOAT32)
            strbuf_float(out, (float)v);
        else
            strbuf_double(out, v);
    }
}

bool train_predict(TrainRun *self, bool scores, StrBuf *out, bool *done) {
    const size_t batch = (size_t)self->o.batch, left = self->n_val - (size_t)self->predicted;
    const size_t n = left < batch ? left : batch;
    const size_t taken = self->is_fixed ? batch : n; /* the last row fills up */
    int64_t *rows = ARENA_ARRAY(out->arena, int64_t, batch + 1);
    double loss;
    TrainScored x;
    for (size_t i = 0; i < taken; i++) rows[i] = self->predicted + (int64_t)(i < n ? i : n - 1);
    ctx_poll(self->ctx);
    if (!train_read(self, &self->val_batch, rows, taken)) return false;
    const size_t next = (size_t)self->predicted + n, later = self->n_val - next;
    if (later && (later >= batch || !self->is_fixed))
        train_ask(self, &self->val_batch, self->val_rows + next, later < batch ? later : batch);
    if (!train_run_eval(self, taken, &loss, &x)) return false;
    const Shape s = shape_of(self, &x);
    if (!self->predicted) put_header(&s, scores, out);
    for (size_t i = 0; i < n; i++) {
        put_row(&s, &x, i, out);
        if (scores) put_scores(&s, &x, i, out);
        strbuf_putc(out, '\n');
    }
    self->predicted += (int64_t)n;
    *done = self->predicted == (int64_t)self->n_val;
    return true;
}
