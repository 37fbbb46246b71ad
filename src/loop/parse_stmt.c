/* SPDX-License-Identifier: Apache-2.0 */
/* Statements. A header that is wrong still opens its block, with a stand-in for what failed, so
 * that the block's errors are found too. */
#include "loop/parse.h"

enum { LANES_MAX = 64 };

/* The body of the header that was read, up to its SYN_END. */
static void parse_body(Parser *p, Loc loc, size_t depth) {
    size_t mark = p->undo.len;
    /* of foreign functions a header may open several bodies */
    if (!loop_parse_may_nest(p, loc, depth > p->b.open.len + 1 ? depth : p->b.open.len + 1)) {
        syn_skip_block(p->syn);
        return;
    }
    SynStmt s;
    syn_next(p->syn, &s);
    loop_parse_block(p, &s, depth);
    loop_parse_leave(p, mark);
}

static const LoopExpr *parse_condition(Parser *p, const SynExpr *e) {
    const LoopExpr *cond = loop_parse_typed(p, e, DTYPE_BOOL, "a condition");
    return cond ? cond : loop_int(&p->b, DTYPE_BOOL, 0);
}

/* Of a while: a statement that T.if_then_else or T.round makes would stand in front of the loop
 * alone. */
static const LoopExpr *parse_repeated(Parser *p, const SynExpr *e) {
    const uint32_t made = p->b.fn->n_buffers + p->b.fn->n_vars;
    const LoopExpr *cond = parse_condition(p, e);
    if (p->b.fn->n_buffers + p->b.fn->n_vars != made)
        loop_parse_outside(p, e->loc, "a condition of a while that needs statements of its own");
    return cond;
}

/* --- Loops --- */

/* annotations={"reduce": 4}; 0 after a report. */
static uint32_t parse_lanes(Parser *p, const SynExpr *e) {
    const SynExpr *key = e->kind == SYN_DICT && e->n == 2 ? e->items[0] : NULL;
    if (!key || key->kind != SYN_STRING || !str_eq_c(key->str, "reduce")) {
        loop_parse_outside(p, e->loc, "annotations other than {\"reduce\": lanes}");
        return 0;
    }
    const SynExpr *value = e->items[1];
    bool ok = value->kind == SYN_INT && value->i >= 1 && value->i <= LANES_MAX &&
              (value->i & (value->i - 1)) == 0;
    if (ok) return (uint32_t)value->i;
    Diag *d = diag_error(p->ctx, value->loc, DIAG_VALUE, "the lanes of a reduction");
    diag_expected(p->ctx, d, "a power of two, at most %d", LANES_MAX);
    if (value->kind == SYN_INT) diag_found(p->ctx, d, "%lld", (long long)value->i);
    return 0;
}

/* The extent. In *from where it begins, in a foreign function; else at 0. */
static const LoopExpr *parse_range(Parser *p, const SynExpr *e, LoopForKind *kind, uint32_t *lanes,
                                   const LoopExpr **from) {
    const char *name = loop_parse_call_of(p, e);
    bool is_range =
        e->kind == SYN_CALL && e->items[0]->kind == SYN_NAME && e->items[0]->name == p->range;
    bool serial = is_range || (name && strcmp(name, "serial") == 0);
    *kind = LOOP_SERIAL;
    *lanes = 0;
    if (name && strcmp(name, "parallel") == 0) {
        *kind = LOOP_PARALLEL;
    } else if (name && strcmp(name, "vectorized") == 0) {
        *kind = LOOP_VECTOR;
    } else if (p->scheduled && name && strcmp(name, "unroll") == 0) {
        *kind = LOOP_UNROLLED;
    } else if (!serial && !(p->foreign && name && strcmp(name, "unroll") == 0)) {
        loop_parse_outside(p, e->loc,
                           name ? diag_fmt(p->ctx, "a loop over T.%s", name) : "a loop over this");
        return NULL;
    }
    if (p->foreign && e->n == 3 && !e->keywords) {
        *from = loop_parse_typed(p, e->items[1], DTYPE_INT64, "a loop's start");
        const LoopExpr *end = loop_parse_typed(p, e->items[2], DTYPE_INT64, "a loop's end");
        return *from && end ? loop_op2(&p->b, LOOP_SUB, end, *from) : NULL;
    }
    if (!loop_parse_arity(p, e, 1, serial && !is_range ? "annotations" : NULL)) return NULL;
    const SynExpr *annotations = loop_parse_keyword(e, "annotations");
    if (annotations) *lanes = parse_lanes(p, annotations);
    for (uint32_t i = 1; i < e->n; i++) {
        if (e->items[i] != annotations)
            return loop_parse_typed(p, e->items[i], DTYPE_INT64, "a loop's extent");
    }
    return NULL;
}

