/* SPDX-License-Identifier: Apache-2.0 */
/* unique: the items (elements, or slices along an axis) are sorted by position, stably, so that
 * equal ones stand together with the first of them as their head; heads get the result's slots, by
 * order or by position. NaN equals NaN, as with NumPy's equal_nan=True, and -0.0 equals 0.0. */
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/order.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("x"),
    OP_BOOL("sorted", true),
    OP_BOOL("return_index", false),
    OP_BOOL("return_inverse", false),
    OP_BOOL("return_counts", false),
    OP_AXIS_OR_NONE("axis"),
};

static const char *const constraints[] = {"axis is an axis of x", NULL};

static bool has_axis(IrInfer *in) { return infer_attr(in, "axis")->kind != IR_ATTR_NONE; }

/* How many items x has; NULL: unknown. */
static const IrDim *item_count(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!x->dims) return NULL;
    return has_axis(in) ? x->dims[infer_int(in, "axis")] : infer_product(in, x->dims, x->ndim);
}

/* The result, from the types of the items that stay and of what there is one of for each. */
static const IrType *result_of(IrInfer *in, const IrType *items, const IrType *each,
                               const IrType *inverse) {
    const IrType *fields[4] = {items};
    uint32_t n = 1;
    if (infer_bool(in, "return_index")) fields[n++] = each;
    if (infer_bool(in, "return_inverse")) fields[n++] = inverse;
    if (infer_bool(in, "return_counts")) fields[n++] = each;
    return n == 1 ? items : ir_type_tuple(in->m, fields, n);
}

static const IrType *vector(IrInfer *in, const IrDim *n, DType dtype) {
    return n ? infer_tensor(in, &n, 1, dtype) : infer_tensor_ndim(in, 1, dtype);
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_axis(in, "axis", x->ndim, 1)) return NULL;
    const IrDim *n = item_count(in);
    if (x->ndim == 0) n = ir_dim_const(in->m, 1);
    if (n && !has_axis(in) && ir_dim_is(n, 1)) { /* one element stays one */
        const IrType *one = vector(in, n, DTYPE_INT64);
        return result_of(in, vector(in, n, x->dtype), one, one);
    }
    const IrType *items = infer_tensor_ndim(in, has_axis(in) ? x->ndim : 1, x->dtype);
    return result_of(in, items, vector(in, NULL, DTYPE_INT64), vector(in, n, DTYPE_INT64));
}

/* All items may differ. */
static const IrType *bound(IrInfer *in) {
    const IrType *x = in->args[0].type, *each = vector(in, item_count(in), DTYPE_INT64);
    return result_of(in, has_axis(in) ? x : vector(in, item_count(in), x->dtype), each, each);
}

typedef struct {
    int64_t axis;            /* -1: the items are elements */
    const LoopExpr *n, *row; /* how many, and how many elements each has */
} Items;

/* The place in x of element k of an item. */
static const LoopExpr **place_in(OpLower *low, const Items *items, const LoopExpr *item,
                                 const LoopExpr *k) {
    const LoopBuffer *x = low->in[0];
    if (items->axis < 0) return place_of_number(low, x, item);
    const LoopExpr **place = lower_exprs(low, x->ndim);
    int64_t first = items->axis == 0 ? 1 : 0;
    for (int64_t d = x->ndim; d-- > 0;) {
        if (d == items->axis) {
            place[d] = item;
        } else if (d == first) {
            place[d] = k;
        } else {
            place[d] = l_op2(low, LOOP_FLOORMOD, k, x->dims[d]);
            k = order_let(low, "rest", l_op2(low, LOOP_FLOORDIV, k, x->dims[d]));
        }
    }
    return place;
}

static const LoopExpr *element(OpLower *low, const Items *items, const char *name,
                               const LoopExpr *item, const LoopExpr *k) {
    return order_let(low, name, lower_load(low, low->in[0], place_in(low, items, item, k)));
}

/* Slices are compared at the first place where they differ. */
static const LoopExpr *before(OpLower *low, void *user, const LoopExpr *a, const LoopExpr *b) {
    const Items *items = user;
    if (items->axis < 0) {
        const LoopExpr *x = element(low, items, "x", a, NULL);
        return order_before(low, element(low, items, "y", b, NULL), x, false);
    }
    const LoopExpr *zero = l_index(low, 0), *one = l_index(low, 1);
    const LoopBuffer *at = loop_scalar(low->b, "at", zero),
                     *sign = loop_scalar(low->b, "sign", zero);
    const LoopExpr *k = loop_get(low->b, at), *undecided = l_eq(low, loop_get(low->b, sign), zero);
    loop_begin_while(low->b, l_and(low, l_lt(low, k, items->row), undecided));
    const LoopExpr *x = element(low, items, "x", a, k), *y = element(low, items, "y", b, k);
    const LoopExpr *after = l_select(low, order_before(low, x, y, false), l_index(low, -1), zero);
    loop_set(low->b, sign, l_select(low, order_before(low, y, x, false), one, after));
    loop_set(low->b, at, l_add(low, k, one));
    loop_end(low->b);
    return l_eq(low, loop_get(low->b, sign), one);
}

static const LoopExpr *counted(OpLower *low, const LoopBuffer *count) {
    const LoopExpr *old = order_let(low, "slot", loop_get(low->b, count));
    loop_set(low->b, count, l_add(low, old, l_index(low, 1)));
    return old;
}

