/* SPDX-License-Identifier: Apache-2.0 */
/* Templates against the module: see onnx/keep.h. What a match adds to an instance is taken back
 * where it fails, so an instance gathers the outputs of its node one by one, and each of its
 * bindings is compared once. */
#include "ir/copy.h"
#include "onnx/keep_plan.h"

/* Types over other symbols */

typedef struct {
    const IrType *from, *to;
} Renamed;

/* A symbol of a nested function, as it is now. */
typedef struct {
    const IrSymbol *from;
    const IrDim *to;
} InnerSymbol;

static const IrDim *inner_symbol(const OnnxPlanner *self, const IrSymbol *s) {
    if (!self->has_inner) return NULL;
    for (MapIter it = map_find(&self->inner, hash_ptr(0, s)); map_next(&self->inner, &it);) {
        const InnerSymbol *i = it.value;
        if (i->from == s) return i->to;
    }
    return NULL;
}

static void bind(OnnxPlanner *self, const IrDim *was, const IrDim *is) {
    const IrSymbol *s = was ? ir_dim_as_symbol(was) : NULL;
    if (!s || !is) return;
    if (!self->symbols_of) self->symbols_of = s->function;
    if (s->function != self->symbols_of) return;
    while (self->symbols.len <= s->index) vec_push(self->arena, &self->symbols, NULL);
    if (!self->symbols.at[s->index]) self->symbols.at[s->index] = is;
}

static void bind_type(OnnxPlanner *self, const IrType *was, const IrType *is) {
    if (was->kind != is->kind) return;
    for (uint32_t i = 0; was->kind == IR_TYPE_TUPLE && was->n == is->n && i < was->n; i++)
        bind_type(self, was->fields[i], is->fields[i]);
    if (!was->dims || !is->dims || was->ndim != is->ndim) return;
    for (int32_t i = 0; i < was->ndim; i++) bind(self, was->dims[i], is->dims[i]);
}

/* Parameters go by their names: main may have got new ones and lost some. Of a copy the same is
 * asked of the symbols that the old ones have become. */
void onnx_rename_enter(OnnxPlanner *self, const IrFunction *fn) {
    const OnnxKept *kept = self->kept;
    bool same = true;
    if (self->fn == fn) return;
    self->fn = fn;
    self->symbols_of = NULL;
    self->symbols.len = 0;
    map_init(&self->types, self->arena);
    Map params;
    map_init(&params, self->arena);
    for (size_t i = 0; i < fn->params.len && !fn->parent; i++)
        map_add(&params, hash_ptr(0, fn->params.at[i]->name), fn->params.at[i]);
    for (size_t i = 0; i < kept->params.len; i++) {
        const OnnxParam *was = &kept->params.at[i];
        const char *name = ir_name(self->m, str_c(was->name));
        self->params[i] = NULL;
        for (MapIter it = map_find(&params, hash_ptr(0, name)); map_next(&params, &it);) {
            const IrVar *p = it.value;
            if (p->name != name) continue;
            self->params[i] = p;
            same = same && p->type == onnx_renamed(self, was->type);
        }
    }
    for (size_t i = 0; i < kept->params.len && !same; i++) {
        if (self->params[i]) bind_type(self, kept->params.at[i].type, self->params[i]->type);
    }
    if (!same) map_init(&self->types, self->arena);
}

static const IrDim *renamed_symbol(void *user, IrSymbol *symbol) {
    const OnnxPlanner *self = user;
    const IrDim *inner = inner_symbol(self, symbol);
    if (inner) return inner;
    if (symbol->function == self->symbols_of)
        return symbol->index < self->symbols.len ? self->symbols.at[symbol->index] : NULL;
    if (self->m->copy_of) symbol = ir_module_copy_symbol(self->m, symbol);
    return symbol ? ir_dim_symbol(self->m, symbol) : NULL;
}

const IrType *onnx_renamed(OnnxPlanner *self, const IrType *t) {
    if (!self->m->copy_of && ((!self->symbols_of && !self->has_inner) || !t->has_symbols)) return t;
    for (MapIter it = map_find(&self->types, hash_ptr(0, t)); map_next(&self->types, &it);) {
        const Renamed *r = it.value;
        if (r->from == t) return r->to;
    }
    const ArenaMark mark = arena_mark(&self->m->scratch);
    Renamed *r = ARENA_NEW(self->arena, Renamed);
    *r = (Renamed){t, ir_type_map(self->m, t, renamed_symbol, self)};
    arena_rewind(&self->m->scratch, mark);
    map_add(&self->types, hash_ptr(0, t), r);
    return r->to;
}

