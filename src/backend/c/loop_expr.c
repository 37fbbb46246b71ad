/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions as C. What is used twice, and what would nest too deep or grow too long, becomes a
 * local of C before the statement, so the text is linear in the expression as a graph. An access
 * that is not proved to be in bounds is checked there too, in the order in which the interpreter
 * does. Recursion is over expressions, whose depth loop_verify bounds by limits.depth. */
#include "backend/c/loop_parts.h"

#include <stdio.h>

#include "loop/text.h"

enum { DEPTH_MAX = 10, LENGTH_MAX = 160, AXES_MAX = 8, TERMS_MAX = 12, PARTS_MAX = 96 };

void c_line(CEmit *em, const char *fmt, ...) {
    va_list args;
    for (unsigned i = 0; i < em->indent; i++) strbuf_puts(em->out, "    ");
    va_start(args, fmt);
    const char *text = arena_vprintf(em->arena, fmt, args);
    va_end(args);
    strbuf_puts(em->out, text);
    strbuf_putc(em->out, '\n');
}

void c_array(CEmit *em, const char *type, const char *name, int64_t n, const char *first) {
    c_need(em->unit, C_PART_ARRAY);
    c_line(em, "TN_ARRAY %s %s[%lld]%s;", type, name, (long long)n, first);
}

const char *c_local_name(CEmit *em, const char *wanted) {
    return c_name(&em->unit->names, em->taken, &em->unit->taken, wanted);
}

void c_begin(CEmit *em, const LoopStmt *at) {
    em->at = at;
    em->turn++;
}

void c_fail_if(CEmit *em, const char *condition, const char *message) {
    em->fails = true;
    c_line(em, "if (%s) return %u;", condition, c_unit_message(em->unit, message));
}

Str c_bare(const char *text) {
    size_t len = strlen(text), open = 0;
    for (size_t i = 0; i < len; i++) {
        open += text[i] == '(';
        open -= text[i] == ')';
        if (open == 0 && i + 1 < len) return (Str){text, len};
    }
    return len > 2 && text[0] == '(' ? (Str){text + 1, len - 2} : (Str){text, len};
}

static bool is_simple(const char *text) {
    for (; *text; text++) {
        bool word = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
                    (*text >= '0' && *text <= '9') || *text == '_';
        if (!word) return false;
    }
    return true;
}

static CNode *node_of(CEmit *em, const LoopExpr *e) {
    const uint64_t hash = hash_ptr(hash_mix(0, em->turn), e);
    for (MapIter it = map_find(&em->nodes, hash); map_next(&em->nodes, &it);) {
        CNode *n = it.value;
        if (n->e == e && n->turn == em->turn) return n;
    }
    CNode *n = ARENA_NEW(em->arena, CNode);
    *n = (CNode){.e = e, .turn = em->turn};
    map_add(&em->nodes, hash, n);
    return n;
}

static void count_uses(CEmit *em, const LoopExpr *e) {
    CNode *n = node_of(em, e);
    if (n->uses++) return;
    for (uint32_t i = 0; i < e->n; i++) count_uses(em, e->args[i]);
}

bool c_reads(CEmit *em, const LoopExpr *e, const LoopBuffer *b) {
    if (e->kind == LOOP_LOAD && e->buffer == b) return true;
    if (e->n && node_of(em, e)->uses++) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (c_reads(em, e->args[i], b)) return true;
    }
    return false;
}

static const char *hold(CEmit *em, DType t, const char *text, const char *wanted) {
    const char *name = c_local_name(em, wanted);
    Str bare = c_bare(text);
    c_line(em, "const %s %s = %.*s;", c_value_type(t), name, (int)bare.len, bare.ptr);
    return name;
}

static CNode *evaluate(CEmit *em, const LoopExpr *e);

/* --- Accesses --- */

static void check_index(CEmit *em, const LoopBuffer *b, uint32_t axis, const char *index) {
    const char *extent = c_dim(em, b->dims[axis]);
    StrBuf shown;
    strbuf_init(&shown, em->arena);
    loop_text_print_expr(b->dims[axis], &shown);
    c_fail_if(em, arena_printf(em->arena, "(uint64_t)%s >= (uint64_t)%s", index, extent),
              arena_printf(em->arena,
                           "%s: an index is out of range: dim %u of '%s' must be in [0, %s)",
                           em->fn->name, axis, b->name, strbuf_cstr(&shown)));
}

