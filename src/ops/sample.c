/* SPDX-License-Identifier: Apache-2.0 */
/* Drawing calls and functions. The generator is SplitMix64 (Steele, Lea and Flood 2014).
 *
 * A function grows: parameters are added as calls ask for operands, and each result may be an
 * operand of the calls after it. Extents are constants, or (with `symbolic`) one of two symbols; so
 * dims over symbols come from the operators' own type rules, and a parameter may have such dims
 * too. */
#include "ops/sample.h"

#include <stdio.h>

#include "base/diag.h"
#include "tensor/tensor.h"

/* Chance */

static uint64_t next(OpSample *s) {
    uint64_t x = s->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t s_below(OpSample *s, uint64_t n) { return (next(s) >> 11) % n; }
int64_t s_range(OpSample *s, int64_t lo, int64_t hi) {
    return lo + (int64_t)s_below(s, (uint64_t)(hi - lo) + 1);
}
bool s_chance(OpSample *s, uint32_t percent) { return s_below(s, 100) < percent; }
double s_float(OpSample *s, double lo, double hi) {
    return lo + (hi - lo) * (double)s_below(s, 65) / 64;
}

DType s_dtype(OpSample *s, unsigned kinds) {
    if (!kinds) kinds = KIND_BOOL | KIND_INT | KIND_FLOAT;
    if (s->options.kinds & kinds) kinds &= s->options.kinds;
    const DType often = s->options.often;
    if (often != DTYPE_VOID && (kinds >> dtype_kind(often) & 1u) && s_chance(s, 66)) return often;
    /* The common ones more often than all others together. */
    static const DType common[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_INT32, DTYPE_INT64,
                                   DTYPE_BOOL};
    if (s_chance(s, 60)) {
        DType t = common[s_below(s, ARRAY_LEN(common))];
        if (kinds >> dtype_kind(t) & 1u) return t;
    }
    for (;;) {
        DType t = (DType)s_range(s, DTYPE_VOID + 1, DTYPE_COUNT - 1);
        if (!dtype_is_small(t) && t != DTYPE_STRING && kinds >> dtype_kind(t) & 1u) return t;
    }
}

int64_t *s_permutation(OpSample *s, int32_t n) {
    int64_t *p = ARENA_ARRAY(&s->b.m->scratch, int64_t, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) {
        int64_t k = s_range(s, 0, i);
        p[i] = p[k];
        p[k] = i;
    }
    return p;
}

/* Extents */

const IrDim *s_const(OpSample *s, int64_t v) { return ir_dim_const(s->b.m, v); }

static IrVar *new_param(OpSample *s, const IrType *t) {
    IrModule *m = s->b.m;
    IrFunction *fn = s->b.fn;
    char name[24];
    int n = snprintf(name, sizeof name, "x%zu", fn->params.len);
    IrVar *v = ir_var_new(fn, ir_name(m, (Str){name, (size_t)n}), t);
    ir_define_symbols(t, NULL);
    vec_push(&m->arena, &fn->params, v);
    vec_push(&m->arena, &s->vars, v);
    return v;
}

/* A symbol stands alone in a parameter of its own, so it has a value whatever else is drawn. */
static const IrDim *symbol(OpSample *s) {
    static const char *const names[] = {"n", "m"};
    const uint64_t i = s_below(s, ARRAY_LEN(s->symbols));
    IrModule *m = s->b.m;
    if (!s->symbols[i]) {
        s->symbols[i] = ir_symbol_new(s->b.fn, ir_name(m, (Str){names[i], 1}), s->b.loc);
        const IrDim *d = ir_dim_symbol(m, s->symbols[i]);
        new_param(s, ir_type_tensor(m, &d, 1, DTYPE_FLOAT32));
    }
    return ir_dim_symbol(m, s->symbols[i]);
}

static int64_t symbol_value(const OpSample *s, size_t i) {
    return s->options.symbols[i] ? s->options.symbols[i] : SAMPLE_SYMBOL;
}

const IrDim *s_dim(OpSample *s, int64_t least) {
    static const int64_t extents[] = {0, 1, 1, 2, 2, 2, 3, 3, 5};
    if (s->options.no_zero && least < 1) least = 1;
    if (s->options.symbolic && least <= symbol_value(s, 0) && least <= symbol_value(s, 1) &&
        s_chance(s, 30))
        return symbol(s);
    const bool own = s->options.extents;
    const int64_t *from = own ? s->options.extents : extents;
    int64_t v = from[s_below(s, own ? s->options.n_extents : ARRAY_LEN(extents))];
    return s_const(s, v < least ? least : v);
}

static const IrDim *run_value(void *user, IrSymbol *symbol) {
    const OpSample *s = user;
    return ir_dim_const(s->b.m, symbol_value(s, symbol == s->symbols[1]));
}

int64_t s_extent(OpSample *s, const IrDim *d) {
    int64_t v;
    if (ir_dim_is_const(d, &v)) return v;
    if (!ir_dim_is_const(ir_dim_map(s->b.m, d, run_value, s), &v)) BUG("an extent without a value");
    return v;
}

int64_t s_elements(OpSample *s, IrDims dims, int32_t ndim) {
    int64_t n = 1;
    for (int32_t i = 0; i < ndim; i++) n *= s_extent(s, dims[i]);
    return n;
}

const IrDim **s_dims(OpSample *s, IrDims dims, int32_t ndim) {
    const IrDim **copy = ARENA_ARRAY(&s->b.m->scratch, const IrDim *, (size_t)ndim + 1);
    for (int32_t i = 0; dims && i < ndim; i++) copy[i] = dims[i];
    return copy;
}

/* Types */

const IrType *s_tensor_type(OpSample *s, IrDims dims, int32_t ndim, DType dtype) {
    const IrDim *none = NULL;
    return ir_type_tensor(s->b.m, dims ? dims : &none, ndim, dtype);
}

static int64_t most_elements(const OpSample *s) {
    return s->options.elements ? s->options.elements : SAMPLE_ELEMENTS;
}

static bool is_wanted(OpSample *s, const IrType *t, const SampleWant *w) {
    if (t->kind != IR_TYPE_TENSOR || t->dtype == DTYPE_VOID) return false;
    if (w->dtype != DTYPE_VOID && t->dtype != w->dtype) return false;
    if (w->kinds && !(w->kinds >> dtype_kind(t->dtype) & 1u)) return false;
    /* Small types and strings are for who asks for them: most operators refuse them. */
    if (w->dtype == DTYPE_VOID && (dtype_is_small(t->dtype) || t->dtype == DTYPE_STRING))
        return false;
    if (!t->dims) return w->open && w->min_ndim == 0 && w->max_ndim == 0 && w->least == 0;
    if (t->ndim < w->min_ndim || t->ndim > (w->max_ndim ? w->max_ndim : 5)) return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (s_extent(s, t->dims[i]) < w->least) return false;
    }
    return s_elements(s, t->dims, t->ndim) <= 4 * most_elements(s);
}

