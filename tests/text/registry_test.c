/* SPDX-License-Identifier: Apache-2.0 */
/* What every operator of the table must have: tenon-test registry tests/ops tests/numbers
 *
 *   - exactly one meaning: lower, decompose, identity, structural or host; beside lower, decompose
 *     may say the same
 *   - a file tests/numbers/<id>.test with three cases or more, when it computes numbers
 *   - in that file, each operand's dtypes: those that the sample draws for it, or a reason below;
 *     and rank 0 and an extent of 0 in some operand, where the sample draws that
 *   - samples in which each parameter has the values that change the meaning: all choices, True and
 *     False, two numbers, unequal elements, absent and present
 *   - a sample, which draws calls of it (sample_test holds that these are valid), or a reason why
 *     not
 *   - a gradient, or a reason why there is none, or a decomposition or being a marker, through
 *     which it is differentiated
 *   - a doc, a type rule, a list of constraints (or a reason below why there is nothing to demand)
 *   - parameters with names of their own, and defaults that are valid
 *   - a file FOLDER/<id>.test with a call of it that is accepted, and for each of its constraints
 *     one that is refused by that very constraint
 *
 * The files are not searched but run: a call counts when the reader built it, a constraint when its
 * message was reported. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"

enum {
    CONSTRAINTS_MAX = 32,
    OPERANDS_MAX = 16,
    SEEDS = 400,
    RANK_0 = 30,
    NO_ELEMENTS = 31,
    PARAMS_MAX = 32
};

/* Operators without constraints, and why. */
static const struct {
    const char *name, *reason;
} free_of_constraints[] = {
    {"builtin.alloc_tensor", "any shape and dtype will do"},
    {"builtin.stop_lift_params", "passes any tensor on"},
    {"call_builtin_with_ctx", "what the function takes is not known"},
    {"call_inplace_packed", "what the function takes is not known"},
    {"flatten", "any tensor has one dim's worth of elements"},
    {"grad.barrier", "passes any values on"},
    {"grad.end_checkpoint", "passes any value on"},
    {"grad.no_grad", "passes any value on"},
    {"grad.start_checkpoint", "passes any value on"},
    {"hint_on_device", "any tensor may lie anywhere"},
    {"invoke_closure", "what the closure takes is not known"},
    {"invoke_pure_closure", "what the closure takes is not known"},
    {"make_closure", "what the function takes is checked when it is called"},
    {"memory.alloc_storage", "any size will do"},
    {"memory.alloc_tensor", "any shape and dtype will do"},
    {"memory.ensure_zero_offset", "passes any tensor on"},
    {"memory.kill_storage", "any value will do"},
    {"memory.kill_tensor", "any tensor will do"},
    {"nonzero", "any tensor has elements that are not 0"},
    {"null_value", "it takes nothing"},
    {"ones_like", "any tensor has a shape and a dtype"},
    {"print", "any value may be printed"},
    {"shape_of", "any tensor has a shape"},
    {"shape_to_tensor", "any shape is a list of integers"},
    {"vm.alloc_storage", "any size will do"},
    {"vm.alloc_tensor", "any shape and dtype will do"},
    {"vm.call_tir_dyn", "what the function takes is not known"},
    {"vm.kill_object", "any value will do"},
    {"zeros_like", "any tensor has a shape and a dtype"},
};

