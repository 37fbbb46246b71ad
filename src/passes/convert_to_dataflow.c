/* SPDX-License-Identifier: Apache-2.0 */
/* ConvertToDataflow: pure bindings in a row become a dataflow block, together with the blocks
 * beside them. A row shorter than min_size stays as it is: ordinary bindings, or, with a block that
 * is there already, a block. An `if` and a call with effects end a row. What of a new block is seen
 * outside is its output. Other names of values, which CanonicalizeBindings removes, go before rows
 * are measured; it follows.
 *
 *     y = R.exp(x)              with R.dataflow():
 *     z = R.negative(y)             y = R.exp(x)
 *     _ = R.print(z)                z = R.negative(y)
 *     w = R.exp(z)                  R.output(z)
 *                               _ = R.print(z)
 *                               w = R.exp(z) */
#include "passes/blocks.h"
#include "passes/canonicalize_bindings.h"
#include "passes/passes.h"

static bool fits(const IrBinding *b) {
    return b->block->is_dataflow || (b->kind != IR_BIND_IF && blocks_is_pure(b));
}

/* The row from first to before end has become one dataflow block. */
static void set_outputs(IrBinding *first, const IrBinding *end) {
    for (IrBinding *b = first; b != end; b = b->next) blocks_set_output(b);
}

static void divide(IrBody *body, size_t min_size) {
    BlockWriter writer;
    blocks_begin(&writer, body);
    for (IrBinding *b = body->first; b;) {
        IrBinding *end = b;
        size_t n = 0;
        bool is_new = !b->block->is_dataflow, has_block = false;
        for (; end && fits(end); end = end->next, n++) {
            is_new |= end->block != b->block;
            has_block |= end->block->is_dataflow;
        }
        const bool is_dataflow = has_block || n >= min_size;
        /* An empty row is the binding that ended the last one. */
        if (end == b) end = b->next;
        IrBinding *const first = b;
        for (bool joins = false; b != end; b = b->next, joins = true) {
            blocks_add(&writer, b, is_dataflow, joins);
            if (!is_dataflow) b->var->is_output = true;
        }
        if (is_dataflow && is_new) set_outputs(first, end);
    }
}

static bool convert(void *user, IrFunction *fn) {
    const size_t min_size = *(const size_t *)user;
    IrWalk walk;
    divide(fn->body, min_size);
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) divide(b->bodies[i], min_size);
    }
    return true;
}

bool pass_convert_to_dataflow(IrModule *m, const PassValue *values) {
    size_t min_size = values[0].i > 1 ? (size_t)values[0].i : 1; /* no block is empty */
    return canonicalize_bindings_names(m) && blocks_each_function(m, convert, &min_size) &&
           pass_canonicalize_bindings(m);
}
