/* SPDX-License-Identifier: Apache-2.0 */
/* StaticPlanBlockMemory: tensors that are allocated to be written into get places in memory that is
 * used again once nothing needs what is there, as TVM's virtual machine has it.
 *
 *     a = R.builtin.alloc_tensor(R.shape([2, 4]), "float32", 0)
 *     _ = cls.exp(x, a)
 *
 *     storage = R.memory.alloc_storage(R.shape([32]), 0, "global", "float32")
 *     a = R.memory.alloc_tensor(storage, 0, R.shape([2, 4]), "float32")
 *     _ = cls.exp(x, a)
 *
 * A tensor is planned where all that uses it are calls of loop functions and of the host in the
 * block that allocates it. Names, tuples, reshapes and views of it are it, and so may be what a
 * call of the host returns. What leaves its block, or is given to anything else, stays as it is;
 * of results of a function with relax.memory_plan_dynamic_func_output those of symbolic extents
 * get memory of their own.
 *
 * Extents count with what the function says of symbols (passes/dim_bound.h). Memory is used again
 * for the same dtype, scope and device: the smallest that is large enough, up to 16 times; else
 * the largest that is too small, which grows; of symbolic sizes only the same one. Linear but for
 * the list of free sizes, which is searched by halves. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/dim_bound.h"
#include "passes/passes.h"
#include "passes/storage_pool.h"

static const char plans_results[] = "relax.memory_plan_dynamic_func_output";

/* A value of more parts than that is not looked into: its tensors stay. */
enum { PARTS_MAX = 1024 };

/* A tensor that is allocated. */
typedef struct {
    const IrBlock *block;
    uint64_t uses;     /* of calls that are to come */
    const IrDim *size; /* in bytes */
    uint32_t kind;
    bool is_symbolic; /* its extents are */
    bool is_left;     /* it stays as it is */
    bool is_result;   /* it gets memory of its own */
    StoragePiece *storage;
    bool is_first; /* of its storage's tensors */
} Token;

/* What a value is made of. */
typedef struct Parts Parts;
struct Parts {
    Token *token; /* NULL: a tuple, or one of several */
    uint32_t n;
    uint32_t size; /* as a tree, at most PARTS_MAX + 1 */
    Parts **at;    /* NULL: no token is there */
    bool is_one;   /* it may be each of them, and is not a tuple */
    bool is_left, is_result;
};

typedef struct {
    IrModule *m;
    Arena arena;
    Map tokens; /* Token, by the variable that is allocated */
    StoragePool pool;
    /* of the function that is looked at */
    DimBounds bounds;
    Parts **parts; /* by variable id */
    bool plans_results;
} Plan;

/* What values are made of */

static Parts *new_parts(Plan *p, uint32_t n) {
    Parts *parts = ARENA_NEW(&p->arena, Parts);
    *parts = (Parts){.n = n, .size = 1, .at = ARENA_ARRAY(&p->arena, Parts *, (size_t)n + 1)};
    return parts;
}

static void set_part(Parts *parts, uint32_t i, Parts *part) {
    parts->at[i] = part;
    parts->size += part ? part->size : 1;
    if (parts->size > PARTS_MAX) parts->size = PARTS_MAX + 1;
}

/* Recursion is over tuples that are written within one another. */
static Parts *parts_of(Plan *p, const IrOperand *o) {
    if (o->kind == IR_OPERAND_VAR) return p->parts[o->var->id];
    if (o->kind != IR_OPERAND_TUPLE) return NULL;
    Parts *parts = new_parts(p, o->n);
    const IrOperand *at = o + 1;
    bool any = false;
    for (uint32_t i = 0; i < o->n; i++, at += at->span) {
        set_part(parts, i, parts_of(p, at));
        any |= parts->at[i] != NULL;
    }
    return any ? parts : NULL;
}

/* Its tensors stay as they are, or are results. Each part is seen once for each. */
static void leave(Plan *p, Parts *parts, bool as_result) {
    VEC(Parts *) open = {NULL, 0, 0};
    if (parts) vec_push(&p->arena, &open, parts);
    while (open.len) {
        Parts *top = open.at[--open.len];
        if (top->is_left || (as_result && top->is_result)) continue;
        *(as_result ? &top->is_result : &top->is_left) = true;
        Token *t = top->token;
        if (t) *(as_result && t->is_symbolic ? &t->is_result : &t->is_left) = true;
        for (uint32_t i = 0; i < top->n; i++) {
            if (top->at[i]) vec_push(&p->arena, &open, top->at[i]);
        }
    }
}

static void leave_all(Plan *p, const IrOperands *list, bool as_result) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) leave(p, p->parts[list->at[i].var->id], as_result);
    }
}

