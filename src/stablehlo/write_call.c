/* SPDX-License-Identifier: Apache-2.0 */
/* What writers are written in: operations, constants, operands, and the text of types. */
#include "stablehlo/write.h"

#include <math.h>

typedef struct {
    const IrConst *constant;
    ShloVal value;
} ShloConstant;

/* Types */

const char *shlo_type_text(Arena *arena, const IrType *t) {
    StrBuf text;
    int64_t v;
    if (t->kind != IR_TYPE_TENSOR || !t->dims || !shlo_dtype_text(t->dtype)) return NULL;
    strbuf_init(&text, arena);
    strbuf_puts(&text, "tensor<");
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &v)) return NULL;
        strbuf_printf(&text, "%lldx", (long long)v);
    }
    strbuf_printf(&text, "%s>", shlo_dtype_text(t->dtype));
    return strbuf_cstr(&text);
}

int64_t hw_extent(const IrType *t, int32_t i) {
    int64_t v = 0;
    if (!ir_dim_is_const(t->dims[i], &v)) BUG("an extent that is not known");
    return v;
}

const IrType *hw_type(W *w, const int64_t *dims, int32_t n, DType dtype) {
    const IrDim **all = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) all[i] = ir_dim_const(w->x->m, dims[i]);
    return ir_type_tensor(w->x->m, all, n, dtype);
}

const char *hw_array(W *w, const int64_t *v, uint32_t n) {
    StrBuf text;
    strbuf_init(&text, w->x->arena);
    strbuf_puts(&text, "array<i64");
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&text, "%s %lld", i ? "," : ":", (long long)v[i]);
    strbuf_putc(&text, '>');
    return strbuf_cstr(&text);
}

/* Lines */

void shlo_write_indent(ShloWrite *x) {
    for (unsigned i = 0; i <= x->indent; i++) strbuf_puts(&x->text, "  ");
}

const char *shlo_write_type(ShloWrite *x, const IrType *t) {
    const char *text = shlo_type_text(x->arena, t);
    if (!text) BUG("a value of type %s", ir_type_text(x->m, t));
    return text;
}

void shlo_write_names(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) strbuf_printf(&x->text, "%s%s", i ? ", " : "", v[i].name);
}

void shlo_write_types(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&x->text, "%s%s", i ? ", " : "", shlo_write_type(x, v[i].type));
}

ShloVal hw_op(W *w, const char *name, const ShloVal *in, uint32_t n, const IrType *out,
              const char *attrs, const char *region) {
    ShloWrite *x = w->x;
    const ShloVal y = {arena_printf(x->arena, "%%%u", x->n++), out};
    shlo_write_indent(x);
    strbuf_printf(&x->text, "%s = \"%s\"(", y.name, name);
    shlo_write_names(x, in, n);
    strbuf_putc(&x->text, ')');
    if (region) strbuf_printf(&x->text, " (%s)", region);
    if (*attrs) strbuf_printf(&x->text, " {%s}", attrs);
    strbuf_puts(&x->text, " : (");
    shlo_write_types(x, in, n);
    strbuf_printf(&x->text, ") -> %s\n", shlo_write_type(x, out));
    return y;
}

const char *hw_body(W *w, const char *name, const char *direction, DType dtype) {
    const char *t = shlo_dtype_text(dtype), *out = direction ? "i1" : t;
    const unsigned at = w->x->n, result = name || direction ? at + 2 : at + 1;
    const char *line = "", *how = "";
    w->x->n += 3;
    if (direction)
        how = hw_format(w, " {comparison_direction = #stablehlo<comparison_direction %s>}",
                        direction);
    if (name || direction)
        line =
            hw_format(w, "  %%%u = \"%s\"(%%%u, %%%u)%s : (tensor<%s>, tensor<%s>) -> tensor<%s>\n",
                      result, direction ? "stablehlo.compare" : name, at, at + 1, how, t, t, out);
    return hw_format(w,
                     "{\n^bb0(%%%u: tensor<%s>, %%%u: tensor<%s>):\n%s  "
                     "\"stablehlo.return\"(%%%u) : (tensor<%s>) -> ()\n}",
                     at, t, at + 1, t, line, result, out);
}

/* Constants */

/* What is not finite is its bits. */
static void put_element(StrBuf *out, const Tensor *t, size_t i) {
    const DType d = t->dtype;
    if (d == DTYPE_BOOL) {
        strbuf_puts(out, tensor_get_int(t, i) ? "true" : "false");
    } else if (dtype_is_float(d)) {
        const double v = tensor_get_double(t, i);
        uint64_t bits = 0;
        memcpy(&bits, tensor_at(t, i), dtype_size(d));
        if (isfinite(v))
            strbuf_printf(out, d == DTYPE_FLOAT64 ? "%.16e" : "%.8e", v);
        else
            strbuf_printf(out, "0x%0*llX", (int)(2 * dtype_size(d)), (unsigned long long)bits);
    } else if (d == DTYPE_UINT64) {
        strbuf_printf(out, "%llu", (unsigned long long)tensor_get_int(t, i));
    } else {
        strbuf_int(out, tensor_get_int(t, i));
    }
}

