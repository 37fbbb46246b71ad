/* SPDX-License-Identifier: Apache-2.0 */
/* What all ranks hold alike has the same bits on each. One number of all of it is compared; only
 * where that differs do the ranks look for the first array, and in it for the first element, which
 * rank 0 sends them in pieces. All of them find the same, and each reports it. */
#include "ops/ccl_call.h"
#include "ranks/ranks.h"
#include "train/parts.h"

enum { PIECE = 1 << 20, RANKS_NAMED = 8 };

static const Loc no_place = {.line = 0};
static const char what[] = "comparison of replicas";

/* Weights, state, sums; before the first step weights alone. */
static size_t n_arrays(const TrainRun *self) {
    return self->weights.len + (self->has_state ? self->state.len + self->sums.len : 0);
}

static const TrainArray *array_at(const TrainRun *self, size_t i) {
    const TrainArrays *lists[] = {&self->weights, &self->state, &self->sums};
    size_t k = 0;
    while (i >= lists[k]->len) i -= lists[k++]->len;
    return &lists[k]->at[i];
}

/* Not a part that no other rank has, nor what each draws by the same seed. */
static bool is_replica(const TrainRun *self, size_t i) {
    return (!self->is_parted || self->whole[i] < 0) && !train_is_undrawn(self, i);
}

static uint64_t mark_of(const TrainRun *self, size_t i, uint64_t mark) {
    const Tensor *t = array_at(self, i)->value;
    return is_replica(self, i) ? ccl_mark(mark, t->data, t->bytes) : mark;
}

static bool failed(TrainRun *self) {
    diag_error(self->ctx, no_place, DIAG_VALUE, ranks_failure(self->ctx->ranks));
    return false;
}

/* The first array whose bytes are not rank 0's on some rank; n_arrays: there is none. False after a
 * report. */
static bool first_array(TrainRun *self, size_t *out) {
    const size_t n = n_arrays(self);
    uint64_t *own = ARENA_ARRAY(&self->arena, uint64_t, n + 1);
    for (size_t i = 0; i < n; i++) own[i] = mark_of(self, i, CCL_MARK);
    const uint64_t *all = ranks_collect(self->ctx->ranks, what, own, n * sizeof *own);
    if (!all) return failed(self);
    size_t first = n;
    for (uint32_t r = 1; r < ranks_size(self->ctx->ranks); r++) {
        size_t i = 0;
        while (i < first && all[r * n + i] == all[i]) i++;
        first = i;
    }
    *out = first;
    return true;
}

/* The first byte that is not rank 0's; as many as there are: all are. False after a report. */
static bool first_byte(TrainRun *self, const Tensor *t, size_t *out) {
    Ranks *ranks = self->ctx->ranks;
    char *piece = arena_alloc(&self->arena, t->bytes < PIECE ? t->bytes + 1 : PIECE);
    *out = t->bytes;
    for (size_t at = 0; at < t->bytes; at += PIECE) {
        const size_t n = t->bytes - at < PIECE ? t->bytes - at : PIECE;
        const char *own = (const char *)t->data + at;
        memcpy(piece, own, n);
        if (!ranks_tell(ranks, what, piece, n)) return failed(self);
        for (size_t i = 0; i < n && *out == t->bytes; i++) {
            if (piece[i] != own[i]) *out = at + i;
        }
    }
    return true;
}

/* "0.5 (0x3f000000)": bits too, as numbers may print alike. */
static const char *element_text(Ctx *ctx, DType dtype, const uint64_t *element) {
    const uint64_t bits = *element;
    return diag_fmt(ctx, "%.17g (0x%0*llx)", dtype_get_double(dtype, element, 0),
                    (int)((dtype_bits(dtype) + 3) / 4), (unsigned long long)bits);
}

static const char *index_text(Ctx *ctx, const Tensor *t, size_t element) {
    const char *text = "";
    for (uint32_t d = t->ndim; d-- > 0;) {
        const size_t extent = (size_t)t->dims[d];
        text = diag_fmt(ctx, "%zu%s%s", element % extent, *text ? ", " : "", text);
        element /= extent;
    }
    return diag_fmt(ctx, "[%s]", text);
}

