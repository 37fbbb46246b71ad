/* SPDX-License-Identifier: Apache-2.0 */
/* See onnx/keep_plan.h. */
#include "onnx/keep_plan.h"

void onnx_planner_init(OnnxPlanner *self, IrModule *m, Arena *arena, int64_t opset) {
    const OnnxKept *kept = m->kept;
    *self = (OnnxPlanner){.m = m, .kept = kept, .arena = arena, .opset = opset};
    self->latest = ARENA_ARRAY(arena, OnnxInstance *, (size_t)kept->n_records + 1);
    self->found = ARENA_ARRAY(arena, OnnxFound, (size_t)kept->n_sources + 1);
    self->params = ARENA_ARRAY(arena, const IrVar *, kept->params.len + 1);
    self->is_wanted = ARENA_ARRAY(arena, bool, (size_t)kept->n_sources + 1);
    map_init(&self->plans, arena);
}

typedef struct {
    OnnxPlanner *p;
    OnnxPlan *plan;
} Walk;

/* Branches that are part of the instance; those of a nested function are not the plan's. */
static void note_whole(OnnxPlan *plan, const OnnxInstance *i) {
    const OnnxRecord *r = i->record;
    for (uint32_t k = 0; r->n_bodies && k < r->n_own; k++) {
        if (r->bindings[k].kind == IR_BIND_IF && i->vars[k]) plan->is_whole[i->vars[k]->id] = true;
    }
}

static void forward(Walk *self) {
    OnnxPlan *plan = self->plan;
    uint32_t n = 0;
    IrWalk w;
    ir_walk_init(&w, plan->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&w));) { /* an IF before its branches */
        ctx_poll(self->p->m->ctx);
        plan->seq[b->var->id] = ++n;
        for (const OnnxOrigin *o = onnx_origin_of(b); o; o = o->outer) { /* the whole call wins */
            if (o->output == ONNX_NO_BINDING) continue;
            OnnxInstance *i = onnx_match(self->p, plan, b->var, o);
            onnx_found(self->p, plan, o->record->out[o->output])->var = b->var;
            if (!i) continue;
            plan->of[b->var->id] = i;
            plan->output[b->var->id] = o->output;
            note_whole(plan, i);
        }
    }
}

static void need(OnnxPlan *plan, const IrOperand *o, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (o[i].kind == IR_OPERAND_VAR) plan->is_needed[o[i].var->id] = true;
    }
}

/* The source is taken by its name: it is a constant, or stands in the function, or is made by its
 * own node, of which the same holds. */
static void want(Walk *self, OnnxSource *s) {
    OnnxPlanner *p = self->p;
    VEC(OnnxSource *) work = {.at = NULL};
    vec_push(p->arena, &work, s);
    while (work.len) {
        OnnxSource *top = work.at[--work.len];
        const bool is_list = !onnx_is_constant(top) && top->known && !onnx_known_constant(p, top);
        const IrVar *v = onnx_found(p, self->plan, top)->var;
        if (!onnx_is_constant(top) && !top->known) {
            self->plan->is_needed[v->id] = true;
            continue;
        }
        if (p->is_wanted[top->id]) continue;
        p->is_wanted[top->id] = true;
        vec_push(p->arena, &self->plan->wanted, top);
        for (uint32_t i = 0; is_list && i < top->record->n_in; i++) {
            if (top->record->in[i]) vec_push(p->arena, &work, top->record->in[i]);
        }
    }
}

uint32_t onnx_input_as(const OnnxInstance *self, uint32_t k) {
    const OnnxRecord *r = self->record;
    if (self->inputs[k].kind != IR_OPERAND_NONE || onnx_is_constant(r->in[k])) return k;
    for (uint32_t i = 0; i < k; i++) {
        if (r->in[i] == r->in[k] && self->inputs[i].kind != IR_OPERAND_NONE) return i;
    }
    return k;
}

static void need_instance(Walk *self, OnnxInstance *i) {
    const OnnxRecord *r = i->record;
    if (i->is_needed) return;
    i->is_needed = true;
    vec_push(self->p->arena, &self->plan->instances, i);
    for (uint32_t k = 0; k < r->n_in; k++) {
        const IrOperand *x = &i->inputs[k];
        OnnxSource *s = r->in[k];
        if (x->kind == IR_OPERAND_VAR) self->plan->is_needed[x->var->id] = true;
        if (!s || x->kind == IR_OPERAND_VAR ||
            (x->kind == IR_OPERAND_CONST && onnx_const_was(self->p, x->constant) != s->constant))
            continue;
        if (onnx_input_as(i, k) != k) continue;
        want(self, s);
    }
}

/* Nothing uses it, and its node is written without it. */
static bool is_left_over(const Walk *self, const IrBinding *b) {
    if (b->var->n_uses || b->kind == IR_BIND_MATCH_CAST) return false;
    for (const OnnxOrigin *o = onnx_origin_of(b); o; o = o->outer) {
        const OnnxInstance *i = self->p->latest[o->record->id];
        if (o->output == ONNX_NO_BINDING && i && i->n_roots) return true;
    }
    return false;
}

