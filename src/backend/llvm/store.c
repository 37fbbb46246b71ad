/* SPDX-License-Identifier: Apache-2.0 */
/* One description of the format, in both directions: a number or a text goes out and comes back as
 * it is, or comes in. The file's hash has been checked when it is read, and the key names the build
 * that wrote it. */
#include "backend/llvm/store.h"

#include "base/strbuf.h"

typedef struct {
    Arena *arena;
    const LlKey *key;
    IrModule *m;
    StrBuf *out; /* NULL: reading */
    Str in;
    bool is_bad; /* it ended too early, or names what is not there */
} Stream;

static uint64_t number(Stream *s, uint64_t v) {
    if (s->out) {
        strbuf_add(s->out, (const char *)&v, sizeof v);
        return v;
    }
    if (s->in.len < sizeof v) s->is_bad = true;
    if (s->is_bad) return 0;
    memcpy(&v, s->in.ptr, sizeof v);
    s->in = (Str){s->in.ptr + sizeof v, s->in.len - sizeof v};
    return v;
}

/* Each element takes a number or more. */
static size_t count(Stream *s, size_t n) {
    n = number(s, n);
    if (!s->out && n > s->in.len / sizeof(uint64_t)) s->is_bad = true;
    return s->is_bad ? 0 : n;
}

static const char *text(Stream *s, const char *v) {
    const size_t n = number(s, s->out && v ? strlen(v) + 1 : 0); /* 0: NULL */
    if (!n || s->is_bad) return s->out ? v : NULL;
    if (s->out) {
        strbuf_add(s->out, v, n - 1);
        return v;
    }
    if (s->in.len < n - 1) s->is_bad = true;
    if (s->is_bad) return NULL;
    v = arena_strdup(s->arena, (Str){s->in.ptr, n - 1});
    s->in = (Str){s->in.ptr + n - 1, s->in.len - (n - 1)};
    return v;
}

/* The list's length; when it is read, room for so many. */
#define LIST(s, v)                                                                                 \
    do {                                                                                           \
        const size_t n_ = count(s, (v)->len);                                                      \
        if (!(s)->out) vec_reserve((s)->arena, v, n_);                                             \
        (v)->len = n_;                                                                             \
    } while (0)

static const RtValue *values(Stream *s, const RtValue *list, size_t n) {
    RtValue *to = ARENA_ARRAY(s->arena, RtValue, n + 1);
    for (size_t i = 0; i < n; i++) {
        RtValue v = s->out ? list[i] : (RtValue){.ndim = 0};
        v.name = text(s, v.name);
        v.dtype = (DType)number(s, v.dtype);
        v.ndim = (uint32_t)number(s, v.ndim);
        v.is_integers = number(s, v.is_integers);
        v.n_integers = (uint32_t)number(s, v.n_integers);
        v.is_dynamic = number(s, v.is_dynamic);
        v.takes = (uint32_t)number(s, v.takes);
        to[i] = v;
    }
    return to;
}

static void entry(Stream *s, RtEntry *e) {
    if (!s->out) *e = (RtEntry){.name = NULL};
    e->name = text(s, e->name);
    e->n_inputs = (uint32_t)count(s, e->n_inputs);
    e->inputs = values(s, e->inputs, e->n_inputs);
    e->n_outputs = (uint32_t)count(s, e->n_outputs);
    e->outputs = values(s, e->outputs, e->n_outputs);
    e->collectives = text(s, e->collectives);
}

static void library(Stream *s, LlProgramLibrary *l) {
    if (!s->out) *l = (LlProgramLibrary){.fn = NULL};
    const char *name = text(s, s->out ? l->fn->name : NULL);
    const IrGlobal *g = name ? ir_global_find(s->m, str_c(name)) : NULL;
    if (!g || !g->function)
        s->is_bad = true;
    else
        l->fn = g->function;
    l->first_dim = (uint32_t)number(s, l->first_dim);
    l->is_over = number(s, l->is_over);
    l->n_inputs = (uint32_t)count(s, l->n_inputs);
    if (!s->out) l->inputs = ARENA_ARRAY(s->arena, LlProgramInput, (size_t)l->n_inputs + 1);
    for (uint32_t i = 0; i < l->n_inputs; i++) {
        l->inputs[i].constant = (int64_t)number(s, (uint64_t)l->inputs[i].constant);
        l->inputs[i].at = (int64_t)number(s, (uint64_t)l->inputs[i].at);
    }
}

/* By its place among those that the module's functions mention. */
static void constants(Stream *s, LlProgram *p) {
    uint64_t *place = NULL;
    if (s->out) {
        place = ARENA_ARRAY(s->arena, uint64_t, s->m->constants.len + 1);
        for (size_t i = 0; i < s->key->constants.len; i++)
            place[s->key->constants.at[i]->id] = i + 1;
    }
    LIST(s, &p->constants);
    for (size_t i = 0; i < p->constants.len; i++) {
        const uint64_t at = number(s, place ? place[p->constants.at[i]->id] : 0);
        if (!at || at > s->key->constants.len)
            s->is_bad = true;
        else
            p->constants.at[i] = s->key->constants.at[at - 1];
    }
}

