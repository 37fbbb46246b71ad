/* SPDX-License-Identifier: Apache-2.0 */
/* Regions on scalars as loop functions.
 *
 * A body of reduce, scatter, sort and their like has parameters of rank 0. Each of its operations
 * becomes a line that names a value, in the words of docs/loops.md; the operation's map writes the
 * loops around them, and the function is called by R.call_tir. Values from outside are read from
 * parameters of rank 0. */
#include "stablehlo/maps.h"

static const char *const dtype_prefix = "T.";

static const char *scalar_dtype(H *s, const ShloType *t, Loc loc) {
    if (t->kind == SHLO_TENSOR && !t->n && !t->lacks && !dtype_is_small(t->dtype))
        return dtype_name(t->dtype);
    s->b->loc = loc;
    h_lacks(s, "a body on values that are no scalars, or of %s",
            t->lacks                 ? t->lacks
            : t->kind == SHLO_TENSOR ? dtype_name(t->dtype)
                                     : "no tensor type");
}

void shlo_loops_init(ShloLoops *self, H *s, const ShloRegion *region) {
    *self = (ShloLoops){.s = s, .region = region, .indent = 1};
    strbuf_init(&self->text, s->im->arena);
    if (region) shlo_captures(s, region, 1, &self->extra);
}

void shlo_loops_line(ShloLoops *self, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    for (int i = 0; i < self->indent; i++) strbuf_puts(&self->text, "    ");
    strbuf_puts(&self->text, arena_vprintf(self->s->im->arena, fmt, args));
    strbuf_putc(&self->text, '\n');
    va_end(args);
}

typedef struct {
    Str name;
    const char *text; /* the expression */
    DType dtype;
} Scalar;

typedef struct {
    ShloLoops *l;
    Map names;
} Body;

static void define(Body *b, Str name, const char *text, DType t) {
    Arena *arena = b->l->s->im->arena;
    Scalar *v = ARENA_NEW(arena, Scalar);
    *v = (Scalar){name, text, t};
    map_add(&b->names, hash_bytes(arena->ctx, name.ptr, name.len), v);
}

static const Scalar *find(Body *b, const ShloUse *use) {
    Arena *arena = b->l->s->im->arena;
    for (MapIter it = map_find(&b->names, hash_bytes(arena->ctx, use->name.ptr, use->name.len));
         map_next(&b->names, &it);) {
        const Scalar *v = it.value;
        if (str_eq(v->name, use->name)) return v;
    }
    h_fail(b->l->s, "%%%.*s is not defined in its body", (int)use->name.len, use->name.ptr);
}

static const char *literal(H *s, const Tensor *t) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    strbuf_printf(&text, "%s%s(", dtype_prefix, dtype_name(t->dtype));
    if (t->dtype == DTYPE_BOOL) {
        strbuf_puts(&text, tensor_get_int(t, 0) ? "True" : "False");
    } else if (dtype_is_float(t->dtype)) {
        const double v = tensor_get_double(t, 0);
        const bool plain = v - v == 0;
        if (!plain) strbuf_putc(&text, '"');
        strbuf_double(&text, v);
        if (!plain) strbuf_putc(&text, '"');
    } else if (t->dtype == DTYPE_UINT64 && tensor_get_int(t, 0) < 0) {
        strbuf_printf(&text, "\"%llu\"", (unsigned long long)tensor_get_int(t, 0));
    } else {
        strbuf_int(&text, tensor_get_int(t, 0));
    }
    strbuf_putc(&text, ')');
    return strbuf_cstr(&text);
}

/* $0, $1: operands, $T: the result's dtype. */
static const char *filled(H *s, const char *form, const Scalar *const *in, const char *dtype) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    for (const char *at = form; *at; at++) {
        if (*at != '$') {
            strbuf_putc(&text, *at);
        } else if (*++at == 'T') {
            strbuf_printf(&text, "%s%s", dtype_prefix, dtype);
        } else {
            const Scalar *operand = in[*at - '0'];
            if (!operand) h_fail(s, "it lacks an operand");
            strbuf_puts(&text, operand->text);
        }
    }
    return strbuf_cstr(&text);
}

