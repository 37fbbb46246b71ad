/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that mean harm: tenon-test calls FILE.test ...
 *
 * Every call in the accepted cases of the files is inferred again with one thing changed for the
 * worse: an integer attribute at the ends of 64 bits, a float that is no number, a shape with huge
 * or negative extents, operands of other ranks, dtypes and sizes. Each must give, at once and in
 * little memory, a type that may stand (no negative extent, attributes that are canonical) or an
 * error with a place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "drivers.h"
#include "../text/cases.h"
#include "base/diag.h"
#include "ir/build.h"
#include "ir/text.h"
#include "ops/ops.h"

#define BIG ((int64_t)1 << 62)
static const int64_t evil_ints[] = {INT64_MIN,
                                    INT64_MIN + 1,
                                    -BIG,
                                    -((int64_t)1 << 31) - 1,
                                    -3,
                                    -2,
                                    -1,
                                    0,
                                    1,
                                    2,
                                    3,
                                    7,
                                    64,
                                    (int64_t)1 << 31,
                                    ((int64_t)1 << 32) + 1,
                                    BIG,
                                    INT64_MAX - 1,
                                    INT64_MAX};
static const int64_t evil_extents[] = {0,   1,        2, 5, (int64_t)1 << 31, (int64_t)1 << 33,
                                       BIG, INT64_MAX};
static const double evil_floats[] = {0.0, -0.0, -1.0, 1e-320, 1e300};
static const char *const evil_strings[] = {
    "",          "N",    "NCHW", "NHWC", "OIHW",           "abcdefghijklmnopqrstuvwxyz",
    "ij,jk->ik", "->",   ",,,",  "...",  "i...,i...->...", "iiiiiiii->i",
    "constant",  "%s%n", "\xff"};

enum { MEMORY = 256 << 20 };

typedef struct {
    size_t live;
} Heap;

/* The libc's, which ends at MEMORY. */
static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    Heap *heap = user;
    if (heap->live - old_size + new_size > MEMORY) return NULL;
    heap->live += new_size - old_size;
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file;
    Case c;
    IrModule *m;
    IrBinding *call;
    IrSymbol *symbol; /* one of the function's, or NULL */
    size_t tried, accepted;
    int passed, failed;
    bool good;
} Run;

static void wrong(Run *r, const char *what, const char *change) {
    printf("%s:%u: FAILED: R.%s with %s: %s\n", r->file, r->c.line, r->call->op->name, change,
           what);
    r->good = false;
}

static bool has_negative(const IrType *t) {
    bool bad = false;
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && i < t->ndim; i++)
        bad |= !t->dims[i]->n && t->dims[i]->constant < 0;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n && i < 100; i++)
        bad |= has_negative(t->fields[i]);
    return bad;
}

static const IrType *infer(Run *r, IrAttr *attrs, const IrOperand *operands,
                           const IrType *const *types) {
    IrInfer in = {.m = r->m,
                  .op = r->call->op,
                  .loc = r->call->loc,
                  .attrs = attrs,
                  .types = types,
                  .n_types = r->call->n_types};
    diag_begin(r->ctx);
    return ir_infer_operands(&in, operands, r->call->operands.n);
}

/* Infers the call with what is given in the place of its own. */
static void check(Run *r, const IrAttr *attrs, const IrOperand *operands,
                  const IrType *const *types, const char *change) {
    uint32_t n = ir_op_n_attrs(r->call->op);
    ArenaMark mark = arena_mark(&r->m->scratch);
    IrAttr *once = ARENA_ARRAY(&r->m->scratch, IrAttr, (size_t)n + 1),
           *twice = ARENA_ARRAY(&r->m->scratch, IrAttr, (size_t)n + 1);
    if (n) memcpy(once, attrs, n * sizeof *once);
    clock_t start = clock();
    r->tried++;
    const IrType *t = infer(r, once, operands, types);
    if (r->m->dims.overflow || r->m->dims.too_large)
        wrong(r, "a flag of the dims was left", change);
    r->m->dims.overflow = r->m->dims.too_large = false;
    if (!t) {
        const DiagList *list = r->ctx->diags;
        if (!list->errors) wrong(r, "refused without an error", change);
        for (size_t i = 0; i < list->diags.len; i++) {
            if (list->diags.at[i].loc.line == 0) wrong(r, "an error without a place", change);
        }
    } else {
        r->accepted++;
        if (diag_errors(r->ctx)) wrong(r, "accepted with an error", change);
        if (has_negative(t))
            wrong(r, diag_fmt(r->ctx, "the result is %s", ir_type_text(r->m, t)), change);
        /* As the verifier does. */
        if (n) memcpy(twice, once, n * sizeof *twice);
        const IrType *again = infer(r, twice, operands, types);
        if (!again)
            wrong(r, diag_fmt(r->ctx, "inferred again: %s", r->ctx->diags->diags.at[0].message),
                  change);
        if (again && again != t) wrong(r, "inferred again it has another type", change);
        for (uint32_t i = 0; again && i < n; i++) {
            if (!ir_attr_equal(&once[i], &twice[i]))
                wrong(r, "the attributes are not canonical", change);
        }
    }
    if ((double)(clock() - start) / CLOCKS_PER_SEC > 1) wrong(r, "too slow", change);
    arena_rewind(&r->m->scratch, mark);
}

