/* SPDX-License-Identifier: Apache-2.0 */
/* Legalization. What replaces a call, its decomposition or a call of a loop function
 * (legalize_loops.c), is built at the end of its block, where inference sees it, and moved to its
 * place. The walk then goes on at its first binding, so what it brought is looked at like all else.
 * A call knows what it came from by the chain of calls whose expansions are open where the walk is;
 * an expansion that is met in its own chain is a cycle. Chains are as long as composites stand on
 * each other, at most 2 * limits.depth. Linear in the bindings that come out. Nested bodies are
 * frames of an explicit stack. Constants are folded before a walk and after one that left calls,
 * each time if fewer calls lack something then.
 *
 *     y = R.nn.softmax(x)      lv = R.max(x, axis=[1], keepdims=True)
 *                              lv1 = R.subtract(x, lv)
 *                              lv2 = R.exp(lv1)
 *                              lv3 = R.sum(lv2, axis=[1], keepdims=True)
 *                              y = R.divide(lv2, lv3)
 */
#include "passes/legalize_parts.h"

#include "base/diag.h"
#include "ir/edit.h"
#include "ir/origin.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

/* Expansion */

/* An expansion that the walk is in, from the innermost outwards. */
typedef struct Chain {
    const OpDef *op;
    const IrDefinition *by; /* its @R.legalize; NULL: another way */
    const struct Chain *from;
    const IrBinding *end; /* the walk has left it when it gets there */
    unsigned depth;
} Chain;

/* A body that the walk is in. */
typedef struct {
    IrBinding *at; /* to be looked at next */
    const Chain *chain, *base;
    const IrBody *body;
} Frame;

typedef struct {
    IrModule *m;
    const LegalOptions *options;
    Arena arena;
    VEC(Frame) frames;
    Map expansions;    /* Expansion by OpDef: the first of its list */
    LegalLoops *loops; /* NULL: the set makes none */
    size_t left;       /* calls that stay illegal */
} Legal;

/* What the module, or a text of the context, says that calls of an operator may become. */
typedef struct Expansion {
    const IrDefinition *d;
    const char *name;
    struct Expansion *next, *last; /* in the order of the text; last: of the first one */
} Expansion;

static Expansion *expansions_of(const Legal *l, const OpDef *op) {
    for (MapIter it = map_find(&l->expansions, hash_ptr(0, op)); map_next(&l->expansions, &it);) {
        Expansion *x = it.value;
        if (x->d->op == op) return x;
    }
    return NULL;
}

static void list_expansions(Legal *l) {
    const IrModule *m = l->m;
    map_init(&l->expansions, &l->arena);
    for (size_t i = 0; i < m->definitions.len; i++) {
        const IrDefinition *d = m->definitions.at[i];
        if (d->kind != IR_DEFINITION_LEGALIZE) continue;
        Expansion *x = ARENA_NEW(&l->arena, Expansion), *first = expansions_of(l, d->op);
        *x = (Expansion){.d = d, .last = x};
        x->name = arena_printf(&l->arena, "by %s", d->fn->name);
        if (first) {
            first->last->next = x;
            first->last = x;
        } else {
            map_add(&l->expansions, hash_ptr(0, d->op), x);
        }
    }
}

/* Each expansion is open once at most, so chains end. One may use its operator, where that goes
 * another way. */
static bool is_open(const Chain *chain, const OpDef *op, const IrDefinition *by) {
    for (const Chain *c = chain; c; c = c->from) {
        if (c->op == op && c->by == by) return true;
    }
    return false;
}

static bool report_cycle(const Legal *l, const IrBinding *b, const IrDefinition *by,
                         const Chain *chain) {
    StrBuf text;
    strbuf_init(&text, &l->m->scratch);
    VEC(const Chain *) path = {.at = NULL};
    for (const Chain *c = chain; c; c = c->from) {
        vec_push(&l->m->scratch, &path, c);
        if (c->op == b->op && c->by == by) break;
    }
    while (path.len) strbuf_printf(&text, "R.%s, ", path.at[--path.len]->op->name);
    strbuf_printf(&text, "R.%s", b->op->name);
    diag_error(l->m->ctx, b->loc, DIAG_DECOMPOSE_CYCLE, strbuf_cstr(&text));
    return false;
}

