/* SPDX-License-Identifier: Apache-2.0 */
/* The bindings of a body in order, branches where they stand, without recursion. */
#include "ir/ir.h"

void ir_walk_init(IrWalk *self, IrBody *body) {
    *self = (IrWalk){.next = body->first, .top = body};
}

/* The binding after `b` and all it contains, climbing out of finished branches. */
static IrBinding *after(IrBinding *b, const IrBody *top) {
    for (;;) {
        if (b->next) return b->next;
        IrBody *body = b->block->body;
        if (body == top) return NULL;
        IrBinding *owner = body->owner;
        if (body == owner->bodies[0] && owner->bodies[1]->first) return owner->bodies[1]->first;
        b = owner;
    }
}

IrBinding *ir_walk_next(IrWalk *self) {
    IrBinding *b = self->next;
    if (!b) return NULL;
    if (b->kind == IR_BIND_IF && b->bodies[0]->first) {
        self->next = b->bodies[0]->first;
    } else if (b->kind == IR_BIND_IF && b->bodies[1]->first) {
        self->next = b->bodies[1]->first;
    } else {
        self->next = after(b, self->top);
    }
    return b;
}
