/* SPDX-License-Identifier: Apache-2.0 */
/* The most bytes that a function's values hold at once, each freed after its last use.
 *
 * The bindings are laid out as steps, a branch's end being one as well:
 *
 *     c                  0
 *     if c:              1   opens
 *         a = ...        2
 *                        3   the branch that was taken ends
 *     else:
 *         b = ...        4
 *                        5   the other ends; the if's value is there
 *     use                6
 *
 * A walk back over the steps finds the last step of each value. What only gives a value another
 * name (a plain binding, a tuple, a field, a match_cast, a closure) owns nothing and prolongs
 * what it refers to. A value from outside that a branch uses lives until both branches have
 * ended, as only one runs. A walk forward then adds and frees; an `if` starts both branches from
 * the same amount and goes on with the larger of what they leave, which the if's value owns from
 * there on.
 *
 * Linear in the function. Approximate from above: a tuple's parts live as long as any of them. */
#include "api/api.h"

typedef enum { STEP_BINDING, STEP_ELSE, STEP_END } StepKind;

typedef struct {
    IrBinding *binding;
    StepKind kind;
    uint32_t end; /* of an if's first step: its last */
} Step;

typedef struct {
    size_t live; /* on entry */
    size_t kept; /* by the first branch */
    uint32_t end;
} Branch;

typedef struct {
    Arena *arena;
    ApiSizes *sizes;
    VEC(Step) steps;
    uint32_t *last;  /* by variable id: the step that uses it last */
    uint32_t *depth; /* by variable id: ifs around its binding */
    uint32_t *ends;  /* by depth: the last step of the if that is open there */
    uint32_t max_depth;
} Peak;

static void lay_out(Peak *p, IrFunction *fn) {
    IrBody *body = fn->body;
    IrBinding *b = body->first;
    uint32_t depth = 0;
    for (;;) {
        ctx_poll(p->arena->ctx);
        if (!b) {
            IrBinding *owner = body->owner;
            if (!owner) return;
            const bool is_first = body == owner->bodies[0];
            vec_push(p->arena, &p->steps, ((Step){owner, is_first ? STEP_ELSE : STEP_END, 0}));
            body = is_first ? owner->bodies[1] : owner->block->body;
            b = is_first ? body->first : owner->next;
            depth -= !is_first;
            continue;
        }
        vec_push(p->arena, &p->steps, ((Step){b, STEP_BINDING, 0}));
        p->depth[b->var->id] = depth;
        if (b->kind == IR_BIND_IF) {
            body = b->bodies[0];
            b = body->first;
            if (++depth > p->max_depth) p->max_depth = depth;
        } else {
            b = b->next;
        }
    }
}

/* The operands are needed at `step`, inside `depth` ifs. */
static void use(Peak *p, const IrOperands *list, uint32_t step, uint32_t depth) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_VAR) continue;
        const uint32_t id = list->at[i].var->id;
        uint32_t at = step;
        if (p->depth[id] < depth && p->ends[p->depth[id]] > at) at = p->ends[p->depth[id]];
        if (at > p->last[id]) p->last[id] = at;
    }
}

static bool is_alias(const IrBinding *b) {
    return b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD || b->kind == IR_BIND_MATCH_CAST ||
           b->kind == IR_BIND_FUNCTION;
}

static uint32_t later(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void find_last_uses(Peak *p, const IrFunction *fn) {
    uint32_t depth = 0;
    use(p, &fn->body->result, (uint32_t)p->steps.len, 0);
    for (uint32_t i = (uint32_t)p->steps.len; i-- > 0;) {
        Step *s = &p->steps.at[i];
        const IrBinding *b = s->binding;
        const uint32_t last = p->last[b->var->id];
        ctx_poll(p->arena->ctx);
        if (s->kind == STEP_END) {
            p->ends[depth++] = i;
            use(p, &b->bodies[1]->result, later(last, i), depth);
        } else if (s->kind == STEP_ELSE) {
            use(p, &b->bodies[0]->result, later(last, p->ends[depth - 1]), depth);
        } else {
            if (b->kind == IR_BIND_IF) s->end = p->ends[--depth];
            use(p, &b->operands, is_alias(b) ? later(last, i) : i, depth);
        }
    }
}

/* Plans to free what `var` owns, unless an if around it takes it over. */
static void plan_free(const Peak *p, size_t *freed, const IrVar *var, uint32_t step,
                      const Branch *branch, size_t bytes) {
    const uint32_t last = later(p->last[var->id], step);
    if (branch && last >= branch->end) return;
    freed[last] = api_add(freed[last], bytes);
}

static void add_up(Peak *p, TnFunctionInfo *out) {
    size_t *freed = ARENA_ARRAY(p->arena, size_t, p->steps.len + 1);
    Branch *branches = ARENA_ARRAY(p->arena, Branch, p->max_depth);
    size_t live = 0;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < p->steps.len; i++) {
        const Step *s = &p->steps.at[i];
        const IrBinding *b = s->binding;
        const Branch *around = depth ? &branches[depth - 1] : NULL;
        ctx_poll(p->arena->ctx);
        if (s->kind == STEP_ELSE) {
            Branch *branch = &branches[depth - 1];
            branch->kept = live - branch->live;
            live = branch->live;
        } else if (s->kind == STEP_END) {
            const Branch branch = branches[--depth];
            const size_t other = live - branch.live,
                         kept = other > branch.kept ? other : branch.kept;
            live = branch.live + kept;
            plan_free(p, freed, b->var, i, depth ? &branches[depth - 1] : NULL, kept);
        } else if (b->kind == IR_BIND_CALL || b->kind == IR_BIND_INVOKE) {
            const ApiSize size = api_size(p->sizes, b->var->type);
            out->dynamic_values += !size.known;
            live = api_add(live, size.bytes);
            plan_free(p, freed, b->var, i, around, size.bytes);
        }
        if (live > out->peak_bytes) out->peak_bytes = live;
        live -= freed[i] < live ? freed[i] : live; /* less only after a sum saturated */
        if (s->kind == STEP_BINDING && b->kind == IR_BIND_IF) {
            branches[depth++] = (Branch){.live = live, .end = s->end};
        }
    }
}

void api_peak(IrFunction *fn, ApiSizes *sizes, TnFunctionInfo *out) {
    Peak p = {.arena = sizes->arena, .sizes = sizes};
    const size_t n = (size_t)fn->n_vars + 1;
    p.last = ARENA_ARRAY(p.arena, uint32_t, n);
    p.depth = ARENA_ARRAY(p.arena, uint32_t, n);
    lay_out(&p, fn);
    p.ends = ARENA_ARRAY(p.arena, uint32_t, (size_t)p.max_depth + 1);
    find_last_uses(&p, fn);
    add_up(&p, out);
}
