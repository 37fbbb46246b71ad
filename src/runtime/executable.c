/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/executable.h"

#include "ranks/ranks.h"
#include "runtime/pool.h"

/* One block: the state, its key, descriptors of outputs, libraries, sites; and the arena. */
struct RtPrepared {
    const RtExecutable *executable;
    const RtEntry *entry;
    RtEnv env;
    int64_t *key; /* extents of inputs and values of integers, in order */
    size_t n_key;
    RtTensor *outputs;
    RtLibrary *libraries; /* .run NULL: not of this entry */
    RtProfile profile;
    char *block, *arena; /* the arena stands between two red zones */
    int64_t arena_bytes, block_bytes;
    bool guard;
};

enum { RED_ZONE = 256, PATTERN = 0xC3 };

const char *rt_message(const RtExecutable *self, int32_t number) {
    switch (number) {
    case RT_NO_MEMORY: return "out of memory";
    case RT_OVER_LIMIT:
        return "weights that are packed for a library are more memory than the limit leaves";
    case RT_OTHER_EXTENTS: return "the inputs have other extents than those it was prepared for";
    case RT_NO_PRIMITIVE: return "a library cannot run a call of the program";
    case RT_OTHER_MEMORY: return "an output that takes an input's memory lies elsewhere";
    case RT_NO_THREADS:
        return "a call of a library was prepared for threads that this process cannot make";
    case RT_REPORTED: return "it fails; the diagnostics of the context say why";
    case RT_RANKS:
        return self->ranks ? ranks_failure(self->ranks)
                           : "the parts of a collective do not fit together";
    case RT_WROTE_OUTSIDE: return "a kernel wrote beside the arena";
    default:
        return number >= 0 && (size_t)number < self->n_messages ? self->messages[number]
                                                                : "no such message";
    }
}

static size_t key_length(const RtEntry *entry) {
    size_t n = 0;
    for (uint32_t i = 0; i < entry->n_inputs; i++)
        n += entry->inputs[i].is_integers ? entry->inputs[i].n_integers : entry->inputs[i].ndim;
    return n;
}

static int64_t read_integer(DType t, const void *data, uint32_t i) {
    return dtype_get_int(t, data, i);
}

/* Where the values of integers are missing, 0 stands: the entry reports it. */
static int64_t key_at(const RtValue *v, const RtTensor *t, uint32_t k) {
    if (!v->is_integers) return t->dims[k];
    return t->data ? read_integer(v->dtype, t->data, k) : 0;
}

static void write_key(const RtEntry *entry, const RtTensor *in, int64_t *key) {
    for (uint32_t i = 0; i < entry->n_inputs; i++) {
        const RtValue *v = &entry->inputs[i];
        const uint32_t n = v->is_integers ? v->n_integers : v->ndim;
        for (uint32_t k = 0; k < n; k++) *key++ = key_at(v, &in[i], k);
    }
}

bool rt_prepared_fits(const RtPrepared *self, const RtTensor *in) {
    const int64_t *key = self->key;
    for (uint32_t i = 0; i < self->entry->n_inputs; i++) {
        const RtValue *v = &self->entry->inputs[i];
        const uint32_t n = v->is_integers ? v->n_integers : v->ndim;
        for (uint32_t k = 0; k < n; k++) {
            if (*key++ != key_at(v, &in[i], k)) return false;
        }
    }
    return true;
}

void rt_prepared_free(RtPrepared *self) {
    if (!self) return;
    const RtLibraryMaker *maker = &self->executable->maker;
    for (uint32_t i = 0; self->libraries && i < self->executable->n_libraries; i++) {
        if (self->libraries[i].run) maker->drop(maker->user, i, &self->libraries[i]);
    }
    rt_free(self->env.scratch);
    rt_free(self->block);
    rt_free(self->key);
    rt_free(self->outputs);
    rt_free(self->libraries);
    rt_free(self->profile.sites);
    rt_free(self->profile.events);
    rt_free(self);
}

static void *zeroed(size_t n, size_t size) {
    if (n > (size_t)INT64_MAX / 2 / size) return NULL;
    void *p = rt_heap((int64_t)(n * size));
    if (p) memset(p, 0, n * size);
    return p;
}

/* Primitives of the calls that the entry reaches: those whose symbols have values. */
static int32_t make_libraries(RtPrepared *self, const int64_t *dims) {
    const RtExecutable *x = self->executable;
    int64_t scratch = 0;
    for (uint32_t i = 0; i < x->n_libraries; i++) {
        const int64_t *own = dims + x->first_dims[i];
        if (own[-1] == 0) continue;
        int64_t bytes = 0;
        if (!x->maker.make) return RT_NO_PRIMITIVE;
        const Status status =
            x->maker.make(x->maker.user, i, own, self->env.threads, &self->libraries[i], &bytes);
        if (status == STATUS_LIMIT) return RT_OVER_LIMIT;
        if (status != STATUS_OK) return status == STATUS_MEMORY ? RT_NO_MEMORY : RT_NO_PRIMITIVE;
        if (bytes > scratch) scratch = bytes;
    }
    self->env.libraries = self->libraries;
    if (scratch && !(self->env.scratch = rt_heap(scratch))) return RT_NO_MEMORY;
    return 0;
}

static bool make_profile(RtProfile *self, const RtOptions *options, size_t n_sites) {
    if (!options->profile || !n_sites) return true;
    self->sites = zeroed(n_sites, sizeof *self->sites);
    self->n_ring = options->events;
    if (options->events > 0) self->events = zeroed((size_t)options->events, sizeof *self->events);
    return self->sites && (options->events <= 0 || self->events);
}

