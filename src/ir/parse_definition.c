/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions in text: @R.operator("my.op"), @R.legalize("op"), @R.gradient("op") above a def.
 * Signatures are read with those of the functions, bodies after all of them and before the
 * functions': an operator's after those of the operators that it uses, which a scan of its text
 * finds. */
#include "base/lexer.h"
#include "ir/definition.h"
#include "ir/parse_parts.h"
#include "ir/text.h"

typedef struct DefinitionInfo {
    IrDefinition *d;
    Scope *scope;
    SynMark body;
    Loc name_loc;   /* of the decorator's string */
    VEC(Str) calls; /* "my.op" for each R.my.op in it */
    enum { DEFINITION_NEW, DEFINITION_ACTIVE, DEFINITION_DONE } state;
    size_t next_call;         /* of the depth-first walk */
    size_t level;             /* operators that stand on each other below it */
    bool in_circle, is_wrong; /* wrong: a fault was reported */
} DefinitionInfo;

bool ir_parse_definition_mark(Parse *p, const SynExpr *e, DefinitionMark *out) {
    const SynExpr *head = e->kind == SYN_CALL ? e->items[0] : e;
    if (head->kind != SYN_ATTR || !ir_parse_is(head->items[0], p->name.R)) return false;
    for (int kind = 0; kind < IR_DEFINITION_KINDS; kind++) {
        if (strcmp(head->name, ir_definition_kind_name((IrDefinitionKind)kind)) != 0) continue;
        if (out->kind >= 0)
            diag_error(p->ctx, e->loc, DIAG_UNSUPPORTED, "a second definition of one function");
        out->kind = kind;
        out->name = NULL;
        const bool one = e->kind == SYN_CALL && e->n == 2 && !(e->keywords && e->keywords[1]) &&
                         e->items[1]->kind == SYN_STRING;
        if (one) {
            out->name = ir_parse_string(&(Scope){.p = p}, e->items[1]);
            out->loc = e->items[1]->loc;
            return true;
        }
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a definition without an operator's name");
        diag_expected(p->ctx, d, "@R.%s(\"my.name\")",
                      ir_definition_kind_name((IrDefinitionKind)kind));
        return true;
    }
    return false;
}

void ir_parse_expansion_of(const OpDef *op, Loc loc, DefinitionMark *out) {
    *out = (DefinitionMark){.kind = IR_DEFINITION_LEGALIZE, .name = op->name, .loc = loc};
}

const OpParam *scope_attr(Scope *s, const SynExpr *e) {
    if (e->kind != SYN_NAME) return NULL;
    for (; s; s = s->outer) {
        const Entry *entry = scope_entry(s, e->name);
        if (entry->var || entry->attr) return entry->var ? NULL : entry->attr;
    }
    return NULL;
}

/* Signatures */

static const struct {
    const char *name;
    OpParamKind kind;
} attr_types[] = {
    {"Int", OP_PARAM_INT},    {"Float", OP_PARAM_FLOAT}, {"Bool", OP_PARAM_BOOL},
    {"Str", OP_PARAM_STRING}, {"Dtype", OP_PARAM_DTYPE}, {"Ints", OP_PARAM_INTS},
};

/* x: R.Int = 3. False: it is an operand. */
static bool parse_attr(Scope *s, const SynParam *param, const char *op, OpParam *out) {
    Str name;
    const SynExpr *e = param->annotation;
    if (!e || e->kind != SYN_ATTR || !ir_parse_dotted(s, e, s->p->name.R, &name)) return false;
    size_t i = 0;
    while (i < ARRAY_LEN(attr_types) && !str_eq_c(name, attr_types[i].name)) i++;
    if (i == ARRAY_LEN(attr_types)) return false;
    IrModule *m = s->p->m;
    Ctx *ctx = s->p->ctx;
    IrAttr value = {.kind = IR_ATTR_NONE};
    *out = (OpParam){.name = param->name, .kind = attr_types[i].kind, .optional = true};
    out->none = param->value && param->value->kind == SYN_NONE;
    if (!param->value) {
        Diag *d = diag_error(ctx, param->loc, DIAG_ARGUMENT, op,
                             diag_fmt(ctx, "the attribute '%s' has no default", param->name));
        diag_expected(ctx, d, "%s: R.%s = ..., which its body is checked with", param->name,
                      attr_types[i].name);
    } else {
        ir_parse_attr_param(s, out, param->value, op, &value);
    }
    const IrAttr *kept = ir_attrs_intern(m, &value, 1);
    out->value = kept;
    Entry *entry = scope_entry(s, param->name);
    if (entry->var || entry->attr) diag_error(ctx, param->loc, DIAG_DUPLICATE, param->name);
    entry->attr = out;
    return true;
}

