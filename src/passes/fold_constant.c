/* SPDX-License-Identifier: Apache-2.0 */
/* FoldConstant: evaluates pure calls of operators whose operands are all constants, creation
 * operators included, with the evaluator's exact semantics; shapes that are known, also symbolic
 * ones, take the place of their variables.
 *
 *     lv = R.add(R.const(1, "int64"), R.const(2, "int64"))         s = R.shape_of(x)
 *     gv = R.multiply(n, lv)                                       y = R.zeros(s, dtype="float32")
 *
 *     gv = R.multiply(n, R.const(3, "int64"))         y = R.zeros(R.shape([n, 3]), dtype="float32")
 *
 * Left as they are: markers, what draws or is exchanged with other workers (OP_DISTINCT,
 * OP_WORKERS), calls of functions (but loop functions whose loops are over known extents) and of
 * the host, R.scan and R.while_loop (whose bodies are folded), a call whose evaluation fails, and
 * one that would cost too much. What a call needs is computed before it is evaluated: its result
 * may have 1 MiB, or as many bytes as its operands have together, each element counted as 4 at
 * least; what it takes on the way 16 times that; steps in proportion. limits.folded_bytes and
 * folded_steps bound a whole run. A module that is not to grow (IrModule.fold_room) is charged what
 * a result takes, less what its operands gave free.
 *
 * An `if` on a constant is the branch that is taken, in its place, where it gives tensors, shapes
 * or numbers.
 *
 * With kernels=false a permute of a constant stays where it makes but kernels of convolutions: a
 * library that packs them reads them in any order, and a copy of all weights would be for nothing.
 *
 * With quantized=false weights of 8 bits stay that: a dequantize of a constant, also with its dims
 * permuted, that only products with dequantized values take.
 *
 * A clone in which a variable whose value is known has no binding. Values of the evaluator are kept
 * by variable and become constants of the module only when a binding that stays uses them, so a
 * chain of folded calls leaves one constant. A value goes after its last use.
 *
 * Where inference refutes a call because its operands' types sharpened, the run would fail there:
 * the function stays as it was. */
#include "passes/passes.h"

#include "base/diag.h"
#include "eval/fold.h"
#include "ir/clone.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"

static const double FREE_BYTES = 1 << 20, FREE_STEPS = 1 << 24, ON_THE_WAY = 16,
                    STEPS_PER_BYTE = 16;

/* A function, or a nested one, that is being cloned. */
typedef struct Level {
    struct Level *outer;
    IrClone *clone;
    EvalFold *fold;
    uint32_t *left; /* uses to come, by variable id */
} Level;

typedef struct {
    IrModule *m;
    Arena *arena;
    Evaluator *evaluator;
    ValueList list;
    Level *level;
    VEC(IrBinding *) tuples; /* bindings made for known tuples, perhaps in vain */
    double bytes, steps;     /* spent so far */
    bool kernels;            /* permuted ones are folded */
    bool quantized;          /* weights of 8 bits are folded */
    Map uses;                /* ConstUses: where the module is not to grow */
} Fold;

typedef struct {
    const IrConst *constant;
    size_t n;
} ConstUses;

static void open_level(Fold *f, IrClone *c) {
    Level *level = ARENA_NEW(f->arena, Level);
    *level = (Level){.outer = f->level,
                     .clone = c,
                     .fold = eval_fold_new(f->evaluator, c->from, &f->list, f->arena)};
    level->left = ARENA_ARRAY(f->arena, uint32_t, (size_t)c->from->n_vars + 1);
    f->level = level;
}

static void close_level(Fold *f) {
    eval_fold_free(f->level->fold);
    f->level = f->level->outer;
}

/* Bindings of a nested function come between those of the function around it. */
static Level *enter_level(Fold *f, IrClone *c) {
    bool open = false;
    for (const Level *l = f->level; l; l = l->outer) open |= l->clone == c;
    if (!open) open_level(f, c);
    while (f->level->clone != c) close_level(f);
    return f->level;
}

