/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators on images share: layouts, one int a spatial dim, sliding windows. */
#include "ops/spatial.h"

const char *spatial_data_letters(int n) { return n == 1 ? "NCW" : n == 2 ? "NCHW" : "NCDHW"; }
const char *spatial_kernel_letters(int n) { return n == 1 ? "OIW" : n == 2 ? "OIHW" : "OIDHW"; }

bool spatial_layout(IrInfer *in, const char *name, const char *letters, unsigned c, uint8_t *at) {
    const char *layout = infer_string(in, name);
    size_t n = strlen(letters);
    bool good = layout && strlen(layout) == n;
    for (size_t i = 0; good && i < n; i++) {
        const char *p = strchr(layout, letters[i]);
        if (p) at[i] = (uint8_t)(p - layout);
        good = p != NULL;
    }
    if (good) return true;
    infer_fail(in, c, infer_text(in, "%s to be the letters of %s, each once", name, letters),
               layout ? infer_text(in, "\"%s\"", layout) : "None");
    return false;
}

bool spatial_out_layout(IrInfer *in, const char *like, const char *letters, unsigned c,
                        uint8_t *at) {
    const char *layout = infer_string(in, "out_layout");
    if (!layout || !*layout) *infer_attr(in, "out_layout") = *infer_attr(in, like);
    return spatial_layout(in, "out_layout", letters, c, at);
}

static bool at_least(IrInfer *in, const char *name, const int64_t *ints, uint32_t n, int64_t min,
                     unsigned c) {
    for (uint32_t i = 0; i < n; i++) {
        if (ints[i] >= min) continue;
        infer_fail(in, c, infer_text(in, "%s of %lld or more", name, (long long)min),
                   infer_text(in, "%lld", (long long)ints[i]));
        return false;
    }
    return true;
}

bool spatial_ints(IrInfer *in, const char *name, int n, int64_t min, unsigned c, int64_t *out) {
    const IrAttr *a = infer_attr(in, name);
    if (a->n != (uint32_t)n) {
        infer_fail(in, c, infer_text(in, "%d ints in %s, one a spatial dim", n, name),
                   infer_text(in, "%u", a->n));
        return false;
    }
    memcpy(out, a->ints, a->n * sizeof *out);
    return at_least(in, name, a->ints, a->n, min, c);
}

bool spatial_padding(IrInfer *in, int n, unsigned c, int64_t *out) {
    const IrAttr *a = infer_attr(in, "padding");
    if (a->n != 2 * (uint32_t)n) {
        infer_fail(in, c, infer_text(in, "%d ints in padding", 2 * n), infer_text(in, "%u", a->n));
        return false;
    }
    memcpy(out, a->ints, a->n * sizeof *out);
    return at_least(in, "padding", a->ints, a->n, 0, c);
}

void spatial_positions(const char *layout, const char *letters, uint8_t *at) {
    for (size_t i = 0; letters[i]; i++) {
        const char *p = strchr(layout, letters[i]);
        if (!p) BUG("layout \"%s\" lacks %c", layout, letters[i]);
        at[i] = (uint8_t)(p - layout);
    }
}

uint32_t spatial_open_window(OpLower *low, SpatialLoop *dims, int n) {
    const LoopExpr *inside = NULL;
    for (int i = 0; i < n; i++) {
        SpatialLoop *d = &dims[i];
        d->k = lower_for(low, d->kernel, LOOP_SERIAL);
        const LoopExpr *first =
            l_sub(low, l_mul(low, d->o, l_index(low, d->stride)), l_index(low, d->before));
        const LoopExpr *p = l_add(low, first, l_mul(low, d->k, l_index(low, d->dilation)));
        d->p = loop_var(low->b, loop_let(low->b, "p", p));
        if (!d->padded) continue;
        const LoopExpr *within =
            l_and(low, l_le(low, l_index(low, 0), d->p), l_lt(low, d->p, d->extent));
        inside = inside ? l_and(low, inside, within) : within;
    }
    if (!inside) return (uint32_t)n;
    loop_begin_if(low->b, inside);
    return (uint32_t)n + 1;
}

const IrDim *spatial_windows(IrInfer *in, const SpatialWindow *w, unsigned c) {
    IrModule *m = in->m;
    if (infer_at_most(in, ir_dim_const(m, 1), w->kernel) == IR_REFUTED) {
        infer_fail(in, c, infer_text(in, "a kernel extent along %c of 1 or more", w->letter),
                   ir_dim_text(m, w->kernel));
        return NULL;
    }
    const IrDim *padded = ir_dim_offset(m, ir_dim_offset(m, w->extent, w->before), w->after);
    const IrDim *reach = ir_dim_scale(m, ir_dim_offset(m, w->kernel, -1), w->dilation);
    const IrDim *span = ir_dim_offset(m, reach, 1);
    if (infer_at_most(in, span, padded) == IR_REFUTED) {
        infer_fail(in, c,
                   infer_text(in, "a dilated kernel that fits in %s, the padded extent along %c",
                              ir_dim_text(m, padded), w->letter),
                   infer_text(in, "a dilated kernel extent of %s", ir_dim_text(m, span)));
        return NULL;
    }
    const IrDim *room = ir_dim_sub(m, padded, span);
    if (w->ceil) room = ir_dim_offset(m, room, w->stride - 1);
    return ir_dim_offset(m, ir_dim_floordiv(m, room, ir_dim_const(m, w->stride)), 1);
}
