/* SPDX-License-Identifier: Apache-2.0 */
/* Processes. A module that runs in many processes becomes operators of ccl where these say it. The
 * interpreter's run_parallel gives all programs of a grid: they are imported side by side into one
 * function, each up to its next collective, which is then arithmetic on the values of all. */
#include "stablehlo/maps.h"

typedef struct {
    const ShloFunc *f;
    ShloScope *scope;
    uint32_t at; /* the next operation */
    int64_t replica, partition;
} Process;

typedef struct {
    int64_t channel;
    ShloValue *value;
    bool is_taken;
} Message;

typedef struct ShloParallel {
    Process *all, *now;
    uint32_t n;
    int64_t n_replicas, n_partitions;
    VEC(Message) messages;
} Parallel;

static int64_t channel_of(const ShloOp *op) {
    const ShloAttr *handle = shlo_attr(op, "channel_handle"), *id = shlo_attr(op, "channel_id");
    const ShloAttr *item =
        handle && handle->kind == SHLO_ATTR_DICT ? shlo_item(handle, "handle") : id;
    return item ? item->i : 0;
}

static bool is_global(const ShloOp *op) {
    const ShloAttr *a = shlo_attr(op, "use_global_device_ids");
    return a && (a->kind == SHLO_ATTR_UNIT || a->i);
}

static bool is_named(const ShloOp *op, const char *name) { return str_eq_c(op->name, name); }

/* Groups */

/* The members of a group in order, as indices of processes, and which of them this process is. */
typedef struct {
    uint32_t *at, n, own;
} Group;

typedef enum { REPLICAS, PARTITIONS, BOTH, GLOBAL } Strategy;

static Strategy strategy_of(const ShloOp *op) {
    const bool by_channel = channel_of(op) > 0;
    if (is_named(op, "stablehlo.all_gather") || is_named(op, "stablehlo.all_reduce") ||
        is_named(op, "stablehlo.reduce_scatter"))
        return !by_channel ? REPLICAS : is_global(op) ? GLOBAL : BOTH;
    return by_channel ? PARTITIONS : REPLICAS;
}

static int64_t own_id(const Parallel *all, const Process *p, Strategy how) {
    return how == PARTITIONS ? p->partition
           : how == GLOBAL   ? p->replica * all->n_partitions + p->partition
                             : p->replica;
}

/* The process with this id beside p; n: there is none. */
static uint32_t process_at(const Parallel *all, const Process *p, Strategy how, int64_t id) {
    const int64_t r = how == PARTITIONS ? p->replica : id,
                  c = how == PARTITIONS ? id : p->partition;
    if (how == GLOBAL) return id < 0 || id >= all->n ? all->n : (uint32_t)id;
    if (r < 0 || r >= all->n_replicas || c < 0 || c >= all->n_partitions) return all->n;
    return (uint32_t)(r * all->n_partitions + c);
}

static void add_member(H *s, const Parallel *all, Group *g, uint32_t at, uint32_t own) {
    if (at >= all->n || g->n >= all->n) h_fail(s, "a group with a process that does not exist");
    if (at == own) g->own = g->n;
    g->at[g->n++] = at;
}

/* n is 0 where the process is in none. */
static Group group_of(H *s, const Parallel *all, uint32_t own) {
    const Process *p = &all->all[own];
    const Strategy how = strategy_of(s->op);
    const ShloAttr *a = h_attr(s, "replica_groups");
    Group g = {.at = H_ARRAY(s, uint32_t, all->n)};
    const Tensor *t = a ? a->tensor : NULL;
    if (!t || t->ndim != 2) h_fail(s, "'replica_groups' is no list of groups");
    const int64_t rows = t->dims[0], columns = t->dims[1], id = own_id(all, p, how);
    for (int64_t i = 0; i < rows; i++) {
        bool is_in = false;
        for (int64_t k = 0; k < columns; k++)
            is_in = is_in || tensor_get_int(t, (size_t)(i * columns + k)) == id;
        if (!is_in) continue;
        const int64_t times = how == BOTH ? all->n_partitions : 1;
        for (int64_t c = 0; c < times; c++) {
            for (int64_t k = 0; k < columns; k++) {
                const int64_t member = tensor_get_int(t, (size_t)(i * columns + k));
                if (member < 0) continue; /* a shorter group */
                Process like = *p;
                if (how == BOTH) like.partition = c;
                add_member(s, all, &g, process_at(all, &like, how, member), own);
            }
        }
        return g;
    }
    return g;
}

