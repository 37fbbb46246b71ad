/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of pictures as rows: names are read at once, in the order of their bytes, and pictures
 * with the batch that they are of, so that there may be more than memory holds. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "tensor/file.h"
#include "train/pictures.h"

static const Loc no_place = {.line = 0};

typedef VEC(const char *) Names;

typedef struct {
    const char *path;
    int64_t class; /* of the folder's; -1: it lies in none */
} File;

typedef struct {
    TrainSource source; /* first */
    VEC(File) files;
    Names classes;
} Folder;

/* --- The folder --- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What is in a folder and has no dot before it, in the order of the bytes. */
static bool list_folder(Arena *arena, const char *path, Names *out) {
    DIR *dir = opendir(path);
    if (!dir) {
        diag_error(arena->ctx, no_place, DIAG_READ, path, strerror(errno));
        return false;
    }
    for (const struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] != '.') vec_push(arena, out, arena_strdup(arena, str_c(e->d_name)));
    }
    closedir(dir);
    if (out->len) qsort(out->at, out->len, sizeof *out->at, by_name);
    return true;
}

static bool is_picture(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcasecmp(dot, ".png") == 0 || strcasecmp(dot, ".jpg") == 0 ||
                   strcasecmp(dot, ".jpeg") == 0);
}

static bool is_folder(const char *path) {
    struct stat is;
    return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

/* What is told of a class stands in the model, whose texts are UTF-8. */
static bool is_class_name(Arena *arena, const char *path, const char *name) {
    if (str_is_utf8(str_c(name))) return true;
    Diag *d = diag_error(arena->ctx, no_place, DIAG_VALUE,
                         diag_fmt(arena->ctx, "%s: the name of a class is no UTF-8", path));
    diag_help(arena->ctx, d, "give the folder another name");
    return false;
}

static bool add_class(Folder *self, Arena *arena, const char *path, const char *name) {
    Names names = {.at = NULL};
    const size_t before = self->files.len;
    if (!list_folder(arena, path, &names)) return false;
    for (size_t i = 0; i < names.len; i++) {
        if (!is_picture(names.at[i])) continue;
        const File f = {arena_printf(arena, "%s/%s", path, names.at[i]),
                        (int64_t)self->classes.len};
        vec_push(arena, &self->files, f);
    }
    if (self->files.len == before) return true;
    vec_push(arena, &self->classes, name);
    return is_class_name(arena, path, name);
}

TrainSource *train_read_pictures(Arena *arena, const char *path, bool *is) {
    Folder *self = ARENA_NEW(arena, Folder);
    Names names = {.at = NULL};
    self->source = (TrainSource){
        .ctx = arena->ctx, .name = arena_strdup(arena, str_c(path)), .is_pictures = true};
    *is = true;
    if (!list_folder(arena, path, &names)) return NULL;
    for (size_t i = 0; i < names.len; i++) {
        const char *inner = arena_printf(arena, "%s/%s", path, names.at[i]);
        if (is_picture(inner)) {
            const File f = {inner, -1};
            vec_push(arena, &self->files, f);
        } else if (is_folder(inner) && !add_class(self, arena, inner, names.at[i])) {
            return NULL;
        }
    }
    *is = self->files.len != 0;
    self->source.rows = (int64_t)self->files.len;
    return *is ? &self->source : NULL;
}

/* --- As a model takes it --- */

typedef struct {
    TrainSource source; /* first */
    const Folder *folder;
    PictureFit fit;
    uint32_t channels;
    int64_t *classes; /* of the recipe, by the folder's; NULL: there is no such column */
} View;

/* False after a report: reading a pipe or a device of a folder may never end. */
static bool is_file(Ctx *ctx, const char *path) {
    struct stat is;
    if (stat(path, &is) != 0 || S_ISREG(is.st_mode)) return true; /* opening it says what it is */
    diag_error(ctx, no_place, DIAG_READ, path, "it is no regular file");
    return false;
}

static Status view_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                        void *const *out) {
    View *self = (View *)(void *)source;
    const size_t each = source->columns[0].bytes / sizeof(float);
    for (size_t i = 0; i < n; i++) {
        const File *f = &self->folder->files.at[rows[i]];
        if (source->n_columns > 1 && out[1]) ((int64_t *)out[1])[i] = self->classes[f->class];
        if (!out[0]) continue;
        Arena scratch;
        InputFile file;
        Picture p;
        if (!is_file(ctx, f->path)) return STATUS_INVALID;
        const Status status = file_open(&file, ctx, f->path);
        if (status != STATUS_OK) return status;
        arena_init(&scratch, ctx);
        const bool ok = picture_decode(&scratch, f->path, file.bytes, self->channels, &p);
        if (ok) picture_fit(&scratch, &p, &self->fit, (float *)out[0] + i * each);
        arena_fini(&scratch);
        file_close(&file);
        if (!ok) return STATUS_INVALID;
        ctx_look(ctx);
    }
    return STATUS_OK;
}