/* A variable whose type is wanted, each as likely as any other; NULL: none. */
static IrVar *find_var(OpSample *s, const IrType *type, const SampleWant *w) {
    IrVar *found = NULL;
    uint64_t n = 0;
    for (size_t i = 0; i < s->vars.len; i++) {
        IrVar *v = s->vars.at[i];
        if (type ? v->type != type : !is_wanted(s, v->type, w)) continue;
        /* Results that nothing uses yet count for more: graphs grow deep. */
        uint64_t weight = !v->def ? 1 : v->n_uses ? 3 : 12;
        n += weight;
        if (s_below(s, n) < weight) found = v;
    }
    return found;
}

const IrType *s_given(OpSample *s, SampleWant w) {
    IrVar *v = s->options.given ? find_var(s, NULL, &w) : NULL;
    return v ? v->type : NULL;
}

const IrType *s_type(OpSample *s, SampleWant w) {
    if (s->vars.len && s_chance(s, s->options.reuse)) {
        IrVar *v = find_var(s, NULL, &w);
        if (v) return v->type;
    }
    int32_t most = w.max_ndim ? w.max_ndim : 5;
    int32_t ndim = (int32_t)s_range(s, w.min_ndim, most);
    if (ndim > 3 && ndim > w.min_ndim && s_chance(s, 50)) ndim--;
    const IrDim **dims = s_dims(s, NULL, ndim);
    int64_t n = 1;
    for (int32_t i = 0; i < ndim; i++) {
        dims[i] = s_dim(s, w.least);
        int64_t extent = s_extent(s, dims[i]);
        if (extent * n > most_elements(s)) dims[i] = s_const(s, extent = w.least > 1 ? w.least : 1);
        if (extent) n *= extent;
    }
    DType dtype = w.dtype != DTYPE_VOID ? w.dtype : s_dtype(s, w.kinds);
    return s_tensor_type(s, dims, ndim, dtype);
}

