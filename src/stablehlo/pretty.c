/* SPDX-License-Identifier: Apache-2.0 */
/* The pretty form of operations, by the format that the operation's row in ops.def has:
 *
 *     %           an operand                    *       operands with commas between them
 *     $name       an attribute of that name     word    that word; so punctuation
 *     ?{ ... }    what begins with a word, or with ',' and a word, and may be left out
 *     !name       a form of its own: slice, conv, window, reduce, while, scan, value, skip (of
 *                 brackets)
 *     :           the last one: where operands and result have one type, it alone is written
 *
 * A list of operands may take the comma behind it. */
#include "stablehlo/rows.h"

typedef struct {
    ShloOpParse *op;
    ShloLexer *lx;
    const char *at;
    bool has_comma; /* a list took it */
} Format;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static Str word_at(const char *at) {
    const char *to = at;
    while (is_letter(*to)) to++;
    return (Str){at, (size_t)(to - at)};
}

static ShloAttr list(ShloOpParse *p, const int64_t *ints, uint32_t n) {
    ShloAttr *items = ARENA_ARRAY(p->syntax->arena, ShloAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) items[i] = (ShloAttr){.kind = SHLO_ATTR_INT, .i = ints[i]};
    return (ShloAttr){.kind = SHLO_ATTR_LIST, .items = items, .n = n};
}

/* [0:2, 1:3:2] */
static void parse_slice(ShloOpParse *p) {
    ShloLexer *lx = &p->syntax->lx;
    Arena *arena = p->syntax->arena;
    VEC(int64_t) parts[3] = {{.at = NULL}};
    shlo_want(lx, '[');
    while (!shlo_is(lx, ']')) {
        int64_t part[3] = {0, 0, 1};
        part[0] = shlo_want_int(lx);
        shlo_want(lx, ':');
        part[1] = shlo_want_int(lx);
        if (shlo_take(lx, ':')) part[2] = shlo_want_int(lx);
        for (int i = 0; i < 3; i++) vec_push(arena, &parts[i], part[i]);
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, ']');
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    for (int i = 0; i < 3; i++)
        shlo_add_attr(p, names[i], list(p, parts[i].at, (uint32_t)parts[i].len));
}

/* window = {stride = [2, 2], pad = [[0, 1], [0, 1]], ...} */
static void parse_window(ShloOpParse *p) {
    static const char *const names[][2] = {{"stride", "window_strides"},
                                           {"pad", "padding"},
                                           {"lhs_dilate", "lhs_dilation"},
                                           {"rhs_dilate", "rhs_dilation"},
                                           {"reverse", "window_reversal"}};
    uint32_t n;
    if (!shlo_is(&p->syntax->lx, '{')) shlo_expected(&p->syntax->lx, "'{'");
    const ShloAttr *items = shlo_parse_dict(p->syntax, '}', &n);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = NULL;
        for (size_t k = 0; k < ARRAY_LEN(names); k++)
            if (str_eq_c(items[i].name, names[k][0])) name = names[k][1];
        if (!name)
            shlo_wrong(&p->syntax->lx, items[i].loc, DIAG_UNSUPPORTED, "this part of a window");
        shlo_add_attr(p, name, items[i]);
    }
}

static void parse_types_here(ShloOpParse *p, bool results_too) {
    ShloLexer *lx = &p->syntax->lx;
    VEC(const ShloType *) types = {.at = NULL};
    uint32_t n = 0;
    shlo_want(lx, ':');
    if (results_too) {
        shlo_parse_types(p->syntax, &n);
        if (lx->tok.kind != SHLO_TOK_ARROW) shlo_expected(lx, "'->'");
        shlo_next(lx);
        p->op->types = shlo_parse_types(p->syntax, &n);
    } else {
        do vec_push(p->syntax->arena, &types, shlo_parse_type(p->syntax));
        while (shlo_take(lx, ','));
        p->op->types = types.at;
        n = (uint32_t)types.len;
    }
    if (p->op->n_results && n != p->op->n_results)
        shlo_wrong(lx, p->op->loc, DIAG_VALUE,
                   "an operation with another number of results than types");
    p->op->n_results = n;
    p->has_types = true;
}

/* A body that is one operation on its two arguments. */
static ShloRegion applied(ShloOpParse *p, Str name, const ShloType *element) {
    Arena *arena = p->syntax->arena;
    ShloParam *params = ARENA_ARRAY(arena, ShloParam, 2);
    ShloUse *uses = ARENA_ARRAY(arena, ShloUse, 3);
    ShloOp *ops = ARENA_ARRAY(arena, ShloOp, 2);
    const ShloType **types = ARENA_ARRAY(arena, const ShloType *, 1);
    ShloType *scalar = ARENA_NEW(arena, ShloType);
    *scalar = *element;
    scalar->n = 0;
    types[0] = scalar;
    params[0] = (ShloParam){.name = str_c("lhs"), .type = scalar};
    params[1] = (ShloParam){.name = str_c("rhs"), .type = scalar};
    for (int i = 0; i < 2; i++) uses[i] = (ShloUse){params[i].name, p->op->loc};
    uses[2] = (ShloUse){str_c("result"), p->op->loc};
    ops[0] = (ShloOp){.name = name,
                      .loc = p->op->loc,
                      .result = str_c("result"),
                      .n_results = 1,
                      .operands = uses,
                      .n_operands = 2,
                      .types = types};
    ops[1] = (ShloOp){.name = str_c("stablehlo.return"),
                      .loc = p->op->loc,
                      .operands = uses + 2,
                      .n_operands = 1};
    return (ShloRegion){.params = params, .n_params = 2, .ops = ops, .n = 2};
}

