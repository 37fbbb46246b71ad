/* SPDX-License-Identifier: Apache-2.0 */
/* Cloning. Side tables by variable id and symbol index; recursion is over nested bodies and
 * functions, whose depth the parser bounds. */
#include "ir/clone.h"

#include <math.h>

#include "base/diag.h"
#include "ir/definition.h"

/* Symbols and types */

/* A symbol that was given no extent gets a symbol of the new function at its first mention. */
static const IrDim *map_symbol(void *user, IrSymbol *s) {
    for (IrClone *c = user; c; c = c->outer) {
        if (s->function != c->from) continue;
        if (!c->dims[s->index]) {
            IrSymbol *copy = ir_symbol_new(c->to, s->name, s->loc);
            copy->is_extent = s->is_extent;
            c->dims[s->index] = ir_dim_symbol(c->m, copy);
        }
        return c->dims[s->index];
    }
    IrClone *c = user;
    return c->foreign ? c->foreign(c, s) : ir_dim_symbol(c->m, s);
}

const IrDim *ir_clone_symbol(IrClone *self, IrSymbol *s) { return map_symbol(self, s); }

const IrType *ir_clone_type(IrClone *self, const IrType *t) {
    const IrCloneChange *change = self->change;
    if (change && change->type) t = change->type(self->user, t);
    return t->has_symbols || self->foreign_module ? ir_type_map(self->m, t, map_symbol, self) : t;
}

static void init(IrClone *self, IrModule *m, Arena *arena, const IrFunction *from, IrFunction *to) {
    *self = (IrClone){.m = m, .arena = arena, .from = from, .to = to, .b = {.m = m, .fn = to}};
    self->values = ARENA_ARRAY(arena, IrOperand, (size_t)from->n_vars + 1);
    self->dims = ARENA_ARRAY(arena, const IrDim *, from->symbols.len + 1);
}

void ir_clone_into(IrClone *self, IrModule *m, Arena *arena, const IrFunction *from, IrBuilder b) {
    init(self, m, arena, from, b.fn);
    self->b = b;
}

IrFunction *ir_clone_begin(IrClone *self, IrModule *m, Arena *arena, const IrFunction *from,
                           IrFunction *parent) {
    IrFunction *to = ir_function_new(m, from->name);
    to->global = from->global;
    to->parent = parent;
    to->n_captures = from->n_captures;
    to->is_private = from->is_private;
    to->is_pure = from->is_pure;
    to->attrs = from->attrs;
    to->loc = from->loc;
    init(self, m, arena, from, to);
    return to;
}

IrVar *ir_clone_new_param(IrClone *self, const char *name, const IrType *type) {
    IrVar *v = ir_var_new(self->to, name, type);
    ir_define_symbols(type, NULL);
    vec_push(&self->m->arena, &self->to->params, v);
    return v;
}

IrVar *ir_clone_param(IrClone *self, const IrVar *old) {
    IrVar *v = ir_clone_new_param(self, old->name, ir_clone_type(self, old->type));
    ir_clone_set_var(self, old, v);
    return v;
}

/* Variables and operands */

void ir_clone_set(IrClone *self, const IrVar *old, IrOperand leaf) {
    leaf.span = 1;
    self->values[old->id] = leaf;
}

void ir_clone_set_var(IrClone *self, const IrVar *old, IrVar *v) {
    ir_clone_set(self, old, (IrOperand){.kind = IR_OPERAND_VAR, .var = v});
}

const IrOperand *ir_clone_value(const IrClone *self, const IrVar *old) {
    const IrOperand *o = &self->values[old->id];
    if (o->kind == IR_OPERAND_NONE)
        BUG("'%s' has no value in the copy", old->name ? old->name : "");
    return o;
}

/* The value of an attribute parameter as a constant of rank 0. */
static Tensor *attr_tensor(const IrClone *c, const IrConst *constant) {
    const int i = ir_op_attr_index(c->op, constant->from);
    if (i < 0) BUG("R.%s has no attribute '%s'", c->op->name, constant->from);
    return ir_attr_tensor(c->m->ctx, &c->attrs[i], constant->tensor->dtype);
}

