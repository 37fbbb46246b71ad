/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, functions, regions and operations, in the pretty form and in the generic one:
 *
 *     %2 = stablehlo.add %0, %1 : tensor<4xf32>
 *     %2 = "stablehlo.add"(%0, %1) <{properties}> ({ regions }) {attributes} : (types) -> types loc(...)
 *
 * Locations are passed over, aliases are taken as what they stand for. */
#include "stablehlo/rows.h"

enum { RESULTS_MAX = 1 << 20 }; /* of an operation */

static ShloRegion parse_region(ShloSyntax *self);

static void syntax_cleanup(Cleanup *node) {
    ShloSyntax *self = (ShloSyntax *)(void *)((char *)node - offsetof(ShloSyntax, cleanup));
    for (size_t i = 0; i < self->tensors.len; i++) tensor_unref(self->tensors.at[i]);
    self->tensors.len = 0;
}

void shlo_syntax_init(ShloSyntax *self, Ctx *ctx, Arena *arena, Str text) {
    *self = (ShloSyntax){.ctx = ctx, .arena = arena, .region = parse_region};
    cleanup_push(ctx, &self->cleanup, syntax_cleanup);
    map_init(&self->attr_aliases, arena);
    map_init(&self->type_aliases, arena);
    shlo_lexer_init(&self->lx, ctx, arena, text);
}

void shlo_syntax_fini(ShloSyntax *self) {
    cleanup_pop(&self->cleanup);
    syntax_cleanup(&self->cleanup);
}

static void pass_loc(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    if (shlo_is_word(lx, "loc") && lx->at < lx->end && *lx->at == '(') {
        shlo_next(lx);
        shlo_skip_brackets(lx);
    }
}

/* Parameters of a function or block: (%a: type {attributes} loc(...), ...) */
static void parse_params(ShloSyntax *self, const ShloParam **out, uint32_t *n) {
    ShloLexer *lx = &self->lx;
    VEC(ShloParam) list = {.at = NULL};
    shlo_want(lx, '(');
    while (!shlo_is(lx, ')')) {
        ShloParam p = {.loc = lx->tok.loc};
        ctx_poll(self->ctx);
        if (lx->tok.kind == SHLO_TOK_VALUE) {
            p.name = lx->tok.text;
            shlo_next(lx);
            shlo_want(lx, ':');
        }
        p.type = shlo_parse_type(self);
        uint32_t n_attrs;
        if (shlo_is(lx, '{')) shlo_parse_dict(self, '}', &n_attrs);
        pass_loc(self);
        vec_push(self->arena, &list, p);
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, ')');
    *out = list.at;
    *n = (uint32_t)list.len;
}

static ShloOp parse_op(ShloSyntax *self);

/* Operations up to the '}', which is at hand then. */
static void parse_block(ShloSyntax *self, ShloRegion *region) {
    ShloLexer *lx = &self->lx;
    VEC(ShloOp) ops = {.at = NULL};
    shlo_enter(self);
    while (!shlo_is(lx, '}')) {
        if (lx->tok.kind == SHLO_TOK_END) shlo_expected(lx, "'}'");
        if (lx->tok.kind == SHLO_TOK_LABEL) {
            if (ops.len)
                shlo_wrong(lx, lx->tok.loc, DIAG_UNSUPPORTED, "a region of several blocks");
            shlo_next(lx);
            if (shlo_is(lx, '(')) parse_params(self, &region->params, &region->n_params);
            shlo_want(lx, ':');
            continue;
        }
        const ShloOp op = parse_op(self);
        vec_push(self->arena, &ops, op);
    }
    region->ops = ops.at;
    region->n = (uint32_t)ops.len;
    self->depth--;
}

static ShloRegion parse_region(ShloSyntax *self) {
    ShloRegion region = {.ops = NULL};
    shlo_want(&self->lx, '{');
    parse_block(self, &region);
    shlo_want(&self->lx, '}');
    return region;
}

