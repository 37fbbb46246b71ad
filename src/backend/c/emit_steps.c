/* SPDX-License-Identifier: Apache-2.0 */
/* Steps as C statements. */
#include <inttypes.h>

#include "backend/c/emit.h"

const EmitName *emit_entry_of(const Map *map, const void *of) {
    for (MapIter it = map_find(map, hash_ptr(0, of)); map_next(map, &it);) {
        const EmitName *n = it.value;
        if (n->of == of) return n;
    }
    return NULL;
}

const char *emit_name(const Map *map, const void *of) {
    const EmitName *n = emit_entry_of(map, of);
    return n ? n->name : NULL;
}

static const char *root_text(EmitFunction *p, const BeBuffer *root) {
    Arena *arena = p->e->arena;
    switch (root->place) {
    case BE_ARENA:
        if (!root->has_offset) return arena_printf(arena, "(f->arena + f->o[%u])", root->slot);
        return root->offset ? arena_printf(arena, "(f->arena + %" PRId64 ")", root->offset)
                            : "f->arena";
    case BE_HEAP: return arena_printf(arena, "f->h[%u]", root->slot);
    case BE_INPUT: return arena_printf(arena, "f->in[%u]", root->index);
    case BE_OUTPUT: return arena_printf(arena, "f->out[%u]", root->index);
    case BE_CONST:
        return arena_printf(arena, "((const char *)%s)", emit_constant(p->e, root->constant));
    }
    BUG("no such place: %d", (int)root->place);
}

const char *emit_buffer(EmitFunction *p, BeBuffer *b) {
    const char *root = root_text(p, be_root(b));
    return b->at ? arena_printf(p->e->arena, "(%s + %s)", root, emit_dim(p, b->at)) : root;
}

const char *emit_condition(EmitFunction *p, const BeLeaf *leaf) {
    if (leaf->kind == BE_INTS)
        return arena_printf(p->e->arena, "%s != 0", emit_dim(p, leaf->dims[0]));
    return arena_printf(p->e->arena, "*(const uint8_t *)%s != 0", emit_buffer(p, leaf->buffer));
}

const char *emit_float(EmitFunction *p, const BeLeaf *leaf) {
    if (!leaf->is_constant) return arena_printf(p->e->arena, "f->d[%u]", leaf->slot);
    StrBuf s;
    strbuf_init(&s, p->e->arena);
    if (leaf->f != leaf->f) {
        strbuf_puts(&s, "(double)NAN");
    } else if (leaf->f - leaf->f != 0) {
        strbuf_puts(&s, leaf->f > 0 ? "(double)INFINITY" : "-(double)INFINITY");
    } else {
        strbuf_double(&s, leaf->f);
    }
    return strbuf_cstr(&s);
}

void emit_message(EmitFunction *p, const char *message) {
    strbuf_printf(p->out, "%u", c_unit_message(p->e->file->unit, message));
}

static void fail_if(EmitFunction *p, const char *condition, const char *message) {
    strbuf_printf(p->out, "    if (%s) return ", condition);
    emit_message(p, message);
    strbuf_puts(p->out, ";\n");
}

void emit_poll(const CFile *file, StrBuf *out) {
    if (file->m_cancelled)
        strbuf_printf(out, "    if (tenon_poll && tenon_poll(tenon_poll_user)) return %u;\n", file->m_cancelled);
}