static IrConst *copy_const(const IrClone *c, IrConst *constant) {
    if (c->change && c->change->constant) constant = c->change->constant(c->user, constant);
    if (constant->adapts) return constant; /* copy_call settles it */
    if (constant->from && c->op) return ir_const_new(c->m, attr_tensor(c, constant));
    return c->foreign_module ? ir_const_new(c->m, tensor_ref(constant->tensor)) : constant;
}

/* Of a shape, a number or a call's type argument; what divides by 0 or overflows where a symbol
 * became a number has no value. */
static const IrType *copy_extents(IrClone *c, const IrType *t) {
    const IrType *copy = ir_clone_type(c, t);
    if (c->change && c->change->type) return copy; /* whose types may know less */
    if ((t->dims && !copy->dims) || (t->value && !copy->value)) {
        const char *what = diag_fmt(c->m->ctx, "an extent overflows 64 bits, or divides by 0: %s",
                                    ir_type_text(c->m, t));
        if (!c->lost) diag_error(c->m->ctx, c->b.loc, DIAG_VALUE, what);
        c->lost = true;
    }
    return copy;
}

void ir_clone_operands(const IrClone *self, const IrOperand *at, uint32_t n, IrOperandBuf *out) {
    for (uint32_t i = 0; i < n; i++) {
        IrOperand o = at[i];
        if (o.kind == IR_OPERAND_VAR) o = *ir_clone_value(self, o.var);
        if (o.kind == IR_OPERAND_SHAPE || o.kind == IR_OPERAND_PRIM) {
            if (at[i].kind != IR_OPERAND_VAR) o.type = copy_extents((IrClone *)self, o.type);
        }
        if (o.kind == IR_OPERAND_CONST && at[i].kind == IR_OPERAND_CONST)
            o.constant = copy_const(self, o.constant);
        vec_push(out->arena, &out->ops, o);
    }
}

/* Bindings */

/* The call's attributes, those that are parameters of the definition with the values they have
 * here. */
static const IrAttr *with_values(const IrClone *c, const IrBinding *b) {
    const uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&c->m->scratch, IrAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        attrs[i] = b->attrs[i];
        if (!attrs[i].from) continue;
        const int k = ir_op_attr_index(c->op, attrs[i].from);
        if (k < 0) BUG("R.%s has no attribute '%s'", c->op->name, attrs[i].from);
        const OpParam *param = ir_op_attr_param(b->op, i);
        const char *misfit = ir_op_attr_misfit(param, &c->attrs[k]);
        if (misfit) {
            Ctx *ctx = c->m->ctx;
            const char *what = diag_fmt(ctx, "the attribute '%s' does not fit '%s' of R.%s",
                                        b->attrs[i].from, param->name, b->op->name);
            diag_expected(ctx, diag_error(ctx, c->b.loc, DIAG_ARGUMENT, c->op->name, what), "%s",
                          misfit);
            return NULL;
        }
        attrs[i] = c->attrs[k];
    }
    return attrs;
}

/* The constant's value in another dtype; NULL: it has none there. */
static Tensor *in_dtype(const IrClone *c, const IrConst *constant, DType dtype) {
    const Tensor *t = constant->tensor;
    IrAttr value = {.kind = dtype_is_float(t->dtype) ? IR_ATTR_FLOAT : IR_ATTR_INT};
    if (value.kind == IR_ATTR_FLOAT)
        value.f = dtype_read_double(t->dtype, t->data);
    else
        value.i = dtype_read_int(t->dtype, t->data);
    if (constant->from) value = c->attrs[ir_op_attr_index(c->op, constant->from)];
    const bool whole =
        value.kind != IR_ATTR_FLOAT || (fabs(value.f) < 9e15 && value.f == floor(value.f));
    if (!dtype_is_float(dtype) && !whole) return NULL;
    if (!dtype_is_float(dtype) && value.kind == IR_ATTR_FLOAT) {
        value = (IrAttr){.kind = IR_ATTR_INT, .i = (int64_t)value.f};
    }
    return ir_attr_tensor(c->m->ctx, &value, dtype);
}

/* Bare numbers get the dtype of the first tensor beside them that has one; they stay open where
 * none has. */