/* Operators whose numbers other tests hold, and which. */
static const struct {
    const char *name, *where;
} numbers_elsewhere[] = {
    {"builtin.alloc_tensor", "tests/text/machine.test: no run does it"},
    {"call_builtin_with_ctx", "tests/text/machine.test: no run does it"},
    {"call_inplace_packed", "tests/text/machine.test: no run does it"},
    {"call_tir", "two cases: what it computes is the loop function's"},
    {"call_tir_inplace", "tests/text/machine.test: no run does it"},
    {"call_tir_with_grad", "tests/numbers/call_tir.test: it means the same"},
    {"hint_on_device", "tests/numbers/memory_ensure_zero_offset.test"},
    {"invoke_closure", "tests/text/machine.test: no run does it"},
    {"invoke_pure_closure", "tests/text/machine.test: no run does it"},
    {"make_closure", "tests/text/machine.test: no run does it"},
    {"memory.alloc_storage", "tests/text/machine.test: no run does it"},
    {"memory.alloc_tensor", "tests/text/machine.test: no run does it"},
    {"memory.kill_storage", "tests/text/machine.test: no run does it"},
    {"memory.kill_tensor", "tests/text/machine.test: no run does it"},
    {"null_value", "tests/text/machine.test: no run does it"},
    {"shape_of", "tests/unit/u_eval.c and the cases of nonzero"},
    {"shape_to_tensor", "tests/numbers/tensor_to_shape.test"},
    {"to_vdevice", "tests/numbers/memory_ensure_zero_offset.test"},
    {"vm.alloc_storage", "tests/text/machine.test: no run does it"},
    {"vm.alloc_tensor", "tests/text/machine.test: no run does it"},
    {"vm.call_tir_dyn", "tests/text/machine.test: no run does it"},
    {"vm.kill_object", "tests/text/machine.test: no run does it"},
};

/* Operands whose dtypes the files of numbers need not all have (from that one on), and why. */
static const struct {
    const char *name;
    unsigned operand; /* 0: the first */
    const char *reason;
} any_dtype[] = {
    {"assert_op", 1, "the others are numbers in its message"},
    {"call_packed", 0, "what it computes is the host function's"},
    {"call_pure_packed", 2, "what it computes is the host function's"},
    {"call_tir", 0, "what it computes is the loop function's"},
    {"call_tir_with_grad", 0, "what it computes is the loop function's"},
    {"print", 0, "it has no value; how numbers print is a test of values"},
};

/* Constraints that no text can break, and why. */
static const struct {
    const char *name;
    unsigned c;
    const char *reason;
} unbreakable[] = {
    {"astype", 1, "the reader refuses a void dtype itself"},
    {"max", 1, "every dtype will do"},
    {"min", 1, "every dtype will do"},
    {"ones", 2, "the reader refuses a void dtype itself"},
    {"zeros", 2, "the reader refuses a void dtype itself"},
};

/* Parameters whose samples do not have every such value, and why. */
static const struct {
    const char *name, *param, *reason;
} unsampled_values[] = {
    {"call_tir", "tir_vars",
     "the loop functions that the sample makes take tensors only; cases in text do take integers"},
    {"call_tir_with_grad", "tir_vars", "as for call_tir"},
    {"call_tir_with_grad", "te_grad_name", "it is kept, and means nothing"},
    {"call_tir_with_grad", "te_grad_kwargs", "they are kept, and mean nothing"},
    {"hint_on_device", "device", "it is kept, and means nothing"},
    {"hint_on_device", "memory_scope", "it is kept, and means nothing"},
    {"layout_transform", "axis_separators", "they are kept, and mean nothing"},
    {"layout_transform", "input_axis_separators", "they are kept, and mean nothing"},
    {"to_vdevice", "dst_vdevice", "the modules of samples list no virtual devices"},
};

/* Attributes of any operator for which inference says in full what None stands for: no call has
 * None. */
static const char *const none_is_settled[] = {"axes", "axis", "out_layout", "roi"};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *folder, *numbers;
    int passed, failed;
    bool good; /* nothing is wrong with this operator yet */
} Test;

static void wrong(Test *t, const OpDef *op, const char *what) {
    printf("R.%s: %s\n", op->name, what);
    t->good = false;
}

static void check_params(Test *t, const OpDef *op) {
    bool rest = false;
    for (uint32_t i = 0; i < op->n_params; i++) {
        const OpParam *p = &op->params[i];
        if (!p->name || !*p->name) wrong(t, op, "a parameter has no name");
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(p->name, op->params[k].name) == 0)
                wrong(t, op, "two parameters have one name");
        }
        if (rest && OP_PARAM_IS_OPERAND(p->kind)) wrong(t, op, "an operand follows the rest");
        rest |= p->kind == OP_PARAM_REST;
        bool choice = !p->choices || !p->s || p->none;
        for (uint32_t k = 0; !choice && p->choices[k]; k++)
            choice = strcmp(p->choices[k], p->s) == 0;
        if (!choice) wrong(t, op, "a default is none of the choices");
    }
}