static void leave(Legal *l, const IrBinding *b, const Chain *chain, const char *why) {
    const LegalOptions *o = l->options;
    const bool tried = *why;
    if (!tried) why = legal_no_way(o->set, b);
    if (o->decided) {
        const LegalDecision d = {.call = b, .depth = chain ? chain->depth : 0, .why = why};
        o->decided(o->user, &d);
    }
    l->left++;
    if (o->lenient) return;
    Ctx *ctx = l->m->ctx;
    Diag *d = diag_error(ctx, b->loc, DIAG_ILLEGAL, b->op->name, o->set->name);
    diag_found(ctx, d, "no way: %s", why);
    if (tried && (b->op->decompose || b->op->lower))
        diag_help(ctx, d, "annotate what is not known, or R.match_cast it");
}

/* What replaces the call, at the end of its block; NULL after a report. */
static IrVar *build(const LegalWay *way, LegalCall *call) {
    IrModule *m = call->m;
    const IrBinding *b = call->b;
    const IrOrigin *origin = ir_origin_new(m, IR_ORIGIN_EXPANDED, b->op->name, b->origin);
    IrBuilder builder = {
        .m = m, .fn = b->block->body->function, .block = b->block, .loc = b->loc, .origin = origin};
    call->builder = &builder;
    IrVar *y = way->build(call);
    if (!y) return NULL;
    const IrType *type = b->var->type;
    const bool fits = ir_type_subsumes(m, type, y->type) == IR_PROVED;
    if (!fits) {
        const IrOperand value = d_var(y);
        y = ir_build_match_cast(&builder, &value, 1, type, b->var->name);
    }
    /* Whoever uses it was typed by this; loops need all that is known, and TVM says it. */
    const bool sharper = call->loops || (way == &legal_as_tvm && type == call->result);
    if (y && !(fits && sharper)) y->type = type;
    return y;
}

/* TVM's DecomposeOps... leave it: layer_norm, where it is not for training, and all but batch_norm
 * and tensor_to_shape. What texts define becomes what they say. */
static bool is_left_by_tvm(const Legal *l, const IrBinding *call) {
    const OpDef *op = call->op;
    if (op->definition || op->hook || expansions_of(l, op)) return false;
    return !legal_as_tvm.applies(op) || (op == &op_nn_layer_norm && !l->options->training);
}

static bool is_legal(const LegalOptions *o, const IrBinding *call) {
    for (size_t i = 0; i < o->n_skip; i++) {
        if (o->skip[i] == call->op) return true;
    }
    return o->legal ? o->legal(o->user, call) : legal_call(o->set, call);
}

static bool is_way(const LegalWay *way, const char *name, LegalCall *call, StrBuf *tried) {
    if (!(call->options->set->ways & way->bit)) return false;
    const char *why = way->why_not(call);
    if (why) strbuf_printf(tried, "%s%s, %s", tried->text.len ? "; " : "", name, why);
    return !why;
}

/* The first way that is open; NULL: none, and `tried` says why. */
static const LegalWay *choose(const Legal *l, LegalCall *call, const char **name, StrBuf *tried) {
    for (const Expansion *x = expansions_of(l, call->b->op); x; x = x->next) {
        call->definition = x->d;
        *name = x->name;
        if (is_way(&legal_by_definition, x->name, call, tried)) return &legal_by_definition;
    }
    *name = legal_as_tvm.name;
    if (l->options->as_tvm && legal_as_tvm.applies(call->b->op) &&
        is_way(&legal_as_tvm, *name, call, tried))
        return &legal_as_tvm;
    for (size_t i = 0; i < LEGAL_WAYS; i++) {
        *name = legal_ways[i].name;
        if (!legal_ways[i].applies(call->b->op)) continue;
        if (is_way(&legal_ways[i], legal_ways[i].name, call, tried)) return &legal_ways[i];
    }
    return NULL;
}

