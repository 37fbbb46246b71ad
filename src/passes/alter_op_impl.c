/* SPDX-License-Identifier: Apache-2.0 */
/* AlterOpImpl: calls of loop functions that say by the attribute operator_name which operator they
 * are become calls of others, in other layouts.
 *
 *     AlterOpImpl({"relax.add": add_2d}, {"relax.add": [lambda i: (i // 4, i % 4), ...]})
 *
 *     z = R.call_tir(cls.add, (x, y), ...)  lv = R.layout_transform(x, lambda i: (i // 4, i % 4))
 *                                           lv1 = R.layout_transform(y, ...)
 *                                           lv2 = R.call_tir(cls.add_2d, (lv, lv1), ...)
 *                                           z = R.layout_transform(lv2, lambda axis0, axis1:
 *                                                                  (axis0 * 4 + axis1,))
 *
 * The replacement is a function of the module, and its buffers are held against what the call hands
 * it. There is a map for each buffer, None where it stays as it is, or none at all. What comes out
 * goes the way back (index_map.h); where the map leaves places free, these are cut off. That the
 * replacement computes the same, whatever is in such places, is for who gives it to say, as in TVM.
 * Linear, but for the maps. */
#include "base/diag.h"
#include "base/syntax.h"
#include "ir/build.h"
#include "ir/origin.h"
#include "ir/text.h"
#include "loop/loop.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/decompose_calls.h"
#include "passes/index_map.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

/* The pass's options. */
typedef enum { IMPLS, MAPS, SEPARATORS, INPUT_SEPARATORS, TEXTS } Option;
static const char *const option_names[TEXTS] = {"op_impl_map", "op_buffer_transforms",
                                                "op_buffer_axis_separators",
                                                "op_buffer_input_axis_separators"};
static const char *const expected[TEXTS] = {
    "operators with functions of the module, as in {\"relax.add\": add_2d}",
    "operators with a map or None for each buffer, as in {\"relax.add\": [lambda i: (i,), None]}",
    "operators with axes for each buffer, as in {\"relax.add\": [[1], []]}",
    "operators with axes for each buffer, as in {\"relax.add\": [[1], []]}"};

typedef struct {
    const char *name; /* of the operator */
    IrGlobal *impl;
    const LoopFn *loops;
    IrAttr *of_buffer[TEXTS]; /* MAPS on: for each buffer, NONE or a list; NULL: not given */
    uint32_t n[TEXTS];
    bool is_used;
} Change;

typedef struct {
    IrModule *m;
    Arena arena;
    Map by_name; /* Change, by its name, interned */
    VEC(IrBinding *) calls;
    Option reading;
} Alter;

static bool wrong(const Alter *a, const SynExpr *at, const char *what) {
    Diag *d = diag_error(a->m->ctx, at->loc, DIAG_PASS_OPTION, "AlterOpImpl", what);
    diag_expected(a->m->ctx, d, "%s", expected[a->reading]);
    diag_found(a->m->ctx, d, "%s", syn_kind_text(at->kind));
    return false;
}

static bool add_impl(Alter *a, const SynExpr *key, const SynExpr *e) {
    IrModule *m = a->m;
    const char *name = ir_name(m, key->str);
    while (e->kind == SYN_ATTR) { /* cls.add_2d, Module.add_2d */
        SynExpr *last = ARENA_NEW(&a->arena, SynExpr);
        *last = (SynExpr){.kind = SYN_NAME, .name = e->name, .loc = e->loc};
        e = last;
    }
    if (e->kind != SYN_NAME && e->kind != SYN_STRING)
        return wrong(a, e, "a replacement is a function's name");
    if (map_get_ptr(&a->by_name, name)) return wrong(a, key, "this operator is given twice");
    IrGlobal *g = ir_global_find(m, e->kind == SYN_NAME ? str_c(e->name) : e->str);
    if (!g || !g->function) return wrong(a, e, "the module has no function of this name");
    const LoopFn *loops = prim_func_loops(g->function, &a->arena);
    if (!loops) return wrong(a, e, "the function is no loop function that can be run");
    Change *c = ARENA_NEW(&a->arena, Change);
    *c = (Change){.name = name, .impl = g, .loops = loops};
    map_add_ptr(&a->by_name, name, c);
    return true;
}