/* --- Attributes --- */

static void try_attr(Run *r, uint32_t at, IrAttr value, const char *change) {
    uint32_t n = ir_op_n_attrs(r->call->op);
    IrAttr *attrs = ARENA_ARRAY(&r->m->scratch, IrAttr, n);
    memcpy(attrs, r->call->attrs, n * sizeof *attrs);
    attrs[at] = value;
    check(r, attrs, r->call->operands.at, r->call->types, change);
}

static void try_ints(Run *r, uint32_t at, const int64_t *ints, uint32_t n) {
    const OpParam *p = ir_op_attr_param(r->call->op, at);
    StrBuf text;
    strbuf_init(&text, &r->m->scratch);
    strbuf_printf(&text, "%s=[", p->name);
    for (uint32_t i = 0; i < n && i < 10; i++) strbuf_printf(&text, "%lld, ", (long long)ints[i]);
    strbuf_puts(&text, "]");
    try_attr(r, at, (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = ints}, strbuf_cstr(&text));
}

/* A list of `n`: one evil element at a time, all evil, two different ones. */
static void try_lists(Run *r, uint32_t at, const int64_t *own, uint32_t n) {
    int64_t *ints = ARENA_ARRAY(&r->m->scratch, int64_t, (size_t)n + 1);
    for (size_t e = 0; e < ARRAY_LEN(evil_ints); e++) {
        for (uint32_t i = 0; i < n; i++) {
            if (n) memcpy(ints, own, n * sizeof *ints);
            ints[i] = evil_ints[e];
            try_ints(r, at, ints, n);
        }
        for (uint32_t i = 0; i < n; i++) ints[i] = evil_ints[e];
        try_ints(r, at, ints, n);
        for (uint32_t i = 0; i < n; i++) ints[i] = evil_ints[(e + i * 7) % ARRAY_LEN(evil_ints)];
        try_ints(r, at, ints, n);
    }
}

static void try_attribute(Run *r, uint32_t at) {
    const OpParam *p = ir_op_attr_param(r->call->op, at);
    const IrAttr *own = &r->call->attrs[at];
    const char *name = p->name;
    if (p->none) try_attr(r, at, (IrAttr){.kind = IR_ATTR_NONE}, name);
    bool one = p->kind == OP_PARAM_INT || p->kind == OP_PARAM_INT_OR_INTS;
    for (size_t e = 0; one && e < ARRAY_LEN(evil_ints); e++) {
        const char *change = diag_fmt(r->ctx, "%s=%lld", name, (long long)evil_ints[e]);
        try_attr(r, at, (IrAttr){.kind = IR_ATTR_INT, .i = evil_ints[e]}, change);
    }
    static const int64_t zeros[300];
    switch (p->kind) {
    case OP_PARAM_BOOL:
        try_attr(r, at, (IrAttr){.kind = IR_ATTR_BOOL, .i = own->i ? 0 : 1}, name);
        break;
    case OP_PARAM_FLOAT:
        for (size_t e = 0; e < ARRAY_LEN(evil_floats); e++)
            try_attr(r, at, (IrAttr){.kind = IR_ATTR_FLOAT, .f = evil_floats[e]}, name);
        try_attr(r, at, (IrAttr){.kind = IR_ATTR_FLOAT, .f = (double)NAN}, name);
        try_attr(r, at, (IrAttr){.kind = IR_ATTR_FLOAT, .f = -(double)INFINITY}, name);
        break;
    case OP_PARAM_STRING:
        for (size_t e = 0; !p->choices && e < ARRAY_LEN(evil_strings); e++) {
            try_attr(r, at,
                     (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&r->m->names, evil_strings[e])},
                     evil_strings[e]);
        }
        for (size_t e = 0; p->choices && p->choices[e]; e++) {
            try_attr(r, at,
                     (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&r->m->names, p->choices[e])},
                     p->choices[e]);
        }
        break;
    case OP_PARAM_DTYPE:
        for (int t = p->optional ? 0 : 1; t < DTYPE_COUNT; t++)
            try_attr(r, at, (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = (DType)t}, name);
        break;
    case OP_PARAM_INTS:
    case OP_PARAM_PADDING:
    case OP_PARAM_INT_OR_INTS:
        if (own->kind == IR_ATTR_INTS) try_lists(r, at, own->ints, own->n);
        for (uint32_t n = 0; !p->count && n <= 300; n = n < 5 ? n + 1 : n * 3)
            try_lists(r, at, zeros, n < 6 ? n : 0), try_ints(r, at, zeros, n);
        break;
    case OP_PARAM_LIST:
        try_attr(r, at, (IrAttr){.kind = IR_ATTR_LIST}, name);
        try_ints(r, at, evil_ints, ARRAY_LEN(evil_ints));
        break;
    default: break;
    }
}

