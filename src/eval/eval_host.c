/* SPDX-License-Identifier: Apache-2.0 */
/* Operators whose meaning is the host's: print, assert_op, and calls of host functions. */
#include <inttypes.h>

#include "eval/host_call.h"
#include "ir/build.h"
#include "tensor/strings.h"

/* Values as text */

enum { ELEMENTS_MAX = 1000 }; /* of a tensor that are shown */

static void add_element(const Tensor *t, size_t i, StrBuf *out) {
    if (t->dtype == DTYPE_STRING) {
        strbuf_quoted(out, tensor_get_string(t, i));
    } else if (t->dtype == DTYPE_FLOAT64) {
        strbuf_double(out, tensor_get_double(t, i));
    } else if (dtype_is_float(t->dtype)) {
        strbuf_float(out, (float)tensor_get_double(t, i));
    } else if (t->dtype == DTYPE_BOOL) {
        strbuf_puts(out, tensor_get_int(t, i) ? "True" : "False");
    } else if (t->dtype == DTYPE_UINT64) {
        strbuf_printf(out, "%" PRIu64, (uint64_t)tensor_get_int(t, i));
    } else {
        strbuf_int(out, tensor_get_int(t, i));
    }
}

/* The part of the tensor from element *at on that dims d.. span; recursion: over the rank. */
static void add_tensor(const Tensor *t, uint32_t d, size_t *at, StrBuf *out) {
    if (d == t->ndim) {
        add_element(t, (*at)++, out);
        return;
    }
    strbuf_putc(out, '[');
    for (int64_t i = 0; i < t->dims[d]; i++) {
        if (i) strbuf_puts(out, ", ");
        if (*at >= ELEMENTS_MAX || i >= ELEMENTS_MAX) {
            strbuf_puts(out, "...");
            break;
        }
        add_tensor(t, d + 1, at, out);
    }
    strbuf_putc(out, ']');
}

/* Recursion: over tuples, whose types' depth is bounded. */
static void add_value(const Value *v, StrBuf *out) {
    size_t at = 0;
    switch (v->kind) {
    case VALUE_TENSOR: add_tensor(v->tensor, 0, &at, out); break;
    case VALUE_TUPLE:
    case VALUE_SHAPE:
        strbuf_putc(out, '(');
        for (uint32_t i = 0; i < v->n; i++) {
            if (i) strbuf_puts(out, ", ");
            if (v->kind == VALUE_SHAPE) {
                strbuf_int(out, v->dims[i]);
            } else {
                add_value(v->items[i], out);
            }
        }
        strbuf_puts(out, v->n == 1 ? ",)" : ")");
        break;
    case VALUE_PRIM:
        if (dtype_is_float(v->dtype)) {
            strbuf_double(out, v->f);
        } else if (v->dtype == DTYPE_BOOL) {
            strbuf_puts(out, v->i ? "True" : "False");
        } else {
            strbuf_int(out, v->i);
        }
        break;
    case VALUE_STRING: strbuf_puts(out, v->string); break;
    case VALUE_DTYPE: strbuf_puts(out, dtype_name(v->dtype)); break;
    case VALUE_GLOBAL: strbuf_printf(out, "<function %s>", v->global->name); break;
    case VALUE_FUNCTION: strbuf_puts(out, "<function>"); break;
    }
}

/* As Python's format and print do: {} are the places, {{ and }} braces. */
static void add_formatted(const char *format, Value *const *values, uint32_t n, StrBuf *out) {
    uint32_t next = 0;
    for (const char *c = format; *c; c++) {
        if (c[0] == '{' && c[1] == '}' && next < n) {
            add_value(values[next++], out);
            c++;
        } else {
            if ((c[0] == '{' || c[0] == '}') && c[1] == c[0]) c++;
            strbuf_putc(out, *c);
        }
    }
    for (uint32_t i = 0; !*format && i < n; i++) {
        if (i) strbuf_putc(out, ' ');
        add_value(values[i], out);
    }
}

