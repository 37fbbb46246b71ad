/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules of the learning rate: what the base rate is multiplied with in each step. Each may
 * begin with a warm-up: in step i of the first `warmup` ones the factor is (i + 1) / warmup, and
 * the schedule begins behind them. */
#include <math.h>

#include "train/parts.h"

enum { CONSTANT, STEP, COSINE, LINEAR };

static const TrainTerm schedules[] = {
    [CONSTANT] = {"constant", {"warmup"}, {0}},
    /* times `factor` after every `every` steps */
    [STEP] = {"step", {"every", "factor", "warmup"}, {1000, 0.1, 0}},
    /* down to `floor` in the last step, along half a wave (Loshchilov and Hutter 2017) */
    [COSINE] = {"cosine", {"floor", "warmup"}, {0, 0}},
    [LINEAR] = {"linear", {"floor", "warmup"}, {0, 0}},
};

bool train_schedule_parse(Ctx *ctx, const char *text, TrainTerm *out) {
    if (train_term_parse(ctx, "a schedule", text, schedules, ARRAY_LEN(schedules), out) < 0)
        return false;
    const bool has_floor = strcmp(out->keys[0], "floor") == 0;
    const double warmup = train_term_value(out, "warmup");
    const char *wrong = NULL;
    if (warmup < 0 || warmup != floor(warmup)) wrong = "warmup";
    if (has_floor && (out->values[0] < 0 || out->values[0] > 1)) wrong = "floor";
    if (strcmp(out->name, "step") == 0 &&
        (out->values[0] < 1 || out->values[0] != floor(out->values[0])))
        wrong = "every";
    if (strcmp(out->name, "step") == 0 && !(out->values[1] > 0)) wrong = "factor";
    if (!wrong) return true;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                         diag_fmt(ctx, "the schedule %s: '%s' is out of range", out->name, wrong));
    diag_expected(ctx, d,
                  "warmup and every to be numbers of steps, floor from 0 to 1, factor above 0");
    return false;
}

double train_schedule_rate(const TrainTerm *self, int64_t step, int64_t steps) {
    const int64_t warmup = (int64_t)train_term_value(self, "warmup");
    if (step < warmup) return (double)(step + 1) / (double)warmup;
    const double at = (double)(step - warmup);
    const double of = (double)(steps - warmup);
    const double share = of > 0 ? at / of : 1;
    if (strcmp(self->name, "step") == 0) return pow(self->values[1], floor(at / self->values[0]));
    if (strcmp(self->name, "cosine") == 0) {
        const double low = self->values[0];
        return low + (1 - low) * 0.5 * (1 + cos(3.14159265358979323846 * (share < 1 ? share : 1)));
    }
    if (strcmp(self->name, "linear") == 0) {
        const double low = self->values[0];
        return low + (1 - low) * (share < 1 ? 1 - share : 0);
    }
    return 1;
}
