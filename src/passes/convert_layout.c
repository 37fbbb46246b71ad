/* SPDX-License-Identifier: Apache-2.0 */
/* ConvertLayout: TVM's. Within dataflow blocks convolutions (and resizes) get the layouts that the
 * option says, and what stands behind them takes what comes, where it can.
 *
 *     a = R.nn.conv2d(x, w)       x1 = R.permute_dims(x, axes=[0, 2, 3, 1])
 *     b = R.nn.relu(a)            w1 = R.permute_dims(w, axes=[0, 2, 3, 1])
 *     R.output(b)                 a = R.nn.conv2d(x1, w1, data_layout="NHWC", kernel_layout="OHWI")
 *                                 b1 = R.nn.relu(a)
 *                                 b = R.permute_dims(b1, axes=[0, 3, 1, 2])
 *                                 R.output(b)
 *
 * One walk forward: a value has one layout, that in which it is made, and each use that wants
 * another one converts it. What leaves the block is as it was. A layout with blocks ("NCHW4c") is
 * taken where they divide the extents; a convolution in one becomes what text makes of it
 * (ops/blocked.c). How operators take layouts is in convert_layout_table.c. Linear. Whoever wants
 * convolutions fast runs AssignLayout, which weighs what reorders cost. */
#include "passes/convert_layout.h"

#include "base/diag.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"

#include <string.h>

/* The layouts of a value that is not stored as it is: of a tensor, or of a tuple's tensors. */
typedef struct {
    const IrVar *var;
    ConvertLayout layout; /* a tuple's is that of its tensors of that rank */
} Stored;

typedef struct {
    IrModule *m;
    Arena arena;
    VEC(ConvertWish) wishes;
    Map stored; /* Stored, by old variable */
} Convert;

/* The option */

static bool wrong(const Convert *cv, const char *what, Str found) {
    Ctx *ctx = cv->m->ctx;
    Diag *d = diag_error(ctx, (Loc){0}, DIAG_PASS_OPTION, "ConvertLayout", what);
    diag_expected(ctx, d,
                  "operators with the layouts of data and kernel, as in "
                  "{\"nn.conv2d\": [\"NHWC\", \"OHWI\"]}");
    if (found.len) diag_found(ctx, d, "'%s'", diag_fmt(ctx, "%.*s", (int)found.len, found.ptr));
    return false;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

static void skip(Str *s, const char *set) {
    while (s->len && strchr(set, *s->ptr)) s->ptr++, s->len--;
}

static Str word(Str *s) {
    Str out = {s->ptr, 0};
    while (out.len < s->len && is_word(s->ptr[out.len])) out.len++;
    s->ptr += out.len;
    s->len -= out.len;
    return out;
}

static bool add_wish(Convert *cv, Str name, const Str *letters, uint32_t n) {
    const char *data, *kernel;
    Str own = name;
    if (own.len > 6 && memcmp(own.ptr, "relax.", 6) == 0) own.ptr += 6, own.len -= 6;
    if (own.len > 2 && memcmp(own.ptr, "R.", 2) == 0) own.ptr += 2, own.len -= 2;
    const OpDef *op = ir_op_table_find(cv->m->ops, own);
    if (!op) return wrong(cv, "there is no such operator", name);
    if (!convert_letters_of(op, &data, &kernel))
        return wrong(cv, "an operator that takes no layout of its own", name);
    const uint32_t least = kernel ? 2 : 1;
    if (n < least || n > (kernel ? 3 : 1)) return wrong(cv, "not as many layouts as it has", name);
    ConvertWish wish = {.op = op, .n = n};
    for (uint32_t i = 0; i < n; i++) {
        ConvertLayout layout;
        wish.letters[i] = ir_name(cv->m, letters[i]);
        if (!convert_letters(i == 1 ? kernel : data, wish.letters[i], &layout))
            return wrong(cv, "no layout of the operator", letters[i]);
    }
    for (size_t i = 0; i < cv->wishes.len; i++) {
        if (cv->wishes.at[i].op == op) return wrong(cv, "an operator that is named twice", name);
    }
    vec_push(&cv->arena, &cv->wishes, wish);
    return true;
}

/* {"relax.nn.conv2d": ["NHWC", "OHWI"], ...}, or without the marks of Python: nn.conv2d=NHWC,OHWI;
 * ... */
static bool parse_wishes(Convert *cv, Str s) {
    static const char blank[] = " \t\n'\"";
    skip(&s, " \t\n'\"{");
    while (s.len && *s.ptr != '}') {
        const Str name = word(&s);
        Str letters[4];
        uint32_t n = 0;
        skip(&s, blank);
        if (!name.len || !s.len || !strchr(":=", *s.ptr))
            return wrong(cv, "an operator and its layouts are missing", s);
        skip(&s, ":=");
        skip(&s, blank);
        const bool in_list = s.len && *s.ptr == '[';
        if (in_list) skip(&s, "[");
        for (bool more = true; more && n < ARRAY_LEN(letters);) {
            skip(&s, blank);
            letters[n++] = word(&s);
            skip(&s, blank);
            more = s.len && *s.ptr == ',';
            if (more) skip(&s, ",");
        }
        if (in_list && (!s.len || *s.ptr != ']')) return wrong(cv, "a list that is not closed", s);
        if (!add_wish(cv, name, letters, n)) return false;
        skip(&s, " \t\n'\"],;");
    }
    return true;
}

static const ConvertWish *wish_of(const Convert *cv, const OpDef *op) {
    for (size_t i = 0; i < cv->wishes.len; i++) {
        if (cv->wishes.at[i].op == op) return &cv->wishes.at[i];
    }
    return NULL;
}

/* Values */

static const ConvertLayout *layout_of(const Convert *cv, const IrVar *v) {
    for (MapIter it = map_find(&cv->stored, hash_ptr(0, v)); map_next(&cv->stored, &it);) {
        const Stored *s = it.value;
        if (s->var == v) return &s->layout;
    }
    return &convert_plain;
}

static bool has_layout(const IrType *t, const ConvertLayout *layout) {
    return layout->n && t->kind == IR_TYPE_TENSOR && t->ndim == (int32_t)layout->rank;
}

static IrOperand operand_of(IrVar *v) {
    return v ? (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}
             : (IrOperand){.kind = IR_OPERAND_NONE};
}

static IrAttr number(int64_t i) { return (IrAttr){.kind = IR_ATTR_INT, .i = i}; }

/* [op, x, y] of an index map. */
static IrAttr index_of(IrModule *m, const char *op, IrAttr x, IrAttr y) {
    IrAttr *items = ARENA_ARRAY(&m->scratch, IrAttr, 3);
    items[0] = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(m, str_c(op))};
    items[1] = x;
    items[2] = y;
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 3, .items = items};
}