static const char *compared(H *s, const ShloOp *op, const Scalar *const *in) {
    static const struct {
        const char *name, *form;
    } rows[] = {{"EQ", "$0 == $1"}, {"NE", "$0 != $1"}, {"LT", "$0 < $1"},
                {"LE", "$0 <= $1"}, {"GT", "$1 < $0"},  {"GE", "$1 <= $0"}};
    const ShloAttr *a = shlo_attr(op, "comparison_direction"),
                   *type = shlo_attr(op, "compare_type");
    if (!in[0] || !in[1]) h_fail(s, "a comparison of other than two values");
    const bool total = type && str_eq_c(type->s, "TOTALORDER") && dtype_is_float(in[0]->dtype);
    Scalar bits[2];
    const Scalar *both[2] = {in[0], in[1]};
    for (int i = 0; total && i < 2;
         i++) { /* an order of integers: see shlo_total_order in map_elementwise.c */
        const char *t = dtype_name(h_signed(in[i]->dtype));
        const unsigned last = dtype_bits(in[i]->dtype) - 1;
        const char *x = arena_printf(s->im->arena, "T.reinterpret(\"%s\", %s)", t, in[i]->text);
        bits[i] = (Scalar){
            .text = arena_printf(
                s->im->arena,
                "T.bitwise_xor(%s, T.bitwise_and(T.shift_right(%s, T.%s(%u)), T.%s(%lld)))", x, x,
                t, last, t, (long long)(((uint64_t)1 << last) - 1))};
        both[i] = &bits[i];
    }
    for (size_t i = 0; a && i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(a->s, rows[i].name)) return filled(s, rows[i].form, both, "bool");
    }
    h_fail(s, "a comparison without a direction");
}

/* Forms that depend on more than the kind of the first operand. */
static const char *special(H *s, const ShloOp *op, const Scalar *const *in, DType out) {
    const char *dtype = dtype_name(out);
    if (str_eq_c(op->name, "stablehlo.compare")) return compared(s, op, in);
    if (str_eq_c(op->name, "stablehlo.constant")) {
        const ShloAttr *a = shlo_attr(op, "value");
        if (!a || !a->tensor || a->tensor->count != 1)
            h_fail(s, "a constant in its body that is no scalar");
        return literal(s, a->tensor);
    }
    if (!in[0]) h_fail(s, "'%.*s' in its body lacks an operand", (int)op->name.len, op->name.ptr);
    if (str_eq_c(op->name, "stablehlo.convert")) {
        if (in[0]->dtype == out) return in[0]->text;
        if (out == DTYPE_BOOL)
            return arena_printf(s->im->arena, "%s != T.%s(0)", in[0]->text,
                                dtype_name(in[0]->dtype));
        return arena_printf(s->im->arena, "T.Cast(\"%s\", %s)", dtype, in[0]->text);
    }
    if (str_eq_c(op->name, "stablehlo.bitcast_convert") && in[0]->dtype != DTYPE_BOOL &&
        out != DTYPE_BOOL && dtype_bits(in[0]->dtype) == dtype_bits(out))
        return arena_printf(s->im->arena, "T.reinterpret(\"%s\", %s)", dtype, in[0]->text);
    if (str_eq_c(op->name, "stablehlo.sign") && dtype_kind(out) != DTYPE_KIND_UINT) {
        const char *form = dtype_is_float(out)
                               ? "T.Select($0 < $T(0), $T(-1), T.Select($T(0) < $0, $T(1), $0))"
                               : "T.Select($0 < $T(0), $T(-1), T.Select($T(0) < $0, $T(1), $T(0)))";
        return filled(s, form, in, dtype);
    }
    return NULL;
}

