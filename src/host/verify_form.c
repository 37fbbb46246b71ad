/* SPDX-License-Identifier: Apache-2.0 */
/* Whether expressions and statements are what the tables say: types, numbers in range, frames that
 * are open, statements where they may stand. Recursion is as deep as the text's, which is bounded.
 */
#include "host/parts.h"
#include "ranks/call.h"

typedef struct {
    const HirProgram *p;
    const HirFn *f;
    HirSection section;
    const HirStmt *stmt; /* at hand; NULL: none */
    VEC(uint32_t) frames;
    uint32_t loops, branches;           /* that are open; branches: within the innermost loop */
    VEC(const HirKernelCall *) started; /* what nothing has waited for yet */
    size_t own;                         /* from here on they are of the list at hand */
    const char *fault;
} Form;

static void fault(Form *v, const char *what) {
    if (!v->fault) v->fault = what;
}

static void in_range(Form *v, uint32_t n, size_t count, const char *what) {
    if (n >= count) fault(v, what);
}

static void cell(Form *v, HirCell c) {
    const HirFn *f = v->f;
    if (c.frame > v->frames.len) return fault(v, "a cell of a frame that is not open");
    if (c.frame) f = v->p->functions.at[v->frames.at[c.frame - 1]];
    if (c.kind == HIR_HEAP_CELL) return fault(v, "a cell of the heap, which only buffers name");
    if (hir_cell_rows[c.kind].is_list)
        in_range(v, c.index, f->n_cells[c.kind], "a cell that the frame has not");
}

static bool is_of_entry(HirExprKind k) {
    return k == HIR_IN_DIM_EXPR || k == HIR_OUT_DIM_EXPR || k == HIR_IN_BYTES_EXPR ||
           k == HIR_OUT_BYTES_EXPR || k == HIR_IN_DATA_EXPR || k == HIR_OUT_DATA_EXPR ||
           k == HIR_NOTHING_EXPR;
}

static void tensor(Form *v, const HirExpr *e) {
    enum { RANK_MAX = 32 };
    const bool is_number = hir_expr_rows[e->kind].form == HIR_FORM_NUMBER;
    const bool is_input =
        e->kind == HIR_IN_DIM_EXPR || e->kind == HIR_IN_BYTES_EXPR || e->kind == HIR_IN_DATA_EXPR;
    const HirValues *list = is_input ? &v->f->inputs : &v->f->outputs;
    if (v->section < HIR_SECTION_BIND)
        return fault(v, "a tensor of the caller's outside of an entry");
    if (e->kind == HIR_NOTHING_EXPR) return;
    in_range(v, is_number ? e->number : e->tensor.index, list->len,
             "a tensor that the entry has not");
    if (!is_number && e->tensor.dim > RANK_MAX) fault(v, "a dim that no tensor has");
}

static void expr(Form *v, const HirExpr *e, HirType type);

static void arguments(Form *v, const HirExpr *e) {
    const char *at = hir_expr_rows[e->kind].args;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!*at) return fault(v, "an expression of too many arguments");
        expr(v, e->args[i], *at == 'i' ? HIR_INT : HIR_POINTER);
        if (at[1] != '+') at++;
    }
    if (e->kind == HIR_WORK_EXPR && !v->fault) {
        const HirKernel *k = e->number < v->p->kernels.len ? &v->p->kernels.at[e->number] : NULL;
        if (!k || !k->has_work || k->n_sizes != e->n) fault(v, "the work of no such kernel");
    }
    if (*at && (at[1] != '+' || !e->n)) fault(v, "an expression of too few arguments");
}

static void expr(Form *v, const HirExpr *e, HirType type) {
    if (e->kind == HIR_CELL_EXPR) cell(v, e->cell);
    if (e->kind == HIR_BUFFER_EXPR)
        in_range(v, e->number, v->f->buffers.len, "a buffer that the function has not");
    if (is_of_entry(e->kind)) tensor(v, e);
    if (e->kind == HIR_LOAD_EXPR &&
        (e->element.dtype == DTYPE_VOID || e->element.dtype >= DTYPE_NUMBER_END))
        fault(v, "an element of no number's dtype");
    arguments(v, e);
    if (hir_expr_type(e) != type) fault(v, "an expression of another type");
}

static void plain(Form *v, const HirExpr *e, HirType type) {
    expr(v, e, type);
    if (hir_is_checked(e)) fault(v, "checked arithmetic where no cell is set");
}

