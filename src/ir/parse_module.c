/* SPDX-License-Identifier: Apache-2.0 */
/* A module's text in two passes. The first reads signatures and skips bodies, so that functions may
 * call each other in any order; a function without a return annotation is taken up after those that
 * it calls, as their results decide its own. The second parses the bodies. */
#include "ir/definition.h"
#include "ir/growth.h"
#include "ir/parse_parts.h"
#include "ir/text.h"
#include "ir/verify.h"

void scope_init(Scope *s, Parse *p, Scope *outer, IrFunction *fn) {
    *s = (Scope){.p = p, .outer = outer, .fn = fn, .b = {.m = p->m, .fn = fn}};
    map_init(&s->names, &p->arena);
}

bool ir_parse_param(Scope *s, const SynParam *param, const IrType *unannotated) {
    Parse *p = s->p;
    if (param->starred || param->value) {
        diag_error(p->ctx, param->loc, DIAG_UNSUPPORTED,
                   param->starred ? "a starred parameter" : "a default value");
    }
    const IrType *t =
        param->annotation ? ir_parse_type_mode(s, param->annotation, DIMS_PARAM) : unannotated;
    IrVar *v = ir_var_new(s->fn, param->name, t ? t : p->m->any);
    vec_push(&p->m->arena, &s->fn->params, v);
    ir_define_symbols(v->type, NULL);
    Entry *e = scope_entry(s, param->name);
    if (e->var || e->attr) diag_error(p->ctx, param->loc, DIAG_DUPLICATE, param->name);
    e->var = v;
    return t != NULL;
}

void ir_parse_signature(Scope *s, const SynStmt *def, IrFunction *fn) {
    bool known = true;
    (void)fn;
    for (uint32_t i = 0; i < def->n_params; i++)
        known &= ir_parse_param(s, &def->params[i], s->p->m->any);
    ir_parse_result(s, def, known);
}

void ir_parse_result(Scope *s, const SynStmt *def, bool known) {
    Parse *p = s->p;
    IrFunction *fn = s->fn;
    if (def->annotation) {
        fn->result = ir_parse_type_mode(s, def->annotation, DIMS_RESULT);
        s->has_result = true;
        if (!fn->result) fn->result = p->m->any;
    }
    for (size_t i = 0; i < fn->symbols.len; i++) {
        IrSymbol *symbol = fn->symbols.at[i];
        if (symbol->is_defined) continue;
        symbol->is_defined = true; /* one report is enough */
        if (!known) continue;
        Diag *d = diag_error(p->ctx, symbol->loc, DIAG_SYMBOL_UNDEFINED, symbol->name);
        diag_help(p->ctx, d, "some parameter must have '%s' alone as a dim", symbol->name);
    }
}

void ir_parse_function(Scope *s, Loc loc) {
    IrFunction *fn = s->fn;
    IrModule *m = s->p->m;
    fn->body = s->body = ir_body_new(fn, NULL);
    s->b.loc = loc;
    ir_parse_body(s);
    if (fn->body->result.n && !s->has_result) fn->result = ir_returned_type(fn);
    if (!fn->result) fn->result = m->any;
}

static bool flag(Parse *p, const SynExpr *e, bool *out) {
    if (e->kind != SYN_BOOL) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "the value of a decorator's flag");
        diag_expected(p->ctx, d, "True or False");
        return false;
    }
    *out = e->i != 0;
    return true;
}

static bool is_path(const SynExpr *e, const char *root, const char *name) {
    return e->kind == SYN_ATTR && ir_parse_is(e->items[0], root) && strcmp(e->name, name) == 0;
}

/* @I.ir_module, and the older @tvm.script.ir_module and @ir_module */
static bool is_ir_module(const SynExpr *e) {
    return (e->kind == SYN_NAME || e->kind == SYN_ATTR) && strcmp(e->name, "ir_module") == 0;
}

/* Sets what the decorator says of the function that follows; prim_text non-empty: it is a
 * prim_func. */
