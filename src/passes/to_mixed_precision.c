/* SPDX-License-Identifier: Apache-2.0 */
/* ToMixedPrecision: what a float32 program does within dataflow blocks is done in float16 where
 * that pays and can be afforded, as TVM's pass of that name does it.
 *
 *     lv = R.matmul(x, w)               x1 = R.astype(x, dtype="float16")
 *     lv1 = R.nn.relu(lv)               w1 = R.astype(w, dtype="float16")
 *     gv = R.nn.softmax(lv1)            lv2 = R.matmul(x1, w1, out_dtype="float32")
 *                                       lv = R.astype(lv2, dtype="float16")
 *                                       lv1 = R.nn.relu(lv)
 *                                       lv3 = R.astype(lv1, dtype="float32")
 *                                       gv = R.nn.softmax(lv3)
 *
 * - Products and convolutions always take float16 and add up in out_dtype; what they give is kept
 *   in float16.
 * - Operators that follow (elementwise ones, moves, pooling, norms: follows()) take float16 where
 *   all their tensors are float16 already, or constants within its range.
 * - All others, functions that are called, and what leaves the block get what they had.
 * - What is used by the first kind alone is cast where it is made, a parameter where the block
 *   begins; everything else where it is used.
 * - A float16 constant that is cast up is that constant.
 *
 * Parameters named by fp16_input_names are float16 themselves. Nested functions stay as they are.
 * A clone; linear in bindings, uses and the elements of constants that are used. */
#include "passes/to_mixed_precision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/near.h"
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

const char *const mixed_out_dtypes[] = {"float32", "float16", NULL};

typedef enum { NEVER, FOLLOW, ALWAYS } Policy;

/* Who uses a variable, within dataflow blocks. */
typedef enum { UNUSED, BY_ALWAYS, BY_OTHERS } Users;

typedef struct {
    IrModule *m;
    Arena *arena; /* of what the blocks need */
    DType out_dtype;
    PassValue inputs;            /* names of parameters that become float16 */
    bool *found;                 /* by their index */
    bool *is_named;              /* by global's id: something in the module calls it */
    const IrFunction *fn;        /* at hand */
    uint8_t *users;              /* Users, by variable id of the function at hand */
    bool *seen;                  /* by variable id: a parameter of the block at hand */
    VEC(const IrVar *) params;   /* that are cast where the block at hand begins */
    VEC(IrOperand) param_values; /* what they were */
} Mix;

static bool is_32_or_16(DType t) { return t == DTYPE_FLOAT32 || t == DTYPE_FLOAT16; }

static bool is_among(const OpDef *op, const OpDef *const *list, size_t n) {
    bool found = false;
    for (size_t i = 0; i < n && !found; i++) found = op == list[i];
    return found;
}

static bool is_always(const OpDef *op) {
    static const OpDef *const some[] = {
        &op_matmul,
        &op_nn_attention,
        &op_nn_attention_bias,
        &op_nn_conv1d,
        &op_nn_conv1d_transpose,
        &op_nn_conv2d,
        &op_nn_conv2d_transpose,
        &op_nn_conv3d,
        &op_nn_conv3d_transpose,
    };
    return is_among(op, some, ARRAY_LEN(some));
}

/* As in TVM, and all elementwise operators, of which leakyrelu, prelu, softplus and clip are cast
 * up and down again there. */
static bool follows(const OpDef *op) {
    static const OpDef *const some[] = {
        &op_astype,
        &op_broadcast_to,
        &op_collapse_sum_like,
        &op_collapse_sum_to,
        &op_concat,
        &op_einsum,
        &op_expand_dims,
        &op_flatten,
        &op_flip,
        &op_image_resize2d,
        &op_layout_transform,
        &op_nn_adaptive_avg_pool1d,
        &op_nn_adaptive_avg_pool2d,
        &op_nn_adaptive_avg_pool3d,
        &op_nn_avg_pool1d,
        &op_nn_avg_pool2d,
        &op_nn_avg_pool3d,
        &op_nn_dropout,
        &op_nn_group_norm,
        &op_nn_instance_norm,
        &op_nn_layer_norm,
        &op_nn_max_pool1d,
        &op_nn_max_pool2d,
        &op_nn_max_pool3d,
        &op_nn_pad,
        &op_nn_rms_norm,
        &op_permute_dims,
        &op_repeat,
        &op_reshape,
        &op_split,
        &op_squeeze,
        &op_stack,
        &op_strided_slice,
        &op_take,
        &op_tile,
        &op_where,
    };
    return is_among(op, some, ARRAY_LEN(some)) ||
           ((op->flags & OP_ELEMENTWISE) && !(op->flags & OP_BITS) && !op->definition);
}