/* The walk goes on at what replaces the call. */
static bool expand(Legal *l, Frame *f, IrBinding *b) {
    IrBlock *block = b->block;
    const LegalOptions *o = l->options;
    LegalCall call = {.m = l->m, .b = b, .options = o, .loops = l->loops};
    if (l->loops && !legal_name_shapes(l->m, b)) return false;
    call.result = ir_infer_existing_call(b, &call.attrs, &call.open);
    if (!call.result) return false;
    StrBuf tried;
    strbuf_init(&tried, &l->m->scratch);
    const char *name;
    const LegalWay *way = choose(l, &call, &name, &tried);
    if (!way) {
        f->at = b->next;
        leave(l, b, f->chain, strbuf_cstr(&tried));
        return true;
    }
    const IrDefinition *by = way == &legal_by_definition ? call.definition : NULL;
    if (is_open(f->chain, b->op, by)) return report_cycle(l, b, by, f->chain);
    /* Operators alone stand on each other as deep as the limit, and end in some levels of built-in
     * ones. */
    const size_t most = 2 * l->m->ctx->limits.depth, depth = f->chain ? f->chain->depth : 0;
    if (depth >= most) {
        diag_error(l->m->ctx, b->loc, DIAG_TOO_DEEP, diag_fmt(l->m->ctx, "%zu", most));
        return false;
    }
    IrBinding *last = block->last;
    CtxWork work = {.kind = "operator", .name = b->op->name, .loc = b->loc};
    ctx_work_begin(l->m->ctx, &work);
    IrVar *y = build(way, &call);
    ctx_work_end(l->m->ctx);
    if (!y) return false;
    IrBinding *const end = block->last, *first = last->next;
    const bool is_output = b->var->is_output;
    for (IrBinding *x = first, *next;; x = next) {
        next = x->next;
        x->var->is_output = !block->is_dataflow || (x->var == y && is_output);
        ir_binding_move_before(b, x);
        if (x == end) break;
    }
    if (o->decided) {
        const char *why = tried.text.len ? strbuf_cstr(&tried) : NULL;
        const LegalDecision d = {
            .call = b, .depth = (unsigned)depth, .way = name, .why = why, .first = first};
        o->decided(o->user, &d);
    }
    Chain *chain = ARENA_NEW(&l->arena, Chain);
    *chain = (Chain){
        .op = b->op, .by = by, .from = f->chain, .end = b->next, .depth = (unsigned)depth + 1};
    f->chain = chain;
    f->at = first;
    ir_var_replace_uses(b->var, y);
    ir_binding_remove(b);
    return true;
}

static void push(Legal *l, IrBody *body, const Chain *chain) {
    vec_push(&l->arena, &l->frames,
             ((Frame){.at = body->first, .chain = chain, .base = chain, .body = body}));
}

/* What the branches give may be known better now, and text cannot say that the variable is of a
 * weaker type. */
static bool leave_body(const Legal *l, const IrBody *body) {
    IrBinding *owner = body->owner;
    if (!l->loops || !owner || owner->bodies[1] != body) return true;
    const IrAttr *attrs;
    const IrType *t = ir_infer_binding(owner, &attrs);
    if (t) owner->var->type = t;
    return t != NULL;
}

static bool step(Legal *l) {
    Frame *f = &l->frames.at[l->frames.len - 1];
    IrBinding *b = f->at;
    if (!b) {
        l->frames.len--;
        return leave_body(l, f->body);
    }
    while (f->chain != f->base && f->chain->end == b) f->chain = f->chain->from;
    const Chain *chain = f->chain;
    ctx_poll(l->m->ctx);
    const bool call = b->kind == IR_BIND_CALL;
    if (call && !(l->options->as_tvm ? is_left_by_tvm(l, b) : is_legal(l->options, b))) {
        const ArenaMark mark = arena_mark(&l->m->scratch);
        const bool ok = expand(l, f, b);
        arena_rewind(&l->m->scratch, mark);
        return ok;
    }
    f->at = b->next; /* the frame may move from here on */
    if (b->kind == IR_BIND_FUNCTION) push(l, b->function->body, chain);
    for (int i = 2; b->kind == IR_BIND_IF && i-- > 0;) push(l, b->bodies[i], chain);
    return true;
}

