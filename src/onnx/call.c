/* SPDX-License-Identifier: Apache-2.0 */
/* What map functions are written in: inputs, types, and calls of operators. */
#include "onnx/import.h"
#include "tensor/strings.h"

static const Loc no_place = {.line = 0};
const char onnx_unnamed[] = "lv";

/* Faults */

static NORETURN void give_up(O *o) { ctx_throw(o->im->ctx, STATUS_INVALID); }

static void report(O *o, DiagId id, const char *why) {
    Ctx *ctx = o->im->ctx;
    const Str op = o->node->op_type;
    diag_error(ctx, no_place, id, diag_fmt(ctx, "%.*s", (int)(op.len < 200 ? op.len : 200), op.ptr),
               why);
}

void o_fail(O *o, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    report(o, DIAG_ONNX, arena_vprintf(&o->im->arena, fmt, args));
    va_end(args);
    give_up(o);
}

void o_unsupported(O *o, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    const char *what = arena_vprintf(&o->im->arena, fmt, args);
    va_end(args);
    report(o, DIAG_ONNX_LACKS, what);
    give_up(o);
}

/* A builder has reported. */
static IrOperand built(O *o, IrVar *v) {
    if (!v) give_up(o);
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

/* Values */

static IrOperand tensor_operand(IrModule *m, Tensor *own) {
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(m, own)};
}

static IrAttr *defaults(IrModule *m, const OpDef *op) {
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(op) + 1);
    ir_attr_defaults(m, op, attrs);
    return attrs;
}

static IrOperand build(IrBuilder *b, const OpDef *op, const IrOperand *ops, uint32_t n,
                       const IrAttr *attrs) {
    IrVar *v = ir_build_call(
        b, op, ops, n, (IrCallForm){.attrs = attrs ? attrs : defaults(b->m, op)}, onnx_unnamed);
    return v ? (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v} : o_none();
}

/* Dims as an int64 tensor of rank 1. An extent goes into a shape; what may be negative is the only
 * element of an arange. */
static IrOperand dims_tensor(IrBuilder *b, const IrDim *const *dims, uint32_t n) {
    IrModule *m = b->m;
    bool extents = true;
    for (uint32_t i = 0; i < n; i++)
        extents &= ir_dim_le(m, ir_dim_const(m, 0), dims[i]) == IR_PROVED;
    if (extents) {
        const IrOperand shape = {
            .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, dims, (int32_t)n)};
        return build(b, &op_shape_to_tensor, &shape, 1, NULL);
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n; i++) {
        const IrDim *const ends[] = {dims[i], ir_dim_offset(m, dims[i], 1), ir_dim_const(m, 1)};
        IrOperand prims[3];
        for (int k = 0; k < 3; k++) {
            prims[k] = (IrOperand){
                .kind = IR_OPERAND_PRIM, .span = 1, .type = ir_type_prim(m, DTYPE_INT64, ends[k])};
        }
        const IrOperand x = build(b, &op_arange, prims, 3, NULL);
        if (x.kind == IR_OPERAND_NONE) return x;
        ir_operands_copy(&buf, &x);
    }
    ir_operands_end(&buf, at, n);
    return build(b, &op_concat, buf.ops.at, (uint32_t)buf.ops.len, NULL);
}

