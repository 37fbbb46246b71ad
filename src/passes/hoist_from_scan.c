/* SPDX-License-Identifier: Apache-2.0 */
/* HoistFromScan: what a scan need not do in each iteration is done once, beside it.
 *
 *     def step(sum, h, g, w):                     def step(h, g, wt):
 *         wt = R.permute_dims(w)                      y = R.matmul(g, wt)
 *         y = R.matmul(g, wt)                         return (y,)
 *         p = R.matmul(R.permute_dims(h), g)      wt = R.permute_dims(w)
 *         s = R.add(sum, p)                       r = R.scan(step, (), (H, G), (wt,))
 *         return (s, y)                           h = R.reshape(H, (T * rows, a))
 *     r = R.scan(step, (z,), (H, G), (w,))        g = R.reshape(G, (T * rows, b))
 *                                                 s = R.add(z, R.matmul(R.permute_dims(h), g))
 *
 * - A carry that only sums products of two matrices becomes one product of all their rows: what
 *   Gradient makes of the weights of a recurrence. Of the two at most one is stacked for that; the
 *   other one is a slice of a sequence, or stacked as it is.
 * - Products and permutations of captures alone are captures themselves.
 *
 * For scans whose body is a function of the module, and whose result is used by its fields. The
 * body gets another version, so whoever else uses it keeps the old one. Linear. */
#include "ir/clone.h"
#include "ir/fresh.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

/* One of the two matrices: a variable of the body, of which a tensor for each iteration stands
 * beside the scan. */
typedef struct {
    const IrVar *matrix;
    bool across;      /* the rows, over which is summed, are its second dim */
    int64_t sequence; /* it is a slice of that one; -1: no */
} Side;

/* A carry that is only summed up; `of` NULL: it is none. */
typedef struct {
    const IrBinding *of;
    Side sides[2];
} Sum;

typedef struct {
    const IrBinding *scan;
    const IrFunction *body;
    uint32_t n_carries, n_sequences, n_fields, n_kept;
    Sum *sums; /* by carry */
    /* by variable of the body: it is none of the new one's; its parameter, and the field beside the
     * carries that it is, from 1; the place in `stacked`, from 1 */
    bool *gone;
    uint32_t *param, *field, *stack;
    VEC(const IrBinding *) before; /* captures of their own now, in their order */
    VEC(const IrVar *) stacked;    /* what the new body gives beside what the old one does */
    uint32_t *place;               /* by field of the old result: that of the new one; sums: 0 */
    IrGlobal *global;              /* of the new body */
    IrVar *now;                    /* the new scan */
    IrVar **sum_of;                /* by carry: what it has become */
} Change;

typedef struct {
    IrModule *m;
    Arena *arena;
    Map changes; /* by the scan's variable */
    VEC(Change *) list;
    IrFresh names;
} Hoist;

static Change *change_of(const Hoist *h, const IrVar *v) {
    for (MapIter it = map_find(&h->changes, hash_ptr(0, v)); map_next(&h->changes, &it);) {
        Change *c = it.value;
        if (c->scan->var == v) return c;
    }
    return NULL;
}

/* --- What there is to find --- */

static const IrOperand *operand(const IrBinding *b, uint32_t i) {
    return ir_operand_get(&b->operands, i);
}

/* How many, where they are written out; -1: it is one value, or a tuple in one of them is. */
static int64_t count_written(const IrOperand *tuple) {
    if (tuple->kind == IR_OPERAND_NONE) return 0;
    if (tuple->kind != IR_OPERAND_TUPLE || tuple->span != tuple->n + 1) return -1;
    return tuple->n;
}

static bool is_read_by_fields(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || b->kind != IR_BIND_FIELD) return false;
    }
    return true;
}

static bool is_call(const IrBinding *b, const OpDef *op) {
    return b && b->kind == IR_BIND_CALL && b->op == op;
}

static bool is_matrix(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims && t->ndim == 2 && dtype_is_float(t->dtype);
}