/* heads[p] is the head's position for the item at p; slots[p] of a head, when sorted, its slot. */
static void find_heads(OpLower *low, Items *items, const LoopBuffer *heads, const LoopBuffer *slots,
                       const LoopBuffer *count, bool sorted) {
    const LoopExpr *zero = l_index(low, 0), *one = l_index(low, 1);
    const LoopBuffer *order = order_positions(low, items->n, before, items),
                     *head = loop_scalar(low->b, "head", zero);
    const LoopExpr *i = lower_for(low, items->n, LOOP_SERIAL),
                   *previous = l_op2(low, LOOP_MAX, l_sub(low, i, one), zero);
    const LoopExpr *p = order_let(low, "p", lower_load(low, order, &i));
    const LoopExpr *q = order_let(low, "q", lower_load(low, order, &previous));
    const LoopExpr *differs = before(low, items, p, q);
    loop_begin_if(low->b, l_or(low, l_eq(low, i, zero), differs));
    loop_set(low->b, head, p);
    if (sorted) lower_store(low, slots, &p, counted(low, count));
    loop_end(low->b);
    lower_store(low, heads, &p, loop_get(low->b, head));
    loop_end(low->b);
}

static void write_item(OpLower *low, const Items *items, const LoopExpr *slot, const LoopExpr *p) {
    const LoopBuffer *out = low->out[0];
    if (items->axis < 0) {
        lower_store(low, out, &slot, lower_load(low, low->in[0], place_in(low, items, p, NULL)));
        return;
    }
    const LoopExpr *k = lower_for(low, items->row, LOOP_SERIAL);
    const LoopExpr **to = place_in(low, items, slot, k);
    lower_store(low, out, to, lower_load(low, low->in[0], place_in(low, items, p, k)));
    loop_end(low->b);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0];
    const bool sorted = lower_bool(low, "sorted"),
               by_axis = lower_attr(low, "axis")->kind != IR_ATTR_NONE;
    Items items = {.axis = by_axis ? lower_int(low, "axis") : -1,
                   .n = l_index(low, 1),
                   .row = l_index(low, 1)};
    for (uint32_t d = 0; d < x->ndim; d++) {
        const LoopExpr **extent = by_axis && d != items.axis ? &items.row : &items.n;
        *extent = l_mul(low, *extent, x->dims[d]);
    }
    uint32_t next = 1;
    const LoopBuffer *index = lower_bool(low, "return_index") ? low->out[next++] : NULL;
    const LoopBuffer *inverse = lower_bool(low, "return_inverse") ? low->out[next++] : NULL;
    const LoopBuffer *counts = lower_bool(low, "return_counts") ? low->out[next++] : NULL;
    const LoopExpr *zero = l_index(low, 0), *one = l_index(low, 1);
    const LoopBuffer *heads = loop_local(low->b, "heads", DTYPE_INT64, &items.n, 1);
    const LoopBuffer *slots = loop_local(low->b, "slots", DTYPE_INT64, &items.n, 1);
    const LoopBuffer *count = loop_scalar(low->b, "count", zero);
    find_heads(low, &items, heads, slots, count, sorted);
    const LoopExpr *p = lower_for(low, items.n, LOOP_SERIAL);
    const LoopExpr *head = order_let(low, "head", lower_load(low, heads, &p));
    loop_begin_if(low->b, l_eq(low, head, p));
    if (!sorted) lower_store(low, slots, &p, counted(low, count));
    const LoopExpr *slot = order_let(low, "slot", lower_load(low, slots, &p));
    write_item(low, &items, slot, p);
    if (index) lower_store(low, index, &slot, p);
    if (counts) lower_store(low, counts, &slot, zero);
    loop_end(low->b);
    slot = order_let(low, "slot", lower_load(low, slots, &head));
    if (inverse) lower_store(low, inverse, &p, slot);
    if (counts) lower_store(low, counts, &slot, l_add(low, lower_load(low, counts, &slot), one));
    loop_end(low->b);
    /* The extents, where the types do not say them: of the items, of index, of counts. */
    for (uint32_t d = 0; next < low->n_out && d < low->out[0]->ndim; d++) {
        const LoopExpr *at = l_index(low, d);
        bool open = !by_axis || d == items.axis;
        lower_store(low, low->out[next], &at, open ? loop_get(low->b, count) : x->dims[d]);
    }
    for (uint32_t i = next + 1; i < low->n_out; i++)
        lower_store(low, low->out[i], &zero, loop_get(low->b, count));
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    s_axis_or_none(s, "axis", x->ndim);
}

const OpDef op_unique = {
    .name = "unique",
    .doc = "The distinct elements of x as a vector, or the distinct slices along axis: rising "
           "(slices by their first difference, NaN last), or with sorted=False in the order in "
           "which they first occur. Then, as a tuple, what is asked for: the position of each "
           "one's first occurrence (in row-major order without an axis), the place in the result "
           "of each item of x, how often each occurs; all int64 vectors. NaN equals NaN, as in "
           "NumPy, and -0.0 equals 0.0; the first occurrence stands for all.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .bound = bound,
    .no_gradient = "which elements it keeps depends on which are equal",
};