/* The value as an operand that is no tuple; false for a kind that has none. */
static bool to_leaf(Fold *f, const Value *v, IrOperand *out) {
    IrModule *m = f->m;
    *out = (IrOperand){.span = 1};
    switch (v->kind) {
    case VALUE_TENSOR:
        out->kind = IR_OPERAND_CONST;
        out->constant = ir_const_new(m, tensor_ref(v->tensor));
        return true;
    case VALUE_SHAPE: {
        const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)v->n + 1);
        for (uint32_t i = 0; i < v->n; i++) dims[i] = ir_dim_const(m, v->dims[i]);
        out->kind = IR_OPERAND_SHAPE;
        out->type = ir_type_shape(m, dims, (int32_t)v->n);
        return true;
    }
    case VALUE_PRIM: {
        bool is_float = dtype_is_float(v->dtype);
        out->kind = IR_OPERAND_PRIM;
        out->type = ir_type_prim(m, v->dtype, is_float ? NULL : ir_dim_const(m, v->i));
        if (is_float) out->f = v->f;
        return true;
    }
    default: return false;
    }
}

/* Tuples of values nest as deep as types do. */
static bool to_tree(Fold *f, const Value *v, IrOperandBuf *out) {
    IrOperand leaf;
    if (v->kind != VALUE_TUPLE) {
        if (!to_leaf(f, v, &leaf)) return false;
        vec_push(out->arena, &out->ops, leaf);
        return true;
    }
    size_t at = ir_operands_tuple(out);
    for (uint32_t i = 0; i < v->n; i++) {
        if (!to_tree(f, v->items[i], out)) return false;
    }
    ir_operands_end(out, at, v->n);
    return true;
}

static bool is_convertible(const Value *v) {
    bool ok = v->kind != VALUE_TUPLE || v->n > 0;
    for (uint32_t i = 0; ok && v->kind == VALUE_TUPLE && i < v->n; i++)
        ok = is_convertible(v->items[i]);
    return ok && v->kind != VALUE_FUNCTION && v->kind != VALUE_GLOBAL && v->kind != VALUE_STRING &&
           v->kind != VALUE_DTYPE;
}

/* A binding of a known tuple; bindings that stay may use it as a whole. */
static bool bind_tuple(Fold *f, IrClone *c, const IrVar *old, const Value *v) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &f->m->scratch);
    if (!to_tree(f, v, &buf)) return false;
    IrVar *var = ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, old->name);
    if (!var) return false;
    if (c->b.block->is_dataflow) var->is_output = false;
    vec_push(f->arena, &f->tuples, var->def);
    ir_clone_set_var(c, old, var);
    return true;
}

/* Does something but a call or a field use it? Then it is needed as an operand at once. */
static bool is_used_otherwise(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || (b->kind != IR_BIND_CALL && b->kind != IR_BIND_FIELD && b->kind != IR_BIND_VALUE))
            return true;
    }
    return false;
}

static bool is_used_by_more_than_fields(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || b->kind != IR_BIND_FIELD || use->list->n != 1) return true;
    }
    return false;
}

/* The variable's value is known. */
static IrCloneAnswer know(Fold *f, const Level *l, const IrVar *v, Value *own_value) {
    l->left[v->id] = v->n_uses;
    IrOperand leaf;
    if (own_value->kind == VALUE_TUPLE) {
        if (is_used_by_more_than_fields(v) && !bind_tuple(f, l->clone, v, own_value))
            return IR_CLONE_FAILED;
    } else if (l->clone->values[v->id].kind == IR_OPERAND_NONE && is_used_otherwise(v) &&
               to_leaf(f, own_value, &leaf)) {
        ir_clone_set(l->clone, v, leaf);
    }
    if (v->n_uses) {
        eval_fold_set(l->fold, v, own_value);
    } else {
        value_unref(own_value);
    }
    return IR_CLONE_DONE;
}

/* A value that a binding which stays uses becomes a constant. */
static void make_operands(Fold *f, const Level *l, const IrBinding *b) {
    IrOperand leaf;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR || l->clone->values[o->var->id].kind != IR_OPERAND_NONE)
            continue;
        const Value *v = eval_fold_value(l->fold, o->var);
        if (v && to_leaf(f, v, &leaf)) ir_clone_set(l->clone, o->var, leaf);
    }
}

static void consume(const Level *l, const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR || !eval_fold_value(l->fold, o->var)) continue;
        if (--l->left[o->var->id] == 0) eval_fold_drop(l->fold, o->var);
    }
}

/* Where the module is not to grow: uses of constants, and what goes with their last one. */