static IrOperand known_operand(IrBuilder *b, const OnnxKnown *k) {
    IrModule *m = b->m;
    int64_t v = 0;
    bool is_const = true;
    for (uint32_t i = 0; i < k->n; i++) is_const &= ir_dim_is_const(k->at[i], &v);
    const uint32_t columns = k->ndim == 2 && k->columns ? k->columns : 1;
    const int64_t shape[] = {k->n / columns, k->ndim == 2 ? k->columns : 1};
    if (is_const) {
        Tensor *t = tensor_new(m->ctx, k->dtype, shape, (uint32_t)k->ndim);
        for (uint32_t i = 0; i < k->n; i++) {
            ir_dim_is_const(k->at[i], &v);
            tensor_set_int(t, i, v);
        }
        return tensor_operand(m, t);
    }
    IrOperand x = dims_tensor(b, k->at, k->n);
    if (x.kind != IR_OPERAND_NONE && k->dtype != DTYPE_INT64) {
        IrAttr *attrs = defaults(m, &op_astype);
        attrs[0] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = k->dtype};
        x = build(b, &op_astype, &x, 1, attrs);
    }
    if (x.kind == IR_OPERAND_NONE || k->ndim == 1) return x;
    const IrDim *const dims[] = {ir_dim_const(m, shape[0]), ir_dim_const(m, shape[1])};
    const IrOperand ops[] = {
        x, {.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, dims, k->ndim)}};
    return build(b, &op_reshape, ops, 2, NULL);
}

/* What a known value was built as for a map that then failed, and was taken away with it. */
static bool was_removed(const OnnxValue *v) {
    const IrBinding *def = v->operand.kind == IR_OPERAND_VAR ? v->operand.var->def : NULL;
    return v->known.at && def && !def->block;
}

IrOperand onnx_value_operand(OnnxImport *im, IrBuilder *b, OnnxValue *v) {
    if (v->operand.kind != IR_OPERAND_NONE && (!v->body || v->body == b->block->body) &&
        !was_removed(v))
        return v->operand;
    if (!v->known.at || v->tensor || v->proto) {
        Tensor *t = onnx_value_tensor(im, v);
        if (t) {
            v->operand = tensor_operand(im->m, tensor_ref(t));
            return v->operand;
        }
    }
    if (!v->known.at) return o_none();
    v->operand = known_operand(b, &v->known);
    v->body = v->operand.kind == IR_OPERAND_VAR ? b->block->body : NULL;
    return v->operand;
}

/* As deep as sequences nest, which limits.depth bounds. */
bool onnx_value_append(OnnxImport *im, IrBuilder *b, OnnxValue *v, IrOperandBuf *out) {
    if (onnx_value_is_tensor(v)) {
        const IrOperand x = onnx_value_operand(im, b, v);
        if (x.kind == IR_OPERAND_NONE) return false;
        ir_operands_copy(out, &x);
        return true;
    }
    if (v->empty && v->operand.kind != IR_OPERAND_NONE && v->body == b->block->body) {
        ir_operands_copy(out, &v->operand); /* the node that makes it stays */
        return true;
    }
    const size_t at = ir_operands_tuple(out);
    bool ok = true;
    for (size_t i = 0; ok && i < v->items.len; i++)
        ok = onnx_value_append(im, b, v->items.at[i], out);
    ir_operands_end(out, at, (uint32_t)v->items.len);
    return ok;
}

bool onnx_value_truth(OnnxImport *im, OnnxValue *v, bool *out) {
    OnnxKnown k;
    int64_t value;
    if (!onnx_value_is_tensor(v)) return false;
    const Tensor *t = onnx_value_computed(im, v); /* of any rank */
    if (t && t->dtype == DTYPE_BOOL && t->count == 1) {
        *out = *(const uint8_t *)t->data != 0;
        return true;
    }
    if (!onnx_value_known(im, v, &k) || k.n != 1 || !ir_dim_is_const(k.at[0], &value)) return false;
    *out = value != 0;
    return true;
}

bool o_has(const O *o, uint32_t i) { return i < o->n_in && o->in[i]; }

static OnnxValue *input(O *o, uint32_t i) {
    if (!o_has(o, i)) o_fail(o, "its input %u is missing", i);
    if (o->in[i]->is_sequence) o_fail(o, "its input %u is a sequence", i);
    if (o->in[i]->is_nothing) o_fail(o, "its input %u is an optional that holds nothing", i);
    return o->in[i];
}

IrOperand o_in(O *o, uint32_t i) {
    const IrOperand x = onnx_value_operand(o->im, o->b, input(o, i));
    if (x.kind == IR_OPERAND_NONE) give_up(o);
    return x;
}