/* As deep as branches nest. What takes a value stands behind it, so an IF is known to be needed
 * before its branches are looked at. */
static void backward(Walk *self, const IrBody *body) {
    OnnxPlan *plan = self->plan;
    need(plan, body->result.at, body->result.n);
    for (const IrBinding *b = body->last; b; b = b->prev) {
        bool *is_needed = &plan->is_needed[b->var->id];
        const bool is_whole = plan->is_whole[b->var->id];
        ctx_poll(self->p->m->ctx);
        *is_needed |=
            (b->kind == IR_BIND_IF && !is_whole) || (!b->var->n_uses && !is_left_over(self, b));
        if (!*is_needed) continue;
        OnnxInstance *instance = plan->of[b->var->id];
        if (instance) {
            need_instance(self, instance);
            continue;
        }
        need(plan, b->operands.at, b->operands.n);
        for (int k = 0; b->kind == IR_BIND_IF && k < 2; k++) backward(self, b->bodies[k]);
    }
}

OnnxPlan *onnx_plan(OnnxPlanner *self, const IrFunction *fn) {
    for (MapIter it = map_find(&self->plans, hash_ptr(0, fn)); map_next(&self->plans, &it);) {
        OnnxPlan *plan = it.value;
        if (plan->fn == fn) return plan;
    }
    OnnxPlan *plan = ARENA_NEW(self->arena, OnnxPlan);
    *plan = (OnnxPlan){.fn = fn, .n_vars = fn->n_vars};
    map_add(&self->plans, hash_ptr(0, fn), plan);
    plan->of = ARENA_ARRAY(self->arena, OnnxInstance *, (size_t)fn->n_vars + 1);
    plan->output = ARENA_ARRAY(self->arena, uint32_t, (size_t)fn->n_vars + 1);
    plan->seq = ARENA_ARRAY(self->arena, uint32_t, (size_t)fn->n_vars + 1);
    plan->is_needed = ARENA_ARRAY(self->arena, bool, (size_t)fn->n_vars + 1);
    plan->is_whole = ARENA_ARRAY(self->arena, bool, (size_t)fn->n_vars + 1);
    if (!fn->body) return plan;
    Walk walk = {.p = self, .plan = plan};
    onnx_rename_enter(self, fn);
    for (size_t i = 0; i < self->kept->params.len; i++) {
        const OnnxSource *s = self->kept->params.at[i].source;
        if (s && self->params[i]) onnx_found(self, plan, s)->var = self->params[i];
    }
    forward(&walk);
    backward(&walk, fn->body);
    return plan;
}

/* What is left alone before the module is written */

struct OnnxKeep {
    Arena *arena;
    Map kept;   /* origins of bindings that are not written by themselves */
    Map others; /* the same origin stands at a binding that is: a clone */
};

/* A function; is_whole: nothing of it is written by itself. */
typedef struct {
    const IrFunction *fn;
    bool is_whole;
} Kept;

static bool has(const Map *map, const IrOrigin *origin) {
    for (MapIter it = map_find(map, hash_ptr(0, origin)); map_next(map, &it);) {
        if (it.value == (const void *)origin) return true;
    }
    return false;
}

static void add(Map *map, const IrOrigin *origin) {
    if (!has(map, origin)) map_add(map, hash_ptr(0, origin), (void *)(uintptr_t)origin);
}

OnnxKeep *onnx_keep(IrModule *m, int64_t opset, Arena *arena) {
    if (!m->kept || !m->kept->model) return NULL;
    OnnxKeep *self = ARENA_NEW(arena, OnnxKeep);
    Arena plans; /* of the module as it is now: the writer makes its own */
    OnnxPlanner planner;
    VEC(Kept) functions = {.at = NULL};
    *self = (OnnxKeep){.arena = arena};
    map_init(&self->kept, arena);
    map_init(&self->others, arena);
    arena_init(&plans, m->ctx);
    onnx_planner_init(&planner, m, &plans, opset);
    arena_alloc(&m->scratch, 1);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) vec_push(&plans, &functions, ((Kept){fn, false}));
    }
    for (size_t i = 0; i < functions.len; i++) {
        const Kept of = functions.at[i];
        const OnnxPlan *plan = of.is_whole ? NULL : onnx_plan(&planner, of.fn);
        IrWalk w;
        ir_walk_init(&w, of.fn->body);
        for (IrBinding *b; (b = ir_walk_next(&w));) {
            const bool is_kept =
                !plan || !onnx_plan_needs(plan, b->var) || onnx_plan_of(plan, b->var);
            if (b->kind == IR_BIND_FUNCTION && b->function->body)
                vec_push(&plans, &functions, ((Kept){b->function, is_kept}));
            if (!b->origin) continue;
            add(is_kept ? &self->kept : &self->others, b->origin);
        }
    }
    arena_fini(&m->scratch);
    arena_fini(&plans);
    return self;
}

bool onnx_keeps(const OnnxKeep *self, const IrBinding *b) {
    return self && b->origin && has(&self->kept, b->origin) && !has(&self->others, b->origin);
}