static ConstUses *uses_of(Fold *f, const IrConst *c) {
    for (MapIter it = map_find(&f->uses, hash_ptr(0, c)); map_next(&f->uses, &it);) {
        ConstUses *u = it.value;
        if (u->constant == c) return u;
    }
    ConstUses *u = ARENA_NEW(f->arena, ConstUses);
    u->constant = c;
    map_add(&f->uses, hash_ptr(0, c), u);
    return u;
}

static void count_uses(Fold *f, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_CONST) uses_of(f, o->constant)->n++;
        }
        if (b->kind == IR_BIND_FUNCTION) count_uses(f, b->function);
    }
    for (uint32_t i = 0; i < fn->body->result.n; i++) {
        const IrOperand *o = &fn->body->result.at[i];
        if (o->kind == IR_OPERAND_CONST) uses_of(f, o->constant)->n++;
    }
}

/* Bytes of operands that nothing uses behind the call; each operand by itself. */
static double freed_by(Fold *f, const Level *l, const IrBinding *b) {
    double bytes = 0;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_CONST && uses_of(f, o->constant)->n == 1)
            bytes += (double)o->constant->tensor->bytes;
        const bool is_last = o->kind == IR_OPERAND_VAR && l->left[o->var->id] == 1;
        const Value *v = is_last ? eval_fold_value(l->fold, o->var) : NULL;
        if (v && v->kind == VALUE_TENSOR) bytes += (double)v->tensor->bytes;
    }
    return bytes;
}

static void drop_uses(Fold *f, const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_CONST) uses_of(f, o->constant)->n--;
    }
}

static bool is_worth(Fold *f, const EvalNeed *need) {
    const Limits *limits = &f->m->ctx->limits;
    double room = need->operand_bytes > FREE_BYTES ? need->operand_bytes : FREE_BYTES;
    double steps = FREE_STEPS + STEPS_PER_BYTE * (need->operand_bytes + need->result_bytes);
    if (need->result_bytes > room || need->bytes > ON_THE_WAY * room || need->steps > steps)
        return false;
    double held = (double)f->m->const_bytes + f->bytes + need->bytes;
    if (f->bytes + need->result_bytes > (double)limits->folded_bytes ||
        held > (double)limits->const_bytes)
        return false;
    if (f->steps + need->steps > (double)limits->folded_steps) return false;
    if ((double)f->m->ctx->steps + need->steps > (double)limits->steps) return false;
    f->bytes += need->result_bytes;
    f->steps += need->steps;
    return true;
}

static Value *evaluate(Fold *f, const Level *l, const IrBinding *b) {
    EvalNeed need;
    IrModule *m = f->m;
    if (!eval_fold_need(l->fold, b, &need)) return NULL;
    const double growth = m->has_fold_room ? need.result_bytes - freed_by(f, l, b) : 0;
    if (growth > m->fold_room || !is_worth(f, &need)) return NULL;
    Value *v = eval_fold_call(l->fold, b);
    if (v && is_convertible(v)) {
        m->fold_room -= growth;
        if (m->has_fold_room) drop_uses(f, b);
        return v;
    }
    value_unref(v);
    return NULL;
}

/* shape_of(x) where x's type tells its dims, and R.shape of symbols: a shape takes the variable's
 * place. */
static bool fold_shape(const Level *l, const IrBinding *b) {
    IrClone *c = l->clone;
    IrModule *m = c->m;
    const IrOperand *o = b->operands.at;
    const IrType *shape = NULL;
    if (b->kind == IR_BIND_VALUE && o->kind == IR_OPERAND_SHAPE) shape = ir_clone_type(c, o->type);
    if (b->kind == IR_BIND_CALL && b->op->structural == OP_STRUCTURAL_SHAPE_OF &&
        o->kind == IR_OPERAND_VAR) {
        const IrType *t = ir_operand_type(m, ir_clone_value(c, o->var));
        if (t->kind == IR_TYPE_TENSOR && t->dims) shape = ir_type_shape(m, t->dims, t->ndim);
    }
    if (!shape || !shape->dims) return false;
    ir_clone_set(c, b->var, (IrOperand){.kind = IR_OPERAND_SHAPE, .type = shape});
    return true;
}

static Value *field_of(const Level *l, const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    const Value *tuple = o->kind == IR_OPERAND_VAR ? eval_fold_value(l->fold, o->var) : NULL;
    return tuple && tuple->kind == VALUE_TUPLE && b->index < tuple->n
               ? value_ref(tuple->items[b->index])
               : NULL;
}

