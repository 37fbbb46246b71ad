/* SPDX-License-Identifier: Apache-2.0 */
/* R.onnx.node and R.onnx.opaque: their types and meaning, and the call that a node of a model
 * becomes.
 *
 * The meaning of R.onnx.node is the map that the reader has for such a node (onnx/map.def), run on
 * its operands: for its type in a function that nobody keeps, and remembered; for its decomposition
 * where the caller builds. */
#include "onnx/node.h"

#include "ir/definition.h"
#include "onnx/import.h"
#include "ops/decompose.h"
#include "ops/infer.h"

#define COMMON_PARAMS                                                                              \
    {.name = "inputs", .kind = OP_PARAM_VALUES}, {.name = "op_type", .kind = OP_PARAM_STRING},     \
        {.name = "attrs", .kind = OP_PARAM_LIST, .optional = true}, OP_INT("version", 1),          \
        OP_STRING("domain", "", NULL),                                                             \
        {.name = "absent", .kind = OP_PARAM_LIST, .optional = true},                               \
        {.name = "given", .kind = OP_PARAM_LIST, .optional = true}, OP_INT("outputs", 1),          \
        {.name = "skipped", .kind = OP_PARAM_LIST, .optional = true}, OP_INT("opset", 0)

static const OpParam node_params[] = {COMMON_PARAMS};
static const OpParam opaque_params[] = {
    COMMON_PARAMS,
    {.name = "out_sinfo", .kind = OP_PARAM_TYPES, .alias = "out_ty"},
    OP_STRING("name", "", NULL),
    {.name = "captures", .kind = OP_PARAM_LIST, .optional = true},
    {.name = "infos", .kind = OP_PARAM_LIST, .optional = true},
    OP_STRING("why", "", NULL),
    OP_STRING("overload", "", NULL),
    {.name = "out_names", .kind = OP_PARAM_LIST, .optional = true},
};

static const char *const node_constraints[] = {
    "attrs, absent, given, outputs and skipped say what a node has",
    "the reader has a map for op_type in this version of domain, which takes these inputs",
    NULL,
};
static const char *const opaque_constraints[] = {
    "attrs, absent, given, outputs and skipped say what a node has",
    "out_sinfo is a type for each output",
    NULL,
};

/* A node as its map sees it */

typedef struct {
    OnnxImport im;
    OnnxScope scope;
    OnnxNode node;
    O o;
} Run;

static const OnnxRow *row_of(Run *r, const OnnxNodeSpec *spec) {
    bool any = false;
    const char *name = spec->op_type;
    if (*spec->domain) name = arena_printf(&r->im.arena, "%s.%s", spec->domain, spec->op_type);
    return onnx_row_find(&r->im, str_c(name), spec->version, &any);
}

/* A shape or a number is what the map may know; of a tensor it may not look at the elements. */
static void set_operand(Run *r, OnnxValue *v, const IrOperand *x) {
    O *o = &r->o;
    const IrType *t = ir_operand_type(o->m, x);
    if (t->kind == IR_TYPE_SHAPE || t->kind == IR_TYPE_PRIM) {
        const IrDim **dims = O_ARRAY(o, const IrDim *, 1);
        const bool is_shape = t->kind == IR_TYPE_SHAPE;
        if (is_shape ? !t->dims : !t->value) o_unsupported(o, "an extent that is not known");
        dims[0] = t->value;
        v->known = is_shape ? onnx_known(t->dims, (uint32_t)t->ndim, 1, DTYPE_INT64)
                            : onnx_known(dims, 1, 0, t->dtype);
        return;
    }
    if (t->kind != IR_TYPE_TENSOR) o_unsupported(o, "an input that is no tensor");
    v->operand = *x;
    v->operand.list = NULL;
    if (x->kind == IR_OPERAND_VAR) v->operand.next_use = v->operand.prev_use = NULL;
    v->is_hidden = true;
}

