/* SPDX-License-Identifier: Apache-2.0 */
/* A module's function as a graph: names, values, bodies, calls that are written in place, inputs
 * and outputs.
 *
 * Each binding is written within a boundary of its own. Constants of all graphs are initializers of
 * the outermost one, which inner ones see. Recursion is as deep as bodies nest (limits.depth), as
 * functions call each other (CALLS_MAX), and as types nest. */
#include "onnx/export.h"

enum { CALLS_MAX = 64, GRAPHS_MAX = 60 };

int64_t x_type(OnnxExport *x, DType t) {
    const int64_t type = onnx_data_type(t);
    if (!type && x->unknown == DTYPE_VOID) x->unknown = t;
    x_needs(x, onnx_data_type_since(t));
    return type;
}

void x_needs(OnnxExport *x, int64_t opset) {
    if (opset > x->needed) x->needed = opset;
}

/* Faults */

static bool was_reported(OnnxExport *x, const void *what) {
    for (MapIter it = map_find(&x->reported, hash_ptr(0, what)); map_next(&x->reported, &it);) {
        if (it.value == what) return true;
    }
    map_add(&x->reported, hash_ptr(0, what), (void *)(uintptr_t)what);
    return false;
}

void w_fail(W *w, const char *fmt, ...) {
    Ctx *ctx = w->x->ctx;
    const void *what = w->b ? (const void *)w->b : w->s->frame->fn;
    va_list args;
    va_start(args, fmt);
    const char *why = arena_vprintf(w->x->arena, fmt, args);
    va_end(args);
    if (!was_reported(w->x, what)) {
        const Loc loc = w->b ? w->b->loc : w->s->frame->fn->loc;
        diag_error(ctx, loc, DIAG_ONNX_FORM, w->b ? w->b->var->name : w->s->frame->fn->name, why);
    }
    ctx_throw(ctx, STATUS_INVALID);
}

/* Names */

static bool is_taken(const OnnxExport *x, const char *name, uint64_t hash) {
    for (MapIter it = map_find(&x->taken, hash); map_next(&x->taken, &it);) {
        if (strcmp(it.value, name) == 0) return true;
    }
    return false;
}

bool x_is_taken(const OnnxExport *x, const char *name) {
    return is_taken(x, name, hash_bytes(x->ctx, name, strlen(name)));
}

const char *x_name(OnnxExport *x, const char *wanted) {
    const char *name = wanted;
    uint64_t hash;
    while (hash = hash_bytes(x->ctx, name, strlen(name)), !*name || is_taken(x, name, hash))
        name = arena_printf(x->arena, "%s_%zu", *wanted ? wanted : "value", ++x->n_names);
    map_add(&x->taken, hash, (void *)(uintptr_t)name);
    return name;
}

/* Values */

const char *x_value(W *w, const WValue *v) {
    if (v->is_poisoned) ctx_throw(w->x->ctx, STATUS_INVALID);
    if (v->name) return v->name;
    if (v->constant) return x_constant(w->x, v->constant);
    if (!v->dims)
        w_fail(w, "%s where a tensor is needed",
               v->is_tuple ? "a tuple"
               : v->fn     ? "a function"
                           : "nothing");
    if (v->dims->kind == IR_TYPE_SHAPE) {
        if (!v->dims->dims) w_fail(w, "a shape that is not known");
        return w_dims(w, v->dims->dims, v->dims->ndim);
    }
    const DType dtype = v->dims->dtype;
    if (dtype_is_float(dtype)) return w_scalar(w, dtype, v->f);
    return w_cast(w, w_dim(w, v->dims->value), DTYPE_INT64, dtype);
}

static WValue named(const char *name) { return (WValue){.is_known = true, .name = name}; }

/* Nothing in it is over the frame's symbols. */
static WValue settled(W *w, WValue v) {
    if (v.is_tuple) {
        WValue *items = ARENA_ARRAY(w->x->arena, WValue, (size_t)v.n + 1);
        for (uint32_t i = 0; i < v.n; i++) items[i] = settled(w, v.items[i]);
        v.items = items;
    } else if (v.dims && !v.name) {
        return named(x_value(w, &v));
    }
    return v;
}

static WValue tuple_value(W *w, const IrOperand *o) {
    WValue v = {.is_known = true, .is_tuple = true, .n = o->n};
    v.items = ARENA_ARRAY(w->x->arena, WValue, (size_t)o->n + 1);
    const IrOperand *item = o + 1;
    for (uint32_t i = 0; i < o->n; i++, item += item->span) v.items[i] = x_operand(w, item, false);
    return v;
}

