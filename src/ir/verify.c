/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier: one walk over each function checks everything that was asked for.
 *
 * Whether a variable may be used is kept in a table by id: not yet bound, visible, or out of reach
 * (its dataflow block or branch has ended). A log of what became visible undoes it at a scope's
 * end. Recursion is over nested bodies, whose depth the parser bounds. */
#include "ir/verify.h"

#include "base/diag.h"
#include "ir/definition.h"
#include "ir/text.h"

static const char *const prop_names[] = {
#define PROP(id, name, doc) name,
#include "ir/props.def"
};

enum { UNBOUND, VISIBLE, GONE };

typedef struct Verify {
    IrModule *m;
    unsigned props;
    Arena *arena;
    IrFunction *fn;
    uint8_t *state; /* by variable id */
    uint32_t *uses; /* operands met, by variable id */
    IrVar **vars;   /* by id */
    bool *met;      /* by symbol: a match_cast so far defines it */
    VEC(IrVar *) log;
    bool dataflow;
    const IrBody *body; /* the innermost one that is being checked */
    const struct Verify *outer;
} Verify;

static void fail(Verify *v, IrPropIndex prop, Loc loc, const char *fmt, ...) PRINTF_LIKE(4, 5);
static void fail(Verify *v, IrPropIndex prop, Loc loc, const char *fmt, ...) {
    Ctx *ctx = v->m->ctx;
    va_list args;
    va_start(args, fmt);
    const char *text = arena_vprintf(&ctx->diags->arena, fmt, args);
    va_end(args);
    diag_error(ctx, loc, DIAG_VERIFY, prop_names[prop], text);
}

#define WELL_FORMED(cond, ...)                                                                     \
    do {                                                                                           \
        if (!(cond)) fail(v, IR_PROP_INDEX_WELL_FORMED, loc, __VA_ARGS__);                         \
    } while (0)

static const char *name_of(const IrVar *var) { return var->name ? var->name : "(unnamed)"; }

static void bind(Verify *v, IrVar *var, Loc loc) {
    if (var->id >= v->fn->n_vars) {
        fail(v, IR_PROP_INDEX_WELL_FORMED, loc, "'%s' has an id past its function's", name_of(var));
        return;
    }
    WELL_FORMED(v->state[var->id] == UNBOUND, "'%s' is bound twice, or its id is taken",
                name_of(var));
    v->state[var->id] = VISIBLE;
    v->vars[var->id] = var;
    vec_push(v->arena, &v->log, var);
}

static void meet_symbol(void *user, IrSymbol *s) {
    Verify *v = user;
    if (s->function == v->fn) v->met[s->index] = true;
}

/* Is it a symbol of this function or one around it, and settled in this body or around it, before
 * what is looked at? */
static void check_symbol(Verify *v, const IrBody *body, Loc loc, IrSymbol *s) {
    const Verify *o = v;
    while (o && o->fn != s->function) o = o->outer;
    bool known = o && s->is_defined;
    if (known && s->body) {
        const IrBody *b = o == v ? body : o->body;
        while (b && b != s->body) b = b->owner ? b->owner->block->body : NULL;
        known = b != NULL && o->met[s->index];
    }
    if (!known) fail(v, IR_PROP_INDEX_SYMBOLS, loc, "symbol '%s' is not defined here", s->name);
}

typedef struct {
    Verify *v;
    const IrBody *body;
    Loc loc;
} SymbolVisit;

static void visit_symbol(void *user, IrSymbol *s) {
    SymbolVisit *visit = user;
    check_symbol(visit->v, visit->body, visit->loc, s);
}

static void check_type(Verify *v, const IrBody *body, Loc loc, const IrType *t) {
    if (!(v->props & IR_PROP_SYMBOLS) || !t->has_symbols) return;
    SymbolVisit visit = {v, body, loc};
    ir_type_symbols(t, visit_symbol, &visit);
}