static void set_inputs(Run *r, const OnnxNodeSpec *spec, const IrOperand *items, uint32_t n) {
    O *o = &r->o;
    o->n_in = spec->n_in;
    o->in = O_ARRAY(o, OnnxValue *, o->n_in);
    uint32_t used = 0;
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (spec->absent[i]) continue;
        OnnxValue *v = o->in[i] = ARENA_NEW(&r->im.arena, OnnxValue);
        if (spec->given[i]) {
            onnx_value_set_tensor(&r->im, v, onnx_node_given(r->im.ctx, spec->given[i]));
            continue;
        }
        BUG_IF(used == n);
        set_operand(r, v, items);
        items += items->span;
        used++;
    }
}

/* Into the builder's block; the results in `out`, `none` for what is skipped. The boundary is the
 * caller's. */
static void run(Run *r, const OnnxNodeSpec *spec, const IrOperand *items, uint32_t n,
                IrOperandBuf *out) {
    O *o = &r->o;
    o->row = row_of(r, spec);
    if (!o->row) o_unsupported(o, "this operator, in version %lld,", (long long)spec->version);
    o->n_out = spec->n_out;
    o->out = O_ARRAY(o, OnnxValue, o->n_out);
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!spec->skipped[i]) o->out[i].name = (Str){onnx_unnamed, 2};
    }
    set_inputs(r, spec, items, n);
    onnx_row_apply(o);
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (spec->skipped[i]) {
            ir_operands_none(out);
            continue;
        }
        if (o->n_out == 1 && o->out[0].is_sequence) {
            if (!onnx_value_append(&r->im, o->b, &o->out[0], out))
                ctx_throw(r->im.ctx, STATUS_INVALID);
            continue;
        }
        const IrOperand x = onnx_value_is_tensor(&o->out[i])
                                ? onnx_value_operand(&r->im, o->b, &o->out[i])
                                : o_none();
        if (x.kind == IR_OPERAND_NONE) o_unsupported(o, "its output %u", i);
        ir_operands_copy(out, &x);
    }
}

/* STATUS_OK, or STATUS_INVALID after a report. */
static Status run_guarded(const IrBuilder *b, const OnnxNodeSpec *spec, const IrOperand *items,
                          uint32_t n, IrOperandBuf *out) {
    Ctx *ctx = b->m->ctx;
    IrBuilder own = *b;
    Boundary boundary;
    arena_alloc(&b->m->scratch, 1); /* its clean-up is the older one */
    Run *r = ARENA_NEW(&b->m->scratch, Run);
    CTX_ENTER(ctx, &boundary) {
        onnx_import_init(&r->im, ctx, b->m);
        r->scope = (OnnxScope){.opset = spec->opset};
        map_init(&r->scope.by_name, &r->im.arena);
        map_init(&r->scope.infos, &r->im.arena);
        r->node = (OnnxNode){.op_type = {spec->op_type, strlen(spec->op_type)},
                             .domain = {spec->domain, strlen(spec->domain)},
                             .attrs = spec->attrs};
        r->o = (O){.im = &r->im,
                   .m = b->m,
                   .b = &own,
                   .scope = &r->scope,
                   .node = &r->node,
                   .opset = spec->version};
        run(r, spec, items, n, out);
        onnx_import_fini(&r->im);
    }
    const Status status = ctx_leave(ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(ctx, status);
    return status;
}

/* Types */

static const IrType *undecodable(IrInfer *in, const char *why) {
    return infer_fail(in, 1, why, NULL);
}

/* Something of the operands is not known that maps rely on. */
static bool is_open(const IrType *t) {
    if (t->kind == IR_TYPE_TENSOR)
        return t->ndim == IR_NDIM_UNKNOWN || t->dtype == DTYPE_VOID || !t->dims;
    if (t->kind == IR_TYPE_SHAPE) return !t->dims;
    return t->kind == IR_TYPE_PRIM ? !t->value : true;
}

static const IrType *result_type(IrModule *m, const IrType *const *types, uint32_t n) {
    return n == 1 ? types[0] : ir_type_tuple(m, types, n);
}

static const IrType *unknown_result(IrModule *m, const OnnxNodeSpec *spec) {
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)spec->n_out + 1);
    for (uint32_t i = 0; i < spec->n_out; i++)
        types[i] = ir_type_tensor(m, NULL, IR_NDIM_UNKNOWN, DTYPE_VOID);
    return result_type(m, types, spec->n_out);
}