static NORETURN void not_constant(O *o, uint32_t i) {
    const char *why = onnx_why_not_constant(o, o->in[i]);
    Ctx *ctx = o->im->ctx;
    const DiagMark mark = diag_mark(ctx);
    report(o, DIAG_ONNX_LACKS, diag_fmt(ctx, "an input %u that is not constant", i));
    if (why && ctx->diags->diags.len > mark.diags)
        diag_help(ctx, &ctx->diags->diags.at[mark.diags], "%s", why);
    give_up(o);
}

bool o_is_const(O *o, uint32_t i) {
    OnnxKnown k;
    OnnxValue *v = input(o, i);
    if (onnx_value_computed(o->im, v)) return true;
    if (!onnx_value_known(o->im, v, &k)) return false;
    bool all = true;
    int64_t value;
    for (uint32_t n = 0; n < k.n; n++) all &= ir_dim_is_const(k.at[n], &value);
    return all;
}

Tensor *o_const_in(O *o, uint32_t i) {
    OnnxValue *v = input(o, i);
    if (!onnx_value_tensor(o->im, v) && o_is_const(o, i)) o_in(o, i); /* known integers */
    Tensor *t = onnx_value_computed(o->im, v);
    if (!t) not_constant(o, i);
    return t;
}

bool o_known(O *o, uint32_t i, OnnxKnown *out) {
    return onnx_value_computes(o->im, input(o, i), out);
}

bool onnx_holds_ints(const Tensor *t) {
    bool fits = dtype_is_int(t->dtype) || t->dtype == DTYPE_BOOL;
    for (size_t i = 0; fits && t->dtype == DTYPE_UINT64 && i < t->count; i++)
        fits = tensor_get_int(t, i) >= 0;
    return fits;
}

const int64_t *o_const_ints(O *o, uint32_t i, uint32_t *n) {
    OnnxKnown k;
    const bool is_known = o_known(o, i, &k);
    const Tensor *t = is_known ? NULL : onnx_value_computed(o->im, o->in[i]);
    if (t && t->ndim <= 1 && t->count <= INT32_MAX && onnx_holds_ints(t)) { /* too many for dims */
        int64_t *all = O_ARRAY(o, int64_t, t->count);
        for (size_t at = 0; at < t->count; at++) all[at] = tensor_get_int(t, at);
        *n = (uint32_t)t->count;
        return all;
    }
    int64_t *ints = O_ARRAY(o, int64_t, k.n);
    bool all = is_known;
    for (uint32_t at = 0; all && at < k.n; at++) all = ir_dim_is_const(k.at[at], &ints[at]);
    if (!all) not_constant(o, i);
    *n = k.n;
    return ints;
}

double o_const_number(O *o, uint32_t i, double fallback) {
    if (!o_has(o, i)) return fallback;
    const Tensor *t = o_const_in(o, i);
    if (t->count != 1) o_fail(o, "its input %u has %zu elements instead of one", i, t->count);
    return tensor_get_double(t, 0);
}

int64_t o_const_int(O *o, uint32_t i, int64_t fallback) {
    if (!o_has(o, i)) return fallback;
    const Tensor *t = o_const_in(o, i);
    const double v = o_const_number(o, i, 0);
    if (!dtype_is_float(t->dtype)) return dtype_read_int(t->dtype, t->data);
    if (!(v >= -9e15 && v <= 9e15)) o_fail(o, "its input %u is %g", i, v);
    return (int64_t)v;
}

bool o_wants(const O *o, uint32_t i) { return i < o->n_out && o->out[i].name.len; }

static bool is_bound_here(const O *o, IrOperand x) {
    const IrBinding *def = x.kind == IR_OPERAND_VAR ? x.var->def : NULL;
    return def && def->block && def->block->body == o->b->block->body;
}

