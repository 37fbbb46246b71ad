/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on numbers (R.Prim), numbers among the operands of operators on tensors, and
 * comparisons of tensors of two dtypes. */
#include "ops/number.h"

#include "ir/origin.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const char *const names[] = {
    "add",         "bitwise_and",  "bitwise_or",  "bitwise_xor", "divide",
    "equal",       "floor_divide", "floor_mod",   "greater",     "greater_equal",
    "left_shift",  "less",         "less_equal",  "logical_and", "logical_or",
    "logical_xor", "maximum",      "minimum",     "mod",         "multiply",
    "not_equal",   "power",        "right_shift", "subtract",    NULL,
};

static const OpParam params[] = {
    OP_PRIM("x1"),
    OP_PRIM("x2"),
    {.name = "op", .kind = OP_PARAM_STRING, .choices = names},
};

static const char *const constraints[] = {
    "x1 and x2 have one dtype",
    NULL,
};

static bool divides(const IrDim *y) {
    int64_t lo, hi;
    ir_dim_bounds(y, &lo, &hi);
    return lo > 0 || hi < 0;
}

/* int64 arithmetic as an extent; NULL where extents cannot say it. */
static const IrDim *value_of(IrInfer *in, const char *op, const IrDim *x, const IrDim *y) {
    IrModule *m = in->m;
    const IrDim *d = NULL;
    if (strcmp(op, "add") == 0) d = ir_dim_add(m, x, y);
    if (strcmp(op, "subtract") == 0) d = ir_dim_sub(m, x, y);
    if (strcmp(op, "multiply") == 0) d = ir_dim_mul(m, x, y);
    if (strcmp(op, "maximum") == 0) d = ir_dim_max(m, x, y);
    if (strcmp(op, "minimum") == 0) d = ir_dim_min(m, x, y);
    if (strcmp(op, "floor_divide") == 0 && divides(y)) d = ir_dim_floordiv(m, x, y);
    if (strcmp(op, "floor_mod") == 0 && divides(y)) d = ir_dim_floormod(m, x, y);
    return d && !extent_overflowed(in) ? d : NULL;
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type, *y = in->args[1].type;
    if (x->kind != IR_TYPE_PRIM || y->kind != IR_TYPE_PRIM) return in->m->any;
    if (x->dtype != y->dtype) return infer_fail(in, 1, dtype_name(x->dtype), dtype_name(y->dtype));
    const char *name = infer_string(in, "op");
    const OpDef *op = ir_op_table_find(in->m->ops, str_c(name));
    if (!op) return in->m->any; /* a call that is drawn for a rule, which names none */
    const IrType *scalar = ir_type_tensor(in->m, NULL, 0, x->dtype);
    IrArg args[] = {{.type = scalar, .name = "x1"}, {.type = scalar, .name = "x2"}};
    IrInfer of = {.m = in->m, .op = op, .loc = in->loc, .n_args = 2, .args = args};
    const IrType *t = ir_infer_call(&of);
    if (!t) return NULL;
    const bool known = x->dtype == DTYPE_INT64 && t->dtype == DTYPE_INT64 && x->value && y->value;
    return ir_type_prim(in->m, t->dtype, known ? value_of(in, name, x->value, y->value) : NULL);
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void sample(OpSample *s) {
    IrModule *m = s->b.m;
    const char *name = names[s_below(s, ARRAY_LEN(names) - 1)];
    const bool of_bools = begins(name, "logical"),
               of_ints = begins(name, "bitwise") || strstr(name, "shift");
    const DType dtype = s_dtype(s, of_bools  ? KIND_BOOL
                                   : of_ints ? KIND_INT
                                             : KIND_INT | KIND_FLOAT);
    for (int i = 0; i < 2; i++) {
        const IrDim *v = ir_dim_const(m, s_range(s, 0, of_bools ? 1 : 5));
        const bool is_float = dtype_is_float(dtype);
        ir_operands_prim(&s->operands, ir_type_prim(m, dtype, is_float ? NULL : v),
                         is_float ? s_float(s, -2, 2) : 0);
    }
    s_set_string(s, "op", name);
}

const OpDef op_number = {
    .name = "number",
    .doc = "The number that the binary operator `op` makes of two numbers (R.Prim): what R.add(x1, "
           "x2) and its like mean where both operands are numbers, and how such a call is printed. "
           "The value of an int64 is part of the type where extents can say it.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .structural = OP_STRUCTURAL_NUMBER,
    .no_gradient = GRAD_NONE_OPERAND,
};

/* R.full([], number). */
static IrVar *box(IrBuilder *b, const IrOperand *number) {
    IrModule *m = b->m;
    IrOperandBuf operands;
    ir_operands_init(&operands, &m->scratch);
    ir_operands_shape(&operands, ir_type_shape(m, NULL, 0));
    ir_operands_copy(&operands, number);
    const IrAttr dtype = {.kind = IR_ATTR_DTYPE, .dtype = DTYPE_VOID};
    return ir_build_call(b, &op_full, operands.ops.at, (uint32_t)operands.ops.len,
                         (IrCallForm){.attrs = &dtype}, ir_name(m, (Str){"lv", 2}));
}

bool numbers_is_boxed(const IrBinding *call) {
    if (call->op != &op_full) return false;
    const IrOperand *shape = call->operands.at, *value = ir_operand_get(&call->operands, 1);
    if (shape->kind != IR_OPERAND_SHAPE || shape->type->ndim != 0) return false;
    if (value->kind != IR_OPERAND_VAR || value->var->type->kind != IR_TYPE_PRIM) return false;
    const IrType *t = value->var->type;
    const DType dtype = call->attrs->dtype;
    return !t->value && (dtype == DTYPE_VOID || dtype == t->dtype);
}

IrVar *numbers_box(IrBinding *b, IrVar *v) {
    IrFunction *fn = b->block->body->function;
    IrBuilder builder = {.m = fn->module, .fn = fn, .block = b->block, .loc = b->loc};
    builder.origin = ir_origin_new(fn->module, IR_ORIGIN_EXPANDED, b->op->name, b->origin);
    const IrOperand number = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    IrVar *made = box(&builder, &number);
    if (!made) return NULL;
    ir_binding_move_before(b, made->def);
    made->is_output = !b->block->is_dataflow;
    return made;
}

/* A number as an operand of rank 0: a constant where its value is written, else by R.full. */
static bool as_tensor(IrBuilder *b, const IrOperand *number, IrOperandBuf *out) {
    IrModule *m = b->m;
    const IrType *t = number->type;
    int64_t i = 0;
    if (number->kind == IR_OPERAND_PRIM && (!t->value || ir_dim_is_const(t->value, &i))) {
        Tensor *scalar = tensor_new(m->ctx, t->dtype, NULL, 0);
        if (t->value) {
            tensor_set_int(scalar, 0, i);
        } else {
            tensor_set_double(scalar, 0, number->f);
        }
        ir_operands_const(out, ir_const_new(m, scalar));
        return true;
    }
    IrVar *v = box(b, number);
    if (v) ir_operands_var(out, v);
    return v != NULL;
}

/* Comparisons of two dtypes */

static bool compares(const OpDef *op) {
    const OpDef *const all[] = {&op_equal,   &op_not_equal,     &op_less,
                                &op_greater, &op_greater_equal, &op_less_equal};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        if (op == all[i]) return true;
    }
    return false;
}

