/* SPDX-License-Identifier: Apache-2.0 */
/* Constants go by number in the code; what they hold is no part of the key. Places in the source
 * are, as messages name them. */
#include "backend/llvm/key.h"

#include <link.h>
#include <llvm/Config/llvm-config.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "ir/origin.h"
#include "ir/text.h"

/* --- This build: the note that linkers leave in what they make --- */

typedef struct {
    uintptr_t address; /* of something in it */
    ContentHash hash;
    bool is_found;
} Build;

static bool is_within(const struct dl_phdr_info *info, uintptr_t address) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && address - info->dlpi_addr - p->p_vaddr < p->p_memsz)
            return true;
    }
    return false;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size;
    Build *build = user;
    if (!is_within(info, build->address)) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_NOTE) continue;
        const char *at = (const char *)(info->dlpi_addr + p->p_vaddr), *end = at + p->p_memsz;
        while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
            ElfW(Nhdr) note;
            memcpy(&note, at, sizeof note);
            at += sizeof note;
            const size_t name = (note.n_namesz + 3u) / 4 * 4, data = (note.n_descsz + 3u) / 4 * 4;
            if ((size_t)(end - at) < name + data) break;
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(at, "GNU", 4) == 0) {
                build->hash = content_hash(at + name, note.n_descsz);
                build->is_found = true;
            }
            at += name + data;
        }
    }
    return 1;
}

static bool find_build(ContentHash *out) {
    static const char here;
    Build build = {.address = (uintptr_t)&here};
    dl_iterate_phdr(look_at, &build);
    *out = build.hash;
    return build.is_found;
}

/* --- The processor: what LLVM goes by, without LLVM --- */

#if defined(__x86_64__)

static bool find_processor(ContentHash *out) {
    /* leaf, subleaf; leaf 1's second register says which core it ran on */
    static const unsigned leaves[][2] = {{0, 0},          {1, 0},         {7, 0},    {7, 1},
                                         {0xd, 1},        {0x14, 0},      {0x19, 0}, {0x24, 0},
                                         {0x80000001, 0}, {0x80000008, 0}};
    unsigned found[ARRAY_LEN(leaves) + 1][4] = {{0}};
    for (size_t i = 0; i < ARRAY_LEN(leaves); i++) {
        unsigned *r = found[i];
        if (!__get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]))
            memset(r, 0, sizeof found[i]);
        if (leaves[i][0] == 1) r[1] = 0;
        if (leaves[i][0] == 0xd) r[1] = r[2] = r[3] = 0; /* sizes of what is switched on */
        if (leaves[i][0] == 0x80000008) r[0] = r[2] = r[3] = 0;
    }
    if (found[1][2] & bit_OSXSAVE) { /* what the system keeps of a thread */
        unsigned *r = found[ARRAY_LEN(leaves)];
        __asm__("xgetbv" : "=a"(r[0]), "=d"(r[1]) : "c"(0));
    }
    *out = content_hash(found, sizeof found);
    return true;
}

#else

static bool find_processor(ContentHash *out) {
    (void)out;
    return false;
}

#endif

/* --- The module --- */

typedef VEC(IrFunction *) Functions;

typedef struct {
    LlKey *key;
    Arena *arena;
    Functions open;        /* whose bodies are to be walked */
    bool *is_known;        /* by constant */
    const uint32_t *given; /* places to set; NULL: they are noted */
    size_t n_given;
} Walk;

static void add_place(Walk *w, Loc *loc) {
    const size_t at = w->key->places.len;
    if (w->given && at + 2 <= w->n_given)
        *loc = (Loc){.line = w->given[at], .col = w->given[at + 1]};
    vec_push(w->arena, &w->key->places, loc->line);
    vec_push(w->arena, &w->key->places, loc->col);
}

static void add_constants(Walk *w, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_CONST) continue;
        const IrConst *c = list->at[i].constant;
        if (w->is_known[c->id]) continue;
        w->is_known[c->id] = true;
        vec_push(w->arena, &w->key->constants, c);
    }
}

static void walk_function(Walk *w, IrFunction *fn) {
    add_place(w, &fn->loc);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(w->arena->ctx);
        add_place(w, &b->loc);
        vec_push(w->arena, &w->key->bindings, b);
        add_constants(w, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            add_constants(w, &b->bodies[i]->result);
        if (b->kind == IR_BIND_FUNCTION) vec_push(w->arena, &w->open, b->function);
    }
    add_constants(w, &fn->body->result);
}

static void walk_module(Walk *w, const IrModule *m) {
    *w->key = (LlKey){.hash = {0, 0}};
    w->is_known = ARENA_ARRAY(w->arena, bool, m->constants.len + 1);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) vec_push(w->arena, &w->open, fn);
        while (w->open.len) walk_function(w, w->open.at[--w->open.len]);
    }
}

void ll_walk(LlKey *out, const IrModule *m, Arena *arena) {
    walk_module(&(Walk){.key = out, .arena = arena}, m);
}

bool ll_walk_placed(LlKey *out, const IrModule *m, const uint32_t *places, size_t n, Arena *arena) {
    walk_module(&(Walk){.key = out, .arena = arena, .given = places, .n_given = n}, m);
    return out->places.len == n;
}

const char *ll_maker(const IrBinding *b) {
    const char *by = NULL;
    if (b->kind != IR_BIND_MATCH_CAST) return NULL;
    for (const IrOrigin *o = b->origin; o; o = o->from) {
        if (o->kind <= IR_ORIGIN_EXPANDED) by = o->by;
    }
    return by;
}

const char *ll_node(const IrBinding *b) { return b->loc.line ? NULL : ir_origin_node(b->origin); }

static void print_makers(const LlKey *key, StrBuf *out) {
    for (size_t i = 0; i < key->bindings.len; i++) {
        const char *by = ll_maker(key->bindings.at[i]), *node = ll_node(key->bindings.at[i]);
        if (by) strbuf_printf(out, "%zu %s\n", i, by);
        if (node) strbuf_printf(out, "%zu of %zu %s\n", i, strlen(node), node);
    }
}

bool ll_key(LlKey *self, IrModule *m, const LlProgramOptions *options, Arena *arena) {
    ContentHash build, processor;
    if (!find_build(&build) || !find_processor(&processor)) return false;
    StrBuf text;
    strbuf_init(&text, arena);
    strbuf_printf(&text,
                  "LLVM %s, function %s, threads %" PRId64
                  ", strict %d, unscheduled %d, donates %d, libraries %d, depth %zu, source %s\n",
                  LLVM_VERSION_STRING, options->function ? options->function->name : "-",
                  options->threads, options->strict, options->unscheduled, options->donates,
                  options->libraries != NULL, m->ctx->limits.depth, m->source ? m->source : "-");
    target_print(ir_module_target(m), &text);
    print_makers(self, &text);
    ir_text_print_bare(m, &text);
    const ContentHash parts[] = {
        build,
        processor,
        content_hash(text.text.at, text.text.len),
        content_hash(self->places.at, self->places.len * sizeof *self->places.at),
    };
    self->hash = content_hash(parts, sizeof parts);
    return true;
}
