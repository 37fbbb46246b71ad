/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that the host program describes. One that is defined in text becomes a text of
 * definitions. One with an infer callback becomes an OpDef of the context, whose type rule and
 * expansion ask the callbacks; what these ask in turn has a boundary of its own, so nothing unwinds
 * through them. */
#include "api/api.h"
#include "ir/definition.h"
#include "ir/text.h"
#include "ops/decompose.h"

struct TnOpCall {
    TnContext *context;
    IrModule *m;
    const OpDef *op;
    Loc loc;
    const IrType *const *types; /* of the operands; NULL: left out */
    uint32_t n;
    const IrAttr *attrs;
    bool infers; /* else it legalizes */
    VEC(const IrType *) results;
    Str expansion;
    const char *refused;
    Status failed; /* of the functions below; counts even where the callback does not look */
};

typedef struct {
    TnContext *context;
    TnOpFn infer, legalize;
    void *user;
} Registered;

/* Asks the callback; false: it refused, or what it returned says no. Throws what it returned of the
 * machine's faults. */
static bool ask(TnOpCall *call, TnOpFn fn, void *user) {
    const TnStatus status = fn(user, call);
    if (call->failed != STATUS_OK) ctx_throw(&call->context->ctx, call->failed);
    switch (status) {
    case TN_OK: return !call->refused;
    case TN_E_MEMORY:
    case TN_E_LIMIT:
    case TN_E_CANCELLED: ctx_throw(&call->context->ctx, (Status)status);
    default:
        if (!call->refused) call->refused = tn_status_text(status);
        return false;
    }
}

static const IrType *infer(IrInfer *in) {
    const Registered *r = in->op->data;
    Ctx *ctx = in->m->ctx;
    const IrType **types = ARENA_ARRAY(&in->m->scratch, const IrType *, (size_t)in->n_args + 1);
    for (uint32_t i = 0; i < in->n_args; i++) types[i] = in->args[i].type;
    TnOpCall call = {.context = r->context,
                     .m = in->m,
                     .op = in->op,
                     .loc = in->loc,
                     .types = types,
                     .n = in->n_args,
                     .attrs = in->attrs,
                     .infers = true};
    const bool ok = ask(&call, r->infer, r->user);
    if (!ok || !call.results.len) {
        diag_error(ctx, in->loc, DIAG_ARGUMENT, in->op->name,
                   ok ? "its type rule gave no type" : call.refused);
        return NULL;
    }
    if (call.results.len == 1) return call.results.at[0];
    return ir_type_tuple(in->m, call.results.at, (uint32_t)call.results.len);
}

static const IrDefinition *expansion(const OpDef *op, IrModule *m, Loc loc,
                                     const IrType *const *types, uint32_t n, const IrAttr *attrs,
                                     const char **why) {
    const Registered *r = op->data;
    TnOpCall call = {.context = r->context,
                     .m = m,
                     .op = op,
                     .loc = loc,
                     .types = types,
                     .n = n,
                     .attrs = attrs};
    const bool ok = ask(&call, r->legalize, r->user);
    *why = ok ? "it gave no expansion" : call.refused;
    if (!ok || !call.expansion.ptr) return NULL;
    *why = NULL;
    return ir_text_parse_expansion(m, op, call.expansion);
}

/* Registering */

static const struct {
    const char *name;
    OpParamKind kind;
} kinds[] = {
    {"tensor", OP_PARAM_TENSOR}, {"shape", OP_PARAM_SHAPE},   {"prim", OP_PARAM_PRIM},
    {"value", OP_PARAM_VALUE},   {"bool", OP_PARAM_BOOL},     {"int", OP_PARAM_INT},
    {"float", OP_PARAM_FLOAT},   {"string", OP_PARAM_STRING}, {"dtype", OP_PARAM_DTYPE},
    {"ints", OP_PARAM_INTS},
};

static const char *const attr_types[OP_PARAM_LIST + 1] = {
    [OP_PARAM_BOOL] = "Bool",  [OP_PARAM_INT] = "Int",     [OP_PARAM_FLOAT] = "Float",
    [OP_PARAM_STRING] = "Str", [OP_PARAM_DTYPE] = "Dtype", [OP_PARAM_INTS] = "Ints",
};

static const Loc no_place = {.line = 0};

static bool wrong(TnContext *self, const char *op, const char *what, const char *expected,
                  const char *found) {
    Diag *d = diag_error(&self->ctx, no_place, DIAG_ARGUMENT, op, what);
    if (expected) diag_expected(&self->ctx, d, "%s", expected);
    if (found) diag_found(&self->ctx, d, "%s", found);
    return false;
}

