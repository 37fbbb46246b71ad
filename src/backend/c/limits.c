/* SPDX-License-Identifier: Apache-2.0 */
/* What a program that is kept may take of memory. Where it takes more, the report names what takes
 * most. */
#include <inttypes.h>

#include "backend/c/emit.h"

enum { SHOWN = 5 };

typedef struct {
    const char *name;
    int64_t bytes;
} Part;

typedef VEC(Part) Parts;

/* The largest, the earlier ones first among equals. Appends "NAME N bytes", ", " between them. */
static void print_largest(StrBuf *out, const Parts *list) {
    int64_t below = INT64_MAX;
    size_t behind = 0;
    for (int n = 0; n < SHOWN; n++) {
        const Part *best = NULL;
        for (size_t i = 0; i < list->len; i++) {
            const Part *p = &list->at[i];
            const bool is_shown = p->bytes > below || (p->bytes == below && i < behind);
            if (!is_shown && (!best || p->bytes > best->bytes)) best = p;
        }
        if (!best) return;
        below = best->bytes;
        behind = (size_t)(best - list->at) + 1;
        strbuf_printf(out, "%s%s %" PRId64 " bytes", n ? ", " : "", best->name, best->bytes);
    }
    if (list->len > SHOWN) strbuf_puts(out, ", ...");
}

static const char *name_of_step(const BeStep *s) {
    if (s->kind == BE_STEP_LOOPS) return s->loops.loop->fn->name;
    return s->kind == BE_STEP_INVOKE ? "a call" : "a value";
}

/* Values of the arena, each named by the step that writes it first. */
static void list_values(const BeFn *f, Parts *out, Arena *arena) {
    const char **names = ARENA_ARRAY(arena, const char *, f->buffers.len + 1);
    for (const BeStep *s = f->steps.first; s; s = s->next) {
        for (uint32_t i = 0; i < s->n_writes && s->kind != BE_STEP_ALLOC; i++) {
            const BeBuffer *b = be_root(s->writes[i]);
            if (b->place != BE_ARENA || names[b->id]) continue;
            names[b->id] = name_of_step(s);
            if (b->loc.line)
                names[b->id] =
                    arena_printf(arena, "%s (%u:%u)", names[b->id], b->loc.line, b->loc.col);
        }
    }
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        const BeLife *life = &f->lives.at[b->id];
        int64_t bytes;
        if (b->same || b->place != BE_ARENA || life->first > life->last || !b->bytes ||
            !ir_dim_is_const(b->bytes, &bytes))
            continue;
        const char *name = names[b->id] ? names[b->id] : "memory of a call";
        vec_push(arena, out, ((Part){name, bytes}));
    }
}

static void list_weights(const HirProgram *program, Parts *out, Arena *arena) {
    for (size_t i = 0; i < program->constants.len; i++) {
        const IrConst *c = program->constants.at[i].made_of;
        StrBuf name;
        strbuf_init(&name, arena);
        strbuf_puts(&name, c->name ? c->name : dtype_name(c->tensor->dtype));
        strbuf_puts(&name, c->name ? "" : "[");
        for (uint32_t d = 0; !c->name && d < c->tensor->ndim; d++)
            strbuf_printf(&name, "%s%" PRId64, d ? ", " : "", c->tensor->dims[d]);
        strbuf_puts(&name, c->name ? "" : "]");
        vec_push(arena, out, ((Part){strbuf_cstr(&name), program->constants.at[i].bytes}));
    }
}

static const char *decimal(Arena *arena, int64_t n) { return arena_printf(arena, "%" PRId64, n); }

static bool check_ram(Emit *e, const BeFn *f, const CMemory *m, int64_t most) {
    Ctx *ctx = e->file->ctx;
    Arena *arena = e->arena;
    if (m->missing || m->n_allocated) {
        Diag *d = diag_error(ctx, f->fn->loc, DIAG_RAM_UNKNOWN, f->fn->name);
        if (m->missing)
            diag_help(ctx, d, "%s has no value: --dim gives it one", m->missing);
        else
            diag_help(ctx, d, "a run allocates what is made at %s", m->allocated);
        return false;
    }
    const int64_t bytes = m->arena + m->inputs + m->outputs;
    if (bytes <= most) return true;
    Parts parts = {.at = NULL};
    StrBuf text;
    strbuf_init(&text, arena);
    list_values(f, &parts, arena);
    print_largest(&text, &parts);
    Diag *d = diag_error(ctx, f->fn->loc, DIAG_RAM, f->fn->name, decimal(arena, bytes),
                         decimal(arena, most));
    diag_found(ctx, d, "an arena of %" PRId64 " bytes, inputs of %" PRId64 ", outputs of %" PRId64,
               m->arena, m->inputs, m->outputs);
    if (parts.len) diag_help(ctx, d, "the largest values of the arena: %s", strbuf_cstr(&text));
    return false;
}

bool c_limits_ram(Emit *e, int64_t most) {
    CMemories rows = {.at = NULL};
    const CMeasure how = {.out = &rows};
    bool ok = true;
    size_t k = 0;
    if (!most) return true;
    c_measure(e->module, &how, e->arena);
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        if (f->is_public) ok = check_ram(e, f, &rows.at[k++], most) && ok;
    }
    return ok;
}

bool c_limits_rom(const HirProgram *program, int64_t code, int64_t most) {
    int64_t bytes = code;
    Arena *arena = program->arena;
    for (size_t i = 0; i < program->constants.len; i++) bytes += program->constants.at[i].bytes;
    if (!most || bytes <= most) return true;
    Parts parts = {.at = NULL};
    StrBuf text;
    strbuf_init(&text, arena);
    list_weights(program, &parts, arena);
    print_largest(&text, &parts);
    Diag *d = diag_error(program->ctx, (Loc){.line = 0}, DIAG_ROM, decimal(arena, bytes),
                         decimal(arena, most));
    if (code) diag_found(program->ctx, d, "%" PRId64 " bytes of code", code);
    if (parts.len) diag_help(program->ctx, d, "the largest weights: %s", strbuf_cstr(&text));
    return false;
}
