/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench: what it prints. */
#include "command/bench.h"

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

bool bench_ceilings(Session *session, const char *target, unsigned threads, Ceilings *out) {
    TnTargetField f;
    TnStatus status;
    const double all = threads > 1 ? threads : 1;
    if (!target) target = "host";
    for (size_t i = 0; (status = tn_target_field(session->ctx, target, i, &f)) == TN_OK; i++) {
        if (strcmp(f.name, "peak_gflops") == 0) out->gflops = all * f.number;
        if (strcmp(f.name, all > 1 ? "memory_all_gbs" : "memory_gbs") == 0) out->gbytes = f.number;
    }
    return status == TN_E_USAGE || session_ok(session, status, target);
}

static double gflops(const BenchSide *s) { return s->ms[0] > 0 ? s->flop / s->ms[0] * 1e-6 : 0; }
static double gbytes(const BenchSide *s) {
    return s->ms[0] > 0 ? side_bytes(s) / s->ms[0] * 1e-6 : 0;
}

/* The planned arena; of the evaluator, which has none, what `tenon check` says. */
static size_t peak_bytes(const BenchSide *s) {
    return s->backend == TN_BACKEND_EVAL ? s->value_bytes : s->memory.planned_bytes;
}

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static void print_side(FILE *f, const BenchSide *s, const Ceilings *machine) {
    char threads[32] = "threads none";
    if (s->threads)
        snprintf(threads, sizeof threads, "%u thread%s", s->threads, s->threads == 1 ? "" : "s");
    fprintf(f, "%s, backend %s, %s, %zu iterations\n", s->path, args_backend_name(s->backend),
            threads, s->n);
    fprintf(f, "  latency        min %.4f ms", s->ms[0]);
    for (size_t i = 0; i < COUNT_OF(percents); i++)
        fprintf(f, ", p%.0f %.4f", percents[i], side_percentile(s, percents[i]));
    fprintf(f, ", all %.3f", s->total_ms);
    fprintf(f, "\n  compile        %.2f ms:", s->compile_ms);
    for (size_t i = 0; i < s->n_stages; i++)
        fprintf(f, "%s %s %.2f", i ? "," : "", s->stages[i].name, s->stages[i].milliseconds);
    fprintf(
        f,
        "\n  memory         planned %zu bytes, touched %zu, constants %zu, inputs %zu, outputs %zu\n",
        peak_bytes(s), s->memory.touched_bytes, s->memory.constant_bytes, s->memory.input_bytes,
        s->memory.output_bytes);
    if (!s->args->dynamic && !s->n_varying)
        fprintf(f, "  operations     %.0f of floats, %.2f GFLOP/s, %.1f %% of %.1f\n", s->flop,
                gflops(s), share(gflops(s), machine->gflops), machine->gflops);
    fprintf(f, "  bytes          %.0f at least, %.2f GB/s, %.1f %% of %.1f\n", side_bytes(s),
            gbytes(s), share(gbytes(s), machine->gbytes), machine->gbytes);
    bench_print_costs(f, s, machine);
}

void bench_print(Session *session, const BenchSide *sides, size_t n, const Ceilings *machine) {
    Report report;
    if (!report_begin(&report, session)) return;
    for (size_t i = 0; i < n; i++) print_side(report.file, &sides[i], &machine[i]);
    fprintf(report.file, "resident        %zu bytes at most\n", resident_bytes());
    if (n == 2)
        fprintf(report.file, "ratio of minima %.4f (the first takes so many times the second's)\n",
                sides[0].ms[0] / sides[1].ms[0]);
    report_write(&report, session, sides[0].args->run.args.output);
}

static json_t *json_bytes(size_t n) { return json_integer((json_int_t)n); }

static json_t *json_side(const BenchSide *s, const Ceilings *machine) {
    char key[16];
    json_t *out =
        json_pack("{s:o, s:s, s:I, s:I, s:f, s:f}", "model", json_text(s->path), "backend",
                  args_backend_name(s->backend), "threads", (json_int_t)s->threads, "iterations",
                  (json_int_t)s->n, "min_ms", s->ms[0], "median_ms", side_percentile(s, 50));
    for (size_t i = 0; i < COUNT_OF(percents); i++) {
        snprintf(key, sizeof key, "p%.0f_ms", percents[i]);
        json_object_set_new(out, key, json_real(side_percentile(s, percents[i])));
    }
    json_t *stages = json_object();
    for (size_t i = 0; i < s->n_stages; i++)
        json_object_set_new(stages, s->stages[i].name, json_real(s->stages[i].milliseconds));
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
    json_object_set_new(out, "costs", bench_json_costs(s, machine));
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
    write_line(session, path, json_pack("{s:o}", "traceEvents", bench_json_events(sides, n)));
}
