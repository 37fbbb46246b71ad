/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of operators. A call is made ready once per operator, attributes and exact operand types:
 * inferred, then lowered to loops and compiled, or decomposed into a function of other calls. */

#include "eval/eval_parts.h"
#include "base/clock.h"
#include "ir/build.h"
#include "ir/growth.h"
#include "loop/interp.h"
#include "loop/text.h"
#include "loop/work.h"
#include "ops/decompose.h"
#include "ops/lower.h"

/* A call with certain operand types, ready to run. */
typedef struct {
    const OpDef *op;
    const IrAttr *attrs; /* as the caller has them: interned */
    const IrType *const *types;
    /* of operands that are floating-point numbers, which their types leave out */
    const double *floats;
    uint32_t n;
    const IrType *result;
    /* NULL, or the program gives a bound's worth of this and the open extents: see OpDef.bound */
    const IrType *inferred;
    const LoopFn *loops;        /* of a core operator */
    const LoopProgram *program; /* the same, compiled */
    IrFunction *function;       /* of a composite: its decomposition, for the evaluator's `parts` */
} Ready;

static Evaluator *parts_of(Evaluator *e) {
    if (e->parts) return e->parts;
    e->parts = eval_with_walk(ir_module_new(e->m->ctx, e->m->ops), e->arena, e->walk);
    ir_growth_unbounded(e->parts->m);
    eval_watch(e->parts, e->watch, e->watch_user);
    return e->parts->parts = e->parts;
}

/* The types are exact: there is no symbol to replace. */
static const IrType *to_parts(IrModule *m, const IrType *t) {
    return t ? ir_type_map(m, t, NULL, NULL) : NULL;
}

static IrFunction *decompose(Evaluator *e, const IrBinding *b, const IrType *const *exact,
                             const double *floats, uint32_t n, const IrAttr *attrs,
                             const IrType *result) {
    IrModule *m = parts_of(e)->m;
    const ArenaMark mark = arena_mark(&m->scratch);
    IrFunction *fn = ir_function_new(m, b->op->name);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    fn->body = ir_body_new(fn, NULL);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    /* Tensors and tuples become parameters; shapes and numbers stand as they are. */
    size_t *at = ARENA_ARRAY(&m->scratch, size_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        at[i] = buf.ops.len;
        types[i] = to_parts(m, exact[i]);
        if (!types[i]) {
            ir_operands_none(&buf);
        } else if (types[i]->kind == IR_TYPE_SHAPE) {
            ir_operands_shape(&buf, types[i]);
        } else if (types[i]->kind == IR_TYPE_PRIM) {
            ir_operands_prim(&buf, types[i], floats[i]);
        } else {
            IrVar *v = ir_var_new(fn, "x", types[i]);
            vec_push(&m->arena, &fn->params, v);
            ir_operands_var(&buf, v);
        }
    }
    const IrOperand **args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) args[i] = types[i] ? &buf.ops.at[at[i]] : NULL;
    IrBuilder builder = {
        .m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = b->loc};
    OpDecompose call = {.b = &builder,
                        .op = b->op,
                        .args = args,
                        .types = types,
                        .attrs = attrs,
                        .result = to_parts(m, result),
                        .name = "y"};
    IrVar *y = b->op->decompose(&call);
    arena_rewind(&m->scratch, mark);
    if (!y && !b->op->hook) BUG("R.%s: its decomposition is ill-typed", b->op->name);
    if (!y) return NULL;
    const IrOperand out = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    ir_body_set_result(fn->body, &out, 1);
    fn->result = y->type;
    return fn;
}

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Infers with the exact types, lowers or decomposes. */
static Ready *make_ready(Evaluator *e, const IrBinding *b, const IrType *const *types,
                         const double *floats, uint32_t n, uint64_t hash) {
    IrModule *m = e->m;
    uint32_t n_attrs = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(attrs, b->attrs, n_attrs * sizeof *attrs);
    IrInfer in = {.m = m,
                  .op = b->op,
                  .loc = b->loc,
                  .attrs = attrs,
                  .types = b->types,
                  .n_types = b->n_types,
                  .n_args = n};
    in.args = ARENA_ARRAY(&m->scratch, IrArg, (size_t)n + 1);
    IrOperand *numbers = ARENA_ARRAY(&m->scratch, IrOperand, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        in.args[i].type = types[i];
        if (!types[i] || types[i]->kind != IR_TYPE_PRIM || !dtype_is_float(types[i]->dtype))
            continue;
        numbers[i] =
            (IrOperand){.kind = IR_OPERAND_PRIM, .span = 1, .type = types[i], .f = floats[i]};
        in.args[i].operand = &numbers[i];
    }
    const IrType *result = ir_infer_call(&in);
    if (!result) return NULL;
    const IrAttr *kept = ir_attrs_intern(m, attrs, n_attrs);
    const IrType *inferred = b->op->bound ? result : NULL;
    if (inferred) result = lower_bound_type(m, inferred, b->op->bound(&in));
    Ready *r = ARENA_NEW(e->arena, Ready);
    const IrType **copy = ARENA_ARRAY(e->arena, const IrType *, (size_t)n + 1);
    double *numbers_copy = ARENA_ARRAY(e->arena, double, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) copy[i] = types[i], numbers_copy[i] = floats[i];
    *r = (Ready){.op = b->op,
                 .attrs = b->attrs,
                 .types = copy,
                 .floats = numbers_copy,
                 .n = n,
                 .result = result,
                 .inferred = inferred};
    const LoopFn *fn = b->op->lower ? lower_call(m,
                                                 &(LowerCall){.op = b->op,
                                                              .args = types,
                                                              .floats = floats,
                                                              .n_args = n,
                                                              .attrs = kept,
                                                              .result = result},
                                                 e->arena, NULL)
                                    : NULL;
    if (fn) {
        r->loops = fn;
        r->program = loop_compile(fn, e->arena);
    } else if (b->op->decompose && !result->has_symbols) {
        r->function = decompose(e, b, types, floats, n, kept, result);
        if (!r->function) return NULL;
    } else {
        Ctx *ctx = m->ctx;
        diag_error(ctx, b->loc, DIAG_UNSUPPORTED, diag_fmt(ctx, "running R.%s", b->op->name));
        return NULL;
    }
    map_add(&e->ready, hash, r);
    return r;
}

