/* SPDX-License-Identifier: Apache-2.0 */
/* First pass: every variable and buffer is used inside its scope, every expression and statement
 * has the dtypes and ranks of its kind. Nothing in the function is trusted but its pointers. */
#include "loop/verify_parts.h"

typedef struct {
    Verify *v;
    const LoopVar **vars;       /* in scope, by id */
    const LoopBuffer **buffers; /* in scope, by id */
    bool *var_seen, *buffer_seen;
    bool *unrolled; /* by variable id */
    bool in_lanes;  /* of a reduction */
    int64_t copies; /* of a statement, by the unrolled loops around it */
    const LoopStmt *at;
} Form;

static Diag *bad(Form *f, const char *what) {
    Diag *d = diag_error(f->v->ctx, f->at ? f->at->loc : f->v->fn->loc, DIAG_LOOP_FORM,
                         f->v->fn->name, what);
    return d;
}

static void bad_dtype(Form *f, const char *what, const char *expected, DType found) {
    Diag *d = bad(f, what);
    diag_expected(f->v->ctx, d, "%s", expected);
    diag_found(f->v->ctx, d, "%s", dtype_name(found));
}

static void bad_count(Form *f, const char *what, size_t expected, size_t found) {
    Diag *d = bad(f, what);
    diag_expected(f->v->ctx, d, "%zu", expected);
    diag_found(f->v->ctx, d, "%zu", found);
}

static const char *fmt_name(Form *f, const char *fmt, const char *name) PRINTF_LIKE(2, 0);
static const char *fmt_name(Form *f, const char *fmt, const char *name) {
    return diag_fmt(f->v->ctx, fmt, name ? name : "");
}

/* --- Expressions --- */

static bool see_buffer(Form *f, const LoopBuffer *b) {
    if (b && b->id < f->v->fn->n_buffers && f->buffers[b->id] == b) return true;
    bad(f, fmt_name(f, "the buffer '%s' outside its scope", b ? b->name : NULL));
    return false;
}

static bool const_fits(const LoopExpr *e) {
    if (e->dtype == DTYPE_VOID) return false;
    if (!dtype_is_float(e->dtype))
        return loop_eval_cast(DTYPE_INT64, e->dtype, (LoopValue){.i = e->i}).i == e->i;
    return e->f != e->f ||
           loop_eval_cast(DTYPE_FLOAT64, e->dtype, (LoopValue){.f = e->f}).f == e->f;
}

static void check_expr(Form *f, const LoopExpr *e, size_t depth);

/* A vector of so many operands, which are scalars. */
static void check_lanes(Form *f, const LoopExpr *e, uint32_t n) {
    bool ok = e->lanes >= 2 && e->lanes <= LOOP_VECTOR_MAX && e->n == n;
    for (uint32_t i = 0; ok && i < n; i++) ok = !e->args[i]->lanes;
    if (!ok) bad(f, "a vector of no lanes, or of other operands");
}

static bool is_unrolled(const Form *f, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return e->var->id < f->v->fn->n_vars && f->unrolled[e->var->id];
    if (e->kind != LOOP_CONST && e->kind != LOOP_ADD && e->kind != LOOP_MUL) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!is_unrolled(f, e->args[i])) return false;
    }
    return true;
}

static void check_indices(Form *f, const LoopBuffer *b, const LoopExpr *const *indices, uint32_t n,
                          size_t depth) {
    if (n != b->ndim) {
        bad_count(f, fmt_name(f, "the number of indices of '%s'", b->name), b->ndim, n);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        const LoopExpr *e = indices[i];
        if (e->kind == LOOP_RAMP && i + 1 == n && !b->lanes) {
            check_lanes(f, e, 1);
            e = e->args[0];
        }
        check_expr(f, e, depth);
        if (e->dtype != DTYPE_INT64 || e->lanes)
            bad_dtype(f, fmt_name(f, "an index of '%s'", b->name), "int64", e->dtype);
        if (b->lanes && !is_unrolled(f, e))
            bad(f, fmt_name(f,
                            "an index of '%s', which is of registers, is not made of constants "
                            "and unrolled variables",
                            b->name));
    }
}

