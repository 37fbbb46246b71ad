/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes as they were read, with the names that their inputs have now, and what they take by the
 * names of the file: initializers, Constants, and the nodes that compute lists of extents. */
#include <ctype.h>

#include "ir/growth.h"
#include "onnx/export.h"

/* A source that was written into a graph. */
typedef struct {
    const OnnxSource *source;
    const OnnxGraph *graph;
    const char *name;
} Written;

void x_keep_init(OnnxExport *x) {
    const OnnxKept *kept = x->m->kept;
    if (!kept || !kept->model) return;
    x->keep = ARENA_NEW(x->arena, OnnxPlanner);
    onnx_planner_init(x->keep, x->m, x->arena, x->opset);
    x->initializers = ARENA_ARRAY(x->arena, const char *, (size_t)kept->n_sources + 1);
    x->source_names = ARENA_ARRAY(x->arena, const char *, (size_t)kept->n_sources + 1);
    map_init(&x->written, x->arena);
    map_init(&x->infos, x->arena);
    map_init(&x->same, x->arena);
    const OnnxGraph *g = kept->model->graph;
    const OnnxList *const lists[] = {&g->inputs, &g->outputs, &g->infos};
    for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
        for (size_t i = 0; i < lists[k]->len; i++) {
            OnnxValueInfo *info = lists[k]->at[i];
            map_add(&x->infos, hash_bytes(x->ctx, info->name.ptr, info->name.len), info);
        }
    }
}

/* Names */

static const char *reserved(OnnxExport *x, const OnnxSource *s) {
    const char **name = &x->source_names[s->id];
    if (!*name) *name = x_name(x, arena_strdup(x->arena, s->name));
    return *name;
}

/* The name of output k: where it is one of a call that is not written, the call's. */
static Str output_name(const OnnxInstance *self, uint32_t k) {
    const OnnxSource *s = self->record->out[k];
    const IrVar *v = self->roots[k];
    const OnnxOrigin *o = v ? onnx_origin_of(v->def) : NULL;
    while (o && o->record != self->record) o = o->outer;
    for (o = o ? o->outer : NULL; o && o->output != ONNX_NO_BINDING; o = o->outer)
        s = o->record->out[o->output];
    return s->name;
}

/* The graph is to have these names, so nothing else may take them. */
void x_keep_names(OnnxExport *x, WFrame *frame) {
    const OnnxPlan *plan = frame->plan;
    if (!plan) return;
    for (size_t i = plan->instances.len; i-- > 0;) {
        OnnxInstance *self = plan->instances.at[i];
        const OnnxRecord *r = self->record;
        if (self->names) continue;
        self->names = ARENA_ARRAY(x->arena, const char *, (size_t)r->n_out + 1);
        for (uint32_t k = 0; k < r->n_out; k++) {
            const bool is_result = self->roots[k] && frame->wanted[self->roots[k]->id];
            if (r->out[k] && !is_result)
                self->names[k] = x_name(x, arena_strdup(x->arena, output_name(self, k)));
        }
    }
    for (size_t i = plan->wanted.len; i-- > 0;) reserved(x, plan->wanted.at[i]);
    for (size_t i = plan->instances.len; i-- > 0;) {
        OnnxInstance *self = plan->instances.at[i];
        self->renames = !x_reserve_names(x, self->record->node);
    }
}

/* The variable's name is that of the file, made fit for text. */
static bool is_safe_name(const char *own, Str file) {
    size_t k = 0;
    for (size_t i = 0; i < file.len && i < 200; i++) {
        const unsigned char c = (unsigned char)file.ptr[i];
        if (i == 0 && isdigit(c) && own[k++] != 'v') return false;
        if (own[k++] != (c < 0x80 && (isalnum(c) || c == '_') ? (char)c : '_')) return false;
    }
    return file.len && !own[k];
}

void x_name_node(W *w, OnnxNode *n) {
    const OnnxOrigin *o = w->x->keep ? onnx_origin_of(w->b) : NULL;
    if (o && str_eq(o->record->node->op_type, n->op_type)) n->name = o->record->node->name;
}

