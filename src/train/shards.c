/* SPDX-License-Identifier: Apache-2.0 */
/* A checkpoint in a file for each rank, so that nothing is brought together to be written:
 *
 *     checkpoint.npz       the head: where the run is, and which file holds what
 *     checkpoint-1.0.npz   of rank 0: its parts, and some of what all ranks have alike
 *     checkpoint-1.1.npz   of rank 1
 *
 * The number before the dot is the turn, 0 or 1: the one that the head which is there does not
 * name. So the files of the last checkpoint stay as they are until the new ones are written, all,
 * and the head, which is written last, names these. Whenever a rank is killed there is one whole
 * checkpoint. The files of the turn before stay until the next checkpoint takes their names.
 *
 * The head's array `shards` has the turn, the number of files, of each a hash of what it holds, and
 * of each array where it is: the dim along which every file has a part, in the order of ranks, or
 * -1 - f, whole in file f. What the parts are is a question of the file alone, so any number of
 * ranks reads them: each maps the files, and copies where what it has and what a file has meet. No
 * rank needs memory for more than what it has. That a file is the one that the head tells of is
 * held against its hash, by one of the ranks for each file. */
#include "base/diag.h"
#include "ranks/call.h"
#include "ranks/ranks.h"
#include "runtime/abi.h"
#include "tensor/npz.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

enum { TURN, FILES, HEAD_NUMBERS, TURNS = 2 };

bool train_saves_shards(const TrainRun *self) {
    return self->o.save_shards && train_ranks(self) > 1;
}

static const char *file_name(Arena *arena, const char *path, int64_t turn, uint32_t file) {
    static const char end[] = ".npz";
    size_t n = strlen(path);
    if (n >= sizeof end - 1 && strcmp(path + n - (sizeof end - 1), end) == 0) n -= sizeof end - 1;
    return arena_printf(arena, "%.*s-%d.%u%s", (int)n, path, (int)turn, file, end);
}

/* --- Where arrays are --- */

/* Of what all ranks have alike each file gets about as many bytes. */
static void place(const TrainRun *self, const NpzArray *arrays, size_t n, uint32_t files,
                  Arena *arena, int64_t *where) {
    size_t *bytes = ARENA_ARRAY(arena, size_t, files);
    for (size_t i = 0; i < n; i++) {
        const int32_t dim = train_split_of(self, i);
        uint32_t least = 0;
        for (uint32_t f = 1; f < files; f++) {
            if (bytes[f] < bytes[least]) least = f;
        }
        where[i] = dim >= 0 ? dim : -1 - (int64_t)least;
        if (dim < 0) bytes[least] += arrays[i].tensor->bytes;
    }
}

static bool is_in(int64_t where, uint32_t file) {
    return where >= 0 || where == -1 - (int64_t)file;
}

/* Of the bytes that the file has, in the order of the list. */
static int64_t mark_of(Arena *arena, const NpzArray *arrays, size_t n) {
    ContentHash *each = ARENA_ARRAY(arena, ContentHash, n + 1);
    for (size_t i = 0; i < n; i++)
        each[i] = content_hash(arrays[i].tensor->data, arrays[i].tensor->bytes);
    return (int64_t)content_hash(each, n * sizeof *each).low;
}

/* --- Writing --- */

/* The turn of a head that is there; -1: none is. */
static int64_t turn_there(Ctx *ctx, const char *path) {
    const DiagMark mark = diag_mark(ctx);
    Npz npz;
    int64_t turn = -1;
    npz_init(&npz, ctx);
    if (npz_read_file(&npz, path, DTYPE_BFLOAT16) == STATUS_OK) {
        const Tensor *said = npz_get(&npz, "shards");
        if (said && said->dtype == DTYPE_INT64 && said->count > TURN)
            turn = tensor_get_int(said, TURN);
    }
    npz_fini(&npz);
    diag_rewind(ctx, mark);
    return turn;
}

static bool fail(TrainRun *self) {
    diag_error(self->ctx, no_place, DIAG_VALUE, ranks_failure(self->ctx->ranks));
    return false;
}

