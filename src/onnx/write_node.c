/* SPDX-License-Identifier: Apache-2.0 */
/* R.onnx.node and R.onnx.opaque are the nodes that they were. What graphs of an opaque one use from
 * around are operands (captures). */
#include "onnx/export.h"
#include "onnx/node.h"

/* Versions */

typedef struct {
    const char *name;
    uint8_t at[12]; /* rising, 0 at the end */
} Versions;

static const Versions versions[] = {
#define VERSIONS(name, ...) {#name, {__VA_ARGS__}},
#include "onnx/versions.def"
};

/* The newest form of the operator that opset has; 0: it has none. NULL `v`: opset itself, as
 * nothing is known. */
static int64_t form_in(const Versions *v, int64_t opset) {
    int64_t form = v ? 0 : opset;
    for (const uint8_t *at = v ? v->at : NULL; at && *at && *at <= opset; at++) form = *at;
    return form;
}

static const Versions *versions_of(const char *op_type) {
    for (size_t low = 0, high = ARRAY_LEN(versions); low < high;) {
        const size_t mid = low + (high - low) / 2;
        const int order = strcmp(op_type, versions[mid].name);
        if (!order) return &versions[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

bool onnx_same_form(const char *op_type, int64_t a, int64_t b) {
    const Versions *v = versions_of(op_type);
    return form_in(v, a) == form_in(v, b) && form_in(v, a) > 0;
}

bool onnx_node_is_written(const IrBinding *call, int64_t opset) {
    const IrAttr *attrs = call->attrs;
    const int64_t version = attrs[NODE_VERSION].i;
    if (*attrs[NODE_DOMAIN].s || onnx_same_form(attrs[NODE_OP_TYPE].s, version, opset)) return true;
    OnnxNodeSpec spec;
    const char *why;
    uint32_t n;
    Arena arena;
    if (opset < version || !onnx_node_items(call->operands.at, &n)) return false;
    arena_init(&arena, call->block->body->function->module->ctx);
    const bool ok = onnx_node_decode(&arena, attrs, n, &spec, &why) &&
                    onnx_form_stays(spec.op_type, &spec.attrs, version, opset);
    arena_fini(&arena);
    return ok;
}

/* The model imports the node's domain. */
static void import_domain(W *w, const OnnxNodeSpec *spec) {
    OnnxExport *x = w->x;
    if (!*spec->domain) {
        if (onnx_form_stays(spec->op_type, &spec->attrs, spec->version, x->opset)) return;
        w_fail(w, "%s of opset %lld, which is another one in opset %lld", spec->op_type,
               (long long)spec->version, (long long)x->opset);
    }
    const Str domain = {spec->domain, strlen(spec->domain)};
    for (size_t i = 0; i < x->domains.len; i++) {
        const OnnxOpset *known = x->domains.at[i];
        if (!str_eq(known->domain, domain)) continue;
        if (known->version == spec->version) return;
        w_fail(w, "%s of version %lld of %s, of which the model has version %lld", spec->op_type,
               (long long)spec->version, spec->domain, (long long)known->version);
    }
    if (spec->version < 0) return; /* the file does not import it */
    OnnxOpset *opset = ARENA_NEW(x->arena, OnnxOpset);
    *opset = (OnnxOpset){.domain = domain, .version = spec->version};
    vec_push(x->arena, &x->domains, (void *)opset);
}

/* Nodes */

/* A sequence is made where it is used. */
static const char *name_of(W *w, const WValue *v) {
    if (!v->is_tuple) return x_value(w, v);
    const char **items = ARENA_ARRAY(w->x->arena, const char *, (size_t)v->n + 1);
    if (!v->n) w_fail(w, "an empty sequence, whose type is not known");
    for (uint32_t i = 0; i < v->n; i++) items[i] = name_of(w, &v->items[i]);
    return w_out(w_node(w, "SequenceConstruct", items, v->n, 1), 0);
}

static const char *given_name(W *w, const IrAttr *given) {
    Tensor *t = onnx_node_given(w->x->ctx, given);
    TensorGuard guard;
    tensor_guard(&guard, t);
    const void *data =
        t->bytes ? memcpy(arena_alloc(w->x->arena, t->bytes), t->data, t->bytes) : "";
    const char *name =
        w_small(w, t->ndim ? "ints" : "number", t->dtype, t->dims, t->ndim, data, t->bytes);
    tensor_unguard(&guard);
    tensor_unref(t);
    return name;
}

/* The node with its inputs and attributes; `items` are the operands. */
static OnnxNode *node_of(W *w, const OnnxNodeSpec *spec, const WValue *items) {
    OnnxExport *x = w->x;
    const char **ins = ARENA_ARRAY(x->arena, const char *, (size_t)spec->n_in + 1);
    import_domain(w, spec);
    for (uint32_t i = 0; i < spec->n_in; i++)
        ins[i] = spec->absent[i]  ? ""
                 : spec->given[i] ? given_name(w, spec->given[i])
                                  : name_of(w, items++);
    OnnxNode *n = w_node(w, spec->op_type, ins, spec->n_in, spec->n_out);
    n->domain = str_c(spec->domain);
    n->attrs = spec->attrs;
    n->has_form = true;
    return n;
}

/* The variables of the outputs have the names of these, where nothing else wants another one. */
static void want_names(W *w, const OnnxNodeSpec *spec, const IrAttr *names) {
    const char **wanted = w->s->frame->wanted;
    for (uint32_t i = 0; names->kind == IR_ATTR_LIST && i < names->n && i < spec->n_out; i++) {
        const IrAttr *a = &names->items[i];
        const IrVar *v = spec->n_out == 1 ? w->b->var : w_field_var(w, i);
        const bool is_own = v && (spec->n_out == 1 || v != w->b->var);
        if (is_own && a->kind == IR_ATTR_STRING && *a->s && !wanted[v->id])
            wanted[v->id] = x_name(w->x, a->s);
    }
}

static void set_results(W *w, OnnxNode *n, const OnnxNodeSpec *spec) {
    if (spec->n_out == 1) {
        w_set(w, w_out(n, 0));
        return;
    }
    WValue *fields = w_fields(w);
    for (uint32_t i = 0; i < spec->n_out; i++) {
        if (!spec->skipped[i]) {
            w_set_field(w, i, w_out(n, i));
            continue;
        }
        n->outputs.at[i] = (Str){.ptr = "", .len = 0};
        fields[i] = (WValue){.is_known = true, .is_poisoned = true};
    }
}

/* The operands one by one, and what the call says; captures stand behind the inputs. */
static WValue spec_of(W *w, uint32_t captures, OnnxNodeSpec *spec) {
    const WValue v = x_operand(w, w->b->operands.at, true);
    const char *why;
    if (!v.is_tuple || v.n < captures) w_fail(w, "inputs that are not known to be a tuple");
    if (!onnx_node_decode(w->x->arena, w->b->attrs, v.n - captures, spec, &why))
        w_fail(w, "it is to have %s", why);
    return v;
}

void onnx_write_node(W *w) {
    OnnxNodeSpec spec;
    const WValue v = spec_of(w, 0, &spec);
    OnnxNode *n = node_of(w, &spec, v.items);
    x_own_graphs(w->x, n, NULL);
    set_results(w, n, &spec);
}

/* What the file says of the outputs. */
static void add_infos(W *w, const OnnxNode *n, const IrAttr *infos) {
    OnnxExport *x = w->x;
    for (uint32_t i = 0; i < infos->n && i < n->outputs.len && infos->kind == IR_ATTR_LIST; i++) {
        const IrAttr *a = &infos->items[i];
        OnnxTypeProto *type =
            a->kind == IR_ATTR_STRING && *a->s ? onnx_type_from_text(x->arena, a->s) : NULL;
        if (!type || !n->outputs.at[i].len) continue;
        OnnxValueInfo *info = ARENA_NEW(x->arena, OnnxValueInfo);
        *info = (OnnxValueInfo){.name = n->outputs.at[i], .type = type};
        x_add_info(x, w->s->graph, info);
        map_add(&x->types, hash_ptr(0, info->name.ptr), info);
    }
}

OnnxTypeProto *x_kept_type(const OnnxExport *x, const char *name) {
    for (MapIter it = map_find(&x->types, hash_ptr(0, name)); map_next(&x->types, &it);) {
        const OnnxValueInfo *info = it.value;
        if (info->name.ptr == name) return info->type;
    }
    return NULL;
}

OnnxTypeProto *x_param_type(const OnnxExport *x, const IrFunction *fn, const char *param) {
    const IrAttr *types = ir_function_attr(fn, ONNX_TYPES, IR_ATTR_DICT);
    for (uint32_t i = 0; types && i < types->n; i++) {
        if (strcmp(types->keys[i], param) == 0 && types->items[i].kind == IR_ATTR_STRING)
            return onnx_type_from_text(x->arena, types->items[i].s);
    }
    return NULL;
}

void onnx_write_opaque(W *w) {
    OnnxExport *x = w->x;
    const IrAttr *attrs = w->b->attrs, *captures = &attrs[OPAQUE_CAPTURES];
    OnnxNodeSpec spec;
    OnnxRenames *around = x_renames(x);
    const WValue v = spec_of(w, captures->n, &spec);
    for (uint32_t i = 0; i < captures->n; i++) {
        const char *from =
            captures->kind == IR_ATTR_LIST && captures->items[i].kind == IR_ATTR_STRING
                ? captures->items[i].s
                : "";
        const char *to = name_of(w, &v.items[v.n - captures->n + i]);
        x_rename(x, around, str_c(from), to);
        x_keep(x, to);
    }
    OnnxNode *n = node_of(w, &spec, v.items);
    n->name = str_c(attrs[OPAQUE_NAME].s);
    n->overload = str_c(attrs[OPAQUE_OVERLOAD].s);
    x_own_graphs(x, n, around);
    want_names(w, &spec, &attrs[OPAQUE_OUT_NAMES]);
    set_results(w, n, &spec);
    for (uint32_t i = 0; i < spec.n_out; i++) {
        if (!spec.skipped[i]) x_keep(x, w_out(n, i)); /* though nobody takes it */
    }
    add_infos(w, n, &attrs[OPAQUE_INFOS]);
    x_call_function(x, n);
}
