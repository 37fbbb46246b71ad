/* SPDX-License-Identifier: Apache-2.0 */
/* The graph evaluator. A frame holds a function's variables by id and its symbols by id; recursion is over
 * branches and calls, which limits.depth bounds. */
#include "eval/eval.h"

#include <time.h>

#include "base/diag.h"
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
    const LoopProgram *program; /* of a core operator */
    IrFunction *function;       /* of a composite: its decomposition */
} Ready;

struct Evaluator {
    IrModule *m;
    Arena *arena;
    Map ready;
    Map loops; /* LoopEntry by global: prim_funcs that were called */
    uint32_t depth;
    EvalCosts *costs; /* NULL: not asked for */
    bool inside;      /* a composite that is noted as a whole */
};

/* A prim_func in the loop subset. */
typedef struct {
    const IrGlobal *global;
    const LoopFn *fn;
    const LoopProgram *program;
} LoopEntry;

typedef struct Frame {
    Evaluator *e;
    ValueList *list;
    IrFunction *fn;
    Value **vars;      /* by variable id; one reference each */
    uint32_t *left;    /* uses that are still to come */
    int64_t *symbols;  /* by symbol id: -1 is a value too, so see `bound` */
    bool *bound;
    const struct Frame *outer; /* of a nested function: its symbols are seen */
    Arena arena;
} Frame;

static bool fail(Evaluator *e, Loc loc, const char *what) {
    diag_error(e->m->ctx, loc, DIAG_VALUE, what);
    return false;
}

/* Extents at run time */

static const IrDim *symbol_value(void *user, IrSymbol *s) {
    const Frame *f = user;
    return f->bound[s->id] ? ir_dim_const(f->e->m, f->symbols[s->id]) : NULL;
}

/* The dim's value; false when a symbol has none or the arithmetic overflows. */
static bool dim_value(Frame *f, const IrDim *d, int64_t *out) {
    if (ir_dim_is_const(d, out)) return true;
    const IrDim *v = ir_dim_map(f->e->m, d, symbol_value, f);
    bool overflow = f->e->m->dims.overflow || f->e->m->dims.too_large;
    f->e->m->dims.overflow = f->e->m->dims.too_large = false;
    return v && !overflow && ir_dim_is_const(v, out);
}

static bool check_dims(Frame *f, Loc loc, const IrType *t, const int64_t *dims, uint32_t n, const char *what) {
    Ctx *ctx = f->e->m->ctx;
    if (t->ndim != IR_NDIM_UNKNOWN && t->ndim != (int64_t)n) {
        Diag *d = diag_error(ctx, loc, DIAG_VALUE, diag_fmt(ctx, "%s has another rank than its type", what));
        diag_expected(ctx, d, "%d", t->ndim);
        diag_found(ctx, d, "%u", n);
        return false;
    }
    for (uint32_t pass = 0; t->dims && pass < 2; pass++) {
        for (uint32_t i = 0; i < n; i++) {
            IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
            if (pass == 0) {
                if (s && !f->bound[s->id]) f->symbols[s->id] = dims[i], f->bound[s->id] = true;
                continue;
            }
            int64_t want;
            if (dim_value(f, t->dims[i], &want) && want == dims[i]) continue;
            Diag *d = diag_error(ctx, loc, DIAG_VALUE, diag_fmt(ctx, "%s has another extent than its type", what));
            diag_expected(ctx, d, "dim %u to be %s", i, ir_dim_text(f->e->m, t->dims[i]));
            diag_found(ctx, d, "%lld", (long long)dims[i]);
            return false;
        }
    }
    return true;
}

static bool wrong_kind(Frame *f, Loc loc, const IrType *t, const char *what) {
    Ctx *ctx = f->e->m->ctx;
    Diag *d = diag_error(ctx, loc, DIAG_VALUE, diag_fmt(ctx, "%s is not of its type", what));
    diag_expected(ctx, d, "%s", ir_type_text(f->e->m, t));
    return false;
}

/* The value has the type; symbols that stand alone and have no value yet get one. Types nest at most
 * limits.depth deep. */