/* [1, 2] */
static bool read_axes(Alter *a, const SynExpr *e, IrAttr *out) {
    if (e->kind != SYN_LIST) return wrong(a, e, "axes stand in a list");
    IrAttr *axes = ARENA_ARRAY(&a->arena, IrAttr, (size_t)e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->items[i]->kind != SYN_INT) return wrong(a, e->items[i], "an axis is an integer");
        axes[i] = (IrAttr){.kind = IR_ATTR_INT, .i = e->items[i]->i};
    }
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = e->n, .items = axes};
    return true;
}

static bool add_list(Alter *a, const SynExpr *key, const SynExpr *list) {
    const Option o = a->reading;
    Change *c = map_get_ptr(&a->by_name, ir_name(a->m, key->str));
    if (!c) return wrong(a, key, "the operator has no replacement");
    if (c->of_buffer[o]) return wrong(a, key, "this operator is given twice");
    if (list->kind != SYN_LIST) return wrong(a, list, "what is for the buffers stands in a list");
    if (list->n && list->n != c->loops->params.len) {
        Diag *d = diag_error(a->m->ctx, list->loc, DIAG_PASS_OPTION, "AlterOpImpl",
                             "the replacement has another number of buffers");
        diag_expected(a->m->ctx, d, "%zu, or none", c->loops->params.len);
        diag_found(a->m->ctx, d, "%u", list->n);
        return false;
    }
    c->n[o] = list->n;
    c->of_buffer[o] = ARENA_ARRAY(&a->arena, IrAttr, (size_t)list->n + 1);
    for (uint32_t i = 0; i < list->n; i++) {
        IrAttr *to = &c->of_buffer[o][i];
        const SynExpr *e = list->items[i];
        *to = (IrAttr){.kind = IR_ATTR_NONE};
        if (e->kind == SYN_NONE) continue;
        if (!(o == MAPS ? ir_text_index_map(a->m, e, to) : read_axes(a, e, to))) return false;
    }
    return true;
}

/* {"operator": value, ...}. False after a report. */
static bool read_option(Alter *a, Option o, const PassValue *value) {
    IrModule *m = a->m;
    if (!value->n) return true;
    a->reading = o;
    const Str text = str_c(value->names[0]);
    const DiagSource before = diag_source(m->ctx, option_names[o], text);
    const SynExpr *e =
        syn_parse_expr(m->ctx, &a->arena, &m->names, text, (Loc){.line = 1, .col = 1});
    bool ok = e != NULL;
    if (e && e->kind != SYN_DICT) ok = wrong(a, e, "the operators stand in a dict");
    for (uint32_t i = 0; ok && i < e->n; i += 2) {
        const SynExpr *key = e->items[i], *x = e->items[i + 1];
        ok = key->kind == SYN_STRING || wrong(a, key, "an operator's name is a string");
        ok = ok && (o == IMPLS ? add_impl(a, key, x) : add_list(a, key, x));
    }
    diag_source_back(m->ctx, before);
    return ok;
}

/* NULL: the call stays. */
static Change *change_of(const Alter *a, const IrBinding *b) {
    if (b->kind != IR_BIND_CALL || b->op != &op_call_tir) return NULL;
    const IrOperand *callee = b->operands.at;
    const IrFunction *fn = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
    if (!fn || fn->body || ir_function_is_external(fn)) return NULL;
    Str name = prim_func_attr(fn, "operator_name");
    if (name.len < 2) return NULL;
    name = (Str){name.ptr + 1, name.len - 2}; /* it is quoted */
    Change *c = map_get_ptr(&a->by_name, ir_name(a->m, name));
    return c && c->impl != callee->global ? c : NULL;
}

static bool look(void *user, IrFunction *fn) {
    Alter *a = user;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (change_of(a, b)) vec_push(&a->arena, &a->calls, b);
    }
    return true;
}

/* One call */

