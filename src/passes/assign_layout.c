/* SPDX-License-Identifier: Apache-2.0 */
/* AssignLayout: convolutions become channels-last, and with them what stands around them and can
 * be; permute_dims stand at the borders.
 *
 *     a = R.nn.conv2d(x, w)       x1 = R.permute_dims(x, axes=[0, 2, 3, 1])
 *     b = R.nn.relu(a)            w1 = R.permute_dims(w, axes=[2, 3, 1, 0])
 *     c = R.mean(b, axis=[2, 3])  a = R.nn.conv2d(x1, w1, data_layout="NHWC", kernel_layout="HWIO")
 *                                 b = R.nn.relu(a)
 *                                 c = R.mean(b, axis=[1, 2])
 *
 * A value's layout is any permutation of its dims, so a permute_dims of the program costs nothing
 * where its operand is stored otherwise than plain: it only gives the dims other names, and pairs
 * of them vanish. What an operator does with a layout is its row in assign_layout_table.c; without
 * one it gets plain operands. Which regions pay is decided in assign_layout_plan.c. A permute_dims
 * that moves only dims of extent 1 is made a reshape. Permutes of constants are for FoldConstant,
 * those of weights for LiftTransformParams.
 *
 * Sums of a convolution run over the channels last there, so they are equal up to rounding. The
 * bodies of functions that a library takes (the attribute Codegen) stay as they are. A module
 * without a convolution that gains is not touched. A function that is changed says by the attribute
 * layout_reorders how many reorders of this pass a run does. Linear. */
#include "passes/assign_layout.h"

#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

#include <string.h>

const char *const assign_layouts[] = {"NHWC", "plain", NULL};
enum { CHANNELS_LAST, PLAIN };

typedef struct {
    IrModule *m;
    Arena arena;
    LayoutTable table;
    CostTable costs;
    Map plans;   /* by function */
    Map to_copy; /* functions of the module that hold, or are, some that have a plan */
} Assign;

static void *find(const Map *map, const void *key, const void *(*key_of)(const void *value)) {
    for (MapIter it = map_find(map, hash_ptr(0, key)); map_next(map, &it);) {
        if (key_of(it.value) == key) return it.value;
    }
    return NULL;
}

static const void *plan_key(const void *plan) { return ((const LayoutPlan *)plan)->fn; }
static const void *self_key(const void *fn) { return fn; }

/* Values of the new function */

static IrOperand operand_of(IrVar *v) {
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

/* x, a tensor that is stored as `from`, as `to`: a reshape where nothing moves. NONE after a
 * report. */
static IrOperand relaid(IrClone *c, IrOperand x, const Layout *from, const Layout *to,
                        const char *name) {
    const IrType *t = ir_operand_type(c->m, &x);
    int64_t axes[LAYOUT_RANK_MAX];
    if (layout_equal(from, to)) return x;
    layout_axes(from, to, (uint32_t)t->ndim, axes);
    Layout order = {.n = (uint8_t)t->ndim};
    const IrDim *dims[LAYOUT_RANK_MAX];
    for (int32_t j = 0; j < t->ndim; j++) {
        order.at[j] = (uint8_t)axes[j];
        if (t->dims) dims[j] = t->dims[axes[j]];
    }
    const IrOrigin *around = c->b.origin;
    IrVar *v;
    c->b.origin = ir_origin_new(c->m, IR_ORIGIN_MADE, "AssignLayout", around);
    if (layout_only_reshapes(t, &layout_plain, &order)) {
        const IrOperand shape = {
            .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(c->m, dims, t->ndim)};
        v = ir_build_call(&c->b, &op_reshape, (const IrOperand[]){x, shape}, 2,
                          (IrCallForm){.attrs = NULL}, name);
    } else {
        const IrAttr attr = {.kind = IR_ATTR_INTS, .n = (uint32_t)t->ndim, .ints = axes};
        v = ir_build_call(&c->b, &op_permute_dims, &x, 1, (IrCallForm){.attrs = &attr}, name);
    }
    c->b.origin = around;
    return v ? operand_of(v) : (IrOperand){.kind = IR_OPERAND_NONE};
}

/* A tuple's tensors of the layout's rank made plain. */
static IrOperand plain_tuple(IrClone *c, IrOperand x, const Layout *from, const char *name) {
    const IrType *t = ir_operand_type(c->m, &x);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < t->n; i++) {
        IrVar *field = ir_build_field(&c->b, &x, 1, i, NULL);
        if (!field) return (IrOperand){.kind = IR_OPERAND_NONE};
        IrOperand o = operand_of(field);
        if (field->type->kind == IR_TYPE_TENSOR && field->type->ndim == from->n)
            o = relaid(c, o, from, &layout_plain, NULL);
        if (o.kind == IR_OPERAND_NONE) return o;
        ir_operands_copy(&buf, &o);
    }
    ir_operands_end(&buf, at, t->n);
    IrVar *v = ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, name);
    return v ? operand_of(v) : (IrOperand){.kind = IR_OPERAND_NONE};
}