/* What stands for a parameter of the type in the schema; false after a report. */
static bool operand_kind(Scope *s, const SynParam *param, const IrType *t, const char *op,
                         OpParamKind *out) {
    switch (t->kind) {
    case IR_TYPE_TENSOR: *out = OP_PARAM_TENSOR; return true;
    case IR_TYPE_SHAPE: *out = OP_PARAM_SHAPE; return true;
    case IR_TYPE_PRIM: *out = OP_PARAM_PRIM; return true;
    case IR_TYPE_TUPLE:
    case IR_TYPE_ANY: *out = OP_PARAM_VALUE; return true;
    case IR_TYPE_CALLABLE: break;
    }
    Ctx *ctx = s->p->ctx;
    Diag *d = diag_error(ctx, param->loc, DIAG_ARGUMENT, op,
                         diag_fmt(ctx, "parameter '%s' is a function", param->name));
    diag_expected(ctx, d, "a tensor, a tuple, a shape or a number");
    return false;
}

static void parse_signature(Scope *s, const SynStmt *def, IrDefinition *d) {
    IrModule *m = s->p->m;
    Ctx *ctx = s->p->ctx;
    const char *op = d->op_name;
    enum { PARAMS_MAX = UINT8_MAX };
    OpParam *params = ARENA_ARRAY(&m->arena, OpParam, (size_t)def->n_params + 1);
    const IrType *tensor = ir_type_tensor(m, NULL, IR_NDIM_UNKNOWN, DTYPE_VOID);
    uint32_t n = 0, n_operands = 0;
    bool known = true;
    for (uint32_t i = 0; i < def->n_params; i++) {
        const SynParam *param = &def->params[i];
        /* calls name parameters, so the printer cannot rename one */
        if (ir_text_is_reserved(param->name)) {
            diag_error(ctx, param->loc, DIAG_ARGUMENT, op,
                       diag_fmt(ctx, "the name '%s' means something else", param->name));
        }
        if (parse_attr(s, param, op, &params[n])) {
            n++;
            continue;
        }
        if (n > n_operands) {
            Diag *diag =
                diag_error(ctx, param->loc, DIAG_ARGUMENT, op,
                           diag_fmt(ctx, "operand '%s' stands after an attribute", param->name));
            diag_expected(ctx, diag, "the operands first");
        }
        known &= ir_parse_param(s, param, tensor);
        params[n] = (OpParam){.name = param->name};
        if (operand_kind(s, param, s->fn->params.at[s->fn->params.len - 1]->type, op,
                         &params[n].kind) &&
            n == n_operands)
            n_operands++;
        n++;
    }
    ir_parse_result(s, def, known);
    if (n > PARAMS_MAX) {
        diag_error(ctx, def->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%d", PARAMS_MAX),
                   "parameters of an operator");
        n = n_operands = 0;
    }
    ir_definition_schema(m, d, params, n, n_operands);
}

static bool is_word(Str s) {
    for (size_t i = 0; i < s.len; i++) {
        const char c = s.ptr[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(c >= '0' && c <= '9' && i)) return false;
    }
    return s.len && !lexer_is_keyword(s);
}

bool ir_text_is_op_name(Ctx *ctx, Loc loc, const char *name) {
    size_t start = 0, n = 0;
    bool ok = true;
    for (size_t i = 0;; i++) {
        if (name[i] && name[i] != '.') continue;
        ok = ok && is_word((Str){name + start, i - start});
        start = i + 1;
        n++;
        if (!name[i]) break;
    }
    if (ok && n > 1) return true;
    Diag *d = diag_error(ctx, loc, DIAG_VALUE, "no name of an operator");
    diag_expected(ctx, d, "words with dots between them, as \"my.linear\", none a keyword");
    return false;
}

/* False after a report. */
static bool is_free_name(Parse *p, const DefinitionMark *mark) {
    Ctx *ctx = p->ctx;
    if (!ir_text_is_op_name(ctx, mark->loc, mark->name)) return false;
    const OpDef *op = ir_op_table_find(p->m->ops, str_c(mark->name));
    if (!op) return true;
    Diag *d = diag_error(ctx, mark->loc, DIAG_DUPLICATE, diag_fmt(ctx, "R.%s", mark->name));
    const IrDefinition *first = op->definition;
    if (!first) {
        diag_help(ctx, d, "it is built in, or registered with the context");
    } else if (first->source && first->source != p->m->source) {
        diag_help(ctx, d, "the first definition stands in %s, line %u", first->source,
                  (unsigned)first->fn->loc.line);
    } else {
        diag_help(ctx, d, "the first definition stands in line %u", (unsigned)first->fn->loc.line);
    }
    return false;
}