static const IrDim *outside(void *user, IrSymbol *s) {
    const IrFunction *tried = user;
    return s->function == tried ? NULL : ir_dim_symbol(tried->module, s);
}

/* Of an output that nobody takes: it has no name, and may be anything that is known. */
static const IrType *skipped_type(IrModule *m) {
    const IrDim *const none[1] = {NULL};
    return ir_type_tensor(m, none, 0, DTYPE_BOOL);
}

bool onnx_node_try(IrModule *m, Loc loc, const OnnxNodeSpec *spec, const IrType *tuple,
                   OnnxTried *out) {
    const size_t n_bindings = m->n_bindings;
    IrFunction *fn = ir_function_new(m, "onnx_node");
    *out = (OnnxTried){.fn = fn};
    fn->body = ir_body_new(fn, NULL);
    const IrBuilder b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = loc};
    IrOperandBuf items, results;
    ir_operands_init(&items, &m->scratch);
    ir_operands_init(&results, &m->scratch);
    for (uint32_t i = 0; i < tuple->n; i++) {
        const IrType *t = tuple->fields[i];
        if (t->kind == IR_TYPE_SHAPE)
            ir_operands_shape(&items, t);
        else if (t->kind == IR_TYPE_PRIM)
            ir_operands_prim(&items, t, 0);
        else
            ir_operands_var(&items, ir_var_new(fn, "x", t));
    }
    const Status status = run_guarded(&b, spec, items.ops.at, tuple->n, &results);
    m->n_bindings = n_bindings;
    if (status != STATUS_OK) return false;
    out->types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)spec->n_out + 1);
    for (uint32_t i = 0; i < spec->n_out; i++)
        out->types[i] = spec->skipped[i] ? skipped_type(m) : ir_operand_type(m, &results.ops.at[i]);
    for (const IrBinding *x = fn->body->first; x; x = x->next)
        out->n_calls +=
            x->kind != IR_BIND_VALUE && x->kind != IR_BIND_FIELD && x->kind != IR_BIND_MATCH_CAST;
    return true;
}

/* The type that the map gives. NULL after a report. */
static const IrType *try_map(IrInfer *in, const OnnxNodeSpec *spec, const IrType *tuple) {
    OnnxTried tried;
    if (!onnx_node_try(in->m, in->loc, spec, tuple, &tried)) return NULL;
    for (uint32_t i = 0; i < spec->n_out; i++) {
        const IrType **t = &tried.types[i];
        if ((*t)->has_symbols) *t = ir_type_map(in->m, *t, outside, tried.fn);
    }
    return result_type(in->m, tried.types, spec->n_out);
}

/* What the map reported stands at the call. */
static void place(Ctx *ctx, DiagMark mark, Loc loc) {
    for (size_t i = mark.diags; ctx->diags && i < ctx->diags->diags.len; i++) {
        Diag *d = &ctx->diags->diags.at[i];
        if (!d->loc.line) d->loc = loc;
    }
}

