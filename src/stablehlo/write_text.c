/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of text: operations, blocks and constants. What has a name in an open block is kept with
 * it. */
#include "stablehlo/write.h"

#include <math.h>

/* Lines */

static void indent(ShloWrite *x) {
    for (unsigned i = 0; i <= x->indent; i++) strbuf_puts(&x->text, "  ");
}

ShloVal hw_op(W *w, const char *name, const ShloVal *in, uint32_t n, const IrType *out,
              const char *attrs, const char *region) {
    ShloWrite *x = w->x;
    const ShloVal y = {arena_printf(x->arena, "%%%u", x->n++), out};
    indent(x);
    strbuf_printf(&x->text, "%s = ", y.name);
    if (x->pretty && shlo_write_pretty(x, name, in, n, out, attrs)) return y;
    strbuf_printf(&x->text, "\"%s\"(", name);
    shlo_write_names(x, in, n);
    strbuf_putc(&x->text, ')');
    if (*attrs && x->pretty) strbuf_printf(&x->text, " <{%s}>", attrs);
    if (region) strbuf_printf(&x->text, " (%s)", region);
    if (*attrs && !x->pretty) strbuf_printf(&x->text, " {%s}", attrs);
    strbuf_puts(&x->text, " : (");
    shlo_write_types(x, in, n);
    strbuf_printf(&x->text, ") -> %s\n", shlo_write_type(x, out));
    return y;
}

ShloVal hw_op2(W *w, const char *name, ShloVal a, ShloVal b) {
    return hw_op(w, name, W_VALS(a, b), a.type, "", NULL);
}

ShloVal hw_slice(W *w, ShloVal x, const int64_t *from, const int64_t *to, const int64_t *step,
                 const IrType *out) {
    const uint32_t n = (uint32_t)out->ndim;
    return hw_op(w, "stablehlo.slice", &x, 1, out,
                 hw_format(w, "limit_indices = %s, start_indices = %s, strides = %s",
                           hw_array(w, to, n), hw_array(w, from, n), hw_array(w, step, n)),
                 NULL);
}

const char *hw_body(W *w, const char *name, const char *direction, DType dtype) {
    const char *t = shlo_dtype_text(dtype), *out = direction ? "i1" : t;
    const unsigned at = w->x->n, result = name || direction ? at + 2 : at + 1;
    const char *pad = hw_format(w, "%*s", (int)(2 * w->x->indent + 2), "");
    const char *line = "", *how = "";
    const bool pretty = w->x->pretty;
    w->x->n += 3;
    if (direction) {
        name = "stablehlo.compare";
        how = hw_format(
            w, pretty ? "%s, " : "comparison_direction = #stablehlo<comparison_direction %s>",
            direction);
    }
    if (name && pretty)
        line = hw_format(w, "%s  %%%u = %s %s%%%u, %%%u : ", pad, result, name, how, at, at + 1);
    else if (name)
        line = hw_format(w, "%s  %%%u = \"%s\"(%%%u, %%%u)%s%s%s : ", pad, result, name, at, at + 1,
                         *how ? " {" : "", how, *how ? "}" : "");
    if (name && pretty && !direction)
        line = hw_format(w, "%stensor<%s>\n", line, t);
    else if (name)
        line = hw_format(w, "%s(tensor<%s>, tensor<%s>) -> tensor<%s>\n", line, t, t, out);
    const char *end =
        pretty ? hw_format(w, "stablehlo.return %%%u : tensor<%s>", result, out)
               : hw_format(w, "\"stablehlo.return\"(%%%u) : (tensor<%s>) -> ()", result, out);
    return hw_format(w, "{\n%s^bb0(%%%u: tensor<%s>, %%%u: tensor<%s>):\n%s%s  %s\n%s}", pad, at, t,
                     at + 1, t, line, pad, end, pad);
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
        if (dtype_is_small(d))
            bits = dtype_get_code(d, t->data, i);
        else
            memcpy(&bits, tensor_at(t, i), dtype_size(d));
        if (isfinite(v))
            strbuf_printf(out, d == DTYPE_FLOAT64 ? "%.16e" : "%.8e", v);
        else
            strbuf_printf(out, "0x%0*llX", (int)(2 * dtype_size_up(d)), (unsigned long long)bits);
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
    if (dtype_is_small(t->dtype)) return t->count == 1;
    const size_t size = dtype_size(t->dtype);
    return t->count && memcmp(t->data, (const char *)t->data + size, (t->count - 1) * size) == 0;
}