static unsigned count_constraints(Test *t, const OpDef *op) {
    unsigned n = 0;
    while (op->constraints && op->constraints[n]) {
        if (!*op->constraints[n]) wrong(t, op, "a constraint without text");
        n++;
    }
    bool reason = false;
    for (size_t i = 0; i < ARRAY_LEN(free_of_constraints); i++) {
        reason |= strcmp(op->name, free_of_constraints[i].name) == 0;
    }
    if (n == 0 && !reason) wrong(t, op, "no constraints, and no reason why");
    if (n && reason) wrong(t, op, "constraints, and a reason why there are none");
    if (n > CONSTRAINTS_MAX) wrong(t, op, "more constraints than this test counts");
    return n > CONSTRAINTS_MAX ? CONSTRAINTS_MAX : n;
}

typedef struct {
    bool called;
    bool refused[CONSTRAINTS_MAX + 1];
} Seen;

static void look_for_calls(IrModule *m, const OpDef *op, Seen *seen) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));)
            seen->called |= b->kind == IR_BIND_CALL && b->op == op;
    }
}

static void look_for_refusals(const DiagList *list, const OpDef *op, Seen *seen) {
    for (size_t i = 0; i < list->diags.len; i++) {
        const Diag *d = &list->diags.at[i];
        size_t len = strlen(op->name);
        bool of_op = d->id == DIAG_CONSTRAINT && strncmp(d->message, "R.", 2) == 0 &&
                     strncmp(d->message + 2, op->name, len) == 0 &&
                     strncmp(d->message + 2 + len, ": C", 3) == 0;
        if (!of_op) continue;
        unsigned c = (unsigned)strtoul(d->message + len + 5, NULL, 10);
        if (c <= CONSTRAINTS_MAX) seen->refused[c] = true;
    }
}

static void look_at_file(Test *t, const OpDef *op, Str text, Seen *seen) {
    Cases cases;
    Case c;
    cases_init(&cases, text);
    while (cases_next(&cases, &c)) {
        diag_begin(t->ctx);
        IrModule *m = ir_text_parse(t->ctx, &t->ops, op->name, c.input);
        if (m) look_for_calls(m, op, seen);
        look_for_refusals(t->ctx->diags, op, seen);
        ir_module_free(m);
    }
}

static bool breakable(const OpDef *op, unsigned c) {
    for (size_t i = 0; i < ARRAY_LEN(unbreakable); i++) {
        if (unbreakable[i].c == c && strcmp(unbreakable[i].name, op->name) == 0) return false;
    }
    return true;
}

/* FOLDER/<id>.test */
static void path_of(char *path, size_t size, const char *folder, const OpDef *op) {
    int at = snprintf(path, size, "%s/", folder);
    snprintf(path + at, size - (size_t)at, "%s.test", op->name);
    for (char *c = path + at; strcmp(c, ".test") != 0; c++) {
        if (*c == '.') *c = '_';
    }
}

