/* SPDX-License-Identifier: Apache-2.0 */
/* Bindings to values and steps. Recursion is over branches and types, whose depth is bounded. */
#include "backend/parts.h"

#include "ir/origin.h"
#include "ops/number.h"

/* Steps */

void be_append(BeSteps *list, BeStep *s) {
    if (list->last)
        list->last->next = s;
    else
        list->first = s;
    list->last = s;
}

BeStep *be_step(BeLower *l, BeStepKind kind, Loc loc) {
    BeStep *s = ARENA_NEW(l->arena, BeStep);
    *s = (BeStep){.kind = kind, .loc = loc, .origin = l->origin};
    be_append(l->out, s);
    return s;
}

BeBuffer **be_buffers(BeLower *l, BeBuffer *one) {
    BeBuffer **list = BE_ARRAY(l, BeBuffer *, 1);
    list[0] = one;
    return list;
}

void be_check(BeLower *l, Loc loc, const IrDim *a, const IrDim *b, const char *what, uint32_t dim) {
    if (a == b || ir_dim_eq(l->m, a, b) == IR_PROVED) return;
    BeStep *s = be_step(l, BE_STEP_CHECK, loc);
    s->check.a = a;
    s->check.b = b;
    s->check.message = be_message(l, loc, "%s has another extent than its type: dim %u is not %s",
                                  what, dim, ir_dim_text(l->m, b));
}

BeStep *be_copy_step(Arena *arena, Loc loc, BeBuffer *to, BeBuffer *from, const IrDim *bytes) {
    BeBuffer **both = ARENA_ARRAY(arena, BeBuffer *, 2);
    both[0] = from;
    both[1] = to;
    BeStep *s = ARENA_NEW(arena, BeStep);
    *s = (BeStep){.kind = BE_STEP_COPY,
                  .loc = loc,
                  .reads = both,
                  .writes = both + 1,
                  .n_reads = 1,
                  .n_writes = 1,
                  .bytes = bytes};
    return s;
}

void be_copy(BeLower *l, Loc loc, BeBuffer *to, BeBuffer *from, const IrDim *bytes) {
    BeStep *s = be_copy_step(l->arena, loc, to, from, bytes);
    s->origin = l->origin;
    be_append(l->out, s);
}

/* Symbols */

const IrDim *be_set_later(BeLower *l, IrSymbol *s) {
    BeSymbol *e = be_symbol(l->f, s);
    e->is_bound = true;
    vec_push(l->arena, &l->bound, e);
    return ir_dim_symbol(l->m, s);
}

/* The symbol gets the value here: at once where it follows from the arguments, else by a step. */
static void be_set(BeLower *l, Loc loc, IrSymbol *s, const IrDim *value) {
    be_set_later(l, s);
    BeSymbol *e = be_symbol(l->f, s);
    if (be_is_known(l->f, value)) {
        e->is_known = true;
        e->value = value;
        vec_push(l->arena, &l->f->derived, ((BeDerived){.symbol = s, .value = value}));
        return;
    }
    BeStep *step = be_step(l, BE_STEP_SET, loc);
    step->set.symbol = s;
    step->set.value = value;
}

static const IrDim *settled(void *user, IrSymbol *s) {
    BeLower *l = user;
    const BeSymbol *e = be_symbol(l->f, s);
    return e->value ? e->value : ir_dim_symbol(l->m, s);
}

