/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of each binding and value of a function: one walk backwards says which values
 * convolutions want channels-last, one forwards lets layouts through calls. Values that are joined
 * without a reorder are one region (union-find); a region whose convolutions gain less than its
 * reorders cost stays plain, and the walks are done once more without its convolutions. */
#include "passes/assign_layout.h"

#include "ops/ops.h"

/* Nominal extents may give none. */
static const double least_bytes = 64;

typedef struct {
    uint32_t parent;
    double gain; /* what its convolutions save and its reorders cost, in ns */
} Region;

typedef struct {
    const LayoutTable *table;
    CostTable *costs;
    IrModule *m;
    IrFunction *fn;
    Arena *arena;
    LayoutPlan *plan;
    VEC(Region) regions; /* 0: none */
    VEC(IrBinding *) order;
} Planner;

LayoutForm *layout_form(const LayoutVar *v, const Layout *layout) {
    LayoutForm *f = v->forms;
    while (f && !layout_equal(&f->layout, layout)) f = f->next;
    return f;
}

static LayoutVar *var_of(const Planner *p, const IrVar *v) { return &p->plan->vars[v->id]; }
static LayoutBinding *binding_of(const Planner *p, const IrBinding *b) {
    return &p->plan->bindings[b->var->id];
}

/* Regions */

static uint32_t region_new(Planner *p) {
    const uint32_t id = (uint32_t)p->regions.len;
    vec_push(p->arena, &p->regions, ((Region){.parent = id}));
    return id;
}

static uint32_t region_root(Planner *p, uint32_t id) {
    Region *at = p->regions.at;
    while (at[id].parent != id) {
        at[id].parent = at[at[id].parent].parent;
        id = at[id].parent;
    }
    return id;
}

/* 0 joins everything. */
static uint32_t region_join(Planner *p, uint32_t a, uint32_t b) {
    if (!a || !b) return a ? a : b;
    a = region_root(p, a);
    b = region_root(p, b);
    if (a == b) return a;
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    p->regions.at[high].parent = low;
    p->regions.at[low].gain += p->regions.at[high].gain;
    return low;
}

static void region_gain(Planner *p, uint32_t id, double ns) {
    if (id) p->regions.at[region_root(p, id)].gain += ns;
}

/* Reorders */

static bool is_weight(const Planner *p, const IrVar *v) {
    return !v->def && !p->fn->parent && cost_param_time(p->fn, v) != TIME_INPUT;
}

/* A slice has no more than what it is of, whatever its symbols are taken for. */
static double bytes_of(const Planner *p, const IrVar *v) {
    const IrBinding *b = v->def;
    const double bytes = cost_bytes(p->m, v->type);
    if (!b || b->kind != IR_BIND_CALL || b->op != &op_strided_slice) return bytes;
    const double whole = cost_bytes(p->m, ir_operand_type(p->m, b->operands.at));
    return bytes < whole ? bytes : whole;
}

/* What it costs in a run to have v in another layout. */
static double reorder_cost(const Planner *p, const IrVar *v, const Layout *from, const Layout *to) {
    const IrType *t = v->type;
    if (is_weight(p, v)) return 0;
    if (t->kind == IR_TYPE_TENSOR && layout_only_reshapes(t, from, to)) return 0;
    const double bytes = bytes_of(p, v);
    return cost_reorder(p->m, bytes > least_bytes ? bytes : least_bytes);
}

/* v is used in `layout` by something in `body`, whose region is `region`. */
static void need(Planner *p, const IrVar *v, Layout layout, const IrBody *body, uint32_t region) {
    LayoutVar *lv = var_of(p, v);
    const IrBody *home = v->def ? v->def->block->body : p->fn->body;
    if (layout_equal(&lv->layout, &layout)) return;
    LayoutForm *f = layout_form(lv, &layout);
    if (!f) {
        f = ARENA_NEW(p->arena, LayoutForm);
        *f = (LayoutForm){.next = lv->forms, .layout = layout};
        lv->forms = f;
        const double ns = reorder_cost(p, v, &lv->layout, &layout);
        f->moves = ns > 0;
        p->plan->n_moves += f->moves;
        region_gain(p, lv->region ? lv->region : region, -ns);
    }
    f->early |= body != home;
}

static void need_plain(Planner *p, const IrOperands *list, const IrBody *body) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) need(p, list->at[i].var, layout_plain, body, 0);
    }
}

