/* SPDX-License-Identifier: Apache-2.0 */
/* What maps are written in: operands, attributes, types, and calls of operators. */
#include "stablehlo/import.h"

/* Faults */

static NORETURN void give_up(H *s) { ctx_throw(s->im->ctx, STATUS_INVALID); }

static void report(H *s, DiagId id, const char *why) {
    Ctx *ctx = s->im->ctx;
    const Str name = s->op->name;
    diag_error(ctx, s->op->loc, id,
               diag_fmt(ctx, "%.*s", (int)(name.len < 80 ? name.len : 80), name.ptr), why);
}

void h_fail(H *s, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    report(s, DIAG_SHLO, arena_vprintf(s->im->arena, fmt, args));
    va_end(args);
    give_up(s);
}

void h_lacks(H *s, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    report(s, DIAG_SHLO_LACKS, arena_vprintf(s->im->arena, fmt, args));
    va_end(args);
    give_up(s);
}

IrOperand h_none(void) { return (IrOperand){.kind = IR_OPERAND_NONE, .span = 1}; }
IrOperand h_var(IrVar *v) { return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}; }

static IrOperand built(H *s, IrVar *v) {
    if (!v) give_up(s);
    return h_var(v);
}

/* Operands and results */

IrOperand h_in(H *s, uint32_t i) {
    if (i >= s->op->n_operands) h_fail(s, "its operand %u is missing", i);
    const ShloValue *v = s->in[i];
    if (v->is_token || v->operand.kind == IR_OPERAND_NONE)
        h_fail(s, "its operand %u is no tensor", i);
    return v->operand;
}

void h_set(H *s, uint32_t i, IrOperand x) {
    if (i >= s->op->n_results) return;
    if (x.kind == IR_OPERAND_VAR && x.var->def && strcmp(x.var->name, "lv") == 0 &&
        s->op->result.len &&
        ((s->op->result.ptr[0] | 0x20) >= 'a' && (s->op->result.ptr[0] | 0x20) <= 'z') &&
        !memchr(s->op->result.ptr, '.', s->op->result.len) &&
        !memchr(s->op->result.ptr, '-', s->op->result.len) &&
        !memchr(s->op->result.ptr, '$', s->op->result.len))
        x.var->name = ir_name(s->m, s->op->result);
    s->out[i].operand = x;
}

static const ShloType *result_type(H *s, uint32_t i) {
    if (i >= s->op->n_results || !s->op->types)
        h_fail(s, "the type of its result %u is missing", i);
    return s->op->types[i];
}

DType h_out_dtype(H *s, uint32_t i) {
    const ShloType *t = result_type(s, i);
    if (t->kind != SHLO_TENSOR) h_fail(s, "its result %u is no tensor", i);
    if (t->lacks) h_lacks(s, "the element type %s", t->lacks);
    return t->dtype;
}

const IrType *h_out_type(H *s, uint32_t i) {
    h_out_dtype(s, i);
    return shlo_tensor_type(s->im, s->b->fn, result_type(s, i), s->op->loc);
}

const IrType *h_known_type(H *s, uint32_t i) {
    h_out_dtype(s, i);
    const ShloType *t = result_type(s, i);
    for (uint32_t k = 0; k < t->n; k++)
        if (t->dims[k] < 0) h_fail(s, "the extent of dim %u of its result is open", k);
    return h_out_type(s, i);
}

/* Attributes */

const ShloAttr *h_attr(H *s, const char *name) { return shlo_attr(s->op, name); }

int64_t h_int(H *s, const char *name, int64_t fallback) {
    const ShloAttr *a = h_attr(s, name);
    if (!a) return fallback;
    if (a->kind != SHLO_ATTR_INT && a->kind != SHLO_ATTR_BOOL)
        h_fail(s, "'%s' is no integer", name);
    return a->i;
}