void ir_parse_decorator(Parse *p, const SynExpr *e, IrFunction *fn) {
    const SynExpr *head = e->kind == SYN_CALL ? e->items[0] : e;
    bool prim = is_path(head, p->name.T, "prim_func");
    if (is_ir_module(head)) return;
    if (!prim && !is_path(head, p->name.R, "function")) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_UNSUPPORTED, "this decorator");
        diag_expected(
            p->ctx, d,
            "@I.ir_module, @R.function or @T.prim_func, or @R.operator, @R.legalize, @R.gradient above a def of the module");
        return;
    }
    if (prim) fn->prim_text = (Str){"", 1};
    for (uint32_t i = 1; e->kind == SYN_CALL && i < e->n; i++) {
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        if (keyword && strcmp(keyword, "private") == 0) {
            flag(p, e->items[i], &fn->is_private);
        } else if (keyword && strcmp(keyword, "pure") == 0) {
            flag(p, e->items[i], &fn->is_pure);
        } else if (!keyword ||
                   (strcmp(keyword, "check_well_formed") != 0 && strcmp(keyword, "s_tir") != 0)) {
            diag_error(p->ctx, e->items[i]->loc, DIAG_UNSUPPORTED, "this argument of a decorator");
        }
    }
}

/* What stands before a def. */
typedef struct {
    bool any;
    size_t offset; /* of the first decorator's line */
    uint32_t indent;
    IrFunction flags;
    DefinitionMark definition;
} Pending;

static const Pending no_pending = {.flags = {.is_pure = true}, .definition = {.kind = -1}};

/* Without the indentation of its first line and without empty lines at the end. */
static Str dedent(Arena *arena, Str text, uint32_t indent) {
    char *copy = arena_alloc(arena, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t skip = 0;
        while (skip < indent && i < text.len && text.ptr[i] == ' ') i++, skip++;
        while (i < text.len && text.ptr[i] != '\n') {
            if (text.ptr[i] != '\r') copy[n++] = text.ptr[i];
            i++;
        }
        while (n > 0 && (copy[n - 1] == ' ' || copy[n - 1] == '\t')) n--;
        if (i < text.len) {
            copy[n++] = '\n';
            i++;
        }
    }
    while (n > 0 && copy[n - 1] == '\n') n--;
    return (Str){copy, n};
}

static FunctionInfo *find_info(Parse *p, const char *name) {
    for (MapIter it = map_find(&p->by_name, hash_ptr(0, name)); map_next(&p->by_name, &it);) {
        FunctionInfo *info = it.value;
        if (info->fn->name == name) return info;
    }
    return NULL;
}

typedef struct {
    Parse *p;
    FunctionInfo *info;
} CallScan;

static void note_call(void *user, Str left, Str right) {
    CallScan *scan = user;
    Parse *p = scan->p;
    if (!str_eq_c(left, "cls") && !(p->class_name && str_eq_c(left, p->class_name))) return;
    vec_push(&p->arena, &scan->info->calls, intern(&p->m->names, right));
}

static void declare_function(Parse *p, const SynStmt *def, const Pending *pending) {
    IrModule *m = p->m;
    const char *name = def->name;
    if (ir_global_find(m, str_c(name))) {
        diag_error(p->ctx, def->name_loc, DIAG_DUPLICATE, name);
        syn_skip_block(p->syn);
        return;
    }
    IrFunction *fn = ir_function_new(m, name);
    fn->is_private = pending->flags.is_private;
    fn->is_pure = pending->flags.is_pure;
    fn->loc = def->loc;
    fn->global = ir_global_new(m, name);
    fn->global->function = fn;
    if (pending->flags.prim_text.len) {
        Str body = syn_skip_block(p->syn);
        size_t end = body.len ? (size_t)(body.ptr - p->text.ptr) + body.len : syn_offset(p->syn);
        fn->prim_text =
            dedent(&m->arena, (Str){p->text.ptr + pending->offset, end - pending->offset},
                   pending->indent);
        return;
    }
    FunctionInfo *info = ARENA_NEW(&p->arena, FunctionInfo);
    info->fn = fn;
    Scope *s = ARENA_NEW(&p->arena, Scope);
    scope_init(s, p, NULL, fn);
    ir_parse_signature(s, def, fn);
    info->scope = s;
    info->has_result = s->has_result;
    info->body = syn_mark(p->syn);
    if (info->has_result) {
        syn_skip_block(p->syn);
    } else {
        CallScan scan = {p, info};
        syn_scan_block(p->syn, note_call, &scan);
    }
    vec_push(&p->arena, &p->functions, info);
    map_add(&p->by_name, hash_ptr(0, name), info);
}

