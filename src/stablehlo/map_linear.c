/* SPDX-License-Identifier: Apache-2.0 */
/* Triangular systems and Cholesky's decomposition, as loops. Sums are in float64 where the type is
 * narrower. */
#include "stablehlo/maps.h"

/* "c0, c1, ..., ": the batch dims of an index. */
static const char *open_batch(H *s, ShloLoops *l, IrOperand x, int32_t n) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    for (int32_t i = 0; i < n; i++) {
        shlo_loops_line(l, "for c%d in T.parallel(%s):", i, shlo_loops_extent(l, h_dims(s, x)[i]));
        l->indent++;
        strbuf_printf(&text, "c%d, ", i);
    }
    return strbuf_cstr(&text);
}

static void check_float(H *s, DType t) {
    if (!dtype_is_float(t) || dtype_is_small(t)) h_lacks(s, "the element type %s", dtype_name(t));
}

/* a of the system, row by row of what is solved: transposed where that is asked, or where x stands
 * on the left. */
void shlo_map_triangular_solve(H *s) {
    ShloLoops l;
    const IrOperand in[] = {h_in(s, 0), h_in(s, 1)};
    const int32_t rank = h_rank(s, in[0]);
    const IrType *t = h_type(s, in[1]);
    const bool left = h_bool(s, "left_side", true), unit = h_bool(s, "unit_diagonal", false);
    const Str how = h_word(s, "transpose_a");
    const bool turned = str_eq_c(how, "TRANSPOSE") || str_eq_c(how, "ADJOINT");
    check_float(s, t->dtype);
    if (rank < 2 || h_rank(s, in[1]) != rank)
        h_fail(s, "operands of rank %d and %d", rank, h_rank(s, in[1]));
    /* x op(a) = b is op(a)' x' = b' */
    const bool swapped = turned == left, forward = h_bool(s, "lower", false) != swapped;
    shlo_loops_init(&l, s, NULL);
    const char *c = open_batch(s, &l, in[1], rank - 2), *dtype = dtype_name(t->dtype);
    const char *n = shlo_loops_extent(&l, h_dims(s, in[0])[rank - 1]);
    const char *others = shlo_loops_extent(&l, h_dims(s, in[1])[left ? rank - 1 : rank - 2]);
    const char *row = forward ? "i" : arena_printf(s->im->arena, "%s - 1 - i", n);
    shlo_loops_line(&l, "for j in T.parallel(%s):", others);
    shlo_loops_line(&l, "    for i in T.serial(%s):", n);
    l.indent += 2;
    shlo_loops_line(&l, "r: T.int64 = %s", row);
    shlo_loops_line(&l, "sum = T.alloc_buffer((), \"float64\")");
    shlo_loops_line(&l, "sum[()] = T.Cast(\"float64\", x1[%s%s])", c, left ? "r, j" : "j, r");
    shlo_loops_line(&l, "for k in T.serial(i):");
    shlo_loops_line(&l, "    q: T.int64 = %s",
                    forward ? "k" : arena_printf(s->im->arena, "%s - 1 - k", n));
    shlo_loops_line(
        &l, "    sum[()] = sum[()] - T.Cast(\"float64\", x0[%s%s]) * T.Cast(\"float64\", o0[%s%s])",
        c, swapped ? "q, r" : "r, q", c, left ? "q, j" : "j, q");
    if (!unit) shlo_loops_line(&l, "sum[()] = sum[()] / T.Cast(\"float64\", x0[%sr, r])", c);
    shlo_loops_line(&l, "o0[%s%s] = T.Cast(\"%s\", sum[()])", c, left ? "r, j" : "j, r", dtype);
    h_set(s, 0, shlo_loops_call(&l, "triangular_solve", in, 2, &t, 1, strbuf_str(&l.text)));
}

void shlo_map_cholesky(H *s) {
    ShloLoops l;
    const IrOperand a = h_in(s, 0);
    const int32_t rank = h_rank(s, a);
    const IrType *t = h_type(s, a);
    const bool lower = h_bool(s, "lower", false);
    check_float(s, t->dtype);
    if (rank < 2) h_fail(s, "an operand of rank %d", rank);
    shlo_loops_init(&l, s, NULL);
    const char *c = open_batch(s, &l, a, rank - 2), *dtype = dtype_name(t->dtype);
    const char *n = shlo_loops_extent(&l, t->dims[rank - 1]);
    const char *at = lower ? "i, j" : "j, i", *ik = lower ? "i, k" : "k, i",
               *jk = lower ? "j, k" : "k, j";
    shlo_loops_line(&l, "for z in T.serial(%s):", n);
    shlo_loops_line(&l, "    for y in T.serial(%s):", n);
    shlo_loops_line(&l, "        o0[%sz, y] = T.%s(0)", c, dtype);
    shlo_loops_line(&l, "for i in T.serial(%s):", n);
    shlo_loops_line(&l, "    for j in T.serial(i + 1):");
    l.indent += 2;
    shlo_loops_line(&l, "sum = T.alloc_buffer((), \"float64\")");
    shlo_loops_line(&l, "sum[()] = T.Cast(\"float64\", x0[%s%s])", c, at);
    shlo_loops_line(&l, "for k in T.serial(j):");
    shlo_loops_line(
        &l, "    sum[()] = sum[()] - T.Cast(\"float64\", o0[%s%s]) * T.Cast(\"float64\", o0[%s%s])",
        c, ik, c, jk);
    shlo_loops_line(&l, "if i == j:");
    shlo_loops_line(&l, "    o0[%s%s] = T.Cast(\"%s\", T.sqrt(sum[()]))", c, at, dtype);
    shlo_loops_line(&l, "else:");
    shlo_loops_line(&l, "    o0[%s%s] = T.Cast(\"%s\", sum[()] / T.Cast(\"float64\", o0[%sj, j]))",
                    c, at, dtype, c);
    h_set(s, 0, shlo_loops_call(&l, "cholesky", &a, 1, &t, 1, strbuf_str(&l.text)));
}