/* One walk over the module; false after a report that ends all. */
static bool walk(IrModule *m, const LegalOptions *options, size_t *left) {
    Legal l = {.m = m, .options = options};
    bool run = true;
    arena_init(&l.arena, m->ctx);
    list_expansions(&l);
    arena_alloc(&m->scratch, 1);
    if (options->set->ways & IR_LEGAL_LOOPS) l.loops = legal_loops_new(m, &l.arena);
    for (size_t i = 0; run && i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || (options->only && fn != options->only)) continue;
        /* a library runs the operators themselves */
        if (l.loops && ir_function_codegen(fn)) continue;
        if (options->enter) options->enter(options->user, fn);
        push(&l, fn->body, NULL);
        while (run && l.frames.len) run = step(&l);
    }
    legal_loops_free(l.loops);
    arena_fini(&l.arena);
    arena_fini(&m->scratch);
    *left = l.left;
    return run;
}

/* Folding */

typedef struct {
    const LegalOptions *options;
    size_t n;
} Lacking;

static bool lacks_something(IrModule *m, const IrBinding *b) {
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span) {
        const IrOperand *o = &b->operands.at[at];
        const IrType *t = o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(m, o);
        if (t && (legal_unknown_of(t) || legal_is_open_number(o, t))) return true;
    }
    return !b->op->bound && legal_unknown_of(b->var->type) != NULL;
}

static bool count_lacking(void *user, IrFunction *fn) {
    Lacking *self = user;
    IrWalk w;
    ir_walk_init(&w, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&w));) {
        if (b->kind != IR_BIND_CALL || is_legal(self->options, b)) continue;
        const ArenaMark mark = arena_mark(&fn->module->scratch);
        self->n += lacks_something(fn->module, b);
        arena_rewind(&fn->module->scratch, mark);
    }
    return true;
}

/* Illegal calls of which something is not known. */
static size_t lacking(IrModule *m, const LegalOptions *options) {
    Lacking self = {.options = options};
    arena_alloc(&m->scratch, 1);
    blocks_each_function(m, count_lacking, &self);
    arena_fini(&m->scratch);
    return self.n;
}

/* Folds constants if fewer calls lack something then; else the module stays as it is. */
static bool fold_helps(IrModule *m, const LegalOptions *options) {
    const size_t before = lacking(m, options);
    if (!before) return false;
    IrEdit edit;
    ir_edit_begin(&edit, m);
    const PassValue all[] = {{.i = true}, {.i = true}}; /* kernels, quantized */
    const bool helps = pass_fold_constant(m, all) && lacking(m, options) < before;
    ir_edit_end(&edit, helps);
    return helps;
}

bool legalize(IrModule *m, const LegalOptions *options) {
    size_t left;
    if (options->fold) fold_helps(m, options);
    for (;;) {
        const size_t errors = diag_errors(m->ctx);
        const DiagMark reports = diag_mark(m->ctx);
        if (!walk(m, options, &left)) return false;
        if (!left || !options->fold || !fold_helps(m, options))
            return diag_errors(m->ctx) == errors && blocks_finish(m);
        diag_rewind(m->ctx, reports);
    }
}

/* The passes */

bool pass_legalize_ops(IrModule *m, const PassValue *values) {
    enum { SET, SKIP, FOLD };
    const IrLegalSet *set = values[SET].set ? values[SET].set : &legal_core;
    const LegalOptions options = {.set = set,
                                  .skip = values[SKIP].ops,
                                  .n_skip = values[SKIP].n,
                                  .training = set->training,
                                  .fold = values[FOLD].i != 0};
    return legalize(m, &options);
}

/* In the function that the first value names, or in all; by the second, all that is composite. */
static bool decompose_ops(IrModule *m, LegalOptions options, const PassValue *values) {
    enum { FUNCTION, COMPOSITES };
    options.as_tvm = !values[COMPOSITES].i;
    if (values[FUNCTION].n) {
        options.only = blocks_public_function(m, values[FUNCTION].names[0]);
        if (!options.only) return false;
    }
    return legalize(m, &options);
}

bool pass_decompose_ops_for_inference(IrModule *m, const PassValue *values) {
    return decompose_ops(m, (LegalOptions){.set = &legal_core, .lenient = true}, values);
}

bool pass_decompose_ops_for_training(IrModule *m, const PassValue *values) {
    return decompose_ops(
        m, (LegalOptions){.set = &legal_training, .training = true, .lenient = true}, values);
}
