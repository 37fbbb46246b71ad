/* SPDX-License-Identifier: Apache-2.0 */
/* What a run takes of memory, before it. */
#include "backend/c/emit.h"
#include "backend/sizes.h"

static const CDim *given(const CMeasure *how, const char *name) {
    for (size_t i = how->n_dims; i-- > 0;) { /* the last one holds */
        if (strcmp(how->dims[i].name, name) == 0) return &how->dims[i];
    }
    return NULL;
}

/* NULL, or what has no value. */
static const char *symbols_of(const BeFn *f, const CMeasure *how, int64_t *out) {
    for (size_t i = 0; i < f->entry.len; i++) {
        const IrSymbol *s = f->entry.at[i];
        const bool is_named = s->function != f->fn || s->index < f->n_declared;
        const CDim *d = is_named ? given(how, s->name) : NULL;
        if (!d) return is_named ? s->name : "an extent without a name";
        out[i] = d->value;
    }
    return NULL;
}

static int64_t bytes_of(Sizes *s, const IrDim *const *dims, uint32_t ndim, DType dtype) {
    int64_t bytes = dtype_size_up(dtype);
    for (uint32_t i = 0; i < ndim; i++) {
        if (!mul_i64(bytes, sizes_of_dim(s, dims[i]), &bytes) || bytes < 0) s->bad = true;
    }
    return bytes;
}

static void add_bytes(Sizes *s, int64_t bytes, int64_t *sum) {
    if (!add_i64(*sum, bytes, sum)) s->bad = true;
}

static void list_allocated(const BeFn *f, CMemory *m, Arena *arena) {
    enum { SHOWN = 16 };
    StrBuf text;
    strbuf_init(&text, arena);
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        const BeLife *life = &f->lives.at[b->id];
        if (b->same || b->place != BE_HEAP || life->first > life->last) continue;
        if (m->n_allocated++ >= SHOWN) continue;
        strbuf_printf(&text, "%s%u:%u", text.text.len ? ", " : "", b->loc.line, b->loc.col);
    }
    if (m->n_allocated > SHOWN) strbuf_puts(&text, ", ...");
    m->allocated = strbuf_cstr(&text);
}

static void measure(BeFn *f, const CMeasure *how, CMemory *m, Arena *arena) {
    Sizes s;
    BeMeasure plan;
    int64_t *symbols = ARENA_ARRAY(arena, int64_t, f->entry.len + 1);
    list_allocated(f, m, arena);
    const char *missing = symbols_of(f, how, symbols);
    if (missing) { /* its name may be the module's, which this outlives */
        m->missing = arena_strdup(arena, str_c(missing));
        return;
    }
    sizes_init(&s, f, symbols, arena);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind == BE_TENSOR)
            add_bytes(&s, bytes_of(&s, x->dims, x->ndim, x->dtype), &m->inputs);
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && r->dims && !r->takes)
            add_bytes(&s, bytes_of(&s, r->dims, r->ndim, r->dtype), &m->outputs);
    }
    if (!be_measure(f, symbols, arena, &plan) || s.bad) {
        m->missing = "a size within 63 bits";
        return;
    }
    m->arena = plan.arena;
    m->bound = plan.bound;
    m->values = plan.sum;
}

void c_measure(BeModule *module, const CMeasure *how, Arena *arena) {
    int64_t constants = 0;
    for (size_t i = 0; i < module->constants.len; i++)
        constants += (int64_t)module->constants.at[i]->constant->tensor->bytes;
    for (size_t i = 0; i < module->fns.len; i++) {
        BeFn *f = module->fns.at[i];
        if (!f->is_public) continue;
        CMemory m = {.function = f->fn, .constants = constants};
        measure(f, how, &m, arena);
        vec_push(arena, how->out, m);
    }
}
