/* SPDX-License-Identifier: Apache-2.0 */
/* CasADi's C interface (its user guide, "Generating C-code" and "External functions"): numbers of
 * inputs and outputs, their names, their sparsity as {rows, columns, 1} of a dense matrix or in
 * compressed column storage, sizes of work vectors, and the function itself, which takes arrays of
 * doubles by columns. An input that is NULL is zero, an output that is NULL is not wanted.
 *
 * A vector is a column; what has rank 3 or more is the column of its elements as they lie. jac_F
 * has F's inputs, then its outputs as out_NAME, which it does not look at; and a block for each
 * output and input, NAME_NAME: both as columns. A block that the entry's Jacobian has not, of an
 * input that it is not by, has no elements. */
#include "backend/c/bind_casadi.h"

#include <inttypes.h>

#include "base/diag.h"

static int64_t rows_of(const CPort *p) {
    return p->v.ndim == 2 ? p->extents[0].n : c_port_count(p);
}
static int64_t columns_of(const CPort *p) { return p->v.ndim == 2 ? p->extents[1].n : 1; }

static bool fits(const CEntryPoint *e) {
    const CSide *const sides[] = {&e->in, &e->out};
    bool ok = e->has_pointers && e->arena >= 0;
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        for (size_t k = 0; k < sides[i]->n; k++) {
            const CPort *p = &sides[i]->ports[k];
            ok = ok && c_port_is_tensor(p) && p->extents && c_port_count(p) >= 0 &&
                 !dtype_is_packed(p->v.dtype);
        }
    }
    return ok;
}

static const char prelude[] = "\n#ifndef casadi_real\n#define casadi_real double\n#endif\n"
                              "#ifndef casadi_int\n#define casadi_int long long int\n#endif\n"
                              "#ifdef _WIN32\n#define CASADI_EXPORT __declspec(dllexport)\n"
                              "#elif defined(__GNUC__)\n"
                              "#define CASADI_EXPORT __attribute__((visibility(\"default\")))\n"
                              "#else\n#define CASADI_EXPORT\n#endif\n";

/* Dense, or without elements. */
static void sparsity(StrBuf *out, int64_t rows, int64_t columns, bool dense) {
    strbuf_printf(out, "{%" PRId64 ", %" PRId64, rows, columns);
    if (dense) strbuf_puts(out, ", 1");
    for (int64_t i = 0; !dense && i <= columns; i++) strbuf_puts(out, ", 0");
    strbuf_puts(out, "}");
}

typedef struct {
    const char *name;
    int64_t rows, columns;
    bool dense;
} Slot;
typedef VEC(Slot) Slots;

static void describe(StrBuf *out, const char *f, const char *side, const Slots *slots) {
    strbuf_printf(out, "CASADI_EXPORT casadi_int %s_n_%s(void) { return %zu; }\n", f, side,
                  slots->len);
    strbuf_printf(out, "CASADI_EXPORT const char *%s_name_%s(casadi_int i) {\n    switch (i) {\n",
                  f, side);
    for (size_t i = 0; i < slots->len; i++)
        strbuf_printf(out, "    case %zu: return \"%s\";\n", i, slots->at[i].name);
    strbuf_puts(out, "    }\n    return 0;\n}\n");
    strbuf_printf(out, "CASADI_EXPORT const casadi_int *%s_sparsity_%s(casadi_int i) {\n", f, side);
    for (size_t i = 0; i < slots->len; i++) {
        strbuf_printf(out, "    static const casadi_int s%zu[] = ", i);
        sparsity(out, slots->at[i].rows, slots->at[i].columns, slots->at[i].dense);
        strbuf_puts(out, ";\n");
    }
    strbuf_puts(out, "    switch (i) {\n");
    for (size_t i = 0; i < slots->len; i++)
        strbuf_printf(out, "    case %zu: return s%zu;\n", i, i);
    strbuf_puts(out, "    }\n    return 0;\n}\n");
}

/* Doubles that hold the elements, so that what is behind them is aligned. */
static int64_t doubles(const CPort *p) {
    int64_t bytes = 0;
    if (!dtype_bytes(p->v.dtype, c_port_count(p), &bytes)) BUG("a tensor of too many bytes");
    return (bytes + 63) / 64 * 8;
}

/* Work: inputs and outputs as the entry has them, then its arena. */
static int64_t work(const CEntryPoint *e) {
    int64_t n = 8 + (e->arena + 7) / 8;
    for (size_t i = 0; i < e->in.n; i++) n += doubles(&e->in.ports[i]);
    for (size_t i = 0; i < e->out.n; i++) n += doubles(&e->out.ports[i]);
    return n;
}

