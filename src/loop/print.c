/* SPDX-License-Identifier: Apache-2.0 */
/* The printer. Names are settled as their scopes open and given free as they close, so sibling
 * loops may share `i` and nothing is shadowed. Functions share one table of names: a variable is
 * never called like a function. Recursion is over nested statements, expressions and callees, which
 * loop_verify bounds by limits.depth. */
#include <math.h>

#include "loop/pattern.h"
#include "loop/text.h"

typedef struct {
    const char *name; /* interned */
    uint32_t next;    /* number to try for the next clash */
    bool taken;
} NameSlot;

typedef struct {
    NameSlot *slot;
    NameSlot old;
} Undo;

typedef struct {
    const LoopFn *fn;
    const char *name;
} FnName;

typedef struct {
    StrBuf *out;
    unsigned indent;
    /* Not for messages, which take the names as they stand (vars is NULL) */
    Arena arena;
    Interner names;
    Map slots; /* NameSlot by interned name */
    Map fns;   /* FnName by function */
    VEC(Undo) undo;
    const char **vars, **buffers; /* by id */
} Printer;

/* --- Names --- */

static const char *const reserved[] = {
    "False",   "None",     "True",     "and",    "as",   "assert", "async",  "await",
    "break",   "class",    "continue", "def",    "del",  "elif",   "else",   "except",
    "finally", "for",      "from",     "global", "if",   "import", "in",     "is",
    "lambda",  "nonlocal", "not",      "or",     "pass", "raise",  "return", "try",
    "while",   "with",     "yield",    "R",      "T",    "I",      "cls",    "range",
};

static NameSlot *slot_of(Printer *p, const char *name) {
    for (MapIter it = map_find(&p->slots, hash_ptr(0, name)); map_next(&p->slots, &it);) {
        NameSlot *s = it.value;
        if (s->name == name) return s;
    }
    NameSlot *s = ARENA_NEW(&p->arena, NameSlot);
    *s = (NameSlot){.name = name, .next = 1};
    map_add(&p->slots, hash_ptr(0, name), s);
    return s;
}

static void change(Printer *p, NameSlot *s) { vec_push(&p->arena, &p->undo, ((Undo){s, *s})); }

static void leave_scope(Printer *p, size_t mark) {
    while (p->undo.len > mark) {
        Undo u = p->undo.at[--p->undo.len];
        *u.slot = u.old;
    }
}

/* Letters, digits and underscores, not a digit first; what is no UTF-8 becomes underscores. */
static const char *identifier(Printer *p, const char *name) {
    if (!name || !*name) return intern_c(&p->names, "v");
    StrBuf b;
    strbuf_init(&b, &p->arena);
    if (name[0] >= '0' && name[0] <= '9') strbuf_putc(&b, 'v');
    for (size_t i = 0, len = strlen(name); i < len;) {
        size_t n = utf8_len(name + i, len - i);
        char c = name[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (n > 1 || word) {
            strbuf_add(&b, name + i, n);
        } else {
            strbuf_putc(&b, '_');
        }
        i += n ? n : 1;
    }
    return intern(&p->names, strbuf_str(&b));
}

/* A free name like the wanted one, taken until the scope is left. */
static const char *unique(Printer *p, const char *wanted) {
    const char *base = identifier(p, wanted);
    NameSlot *s = slot_of(p, base), *found = s;
    if (s->taken) change(p, s); /* its `next` moves on */
    while (found->taken) {
        size_t len = strlen(base);
        bool digit = base[len - 1] >= '0' && base[len - 1] <= '9';
        const char *name = arena_printf(&p->arena, "%s%s%u", base, digit ? "_" : "", s->next++);
        found = slot_of(p, intern_c(&p->names, name));
    }
    change(p, found);
    found->taken = true;
    return found->name;
}

static const char *var_name(const Printer *p, const LoopVar *v) {
    return p->vars && p->vars[v->id] ? p->vars[v->id] : v->name;
}

static const char *buffer_name(const Printer *p, const LoopBuffer *b) {
    return p->buffers && p->buffers[b->id] ? p->buffers[b->id] : b->name;
}

static const char *fn_name(const Printer *p, const LoopFn *fn) {
    for (MapIter it = map_find(&p->fns, hash_ptr(0, fn)); map_next(&p->fns, &it);) {
        const FnName *f = it.value;
        if (f->fn == fn) return f->name;
    }
    return NULL;
}

/* --- Expressions --- */

typedef enum { PREC_COMPARE, PREC_SUM, PREC_PRODUCT, PREC_UNARY, PREC_CALL } Prec; /* Python's */

enum { FORM_INFIX, FORM_PREFIX, FORM_CALL };

static const uint8_t forms[] = {
#define EXPR(id, text, form, n, kinds, result, doc) [LOOP_##id] = FORM_##form,
#include "loop/expr.def"
};

static Prec precedence(LoopExprKind kind) {
    if (!loop_expr_is_op(kind) || forms[kind] == FORM_CALL) return PREC_CALL;
    if (forms[kind] == FORM_PREFIX) return PREC_UNARY;
    switch (kind) {
    case LOOP_ADD:
    case LOOP_SUB: return PREC_SUM;
    case LOOP_MUL:
    case LOOP_DIV:
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD: return PREC_PRODUCT;
    default: return PREC_COMPARE;
    }
}

static void print_const(Printer *p, const LoopExpr *e) {
    StrBuf *out = p->out;
    if (e->dtype == DTYPE_INT64) {
        strbuf_int(out, e->i);
        return;
    }
    strbuf_printf(out, "T.%s(", dtype_name(e->dtype));
    if (e->dtype == DTYPE_BOOL) {
        strbuf_puts(out, e->i ? "True" : "False");
    } else if (e->dtype == DTYPE_UINT64 && e->i < 0) {
        strbuf_printf(out, "\"%llu\"", (unsigned long long)e->i);
    } else if (!dtype_is_float(e->dtype)) {
        strbuf_int(out, e->i);
    } else {
        bool quoted = !isfinite(e->f);
        if (quoted) strbuf_putc(out, '"');
        if (e->dtype == DTYPE_FLOAT64) {
            strbuf_double(out, e->f);
        } else {
            strbuf_float(out, (float)e->f);
        }
        if (quoted) strbuf_putc(out, '"');
    }
    strbuf_putc(out, ')');
}

static void print_expr(Printer *p, const LoopExpr *e, Prec least);

static void print_list(Printer *p, const LoopExpr *const *list, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) strbuf_puts(p->out, ", ");
        print_expr(p, list[i], PREC_COMPARE);
    }
}

