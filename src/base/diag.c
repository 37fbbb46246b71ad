/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics live in an arena of their own on the context, which the next stage frees. */
#include "base/diag.h"

static const char *const texts[] = {
#define DIAG(id, text) text,
#include "base/diag.def"
};

enum { EXCERPT_MAX = 100 }; /* bytes of a source line that are shown */
enum { PART_MAX = 1000 };   /* bytes of a name or type in a message */

void diag_list_free(Ctx *ctx) {
    DiagList *list = ctx->diags;
    if (!list) return;
    ctx->diags = NULL;
    arena_fini(&list->arena);
    ctx_resize(ctx, list, sizeof *list, 0);
}

void diag_begin(Ctx *ctx) {
    diag_list_free(ctx);
    ctx->reports = true; /* there is room for the list, whatever the limit is */
    DiagList *list = ctx_resize(ctx, NULL, 0, sizeof *list);
    ctx->reports = false;
    *list = (DiagList){.errors = 0};
    arena_init(&list->arena, ctx);
    arena_keep(&list->arena); /* diag_list_free ends it, whatever is thrown */
    ctx->diags = list;
}

DiagSource diag_source(Ctx *ctx, const char *name, Str text) {
    DiagSource *s = &ctx->diags->source, before = *s;
    s->name = name ? arena_strdup(&ctx->diags->arena, str_c(name)) : NULL;
    s->text = text;
    return before;
}

void diag_source_back(Ctx *ctx, DiagSource before) { ctx->diags->source = before; }

size_t diag_errors(const Ctx *ctx) { return ctx->diags ? ctx->diags->errors : 0; }

/* Shows the line of `loc`, or a window of it, with what would disturb a terminal escaped. */
static void add_excerpt(DiagList *list, Diag *d) {
    Str t = list->source.text;
    if (!t.ptr || d->loc.line == 0 || d->loc.offset > t.len) return;
    size_t at = d->loc.offset, start = at, end = at;
    while (start > 0 && t.ptr[start - 1] != '\n') {
        if (at - start >= EXCERPT_MAX / 2) break;
        start--;
    }
    while (end < t.len && t.ptr[end] != '\n' && t.ptr[end] != '\r' && end - start < EXCERPT_MAX)
        end++;
    bool cut = start > 0 && t.ptr[start - 1] != '\n';
    if (!cut) {
        while (start < at && (t.ptr[start] == ' ' || t.ptr[start] == '\t')) start++;
    }
    StrBuf b;
    strbuf_init(&b, &list->arena);
    if (cut) strbuf_puts(&b, "...");
    strbuf_escaped(&b, (Str){t.ptr + start, at - start});
    for (size_t i = 0; i < b.text.len; i++) {
        if (b.text.at[i] == '\t') b.text.at[i] = ' ';
        d->caret += ((unsigned char)b.text.at[i] & 0xC0) != 0x80;
    }
    strbuf_escaped(&b, (Str){t.ptr + at, end - at});
    d->excerpt = strbuf_cstr(&b);
}

/* Escaped, and no longer than a reader wants: a name may have megabytes. */
static void add_cut(StrBuf *out, const char *s) {
    size_t len = strlen(s), end = len;
    if (len > PART_MAX) {
        for (end = 0; end < PART_MAX;)
            end += utf8_len(s + end, len - end) ? utf8_len(s + end, len - end) : 1;
    }
    strbuf_escaped(out, (Str){s, end});
    if (end < len) strbuf_puts(out, "...");
}

Diag *diag_report(Ctx *ctx, DiagLevel level, Loc loc, DiagId id, const char *const *args) {
    DiagList *list = ctx->diags;
    BUG_IF(!list);
    size_t *count = level == DIAG_ERROR ? &list->errors : &list->warnings;
    if ((*count)++ >= ctx->limits.diags) return NULL;
    StrBuf b;
    strbuf_init(&b, &list->arena);
    for (const char *p = texts[id]; *p; p++) {
        if (p[0] == '%' && p[1] == 's') {
            if (!*args) BUG("too few arguments for the message '%s'", texts[id]);
            add_cut(&b, *args);
            args++;
            p++;
        } else {
            strbuf_putc(&b, *p);
        }
    }
    if (*args) BUG("too many arguments for the message '%s'", texts[id]);
    Diag d = {.level = level,
              .id = id,
              .loc = loc,
              .source = list->source.name,
              .message = strbuf_cstr(&b)};
    add_excerpt(list, &d);
    vec_push(&list->arena, &list->diags, d);
    return &list->diags.at[list->diags.len - 1];
}

