/* SPDX-License-Identifier: Apache-2.0 */
/* The function of one rank. Bindings are gone through in order; each call goes along each axis of
 * the mesh as distribute_plan.c says, or distribute_choose.c. What the choice does not find at hand
 * is made by distribute_convert.c. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/distribute_parts.h"

typedef struct {
    uint32_t choice[MESH_AXES_MAX]; /* a factor, or one of the above */
    Sharding *in, *out;             /* by leaf */
} Plan;

/* --- The choice --- */

/* What was planned, if it can be done, else the cheapest. */
static void choose_axis(Distribute *ds, const DsCall *c, Plan *p, CallView *v, uint32_t axis) {
    v->axis = axis;
    for (uint32_t i = 0; i < c->rule->n_in; i++) {
        const Sharding *have = distribute_have(ds, c->in[i]);
        v->have[i] = have->at[axis];
        v->op[i] = have->op[axis];
    }
    const uint32_t planned = distribute_planned(ds, c, axis);
    const bool ok = planned != CHOICE_NONE && distribute_may_choose(ds, v, planned);
    p->choice[axis] = ok ? planned : distribute_choose(ds, v);
}

static void shardings_of(const Distribute *ds, const DsCall *c, Plan *p) {
    const Rule *r = c->rule;
    for (uint32_t i = 0; i < r->n_in + r->n_out; i++) {
        const bool is_out = i >= r->n_in;
        Sharding *s = is_out ? &p->out[i - r->n_in] : &p->in[i];
        *s = shard_whole;
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            const uint32_t f = p->choice[a];
            if (f == CHOICE_WHOLE) continue;
            if (f == CHOICE_LINEAR) {
                if (!is_out && distribute_have(ds, c->in[i])->at[a] == SHARD_WHOLE) continue;
                s->at[a] = SHARD_PARTIAL;
                s->op[a] = LOOP_ADD;
            } else if (is_out && r->factors[f].kind == LOOP_FACTOR_REDUCED) {
                s->at[a] = SHARD_PARTIAL;
                s->op[a] = (uint8_t)r->factors[f].op;
            } else {
                const bool from_whole = !is_out && distribute_reads_rows(ds, r, i, f, a) &&
                                        distribute_have(ds, c->in[i])->at[a] == SHARD_WHOLE;
                s->at[a] = from_whole ? (int8_t)SHARD_WHOLE : distribute_dim_of(r, i, f);
            }
        }
    }
}

/* --- The call of the parts --- */

static bool report_type(Distribute *ds, const IrBinding *b, const IrType *want,
                        const IrType *found) {
    Diag *d = diag_error(ds->ctx, b->loc, DIAG_UNSUPPORTED,
                         diag_fmt(ds->ctx, "splitting this call of R.%s", b->op->name));
    diag_expected(ds->ctx, d, "%s", ir_type_text(ds->m, want));
    if (found) diag_found(ds->ctx, d, "%s", ir_type_text(ds->m, found));
    return false;
}

static const IrType *local_result(Distribute *ds, const IrType *t, const Plan *p, uint32_t *leaf) {
    if (t->kind != IR_TYPE_TUPLE) return distribute_local_type(ds, t, &p->out[(*leaf)++]);
    const IrType **fields = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) fields[i] = local_result(ds, t->fields[i], p, leaf);
    return ir_type_tuple(ds->m, fields, t->n);
}

static void push_leaf(IrOperandBuf *out, IrOperand o) {
    o.span = 1;
    vec_push(out->arena, &out->ops, o);
}

/* A tuple of the next leaves, in the form of its type. */
static void push_leaves(const IrType *t, const IrOperand *values, uint32_t *leaf,
                        IrOperandBuf *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        push_leaf(out, values[(*leaf)++]);
        return;
    }
    const size_t at = ir_operands_tuple(out);
    for (uint32_t i = 0; i < t->n; i++) push_leaves(t->fields[i], values, leaf, out);
    ir_operands_end(out, at, t->n);
}