/* A value of type `is` may stand where one of type `was` stood: as far as that was known, it is the
 * same. */
static bool type_fits(OnnxPlanner *self, const IrType *was, const IrType *is) {
    if (was == is || onnx_renamed(self, was) == is) return true;
    if (was->kind != IR_TYPE_TENSOR || is->kind != IR_TYPE_TENSOR || was->dtype != is->dtype)
        return false;
    if (was->ndim == IR_NDIM_UNKNOWN) return true;
    if (was->ndim != is->ndim) return false;
    if (!was->dims) return true;
    const IrType *now = onnx_renamed(self, was);
    return now == is || (now->dims && is->dims &&
                         memcmp(now->dims, is->dims, (size_t)is->ndim * sizeof *is->dims) == 0);
}

/* Sources */

bool onnx_is_constant(const OnnxSource *s) { return s->proto || s->constant; }

bool onnx_known_constant(OnnxPlanner *self, const OnnxSource *s) {
    if (!s->known) return false;
    int64_t v;
    bool all = true;
    if (self->symbols_of && s->known->n) {
        const IrType *now =
            onnx_renamed(self, ir_type_shape(self->m, s->known->at, (int32_t)s->known->n));
        if (!now->dims) return false;
        for (uint32_t i = 0; i < s->known->n; i++) all = all && ir_dim_is_const(now->dims[i], &v);
        return all;
    }
    for (uint32_t i = 0; i < s->known->n; i++) all = all && ir_dim_is_const(s->known->at[i], &v);
    return all;
}

static bool onnx_same_dims(OnnxPlanner *self, const OnnxSource *s, const IrType *shape) {
    if (s->known->dtype != DTYPE_INT64 || s->known->ndim != 1 || shape->kind != IR_TYPE_SHAPE)
        return false;
    return onnx_renamed(self, ir_type_shape(self->m, s->known->at, (int32_t)s->known->n)) == shape;
}

OnnxFound *onnx_found(OnnxPlanner *self, const OnnxPlan *plan, const OnnxSource *s) {
    OnnxFound *f = &self->found[s->id];
    if (f->plan != plan) *f = (OnnxFound){.plan = plan};
    return f;
}

/* What its node takes, apart from constants: extents of a value that is there, or of which the same
 * holds. */
static bool takes_ghosts(OnnxPlanner *self, const OnnxPlan *plan, const OnnxSource *s) {
    const OnnxRecord *r = s->record;
    bool ok = r && s->known && r->n_out == 1 && !r->n && onnx_opset_keeps(self, r);
    for (uint32_t i = 0; ok && i < r->n_in; i++) {
        OnnxSource *in = r->in[i];
        if (!in) continue;
        if (onnx_is_constant(in)) continue;
        if (in->known) {
            const OnnxAnswer answer = onnx_found(self, plan, in)->ghost;
            if (answer == ONNX_ASK) vec_push(self->arena, &self->demands, in);
            ok = answer != ONNX_NO;
            continue;
        }
        const IrVar *v = onnx_found(self, plan, in)->var;
        ok = v && in->type && type_fits(self, in->type, v->type);
    }
    return ok;
}

/* Depth first, without recursion: what a source asks for is answered before it. */
static bool onnx_is_ghost(OnnxPlanner *self, const OnnxPlan *plan, OnnxSource *s) {
    if (onnx_is_constant(s)) return true;
    if (!s->known) return false;
    self->demands.len = 0;
    if (onnx_found(self, plan, s)->ghost == ONNX_ASK) vec_push(self->arena, &self->demands, s);
    while (self->demands.len) {
        const size_t n = self->demands.len;
        OnnxSource *top = self->demands.at[n - 1];
        OnnxFound *found = onnx_found(self, plan, top);
        if (found->ghost != ONNX_ASK) {
            self->demands.len--;
            continue;
        }
        ctx_poll(self->m->ctx);
        const bool ok = takes_ghosts(self, plan, top);
        if (!ok) self->demands.len = n;
        if (self->demands.len > n) continue;
        found->ghost = ok ? ONNX_YES : ONNX_NO;
        self->demands.len = n - 1;
    }
    return onnx_found(self, plan, s)->ghost == ONNX_YES;
}

/* Instances */