WValue x_operand(W *w, const IrOperand *o, bool settle) {
    WValue v = {.is_known = true};
    switch (o->kind) {
    case IR_OPERAND_NONE: return v;
    case IR_OPERAND_VAR: v = w->s->frame->values[o->var->id]; break;
    case IR_OPERAND_CONST: v.constant = o->constant; break;
    case IR_OPERAND_SHAPE: v.dims = o->type; break;
    case IR_OPERAND_PRIM:
        v.dims = o->type;
        if (dtype_is_float(o->type->dtype)) v.f = o->f;
        break;
    case IR_OPERAND_GLOBAL: v.fn = o->global->function; break;
    case IR_OPERAND_TUPLE: v = tuple_value(w, o); break;
    case IR_OPERAND_STRING: w_fail(w, "a string");
    case IR_OPERAND_DTYPE: w_fail(w, "a dtype as a value");
    }
    if (v.is_poisoned) ctx_throw(w->x->ctx, STATUS_INVALID);
    BUG_IF(!v.is_known);
    return settle ? settled(w, v) : v;
}

/* Scopes */

static WFrame *new_frame(OnnxExport *x, IrFunction *fn, const WFrame *caller) {
    WFrame *frame = ARENA_NEW(x->arena, WFrame);
    *frame = (WFrame){.fn = fn, .caller = caller, .depth = caller ? caller->depth + 1 : 0};
    frame->values = ARENA_ARRAY(x->arena, WValue, (size_t)fn->n_vars + 1);
    frame->symbols = ARENA_ARRAY(x->arena, WSymbol, fn->symbols.len + 1);
    frame->wanted = ARENA_ARRAY(x->arena, const char *, (size_t)fn->n_vars + 1);
    if (x->keep && fn->body) frame->plan = onnx_plan(x->keep, fn);
    if (caller) x_keep_names(x, frame); /* main's results have theirs first */
    return frame;
}

WFrame *x_frame(W *w, IrFunction *fn) {
    if (!fn) w_fail(w, "a call of a function that is not known");
    if (!fn->body) w_fail(w, "a call of '%s', which is a function of loops", fn->name);
    if (w->s->frame->depth >= CALLS_MAX)
        w_fail(w, "calls that are nested more than %d deep, or a function that calls itself",
               CALLS_MAX);
    return new_frame(w->x, fn, w->s->frame);
}

void x_scope(WScope *s, OnnxExport *x, WFrame *frame, OnnxGraph *graph, WScope *outer) {
    *s = (WScope){.x = x, .frame = frame, .graph = graph, .outer = outer};
    map_init(&s->dims, x->arena);
    map_init(&s->seen, x->arena);
}

OnnxGraph *x_graph(W *w, const char *name) {
    OnnxGraph *g = ARENA_NEW(w->x->arena, OnnxGraph);
    g->name = str_c(name);
    return g;
}

static void define_symbol(WFrame *frame, const IrDim *d, WSymbol where) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (s && s->function == frame->fn && frame->symbols[s->index].place == W_NOWHERE)
        frame->symbols[s->index] = where;
}

void x_define_symbols(WFrame *frame, const IrType *t, const WValue *v) {
    if (v->is_tuple) {
        for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n && i < v->n; i++)
            x_define_symbols(frame, t->fields[i], &v->items[i]);
    }
    if (!v->name) return;
    if (t->kind == IR_TYPE_PRIM && t->value)
        define_symbol(frame, t->value, (WSymbol){W_SCALAR, v->name, 0});
    const bool is_shape = t->kind == IR_TYPE_SHAPE;
    for (int32_t i = 0; (is_shape || t->kind == IR_TYPE_TENSOR) && t->dims && i < t->ndim; i++)
        define_symbol(frame, t->dims[i], (WSymbol){is_shape ? W_ELEMENT : W_EXTENT, v->name, i});
}

const IrType *x_tensor_type(OnnxExport *x, const IrType *t) {
    const IrDim *const none[1] = {NULL};
    if (t->kind == IR_TYPE_TENSOR) return t->dtype == DTYPE_VOID ? NULL : t;
    if (t->kind == IR_TYPE_PRIM)
        return t->dtype == DTYPE_VOID ? NULL : ir_type_tensor(x->m, none, 0, t->dtype);
    if (t->kind != IR_TYPE_SHAPE) return NULL;
    if (t->ndim == IR_NDIM_UNKNOWN) return ir_type_tensor(x->m, NULL, 1, DTYPE_INT64);
    const IrDim *const dims[] = {ir_dim_const(x->m, t->ndim)};
    return ir_type_tensor(x->m, dims, 1, DTYPE_INT64);
}

