/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions, and loops over them. */
#include "backend/c/emit.h"

void emit_call_symbols(EmitFunction *p, const BeCall *call, const char *frame, bool depth) {
    BeFn *g = call->callee;
    const EmitFn *names = &p->e->fns[g->index];
    StrBuf *out = p->in_layout ? &p->layout : p->out;
    strbuf_printf(out, "    %s.bad = 0;\n", frame);
    if (depth) strbuf_printf(out, "    %s.depth = f->depth + 1;\n", frame);
    for (size_t i = 0; i < g->entry.len; i++) {
        const char *v = emit_dim(p, call->symbols[i]);
        strbuf_printf(out, "    %s.s[%u] = %s;\n", frame, be_symbol(g, g->entry.at[i])->slot, v);
    }
    for (uint32_t i = 0; depth && i < g->n_floats_in; i++)
        strbuf_printf(out, "    %s.d[%u] = %s;\n", frame, i, emit_float(p, call->floats[i]));
    if (!depth || !names->layout) return;
    strbuf_printf(out, "    if (%s(&%s) == INT64_MAX) return %u;\n", names->layout, frame, p->e->file->m_overflow);
}

/* The frame's arena: memory of ours, or the heap's where only the run knows how much. */
static void give_arena(EmitFunction *p, const BeCall *call, const char *frame) {
    Emit *e = p->e;
    if (!call->work) {
        strbuf_printf(p->out, "    %s.arena = NULL;\n", frame);
        return;
    }
    const char *work = emit_buffer(p, call->work);
    const EmitFn *names = &e->fns[call->callee->index];
    if (!be_root(call->work)->bytes) {
        /* In a loop, each iteration has its own. */
        strbuf_printf(p->out, "    free(%s);\n", work);
        strbuf_printf(p->out, "    %s = %s(", work, emit_helper(e->file, EMIT_HEAP));
        if (names->layout) {
            strbuf_printf(p->out, "%s(&%s)", names->layout, frame);
        } else {
            emit_int(p->out, call->callee->arena_bytes);
        }
        strbuf_printf(p->out, ");\n    if (!%s) return %u;\n", work, e->file->m_memory);
    }
    strbuf_printf(p->out, "    %s.arena = %s;\n", frame, work);
}

static void give_inputs(EmitFunction *p, const BeCall *call, const char *frame) {
    for (uint32_t i = 0; i < call->callee->n_inputs; i++)
        strbuf_printf(p->out, "    %s.in[%u] = %s;\n", frame, i, emit_buffer(p, call->inputs[i]));
}

void emit_invoke(EmitFunction *p, const BeStep *s) {
    const BeCall *call = s->call;
    BeFn *g = call->callee;
    const EmitFn *names = &p->e->fns[g->index];
    strbuf_printf(p->out, "    {\n    struct %s g;\n", names->frame);
    emit_call_symbols(p, call, "g", true);
    give_arena(p, call, "g");
    give_inputs(p, call, "g");
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && r->dims) strbuf_printf(p->out, "    g.out[%u] = %s;\n", r->index, emit_buffer(p, call->outputs[r->index]));
    }
    strbuf_printf(p->out, "    TRY(%s(&g));\n", names->name);
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims) strbuf_printf(p->out, "    %s = g.out[%u];\n", emit_buffer(p, call->outputs[r->index]), r->index);
    }
    for (uint32_t i = 0; i < g->n_returned; i++) {
        if (call->returned[i]) strbuf_printf(p->out, "    f->s[%u] = g.r[%u];\n", be_symbol(p->f, call->returned[i])->slot, i);
    }
    for (uint32_t i = 0; i < g->n_floats_out; i++) strbuf_printf(p->out, "    f->d[%u] = g.rd[%u];\n", call->returned_floats[i], i);
    strbuf_puts(p->out, "    }\n");
}

/* Loops: current[i] is what the body reads of carry i, next[i] where its result goes. */

static void open_loop(EmitFunction *p, const BeIterate *it) {
    StrBuf *out = p->out;
    strbuf_printf(out, "    {\n    struct %s g;\n", p->e->fns[it->body.callee->index].frame);
    if (it->cond.callee) strbuf_printf(out, "    struct %s c;\n", p->e->fns[it->cond.callee->index].frame);
    const size_t n = it->carries.len;
    if (n) strbuf_printf(out, "    const char *current[%zu];\n    char *next[%zu];\n", n, n);
    strbuf_puts(out, "    int64_t i, n;\n");
}

/* Which of its two buffers a carry's first result goes to; the last one must lie in `final`. */
static void first_buffers(EmitFunction *p, const BeIterate *it, bool alternates) {
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        strbuf_printf(p->out, "    current[%zu] = %s;\n", i, emit_buffer(p, c->initial));
        strbuf_printf(p->out, alternates ? "    next[%zu] = n %% 2 ? %s : %s;\n" : "    next[%zu] = %s;\n", i, emit_buffer(p, c->final),
                      emit_buffer(p, c->other));
    }
}

