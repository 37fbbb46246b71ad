/* SPDX-License-Identifier: Apache-2.0 */
/* FuseTIR: each function with the attribute Primitive, whose body is calls of loop functions,
 * becomes one loop function, and its calls become R.call_tir of that.
 *
 *     def fused_matmul_add(x, w, b): ...       @T.prim_func(private=True)
 *     z = cls.fused_matmul_add(x, w, b)        def fused_matmul_add(x0, x1, x2, y0): ...
 *                                              z = R.call_tir(cls.fused_matmul_add, (x, w, b),
 *                                                             out_sinfo=...)
 *
 * Functions whose loops are equal up to names are made once. A function whose loops cannot be
 * joined (loop/fuse.h), or that is used in another way than called, stays as it is. Linear in the
 * text. */
#include "ir/build.h"
#include "loop/verify.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/fuse_calls.h"
#include "passes/passes.h"

enum { FIELDS_MAX = 256 }; /* that are passed by */

/* A function of FuseOps, and the loops it becomes. */
typedef struct {
    IrFunction *from;
    FusedCalls calls;
    IrGlobal *global; /* of the loops */
} Fused;

typedef struct {
    IrModule *m;
    Arena arena;
    FuseLoops loops;
    Map fused;           /* Fused by global */
    Map shared;          /* Fused by loop_hash */
    Map known;           /* LoopFn by loop_hash: each kind of loops is kept once */
    VEC(Arena *) kept;   /* where those lie */
    const IrBinding *at; /* the call that is appended */
} FuseTir;

static Fused *find_fused(const FuseTir *t, const IrGlobal *g) {
    for (MapIter it = map_find(&t->fused, hash_ptr(0, g)); map_next(&t->fused, &it);) {
        Fused *f = it.value;
        if (f->from->global == g) return f;
    }
    return NULL;
}

static bool is_returned(void *user, const IrVar *v) {
    const FuseTir *t = user;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        if (use->list->body) return true;
    }
    (void)t;
    return false;
}

static bool stays(void *user, const IrVar *v) {
    const FuseTir *t = user;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || ir_binding_before(t->at, b)) return true;
    }
    return false;
}

/* Is it called only, and may it be? */
static bool is_candidate(const IrFunction *fn) {
    const IrAttr *primitive = fn->body ? fused_function_attr(fn, "Primitive") : NULL;
    if (!primitive || primitive->i == 0 || !fn->is_private) return false;
    for (uint32_t i = 0; i < fn->body->result.n; i++) {
        const IrOperand *o = &fn->body->result.at[i];
        if (o->kind == IR_OPERAND_TUPLE ? i != 0 : o->kind != IR_OPERAND_VAR || !o->var->def)
            return false;
    }
    return fn->body->first != NULL;
}

/* A field of a tuple that is written out is what stands there, with what it holds behind it. NULL:
 * it is not written out, or its fields are tuples and it lies too far behind them. */
static const IrOperand *element(const IrOperand *tuple, uint32_t i) {
    if (!tuple || tuple->kind != IR_OPERAND_TUPLE || i >= tuple->n) return NULL;
    if (tuple->span == tuple->n + 1) return tuple + 1 + i;
    if (i > FIELDS_MAX) return NULL;
    const IrOperand *o = tuple + 1;
    for (; i > 0; i--) o += o->span;
    return o;
}

/* Other names of values, and tuples that are taken apart again, go. */
static void remove_names(FuseTir *t, IrFunction *fn) {
    Map is; /* by variable: the operand that it is */
    map_init(&is, &t->arena);
    for (IrBinding *b = fn->body->first; b; b = b->next) {
        if (b->kind != IR_BIND_VALUE && b->kind != IR_BIND_FIELD) continue;
        const IrOperand *of = b->operands.at, *value = of;
        if (b->kind == IR_BIND_FIELD) {
            if (of->kind == IR_OPERAND_VAR) of = map_get_ptr(&is, of->var);
            value = element(of, b->index);
        }
        if (!value) continue;
        if (value->kind != IR_OPERAND_VAR) {
            map_add_ptr(&is, b->var, (void *)value);
            continue;
        }
        value->var->is_output |= value->var->def && b->var->is_output;
        ir_var_replace_uses(b->var, value->var);
    }
    for (IrBinding *b = fn->body->last, *prev; b; b = prev) {
        prev = b->prev;
        if ((b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD) && !b->var->n_uses)
            ir_binding_remove(b);
    }
}

