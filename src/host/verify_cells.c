/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a cell has a value wherever it is used. What is set stays set, so that a list of the
 * cells in the order in which they were set is the state: a branch is taken back by its length, and
 * behind an `if` only those of both branches are left. Behind a loop those are set that were when
 * it could first be left. Recursion is as deep as the text's. */
#include "base/map.h"
#include "host/parts.h"

typedef struct {
    uint32_t frame, index; /* frame: its serial number */
    int kind;              /* HIR_CELLS: the layout has run */
    bool is_set;
    uint32_t mark;
} Known;

typedef struct {
    uint32_t serial;
    const HirFn *f;
} Open;

typedef VEC(Known *) Log;

typedef struct {
    const HirProgram *p;
    const HirFn *f;
    Arena arena;
    Map known;
    Log set;        /* in order */
    VEC(Open) open; /* its own, then frames */
    uint32_t serials, marks;
    bool ends; /* nothing runs here any more */
    Log *left; /* of the innermost loop: what was set when it could first be left; NULL: not yet */
    size_t loop_mark;
    Log laid; /* what the layout sets */
    const HirStmt *stmt;
    const char *fault;
} Cells;

static Known *known(Cells *v, uint32_t frame, int kind, uint32_t index) {
    const uint64_t hash = hash_mix(hash_mix((uint64_t)frame, (uint64_t)kind), index);
    for (MapIter it = map_find(&v->known, hash); map_next(&v->known, &it);) {
        Known *k = it.value;
        if (k->frame == frame && k->kind == kind && k->index == index) return k;
    }
    Known *k = ARENA_NEW(&v->arena, Known);
    *k = (Known){.frame = frame, .kind = kind, .index = index};
    map_add(&v->known, hash, k);
    return k;
}

static void set(Cells *v, uint32_t level, int kind, uint32_t index) {
    Known *k = known(v, v->open.at[level].serial, kind, index);
    if (k->is_set) return;
    k->is_set = true;
    vec_push(&v->arena, &v->set, k);
}

static void back_to(Cells *v, size_t mark) {
    while (v->set.len > mark) v->set.at[--v->set.len]->is_set = false;
}

static void use(Cells *v, uint32_t level, int kind, uint32_t index) {
    if (v->ends || v->fault || known(v, v->open.at[level].serial, kind, index)->is_set) return;
    const bool is_layout = kind == HIR_CELLS;
    const HirCellRow *row = &hir_cell_rows[is_layout ? 0 : kind];
    v->fault = is_layout ? "a call of a function that was not laid out"
                         : arena_printf(v->p->arena,
                                        row->is_list ? "%s%s%u may have no value"
                                                     : "%s%s may have no value",
                                        level ? "a frame's " : "", row->name, index);
}

static void expr(Cells *v, const HirExpr *e);

static void place(Cells *v, const HirBuffer *b) {
    switch (b->place) {
    case HIR_IN_ARENA: use(v, 0, HIR_ARENA_CELL, 0); break;
    case HIR_IN_INPUT: use(v, 0, HIR_IN_CELL, b->index); break;
    case HIR_IN_OUTPUT: use(v, 0, HIR_OUT_CELL, b->index); break;
    case HIR_IN_HEAP:
    case HIR_IN_CONSTANT:
    case HIR_PLACES: break;
    }
    if (b->offset) expr(v, b->offset);
    if (b->at) expr(v, b->at);
}

static void expr(Cells *v, const HirExpr *e) {
    if (e->kind == HIR_CELL_EXPR && e->cell.kind != HIR_DEPTH_CELL)
        use(v, e->cell.frame, e->cell.kind, e->cell.index);
    if (e->kind == HIR_BUFFER_EXPR) place(v, &v->f->buffers.at[e->number]);
    for (uint32_t i = 0; i < e->n; i++) expr(v, e->args[i]);
}

static void given(Cells *v, uint32_t level) {
    const HirFn *g = v->open.at[level].f;
    for (size_t i = 0; i < g->given.len; i++) use(v, level, HIR_SYMBOL_CELL, g->given.at[i]);
}

static void set_list(Cells *v, uint32_t level, HirCellKind kind) {
    const uint32_t n = v->open.at[level].f->n_cells[kind];
    for (uint32_t i = 0; i < n; i++) set(v, level, kind, i);
}

static void layout(Cells *v, uint32_t level) {
    given(v, level);
    set(v, level, HIR_CELLS, 0);
    set(v, level, HIR_BYTES_CELL, 0);
    for (size_t i = 0; level == 0 && i < v->laid.len; i++)
        set(v, 0, v->laid.at[i]->kind, v->laid.at[i]->index);
}