/* A subtree is as long as its parts: an entry alone, or a tuple and its n elements. */
static bool is_whole(const IrOperands *list, uint32_t i) {
    const IrOperand *o = &list->at[i];
    if (o->span < 1 || o->span > list->n - i) return false;
    if (o->kind != IR_OPERAND_TUPLE) return o->span == 1;
    uint32_t at = 1, n = 0;
    for (; at < o->span && n < o->n && list->at[i + at].span >= 1; n++) {
        if (list->at[i + at].span > o->span - at) return false;
        at += list->at[i + at].span;
    }
    return at == o->span && n == o->n;
}

/* False: the operands cannot be walked. */
static bool check_operands(Verify *v, const IrOperands *list, const IrBody *body, Loc loc) {
    bool whole = true;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        bool good = is_whole(list, i);
        whole &= good;
        WELL_FORMED(good, "an operand's span is not that of its parts");
        WELL_FORMED(o->list == list, "an operand does not know its list");
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM)
            check_type(v, body, loc, o->type);
        if (o->kind != IR_OPERAND_VAR) continue;
        const IrVar *var = o->var;
        bool own =
            var->id < v->fn->n_vars && (v->vars[var->id] == var || v->state[var->id] == UNBOUND);
        if (!own) {
            fail(v, IR_PROP_INDEX_WELL_FORMED, loc, "'%s' belongs to another function",
                 name_of(var));
            continue;
        }
        v->uses[var->id]++;
        if (v->state[var->id] == VISIBLE) continue;
        fail(v, IR_PROP_INDEX_WELL_FORMED, loc, "'%s' is used %s", name_of(var),
             v->state[var->id] == UNBOUND ? "before it is bound" : "after its block ended");
    }
    return whole;
}

static void check_inferred(Verify *v, IrBinding *b) {
    const IrAttr *attrs;
    size_t before = diag_errors(v->m->ctx);
    ArenaMark mark = arena_mark(&v->m->scratch);
    const IrType *t = ir_infer_binding(b, &attrs);
    arena_rewind(&v->m->scratch, mark);
    if (!t) {
        if (diag_errors(v->m->ctx) == before)
            fail(v, IR_PROP_INDEX_TYPED, b->loc, "'%s' has no type", name_of(b->var));
    } else if (t != b->var->type && ir_type_subsumes(v->m, b->var->type, t) != IR_PROVED) {
        fail(v, IR_PROP_INDEX_TYPED, b->loc, "the type of '%s' is %s, and inference gives %s",
             name_of(b->var), ir_type_text(v->m, b->var->type), ir_type_text(v->m, t));
    } else if (b->kind == IR_BIND_CALL && attrs != b->attrs) {
        fail(v, IR_PROP_INDEX_TYPED, b->loc, "the attributes of '%s' are not canonical",
             name_of(b->var));
    }
}

static bool is_impure(Verify *v, const IrBinding *b) {
    if (b->kind == IR_BIND_CALL) return !(b->op->flags & OP_PURE);
    if (b->kind != IR_BIND_INVOKE) return false;
    const IrType *t = ir_operand_type(v->m, b->operands.at);
    return t->kind == IR_TYPE_CALLABLE && !t->pure;
}

static void check_purity(Verify *v, const IrBinding *b) {
    Ctx *ctx = v->m->ctx;
    if (b->kind == IR_BIND_IF && v->dataflow) {
        diag_error(ctx, b->loc, DIAG_UNSUPPORTED, "an 'if' in a dataflow block");
    }
    if (!is_impure(v, b) || (!v->dataflow && !v->fn->is_pure)) return;
    if (!v->dataflow && ir_function_is_forced(v->fn)) return;
    Diag *d =
        diag_error(ctx, b->loc, DIAG_IMPURE, v->dataflow ? "a dataflow block" : "a pure function");
    if (v->dataflow) {
        diag_help(ctx, d, "move it out of the block");
    } else {
        diag_help(ctx, d, "say so: @R.function(pure=False)");
    }
}

static bool verify_body(Verify *v, IrBody *body);
static void verify_function(Verify *outer, IrModule *m, IrFunction *fn, unsigned props);

static void leave(Verify *v, size_t mark, bool outputs_stay) {
    size_t kept = mark;
    for (size_t i = mark; i < v->log.len; i++) {
        IrVar *var = v->log.at[i];
        if (outputs_stay && var->is_output) {
            v->log.at[kept++] = var;
        } else {
            v->state[var->id] = GONE;
        }
    }
    v->log.len = kept;
}

