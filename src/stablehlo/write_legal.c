/* SPDX-License-Identifier: Apache-2.0 */
/* The legal set of StableHLO: which calls the writers of stablehlo/write.def take. Dims are known,
 * as numbers or expressions, and so are dtypes; what is not known is not legal. */
#include "stablehlo/write.h"

#include <ctype.h>

#define BIT(t) (1u << DTYPE_##t)

enum {
    FLOATS = BIT(FLOAT16) | BIT(FLOAT32) | BIT(FLOAT64) | BIT(BFLOAT16),
    SIGNED = BIT(INT8) | BIT(INT16) | BIT(INT32) | BIT(INT64),
    UNSIGNED = BIT(UINT8) | BIT(UINT16) | BIT(UINT32) | BIT(UINT64),
    NUMBERS = FLOATS | SIGNED | UNSIGNED,
    SMALL = BIT(INT4) | BIT(UINT4) | BIT(INT2) | BIT(UINT2) | BIT(FLOAT8E4M3FN) |
            BIT(FLOAT8E4M3FNUZ) | BIT(FLOAT8E5M2) | BIT(FLOAT8E5M2FNUZ) | BIT(FLOAT8E8M0) |
            BIT(FLOAT8E4M3) | BIT(FLOAT8E3M4) | BIT(FLOAT8E4M3B11FNUZ) |
            BIT(FLOAT4E2M1), /* which are moved and converted */
    ANY = NUMBERS | BIT(BOOL) | SMALL,
};

