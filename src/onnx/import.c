/* SPDX-License-Identifier: Apache-2.0 */
/* A model's graph into a function: names, nodes, initializers, inputs and outputs.
 *
 * Nodes are mapped in an order of dependence (order.c), each within
 * a boundary of its own, so that a map may give up anywhere and the next node still gets its turn.
 * Subgraphs and functions of the model are imported by the maps of their nodes; that recursion is
 * as deep as the file nests (limits.depth) or as functions call each other (FUNCTION_DEPTH). */
#include "onnx/import.h"

#include "onnx/keep.h"
#include "onnx/node.h"
#include "onnx/order.h"

enum { FUNCTION_DEPTH = 64 };

static const Loc no_place = {.line = 0};

/* Names */

void onnx_scope_init(OnnxScope *self, OnnxImport *im, OnnxScope *outer) {
    *self = (OnnxScope){.outer = outer};
    if (outer) {
        self->call = outer->call;
        self->opsets = outer->opsets;
        self->opset = outer->opset;
    }
    map_init(&self->by_name, &im->arena);
    map_init(&self->infos, &im->arena);
}

static OnnxValue *find_here(OnnxImport *im, OnnxScope *scope, Str name) {
    for (MapIter it = map_find(&scope->by_name, onnx_hash(im, name));
         map_next(&scope->by_name, &it);) {
        OnnxValue *v = it.value;
        if (str_eq(v->name, name)) return v;
    }
    return NULL;
}

OnnxValue *onnx_define(OnnxImport *im, OnnxScope *scope, Str name) {
    if (find_here(im, scope, name)) {
        diag_error(im->ctx, no_place, DIAG_DUPLICATE, onnx_text(im, name));
        return NULL;
    }
    OnnxValue *v = ARENA_NEW(&im->arena, OnnxValue);
    v->name = name;
    map_add(&scope->by_name, onnx_hash(im, name), v);
    return v;
}

OnnxValue *onnx_lookup(OnnxImport *im, OnnxScope *scope, Str name) {
    OnnxValue *v = NULL;
    for (; scope && !v; scope = scope->outer) v = find_here(im, scope, name);
    return v;
}

/* Values */

void onnx_value_set_tensor(OnnxImport *im, OnnxValue *v, Tensor *own) {
    TensorGuard guard;
    tensor_guard(&guard, own);
    vec_reserve(&im->arena, &im->tensors, 1);
    tensor_unguard(&guard);
    im->tensors.at[im->tensors.len++] = own;
    v->tensor = own;
}

Tensor *onnx_value_tensor(OnnxImport *im, OnnxValue *v) {
    if (v->is_hidden) return NULL;
    if (!v->tensor && v->proto) {
        Tensor *t = onnx_tensor_load(im, v->proto, onnx_text(im, v->name));
        if (t)
            onnx_value_set_tensor(im, v, t);
        else
            v->is_poisoned = true, v->lost = v->proto;
        v->proto = NULL;
    }
    if (!v->tensor && v->operand.kind == IR_OPERAND_CONST) v->tensor = v->operand.constant->tensor;
    return v->tensor;
}

Tensor *onnx_value_computed(OnnxImport *im, OnnxValue *v) {
    Tensor *t = onnx_value_tensor(im, v);
    const bool is_open = !t && !v->is_hidden && !v->known.at && onnx_value_is_tensor(v);
    if (!is_open || v->operand.kind != IR_OPERAND_VAR || !im->options || !im->options->constant)
        return t;
    t = im->options->constant(im->options->constants, im->m, v->operand.var);
    if (t) onnx_value_set_tensor(im, v, tensor_ref(t));
    return t;
}

bool onnx_value_computes(OnnxImport *im, OnnxValue *v, OnnxKnown *out) {
    if (onnx_value_known(im, v, out)) return true;
    const IrType *t = v->operand.kind == IR_OPERAND_VAR ? v->operand.var->type : NULL;
    const bool may_be =
        t && t->kind == IR_TYPE_TENSOR && t->ndim <= 1 &&
        (dtype_is_int(t->dtype) || t->dtype == DTYPE_BOOL || t->dtype == DTYPE_VOID);
    return may_be && onnx_value_computed(im, v) && onnx_value_known(im, v, out);
}

