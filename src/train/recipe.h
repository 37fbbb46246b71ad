/* SPDX-License-Identifier: Apache-2.0 */
/* What is done to the rows of a table before a model sees them, and what its prediction means: made
 * of the data when the model is trained, kept with it as a text (docs/train.md, "Tables"), followed
 * by whoever evaluates or predicts. */
#ifndef TENON_TRAIN_RECIPE_H
#define TENON_TRAIN_RECIPE_H

#include "train/csv.h"

/* PICTURE: a channel of a picture that is brought to the input's extents, each value as a number's;
 * `column` says how, "stretch" or "crop" */
typedef enum {
    TRAIN_FIELD_NUMBER,
    TRAIN_FIELD_ONEHOT,
    TRAIN_FIELD_INDEX,
    TRAIN_FIELD_PICTURE
} TrainFieldKind;

/* A column of the table as elements of an input, or as the target. */
typedef struct {
    const char *input; /* NULL: it is the target */
    const char *column;
    TrainFieldKind kind;
    double missing, shift, scale; /* a number v becomes (v - shift) / scale */
    const char **categories;      /* of others, in the order of the bytes */
    size_t n;
} TrainField;

typedef struct {
    const char *loss; /* that it was trained by */
    TrainField *fields;
    size_t n;
} TrainRecipe;

/* "number", "onehot", "index" or "picture" */
const char *train_field_kind(TrainFieldKind kind);
/* NULL: it has no target. */
const TrainField *train_recipe_target(const TrainRecipe *self);
void train_recipe_print(const TrainRecipe *self, StrBuf *out);
/* Back; in the arena. False after a report. */
bool train_recipe_parse(Arena *arena, const char *text, TrainRecipe *out);

#endif