/* at * extent + index, where `at` may be a sum. */
static const char *step(CEmit *em, const char *at, const char *extent, const char *index) {
    const bool first = strcmp(at, "0") == 0, none = strcmp(index, "0") == 0;
    if (first) return index;
    if (strcmp(extent, "1") == 0 && none) return at;
    const bool sum = strchr(at, '+') && c_bare(at).len == strlen(at);
    const char *scaled = strcmp(extent, "1") == 0 ? at
                         : sum                    ? arena_printf(em->arena, "(%s) * %s", at, extent)
                                                  : arena_printf(em->arena, "%s * %s", at, extent);
    return none ? scaled : arena_printf(em->arena, "%s + %s", scaled, index);
}

/* The sum of variables times constants, and a constant. */
typedef struct {
    const LoopVar *vars[TERMS_MAX];
    int64_t by[TERMS_MAX];
    uint32_t n;
    int64_t constant;
    uint32_t left; /* parts of expressions that may still be looked at */
} Linear;

static bool add_constant(Linear *l, int64_t value, int64_t by) {
    return mul_i64(value, by, &value) && add_i64(l->constant, value, &l->constant);
}

static bool add_variable(Linear *l, const LoopVar *var, int64_t by) {
    uint32_t i = 0;
    while (i < l->n && l->vars[i]->id < var->id) i++;
    if (i < l->n && l->vars[i] == var) return add_i64(l->by[i], by, &l->by[i]);
    if (l->n == TERMS_MAX) return false;
    for (uint32_t k = l->n++; k > i; k--) {
        l->vars[k] = l->vars[k - 1];
        l->by[k] = l->by[k - 1];
    }
    l->vars[i] = var;
    l->by[i] = by;
    return true;
}

/* Adds `by` times the expression; false: it is no such sum. */
static bool add_linear(const CEmit *em, Linear *l, const LoopExpr *e, int64_t by) {
    if (!l->left) return false;
    l->left--;
    switch (e->kind) {
    case LOOP_CONST: return add_constant(l, e->i, by);
    case LOOP_VAR: {
        const CRange r = em->ranges[e->var->id];
        const bool is_known = r.lo == r.hi && e->var->kind == LOOP_VAR_INDEX;
        return is_known ? add_constant(l, r.lo, by) : add_variable(l, e->var, by);
    }
    case LOOP_ADD: return add_linear(em, l, e->args[0], by) && add_linear(em, l, e->args[1], by);
    case LOOP_SUB:
        return by != INT64_MIN && add_linear(em, l, e->args[0], by) &&
               add_linear(em, l, e->args[1], -by);
    case LOOP_MUL: {
        const bool left = e->args[0]->kind == LOOP_CONST;
        const LoopExpr *factor = e->args[!left];
        return factor->kind == LOOP_CONST && mul_i64(by, factor->i, &by) &&
               add_linear(em, l, e->args[left], by);
    }
    default: return false;
    }
}

/* No sum of some of its terms overflows, since all together are an element's place: what is
 * negative among them is small. */
static bool is_small(const CEmit *em, const Linear *l) {
    const int64_t most = (int64_t)1 << 58;
    if (l->constant < -most || l->constant > most) return false;
    for (uint32_t i = 0; i < l->n; i++) {
        const CRange of[] = {em->ranges[l->vars[i]->id], {l->by[i], l->by[i]}};
        if (c_range_is_all(of[0]) || of[0].lo < 0 || l->by[i] < -most || l->by[i] > most)
            return false;
        if (!l->by[i]) return false; /* a name that nothing reads */
        if (l->by[i] < 0 && c_range_op(LOOP_MUL, of).lo < -most) return false;
    }
    return true;
}

/* Variables in the order of their loops, the outermost first, and constants last: so compilers see
 * what stays the same within a loop, and which accesses lie a constant apart. NULL: it is no such
 * sum, or not known to be in bounds. */