/* How pictures may be read. */
static const struct {
    const char *name;
    bool crops;
    double shift[3], scale[3];
} ways[] = {
    {"unit", false, {0, 0, 0}, {255, 255, 255}},
    {"bytes", false, {0, 0, 0}, {1, 1, 1}},
    /* the means and deviations that networks for ImageNet are trained with */
    {"imagenet", false, {123.675, 116.28, 103.53}, {58.395, 57.12, 57.375}},
    {"unit-crop", true, {0, 0, 0}, {255, 255, 255}},
    {"bytes-crop", true, {0, 0, 0}, {1, 1, 1}},
    {"imagenet-crop", true, {123.675, 116.28, 103.53}, {58.395, 57.12, 57.375}},
};

static bool wrong(Ctx *ctx, const char *name, const char *what, const char *expected,
                  const char *found) {
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "%s: %s", name, what));
    diag_expected(ctx, d, "%s", expected);
    if (found) diag_found(ctx, d, "%s", found);
    return false;
}

/* The way that --column says; -1 after a report. */
static int find_way(Ctx *ctx, const char *name, const TrainWants *wants) {
    int way = 0;
    for (size_t i = 0; i < wants->n_columns; i++) {
        const char *colon = strrchr(wants->columns[i], ':'), *word = colon ? colon + 1 : "";
        size_t k = 0;
        while (k < ARRAY_LEN(ways) && strcmp(ways[k].name, word) != 0) k++;
        const size_t n = colon ? (size_t)(colon - wants->columns[i]) : 0;
        const bool is_input = wants->n == 1 && n == strlen(wants->inputs[0].name) &&
                              strncmp(wants->columns[i], wants->inputs[0].name, n) == 0;
        if (k == ARRAY_LEN(ways) || (!is_input && !(n == 1 && wants->columns[i][0] == '*'))) {
            wrong(ctx, name, "pictures are not read so",
                  "the input's name or *, and unit, bytes or imagenet, or one of these with -crop",
                  wants->columns[i]);
            return -1;
        }
        way = (int)k;
    }
    return way;
}

/* Rows of extents and channels that the input says. */
static bool take_input(View *self, Arena *arena, const TrainWants *wants, TrainColumn *column) {
    const TrainSource *from = &self->folder->source;
    const TrainWant *w = wants->n == 1 ? &wants->inputs[0] : NULL;
    const int64_t *d = w ? w->dims : NULL;
    const bool is_known = w && w->ndim == 3 && d[0] > 0 && d[1] > 0 && d[2] > 0;
    const bool first = is_known && (d[0] == 1 || d[0] == 3);
    const bool last = is_known && !first && (d[2] == 1 || d[2] == 3);
    size_t count, bytes;
    if ((!first && !last) || w->is_int || !tensor_count(d, 3, DTYPE_FLOAT32, &count, &bytes) ||
        count > INT32_MAX)
        return wrong(from->ctx, from->name, "pictures do not fit the model's inputs",
                     "one input of floats, rows of 1 or 3 channels by a known height and width, "
                     "channels first or last",
                     NULL);
    int64_t *dims = ARENA_ARRAY(arena, int64_t, 3);
    memcpy(dims, d, 3 * sizeof *dims);
    self->channels = (uint32_t)d[first ? 0 : 2];
    self->fit.height = (uint32_t)d[first ? 1 : 0];
    self->fit.width = (uint32_t)d[first ? 2 : 1];
    self->fit.last = last;
    *column = (TrainColumn){w->name, DTYPE_FLOAT32, 3, dims, bytes};
    return true;
}