/* --- Operands --- */

static IrOperand *copy_operands(Run *r) {
    uint32_t n = r->call->operands.n;
    IrOperand *copy = ARENA_ARRAY(&r->m->scratch, IrOperand, (size_t)n + 1);
    if (n) memcpy(copy, r->call->operands.at, n * sizeof *copy);
    return copy;
}

static void try_operand_type(Run *r, uint32_t at, const IrType *t) {
    IrOperand *copy = copy_operands(r);
    IrVar v = {.name = "evil", .type = t};
    if (copy[at].kind == IR_OPERAND_VAR || copy[at].kind == IR_OPERAND_CONST) {
        copy[at] = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = &v};
    } else {
        copy[at].type = t;
    }
    const char *change = diag_fmt(r->ctx, "operand entry %u: %s", at, ir_type_text(r->m, t));
    check(r, r->call->attrs, copy, r->call->types, arena_strdup(&r->m->scratch, str_c(change)));
}

static const IrType *with_dims(Run *r, const IrType *t, const IrDim *const *dims, int32_t ndim) {
    return t->kind == IR_TYPE_SHAPE ? ir_type_shape(r->m, dims, ndim)
                                    : ir_type_tensor(r->m, dims, ndim, t->dtype);
}

static void try_dims(Run *r, uint32_t at, const IrType *t) {
    IrModule *m = r->m;
    const int64_t *values = t->kind == IR_TYPE_SHAPE ? evil_ints : evil_extents;
    size_t n_values = t->kind == IR_TYPE_SHAPE ? ARRAY_LEN(evil_ints) : ARRAY_LEN(evil_extents);
    const IrDim *dims[70];
    for (int32_t i = 0; i < t->ndim; i++) {
        for (size_t e = 0; e <= n_values; e++) {
            memcpy(dims, t->dims, (size_t)t->ndim * sizeof *dims);
            if (e == n_values && !r->symbol) continue;
            dims[i] = e < n_values ? ir_dim_const(m, values[e])
                                   : ir_dim_scale(m, ir_dim_symbol(m, r->symbol), BIG);
            try_operand_type(r, at, with_dims(r, t, dims, t->ndim));
        }
    }
    for (size_t e = 0; e < n_values; e++) {
        for (int32_t i = 0; i < t->ndim; i++)
            dims[i] = ir_dim_const(m, values[(e + (size_t)i) % n_values]);
        try_operand_type(r, at, with_dims(r, t, dims, t->ndim));
    }
}

