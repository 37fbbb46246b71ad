/* SPDX-License-Identifier: Apache-2.0 */
/* May a factor of a call be split over an axis? Each is asked once: factors that slide need rows of
 * the neighbours (distribute_halo.c), of known extents or of others (distribute_symbolic.c). */
#include "passes/distribute_parts.h"

static bool find_halo(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis) {
    const size_t at = (size_t)factor * ds->mesh.n + axis;
    const IrAttr *attrs = NULL;
    r->halos[at] = r->symbols[factor]
                       ? distribute_symbolic_halo(ds, r, factor, axis)
                       : distribute_make_halo(ds, r, r->windows[factor], axis, &attrs);
    if (r->halos[at]) r->part_attrs[at] = attrs;
    return r->halos[at] != NULL;
}

bool distribute_factor_fits(Distribute *ds, Rule *r, uint32_t factor, uint32_t axis) {
    if (factor == LOOP_NO_FACTOR || r->factors[factor].kind == LOOP_FACTOR_NONE) return false;
    int8_t *known = &r->scales[factor * ds->mesh.n + axis];
    const bool slides = r->windows && r->windows[factor];
    if (!*known)
        *known = (slides ? find_halo : distribute_check_factor)(ds, r, factor, axis) ? 1 : -1;
    return *known > 0;
}

const HaloDim *distribute_halo_dim(const Distribute *ds, const Rule *r, uint32_t leaf,
                                   uint32_t factor, uint32_t axis) {
    const Halo *h = r->halos && factor < r->n ? r->halos[factor * ds->mesh.n + axis] : NULL;
    for (uint32_t i = 0; h && i < h->n; i++) {
        if (h->dims[i].leaf == leaf) return &h->dims[i];
    }
    return NULL;
}

bool distribute_reads_rows(const Distribute *ds, const Rule *r, uint32_t leaf, uint32_t factor,
                           uint32_t axis) {
    const HaloDim *d = distribute_halo_dim(ds, r, leaf, factor, axis);
    return d && d->reach && leaf < r->n_in;
}

double distribute_halo_bytes(Distribute *ds, Rule *r, uint32_t leaf, uint32_t factor, uint32_t axis,
                             int8_t have) {
    if (!r->windows || !r->windows[factor] || have == SHARD_WHOLE ||
        !distribute_factor_fits(ds, r, factor, axis))
        return 0;
    const HaloDim *d = distribute_halo_dim(ds, r, leaf, factor, axis);
    if (!d) return 0;
    const IrType *t = leaf < r->n_in ? r->in[leaf] : r->out[leaf - r->n_in];
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = t->dims[i];
    dims[d->dim] = ir_dim_const(ds->m, d->before + d->after);
    return distribute_size(ds, ir_type_tensor(ds->m, dims, t->ndim, t->dtype));
}