static void buffers(Form *v, const HirNumbers *list) {
    for (size_t i = 0; i < list->len; i++)
        in_range(v, list->at[i], v->f->buffers.len, "a buffer that the function has not");
}

static void heap(Form *v, const HirExpr *e, bool may_be_other) {
    plain(v, e, HIR_POINTER);
    if (v->fault || (may_be_other && e->kind != HIR_BUFFER_EXPR)) return;
    const HirBuffer *b = e->kind == HIR_BUFFER_EXPR ? &v->f->buffers.at[e->number] : NULL;
    if (!b || b->place != HIR_IN_HEAP || b->at) fault(v, "what is not a buffer of the heap");
}

/* One tensor, or none, to one; of the ranks that its numbers say. */
static void collective(Form *v, const HirKernelCall *k, bool has_sizes) {
    in_range(v, k->number, v->p->collectives.len, "a collective that the program has not");
    if (v->fault) return;
    const HirCollective *c = &v->p->collectives.at[k->number];
    const RanksWhat *what = (const RanksWhat *)(const void *)c->words;
    if (c->n_words < RANKS_WORDS || what->n_mesh < 0 || what->n_mesh > RANKS_AXES ||
        what->n_pairs < 0 || c->n_words != RANKS_WORDS + 2 * (uint64_t)what->n_pairs) {
        fault(v, "numbers that are no collective's");
        return;
    }
    const bool has_x = what->kind != RANKS_RANK;
    if (k->reads.len != has_x || k->writes.len != 1 || k->work || what->ndim < 0 ||
        k->sizes.len != (has_sizes ? 2 * (uint64_t)what->ndim : 0))
        fault(v, "arguments that the collective has not");
}

static void kernel(Form *v, const HirStmt *s) {
    const HirKernelCall *k = &s->kernel;
    const bool is_library = s->kind == HIR_LIBRARY;
    buffers(v, &k->reads);
    buffers(v, &k->writes);
    for (size_t i = 0; i < k->sizes.len; i++) plain(v, k->sizes.at[i], HIR_INT);
    if (k->work) plain(v, k->work, HIR_POINTER);
    if (k->site.operations) expr(v, k->site.operations, HIR_INT);
    if (k->site.bytes) expr(v, k->site.bytes, HIR_INT);
    if (s->kind == HIR_COLLECTIVE || s->kind == HIR_START || s->kind == HIR_WAIT) {
        collective(v, k, s->kind != HIR_WAIT);
        return;
    }
    in_range(v, k->number, is_library ? v->p->libraries.len : v->p->kernels.len,
             "a kernel that the program has not");
    if (v->fault) return;
    if (is_library) {
        if (k->reads.len != v->p->libraries.at[k->number].n_inputs || k->sizes.len || k->work)
            fault(v, "arguments that the library has not");
        return;
    }
    const HirKernel *row = &v->p->kernels.at[k->number];
    if (k->reads.len != row->n_inputs || k->writes.len != row->n_outputs ||
        k->sizes.len != row->n_sizes)
        fault(v, "arguments that the kernel has not");
    if (!k->work != !row->has_work) fault(v, "a kernel's memory to work in");
}

static void block(Form *v, const HirBlock *b);

static bool same_numbers(const HirNumbers *a, const HirNumbers *b) {
    bool same = a->len == b->len;
    for (size_t i = 0; same && i < a->len; i++) same = a->at[i] == b->at[i];
    return same;
}

/* Each start has one wait, behind it in the same list. */
static void start_or_wait(Form *v, const HirStmt *s) {
    const HirKernelCall *k = &s->kernel;
    size_t at = 0;
    while (at < v->started.len && v->started.at[at]->number != k->number) at++;
    if (s->kind == HIR_START) {
        if (at < v->started.len) fault(v, "a collective that goes on already");
        vec_push(v->p->arena, &v->started, k);
        return;
    }
    if (at < v->own || at >= v->started.len)
        return fault(v, "what has not been started in the same list");
    if (!same_numbers(&k->reads, &v->started.at[at]->reads) ||
        !same_numbers(&k->writes, &v->started.at[at]->writes))
        fault(v, "other buffers than those that it was started with");
    v->started.len--;
    for (; at < v->started.len; at++) v->started.at[at] = v->started.at[at + 1];
}

/* A list of its own. */
static void list(Form *v, const HirBlock *b) {
    const size_t own = v->own;
    v->own = v->started.len;
    block(v, b);
    if (v->started.len > v->own) fault(v, "a list in which a collective is not waited for");
    v->own = own;
}