bool onnx_value_known(OnnxImport *im, OnnxValue *v, OnnxKnown *out) {
    const Tensor *t = v->known.at ? NULL : onnx_value_tensor(im, v);
    if (t && t->ndim <= 1 && t->count <= ONNX_KNOWN_MAX && onnx_holds_ints(t)) {
        const IrDim **dims = ARENA_ARRAY(&im->arena, const IrDim *, t->count + 1);
        for (size_t i = 0; i < t->count; i++) dims[i] = ir_dim_const(im->m, tensor_get_int(t, i));
        v->known = onnx_known(dims, (uint32_t)t->count, (int32_t)t->ndim, t->dtype);
    }
    *out = v->known;
    return v->known.at != NULL && v->known.ndim <= 1;
}

/* Nodes */

static Str node_name(const OnnxNode *node) {
    for (size_t i = 0; !node->name.len && i < node->outputs.len; i++) {
        if (node->outputs.at[i].len) return node->outputs.at[i];
    }
    return node->name;
}

/* What was reported since `mark` is about this node. */
static void blame(OnnxImport *im, const OnnxNode *node, DiagMark mark) {
    if (im->ctx->diags->diags.len > mark.diags)
        diag_blame(im->ctx, mark, onnx_text(im, node_name(node)));
}

static uint64_t function_hash(OnnxImport *im, Str name, Str domain, Str overload) {
    return hash_mix(hash_mix(onnx_hash(im, name), onnx_hash(im, domain)), onnx_hash(im, overload));
}

static OnnxFunction *find_function(OnnxImport *im, Str name, Str domain, Str overload) {
    for (MapIter it = map_find(&im->functions, function_hash(im, name, domain, overload));
         map_next(&im->functions, &it);) {
        OnnxFunction *f = it.value;
        if (str_eq(f->name, name) && str_eq(f->domain, domain) && str_eq(f->overload, overload))
            return f;
    }
    return NULL;
}

const OnnxFunction *onnx_function_find(OnnxImport *im, const OnnxNode *node) {
    return find_function(im, node->op_type, node->domain, node->overload);
}

void onnx_note_functions(OnnxImport *im, const OnnxList *functions) {
    for (size_t i = 0; i < functions->len; i++) {
        OnnxFunction *f = functions->at[i];
        if (find_function(im, f->name, f->domain, f->overload))
            diag_error(im->ctx, no_place, DIAG_DUPLICATE,
                       diag_fmt(im->ctx, "the function %s", onnx_text(im, f->name)));
        else
            map_add(&im->functions, function_hash(im, f->name, f->domain, f->overload), f);
    }
}

bool onnx_is_default_domain(Str domain) { return domain.len == 0 || str_eq_c(domain, "ai.onnx"); }

int64_t onnx_opset_of(const OnnxList *opsets, Str domain) {
    const bool is_default = onnx_is_default_domain(domain);
    int64_t version = ONNX_NO_OPSET;
    for (size_t i = 0; opsets && i < opsets->len; i++) {
        const OnnxOpset *s = opsets->at[i];
        if (is_default ? onnx_is_default_domain(s->domain) : str_eq(s->domain, domain))
            version = s->version < 0 ? 0 : s->version;
    }
    return version;
}

void onnx_scope_opsets(OnnxScope *self, const OnnxList *opsets) {
    self->opsets = opsets;
    self->opset = onnx_opset_of(opsets, (Str){.len = 0});
}

static bool onnx_import_nodes(OnnxImport *im, IrBuilder *b, OnnxScope *scope,
                              const OnnxList *nodes);

/* The node is a call of a function of the model: its body stands in place of it. */
static void map_function(O *o, const OnnxFunction *f) {
    OnnxImport *im = o->im;
    OnnxScope scope;
    for (const OnnxScope *s = o->scope; s; s = s->call ? s->call->scope : NULL) {
        const O *call = s->call;
        if (call && call->function == f) {
            o_fail(o, "the function '%s' calls itself", onnx_text(im, f->name));
        }
    }
    if (im->depth >= FUNCTION_DEPTH)
        o_fail(o, "functions call each other more than %d deep", FUNCTION_DEPTH);
    o->function = f;
    onnx_scope_init(&scope, im, NULL);
    scope.call = o;
    onnx_scope_opsets(&scope, f->opsets.len ? &f->opsets : o->scope->opsets);
    if (f->inputs.len < o->n_in)
        o_fail(o, "%u inputs, where '%s' takes %zu", o->n_in, onnx_text(im, f->name),
               f->inputs.len);
    for (size_t i = 0; i < f->inputs.len; i++) {
        OnnxValue *v = i < o->n_in && o->in[i] ? onnx_define(im, &scope, f->inputs.at[i]) : NULL;
        if (!v) continue;
        const Str name = v->name;
        *v = *o->in[i];
        v->name = name;
    }
    im->depth++;
    const bool ok = onnx_import_nodes(im, o->b, &scope, &f->nodes);
    im->depth--;
    for (size_t i = 0; i < f->outputs.len && i < o->n_out; i++) {
        if (!o_wants(o, (uint32_t)i)) continue;
        OnnxValue *v = onnx_lookup(im, &scope, f->outputs.at[i]);
        if (!v && ok)
            o_fail(o, "the function '%s' does not define its output '%s'", onnx_text(im, f->name),
                   onnx_text(im, f->outputs.at[i]));
        if (!v || v->is_poisoned) ctx_throw(im->ctx, STATUS_INVALID);
        const Str name = o->out[i].name;
        o->out[i] = *v;
        o->out[i].name = name;
    }
}