const IrDim *const *be_dims(BeLower *l, const IrDim *const *dims, uint32_t n) {
    if (!l->f->derived.len) return dims;
    const IrDim **out = BE_ARRAY(l, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = dims[i]->n ? ir_dim_map(l->m, dims[i], settled, l) : dims[i];
    return out;
}

void be_unbind(BeLower *l, size_t n) {
    while (l->bound.len > n) l->bound.at[--l->bound.len]->is_bound = false;
}

/* Buffers and leaves */

const IrDim *be_bytes(BeLower *l, const IrDim *const *dims, uint32_t ndim, DType dtype) {
    const int64_t each = dtype_per_byte(dtype);
    const IrDim *bytes = ir_dim_const(l->m, dtype_size_up(dtype));
    for (uint32_t i = 0; i < ndim; i++) {
        if (ir_dim_is(dims[i], 0)) return dims[i];
    }
    for (uint32_t i = 0; i < ndim; i++) bytes = ir_dim_mul(l->m, bytes, dims[i]);
    if (each > 1)
        bytes =
            ir_dim_floordiv(l->m, ir_dim_offset(l->m, bytes, each - 1), ir_dim_const(l->m, each));
    return bytes;
}

BeBuffer *be_buffer_new(BeFn *f, BeBuffer b) {
    Arena *arena = f->module->arena;
    BeBuffer *out = ARENA_NEW(arena, BeBuffer);
    *out = b;
    out->id = (uint32_t)f->buffers.len;
    vec_push(arena, &f->buffers, out);
    return out;
}

BeLife *be_life(BeFn *f, const BeBuffer *b) {
    while (f->lives.len <= b->id) vec_push(f->module->arena, &f->lives, (BeLife){.first = 1});
    return &f->lives.at[b->id];
}

BeBuffer *be_buffer(BeLower *l, Loc loc, const IrDim *bytes, bool allocated) {
    const bool in_arena = bytes && be_is_known(l->f, bytes);
    BeBuffer *b = be_buffer_new(l->f, (BeBuffer){.loc = loc,
                                                 .place = in_arena ? BE_ARENA : BE_HEAP,
                                                 .bytes = bytes,
                                                 .region = l->region});
    if (allocated) {
        BeStep *s = be_step(l, BE_STEP_ALLOC, loc);
        s->writes = be_buffers(l, b);
        s->n_writes = 1;
        s->bytes = bytes;
    }
    return b;
}

BeBuffer *be_value_of(BeBuffer *b) {
    while (b->value) {
        if (b->value->value) b->value = b->value->value;
        b = b->value;
    }
    return b;
}

void be_same_value(BeBuffer *a, BeBuffer *b) {
    a = be_value_of(a);
    b = be_value_of(b);
    if (a != b && a->place != BE_CONST) a->value = b;
}

BeBuffer *be_view(BeFn *f, BeBuffer *of, const IrDim *at, const IrDim *bytes) {
    if (ir_dim_is(at, 0)) return of;
    if (of->same && of->at) at = ir_dim_add(f->module->m, of->at, at);
    BeBuffer *root = of->same ? of->same : of;
    BeBuffer *b = be_buffer_new(
        f, (BeBuffer){
               .same = root, .at = at, .bytes = bytes, .region = of->region, .place = root->place});
    be_same_value(b, of);
    return b;
}

BeLeaf *be_tensor(BeLower *l, BeBuffer *buffer, const IrDim *const *dims, uint32_t ndim,
                  DType dtype) {
    BeLeaf *leaf = ARENA_NEW(l->arena, BeLeaf);
    *leaf =
        (BeLeaf){.kind = BE_TENSOR, .dtype = dtype, .ndim = ndim, .dims = dims, .buffer = buffer};
    return leaf;
}

BeLeaf *be_ints(BeLower *l, const IrDim *const *dims, uint32_t n, DType dtype) {
    BeLeaf *leaf = ARENA_NEW(l->arena, BeLeaf);
    *leaf = (BeLeaf){.kind = BE_INTS, .dtype = dtype, .ndim = n, .dims = dims};
    return leaf;
}

static BeLeaf *constant(BeLower *l, const IrConst *c) {
    Map *map = &l->module->buffers_by_const;
    const uint64_t hash = hash_ptr(0, c);
    const Tensor *t = c->tensor;
    const IrDim **dims = BE_ARRAY(l, const IrDim *, t->ndim);
    for (uint32_t i = 0; i < t->ndim; i++) dims[i] = ir_dim_const(l->m, t->dims[i]);
    BeBuffer *b = NULL;
    for (MapIter it = map_find(map, hash); !b && map_next(map, &it);) {
        if (((BeBuffer *)it.value)->constant == c) b = it.value;
    }
    if (!b) {
        b = ARENA_NEW(l->arena, BeBuffer);
        *b = (BeBuffer){.place = BE_CONST, .constant = c};
        map_add(map, hash, b);
        vec_push(l->arena, &l->module->constants, b);
    }
    return be_tensor(l, b, dims, t->ndim, t->dtype);
}

/* Operands */

static BeLeaf *leaf_of(BeLower *l, const IrOperand *o) {
    BeLeaf *leaf = ARENA_NEW(l->arena, BeLeaf);
    switch (o->kind) {
    case IR_OPERAND_CONST: return constant(l, o->constant);
    case IR_OPERAND_SHAPE:
        return be_ints(l, be_dims(l, o->type->dims, (uint32_t)o->type->ndim),
                       (uint32_t)o->type->ndim, DTYPE_VOID);
    case IR_OPERAND_PRIM:
        if (o->type->value) return be_ints(l, be_dims(l, &o->type->value, 1), 1, o->type->dtype);
        *leaf = (BeLeaf){.kind = BE_FLOAT, .dtype = o->type->dtype, .is_constant = true, .f = o->f};
        return leaf;
    case IR_OPERAND_GLOBAL:
        *leaf = (BeLeaf){.kind = BE_FUNCTION};
        if (o->global->function && o->global->function->body)
            leaf->callee = be_fn(l->module, o->global->function);
        return leaf;
    default: *leaf = (BeLeaf){.kind = BE_TEXT}; return leaf;
    }
}

/* From the back, as ir_operand_type goes: a tuple's fields lie on the stack when it is reached. */
BeValue *be_operand(BeLower *l, const IrOperand *tree) {
    BeValue **stack = BE_ARRAY(l, BeValue *, tree->span);
    uint32_t top = 0;
    bool ok = true;
    for (uint32_t i = tree->span; i-- > 0;) {
        const IrOperand *o = &tree[i];
        BeValue *v;
        if (o->kind == IR_OPERAND_TUPLE) {
            BeValue **fields = BE_ARRAY(l, BeValue *, o->n);
            for (uint32_t k = 0; k < o->n; k++) fields[k] = stack[--top];
            v = be_tuple(l->arena, o->n, fields);
        } else {
            v = o->kind == IR_OPERAND_VAR ? l->vars[o->var->id] : be_value(l->arena, leaf_of(l, o));
        }
        ok = ok && v;
        stack[top++] = v;
    }
    return ok ? stack[0] : NULL;
}

/* match_cast */

typedef struct {
    BeLower *l;
    Loc loc;
    const char *what;
    bool binds; /* first the symbols that stand alone, then the checks */
    bool differs;
} Cast;

static void cast_dims(Cast *c, const IrDim *const *want, const IrDim *const *have, uint32_t n) {
    BeLower *l = c->l;
    for (uint32_t i = 0; want && i < n; i++) {
        IrSymbol *s = ir_dim_as_symbol(want[i]);
        if (!c->binds) {
            be_check(l, c->loc, have[i], *be_dims(l, &want[i], 1), c->what, i);
        } else if (s && !be_symbol(l->f, s)->is_bound) {
            be_set(l, c->loc, s, have[i]);
        }
    }
}

static BeValue *cast(Cast *c, const IrType *t, BeValue *v) {
    BeLower *l = c->l;
    BeLeaf *x = v->leaf;
    bool fits = true;
    switch (t->kind) {
    case IR_TYPE_ANY: return v;
    case IR_TYPE_TUPLE: {
        if (x || v->n != t->n) break;
        BeValue **fields = BE_ARRAY(l, BeValue *, t->n);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = cast(c, t->fields[i], v->fields[i]);
        return be_tuple(l->arena, t->n, fields);
    }
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE:
        fits = x && x->kind == (t->kind == IR_TYPE_TENSOR ? BE_TENSOR : BE_INTS);
        fits = fits && (t->kind == IR_TYPE_TENSOR ? t->dtype == DTYPE_VOID || t->dtype == x->dtype
                                                  : x->dtype == DTYPE_VOID);
        fits = fits && (t->ndim == IR_NDIM_UNKNOWN || t->ndim == (int64_t)x->ndim);
        if (!fits) break;
        if (!t->dims) return v;
        cast_dims(c, t->dims, x->dims, x->ndim);
        const IrDim *const *dims = be_dims(l, t->dims, x->ndim);
        if (t->kind == IR_TYPE_SHAPE)
            return be_value(l->arena, be_ints(l, dims, x->ndim, x->dtype));
        return be_value(l->arena, be_tensor(l, x->buffer, dims, x->ndim, x->dtype));
    case IR_TYPE_PRIM:
        if (!x || x->dtype != t->dtype || (x->kind != BE_FLOAT && x->kind != BE_INTS)) break;
        if (x->kind == BE_FLOAT || !t->value) return v;
        cast_dims(c, &t->value, x->dims, 1);
        return be_value(l->arena, be_ints(l, be_dims(l, &t->value, 1), 1, x->dtype));
    case IR_TYPE_CALLABLE:
        if (x && x->kind == BE_FUNCTION) return v;
        break;
    }
    c->differs = true;
    return v;
}

static BeValue *match_cast(BeLower *l, const IrBinding *b, BeValue *v) {
    const IrOrigin *from = NULL; /* what stood in the source, if this did not */
    for (const IrOrigin *o = b->origin; o; o = o->from) {
        if (o->kind <= IR_ORIGIN_EXPANDED) from = o;
    }
    Cast c = {.l = l, .loc = b->loc, .binds = true, .what = "the value of R.match_cast"};
    if (from) c.what = arena_printf(l->arena, "a value made of '%s'", from->by);
    cast(&c, b->cast, v);
    c.binds = false;
    BeValue *out = cast(&c, b->cast, v);
    if (!c.differs) return out;
    BeStep *s = be_step(l, BE_STEP_FAIL, b->loc);
    s->end.message = be_message(l, b->loc, "the value of R.match_cast is not of its type");
    return NULL;
}

/* Shapes */

static BeValue *shape_to_tensor(BeLower *l, Loc loc, const BeLeaf *x) {
    const IrDim **dims = BE_ARRAY(l, const IrDim *, 1);
    dims[0] = ir_dim_const(l->m, x->ndim);
    BeBuffer *out = be_buffer(l, loc, ir_dim_const(l->m, 8 * (int64_t)x->ndim), true);
    BeStep *s = be_step(l, BE_STEP_INTS, loc);
    s->writes = be_buffers(l, out);
    s->n_writes = 1;
    s->ints.dims = x->dims;
    s->ints.n = x->ndim;
    return be_value(l->arena, be_tensor(l, out, dims, 1, DTYPE_INT64));
}

static BeValue *tensor_to_shape(BeLower *l, Loc loc, const BeLeaf *x) {
    int64_t n;
    if (!ir_dim_is_const(x->dims[0], &n) || n > (int64_t)l->module->ctx->limits.rank) {
        be_unsupported(l->module, loc, "a shape whose rank is not known",
                       "the tensor of R.tensor_to_shape needs a constant extent");
        return NULL;
    }
    const IrDim **dims = BE_ARRAY(l, const IrDim *, n);
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        IrSymbol *symbol = be_fresh(l->f, true);
        dims[i] = be_set_later(l, symbol);
        BeStep *s = be_step(l, BE_STEP_LOAD, loc);
        s->reads = be_buffers(l, x->buffer);
        s->n_reads = 1;
        s->load.symbol = symbol;
        s->load.index = i;
        s->load.dtype = DTYPE_INT64;
        s->load.message = be_message(l, loc, "a negative extent");
    }
    return be_value(l->arena, be_ints(l, dims, (uint32_t)n, DTYPE_VOID));
}