static const IrVar *var_of(const IrOperand *o) { return o->kind == IR_OPERAND_VAR ? o->var : NULL; }

/* What stands beside the scan for each iteration's matrix; false: nothing does, nor can. */
static bool find_side(Change *c, const IrVar *v, bool across, Side *out) {
    *out = (Side){.matrix = v, .across = across, .sequence = -1};
    if (v->def) return v->def->block->body == c->body->body && !c->gone[v->id];
    const uint32_t at = c->param[v->id] - 1;
    if (at >= c->n_carries + c->n_sequences) return false; /* a capture */
    if (at >= c->n_carries) out->sequence = (int64_t)at - c->n_carries;
    return true;
}

static bool is_new(const Change *c, const Side *side) {
    return side->sequence < 0 && !c->field[side->matrix->id];
}

static void stack(Change *c, const Side *side, Arena *arena) {
    if (!is_new(c, side) || c->stack[side->matrix->id]) return;
    vec_push(arena, &c->stacked, side->matrix);
    c->stack[side->matrix->id] = (uint32_t)c->stacked.len;
}

/* The carry's sum in the body, as the head says. */
static bool find_sum(Change *c, uint32_t carry, Arena *arena) {
    const IrVar *p = c->body->params.at[carry];
    const IrVar *next = var_of(&c->body->body->result.at[1 + carry]);
    if (!next || !is_call(next->def, &op_add) || p->n_uses != 1 || next->n_uses != 1) return false;
    const IrVar *x = var_of(operand(next->def, 0)), *y = var_of(operand(next->def, 1));
    if (!x || !y || (x != p && y != p)) return false;
    const IrVar *product = x == p ? y : x;
    const IrBinding *mm = product->def;
    if (!is_call(mm, &op_matmul) || product->n_uses != 1 || mm->block->body != c->body->body ||
        next->def->block->body != c->body->body || c->gone[product->id])
        return false;
    if (!is_matrix(p->type) || product->type != p->type || next->type != p->type) return false;
    const IrVar *left = var_of(operand(mm, 0)), *right = var_of(operand(mm, 1));
    if (!left || !right || !is_matrix(left->type) || !is_matrix(right->type)) return false;
    if (left->type->dtype != p->type->dtype || right->type->dtype != p->type->dtype) return false;
    const IrVar *flipped = left;
    if (is_call(left->def, &op_permute_dims)) left = var_of(operand(left->def, 0));
    Sum sum = {.of = next->def};
    if (!left || !find_side(c, left, left == flipped, &sum.sides[0]) ||
        !find_side(c, right, false, &sum.sides[1]) ||
        (is_new(c, &sum.sides[0]) && is_new(c, &sum.sides[1])))
        return false;
    for (int k = 0; k < 2; k++) stack(c, &sum.sides[k], arena);
    c->sums[carry] = sum;
    c->gone[next->id] = c->gone[product->id] = true;
    if (left != flipped && flipped->n_uses == 1) c->gone[flipped->id] = true;
    return true;
}

/* Calls of captures, and of what was found before, that are worth a tensor. */
static void find_before(Change *c, Arena *arena) {
    const size_t first = (size_t)c->n_carries + c->n_sequences;
    bool *fixed = ARENA_ARRAY(arena, bool, (size_t)c->body->n_vars + 1);
    for (size_t i = first; i < c->body->params.len; i++) fixed[c->body->params.at[i]->id] = true;
    for (const IrBinding *b = c->body->body->first; b; b = b->next) {
        if (!is_call(b, &op_matmul) && !is_call(b, &op_permute_dims)) continue;
        bool all = b->var->type->kind == IR_TYPE_TENSOR && b->var->type->dims;
        for (uint32_t i = 0; i < b->operands.n && all; i++) {
            const IrVar *v = var_of(&b->operands.at[i]);
            all = v && fixed[v->id];
        }
        if (!all) continue;
        fixed[b->var->id] = c->gone[b->var->id] = true;
        vec_push(arena, &c->before, b);
    }
}

