/* SPDX-License-Identifier: Apache-2.0 */
/* Metrics, added up batch by batch. */
#include <math.h>

#include "train/parts.h"

const char *const train_metric_names[] = {
#define TRAIN_METRIC(id, name, rises, doc) name,
#include "train/metrics.def"
    NULL};

static const bool rises[] = {
#define TRAIN_METRIC(id, name, up, doc) up,
#include "train/metrics.def"
};

bool train_metric_rises(TrainMetricKind kind) { return rises[kind]; }

void train_metric_begin(TrainMetric *self) {
    self->count = self->sum = 0;
    for (size_t i = 0; i < self->n; i++) self->targets[i] = self->squares[i] = self->errors[i] = 0;
}

static bool is_class_loss(LossKind k) { return k == LOSS_CROSS_ENTROPY || k == LOSS_NLL; }

/* The largest of a place's classes, which lie `step` apart. */
static int64_t class_of(size_t first, size_t step, int64_t classes, const void *of, DType dtype) {
    int64_t best = 0;
    for (int64_t c = 1; c < classes; c++) {
        if (dtype_get_double(dtype, of, first + (size_t)c * step) >
            dtype_get_double(dtype, of, first + (size_t)best * step))
            best = c;
    }
    return best;
}

/* The target is among the k largest. */
static bool is_among(const TrainScored *x, size_t first, size_t step, int64_t classes,
                     int64_t target, int64_t k) {
    const double own = dtype_get_double(x->dtype, x->prediction, first + (size_t)target * step);
    int64_t larger = 0;
    for (int64_t c = 0; c < classes; c++) {
        const double v = dtype_get_double(x->dtype, x->prediction, first + (size_t)c * step);
        larger += v > own || (v == own && c < target) || (isnan(own) && c != target);
    }
    return larger < k;
}

static void add_classes(TrainMetric *self, const TrainScored *x, size_t rows) {
    const uint32_t axis = (uint32_t)(self->axis < 0 ? self->axis + x->ndim : self->axis);
    const int64_t classes = x->dims[axis], k = self->kind == TRAIN_METRIC_TOP ? self->k : 1;
    size_t inner = 1, outer = rows; /* places behind the classes and before them */
    for (uint32_t i = 1; i < axis; i++) outer *= (size_t)x->dims[i];
    for (uint32_t i = axis + 1; i < x->ndim; i++) inner *= (size_t)x->dims[i];
    for (size_t i = 0; i < outer * inner; i++) {
        const size_t first = i / inner * (size_t)classes * inner + i % inner;
        const int64_t target = is_class_loss(self->loss)
                                   ? dtype_get_int(x->target_dtype, x->target, i)
                                   : class_of(first, inner, classes, x->target, x->target_dtype);
        if (is_class_loss(self->loss) && target == self->ignore_index) continue;
        self->count++;
        if (target >= 0 && target < classes)
            self->sum += is_among(x, first, inner, classes, target, k);
    }
}

static void add_bits(TrainMetric *self, const TrainScored *x, size_t n) {
    const double middle = self->loss == LOSS_BCE ? 0.5 : 0;
    for (size_t i = 0; i < n; i++) {
        const bool is = dtype_get_double(x->dtype, x->prediction, i) > middle;
        self->sum += is == (dtype_get_double(x->target_dtype, x->target, i) > 0.5);
    }
    self->count += (double)n;
}

static void add_elements(TrainMetric *self, const TrainScored *x, size_t rows, size_t each) {
    for (size_t i = 0; i < rows * each; i++) {
        const double t = dtype_get_double(x->target_dtype, x->target, i);
        const double e = dtype_get_double(x->dtype, x->prediction, i) - t;
        self->sum += self->kind == TRAIN_METRIC_MAE ? fabs(e) : e * e;
        if (self->kind != TRAIN_METRIC_R2) continue;
        if (self->count == 0 && i < each) self->origins[i] = t;
        const double apart = t - self->origins[i % each];
        self->targets[i % each] += apart;
        self->squares[i % each] += apart * apart;
        self->errors[i % each] += e * e;
    }
    self->count += (double)(self->kind == TRAIN_METRIC_R2 ? rows : rows * each);
}

void train_metric_add(TrainMetric *self, const TrainScored *x, size_t rows) {
    if (self->kind == TRAIN_METRIC_LOSS || self->kind == TRAIN_METRIC_PERPLEXITY) return;
    size_t each = 1;
    for (uint32_t i = 1; i < x->ndim; i++) each *= (size_t)x->dims[i];
    if (self->kind == TRAIN_METRIC_MAE || self->kind == TRAIN_METRIC_MSE ||
        self->kind == TRAIN_METRIC_R2)
        add_elements(self, x, rows, each);
    else if (self->loss == LOSS_BCE || self->loss == LOSS_BCE_LOGITS)
        add_bits(self, x, rows * each);
    else
        add_classes(self, x, rows);
}

/* 1 - errors / variance; a column that never varies counts as explained where there is no error. */
static double explained(const TrainMetric *self) {
    double sum = 0;
    for (size_t i = 0; i < self->n; i++) {
        const double mean = self->targets[i] / self->count;
        const double spread = self->squares[i] - self->count * mean * mean;
        const bool varies = spread > 1e-12 * self->squares[i]; /* of sums that are rounded */
        sum += varies ? 1 - self->errors[i] / spread : self->errors[i] == 0;
    }
    return self->n ? sum / (double)self->n : 0;
}

double train_metric_value(const TrainMetric *self, double loss) {
    switch (self->kind) {
    case TRAIN_METRIC_LOSS: return loss;
    case TRAIN_METRIC_PERPLEXITY: return exp(loss);
    case TRAIN_METRIC_R2: return explained(self);
    default: return self->count > 0 ? self->sum / self->count : 0;
    }
}
