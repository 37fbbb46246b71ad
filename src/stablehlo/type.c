/* SPDX-License-Identifier: Apache-2.0 */
/* Types: tensor<2x?xf32>, tuple<...>, tokens; what Tenon has no tensor of is kept by its name. */
#include "stablehlo/syntax.h"

typedef struct {
    const char *name;
    DType dtype;
} Element;

static const Element elements[] = {
    {"i1", DTYPE_BOOL},
    {"i8", DTYPE_INT8},
    {"i16", DTYPE_INT16},
    {"i32", DTYPE_INT32},
    {"i64", DTYPE_INT64},
    {"si8", DTYPE_INT8},
    {"si16", DTYPE_INT16},
    {"si32", DTYPE_INT32},
    {"si64", DTYPE_INT64},
    {"ui8", DTYPE_UINT8},
    {"ui16", DTYPE_UINT16},
    {"ui32", DTYPE_UINT32},
    {"ui64", DTYPE_UINT64},
    {"f16", DTYPE_FLOAT16},
    {"bf16", DTYPE_BFLOAT16},
    {"f32", DTYPE_FLOAT32},
    {"f64", DTYPE_FLOAT64},
    {"index", DTYPE_INT64},
    {"i4", DTYPE_INT4},
    {"ui4", DTYPE_UINT4},
    {"i2", DTYPE_INT2},
    {"ui2", DTYPE_UINT2},
    {"f8E4M3FN", DTYPE_FLOAT8E4M3FN},
    {"f8E4M3FNUZ", DTYPE_FLOAT8E4M3FNUZ},
    {"f8E5M2", DTYPE_FLOAT8E5M2},
    {"f8E5M2FNUZ", DTYPE_FLOAT8E5M2FNUZ},
    {"f8E8M0FNU", DTYPE_FLOAT8E8M0},
    {"f8E4M3", DTYPE_FLOAT8E4M3},
    {"f8E3M4", DTYPE_FLOAT8E3M4},
    {"f8E4M3B11FNUZ", DTYPE_FLOAT8E4M3B11FNUZ},
    {"f4E2M1FN", DTYPE_FLOAT4E2M1},
};

const char *shlo_dtype_text(DType t) {
    for (size_t i = 0; i < ARRAY_LEN(elements); i++) { /* "si8" is "i8" */
        if (elements[i].dtype == t) return elements[i].name;
    }
    return NULL;
}

void shlo_enter(ShloSyntax *self) {
    const size_t limit = self->ctx->limits.depth;
    if (++self->depth > limit)
        shlo_wrong(&self->lx, self->lx.tok.loc, DIAG_TOO_DEEP, diag_fmt(self->ctx, "%zu", limit));
}

static const char *name_of(ShloSyntax *self, const char *from) {
    const char *to = self->lx.tok.loc.offset + self->lx.text;
    while (to > from && (to[-1] == ' ' || to[-1] == '\n')) to--;
    const size_t n = (size_t)(to - from);
    return arena_strdup(self->arena, (Str){from, n < 60 ? n : 60});
}

static void parse_element(ShloSyntax *self, ShloType *t) {
    ShloLexer *lx = &self->lx;
    const char *from = lx->text + lx->tok.loc.offset;
    const ShloTok tok = lx->tok;
    for (size_t i = 0; tok.kind == SHLO_TOK_WORD && i < ARRAY_LEN(elements); i++) {
        if (!str_eq_c(tok.text, elements[i].name)) continue;
        t->dtype = elements[i].dtype;
        shlo_next(lx);
        return;
    }
    if (tok.kind != SHLO_TOK_WORD && tok.kind != SHLO_TOK_TYPE)
        shlo_expected(lx, "an element type");
    shlo_next(lx);
    if (shlo_is(lx, '<')) shlo_skip_brackets(lx);
    t->lacks = name_of(self, from);
}

