/* SPDX-License-Identifier: Apache-2.0 */
/* What a module holds: counts over functions, nested ones included. Each call walks the function
 * once. */
#include "api/api.h"
#include "loop/pattern.h"
#include "passes/prim_func.h"

#include <stdlib.h>

size_t tn_module_function_count(const TnModule *m) { return m ? m->ir->globals.len : 0; }
size_t tn_module_constant_count(const TnModule *m) { return m ? m->ir->constants.len : 0; }
size_t tn_module_constant_bytes(const TnModule *m) { return m ? m->ir->const_bytes : 0; }

/* Functions still to be walked: the one asked for, and those nested in it. */
typedef struct {
    IrFunction *fn;
    size_t depth; /* of its body */
} Pending;

typedef VEC(Pending) PendingList;

static void count_blocks(const IrBody *body, TnFunctionInfo *info) {
    for (const IrBlock *block = body->first_block; block; block = block->next) {
        info->blocks += block->first != NULL;
        info->dataflow_blocks += block->first && block->is_dataflow;
    }
}

static const IrBody *body_around(const IrBody *body) {
    return body->owner ? body->owner->block->body : NULL;
}

static void count_function(Arena *arena, Pending at, PendingList *pending, TnFunctionInfo *info) {
    VEC(const IrBody *) open = {.at = NULL}; /* bodies around the binding, outermost first */
    IrWalk walk;
    info->symbols += at.fn->symbols.len;
    count_blocks(at.fn->body, info);
    ir_walk_init(&walk, at.fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const IrBody *body = b->block->body;
        ctx_poll(arena->ctx);
        while (open.len && open.at[open.len - 1] != body &&
               open.at[open.len - 1] != body_around(body))
            open.len--;
        if (!open.len || open.at[open.len - 1] != body) vec_push(arena, &open, body);
        info->bindings++;
        if (b->kind != IR_BIND_IF && b->kind != IR_BIND_FUNCTION) continue;
        const size_t inside = at.depth + open.len;
        if (inside > info->max_depth) info->max_depth = inside;
        if (b->kind == IR_BIND_FUNCTION) {
            vec_push(arena, pending, ((Pending){b->function, inside}));
        } else {
            count_blocks(b->bodies[0], info);
            count_blocks(b->bodies[1], info);
        }
    }
}

static void count_params(const IrFunction *fn, ApiSizes *sizes, TnFunctionInfo *info) {
    for (size_t i = fn->n_captures; i < fn->params.len; i++) {
        const ApiSize size = api_size(sizes, fn->params.at[i]->type);
        info->params++;
        info->param_elements = api_add(info->param_elements, size.elements);
        info->param_bytes = api_add(info->param_bytes, size.bytes);
        info->dynamic_params += !size.known;
    }
}

/* Lives as the diagnostics: until the next call. */
static const char *signature(Ctx *ctx, IrModule *m, const IrFunction *fn) {
    StrBuf s;
    strbuf_init(&s, &ctx->diags->arena);
    strbuf_putc(&s, '(');
    for (size_t i = fn->n_captures; i < fn->params.len; i++) {
        if (i > fn->n_captures) strbuf_puts(&s, ", ");
        strbuf_puts(&s, fn->params.at[i]->name ? fn->params.at[i]->name : "_");
        strbuf_puts(&s, ": ");
        ir_type_print(m, fn->params.at[i]->type, true, &s);
    }
    strbuf_puts(&s, ") -> ");
    ir_type_print(m, fn->result, true, &s);
    return strbuf_cstr(&s);
}

static const char *pattern_of(Ctx *ctx, const IrFunction *fn) {
    Arena arena;
    arena_init(&arena, ctx);
    const LoopFn *loops = prim_func_loops(fn, &arena);
    const char *name = loops ? loop_pattern_name(loop_pattern(ctx, loops)) : NULL;
    arena_fini(&arena);
    return name;
}

static void describe(Ctx *ctx, const IrGlobal *g, TnFunctionInfo *info) {
    IrFunction *fn = g->function;
    Arena arena;
    ApiSizes sizes;
    *info = (TnFunctionInfo){.name = g->name, .type = "T.prim_func", .is_prim_func = 1};
    if (fn) info->is_private = fn->is_private;
    if (!fn || !fn->body) {
        info->pattern = fn ? pattern_of(ctx, fn) : NULL;
        return;
    }
    info->is_prim_func = 0;
    info->is_pure = fn->is_pure;
    info->type = signature(ctx, fn->module, fn);
    arena_init(&arena, ctx);
    api_sizes_init(&sizes, &arena);
    count_params(fn, &sizes, info);
    PendingList pending = {.at = NULL};
    vec_push(&arena, &pending, ((Pending){fn, 0}));
    while (pending.len) {
        const Pending at = pending.at[--pending.len];
        count_function(&arena, at, &pending, info);
    }
    api_peak(fn, &sizes, info);
    arena_fini(&arena);
}

