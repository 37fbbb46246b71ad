/* SPDX-License-Identifier: Apache-2.0 */
/* Names in scope, reports, and pieces of syntax that the other files of the parser read by. */
#include "loop/parse.h"

Name *loop_parse_name(Parser *p, const char *name) {
    for (MapIter it = map_find(&p->entries, hash_ptr(0, name)); map_next(&p->entries, &it);) {
        Name *n = it.value;
        if (n->name == name) return n;
    }
    Name *n = ARENA_NEW(&p->scratch, Name);
    *n = (Name){.name = name};
    map_add(&p->entries, hash_ptr(0, name), n);
    return n;
}

Name *loop_parse_define(Parser *p, const char *name, Loc loc, NameKind kind) {
    Name *n = loop_parse_name(p, name);
    if (n->kind == NAME_POISON) return NULL;
    if (n->kind != NAME_FREE && !(n->kind == NAME_RESERVED && name == p->self)) {
        diag_error(p->ctx, loc, DIAG_DUPLICATE, name);
        return NULL;
    }
    vec_push(&p->scratch, &p->undo, ((NameUndo){n, *n}));
    n->kind = kind;
    return n;
}

void loop_parse_leave(Parser *p, size_t mark) {
    while (p->undo.len > mark) {
        NameUndo u = p->undo.at[--p->undo.len];
        *u.name = u.old;
    }
}

bool loop_parse_may_nest(Parser *p, Loc loc, size_t depth) {
    const size_t most = p->ctx->limits.depth;
    if (depth <= most) return true;
    diag_error(p->ctx, loc, DIAG_TOO_DEEP, diag_fmt(p->ctx, "%zu", most));
    return false;
}

bool loop_parse_wrong(Parser *p, const SynExpr *at, const char *what, const char *expected) {
    Diag *d = diag_error(p->ctx, at->loc, DIAG_VALUE, what);
    diag_expected(p->ctx, d, "%s", expected);
    diag_found(p->ctx, d, "%s", syn_kind_text(at->kind));
    return false;
}

bool loop_parse_outside(Parser *p, Loc loc, const char *what) {
    diag_error(p->ctx, loc, DIAG_LOOP_SUBSET, what);
    return false;
}

const char *loop_parse_member(const Parser *p, const SynExpr *e) {
    if (!e || e->kind != SYN_ATTR) return NULL;
    const SynExpr *head = e->items[0];
    return head->kind == SYN_NAME && head->name == p->T ? e->name : NULL;
}

const char *loop_parse_call_of(const Parser *p, const SynExpr *e) {
    return e && e->kind == SYN_CALL ? loop_parse_member(p, e->items[0]) : NULL;
}

bool loop_parse_arity(Parser *p, const SynExpr *call, uint32_t n, const char *keyword) {
    uint32_t found = 0;
    for (uint32_t i = 1; i < call->n; i++) {
        const SynExpr *e = call->items[i];
        const char *k = call->keywords ? call->keywords[i] : NULL;
        if (e->kind == SYN_STARRED) return loop_parse_outside(p, e->loc, syn_kind_text(e->kind));
        if (k && (!keyword || strcmp(k, keyword) != 0)) {
            return loop_parse_outside(p, e->loc, diag_fmt(p->ctx, "the argument '%s'", k));
        }
        found += !k;
    }
    if (found == n) return true;
    Diag *d = diag_error(p->ctx, call->loc, DIAG_VALUE, "the number of arguments");
    diag_expected(p->ctx, d, "%u", n);
    diag_found(p->ctx, d, "%u", found);
    return false;
}

const SynExpr *loop_parse_keyword(const SynExpr *call, const char *name) {
    for (uint32_t i = 1; call->keywords && i < call->n; i++) {
        if (call->keywords[i] && strcmp(call->keywords[i], name) == 0) return call->items[i];
    }
    return NULL;
}

bool loop_parse_has(DType t) { return t != DTYPE_VOID && t < DTYPE_LOOP_END; }

const char *loop_parse_type_text(Parser *p, const LoopExpr *x) {
    return x->lanes ? diag_fmt(p->ctx, "%sx%u", dtype_name(x->dtype), x->lanes)
                    : dtype_name(x->dtype);
}

bool loop_parse_vector_dtype(Parser *p, const SynExpr *e, DType *out, uint32_t *lanes) {
    const char *x =
        p->scheduled && e->kind == SYN_STRING ? memchr(e->str.ptr, 'x', e->str.len) : NULL;
    *lanes = 0;
    if (!x) return loop_parse_dtype(p, e, out);
    const char *const end = e->str.ptr + e->str.len;
    const Str head = {e->str.ptr, (size_t)(x - e->str.ptr)};
    for (x++; x < end && *x >= '0' && *x <= '9' && *lanes <= LOOP_VECTOR_MAX; x++)
        *lanes = *lanes * 10 + (uint32_t)(*x - '0');
    if (x == end && *lanes >= 2 && *lanes <= LOOP_VECTOR_MAX && dtype_parse(head, out) &&
        loop_parse_has(*out))
        return true;
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a dtype");
    diag_expected(p->ctx, d, "\"float32x16\" and the like, of 2 to %d lanes", LOOP_VECTOR_MAX);
    diag_found(p->ctx, d, "\"%s\"", e->str.ptr);
    return false;
}

bool loop_parse_dtype(Parser *p, const SynExpr *e, DType *out) {
    if (e->kind == SYN_STRING && e->str.len && dtype_parse(e->str, out) && loop_parse_has(*out))
        return true;
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a dtype");
    diag_expected(p->ctx, d, "\"float32\" and the like");
    diag_found(p->ctx, d, "%s",
               e->kind == SYN_STRING ? diag_fmt(p->ctx, "\"%s\"", e->str.ptr)
                                     : syn_kind_text(e->kind));
    return false;
}
