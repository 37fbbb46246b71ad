/* SPDX-License-Identifier: Apache-2.0 */
/* The operator table as its users see it. */
#include "api/api.h"
#include "ops/gradient.h"
#include "ops/levels.h"

static const char *const kinds[] = {
    [OP_PARAM_TENSOR] = "tensor",   [OP_PARAM_TENSORS] = "tensors",
    [OP_PARAM_SHAPE] = "shape",     [OP_PARAM_PRIM] = "prim",
    [OP_PARAM_PRIMS] = "prims",     [OP_PARAM_VALUE] = "value",
    [OP_PARAM_VALUES] = "values",   [OP_PARAM_REST] = "rest",
    [OP_PARAM_TYPES] = "types",     [OP_PARAM_FUNCTION] = "function",
    [OP_PARAM_BOOL] = "bool",       [OP_PARAM_INT] = "int",
    [OP_PARAM_FLOAT] = "float",     [OP_PARAM_STRING] = "string",
    [OP_PARAM_DTYPE] = "dtype",     [OP_PARAM_INTS] = "ints",
    [OP_PARAM_PADDING] = "padding", [OP_PARAM_INT_OR_INTS] = "int or ints",
    [OP_PARAM_LIST] = "list",
};
_Static_assert(ARRAY_LEN(kinds) == OP_PARAM_LIST + 1, "a name for every kind");

/* The built-in ones, then the host program's. */
static const OpDef *op_at(const TnContext *self, size_t index) {
    if (!self || index >= self->ops.n + self->added.added.len) return NULL;
    return index < self->ops.n ? self->ops.ops[index] : self->added.added.at[index - self->ops.n];
}

static size_t count_constraints(const OpDef *op) {
    size_t n = 0;
    while (op->constraints && op->constraints[n]) n++;
    return n;
}

size_t tn_op_count(const TnContext *ctx) { return ctx ? ctx->ops.n + ctx->added.added.len : 0; }

static const char *gradient_kind(const OpDef *op) {
    if (op->gradient) return op->gradient == grad_zero ? "0" : "own";
    if (op->no_gradient) return "none";
    return op->identity                                  ? "operand"
           : op->decompose || op->definition || op->hook ? "decomposition"
                                                         : "missing";
}

TnOpInfo api_op_info(const OpDef *op) {
    return (TnOpInfo){
        .name = op->name,
        .doc = op->doc,
        .constraints = count_constraints(op),
        .params = op->n_params,
        .is_pure = (op->flags & OP_PURE) != 0,
        .is_commutative = (op->flags & OP_COMMUTATIVE) != 0,
        .is_elementwise = (op->flags & OP_ELEMENTWISE) != 0,
        .gradient = gradient_kind(op),
        .no_gradient = op->no_gradient,
    };
}

TnStatus tn_op_get(TnContext *ctx, size_t index, TnOpInfo *out) {
    const OpDef *op = op_at(ctx, index);
    api_usage(ctx); /* the last call's diagnostics go */
    if (!op || !out) return TN_E_USAGE;
    *out = api_op_info(op);
    return TN_OK;
}

TnStatus tn_op_find(TnContext *ctx, const char *name, size_t *index) {
    if (!ctx || !name || !index) return api_usage(ctx);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        const Str key = {name, strlen(name)};
        const OpDef *op = ir_op_table_find(&ctx->added, key);
        if (!op) {
            const OpDef *near = ir_op_table_nearest(&ctx->added, key);
            Diag *d = diag_error(&ctx->ctx, (Loc){.line = 0}, DIAG_OPERATOR, name);
            if (near) diag_help(&ctx->ctx, d, "did you mean R.%s?", near->name);
        }
        for (size_t i = 0; op && i < tn_op_count(ctx); i++) {
            if (op_at(ctx, i) == op) *index = i;
        }
    }
    return api_leave(ctx, &b, TN_OK);
}

const char *tn_op_constraint(const TnContext *ctx, size_t op, size_t index) {
    const OpDef *def = op_at(ctx, op);
    return def && index < count_constraints(def) ? def->constraints[index] : NULL;
}

TnStatus tn_op_level(TnContext *ctx, size_t op, unsigned *level) {
    if (!op_at(ctx, op) || !level || op >= ctx->ops.n) return api_usage(ctx);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        unsigned *all = ctx->levels ? NULL : ARENA_ARRAY(&ctx->arena, unsigned, ctx->ops.n);
        if (all && op_levels(&ctx->ctx, &ctx->ops, all)) ctx->levels = all;
        if (ctx->levels) *level = ctx->levels[op];
    }
    return api_leave(ctx, &b, TN_OK);
}

/* A default as it would be written in a call; NULL: the argument must be given. */
static const char *fallback(Arena *arena, const OpParam *param) {
    if (!param->optional) return NULL;
    StrBuf s;
    strbuf_init(&s, arena);
    if (param->value) {
        ir_attr_print(param->value, &s);
        return strbuf_cstr(&s);
    }
    if (param->none) return "None";
    switch (param->kind) {
    case OP_PARAM_BOOL: return param->i ? "True" : "False";
    case OP_PARAM_LIST: return "[]";
    case OP_PARAM_FLOAT: strbuf_double(&s, param->f); break;
    case OP_PARAM_STRING:
    case OP_PARAM_DTYPE:
        if (!param->s) return param->kind == OP_PARAM_DTYPE ? "None" : "\"\"";
        strbuf_quoted(&s, str_c(param->s));
        break;
    case OP_PARAM_INTS:
    case OP_PARAM_PADDING: /* one int stands for all */
        if (!param->count) return "[]";
        strbuf_int(&s, param->i);
        break;
    case OP_PARAM_PRIM:
    case OP_PARAM_INT:
    case OP_PARAM_INT_OR_INTS: strbuf_int(&s, param->i); break;
    default: return "None"; /* an operand that is absent */
    }
    return strbuf_cstr(&s);
}

static TnOpParam param_info(const OpParam *param, const char *text) {
    return (TnOpParam){
        .name = param->name,
        .kind = kinds[param->kind],
        .is_attribute = OP_PARAM_IS_ATTR(param->kind),
        .is_optional = param->optional,
        .fallback = text,
        .alias = param->alias,
        .choices = param->choices,
    };
}

TnOpParam api_op_param(const OpParam *param, Arena *arena) {
    return param_info(param, fallback(arena, param));
}

static const char *const *fallbacks_of(TnContext *self, size_t index) {
    if (self->fallbacks[index]) return self->fallbacks[index];
    const OpDef *op = self->ops.ops[index];
    const char **all = ARENA_ARRAY(&self->arena, const char *, op->n_params);
    for (size_t i = 0; i < op->n_params; i++) all[i] = fallback(&self->arena, &op->params[i]);
    return self->fallbacks[index] = all;
}

TnStatus tn_op_param(TnContext *ctx, size_t op, size_t index, TnOpParam *out) {
    const OpDef *def = op_at(ctx, op);
    if (!def || !out || index >= def->n_params) return api_usage(ctx);
    const OpParam *param = &def->params[index];
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        if (op < ctx->ops.n) {
            *out = param_info(param, fallbacks_of(ctx, op)[index]);
        } else {
            *out = api_op_param(param, &ctx->arena);
        }
    }
    return api_leave(ctx, &b, TN_OK);
}

/* There are none yet. */
