/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of operators' loops: tenon-test pattern [--kinds FILE] [--table FILE] [--show KIND]
 * FILE.test ...
 *
 * The cases of --kinds are loop functions; a case's title begins with the kind.
 *
 * Of every call of a core operator in the files' cases and of SAMPLES drawn calls of each, the kind
 * that loop_pattern claims holds in runs with other inputs: an element of the result stays when
 * inputs change where it does not read, for each kind in its own way. So that this says something,
 * the next better kind is held to the same and must be refuted for most. Which kinds an operator's
 * loops have stands in the table; TENON_BLESS=1 writes it. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "loop/interp.h"
#include "loop/pattern.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "op_loops.h"
#include "ops/ops.h"

enum {
    SAMPLES = 40,
    ROUNDS = 8,
    SIZE = 4,
    ELEMENTS_MAX = 4096,
    SHOWN = 5,
    RANK_MAX = 16,
    REFUTED_LEAST = 75
};

typedef struct {
    OpLoops loops;
    Ctx *ctx;
    uint64_t seed;
    unsigned *kinds; /* by operator: bits of LoopPattern */
    const char *show;
    int passed, failed;
    int claims, refuted; /* of kinds that are better than what was found */
    int runs, no_runs;   /* functions; no_runs: too large, or their indices cannot be drawn */
} Test;

/* A function with inputs that it runs on. */
typedef struct {
    Test *t;
    const LoopFn *fn;
    Arena *arena;
    const LoopProgram *program;
    LoopArg *args, *changed; /* both with outputs of their own */
    size_t *counts;          /* elements, by parameter */
    int64_t *sizes;          /* those that are parameters stand first */
    size_t n_in, n;
    bool keep_ints; /* indices: another value might be out of range */
} Run;

static uint64_t draw(Test *t) {
    t->seed = t->seed * 6364136223846793005u + 1442695040888963407u;
    return t->seed >> 33;
}

static void draw_element(Run *r, size_t param, size_t at, void *data) {
    const DType dtype = r->fn->params.at[param]->dtype;
    void *to = (char *)data + at * dtype_size(dtype);
    if (dtype_is_float(dtype)) {
        dtype_write_double(dtype, to, (double)(int64_t)(draw(r->t) % 4001 - 2000) / 500);
    } else if (!r->keep_ints) {
        dtype_write_int(dtype, to, draw(r->t) & 1);
    }
}

static size_t bytes(const Run *r, size_t param) {
    return r->counts[param] * dtype_size(r->fn->params.at[param]->dtype);
}

static bool run(Run *r, const LoopArg *args) {
    diag_begin(r->t->ctx);
    return loop_run(r->t->ctx, r->program, args, r->sizes);
}

/* All sizes are SIZE. False when it is too large, or does not run on what is drawn. */
static bool start(Run *r, Test *t, const LoopFn *fn, Arena *arena) {
    const size_t n = fn->params.len;
    *r = (Run){.t = t, .fn = fn, .arena = arena, .n = n, .n_in = n - fn->n_outputs};
    r->args = ARENA_ARRAY(arena, LoopArg, n + 1);
    r->changed = ARENA_ARRAY(arena, LoopArg, n + 1);
    r->counts = ARENA_ARRAY(arena, size_t, n + 1);
    int64_t *sizes = ARENA_ARRAY(arena, int64_t, fn->sizes.len + 1);
    r->sizes = sizes;
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = SIZE;
    for (size_t i = 0; i < n; i++) {
        const LoopBuffer *b = fn->params.at[i];
        int64_t *dims = ARENA_ARRAY(arena, int64_t, b->ndim + 1), count = 1;
        if (b->ndim > RANK_MAX) return false;
        for (uint32_t d = 0; d < b->ndim; d++) {
            if (!loop_eval_extent(fn, b->dims[d], sizes, &dims[d]) || dims[d] < 0 ||
                dims[d] > ELEMENTS_MAX)
                return false;
            count *= dims[d];
            if (count > ELEMENTS_MAX) return false;
        }
        r->counts[i] = (size_t)count;
        r->args[i] = (LoopArg){.data = arena_alloc(arena, bytes(r, i) + 1), .dims = dims};
        r->changed[i] = (LoopArg){.data = arena_alloc(arena, bytes(r, i) + 1), .dims = dims};
        memset(r->args[i].data, 0, bytes(r, i));
    }
    r->program = loop_compile(fn, arena);
    for (int tries = 0; tries < 2; tries++) {
        for (size_t i = 0; i < r->n_in; i++) {
            if (tries && !dtype_is_float(fn->params.at[i]->dtype))
                memset(r->args[i].data, 0, bytes(r, i));
            for (size_t k = 0; k < r->counts[i]; k++) draw_element(r, i, k, r->args[i].data);
        }
        if (run(r, r->args)) return true;
        r->keep_ints = true;
    }
    return false;
}

