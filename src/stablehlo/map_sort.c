/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting with any comparator: what is sorted is positions, and the operands are gathered by them,
 * so gradients are those of gather_elements. A comparator that compares one operand, or several
 * of which a later one counts where those before are equal, is argsort; any other is a merge sort
 * in loops, from runs of 1 upwards, so it is stable and takes n log n comparisons. */
#include "stablehlo/maps.h"

/* x<i>[..., position, ...] along the sorted dim; a dim before or behind it is c<k>. */
static const char *element(H *s, char buffer, uint32_t i, int32_t rank, int64_t axis,
                           const char *position) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    strbuf_printf(&text, "%c%u[", buffer, i);
    for (int32_t k = 0; k < rank; k++) {
        if (k) strbuf_puts(&text, ", ");
        if (k == axis)
            strbuf_puts(&text, position);
        else
            strbuf_printf(&text, "c%d", k);
    }
    strbuf_putc(&text, ']');
    return strbuf_cstr(&text);
}

static void merge_pass(H *s, ShloLoops *l, uint32_t n, int32_t rank, int64_t axis,
                       const char *extent) {
    const char **args = H_ARRAY(s, const char *, 2 * n);
    shlo_loops_line(l, "low[()] = 0");
    shlo_loops_line(l, "while low[()] < %s:", extent);
    shlo_loops_line(l, "    mid: T.int64 = T.min(low[()] + width[()], %s)", extent);
    shlo_loops_line(l, "    high: T.int64 = T.min(low[()] + width[()] * 2, %s)", extent);
    shlo_loops_line(l, "    left[()] = low[()]");
    shlo_loops_line(l, "    right[()] = mid");
    shlo_loops_line(l, "    to[()] = low[()]");
    shlo_loops_line(l, "    while to[()] < high:");
    shlo_loops_line(l, "        a: T.int64 = p[T.min(left[()], %s - 1)]", extent);
    shlo_loops_line(l, "        b: T.int64 = p[T.min(right[()], %s - 1)]", extent);
    l->indent += 2;
    for (uint32_t i = 0; i < n; i++) { /* whether the right one comes before the left one */
        args[2 * i] = element(s, 'x', i, rank, axis, "b");
        args[2 * i + 1] = element(s, 'x', i, rank, axis, "a");
    }
    const char *less = shlo_loops_test(l, args, 2 * n);
    shlo_loops_line(l, "if T.And(right[()] < high, T.Or(mid <= left[()], %s)):", less);
    shlo_loops_line(l, "    q[to[()]] = b");
    shlo_loops_line(l, "    right[()] = right[()] + 1");
    shlo_loops_line(l, "else:");
    shlo_loops_line(l, "    q[to[()]] = a");
    shlo_loops_line(l, "    left[()] = left[()] + 1");
    shlo_loops_line(l, "to[()] = to[()] + 1");
    l->indent--;
    shlo_loops_line(l, "low[()] = high");
    l->indent--;
}