static void loops(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    const LoopFn *fn = s->loop->fn;
    const char **sizes = ARENA_ARRAY(e->arena, const char *, (size_t)s->n_dims + 1);
    for (uint32_t i = 0; i < s->n_dims; i++) sizes[i] = emit_dim(p, s->dims[i]);
    const bool has_work = c_loop_has_work(e->file->unit, fn);
    const bool asks = has_work && s->work && !be_root(s->work)->bytes;
    StrBuf bytes;
    strbuf_init(&bytes, e->arena);
    if (asks) {
        c_loop_work(e->file->unit, fn, sizes, &bytes);
        strbuf_printf(p->out, "    %s = %s(%s);\n", emit_buffer(p, s->work),
                      emit_helper(e->file, EMIT_HEAP), strbuf_cstr(&bytes));
        strbuf_printf(p->out, "    if (!%s) return %u;\n", emit_buffer(p, s->work),
                      e->file->m_memory);
    }
    emit_poll(e->file, p->out);
    strbuf_printf(p->out, "    TRY(%s(", emit_name(&e->loops, fn));
    const char *between = "";
    for (uint32_t i = 0; i < s->n_reads + s->n_writes; i++) {
        const bool is_input = i < s->n_reads;
        strbuf_printf(p->out, "%s(%s%s *)(%svoid *)%s", between, is_input ? "const " : "",
                      c_dtype_name(fn->params.at[i]->dtype), is_input ? "const " : "",
                      emit_buffer(p, is_input ? s->reads[i] : s->writes[i - s->n_reads]));
        between = ", ";
    }
    for (uint32_t i = 0; i < s->n_dims; i++) {
        strbuf_printf(p->out, "%s%s", between, sizes[i]);
        between = ", ";
    }
    if (has_work) strbuf_printf(p->out, "%s%s", between, emit_buffer(p, s->work));
    strbuf_puts(p->out, "));\n");
}

static void copy(EmitFunction *p, const BeStep *s) {
    int64_t bytes;
    const bool is_constant = ir_dim_is_const(s->a, &bytes);
    if (is_constant && bytes <= 0) return;
    const char *to = emit_buffer(p, s->writes[0]), *from = emit_buffer(p, s->reads[0]),
               *size = emit_dim(p, s->a);
    if (is_constant) {
        strbuf_printf(p->out, "    memcpy(%s, %s, %s);\n", to, from, size);
    } else {
        strbuf_printf(p->out, "    %s(%s, %s, %s);\n", emit_helper(p->e->file, EMIT_COPY), to, from,
                      size);
    }
}

static void branch(EmitFunction *p, const BeStep *s) {
    strbuf_printf(p->out, "    if (%s) {\n", emit_condition(p, s->leaf));
    emit_steps(p, &s->bodies[0]);
    if (s->bodies[1].first) {
        strbuf_puts(p->out, "    } else {\n");
        emit_steps(p, &s->bodies[1]);
    }
    strbuf_puts(p->out, "    }\n");
}