/* Tensors that are float32 or float16, and nothing of another type. */
static bool is_castable(const Mix *x, const IrBinding *b) {
    if (b->var->type->kind != IR_TYPE_TENSOR || !is_32_or_16(b->var->type->dtype)) return false;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR && o->kind != IR_OPERAND_CONST) continue;
        const IrType *t = ir_operand_type(x->m, o);
        if (t->kind == IR_TYPE_TENSOR && !is_32_or_16(t->dtype)) return false;
    }
    return true;
}

static Policy policy_of(const Mix *x, const IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return NEVER;
    if (is_always(b->op)) return is_castable(x, b) ? ALWAYS : NEVER;
    return follows(b->op) ? FOLLOW : NEVER;
}

/* Whose type must stay: something outside the block, or a nested function, uses it. */
static bool is_kept(const IrVar *v) {
    if (v->is_output) return true;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (!user || user->kind == IR_BIND_FUNCTION) return true;
    }
    return false;
}

/* Casts */

static IrVar *cast(IrClone *c, const IrOperand *leaf, DType to, const char *name) {
    const uint32_t n = ir_op_n_attrs(&op_astype);
    IrAttr *attrs = ARENA_ARRAY(&c->m->scratch, IrAttr, n + 1);
    ir_attr_defaults(c->m, &op_astype, attrs);
    attrs[ir_op_attr_index(&op_astype, "dtype")] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = to};
    return ir_build_call(&c->b, &op_astype, leaf, 1, (IrCallForm){.attrs = attrs}, name);
}

