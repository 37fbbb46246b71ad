/* SPDX-License-Identifier: Apache-2.0 */
/* InlinePrivateFunctions: calls of private functions become their bodies, with symbols replaced by
 * what the arguments' types say; then private functions that nothing public reaches go.
 *
 *     def f(a: R.Tensor((k,))): b = R.exp(a); return b          (private)
 *     def main(x: R.Tensor((n, 2)), y: R.Tensor(ndim=1)): u = f(y)
 *
 *     def main(x: R.Tensor((n, 2)), y: R.Tensor(ndim=1)):
 *         a = R.match_cast(y, R.Tensor((k,)))
 *         u = R.exp(a)
 *
 * What a call checks, and the argument's type does not prove, a match_cast checks. Where the body
 * has an `if` and the call stands in a dataflow block, the block is split. Calls of functions that
 * call themselves, perhaps through others, stay; so do calls once the module would have grown to
 * ten times its bindings and 4,096 more, as calls within calls can double it each time.
 *
 * Functions are cloned callees first, so that what is inlined has no calls left to inline. The
 * order, and who calls himself, come from the strongly connected components of the call graph
 * (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion. */
#include "passes/inline.h"
#include "passes/passes.h"

#include "base/diag.h"
#include "ir/clone.h"
#include "passes/blocks.h"

enum { GROWTH = 10, GROWTH_FREE = 4096 };

typedef struct {
    IrGlobal *global;
    VEC(uint32_t) callees; /* places in the module's list of what its operands name */
    bool recursive;
    size_t size; /* bindings of its newest version */
    bool has_if;
    bool reached;
    uint32_t index, low; /* of Tarjan; 0: not met */
    bool on_stack;
} Node;

typedef struct {
    IrModule *m;
    Arena *arena;
    Node *nodes; /* by global's id */
    uint32_t n;
    VEC(uint32_t) order; /* callees first */
    size_t added, room;
    bool cast_all;
    bool calls;  /* some binding is a call of a function */
    bool checks; /* all calls are inlined, into a function that is dropped */
} Inline;

/* The call graph */

static void add_operands(Inline *in, Node *node, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_GLOBAL)
            vec_push(in->arena, &node->callees, list->at[i].global->id);
    }
}

/* Nested functions included. */
static void measure(Inline *in, Node *node, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        node->size++;
        add_operands(in, node, &b->operands);
        if (b->kind == IR_BIND_IF) {
            node->has_if = true;
            add_operands(in, node, &b->bodies[0]->result);
            add_operands(in, node, &b->bodies[1]->result);
        }
        if (b->kind == IR_BIND_FUNCTION) measure(in, node, b->function);
        in->calls |= b->kind == IR_BIND_INVOKE;
    }
    add_operands(in, node, &fn->body->result);
}

static void measure_all(Inline *in) {
    for (uint32_t i = 0; i < in->n; i++) {
        Node *node = &in->nodes[i];
        node->global = in->m->globals.at[i];
        node->callees.len = 0;
        node->size = 0;
        node->has_if = false;
        if (node->global->function && node->global->function->body)
            measure(in, node, node->global->function);
    }
}

typedef struct {
    uint32_t node;
    size_t next; /* callee to look at */
} Step;

static void find_components(Inline *in) {
    VEC(Step) path = {.at = NULL};
    VEC(uint32_t) stack = {.at = NULL};
    uint32_t index = 0;
    for (uint32_t root = 0; root < in->n; root++) {
        if (in->nodes[root].index) continue;
        vec_push(in->arena, &path, ((Step){root, 0}));
        while (path.len) {
            Step *step = &path.at[path.len - 1];
            Node *node = &in->nodes[step->node];
            if (!node->index) {
                node->index = node->low = ++index;
                node->on_stack = true;
                vec_push(in->arena, &stack, step->node);
            }
            if (step->next < node->callees.len) {
                const uint32_t to = node->callees.at[step->next++];
                Node *callee = &in->nodes[to];
                if (to == step->node) node->recursive = true;
                if (!callee->index) {
                    vec_push(in->arena, &path, ((Step){to, 0}));
                } else if (callee->on_stack && callee->index < node->low) {
                    node->low = callee->index;
                }
                continue;
            }
            const uint32_t done = step->node;
            path.len--;
            if (path.len && in->nodes[path.at[path.len - 1].node].low > node->low)
                in->nodes[path.at[path.len - 1].node].low = node->low;
            if (node->low != node->index) continue;
            const bool many = stack.at[stack.len - 1] != done;
            for (uint32_t member = in->n; member != done;) {
                member = stack.at[--stack.len];
                in->nodes[member].on_stack = false;
                in->nodes[member].recursive |= many;
                vec_push(in->arena, &in->order, member);
            }
        }
    }
}

