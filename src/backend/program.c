/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as programs: which functions, in which order, and their signatures. */
#include "backend/program.h"

#include <stdarg.h>

#include "backend/parts.h"
#include "ir/origin.h"

void be_unsupported(BeModule *module, Loc loc, const char *what, const char *help) {
    Ctx *ctx = module->ctx;
    Diag *d = diag_error(ctx, loc, DIAG_NOT_COMPILED, what);
    if (help) diag_help(ctx, d, "%s", help);
    module->failed = true;
}

const char *be_message(const BeLower *l, Loc loc, const char *fmt, ...) {
    BeModule *module = l->module;
    const char *node = loc.line ? NULL : ir_origin_node(l->origin);
    StrBuf s;
    strbuf_init(&s, module->arena);
    if (module->m->source) strbuf_printf(&s, "%s:", module->m->source);
    if (loc.line) strbuf_printf(&s, "%u:%u:", loc.line, loc.col);
    if (s.text.len) strbuf_putc(&s, ' ');
    if (node) {
        strbuf_puts(&s, "node \"");
        strbuf_escaped(&s, str_c(node));
        strbuf_puts(&s, "\": ");
    }
    va_list args;
    va_start(args, fmt);
    strbuf_puts(&s, arena_vprintf(module->arena, fmt, args));
    va_end(args);
    return strbuf_cstr(&s);
}

/* Trees */

void be_leaves(Arena *arena, const BeValue *v, BeLeaves *out) {
    if (v->leaf) vec_push(arena, out, v->leaf);
    for (uint32_t i = 0; !v->leaf && i < v->n; i++) be_leaves(arena, v->fields[i], out);
}

BeValue *be_value(Arena *arena, BeLeaf *leaf) {
    BeValue *v = ARENA_NEW(arena, BeValue);
    v->leaf = leaf;
    return v;
}

BeValue *be_tuple(Arena *arena, uint32_t n, BeValue *const *fields) {
    BeValue *v = ARENA_NEW(arena, BeValue);
    *v = (BeValue){.n = n, .fields = fields};
    return v;
}

BeBuffer *be_root(BeBuffer *b) {
    while (b->same) b = b->same;
    return b;
}

bool be_is_inside(const BeBuffer *b) {
    bool inside = false;
    for (; b->same && !inside; b = b->same) inside = b->at != NULL;
    return inside;
}

/* Symbols */

static BeSymbol *symbol_add(BeFn *f, const IrSymbol *s, bool is_known) {
    BeSymbol *e = ARENA_NEW(f->module->arena, BeSymbol);
    *e = (BeSymbol){.symbol = s, .slot = f->n_slots++, .is_known = is_known, .is_bound = is_known};
    map_add(&f->symbols, hash_ptr(0, s), e);
    return e;
}

/* One of a function around is given by the caller, who has it too. */
BeSymbol *be_symbol(BeFn *f, const IrSymbol *s) {
    const uint64_t hash = hash_ptr(0, s);
    for (MapIter it = map_find(&f->symbols, hash); map_next(&f->symbols, &it);) {
        BeSymbol *e = it.value;
        if (e->symbol == s) return e;
    }
    const bool is_given = s->function != f->fn || !s->body;
    if (is_given) vec_push(f->module->arena, &f->entry, (IrSymbol *)s);
    return symbol_add(f, s, is_given);
}

IrSymbol *be_fresh(BeFn *f, bool is_extent) {
    IrSymbol *s = ir_symbol_new(f->fn, ir_name(f->module->m, (Str){"d", 1}), f->fn->loc);
    s->is_extent = is_extent;
    s->is_defined = true;
    s->body = f->fn->body;
    return s;
}

typedef struct {
    BeFn *f;
    bool known, bound; /* all are */
    bool derived;      /* one is */
} Look;

static void look_at(void *user, IrSymbol *s) {
    Look *look = user;
    const BeSymbol *e = be_symbol(look->f, s);
    look->known = look->known && e->is_known;
    look->bound = look->bound && e->is_bound;
    look->derived = look->derived || e->value;
}

static Look look(BeFn *f, const IrDim *d) {
    Look out = {f, true, true, false};
    if (d->n) ir_dim_symbols(d, look_at, &out);
    return out;
}

bool be_is_known(BeFn *f, const IrDim *d) { return look(f, d).known; }
bool be_is_bound(BeFn *f, const IrDim *d) { return look(f, d).bound; }
static bool mentions_derived(BeFn *f, const IrDim *d) { return look(f, d).derived; }

/* Signatures */

typedef struct {
    BeFn *f;
    const char *name;
    Loc loc;
} Param;

