/* SPDX-License-Identifier: Apache-2.0 */
/* Statements as C. Recursion is over nested statements, which loop_verify bounds by limits.depth.
 *
 * A reduction of L lanes: an array of L partial results for each scalar, blocks of L iterations,
 * and the stated tree at the end.
 *
 *     float part[4];
 *     for (int l = 0; l < 4; l++) part[l] = -0.0f;
 *     part[0] = acc;
 *     for (int64_t b = 0; b < n; b += 4) {
 *         const int64_t m = n - b < 4 ? n - b : 4;
 *         for (int64_t l = 0; l < m; l++) { part[l] = part[l] + x[b + l]; }
 *     }
 *     for (int s = 2; s > 0; s /= 2) for (int l = 0; l < s; l++) part[l] = part[l] + part[l + s];
 *     acc = part[0]; */
#include "backend/c/loop_parts.h"

static const char *begin_name(CEmit *em, const char **slot, const char *wanted) {
    return *slot = c_local_name(em, wanted);
}

static void body_of(CEmit *em, const LoopStmt *list) {
    em->indent++;
    c_list(em, list, NULL);
    em->indent--;
    c_line(em, "}");
}

/* What stands before a loop that may be unrolled: where data decide, that it is not to be. */
static void rolled(CEmit *em) {
    if (!em->chooses) return;
    c_need(em->unit, C_PART_LANES);
    c_line(em, "TN_LANES");
}

/* The first line of a loop whose iterations follow one another; indents. */
static void open_for(CEmit *em, const LoopStmt *s) {
    CRange extent;
    c_begin(em, s);
    const char *end = c_held(em, s->value, "end", &extent);
    em->ranges[s->var->id] = c_range_index(extent);
    const char *i = begin_name(em, &em->vars[s->var->id], s->var->name);
    rolled(em);
    c_line(em, "for (int64_t %s = 0; %s < %s; %s++) {", i, i, end, i);
    em->indent++;
}

static void plain_for(CEmit *em, const LoopStmt *s) {
    open_for(em, s);
    c_list(em, s->body, NULL);
    em->indent--;
    c_line(em, "}");
}

/* --- Reductions in lanes --- */

typedef struct {
    const LoopBuffer *scalar;
    LoopExprKind op;
    const char *outer; /* the scalar's text outside the loop */
    const char *part;
    bool in_memory;
} Partial;

typedef VEC(Partial) Partials;

static Partials find_partials(CEmit *em, const LoopStmt *reduction) {
    LoopStores stores;
    Partials out = {.at = NULL};
    loop_partials(em->fn, reduction, em->arena, &stores);
    for (size_t i = 0; i < stores.len; i++) {
        const LoopStmt *s = stores.at[i];
        vec_push(em->arena, &out, ((Partial){.scalar = s->buffer, .op = s->value->kind}));
    }
    return out;
}

static const char *value_from(CEmit *em, DType t, const char *element) {
    StrBuf b;
    strbuf_init(&b, em->arena);
    c_from_memory(em->unit, t, element, &b);
    return strbuf_cstr(&b);
}

static const char *value_to(CEmit *em, DType t, const char *value) {
    StrBuf b;
    strbuf_init(&b, em->arena);
    c_to_memory(em->unit, t, value, &b);
    Str bare = c_bare(strbuf_cstr(&b));
    return arena_strdup(em->arena, bare);
}

static void open_partial(CEmit *em, Partial *p, uint32_t lanes, const char *l) {
    const LoopBuffer *b = p->scalar;
    StrBuf neutral;
    strbuf_init(&neutral, em->arena);
    c_const(em->unit, b->dtype, loop_eval_identity(p->op, b->dtype), &neutral);
    p->outer = em->buffers[b->id];
    p->in_memory = em->in_memory[b->id];
    p->part = c_local_name(em, arena_printf(em->arena, "%s_part", b->name));
    c_array(em, c_value_type(b->dtype), p->part, lanes, "");
    c_line(em, "for (int64_t %s = 0; %s < %u; %s++) %s[%s] = %s;", l, l, lanes, l, p->part, l,
           strbuf_cstr(&neutral));
    c_line(em, "%s[0] = %s;", p->part,
           p->in_memory ? value_from(em, b->dtype, p->outer) : p->outer);
    em->buffers[b->id] = arena_printf(em->arena, "%s[%s]", p->part, l);
    em->in_memory[b->id] = false;
    em->buffer_used[b->id] = true;
}

