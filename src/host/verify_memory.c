/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a function as its body sees it, byte for byte but for the numbers in it: each piece
 * knows whose value was written there last. A statement must find its own values in what it reads;
 * a later value in their place is a fault of the plan. What lies on the heap is one piece a cell.
 * Symbols get small values of their own, three times. Of a function of more than STATEMENTS_MAX
 * statements nothing is looked at: time rises with the product of statements and values. */
#include "base/map.h"
#include "host/parts.h"

enum { STATEMENTS_MAX = 20000, SPACE_BITS = 44, UNKNOWN_BYTES = 192 };

typedef struct {
    int64_t from, to;
    uint32_t value; /* 1 + its number; 0: nobody's */
} Piece;

typedef VEC(Piece) Pieces;
typedef VEC(uint32_t) Buffers;

typedef struct {
    int64_t v;
    bool is_known;
} Value;

typedef struct {
    Buffers reads, writes;
} Touched;

typedef struct {
    const HirProgram *p;
    const HirFn *f;
    Arena *arena;
    Value *symbols, *extents, bytes;
    int64_t arena_bytes;
    bool is_bad; /* a size passes 63 bits: these values tell nothing */
    Pieces now;
    VEC(Touched) frames;
    uint32_t
        *listed; /* by buffer: so many of the loops that are open list it, from the outermost on */
    uint32_t loop; /* how many are open */
    const HirStmt *stmt;
    const char *fault;
} Memory;

/* Sizes */

static Value number(int64_t v) { return (Value){v, true}; }

static Value eval(Memory *c, const HirExpr *e);

static Value cell(Memory *c, HirCell cell) {
    if (cell.frame) return number(UNKNOWN_BYTES);
    switch (cell.kind) {
    case HIR_SYMBOL_CELL: return c->symbols[cell.index];
    case HIR_EXTENT_CELL: return c->extents[cell.index];
    case HIR_BYTES_CELL: return c->bytes;
    default: return (Value){0, false};
    }
}

static bool combine(HirExprKind kind, int64_t a, int64_t b, int64_t *out) {
    switch (kind) {
    case HIR_ADD_EXPR: return add_i64(a, b, out);
    case HIR_MUL_EXPR: return mul_i64(a, b, out);
    case HIR_FLOORDIV_EXPR:
        if (b == 0 || (b == -1 && a == INT64_MIN)) return false;
        *out = a / b - (a % b != 0 && (a < 0) != (b < 0));
        return true;
    case HIR_MIN_EXPR: *out = a < b ? a : b; return true;
    case HIR_MAX_EXPR: *out = a > b ? a : b; return true;
    case HIR_EQ_EXPR: *out = a == b; return true;
    case HIR_NE_EXPR: *out = a != b; return true;
    case HIR_LT_EXPR: *out = a < b; return true;
    case HIR_ALL_EXPR: *out = a && b; return true;
    case HIR_ANY_EXPR: *out = a || b; return true;
    default: return false;
    }
}

static Value eval(Memory *c, const HirExpr *e) {
    if (e->kind == HIR_INT_EXPR) return number(e->i);
    if (e->kind == HIR_CELL_EXPR) return cell(c, e->cell);
    if (e->kind == HIR_WORK_EXPR) return number(UNKNOWN_BYTES);
    const bool is_known =
        e->n && (e->kind == HIR_ROUND_EXPR || combine(e->kind, 1, 1, &(int64_t){0}));
    Value v = is_known ? eval(c, e->args[0]) : (Value){0, false};
    for (uint32_t i = 1; i < e->n && v.is_known; i++) {
        const Value w = eval(c, e->args[i]);
        v.is_known = w.is_known;
        if (w.is_known && !combine(e->kind, v.v, w.v, &v.v)) c->is_bad = true;
    }
    if (e->kind != HIR_ROUND_EXPR) return v;
    if (v.v > INT64_MAX - 64)
        c->is_bad = true;
    else
        v.v = v.v < 0 ? 0 : (v.v + 63) / 64 * 64;
    return v;
}

static void lay_out(Memory *c, const HirBlock *b) {
    for (size_t i = 0; i < b->len && !c->is_bad; i++) {
        const HirStmt *s = b->at[i];
        if (s->kind == HIR_FRAME) lay_out(c, &s->frame.body);
        if (s->kind != HIR_SET || s->set.cell.frame) continue;
        const Value v = eval(c, s->set.value);
        if (s->set.cell.kind == HIR_SYMBOL_CELL) c->symbols[s->set.cell.index] = v;
        if (s->set.cell.kind == HIR_EXTENT_CELL) c->extents[s->set.cell.index] = v;
        if (s->set.cell.kind == HIR_BYTES_CELL) c->bytes = v;
    }
}