static void program(Stream *s, LlProgram *p) {
    p->n_functions = number(s, p->n_functions);
    p->n_loops = number(s, p->n_loops);
    p->n_library_dims = (int64_t)number(s, (uint64_t)p->n_library_dims);
    LIST(s, &p->messages);
    for (size_t i = 0; i < p->messages.len; i++) p->messages.at[i] = text(s, p->messages.at[i]);
    LIST(s, &p->entries);
    for (size_t i = 0; i < p->entries.len; i++) entry(s, &p->entries.at[i]);
    LIST(s, &p->libraries);
    for (size_t i = 0; i < p->libraries.len; i++) library(s, &p->libraries.at[i]);
    constants(s, p);
}

/* No constant, and none of an object's key: programs have keys of their own. */
static ContentHash file_key(const LlKey *key) {
    static const char what[] = "program";
    const ContentHash parts[] = {key->hash, content_hash(what, sizeof what)};
    return content_hash(parts, sizeof parts);
}

typedef VEC(ContentHash) Keys;

static void keys(Stream *s, Keys *list) {
    LIST(s, list);
    for (size_t i = 0; i < list->len; i++) {
        list->at[i].high = number(s, list->at[i].high);
        list->at[i].low = number(s, list->at[i].low);
    }
}

LlProgram *ll_stored_program(const LlCache *cache, const LlKey *key, IrModule *m, LlCode **code,
                             LlJitTimes *times, Arena *to, Arena *arena) {
    Str file;
    *code = NULL;
    if (!ll_cache_read(cache, LL_CACHE_PROGRAM, file_key(key), &file)) return NULL;
    /* what is thrown would leave it mapped */
    const Str copy = {arena_strdup(arena, file), file.len};
    ll_cache_release(file);
    Stream s = {.arena = arena, .key = key, .m = m, .in = copy};
    LlProgram *p = ARENA_NEW(arena, LlProgram);
    *p = (LlProgram){.ctx = m->ctx, .arena = arena};
    Keys objects = {.at = NULL};
    program(&s, p);
    keys(&s, &objects);
    const bool ok = !s.is_bad && !s.in.len &&
                    ll_code_cached(code, cache, objects.at, objects.len, m->ctx, to, times);
    return ok ? p : NULL;
}

void ll_store_program(const LlCache *cache, const LlKey *key, LlProgram *p, const LlCode *code,
                      Arena *arena) {
    StrBuf out;
    Keys objects = {.at = NULL};
    strbuf_init(&out, arena);
    Stream s = {.arena = arena, .key = key, .m = p->module->m, .out = &out};
    for (size_t i = 0; i < p->units.len; i++) vec_push(arena, &objects, ll_code_key(code, i));
    program(&s, p);
    keys(&s, &objects);
    if (!s.is_bad) ll_cache_write(cache, LL_CACHE_PROGRAM, file_key(key), strbuf_str(&out));
}

/* --- Between processes --- */

static void site(Stream *s, LlSite *x, const IrOrigin *origins) {
    x->name = text(s, x->name);
    const uint64_t at = number(s, s->out && x->origin ? (uint64_t)(x->origin - origins) + 1 : 0);
    if (s->out) return;
    if (at > s->key->bindings.len) s->is_bad = true;
    x->origin = at && !s->is_bad ? s->key->bindings.at[at - 1]->origin : NULL;
}

static void milliseconds(Stream *s, double *v) {
    uint64_t bits;
    memcpy(&bits, v, sizeof bits);
    bits = number(s, bits);
    memcpy(v, &bits, sizeof bits);
}

static void packed(Stream *s, LlProgram *p, const IrOrigin *origins, NativeTimes *times) {
    program(s, p);
    LIST(s, &p->sites);
    for (size_t i = 0; i < p->sites.len; i++) site(s, &p->sites.at[i], origins);
    times->jit.units = (uint32_t)number(s, times->jit.units);
    times->jit.cached = (uint32_t)number(s, times->jit.cached);
    milliseconds(s, &times->emit_ms);
    milliseconds(s, &times->jit.optimize_ms);
    milliseconds(s, &times->jit.generate_ms);
}

void ll_program_pack(StrBuf *out, const LlKey *key, LlProgram *p, const LlCode *code,
                     const IrOrigin *origins, NativeTimes *times) {
    Stream s = {.arena = out->arena, .key = key, .m = p->module->m, .out = out};
    packed(&s, p, origins, times);
    number(&s, p->units.len);
    for (size_t i = 0; i < p->units.len; i++) {
        const Str object = ll_code_object(code, i);
        number(&s, object.len);
        strbuf_add(out, object.ptr, object.len);
    }
}

LlProgram *ll_program_unpack(Str bytes, const LlKey *key, IrModule *m, LlCode **code,
                             NativeTimes *times, Arena *to, Arena *arena) {
    Stream s = {.arena = arena, .key = key, .m = m, .in = bytes};
    LlProgram *p = ARENA_NEW(arena, LlProgram);
    *p = (LlProgram){.ctx = m->ctx, .arena = arena};
    *code = NULL;
    packed(&s, p, NULL, times);
    const size_t n = count(&s, 0);
    Str *objects = ARENA_ARRAY(arena, Str, n + 1);
    for (size_t i = 0; i < n && !s.is_bad; i++) {
        const uint64_t size = number(&s, 0);
        if (size > s.in.len) s.is_bad = true;
        if (s.is_bad) break;
        objects[i] = (Str){arena_strdup(arena, (Str){s.in.ptr, size}), size}; /* aligned */
        s.in = (Str){s.in.ptr + size, s.in.len - size};
    }
    const bool ok =
        !s.is_bad && !s.in.len && ll_code_load(code, objects, n, m->ctx, to, &times->jit);
    return ok ? p : NULL;
}