/* Dim `dim` of the tensor, in the indices of what is stored. */
static IrAttr whole_index(IrModule *m, const ConvertLayout *from, uint32_t dim,
                          const IrAttr *names) {
    IrAttr outer = number(0);
    for (uint32_t j = 0; j < from->n; j++) {
        if (from->at[j].dim == dim && !from->at[j].block) outer = names[j];
    }
    for (uint32_t j = 0; j < from->n; j++) {
        if (from->at[j].dim != dim || !from->at[j].block) continue;
        outer = index_of(m, "+", index_of(m, "*", outer, number(from->at[j].block)), names[j]);
    }
    return outer;
}

static ConvertLayout spelled(const ConvertLayout *layout, uint32_t rank) {
    if (layout->n) return *layout;
    ConvertLayout out = {.n = rank, .rank = rank};
    for (uint32_t j = 0; j < rank; j++) out.at[j].dim = (uint8_t)j;
    return out;
}

static int64_t block_of(const ConvertLayout *layout, uint32_t dim) {
    for (uint32_t j = 0; j < layout->n; j++) {
        if (layout->at[j].dim == dim && layout->at[j].block) return layout->at[j].block;
    }
    return 0;
}

/* The map from indices of `from` to those of `to`. */
static IrAttr index_map(IrModule *m, const ConvertLayout *from, const ConvertLayout *to) {
    IrAttr *both = ARENA_ARRAY(&m->scratch, IrAttr, 2);
    IrAttr *names = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)from->n + 1);
    IrAttr *results = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)to->n + 1);
    for (uint32_t j = 0; j < from->n; j++) {
        const char *name = arena_printf(&m->scratch, "i%u", j);
        names[j] = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(m, str_c(name))};
    }
    for (uint32_t j = 0; j < to->n; j++) {
        const ConvertAxis *axis = &to->at[j];
        const int64_t block = block_of(to, axis->dim);
        results[j] = whole_index(m, from, axis->dim, names);
        if (axis->block)
            results[j] = index_of(m, "%", results[j], number(axis->block));
        else if (block)
            results[j] = index_of(m, "//", results[j], number(block));
    }
    both[0] = (IrAttr){.kind = IR_ATTR_LIST, .n = from->n, .items = names};
    both[1] = (IrAttr){.kind = IR_ATTR_LIST, .n = to->n, .items = results};
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = both};
}