/* Collectives among programs side by side */

static const OpDef *join_of(H *s, DType t) {
    static const struct {
        const char *name;
        const OpDef *bools;
    } rows[] = {{"stablehlo.add", &op_logical_or},      {"stablehlo.maximum", &op_logical_or},
                {"stablehlo.or", &op_logical_or},       {"stablehlo.multiply", &op_logical_and},
                {"stablehlo.minimum", &op_logical_and}, {"stablehlo.and", &op_logical_and},
                {"stablehlo.xor", &op_logical_xor}};
    const ShloOp *op = s->op->n_regions == 1 ? shlo_single_op(&s->op->regions[0], false) : NULL;
    const ShloRow *row = op ? shlo_row_find(op->name) : NULL;
    for (size_t i = 0; op && t == DTYPE_BOOL && i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(op->name, rows[i].name)) return rows[i].bools;
    }
    if (!row || !row->op || t == DTYPE_BOOL || dtype_is_small(t))
        h_lacks(s, "a body that is no one operation");
    return row->op;
}

static IrOperand joined(H *s, const H *all, const Group *g, uint32_t k) {
    IrOperand y = all[g->at[0]].in[k]->operand;
    for (uint32_t i = 1; i < g->n; i++)
        y = h2(s, join_of(s, h_dtype(s, y)), y, all[g->at[i]].in[k]->operand);
    return y;
}

static IrOperand part(H *s, IrOperand x, int64_t axis, int64_t i, int64_t n) {
    const int64_t extent = axis < 0 || n < 1 ? -1 : h_extent(s, x, (int32_t)axis);
    if (extent < 0 || extent % n)
        h_fail(s, "an extent of %lld in %lld parts", (long long)extent, (long long)n);
    return h_slice(s, x, axis, h_dim(s, i * (extent / n)), h_dim(s, (i + 1) * (extent / n)), 1);
}

static IrOperand nothing_of(H *s, IrOperand x) {
    return h_broadcast(s, h_const(s, h_dtype(s, x), 0), h_dims(s, x), h_rank(s, x));
}

/* What the pairs send to this process. */
static IrOperand permuted(H *s, const Parallel *all, const H *each, uint32_t own, uint32_t k) {
    const ShloAttr *a = h_attr(s, "source_target_pairs");
    const Strategy how = strategy_of(s->op);
    const Process *p = &all->all[own];
    const Tensor *t = a ? a->tensor : NULL;
    if (!t || t->ndim != 2 || t->dims[1] != 2)
        h_fail(s, "'source_target_pairs' is no list of pairs");
    for (int64_t i = 0; i < t->dims[0]; i++) {
        if (tensor_get_int(t, (size_t)(2 * i + 1)) != own_id(all, p, how)) continue;
        const uint32_t from = process_at(all, p, how, tensor_get_int(t, (size_t)(2 * i)));
        if (from == all->n) h_fail(s, "a source that does not exist");
        return each[from].in[k]->operand;
    }
    return nothing_of(s, h_in(s, k));
}