/* The operands with these values for their tensors; all else copied. */
static void push_operands(Distribute *ds, const IrOperand *at, uint32_t n, const IrOperand *values,
                          uint32_t *leaf, IrOperandBuf *out) {
    for (uint32_t i = 0; i < n; i += at[i].span) {
        const IrOperand *o = &at[i];
        if (o->kind == IR_OPERAND_TUPLE) {
            const size_t tuple = ir_operands_tuple(out);
            push_operands(ds, o + 1, o->span - 1, values, leaf, out);
            ir_operands_end(out, tuple, o->n);
        } else if (o->kind == IR_OPERAND_CONST) {
            push_leaf(out, values[(*leaf)++]);
        } else if (o->kind == IR_OPERAND_VAR && ds->of_var[o->var->id]) {
            push_leaves(o->var->type, values, leaf, out);
        } else {
            ir_clone_operands(ds->clone, o, 1, out);
        }
    }
}

/* A shape that is the result's is that of the result's part. */
static void set_shapes(Distribute *ds, const IrBinding *b, const IrType *local, IrOperandBuf *out) {
    const IrType *t = ir_clone_type(ds->clone, b->var->type);
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return;
    const IrType *whole = ir_type_shape(ds->m, t->dims, t->ndim);
    for (size_t i = 0; i < out->ops.len; i++) {
        IrOperand *o = &out->ops.at[i];
        if (o->kind == IR_OPERAND_SHAPE && o->type == whole)
            o->type = ir_type_shape(ds->m, local->dims, local->ndim);
    }
}

/* What the variable's fields hold is at hand in these shardings. */
static void set_results(Distribute *ds, const DsCall *c, const Plan *p, IrVar *v) {
    /* loops give a tensor, or a tuple of tensors */
    Part *tuple = distribute_part(ds, d_var(v));
    for (uint32_t i = 0; i < c->rule->n_out; i++)
        distribute_add_version(ds, c->out[i], &p->out[i], distribute_field(ds, tuple, i));
}

/* A partial value that several read is reduced for all of them: to what was spread, else whole. */
static void settle_partial(Distribute *ds, uint32_t slot) {
    const Slot *s = &ds->slots.at[slot];
    Sharding want = *distribute_have(ds, slot);
    bool any = false;
    for (uint32_t a = 0; a < ds->mesh.n && s->n_uses > 1; a++) {
        if (want.at[a] != SHARD_PARTIAL) continue;
        want.at[a] = SHARD_WHOLE;
        if (s->want.at[a] >= 0 && distribute_can_split(ds, s->type, &want, s->want.at[a], a))
            want.at[a] = s->want.at[a];
        any = true;
    }
    if (any) distribute_value(ds, slot, &want);
}

/* --- Factors that slide --- */

static bool slides(const Rule *r, uint32_t choice) {
    return r->windows && choice < r->n && r->windows[choice];
}

static bool any_slides(const Distribute *ds, const Rule *r, const Plan *p) {
    bool any = false;
    for (uint32_t a = 0; a < ds->mesh.n; a++) any |= slides(r, p->choice[a]);
    return any;
}

/* The operand with what its windows read. */
static IrOperand with_halos(Distribute *ds, const DsCall *c, const Plan *p, uint32_t leaf) {
    Part *x = distribute_version(ds, c->in[leaf], &p->in[leaf]);
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (slides(c->rule, p->choice[a]))
            x = distribute_with_halo(ds, c, leaf, p->choice[a], a, x,
                                     p->in[leaf].at[a] == SHARD_WHOLE);
    }
    return distribute_read(ds, x);
}

static Part *without_halos(Distribute *ds, const DsCall *c, const Plan *p, IrVar *v) {
    Part *y = distribute_part(ds, d_var(v));
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (slides(c->rule, p->choice[a])) y = distribute_without_halo(ds, c, p->choice[a], a, y);
    }
    return y;
}