/* All dims are stated. */
static bool is_whole(const OnnxImport *im, const OnnxValueInfo *info) {
    const OnnxTensorType *t = info->type ? info->type->tensor : NULL;
    if (!t || !t->shape || t->shape->dims.len > im->ctx->limits.rank) return false;
    for (size_t i = 0; i < t->shape->dims.len; i++) {
        const OnnxDim *d = t->shape->dims.at[i];
        if (!d->has_value || d->value < 0) return false;
    }
    return true;
}

const OnnxValueInfo *onnx_info_find(OnnxImport *im, const OnnxScope *scope, Str name, bool whole) {
    const OnnxValueInfo *found = NULL;
    for (MapIter it = map_find(&scope->infos, onnx_hash(im, name)); map_next(&scope->infos, &it);) {
        const OnnxValueInfo *info = it.value;
        if (!str_eq(info->name, name)) continue;
        if (is_whole(im, info)) return info;
        found = info;
    }
    return whole ? NULL : found;
}

/* Where nothing of the type's shape is inferred, what the file says of it is taken, and checked in
 * a run. */
static void refine(O *o, OnnxValue *v) {
    if (v->operand.kind != IR_OPERAND_VAR) return;
    const IrType *t = o_type(o, v->operand);
    if (t->kind != IR_TYPE_TENSOR || t->dims) return;
    const OnnxValueInfo *info = onnx_info_find(o->im, o->scope, v->name, true);
    if (!info) return;
    const OnnxList *dims = &info->type->tensor->shape->dims;
    const IrDim **known = O_ARRAY(o, const IrDim *, dims->len);
    for (size_t i = 0; i < dims->len; i++)
        known[i] = o_dim(o, ((const OnnxDim *)dims->at[i])->value);
    v->operand = o_match(o, v->operand, ir_type_tensor(o->m, known, (int32_t)dims->len, t->dtype));
}

/* What an opaque node gives may be anything. */
static void check_inputs(O *o) {
    for (uint32_t i = 0; o->im->has_opaque && i < o->n_in; i++) {
        if (!o->in[i] || o->in[i]->operand.kind != IR_OPERAND_VAR) continue;
        const IrType *t = o_type(o, o->in[i]->operand);
        if (t->kind == IR_TYPE_ANY) o_unsupported(o, "an input %u of which no type is known", i);
        if (t->kind == IR_TYPE_TENSOR && t->dtype == DTYPE_VOID)
            o_unsupported(o, "an input %u whose element type is not known", i);
    }
}

/* A graph of the node must be known as a whole, or the node is opaque. */
static bool is_strict(const O *o, const OnnxFunction *f) {
    static const char *const names[] = {"Loop", "Scan", "SequenceMap"};
    bool found = f != NULL;
    for (size_t i = 0; !found && i < ARRAY_LEN(names); i++)
        found = strcmp(o->row->name, names[i]) == 0;
    return found;
}

/* Inputs of which the rank is known are seen with symbols as extents. */
static void match_inputs(O *o) {
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (!o->in[i] || o->in[i]->operand.kind != IR_OPERAND_VAR) continue;
        const IrOperand x = o_with_extents(o, o->in[i]->operand);
        if (x.var == o->in[i]->operand.var) continue;
        OnnxValue *seen = O_ARRAY(o, OnnxValue, 1);
        *seen = *o->in[i];
        seen->operand = x;
        o->in[i] = seen;
    }
}

