/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared states: a stream, objects for the memory that the primitive reads and writes, and the
 * list of arguments, so that a run sets addresses and executes: it allocates nothing. */
#include "backend/onednn/state.h"

#include <string.h>

#include "backend/onednn/memory.h"
#include "backend/onednn/scales.h"
#include "backend/onednn/threads.h"
#include "base/diag.h"
#include "runtime/executable.h"

enum {
    BOUND_MAX = ONEDNN_INPUTS_MAX + 1,
    PLACED_MAX = 4, /* the primitive's own memory, weights, data, result */
    BEFORE_MAX = 3, /* weights, data, what is added to */
    MEMORIES_MAX = BOUND_MAX + PLACED_MAX,
};

typedef struct OnednnState OnednnState, State;

typedef struct {
    dnnl_memory_t memory;
    uint32_t buffer; /* of the run's: its address is set */
} Bound;

typedef struct {
    dnnl_memory_t memory;
    size_t at; /* in the run's scratch memory */
} Placed;

typedef struct {
    dnnl_primitive_t primitive;
    dnnl_exec_arg_t args[2];
} Reorder;

struct OnednnState {
    OnednnState *next, *prev; /* of those in use, or free */
    int threads;
    bool meets; /* its threads wait for each other */
    bool is_empty, has_run;
    size_t zeros; /* bytes of the result, which is that; 0: it is computed */
    uint32_t out_buffer;
    dnnl_memory_t memories[MEMORIES_MAX]; /* its own */
    uint32_t n_memories;
    dnnl_stream_t stream;
    dnnl_primitive_t primitive;
    Reorder before[BEFORE_MAX], after; /* to and from other layouts; after.primitive NULL: none */
    uint32_t n_before;
    Bound bound[BOUND_MAX];
    Placed placed[PLACED_MAX];
    uint32_t n_bound, n_placed;
    dnnl_exec_arg_t args[BOUND_MAX + 2];
    int n_args;
    struct {
        size_t bytes;     /* 0: nothing is copied */
        const void *from; /* NULL: the buffer */
        uint32_t buffer, to;
    } sum; /* what the result's memory has to hold first */
};

static bool set_data(State *s, dnnl_memory_t memory, void *data) {
    return dnnl_memory_set_data_handle_v2(memory, data, s->stream) == dnnl_success;
}

static bool execute(const State *s, dnnl_primitive_t primitive, int n,
                    const dnnl_exec_arg_t *args) {
    return dnnl_primitive_execute(primitive, s->stream, n, args) == dnnl_success;
}

static int32_t run(void *self, RtEnv *env, void *const *buffers) {
    State *s = self;
    bool ok = true;
    if (s->is_empty) return 0;
    if (s->zeros) {
        memset(buffers[s->out_buffer], 0, s->zeros);
        return 0;
    }
    const void *sum = s->sum.from ? s->sum.from : buffers[s->sum.buffer];
    if (s->sum.bytes && sum != buffers[s->sum.to]) memcpy(buffers[s->sum.to], sum, s->sum.bytes);
    for (uint32_t i = 0; i < s->n_bound; i++)
        ok &= set_data(s, s->bound[i].memory, buffers[s->bound[i].buffer]);
    for (uint32_t i = 0; i < s->n_placed; i++)
        ok &= set_data(s, s->placed[i].memory, env->scratch + s->placed[i].at);
    onednn_threads_begin(s->threads);
    /* What a first execution requests may be kept for as long as oneDNN is there. */
    if (s->has_run) onednn_memory_begin();
    onednn_threads_meet(false);
    for (uint32_t i = 0; ok && i < s->n_before; i++)
        ok = execute(s, s->before[i].primitive, 2, s->before[i].args);
    onednn_threads_meet(s->meets);
    ok = ok && execute(s, s->primitive, s->n_args, s->args);
    onednn_threads_meet(false);
    if (s->after.primitive) ok = ok && execute(s, s->after.primitive, 2, s->after.args);
    if (s->has_run) onednn_memory_end();
    s->has_run = true;
    if (!onednn_threads_end()) return RT_NO_THREADS;
    return ok ? 0 : RT_NO_PRIMITIVE;
}

