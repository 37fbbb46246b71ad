/* SPDX-License-Identifier: Apache-2.0 */
/* Statements as C. */
#include "backend/c/emit.h"

const EmitName *emit_entry_of(const Map *map, const LoopFn *of) {
    for (MapIter it = map_find(map, hash_ptr(0, of)); map_next(map, &it);) {
        const EmitName *n = it.value;
        if (n->of == of) return n;
    }
    BUG("'%s' is not in the file", of->name);
}

/* What overflowed ends the function before anything but integers is touched. */
static void settle(EmitFunction *p) {
    if (p->is_pending) strbuf_printf(p->out, "    if (bad) return %u;\n", p->e->file->m_overflow);
    p->is_pending = false;
}

static void assign(EmitFunction *p, const char *to, const HirExpr *value) {
    strbuf_printf(p->out, "    %s = %s;\n", to, emit_text(p, value));
}

static void kernel(EmitFunction *p, const HirKernelCall *k) {
    CFile *file = p->e->file;
    const HirKernel *row = &p->e->program->kernels.at[k->number];
    const char *between = "";
    strbuf_printf(p->out, "    TRY(%s(", emit_entry_of(&p->e->loops, row->made_of)->name);
    for (size_t i = 0; i < k->reads.len + k->writes.len; i++) {
        const bool is_input = i < k->reads.len;
        const uint32_t b = is_input ? k->reads.at[i] : k->writes.at[i - k->reads.len];
        strbuf_printf(p->out, "%s(%s%s *)(%svoid *)", between, is_input ? "const " : "",
                      c_dtype_name(row->dtypes[i]), is_input ? "const " : "");
        emit_expr(p, &(HirExpr){.kind = HIR_BUFFER_EXPR, .number = b}, p->out);
        between = ", ";
    }
    for (size_t i = 0; i < k->sizes.len; i++) {
        strbuf_printf(p->out, "%s%s", between, emit_text(p, k->sizes.at[i]));
        between = ", ";
    }
    if (c_loop_has_work(file->unit, row->made_of))
        strbuf_printf(p->out, "%s%s", between, k->work ? emit_text(p, k->work) : "NULL");
    strbuf_puts(p->out, "));\n");
}

static void copy(EmitFunction *p, const HirStmt *s) {
    const bool bare = c_unit_is_freestanding(p->e->file->unit);
    const bool is_plain = !bare && s->copy.bytes->kind == HIR_INT_EXPR &&
                          s->copy.to->kind == HIR_BUFFER_EXPR &&
                          s->copy.from->kind == HIR_BUFFER_EXPR;
    strbuf_printf(p->out, "    %s(%s, ",
                  is_plain ? "memcpy" : emit_helper(p->e->file, bare ? EMIT_BARE_COPY : EMIT_COPY),
                  emit_text(p, s->copy.to));
    strbuf_printf(p->out, "%s, %s);\n", emit_text(p, s->copy.from), emit_text(p, s->copy.bytes));
}

static void memory(EmitFunction *p, const HirStmt *s) {
    CFile *file = p->e->file;
    const char *at = emit_text(p, s->memory.at);
    const bool is_buffer = s->memory.at->kind == HIR_BUFFER_EXPR;
    if (is_buffer) /* its cell, which is assigned to */
        at = emit_cell(p, hir_buffer_cell(&p->f->buffers.at[s->memory.at->number]));
    if (s->kind == HIR_TAKE) assign(p, at, s->memory.value);
    if (s->kind == HIR_FREE)
        strbuf_printf(p->out, is_buffer ? "    free(%s);\n    %s = NULL;\n" : "    free(%s);\n", at,
                      at);
    if (s->kind == HIR_ALLOC)
        strbuf_printf(p->out, "    %s = %s(%s);\n    if (!%s) return %u;\n", at,
                      emit_helper(file, EMIT_HEAP), emit_text(p, s->memory.value), at,
                      file->m_memory);
}

static void emit_block(EmitFunction *p, const HirBlock *b);

static void inner(EmitFunction *p, const char *head, const HirBlock *b) {
    strbuf_puts(p->out, head);
    emit_block(p, b);
    strbuf_puts(p->out, "    }\n");
}

static void branch(EmitFunction *p, const HirStmt *s) {
    inner(p, arena_printf(p->e->arena, "    if (%s) {\n", emit_text(p, s->branch.condition)),
          &s->branch.bodies[0]);
    if (s->branch.bodies[1].len) inner(p, "    else {\n", &s->branch.bodies[1]);
}

static void frame(EmitFunction *p, const HirStmt *s) {
    const uint32_t n = s->frame.level;
    vec_push(p->e->arena, &p->frames, s->frame.function);
    inner(p,
          arena_printf(p->e->arena, "    {\n    struct %s g%u;\n    g%u.depth = f->depth + 1;\n",
                       p->e->fns[s->frame.function].frame, n, n),
          &s->frame.body);
    p->frames.len--;
}

