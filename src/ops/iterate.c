/* SPDX-License-Identifier: Apache-2.0 */
/* scan and while_loop: functions called again and again.
 *
 * What the body declares for a carry is the carry's type throughout: the body's symbols get their
 * values on entry, from the first arguments, and keep them in every iteration. So that type, with
 * those values, is also the result's, however often the body is called (zero times too, as the
 * initial carries are checked against it). */
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

#define FUNCTION(name_)                                                                            \
    { .name = (name_), .kind = OP_PARAM_FUNCTION }
#define VALUES(name_)                                                                              \
    { .name = (name_), .kind = OP_PARAM_VALUES }
#define VALUES_OR_NONE(name_)                                                                      \
    { .name = (name_), .kind = OP_PARAM_VALUES, .optional = true }

static const OpParam scan_params[] = {
    FUNCTION("body"),
    VALUES("carries"),
    {.name = "sequences", .kind = OP_PARAM_TENSORS, .optional = true},
    VALUES_OR_NONE("captures"),
    OP_PRIM_OR_NONE("trip"),
    OP_BOOL("reverse", false),
};

static const char *const scan_constraints[] = {
    "body is a pure function",
    "body takes the carries, a slice of each sequence and the captures",
    "body returns a tuple: the next carries, of the types that it takes, then tensors",
    "the sequences have rank 1 or more and the same first extent",
    "trip is an integer of 0 or more, the sequences' first extent where there are some, and given "
    "where "
    "there are none",
    NULL,
};

static const OpParam while_params[] = {
    FUNCTION("cond"),
    FUNCTION("body"),
    VALUES("carries"),
    VALUES_OR_NONE("captures"),
    OP_PRIM_OR_NONE("max_trip"),
};

static const char *const while_constraints[] = {
    "cond and body are pure functions",
    "cond takes the carries and the captures, and returns a bool scalar",
    "body takes the carries and the captures",
    "body returns a tuple: the next carries, of the types that it takes",
    "max_trip is an integer of 0 or more",
    NULL,
};

/* The elements of a tuple operand. */
typedef struct {
    const IrType *const *at;
    uint32_t n;
    bool known;
} Fields;

static Fields fields_of(const IrInfer *in, uint32_t arg) {
    const IrType *t = in->args[arg].type;
    if (!t) return (Fields){.known = true};
    if (t->kind != IR_TYPE_TUPLE) return (Fields){.known = false};
    return (Fields){t->fields, t->n, true};
}

static bool check_function(IrInfer *in, uint32_t arg, unsigned c) {
    const IrOperand *o = in->args[arg].operand;
    const IrType *t = in->args[arg].type;
    const bool loops = o && o->kind == IR_OPERAND_GLOBAL && o->global->function &&
                       o->global->function->prim_text.len;
    const bool external = o && o->kind == IR_OPERAND_STRING;
    const bool fits = t->kind == IR_TYPE_ANY || (t->kind == IR_TYPE_CALLABLE && t->pure);
    if (fits && !loops && !external) return true;
    const char *found = loops      ? "a prim_func"
                        : external ? infer_text(in, "an external function, \"%s\"", o->string)
                        : t->kind == IR_TYPE_CALLABLE ? "an impure one"
                                                      : ir_type_text(in->m, t);
    infer_fail(in, c,
               infer_text(in,
                          "a pure function of the module, or a variable that holds one, for `%s`",
                          in->args[arg].name),
               found);
    return false;
}

/* The function `arg` may be called so. */
static bool check_call(IrInfer *in, uint32_t arg, const IrApply *f, const IrType *const *args,
                       uint32_t n, unsigned c) {
    if (f->params && f->n != n) {
        infer_fail(in, c, infer_text(in, "%u parameters of `%s`", n, in->args[arg].name),
                   infer_text(in, "%u", f->n));
        return false;
    }
    for (uint32_t i = 0; f->params && i < n; i++) {
        if (ir_type_subsumes(in->m, f->params[i], args[i]) != IR_REFUTED) continue;
        infer_fail(in, c,
                   infer_text(in, "%s for parameter %u of `%s`", ir_type_text(in->m, f->params[i]),
                              i + 1, in->args[arg].name),
                   ir_type_text(in->m, args[i]));
        return false;
    }
    return true;
}

