/* SPDX-License-Identifier: Apache-2.0 */
/* Programs side by side. The interpreter's run_parallel gives all programs of a grid: they are
 * imported into one function, each up to its next collective, which is then arithmetic on the
 * values of all. What each process runs by itself is in map_workers.c. */
#include "stablehlo/parallel.h"

typedef struct {
    const ShloFunc *f;
    ShloScope *scope;
    uint32_t at; /* the next operation */
} Process;

typedef struct {
    int64_t channel;
    ShloValue *value;
    bool is_taken;
} Message;

typedef struct ShloParallel {
    Process *all, *now;
    ShloGrid grid;
    VEC(Message) messages;
    const ShloAttr *infeed; /* names of functions that give what is fed; NULL: nothing is */
    uint32_t n_fed;         /* so many have */
} Parallel;

/* Collectives among programs side by side */

static IrOperand joined(H *s, const H *all, const ShloGroup *g, uint32_t k) {
    IrOperand y = all[g->at[0]].in[k]->operand;
    for (uint32_t i = 1; i < g->n; i++)
        y = h2(s, shlo_join_of(s, h_dtype(s, y)), y, all[g->at[i]].in[k]->operand);
    return y;
}

static IrOperand part(H *s, IrOperand x, int64_t axis, int64_t i, int64_t n) {
    const int64_t extent = axis < 0 || n < 1 ? -1 : h_extent(s, x, (int32_t)axis);
    if (extent < 0 || extent % n)
        h_fail(s, "an extent of %lld in %lld parts", (long long)extent, (long long)n);
    return h_slice(s, x, axis, h_dim(s, i * (extent / n)), h_dim(s, (i + 1) * (extent / n)), 1);
}

static IrOperand result_of(H *s, const Parallel *all, const H *each, uint32_t own, uint32_t k) {
    if (shlo_is_named(s->op, "stablehlo.collective_permute")) {
        const uint32_t from = shlo_source_of(s, &all->grid, own);
        return from == all->grid.n ? shlo_zeros_like(s, h_in(s, k)) : each[from].in[k]->operand;
    }
    const ShloGroup g = shlo_group_of(s, &all->grid, own);
    const bool reduces = shlo_is_named(s->op, "stablehlo.collective_reduce");
    if (reduces || shlo_is_named(s->op, "stablehlo.collective_broadcast")) {
        if (h_bool(s, "has_dynamic_root", false)) h_lacks(s, "a root that data say");
        if (!g.n || (reduces && g.own)) return shlo_zeros_like(s, h_in(s, k));
        return reduces ? joined(s, each, &g, k) : each[g.at[0]].in[k]->operand;
    }
    if (!g.n) h_fail(s, "a process that is in no group");
    if (shlo_is_named(s->op, "stablehlo.all_reduce")) return joined(s, each, &g, k);
    if (shlo_is_named(s->op, "stablehlo.reduce_scatter"))
        return part(s, joined(s, each, &g, k), h_int(s, "scatter_dimension", -1), g.own, g.n);
    const bool gathers = shlo_is_named(s->op, "stablehlo.all_gather");
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
        if (shlo_is_named(op, names[i])) return true;
    }
    return false;
}

/* The collective that an operation waits for, or NULL: itself, or what async_start begins. */
static const ShloOp *waits_for(const ShloOp *op) {
    const bool begins = shlo_is_named(op, "stablehlo.async_start") && op->n_regions == 1;
    if (begins && op->regions[0].n == 2) op = &op->regions[0].ops[0];
    return is_collective(op) ? op : NULL;
}

/* The operation of one process; where async_start begins it, `around` is that one. */
typedef struct {
    H own, around;
    bool is_async;
} Waiting;

static ShloScope *async_scope(H *s) {
    const ShloRegion *r = s->op->regions;
    if (s->op->n_regions != 1 || r->n_params > s->op->n_operands)
        h_fail(s, "it has no body, or one that takes more than its operands");
    ShloScope *scope = ARENA_NEW(s->im->arena, ShloScope);
    shlo_scope_init(scope, s->im, s->scope);
    for (uint32_t i = 0; i < r->n_params; i++) {
        ShloValue *v = shlo_define(s->im, scope, r->params[i].name, r->params[i].loc);
        const Str name = v->name;
        *v = *s->in[i];
        v->name = name;
    }
    return scope;
}

