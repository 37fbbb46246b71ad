/* SPDX-License-Identifier: Apache-2.0 */
/* BucketCollectives: sums over all ranks go together, in buckets of so many bytes, and each as soon
 * as what is in it is complete: what computes on can run meanwhile (backend/overlap.c).
 *
 *     g2 = ...                                g2 = ...
 *     g1 = ...                                g1 = ...
 *     u = ...                                 row = R.concat((reshaped g2, g1))
 *     s1 = R.ccl.allreduce(g1)                sum = R.ccl.allreduce(row)
 *     s2 = R.ccl.allreduce(g2)                s2, s1 = parts of sum, reshaped
 *     ...                                     u = ...
 *
 * What is between a gradient and its sum alone, as R.multiply(lr, g1), moves up with it. Only
 * sums of the function's own body go together, alike in attributes and dtype, in the order in
 * which their operands are complete. One joins the bucket unless this would be too large, or
 * something reads a sum of it before the last operand is there. What is larger alone, or of an
 * extent that is no number, moves up by itself. Each element is summed as before. Linear, but
 * for the kinds of attributes that there are. */
#include "passes/bucket_collectives.h"

#include "ir/clone.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

typedef struct {
    const IrBinding *call;
    VEC(IrBinding *) before; /* what moves up with it, the last one first */
    uint32_t at, first_use;  /* places in the body: where its operand may be complete */
    int64_t elements;        /* -1: not known */
} Member;

typedef VEC(Member) Members;

typedef struct {
    Members members;
    int64_t elements; /* -1: not known, of a single member */
    uint32_t at;
} Bucket;

typedef VEC(Bucket *) BucketList;

typedef struct {
    IrModule *m;
    Arena *arena;
    int64_t most; /* bytes */
    /* By variable: where it is made (0 of a parameter) and used first, how often, and by which call
     * of the body it is made. */
    uint32_t *made, *used, *n_uses;
    uint32_t *mentioned; /* by symbol of the function: where it is defined; UINT32_MAX: not yet */
    const IrFunction *fn;
    IrBinding **maker;
    Members found;
    BucketList open, all; /* open: one for each kind */
    BucketList *lists;    /* by place */
    Members *members;     /* by place */
    bool *is_moved;       /* by variable: it is made with a bucket */
    uint32_t now;         /* the place of the copy */
} Buckets;

/* --- What goes together --- */

static void use(Buckets *s, const IrOperands *list, uint32_t at) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR) continue;
        s->n_uses[o->var->id]++;
        if (s->used[o->var->id] > at) s->used[o->var->id] = at;
    }
}

static int64_t count(const IrType *t) {
    int64_t n = 1, dim;
    bool ok = t->dims && !dtype_is_small(t->dtype);
    for (int32_t d = 0; ok && d < t->ndim; d++)
        ok = ir_dim_is_const(t->dims[d], &dim) && mul_i64(n, dim, &n);
    return ok ? n : -1;
}

/* --- Symbols: what mentions one is behind the cast that defines it --- */

typedef struct {
    Buckets *s;
    uint32_t at, last; /* last: where the last one is defined */
} Mentions;

static void see_symbol(void *user, IrSymbol *symbol) {
    Mentions *m = user;
    if (symbol->function != m->s->fn) return;
    uint32_t *first = &m->s->mentioned[symbol->index];
    if (*first == UINT32_MAX) *first = m->at;
    if (*first > m->last) m->last = *first;
}

/* Where all symbols are defined that the binding mentions; the first mention defines one. */
static uint32_t see_symbols(Buckets *s, const IrBinding *b, uint32_t at) {
    Mentions m = {s, at, 0};
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM)
            ir_type_symbols(o->type, see_symbol, &m);
    }
    if (b->var) ir_type_symbols(b->var->type, see_symbol, &m);
    return m.last;
}

/* What is of the body itself has places from 1 on; what stands in a branch has its IF's. */
static uint32_t list_members(Buckets *s, const IrFunction *fn) {
    uint32_t at = 0;
    IrWalk walk;
    for (uint32_t i = 0; i < fn->n_vars; i++) s->used[i] = UINT32_MAX;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(s->m->ctx);
        const bool is_own = b->block->body == fn->body;
        at += is_own;
        use(s, &b->operands, at);
        if (is_own) see_symbols(s, b, at);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) use(s, &b->bodies[i]->result, at);
        if (b->var) s->made[b->var->id] = at;
        if (b->var && is_own && b->kind == IR_BIND_CALL) s->maker[b->var->id] = b;
        const IrOperand *x = b->operands.at;
        const bool sums = is_own && b->kind == IR_BIND_CALL && b->op == &op_ccl_allreduce;
        if (!sums || x->kind != IR_OPERAND_VAR || s->is_moved[x->var->id]) continue;
        const Member m = {.call = b, .at = s->made[x->var->id], .elements = count(b->var->type)};
        s->is_moved[b->var->id] = true;
        vec_push(s->arena, &s->found, m);
    }
    use(s, &fn->body->result, at + 1);
    return at;
}

