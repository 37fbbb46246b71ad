/* SPDX-License-Identifier: Apache-2.0 */
/* A function as C: its frame, its layout, its steps. */
#include <inttypes.h>

#include "backend/c/emit.h"

static void member(StrBuf *out, const char *type, const char *name, size_t n) {
    if (n) strbuf_printf(out, "    %s%s[%zu];\n", type, name, n);
}

static void frame(EmitFunction *p) {
    const BeFn *f = p->f;
    const EmitFn *names = &p->e->fns[f->index];
    StrBuf *out = &p->e->file->structs;
    strbuf_printf(out, "struct %s {\n    char *arena;\n    int depth, bad;\n", names->frame);
    member(out, "const char *", "in", f->n_inputs);
    member(out, "char *", "out", f->n_outputs);
    member(out, "int64_t ", "s", f->n_slots);
    member(out, "int64_t ", "x", p->extents.len);
    member(out, "int64_t ", "o", f->n_arena_slots);
    member(out, "double ", "d", f->n_floats);
    member(out, "char *", "h", f->n_heap_slots);
    member(out, "int64_t ", "r", f->n_returned);
    member(out, "double ", "rd", f->n_floats_out);
    strbuf_printf(out, "};\nstatic int32_t %s(struct %s *f);\n", names->name, names->frame);
    if (names->layout)
        strbuf_printf(out, "static int64_t %s(struct %s *f);\n", names->layout, names->frame);
    strbuf_putc(out, '\n');
}

static void derived(EmitFunction *p, const BeDerived *d) {
    Emit *e = p->e;
    StrBuf *out = &p->layout;
    const uint32_t slot = be_symbol(p->f, d->symbol)->slot;
    if (d->value) {
        const char *v = emit_dim(p, d->value);
        strbuf_printf(out, "    f->s[%u] = %s;\n", slot, v);
        return;
    }
    if (d->loop) {
        const LoopFn *fn = d->loop->fn;
        const char **sizes = ARENA_ARRAY(e->arena, const char *, fn->sizes.len + 1);
        for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = emit_dim(p, d->sizes[i]);
        strbuf_printf(out, "    f->s[%u] = ", slot);
        c_loop_work(e->file->unit, fn, sizes, out);
        strbuf_puts(out, ";\n");
        return;
    }
    const EmitFn *callee = &e->fns[d->call->callee->index];
    strbuf_printf(out, "    {\n    struct %s g;\n", callee->frame);
    emit_call_symbols(p, d->call, "g", false);
    strbuf_printf(out, "    f->s[%u] = %s(&g);\n    }\n", slot, callee->layout);
}

/* In the order of the derived symbols, each behind the dims that it needs; then the other dims, and the slots. */
static void layout(EmitFunction *p) {
    Emit *e = p->e;
    BeFn *f = p->f;
    const EmitFn *names = &e->fns[f->index];
    if (!names->layout) return;
    StrBuf *out = &p->layout;
    p->in_layout = true;
    for (size_t i = 0; i < f->derived.len; i++) derived(p, &f->derived.at[i]);
    for (size_t i = 0; i < p->extents.len; i++) emit_layout_dim(p, p->extents.at[i]->dim);
    strbuf_printf(out, "    total = %" PRId64 ";\n", f->has_arena ? f->arena_bytes : 0);
    for (uint32_t i = 0; i < f->n_arena_slots; i++) {
        const BeSizes *sizes = &f->slot_sizes[i];
        StrBuf most;
        strbuf_init(&most, e->arena);
        for (size_t k = 1; k < sizes->len; k++)
            strbuf_printf(&most, "%s(", emit_helper(e->file, EMIT_MAX));
        for (size_t k = 0; k < sizes->len; k++) {
            const char *v = emit_dim(p, sizes->at[k]);
            strbuf_printf(&most, k ? ", %s)" : "%s", v);
        }
        strbuf_printf(
            out, "    f->o[%u] = total;\n    total = %s(&f->bad, total, %s(&f->bad, %s));\n", i,
            emit_helper(e->file, EMIT_ADD), emit_helper(e->file, EMIT_ROUND), strbuf_cstr(&most));
    }
    p->in_layout = false;
    StrBuf *text = &e->file->functions;
    strbuf_printf(text, "static int64_t %s(struct %s *f) {\n    int64_t total;\n", names->layout,
                  names->frame);
    strbuf_add(text, out->text.at, out->text.len);
    strbuf_puts(text, "    return f->bad ? INT64_MAX : total;\n}\n\n");
}

/* What surrounds the steps: the depth, and memory of the heap, which is given back however they end. */
static void outside(EmitFunction *p, const char *inner) {
    Emit *e = p->e;
    const BeFn *f = p->f;
    StrBuf *out = &e->file->functions;
    strbuf_printf(out, "static int32_t %s(struct %s *f) {\n    int32_t e;\n", e->fns[f->index].name,
                  e->fns[f->index].frame);
    emit_poll(e->file, out); /* in each iteration of a loop, too */
    if (f->is_recursive)
        strbuf_printf(out, "    if (f->depth >= %zu) return %u;\n", e->file->ctx->limits.depth,
                      e->file->m_depth);
    if (f->n_heap_slots)
        strbuf_printf(out,
                      "    {\n    int i;\n    for (i = 0; i < %u; i++) f->h[i] = NULL;\n    }\n",
                      f->n_heap_slots);
    strbuf_printf(out, "    e = %s(f);\n", inner);
    for (const BeStep *s = f->steps.first; s; s = s->next) {
        if (s->kind == BE_STEP_GIVE)
            strbuf_printf(out, "    if (!e) f->h[%u] = NULL;\n", be_root(s->reads[0])->slot);
    }
    if (f->n_heap_slots)
        strbuf_printf(out,
                      "    {\n    int i;\n    for (i = 0; i < %u; i++) free(f->h[i]);\n    }\n",
                      f->n_heap_slots);
    strbuf_puts(out, "    return e;\n}\n\n");
}

void emit_function(Emit *e, BeFn *f) {
    EmitFunction p = {.e = e, .f = f};
    StrBuf text;
    strbuf_init(&text, e->arena);
    strbuf_init(&p.layout, e->arena);
    map_init(&p.extents_by_dim, e->arena);
    p.out = &text;
    const bool is_plain = !f->is_recursive && !f->n_heap_slots;
    const EmitFn *names = &e->fns[f->index];
    const char *inner =
        is_plain ? names->name
                 : c_unit_name(e->file->unit, arena_printf(e->arena, "%s_steps", names->name));
    emit_steps(&p, &f->steps);
    StrBuf *out = &e->file->functions;
    strbuf_printf(out, "static int32_t %s(struct %s *f) {\n    (void)f;\n", inner, names->frame);
    strbuf_add(out, text.text.at, text.text.len);
    strbuf_puts(out, "    return 0;\n}\n\n");
    if (!is_plain) outside(&p, inner);
    if (f->is_public) emit_entry(&p);
    layout(&p);
    frame(&p);
}
