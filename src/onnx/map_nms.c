/* SPDX-License-Identifier: Apache-2.0 */
/* NonMaxSuppression: a scan over the boxes of each batch and class in the order of falling scores.
 * A box is selected when nothing has suppressed it, its score is high enough and there is room; it
 * suppresses what overlaps it. */
#include "onnx/nested.h"

static const Str no_name = {.len = 0};

static IrOperand part(O *o, IrOperand x, int64_t i) {
    const IrOperand at = o_const(o, DTYPE_INT64, (double)i);
    return o_call(o, &op_take, OPS(x, at), ATTRS(A_INT("axis", o_rank(o, x) - 1)));
}

static IrOperand scalar(O *o, IrOperand x) {
    const IrDim *const none[1] = {NULL};
    return o_rank(o, x) == 0 ? x : o_reshape(o, x, none, 0);
}

/* Boxes (.., 4) as (.., 4) of least and greatest y and x. */
static IrOperand corners(O *o, IrOperand boxes, bool by_center) {
    IrOperand p[4], out[4];
    const int32_t rank = o_rank(o, boxes);
    uint32_t n;
    for (int i = 0; i < 4; i++) p[i] = part(o, boxes, i);
    for (int i = 0; i < 2; i++) {
        if (by_center) { /* x, y, width, height */
            const IrOperand half = o2c(o, &op_multiply, p[3 - i], 0.5);
            out[i] = o2(o, &op_subtract, p[1 - i], half);
            out[i + 2] = o2(o, &op_add, p[1 - i], half);
        } else { /* two corners, in any order */
            out[i] = o2(o, &op_minimum, p[i], p[i + 2]);
            out[i + 2] = o2(o, &op_maximum, p[i], p[i + 2]);
        }
    }
    const IrOperand *ops = o_tuple(o, out, 4, &n);
    return o_call(o, &op_stack, ops, n, ATTRS(A_INT("axis", rank - 1)));
}

static IrOperand area(O *o, IrOperand box) {
    IrOperand p[4];
    for (int i = 0; i < 4; i++) p[i] = part(o, box, i);
    const IrOperand h = o2(o, &op_subtract, p[2], p[0]);
    return o2(o, &op_multiply, h, o2(o, &op_subtract, p[3], p[1]));
}

/* Which of the boxes (b, c, n, 4) overlap box (b, c, 1, 4) by more than the threshold: (b, c,
 * n). */
static IrOperand overlaps(O *o, IrOperand box, IrOperand boxes, IrOperand threshold) {
    IrOperand side[2];
    for (int i = 0; i < 2; i++) {
        const IrOperand first = part(o, box, i), low = o2(o, &op_maximum, first, part(o, boxes, i));
        const IrOperand last = part(o, box, i + 2),
                        high = o2(o, &op_minimum, last, part(o, boxes, i + 2));
        side[i] = o2c(o, &op_maximum, o2(o, &op_subtract, high, low), 0);
    }
    const IrOperand common = o2(o, &op_multiply, side[0], side[1]);
    const IrOperand own = area(o, box), sum = o2(o, &op_add, own, area(o, boxes));
    const IrOperand both = o2(o, &op_subtract, sum, common);
    /* no division by an area of 0 */
    return o2(o, &op_greater, common, o2(o, &op_multiply, threshold, both));
}

/* Which boxes are left once those that are taken have suppressed what they overlap. The others are
 * looked at only where one is taken: most boxes of a detector have low scores, or are suppressed.
 * p: the parameters of the scan's body. */