/* The operands of a call that has a row, in `in`; those that have fewer dims are taken plain. */
static void need_all(Planner *p, const IrBinding *b, const LayoutRow *row, Layout in,
                     uint32_t region) {
    const IrBody *body = b->block->body;
    uint32_t i = 0;
    for (const IrOperand *o; (o = layout_next(row, b, &i));) {
        if (o->kind != IR_OPERAND_VAR) continue;
        need(p, o->var, o->var->type->ndim == in.n ? in : layout_plain, body, region);
    }
    for (; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_VAR) need(p, o->var, layout_plain, body, region);
    }
}

/* Backwards */

static bool is_candidate(const Planner *p, const IrBinding *b, const LayoutRow *row, Layout *data,
                         Layout *kernel, Layout *out) {
    if (!row || !row->conv || binding_of(p, b)->stays) return false;
    LayoutCall q;
    return layout_of_conv(b, data, kernel, out) && layout_through(&q, p->m, b, row, *data);
}

static void want(Planner *p, const IrOperand *o, Layout layout) {
    if (o->kind != IR_OPERAND_VAR) return;
    LayoutVar *v = var_of(p, o->var);
    const IrType *t = o->var->type;
    if (!v->wanted.n && (t->kind == IR_TYPE_TUPLE || t->ndim == layout.n)) v->wanted = layout;
}

static void want_back(Planner *p, const IrBinding *b) {
    const LayoutRow *row = b->kind == IR_BIND_CALL ? layout_row(p->table, b->op) : NULL;
    Layout wanted = var_of(p, b->var)->wanted, kernel, out;
    if (is_candidate(p, b, row, &wanted, &kernel, &out)) {
        want(p, b->operands.at, wanted);
        if (!out.n) want(p, ir_operand_get(&b->operands, 1), kernel);
        return;
    }
    if (!wanted.n) return;
    if (b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE || b->kind == IR_BIND_MATCH_CAST)
        want(p, b->operands.at, wanted);
    if (!row || row->conv) return;
    wanted = layout_before(p->m, b, row, wanted);
    uint32_t i = 0;
    for (const IrOperand *o; wanted.n && (o = layout_next(row, b, &i));) want(p, o, wanted);
}

/* Forwards */

/* Bytes to be moved if the call runs in `in`. */
static double price(const Planner *p, const IrBinding *b, const LayoutRow *row, const Layout *in) {
    double ns = 0;
    uint32_t i = 0;
    for (const IrOperand *o; (o = layout_next(row, b, &i));) {
        if (o->kind != IR_OPERAND_VAR) continue;
        const LayoutVar *v = var_of(p, o->var);
        const bool there = layout_equal(&v->layout, in) || layout_form(v, in);
        if (!there && o->var->type->ndim == b->var->type->ndim)
            ns += reorder_cost(p, o->var, &v->layout, in);
    }
    const LayoutVar *result = var_of(p, b->var);
    if (result->wanted.n && !layout_equal(&result->wanted, in))
        ns += reorder_cost(p, b->var, in, &result->wanted);
    return ns;
}

static bool is_read_by_conv(const Planner *p, const IrVar *v) {
    bool is = false;
    for (const IrOperand *use = v->uses; use && !is; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        const LayoutRow *row = b && b->kind == IR_BIND_CALL ? layout_row(p->table, b->op) : NULL;
        is = row && row->conv;
    }
    return is;
}

/* Slices that are put beside a plain value for a convolution, as rows of neighbours are beside a
 * rank's. The concat's kernel takes up what reorders its operands, and none what reorders its
 * result: all of it would be moved twice. Not along the dim that is innermost then, where kernels
 * are slower. */
static bool joins_plain(const Planner *p, const IrBinding *b, const LayoutRow *row) {
    enum { JOINED_MAX = 16 };
    const Layout *wanted = &var_of(p, b->var)->wanted;
    uint32_t i = 0, n = 0;
    bool slices = false;
    if (b->op != &op_concat || !is_read_by_conv(p, b->var)) return false;
    const int64_t axis = b->attrs[ir_op_attr_index(b->op, "axis")].i;
    for (const IrOperand *o; (o = layout_next(row, b, &i)); n++) {
        if (o->kind != IR_OPERAND_VAR) continue;
        if (var_of(p, o->var)->layout.n) return false;
        const IrBinding *of = o->var->def;
        slices = slices || (of && of->kind == IR_BIND_CALL && of->op == &op_strided_slice);
    }
    return slices && n <= JOINED_MAX && wanted->at[wanted->n - 1] != axis;
}

/* The layout in which the call is best: one of its operands', plain, or what is wanted of a result
 * that has more bytes than the operand. Where nothing moves either way it is the first: fewer
 * reshapes. */