static void add_dict(ShloOpParse *p, char close) {
    uint32_t n;
    const ShloAttr *items = shlo_parse_dict(p->syntax, close, &n);
    for (uint32_t i = 0; i < n; i++) vec_push(p->syntax->arena, &p->attrs, items[i]);
}

static void parse_generic(ShloOpParse *p) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    shlo_want(lx, '(');
    while (!shlo_is(lx, ')')) {
        shlo_parse_use(p);
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, ')');
    if (shlo_is(lx, '['))
        shlo_wrong(lx, lx->tok.loc, DIAG_UNSUPPORTED, "an operation with successors");
    if (shlo_is(lx, '<')) { /* <{ ... }> */
        shlo_next(lx);
        if (!shlo_is(lx, '{')) shlo_expected(lx, "'{'");
        add_dict(p, '}');
        shlo_want(lx, '>');
    }
    if (shlo_take(lx, '(')) {
        do {
            const ShloRegion region = parse_region(self);
            vec_push(self->arena, &p->regions, region);
        } while (shlo_take(lx, ','));
        shlo_want(lx, ')');
    }
    if (shlo_is(lx, '{')) add_dict(p, '}');
}

/* What stands behind ':': the operands' types -> the results', or types that both have. */
static void parse_op_types(ShloOpParse *p) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    ShloOp *op = p->op;
    if (p->has_types || !shlo_take(lx, ':')) return;
    VEC(const ShloType *) given = {.at = NULL};
    bool in_brackets = false;
    do {
        if (shlo_is(lx, '(')) {
            uint32_t n;
            const ShloType *const *types = shlo_parse_types(self, &n);
            for (uint32_t i = 0; i < n; i++) vec_push(self->arena, &given, types[i]);
            in_brackets = true;
        } else {
            vec_push(self->arena, &given, shlo_parse_type(self));
        }
    } while (!in_brackets && shlo_take(lx, ','));
    uint32_t n = (uint32_t)given.len;
    op->types = given.at;
    if (lx->tok.kind == SHLO_TOK_ARROW) {
        shlo_next(lx);
        op->types = shlo_parse_types(self, &n);
    } else if (op->n_results == 1 && n > 1) {
        op->types += n - 1;
        n = 1;
    } else if (op->n_results == 0) {
        n = 0;
    }
    if (n != op->n_results && op->n_results) {
        Diag *d = diag_error(self->ctx, op->loc, DIAG_VALUE,
                             "an operation with another number of results");
        diag_expected(self->ctx, d, "%u, as its types say", n);
        diag_found(self->ctx, d, "%u", op->n_results);
        ctx_throw(self->ctx, STATUS_INVALID);
    }
    if (!op->n_results && n) { /* unnamed results */
        op->n_results = n;
    }
}

static void parse_results(ShloSyntax *self, ShloOp *op) {
    ShloLexer *lx = &self->lx;
    VEC(Str) names = {.at = NULL};
    if (lx->tok.kind != SHLO_TOK_VALUE) return;
    do {
        Str name = shlo_want_kind(lx, SHLO_TOK_VALUE, "a value");
        op->n_results = 1;
        if (shlo_take(lx, ':')) {
            const int64_t n = shlo_want_int(lx);
            if (n < 0 || n > RESULTS_MAX)
                shlo_wrong(lx, lx->tok.loc, DIAG_VALUE,
                           diag_fmt(self->ctx, "an operation has 0 to %d results", RESULTS_MAX));
            op->n_results = (uint32_t)n;
        }
        vec_push(self->arena, &names, name);
    } while (shlo_take(lx, ','));
    op->result = names.at[0];
    if (names.len > 1) {
        op->results = names.at;
        op->n_results = (uint32_t)names.len;
    }
    shlo_want(lx, '=');
}

static Str full_name(Str word) {
    if (str_eq_c(word, "call")) return str_c("func.call");
    if (str_eq_c(word, "return")) return str_c("func.return");
    return word;
}