static Str formatted(Frame *f, const IrBinding *b, Value *const *values, uint32_t n) {
    StrBuf text;
    strbuf_init(&text, &f->arena);
    const IrAttr *format = &b->attrs[ir_op_attr_index(b->op, "format")];
    add_formatted(format->kind == IR_ATTR_STRING ? format->s : "", values, n, &text);
    return strbuf_str(&text);
}

/* Line by line, each with what could drive a terminal escaped. */
static void print(Frame *f, Str text) {
    const Hosts *hosts = f->e->hosts;
    if (!hosts || !hosts->print) return;
    StrBuf out;
    strbuf_init(&out, &f->arena);
    for (size_t at = 0; at <= text.len;) {
        const char *end = text.len > at ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
        const size_t len = end ? (size_t)(end - text.ptr) - at : text.len - at;
        if (len) strbuf_escaped(&out, (Str){text.ptr + at, len});
        strbuf_putc(&out, '\n');
        at += len + 1;
    }
    hosts->print(hosts->print_user, out.text.at, out.text.len);
}

static bool holds(const Value *cond) {
    return cond->kind == VALUE_PRIM ? cond->i != 0
                                    : dtype_read_int(DTYPE_BOOL, cond->tensor->data) != 0;
}

static bool check_assertion(Frame *f, const IrBinding *b, Value *const *values, uint32_t n) {
    if (holds(values[0])) return true;
    Ctx *ctx = f->e->m->ctx;
    const Str text = formatted(f, b, values + 1, n - 1);
    diag_error(ctx, b->loc, DIAG_ASSERT,
               text.len ? diag_fmt(ctx, ": %.*s", (int)text.len, text.ptr) : "");
    return false;
}

/* Host functions */

/* The registered names that are nearest to one that is not. */
static void help_names(Ctx *ctx, Diag *d, const Hosts *hosts, const char *name) {
    enum { SHOWN = 4, FAR = 1000 };
    const char *nearest[SHOWN];
    size_t distance[SHOWN], n = 0;
    const size_t own = hosts ? hosts->rows.len : 0;
    for (size_t i = 0; i < own + host_n_builtins; i++) {
        const char *candidate = i < own ? hosts->rows.at[i].name : host_builtins[i - own].name;
        const size_t far = str_edits(str_c(name), candidate, FAR);
        size_t at = n < SHOWN ? n++ : SHOWN;
        for (; at > 0 && far < distance[at - 1]; at--) {
            if (at < SHOWN) distance[at] = distance[at - 1], nearest[at] = nearest[at - 1];
        }
        if (at < SHOWN) distance[at] = far, nearest[at] = candidate;
    }
    StrBuf text;
    strbuf_init(&text, &ctx->diags->arena);
    for (size_t i = 0; i < n; i++) strbuf_printf(&text, "%s'%s'", i ? ", " : "", nearest[i]);
    diag_help(ctx, d, "the nearest that are registered: %s", strbuf_cstr(&text));
}

/* The function that the call may use; NULL after a report. */
static const HostRow *find_host(Frame *f, const IrBinding *b, const Value *callee) {
    Ctx *ctx = f->e->m->ctx;
    const bool is_pure = b->kind == IR_BIND_CALL && (b->op->flags & OP_PURE);
    if (callee->kind != VALUE_STRING) {
        diag_error(ctx, b->loc, DIAG_ARGUMENT, b->op->name,
                   "func must be the name of a host function");
        return NULL;
    }
    const HostRow *row = host_find(f->e->hosts, callee->string);
    if (!row) {
        help_names(ctx, diag_error(ctx, b->loc, DIAG_HOST, callee->string), f->e->hosts,
                   callee->string);
    } else if (row->has_effects && is_pure) {
        Diag *d = diag_error(ctx, b->loc, DIAG_CALL_ARGUMENT, row->name, "it has effects");
        diag_expected(ctx, d, "a host function without effects for R.%s", b->op->name);
        return NULL;
    }
    return row;
}