/* Made where there is none yet. NULL: reported. */
static Ready *ready(Evaluator *e, const IrBinding *b, const IrType *const *types,
                    const double *floats, uint32_t n) {
    uint64_t hash = hash_ptr(hash_ptr(0, b->op), b->attrs);
    for (uint32_t i = 0; i < n; i++) hash = hash_mix(hash_ptr(hash, types[i]), bits_of(floats[i]));
    for (MapIter it = map_find(&e->ready, hash); map_next(&e->ready, &it);) {
        Ready *r = it.value;
        bool same = r->op == b->op && r->attrs == b->attrs && r->n == n;
        for (uint32_t i = 0; same && i < n; i++)
            same = r->types[i] == types[i] && bits_of(r->floats[i]) == bits_of(floats[i]);
        if (same) return r;
    }
    return make_ready(e, b, types, floats, n, hash);
}

/* The part of a tensor that the extents bound. */
static Value *within(Frame *f, const Tensor *all, const int64_t *extents) {
    Value *v = value_tensor_new(f->list, all->dtype, extents, all->ndim);
    Tensor *part = v->tensor;
    size_t row = all->ndim ? (size_t)part->dims[all->ndim - 1] : 1;
    int64_t *at = ARENA_ARRAY(&f->arena, int64_t, (size_t)all->ndim + 1);
    for (size_t done = 0; done < part->count; done += row) {
        size_t from = 0;
        for (uint32_t d = 0; d < all->ndim; d++) from = from * (size_t)all->dims[d] + (size_t)at[d];
        tensor_copy(part, done, all, from, row);
        for (uint32_t d = all->ndim ? all->ndim - 1 : 0; d-- > 0;) {
            if (++at[d] < part->dims[d]) break;
            at[d] = 0;
        }
    }
    return v;
}