static void verify_binding(Verify *v, IrBinding *b) {
    const Loc loc = b->loc;
    IrBody *body = b->block->body;
    WELL_FORMED(b->operands.binding == b, "a binding's operands do not know it");
    bool whole = check_operands(v, &b->operands, body, loc);
    if (b->kind == IR_BIND_IF) {
        for (int i = 0; i < 2; i++) {
            size_t mark = v->log.len;
            bool dataflow = v->dataflow;
            WELL_FORMED(b->bodies[i]->owner == b, "a branch does not know its 'if'");
            v->dataflow = false;
            whole &= verify_body(v, b->bodies[i]);
            v->dataflow = dataflow;
            leave(v, mark, false);
        }
    }
    if (b->kind == IR_BIND_FUNCTION) {
        WELL_FORMED(!whole || ir_operands_count(&b->operands) == b->function->n_captures,
                    "a nested function's captures do not match");
        verify_function(v, v->m, b->function, v->props);
    }
    if (!b->var) {
        fail(v, IR_PROP_INDEX_WELL_FORMED, loc, "a binding without a variable");
        return;
    }
    WELL_FORMED(b->var->def == b, "'%s' does not know its binding", name_of(b->var));
    bind(v, b->var, loc);
    if (b->kind == IR_BIND_MATCH_CAST && b->cast->has_symbols)
        ir_type_symbols(b->cast, meet_symbol, v);
    check_type(v, body, loc, b->var->type);
    if (v->props & IR_PROP_PURE_BLOCKS) check_purity(v, b);
    if (whole && (v->props & IR_PROP_TYPED)) check_inferred(v, b);
}

static void verify_block(Verify *v, IrBlock *block, const IrBinding **prev) {
    uint32_t n = 0;
    size_t mark = v->log.len;
    v->dataflow = block->is_dataflow;
    for (IrBinding *b = block->first; b; b = b->next) {
        const Loc loc = b->loc;
        ctx_poll(v->m->ctx);
        WELL_FORMED(b->block == block, "a binding stands in another block than it says");
        WELL_FORMED(b->prev == *prev && (!*prev || (*prev)->label < b->label),
                    "the chain of bindings is broken");
        if (b->block != block) return;
        *prev = b;
        n++;
        verify_binding(v, b);
        if (b == block->last) break;
    }
    const Loc loc = block->first ? block->first->loc : v->fn->loc;
    WELL_FORMED(n == block->n, "a block counts %u bindings and has %u", block->n, n);
    if (block->is_dataflow) leave(v, mark, true);
    v->dataflow = false;
}

/* False: it has no result whose type could be asked for. */
static bool verify_body(Verify *v, IrBody *body) {
    const Loc loc = body->owner ? body->owner->loc : v->fn->loc;
    const IrBinding *prev = NULL;
    const IrBody *around = v->body;
    v->body = body;
    for (IrBlock *block = body->first_block; block; block = block->next) {
        WELL_FORMED(block->body == body, "a block stands in another body than it says");
        verify_block(v, block, &prev);
    }
    WELL_FORMED(body->last == prev, "a body's chain of bindings has another end");
    WELL_FORMED(body->result.n, "a body has no result");
    bool whole = check_operands(v, &body->result, body, loc);
    v->body = around;
    return whole && body->result.n;
}

/* Every use that was met is in its variable's list, and nothing else is. */
static void check_use_lists(Verify *v) {
    const Loc loc = v->fn->loc;
    for (uint32_t id = 0; id < v->fn->n_vars; id++) {
        const IrVar *var = v->vars[id];
        if (!var) continue;
        uint32_t n = 0;
        for (const IrOperand *use = var->uses; use && n <= v->uses[id]; use = use->next_use) {
            n++;
            WELL_FORMED(use->var == var && use->kind == IR_OPERAND_VAR,
                        "a use list holds another's use");
        }
        WELL_FORMED(n == v->uses[id] && var->n_uses == n, "'%s' has %u uses and lists %u",
                    name_of(var), v->uses[id], n);
    }
}

