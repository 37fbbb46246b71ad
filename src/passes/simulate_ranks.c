/* SPDX-License-Identifier: Apache-2.0 */
/* SimulateRanks: a function that every rank of a mesh runs becomes one function of all ranks side
 * by side. Each parameter and each binding is there once a rank, a collective is ordinary operators
 * over the ranks' values (passes/simulate_ccl.c), and the result is the tuple of their results.
 *
 *     def f(x):  mesh data=2              def f(x_rank0, x_rank1):
 *         y = R.exp(x)                        y = R.exp(x_rank0)
 *         s = R.ccl.allreduce(y)              y1 = R.exp(x_rank1)
 *         return s                            s = R.add(y, y1)
 *                                             return (s, s)
 *
 * So the evaluator, every backend and Gradient say what many ranks compute. Public functions become
 * such, and private ones in which ranks meet, themselves or in what they call; others are called
 * for each rank. The walk is one over the old bodies with a clone a rank. What has the same
 * operands on all ranks is computed once: a condition that is one value for all ranks is taken
 * alike, so ranks may meet in its branches. Linear in the bindings times the ranks, but for
 * alltoall, which is as many parts as a group has pairs. Recursion is over nested branches and
 * functions. */
#include "base/diag.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/simulate_parts.h"

enum { RANKS_MAX = 4096 };

/* Where ranks meet */

static bool in_map(const Map *map, const void *p) {
    for (MapIter it = map_find(map, hash_ptr(0, p)); map_next(map, &it);) {
        if (it.value == p) return true;
    }
    return false;
}

typedef VEC(uint32_t) Ids;

typedef struct {
    RankSim *s;
    Ids *callers; /* by global's id */
    Ids work;
} Search;

static void mark(Search *q, uint32_t id) {
    if (q->s->is_many[id]) return;
    q->s->is_many[id] = true;
    vec_push(q->s->arena, &q->work, id);
}

static void look_into(Search *q, uint32_t id, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL && (b->op->flags & OP_WORKERS)) mark(q, id);
        if (b->kind == IR_BIND_FUNCTION) look_into(q, id, b->function);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_GLOBAL)
                vec_push(q->s->arena, &q->callers[o->global->id], id);
        }
    }
}

static void find_many(RankSim *s) {
    IrModule *m = s->m;
    const size_t n = m->globals.len;
    Search q = {.s = s, .callers = ARENA_ARRAY(s->arena, Ids, n + 1)};
    s->is_many = ARENA_ARRAY(s->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        look_into(&q, (uint32_t)i, fn);
        if (!fn->is_private) mark(&q, (uint32_t)i);
    }
    while (q.work.len) {
        const Ids callers = q.callers[q.work.at[--q.work.len]];
        for (size_t i = 0; i < callers.len; i++) mark(&q, callers.at[i]);
    }
}

static bool calls_many(const RankSim *s, const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_GLOBAL && s->is_many[o->global->id]) return true;
    }
    return false;
}

/* Notes the bindings of the function in which, or in whose branches, ranks meet; true where there
 * are such. */
static bool find_meetings(RankSim *s, const IrFunction *fn) {
    bool any = false;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const bool meets = (b->kind == IR_BIND_CALL && (b->op->flags & OP_WORKERS)) ||
                           (b->kind == IR_BIND_FUNCTION && find_meetings(s, b->function)) ||
                           calls_many(s, b);
        any |= meets;
        for (const IrBinding *at = b; meets && at && !in_map(&s->meetings, at);
             at = at->block->body->owner) {
            map_add(&s->meetings, hash_ptr(0, at), (void *)(uintptr_t)at);
        }
    }
    return any;
}

/* Bindings */

static uint32_t ranks_of(const RankFrame *f) { return f->s->mesh.ranks; }

static void copy_operands(RankFrame *f, uint32_t rank, const IrOperands *list, IrOperandBuf *out) {
    ir_operands_init(out, &f->s->m->scratch);
    ir_clone_operands(&f->at[rank], list->at, list->n, out);
}