/* It may be made earlier: nobody but the next call reads it, and no sum moves behind it. */
static bool may_move(const Buckets *s, const IrVar *x) {
    const IrBinding *b = s->maker[x->id];
    bool ok = b && s->n_uses[x->id] == 1 && !s->is_moved[x->id] && (b->op->flags & OP_PURE) &&
              !(b->op->flags & (OP_WORKERS | OP_DISTINCT));
    for (uint32_t i = 0; ok && i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        ok = o->kind != IR_OPERAND_VAR || !s->is_moved[o->var->id];
    }
    return ok;
}

/* The operand that is made last; *floor: raised to where all others are. NULL: there is none. */
static const IrVar *last_operand(const Buckets *s, const IrBinding *b, uint32_t *floor) {
    const IrVar *last = NULL;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR || o->var == last) continue;
        const bool is_later = !last || s->made[o->var->id] > s->made[last->id];
        const IrVar *other = is_later ? last : o->var;
        if (is_later) last = o->var;
        if (other && s->made[other->id] > *floor) *floor = s->made[other->id];
    }
    return last;
}

/* Calls one behind the other that end in the sum's operand move up, each as far as the values that
 * it reads. */
static void climb(Buckets *s, Member *m) {
    const IrVar *x = m->call->operands.at->var;
    uint32_t floor = 0;
    while (x) {
        m->at = s->made[x->id];
        if (m->at <= floor || !may_move(s, x)) break;
        IrBinding *b = s->maker[x->id];
        s->is_moved[x->id] = true;
        vec_push(s->arena, &m->before, b);
        const uint32_t symbols = see_symbols(s, b, m->at);
        if (symbols > floor) floor = symbols;
        x = last_operand(s, b, &floor);
        m->at = 0;
    }
    if (m->at < floor) m->at = floor;
}

static bool is_alike(const Member *a, const Member *b) {
    const uint32_t n = ir_op_n_attrs(&op_ccl_allreduce);
    bool same = a->call->var->type->dtype == b->call->var->type->dtype;
    for (uint32_t i = 0; same && i < n; i++)
        same = ir_attr_equal(&a->call->attrs[i], &b->call->attrs[i]);
    return same;
}

/* In the order of places: no member reads a sum of the bucket, as that would be a use before. */
static bool joins(const Buckets *s, const Bucket *b, const Member *m) {
    const int64_t size = (int64_t)dtype_size(m->call->var->type->dtype);
    bool ok = m->elements >= 0 && b->elements >= 0 && b->elements + m->elements <= s->most / size;
    for (size_t i = 0; ok && i < b->members.len; i++) ok = b->members.at[i].first_use > m->at;
    return ok;
}

static void add(Buckets *s, const Member *m) {
    size_t k = 0;
    while (k < s->open.len && !is_alike(&s->open.at[k]->members.at[0], m)) k++;
    if (k == s->open.len) vec_push(s->arena, &s->open, NULL);
    Bucket *b = s->open.at[k];
    if (!b || !joins(s, b, m)) {
        b = s->open.at[k] = ARENA_NEW(s->arena, Bucket);
        vec_push(s->arena, &s->all, b);
    }
    vec_push(s->arena, &b->members, *m);
    b->elements = m->elements < 0 ? -1 : b->elements + m->elements;
    b->at = m->at;
}

/* Those that fill whole lines of the cache come first, so that no scalar, as a loss, puts all that
 * is behind it between two lines. Where a member lies changes no sum. */
static void align(Buckets *s, Bucket *b) {
    enum { LINE = 64 };
    const size_t n = b->members.len;
    Member *sorted = ARENA_ARRAY(s->arena, Member, n + 1);
    size_t at = 0;
    for (int fills = 1; fills >= 0; fills--) {
        for (size_t i = 0; i < n; i++) {
            const Member *m = &b->members.at[i];
            const int64_t size = (int64_t)dtype_size(m->call->var->type->dtype);
            if (fills == (m->elements >= 0 && m->elements % (LINE / size) == 0)) sorted[at++] = *m;
        }
    }
    for (size_t i = 0; i < n; i++) b->members.at[i] = sorted[i];
}

/* n: places. Those of one place come in the order of the text. */
static void make_buckets(Buckets *s, uint32_t n) {
    Members *by_place = s->members = ARENA_ARRAY(s->arena, Members, (size_t)n + 1);
    s->lists = ARENA_ARRAY(s->arena, BucketList, (size_t)n + 1);
    for (size_t i = 0; i < s->found.len; i++) {
        Member m = s->found.at[i];
        m.first_use = s->used[m.call->var->id];
        climb(s, &m);
        vec_push(s->arena, &by_place[m.at], m);
    }
    for (uint32_t at = 0; at <= n; at++) {
        for (size_t i = 0; i < by_place[at].len; i++) add(s, &by_place[at].at[i]);
    }
    for (size_t i = 0; i < s->all.len; i++) {
        Bucket *b = s->all.at[i];
        vec_push(s->arena, &s->lists[b->at], b);
        align(s, b);
    }
}

/* --- The copy --- */

