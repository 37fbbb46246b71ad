/* SPDX-License-Identifier: Apache-2.0 */
/* Branches, calls of the host, and checks. */
#include "stablehlo/maps.h"

/* The region as a branch: a body within the function. */
static IrBody *branch(H *s, const ShloRegion *r) {
    IrBody *body = ir_body_new(s->b->fn, NULL);
    IrBuilder b = *s->b;
    uint32_t n, len;
    b.block = ir_block_append(body, false);
    ShloScope *scope = ARENA_NEW(s->im->arena, ShloScope);
    shlo_scope_init(scope, s->im, s->scope);
    ShloValue **values = shlo_import_region(s->im, &b, scope, r, &n);
    if (n != s->op->n_results)
        h_fail(s, "a branch of %u results instead of %u", n, s->op->n_results);
    IrOperand *ops = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) {
        ops[i] = values[i]->operand;
        if (ops[i].kind == IR_OPERAND_NONE)
            h_lacks(s, "a token or tuple as the result of a branch");
    }
    const IrOperand *result = n == 1 ? ops : h_tuple(s, ops, n, &len);
    ir_body_set_result(body, result, n == 1 ? 1 : len);
    return body;
}

static void set_branches(H *s, IrOperand cond, IrBody *yes, IrBody *no) {
    IrVar *v = ir_build_if(s->b, &cond, yes, no, ir_name(s->m, str_c("lv")));
    if (!v) ctx_throw(s->im->ctx, STATUS_INVALID);
    for (uint32_t i = 0; i < s->op->n_results; i++)
        h_set(s, i, s->op->n_results == 1 ? h_var(v) : h_field(s, h_var(v), i));
}

void shlo_map_if(H *s) {
    if (s->op->n_regions != 2) h_fail(s, "%u branches", s->op->n_regions);
    const IrOperand cond = h_in(s, 0);
    IrBody *yes = branch(s, &s->op->regions[0]), *no = branch(s, &s->op->regions[1]);
    set_branches(s, cond, yes, no);
}

/* A chain of ifs: the last branch is also that of what is out of range. It is as deep as there are
 * branches, so these are few. */
void shlo_map_case(H *s) {
    const uint32_t n = s->op->n_regions;
    if (!n) h_fail(s, "it has no branches");
    if (n > s->im->ctx->limits.depth / 2) h_lacks(s, "%u branches", n);
    const IrOperand index = h_in(s, 0);
    if (n == 1) {
        const IrOperand always = h_const(s, DTYPE_BOOL, 1);
        IrBody *yes = branch(s, &s->op->regions[0]), *no = branch(s, &s->op->regions[0]);
        set_branches(s, always, yes, no);
        return;
    }
    IrBuilder *outer = s->b;
    IrBuilder *builders = H_ARRAY(s, IrBuilder, n);
    IrBody **bodies = H_ARRAY(s, IrBody *, n);
    IrOperand *conds = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i + 1 < n; i++) { /* builders[i]: where the i-th if stands */
        if (i == 0) {
            builders[0] = *outer;
        } else {
            bodies[i] = ir_body_new(outer->fn, NULL);
            builders[i] = *outer;
            builders[i].block = ir_block_append(bodies[i], false);
        }
        s->b = &builders[i];
        conds[i] = h2(s, &op_equal, index, h_const(s, DTYPE_INT32, i));
    }
    IrBody *rest = NULL;
    for (uint32_t i = n - 1; i-- > 0;) {
        s->b = &builders[i];
        IrBody *yes = branch(s, &s->op->regions[i]);
        IrBody *no = rest ? rest : branch(s, &s->op->regions[n - 1]);
        if (i == 0) {
            set_branches(s, conds[0], yes, no);
            break;
        }
        IrVar *v = ir_build_if(s->b, &conds[i], yes, no, ir_name(s->m, str_c("lv")));
        if (!v) ctx_throw(s->im->ctx, STATUS_INVALID);
        const IrOperand result = h_var(v);
        ir_body_set_result(bodies[i], &result, 1);
        rest = bodies[i];
    }
    s->b = outer;
}

/* Checks */

