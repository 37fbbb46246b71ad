/* SPDX-License-Identifier: Apache-2.0 */
/* The ONNX reader's parser: messages, and hostile files. The files are written here, field
 * by field and from the back, so that a message's length is known when its header is written. */

#include "unit.h"
#include "base/diag.h"
#include "onnx/onnx.h"
#include "onnx/proto.h"
#include "ops/ops.h"
#include "../onnx/back.h"
#include "unit_arena.h"

static Str back_str(const Back *b) { return (Str){back_bytes(b), back_len(b)}; }

/* A model: y = op(x), x and y float32 of one dim. Opsets come first, so every cut takes something
 * away. */
static void put_info(Back *b, uint32_t number, const char *name) {
    const size_t end = back_mark(b);
    const size_t type = back_mark(b);
    const size_t shape = back_mark(b);
    const size_t dim = back_mark(b);
    put_int(b, 1, 3);
    wrap(b, 1, dim);
    wrap(b, 2, shape);
    put_int(b, 1, 1);
    wrap(b, 1, type);
    wrap(b, 2, end);
    put_str(b, 1, name);
    wrap(b, number, end);
}

static void put_model(Back *b, const char *op, uint64_t opset) {
    const size_t end = back_mark(b);
    put_info(b, 12, "y");
    put_info(b, 11, "x");
    const size_t node = back_mark(b);
    put_str(b, 4, op);
    put_str(b, 3, "the node");
    put_str(b, 2, "y");
    put_str(b, 1, "x");
    wrap(b, 1, node);
    wrap(b, 7, end);
    const size_t ids = back_mark(b);
    put_int(b, 2, opset);
    wrap(b, 8, ids);
    put_int(b, 1, 8);
}

/* Reads a copy of exactly that size. True: a module, and no diagnostic. */
static Status status;
static bool reads(Str bytes) {
    char *copy = malloc(bytes.len ? bytes.len : 1);
    if (bytes.len) memcpy(copy, bytes.ptr, bytes.len);
    diag_begin(&ctx);
    volatile bool ok = false;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        OpTable table;
        Arena of_table;
        arena_init(&of_table, &ctx);
        ops_table_init(&table, &of_table);
        IrModule *m = onnx_read(&ctx, &table, "x.onnx", (Str){copy, bytes.len}, NULL);
        ok = m != NULL;
        if (m) ir_module_free(m);
        arena_fini(&of_table);
    }
    status = ctx_leave(&ctx, &b);
    free(copy);
    if (status == STATUS_OK) assert_int_equal(diag_errors(&ctx) == 0, ok);
    return ok;
}

static const Diag *first(void) {
    assert_true(ctx.diags->diags.len > 0);
    return &ctx.diags->diags.at[0];
}

/* Messages */

static void packed_or_not(void **state) {
    (void)state;
    /* dims packed {2, 3}, then one by one; float_data one by one, then packed */
    static const uint8_t bytes[] = {0x0a, 2, 2, 3, 0x08, 4,    0x25, 0,    0, 0x80, 0x3f,
                                    0x22, 4, 0, 0, 0,    0x40, 0x9a, 0x06, 0, 0x10, 1};
    const OnnxTensor *t = onnx_tensor_parse(&arena, (Str){(const char *)bytes, sizeof bytes});
    assert_non_null(t);
    assert_int_equal(t->dims.len, 3);
    assert_int_equal(t->dims.at[0], 2);
    assert_int_equal(t->dims.at[2], 4);
    assert_int_equal(t->floats.len, 2);
    assert_true(t->floats.at[0] == 1 && t->floats.at[1] == 2);
    assert_int_equal(t->data_type, 1);
}

static void wrong_wire_type(void **state) {
    (void)state;
    assert_null(onnx_tensor_parse(&arena, (Str){"\x12\x01z", 3})); /* data_type as bytes */
    assert_string_equal(first()->message, "byte 0: a wire type that the field does not have");
    assert_string_equal(first()->expected, "wire type 0");
    assert_string_equal(first()->found, "wire type 2, in the field data_type");
}