static void sizes(StrBuf *out, const char *f, size_t n_in, size_t n_out, int64_t w) {
    strbuf_printf(out,
                  "CASADI_EXPORT int %s_work(casadi_int *sz_arg, casadi_int *sz_res, casadi_int "
                  "*sz_iw, casadi_int *sz_w) {\n"
                  "    if (sz_arg) *sz_arg = %zu;\n    if (sz_res) *sz_res = %zu;\n"
                  "    if (sz_iw) *sz_iw = 0;\n    if (sz_w) *sz_w = %" PRId64
                  ";\n    return 0;\n}\n",
                  f, n_in, n_out, w);
}

/* A copy between elements by rows and by columns. */
static void copy_in(StrBuf *out, const CPort *p, size_t i) {
    const int64_t rows = rows_of(p), columns = columns_of(p);
    strbuf_printf(out,
                  "    for (k = 0; k < %" PRId64 "; k++)\n        for (j = 0; j < %" PRId64
                  "; j++)\n            in%zu[k * %" PRId64 " + j] = arg[%zu] ? (%s)arg[%zu][j * "
                  "%" PRId64 " + k] : 0;\n",
                  rows, columns, i, columns, i, c_port_element(p), i, rows);
}

static void copy_out(StrBuf *out, const CPort *p, size_t i) {
    const int64_t rows = rows_of(p), columns = columns_of(p);
    strbuf_printf(out,
                  "    if (res[%zu])\n        for (k = 0; k < %" PRId64
                  "; k++)\n            for (j = 0; j < %" PRId64 "; j++) res[%zu][j * %" PRId64
                  " + k] = (casadi_real)out%zu[k * %" PRId64 " + j];\n",
                  i, rows, columns, i, rows, i, columns);
}

/* The place of an element by columns in the order by rows. */
static const char *place(Arena *arena, const CPort *p, const char *index) {
    const int64_t rows = rows_of(p), columns = columns_of(p);
    if (rows == 1 || columns == 1) return index;
    return arena_printf(arena, "(%s %% %" PRId64 ") * %" PRId64 " + %s / %" PRId64, index, rows,
                        columns, index, rows);
}

static void open_call(StrBuf *out, const CInterface *self, const CEntryPoint *e, const char *f) {
    strbuf_printf(out,
                  "CASADI_EXPORT int %s(const casadi_real **arg, casadi_real **res, casadi_int "
                  "*iw, casadi_real *w, int mem) {\n    long long j, k;\n    int error;\n",
                  f);
    strbuf_puts(out, "    w += (64 - (unsigned long long)w % 64) % 64 / sizeof *w;\n");
    int64_t at = 0;
    for (size_t i = 0; i < e->in.n; i++) {
        const CPort *p = &e->in.ports[i];
        strbuf_printf(out, "    %s *in%zu = (%s *)(void *)(w + %" PRId64 ");\n", c_port_element(p),
                      i, c_port_element(p), at);
        at += doubles(p);
    }
    for (size_t i = 0; i < e->out.n; i++) {
        const CPort *p = &e->out.ports[i];
        strbuf_printf(out, "    %s *out%zu = (%s *)(void *)(w + %" PRId64 ");\n", c_port_element(p),
                      i, c_port_element(p), at);
        at += doubles(p);
    }
    strbuf_puts(out, "    (void)iw;\n    (void)mem;\n");
    if (self->weights == 0)
        strbuf_printf(out, "    if ((error = %s(0, 0))) return error;\n", self->init);
    for (size_t i = 0; i < e->in.n; i++) copy_in(out, &e->in.ports[i], i);
    strbuf_printf(out, "    error = %s_static(", e->entry);
    for (size_t i = 0; i < e->in.n; i++) strbuf_printf(out, "in%zu, ", i);
    for (size_t i = 0; i < e->out.n; i++) strbuf_printf(out, "out%zu, ", i);
    strbuf_printf(out, "w + %" PRId64 ");\n    if (error) return error;\n", at);
}

static void add_ports(Arena *arena, const CSide *side, size_t n, const char *prefix, bool dense,
                      Slots *out) {
    for (size_t i = 0; i < n; i++) {
        const CPort *p = &side->ports[i];
        vec_push(arena, out,
                 ((Slot){arena_printf(arena, "%s%s", prefix, p->field), rows_of(p), columns_of(p),
                         dense}));
    }
}