/* Cells of outputs that are not allocated are the caller's. */
static void outputs(Cells *v, uint32_t level, bool allocated,
                    void (*visit)(Cells *, uint32_t, int, uint32_t)) {
    const HirFn *g = v->open.at[level].f;
    const uint32_t mark = ++v->marks;
    for (size_t i = 0; i < g->allocated.len; i++) {
        known(v, v->open.at[level].serial, HIR_OUT_CELL, g->allocated.at[i])->mark = mark;
        if (allocated) visit(v, level, HIR_OUT_CELL, g->allocated.at[i]);
    }
    for (uint32_t i = 0; !allocated && i < g->n_cells[HIR_OUT_CELL]; i++) {
        if (known(v, v->open.at[level].serial, HIR_OUT_CELL, i)->mark != mark)
            visit(v, level, HIR_OUT_CELL, i);
    }
}

static void call(Cells *v, uint32_t level) {
    const HirFn *g = v->open.at[level].f;
    if (g->sections[HIR_SECTION_LAYOUT].len) use(v, level, HIR_CELLS, 0);
    if (g->arena) use(v, level, HIR_ARENA_CELL, 0);
    given(v, level);
    for (uint32_t i = 0; i < g->n_floats_in; i++) use(v, level, HIR_FLOAT_CELL, i);
    for (uint32_t i = 0; i < g->n_cells[HIR_IN_CELL]; i++) use(v, level, HIR_IN_CELL, i);
    outputs(v, level, false, use);
    outputs(v, level, true, set);
    set_list(v, level, HIR_RETURNED_CELL);
    set_list(v, level, HIR_RETURNED_FLOAT_CELL);
}

static void block(Cells *v, const HirBlock *b);

static Log taken_back(Cells *v, size_t mark) {
    Log out = {.at = NULL};
    for (size_t i = mark; i < v->set.len; i++) vec_push(&v->arena, &out, v->set.at[i]);
    back_to(v, mark);
    return out;
}

static void set_all(Cells *v, const Log *list) {
    for (size_t i = 0; i < list->len; i++) {
        if (list->at[i]->is_set) continue;
        list->at[i]->is_set = true;
        vec_push(&v->arena, &v->set, list->at[i]);
    }
}

static void branch(Cells *v, const HirStmt *s) {
    const size_t mark = v->set.len;
    const bool ended = v->ends;
    expr(v, s->branch.condition);
    block(v, &s->branch.bodies[0]);
    const bool first_ends = v->ends;
    Log first = taken_back(v, mark);
    v->ends = ended;
    block(v, &s->branch.bodies[1]);
    const bool second_ends = v->ends;
    Log second = taken_back(v, mark), both = {.at = NULL};
    const uint32_t in_first = ++v->marks;
    for (size_t i = 0; i < first.len; i++) first.at[i]->mark = in_first;
    for (size_t i = 0; i < second.len; i++) {
        if (second.at[i]->mark == in_first) vec_push(&v->arena, &both, second.at[i]);
    }
    set_all(v, first_ends ? &second : second_ends ? &first : &both);
    v->ends = first_ends && second_ends;
}

static void loop(Cells *v, const HirStmt *s) {
    Log *outer = v->left;
    const size_t mark = v->set.len, outer_mark = v->loop_mark;
    const bool ended = v->ends;
    v->left = NULL;
    v->loop_mark = mark;
    block(v, &s->loop.body);
    back_to(v, mark);
    if (v->left) set_all(v, v->left);
    v->ends = ended || !v->left;
    v->left = outer;
    v->loop_mark = outer_mark;
}

static void leave(Cells *v, const HirStmt *s) {
    expr(v, s->leave.condition);
    if (v->left) return;
    v->left = ARENA_NEW(&v->arena, Log);
    for (size_t i = v->loop_mark; i < v->set.len; i++) vec_push(&v->arena, v->left, v->set.at[i]);
}

static void kernel(Cells *v, const HirKernelCall *k) {
    for (size_t i = 0; i < k->reads.len; i++) place(v, &v->f->buffers.at[k->reads.at[i]]);
    for (size_t i = 0; i < k->writes.len; i++) place(v, &v->f->buffers.at[k->writes.at[i]]);
    for (size_t i = 0; i < k->sizes.len; i++) expr(v, k->sizes.at[i]);
    if (k->work) expr(v, k->work);
    if (k->site.operations) expr(v, k->site.operations);
    if (k->site.bytes) expr(v, k->site.bytes);
}