IrDims s_partner(OpSample *s, IrDims dims, int32_t ndim, bool within, int32_t *out_ndim) {
    int32_t n = s_chance(s, 60) ? ndim : (int32_t)s_range(s, 0, ndim);
    int32_t more = !within && n == ndim && n < 4 && s_chance(s, 10);
    const IrDim **p = s_dims(s, NULL, n + more);
    if (more) p[0] = s_dim(s, 0);
    const bool same = s_chance(s, 40);
    for (int32_t i = 0; i < n; i++) {
        const IrDim *d = dims[ndim - n + i];
        p[more + i] = !same && s_chance(s, 30) ? s_const(s, 1) : d;
        if (!within && ir_dim_is(d, 1) && s_chance(s, 30)) p[more + i] = s_dim(s, 0);
    }
    *out_ndim = n + more;
    return p;
}

/* Operands */

/* Floats are halves in [-2, 2], integers small, each exact in every dtype. */
static void put_element(OpSample *s, Tensor *t, size_t i, int64_t bound, bool negative) {
    if (dtype_is_float(t->dtype)) {
        tensor_set_double(t, i, (double)s_range(s, -4, 4) / 2);
    } else if (t->dtype == DTYPE_BOOL) {
        tensor_set_int(t, i, (int64_t)s_below(s, 2));
    } else {
        tensor_set_int(
            t, i,
            s_range(s, negative && dtype_kind(t->dtype) == DTYPE_KIND_INT ? -bound : 0, bound - 1));
    }
}