static void frame(Form *v, const HirStmt *s) {
    in_range(v, s->frame.function, v->p->functions.len, "a function that the program has not");
    if (s->frame.level != v->frames.len + 1) fault(v, "a frame that is not the next one");
    if (v->fault) return;
    vec_push(v->p->arena, &v->frames, s->frame.function);
    list(v, &s->frame.body);
    v->frames.len--;
}

static void call(Form *v, const HirStmt *s) {
    if (s->frame_level > v->frames.len) fault(v, "a frame that is not open");
    const HirSection own = s->kind == HIR_LAYOUT ? HIR_SECTION_BIND : HIR_SECTION_RUN;
    if (!s->frame_level && v->section != own) fault(v, "a call of the function itself");
}

/* On the function's own frame alone. */
static void part(Form *v, const HirStmt *s) {
    if (v->frames.len || v->loops) fault(v, "a part within a frame or a loop");
    block(v, &s->part);
}

static void loop(Form *v, const HirStmt *s) {
    const uint32_t branches = v->branches;
    buffers(v, &s->loop.reads);
    buffers(v, &s->loop.writes);
    v->loops++;
    v->branches = 0;
    list(v, &s->loop.body);
    v->branches = branches;
    v->loops--;
}

static void set(Form *v, const HirStmt *s) {
    cell(v, s->set.cell);
    if (!v->fault) expr(v, s->set.value, hir_cell_type(s->set.cell.kind));
    if (s->set.cell.kind == HIR_DEPTH_CELL)
        fault(v, "the depth of calls is set by who makes a frame");
}

static void out(Form *v, const HirStmt *s) {
    const bool is_dim = s->kind == HIR_DIM;
    if (v->section < HIR_SECTION_BIND) fault(v, "a tensor of the caller's outside of an entry");
    in_range(v, s->out.index, v->f->outputs.len, "a tensor that the entry has not");
    plain(v, s->out.value, is_dim ? HIR_INT : HIR_POINTER);
}

static void store(Form *v, const HirStmt *s) {
    const DType t = s->store.dtype;
    if (t == DTYPE_VOID || t >= DTYPE_NUMBER_END) fault(v, "an element of no number's dtype");
    plain(v, s->store.at, HIR_POINTER);
    plain(v, s->store.value, dtype_is_float(t) ? HIR_FLOAT : HIR_INT);
}

static void prepare(Form *v, const HirStmt *s) {
    if (v->section != HIR_SECTION_PLAN) fault(v, "it stands in an entry's plan alone");
    in_range(v, s->prepare.number, v->p->libraries.len, "a library that the program has not");
    for (size_t i = 0; i < s->prepare.symbols.len; i++) plain(v, s->prepare.symbols.at[i], HIR_INT);
    if (!v->fault && s->prepare.symbols.len != v->p->libraries.at[s->prepare.number].n_symbols)
        fault(v, "other symbols than the library has");
}

static bool may_lay_out(HirStmtKind k) { return k == HIR_SET || k == HIR_FRAME || k == HIR_LAYOUT; }

static void stmt(Form *v, const HirStmt *s) {
    if (v->section == HIR_SECTION_LAYOUT && !may_lay_out(s->kind))
        fault(v, "a layout only sets cells");
    switch (s->kind) {
    case HIR_SET: set(v, s); return;
    case HIR_DIM:
    case HIR_DATA: out(v, s); return;
    case HIR_STORE: store(v, s); return;
    case HIR_COPY:
        plain(v, s->copy.to, HIR_POINTER);
        plain(v, s->copy.from, HIR_POINTER);
        plain(v, s->copy.bytes, HIR_INT);
        return;
    case HIR_ALLOC:
    case HIR_TAKE:
        heap(v, s->memory.at, false);
        plain(v, s->memory.value, s->kind == HIR_ALLOC ? HIR_INT : HIR_POINTER);
        return;
    case HIR_FREE: heap(v, s->memory.at, true); return;
    case HIR_FAIL: plain(v, s->fail.condition, HIR_INT); return;
    case HIR_IF:
        plain(v, s->branch.condition, HIR_INT);
        v->branches++;
        list(v, &s->branch.bodies[0]);
        list(v, &s->branch.bodies[1]);
        v->branches--;
        return;
    case HIR_LOOP: loop(v, s); return;
    case HIR_LEAVE:
        plain(v, s->leave.condition, HIR_INT);
        if (!v->loops || v->branches)
            fault(v, "a loop is left from its own list of statements alone");
        return;
    case HIR_FRAME: frame(v, s); return;
    case HIR_LAYOUT:
    case HIR_CALL: call(v, s); return;
    case HIR_KERNEL:
    case HIR_COLLECTIVE:
    case HIR_LIBRARY: kernel(v, s); return;
    case HIR_START:
    case HIR_WAIT:
        kernel(v, s);
        if (!v->fault) start_or_wait(v, s);
        return;
    case HIR_PREPARE: prepare(v, s); return;
    case HIR_PART: part(v, s); return;
    case HIR_POLL:
    case HIR_STMTS: return;
    }
}