/* A call in that block uses it: first it is counted, then given back when none is to come. */
static void use(Plan *p, Parts *parts, const IrBlock *block, bool plans) {
    VEC(Parts *) open = {NULL, 0, 0};
    if (!parts) return;
    if (parts->size > PARTS_MAX) {
        leave(p, parts, false);
        return;
    }
    vec_push(&p->arena, &open, parts);
    while (open.len) {
        const Parts *top = open.at[--open.len];
        Token *t = top->token;
        if (t && !plans) {
            t->uses++;
            if (t->block != block) t->is_left = true;
        } else if (t && t->storage && --t->uses == 0 && !t->is_result) {
            storage_pool_give(&p->pool, t->storage);
        }
        for (uint32_t i = top->n; i-- > 0;) {
            if (top->at[i]) vec_push(&p->arena, &open, top->at[i]);
        }
    }
}

/* The operands that a call of loops or of the host takes; an empty list: it is another call. */
static IrOperands used(const IrBinding *b) {
    IrOperands list = b->operands;
    list.n = 0;
    if (b->kind == IR_BIND_CALL && b->op == &op_call_packed) {
        list = b->operands;
    } else if (b->kind == IR_BIND_CALL && b->op == &op_vm_call_tir_dyn) {
        const IrOperand *args = ir_operand_get(&b->operands, 1);
        if (args->kind == IR_OPERAND_TUPLE)
            list.at = (IrOperand *)(uintptr_t)(args + 1), list.n = args->span - 1;
    } else if (b->kind == IR_BIND_INVOKE) {
        const IrOperand *callee = b->operands.at;
        const IrFunction *fn = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
        if (fn && !fn->body) list.at++, list.n = b->operands.n - 1;
    }
    return list;
}

static void use_all(Plan *p, const IrBinding *b, const IrOperands *list, bool plans) {
    for (uint32_t i = 0; i < list->n; i += list->at[i].span)
        use(p, parts_of(p, &list->at[i]), b->block, plans);
}

/* The first walk: what is made of what, and which calls use it */

static Parts *allocated(Plan *p, const IrBinding *b) {
    IrModule *m = p->m;
    const IrType *t = b->var->type;
    const IrAttr *scope = &b->attrs[ir_op_attr_index(b->op, "storage_scope")],
                 *device = &b->attrs[ir_op_attr_index(b->op, "runtime_device_index")];
    const uint32_t bits = dtype_bits(t->dtype);
    const IrDim *size = ir_dim_const(m, ((int64_t)bits + 7) / 8);
    bool is_symbolic = false;
    int64_t n;
    if (t->kind != IR_TYPE_TENSOR || !t->dims || !bits) return NULL;
    for (int32_t i = 0; i < t->ndim; i++) {
        const IrDim *most = dim_at_most(&p->bounds, t->dims[i]);
        if (!most) return NULL;
        size = ir_dim_mul(m, size, most);
        is_symbolic |= !ir_dim_is_const(t->dims[i], &n);
    }
    if (ir_dims_forget(m) || (ir_dim_is_const(size, &n) && n < 0)) return NULL;
    Token *token = ARENA_NEW(&p->arena, Token);
    const StorageKind kind = {
        .dtype = t->dtype, .scope = scope->s, .device = device->i, .block = b->block};
    *token = (Token){.block = b->block,
                     .size = size,
                     .kind = storage_pool_kind(&p->pool, kind),
                     .is_symbolic = is_symbolic};
    map_add_ptr(&p->tokens, b->var, token);
    Parts *parts = new_parts(p, 0);
    parts->token = token;
    return parts;
}

/* What a call of the host returns may be what it was given. */
static Parts *returned(Plan *p, const IrBinding *b, const IrOperands *list) {
    const IrType *t = b->var->type;
    if (t->kind == IR_TYPE_TUPLE && t->n == 0) return NULL;
    Parts *parts = new_parts(p, list->n);
    parts->is_one = true;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i += list->at[i].span) {
        Parts *part = parts_of(p, &list->at[i]);
        if (part) set_part(parts, n++, part);
    }
    parts->n = n;
    return n ? parts : NULL;
}

static Parts *of_call(Plan *p, const IrBinding *b) {
    if (b->kind == IR_BIND_CALL) {
        if (b->op == &op_builtin_alloc_tensor) return allocated(p, b);
        if (b->op == &op_reshape || b->op == &op_memory_view ||
            b->op == &op_memory_ensure_zero_offset)
            return parts_of(p, b->operands.at);
    }
    const IrOperands list = used(b);
    use_all(p, b, &list, false);
    if (!list.n) leave_all(p, &b->operands, false);
    return list.n ? returned(p, b, &list) : NULL;
}