bool h_bool(H *s, const char *name, bool fallback) {
    const ShloAttr *a = h_attr(s, name);
    if (a && a->kind == SHLO_ATTR_UNIT) return true;
    return h_int(s, name, fallback) != 0;
}

Str h_word(H *s, const char *name) {
    const ShloAttr *a = h_attr(s, name);
    if (!a) return (Str){"", 0};
    if (a->kind != SHLO_ATTR_WORD && a->kind != SHLO_ATTR_STRING && a->kind != SHLO_ATTR_SYMBOL)
        h_fail(s, "'%s' is no word", name);
    return a->s;
}

static const int64_t *tensor_ints(H *s, const Tensor *t, uint32_t *n) {
    if (dtype_is_float(t->dtype) || t->count > UINT32_MAX / 8)
        h_fail(s, "an attribute that is no list of integers");
    int64_t *ints = H_ARRAY(s, int64_t, t->count);
    for (size_t i = 0; i < t->count; i++) ints[i] = tensor_get_int(t, i);
    *n = (uint32_t)t->count;
    return ints;
}

const int64_t *h_ints_of(H *s, const ShloAttr *a, uint32_t *n) {
    if (!a) return NULL;
    if (a->kind == SHLO_ATTR_DENSE && a->tensor) return tensor_ints(s, a->tensor, n);
    if (a->kind != SHLO_ATTR_LIST) h_fail(s, "'%.*s' is no list", (int)a->name.len, a->name.ptr);
    int64_t *ints = H_ARRAY(s, int64_t, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        const ShloAttr *item = &a->items[i];
        if (item->kind != SHLO_ATTR_INT && item->kind != SHLO_ATTR_BOOL)
            h_fail(s, "'%.*s' is no list of integers", (int)a->name.len, a->name.ptr);
        ints[i] = item->i;
    }
    *n = a->n;
    return ints;
}

const int64_t *h_ints(H *s, const char *name, uint32_t *n) {
    *n = 0;
    return h_ints_of(s, h_attr(s, name), n);
}

const int64_t *h_ints_or(H *s, const char *name, uint32_t n, int64_t fallback) {
    uint32_t given = 0;
    const int64_t *ints = h_ints(s, name, &given);
    if (ints && given == 1 && n != 1 && h_attr(s, name)->kind == SHLO_ATTR_DENSE) { /* a splat */
        fallback = ints[0];
        ints = NULL;
    }
    if (ints && given != n) h_fail(s, "'%s' has %u elements instead of %u", name, given, n);
    if (ints) return ints;
    int64_t *all = H_ARRAY(s, int64_t, n);
    for (uint32_t i = 0; i < n; i++) all[i] = fallback;
    return all;
}

/* Types */

const IrType *h_type(H *s, IrOperand x) { return ir_operand_type(s->m, &x); }
DType h_dtype(H *s, IrOperand x) { return h_type(s, x)->dtype; }
int32_t h_rank(H *s, IrOperand x) {
    const IrType *t = h_type(s, x);
    if (t->ndim == IR_NDIM_UNKNOWN) h_fail(s, "an operand whose rank is not known");
    return t->ndim;
}
const IrDim *const *h_dims(H *s, IrOperand x) {
    const IrType *t = h_type(s, x);
    if (!t->dims) h_fail(s, "an operand whose shape is not known");
    return t->dims;
}
const IrDim *h_dim(H *s, int64_t v) { return ir_dim_const(s->m, v); }
int64_t h_extent(H *s, IrOperand x, int32_t i) {
    int64_t v;
    if (i < 0 || i >= h_rank(s, x))
        h_fail(s, "an operand of rank %d, where a dim %d is needed", h_rank(s, x), i);
    return ir_dim_is_const(h_dims(s, x)[i], &v) ? v : -1;
}
const IrDim *h_product(H *s, const IrDim *const *dims, int32_t n) {
    const IrDim *d = h_dim(s, 1);
    for (int32_t i = 0; i < n; i++) d = ir_dim_mul(s->m, d, dims[i]);
    return d;
}