static bool find_axis(const ConvertLayout *layout, ConvertAxis axis, int64_t *at) {
    for (uint32_t j = 0; j < layout->n; j++) {
        if (layout->at[j].dim != axis.dim || layout->at[j].block != axis.block) continue;
        *at = j;
        return true;
    }
    return false;
}

/* The axes of a permute_dims, where the same pieces stand in another order. */
static bool permutes(const ConvertLayout *from, const ConvertLayout *to, int64_t *axes) {
    for (uint32_t j = 0; j < to->n; j++) {
        if (!find_axis(from, to->at[j], &axes[j])) return false;
    }
    return from->n == to->n;
}

/* A tensor that is stored as `from`, as `to`. NONE after a report. */
static IrOperand relaid(IrClone *c, IrOperand x, const ConvertLayout *from, const ConvertLayout *to,
                        const char *name) {
    IrModule *m = c->m;
    int64_t axes[CONVERT_AXES_MAX];
    if (convert_equal(from, to) || x.kind == IR_OPERAND_NONE) return x;
    const uint32_t rank = from->n ? from->rank : to->rank;
    const ConvertLayout a = spelled(from, rank), b = spelled(to, rank);
    const IrOrigin *around = c->b.origin;
    IrVar *v;
    c->b.origin = ir_origin_new(m, IR_ORIGIN_MADE, "ConvertLayout", around);
    if (permutes(&a, &b, axes)) {
        const IrAttr attr = {.kind = IR_ATTR_INTS, .n = b.n, .ints = axes};
        v = ir_build_call(&c->b, &op_permute_dims, &x, 1, (IrCallForm){.attrs = &attr}, name);
    } else {
        IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, op_layout_transform.n_params);
        ir_attr_defaults(m, &op_layout_transform, attrs);
        attrs[ir_op_attr_index(&op_layout_transform, "index_map")] = index_map(m, &a, &b);
        v = ir_build_call(&c->b, &op_layout_transform, &x, 1, (IrCallForm){.attrs = attrs}, name);
    }
    c->b.origin = around;
    return operand_of(v);
}

/* A tuple whose tensors of the layout's rank are stored in it, made plain. */
static IrVar *plain_tuple(IrClone *c, const IrOperand *x, const ConvertLayout *from,
                          const char *name) {
    IrModule *m = c->m;
    const IrType *t = ir_operand_type(m, x);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < t->n; i++) {
        IrVar *field = ir_build_field(&c->b, x, 1, i, NULL);
        IrOperand o = operand_of(field);
        /* a tensor's rank in blocks is that of what is stored */
        const bool is_stored =
            field && field->type->kind == IR_TYPE_TENSOR && field->type->ndim == (int32_t)from->n;
        if (is_stored) o = relaid(c, o, from, &convert_plain, NULL);
        if (o.kind == IR_OPERAND_NONE) return NULL;
        ir_operands_copy(&buf, &o);
    }
    ir_operands_end(&buf, at, t->n);
    return ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, name);
}

/* An entry of an old binding's operands, in the layout. NONE after a report. */
static IrOperand in_layout(IrClone *c, const IrOperand *o, const ConvertLayout *to) {
    const Convert *cv = c->user;
    if (o->kind != IR_OPERAND_VAR) return relaid(c, *o, &convert_plain, to, NULL);
    const IrOperand now = *ir_clone_value(c, o->var);
    const ConvertLayout *from = layout_of(cv, o->var);
    if (o->var->type->kind == IR_TYPE_TUPLE)
        return from->n && !convert_equal(from, to) ? operand_of(plain_tuple(c, &now, from, NULL))
                                                   : now;
    return relaid(c, now, from, to, NULL);
}

/* The operands of the call, each tensor in the layout of its entry. False after a report. */
static bool put_operands(IrClone *c, const IrOperand *at, uint32_t n, const ConvertLayout *in,
                         IrOperandBuf *buf) {
    ir_operands_init(buf, &c->m->scratch);
    for (uint32_t i = 0; i < n; i++) {
        IrOperand o = at[i];
        if (o.kind == IR_OPERAND_VAR || o.kind == IR_OPERAND_CONST) {
            o = in_layout(c, &at[i], &in[i]);
            if (o.kind == IR_OPERAND_NONE) return false;
            o.span = 1;
        } else if (o.kind == IR_OPERAND_SHAPE || o.kind == IR_OPERAND_PRIM) {
            o.type = ir_clone_type(c, o.type);
        }
        vec_push(buf->arena, &buf->ops, o);
    }
    return true;
}