static Layout choose(const Planner *p, const IrBinding *b, const LayoutRow *row) {
    if (row->carries == LAYOUT_FIRST) {
        const IrOperand *o = b->operands.at;
        return o->kind == IR_OPERAND_VAR ? var_of(p, o->var)->layout : layout_plain;
    }
    Layout best = layout_plain;
    double least = -1;
    uint32_t i = 0, tries = 0;
    for (const IrOperand *o; tries < LAYOUT_RANK_MAX && (o = layout_next(row, b, &i));) {
        const Layout layout = o->kind == IR_OPERAND_VAR ? var_of(p, o->var)->layout : layout_plain;
        if (!layout.n ||
            layout.n != (b->var->type->kind == IR_TYPE_TENSOR ? b->var->type->ndim : 0))
            continue;
        if (least >= 0 && layout_equal(&layout, &best)) continue;
        if (least < 0) least = price(p, b, row, &layout_plain);
        tries++;
        const double ns = price(p, b, row, &layout);
        if (ns < least || ns == 0) best = layout, least = ns;
        if (ns == 0) break;
    }
    const Layout *wanted = &var_of(p, b->var)->wanted;
    if (!row->same_layout || !wanted->n || least == 0) return best;
    if (joins_plain(p, b, row)) return *wanted;
    if (least < 0) least = price(p, b, row, &layout_plain);
    return price(p, b, row, wanted) < least ? *wanted : best;
}

static uint32_t operands_region(Planner *p, const IrBinding *b, const LayoutRow *row,
                                const Layout *in) {
    uint32_t region = 0, i = 0;
    for (const IrOperand *o; (o = layout_next(row, b, &i));) {
        if (o->kind != IR_OPERAND_VAR) continue;
        const LayoutVar *v = var_of(p, o->var);
        if (v->region && layout_equal(&v->layout, in)) region = region_join(p, region, v->region);
    }
    return region;
}

static void set(Planner *p, const IrBinding *b, LayoutHow how, Layout in, Layout out,
                uint32_t region) {
    LayoutBinding *lb = binding_of(p, b);
    lb->how = how;
    lb->in = in;
    lb->region = region;
    LayoutVar *v = var_of(p, b->var);
    v->layout = out;
    v->region = region;
}

/* A permute_dims of a plain value whose result is as a convolution wants it. */
static bool starts_region(Planner *p, const IrBinding *b, LayoutCall *q) {
    const LayoutVar *v = var_of(p, b->var);
    const IrType *t = b->var->type;
    if (b->op != &op_permute_dims || !v->wanted.n || t->ndim != v->wanted.n ||
        b->operands.at->kind != IR_OPERAND_VAR)
        return false;
    Layout identity = {.n = (uint8_t)t->ndim};
    for (uint32_t j = 0; j < identity.n; j++) identity.at[j] = (uint8_t)j;
    return layout_through(q, p->m, b, layout_row(p->table, b->op), identity) &&
           layout_equal(&q->out, &v->wanted);
}

/* Of an adjoint that is the kernel of a weight's gradient. */
static uint32_t kernel_region(const Planner *p, const IrOperand *o, const Layout *kernel) {
    const LayoutVar *v = o->kind == IR_OPERAND_VAR ? var_of(p, o->var) : NULL;
    return v && layout_equal(&v->layout, kernel) ? v->region : 0;
}

static bool map_call(Planner *p, const IrBinding *b) {
    const LayoutRow *row = layout_row(p->table, b->op);
    Layout in, kernel, out;
    LayoutCall q;
    if (!row) return false;
    if (is_candidate(p, b, row, &in, &kernel, &out)) {
        uint32_t region = operands_region(p, b, row, &in);
        if (!region) region = region_new(p);
        const IrOperand *data = b->operands.at, *weight = ir_operand_get(&b->operands, 1);
        if (data->kind == IR_OPERAND_VAR) need(p, data->var, in, b->block->body, region);
        if (weight->kind == IR_OPERAND_VAR) need(p, weight->var, kernel, b->block->body, region);
        region_gain(p, region, cost_binding(p->costs, p->m, b));
        p->plan->n_convs++;
        if (!out.n) region = region_join(p, region, kernel_region(p, weight, &kernel));
        set(p, b, LAYOUT_MAP, in, out, region);
        if (!out.n) var_of(p, b->var)->region = 0;
        return true;
    }
    in = row->conv ? layout_plain : choose(p, b, row);
    if (!in.n) {
        if (!starts_region(p, b, &q)) return false;
        const uint32_t region = region_new(p);
        region_gain(p, region, cost_reorder(p->m, cost_bytes(p->m, b->var->type)));
        set(p, b, LAYOUT_ALIAS, layout_plain, q.out, region);
        return true;
    }
    bool ok = layout_through(&q, p->m, b, row, in);
    if (!ok && q.wish.n) {
        in = q.wish;
        ok = layout_through(&q, p->m, b, row, in);
    }
    if (!ok) return false;
    uint32_t region = operands_region(p, b, row, &in);
    if (!region && in.n) region = region_new(p);
    need_all(p, b, row, in, region);
    set(p, b, q.op ? LAYOUT_MAP : LAYOUT_ALIAS, in, q.out, region);
    return true;
}

