/* SPDX-License-Identifier: Apache-2.0 */
/* A run in one file, an .npz archive (or one for each rank: shards.c), so that it is there whole or
 * not at all: weights, the
 * optimizer's state (with the seed and the count of what drops out), the best weights so far, and
 * the numbers that say where in the data it is. Gradients that add up over several batches are
 * empty between steps, and a checkpoint stands between steps. `signature` is a text of what the run
 * depends on: a checkpoint of another run is refused, with the first line that differs. */
#include "ir/text.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"
#include "tensor/npz.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

enum { VERSION = 1, N_NUMBERS = 7, N_VALUES = 3 };

static void sign_columns(StrBuf *s, const char *what, const TrainSource *source,
                         const TrainFeeds *feeds) {
    strbuf_printf(s, "%s: %lld rows", what, (long long)source->rows);
    for (size_t i = 0; i < feeds->n; i++) {
        const TrainColumn *c = &source->columns[feeds->feeds[i].column];
        strbuf_printf(s, ", %s %s", c->name, dtype_name(c->dtype));
        for (uint32_t d = 0; d < c->ndim; d++) strbuf_printf(s, " %lld", (long long)c->dims[d]);
    }
    strbuf_putc(s, '\n');
}

static void sign_options(TrainRun *self, StrBuf *s) {
    const TrainOptions *o = &self->o;
    const TrainChoice *c = &self->choice;
    const bool by_total =
        strcmp(c->schedule.name, "cosine") == 0 || strcmp(c->schedule.name, "linear") == 0;
    strbuf_printf(s, "loss: %s %lld %g", loss_names[c->loss.kind], (long long)c->loss.ignore_index,
                  c->loss.delta);
    if (c->loss.axis != 1) strbuf_printf(s, " axis %lld", (long long)c->loss.axis);
    if (c->loss.smoothing != 0) strbuf_printf(s, " smoothing %.17g", c->loss.smoothing);
    if (c->loss.class_weights) strbuf_puts(s, "\nclass weights:");
    for (size_t i = 0; i < c->loss.n_class_weights; i++)
        strbuf_printf(s, " %.17g", c->loss.class_weights[i]);
    strbuf_putc(s, '\n');
    strbuf_printf(s, "optimizer: %s\n", train_term_text(&c->optimizer_term, &self->arena));
    strbuf_printf(s, "schedule: %s", train_term_text(&c->schedule, &self->arena));
    if (by_total) strbuf_printf(s, " of %lld steps", (long long)self->total);
    strbuf_puts(s, "\nlearning rate: ");
    strbuf_double(s, c->rate);
    strbuf_printf(s, "\nmetric: %s %lld\n", train_metric_names[c->metric], (long long)c->k);
    strbuf_printf(s, "batch: %lld, %lld a step\n", (long long)o->batch, (long long)o->accumulate);
    strbuf_printf(s, "seed: %llu\n", (unsigned long long)o->seed);
    strbuf_puts(s, "validation share: ");
    strbuf_double(s, self->val ? 0 : o->val_share);
    strbuf_puts(s, "\nclipping: ");
    strbuf_double(s, o->clip);
    strbuf_puts(s, "\naverage: ");
    strbuf_double(s, o->average);
    if (self->memory.parts)
        strbuf_printf(s, "\nparts that are computed again: %lld",
                      (long long)self->memory.parts - 1);
    strbuf_puts(s, "\ntrainable:");
    for (size_t i = 0; i < o->n_trainable; i++) strbuf_printf(s, " %s", o->trainable[i]);
    strbuf_puts(s, "\ngroups:");
    for (size_t i = 0; i < o->n_groups; i++)
        strbuf_printf(s, " %s %.17g %.17g", o->groups[i].pattern, o->groups[i].rate,
                      o->groups[i].decay);
    strbuf_putc(s, '\n');
}

bool train_sign(TrainRun *self) {
    StrBuf s, text;
    strbuf_init(&s, &self->arena);
    strbuf_init(&text, &self->arena);
    ir_text_print(self->model->m, &text);
    const ContentHash h = content_hash(text.text.at, text.text.len);
    strbuf_printf(&s, "model: %016llx%016llx\n", (unsigned long long)h.high,
                  (unsigned long long)h.low);
    sign_columns(&s, "data", self->data, &self->choice.feeds);
    if (self->val) sign_columns(&s, "validation", self->val, &self->val_feeds);
    if (self->recipe_text) {
        const ContentHash r = content_hash(self->recipe_text, strlen(self->recipe_text));
        strbuf_printf(&s, "what is done to the data: %016llx%016llx\n", (unsigned long long)r.high,
                      (unsigned long long)r.low);
    }
    sign_options(self, &s);
    self->signature = strbuf_cstr(&s);
    return true;
}

/* --- The arrays of a checkpoint --- */

