/* SPDX-License-Identifier: Apache-2.0 */
/* Blocked layouts: "NCHW16c" says that the channels are cut into blocks of 16, whose elements are
 * the last dim. In text a convolution, a pool or a resize may have them: it becomes the operator in
 * the plain layout "NCHW", between reshapes and permutations.
 *
 *     y = R.nn.max_pool2d(x, (2, 2), layout="NCHW16c")       x: (n, 4, h, w, 16)
 *
 *     lv = R.permute_dims(x, [0, 1, 4, 2, 3])                (n, 4, 16, h, w)
 *     lv1 = R.reshape(lv, (n, 64, h, w))
 *     lv2 = R.nn.max_pool2d(lv1, (2, 2), layout="NCHW")
 *     lv3 = R.reshape(lv2, (n, 4, 16, h // 2, w // 2))
 *     y = R.permute_dims(lv3, [0, 1, 3, 4, 2])
 */
#include "ops/blocked.h"

#include "base/diag.h"
#include "ops/ops.h"

enum { AXES_MAX = 16 };

typedef struct {
    uint32_t n;
    char letter[AXES_MAX];    /* in upper case */
    int64_t factor[AXES_MAX]; /* of a block; 0: the dim itself */
    char plain[AXES_MAX + 1]; /* without the blocks */
    bool is_blocked;
} Layout;

/* False: no layout of this form; the operator's own rule says what is wrong. */
static bool parse(const char *text, Layout *out) {
    *out = (Layout){.n = 0};
    uint32_t plain = 0;
    for (const char *p = text; *p; out->n++) {
        if (out->n == AXES_MAX) return false;
        int64_t factor = 0;
        const bool has_factor = *p >= '0' && *p <= '9';
        for (; *p >= '0' && *p <= '9'; p++) {
            factor = factor * 10 + (*p - '0');
            if (factor > 1 << 20) return false;
        }
        const bool upper = *p >= 'A' && *p <= 'Z', lower = *p >= 'a' && *p <= 'z';
        if (has_factor ? !lower || factor < 1 : !upper) return false;
        out->letter[out->n] = upper ? *p : (char)(*p - 'a' + 'A');
        out->factor[out->n] = factor;
        out->is_blocked |= lower;
        if (upper) out->plain[plain++] = *p;
        p++;
    }
    for (uint32_t i = 0; i < out->n; i++) {
        if (!strchr(out->plain, out->letter[i])) return false;
    }
    return true;
}

/* The axes of each plain dim together, the dim itself first: order[k] is one's place in the
 * text. */
static void grouped(const Layout *l, int64_t *order) {
    uint32_t n = 0;
    for (const char *p = l->plain; *p; p++) {
        for (int blocks = 0; blocks < 2; blocks++) {
            for (uint32_t i = 0; i < l->n; i++) {
                if (l->letter[i] == *p && (l->factor[i] != 0) == (blocks != 0)) order[n++] = i;
            }
        }
    }
}

typedef struct {
    IrSugarCall *call;
    IrModule *m;
    const char *lv;
} Blocked;

static IrVar *build1(Blocked *x, const OpDef *op, IrVar *v, const IrType *shape, const IrAttr *attr,
                     const char *name) {
    IrOperandBuf operands;
    ir_operands_init(&operands, &x->m->scratch);
    ir_operands_var(&operands, v);
    if (shape) ir_operands_shape(&operands, shape);
    return ir_build_call(x->call->b, op, operands.ops.at, (uint32_t)operands.ops.len,
                         (IrCallForm){.attrs = attr}, name);
}

static IrVar *permute(Blocked *x, IrVar *v, const int64_t *axes, uint32_t n, const char *name) {
    const IrAttr attr = {.kind = IR_ATTR_INTS, .n = n, .ints = axes};
    return build1(x, &op_permute_dims, v, NULL, &attr, name);
}

static IrVar *wrong(Blocked *x, const char *expected, const char *found) {
    Ctx *ctx = x->m->ctx;
    Diag *d = diag_error(ctx, x->call->b->loc, DIAG_ARGUMENT, x->call->sugar->name,
                         "a blocked layout that does not fit");
    diag_expected(ctx, d, "%s", expected);
    diag_found(ctx, d, "%s", found);
    return NULL;
}