static void close_partial(CEmit *em, const Partial *p, uint32_t lanes, const char *l) {
    const LoopBuffer *b = p->scalar;
    const char *s = c_local_name(em, "s");
    StrBuf sum;
    strbuf_init(&sum, em->arena);
    c_op(em->unit, p->op, b->dtype,
         (const char *[]){arena_printf(em->arena, "%s[%s]", p->part, l),
                          arena_printf(em->arena, "%s[%s + %s]", p->part, l, s)},
         &sum);
    c_line(em, "for (int64_t %s = %u; %s > 0; %s /= 2) {", s, lanes / 2, s, s);
    c_line(em, "    for (int64_t %s = 0; %s < %s; %s++) %s[%s] = %s;", l, l, s, l, p->part, l,
           strbuf_cstr(&sum));
    c_line(em, "}");
    em->buffers[b->id] = p->outer;
    em->in_memory[b->id] = p->in_memory;
    const char *total = arena_printf(em->arena, "%s[0]", p->part);
    c_line(em, "%s = %s;", p->outer, p->in_memory ? value_to(em, b->dtype, total) : total);
}

static void lanes_for(CEmit *em, const LoopStmt *s) {
    Partials partials = find_partials(em, s);
    if (!partials.len) {
        plain_for(em, s);
        return;
    }
    CRange extent;
    c_begin(em, s);
    const char *end = c_held(em, s->value, "end", &extent);
    const char *base = c_local_name(em, s->var->name), *l = c_local_name(em, "l");
    const char *m = c_local_name(em, "m");
    for (size_t i = 0; i < partials.len; i++) open_partial(em, &partials.at[i], s->lanes, l);
    c_line(em, "for (int64_t %s = 0; %s < %s; %s += %u) {", base, base, end, base, s->lanes);
    em->indent++;
    c_line(em, "const int64_t %s = %s - %s < %u ? %s - %s : %u;", m, end, base, s->lanes, end, base,
           s->lanes);
    rolled(em);
    c_line(em, "for (int64_t %s = 0; %s < %s; %s++) {", l, l, m, l);
    em->ranges[s->var->id] = c_range_index(extent);
    em->vars[s->var->id] = arena_printf(em->arena, "(%s + %s)", base, l);
    body_of(em, s->body);
    em->indent--;
    c_line(em, "}");
    for (size_t i = 0; i < partials.len; i++) close_partial(em, &partials.at[i], s->lanes, l);
}

/* --- The other statements --- */

/* `alloc` is that of a scalar, and the statement behind it gives it a first value. */
static bool sets_first(CEmit *em, const LoopStmt *alloc) {
    const LoopStmt *s = alloc->next;
    if (!s || s->kind != LOOP_STORE || s->buffer != alloc->buffer) return false;
    c_begin(em, s);
    return !c_reads(em, s->value, s->buffer);
}

static void while_loop(CEmit *em, const LoopStmt *s) {
    StrBuf *const out = em->out, lines;
    strbuf_init(&lines, em->arena);
    em->out = &lines;
    em->indent++;
    c_begin(em, s);
    const char *cond = c_expr(em, s->value, NULL);
    em->indent--;
    em->out = out;
    Str bare = c_bare(cond);
    if (!lines.text.len) {
        c_line(em, "while (%.*s) {", (int)bare.len, bare.ptr);
    } else {
        c_line(em, "for (;;) {");
        strbuf_add(em->out, lines.text.at, lines.text.len);
        c_line(em, "    if (!(%.*s)) break;", (int)bare.len, bare.ptr);
    }
    body_of(em, s->body);
}

static void if_else(CEmit *em, const LoopStmt *s) {
    c_begin(em, s);
    Str cond = c_bare(c_expr(em, s->value, NULL));
    c_line(em, "if (%.*s) {", (int)cond.len, cond.ptr);
    em->indent++;
    c_list(em, s->body, NULL);
    em->indent--;
    if (s->other) {
        c_line(em, "} else {");
        em->indent++;
        c_list(em, s->other, NULL);
        em->indent--;
    }
    c_line(em, "}");
}