static void check_file(Test *t, const OpDef *op, unsigned n_constraints) {
    char path[512];
    path_of(path, sizeof path, t->folder, op);
    const char *data;
    size_t size;
    Seen seen = {.called = false};
    if (t->ctx->io.read(t->ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s: ", path);
        wrong(t, op, "there is no such file");
        return;
    }
    look_at_file(t, op, (Str){data, size}, &seen);
    t->ctx->io.release(t->ctx->io.user, data, size);
    if (!seen.called) wrong(t, op, "its file has no call of it that is accepted");
    for (unsigned c = 1; c <= n_constraints; c++) {
        if (seen.refused[c] == breakable(op, c)) continue;
        printf("%s: C%u (%s): ", path, c, op->constraints[c - 1]);
        wrong(t, op,
              seen.refused[c] ? "a case is refused by it after all" : "no case is refused by it");
    }
}

typedef struct {
    /* a bit for each dtype; what variadic operands there are counts as one */
    uint32_t at[OPERANDS_MAX];
} Dtypes;

static void collect_dtypes(IrModule *m, const OpDef *op, Dtypes *out) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind != IR_BIND_CALL || b->op != op) continue;
            uint32_t left = 0;  /* entries of the operand at hand */
            uint32_t place = 0; /* of the operand after it */
            for (uint32_t k = 0; k < b->operands.n; k++) {
                const IrOperand *o = &b->operands.at[k];
                if (left == 0) {
                    left = o->span;
                    place++;
                }
                left--;
                uint32_t last = op->n_params < OPERANDS_MAX ? op->n_params : OPERANDS_MAX;
                if (o->kind != IR_OPERAND_VAR && o->kind != IR_OPERAND_CONST) continue;
                const IrType *t = ir_operand_type(m, o);
                if (t->kind != IR_TYPE_TENSOR) continue;
                uint32_t *bits = &out->at[(place < last ? place : last) - 1];
                *bits |= 1u << t->dtype;
                if (t->ndim == 0) *bits |= 1u << RANK_0;
                for (int32_t d = 0; t->dims && d < t->ndim; d++) {
                    if (ir_dim_is(t->dims[d], 0)) *bits |= 1u << NO_ELEMENTS;
                }
            }
        }
    }
}

/* The dtypes that the sample draws are in the file of numbers. */
static void check_dtypes(Test *t, const OpDef *op, Str numbers) {
    unsigned end = op->sample ? OPERANDS_MAX : 0;
    for (size_t i = 0; i < ARRAY_LEN(any_dtype); i++) {
        if (strcmp(any_dtype[i].name, op->name) == 0) end = any_dtype[i].operand;
    }
    if (end == 0) return;
    Dtypes drawn = {.at = {0}}, found = {.at = {0}};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        diag_begin(t->ctx);
        IrModule *m = ir_module_new(t->ctx, &t->ops);
        if (sample_call(m, op, "main", seed, (SampleOptions){.kinds = 0}))
            collect_dtypes(m, op, &drawn);
        ir_module_free(m);
    }
    Cases cases;
    Case c;
    cases_init(&cases, numbers);
    while (cases_next(&cases, &c)) {
        diag_begin(t->ctx);
        IrModule *m = ir_text_parse(t->ctx, &t->ops, op->name, c.input);
        if (m) collect_dtypes(m, op, &found);
        ir_module_free(m);
    }
    const uint32_t edges = 1u << RANK_0 | 1u << NO_ELEMENTS;
    for (unsigned k = 1; k < end; k++) { /* in whichever operand */
        drawn.at[0] |= drawn.at[k] & edges;
        found.at[0] |= found.at[k] & edges;
    }
    for (unsigned k = 0; k < end; k++) {
        uint32_t missing = drawn.at[k] & ~found.at[k] & ~(1u << DTYPE_VOID) & ~(k ? edges : 0);
        for (unsigned d = 0; d < 32; d++) {
            if (!(missing >> d & 1)) continue;
            const char *what = d == RANK_0        ? "an operand of rank 0"
                               : d == NO_ELEMENTS ? "an operand without elements"
                                                  : dtype_name((DType)d);
            printf("R.%s: no case of numbers has %s (operand %u)\n", op->name, what, k);
            t->good = false;
        }
    }
}

/* What an attribute, or an operand that may be absent, was in samples. */
typedef struct {
    bool none, some;   /* absent, or None; there */
    bool unequal;      /* a list of several elements that are not all the same */
    bool two;          /* two values */
    uint32_t choices;  /* of a string, a bit for each; of a bool, both */
    uint32_t longest;  /* list */
    const char *value; /* the first one */
} SeenParam;