/* Notes R.my.op: `right` is "my", and its end stands before the rest. */
static void note_call(void *user, Str left, Str right) {
    struct {
        Parse *p;
        DefinitionInfo *info;
    } const *scan = user;
    if (!str_eq_c(left, "R")) return;
    const char *end = scan->p->text.ptr + scan->p->text.len;
    const char *at = right.ptr + right.len;
    for (; at < end; at++) {
        const char c = *at;
        const bool word =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!word && c != '.') break;
    }
    const Str name = {right.ptr, (size_t)(at - right.ptr)};
    if (memchr(name.ptr, '.', name.len)) vec_push(&scan->p->arena, &scan->info->calls, name);
}

void ir_parse_definition(Parse *p, const SynStmt *def, const DefinitionMark *mark) {
    IrModule *m = p->m;
    const IrDefinitionKind kind = (IrDefinitionKind)mark->kind;
    if (!mark->name || (kind == IR_DEFINITION_OPERATOR && !is_free_name(p, mark))) {
        syn_skip_block(p->syn);
        return;
    }
    IrFunction *fn = ir_function_new(m, def->name);
    fn->loc = def->loc;
    fn->is_private = true;
    DefinitionInfo *info = ARENA_NEW(&p->arena, DefinitionInfo);
    info->d = ir_definition_new(m, kind, mark->name, fn);
    info->d->is_external = p->external;
    info->name_loc = mark->loc;
    info->scope = ARENA_NEW(&p->arena, Scope);
    scope_init(info->scope, p, NULL, fn);
    info->scope->definition = info->d;
    const size_t errors = diag_errors(p->ctx);
    parse_signature(info->scope, def, info->d);
    info->body = syn_mark(p->syn);
    struct {
        Parse *p;
        DefinitionInfo *info;
    } scan = {p, info};
    syn_scan_block(p->syn, note_call, &scan);
    info->is_wrong = diag_errors(p->ctx) != errors;
    vec_push(&p->arena, &p->definitions, info);
}

/* Bodies */

static void define(Parse *p, DefinitionInfo *info) {
    const size_t errors = diag_errors(p->ctx);
    IrFunction *fn = info->d->fn;
    info->state = DEFINITION_DONE;
    syn_seek(p->syn, info->body);
    fn->is_pure = false; /* the body says */
    ir_parse_function(info->scope, fn->loc);
    /* A body without a result is reported only where nothing else was. */
    if (!info->is_wrong && diag_errors(p->ctx) == errors && fn->body->result.n)
        ir_definition_finish(p->m, info->d);
}

static void report_circle(Parse *p, DefinitionInfo *const *path, size_t n,
                          const DefinitionInfo *again) {
    StrBuf text;
    strbuf_init(&text, &p->arena);
    size_t i = 0;
    while (path[i] != again) i++;
    for (; i < n; i++) {
        path[i]->in_circle = true;
        strbuf_printf(&text, "R.%s, ", path[i]->d->op_name);
    }
    strbuf_printf(&text, "R.%s", again->d->op_name);
    diag_error(p->ctx, again->name_loc, DIAG_DECOMPOSE_CYCLE, strbuf_cstr(&text));
}

typedef struct {
    Parse *p;
    Map by_op; /* DefinitionInfo by OpDef */
    VEC(DefinitionInfo *) path;
    VEC(IrDefinition *) order; /* as the bodies were read */
} Order;

static DefinitionInfo *info_of(const Order *o, Str name) {
    const OpDef *op = ir_op_table_find(&o->p->m->own_ops, name);
    for (MapIter it = map_find(&o->by_op, hash_ptr(0, op)); op && map_next(&o->by_op, &it);) {
        DefinitionInfo *info = it.value;
        if (info->d->op == op) return info;
    }
    return NULL;
}

/* Its parts are done. What stands on each other too deep is reported where it begins to, and left
 * out. */
