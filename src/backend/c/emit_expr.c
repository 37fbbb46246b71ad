/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions as C, without effects but for the variable `bad` of checked arithmetic. */
#include <inttypes.h>

#include "backend/c/emit.h"

typedef struct {
    const char *name, *text;
    int needs; /* -1: none */
} Helper;

enum { EMIT_NONE = -1 };
static const Helper helpers[] = {
#define EMIT_HELPER(id, name, needs, text) {name, text, EMIT_##needs},
#include "backend/c/emit_helpers.def"
};

const char *emit_helper(CFile *file, EmitHelper h) {
    if (helpers[h].needs >= 0) emit_helper(file, (EmitHelper)helpers[h].needs);
    if (!file->helpers[h]) file->helpers[h] = c_unit_name(file->unit, helpers[h].name);
    return file->helpers[h];
}

void emit_helpers(const CFile *file, StrBuf *out) {
    for (unsigned i = 0; i < EMIT_HELPERS; i++) {
        if (!file->helpers[i]) continue;
        for (const char *c = helpers[i].text; *c; c++) {
            if (*c == '$') {
                strbuf_puts(out, file->helpers[i]);
            } else if (*c == '@') {
                strbuf_puts(out, file->helpers[helpers[i].needs]);
            } else {
                strbuf_putc(out, *c);
            }
        }
        strbuf_putc(out, '\n');
    }
}

static void integer(StrBuf *out, int64_t v) {
    if (v == INT64_MIN) {
        strbuf_puts(out, "INT64_MIN");
    } else if (v > INT32_MAX || v < -INT32_MAX) {
        strbuf_printf(out, "INT64_C(%" PRId64 ")", v);
    } else {
        strbuf_printf(out, "%" PRId64, v);
    }
}

static void real(StrBuf *out, double v) {
    if (v != v) {
        strbuf_puts(out, "(double)NAN");
    } else if (v - v != 0) {
        strbuf_puts(out, v > 0 ? "(double)INFINITY" : "-(double)INFINITY");
    } else {
        strbuf_double(out, v);
    }
}

const char *emit_cell(const EmitFunction *p, HirCell c) {
    Arena *arena = p->e->arena;
    return hir_cell_text(arena, c.frame ? arena_printf(arena, "g%u.", c.frame) : "f->", c);
}

static void print_buffer(EmitFunction *p, const HirBuffer *b, StrBuf *out) {
    const HirExpr *const offsets[] = {b->offset, b->at};
    strbuf_putc(out, '(');
    if (b->place == HIR_IN_CONSTANT)
        strbuf_printf(out, "(char *)%s", p->e->constants[b->index]);
    else
        strbuf_puts(out, emit_cell(p, hir_buffer_cell(b)));
    for (size_t i = 0; i < ARRAY_LEN(offsets); i++) {
        if (!offsets[i] || (offsets[i]->kind == HIR_INT_EXPR && offsets[i]->i == 0)) continue;
        strbuf_puts(out, " + ");
        emit_expr(p, offsets[i], out);
    }
    strbuf_putc(out, ')');
}

/* f(f(a, b), c) */
static void by_helper(EmitFunction *p, EmitHelper h, bool checks, const HirExpr *e, StrBuf *out) {
    const char *name = emit_helper(p->e->file, h);
    p->has_checks |= checks;
    p->is_pending |= checks;
    const uint32_t calls = e->n > 1 ? e->n - 1 : h == EMIT_ROUND;
    for (uint32_t i = 0; i < calls; i++) strbuf_printf(out, "%s(%s", name, checks ? "&bad, " : "");
    for (uint32_t i = 0; i < e->n; i++) {
        if (i) strbuf_puts(out, ", ");
        emit_expr(p, e->args[i], out);
        if (i || h == EMIT_ROUND) strbuf_putc(out, ')');
    }
}

static void infix(EmitFunction *p, const char *operator, const HirExpr * e, StrBuf *out) {
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < e->n; i++) {
        if (i) strbuf_printf(out, " %s ", operator);
        emit_expr(p, e->args[i], out);
    }
    strbuf_putc(out, ')');
}

static void load(EmitFunction *p, const HirExpr *e, StrBuf *out) {
    const DType t = e->element.dtype;
    const char *element = arena_printf(p->e->arena, "((const %s *)(const void *)%s)[%u]",
                                       c_dtype_name(t), emit_text(p, e->args[0]), e->element.index);
    strbuf_printf(out, "(%s)", dtype_is_float(t) ? "double" : "int64_t");
    if (t == DTYPE_BOOL)
        strbuf_puts(out, element);
    else
        c_from_memory(p->e->file->unit, t, element, out);
}