DType h_wide(DType t) {
    if (t == DTYPE_BOOL) return DTYPE_INT32;
    if (!dtype_is_small(t)) return t;
    return dtype_is_float(t)                  ? DTYPE_FLOAT32
           : dtype_kind(t) == DTYPE_KIND_UINT ? DTYPE_UINT8
                                              : DTYPE_INT8;
}

static DType with_kind(DType t, DType eight) {
    switch (dtype_bits(t)) {
    case 8: return eight;
    case 16: return eight + 1;
    case 32: return eight + 2;
    default: return eight + 3;
    }
}
DType h_unsigned(DType t) { return with_kind(t, DTYPE_UINT8); }
DType h_signed(DType t) { return with_kind(t, DTYPE_INT8); }
_Static_assert(DTYPE_UINT64 == DTYPE_UINT8 + 3 && DTYPE_INT64 == DTYPE_INT8 + 3, "widths in order");

/* Operands */

IrOperand h_tensor(H *s, Tensor *own) {
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(s->m, own)};
}

IrOperand h_const(H *s, DType dtype, double v) {
    Tensor *t = tensor_new(s->im->ctx, dtype, NULL, 0);
    if (dtype_is_float(dtype))
        tensor_set_double(t, 0, v);
    else
        tensor_set_int(t, 0, (int64_t)v);
    return h_tensor(s, t);
}

IrOperand h_const_bits(H *s, DType dtype, uint64_t bits) {
    Tensor *t = tensor_new(s->im->ctx, dtype, NULL, 0);
    memcpy(t->data, &bits, dtype_size(dtype));
    return h_tensor(s, t);
}

IrOperand h_const_ints_new(H *s, const int64_t *v, uint32_t n) {
    const int64_t dims[] = {n};
    Tensor *t = tensor_new(s->im->ctx, DTYPE_INT64, dims, 1);
    for (uint32_t i = 0; i < n; i++) tensor_set_int(t, i, v[i]);
    return h_tensor(s, t);
}

static IrOperand h_prim(H *s, const IrDim *v) {
    return (IrOperand){
        .kind = IR_OPERAND_PRIM, .span = 1, .type = ir_type_prim(s->m, DTYPE_INT64, v)};
}

IrOperand h_shape(H *s, const IrDim *const *dims, int32_t n) {
    return (IrOperand){.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(s->m, dims, n)};
}

/* Calls */

/* Operands, without a rest of any number. */
static uint32_t n_fixed(const OpDef *op) {
    uint32_t n = ir_op_n_operands(op);
    for (uint32_t i = 0; i < op->n_params; i++) n -= op->params[i].kind == OP_PARAM_REST;
    return n;
}

IrOperand h_call(H *s, const OpDef *op, const IrOperand *ops, uint32_t n, const HAttr *attrs,
                 uint32_t n_attrs) {
    IrModule *m = s->m;
    IrAttr *row = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(op) + 1);
    ir_attr_defaults(m, op, row);
    for (uint32_t i = 0; i < n_attrs; i++) {
        const int at = ir_op_attr_index(op, attrs[i].name);
        if (at < 0) BUG("R.%s has no attribute '%s'", op->name, attrs[i].name);
        row[at] = attrs[i].value;
        if (row[at].kind == IR_ATTR_STRING) row[at].s = intern_c(&m->names, row[at].s);
    }
    uint32_t given = 0;
    const ArenaMark mark = arena_mark(&m->scratch);
    IrOperandBuf all;
    ir_operands_init(&all, &m->scratch);
    for (uint32_t at = 0; at < n; at += ops[at].span, given++) ir_operands_copy(&all, &ops[at]);
    for (; given < n_fixed(op); given++) ir_operands_none(&all);
    const IrOperand result = built(s, ir_build_call(s->b, op, all.ops.at, (uint32_t)all.ops.len,
                                                    (IrCallForm){.attrs = row}, "lv"));
    arena_rewind(&m->scratch, mark);
    return result;
}