static const ShloType *parse_tensor(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    ShloType *t = ARENA_NEW(self->arena, ShloType);
    VEC(int64_t) dims = {.at = NULL};
    t->kind = SHLO_TENSOR;
    if (!shlo_is(lx, '<')) shlo_expected(lx, "'<'");
    for (;;) { /* 2x3xf32 is no token of MLIR's */
        const char *at = lx->at;
        while (at < lx->end && *at == ' ') at++;
        const char *from = at;
        int64_t v = 0;
        bool fits = true;
        for (; at < lx->end && *at >= '0' && *at <= '9'; at++)
            fits = fits && mul_i64(v, 10, &v) && add_i64(v, *at - '0', &v);
        if (at == from && at < lx->end && *at == '?') v = SHLO_DYNAMIC, at++;
        if (at == from || at >= lx->end || *at != 'x') break;
        if (!fits) shlo_wrong(lx, lx->tok.loc, DIAG_DIM_OVERFLOW, NULL);
        vec_push(self->arena, &dims, v);
        if (dims.len > self->ctx->limits.rank)
            shlo_wrong(lx, lx->tok.loc, DIAG_VALUE,
                       "a tensor of more dims than the limit of ranks");
        lx->at = at + 1;
    }
    shlo_next(lx);
    if (shlo_is(lx, '*')) shlo_wrong(lx, lx->tok.loc, DIAG_UNSUPPORTED, "a tensor without a rank");
    t->dims = dims.at;
    t->n = (uint32_t)dims.len;
    parse_element(self, t);
    if (shlo_take(lx, ',')) { /* an encoding, as the bounds of dynamic dims */
        while (!shlo_is(lx, '>')) {
            if (shlo_is(lx, '<') || shlo_is(lx, '{') || shlo_is(lx, '['))
                shlo_skip_brackets(lx);
            else if (lx->tok.kind == SHLO_TOK_END)
                shlo_expected(lx, "'>'");
            else
                shlo_next(lx);
        }
    }
    shlo_want(lx, '>');
    return t;
}

static const ShloType *other(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    ShloType *t = ARENA_NEW(self->arena, ShloType);
    const char *from = lx->text + lx->tok.loc.offset;
    t->kind = SHLO_OTHER;
    shlo_next(lx);
    if (shlo_is(lx, '<')) shlo_skip_brackets(lx);
    t->lacks = name_of(self, from);
    return t;
}

typedef VEC(const ShloType *) Types;

static void parse_list(ShloSyntax *self, char close, Types *out) {
    ShloLexer *lx = &self->lx;
    while (!shlo_is(lx, close)) {
        vec_push(self->arena, out, shlo_parse_type(self));
        if (!shlo_take(lx, ',')) break;
    }
    shlo_want(lx, close);
}

/* <a, b>: a tuple. */
static const ShloType *parse_fields(ShloSyntax *self) {
    Types fields = {.at = NULL};
    ShloType *t = ARENA_NEW(self->arena, ShloType);
    shlo_enter(self);
    shlo_want(&self->lx, '<');
    parse_list(self, '>', &fields);
    self->depth--;
    *t = (ShloType){.kind = SHLO_TUPLE, .n = (uint32_t)fields.len, .fields = fields.at};
    return t;
}

/* !stablehlo.future<a>: what is computed at once is a; of several, their tuple. */
static const ShloType *parse_future(ShloSyntax *self) {
    shlo_next(&self->lx);
    const ShloType *all = parse_fields(self);
    return all->n == 1 ? all->fields[0] : all;
}

const ShloType *shlo_parse_type(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    ctx_poll(self->ctx);
    if (shlo_take_word(lx, "tensor")) return parse_tensor(self);
    if (shlo_take_word(lx, "tuple")) return parse_fields(self);
    if (lx->tok.kind == SHLO_TOK_TYPE) {
        if (str_eq_c(lx->tok.text, "stablehlo.future")) return parse_future(self);
        if (str_eq_c(lx->tok.text, "stablehlo.token") || str_eq_c(lx->tok.text, "mhlo.token")) {
            static const ShloType token = {.kind = SHLO_TOKEN};
            shlo_next(lx);
            return &token;
        }
        for (MapIter it = map_find(&self->type_aliases,
                                   hash_bytes(self->ctx, lx->tok.text.ptr, lx->tok.text.len));
             map_next(&self->type_aliases, &it);) {
            const ShloAttr *alias = it.value;
            if (!str_eq(alias->name, lx->tok.text)) continue;
            shlo_next(lx);
            return alias->type;
        }
        return other(self);
    }
    if (lx->tok.kind == SHLO_TOK_WORD) { /* i64 by itself, none, complex<f32>, memref<...> */
        ShloType *t = ARENA_NEW(self->arena, ShloType);
        t->kind = SHLO_TENSOR;
        parse_element(self, t);
        return t;
    }
    if (shlo_is(lx, '(')) { /* a function's */
        shlo_skip_brackets(lx);
        if (lx->tok.kind != SHLO_TOK_ARROW) shlo_expected(lx, "'->'");
        shlo_next(lx);
        uint32_t n;
        shlo_parse_types(self, &n);
        static const ShloType function = {.kind = SHLO_OTHER, .lacks = "a function"};
        return &function;
    }
    shlo_expected(lx, "a type");
}

const ShloType *const *shlo_parse_types(ShloSyntax *self, uint32_t *n) {
    Types list = {.at = NULL};
    if (shlo_take(&self->lx, '('))
        parse_list(self, ')', &list);
    else
        vec_push(self->arena, &list, shlo_parse_type(self));
    *n = (uint32_t)list.len;
    return list.at;
}