static bool find_kind(TnContext *self, const TnOpDesc *desc, size_t i, OpParamKind *out) {
    const TnOpParamDesc *p = &desc->params[i];
    for (size_t k = 0; p->name && p->kind && k < ARRAY_LEN(kinds); k++) {
        if (strcmp(kinds[k].name, p->kind) != 0) continue;
        *out = kinds[k].kind;
        return true;
    }
    const char *what = diag_fmt(&self->ctx, "parameter %zu ('%s')", i, p->name ? p->name : "");
    return wrong(self, desc->name, what,
                 "a name, and as its kind tensor, shape, prim, value, bool, int, float, string, "
                 "dtype or ints",
                 p->kind ? p->kind : "no kind");
}

/* The parameters as the signature of a definition, whose reader checks names and defaults. */
static bool signature(TnContext *self, const TnOpDesc *desc, StrBuf *out) {
    static const char *const operand_types[] = {[OP_PARAM_TENSOR] = "R.Tensor",
                                                [OP_PARAM_SHAPE] = "R.Shape",
                                                [OP_PARAM_PRIM] = "R.Prim(\"int64\")",
                                                [OP_PARAM_VALUE] = "R.Object"};
    bool ok = true;
    strbuf_printf(out, "@R.operator(\"%s\")\ndef described(", desc->name);
    for (size_t i = 0; i < desc->n_params; i++) {
        const TnOpParamDesc *p = &desc->params[i];
        OpParamKind kind;
        if (!find_kind(self, desc, i, &kind)) {
            ok = false;
            continue;
        }
        if (OP_PARAM_IS_ATTR(kind) != (p->fallback != NULL)) {
            ok = wrong(self, desc->name, diag_fmt(&self->ctx, "parameter '%s'", p->name),
                       OP_PARAM_IS_ATTR(kind) ? "a default, as it is an attribute"
                                              : "no default, as it is an operand",
                       NULL);
            continue;
        }
        strbuf_printf(out, "%s%s: ", i ? ", " : "", p->name);
        if (p->fallback)
            strbuf_printf(out, "R.%s = %s", attr_types[kind], p->fallback);
        else
            strbuf_puts(out, operand_types[kind]);
    }
    strbuf_puts(out, "):\n    return R.tuple()\n");
    return ok;
}

/* Is each parameter what it was described as, and no text beside it? */
static bool is_as_described(TnContext *self, const TnOpDesc *desc, const OpDef *read) {
    for (size_t i = 0; i < desc->n_params; i++) {
        const char *name = desc->params[i].name;
        if (i < read->n_params && strcmp(read->params[i].name, name) == 0) continue;
        const char *what = diag_fmt(&self->ctx, "parameter %zu ('%s')", i, name);
        return wrong(self, desc->name, what, "a name alone", NULL);
    }
    return read->n_params == desc->n_params ||
           wrong(self, desc->name, "its defaults", "one value each", NULL);
}

/* Deep copies, in the context's memory. */
static const char *keep(TnContext *self, const char *s) {
    return s ? arena_strdup(&self->arena, str_c(s)) : NULL;
}

static OpParam keep_param(TnContext *self, const OpParam *from, IrModule *home) {
    OpParam p = *from;
    p.name = keep(self, from->name);
    if (!from->value) return p;
    IrAttr *value = ARENA_NEW(&self->arena, IrAttr);
    *value = *ir_attrs_intern(home, from->value, 1);
    if (value->kind == IR_ATTR_STRING) value->s = keep(self, value->s);
    if (value->kind == IR_ATTR_INTS) {
        int64_t *ints = ARENA_ARRAY(&self->arena, int64_t, (size_t)value->n + 1);
        for (uint32_t i = 0; i < value->n; i++) ints[i] = value->ints[i];
        value->ints = ints;
    }
    p.value = value;
    return p;
}

/* The described operator with the parameters of the one that was read. */
static void add_described(TnContext *self, const TnOpDesc *desc, const OpDef *read,
                          IrModule *home) {
    OpDef *op = ARENA_NEW(&self->arena, OpDef);
    Registered *r = ARENA_NEW(&self->arena, Registered);
    *r = (Registered){
        .context = self, .infer = desc->infer, .legalize = desc->legalize, .user = desc->user};
    OpParam *params = ARENA_ARRAY(&self->arena, OpParam, (size_t)read->n_params + 1);
    for (uint32_t i = 0; i < read->n_params; i++)
        params[i] = keep_param(self, &read->params[i], home);
    *op = (OpDef){.name = keep(self, desc->name),
                  .doc = desc->doc ? keep(self, desc->doc) : "",
                  .params = params,
                  .n_params = read->n_params,
                  .flags = desc->is_impure ? 0 : OP_PURE,
                  .unsampled = "the host program describes it",
                  .infer = infer,
                  .decompose = desc->legalize ? d_hooked : NULL,
                  .hook = desc->legalize ? expansion : NULL,
                  .data = r};
    ir_op_table_add(&self->added, op, &self->arena);
}