static IrConst *constant(OpSample *s, const IrType *t, int64_t bound, bool negative) {
    IrModule *m = s->b.m;
    int64_t *dims = ARENA_ARRAY(&m->scratch, int64_t, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = s_extent(s, t->dims[i]);
    Tensor *x = tensor_new(m->ctx, t->dtype, dims, (uint32_t)t->ndim);
    for (size_t i = 0; i < x->count; i++) put_element(s, x, i, bound, negative);
    return ir_const_new(m, x);
}

static bool may_be_constant(OpSample *s, const IrType *t) {
    return t->dims && !t->has_symbols && s_elements(s, t->dims, t->ndim) <= 16 &&
           s_chance(s, s->options.consts);
}

void s_tensor_of(OpSample *s, const IrType *t) {
    IrVar *v = s_chance(s, s->options.reuse) ? find_var(s, t, NULL) : NULL;
    if (!v && may_be_constant(s, t)) {
        ir_operands_const(&s->operands, constant(s, t, 4, true));
    } else {
        /* A parameter of unknown shape could not be drawn. */
        if (!v && !t->dims) v = find_var(s, t, NULL);
        ir_operands_var(&s->operands, v ? v : new_param(s, t));
    }
}

const IrType *s_tensor(OpSample *s, SampleWant want) {
    const IrType *t = s_type(s, want);
    s_tensor_of(s, t);
    return t;
}

void s_tensor_dims(OpSample *s, IrDims dims, int32_t ndim, DType dtype) {
    s_tensor_of(s, s_tensor_type(s, dims, ndim, dtype));
}

void s_new_tensor(OpSample *s, const IrType *t) { ir_operands_var(&s->operands, new_param(s, t)); }

static void index_operand(OpSample *s, const IrType *t, int64_t bound, bool negative) {
    if (bound > 0 && may_be_constant(s, t)) {
        ir_operands_const(&s->operands, constant(s, t, bound, negative));
        return;
    }
    /* Only a parameter is known to be in bounds: drawn inputs mind the roles of its uses. */
    IrVar *v = s_chance(s, s->options.reuse) ? find_var(s, t, NULL) : NULL;
    ir_operands_var(&s->operands, v && !v->def ? v : new_param(s, t));
}

void s_index(OpSample *s, IrDims dims, int32_t ndim, int64_t bound, bool negative) {
    static const DType dtypes[] = {DTYPE_INT64, DTYPE_INT64, DTYPE_INT32, DTYPE_INT8, DTYPE_UINT8};
    index_operand(s, s_tensor_type(s, dims, ndim, dtypes[s_below(s, ARRAY_LEN(dtypes))]), bound,
                  negative);
}

void s_index_of(OpSample *s, IrDims dims, int32_t ndim, int64_t bound, DType dtype) {
    index_operand(s, s_tensor_type(s, dims, ndim, dtype), bound, false);
}

void s_int_list(OpSample *s, const int64_t *v, uint32_t n) {
    const int64_t dim = n;
    Tensor *x = tensor_new(s->b.m->ctx, DTYPE_INT64, &dim, 1);
    for (uint32_t i = 0; i < n; i++) dtype_write_int(DTYPE_INT64, tensor_at(x, i), v[i]);
    ir_operands_const(&s->operands, ir_const_new(s->b.m, x));
}

void s_none(OpSample *s) { ir_operands_none(&s->operands); }
void s_string(OpSample *s, const char *v) {
    ir_operands_string(&s->operands, ir_name(s->b.m, str_c(v)));
}
void s_shape(OpSample *s, IrDims dims, int32_t ndim) {
    const IrDim *none = NULL;
    ir_operands_shape(&s->operands, ir_type_shape(s->b.m, dims ? dims : &none, ndim));
}
void s_dim_prim(OpSample *s, const IrDim *v) {
    ir_operands_prim(&s->operands, ir_type_prim(s->b.m, DTYPE_INT64, v), 0);
}
void s_int_prim(OpSample *s, int64_t v) { s_dim_prim(s, s_const(s, v)); }
void s_float_prim(OpSample *s, double v) {
    ir_operands_prim(&s->operands, ir_type_prim(s->b.m, DTYPE_FLOAT64, NULL), v);
}
size_t s_tuple(OpSample *s) { return ir_operands_tuple(&s->operands); }
void s_end(OpSample *s, size_t at, uint32_t n) { ir_operands_end(&s->operands, at, n); }

void s_value(OpSample *s) {
    if (s->vars.len && s_chance(s, s->options.reuse)) {
        ir_operands_var(&s->operands, s->vars.at[s_below(s, s->vars.len)]);
    } else {
        s_tensor(s, (SampleWant){.open = true});
    }
}

/* Attributes */

IrAttr *s_attr(OpSample *s, const char *name) {
    int i = ir_op_attr_index(s->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", s->op->name, name);
    return &s->attrs[i];
}

void s_set_none(OpSample *s, const char *name) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_NONE};
}
void s_set_int(OpSample *s, const char *name, int64_t v) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_INT, .i = v};
}
void s_set_float(OpSample *s, const char *name, double v) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_FLOAT, .f = v};
}
void s_set_bool(OpSample *s, const char *name, bool v) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_BOOL, .i = v};
}
void s_set_dtype(OpSample *s, const char *name, DType v) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = v};
}
void s_set_string(OpSample *s, const char *name, const char *v) {
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(s->b.m, str_c(v))};
}
void s_set_ints(OpSample *s, const char *name, const int64_t *v, uint32_t n) {
    int64_t *copy = ARENA_ARRAY(&s->b.m->scratch, int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) copy[i] = v[i];
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = copy};
}

int64_t s_signed(OpSample *s, int64_t v, int64_t n) { return s_chance(s, 40) ? v - n : v; }

const IrAttr *s_told(const OpSample *s, const char *name, IrAttrKind kind) {
    for (uint32_t i = 0; i < s->options.n_attrs; i++) {
        const SampleAttr *a = &s->options.attrs[i];
        if (strcmp(a->name, name) == 0) return a->value.kind == kind ? &a->value : NULL;
    }
    return NULL;
}

bool s_varied(const OpSample *s, const char *name) {
    return s->options.varied && strcmp(s->options.varied, name) == 0;
}

int64_t s_axis(OpSample *s, const char *name, int32_t n) {
    int64_t axis = s_range(s, 0, n - 1);
    const IrAttr *told = s_told(s, name, IR_ATTR_INT);
    if (told && told->i >= -n && told->i < n) axis = told->i < 0 ? told->i + n : told->i;
    s_set_int(s, name, s_signed(s, axis, n));
    return axis;
}