static bool check_value(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what) {
    switch (t->kind) {
    case IR_TYPE_ANY: return true;
    case IR_TYPE_TENSOR:
        if (v->kind != VALUE_TENSOR || (t->dtype != DTYPE_VOID && t->dtype != v->tensor->dtype)) return wrong_kind(f, loc, t, what);
        return check_dims(f, loc, t, v->tensor->dims, v->tensor->ndim, what);
    case IR_TYPE_SHAPE: return v->kind == VALUE_SHAPE ? check_dims(f, loc, t, v->dims, v->n, what) : wrong_kind(f, loc, t, what);
    case IR_TYPE_TUPLE:
        if (v->kind != VALUE_TUPLE || v->n != t->n) return wrong_kind(f, loc, t, what);
        for (uint32_t i = 0; i < t->n; i++) {
            if (!check_value(f, loc, t->fields[i], v->items[i], what)) return false;
        }
        return true;
    case IR_TYPE_PRIM: {
        if (v->kind != VALUE_PRIM || v->dtype != t->dtype) return wrong_kind(f, loc, t, what);
        if (!t->value || dtype_is_float(t->dtype)) return true;
        return check_dims(f, loc, ir_type_shape(f->e->m, &t->value, 1), &v->i, 1, what);
    }
    case IR_TYPE_CALLABLE:
        return v->kind == VALUE_FUNCTION || v->kind == VALUE_GLOBAL || v->kind == VALUE_STRING || wrong_kind(f, loc, t, what);
    }
    return false;
}

/* The exact type of a value. */
static const IrType *type_of(IrModule *m, const Value *v) {
    switch (v->kind) {
    case VALUE_TENSOR:
    case VALUE_SHAPE: {
        const int64_t *from = v->kind == VALUE_TENSOR ? v->tensor->dims : v->dims;
        uint32_t n = v->kind == VALUE_TENSOR ? v->tensor->ndim : v->n;
        const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) dims[i] = ir_dim_const(m, from[i]);
        return v->kind == VALUE_TENSOR ? ir_type_tensor(m, dims, (int32_t)n, v->tensor->dtype) : ir_type_shape(m, dims, (int32_t)n);
    }
    case VALUE_TUPLE: {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)v->n + 1);
        for (uint32_t i = 0; i < v->n; i++) fields[i] = type_of(m, v->items[i]);
        return ir_type_tuple(m, fields, v->n);
    }
    case VALUE_PRIM: return ir_type_prim(m, v->dtype, dtype_is_float(v->dtype) ? NULL : ir_dim_const(m, v->i));
    default: return m->any;
    }
}

/* Operands */

static Value *leaf_value(Frame *f, Loc loc, const IrOperand *o) {
    Value *v;
    int64_t i;
    switch (o->kind) {
    case IR_OPERAND_VAR: return value_ref(f->vars[o->var->id]);
    case IR_OPERAND_CONST: return value_tensor(f->list, tensor_ref(o->constant->tensor));
    case IR_OPERAND_SHAPE: {
        uint32_t n = (uint32_t)o->type->ndim;
        int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, (size_t)n + 1);
        for (uint32_t k = 0; k < n; k++) {
            if (!dim_value(f, o->type->dims[k], &dims[k])) return fail(f->e, loc, "an extent overflows 64 bits"), NULL;
        }
        return value_shape(f->list, dims, n);
    }
    case IR_OPERAND_PRIM:
        if (!o->type->value) return value_prim(f->list, o->type->dtype, 0, o->f);
        if (!dim_value(f, o->type->value, &i)) return fail(f->e, loc, "an extent overflows 64 bits"), NULL;
        return value_prim(f->list, o->type->dtype, i, 0);
    case IR_OPERAND_STRING:
        v = value_new(f->list, VALUE_STRING);
        v->string = o->string;
        return v;
    case IR_OPERAND_GLOBAL:
        v = value_new(f->list, VALUE_GLOBAL);
        v->global = o->global;
        return v;
    case IR_OPERAND_DTYPE:
        v = value_new(f->list, VALUE_DTYPE);
        v->dtype = o->dtype;
        return v;
    case IR_OPERAND_NONE:
    case IR_OPERAND_TUPLE: break;
    }
    BUG("no value for an operand of kind %d", (int)o->kind);
}