/* Pieces */

typedef struct {
    int64_t from, to; /* from >= to: nothing, or memory that nobody plans */
} Range;

static Range range_of(Memory *c, uint32_t number) {
    const HirBuffer *b = &c->f->buffers.at[number];
    const int64_t outputs = c->f->n_cells[HIR_OUT_CELL];
    const Value at = b->at ? eval(c, b->at) : (Value){0, true};
    const Value bytes = b->bytes ? eval(c, b->bytes) : (Value){1, true};
    int64_t from = 0, to = 0;
    switch (b->place) {
    case HIR_IN_ARENA: from = eval(c, b->offset).v; break;
    case HIR_IN_OUTPUT: from = (int64_t)(b->index + 1) << SPACE_BITS; break;
    case HIR_IN_HEAP: from = (b->index + 1 + outputs) << SPACE_BITS; return (Range){from, from + 1};
    case HIR_IN_INPUT:
        if (!b->heir) return (Range){0, 0};
        from = (int64_t)b->heir << SPACE_BITS;
        break;
    case HIR_IN_CONSTANT:
    case HIR_PLACES: return (Range){0, 0};
    }
    if (!add_i64(from, at.v, &from) || !add_i64(from, bytes.is_known ? bytes.v : 1, &to))
        c->is_bad = true;
    return (Range){from, to};
}

static bool overlap(Range a, Range b) {
    return a.from < b.to && b.from < a.to && a.from < a.to && b.from < b.to;
}

static void fault(Memory *c, uint32_t buffer, const char *what) {
    if (!c->fault) c->fault = arena_printf(c->p->arena, "buffer %u %s", buffer, what);
}

static void add(Memory *c, Pieces *out, Piece p) {
    if (p.from >= p.to) return;
    Piece *last = out->len ? &out->at[out->len - 1] : NULL;
    if (last && last->to == p.from && last->value == p.value) {
        last->to = p.to;
        return;
    }
    vec_push(c->arena, out, p);
}

