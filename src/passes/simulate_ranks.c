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
#include "ops/ops.h"
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

/* How a function is used: bits. */
enum { CALLED = 1, SCANNED = 2, PASSED_ON = 4 };

/* The operand is the function that a binding calls. */
static unsigned use_of(const IrBinding *b, const IrOperand *o) {
    if (!b || o != b->operands.at) return PASSED_ON;
    if (b->kind == IR_BIND_INVOKE) return CALLED;
    return b->kind == IR_BIND_CALL && b->op == &op_scan ? SCANNED : PASSED_ON;
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
            if (o->kind != IR_OPERAND_GLOBAL) continue;
            q->s->uses[o->global->id] |= (uint8_t)use_of(b, o);
            vec_push(q->s->arena, &q->callers[o->global->id], id);
        }
    }
}

static void find_many(RankSim *s) {
    IrModule *m = s->m;
    const size_t n = m->globals.len;
    Search q = {.s = s, .callers = ARENA_ARRAY(s->arena, Ids, n + 1)};
    s->is_many = ARENA_ARRAY(s->arena, bool, n + 1);
    s->uses = ARENA_ARRAY(s->arena, uint8_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        look_into(&q, (uint32_t)i, fn);
        if (fn->is_private) continue;
        s->uses[i] |= CALLED;
        mark(&q, (uint32_t)i);
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

static void note_meeting(RankSim *s, const IrBinding *b) {
    for (; b && !in_map(&s->meetings, b); b = b->block->body->owner)
        map_add(&s->meetings, hash_ptr(0, b), (void *)(uintptr_t)b);
}

/* Notes the bindings of the function in which, or in whose branches, ranks meet; true where there
 * are such. */
static bool find_meetings(RankSim *s, const IrFunction *fn) {
    bool any = false;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const bool makes = b->kind == IR_BIND_FUNCTION && find_meetings(s, b->function);
        const bool meets =
            (b->kind == IR_BIND_CALL && (b->op->flags & OP_WORKERS)) || makes || calls_many(s, b);
        any |= meets;
        if (meets) note_meeting(s, b);
        for (const IrOperand *use = makes ? b->var->uses : NULL; use; use = use->next_use) {
            if (use->list->binding) note_meeting(s, use->list->binding);
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

static bool refuse(RankFrame *f, const char *where) {
    Ctx *ctx = f->s->m->ctx;
    Diag *e = diag_error(ctx, f->b.loc, DIAG_PASS_OPTION, "SimulateRanks",
                         diag_fmt(ctx, "there is a collective %s", where));
    diag_expected(ctx, e, "it where all ranks are known to come alike");
    return false;
}

/* An operand once a rank; of a tuple each of its elements. */
static void spread(RankFrame *f, const IrOperand *o, IrOperandBuf *out) {
    for (uint32_t r = 0; r < ranks_of(f); r++) ir_clone_operands(&f->at[r], o, o->span, out);
}

/* The elements of a tuple, each once a rank, and their number. False after a report. */
static bool spread_elements(RankFrame *f, const IrOperand *tuple, IrOperandBuf *out, uint32_t *n) {
    *n = 0;
    if (tuple->kind == IR_OPERAND_TUPLE) {
        for (uint32_t i = 1; i < tuple->span; i += tuple[i].span) spread(f, &tuple[i], out);
        *n = tuple->n * ranks_of(f);
        return true;
    }
    const IrType *t = ir_operand_type(f->s->m, tuple);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        for (uint32_t r = 0; r < ranks_of(f); r++) {
            IrOperandBuf own;
            ir_operands_init(&own, &f->s->m->scratch);
            ir_clone_operands(&f->at[r], tuple, 1, &own);
            IrVar *v = ir_build_field(&f->b, own.ops.at, 1, i, "lv");
            if (!v) return false;
            ir_operands_var(out, v);
        }
    }
    *n = t->kind == IR_TYPE_TUPLE ? t->n * ranks_of(f) : 0;
    return t->kind == IR_TYPE_TUPLE || refuse(f, "in a loop whose values are not known one by one");
}

/* A call of a function of all ranks. */
static bool call_many(RankFrame *f, const IrBinding *b) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &f->s->m->scratch);
    ir_clone_operands(&f->at[0], b->operands.at, 1, &buf);
    for (uint32_t i = 1; i < b->operands.n; i += b->operands.at[i].span)
        spread(f, &b->operands.at[i], &buf);
    return give_fields(f, b, ir_build_invoke(&f->b, buf.ops.at, (uint32_t)buf.ops.len, NULL));
}

/* How often the loop goes is the same on all ranks, or checked by its sequences. */
static bool same_trip(RankFrame *f, const IrBinding *b) {
    const IrOperand *sequences = ir_operand_get(&b->operands, 2),
                    *trip = ir_operand_get(&b->operands, 4);
    if (trip->kind == IR_OPERAND_NONE || ir_operand_type(f->s->m, sequences)->n) return true;
    const IrOperands list = {.at = (IrOperand *)(uintptr_t)trip, .n = trip->span};
    return same_everywhere(f, &list) || refuse(f, "in a loop whose trip may differ between ranks");
}

/* The body returns each carry and each output once a rank. */
static bool simulate_scan(RankFrame *f, const IrBinding *b) {
    IrModule *m = f->s->m;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    if (!same_trip(f, b)) return false;
    ir_clone_operands(&f->at[0], b->operands.at, 1, &buf);
    for (uint32_t i = 1; i <= 3; i++) {
        const IrOperand *values = ir_operand_get(&b->operands, i);
        uint32_t n;
        if (values->kind == IR_OPERAND_NONE) {
            ir_operands_none(&buf);
            continue;
        }
        const size_t at = ir_operands_tuple(&buf);
        if (!spread_elements(f, values, &buf, &n)) return false;
        ir_operands_end(&buf, at, n);
    }
    const IrOperand *trip = ir_operand_get(&b->operands, 4);
    ir_clone_operands(&f->at[0], trip, trip->span, &buf);
    IrVar *all = ir_build_call(&f->b, b->op, buf.ops.at, (uint32_t)buf.ops.len,
                               (IrCallForm){.attrs = b->attrs}, NULL);
    if (!all) return false;
    const IrOperand *body = b->operands.at;
    const bool is_called =
        body->kind == IR_OPERAND_GLOBAL && f->s->uses[body->global->id] != SCANNED;
    if (is_called || all->type->kind != IR_TYPE_TUPLE)
        return refuse(f, "in a loop whose values are not known one by one");
    const uint32_t n = all->type->n / ranks_of(f);
    for (uint32_t r = 0; r < ranks_of(f); r++) {
        IrOperandBuf own;
        ir_operands_init(&own, &m->scratch);
        const size_t at = ir_operands_tuple(&own);
        for (uint32_t i = 0; i < n; i++) {
            const IrOperand tuple = d_var(all);
            IrVar *v = ir_build_field(&f->b, &tuple, 1, i * ranks_of(f) + r, "lv");
            if (!v) return false;
            ir_operands_var(&own, v);
        }
        ir_operands_end(&own, at, n);
        IrVar *v = ir_build_value(&f->b, own.ops.at, (uint32_t)own.ops.len, b->var->name);
        if (!v) return false;
        ir_clone_set_var(&f->at[r], b->var, v);
    }
    return true;
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
static bool simulate_function(RankFrame *around, const IrBinding *b);

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

static bool meet(RankFrame *f, IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_CALL:
        if (b->op->flags & OP_WORKERS) return simulate_collective(f, b);
        if (b->op == &op_scan) return simulate_scan(f, b);
        return refuse(f, "in a function that a loop calls as often as a rank's values say");
    case IR_BIND_INVOKE: return call_many(f, b);
    case IR_BIND_IF: return simulate_if(f, b);
    case IR_BIND_FUNCTION: return simulate_function(f, b);
    default: return refuse(f, "in a function that is a value");
    }
}

static bool simulate_binding(RankFrame *f, IrBinding *b) {
    if (in_map(&f->s->meetings, b)) return meet(f, b);
    const bool is_one = is_common(f, b);
    for (uint32_t r = 0; r < ranks_of(f); r++) {
        if (r && is_one)
            ir_clone_set(&f->at[r], b->var, *ir_clone_value(&f->at[0], b->var));
        else if (!ir_clone_binding(&f->at[r], b))
            return false;
    }
    return true;
}

/* The bindings of all ranks go to `to`; *result: the tuple of their results, or of a function that
 * scans call (f->is_flat) each element of its result once a rank. */
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
    uint32_t n = ranks_of(f);
    if (f->is_flat && !from->owner) {
        if (!f->b.block) f->b.block = ir_block_append(to, false);
        if (!spread_elements(f, from->result.at, result, &n)) return false;
    } else {
        spread(f, from->result.at, result);
    }
    ir_operands_end(result, tuple, n);
    return true;
}