static void check_op(Form *f, const LoopExpr *e) {
    const char *text = loop_expr_text(e->kind);
    if (e->n != loop_expr_arity(e->kind)) {
        bad_count(f, fmt_name(f, "the operands of %s", text), loop_expr_arity(e->kind), e->n);
        return;
    }
    DType t = e->args[e->n - 1]->dtype;
    for (uint32_t i = 0; i < e->n; i++) {
        DType want = e->kind == LOOP_SELECT && i == 0 ? DTYPE_BOOL : t;
        if (e->args[i]->lanes != e->lanes) {
            bad(f, fmt_name(f, "operands of %s of several lengths", text));
            return;
        }
        if (e->args[i]->dtype != want) {
            bad_dtype(f, fmt_name(f, "an operand of %s", text), dtype_name(want),
                      e->args[i]->dtype);
            return;
        }
    }
    if (!loop_expr_allows(e->kind, t)) {
        bad_dtype(f, fmt_name(f, "an operand of %s", text), "a dtype that it has", t);
    } else if (e->dtype != loop_expr_result(e->kind, t)) {
        bad_dtype(f, fmt_name(f, "the result of %s", text),
                  dtype_name(loop_expr_result(e->kind, t)), e->dtype);
    }
}

static void check_expr(Form *f, const LoopExpr *e, size_t depth) {
    if (depth > f->v->ctx->limits.depth) {
        bad(f, "an expression is nested too deep");
        return;
    }
    if (e->kind == LOOP_LOAD) {
        if (!see_buffer(f, e->buffer)) return;
        if (e->dtype != e->buffer->dtype)
            bad_dtype(f, fmt_name(f, "a load of '%s'", e->buffer->name),
                      dtype_name(e->buffer->dtype), e->dtype);
        if (e->n == e->buffer->ndim && e->lanes != loop_access_lanes(e->buffer, e->args))
            bad(f, fmt_name(f, "a load of '%s' of another length", e->buffer->name));
        check_indices(f, e->buffer, e->args, e->n, depth + 1);
        return;
    }
    for (uint32_t i = 0; i < e->n; i++) check_expr(f, e->args[i], depth + 1);
    switch (e->kind) {
    case LOOP_CONST:
        if (e->n || !const_fits(e))
            bad(f, fmt_name(f, "a constant that is no %s", dtype_name(e->dtype)));
        break;
    case LOOP_VAR: {
        const LoopVar *v = e->var;
        if (e->n || v->id >= f->v->fn->n_vars || f->vars[v->id] != v) {
            bad(f, fmt_name(f, "the variable '%s' outside its scope", v->name));
        } else if (e->dtype != v->dtype) {
            bad_dtype(f, fmt_name(f, "the variable '%s'", v->name), dtype_name(v->dtype), e->dtype);
        }
        break;
    }
    case LOOP_CAST:
    case LOOP_REINTERPRET: {
        DType from = e->n == 1 ? e->args[0]->dtype : DTYPE_VOID;
        bool ok = from != DTYPE_VOID && e->dtype != DTYPE_VOID;
        if (e->kind == LOOP_REINTERPRET)
            ok &= dtype_size(from) == dtype_size(e->dtype) && from != DTYPE_BOOL &&
                  e->dtype != DTYPE_BOOL;
        if (!ok || e->lanes != e->args[0]->lanes || (e->lanes && e->kind == LOOP_REINTERPRET))
            bad_dtype(f, e->kind == LOOP_CAST ? "a cast" : "a reinterpret", dtype_name(e->dtype),
                      from);
        break;
    }
    case LOOP_BROADCAST:
        check_lanes(f, e, 1);
        if (e->n == 1 && e->dtype != e->args[0]->dtype)
            bad_dtype(f, "a broadcast", dtype_name(e->dtype), e->args[0]->dtype);
        break;
    case LOOP_LANE_MASK:
        check_lanes(f, e, 2);
        if (e->dtype != DTYPE_BOOL || e->n != 2 || e->args[0]->dtype != DTYPE_INT64 ||
            e->args[1]->dtype != DTYPE_INT64)
            bad(f, "a mask of lanes whose bounds are no int64");
        break;
    default:
        if (loop_expr_is_op(e->kind)) {
            check_op(f, e);
        } else {
            bad(f, "an expression of no kind");
        }
    }
}

