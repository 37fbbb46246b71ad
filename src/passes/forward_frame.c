/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of forward-mode differentiation, and where in them is built. */
#include "ir/origin.h"
#include "passes/forward_parts.h"

Forward *forward_open(ForwardSession *s, IrFunction *fn, GradFunction *self) {
    Forward *f = ARENA_NEW(&s->s.arena, Forward);
    *f = (Forward){.session = s, .m = s->s.m, .fn = fn, .self = self};
    f->g = gradient_open(&s->s, self ? self->kind : GRAD_TOP, fn, self);
    f->g->goes_forward = true;
    return f;
}

ForwardSpot forward_spot(Forward *f, IrBinding *behind) {
    IrBlock *block = behind->block;
    IrBinding *next = behind->next && behind->next->block == block ? behind->next : NULL;
    const IrOrigin *origin = ir_origin_new(f->m, IR_ORIGIN_MADE, "ForwardGradient", behind->origin);
    Gradient *const both[] = {f->g, f->t};
    for (int i = 0; i < 2; i++) {
        if (!both[i]) continue;
        both[i]->b = (IrBuilder){
            .m = f->m, .fn = f->fn, .block = block, .loc = behind->loc, .origin = origin};
        both[i]->d = (OpDecompose){.b = &both[i]->b, .name = "lv"};
    }
    return (ForwardSpot){next, block->last};
}

void forward_settle(const ForwardSpot *spot) {
    if (spot->next) gradient_place(spot->next, spot->last);
}