/* Of the state. NULL: it cannot be made. */
static dnnl_memory_t memory_of(Onednn *self, State *s, const dnnl_memory_desc_t *desc, void *data) {
    dnnl_memory_t x = NULL;
    BUG_IF(s->n_memories == MEMORIES_MAX);
    if (dnnl_memory_create(&x, desc, self->engine, data) != dnnl_success) return NULL;
    s->memories[s->n_memories++] = x;
    return x;
}

static void add_arg(State *s, int arg, dnnl_memory_t memory) {
    s->args[s->n_args++] = (dnnl_exec_arg_t){arg, memory};
}

/* Memory that has its address in the run. False: it cannot be made. */
static dnnl_memory_t bind(Onednn *self, State *s, const dnnl_memory_desc_t *desc, uint32_t buffer) {
    const dnnl_memory_t x = memory_of(self, s, desc, NULL);
    s->bound[s->n_bound++] = (Bound){x, buffer};
    return x;
}

/* The input of the call, or the constant that it is. */
static dnnl_memory_t input(Onednn *self, State *s, const OnednnCall *call,
                           const dnnl_memory_desc_t *desc, uint32_t i,
                           const void *const *constants) {
    if (constants[i]) return memory_of(self, s, desc, (void *)(uintptr_t)constants[i]);
    return bind(self, s, desc, call->param[i]);
}

/* Memory in the run's scratch memory. */
static dnnl_memory_t place(Onednn *self, State *s, const dnnl_memory_desc_t *desc,
                           size_t *scratch) {
    const dnnl_memory_t x = memory_of(self, s, desc, NULL);
    BUG_IF(s->n_placed == PLACED_MAX);
    s->placed[s->n_placed++] = (Placed){x, *scratch};
    *scratch += onednn_aligned(dnnl_memory_desc_get_size(desc));
    return x;
}

static bool reorder(Onednn *self, const dnnl_memory_desc_t *from, dnnl_memory_t source,
                    const dnnl_memory_desc_t *to, dnnl_memory_t target, Reorder *out) {
    *out =
        (Reorder){onednn_reorder(self, from, to), {{DNNL_ARG_FROM, source}, {DNNL_ARG_TO, target}}};
    return source && target && out->primitive;
}

static bool add_before(Onednn *self, State *s, const dnnl_memory_desc_t *from, dnnl_memory_t source,
                       const dnnl_memory_desc_t *to, dnnl_memory_t target) {
    BUG_IF(s->n_before == BEFORE_MAX);
    return reorder(self, from, source, to, target, &s->before[s->n_before++]);
}

static bool add_weight(Onednn *self, State *s, const OnednnCall *call, const OnednnDescription *d,
                       const OnednnPrimitive *p, const void *const *constants, size_t *scratch) {
    dnnl_memory_t x = NULL;
    bool ok = true;
    if (dnnl_memory_desc_equal(&p->weight, &d->weight)) {
        x = input(self, s, call, &d->weight, 1, constants);
    } else if (constants[1]) {
        const OnednnPacked *packed = onednn_pack(self, &d->weight, &p->weight, constants[1]);
        if (packed) x = memory_of(self, s, &p->weight, packed->data);
    } else {
        const dnnl_memory_t from = bind(self, s, &d->weight, call->param[1]);
        x = place(self, s, &p->weight, scratch);
        ok = add_before(self, s, &d->weight, from, &p->weight, x);
    }
    add_arg(s, DNNL_ARG_WEIGHTS, x);
    return ok && x != NULL;
}

/* What comes first into the result's memory. */
static void add_sum(State *s, const OnednnCall *call, const OnednnDescription *d,
                    const void *const *constants) {
    const uint32_t i = call->posts[d->sum].input;
    s->sum.bytes = dnnl_memory_desc_get_size(&d->out);
    s->sum.from = constants[i];
    s->sum.buffer = call->param[i];
    s->sum.to = call->n_params;
}

static bool add_posts(Onednn *self, State *s, const OnednnCall *call, const OnednnDescription *d,
                      const void *const *constants) {
    int at = 0; /* among oneDNN's */
    for (uint32_t i = 0; i < call->n_posts; i++) {
        const OnednnPost *p = &call->posts[i];
        const bool is_bias = p->kind == ONEDNN_POST_BIAS;
        if (i == d->sum) {
            add_sum(s, call, d, constants);
        } else if (onednn_post_has_input(p)) {
            const dnnl_memory_t x =
                input(self, s, call, is_bias ? &d->bias : &d->posts[i], p->input, constants);
            if (!x) return false;
            add_arg(s,
                    is_bias ? DNNL_ARG_BIAS : DNNL_ARG_ATTR_MULTIPLE_POST_OP(at) | DNNL_ARG_SRC_1,
                    x);
        }
        at += !is_bias;
    }
    return true;
}