static void assert_that(H *s, IrOperand is, IrOperand want, const ShloCheck *how) {
    const DType t = h_dtype(s, is);
    IrOperand wrong;
    const IrOperand differ = h2(s, &op_not_equal, is, want);
    if (how->kind == SHLO_CHECK_EQUAL || !dtype_is_float(t) || dtype_is_small(t)) {
        wrong = differ;
    } else { /* not within the tolerance: where they differ and are finite */
        const double eps = t == DTYPE_FLOAT64   ? 0x1p-52
                           : t == DTYPE_FLOAT32 ? 0x1p-23
                           : t == DTYPE_FLOAT16 ? 0x1p-10
                                                : 0x1p-7;
        const DType wide = dtype_bits(t) < 32 ? DTYPE_FLOAT32 : t;
        const IrOperand a = h_cast(s, is, wide), b = h_cast(s, want, wide);
        const IrOperand off = h1(s, &op_abs, h2(s, &op_subtract, a, b));
        const IrOperand limit =
            how->kind == SHLO_CHECK_ALMOST
                ? h_const(s, wide, how->tolerance)
                : h2c(s, &op_multiply, h2(s, &op_maximum, h1(s, &op_abs, a), h1(s, &op_abs, b)),
                      eps * (double)how->ulps);
        wrong = h2(s, &op_logical_and, differ, h2(s, &op_greater, off, limit));
    }
    if (dtype_is_float(t) && !dtype_is_small(t)) {
        const IrOperand nan =
            h2(s, &op_logical_and, h2(s, &op_not_equal, is, is), h2(s, &op_not_equal, want, want));
        wrong = h2(s, &op_logical_and, wrong, h1(s, &op_logical_not, nan));
    }
    const int32_t rank = h_rank(s, wrong);
    int64_t *axes = H_ARRAY(s, int64_t, rank);
    for (int32_t i = 0; i < rank; i++) axes[i] = i;
    IrOperand count = h_cast(s, wrong, DTYPE_INT64);
    if (rank) count = h_reduce(s, &op_sum, count, axes, (uint32_t)rank);
    h_call(s, &op_assert_op, H_OPS(h2c(s, &op_equal, count, 0)),
           H_ATTRS(H_STR("format", "a value differs from what is expected")));
    s->b->fn->is_pure = false;
}

static bool is_nested(const H *s) {
    return s->b->fn->parent || s->b->block->body->owner || s->b->block->body != s->b->fn->body;
}

static void check(H *s, IrOperand is, IrOperand want, ShloCheck how) {
    ShloImport *im = s->im;
    if (!im->options || !im->options->check) {
        assert_that(s, is, want, &how);
        return;
    }
    if (is_nested(s)) h_lacks(s, "a check within a loop or branch");
    vec_push(im->arena, &im->checked, is);
    vec_push(im->arena, &im->checked, want);
    im->options->check(im->options->user, s->b->fn->name, how);
}

static ShloCheck how_near(H *s, Str name) {
    const ShloAttr *tolerance = h_attr(s, "tolerance");
    ShloCheck how = {
        .kind = SHLO_CHECK_EQUAL, .tolerance = 1e-4, .ulps = h_int(s, "max_ulp_difference", 3)};
    if (tolerance) how.tolerance = tolerance->f;
    const bool almost = name.len >= 22 && memcmp(name.ptr, "check.expect_almost_eq", 22) == 0;
    if (almost) how.kind = SHLO_CHECK_ALMOST;
    if (str_eq_c(name, "check.expect_close")) how.kind = SHLO_CHECK_ULPS;
    return how;
}

void shlo_map_check(H *s) {
    const ShloAttr *value = h_attr(s, "value");
    const IrOperand is = h_in(s, 0);
    if (value && !value->tensor)
        h_lacks(s, "the element type %s",
                value->type && value->type->lacks ? value->type->lacks : "of its value");
    const IrOperand want = value ? h_tensor(s, tensor_ref(value->tensor)) : h_in(s, 1);
    check(s, is, want, how_near(s, s->op->name));
}

/* Probes */

static ShloProbe *find_probe(H *s, Str id) {
    for (MapIter it = map_find(&s->im->probes, hash_bytes(s->im->ctx, id.ptr, id.len));
         map_next(&s->im->probes, &it);) {
        ShloProbe *p = it.value;
        if (str_eq(p->id, id)) return p;
    }
    return NULL;
}

void shlo_map_probe(H *s) {
    const Str id = h_word(s, "probe_id");
    ShloProbe *p = find_probe(s, id);
    if (!p) {
        p = ARENA_NEW(s->im->arena, ShloProbe);
        p->id = id;
        map_add(&s->im->probes, hash_bytes(s->im->ctx, id.ptr, id.len), p);
    }
    vec_push(s->im->arena, &p->values, h_in(s, 0));
    p->is_nested = p->is_nested || is_nested(s);
    shlo_map_identity(s);
}

/* What the interpreter's probe wrote to a file, it saw. */
void shlo_map_expect_serialized(H *s) {
    const Str id = h_word(s, "probe_id");
    const int64_t i = h_int(s, "iteration", h_int(s, "iter", 0));
    const ShloProbe *p = find_probe(s, id);
    if (p && p->is_nested) h_lacks(s, "a probe within a loop or branch");
    if (!p || i < 0 || (uint64_t)i >= p->values.len)
        h_fail(s, "no probe '%.*s' of number %lld stands before it",
               (int)(id.len < 60 ? id.len : 60), id.ptr, (long long)i);
    check(s, h_in(s, 0), p->values.at[i], (ShloCheck){.kind = SHLO_CHECK_EQUAL});
}