static void map_node(O *o, const OnnxFunction *f) {
    check_inputs(o);
    if (o->matches) match_inputs(o);
    if (is_strict(o, f)) o->im->strict++;
    if (f) {
        map_function(o, f);
    } else if (!onnx_fold(o) && !onnx_node_build(o)) {
        onnx_row_apply(o);
    }
    for (uint32_t i = 0; i < o->n_out; i++) {
        OnnxValue *v = &o->out[i];
        const bool is_set = v->operand.kind != IR_OPERAND_NONE || v->known.at || v->tensor ||
                            v->proto || !onnx_value_is_tensor(v);
        if (v->name.len && !is_set) o_unsupported(o, "its output %u", i);
        refine(o, v);
    }
}

/* Everything that can be said before the map is run. NULL row and function: reported. */
static bool find_map(O *o, const OnnxFunction **f) {
    OnnxImport *im = o->im;
    const OnnxNode *node = o->node;
    *f = onnx_function_find(im, node);
    if (*f) return true;
    bool any_version = false;
    Str name = node->op_type;
    const bool is_default = onnx_is_default_domain(node->domain);
    if (!is_default) {
        o->opset = onnx_opset_of(o->scope->opsets, node->domain);
        const char *full = arena_printf(&im->arena, "%s.%s", onnx_text(im, node->domain),
                                        onnx_text(im, node->op_type));
        name = str_c(full);
    }
    o->row = onnx_row_find(im, name, o->opset, &any_version);
    if (o->row) return true;
    const char *what =
        o->opset == ONNX_NO_OPSET && any_version ? "its domain, which the model does not import,"
        : any_version ? diag_fmt(im->ctx, "its form in opset %lld", (long long)o->opset)
        : !is_default ? diag_fmt(im->ctx, "the domain '%s'", onnx_text(im, node->domain))
                      : "this operator";
    diag_error(im->ctx, no_place, DIAG_ONNX_LACKS, onnx_text(im, node->op_type), what);
    return false;
}

/* What was reported since `mark` says that Tenon lacks something, and nothing else. */
static bool only_lacks(const Ctx *ctx, DiagMark mark) {
    const DiagList *list = ctx->diags;
    bool all = list && list->diags.len > mark.diags &&
               list->errors - mark.errors == list->diags.len - mark.diags;
    for (size_t i = mark.diags; all && i < list->diags.len; i++)
        all = list->diags.at[i].id == DIAG_ONNX_LACKS || list->diags.at[i].id == DIAG_UNSUPPORTED;
    return all;
}

/* Within a boundary of its own: the map of the node, or (why) the call that stands for what has
 * none. */
static bool build_guarded(O *o, const OnnxFunction *f, const char *why) {
    OnnxImport *im = o->im;
    Ctx *ctx = im->ctx;
    Boundary boundary;
    const IrBuilder saved = *o->b;
    const size_t depth = im->depth;
    const uint32_t strict = im->strict;
    const size_t n_branches = im->branches.len;
    const OnnxRecord *const around = im->record;
    const DiagMark mark = diag_mark(ctx);
    IrBinding *const before = o->b->block->body->last;
    o->b->origin =
        onnx_record_begin(o, onnx_shown(im, o->node->op_type), onnx_shown(im, node_name(o->node)));
    const IrOrigin *origin = o->b->origin;
    im->record = o->record;
    CtxWork work = {.kind = "node",
                    .name = origin->name && *origin->name ? origin->name : origin->by};
    CTX_ENTER(ctx, &boundary) {
        ctx_work_begin(ctx, &work);
        if (why)
            onnx_opaque_build(o, why);
        else
            map_node(o, f);
        onnx_record_end(o, before);
    }
    const Status status = ctx_leave(ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) {
        blame(im, o->node, mark);
        ctx_throw(ctx, status);
    }
    if (status != STATUS_OK) onnx_record_drop(o, before);
    onnx_branches_drop(im, n_branches); /* of a map that failed */
    const IrBinding *last = o->b->block->body->last;
    if (status == STATUS_OK && last != before && o->node->name.len)
        vec_push(&im->arena, &im->node_names, ((OnnxNodeName){last->var, o->node->name}));
    *o->b = saved;
    im->depth = depth;
    im->strict = strict;
    im->record = around;
    return status == STATUS_OK;
}