/* Of (bound, extents ...), as lower_bound_type made them, the result. */
static Value *within_extents(Frame *f, Value *all, const IrType *inferred) {
    uint32_t next = 1;
    Value *bound = all->items[0], *v;
    if (inferred->kind == IR_TYPE_TENSOR) {
        v = inferred->dims ? value_ref(bound)
                           : within(f, bound->tensor, all->items[next]->tensor->data);
    } else {
        v = value_tuple(f->list, bound->n);
        for (uint32_t i = 0; i < bound->n; i++) {
            bool open = !inferred->fields[i]->dims;
            v->items[i] = open ? within(f, bound->items[i]->tensor, all->items[next]->tensor->data)
                               : value_ref(bound->items[i]);
            next += open;
        }
    }
    value_unref(all);
    return v;
}

static Value *run_loops(Frame *f, const IrBinding *b, const Ready *r, Value *const *values,
                        uint32_t n) {
    LoopArgs args = {.at = NULL};
    for (uint32_t i = 0; i < n; i++) {
        if (values[i]) eval_add_tensors(f, values[i], &args);
    }
    Value *result = eval_result_value(f, b, r->result);
    eval_add_tensors(f, result, &args);
    if (!loop_run(f->e->m->ctx, r->program, args.at, NULL)) return NULL;
    return r->inferred ? within_extents(f, result, r->inferred) : result;
}

/* R.number: the binary operator that the call names, on its numbers as tensors of rank 0. */
static Value *number(Frame *f, const IrBinding *b, Value *const *numbers) {
    Evaluator *e = f->e;
    IrModule *m = e->m;
    const IrBinding call = {
        .kind = IR_BIND_CALL, .op = ir_op_table_find(m->ops, str_c(b->attrs->s)), .loc = b->loc};
    const IrType *types[2];
    const double floats[2] = {0, 0};
    Value *values[2];
    for (int i = 0; i < 2; i++) {
        values[i] = value_tensor_new(f->list, numbers[i]->dtype, NULL, 0);
        if (dtype_is_float(numbers[i]->dtype)) {
            tensor_set_double(values[i]->tensor, 0, numbers[i]->f);
        } else {
            tensor_set_int(values[i]->tensor, 0, numbers[i]->i);
        }
        types[i] = eval_type(m, values[i]);
    }
    Ready *r = ready(e, &call, types, floats, 2);
    Value *result = r ? run_loops(f, &call, r, values, 2) : NULL, *v = NULL;
    if (result) {
        const Tensor *t = result->tensor;
        v = dtype_is_float(t->dtype) ? value_prim(f->list, t->dtype, 0, tensor_get_double(t, 0))
                                     : value_prim(f->list, t->dtype, tensor_get_int(t, 0), 0);
        value_unref(result);
    }
    for (int i = 0; i < 2; i++) value_unref(values[i]);
    return v;
}

static Value *structural(Frame *f, const IrBinding *b, Value *const *values) {
    const Value *x = values[0];
    ValueList *list = f->list;
    switch (b->op->structural) {
    case OP_STRUCTURAL_SHAPE_OF: return value_shape(list, x->tensor->dims, x->tensor->ndim);
    case OP_STRUCTURAL_SHAPE_TO_TENSOR: {
        const int64_t n = x->n;
        Value *v = value_tensor_new(list, DTYPE_INT64, &n, 1);
        if (n) memcpy(v->tensor->data, x->dims, (size_t)n * sizeof(int64_t));
        return v;
    }
    case OP_STRUCTURAL_TENSOR_TO_SHAPE: {
        const int64_t *dims = x->tensor->data;
        for (size_t i = 0; i < x->tensor->count; i++) {
            if (dims[i] < 0) return eval_fail(f->e, b->loc, "a negative extent"), NULL;
        }
        return value_shape(list, dims, (uint32_t)x->tensor->count);
    }
    case OP_STRUCTURAL_CALL_LOOPS: return eval_call_loops(f, b, values[0], values[1], values[2]);
    case OP_STRUCTURAL_SCAN: return eval_scan(f, b, values);
    case OP_STRUCTURAL_WHILE: return eval_while(f, b, values);
    case OP_STRUCTURAL_NUMBER: return number(f, b, values);
    case OP_STRUCTURAL_NO: break;
    }
    BUG("R.%s is not structural", b->op->name);
}