/* A subtree, from the back as ir_operand_type does: a tuple's items lie on the stack when it is reached. */
static Value *operand_value(Frame *f, Loc loc, const IrOperand *tree) {
    if (tree->kind != IR_OPERAND_TUPLE) return leaf_value(f, loc, tree);
    Value **stack = ARENA_ARRAY(&f->arena, Value *, tree->span);
    uint32_t top = 0;
    for (uint32_t i = tree->span; i-- > 0;) {
        const IrOperand *o = &tree[i];
        Value *v;
        if (o->kind == IR_OPERAND_TUPLE) {
            v = value_tuple(f->list, o->n);
            for (uint32_t k = 0; k < o->n; k++) v->items[k] = stack[--top];
        } else {
            v = leaf_value(f, loc, o);
            if (!v) return NULL;
        }
        stack[top++] = v;
    }
    return stack[0];
}

static void consume(Frame *f, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || --f->left[o->var->id] > 0) continue;
        value_unref(f->vars[o->var->id]);
        f->vars[o->var->id] = NULL;
    }
}

/* Calls of operators */

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
            if (dims[i] < 0) return fail(f->e, b->loc, "a negative extent"), NULL;
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
    if (!fn || fn->body) return fail(e, b->loc, "R.call_tir runs prim_funcs of the module only"), NULL;
    const LoopEntry *entry = loop_entry(e, callee->global);
    if (!entry) return NULL;
    const IrType *t = b->n_types == 1 ? b->types[0] : ir_type_tuple(e->m, b->types, b->n_types);
    t = ir_type_map(e->m, t, symbol_value, f);
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
        values[i] = operand_value(f, b->loc, o);
        if (!values[i]) return NULL;
        types[i] = type_of(m, values[i]);
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

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static Value *call_op(Frame *f, const IrBinding *b) {
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

/* Other bindings */

static Value *run_function(Evaluator *e, IrFunction *fn, Value *const *captures, Value *const *args, uint32_t n, ValueList *list,
                           const Frame *outer);
static Value *run_body(Frame *f, IrBody *body);

static Value *invoke(Frame *f, const IrBinding *b) {
    const IrOperands *list = &b->operands;
    Value *callee = operand_value(f, b->loc, list->at);
    if (!callee) return NULL;
    Value **args = ARENA_ARRAY(&f->arena, Value *, (size_t)list->n + 1);
    uint32_t n = 0;
    for (uint32_t at = list->at->span; at < list->n; at += list->at[at].span) {
        args[n] = operand_value(f, b->loc, &list->at[at]);
        if (!args[n++]) return NULL;
    }
    Value *result = NULL;
    if (callee->kind == VALUE_FUNCTION) {
        result = run_function(f->e, callee->function, callee->items, args, n, f->list, f);
    } else if (callee->kind == VALUE_GLOBAL && callee->global->function && callee->global->function->body) {
        result = run_function(f->e, callee->global->function, NULL, args, n, f->list, NULL);
    } else {
        fail(f->e, b->loc, "this value cannot be called in a run");
    }
    for (uint32_t i = 0; i < n; i++) value_unref(args[i]);
    value_unref(callee);
    return result;
}

static Value *take_branch(Frame *f, const IrBinding *b) {
    Value *cond = operand_value(f, b->loc, b->operands.at);
    if (!cond) return NULL;
    bool yes = cond->kind == VALUE_PRIM ? cond->i != 0 : cond->kind == VALUE_TENSOR && dtype_read_int(DTYPE_BOOL, cond->tensor->data);
    value_unref(cond);
    return run_body(f, b->bodies[yes ? 0 : 1]);
}

static Value *run_binding(Frame *f, IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE: return operand_value(f, b->loc, b->operands.at);
    case IR_BIND_CALL: return call_op(f, b);
    case IR_BIND_INVOKE: return invoke(f, b);
    case IR_BIND_IF: return take_branch(f, b);
    case IR_BIND_FIELD: {
        Value *tuple = operand_value(f, b->loc, b->operands.at);
        if (!tuple) return NULL;
        bool ok = tuple->kind == VALUE_TUPLE && b->index < tuple->n;
        Value *v = ok ? value_ref(tuple->items[b->index]) : NULL;
        value_unref(tuple);
        if (!ok) fail(f->e, b->loc, "no such field");
        return v;
    }
    case IR_BIND_MATCH_CAST: {
        Value *v = operand_value(f, b->loc, b->operands.at);
        return v && check_value(f, b->loc, b->cast, v, "the value of R.match_cast") ? v : NULL;
    }
    case IR_BIND_FUNCTION: {
        uint32_t n = b->operands.n;
        Value **captures = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) captures[i] = leaf_value(f, b->loc, &b->operands.at[i]);
        Value *v = value_function(f->list, b->function, captures, n);
        return v;
    }
    case IR_BIND_COUNT: break;
    }
    BUG("no run of a %s", ir_bind_name(b->kind));
}