/* Every rank's number, in order. */
static bool exchange(TrainRun *self, int64_t own, int64_t *all) {
    Ranks *ranks = self->ctx->ranks;
    const RanksTable *table = ranks_table(ranks);
    const RanksWhat what = {
        .kind = RANKS_ALLGATHER, .type = 'i', .bytes = (int64_t)sizeof own, .ndim = 1, .axes = -1};
    const int64_t dims[] = {1, ranks_size(ranks)};
    return table->call(table->self, &what, "checkpoint", &own, all, dims) == 0 || fail(self);
}

/* The same once all have written their files. */
static bool exchange_marks(TrainRun *self, bool ok, int64_t own, int64_t *all) {
    bool any;
    if (!ranks_any(self->ctx->ranks, "checkpoint", !ok, &any)) return ok && fail(self);
    if (any && ok) {
        diag_error(self->ctx, no_place, DIAG_VALUE,
                   "another rank could not write its part of the checkpoint");
        return false;
    }
    return !any && exchange(self, own, all);
}

Tensor *train_write_shards(TrainRun *self, const char *path, const NpzArray *arrays, size_t n) {
    Ctx *ctx = self->ctx;
    const uint32_t files = train_ranks(self), own = ranks_rank(ctx->ranks);
    const int64_t count = HEAD_NUMBERS + (int64_t)files + (int64_t)n;
    Arena arena;
    TensorGuard said;
    arena_init(&arena, ctx);
    tensor_guard(&said, tensor_new(ctx, DTYPE_INT64, &count, 1));
    int64_t *numbers = said.tensor->data, *where = numbers + HEAD_NUMBERS + files;
    numbers[TURN] = own ? 0 : (turn_there(ctx, path) + 1) % TURNS;
    numbers[FILES] = files;
    bool ok = ranks_tell(ctx->ranks, "checkpoint", &numbers[TURN], sizeof numbers[TURN]);
    if (!ok) fail(self);
    place(self, arrays, n, files, &arena, where);
    NpzArray *mine = ARENA_ARRAY(&arena, NpzArray, n + 1);
    size_t n_mine = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_in(where[i], own)) mine[n_mine++] = arrays[i];
    }
    if (ok) {
        const char *file = file_name(&arena, path, numbers[TURN], own);
        const bool written = npz_write_file(ctx, file, mine, n_mine) == STATUS_OK;
        ok = exchange_marks(self, written, mark_of(&arena, mine, n_mine), numbers + HEAD_NUMBERS);
    }
    tensor_unguard(&said);
    if (!ok) tensor_unref(said.tensor);
    arena_fini(&arena);
    return ok ? said.tensor : NULL;
}

/* --- Reading --- */

typedef struct {
    TrainRun *run;
    const char *path;
    const NpzArray *arrays; /* what this rank has of them */
    size_t n;
    Npz *files;
    uint32_t n_files;
    int64_t turn;
    const int64_t *marks, *where;
    Arena *arena;
} Reading;

static bool refuse(const Reading *r, const char *file, const char *why) {
    Ctx *ctx = r->run->ctx;
    diag_error(ctx, no_place, DIAG_VALUE,
               diag_fmt(ctx, "'%s' cannot be resumed: '%s' %s", r->path, file, why));
    return false;
}

/* Where part k of so many begins. */
static int64_t bound(int64_t n, uint32_t k, uint32_t parts) { return n * k / parts; }

/* An extent of the whole of array i. */
static int64_t extent(const Reading *r, size_t i, uint32_t d) {
    const bool is_part = train_split_of(r->run, i) == (int32_t)d;
    return is_part ? r->run->whole[i] : r->arrays[i].tensor->dims[d];
}

/* A tensor that is like the whole, but for the part's extent. */
static bool fits(const Reading *r, const Tensor *t, size_t i, uint32_t file) {
    const Tensor *own = r->arrays[i].tensor;
    bool same = t && t->dtype == own->dtype && t->ndim == own->ndim;
    for (uint32_t d = 0; same && d < own->ndim; d++) {
        const int64_t n = extent(r, i, d);
        same = t->dims[d] == ((int64_t)d != r->where[i]
                                  ? n
                                  : bound(n, file + 1, r->n_files) - bound(n, file, r->n_files));
    }
    return same;
}