typedef struct {
    Alter *a;
    Change *change;
    IrBinding *call;
    IrBuilder b;
    uint32_t n_inputs, n_outputs;
    const IrType **types; /* of outputs, as they are */
} Altered;

static bool unfit(const Altered *x, const char *what, const char *want, const char *found) {
    Ctx *ctx = x->a->m->ctx;
    Diag *d = diag_error(ctx, x->call->loc, DIAG_CALL_ARGUMENT, x->change->impl->name, what);
    if (want) diag_expected(ctx, d, "%s", want);
    if (found) diag_found(ctx, d, "%s", found);
    diag_help(ctx, d, "AlterOpImpl puts it in the place of '%s'",
              x->call->operands.at->global->name);
    return false;
}

/* The attributes of the buffer's layout_transform by this map. */
static const IrAttr *transform_attrs(const Altered *x, uint32_t buffer, const IrAttr *map) {
    const OpDef *op = &op_layout_transform;
    IrModule *m = x->a->m;
    const Change *c = x->change;
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(op) + 1);
    ir_attr_defaults(m, op, attrs);
    ir_attr_copy(m, &attrs[ir_op_attr_index(op, "index_map")], map);
    for (Option o = SEPARATORS; o <= INPUT_SEPARATORS; o++) {
        const char *name = o == SEPARATORS ? "axis_separators" : "input_axis_separators";
        if (c->n[o] && c->of_buffer[o][buffer].kind != IR_ATTR_NONE)
            ir_attr_copy(m, &attrs[ir_op_attr_index(op, name)], &c->of_buffer[o][buffer]);
    }
    return attrs;
}

/* NULL: the buffer stays as it is. */
static const IrAttr *map_of(const Altered *x, uint32_t buffer) {
    const Change *c = x->change;
    if (!c->n[MAPS] || c->of_buffer[MAPS][buffer].kind == IR_ATTR_NONE) return NULL;
    return &c->of_buffer[MAPS][buffer];
}

/* What the map makes of a tensor of this type; NULL after a report. */
static const IrType *altered_type(const Altered *x, uint32_t buffer, const IrType *t) {
    const IrAttr *map = map_of(x, buffer);
    if (!map) return t;
    IrArg arg = {.type = t};
    IrAttr *attrs =
        ARENA_ARRAY(&x->a->m->scratch, IrAttr, (size_t)ir_op_n_attrs(&op_layout_transform) + 1);
    memcpy(attrs, transform_attrs(x, buffer, map),
           ir_op_n_attrs(&op_layout_transform) * sizeof *attrs);
    IrInfer in = {.m = x->a->m,
                  .op = &op_layout_transform,
                  .loc = x->call->loc,
                  .n_args = 1,
                  .args = &arg,
                  .attrs = attrs,
                  .shape_arg = -1};
    return ir_infer_call(&in);
}

/* Is the replacement's buffer one for tensors of this type, as far as can be told? */
static bool buffer_fits(const Altered *x, uint32_t buffer, const IrType *t) {
    const LoopBuffer *p = x->change->loops->params.at[buffer];
    IrModule *m = x->a->m;
    bool ok = t->kind == IR_TYPE_TENSOR && (t->dtype == DTYPE_VOID || t->dtype == p->dtype) &&
              (t->ndim < 0 || t->ndim == (int32_t)p->ndim);
    StrBuf want;
    strbuf_init(&want, &m->scratch);
    strbuf_printf(&want, "a tensor of %s with %u dims", dtype_name(p->dtype), p->ndim);
    for (uint32_t i = 0; ok && t->dims && i < p->ndim; i++) {
        int64_t n;
        if (p->dims[i]->kind != LOOP_CONST || !ir_dim_is_const(t->dims[i], &n)) continue;
        if (n == p->dims[i]->i) continue;
        strbuf_printf(&want, ", %lld elements in dim %u", (long long)p->dims[i]->i, i);
        ok = false;
    }
    return ok || unfit(x, diag_fmt(m->ctx, "buffer '%s' is for another tensor", p->name),
                       strbuf_cstr(&want), ir_type_text(m, t));
}