static bool is_main(const WFrame *frame) { return !frame->caller; }

bool x_params(WScope *s, const IrType *t, const char *name, WValue *out) {
    OnnxExport *x = s->x;
    *out = (WValue){.is_known = true};
    if (t->kind == IR_TYPE_TUPLE) {
        out->is_tuple = true;
        out->n = t->n;
        out->items = ARENA_ARRAY(x->arena, WValue, (size_t)t->n + 1);
        bool ok = true;
        for (uint32_t i = 0; i < t->n; i++)
            ok = x_params(s, t->fields[i], name, &out->items[i]) && ok;
        return ok;
    }
    const IrType *tensor = x_tensor_type(x, t);
    OnnxTypeProto *kept = tensor || !is_main(s->frame) ? NULL : x_param_type(x, s->frame->fn, name);
    if (!tensor && !kept) return false;
    out->name = x_name(x, name);
    OnnxValueInfo *info =
        kept ? x_info_of(x, out->name, kept) : x_info(x, out->name, tensor, is_main(s->frame));
    vec_push(x->arena, &s->graph->inputs, (void *)info);
    if (kept) map_add(&x->types, hash_ptr(0, out->name), info);
    return true;
}

void x_outputs_init(XOutputs *self, OnnxExport *x, const char *const *names) {
    *self = (XOutputs){.names = names};
    map_init(&self->seen, x->arena);
}

static bool is_output(const XOutputs *out, const char *name) {
    for (MapIter it = map_find(&out->seen, hash_ptr(0, name)); map_next(&out->seen, &it);) {
        if (it.value == (const void *)name) return true;
    }
    return false;
}

/* An output is made by a node of its graph, and is none twice. */
void x_output(W *w, XOutputs *out, const WValue *v, const IrType *t) {
    OnnxExport *x = w->x;
    if (v->is_poisoned) ctx_throw(x->ctx, STATUS_INVALID);
    if (v->is_tuple) {
        for (uint32_t i = 0; i < v->n; i++) {
            if (t->kind != IR_TYPE_TUPLE || t->n != v->n)
                w_fail(w, "a result whose type is not known");
            x_output(w, out, &v->items[i], t->fields[i]);
        }
        return;
    }
    const IrType *tensor = x_tensor_type(x, t);
    const char *wanted = out->names ? out->names[out->n] : NULL;
    const bool is_new = v->constant && !v->name && !x_has_initializer(x, v->constant);
    const char *name = is_new ? x_constant_node(w, v->constant) : x_value(w, v);
    OnnxTypeProto *kept = tensor && tensor->dims ? NULL : x_kept_type(x, name);
    if (!tensor && !kept) w_fail(w, "a result of type %s", ir_type_text(x->m, t));
    const bool fits = wanted ? strcmp(name, wanted) == 0 : v->graph == w->s->graph || is_new;
    if (is_new && !fits) {
        x->fresh->outputs.at[0] = str_c(wanted);
        name = wanted;
    } else if (!fits && wanted && !is_new && x_name_same(w, name, wanted)) {
        name = wanted;
    } else if (!fits || is_output(out, name)) {
        OnnxNode *n = w_node(w, "Identity", NAMES(name), 1);
        name = wanted ? wanted : x_name(x, name);
        n->outputs.at[0] = str_c(name);
    }
    map_add(&out->seen, hash_ptr(0, name), (void *)(uintptr_t)name);
    OnnxValueInfo *info =
        kept ? x_info_of(x, name, kept) : x_output_info(x, name, tensor, is_main(w->s->frame));
    vec_push(x->arena, &w->s->graph->outputs, (void *)info);
    out->n++;
}

/* Bindings */

static WValue gathered(const char *const **names, const IrType *t, W *w) {
    if (t->kind != IR_TYPE_TUPLE)
        return (WValue){.is_known = true, .name = *(*names)++, .graph = w->s->graph};
    WValue v = {.is_known = true, .is_tuple = true, .n = t->n};
    v.items = ARENA_ARRAY(w->x->arena, WValue, (size_t)t->n + 1);
    for (uint32_t k = 0; k < t->n; k++) v.items[k] = gathered(names, t->fields[k], w);
    return v;
}

