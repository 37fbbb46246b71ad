/* SPDX-License-Identifier: Apache-2.0 */
/* One description of the request in both directions, as in store.c. The module goes as its text,
 * which parses back to an equal one; what a text does not say and code depends on goes beside
 * it: places in the source, which messages name, and what made a match_cast. */
#include "backend/llvm/request.h"

#include "backend/llvm/libraries.h"
#include "ir/origin.h"
#include "ir/text.h"

const char ll_request_magic[8] = "tenonq" LL_TALK_VERSION,
           ll_answer_magic[8] = "tenona" LL_TALK_VERSION;

typedef struct {
    Arena *arena;
    StrBuf *out; /* NULL: reading */
    Str in;
    bool is_bad;
} Stream;

static void bytes(Stream *s, void *at, size_t n) {
    if (s->out) {
        strbuf_add(s->out, at, n);
        return;
    }
    if (s->in.len < n) s->is_bad = true;
    memset(at, 0, n);
    if (s->is_bad) return;
    if (n) memcpy(at, s->in.ptr, n);
    s->in = (Str){s->in.ptr + n, s->in.len - n};
}

static uint64_t number(Stream *s, uint64_t v) {
    bytes(s, &v, sizeof v);
    return v;
}

static size_t count(Stream *s, size_t n, size_t each) {
    n = number(s, n);
    if (!s->out && n > s->in.len / each) s->is_bad = true;
    return s->is_bad ? 0 : n;
}

static Str text(Stream *s, Str v) {
    v.len = count(s, v.len, 1);
    if (s->out) {
        strbuf_add(s->out, v.ptr, v.len);
        return v;
    }
    v.ptr = s->in.ptr;
    s->in = (Str){s->in.ptr + v.len, s->in.len - v.len};
    return v;
}

/* NULL is told from an empty name. */
static const char *name(Stream *s, const char *v) {
    if (!number(s, v != NULL)) return NULL;
    const Str t = text(s, (Str){v, v ? strlen(v) : 0});
    return s->out ? v : arena_strdup(s->arena, t);
}

static void options(Stream *s, LlRequest *r, const char **function, bool *has_libraries,
                    uint64_t *depth) {
    LlProgramOptions *how = &r->how;
    *function = name(s, *function);
    how->threads = (int64_t)number(s, (uint64_t)how->threads);
    how->strict = number(s, how->strict);
    how->unscheduled = number(s, how->unscheduled);
    how->profile = number(s, how->profile);
    how->donates = number(s, how->donates);
    *has_libraries = number(s, *has_libraries);
    bytes(s, &r->target, sizeof r->target);
    r->cache = name(s, r->cache);
    r->has_key = number(s, r->has_key);
    r->key.hash.high = number(s, r->key.hash.high);
    r->key.hash.low = number(s, r->key.hash.low);
    *depth = number(s, *depth);
}

/* --- Writing --- */

typedef const char *Told(const IrBinding *b);

static void write_told(Stream *s, const LlKey *key, Told *told) {
    uint64_t n = 0;
    for (size_t i = 0; i < key->bindings.len; i++) n += told(key->bindings.at[i]) != NULL;
    number(s, n);
    for (size_t i = 0; i < key->bindings.len; i++) {
        const char *by = told(key->bindings.at[i]);
        if (!by) continue;
        number(s, i);
        name(s, by);
    }
}

static size_t begin(StrBuf *out, LlRequestKind kind) {
    const size_t start = out->text.len;
    LlHead head = {.kind = kind};
    memcpy(head.magic, ll_request_magic, sizeof head.magic);
    strbuf_add(out, (const char *)&head, sizeof head);
    return start;
}

static void end(StrBuf *out, size_t start) {
    const uint64_t bytes = out->text.len - start - sizeof(LlHead);
    memcpy(out->text.at + start + offsetof(LlHead, bytes), &bytes, sizeof bytes);
}

void ll_request_write(StrBuf *out, const LlRequest *request) {
    LlRequest r = *request;
    const size_t start = begin(out, LL_REQUEST_PROGRAM);
    Stream s = {.arena = out->arena, .out = out};
    const char *function = r.how.function ? r.how.function->name : NULL;
    bool has_libraries = r.how.libraries != NULL;
    uint64_t depth = r.m->ctx->limits.depth;
    options(&s, &r, &function, &has_libraries, &depth);
    StrBuf body;
    IrTextTable table = {.at = NULL};
    strbuf_init(&body, out->arena);
    ir_text_print_apart(r.m, &body, &table);
    name(&s, r.m->source);
    text(&s, strbuf_str(&body));
    number(&s, table.len);
    for (size_t i = 0; i < table.len; i++) {
        const Tensor *t = table.at[i]->tensor;
        number(&s, t->dtype);
        number(&s, t->ndim);
        for (uint32_t d = 0; d < t->ndim; d++) number(&s, (uint64_t)t->dims[d]);
    }
    number(&s, r.key.constants.len);
    number(&s, r.key.places.len);
    bytes(&s, r.key.places.at, r.key.places.len * sizeof *r.key.places.at);
    write_told(&s, &r.key, ll_maker);
    write_told(&s, &r.key, ll_node);
    end(out, start);
}

/* --- Reading --- */

static void no_release(TensorOwner *self) { (void)self; }