static bool same_operand(const IrOperand *a, const IrOperand *b) {
    if (a->kind != b->kind || a->span != b->span) return false;
    switch (a->kind) {
    case IR_OPERAND_NONE: return true;
    case IR_OPERAND_VAR: return a->var == b->var;
    case IR_OPERAND_CONST: return a->constant == b->constant;
    case IR_OPERAND_SHAPE: return a->type == b->type;
    case IR_OPERAND_PRIM: return a->type == b->type && memcmp(&a->f, &b->f, sizeof a->f) == 0;
    case IR_OPERAND_STRING: return a->string == b->string;
    case IR_OPERAND_GLOBAL: return a->global == b->global;
    case IR_OPERAND_TUPLE: return a->n == b->n;
    case IR_OPERAND_DTYPE: return a->dtype == b->dtype;
    }
    return false;
}

/* All ranks have the same operands. */
static bool same_everywhere(RankFrame *f, const IrOperands *list) {
    IrOperandBuf first, other;
    copy_operands(f, 0, list, &first);
    for (uint32_t r = 1; r < ranks_of(f); r++) {
        copy_operands(f, r, list, &other);
        for (uint32_t i = 0; i < list->n; i++) {
            if (!same_operand(&first.ops.at[i], &other.ops.at[i])) return false;
        }
    }
    return true;
}

/* One value for all ranks: nothing in it is a rank's own. */
static bool is_common(RankFrame *f, const IrBinding *b) {
    if (b->kind == IR_BIND_CALL) {
        if ((b->op->flags & (OP_PURE | OP_DISTINCT | OP_WORKERS)) != OP_PURE || b->n_types)
            return false;
    } else if (b->kind != IR_BIND_VALUE && b->kind != IR_BIND_FIELD) {
        return false;
    }
    return same_everywhere(f, &b->operands);
}

/* The tuple of all ranks' values becomes their values. */
static bool give_fields(RankFrame *f, const IrBinding *b, IrVar *all) {
    if (!all) return false;
    for (uint32_t r = 0; r < ranks_of(f); r++) {
        const IrOperand tuple = d_var(all);
        IrVar *v = ir_build_field(&f->b, &tuple, 1, r, b->var->name);
        if (!v) return false;
        ir_clone_set_var(&f->at[r], b->var, v);
    }
    return true;
}

/* A call of a function of all ranks: each argument once a rank. */
static bool call_many(RankFrame *f, const IrBinding *b) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &f->s->m->scratch);
    ir_operands_global(&buf, b->operands.at->global);
    for (uint32_t i = 1; i < b->operands.n; i += b->operands.at[i].span) {
        const IrOperand *arg = &b->operands.at[i];
        for (uint32_t r = 0; r < ranks_of(f); r++)
            ir_clone_operands(&f->at[r], arg, arg->span, &buf);
    }
    return give_fields(f, b, ir_build_invoke(&f->b, buf.ops.at, (uint32_t)buf.ops.len, NULL));
}

static bool refuse(RankFrame *f, const char *where) {
    Ctx *ctx = f->s->m->ctx;
    Diag *e = diag_error(ctx, f->b.loc, DIAG_PASS_OPTION, "SimulateRanks",
                         diag_fmt(ctx, "there is a collective %s", where));
    diag_expected(ctx, e, "it where all ranks are known to come alike");
    return false;
}

static void set_place(RankFrame *f, IrBlock *block, const IrBinding *b) {
    f->b.block = block;
    f->b.loc = b->loc;
    f->b.origin = b->origin;
    for (uint32_t r = 0; r < ranks_of(f); r++) {
        f->at[r].b.block = block;
        f->at[r].b.loc = b->loc;
        f->at[r].b.origin = b->origin;
    }
}

static bool simulate_body(RankFrame *f, const IrBody *from, IrBody *to, IrOperandBuf *result);