IrOperand h1(H *s, const OpDef *op, IrOperand x) { return h_call(s, op, &x, 1, H_NO_ATTRS); }
IrOperand h2(H *s, const OpDef *op, IrOperand x, IrOperand y) {
    return h_call(s, op, H_OPS(x, y), H_NO_ATTRS);
}
IrOperand h3(H *s, const OpDef *op, IrOperand x, IrOperand y, IrOperand z) {
    return h_call(s, op, H_OPS(x, y, z), H_NO_ATTRS);
}
IrOperand h2c(H *s, const OpDef *op, IrOperand x, double c) {
    return h2(s, op, x, h_const(s, h_dtype(s, x), c));
}
IrOperand h_field(H *s, IrOperand tuple, uint32_t i) {
    return built(s, ir_build_field(s->b, &tuple, 1, i, "lv"));
}

IrOperand *h_tuple(H *s, const IrOperand *items, uint32_t n_items, uint32_t *n) {
    IrOperandBuf buf;
    ir_operands_init(&buf, s->im->arena);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n_items; i++) ir_operands_copy(&buf, &items[i]);
    ir_operands_end(&buf, at, n_items);
    *n = (uint32_t)buf.ops.len;
    return buf.ops.at;
}

IrOperand h_concat(H *s, const IrOperand *items, uint32_t n, int64_t axis) {
    uint32_t len;
    if (n == 1) return items[0];
    const IrOperand *ops = h_tuple(s, items, n, &len);
    return h_call(s, &op_concat, ops, len, H_ATTRS(H_INT("axis", axis)));
}

/* What is past a small float's range becomes its infinity or NaN, where it has one. */
IrOperand h_cast(H *s, IrOperand x, DType dtype) {
    if (h_dtype(s, x) == dtype) return x;
    if (!dtype_is_small(dtype) || !dtype_is_float(dtype))
        return h_call(s, &op_astype, &x, 1, H_ATTRS(H_DTYPE("dtype", dtype)));
    return h_call(s, &op_cast, &x, 1,
                  H_ATTRS(H_DTYPE("dtype", dtype), H_BOOL("saturate", dtype == DTYPE_FLOAT4E2M1),
                          H_STR("round_mode", "nearest")));
}

IrOperand h_bitcast(H *s, IrOperand x, DType dtype) {
    return h_dtype(s, x) == dtype ? x
                                  : h_call(s, &op_bitcast, &x, 1, H_ATTRS(H_DTYPE("dtype", dtype)));
}

static bool has_shape(H *s, IrOperand x, const IrDim *const *dims, int32_t n) {
    const IrType *t = h_type(s, x);
    bool same = t->ndim == n && t->dims;
    for (int32_t i = 0; same && i < n; i++) same = t->dims[i] == dims[i];
    return same;
}

IrOperand h_reshape(H *s, IrOperand x, const IrDim *const *dims, int32_t n) {
    return has_shape(s, x, dims, n) ? x : h2(s, &op_reshape, x, h_shape(s, dims, n));
}

IrOperand h_broadcast(H *s, IrOperand x, const IrDim *const *dims, int32_t n) {
    return has_shape(s, x, dims, n) ? x : h2(s, &op_broadcast_to, x, h_shape(s, dims, n));
}

IrOperand h_permute(H *s, IrOperand x, const int64_t *axes, int32_t n) {
    bool same = true;
    for (int32_t i = 0; i < n; i++) same = same && axes[i] == i;
    return same ? x : h_call(s, &op_permute_dims, &x, 1, H_ATTRS(H_INTS("axes", axes, n)));
}

IrOperand h_reduce(H *s, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n) {
    return h_call(s, op, &x, 1, H_ATTRS(H_INTS("axis", axes, n)));
}