static const IrDim *const *param_dims(Param *p, const IrDim *const *dims, uint32_t n,
                                      bool is_extent) {
    BeFn *f = p->f;
    const IrDim **out = ARENA_ARRAY(f->module->arena, const IrDim *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (dims) {
            out[i] = dims[i];
            be_is_known(f, dims[i]);
        } else {
            IrSymbol *s = be_fresh(f, is_extent);
            s->body = NULL; /* the caller gives it */
            be_symbol(f, s);
            out[i] = ir_dim_symbol(f->module->m, s);
        }
    }
    return out;
}

static BeValue *param_unknown(Param *p, const IrType *t, const char *what) {
    BeModule *module = p->f->module;
    Diag *d = diag_error(module->ctx, p->loc, DIAG_NOT_COMPILED,
                         diag_fmt(module->ctx, "%s '%s' whose %s is not known",
                                  p->name ? "a parameter" : "the result of",
                                  p->name ? p->name : p->f->fn->name, what));
    diag_found(module->ctx, d, "%s", ir_type_text(module->m, t));
    module->failed = p->f->is_failed = true;
    return NULL;
}

static BeValue *param_value(Param *p, const IrType *t) {
    BeFn *f = p->f;
    Arena *arena = f->module->arena;
    BeLeaf *leaf = ARENA_NEW(arena, BeLeaf);
    switch (t->kind) {
    case IR_TYPE_TENSOR:
        if (t->dtype == DTYPE_VOID) return param_unknown(p, t, "dtype");
        if (t->ndim == IR_NDIM_UNKNOWN) return param_unknown(p, t, "rank");
        BeBuffer *b =
            be_buffer_new(f, (BeBuffer){.place = BE_INPUT, .input = {.index = f->n_inputs++}});
        *leaf =
            (BeLeaf){.kind = BE_TENSOR, .dtype = t->dtype, .ndim = (uint32_t)t->ndim, .buffer = b};
        leaf->dims = param_dims(p, t->dims, leaf->ndim, true);
        break;
    case IR_TYPE_SHAPE:
        if (t->ndim == IR_NDIM_UNKNOWN) return param_unknown(p, t, "rank");
        *leaf = (BeLeaf){.kind = BE_INTS, .ndim = (uint32_t)t->ndim};
        leaf->dims = param_dims(p, t->dims, leaf->ndim, true);
        break;
    case IR_TYPE_PRIM:
        if (dtype_is_float(t->dtype)) {
            *leaf = (BeLeaf){.kind = BE_FLOAT, .dtype = t->dtype, .slot = f->n_floats++};
            f->n_floats_in++;
        } else {
            *leaf = (BeLeaf){.kind = BE_INTS, .dtype = t->dtype, .ndim = 1};
            leaf->dims = param_dims(p, t->value ? &t->value : NULL, 1, false);
        }
        break;
    case IR_TYPE_TUPLE: {
        BeValue **fields = ARENA_ARRAY(arena, BeValue *, (size_t)t->n + 1);
        bool ok = true;
        for (uint32_t i = 0; i < t->n; i++) {
            fields[i] = param_value(p, t->fields[i]);
            ok = ok && fields[i];
        }
        return ok ? be_tuple(arena, t->n, fields) : NULL;
    }
    case IR_TYPE_ANY:
    case IR_TYPE_CALLABLE: return param_unknown(p, t, "value");
    }
    vec_push(arena, &f->inputs, leaf);
    return be_value(arena, leaf);
}

/* Its own extents, where all follow from the arguments. */
static const IrDim *const *result_dims(BeFn *f, const IrDim *const *dims, uint32_t n) {
    static const IrDim *const none[1];
    if (n == 0) return none;
    bool known = dims != NULL;
    for (uint32_t i = 0; known && i < n; i++) known = be_is_known(f, dims[i]);
    return known ? dims : NULL;
}