/* Of the parts' call. */
static const IrAttr *part_attrs(const Distribute *ds, const DsCall *c, const Plan *p) {
    const Rule *r = c->rule;
    const IrAttr *attrs = c->b->attrs;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        const uint32_t f = p->choice[a];
        if (f < r->n && r->part_attrs[f * ds->mesh.n + a])
            attrs = r->part_attrs[f * ds->mesh.n + a];
    }
    return attrs;
}

static bool rewrite_call(Distribute *ds, const DsCall *c) {
    const IrBinding *b = c->b;
    const Rule *r = c->rule;
    Plan p = {.in = ARENA_ARRAY(&ds->arena, Sharding, (size_t)r->n_in + 1),
              .out = ARENA_ARRAY(&ds->arena, Sharding, (size_t)r->n_out + 1)};
    ds->reason = diag_fmt(ds->ctx, "R.%s in line %u", b->op->name, (unsigned)b->loc.line);
    if (distribute_join_moments(ds, c)) return true;
    for (uint32_t i = 0; i < r->n_in; i++) settle_partial(ds, c->in[i]);
    CallView view = distribute_view(ds, c, p.choice);
    for (uint32_t a = 0; a < ds->mesh.n; a++) choose_axis(ds, c, &p, &view, a);
    shardings_of(ds, c, &p);
    if (r->n_out == 1 && distribute_gather_moments(ds, c, p.in, p.out)) return true;
    IrOperand *values = ARENA_ARRAY(&ds->arena, IrOperand, (size_t)r->n_in + 1);
    const Wide **wides = ARENA_ARRAY(&ds->arena, const Wide *, (size_t)r->n_in + 1);
    uint32_t along;
    const Wide *wide =
        any_slides(ds, r, &p) ? NULL : distribute_find_wide(ds, c, p.choice, p.in, wides, &along);
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (slides(r, p.choice[a])) distribute_check_least(ds, c, p.choice[a], a);
    }
    for (uint32_t i = 0; i < r->n_in; i++)
        values[i] = wide && wides[i] ? wides[i]->value : with_halos(ds, c, &p, i);
    for (uint32_t i = 0; i < r->n_out; i++) distribute_know_parts(ds, r->out[i], &p.out[i]);
    IrOperandBuf buf;
    ir_operands_init(&buf, &ds->arena);
    uint32_t leaf = 0;
    push_operands(ds, b->operands.at, b->operands.n, values, &leaf, &buf);
    leaf = 0;
    const IrType *want = ir_clone_type(ds->clone, local_result(ds, b->var->type, &p, &leaf));
    if (want->kind == IR_TYPE_TENSOR)
        set_shapes(ds, b, wide ? distribute_wide_type(ds, c, want, wide, along) : want, &buf);
    IrVar *v = ir_build_call(&ds->clone->b, b->op, buf.ops.at, (uint32_t)buf.ops.len,
                             (IrCallForm){.attrs = part_attrs(ds, c, &p)}, b->var->name);
    if (!v) return false;
    const char *place = want->first_vdevice;
    /* a name may say where a value lies that is written without a place */
    if (place && ir_type_on(ds->m, v->type, place) == want) v->type = want;
    ds->bytes.values += distribute_size(ds, v->type);
    if (want->kind != IR_TYPE_TENSOR) {
        if (v->type != want) return report_type(ds, b, want, v->type);
        set_results(ds, c, &p, v);
        return true;
    }
    Part *y = wide ? distribute_wide_result(ds, c, wide, along, v) : without_halos(ds, c, &p, v);
    const IrType *found = distribute_part_type(ds, y);
    if (found != want) return report_type(ds, b, want, found);
    distribute_add_version(ds, c->out[0], &p.out[0], y);
    return true;
}

