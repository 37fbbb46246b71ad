/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes: numbers, strings, lists, dictionaries, and the dialects' own: #stablehlo<...>. */
#include "stablehlo/syntax.h"

typedef VEC(ShloAttr) Attrs;

const ShloAttr *shlo_item(const ShloAttr *dict, const char *name) {
    for (uint32_t i = 0; i < dict->n; i++) {
        if (str_eq_c(dict->items[i].name, name)) return &dict->items[i];
    }
    return NULL;
}

const ShloAttr *shlo_attr(const ShloOp *op, const char *name) {
    for (uint32_t i = 0; i < op->n_attrs; i++) {
        if (str_eq_c(op->attrs[i].name, name)) return &op->attrs[i];
    }
    return NULL;
}

static const ShloAttr *alias_find(const ShloSyntax *self, Str name) {
    for (MapIter it = map_find(&self->attr_aliases, hash_bytes(self->ctx, name.ptr, name.len));
         map_next(&self->attr_aliases, &it);) {
        const ShloAttr *alias = it.value;
        if (str_eq(alias->name, name)) return alias;
    }
    return NULL;
}

static ShloAttr list_of(Attrs *items, ShloAttrKind kind) {
    return (ShloAttr){.kind = kind, .items = items->at, .n = (uint32_t)items->len};
}

static ShloAttr parse_list(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    Attrs items = {.at = NULL};
    shlo_enter(self);
    shlo_want(lx, '[');
    while (!shlo_is(lx, ']')) {
        ctx_poll(self->ctx);
        vec_push(self->arena, &items, shlo_parse_attr(self));
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, ']');
    self->depth--;
    return list_of(&items, SHLO_ATTR_LIST);
}

const ShloAttr *shlo_parse_dict(ShloSyntax *self, char close, uint32_t *n) {
    ShloLexer *lx = &self->lx;
    Attrs items = {.at = NULL};
    shlo_enter(self);
    shlo_next(lx);
    while (!shlo_is(lx, close)) {
        ctx_poll(self->ctx);
        const ShloTok key = lx->tok;
        if (key.kind != SHLO_TOK_WORD && key.kind != SHLO_TOK_STRING) shlo_expected(lx, "a name");
        shlo_next(lx);
        ShloAttr value = {.kind = SHLO_ATTR_UNIT};
        if (shlo_take(lx, '=')) value = shlo_parse_attr(self);
        value.name = key.text;
        value.loc = key.loc;
        vec_push(self->arena, &items, value);
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, close);
    self->depth--;
    *n = (uint32_t)items.len;
    return items.at;
}

/* Letters stand as words, spatial dims as numbers. */
ShloAttr shlo_parse_conv_dims(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    Attrs parts = {.at = NULL};
    vec_push(self->arena, &parts, parse_list(self));
    shlo_want_word(lx, "x");
    vec_push(self->arena, &parts, parse_list(self));
    if (lx->tok.kind != SHLO_TOK_ARROW) shlo_expected(lx, "'->'");
    shlo_next(lx);
    vec_push(self->arena, &parts, parse_list(self));
    return list_of(&parts, SHLO_ATTR_LIST);
}

/* array<i64: 1, 2>, at its '<' */
static ShloAttr parse_array(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    Attrs items = {.at = NULL};
    shlo_want(lx, '<');
    shlo_want_kind(lx, SHLO_TOK_WORD, "an element type");
    if (shlo_take(lx, ':')) {
        do {
            ctx_poll(self->ctx);
            vec_push(self->arena, &items, shlo_parse_attr(self));
        } while (shlo_take(lx, ','));
    }
    shlo_want(lx, '>');
    return list_of(&items, SHLO_ATTR_LIST);
}

/* #stablehlo<comparison_direction LT>, #stablehlo.gather<...>, #stablehlo.conv<[...]x[...]->[...]>:
 * of the dialects that are known. Others are passed over. */
static ShloAttr parse_dialect(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    const Str name = lx->tok.text;
    const ShloAttr *alias = alias_find(self, name);
    shlo_next(lx);
    if (alias) return *alias;
    ShloAttr a = {.kind = SHLO_ATTR_OTHER, .s = name};
    const char *dot = memchr(name.ptr, '.', name.len);
    const size_t n = dot ? (size_t)(dot - name.ptr) : name.len;
    const Str dialect = {name.ptr, n};
    const bool is_known =
        str_eq_c(dialect, "stablehlo") || str_eq_c(dialect, "chlo") || str_eq_c(dialect, "mhlo");
    if (!shlo_is(lx, '<')) return a;
    if (!is_known || str_eq_c(name, "stablehlo.bounds") ||
        str_eq_c(name, "stablehlo.type_extensions")) {
        shlo_skip_brackets(lx);
        return a;
    }
    if (str_eq_c(name, "stablehlo.conv")) {
        shlo_next(lx);
        a = shlo_parse_conv_dims(self);
        shlo_want(lx, '>');
    } else if (dot) {
        a.kind = SHLO_ATTR_DICT;
        a.items = shlo_parse_dict(self, '>', &a.n);
    } else {
        shlo_next(lx);
        shlo_want_kind(lx, SHLO_TOK_WORD, "the name of an enumeration");
        a = (ShloAttr){.kind = SHLO_ATTR_WORD, .s = lx->tok.text};
        shlo_want_kind(lx, SHLO_TOK_WORD, "a value of the enumeration");
        shlo_want(lx, '>');
    }
    return a;
}

