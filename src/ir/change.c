/* SPDX-License-Identifier: Apache-2.0 */
/* Who changed first what was read: told by the origin that it was read with. */
#include "ir/origin.h"

/* The origin that the binding was read with; NULL: a rule or a pass made it. */
static const IrOrigin *as_read(const IrBinding *b) {
    const IrOrigin *o = b->origin;
    while (o && o->kind == IR_ORIGIN_SOURCE) o = o->from;
    return o && o->kind == IR_ORIGIN_NODE ? o : NULL;
}

const IrChange *ir_change_find(const IrModule *m, const IrOrigin *of) {
    for (; m; m = m->copy_of) {
        for (MapIter it = map_find(&m->changes, hash_ptr(0, of)); map_next(&m->changes, &it);) {
            const IrChange *c = it.value;
            if (c->of == of) return c;
        }
    }
    return NULL;
}

void ir_change_note(IrModule *m, const IrBinding *b) {
    const IrOrigin *of = m->notes_origins ? as_read(b) : NULL;
    const CtxWork *work = m->ctx->work;
    if (!of || !work || ir_change_find(m, of)) return;
    IrChange *c = ARENA_NEW(&m->arena, IrChange);
    if (!m->changes.arena) map_init(&m->changes, &m->arena);
    *c = (IrChange){of, work->kind, intern_c(&m->names, work->name), m->n_changes++};
    map_add(&m->changes, hash_ptr(0, of), c);
}