static bool is_signed(DType t) {
    return t == DTYPE_INT8 || t == DTYPE_INT16 || t == DTYPE_INT32 || t == DTYPE_INT64;
}

/* Integers of so many bits, besides a sign's, are numbers of t. */
static bool holds(DType t, int bits) {
    return bits <= (t == DTYPE_BFLOAT16  ? 8
                    : t == DTYPE_FLOAT16 ? 11
                    : t == DTYPE_FLOAT32 ? 24
                                         : 53);
}

/* The dtype in which all values of both are; VOID: there is none. */
static DType common_dtype(DType a, DType b) {
    if (a == DTYPE_BOOL || b == DTYPE_BOOL) return a == DTYPE_BOOL ? b : a;
    if (dtype_is_float(b)) {
        const DType other = a;
        a = b;
        b = other;
    }
    const int bits = (int)dtype_bits(b) - (is_signed(b) ? 1 : 0);
    if (dtype_is_float(a) && dtype_is_float(b)) {
        if (dtype_bits(a) == dtype_bits(b)) return DTYPE_FLOAT32; /* float16 and bfloat16 */
        return dtype_bits(a) > dtype_bits(b) ? a : b;
    }
    if (dtype_is_float(a)) {
        if (holds(a, bits)) return a;
        return holds(DTYPE_FLOAT32, bits)   ? DTYPE_FLOAT32
               : holds(DTYPE_FLOAT64, bits) ? DTYPE_FLOAT64
                                            : DTYPE_VOID;
    }
    const int others = (int)dtype_bits(a) - (is_signed(a) ? 1 : 0),
              most = bits > others ? bits : others;
    if (!is_signed(a) && !is_signed(b)) return dtype_bits(a) > dtype_bits(b) ? a : b;
    return most < 8    ? DTYPE_INT8
           : most < 16 ? DTYPE_INT16
           : most < 32 ? DTYPE_INT32
           : most < 64 ? DTYPE_INT64
                       : DTYPE_VOID;
}