typedef struct {
    Arena arena;
    VEC(NpzArray) arrays;
    Tensor *own[4]; /* numbers, values, signature; what the head says of files */
    Cleanup cleanup;
} Arrays;

static void add(Arrays *self, const char *prefix, const TrainArrays *list) {
    for (size_t i = 0; i < list->len; i++) {
        const char *name = arena_printf(&self->arena, "%s/%s", prefix, list->at[i].name);
        vec_push(&self->arena, &self->arrays, ((NpzArray){name, list->at[i].value}));
    }
}

/* What stays of the sums: their scalars. */
static TrainArrays kept_sums(const TrainRun *self, Arena *arena) {
    TrainArrays kept = {.at = NULL};
    for (size_t i = 0; i < self->sums.len && self->sums.at[i].value->ndim == 0 &&
                       dtype_is_int(self->sums.at[i].value->dtype);
         i++)
        vec_push(arena, &kept, self->sums.at[i]);
    return kept;
}

/* All that is saved, but for the numbers. */
static void list_arrays(const TrainRun *self, bool has_best, Arrays *out) {
    const TrainArrays sums = kept_sums(self, &out->arena);
    add(out, "weights", &self->weights);
    add(out, "state", &self->state);
    add(out, "sums", &sums);
    if (has_best) add(out, "best", &self->best_weights);
}

static void arrays_fini(Arrays *self) {
    cleanup_pop(&self->cleanup);
    for (size_t i = 0; i < ARRAY_LEN(self->own); i++) tensor_unref(self->own[i]);
    arena_fini(&self->arena);
}

static void arrays_cleanup(Cleanup *node) {
    arrays_fini((Arrays *)(void *)((char *)node - offsetof(Arrays, cleanup)));
}

static void arrays_init(Arrays *self, Ctx *ctx) {
    *self = (Arrays){.own = {NULL}};
    arena_init(&self->arena, ctx);
    cleanup_push(ctx, &self->cleanup, arrays_cleanup);
}

/* The files of all ranks, then the head, of the first arrays. */
static bool save_in_shards(TrainRun *self, const char *path, Arrays *all, size_t n_head) {
    NpzArray *head = ARENA_ARRAY(&all->arena, NpzArray, n_head + 1);
    memcpy(head, all->arrays.at, n_head * sizeof *head);
    Tensor *said = all->own[3] =
        train_write_shards(self, path, all->arrays.at + n_head, all->arrays.len - n_head);
    head[n_head] = (NpzArray){"shards", said};
    return said && (ranks_rank(self->ctx->ranks) != 0 ||
                    npz_write_file(self->ctx, path, head, n_head + 1) == STATUS_OK);
}

bool train_save(TrainRun *self, const char *path) {
    Ctx *ctx = self->ctx;
    const bool in_shards = train_saves_shards(self);
    if (in_shards) train_part(self);
    if (!in_shards && !train_gather(self)) return false;
    if (!in_shards && train_follows(self)) return true;
    const int64_t numbers[N_NUMBERS] = {VERSION,   self->steps,    self->epoch,  self->at,
                                        self->bad, self->has_best, self->batches};
    const double values[N_VALUES] = {self->best, self->epoch_loss, self->epoch_share};
    const int64_t n = N_NUMBERS, k = N_VALUES, length = (int64_t)strlen(self->signature);
    Arrays all;
    arrays_init(&all, ctx);
    all.own[0] = tensor_new(ctx, DTYPE_INT64, &n, 1);
    all.own[1] = tensor_new(ctx, DTYPE_FLOAT64, &k, 1);
    all.own[2] = tensor_new(ctx, DTYPE_UINT8, &length, 1);
    memcpy(all.own[0]->data, numbers, sizeof numbers);
    memcpy(all.own[1]->data, values, sizeof values);
    memcpy(all.own[2]->data, self->signature, (size_t)length);
    vec_push(&all.arena, &all.arrays, ((NpzArray){"numbers", all.own[0]}));
    vec_push(&all.arena, &all.arrays, ((NpzArray){"values", all.own[1]}));
    vec_push(&all.arena, &all.arrays, ((NpzArray){"signature", all.own[2]}));
    const size_t n_head = all.arrays.len;
    list_arrays(self, self->has_best, &all);
    const bool ok = in_shards
                        ? save_in_shards(self, path, &all, n_head)
                        : npz_write_file(ctx, path, all.arrays.at, all.arrays.len) == STATUS_OK;
    arrays_fini(&all);
    return ok;
}

/* --- Loading --- */

static void refuse(Ctx *ctx, const char *path, const char *why) {
    diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "'%s' cannot be resumed: %s", path, why));
}