/* The first piece that ends behind the address. */
static size_t find(const Pieces *p, int64_t at) {
    size_t lo = 0, hi = p->len;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (p->at[mid].to <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void write(Memory *c, uint32_t buffer, uint32_t value) {
    const Range r = range_of(c, buffer);
    if (r.from >= r.to) return;
    Pieces *p = &c->now;
    const size_t first = find(p, r.from), end = find(p, r.to);
    Piece made[3];
    size_t n = 0, behind = end;
    if (first < p->len && p->at[first].from < r.from)
        made[n++] = (Piece){p->at[first].from, r.from, p->at[first].value};
    made[n++] = (Piece){r.from, r.to, value};
    if (end < p->len && p->at[end].from < r.to)
        made[n++] = (Piece){r.to, p->at[end].to, p->at[end].value}, behind++;
    const size_t rest = p->len - behind;
    vec_reserve(c->arena, p, n);
    memmove(p->at + first + n, p->at + behind, rest * sizeof *p->at);
    memcpy(p->at + first, made, n * sizeof *made);
    p->len = first + n + rest;
}

static void set(Memory *c, uint32_t buffer) {
    write(c, buffer, c->f->buffers.at[buffer].value + 1);
}

static void inside(Memory *c, uint32_t buffer) {
    if (c->f->buffers.at[buffer].place != HIR_IN_ARENA) return;
    const Range r = range_of(c, buffer);
    if (r.from < 0 || (r.from < r.to && r.to > c->arena_bytes))
        fault(c, buffer, "lies outside of the arena");
}

/* Between start and wait of a collective its result is of this value. */
static uint32_t pending(uint32_t collective) { return UINT32_MAX - collective; }

/* Each byte of it is of that value. */
static void expect_value(Memory *c, uint32_t buffer, uint32_t value) {
    const Range r = range_of(c, buffer);
    int64_t at = r.from;
    inside(c, buffer);
    for (size_t i = find(&c->now, at); at < r.to && !c->fault && !c->is_bad; i++) {
        const Piece *p = i < c->now.len ? &c->now.at[i] : NULL;
        if (!p || p->from > at || !p->value) {
            fault(c, buffer, "is read where nothing was written, or only in a branch");
        } else if (p->value > pending((uint32_t)c->p->collectives.len) && p->value != value) {
            fault(c, buffer, "is touched before the collective that makes it has ended");
        } else if (p->value != value) {
            fault(c, buffer,
                  arena_printf(c->p->arena, "was overwritten by value %u", p->value - 1));
        }
        at = p ? p->to : at;
    }
}

/* Each byte of it is a part of its value. */
static void expect(Memory *c, uint32_t buffer) {
    expect_value(c, buffer, c->f->buffers.at[buffer].value + 1);
}

/* What a statement writes lies apart from all else that it touches, but for pairs of `over`. */
static void apart(Memory *c, const Buffers *reads, const Buffers *writes, const HirOver *over,
                  size_t n_over) {
    for (size_t i = 0; i < writes->len; i++) {
        const Range r = range_of(c, writes->at[i]);
        for (size_t k = i + 1; k < writes->len + reads->len; k++) {
            const uint32_t other = k < writes->len ? writes->at[k] : reads->at[k - writes->len];
            bool may = false;
            for (size_t o = 0; o < n_over && k >= writes->len; o++)
                may = may || (over[o].read == other && over[o].write == writes->at[i]);
            if (!may && overlap(r, range_of(c, other)))
                fault(c, writes->at[i], arena_printf(c->p->arena, "lies over buffer %u", other));
        }
    }
}

static void effect(Memory *c, const Buffers *reads, const Buffers *writes, const HirOver *over,
                   size_t n_over) {
    for (size_t i = 0; i < reads->len; i++) expect(c, reads->at[i]);
    for (size_t i = 0; i < writes->len; i++) inside(c, writes->at[i]);
    apart(c, reads, writes, over, n_over);
    for (size_t i = 0; i < writes->len; i++) set(c, writes->at[i]);
}

static Buffers copied(Memory *c, const HirNumbers *from, const HirExpr *work) {
    Buffers out = {.at = NULL};
    for (size_t i = 0; i < from->len; i++) vec_push(c->arena, &out, from->at[i]);
    if (work && work->kind == HIR_BUFFER_EXPR) vec_push(c->arena, &out, work->number);
    return out;
}

/* Statements */

/* Within a loop: its list has the buffer, or nobody writes it. */
static void listed(Memory *c, uint32_t buffer) {
    const HirBuffer *b = &c->f->buffers.at[buffer];
    const bool is_fixed = b->place == HIR_IN_CONSTANT || (b->place == HIR_IN_INPUT && !b->heir);
    if (!is_fixed && c->listed[buffer] < c->loop)
        fault(c, buffer, "is not among those that its loop touches");
}

/* What it loads; within a loop: all that it names. */
static void reads(Memory *c, const HirExpr *e) {
    if (!e) return;
    if (c->loop && e->kind == HIR_BUFFER_EXPR) listed(c, e->number);
    if (!c->loop && e->kind == HIR_LOAD_EXPR && e->args[0]->kind == HIR_BUFFER_EXPR)
        expect(c, e->args[0]->number);
    for (uint32_t i = 0; i < e->n; i++) reads(c, e->args[i]);
}

static bool follow(Memory *c, const HirBlock *b);

static void list_all(Memory *c, const HirNumbers *list, uint32_t to, bool within) {
    for (size_t i = 0; i < list->len; i++) {
        if (within) listed(c, list->at[i]);
        c->listed[list->at[i]] = to;
    }
}

/* As a whole: what is read is there before, and what is written is there behind. Nested loops touch
 * what the outer one lists. */
static void loop(Memory *c, const HirStmt *s) {
    if (!c->loop) {
        const Buffers from = copied(c, &s->loop.reads, NULL), to = copied(c, &s->loop.writes, NULL);
        effect(c, &from, &to, s->loop.over.at, s->loop.over.len);
    }
    const bool within = c->loop > 0;
    list_all(c, &s->loop.reads, c->loop + 1, within);
    list_all(c, &s->loop.writes, c->loop + 1, within);
    c->loop++;
    follow(c, &s->loop.body);
    c->loop--;
    list_all(c, &s->loop.reads, c->loop, false);
    list_all(c, &s->loop.writes, c->loop, false);
}

static void both(Memory *c, const Pieces *a, const Pieces *b, Pieces *out) {
    size_t i = 0, k = 0;
    int64_t at = INT64_MIN;
    while (i < a->len && k < b->len) {
        const Piece x = a->at[i], y = b->at[k];
        const int64_t from = x.from > y.from ? x.from : y.from, to = x.to < y.to ? x.to : y.to;
        add(c, out, (Piece){from > at ? from : at, to, x.value == y.value ? x.value : 0});
        at = to > at ? to : at;
        i += x.to <= to;
        k += y.to <= to;
    }
}

static Pieces copy_of(Memory *c, const Pieces *p) {
    Pieces out = {.at = NULL};
    for (size_t i = 0; i < p->len; i++) vec_push(c->arena, &out, p->at[i]);
    return out;
}

static bool branch(Memory *c, const HirStmt *s) {
    Pieces before = copy_of(c, &c->now), joined = {.at = NULL};
    reads(c, s->branch.condition);
    const bool then = follow(c, &s->branch.bodies[0]);
    const Pieces first = c->now;
    c->now = before;
    const bool otherwise = follow(c, &s->branch.bodies[1]);
    if (then && otherwise) {
        both(c, &first, &c->now, &joined);
        c->now = joined;
    } else if (then) {
        c->now = first;
    }
    return then || otherwise;
}

/* A frame's cells gather what its call touches. */
static void frame_cell(Memory *c, const HirStmt *s) {
    const HirExpr *e = s->set.value;
    Touched *t = &c->frames.at[s->set.cell.frame - 1];
    if (e->kind != HIR_BUFFER_EXPR) return;
    if (s->set.cell.kind == HIR_IN_CELL) vec_push(c->arena, &t->reads, e->number);
    if (s->set.cell.kind == HIR_OUT_CELL || s->set.cell.kind == HIR_ARENA_CELL)
        vec_push(c->arena, &t->writes, e->number);
}

static void assign(Memory *c, const HirStmt *s) {
    const HirExpr *e = s->set.value;
    reads(c, e);
    if (c->loop) return;
    if (s->set.cell.frame)
        frame_cell(c, s);
    else if (s->set.cell.kind == HIR_OUT_CELL && e->kind == HIR_BUFFER_EXPR)
        expect(c, e->number);
}

static void kernel(Memory *c, const HirKernelCall *k) {
    const Buffers from = copied(c, &k->reads, NULL), to = copied(c, &k->writes, k->work);
    for (size_t i = 0; i < k->sizes.len; i++) reads(c, k->sizes.at[i]);
    for (size_t i = 0; c->loop && i < from.len; i++) listed(c, from.at[i]);
    for (size_t i = 0; c->loop && i < to.len; i++) listed(c, to.at[i]);
    if (!c->loop) effect(c, &from, &to, k->over.at, k->over.len);
}

/* Its result is not there before it is waited for, when its operand is still there. */
static void start(Memory *c, const HirKernelCall *k) {
    kernel(c, k);
    if (!c->loop) write(c, k->writes.at[0], pending(k->number));
}

static void wait_for(Memory *c, const HirKernelCall *k) {
    if (c->loop) {
        kernel(c, k);
        return;
    }
    for (size_t i = 0; i < k->reads.len; i++) expect(c, k->reads.at[i]);
    expect_value(c, k->writes.at[0], pending(k->number));
    set(c, k->writes.at[0]);
}

static bool is_heir_of(Memory *c, uint32_t to, uint32_t from) {
    const HirBuffer *input = &c->f->buffers.at[from], *output = &c->f->buffers.at[to];
    const Range a = range_of(c, from), b = range_of(c, to);
    return input->place == HIR_IN_INPUT && input->heir && output->place == HIR_IN_OUTPUT &&
           a.from == b.from && a.to == b.to;
}

static void copy(Memory *c, const HirStmt *s) {
    Buffers from = {.at = NULL}, to = {.at = NULL};
    reads(c, s->copy.to);
    reads(c, s->copy.from);
    if (c->loop) return;
    if (s->copy.from->kind == HIR_BUFFER_EXPR) vec_push(c->arena, &from, s->copy.from->number);
    if (s->copy.to->kind == HIR_BUFFER_EXPR) vec_push(c->arena, &to, s->copy.to->number);
    if (from.len && to.len && is_heir_of(c, to.at[0], from.at[0])) {
        expect(c, from.at[0]); /* here they are the same memory, so nothing is copied */
        return;
    }
    effect(c, &from, &to, NULL, 0);
}

static void memory(Memory *c, const HirStmt *s) {
    const bool is_buffer = s->memory.at->kind == HIR_BUFFER_EXPR;
    reads(c, s->memory.at);
    reads(c, s->memory.value);
    if (c->loop || !is_buffer) return;
    if (s->kind == HIR_FREE) write(c, s->memory.at->number, 0);
    if (s->kind == HIR_TAKE && s->memory.value->kind != HIR_NONE_EXPR) set(c, s->memory.at->number);
}

static void store(Memory *c, const HirStmt *s) {
    reads(c, s->store.at);
    reads(c, s->store.value);
    if (c->loop || s->store.at->kind != HIR_BUFFER_EXPR) return;
    inside(c, s->store.at->number);
    set(c, s->store.at->number);
}

static void frame(Memory *c, const HirStmt *s) {
    vec_push(c->arena, &c->frames, (Touched){.reads = {.at = NULL}});
    follow(c, &s->frame.body);
    c->frames.len--;
}

/* Does the run come to the end of the statement? */
static bool one(Memory *c, const HirStmt *s) {
    Value v;
    switch (s->kind) {
    case HIR_SET: assign(c, s); break;
    case HIR_STORE: store(c, s); break;
    case HIR_COPY: copy(c, s); break;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE: memory(c, s); break;
    case HIR_FAIL:
        reads(c, s->fail.condition);
        v = eval(c, s->fail.condition);
        return !v.is_known || v.v == 0;
    case HIR_IF: return branch(c, s);
    case HIR_LOOP: loop(c, s); break;
    case HIR_LEAVE: reads(c, s->leave.condition); break;
    case HIR_FRAME: frame(c, s); break;
    case HIR_CALL:
        if (!c->loop && s->frame_level) {
            const Touched *t = &c->frames.at[s->frame_level - 1];
            effect(c, &t->reads, &t->writes, NULL, 0);
        }
        break;
    case HIR_KERNEL:
    case HIR_COLLECTIVE:
    case HIR_LIBRARY: kernel(c, &s->kernel); break;
    case HIR_START: start(c, &s->kernel); break;
    case HIR_WAIT: wait_for(c, &s->kernel); break;
    case HIR_PART: return follow(c, &s->part);
    case HIR_DIM:
    case HIR_DATA:
    case HIR_LAYOUT:
    case HIR_PREPARE:
    case HIR_POLL:
    case HIR_STMTS: break;
    }
    return true;
}

static bool follow(Memory *c, const HirBlock *b) {
    for (size_t i = 0; i < b->len && !c->fault && !c->is_bad; i++) {
        ctx_poll(c->p->ctx);
        c->stmt = b->at[i];
        if (!one(c, b->at[i])) return false;
    }
    return true;
}

static size_t count(const HirBlock *b) {
    size_t n = b->len;
    for (size_t i = 0; i < b->len; i++) {
        const HirStmt *s = b->at[i];
        if (s->kind == HIR_IF) n += count(&s->branch.bodies[0]) + count(&s->branch.bodies[1]);
        if (s->kind == HIR_LOOP) n += count(&s->loop.body);
        if (s->kind == HIR_FRAME) n += count(&s->frame.body);
        if (s->kind == HIR_PART) n += count(&s->part);
    }
    return n;
}

/* With a value of its own for each symbol. */
static void try(Memory *c, int64_t first) {
    const HirFn *f = c->f;
    c->symbols = ARENA_ARRAY(c->arena, Value, (size_t)f->n_cells[HIR_SYMBOL_CELL] + 1);
    c->extents = ARENA_ARRAY(c->arena, Value, (size_t)f->n_cells[HIR_EXTENT_CELL] + 1);
    c->listed = ARENA_ARRAY(c->arena, uint32_t, f->buffers.len + 1);
    for (size_t i = 0; i < f->given.len; i++)
        c->symbols[f->given.at[i]] = number(first + (int64_t)(i % 7));
    lay_out(c, &f->sections[HIR_SECTION_LAYOUT]);
    c->arena_bytes = f->arena && !c->is_bad ? eval(c, f->arena).v : 0;
    if (c->is_bad || c->arena_bytes > (int64_t)1 << SPACE_BITS) return;
    for (size_t i = 0; i < f->buffers.len; i++) {
        const HirBuffer *b = &f->buffers.at[i];
        if (b->place == HIR_IN_INPUT && b->heir) set(c, (uint32_t)i);
    }
    follow(c, &f->sections[HIR_SECTION_BODY]);
}

bool hir_verify_memory(const HirProgram *p, const HirFn *f) {
    static const int64_t firsts[] = {1, 3, 64};
    const size_t spaces = (size_t)f->n_cells[HIR_HEAP_CELL] + f->n_cells[HIR_OUT_CELL] + 2;
    if (count(&f->sections[HIR_SECTION_BODY]) > STATEMENTS_MAX || spaces > (size_t)1
                                                                               << (62 - SPACE_BITS))
        return true;
    bool ok = true;
    for (size_t k = 0; k < ARRAY_LEN(firsts) && ok; k++) {
        Arena arena;
        arena_init(&arena, p->ctx);
        Memory c = {.p = p, .f = f, .arena = &arena};
        try(&c, firsts[k]);
        if (c.fault && !c.is_bad) ok = hir_wrong(p, f, c.stmt, c.fault);
        arena_fini(&arena);
    }
    return ok;
}