static IrOperand result_of(H *s, const Parallel *all, const H *each, uint32_t own, uint32_t k) {
    if (is_named(s->op, "stablehlo.collective_permute")) return permuted(s, all, each, own, k);
    const Group g = group_of(s, all, own);
    const bool reduces = is_named(s->op, "stablehlo.collective_reduce");
    if (reduces || is_named(s->op, "stablehlo.collective_broadcast")) {
        if (h_bool(s, "has_dynamic_root", false)) h_lacks(s, "a root that data say");
        if (!g.n || (reduces && g.own)) return nothing_of(s, h_in(s, k));
        return reduces ? joined(s, each, &g, k) : each[g.at[0]].in[k]->operand;
    }
    if (!g.n) h_fail(s, "a process that is in no group");
    if (is_named(s->op, "stablehlo.all_reduce")) return joined(s, each, &g, k);
    if (is_named(s->op, "stablehlo.reduce_scatter"))
        return part(s, joined(s, each, &g, k), h_int(s, "scatter_dimension", -1), g.own, g.n);
    const bool gathers = is_named(s->op, "stablehlo.all_gather");
    const int64_t axis = h_int(s, gathers ? "all_gather_dim" : "concat_dimension", -1),
                  from = h_int(s, "split_dimension", -1), count = h_int(s, "split_count", 0);
    if (axis < 0 || axis >= h_rank(s, h_in(s, k))) h_fail(s, "dim %lld", (long long)axis);
    if (!gathers && count != g.n) h_fail(s, "a group of %u in %lld parts", g.n, (long long)count);
    IrOperand *parts = H_ARRAY(s, IrOperand, g.n);
    for (uint32_t i = 0; i < g.n; i++) {
        const IrOperand x = each[g.at[i]].in[k]->operand;
        parts[i] = gathers ? x : part(s, x, from, g.own, count);
    }
    return h_concat(s, parts, g.n, axis);
}

static bool is_collective(const ShloOp *op) {
    static const char *const names[] = {
        "stablehlo.all_gather",          "stablehlo.all_reduce",        "stablehlo.all_to_all",
        "stablehlo.collective_permute",  "stablehlo.collective_reduce", "stablehlo.reduce_scatter",
        "stablehlo.collective_broadcast"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (is_named(op, names[i])) return true;
    }
    return false;
}

/* All processes wait for the same one. */
static void run_collective(H *s, Parallel *all) {
    H *each = H_ARRAY(s, H, all->n);
    const ShloOp *first = &all->all[0].f->body.ops[all->all[0].at];
    for (uint32_t i = 0; i < all->n; i++) {
        Process *p = &all->all[i];
        const ShloOp *op = &p->f->body.ops[p->at];
        if (!str_eq(op->name, first->name) || op->n_results != first->n_results ||
            op->n_operands != first->n_operands)
            h_fail(s, "processes that wait for each other");
        if (!shlo_op_begin(&each[i], s->im, s->b, p->scope, op))
            ctx_throw(s->im->ctx, STATUS_INVALID);
        for (uint32_t k = 0; k < op->n_operands; k++) h_in(&each[i], k);
    }
    for (uint32_t i = 0; i < all->n; i++) {
        H *own = &each[i];
        if (own->op->n_results > own->op->n_operands) h_fail(own, "too few operands");
        for (uint32_t k = 0; k < own->op->n_results; k++)
            h_set(own, k, result_of(own, all, each, i, k));
        shlo_check_results(own);
        shlo_op_end(own, true);
        all->all[i].at++;
    }
}

/* Messages */

static Message *message_in(Parallel *all, int64_t channel, uint32_t skip) {
    for (size_t i = 0; i < all->messages.len; i++) {
        Message *m = &all->messages.at[i];
        if (m->channel == channel && !m->is_taken && !skip--) return m;
    }
    return NULL;
}

void shlo_map_send(H *s) {
    Parallel *all = s->im->parallel;
    if (!all) h_lacks(s, "channels");
    for (uint32_t i = 0; i + 1 < s->op->n_operands; i++) {
        const Message m = {.channel = channel_of(s->op), .value = s->in[i]};
        vec_push(s->im->arena, &all->messages, m);
    }
    shlo_map_token(s);
}

void shlo_map_recv(H *s) {
    Parallel *all = s->im->parallel;
    const uint32_t n = s->op->n_results;
    if (!all) h_lacks(s, "channels");
    for (uint32_t i = 0; i + 1 < n; i++) {
        Message *m = message_in(all, channel_of(s->op), 0);
        if (!m) h_fail(s, "nothing was sent through channel %lld", (long long)channel_of(s->op));
        s->out[i] = *m->value;
        m->is_taken = true;
    }
    if (n) s->out[n - 1].is_token = true;
}

/* Programs */

/* The operations of a process up to where it waits; whether it went on. */
static bool advance(H *s, Parallel *all, Process *p) {
    const uint32_t from = p->at;
    all->now = p;
    for (; p->at + 1 < p->f->body.n; p->at++) {
        const ShloOp *op = &p->f->body.ops[p->at];
        if (is_collective(op)) break;
        if (is_named(op, "stablehlo.recv") && op->n_results > 1 &&
            !message_in(all, channel_of(op), op->n_results - 2))
            break;
        shlo_import_op(s->im, s->b, p->scope, op);
    }
    all->now = NULL;
    return p->at != from;
}