void w_set_leaves(W *w, const char *const *names) {
    const IrType *t = w->b->var->type;
    if (t->kind != IR_TYPE_TUPLE) {
        w_set(w, *names);
        return;
    }
    WValue *fields = w_fields(w);
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->fields[i]->kind == IR_TYPE_TUPLE)
            fields[i] = gathered(&names, t->fields[i], w);
        else if (*names)
            w_set_field(w, i, *names++);
        else
            names++;
    }
}

WValue x_result(W *w, const IrBody *body) { return x_operand(w, body->result.at, true); }

static OnnxGraph *branch(W *w, const IrBody *body, const char *name, uint32_t *n) {
    OnnxGraph *g = x_graph(w, name);
    WScope s;
    x_scope(&s, w->x, w->s->frame, g, w->s);
    s.depth = w->s->depth + 1;
    if (s.depth > GRAPHS_MAX) w_fail(w, "branches that are nested more than %d deep", GRAPHS_MAX);
    x_body(&s, body);
    W inner = *w;
    inner.s = &s;
    const WValue v = x_result(&inner, body);
    const IrType *t = ir_operand_type(w->x->m, body->result.at);
    XOutputs out;
    x_outputs_init(&out, w->x, NULL);
    x_output(&inner, &out, &v, t);
    *n = out.n;
    return g;
}

static void write_if(W *w) {
    static const char *const names[] = {"then_branch", "else_branch"};
    WValue cond = x_operand(w, ir_operand_get(&w->b->operands, 0), false);
    const char *p = x_value(w, &cond);
    OnnxGraph *graphs[2];
    uint32_t n[2];
    for (int i = 0; i < 2; i++) graphs[i] = branch(w, w->b->bodies[i], names[i], &n[i]);
    if (n[0] != n[1]) w_fail(w, "branches whose results are not alike");
    OnnxNode *node = w_node(w, "If", NAMES(p), n[0]);
    x_name_node(w, node);
    for (int i = 0; i < 2; i++) w_add_attr(w, node, names[i], ONNX_ATTR_GRAPH)->graph = graphs[i];
    w_set_leaves(w, w_outs(w, node, 0));
}

WValue x_inline(W *w, const WValue *fn, const WValue *args, uint32_t n_args) {
    OnnxExport *x = w->x;
    WFrame *frame = x_frame(w, fn->fn);
    WScope s;
    x_scope(&s, x, frame, w->s->graph, NULL);
    s.depth = w->s->depth;
    if (fn->fn->params.len != fn->n + n_args) w_fail(w, "a call with %u arguments", n_args);
    for (uint32_t i = 0; i < fn->n + n_args; i++) {
        const IrVar *p = fn->fn->params.at[i];
        const WValue *v = i < fn->n ? &fn->items[i] : &args[i - fn->n];
        frame->values[p->id] = *v;
        x_define_symbols(frame, p->type, v);
    }
    x_body(&s, fn->fn->body);
    W inner = *w;
    inner.s = &s;
    return x_result(&inner, fn->fn->body);
}

static void write_invoke(W *w) {
    const IrOperands *ops = &w->b->operands;
    const uint32_t n = ir_operands_count(ops) - 1;
    const IrOperand *o = ops->at;
    const WValue fn = x_operand(w, o, true);
    WValue *args = ARENA_ARRAY(w->x->arena, WValue, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        o += o->span;
        args[i] = x_operand(w, o, true);
        if (args[i].constant) args[i].name = x_constant(w->x, args[i].constant);
    }
    const WValue v = x_inline(w, &fn, args, n);
    w_set_value(w, &v);
}

/* Nothing takes the value but the cast. */
static bool is_only_cast(const IrOperand *o) {
    return o->kind == IR_OPERAND_VAR && o->var->def && o->var->n_uses == 1;
}

/* What the file says of a value is read again where nothing is inferred; for that it needs a
 * node. */
static void write_match_cast(W *w) {
    WValue v = x_operand(w, w->b->operands.at, false);
    const IrType *from = ir_operand_type(w->x->m, w->b->operands.at), *to = w->b->cast;
    if (v.name && v.graph == w->s->graph && is_only_cast(w->b->operands.at)) {
        x_add_info(w->x, w->s->graph, x_info(w->x, v.name, to, is_main(w->s->frame)));
    } else if (to->kind == IR_TYPE_TENSOR && to->dims && to->dtype != DTYPE_VOID &&
               (from->kind != IR_TYPE_TENSOR || !from->dims)) {
        w_set(w, w1(w, "Identity", x_value(w, &v)));
        v = *w->result;
        x_add_info(w->x, w->s->graph, x_info(w->x, v.name, to, is_main(w->s->frame)));
    } else if (v.constant || (v.dims && !v.name)) {
        v.name = x_value(w, &v);
    }
    x_define_symbols(w->s->frame, to, &v);
    w_set_value(w, &v);
}