/* Names the first line that is another one. */
static bool check_signature(const TrainRun *self, const char *path, const Tensor *t) {
    Str own = str_c(self->signature), other = {(const char *)t->data, t->count};
    while (own.len && other.len) {
        const char *a = memchr(own.ptr, '\n', own.len), *b = memchr(other.ptr, '\n', other.len);
        const Str x = {own.ptr, a ? (size_t)(a - own.ptr) : own.len};
        const Str y = {other.ptr, b ? (size_t)(b - other.ptr) : other.len};
        if (!str_eq(x, y)) {
            Diag *d = diag_error(
                self->ctx, no_place, DIAG_VALUE,
                diag_fmt(self->ctx, "'%s' cannot be resumed: it is the checkpoint of another run",
                         path));
            diag_expected(self->ctx, d, "%.*s", (int)x.len, x.ptr);
            diag_found(self->ctx, d, "%.*s", (int)y.len, y.ptr);
            diag_help(self->ctx, d,
                      "resume with the model, data and options that it was begun with");
            return false;
        }
        own = (Str){own.ptr + x.len + (a != NULL), own.len - x.len - (a != NULL)};
        other = (Str){other.ptr + y.len + (b != NULL), other.len - y.len - (b != NULL)};
    }
    return true;
}

static bool check_numbers(const TrainRun *self, const char *path, const Npz *npz) {
    const Tensor *numbers = npz_get(npz, "numbers"), *values = npz_get(npz, "values");
    const Tensor *signature = npz_get(npz, "signature");
    if (!numbers || numbers->dtype != DTYPE_INT64 || numbers->count != N_NUMBERS || !values ||
        values->dtype != DTYPE_FLOAT64 || values->count != N_VALUES || !signature ||
        signature->dtype != DTYPE_UINT8 || tensor_get_int(numbers, 0) != VERSION) {
        refuse(self->ctx, path, "it is no checkpoint of tenon train");
        return false;
    }
    if (!check_signature(self, path, signature)) return false;
    int64_t n[N_NUMBERS]; /* a mapped array need not be aligned */
    memcpy(n, numbers->data, sizeof n);
    const bool ok = n[1] >= 0 && n[2] >= 0 && n[3] >= 0 && n[3] < self->batches && n[4] >= 0 &&
                    n[6] == self->batches;
    if (!ok) refuse(self->ctx, path, "its numbers are out of range");
    return ok;
}

/* A rank reads its own parts where there are such. */
static bool lay_out(TrainRun *self, bool in_shards) {
    if (!in_shards && !self->is_split) return train_gather(self);
    train_part(self);
    return true;
}

/* Ranks whose folders hold checkpoints of different moments, or files that differ. */
static bool all_have_loaded(TrainRun *self) {
    const int64_t at[] = {self->steps, self->epoch, self->at, self->bad, self->has_best};
    const double sums[] = {self->best, self->epoch_loss, self->epoch_share};
    return train_ranks(self) < 2 ||
           (ccl_agree(self->ctx, "checkpoint", ccl_mark(CCL_MARK, at, sizeof at)) &&
            train_compare_replicas(self, "in the checkpoint") &&
            ccl_agree(self->ctx, "checkpoint", ccl_mark(CCL_MARK, sums, sizeof sums)));
}

/* Ranks map it, so that each has no more of it than it copies, and one holds its checksums against
 * its data. */
static bool open_checkpoint(const TrainRun *self, Npz *npz, const char *path) {
    const Status status =
        train_ranks(self) < 2
            ? npz_read_file(npz, path, DTYPE_BFLOAT16)
            : npz_map_or_read_file(npz, path, DTYPE_BFLOAT16,
                                   ranks_rank(self->ctx->ranks) == 0 ? npz_all : NULL);
    return status == STATUS_OK;
}

bool train_load(TrainRun *self, const char *path) {
    Ctx *ctx = self->ctx;
    Npz npz;
    bool ok = false;
    npz_init(&npz, ctx);
    if (open_checkpoint(self, &npz, path) && check_numbers(self, path, &npz) &&
        lay_out(self, npz_get(&npz, "shards") != NULL)) {
        int64_t n[N_NUMBERS];
        double v[N_VALUES];
        memcpy(n, npz_get(&npz, "numbers")->data, sizeof n);
        memcpy(v, npz_get(&npz, "values")->data, sizeof v);
        Arrays all;
        arrays_init(&all, ctx);
        if (n[5]) train_room_for_best(self);
        list_arrays(self, n[5] != 0, &all);
        const Tensor *said = npz_get(&npz, "shards");
        ok = said ? train_read_shards(self, path, said, all.arrays.at, all.arrays.len)
                  : train_read_whole(self, path, &npz, all.arrays.at, all.arrays.len);
        arrays_fini(&all);
        if (ok) {
            self->steps = n[1], self->epoch = n[2], self->at = n[3], self->bad = n[4];
            self->has_best = n[5] != 0;
            self->best = v[0], self->epoch_loss = v[1], self->epoch_share = v[2];
        }
    }
    npz_fini(&npz);
    return ok && all_have_loaded(self);
}
