/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/weights.h"

#include "base/files.h"
#include "ir/ir.h"

static uint64_t mix(uint64_t v) {
    v *= BE_WEIGHTS_FACTOR;
    return v ^ v >> 32;
}

typedef struct {
    uint64_t lanes[BE_WEIGHTS_LANES];
} Sum;

enum { BLOCK = 8 * BE_WEIGHTS_LANES };

static void sum_blocks(Sum *s, const char *data, size_t blocks) {
    for (; blocks; blocks--, data += BLOCK) {
        for (int k = 0; k < BE_WEIGHTS_LANES; k++) {
            uint64_t word;
            memcpy(&word, data + 8 * k, sizeof word);
            s->lanes[k] = mix(s->lanes[k] ^ word);
        }
    }
}

static size_t padding(size_t bytes) {
    return (BE_WEIGHTS_ALIGN - bytes % BE_WEIGHTS_ALIGN) % BE_WEIGHTS_ALIGN;
}

/* Of a weight with what follows it. */
static void sum_weight(Sum *s, const Tensor *t) {
    const size_t whole = t->bytes / BLOCK, rest = t->bytes % BLOCK;
    char end[BE_WEIGHTS_ALIGN] = {0};
    sum_blocks(s, t->data, whole);
    if (rest) memcpy(end, (const char *)t->data + whole * BLOCK, rest);
    sum_blocks(s, end, (rest + padding(t->bytes)) / BLOCK);
}

static uint64_t sum_of(const BeWeights *self, Ctx *ctx) {
    static const char head[BE_WEIGHTS_HEAD - BE_WEIGHTS_SUMMED] = {0};
    Sum s;
    uint64_t sum = (uint64_t)self->bytes;
    for (int k = 0; k < BE_WEIGHTS_LANES; k++) s.lanes[k] = (uint64_t)k + 1;
    sum_blocks(&s, head, sizeof head / BLOCK);
    for (size_t i = 0; i < self->list.len; i++) {
        ctx_poll(ctx);
        sum_weight(&s, self->list.at[i].tensor);
    }
    for (int k = 0; k < BE_WEIGHTS_LANES; k++) sum = mix(sum ^ s.lanes[k]);
    return sum;
}

void be_weights_lay(BeWeights *self, BeWeightsKind kind, const HirProgram *program) {
    Arena *arena = program->arena;
    const size_t n = program->constants.len;
    *self = (BeWeights){.kind = kind, .bytes = kind == BE_WEIGHTS_FILE ? BE_WEIGHTS_HEAD : 0};
    self->at = ARENA_ARRAY(arena, int64_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrConst *c = program->constants.at[i].made_of;
        const Tensor *t = c->tensor;
        self->at[i] = -1;
        if (kind == BE_WEIGHTS_EMBED || t->bytes < BE_WEIGHTS_LEAST) continue;
        self->at[i] = self->bytes;
        vec_push(arena, &self->list, ((BeWeight){t, c->name, self->bytes}));
        self->bytes += (int64_t)(t->bytes + padding(t->bytes));
    }
    if (kind == BE_WEIGHTS_FILE) self->sum = sum_of(self, program->ctx);
}

void be_weights_append(const BeWeights *self, StrBuf *out) {
    static const char zeros[BE_WEIGHTS_ALIGN];
    for (size_t i = 0; i < self->list.len; i++) {
        const Tensor *t = self->list.at[i].tensor;
        strbuf_add(out, t->data, t->bytes);
        strbuf_add(out, zeros, padding(t->bytes));
    }
}

Status be_weights_write(const BeWeights *self, Ctx *ctx, const char *path) {
    static const char zeros[BE_WEIGHTS_ALIGN];
    const uint64_t head[BE_WEIGHTS_HEAD / 8] = {BE_WEIGHTS_MAGIC, (uint64_t)self->bytes, self->sum};
    Arena arena;
    size_t n = 0;
    arena_init(&arena, ctx);
    Str *pieces = ARENA_ARRAY(&arena, Str, 2 * self->list.len + 1);
    pieces[n++] = (Str){(const char *)head, sizeof head};
    for (size_t i = 0; i < self->list.len; i++) {
        const Tensor *t = self->list.at[i].tensor;
        pieces[n++] = (Str){t->data, t->bytes};
        if (padding(t->bytes)) pieces[n++] = (Str){zeros, padding(t->bytes)};
    }
    const int err = files_write(ctx, path, pieces, n);
    arena_fini(&arena);
    return err ? files_report(ctx, path, err) : STATUS_OK;
}