static const char *flat_place(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    Linear l = {.left = PARTS_MAX};
    int64_t by = 1;
    if (!em->proved) return NULL;
    for (uint32_t i = b->ndim; i-- > 0;) {
        if (!add_linear(em, &l, indices[i], by)) return NULL;
        if (i && (b->dims[i]->kind != LOOP_CONST || !mul_i64(by, b->dims[i]->i, &by))) return NULL;
    }
    if (!is_small(em, &l)) return NULL;
    StrBuf out;
    strbuf_init(&out, em->arena);
    for (uint32_t i = 0; i < l.n; i++) {
        const int64_t factor = l.by[i];
        em->var_used[l.vars[i]->id] = true;
        const char *sign = factor < 0 ? "-" : out.text.len ? "+" : "";
        strbuf_printf(&out, out.text.len ? " %s " : "%s", sign);
        strbuf_puts(&out, em->vars[l.vars[i]->id]);
        if (factor != 1 && factor != -1)
            strbuf_printf(&out, " * %lld", (long long)(factor < 0 ? -factor : factor));
    }
    if (!out.text.len)
        strbuf_int(&out, l.constant);
    else if (l.constant)
        strbuf_printf(&out, " %c %lld", l.constant < 0 ? '-' : '+',
                      (long long)(l.constant < 0 ? -l.constant : l.constant));
    return strbuf_cstr(&out);
}

const char *c_place(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    const char *at = flat_place(em, b, indices);
    if (!at) return NULL;
    em->buffer_used[b->id] = true;
    return arena_printf(em->arena, "%s[%s]", em->buffers[b->id], at);
}

const char *c_element(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices,
                      const LoopExpr *load) {
    const char *at = c_place(em, b, indices);
    if (at) return at;
    at = "0";
    for (uint32_t i = 0; i < b->ndim; i++) {
        const CNode *index = evaluate(em, indices[i]);
        const char *text = index->text;
        if (c_is_unproved(em, em->at, load, i)) {
            if (!is_simple(text)) text = hold(em, DTYPE_INT64, text, "at");
            check_index(em, b, i, text);
        }
        at = step(em, at, i ? c_dim(em, b->dims[i]) : "0", text);
        if (i % AXES_MAX == AXES_MAX - 1) at = hold(em, DTYPE_INT64, at, "at");
    }
    em->buffer_used[b->id] = true;
    return arena_printf(em->arena, "%s[%s]", em->buffers[b->id], at);
}

static void load(CEmit *em, const LoopExpr *e, StrBuf *out) {
    const LoopBuffer *b = e->buffer;
    if (b->ndim == 0 && b->kind == LOOP_BUFFER_LOCAL) {
        em->buffer_used[b->id] = true;
        if (em->in_memory[b->id]) {
            c_from_memory(em->unit, b->dtype, em->buffers[b->id], out);
        } else {
            strbuf_puts(out, em->buffers[b->id]);
        }
        return;
    }
    c_from_memory(em->unit, b->dtype, c_element(em, b, e->args, e), out);
}

/* --- Operations --- */

/* int64 arithmetic that cannot overflow, or whose overflow is told, is not made to wrap. */
static bool plain_arithmetic(CEmit *em, const LoopExpr *e, CNode *const *args, CRange r,
                             StrBuf *out) {
    if (e->dtype != DTYPE_INT64 || e->n != 2) return false;
    const char *x = args[0]->text, *y = args[1]->text;
    switch (e->kind) {
    case LOOP_ADD:
    case LOOP_SUB:
    case LOOP_MUL:
        if (!c_range_is_all(r)) {
            strbuf_printf(out, "(%s %s %s)", x, loop_expr_text(e->kind), y);
            return true;
        }
        if (!em->exact) return false;
        c_need(em->unit, e->kind == LOOP_ADD   ? C_PART_SAT_ADD
                         : e->kind == LOOP_SUB ? C_PART_SAT_SUB
                                               : C_PART_SAT_MUL);
        strbuf_printf(out, "tn_sat_%s(%s, %s)",
                      e->kind == LOOP_ADD   ? "add"
                      : e->kind == LOOP_SUB ? "sub"
                                            : "mul",
                      x, y);
        return true;
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCDIV:
    case LOOP_TRUNCMOD: {
        if (args[0]->range.lo < 0 || args[1]->range.lo < 1) return false;
        const bool divides = e->kind == LOOP_FLOORDIV || e->kind == LOOP_TRUNCDIV;
        strbuf_printf(out, "(%s %c %s)", x, divides ? '/' : '%', y);
        return true;
    }
    default: return false;
    }
}

