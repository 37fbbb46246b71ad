/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench: what its files share. */
#ifndef TENON_COMMAND_BENCH_H
#define TENON_COMMAND_BENCH_H

#include "command/run_args.h"

/* What the machine can do, on so many threads. */
typedef struct {
    double gflops; /* float32, a multiplication and an addition are two */
    double gbytes; /* per second: a[i] = b[i] + s * c[i], far larger than any cache */
} Ceilings;

/* What the target says; NULL: this machine as the table has it. False after a report. */
bool bench_ceilings(Session *session, const char *target, unsigned threads, Ceilings *out);

typedef struct {
    RunArgs run; /* first: run_args_key takes it */
    size_t iterations, warmup;
    double limit_ms;  /* of the iterations in all; 0: none */
    unsigned threads; /* 0: none, not even one of a pool */
    bool says_threads;
    unsigned level;
    const char *passes;
    const char *compare, *compare_with, *trace;
    bool profile, dynamic;
    Names varying;
    TnDim grow;      /* .name NULL: none; its value begins with */
    int64_t grow_to; /* ... and rises to: an execution each */
    char *grow_text; /* owns the name */
    TnDim *dims;     /* those of the run, and `grow` behind them */
} BenchArgs;

/* Something that took time, on one clock: for --trace. */
typedef struct {
    const char *name; /* static, or of a pass */
    double start, ms;
} BenchEvent;

typedef struct {
    BenchEvent *at;
    size_t n, cap;
} BenchEvents;

enum { BENCH_STAGES = 12, BENCH_EVENTS = 1 << 16 };

/* A module with its settings, made ready, and what was measured of it. */
typedef struct {
    const BenchArgs *args;
    const char *path;
    TnBackend backend;
    unsigned threads; /* as in BenchArgs */
    TnModule *m;
    TnRun *drawn, *run;
    const char **varying; /* dims */
    size_t n_varying;
    TnStage stages[BENCH_STAGES];
    size_t n_stages;
    double compile_ms; /* sum of the stages */
    double flop;
    size_t value_bytes; /* the evaluator's peak, as `tenon check` has it */
    TnRunMemory memory;
    double *ms; /* of the iterations; sorted by side_settle */
    size_t n;
    double total_ms;
    BenchEvents events;
} BenchSide;

/* Reads, binds, runs the passes, makes the program and runs it once. False after a report. */
bool side_open(BenchSide *self, Session *session, const BenchArgs *args, const char *path);
/* One execution, of the next size where one grows; its time is kept where `keep`. */
bool side_run(BenchSide *self, Session *session, bool keep);
/* What is to be known after the last iteration. */
bool side_settle(BenchSide *self, Session *session);
void side_close(BenchSide *self);
/* The time that `percent` of the iterations stay within. */
double side_percentile(const BenchSide *self, double percent);
/* Bytes that any execution has to move: inputs, constants and outputs, once. */
double side_bytes(const BenchSide *self);

/* The report of one side, or of two that were run in turn. */
void bench_print(Session *session, const BenchSide *sides, size_t n, const Ceilings *machine);
void bench_print_json(Session *session, const BenchSide *sides, size_t n, const Ceilings *machine);
/* Operators or kernels, if they were noted. */
void bench_print_costs(FILE *f, const BenchSide *s, const Ceilings *machine);
json_t *bench_json_costs(const BenchSide *s, const Ceilings *machine);
/* What took time, each thread of each side on a line of its own. */
json_t *bench_json_events(const BenchSide *sides, size_t n);
/* In Chrome's trace format. */
void bench_trace(Session *session, const char *path, const BenchSide *sides, size_t n);

#endif