static void check_typed(Form *f, const LoopExpr *e, DType t, const char *what) {
    check_expr(f, e, 1);
    if (e->dtype != t || e->lanes) bad_dtype(f, what, dtype_name(t), e->dtype);
}

/* T.first stands here alone. */
static void check_stored(Form *f, const LoopStmt *s) {
    const LoopExpr *e = s->value;
    const char *what = fmt_name(f, "the value stored to '%s'", s->buffer->name);
    if (e->kind == LOOP_FIRST && e->n == 1) {
        if (e->lanes < 2 || e->lanes > e->args[0]->lanes || e->dtype != e->args[0]->dtype)
            bad(f, "T.first of more lanes than there are");
        check_expr(f, e->args[0], 2);
    } else {
        check_expr(f, e, 1);
    }
    if (e->lanes && f->in_lanes) bad(f, "a store of a vector in a reduction in lanes");
    if (e->dtype != s->buffer->dtype) bad_dtype(f, what, dtype_name(s->buffer->dtype), e->dtype);
    if (s->n == s->buffer->ndim && e->lanes != loop_access_lanes(s->buffer, s->indices))
        bad(f, fmt_name(f, "a store to '%s' of another length", s->buffer->name));
}

/* --- Binding --- */

static void bind_var(Form *f, const LoopVar *v, LoopVarKind kind) {
    if (v->kind != kind || v->id >= f->v->fn->n_vars || f->var_seen[v->id] ||
        (kind != LOOP_VAR_LET && v->dtype != DTYPE_INT64)) {
        bad(f, fmt_name(f, "the variable '%s' is not of this kind, or bound twice", v->name));
        return;
    }
    f->var_seen[v->id] = true;
    f->vars[v->id] = v;
}

static void bind_buffer(Form *f, const LoopBuffer *b) {
    for (uint32_t i = 0; i < b->ndim; i++) {
        check_typed(f, b->dims[i], DTYPE_INT64, "an extent");
        if (!loop_expr_is_extent(b->dims[i]))
            bad(f, fmt_name(f, "an extent of '%s' is not made of constants and sizes", b->name));
        if (b->dims[i]->kind == LOOP_CONST && b->dims[i]->i < 0)
            bad(f, fmt_name(f, "a negative extent of '%s'", b->name));
        if (!b->strides) continue;
        check_typed(f, b->strides[i], DTYPE_INT64, "a stride");
        if (!loop_expr_is_extent(b->strides[i]))
            bad(f, fmt_name(f, "a stride of '%s' is not made of constants and sizes", b->name));
    }
    int64_t registers = 1;
    for (uint32_t i = 0; b->lanes && i < b->ndim; i++) {
        const int64_t n = b->dims[i]->kind == LOOP_CONST ? b->dims[i]->i : -1;
        registers = n >= 0 && n <= LOOP_REGISTERS_MAX ? registers * n : LOOP_REGISTERS_MAX + 1;
        if (registers > LOOP_REGISTERS_MAX) {
            bad(f, fmt_name(f, "an extent of '%s', which is of registers", b->name));
            break;
        }
    }
    if (b->lanes && (b->lanes < 2 || b->lanes > LOOP_VECTOR_MAX || b->kind != LOOP_BUFFER_LOCAL))
        bad(f, fmt_name(f, "the elements of '%s' are vectors", b->name));
    if (b->dtype == DTYPE_VOID || b->dtype >= DTYPE_LOOP_END || b->ndim > f->v->ctx->limits.rank)
        bad(f, fmt_name(f, "the buffer '%s' has no dtype, or too high a rank", b->name));
    if (b->id >= f->v->fn->n_buffers || f->buffer_seen[b->id]) {
        bad(f, fmt_name(f, "the buffer '%s' is bound twice", b->name));
        return;
    }
    f->buffer_seen[b->id] = true;
    f->buffers[b->id] = b;
}