/* The variable that fields, one of another, are of, and their bindings, the innermost first. */
typedef struct {
    const IrVar *root;
    VEC(const IrBinding *) path;
} Access;

static Access access_of(FuseTir *t, const IrVar *v) {
    Access a = {.root = v};
    while (a.root->def && a.root->def->kind == IR_BIND_FIELD &&
           a.root->def->operands.at->kind == IR_OPERAND_VAR) {
        vec_push(&t->arena, &a.path, a.root->def);
        a.root = a.root->def->operands.at->var;
    }
    return a;
}

/* Joins the calls; *out lies in the arena. False: they do not go together. */
static bool join(FuseTir *t, IrFunction *fn, Arena *arena, FusedCalls *out) {
    const LoopFuseOptions options = {.attention = fused_function_attr(fn, "attention") != NULL};
    FuseCalls *calls = fused_calls_new(&t->loops, arena, options);
    bool any = false;
    for (const IrBinding *b = fn->body->first; b; b = b->next) {
        t->at = b;
        if (b->kind == IR_BIND_FIELD && b->operands.at->kind == IR_OPERAND_VAR) continue;
        if (!fused_loops_of(&t->loops, b) || !fused_calls_append(calls, b, stays, t)) return false;
        any = true;
    }
    if (!any) return false;
    *out = fused_calls_finish(calls, is_returned, t, fn->name);
    const DiagMark mark = diag_mark(t->m->ctx);
    const bool ok = loop_verify(t->m->ctx, out->fn, NULL);
    diag_rewind(t->m->ctx, mark);
    return ok;
}

/* An equal one that is kept; NULL: this is the first, and now is. */
static const LoopFn *find_known(FuseTir *t, const LoopFn *fn) {
    const uint64_t hash = loop_hash(fn);
    for (MapIter it = map_find(&t->known, hash); map_next(&t->known, &it);) {
        if (loop_equal(it.value, fn)) return it.value;
    }
    map_add(&t->known, hash, (void *)fn);
    return NULL;
}

static void *copy(FuseTir *t, const void *list, size_t bytes) {
    void *to = arena_alloc(&t->arena, bytes + 1);
    if (bytes) memcpy(to, list, bytes);
    return to;
}

static void find(FuseTir *t, IrFunction *fn) {
    Arena *arena = ARENA_NEW(&t->arena, Arena);
    FusedCalls calls;
    arena_init(arena, t->m->ctx);
    remove_names(t, fn);
    if (!join(t, fn, arena, &calls)) {
        arena_fini(arena);
        return;
    }
    Fused *f = ARENA_NEW(&t->arena, Fused);
    const LoopFn *known = find_known(t, calls.fn);
    if (known) {
        calls.fn = known;
        calls.inputs = copy(t, calls.inputs, calls.n_inputs * sizeof *calls.inputs);
        calls.outputs = copy(t, calls.outputs, calls.n_outputs * sizeof *calls.outputs);
        calls.scalars.at = copy(t, calls.scalars.at, calls.scalars.len * sizeof *calls.scalars.at);
        calls.scalars.cap = calls.scalars.len;
        arena_fini(arena);
    } else {
        vec_push(&t->arena, &t->kept, arena);
    }
    *f = (Fused){.from = fn, .calls = calls};
    map_add(&t->fused, hash_ptr(0, fn->global), f);
}

static void publish(FuseTir *t, Fused *f) {
    const uint64_t hash = loop_hash(f->calls.fn);
    for (MapIter it = map_find(&t->shared, hash); map_next(&t->shared, &it);) {
        const Fused *other = it.value;
        if (!loop_equal(other->calls.fn, f->calls.fn)) continue;
        f->global = other->global;
        return;
    }
    f->global = f->from->global;
    map_add(&t->shared, hash, f);
}