static IrOperand var_leaf(IrVar *v) {
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

/* Would a tensor in `now` be cast to be as in `old`? Recursion over the nesting of types. */
static bool differs(const IrType *now, const IrType *old) {
    if (now == old || now->kind != old->kind) return false;
    if (now->kind == IR_TYPE_TENSOR)
        return now->dtype != old->dtype && is_32_or_16(now->dtype) && is_32_or_16(old->dtype);
    if (now->kind != IR_TYPE_TUPLE || now->n != old->n) return false;
    for (uint32_t i = 0; i < now->n; i++) {
        if (differs(now->fields[i], old->fields[i])) return true;
    }
    return false;
}

/* Appends the leaf with the dtypes of `old`; a variable that is a tuple is taken apart. */
static bool push_as(IrClone *c, IrOperand leaf, const IrType *old, IrOperandBuf *out) {
    const IrType *now = ir_operand_type(c->m, &leaf);
    if (!differs(now, old)) {
        vec_push(out->arena, &out->ops, leaf);
        return true;
    }
    if (now->kind == IR_TYPE_TENSOR) {
        IrVar *v = cast(c, &leaf, old->dtype, NULL);
        if (v) vec_push(out->arena, &out->ops, var_leaf(v));
        return v != NULL;
    }
    const size_t at = out->ops.len;
    const IrOperand head = {.kind = IR_OPERAND_TUPLE, .span = 1, .n = now->n};
    vec_push(out->arena, &out->ops, head);
    for (uint32_t i = 0; i < now->n; i++) {
        IrVar *v = ir_build_field(&c->b, &leaf, 1, i, NULL);
        if (!v || !push_as(c, var_leaf(v), old->fields[i], out)) return false;
    }
    out->ops.at[at].span = (uint32_t)(out->ops.len - at);
    return true;
}

/* Appends one operand's copy: with the dtypes that it had (to VOID), or its floats as `to`. */
static bool push_copy(IrClone *c, const IrOperand *old, DType to, IrOperandBuf *out) {
    const size_t at = out->ops.len;
    if (old->kind == IR_OPERAND_TUPLE) {
        vec_push(out->arena, &out->ops, *old);
        for (uint32_t i = 1; i < old->span; i += old[i].span) {
            if (!push_copy(c, &old[i], to, out)) return false;
        }
        out->ops.at[at].span = (uint32_t)(out->ops.len - at);
        return true;
    }
    ir_clone_operands(c, old, 1, out);
    if (old->kind != IR_OPERAND_VAR && old->kind != IR_OPERAND_CONST) return true;
    IrOperand leaf = out->ops.at[at];
    const IrType *t = ir_operand_type(c->m, old);
    if (to != DTYPE_VOID && t->kind == IR_TYPE_TENSOR && is_32_or_16(t->dtype))
        t = ir_type_tensor(c->m, t->dims, t->ndim, to);
    out->ops.len = at;
    return push_as(c, leaf, t, out);
}

static bool push_copies(IrClone *c, const IrOperand *old, uint32_t n, DType to, IrOperandBuf *out) {
    for (uint32_t i = 0; i < n; i += old[i].span) {
        if (!push_copy(c, &old[i], to, out)) return false;
    }
    return true;
}

/* What nothing below makes otherwise. */
static bool restore_operands(IrClone *c, const IrBinding *from, IrOperandBuf *operands) {
    if (c->outer) return true;
    operands->ops.len = 0;
    return push_copies(c, from->operands.at, from->operands.n, DTYPE_VOID, operands);
}

/* Does float16 hold what is within? */
static bool fits_half(const Tensor *t) {
    if (!dtype_is_float(t->dtype) && !dtype_is_int(t->dtype)) return false;
    for (size_t i = 0; i < t->count; i++) {
        if (fabs(tensor_get_double(t, i)) > 65504.0) return false;
    }
    return true;
}

/* Are all tensors float16 now, or constants that can be? */
static bool all_half(const IrClone *c, const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_CONST && !fits_half(o->constant->tensor)) return false;
        if (o->kind != IR_OPERAND_VAR) continue;
        const IrType *t = ir_operand_type(c->m, ir_clone_value(c, o->var));
        if (t->kind == IR_TYPE_TUPLE || t->kind == IR_TYPE_ANY ||
            (t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_FLOAT16))
            return false;
    }
    return true;
}

/* Bindings */

static IrVar *build_call(IrClone *c, const IrBinding *b, Policy policy, const char *name) {
    const Mix *x = c->user;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    const DType to = policy == ALWAYS || all_half(c, b) ? DTYPE_FLOAT16 : DTYPE_VOID;
    if (!push_copies(c, b->operands.at, b->operands.n, to, &buf)) return NULL;
    const uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&c->m->scratch, IrAttr, n + 1);
    for (uint32_t i = 0; i < n; i++) attrs[i] = b->attrs[i];
    const int out = policy == ALWAYS ? ir_op_attr_index(b->op, "out_dtype") : -1;
    if (out >= 0) attrs[out] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = x->out_dtype};
    return ir_build_call(&c->b, b->op, buf.ops.at, (uint32_t)buf.ops.len,
                         (IrCallForm){.attrs = attrs}, name);
}

/* A float16 constant that is cast to float32. */
static bool is_widened_constant(const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    return b->kind == IR_BIND_CALL && b->op == &op_astype && o->kind == IR_OPERAND_CONST &&
           o->constant->tensor->dtype == DTYPE_FLOAT16 && b->var->type->kind == IR_TYPE_TENSOR &&
           b->var->type->dtype == DTYPE_FLOAT32;
}

static IrVar *build(IrClone *c, const IrBinding *b, Policy policy, bool kept) {
    const char *name = b->var->name;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    if (policy != NEVER && !is_widened_constant(b)) return build_call(c, b, policy, name);
    const IrOperand *o = b->operands.at;
    if (!kept || b->kind != IR_BIND_VALUE)
        ir_clone_operands(c, o, b->operands.n, &buf);
    else if (!push_copies(c, o, b->operands.n, DTYPE_VOID, &buf))
        return NULL;
    if (o->kind == IR_OPERAND_VAR && buf.ops.at[0].kind == IR_OPERAND_VAR &&
        buf.ops.at[0].var != ir_clone_value(c, o->var)->var) {
        IrVar *v = buf.ops.at[0].var; /* its cast takes the place of the name */
        v->name = name;
        return v;
    }
    const uint32_t n = (uint32_t)buf.ops.len;
    return b->kind == IR_BIND_FIELD ? ir_build_field(&c->b, buf.ops.at, n, b->index, name)
                                    : ir_build_value(&c->b, buf.ops.at, n, name);
}