static void set_future(H *s, ShloValue *const *values, uint32_t n) {
    if (s->op->n_results != 1) h_fail(s, "%u results instead of one", s->op->n_results);
    if (n == 1) {
        s->out[0] = *values[0];
        return;
    }
    s->out[0].n = n;
    s->out[0].fields = H_ARRAY(s, ShloValue, n);
    for (uint32_t i = 0; i < n; i++) s->out[0].fields[i] = *values[i];
}

static void begin_waiting(H *s, Waiting *w, Process *p) {
    const ShloOp *op = &p->f->body.ops[p->at];
    ShloScope *scope = p->scope;
    w->is_async = !is_collective(op);
    if (w->is_async) {
        if (!shlo_op_begin(&w->around, s->im, s->b, scope, op))
            ctx_throw(s->im->ctx, STATUS_INVALID);
        scope = async_scope(&w->around);
    }
    op = waits_for(op);
    if (!shlo_op_begin(&w->own, s->im, s->b, scope, op)) ctx_throw(s->im->ctx, STATUS_INVALID);
    for (uint32_t k = 0; k < op->n_operands; k++) h_in(&w->own, k);
}

static void end_waiting(Waiting *w) {
    H *own = &w->own, *around = &w->around;
    shlo_check_results(own);
    shlo_op_end(own, true);
    if (!w->is_async) return;
    const ShloOp *end = &around->op->regions[0].ops[1];
    ShloValue **values = H_ARRAY(own, ShloValue *, end->n_operands);
    for (uint32_t i = 0; i < end->n_operands; i++) {
        values[i] = shlo_lookup_use(own->im, own->scope, &end->operands[i]);
        if (!values[i] || values[i]->is_poisoned) ctx_throw(own->im->ctx, STATUS_INVALID);
    }
    set_future(around, values, end->n_operands);
    shlo_check_results(around);
    shlo_op_end(around, true);
}

/* All processes wait for the same one. */
static void run_collective(H *s, Parallel *all) {
    Waiting *waiting = H_ARRAY(s, Waiting, all->grid.n);
    H *each = H_ARRAY(s, H, all->grid.n);
    const ShloOp *first = waits_for(&all->all[0].f->body.ops[all->all[0].at]);
    for (uint32_t i = 0; i < all->grid.n; i++) {
        Process *p = &all->all[i];
        const ShloOp *op = waits_for(&p->f->body.ops[p->at]);
        if (!str_eq(op->name, first->name) || op->n_results != first->n_results ||
            op->n_operands != first->n_operands)
            h_fail(s, "processes that wait for each other");
        begin_waiting(s, &waiting[i], p);
        each[i] = waiting[i].own;
    }
    for (uint32_t i = 0; i < all->grid.n; i++) {
        H *own = &waiting[i].own;
        if (own->op->n_results > own->op->n_operands) h_fail(own, "too few operands");
        for (uint32_t k = 0; k < own->op->n_results; k++)
            h_set(own, k, result_of(own, all, each, i, k));
        end_waiting(&waiting[i]);
        all->all[i].at++;
    }
}

void shlo_map_async_start(H *s) {
    uint32_t n;
    ShloScope *scope = async_scope(s);
    ShloValue **values = shlo_import_region(s->im, s->b, scope, s->op->regions, &n);
    set_future(s, values, n);
}

void shlo_map_async_done(H *s) {
    const uint32_t n = s->op->n_results;
    if (s->op->n_operands != 1) h_fail(s, "%u operands instead of one", s->op->n_operands);
    const ShloValue *v = s->in[0];
    if (n != 1 && (!v->fields || v->n != n)) h_fail(s, "another number of results than begun");
    for (uint32_t i = 0; i < n; i++) s->out[i] = n == 1 ? *v : v->fields[i];
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
        const Message m = {.channel = shlo_channel_of(s->op), .value = s->in[i]};
        vec_push(s->im->arena, &all->messages, m);
    }
    shlo_map_token(s);
}