static void see_attr(const OpParam *p, const IrAttr *a, SeenParam *seen, Arena *arena) {
    StrBuf text;
    strbuf_init(&text, arena);
    ir_attr_print(a, &text);
    const char *value = strbuf_cstr(&text);
    if (!seen->value) seen->value = value;
    seen->two |= strcmp(seen->value, value) != 0;
    *(a->kind == IR_ATTR_NONE ? &seen->none : &seen->some) = true;
    if (a->kind == IR_ATTR_BOOL) seen->choices |= 1u << (a->i != 0);
    for (uint32_t i = 0; a->kind == IR_ATTR_STRING && p->choices && p->choices[i]; i++) {
        if (strcmp(p->choices[i], a->s) == 0) seen->choices |= 1u << i;
    }
    if (a->kind != IR_ATTR_INTS) return;
    if (a->n > seen->longest) seen->longest = a->n;
    for (uint32_t i = 1; i < a->n; i++) seen->unequal |= a->ints[i] != a->ints[0];
}

static void see_call(const IrBinding *b, SeenParam *seen, Arena *arena) {
    uint32_t at = 0, attr = 0;
    for (uint32_t i = 0; i < b->op->n_params; i++) {
        const OpParam *p = &b->op->params[i];
        if (OP_PARAM_IS_ATTR(p->kind)) {
            see_attr(p, &b->attrs[attr++], &seen[i], arena);
        } else if (p->kind == OP_PARAM_TYPES || at >= b->operands.n) { /* types are no operands */
            seen[i].none = true;
            seen[i].some |= p->kind == OP_PARAM_TYPES;
        } else if (p->kind != OP_PARAM_REST) {
            const IrOperand *o = &b->operands.at[at];
            *(o->kind == IR_OPERAND_NONE ? &seen[i].none : &seen[i].some) = true;
            at += o->span;
        }
    }
}

/* What is missing of a parameter's values; NULL: nothing. */
static const char *unseen(const OpParam *p, const SeenParam *seen) {
    uint32_t choices = 0;
    while (p->kind == OP_PARAM_STRING && p->choices && p->choices[choices]) choices++;
    const bool may_lack =
        OP_PARAM_IS_ATTR(p->kind) ? p->none : p->optional && (p->kind != OP_PARAM_PRIM || p->none);
    if (may_lack && !seen->none) return "absent, or None";
    if (!seen->some) return "present";
    if (p->kind == OP_PARAM_BOOL && seen->choices != 3) return "both True and False";
    if (choices && seen->choices != (1u << choices) - 1) return "every one of its choices";
    if (OP_PARAM_IS_ATTR(p->kind) && p->kind != OP_PARAM_BOOL && !seen->two) return "two values";
    return seen->longest > 1 && !seen->unequal ? "a list of elements that are not all the same"
                                               : NULL;
}

static bool is_unsampled(const char *op, const char *param) {
    for (size_t i = 0; i < ARRAY_LEN(unsampled_values); i++) {
        if (strcmp(unsampled_values[i].name, op) == 0 &&
            strcmp(unsampled_values[i].param, param) == 0)
            return true;
    }
    return false;
}

static bool is_settled(const char *param) {
    for (size_t i = 0; i < ARRAY_LEN(none_is_settled); i++) {
        if (strcmp(none_is_settled[i], param) == 0) return true;
    }
    return false;
}

/* The sample reaches what changes the operator's meaning: all choices, both bools, two numbers,
 * unequal elements, present and absent. */
static void check_values(Test *t, const OpDef *op) {
    SeenParam seen[PARAMS_MAX] = {{.none = false}};
    Arena arena;
    if (!op->sample || op->n_params > PARAMS_MAX) return;
    arena_init(&arena, t->ctx);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        diag_begin(t->ctx);
        IrModule *m = ir_module_new(t->ctx, &t->ops);
        const IrFunction *fn = sample_call(m, op, "main", seed, (SampleOptions){.kinds = 0});
        IrWalk walk;
        if (fn) ir_walk_init(&walk, fn->body);
        for (const IrBinding *b; fn && (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_CALL && b->op == op) see_call(b, seen, &arena);
        }
        ir_module_free(m);
    }
    for (uint32_t i = 0; i < op->n_params; i++) {
        const OpParam *p = &op->params[i];
        if (OP_PARAM_IS_ATTR(p->kind) && is_settled(p->name)) seen[i].none = true;
        const char *what = p->kind == OP_PARAM_REST ? NULL : unseen(p, &seen[i]);
        const bool known = is_unsampled(op->name, p->name);
        if (!what == !known) continue;
        printf("R.%s: %s: %s %s\n", op->name, p->name,
               what ? "no sample has it" : "a reason why samples lack values,",
               what ? what : "and they have all");
        t->good = false;
    }
    arena_fini(&arena);
}