static const LoopVar *begin_for(Parser *p, const SynExpr *target, const LoopExpr *extent,
                                LoopForKind kind, uint32_t lanes) {
    const char *name = target->kind == SYN_NAME ? target->name : NULL;
    if (!name) loop_parse_wrong(p, target, "a loop's variable", "a name");
    const LoopVar *v = loop_begin_for(&p->b, name ? name : "i",
                                      extent ? extent : loop_index(&p->b, 0), kind, lanes);
    Name *n = name ? loop_parse_define(p, name, target->loc, NAME_VAR) : NULL;
    if (n) n->var = v;
    return v;
}

/* Loops of T.grid: how many were begun. */
static uint32_t begin_grid(Parser *p, const SynStmt *s) {
    const SynExpr *grid = s->value, *target = s->target;
    const bool one = target->kind != SYN_TUPLE;
    const uint32_t n = one ? 1 : target->n;
    if (!loop_parse_arity(p, grid, n, NULL) ||
        !loop_parse_may_nest(p, s->loc, p->b.open.len + n + 1))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        const LoopExpr *extent =
            loop_parse_typed(p, grid->items[i + 1], DTYPE_INT64, "a loop's extent");
        begin_for(p, one ? target : target->items[i], extent, LOOP_SERIAL, 0);
    }
    return n;
}

/* Is it written out a number of times that is known, and not too large? */
static bool may_unroll(Parser *p, const SynExpr *at, const LoopExpr *extent) {
    int64_t copies = extent && extent->kind == LOOP_CONST ? extent->i : 0;
    for (size_t i = 0; i < p->b.open.len && copies <= LOOP_UNROLL_MAX; i++) {
        const LoopStmt *s = p->b.open.at[i];
        if (s->kind == LOOP_FOR && s->for_kind == LOOP_UNROLLED) copies *= s->value->i;
    }
    if (copies >= 1 && copies <= LOOP_UNROLL_MAX) return true;
    return loop_parse_wrong(p, at, "an unrolled loop",
                            diag_fmt(p->ctx,
                                     "1 to %d iterations, of loops within one another in all",
                                     LOOP_UNROLL_MAX));
}

static void parse_for(Parser *p, const SynStmt *s, size_t depth) {
    LoopForKind kind;
    uint32_t lanes, n = 1;
    size_t mark = p->undo.len;
    Loc loc = s->loc;
    const char *name = loop_parse_call_of(p, s->value);
    if (p->foreign && name && strcmp(name, "grid") == 0) {
        n = begin_grid(p, s);
    } else {
        const LoopExpr *from = NULL, *extent = parse_range(p, s->value, &kind, &lanes, &from);
        /* What a foreign function claims is asked of the verifier, when it is read whole. */
        const bool claims = p->foreign && loop_is_parallel(kind);
        if (kind == LOOP_UNROLLED && !may_unroll(p, s->value, extent)) kind = LOOP_SERIAL;
        const LoopVar *v = begin_for(p, s->target, extent, claims ? LOOP_SERIAL : kind, lanes);
        if (claims) map_mark_ptr(&p->blocks.spatial, v);
        Name *bound =
            from && s->target->kind == SYN_NAME ? loop_parse_name(p, s->target->name) : NULL;
        if (bound && bound->kind == NAME_VAR) /* one that is known only now */
            bound->var =
                loop_let(&p->b, bound->name, loop_op2(&p->b, LOOP_ADD, loop_var(&p->b, v), from));
    }
    parse_body(p, loc, depth + 1);
    while (n--) loop_end(&p->b);
    loop_parse_leave(p, mark);
}