static bool settle_numbers(const IrClone *c, IrOperandBuf *buf) {
    DType dtype = DTYPE_VOID;
    for (size_t i = 0; i < buf->ops.len; i += buf->ops.at[i].span) {
        const IrType *t =
            buf->ops.at[i].kind == IR_OPERAND_NONE ? NULL : ir_operand_type(c->m, &buf->ops.at[i]);
        if (t && t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_BOOL && dtype == DTYPE_VOID)
            dtype = t->dtype;
    }
    for (size_t i = 0; i < buf->ops.len; i += buf->ops.at[i].span) {
        IrOperand *o = &buf->ops.at[i];
        if (o->kind != IR_OPERAND_CONST || !o->constant->adapts) continue;
        Tensor *t =
            in_dtype(c, o->constant, dtype == DTYPE_VOID ? o->constant->tensor->dtype : dtype);
        if (!t) {
            Ctx *ctx = c->m->ctx;
            Diag *d = diag_error(ctx, c->b.loc, DIAG_ARGUMENT, c->op->name,
                                 "a number of its body does not fit");
            diag_expected(ctx, d, "a value of %s", dtype_name(dtype));
            return false;
        }
        o->constant =
            dtype == DTYPE_VOID ? ir_const_new_from(c->m, t, NULL, true) : ir_const_new(c->m, t);
    }
    return true;
}

static const IrAttr *changed_attrs(const IrClone *c, const IrBinding *b) {
    const uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&c->m->scratch, IrAttr, (size_t)n + 1);
    if (n) memcpy(attrs, b->attrs, n * sizeof *attrs);
    c->change->attrs(c->user, b->op, attrs, n);
    return attrs;
}

static IrVar *copy_call(IrClone *c, const IrBinding *b, IrOperandBuf *buf) {
    const IrType **types = ARENA_ARRAY(&c->m->scratch, const IrType *, (size_t)b->n_types + 1);
    for (uint32_t i = 0; i < b->n_types; i++) types[i] = copy_extents(c, b->types[i]);
    if (c->lost) return NULL;
    const IrAttr *attrs = c->op ? with_values(c, b) : b->attrs;
    if (c->op && (!attrs || !settle_numbers(c, buf))) return NULL;
    if (c->change && c->change->attrs) attrs = changed_attrs(c, b);
    return ir_build_call(&c->b, b->op, buf->ops.at, (uint32_t)buf->ops.len,
                         (IrCallForm){.attrs = attrs, .types = types, .n_types = b->n_types},
                         b->var->name);
}

static void copy_result(IrClone *c, const IrBody *from, IrBody *to) {
    ArenaMark mark = arena_mark(&c->m->scratch);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    arena_rewind(&c->m->scratch, mark);
}

bool ir_clone_branch(IrClone *self, const IrBody *from, IrBody *to) {
    const bool flat = self->flat;
    self->flat = false; /* branches have blocks of their own */
    const bool ok = ir_clone_bindings(self, from, to);
    if (ok) copy_result(self, from, to);
    self->flat = flat;
    return ok && !self->lost;
}

static IrVar *copy_if(IrClone *c, const IrBinding *b, const IrOperandBuf *buf) {
    IrBlock *block = c->b.block;
    /* Until the binding exists, scopes climb through this stand-in. */
    IrBinding *owner = ARENA_NEW(&c->m->arena, IrBinding);
    owner->block = block;
    IrBody *bodies[2];
    for (int i = 0; i < 2; i++) {
        if (c->branch) {
            bodies[i] = c->branch(c, b->bodies[i], owner);
            if (!bodies[i]) return NULL;
            continue;
        }
        bodies[i] = ir_body_new(c->to, owner);
        if (!ir_clone_branch(c, b->bodies[i], bodies[i])) return NULL;
    }
    c->b.block = block;
    if (!c->one_place) {
        c->b.loc = b->loc;
        c->b.origin = b->origin;
    }
    return ir_build_if(&c->b, buf->ops.at, bodies[0], bodies[1], b->var->name);
}

/* What is captured must be a variable. */
static bool name_captures(IrClone *c, IrOperandBuf *buf) {
    for (size_t i = 0; i < buf->ops.len; i++) {
        if (buf->ops.at[i].kind == IR_OPERAND_VAR) continue;
        IrVar *v = ir_build_value(&c->b, &buf->ops.at[i], 1, NULL);
        if (!v) return false;
        buf->ops.at[i] = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    }
    return true;
}

typedef struct {
    const IrVar *outer;
    IrVar *param;
} Captured;

