/* SPDX-License-Identifier: Apache-2.0 */
#include "ir/fresh.h"

void ir_fresh_init(IrFresh *self, IrModule *m, Arena *arena) {
    *self = (IrFresh){.m = m, .arena = arena};
    map_init(&self->counts, arena);
}

const char *ir_fresh_name(IrFresh *self, const char *base) {
    IrModule *m = self->m;
    base = ir_name(m, str_c(base));
    size_t *count = map_get_ptr(&self->counts, base);
    if (!count) map_add_ptr(&self->counts, base, count = ARENA_NEW(self->arena, size_t));
    for (;;) {
        const size_t n = (*count)++;
        const char *name = n ? arena_printf(self->arena, "%s%zu", base, n) : base;
        if (!ir_global_find(m, str_c(name))) return ir_name(m, str_c(name));
    }
}