/* What follows may ask for its extents, so where only the rank is known they are symbols; not in
 * the body of a loop, where a carry may have other ones in each iteration. */
void o_set(O *o, uint32_t i, IrOperand x) {
    if (!o_wants(o, i)) return;
    if (!o->im->strict && is_bound_here(o, x)) x = o_with_extents(o, x);
    if (x.kind == IR_OPERAND_VAR && x.var->def && x.var->name == onnx_unnamed)
        x.var->name = onnx_name_safe(o->im, o->out[i].name, onnx_unnamed);
    o->out[i].operand = x;
}

void o_set_known(O *o, uint32_t i, OnnxKnown k) {
    if (o_wants(o, i)) o->out[i].known = k;
}

void o_set_value(O *o, uint32_t i, const OnnxValue *v) {
    const Str name = o->out[i].name;
    o->out[i] = *v;
    o->out[i].name = name;
}

/* Types */

const IrType *o_type(O *o, IrOperand x) { return ir_operand_type(o->m, &x); }
DType o_dtype(O *o, IrOperand x) { return o_type(o, x)->dtype; }

int32_t o_rank(O *o, IrOperand x) {
    const IrType *t = o_type(o, x);
    if (t->ndim == IR_NDIM_UNKNOWN) o_unsupported(o, "an operand whose rank is not known");
    return t->ndim;
}

bool o_has_dims(O *o, IrOperand x) { return o_type(o, x)->dims != NULL; }

const IrDim *const *o_dims(O *o, IrOperand x) {
    const IrType *t = o_type(o, x);
    if (!t->dims) {
        o->im->lacks_dims = true;
        o_unsupported(o, "an operand whose shape is not known");
    }
    return t->dims;
}

int64_t o_extent(O *o, IrOperand x, int32_t i) {
    int64_t v;
    if (o_rank(o, x) <= i)
        o_fail(o, "an operand of rank %d, where a dim %d is needed", o_rank(o, x), i);
    if (!ir_dim_is_const(o_dims(o, x)[i], &v))
        o_unsupported(o, "an operand whose dim %d is not constant", i);
    return v;
}

int64_t o_axis(O *o, int64_t axis, int32_t rank) {
    if (axis < -rank || axis >= rank)
        o_fail(o, "axis %lld, where the rank is %d", (long long)axis, rank);
    return axis < 0 ? axis + rank : axis;
}

const IrDim *o_dim(O *o, int64_t v) { return ir_dim_const(o->m, v); }
void *o_alloc(O *o, size_t n, size_t size) { return arena_calloc(&o->im->arena, n, size); }

/* Operands */

IrOperand o_none(void) { return (IrOperand){.kind = IR_OPERAND_NONE, .span = 1}; }
IrOperand o_tensor(O *o, Tensor *own) { return tensor_operand(o->m, own); }

IrOperand o_const(O *o, DType dtype, double v) {
    if (dtype == DTYPE_VOID) o_unsupported(o, "an operand whose element type is not known");
    TensorGuard guard;
    Tensor *t = tensor_new(o->im->ctx, dtype, NULL, 0);
    tensor_guard(&guard, t);
    if (dtype_is_float(dtype)) {
        dtype_write_double(dtype, t->data, v);
    } else if (!(v > -0x1p63 && v < 0x1p63) || !dtype_write_int(dtype, t->data, (int64_t)v)) {
        o_fail(o, "%g does not fit %s", v, dtype_name(dtype));
    }
    tensor_unguard(&guard);
    return o_tensor(o, t);
}

IrOperand o_const_ints_new(O *o, DType dtype, const int64_t *v, uint32_t n) {
    const int64_t dims[] = {n};
    Tensor *t = tensor_new(o->im->ctx, dtype, dims, 1);
    for (uint32_t i = 0; i < n; i++) tensor_set_int(t, i, v[i]);
    return o_tensor(o, t);
}