/* What products of integers have beside their operands. */
static bool add_integers(Onednn *self, State *s, const OnednnCall *call, const OnednnDescription *d,
                         const void *const *constants) {
    dnnl_memory_t zero = NULL, bias = NULL;
    if (call->has_zero) {
        zero = input(self, s, call, &d->zero, 2, constants);
        add_arg(s, DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, zero);
    }
    if (call->has_bias) {
        bias = input(self, s, call, &d->bias, 2 + call->has_zero, constants);
        add_arg(s, DNNL_ARG_BIAS, bias);
    }
    return !zero == !call->has_zero && !bias == !call->has_bias;
}

/* Zeros in the place of data without elements. */
static dnnl_memory_t blank(Onednn *self, State *s, const OnednnDescription *d) {
    const size_t n = dnnl_memory_desc_get_size(&d->data);
    void *zeros = onednn_bytes(self, n);
    memset(zeros, 0, n);
    return memory_of(self, s, &d->data, zeros);
}

/* Data as the primitive takes them. */
static dnnl_memory_t data_of(Onednn *self, State *s, const OnednnCall *call,
                             const OnednnDescription *d, const void *const *constants) {
    return d->is_blank ? blank(self, s, d) : input(self, s, call, &d->data, 0, constants);
}

/* Weights that are the result. */
static dnnl_memory_t made_weight(Onednn *self, State *s, const OnednnDescription *d,
                                 const OnednnPrimitive *p, size_t *scratch) {
    const dnnl_memory_t plain = bind(self, s, &d->weight, s->out_buffer);
    if (dnnl_memory_desc_equal(&p->weight, &d->weight)) return plain;
    const dnnl_memory_t x = place(self, s, &p->weight, scratch);
    return reorder(self, &p->weight, x, &d->weight, plain, &s->after) ? x : NULL;
}

/* The three tensors, and weights as the primitive has them. */
static bool add_tensors(Onednn *self, State *s, const OnednnCall *call, const OnednnDescription *d,
                        const OnednnPrimitive *p, const void *const *constants, size_t *scratch) {
    dnnl_memory_t data = NULL, out = NULL, weight = NULL;
    switch (call->kind) {
    case ONEDNN_CONV:
    case ONEDNN_MATMUL:
        data = data_of(self, s, call, d, constants);
        out = bind(self, s, &d->out, s->out_buffer);
        add_arg(s, DNNL_ARG_SRC, data);
        add_arg(s, DNNL_ARG_DST, out);
        return data && out && add_integers(self, s, call, d, constants) &&
               add_weight(self, s, call, d, p, constants, scratch) &&
               add_posts(self, s, call, d, constants);
    case ONEDNN_CONV_DATA:
        data = bind(self, s, &d->data, s->out_buffer);
        out = input(self, s, call, &d->out, 0, constants);
        add_arg(s, DNNL_ARG_DIFF_SRC, data);
        add_arg(s, DNNL_ARG_DIFF_DST, out);
        return data && out && add_weight(self, s, call, d, p, constants, scratch);
    case ONEDNN_CONV_WEIGHTS:
        data = input(self, s, call, &d->data, 0, constants);
        out = input(self, s, call, &d->out, 1, constants);
        weight = made_weight(self, s, d, p, scratch);
        add_arg(s, DNNL_ARG_SRC, data);
        add_arg(s, DNNL_ARG_DIFF_DST, out);
        add_arg(s, DNNL_ARG_DIFF_WEIGHTS, weight);
        return data && out && weight;
    }
    return false;
}

/* Kernels that are made for convolutions divide the result among threads. Products by gemm, and
 * gradients of weights, add up what threads did, behind a barrier. */
static bool meets(const OnednnCall *call, const char *kernel) {
    const bool has_parts = call->kind == ONEDNN_CONV || call->kind == ONEDNN_CONV_DATA;
    return !has_parts || strncmp(kernel, "jit", 3) != 0 || strstr(kernel, "gemm");
}