static int32_t make_arena(RtPrepared *self, const RtOptions *options) {
    if (options->planned) *options->planned = self->arena_bytes;
    if (options->memory && self->arena_bytes > options->memory) return RT_NO_MEMORY;
    const int64_t zone = self->guard ? RED_ZONE : 0;
    if (self->arena_bytes > INT64_MAX / 2 - 2 * zone) return RT_NO_MEMORY;
    self->block_bytes = self->arena_bytes + 2 * zone;
    self->block = rt_heap(self->block_bytes);
    if (!self->block) return RT_NO_MEMORY;
    self->arena = self->block + zone;
    if (self->guard) memset(self->block, PATTERN, (size_t)self->block_bytes);
    return 0;
}

static int32_t prepare(RtPrepared *self, const RtTensor *in, const RtOptions *options) {
    const RtExecutable *x = self->executable;
    self->n_key = key_length(self->entry);
    self->key = zeroed(self->n_key + 1, sizeof *self->key);
    self->outputs = zeroed(self->entry->n_outputs + 1, sizeof *self->outputs);
    self->libraries = zeroed((size_t)x->n_libraries + 1, sizeof *self->libraries);
    const bool ok = make_profile(&self->profile, options, x->n_sites);
    int64_t *dims = zeroed((size_t)x->n_library_dims + 1, sizeof *dims);
    if (!ok || !self->key || !self->outputs || !self->libraries || !dims) {
        rt_free(dims);
        return RT_NO_MEMORY;
    }
    self->env = (RtEnv){.constants = x->constants,
                        .cancel = options->cancel,
                        .deadline = options->deadline,
                        .profile = self->profile.sites ? &self->profile : NULL,
                        .threads = x->threads,
                        .ranks = x->ranks,
                        .pieces = RT_POOL_PIECES * x->threads};
    if (options->threads > 0 && options->threads < x->threads) self->env.threads = options->threads;
    if (self->env.threads > 1) rt_pool_reserve(self->env.threads); /* no run is to make threads */
    write_key(self->entry, in, self->key);
    int32_t e = self->entry->plan(&self->env, in, self->outputs, &self->arena_bytes, dims);
    self->guard = options->guard;
    /* before libraries, which do not survive that memory is refused */
    if (!e) e = make_arena(self, options);
    if (!e) e = make_libraries(self, dims);
    rt_free(dims);
    return e;
}

int32_t rt_prepare(const RtExecutable *self, size_t entry, const RtTensor *in,
                   const RtOptions *options, RtPrepared **out) {
    static const RtOptions none = {.threads = 0};
    *out = NULL;
    RtPrepared *made = zeroed(1, sizeof *made);
    if (!made) return RT_NO_MEMORY;
    made->executable = self;
    made->entry = &self->entries[entry];
    const int32_t e = prepare(made, in, options ? options : &none);
    if (e) {
        rt_prepared_free(made);
        return e;
    }
    *out = made;
    return 0;
}

const RtTensor *rt_prepared_outputs(const RtPrepared *self) { return self->outputs; }
int64_t rt_prepared_arena(const RtPrepared *self) { return self->arena_bytes; }
char *rt_prepared_memory(RtPrepared *self) { return self->arena; }
const RtSite *rt_prepared_sites(const RtPrepared *self) { return self->profile.sites; }

int64_t rt_prepared_events(const RtPrepared *self, const RtEvent **out) {
    const int64_t n = atomic_load_explicit(&self->profile.n_events, memory_order_relaxed);
    *out = self->profile.events;
    return n < self->profile.n_ring ? n : self->profile.n_ring;
}

static bool is_untouched(const char *at, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        if (at[i] != (char)PATTERN) return false;
    }
    return true;
}

int64_t rt_prepared_high_water(const RtPrepared *self) {
    int64_t n = self->guard ? self->arena_bytes : 0;
    while (n > 0 && self->arena[n - 1] == (char)PATTERN) n--;
    return n;
}

static bool take_inputs(const RtEntry *entry, const RtTensor *in, RtTensor *out) {
    bool ok = true;
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        const uint32_t from = entry->outputs[i].takes;
        if (!from) continue;
        if (!out[i].data) out[i].data = in[from - 1].data;
        ok = ok && out[i].data == in[from - 1].data;
    }
    return ok;
}

/* Before the first run all ranks compare what they come to; one that comes to nothing, where others
 * wait, too. */
static bool ranks_come_too(const RtPrepared *self) {
    const RtExecutable *x = self->executable;
    bool *agreed = &x->agreed[self->entry - x->entries];
    const char *list = self->entry->collectives ? self->entry->collectives : "";
    if (!*agreed && !ranks_agree_list(x->ranks, list)) return false;
    *agreed = true;
    ranks_run_list(x->ranks, list);
    return true;
}

int32_t rt_run(RtPrepared *self, const RtTensor *in, RtTensor *out) {
    if (!rt_prepared_fits(self, in)) return RT_OTHER_EXTENTS;
    if (!take_inputs(self->entry, in, out)) return RT_OTHER_MEMORY;
    if (self->guard) memset(self->arena, PATTERN, (size_t)self->arena_bytes);
    if (self->env.ranks && self->executable->agreed && !ranks_come_too(self)) return RT_RANKS;
    const bool has_threads = self->env.threads > 1;
    if (has_threads) rt_pool_enter();
    const int32_t e = self->entry->run(&self->env, in, out, self->arena);
    if (self->env.ranks) ranks_run_list(self->env.ranks, NULL);
    if (e && self->env.ranks) ranks_abandon(self->env.ranks);
    if (has_threads) rt_pool_leave();
    if (self->guard && !(is_untouched(self->block, RED_ZONE) &&
                         is_untouched(self->arena + self->arena_bytes, RED_ZONE)))
        return RT_WROTE_OUTSIDE;
    return e;
}
