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
    strbuf_printf(out, "    if (%s(&%s) == INT64_MAX) return %u;\n", names->layout, frame,
                  p->e->file->m_overflow);
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
        if (r->kind == BE_TENSOR && r->dims)
            strbuf_printf(p->out, "    g.out[%u] = %s;\n", r->index,
                          emit_buffer(p, call->outputs[r->index]));
    }
    strbuf_printf(p->out, "    TRY(%s(&g));\n", names->name);
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims)
            strbuf_printf(p->out, "    %s = g.out[%u];\n", emit_buffer(p, call->outputs[r->index]),
                          r->index);
    }
    for (uint32_t i = 0; i < g->n_returned; i++) {
        if (call->returned[i])
            strbuf_printf(p->out, "    f->s[%u] = g.r[%u];\n",
                          be_symbol(p->f, call->returned[i])->slot, i);
    }
    for (uint32_t i = 0; i < g->n_floats_out; i++)
        strbuf_printf(p->out, "    f->d[%u] = g.rd[%u];\n", call->returned_floats[i], i);
    strbuf_puts(p->out, "    }\n");
}

/* Loops: current[i] is what the body reads of carry i, next[i] where its result goes. */

static void open_loop(EmitFunction *p, const BeIterate *it) {
    StrBuf *out = p->out;
    strbuf_printf(out, "    {\n    struct %s g;\n", p->e->fns[it->body.callee->index].frame);
    if (it->cond.callee)
        strbuf_printf(out, "    struct %s c;\n", p->e->fns[it->cond.callee->index].frame);
    const size_t n = it->carries.len;
    bool swaps = false;
    for (size_t i = 0; i < n; i++) swaps = swaps || !it->carries.at[i].open;
    if (n) strbuf_printf(out, "    const char *current[%zu];\n", n);
    if (swaps) strbuf_printf(out, "    char *next[%zu];\n", n);
    strbuf_puts(out, "    int64_t i, n;\n");
}

/* Which of its two buffers a carry's first result goes to; the last one must lie in `final`. */
static void first_buffers(EmitFunction *p, const BeIterate *it, bool alternates) {
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        strbuf_printf(p->out, "    current[%zu] = %s;\n", i, emit_buffer(p, c->initial));
        if (c->open) continue;
        strbuf_printf(p->out,
                      alternates ? "    next[%zu] = n %% 2 ? %s : %s;\n" : "    next[%zu] = %s;\n",
                      i, emit_buffer(p, c->final), emit_buffer(p, c->other));
    }
}

static void allocate(EmitFunction *p, BeBuffer *b, const char *bytes) {
    const char *to = emit_buffer(p, b);
    strbuf_printf(p->out, "    %s = %s(%s);\n    if (!%s) return %u;\n", to,
                  emit_helper(p->e->file, EMIT_HEAP), bytes, to, p->e->file->m_memory);
}

/* Before the call: what is read, and where the result goes. */
static void give_carry(EmitFunction *p, const BeCarry *c, size_t i) {
    strbuf_printf(p->out, "    g.in[%u] = current[%zu];\n", c->input, i);
    if (c->open && c->next) {
        allocate(p, c->other, emit_dim(p, c->next_bytes));
        strbuf_printf(p->out, "    g.out[%u] = %s;\n", c->output, emit_buffer(p, c->other));
        for (uint32_t d = 0; d < c->ndim; d++) {
            const char *v = c->open[d] ? emit_dim(p, c->next[d]) : NULL;
            if (v) strbuf_printf(p->out, "    const int64_t n%zu_%u = %s;\n", i, d, v);
        }
    } else if (!c->open) {
        strbuf_printf(p->out, "    g.out[%u] = next[%zu];\n", c->output, i);
    }
}

/* Extents that may not change, of a result that the body allocated. */
static void check_carry(EmitFunction *p, const BeCarry *c) {
    const char **dims = ARENA_ARRAY(p->e->arena, const char *, (size_t)c->ndim + 1);
    bool any = false;
    for (uint32_t d = 0; d < c->ndim; d++) {
        if (c->open && c->open[d]) continue;
        dims[d] = emit_dim(p, c->dims[d]);
        any = true;
    }
    if (!any) return;
    const char *between = "    if (";
    for (uint32_t d = 0; d < c->ndim; d++) {
        if (!dims[d]) continue;
        strbuf_printf(p->out, "%sg.r[%u] != %s", between, c->returned + d, dims[d]);
        between = " || ";
    }
    strbuf_printf(p->out, ") {\n    free(g.out[%u]);\n    return ", c->output);
    emit_message(p, c->message);
    strbuf_puts(p->out, ";\n    }\n");
}