static void frame(Cells *v, const HirStmt *s) {
    vec_push(&v->arena, &v->open, ((Open){++v->serials, v->p->functions.at[s->frame.function]}));
    block(v, &s->frame.body);
    v->open.len--;
}

static void stmt(Cells *v, const HirStmt *s) {
    switch (s->kind) {
    case HIR_SET:
        expr(v, s->set.value);
        set(v, s->set.cell.frame, s->set.cell.kind, s->set.cell.index);
        return;
    case HIR_DIM:
    case HIR_DATA: expr(v, s->out.value); return;
    case HIR_STORE:
        expr(v, s->store.at);
        expr(v, s->store.value);
        return;
    case HIR_COPY:
        expr(v, s->copy.to);
        expr(v, s->copy.from);
        expr(v, s->copy.bytes);
        return;
    case HIR_ALLOC:
    case HIR_TAKE: expr(v, s->memory.value); return;
    case HIR_FREE: expr(v, s->memory.at); return;
    case HIR_FAIL:
        expr(v, s->fail.condition);
        if (s->fail.condition->kind == HIR_INT_EXPR && s->fail.condition->i) v->ends = true;
        return;
    case HIR_IF: branch(v, s); return;
    case HIR_LOOP: loop(v, s); return;
    case HIR_LEAVE: leave(v, s); return;
    case HIR_FRAME: frame(v, s); return;
    case HIR_LAYOUT: layout(v, s->frame_level); return;
    case HIR_CALL: call(v, s->frame_level); return;
    case HIR_KERNEL:
    case HIR_COLLECTIVE:
    case HIR_START:
    case HIR_WAIT:
    case HIR_LIBRARY: kernel(v, &s->kernel); return;
    case HIR_PREPARE:
        for (size_t i = 0; i < s->prepare.symbols.len; i++) expr(v, s->prepare.symbols.at[i]);
        return;
    case HIR_PART: block(v, &s->part); return;
    case HIR_POLL:
    case HIR_STMTS: return;
    }
}

static void block(Cells *v, const HirBlock *b) {
    for (size_t i = 0; i < b->len && !v->fault; i++) {
        ctx_poll(v->p->ctx);
        v->stmt = b->at[i];
        stmt(v, b->at[i]);
    }
}

/* What a caller gives, and what the layout made of it, is there. */
static void body(Cells *v) {
    const HirFn *f = v->f;
    for (size_t i = 0; i < f->given.len; i++) set(v, 0, HIR_SYMBOL_CELL, f->given.at[i]);
    block(v, &f->sections[HIR_SECTION_LAYOUT]);
    if (f->arena) expr(v, f->arena);
    for (size_t i = 0; i < v->set.len; i++) vec_push(&v->arena, &v->laid, v->set.at[i]);
    if (f->arena) set(v, 0, HIR_ARENA_CELL, 0);
    set_list(v, 0, HIR_IN_CELL);
    outputs(v, 0, false, set);
    for (uint32_t i = 0; i < f->n_floats_in; i++) set(v, 0, HIR_FLOAT_CELL, i);
    block(v, &f->sections[HIR_SECTION_BODY]);
    if (!v->fault) v->stmt = NULL;
    outputs(v, 0, true, use);
    for (uint32_t i = 0; i < f->n_cells[HIR_RETURNED_CELL]; i++) use(v, 0, HIR_RETURNED_CELL, i);
    for (uint32_t i = 0; i < f->n_cells[HIR_RETURNED_FLOAT_CELL]; i++)
        use(v, 0, HIR_RETURNED_FLOAT_CELL, i);
}

bool hir_verify_cells(const HirProgram *p, const HirFn *f) {
    Cells v = {.p = p, .f = f};
    arena_init(&v.arena, p->ctx);
    map_init(&v.known, &v.arena);
    vec_push(&v.arena, &v.open, ((Open){++v.serials, f}));
    body(&v);
    if (f->is_entry && !v.fault) {
        v.ends = false;
        v.open.at[0].serial = ++v.serials;
        block(&v, &f->sections[HIR_SECTION_BIND]);
        const size_t mark = v.set.len;
        block(&v, &f->sections[HIR_SECTION_PLAN]);
        back_to(&v, mark);
        set(&v, 0, HIR_ARENA_CELL, 0);
        block(&v, &f->sections[HIR_SECTION_RUN]);
    }
    const char *fault = v.fault;
    const HirStmt *s = v.stmt;
    arena_fini(&v.arena);
    return !fault || hir_wrong(p, f, s, fault);
}