static void print_access(Printer *p, const LoopBuffer *b, const LoopExpr *const *indices) {
    strbuf_puts(p->out, buffer_name(p, b));
    strbuf_puts(p->out, b->ndim ? "[" : "[()");
    print_list(p, indices, b->ndim);
    strbuf_putc(p->out, ']');
}

/* float32x16 */
static void print_type(Printer *p, DType t, uint32_t lanes) {
    strbuf_puts(p->out, dtype_name(t));
    if (lanes) strbuf_printf(p->out, "x%u", lanes);
}

static void print_vector(Printer *p, const LoopExpr *e) {
    strbuf_puts(p->out, e->kind == LOOP_BROADCAST   ? "T.Broadcast("
                        : e->kind == LOOP_RAMP      ? "T.Ramp("
                        : e->kind == LOOP_LANE_MASK ? "T.lane_mask("
                                                    : "T.first(");
    print_list(p, e->args, e->n);
    if (e->kind == LOOP_RAMP) strbuf_printf(p->out, ", %lld", (long long)e->i);
    strbuf_printf(p->out, ", %u)", e->lanes);
}

static void print_op(Printer *p, const LoopExpr *e, Prec own) {
    const char *text = loop_expr_text(e->kind);
    switch (forms[e->kind]) {
    case FORM_INFIX: /* grouped from the left; comparisons do not chain */
        print_expr(p, e->args[0], own == PREC_COMPARE ? own + 1 : own);
        strbuf_printf(p->out, " %s ", text);
        print_expr(p, e->args[1], own + 1);
        break;
    case FORM_PREFIX:
        strbuf_puts(p->out, text);
        print_expr(p, e->args[0], own);
        break;
    default:
        strbuf_printf(p->out, "T.%s(", text);
        print_list(p, e->args, e->n);
        strbuf_putc(p->out, ')');
    }
}

static void print_expr(Printer *p, const LoopExpr *e, Prec least) {
    Prec own = precedence(e->kind);
    if (own < least) strbuf_putc(p->out, '(');
    switch (e->kind) {
    case LOOP_CONST: print_const(p, e); break;
    case LOOP_VAR: strbuf_puts(p->out, var_name(p, e->var)); break;
    case LOOP_LOAD: print_access(p, e->buffer, e->args); break;
    case LOOP_CAST:
    case LOOP_REINTERPRET:
        strbuf_puts(p->out, e->kind == LOOP_CAST ? "T.Cast(\"" : "T.reinterpret(\"");
        print_type(p, e->dtype, e->lanes);
        strbuf_puts(p->out, "\", ");
        print_list(p, e->args, 1);
        strbuf_putc(p->out, ')');
        break;
    case LOOP_BROADCAST:
    case LOOP_RAMP:
    case LOOP_LANE_MASK:
    case LOOP_FIRST: print_vector(p, e); break;
    default: print_op(p, e, own);
    }
    if (own < least) strbuf_putc(p->out, ')');
}

/* --- Statements --- */