/* The positions, by loops; kind NONE: nothing moves. */
static IrOperand order_by_loops(H *s, IrOperand *in, uint32_t n, int32_t rank, int64_t axis) {
    static const char *const counters[] = {"width", "low", "left", "right", "to"};
    ShloLoops l;
    const IrDim *const *dims = h_dims(s, in[0]);
    const IrType *out = ir_type_tensor(s->m, dims, rank, DTYPE_INT64);
    shlo_loops_init(&l, s, &s->op->regions[0]);
    for (int32_t i = 0; i < rank; i++) {
        if (i == axis) continue;
        shlo_loops_line(&l, "for c%d in T.parallel(%s):", i, shlo_loops_extent(&l, dims[i]));
        l.indent++;
    }
    const char *size = shlo_loops_extent(&l, dims[axis]);
    shlo_loops_line(&l, "p = T.alloc_buffer((%s,), \"int64\")", size);
    shlo_loops_line(&l, "q = T.alloc_buffer((%s,), \"int64\")", size);
    for (size_t i = 0; i < ARRAY_LEN(counters); i++)
        shlo_loops_line(&l, "%s = T.alloc_buffer((), \"int64\")", counters[i]);
    shlo_loops_line(&l, "for i in range(%s):", size);
    shlo_loops_line(&l, "    p[i] = i");
    shlo_loops_line(&l, "width[()] = 1");
    shlo_loops_line(&l, "while width[()] < %s:", size);
    l.indent++;
    merge_pass(s, &l, n, rank, axis, size);
    shlo_loops_line(&l, "for j in range(%s):", size);
    shlo_loops_line(&l, "    p[j] = q[j]");
    shlo_loops_line(&l, "width[()] = width[()] * 2");
    l.indent--;
    shlo_loops_line(&l, "for k in range(%s):", size);
    shlo_loops_line(&l, "    %s = p[k]", element(s, 'o', 0, rank, axis, "k"));
    return shlo_loops_call(&l, "sort", in, n, &out, 1, strbuf_str(&l.text));
}

static bool takes(const ShloOp *op, const char *name, Str a, Str b) {
    return str_eq_c(op->name, name) && op->n_operands == 2 && str_eq(op->operands[0].name, a) &&
           str_eq(op->operands[1].name, b);
}

static bool compares(const ShloOp *op, const char *way, Str x) {
    const ShloAttr *a = shlo_attr(op, "comparison_direction");
    return takes(op, "stablehlo.compare", x, x) && a && str_eq_c(a->s, way);
}

/* Behind the comparison of a and b: or b is NaN and a is not, as the writer says it. */
static bool puts_nan_last(const ShloRegion *r) {
    const ShloOp *op = r->ops;
    return r->n == 6 && op[0].n_operands == 2 && compares(&op[1], "EQ", op[0].operands[0].name) &&
           compares(&op[2], "NE", op[0].operands[1].name) &&
           takes(&op[3], "stablehlo.and", op[1].result, op[2].result) &&
           takes(&op[4], "stablehlo.or", op[0].result, op[3].result);
}

/* What the order goes by, an operand. */
typedef struct {
    uint32_t operand;
    bool descending;
    bool total; /* by the bits: NaN's sign and zero's count */
} Key;

/* `value` is `from` itself, or what JAX puts in its place: 0 for each zero and one NaN for each
 * NaN. */
typedef struct {
    Str from;
    bool zero, nan; /* are one */
} Unified;

static Unified unified(H *s, const ShloRegion *r, Str value) {
    Unified u = {.from = value};
    Str nan_of = value; /* what the test of NaN looks at */
    for (int i = 0; i < 2; i++) {
        const ShloOp *op = shlo_giver(r, u.from);
        if (!op || !str_eq_c(op->name, "stablehlo.select") || op->n_operands != 3) break;
        const ShloOp *test = shlo_giver(r, op->operands[0].name);
        const Tensor *t = shlo_constant_in(s, r, op->operands[1].name);
        const ShloAttr *way = test ? shlo_attr(test, "comparison_direction") : NULL;
        if (!t || t->ndim || !dtype_is_float(t->dtype) || !way || test->n_operands != 2) break;
        const double v = tensor_get_double(t, 0);
        const Str x = test->operands[0].name, y = test->operands[1].name;
        if (!u.nan && v != v && str_eq_c(way->s, "NE") && str_eq(x, y)) {
            u.nan = true;
            u.from = op->operands[2].name;
            nan_of = str_eq(x, u.from) ? value : x;
        } else if (!u.zero && v == 0 && str_eq_c(way->s, "EQ") && str_eq(x, op->operands[2].name)) {
            const Tensor *zero = shlo_constant_in(s, r, y);
            if (!zero || zero->ndim || tensor_get_double(zero, 0) != 0) break;
            u.zero = true;
            u.from = x;
        } else {
            break;
        }
    }
    if (!str_eq(nan_of, value) && !str_eq(nan_of, u.from)) return (Unified){.from = value};
    return u;
}