static IrOperand *stored(IrClone *c, LayoutVar *lv, const IrVar *v, const Layout *layout) {
    if (!layout->n) return &c->values[v->id];
    LayoutForm *f = layout_form(lv, layout);
    return f ? &f->made : NULL;
}

/* v in that layout, which the plan knows of; made now if it is not there. NONE after a report. */
static IrOperand value_in(IrClone *c, LayoutPlan *plan, const IrVar *v, const Layout *layout) {
    LayoutVar *lv = &plan->vars[v->id];
    IrOperand *place = stored(c, lv, v, layout);
    if (!place) BUG("'%s' is not planned in this layout", v->name ? v->name : "");
    if (place->kind != IR_OPERAND_NONE) return *place;
    const IrOperand *own = stored(c, lv, v, &lv->layout);
    if (!own || own->kind == IR_OPERAND_NONE)
        BUG("'%s' has no value in the copy", v->name ? v->name : "");
    const IrOperand x = *own;
    *place = v->type->kind == IR_TYPE_TUPLE ? plain_tuple(c, x, &lv->layout, v->name)
                                            : relaid(c, x, &lv->layout, layout, v->name);
    return *place;
}

/* The result of a binding as the plan says that it is stored, and what other forms must be there at
 * once. */
static bool define(IrClone *c, LayoutPlan *plan, const IrVar *v, IrOperand x) {
    LayoutVar *lv = &plan->vars[v->id];
    if (lv->layout.n) {
        LayoutForm *own = ARENA_NEW(c->arena, LayoutForm);
        *own = (LayoutForm){.next = lv->forms, .layout = lv->layout, .made = x};
        lv->forms = own;
    } else {
        ir_clone_set(c, v, x);
    }
    for (const LayoutForm *f = lv->forms; f; f = f->next) {
        if (f->early && value_in(c, plan, v, &f->layout).kind == IR_OPERAND_NONE) return false;
    }
    return true;
}

static bool make_plain(IrClone *c, LayoutPlan *plan, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_VAR &&
            value_in(c, plan, o->var, &layout_plain).kind == IR_OPERAND_NONE)
            return false;
    }
    return true;
}

/* Bindings */

/* An operand of fewer dims, or a constant, in the layout; leading dims of extent 1 are added where
 * it broadcasts. */
static IrOperand fitted(IrClone *c, IrOperand x, const Layout *layout) {
    const IrType *t = ir_operand_type(c->m, &x);
    bool ones = t->dims != NULL;
    for (int32_t i = 0; ones && i < t->ndim; i++) ones = ir_dim_is(t->dims[i], 1);
    if (ones && t->ndim < layout->n) return x;
    if (t->ndim < layout->n) {
        const IrDim *dims[LAYOUT_RANK_MAX];
        const int32_t more = layout->n - t->ndim;
        for (int32_t j = 0; j < layout->n; j++)
            dims[j] = j < more ? ir_dim_const(c->m, 1) : t->dims[j - more];
        const IrOperand args[] = {
            x, {.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(c->m, dims, layout->n)}};
        IrVar *v = ir_build_call(&c->b, &op_reshape, args, 2, (IrCallForm){.attrs = NULL}, NULL);
        if (!v) return (IrOperand){.kind = IR_OPERAND_NONE};
        x = operand_of(v);
    }
    return relaid(c, x, &layout_plain, layout, NULL);
}

static IrOperand operand_in(IrClone *c, LayoutPlan *plan, const IrOperand *o,
                            const Layout *layout) {
    if (o->kind == IR_OPERAND_VAR && (!layout->n || o->var->type->ndim == layout->n))
        return value_in(c, plan, o->var, layout);
    IrOperand x = *o;
    if (o->kind == IR_OPERAND_VAR) x = value_in(c, plan, o->var, &layout_plain);
    return layout->n && x.kind != IR_OPERAND_NONE ? fitted(c, x, layout) : x;
}

/* The layout that entry i of the call's operands has. */
static Layout layout_at(const LayoutCall *q, const Layout *kernel, uint32_t i) {
    if (q->row->carries != LAYOUT_FIRST || i == 0) return q->in;
    return q->row->conv && i == 1 ? *kernel : layout_plain;
}