/* v as `old` is, under that name; v itself where it is so already. */
static IrVar *restored(IrClone *c, IrVar *v, const IrVar *old) {
    IrOperandBuf buf;
    if (!differs(v->type, old->type)) return v;
    ir_operands_init(&buf, &c->m->scratch);
    if (v->type->kind == IR_TYPE_TENSOR) {
        const IrOperand leaf = var_leaf(v);
        return cast(c, &leaf, old->type->dtype, old->name);
    }
    if (!push_as(c, var_leaf(v), old->type, &buf)) return NULL;
    return ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, old->name);
}

static IrVar *halved(IrClone *c, IrVar *v, const char *name) {
    const IrOperand leaf = var_leaf(v);
    const bool is_wide = v->type->kind == IR_TYPE_TENSOR && v->type->dtype == DTYPE_FLOAT32;
    return is_wide ? cast(c, &leaf, DTYPE_FLOAT16, name) : v;
}

static bool convert(IrClone *c, const IrBinding *b) {
    const Mix *x = c->user;
    const Policy policy = policy_of(x, b);
    const bool kept = is_kept(b->var);
    IrVar *v = build(c, b, policy, kept);
    if (!v) return false;
    if (kept)
        v = restored(c, v, b->var);
    else if (policy == ALWAYS || x->users[b->var->id] == BY_ALWAYS)
        v = halved(c, v, b->var->name);
    if (!v) return false;
    v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return true;
}

/* A copy of another kind; false after a report. */
static bool copy(IrClone *c, IrBinding *b) {
    const Mix *x = c->user;
    if (!ir_clone_binding(c, b)) return false;
    const IrOperand *value = ir_clone_value(c, b->var);
    if (is_kept(b->var) || x->users[b->var->id] != BY_ALWAYS || value->kind != IR_OPERAND_VAR)
        return true;
    IrVar *v = halved(c, value->var, b->var->name);
    if (v) ir_clone_set_var(c, b->var, v);
    return v != NULL;
}

static int by_id(const void *a, const void *b) {
    const IrVar *x = *(const IrVar *const *)a, *y = *(const IrVar *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Parameters that the block needs as float16 alone, in their order. */
static bool begin_block(IrClone *c, const IrBlock *block) {
    Mix *x = c->user;
    x->params.len = x->param_values.len = 0;
    for (const IrBinding *b = block->first; b; b = b == block->last ? NULL : b->next) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            const IrVar *v = o->kind == IR_OPERAND_VAR ? o->var : NULL;
            if (!v || v->def || x->users[v->id] != BY_ALWAYS || x->seen[v->id]) continue;
            x->seen[v->id] = true;
            vec_push(x->arena, &x->params, v);
        }
    }
    if (x->params.len) qsort(x->params.at, x->params.len, sizeof *x->params.at, by_id);
    for (size_t i = 0; i < x->params.len; i++) {
        const IrVar *p = x->params.at[i];
        const IrOperand value = *ir_clone_value(c, p);
        IrVar *v = halved(c, value.var, p->name);
        if (!v) return false;
        x->seen[p->id] = false;
        vec_push(x->arena, &x->param_values, value);
        ir_clone_set_var(c, p, v);
    }
    return true;
}

/* Once a function, whose bodies come one behind the other. Another name of a value, backwards, has
 * the users of the name. */
