/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/list.h"

#include <stdio.h>
#include <stdlib.h>

#include "ranks/ranks.h"

void ranks_list_init(RanksList *self, StrBuf *out, int64_t n) {
    *self = (RanksList){.out = out, .n = n};
}

void ranks_list_open(RanksList *self, const char *line) {
    vec_push(self->out->arena, &self->open, line);
}

void ranks_list_close(RanksList *self) {
    self->open.len--;
    if (self->n_written <= self->open.len) return;
    self->n_written = self->open.len;
    strbuf_puts(self->out, "end\n");
}

static void write_open(RanksList *self) {
    for (; self->n_written < self->open.len; self->n_written++)
        strbuf_printf(self->out, "%s\n", self->open.at[self->n_written]);
}

void ranks_list_call(RanksList *self, uint32_t function) {
    write_open(self);
    strbuf_printf(self->out, "call %u\n", function);
}

/* Ranks of its group; 0: the call does not say. */
static int64_t group_of(const RanksWhat *what) {
    int64_t n = 1;
    for (int64_t i = 0; i < what->n_mesh; i++) n *= what->axes >> i & 1 ? what->mesh[i] : 1;
    return what->n_mesh ? n : what->workers;
}

static bool is_whole(const RanksWhat *what) {
    for (int64_t i = 0; i < what->n_mesh; i++) {
        if (!(what->axes >> i & 1) && what->mesh[i] > 1) return false;
    }
    return true;
}

static void write_group(StrBuf *out, const RanksWhat *what) {
    if (is_whole(what)) {
        strbuf_puts(out, "over all ranks");
        return;
    }
    const char *between = "over axis ";
    for (int64_t i = 0; i < what->n_mesh; i++) {
        if (!(what->axes >> i & 1)) continue;
        strbuf_printf(out, "%s%lld", between, (long long)i);
        between = " and ";
    }
    for (int64_t i = 0; i < what->n_mesh; i++)
        strbuf_printf(out, "%s%lld", i ? "x" : " of mesh ", (long long)what->mesh[i]);
}

static void write_type(StrBuf *out, const RanksWhat *what) {
    const char *name = what->type == 'b'   ? "bool"
                       : what->type == 'i' ? "int"
                       : what->type == 'u' ? "uint"
                       : what->type == 'g' ? "bfloat"
                                           : "float";
    strbuf_puts(out, name);
    if (what->type != 'b') strbuf_printf(out, "%lld", 8 * (long long)what->bytes);
}

static void write_permute(StrBuf *out, const RanksWhat *what) {
    const int64_t *pairs = (const int64_t *)(what + 1);
    if (!what->has_pairs) strbuf_printf(out, ", by %lld", (long long)what->shift);
    for (int64_t i = 0; what->has_pairs && i < what->n_pairs; i++)
        strbuf_printf(out, "%s%lld to %lld", i ? " " : ", ", (long long)pairs[2 * i],
                      (long long)pairs[2 * i + 1]);
}

static void write_form(StrBuf *out, const RanksWhat *what) {
    static const char *const hows[RANKS_HOWS] = {"sum", "prod", "min", "max", "avg"};
    const RanksKind kind = (RanksKind)what->kind;
    strbuf_printf(out, "%s (", ranks_kind_name(what->kind));
    if (kind == RANKS_ALLREDUCE || kind == RANKS_REDUCE_SCATTER)
        strbuf_printf(out, "%s, ", hows[what->how]);
    write_type(out, what);
    if (kind == RANKS_ALLGATHER || kind == RANKS_REDUCE_SCATTER || kind == RANKS_SCATTER ||
        kind == RANKS_ALLTOALL)
        strbuf_printf(out, ", axis %lld", (long long)what->axis);
    if (kind == RANKS_ALLTOALL) strbuf_printf(out, " to %lld", (long long)what->to_axis);
    if (kind == RANKS_PERMUTE) write_permute(out, what);
    if (what->is_uneven) strbuf_puts(out, ", uneven parts");
    strbuf_puts(out, ", ");
    write_group(out, what);
    strbuf_putc(out, ')');
}

