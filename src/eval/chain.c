/* SPDX-License-Identifier: Apache-2.0 */
/* A question is answered in a function of its own: the bindings that lead to the variable are built
 * again there, from the constants and from what is remembered, and evaluated one by one. */
#include "eval/chain.h"

#include "base/diag.h"
#include "eval/eval.h"
#include "eval/fold.h"
#include "ir/build.h"

static const double FREE_BYTES = 1 << 20, FREE_STEPS = 1 << 24, ON_THE_WAY = 16;

typedef struct {
    const IrVar *var;
    Tensor **fields; /* n of them; a tensor's only one */
    uint32_t n;
    bool is_tuple, is_constant;
} Known;

static void release(Cleanup *node) {
    EvalChain *self = (EvalChain *)(void *)((char *)node - offsetof(EvalChain, cleanup));
    for (size_t i = 0; i < self->tensors.len; i++) tensor_unref(self->tensors.at[i]);
}

void eval_chain_init(EvalChain *self, Ctx *ctx) {
    *self = (EvalChain){.ctx = ctx};
    arena_init(&self->arena, ctx);
    cleanup_push(ctx, &self->cleanup, release);
    map_init(&self->known, &self->arena);
}

void eval_chain_fini(EvalChain *self) {
    cleanup_pop(&self->cleanup);
    release(&self->cleanup);
    arena_fini(&self->arena);
}

static Known *find(const EvalChain *self, const IrVar *v) {
    for (MapIter it = map_find(&self->known, hash_ptr(0, v)); map_next(&self->known, &it);) {
        Known *k = it.value;
        if (k->var == v) return k;
    }
    return NULL;
}

static Known *add(EvalChain *self, const IrVar *v, uint32_t n) {
    Known *k = ARENA_NEW(&self->arena, Known);
    *k = (Known){.var = v, .n = n, .fields = ARENA_ARRAY(&self->arena, Tensor *, (size_t)n + 1)};
    map_add(&self->known, hash_ptr(0, v), k);
    return k;
}

/* The value, of tensors, for good. */
static Known *remember(EvalChain *self, const IrVar *v, const Value *value) {
    const bool is_tuple = value->kind == VALUE_TUPLE;
    const uint32_t n = is_tuple ? value->n : 1;
    Known *k = add(self, v, n);
    for (uint32_t i = 0; i < n; i++) {
        const Value *x = is_tuple ? value->items[i] : value;
        if (x->kind != VALUE_TENSOR) return k;
        vec_reserve(&self->arena, &self->tensors, 1);
        self->tensors.at[self->tensors.len++] = k->fields[i] = tensor_ref(x->tensor);
    }
    k->is_tuple = is_tuple;
    k->is_constant = true;
    return k;
}

/* A question under way. */
typedef struct {
    EvalChain *self;
    IrModule *m;
    Arena arena;
    VEC(const IrBinding *) order; /* what is to be evaluated, the operands' bindings first */
    IrBuilder b;
    Map vars; /* Var */
} Question;

typedef struct {
    const IrVar *from;
    IrVar *to;
} Var;

static bool is_computed(const IrBinding *b) {
    return b && (b->kind == IR_BIND_CALL || b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE);
}

/* The first operand, from entry `at` on, that is to be evaluated before; entry n: all are there. */
static uint32_t next_operand(const Question *q, const IrBinding *b, uint32_t at, bool *constant) {
    for (; at < b->operands.n; at++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind != IR_OPERAND_VAR) continue;
        const Known *k = find(q->self, o->var);
        if (!k && is_computed(o->var->def)) return at;
        if (!k || !k->is_constant) *constant = false;
    }
    return at;
}

typedef struct {
    const IrBinding *b;
    uint32_t at;
} Visit;

/* False, and all that leads there is noted as not constant, where something is not. */
static bool order_of(Question *q, const IrVar *v) {
    VEC(Visit) stack = {.at = NULL};
    bool constant = true;
    vec_push(&q->arena, &stack, ((Visit){v->def, 0}));
    while (stack.len && constant) {
        Visit *top = &stack.at[stack.len - 1];
        const IrBinding *b = top->b;
        ctx_poll(q->m->ctx);
        bool is_done = false;
        for (MapIter it = map_find(&q->vars, hash_ptr(0, b->var)); map_next(&q->vars, &it);)
            is_done |= ((const Var *)it.value)->from == b->var;
        top->at = is_done ? b->operands.n : next_operand(q, b, top->at, &constant);
        if (!constant) break;
        if (top->at < b->operands.n) {
            const IrVar *operand = b->operands.at[top->at++].var;
            vec_push(&q->arena, &stack, ((Visit){operand->def, 0}));
            continue;
        }
        stack.len--;
        if (is_done) continue;
        Var *var = ARENA_NEW(&q->arena, Var);
        *var = (Var){b->var, NULL};
        map_add(&q->vars, hash_ptr(0, b->var), var);
        vec_push(&q->arena, &q->order, b);
    }
    for (size_t i = 0; !constant && i < stack.len; i++) {
        if (!find(q->self, stack.at[i].b->var)) add(q->self, stack.at[i].b->var, 0);
    }
    return constant;
}

static Var *var_of(const Question *q, const IrVar *v) {
    for (MapIter it = map_find(&q->vars, hash_ptr(0, v)); map_next(&q->vars, &it);) {
        Var *var = it.value;
        if (var->from == v) return var;
    }
    return NULL;
}