static Parts *field(Plan *p, const IrBinding *b) {
    Parts *tuple = parts_of(p, b->operands.at);
    if (!tuple || tuple->is_one || tuple->token) return tuple;
    return b->index < tuple->n ? tuple->at[b->index] : NULL;
}

static Parts *made(Plan *p, const IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_CALL:
    case IR_BIND_INVOKE: return of_call(p, b);
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: return parts_of(p, b->operands.at);
    case IR_BIND_FIELD: return field(p, b);
    default: leave_all(p, &b->operands, false); return NULL;
    }
}

static void look(Plan *p, IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) p->parts[b->var->id] = made(p, b);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            leave_all(p, &b->bodies[i]->result, false);
    }
    leave_all(p, &fn->body->result, p->plans_results);
}

/* The second walk: each planned tensor gets its memory */

static void place(Plan *p, Token *t) {
    if (t->is_left) return;
    if (t->is_result) {
        t->storage = storage_pool_new(&p->pool, t->kind, t->size);
        t->is_first = true;
    } else {
        t->storage = storage_pool_take(&p->pool, t->kind, t->size, &t->is_first);
    }
}

static bool plan_function(void *user, IrFunction *fn) {
    Plan *p = user;
    if (!dim_bounds_of(&p->bounds, fn, "StaticPlanBlockMemory")) return false;
    const IrAttr *yes = ir_function_attr(fn, plans_results, IR_ATTR_BOOL);
    if (!yes) yes = ir_function_attr(fn, plans_results, IR_ATTR_INT);
    p->plans_results = yes && yes->i;
    p->parts = ARENA_ARRAY(&p->arena, Parts *, (size_t)fn->n_vars + 1);
    look(p, fn);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        Token *t = map_get_ptr(&p->tokens, b->var);
        if (t) place(p, t);
        const IrOperands list = used(b);
        use_all(p, b, &list, true);
    }
    ir_function_drop_attr(fn, plans_results);
    return true;
}

/* The copy */

static IrVar *build(IrClone *c, const OpDef *op, const IrOperandBuf *buf, const IrAttr *attrs,
                    const char *name) {
    IrVar *v = ir_build_call(&c->b, op, buf->ops.at, (uint32_t)buf->ops.len,
                             (IrCallForm){.attrs = attrs}, name);
    if (v) v->is_output = !c->b.block->is_dataflow;
    return v;
}

static bool build_storage(IrClone *c, const Plan *p, StoragePiece *piece) {
    IrModule *m = c->m;
    const OpDef *op = &op_memory_alloc_storage;
    const StorageKind *kind = &p->pool.kinds.at[piece->kind];
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, op->n_params);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_attr_defaults(m, op, attrs);
    attrs[ir_op_attr_index(op, "virtual_device_index")] =
        (IrAttr){.kind = IR_ATTR_INT, .i = kind->device};
    attrs[ir_op_attr_index(op, "storage_scope")] =
        (IrAttr){.kind = IR_ATTR_STRING, .s = kind->scope};
    attrs[ir_op_attr_index(op, "dtype")] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = kind->dtype};
    ir_operands_shape(&buf, ir_clone_type(c, ir_type_shape(m, &piece->size, 1)));
    piece->var = build(c, op, &buf, attrs, "storage");
    return piece->var != NULL;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Plan *p = c->user;
    IrModule *m = c->m;
    const Token *t = map_get_ptr(&p->tokens, b->var);
    const OpDef *op = &op_memory_alloc_tensor;
    if (!t || !t->storage) return IR_CLONE_COPY;
    if (t->is_first && !build_storage(c, p, t->storage)) return IR_CLONE_FAILED;
    const StorageKind *kind = &p->pool.kinds.at[t->kind];
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, op->n_params);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_attr_defaults(m, op, attrs);
    attrs[ir_op_attr_index(op, "dtype")] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = kind->dtype};
    ir_operands_var(&buf, t->storage->var);
    ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, 0)), 0);
    ir_clone_operands(c, b->operands.at, b->operands.at->span, &buf);
    IrVar *v = build(c, op, &buf, attrs, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

bool pass_static_plan_block_memory(IrModule *m) {
    Plan plan = {.m = m};
    arena_init(&plan.arena, m->ctx);
    map_init(&plan.tokens, &plan.arena);
    storage_pool_init(&plan.pool, m, &plan.arena);
    const IrCloneHooks hooks = {.visit = visit, .user = &plan};
    const bool ok = blocks_each_function(m, plan_function, &plan) && ir_clone_module(m, &hooks);
    arena_fini(&plan.arena);
    return ok && blocks_finish(m);
}
