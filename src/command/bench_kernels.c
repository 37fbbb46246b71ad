/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench: what operators or kernels took, how near the machine's ceilings they are, and where
 * they come from. */
#include "command/bench.h"

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

/* Per second, in giga, of the shortest call: all do the same. Negative: not known. */
static double rate(double amount, const TnOpCost *c) {
    const double ms = c->shortest * (double)c->calls;
    return amount < 0 || ms <= 0 ? -1 : amount / ms * 1e-6;
}

/* Which ceiling the kernel is nearer to. */
typedef struct {
    double gflops, gbytes, percent;
    const char *bound; /* NULL: not known */
} Speed;

static Speed speed_of(const TnOpCost *c, const Ceilings *machine) {
    Speed s = {.gflops = rate(c->float_operations, c), .gbytes = rate(c->bytes, c)};
    const double compute = share(s.gflops, machine->gflops),
                 memory = share(s.gbytes, machine->gbytes);
    if (s.gflops < 0 || s.gbytes < 0) return s;
    s.percent = compute > memory ? compute : memory;
    s.bound = compute > memory ? "compute" : "memory";
    return s;
}

static void print_rate(FILE *f, double v) {
    if (v < 0)
        fprintf(f, " %9s", "-");
    else
        fprintf(f, " %9.2f", v);
}

static void print_sources(FILE *f, const TnOpCost *c) {
    for (size_t i = 0; i < c->n_sources; i++) {
        const TnOpSource *s = &c->sources[i];
        fprintf(f, "%s%s = %s", i ? ", " : "  ", s->name, s->op);
        if (s->node) fprintf(f, " (%s %s)", s->node_op, s->node);
    }
    if (c->n_more) fprintf(f, ", and %zu more", c->n_more);
    for (size_t i = 0; i < c->n_makers; i++) fprintf(f, "%s%s", i ? ", " : "; by ", c->makers[i]);
}

void bench_print_costs(FILE *f, const BenchSide *s, const Ceilings *machine) {
    TnOpCost cost, longest = {.name = NULL};
    double sum = 0;
    bool is_code = false;
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++) {
        sum += cost.milliseconds;
        is_code |= cost.longest > 0;
        if (cost.longest > longest.longest) longest = cost;
    }
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++) {
        if (i == 0)
            fprintf(f, "\n  %-32s %8s %12s %7s", is_code ? "kernel" : "operator", "calls", "ms",
                    "share");
        if (i == 0 && is_code)
            fprintf(f, " %9s %9s %9s  %-15s  from", "least ms", "GFLOP/s", "GB/s",
                    "of the ceiling");
        if (i == 0) fprintf(f, "\n");
        fprintf(f, "  %-32s %8zu %12.4f %5.1f %%", cost.name, cost.calls, cost.milliseconds,
                share(cost.milliseconds, sum));
        if (is_code) {
            const Speed speed = speed_of(&cost, machine);
            fprintf(f, " %9.5f", cost.shortest);
            print_rate(f, speed.gflops);
            print_rate(f, speed.gbytes);
            if (speed.bound)
                fprintf(f, "  %5.1f %% %-7s", speed.percent, speed.bound);
            else
                fprintf(f, "  %-15s", "-");
            print_sources(f, &cost);
        }
        fprintf(f, "\n");
    }
    if (longest.name)
        fprintf(f, "\n  longest        %.4f ms: %s; a cancel waits no longer\n", longest.longest,
                longest.name);
}

static json_t *rate_or_null(double v) { return v < 0 ? json_null() : json_real(v); }

static json_t *json_cost(const TnOpCost *c, const Ceilings *machine) {
    const Speed speed = speed_of(c, machine);
    json_t *sources = json_array(), *makers = json_array();
    for (size_t i = 0; i < c->n_sources; i++) {
        const TnOpSource *s = &c->sources[i];
        json_array_append_new(sources,
                              json_pack("{s:o, s:o, s:o, s:o}", "op", json_text(s->op), "variable",
                                        json_text(s->name), "node_op", json_text(s->node_op),
                                        "node", json_text(s->node)));
    }
    for (size_t i = 0; i < c->n_makers; i++) json_array_append_new(makers, json_text(c->makers[i]));
    json_t *out = json_pack("{s:o, s:I, s:f, s:f, s:f}", "name", json_text(c->name), "calls",
                            (json_int_t)c->calls, "ms", c->milliseconds, "least_ms", c->shortest,
                            "longest_ms", c->longest);
    json_object_set_new(out, "flop", rate_or_null(c->float_operations));
    json_object_set_new(out, "bytes", rate_or_null(c->bytes));
    json_object_set_new(out, "gflops", rate_or_null(speed.gflops));
    json_object_set_new(out, "gbytes_per_s", rate_or_null(speed.gbytes));
    json_object_set_new(out, "bound", json_text(speed.bound));
    json_object_set_new(out, "percent_of_ceiling",
                        speed.bound ? json_real(speed.percent) : json_null());
    json_object_set_new(out, "sources", sources);
    json_object_set_new(out, "more_sources", json_integer((json_int_t)c->n_more));
    json_object_set_new(out, "made_by", makers);
    return out;
}

json_t *bench_json_costs(const BenchSide *s, const Ceilings *machine) {
    json_t *out = json_array();
    TnOpCost cost;
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++)
        json_array_append_new(out, json_cost(&cost, machine));
    return out;
}

/* Trace */

enum { LANES = 1000 }; /* of a side's threads; those below are of stages and runs */

static uint64_t lane(size_t side, uint32_t thread) {
    return thread ? (side + 1) * LANES + thread : side + 1;
}

static void name_lane(json_t *events, uint64_t id, json_t *own_name) {
    json_array_append_new(events, json_pack("{s:s, s:s, s:I, s:I, s:{s:o}}", "name", "thread_name",
                                            "ph", "M", "pid", (json_int_t)1, "tid", (json_int_t)id,
                                            "args", "name", own_name));
}

static void append(json_t *events, const char *name, const char *category, double ms,
                   double duration, uint64_t id) {
    json_array_append_new(events,
                          json_pack("{s:o, s:s, s:s, s:f, s:f, s:I, s:I}", "name", json_text(name),
                                    "ph", "X", "cat", category, "ts", ms * 1e3, "dur",
                                    duration * 1e3, "pid", (json_int_t)1, "tid", (json_int_t)id));
}

json_t *bench_json_events(const BenchSide *sides, size_t n) {
    json_t *events = json_array();
    const double zero = sides[0].events.n ? sides[0].events.at[0].start : 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t threads = 1;
        for (size_t k = 0; k < sides[i].events.n; k++) {
            const BenchEvent *e = &sides[i].events.at[k];
            append(events, e->name, "stage", e->start - zero, e->ms, lane(i, 0));
        }
        TnKernelEvent e;
        for (size_t k = 0; tn_run_event(sides[i].run, k, &e) == TN_OK; k++) {
            append(events, e.name, "kernel", e.start_ms - zero, e.milliseconds, lane(i, e.thread));
            if (e.thread >= threads) threads = e.thread + 1;
        }
        name_lane(events, lane(i, 0), json_text(sides[i].path));
        for (uint32_t t = 1; t < threads; t++)
            name_lane(events, lane(i, t), json_sprintf("thread %u of side %zu", t, i + 1));
    }
    return events;
}
