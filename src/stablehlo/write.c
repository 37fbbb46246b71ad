/* SPDX-License-Identifier: Apache-2.0 */
/* A module as StableHLO's text, of version 1.0: functions in MLIR's own form, operations in the
 * generic one, which every version reads. The calls are legal (write_legal.c). */
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

static void begin_line(ShloWrite *x) {
    for (unsigned i = 0; i <= x->indent; i++) strbuf_puts(&x->text, "  ");
}

static const char *type_text(ShloWrite *x, const IrType *t) {
    const char *text = shlo_type_text(x->arena, t);
    if (!text) BUG("a value of type %s", ir_type_text(x->m, t));
    return text;
}

static void put_names(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) strbuf_printf(&x->text, "%s%s", i ? ", " : "", v[i].name);
}

static void put_types(ShloWrite *x, const ShloVal *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        strbuf_printf(&x->text, "%s%s", i ? ", " : "", type_text(x, v[i].type));
}

ShloVal hw_op(W *w, const char *name, const ShloVal *in, uint32_t n, const IrType *out,
              const char *attrs, const char *region) {
    ShloWrite *x = w->x;
    const ShloVal y = {arena_printf(x->arena, "%%%u", x->n++), out};
    begin_line(x);
    strbuf_printf(&x->text, "%s = \"%s\"(", y.name, name);
    put_names(x, in, n);
    strbuf_putc(&x->text, ')');
    if (region) strbuf_printf(&x->text, " (%s)", region);
    if (*attrs) strbuf_printf(&x->text, " {%s}", attrs);
    strbuf_puts(&x->text, " : (");
    put_types(x, in, n);
    strbuf_printf(&x->text, ") -> %s\n", type_text(x, out));
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
    const char *text = type_text(x, type);
    begin_line(x);
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

/* Bindings */

static const struct {
    const OpDef *op;
    const char *name;
    void (*write)(W *);
} writers[] = {
#define WRITE_AS(id, predicate, name) {&op_##id, name, shlo_write_element},
#define WRITE(id, predicate, fn, names) {&op_##id, NULL, shlo_write_##fn},
#include "stablehlo/write.def"
};

static void write_call(ShloWrite *x, const IrBinding *call, ShloVals *out) {
    W w = {.x = x, .call = call, .out = call->var->type};
    for (size_t i = 0; i < ARRAY_LEN(writers); i++) {
        if (writers[i].op != call->op) continue;
        w.name = writers[i].name;
        writers[i].write(&w);
        vec_push(x->arena, out, w.result);
        return;
    }
    BUG("R.%s has no writer", call->op->name);
}

static uint32_t count_leaves(const IrType *t) {
    uint32_t n = 0;
    if (t->kind != IR_TYPE_TUPLE) return 1;
    for (uint32_t i = 0; i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

static void type_leaves(ShloWrite *x, const IrType *t, ShloVals *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(x->arena, out, ((ShloVal){NULL, t}));
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) type_leaves(x, t->fields[i], out);
}

/* %3:2 = "..."( ... : the results' names are %3#0, %3#1. */
static void begin_results(ShloWrite *x, const IrType *t, ShloVals *out) {
    type_leaves(x, t, out);
    const unsigned id = x->n++;
    for (size_t i = 0; i < out->len; i++)
        out->at[i].name = out->len == 1 ? arena_printf(x->arena, "%%%u", id)
                                        : arena_printf(x->arena, "%%%u#%zu", id, i);
    begin_line(x);
    if (out->len == 1)
        strbuf_printf(&x->text, "%%%u = ", id);
    else if (out->len)
        strbuf_printf(&x->text, "%%%u:%zu = ", id, out->len);
}

static void end_results(ShloWrite *x, const ShloVals *in, const ShloVals *out) {
    strbuf_puts(&x->text, " : (");
    put_types(x, in->at, (uint32_t)in->len);
    strbuf_puts(&x->text, ") -> (");
    put_types(x, out->at, (uint32_t)out->len);
    strbuf_puts(&x->text, ")\n");
}

static void write_invoke(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    const IrOperand *callee = ir_operand_get(&b->operands, 0);
    ShloVals in = {.at = NULL};
    for (uint32_t at = callee->span; at < b->operands.n; at += b->operands.at[at].span)
        shlo_write_leaves(x, &b->operands.at[at], &in);
    begin_results(x, b->var->type, out);
    strbuf_puts(&x->text, "\"func.call\"(");
    put_names(x, in.at, (uint32_t)in.len);
    strbuf_printf(&x->text, ") {callee = @%s}", callee->global->name);
    end_results(x, &in, out);
}

static void write_body(ShloWrite *x, const IrBody *body, const char *end);

/* As deep as ifs nest. */
static void write_if(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    ShloVals cond = {.at = NULL};
    shlo_write_leaves(x, ir_operand_get(&b->operands, 0), &cond);
    begin_results(x, b->var->type, out);
    strbuf_printf(&x->text, "\"stablehlo.if\"(%s) ({\n", cond.at[0].name);
    for (int k = 0; k < 2; k++) {
        x->indent++;
        write_body(x, b->bodies[k], "\"stablehlo.return\"");
        x->indent--;
        begin_line(x);
        strbuf_puts(&x->text, k ? "})" : "}, {\n");
    }
    end_results(x, &cond, out);
}

static void write_binding(ShloWrite *x, const IrBinding *b) {
    ShloVals *out = &x->vars[b->var->id];
    ctx_poll(x->ctx);
    switch (b->kind) {
    case IR_BIND_CALL: write_call(x, b, out); return;
    case IR_BIND_INVOKE: write_invoke(x, b, out); return;
    case IR_BIND_IF: write_if(x, b, out); return;
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: shlo_write_leaves(x, b->operands.at, out); return;
    case IR_BIND_FIELD: {
        ShloVals all = {.at = NULL};
        shlo_write_leaves(x, b->operands.at, &all);
        const IrType *t = ir_operand_type(x->m, b->operands.at);
        size_t at = 0;
        for (uint32_t i = 0; i < b->index; i++) at += count_leaves(t->fields[i]);
        for (uint32_t i = count_leaves(b->var->type); i-- > 0; at++)
            vec_push(x->arena, out, all.at[at]);
        return;
    }
    default: BUG("a binding of kind %d", (int)b->kind);
    }
}

static void write_body(ShloWrite *x, const IrBody *body, const char *end) {
    ShloVals result = {.at = NULL};
    for (const IrBinding *b = body->first; b; b = b->next) write_binding(x, b);
    shlo_write_leaves(x, body->result.at, &result);
    const uint32_t n = (uint32_t)result.len;
    begin_line(x);
    strbuf_printf(&x->text, "%s(", end);
    put_names(x, result.at, n);
    strbuf_puts(&x->text, ") : (");
    put_types(x, result.at, n);
    strbuf_puts(&x->text, ") -> ()\n");
}

static void write_function(ShloWrite *x, const IrFunction *fn) {
    ShloVals results = {.at = NULL};
    x->vars = ARENA_ARRAY(x->arena, ShloVals, (size_t)fn->n_vars + 1);
    x->n = 0;
    map_init(&x->constants, x->arena);
    strbuf_printf(&x->text, "  func.func %s @%s(", fn->is_private ? "private" : "public", fn->name);
    unsigned n_args = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        ShloVals *v = &x->vars[fn->params.at[i]->id];
        type_leaves(x, fn->params.at[i]->type, v);
        for (size_t k = 0; k < v->len; k++, n_args++) {
            v->at[k].name = arena_printf(x->arena, "%%arg%u", n_args);
            strbuf_printf(&x->text, "%s%s: %s", n_args ? ", " : "", v->at[k].name,
                          type_text(x, v->at[k].type));
        }
    }
    type_leaves(x, fn->result, &results);
    strbuf_puts(&x->text, ") -> (");
    put_types(x, results.at, (uint32_t)results.len);
    strbuf_puts(&x->text, ") {\n");
    x->indent = 1;
    write_body(x, fn->body, "\"func.return\"");
    strbuf_puts(&x->text, "  }\n");
}

Str stablehlo_write(IrModule *m, Arena *arena) {
    ShloWrite x = {.ctx = m->ctx, .m = m, .arena = arena};
    strbuf_init(&x.text, arena);
    strbuf_puts(&x.text, "module {\n");
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) write_function(&x, fn);
    }
    strbuf_puts(&x.text, "}\n");
    return strbuf_str(&x.text);
}

