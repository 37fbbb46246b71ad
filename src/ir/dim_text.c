/* SPDX-License-Identifier: Apache-2.0 */
/* Dims as text. The same expression always prints as the same text, in whatever order it was built:
 * terms, factors and the sides of T.min and T.max stand in the order of their texts, plain products
 * of symbols before all others:
 *
 *     2 * n + m * n + 1        m * n before n as text, and so  m * n + 2 * n + 1
 *     n // 2 + n               n + n // 2
 *
 * Texts of parts are built in the module's scratch, once each. */
#include <stdlib.h>

#include "base/diag.h"
#include "ir/ir.h"

static void print_dim(IrModule *m, const IrDim *d, StrBuf *out);

/* A part and its text. */
typedef struct {
    const void *part;
    Str text;
    bool compound; /* not of symbols alone */
} Part;

static int compare_parts(const void *a, const void *b) {
    const Part *x = a, *y = b;
    if (x->compound != y->compound) return x->compound - y->compound;
    size_t len = x->text.len < y->text.len ? x->text.len : y->text.len;
    int order = len ? memcmp(x->text.ptr, y->text.ptr, len) : 0;
    return order ? order : (x->text.len > y->text.len) - (x->text.len < y->text.len);
}

static bool is_symbol(const IrAtom *a) { return a->kind == IR_ATOM_SYMBOL; }

/* Does the dim need no parentheses beside * and //? */
static bool is_tight(const IrDim *d) {
    if (d->n == 0) return d->constant >= 0;
    if (d->n != 1 || d->constant != 0 || d->terms[0].coeff != 1) return false;
    const IrMono *mono = d->terms[0].mono;
    IrAtomKind kind = mono->factors[0].atom->kind;
    return mono->n == 1 && mono->factors[0].power == 1 &&
           (kind == IR_ATOM_SYMBOL || kind == IR_ATOM_MIN || kind == IR_ATOM_MAX);
}

static void print_tight(IrModule *m, const IrDim *d, StrBuf *out) {
    bool tight = is_tight(d);
    if (!tight) strbuf_putc(out, '(');
    print_dim(m, d, out);
    if (!tight) strbuf_putc(out, ')');
}

/* T.min takes two: halves, so that many nest little. */
static void print_halves(const char *call, const Part *parts, uint32_t n, StrBuf *out) {
    if (n == 1) {
        strbuf_add(out, parts[0].text.ptr, parts[0].text.len);
        return;
    }
    strbuf_puts(out, call);
    print_halves(call, parts, n / 2, out);
    strbuf_puts(out, ", ");
    print_halves(call, parts + n / 2, n - n / 2, out);
    strbuf_putc(out, ')');
}

/* Whatever is no symbol and no call stands in parentheses. */
static void print_atom(IrModule *m, const IrAtom *a, StrBuf *out) {
    if (is_symbol(a)) {
        strbuf_puts(out, a->symbol->name);
        return;
    }
    bool call = a->kind == IR_ATOM_MIN || a->kind == IR_ATOM_MAX;
    Part *parts = ARENA_ARRAY(&m->scratch, Part, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        StrBuf text;
        strbuf_init(&text, &m->scratch);
        if (call) {
            print_dim(m, a->args[i], &text);
        } else {
            print_tight(m, a->args[i], &text);
        }
        parts[i] = (Part){a->args[i], strbuf_str(&text), false};
    }
    if (a->kind != IR_ATOM_FLOORDIV) qsort(parts, a->n, sizeof *parts, compare_parts);
    if (call) {
        print_halves(a->kind == IR_ATOM_MIN ? "T.min(" : "T.max(", parts, a->n, out);
        return;
    }
    strbuf_putc(out, '(');
    strbuf_add(out, parts[0].text.ptr, parts[0].text.len);
    strbuf_puts(out, a->kind == IR_ATOM_FLOORDIV ? " // " : a->kind == IR_ATOM_SUM ? " + " : " * ");
    strbuf_add(out, parts[1].text.ptr, parts[1].text.len);
    strbuf_putc(out, ')');
}

static Part mono_text(IrModule *m, const IrTerm *t) {
    const IrMono *mono = t->mono;
    Part *parts = ARENA_ARRAY(&m->scratch, Part, mono->n), whole = {.part = t};
    for (uint32_t i = 0; i < mono->n; i++) {
        StrBuf text;
        strbuf_init(&text, &m->scratch);
        print_atom(m, mono->factors[i].atom, &text);
        parts[i] = (Part){&mono->factors[i], strbuf_str(&text), !is_symbol(mono->factors[i].atom)};
        whole.compound |= parts[i].compound;
    }
    qsort(parts, mono->n, sizeof *parts, compare_parts);
    StrBuf all;
    strbuf_init(&all, &m->scratch);
    for (uint32_t i = 0; i < mono->n; i++) {
        for (uint32_t p = 0; p < ((const IrFactor *)parts[i].part)->power; p++) {
            if (i || p) strbuf_puts(&all, " * ");
            strbuf_add(&all, parts[i].text.ptr, parts[i].text.len);
        }
    }
    whole.text = strbuf_str(&all);
    return whole;
}