static void work(EmitFunction *p, const HirExpr *e, StrBuf *out) {
    const char **sizes = ARENA_ARRAY(p->e->arena, const char *, (size_t)e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) sizes[i] = emit_text(p, e->args[i]);
    c_loop_work(p->e->file->unit, p->e->program->kernels.at[e->number].made_of, sizes, out);
}

static void print_bytes(EmitFunction *p, const char *side, const HirExpr *e, StrBuf *out) {
    p->has_checks = p->is_pending = true;
    strbuf_printf(out, "%s(&bad, %s[%u].dims, %u, %u)", emit_helper(p->e->file, EMIT_BYTES), side,
                  e->tensor.index, e->tensor.dim, e->tensor.size);
}

/* Recursion is as deep as the expression, which is bounded. */
void emit_expr(EmitFunction *p, const HirExpr *e, StrBuf *out) {
    switch (e->kind) {
    case HIR_INT_EXPR: integer(out, e->i); return;
    case HIR_REAL_EXPR: real(out, e->f); return;
    case HIR_CELL_EXPR: strbuf_puts(out, emit_cell(p, e->cell)); return;
    case HIR_BUFFER_EXPR: print_buffer(p, &p->f->buffers.at[e->number], out); return;
    case HIR_ADD_EXPR: by_helper(p, EMIT_ADD, true, e, out); return;
    case HIR_MUL_EXPR: by_helper(p, EMIT_MUL, true, e, out); return;
    case HIR_FLOORDIV_EXPR: by_helper(p, EMIT_FLOORDIV, true, e, out); return;
    case HIR_ROUND_EXPR: by_helper(p, EMIT_ROUND, true, e, out); return;
    case HIR_MIN_EXPR: by_helper(p, EMIT_MIN, false, e, out); return;
    case HIR_MAX_EXPR: by_helper(p, EMIT_MAX, false, e, out); return;
    case HIR_EQ_EXPR:
    case HIR_IS_SAME_EXPR: infix(p, "==", e, out); return;
    case HIR_NE_EXPR: infix(p, "!=", e, out); return;
    case HIR_LT_EXPR: infix(p, "<", e, out); return;
    case HIR_ALL_EXPR: infix(p, "&&", e, out); return;
    case HIR_ANY_EXPR: infix(p, "||", e, out); return;
    case HIR_IS_NONE_EXPR: strbuf_printf(out, "!%s", emit_text(p, e->args[0])); return;
    case HIR_LOAD_EXPR: load(p, e, out); return;
    case HIR_WORK_EXPR: work(p, e, out); return;
    case HIR_IN_DIM_EXPR:
        strbuf_printf(out, "in[%u].dims[%u]", e->tensor.index, e->tensor.dim);
        return;
    case HIR_OUT_DIM_EXPR:
        strbuf_printf(out, "out[%u].dims[%u]", e->tensor.index, e->tensor.dim);
        return;
    case HIR_IN_BYTES_EXPR: print_bytes(p, "in", e, out); return;
    case HIR_OUT_BYTES_EXPR: print_bytes(p, "out", e, out); return;
    case HIR_IN_DATA_EXPR: strbuf_printf(out, "((char *)in[%u].data)", e->number); return;
    case HIR_OUT_DATA_EXPR: strbuf_printf(out, "((char *)out[%u].data)", e->number); return;
    case HIR_NONE_EXPR: strbuf_puts(out, "NULL"); return;
    case HIR_NOTHING_EXPR:
        p->has_nothing = true;
        strbuf_puts(out, "(char *)&nothing");
        return;
    case HIR_AT_EXPR:
        strbuf_printf(out, "(%s + %s * ", emit_text(p, e->args[0]), emit_text(p, e->args[1]));
        strbuf_printf(out, "%s)", emit_text(p, e->args[2]));
        return;
    case HIR_CHOOSE_EXPR:
        strbuf_printf(out, "(%s ? %s : ", emit_text(p, e->args[0]), emit_text(p, e->args[1]));
        strbuf_printf(out, "%s)", emit_text(p, e->args[2]));
        return;
    case HIR_EXPRS: break;
    }
    BUG("no such expression: %d", (int)e->kind);
}

const char *emit_text(EmitFunction *p, const HirExpr *e) {
    StrBuf s;
    strbuf_init(&s, p->e->arena);
    emit_expr(p, e, &s);
    return strbuf_cstr(&s);
}
