/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of core operators become calls of loop functions of the module.
 *
 *     y = R.matmul(x, w)  y = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((n, 8),
 *                         dtype="float32"))
 *     z = R.full(s, v)    z = R.call_tir(cls.full, (v,), out_sinfo=..., tir_vars=R.shape([n]))
 *     u = R.unique(x)     lv = R.call_tir(cls.unique, (x,), out_sinfo=[R.Tensor((n,), ...),
 *                         R.Tensor((1,), "int64")])
 *                         lv1 = lv[0]
 *                         lv2 = lv[1]
 *                         lv3 = R.tensor_to_shape(lv2)
 *                         lv4 = R.match_cast(lv3, R.Shape([k]))
 *                         u = R.call_tir(cls.part, (lv1,), out_sinfo=R.Tensor((k,), ...))
 *
 * Each call is lowered with its types as they stand, symbols and all; calls of one operator,
 * attributes and types are lowered once. A function is made once for all calls whose loops are
 * equal up to names: loops are hashed and compared, those that the module has already too. So the
 * work is linear in the calls and in the text of the functions.
 *
 * An operand whose shape is not known, but its rank, is bound to fresh symbols behind its
 * definition; all its uses see that. */
#include "passes/legalize_parts.h"

#include "base/diag.h"
#include "ir/fresh.h"
#include "ir/origin.h"
#include "ir/text.h"
#include "loop/text.h"
#include "ops/lower.h"
#include "ops/number.h"
#include "ops/ops.h"

/* A function of the module, and what it does. */
typedef struct {
    const LoopFn *loops;
    IrGlobal *global;
} Shared;

/* The loops of calls of one operator, attributes and types. */
struct LegalLowered {
    const OpDef *op;
    const IrAttr *attrs;
    const IrType *const *types; /* of the operands; NULL: left out */
    const double *floats;
    uint32_t n;
    const IrType *result; /* as inferred */
    const IrType *given;  /* what the loops give: the same, or lower_bound_type of it */
    IrGlobal *global;
    const IrType *scalars; /* a shape: tir_vars; NULL: none */
};

/* Dims that are compared in a run, in a body or one around it. */
typedef struct {
    IrDimPair dims;
    const IrBody *body;
} Checked;

struct LegalLoops {
    IrModule *m;
    Arena arena;
    Map lowered, shared, checked;
    IrFresh names; /* of functions */
};

/* The functions of the module */

static Shared *find_shared(const LegalLoops *l, const LoopFn *loops, uint64_t hash) {
    for (MapIter it = map_find(&l->shared, hash); map_next(&l->shared, &it);) {
        Shared *s = it.value;
        if (loop_equal(s->loops, loops)) return s;
    }
    return NULL;
}

static void add_shared(LegalLoops *l, const LoopFn *loops, uint64_t hash, IrGlobal *g) {
    Shared *s = ARENA_NEW(&l->arena, Shared);
    *s = (Shared){loops, g};
    map_add(&l->shared, hash, s);
}

/* What a prim_func of the module does; a text that is none of ours stands for itself. */
static void read_function(LegalLoops *l, IrGlobal *g) {
    Ctx *ctx = l->m->ctx;
    const DiagMark diags = diag_mark(ctx);
    const DiagSource source = ctx->diags->source;
    LoopFns fns = {.at = NULL};
    if (!loop_text_parse(ctx, &l->arena, g->name, g->function->prim_text, &fns))
        diag_rewind(ctx, diags);
    diag_source_back(ctx, source);
    if (fns.len != 1) return; /* one that calls others has no name of its own in the text */
    const uint64_t hash = loop_hash(fns.at[0]);
    if (!find_shared(l, fns.at[0], hash)) add_shared(l, fns.at[0], hash, g);
}

LegalLoops *legal_loops_new(IrModule *m, Arena *arena) {
    LegalLoops *l = ARENA_NEW(arena, LegalLoops);
    l->m = m;
    arena_init(&l->arena, m->ctx);
    map_init(&l->lowered, &l->arena);
    map_init(&l->shared, &l->arena);
    ir_fresh_init(&l->names, m, &l->arena);
    map_init(&l->checked, &l->arena);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrGlobal *g = m->globals.at[i];
        if (g->function && !g->function->body && g->function->prim_text.len) read_function(l, g);
    }
    return l;
}