/* Without its sign a place may count from the back, or from the front. */
static bool is_sign_known(const IrDim *place) {
    int64_t lo, hi;
    ir_dim_bounds(place, &lo, &hi);
    return lo >= 0 || hi < 0;
}

/* Places are in bounds in StableHLO, so the extent is known although it is not proved; a run checks
 * it. */
IrOperand h_slice(H *s, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end,
                  int64_t step) {
    IrOperandBuf buf;
    const IrDim *const parts[] = {h_dim(s, axis), begin, end, h_dim(s, step)};
    const bool assume = !is_sign_known(begin) || !is_sign_known(end);
    ir_operands_init(&buf, s->im->arena);
    ir_operands_copy(&buf, &x);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        const size_t at = ir_operands_tuple(&buf);
        const IrOperand p = h_prim(s, parts[i]);
        ir_operands_copy(&buf, &p);
        ir_operands_end(&buf, at, 1);
    }
    return h_call(s, &op_strided_slice, buf.ops.at, (uint32_t)buf.ops.len,
                  H_ATTRS(H_BOOL("assume_inbound", assume)));
}

IrOperand h_match(H *s, IrOperand x, const IrType *t) {
    if (h_type(s, x) == t) return x;
    return built(
        s, ir_build_match_cast(s->b, &x, 1, t, x.kind == IR_OPERAND_VAR ? x.var->name : "lv"));
}

IrOperand h_counter(H *s, const IrDim *extent, int32_t axis, int32_t rank) {
    const IrOperand ops[] = {h_prim(s, h_dim(s, 0)), h_prim(s, extent), h_prim(s, h_dim(s, 1))};
    const IrOperand x = h_call(s, &op_arange, ops, 3, H_ATTRS(H_DTYPE("dtype", DTYPE_INT64)));
    const int64_t at[] = {axis};
    return h_spread(s, x, at, rank);
}

IrOperand h_spread(H *s, IrOperand x, const int64_t *at, int32_t rank) {
    const int32_t own = h_rank(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank);
    const IrDim *const *from = h_dims(s, x);
    for (int32_t i = 0; i < rank; i++) dims[i] = h_dim(s, 1);
    for (int32_t i = 0; i < own; i++) {
        if (at[i] < 0 || at[i] >= rank)
            h_fail(s, "dim %lld, where the rank is %d", (long long)at[i], rank);
        dims[at[i]] = from[i];
    }
    return h_reshape(s, x, dims, rank);
}

/* Integers as dims */

const IrDim *const *h_dims_of_tensor(H *s, IrOperand x, uint32_t n) {
    IrModule *m = s->m;
    const IrDim *const length = h_dim(s, n);
    const IrOperand list = h_cast(s, h_reshape(s, x, &length, 1), DTYPE_INT64);
    const IrOperand shape = h1(s, &op_tensor_to_shape, list);
    const IrDim **dims = H_ARRAY(s, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        const char *name =
            intern_c(&m->names, arena_printf(s->im->arena, "d%zu", s->im->n_names++));
        dims[i] = ir_dim_symbol(m, ir_symbol_new(s->b->fn, name, s->op->loc));
    }
    built(s, ir_build_match_cast(s->b, &shape, 1, ir_type_shape(m, dims, (int32_t)n), "shape"));
    return dims;
}

const int64_t *h_const_ints(H *s, uint32_t i, uint32_t *n) {
    const IrOperand x = h_in(s, i);
    if (x.kind == IR_OPERAND_CONST) return tensor_ints(s, x.constant->tensor, n);
    const IrDim *const *dims = h_known(s, i, n);
    int64_t *ints = H_ARRAY(s, int64_t, *n);
    for (uint32_t k = 0; k < *n; k++) {
        if (!ir_dim_is_const(dims[k], &ints[k])) return NULL;
    }
    return ints;
}