static void path_of_an_error(void **state) {
    (void)state;
    Back b;
    back_init(&b, 100);
    put(&b, "\x07", 1); /* wire type 7 */
    wrap(&b, 5, 0);     /* attribute */
    wrap(&b, 1, 0);     /* node */
    wrap(&b, 7, 0);     /* graph */
    assert_false(reads(back_str(&b)));
    assert_string_equal(first()->message, "byte 6: field number 0");
    assert_string_equal(first()->expected, "a field whose number is 1 to 536870911");
    assert_string_equal(first()->found, "0, in the field graph.nodes[0].attrs[0]");
    back_fini(&b);
}

/* The graph twice: protobuf merges them. */
static void merged(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    size_t end = back_mark(&b);
    put_info(&b, 12, "y");
    wrap(&b, 7, end);
    end = back_mark(&b);
    put_info(&b, 11, "x");
    const size_t node = back_mark(&b);
    put_str(&b, 4, "Relu");
    put_str(&b, 2, "y");
    put_str(&b, 1, "x");
    wrap(&b, 1, node);
    wrap(&b, 7, end);
    end = back_mark(&b);
    put_int(&b, 2, 13);
    wrap(&b, 8, end);
    assert_true(reads(back_str(&b)));
    back_fini(&b);
}

static void tensor_refused(const char *what, Str bytes) {
    const char *name;
    diag_begin(&ctx);
    assert_null(onnx_read_tensor(&ctx, &arena, bytes, &name));
    assert_true(diag_errors(&ctx) == 1);
    if (!strstr(first()->message, what)) fail_msg("'%s' is not in '%s'", what, first()->message);
}

static void tensors(void **state) {
    (void)state;
    tensor_refused("do not fit", (Str){"\x08\x02\x10\x01\x4a\x07"
                                       "1234567",
                                       13});                            /* 7 bytes for two floats */
    tensor_refused("do not fit", (Str){"\x08\x02\x10\x07\x38\x05", 6}); /* one int64 for two */
    tensor_refused("two kinds", (Str){"\x08\x01\x10\x07\x38\x05\x4a\x08"
                                      "12345678",
                                      16}); /* raw and typed */
    tensor_refused("undefined", (Str){"\x08\x01\x10\x00", 4});
    tensor_refused("do not fit its dims", (Str){"\x08\x01\x10\x08", 4});
    tensor_refused("unknown element type", (Str){"\x08\x01\x10\x63", 4});
    tensor_refused("negative", (Str){"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x10\x01", 13});
    tensor_refused("too large", (Str){"\x08\x80\x80\x80\x80\x10\x08\x80\x80\x80\x80\x10\x10\x01",
                                      14});                             /* 2^32 * 2^32 */
    tensor_refused("element 0", (Str){"\x10\x03\x28\xac\x02", 5});      /* 300 as int8 */
    tensor_refused("do not fit", (Str){"\x08\x03\x10\x16\x28\x01", 6}); /* a byte for three int4 */
    tensor_refused("do not fit", (Str){"\x08\x03\x10\x16\x28\x01\x28\x01\x28\x01", 10});
    tensor_refused("do not fit", (Str){"\x08\x05\x10\x19\x4a\x01x", 7}); /* a byte for five uint2 */
    tensor_refused("element 0",
                   (Str){"\x08\x02\x10\x16\x28\x80\x02", 7});      /* 256 as a byte of int4 */
    tensor_refused("element 0", (Str){"\x10\x11\x28\x80\x02", 5}); /* and as a float8_e4m3fn */
    tensor_refused("too large",
                   (Str){"\x08\x80\x80\x80\x80\x10\x08\x80\x80\x80\x80\x10\x10\x1a", 14});
    tensor_refused("do not fit",
                   (Str){"\x08\x80\x80\x80\x80\x10\x08\x80\x80\x80\x80\x04\x10\x1a", 14});
    tensor_refused("unknown element type", (Str){"\x08\x01\x10\x1b", 4});
}

/* Elements that share bytes: by raw bytes and by int32_data, where each is a byte; what is behind
 * the last is dropped. */