static bool map_call(IrClone *c, LayoutPlan *plan, IrBinding *b, const LayoutRow *row,
                     const Layout *in) {
    LayoutCall q;
    Layout data, kernel = layout_plain, out;
    if (!layout_through(&q, b->block->body->function->module, b, row, *in))
        BUG("R.%s does not take the layout", b->op->name);
    if (row->conv) (void)layout_of_conv(b, &data, &kernel, &out);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    for (uint32_t i = 0; i < q.n; i++) {
        IrOperand o = q.operands[i];
        if (o.kind == IR_OPERAND_VAR || o.kind == IR_OPERAND_CONST) {
            const Layout layout = layout_at(&q, &kernel, i);
            o = operand_in(c, plan, &q.operands[i], &layout);
            if (o.kind == IR_OPERAND_NONE) return false;
            o.span = 1;
        } else if (o.kind == IR_OPERAND_SHAPE || o.kind == IR_OPERAND_PRIM) {
            o.type = ir_clone_type(c, o.type);
        }
        vec_push(buf.arena, &buf.ops, o);
    }
    IrVar *v = ir_build_call(&c->b, q.op, buf.ops.at, (uint32_t)buf.ops.len,
                             (IrCallForm){.attrs = q.op == b->op ? q.attrs : NULL}, b->var->name);
    return v && define(c, plan, b->var, operand_of(v));
}

/* The count, and all that is used early of the function's parameters. */
static bool begin(IrClone *c, LayoutPlan *plan) {
    plan->begun = true;
    ir_function_set_int(c->to, "layout_reorders", (int64_t)plan->n_moves);
    for (size_t i = 0; i < c->from->params.len; i++) {
        const IrVar *v = c->from->params.at[i];
        for (const LayoutForm *f = plan->vars[v->id].forms; f; f = f->next) {
            if (f->early && value_in(c, plan, v, &f->layout).kind == IR_OPERAND_NONE) return false;
        }
    }
    return true;
}

/* The type of a tensor, of the old function, as it is stored. */
static const IrType *stored_type(IrClone *c, const IrType *t, const Layout *layout) {
    const IrType *own = ir_clone_type(c, t);
    const IrDim *dims[LAYOUT_RANK_MAX];
    for (int32_t j = 0; own->dims && j < own->ndim; j++) dims[j] = own->dims[layout->at[j]];
    return ir_type_tensor(c->m, own->dims ? dims : NULL, own->ndim, own->dtype);
}

static bool visit_binding(IrClone *c, const Assign *a, LayoutPlan *plan, IrBinding *b) {
    const LayoutBinding *lb = &plan->bindings[b->var->id];
    if (lb->how == LAYOUT_COPY) {
        if (!make_plain(c, plan, &b->operands) || !ir_clone_binding(c, b)) return false;
        return define(c, plan, b->var, *ir_clone_value(c, b->var));
    }
    if (lb->how == LAYOUT_MAP && b->kind == IR_BIND_CALL)
        return map_call(c, plan, b, layout_row(&a->table, b->op), &lb->in);
    IrOperand x = value_in(c, plan, b->operands.at->var, &lb->in);
    if (x.kind == IR_OPERAND_NONE) return false;
    if (lb->how == LAYOUT_MAP) {
        IrVar *v =
            b->kind == IR_BIND_FIELD
                ? ir_build_field(&c->b, &x, 1, b->index, b->var->name)
                : ir_build_match_cast(&c->b, &x, 1, stored_type(c, b->cast, &lb->in), b->var->name);
        if (!v) return false;
        x = operand_of(v);
    }
    return define(c, plan, b->var, x);
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Assign *a = c->user;
    LayoutPlan *plan = find(&a->plans, c->from, plan_key);
    if (!plan) return IR_CLONE_COPY;
    if (!plan->begun && !begin(c, plan)) return IR_CLONE_FAILED;
    return visit_binding(c, a, plan, b) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

/* Functions */

static bool is_library(const IrFunction *fn) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], "Codegen") == 0) return true;
    }
    return false;
}

static bool plan_function(void *user, IrFunction *fn) {
    Assign *a = user;
    IrFunction *top = fn;
    while (top->parent) top = top->parent;
    LayoutPlan *plan = is_library(top) ? NULL : layout_plan(&a->table, &a->costs, fn, &a->arena);
    if (!plan) return true;
    map_add(&a->plans, hash_ptr(0, fn), plan);
    if (!find(&a->to_copy, top, self_key)) map_add(&a->to_copy, hash_ptr(0, top), top);
    return true;
}

static bool copy_function(Assign *a, IrFunction *old) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, a->m, &a->arena, old, NULL);
    c.visit = visit;
    c.user = a;
    for (size_t i = 0; i < old->params.len; i++) ir_clone_param(&c, old->params.at[i]);
    fn->result = ir_clone_type(&c, old->result);
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(old->global, fn);
    return true;
}

bool pass_assign_layout(IrModule *m, const PassValue *values) {
    if (values[0].i == PLAIN) return true;
    Assign a = {.m = m};
    arena_init(&a.arena, m->ctx);
    layout_table_init(&a.table, &a.arena);
    cost_init(&a.costs, &a.arena);
    map_init(&a.plans, &a.arena);
    map_init(&a.to_copy, &a.arena);
    bool ok = blocks_each_function(m, plan_function, &a);
    for (size_t i = 0; ok && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && find(&a.to_copy, fn, self_key)) ok = copy_function(&a, fn);
    }
    const bool changed = a.to_copy.len > 0;
    arena_fini(&a.arena);
    return ok && (!changed || blocks_finish(m));
}