/* A comparison of the same of both sides: of which operand, and whether it is the right one
 * first. */
static bool read_comparison(H *s, const ShloRegion *r, const ShloOp *op, Key *key, bool *crossed,
                            Str *way) {
    const ShloAttr *said = op ? shlo_attr(op, "comparison_direction") : NULL;
    if (!said || !str_eq_c(op->name, "stablehlo.compare") || op->n_operands != 2) return false;
    const ShloAttr *type = shlo_attr(op, "compare_type");
    const Unified x = unified(s, r, op->operands[0].name), y = unified(s, r, op->operands[1].name);
    *way = said->s;
    for (uint32_t i = 0; i + 1 < r->n_params; i += 2) {
        const Str a = r->params[i].name, b = r->params[i + 1].name;
        *crossed = str_eq(a, y.from) && str_eq(b, x.from);
        if (!*crossed && !(str_eq(a, x.from) && str_eq(b, y.from))) continue;
        const DType t = h_dtype(s, h_in(s, i / 2));
        const bool is_one = x.zero && x.nan && y.zero && y.nan;
        if (!is_one && (x.zero || x.nan || y.zero || y.nan)) return false;
        *key = (Key){.operand = i / 2};
        key->total = dtype_is_float(t) && type && str_eq_c(type->s, "TOTALORDER");
        key->descending = str_eq_c(said->s, "GT") != *crossed;
        if (is_one) key->total = false; /* as argsort has it, which puts NaN last */
        return t != DTYPE_BOOL && !dtype_is_small(t) && !(is_one && key->descending);
    }
    return false;
}

static const ShloOp *either(const ShloRegion *r, const ShloOp *op, const char *name, int i) {
    if (!str_eq_c(op->name, name) || op->n_operands != 2) return NULL;
    return shlo_giver(r, op->operands[i].name);
}

/* Keys, the first of which counts most: a < b, or a == b and the rest. Their number; 0: it is
 * another comparator. */
static uint32_t read_keys(H *s, const ShloRegion *r, Key *keys) {
    uint32_t n = 0;
    bool crossed, again;
    Str way;
    if (r->n < 2 || r->ops[r->n - 1].n_operands != 1) return 0;
    const ShloOp *op =
        puts_nan_last(r) ? &r->ops[0] : shlo_giver(r, r->ops[r->n - 1].operands[0].name);
    for (; op && n < r->n_params / 2; n++) {
        Key same;
        const ShloOp *less = either(r, op, "stablehlo.or", 0),
                     *both = less ? either(r, op, "stablehlo.or", 1) : NULL;
        if (!read_comparison(s, r, less ? less : op, &keys[n], &crossed, &way)) return 0;
        if (!str_eq_c(way, "LT") && !str_eq_c(way, "GT")) return 0;
        if (!less) return n + 1;
        const ShloOp *equal = both ? either(r, both, "stablehlo.and", 0) : NULL;
        const bool total = keys[n].total;
        if (!read_comparison(s, r, equal, &same, &again, &way) || !str_eq_c(way, "EQ")) return 0;
        if (same.operand != keys[n].operand || total != same.total) return 0;
        op = either(r, both, "stablehlo.and", 1);
    }
    return 0;
}

static IrOperand order_by_key(H *s, const Key *key, IrOperand x, int64_t axis) {
    if (key->total) x = shlo_total_order(s, x);
    return h_call(s, &op_argsort, &x, 1,
                  H_ATTRS(H_INT("axis", axis), H_BOOL("descending", key->descending),
                          H_DTYPE("dtype", DTYPE_INT64)));
}

