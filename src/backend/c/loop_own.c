/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of libm where there is no libm: loop/own.h as functions of C, one statement a step. */
#include "loop/own.h"

#include "backend/c/loop_parts.h"

static const char *step(CUnit *self, const LoopOwn *f, const LoopOwnStep *s, const char **texts) {
    const LoopOwnStep *from = &f->at[s->args[0]];
    StrBuf out;
    strbuf_init(&out, self->arena);
    const char *args[3];
    for (size_t i = 0; i < ARRAY_LEN(args); i++) args[i] = texts[s->args[i]];
    switch (s->form) {
    case OWN_OPERAND: return s->args[0] ? "y" : "x";
    case OWN_NUMBER: c_const(self, s->dtype, s->value, &out); break;
    case OWN_CAST: c_cast(self, from->dtype, s->dtype, args[0], &out); break;
    case OWN_REINTERPRET: c_reinterpret(self, from->dtype, s->dtype, args[0], &out); break;
    case OWN_OPERATION: {
        const DType t = s->kind == LOOP_SELECT ? s->dtype : from->dtype;
        c_op(self, s->kind, t, args, &out);
        break;
    }
    case OWN_MULTIPLY_ADD: strbuf_printf(&out, "(%s * %s + %s)", args[0], args[1], args[2]); break;
    }
    return strbuf_cstr(&out);
}

const bool *c_own_used(CUnit *self, const LoopOwn *f) {
    bool *used = ARENA_ARRAY(self->arena, bool, f->len);
    used[f->len - 1] = true;
    for (size_t i = f->len; i-- > 0;) {
        for (size_t k = 0; k < 3 && used[i] && f->at[i].form != OWN_OPERAND; k++)
            used[f->at[i].args[k]] = true;
    }
    return used;
}

const char *c_own_steps(CUnit *self, const LoopOwn *f, StrBuf *out) {
    const char **texts = ARENA_ARRAY(self->arena, const char *, f->len);
    const bool *used = c_own_used(self, f);
    for (size_t i = 0; i < f->len; i++) {
        if (!used[i]) continue;
        texts[i] = step(self, f, &f->at[i], texts);
        if (f->at[i].form == OWN_OPERAND || f->at[i].form == OWN_NUMBER) continue;
        strbuf_printf(out, "    const %s s%zu = %s;\n", c_value_type(f->at[i].dtype), i, texts[i]);
        texts[i] = arena_printf(self->arena, "s%zu", i);
    }
    return texts[f->len - 1];
}

static void function(CUnit *self, LoopExprKind kind, DType t, StrBuf *out) {
    const LoopOwn f = loop_own(kind, t, self->arena);
    const char *type = c_value_type(t), *second = loop_expr_arity(kind) == 2 ? ", " : "";
    strbuf_printf(out, "static %s tn_own_%s_%s(%s x%s%s%s) {\n", type, loop_expr_text(kind),
                  t == DTYPE_FLOAT64 ? "f64" : "f32", type, second, *second ? type : "",
                  *second ? " y" : "");
    const char *result = c_own_steps(self, &f, out);
    strbuf_printf(out, "    return %s;\n}\n", result);
}

/* The root last, as others call it, and before them in the text. */
void c_own_functions(CUnit *self, StrBuf *out) {
    StrBuf others;
    strbuf_init(&others, self->arena);
    for (LoopExprKind kind = 0; kind < LOOP_EXPR_COUNT; kind++) {
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END && kind != LOOP_SQRT; t++)
            if (self->needs.own[kind][t]) function(self, kind, t, &others);
    }
    if (self->needs.own[LOOP_SQRT][DTYPE_FLOAT32]) function(self, LOOP_SQRT, DTYPE_FLOAT32, out);
    strbuf_add(out, others.text.at, others.text.len);
}