/* Reads the signature as that of a definition, and keeps its schema with the callbacks in place of
 * a body. */
static void register_callbacks(TnContext *self, const TnOpDesc *desc) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, &self->ctx);
    strbuf_init(&text, &arena);
    const OpSource source = {.name = "tn_op_register", .text = {.len = 0}};
    if (ir_text_is_op_name(&self->ctx, no_place, desc->name) && signature(self, desc, &text)) {
        OpSource given = source;
        given.text = strbuf_str(&text);
        IrModule *m = ir_text_definitions(&self->ctx, &self->added, &given);
        if (m) {
            const OpDef *read = m->own_ops.added.at[m->own_ops.added.len - 1];
            if (is_as_described(self, desc, read)) add_described(self, desc, read, m);
            ir_module_free(m);
        }
    }
    arena_fini(&arena);
}

static void add_def(StrBuf *text, const char *decorator, const char *name, const char *def) {
    if (def) strbuf_printf(text, "@R.%s(\"%s\")\n%s\n", decorator, name, def);
}

static TnStatus register_definition(TnContext *ctx, const TnOpDesc *desc) {
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        Arena arena;
        StrBuf text;
        api_begin(ctx);
        arena_init(&arena, &ctx->ctx);
        strbuf_init(&text, &arena);
        const bool ok = ir_text_is_op_name(&ctx->ctx, no_place, desc->name);
        add_def(&text, "operator", desc->name, desc->definition);
        for (size_t i = 0; desc->expansions && desc->expansions[i]; i++)
            add_def(&text, "legalize", desc->name, desc->expansions[i]);
        add_def(&text, "gradient", desc->name, desc->gradient);
        if (ok) api_add_source(ctx, arena_printf(&arena, "R.%s", desc->name), strbuf_str(&text));
        arena_fini(&arena);
    }
    return api_leave(ctx, &b, TN_OK);
}

TnStatus tn_op_register(TnContext *ctx, const TnOpDesc *desc) {
    const bool one = ctx && desc && desc->name && !desc->definition != !desc->infer &&
                     (desc->params || !desc->n_params);
    if (!one || (desc->definition && (desc->params || desc->legalize || desc->doc)))
        return api_usage(ctx);
    if (desc->infer && (desc->expansions || desc->gradient)) return api_usage(ctx);
    if (desc->definition) return register_definition(ctx, desc);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        register_callbacks(ctx, desc);
    }
    return api_leave(ctx, &b, TN_OK);
}

/* What a callback may ask */

size_t tn_op_call_operands(const TnOpCall *call) { return call ? call->n : 0; }

TnStatus tn_op_call_type(const TnOpCall *call, size_t index, TnOpType *out) {
    static const char *const names[] = {
        [IR_TYPE_ANY] = "other",   [IR_TYPE_TENSOR] = "tensor", [IR_TYPE_TUPLE] = "tuple",
        [IR_TYPE_SHAPE] = "shape", [IR_TYPE_PRIM] = "prim",     [IR_TYPE_CALLABLE] = "other"};
    if (!call || !out || index >= call->n) return TN_E_USAGE;
    const IrType *t = call->types[index];
    *out = (TnOpType){.ndim = IR_NDIM_UNKNOWN};
    if (!t) return TN_OK;
    out->kind = names[t->kind];
    const bool typed = t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_PRIM;
    if (typed && t->dtype != DTYPE_VOID) out->dtype = dtype_name(t->dtype);
    if (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE) return TN_OK;
    out->ndim = t->ndim;
    out->dims = (const TnExtent *const *)(const void *)t->dims;
    return TN_OK;
}

TnStatus tn_op_call_attr(const TnOpCall *call, const char *name, TnOpAttr *out) {
    static const char *const names[] = {
        [IR_ATTR_NONE] = "none",   [IR_ATTR_BOOL] = "bool",     [IR_ATTR_INT] = "int",
        [IR_ATTR_FLOAT] = "float", [IR_ATTR_STRING] = "string", [IR_ATTR_DTYPE] = "dtype",
        [IR_ATTR_INTS] = "ints",   [IR_ATTR_LIST] = "list",     [IR_ATTR_DICT] = "dict"};
    const int at = call && name && out ? ir_op_attr_index(call->op, name) : -1;
    if (at < 0) return TN_E_USAGE;
    const IrAttr *a = &call->attrs[at];
    *out = (TnOpAttr){.kind = names[a->kind]};
    switch (a->kind) {
    case IR_ATTR_BOOL:
    case IR_ATTR_INT: out->i = a->i; break;
    case IR_ATTR_FLOAT: out->f = a->f; break;
    case IR_ATTR_STRING: out->s = a->s; break;
    case IR_ATTR_DTYPE: out->s = dtype_name(a->dtype); break;
    case IR_ATTR_INTS:
        out->n = a->n;
        out->ints = a->ints;
        break;
    default: break;
    }
    return TN_OK;
}