/* Of this type, with data that nobody is to look at. */
static Tensor *shell(Stream *s, Ctx *ctx) {
    static TensorOwner owner = {.refs = 1, .release = no_release};
    static const uint64_t nothing;
    const uint64_t dtype = number(s, 0);
    const size_t ndim = count(s, 0, sizeof(int64_t));
    if (dtype >= DTYPE_COUNT || ndim > ctx->limits.rank) s->is_bad = true;
    int64_t *dims = ARENA_ARRAY(s->arena, int64_t, ndim + 1);
    size_t elements, size;
    for (size_t i = 0; i < ndim; i++) dims[i] = (int64_t)number(s, 0);
    if (s->is_bad || !tensor_count(dims, (uint32_t)ndim, (DType)dtype, &elements, &size)) {
        s->is_bad = true;
        return NULL;
    }
    return tensor_borrow(ctx, (DType)dtype, dims, (uint32_t)ndim, &nothing, &owner);
}

static bool read_makers(Stream *s, LlRequest *r) {
    const size_t n = r->key.bindings.len;
    r->origins = ARENA_ARRAY(s->arena, IrOrigin, n + 1);
    for (size_t i = 0; i < n; i++) {
        r->origins[i] = (IrOrigin){.kind = IR_ORIGIN_SOURCE};
        r->key.bindings.at[i]->origin = &r->origins[i];
    }
    for (size_t k = count(s, 0, sizeof(uint64_t)); k; k--) {
        const uint64_t i = number(s, 0);
        const char *by = name(s, NULL);
        if (s->is_bad || i >= n || !by) return false;
        r->origins[i] = (IrOrigin){.kind = IR_ORIGIN_EXPANDED, .by = by};
    }
    for (size_t k = count(s, 0, sizeof(uint64_t)); k; k--) {
        const uint64_t i = number(s, 0);
        const char *node = name(s, NULL);
        if (s->is_bad || i >= n || !node) return false;
        IrOrigin *from = ARENA_NEW(s->arena, IrOrigin);
        *from = (IrOrigin){.kind = IR_ORIGIN_NODE, .by = "", .name = node};
        r->origins[i].from = from;
    }
    return true;
}

/* The module is printed as one that is whole, so nothing is asked of it but that it is the same. */
static bool read_module(Stream *s, LlRequest *r, Ctx *ctx, const OpTable *ops) {
    const char *source = name(s, NULL);
    const Str body = text(s, (Str){.len = 0});
    const size_t n = count(s, 0, 2 * sizeof(uint64_t));
    Tensor **table = ARENA_ARRAY(s->arena, Tensor *, n + 1);
    for (size_t i = 0; i < n && !s->is_bad; i++) table[i] = shell(s, ctx);
    if (s->is_bad) return false;
    r->m = ir_text_parse_apart(ctx, ops, source, body, table, n);
    if (!r->m) return false;
    r->m->target = r->target;
    const uint64_t n_constants = number(s, 0);
    const size_t n_places = count(s, 0, sizeof(uint32_t));
    uint32_t *places = ARENA_ARRAY(s->arena, uint32_t, n_places + 1);
    bytes(s, places, n_places * sizeof *places);
    const ContentHash hash = r->key.hash;
    const bool ok = ll_walk_placed(&r->key, r->m, places, n_places, s->arena);
    r->key.hash = hash;
    return ok && r->key.constants.len == n_constants && !s->is_bad;
}

bool ll_request_read(LlRequest *out, Ctx *ctx, const OpTable *ops, Str in, Arena *arena) {
    *out = (LlRequest){.m = NULL};
    Stream s = {.arena = arena, .in = in};
    const char *function = NULL;
    bool has_libraries = false;
    uint64_t depth = 0;
    options(&s, out, &function, &has_libraries, &depth);
    if (s.is_bad) return false;
    ctx->limits.depth = depth;
    if (!read_module(&s, out, ctx, ops) || !read_makers(&s, out)) return false;
    if (has_libraries) out->how.libraries = ll_libraries_rules();
    if (!function) return !s.is_bad && !s.in.len;
    const IrGlobal *g = ir_global_find(out->m, str_c(function));
    out->how.function = g ? g->function : NULL;
    return out->how.function && !s.is_bad && !s.in.len;
}

/* --- Files --- */

static void file(Stream *s, LlFileRequest *r) {
    r->name = name(s, r->name);
    r->triple = name(s, r->triple);
    r->cpu = name(s, r->cpu);
    r->features = name(s, r->features);
    r->kind = (LlFileKind)number(s, r->kind);
    r->bitcode = text(s, r->bitcode);
}

void ll_file_request_write(StrBuf *out, const LlFileRequest *request) {
    LlFileRequest r = *request;
    Stream s = {.arena = out->arena, .out = out};
    const size_t start = begin(out, LL_REQUEST_FILE);
    file(&s, &r);
    end(out, start);
}

bool ll_file_request_read(LlFileRequest *out, Str bytes, Arena *arena) {
    Stream s = {.arena = arena, .in = bytes};
    *out = (LlFileRequest){.name = NULL};
    file(&s, out);
    return !s.is_bad && !s.in.len && out->name && out->triple && out->cpu && out->features &&
           out->kind <= LL_FILE_IR;
}