static void add_constants(const Question *q, const Known *k, IrOperandBuf *out) {
    const size_t at = k->is_tuple ? ir_operands_tuple(out) : 0;
    for (uint32_t i = 0; i < k->n; i++)
        ir_operands_const(out, ir_const_new(q->m, tensor_ref(k->fields[i])));
    if (k->is_tuple) ir_operands_end(out, at, k->n);
}

/* The binding again, its operands from here. NULL after a report. */
static IrVar *rebuild(Question *q, const IrBinding *b) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &q->arena);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        const Var *inner = o->kind == IR_OPERAND_VAR ? var_of(q, o->var) : NULL;
        const Known *k = o->kind == IR_OPERAND_VAR && !inner ? find(q->self, o->var) : NULL;
        if (inner && inner->to) {
            ir_operands_var(&buf, inner->to);
        } else if (k && !k->is_tuple) {
            add_constants(q, k, &buf);
        } else if (k) {
            IrOperandBuf tuple;
            ir_operands_init(&tuple, &q->arena);
            add_constants(q, k, &tuple);
            IrVar *v = ir_build_value(&q->b, tuple.ops.at, (uint32_t)tuple.ops.len, "lv");
            if (!v) return NULL;
            ir_operands_var(&buf, v);
        } else {
            IrOperand leaf = *o;
            leaf.list = NULL;
            vec_push(buf.arena, &buf.ops, leaf); /* spans stay: one entry for one */
        }
    }
    const uint32_t n = (uint32_t)buf.ops.len;
    if (b->kind == IR_BIND_VALUE) return ir_build_value(&q->b, buf.ops.at, n, "lv");
    if (b->kind == IR_BIND_FIELD) return ir_build_field(&q->b, buf.ops.at, n, b->index, "lv");
    return ir_build_call(&q->b, b->op, buf.ops.at, n,
                         (IrCallForm){.attrs = b->attrs, .types = b->types, .n_types = b->n_types},
                         "lv");
}

/* A step of the bounded work. */
static bool is_worth(EvalChain *self, const EvalNeed *need) {
    const Limits *limits = &self->ctx->limits;
    const double room = need->operand_bytes > FREE_BYTES ? need->operand_bytes : FREE_BYTES;
    if (need->result_bytes > room || need->bytes > ON_THE_WAY * room || need->steps > FREE_STEPS)
        return false;
    if (self->bytes + need->result_bytes > (double)limits->folded_bytes ||
        self->steps + need->steps > (double)limits->folded_steps)
        return false;
    self->bytes += need->result_bytes;
    self->steps += need->steps;
    return true;
}

static Value *value_of(EvalChain *self, EvalFold *fold, const IrBinding *b) {
    EvalNeed need;
    if (b->kind == IR_BIND_VALUE) return eval_fold_operand(fold, b->operands.at);
    if (b->kind == IR_BIND_FIELD) {
        Value *tuple = eval_fold_operand(fold, b->operands.at);
        const bool fits = tuple && tuple->kind == VALUE_TUPLE && b->index < tuple->n;
        Value *field = fits ? value_ref(tuple->items[b->index]) : NULL;
        value_unref(tuple);
        return field;
    }
    return eval_fold_need(fold, b, &need) && is_worth(self, &need) ? eval_fold_call(fold, b) : NULL;
}

/* Evaluates what was ordered; what cannot be is remembered as such. */
static void answer(Question *q) {
    IrModule *m = q->m;
    EvalChain *self = q->self;
    ValueList list;
    IrFunction *fn = ir_function_new(m, "constants");
    fn->body = ir_body_new(fn, NULL);
    q->b = (IrBuilder){.m = m, .fn = fn, .block = ir_block_append(fn->body, false)};
    bool ok = true;
    for (size_t i = 0; ok && i < q->order.len; i++) {
        Var *var = var_of(q, q->order.at[i]->var);
        var->to = rebuild(q, q->order.at[i]);
        ok = var->to != NULL;
    }
    value_list_init(&list, m->ctx);
    Evaluator *e = eval_new(m, &q->arena);
    EvalFold *fold = eval_fold_new(e, fn, &list, &q->arena);
    for (const IrBinding *b = fn->body->first; ok && b; b = b->next) {
        Value *v = value_of(self, fold, b);
        ok = v != NULL;
        if (ok) eval_fold_set(fold, b->var, v);
    }
    for (size_t i = 0; i < q->order.len; i++) {
        const IrVar *v = q->order.at[i]->var, *to = var_of(q, v)->to;
        Value *value = to && to->id < fn->n_vars ? eval_fold_value(fold, to) : NULL;
        if (find(self, v)) continue;
        if (value)
            remember(self, v, value);
        else
            add(self, v, 0);
    }
    eval_fold_free(fold);
    eval_end(e);
    value_list_fini(&list);
}

Tensor *eval_chain_tensor(EvalChain *self, IrModule *m, const IrVar *v) {
    const Known *k = find(self, v);
    if (!k && is_computed(v->def)) {
        Question q = {.self = self, .m = m};
        const DiagMark mark = diag_mark(m->ctx);
        const size_t n_bindings = m->n_bindings;
        arena_init(&q.arena, m->ctx);
        map_init(&q.vars, &q.arena);
        if (order_of(&q, v)) answer(&q);
        arena_fini(&q.arena);
        m->n_bindings = n_bindings;
        diag_rewind(m->ctx, mark);
        k = find(self, v);
    }
    return k && k->is_constant && !k->is_tuple ? k->fields[0] : NULL;
}