static void run_all(H *s, Parallel *all) {
    for (;;) {
        uint32_t n_ended = 0, n_collective = 0;
        bool any = false;
        for (uint32_t i = 0; i < all->n; i++) {
            Process *p = &all->all[i];
            any = advance(s, all, p) || any;
            n_ended += p->at + 1 >= p->f->body.n;
            n_collective += p->at + 1 < p->f->body.n && is_collective(&p->f->body.ops[p->at]);
        }
        if (n_ended == all->n) return;
        if (n_collective == all->n)
            run_collective(s, all);
        else if (!any)
            h_fail(s, "processes that wait for each other");
    }
}

static void open_process(H *s, Process *p, const ShloAttr *name, uint32_t *next) {
    ShloImport *im = s->im;
    p->f = shlo_find_func(im, name->s);
    p->scope = ARENA_NEW(im->arena, ShloScope);
    if (!p->f || !p->f->has_body || !p->f->body.n)
        h_fail(s, "there is no function '%.*s' with a body", (int)name->s.len, name->s.ptr);
    shlo_scope_init(p->scope, im, NULL);
    for (uint32_t i = 0; i < p->f->n_params; i++, ++*next) {
        if (*next == s->op->n_operands) h_fail(s, "too few operands for its programs");
        ShloValue *v = shlo_define(im, p->scope, p->f->params[i].name, p->f->params[i].loc);
        const Str own = v->name;
        *v = *s->in[*next];
        v->name = own;
    }
}

void shlo_map_run_parallel(H *s) {
    ShloImport *im = s->im;
    const ShloAttr *rows = h_attr(s, "programs");
    Parallel all = {.n_replicas = rows ? rows->n : 0};
    uint32_t next = 0, n_out = 0;
    if (im->parallel) h_lacks(s, "programs within programs");
    if (!rows || rows->kind != SHLO_ATTR_LIST || !rows->n)
        h_fail(s, "'programs' is no list of lists");
    all.n_partitions = rows->items[0].n;
    for (uint32_t i = 0; i < rows->n; i++) {
        if (rows->items[i].kind != SHLO_ATTR_LIST || rows->items[i].n != all.n_partitions)
            h_fail(s, "'programs' is no list of lists of one length");
        all.n += rows->items[i].n;
    }
    all.all = H_ARRAY(s, Process, all.n);
    for (uint32_t i = 0; i < all.n; i++) {
        Process *p = &all.all[i];
        p->replica = i / all.n_partitions;
        p->partition = i % all.n_partitions;
        open_process(s, p, &rows->items[p->replica].items[p->partition], &next);
    }
    if (next != s->op->n_operands) h_fail(s, "too many operands for its programs");
    im->parallel = &all;
    run_all(s, &all);
    im->parallel = NULL;
    for (uint32_t i = 0; i < all.n; i++) {
        const Process *p = &all.all[i];
        const ShloOp *end = &p->f->body.ops[p->f->body.n - 1];
        for (uint32_t k = 0; k < end->n_operands; k++, n_out++) {
            const ShloValue *v = shlo_lookup_use(im, p->scope, &end->operands[k]);
            if (n_out == s->op->n_results) h_fail(s, "too few results for its programs");
            if (!v || v->is_poisoned) ctx_throw(im->ctx, STATUS_INVALID);
            s->out[n_out] = *v;
        }
    }
    if (n_out != s->op->n_results) h_fail(s, "too many results for its programs");
}

void shlo_hide_programs(ShloImport *im, const ShloFunc *f) {
    for (uint32_t i = 0; i < f->body.n; i++) {
        const ShloOp *op = &f->body.ops[i];
        const ShloAttr *rows =
            is_named(op, "interpreter.run_parallel") ? shlo_attr(op, "programs") : NULL;
        for (uint32_t r = 0; rows && r < rows->n; r++) {
            for (uint32_t c = 0; c < rows->items[r].n; c++) {
                ShloFunc *program = shlo_find_func(im, rows->items[r].items[c].s);
                if (program) program->is_private = true;
            }
        }
    }
}