static void packed_tensors(void **state) {
    (void)state;
    static const struct {
        Str bytes;
        DType dtype;
        size_t n;
        int64_t want[5];
    } rows[] = {
        {{"\x08\x03\x10\x16\x4a\x02\x7f\xf8", 8}, DTYPE_INT4, 3, {-1, 7, -8}},
        {{"\x08\x03\x10\x15\x28\x7f\x28\xf8\x01", 9}, DTYPE_UINT4, 3, {15, 7, 8}},
        {{"\x08\x03\x10\x15\x2a\x03\x7f\xf8\x01", 9}, DTYPE_UINT4, 3, {15, 7, 8}},
        {{"\x08\x05\x10\x1a\x4a\x02\xe4\xff", 8}, DTYPE_INT2, 5, {0, 1, -2, -1, -1}},
        {{"\x08\x05\x10\x19\x4a\x02\xe4\xff", 8}, DTYPE_UINT2, 5, {0, 1, 2, 3, 3}},
        {{"\x10\x16\x4a\x01\xfd", 5}, DTYPE_INT4, 1, {-3}}, /* rank 0 */
        {{"\x08\x00\x10\x16", 4}, DTYPE_INT4, 0, {0}},
        {{"\x08\x02\x10\x17\x4a\x01\x62", 7}, DTYPE_FLOAT4E2M1, 2, {1, 4}},
        {{"\x08\x02\x10\x11\x4a\x02\x38\xc0", 8}, DTYPE_FLOAT8E4M3FN, 2, {1, -2}},
        {{"\x08\x02\x10\x18\x28\x7f\x28\x82\x01", 9}, DTYPE_FLOAT8E8M0, 2, {1, 8}},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *name;
        diag_begin(&ctx);
        Tensor *t = onnx_read_tensor(&ctx, &arena, rows[i].bytes, &name);
        assert_non_null(t);
        assert_int_equal(t->dtype, rows[i].dtype);
        assert_int_equal(t->count, rows[i].n);
        assert_true(tensor_is_normal(t->dtype, t->count, t->data));
        for (size_t k = 0; k < t->count; k++)
            assert_true(tensor_get_double(t, k) == (double)rows[i].want[k]);
        tensor_unref(t);
    }
}

/* Models */

static void a_model(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Relu", 17);
    assert_true(reads(back_str(&b)));
    back_fini(&b);
}

static void cut_at_every_byte(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Relu", 17);
    const Str whole = back_str(&b);
    for (size_t n = 0; n < whole.len; n++) {
        if (reads((Str){whole.ptr, n})) fail_msg("cut at byte %zu it is a model", n);
    }
    back_fini(&b);
}

/* Any byte may be any other: a module or a diagnostic. */
static void changed_at_every_byte(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Relu", 17);
    const Str whole = back_str(&b);
    for (size_t n = 0; n < whole.len; n++) {
        uint8_t *at = (uint8_t *)b.block + b.at + n;
        const uint8_t was = *at;
        for (unsigned v = 0; v < 256; v += 5) {
            *at = (uint8_t)v;
            reads(whole);
            assert_int_equal(status, STATUS_OK);
        }
        *at = was;
    }
    back_fini(&b);
}

static void node_is_named(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Nonsense", 17);
    assert_false(reads(back_str(&b)));
    assert_string_equal(first()->node, "the node");
    assert_string_equal(first()->message, "Nonsense: this operator is not supported");
    back_fini(&b);
}

static void opsets(void **state) {
    (void)state;
    static const uint64_t versions[] = {0, ONNX_OPSET_MAX + 1, 1000000, UINT64_MAX};
    for (size_t i = 0; i < ARRAY_LEN(versions); i++) {
        Back b;
        back_init(&b, 1000);
        put_model(&b, "Relu", versions[i]);
        assert_false(reads(back_str(&b)));
        assert_int_equal(first()->id, DIAG_UNSUPPORTED);
        back_fini(&b);
    }
}

static void nested_deeply(void **state) {
    (void)state;
    Back b;
    back_init(&b, 4u << 20);
    for (int i = 0; i < 100000; i++) { /* a graph in an attribute of a node of a graph ... */
        wrap(&b, 6, 0);
        wrap(&b, 5, 0);
        wrap(&b, 1, 0);
    }
    wrap(&b, 7, 0);
    assert_false(reads(back_str(&b)));
    assert_non_null(strstr(first()->message, "nested more than"));
    back_fini(&b);
}