static void line(Printer *p) {
    for (unsigned i = 0; i < p->indent; i++) strbuf_puts(p->out, "    ");
}

/* (), (a,), (a, b) */
static void print_shape(Printer *p, const LoopExpr *const *dims, uint32_t n) {
    strbuf_putc(p->out, '(');
    print_list(p, dims, n);
    strbuf_puts(p->out, n == 1 ? ",)" : ")");
}

static void print_for(Printer *p, const LoopStmt *s) {
    strbuf_printf(p->out, "for %s in ", var_name(p, s->var));
    if (s->lanes) {
        strbuf_puts(p->out, "T.serial(");
        print_expr(p, s->value, PREC_COMPARE);
        strbuf_printf(p->out, ", annotations={\"reduce\": %u}):", s->lanes);
        return;
    }
    strbuf_puts(p->out, s->for_kind == LOOP_PARALLEL   ? "T.parallel("
                        : s->for_kind == LOOP_VECTOR   ? "T.vectorized("
                        : s->for_kind == LOOP_UNROLLED ? "T.unroll("
                                                       : "range(");
    print_expr(p, s->value, PREC_COMPARE);
    strbuf_puts(p->out, "):");
}

/* Its first line, without what stands before and behind. */
static void print_head(Printer *p, const LoopStmt *s) {
    StrBuf *out = p->out;
    switch (s->kind) {
    case LOOP_FOR: print_for(p, s); break;
    case LOOP_WHILE:
    case LOOP_IF:
        strbuf_puts(out, s->kind == LOOP_IF ? "if " : "while ");
        print_expr(p, s->value, PREC_COMPARE);
        strbuf_putc(out, ':');
        break;
    case LOOP_STORE:
        print_access(p, s->buffer, s->indices);
        strbuf_puts(out, " = ");
        print_expr(p, s->value, PREC_COMPARE);
        break;
    case LOOP_LET:
        strbuf_printf(out, "%s: T.%s = ", var_name(p, s->var), dtype_name(s->var->dtype));
        print_expr(p, s->value, PREC_COMPARE);
        break;
    case LOOP_ALLOC:
        strbuf_printf(out, "%s = T.alloc_buffer(", buffer_name(p, s->buffer));
        print_shape(p, s->buffer->dims, s->buffer->ndim);
        strbuf_puts(out, ", \"");
        print_type(p, s->buffer->dtype, s->buffer->lanes);
        strbuf_puts(out, "\")");
        break;
    case LOOP_CALL: {
        const char *name = fn_name(p, s->callee);
        strbuf_printf(out, "%s(", name ? name : s->callee->name);
        for (uint32_t i = 0; i < s->n; i++)
            strbuf_printf(out, "%s%s", i ? ", " : "", buffer_name(p, s->buffers[i]));
        strbuf_putc(out, ')');
        break;
    }
    }
}

static void print_body(Printer *p, const LoopStmt *list);

static void print_stmt(Printer *p, const LoopStmt *s) {
    ctx_poll(p->arena.ctx);
    size_t outer = p->undo.len;
    line(p);
    if (s->kind == LOOP_FOR) p->vars[s->var->id] = unique(p, s->var->name);
    if (s->kind == LOOP_LET) p->vars[s->var->id] = unique(p, s->var->name);
    if (s->kind == LOOP_ALLOC) p->buffers[s->buffer->id] = unique(p, s->buffer->name);
    print_head(p, s);
    strbuf_putc(p->out, '\n');
    if (s->kind != LOOP_FOR && s->kind != LOOP_WHILE && s->kind != LOOP_IF) return;
    print_body(p, s->body);
    leave_scope(p, outer);
    while (s->kind == LOOP_IF && s->other) {
        bool elif = s->other->kind == LOOP_IF && !s->other->next;
        line(p);
        if (!elif) {
            strbuf_puts(p->out, "else:\n");
            print_body(p, s->other);
            return;
        }
        s = s->other;
        strbuf_puts(p->out, "el");
        print_head(p, s);
        strbuf_putc(p->out, '\n');
        print_body(p, s->body);
    }
}

static void print_body(Printer *p, const LoopStmt *list) {
    size_t outer = p->undo.len;
    p->indent++;
    if (!list) {
        line(p);
        strbuf_puts(p->out, "pass\n");
    }
    for (const LoopStmt *s = list; s; s = s->next) print_stmt(p, s);
    p->indent--;
    leave_scope(p, outer);
}

/* --- Functions --- */

static bool has_handle(const LoopBuffer *b) {
    bool fixed = !b->strides;
    for (uint32_t i = 0; i < b->ndim; i++) fixed &= b->dims[i]->kind == LOOP_CONST;
    return !fixed;
}