/* Nested lists: brackets open and close where an index of a dim begins and ends. */
static void put_lists(StrBuf *out, const Tensor *t) {
    for (size_t i = 0; i < t->count; i++) {
        size_t inner = 1, opens = 0, closes = 0;
        for (uint32_t k = t->ndim; k-- > 0;) {
            inner *= (size_t)t->dims[k];
            opens += i % inner == 0;
            closes += (i + 1) % inner == 0;
        }
        if (i) strbuf_puts(out, ", ");
        for (size_t k = 0; k < opens; k++) strbuf_putc(out, '[');
        put_element(out, t, i);
        for (size_t k = 0; k < closes; k++) strbuf_putc(out, ']');
    }
}

static void put_hex(StrBuf *out, const Tensor *t) {
    static const char digits[] = "0123456789ABCDEF";
    const unsigned char *at = t->data;
    strbuf_puts(out, "\"0x");
    for (size_t i = 0; i < t->count * dtype_size(t->dtype); i++) {
        const char two[] = {digits[at[i] >> 4], digits[at[i] & 15]};
        strbuf_add(out, two, 2);
    }
    strbuf_putc(out, '"');
}

static bool is_splat(const Tensor *t) {
    const size_t size = dtype_size(t->dtype);
    return t->count && memcmp(t->data, (const char *)t->data + size, (t->count - 1) * size) == 0;
}

static ShloVal put_constant(ShloWrite *x, const Tensor *t, const IrType *type) {
    enum { LISTED = 64 };
    const ShloVal y = {arena_printf(x->arena, "%%%u", x->n++), type};
    const char *text = shlo_write_type(x, type);
    shlo_write_indent(x);
    strbuf_printf(&x->text, "%s = \"stablehlo.constant\"() {value = dense<", y.name);
    if (is_splat(t))
        put_element(&x->text, t, 0);
    else if (t->count <= LISTED || t->dtype == DTYPE_BOOL)
        put_lists(&x->text, t);
    else
        put_hex(&x->text, t);
    strbuf_printf(&x->text, "> : %s} : () -> %s\n", text, text);
    return y;
}

static ShloVal constant(ShloWrite *x, const IrConst *c) {
    for (MapIter it = map_find(&x->constants, hash_ptr(0, c)); map_next(&x->constants, &it);) {
        const ShloConstant *k = it.value;
        if (k->constant == c) return k->value;
    }
    const ShloVal v = put_constant(x, c->tensor, c->type);
    if (x->indent == 1) { /* seen from all blocks in this one */
        ShloConstant *k = ARENA_NEW(x->arena, ShloConstant);
        *k = (ShloConstant){c, v};
        map_add(&x->constants, hash_ptr(0, c), k);
    }
    return v;
}

static double in_range(DType t, double v) {
    if (dtype_is_float(t) || isfinite(v)) return v;
    const bool is_signed = dtype_kind(t) == DTYPE_KIND_INT;
    const int bits = (int)dtype_bits(t) - is_signed;
    return v < 0 ? (is_signed ? -ldexp(1, bits) : 0) : ldexp(1, bits) - 1;
}

ShloVal hw_splat(W *w, const IrType *type, double v) {
    const DType t = type->dtype;
    Tensor *one = tensor_new(w->x->ctx, t, NULL, 0);
    const bool greatest = !dtype_is_float(t) && v == INFINITY && dtype_bits(t) == 64;
    if (dtype_is_float(t))
        tensor_set_double(one, 0, v);
    else if (greatest)
        tensor_set_int(one, 0, dtype_kind(t) == DTYPE_KIND_INT ? INT64_MAX : -1);
    else
        tensor_set_int(one, 0, (int64_t)in_range(t, v));
    const ShloVal y = put_constant(w->x, one, type);
    tensor_unref(one);
    return y;
}

/* Operands */

void shlo_write_leaves(ShloWrite *x, const IrOperand *operand, ShloVals *out) {
    for (uint32_t i = 0; i < operand->span; i++) {
        const IrOperand *o = operand + i;
        if (o->kind == IR_OPERAND_VAR) {
            const ShloVals *v = &x->vars[o->var->id];
            for (size_t k = 0; k < v->len; k++) vec_push(x->arena, out, v->at[k]);
        } else if (o->kind == IR_OPERAND_CONST) {
            vec_push(x->arena, out, constant(x, o->constant));
        }
    }
}

ShloVal hw_in(W *w, uint32_t i) {
    ShloVals v = {.at = NULL};
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, i), &v);
    if (v.len != 1) BUG("operand %u of R.%s", i, w->call->op->name);
    return v.at[0];
}

ShloVal hw_spread(W *w, ShloVal x, const IrType *to) {
    const int32_t more = to->ndim - x.type->ndim;
    bool same = more == 0;
    int64_t *at = ARENA_ARRAY(w->x->arena, int64_t, (size_t)x.type->ndim + 1);
    for (int32_t i = 0; i < x.type->ndim; i++) {
        at[i] = i + more;
        same = same && x.type->dims[i] == to->dims[i];
    }
    if (same) return x;
    const IrType *t = ir_type_tensor(w->x->m, to->dims, to->ndim, x.type->dtype);
    return hw_op(w, "stablehlo.broadcast_in_dim", &x, 1, t,
                 hw_format(w, "broadcast_dimensions = %s", hw_array(w, at, (uint32_t)x.type->ndim)),
                 NULL);
}