static void call(EmitFunction *p, const HirStmt *s) {
    const uint32_t level = s->frame_level;
    const EmitFn *fn = &p->e->fns[level ? p->frames.at[level - 1] : p->f->index];
    const char *name = s->kind == HIR_LAYOUT ? fn->layout : fn->name;
    if (name)
        strbuf_printf(p->out, level ? "    TRY(%s(&g%u));\n" : "    TRY(%s(f));\n", name, level);
}

static void part(EmitFunction *p, const HirStmt *s) {
    const EmitFn *names = &p->e->fns[p->f->index];
    const char *name = c_unit_name(
        p->e->file->unit, arena_printf(p->e->arena, "%s_part%u", names->name, p->n_parts++));
    emit_section(p,
                 arena_printf(p->e->arena, "static int32_t %s(struct %s *f)", name, names->frame),
                 "", &s->part, NULL);
    strbuf_printf(p->out, "    TRY(%s(f));\n", name);
}

static void store(EmitFunction *p, const HirStmt *s) {
    const char *type = c_dtype_name(s->store.dtype),
               *is_true = s->store.dtype == DTYPE_BOOL ? "0 != " : "";
    strbuf_printf(p->out, "    ((%s *)(void *)%s)[%u] = ", type, emit_text(p, s->store.at),
                  s->store.index);
    const char *value = arena_printf(p->e->arena, "(%s%s)", is_true, emit_text(p, s->store.value));
    strbuf_printf(p->out, "(%s)", type);
    c_to_memory(p->e->file->unit, s->store.dtype, value, p->out);
    strbuf_puts(p->out, ";\n");
}

static void stmt(EmitFunction *p, const HirStmt *s) {
    CFile *file = p->e->file;
    if (!hir_sets_own_integer(s)) settle(p);
    switch (s->kind) {
    case HIR_SET: assign(p, emit_cell(p, s->set.cell), s->set.value); return;
    case HIR_DIM:
        assign(p, arena_printf(p->e->arena, "out[%u].dims[%u]", s->out.index, s->out.dim),
               s->out.value);
        return;
    case HIR_DATA:
        assign(p, arena_printf(p->e->arena, "out[%u].data", s->out.index), s->out.value);
        return;
    case HIR_STORE: store(p, s); return;
    case HIR_COPY: copy(p, s); return;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE: memory(p, s); return;
    case HIR_FAIL:
        strbuf_printf(p->out, "    if (%s) return %u;\n", emit_text(p, s->fail.condition),
                      c_unit_message(file->unit, s->fail.message));
        return;
    case HIR_IF: branch(p, s); return;
    case HIR_LOOP: inner(p, "    for (;;) {\n", &s->loop.body); return;
    case HIR_LEAVE:
        strbuf_printf(p->out, "    if (%s) break;\n", emit_text(p, s->leave.condition));
        return;
    case HIR_FRAME: frame(p, s); return;
    case HIR_LAYOUT:
    case HIR_CALL: call(p, s); return;
    case HIR_KERNEL: kernel(p, &s->kernel); return;
    case HIR_COLLECTIVE:
    case HIR_START: emit_collective(p, &s->kernel, s->kind == HIR_START); return;
    case HIR_WAIT: emit_wait(p, &s->kernel); return;
    case HIR_PREPARE: return;
    case HIR_POLL:
        if (file->m_cancelled)
            strbuf_printf(p->out, "    if (tenon_poll && tenon_poll(tenon_poll_user)) return %u;\n",
                          file->m_cancelled);
        return;
    case HIR_PART: part(p, s); return;
    case HIR_LIBRARY:
    case HIR_STMTS: break;
    }
    BUG("C has no such statement: %d", (int)s->kind);
}

/* Recursion is as deep as branches are. */
static void emit_block(EmitFunction *p, const HirBlock *b) {
    for (size_t i = 0; i < b->len; i++) {
        ctx_poll(p->e->file->ctx);
        stmt(p, b->at[i]);
    }
    settle(p);
}

void emit_section(EmitFunction *p, const char *head, const char *declarations, const HirBlock *b,
                  const char *last) {
    const EmitFunction outer = *p;
    StrBuf text, *to = &p->e->file->functions;
    strbuf_init(&text, p->e->arena);
    p->out = &text;
    p->has_checks = p->is_pending = p->has_nothing = false;
    emit_block(p, b);
    strbuf_printf(to, "%s {\n%s", head, declarations);
    if (p->has_checks) strbuf_puts(to, "    int bad = 0;\n");
    if (p->has_nothing) strbuf_puts(to, "    int64_t nothing = 0;\n");
    strbuf_add(to, text.text.at, text.text.len);
    strbuf_puts(to, last ? last : "    (void)f;\n    return 0;\n");
    strbuf_puts(to, "}\n\n");
    p->out = outer.out;
    p->has_checks = outer.has_checks;
    p->is_pending = outer.is_pending;
    p->has_nothing = outer.has_nothing;
}
