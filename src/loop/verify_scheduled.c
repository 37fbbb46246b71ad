/* SPDX-License-Identifier: Apache-2.0 */
/* What compiled code has of scheduled loops. The interpreter has more: any dtype, stride and number
 * of lanes, and masks that are computed. Linear; recursion is over what loop_verify has bounded. */
#include "loop/own.h"
#include "loop/verify_parts.h"

enum { BYTES_LEAST = 16 };

typedef struct {
    Ctx *ctx;
    const LoopStmt *at;
    bool ok;
} Check;

static void refuse(Check *c, const char *what, const char *expected) {
    StrBuf found;
    Arena arena;
    if (!c->ok) return; /* one of a statement */
    c->ok = false;
    arena_init(&arena, c->ctx);
    strbuf_init(&found, &arena);
    loop_text_print_head(c->at, &found);
    Diag *d = diag_error(c->ctx, c->at->loc, DIAG_LOOP_SUBSET,
                         diag_fmt(c->ctx, "%s, in scheduled loops that are compiled", what));
    diag_expected(c->ctx, d, "%s", expected);
    diag_found(c->ctx, d, "%s", strbuf_cstr(&found));
    arena_fini(&arena);
}

static void check_type(Check *c, DType t, uint32_t lanes) {
    if (t != DTYPE_FLOAT32 && t != DTYPE_FLOAT64 && t != DTYPE_INT32)
        refuse(c, diag_fmt(c->ctx, "a vector of %s", dtype_name(t)),
               "float32, float64 or int32; shorter elements are converted where they are loaded or "
               "stored");
    else if ((lanes & (lanes - 1)) || lanes * dtype_size(t) < BYTES_LEAST)
        refuse(c, diag_fmt(c->ctx, "a vector of %u lanes", lanes),
               "a power of two, of 16 bytes or more");
}

static void check_indices(Check *c, const LoopBuffer *b, const LoopExpr *const *indices) {
    if (!b->ndim || b->lanes) return;
    const LoopExpr *last = indices[b->ndim - 1];
    if (last->kind == LOOP_RAMP && last->i != 1)
        refuse(c, "T.Ramp of another stride", "1: elements that lie together");
}

static void check_value(Check *c, const LoopExpr *e);

static void check_args(Check *c, const LoopExpr *e) {
    for (uint32_t i = 0; i < e->n; i++) check_value(c, e->args[i]);
}

/* What T.Select chooses by, among vectors of `t`. */
static void check_mask(Check *c, const LoopExpr *e, DType t) {
    if (e->kind == LOOP_LANE_MASK) return;
    if (e->kind == LOOP_LOAD && !e->buffer->lanes) {
        check_indices(c, e->buffer, e->args);
        return;
    }
    const bool compares =
        e->kind == LOOP_EQ || e->kind == LOOP_NE || e->kind == LOOP_LT || e->kind == LOOP_LE;
    if (!compares || e->args[0]->dtype != t)
        refuse(c, "this mask",
               diag_fmt(c->ctx,
                        "T.lane_mask, elements of bool, or ==, !=, < or <= of vectors of %s",
                        dtype_name(t)));
    else
        check_args(c, e);
}

static void check_cast(Check *c, const LoopExpr *e) {
    const LoopExpr *from = e->args[0], *wrong = NULL;
    const bool is_short = loop_vector_is_short(from->dtype),
               is_loaded = from->kind == LOOP_LOAD && !from->buffer->lanes,
               is_cut = from->kind == LOOP_CAST;
    if (!loop_vector_converts(from->dtype, e->dtype) || (is_short && !is_loaded && !is_cut))
        wrong = e;
    else if (is_short && is_cut && !loop_vector_converts(from->args[0]->dtype, from->dtype))
        wrong = from;
    if (wrong)
        refuse(
            c,
            diag_fmt(c->ctx, "the conversion of %s to %s", dtype_name(wrong->args[0]->dtype),
                     dtype_name(wrong->dtype)),
            "float32 and int32, or what is loaded, or converted from one of these, of int8, uint8, "
            "int16 or uint16, or from float32 of float16 or bfloat16");
    else if (!is_short)
        check_value(c, from);
    else if (is_loaded)
        check_indices(c, from->buffer, from->args);
    else
        check_value(c, from->args[0]);
}

/* What is short is stored as it is cut. */
static void check_stored(Check *c, const LoopExpr *e) {
    if (e->kind == LOOP_FIRST) e = e->args[0];
    if (e->kind == LOOP_CAST && loop_vector_is_short(e->dtype) &&
        loop_vector_converts(e->args[0]->dtype, e->dtype))
        check_value(c, e->args[0]);
    else
        check_value(c, e);
}

static void check_value(Check *c, const LoopExpr *e) {
    check_type(c, e->dtype, e->lanes);
    switch (e->kind) {
    case LOOP_CAST: check_cast(c, e); return;
    case LOOP_BROADCAST: return;
    case LOOP_LOAD: check_indices(c, e->buffer, e->args); return;
    case LOOP_SELECT:
        check_mask(c, e->args[0], e->dtype);
        check_value(c, e->args[1]);
        check_value(c, e->args[2]);
        return;
    case LOOP_ADD:
    case LOOP_SUB:
    case LOOP_MUL:
    case LOOP_DIV:
    case LOOP_MIN:
    case LOOP_MAX:
    case LOOP_NEG:
    case LOOP_ABS:
    case LOOP_SQRT:
    case LOOP_FMA: check_args(c, e); return;
    default:
        if (loop_own_is_of_vectors(e->kind, e->dtype) || loop_own_rounds(e->kind, e->dtype))
            check_args(c, e);
        else
            refuse(
                c,
                diag_fmt(c->ctx, "T.%s of vectors of %s", loop_expr_text(e->kind),
                         dtype_name(e->dtype)),
                "+ - * / min max abs sqrt fma, T.Select, T.Cast, or of float32 a function of math.h "
                "but sin, cos, tan and fmod");
    }
}

static bool check_list(Ctx *ctx, const LoopStmt *list) {
    bool ok = true;
    for (const LoopStmt *s = list; s; s = s->next) {
        Check c = {.ctx = ctx, .at = s, .ok = true};
        ctx_poll(ctx);
        if (s->kind == LOOP_ALLOC && s->buffer->lanes)
            check_type(&c, s->buffer->dtype, s->buffer->lanes);
        if (s->kind == LOOP_STORE && s->value->lanes) {
            check_stored(&c, s->value);
            check_indices(&c, s->buffer, s->indices);
        }
        ok &= c.ok;
        ok &= check_list(ctx, s->body);
        ok &= check_list(ctx, s->other);
    }
    return ok;
}

typedef struct {
    Ctx *ctx;
    bool ok;
} Access;

static void note_unproved(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    Access *a = user;
    Check c = {.ctx = a->ctx, .at = at, .ok = a->ok};
    const LoopBuffer *b = load ? load->buffer : at->buffer;
    refuse(&c, diag_fmt(a->ctx, "the index of dim %u of '%s'", axis, b->name),
           "one that is proved to be in bounds");
    a->ok = false;
}

bool loop_verify_scheduled(Ctx *ctx, const LoopFn *fn) {
    Access access = {ctx, true};
    loop_unproved(ctx, fn, note_unproved, &access);
    const bool ok = check_list(ctx, fn->body);
    return access.ok && ok;
}
