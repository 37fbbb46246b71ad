/* SPDX-License-Identifier: Apache-2.0 */
/* Integers as C. A known dim that is more than a symbol is computed once, in the layout; others where they are
 * needed. All arithmetic is checked. */
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

void emit_int(StrBuf *out, int64_t v) {
    if (v == INT64_MIN) {
        strbuf_puts(out, "INT64_MIN");
    } else if (v > INT32_MAX || v < -INT32_MAX) {
        strbuf_printf(out, "INT64_C(%" PRId64 ")", v);
    } else {
        strbuf_printf(out, "%" PRId64, v);
    }
}

static void expression(EmitFunction *p, const IrDim *d, StrBuf *out);

static void atom(EmitFunction *p, const IrAtom *a, StrBuf *out) {
    CFile *file = p->e->file;
    static const EmitHelper of_kind[] = {
        [IR_ATOM_FLOORDIV] = EMIT_FLOORDIV, [IR_ATOM_MIN] = EMIT_MIN,     [IR_ATOM_MAX] = EMIT_MAX,
        [IR_ATOM_SUM] = EMIT_ADD,           [IR_ATOM_PRODUCT] = EMIT_MUL,
    };
    if (a->kind == IR_ATOM_SYMBOL) {
        strbuf_printf(out, "f->s[%u]", be_symbol(p->f, a->symbol)->slot);
        return;
    }
    const EmitHelper h = of_kind[a->kind];
    const char *bad = h == EMIT_MIN || h == EMIT_MAX ? "" : "&f->bad, ";
    for (uint32_t i = 0; i + 1 < a->n; i++) strbuf_printf(out, "%s(%s", emit_helper(file, h), bad);
    for (uint32_t i = 0; i < a->n; i++) {
        if (i) strbuf_puts(out, ", ");
        expression(p, a->args[i], out);
        if (i) strbuf_putc(out, ')');
    }
}

static void monomial(EmitFunction *p, const IrTerm *t, StrBuf *out) {
    const char *mul = emit_helper(p->e->file, EMIT_MUL);
    uint32_t factors = t->coeff != 1;
    for (uint32_t i = 0; i < t->mono->n; i++) factors += t->mono->factors[i].power;
    for (uint32_t i = 1; i < factors; i++) strbuf_printf(out, "%s(&f->bad, ", mul);
    bool first = true;
    if (t->coeff != 1) {
        emit_int(out, t->coeff);
        first = false;
    }
    for (uint32_t i = 0; i < t->mono->n; i++) {
        for (uint32_t k = 0; k < t->mono->factors[i].power; k++) {
            if (!first) strbuf_puts(out, ", ");
            atom(p, t->mono->factors[i].atom, out);
            if (!first) strbuf_putc(out, ')');
            first = false;
        }
    }
}

/* Depth: a dim's, which is bounded. */
static void expression(EmitFunction *p, const IrDim *d, StrBuf *out) {
    const uint32_t parts = d->n + (d->constant != 0 || d->n == 0);
    for (uint32_t i = 1; i < parts; i++)
        strbuf_printf(out, "%s(&f->bad, ", emit_helper(p->e->file, EMIT_ADD));
    for (uint32_t i = 0; i < d->n; i++) {
        if (i) strbuf_puts(out, ", ");
        monomial(p, &d->terms[i], out);
        if (i) strbuf_putc(out, ')');
    }
    if (parts == d->n) return;
    if (d->n) strbuf_puts(out, ", ");
    emit_int(out, d->constant);
    if (d->n) strbuf_putc(out, ')');
}

static size_t extent_slot(EmitFunction *p, const IrDim *d) {
    const uint64_t hash = hash_ptr(0, d);
    for (MapIter it = map_find(&p->extents_by_dim, hash); map_next(&p->extents_by_dim, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value - 1;
        if (p->extents.at[i]->dim == d) return i;
    }
    EmitExtent *x = ARENA_NEW(p->e->arena, EmitExtent);
    x->dim = d;
    vec_push(p->e->arena, &p->extents, x);
    map_add(&p->extents_by_dim, hash, (void *)(uintptr_t)p->extents.len);
    return p->extents.len - 1;
}

void emit_layout_dim(EmitFunction *p, const IrDim *d) {
    if (d->n == 0 || ir_dim_as_symbol(d)) return;
    const size_t i = extent_slot(p, d);
    if (p->extents.at[i]->is_done) return;
    p->extents.at[i]->is_done = true;
    strbuf_printf(&p->layout, "    f->x[%zu] = ", i);
    expression(p, d, &p->layout);
    strbuf_puts(&p->layout, ";\n");
}

const char *emit_dim(EmitFunction *p, const IrDim *d) {
    StrBuf s;
    strbuf_init(&s, p->e->arena);
    const IrSymbol *symbol = ir_dim_as_symbol(d);
    if (d->n == 0) {
        emit_int(&s, d->constant);
    } else if (symbol) {
        strbuf_printf(&s, "f->s[%u]", be_symbol(p->f, symbol)->slot);
    } else if (be_is_known(p->f, d)) {
        if (p->in_layout) emit_layout_dim(p, d);
        strbuf_printf(&s, "f->x[%zu]", extent_slot(p, d));
    } else {
        const uint32_t t = p->n_temps++;
        strbuf_printf(p->out, "    const int64_t t%u = ", t);
        expression(p, d, p->out);
        strbuf_printf(p->out, ";\n    if (f->bad) return %u;\n", p->e->file->m_overflow);
        strbuf_printf(&s, "t%u", t);
    }
    return strbuf_cstr(&s);
}