static Value *run_op(Frame *f, const IrBinding *b) {
    Evaluator *e = f->e;
    IrModule *m = e->m;
    uint32_t n = ir_operands_count(&b->operands);
    Value **values = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
    const IrType **types = ARENA_ARRAY(&f->arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&f->arena, double, (size_t)n + 1);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        values[i] = eval_operand(f, b->loc, o);
        if (!values[i]) return NULL;
        types[i] = eval_type(m, values[i]);
        if (values[i]->kind == VALUE_PRIM && dtype_is_float(values[i]->dtype))
            floats[i] = values[i]->f;
    }
    Value *result = NULL;
    bool by_loops = b->op->structural == OP_STRUCTURAL_CALL_LOOPS;
    if ((b->op->flags & OP_WORKERS) && m->ctx->ranks) {
        result = eval_collective(f, b, values, types, n);
    } else if (b->op->identity) {
        result = value_ref(values[0]);
    } else if (b->op->structural != OP_STRUCTURAL_NO) {
        result = structural(f, b, values);
    } else if (b->op->host != OP_HOST_NO) {
        result = eval_host(f, b, values, n);
    } else {
        Ready *r = ready(e, b, types, floats, n);
        if (r && r->program) {
            result = run_loops(f, b, r, values, n);
            by_loops = true;
        } else if (r) {
            Value **args = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
            uint32_t k = 0;
            for (i = 0; i < n; i++) {
                if (values[i] && values[i]->kind != VALUE_SHAPE && values[i]->kind != VALUE_PRIM)
                    args[k++] = values[i];
            }
            result = eval_function(e->parts, r->function, args, k, f->list);
        }
    }
    if (result && by_loops && e->watch) e->watch(e->watch_user, b->op, values, n, result);
    for (i = 0; i < n; i++) value_unref(values[i]);
    return result;
}

/* What a call needs, found without running it */

static double extent_of(const LoopExpr *e, double unknown) {
    return e->kind == LOOP_CONST ? (double)e->i : unknown;
}

static bool need_ready(Evaluator *e, const Ready *r, EvalNeed *need);

/* A value's type says all that its loops depend on but a float. */
static bool is_exact(const IrType *t) {
    int64_t v;
    bool ok = true;
    switch (t->kind) {
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE:
        ok = t->dims && (t->kind == IR_TYPE_SHAPE || t->dtype != DTYPE_VOID);
        for (int32_t i = 0; ok && i < t->ndim; i++) ok = ir_dim_is_const(t->dims[i], &v);
        return ok;
    case IR_TYPE_PRIM:
        return dtype_is_float(t->dtype) || (t->value && ir_dim_is_const(t->value, &v));
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; ok && i < t->n; i++) ok = is_exact(t->fields[i]);
        return ok;
    default: return false;
    }
}

static bool need_bindings(Evaluator *e, const IrFunction *fn, EvalNeed *need);

/* A scan in a decomposition: a nested function, as often as its first sequence is long. */
static bool need_scan(Evaluator *e, const IrBinding *b, EvalNeed *need) {
    const IrOperand *body = b->operands.at, *sequences = ir_operand_get(&b->operands, 2),
                    *given = ir_operand_get(&b->operands, 4);
    const IrType *t = sequences->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(e->m, sequences);
    const IrDim *dim = given->kind == IR_OPERAND_PRIM ? given->type->value : NULL;
    int64_t trip;
    if (t && t->kind == IR_TYPE_TUPLE && t->n && is_exact(t)) dim = t->fields[0]->dims[0];
    if (!dim || !ir_dim_is_const(dim, &trip) || !is_exact(b->var->type)) return false;
    if (body->kind != IR_OPERAND_VAR || !body->var->def || body->var->def->kind != IR_BIND_FUNCTION)
        return false;
    const IrFunction *fn = body->var->def->function;
    EvalNeed once = {.bytes = 0};
    if (!need_bindings(e, fn, &once)) return false;
    for (const IrBinding *x = fn->body->first; x; x = x->next) once.steps += CTX_POLL_BATCH;
    eval_add_bytes(b->var->type, need);
    need->bytes += once.bytes; /* an iteration leaves nothing behind */
    need->steps += (double)trip * once.steps;
    return true;
}