/* What a rule made has the name of what it replaces. */
const char *x_var_name(OnnxExport *x, const IrVar *v) {
    enum { FAR = 64 };
    const IrOrigin *o = x->keep && v->def ? v->def->origin : NULL;
    for (int n = 0; o && n < FAR; o = o->from, n++) {
        if (o->kind != IR_ORIGIN_NODE) continue;
        const OnnxRecord *r = ((const OnnxOrigin *)(const void *)o)->record;
        for (uint32_t i = 0; r && i < r->n_out && i < FAR; i++) {
            if (r->out[i] && is_safe_name(v->name, r->out[i]->name))
                return arena_strdup(x->arena, r->out[i]->name);
        }
    }
    return v->name;
}

/* Constants */

static const char *add_initializer(OnnxExport *x, OnnxTensor *t, const char *name) {
    t->name = str_c(name);
    vec_push(x->arena, &x->main->initializers, (void *)t);
    return name;
}

/* An initializer as it was; what lies in another file comes along. */
static OnnxTensor *tensor_as_was(OnnxExport *x, const OnnxSource *s) {
    const bool is_moved = s->proto->location || (x->options->data_name && !s->proto->has_raw);
    if (is_moved && s->constant) {
        OnnxTensor *t = x_tensor(x, s->constant->tensor);
        t->rest = s->proto->rest;
        return t;
    }
    OnnxTensor *t = ARENA_NEW(x->arena, OnnxTensor);
    *t = *s->proto;
    return t;
}

/* An initializer, or one that the source's constant becomes, as that of a Constant; NULL: it is
 * none. */
static const char *constant_name(OnnxExport *x, const OnnxSource *s) {
    if (!onnx_is_constant(s)) return NULL;
    const char **done = &x->initializers[s->id];
    if (!*done)
        *done = add_initializer(
            x, s->proto ? tensor_as_was(x, s) : x_tensor(x, s->constant->tensor), reserved(x, s));
    return *done;
}

const char *x_kept_constant(OnnxExport *x, const IrConst *c) {
    if (!x->keep || !(c = onnx_const_was(x->keep, c))) return NULL;
    const Map *all = &x->keep->kept->constants;
    for (MapIter it = map_find(all, hash_ptr(0, c)); map_next(all, &it);) {
        const OnnxSource *s = it.value;
        if (s->constant == c) return constant_name(x, s);
    }
    return NULL;
}

/* A constant that stands where the source stood. */
static const char *other_constant(OnnxExport *x, IrConst *c, const OnnxSource *s) {
    const char *name = x_kept_constant(x, c);
    if (name) return name;
    if (x->names[c->id]) return x->names[c->id];
    name = x->names[c->id] = x_name(x, arena_strdup(x->arena, s->name));
    return add_initializer(x, x_tensor(x, c->tensor), name);
}

/* Nodes */

static const char *found_here(W *w, const OnnxSource *s) {
    for (const WScope *scope = w->s; scope; scope = scope->outer) {
        const uint64_t hash = hash_mix(hash_ptr(0, s), hash_ptr(0, scope->graph));
        for (MapIter it = map_find(&w->x->written, hash); map_next(&w->x->written, &it);) {
            const Written *e = it.value;
            if (e->source == s && e->graph == scope->graph) return e->name;
        }
    }
    return NULL;
}

static void note_here(W *w, const OnnxSource *s, const char *name) {
    Written *e = ARENA_NEW(w->x->arena, Written);
    *e = (Written){s, w->s->graph, name};
    map_add(&w->x->written, hash_mix(hash_ptr(0, s), hash_ptr(0, w->s->graph)), e);
}

static OnnxNode *copy_node(W *w, const OnnxRecord *r) {
    OnnxExport *x = w->x;
    OnnxNode *n = ARENA_NEW(x->arena, OnnxNode);
    ctx_poll(x->ctx);
    ir_grow(x->m, 1 + (size_t)r->n_in + r->n_out);
    *n = *r->node;
    n->inputs = n->outputs = (OnnxStrs){.at = NULL};
    n->is_kept = true;
    n->record = r;
    if (r->function || r->keeps_graphs) x_call_function(x, n);
    x_stay_verbatim(x, n);
    vec_reserve(x->arena, &n->inputs, (size_t)r->n_given + 1);
    vec_reserve(x->arena, &n->outputs, (size_t)r->n_out + 1);
    return n;
}