static Value *value_of(const Level *l, const IrBinding *b) {
    Value *v = eval_fold_operand(l->fold, b->operands.at);
    if (!v || is_convertible(v)) return v;
    value_unref(v);
    return NULL;
}

static bool is_kernel_of(const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    if (!b || b->kind != IR_BIND_CALL || use != b->operands.at + 1 || b->op->definition)
        return false;
    return b->op == &op_nn_conv1d || b->op == &op_nn_conv2d || b->op == &op_nn_conv3d;
}

/* A constant of permuted dims, and convolutions that take it alone. */
static bool is_permuted_kernel(const IrBinding *b) {
    bool ok = b->kind == IR_BIND_CALL && b->op == &op_permute_dims && b->var->n_uses &&
              b->operands.at->kind == IR_OPERAND_CONST;
    for (const IrOperand *use = b->var->uses; ok && use; use = use->next_use)
        ok = is_kernel_of(use);
    return ok;
}

static const IrBinding *def_of(const IrOperand *o) {
    const IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return b && b->kind == IR_BIND_CALL ? b : NULL;
}

static const IrBinding *unpermuted(const IrBinding *b) {
    const bool is_permute = b && b->op == &op_permute_dims;
    return is_permute ? def_of(b->operands.at) : b;
}

/* The other operand of a product is dequantized too. */
static bool is_weight_of(const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    if (!b || b->kind != IR_BIND_CALL || b->operands.n < 2 ||
        !(is_kernel_of(use) || b->op == &op_matmul))
        return false;
    const IrBinding *other = unpermuted(def_of(&b->operands.at[use == b->operands.at]));
    return other && other->op == &op_dequantize;
}

/* An operand that is or becomes a constant of 8 bits. */
static bool is_of_8_bits(const Level *l, const IrOperand *o) {
    const bool is_known = o->kind == IR_OPERAND_CONST ||
                          (o->kind == IR_OPERAND_VAR && eval_fold_value(l->fold, o->var));
    const IrType *t = !is_known                     ? NULL
                      : o->kind == IR_OPERAND_CONST ? o->constant->type
                                                    : o->var->type;
    return t && t->kind == IR_TYPE_TENSOR && (t->dtype == DTYPE_INT8 || t->dtype == DTYPE_UINT8);
}

static bool is_quantized_weight(const Level *l, const IrBinding *b) {
    bool ok = b->op == &op_dequantize && b->var->n_uses && is_of_8_bits(l, b->operands.at);
    for (const IrOperand *use = b->var->uses; ok && use; use = use->next_use) {
        const IrBinding *by = use->list->binding;
        const bool is_permute = by && by->kind == IR_BIND_CALL && by->op == &op_permute_dims;
        if (!is_permute) ok = is_weight_of(use);
        for (const IrOperand *of = is_permute ? by->var->uses : NULL; ok && of; of = of->next_use)
            ok = is_weight_of(of);
    }
    return ok;
}

/* Tensors, shapes and numbers, and tuples of these that are not empty: what is so behind the branch
 * as well, whichever is taken. */
static bool is_plain(const IrType *t) {
    bool ok = t->kind != IR_TYPE_ANY && t->kind != IR_TYPE_CALLABLE;
    if (t->kind == IR_TYPE_TUPLE) ok = t->n > 0;
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = is_plain(t->fields[i]);
    return ok;
}

/* The branch that is taken where the condition is known; NULL: either may be. */
static const IrBody *taken_branch(const Level *l, const IrBinding *b) {
    const IrOperand *o = b->kind == IR_BIND_IF ? b->operands.at : NULL;
    if (o && o->kind == IR_OPERAND_VAR) o = &l->clone->values[o->var->id];
    if (!o || o->kind != IR_OPERAND_CONST || o->constant->type->dtype != DTYPE_BOOL) return NULL;
    if (!is_plain(b->var->type)) return NULL;
    return b->bodies[dtype_read_int(DTYPE_BOOL, o->constant->tensor->data) ? 0 : 1];
}

/* The branch's bindings come to stand where the `if` stood, and its result is the variable's
 * value. */