/* Ranks meet in the branches: the condition must be one for all. */
static bool simulate_if(RankFrame *f, const IrBinding *b) {
    IrModule *m = f->s->m;
    IrBlock *block = f->b.block;
    if (!same_everywhere(f, &b->operands)) {
        Diag *e = diag_error(m->ctx, b->loc, DIAG_PASS_OPTION, "SimulateRanks",
                             "there is a collective in a branch, and ranks may take another one");
        diag_expected(m->ctx, e, "a condition that all ranks have alike");
        diag_help(m->ctx, e, "R.ccl.broadcast_from_worker0 or R.ccl.allreduce of it is such");
        return false;
    }
    /* until the binding exists, scopes climb through this stand-in */
    IrBinding *owner = ARENA_NEW(&m->arena, IrBinding);
    owner->block = block;
    IrBody *bodies[2];
    for (int i = 0; i < 2; i++) {
        IrOperandBuf result;
        bodies[i] = ir_body_new(f->b.fn, owner);
        ir_operands_init(&result, f->s->arena);
        if (!simulate_body(f, b->bodies[i], bodies[i], &result)) return false;
        ir_body_set_result(bodies[i], result.ops.at, (uint32_t)result.ops.len);
    }
    set_place(f, block, b);
    IrOperandBuf cond;
    copy_operands(f, 0, &b->operands, &cond);
    return give_fields(f, b, ir_build_if(&f->b, cond.ops.at, bodies[0], bodies[1], b->var->name));
}

static bool simulate_binding(RankFrame *f, IrBinding *b) {
    if (in_map(&f->s->meetings, b)) {
        switch (b->kind) {
        case IR_BIND_CALL:
            if (b->op->flags & OP_WORKERS) return simulate_collective(f, b);
            return refuse(f, "in a function that a loop calls");
        case IR_BIND_INVOKE:
            if (b->operands.at->kind == IR_OPERAND_GLOBAL) return call_many(f, b);
            break;
        case IR_BIND_IF: return simulate_if(f, b);
        case IR_BIND_FUNCTION: return refuse(f, "in a nested function");
        default: break;
        }
        return refuse(f, "in a function that is a value");
    }
    const bool is_one = is_common(f, b);
    for (uint32_t r = 0; r < ranks_of(f); r++) {
        if (r && is_one)
            ir_clone_set(&f->at[r], b->var, *ir_clone_value(&f->at[0], b->var));
        else if (!ir_clone_binding(&f->at[r], b))
            return false;
    }
    return true;
}

/* The bindings of all ranks go to `to`; *result: the tuple of their results. */
static bool simulate_body(RankFrame *f, const IrBody *from, IrBody *to, IrOperandBuf *result) {
    IrModule *m = f->s->m;
    for (const IrBlock *block = from->first_block; block; block = block->next) {
        IrBlock *own = ir_block_append(to, block->is_dataflow);
        for (IrBinding *b = block->first; b; b = b == block->last ? NULL : b->next) {
            ctx_poll(m->ctx);
            const ArenaMark at = arena_mark(&m->scratch);
            set_place(f, own, b);
            const bool ok = simulate_binding(f, b);
            arena_rewind(&m->scratch, at);
            if (!ok) return false;
        }
    }
    const size_t tuple = ir_operands_tuple(result);
    for (uint32_t r = 0; r < ranks_of(f); r++)
        ir_clone_operands(&f->at[r], from->result.at, from->result.n, result);
    ir_operands_end(result, tuple, ranks_of(f));
    return true;
}

/* Functions */