static void restore(Run *r) {
    for (size_t i = 0; i < r->n_in; i++) memcpy(r->changed[i].data, r->args[i].data, bytes(r, i));
}

static bool rerun(Run *r) {
    for (size_t i = r->n_in; i < r->n; i++) memset(r->changed[i].data, 0, bytes(r, i));
    return run(r, r->changed);
}

/* Element e of some output is another than before. */
static bool differs(const Run *r, size_t e) {
    for (size_t i = r->n_in; i < r->n; i++) {
        const size_t size = dtype_size(r->fn->params.at[i]->dtype);
        const char *a = r->args[i].data, *b = r->changed[i].data;
        if (memcmp(a + e * size, b + e * size, size) != 0) return true;
    }
    return false;
}

/* Does element e change, once the inputs are what r->changed has? A run that fails tells
 * nothing. */
static bool changes(Run *r, size_t e) { return rerun(r) && differs(r, e); }

/* --- Elementwise, broadcast --- */

static void index_of(const Run *r, size_t param, size_t e, int64_t *index) {
    const LoopArg *a = &r->args[param];
    for (uint32_t d = r->fn->params.at[param]->ndim; d-- > 0;) {
        index[d] = (int64_t)e % a->dims[d];
        e /= (size_t)a->dims[d];
    }
}

/* The element of the input at the output's index, by this choice of the output's dims. */
static size_t place(const Run *r, size_t param, const uint32_t *dims, const int64_t *index) {
    const LoopBuffer *b = r->fn->params.at[param];
    size_t at = 0;
    for (uint32_t d = 0; d < b->ndim; d++) {
        const int64_t extent = r->args[param].dims[d];
        at = at * (size_t)extent + (extent == 1 ? 0 : (size_t)index[dims[d]]);
    }
    return at;
}

/* The next choice of dims: ascending, of equal extents; those of extent 1 have none. *first starts
 * it. */
static bool next_choice(const Run *r, size_t param, uint32_t *dims, bool *first) {
    const LoopBuffer *x = r->fn->params.at[param], *y = r->fn->params.at[r->n_in];
    const int64_t *x_dims = r->args[param].dims, *y_dims = r->args[r->n_in].dims;
    int64_t d = *first ? 0 : (int64_t)x->ndim - 1;
    bool again = !*first;
    *first = false;
    for (;;) {
        if (d < 0) return false;
        if (d == (int64_t)x->ndim) return true;
        if (x_dims[d] == 1) {
            d += again ? -1 : 1;
            continue;
        }
        uint32_t k = 0;
        for (uint32_t i = 0; i < d; i++) {
            if (x_dims[i] != 1) k = dims[i] + 1;
        }
        if (again) k = dims[d] + 1;
        while (k < y->ndim && y_dims[k] != x_dims[d]) k++;
        again = k == y->ndim;
        dims[d] = k;
        d += again ? -1 : 1;
    }
}