/* The inputs' values; false: some are missing or poisoned. */
static bool find_inputs(O *o, bool in_circle) {
    OnnxImport *im = o->im;
    const bool may_be_opaque = im->options && im->options->opaque;
    bool ok = true;
    for (uint32_t i = 0; i < o->n_in; i++) {
        const Str name = o->node->inputs.at[i];
        OnnxValue *v = o->in[i] = name.len ? onnx_lookup(im, o->scope, name) : NULL;
        if (name.len && !v && !in_circle)
            diag_error(im->ctx, no_place, DIAG_NAME, onnx_text(im, name));
        if (name.len) ok = ok && v && (!v->is_poisoned || (v->lost && may_be_opaque));
    }
    while (o->n_in && !o->in[o->n_in - 1]) o->n_in--;
    return ok;
}

/* Where the bindings of a node begin. */
typedef struct {
    IrBinding *before; /* the last one that is not its own; NULL: none */
    size_t n_names;    /* of nodes before it */
} NodeStart;

/* What nothing uses. Tensors of extents stay: values of the file remember them. */
static bool is_left_over(const IrBinding *b) {
    return !b->var->n_uses &&
           (b->kind == IR_BIND_FIELD || b->kind == IR_BIND_IF ||
            (b->kind == IR_BIND_CALL && b->op->flags & OP_PURE && b->op != &op_shape_to_tensor));
}

/* Bindings before `last`, and it, that nothing uses go. */
static void remove_left_over(OnnxImport *im, NodeStart start, IrBinding *last) {
    for (IrBinding *b = last, *prev; b && b != start.before; b = prev) {
        prev = b->prev;
        if (!is_left_over(b)) continue;
        if (b->kind == IR_BIND_IF) onnx_branches_clear(im, b);
        ir_binding_remove(b);
    }
}

/* The node as an opaque call, in the place of what its map had built. */
static bool build_opaque(O *o, NodeStart start, const char *why) {
    IrBinding *last = o->b->block->body->last;
    o->im->node_names.len = start.n_names;
    if (!build_guarded(o, NULL, why)) return false;
    remove_left_over(o->im, start, last);
    return true;
}

/* The map again, where it failed as it needs the extents of inputs, of which only the rank is
 * known, or types of carries that its body gives, or what the run tells, which a call of
 * R.onnx.node may ask for. What fails so is not tried again around it. */
static bool once_more(O *o, NodeStart start, DiagMark mark) {
    enum { TIMES = 4 };
    OnnxImport *im = o->im;
    bool ok = false;
    for (int i = 0; i < TIMES && !ok; i++) {
        const bool lacks_dims = im->lacks_dims && !o->matches;
        const bool lacks_run = im->lacks_run && !o->as_node;
        if (!(lacks_dims || im->lacks_carries || lacks_run) || !only_lacks(im->ctx, mark)) break;
        remove_left_over(im, start, o->b->block->body->last);
        diag_rewind(im->ctx, mark);
        im->node_names.len = start.n_names;
        o->matches = o->matches || lacks_dims;
        o->as_node = o->as_node || lacks_run;
        im->lacks_dims = im->lacks_carries = im->lacks_run = false;
        ok = build_guarded(o, NULL, NULL);
    }
    im->lacks_dims = im->lacks_carries = im->lacks_run = false;
    return ok;
}

/* Where the map failed for what Tenon lacks, the node may be opaque. */
static bool as_opaque(O *o, NodeStart start, DiagMark mark) {
    OnnxImport *im = o->im;
    if (!im->options || !im->options->opaque || im->strict || !only_lacks(im->ctx, mark))
        return false;
    const char *why = diag_fmt(im->ctx, "%s", diag_rewind(im->ctx, mark));
    return build_opaque(o, start, why);
}

/* A node whose name, or that of an output, is among those to be kept. */
static bool is_kept(const O *o) {
    const OnnxOptions *options = o->im->options;
    bool found = false;
    for (size_t i = 0; options && !o->im->strict && i < options->n_keep && !found; i++) {
        found = str_eq_c(o->node->name, options->keep[i]);
        for (uint32_t k = 0; !found && k < o->n_out; k++)
            found = str_eq_c(o->out[k].name, options->keep[i]);
        if (found) o->im->kept[i] = true;
    }
    return found;
}

/* It makes a sequence of the model out of no sequence, which is not taken apart and put together
 * again where the model is to be written. */