void legal_loops_free(LegalLoops *self) {
    if (self) arena_fini(&self->arena);
}

/* matmul, matmul1, ...: the operator's name without its family, and free. */
static const char *fresh_name(LegalLoops *l, const OpDef *op) {
    const char *dot = strrchr(op->name, '.');
    return ir_fresh_name(&l->names, dot ? dot + 1 : op->name);
}

/* Lowering */

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static bool is_same_call(const LegalLowered *a, const LegalLowered *b) {
    bool same = a->op == b->op && a->attrs == b->attrs && a->n == b->n && a->result == b->result;
    for (uint32_t i = 0; same && i < a->n; i++) {
        same = a->types[i] == b->types[i] && bits_of(a->floats[i]) == bits_of(b->floats[i]);
    }
    return same;
}

static uint64_t hash_call(const LegalLowered *c) {
    uint64_t h = hash_ptr(hash_ptr(hash_ptr(0, c->op), c->attrs), c->result);
    for (uint32_t i = 0; i < c->n; i++)
        h = hash_mix(hash_ptr(h, c->types[i]), bits_of(c->floats[i]));
    return h;
}

/* The loops' function, made unless there is one, and what it is called with. False: they cannot be
 * made. */
static bool make_function(LegalLoops *l, LegalLowered *c) {
    IrModule *m = l->m;
    const ArenaMark mark = arena_mark(&l->arena);
    IrSymbols scalars = {.at = NULL};
    const LoopFn *loops = lower_call(m,
                                     &(LowerCall){.op = c->op,
                                                  .args = c->types,
                                                  .floats = c->floats,
                                                  .n_args = c->n,
                                                  .attrs = c->attrs,
                                                  .result = c->given},
                                     &l->arena, &scalars);
    if (!loops) return false;
    if (scalars.len) {
        const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, scalars.len);
        for (size_t i = 0; i < scalars.len; i++) dims[i] = ir_dim_symbol(m, scalars.at[i]);
        c->scalars = ir_type_shape(m, dims, (int32_t)scalars.len);
    }
    const uint64_t hash = loop_hash(loops);
    const Shared *shared = find_shared(l, loops, hash);
    if (shared) {
        c->global = shared->global;
        arena_rewind(&l->arena, mark);
    } else {
        c->global = lower_global(m, loops, fresh_name(l, c->op));
        add_shared(l, loops, hash, c->global);
    }
    return true;
}

/* The call of these, lowered before or now; NULL: it cannot be. What is found or made lives on. */
static const LegalLowered *lower(LegalLoops *l, const LegalLowered *call) {
    const uint64_t hash = hash_call(call);
    for (MapIter it = map_find(&l->lowered, hash); map_next(&l->lowered, &it);) {
        if (is_same_call(it.value, call)) return it.value;
    }
    LegalLowered made = *call;
    if (!make_function(l, &made)) return NULL;
    LegalLowered *kept = ARENA_NEW(&l->arena, LegalLowered);
    const IrType **types = ARENA_ARRAY(&l->arena, const IrType *, (size_t)call->n + 1);
    double *floats = ARENA_ARRAY(&l->arena, double, (size_t)call->n + 1);
    for (uint32_t i = 0; i < call->n; i++) types[i] = call->types[i], floats[i] = call->floats[i];
    *kept = made;
    kept->types = types;
    kept->floats = floats;
    map_add(&l->lowered, hash, kept);
    return kept;
}

/* Results that depend on data */

static void lower_part(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    lower_store(low, out, index, lower_load(low, low->in[0], index));
    lower_close(low, out->ndim);
}

/* The first elements in each dim, as many as the result has. No operator of the registry: what
 * stays is a loop function. */
static const OpDef op_part = {.name = "part", .flags = OP_PURE, .lower = lower_part};