static BeValue *structural(BeLower *l, const IrBinding *b, BeValue *const *values) {
    const BeLeaf *x = values[0]->leaf;
    switch (b->op->structural) {
    case OP_STRUCTURAL_SHAPE_OF:
        return be_value(l->arena, be_ints(l, x->dims, x->ndim, DTYPE_VOID));
    case OP_STRUCTURAL_SHAPE_TO_TENSOR: return shape_to_tensor(l, b->loc, x);
    case OP_STRUCTURAL_TENSOR_TO_SHAPE: return tensor_to_shape(l, b->loc, x);
    case OP_STRUCTURAL_CALL_LOOPS: return be_call_loops(l, b, values[1], values[2]);
    case OP_STRUCTURAL_SCAN: return be_scan(l, b, values);
    case OP_STRUCTURAL_WHILE: return be_while(l, b, values);
    case OP_STRUCTURAL_NUMBER: return be_compute_number(l, b, values);
    case OP_STRUCTURAL_NO: break;
    }
    BUG("R.%s is not structural", b->op->name);
}

bool be_is_condition(const BeLeaf *leaf) {
    return leaf && leaf->dtype == DTYPE_BOOL &&
           ((leaf->kind == BE_TENSOR && leaf->ndim == 0) || leaf->kind == BE_INTS);
}