static OnnxInstance *instance_new(OnnxPlanner *self, const OnnxRecord *r) {
    OnnxInstance *i = ARENA_NEW(self->arena, OnnxInstance);
    i->record = r;
    i->vars = ARENA_ARRAY(self->arena, const IrVar *, (size_t)r->n + 1);
    i->inputs = ARENA_ARRAY(self->arena, IrOperand, (size_t)r->n_in + 1);
    i->roots = ARENA_ARRAY(self->arena, const IrVar *, (size_t)r->n_out + 1);
    i->bodies = ARENA_ARRAY(self->arena, const IrBody *, (size_t)r->n_bodies + 1);
    for (uint32_t k = 0; k < r->n_in; k++)
        i->inputs[k] = (IrOperand){.kind = IR_OPERAND_NONE, .span = 1};
    return i;
}

/* One attempt. */
typedef struct {
    OnnxPlanner *p;
    const OnnxPlan *plan;
    OnnxInstance *to;
    bool is_first; /* of the instance's roots */
    const IrBody *body;
    VEC(uint32_t) vars, inputs, todo; /* that were set; bindings to be compared */
    VEC(uint32_t) symbols;            /* of casts, that were bound */
} Match;

static bool is_before(const Match *self, const IrVar *v) {
    return self->is_first || !v->def ||
           (v->id < self->plan->n_vars && self->plan->seq[v->id] < self->to->seq);
}

/* It is no value of a branch of the node. */
static bool is_around(const Match *self, const IrVar *v) {
    const IrBody *at = v->def ? v->def->block->body : NULL, *b = self->body;
    while (at && b && b != at) b = b->owner ? b->owner->block->body : NULL;
    return b != NULL;
}

static bool match_input(Match *self, uint32_t at, const IrOperand *x) {
    IrOperand *was = &self->to->inputs[at];
    const OnnxSource *s = self->to->record->in[at];
    if (was->kind != IR_OPERAND_NONE)
        return was->kind == x->kind &&
               (x->kind == IR_OPERAND_VAR ? was->var == x->var : was->constant == x->constant);
    if (x->kind != IR_OPERAND_VAR && x->kind != IR_OPERAND_CONST) return false;
    const IrType *is = x->kind == IR_OPERAND_VAR ? x->var->type : x->constant->type;
    if (!s || !s->type || !type_fits(self->p, s->type, is)) return false;
    if (x->kind == IR_OPERAND_VAR && (!is_before(self, x->var) || !is_around(self, x->var)))
        return false;
    *was = *x;
    vec_push(self->p->arena, &self->inputs, at);
    return true;
}

/* The list of extents as a tensor, built for another node. */
static bool match_dims(Match *self, uint32_t at, const IrOperand *x) {
    const OnnxSource *s = self->to->record->in[at];
    const IrBinding *def = x->kind == IR_OPERAND_VAR ? x->var->def : NULL;
    if (!s || !def || def->kind != IR_BIND_CALL || def->op != &op_shape_to_tensor) return false;
    return def->operands.at->kind == IR_OPERAND_SHAPE &&
           onnx_same_dims(self->p, s, def->operands.at->type);
}

/* A constant of the module as the file's sources know it. */
const IrConst *onnx_const_was(const OnnxPlanner *self, const IrConst *c) {
    return self->m->copy_of ? ir_module_copied_const(self->m, c) : c;
}

static bool match_as_is(Match *self, const IrOperand *was, const IrOperand *x) {
    if (was->kind != x->kind || was->span != x->span) return false;
    switch (was->kind) {
    case IR_OPERAND_NONE: return true;
    case IR_OPERAND_CONST: return was->constant == onnx_const_was(self->p, x->constant);
    case IR_OPERAND_SHAPE: return onnx_renamed(self->p, was->type) == x->type;
    case IR_OPERAND_PRIM:
        if (dtype_is_float(was->type->dtype) && memcmp(&was->f, &x->f, sizeof x->f) != 0)
            return false;
        return onnx_renamed(self->p, was->type) == x->type;
    case IR_OPERAND_STRING: return strcmp(was->string, x->string) == 0;
    case IR_OPERAND_DTYPE: return was->dtype == x->dtype;
    case IR_OPERAND_TUPLE: return was->n == x->n;
    case IR_OPERAND_VAR:
    case IR_OPERAND_GLOBAL: return false;
    }
    BUG("a kind of operand");
}

static bool match_var(Match *self, uint32_t at, const IrVar *v) {
    const IrVar **was = &self->to->vars[at];
    if (*was) return *was == v;
    *was = v;
    vec_push(self->p->arena, &self->vars, at);
    vec_push(self->p->arena, &self->todo, at);
    return true;
}

