/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of operators. A call is made ready once per operator, attributes and exact operand types: inferred,
 * then lowered to loops and compiled, or decomposed into a function of other calls. */
#include <time.h>

#include "eval/eval_parts.h"
#include "ir/build.h"
#include "loop/interp.h"
#include "loop/text.h"
#include "ops/decompose.h"
#include "ops/lower.h"

/* A call with certain operand types, ready to run. */
typedef struct {
    const OpDef *op;
    const IrAttr *attrs; /* as the caller has them: interned */
    const IrType *const *types;
    uint32_t n;
    const IrType *result;
    bool bounded;               /* the program gives a bound's worth and the extents; see OpDef.bound */
    const LoopFn *loops;        /* of a core operator */
    const LoopProgram *program; /* the same, compiled */
    IrFunction *function;       /* of a composite: its decomposition */
} Ready;

/* A prim_func in the loop subset. */
typedef struct {
    const IrGlobal *global;
    const LoopFn *fn;
    const LoopProgram *program;
} LoopEntry;

static IrFunction *decompose(Evaluator *e, const IrBinding *b, const IrType *const *types, const double *floats,
                             uint32_t n, const IrAttr *attrs, const IrType *result) {
    IrModule *m = e->m;
    IrFunction *fn = ir_function_new(m, b->op->name);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    fn->body = ir_body_new(fn, NULL);
    /* Tensors and tuples become parameters; shapes and numbers stand as they are. */
    size_t *at = ARENA_ARRAY(&m->scratch, size_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        at[i] = buf.ops.len;
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
    IrBuilder builder = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = b->loc};
    OpDecompose call = {.b = &builder, .op = b->op, .args = args, .types = types, .attrs = attrs, .result = result, .name = "y"};
    IrVar *y = b->op->decompose(&call);
    if (!y) BUG("R.%s: its decomposition is ill-typed", b->op->name);
    const IrOperand out = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    ir_body_set_result(fn->body, &out, 1);
    fn->result = y->type;
    return fn;
}

static Ready *find_ready(Evaluator *e, const IrBinding *b, const IrType *const *types, uint32_t n, uint64_t *hash) {
    *hash = hash_ptr(hash_ptr(0, b->op), b->attrs);
    for (uint32_t i = 0; i < n; i++) *hash = hash_ptr(*hash, types[i]);
    for (MapIter it = map_find(&e->ready, *hash); map_next(&e->ready, &it);) {
        Ready *r = it.value;
        bool same = r->op == b->op && r->attrs == b->attrs && r->n == n;
        for (uint32_t i = 0; same && i < n; i++) same = r->types[i] == types[i];
        if (same) return r;
    }
    return NULL;
}

/* Infers with the exact types, lowers or decomposes. Calls with a floating-point number among the operands
 * are not kept, as the number is no part of a type. */
static Ready *make_ready(Evaluator *e, const IrBinding *b, const IrType *const *types, const double *floats, uint32_t n,
                         bool keep, uint64_t hash) {
    IrModule *m = e->m;
    uint32_t n_attrs = op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(attrs, b->attrs, n_attrs * sizeof *attrs);
    IrInfer in = {.m = m, .op = b->op, .loc = b->loc, .attrs = attrs, .types = b->types, .n_types = b->n_types, .n_args = n};
    in.args = ARENA_ARRAY(&m->scratch, IrArg, (size_t)n + 1);
    IrOperand *numbers = ARENA_ARRAY(&m->scratch, IrOperand, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        in.args[i].type = types[i];
        if (!types[i] || types[i]->kind != IR_TYPE_PRIM || !dtype_is_float(types[i]->dtype)) continue;
        numbers[i] = (IrOperand){.kind = IR_OPERAND_PRIM, .span = 1, .type = types[i], .f = floats[i]};
        in.args[i].operand = &numbers[i];
    }
    const IrType *result = ir_infer_call(&in);
    if (!result) return NULL;
    const IrAttr *kept = ir_attrs_intern(m, attrs, n_attrs);
    bool bounded = b->op->bound && result->kind == IR_TYPE_TENSOR && !result->dims;
    if (bounded) {
        const IrType *bound = b->op->bound(&in);
        const IrDim *ndim = ir_dim_const(m, bound->ndim);
        result = ir_type_tuple(m, (const IrType *[]){bound, ir_type_tensor(m, &ndim, 1, DTYPE_INT64)}, 2);
    }
    Ready *r = ARENA_NEW(e->arena, Ready);
    const IrType **copy = ARENA_ARRAY(e->arena, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) copy[i] = types[i];
    *r = (Ready){.op = b->op, .attrs = b->attrs, .types = copy, .n = n, .result = result, .bounded = bounded};
    const LoopFn *fn = b->op->lower ? lower_call(m, b->op, types, floats, n, kept, result, e->arena) : NULL;
    if (fn) {
        r->loops = fn;
        r->program = loop_compile(fn, e->arena);
    } else if (b->op->decompose) {
        r->function = decompose(e, b, types, floats, n, kept, result);
    } else {
        Ctx *ctx = m->ctx;
        diag_error(ctx, b->loc, DIAG_UNSUPPORTED, diag_fmt(ctx, "running R.%s", b->op->name));
        return NULL;
    }
    if (keep) map_add(&e->ready, hash, r);
    return r;
}