/* --- All other bindings: whole operands, whole results --- */

/* The variable as it was, of whole tensors. */
static bool make_whole(Distribute *ds, const IrVar *v) {
    const uint32_t *slots = ds->of_var[v->id];
    if (!slots) return true;
    const uint32_t n = distribute_n_leaves(ds, v->type);
    if (v->type->kind == IR_TYPE_TENSOR) {
        if (!ds->slots.at[slots[0]].versions) return true; /* bound further in */
        ir_clone_set(ds->clone, v, distribute_value(ds, slots[0], &shard_whole));
        return true;
    }
    if (ds->clone->values[v->id].kind != IR_OPERAND_NONE) return true;
    IrOperand *values = ARENA_ARRAY(&ds->arena, IrOperand, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!ds->slots.at[slots[i]].versions) return true;
        values[i] = distribute_value(ds, slots[i], &shard_whole);
    }
    IrOperandBuf buf;
    uint32_t leaf = 0;
    ir_operands_init(&buf, &ds->arena);
    push_leaves(v->type, values, &leaf, &buf);
    IrVar *tuple = ir_build_value(&ds->clone->b, buf.ops.at, (uint32_t)buf.ops.len, v->name);
    if (tuple) ir_clone_set_var(ds->clone, v, tuple);
    return tuple != NULL;
}

static bool make_operands_whole(Distribute *ds, const IrOperands *list) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) ok = make_whole(ds, list->at[i].var);
    }
    return ok;
}

static bool make_branches_whole(Distribute *ds, const IrBinding *b) {
    bool ok = true;
    for (uint32_t k = 0; ok && k < 2; k++) {
        IrWalk walk;
        ir_walk_init(&walk, b->bodies[k]);
        for (const IrBinding *inner; ok && (inner = ir_walk_next(&walk));) {
            ok = make_operands_whole(ds, &inner->operands);
            for (uint32_t i = 0; ok && inner->kind == IR_BIND_IF && i < 2; i++)
                ok = make_operands_whole(ds, &inner->bodies[i]->result);
        }
        ok = ok && make_operands_whole(ds, &b->bodies[k]->result);
    }
    return ok;
}

static bool rewrite_other(Distribute *ds, IrBinding *b) {
    ds->reason = diag_fmt(ds->ctx, "%s in line %u",
                          b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind),
                          (unsigned)b->loc.line);
    if (!make_operands_whole(ds, &b->operands)) return false;
    if (b->kind == IR_BIND_IF && !make_branches_whole(ds, b)) return false;
    if (!ir_clone_binding(ds->clone, b)) return false;
    uint32_t leaf = 0;
    if (ds->of_var[b->var->id])
        distribute_set_leaves(ds, b->var->type,
                              distribute_part(ds, *ir_clone_value(ds->clone, b->var)),
                              ds->of_var[b->var->id], &leaf, false);
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Distribute *ds = c->user;
    if (c->outer || b->block->body->owner) return IR_CLONE_COPY;
    ds->build = (OpDecompose){.b = &c->b, .name = b->var->name};
    distribute_begin_body(ds);
    const uint32_t *slots = ds->of_var[b->var->id];
    const uint32_t call = ds->call_of[b->var->id];
    if (call) return rewrite_call(ds, &ds->calls.at[call - 1]) ? IR_CLONE_DONE : IR_CLONE_FAILED;
    /* another name of what is there */
    if (slots && (ds->slots.at[slots[0]].versions || !distribute_n_leaves(ds, b->var->type)))
        return IR_CLONE_DONE;
    return rewrite_other(ds, b) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

/* --- Results --- */

static void add_text(Distribute *ds, const Slot *s, const Sharding *how, IrAttr *items,
                     uint32_t *n) {
    items[(*n)++] = (IrAttr){.kind = IR_ATTR_STRING, .s = distribute_text(ds, s->type, how)};
}