ShloVal shlo_write_tensor(ShloWrite *x, const Tensor *t, const IrType *type) {
    enum { LISTED = 64 };
    const ShloVal y = {arena_printf(x->arena, "%%%u", x->n++), type};
    const char *text = shlo_write_type(x, type);
    indent(x);
    strbuf_printf(&x->text, "%s = %s", y.name,
                  x->pretty ? "stablehlo.constant dense<"
                            : "\"stablehlo.constant\"() {value = dense<");
    if (is_splat(t))
        put_element(&x->text, t, 0);
    else if (t->count <= LISTED || t->dtype == DTYPE_BOOL || dtype_is_packed(t->dtype))
        put_lists(&x->text, t);
    else
        put_hex(&x->text, t);
    if (x->pretty)
        strbuf_printf(&x->text, "> : %s\n", text);
    else
        strbuf_printf(&x->text, "> : %s} : () -> %s\n", text, text);
    return y;
}

ShloVal hw_compare(W *w, const char *direction, ShloVal a, ShloVal b) {
    const char *attrs =
        hw_format(w, "comparison_direction = #stablehlo<comparison_direction %s>", direction);
    return hw_op(w, "stablehlo.compare", W_VALS(a, b),
                 ir_type_tensor(w->x->m, a.type->dims, a.type->ndim, DTYPE_BOOL), attrs, NULL);
}

/* Results and blocks */

void shlo_write_result_types(ShloWrite *x, const ShloVals *out) {
    const bool one = x->pretty && out->len == 1;
    strbuf_puts(&x->text, one ? "" : "(");
    shlo_write_types(x, out->at, (uint32_t)out->len);
    strbuf_puts(&x->text, one ? "" : ")");
}

void shlo_begin_results(ShloWrite *x, ShloVals *out) {
    const unsigned id = x->n++;
    for (size_t i = 0; i < out->len; i++)
        out->at[i].name = out->len == 1 ? arena_printf(x->arena, "%%%u", id)
                                        : arena_printf(x->arena, "%%%u#%zu", id, i);
    indent(x);
    if (out->len == 1)
        strbuf_printf(&x->text, "%%%u = ", id);
    else if (out->len)
        strbuf_printf(&x->text, "%%%u:%zu = ", id, out->len);
}

void shlo_end_results(ShloWrite *x, const ShloVals *in, const ShloVals *out) {
    strbuf_puts(&x->text, " : (");
    shlo_write_types(x, in->at, (uint32_t)in->len);
    strbuf_puts(&x->text, ") -> ");
    shlo_write_result_types(x, out);
    strbuf_putc(&x->text, '\n');
}

void shlo_begin_block(ShloWrite *x, ShloVals *args) {
    strbuf_puts(&x->text, "{\n");
    for (size_t i = 0; i < args->len; i++) {
        args->at[i].name = arena_printf(x->arena, "%%%u", x->n++);
        if (i == 0) {
            indent(x);
            strbuf_puts(&x->text, "^bb0(");
        }
        strbuf_printf(&x->text, "%s%s: %s", i ? ", " : "", args->at[i].name,
                      shlo_write_type(x, args->at[i].type));
    }
    if (args->len) strbuf_puts(&x->text, "):\n");
    x->indent++;
}

void shlo_end_body(ShloWrite *x, const char *end, const ShloVals *results) {
    const uint32_t n = (uint32_t)results->len;
    indent(x);
    if (x->pretty) {
        strbuf_puts(&x->text, strcmp(end, "func.return") == 0 ? "return" : end);
        if (n) strbuf_putc(&x->text, ' ');
        shlo_write_names(x, results->at, n);
        if (n) strbuf_puts(&x->text, " : ");
        shlo_write_types(x, results->at, n);
        strbuf_putc(&x->text, '\n');
        return;
    }
    strbuf_printf(&x->text, "\"%s\"(", end);
    shlo_write_names(x, results->at, n);
    strbuf_puts(&x->text, ") : (");
    shlo_write_types(x, results->at, n);
    strbuf_puts(&x->text, ") -> ()\n");
}

void shlo_end_block(ShloWrite *x, const char *end, const ShloVals *results) {
    shlo_end_body(x, end, results);
    x->indent--;
    indent(x);
    strbuf_putc(&x->text, '}');
}

/* What has a name */

const ShloVal *shlo_known(ShloWrite *x, const void *what) {
    for (MapIter it = map_find(&x->known, hash_ptr(0, what)); map_next(&x->known, &it);) {
        const ShloKnown *k = it.value;
        if (k->what == what) return &k->value;
    }
    return NULL;
}

void shlo_know(ShloWrite *x, const void *what, ShloVal v) {
    ShloKnown *k = ARENA_NEW(x->arena, ShloKnown);
    *k = (ShloKnown){what, v};
    map_add(&x->known, hash_ptr(0, what), k);
    vec_push(x->arena, &x->in_order, k);
}

size_t shlo_mark(const ShloWrite *x) { return x->in_order.len; }

void shlo_forget(ShloWrite *x, size_t mark) {
    while (x->in_order.len > mark) x->in_order.at[--x->in_order.len]->what = NULL;
}