static void add_result(Param *p, const IrType *t) {
    BeFn *f = p->f;
    Arena *arena = f->module->arena;
    BeResult r = {.dtype = t->dtype, .first_int = f->n_returned};
    switch (t->kind) {
    case IR_TYPE_TENSOR:
        if (t->dtype == DTYPE_VOID || t->ndim == IR_NDIM_UNKNOWN) {
            param_unknown(p, t, t->dtype == DTYPE_VOID ? "dtype" : "rank");
            return;
        }
        r.kind = BE_TENSOR;
        r.ndim = (uint32_t)t->ndim;
        r.dims = result_dims(f, t->dims, r.ndim);
        r.index = f->n_outputs++;
        if (!r.dims) f->n_returned += r.ndim;
        break;
    case IR_TYPE_SHAPE:
    case IR_TYPE_PRIM:
        if (t->kind == IR_TYPE_PRIM && dtype_is_float(t->dtype)) {
            r.kind = BE_FLOAT;
            r.index = f->n_floats_out++;
            break;
        }
        if (t->kind == IR_TYPE_SHAPE && t->ndim == IR_NDIM_UNKNOWN) {
            param_unknown(p, t, "rank");
            return;
        }
        r.kind = BE_INTS;
        r.ndim = t->kind == IR_TYPE_SHAPE ? (uint32_t)t->ndim : 1;
        if (t->kind == IR_TYPE_SHAPE) r.dtype = DTYPE_VOID;
        r.dims = t->kind == IR_TYPE_SHAPE ? result_dims(f, t->dims, r.ndim)
                                          : result_dims(f, t->value ? &t->value : NULL, 1);
        f->n_returned += r.ndim;
        break;
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; i < t->n; i++) add_result(p, t->fields[i]);
        return;
    case IR_TYPE_ANY:
    case IR_TYPE_CALLABLE: param_unknown(p, t, "value"); return;
    }
    vec_push(arena, &f->results, r);
}

static const IrType *result_type(BeFn *f) {
    const IrType *t = ir_operand_type(f->module->m, f->fn->body->result.at);
    return t->kind == IR_TYPE_ANY && f->fn->result ? f->fn->result : t;
}

BeFn *be_fn(BeModule *module, IrFunction *fn) {
    const uint64_t hash = hash_ptr(0, fn);
    for (MapIter it = map_find(&module->by_function, hash); map_next(&module->by_function, &it);) {
        BeFn *f = it.value;
        if (f->fn == fn) return f;
    }
    BeFn *f = ARENA_NEW(module->arena, BeFn);
    *f = (BeFn){.module = module, .fn = fn, .index = (uint32_t)module->by_function.len};
    f->n_declared = fn->symbols.len;
    map_init(&f->symbols, module->arena);
    map_add(&module->by_function, hash, f);
    const size_t n = fn->params.len;
    f->params = ARENA_ARRAY(module->arena, BeValue *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrVar *v = fn->params.at[i];
        Param p = {f, v->name ? v->name : "", fn->loc};
        f->params[i] = param_value(&p, v->type);
    }
    Param result = {f, NULL, fn->loc};
    add_result(&result, result_type(f));
    return f;
}

static BeValue *result_tree(BeLower *l, const IrType *t, BeLeaf *const **next) {
    if (t->kind != IR_TYPE_TUPLE) return be_value(l->arena, *(*next)++);
    BeValue **fields = BE_ARRAY(l, BeValue *, t->n);
    for (uint32_t i = 0; i < t->n; i++) fields[i] = result_tree(l, t->fields[i], next);
    return be_tuple(l->arena, t->n, fields);
}

BeValue *be_result_value(BeLower *l, const BeFn *callee, BeLeaf *const *leaves) {
    return result_tree(l, result_type((BeFn *)callee), &leaves);
}

void be_drop_codegen(IrModule *m) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && ir_function_codegen(fn)) ir_function_drop_attr(fn, "Codegen");
    }
}

bool be_is_library(const BeModule *module, const IrFunction *fn) {
    const BeTarget *t = module->target;
    return t->takes && ir_function_codegen(fn) && t->takes(t->user, fn);
}

/* The order: callees first. What is called while it is open itself is recursive. */

typedef struct {
    IrFunction *fn;
    VEC(IrFunction *) callees;
    size_t next;
} Open;

static void add_callees(BeModule *module, Open *open) {
    VEC(IrFunction *) todo = {.at = NULL};
    vec_push(module->arena, &todo, open->fn);
    while (todo.len) {
        IrFunction *fn = todo.at[--todo.len];
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            ctx_poll(module->ctx);
            if (b->kind == IR_BIND_FUNCTION) vec_push(module->arena, &todo, b->function);
            for (uint32_t i = 0; i < b->operands.n; i++) {
                const IrOperand *o = &b->operands.at[i];
                if (o->kind == IR_OPERAND_GLOBAL && o->global->function &&
                    o->global->function->body && !be_is_library(module, o->global->function))
                    vec_push(module->arena, &open->callees, o->global->function);
            }
        }
    }
}

typedef enum { SEEN_NO, SEEN_OPEN, SEEN_DONE } Seen;

typedef VEC(IrFunction *) Order;