/* Inlining */

/* Extents of the callee's symbols from an argument's type. */
static void settle(IrClone *c, const IrType *param, const IrType *arg) {
    if (!param->has_symbols || param->kind != arg->kind) return;
    for (int32_t i = 0; param->dims && arg->dims && param->ndim == arg->ndim && i < param->ndim;
         i++) {
        const IrSymbol *s = ir_dim_as_symbol(param->dims[i]);
        if (s && s->function == c->from && !c->dims[s->index]) c->dims[s->index] = arg->dims[i];
    }
    if (param->kind == IR_TYPE_PRIM && param->value && arg->value) {
        const IrSymbol *s = ir_dim_as_symbol(param->value);
        if (s && s->function == c->from && !c->dims[s->index]) c->dims[s->index] = arg->value;
    }
    for (uint32_t i = 0; param->kind == IR_TYPE_TUPLE && param->n == arg->n && i < param->n; i++) {
        settle(c, param->fields[i], arg->fields[i]);
    }
}

/* One leaf for the argument, of the parameter's type. */
static bool bind_argument(const Inline *in, IrClone *c, const IrVar *param, const IrOperand *arg) {
    IrModule *m = in->m;
    const IrType *want = ir_clone_type(c, param->type), *have = ir_operand_type(m, arg);
    const bool proved = in->cast_all ? want == have : ir_type_subsumes(m, want, have) == IR_PROVED;
    IrVar *v = NULL;
    if (!proved) {
        v = ir_build_match_cast(&c->b, arg, arg->span, want, param->name);
    } else if (arg->kind == IR_OPERAND_TUPLE) {
        v = ir_build_value(&c->b, arg, arg->span, param->name);
    } else {
        ir_clone_set(c, param, *arg);
        return true;
    }
    if (!v) return false;
    if (c->b.block->is_dataflow) v->is_output = false;
    ir_clone_set_var(c, param, v);
    return true;
}

static bool copy_body(IrClone *inner, bool split) {
    IrBody *to = inner->b.block->body;
    inner->flat = inner->b.block->is_dataflow && !split;
    const IrBlock *block = inner->b.block;
    const IrBinding *before = block->last;
    if (!ir_clone_bindings(inner, inner->from->body, to)) return false;
    /* What the callee's blocks gave out is local here; ir_body_fix_outputs says what is not. */
    for (IrBinding *b = before ? before->next : block->first; inner->flat && b;
         b = b == block->last ? NULL : b->next)
        b->var->is_output = false;
    if (!inner->flat && to->last_block->first) inner->b.block = to->last_block;
    return true;
}