/* The operands of the new call; false after a report. */
static bool make_inputs(Altered *x, IrOperandBuf *out) {
    const IrOperand *callee = x->call->operands.at, *args = callee + 1, *rest = args + args->span;
    IrModule *m = x->a->m;
    ir_operands_init(out, &m->scratch);
    ir_operands_global(out, x->change->impl);
    const size_t tuple = ir_operands_tuple(out);
    const IrOperand *o = args + 1;
    for (uint32_t i = 0; i < x->n_inputs; i++, o += o->span) {
        const IrAttr *map = map_of(x, i);
        const IrType *t = altered_type(x, i, ir_operand_type(m, o));
        if (!t || !buffer_fits(x, i, t)) return false;
        if (!map) {
            ir_operands_copy(out, o);
            continue;
        }
        IrVar *v = ir_build_call(&x->b, &op_layout_transform, o, o->span,
                                 (IrCallForm){.attrs = transform_attrs(x, i, map)}, "lv");
        if (!v) return false;
        ir_operands_var(out, v);
    }
    ir_operands_end(out, tuple, x->n_inputs);
    for (; rest < callee + x->call->operands.n; rest += rest->span) ir_operands_copy(out, rest);
    return true;
}

/* The first elements along each dim. */
static IrVar *cut(Altered *x, const IrVar *from, const IrType *to, const char *name) {
    IrModule *m = x->a->m;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_var(&buf, (IrVar *)from);
    for (int part = 0; part < 3; part++) { /* axes, begin, end */
        const size_t at = ir_operands_tuple(&buf);
        for (int32_t i = 0; i < to->ndim; i++) {
            const IrDim *end = part == 2 ? to->dims[i] : ir_dim_const(m, part ? 0 : i);
            ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, end), 0);
        }
        ir_operands_end(&buf, at, (uint32_t)to->ndim);
    }
    ir_operands_none(&buf);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(&op_strided_slice) + 1);
    ir_attr_defaults(m, &op_strided_slice, attrs);
    return ir_build_call(&x->b, &op_strided_slice, buf.ops.at, (uint32_t)buf.ops.len,
                         (IrCallForm){.attrs = attrs}, name);
}

/* y as it was before the map; NULL after a report. */
static IrVar *go_back(Altered *x, IrVar *y, uint32_t output, const char *name) {
    const IrType *t = x->types[output];
    const uint32_t buffer = x->n_inputs + output;
    const IrAttr *map = map_of(x, buffer);
    IrModule *m = x->a->m;
    const char *why = "its extents are not known";
    if (!map) return y;
    int64_t *extents = ARENA_ARRAY(&m->scratch, int64_t, (size_t)t->ndim + 1);
    bool known = t->dims != NULL;
    for (int32_t i = 0; known && i < t->ndim; i++)
        known = ir_dim_is_const(t->dims[i], &extents[i]) && extents[i] >= 0;
    const IrAttr *back = known ? invert_index_map(m, map, extents, &x->a->arena, &why) : NULL;
    if (!back) {
        unfit(x, diag_fmt(m->ctx, "no map takes result %u back", output),
              "a map of known extents whose results hold all digits of each index once", why);
        return NULL;
    }
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    IrVar *v = ir_build_call(&x->b, &op_layout_transform, &o, 1,
                             (IrCallForm){.attrs = transform_attrs(x, buffer, back)}, name);
    return !v || v->type == t ? v : cut(x, v, t, name);
}