static Value *run_body(Frame *f, IrBody *body) {
    IrModule *m = f->e->m;
    for (IrBinding *b = body->first; b; b = b->next) {
        ctx_poll(m->ctx);
        ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
        Value *v = run_binding(f, b);
        arena_rewind(&f->arena, mark);
        arena_rewind(&m->scratch, scratch);
        if (!v) return NULL;
        consume(f, &b->operands);
        f->left[b->var->id] = b->var->n_uses;
        if (b->var->n_uses) {
            value_unref(f->vars[b->var->id]); /* a branch in a called function's second run */
            f->vars[b->var->id] = v;
        } else {
            value_unref(v);
        }
    }
    return operand_value(f, f->fn->loc, body->result.at);
}

static void bind_outer(Frame *f, const Frame *outer) {
    for (const Frame *o = outer; o; o = o->outer) {
        for (size_t i = 0; i < o->fn->symbols.len; i++) {
            uint32_t id = o->fn->symbols.at[i]->id;
            if (!o->bound[id] || f->bound[id]) continue;
            f->bound[id] = true;
            f->symbols[id] = o->symbols[id];
        }
    }
}

static bool bind_params(Frame *f, Value *const *captures, Value *const *args, uint32_t n) {
    IrFunction *fn = f->fn;
    if (fn->params.len - fn->n_captures != n) return fail(f->e, fn->loc, "wrong number of arguments");
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrVar *p = fn->params.at[i];
        Value *v = i < fn->n_captures ? captures[i] : args[i - fn->n_captures];
        f->vars[p->id] = value_ref(v);
        f->left[p->id] = p->n_uses ? p->n_uses : 1;
    }
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrVar *p = fn->params.at[i];
        const char *what = diag_fmt(f->e->m->ctx, "argument '%s'", p->name ? p->name : "");
        if (!check_value(f, fn->loc, p->type, f->vars[p->id], what)) return false;
    }
    return true;
}

static Value *run_function(Evaluator *e, IrFunction *fn, Value *const *captures, Value *const *args, uint32_t n, ValueList *list,
                           const Frame *outer) {
    IrModule *m = e->m;
    Ctx *ctx = m->ctx;
    if (e->depth >= ctx->limits.depth) {
        diag_error(ctx, fn->loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
        return NULL;
    }
    e->depth++;
    Frame f = {.e = e, .list = list, .fn = fn, .outer = outer};
    arena_init(&f.arena, ctx);
    f.vars = ARENA_ARRAY(&f.arena, Value *, (size_t)fn->n_vars + 1);
    f.left = ARENA_ARRAY(&f.arena, uint32_t, (size_t)fn->n_vars + 1);
    f.symbols = ARENA_ARRAY(&f.arena, int64_t, (size_t)m->dims.n_symbols + 1);
    f.bound = ARENA_ARRAY(&f.arena, bool, (size_t)m->dims.n_symbols + 1);
    bind_outer(&f, outer);
    Value *result = bind_params(&f, captures, args, n) ? run_body(&f, fn->body) : NULL;
    for (uint32_t i = 0; i < fn->n_vars; i++) value_unref(f.vars[i]);
    arena_fini(&f.arena);
    e->depth--;
    return result;
}

Value *eval_function(Evaluator *self, IrFunction *fn, Value *const *args, uint32_t n, ValueList *list) {
    return run_function(self, fn, NULL, args, n, list, NULL);
}

Evaluator *eval_new(IrModule *m, Arena *arena) {
    Evaluator *e = ARENA_NEW(arena, Evaluator);
    e->m = m;
    e->arena = arena;
    map_init(&e->ready, arena);
    map_init(&e->loops, arena);
    return e;
}
