/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench: what it prints. */
#include "driver/bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const double percents[] = {50, 90, 99};

/* The most memory that the process has had. */
static size_t resident_bytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

static double gflops(const BenchSide *s) { return s->ms[0] > 0 ? s->flop / s->ms[0] * 1e-6 : 0; }
static double gbytes(const BenchSide *s) { return s->ms[0] > 0 ? side_bytes(s) / s->ms[0] * 1e-6 : 0; }

/* The planned arena; of the evaluator, which has none, what `tenon check` says. */
static size_t peak_bytes(const BenchSide *s) {
    return s->args->run.backend == TN_BACKEND_EVAL ? s->value_bytes : s->memory.planned_bytes;
}

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static void print_side(FILE *f, const BenchSide *s, const Ceilings *machine) {
    fprintf(f, "%s, backend %s, %u thread%s, %zu iterations\n", s->path, backend_name(s->args->run.backend), s->args->threads,
            s->args->threads == 1 ? "" : "s", s->n);
    fprintf(f, "  latency        min %.4f ms", s->ms[0]);
    for (size_t i = 0; i < COUNT_OF(percents); i++) fprintf(f, ", p%.0f %.4f", percents[i], side_percentile(s, percents[i]));
    fprintf(f, ", all %.3f", s->total_ms);
    fprintf(f, "\n  compile        %.2f ms:", s->compile_ms);
    for (size_t i = 0; i < s->n_stages; i++) fprintf(f, "%s %s %.2f", i ? "," : "", s->stages[i].name, s->stages[i].milliseconds);
    fprintf(f, "\n  memory         planned %zu bytes, touched %zu, constants %zu, inputs %zu, outputs %zu\n", peak_bytes(s),
            s->memory.touched_bytes, s->memory.constant_bytes, s->memory.input_bytes, s->memory.output_bytes);
    if (!s->args->dynamic && !s->n_varying) fprintf(f, "  operations     %.0f of floats, %.2f GFLOP/s, %.1f %% of %.1f\n", s->flop, gflops(s), share(gflops(s), machine->gflops),
            machine->gflops);
    fprintf(f, "  bytes          %.0f at least, %.2f GB/s, %.1f %% of %.1f\n", side_bytes(s), gbytes(s), share(gbytes(s), machine->gbytes),
            machine->gbytes);
    TnOpCost cost, longest = {.name = NULL};
    double sum = 0;
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++) {
        sum += cost.milliseconds;
        if (cost.longest > longest.longest) longest = cost;
    }
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++) {
        if (i == 0) fprintf(f, "\n  %-32s %8s %12s %7s\n", "operator", "calls", "ms", "share");
        fprintf(f, "  %-32s %8zu %12.4f %5.1f %%\n", cost.name, cost.calls, cost.milliseconds, share(cost.milliseconds, sum));
    }
    if (longest.name) fprintf(f, "\n  longest        %.4f ms: %s; a cancel waits no longer\n", longest.longest, longest.name);
}

void bench_print(Session *session, const BenchSide *sides, size_t n, const Ceilings *machine) {
    Report report;
    if (!report_begin(&report, session)) return;
    for (size_t i = 0; i < n; i++) print_side(report.file, &sides[i], &machine[i]);
    fprintf(report.file, "resident        %zu bytes at most\n", resident_bytes());
    if (n == 2) fprintf(report.file, "ratio of minima %.4f (the first takes so many times the second's)\n", sides[0].ms[0] / sides[1].ms[0]);
    report_write(&report, session, sides[0].args->run.args.output);
}

static json_t *json_bytes(size_t n) { return json_integer((json_int_t)n); }