/* The body's result: n carries of the types that it takes, then (`more`) tensors. */
static bool check_result(IrInfer *in, uint32_t arg, const IrApply *f, uint32_t n, bool more,
                         unsigned c) {
    const IrType *t = f->result;
    if (t->kind == IR_TYPE_ANY) return true;
    const char *body = in->args[arg].name;
    if (t->kind != IR_TYPE_TUPLE || t->n < n || (t->n > n && !more)) {
        infer_fail(in, c,
                   infer_text(in, "a tuple of %u%s from `%s`", n, more ? " or more" : "", body),
                   ir_type_text(in->m, t));
        return false;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        const IrType *x = t->fields[i];
        const bool fits = i >= n ? x->kind == IR_TYPE_TENSOR || x->kind == IR_TYPE_ANY
                                 : ir_type_subsumes(in->m, f->params[i], x) != IR_REFUTED;
        if (fits) continue;
        const char *want = i >= n ? "a tensor" : ir_type_text(in->m, f->params[i]);
        infer_fail(in, c, infer_text(in, "%s for field %u of the result of `%s`", want, i, body),
                   ir_type_text(in->m, x));
        return false;
    }
    return true;
}

static const IrType *unknown_tensor(IrInfer *in) {
    return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, DTYPE_VOID);
}

/* C4, C5. *trip: NULL when it is unknown. */
static bool check_trip(IrInfer *in, const Fields *sequences, const IrDim **trip) {
    *trip = NULL;
    for (uint32_t i = 0; i < sequences->n; i++) {
        const IrType *t = sequences->at[i];
        if (t->ndim == 0 && t->kind == IR_TYPE_TENSOR) {
            infer_fail(in, 4, infer_text(in, "rank 1 or more for sequence %u", i),
                       ir_type_text(in->m, t));
            return false;
        }
        if (t->kind != IR_TYPE_TENSOR || !t->dims) continue;
        if (*trip && !infer_dim_eq(in, *trip, t->dims[0], 4,
                                   infer_text(in, "the first extent of sequence %u", i)))
            return false;
        *trip = *trip ? extent_merge(*trip, t->dims[0]) : t->dims[0];
    }
    const IrDim *given;
    if (!extent_integer(in, 4, 5, NULL, &given) || !extent_not_negative(in, given, 5, "trip"))
        return false;
    if (!in->args[4].type && sequences->known && sequences->n == 0) {
        infer_fail(in, 5, "a trip, as there is no sequence", NULL);
        return false;
    }
    if (!given) return true;
    if (*trip && !infer_dim_eq(in, *trip, given, 5, "trip")) return false;
    *trip = *trip ? extent_merge(*trip, given) : given;
    return true;
}

static const IrType *slice_type(IrInfer *in, const IrType *t) {
    if (t->kind != IR_TYPE_TENSOR || t->ndim == IR_NDIM_UNKNOWN)
        return infer_with_dtype(in, unknown_tensor(in), t->dtype);
    return infer_tensor(in, t->dims ? t->dims + 1 : NULL, t->ndim - 1, t->dtype);
}

static const IrType *stack_type(IrInfer *in, const IrType *t, const IrDim *trip) {
    if (t->kind != IR_TYPE_TENSOR || t->ndim == IR_NDIM_UNKNOWN)
        return infer_with_dtype(in, unknown_tensor(in), t->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)t->ndim + 1);
    dims[0] = trip;
    if (t->dims && t->ndim) memcpy(dims + 1, t->dims, (size_t)t->ndim * sizeof *dims);
    return infer_tensor(in, t->dims && trip ? dims : NULL, t->ndim + 1, t->dtype);
}