static void call_body(EmitFunction *p, const BeIterate *it) {
    Emit *e = p->e;
    StrBuf *out = p->out;
    const BeFn *g = it->body.callee;
    emit_call_symbols(p, &it->body, "g", true);
    give_arena(p, &it->body, "g");
    give_inputs(p, &it->body, "g");
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        strbuf_printf(out, "    g.in[%u] = current[%zu];\n    g.out[%u] = next[%zu];\n", c->input, i, c->output, i);
    }
    for (size_t i = 0; i < it->slices.len; i++) {
        const BeSlice *s = &it->slices.at[i];
        const char *bytes = emit_dim(p, s->bytes);
        strbuf_printf(out, "    g.in[%u] = %s + at * %s;\n", s->input, emit_buffer(p, s->sequence), bytes);
    }
    for (size_t i = 0; i < it->stacks.len; i++) {
        const BeStack *s = &it->stacks.at[i];
        const char *bytes = emit_dim(p, s->bytes);
        strbuf_printf(out, "    g.out[%u] = %s + at * %s;\n", s->output, emit_buffer(p, s->stack), bytes);
    }
    strbuf_printf(out, "    TRY(%s(&g));\n", e->fns[g->index].name);
    /* What the body allocated: checked, and moved to where the carry lives. */
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        for (size_t k = 0; k < g->results.len; k++) {
            const BeResult *r = &g->results.at[k];
            if (r->kind != BE_TENSOR || r->index != c->output || r->dims) continue;
            const char **dims = ARENA_ARRAY(e->arena, const char *, (size_t)c->ndim + 1), *bytes = emit_dim(p, c->bytes);
            for (uint32_t d = 0; d < c->ndim; d++) dims[d] = emit_dim(p, c->dims[d]);
            strbuf_puts(out, "    if (0");
            for (uint32_t d = 0; d < c->ndim; d++) strbuf_printf(out, " || g.r[%u] != %s", r->first_int + d, dims[d]);
            strbuf_printf(out, ") {\n    free(g.out[%u]);\n    return ", c->output);
            emit_message(p, c->message);
            strbuf_printf(out, ";\n    }\n    %s(next[%zu], g.out[%u], %s);\n    free(g.out[%u]);\n", emit_helper(e->file, EMIT_COPY), i,
                          c->output, bytes, c->output);
        }
    }
    for (size_t i = 0; i < it->ints.len; i++) {
        const BeIntCarry *c = &it->ints.at[i];
        if (c->symbol) {
            strbuf_printf(out, "    f->s[%u] = g.r[%u];\n", be_symbol(p->f, c->symbol)->slot, c->returned);
        } else {
            const char *want = emit_dim(p, c->fixed);
            strbuf_printf(out, "    if (g.r[%u] != %s) return ", c->returned, want);
            emit_message(p, c->message);
            strbuf_puts(out, ";\n");
        }
    }
    for (size_t i = 0; i < it->floats.len; i++)
        strbuf_printf(out, "    f->d[%u] = g.rd[%u];\n", it->floats.at[i].slot, it->floats.at[i].returned);
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        const char *final = emit_buffer(p, c->final), *other = emit_buffer(p, c->other);
        strbuf_printf(out, "    current[%zu] = next[%zu];\n    next[%zu] = next[%zu] == %s ? %s : %s;\n", i, i, i, i, final, other, final);
    }
}

static void close_loop(EmitFunction *p, const BeIterate *it) {
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        const char *bytes = emit_dim(p, c->bytes);
        strbuf_printf(p->out, "    %s(%s, current[%zu], %s);\n", emit_helper(p->e->file, EMIT_COPY), emit_buffer(p, c->final), i, bytes);
    }
    strbuf_puts(p->out, "    }\n");
}

void emit_scan(EmitFunction *p, const BeStep *s) {
    const BeIterate *it = s->iterate;
    const char *trip = emit_dim(p, it->trip);
    open_loop(p, it);
    strbuf_printf(p->out, "    n = %s;\n", trip);
    first_buffers(p, it, true);
    strbuf_puts(p->out, "    for (i = 0; i < n; i++) {\n");
    if (it->slices.len || it->stacks.len) strbuf_printf(p->out, "    const int64_t at = %s;\n", it->reverse ? "n - 1 - i" : "i");
    call_body(p, it);
    strbuf_puts(p->out, "    }\n");
    close_loop(p, it);
}

void emit_while(EmitFunction *p, const BeStep *s) {
    const BeIterate *it = s->iterate;
    const BeCall *cond = &it->cond;
    const BeResult *r = cond->callee->results.at;
    const char *trip = it->trip ? emit_dim(p, it->trip) : "-1";
    open_loop(p, it);
    strbuf_printf(p->out, "    n = %s;\n", trip);
    first_buffers(p, it, false);
    strbuf_puts(p->out, "    for (i = 0; n < 0 || i < n; i++) {\n");
    emit_call_symbols(p, cond, "c", true);
    give_arena(p, cond, "c");
    give_inputs(p, cond, "c");
    for (size_t i = 0; i + 1 < it->cond_inputs.len; i += 2)
        strbuf_printf(p->out, "    c.in[%u] = current[%u];\n", it->cond_inputs.at[i], it->cond_inputs.at[i + 1]);
    if (it->cond_result && r->dims) strbuf_printf(p->out, "    c.out[0] = %s;\n", emit_buffer(p, it->cond_result));
    strbuf_printf(p->out, "    TRY(%s(&c));\n", p->e->fns[cond->callee->index].name);
    strbuf_puts(p->out, it->cond_result ? "    if (!*(const uint8_t *)c.out[0]) break;\n" : "    if (!c.r[0]) break;\n");
    call_body(p, it);
    strbuf_puts(p->out, "    }\n");
    close_loop(p, it);
}