IrOperand o_prim(O *o, const IrDim *v) {
    return (IrOperand){
        .kind = IR_OPERAND_PRIM, .span = 1, .type = ir_type_prim(o->m, DTYPE_INT64, v)};
}

IrOperand o_float_prim(O *o, double v) {
    return (IrOperand){.kind = IR_OPERAND_PRIM,
                       .span = 1,
                       .type = ir_type_prim(o->m, DTYPE_FLOAT64, NULL),
                       .f = v};
}

IrOperand o_shape(O *o, const IrDim *const *dims, int32_t n) {
    return (IrOperand){.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(o->m, dims, n)};
}

IrOperand o_dim_number(O *o, const IrDim *d, DType dtype) {
    OnnxValue v = {.known = onnx_known(&d, 1, 0, DTYPE_INT64)};
    return o_cast(o, onnx_value_operand(o->im, o->b, &v), dtype);
}

/* Calls */

/* The parser of text sees to the choices of a parameter; here a map may hand on what the file
 * says. */
static const char *chosen(O *o, const OpParam *p, const char *s) {
    bool ok = !p->choices;
    for (const char *const *c = p->choices; !ok && *c; c++) ok = strcmp(*c, s) == 0;
    if (!ok) o_fail(o, "'%s' is no value of '%s'", s, p->name);
    return intern_c(&o->m->names, s);
}

/* An operand that the operator needs may be an input that the node leaves out. */
static void check_needed(O *o, const OpDef *op, const IrOperand *ops) {
    for (uint32_t i = 0; i < op->n_params && op->params[i].kind < OP_PARAM_REST; i++) {
        const OpParam *p = &op->params[i];
        if (ops->kind == IR_OPERAND_NONE && !p->optional && !p->none)
            o_fail(o, "its input for '%s' is missing", p->name);
        ops += ops->span;
    }
}

IrOperand o_call(O *o, const OpDef *op, const IrOperand *ops, uint32_t n, const OAttr *attrs,
                 uint32_t n_attrs) {
    IrAttr *row = defaults(o->m, op);
    for (uint32_t i = 0; i < n_attrs; i++) {
        const int at = ir_op_attr_index(op, attrs[i].name);
        if (at < 0) BUG("R.%s has no attribute '%s'", op->name, attrs[i].name);
        row[at] = attrs[i].value;
        if (row[at].kind == IR_ATTR_STRING)
            row[at].s = chosen(o, ir_op_attr_param(op, (uint32_t)at), row[at].s);
    }
    uint32_t given = 0;
    for (uint32_t at = 0; at < n; at += ops[at].span) given++;
    const ArenaMark mark = arena_mark(&o->m->scratch);
    IrOperandBuf all; /* what is left out at the end, too */
    ir_operands_init(&all, &o->m->scratch);
    for (uint32_t at = 0; at < n; at += ops[at].span) ir_operands_copy(&all, &ops[at]);
    for (; given < ir_op_n_operands(op); given++) ir_operands_none(&all);
    check_needed(o, op, all.ops.at);
    const IrOperand result = built(o, ir_build_call(o->b, op, all.ops.at, (uint32_t)all.ops.len,
                                                    (IrCallForm){.attrs = row}, onnx_unnamed));
    arena_rewind(&o->m->scratch, mark);
    return result;
}

IrOperand o1(O *o, const OpDef *op, IrOperand x) { return o_call(o, op, &x, 1, NO_ATTRS); }
IrOperand o2(O *o, const OpDef *op, IrOperand x, IrOperand y) {
    return o_call(o, op, OPS(x, y), NO_ATTRS);
}
IrOperand o3(O *o, const OpDef *op, IrOperand x, IrOperand y, IrOperand z) {
    return o_call(o, op, OPS(x, y, z), NO_ATTRS);
}
IrOperand o_between(O *o, IrOperand low, IrOperand x, IrOperand high) {
    const IrOperand above = o2(o, &op_greater_equal, x, low),
                    below = o2(o, &op_less_equal, x, high);
    return o2(o, &op_logical_and, above, below);
}
IrOperand o2c(O *o, const OpDef *op, IrOperand x, double c) {
    return o2(o, op, x, o_const(o, o_dtype(o, x), c));
}
IrOperand o_field(O *o, IrOperand tuple, uint32_t i) {
    return built(o, ir_build_field(o->b, &tuple, 1, i, onnx_unnamed));
}