/* The caller's dim for a symbol of the function. */
typedef struct {
    IrModule *m;
    const IrFunction *callee;
    const IrBinding *call;
} Caller;

/* The dim of `given` that stands where the type says the symbol; NULL: there is none. Recursion is
 * over nested tuples. */
static const IrDim *dim_in(const IrType *t, const IrType *given, const IrSymbol *s) {
    if (t->kind != given->kind || !t->has_symbols) return NULL;
    if (t->kind == IR_TYPE_TUPLE) {
        const IrDim *found = NULL;
        for (uint32_t i = 0; !found && i < t->n && i < given->n; i++)
            found = dim_in(t->fields[i], given->fields[i], s);
        return found;
    }
    if (!t->dims || !given->dims || t->ndim != given->ndim) return NULL;
    for (int32_t d = 0; d < t->ndim; d++) {
        if (ir_dim_as_symbol(t->dims[d]) == s) return given->dims[d];
    }
    return NULL;
}

static const IrDim *caller_dim(void *user, IrSymbol *s) {
    const Caller *c = user;
    const IrOperand *given = c->call->operands.at;
    const IrDim *found = NULL;
    for (size_t i = 0; !found && i < c->callee->params.len; i++) {
        const IrType *t = c->callee->params.at[i]->type;
        given += given->span;
        if (t->has_symbols) found = dim_in(t, ir_operand_type(c->m, given), s);
    }
    return found;
}

static const IrOperand *argument(const Fused *f, const IrBinding *call, const IrVar *param) {
    uint32_t i = 0;
    while (i < f->from->params.len && f->from->params.at[i] != param) i++;
    return i < f->from->params.len ? ir_operand_get(&call->operands, i + 1) : NULL;
}

/* What a parameter, a field of one, or a constant of the function is in the caller, where a field
 * becomes a binding, once, if it has to; `fields`: by the function's variable. */
static void push_input(FuseTir *t, const Fused *f, const IrBinding *call, const IrOperand *input,
                       IrBuilder *b, Map *fields, IrOperandBuf *out) {
    if (input->kind == IR_OPERAND_CONST) {
        ir_operands_const(out, input->constant);
        return;
    }
    Access a = access_of(t, input->var);
    const IrOperand *o = argument(f, call, a.root);
    while (a.path.len && o->kind == IR_OPERAND_TUPLE)
        o = element(o, a.path.at[--a.path.len]->index);
    IrOperand field;
    while (a.path.len) {
        const IrBinding *inner = a.path.at[--a.path.len];
        IrVar *v = map_get_ptr(fields, inner->var);
        if (!v) {
            v = ir_build_field(b, o, o->span, inner->index, inner->var->name);
            if (!v) BUG("a field of an argument of '%s' cannot be read", f->from->name);
            map_add_ptr(fields, inner->var, v);
        }
        field = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
        o = &field;
    }
    ir_operands_copy(out, o);
}

/* Whether the caller says of each argument what the loops are given of it. */
static bool has_inputs(FuseTir *t, const Fused *f, const IrBinding *call) {
    for (uint32_t i = 0; i < f->calls.n_inputs; i++) {
        if (f->calls.inputs[i].kind == IR_OPERAND_CONST) continue;
        Access a = access_of(t, f->calls.inputs[i].var);
        const IrOperand *o = argument(f, call, a.root);
        while (o && a.path.len && o->kind == IR_OPERAND_TUPLE)
            o = element(o, a.path.at[--a.path.len]->index);
        if (!o) return false;
        const IrType *type = ir_operand_type(t->m, o);
        for (size_t k = a.path.len; k-- > 0; type = type->fields[a.path.at[k]->index]) {
            if (type->kind != IR_TYPE_TUPLE || a.path.at[k]->index >= type->n) return false;
        }
        if (type->kind != IR_TYPE_TENSOR) return false;
    }
    return true;
}