static bool has_open_shape(const IrType *t) {
    bool open = t->kind == IR_TYPE_TENSOR && !t->dims;
    for (uint32_t i = 0; !open && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        open = has_open_shape(t->fields[i]);
    return open;
}

/* What the operator's loops would give; NULL: it does not say. */
static const IrType *bounded_type(const LegalCall *call, const LegalLowered *c) {
    IrModule *m = call->m;
    const uint32_t n_attrs = ir_op_n_attrs(c->op);
    if (!c->op->bound) return NULL;
    IrInfer in = {.m = m, .op = c->op, .loc = call->b->loc, .n_args = c->n};
    in.args = ARENA_ARRAY(&m->scratch, IrArg, (size_t)c->n + 1);
    in.attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(in.attrs, c->attrs, n_attrs * sizeof *in.attrs);
    for (uint32_t i = 0; i < c->n; i++) in.args[i].type = c->types[i];
    return lower_bound_type(m, c->result, c->op->bound(&in));
}

/* The way */

static bool is_tensors(const IrType *t) {
    bool ok = t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_TUPLE;
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = t->fields[i]->kind == IR_TYPE_TENSOR;
    return ok;
}

/* The loops of a collective are those of one process alone. */
bool legal_loops_apply(const OpDef *op) { return op->lower && !(op->flags & OP_WORKERS); }

const char *legal_why_not_loops(LegalCall *call) {
    IrModule *m = call->m;
    const IrBinding *b = call->b;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&m->scratch, double, (size_t)n + 1);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (ir_type_has(types[i], DTYPE_STRING))
            return "it is of strings, which only the evaluator has";
        const char *what = legal_is_open_number(o, types[i]) ? "value" : legal_unknown_of(types[i]);
        if (what) return legal_unknown_operand(call, i, what);
        if (o->kind == IR_OPERAND_PRIM && dtype_is_float(types[i]->dtype)) floats[i] = o->f;
    }
    LegalLowered c = {.op = b->op,
                      .attrs = call->attrs,
                      .types = types,
                      .floats = floats,
                      .n = n,
                      .result = call->result,
                      .given = call->result};
    if (has_open_shape(c.result)) c.given = bounded_type(call, &c);
    if (!c.given) return legal_unknown(call);
    if (!is_tensors(c.result)) return "its result is not made of tensors";
    call->lowered = lower(call->loops, &c);
    return call->lowered ? NULL : "something that its loops depend on is not known";
}

static IrOperand var_operand(IrVar *v) {
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

static IrVar *field(IrBuilder *b, IrVar *tuple, uint32_t index) {
    const IrOperand o = var_operand(tuple);
    return ir_build_field(b, &o, 1, index, "lv");
}

/* The tensors of a variable that holds tuples; as deep as types nest. */
static void push_fields(LegalCall *call, IrVar *v, IrOperandBuf *out, uint32_t *n) {
    if (v->type->kind == IR_TYPE_TENSOR) {
        ir_operands_var(out, v);
        ++*n;
    }
    for (uint32_t i = 0; v->type->kind == IR_TYPE_TUPLE && i < v->type->n; i++) {
        push_fields(call, field(call->builder, v, i), out, n);
    }
}

/* The tensors among the operands, in the order of the loops' parameters. */
static void push_tensors(LegalCall *call, IrOperandBuf *out, uint32_t *n) {
    const IrOperands *list = &call->b->operands;
    for (uint32_t at = 0; at < list->n; at++) {
        const IrOperand *o = &list->at[at];
        if (o->kind == IR_OPERAND_VAR) push_fields(call, o->var, out, n);
        if (o->kind != IR_OPERAND_CONST) continue;
        ir_operands_const(out, o->constant);
        ++*n;
    }
}

/* R.call_tir of `args`, the function and its tensors, to which tir_vars are added; NULL after a
 * report. */
static IrVar *call_function(IrBuilder *b, const LegalLowered *c, IrOperandBuf *args,
                            const IrType *const *types, uint32_t n_types, const char *name) {
    if (c->scalars)
        ir_operands_shape(args, c->scalars);
    else
        ir_operands_none(args);
    return ir_build_call(b, &op_call_tir, args->ops.at, (uint32_t)args->ops.len,
                         (IrCallForm){.types = types, .n_types = n_types}, name);
}

/* Types over fresh symbols */

static const IrDim *const *fresh_dims(IrFunction *fn, int32_t ndim, Loc loc) {
    IrModule *m = fn->module;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)ndim + 1);
    for (int32_t i = 0; i < ndim; i++)
        dims[i] = ir_dim_symbol(m, ir_symbol_new(fn, intern_c(&m->names, "k"), loc));
    return dims;
}