static const IrDim *new_extent(Blocked *x) {
    IrModule *m = x->m;
    return ir_dim_symbol(m,
                         ir_symbol_new(x->call->b->fn, ir_name(m, (Str){"d", 1}), x->call->b->loc));
}

/* A tensor whose blocks are known to be those of the layout: what is open of its shape is found by
 * a match_cast. NULL: reported. */
static IrVar *with_blocks(Blocked *x, IrVar *v, const Layout *l) {
    IrModule *m = x->m;
    Ctx *ctx = m->ctx;
    const IrType *t = v->type;
    const IrDim *dims[AXES_MAX];
    const bool has_rank = t->kind == IR_TYPE_TENSOR && t->ndim != IR_NDIM_UNKNOWN;
    if (t->kind != IR_TYPE_TENSOR || (has_rank && t->ndim != (int32_t)l->n))
        return wrong(x, diag_fmt(ctx, "a tensor of rank %u", l->n), ir_type_text(m, t));
    bool is_open = !t->dims;
    for (uint32_t i = 0; i < l->n; i++) {
        const IrDim *block = ir_dim_const(m, l->factor[i]);
        const IrTruth same = t->dims && l->factor[i] ? ir_dim_eq(m, t->dims[i], block) : IR_UNKNOWN;
        if (same == IR_REFUTED)
            return wrong(x, diag_fmt(ctx, "an extent of %s in dim %u", ir_dim_text(m, block), i),
                         ir_dim_text(m, t->dims[i]));
        is_open |= l->factor[i] && same != IR_PROVED;
        if (l->factor[i])
            dims[i] = block;
        else if (t->dims)
            dims[i] = t->dims[i];
        else
            dims[i] = new_extent(x);
    }
    if (!is_open) return v;
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    const IrType *as = ir_type_tensor(m, dims, (int32_t)l->n, t->dtype);
    return ir_build_match_cast(x->call->b, &o, 1, as, x->lv);
}

/* A tensor in the layout, in the plain one. NULL: reported. */
static IrVar *unpack(Blocked *x, IrVar *v, const Layout *l) {
    int64_t order[AXES_MAX];
    const IrDim *dims[AXES_MAX];
    v = with_blocks(x, v, l);
    if (!v) return NULL;
    const IrType *t = v->type;
    grouped(l, order);
    v = permute(x, v, order, l->n, x->lv);
    int32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        const IrDim *d = t->dims[order[i]];
        if (l->factor[order[i]]) {
            dims[n - 1] = ir_dim_mul(x->m, dims[n - 1], d);
        } else {
            dims[n++] = d;
        }
    }
    return v ? build1(x, &op_reshape, v, ir_type_shape(x->m, dims, n), NULL, x->lv) : NULL;
}

/* A tensor in the plain layout whose shape a run finds: its extents are new symbols. */
static IrVar *with_extents(Blocked *x, IrVar *v, const Layout *l) {
    const IrDim *dims[AXES_MAX];
    int32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (!l->factor[i]) dims[n++] = new_extent(x);
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    return ir_build_match_cast(x->call->b, &o, 1, ir_type_tensor(x->m, dims, n, v->type->dtype),
                               x->lv);
}