/* Functions */

/* A new function, nested in `parent` or not, without parameters yet. */
static void begin(RankFrame *f, RankSim *s, const IrFunction *from, IrFunction *parent) {
    const uint32_t n = s->mesh.ranks;
    *f = (RankFrame){.s = s, .from = from, .at = ARENA_ARRAY(s->arena, IrClone, n)};
    IrFunction *to = ir_clone_begin(&f->at[0], s->m, s->arena, from, parent);
    f->b = (IrBuilder){.m = s->m, .fn = to, .loc = from->loc};
    for (uint32_t r = 1; r < n; r++) ir_clone_into(&f->at[r], s->m, s->arena, from, f->b);
}

/* Each parameter behind the captures once a rank, and what the function returns by the old one. */
static void sign(RankFrame *f) {
    RankSim *s = f->s;
    const uint32_t n = s->mesh.ranks;
    const IrFunction *from = f->from;
    for (size_t i = from->n_captures; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        for (uint32_t r = 0; r < n; r++) {
            const char *name = arena_printf(&s->m->arena, "%s_rank%u", p->name, r);
            const IrType *t = ir_clone_type(&f->at[r], p->type);
            IrVar *v = ir_clone_new_param(&f->at[r], intern_c(&s->m->names, name), t);
            ir_clone_set_var(&f->at[r], p, v);
        }
    }
    const IrType *result = from->result;
    const uint32_t fields = f->is_flat && result->kind == IR_TYPE_TUPLE ? result->n : 1;
    const IrType **results = ARENA_ARRAY(s->arena, const IrType *, (size_t)fields *n + 1);
    for (uint32_t i = 0; i < fields; i++) {
        for (uint32_t r = 0; r < n; r++)
            results[i * n + r] = ir_clone_type(&f->at[r], f->is_flat ? result->fields[i] : result);
    }
    f->b.fn->result = ir_type_tuple(s->m, results, fields * n);
}