IrOperand *o_tuple(O *o, const IrOperand *items, uint32_t n_items, uint32_t *n) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->im->arena);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n_items; i++) ir_operands_copy(&buf, &items[i]);
    ir_operands_end(&buf, at, n_items);
    *n = (uint32_t)buf.ops.len;
    return buf.ops.at;
}

IrOperand o_concat(O *o, const IrOperand *items, uint32_t n, int64_t axis) {
    uint32_t len;
    if (n == 1) return items[0];
    const IrOperand *ops = o_tuple(o, items, n, &len);
    return o_call(o, &op_concat, ops, len, ATTRS(A_INT("axis", axis)));
}

IrOperand o_cast(O *o, IrOperand x, DType dtype) {
    if (o_dtype(o, x) == dtype) return x;
    return o_call(o, &op_astype, &x, 1, ATTRS(A_DTYPE("dtype", dtype)));
}

IrOperand o_host(O *o, const char *name, const IrOperand *args, uint32_t n, const IrType *result) {
    IrOperandBuf all;
    ir_operands_init(&all, &o->m->scratch);
    ir_operands_string(&all, intern_c(&o->m->names, name));
    for (uint32_t at = 0; at < n; at += args[at].span) ir_operands_copy(&all, &args[at]);
    const OpDef *op = &op_call_pure_packed;
    const uint32_t len = (uint32_t)all.ops.len;
    const IrCallForm form = {.attrs = defaults(o->m, op), .types = &result, .n_types = 1};
    return built(o, ir_build_call(o->b, op, all.ops.at, len, form, onnx_unnamed));
}

IrOperand o_string(O *o, Str s) {
    if (memchr(s.ptr, 0, s.len)) o_unsupported(o, "an attribute whose text holds a zero");
    if (!str_is_utf8(s)) o_unsupported(o, "an attribute whose text is no UTF-8");
    const char *text = intern(&o->m->names, s);
    return (IrOperand){.kind = IR_OPERAND_STRING, .span = 1, .string = text};
}

static IrOperand o_dtype_operand(DType t) {
    return (IrOperand){.kind = IR_OPERAND_DTYPE, .span = 1, .dtype = t};
}

IrOperand o_strings(O *o, const Str *s, uint32_t n) {
    const int64_t dims[] = {n};
    TensorGuard guard;
    Tensor *t = tensor_new(o->im->ctx, DTYPE_STRING, dims, 1);
    tensor_guard(&guard, t);
    for (uint32_t i = 0; i < n; i++) tensor_set_string(t, i, s[i]);
    tensor_unguard(&guard);
    return o_tensor(o, t);
}

IrOperand o_cast_any(O *o, IrOperand x, DType dtype) {
    const IrType *t = o_type(o, x);
    const IrType *to = ir_type_tensor(o->m, t->dims, t->ndim, dtype);
    if (t->dtype == dtype || (t->dtype != DTYPE_STRING && dtype != DTYPE_STRING))
        return o_cast(o, x, dtype);
    if (dtype == DTYPE_STRING) return o_host(o, "tenon.string.from", &x, 1, to);
    return o_host(o, "tenon.string.to", OPS(x, o_dtype_operand(dtype)), to);
}

static bool has_shape(O *o, IrOperand x, const IrDim *const *dims, int32_t n) {
    const IrType *t = o_type(o, x);
    bool same = t->ndim == n && t->dims;
    for (int32_t i = 0; same && i < n; i++) same = t->dims[i] == dims[i];
    return same;
}