static void order_from(BeModule *module, IrFunction *root, uint8_t *seen, Order *order) {
    VEC(Open) stack = {.at = NULL};
    if (seen[root->global->id] != SEEN_NO) return;
    vec_push(module->arena, &stack, ((Open){.fn = root}));
    seen[root->global->id] = SEEN_OPEN;
    add_callees(module, &stack.at[0]);
    while (stack.len) {
        Open *top = &stack.at[stack.len - 1];
        if (top->next == top->callees.len) {
            seen[top->fn->global->id] = SEEN_DONE;
            vec_push(module->arena, order, top->fn);
            stack.len--;
            continue;
        }
        IrFunction *callee = top->callees.at[top->next++];
        be_fn(module, callee)->is_called = true;
        if (seen[callee->global->id] == SEEN_OPEN) be_fn(module, callee)->is_recursive = true;
        if (seen[callee->global->id] != SEEN_NO) continue;
        seen[callee->global->id] = SEEN_OPEN;
        vec_push(module->arena, &stack, ((Open){.fn = callee}));
        add_callees(module, &stack.at[stack.len - 1]);
    }
}

/* What the types leave open may be known all the same: the caller then has the memory. Calls of a
 * recursive function may have been made by now. */
static void refine(BeFn *f, BeResult *r, const BeLeaf *leaf) {
    bool known = !r->dims && !f->is_recursive && leaf->kind == r->kind && leaf->ndim == r->ndim;
    for (uint32_t i = 0; known && i < leaf->ndim; i++)
        known = be_is_known(f, leaf->dims[i]) && !mentions_derived(f, leaf->dims[i]);
    if (known) r->dims = leaf->dims;
}

/* Integers of extents that turned out to be known are not returned. Nobody calls the function
 * yet. */
static void number_returned(BeFn *f) {
    if (f->is_recursive) return;
    f->n_returned = 0;
    for (size_t i = 0; i < f->results.len; i++) {
        BeResult *r = &f->results.at[i];
        r->first_int = f->n_returned;
        if (r->kind == BE_INTS || (r->kind == BE_TENSOR && !r->dims)) f->n_returned += r->ndim;
    }
}

/* Memory of the run's own, which the caller takes over. */
static void give(BeLower *l, const BeResult *r, const BeLeaf *leaf) {
    const Loc loc = l->f->fn->loc;
    BeBuffer *own = be_root(leaf->buffer);
    if (own->place != BE_HEAP || own->heap.is_given || be_is_inside(leaf->buffer)) {
        const IrDim *bytes = be_bytes(l, leaf->dims, leaf->ndim, leaf->dtype);
        own = be_buffer(l, loc, bytes, true);
        own->place = BE_HEAP;
        be_copy(l, loc, own, leaf->buffer, bytes);
    }
    own->heap.is_given = true;
    BeStep *s = be_step(l, BE_STEP_GIVE, loc);
    s->reads = be_buffers(l, own);
    s->n_reads = 1;
    s->ints.dims = leaf->dims;
    s->ints.n = leaf->ndim;
    s->ints.index = (uint32_t)(r - l->f->results.at);
}

static void return_leaf(BeLower *l, const BeResult *r, BeLeaf *leaf) {
    const Loc loc = l->f->fn->loc;
    const bool same = leaf->kind == r->kind && leaf->ndim == r->ndim && leaf->dtype == r->dtype;
    if (!same) {
        be_unsupported(l->module, loc, "a result that is not of the function's type", NULL);
        return;
    }
    BeStep *s;
    switch (r->kind) {
    case BE_TENSOR:
        if (!r->dims) {
            give(l, r, leaf);
            break;
        }
        for (uint32_t i = 0; i < r->ndim; i++)
            be_check(l, loc, leaf->dims[i], r->dims[i], "the result", i);
        const IrDim *bytes = be_bytes(l, r->dims, r->ndim, r->dtype);
        if (r->takes) {
            be_return_donated(l, r, leaf, bytes);
            break;
        }
        BeBuffer *own = be_root(leaf->buffer);
        const bool whole =
            own->place == BE_ARENA && !be_life(l->f, own)->donor && !be_is_inside(leaf->buffer);
        if (whole && ir_dim_eq(l->m, own->bytes, bytes) == IR_PROVED) {
            own->place = BE_OUTPUT;
            own->output = r->index;
            break;
        }
        BeBuffer *out =
            be_buffer_new(l->f, (BeBuffer){.place = BE_OUTPUT, .output = r->index, .bytes = bytes});
        be_copy(l, loc, out, leaf->buffer, bytes);
        break;
    case BE_INTS:
        s = be_step(l, BE_STEP_RETURN, loc);
        s->ints.index = r->first_int;
        s->ints.dims = leaf->dims;
        s->ints.n = leaf->ndim;
        break;
    case BE_FLOAT:
        s = be_step(l, BE_STEP_RETURN_FLOAT, loc);
        s->number.index = r->index;
        s->number.leaf = leaf;
        break;
    case BE_FUNCTION:
    case BE_TEXT: break;
    }
}