/* A recipe by the folder's names and what was said. */
static bool make_recipe(const View *self, Arena *arena, const TrainWants *wants, TrainRecipe *out) {
    const Folder *f = self->folder;
    const int way = find_way(f->source.ctx, f->source.name, wants);
    if (way < 0) return false;
    out->fields = ARENA_ARRAY(arena, TrainField, (size_t)self->channels + 1);
    out->loss = "";
    out->n = self->channels + 1;
    for (size_t k = 0; k < self->channels; k++)
        out->fields[k] = (TrainField){.input = wants->inputs[0].name,
                                      .column = ways[way].crops ? "crop" : "stretch",
                                      .kind = TRAIN_FIELD_PICTURE,
                                      .shift = ways[way].shift[k],
                                      .scale = ways[way].scale[k]};
    out->fields[self->channels] = (TrainField){.column = wants->target ? wants->target : "class",
                                               .kind = TRAIN_FIELD_INDEX,
                                               .categories = f->classes.at,
                                               .n = f->classes.len};
    return true;
}

static bool follow_recipe(View *self, Arena *arena, const TrainRecipe *recipe) {
    const TrainSource *from = &self->folder->source;
    double *shift = ARENA_ARRAY(arena, double, self->channels);
    double *scale = ARENA_ARRAY(arena, double, self->channels);
    uint32_t n = 0;
    for (size_t i = 0; i < recipe->n; i++) {
        const TrainField *f = &recipe->fields[i];
        if (f->kind != TRAIN_FIELD_PICTURE) continue;
        if (n < self->channels) shift[n] = f->shift, scale[n] = f->scale;
        self->fit.crops = strcmp(f->column, "crop") == 0;
        if (!self->fit.crops && strcmp(f->column, "stretch") != 0) n = UINT32_MAX - 1;
        n++;
    }
    self->fit.shift = shift;
    self->fit.scale = scale;
    return n == self->channels ||
           wrong(from->ctx, from->name, "the model's data recipe does not fit its input",
                 "a row of kind picture for each channel, stretch or crop", NULL);
}

/* Where each of the folder's classes stands in the recipe. */
static bool find_classes(View *self, Arena *arena, const TrainField *target) {
    const Folder *f = self->folder;
    bool ok = true;
    for (size_t i = 0; i < f->files.len; i++) {
        if (f->files.at[i].class < 0)
            return wrong(f->source.ctx, f->files.at[i].path, "it is of no class",
                         "each picture to lie in a folder that is named after its class", NULL);
    }
    self->classes = ARENA_ARRAY(arena, int64_t, f->classes.len + 1);
    for (size_t i = 0; i < f->classes.len; i++) {
        size_t k = 0;
        while (k < target->n && strcmp(target->categories[k], f->classes.at[i]) != 0) k++;
        self->classes[i] = (int64_t)k;
        if (k < target->n) continue;
        ok = wrong(f->source.ctx, f->source.name,
                   diag_fmt(f->source.ctx, "'%s' is no class of the model", f->classes.at[i]),
                   diag_fmt(f->source.ctx, "one of the %zu that it was trained with", target->n),
                   NULL);
    }
    return ok;
}

TrainSource *train_pictures_view(Arena *arena, const TrainSource *folder, const TrainWants *wants,
                                 TrainRecipe *made) {
    View *self = ARENA_NEW(arena, View);
    TrainColumn *columns = ARENA_ARRAY(arena, TrainColumn, 2);
    *self = (View){.folder = (const Folder *)(const void *)folder};
    self->source = (TrainSource){.reads_files = true,
                                 .ctx = folder->ctx,
                                 .name = folder->name,
                                 .columns = columns,
                                 .n_columns = 1,
                                 .rows = folder->rows,
                                 .read = view_read};
    if (!take_input(self, arena, wants, &columns[0])) return NULL;
    if (!wants->recipe && !make_recipe(self, arena, wants, made)) return NULL;
    const TrainRecipe *recipe = wants->recipe ? wants->recipe : made;
    const TrainField *target = train_recipe_target(recipe);
    if (!follow_recipe(self, arena, recipe)) return NULL;
    if (wants->has_target && target) {
        if (!find_classes(self, arena, target)) return NULL;
        columns[self->source.n_columns++] =
            (TrainColumn){target->column, DTYPE_INT64, 0, NULL, sizeof(int64_t)};
    }
    return &self->source;
}