/* A call of a decomposition; false: unknown. */
static bool need_call(Evaluator *e, const IrBinding *b, EvalNeed *need) {
    const OpDef *op = b->op;
    if (op->structural == OP_STRUCTURAL_SCAN) return need_scan(e, b, need);
    if (op->structural == OP_STRUCTURAL_WHILE || op->structural == OP_STRUCTURAL_CALL_LOOPS ||
        op->host != OP_HOST_NO)
        return false;
    if (op->identity || op->structural != OP_STRUCTURAL_NO) return true;
    IrModule *m = e->m;
    uint32_t n = ir_operands_count(&b->operands), i = 0;
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&m->scratch, double, (size_t)n + 1);
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (!is_exact(types[i])) return false;
        if (types[i]->kind == IR_TYPE_PRIM && dtype_is_float(types[i]->dtype))
            floats[i] = o->kind == IR_OPERAND_PRIM ? o->f : 0;
    }
    const Ready *r = ready(e, b, types, floats, n);
    return r && need_ready(e, r, need);
}

/* Of a function that a decomposition made; recursion is over what it nests. */
static bool need_bindings(Evaluator *e, const IrFunction *fn, EvalNeed *need) {
    IrModule *m = e->m;
    bool ok = true;
    for (const IrBinding *b = fn->body->first; ok && b; b = b->next) {
        const ArenaMark mark = arena_mark(&m->scratch);
        if (b->kind == IR_BIND_CALL) ok = need_call(e, b, need);
        if (b->kind == IR_BIND_IF || b->kind == IR_BIND_INVOKE) ok = false;
        arena_rewind(&m->scratch, mark);
    }
    return ok;
}

static bool need_ready(Evaluator *e, const Ready *r, EvalNeed *need) {
    if (!is_exact(r->result)) return false; /* how large it is, only a run tells */
    eval_add_bytes(r->result, need);
    if (!r->program) return need_bindings(e->parts, r->function, need);
    double unknown = 1;
    for (size_t i = 0; i < r->loops->params.len; i++) {
        const LoopBuffer *p = r->loops->params.at[i];
        double count = 1;
        for (uint32_t k = 0; k < p->ndim; k++) count *= extent_of(p->dims[k], 1);
        if (count > unknown) unknown = count;
    }
    /* A loop whose extent is no constant runs over some buffer's places. */
    const ArenaMark mark = arena_mark(&e->m->scratch);
    LoopWork work;
    loop_work(r->loops, &(LoopWorkOptions){.unknown = unknown}, &e->m->scratch, &work);
    arena_rewind(&e->m->scratch, mark);
    need->steps += work.statements.n;
    need->bytes += work.local_bytes;
    return true;
}

bool eval_call_need(Frame *f, const IrBinding *b, EvalNeed *need) {
    Evaluator *e = f->e;
    IrModule *m = e->m;
    if (b->op->structural == OP_STRUCTURAL_CALL_LOOPS) return eval_loops_need(f, b, need);
    if (b->op->structural != OP_STRUCTURAL_NO) return true;
    uint32_t n = ir_operands_count(&b->operands), i = 0;
    const IrType **types = ARENA_ARRAY(&f->arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&f->arena, double, (size_t)n + 1);
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        Value *v = eval_operand(f, b->loc, o);
        if (!v) return false;
        types[i] = eval_type(m, v);
        if (v->kind == VALUE_PRIM && dtype_is_float(v->dtype)) floats[i] = v->f;
        value_unref(v);
    }
    const Ready *r = ready(e, b, types, floats, n);
    if (!r || !need_ready(e, r, need)) return false;
    EvalNeed result = {.bytes = 0};
    eval_add_bytes(r->result, &result);
    need->result_bytes = result.bytes;
    return true;
}

Value *eval_call(Frame *f, const IrBinding *b) {
    Evaluator *e = f->e;
    if (!e->costs || e->inside) return run_op(f, b);
    e->inside = true;
    int64_t start = clock_now_ns();
    Value *v = run_op(f, b);
    int64_t spent = clock_now_ns() - start;
    e->inside = false;
    size_t i = 0;
    while (i < e->costs->len && e->costs->at[i].op != b->op) i++;
    if (i == e->costs->len) vec_push(e->arena, e->costs, ((EvalCost){.op = b->op}));
    e->costs->at[i].calls++;
    e->costs->at[i].nanoseconds += spent;
    return v;
}

void eval_profile(Evaluator *self, EvalCosts *costs) { self->costs = costs; }