/* What has no form */

typedef struct {
    IrModule *m;
    Ctx *ctx;
    const ShloWriteOptions *options;
    Arena *arena;
    bool ok;
} Look;

static void refuse(Look *self, Loc loc, const char *name, const char *why) {
    diag_error(self->ctx, loc, DIAG_SHLO_WRITE, name, why);
    self->ok = false;
}

static void look_at_type(Look *self, const IrType *t, Loc loc, const char *what) {
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) look_at_type(self, t->fields[i], loc, what);
    } else if (!shlo_type_text(self->arena, t)) {
        refuse(self, loc, what,
               diag_fmt(self->ctx, "the type %s: a tensor of known extents is needed",
                        ir_type_text(self->m, t)));
    }
}

static void look_at_body(Look *self, const IrBody *body) {
    for (const IrBinding *b = body->first; b; b = b->next) {
        const char *why = NULL;
        if (b->kind == IR_BIND_CALL) {
            why = self->options->refuse(self->options->user, b);
            if (why) refuse(self, b->loc, diag_fmt(self->ctx, "R.%s", b->op->name), why);
        } else if (b->kind == IR_BIND_IF) {
            for (int k = 0; k < 2; k++) look_at_body(self, b->bodies[k]);
        } else if (b->kind == IR_BIND_FUNCTION ||
                   (b->kind == IR_BIND_INVOKE &&
                    ir_operand_get(&b->operands, 0)->kind != IR_OPERAND_GLOBAL)) {
            refuse(self, b->loc, b->var->name, "a function within a function");
        }
        if (!why && b->kind != IR_BIND_FUNCTION)
            look_at_type(self, b->var->type, b->loc, b->var->name);
    }
}

bool stablehlo_write_check(IrModule *m, Arena *arena, const ShloWriteOptions *options) {
    Look look = {.m = m, .ctx = m->ctx, .options = options, .arena = arena, .ok = true};
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        for (size_t k = 0; k < fn->params.len; k++)
            look_at_type(&look, fn->params.at[k]->type, fn->loc, fn->params.at[k]->name);
        look_at_body(&look, fn->body);
    }
    return look.ok;
}

void stablehlo_register(OpTable *table, Arena *arena) {
    ir_op_table_add_legal(table, &shlo_legal, arena);
}