static void set_texts(Distribute *ds, const char *key, const IrAttr *items, uint32_t n) {
    ir_function_set_list(ds->clone->to, key,
                         &(IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items});
}

/* The leaves of results, all of tensors; false: some are something else. */
static bool push_results(Distribute *ds, const IrOperand *at, uint32_t n, IrOperandBuf *out,
                         IrAttr *texts, uint32_t *n_texts) {
    for (uint32_t i = 0; i < n; i += at[i].span) {
        const IrOperand *o = &at[i];
        if (o->kind == IR_OPERAND_TUPLE) {
            const size_t tuple = ir_operands_tuple(out);
            if (!push_results(ds, o + 1, o->span - 1, out, texts, n_texts)) return false;
            ir_operands_end(out, tuple, o->n);
            continue;
        }
        const uint32_t *slots = o->kind == IR_OPERAND_VAR ? ds->of_var[o->var->id] : NULL;
        if (!slots) {
            ir_clone_operands(ds->clone, o, 1, out);
            texts[(*n_texts)++] = (IrAttr){.kind = IR_ATTR_STRING, .s = ""};
            continue;
        }
        const uint32_t k = distribute_n_leaves(ds, o->var->type);
        IrOperand *values = ARENA_ARRAY(&ds->arena, IrOperand, (size_t)k + 1);
        for (uint32_t j = 0; j < k; j++) {
            const Sharding how = distribute_result(ds, slots[j]);
            values[j] = distribute_value(ds, slots[j], &how);
            ds->bytes.results += distribute_size(ds, ir_operand_type(ds->m, &values[j]));
            add_text(ds, &ds->slots.at[slots[j]], &how, texts, n_texts);
        }
        uint32_t leaf = 0;
        push_leaves(o->var->type, values, &leaf, out);
    }
    return true;
}

static uint32_t count_leaves(Distribute *ds, const IrOperands *list) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++) {
        const bool is_var = list->at[i].kind == IR_OPERAND_VAR;
        n += is_var ? distribute_n_leaves(ds, list->at[i].var->type) : 1;
    }
    return n;
}

static bool make_result(IrClone *c, const IrBody *from, IrBody *to) {
    Distribute *ds = c->user;
    if (c->outer) {
        IrOperandBuf own;
        ir_operands_init(&own, &ds->arena);
        ir_clone_operands(c, from->result.at, from->result.n, &own);
        ir_body_set_result(to, own.ops.at, (uint32_t)own.ops.len);
        return true;
    }
    IrAttr *texts = ARENA_ARRAY(&ds->arena, IrAttr, (size_t)count_leaves(ds, &from->result) + 1);
    IrOperandBuf buf;
    uint32_t n = 0;
    ds->build = (OpDecompose){.b = &c->b};
    ds->reason = "the result";
    distribute_begin_body(ds);
    ir_operands_init(&buf, &ds->arena);
    if (!push_results(ds, from->result.at, from->result.n, &buf, texts, &n)) return false;
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    set_texts(ds, DISTRIBUTE_OUTPUTS, texts, n);
    return true;
}

static void set_input_texts(Distribute *ds) {
    IrAttr *texts = ARENA_ARRAY(&ds->arena, IrAttr, (size_t)ds->n_param_slots + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < ds->n_param_slots; i++)
        add_text(ds, &ds->slots.at[i], &ds->slots.at[i].want, texts, &n);
    set_texts(ds, DISTRIBUTE_INPUTS, texts, n);
}

bool distribute_rewrite(Distribute *ds) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, ds->m, &ds->arena, ds->fn, NULL);
    c.visit = visit;
    c.result = make_result;
    c.user = ds;
    ds->clone = &c;
    distribute_add_params(ds);
    set_input_texts(ds);
    ir_function_set_string(fn, MESH_ATTR, ds->o->mesh);
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(ds->fn->global, fn);
    ds->fn = fn;
    return true;
}