/* Reads `elif` and `else` too, and leaves in *s the statement behind. */
static void parse_if(Parser *p, SynStmt *s, size_t depth) {
    Loc loc = s->loc;
    loop_begin_if(&p->b, parse_condition(p, s->value));
    parse_body(p, loc, depth + 1);
    syn_next(p->syn, s);
    loc = s->loc;
    p->b.loc = loc;
    if (s->kind == SYN_ELSE) {
        loop_else(&p->b);
        parse_body(p, loc, depth + 1);
        syn_next(p->syn, s);
    } else if (s->kind == SYN_ELIF && !loop_parse_may_nest(p, loc, depth + 1)) {
        syn_skip_block(p->syn);
        syn_next(p->syn, s);
    } else if (s->kind == SYN_ELIF) {
        loop_else(&p->b);
        parse_if(p, s, depth + 1);
    }
    loop_end(&p->b);
}

static void parse_with(Parser *p, const SynStmt *s, size_t depth) {
    ParseBlock with;
    if (!loop_parse_with_begin(p, s, &with)) {
        syn_skip_block(p->syn);
        return;
    }
    parse_body(p, s->loc, depth + 1);
    loop_parse_with_end(p, &with);
}

/* --- Assignments --- */

static void parse_let(Parser *p, const SynStmt *s) {
    const LoopExpr *value = s->value ? loop_parse_expr(p, s->value) : NULL;
    const char *type = loop_parse_member(p, s->annotation);
    DType t = DTYPE_VOID;
    if (!s->value) loop_parse_outside(p, s->loc, "a declaration without a value");
    bool ok = type && dtype_parse(str_c(type), &t) && loop_parse_has(t);
    if (!ok) loop_parse_wrong(p, s->annotation, "a variable's annotation", "T.int64 and the like");
    if (ok && value && p->foreign) value = loop_parse_as(p, value, t);
    if (ok && value && (value->dtype != t || value->lanes)) {
        Diag *d = diag_error(p->ctx, s->value->loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "the value of '%s'", s->target->name));
        diag_expected(p->ctx, d, "%s", dtype_name(t));
        diag_found(p->ctx, d, "%s", loop_parse_type_text(p, value));
        ok = false;
    }
    Name *n = loop_parse_define(p, s->target->name, s->target->loc, NAME_POISON);
    if (!n || !ok || !value) return;
    n->kind = NAME_VAR;
    n->var = loop_let(&p->b, n->name, value);
}

static bool are_registers(Parser *p, const SynExpr *at, const BufferType *type) {
    int64_t n = 1;
    for (uint32_t i = 0; i < type->ndim && n <= LOOP_REGISTERS_MAX; i++) {
        const LoopExpr *d = type->dims[i];
        n = d->kind == LOOP_CONST && d->i >= 0 && d->i <= LOOP_REGISTERS_MAX
                ? n * d->i
                : LOOP_REGISTERS_MAX + 1;
    }
    if (n <= LOOP_REGISTERS_MAX) return true;
    return loop_parse_wrong(
        p, at, "a buffer of vectors",
        diag_fmt(p->ctx, "extents that are numbers, of %d elements at most", LOOP_REGISTERS_MAX));
}

static void parse_alloc(Parser *p, const SynStmt *s) {
    BufferType type;
    bool ok = loop_parse_buffer_type(p, s->value, 1, false, &type);
    Name *n = loop_parse_define(p, s->target->name, s->target->loc, NAME_POISON);
    if (!n || !ok || (type.lanes && !are_registers(p, s->value, &type))) return;
    n->kind = NAME_BUFFER;
    n->buffer = type.lanes
                    ? loop_registers(&p->b, n->name, type.dtype, type.lanes, type.dims, type.ndim)
                    : loop_local(&p->b, n->name, type.dtype, type.dims, type.ndim);
}