int64_t ranks_list_add(RanksList *self, const RanksWhat *what, const char *name, int64_t at) {
    if (what->kind == RANKS_RANK || group_of(what) == 1) return 0;
    write_open(self);
    self->n++;
    if (!at) at = self->n;
    strbuf_printf(self->out, "%lld ", (long long)at);
    write_form(self->out, what);
    strbuf_putc(self->out, '\t');
    strbuf_escaped(self->out, str_c(name)); /* without line ends */
    strbuf_putc(self->out, '\n');
    return at;
}

/* --- Reading --- */

/* Up to the name, and the name; the next line. False at the end. */
static bool next_line(const char **at, Str *line, Str *name) {
    const size_t n = strcspn(*at, "\n"), form = strcspn(*at, "\t\n");
    if (!**at) return false;
    *line = (Str){*at, form};
    *name = form < n ? (Str){*at + form + 1, n - form - 1} : (Str){.len = 0};
    *at += n + ((*at)[n] == '\n');
    return true;
}

uint64_t ranks_list_mark(const char *list) {
    uint64_t mark = 0xcbf29ce484222325u; /* FNV-1a */
    Str line, name;
    while (next_line(&list, &line, &name)) {
        for (size_t i = 0; i < line.len; i++)
            mark = (mark ^ (unsigned char)line.ptr[i]) * 0x100000001b3;
        mark = (mark ^ '\n') * 0x100000001b3;
    }
    return mark;
}

static bool is_collective(Str line) { return line.len && *line.ptr >= '0' && *line.ptr <= '9'; }

/* A collective's line as messages name it. */
static void name_collective(Str line, Str name, char *text, size_t size) {
    enum { MOST = 80 };
    while (*line.ptr != ' ') line = (Str){line.ptr + 1, line.len - 1};
    line = (Str){line.ptr + 1, line.len - 1};
    size_t kind = 0;
    while (kind < line.len && line.ptr[kind] != ' ') kind++;
    snprintf(text, size, "%.*s '%.*s'%.*s", (int)kind, line.ptr,
             name.len < MOST ? (int)name.len : MOST, name.len ? name.ptr : "",
             (int)(line.len - kind), line.ptr + kind);
}

/* A line, behind which the list goes on with `rest`: of what something stands in, also the first
 * collective in it. */
static void describe(Str line, Str name, const char *rest, char *text, size_t size) {
    static const struct {
        char first;
        const char *text;
    } rows[] = {
        {'i', "a branch with "}, {'l', "a loop with "}, {'c', "a call of what has "}, {0, NULL}};
    size_t row = 0;
    if (is_collective(line)) {
        name_collective(line, name, text, size);
        return;
    }
    while (line.len && rows[row].text && rows[row].first != *line.ptr) row++;
    if (line.len > 1 && line.ptr[1] == 'l') /* else */
        snprintf(text, size, "the other branch with ");
    else
        snprintf(text, size, "%s", line.len && rows[row].text ? rows[row].text : "no other one");
    const size_t n = strlen(text);
    if (text[n - 1] != ' ') return;
    while (next_line(&rest, &line, &name)) {
        if (!is_collective(line)) continue;
        name_collective(line, name, text + n, size - n);
        return;
    }
}

static bool same(Str a, Str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

void ranks_list_differ(const char *a, uint32_t rank_a, const char *b, uint32_t rank_b, char *text,
                       size_t size) {
    enum { ONE = 220 };
    char one[ONE], other[ONE];
    Str x = {.len = 0}, y = {.len = 0}, of_x = x, of_y = y;
    unsigned n = 1; /* the next collective */
    for (;;) {
        const bool has_x = next_line(&a, &x, &of_x), has_y = next_line(&b, &y, &of_y);
        if (!has_x) x = (Str){.len = 0};
        if (!has_y) y = (Str){.len = 0};
        if (!has_x || !has_y || !same(x, y)) break;
        n += is_collective(x);
    }
    describe(x, of_x, a, one, sizeof one);
    describe(y, of_y, b, other, sizeof other);
    snprintf(
        text, size,
        "rank %u and rank %u come to other collectives: at number %u rank %u has %s, rank %u %s",
        rank_a, rank_b, n, rank_a, one, rank_b, other);
}

bool ranks_list_at(const char *list, int64_t place, char *text, size_t size) {
    Str line, name;
    while (next_line(&list, &line, &name)) {
        if (!is_collective(line) || strtoll(line.ptr, NULL, 10) != place) continue;
        name_collective(line, name, text, size);
        return true;
    }
    return false;
}
