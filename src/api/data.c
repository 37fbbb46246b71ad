/* SPDX-License-Identifier: Apache-2.0 */
/* Data for training: files, or a caller's callback. */
#include "api/data.h"

#include <sys/stat.h>

#include "api/options.h"

static const Loc no_place = {.line = 0};

/* A callback's rows. */
typedef struct {
    TrainSource source; /* first */
    TnStatus (*read)(void *user, const int64_t *rows, size_t n, void *const *columns);
    void *user;
} Called;

static Status called_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                          void *const *out) {
    Called *self = (Called *)(void *)source;
    const TnStatus status = self->read(self->user, rows, n, out);
    if (status == TN_OK) return STATUS_OK;
    diag_error(ctx, no_place, DIAG_READ, source->name, tn_status_text(status));
    return STATUS_IO;
}

/* NULL: a column is out of its contract. */
static TrainSource *called_new(Arena *arena, const TnDataSource *from) {
    Called *self = ARENA_NEW(arena, Called);
    TrainColumn *columns = ARENA_ARRAY(arena, TrainColumn, from->n_columns + 1);
    const char *name = from->name ? from->name : "data";
    *self = (Called){.read = from->read, .user = from->user};
    self->source = (TrainSource){.ctx = arena->ctx,
                                 .name = arena_strdup(arena, str_c(name)),
                                 .columns = columns,
                                 .n_columns = from->n_columns,
                                 .rows = from->rows,
                                 .read = called_read};
    for (size_t i = 0; i < from->n_columns; i++) {
        const TnDataColumn *c = &from->columns[i];
        size_t count, bytes;
        DType dtype;
        if (!c->name || !c->dtype || !dtype_parse(str_c(c->dtype), &dtype) || dtype == DTYPE_VOID ||
            dtype == DTYPE_STRING || dtype_is_packed(dtype) || c->ndim >= TN_RANK_MAX ||
            (c->ndim && !c->dims) || !tensor_count(c->dims, c->ndim, dtype, &count, &bytes))
            return NULL;
        int64_t *dims = ARENA_ARRAY(arena, int64_t, (size_t)c->ndim + 1);
        if (c->ndim) memcpy(dims, c->dims, c->ndim * sizeof *dims);
        columns[i] = (TrainColumn){.name = arena_strdup(arena, str_c(c->name)),
                                   .dtype = dtype,
                                   .ndim = c->ndim,
                                   .dims = dims,
                                   .bytes = bytes};
    }
    return &self->source;
}

/* A folder is one of pictures or of .npy files. */
static TrainSource *file_new(Arena *arena, const char *path) {
    Ctx *ctx = arena->ctx;
    struct stat is;
    const char *dot = strrchr(path, '.');
    if (stat(path, &is) == 0 && S_ISDIR(is.st_mode)) {
        bool has_pictures;
        TrainSource *s = train_read_pictures(arena, path, &has_pictures);
        return has_pictures ? s : train_read_folder(arena, path);
    }
    if (dot && strcmp(dot, ".npz") == 0) return train_read_npz(arena, path);
    if (dot && strcmp(dot, ".csv") == 0) return train_read_table(arena, path, ',');
    if (dot && strcmp(dot, ".tsv") == 0) return train_read_table(arena, path, '\t');
    Diag *d =
        diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "'%s' has no ending of data", path));
    diag_expected(ctx, d,
                  "an .npz archive, a table (.csv, .tsv), or a folder of .npy files or pictures");
    return NULL;
}

TnStatus api_data_status(TnContext *self, TnStatus status) {
    const DiagList *list = self->ctx.diags;
    for (size_t i = 0; status == TN_E_INVALID && i < list->diags.len; i++) {
        const Diag *d = &list->diags.at[i];
        if (d->level == DIAG_ERROR && (d->id == DIAG_READ || d->id == DIAG_WRITE)) return TN_E_IO;
    }
    return status;
}

/* Of a caller's source or (NULL) a file. */
static TnStatus data_new(TnContext *ctx, const TnDataSource *source, const char *path,
                         TnData **out) {
    Boundary b;
    volatile TnStatus status = TN_OK;
    CTX_ENTER(&ctx->ctx, &b) {
        Arena arena;
        api_begin(ctx);
        arena_init(&arena, &ctx->ctx);
        TnData *self = ARENA_NEW(&arena, TnData);
        self->context = ctx;
        self->source = source ? called_new(&arena, source) : file_new(&arena, path);
        if (self->source) {
            arena_keep(&arena);
            self->arena = arena; /* it is on no clean-ups, so it may move */
            ctx->handles++;
            *out = self;
        } else {
            if (source) status = TN_E_USAGE;
            arena_fini(&arena);
        }
    }
    return api_data_status(ctx, api_leave(ctx, &b, status));
}

TnStatus tn_data_new(TnContext *ctx, const TnDataSource *source, TnData **out) {
    TnDataSource s;
    if (out) *out = NULL;
    if (!ctx || !source || !out) return api_usage(ctx);
    if (!api_options(ctx, API_TnDataSource, source, &s)) return TN_E_USAGE;
    if (!s.read || s.rows < 0 || (s.n_columns && !s.columns)) return api_usage(ctx);
    return data_new(ctx, &s, NULL, out);
}

TnStatus tn_data_read(TnContext *ctx, const char *path, TnData **out) {
    if (out) *out = NULL;
    if (!ctx || !path || !out) return api_usage(ctx);
    return data_new(ctx, NULL, path, out);
}

void tn_data_free(TnData *data) {
    if (!data) return;
    TnContext *ctx = data->context;
    Arena arena = data->arena; /* the handle lies in it */
    train_source_close(data->source);
    arena_fini(&arena);
    api_release(ctx);
}

int64_t tn_data_rows(const TnData *data) { return data ? data->source->rows : 0; }

TnStatus tn_data_column(const TnData *data, size_t index, TnDataColumn *out) {
    if (!data || !out || index >= data->source->n_columns) return TN_E_USAGE;
    const TrainColumn *c = &data->source->columns[index];
    *out = (TnDataColumn){c->name, dtype_name(c->dtype), c->ndim, c->dims};
    return TN_OK;
}