IrOperand o_reshape(O *o, IrOperand x, const IrDim *const *dims, int32_t n) {
    return has_shape(o, x, dims, n) ? x : o2(o, &op_reshape, x, o_shape(o, dims, n));
}

IrOperand o_broadcast(O *o, IrOperand x, const IrDim *const *dims, int32_t n) {
    return has_shape(o, x, dims, n) ? x : o2(o, &op_broadcast_to, x, o_shape(o, dims, n));
}

IrOperand o_permute(O *o, IrOperand x, const int64_t *axes, int32_t n) {
    return o_call(o, &op_permute_dims, &x, 1, ATTRS(A_INTS("axes", axes, n)));
}

IrOperand o_expand(O *o, IrOperand x, const int64_t *axes, uint32_t n) {
    return o_call(o, &op_expand_dims, &x, 1, ATTRS(A_INTS("axis", axes, n)));
}

IrOperand o_squeeze(O *o, IrOperand x, const int64_t *axes, uint32_t n) {
    return o_call(o, &op_squeeze, &x, 1, ATTRS(A_INTS("axis", axes, n)));
}

IrOperand o_reduce(O *o, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n,
                   bool keepdims) {
    return o_call(o, op, &x, 1, ATTRS(A_INTS("axis", axes, n), A_BOOL("keepdims", keepdims)));
}

IrOperand o_slice(O *o, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end,
                  int64_t step) {
    IrOperandBuf buf;
    const IrDim *const parts[] = {o_dim(o, axis), begin, end, o_dim(o, step)};
    ir_operands_init(&buf, &o->im->arena);
    ir_operands_copy(&buf, &x);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        const size_t at = ir_operands_tuple(&buf);
        const IrOperand p = o_prim(o, parts[i]);
        ir_operands_copy(&buf, &p);
        ir_operands_end(&buf, at, 1);
    }
    return o_call(o, &op_strided_slice, buf.ops.at, (uint32_t)buf.ops.len, NO_ATTRS);
}

IrOperand o_align(O *o, IrOperand x, int64_t axis, int32_t rank) {
    const int32_t own = o_rank(o, x);
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    uint32_t n = 0;
    for (int32_t i = (int32_t)axis + own; i < rank; i++) axes[n++] = i - (int32_t)axis;
    return n ? o_expand(o, x, axes, n) : x;
}

const IrDim *o_fresh_dim(O *o, const char *name) {
    const char *unique = onnx_name_unique(o->im, str_c(name), name);
    return ir_dim_symbol(o->m, ir_symbol_new(o->b->fn, unique, no_place));
}

IrOperand o_match(O *o, IrOperand x, const IrType *t) {
    if (o_type(o, x) == t) return x;
    return built(o, ir_build_match_cast(o->b, &x, 1, t,
                                        x.kind == IR_OPERAND_VAR ? x.var->name : onnx_unnamed));
}

IrOperand o_with_extents(O *o, IrOperand x) {
    const IrType *t = o_type(o, x);
    if (x.kind != IR_OPERAND_VAR || t->kind != IR_TYPE_TENSOR || t->dims || t->ndim < 1) return x;
    const IrDim **dims = O_ARRAY(o, const IrDim *, t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = o_fresh_dim(o, "n");
    return o_match(o, x, ir_type_tensor(o->m, dims, t->ndim, t->dtype));
}

const int64_t *o_axes_from(O *o, int32_t first, int32_t rank, uint32_t *n) {
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    *n = 0;
    for (int32_t i = first; i < rank; i++) axes[(*n)++] = i;
    return axes;
}

IrOperand o_counter(O *o, const IrDim *extent, int32_t axis, int32_t rank) {
    const IrOperand ops[] = {o_prim(o, o_dim(o, 0)), o_prim(o, extent), o_prim(o, o_dim(o, 1))};
    return o_align(o, o_call(o, &op_arange, ops, 3, ATTRS(A_DTYPE("dtype", DTYPE_INT64))), axis,
                   rank);
}