static json_t *json_side(const BenchSide *s, const Ceilings *machine) {
    char key[16];
    json_t *out = json_pack("{s:o, s:s, s:I, s:I, s:f, s:f}", "model", json_text(s->path), "backend", backend_name(s->args->run.backend),
                            "threads", (json_int_t)s->args->threads, "iterations", (json_int_t)s->n, "min_ms", s->ms[0], "median_ms",
                            side_percentile(s, 50));
    for (size_t i = 0; i < COUNT_OF(percents); i++) {
        snprintf(key, sizeof key, "p%.0f_ms", percents[i]);
        json_object_set_new(out, key, json_real(side_percentile(s, percents[i])));
    }
    json_t *stages = json_object(), *costs = json_array();
    for (size_t i = 0; i < s->n_stages; i++) json_object_set_new(stages, s->stages[i].name, json_real(s->stages[i].milliseconds));
    TnOpCost cost;
    for (size_t i = 0; tn_run_cost(s->run, i, &cost) == TN_OK; i++) {
        json_array_append_new(costs, json_pack("{s:s, s:I, s:f, s:f}", "name", cost.name, "calls", (json_int_t)cost.calls, "ms", cost.milliseconds, "longest_ms", cost.longest));
    }
    json_object_set_new(out, "total_ms", json_real(s->total_ms));
    json_object_set_new(out, "compile_ms", json_real(s->compile_ms));
    json_object_set_new(out, "stages", stages);
    json_object_set_new(out, "peak_bytes", json_bytes(peak_bytes(s)));
    json_object_set_new(out, "touched_bytes", json_bytes(s->memory.touched_bytes));
    json_object_set_new(out, "constant_bytes", json_bytes(s->memory.constant_bytes));
    json_object_set_new(out, "input_bytes", json_bytes(s->memory.input_bytes));
    json_object_set_new(out, "output_bytes", json_bytes(s->memory.output_bytes));
    json_object_set_new(out, "rss_bytes", json_bytes(resident_bytes()));
    json_object_set_new(out, "flop", json_real(s->flop));
    json_object_set_new(out, "gflops", json_real(gflops(s)));
    json_object_set_new(out, "gbytes_per_s", json_real(gbytes(s)));
    json_object_set_new(out, "machine_gflops", json_real(machine->gflops));
    json_object_set_new(out, "machine_gbytes_per_s", json_real(machine->gbytes));
    json_object_set_new(out, "costs", costs);
    return out;
}

/* One line: scripts read it so. */
static void write_line(Session *session, const char *path, json_t *own_value) {
    char *text = json_dumps(own_value, JSON_COMPACT);
    json_decref(own_value);
    Report report;
    if (!text) {
        session_ok(session, TN_E_MEMORY, "bench");
    } else if (report_begin(&report, session)) {
        fprintf(report.file, "%s\n", text);
        report_write(&report, session, path);
    }
    free(text);
}

void bench_print_json(Session *session, const BenchSide *sides, size_t n, const Ceilings *machine) {
    json_t *out = json_side(&sides[0], &machine[0]);
    if (n == 2) {
        json_object_set_new(out, "other", json_side(&sides[1], &machine[1]));
        json_object_set_new(out, "ratio", json_real(sides[0].ms[0] / sides[1].ms[0]));
    }
    write_line(session, sides[0].args->run.args.output, out);
}

void bench_trace(Session *session, const char *path, const BenchSide *sides, size_t n) {
    json_t *events = json_array();
    const double zero = sides[0].events.n ? sides[0].events.at[0].start : 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < sides[i].events.n; k++) {
            const BenchEvent *e = &sides[i].events.at[k];
            json_array_append_new(events, json_pack("{s:s, s:s, s:f, s:f, s:I, s:I}", "name", e->name, "ph", "X", "ts", (e->start - zero) * 1e3,
                                                    "dur", e->ms * 1e3, "pid", (json_int_t)1, "tid", (json_int_t)i + 1));
        }
        json_array_append_new(events, json_pack("{s:s, s:s, s:I, s:I, s:{s:o}}", "name", "thread_name", "ph", "M", "pid", (json_int_t)1, "tid",
                                                (json_int_t)i + 1, "args", "name", json_text(sides[i].path)));
    }
    write_line(session, path, json_pack("{s:o}", "traceEvents", events));
}