static void add_name(OnnxExport *x, OnnxStrs *list, const char *name) {
    vec_push(x->arena, list, (str_c(name)));
}

/* The name of what needs no node of the file; NULL: it does. */
static const char *name_at_hand(W *w, const OnnxSource *s) {
    OnnxExport *x = w->x;
    const char *name = constant_name(x, s);
    if (!name) name = found_here(w, s);
    if (name) return name;
    if (!s->known) {
        const IrVar *v = onnx_found(x->keep, w->s->frame->plan, s)->var;
        BUG_IF(!v);
        return x_value(w, &w->s->frame->values[v->id]);
    }
    if (!onnx_known_constant(x->keep, s)) return NULL;
    const IrType *now =
        onnx_renamed(x->keep, ir_type_shape(x->m, s->known->at, (int32_t)s->known->n));
    Tensor *t = tensor_new(x->ctx, s->known->dtype, (const int64_t[]){s->known->n},
                           (uint32_t)s->known->ndim);
    for (uint32_t i = 0; i < s->known->n; i++) {
        int64_t v = 0;
        ir_dim_is_const(now->dims[i], &v);
        dtype_write_int(s->known->dtype, tensor_at(t, i), v);
    }
    IrConst *c = ir_const_new(x->m, t);
    name = add_initializer(x, x_tensor(x, c->tensor), reserved(x, s));
    note_here(w, s, name);
    return name;
}

/* The source by a name: what its node takes is named before it, without recursion. */
static const char *source_name(W *w, const OnnxSource *wanted) {
    OnnxExport *x = w->x;
    VEC(const OnnxSource *) work = {.at = NULL};
    const char *name = name_at_hand(w, wanted);
    if (name) return name;
    vec_push(x->arena, &work, wanted);
    while (work.len) {
        const OnnxSource *s = work.at[work.len - 1];
        const OnnxRecord *r = s->record;
        const size_t n = work.len;
        for (uint32_t i = 0; i < r->n_in; i++) {
            if (r->in[i] && !name_at_hand(w, r->in[i])) vec_push(x->arena, &work, r->in[i]);
        }
        if (work.len > n) continue;
        work.len--;
        if (found_here(w, s)) continue;
        OnnxNode *node = copy_node(w, r);
        for (uint32_t i = 0; i < r->n_given; i++)
            add_name(x, &node->inputs, r->in[i] ? name_at_hand(w, r->in[i]) : "");
        const char **first =
            &x->initializers[s->id]; /* the reserved name is for the first of them */
        name = *first ? x_name(x, reserved(x, s)) : reserved(x, s);
        *first = name;
        add_name(x, &node->outputs, name);
        vec_push(x->arena, &w->s->graph->nodes, (void *)node);
        note_here(w, s, name);
    }
    x->fresh = NULL;
    return name_at_hand(w, wanted);
}

static const char *input_name(W *w, const OnnxInstance *i, uint32_t k) {
    const OnnxSource *s = i->record->in[k];
    if (!s) return "";
    const IrOperand *x = &i->inputs[onnx_input_as(i, k)];
    if (x->kind == IR_OPERAND_VAR) return w_operand(w, x);
    if (x->kind == IR_OPERAND_CONST && onnx_const_was(w->x->keep, x->constant) != s->constant)
        return other_constant(w->x, x->constant, s);
    return source_name(w, s);
}

const OnnxValueInfo *x_kept_info(const OnnxExport *x, const char *name) {
    const size_t len = strlen(name);
    if (!x->keep) return NULL;
    for (MapIter it = map_find(&x->infos, hash_bytes(x->ctx, name, len));
         map_next(&x->infos, &it);) {
        const OnnxValueInfo *info = it.value;
        if (str_eq(info->name, (Str){name, len})) return info;
    }
    return NULL;
}

/* What the file says of the value stays, with what is known better now. */
static void keep_info(W *w, const IrVar *v, const char *name) {
    OnnxExport *x = w->x;
    const IrType *t = x_tensor_type(x, v->type);
    if (w->s->graph != x->main || !t || w->s->frame->wanted[v->id] || !x_kept_info(x, name)) return;
    x_add_info(x, x->main, x_info(x, name, t, true));
}