/* The fields of the new result: carries that stay, what the old body gave, what is stacked. */
static void place_fields(Change *c, Arena *arena) {
    c->place = ARENA_ARRAY(arena, uint32_t, (size_t)c->n_fields + 1);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        if (i >= c->n_carries || !c->sums[i].of) c->place[i] = c->n_kept++;
    }
}

static void note_body(Change *c, Arena *arena) {
    const size_t n = (size_t)c->body->n_vars + 1;
    c->gone = ARENA_ARRAY(arena, bool, n);
    c->param = ARENA_ARRAY(arena, uint32_t, n);
    c->field = ARENA_ARRAY(arena, uint32_t, n);
    c->stack = ARENA_ARRAY(arena, uint32_t, n);
    c->sums = ARENA_ARRAY(arena, Sum, (size_t)c->n_carries + 1);
    c->sum_of = ARENA_ARRAY(arena, IrVar *, (size_t)c->n_carries + 1);
    for (uint32_t i = 0; i < c->body->params.len; i++) c->param[c->body->params.at[i]->id] = i + 1;
    for (uint32_t i = c->n_carries; i < c->n_fields; i++) {
        const IrVar *v = var_of(&c->body->body->result.at[1 + i]);
        if (v && !c->field[v->id]) c->field[v->id] = i + 1;
    }
}

static Change *find_change(Hoist *h, const IrBinding *scan) {
    const IrOperand *callee = operand(scan, 0);
    if (callee->kind != IR_OPERAND_GLOBAL || !is_read_by_fields(scan->var)) return NULL;
    const IrFunction *fn = callee->global->function;
    const int64_t carries = count_written(operand(scan, 1));
    const int64_t sequences = count_written(operand(scan, 2));
    const int64_t captures = count_written(operand(scan, 3));
    if (!fn || !fn->body || carries < 0 || sequences < 0 || captures < 0) return NULL;
    const IrOperand *result = fn->body->result.at;
    if (result->kind != IR_OPERAND_TUPLE || result->span != result->n + 1) return NULL;
    if (scan->var->type->kind != IR_TYPE_TUPLE || scan->var->type->n != result->n) return NULL;
    if (fn->params.len != (size_t)(carries + sequences + captures)) return NULL;
    Change *c = ARENA_NEW(h->arena, Change);
    *c = (Change){.scan = scan,
                  .body = fn,
                  .n_carries = (uint32_t)carries,
                  .n_sequences = (uint32_t)sequences,
                  .n_fields = result->n};
    note_body(c, h->arena);
    find_before(c, h->arena);
    bool any = c->before.len > 0;
    for (uint32_t i = 0; i < c->n_carries; i++) any = find_sum(c, i, h->arena) || any;
    if (!any) return NULL;
    place_fields(c, h->arena);
    return c;
}

static bool find(void *user, IrFunction *fn) {
    Hoist *h = user;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        Change *c = is_call(b, &op_scan) ? find_change(h, b) : NULL;
        if (!c) continue;
        map_add(&h->changes, hash_ptr(0, b->var), c);
        vec_push(h->arena, &h->list, c);
    }
    return true;
}

/* --- The new body --- */

static IrCloneAnswer visit_body(IrClone *clone, IrBinding *b) {
    const Change *c = clone->user;
    return clone->from == c->body && c->gone[b->var->id] ? IR_CLONE_DONE : IR_CLONE_COPY;
}

static bool body_result(IrClone *clone, const IrBody *from, IrBody *to) {
    const Change *c = clone->user;
    IrOperandBuf out;
    ir_operands_init(&out, &clone->m->scratch);
    const size_t at = ir_operands_tuple(&out);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        if (i >= c->n_carries || !c->sums[i].of)
            ir_clone_operands(clone, &from->result.at[1 + i], 1, &out);
    }
    for (size_t i = 0; i < c->stacked.len; i++)
        ir_operands_copy(&out, ir_clone_value(clone, c->stacked.at[i]));
    ir_operands_end(&out, at, c->n_kept + (uint32_t)c->stacked.len);
    ir_body_set_result(to, out.ops.at, (uint32_t)out.ops.len);
    return true;
}