static void translate_call(Body *b, const ShloOp *op);

static void translate(Body *b, const ShloOp *op) {
    ShloLoops *l = b->l;
    if (str_eq_c(op->name, "func.call")) {
        translate_call(b, op);
        return;
    }
    H *s = l->s;
    const ShloRow *row = shlo_row_find(op->name);
    const Scalar *in[8] = {NULL};
    if (op->n_operands > ARRAY_LEN(in) || op->n_results != 1 || !op->types || !row)
        h_lacks(s, "'%.*s' in its body", (int)op->name.len, op->name.ptr);
    for (uint32_t i = 0; i < op->n_operands; i++) in[i] = find(b, &op->operands[i]);
    const char *dtype = scalar_dtype(s, op->types[0], op->loc);
    const DType out = op->types[0]->dtype;
    const char *text = special(s, op, in, out);
    if (!text && in[0]) {
        const ShloScalar kind = in[0]->dtype == DTYPE_BOOL     ? SHLO_OF_BOOLS
                                : dtype_is_float(in[0]->dtype) ? SHLO_OF_FLOATS
                                                               : SHLO_OF_INTS;
        const char *form = row->scalar[kind];
        if (form) text = filled(s, form, in, dtype);
    }
    if (!text) h_lacks(s, "'%.*s' in its body", (int)op->name.len, op->name.ptr);
    const char *name = arena_printf(s->im->arena, "v%u", l->n++);
    shlo_loops_line(l, "%s: T.%s = %s", name, dtype, text);
    define(b, op->result, name, out);
}

/* The lines of all operations but the last one, which says what is returned: *n values. */
static const Scalar **translate_all(Body *b, const ShloRegion *r, uint32_t *n) {
    if (!r->n) h_fail(b->l->s, "its body is empty");
    for (uint32_t i = 0; i + 1 < r->n; i++) translate(b, &r->ops[i]);
    const ShloOp *last = &r->ops[r->n - 1];
    const Scalar **results = H_ARRAY(b->l->s, const Scalar *, last->n_operands);
    for (uint32_t i = 0; i < last->n_operands; i++) results[i] = find(b, &last->operands[i]);
    *n = last->n_operands;
    return results;
}

/* The lines of the function, with names of its own. As deep as functions call each other. */
static void translate_call(Body *b, const ShloOp *op) {
    H *s = b->l->s;
    Body inner = {.l = b->l};
    uint32_t n;
    const ShloFunc *f = shlo_call_begin(s, op);
    map_init(&inner.names, s->im->arena);
    for (uint32_t i = 0; i < f->n_params; i++) {
        const Scalar *x = find(b, &op->operands[i]);
        define(&inner, f->params[i].name, x->text, x->dtype);
    }
    const Scalar **results = translate_all(&inner, &f->body, &n);
    shlo_call_end(s, f, op, n);
    for (uint32_t i = 0; i < n; i++)
        define(b, shlo_result_name(s->im, op, i), results[i]->text, results[i]->dtype);
}

static const Scalar **body_of(ShloLoops *self, const char *const *args, uint32_t n_args,
                              uint32_t n_results) {
    H *s = self->s;
    const ShloRegion *r = self->region;
    Body b = {.l = self};
    uint32_t n;
    if (r->n_params != n_args)
        h_fail(s, "its body takes %u values instead of %u", r->n_params, n_args);
    map_init(&b.names, s->im->arena);
    for (uint32_t i = 0; i < r->n_params; i++) {
        const char *dtype = scalar_dtype(s, r->params[i].type, r->params[i].loc);
        const char *name = arena_printf(s->im->arena, "v%u", self->n++);
        shlo_loops_line(self, "%s: T.%s = %s", name, dtype, args[i]);
        define(&b, r->params[i].name, name, r->params[i].type->dtype);
    }
    for (size_t i = 0; i < self->extra.len; i++) {
        const ShloValue *v = self->extra.at[i];
        if (v->operand.kind == IR_OPERAND_NONE)
            h_fail(s, "its body uses a value that is no tensor");
        const IrType *t = h_type(s, v->operand);
        const bool is_const = v->operand.kind == IR_OPERAND_CONST && t->ndim == 0;
        const char *text = is_const ? literal(s, v->operand.constant->tensor)
                                    : arena_printf(s->im->arena, "e%zu[()]", i);
        define(&b, v->name, text, t->dtype);
    }
    const Scalar **values = translate_all(&b, r, &n);
    if (n != n_results) h_fail(s, "its body returns %u values instead of %u", n, n_results);
    return values;
}