static bool is_shallow(const Order *o, DefinitionInfo *info) {
    Ctx *ctx = o->p->ctx;
    for (size_t i = 0; i < info->calls.len; i++) {
        const DefinitionInfo *part = info_of(o, info->calls.at[i]);
        if (part && part->level >= info->level) info->level = part->level + 1;
    }
    if (info->level == ctx->limits.depth + 1) {
        Diag *d =
            diag_error(ctx, info->name_loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
        diag_help(ctx, d, "operators that are made of operators count");
    }
    return info->level <= ctx->limits.depth;
}

/* Depth first over the calls, on a stack of our own. */
static void define_after_parts(Order *o, DefinitionInfo *root) {
    vec_push(&o->p->arena, &o->path, root);
    root->state = DEFINITION_ACTIVE;
    while (o->path.len) {
        DefinitionInfo *info = o->path.at[o->path.len - 1], *part = NULL;
        while (!part && info->next_call < info->calls.len) {
            part = info_of(o, info->calls.at[info->next_call++]);
            if (part && part->state == DEFINITION_ACTIVE)
                report_circle(o->p, o->path.at, o->path.len, part);
            if (part && part->state != DEFINITION_NEW) part = NULL;
        }
        if (part) {
            part->state = DEFINITION_ACTIVE;
            vec_push(&o->p->arena, &o->path, part);
            continue;
        }
        o->path.len--;
        if (is_shallow(o, info) && !info->in_circle) define(o->p, info);
        info->state = DEFINITION_DONE;
        vec_push(&o->p->arena, &o->order, info->d);
    }
}

/* Gradients and expansions */

static bool misfit(Parse *p, Loc loc, const IrDefinition *d, const char *what, const char *expected,
                   const char *found) {
    Diag *diag = diag_error(p->ctx, loc, DIAG_ARGUMENT, d->op_name, what);
    if (expected) diag_expected(p->ctx, diag, "%s", expected);
    if (found) diag_found(p->ctx, diag, "%s", found);
    return false;
}

static bool check_type(Parse *p, const IrDefinition *d, const char *what, const IrType *want,
                       const IrType *t) {
    if (ir_type_subsumes(p->m, want, t) != IR_REFUTED) return true;
    return misfit(p, d->fn->loc, d, what, ir_type_text(p->m, want), ir_type_text(p->m, t));
}

static bool find_op(Parse *p, const DefinitionInfo *info) {
    IrDefinition *d = info->d;
    const Str name = {d->op_name, strlen(d->op_name)};
    d->op = ir_op_table_find(p->m->ops, name);
    if (d->op) return true;
    Diag *diag = diag_error(p->ctx, info->name_loc, DIAG_OPERATOR, d->op_name);
    const OpDef *near = ir_op_table_nearest(p->m->ops, name);
    if (near) diag_help(p->ctx, diag, "did you mean \"%s\"?", near->name);
    return false;
}

/* Its attributes are the operator's, by name. */
static bool check_attrs(Parse *p, const IrDefinition *d) {
    bool ok = true;
    for (uint32_t i = d->n_operands; i < d->n_params; i++) {
        const OpParam *param = &d->params[i];
        const int at = ir_op_attr_index(d->op, param->name);
        if (at < 0) {
            ok = misfit(p, d->fn->loc, d, diag_fmt(p->ctx, "it has no attribute '%s'", param->name),
                        NULL, NULL);
            continue;
        }
        const char *wrong = ir_op_attr_misfit(ir_op_attr_param(d->op, (uint32_t)at), param->value);
        if (wrong)
            ok = misfit(p, d->fn->loc, d,
                        diag_fmt(p->ctx, "its attribute '%s' is of another kind", param->name),
                        wrong, NULL);
    }
    return ok;
}

/* What a call of the operator gives for the first of the definition's parameters; NULL after a
 * report. */
static const IrType *result_of(Parse *p, const IrDefinition *d, uint32_t n) {
    IrModule *m = p->m;
    const uint32_t n_args = ir_op_n_operands(d->op), n_attrs = ir_op_n_attrs(d->op);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    ir_attr_defaults(m, d->op, attrs);
    for (uint32_t i = d->n_operands; i < d->n_params; i++)
        attrs[ir_op_attr_index(d->op, d->params[i].name)] = *d->params[i].value;
    IrInfer in = {.m = m, .op = d->op, .loc = d->fn->loc, .attrs = attrs, .n_args = n_args};
    in.args = ARENA_ARRAY(&m->scratch, IrArg, (size_t)n_args + 1);
    for (uint32_t i = 0; i < n && i < n_args; i++) in.args[i].type = d->fn->params.at[i]->type;
    return ir_infer_call(&in);
}

/* Operand parameters that a call may not leave out. */
static uint32_t needed_operands(const OpDef *op) {
    uint32_t n = 0, needed = 0;
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (!OP_PARAM_IS_OPERAND(op->params[i].kind)) continue;
        n++;
        if (!op->params[i].optional) needed = n;
    }
    return needed;
}