/* A tensor in the plain layout, in the blocked one. NULL: reported. */
static IrVar *pack(Blocked *x, IrVar *v, const Layout *l, const char *name) {
    Ctx *ctx = x->m->ctx;
    if (!v->type->dims) v = with_extents(x, v, l);
    if (!v) return NULL;
    const IrType *t = v->type;
    int64_t order[AXES_MAX], back[AXES_MAX];
    const IrDim *dims[AXES_MAX];
    grouped(l, order);
    for (uint32_t i = 0, dim = 0; i < l->n; i++) {
        const int64_t factor = l->factor[order[i]];
        if (!factor) {
            dims[i] = t->dims[dim++];
            continue;
        }
        uint32_t whole = i;
        while (l->factor[order[whole]]) whole--;
        const IrDim *block = ir_dim_const(x->m, factor);
        if (ir_dim_eq(x->m, ir_dim_floormod(x->m, dims[whole], block), ir_dim_const(x->m, 0)) ==
            IR_REFUTED)
            return wrong(x,
                         diag_fmt(ctx, "a dim %c that blocks of %s divide", l->letter[order[i]],
                                  ir_dim_text(x->m, block)),
                         ir_dim_text(x->m, dims[whole]));
        dims[whole] = ir_dim_floordiv(x->m, dims[whole], block);
        dims[i] = block;
    }
    for (uint32_t i = 0; i < l->n; i++) back[order[i]] = i;
    v = build1(x, &op_reshape, v, ir_type_shape(x->m, dims, (int32_t)l->n), NULL, x->lv);
    return v ? permute(x, v, back, l->n, name) : NULL;
}

/* An attribute of the call that is a layout; false: it has none of that name, or none is given. */
static bool layout(const OpDef *op, IrAttr *attrs, const char *name, Layout *out) {
    const int i = ir_op_attr_index(op, name);
    return i >= 0 && attrs[i].kind == IR_ATTR_STRING && *attrs[i].s && parse(attrs[i].s, out);
}

static void set_plain(Blocked *x, const OpDef *op, IrAttr *attrs, const char *name,
                      const Layout *l) {
    const int i = ir_op_attr_index(op, name);
    attrs[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&x->m->names, l->plain)};
}

/* Operand k of the call, in the plain layout where its own is blocked. */
static bool add_operand(Blocked *x, uint32_t k, const Layout *l, IrOperandBuf *out) {
    const IrOperand *o = x->call->args[k];
    if (!o) {
        ir_operands_none(out);
    } else if (l->is_blocked) {
        IrVar *v =
            o->kind == IR_OPERAND_VAR ? o->var : ir_build_value(x->call->b, o, o->span, x->lv);
        v = v ? unpack(x, v, l) : NULL;
        if (!v) return false;
        ir_operands_var(out, v);
    } else {
        ir_operands_copy(out, o);
    }
    return true;
}

IrVar *blocked_expand(IrSugarCall *call) {
    IrModule *m = call->b->m;
    Blocked x = {.call = call, .m = m, .lv = ir_name(m, (Str){"lv", 2})};
    const OpDef *op = ir_op_table_find(m->ops, str_c(call->sugar->name));
    const uint32_t n_attrs = ir_op_n_attrs(op), n_operands = ir_op_n_operands(op);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    memcpy(attrs, call->attrs, n_attrs * sizeof *attrs);
    static const Layout plain = {.n = 0};
    Layout data = plain, kernel = plain, out = plain;
    const char *name = ir_op_attr_index(op, "data_layout") >= 0 ? "data_layout" : "layout";
    bool ok = layout(op, attrs, name, &data);
    if (layout(op, attrs, "kernel_layout", &kernel) && kernel.is_blocked)
        set_plain(&x, op, attrs, "kernel_layout", &kernel);
    if (!layout(op, attrs, "out_layout", &out)) out = data;
    ok = ok && (data.is_blocked || kernel.is_blocked || out.is_blocked);
    if (ok && data.is_blocked) set_plain(&x, op, attrs, name, &data);
    if (ok && ir_op_attr_index(op, "out_layout") >= 0 && out.is_blocked)
        set_plain(&x, op, attrs, "out_layout", &out);
    if (!ok) data = kernel = out = plain;
    IrOperandBuf operands;
    ir_operands_init(&operands, &m->scratch);
    for (uint32_t k = 0; k < n_operands; k++) {
        if (!add_operand(&x, k, k == 0 ? &data : k == 1 ? &kernel : &plain, &operands)) return NULL;
    }
    IrVar *v = ir_build_call(call->b, op, operands.ops.at, (uint32_t)operands.ops.len,
                             (IrCallForm){.attrs = attrs}, out.is_blocked ? x.lv : call->name);
    return v && out.is_blocked ? pack(&x, v, &out, call->name) : v;
}