static void try_operand(Run *r, uint32_t at) {
    IrModule *m = r->m;
    const IrOperand *o = &r->call->operands.at[at];
    bool typed =
        o->kind == IR_OPERAND_VAR || o->kind == IR_OPERAND_CONST || o->kind == IR_OPERAND_SHAPE;
    const IrType *t = typed ? ir_operand_type(m, o) : NULL;
    const IrDim *dims[64];
    for (int i = 0; i < 64; i++) dims[i] = ir_dim_const(m, i < 3 ? BIG : 1);
    if (o->kind == IR_OPERAND_PRIM && o->type->value) {
        for (size_t e = 0; e < ARRAY_LEN(evil_ints); e++)
            try_operand_type(r, at, ir_type_prim(m, o->type->dtype, ir_dim_const(m, evil_ints[e])));
    }
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE)) return;
    if (t->dims && t->ndim < 64) try_dims(r, at, t);
    for (int32_t n = 0; n <= 64; n = n < 6 ? n + 1 : n == 6 ? 64 : 65)
        try_operand_type(r, at, with_dims(r, t, dims, n));
    if (o->kind == IR_OPERAND_SHAPE) return;
    for (int32_t n = -1; n <= 6; n++) try_operand_type(r, at, with_dims(r, t, NULL, n));
    for (int d = 0; t->kind == IR_TYPE_TENSOR && d < DTYPE_COUNT; d++)
        try_operand_type(r, at, ir_type_tensor(m, t->dims, t->ndim, (DType)d));
    const IrType *const odd[] = {m->any,
                                 ir_type_tuple(m, NULL, 0),
                                 ir_type_tuple(m, &t, 1),
                                 ir_type_shape(m, NULL, -1),
                                 ir_type_prim(m, DTYPE_INT64, NULL),
                                 ir_type_callable(m, NULL, 0, NULL, true)};
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) try_operand_type(r, at, odd[i]);
}

static void try_types(Run *r) {
    IrModule *m = r->m;
    const IrDim *dims[2];
    for (size_t e = 0; e < ARRAY_LEN(evil_extents); e++) {
        dims[0] = dims[1] = ir_dim_const(m, evil_extents[e]);
        const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, r->call->n_types);
        for (uint32_t i = 0; i < r->call->n_types; i++)
            types[i] = ir_type_tensor(m, dims, 2, DTYPE_FLOAT32);
        check(r, r->call->attrs, r->call->operands.at, types, "other types");
    }
}

static void run_call(Run *r, IrFunction *fn, IrBinding *b) {
    ArenaMark mark = arena_mark(&r->m->scratch);
    r->call = b;
    r->symbol = fn->symbols.len ? fn->symbols.at[0] : NULL;
    for (uint32_t i = 0; i < ir_op_n_attrs(b->op); i++) try_attribute(r, i);
    for (uint32_t i = 0; i < b->operands.n && i < 12; i++) try_operand(r, i);
    if (b->n_types) try_types(r);
    arena_rewind(&r->m->scratch, mark);
}

static void run_case(Run *r) {
    diag_begin(r->ctx);
    r->m = ir_text_parse(r->ctx, &r->ops, "calls", r->c.input);
    if (!r->m) return;
    r->good = true;
    arena_alloc(&r->m->scratch, 1);
    for (size_t i = 0; i < r->m->globals.len; i++) {
        IrFunction *fn = r->m->globals.at[i]->function;
        if (!fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_CALL) run_call(r, fn, b);
        }
    }
    ir_module_free(r->m);
    *(r->good ? &r->passed : &r->failed) += 1;
}

int test_calls(int argc, char **argv) {
    Ctx ctx;
    Heap heap = {0};
    ctx_init(&ctx, (Allocator){.resize = resize, .user = &heap}, io_libc());
    Run r = {.ctx = &ctx};
    for (int i = 1; i < argc; i++) {
        Boundary boundary;
        r.file = argv[i];
        CTX_ENTER(&ctx, &boundary) {
            Arena table;
            const char *data;
            size_t size;
            arena_init(&table, &ctx);
            ops_table_init(&r.ops, &table);
            if (ctx.io.read(ctx.io.user, argv[i], SIZE_MAX / 2, &data, &size) != 0) {
                printf("%s: FAILED: cannot be read\n", argv[i]);
                r.failed++;
                data = NULL, size = 0;
            }
            Cases cases;
            cases_init(&cases, (Str){data, size});
            while (cases_next(&cases, &r.c)) run_case(&r);
            if (data) ctx.io.release(ctx.io.user, data, size);
            arena_fini(&table);
        }
        if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
            printf("%s:%u: FAILED: R.%s takes too much memory\n", r.file, r.c.line,
                   r.call->op->name);
            r.failed++;
        }
    }
    ctx_fini(&ctx);
    printf("%zu calls, %zu accepted\n", r.tried, r.accepted);
    printf("%d passed, %d failed\n", r.passed, r.failed);
    return r.failed != 0;
}