static void print_match(Printer *p, const LoopBuffer *b, const char *handle) {
    line(p);
    strbuf_printf(p->out, "%s = T.match_buffer(%s, ", buffer_name(p, b), handle);
    print_shape(p, b->dims, b->ndim);
    strbuf_printf(p->out, ", \"%s\"", dtype_name(b->dtype));
    if (b->strides) {
        strbuf_puts(p->out, ", strides=");
        print_shape(p, b->strides, b->ndim);
    }
    strbuf_puts(p->out, ")\n");
}

static void print_fn(Printer *p, const LoopFn *fn) {
    size_t outer = p->undo.len, n = fn->params.len;
    p->vars = ARENA_ARRAY(&p->arena, const char *, (size_t)fn->n_vars + 1);
    p->buffers = ARENA_ARRAY(&p->arena, const char *, (size_t)fn->n_buffers + 1);
    const char **handles = ARENA_ARRAY(&p->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        p->buffers[fn->params.at[i]->id] = unique(p, fn->params.at[i]->name);
    for (size_t i = 0; i < n; i++) {
        const LoopBuffer *b = fn->params.at[i];
        if (has_handle(b))
            handles[i] = unique(p, arena_printf(&p->arena, "var_%s", buffer_name(p, b)));
    }
    for (size_t i = 0; i < fn->sizes.len; i++)
        p->vars[fn->sizes.at[i]->id] = unique(p, fn->sizes.at[i]->name);
    strbuf_printf(p->out, "@T.prim_func\ndef %s(", fn_name(p, fn));
    for (size_t i = 0; i < n; i++) {
        const LoopBuffer *b = fn->params.at[i];
        if (i) strbuf_puts(p->out, ", ");
        if (handles[i]) {
            strbuf_printf(p->out, "%s: T.handle", handles[i]);
            continue;
        }
        strbuf_printf(p->out, "%s: T.Buffer(", buffer_name(p, b));
        print_shape(p, b->dims, b->ndim);
        strbuf_printf(p->out, ", \"%s\")", dtype_name(b->dtype));
    }
    for (uint32_t i = 0; i < fn->n_scalars; i++)
        strbuf_printf(p->out, "%s%s: T.int64", n || i ? ", " : "", var_name(p, fn->sizes.at[i]));
    strbuf_printf(p->out, "):\n    T.func_attr({\"num_outputs\": %u", fn->n_outputs);
    if (fn->pattern != LOOP_PATTERN_NONE)
        strbuf_printf(p->out, ", \"op_pattern\": %u", loop_pattern_number(fn->pattern));
    if (fn->is_scheduled) strbuf_puts(p->out, ", \"tir.is_scheduled\": True");
    strbuf_puts(p->out, "})\n");
    p->indent = 1;
    for (size_t i = fn->n_scalars; i < fn->sizes.len; i++)
        strbuf_printf(p->out, "    %s = T.int64()\n", var_name(p, fn->sizes.at[i]));
    for (size_t i = 0; i < n; i++) {
        if (handles[i]) print_match(p, fn->params.at[i], handles[i]);
    }
    for (const LoopStmt *s = fn->body; s; s = s->next) print_stmt(p, s);
    leave_scope(p, outer);
}

/* Callees go before their callers. */
static void order(Printer *p, const LoopFn *fn, LoopFns *out);

static void order_callees(Printer *p, const LoopStmt *list, LoopFns *out) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_CALL) order(p, s->callee, out);
        order_callees(p, s->body, out);
        order_callees(p, s->other, out);
    }
}

static void order(Printer *p, const LoopFn *fn, LoopFns *out) {
    if (fn_name(p, fn)) return;
    FnName *entry = ARENA_NEW(&p->arena, FnName);
    *entry = (FnName){fn, ""}; /* seen */
    map_add(&p->fns, hash_ptr(0, fn), entry);
    order_callees(p, fn->body, out);
    entry->name = unique(p, fn->name);
    vec_push(&p->arena, out, fn);
}

void loop_text_print(const LoopFn *const *fns, size_t n, StrBuf *out) {
    if (n == 0) return;
    Printer p = {.out = out};
    arena_init(&p.arena, fns[0]->arena->ctx);
    interner_init(&p.names, &p.arena);
    map_init(&p.slots, &p.arena);
    map_init(&p.fns, &p.arena);
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        slot_of(&p, intern_c(&p.names, reserved[i]))->taken = true;
    LoopFns all = {.at = NULL};
    for (size_t i = 0; i < n; i++) order(&p, fns[i], &all);
    for (size_t i = 0; i < all.len; i++) {
        if (i) strbuf_putc(out, '\n');
        print_fn(&p, all.at[i]);
    }
    arena_fini(&p.arena);
}

void loop_text_print_head(const LoopStmt *s, StrBuf *out) { print_head(&(Printer){.out = out}, s); }
void loop_text_print_expr(const LoopExpr *e, StrBuf *out) {
    print_expr(&(Printer){.out = out}, e, PREC_COMPARE);
}
