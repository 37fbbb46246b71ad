/* SPDX-License-Identifier: Apache-2.0 */
/* The legal sets, made of passes/legal_sets.def, and the predicates that are not ONNX's. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/legal_onnx.h"
#include "passes/legalize_parts.h"

static bool is_core(const IrBinding *call) { return !call->op->decompose; }

static bool is_never(const IrBinding *call) {
    (void)call;
    return false;
}

static bool has_no_seed(const IrBinding *call) {
    return ir_operand_get(&call->operands, 1)->kind == IR_OPERAND_NONE;
}

/* Meanings that are not loops, and what is not of this process alone. */
static bool is_no_loops(const IrBinding *call) {
    const OpDef *op = call->op;
    return op->structural != OP_STRUCTURAL_NO || op->host != OP_HOST_NO || (op->flags & OP_WORKERS);
}

typedef bool (*LegalPredicate)(const IrBinding *call);

/* The rows of a set follow it: FIRST_set is the first one's number. */
enum {
#define LEGAL_SET(name, predicate, ways, doc) FIRST_##name, BEFORE_##name = FIRST_##name - 1,
#define LEGAL_OP(set, id, predicate) ROW_##set##_##id,
#include "passes/legal_sets.def"
};

/* the words of the table */
enum { DECOMPOSE = LEGAL_DECOMPOSE, NAME = LEGAL_NAME, LOOPS = LEGAL_LOOPS };

static const struct {
    const char *name;
    LegalPredicate legal;
    unsigned ways;
    size_t first; /* row */
} sets[LEGAL_SETS] = {
#define LEGAL_SET(name, predicate, ways, doc) {#name, predicate, ways, FIRST_##name},
#include "passes/legal_sets.def"
};

static const struct {
    LegalSet set;
    const OpDef *op;
    LegalPredicate legal;
    const char *predicate;
} rows[] = {
#define LEGAL_OP(set, id, predicate) {LEGAL_SET_##set, &op_##id, predicate, #predicate},
#include "passes/legal_sets.def"
};

const char *legal_set_name(LegalSet set) { return sets[set].name; }

LegalSet legal_set_find(const char *name) {
    LegalSet set = 0;
    while (set < LEGAL_SETS && strcmp(sets[set].name, name) != 0) set++;
    return set;
}

/* Its operator's row; -1: none. */
static int row_of(LegalSet set, const OpDef *op) {
    for (size_t i = sets[set].first; i < ARRAY_LEN(rows) && rows[i].set == set; i++) {
        if (rows[i].op == op) return (int)i;
    }
    return -1;
}

bool legal_call(LegalSet set, const IrBinding *call) {
    const int row = row_of(set, call->op);
    return row < 0 ? sets[set].legal(call) : rows[row].legal(call);
}

const char *legal_no_way(LegalSet set, const IrBinding *call) {
    const int row = row_of(set, call->op);
    if (row < 0) return "there is none";
    Ctx *ctx = call->block->body->function->module->ctx;
    return diag_fmt(ctx, "there is none; legal are calls for which %s holds", rows[row].predicate);
}

unsigned legal_set_ways(LegalSet set) { return sets[set].ways; }