int64_t s_axis_or_none(OpSample *s, const char *name, int32_t n) {
    const bool is_told = s_told(s, name, IR_ATTR_INT) != NULL;
    if (n > 0 && (s_chance(s, 75) || is_told)) return s_axis(s, name, n);
    s_set_none(s, name);
    return -1;
}

/* Distinct axes of n, of which there are no more than 64. */
static bool are_axes(const IrAttr *a, int32_t n) {
    uint64_t seen = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const int64_t axis = a->ints[i] < 0 ? a->ints[i] + n : a->ints[i];
        if (axis < 0 || axis >= n || seen >> axis & 1) return false;
        seen |= (uint64_t)1 << axis;
    }
    return true;
}

const int64_t *s_axes(OpSample *s, const char *name, int32_t n, uint32_t least, uint32_t *count) {
    int64_t *axes = s_permutation(s, n);
    *count = (uint32_t)s_range(s, least, n);
    const IrAttr *told = s_told(s, name, IR_ATTR_INTS);
    if (told && told->n >= least && are_axes(told, n)) {
        *count = told->n;
        for (uint32_t i = 0; i < told->n; i++)
            axes[i] = told->ints[i] < 0 ? told->ints[i] + n : told->ints[i];
    }
    int64_t *written = ARENA_ARRAY(&s->b.m->scratch, int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < *count; i++) written[i] = s_signed(s, axes[i], n);
    s_set_ints(s, name, written, *count);
    return axes;
}

/* Calls */

/* What the options say, over what was drawn. */
static void tell_attrs(OpSample *s) {
    for (uint32_t i = 0; i < s->options.n_attrs; i++) {
        const int at = ir_op_attr_index(s->op, s->options.attrs[i].name);
        if (at >= 0) s->attrs[at] = s->options.attrs[i].value;
    }
}

/* What the schema alone can say. */
static void draw_attrs(OpSample *s) {
    ir_attr_defaults(s->b.m, s->op, s->attrs);
    for (uint32_t i = 0; i < ir_op_n_attrs(s->op); i++) {
        const OpParam *p = ir_op_attr_param(s->op, i);
        const bool varied = s_varied(s, p->name);
        if (p->none && s_chance(s, 50)) continue;
        if (p->kind == OP_PARAM_BOOL)
            s->attrs[i] = (IrAttr){.kind = IR_ATTR_BOOL, .i = varied ? !p->i : s_chance(s, 50)};
        if (p->kind != OP_PARAM_STRING || !p->choices) continue;
        uint64_t n = 0;
        while (p->choices[n]) n++;
        s_set_string(s, p->name, p->choices[s_below(s, n)]);
    }
}

static IrVar *draw_call(OpSample *s, const OpDef *op) {
    IrModule *m = s->b.m;
    if (!op->sample) BUG("R.%s has no sample", op->name);
    s->op = op;
    s->attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(op) + 1);
    s->types = NULL;
    s->n_types = 0;
    ir_operands_init(&s->operands, &m->scratch);
    draw_attrs(s);
    tell_attrs(s);
    op->sample(s);
    tell_attrs(s);
    return ir_build_call(&s->b, op, s->operands.ops.at, (uint32_t)s->operands.ops.len,
                         (IrCallForm){.attrs = s->attrs, .types = s->types, .n_types = s->n_types},
                         ir_name(m, (Str){"lv", 2}));
}

void sample_begin(OpSample *s, IrModule *m, const char *name, uint64_t seed,
                  SampleOptions options) {
    name = ir_name(m, str_c(name));
    *s = (OpSample){
        .b = {.m = m, .fn = ir_function_new(m, name)}, .options = options, .state = seed};
    next(s);
    IrFunction *fn = s->b.fn;
    fn->is_pure = true;
    fn->body = ir_body_new(fn, NULL);
}

static IrFunction *finish(OpSample *s, const IrOperand *result, uint32_t n) {
    IrFunction *fn = s->b.fn;
    ir_body_set_result(fn->body, result, n);
    fn->result = ir_operand_type(s->b.m, fn->body->result.at);
    fn->global = ir_global_new(s->b.m, fn->name);
    fn->global->function = fn;
    return fn;
}

