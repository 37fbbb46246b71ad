/* SPDX-License-Identifier: Apache-2.0 */
/* How much memory a run will hold, counted before its first step, and the forward pass in as many
 * parts, of which all but the last are computed again, as --memory needs: the fewest that do. Each
 * try makes code of the step and plans it for the batches there will be. More parts cost no more
 * work than a second forward pass, and the plan falls with them up to about the root of the
 * program's length. */
#include "passes/blocks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};
enum { TRIES_IN_VAIN = 3, LARGEST = 3 };

/* --- Counting --- */

static int64_t bytes_of(const TrainArrays *list) {
    int64_t sum = 0;
    for (size_t i = 0; i < list->len; i++) sum += (int64_t)list->at[i].value->bytes;
    return sum;
}

static int64_t batch_bytes(const TrainBatch *b) {
    int64_t sum = 0;
    for (size_t i = 0; i < b->feeds->n; i++) {
        const TrainFeed *f = &b->feeds->feeds[i];
        const TrainColumn *c = &b->source->columns[f->column];
        const size_t own = c->bytes / dtype_size(c->dtype) * dtype_size(f->dtype);
        sum += (int64_t)((c->bytes + (f->dtype == c->dtype ? 0 : own)) * b->capacity);
    }
    return b->source->reads_files ? 2 * sum : sum;
}

/* Sizes of batches: the full one, and that of what is left; 0: there is none. */
static void sizes_of(const TrainRun *self, size_t rows, size_t sizes[2]) {
    const size_t batch = (size_t)self->o.batch;
    sizes[0] = rows < batch ? 0 : batch;
    sizes[1] = self->is_fixed ? 0 : rows % batch;
}

static bool count(TrainRun *self) {
    TrainMemory *m = &self->memory;
    size_t sizes[2];
    int64_t bytes;
    m->weights = bytes_of(&self->weights) * (self->n_val ? 2 : 1);
    m->state = bytes_of(&self->state) + bytes_of(&self->sums);
    m->batches = batch_bytes(&self->batch) + (self->n_val ? batch_bytes(&self->val_batch) : 0);
    m->values = 0;
    sizes_of(self, self->n_train, sizes);
    for (int i = 0; i < 2; i++) {
        if (!sizes[i]) continue;
        if ((bytes = train_planned_step(self, sizes[i])) < 0) return false;
        m->values += bytes;
    }
    if (self->has_update) {
        if ((bytes = train_planned_update(self)) < 0) return false;
        m->values += bytes;
    }
    sizes_of(self, self->n_val, sizes);
    for (int i = 0; i < 2; i++) {
        if (!sizes[i]) continue;
        if ((bytes = train_planned_eval(self, sizes[i])) < 0) return false;
        m->values += bytes;
    }
    m->total = m->weights + m->state + m->batches + m->values;
    return true;
}

void train_memory(const TrainRun *self, TrainMemory *out) { *out = self->memory; }

/* --- What is largest --- */

typedef struct {
    const IrVar *var;
    int64_t bytes;
} Large;

/* By symbol of the model's function, what it is for a batch; below 0: not known. */
typedef struct {
    const IrFunction *fn;
    int64_t *values;
} Extents;

static const IrDim *value_of(void *user, IrSymbol *s) {
    const Extents *self = user;
    const int64_t v = s->function == self->fn ? self->values[s->index] : -1;
    return ir_dim_const(self->fn->module, v < 0 ? 1 : v);
}

static Extents extents_of(TrainRun *self, const IrFunction *fn) {
    Extents e = {fn, ARENA_ARRAY(&self->arena, int64_t, fn->symbols.len + 1)};
    for (size_t i = 0; i < fn->symbols.len; i++) e.values[i] = -1;
    for (size_t i = 0; i < self->n_inputs; i++) {
        const IrType *t = fn->params.at[i]->type;
        const TrainFeed *f = &self->choice.feeds.feeds[i];
        if (t->kind != IR_TYPE_TENSOR || !t->dims) continue;
        for (int32_t d = 0; d < t->ndim && (uint32_t)d < f->ndim; d++) {
            IrSymbol *s = ir_dim_as_symbol(t->dims[d]);
            if (s) e.values[s->index] = d ? f->dims[d] : self->o.batch;
        }
    }
    return e;
}

static int64_t var_bytes(Extents *e, const IrVar *v) {
    const IrType *t = v->type;
    int64_t bytes, extent;
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_STRING) return 0;
    bytes = (int64_t)dtype_size_up(t->dtype);
    for (int32_t i = 0; i < t->ndim; i++) {
        const IrDim *d = ir_dim_map(e->fn->module, t->dims[i], value_of, e);
        if (!ir_dim_is_const(d, &extent) || extent < 0 || !mul_i64(bytes, extent, &bytes)) return 0;
    }
    return bytes;
}

/* The largest values of a forward pass. */
static const char *largest(TrainRun *self) {
    Large top[LARGEST] = {{NULL, 0}};
    IrModule *m = self->model->m;
    const IrFunction *fn = blocks_public_function(m, self->model->function);
    Extents e = extents_of(self, fn);
    IrWalk walk;
    StrBuf text;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_CALL || train_only_moves(b->op)) continue;
        Large is = {b->var, var_bytes(&e, b->var)};
        for (int i = 0; i < LARGEST; i++) {
            if (is.bytes <= top[i].bytes) continue;
            const Large smaller = top[i];
            top[i] = is;
            is = smaller;
        }
    }
    strbuf_init(&text, &self->arena);
    for (int i = 0; i < LARGEST && top[i].bytes; i++)
        strbuf_printf(&text, "%s'%s' with %lld bytes", i ? ", " : "", top[i].var->name,
                      (long long)top[i].bytes);
    return strbuf_cstr(&text);
}

/* --- Fitting it --- */

static bool too_much(TrainRun *self, const TrainMemory *least) {
    Ctx *ctx = self->ctx;
    const char *values = largest(self);
    Diag *d =
        diag_error(ctx, no_place, DIAG_VALUE, "the run takes more memory than --memory allows");
    diag_expected(ctx, d, "%lld bytes or less", (long long)self->o.memory);
    diag_found(ctx, d,
               "%lld at the least, computing %lld of %lld parts again: weights %lld, state of the "
               "optimizer %lld, rows %lld, values %lld; the largest of a batch are %s",
               (long long)least->total, (long long)(least->parts ? least->parts - 1 : 0),
               (long long)(least->parts ? least->parts : 1), (long long)least->weights,
               (long long)least->state, (long long)least->batches, (long long)least->values,
               *values ? values : "not known");
    diag_help(ctx, d, "a smaller --batch takes less, with --accumulate for the same steps");
    return false;
}

bool train_fit(TrainRun *self) {
    if (self->o.mode != TRAIN_STEPS) return true;
    if (!count(self)) return false;
    TrainMemory least = self->memory;
    size_t in_vain = 0;
    for (int64_t parts = 2; self->o.memory && self->memory.total > self->o.memory;
         parts += 1 + parts / 4) {
        if (in_vain == TRIES_IN_VAIN) return too_much(self, &least);
        ctx_poll(self->ctx);
        if (!train_compile_parts(self, parts) || !count(self)) return false;
        in_vain = self->memory.total < least.total ? 0 : in_vain + 1;
        if (self->memory.total < least.total) least = self->memory;
    }
    return true;
}