/* Calls by name */

/* What a call is told that result i is: of open extents, the rank alone. */
static const IrType *told(H *s, const IrType *t) {
    int64_t extent;
    for (int32_t k = 0; k < t->ndim; k++) {
        if (!ir_dim_is_const(t->dims[k], &extent))
            return ir_type_tensor(s->m, NULL, t->ndim, t->dtype);
    }
    return t;
}

void shlo_host_call(H *s, Str name, bool has_effects) {
    const uint32_t n_results = s->op->n_results;
    uint32_t n = 0;
    IrOperandBuf all;
    ir_operands_init(&all, s->im->arena);
    ir_operands_string(&all, ir_name(s->m, name));
    for (uint32_t i = 0; i < s->op->n_operands; i++) {
        if (s->in[i]->is_token) continue;
        const IrOperand x = h_in(s, i);
        ir_operands_copy(&all, &x);
    }
    const IrType **types = H_ARRAY(s, const IrType *, n_results),
                 **is = H_ARRAY(s, const IrType *, n_results);
    for (uint32_t i = 0; i < n_results; i++) {
        s->out[i].is_token = s->op->types && s->op->types[i]->kind == SHLO_TOKEN;
        if (s->out[i].is_token) continue;
        is[n] = h_out_type(s, i);
        types[n] = told(s, is[n]);
        n++;
    }
    const OpDef *op = has_effects ? &op_call_packed : &op_call_pure_packed;
    const IrType *t = n == 1 ? types[0] : ir_type_tuple(s->m, types, n);
    IrAttr *attrs = H_ARRAY(s, IrAttr, ir_op_n_attrs(op));
    ir_attr_defaults(s->m, op, attrs);
    IrVar *v = ir_build_call(s->b, op, all.ops.at, (uint32_t)all.ops.len,
                             (IrCallForm){.attrs = attrs, .types = &t, .n_types = 1}, "lv");
    if (!v) ctx_throw(s->im->ctx, STATUS_INVALID);
    if (has_effects) s->b->fn->is_pure = false;
    for (uint32_t i = 0, k = 0; i < n_results; i++) {
        if (s->out[i].is_token) continue;
        h_set(s, i, h_match(s, n == 1 ? h_var(v) : h_field(s, h_var(v), k), is[k]));
        k++;
    }
}

/* How exported modules of symbolic extents say what these must be. The message has values in its
 * places {0}, {1}, ...: the operands behind the condition. */
static void shape_assertion(H *s) {
    const Str text = h_word(s, "error_message");
    IrOperandBuf all;
    StrBuf format;
    const IrOperand holds = h_in(s, 0);
    ir_operands_init(&all, s->im->arena);
    ir_operands_copy(&all, &holds);
    strbuf_init(&format, s->im->arena);
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        const bool is_place = c == '{' && i + 2 < text.len && text.ptr[i + 1] >= '0' &&
                              text.ptr[i + 1] <= '9' && text.ptr[i + 2] == '}';
        if (is_place) {
            const IrOperand x = h_in(s, 1 + (uint32_t)(text.ptr[i + 1] - '0'));
            ir_operands_copy(&all, &x);
            i += 2;
            strbuf_puts(&format, "{}");
            continue;
        }
        if (c == '{' || c == '}') strbuf_putc(&format, c);
        strbuf_putc(&format, c);
    }
    h_call(s, &op_assert_op, all.ops.at, (uint32_t)all.ops.len,
           H_ATTRS(H_STR("format", strbuf_cstr(&format))));
    s->b->fn->is_pure = false;
}

void shlo_map_custom_call(H *s) {
    static const char *const places[] = {"Sharding",
                                         "xla.sdy.Sharding",
                                         "xla.sdy.FuncResultSharding",
                                         "annotate_device_placement",
                                         "LayoutConstraint",
                                         "SPMDFullToShardShape",
                                         "SPMDShardToFullShape",
                                         "xla.sdy.GlobalToLocalShape",
                                         "xla.sdy.LocalToGlobalShape"};
    const Str target = h_word(s, "call_target_name");
    if (target.len > 6 && memcmp(target.ptr, "check.", 6) == 0) {
        const IrOperand is = h_in(s, 0), want = h_in(s, 1);
        check(s, is, want, how_near(s, target));
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (!str_eq_c(target, places[i])) continue;
        shlo_map_identity(s);
        return;
    }
    if (str_eq_c(target, "shape_assertion"))
        shape_assertion(s);
    else if (!shlo_named_operation(s, target))
        shlo_host_call(s, target, h_bool(s, "has_side_effect", false));
}