static bool has_all(FuseTir *t, const Fused *f, const IrBinding *call) {
    Caller caller = {t->m, f->from, call};
    if (!has_inputs(t, f, call)) return false;
    for (uint32_t i = 0; i < f->calls.n_outputs; i++) {
        if (!ir_type_map(t->m, f->calls.outputs[i]->type, caller_dim, &caller)->dims) return false;
    }
    for (size_t i = 0; i < f->calls.scalars.len; i++) {
        if (!caller_dim(&caller, f->calls.scalars.at[i])) return false;
    }
    return true;
}

/* Uses other than calls keep the function, and calls whose types say too little. */
static void keep_used(FuseTir *t, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            Fused *f = o->kind == IR_OPERAND_GLOBAL ? find_fused(t, o->global) : NULL;
            if (!f || !f->calls.fn) continue;
            if (b->kind != IR_BIND_INVOKE || i != 0 || !has_all(t, f, b)) f->calls.fn = NULL;
        }
    }
}

/* What the function returned, of the new call's outputs. */
static void push_result(const Fused *f, IrVar *const *outputs, IrModule *m, IrOperandBuf *result) {
    const FusedCalls *calls = &f->calls;
    ir_operands_init(result, &m->scratch);
    for (uint32_t k = 0; k < f->from->body->result.n; k++) {
        const IrOperand *o = &f->from->body->result.at[k];
        if (o->kind == IR_OPERAND_TUPLE) {
            ir_operands_end(result, ir_operands_tuple(result), o->n);
            result->ops.at[0].span = o->n + 1;
            continue;
        }
        for (uint32_t i = 0; i < calls->n_outputs; i++) {
            if (calls->outputs[i] == o->var) ir_operands_var(result, outputs[i]);
        }
    }
}

/* Fields are outputs themselves, the tuple is needed where it is used whole. */
static void take_fields(const IrBinding *call, const IrOperandBuf *result) {
    for (IrOperand *use = call->var->uses, *next; use; use = next) {
        next = use->next_use;
        IrBinding *user = use->list->binding;
        if (!user || user->kind != IR_BIND_FIELD || user->block != call->block) continue;
        IrVar *v = result->ops.at[1 + user->index].var;
        v->name = user->var->name;
        v->is_output |= user->var->is_output;
        ir_var_replace_uses(user->var, v);
        ir_binding_remove(user);
    }
}