static void types_nested_deeply(void **state) {
    (void)state;
    Back b;
    back_init(&b, 4u << 20);
    for (int i = 0; i < 100000; i++) { /* a sequence of sequences ... */
        wrap(&b, 1, 0);
        wrap(&b, 4, 0);
    }
    wrap(&b, 2, 0);
    wrap(&b, 11, 0);
    wrap(&b, 7, 0);
    assert_false(reads(back_str(&b)));
    assert_non_null(strstr(first()->message, "nested more than"));
    back_fini(&b);
}

/* A million empty nodes cost what a million nodes cost, and each is reported up to the limit. */
static void many_messages(void **state) {
    (void)state;
    Back b;
    back_init(&b, 4u << 20);
    for (int i = 0; i < 300000; i++) wrap(&b, 1, back_mark(&b));
    wrap(&b, 7, 0);
    const size_t ids = back_mark(&b);
    put_int(&b, 2, 17);
    wrap(&b, 8, ids);
    assert_false(reads(back_str(&b)));
    assert_true(diag_errors(&ctx) >= 300000);
    ctx.limits.bindings = 1000;
    assert_false(reads(back_str(&b)));
    assert_non_null(strstr(first()->message, "more than 1000 messages"));
    back_fini(&b);
}

/* A chain of 40 functions, each of which calls the next twice: 2^40 nodes, refused at the limit. */
static void expansion(void **state) {
    (void)state;
    Back b;
    back_init(&b, 100000);
    char name[16], callee[16];
    for (int i = 0; i < 40; i++) {
        const size_t end = back_mark(&b);
        snprintf(name, sizeof name, "F%d", i);
        snprintf(callee, sizeof callee, "F%d", i + 1);
        for (int k = 0; k < 2; k++) {
            const size_t node = back_mark(&b);
            put_str(&b, 7, i < 39 ? "own" : "");
            put_str(&b, 4, i < 39 ? callee : "Relu");
            put_str(&b, 2, k ? "a" : "y");
            put_str(&b, 1, k ? "x" : "a");
            wrap(&b, 7, node);
        }
        put_str(&b, 10, "own");
        put_str(&b, 5, "y");
        put_str(&b, 4, "x");
        put_str(&b, 1, name);
        wrap(&b, 25, end);
    }
    const size_t end = back_mark(&b);
    put_info(&b, 12, "y");
    put_info(&b, 11, "x");
    const size_t node = back_mark(&b);
    put_str(&b, 7, "own");
    put_str(&b, 4, "F0");
    put_str(&b, 2, "y");
    put_str(&b, 1, "x");
    wrap(&b, 1, node);
    wrap(&b, 7, end);
    const size_t ids = back_mark(&b);
    put_int(&b, 2, 17);
    wrap(&b, 8, ids);
    assert_false(reads(back_str(&b)));
    assert_int_equal(status, STATUS_OK);
    assert_non_null(strstr(first()->message, "nodes, functions expanded"));
    assert_string_equal(first()->found, "2199023255551"); /* 2^41 - 1 */
    back_fini(&b);
}

/* Wherever memory runs out, the call ends with that and nothing stays. */
static void out_of_memory(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Softplus", 17);
    size_t k = 1;
    do {
        heap.fail_at = heap.requests + k++;
        Boundary boundary;
        volatile bool ok = false;
        CTX_ENTER(&ctx, &boundary) {
            diag_begin(&ctx);
            Arena of_table;
            OpTable table;
            arena_init(&of_table, &ctx);
            ops_table_init(&table, &of_table);
            IrModule *m = onnx_read(&ctx, &table, "x.onnx", back_str(&b), NULL);
            ok = m != NULL;
            ir_module_free(m);
            arena_fini(&of_table);
        }
        status = ctx_leave(&ctx, &boundary);
        assert_int_equal(status == STATUS_OK, ok);
    } while (status == STATUS_MEMORY);
    heap.fail_at = 0;
    assert_int_equal(status, STATUS_OK);
    assert_true(k > 5);
    back_fini(&b);
}