static Value *structural(Frame *f, const IrBinding *b, Value *x) {
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
    case OP_STRUCTURAL_CALL_LOOPS:
    case OP_STRUCTURAL_NO: break;
    }
    BUG("R.%s is not structural", b->op->name);
}

typedef VEC(LoopArg) LoopArgs;

static void add_tensors(Frame *f, const Value *v, LoopArgs *out) {
    if (v->kind == VALUE_TENSOR) vec_push(&f->arena, out, ((LoopArg){.data = v->tensor->data, .dims = v->tensor->dims}));
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) add_tensors(f, v->items[i], out);
}

/* Fresh tensors in the shape of the type; all extents are constants. */
static Value *result_value(Frame *f, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        Value *v = value_tuple(f->list, t->n);
        for (uint32_t i = 0; i < t->n; i++) v->items[i] = result_value(f, t->fields[i]);
        return v;
    }
    int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &dims[i])) BUG("an extent is not known: %s", f->fn->name);
    }
    return value_tensor_new(f->list, t->dtype, dims, (uint32_t)t->ndim);
}

typedef struct {
    DType dtype;
    uint32_t ndim;
} LoopType;
typedef VEC(LoopType) LoopTypes;

static void add_types(Frame *f, const Value *v, LoopTypes *out) {
    if (v->kind == VALUE_TENSOR) vec_push(&f->arena, out, ((LoopType){v->tensor->dtype, v->tensor->ndim}));
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) add_types(f, v->items[i], out);
}

/* The part of items[0] that items[1], its extents, bound. */
static Value *within_extents(Frame *f, Value *pair) {
    const Tensor *all = pair->items[0]->tensor;
    const int64_t *extents = pair->items[1]->tensor->data;
    Value *v = value_tensor_new(f->list, all->dtype, extents, all->ndim);
    Tensor *part = v->tensor;
    size_t size = dtype_size(all->dtype), row = all->ndim ? (size_t)part->dims[all->ndim - 1] : 1;
    int64_t *at = ARENA_ARRAY(&f->arena, int64_t, (size_t)all->ndim + 1);
    for (size_t done = 0; done < part->count; done += row) {
        size_t from = 0;
        for (uint32_t d = 0; d < all->ndim; d++) from = from * (size_t)all->dims[d] + (size_t)at[d];
        memcpy((char *)part->data + done * size, (const char *)all->data + from * size, row * size);
        for (uint32_t d = all->ndim ? all->ndim - 1 : 0; d-- > 0;) {
            if (++at[d] < part->dims[d]) break;
            at[d] = 0;
        }
    }
    value_unref(pair);
    return v;
}

static Value *run_loops(Frame *f, const Ready *r, Value *const *values, uint32_t n) {
    LoopArgs args = {.at = NULL};
    for (uint32_t i = 0; i < n; i++) {
        if (values[i]) add_tensors(f, values[i], &args);
    }
    Value *result = result_value(f, r->result);
    add_tensors(f, result, &args);
    if (!loop_run(f->e->m->ctx, r->program, args.at)) return NULL;
    return r->bounded ? within_extents(f, result) : result;
}