/* What the function gave: one value, or a tuple. */
static Value *given(HostCall *call) {
    if (call->results.len == 1) return call->results.at[0];
    Value *all = value_tuple(call->f->list, (uint32_t)call->results.len);
    for (uint32_t i = 0; i < all->n; i++) all->items[i] = call->results.at[i];
    return all;
}

static bool run_host(const HostRow *row, HostCall *call) {
    if (row->fn(row->user, call)) return true;
    if (!call->failed) host_fail(call, "it failed");
    return false;
}

Value *eval_external(Frame *f, const IrBinding *b, const Value *callee, Value *const *values,
                     uint32_t n) {
    const HostRow *row = find_host(f, b, callee);
    if (!row) return NULL;
    HostCall call = {.f = f, .loc = b->loc, .name = row->name, .args = values, .n_args = n};
    for (uint32_t i = 0; i < n; i++) value_own(values[i]);
    return run_host(row, &call) ? given(&call) : NULL;
}

static Value *call_host(Frame *f, const IrBinding *b, const IrType *type, Value *const *values,
                        uint32_t n) {
    const HostRow *row = find_host(f, b, values[0]);
    if (!row) return NULL;
    HostCall call = {.f = f, .loc = b->loc, .name = row->name, .args = values + 1, .n_args = n - 1};
    Value *result = NULL;
    for (uint32_t i = 1; i < n; i++) value_own(values[i]);
    if (b->op->host == OP_HOST_CALL_DPS) {
        call.args = values[1]->items;
        call.n_args = values[1]->n;
        const IrType *t = ir_type_map(f->e->m, type, eval_symbol, f);
        const char *wrong = eval_wrong_extent(t);
        if (wrong) return eval_fail(f->e, b->loc, wrong), NULL;
        result = eval_result_value(f, b, t);
        const bool many = result->kind == VALUE_TUPLE;
        Value **wanted = ARENA_ARRAY(&f->arena, Value *, (size_t)result->n + 1);
        for (uint32_t i = 0; many && i < result->n; i++) wanted[i] = result->items[i];
        if (!many) wanted[0] = result;
        call.wanted = wanted;
        call.n_wanted = many ? result->n : 1;
    }
    if (!run_host(row, &call)) return NULL;
    if (result) return result;
    result = given(&call);
    const char *what = diag_fmt(f->e->m->ctx, "the result of '%s'", row->name);
    return eval_check(f, b->loc, type, result, what) ? result : NULL;
}

static Value *for_machine(Frame *f, const IrBinding *b) {
    Ctx *ctx = f->e->m->ctx;
    const char *what = diag_fmt(ctx, "R.%s", b->op->name);
    diag_help(ctx, diag_error(ctx, b->loc, DIAG_UNSUPPORTED, what),
              "it is for TVM's virtual machine; run the program as it was before");
    return NULL;
}

Value *eval_host(Frame *f, const IrBinding *b, Value *const *values, uint32_t n) {
    if (b->op->host == OP_HOST_MACHINE) return for_machine(f, b);
    IrModule *m = f->e->m;
    uint32_t n_attrs = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&f->arena, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(attrs, b->attrs, n_attrs * sizeof *attrs);
    IrInfer in = {.m = m,
                  .op = b->op,
                  .loc = b->loc,
                  .attrs = attrs,
                  .types = b->types,
                  .n_types = b->n_types,
                  .n_args = n};
    in.args = ARENA_ARRAY(&f->arena, IrArg, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) in.args[i].type = eval_type(m, values[i]);
    const IrType *type = ir_infer_call(&in);
    if (!type) return NULL;
    switch (b->op->host) {
    case OP_HOST_PRINT: print(f, formatted(f, b, values, n)); break;
    case OP_HOST_ASSERT:
        if (!check_assertion(f, b, values, n)) return NULL;
        break;
    case OP_HOST_CALL:
    case OP_HOST_CALL_DPS: return call_host(f, b, type, values, n);
    case OP_HOST_MACHINE:
    case OP_HOST_NO: BUG("R.%s is not the host's", b->op->name);
    }
    return value_tuple(f->list, 0);
}
