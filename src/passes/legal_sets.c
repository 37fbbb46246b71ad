/* SPDX-License-Identifier: Apache-2.0 */
/* The legal sets of the passes, and what sets say of calls. */
#include "base/diag.h"
#include "ops/number.h"
#include "ops/ops.h"
#include "passes/legalize_parts.h"

static bool is_core(const IrBinding *call) { return ir_op_is_core(call->op); }

static bool has_no_seed(const IrBinding *call) {
    return ir_operand_get(&call->operands, 1)->kind == IR_OPERAND_NONE;
}

/* Meanings that are not loops, and what is not of this process alone. */
static bool is_no_loops(const IrBinding *call) {
    const OpDef *op = call->op;
    return op->structural != OP_STRUCTURAL_NO || op->host != OP_HOST_NO || (op->flags & OP_WORKERS);
}

const IrLegalSet legal_core = {.name = "core", .legal = is_core, .ways = IR_LEGAL_DECOMPOSE};

static const IrLegalRow training_rows[] = {{&op_nn_dropout, has_no_seed, "has_no_seed"}};

const IrLegalSet legal_training = {.name = "training",
                                   .legal = is_core,
                                   .ways = IR_LEGAL_DECOMPOSE,
                                   .training = true,
                                   .rows = training_rows,
                                   .n_rows = ARRAY_LEN(training_rows)};

static const IrLegalRow loops_rows[] = {{&op_full, numbers_is_boxed, "numbers_is_boxed"}};

static const IrLegalSet legal_loops = {
    .name = "loops",
    .legal = is_no_loops,
    .ways = IR_LEGAL_DECOMPOSE | IR_LEGAL_NAME | IR_LEGAL_LOOPS,
    .rows = loops_rows,
    .n_rows = ARRAY_LEN(loops_rows),
};

static const IrLegalSet *const own_sets[] = {&legal_core, &legal_training, &legal_loops};

const IrLegalSet *legal_set_get(const OpTable *table, size_t index) {
    if (index < ARRAY_LEN(own_sets)) return own_sets[index];
    index -= ARRAY_LEN(own_sets);
    for (; table; table = table->base) {
        if (index < table->legal_sets.len) return table->legal_sets.at[index];
        index -= table->legal_sets.len;
    }
    return NULL;
}

const IrLegalSet *legal_set_find(const OpTable *table, Str name) {
    const IrLegalSet *set;
    for (size_t i = 0; (set = legal_set_get(table, i)); i++) {
        if (str_eq_c(name, set->name)) return set;
    }
    return NULL;
}

static const IrLegalRow *row_of(const IrLegalSet *set, const OpDef *op) {
    for (size_t i = 0; i < set->n_rows; i++) {
        if (set->rows[i].op == op) return &set->rows[i];
    }
    return NULL;
}

bool legal_call(const IrLegalSet *set, const IrBinding *call) {
    const IrLegalRow *row = row_of(set, call->op);
    const IrLegalPredicate legal = row ? row->legal : set->legal;
    return legal && legal(call);
}

const char *legal_no_way(const IrLegalSet *set, const IrBinding *call) {
    const IrLegalRow *row = row_of(set, call->op);
    if (!row || !row->legal) return "there is none";
    Ctx *ctx = call->block->body->function->module->ctx;
    return diag_fmt(ctx, "there is none; legal are calls for which %s holds", row->predicate);
}