static bool gives_list(const O *o) {
    enum { FEW = 64 };
    const OnnxOptions *options = o->im->options;
    if (!options || !options->whole || !options->opaque || o->scope != o->im->main_scope ||
        o->n_out != 1 || !o->out[0].is_sequence ||
        !(str_eq_c(o->node->op_type, "SplitToSequence") || str_eq_c(o->node->op_type, "If")))
        return false;
    const OnnxList *outputs = &o->im->model->graph->outputs; /* a node by itself has no model */
    bool found = false;
    for (size_t i = 0; !found && outputs->len <= FEW && i < outputs->len; i++)
        found = str_eq(((const OnnxValueInfo *)outputs->at[i])->name, o->out[0].name);
    return found;
}

/* False when the node failed, or what it depends on did. */
static bool import_node(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxNode *node,
                        bool in_circle) {
    Ctx *ctx = im->ctx;
    const DiagMark mark = diag_mark(ctx);
    if (++im->n_nodes > ctx->limits.bindings) {
        diag_error(ctx, no_place, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.bindings),
                   "nodes, functions expanded");
        ctx_throw(ctx, STATUS_LIMIT);
    }
    ctx_poll(ctx);
    ir_grow(im->m, 1 + node->inputs.len + node->outputs.len); /* known integers leave no bindings */
    O *o = onnx_node_begin(im, scope, node);
    o->b = b;
    const NodeStart start = {b->block->body->last, im->node_names.len};
    const OnnxFunction *f;
    const bool is_known = find_map(o, &f);
    bool ok = find_inputs(o, in_circle);
    const bool is_ready = ok;
    im->lacks_dims = im->lacks_carries = im->lacks_run = false;
    ok = ok && is_known && build_guarded(o, f, NULL);
    if (is_ready && is_known && !f && !ok) ok = once_more(o, start, mark);
    if (is_ready && !ok)
        ok = as_opaque(o, start, mark);
    else if (ok && (is_kept(o) || (!im->strict && (onnx_node_stays(o) || gives_list(o)))))
        ok = build_opaque(o, start, ONNX_WHY_KEPT);
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!o->out[i].name.len) continue;
        OnnxValue *v = onnx_define(im, scope, o->out[i].name);
        if (!v) {
            ok = false;
            continue;
        }
        *v = o->out[i];
        v->is_poisoned = !ok;
    }
    blame(im, node, mark);
    onnx_node_end(o);
    return ok;
}

/* Nodes in an order of dependence, into the builder's block. False: some failed, or a name is
 * wrong. */
static bool onnx_import_nodes(OnnxImport *im, IrBuilder *b, OnnxScope *scope,
                              const OnnxList *nodes) {
    OnnxOrder order;
    bool ok = true;
    onnx_order(im, nodes, &order);
    for (size_t i = 0; i < order.len; i++) {
        const OnnxTurn *turn = &order.at[i];
        if (!turn->is_circle) {
            ok &= import_node(im, b, scope, turn->node, turn->in_circle);
            continue;
        }
        const DiagMark mark = diag_mark(im->ctx);
        diag_error(im->ctx, no_place, DIAG_ONNX, onnx_text(im, turn->node->op_type),
                   "it depends on its own output");
        blame(im, turn->node, mark);
        ok = false;
    }
    return ok;
}

static void note_infos(OnnxImport *im, OnnxScope *scope, const OnnxList *infos) {
    for (size_t i = 0; i < infos->len; i++) {
        OnnxValueInfo *info = infos->at[i];
        const OnnxValueInfo *known = onnx_info_find(im, scope, info->name, false);
        if (!known || (is_whole(im, info) && !is_whole(im, known)))
            map_add(&scope->infos, onnx_hash(im, info->name), info);
    }
}

bool onnx_import_graph(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxGraph *g) {
    bool ok = true;
    if (g->sparse.len) {
        diag_error(im->ctx, no_place, DIAG_UNSUPPORTED, "a sparse initializer");
        ok = false;
    }
    Map seen;
    map_init(&seen, &im->arena);
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        const bool is_repeated = !onnx_initializer_note(im, &seen, t);
        OnnxValue *v = find_here(im, scope, t->name); /* bound by the caller */
        if (v && !is_repeated) continue;
        v = onnx_define(im, scope, t->name);
        if (v) v->proto = t;
        if (v) onnx_source(im, scope, v);
        ok &= v != NULL;
    }
    note_infos(im, scope, &g->infos);
    note_infos(im, scope, &g->outputs);
    return onnx_import_nodes(im, b, scope, &g->nodes) && ok;
}