/* |coeff| * text. `first`: nothing but a sign stands before it, and -n // 2 would be (-n) // 2. */
static void print_term(const Part *part, bool first, StrBuf *out) {
    const IrTerm *t = part->part;
    uint64_t k = t->coeff < 0 ? 0 - (uint64_t)t->coeff : (uint64_t)t->coeff;
    IrAtomKind kind = t->mono->factors[0].atom->kind;
    bool alone =
        k == 1 && !(first && t->coeff < 0) && t->mono->n == 1 && t->mono->factors[0].power == 1;
    /* without its parentheses */
    size_t bare = alone && (kind == IR_ATOM_FLOORDIV || kind == IR_ATOM_PRODUCT);
    if (k != 1) strbuf_printf(out, "%llu * ", (unsigned long long)k);
    strbuf_add(out, part->text.ptr + bare, part->text.len - 2 * bare);
}

/* What stands before |k|. 2**63 is a literal only right behind its own minus. */
static void print_sign(bool any, int64_t k, StrBuf *out) {
    if (any)
        strbuf_puts(out, k == INT64_MIN ? " + -" : k < 0 ? " - " : " + ");
    else if (k < 0)
        strbuf_putc(out, '-');
}

/* d = rest + q % c, where d holds the term -c*(q//c) and all of q; NULL when there is none. Of
 * several the one whose q is first as text. */
static const IrDim *split_mod(IrModule *m, const IrDim *d, const IrDim **q, const IrDim **c) {
    const IrDim *found = NULL;
    const IrTerm *best = NULL;
    bool flags[2] = {m->dims.overflow, m->dims.too_large};
    for (uint32_t i = 0; i < d->n && d->n >= 2; i++) {
        const IrTerm *t = &d->terms[i];
        const IrAtom *a = t->mono->factors[0].atom;
        int64_t by;
        if (t->mono->n != 1 || t->mono->factors[0].power != 1 || a->kind != IR_ATOM_FLOORDIV)
            continue;
        if (!ir_dim_is_const(a->args[1], &by) || t->coeff != -by) continue;
        m->dims.overflow = m->dims.too_large = false;
        const IrDim *rest = ir_dim_sub(m, d, ir_dim_floormod(m, a->args[0], a->args[1]));
        if (m->dims.overflow || m->dims.too_large || rest->n + 1 + a->args[0]->n != d->n) continue;
        if (best) {
            Part x = mono_text(m, best), y = mono_text(m, t);
            if (compare_parts(&x, &y) < 0) continue;
        }
        best = t;
        found = rest;
        *q = a->args[0];
        *c = a->args[1];
    }
    m->dims.overflow = flags[0];
    m->dims.too_large = flags[1];
    return found;
}

static void print_dim(IrModule *m, const IrDim *d, StrBuf *out) {
    const IrDim *q, *c, *rest = split_mod(m, d, &q, &c);
    if (rest) {
        if (!ir_dim_is(rest, 0)) {
            print_dim(m, rest, out);
            strbuf_puts(out, " + ");
        }
        print_tight(m, q, out);
        strbuf_puts(out, " % ");
        print_tight(m, c, out);
        return;
    }
    Part *parts = ARENA_ARRAY(&m->scratch, Part, d->n);
    for (uint32_t i = 0; i < d->n; i++) parts[i] = mono_text(m, &d->terms[i]);
    if (d->n > 1) qsort(parts, d->n, sizeof *parts, compare_parts);
    /* A positive term first, where there is one: "3 - n", "m - n". */
    uint32_t first = 0;
    while (first < d->n && ((const IrTerm *)parts[first].part)->coeff < 0) first++;
    bool any = false;
    if (first < d->n) {
        print_term(&parts[first], true, out);
        any = true;
    } else if (d->constant > 0 || d->n == 0) {
        strbuf_int(out, d->constant);
        any = true;
    }
    bool constant_done = any && first == d->n;
    for (uint32_t i = 0; i < d->n; i++) {
        if (i == first) continue;
        print_sign(any, ((const IrTerm *)parts[i].part)->coeff, out);
        print_term(&parts[i], !any, out);
        any = true;
    }
    if (!constant_done && d->constant != 0) {
        print_sign(true, d->constant, out);
        uint64_t k = d->constant < 0 ? 0 - (uint64_t)d->constant : (uint64_t)d->constant;
        strbuf_printf(out, "%llu", (unsigned long long)k);
    }
}

void ir_dim_print(IrModule *m, const IrDim *d, StrBuf *out) {
    const IrSymbol *lone = ir_dim_as_symbol(d);
    if (d->n == 0 || lone) { /* most dims: no need of the scratch */
        if (lone)
            strbuf_puts(out, lone->name);
        else
            strbuf_int(out, d->constant);
        return;
    }
    ArenaMark mark = arena_mark(&m->scratch);
    print_dim(m, d, out);
    if (out->arena != &m->scratch) arena_rewind(&m->scratch, mark);
}

const char *ir_dim_text(IrModule *m, const IrDim *d) {
    StrBuf b;
    strbuf_init(&b, &m->ctx->diags->arena);
    ir_dim_print(m, d, &b);
    return strbuf_cstr(&b);
}