IrFunction *sample_call(IrModule *m, const OpDef *op, const char *name, uint64_t seed,
                        SampleOptions options) {
    OpSample s;
    sample_begin(&s, m, name, seed, options);
    s.b.fn->is_pure = op->flags & OP_PURE;
    const bool is_dataflow = s.b.fn->is_pure && s_chance(&s, 50);
    s.b.block = ir_block_append(s.b.fn->body, is_dataflow);
    IrVar *y = draw_call(&s, op);
    if (!y) return NULL;
    y->is_output = true;
    const IrOperand result = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    return finish(&s, &result, 1);
}

bool sample_fits_graph(const OpDef *op) {
    return op->sample && (op->flags & OP_PURE) &&
           (op->lower || op->decompose || op->identity || op->structural);
}

/* Names a tuple's fields, so that they may be operands. */
static bool open_tuple(OpSample *s, IrVar *tuple) {
    const IrOperand operand = {.kind = IR_OPERAND_VAR, .span = 1, .var = tuple};
    for (uint32_t i = 0; i < tuple->type->n; i++) {
        if (s_chance(s, 20)) continue;
        IrVar *field = ir_build_field(&s->b, &operand, 1, i, ir_name(s->b.m, (Str){"lv", 2}));
        if (!field) return false;
        vec_push(&s->b.m->arena, &s->vars, field);
    }
    return true;
}

/* Of all its tensors whose shape is known. */
static int64_t elements_of(OpSample *s, const IrType *t) {
    int64_t n = t->kind == IR_TYPE_TENSOR && t->dims ? s_elements(s, t->dims, t->ndim) : 0;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        n += elements_of(s, t->fields[i]);
    return n;
}

bool sample_step(OpSample *s, const OpDef *op, int64_t most) {
    IrModule *m = s->b.m;
    const ArenaMark mark = arena_mark(&m->scratch);
    IrVar *v = draw_call(s, op);
    arena_rewind(&m->scratch, mark);
    if (!v) return false;
    if (elements_of(s, v->type) > most) return true;
    vec_push(&m->arena, &s->vars, v);
    return v->type->kind != IR_TYPE_TUPLE || open_tuple(s, v);
}

void sample_close_block(OpSample *s, size_t first) {
    if (!s->b.block || !s->b.block->is_dataflow) return;
    size_t kept = first;
    for (size_t i = first; i < s->vars.len; i++) {
        IrVar *v = s->vars.at[i];
        if (v->def && v->n_uses && s_chance(s, 60)) continue;
        if (v->def) v->is_output = true;
        s->vars.at[kept++] = v;
    }
    s->vars.len = kept;
}

IrFunction *sample_end(OpSample *s) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->b.m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    uint32_t count = 0;
    for (size_t i = 0; i < s->vars.len; i++) {
        if (s->vars.at[i]->n_uses || !s->vars.at[i]->def) continue;
        ir_operands_var(&buf, s->vars.at[i]);
        count++;
    }
    ir_operands_end(&buf, at, count);
    return finish(s, buf.ops.at, (uint32_t)buf.ops.len);
}

IrFunction *sample_graph(IrModule *m, const char *name, uint64_t seed, uint32_t n,
                         SampleOptions options) {
    OpSample s;
    sample_begin(&s, m, name, seed, options);
    size_t first = 0;
    int64_t left = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (left-- <= 0) {
            sample_close_block(&s, first);
            first = s.vars.len;
            left = s_range(&s, 1, 1 + n / 2);
            /* In text two plain blocks one after the other are one. */
            const bool was_plain = s.b.block && !s.b.block->is_dataflow;
            s.b.block = ir_block_append(s.b.fn->body, was_plain || s_chance(&s, 60));
        }
        const OpDef *op;
        do {
            op = m->ops->ops[s_below(&s, m->ops->n)];
        } while (!sample_fits_graph(op) ||
                 (options.no_loops && op->structural == OP_STRUCTURAL_CALL_LOOPS) ||
                 (options.no_workers && (op->flags & OP_WORKERS)));
        if (!sample_step(&s, op, INT64_MAX)) return NULL;
    }
    sample_close_block(&s, first);
    return sample_end(&s);
}

/* Shared hooks */

void sample_any(OpSample *s) { s_tensor(s, (SampleWant){.open = true}); }
void sample_value(OpSample *s) { s_value(s); }