static bool make_body(Hoist *h, Change *c) {
    IrClone clone;
    IrFunction *fn = ir_clone_begin(&clone, h->m, h->arena, c->body, NULL);
    clone.visit = visit_body;
    clone.result = body_result;
    clone.user = c;
    for (uint32_t i = 0; i < c->body->params.len; i++) {
        if (i >= c->n_carries || !c->sums[i].of) ir_clone_param(&clone, c->body->params.at[i]);
    }
    for (size_t i = 0; i < c->before.len; i++) {
        const IrVar *v = c->before.at[i]->var;
        ir_clone_set_var(&clone, v,
                         ir_clone_new_param(&clone, v->name, ir_clone_type(&clone, v->type)));
    }
    fn->is_private = true;
    fn->name = ir_fresh_name(&h->names, arena_printf(h->arena, "%s_hoisted", c->body->name));
    c->global = ir_global_new(h->m, fn->name);
    if (!ir_clone_finish(&clone)) return false;
    ir_function_publish(c->global, fn);
    return true;
}

/* --- The new scan --- */

/* Of each iteration's tensor one matrix, with all rows under (or, across, beside) each other. */
static IrOperand all_rows(OpDecompose *d, IrOperand x, bool across) {
    static const int64_t second_first[] = {1, 0, 2};
    if (across) x = d_permute(d, x, second_first, 3);
    const IrType *t = d_type(d, x);
    const IrDim *rows = ir_dim_mul(d->b->m, t->dims[across], t->dims[1 + across]);
    const IrDim *dims[] = {across ? t->dims[0] : rows, across ? rows : t->dims[2]};
    return d_reshape(d, x, dims, 2);
}

static IrOperand side_of(IrClone *clone, OpDecompose *d, const Change *c, const Side *side) {
    IrOperand x;
    if (side->sequence >= 0) {
        const IrOperand *o = &operand(c->scan, 2)[1 + side->sequence];
        x = o->kind == IR_OPERAND_VAR ? *ir_clone_value(clone, o->var) : *o;
    } else {
        const uint32_t field = c->field[side->matrix->id], id = side->matrix->id;
        x = d_field(d, d_var(c->now), field ? c->place[field - 1] : c->n_kept + c->stack[id] - 1);
    }
    return all_rows(d, x, side->across);
}

static void add_sums(IrClone *clone, OpDecompose *d, Change *c) {
    static const int64_t flipped[] = {1, 0};
    for (uint32_t i = 0; i < c->n_carries; i++) {
        const Sum *sum = &c->sums[i];
        if (!sum->of) continue;
        IrOperand left = side_of(clone, d, c, &sum->sides[0]);
        if (!sum->sides[0].across) left = d_permute(d, left, flipped, 2);
        const IrOperand right = side_of(clone, d, c, &sum->sides[1]);
        const IrOperand *begin = &operand(c->scan, 1)[1 + i];
        const IrOperand first =
            begin->kind == IR_OPERAND_VAR ? *ir_clone_value(clone, begin->var) : *begin;
        const IrOperand all = d2(d, &op_add, first, d2(d, &op_matmul, left, right));
        c->sum_of[i] = all.var;
        if (clone->b.block->is_dataflow) all.var->is_output = c->scan->var->is_output;
    }
}