static void print_function(Arena *arena, const CInterface *self, const CEntryPoint *e,
                           StrBuf *out) {
    const char *f = arena_printf(arena, "%s_casadi", e->entry);
    Slots in = {.at = NULL}, results = {.at = NULL};
    add_ports(arena, &e->in, e->in.n, "", true, &in);
    add_ports(arena, &e->out, e->out.n, "", true, &results);
    strbuf_puts(out, "\n");
    describe(out, f, "in", &in);
    describe(out, f, "out", &results);
    sizes(out, f, e->in.n, e->out.n, work(e));
    open_call(out, self, e, f);
    for (size_t i = 0; i < e->out.n; i++) copy_out(out, &e->out.ports[i], i);
    strbuf_puts(out, "    return 0;\n}\n");
}

/* The output of the Jacobian that is the block of these two; -1: it has none. */
static int64_t block_of(Arena *arena, const CEntryPoint *jacobian, const CPort *y, const CPort *x) {
    const char *name = arena_printf(arena, "%s_%s_jacobian", y->name, x->name);
    for (size_t i = 0; i < jacobian->out.n; i++) {
        if (strcmp(jacobian->out.ports[i].name, name) == 0) return (int64_t)i;
    }
    return -1;
}

static void print_jacobian(Arena *arena, const CInterface *self, const CEntryPoint *e,
                           const CEntryPoint *jacobian, StrBuf *out) {
    const char *f = arena_printf(arena, "jac_%s_casadi", e->entry);
    const size_t n_y = e->out.n, n_x = e->in.n;
    Slots in = {.at = NULL}, results = {.at = NULL};
    add_ports(arena, &e->in, n_x, "", true, &in);
    add_ports(arena, &e->out, n_y, "out_", false, &in);
    int64_t *blocks = ARENA_ARRAY(arena, int64_t, n_y * n_x + 1);
    for (size_t y = 0; y < n_y; y++) {
        for (size_t x = 0; x < n_x; x++) {
            /* the Jacobian's first outputs are the entry's, which may have no names of their own */
            const CPort *from = &jacobian->out.ports[y], *by = &e->in.ports[x];
            const int64_t block = blocks[y * n_x + x] = block_of(arena, jacobian, from, by);
            const char *name = arena_printf(arena, "jac_%s_%s", e->out.ports[y].field, by->field);
            vec_push(arena, &results,
                     ((Slot){name, c_port_count(from), c_port_count(by), block >= 0}));
        }
    }
    strbuf_puts(out, "\n");
    describe(out, f, "in", &in);
    describe(out, f, "out", &results);
    sizes(out, f, n_x + n_y, n_y * n_x, work(jacobian));
    open_call(out, self, jacobian, f);
    for (size_t i = 0; i < n_y * n_x; i++) {
        const CPort *from = &jacobian->out.ports[i / n_x], *by = &e->in.ports[i % n_x];
        const int64_t rows = c_port_count(from), columns = c_port_count(by);
        if (blocks[i] < 0) continue;
        strbuf_printf(out,
                      "    if (res[%zu])\n        for (j = 0; j < %" PRId64
                      "; j++)\n            for (k = 0; k < %" PRId64 "; k++)\n                "
                      "res[%zu][j * %" PRId64 " + k] = (casadi_real)out%" PRId64 "[(%s) * %" PRId64
                      " + %s];\n",
                      i, columns, rows, i, rows, blocks[i], place(arena, from, "k"), columns,
                      place(arena, by, "j"));
    }
    strbuf_puts(out, "    return 0;\n}\n");
}

static const CEntryPoint *find(const CInterface *self, const char *name) {
    for (size_t i = 0; i < self->entries.len; i++) {
        if (strcmp(self->entries.at[i]->entry, name) == 0) return self->entries.at[i];
    }
    return NULL;
}

bool c_bind_casadi(Ctx *ctx, const CInterface *self, StrBuf *out) {
    bool any = false;
    Arena arena;
    arena_init(&arena, ctx);
    strbuf_puts(out, prelude);
    for (size_t i = 0; i < self->entries.len; i++) {
        const CEntryPoint *e = self->entries.at[i];
        if (!fits(e)) continue;
        const CEntryPoint *jacobian = find(self, arena_printf(&arena, "%s_jacobian", e->entry));
        any = true;
        print_function(&arena, self, e, out);
        if (jacobian && fits(jacobian) && jacobian->in.n == e->in.n && jacobian->out.n >= e->out.n)
            print_jacobian(&arena, self, e, jacobian, out);
    }
    arena_fini(&arena);
    if (any) return true;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, "no function is one of CasADi's");
    diag_expected(ctx, d, "inputs and outputs that are tensors of constant extents");
    diag_help(ctx, d, "give symbolic dims values: --dim NAME=N");
    return false;
}