/* NULL after a report: the value's type is not that of what is stored to. */
static const LoopExpr *stored(Parser *p, const SynExpr *e, const LoopBuffer *buffer,
                              const LoopExpr *const *indices) {
    const char *what = diag_fmt(p->ctx, "the value stored to '%s'", buffer->name);
    const uint32_t lanes = loop_access_lanes(buffer, indices);
    if (!lanes) return loop_parse_typed(p, e, buffer->dtype, what);
    const LoopExpr *x = loop_parse_expr(p, e);
    if (!x || (x->dtype == buffer->dtype && x->lanes == lanes)) return x;
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, what);
    diag_expected(p->ctx, d, "%sx%u", dtype_name(buffer->dtype), lanes);
    diag_found(p->ctx, d, "%s", loop_parse_type_text(p, x));
    return NULL;
}

static void parse_store(Parser *p, const SynStmt *s) {
    const LoopBuffer *buffer;
    const LoopExpr *const *indices;
    bool ok = loop_parse_access(p, s->target, &buffer, &indices);
    if (buffer && buffer->kind == LOOP_BUFFER_INPUT) {
        Diag *d = diag_error(p->ctx, s->target->loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "a store to the input '%s'", buffer->name));
        diag_expected(p->ctx, d, "an output or a local buffer");
        ok = false;
    }
    const LoopExpr *value =
        ok ? stored(p, s->value, buffer, indices) : loop_parse_expr(p, s->value);
    if (ok && value) loop_store(&p->b, buffer, indices, value);
}

static void parse_assign(Parser *p, const SynStmt *s) {
    SynKind kind = s->target->kind;
    const char *call = loop_parse_call_of(p, s->value);
    if (s->op != SYN_OP_NONE && p->foreign && kind == SYN_SUBSCRIPT) {
        const SynExpr *const sides[] = {s->target, s->value};
        const SynExpr sum = {SYN_BINARY, s->op, s->loc, 2, .items = sides};
        SynStmt store = *s;
        store.value = &sum;
        parse_store(p, &store);
    } else if (s->op != SYN_OP_NONE) {
        Diag *d = diag_error(p->ctx, s->loc, DIAG_LOOP_SUBSET, "an augmented assignment");
        diag_help(p->ctx, d, "x[i] = x[i] %s ...", syn_op_text(s->op));
    } else if (kind == SYN_SUBSCRIPT && !s->annotation) {
        parse_store(p, s);
    } else if (p->foreign && !s->annotation && s->value && loop_parse_axis(p, s)) {
        return;
    } else if (kind == SYN_NAME && s->annotation) {
        parse_let(p, s);
    } else if (kind == SYN_NAME && call && strcmp(call, "alloc_buffer") == 0) {
        parse_alloc(p, s);
    } else {
        const char *what = "this assignment";
        if (call) what = diag_fmt(p->ctx, "T.%s here", call);
        Diag *d = diag_error(p->ctx, s->loc, DIAG_LOOP_SUBSET, what);
        if (!call)
            diag_help(p->ctx, d,
                      "a value gets a name by x: T.int64 = ..., a buffer by x = "
                      "T.alloc_buffer(shape, dtype)");
        if (kind == SYN_NAME) loop_parse_define(p, s->target->name, s->target->loc, NAME_POISON);
    }
}

/* --- Calls --- */

static bool check_argument(Parser *p, const SynExpr *at, const LoopFn *callee, uint32_t i,
                           const LoopBuffer *b) {
    const LoopBuffer *want = callee->params.at[i];
    const char *what = diag_fmt(p->ctx, "argument %u", i + 1);
    if (b->dtype != want->dtype || b->ndim != want->ndim) {
        Diag *d = diag_error(p->ctx, at->loc, DIAG_CALL_ARGUMENT, callee->name, what);
        diag_expected(p->ctx, d, "%s of rank %u", dtype_name(want->dtype), want->ndim);
        diag_found(p->ctx, d, "%s of rank %u", dtype_name(b->dtype), b->ndim);
        return false;
    }
    if (want->kind != LOOP_BUFFER_OUTPUT || b->kind != LOOP_BUFFER_INPUT) return true;
    Diag *d = diag_error(p->ctx, at->loc, DIAG_CALL_ARGUMENT, callee->name, what);
    diag_expected(p->ctx, d, "an output or a local buffer");
    diag_found(p->ctx, d, "the input '%s'", b->name);
    return false;
}