/* captures: the first arguments; NULL: none. */
static IrCloneAnswer inline_call(const Inline *in, IrClone *c, const IrBinding *b,
                                 const IrFunction *callee, const IrOperands *captures,
                                 bool has_if) {
    const IrOperands *list = &b->operands;
    IrOperandBuf args;
    ir_operands_init(&args, &c->m->scratch);
    if (captures) ir_clone_operands(c, captures->at, captures->n, &args);
    ir_clone_operands(c, list->at + 1, list->n - 1, &args);
    IrClone inner;
    ir_clone_into(&inner, c->m, c->arena, callee, c->b);
    if (captures) inner.outer = c;
    inner.visit = captures || in->checks ? c->visit : NULL; /* a global's body has no calls left */
    inner.user = c->user;
    const uint32_t n = (uint32_t)args.ops.len;
    for (uint32_t at = 0, i = 0; at < n && !in->cast_all; at += args.ops.at[at].span, i++) {
        settle(&inner, callee->params.at[i]->type, ir_operand_type(c->m, &args.ops.at[at]));
    }
    for (uint32_t at = 0, i = 0; at < n; at += args.ops.at[at].span, i++) {
        if (!bind_argument(in, &inner, callee->params.at[i], &args.ops.at[at]))
            return IR_CLONE_FAILED;
    }
    if (!copy_body(&inner, has_if)) return IR_CLONE_FAILED;
    const IrOperands *result = &callee->body->result;
    if (result->at->kind != IR_OPERAND_TUPLE) {
        IrOperandBuf leaf;
        ir_operands_init(&leaf, &c->m->scratch);
        ir_clone_operands(&inner, result->at, 1, &leaf);
        ir_clone_set(c, b->var, leaf.ops.at[0]);
        return IR_CLONE_DONE;
    }
    inner.b.loc = b->loc;
    inner.b.origin = b->origin;
    IrOperandBuf tuple;
    ir_operands_init(&tuple, &c->m->scratch);
    ir_clone_operands(&inner, result->at, result->n, &tuple);
    IrVar *v = ir_build_value(&inner.b, tuple.ops.at, (uint32_t)tuple.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (inner.b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Inline *in = c->user;
    const IrOperand *callee = b->operands.at;
    if (b->kind != IR_BIND_INVOKE || callee->kind != IR_OPERAND_GLOBAL) return IR_CLONE_COPY;
    const Node *node = &in->nodes[callee->global->id];
    const IrFunction *fn = callee->global->function;
    if (!fn || !fn->body || !fn->is_private || ir_function_codegen(fn) || node->recursive ||
        node->size > in->room - in->added)
        return IR_CLONE_COPY;
    if (ir_operands_count(&b->operands) != fn->params.len + 1) return IR_CLONE_COPY;
    in->added += node->size;
    ArenaMark mark = arena_mark(c->arena);
    IrCloneAnswer answer = inline_call(in, c, b, fn, NULL, node->has_if);
    arena_rewind(c->arena, mark);
    return answer;
}

/* The function that the call's body comes from, as far as it is seen here, and what that captures;
 * NULL: none. */
static const IrFunction *seen_callee(const Inline *in, const IrClone *c, const IrBinding *b,
                                     const IrOperands **captures) {
    const IrOperand *callee = b->operands.at;
    *captures = NULL;
    if (callee->kind == IR_OPERAND_GLOBAL)
        return in->nodes[callee->global->id].recursive ? NULL : callee->global->function;
    const IrBinding *def = callee->kind == IR_OPERAND_VAR ? callee->var->def : NULL;
    if (!def || def->kind != IR_BIND_FUNCTION || def->block->body->function != c->from) return NULL;
    *captures = &def->operands;
    return def->function;
}

/* Faults of the body stand where it stands; whose arguments they come from is said of the innermost
 * call. */
static IrCloneAnswer visit_check(IrClone *c, IrBinding *b) {
    Inline *in = c->user;
    const IrOperands *captures;
    const IrFunction *fn = b->kind == IR_BIND_INVOKE ? seen_callee(in, c, b, &captures) : NULL;
    if (!fn || !fn->body ||
        ir_operands_count(&b->operands) - 1 + (captures ? captures->n : 0) != fn->params.len)
        return IR_CLONE_COPY;
    Ctx *ctx = in->m->ctx;
    const DiagMark mark = diag_mark(ctx);
    const ArenaMark memory = arena_mark(c->arena);
    const IrCloneAnswer answer = inline_call(in, c, b, fn, captures, true);
    arena_rewind(c->arena, memory);
    for (size_t i = mark.diags;
         answer == IR_CLONE_FAILED && ctx->diags && i < ctx->diags->diags.len; i++) {
        Diag *d = &ctx->diags->diags.at[i];
        if (!d->help)
            diag_help(ctx, d, "so it is with the arguments of the call of '%s' on line %u",
                      fn->name, (unsigned)b->loc.line);
    }
    return answer;
}

static bool calls_inlinable(const Inline *in, const Node *node) {
    for (size_t i = 0; i < node->callees.len; i++) {
        const Node *callee = &in->nodes[node->callees.at[i]];
        const IrFunction *fn = callee->global->function;
        if (fn && fn->body && fn->is_private && !ir_function_codegen(fn) && !callee->recursive)
            return true;
    }
    return false;
}

static IrFunction *clone_function(Inline *in, const IrFunction *old, bool cast_all) {
    Arena arena;
    arena_init(&arena, in->m->ctx);
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, in->m, &arena, old, NULL);
    for (size_t i = 0; i < old->params.len; i++) ir_clone_param(&c, old->params.at[i]);
    c.visit = visit;
    c.user = in;
    in->cast_all = cast_all;
    const bool ok = ir_clone_finish(&c);
    arena_fini(&arena);
    return ok ? fn : NULL;
}

/* Where inference refutes a body with the arguments' types, a run would fail there; so it gets
 * types as weak as its parameters', and keeps the failure for the run. */
static void inline_into(Inline *in, Node *node) {
    IrModule *m = in->m;
    const IrFunction *old = node->global->function;
    if (!old || !old->body || !calls_inlinable(in, node)) return;
    const DiagMark diags = diag_mark(m->ctx);
    const size_t n_bindings = m->n_bindings, added = in->added;
    IrFunction *fn = NULL;
    for (int attempt = 0; !fn && attempt < 2; attempt++) {
        diag_rewind(m->ctx, diags);
        m->n_bindings = n_bindings;
        in->added = added;
        fn = clone_function(in, old, attempt == 1);
    }
    diag_rewind(m->ctx, diags);
    if (!fn) {
        m->n_bindings = n_bindings;
        return;
    }
    ir_function_publish(node->global, fn);
    node->size = 0;
    node->has_if = false;
    node->callees.len = 0;
    measure(in, node, fn);
}

/* Removing what nothing public reaches */

static void reach(Inline *in) {
    VEC(uint32_t) work = {.at = NULL};
    for (uint32_t i = 0; i < in->n; i++) {
        const IrFunction *fn = in->nodes[i].global->function;
        in->nodes[i].reached = !fn || !fn->body || !fn->is_private;
        if (in->nodes[i].reached) vec_push(in->arena, &work, i);
    }
    while (work.len) {
        const Node *node = &in->nodes[work.at[--work.len]];
        for (size_t i = 0; i < node->callees.len; i++) {
            Node *callee = &in->nodes[node->callees.at[i]];
            if (callee->reached) continue;
            callee->reached = true;
            vec_push(in->arena, &work, node->callees.at[i]);
        }
    }
}

static void remove_unreached(Inline *in) {
    IrModule *m = in->m;
    IrGlobal **kept = ARENA_ARRAY(in->arena, IrGlobal *, (size_t)in->n + 1);
    size_t n = 0;
    bool any_public = false;
    for (uint32_t i = 0; i < in->n; i++) {
        const Node *node = &in->nodes[i];
        const IrFunction *fn = node->global->function;
        any_public |= fn && fn->body && !fn->is_private;
        if (node->reached) kept[n++] = node->global;
    }
    if (!any_public || n == in->n) return;
    for (uint32_t i = 0; i < in->n; i++) {
        if (!in->nodes[i].reached) m->n_bindings -= in->nodes[i].size;
    }
    ir_globals_set(m, kept, n);
}

bool pass_inline_private_functions(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    Inline in = {.m = m, .arena = &arena, .n = (uint32_t)m->globals.len};
    in.room = GROWTH * m->n_bindings + GROWTH_FREE;
    in.nodes = ARENA_ARRAY(&arena, Node, (size_t)in.n + 1);
    for (uint32_t i = 0; i < in.n; i++) m->globals.at[i]->id = i;
    measure_all(&in);
    find_components(&in);
    for (size_t i = 0; i < in.order.len; i++) inline_into(&in, &in.nodes[in.order.at[i]]);
    reach(&in);
    remove_unreached(&in);
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return blocks_finish(m);
}

bool inline_infers(IrModule *m, const IrFunction *fn) {
    Arena arena;
    const size_t n_bindings = m->n_bindings;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    Inline in = {.m = m, .arena = &arena, .n = (uint32_t)m->globals.len, .checks = true};
    in.nodes = ARENA_ARRAY(&arena, Node, (size_t)in.n + 1);
    for (uint32_t i = 0; i < in.n; i++) m->globals.at[i]->id = i;
    measure_all(&in);
    bool ok = true;
    if (in.calls) {
        IrClone c;
        find_components(&in);
        ir_clone_begin(&c, m, &arena, fn, NULL);
        for (size_t i = 0; i < fn->params.len; i++) ir_clone_param(&c, fn->params.at[i]);
        c.visit = visit_check;
        c.user = &in;
        ok = ir_clone_finish(&c);
    }
    m->n_bindings = n_bindings;
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return ok;
}