static void note_users(Mix *x, const IrFunction *fn) {
    if (x->fn == fn) return;
    x->fn = fn;
    x->users = ARENA_ARRAY(x->arena, uint8_t, (size_t)fn->n_vars + 1);
    x->seen = ARENA_ARRAY(x->arena, bool, (size_t)fn->n_vars + 1);
    IrWalk walk;
    VEC(const IrBinding *) all = {.at = NULL};
    Arena arena;
    arena_init(&arena, x->m->ctx);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->block->is_dataflow) vec_push(&arena, &all, b);
    }
    for (size_t k = all.len; k-- > 0;) {
        const IrBinding *b = all.at[k];
        ctx_poll(x->m->ctx);
        const bool is_name = b->kind == IR_BIND_VALUE && b->operands.at->kind == IR_OPERAND_VAR;
        const uint8_t users = is_name                     ? x->users[b->var->id]
                              : policy_of(x, b) == ALWAYS ? BY_ALWAYS
                                                          : BY_OTHERS;
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_VAR && users > x->users[o->var->id])
                x->users[o->var->id] = users;
        }
    }
    arena_fini(&arena);
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Mix *x = c->user;
    if (c->outer || !b->block->is_dataflow) return IR_CLONE_COPY;
    note_users(x, c->from);
    if (b == b->block->first && !begin_block(c, b->block)) return IR_CLONE_FAILED;
    const bool is_plain = b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD ||
                          policy_of(x, b) != NEVER || is_widened_constant(b);
    if (!(is_plain ? convert(c, b) : copy(c, b))) return IR_CLONE_FAILED;
    for (size_t i = 0; b == b->block->last && i < x->params.len; i++)
        ir_clone_set(c, x->params.at[i], x->param_values.at[i]);
    return IR_CLONE_DONE;
}

static bool becomes_half(const IrClone *c, const IrVar *p) {
    const Mix *x = c->user;
    if (!p->name || p->type->kind != IR_TYPE_TENSOR || p->type->dtype != DTYPE_FLOAT32 ||
        (c->from->global && x->is_named[c->from->global->id]))
        return false;
    for (size_t i = 0; i < x->inputs.n; i++) {
        if (strcmp(x->inputs.names[i], p->name) != 0) continue;
        x->found[i] = true;
        return true;
    }
    return false;
}

static void signature(IrClone *c) {
    for (size_t i = 0; i < c->from->params.len; i++) {
        const IrVar *p = c->from->params.at[i];
        if (!becomes_half(c, p)) {
            ir_clone_param(c, p);
            continue;
        }
        const IrType *old = ir_clone_type(c, p->type),
                     *t = ir_type_tensor(c->m, old->dims, old->ndim, DTYPE_FLOAT16);
        if (old->vdevice) t = ir_type_on(c->m, t, old->vdevice);
        ir_clone_set_var(c, p, ir_clone_new_param(c, p->name, t));
    }
}

static void report_name(IrModule *m, const char *name) {
    NearNames names;
    Loc loc = {.line = 0}; /* the first function's */
    for (size_t i = m->globals.len; i-- > 0;) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) loc = fn->loc;
    }
    Diag *d = diag_error(m->ctx, loc, DIAG_NAME, name);
    near_names_begin(&names, m->ctx, name);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        for (size_t k = 0; fn && fn->body && k < fn->params.len; k++)
            near_names_add(&names, fn->params.at[k]->name);
    }
    near_names_end(&names, m->ctx, d,
                   "a float32 parameter of a function that nothing in the module calls");
}

static bool check_names(const Mix *x) {
    bool ok = true;
    for (size_t i = 0; i < x->inputs.n; i++) {
        if (x->found[i]) continue;
        report_name(x->m, x->inputs.names[i]);
        ok = false;
    }
    return ok;
}

bool pass_to_mixed_precision(IrModule *m, const PassValue *values) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const Calls calls = calls_collect(m, &arena);
    Mix x = {.m = m,
             .arena = &arena,
             .out_dtype = values[0].i ? DTYPE_FLOAT16 : DTYPE_FLOAT32,
             .inputs = values[1],
             .found = ARENA_ARRAY(&arena, bool, (size_t)values[1].n + 1),
             .is_named = ARENA_ARRAY(&arena, bool, calls.n + 1)};
    for (size_t i = 0; i < calls.n; i++) x.is_named[i] = calls.at[i].is_named;
    const IrCloneHooks hooks = {.signature = signature,
                                .visit = visit,
                                .change = {.operands = restore_operands},
                                .user = &x};
    const bool ok = ir_clone_module(m, &hooks) && check_names(&x);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
