/* SPDX-License-Identifier: Apache-2.0 */
/* What threads cost, one and two of them in turn:
 *     threads region [LOOPS]    10,000 runs of one parallel loop beside LOOPS busy loops (3)
 *     threads frames MODEL      30 runs a second for 10 s: the processor's time in and between runs
 *     threads turns MODEL...    models run in turn, against the sum of each alone
 *     threads callers MODEL     runs a second by 8 callers, each with an executable, against those
 *                               by as many as there are processors; five times in turn
 * Models have no symbolic dims. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tenon/tenon.h>

enum { REGIONS = 10000, FRAMES = 300, TURNS = 300, MODELS_MAX = 8, VALUES_MAX = 64 };

typedef struct {
    TnContext *ctx;
    TnModule *m;
    TnRun *drawn;
    TnExecutable *x;
    TnPrepared *p;
    TnBuffer in[VALUES_MAX], out[VALUES_MAX];
} Model;

static double ms_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void must(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "threads: %s\n", what);
    exit(1);
}

/* From a file, or from a text. */
static void open_model(Model *self, const char *path, const char *text, int64_t threads) {
    *self = (Model){.ctx = NULL};
    must(tn_context_new(NULL, &self->ctx) == TN_OK, "no context");
    must((path ? tn_module_read(self->ctx, path, &self->m)
               : tn_module_parse(self->ctx, NULL, text, strlen(text), &self->m)) == TN_OK,
         "no module");
    const TnRunOptions draw = {TN_SIZED(TnRunOptions), .inputs_only = 1};
    must(tn_run(self->m, &draw, &self->drawn) == TN_OK, "no inputs");
    for (size_t i = 0; i < tn_run_input_count(self->drawn); i++) {
        TnTensorInfo info;
        must(i < VALUES_MAX && tn_run_input(self->drawn, i, &info) == TN_OK, "no input");
        self->in[i].data = (void *)(uintptr_t)info.data;
        for (uint32_t d = 0; d < info.ndim; d++) self->in[i].dims[d] = info.dims[d];
    }
    must(tn_module_compile_native(self->m,
                                  &(TnNativeOptions){TN_SIZED(TnNativeOptions), .threads = threads},
                                  &self->x) == TN_OK &&
             tn_executable_output_count(self->x) <= VALUES_MAX &&
             tn_executable_prepare(self->x, self->in, &self->p, NULL) == TN_OK &&
             tn_prepared_outputs(self->p, 1, self->out) == TN_OK,
         "it does not compile");
    for (int i = 0; i < 20; i++)
        must(tn_prepared_run(self->p, self->in, self->out) == TN_OK, "it fails");
}

static double run_ms(Model *self) {
    const double start = ms_of(CLOCK_MONOTONIC);
    must(tn_prepared_run(self->p, self->in, self->out) == TN_OK, "it fails");
    return ms_of(CLOCK_MONOTONIC) - start;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void region(int loops) {
    static const char text[] = "@R.function\n"
                               "def main(x: R.Tensor((65536,), \"float32\")):\n"
                               "    return R.sin(x)\n";
    static double ms[2][REGIONS];
    pid_t busy[64];
    Model models[2];
    for (int k = 0; k < 2; k++) open_model(&models[k], NULL, text, k + 1);
    for (int i = 0; i < loops; i++) {
        busy[i] = fork();
        for (volatile int go = busy[i] == 0; go;) continue;
    }
    /* In turn, a hundred at a time. */
    for (int i = 0; i < REGIONS; i += 100) {
        for (int k = 0; k < 2; k++) {
            for (int j = i; j < i + 100; j++) ms[k][j] = run_ms(&models[k]);
        }
    }
    for (int i = 0; i < loops; i++) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        for (int i = 0; i < REGIONS; i++) sum += ms[k][i];
        qsort(ms[k], REGIONS, sizeof **ms, by_value);
        printf("%d threads, %d busy loops: median %.4f ms, mean %.4f, p90 %.4f, p99 %.4f\n", k + 1,
               loops, ms[k][REGIONS / 2], sum / REGIONS, ms[k][REGIONS * 9 / 10],
               ms[k][REGIONS * 99 / 100]);
    }
}

