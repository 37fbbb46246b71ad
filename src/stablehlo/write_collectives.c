/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives. Ranks are replicas; the groups of a mesh are lists of their numbers. */
#include "stablehlo/write.h"

typedef struct {
    Mesh mesh;
    MeshGroup group;
} Meeting;

static Meeting meeting_of(const W *w) {
    Meeting m;
    if (!shlo_group_of_call(w->call, &m.mesh, &m.group)) BUG("a collective without a mesh");
    return m;
}

/* [[0, 1], [2, 3]]: each group where its first rank stands. */
static const char *groups_text(W *w, const Meeting *m) {
    StrBuf out;
    strbuf_init(&out, w->x->arena);
    strbuf_puts(&out, "replica_groups = dense<[");
    bool any = false;
    for (uint32_t rank = 0; rank < m->mesh.ranks; rank++) {
        if (mesh_place(&m->mesh, &m->group, rank) != 0) continue;
        strbuf_puts(&out, any ? ", [" : "[");
        for (uint32_t i = 0; i < m->group.size; i++)
            strbuf_printf(&out, "%s%u", i ? ", " : "", mesh_member(&m->mesh, &m->group, rank, i));
        strbuf_putc(&out, ']');
        any = true;
    }
    strbuf_printf(&out, "]> : tensor<%ux%uxi64>", m->mesh.ranks / m->group.size, m->group.size);
    return strbuf_cstr(&out);
}

static const char *reduction_body(W *w, DType t) {
    const char *how = hw_attr(w->call, "op_type")->s;
    const bool adds = strcmp(how, "sum") == 0 || strcmp(how, "avg") == 0,
               is_max = strcmp(how, "max") == 0;
    const char *name = strcmp(how, "prod") == 0 ? "stablehlo.multiply"
                       : adds                   ? "stablehlo.add"
                       : is_max                 ? "stablehlo.maximum"
                                                : "stablehlo.minimum";
    if (t == DTYPE_BOOL) name = adds || is_max ? "stablehlo.or" : "stablehlo.and";
    return hw_body(w, name, NULL, t);
}

/* A mean is a sum, divided. */
static void set_reduced(W *w, ShloVal y, const Meeting *m) {
    if (strcmp(hw_attr(w->call, "op_type")->s, "avg") == 0)
        y = hw_op2(w, "stablehlo.divide", y, hw_splat(w, y.type, m->group.size));
    w->result = y;
}

void shlo_write_allreduce(W *w) {
    const Meeting m = meeting_of(w);
    const ShloVal x = hw_in(w, 0);
    const char *body = reduction_body(w, x.type->dtype);
    set_reduced(w, hw_op(w, "stablehlo.all_reduce", &x, 1, w->out, groups_text(w, &m), body), &m);
}

void shlo_write_reduce_scatter(W *w) {
    const Meeting m = meeting_of(w);
    const ShloVal x = hw_in(w, 0);
    const char *body = reduction_body(w, x.type->dtype);
    const char *attrs = hw_format(w, "%s, scatter_dimension = %lld : i64", groups_text(w, &m),
                                  (long long)hw_attr(w->call, "axis")->i);
    set_reduced(w, hw_op(w, "stablehlo.reduce_scatter", &x, 1, w->out, attrs, body), &m);
}

void shlo_write_allgather(W *w) {
    const Meeting m = meeting_of(w);
    const ShloVal x = hw_in(w, 0);
    const char *attrs = hw_format(w, "all_gather_dim = %lld : i64, %s",
                                  (long long)hw_attr(w->call, "axis")->i, groups_text(w, &m));
    w->result = hw_op(w, "stablehlo.all_gather", &x, 1, w->out, attrs, NULL);
}

void shlo_write_alltoall(W *w) {
    const Meeting m = meeting_of(w);
    const ShloVal x = hw_in(w, 0);
    const char *attrs = hw_format(
        w,
        "concat_dimension = %lld : i64, %s, split_count = %u : i64, split_dimension = %lld : i64",
        (long long)hw_attr(w->call, "concat_axis")->i, groups_text(w, &m), m.group.size,
        (long long)hw_attr(w->call, "split_axis")->i);
    w->result = hw_op(w, "stablehlo.all_to_all", &x, 1, w->out, attrs, NULL);
}