static IrOperand taken(H *s, IrOperand x, IrOperand order, int64_t axis) {
    return h_call(s, &op_gather_elements, H_OPS(x, order), H_ATTRS(H_INT("axis", axis)));
}

/* By the last key first: a sort by another one leaves what is equal in order. */
static IrOperand order_by_keys(H *s, const Key *keys, uint32_t n, const IrOperand *in,
                               int64_t axis) {
    IrOperand order = order_by_key(s, &keys[n - 1], in[keys[n - 1].operand], axis);
    for (uint32_t i = n - 1; i-- > 0;) {
        const IrOperand x = taken(s, in[keys[i].operand], order, axis);
        order = taken(s, order, order_by_key(s, &keys[i], x, axis), axis);
    }
    return order;
}

void shlo_map_sort(H *s) {
    const uint32_t n = s->op->n_operands;
    if (!n || s->op->n_regions != 1 || s->op->regions[0].n_params != 2 * n)
        h_fail(s, "a comparator of another number of values");
    IrOperand *in = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) in[i] = h_in(s, i);
    shlo_agree(s, in, n);
    const int32_t rank = h_rank(s, in[0]);
    int64_t axis = h_int(s, "dimension", -1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank)
        h_fail(s, "dim %lld, where the rank is %d", (long long)axis, rank);
    const int64_t extent = h_extent(s, in[0], (int32_t)axis);
    const bool nothing = extent >= 0 && extent < 2;
    IrOperand order = h_none();
    Key *keys = H_ARRAY(s, Key, n);
    const uint32_t n_keys = nothing ? 0 : read_keys(s, &s->op->regions[0], keys);
    if (n_keys)
        order = order_by_keys(s, keys, n_keys, in, axis);
    else if (!nothing)
        order = order_by_loops(s, in, n, rank, axis);
    for (uint32_t i = 0; i < n; i++) h_set(s, i, nothing ? in[i] : taken(s, in[i], order, axis));
}

/* NaN is the greatest in CHLO, and of a lesser rank in topk; so what is sorted is the bits. */
void shlo_map_top_k(H *s) { shlo_top_k(s, h_dim(s, h_int(s, "k", 0))); }

void shlo_top_k(H *s, const IrDim *k) {
    const IrOperand x = h_in(s, 0);
    const DType t = h_dtype(s, x);
    const int32_t rank = h_rank(s, x);
    int64_t n;
    if (rank < 1) h_fail(s, "the greatest elements of rank %d", rank);
    const int64_t extent = h_extent(s, x, rank - 1);
    if (ir_dim_is_const(k, &n) && (n < 0 || (extent >= 0 && n > extent)))
        h_fail(s, "the %lld greatest of %lld elements", (long long)n, (long long)extent);
    IrOperand key = x;
    if (dtype_is_float(t)) {
        const DType i = h_signed(t);
        const IrOperand bits = h_bitcast(
            s, h3(s, &op_where, h2(s, &op_not_equal, x, x), h_const(s, t, __builtin_nan("")), x),
            i);
        const IrOperand sign = h2c(s, &op_right_shift, bits, dtype_bits(t) - 1);
        key = h2(s, &op_bitwise_xor, bits,
                 h2(s, &op_bitwise_and, sign,
                    h_const_bits(s, i, ((uint64_t)1 << (dtype_bits(t) - 1)) - 1)));
    }
    const IrOperand order =
        h_call(s, &op_argsort, &key, 1,
               H_ATTRS(H_INT("axis", rank - 1), H_BOOL("descending", h_bool(s, "largest", true)),
                       H_DTYPE("dtype", DTYPE_INT64)));
    const IrOperand at = h_slice(s, order, rank - 1, h_dim(s, 0), k, 1);
    h_set(s, 0, h_call(s, &op_gather_elements, H_OPS(x, at), H_ATTRS(H_INT("axis", rank - 1))));
    h_set(s, 1, h_cast(s, at, h_out_dtype(s, 1)));
}