/* The parameter that this variable has already; NULL: none. */
static IrVar *find_capture(const Map *captured, const IrVar *outer) {
    for (MapIter it = map_find(captured, hash_ptr(0, outer)); map_next(captured, &it);) {
        const Captured *pair = it.value;
        if (pair->outer == outer) return pair->param;
    }
    return NULL;
}

/* Two captures that have become one variable become one. */
static IrVar *copy_nested(IrClone *c, const IrBinding *b, IrOperandBuf *buf) {
    if (!name_captures(c, buf)) return NULL;
    IrClone *inner = ARENA_NEW(c->arena, IrClone);
    const IrFunction *from = b->function;
    IrFunction *fn = ir_clone_begin(inner, c->m, c->arena, from, c->to);
    inner->outer = c;
    inner->foreign = c->foreign;
    inner->foreign_module = c->foreign_module;
    inner->one_place = c->one_place;
    inner->b.loc = c->b.loc;
    inner->b.origin = c->b.origin;
    inner->op = c->op;
    inner->attrs = c->attrs;
    inner->visit = c->visit;
    inner->change = c->change;
    inner->keeps_types = c->keeps_types;
    inner->user = c->user;
    Map captured;
    map_init(&captured, c->arena);
    uint32_t n = 0;
    for (size_t i = 0; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        if (i >= from->n_captures) {
            ir_clone_param(inner, p);
            continue;
        }
        IrVar *outer = buf->ops.at[i].var, *v = find_capture(&captured, outer);
        if (!v) {
            v = ir_var_new(fn, p->name, outer->type);
            vec_push(&c->m->arena, &fn->params, v);
            Captured *pair = ARENA_NEW(c->arena, Captured);
            *pair = (Captured){outer, v};
            map_add(&captured, hash_ptr(0, outer), pair);
            buf->ops.at[n++] = buf->ops.at[i];
        }
        ir_clone_set_var(inner, p, v);
    }
    fn->n_captures = n;
    buf->ops.len = n;
    if (c->change && c->change->params) c->change->params(inner);
    fn->result = ir_clone_type(inner, from->result);
    if (!ir_clone_finish(inner)) return NULL;
    return ir_build_function(&c->b, fn, buf->ops.at, n, b->var->name);
}

/* An annotation that was weaker than what inference gave is meant, and stays; what an `if` gives
 * has none. Calls of functions have their new type, as their callees may be new. */
static void keep_annotation(IrClone *c, IrBinding *b, IrVar *v) {
    const IrType *old = ir_clone_type(c, b->var->type);
    if (old == v->type) return;
    if (c->keeps_types) {
        if (b->kind != IR_BIND_IF && ir_type_subsumes(c->m, old, v->type) == IR_PROVED)
            v->type = old;
        return;
    }
    if (b->kind == IR_BIND_INVOKE || b->kind == IR_BIND_FUNCTION) return;
    IrModule *from = b->block->body->function->module;
    const ArenaMark mark = arena_mark(&from->scratch);
    const IrAttr *attrs;
    const IrType *inferred = ir_infer_binding(b, &attrs);
    arena_rewind(&from->scratch, mark);
    if (inferred != b->var->type && ir_type_subsumes(c->m, old, v->type) == IR_PROVED)
        v->type = old;
}

/* One that what is known now contradicts fails where a run comes to it, as before: what is cast
 * loses its type. */
static IrVar *copy_match_cast(IrClone *c, const IrBinding *b, const IrOperand *value, uint32_t n) {
    const IrType *cast = ir_clone_type(c, b->cast);
    if (ir_type_subsumes(c->m, cast, ir_operand_type(c->m, value)) != IR_REFUTED)
        return ir_build_match_cast(&c->b, value, n, cast, b->var->name);
    IrVar *v = ir_build_value(&c->b, value, n, b->var->name);
    if (!v) return NULL;
    v->type = c->m->any;
    v->is_output = !c->b.block->is_dataflow;
    const IrOperand unknown = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    return ir_build_match_cast(&c->b, &unknown, 1, cast, b->var->name);
}

