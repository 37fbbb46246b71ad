/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_COMMAND_TRAIN_ARGS_H
#define TENON_COMMAND_TRAIN_ARGS_H

#include "command/command.h"

enum { TRAIN_GROUPS_MAX = 32 };

/* Options of the verbs that take a model and rows; the keys are each verb's own. */
#define DATA_ARG                                                                                   \
    {                                                                                              \
        "data", KEY_DATA, "D", 0,                                                                  \
            "rows: a table (.csv, .tsv), an .npz archive, or a folder of .npy files or "           \
            "pictures (must be given)",                                                            \
            0                                                                                      \
    }
#define BATCH_ARG                                                                                  \
    { "batch", KEY_BATCH, "N", 0, "rows at once (default: 32, or what the model says)", 1 }
#define MODEL_ARGS                                                                                 \
    {                                                                                              \
        "function",                                                                                \
        KEY_FUNCTION,                                                                              \
        "NAME",                                                                                    \
        0,                                                                                         \
        "the function (default: the only public one, else main)",                                  \
        1},                                                                                        \
        {"threads",                                                                                \
         KEY_THREADS,                                                                              \
         "N",                                                                                      \
         0,                                                                                        \
         "at most N threads (default: one for each "                                               \
         "processor)",                                                                             \
         1},                                                                                       \
    {                                                                                              \
        "strict", KEY_STRICT, NULL, 0, "the bits of the reference evaluator", 1                    \
    }

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