static ShloOp parse_op(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    ShloOp op = {.loc = lx->tok.loc};
    ShloOpParse p = {.syntax = self, .op = &op};
    ctx_poll(self->ctx);
    parse_results(self, &op);
    op.loc = lx->tok.loc;
    self->n_ops++;
    if (lx->tok.kind == SHLO_TOK_STRING) {
        op.name = lx->tok.text;
        shlo_next(lx);
        parse_generic(&p);
    } else {
        op.name = full_name(shlo_want_kind(lx, SHLO_TOK_WORD, "an operation"));
        const ShloRow *row = shlo_row_find(op.name);
        if (!row || !row->format)
            shlo_wrong(lx, op.loc, DIAG_UNSUPPORTED,
                       diag_fmt(self->ctx, "the operation '%.*s'",
                                (int)(op.name.len < 80 ? op.name.len : 80), op.name.ptr));
        shlo_parse_pretty(&p, row->format);
        if (shlo_is(lx, '{')) add_dict(&p, '}');
    }
    parse_op_types(&p);
    pass_loc(self);
    op.operands = p.operands.at;
    op.n_operands = (uint32_t)p.operands.len;
    op.attrs = p.attrs.at;
    op.n_attrs = (uint32_t)p.attrs.len;
    op.regions = p.regions.at;
    op.n_regions = (uint32_t)p.regions.len;
    return op;
}

/* func.func, behind that word. */
static void parse_func(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    ShloFunc *f = ARENA_NEW(self->arena, ShloFunc);
    uint32_t n;
    f->is_private = shlo_is_word(lx, "private");
    if (lx->tok.kind == SHLO_TOK_WORD) shlo_next(lx); /* public, private, nested */
    f->loc = lx->tok.loc;
    f->name = shlo_want_kind(lx, SHLO_TOK_SYMBOL, "a function's name");
    parse_params(self, &f->params, &f->n_params);
    if (lx->tok.kind == SHLO_TOK_ARROW) {
        VEC(const ShloType *) types = {.at = NULL};
        shlo_next(lx);
        const bool several = shlo_take(lx, '(');
        while (!several || !shlo_is(lx, ')')) {
            vec_push(self->arena, &types, shlo_parse_type(self));
            if (several && shlo_is(lx, '{')) shlo_parse_dict(self, '}', &n);
            if (!several || !shlo_take(lx, ',')) break;
        }
        if (several) shlo_want(lx, ')');
        f->results = types.at;
        f->n_results = (uint32_t)types.len;
    }
    if (shlo_take_word(lx, "attributes")) shlo_parse_dict(self, '}', &n);
    if (shlo_is(lx, '{')) {
        f->body = parse_region(self);
        f->has_body = true;
    }
    pass_loc(self);
    vec_push(self->arena, &self->funcs, f);
}

/* sdy.mesh @name = <...>, behind that word: where values lie is not of their meaning. */
static void pass_mesh(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    shlo_want_kind(lx, SHLO_TOK_SYMBOL, "a mesh's name");
    shlo_want(lx, '=');
    if (!shlo_is(lx, '<')) shlo_expected(lx, "'<'");
    shlo_skip_brackets(lx);
    pass_loc(self);
}

/* "func.func"() <{sym_name = "main", function_type = (...) -> ...}> ({ ^bb0(...): ... }) */
static void parse_generic_func(ShloSyntax *self) {
    const ShloOp op = parse_op(self);
    const ShloAttr *name = shlo_attr(&op, "sym_name");
    if (str_eq_c(op.name, "sdy.mesh")) return;
    if (!str_eq_c(op.name, "func.func") || !name || op.n_regions != 1)
        shlo_wrong(&self->lx, op.loc, DIAG_UNSUPPORTED, "an operation outside a function");
    ShloFunc *f = ARENA_NEW(self->arena, ShloFunc);
    *f = (ShloFunc){
        .name = name->s, .loc = op.loc, .body = op.regions[0], .has_body = op.regions[0].n > 0};
    const ShloAttr *visibility = shlo_attr(&op, "sym_visibility");
    f->is_private = visibility && str_eq_c(visibility->s, "private");
    f->params = f->body.params;
    f->n_params = f->body.n_params;
    vec_push(self->arena, &self->funcs, f);
}