/* reducer(%a: t, %b: t) (%c: t, %d: t) { ... }: a pair for each input; the block takes the first
 * ones of all pairs, then the second ones. */
static ShloRegion parse_reducer(ShloOpParse *p, uint32_t n) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    ShloParam *params = ARENA_ARRAY(self->arena, ShloParam, 2 * (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        shlo_want(lx, '(');
        for (int k = 0; k < 2; k++) {
            ShloParam *to = &params[i + (k ? n : 0)];
            to->loc = lx->tok.loc;
            to->name = shlo_want_kind(lx, SHLO_TOK_VALUE, "a value");
            shlo_want(lx, ':');
            to->type = shlo_parse_type(self);
            if (!k) shlo_want(lx, ',');
        }
        if (shlo_is_word(lx, "loc")) {
            shlo_next(lx);
            shlo_skip_brackets(lx);
        }
        shlo_want(lx, ')');
    }
    ShloRegion region = self->region(self);
    region.params = params;
    region.n_params = 2 * n;
    return region;
}

/* (%0 init: %1), (%2 init: %3) applies stablehlo.add across dimensions = [0] : types -> types
 * [reducer...] */
static void parse_reduce(ShloOpParse *p) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    VEC(ShloUse) inits = {.at = NULL};
    Str body = {.len = 0};
    do {
        shlo_want(lx, '(');
        shlo_parse_use(p);
        shlo_want_word(lx, "init");
        shlo_want(lx, ':');
        const ShloUse use = {shlo_want_kind(lx, SHLO_TOK_VALUE, "a value"), p->op->loc};
        vec_push(self->arena, &inits, use);
        shlo_want(lx, ')');
    } while (shlo_take(lx, ','));
    for (size_t i = 0; i < inits.len; i++) vec_push(self->arena, &p->operands, inits.at[i]);
    if (shlo_take_word(lx, "applies")) body = shlo_want_kind(lx, SHLO_TOK_WORD, "an operation");
    shlo_want_word(lx, "across");
    shlo_want_word(lx, "dimensions");
    shlo_want(lx, '=');
    shlo_add_attr(p, "dimensions", shlo_parse_attr(self));
    uint32_t n;
    if (shlo_is(lx, '{')) shlo_parse_dict(self, '}', &n);
    parse_types_here(p, true);
    const ShloType *first = p->op->n_results ? p->op->types[0] : NULL;
    if (body.len && (inits.len != 1 || !first || first->kind != SHLO_TENSOR))
        shlo_wrong(lx, p->op->loc, DIAG_VALUE, "'applies' reduces one tensor");
    if (!body.len) shlo_want_word(lx, "reducer");
    const ShloRegion region =
        body.len ? applied(p, body, first) : parse_reducer(p, (uint32_t)inits.len);
    vec_push(self->arena, &p->regions, region);
}

/* (%a = %0, ...) : types [attributes {...}] cond {...} do {...} */
static void parse_while(ShloOpParse *p) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    VEC(ShloParam) params = {.at = NULL};
    uint32_t n;
    shlo_want(lx, '(');
    while (!shlo_is(lx, ')')) {
        ShloParam param = {.loc = lx->tok.loc};
        param.name = shlo_want_kind(lx, SHLO_TOK_VALUE, "a value");
        vec_push(self->arena, &params, param);
        shlo_want(lx, '=');
        shlo_parse_use(p);
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, ')');
    if (params.len) parse_types_here(p, false);
    if (params.len != p->op->n_results)
        shlo_wrong(lx, p->op->loc, DIAG_VALUE, "a while with another number of values than types");
    for (size_t i = 0; i < params.len; i++) params.at[i].type = p->op->types[i];
    if (shlo_take_word(lx, "attributes")) shlo_parse_dict(self, '}', &n);
    for (int i = 0; i < 2; i++) {
        shlo_want_word(lx, i ? "do" : "cond");
        ShloRegion region = self->region(self);
        region.params = params.at;
        region.n_params = (uint32_t)params.len;
        vec_push(self->arena, &p->regions, region);
    }
    p->has_types = true;
}