static BeValue *host(BeLower *l, const IrBinding *b, BeValue *const *values) {
    if (b->op->host != OP_HOST_ASSERT) {
        const char *what = diag_fmt(l->module->ctx, "R.%s", b->op->name);
        be_unsupported(l->module, b->loc, what, "it needs the process that runs the module");
        return NULL;
    }
    const BeLeaf *cond = values[0]->leaf;
    if (!be_is_condition(cond))
        return be_unsupported(l->module, b->loc, "a condition that is no bool scalar", NULL), NULL;
    const IrAttr *format = &b->attrs[ir_op_attr_index(b->op, "format")];
    const char *text = format->kind == IR_ATTR_STRING ? format->s : "";
    BeStep *s = be_step(l, BE_STEP_ASSERT, b->loc);
    s->end.leaf = cond;
    if (cond->buffer) {
        s->reads = be_buffers(l, cond->buffer);
        s->n_reads = 1;
    }
    s->end.message =
        be_message(l, b->loc, "an assertion does not hold%s%s", *text ? ": " : "", text);
    return be_tuple(l->arena, 0, NULL);
}

static BeValue *call(BeLower *l, const IrBinding *b) {
    const uint32_t n = ir_operands_count(&b->operands);
    BeValue **values = BE_ARRAY(l, BeValue *, n);
    bool ok = true;
    uint32_t i = 0;
    const bool of_number = numbers_is_boxed(b);
    if (!b->op->identity && b->op->structural == OP_STRUCTURAL_NO && b->op->host == OP_HOST_NO &&
        !of_number && !(b->op->flags & OP_WORKERS)) {
        be_unsupported(l->module, b->loc, diag_fmt(l->module->ctx, "R.%s", b->op->name),
                       "LegalizeOps(loops) makes loops of it");
        return NULL;
    }
    if (b->op->host != OP_HOST_NO && b->op->host != OP_HOST_ASSERT) return host(l, b, NULL);
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        if (b->operands.at[at].kind == IR_OPERAND_NONE) continue;
        values[i] = be_operand(l, &b->operands.at[at]);
        ok = ok && values[i];
    }
    if (!ok) return NULL;
    if (b->op->flags & OP_WORKERS) return be_collective(l, b, values);
    if (b->op->identity) return values[0];
    if (of_number) return be_number_tensor(l, b->loc, values[1]);
    return b->op->host != OP_HOST_NO ? host(l, b, values) : structural(l, b, values);
}