/* With its scales known, if the library is fast with these. NULL: it is not. */
static const OnednnPrimitive *scaled(Onednn *self, const OnednnScaled *x, OnednnDescription *d) {
    if (!onednn_describe(&x->call, &x->extents, d)) return NULL;
    d->weight_is_free = d->weight_is_free || x->constants[1];
    d->scales = x->scales;
    d->n_scales = x->n_scales;
    const OnednnPrimitive *p = onednn_primitive(self, &x->call, d);
    return p && !strstr(p->kernel, "ref") ? p : NULL;
}

static bool fill(Onednn *self, State *s, const OnednnCall *call, const OnednnExtents *e,
                 const void *const *constants, uint32_t out_buffer, size_t *scratch) {
    OnednnDescription d;
    if (!onednn_describe(call, e, &d)) return false;
    s->is_empty = d.is_empty;
    s->out_buffer = out_buffer;
    if (d.is_zero) s->zeros = sizeof(float);
    for (uint32_t i = 0; d.is_zero && i < e->out_rank; i++) s->zeros *= (size_t)e->out[i];
    if (d.is_empty || d.is_zero) return true;
    d.weight_is_free = d.weight_is_free || constants[1];
    OnednnScaled with_scales;
    OnednnDescription of_scaled;
    const OnednnPrimitive *p = NULL;
    if (onednn_scaled(self, call, e, constants, &with_scales))
        p = scaled(self, &with_scales, &of_scaled);
    if (p) {
        self->stats.scaled++;
        d = of_scaled;
        call = &with_scales.call;
        constants = with_scales.constants;
    } else {
        p = onednn_primitive(self, call, &d);
    }
    if (!p) return false;
    self->stats.last_kernel = p->kernel;
    s->primitive = p->primitive;
    s->meets = meets(call, p->kernel);
    if (dnnl_stream_create(&s->stream, self->engine, dnnl_stream_default_flags) != dnnl_success)
        return false;
    if (dnnl_memory_desc_get_size(&p->scratch)) {
        const dnnl_memory_t own = place(self, s, &p->scratch, scratch);
        add_arg(s, DNNL_ARG_SCRATCHPAD, own);
        if (!own) return false;
    }
    return add_tensors(self, s, call, &d, p, constants, scratch);
}

static void state_release(State *s) {
    for (uint32_t i = 0; i < s->n_memories; i++) dnnl_memory_destroy(s->memories[i]);
    if (s->stream) dnnl_stream_destroy(s->stream);
    s->n_memories = 0;
    s->stream = NULL;
}

void onednn_states_release(Onednn *self) {
    for (State *s = self->used; s; s = s->next) state_release(s);
}

/* A new one, or one that was dropped. */
static State *state_new(Onednn *self) {
    State *s = self->unused;
    if (s) self->unused = s->next;
    if (!s) s = ARENA_NEW(&self->arena, State);
    *s = (State){.next = self->used, .threads = self->threads};
    if (s->next) s->next->prev = s;
    self->used = s;
    self->stats.states++;
    return s;
}

void onednn_drop(Onednn *self, RtLibrary *library) {
    State *s = library->self;
    state_release(s);
    if (s->prev) s->prev->next = s->next;
    if (!s->prev) self->used = s->next;
    if (s->next) s->next->prev = s->prev;
    s->next = self->unused;
    self->unused = s;
    self->stats.states--;
    *library = (RtLibrary){.run = NULL};
}

bool onednn_prepare(Onednn *self, const OnednnCall *call, const int64_t *symbols,
                    const void *const *constants, Loc loc, RtLibrary *out, size_t *scratch) {
    OnednnExtents e;
    Cleanup cleanup;
    self->threads = onednn_threads_most(self->wanted);
    onednn_extents(call, symbols, &e);
    State *s = state_new(self);
    *scratch = 0;
    *out = (RtLibrary){.run = run, .self = s};
    onednn_begin(self, &cleanup);
    const bool ok = fill(self, s, call, &e, constants, call->n_params, scratch);
    if (onednn_end(&cleanup) && ok) return true;
    onednn_drop(self, out);
    diag_error(self->ctx, loc, DIAG_VALUE, "oneDNN has no kernel for this call");
    return false;
}