static void block(Form *v, const HirBlock *b) {
    for (size_t i = 0; i < b->len && !v->fault; i++) {
        v->stmt = b->at[i];
        stmt(v, b->at[i]);
    }
}

/* Known before the body runs. */
static void known(Form *v, const HirExpr *e) {
    if (!e) return;
    expr(v, e, HIR_INT);
    const bool is_cell = e->kind == HIR_CELL_EXPR;
    if (is_cell && e->cell.kind != HIR_SYMBOL_CELL && e->cell.kind != HIR_EXTENT_CELL &&
        e->cell.kind != HIR_BYTES_CELL)
        fault(v, "a buffer's place that the layout does not tell");
    for (uint32_t i = 0; i < e->n && !v->fault; i++) known(v, e->args[i]);
}

static void buffer(Form *v, const HirBuffer *b) {
    const HirFn *f = v->f;
    const size_t counts[] = {1, f->n_cells[HIR_HEAP_CELL], f->n_cells[HIR_IN_CELL],
                             f->n_cells[HIR_OUT_CELL], v->p->constants.len};
    in_range(v, b->index, counts[b->place], "a buffer in a place that there is not");
    if ((b->place == HIR_IN_ARENA) != (b->offset != NULL))
        fault(v, "an offset is of the arena's buffers");
    if (b->place == HIR_IN_ARENA && !f->arena) fault(v, "a buffer in an arena that there is not");
    if (b->heir && (b->place != HIR_IN_INPUT || b->heir > f->n_cells[HIR_OUT_CELL]))
        fault(v, "an heir that there is not");
    if ((b->offset && hir_is_checked(b->offset)) || (b->at && hir_is_checked(b->at)))
        fault(v, "checked arithmetic where no cell is set");
    known(v, b->offset);
    known(v, b->at);
    known(v, b->bytes);
}

static void values(Form *v, const HirValues *list, HirCellKind cells) {
    for (size_t i = 0; i < list->len; i++) {
        const HirValue *x = &list->at[i];
        if (x->kind == HIR_TENSOR)
            in_range(v, x->index, v->f->n_cells[cells], "a cell that the frame has not");
        if (x->takes)
            in_range(v, x->takes - 1, v->f->inputs.len, "an input that the entry has not");
    }
}

bool hir_verify_form(const HirProgram *p, const HirFn *f) {
    Form v = {.p = p, .f = f, .section = HIR_SECTION_LAYOUT};
    for (size_t i = 0; i < f->given.len; i++)
        in_range(&v, f->given.at[i], f->n_cells[HIR_SYMBOL_CELL], "a symbol that it has not");
    for (size_t i = 0; i < f->allocated.len; i++)
        in_range(&v, f->allocated.at[i], f->n_cells[HIR_OUT_CELL], "an output that it has not");
    if (f->n_floats_in > f->n_cells[HIR_FLOAT_CELL]) fault(&v, "a number that it has not");
    values(&v, &f->inputs, HIR_IN_CELL);
    values(&v, &f->outputs, HIR_OUT_CELL);
    if (f->arena) known(&v, f->arena);
    if (f->arena && hir_is_checked(f->arena)) fault(&v, "checked arithmetic where no cell is set");
    for (size_t i = 0; i < f->buffers.len && !v.fault; i++) buffer(&v, &f->buffers.at[i]);
    for (int k = 0; k < HIR_SECTIONS && !v.fault; k++) {
        v.section = (HirSection)k;
        if (k >= HIR_SECTION_BIND && f->sections[k].len && !f->is_entry)
            fault(&v, "sections that entries alone have");
        list(&v, &f->sections[k]);
    }
    return !v.fault || hir_wrong(p, f, v.stmt, v.fault);
}