static const IrType *infer_node(IrInfer *in) {
    IrModule *m = in->m;
    const IrType *tuple = in->args[0].type;
    const char *why;
    OnnxNodeSpec spec;
    const bool is_tuple = tuple && tuple->kind == IR_TYPE_TUPLE;
    if (!is_tuple) return m->any;
    if (!onnx_node_decode(&m->scratch, in->attrs, tuple->n, &spec, &why))
        return undecodable(in, why);
    const IrAttr *attrs = ir_attrs_intern(m, in->attrs, NODE_ATTRS_COUNT);
    const IrInferred key = {.op = in->op, .attrs = attrs, .types = &tuple, .n = 1};
    const IrType *t = ir_inferred_find(m, &key);
    if (t) return t;
    bool open = false;
    for (uint32_t i = 0; i < tuple->n; i++) open |= is_open(tuple->fields[i]);
    ctx_poll(m->ctx);
    const DiagMark mark = diag_mark(m->ctx);
    t = try_map(in, &spec, tuple);
    if (!t && open) {
        diag_rewind(m->ctx, mark);
        return unknown_result(m, &spec);
    }
    place(m->ctx, mark, in->loc);
    if (t) ir_inferred_remember(m, &key, t);
    return t;
}

static bool onnx_is_known(const IrAttr *attrs) {
    return strcmp(attrs[OPAQUE_WHY].s, ONNX_WHY_KEPT) == 0;
}

/* The type, with what is only needed for that in `own`. */
static const IrType *opaque_type(IrInfer *in, Arena *own) {
    const IrType *tuple = in->args[0].type;
    const uint32_t captures = in->attrs[OPAQUE_CAPTURES].n;
    const bool is_tuple = tuple && tuple->kind == IR_TYPE_TUPLE;
    const char *why;
    OnnxNodeSpec spec;
    if (is_tuple && captures > tuple->n) return undecodable(in, "no more captures than inputs");
    if (!onnx_node_decode(own, in->attrs, is_tuple ? tuple->n - captures : 0, &spec, &why))
        return undecodable(in, why);
    if (in->n_types != spec.n_out)
        return infer_fail(in, 2, diag_fmt(in->m->ctx, "%u", spec.n_out),
                          diag_fmt(in->m->ctx, "%u", in->n_types));
    if (is_tuple && !captures && onnx_is_known(in->attrs)) { /* out_sinfo was so when it was read */
        const DiagMark mark = diag_mark(in->m->ctx);
        const IrType *t = try_map(in, &spec, tuple);
        /* a sequence is what the file says, and a tuple only where it is computed */
        if (t && (spec.n_out > 1 || t->kind != IR_TYPE_TUPLE)) return t;
        diag_rewind(in->m->ctx, mark);
    }
    return result_type(in->m, in->types, in->n_types);
}

static const IrType *infer_opaque(IrInfer *in) {
    Arena own;
    arena_init(&own, in->m->ctx);
    const IrType *t = opaque_type(in, &own);
    arena_fini(&own);
    return t;
}

/* Meaning */

/* The operands one by one. */
static const IrOperand *items_of(OpDecompose *call, uint32_t *n) {
    const IrOperand *items = onnx_node_items(call->args[0], n);
    if (items) return items;
    const IrType *t = call->types[0];
    IrOperandBuf buf;
    ir_operands_init(&buf, &call->b->m->scratch);
    *n = t->n;
    for (uint32_t i = 0; i < t->n; i++) {
        const IrType *field = t->fields[i];
        IrOperand x;
        if (field->kind == IR_TYPE_SHAPE && field->dims)
            ir_operands_shape(&buf, field);
        else if (field->kind == IR_TYPE_PRIM && field->value)
            ir_operands_prim(&buf, field, 0);
        else
            x = d_field(call, d_arg(call, 0), i), ir_operands_copy(&buf, &x);
    }
    return buf.ops.at;
}

static bool is_one_of(const IrOperand *x, const IrOperand *items, uint32_t n) {
    bool found = x->kind != IR_OPERAND_VAR;
    for (uint32_t i = 0; i < n; i++, items += items->span)
        found |= items->kind == IR_OPERAND_VAR && items->var == x->var;
    return found;
}