const IrAttr *hw_attr(const IrBinding *call, const char *name) {
    const int i = ir_op_attr_index(call->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", call->op->name, name);
    return &call->attrs[i];
}

int64_t hw_int_at(const IrBinding *call, const char *name, uint32_t i, int64_t fallback) {
    const IrAttr *a = hw_attr(call, name);
    if (a->kind == IR_ATTR_INT) return a->i;
    if (a->kind != IR_ATTR_INTS || !a->n) return fallback;
    return a->ints[a->n == 1 ? 0 : i % a->n];
}

static bool is_shaped(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims && (ANY >> t->dtype & 1u);
}

/* Tensors among the operands are of known types, and the result is one. */
static bool of(const IrBinding *call, unsigned dtypes) {
    IrModule *m = call->block->body->function->module;
    const IrOperands *ops = &call->operands;
    const IrType *first = NULL;
    if (!is_shaped(call->var->type)) return false;
    for (uint32_t i = 0; i < ops->n; i++) {
        const IrOperand *o = &ops->at[i];
        if (o->kind != IR_OPERAND_VAR && o->kind != IR_OPERAND_CONST) continue;
        const IrType *t = ir_operand_type(m, o);
        if (t->kind == IR_TYPE_TUPLE) {
            for (uint32_t k = 0; k < t->n; k++) {
                if (!is_shaped(t->fields[k])) return false;
            }
            if (t->n && !first) first = t->fields[0];
            continue;
        }
        if (!is_shaped(t)) return false;
        if (!first) first = t;
    }
    return !first || (dtypes >> first->dtype & 1u);
}

static bool legal_of_any(const IrBinding *call) { return of(call, ANY); }
static bool legal_of_floats(const IrBinding *call) { return of(call, FLOATS); }
static bool legal_of_signed(const IrBinding *call) { return of(call, FLOATS | SIGNED); }
static bool legal_of_numbers(const IrBinding *call) { return of(call, NUMBERS); }
static bool legal_of_bools(const IrBinding *call) { return of(call, BIT(BOOL)); }
static bool legal_of_integers(const IrBinding *call) { return of(call, SIGNED | UNSIGNED); }
static bool legal_of_bits(const IrBinding *call) { return of(call, SIGNED | UNSIGNED | BIT(BOOL)); }

static const IrType *type_of(const IrBinding *call, uint32_t i) {
    return ir_operand_type(call->block->body->function->module, ir_operand_get(&call->operands, i));
}

/* Not of small types, to which a cast may saturate. */
static bool legal_of_plain(const IrBinding *call) {
    return of(call, ANY) && !dtype_is_small(call->var->type->dtype);
}

/* All extents are numbers. */
static bool legal_is_known(const IrBinding *call) {
    return of(call, ANY) && hw_is_static(call->var->type) && hw_is_static(type_of(call, 0));
}

static bool legal_is_split(const IrBinding *call) {
    const IrType *x = type_of(call, 0), *t = call->var->type;
    bool ok = is_shaped(x) && hw_is_static(x);
    if (t->kind == IR_TYPE_TENSOR) return ok && is_shaped(t) && hw_is_static(t);
    for (uint32_t i = 0; ok && i < t->n; i++)
        ok = is_shaped(t->fields[i]) && hw_is_static(t->fields[i]);
    return ok && t->kind == IR_TYPE_TUPLE;
}

static bool legal_of_clip(const IrBinding *call) {
    if (!of(call, FLOATS)) return false;
    for (uint32_t i = 1; i < 3; i++) {
        int64_t v;
        const IrOperand *o = ir_operand_get(&call->operands, i);
        if (o->kind != IR_OPERAND_PRIM) return false;
        if (!dtype_is_float(o->type->dtype) &&
            (!o->type->value || !ir_dim_is_const(o->type->value, &v)))
            return false;
    }
    return true;
}

/* To a power of two it rounds up, which convert does not. */
static bool legal_is_astype(const IrBinding *call) {
    return of(call, ANY) && call->var->type->dtype != DTYPE_FLOAT8E8M0;
}

/* As the reader's h_cast; what saturates is clamped before, and float4_e2m1fn has no more. */
static bool legal_is_cast(const IrBinding *call) {
    const bool is_power = call->var->type->dtype == DTYPE_FLOAT8E8M0;
    return of(call, ANY) && (!is_power || (!hw_attr(call, "saturate")->i &&
                                           strcmp(hw_attr(call, "round_mode")->s, "nearest") == 0));
}

static bool legal_is_bitcast(const IrBinding *call) {
    const IrType *from = type_of(call, 0), *to = call->var->type;
    return of(call, ANY) && from->dtype != DTYPE_BOOL && to->dtype != DTYPE_BOOL &&
           from->ndim == to->ndim && dtype_bits(from->dtype) == dtype_bits(to->dtype);
}

/* In the operand's own dtype. */
static bool legal_is_reduction(const IrBinding *call) {
    return of(call, NUMBERS) && type_of(call, 0)->dtype == call->var->type->dtype;
}

static bool legal_is_take(const IrBinding *call) {
    const char *mode = hw_attr(call, "mode")->s;
    if (!of(call, ANY) || (strcmp(mode, "fast") != 0 && strcmp(mode, "clip") != 0)) return false;
    const IrOperand *at = ir_operand_get(&call->operands, 1);
    return (at->kind == IR_OPERAND_VAR || at->kind == IR_OPERAND_CONST) &&
           (SIGNED >> type_of(call, 1)->dtype & 1u) &&
           (hw_attr(call, "axis")->kind == IR_ATTR_INT || type_of(call, 0)->ndim == 1);
}

/* Bounds are integers, and known. */
static bool legal_is_counter(const IrBinding *call) {
    if (!of(call, NUMBERS)) return false;
    for (uint32_t i = 0; i < 3; i++) {
        const IrOperand *o = ir_operand_get(&call->operands, i);
        const bool left = o->kind == IR_OPERAND_NONE && i == 1;
        if (!left &&
            (o->kind != IR_OPERAND_PRIM || dtype_is_float(o->type->dtype) || !o->type->value))
            return false;
    }
    return true;
}

static bool legal_is_pad(const IrBinding *call) {
    return of(call, NUMBERS) && strcmp(hw_attr(call, "pad_mode")->s, "constant") == 0 &&
           hw_attr(call, "pad_width")->kind == IR_ATTR_INTS;
}

/* Of rank 1, by an operation that has a name there, or none. */
static bool legal_is_flat_scatter(const IrBinding *call) {
    return of(call, ANY) && call->var->type->ndim == 1 &&
           (SIGNED >> type_of(call, 1)->dtype & 1u) &&
           strcmp(hw_attr(call, "reduction")->s, "mean") != 0;
}

/* Not of flattened operands. */
static bool legal_is_concat(const IrBinding *call) {
    return of(call, ANY) && hw_attr(call, "axis")->kind == IR_ATTR_INT;
}

static const IrDim *prim_at(const IrBinding *call, uint32_t operand, uint32_t i) {
    const IrOperand *list = ir_operand_get(&call->operands, operand);
    if (list->kind != IR_OPERAND_TUPLE || i >= list->n) return NULL;
    const IrOperand *o = list + 1 + i;
    return o->kind == IR_OPERAND_PRIM ? o->type->value : NULL;
}

bool shlo_slices(const IrBinding *call, ShloSlice *out, int32_t rank) {
    IrModule *m = call->block->body->function->module;
    const IrOperand *axes = ir_operand_get(&call->operands, 1),
                    *steps = ir_operand_get(&call->operands, 4);
    const bool inbound = hw_attr(call, "assume_inbound")->i != 0;
    for (int32_t i = 0; i < rank; i++) out[i] = (ShloSlice){ir_dim_const(m, 0), 1, true};
    if (axes->kind != IR_OPERAND_TUPLE) return false;
    for (uint32_t i = 0; i < axes->n; i++) {
        const IrDim *of = prim_at(call, 1, i), *begin = prim_at(call, 2, i), *by;
        int64_t axis, step = 1, lo, hi;
        if (!of || !ir_dim_is_const(of, &axis) || !begin) return false;
        if (steps->kind == IR_OPERAND_TUPLE &&
            (!(by = prim_at(call, 4, i)) || !ir_dim_is_const(by, &step)))
            return false;
        ir_dim_bounds(begin, &lo, &hi);
        if (axis < 0) axis += rank;
        if (axis < 0 || axis >= rank || step < 1) return false;
        if (!inbound && lo < 0 && hi >= 0) return false;
        out[axis] = (ShloSlice){begin, step, inbound};
    }
    return true;
}

static bool legal_is_slice(const IrBinding *call) {
    ShloSlice slices[32];
    return of(call, ANY) && type_of(call, 0)->ndim <= 32 &&
           shlo_slices(call, slices, type_of(call, 0)->ndim);
}

/* A dim of the result is the operand's, or 1. */
static bool legal_is_collapse(const IrBinding *call) {
    if (!of(call, NUMBERS)) return false;
    const IrType *x = type_of(call, 0), *y = call->var->type;
    for (int32_t i = 0; i < y->ndim; i++) {
        if (y->dims[i] != x->dims[i + x->ndim - y->ndim] && !ir_dim_is(y->dims[i], 1)) return false;
    }
    return true;
}

static bool has_letter(const char *at, uint32_t n, char c) { return memchr(at, c, n) != NULL; }

/* Each letter once in a term; those of one operand alone are in the result, and no others. */
static bool is_plain_term(const char *at, uint32_t n, const char *other, uint32_t n_other,
                          const ShloTerms *t) {
    for (uint32_t i = 0; i < n; i++) {
        if (!isalpha((unsigned char)at[i]) || has_letter(at, i, at[i])) return false;
        if (!has_letter(other, n_other, at[i]) && !has_letter(t->out, t->n_out, at[i]))
            return false;
    }
    return true;
}

bool shlo_einsum_terms(const IrBinding *call, ShloTerms *t) {
    const char *text = hw_attr(call, "subscripts")->s;
    const char *comma = strchr(text, ','), *arrow = strstr(text, "->");
    if (!comma || !arrow || strchr(comma + 1, ',') || strchr(text, ' ')) return false;
    *t = (ShloTerms){.a = text,
                     .n_a = (uint32_t)(comma - text),
                     .b = comma + 1,
                     .n_b = (uint32_t)(arrow - comma - 1),
                     .out = arrow + 2,
                     .n_out = (uint32_t)strlen(arrow + 2)};
    for (uint32_t i = 0; i < t->n_out; i++) {
        if (!has_letter(t->a, t->n_a, t->out[i]) && !has_letter(t->b, t->n_b, t->out[i]))
            return false;
        if (has_letter(t->out, i, t->out[i])) return false;
    }
    return is_plain_term(t->a, t->n_a, t->b, t->n_b, t) &&
           is_plain_term(t->b, t->n_b, t->a, t->n_a, t);
}

static bool legal_is_product(const IrBinding *call) {
    ShloTerms t;
    const IrOperand *list = ir_operand_get(&call->operands, 0);
    if (!of(call, NUMBERS) || list->kind != IR_OPERAND_TUPLE || list->n != 2) return false;
    if (!shlo_einsum_terms(call, &t)) return false;
    IrModule *m = call->block->body->function->module;
    const IrType *a = ir_operand_type(m, list + 1), *b = ir_operand_type(m, list + 2);
    if (a->ndim != (int32_t)t.n_a || b->ndim != (int32_t)t.n_b) return false;
    for (uint32_t i = 0; i < t.n_a; i++) { /* nothing is stretched */
        const char *at = memchr(t.b, t.a[i], t.n_b);
        if (at && a->dims[i] != b->dims[at - t.b]) return false;
    }
    return a->dtype == b->dtype;
}

static bool is_layout(const IrAttr *a, const char *first, int32_t rank) {
    static const char *const spatial[] = {"", "", "", "W", "HW", "DHW"};
    return a->kind != IR_ATTR_STRING ||
           (rank >= 3 && rank <= 5 && strlen(a->s) == (size_t)rank && memcmp(a->s, first, 2) == 0 &&
            strcmp(a->s + 2, spatial[rank]) == 0);
}

/* Each letter once, in any order. None given: the one beside it says it. */
static bool has_letters(const IrAttr *a, const char *letters) {
    const size_t n = strlen(letters);
    if (a->kind != IR_ATTR_STRING) return true;
    for (size_t i = 0; i < n; i++) {
        if (!strchr(a->s, letters[i])) return false;
    }
    return strlen(a->s) == n;
}

static bool legal_is_conv(const IrBinding *call) {
    static const char *const data[] = {"NCW", "NCHW", "NCDHW"}, *const kernel[] = {"OIW", "OIHW",
                                                                                   "OIDHW"};
    const int32_t n = call->var->type->ndim - 3;
    const bool turned = strstr(call->op->name, "_transpose") != NULL;
    return of(call, NUMBERS) && n >= 0 && n < 3 &&
           has_letters(hw_attr(call, "data_layout"), data[n]) &&
           has_letters(hw_attr(call, "kernel_layout"), kernel[n]) &&
           has_letters(hw_attr(call, "out_layout"), data[n]) &&
           (!turned || (hw_attr(call, "groups")->i == 1 && hw_is_static(type_of(call, 1))));
}

/* Others are convolutions of moved data. */
static bool legal_is_conv_weight(const IrBinding *call) {
    return of(call, FLOATS) && hw_is_static(type_of(call, 0)) && hw_is_static(type_of(call, 1)) &&
           hw_is_static(call->var->type);
}

static bool legal_is_pool(const IrBinding *call) {
    const int32_t rank = call->var->type->ndim;
    return of(call, FLOATS) && !hw_attr(call, "ceil_mode")->i &&
           is_layout(hw_attr(call, "layout"), "NC", rank) &&
           is_layout(hw_attr(call, "out_layout"), "NC", rank);
}

static bool legal_is_undilated_pool(const IrBinding *call) {
    for (uint32_t i = 0; i < 3; i++) {
        if (hw_int_at(call, "dilation", i, 1) != 1) return false;
    }
    return legal_is_pool(call);
}

/* A shape of known rank as its vector, and back. */
static bool legal_is_shape(const IrBinding *call) {
    const IrType *t = type_of(call, 0);
    return is_shaped(call->var->type) && t->kind == IR_TYPE_SHAPE && t->ndim >= 0;
}

static bool legal_is_known_shape(const IrBinding *call) { return is_shaped(type_of(call, 0)); }

static bool legal_is_extents(const IrBinding *call) {
    const IrType *t = call->var->type;
    return t->kind == IR_TYPE_SHAPE && t->ndim >= 0 && is_shaped(type_of(call, 0));
}

static bool legal_is_sort(const IrBinding *call) {
    return of(call, NUMBERS) && type_of(call, 0)->ndim > 0;
}

/* What is first along the axis is cut off, so extents are numbers. */
static bool legal_is_topk(const IrBinding *call) {
    const IrType *t = call->var->type, *x = type_of(call, 0);
    bool ok = is_shaped(x) && hw_is_static(x) && x->ndim > 0 && (NUMBERS >> x->dtype & 1u);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = ok && is_shaped(t->fields[i]) && hw_is_static(t->fields[i]);
    return ok && (t->kind == IR_TYPE_TUPLE || (is_shaped(t) && hw_is_static(t)));
}

static bool legal_is_gather(const IrBinding *call) {
    return of(call, ANY) && type_of(call, 0)->ndim > 0 && (SIGNED >> type_of(call, 1)->dtype & 1u);
}

/* Narrow floats are summed in wider ones. */
static bool legal_is_running(const IrBinding *call) {
    const IrAttr *axis = hw_attr(call, "axis");
    if (!legal_is_reduction(call) || axis->kind != IR_ATTR_INT || hw_attr(call, "exclusive")->i)
        return false;
    const IrType *x = type_of(call, 0);
    const int64_t at = axis->i < 0 ? axis->i + x->ndim : axis->i;
    int64_t n;
    return !(dtype_is_float(x->dtype) && dtype_bits(x->dtype) < 32) && x->ndim > 0 &&
           ir_dim_is_const(x->dims[at], &n) && n > 0;
}

/* Loops over functions */

const IrFunction *shlo_function_of(const IrOperand *o) {
    if (o->kind == IR_OPERAND_GLOBAL) return o->global->function;
    const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return def && def->kind == IR_BIND_FUNCTION ? def->function : NULL;
}

static bool is_body(const IrOperand *o) {
    const IrFunction *fn = shlo_function_of(o);
    return fn && fn->body;
}

/* Leaves of a tensor of any known dims. */
static bool has_leaves(const IrType *t) {
    bool ok = t->kind == IR_TYPE_TUPLE || (t->kind == IR_TYPE_TENSOR && t->dims);
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = has_leaves(t->fields[i]);
    return ok;
}

/* Is a carry of the same type all along, as far as the text says it? */
static bool is_steady(const IrType *from, const IrType *to) {
    if (from->kind != to->kind) return false;
    if (from->kind == IR_TYPE_TUPLE) {
        bool ok = from->n == to->n;
        for (uint32_t i = 0; ok && i < from->n; i++) ok = is_steady(from->fields[i], to->fields[i]);
        return ok;
    }
    if (from->ndim != to->ndim || !from->dims || !to->dims) return false;
    for (int32_t i = 0; i < from->ndim; i++) {
        int64_t a, b;
        const bool known = ir_dim_is_const(from->dims[i], &a);
        if (known != ir_dim_is_const(to->dims[i], &b) || (known && a != b)) return false;
    }
    return true;
}

static bool legal_body(const IrBinding *call, uint32_t operand, uint32_t carries) {
    const IrOperand *o = ir_operand_get(&call->operands, operand);
    if (!is_body(o)) return false;
    IrModule *m = call->block->body->function->module;
    const IrFunction *fn = shlo_function_of(o);
    const IrOperand *given = ir_operand_get(&call->operands, carries);
    const IrType *t = ir_operand_type(m, given);
    if (t->kind != IR_TYPE_TUPLE || fn->params.len < fn->n_captures + t->n) return false;
    for (uint32_t i = 0; i < t->n; i++) {
        if (!is_steady(t->fields[i], fn->params.at[fn->n_captures + i]->type)) return false;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrTypeKind kind = fn->params.at[i]->type->kind;
        if (kind == IR_TYPE_CALLABLE || kind == IR_TYPE_ANY) return false;
    }
    return true;
}

static bool legal_is_loop(const IrBinding *call) {
    const bool counts = call->op == &op_scan;
    if (!has_leaves(call->var->type)) return false;
    return counts ? legal_body(call, 0, 1) : legal_body(call, 0, 2) && legal_body(call, 1, 2);
}

/* Tensors, or several, of what loops compute with: they see the bytes of small types. */
static bool are_plain(const IrType *t) {
    bool ok = t->kind == IR_TYPE_TUPLE || (is_shaped(t) && !dtype_is_small(t->dtype));
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = are_plain(t->fields[i]);
    return ok;
}

/* A function of the module on tensors of known dims: what its loops lack is found when it is
 * read. */
static bool legal_is_loops(const IrBinding *call) {
    const IrOperand *f = call->operands.at;
    if (f->kind != IR_OPERAND_GLOBAL || !f->global->function || f->global->function->body)
        return false;
    return are_plain(call->var->type) && are_plain(type_of(call, 1));
}

/* Collectives: of a known mesh, in equal parts */

bool shlo_mesh_of(const IrFunction *fn, Mesh *out) {
    const char *text = ccl_mesh(fn);
    return text && !mesh_parse(out, text);
}

bool shlo_group_of_call(const IrBinding *call, Mesh *mesh, MeshGroup *group) {
    const char *wrong;
    return shlo_mesh_of(call->block->body->function, mesh) &&
           mesh_group(mesh, hw_attr(call, "axes"), group, &wrong);
}

static bool legal_is_collective(const IrBinding *call) {
    Mesh mesh;
    MeshGroup group;
    const int workers = ir_op_attr_index(call->op, "num_workers"),
              how = ir_op_attr_index(call->op, "op_type");
    if (!of(call, NUMBERS | BIT(BOOL)) || !shlo_group_of_call(call, &mesh, &group)) return false;
    for (uint32_t i = 1; i < ir_op_n_operands(call->op); i++) { /* extents of parts */
        if (ir_operand_get(&call->operands, i)->kind != IR_OPERAND_NONE) return false;
    }
    if (workers >= 0 && call->attrs[workers].i != group.size) return false;
    return how < 0 || strcmp(call->attrs[how].s, "avg") != 0 ||
           dtype_is_float(call->var->type->dtype);
}

static bool legal_is_scattered(const IrBinding *call) {
    return legal_is_collective(call) && hw_is_static(call->var->type);
}

/* Calls of the host */

static bool is_tensor(IrModule *m, const IrOperand *o) {
    return (o->kind == IR_OPERAND_VAR || o->kind == IR_OPERAND_CONST) &&
           is_shaped(ir_operand_type(m, o));
}

static bool legal_is_assert(const IrBinding *call) {
    return is_tensor(call->block->body->function->module, call->operands.at) &&
           type_of(call, 0)->ndim == 0;
}

/* Of a function by its name, on tensors; one of a single field would be read as that field. */
static bool legal_is_host_call(const IrBinding *call) {
    const IrOperands *ops = &call->operands;
    const IrType *t = call->var->type;
    bool ok = ops->at->kind == IR_OPERAND_STRING &&
              (is_shaped(t) || (t->kind == IR_TYPE_TUPLE && t->n != 1));
    for (uint32_t at = 1; ok && at < ops->n; at += ops->at[at].span)
        ok = is_tensor(call->block->body->function->module, &ops->at[at]);
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = is_shaped(t->fields[i]);
    return ok;
}

static const IrLegalRow rows[] = {
#define WRITE_AS(id, predicate, name) {&op_##id, predicate, #predicate},
#define WRITE(id, predicate, fn, names) {&op_##id, predicate, #predicate},
#include "stablehlo/write.def"
};

const IrLegalSet shlo_legal = {.name = "stablehlo",
                               .ways = IR_LEGAL_DECOMPOSE | IR_LEGAL_NAME | IR_LEGAL_LOOPS,
                               .rows = rows,
                               .n_rows = ARRAY_LEN(rows)};