/* What the list bound is out of scope behind it. */
static void unbind_list(Form *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_LET && s->var->id < f->v->fn->n_vars) f->vars[s->var->id] = NULL;
        if (s->kind == LOOP_ALLOC && s->buffer->id < f->v->fn->n_buffers)
            f->buffers[s->buffer->id] = NULL;
    }
}

/* --- Statements --- */

static void check_call(Form *f, const LoopStmt *s) {
    const LoopFn *callee = s->callee;
    if (!callee || s->n != callee->params.len) {
        bad_count(f, "the arguments of a call", callee ? callee->params.len : 0, s->n);
        return;
    }
    if (callee->n_scalars)
        bad(f, fmt_name(f, "a call of '%s', which has scalar parameters", callee->name));
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *b = s->buffers[i], *want = callee->params.at[i];
        if (!see_buffer(f, b)) return;
        if (b->lanes) bad(f, fmt_name(f, "the registers '%s' as an argument", b->name));
        if (b->dtype != want->dtype)
            bad_dtype(f, fmt_name(f, "the argument '%s' of a call", b->name),
                      dtype_name(want->dtype), b->dtype);
        if (b->ndim != want->ndim)
            bad_count(f, fmt_name(f, "the rank of the argument '%s' of a call", b->name),
                      want->ndim, b->ndim);
        if (want->kind != LOOP_BUFFER_OUTPUT) continue;
        if (b->kind == LOOP_BUFFER_INPUT)
            bad(f, fmt_name(f, "the input '%s' is passed as an output", b->name));
        for (uint32_t k = 0; k < s->n; k++) {
            bool again = k != i && s->buffers[k] == b &&
                         (k > i || callee->params.at[k]->kind != LOOP_BUFFER_OUTPUT);
            if (!again) continue;
            Diag *d = diag_error(f->v->ctx, s->loc, DIAG_CALL_ARGUMENT, callee->name,
                                 fmt_name(f, "'%s' is passed as an output and once more", b->name));
            verify_found(f->v, d, s);
        }
    }
}

static void check_list(Form *f, const LoopStmt *list, size_t depth);