/* Element e stays when the input changes everywhere but at element `kept` (none: SIZE_MAX). */
static bool stays(Run *r, size_t param, size_t kept, size_t e) {
    restore(r);
    for (size_t k = 0; k < r->counts[param]; k++) {
        if (k != kept) draw_element(r, param, k, r->changed[param].data);
    }
    return !changes(r, e);
}

static bool holds_for(Run *r, size_t param, const uint32_t *dims) {
    int64_t index[RANK_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        const size_t e = draw(r->t) % r->counts[r->n_in];
        index_of(r, r->n_in, e, index);
        if (!stays(r, param, dims ? place(r, param, dims, index) : SIZE_MAX, e)) return false;
    }
    return true;
}

static bool is_subsequence(Run *r, size_t param, bool all) {
    uint32_t dims[RANK_MAX] = {0};
    bool first = true;
    const LoopBuffer *x = r->fn->params.at[param], *y = r->fn->params.at[r->n_in];
    bool same = x->ndim == y->ndim;
    for (uint32_t d = 0; same && d < x->ndim; d++)
        same = r->args[param].dims[d] == r->args[r->n_in].dims[d];
    for (uint32_t d = 0; d < x->ndim; d++) dims[d] = d;
    if (all) return holds_for(r, param, same ? dims : NULL);
    while (next_choice(r, param, dims, &first)) {
        if (holds_for(r, param, dims)) return true;
    }
    return holds_for(r, param, NULL); /* it is not read */
}

/* --- Injective --- */

static size_t loads_in(const LoopExpr *e, const LoopBuffer *b) {
    size_t n = e->kind == LOOP_LOAD && e->buffer == b;
    for (uint32_t i = 0; i < e->n; i++) n += loads_in(e->args[i], b);
    return n;
}

static size_t loads_of(const LoopStmt *list, const LoopBuffer *b) {
    size_t n = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        n += s->value ? loads_in(s->value, b) : 0;
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++)
            n += loads_in(s->indices[i], b);
        n += loads_of(s->body, b) + loads_of(s->other, b);
    }
    return n;
}

/* The elements in [from, to) of the input on which element e depends, as far as is seen; stops past
 * `most`. */
static size_t count_reads(Run *r, size_t param, size_t from, size_t to, size_t e, size_t most) {
    restore(r);
    for (size_t k = from; k < to; k++) draw_element(r, param, k, r->changed[param].data);
    if (from == to || !changes(r, e)) return 0;
    if (to - from == 1) return 1;
    const size_t middle = from + (to - from) / 2, n = count_reads(r, param, from, middle, e, most);
    return n > most ? n : n + count_reads(r, param, middle, to, e, most);
}

static bool is_bounded(Run *r, size_t param) {
    const size_t most = loads_of(r->fn->body, r->fn->params.at[param]);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t e = draw(r->t) % r->counts[r->n_in];
        if (count_reads(r, param, 0, r->counts[param], e, most) > most) return false;
    }
    return true;
}

/* --- Reductions --- */

/* An element of the input is part of one element of the result. */
static bool is_parted(Run *r, size_t param) {
    for (int round = 0; round < ROUNDS && r->counts[param]; round++) {
        restore(r);
        draw_element(r, param, draw(r->t) % r->counts[param], r->changed[param].data);
        if (!rerun(r)) continue;
        size_t n = 0;
        for (size_t e = 0; e < r->counts[r->n_in]; e++) n += differs(r, e);
        if (n > 1) return false;
    }
    return true;
}

/* --- One function --- */