/* Bindings */

/* The value of the binding's variable, stored in the layout; an output's is made plain. */
static IrCloneAnswer define(IrClone *c, const IrBinding *b, IrVar *v, const ConvertLayout *layout) {
    Convert *cv = c->user;
    if (!v) return IR_CLONE_FAILED;
    bool is_stored = false;
    const IrType *t = b->var->type;
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) is_stored |= has_layout(t->fields[i], layout);
    } else {
        is_stored = layout->n != 0;
    }
    if (is_stored && b->var->is_output) {
        const IrOperand x = operand_of(v);
        v = t->kind == IR_TYPE_TUPLE ? plain_tuple(c, &x, layout, b->var->name)
                                     : relaid(c, x, layout, &convert_plain, b->var->name).var;
        if (!v) return IR_CLONE_FAILED;
    } else if (is_stored) {
        Stored *s = ARENA_NEW(&cv->arena, Stored);
        *s = (Stored){b->var, *layout};
        map_add(&cv->stored, hash_ptr(0, b->var), s);
    }
    v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* The binding as it is, on plain operands, which are made for it alone: each use has its own. */
static IrCloneAnswer copy_plain(IrClone *c, IrBinding *b) {
    const Convert *cv = c->user;
    VEC(const IrOperand *) met = {.at = NULL};
    VEC(IrOperand) before = {.at = NULL};
    bool ok = true;
    for (uint32_t i = 0; ok && i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR || !layout_of(cv, o->var)->n) continue;
        const IrOperand stored = *ir_clone_value(c, o->var);
        const IrOperand x = in_layout(c, o, &convert_plain);
        ok = x.kind != IR_OPERAND_NONE;
        if (!ok) break;
        vec_push(&c->m->scratch, &met, o);
        vec_push(&c->m->scratch, &before, stored);
        ir_clone_set(c, o->var, x);
    }
    ok = ok && ir_clone_binding(c, b);
    for (size_t i = met.len; i-- > 0;) ir_clone_set(c, met.at[i]->var, before.at[i]);
    return ok ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static const OpSugar *sugar_of(const IrModule *m, const OpDef *op) {
    const OpTable *ops = m->ops;
    while (ops->base) ops = ops->base;
    for (size_t i = 0; i < ops->n_sugars; i++) {
        if (strcmp(ops->sugars[i].name, op->name) == 0) return &ops->sugars[i];
    }
    BUG("R.%s has no form with blocks", op->name);
}

/* The call in blocked layouts, as text would say it. */
static IrVar *build_blocked(IrClone *c, const ConvertCall *q, const IrOperandBuf *buf,
                            const char *name) {
    const IrOperand **args =
        ARENA_ARRAY(&c->m->scratch, const IrOperand *, (size_t)buf->ops.len + 1);
    for (size_t i = 0, k = 0; i < buf->ops.len; i += buf->ops.at[i].span, k++) {
        if (buf->ops.at[i].kind != IR_OPERAND_NONE) args[k] = &buf->ops.at[i];
    }
    const OpSugar *sugar = sugar_of(c->m, q->b->op);
    IrSugarCall call = {.b = &c->b, .sugar = sugar, .args = args, .attrs = q->attrs, .name = name};
    return sugar->expand(&call);
}

static IrCloneAnswer convert(IrClone *c, IrBinding *b) {
    const Convert *cv = c->user;
    IrOperandBuf buf;
    ConvertCall q = {.m = c->m, .b = b};
    q.in = ARENA_ARRAY(&c->m->scratch, ConvertLayout, (size_t)b->operands.n + 1);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        q.in[i] = o->kind == IR_OPERAND_VAR ? *layout_of(cv, o->var) : convert_plain;
    }
    if (!convert_call(&q, wish_of(cv, b->op))) return copy_plain(c, b);
    if (!put_operands(c, q.operands, b->operands.n, q.in, &buf)) return IR_CLONE_FAILED;
    const bool is_final = !b->var->is_output || !q.out.n;
    const char *name = is_final ? b->var->name : NULL;
    IrVar *v = q.is_blocked ? build_blocked(c, &q, &buf, name)
                            : ir_build_call(&c->b, b->op, buf.ops.at, (uint32_t)buf.ops.len,
                                            (IrCallForm){.attrs = q.attrs}, name);
    return define(c, b, v, &q.out);
}