/* A sequence of two tensors and a sequence of none; an optional that holds it; an optional of
 * nothing. */
static void put_sequence(Back *b) {
    size_t end = back_mark(b);
    wrap(b, 5, end);
    for (int i = 0; i < 2; i++) {
        end = back_mark(b);
        put_int(b, 2, 1);
        wrap(b, 3, end);
    }
    put_int(b, 2, 1);
    put_str(b, 1, "s");
}

static void forms(void **unused) {
    (void)unused;
    Back b;
    back_init(&b, 1000);
    put_sequence(&b);
    const OnnxForm *f = onnx_form_parse(&arena, back_str(&b), ONNX_KIND_SEQUENCE);
    assert_non_null(f);
    assert_int_equal(f->kind, ONNX_KIND_SEQUENCE);
    assert_int_equal(f->n, 3);
    assert_int_equal(f->items[0]->kind, ONNX_KIND_TENSOR);
    assert_int_equal(f->items[1]->bytes.len, 2);
    assert_int_equal(f->items[2]->kind, ONNX_KIND_SEQUENCE);
    assert_int_equal(f->items[2]->n, 0);
    wrap(&b, 5, 0);
    f = onnx_form_parse(&arena, back_str(&b), ONNX_KIND_OPTIONAL);
    assert_non_null(f);
    assert_int_equal(f->kind, ONNX_KIND_SEQUENCE);
    assert_int_equal(f->n, 3);
    f = onnx_form_parse(&arena, (Str){.len = 0}, ONNX_KIND_OPTIONAL);
    assert_non_null(f);
    assert_int_equal(f->kind, ONNX_KIND_OPTIONAL);
    assert_int_equal(f->n, 0);
    for (size_t n = 0; n < back_len(&b); n++) { /* cut anywhere: a form or a report */
        diag_begin(&ctx);
        f = onnx_form_parse(&arena, (Str){back_bytes(&b), n}, ONNX_KIND_OPTIONAL);
        assert_int_equal(f != NULL, diag_errors(&ctx) == 0);
    }
    back_fini(&b);
}

/* Sparse tensors, maps, and what is nested too deep. */
static void refused_forms(void **unused) {
    (void)unused;
    for (uint32_t field = 4; field <= 6; field += 2) {
        Back b;
        back_init(&b, 100);
        wrap(&b, field, 0);
        diag_begin(&ctx);
        assert_null(onnx_form_parse(&arena, back_str(&b), ONNX_KIND_SEQUENCE));
        assert_int_equal(diag_errors(&ctx), 1);
        back_fini(&b);
    }
    for (size_t depth = ctx.limits.depth - 1; depth <= ctx.limits.depth; depth++) {
        Back b;
        back_init(&b, 100);
        for (size_t i = 0; i < depth; i++) wrap(&b, 5, 0);
        diag_begin(&ctx);
        const OnnxForm *f = onnx_form_parse(&arena, back_str(&b), ONNX_KIND_SEQUENCE);
        assert_int_equal(f != NULL, depth < ctx.limits.depth);
        assert_int_equal(diag_errors(&ctx), depth < ctx.limits.depth ? 0 : 1);
        back_fini(&b);
    }
}

static Str joined(const OnnxBytes *bytes) {
    StrBuf all;
    strbuf_init(&all, &arena);
    for (size_t i = 0; i < bytes->pieces.len; i++)
        strbuf_add(&all, bytes->pieces.at[i].ptr, bytes->pieces.at[i].len);
    assert_int_equal(all.text.len, bytes->bytes);
    return strbuf_str(&all);
}

/* All kinds of fields come back; what is long is not copied; one wrong byte of length would be
 * seen. */