static bool holds(Run *r, LoopPattern claim) {
    const size_t elements = r->counts[r->n_in];
    for (size_t i = r->n_in; i < r->n; i++) {
        if (r->counts[i] != elements) return claim > LOOP_PATTERN_INJECTIVE;
    }
    size_t read = 0;
    for (size_t i = 0; i < r->n_in && elements; i++) {
        bool ok = true;
        switch (claim) {
        case LOOP_PATTERN_ELEMENTWISE:
        case LOOP_PATTERN_BROADCAST:
            ok = is_subsequence(r, i, claim == LOOP_PATTERN_ELEMENTWISE);
            break;
        case LOOP_PATTERN_INJECTIVE: ok = is_bounded(r, i); break;
        case LOOP_PATTERN_REDUCE: ok = is_parted(r, i); break;
        default: break;
        }
        if (!ok) return false;
        read += loads_of(r->fn->body, r->fn->params.at[i]) > 0;
    }
    return claim != LOOP_PATTERN_REDUCE || read == 1 || !elements;
}

/* What is printed with a kind reads back with it. */
static bool keeps(Test *t, const LoopFn *fn, LoopPattern kind, Arena *arena) {
    LoopFn marked = *fn;
    marked.pattern = kind;
    const LoopFn *print = &marked;
    StrBuf text;
    LoopFns again = {.at = NULL};
    strbuf_init(&text, arena);
    loop_text_print(&print, 1, &text);
    diag_begin(t->ctx);
    if (!loop_text_parse(t->ctx, arena, "printed", (Str){text.text.at, text.text.len}, &again))
        return false;
    const LoopFn *back = again.at[again.len - 1];
    return back->pattern == kind && loop_equal(&marked, back) && !loop_equal(fn, back) &&
           loop_pattern(t->ctx, back) == kind;
}

static size_t op_index(const Test *t, const OpDef *op) {
    size_t i = 0;
    while (t->loops.ops.ops[i] != op) i++;
    return i;
}

static void check(void *user, IrBinding *b, const LoopFn *fn, Arena *arena, const char *where) {
    Test *t = user;
    Run r;
    const LoopPattern kind = loop_pattern(t->ctx, fn);
    t->kinds[op_index(t, b->op)] |= 1u << kind;
    const bool runs = start(&r, t, fn, arena);
    *(runs ? &t->runs : &t->no_runs) += 1;
    const char *what = NULL;
    if (!keeps(t, fn, kind, arena)) what = "the kind is lost in its text";
    if (!what && runs && !holds(&r, kind)) what = "the kind does not hold";
    const bool has_better = kind > LOOP_PATTERN_ELEMENTWISE && kind < LOOP_PATTERN_OPAQUE;
    if (runs && !what && has_better && r.counts[r.n_in] > 1) {
        t->claims++;
        t->refuted += !holds(&r, (LoopPattern)(kind - 1));
    }
    *(what ? &t->failed : &t->passed) += 1;
    const bool shown = t->show && strcmp(t->show, loop_pattern_name(kind)) == 0;
    if (!shown && (!what || t->failed > SHOWN)) return;
    StrBuf text;
    strbuf_init(&text, arena);
    loop_text_print(&fn, 1, &text);
    printf("%s: R.%s: %s: %s\n", where, b->op->name, loop_pattern_name(kind), what ? what : "");
    printf("%.*s", (int)text.text.len, text.text.at);
}

/* --- Functions as people write them --- */

/* "==== KIND: what" and a loop function. */
static void check_case(Test *t, const char *path, const Case *c) {
    Arena arena;
    LoopFns fns = {.at = NULL};
    Run r;
    arena_init(&arena, t->ctx);
    diag_begin(t->ctx);
    const bool ok = loop_text_parse(t->ctx, &arena, path, c->input, &fns) &&
                    loop_verify(t->ctx, fns.at[fns.len - 1], NULL);
    const LoopFn *fn = ok ? fns.at[fns.len - 1] : NULL;
    const LoopPattern kind = fn ? loop_pattern(t->ctx, fn) : LOOP_PATTERN_NONE;
    const char *name = loop_pattern_name(kind);
    const bool right = cases_starts(c->title, name) && c->title.ptr[strlen(name)] == ':';
    const bool held =
        right && (!start(&r, t, fn, &arena) || holds(&r, kind)) && keeps(t, fn, kind, &arena);
    if (!held)
        printf("%s:%u: %.*s: %s\n", path, c->line, (int)c->title.len, c->title.ptr,
               right ? "does not hold" : name);
    StrBuf reports;
    strbuf_init(&reports, &arena);
    for (size_t i = 0; !fn && i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &reports);
    printf("%.*s", (int)reports.text.len, reports.text.at);
    *(held ? &t->passed : &t->failed) += 1;
    arena_fini(&arena);
}

