/* SPDX-License-Identifier: Apache-2.0 */
/* A compiled module: code, constants, what entries take and give; and runs of it.
 *
 *     executable  constant after it was made; shared by threads
 *     prepared    an entry for given extents: memory, primitives of libraries. One run at a time
 *                 each
 *
 * A run takes no lock, looks nothing up and allocates nothing but what the program must (values
 * whose size only it knows). Everything here returns a status or the number of a message, and
 * throws nothing. */
#ifndef TENON_RUNTIME_EXECUTABLE_H
#define TENON_RUNTIME_EXECUTABLE_H

#include "runtime/support.h"
#include "tensor/tensor.h"

/* library_dims: for each library of the program whether the entry reaches it, then the values of
 * its symbols. */
typedef int32_t RtPlanFn(RtEnv *env, const RtTensor *in, RtTensor *out, int64_t *arena_bytes,
                         int64_t *library_dims);
typedef int32_t RtRunFn(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena);

/* An input or an output. A shape is an int64 tensor of rank 1, a number one of rank 0. */
typedef struct {
    const char *name; /* of an input */
    DType dtype;
    uint32_t ndim;
    bool is_integers; /* its values decide extents */
    uint32_t n_integers;
    bool is_dynamic; /* an output whose extents only the run knows: it allocates it; rt_free */
    uint32_t takes;  /* an output: 1 + the input in whose memory it is made; 0: none */
} RtValue;

typedef struct {
    const char *name;
    uint32_t n_inputs, n_outputs;
    const RtValue *inputs, *outputs;
    RtPlanFn *plan;
    RtRunFn *run;
    const char *collectives; /* that it comes to (ranks/list.h); NULL: none */
} RtEntry;

/* Who makes the primitives of libraries. Called while a state is prepared. */
typedef struct {
    /* Of call `index` of the program, whose symbols have the values `dims`: *out, and how much
     * scratch memory it works in. STATUS_OK, or what went wrong. */
    Status (*make)(void *user, uint32_t index, const int64_t *dims, int64_t threads, RtLibrary *out,
                   int64_t *scratch);
    void (*drop)(void *user, uint32_t index, RtLibrary *library);
    void *user;
} RtLibraryMaker;

typedef struct {
    const RtEntry *entries;
    size_t n_entries;
    const char *const *messages; /* by number */
    size_t n_messages;
    const void *const *constants;
    uint32_t n_libraries;
    const uint32_t *
        /* by library: of its values in the plan's `library_dims`; before them, whether it is
         * reached */
        first_dims;
    int64_t n_library_dims;
    const char *const *sites; /* of profiles */
    size_t n_sites;
    int64_t threads; /* that the code is made for: no run has more */
    RtLibraryMaker maker;
    Ranks *ranks; /* of which its runs are one; NULL: they are alone */
    /* by entry: ranks know that they come to the same collectives; NULL: they meet in none, as the
     * module says before any pass */
    bool *agreed;
} RtExecutable;

/* Numbers that are no program's: the other ones are below n_messages. */
enum {
    RT_NO_MEMORY = -1,
    RT_OTHER_EXTENTS = -2,
    RT_NO_PRIMITIVE = -3,
    RT_WROTE_OUTSIDE = -4,
    RT_OTHER_MEMORY = -5,
    RT_NO_THREADS = -6,
    RT_REPORTED = -7,
    RT_OVER_LIMIT = -9 /* -8 is RT_RANKS: packed weights beyond the limit */
};

const char *rt_message(const RtExecutable *self, int32_t number);

typedef struct {
    int64_t threads;         /* at most; 0: as many as the code is made for */
    const int32_t *cancel;   /* not 0: runs end soon; NULL: never */
    const int64_t *deadline; /* RtEnv.deadline; looked at in each run */
    bool guard;              /* pattern in the arena, and around it, looked at after each run */
    bool profile;            /* keep times; the code must have been made for it */
    int64_t events;          /* with `profile`: so many calls are kept, the last ones */
    int64_t memory;          /* the arena may have so many bytes; 0: any number */
    int64_t *planned;        /* gets the arena's bytes, also when they are too many; may be NULL */
} RtOptions;

typedef struct RtPrepared RtPrepared;

/* For inputs of these extents (and values, where they are integers). 0, or the number of a
 * message; *out then is NULL. The executable must outlive it. */
int32_t rt_prepare(const RtExecutable *self, size_t entry, const RtTensor *in,
                   const RtOptions *options, RtPrepared **out);
void rt_prepared_free(RtPrepared *self); /* NULL is allowed */
/* What the entry gives for these inputs: dims of outputs that are not dynamic. */
const RtTensor *rt_prepared_outputs(const RtPrepared *self);
bool rt_prepared_fits(const RtPrepared *self, const RtTensor *in);
int64_t rt_prepared_arena(const RtPrepared *self); /* bytes */
char *rt_prepared_memory(RtPrepared *self);        /* the arena: between runs it holds nothing */
/* With `guard`: bytes of the arena up to the last one that a run has changed. */
int64_t rt_prepared_high_water(const RtPrepared *self);
/* With `profile`: by site, or NULL. */
const RtSite *rt_prepared_sites(const RtPrepared *self);
/* In no order; their number. */
int64_t rt_prepared_events(const RtPrepared *self, const RtEvent **out);
/* One run. 0, or the number of a message. Outputs have memory (data), but the dynamic ones; those
 * that take an input have that one's data, or none, and get it. */
int32_t rt_run(RtPrepared *self, const RtTensor *in, RtTensor *out);

#endif