/* The loop function of a prim_func, parsed and compiled at its first call; NULL after a report. */
static const LoopEntry *loop_entry(Evaluator *e, const IrGlobal *g) {
    for (MapIter it = map_find(&e->loops, hash_ptr(0, g)); map_next(&e->loops, &it);) {
        const LoopEntry *entry = it.value;
        if (entry->global == g) return entry;
    }
    LoopFns fns = {.at = NULL};
    const char *name = diag_fmt(e->m->ctx, "T.prim_func %s", g->name);
    const Str text = g->function->prim_text;
    if (!loop_text_parse(e->m->ctx, e->arena, name, text, &fns) || !fns.len) return NULL;
    LoopEntry *entry = ARENA_NEW(e->arena, LoopEntry);
    *entry = (LoopEntry){.global = g, .fn = fns.at[fns.len - 1]};
    entry->program = loop_compile(entry->fn, e->arena);
    map_add(&e->loops, hash_ptr(0, g), entry);
    return entry;
}

/* R.call_tir: the tensors of operand 1, then those of the result. */
static Value *call_loops(Frame *f, const IrBinding *b, const Value *callee, const Value *tensors) {
    Evaluator *e = f->e;
    Ctx *ctx = e->m->ctx;
    const IrFunction *fn = callee->kind == VALUE_GLOBAL ? callee->global->function : NULL;
    if (!fn || fn->body) return eval_fail(e, b->loc, "R.call_tir runs prim_funcs of the module only"), NULL;
    const LoopEntry *entry = loop_entry(e, callee->global);
    if (!entry) return NULL;
    const IrType *t = b->n_types == 1 ? b->types[0] : ir_type_tuple(e->m, b->types, b->n_types);
    t = ir_type_map(e->m, t, eval_symbol, f);
    LoopArgs args = {.at = NULL};
    add_tensors(f, tensors, &args);
    Value *result = result_value(f, t);
    add_tensors(f, result, &args);
    bool same = args.len == entry->fn->params.len;
    LoopTypes types = {.at = NULL};
    add_types(f, tensors, &types);
    add_types(f, result, &types);
    for (size_t i = 0; same && i < args.len; i++) {
        same = types.at[i].dtype == entry->fn->params.at[i]->dtype && types.at[i].ndim == entry->fn->params.at[i]->ndim;
    }
    if (!same) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, callee->global->name, "the buffers do not fit");
        diag_expected(ctx, d, "%zu buffers of its parameters' dtypes and ranks", entry->fn->params.len);
        return NULL;
    }
    return loop_run(ctx, entry->program, args.at) ? result : NULL;
}

static Value *run_op(Frame *f, const IrBinding *b) {
    Evaluator *e = f->e;
    IrModule *m = e->m;
    uint32_t n = ir_operands_count(&b->operands);
    Value **values = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
    const IrType **types = ARENA_ARRAY(&f->arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&f->arena, double, (size_t)n + 1);
    bool keep = true;
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        values[i] = eval_operand(f, b->loc, o);
        if (!values[i]) return NULL;
        types[i] = eval_type(m, values[i]);
        if (values[i]->kind == VALUE_PRIM && dtype_is_float(values[i]->dtype)) floats[i] = values[i]->f, keep = false;
    }
    Value *result = NULL;
    uint64_t hash;
    if (b->op->identity) {
        result = value_ref(values[0]);
    } else if (b->op->structural != OP_STRUCTURAL_NO) {
        bool loops = b->op->structural == OP_STRUCTURAL_CALL_LOOPS;
        result = loops ? call_loops(f, b, values[0], values[1]) : structural(f, b, values[0]);
    } else {
        Ready *r = find_ready(e, b, types, n, &hash);
        if (!r || !keep) r = make_ready(e, b, types, floats, n, keep, hash);
        if (r && r->program) {
            result = run_loops(f, r, values, n);
        } else if (r) {
            Value **args = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
            uint32_t k = 0;
            for (i = 0; i < n; i++) {
                if (values[i] && values[i]->kind != VALUE_SHAPE && values[i]->kind != VALUE_PRIM) args[k++] = values[i];
            }
            result = eval_function(e, r->function, args, k, f->list);
        }
    }
    for (i = 0; i < n; i++) value_unref(values[i]);
    return result;
}

/* What a call needs, found without running it */

static void add_type_bytes(const IrType *t, EvalNeed *need) {
    double bytes = (double)dtype_size(t->dtype);
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && i < t->ndim; i++) bytes *= (double)t->dims[i]->constant;
    if (t->kind == IR_TYPE_TENSOR) need->bytes += bytes;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) add_type_bytes(t->fields[i], need);
}

static double extent_of(const LoopExpr *e, double unknown) { return e->kind == LOOP_CONST ? (double)e->i : unknown; }