/* (%0, %1) inits(%2) dimension=0 [attributes {...}] {...} */
static void parse_scan(ShloOpParse *p) {
    ShloSyntax *self = p->syntax;
    ShloLexer *lx = &self->lx;
    int64_t sizes[2];
    for (int k = 0; k < 2; k++) {
        const size_t before = p->operands.len;
        if (k) shlo_want_word(lx, "inits");
        shlo_want(lx, '(');
        while (!shlo_is(lx, ')')) {
            shlo_parse_use(p);
            if (!shlo_take(lx, ',')) break;
        }
        shlo_want(lx, ')');
        sizes[k] = (int64_t)(p->operands.len - before);
    }
    shlo_add_attr(p, "operandSegmentSizes", list(p, sizes, 2));
    shlo_want_word(lx, "dimension");
    shlo_want(lx, '=');
    shlo_add_attr(p, "dimension", shlo_parse_attr(self));
    if (shlo_take_word(lx, "attributes")) {
        uint32_t n;
        if (!shlo_is(lx, '{')) shlo_expected(lx, "'{'");
        const ShloAttr *items = shlo_parse_dict(self, '}', &n);
        for (uint32_t i = 0; i < n; i++) vec_push(self->arena, &p->attrs, items[i]);
    }
    const ShloRegion region = self->region(self);
    vec_push(self->arena, &p->regions, region);
}

/* An attribute with its type, which is the result's. */
static void parse_value(ShloOpParse *p) {
    const ShloAttr a = shlo_parse_attr(p->syntax);
    const ShloType **types = ARENA_ARRAY(p->syntax->arena, const ShloType *, 1);
    if (a.kind != SHLO_ATTR_DENSE)
        shlo_wrong(&p->syntax->lx, p->op->loc, DIAG_UNSUPPORTED, "this kind of constant");
    if (p->op->n_results > 1)
        shlo_wrong(&p->syntax->lx, p->op->loc, DIAG_VALUE, "a constant has one result");
    shlo_add_attr(p, "value", a);
    types[0] = a.type;
    p->op->types = types;
    p->has_types = true;
}

static void parse_special(Format *f, Str name) {
    ShloOpParse *p = f->op;
    if (str_eq_c(name, "slice")) {
        parse_slice(p);
    } else if (str_eq_c(name, "conv")) {
        shlo_add_attr(p, "dimension_numbers", shlo_parse_conv_dims(p->syntax));
    } else if (str_eq_c(name, "window")) {
        parse_window(p);
    } else if (str_eq_c(name, "reduce")) {
        parse_reduce(p);
    } else if (str_eq_c(name, "while")) {
        parse_while(p);
    } else if (str_eq_c(name, "scan")) {
        parse_scan(p);
    } else if (str_eq_c(name, "value")) {
        parse_value(p);
    } else if (str_eq_c(name, "skip")) {
        if (!shlo_is(&p->syntax->lx, '<')) shlo_expected(&p->syntax->lx, "'<'");
        shlo_skip_brackets(&p->syntax->lx);
    } else {
        BUG("no form '%.*s'", (int)name.len, name.ptr);
    }
}

static void parse_operands(Format *f) {
    ShloLexer *lx = f->lx;
    while (lx->tok.kind == SHLO_TOK_VALUE) {
        shlo_parse_use(f->op);
        f->has_comma = shlo_take(lx, ',');
        if (!f->has_comma) return;
    }
}

/* Whether what the group begins with is at hand. */
static bool group_begins(Format *f) {
    const char *at = f->at;
    const ShloLexer saved = *f->lx;
    bool is = true;
    while (*at == ' ') at++;
    if (*at == ',') {
        is = f->has_comma || shlo_take(f->lx, ',');
        for (at++; *at == ' ';) at++;
    }
    if (is_letter(*at)) {
        const Str word = word_at(at);
        is = is && f->lx->tok.kind == SHLO_TOK_WORD && str_eq(f->lx->tok.text, word);
    }
    *f->lx = saved;
    return is;
}

static void pass_group(Format *f) {
    while (*f->at != '}') f->at++;
    f->at++;
}

void shlo_parse_pretty(ShloOpParse *p, const char *format) {
    Format f = {.op = p, .lx = &p->syntax->lx, .at = format};
    while (*f.at) {
        const char c = *f.at;
        if (c == ' ') {
            f.at++;
        } else if (c == '%') {
            f.at++;
            shlo_parse_use(p);
        } else if (c == '*') {
            f.at++;
            parse_operands(&f);
        } else if (c == '?') {
            f.at += 2;
            if (!group_begins(&f)) pass_group(&f);
        } else if (c == '}' || c == ':') { /* the end of a group; types are read elsewhere */
            f.at++;
        } else if (c == '$') {
            const Str name = word_at(f.at + 1);
            f.at += 1 + name.len;
            shlo_add_attr(p, arena_strdup(p->syntax->arena, name), shlo_parse_bare(p->syntax));
        } else if (c == '!') {
            const Str name = word_at(f.at + 1);
            f.at += 1 + name.len;
            parse_special(&f, name);
        } else if (is_letter(c)) {
            const Str word = word_at(f.at);
            f.at += word.len;
            shlo_want_word(f.lx, arena_strdup(p->syntax->arena, word));
        } else {
            f.at++;
            if (c != ',' || !f.has_comma) shlo_want(f.lx, c);
            f.has_comma = false;
        }
    }
    if (f.has_comma) shlo_expected(f.lx, "a value");
}