static void write_function(W *w) {
    WValue v = {.is_known = true, .fn = w->b->function};
    const IrOperand *o = w->b->operands.at;
    v.n = w->b->function->n_captures;
    v.items = ARENA_ARRAY(w->x->arena, WValue, (size_t)v.n + 1);
    for (uint32_t i = 0; i < v.n; i++, o += o->span) v.items[i] = x_operand(w, o, true);
    w_set_value(w, &v);
}

/* The small type that a value has; VOID: none. */
static DType small_of(const IrType *t) {
    DType found =
        t && t->kind == IR_TYPE_TENSOR && dtype_is_small(t->dtype) ? t->dtype : DTYPE_VOID;
    for (uint32_t i = 0; t && t->kind == IR_TYPE_TUPLE && found == DTYPE_VOID && i < t->n; i++)
        found = small_of(t->fields[i]);
    return found;
}

/* Few operators of ONNX take small types. */
static void check_small(W *w) {
    static const OpDef *const those[] = {
        &op_astype,  &op_bitcast, &op_cast,  &op_dequantize, &op_expand_dims,  &op_flatten,
        &op_full,    &op_nn_pad,  &op_ones,  &op_ones_like,  &op_permute_dims, &op_quantize,
        &op_reshape, &op_squeeze, &op_zeros, &op_zeros_like, &op_full_like,
    };
    DType t = small_of(w->b->var->type);
    for (uint32_t at = 0; t == DTYPE_VOID && at < w->b->operands.n;
         at += w->b->operands.at[at].span) {
        const IrOperand *o = &w->b->operands.at[at];
        if (o->kind != IR_OPERAND_NONE) t = small_of(ir_operand_type(w->x->m, o));
    }
    for (size_t i = 0; t != DTYPE_VOID && i < ARRAY_LEN(those); i++) {
        if (w->b->op == those[i]) return;
    }
    if (t != DTYPE_VOID && w->b->op->structural == OP_STRUCTURAL_NO && !w->b->op->identity)
        w_fail(w, "R.%s of %s; it can be cast to %s before, and back", w->b->op->name,
               dtype_name(t), dtype_is_float(t) ? "float32" : "int8");
}

static void write_call(W *w) {
    const OnnxWriteOptions *options = w->x->options;
    const char *why = options->refuse ? options->refuse(options->user, w->b) : NULL;
    if (why) w_fail(w, "R.%s: %s", w->b->op->name, why);
    w->row = onnx_write_row(w->x, w->b->op);
    if (!w->row) w_fail(w, "R.%s has no counterpart", w->b->op->name);
    check_small(w);
    w->row->write(w);
}

static void write_binding(W *w) {
    WValue v;
    OnnxPlan *plan = w->s->frame->plan;
    if (plan && onnx_plan_of(plan, w->b->var)) {
        x_keep_node(w, onnx_plan_of(plan, w->b->var));
        return;
    }
    switch (w->b->kind) {
    case IR_BIND_VALUE: v = x_operand(w, w->b->operands.at, false); break;
    case IR_BIND_FIELD:
        v = x_operand(w, w->b->operands.at, false);
        if (!v.is_tuple || w->b->index >= v.n)
            w_fail(w, "a field of what is not known to be a tuple");
        v = v.items[w->b->index];
        if (v.is_poisoned || !v.is_known) ctx_throw(w->x->ctx, STATUS_INVALID);
        break;
    case IR_BIND_CALL: write_call(w); return;
    case IR_BIND_INVOKE: write_invoke(w); return;
    case IR_BIND_MATCH_CAST: write_match_cast(w); return;
    case IR_BIND_IF: write_if(w); return;
    case IR_BIND_FUNCTION: write_function(w); return;
    case IR_BIND_COUNT: BUG("a kind of binding");
    }
    w_set_value(w, &v);
}