/* The new function with the parameters of all ranks, and what it returns by the old one. */
static void begin(RankFrame *f, RankSim *s, const IrFunction *from) {
    const uint32_t n = s->mesh.ranks;
    *f = (RankFrame){.s = s, .from = from, .at = ARENA_ARRAY(s->arena, IrClone, n)};
    IrFunction *to = ir_clone_begin(&f->at[0], s->m, s->arena, from, NULL);
    f->b = (IrBuilder){.m = s->m, .fn = to, .loc = from->loc};
    for (uint32_t r = 1; r < n; r++) ir_clone_into(&f->at[r], s->m, s->arena, from, f->b);
    for (size_t i = 0; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        for (uint32_t r = 0; r < n; r++) {
            const char *name = arena_printf(&s->m->arena, "%s_rank%u", p->name, r);
            const IrType *t = ir_clone_type(&f->at[r], p->type);
            IrVar *v = ir_clone_new_param(&f->at[r], intern_c(&s->m->names, name), t);
            ir_clone_set_var(&f->at[r], p, v);
        }
    }
    const IrType **results = ARENA_ARRAY(s->arena, const IrType *, n);
    for (uint32_t r = 0; r < n; r++) results[r] = ir_clone_type(&f->at[r], from->result);
    to->result = ir_type_tuple(s->m, results, n);
    const IrAttr *inputs = ir_function_attr(from, "num_input", IR_ATTR_INT);
    if (inputs) ir_function_set_int(to, "num_input", inputs->i * n);
    static const char *const others[] = {MESH_ATTR, "donate", IR_INPUT_NAMES, IR_OUTPUT_NAMES};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) ir_function_drop_attr(to, others[i]);
    ir_function_set_int(to, "ranks", n);
}

static bool finish(RankFrame *f) {
    IrFunction *to = f->b.fn;
    to->body = ir_body_new(to, NULL);
    IrOperandBuf result;
    ir_operands_init(&result, f->s->arena);
    if (!simulate_body(f, f->from->body, to->body, &result)) return false;
    blocks_set_result(to, result.ops.at, (uint32_t)result.ops.len);
    ir_body_fix_outputs(to);
    return true;
}

/* The option's mesh, else that of the functions' attributes. */
static bool find_mesh(RankSim *s, const PassValue *option) {
    IrModule *m = s->m;
    s->text = option->n ? option->names[0] : NULL;
    for (size_t i = 0; i < m->globals.len && !option->n; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        const IrAttr *a = fn && fn->body ? ir_function_attr(fn, MESH_ATTR, IR_ATTR_STRING) : NULL;
        if (a && s->text && strcmp(s->text, a->s) != 0) {
            Diag *e = diag_error(m->ctx, fn->loc, DIAG_PASS_OPTION, "SimulateRanks",
                                 "functions have different meshes");
            diag_found(m->ctx, e, "'%s' and '%s'", s->text, a->s);
            return false;
        }
        if (a) s->text = a->s;
    }
    const char *wrong = s->text ? mesh_parse(&s->mesh, s->text) : "no mesh is given";
    if (!wrong && s->mesh.ranks > RANKS_MAX) wrong = "4096 ranks side by side are the most";
    if (!wrong) return true;
    Diag *e = diag_error(m->ctx, (Loc){0}, DIAG_PASS_OPTION, "SimulateRanks", wrong);
    diag_expected(m->ctx, e, "names of axes and their sizes, as in mesh=\"data=4,model=2\"");
    if (s->text) diag_found(m->ctx, e, "'%s'", s->text);
    return false;
}

bool pass_simulate_ranks(IrModule *m, const PassValue *values) {
    Arena arena;
    arena_init(&arena, m->ctx);
    RankSim s = {.m = m, .arena = &arena};
    map_init(&s.meetings, &arena);
    bool ok = find_mesh(&s, &values[0]);
    const size_t n = m->globals.len;
    RankFrame *frames = ARENA_ARRAY(&arena, RankFrame, n + 1);
    if (ok) find_many(&s);
    /* Signatures first: the type of a call comes from its callee's. */
    for (size_t i = 0; ok && i < n; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) find_meetings(&s, fn);
        if (s.is_many[i]) begin(&frames[i], &s, fn);
    }
    for (size_t i = 0; ok && i < n; i++) {
        if (s.is_many[i]) ir_function_publish(m->globals.at[i], frames[i].b.fn);
    }
    for (size_t i = 0; ok && i < n; i++) {
        if (s.is_many[i]) ok = finish(&frames[i]);
    }
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