static void check_meaning(Test *t, const OpDef *op) {
    int n = (op->lower || op->decompose) + op->identity + (op->structural != OP_STRUCTURAL_NO) +
            (op->host != OP_HOST_NO);
    if (n != 1) wrong(t, op, n ? "more than one meaning" : "no meaning");
    if (op->bound && !op->lower) wrong(t, op, "a bound without loops");
    for (size_t i = 0; i < ARRAY_LEN(numbers_elsewhere); i++) {
        if (strcmp(numbers_elsewhere[i].name, op->name) == 0) return;
    }
    char path[512];
    const char *data;
    size_t size;
    path_of(path, sizeof path, t->numbers, op);
    if (t->ctx->io.read(t->ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        wrong(t, op, "no file of numbers");
        return;
    }
    Cases cases;
    Case c;
    unsigned found = 0;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) found++;
    check_dtypes(t, op, (Str){data, size});
    t->ctx->io.release(t->ctx->io.user, data, size);
    if (found < 3) wrong(t, op, "fewer than three cases of numbers");
}

/* Differentiated by the pass itself: their bodies are functions. */
static const char *const without_gradient[] = {"scan", "while_loop"};

static void check_gradient(Test *t, const OpDef *op) {
    bool listed = false;
    for (size_t i = 0; i < ARRAY_LEN(without_gradient); i++)
        listed |= strcmp(without_gradient[i], op->name) == 0;
    const bool through = op->decompose || op->identity;
    if (op->gradient && op->no_gradient) wrong(t, op, "a gradient, and a reason why there is none");
    if (op->no_gradient && !*op->no_gradient)
        wrong(t, op, "an empty reason why it has no gradient");
    if (!op->gradient && !op->no_gradient && !through && !listed)
        wrong(t, op, "no gradient, and no reason why");
    if (listed && (op->gradient || op->no_gradient || through))
        wrong(t, op, "a gradient after all");
}

static void check_op(Test *t, const OpDef *op) {
    t->good = true;
    if (!op->doc || !*op->doc) wrong(t, op, "no doc");
    if (!op->infer) wrong(t, op, "no type rule");
    if (ir_op_table_find(&t->ops, str_c(op->name)) != op) wrong(t, op, "another has its name");
    check_params(t, op);
    check_meaning(t, op);
    check_gradient(t, op);
    check_values(t, op);
    if (!op->sample == !op->unsampled)
        wrong(t, op,
              op->sample ? "a sample, and a reason why there is none"
                         : "no sample, and no reason why");
    check_file(t, op, count_constraints(t, op));
    *(t->good ? &t->passed : &t->failed) += 1;
}

int test_registry(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx,
              .folder = argc > 1 ? argv[1] : "tests/ops",
              .numbers = argc > 2 ? argv[2] : "tests/numbers"};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (size_t i = 0; i < t.ops.n; i++) check_op(&t, t.ops.ops[i]);
        for (size_t i = 0; i < ARRAY_LEN(free_of_constraints); i++) {
            const char *name = free_of_constraints[i].name;
            if (ir_op_table_find(&t.ops, str_c(name))) continue;
            printf("R.%s is no operator\n", name);
            t.failed++;
        }
        for (size_t i = 0; i < ARRAY_LEN(any_dtype); i++) {
            const char *name = any_dtype[i].name;
            if (ir_op_table_find(&t.ops, str_c(name))) continue;
            printf("R.%s is no operator\n", name);
            t.failed++;
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
