/* SPDX-License-Identifier: Apache-2.0 */
/* Data as rows with columns. A source gives any rows at any time, so it has no position: who asks
 * keeps that, as a number and a seed, and an order of rows that was drawn before can be taken up
 * again. Whoever reads another format fills in this structure (arrays.c does, for .npz archives and
 * folders of .npy files); nothing else knows where rows come from. */
#ifndef TENON_TRAIN_SOURCE_H
#define TENON_TRAIN_SOURCE_H

#include "base/map.h"
#include "tensor/tensor.h"

typedef struct {
    const char *name;
    DType dtype;
    uint32_t ndim; /* of a row */
    const int64_t *dims;
    size_t bytes; /* of a row */
} TrainColumn;

typedef struct TrainSource TrainSource;
struct TrainSource {
    Ctx *ctx;
    const char *name; /* for messages: a path */
    const TrainColumn *columns;
    size_t n_columns;
    int64_t rows;
    /* These rows of each column c for which out[c] is not NULL, one behind the other. STATUS_OK, or
     * another one after a report. `ctx` is who asks: it is for reports and memory, and nothing of
     * the source changes. */
    Status (*read)(TrainSource *self, Ctx *ctx, const int64_t *rows, size_t n, void *const *out);
    void (*close)(TrainSource *self); /* may be NULL */
    void *impl;
    bool is_table;    /* of train_read_table: rows come of a view (table.h) */
    bool is_pictures; /* of train_read_pictures: the same (pictures.h) */
    bool reads_files; /* `read` waits for files, by the context's own means alone: it may be called
                         in another thread, by a context of that (ahead.c) */
};

/* The arrays of an .npz archive, or of the files NAME.npy in a folder, which are mapped: columns,
 * which have as many rows. In `arena`, which outlives the call if it is kept; train_source_close is
 * due. NULL after a report. */
TrainSource *train_read_npz(Arena *arena, const char *path);
TrainSource *train_read_folder(Arena *arena, const char *path);
/* A folder of PNG and JPEG files, or of folders of such, whose names are the classes; NULL with
 * *is false, without a report: it holds neither. */
TrainSource *train_read_pictures(Arena *arena, const char *path, bool *is);
/* CSV (separator ',') or TSV ('\t') whose first line names the columns. */
TrainSource *train_read_table(Arena *arena, const char *path, char separator);
void train_source_close(TrainSource *self); /* NULL is allowed */

#endif