/* The first places of `all`, as many as `extents`, an int64 vector, says. */
static IrVar *take_part(LegalCall *call, IrVar *all, IrVar *extents, const char *name) {
    IrBuilder *b = call->builder;
    IrModule *m = b->m;
    const int32_t ndim = all->type->ndim;
    const IrDim *const *dims = fresh_dims(b->fn, ndim, b->loc);
    IrOperand o = var_operand(extents);
    IrVar *shape = ir_build_call(b, &op_tensor_to_shape, &o, 1, (IrCallForm){.attrs = NULL}, "lv");
    o = var_operand(shape);
    if (!ir_build_match_cast(b, &o, 1, ir_type_shape(m, dims, ndim), "lv")) return NULL;
    const IrType *result = ir_type_tensor(m, dims, ndim, all->type->dtype);
    const LegalLowered part = {.op = &op_part,
                               .types = (const IrType *[]){all->type},
                               .floats = (const double[]){0},
                               .n = 1,
                               .result = result,
                               .given = result};
    const LegalLowered *made = lower(call->loops, &part);
    if (!made) BUG("the loops of a part cannot be made");
    IrOperandBuf args;
    ir_operands_init(&args, &m->scratch);
    ir_operands_global(&args, made->global);
    const size_t at = ir_operands_tuple(&args);
    ir_operands_var(&args, all);
    ir_operands_end(&args, at, 1);
    return call_function(b, made, &args, &result, 1, name);
}

/* (bound, extents ...) as the loops give them, all in one tuple, become the result. */
static IrVar *take_parts(LegalCall *call, IrVar *all) {
    IrBuilder *b = call->builder;
    const IrType *inferred = call->lowered->result;
    const bool many = inferred->kind == IR_TYPE_TUPLE;
    const uint32_t n = many ? inferred->n : 1;
    uint32_t next = n; /* the first extents */
    IrOperandBuf items;
    ir_operands_init(&items, &call->m->scratch);
    const size_t at = ir_operands_tuple(&items);
    IrVar *v = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const bool open = !(many ? inferred->fields[i] : inferred)->dims;
        v = field(b, all, i);
        if (open) v = take_part(call, v, field(b, all, next++), many ? "lv" : call->b->var->name);
        if (!v) return NULL;
        ir_operands_var(&items, v);
    }
    ir_operands_end(&items, at, n);
    return many ? ir_build_value(b, items.ops.at, (uint32_t)items.ops.len, call->b->var->name) : v;
}

static void push_types(const IrType *t, Arena *arena, IrTypes *out) {
    if (t->kind == IR_TYPE_TENSOR) vec_push(arena, out, t);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        push_types(t->fields[i], arena, out);
}

/* True the first time. */
static bool is_new_check(LegalLoops *l, IrDimPair dims, const IrBody *body) {
    const uint64_t hash = hash_ptr(hash_ptr(hash_ptr(0, dims.a), dims.b), body);
    for (MapIter it = map_find(&l->checked, hash); map_next(&l->checked, &it);) {
        const Checked *c = it.value;
        if (c->dims.a == dims.a && c->dims.b == dims.b && c->body == body) return false;
    }
    Checked *c = ARENA_NEW(&l->arena, Checked);
    *c = (Checked){dims, body};
    map_add(&l->checked, hash, c);
    return true;
}

/* What the evaluator would refuse in a run, and loops would not see. */
static bool check_open_dims(LegalCall *call) {
    IrModule *m = call->m;
    for (size_t i = 0; i < call->open.len; i++) {
        const IrDimPair p = call->open.at[i];
        if (!is_new_check(call->loops, p, call->b->block->body)) continue;
        const IrOperand shape = {
            .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, &p.a, 1)};
        if (!ir_build_match_cast(call->builder, &shape, 1, ir_type_shape(m, &p.b, 1), "lv"))
            return false;
    }
    return true;
}