static void encoded(void **state) {
    (void)state;
    char weights[5000];
    memset(weights, 7, sizeof weights);
    OnnxTensor tensor = {
        .data_type = 2, .name = {"w", 1}, .has_raw = true, .raw = {weights, sizeof weights}};
    vec_push(&arena, &tensor.dims, 5000);
    vec_push(&arena, &tensor.dims, INT64_MIN); /* ten bytes */
    OnnxAttr attr = {.name = {"a", 1}, .type = ONNX_ATTR_FLOATS, .has_i = true, .f = -0.0f};
    vec_push(&arena, &attr.floats, 1.5f);
    vec_push(&arena, &attr.strings, ((Str){.len = 0}));
    OnnxNode node = {.op_type = {"Op", 2}};
    vec_push(&arena, &node.inputs, ((Str){.len = 0}));
    vec_push(&arena, &node.attrs, (void *)&attr);
    OnnxShape rank_0 = {.dims = {.at = NULL}};
    OnnxTensorType type = {.elem_type = 1, .shape = &rank_0};
    OnnxTypeProto proto = {.tensor = &type};
    OnnxValueInfo info = {.name = {"x", 1}, .type = &proto};
    OnnxGraph graph = {.name = {"g", 1}};
    vec_push(&arena, &graph.nodes, (void *)&node);
    vec_push(&arena, &graph.initializers, (void *)&tensor);
    vec_push(&arena, &graph.inputs, (void *)&info);
    const OnnxModel model = {.ir_version = 8, .graph = &graph};
    OnnxBytes bytes;
    onnx_model_encode(&arena, &model, &bytes);
    bool borrowed = false;
    for (size_t i = 0; i < bytes.pieces.len; i++) borrowed |= bytes.pieces.at[i].ptr == weights;
    assert_true(borrowed);
    const OnnxModel *again = onnx_model_parse(&arena, joined(&bytes));
    assert_non_null(again);
    const OnnxNode *n = again->graph->nodes.at[0];
    const OnnxAttr *a = n->attrs.at[0];
    const OnnxTensor *t = again->graph->initializers.at[0];
    const OnnxValueInfo *v = again->graph->inputs.at[0];
    assert_int_equal(n->inputs.len, 1);
    assert_true(a->has_i && !a->has_f && !a->has_s && a->i == 0 && a->strings.len == 1 &&
                a->floats.at[0] == 1.5f);
    assert_true(t->dims.len == 2 && t->dims.at[1] == INT64_MIN && t->raw.len == sizeof weights);
    assert_non_null(v->type->tensor->shape);
    assert_int_equal(again->ir_version, 8);
}

static void write_out_of_memory(void **state) {
    (void)state;
    Back b;
    back_init(&b, 1000);
    put_model(&b, "Softplus", 17);
    size_t k = 0;
    do {
        Boundary boundary;
        volatile bool ok = false;
        k++; /* out here: what is changed after setjmp is lost by a throw */
        CTX_ENTER(&ctx, &boundary) {
            diag_begin(&ctx);
            Arena own;
            OpTable table;
            OnnxFiles files;
            const OnnxWriteOptions options = {.data_name = NULL};
            arena_init(&own, &ctx);
            ops_table_init(&table, &own);
            IrModule *m = onnx_read(&ctx, &table, "x.onnx", back_str(&b), NULL);
            heap.fail_at = heap.requests + k;
            ok = onnx_write(m, ir_global_find(m, (Str){"main", 4})->function, &own, &options,
                            &files);
            heap.fail_at = 0;
            ir_module_free(m);
            arena_fini(&own);
        }
        heap.fail_at = 0;
        status = ctx_leave(&ctx, &boundary);
        assert_int_equal(status == STATUS_OK, ok);
    } while (status == STATUS_MEMORY);
    assert_int_equal(status, STATUS_OK);
    assert_true(k > 1);
    free(b.block);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(CASE(encoded), CASE(write_out_of_memory), CASE(packed_or_not), CASE(wrong_wire_type),
          CASE(path_of_an_error), CASE(merged), CASE(tensors), CASE(packed_tensors), CASE(a_model),
          CASE(cut_at_every_byte), CASE(changed_at_every_byte), CASE(node_is_named), CASE(opsets),
          CASE(nested_deeply), CASE(types_nested_deeply), CASE(many_messages), CASE(expansion),
          CASE(out_of_memory), CASE(forms), CASE(refused_forms))