void shlo_map_process_id(H *s) {
    const Parallel *all = s->im->parallel;
    if (!all) h_lacks(s, "processes");
    const bool is_replica = is_named(s->op, "stablehlo.replica_id");
    h_set(s, 0,
          h_const(s, DTYPE_UINT32, (double)(is_replica ? all->now->replica : all->now->partition)));
}

void shlo_map_outfeed(H *s) {
    if (!s->im->parallel) h_lacks(s, "feeds");
    shlo_map_token(s);
}

void shlo_map_nothing(H *s) {
    if (s->op->n_results) h_fail(s, "it has no results");
}

/* Modules of many processes */

/* How many there are, all in one group; refused otherwise. */
static int64_t worker_count(H *s) {
    const ShloAttr *a = h_attr(s, "replica_groups");
    const Tensor *t = a ? a->tensor : NULL;
    if (s->im->parallel) h_lacks(s, "a collective within a region or a call");
    if (!t || t->ndim != 2 || t->dims[0] != 1 || strategy_of(s->op) == BOTH)
        h_lacks(s, "groups of processes");
    for (int64_t i = 0; i < t->dims[1]; i++) {
        if (tensor_get_int(t, (size_t)i) != i) h_lacks(s, "groups of processes");
    }
    return t->dims[1];
}

void shlo_map_collective(H *s) {
    h_lacks(s, s->im->parallel ? "a collective within a region or a call" : "collectives");
}

void shlo_map_all_reduce(H *s) {
    static const struct {
        const char *name, *how;
    } rows[] = {{"stablehlo.add", "sum"},
                {"stablehlo.multiply", "prod"},
                {"stablehlo.maximum", "max"},
                {"stablehlo.minimum", "min"}};
    worker_count(s);
    const ShloOp *op = s->op->n_regions == 1 ? shlo_single_op(&s->op->regions[0], false) : NULL;
    for (size_t i = 0; op && i < ARRAY_LEN(rows); i++) {
        if (!str_eq_c(op->name, rows[i].name)) continue;
        for (uint32_t k = 0; k < s->op->n_results && k < s->op->n_operands; k++) {
            const IrOperand x = h_in(s, k);
            h_set(s, k,
                  h_call(s, &op_ccl_allreduce, &x, 1, H_ATTRS(H_STR("op_type", rows[i].how))));
        }
        return;
    }
    h_lacks(s, "a body that is no sum, product, maximum or minimum");
}

/* The workers' tensors stand behind each other along dim 0: the worker becomes a dim of its own,
 * and moves to the one that is gathered. */
void shlo_map_all_gather(H *s) {
    const int64_t n = worker_count(s), axis = h_int(s, "all_gather_dim", -1);
    for (uint32_t k = 0; k < s->op->n_results && k < s->op->n_operands; k++) {
        const IrOperand x = h_in(s, k);
        const int32_t rank = h_rank(s, x);
        if (axis < 0 || axis >= rank) h_fail(s, "dim %lld of rank %d", (long long)axis, rank);
        IrOperand y = h_call(s, &op_ccl_allgather, &x, 1, H_ATTRS(H_INT("num_workers", n)));
        const IrDim *const *from = h_dims(s, x);
        const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
        int64_t *order = H_ARRAY(s, int64_t, rank + 1);
        dims[0] = h_dim(s, n);
        for (int32_t i = 0; i < rank; i++) dims[i + 1] = from[i];
        for (int32_t i = 0; i <= rank; i++) order[i] = i < axis ? i + 1 : i == axis ? 0 : i;
        y = h_permute(s, h_reshape(s, y, dims, rank + 1), order, rank + 1);
        for (int32_t i = 0; i < rank; i++)
            dims[i] = i == axis ? ir_dim_scale(s->m, from[i], n) : from[i];
        h_set(s, k, h_reshape(s, y, dims, rank));
    }
}

void shlo_map_collective_broadcast(H *s) {
    worker_count(s);
    for (uint32_t k = 0; k < s->op->n_results && k < s->op->n_operands; k++)
        h_set(s, k, h1(s, &op_ccl_broadcast_from_worker0, h_in(s, k)));
}