static bool is_variable(const CEmit *em, const LoopBuffer *b) {
    return b->ndim == 0 && !b->lanes && b->kind == LOOP_BUFFER_LOCAL && !em->in_memory[b->id];
}

static void unused(CEmit *em, const char *value) {
    Str bare = c_bare(value);
    c_line(em, "(void)(%.*s);", (int)bare.len, bare.ptr);
}

static void store(CEmit *em, const LoopStmt *s) {
    if (s->value->lanes) {
        c_vector_store(em, s);
        return;
    }
    c_begin(em, s);
    const char *value = c_expr(em, s->value, NULL);
    if (is_variable(em, s->buffer)) {
        if (!em->buffer_reads[s->buffer->id]) {
            unused(em, value);
            return;
        }
        Str bare = c_bare(value);
        em->buffer_used[s->buffer->id] = true;
        c_line(em, "%s = %.*s;", em->buffers[s->buffer->id], (int)bare.len, bare.ptr);
        return;
    }
    const bool in_memory = s->buffer->ndim == 0 && s->buffer->kind == LOOP_BUFFER_LOCAL;
    const char *place =
        in_memory ? em->buffers[s->buffer->id] : c_element(em, s->buffer, s->indices, NULL);
    c_line(em, "%s = %s;", place, value_to(em, s->buffer->dtype, value));
}

static void let(CEmit *em, const LoopStmt *s) {
    c_begin(em, s);
    const uint32_t id = s->var->id;
    CRange range;
    const char *value = c_expr(em, s->value, &range);
    if (!em->var_reads[id]) {
        unused(em, value);
        return;
    }
    Str bare = c_bare(value);
    em->ranges[id] = range;
    em->vars[id] = c_local_name(em, s->var->name);
    c_line(em, "const %s %s = %.*s;", c_value_type(s->var->dtype), em->vars[id], (int)bare.len,
           bare.ptr);
}

/* Undefined when it is allocated; 0, so that no compiler has to prove that it is set. */
static void alloc(CEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    if (b->lanes) {
        c_registers(em, s);
        return;
    }
    if (b->ndim || !em->buffer_reads[b->id]) return; /* arrays: loop_fn.c */
    const char *name = begin_name(em, &em->buffers[b->id], b->name);
    if (em->in_memory[b->id]) {
        c_line(em, "%s %s = 0;", c_dtype_name(b->dtype), name);
        return;
    }
    c_line(em, "%s %s = 0;", c_value_type(b->dtype), name);
}

static void first_value(CEmit *em, const LoopStmt *alloc, const LoopStmt *store) {
    const LoopBuffer *b = alloc->buffer;
    c_begin(em, store);
    Str bare = c_bare(c_expr(em, store->value, NULL));
    const char *name = begin_name(em, &em->buffers[b->id], b->name);
    c_line(em, "%s %s = %.*s;", c_value_type(b->dtype), name, (int)bare.len, bare.ptr);
}

static void stmt(CEmit *em, const LoopStmt *s) {
    switch (s->kind) {
    case LOOP_FOR:
        if (s->for_kind == LOOP_UNROLLED && !em->rolled) {
            c_unrolled_for(em, s);
        } else if (s->lanes > 1) {
            lanes_for(em, s);
        } else {
            plain_for(em, s);
        }
        break;
    case LOOP_WHILE: while_loop(em, s); break;
    case LOOP_IF: if_else(em, s); break;
    case LOOP_STORE: store(em, s); break;
    case LOOP_LET: let(em, s); break;
    case LOOP_ALLOC: alloc(em, s); break;
    case LOOP_CALL: c_call(em, s); break;
    }
}

void c_list(CEmit *em, const LoopStmt *list, const LoopStmt *end) {
    for (const LoopStmt *s = list; s != end; s = s->next) {
        ctx_poll(em->arena->ctx);
        const bool declares = s->kind == LOOP_ALLOC && is_variable(em, s->buffer) &&
                              em->buffer_reads[s->buffer->id] && sets_first(em, s);
        if (declares) {
            first_value(em, s, s->next);
            s = s->next;
        } else {
            stmt(em, s);
        }
    }
}