/* donate = [[parameter, result], ...]: the result, a field of the tuple that is returned, may take
 * the parameter's memory. They are of one type, and each is named once. */
static void check_donation(Verify *v, const IrAttr *donate) {
    const IrFunction *fn = v->fn;
    const Loc loc = fn->loc;
    const IrType *result = fn->result;
    const bool is_tuple = result->kind == IR_TYPE_TUPLE;
    const size_t n_params = fn->params.len - fn->n_captures, n_results = is_tuple ? result->n : 1;
    bool *given = ARENA_ARRAY(v->arena, bool, n_params + 1),
         *taken = ARENA_ARRAY(v->arena, bool, n_results + 1);
    WELL_FORMED(donate->kind == IR_ATTR_LIST, "`donate` of '%s' is no list of [parameter, result]",
                fn->name);
    for (uint32_t i = 0; donate->kind == IR_ATTR_LIST && i < donate->n; i++) {
        const IrAttr *pair = &donate->items[i];
        const IrAttr *item = pair->items;
        const bool fits = pair->kind == IR_ATTR_LIST && pair->n == 2 &&
                          item[0].kind == IR_ATTR_INT && item[1].kind == IR_ATTR_INT;
        const uint64_t param = fits ? (uint64_t)item[0].i : 0,
                       field = fits ? (uint64_t)item[1].i : 0;
        if (!fits || param >= n_params || field >= n_results) {
            fail(v, IR_PROP_INDEX_WELL_FORMED, loc,
                 "`donate` of '%s': item %u is no pair of a parameter and a result", fn->name, i);
            continue;
        }
        const IrType *from = fn->params.at[fn->n_captures + param]->type,
                     *to = is_tuple ? result->fields[field] : result;
        WELL_FORMED(!given[param] && !taken[field],
                    "`donate` of '%s': item %u names something again", fn->name, i);
        WELL_FORMED(ir_type_subsumes(v->m, from, to) == IR_PROVED,
                    "`donate` of '%s': the parameter is %s, the result %s", fn->name,
                    ir_type_text(v->m, from), ir_type_text(v->m, to));
        given[param] = taken[field] = true;
    }
}

static void verify_function(Verify *outer, IrModule *m, IrFunction *fn, unsigned props) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Verify own = {.m = m, .props = props, .arena = &arena, .fn = fn, .outer = outer};
    Verify *v = &own;
    const Loc loc = fn->loc;
    v->state = ARENA_ARRAY(&arena, uint8_t, (size_t)fn->n_vars + 1);
    v->uses = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_vars + 1);
    v->vars = ARENA_ARRAY(&arena, IrVar *, (size_t)fn->n_vars + 1);
    v->met = ARENA_ARRAY(&arena, bool, fn->symbols.len + 1);
    for (size_t i = 0; i < fn->params.len; i++) {
        WELL_FORMED(!fn->params.at[i]->def, "parameter '%s' has a binding",
                    name_of(fn->params.at[i]));
        bind(v, fn->params.at[i], loc);
        check_type(v, fn->body, loc, fn->params.at[i]->type);
    }
    bool whole = verify_body(v, fn->body);
    check_type(v, NULL, loc, fn->result);
    if (whole && (props & IR_PROP_TYPED)) {
        const IrType *t = ir_operand_type(m, fn->body->result.at);
        if (ir_type_subsumes(m, fn->result, t) != IR_PROVED) {
            fail(v, IR_PROP_INDEX_TYPED, loc, "the result of '%s' is %s, and it returns %s",
                 fn->name, ir_type_text(m, fn->result), ir_type_text(m, t));
        }
    }
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], "donate") == 0) check_donation(v, &fn->attrs.items[i]);
    }
    check_use_lists(v);
    arena_fini(&arena);
}

bool ir_verify(IrModule *m, unsigned props) {
    size_t before = diag_errors(m->ctx);
    arena_alloc(&m->scratch, 1);
    for (size_t i = 0; i < m->definitions.len; i++)
        verify_function(NULL, m, m->definitions.at[i]->fn, props);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) verify_function(NULL, m, fn, props);
    }
    arena_fini(&m->scratch);
    return diag_errors(m->ctx) == before;
}