/* Of a function of the module. */
static void begin_global(RankFrame *f, RankSim *s, const IrFunction *from, uint32_t id) {
    begin(f, s, from, NULL);
    f->is_flat = s->uses[id] == SCANNED && from->result->kind == IR_TYPE_TUPLE;
    sign(f);
    IrFunction *to = f->b.fn;
    const uint32_t n = s->mesh.ranks;
    const IrAttr *inputs = ir_function_attr(from, "num_input", IR_ATTR_INT);
    if (inputs) ir_function_set_int(to, "num_input", inputs->i * n);
    static const char *const others[] = {MESH_ATTR, "donate", IR_INPUT_NAMES, IR_OUTPUT_NAMES};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) ir_function_drop_attr(to, others[i]);
    ir_function_set_int(to, "ranks", n);
    if (ir_function_attr(from, DISTRIBUTE_INPUTS, IR_ATTR_LIST))
        ir_function_set_string(to, RANKS_MESH_ATTR, s->text);
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

/* What a nested function captures, each rank's; one variable once. */
static bool capture(RankFrame *f, RankFrame *around, const IrBinding *b, IrOperandBuf *captures) {
    IrFunction *to = f->b.fn;
    for (uint32_t i = 0; i < f->from->n_captures; i++) {
        const IrVar *p = f->from->params.at[i];
        IrVar *last = NULL;
        for (uint32_t r = 0; r < ranks_of(f); r++) {
            IrOperand o = *ir_clone_value(&around->at[r], b->operands.at[i].var);
            if (o.kind != IR_OPERAND_VAR) {
                IrVar *v = ir_build_value(&around->b, &o, 1, p->name);
                if (!v) return false;
                o = d_var(v);
            }
            if (o.var != last) {
                last = o.var;
                vec_push(&f->s->m->arena, &to->params, ir_var_new(to, p->name, o.var->type));
                ir_operands_var(captures, o.var);
            }
            ir_clone_set_var(&f->at[r], p, to->params.at[to->params.len - 1]);
        }
    }
    to->n_captures = (uint32_t)to->params.len;
    return true;
}