IrVar *legal_build_loops(LegalCall *call) {
    IrModule *m = call->m;
    if (!check_open_dims(call)) return NULL;
    const LegalLowered *c = call->lowered;
    IrOperandBuf args;
    IrTypes types = {.at = NULL};
    uint32_t n = 0;
    ir_operands_init(&args, &m->scratch);
    ir_operands_global(&args, c->global);
    const size_t at = ir_operands_tuple(&args);
    push_tensors(call, &args, &n);
    ir_operands_end(&args, at, n);
    push_types(c->given, &m->scratch, &types);
    const bool bounded = c->given != c->result;
    const char *name = bounded ? "lv" : call->b->var->name;
    /* One type stands for itself: a tuple of one or none is said as one. */
    if (c->given->kind == IR_TYPE_TUPLE && types.len < 2)
        return call_function(call->builder, c, &args, &c->given, 1, name);
    IrVar *y = call_function(call->builder, c, &args, types.at, (uint32_t)types.len, name);
    return y && bounded ? take_parts(call, y) : y;
}

/* Operands whose shape is not known */

/* The type with symbols for what is not known of shapes; itself where there is nothing that symbols
 * could say. */
static const IrType *with_symbols(IrFunction *fn, const IrType *t, Loc loc) {
    IrModule *m = fn->module;
    if (t->kind == IR_TYPE_TENSOR && !t->dims && t->ndim >= 0 && t->dtype != DTYPE_VOID)
        return ir_type_tensor(m, fresh_dims(fn, t->ndim, loc), t->ndim, t->dtype);
    if (t->kind == IR_TYPE_SHAPE && !t->dims && t->ndim >= 0)
        return ir_type_shape(m, fresh_dims(fn, t->ndim, loc), t->ndim);
    if (t->kind == IR_TYPE_PRIM && !t->value && t->dtype == DTYPE_INT64)
        return ir_type_prim(m, t->dtype, *fresh_dims(fn, 1, loc));
    if (t->kind != IR_TYPE_TUPLE) return t;
    const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) fields[i] = with_symbols(fn, t->fields[i], loc);
    return ir_type_tuple(m, fields, t->n);
}

static bool is_used_outside(const IrVar *v, const IrBlock *block) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (!user || user->block != block) return true;
    }
    return false;
}

/* All uses of v see a match_cast of it instead, which stands right behind its definition. False
 * after a report. */
static bool cast_behind(IrFunction *fn, IrVar *v, const IrType *type, const IrOrigin *origin,
                        Loc loc) {
    const bool defined = v->def != NULL;
    IrBlock *block = defined ? v->def->block : fn->body->first_block;
    IrBinding *const next = defined ? v->def->next : block->first;
    IrBuilder b = {.m = fn->module, .fn = fn, .block = block, .loc = loc, .origin = origin};
    const IrOperand o = var_operand(v);
    IrVar *cast = ir_build_match_cast(&b, &o, 1, type, v->name);
    if (!cast) return false;
    if (next && next->block == block && next != cast->def) ir_binding_move_before(next, cast->def);
    ir_var_replace_uses(v, cast);
    ir_operand_set_var(&cast->def->operands.at[0], v);
    cast->is_output = !block->is_dataflow || is_used_outside(cast, block);
    if (defined && block->is_dataflow) v->is_output = false;
    return true;
}

bool legal_name_shapes(IrModule *m, IrBinding *b) {
    IrFunction *fn = b->block->body->function;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        if (b->operands.at[i].kind != IR_OPERAND_VAR) continue;
        IrVar *v = b->operands.at[i].var;
        if (!legal_unknown_of(v->type) && !legal_is_open_number(&b->operands.at[i], v->type))
            continue;
        const bool other_name =
            v->def && (v->def->kind == IR_BIND_VALUE || v->def->kind == IR_BIND_FIELD);
        if (other_name) { /* what it names may have become known */
            const IrAttr *attrs;
            const IrType *t = ir_infer_binding(v->def, &attrs);
            if (!t) return false;
            if (ir_type_subsumes(m, v->type, t) == IR_PROVED) v->type = t;
        }
        const IrType *type = with_symbols(fn, v->type, b->loc);
        if (type == v->type && b->op == &op_full && v->type->kind == IR_TYPE_PRIM) {
            IrVar *boxed = numbers_box(b, v);
            if (!boxed) return false;
            ir_operand_set_var(&b->operands.at[i], boxed);
        }
        if (type == v->type) continue;
        const char *by = b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind);
        const IrOrigin *origin = ir_origin_new(m, IR_ORIGIN_EXPANDED, by, b->origin);
        if (!cast_behind(fn, v, type, origin, b->loc)) return false;
    }
    return true;
}