static ShloVal broadcast(W *w, const Meeting *m, ShloVal x) {
    return hw_op(w, "stablehlo.collective_broadcast", &x, 1, x.type, groups_text(w, m), NULL);
}

void shlo_write_broadcast_first(W *w) {
    const Meeting m = meeting_of(w);
    w->result = broadcast(w, &m, hw_in(w, 0));
}

/* From each place of a group to which; -1: it does not send. */
static int64_t *targets_of(W *w, const Meeting *m) {
    const int64_t size = m->group.size, shift = hw_attr(w->call, "shift")->i % size;
    const IrAttr *pairs = hw_attr(w->call, "pairs");
    int64_t *to = ARENA_ARRAY(w->x->arena, int64_t, (size_t)size);
    for (int64_t i = 0; i < size; i++)
        to[i] = pairs->kind == IR_ATTR_NONE ? (i + shift + size) % size : -1;
    for (uint32_t i = 0; pairs->kind != IR_ATTR_NONE && i < pairs->n; i++)
        to[pairs->items[i].ints[0]] = pairs->items[i].ints[1];
    return to;
}

void shlo_write_permute(W *w) {
    const Meeting m = meeting_of(w);
    const ShloVal x = hw_in(w, 0);
    const int64_t *to = targets_of(w, &m);
    StrBuf out;
    uint32_t n = 0;
    strbuf_init(&out, w->x->arena);
    for (uint32_t rank = 0; rank < m.mesh.ranks; rank++) {
        const int64_t target = to[mesh_place(&m.mesh, &m.group, rank)];
        if (target < 0) continue;
        strbuf_printf(&out, "%s[%u, %u]", n++ ? ", " : "", rank,
                      mesh_member(&m.mesh, &m.group, rank, (uint32_t)target));
    }
    if (!n) { /* nobody sends */
        w->result = hw_splat(w, w->out, 0);
        return;
    }
    w->result = hw_op(
        w, "stablehlo.collective_permute", &x, 1, w->out,
        hw_format(w, "source_target_pairs = dense<[%s]> : tensor<%ux2xi64>", strbuf_cstr(&out), n),
        NULL);
}

/* The place in the group, read off a list of all ranks'. */
static ShloVal place_of(W *w, const Meeting *m) {
    const int64_t dims[] = {m->mesh.ranks};
    const IrType *number = hw_type(w, NULL, 0, DTYPE_INT64);
    ShloVal rank =
        hw_op(w, "stablehlo.replica_id", NULL, 0, hw_type(w, NULL, 0, DTYPE_UINT32), "", NULL);
    rank = hw_op(w, "stablehlo.convert", &rank, 1, number, "", NULL);
    if (m->group.size == m->mesh.ranks) return rank;
    Tensor *t = tensor_new(w->x->ctx, DTYPE_INT64, dims, 1);
    for (uint32_t i = 0; i < m->mesh.ranks; i++)
        tensor_set_int(t, i, mesh_place(&m->mesh, &m->group, i));
    const ShloVal table = shlo_write_tensor(w->x, t, hw_type(w, dims, 1, DTYPE_INT64));
    tensor_unref(t);
    return hw_element(w, table, &rank);
}

void shlo_write_rank(W *w) {
    const Meeting m = meeting_of(w);
    w->result = place_of(w, &m);
}

/* All have the first one's, and take their parts. */
void shlo_write_scatter_first(W *w) {
    const Meeting m = meeting_of(w);
    const uint32_t rank = (uint32_t)w->out->ndim;
    const int64_t axis = hw_attr(w->call, "axis")->i;
    ShloVal *in = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 1);
    int64_t *sizes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    const IrType *number = hw_type(w, NULL, 0, DTYPE_INT64);
    in[0] = broadcast(w, &m, hw_in(w, 0));
    const ShloVal zero = hw_splat(w, number, 0), place = place_of(w, &m);
    for (uint32_t i = 0; i < rank; i++) {
        sizes[i] = hw_extent(w->out, (int32_t)i);
        in[i + 1] = zero;
    }
    const ShloVal size = hw_splat(w, number, (double)sizes[axis]);
    in[axis + 1] = hw_op2(w, "stablehlo.multiply", place, size);
    w->result = hw_op(w, "stablehlo.dynamic_slice", in, rank + 1, w->out,
                      hw_format(w, "slice_sizes = %s", hw_array(w, sizes, rank)), NULL);
}
