/* SPDX-License-Identifier: Apache-2.0 */
/* base/syntax.h over arbitrary bytes. Beyond not crashing:
 *   - blocks are balanced, trees are whole and no higher than limits.depth
 *   - reading again, with every def's block first skipped and then gone back to, yields the same
 *     statements, and a text without errors has none then either
 *   - SYN_ERROR comes only with a diagnostic
 */
#include "base/diag.h"
#include "base/syntax.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;

static uint64_t mix_str(uint64_t h, const char *s) {
    return s ? hash_mix(h, hash_bytes(&ctx, s, strlen(s))) : hash_mix(h, 1);
}

static bool may_be_absent(const SynExpr *e, uint32_t i) {
    return e->kind == SYN_SLICE ||
           ((e->kind == SYN_LISTCOMP || e->kind == SYN_GENERATOR) && i == 3);
}

static uint64_t mix_expr(uint64_t h, const SynExpr *e, size_t depth) {
    BUG_IF(depth > ctx.limits.depth);
    if (!e) return hash_mix(h, 2);
    h = hash_mix(hash_mix(h, (uint64_t)e->kind), (uint64_t)e->op);
    h = hash_mix(hash_mix(h, e->loc.offset), ((uint64_t)e->loc.line << 32) + e->loc.col);
    BUG_IF(e->loc.line == 0 || e->loc.col == 0);
    (void)syn_kind_text(e->kind);
    (void)syn_op_text(e->op);
    switch (e->kind) {
    case SYN_NAME: return mix_str(h, e->name);
    case SYN_STRING:
        BUG_IF(e->str.ptr[e->str.len] != '\0');
        return hash_mix(h, hash_bytes(&ctx, e->str.ptr, e->str.len));
    case SYN_INT:
    case SYN_BOOL: return hash_mix(h, (uint64_t)e->i);
    case SYN_FLOAT: {
        uint64_t bits;
        memcpy(&bits, &e->f, sizeof bits);
        return hash_mix(h, bits);
    }
    case SYN_NONE:
    case SYN_ELLIPSIS: return h;
    default: break;
    }
    if (e->kind == SYN_ATTR) h = mix_str(h, e->name);
    for (uint32_t i = 0; i < e->n; i++) {
        BUG_IF(!e->items[i] && !may_be_absent(e, i));
        if (e->keywords) h = mix_str(h, e->keywords[i]);
        h = mix_expr(h, e->items[i], depth + 1);
    }
    return h;
}

static uint64_t mix_stmt(uint64_t h, const SynStmt *s) {
    h = hash_mix(hash_mix(h, (uint64_t)s->kind), (uint64_t)s->op);
    h = mix_str(h, s->name);
    if (s->kind != SYN_END && s->kind != SYN_EOF) h = hash_mix(h, s->loc.offset);
    for (uint32_t i = 0; i < s->n_params; i++) {
        h = mix_str(hash_mix(h, s->params[i].starred), s->params[i].name);
        h = mix_expr(h, s->params[i].annotation, 0);
        h = mix_expr(h, s->params[i].value, 0);
    }
    h = mix_expr(h, s->target, 0);
    h = mix_expr(h, s->annotation, 0);
    return mix_expr(h, s->value, 0);
}

static void visit(void *user, Str left, Str right) {
    uint64_t *h = user;
    BUG_IF(!left.len || !right.len);
    *h = hash_mix(*h, hash_bytes(&ctx, left.ptr, left.len + 1)); /* its end is in the text, too */
    *h = hash_mix(*h, hash_bytes(&ctx, right.ptr, right.len));
}

/* To the end of the innermost block, or of the text. */
static uint64_t read_block(SynParser *syn) {
    uint64_t h = 0;
    for (size_t depth = 0;;) {
        SynStmt s;
        syn_next(syn, &s);
        BUG_IF(s.kind == SYN_ERROR && diag_errors(&ctx) == 0);
        if (s.kind == SYN_EOF) {
            BUG_IF(depth);
            return h;
        }
        if (s.kind == SYN_END && depth-- == 0) return h;
        h = mix_stmt(h, &s);
        if (s.kind >= SYN_CLASS) depth++;
    }
}

/* All of it, each def's block being passed over first. */
static uint64_t read_with_skips(SynParser *syn) {
    uint64_t h = 0, pairs = 0;
    for (size_t n = 0;; n++) {
        SynStmt s;
        syn_next(syn, &s);
        if (s.kind == SYN_EOF) return h;
        h = mix_stmt(h, &s);
        if (s.kind != SYN_DEF) continue;
        SynMark body = syn_mark(syn);
        if (n % 2)
            syn_skip_block(syn);
        else
            syn_scan_block(syn, visit, &pairs);
        SynMark after = syn_mark(syn);
        syn_seek(syn, body);
        h = hash_mix(h, read_block(syn));
        syn_seek(syn, after);
    }
}

/* The same hash, straight through. */
static uint64_t read_through(SynParser *syn) {
    uint64_t h = 0;
    for (;;) {
        SynStmt s;
        syn_next(syn, &s);
        if (s.kind == SYN_EOF) return h;
        h = mix_stmt(h, &s);
        if (s.kind == SYN_DEF) h = hash_mix(h, read_block(syn));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool ready;
    if (!ready) ctx_init(&ctx, allocator_libc(), io_libc());
    ready = true;
    ctx.limits.diags = 20;
    ctx.hash_seed = 1; /* the same input does the same */
    Str text = {(const char *)data, size};
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        diag_begin(&ctx);
        diag_source(&ctx, "fuzz", text);
        Arena arena;
        arena_init(&arena, &ctx);
        Interner names;
        interner_init(&names, &arena);
        SynParser *syn = syn_new(&ctx, &arena, &names, text);
        SynMark start = syn_mark(syn);
        read_block(syn);
        size_t errors = diag_errors(&ctx);
        syn_seek(syn, start);
        uint64_t whole = read_through(syn);
        BUG_IF(diag_errors(&ctx) != errors && errors < ctx.limits.diags);
        syn_free(syn);

        syn = syn_new(&ctx, &arena, &names, text);
        uint64_t again = read_with_skips(syn);
        BUG_IF(!errors && (whole != again || diag_errors(&ctx)));
        syn_free(syn);

        syn_parse_expr(&ctx, &arena, &names, text, (Loc){0, 1, 1});
        arena_fini(&arena);
    }
    BUG_IF(ctx_leave(&ctx, &b) != STATUS_OK);
    return 0;
}