static void step(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    StrBuf *out = p->out;
    const BeResult *r;
    switch (s->kind) {
    case BE_STEP_LOOPS: loops(p, s); return;
    case BE_STEP_COPY: copy(p, s); return;
    case BE_STEP_INTS:
        for (uint32_t i = 0; i < s->n_dims; i++) {
            const char *v = emit_dim(p, s->dims[i]);
            strbuf_printf(out, "    ((int64_t *)(void *)%s)[%u] = %s;\n",
                          emit_buffer(p, s->writes[0]), i, v);
        }
        return;
    case BE_STEP_SET: {
        const char *v = emit_dim(p, s->a);
        strbuf_printf(out, "    f->s[%u] = %s;\n", be_symbol(p->f, s->symbol)->slot, v);
        return;
    }
    case BE_STEP_LOAD: {
        const uint32_t slot = be_symbol(p->f, s->symbol)->slot;
        strbuf_printf(out, "    f->s[%u] = ((const int64_t *)(const void *)%s)[%u];\n", slot,
                      emit_buffer(p, s->reads[0]), s->index);
        fail_if(p, arena_printf(e->arena, "f->s[%u] < 0", slot), s->message);
        return;
    }
    case BE_STEP_FLOAT:
        strbuf_printf(out, "    f->d[%u] = %s;\n", s->index, emit_float(p, s->leaf));
        return;
    case BE_STEP_CHECK: {
        const char *a = emit_dim(p, s->a), *b = emit_dim(p, s->b);
        fail_if(p, arena_printf(e->arena, "%s != %s", a, b), s->message);
        return;
    }
    case BE_STEP_EXTENT:
        fail_if(p, arena_printf(e->arena, "%s < 0", emit_dim(p, s->a)), s->message);
        return;
    case BE_STEP_ASSERT:
        fail_if(p, arena_printf(e->arena, "!(%s)", emit_condition(p, s->leaf)), s->message);
        return;
    case BE_STEP_FAIL: fail_if(p, "1", s->message); return;
    case BE_STEP_ALLOC: {
        if (be_root(s->writes[0])->place != BE_HEAP) return;
        const char *bytes = emit_dim(p, s->a), *b = emit_buffer(p, s->writes[0]);
        strbuf_printf(out, "    %s = %s(%s);\n    if (!%s) return %u;\n", b,
                      emit_helper(e->file, EMIT_HEAP), bytes, b, e->file->m_memory);
        return;
    }
    case BE_STEP_LIBRARY: BUG("C calls no library");
    case BE_STEP_INVOKE: emit_invoke(p, s); return;
    case BE_STEP_SCAN: emit_scan(p, s); return;
    case BE_STEP_WHILE: emit_while(p, s); return;
    case BE_STEP_IF: branch(p, s); return;
    case BE_STEP_GIVE:
        r = &p->f->results.at[s->index];
        strbuf_printf(out, "    f->out[%u] = %s;\n", r->index, emit_buffer(p, s->reads[0]));
        for (uint32_t i = 0; i < s->n_dims; i++) {
            const char *v = emit_dim(p, s->dims[i]);
            strbuf_printf(out, "    f->r[%u] = %s;\n", r->first_int + i, v);
        }
        return;
    case BE_STEP_RETURN:
        for (uint32_t i = 0; i < s->n_dims; i++) {
            const char *v = emit_dim(p, s->dims[i]);
            strbuf_printf(out, "    f->r[%u] = %s;\n", s->index + i, v);
        }
        return;
    case BE_STEP_RETURN_FLOAT:
        strbuf_printf(out, "    f->rd[%u] = %s;\n", s->index, emit_float(p, s->leaf));
        return;
    }
}

static void one(EmitFunction *p, const BeStep *s) {
    ctx_poll(p->e->file->ctx);
    step(p, s);
    for (uint32_t i = 0; i < s->n_frees; i++) {
        const char *b = emit_buffer(p, s->frees[i]);
        strbuf_printf(p->out, "    free(%s);\n    %s = NULL;\n", b, b);
    }
}

/* Long lists become calls of functions: C compilers are slow on long ones. Recursion is over branches in branches. */
void emit_steps(EmitFunction *p, const BeSteps *steps) {
    Emit *e = p->e;
    const BeStep *s = steps->first;
    uint32_t n = 0;
    for (const BeStep *x = s; x && n <= EMIT_CHUNK; x = x->next) n++;
    if (n <= EMIT_CHUNK) {
        for (; s; s = s->next) one(p, s);
        return;
    }
    const EmitFn *names = &e->fns[p->f->index];
    while (s) {
        const char *name = c_unit_name(
            e->file->unit, arena_printf(e->arena, "%s_part%u", names->name, p->n_chunks++));
        StrBuf text, *out = p->out;
        strbuf_init(&text, e->arena);
        p->out = &text;
        for (n = 0; s && n < EMIT_CHUNK; n++, s = s->next) one(p, s);
        p->out = out;
        strbuf_printf(&e->file->functions, "static int32_t %s(struct %s *f) {\n    (void)f;\n",
                      name, names->frame);
        strbuf_add(&e->file->functions, text.text.at, text.text.len);
        strbuf_puts(&e->file->functions, "    return 0;\n}\n\n");
        strbuf_printf(out, "    TRY(%s(f));\n", name);
    }
}