/* name = R.ExternFunc("..."): like a prim_func it is what its text says. */
static bool declare_external(Parse *p, const SynStmt *stmt) {
    const SynExpr *e = stmt->value, *target = stmt->target;
    IrModule *m = p->m;
    if (!e || e->kind != SYN_CALL || e->n != 2 || target->kind != SYN_NAME) return false;
    if (!is_path(e->items[0], p->name.R, "ExternFunc") || e->items[1]->kind != SYN_STRING)
        return false;
    if (ir_global_find(m, str_c(target->name))) {
        diag_error(p->ctx, stmt->loc, DIAG_DUPLICATE, target->name);
        return true;
    }
    StrBuf text;
    strbuf_init(&text, &m->arena);
    strbuf_printf(&text, "%s = R.ExternFunc(", target->name);
    strbuf_quoted(&text, e->items[1]->str);
    strbuf_putc(&text, ')');
    IrFunction *fn = ir_function_new(m, target->name);
    fn->loc = stmt->loc;
    fn->prim_text = strbuf_str(&text);
    fn->global = ir_global_new(m, target->name);
    fn->global->function = fn;
    return true;
}

static void parse_metadata(Parse *p, const SynStmt *stmt) {
    const SynExpr *e = stmt->value;
    if (declare_external(p, stmt)) return;
    bool json = e && e->kind == SYN_CALL && e->n == 2 && e->items[0]->kind == SYN_ATTR &&
                strcmp(e->items[0]->name, "load_json") == 0 && e->items[1]->kind == SYN_STRING;
    if (!ir_parse_is(stmt->target, p->name.metadata) || !json) {
        diag_error(p->ctx, stmt->loc, DIAG_UNSUPPORTED, "an assignment outside a function");
    } else {
        metadata_read(p->m, e->items[1]->str, e->items[1]->loc, &p->metadata);
    }
}

static void module_expr(Parse *p, const SynExpr *e) {
    if (e->kind == SYN_STRING) return;
    const SynExpr *head = e->kind == SYN_CALL ? e->items[0] : e;
    if (e->kind == SYN_CALL && e->n == 2 && is_path(head, p->name.I, "module_attrs")) {
        Scope s;
        scope_init(&s, p, NULL, ir_function_new(p->m, ""));
        IrAttr attrs;
        if (e->items[1]->kind != SYN_DICT) {
            ir_parse_expected(&s, e->items[1], "the argument of I.module_attrs", "a dictionary");
        } else if (ir_parse_attr(&s, e->items[1], &attrs)) {
            ir_attr_copy(p->m, &p->m->module_attrs, &attrs);
        }
        return;
    }
    if (e->kind == SYN_CALL && e->n == 2 && is_path(head, p->name.I, "module_global_infos")) {
        Scope s;
        scope_init(&s, p, NULL, ir_function_new(p->m, ""));
        ir_parse_global_infos(&s, e->items[1]);
        return;
    }
    diag_error(p->ctx, e->loc, DIAG_UNSUPPORTED, "this statement outside a function");
}

/* Statements of the file and of its class, at any nesting of one class. */
static void declare_all(Parse *p) {
    Pending pending = no_pending;
    unsigned depth = 0;
    for (;;) {
        SynStmt stmt;
        syn_next(p->syn, &stmt);
        ctx_poll(p->ctx);
        bool keep = false;
        switch (stmt.kind) {
        case SYN_EOF: return;
        case SYN_END:
            if (depth) depth--;
            break;
        case SYN_DECORATOR:
            if (!pending.any) {
                uint32_t indent = stmt.loc.col - 1;
                pending.any = true;
                pending.indent = indent;
                pending.offset = stmt.loc.offset - indent;
            }
            if (!ir_parse_definition_mark(p, stmt.value, &pending.definition))
                ir_parse_decorator(p, stmt.value, &pending.flags);
            keep = true;
            break;
        case SYN_CLASS:
            if (depth++ || p->class_name)
                diag_error(p->ctx, stmt.loc, DIAG_UNSUPPORTED, "a second class");
            p->class_name = stmt.name;
            break;
        case SYN_DEF:
            if (p->expansion_of)
                ir_parse_expansion_of(p->expansion_of, stmt.loc, &pending.definition);
            if (pending.definition.kind >= 0) {
                ir_parse_definition(p, &stmt, &pending.definition);
            } else if (p->external) {
                Diag *d = diag_error(p->ctx, stmt.loc, DIAG_UNSUPPORTED,
                                     "a function that is no definition");
                diag_expected(p->ctx, d, "@R.operator, @R.legalize or @R.gradient above it");
                syn_skip_block(p->syn);
            } else {
                declare_function(p, &stmt, &pending);
            }
            break;
        case SYN_ASSIGN: parse_metadata(p, &stmt); break;
        case SYN_EXPR: module_expr(p, stmt.value); break;
        case SYN_IMPORT:
        case SYN_PASS:
        case SYN_ERROR: break;
        default:
            diag_error(p->ctx, stmt.loc, DIAG_UNSUPPORTED, "this statement outside a function");
            if (stmt.kind > SYN_CLASS) syn_skip_block(p->syn);
            break;
        }
        if (!keep) pending = no_pending;
    }
}