/* A loop whose extent is no constant runs over some buffer's places. Recursion is over the loops that an
 * operator's definition nests. */
static void add_steps(const LoopStmt *s, double times, double unknown, EvalNeed *need) {
    for (; s; s = s->next) {
        need->steps += times;
        double inner = times;
        if (s->kind == LOOP_FOR) inner *= extent_of(s->value, unknown);
        if (s->kind == LOOP_WHILE) inner *= unknown;
        if (s->kind == LOOP_ALLOC) {
            double bytes = (double)dtype_size(s->buffer->dtype);
            for (uint32_t i = 0; i < s->buffer->ndim; i++) bytes *= extent_of(s->buffer->dims[i], unknown);
            need->bytes += bytes;
        }
        if (s->kind == LOOP_CALL) add_steps(s->callee->body, times, unknown, need);
        add_steps(s->body, inner, unknown, need);
        add_steps(s->other, inner, unknown, need);
    }
}

static bool need_ready(Evaluator *e, const Ready *r, EvalNeed *need);

/* A call of a decomposition, whose types are all exact. */
static bool need_inner(Evaluator *e, const IrBinding *b, EvalNeed *need) {
    if (b->kind != IR_BIND_CALL || b->op->identity || b->op->structural != OP_STRUCTURAL_NO) return true;
    IrModule *m = e->m;
    uint32_t n = ir_operands_count(&b->operands), i = 0;
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&m->scratch, double, (size_t)n + 1);
    bool keep = true;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (types[i]->kind != IR_TYPE_PRIM || !dtype_is_float(types[i]->dtype)) continue;
        floats[i] = o->kind == IR_OPERAND_PRIM ? o->f : 0;
        keep = false;
    }
    uint64_t hash;
    const Ready *r = find_ready(e, b, types, n, &hash);
    if (!r || !keep) r = make_ready(e, b, types, floats, n, keep, hash);
    return r && need_ready(e, r, need);
}

static bool need_ready(Evaluator *e, const Ready *r, EvalNeed *need) {
    add_type_bytes(r->result, need);
    if (r->program) {
        double unknown = 1;
        for (size_t i = 0; i < r->loops->params.len; i++) {
            const LoopBuffer *p = r->loops->params.at[i];
            double count = 1;
            for (uint32_t k = 0; k < p->ndim; k++) count *= extent_of(p->dims[k], 1);
            if (count > unknown) unknown = count;
        }
        add_steps(r->loops->body, 1, unknown, need);
        return true;
    }
    for (const IrBinding *b = r->function->body->first; b; b = b->next) {
        if (!need_inner(e, b, need)) return false;
    }
    return true;
}

bool eval_call_need(Frame *f, const IrBinding *b, EvalNeed *need) {
    Evaluator *e = f->e;
    IrModule *m = e->m;
    if (b->op->identity || b->op->structural != OP_STRUCTURAL_NO) return true;
    uint32_t n = ir_operands_count(&b->operands), i = 0;
    const IrType **types = ARENA_ARRAY(&f->arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&f->arena, double, (size_t)n + 1);
    bool keep = true;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        Value *v = eval_operand(f, b->loc, o);
        if (!v) return false;
        types[i] = eval_type(m, v);
        if (v->kind == VALUE_PRIM && dtype_is_float(v->dtype)) floats[i] = v->f, keep = false;
        value_unref(v);
    }
    uint64_t hash;
    const Ready *r = find_ready(e, b, types, n, &hash);
    if (!r || !keep) r = make_ready(e, b, types, floats, n, keep, hash);
    if (!r || !need_ready(e, r, need)) return false;
    EvalNeed result = {.bytes = 0};
    add_type_bytes(r->result, &result);
    need->result_bytes = result.bytes;
    return true;
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

Value *eval_call(Frame *f, const IrBinding *b) {
    Evaluator *e = f->e;
    if (!e->costs || e->inside) return run_op(f, b);
    e->inside = true;
    int64_t start = now();
    Value *v = run_op(f, b);
    int64_t spent = now() - start;
    e->inside = false;
    size_t i = 0;
    while (i < e->costs->len && e->costs->at[i].op != b->op) i++;
    if (i == e->costs->len) vec_push(e->arena, e->costs, ((EvalCost){.op = b->op}));
    e->costs->at[i].calls++;
    e->costs->at[i].nanoseconds += spent;
    return v;
}

void eval_profile(Evaluator *self, EvalCosts *costs) { self->costs = costs; }