static IrVar *decompose_node(OpDecompose *call) {
    IrModule *m = call->b->m;
    uint32_t n;
    const IrOperand *items = items_of(call, &n);
    OnnxNodeSpec spec;
    const char *why;
    IrOperandBuf out;
    ir_operands_init(&out, &m->scratch);
    BUG_IF(!onnx_node_decode(&m->scratch, call->attrs, n, &spec, &why));
    const DiagMark mark = diag_mark(m->ctx);
    if (run_guarded(call->b, &spec, items, n, &out) != STATUS_OK) {
        place(m->ctx, mark, call->b->loc);
        ctx_throw(m->ctx, STATUS_INVALID);
    }
    IrVar *y;
    if (spec.n_out == 1 && !is_one_of(out.ops.at, items, n)) {
        y = out.ops.at->var;
    } else if (spec.n_out == 1) {
        y = ir_build_value(call->b, out.ops.at, (uint32_t)out.ops.len, call->name);
    } else { /* skipped ones are whatever there is */
        for (uint32_t i = 0; i < spec.n_out; i++) {
            if (out.ops.at[i].kind == IR_OPERAND_NONE) out.ops.at[i] = d_const(call, DTYPE_BOOL, 0);
        }
        y = d_tuple(call, out.ops.at, spec.n_out).var;
    }
    BUG_IF(!y);
    y->name = call->name;
    return y;
}

void onnx_opaque_refuse(const IrBinding *call, Ctx *ctx) {
    const IrAttr *attrs = call->attrs;
    if (call->op != &onnx_opaque_op || (onnx_is_known(attrs) && !attrs[OPAQUE_CAPTURES].n)) return;
    const char *name = *attrs[OPAQUE_NAME].s ? attrs[OPAQUE_NAME].s : call->var->name,
               *why = attrs[OPAQUE_WHY].s;
    const char *domain = attrs[NODE_DOMAIN].s;
    const DiagMark mark = diag_mark(ctx);
    const char *what =
        *domain ? diag_fmt(ctx, "the domain '%s'", domain) : "this operator, or its form,";
    const char *said = diag_fmt(ctx, "%s: %s is not supported", attrs[NODE_OP_TYPE].s, what);
    diag_error(ctx, call->loc, DIAG_ONNX_LACKS, attrs[NODE_OP_TYPE].s, what);
    for (size_t i = mark.diags; i < ctx->diags->diags.len; i++) {
        Diag *d = &ctx->diags->diags.at[i];
        d->node = diag_fmt(ctx, "%s", name);
        if (*why && strcmp(why, said) != 0) diag_help(ctx, d, "%s", why);
    }
}

const OpDef onnx_node_op = {
    .name = "onnx.node",
    .doc = "What a node of ONNX computes: op_type of version of domain, with attributes attrs. "
           "Inputs are inputs, but for "
           "those at absent, which it has not, and given, which are constants.",
    .constraints = node_constraints,
    .params = node_params,
    .n_params = ARRAY_LEN(node_params),
    .flags = OP_PURE | OP_STRINGS | OP_SMALL_VALUES,
    .unsampled = "what a node computes is the reader's",
    .infer = infer_node,
    .decompose = decompose_node,
};

const OpDef onnx_opaque_op = {
    .name = "onnx.opaque",
    .doc = "A node of ONNX whose meaning is not known. It is kept as it is, where it is.",
    .constraints = opaque_constraints,
    .params = opaque_params,
    .n_params = ARRAY_LEN(opaque_params),
    .flags = OP_DISTINCT | OP_STRINGS,
    .unsampled = "what the node computes is not known",
    .infer = infer_opaque,
    .decompose =
        decompose_node, /* of one that is kept although it is known; others are refused before */
    .no_gradient = "what the node computes is not known",
};

void onnx_register(OpTable *table, Arena *arena) {
    ir_op_table_add(table, &onnx_node_op, arena);
    ir_op_table_add(table, &onnx_opaque_op, arena);
    ir_op_table_add_legal(table, &onnx_legal, arena);
}