/* A nested function in which ranks meet becomes one of all ranks. */
static bool simulate_function(RankFrame *around, const IrBinding *b) {
    unsigned uses = 0;
    for (const IrOperand *use = b->var->uses; use; use = use->next_use)
        uses |= use_of(use->list->binding, use);
    if (uses != CALLED && uses != SCANNED)
        return refuse(around, "in a nested function that is not only called, or only scanned with");
    RankFrame f;
    begin(&f, around->s, b->function, around->b.fn);
    f.is_flat = uses == SCANNED && b->function->result->kind == IR_TYPE_TUPLE;
    for (uint32_t r = 0; r < ranks_of(&f); r++) f.at[r].outer = &around->at[r];
    IrOperandBuf captures;
    ir_operands_init(&captures, around->s->arena);
    if (!capture(&f, around, b, &captures)) return false;
    sign(&f);
    if (!finish(&f)) return false;
    IrVar *v = ir_build_function(&around->b, f.b.fn, captures.ops.at, (uint32_t)captures.ops.len,
                                 b->var->name);
    for (uint32_t r = 0; v && r < ranks_of(&f); r++) ir_clone_set_var(&around->at[r], b->var, v);
    return v != NULL;
}

/* A mesh of one axis, or the number that another must have; NULL: it is right. */
static const char *check_count(RankSim *s, int64_t ranks) {
    if (ranks > RANKS_MAX) return "4096 ranks side by side are the most";
    if (ranks > 0 && !s->text) s->text = arena_printf(&s->m->arena, "ranks=%u", (unsigned)ranks);
    const char *wrong = s->text ? mesh_parse(&s->mesh, s->text) : "no mesh is given";
    if (!wrong && s->mesh.ranks > RANKS_MAX) wrong = "4096 ranks side by side are the most";
    if (!wrong && ranks > 0 && s->mesh.ranks != ranks)
        wrong =
            diag_fmt(s->m->ctx, "the mesh has %u ranks, not %u", s->mesh.ranks, (unsigned)ranks);
    return wrong;
}

static bool is_mesh(const Mesh *a, const char *text) {
    Mesh b;
    if (mesh_parse(&b, text) || a->n != b.n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->axes[i].size != b.axes[i].size || !str_eq(a->axes[i].name, b.axes[i].name))
            return false;
    }
    return true;
}

/* Shapes of what Distribute has made, and which sums there are, are those of its mesh. NULL: it is
 * this one. */
static const char *check_distributed(const RankSim *s) {
    const IrModule *m = s->m;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !ir_function_attr(fn, DISTRIBUTE_INPUTS, IR_ATTR_LIST)) continue;
        const IrAttr *a = ir_function_attr(fn, MESH_ATTR, IR_ATTR_STRING);
        if (a && !is_mesh(&s->mesh, a->s))
            return diag_fmt(m->ctx, "'%s' was distributed over '%s'", fn->name, a->s);
    }
    return NULL;
}

/* The option's mesh, else that of the functions' attributes. */
static bool find_mesh(RankSim *s, const PassValue *option, int64_t ranks) {
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
    const char *wrong = check_count(s, ranks);
    if (!wrong) wrong = check_distributed(s);
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
    bool ok = find_mesh(&s, &values[0], values[1].i);
    const size_t n = m->globals.len;
    RankFrame *frames = ARENA_ARRAY(&arena, RankFrame, n + 1);
    if (ok) find_many(&s);
    /* Signatures first: the type of a call comes from its callee's. */
    for (size_t i = 0; ok && i < n; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) find_meetings(&s, fn);
        if (s.is_many[i]) begin_global(&frames[i], &s, fn, (uint32_t)i);
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