/* Extents that a cast gives a name to, which is not written. */
static void define_symbols(W *w, const OnnxInstance *self) {
    const OnnxRecord *r = self->record;
    for (uint32_t i = 0; i < r->n_own; i++) {
        const IrBinding *b = self->vars[i] ? self->vars[i]->def : NULL;
        if (!b || b->kind != IR_BIND_MATCH_CAST || r->bindings[i].operands->kind != ONNX_T_INPUT)
            continue;
        const WValue v = x_operand(w, b->operands.at, false);
        if (v.name) x_define_symbols(w->s->frame, b->cast, &v);
    }
}

/* What the node's graphs use from around has these names now. */
static void keep_graphs(W *w, OnnxInstance *self, OnnxNode *n) {
    OnnxExport *x = w->x;
    const OnnxRecord *r = self->record;
    OnnxRenames *around = x_renames(x);
    bool same = !self->renames;
    for (uint32_t k = r->n_given; k < r->n_in; k++) {
        const Str was = r->captured[k - r->n_given];
        const char *name = input_name(w, self, k);
        x_keep(x, name);
        same = same && str_eq_c(was, name);
        x_rename(x, around, was, name);
    }
    if (!same) x_copied_graphs(x, n, around, !self->renames);
}

/* An output of a node that is one of its inputs by another name. */
typedef struct {
    OnnxNode *node;
    const OnnxGraph *graph;
    uint32_t output;
    const char *of;
    bool is_taken;
} SameValue;

static void note_same(W *w, const OnnxRecord *r, OnnxNode *n) {
    for (uint32_t k = 0; k < r->n_out; k++) {
        if (!r->out[k] || r->same[k] >= r->n_given || r->n_out < 2) continue;
        SameValue *v = ARENA_NEW(w->x->arena, SameValue);
        *v = (SameValue){n, w->s->graph, k, n->inputs.at[r->same[k]].ptr, false};
        map_add(&w->x->same, hash_ptr(0, v->of), v);
    }
}

bool x_name_same(W *w, const char *of, const char *wanted) {
    OnnxExport *x = w->x;
    if (!x->keep) return false;
    for (MapIter it = map_find(&x->same, hash_ptr(0, of)); map_next(&x->same, &it);) {
        SameValue *v = it.value;
        if (v->of != of || v->graph != w->s->graph || v->is_taken) continue;
        v->is_taken = true;
        v->node->outputs.at[v->output] = str_c(wanted);
        return true;
    }
    return false;
}

void x_keep_node(W *w, OnnxInstance *self) {
    OnnxExport *x = w->x;
    WFrame *frame = w->s->frame;
    const OnnxRecord *r = self->record;
    OnnxNode *n = copy_node(w, r);
    onnx_rename_enter(x->keep, frame->fn);
    for (uint32_t k = 0; k < r->n_given; k++) add_name(x, &n->inputs, input_name(w, self, k));
    if (r->keeps_graphs) keep_graphs(w, self, n);
    while (n->outputs.len < r->n_out) {
        const uint32_t k = (uint32_t)n->outputs.len;
        const IrVar *v = self->roots[k];
        const char *name = "";
        if (v && frame->values[v->id].is_known) {
            /* Another node has made it: a call of the function that this one is of. */
            add_name(x, &n->outputs, x_name(x, frame->values[v->id].name));
            continue;
        }
        if (v && frame->wanted[v->id])
            name = frame->wanted[v->id];
        else if (r->out[k])
            name = self->is_named ? x_name(x, self->names[k]) : self->names[k];
        add_name(x, &n->outputs, name);
        if (!v) continue;
        frame->values[v->id] = (WValue){.is_known = true, .name = name, .graph = w->s->graph};
        x_define_symbols(frame, v->type, &frame->values[v->id]);
        x_seen(w->s, v->type, name);
        if (!v->n_uses) x_keep(x, name);
        keep_info(w, v, name);
    }
    self->is_named = true;
    define_symbols(w, self);
    note_same(w, r, n);
    vec_push(x->arena, &w->s->graph->nodes, (void *)n);
    x->fresh = NULL;
}