static void operate(CEmit *em, CNode *n, StrBuf *out) {
    const LoopExpr *e = n->e;
    CNode *args[3];
    const char *texts[3];
    CRange ranges[3];
    for (uint32_t i = 0; i < e->n; i++) {
        args[i] = evaluate(em, e->args[i]);
        texts[i] = args[i]->text;
        ranges[i] = args[i]->range;
        if (args[i]->depth >= n->depth) n->depth = args[i]->depth + 1;
    }
    const DType t = e->args[e->n - 1]->dtype;
    switch (e->kind) {
    case LOOP_CAST: c_cast(em->unit, t, e->dtype, texts[0], out); break;
    case LOOP_REINTERPRET: c_reinterpret(em->unit, t, e->dtype, texts[0], out); break;
    default:
        if (e->dtype == DTYPE_INT64) n->range = c_range_op(e->kind, ranges);
        if (!plain_arithmetic(em, e, args, n->range, out)) c_op(em->unit, e->kind, t, texts, out);
    }
    if (e->kind == LOOP_CAST && e->dtype == DTYPE_INT64) n->range = c_range_dtype(t);
}

static CNode *evaluate(CEmit *em, const LoopExpr *e) {
    CNode *n = node_of(em, e);
    if (n->text) return n;
    StrBuf out;
    strbuf_init(&out, em->arena);
    n->range = e->dtype == DTYPE_INT64 ? c_range_all : c_range_dtype(e->dtype);
    switch (e->kind) {
    case LOOP_CONST:
        c_const(em->unit, e->dtype,
                dtype_is_float(e->dtype) ? (LoopValue){.f = e->f} : (LoopValue){.i = e->i}, &out);
        if (!dtype_is_float(e->dtype)) n->range = (CRange){e->i, e->i};
        break;
    case LOOP_VAR:
        em->var_used[e->var->id] = true;
        strbuf_puts(&out, em->vars[e->var->id]);
        n->range = em->ranges[e->var->id];
        break;
    case LOOP_LOAD:
        load(em, e, &out);
        n->depth = e->n > 0;
        break;
    default: operate(em, n, &out);
    }
    n->text = strbuf_cstr(&out);
    const bool shared = n->uses > 1 && n->depth > 0;
    if (shared || n->depth > DEPTH_MAX || out.text.len > LENGTH_MAX) {
        n->text = hold(em, e->dtype, n->text, "t");
        n->depth = 0;
    }
    return n;
}

const char *c_expr(CEmit *em, const LoopExpr *e, CRange *range) {
    count_uses(em, e);
    const CNode *n = evaluate(em, e);
    if (range) *range = n->range;
    return n->text;
}

const char *c_held(CEmit *em, const LoopExpr *e, const char *name, CRange *range) {
    const char *text = c_expr(em, e, range);
    const bool fixed = e->kind == LOOP_CONST || (e->kind == LOOP_VAR && is_simple(text));
    return fixed ? text : hold(em, e->dtype, text, name);
}

/* The constant at the function's top that has this text. */
static const char *top_constant(CEmit *em, const char *text) {
    const char *own = intern_c(&em->unit->names, text);
    for (MapIter it = map_find(&em->dims, hash_ptr(0, own)); map_next(&em->dims, &it);) {
        const CDim *d = it.value;
        if (d->text == own) return d->name;
    }
    CDim *d = ARENA_NEW(em->arena, CDim);
    *d = (CDim){own, hold(em, DTYPE_INT64, own, "d")};
    map_add(&em->dims, hash_ptr(0, own), d);
    return d->name;
}

const char *c_dim(CEmit *em, const LoopExpr *extent) {
    StrBuf *const out = em->out;
    const unsigned indent = em->indent;
    const LoopStmt *const at = em->at;
    const uint64_t turn = em->turn;
    const bool exact = em->exact;
    em->out = em->top;
    em->indent = 1;
    em->exact = true;
    em->turn = UINT64_MAX; /* extents keep their values: all are one evaluation */
    const char *text = c_expr(em, extent, NULL);
    if (extent->kind != LOOP_CONST && !is_simple(text)) text = top_constant(em, text);
    em->out = out;
    em->indent = indent;
    em->at = at;
    em->turn = turn;
    em->exact = exact;
    return text;
}