const char **shlo_loops_body(ShloLoops *self, const char *const *args, uint32_t n_args,
                             uint32_t n_results) {
    const Scalar **values = body_of(self, args, n_args, n_results);
    const char **results = H_ARRAY(self->s, const char *, n_results);
    for (uint32_t i = 0; i < n_results; i++) results[i] = values[i]->text;
    return results;
}

const char *shlo_loops_test(ShloLoops *self, const char *const *args, uint32_t n_args) {
    const Scalar *v = body_of(self, args, n_args, 1)[0];
    if (v->dtype != DTYPE_BOOL)
        h_fail(self->s, "its body returns %s instead of i1", dtype_name(v->dtype));
    return v->text;
}

const ShloOp *shlo_single_op(const ShloRegion *r, bool ordered) {
    if (r->n != 2 || r->n_params != 2 || r->ops[0].n_operands != 2 || r->ops[0].n_results != 1)
        return NULL;
    const ShloOp *op = &r->ops[0], *end = &r->ops[1];
    const Str a = r->params[0].name, b = r->params[1].name, x = op->operands[0].name,
              y = op->operands[1].name;
    const bool straight = str_eq(a, x) && str_eq(b, y), crossed = str_eq(a, y) && str_eq(b, x);
    if (!straight && (ordered || !crossed)) return NULL;
    return end->n_operands == 1 && str_eq(end->operands[0].name, op->result) ? op : NULL;
}

/* The call */

const char *shlo_loops_extent(ShloLoops *self, const IrDim *d) {
    Arena *arena = self->s->im->arena;
    int64_t v;
    size_t at = 0;
    if (ir_dim_is_const(d, &v)) return arena_printf(arena, "%lld", (long long)v);
    while (at < self->sizes.len && self->sizes.at[at] != d) at++;
    if (at == self->sizes.len) vec_push(arena, &self->sizes, d);
    return arena_printf(arena, "s%zu", at);
}

/* A parameter; where an extent is a size, that is told in the function's head. */
static void add_buffer(ShloLoops *self, StrBuf *out, StrBuf *head, const char *name,
                       const IrType *t) {
    H *s = self->s;
    StrBuf shape;
    strbuf_init(&shape, s->im->arena);
    if (dtype_is_small(t->dtype)) h_lacks(s, "loops on %s", dtype_name(t->dtype));
    if (!t->dims) h_lacks(s, "loops on a tensor whose shape is not known");
    bool open = false;
    int64_t v;
    for (int32_t i = 0; i < t->ndim; i++) {
        open = open || !ir_dim_is_const(t->dims[i], &v);
        strbuf_printf(&shape, "%s%s", i ? ", " : "", shlo_loops_extent(self, t->dims[i]));
    }
    const char *text = strbuf_cstr(&shape), *comma = t->ndim == 1 ? "," : "";
    if (open) {
        strbuf_printf(out, "h_%s: T.handle", name);
        strbuf_printf(head, "    %s = T.match_buffer(h_%s, (%s%s), \"%s\")\n", name, name, text,
                      comma, dtype_name(t->dtype));
    } else {
        strbuf_printf(out, "%s: T.Buffer((%s%s), \"%s\")", name, text, comma, dtype_name(t->dtype));
    }
}