/* Whether the file is the one that the head tells of: one of the ranks looks at all of it. */
static bool check_file(const Reading *r, uint32_t file, const char *name) {
    const uint32_t ranks = r->run->is_split ? train_ranks(r->run) : 1;
    NpzArray *held = ARENA_ARRAY(r->arena, NpzArray, r->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (!is_in(r->where[i], file)) continue;
        Tensor *t = npz_get(&r->files[file], r->arrays[i].name);
        if (!fits(r, t, i, file))
            return refuse(
                r, name,
                diag_fmt(r->run->ctx, "lacks '%s', or has it in another shape", r->arrays[i].name));
        held[n++] = (NpzArray){r->arrays[i].name, t};
    }
    if (ranks > 1 && file % ranks != ranks_rank(r->run->ctx->ranks)) return true;
    return mark_of(r->arena, held, n) == r->marks[file] ||
           refuse(r, name, "is a file of another checkpoint");
}

/* A tensor is what lies from `first` on, along a dim, of a whole; dim -1: it is all of it. */
typedef struct {
    const Tensor *tensor;
    int32_t dim;
    int64_t first;
} Piece;

static int64_t first_of(const Piece *p, uint32_t d) { return (int32_t)d == p->dim ? p->first : 0; }

/* Where element 0 of a box is in the piece, in bytes. */
static size_t offset(const Piece *p, const int64_t *at, uint32_t n_dims, size_t size) {
    size_t place = 0;
    for (uint32_t d = 0; d < p->tensor->ndim; d++) {
        const int64_t i = (d < n_dims ? at[d] : 0) - first_of(p, d);
        place = place * (size_t)p->tensor->dims[d] + (size_t)i;
    }
    return place * size;
}

/* What both pieces of one whole have: runs of bytes that lie together in both. */
static void copy_shared(Ctx *ctx, const Piece *to, const Piece *from) {
    const Tensor *a = to->tensor, *b = from->tensor;
    const size_t size = dtype_size(a->dtype);
    int64_t low[RT_MAX_RANK], high[RT_MAX_RANK], at[RT_MAX_RANK];
    for (uint32_t d = 0; d < a->ndim; d++) {
        const int64_t x = first_of(to, d), y = first_of(from, d);
        const int64_t x_end = x + a->dims[d], y_end = y + b->dims[d];
        at[d] = low[d] = x > y ? x : y;
        high[d] = x_end < y_end ? x_end : y_end;
        if (low[d] >= high[d]) return;
    }
    size_t run = size;
    uint32_t outer = a->ndim;
    for (bool is_whole = true; outer > 0 && is_whole;) {
        outer--;
        const int64_t n = high[outer] - low[outer];
        run *= (size_t)n;
        is_whole = n == a->dims[outer] && n == b->dims[outer];
    }
    for (bool more = true; more;) {
        ctx_poll(ctx);
        memcpy((char *)a->data + offset(to, at, a->ndim, size),
               (const char *)b->data + offset(from, at, a->ndim, size), run);
        uint32_t d = outer;
        while (d > 0 && ++at[d - 1] == high[d - 1]) at[d - 1] = low[d - 1], d--;
        more = d > 0;
    }
}

static void take(const Reading *r) {
    const uint32_t ranks = train_ranks(r->run);
    const uint32_t rank = ranks > 1 ? ranks_rank(r->run->ctx->ranks) : 0;
    for (size_t i = 0; i < r->n; i++) {
        Piece own = {r->arrays[i].tensor, train_split_of(r->run, i), 0};
        if (own.dim >= 0) own.first = bound(extent(r, i, (uint32_t)own.dim), rank, ranks);
        for (uint32_t f = 0; f < r->n_files; f++) {
            if (!is_in(r->where[i], f)) continue;
            Piece held = {npz_get(&r->files[f], r->arrays[i].name), -1, 0};
            if (r->where[i] >= 0) {
                held.dim = (int32_t)r->where[i];
                held.first = bound(extent(r, i, (uint32_t)held.dim), f, r->n_files);
            }
            copy_shared(r->run->ctx, &own, &held);
        }
    }
}

