/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `train` that `compile --train` has, too. */
#include "command/train_args.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

error_t args_train_count(int64_t *out, const char *option, const char *arg,
                         struct argp_state *state) {
    char *end;
    errno = 0;
    const long long n = strtoll(arg, &end, 10);
    if (arg[0] < '0' || arg[0] > '9' || *end || errno || n < 1)
        return args_error(state, "%s takes a number of 1 or more, not '%s'", option, arg);
    *out = n;
    return 0;
}

bool args_train_parse_number(const char *arg, double *out) {
    char *end;
    *out = strtod(arg, &end);
    return *arg && !*end && isfinite(*out);
}

error_t args_train_number(double *out, const char *option, const char *arg, double below,
                          struct argp_state *state) {
    if (args_train_parse_number(arg, out) && *out > 0 && !(below > 0 && *out >= below)) return 0;
    return args_error(state, "%s takes a number above 0%s, not '%s'", option,
                      below > 0 ? " and below 1" : "", arg);
}

error_t args_train_seed(uint64_t *out, const char *arg, struct argp_state *state) {
    char *end;
    errno = 0;
    *out = strtoull(arg, &end, 10);
    if (arg[0] < '0' || arg[0] > '9' || *end || errno)
        return args_error(state, "--seed takes a number of 0 or more, not '%s'", arg);
    return 0;
}

error_t args_train_group(TrainArgs *self, const char *arg, struct argp_state *state) {
    TnTrainGroup *g = &self->groups[self->n_groups];
    if (self->n_groups == TRAIN_GROUPS_MAX)
        return args_error(state, "more than %d groups", TRAIN_GROUPS_MAX);
    char *text = strdup(arg), *rate = text ? strchr(text, ':') : NULL;
    self->patterns[self->n_groups++] = text;
    char *decay = rate ? strchr(rate + 1, ':') : NULL;
    if (rate) *rate++ = '\0';
    if (decay) *decay++ = '\0';
    *g = (TnTrainGroup){.pattern = text, .decay = -1};
    if (!rate || !*text || !args_train_parse_number(rate, &g->rate) || g->rate < 0 ||
        (decay && (!args_train_parse_number(decay, &g->decay) || g->decay < 0)))
        return args_error(state, "--group takes GLOB:RATE or GLOB:RATE:DECAY, not '%s'", arg);
    return 0;
}

void args_train_free(TrainArgs *self) {
    for (size_t i = 0; i < self->n_groups; i++) free(self->patterns[i]);
    names_free(&self->trainable);
}