void shlo_map_recv(H *s) {
    Parallel *all = s->im->parallel;
    const uint32_t n = s->op->n_results;
    if (!all) h_lacks(s, "channels");
    for (uint32_t i = 0; i + 1 < n; i++) {
        Message *m = message_in(all, shlo_channel_of(s->op), 0);
        if (!m)
            h_fail(s, "nothing was sent through channel %lld", (long long)shlo_channel_of(s->op));
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
        if (waits_for(op)) break;
        if (shlo_is_named(op, "stablehlo.recv") && op->n_results > 1 &&
            !message_in(all, shlo_channel_of(op), op->n_results - 2))
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
        for (uint32_t i = 0; i < all->grid.n; i++) {
            Process *p = &all->all[i];
            any = advance(s, all, p) || any;
            n_ended += p->at + 1 >= p->f->body.n;
            n_collective += p->at + 1 < p->f->body.n && waits_for(&p->f->body.ops[p->at]);
        }
        if (n_ended == all->grid.n) return;
        if (n_collective == all->grid.n)
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
    const ShloAttr *rows = h_attr(s, "programs"), *infeed = h_attr(s, "infeed");
    Parallel all = {.grid = {.n_replicas = rows ? rows->n : 0}, .infeed = infeed};
    uint32_t next = 0, n_out = 0;
    if (im->parallel) h_lacks(s, "programs within programs");
    if (!rows || rows->kind != SHLO_ATTR_LIST || !rows->n)
        h_fail(s, "'programs' is no list of lists");
    if (infeed && infeed->kind != SHLO_ATTR_LIST) h_fail(s, "'infeed' is no list of functions");
    all.grid.n_partitions = rows->items[0].n;
    for (uint32_t i = 0; i < rows->n; i++) {
        if (rows->items[i].kind != SHLO_ATTR_LIST || rows->items[i].n != all.grid.n_partitions)
            h_fail(s, "'programs' is no list of lists of one length");
        all.grid.n += rows->items[i].n;
    }
    all.all = H_ARRAY(s, Process, all.grid.n);
    for (uint32_t i = 0; i < all.grid.n; i++) {
        Process *p = &all.all[i];
        const int64_t width = all.grid.n_partitions;
        open_process(s, p, &rows->items[i / width].items[i % width], &next);
    }
    if (next != s->op->n_operands) h_fail(s, "too many operands for its programs");
    im->parallel = &all;
    run_all(s, &all);
    im->parallel = NULL;
    for (uint32_t i = 0; i < all.grid.n; i++) {
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

static void hide(const ShloImport *im, const ShloAttr *names) {
    for (uint32_t i = 0; names && i < names->n; i++) {
        ShloFunc *f = shlo_find_func(im, names->items[i].s);
        if (f) f->is_private = true;
    }
}

void shlo_hide_programs(ShloImport *im, const ShloFunc *f) {
    for (uint32_t i = 0; i < f->body.n; i++) {
        const ShloOp *op = &f->body.ops[i];
        if (!shlo_is_named(op, "interpreter.run_parallel")) continue;
        const ShloAttr *rows = shlo_attr(op, "programs");
        for (uint32_t r = 0; rows && r < rows->n; r++) hide(im, &rows->items[r]);
        hide(im, shlo_attr(op, "infeed"));
    }
}

void shlo_map_process_id(H *s) {
    const Parallel *all = s->im->parallel;
    if (!all) {
        shlo_worker_id(s);
        return;
    }
    const int64_t at = all->now - all->all, width = all->grid.n_partitions;
    const bool is_replica = shlo_is_named(s->op, "stablehlo.replica_id");
    h_set(s, 0, h_const(s, DTYPE_UINT32, (double)(is_replica ? at / width : at % width)));
}

/* Feeds */

void shlo_map_outfeed(H *s) {
    if (s->im->parallel)
        shlo_map_token(s);
    else
        shlo_host_call(s, str_c("outfeed"), true);
}

/* What the next function of the list gives, and a token. */
void shlo_map_infeed(H *s) {
    ShloImport *im = s->im;
    Parallel *all = im->parallel;
    const uint32_t n = s->op->n_results;
    if (!all) {
        shlo_host_call(s, str_c("infeed"), true);
        return;
    }
    if (!n) h_fail(s, "it has no token among its results");
    if (!all->infeed || all->n_fed == all->infeed->n) h_fail(s, "nothing is left to feed");
    const ShloOp feed = {.n_results = n - 1};
    const ShloFunc *f = shlo_call_begin_named(s, all->infeed->items[all->n_fed++].s, &feed);
    ShloScope *scope = ARENA_NEW(im->arena, ShloScope);
    uint32_t count;
    shlo_scope_init(scope, im, NULL);
    ShloValue **values = shlo_import_region(im, s->b, scope, &f->body, &count);
    shlo_call_end(s, f, &feed, count);
    for (uint32_t i = 0; i < count; i++) s->out[i] = *values[i];
    s->out[n - 1].is_token = true;
}

void shlo_map_nothing(H *s) {
    if (s->op->n_results) h_fail(s, "it has no results");
}