TnStatus tn_module_function(TnModule *m, size_t index, TnFunctionInfo *out) {
    if (!m || !out || index >= m->ir->globals.len) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        TnFunctionInfo info;
        api_begin(self);
        describe(&self->ctx, m->ir->globals.at[index], &info);
        *out = info;
    }
    return api_leave_module(m, &b, TN_OK);
}

typedef struct {
    const OpDef *op;
    size_t count;
} Tally;

typedef struct {
    Arena *arena;
    Map by_op;
    VEC(Tally *) all;
} Tallies;

static void count_call(Tallies *self, const OpDef *op) {
    const uint64_t hash = hash_ptr(0, op);
    for (MapIter it = map_find(&self->by_op, hash); map_next(&self->by_op, &it);) {
        Tally *t = it.value;
        if (t->op != op) continue;
        t->count++;
        return;
    }
    Tally *t = ARENA_NEW(self->arena, Tally);
    *t = (Tally){op, 1};
    vec_push(self->arena, &self->all, t);
    map_add(&self->by_op, hash, t);
}

static void count_calls(Tallies *self, IrFunction *root) {
    VEC(IrFunction *) pending = {.at = NULL};
    if (root && root->body) vec_push(self->arena, &pending, root);
    while (pending.len) {
        IrWalk walk;
        ir_walk_init(&walk, pending.at[--pending.len]->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            ctx_poll(self->arena->ctx);
            if (b->kind == IR_BIND_CALL) count_call(self, b->op);
            if (b->kind == IR_BIND_FUNCTION) vec_push(self->arena, &pending, b->function);
        }
    }
}

static int by_count_then_name(const void *a, const void *b) {
    const Tally *const *x = a, *const *y = b;
    if ((*x)->count != (*y)->count) return (*x)->count > (*y)->count ? -1 : 1;
    return strcmp((*x)->op->name, (*y)->op->name);
}

TnStatus tn_module_op_counts(TnModule *m, const char *function, TnOpCount *rows, size_t capacity,
                             size_t *n) {
    if (!m || !n || (!rows && capacity)) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    const IrModule *ir = m->ir;
    *n = 0;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        Tallies t = {.arena = &arena};
        map_init(&t.by_op, &arena);
        if (!function) {
            for (size_t i = 0; i < ir->globals.len; i++)
                count_calls(&t, ir->globals.at[i]->function);
        } else {
            const IrGlobal *g = ir_global_find(ir, str_c(function));
            if (!g) api_function(m, function);
            if (g) count_calls(&t, g->function);
        }
        if (t.all.len) qsort(t.all.at, t.all.len, sizeof *t.all.at, by_count_then_name);
        for (size_t i = 0; i < t.all.len && i < capacity; i++) {
            rows[i] = (TnOpCount){t.all.at[i]->op->name, t.all.at[i]->count};
        }
        *n = t.all.len;
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}

static bool type_holds(const IrType *t, DType dtype) {
    if (t->kind == IR_TYPE_TENSOR) return t->dtype == dtype;
    bool found = false;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n && !found; i++)
        found = type_holds(t->fields[i], dtype);
    return found;
}

/* Functions nested in it are appended. */
static bool function_holds(Arena *arena, IrFunction *fn, PendingList *pending, DType dtype) {
    bool found = false;
    IrWalk walk;
    for (size_t i = 0; i < fn->params.len && !found; i++)
        found = type_holds(fn->params.at[i]->type, dtype);
    if (!fn->body) return found;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; !found && (b = ir_walk_next(&walk));) {
        ctx_poll(arena->ctx);
        found = type_holds(b->var->type, dtype);
        if (b->kind == IR_BIND_FUNCTION) vec_push(arena, pending, ((Pending){b->function, 0}));
    }
    return found;
}

int tn_module_has_dtype(const TnModule *m, const char *dtype) {
    DType wanted;
    if (!m || !dtype || !dtype_parse(str_c(dtype), &wanted)) return 0;
    TnContext *self = m->context;
    Boundary b;
    bool found = false;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        PendingList pending = {.at = NULL};
        arena_init(&arena, &self->ctx);
        for (size_t i = 0; i < m->ir->globals.len; i++) {
            if (m->ir->globals.at[i]->function)
                vec_push(&arena, &pending, ((Pending){m->ir->globals.at[i]->function, 0}));
        }
        bool held = false;
        while (pending.len && !held)
            held = function_holds(&arena, pending.at[--pending.len].fn, &pending, wanted);
        arena_fini(&arena);
        found = held;
    }
    return ctx_leave(&self->ctx, &b) == STATUS_OK && found;
}