/* The captures, and behind them what was computed of them in the body. */
static void put_captures(IrClone *clone, OpDecompose *d, const Change *c, IrOperandBuf *out) {
    const IrOperand *captures = operand(c->scan, 3);
    const uint32_t n = captures->kind == IR_OPERAND_TUPLE ? captures->n : 0;
    const uint32_t first = c->n_carries + c->n_sequences;
    if (n + c->before.len == 0) {
        ir_operands_none(out);
        return;
    }
    IrOperandBuf of;
    ir_operands_init(&of, &clone->m->scratch);
    if (n) ir_clone_operands(clone, &captures[1], n, &of);
    for (size_t i = 0; i < c->before.len; i++) {
        const IrBinding *b = c->before.at[i];
        IrOperand x[2];
        for (uint32_t k = 0; k < b->operands.n; k++) {
            const uint32_t id = b->operands.at[k].var->id;
            const size_t at = c->param[id] ? c->param[id] - 1 - first : c->stack[id];
            x[k] = of.ops.at[at];
        }
        c->stack[b->var->id] = (uint32_t)of.ops.len;
        const IrOperand y = d_call(d, b->op, x, b->operands.n, b->attrs);
        ir_operands_copy(&of, &y);
    }
    const size_t tuple = ir_operands_tuple(out);
    for (size_t i = 0; i < of.ops.len; i++) ir_operands_copy(out, &of.ops.at[i]);
    ir_operands_end(out, tuple, (uint32_t)of.ops.len);
}

static IrCloneAnswer new_scan(IrClone *clone, Change *c) {
    OpDecompose d = {.b = &clone->b, .name = "lv"};
    IrOperandBuf captures, ops;
    ir_operands_init(&captures, &clone->m->scratch);
    ir_operands_init(&ops, &clone->m->scratch);
    put_captures(clone, &d, c, &captures);
    ir_operands_global(&ops, c->global);
    const size_t carries = ir_operands_tuple(&ops);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_carries; i++) {
        if (c->sums[i].of) continue;
        ir_clone_operands(clone, &operand(c->scan, 1)[1 + i], 1, &ops);
        n++;
    }
    ir_operands_end(&ops, carries, n);
    const IrOperand *sequences = operand(c->scan, 2), *trip = operand(c->scan, 4);
    ir_clone_operands(clone, sequences, sequences->span, &ops);
    for (size_t i = 0; i < captures.ops.len; i++) vec_push(ops.arena, &ops.ops, captures.ops.at[i]);
    ir_clone_operands(clone, trip, trip->span, &ops);
    c->now = ir_build_call(&clone->b, &op_scan, ops.ops.at, (uint32_t)ops.ops.len,
                           (IrCallForm){.attrs = c->scan->attrs}, c->scan->var->name);
    if (!c->now) return IR_CLONE_FAILED;
    if (clone->b.block->is_dataflow) c->now->is_output = c->scan->var->is_output;
    add_sums(clone, &d, c);
    return IR_CLONE_DONE;
}

static IrCloneAnswer visit(IrClone *clone, IrBinding *b) {
    const Hoist *h = clone->user;
    Change *c = is_call(b, &op_scan) ? change_of(h, b->var) : NULL;
    if (c) return new_scan(clone, c);
    const IrVar *tuple = b->kind == IR_BIND_FIELD ? var_of(b->operands.at) : NULL;
    c = tuple ? change_of(h, tuple) : NULL;
    if (!c) return IR_CLONE_COPY;
    const bool is_sum = b->index < c->n_carries && c->sums[b->index].of;
    const IrOperand of = d_var(is_sum ? c->sum_of[b->index] : c->now);
    IrVar *v = is_sum ? ir_build_value(&clone->b, &of, 1, b->var->name)
                      : ir_build_field(&clone->b, &of, 1, c->place[b->index], b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (clone->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(clone, b->var, v);
    return IR_CLONE_DONE;
}

bool pass_hoist_from_scan(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Hoist h = {.m = m, .arena = &arena};
    ir_fresh_init(&h.names, m, &arena);
    map_init(&h.changes, &arena);
    bool ok = blocks_each_function(m, find, &h);
    for (size_t i = 0; i < h.list.len && ok; i++) ok = make_body(&h, h.list.at[i]);
    const IrCloneHooks hooks = {.visit = visit, .user = &h};
    ok = ok && (!h.list.len || ir_clone_module(m, &hooks));
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