void be_lower_function(BeModule *module, IrFunction *fn) {
    BeFn *f = be_fn(module, fn);
    if (f->is_failed) return;
    BeLower l = {
        .f = f, .module = module, .m = module->m, .arena = module->arena, .out = &f->steps};
    l.vars = BE_ARRAY(&l, BeValue *, fn->n_vars);
    for (size_t i = 0; i < fn->params.len; i++) l.vars[fn->params.at[i]->id] = f->params[i];
    be_lower_body(&l, fn->body);
    BeValue *result = be_operand(&l, fn->body->result.at);
    ir_dims_check(module->m, fn->loc);
    if (!result) {
        module->failed = f->is_failed = true;
        return;
    }
    BeLeaves leaves = {.at = NULL};
    be_leaves(l.arena, result, &leaves);
    if (leaves.len != f->results.len) {
        be_unsupported(module, fn->loc, "a result that is not of the function's type", NULL);
        return;
    }
    for (size_t i = 0; i < leaves.len; i++) refine(f, &f->results.at[i], leaves.at[i]);
    number_returned(f);
    be_donations(f, result_type(f));
    for (size_t i = 0; i < leaves.len; i++) return_leaf(&l, &f->results.at[i], leaves.at[i]);
    if (!ir_dims_check(module->m, fn->loc)) module->failed = true;
    if (!module->failed) be_plan(f);
    if (!ir_dims_check(module->m, fn->loc)) module->failed = true;
    vec_push(module->arena, &module->fns, f);
}

static bool takes_strings(const IrOperands *list) {
    bool takes = false;
    for (uint32_t i = 0; !takes && i < list->n; i++)
        takes = list->at[i].kind == IR_OPERAND_CONST &&
                list->at[i].constant->tensor->dtype == DTYPE_STRING;
    return takes;
}

/* Reports values of strings, which only the evaluator has. */
static bool has_strings(BeModule *module, const IrFunction *fn) {
    static const char help[] = "strings are the evaluator's: --backend eval";
    bool found = false;
    for (size_t i = 0; i < fn->params.len && !found; i++) {
        const IrVar *p = fn->params.at[i];
        found = ir_type_has(p->type, DTYPE_STRING);
        if (found)
            be_unsupported(module, fn->loc,
                           diag_fmt(module->ctx, "the parameter '%s' of strings", p->name), help);
    }
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; !found && (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            found |= takes_strings(&b->bodies[i]->result);
        found = found || takes_strings(&b->operands) ||
                (b->var && b->var->type && ir_type_has(b->var->type, DTYPE_STRING));
        const char *name = found && b->var->name ? b->var->name : "_";
        if (found)
            be_unsupported(module, b->loc, diag_fmt(module->ctx, "the value '%s' of strings", name),
                           help);
    }
    if (!found && takes_strings(&fn->body->result)) {
        be_unsupported(module, fn->loc, "a result of strings", help);
        found = true;
    }
    return found;
}

BeModule *be_module_lower(IrModule *m, const IrFunction *function, const BeTarget *target,
                          Arena *arena) {
    BeModule *module = ARENA_NEW(arena, BeModule);
    *module = (BeModule){.m = m, .ctx = m->ctx, .arena = arena, .target = target};
    map_init(&module->by_function, arena);
    map_init(&module->loops_by_global, arena);
    map_init(&module->buffers_by_const, arena);
    map_init(&module->number_loops, arena);
    const size_t errors = diag_errors(m->ctx);
    uint8_t *seen = ARENA_ARRAY(arena, uint8_t, m->globals.len + 1);
    Order order = {.at = NULL};
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || (function ? fn != function : fn->is_private)) continue;
        be_fn(module, fn)->is_public = true;
        order_from(module, fn, seen, &order);
    }
    if (!order.len)
        be_unsupported(module, (Loc){.line = 0}, "a module without a public function", NULL);
    for (size_t i = 0; i < order.len; i++) {
        if (!has_strings(module, order.at[i])) be_lower_function(module, order.at[i]);
    }
    if (!module->failed) be_share_flat(module);
    be_drop_loops(module);
    return module->failed || diag_errors(m->ctx) != errors ? NULL : module;
}
