/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks as TVM prints them. A block's axes are names of what they are bound to, its `where` is a
 * condition around the rest, its `init` one around the first iteration of what reduces; what it
 * says of its reads and writes is seen from its statements. */
#include "loop/parse.h"

/* The x of `T.axis.x(...)`, or NULL. */
static const char *axis_of(const Parser *p, const SynExpr *e) {
    const SynExpr *head = e && e->kind == SYN_CALL ? e->items[0] : NULL;
    if (!head || head->kind != SYN_ATTR) return NULL;
    const char *member = loop_parse_member(p, head->items[0]);
    return member && strcmp(member, "axis") == 0 ? head->name : NULL;
}

/* --- Axes --- */

typedef enum { AXIS_OTHER, AXIS_SPATIAL, AXIS_REDUCE } AxisKind;

static AxisKind axis_kind(const char *name) {
    if (strcmp(name, "spatial") == 0 || strcmp(name, "S") == 0) return AXIS_SPATIAL;
    if (strcmp(name, "reduce") == 0 || strcmp(name, "R") == 0) return AXIS_REDUCE;
    return AXIS_OTHER;
}

/* The variables of what an axis is bound to. */
static void note_vars(Parser *p, const LoopExpr *x, AxisKind kind) {
    Map *to = kind == AXIS_REDUCE ? &p->blocks.reduces : &p->blocks.spatial;
    if (x->kind == LOOP_VAR) map_mark_ptr(to, x->var);
    for (uint32_t i = 0; i < x->n; i++) note_vars(p, x->args[i], kind);
}

/* `start`: where the axis begins; NULL: at 0. */
static void bind_axis(Parser *p, const SynExpr *target, AxisKind kind, const LoopExpr *value,
                      const LoopExpr *start) {
    if (target->kind != SYN_NAME) {
        loop_parse_wrong(p, target, "an axis", "a name");
        return;
    }
    Name *n = loop_parse_define(p, target->name, target->loc, NAME_POISON);
    if (!n || !value) return;
    note_vars(p, value, kind);
    n->kind = NAME_VAR;
    n->var = value->kind == LOOP_VAR ? value->var : loop_let(&p->b, n->name, value);
    if (kind != AXIS_REDUCE) return;
    const LoopExpr *at =
        loop_op2(&p->b, LOOP_EQ, loop_var(&p->b, n->var), start ? start : loop_index(&p->b, 0));
    ParseBlock *block = p->block;
    if (block->starts && !loop_parse_may_nest(p, target->loc, block->starts->depth)) {
        n->kind = NAME_POISON;
        return;
    }
    block->starts = block->starts ? loop_op2(&p->b, LOOP_AND, block->starts, at) : at;
}

/* T.axis.spatial(extent, value), T.axis.reduce((start, end), value) */
static void parse_axis(Parser *p, const SynExpr *target, const SynExpr *call, AxisKind kind) {
    const LoopExpr *start = NULL, *value = NULL;
    if (loop_parse_arity(p, call, 2, NULL)) {
        const SynExpr *domain = call->items[1];
        if (domain->kind == SYN_TUPLE && domain->n == 2)
            start = loop_parse_typed(p, domain->items[0], DTYPE_INT64, "an axis' start");
        value = loop_parse_typed(p, call->items[2], DTYPE_INT64, "what an axis is bound to");
    }
    bind_axis(p, target, kind, value, start);
}

/* v, w = T.axis.remap("SR", [i, j]) */
static void parse_remap(Parser *p, const SynExpr *target, const SynExpr *call) {
    if (!loop_parse_arity(p, call, 2, NULL)) return;
    const SynExpr *kinds = call->items[1], *values = call->items[2];
    const bool one = target->kind != SYN_TUPLE;
    const SynExpr *const *names = one ? &target : target->items;
    const uint32_t n = one ? 1 : target->n;
    if (kinds->kind != SYN_STRING || values->kind != SYN_LIST || values->n != n ||
        kinds->str.len != n) {
        loop_parse_wrong(p, call, "T.axis.remap",
                         "a letter, S or R, and a loop's variable for each axis");
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        const char letter[] = {kinds->str.ptr[i], 0};
        const AxisKind kind = axis_kind(letter);
        if (kind == AXIS_OTHER) {
            loop_parse_outside(p, kinds->loc, diag_fmt(p->ctx, "an axis of kind '%s'", letter));
            continue;
        }
        bind_axis(p, names[i], kind,
                  loop_parse_typed(p, values->items[i], DTYPE_INT64, "what an axis is bound to"),
                  NULL);
    }
}

bool loop_parse_axis(Parser *p, const SynStmt *s) {
    const char *name = axis_of(p, s->value);
    if (!name) return false;
    const AxisKind kind = axis_kind(name);
    if (!p->block) {
        loop_parse_outside(p, s->loc, "an axis outside blocks");
    } else if (strcmp(name, "remap") == 0) {
        parse_remap(p, s->target, s->value);
    } else if (kind == AXIS_OTHER) {
        loop_parse_outside(p, s->loc, diag_fmt(p->ctx, "T.axis.%s", name));
    } else {
        parse_axis(p, s->target, s->value, kind);
    }
    return true;
}

/* --- Blocks --- */

static void parse_where(Parser *p, const SynExpr *call) {
    if (!loop_parse_arity(p, call, 1, NULL)) return;
    if (!p->block || p->b.open.len != p->block->open + p->block->wheres) {
        loop_parse_outside(p, call->loc, "T.where inside a statement of a block");
        return;
    }
    const LoopExpr *cond = loop_parse_typed(p, call->items[1], DTYPE_BOOL, "a condition");
    if (!loop_parse_may_nest(p, call->loc, p->b.open.len + 2)) return;
    loop_begin_if(&p->b, cond ? cond : loop_int(&p->b, DTYPE_BOOL, 0));
    p->block->wheres++;
}

bool loop_parse_block_note(Parser *p, const SynExpr *call, const char *name) {
    static const char *const said[] = {"reads", "writes", "block_attr"};
    for (size_t i = 0; i < ARRAY_LEN(said); i++) {
        if (strcmp(name, said[i]) == 0) return true;
    }
    if (strcmp(name, "evaluate") == 0 && call->n == 2 && call->items[1]->kind == SYN_INT)
        return true;
    if (strcmp(name, "where") != 0) return false;
    parse_where(p, call);
    return true;
}

bool loop_parse_with_begin(Parser *p, const SynStmt *s, ParseBlock *with) {
    const char *name = loop_parse_call_of(p, s->value);
    *with = (ParseBlock){.outer = p->block, .open = p->b.open.len};
    if (p->foreign && name && strcmp(name, "block") == 0) {
        p->block = with;
        return true;
    }
    if (p->foreign && name && strcmp(name, "init") == 0 && p->block) {
        if (!p->block->starts) return true;
        loop_begin_if(&p->b, p->block->starts);
        map_mark_ptr(&p->blocks.inits, p->b.open.at[p->b.open.len - 1]);
        with->wheres++;
        return true;
    }
    return loop_parse_outside(p, s->loc, name ? diag_fmt(p->ctx, "T.%s", name) : "a 'with'");
}

void loop_parse_with_end(Parser *p, ParseBlock *with) {
    while (with->wheres--) loop_end(&p->b);
    p->block = with->outer;
}