/* Where a rank differs from rank 0, and what it has there. */
typedef struct {
    uint64_t first;   /* byte; of a rank that does not differ: all bytes */
    uint64_t element; /* bits of the element that is reported */
} Found;

static const char *ranks_text(Ctx *ctx, const Found *all, uint32_t n, size_t bytes) {
    const char *text = "";
    uint32_t named = 0, more = 0;
    for (uint32_t r = 1; r < n; r++) {
        if (all[r].first == bytes) continue;
        if (named == RANKS_NAMED)
            more++;
        else
            text = diag_fmt(ctx, "%s%s%u", text, named++ ? ", " : "", r);
    }
    const char *word = named == 1 ? "rank" : "ranks";
    return more ? diag_fmt(ctx, "%s %s and %u more", word, text, more)
                : diag_fmt(ctx, "%s %s", word, text);
}

static void report(TrainRun *self, const TrainArray *a, const Found *all, const char *when) {
    Ctx *ctx = self->ctx;
    const Tensor *t = a->value;
    const uint32_t n = ranks_size(self->ctx->ranks), none = n;
    uint32_t who = none;
    for (uint32_t r = 1; r < n; r++) {
        if (all[r].first < t->bytes && (who == none || all[r].first < all[who].first)) who = r;
    }
    if (who == none) { /* rank 0 alone knows of a difference: its memory changes meanwhile */
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx, "'%s' changes while ranks compare it, %s", a->name, when));
        return;
    }
    const size_t element = (size_t)all[who].first * 8 / dtype_bits(t->dtype);
    const char *at = index_text(ctx, t, element);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx,
                                  "replicas differ %s: '%s' has other bits on %s than on rank "
                                  "0",
                                  when, a->name, ranks_text(ctx, all, n, t->bytes)));
    diag_expected(ctx, d, "at %s %s, as rank 0 has it", at,
                  element_text(ctx, t->dtype, &all[0].element));
    diag_found(ctx, d, "%s on rank %u, the first element that differs",
               element_text(ctx, t->dtype, &all[who].element), who);
}

/* The bits of the element that byte `at` is of. */
static uint64_t element_bits(const Tensor *t, size_t at) {
    uint64_t bits = 0;
    const size_t size = dtype_size_up(t->dtype), first = at / size * size;
    memcpy(&bits, (const char *)t->data + first, size < sizeof bits ? size : sizeof bits);
    return bits;
}

static bool find(TrainRun *self, const char *when) {
    Ranks *ranks = self->ctx->ranks;
    const uint32_t n = ranks_size(self->ctx->ranks);
    size_t i, byte;
    if (!first_array(self, &i)) return false;
    if (i == n_arrays(self)) return true;
    const TrainArray *a = array_at(self, i);
    if (!first_byte(self, a->value, &byte)) return false;
    const uint64_t first = byte;
    const uint64_t *firsts = ranks_collect(ranks, what, &first, sizeof first);
    if (!firsts) return failed(self);
    uint64_t least = a->value->bytes;
    for (uint32_t r = 1; r < n; r++) least = firsts[r] < least ? firsts[r] : least;
    Found own = {.first = byte};
    if (least < a->value->bytes) own.element = element_bits(a->value, (size_t)least);
    const Found *all = ranks_collect(ranks, what, &own, sizeof own);
    if (!all) return failed(self);
    report(self, a, all, when);
    (void)ranks_collect(ranks, what, &own, sizeof own); /* all know, before one ends */
    return false;
}

bool train_compare_replicas(TrainRun *self, const char *when) {
    uint64_t mark = CCL_MARK;
    bool same = true;
    uint32_t odd;
    for (size_t i = 0; i < n_arrays(self); i++) mark = mark_of(self, i, mark);
    if (!ranks_agree(self->ctx->ranks, what, &mark, sizeof mark, &same, &odd)) return failed(self);
    return same || find(self, when);
}