/* The numbers of the head; false: they are none. */
static bool read_head(Reading *r, const Tensor *said) {
    const int64_t most = (int64_t)said->count - HEAD_NUMBERS - (int64_t)r->n;
    if (said->dtype != DTYPE_INT64 || said->ndim != 1 || most <= 0) return false;
    int64_t *numbers =
        ARENA_ARRAY(r->arena, int64_t, said->count); /* which are not aligned there */
    memcpy(numbers, said->data, said->bytes);
    bool ok = numbers[FILES] == most && most <= UINT32_MAX / 2 && numbers[TURN] >= 0 &&
              numbers[TURN] < TURNS;
    if (!ok) return false;
    r->turn = numbers[TURN];
    r->n_files = (uint32_t)most;
    r->marks = numbers + HEAD_NUMBERS;
    r->where = r->marks + most;
    for (size_t i = 0; i < r->n && ok; i++)
        ok = r->where[i] < (int64_t)r->arrays[i].tensor->ndim && r->where[i] >= -1 - (most - 1);
    return ok;
}

/* Whether no rank has found a file that is not right, as they go on together. */
static bool all_are_right(const Reading *r, bool ok, int64_t turn, uint32_t looked_at) {
    TrainRun *self = r->run;
    const uint32_t ranks = self->is_split ? train_ranks(self) : 1;
    if (ranks < 2) return ok;
    int64_t *found = ARENA_ARRAY(r->arena, int64_t, ranks);
    if (!exchange(self, ok ? -1 : (int64_t)looked_at, found) || !ok) return false;
    for (uint32_t k = 0; k < ranks; k++) {
        if (found[k] < 0) continue;
        const char *name = file_name(r->arena, r->path, turn, (uint32_t)found[k]);
        return refuse(r, name, diag_fmt(self->ctx, "is refused by rank %u", k));
    }
    return true;
}

bool train_read_shards(TrainRun *self, const char *path, const Tensor *said, const NpzArray *arrays,
                       size_t n) {
    Arena arena;
    arena_init(&arena, self->ctx);
    Reading r = {.run = self, .path = path, .arrays = arrays, .n = n, .arena = &arena};
    const bool is_head = read_head(&r, said) || refuse(&r, path, "names no files");
    const int64_t turn = r.turn;
    bool ok = is_head;
    uint32_t opened = 0;
    if (ok) r.files = ARENA_ARRAY(&arena, Npz, r.n_files);
    while (ok && opened < r.n_files) {
        ctx_poll(self->ctx);
        const char *name = file_name(&arena, path, turn, opened);
        npz_init(&r.files[opened], self->ctx);
        ok = npz_map_file(&r.files[opened], name, DTYPE_BFLOAT16) == STATUS_OK &&
             check_file(&r, opened, name);
        opened++;
    }
    ok = all_are_right(&r, ok, turn, opened ? opened - 1 : 0);
    if (ok) take(&r);
    while (opened > 0) npz_fini(&r.files[--opened]);
    arena_fini(&arena);
    return ok;
}

bool train_read_whole(TrainRun *self, const char *path, Npz *npz, const NpzArray *arrays,
                      size_t n) {
    Ctx *ctx = self->ctx;
    Arena arena;
    arena_init(&arena, ctx);
    int64_t *where = ARENA_ARRAY(&arena, int64_t, n + 1);
    const Reading r = {.run = self,
                       .path = path,
                       .arrays = arrays,
                       .n = n,
                       .files = npz,
                       .n_files = 1,
                       .where = where,
                       .arena = &arena};
    size_t i = 0;
    for (; i < n; i++) {
        where[i] = -1;
        if (!fits(&r, npz_get(npz, arrays[i].name), i, 0)) break;
    }
    if (i == n)
        take(&r);
    else
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx, "'%s' cannot be resumed: '%s' is missing, or of another shape",
                            path, arrays[i].name));
    arena_fini(&arena);
    return i == n;
}