/* Of the processor, by a process of this one thread that sleeps so often and does nothing else. */
static double sleeping(void) {
    const double start = ms_of(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < FRAMES; i++) usleep(33333);
    return ms_of(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static void frames(const char *path) {
    const double alone = sleeping();
    for (int k = 1; k <= 2; k++) {
        Model m;
        open_model(&m, path, NULL, k);
        double within = 0, wall = 0;
        usleep(10000);
        const double start = ms_of(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < FRAMES; i++) {
            const double before = ms_of(CLOCK_PROCESS_CPUTIME_ID);
            wall += run_ms(&m);
            within += ms_of(CLOCK_PROCESS_CPUTIME_ID) - before;
            usleep(33333);
        }
        const double between = ms_of(CLOCK_PROCESS_CPUTIME_ID) - start - within;
        printf("%d threads: %.4f ms a run, of the processor %.4f in it and %.4f between, where "
               "sleep alone takes %.4f (%.1f %%)\n",
               k, wall / FRAMES, within / FRAMES, between / FRAMES, alone / FRAMES,
               100 * (between - alone) / within);
    }
}

static void turns(char **paths, int n) {
    for (int k = 1; k <= 2; k++) {
        static Model models[MODELS_MAX];
        double alone = 0;
        for (int i = 0; i < n; i++) open_model(&models[i], paths[i], NULL, k);
        for (int i = 0; i < n; i++) {
            const double start = ms_of(CLOCK_MONOTONIC);
            for (int j = 0; j < TURNS; j++) run_ms(&models[i]);
            alone += ms_of(CLOCK_MONOTONIC) - start;
        }
        const double start = ms_of(CLOCK_MONOTONIC);
        for (int j = 0; j < TURNS; j++) {
            for (int i = 0; i < n; i++) run_ms(&models[i]);
        }
        const double all = ms_of(CLOCK_MONOTONIC) - start;
        printf("%d threads: each alone %.4f ms, in turn %.4f (%.3f)\n", k, alone / TURNS,
               all / TURNS, all / alone);
    }
}

/* --- Callers --- */

enum { CALLERS = 8, CALLER_MS = 1000, ROUNDS = 5 };

static atomic_bool is_over;

typedef struct {
    Model model;
    pthread_t id;
    long runs;
} Caller;

static void *call(void *user) {
    Caller *self = user;
    for (self->runs = 0; !atomic_load_explicit(&is_over, memory_order_relaxed); self->runs++)
        run_ms(&self->model);
    return NULL;
}

/* Runs a second of the first n callers at once. */
static double rate(Caller *callers, int n) {
    long runs = 0;
    atomic_store(&is_over, false);
    const double start = ms_of(CLOCK_MONOTONIC);
    for (int i = 0; i < n; i++)
        must(pthread_create(&callers[i].id, NULL, call, &callers[i]) == 0, "no thread");
    usleep(CALLER_MS * 1000);
    atomic_store(&is_over, true);
    for (int i = 0; i < n; i++) {
        pthread_join(callers[i].id, NULL);
        runs += callers[i].runs;
    }
    return (double)runs / (ms_of(CLOCK_MONOTONIC) - start) * 1e3;
}

static void callers(const char *path) {
    static Caller all[CALLERS];
    const long found = sysconf(_SC_NPROCESSORS_ONLN);
    const int few = found > 0 && found < CALLERS ? (int)found : CALLERS;
    for (int k = 1; k <= 2; k++) {
        double ratios[ROUNDS], most = 0;
        for (int i = 0; i < CALLERS; i++) open_model(&all[i].model, path, NULL, k);
        for (int i = 0; i < ROUNDS; i++) {
            const double by_few = rate(all, few), by_all = rate(all, CALLERS);
            ratios[i] = by_all / by_few;
            if (by_few > most) most = by_few;
        }
        qsort(ratios, ROUNDS, sizeof *ratios, by_value);
        printf("%d threads a run: %d callers %.0f runs a second at most; %d callers: median %.3f "
               "of that (%.3f to %.3f)\n",
               k, few, most, CALLERS, ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    const int loops = argc > 2 ? atoi(argv[2]) : 3;
    if (strcmp(what, "region") == 0 && loops >= 0 && loops <= 64)
        region(loops);
    else if (strcmp(what, "frames") == 0 && argc == 3)
        frames(argv[2]);
    else if (strcmp(what, "turns") == 0 && argc > 2 && argc <= 2 + MODELS_MAX)
        turns(argv + 2, argc - 2);
    else if (strcmp(what, "callers") == 0 && argc == 3)
        callers(argv[2]);
    else
        must(0, "region [LOOPS] | frames MODEL | turns MODEL... | callers MODEL");
    return 0;
}