/* The value in the place of the call's; NULL after a report. */
static IrVar *make(Altered *x) {
    IrModule *m = x->a->m;
    const char *name = x->call->var->name;
    IrOperandBuf operands, all;
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)x->n_outputs + 1);
    if (!make_inputs(x, &operands)) return NULL;
    for (uint32_t i = 0; i < x->n_outputs; i++) {
        types[i] = altered_type(x, x->n_inputs + i, x->types[i]);
        if (!types[i] || !buffer_fits(x, x->n_inputs + i, types[i])) return NULL;
    }
    IrVar *made = ir_build_call(&x->b, &op_call_tir, operands.ops.at, (uint32_t)operands.ops.len,
                                (IrCallForm){.types = types, .n_types = x->n_outputs}, "lv");
    if (!made || x->n_outputs == 1) return made ? go_back(x, made, 0, name) : NULL;
    bool any = false;
    for (uint32_t i = 0; i < x->n_outputs; i++) any |= map_of(x, x->n_inputs + i) != NULL;
    if (!any) return made;
    ir_operands_init(&all, &m->scratch);
    const size_t tuple = ir_operands_tuple(&all);
    for (uint32_t i = 0; i < x->n_outputs; i++) {
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = made};
        IrVar *field = ir_build_field(&x->b, &o, 1, i, "lv");
        IrVar *y = field ? go_back(x, field, i, "lv") : NULL;
        if (!y) return NULL;
        ir_operands_var(&all, y);
    }
    ir_operands_end(&all, tuple, x->n_outputs);
    return ir_build_value(&x->b, all.ops.at, (uint32_t)all.ops.len, name);
}

static void list_outputs(Altered *x) {
    const IrBinding *b = x->call;
    const bool is_tuple = b->n_types == 1 && b->types[0]->kind == IR_TYPE_TUPLE;
    x->n_outputs = is_tuple ? b->types[0]->n : b->n_types;
    x->types = ARENA_ARRAY(&x->a->m->scratch, const IrType *, (size_t)x->n_outputs + 1);
    for (uint32_t i = 0; i < x->n_outputs; i++)
        x->types[i] = is_tuple ? b->types[0]->fields[i] : b->types[i];
}

static bool alter(Alter *a, IrBinding *b) {
    IrModule *m = a->m;
    Altered x = {.a = a,
                 .change = change_of(a, b),
                 .call = b,
                 .b = {.m = m,
                       .fn = b->block->body->function,
                       .block = b->block,
                       .loc = b->loc,
                       .origin = ir_origin_new(m, IR_ORIGIN_MADE, "AlterOpImpl", b->origin)}};
    const IrOperand *args = b->operands.at + 1;
    if (args->kind != IR_OPERAND_TUPLE)
        return unfit(&x, "its arguments are not written out", "a tuple of tensors", NULL);
    x.n_inputs = args->n;
    list_outputs(&x);
    const size_t n = x.change->loops->params.len;
    if (n != x.n_inputs + x.n_outputs)
        return unfit(&x, "another number of buffers", diag_fmt(m->ctx, "%zu", n),
                     diag_fmt(m->ctx, "%u", x.n_inputs + x.n_outputs));
    IrBinding *last = b->block->last;
    IrVar *y = make(&x);
    if (!y) return false;
    decompose_replace(b, last, y);
    x.change->is_used = true;
    return true;
}

static bool name_impl(const Alter *a, Change *c) {
    const char *name = diag_fmt(a->m->ctx, "\"%s\"", c->name);
    if (!c->is_used || str_eq_c(prim_func_attr(c->impl->function, "operator_name"), name))
        return true;
    if (prim_func_set_attr(c->impl->function, "operator_name", name)) return true;
    diag_error(a->m->ctx, c->impl->function->loc, DIAG_UNSUPPORTED,
               "another way to write the attributes of a function that AlterOpImpl names");
    return false;
}

bool pass_alter_op_impl(IrModule *m, const PassValue *values) {
    Alter a = {.m = m};
    arena_init(&a.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    map_init(&a.by_name, &a.arena);
    bool ok = true;
    for (Option o = 0; ok && o < TEXTS; o++) ok = read_option(&a, o, &values[o]);
    ok = ok && blocks_each_function(m, look, &a);
    for (size_t i = 0; ok && i < a.calls.len; i++) {
        const ArenaMark mark = arena_mark(&m->scratch);
        Change *c = change_of(&a, a.calls.at[i]);
        ok = alter(&a, a.calls.at[i]) && name_impl(&a, c);
        arena_rewind(&m->scratch, mark);
    }
    arena_fini(&m->scratch);
    const bool any = a.calls.len > 0;
    arena_fini(&a.arena);
    return ok && (!any || blocks_finish(m));
}
