/* SPDX-License-Identifier: Apache-2.0 */
/* The classes of bytes, reports, and what counts lines. */
#include "base/lexer_parts.h"

enum {
    Z = LEX_NUL | LEX_QUOTED | LEX_SCAN,
    B = LEX_BLANK,
    L = LEX_LINE_END | LEX_QUOTED | LEX_SCAN,
    N = LEX_NAME,
    Q = LEX_QUOTED | LEX_SCAN,
    S = LEX_SCAN,
    P = LEX_PUNCT,
    H = LEX_HIGH | LEX_QUOTED | LEX_SCAN,
};
#define HIGH_ROW H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H

/* clang-format off */
const unsigned char lexer_class[256] = {
    Z, P, P, P, P, P, P, P, P, B, L, P, B, L, P, P,
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P,
    /*  ! " # $ % & ' ( ) * + , - . / */
    B, P, Q, S, P, P, P, Q, S, S, P, P, P, P, P, P,
    N, N, N, N, N, N, N, N, N, N, P, P, P, P, P, P,
    P, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    N, N, N, N, N, N, N, N, N, N, N, S, Q, S, P, N, /* [ \ ] ^ _ */
    P, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    N, N, N, N, N, N, N, N, N, N, N, S, P, S, P, P, /* { | } ~ */
    HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW, HIGH_ROW,
};
/* clang-format on */

typedef struct {
    uint32_t offset;
    DiagId id;
} Reported;

Diag *lexer_report(Lexer *self, Loc loc, DiagId id, const char *arg) {
    if (self->quiet) return NULL;
    uint64_t hash = hash_mix(hash_mix(self->ctx->hash_seed, loc.offset), (uint64_t)id);
    for (MapIter it = map_find(&self->reported, hash); map_next(&self->reported, &it);) {
        const Reported *r = it.value;
        if (r->offset == loc.offset && r->id == id) return NULL;
    }
    if (self->reported.len < self->ctx->limits.diags) { /* further ones are only counted */
        Reported *r = ARENA_NEW(self->arena, Reported);
        *r = (Reported){loc.offset, id};
        map_add(&self->reported, hash, r);
    }
    return diag_report(self->ctx, DIAG_ERROR, loc, id, (const char *[]){arg, NULL});
}

const char *lexer_excerpt(Lexer *self, Str s) {
    enum { MAX = 60 };
    size_t n = 0;
    while (n < s.len && n < MAX) {
        size_t step = utf8_len(s.ptr + n, s.len - n);
        n += step ? step : 1;
    }
    return diag_fmt(self->ctx, "%.*s%s", (int)n, s.len ? s.ptr : "", n < s.len ? "..." : "");
}

const char *lexer_newline(Lexer *self, const char *p) {
    p += *p == '\r' && self->end - p > 1 && p[1] == '\n' ? 2 : 1;
    if (!self->expression) {
        self->line++;
        self->line_start = (uint32_t)(p - self->text);
    }
    return p;
}

const char *lexer_odd_byte(Lexer *self, const char *p, bool *bad) {
    size_t n = *p ? utf8_len(p, (size_t)(self->end - p)) : 0;
    if (n) return p + n;
    if (!*bad) lexer_report(self, lexer_loc_at(self, p), *p ? DIAG_ENCODING : DIAG_NUL_BYTE, NULL);
    *bad = true;
    return p + 1;
}