/* After the call: the result is what is read next. */
static void take_carry(EmitFunction *p, const BeCarry *c, size_t i) {
    StrBuf *out = p->out;
    const char *final = emit_buffer(p, c->final), *other = emit_buffer(p, c->other);
    if (!c->next) check_carry(p, c);
    if (c->open) {
        strbuf_printf(out, "    free(%s);\n", final);
        if (c->next) {
            strbuf_printf(out, "    %s = %s;\n    %s = NULL;\n", final, other, other);
        } else {
            strbuf_printf(out, "    %s = g.out[%u];\n", final, c->output);
        }
        strbuf_printf(out, "    current[%zu] = %s;\n", i, final);
        for (uint32_t d = 0; d < c->ndim; d++) {
            if (!c->open[d]) continue;
            strbuf_printf(out, "    f->s[%u] = ", be_symbol(p->f, c->open[d])->slot);
            strbuf_printf(out, c->next ? "n%zu_%u;\n" : "g.r[%zu + %u];\n",
                          c->next ? i : c->returned, d);
        }
        return;
    }
    if (!c->next) {
        const char *bytes = emit_dim(p, c->bytes);
        strbuf_printf(out, "    %s(next[%zu], g.out[%u], %s);\n    free(g.out[%u]);\n",
                      emit_helper(p->e->file, EMIT_COPY), i, c->output, bytes, c->output);
    }
    strbuf_printf(out,
                  "    current[%zu] = next[%zu];\n    next[%zu] = next[%zu] == %s ? %s : %s;\n", i,
                  i, i, i, final, other, final);
}

static void call_body(EmitFunction *p, const BeIterate *it) {
    Emit *e = p->e;
    StrBuf *out = p->out;
    const BeFn *g = it->body.callee;
    emit_call_symbols(p, &it->body, "g", true);
    give_arena(p, &it->body, "g");
    give_inputs(p, &it->body, "g");
    for (size_t i = 0; i < it->carries.len; i++) give_carry(p, &it->carries.at[i], i);
    for (size_t i = 0; i < it->slices.len; i++) {
        const BeSlice *s = &it->slices.at[i];
        const char *bytes = emit_dim(p, s->bytes);
        strbuf_printf(out, "    g.in[%u] = %s + at * %s;\n", s->input, emit_buffer(p, s->sequence),
                      bytes);
    }
    for (size_t i = 0; i < it->stacks.len; i++) {
        const BeStack *s = &it->stacks.at[i];
        const char *bytes = emit_dim(p, s->bytes);
        strbuf_printf(out, "    g.out[%u] = %s + at * %s;\n", s->output, emit_buffer(p, s->stack),
                      bytes);
    }
    strbuf_printf(out, "    TRY(%s(&g));\n", e->fns[g->index].name);
    for (size_t i = 0; i < it->carries.len; i++) take_carry(p, &it->carries.at[i], i);
    for (size_t i = 0; i < it->ints.len; i++) {
        const BeIntCarry *c = &it->ints.at[i];
        if (c->symbol) {
            strbuf_printf(out, "    f->s[%u] = g.r[%u];\n", be_symbol(p->f, c->symbol)->slot,
                          c->returned);
        } else {
            const char *want = emit_dim(p, c->fixed);
            strbuf_printf(out, "    if (g.r[%u] != %s) return ", c->returned, want);
            emit_message(p, c->message);
            strbuf_puts(out, ";\n");
        }
    }
    for (size_t i = 0; i < it->floats.len; i++)
        strbuf_printf(out, "    f->d[%u] = g.rd[%u];\n", it->floats.at[i].slot,
                      it->floats.at[i].returned);
}

static void close_loop(EmitFunction *p, const BeIterate *it) {
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        const char *bytes = emit_dim(p, c->bytes);
        if (c->open) {
            strbuf_printf(p->out, "    if (!%s) {\n", emit_buffer(p, c->final));
            allocate(p, c->final, bytes);
            strbuf_printf(p->out, "    %s(%s, current[%zu], %s);\n    }\n",
                          emit_helper(p->e->file, EMIT_COPY), emit_buffer(p, c->final), i, bytes);
            continue;
        }
        strbuf_printf(p->out, "    %s(%s, current[%zu], %s);\n", emit_helper(p->e->file, EMIT_COPY),
                      emit_buffer(p, c->final), i, bytes);
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
    if (it->slices.len || it->stacks.len)
        strbuf_printf(p->out, "    const int64_t at = %s;\n", it->reverse ? "n - 1 - i" : "i");
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
        strbuf_printf(p->out, "    c.in[%u] = current[%u];\n", it->cond_inputs.at[i],
                      it->cond_inputs.at[i + 1]);
    if (it->cond_result && r->dims)
        strbuf_printf(p->out, "    c.out[0] = %s;\n", emit_buffer(p, it->cond_result));
    strbuf_printf(p->out, "    TRY(%s(&c));\n", p->e->fns[cond->callee->index].name);
    strbuf_puts(p->out, it->cond_result ? "    if (!*(const uint8_t *)c.out[0]) break;\n"
                                        : "    if (!c.r[0]) break;\n");
    call_body(p, it);
    strbuf_puts(p->out, "    }\n");
    close_loop(p, it);
}
