/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/c/names.h"

#include "backend/c/module.h"

const char *c_identifier(Arena *arena, const char *text) {
    StrBuf s;
    strbuf_init(&s, arena);
    if (!*text || (*text >= '0' && *text <= '9')) strbuf_putc(&s, '_');
    for (const char *c = text; *c; c++) {
        const bool is_plain =
            (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        strbuf_putc(&s, is_plain ? *c : '_');
    }
    return strbuf_cstr(&s);
}

const char *c_upper(Arena *arena, const char *text) {
    char *s = arena_printf(arena, "%s", text);
    for (char *c = s; *c; c++) {
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    }
    return s;
}

CName *c_name_find(const Map *names, const char *name) { return map_get_ptr(names, name); }

CName *c_name_add(Map *names, const char *name) {
    CName *n = c_name_find(names, name);
    if (n) return n;
    n = ARENA_NEW(names->arena, CName);
    *n = (CName){.name = name, .next = 2};
    map_add_ptr(names, name, n);
    return n;
}

void c_names_init(CNames *self, Arena *arena) {
    interner_init(&self->interned, arena);
    map_init(&self->names, arena);
}

static CName *beside_of(CNames *self, const char *name, const CBeside *b) {
    Arena *arena = self->names.arena;
    const char *head = b->is_upper ? c_upper(arena, name) : name;
    const char *text = *b->suffix ? arena_printf(arena, "%s%s", head, b->suffix) : head;
    return c_name_add(&self->names, intern_c(&self->interned, text));
}

const char *c_names_take(CNames *self, const char *wanted, const CBeside *beside, size_t n) {
    CName *first = c_name_add(&self->names, intern_c(&self->interned, wanted));
    const char *name = first->name;
    for (bool is_taken = true; is_taken;) {
        is_taken = false;
        for (size_t i = 0; i < n && !is_taken; i++)
            is_taken = beside_of(self, name, &beside[i])->taken;
        if (is_taken) name = arena_printf(self->names.arena, "%s_%u", wanted, first->next++);
    }
    for (size_t i = 0; i < n; i++) beside_of(self, name, &beside[i])->taken = true;
    return name;
}