static void define(Parse *p, FunctionInfo *info) {
    syn_seek(p->syn, info->body);
    ir_parse_function(info->scope, info->fn->loc);
    info->state = FUNCTION_DONE;
}

/* Depth first over the calls of functions without annotation, on a stack of our own. */
static void define_after_callees(Parse *p, FunctionInfo *root) {
    VEC(FunctionInfo *) stack = {.at = NULL};
    vec_push(&p->arena, &stack, root);
    root->state = FUNCTION_ACTIVE;
    while (stack.len) {
        FunctionInfo *info = stack.at[stack.len - 1];
        FunctionInfo *callee = NULL;
        while (!callee && info->next_call < info->calls.len) {
            callee = find_info(p, info->calls.at[info->next_call++]);
            if (!callee || callee->has_result) {
                callee = NULL;
            } else if (callee->state == FUNCTION_ACTIVE) {
                Diag *d = diag_error(p->ctx, callee->fn->loc, DIAG_RECURSION, callee->fn->name);
                diag_help(p->ctx, d,
                          "annotate its result: def %s(...) -> R.Tensor(...):", callee->fn->name);
                callee->has_result = true; /* once */
                callee->fn->result = p->m->any;
                callee = NULL;
            } else if (callee->state == FUNCTION_DONE) {
                callee = NULL;
            }
        }
        if (callee) {
            callee->state = FUNCTION_ACTIVE;
            vec_push(&p->arena, &stack, callee);
        } else {
            stack.len--;
            define(p, info);
        }
    }
}

static void parse_init(Parse *p, const char *name, Str text) {
    IrModule *m = p->m;
    p->text = text;
    diag_source(p->ctx, name, text);
    arena_init(&p->arena, p->ctx);
    map_init(&p->by_name, &p->arena);
    m->source = name ? intern_c(&m->names, name) : NULL;
    p->name.R = intern_c(&m->names, "R");
    p->name.T = intern_c(&m->names, "T");
    p->name.I = intern_c(&m->names, "I");
    p->name.cls = intern_c(&m->names, "cls");
    p->name.metadata = intern_c(&m->names, "metadata");
    p->name.lv = intern_c(&m->names, "lv");
    p->name.blank = intern_c(&m->names, "_");
    p->syn = syn_new(p->ctx, &p->arena, &m->names, text);
}

static void parse_cleanup(Parse *p) {
    syn_free(p->syn);
    arena_fini(&p->arena);
}

static bool fits(Ctx *ctx, Str text) {
    if (text.len <= ctx->limits.input_bytes && text.len < UINT32_MAX) return true;
    const Loc no_place = {.line = 0};
    diag_error(ctx, no_place, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.input_bytes),
               "bytes of text");
    return false;
}

/* The definitions of a text that is not the module's own. */
static void parse_source(IrModule *m, const OpSource *source) {
    Parse p = {.ctx = m->ctx, .m = m, .external = true};
    parse_init(&p, source->name, source->text);
    declare_all(&p);
    ir_parse_definition_bodies(&p);
    parse_cleanup(&p);
}

/* Those of the tables below first. */
static void parse_sources(IrModule *m, const OpTable *ops) {
    VEC(const OpTable *) tables = {.at = NULL};
    for (; ops; ops = ops->base) vec_push(&m->arena, &tables, ops);
    for (size_t i = tables.len; i-- > 0;) {
        for (size_t k = 0; k < tables.at[i]->sources.len; k++)
            parse_source(m, &tables.at[i]->sources.at[k]);
    }
}

static void take_table(Parse *p, Tensor *const *table, size_t n) {
    p->metadata.present = true;
    for (size_t i = 0; i < n; i++)
        vec_push(&p->arena, &p->metadata.constants,
                 ir_const_new_from(p->m, tensor_ref(table[i]), NULL, false));
}

/* Memory and what is made are in proportion to the text. */
static void note_input(IrModule *m, Str text) {
    enum { BYTES_EACH = 8 }; /* a binding or an operand has about so many, or less */
    ctx_given(m->ctx, CTX_TEXT_WEIGHT * text.len);
    ir_growth_input(m, text.len / BYTES_EACH);
}