/* Another name of a value, a field of a tuple, or a tensor that is cast. */
static bool map_name(Planner *p, const IrBinding *b) {
    if (b->operands.n != 1 || b->operands.at->kind != IR_OPERAND_VAR) return false;
    const LayoutVar *v = var_of(p, b->operands.at->var);
    if (!v->layout.n) return false;
    const IrType *t = b->var->type;
    if (b->kind == IR_BIND_MATCH_CAST &&
        (b->cast->kind != IR_TYPE_TENSOR || b->cast->ndim != v->layout.n))
        return false;
    const bool has =
        b->kind != IR_BIND_FIELD || (t->kind == IR_TYPE_TENSOR && t->ndim == v->layout.n);
    const LayoutHow how = b->kind == IR_BIND_VALUE ? LAYOUT_ALIAS : LAYOUT_MAP;
    set(p, b, how, v->layout, has ? v->layout : layout_plain, has ? v->region : 0);
    return true;
}

static void walk(Planner *p) {
    LayoutPlan *plan = p->plan;
    plan->n_convs = plan->n_moves = 0;
    p->regions.len = 0;
    (void)region_new(p);
    for (uint32_t i = 0; i < p->fn->n_vars; i++) plan->vars[i] = (LayoutVar){.region = 0};
    ArenaMark mark = arena_mark(&p->m->scratch);
    for (size_t i = p->order.len; i-- > 0;) {
        want_back(p, p->order.at[i]);
        arena_rewind(&p->m->scratch, mark);
    }
    for (size_t i = 0; i < p->order.len; i++) {
        const IrBinding *b = p->order.at[i];
        ctx_poll(p->m->ctx);
        set(p, b, LAYOUT_COPY, layout_plain, layout_plain, 0);
        const bool names =
            b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE || b->kind == IR_BIND_MATCH_CAST;
        const bool mapped = b->kind == IR_BIND_CALL ? map_call(p, b) : names && map_name(p, b);
        if (!mapped) need_plain(p, &b->operands, b->block->body);
        arena_rewind(&p->m->scratch, mark);
    }
    for (size_t i = 0; i < p->order.len; i++) {
        const IrBinding *b = p->order.at[i];
        for (int k = 0; b->kind == IR_BIND_IF && k < 2; k++)
            need_plain(p, &b->bodies[k]->result, NULL);
    }
    need_plain(p, &p->fn->body->result, NULL);
}

/* Marks the convolutions that stay. True: there are some. */
static bool drop_regions(Planner *p) {
    bool any = false;
    for (size_t i = 0; i < p->order.len; i++) {
        const IrBinding *b = p->order.at[i];
        LayoutBinding *lb = binding_of(p, b);
        const LayoutRow *row =
            b->kind == IR_BIND_CALL && lb->how == LAYOUT_MAP ? layout_row(p->table, b->op) : NULL;
        if (!row || !row->conv || p->regions.at[region_root(p, lb->region)].gain > 0) continue;
        any = lb->stays = true;
    }
    return any;
}

LayoutPlan *layout_plan(const LayoutTable *table, CostTable *costs, IrFunction *fn, Arena *arena) {
    IrModule *m = fn->module;
    Planner p = {.table = table, .costs = costs, .m = m, .fn = fn, .arena = arena};
    IrWalk bindings;
    bool any = false;
    ir_walk_init(&bindings, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&bindings));) {
        const LayoutRow *row = b->kind == IR_BIND_CALL ? layout_row(table, b->op) : NULL;
        Layout data, kernel, out;
        any |= row && row->conv && layout_of_conv(b, &data, &kernel, &out);
        vec_push(arena, &p.order, b);
    }
    if (!any) return NULL;
    p.plan = ARENA_NEW(arena, LayoutPlan);
    p.plan->fn = fn;
    p.plan->vars = ARENA_ARRAY(arena, LayoutVar, (size_t)fn->n_vars + 1);
    p.plan->bindings = ARENA_ARRAY(arena, LayoutBinding, (size_t)fn->n_vars + 1);
    walk(&p);
    if (drop_regions(&p)) walk(&p);
    return p.plan->n_convs ? p.plan : NULL;
}