static BeValue *invoke(BeLower *l, const IrBinding *b) {
    const IrOperands *list = &b->operands;
    BeValue *callee = be_operand(l, list->at);
    BeLeaves args = {.at = NULL};
    bool ok = callee != NULL;
    for (uint32_t at = list->at->span; at < list->n; at += list->at[at].span) {
        BeValue *v = be_operand(l, &list->at[at]);
        ok = ok && v;
        if (v) be_leaves(l->arena, v, &args);
    }
    if (!ok) return NULL;
    if (!callee->leaf || callee->leaf->kind != BE_FUNCTION || !callee->leaf->callee) {
        be_unsupported(l->module, b->loc, "a call of a function that is not known",
                       "call functions of the module by their names");
        return NULL;
    }
    BeLeaves all = {.at = NULL};
    be_call_args(l, callee->leaf, &args, &all);
    return be_invoke(l, b->loc, callee->leaf, &all);
}

/* Bindings */

static BeValue *nested(BeLower *l, const IrBinding *b) {
    BeValue **captures = BE_ARRAY(l, BeValue *, b->operands.n);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        captures[i] = be_operand(l, &b->operands.at[i]);
        if (!captures[i]) return NULL;
    }
    be_lower_function(l->module, b->function);
    BeFn *callee = be_fn(l->module, b->function);
    if (callee->is_failed) return NULL;
    BeLeaf *leaf = ARENA_NEW(l->arena, BeLeaf);
    *leaf = (BeLeaf){.kind = BE_FUNCTION, .callee = callee, .captures = captures};
    return be_value(l->arena, leaf);
}

static BeValue *field(BeLower *l, const IrBinding *b) {
    BeValue *v = be_operand(l, b->operands.at);
    if (!v) return NULL;
    if (!v->leaf && b->index < v->n) return v->fields[b->index];
    be_unsupported(l->module, b->loc, "a field of what is no such tuple", NULL);
    return NULL;
}

static BeValue *lower_binding(BeLower *l, const IrBinding *b) {
    BeValue *v;
    switch (b->kind) {
    case IR_BIND_VALUE: return be_operand(l, b->operands.at);
    case IR_BIND_CALL: return call(l, b);
    case IR_BIND_INVOKE: return invoke(l, b);
    case IR_BIND_IF: return be_branches(l, b);
    case IR_BIND_FIELD: return field(l, b);
    case IR_BIND_MATCH_CAST:
        v = be_operand(l, b->operands.at);
        return v ? match_cast(l, b, v) : NULL;
    case IR_BIND_FUNCTION: return nested(l, b);
    case IR_BIND_COUNT: break;
    }
    BUG("no steps of a %s", ir_bind_name(b->kind));
}

void be_lower_body(BeLower *l, IrBody *body) {
    const IrOrigin *around = l->origin;
    for (const IrBinding *b = body->first; b; b = b->next) {
        l->origin = b->origin;
        ctx_poll(l->module->ctx);
        l->vars[b->var->id] = lower_binding(l, b);
    }
    l->origin = around;
}