IrModule *ir_text_parse(Ctx *ctx, const OpTable *ops, const char *name, Str text) {
    return ir_text_parse_apart(ctx, ops, name, text, NULL, 0);
}

IrModule *ir_text_parse_apart(Ctx *ctx, const OpTable *ops, const char *name, Str text,
                              Tensor *const *table, size_t n) {
    const Loc first_place = {.line = 1, .col = 1};
    diag_source(ctx, name, text);
    if (!fits(ctx, text)) return NULL;
    IrModule *m = ir_module_new(ctx, ops);
    note_input(m, text);
    Parse p = {.ctx = ctx, .m = m};
    arena_alloc(&m->scratch, 1); /* the chunk that every statement starts from again */
    parse_sources(m, ops);
    parse_init(&p, name, text);
    if (table) take_table(&p, table, n);
    declare_all(&p);
    ir_parse_definition_bodies(&p);
    for (size_t i = 0; i < p.functions.len; i++) {
        FunctionInfo *info = p.functions.at[i];
        if (info->state == FUNCTION_DONE) continue;
        if (info->has_result) {
            define(&p, info);
        } else {
            define_after_callees(&p, info);
        }
    }
    if (m->globals.len == 0 && p.definitions.len == 0 && !p.class_name && diag_errors(ctx) == 0) {
        Diag *d = diag_error(ctx, first_place, DIAG_VALUE, "no module");
        diag_expected(ctx, d, "a class under @I.ir_module, or functions under @R.function");
        diag_found(ctx, d, "%s", text.len ? "none" : "an empty text");
    }
    parse_cleanup(&p);
    arena_fini(&m->scratch);
    if (diag_errors(ctx) == 0) return m;
    ir_module_free(m);
    return NULL;
}

IrModule *ir_text_definitions(Ctx *ctx, const OpTable *ops, const OpSource *source) {
    diag_source(ctx, source->name, source->text);
    if (!fits(ctx, source->text)) return NULL;
    IrModule *m = ir_module_new(ctx, ops);
    note_input(m, source->text);
    arena_alloc(&m->scratch, 1);
    parse_sources(m, ops);
    const size_t n = m->definitions.len;
    parse_source(m, source);
    if (m->definitions.len == n && diag_errors(ctx) == 0) {
        const Loc start = {.line = 1, .col = 1};
        Diag *d = diag_error(ctx, start, DIAG_VALUE, "no definitions");
        diag_expected(ctx, d, "@R.operator, @R.legalize or @R.gradient above functions");
    }
    arena_fini(&m->scratch);
    if (diag_errors(ctx) == 0 && ir_verify(m, IR_PROP_ALL)) return m;
    ir_module_free(m);
    return NULL;
}

typedef struct {
    const OpDef *op;
    Str text;
    const IrDefinition *d;
} Hooked;

const IrDefinition *ir_text_parse_expansion(IrModule *m, const OpDef *op, Str text) {
    Ctx *ctx = m->ctx;
    const uint64_t hash = hash_ptr(hash_bytes(ctx, text.ptr, text.len), op);
    for (MapIter it = map_find(&m->hooked, hash); map_next(&m->hooked, &it);) {
        const Hooked *x = it.value;
        if (x->op == op && str_eq(x->text, text)) return x->d;
    }
    if (!fits(ctx, text)) return NULL;
    const Loc start = {.line = 1, .col = 1};
    const DiagSource before = ctx->diags->source;
    const char *module = m->source;
    const size_t n = m->definitions.len, errors = diag_errors(ctx);
    Parse p = {.ctx = ctx, .m = m, .external = true, .expansion_of = op};
    parse_init(&p, arena_printf(&m->arena, "expansion of R.%s", op->name), text);
    declare_all(&p);
    ir_parse_definition_bodies(&p);
    parse_cleanup(&p);
    const bool one = m->definitions.len == n + 1;
    const IrDefinition *d = one && diag_errors(ctx) == errors ? m->definitions.at[n] : NULL;
    if (!one && diag_errors(ctx) == errors) {
        Diag *wrong = diag_error(ctx, start, DIAG_VALUE, "no expansion");
        diag_expected(ctx, wrong, "one def");
    }
    m->definitions.len = n;
    diag_source_back(ctx, before);
    m->source = module;
    if (!d) return NULL;
    Hooked *x = ARENA_NEW(&m->arena, Hooked);
    *x = (Hooked){.op = op, .text = {arena_strdup(&m->arena, text), text.len}, .d = d};
    map_add(&m->hooked, hash, x);
    return d;
}