/* The variable of each output takes the place of a field, or of the call. */
static bool replace(FuseTir *t, IrFunction *fn, IrBinding *call, const Fused *f) {
    IrModule *m = t->m;
    const FusedCalls *calls = &f->calls;
    Caller caller = {m, f->from, call};
    const IrType **types = ARENA_ARRAY(&t->arena, const IrType *, (size_t)calls->n_outputs + 1);
    for (uint32_t i = 0; i < calls->n_outputs; i++) {
        types[i] = ir_type_map(m, calls->outputs[i]->type, caller_dim, &caller);
        if (!types[i]->dims) BUG("a symbol of '%s' has no value in a call", f->from->name);
    }
    IrBlock *block = call->block;
    IrBinding *last = block->last;
    IrBuilder b = {.m = m, .fn = fn, .block = block, .loc = call->loc, .origin = call->origin};
    IrOperandBuf args;
    Map fields;
    map_init(&fields, &t->arena);
    ir_operands_init(&args, &m->scratch);
    ir_operands_global(&args, f->global);
    const size_t at = ir_operands_tuple(&args);
    for (uint32_t i = 0; i < calls->n_inputs; i++)
        push_input(t, f, call, &calls->inputs[i], &b, &fields, &args);
    ir_operands_end(&args, at, calls->n_inputs);
    if (calls->scalars.len) {
        const IrDim **dims = ARENA_ARRAY(&t->arena, const IrDim *, calls->scalars.len);
        for (size_t i = 0; i < calls->scalars.len; i++) {
            dims[i] = caller_dim(&caller, calls->scalars.at[i]);
            if (!dims[i]) BUG("a size of '%s' has no value in a call", f->from->name);
        }
        ir_operands_shape(&args, ir_type_shape(m, dims, (int32_t)calls->scalars.len));
    } else {
        ir_operands_none(&args);
    }
    const bool many = calls->n_outputs > 1,
               is_tuple = f->from->body->result.at[0].kind == IR_OPERAND_TUPLE;
    IrVar *made =
        ir_build_call(&b, &op_call_tir, args.ops.at, (uint32_t)args.ops.len,
                      (IrCallForm){.types = types, .n_types = calls->n_outputs}, call->var->name);
    if (!made) return false;
    made->is_output = !block->is_dataflow || (!many && !is_tuple && call->var->is_output);
    IrVar **outputs = ARENA_ARRAY(&t->arena, IrVar *, (size_t)calls->n_outputs + 1);
    for (uint32_t i = 0; i < calls->n_outputs; i++) {
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = made};
        outputs[i] = many ? ir_build_field(&b, &o, 1, i, "lv") : made;
    }
    IrOperandBuf result;
    push_result(f, outputs, m, &result);
    IrVar *value =
        is_tuple ? ir_build_value(&b, result.ops.at, (uint32_t)result.ops.len, call->var->name)
                 : result.ops.at[0].var;
    for (IrBinding *x = last->next; x && x->block == block; x = x->next) {
        if (!block->is_dataflow || x->var == value)
            x->var->is_output = !block->is_dataflow || call->var->is_output;
    }
    /* What was built moves to the call's place, before what follows it. */
    for (IrBinding *x = last->next, *next; x && x->block == block; x = next) {
        next = x->next;
        ir_binding_move_before(call, x);
    }
    if (is_tuple) take_fields(call, &result);
    ir_var_replace_uses(call->var, value);
    if (is_tuple && !value->n_uses) ir_binding_remove(value->def);
    ir_binding_remove(call);
    for (uint32_t i = 0; many && i < calls->n_outputs; i++) {
        if (!outputs[i]->n_uses) ir_binding_remove(outputs[i]->def);
    }
    return true;
}

static bool visit(void *user, IrFunction *fn) {
    FuseTir *t = user;
    VEC(IrBinding *) calls = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_INVOKE && b->operands.at->kind == IR_OPERAND_GLOBAL)
            vec_push(&t->arena, &calls, b);
    }
    for (size_t i = 0; i < calls.len; i++) {
        const Fused *f = find_fused(t, calls.at[i]->operands.at->global);
        if (f && f->calls.fn && !replace(t, fn, calls.at[i], f)) return false;
    }
    return true;
}

static bool note_used(void *user, IrFunction *fn) {
    keep_used(user, fn);
    return true;
}

bool pass_fuse_tir(IrModule *m) {
    FuseTir t = {.m = m};
    VEC(Fused *) all = {.at = NULL};
    VEC(IrGlobal *) stay = {.at = NULL};
    arena_init(&t.arena, m->ctx);
    map_init(&t.fused, &t.arena);
    map_init(&t.shared, &t.arena);
    map_init(&t.known, &t.arena);
    fused_loops_init(&t.loops, m, &t.arena);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !is_candidate(fn)) continue;
        ctx_poll(m->ctx);
        find(&t, fn);
    }
    blocks_each_function(m, note_used, &t);
    for (size_t i = 0; i < m->globals.len; i++) {
        Fused *f = find_fused(&t, m->globals.at[i]);
        if (f && f->calls.fn) {
            publish(&t, f);
            vec_push(&t.arena, &all, f);
        }
        if (!f || !f->calls.fn || f->global == m->globals.at[i])
            vec_push(&t.arena, &stay, m->globals.at[i]);
    }
    const bool ok = blocks_each_function(m, visit, &t);
    for (size_t i = 0; ok && i < all.len; i++) {
        Fused *f = all.at[i];
        if (f->global != f->from->global) continue;
        f->global->function = lower_function(m, f->calls.fn, f->global->name);
        f->global->function->global = f->global;
    }
    if (ok) ir_globals_set(m, stay.at, stay.len);
    for (size_t i = 0; i < t.kept.len; i++) arena_fini(t.kept.at[i]);
    arena_fini(&t.arena);
    return ok && blocks_finish(m);
}