static TnStatus leave(TnOpCall *call, Boundary *b) {
    const Status status = ctx_leave(&call->context->ctx, b);
    if (call->failed == STATUS_OK) call->failed = status;
    return (TnStatus)status;
}

/* A TnExtent is the IR's dim under another name. */
static const IrDim *inner(const TnExtent *e) { return (const IrDim *)(const void *)e; }
static const TnExtent *outer(const IrDim *d) { return (const TnExtent *)(const void *)d; }

int tn_extent_value(const TnExtent *extent, int64_t *value) {
    int64_t v;
    if (!extent || !value || !ir_dim_is_const(inner(extent), &v)) return 0;
    *value = v;
    return 1;
}

typedef enum { EXTENT_CONST, EXTENT_ADD, EXTENT_MUL } ExtentOp;

static const TnExtent *make_extent(TnOpCall *call, ExtentOp op, int64_t value, const TnExtent *a,
                                   const TnExtent *b) {
    if (!call || (op != EXTENT_CONST && (!a || !b))) return NULL;
    const IrDim *volatile d = NULL;
    Boundary boundary;
    CTX_ENTER(&call->context->ctx, &boundary) {
        switch (op) {
        case EXTENT_CONST: d = ir_dim_const(call->m, value); break;
        case EXTENT_ADD: d = ir_dim_add(call->m, inner(a), inner(b)); break;
        case EXTENT_MUL: d = ir_dim_mul(call->m, inner(a), inner(b)); break;
        }
    }
    return leave(call, &boundary) == TN_OK ? outer(d) : NULL;
}

const TnExtent *tn_op_extent(TnOpCall *call, int64_t value) {
    return make_extent(call, EXTENT_CONST, value, NULL, NULL);
}
const TnExtent *tn_op_extent_add(TnOpCall *call, const TnExtent *a, const TnExtent *b) {
    return make_extent(call, EXTENT_ADD, 0, a, b);
}
const TnExtent *tn_op_extent_mul(TnOpCall *call, const TnExtent *a, const TnExtent *b) {
    return make_extent(call, EXTENT_MUL, 0, a, b);
}

TnStatus tn_op_result(TnOpCall *call, const char *dtype, int32_t ndim,
                      const TnExtent *const *dims) {
    DType t = DTYPE_VOID;
    if (!call || !call->infers || ndim < IR_NDIM_UNKNOWN || (ndim < 0 && dims)) return TN_E_USAGE;
    if (dtype && (!dtype_parse(str_c(dtype), &t) || t == DTYPE_VOID)) return TN_E_USAGE;
    for (int32_t i = 0; dims && i < ndim; i++) {
        int64_t extent = 0;
        if (!dims[i] || (ir_dim_is_const(inner(dims[i]), &extent) && extent < 0)) return TN_E_USAGE;
    }
    Ctx *ctx = &call->context->ctx;
    Boundary b;
    CTX_ENTER(ctx, &b) {
        if (ndim > 0 && (size_t)ndim > ctx->limits.rank) {
            diag_error(ctx, call->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.rank),
                       "dims");
            ctx_throw(ctx, STATUS_LIMIT);
        }
        /* Rank 0 has its shape. */
        const IrDim *const *shape =
            dims || ndim ? (const IrDim *const *)(const void *)dims : &(const IrDim *){NULL};
        vec_push(&call->m->scratch, &call->results, ir_type_tensor(call->m, shape, ndim, t));
    }
    return leave(call, &b);
}

static TnStatus copy(TnOpCall *call, const char *text, const char **out) {
    Boundary b;
    CTX_ENTER(&call->context->ctx, &b) { *out = arena_strdup(&call->m->arena, str_c(text)); }
    return leave(call, &b);
}

TnStatus tn_op_expansion(TnOpCall *call, const char *text) {
    if (!call || !text || call->infers) return TN_E_USAGE;
    const char *kept = NULL;
    const TnStatus status = copy(call, text, &kept);
    if (status == TN_OK) call->expansion = str_c(kept);
    return status;
}

TnStatus tn_op_refuse(TnOpCall *call, const char *message) {
    if (!call) return TN_E_USAGE;
    const char *kept = NULL;
    const TnStatus status = copy(call, message ? message : "it is refused", &kept);
    call->refused = status == TN_OK ? kept : "it is refused";
    return status == TN_OK ? TN_E_INVALID : status;
}