static const char *free_name(ShloImport *im, const char *name) {
    const char *text = name;
    while (ir_global_find(im->m, str_c(text)))
        text = arena_printf(im->arena, "%s_%zu", name, ++im->n_names);
    return intern_c(&im->m->names, text);
}

/* Inputs and results as parameters and operands. */
typedef struct {
    StrBuf text, head; /* the parameters; what is said of them in the function */
    IrOperandBuf ops;
} Signature;

static void add_signature(ShloLoops *self, const IrOperand *inputs, uint32_t n,
                          const IrType *const *results, uint32_t n_results, Signature *out) {
    H *s = self->s;
    StrBuf *text = &out->text, *head = &out->head;
    IrOperandBuf *ops = &out->ops;
    Arena *arena = s->im->arena;
    const size_t at = ir_operands_tuple(ops);
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++, total++) {
        if (total) strbuf_puts(text, ", ");
        add_buffer(self, text, head, arena_printf(arena, "x%u", i), h_type(s, inputs[i]));
        ir_operands_copy(ops, &inputs[i]);
    }
    for (size_t i = 0; i < self->extra.len; i++) {
        const IrOperand x = self->extra.at[i]->operand;
        if (x.kind == IR_OPERAND_CONST && h_rank(s, x) == 0) continue;
        if (h_rank(s, x) != 0) h_lacks(s, "a body that uses a tensor from outside");
        strbuf_puts(text, ", ");
        add_buffer(self, text, head, arena_printf(arena, "e%zu", i), h_type(s, x));
        ir_operands_copy(ops, &x);
        total++;
    }
    ir_operands_end(ops, at, total);
    for (uint32_t i = 0; i < n_results; i++) {
        if (total + i) strbuf_puts(text, ", ");
        add_buffer(self, text, head, arena_printf(arena, "o%u", i), results[i]);
    }
    for (size_t i = 0; i < self->sizes.len; i++) strbuf_printf(text, ", s%zu: T.int64", i);
}

IrOperand shlo_loops_call(ShloLoops *self, const char *name, const IrOperand *inputs, uint32_t n,
                          const IrType *const *results, uint32_t n_results, Str body) {
    H *s = self->s;
    IrModule *m = s->m;
    Signature it;
    strbuf_init(&it.text, &m->arena);
    strbuf_init(&it.head, s->im->arena);
    ir_operands_init(&it.ops, s->im->arena);
    IrGlobal *global = ir_global_new(m, free_name(s->im, name));
    ir_operands_global(&it.ops, global);
    strbuf_printf(&it.text, "@T.prim_func(private=True)\ndef %s(", global->name);
    add_signature(self, inputs, n, results, n_results, &it);
    strbuf_printf(&it.text, "):\n    T.func_attr({\"num_outputs\": %u})\n", n_results);
    strbuf_add(&it.text, it.head.text.at, it.head.text.len);
    strbuf_add(&it.text, body.ptr, body.len - 1); /* without the last line's end */
    IrFunction *fn = ir_function_new(m, global->name);
    fn->is_private = true;
    fn->is_pure = true;
    fn->prim_text = strbuf_str(&it.text);
    fn->global = global;
    global->function = fn;
    if (self->sizes.len) {
        const int32_t n_sizes = (int32_t)self->sizes.len;
        ir_operands_shape(&it.ops, ir_type_shape(m, self->sizes.at, n_sizes));
    } else {
        ir_operands_none(&it.ops);
    }
    IrAttr *attrs = H_ARRAY(s, IrAttr, ir_op_n_attrs(&op_call_tir));
    ir_attr_defaults(m, &op_call_tir, attrs);
    const IrCallForm form = {.attrs = attrs, .types = results, .n_types = n_results};
    IrVar *v =
        ir_build_call(s->b, &op_call_tir, it.ops.ops.at, (uint32_t)it.ops.ops.len, form, "lv");
    if (!v) ctx_throw(s->im->ctx, STATUS_INVALID);
    return h_var(v);
}