static IrOperand survivors(O *o, const IrOperand *p, IrOperand taken) {
    static const int64_t two = 2;
    OnnxImport *im = o->im;
    const IrOperand alive = p[0],
                    n = o_call(o, &op_sum, OPS(o_cast(o, taken, DTYPE_INT64)), NULL, 0),
                    any = o2c(o, &op_greater, n, 0);
    IrBody *bodies[2];
    for (int i = 0; i < 2; i++) {
        bodies[i] = ir_body_new(o->b->fn, NULL);
        vec_push(&im->arena, &im->branches, bodies[i]);
    }
    IrBuilder b = {
        .m = o->m, .fn = o->b->fn, .block = ir_block_append(bodies[0], false), .loc = o->b->loc};
    O inner = *o;
    inner.b = &b;
    const IrOperand hit = overlaps(&inner, o_expand(&inner, p[3], &two, 1), p[5], p[7]);
    const IrOperand lost = o2(&inner, &op_logical_and, hit, o_expand(&inner, taken, &two, 1));
    const IrOperand left = o2(&inner, &op_logical_and, alive, o1(&inner, &op_logical_not, lost));
    ir_body_set_result(bodies[0], &left, 1);
    ir_body_set_result(bodies[1], &alive, 1);
    IrVar *v = ir_build_if(o->b, &any, bodies[0], bodies[1], "alive");
    if (!v) ctx_throw(im->ctx, STATUS_INVALID);
    im->branches.len -= 2;
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

void onnx_map_nms(O *o) {
    static const int64_t by_box[] = {2, 0, 1}, by_batch[] = {1, 2, 0}, by_box4[] = {2, 0, 1, 3},
                         one = 1;
    const IrOperand scores = o_in(o, 1);
    if (o_rank(o, scores) != 3 || o_rank(o, o_in(o, 0)) != 3)
        o_fail(o, "its operands are not of rank 3");
    const IrDim *const *dims = o_dims(o, scores);
    const DType dtype = o_dtype(o, scores);
    const IrOperand most =
        o_has(o, 2) ? scalar(o, o_cast(o, o_in(o, 2), DTYPE_INT64)) : o_const(o, DTYPE_INT64, 0);
    const IrOperand overlap = o_has(o, 3) ? scalar(o, o_in(o, 3)) : o_const(o, dtype, 0);
    /* Sorted: (b, c, n) scores and (b, c, n, 4) boxes. */
    const OAttr falling[] = {A_INT("axis", 2), A_BOOL("descending", true),
                             A_DTYPE("dtype", DTYPE_INT64)};
    const IrOperand order = o_call(o, &op_argsort, &scores, 1, falling, 3);
    const IrOperand sorted =
        o_call(o, &op_gather_elements, OPS(scores, order), ATTRS(A_INT("axis", 2)));
    const IrDim *const wide[] = {dims[0], dims[1], dims[2], o_dim(o, 4)}, *const last[] = {
                                                                              dims[0], dims[1],
                                                                              dims[2], o_dim(o, 1)};
    IrOperand boxes = corners(o, o_in(o, 0), o_int(o, "center_point_box", 0) != 0);
    boxes = o_broadcast(o, o_expand(o, boxes, &one, 1), wide, 4);
    const IrOperand from = o_broadcast(o, o_reshape(o, order, last, 4), wide, 4);
    boxes = o_call(o, &op_gather_elements, OPS(boxes, from), ATTRS(A_INT("axis", 2)));
    IrOperand wanted = o2(o, &op_equal, sorted, sorted); /* NaN is not */
    if (o_has(o, 4)) wanted = o2(o, &op_greater, sorted, scalar(o, o_in(o, 4)));
    const IrOperand index = o_call(
        o, &op_arange, OPS(o_prim(o, o_dim(o, 0)), o_prim(o, dims[2]), o_prim(o, o_dim(o, 1))),
        ATTRS(A_DTYPE("dtype", DTYPE_INT64)));
    /* carries: alive (b, c, n), count (b, c); sequences: i, box (b, c, 4), wanted (b, c) */
    const IrOperand carries[] = {
        o_call(o, &op_ones_like, &sorted, 1, ATTRS(A_DTYPE("dtype", DTYPE_BOOL))),
        o2(o, &op_full, o_shape(o, dims, 2), o_const(o, DTYPE_INT64, 0))};
    const IrOperand sequences[] = {index, o_permute(o, boxes, by_box4, 4),
                                   o_permute(o, wanted, by_box, 3)};
    const IrOperand captures[] = {boxes, most, overlap};
    OnnxNested body;
    IrOperand p[8];
    onnx_nested_init(&body, o, "suppress");
    for (int i = 0; i < 8; i++) {
        const IrOperand x = i < 2 ? carries[i] : i < 5 ? sequences[i - 2] : captures[i - 5];
        p[i] = onnx_nested_param(&body, no_name, "x",
                                 onnx_nested_type(&body, o_type(o, x), i >= 2 && i < 5));
    }
    O inner = *o;
    inner.b = &body.b;
    const IrOperand alive = o_call(&inner, &op_take, OPS(p[0], p[2]), ATTRS(A_INT("axis", 2)));
    const IrOperand has_room = o2(&inner, &op_less, p[1], p[6]);
    const IrOperand taken =
        o2(&inner, &op_logical_and, o2(&inner, &op_logical_and, alive, p[4]), has_room);
    const IrOperand results[] = {survivors(&inner, p, taken),
                                 o2(&inner, &op_add, p[1], o_cast(&inner, taken, DTYPE_INT64)),
                                 taken};
    const IrOperand f = onnx_nested_end(&body, results, 3, true);
    const IrOperand all = onnx_scan(o, f,
                                    &(OnnxScan){.carries = carries,
                                                .n_carries = 2,
                                                .sequences = sequences,
                                                .n_sequences = 3,
                                                .captures = captures,
                                                .n_captures = 3});
    /* Where it is selected: batch, class, and the box's number before it was sorted. */
    const IrOperand selected = o_permute(o, o_field(o, all, 2), by_batch, 3);
    const IrDim *const found[] = {o_fresh_dim(o, "n_selected"), o_dim(o, 3)};
    const IrOperand places =
        o_match(o, o_permute(o, o1(o, &op_nonzero, selected), (const int64_t[]){1, 0}, 2),
                ir_type_tensor(o->m, found, 2, DTYPE_INT64));
    const IrOperand box = o_expand(o, o2(o, &op_gather_nd, order, places), &one, 1);
    const IrOperand rows[] = {o_slice(o, places, 1, o_dim(o, 0), o_dim(o, 2), 1), box};
    o_set(o, 0, o_concat(o, rows, 2, 1));
}