/* A field of a tuple that is stored otherwise. */
static IrCloneAnswer field(IrClone *c, IrBinding *b) {
    const Convert *cv = c->user;
    const IrOperand *o = b->operands.at;
    const ConvertLayout *layout =
        o->kind == IR_OPERAND_VAR ? layout_of(cv, o->var) : &convert_plain;
    if (!layout->n || b->var->is_output) return copy_plain(c, b);
    const IrOperand now = *ir_clone_value(c, o->var);
    const bool is_stored = has_layout(b->var->type, layout);
    return define(c, b, ir_build_field(&c->b, &now, 1, b->index, b->var->name),
                  is_stored ? layout : &convert_plain);
}

/* The layout that all tensors of its rank in a flat tuple have; plain: they differ. */
static const ConvertLayout *common_layout(const Convert *cv, const IrOperands *list) {
    const ConvertLayout *common = &convert_plain;
    for (uint32_t i = 1; i < list->n && list->at[0].kind == IR_OPERAND_TUPLE; i++) {
        const IrOperand *o = &list->at[i];
        const ConvertLayout *own = o->kind == IR_OPERAND_VAR ? layout_of(cv, o->var) : common;
        if (o->kind != IR_OPERAND_VAR || o->var->type->kind != IR_TYPE_TENSOR)
            return &convert_plain;
        if (!common->n) common = own;
    }
    for (uint32_t i = 1; i < list->n && common->n; i++) {
        const IrVar *v = list->at[i].var;
        if (!convert_equal(layout_of(cv, v), common) && has_layout(v->type, common))
            return &convert_plain;
        if (layout_of(cv, v)->n && !has_layout(v->type, common)) return &convert_plain;
    }
    return common;
}

static IrCloneAnswer value(IrClone *c, IrBinding *b) {
    const ConvertLayout *layout = common_layout(c->user, &b->operands);
    if (!layout->n || b->var->is_output) return copy_plain(c, b);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, b->operands.at, b->operands.n, &buf);
    return define(c, b, ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name),
                  layout);
}

/* A match_cast of a tensor in another order says its type in that order. */
static IrCloneAnswer match_cast(IrClone *c, IrBinding *b) {
    const Convert *cv = c->user;
    const IrOperand *o = b->operands.at;
    const ConvertLayout *layout =
        o->kind == IR_OPERAND_VAR ? layout_of(cv, o->var) : &convert_plain;
    const IrType *t = b->cast;
    if (b->var->is_output || !has_layout(t, layout) || layout->n != layout->rank)
        return copy_plain(c, b);
    const IrType *own = ir_clone_type(c, t);
    const IrDim *dims[CONVERT_AXES_MAX];
    for (uint32_t j = 0; own->dims && j < layout->n; j++) dims[j] = own->dims[layout->at[j].dim];
    const IrOperand now = *ir_clone_value(c, o->var);
    own = ir_type_tensor(c->m, own->dims ? dims : NULL, own->ndim, own->dtype);
    return define(c, b, ir_build_match_cast(&c->b, &now, 1, own, b->var->name), layout);
}

static bool is_converted(const Convert *cv, const IrBinding *b) {
    if (b->kind == IR_BIND_CALL && wish_of(cv, b->op)) return true;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_VAR && layout_of(cv, o->var)->n) return true;
    }
    return false;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    if (!b->block->is_dataflow || !is_converted(c->user, b)) return IR_CLONE_COPY;
    switch (b->kind) {
    case IR_BIND_CALL: return b->n_types ? copy_plain(c, b) : convert(c, b);
    case IR_BIND_FIELD: return field(c, b);
    case IR_BIND_MATCH_CAST: return match_cast(c, b);
    case IR_BIND_VALUE: return value(c, b);
    default: return copy_plain(c, b);
    }
}

bool pass_convert_layout(IrModule *m, const PassValue *values) {
    Convert cv = {.m = m};
    arena_init(&cv.arena, m->ctx);
    map_init(&cv.stored, &cv.arena);
    const IrCloneHooks hooks = {.visit = visit, .user = &cv};
    bool ok = !values[0].n || parse_wishes(&cv, str_c(values[0].names[0]));
    if (ok && cv.wishes.len) ok = ir_clone_module(m, &hooks);
    arena_fini(&cv.arena);
    return ok && blocks_finish(m);
}