static IrCloneAnswer take_branch(Fold *f, IrClone *c, const IrBinding *b, const IrBody *taken) {
    IrBody *to = c->b.block->body;
    if (!ir_clone_bindings(c, taken, to)) return IR_CLONE_FAILED;
    const Level *l = enter_level(f, c);
    IrOperandBuf result;
    ir_operands_init(&result, &f->m->scratch);
    ir_clone_operands(c, taken->result.at, taken->result.n, &result);
    if (result.ops.len == 1) {
        ir_clone_set(c, b->var, result.ops.at[0]);
        Value *v = eval_fold_operand(l->fold, taken->result.at); /* values are by old variables */
        return v ? know(f, l, b->var, v) : IR_CLONE_DONE;
    }
    c->b.block = to->last_block->is_dataflow ? ir_block_append(to, false) : to->last_block;
    c->b.loc = b->loc;
    c->b.origin = b->origin;
    IrVar *v = ir_build_value(&c->b, result.ops.at, (uint32_t)result.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Fold *f = c->user;
    const Level *l = enter_level(f, c);
    Value *v = NULL;
    if (!f->kernels && is_permuted_kernel(b)) return IR_CLONE_COPY;
    if (b->kind == IR_BIND_CALL && (f->quantized || !is_quantized_weight(l, b)))
        v = evaluate(f, l, b);
    if (b->kind == IR_BIND_FIELD) v = field_of(l, b);
    if (b->kind == IR_BIND_VALUE && b->operands.at->kind != IR_OPERAND_TUPLE) v = value_of(l, b);
    IrCloneAnswer answer = IR_CLONE_DONE;
    const IrOperand *o = b->operands.at;
    if (v && b->kind == IR_BIND_VALUE && o->kind == IR_OPERAND_CONST) ir_clone_set(c, b->var, *o);
    if (v) {
        answer = know(f, l, b->var, v);
    } else {
        make_operands(f, l, b);
        const IrBody *taken = taken_branch(l, b);
        if (taken) {
            answer = take_branch(f, c, b, taken);
            l = enter_level(f, c);
        } else if (!fold_shape(l, b)) {
            answer = IR_CLONE_COPY;
        }
    }
    if (answer != IR_CLONE_COPY) ir_change_note(f->m, b);
    consume(l, b);
    return answer;
}

/* Shapes that became known are known to the evaluator too. */
static IrCloneAnswer visit_shapes_too(IrClone *c, IrBinding *b) {
    IrCloneAnswer answer = visit(c, b);
    Fold *f = c->user;
    const Level *l = f->level;
    const IrOperand *o = &c->values[b->var->id];
    if (answer != IR_CLONE_DONE || o->kind != IR_OPERAND_SHAPE || o->type->has_symbols ||
        !b->var->n_uses)
        return answer;
    if (eval_fold_value(l->fold, b->var)) return answer;
    l->left[b->var->id] = b->var->n_uses;
    eval_fold_set(l->fold, b->var, eval_fold_operand(l->fold, o));
    return answer;
}

static IrFunction *fold_function(Fold *f, const IrFunction *old) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, f->m, f->arena, old, NULL);
    for (size_t i = 0; i < old->params.len; i++) ir_clone_param(&c, old->params.at[i]);
    c.visit = visit_shapes_too;
    c.user = f;
    f->tuples.len = 0;
    bool ok = ir_clone_finish(&c);
    while (f->level) close_level(f);
    for (size_t i = f->tuples.len; ok && i-- > 0;) {
        if (!f->tuples.at[i]->var->n_uses) ir_binding_remove(f->tuples.at[i]);
    }
    return ok ? fn : NULL;
}

bool pass_fold_constant(IrModule *m, const PassValue *values) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Fold f = {.m = m,
              .arena = &arena,
              .evaluator = eval_new(m, &arena),
              .kernels = values[0].i != 0,
              .quantized = values[1].i != 0};
    value_list_init(&f.list, m->ctx);
    arena_alloc(&m->scratch, 1);
    map_init(&f.uses, &arena);
    for (size_t i = 0; m->has_fold_room && i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) count_uses(&f, fn);
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        IrGlobal *g = m->globals.at[i];
        if (!g->function || !g->function->body) continue;
        const DiagMark diags = diag_mark(m->ctx);
        const size_t n_bindings = m->n_bindings;
        IrFunction *fn = fold_function(&f, g->function);
        if (fn) {
            ir_function_publish(g, fn);
        } else {
            diag_rewind(m->ctx, diags);
            m->n_bindings = n_bindings;
        }
    }
    value_list_fini(&f.list);
    eval_end(f.evaluator);
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return blocks_finish(m);
}