static const IrType *infer_scan(IrInfer *in) {
    const Fields carries = fields_of(in, 1), sequences = fields_of(in, 2),
                 captures = fields_of(in, 3);
    const IrDim *trip;
    if (!check_function(in, 0, 1) || !check_trip(in, &sequences, &trip)) return NULL;
    if (!carries.known || !sequences.known || !captures.known || !in->args[0].operand)
        return ir_type_any(in->m);
    const uint32_t n = carries.n + sequences.n + captures.n;
    const IrType **args = INFER_ARRAY(in, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < carries.n; i++) args[i] = carries.at[i];
    for (uint32_t i = 0; i < sequences.n; i++)
        args[carries.n + i] = slice_type(in, sequences.at[i]);
    for (uint32_t i = 0; i < captures.n; i++) args[carries.n + sequences.n + i] = captures.at[i];
    IrApply f;
    ir_infer_apply(in->m, in->args[0].operand, args, n, &f);
    if (!check_call(in, 0, &f, args, n, 2)) return NULL;
    if (!f.params) return ir_type_any(in->m);
    if (!check_result(in, 0, &f, carries.n, true, 3)) return NULL;
    if (f.result->kind != IR_TYPE_TUPLE) return ir_type_any(in->m);
    const IrType **out = INFER_ARRAY(in, const IrType *, (size_t)f.result->n + 1);
    for (uint32_t i = 0; i < f.result->n; i++)
        out[i] = i < carries.n ? f.params[i] : stack_type(in, f.result->fields[i], trip);
    return ir_type_tuple(in->m, out, f.result->n);
}

static const IrType *infer_while(IrInfer *in) {
    const Fields carries = fields_of(in, 2), captures = fields_of(in, 3);
    const IrDim *most;
    if (!check_function(in, 0, 1) || !check_function(in, 1, 1)) return NULL;
    if (!extent_integer(in, 4, 5, NULL, &most) || !extent_not_negative(in, most, 5, "max_trip"))
        return NULL;
    if (!carries.known || !captures.known || !in->args[0].operand || !in->args[1].operand)
        return ir_type_any(in->m);
    const uint32_t n = carries.n + captures.n;
    const IrType **args = INFER_ARRAY(in, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < carries.n; i++) args[i] = carries.at[i];
    for (uint32_t i = 0; i < captures.n; i++) args[carries.n + i] = captures.at[i];
    IrApply cond, body;
    ir_infer_apply(in->m, in->args[1].operand, args, n, &body);
    if (!check_call(in, 1, &body, args, n, 3)) return NULL;
    /* What cond meets in every iteration. */
    for (uint32_t i = 0; body.params && i < carries.n; i++) args[i] = body.params[i];
    ir_infer_apply(in->m, in->args[0].operand, args, n, &cond);
    if (!check_call(in, 0, &cond, args, n, 2)) return NULL;
    if (!ir_may_be_condition(cond.result)) {
        return infer_fail(in, 2, "R.Tensor((), dtype=\"bool\")", ir_type_text(in->m, cond.result));
    }
    if (!body.params) return ir_type_any(in->m);
    if (!check_result(in, 1, &body, carries.n, false, 4)) return NULL;
    return ir_type_tuple(in->m, body.params, carries.n);
}

const OpDef op_scan = {
    .name = "scan",
    .doc = "Calls body(carries, slices, captures) trip times, each carry, slice and capture an "
           "argument of its own; "
           "slice i of a sequence is its element i along axis 0. body returns one flat tuple, the "
           "next carries first. "
           "The result is the tuple of the last carries, then of what body returned beside them, "
           "stacked along a new "
           "axis 0. reverse goes from the last slice to the first; what belongs to slice i is "
           "still stacked at i. "
           "The symbols in body's signature keep the values that the first arguments give them.",
    .constraints = scan_constraints,
    .params = scan_params,
    .n_params = ARRAY_LEN(scan_params),
    .sample = sample_scan,
    .flags = OP_PURE,
    .infer = infer_scan,
    .structural = OP_STRUCTURAL_SCAN,
};

const OpDef op_while_loop = {
    .name = "while_loop",
    .doc = "While cond(carries, captures) holds, the carries become body(carries, captures), each "
           "carry and capture an "
           "argument of its own; ends after max_trip calls of body where that is given. body "
           "returns the tuple of the "
           "next carries, and the last ones are the result. The symbols in body's signature keep "
           "the values that the "
           "first arguments give them.",
    .constraints = while_constraints,
    .params = while_params,
    .n_params = ARRAY_LEN(while_params),
    .sample = sample_while,
    .flags = OP_PURE,
    .infer = infer_while,
    .structural = OP_STRUCTURAL_WHILE,
};