static void check_stmt(Form *f, const LoopStmt *s, size_t depth) {
    f->at = s;
    switch (s->kind) {
    case LOOP_FOR: {
        check_typed(f, s->value, DTYPE_INT64, "a loop's extent");
        bool lanes = s->lanes <= LOOP_LANES_MAX && (s->lanes & (s->lanes - 1)) == 0;
        const bool unrolled = s->for_kind == LOOP_UNROLLED;
        const int64_t copies = f->copies;
        if (unrolled) {
            const int64_t n = s->value->kind == LOOP_CONST ? s->value->i : 0;
            f->copies = n >= 1 && n <= LOOP_UNROLL_MAX ? copies * n : LOOP_UNROLL_MAX + 1;
            if (f->copies > LOOP_UNROLL_MAX) {
                Diag *d = bad(f, "an unrolled loop");
                diag_expected(f->v->ctx, d,
                              "a constant extent, and with the unrolled loops around it at most %d "
                              "iterations",
                              LOOP_UNROLL_MAX);
                f->copies = copies;
                break;
            }
            if (s->var->id < f->v->fn->n_vars) f->unrolled[s->var->id] = true;
        }
        if (!lanes || (s->lanes && s->for_kind != LOOP_SERIAL))
            bad(f,
                "the lanes of a reduction are no power of two up to 64, or its loop is not serial");
        bind_var(f, s->var, LOOP_VAR_INDEX);
        const bool in_lanes = f->in_lanes;
        f->in_lanes = in_lanes || s->lanes > 1;
        check_list(f, s->body, depth + 1);
        f->in_lanes = in_lanes;
        if (s->var->id < f->v->fn->n_vars) f->vars[s->var->id] = NULL;
        f->copies = copies;
        break;
    }
    case LOOP_WHILE:
    case LOOP_IF:
        check_typed(f, s->value, DTYPE_BOOL, "a condition");
        check_list(f, s->body, depth + 1);
        if (s->kind == LOOP_IF) check_list(f, s->other, depth + 1);
        break;
    case LOOP_STORE:
        if (!see_buffer(f, s->buffer)) break;
        check_indices(f, s->buffer, s->indices, s->n, 1);
        check_stored(f, s);
        if (s->buffer->kind == LOOP_BUFFER_INPUT)
            bad(f, fmt_name(f, "a store to the input '%s'", s->buffer->name));
        break;
    case LOOP_LET:
        check_typed(f, s->value, s->var->dtype, fmt_name(f, "the value of '%s'", s->var->name));
        bind_var(f, s->var, LOOP_VAR_LET);
        break;
    case LOOP_ALLOC:
        if (s->buffer->kind != LOOP_BUFFER_LOCAL || s->buffer->strides)
            bad(f, fmt_name(f, "the buffer '%s' is allocated and no plain local", s->buffer->name));
        bind_buffer(f, s->buffer);
        break;
    case LOOP_CALL: check_call(f, s); break;
    default: bad(f, "a statement of no kind");
    }
}

static void check_list(Form *f, const LoopStmt *list, size_t depth) {
    if (depth > f->v->ctx->limits.depth) {
        bad(f, "statements are nested too deep");
        return;
    }
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(f->v->ctx);
        check_stmt(f, s, depth);
    }
    unbind_list(f, list);
}

static void check_params(Form *f) {
    const LoopFn *fn = f->v->fn;
    size_t n = fn->params.len;
    if (fn->n_outputs > n) bad_count(f, "the number of outputs", n, fn->n_outputs);
    for (size_t i = 0; i < fn->sizes.len; i++) bind_var(f, fn->sizes.at[i], LOOP_VAR_SIZE);
    for (size_t i = 0; i < n; i++) {
        const LoopBuffer *b = fn->params.at[i];
        LoopBufferKind kind = i + fn->n_outputs < n ? LOOP_BUFFER_INPUT : LOOP_BUFFER_OUTPUT;
        if (b->kind != kind || b->id != i)
            bad(f, fmt_name(f, "the parameter '%s' is not of its place's kind", b->name));
        bind_buffer(f, b);
    }
    if (fn->n_scalars > fn->sizes.len)
        bad_count(f, "the number of scalar parameters", fn->sizes.len, fn->n_scalars);
    for (size_t k = fn->n_scalars; k < fn->sizes.len; k++) {
        if (!loop_size_is_bound(fn, fn->sizes.at[k]))
            bad(f, fmt_name(f, "no extent binds the size '%s'", fn->sizes.at[k]->name));
    }
}

void verify_form(Verify *v) {
    const LoopFn *fn = v->fn;
    Form f = {.v = v, .copies = 1};
    f.vars = ARENA_ARRAY(v->arena, const LoopVar *, (size_t)fn->n_vars + 1);
    f.buffers = ARENA_ARRAY(v->arena, const LoopBuffer *, (size_t)fn->n_buffers + 1);
    f.var_seen = ARENA_ARRAY(v->arena, bool, (size_t)fn->n_vars + 1);
    f.unrolled = ARENA_ARRAY(v->arena, bool, (size_t)fn->n_vars + 1);
    f.buffer_seen = ARENA_ARRAY(v->arena, bool, (size_t)fn->n_buffers + 1);
    check_params(&f);
    check_list(&f, fn->body, 1);
}