static const char *escaped(Ctx *ctx, const char *fmt, va_list args) PRINTF_LIKE(2, 0);
static const char *escaped(Ctx *ctx, const char *fmt, va_list args) {
    Arena *arena = &ctx->diags->arena;
    const char *raw = arena_vprintf(arena, fmt, args);
    StrBuf b;
    strbuf_init(&b, arena);
    add_cut(&b, raw);
    return strbuf_cstr(&b);
}

#define SET_LINE(field)                                                                            \
    if (!self) return;                                                                             \
    va_list args;                                                                                  \
    va_start(args, fmt);                                                                           \
    const char *text = escaped(ctx, fmt, args);                                                    \
    va_end(args);                                                                                  \
    self->field = text

void diag_expected(Ctx *ctx, Diag *self, const char *fmt, ...) { SET_LINE(expected); }
void diag_found(Ctx *ctx, Diag *self, const char *fmt, ...) { SET_LINE(found); }
void diag_help(Ctx *ctx, Diag *self, const char *fmt, ...) { SET_LINE(help); }

const char *diag_fmt(Ctx *ctx, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    const char *text = arena_vprintf(&ctx->diags->arena, fmt, args);
    va_end(args);
    return text;
}

DiagMark diag_mark(const Ctx *ctx) {
    const DiagList *list = ctx->diags;
    return list ? (DiagMark){list->diags.len, list->errors, list->warnings} : (DiagMark){0, 0, 0};
}

void diag_blame(Ctx *ctx, DiagMark mark, const char *node) {
    DiagList *list = ctx->diags;
    for (size_t i = mark.diags; list && i < list->diags.len; i++) {
        Diag *d = &list->diags.at[i];
        if (!d->node) d->node = diag_fmt(ctx, "%s", node);
    }
}

const char *diag_rewind(Ctx *ctx, DiagMark mark) {
    DiagList *list = ctx->diags;
    if (!list) return NULL;
    const char *first = list->diags.len > mark.diags ? list->diags.at[mark.diags].message : NULL;
    list->diags.len = mark.diags;
    list->errors = mark.errors;
    list->warnings = mark.warnings;
    return first;
}

DiagPoint diag_point(const Ctx *ctx) {
    const DiagList *list = ctx->diags;
    DiagPoint point = {.mark = diag_mark(ctx)};
    if (list) point.texts = arena_mark(&list->arena), point.room = list->diags.cap;
    return point;
}

bool diag_forget(Ctx *ctx, const DiagPoint *point) {
    DiagList *list = ctx->diags;
    (void)diag_rewind(ctx, point->mark);
    if (!list || list->diags.cap != point->room) return false;
    arena_rewind(&list->arena, point->texts);
    return true;
}

void diag_print(const Diag *self, StrBuf *out) {
    if (self->source) {
        strbuf_escaped(out, str_c(self->source));
        strbuf_puts(out, ":");
        if (self->loc.line) strbuf_printf(out, "%u:%u:", self->loc.line, self->loc.col);
        strbuf_puts(out, " ");
    }
    if (self->node) {
        strbuf_puts(out, "node \"");
        strbuf_escaped(out, str_c(self->node));
        strbuf_puts(out, "\": ");
    }
    strbuf_puts(out, self->level == DIAG_ERROR ? "error: " : "warning: ");
    strbuf_puts(out, self->message);
    strbuf_putc(out, '\n');
    if (self->excerpt) {
        strbuf_printf(out, "    %s\n    %*s^\n", self->excerpt, (int)self->caret, "");
    }
    if (self->expected) strbuf_printf(out, "  expected: %s\n", self->expected);
    if (self->found) strbuf_printf(out, "  found: %s\n", self->found);
    if (self->help) strbuf_printf(out, "  help: %s\n", self->help);
}