/* name(A, B) or name(A.data, B.data) */
static void parse_call(Parser *p, const SynExpr *e) {
    const SynExpr *head = e->items[0];
    Name *n = loop_parse_name(p, head->name);
    uint32_t count = e->n - 1;
    if (n->kind != NAME_FUNCTION) {
        if (n->kind == NAME_POISON) return;
        if (n->kind == NAME_FREE) {
            Diag *d = diag_error(p->ctx, head->loc, DIAG_NAME, head->name);
            diag_help(p->ctx, d, "functions stand before those that call them");
        } else {
            diag_error(p->ctx, head->loc, DIAG_CALLEE, diag_fmt(p->ctx, "'%s'", head->name));
        }
        return;
    }
    const LoopFn *callee = n->fn;
    if (callee->n_scalars) {
        loop_parse_outside(p, e->loc, "a call of a function with scalar parameters");
        return;
    }
    if (!loop_parse_arity(p, e, (uint32_t)callee->params.len, NULL)) return;
    const LoopBuffer **buffers = ARENA_ARRAY(&p->scratch, const LoopBuffer *, (size_t)count + 1);
    bool ok = true;
    for (uint32_t i = 0; i < count; i++) {
        const SynExpr *arg = e->items[i + 1];
        if (arg->kind == SYN_ATTR && strcmp(arg->name, "data") == 0) arg = arg->items[0];
        buffers[i] = loop_parse_buffer(p, arg);
        ok &= buffers[i] && check_argument(p, arg, callee, i, buffers[i]);
    }
    if (n->height > p->height) p->height = n->height;
    if (ok) loop_call(&p->b, callee, buffers);
}

static void parse_expr_stmt(Parser *p, const SynStmt *s) {
    const SynExpr *e = s->value;
    const char *name = loop_parse_call_of(p, e);
    if (e->kind == SYN_STRING) return;
    if (p->foreign && name && loop_parse_block_note(p, e, name)) return;
    if (e->kind == SYN_CALL && e->items[0]->kind == SYN_NAME) {
        parse_call(p, e);
    } else {
        loop_parse_outside(
            p, s->loc, name ? diag_fmt(p->ctx, "T.%s here", name) : "an expression as a statement");
    }
}

/* --- Blocks --- */

static const char *outside_text(const SynStmt *s) {
    switch (s->kind) {
    case SYN_RETURN: return "a 'return'";
    case SYN_ELSE: return "the 'else' of a loop";
    case SYN_DEF: return "a nested function";
    case SYN_IMPORT: return "an import";
    default: return "this statement";
    }
}

void loop_parse_block(Parser *p, SynStmt *s, size_t depth) {
    for (; s->kind != SYN_END && s->kind != SYN_EOF; ctx_poll(p->ctx)) {
        Loc loc = s->loc;
        p->b.loc = loc;
        switch (s->kind) {
        case SYN_ASSIGN: parse_assign(p, s); break;
        case SYN_EXPR: parse_expr_stmt(p, s); break;
        case SYN_FOR: parse_for(p, s, depth); break;
        case SYN_WHILE:
            loop_begin_while(&p->b, parse_repeated(p, s->value));
            parse_body(p, loc, depth + 1);
            loop_end(&p->b);
            break;
        case SYN_IF: parse_if(p, s, depth); continue;
        case SYN_WITH: parse_with(p, s, depth); break;
        case SYN_PASS:
        case SYN_DECORATOR: /* of a nested function */
        case SYN_ERROR: break;
        default:
            loop_parse_outside(p, loc, outside_text(s));
            if (s->kind >= SYN_CLASS) syn_skip_block(p->syn);
        }
        syn_next(p->syn, s);
    }
}