bool ir_clone_binding(IrClone *self, IrBinding *b) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &self->m->scratch);
    ir_clone_operands(self, b->operands.at, b->operands.n, &buf);
    const IrCloneChange *change = self->change;
    if (self->lost) return false;
    if (change && change->operands && !change->operands(self, b, &buf)) return false;
    const IrOperand *at = buf.ops.at;
    uint32_t n = (uint32_t)buf.ops.len;
    const char *name = b->var->name;
    IrVar *v = NULL;
    switch (b->kind) {
    case IR_BIND_VALUE: v = ir_build_value(&self->b, at, n, name); break;
    case IR_BIND_CALL: v = copy_call(self, b, &buf); break;
    case IR_BIND_INVOKE: v = ir_build_invoke(&self->b, at, n, name); break;
    case IR_BIND_FIELD: v = ir_build_field(&self->b, at, n, b->index, name); break;
    case IR_BIND_MATCH_CAST: v = copy_match_cast(self, b, at, n); break;
    case IR_BIND_IF: v = copy_if(self, b, &buf); break;
    case IR_BIND_FUNCTION: v = copy_nested(self, b, &buf); break;
    case IR_BIND_COUNT: break;
    }
    if (!v) return false;
    keep_annotation(self, b, v);
    if (self->b.block->is_dataflow) v->is_output = b->block->is_dataflow && b->var->is_output;
    ir_clone_set_var(self, b->var, v);
    return true;
}

/* The block for the next binding: `fresh` when a new dataflow block begins. Plain blocks never
 * stand side by side, and a block is opened only when the last one has bindings. */
static IrBlock *place(const IrClone *c, IrBody *to, bool dataflow, bool fresh) {
    IrBlock *last = to->last_block;
    if (c->flat) return c->b.block;
    if (last && !last->first) {
        if (!dataflow && last->prev && !last->prev->is_dataflow) return last->prev;
        last->is_dataflow = dataflow;
        return last;
    }
    if (last && last->is_dataflow == dataflow && !(dataflow && fresh)) return last;
    return ir_block_append(to, dataflow);
}

bool ir_clone_bindings(IrClone *self, const IrBody *from, IrBody *to) {
    for (const IrBlock *block = from->first_block; block; block = block->next) {
        bool fresh = true;
        for (IrBinding *b = block->first; b; b = b == block->last ? NULL : b->next) {
            ctx_poll(self->m->ctx);
            ArenaMark mark = arena_mark(&self->m->scratch);
            self->b.block = place(self, to, block->is_dataflow, fresh);
            if (!self->one_place) {
                self->b.loc = b->loc;
                self->b.origin = b->origin;
            }
            fresh = false;
            IrCloneAnswer answer = self->visit ? self->visit(self, b) : IR_CLONE_COPY;
            bool ok =
                answer == IR_CLONE_DONE || (answer == IR_CLONE_COPY && ir_clone_binding(self, b));
            arena_rewind(&self->m->scratch, mark);
            if (!ok) return false;
        }
    }
    return true;
}

static const IrDim *keep_params_only(void *user, IrSymbol *s) {
    const IrClone *c = user;
    return s->body && s->function == c->to ? NULL : ir_dim_symbol(c->m, s);
}

bool ir_clone_finish(IrClone *self) {
    IrModule *m = self->m;
    IrFunction *to = self->to;
    to->body = ir_body_new(to, NULL);
    if (!to->result) to->result = ir_clone_type(self, self->from->result);
    if (!ir_clone_bindings(self, self->from->body, to->body)) return false;
    if (self->result) {
        self->b.block = place(self, to->body, false, false);
        self->b.origin = NULL;
        if (!self->result(self, self->from->body, to->body)) return false;
    } else {
        copy_result(self, self->from->body, to->body);
    }
    if (self->lost) return false;
    const IrType *t = ir_operand_type(m, to->body->result.at);
    const bool follows = self->from->result == ir_returned_type((IrFunction *)self->from) &&
                         ir_type_subsumes(m, t, to->result) != IR_PROVED;
    if (follows || ir_type_subsumes(m, to->result, t) != IR_PROVED) {
        to->result = t->has_symbols ? ir_type_map(m, t, keep_params_only, self) : t;
    }
    ir_body_fix_outputs(to);
    return true;
}

/* Outputs */

void ir_body_fix_outputs(IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!b->block->is_dataflow || b->var->is_output) continue;
        for (const IrOperand *use = b->var->uses; use && !b->var->is_output; use = use->next_use) {
            const IrBinding *user = use->list->binding;
            b->var->is_output = !user || user->block != b->block;
        }
    }
}