/* The same operator with the same attributes. Those of a copy are its own. */
static bool match_op(const OnnxPlanner *p, const OnnxTemplate *t, const IrBinding *b) {
    const IrModule *of = p->m->copy_of;
    const uint32_t n = ir_op_n_attrs(t->op);
    if (!of) return b->op == t->op && b->attrs == t->attrs;
    const Str name = {t->op->name, strlen(t->op->name)};
    const bool is_own = t->op->definition && ir_op_table_find(of->ops, name) == t->op;
    if (b->op != (is_own ? ir_op_table_find(p->m->ops, name) : t->op)) return false;
    return !n || b->attrs == ir_attrs_intern(p->m, t->attrs, n);
}

/* A cast or a nested function names extents of its own, which have new symbols in a new version of
 * the function. */
static void bind_own(Match *self, const IrType *was, const IrType *is, const IrFunction *within) {
    OnnxPlanner *p = self->p;
    if (was == is || was->kind != is->kind || was->ndim != is->ndim || !was->dims || !is->dims)
        return;
    for (int32_t i = 0; i < was->ndim; i++) {
        const IrSymbol *s = was->dims[i] ? ir_dim_as_symbol(was->dims[i]) : NULL;
        if (!s || !is->dims[i]) continue;
        if (renamed_symbol(p, (IrSymbol *)(uintptr_t)s) == is->dims[i]) continue;
        if (within) {
            InnerSymbol *inner = inner_symbol(p, s) ? NULL : ARENA_NEW(p->arena, InnerSymbol);
            if (!inner) continue;
            *inner = (InnerSymbol){s, is->dims[i]};
            if (!p->has_inner) map_init(&p->inner, p->arena);
            p->has_inner = true;
            map_add(&p->inner, hash_ptr(0, s), inner);
        } else {
            if (p->symbols_of && s->function != p->symbols_of) continue;
            if (p->symbols_of && s->index < p->symbols.len && p->symbols.at[s->index]) continue;
            bind(p, was->dims[i], is->dims[i]);
            vec_push(p->arena, &self->symbols, s->index);
        }
        map_init(&p->types, p->arena);
    }
}

static bool match_operand(Match *self, const OnnxTemplateOperand *o, const IrOperand *x) {
    switch (o->kind) {
    case ONNX_T_AS_IS: return match_as_is(self, o->as, x);
    case ONNX_T_INNER: return x->kind == IR_OPERAND_VAR && match_var(self, o->at, x->var);
    case ONNX_T_INPUT: return match_input(self, o->at, x);
    case ONNX_T_DIMS: return match_dims(self, o->at, x);
    case ONNX_T_PARAM:
        return x->kind == IR_OPERAND_VAR && !x->var->def &&
               self->to->bodies[o->body]->function->params.at[o->at] == x->var;
    }
    BUG("a kind of operand");
}

/* The body's result, and what stands in it for itself; the rest follows from these. */
static bool match_body(Match *self, const OnnxTemplateBody *t, const IrBody *body) {
    bool ok = body->result.n == t->n_result;
    size_t n = 0;
    self->to->bodies[t->id] = body;
    for (const IrBinding *b = body->first; ok && b; b = b->next) {
        ctx_poll(self->p->m->ctx);
        if (!onnx_template_stands(b)) continue;
        ok = n < t->effects.len && match_var(self, t->effects.at[n], b->var);
        n++;
    }
    ok = ok && n == t->effects.len;
    for (uint32_t i = 0; ok && i < t->n_result; i++)
        ok = match_operand(self, &t->result[i], &body->result.at[i]);
    return ok;
}

static bool match_function(Match *self, const OnnxTemplateBody *t, const IrFunction *fn) {
    bool ok = fn->body && !fn->n_captures && fn->params.len == t->n_params;
    for (uint32_t i = 0; ok && i < t->n_params; i++)
        bind_own(self, t->params[i], fn->params.at[i]->type, fn);
    for (uint32_t i = 0; ok && i < t->n_params; i++)
        ok = onnx_renamed(self->p, t->params[i]) == fn->params.at[i]->type;
    return ok && match_body(self, t, fn->body);
}

static bool match_call(Match *self, const OnnxTemplate *t, const IrBinding *b) {
    bool ok = match_op(self->p, t, b) && b->n_types == t->n_types;
    for (uint32_t i = 0; ok && i < t->n_types; i++)
        ok = onnx_renamed(self->p, t->types[i]) == b->types[i];
    return ok;
}

