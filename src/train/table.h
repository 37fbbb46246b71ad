/* SPDX-License-Identifier: Apache-2.0 */
/* A table as the inputs and the target of a model, by a recipe that is made or given. */
#ifndef TENON_TRAIN_TABLE_H
#define TENON_TRAIN_TABLE_H

#include "train/recipe.h"
#include "train/source.h"

/* An input of the model. */
typedef struct {
    const char *name;
    bool is_int;
    int64_t width;   /* elements of a row; -1: not known */
    int32_t ndim;    /* of a row */
    int64_t dims[3]; /* where there are three, and all are known */
} TrainWant;

typedef struct {
    const TrainWant *inputs;
    size_t n;
    const char *target;         /* NULL: by its usual names */
    bool has_target;            /* it is wanted */
    const char *const *columns; /* "NAME:KIND": how columns are read */
    size_t n_columns;
    const TrainRecipe *recipe; /* that is followed; NULL: it is made */
} TrainWants;

/* Its rows as the model takes them: a column for each input, and the target's. In the arena; *made
 * is the recipe. NULL after a report of all that is wrong. */
TrainSource *train_table_view(Arena *arena, const TrainSource *table, const TrainWants *wants,
                              TrainRecipe *made);

/* What the files of the table share (table.c, table_view.c). */

typedef struct {
    bool is_number; /* all that is there reads as a number */
    size_t n_missing;
    Loc other; /* what is first to read as no number */
} TableColumn;

typedef struct {
    TrainSource source; /* first; columns have the header's names */
    Str text;
    char separator;
    TableColumn *columns;
} Table;

bool table_is_missing(const CsvField *f);
bool table_number(const CsvField *f, double *out);

#endif