static void check_cases(Test *t, const char *path) {
    const Io *io = &t->ctx->io;
    const char *data;
    size_t size;
    Cases cases;
    Case c;
    if (io->read(io->user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s cannot be read\n", path);
        t->failed++;
        return;
    }
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) check_case(t, path, &c);
    io->release(io->user, data, size);
}

/* --- The table --- */

static void print_table(const Test *t, StrBuf *out) {
    for (size_t i = 0; i < t->loops.ops.n; i++) {
        if (!t->loops.ops.ops[i]->lower) continue;
        strbuf_printf(out, "%s:", t->loops.ops.ops[i]->name);
        for (int k = LOOP_PATTERN_ELEMENTWISE; k <= LOOP_PATTERN_OPAQUE; k++) {
            if (t->kinds[i] >> k & 1) strbuf_printf(out, " %s", loop_pattern_name((LoopPattern)k));
        }
        strbuf_putc(out, '\n');
    }
}

static void check_table(Test *t, const char *path, Arena *arena) {
    const Io *io = &t->ctx->io;
    StrBuf table;
    strbuf_init(&table, arena);
    print_table(t, &table);
    const char *data = NULL;
    size_t size = 0;
    const bool read = io->read(io->user, path, SIZE_MAX / 2, &data, &size) == 0;
    const bool same = read && size == table.text.len && memcmp(data, table.text.at, size) == 0;
    if (read) io->release(io->user, data, size);
    if (!same && getenv("TENON_BLESS")) {
        FILE *f = fopen(path, "w");
        const bool ok = f && fwrite(table.text.at, 1, table.text.len, f) == table.text.len;
        if (!f || fclose(f) != 0 || !ok) printf("%s cannot be written\n", path);
    } else if (!same) {
        printf("the table should be (TENON_BLESS=1 writes it to %s):\n%.*s", path,
               (int)table.text.len, table.text.at);
    }
    *(same ? &t->passed : &t->failed) += 1;
}

static bool option(int argc, char **argv, int *at, const char *name, const char **value) {
    if (*at + 1 >= argc || strcmp(argv[*at], name) != 0) return false;
    *value = argv[*at + 1];
    *at += 2;
    return true;
}

int test_pattern(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx, .seed = 1, .loops = {.ctx = &ctx, .see = check}};
    t.loops.user = &t;
    const char *table_path = NULL, *kinds_path = NULL;
    int at = 1;
    while (option(argc, argv, &at, "--table", &table_path) ||
           option(argc, argv, &at, "--kinds", &kinds_path) ||
           option(argc, argv, &at, "--show", &t.show)) {}
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.loops.ops, &table);
        t.kinds = ARENA_ARRAY(&table, unsigned, t.loops.ops.n);
        if (kinds_path) check_cases(&t, kinds_path);
        for (; at < argc; at++) {
            if (op_loops_of_file(&t.loops, argv[at])) continue;
            printf("%s cannot be read\n", argv[at]);
            t.failed++;
        }
        for (size_t i = 0; i < t.loops.ops.n; i++)
            op_loops_of_samples(&t.loops, t.loops.ops.ops[i], SAMPLES);
        printf("%d functions were run with changed inputs, %d were not; ", t.runs, t.no_runs);
        printf("of %d better claims %d were refuted\n", t.claims, t.refuted);
        if (t.refuted < t.claims * REFUTED_LEAST / 100 || t.no_runs > t.runs / 10) t.failed++;
        if (table_path) check_table(&t, table_path, &table);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