static bool match_binding(Match *self, const OnnxTemplate *t, const IrVar *v) {
    const IrBinding *b = v->def;
    if (!b || b->kind != t->kind || b->operands.n != t->n) return false;
    const IrBody *body = b->block->body;
    if (t->body ? body != self->to->bodies[t->body] : body->function != self->plan->fn)
        return false;
    bool ok = true;
    if (t->kind == IR_BIND_CALL) ok = match_call(self, t, b);
    if (t->kind == IR_BIND_FIELD) ok = b->index == t->index;
    if (t->kind == IR_BIND_MATCH_CAST) {
        bind_own(self, t->cast, b->cast, body->function == self->plan->fn ? NULL : body->function);
        ok = onnx_renamed(self->p, t->cast) == b->cast;
    }
    if (t->kind == IR_BIND_FUNCTION) ok = match_function(self, t->bodies, b->function);
    for (int i = 0; t->kind == IR_BIND_IF && ok && i < 2; i++)
        ok = match_body(self, &t->bodies[i], b->bodies[i]);
    for (uint32_t i = 0; ok && i < t->n; i++)
        ok = match_operand(self, &t->operands[i], &b->operands.at[i]);
    return ok;
}

/* Inputs that no binding takes are there by their own names. */
static bool others_are_there(Match *self) {
    const OnnxRecord *r = self->to->record;
    bool ok = true;
    for (uint32_t i = 0; ok && i < r->n_in; i++) {
        OnnxSource *s = r->in[i];
        if (!s || self->to->inputs[i].kind != IR_OPERAND_NONE || onnx_is_constant(s)) continue;
        bool is_same = false; /* as another input, which one takes */
        for (uint32_t k = 0; k < i && !is_same; k++)
            is_same = r->in[k] == s && self->to->inputs[k].kind != IR_OPERAND_NONE;
        if (is_same) continue;
        if (s->known) {
            ok = onnx_known_constant(self->p, s) || onnx_is_ghost(self->p, self->plan, s);
            continue;
        }
        const IrVar *v = onnx_found(self->p, self->plan, s)->var;
        ok = v && s->type && type_fits(self->p, s->type, v->type);
    }
    return ok;
}

static bool try(OnnxPlanner *p, const OnnxPlan *plan, OnnxInstance *to, IrVar *v,
                const OnnxOrigin *origin) {
    Match self = {
        .p = p, .plan = plan, .to = to, .is_first = !to->n_roots, .body = v->def->block->body};
    if (!self.is_first && (to->body != self.body || to->roots[origin->output])) return false;
    if (p->has_inner) map_init(&p->types, p->arena);
    p->has_inner = false;
    bool ok = match_var(&self, origin->binding, v);
    while (ok && self.todo.len) {
        const uint32_t at = self.todo.at[--self.todo.len];
        ok = match_binding(&self, &to->record->bindings[at], to->vars[at]);
    }
    if (ok && self.is_first) ok = others_are_there(&self);
    if (!ok) {
        for (size_t i = 0; i < self.vars.len; i++) to->vars[self.vars.at[i]] = NULL;
        for (size_t i = 0; i < self.inputs.len; i++)
            to->inputs[self.inputs.at[i]].kind = IR_OPERAND_NONE;
        for (size_t i = 0; i < self.symbols.len; i++) p->symbols.at[self.symbols.at[i]] = NULL;
        if (self.symbols.len) map_init(&p->types, p->arena);
        return false;
    }
    to->roots[origin->output] = v;
    to->n_roots++;
    if (self.is_first) {
        to->body = self.body;
        to->seq = plan->seq[v->id];
    }
    return true;
}

OnnxInstance *onnx_match(OnnxPlanner *self, const OnnxPlan *plan, IrVar *v,
                         const OnnxOrigin *origin) {
    const OnnxRecord *r = origin->record;
    if (!r->has_template || !onnx_opset_keeps(self, r)) return NULL;
    OnnxInstance **latest = &self->latest[r->id];
    if (*latest && (*latest)->n_roots && try(self, plan, *latest, v, origin)) return *latest;
    if (!*latest || (*latest)->n_roots) {
        if (*latest && (*latest)->body->function == plan->fn && r->n_out > 1 &&
            !(*latest)->roots[origin->output])
            return NULL; /* one output of the node is another value now */
        *latest = instance_new(self, r);
    }
    return try(self, plan, *latest, v, origin) ? *latest : NULL;
}
