/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual devices: where a tensor is said to lie. Tenon runs everything in one place, so they are
 * kept in types, and handed from operands to results. */
#include "base/diag.h"
#include "ir/ir.h"

static const IrAttr *vdevices_of(const IrModule *m) {
    for (uint32_t i = 0; i < m->global_infos.n; i++) {
        if (strcmp(m->global_infos.keys[i], "vdevice") == 0) return &m->global_infos.items[i];
    }
    return NULL;
}

/* Of a target's text, "cuda -arch=sm_80", the first word; of its dictionary the "kind". */
static Str kind_of(const IrAttr *vdevice) {
    const IrAttr *target = &vdevice->items[0];
    for (uint32_t i = 0; target->kind == IR_ATTR_DICT && i < target->n; i++) {
        if (strcmp(target->keys[i], "kind") == 0 && target->items[i].kind == IR_ATTR_STRING)
            return str_c(target->items[i].s);
    }
    return target->kind == IR_ATTR_STRING ? (Str){target->s, strcspn(target->s, " ")}
                                          : (Str){"", 0};
}

static bool same(Str a, Str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

static Str next_part(Str *rest) {
    size_t n = 0;
    while (n < rest->len && rest->ptr[n] != ':') n++;
    const Str part = {rest->ptr, n};
    const size_t skip = n < rest->len ? n + 1 : n;
    *rest = (Str){rest->ptr + skip, rest->len - skip};
    return part;
}

/* Up to six digits; -1: no number. */
static int64_t number_of(Str text) {
    int64_t v = 0;
    if (!text.len || text.len > 6) return -1;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9') return -1;
        v = v * 10 + (text.ptr[i] - '0');
    }
    return v;
}

const char *ir_vdevice_find(IrModule *m, Str name) {
    Str rest = name;
    const Str kind = next_part(&rest), number = next_part(&rest), scope = rest;
    const int64_t index = number.len ? number_of(number) : 0;
    if (index < 0 || !kind.len) return NULL;
    const IrAttr *all = vdevices_of(m);
    if (!all) return number.len && scope.len ? intern(&m->names, name) : NULL;
    const bool of_all = str_eq_c(kind, "vdevice");
    int64_t seen = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const IrAttr *entry = &all->items[i];
        const Str its = kind_of(entry);
        if (of_all ? i != index : !same(its, kind) || seen++ != index) continue;
        int64_t among = 0;
        for (uint32_t k = 0; k < i; k++) among += same(kind_of(&all->items[k]), its);
        return intern_c(&m->names, diag_fmt(m->ctx, "%.*s:%lld:%s", (int)its.len, its.ptr,
                                            (long long)among, entry->items[2].s));
    }
    return NULL;
}