static IrOperand sum_of(OpDecompose *d, const Member *m, IrOperand x) {
    const uint32_t n = ir_op_n_attrs(&op_ccl_allreduce);
    IrAttr *attrs = d_attrs(d, &op_ccl_allreduce);
    memcpy(attrs, m->call->attrs, n * sizeof *attrs);
    return d_call(d, &op_ccl_allreduce, &x, 1, attrs);
}

/* Parts of the row, which has those of all members one behind the other. */
static IrOperand split(Buckets *s, OpDecompose *d, const Bucket *b, IrOperand row) {
    const size_t n = b->members.len;
    int64_t *ends = ARENA_ARRAY(s->arena, int64_t, n), at = 0;
    for (size_t i = 0; i < n; i++) ends[i] = at += b->members.at[i].elements;
    IrAttr *attrs = d_attrs(d, &op_split);
    d_set_ints(&op_split, attrs, "indices_or_sections", ends, (uint32_t)n - 1);
    return d_call(d, &op_split, &row, 1, attrs);
}

static void emit(IrClone *c, Buckets *s, const Bucket *b) {
    const size_t n = b->members.len;
    OpDecompose d = {.b = &c->b};
    if (n == 1) {
        const Member *m = &b->members.at[0];
        d.name = m->call->var->name;
        ir_clone_set(c, m->call->var, sum_of(&d, m, *ir_clone_value(c, m->call->operands.at->var)));
        return;
    }
    IrOperand *rows = ARENA_ARRAY(s->arena, IrOperand, n);
    for (size_t i = 0; i < n; i++) {
        const Member *m = &b->members.at[i];
        const IrDim *dim = ir_dim_const(s->m, m->elements);
        rows[i] = d_reshape(&d, *ir_clone_value(c, m->call->operands.at->var), &dim, 1);
    }
    const IrOperand sum = sum_of(&d, &b->members.at[0], d_concat(&d, rows, (uint32_t)n, 0));
    const IrOperand parts = split(s, &d, b, sum);
    for (size_t i = 0; i < n; i++) {
        const IrVar *v = b->members.at[i].call->var;
        const IrType *t = ir_clone_type(c, v->type);
        ir_clone_set(c, v, d_reshape(&d, d_field(&d, parts, (uint32_t)i), t->dims, t->ndim));
    }
}

/* What moves up to that place, and the buckets that are complete then. */
static bool emit_all(IrClone *c, Buckets *s, uint32_t at) {
    bool ok = true;
    for (size_t i = 0; i < s->members[at].len; i++) {
        const Member *m = &s->members[at].at[i];
        for (size_t k = m->before.len; ok && k-- > 0;) ok = ir_clone_binding(c, m->before.at[k]);
    }
    for (size_t i = 0; ok && i < s->lists[at].len; i++) emit(c, s, s->lists[at].at[i]);
    return ok;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Buckets *s = c->user;
    if (c->outer || b->block->body->owner) return IR_CLONE_COPY;
    if (!s->now++ && !emit_all(c, s, 0)) return IR_CLONE_FAILED;
    const bool is_moved = b->var && s->is_moved[b->var->id];
    if (!is_moved && !ir_clone_binding(c, b)) return IR_CLONE_FAILED;
    return emit_all(c, s, s->now) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static bool run(Buckets *s, IrFunction *fn) {
    s->made = ARENA_ARRAY(s->arena, uint32_t, (size_t)fn->n_vars + 1);
    s->used = ARENA_ARRAY(s->arena, uint32_t, (size_t)fn->n_vars + 1);
    s->n_uses = ARENA_ARRAY(s->arena, uint32_t, (size_t)fn->n_vars + 1);
    s->maker = ARENA_ARRAY(s->arena, IrBinding *, (size_t)fn->n_vars + 1);
    s->is_moved = ARENA_ARRAY(s->arena, bool, (size_t)fn->n_vars + 1);
    s->mentioned = ARENA_ARRAY(s->arena, uint32_t, fn->symbols.len + 1);
    s->fn = fn;
    for (size_t i = 0; i < fn->symbols.len; i++) s->mentioned[i] = UINT32_MAX;
    Mentions params = {s, 0, 0};
    for (size_t i = 0; i < fn->params.len; i++)
        ir_type_symbols(fn->params.at[i]->type, see_symbol, &params);
    const uint32_t n = list_members(s, fn);
    if (!s->found.len) return true;
    make_buckets(s, n);
    IrClone c;
    IrFunction *made = ir_clone_begin(&c, s->m, s->arena, fn, NULL);
    for (size_t i = 0; i < fn->params.len; i++) ir_clone_param(&c, fn->params.at[i]);
    c.visit = visit;
    c.user = s;
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(fn->global, made);
    return true;
}

bool bucket_collectives(IrModule *m, int64_t bytes) {
    bool ok = true;
    Arena arena;
    arena_init(&arena, m->ctx);
    for (size_t i = 0; ok && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        Buckets s = {.m = m, .arena = &arena, .most = bytes};
        if (fn && fn->body) ok = run(&s, fn);
    }
    arena_fini(&arena);
    return ok && blocks_finish(m);
}

bool pass_bucket_collectives(IrModule *m, const PassValue *values) {
    enum { BYTES };
    return bucket_collectives(m, values[BYTES].i);
}