/* #name = attribute, !name = type */
static void parse_alias(ShloSyntax *self, bool is_type) {
    ShloLexer *lx = &self->lx;
    ShloAttr *alias = ARENA_NEW(self->arena, ShloAttr);
    const ShloTok tok = lx->tok;
    shlo_next(lx);
    shlo_want(lx, '=');
    if (is_type) {
        alias->type = shlo_parse_type(self);
    } else {
        *alias = shlo_parse_attr(self);
    }
    alias->name = tok.text;
    map_add(is_type ? &self->type_aliases : &self->attr_aliases,
            hash_bytes(self->ctx, tok.text.ptr, tok.text.len), alias);
}

/* How many processes run the module; all else that it says is not of its meaning. */
static void parse_module_attrs(ShloSyntax *self) {
    enum { MOST = 1 << 30 };
    uint32_t n;
    const ShloAttr *items = shlo_parse_dict(self, '}', &n);
    for (uint32_t i = 0; i < n; i++) {
        const bool of_replicas = str_eq_c(items[i].name, "mhlo.num_replicas");
        if (!of_replicas && !str_eq_c(items[i].name, "mhlo.num_partitions")) continue;
        if (items[i].kind != SHLO_ATTR_INT || items[i].i < 1 || items[i].i > MOST) continue;
        *(of_replicas ? &self->n_replicas : &self->n_partitions) = items[i].i;
    }
}

void shlo_parse_module(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    size_t open = 0;
    while (lx->tok.kind != SHLO_TOK_END) {
        if (lx->tok.kind == SHLO_TOK_ATTRIBUTE || lx->tok.kind == SHLO_TOK_TYPE) {
            parse_alias(self, lx->tok.kind == SHLO_TOK_TYPE);
        } else if (!open &&
                   (shlo_take_word(lx, "module") || shlo_take_word(lx, "builtin.module"))) {
            if (lx->tok.kind == SHLO_TOK_SYMBOL) shlo_next(lx);
            if (shlo_take_word(lx, "attributes")) parse_module_attrs(self);
            shlo_want(lx, '{');
            open++;
        } else if (shlo_take_word(lx, "func.func") || shlo_take_word(lx, "func")) {
            parse_func(self);
        } else if (open && shlo_take_word(lx, "sdy.mesh")) {
            pass_mesh(self);
        } else if (lx->tok.kind == SHLO_TOK_STRING && !open &&
                   str_eq_c(lx->tok.text, "builtin.module")) {
            shlo_next(lx); /* "builtin.module"() <{...}> ({ */
            shlo_want(lx, '(');
            shlo_want(lx, ')');
            if (shlo_is(lx, '<')) shlo_skip_brackets(lx);
            shlo_want(lx, '(');
            shlo_want(lx, '{');
            if (lx->tok.kind == SHLO_TOK_LABEL) {
                shlo_next(lx);
                if (shlo_is(lx, '(')) shlo_skip_brackets(lx);
                shlo_want(lx, ':');
            }
            open++;
        } else if (lx->tok.kind == SHLO_TOK_STRING && open) {
            parse_generic_func(self);
        } else if (open && shlo_take(lx, '}')) {
            open--;
            if (shlo_take(lx, ')')) {
                if (shlo_is(lx, '{')) parse_module_attrs(self);
                shlo_want(lx, ':');
                shlo_parse_type(self);
            }
            pass_loc(self);
        } else if (!open && shlo_is(lx, '{')) {
            shlo_skip_brackets(lx); /* {-# ... #-} */
        } else {
            shlo_expected(lx, open ? "a function or '}'" : "a module or a function");
        }
    }
    if (open) shlo_expected(lx, "'}'");
}
