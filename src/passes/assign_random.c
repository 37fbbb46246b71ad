/* SPDX-License-Identifier: Apache-2.0 */
/* AssignRandom: which functions need a seed is the least solution over the calls (a worklist over
 * callers); the rest is a clone with one more parameter and other operands. */
#include "passes/assign_random.h"

#include "base/diag.h"
#include "ir/clone.h"
#include "ops/ops.h"

typedef struct Info Info;
struct Info {
    const void *key; /* see key_of */
    bool needs;      /* a seed */
    bool is_value;   /* used as something else than a callee, at `use` */
    Loc use;
    VEC(Info *) callers;
    IrVar *seed;     /* the new version's parameter */
    int64_t counter; /* of the next use */
};

typedef struct {
    IrModule *m;
    Arena arena;
    Map infos;
    VEC(Info *) all;
} Assign;

/* What stays when a function gets a new version. */
static const void *key_of(const IrFunction *fn) {
    return fn->global ? (const void *)fn->global : fn;
}

static Info *info_of(Assign *a, const void *key) {
    const uint64_t hash = hash_ptr(0, key);
    for (MapIter it = map_find(&a->infos, hash); map_next(&a->infos, &it);) {
        Info *info = it.value;
        if (info->key == key) return info;
    }
    Info *info = ARENA_NEW(&a->arena, Info);
    info->key = key;
    map_add(&a->infos, hash, info);
    vec_push(&a->arena, &a->all, info);
    return info;
}

/* The function that an operand is, seen through no variable but the one that it was bound to; or
 * NULL. */
static Info *function_of(Assign *a, const IrOperand *o) {
    if (o->kind == IR_OPERAND_GLOBAL) return info_of(a, o->global);
    const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return def && def->kind == IR_BIND_FUNCTION ? info_of(a, key_of(def->function)) : NULL;
}

static bool is_unseeded(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op == &op_nn_dropout &&
           ir_operand_get(&b->operands, 1)->kind == IR_OPERAND_NONE;
}

static void note_values(Assign *a, const IrOperands *list, uint32_t first, Loc loc) {
    for (uint32_t i = first; i < list->n; i++) {
        Info *info = function_of(a, &list->at[i]);
        if (info && !info->is_value) info->is_value = true, info->use = loc;
    }
}

/* Notes what the functions do; nested ones are appended. */
static void survey(Assign *a) {
    VEC(IrFunction *) functions = {.at = NULL};
    for (size_t i = 0; i < a->m->globals.len; i++) {
        IrFunction *fn = a->m->globals.at[i]->function;
        if (fn && fn->body) vec_push(&a->arena, &functions, fn);
    }
    for (size_t i = 0; i < functions.len; i++) {
        IrFunction *fn = functions.at[i];
        Info *own = info_of(a, key_of(fn));
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            ctx_poll(a->m->ctx);
            own->needs |= is_unseeded(b);
            Info *callee = b->kind == IR_BIND_INVOKE ? function_of(a, b->operands.at) : NULL;
            if (callee) vec_push(&a->arena, &callee->callers, own);
            note_values(a, &b->operands, callee ? 1 : 0, b->loc);
            for (int k = 0; b->kind == IR_BIND_IF && k < 2; k++)
                note_values(a, &b->bodies[k]->result, 0, b->loc);
            if (b->kind == IR_BIND_FUNCTION) vec_push(&a->arena, &functions, b->function);
        }
        note_values(a, &fn->body->result, 0, fn->loc);
    }
}

/* Who calls a function that needs a seed needs one. Returns how many do. */
static size_t spread(Assign *a) {
    VEC(Info *) work = {.at = NULL};
    for (size_t i = 0; i < a->all.len; i++) {
        if (a->all.at[i]->needs) vec_push(&a->arena, &work, a->all.at[i]);
    }
    for (size_t i = 0; i < work.len; i++) {
        for (size_t k = 0; k < work.at[i]->callers.len; k++) {
            Info *caller = work.at[i]->callers.at[k];
            if (caller->needs) continue;
            caller->needs = true;
            vec_push(&a->arena, &work, caller);
        }
    }
    return work.len;
}

static bool check_values(Assign *a) {
    bool ok = true;
    for (size_t i = 0; i < a->all.len; i++) {
        const Info *info = a->all.at[i];
        if (!info->needs || !info->is_value) continue;
        Diag *d = diag_error(a->m->ctx, info->use, DIAG_UNSUPPORTED,
                             "R.nn.dropout without a seed in a function that is used as a value");
        diag_help(a->m->ctx, d, "give it a seed and a counter, or call the function by its name");
        ok = false;
    }
    return ok;
}

static void add_parameter(IrClone *c) {
    Assign *a = c->user;
    Info *info = info_of(a, key_of(c->from));
    if (!info->needs) return;
    IrModule *m = a->m;
    info->seed = ir_var_new(c->to, intern_c(&m->names, "seed"),
                            ir_type_tensor(m, (const IrDim *const[1]){NULL}, 0, DTYPE_INT64));
    vec_push(&m->arena, &c->to->params, info->seed);
}

static IrOperand seed_operand(const Info *info) {
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = info->seed};
}

/* The function's next counter. */
static IrOperand next_counter(Assign *a, Info *info) {
    Tensor *t = tensor_new(a->m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, t->data, info->counter++);
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(a->m, t)};
}

/* A seed for a callee. */
static IrVar *derived_seed(Assign *a, IrBuilder *b, Info *info) {
    IrModule *m = a->m;
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(&op_random) + 1);
    ir_attr_defaults(m, &op_random, attrs);
    attrs[ir_op_attr_index(&op_random, "dtype")] =
        (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = DTYPE_INT64};
    const IrOperand args[] = {
        seed_operand(info),
        next_counter(a, info),
        {.kind = IR_OPERAND_SHAPE,
         .span = 1,
         .type = ir_type_shape(m, (const IrDim *const[1]){NULL}, 0)},
    };
    return ir_build_call(b, &op_random, args, ARRAY_LEN(args), (IrCallForm){.attrs = attrs},
                         info->seed->name);
}

static bool add_operands(IrClone *c, const IrBinding *from, IrOperandBuf *out) {
    Assign *a = c->user;
    Info *own = info_of(a, key_of(from->block->body->function));
    if (is_unseeded(from)) {
        out->ops.at[out->ops.len - 2] = seed_operand(own);
        out->ops.at[out->ops.len - 1] = next_counter(a, own);
    } else if (from->kind == IR_BIND_INVOKE) {
        const Info *callee = function_of(a, from->operands.at);
        if (!callee || !callee->needs) return true;
        IrVar *seed = derived_seed(a, &c->b, own);
        if (!seed) return false;
        ir_operands_var(out, seed);
    }
    return true;
}

bool pass_assign_random(IrModule *m) {
    Assign a = {.m = m};
    arena_init(&a.arena, m->ctx);
    map_init(&a.infos, &a.arena);
    survey(&a);
    bool ok = true;
    if (spread(&a) > 0) {
        const IrCloneHooks hooks = {.change = {.params = add_parameter, .operands = add_operands},
                                    .keeps_types = true,
                                    .user = &a};
        ok = check_values(&a) && ir_clone_module(m, &hooks);
    }
    arena_fini(&a.arena);
    return ok;
}