static void write_guarded(W *w) {
    Ctx *ctx = w->x->ctx;
    Boundary boundary;
    const size_t before = w->s->graph->nodes.len;
    CTX_ENTER(ctx, &boundary) {
        write_binding(w);
        x_name_made(w, before);
    }
    const Status status = ctx_leave(ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(ctx, status);
    BUG_IF(status == STATUS_OK && !w->result->is_known);
    if (status != STATUS_OK) *w->result = (WValue){.is_known = true, .is_poisoned = true};
}

void x_body(WScope *s, const IrBody *body) {
    for (const IrBinding *b = body->first; b; b = b->next) {
        W w = {.x = s->x, .s = s, .b = b, .result = &s->frame->values[b->var->id]};
        ctx_poll(s->x->ctx);
        if (s->frame->plan && !onnx_plan_needs(s->frame->plan, b->var)) continue;
        if (!w.result->is_known) write_guarded(&w);
        if (w.result->name && !w.result->is_poisoned) x_seen(s, b->var->type, w.result->name);
        x_infer_info(s, b->var->type, w.result);
    }
}

/* The whole */

/* The name that the file gave it. */
static const char *name_of_input(const IrFunction *fn, const char *param) {
    const char *name = ir_file_name(fn, ONNX_INPUTS, param);
    return name ? name : param;
}

static uint32_t count_leaves(const IrType *t) {
    uint32_t n = 0;
    if (t->kind != IR_TYPE_TUPLE) return 1;
    for (uint32_t i = 0; i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

typedef struct {
    OnnxExport *x;
    WFrame *frame;
    const IrAttr *given; /* NULL: they are named after variables */
    const char **names;
    uint32_t n;
} Wanted;

static void want_leaf(Wanted *self, const char *base) {
    const IrAttr *given = self->given ? &self->given->items[self->n] : NULL;
    self->names[self->n++] =
        x_name(self->x, given && given->kind == IR_ATTR_STRING ? given->s : base);
}

/* The names of the outputs, and the variables that are to have them. */
static void want(Wanted *self, const IrOperand *o, const IrType *t) {
    const IrVar *v = o->kind == IR_OPERAND_VAR ? o->var : NULL;
    if (o->kind == IR_OPERAND_TUPLE) {
        const IrOperand *item = o + 1;
        for (uint32_t i = 0; i < o->n; i++, item += item->span)
            want(self, item, ir_operand_type(self->x->m, item));
        return;
    }
    const uint32_t n = count_leaves(t);
    for (uint32_t i = 0; i < n; i++) want_leaf(self, v && v->def ? v->name : "output");
    while (v && n == 1 && !self->frame->wanted[v->id]) {
        self->frame->wanted[v->id] = self->names[self->n - 1];
        const IrBinding *def = v->def;
        const bool is_name =
            def && (def->kind == IR_BIND_VALUE ||
                    (def->kind == IR_BIND_MATCH_CAST && is_only_cast(def->operands.at)));
        const bool is_kept = def && self->frame->plan && onnx_plan_of(self->frame->plan, def->var);
        v = is_name && !is_kept && def->operands.at->kind == IR_OPERAND_VAR ? def->operands.at->var
                                                                            : NULL;
    }
}

void x_main(WScope *s, OnnxExport *x, IrFunction *fn) {
    x_scope(s, x, new_frame(x, fn, NULL), x->main, NULL);
    const IrOperand *result = fn->body->result.at;
    const IrType *t = ir_operand_type(x->m, result);
    W w = {.x = x, .s = s};
    x_node_names(x, fn);
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        WValue *v = &s->frame->values[p->id];
        if (!x_params(s, p->type, name_of_input(fn, p->name), v))
            w_fail(&w, "its parameter '%s' of type %s", p->name, ir_type_text(x->m, p->type));
        x_define_symbols(s->frame, p->type, v);
    }
    const uint32_t n = count_leaves(t);
    const IrAttr *given = ir_function_attr(fn, ONNX_OUTPUTS, IR_ATTR_LIST);
    if (given && x_has_lists(x, given, t)) {
        const char *const *names = x_list_names(x, s->frame, given, result);
        x_keep_names(x, s->frame);
        x_body(s, fn->body);
        const WValue lists = x_result(&w, fn->body);
        x_list_outputs(&w, names, given->n, &lists, t);
        return;
    }
    if (!n) w_fail(&w, "its result is empty");
    Wanted wanted = {.x = x, .frame = s->frame, .names = ARENA_ARRAY(x->arena, const char *, n)};
    wanted.given = given;
    if (wanted.given && wanted.given->n != n) wanted.given = NULL;
    want(&wanted, result, t);
    x_keep_names(x, s->frame);
    x_body(s, fn->body);
    const WValue v = x_result(&w, fn->body);
    XOutputs out;
    x_outputs_init(&out, x, wanted.names);
    x_output(&w, &out, &v, t);
}