static bool has_rest(const OpDef *op) {
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (op->params[i].kind == OP_PARAM_REST || op->params[i].kind == OP_PARAM_TYPES)
            return true;
    }
    return false;
}

static bool check_legalize(Parse *p, const IrDefinition *d) {
    const IrType *want = result_of(p, d, d->n_operands);
    return want &&
           check_type(p, d, "what its expansion gives is not what it gives", want, d->fn->result);
}

static bool check_gradient(Parse *p, const IrDefinition *d) {
    Ctx *ctx = p->ctx;
    const IrFunction *fn = d->fn;
    const uint32_t n = d->n_operands - 2;
    const IrType *result = result_of(p, d, n);
    if (!result) return false;
    bool ok =
        check_type(p, d, "the gradient's parameter for its result", result, fn->params.at[n]->type);
    ok &= check_type(p, d, "the gradient's parameter for its result's adjoint",
                     fn->params.at[n]->type, fn->params.at[n + 1]->type);
    const IrType *t = fn->result;
    if (t->kind == IR_TYPE_ANY) return ok;
    const bool tuple = t->kind == IR_TYPE_TUPLE;
    const uint32_t given = tuple ? t->n : 1;
    if (given != n)
        return misfit(p, fn->loc, d, "its gradient gives an adjoint for each operand",
                      diag_fmt(ctx, "%u", n), diag_fmt(ctx, "%u", given));
    for (uint32_t i = 0; i < n; i++) {
        const char *what = diag_fmt(ctx, "the adjoint of '%s'", d->params[i].name);
        ok &= check_type(p, d, what, fn->params.at[i]->type, tuple ? t->fields[i] : t);
    }
    return ok;
}

static void check_signature(Parse *p, IrDefinition *d) {
    Ctx *ctx = p->ctx;
    const bool gradient = d->kind == IR_DEFINITION_GRADIENT;
    const uint32_t most = ir_op_n_operands(d->op), least = needed_operands(d->op),
                   more = gradient ? 2 : 0;
    const size_t errors = diag_errors(ctx);
    if (has_rest(d->op)) {
        misfit(p, d->fn->loc, d,
               "it takes any number of operands or types, so nothing can stand for it", NULL, NULL);
    } else if (d->n_operands < least + more || d->n_operands > most + more) {
        const char *want =
            diag_fmt(ctx, least == most ? "%u operands%s" : "%u operands%s or more", least + more,
                     gradient ? ", the last two its result and that one's adjoint" : "");
        misfit(p, d->fn->loc, d,
               gradient ? "the operands of its gradient" : "the operands of its expansion", want,
               diag_fmt(ctx, "%u", d->n_operands));
    } else if (check_attrs(p, d) && diag_errors(ctx) == errors) {
        if (gradient)
            check_gradient(p, d);
        else
            check_legalize(p, d);
    }
}

void ir_parse_definition_bodies(Parse *p) {
    IrModule *m = p->m;
    const size_t n = p->definitions.len, first = m->definitions.len - n;
    if (!n) return;
    Order o = {.p = p};
    map_init(&o.by_op, &p->arena);
    const SynMark end = syn_mark(p->syn);
    for (size_t i = 0; i < n; i++) {
        DefinitionInfo *info = p->definitions.at[i];
        if (info->d->own) map_add(&o.by_op, hash_ptr(0, info->d->own), info);
    }
    for (size_t i = 0; i < n; i++) {
        DefinitionInfo *info = p->definitions.at[i];
        if (info->d->own && info->state == DEFINITION_NEW) define_after_parts(&o, info);
    }
    for (size_t i = 0; i < n; i++) {
        DefinitionInfo *info = p->definitions.at[i];
        if (info->d->own) continue;
        vec_push(&p->arena, &o.order, info->d);
        const ArenaMark mark = arena_mark(&m->scratch);
        const size_t errors = diag_errors(p->ctx);
        const bool found = find_op(p, info);
        define(p, info);
        if (found && info->d->is_finished && diag_errors(p->ctx) == errors)
            check_signature(p, info->d);
        arena_rewind(&m->scratch, mark);
    }
    for (size_t i = 0; i < n; i++) m->definitions.at[first + i] = o.order.at[i];
    syn_seek(p->syn, end);
}
