/* SPDX-License-Identifier: Apache-2.0 */
/* What legalization would do, without changing anything: for a listener, and as a tree. */
#include "ir/copy.h"
#include "passes/legalize.h"

typedef struct {
    StrBuf *out;
    size_t made, left;
} Explain;

static void explain_function(void *user, const IrFunction *fn) {
    const Explain *e = user;
    strbuf_printf(e->out, "%s\n", fn->name);
}

static void explain_part(StrBuf *out, const IrBinding *b) {
    const IrOperand *callee = b->operands.n ? b->operands.at : NULL;
    if (b->kind == IR_BIND_FUNCTION) {
        strbuf_puts(out, "a function");
    } else if (b->op->structural == OP_STRUCTURAL_CALL_LOOPS && callee->kind == IR_OPERAND_GLOBAL) {
        strbuf_printf(out, "cls.%s", callee->global->name);
    } else {
        strbuf_printf(out, "R.%s", b->op->name);
    }
}

/* At most SHOWN of what it became are named. */
static void explain_decision(void *user, const LegalDecision *d) {
    enum { SHOWN = 32 };
    Explain *e = user;
    const IrBinding *b = d->call;
    unsigned n = 0;
    strbuf_printf(e->out, "%*s%s = R.%s", 2 + 2 * (int)d->depth, "",
                  b->var->name ? b->var->name : "_", b->op->name);
    if (d->depth == 0) strbuf_printf(e->out, " (line %u)", (unsigned)b->loc.line);
    e->made += d->way != NULL;
    e->left += !d->way;
    if (!d->way)
        strbuf_printf(e->out, ": left: %s", d->why);
    else if (d->why)
        strbuf_printf(e->out, ": not %s; %s", d->why, d->way);
    else
        strbuf_printf(e->out, ": %s", d->way);
    for (const IrBinding *x = d->first; x && x != b; x = x->next) {
        if (x->kind != IR_BIND_CALL && x->kind != IR_BIND_FUNCTION) continue;
        if (n++ >= SHOWN) continue;
        strbuf_puts(e->out, n > 1 ? ", " : ": ");
        explain_part(e->out, x);
    }
    if (n > SHOWN) strbuf_printf(e->out, ", ... %u more", n - SHOWN);
    strbuf_printf(e->out, "\n");
}

bool legalize_look(IrModule *m, const IrLegalSet *set, const LegalOptions *listener) {
    LegalOptions options = *listener;
    options.set = set;
    options.training = set->training;
    options.lenient = options.fold = true;
    IrModule *own = ir_module_copy(m);
    const bool ok = legalize(own, &options);
    ir_module_free(own);
    return ok;
}

bool legalize_explain(IrModule *m, const IrLegalSet *set, StrBuf *out) {
    Explain e = {.out = out};
    const LegalOptions options = {
        .enter = explain_function, .decided = explain_decision, .user = &e};
    const bool ok = legalize_look(m, set, &options);
    strbuf_printf(out, "set %s: %zu replaced, %zu left\n", set->name, e.made, e.left);
    return ok;
}