static void pass_type(ShloSyntax *self) {
    if (shlo_take(&self->lx, ':')) shlo_parse_type(self);
}

static ShloAttr parse_word(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    const Str word = lx->tok.text;
    ShloAttr a = {.kind = SHLO_ATTR_WORD, .s = word, .loc = lx->tok.loc};
    if (str_eq_c(word, "tensor") || str_eq_c(word, "tuple")) {
        a.kind = SHLO_ATTR_TYPE;
        a.type = shlo_parse_type(self);
        return a;
    }
    shlo_next(lx);
    if (str_eq_c(word, "true") || str_eq_c(word, "false")) {
        a.kind = SHLO_ATTR_BOOL;
        a.i = word.ptr[0] == 't';
    } else if (str_eq_c(word, "unit")) {
        a.kind = SHLO_ATTR_UNIT;
    } else if (str_eq_c(word, "dense") || str_eq_c(word, "dense_resource")) {
        a = shlo_parse_dense(self, word.len > 5);
    } else if (str_eq_c(word, "array") && shlo_is(lx, '<')) {
        a = parse_array(self);
    } else if (shlo_is(lx, '<')) { /* affine_map<...>, complex<...>, opaque<...> */
        shlo_skip_brackets(lx);
        a.kind = SHLO_ATTR_OTHER;
    } else if (str_eq_c(word, "loc") && shlo_is(lx, '(')) {
        shlo_skip_brackets(lx);
        a.kind = SHLO_ATTR_OTHER;
    }
    return a;
}

ShloAttr shlo_parse_bare(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    const ShloTok tok = lx->tok;
    if (tok.kind != SHLO_TOK_INT && tok.kind != SHLO_TOK_FLOAT && tok.kind != SHLO_TOK_STRING)
        return shlo_parse_attr(self);
    shlo_next(lx);
    if (tok.kind == SHLO_TOK_FLOAT)
        return (ShloAttr){.kind = SHLO_ATTR_FLOAT, .loc = tok.loc, .f = shlo_float_value(lx, &tok)};
    if (tok.kind == SHLO_TOK_STRING)
        return (ShloAttr){
            .kind = SHLO_ATTR_STRING, .loc = tok.loc, .s = shlo_unescaped(lx, tok.text)};
    const int64_t v = shlo_int_value(lx, &tok);
    return (ShloAttr){.kind = SHLO_ATTR_INT, .loc = tok.loc, .i = v, .f = (double)v};
}

ShloAttr shlo_parse_attr(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    const ShloTok tok = lx->tok;
    ShloAttr a = {.loc = tok.loc};
    switch (tok.kind) {
    case SHLO_TOK_INT:
        a.kind = SHLO_ATTR_INT;
        a.i = shlo_int_value(lx, &tok);
        a.f = (double)a.i;
        shlo_next(lx);
        pass_type(self);
        return a;
    case SHLO_TOK_FLOAT:
        a.kind = SHLO_ATTR_FLOAT;
        a.f = shlo_float_value(lx, &tok);
        shlo_next(lx);
        pass_type(self);
        return a;
    case SHLO_TOK_STRING:
        a.kind = SHLO_ATTR_STRING;
        a.s = shlo_unescaped(lx, tok.text);
        shlo_next(lx);
        pass_type(self);
        return a;
    case SHLO_TOK_SYMBOL:
        a.kind = SHLO_ATTR_SYMBOL;
        a.s = shlo_unescaped(lx, tok.text);
        shlo_next(lx);
        while (shlo_is(lx, ':') && lx->at < lx->end && *lx->at == ':') { /* @a::@b */
            shlo_next(lx);
            shlo_next(lx);
            shlo_want_kind(lx, SHLO_TOK_SYMBOL, "a symbol");
        }
        return a;
    case SHLO_TOK_ATTRIBUTE: a = parse_dialect(self); break;
    case SHLO_TOK_TYPE:
        a.kind = SHLO_ATTR_TYPE;
        a.type = shlo_parse_type(self);
        break;
    case SHLO_TOK_WORD: a = parse_word(self); break;
    default:
        if (shlo_is(lx, '[')) {
            a = parse_list(self);
        } else if (shlo_is(lx, '(')) { /* a function's type */
            a.kind = SHLO_ATTR_TYPE;
            a.type = shlo_parse_type(self);
        } else if (shlo_is(lx, '{')) {
            a.kind = SHLO_ATTR_DICT;
            a.items = shlo_parse_dict(self, '}', &a.n);
        } else if (shlo_is(lx, '<')) { /* of a type that the operation implies: a dot's algorithm */
            shlo_skip_brackets(lx);
            a.kind = SHLO_ATTR_OTHER;
        } else {
            shlo_expected(lx, "an attribute");
        }
    }
    a.loc = tok.loc;
    return a;
}

void shlo_add_attr(ShloOpParse *p, const char *name, ShloAttr value) {
    value.name = str_c(name);
    vec_push(p->syntax->arena, &p->attrs, value);
}

void shlo_parse_use(ShloOpParse *p) {
    ShloLexer *lx = &p->syntax->lx;
    ShloUse use = {.loc = lx->tok.loc};
    use.name = shlo_want_kind(lx, SHLO_TOK_VALUE, "a value");
    vec_push(p->syntax->arena, &p->operands, use);
}