static bool cast_to(IrBuilder *b, const IrOperand *x, DType dtype, IrOperandBuf *out) {
    if (ir_operand_type(b->m, x)->dtype == dtype) {
        ir_operands_copy(out, x);
        return true;
    }
    const IrAttr to = {.kind = IR_ATTR_DTYPE, .dtype = dtype};
    IrVar *v = ir_build_call(b, &op_astype, x, x->span, (IrCallForm){.attrs = &to},
                             ir_name(b->m, (Str){"lv", 2}));
    if (v) ir_operands_var(out, v);
    return v != NULL;
}

/* Tensors of two dtypes are compared in one that has all values of both; *operands stay where there
 * is none, or nothing to do. False after a report. */
static bool cast_compared(IrBuilder *b, const OpDef *op, IrOperandBuf *operands,
                          const IrOperand *const at[2]) {
    if (!compares(op)) return true;
    DType dtypes[2];
    for (int k = 0; k < 2; k++) {
        const IrType *t = ir_operand_type(b->m, at[k]);
        dtypes[k] = t->kind == IR_TYPE_TENSOR ? t->dtype : DTYPE_VOID;
        if (dtypes[k] == DTYPE_VOID || dtypes[k] == DTYPE_STRING || dtype_is_small(dtypes[k]))
            return true;
    }
    const DType common = dtypes[0] == dtypes[1] ? DTYPE_VOID : common_dtype(dtypes[0], dtypes[1]);
    if (common == DTYPE_VOID) return true;
    IrOperandBuf made;
    ir_operands_init(&made, &b->m->scratch);
    for (int k = 0; k < 2; k++) {
        if (!cast_to(b, at[k], common, &made)) return false;
    }
    *operands = made;
    return true;
}

bool numbers_in_call(IrBuilder *b, const OpDef *op, IrOperandBuf *operands, const char *name,
                     IrVar **out) {
    IrModule *m = b->m;
    bool is_number[2] = {false, false};
    const IrOperand *at[2];
    for (uint32_t i = 0, k = 0; k < 2; k++) {
        at[k] = &operands->ops.at[i];
        const bool is_value = at[k]->kind == IR_OPERAND_VAR || at[k]->kind == IR_OPERAND_PRIM;
        is_number[k] = is_value && ir_operand_type(m, at[k])->kind == IR_TYPE_PRIM;
        i += at[k]->span;
    }
    if (!is_number[0] && !is_number[1]) {
        *out = NULL;
        return !cast_compared(b, op, operands, at);
    }
    if (is_number[0] && is_number[1]) {
        const IrAttr which = {.kind = IR_ATTR_STRING, .s = intern_c(&m->names, op->name)};
        *out = ir_build_call(b, &op_number, operands->ops.at, (uint32_t)operands->ops.len,
                             (IrCallForm){.attrs = &which}, name);
        return true;
    }
    IrOperandBuf made;
    ir_operands_init(&made, &m->scratch);
    for (uint32_t k = 0; k < 2; k++) {
        if (!is_number[k]) {
            ir_operands_copy(&made, at[k]);
        } else if (!as_tensor(b, at[k], &made)) {
            *out = NULL;
            return true;
        }
    }
    *operands = made;
    return false;
}
