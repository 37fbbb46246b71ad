/* SPDX-License-Identifier: Apache-2.0 */
/* As System V has it, and GNU: members behind heads of 60 letters, each at an even place. The first
 * is the index: how many names, the place of each one's member, the names. */
#include "backend/archive.h"

static const char magic[] = "!<arch>\n";
enum { MAGIC = sizeof magic - 1, HEAD = 60 };

static void head(StrBuf *out, const char *name, size_t bytes) {
    strbuf_printf(out, "%-16.16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0, "100644", bytes);
}

/* The high byte first. */
static void number(StrBuf *out, size_t v) {
    for (int shift = 24; shift >= 0; shift -= 8) strbuf_putc(out, (char)(v >> shift & 0xff));
}

static void even(StrBuf *out, size_t bytes) {
    if (bytes % 2) strbuf_putc(out, '\n');
}

/* A name that is too long for a head stands in a member "//" of its own. */
void archive_write(StrBuf *out, const char *member, Str object, Str names) {
    const char *own = arena_printf(out->arena, "%s/", member),
               *in_list = arena_printf(out->arena, "%s/\n", member);
    const bool is_long = strlen(own) > 16;
    size_t n = 0;
    for (size_t i = 0; i < names.len; i++) n += !names.ptr[i];
    const size_t index = 4 + 4 * n + names.len, list = is_long ? strlen(in_list) : 0;
    size_t at = MAGIC + HEAD + index + index % 2;
    if (is_long) at += HEAD + list + list % 2;
    strbuf_puts(out, magic);
    head(out, "/", index);
    number(out, n);
    for (size_t i = 0; i < n; i++) number(out, at);
    strbuf_add(out, names.ptr, names.len);
    even(out, index);
    if (is_long) {
        head(out, "//", list);
        strbuf_puts(out, in_list);
        even(out, list);
    }
    head(out, is_long ? "/0" : own, object.len);
    strbuf_add(out, object.ptr, object.len);
    even(out, object.len);
}
