/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_COMMAND_TRAIN_ARGS_H
#define TENON_COMMAND_TRAIN_ARGS_H

#include "command/command.h"

enum { TRAIN_GROUPS_MAX = 32 };

/* Lists, which args_train_free frees. */
typedef struct {
    Names trainable;
    TnTrainGroup groups[TRAIN_GROUPS_MAX];
    char *patterns[TRAIN_GROUPS_MAX];
    size_t n_groups;
} TrainArgs;

error_t args_train_count(int64_t *out, const char *option, const char *arg,
                         struct argp_state *state);
bool args_train_parse_number(const char *arg, double *out);
/* Above 0, and below `below`; 0: any. */
error_t args_train_number(double *out, const char *option, const char *arg, double below,
                          struct argp_state *state);
error_t args_train_seed(uint64_t *out, const char *arg, struct argp_state *state);
error_t args_train_group(TrainArgs *self, const char *arg, struct argp_state *state);
void args_train_free(TrainArgs *self);

#endif
