/* SPDX-License-Identifier: Apache-2.0 */
/* backend/llvm: the cache on disk, prepared states, cancelling, profiles, processors. */
#include "unit.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>

#include "backend/llvm/cache.h"
#include "backend/llvm/native.h"
#include "base/diag.h"
#include "ir/text.h"
#include "ops/ops.h"

static const char text[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 8), \"float32\"), w: R.Tensor((8, 4), \"float32\")):\n"
    "    y = R.matmul(x, w)\n"
    "    z = R.exp(y)\n"
    "    s = R.sum(z, axis=[1])\n"
    "    return s\n";

typedef struct {
    Ctx ctx;
    Arena arena;
    OpTable ops;
    IrModule *m;
    char folder[64];
} Fixture;

static void set_up(Fixture *f) {
    strcpy(f->folder, "/tmp/tenon-native-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    setenv("TENON_CACHE", f->folder, 1);
    ctx_init(&f->ctx, allocator_libc(), io_libc());
    arena_init(&f->arena, &f->ctx);
    ops_table_init(&f->ops, &f->arena);
    diag_begin(&f->ctx);
    f->m = ir_text_parse(&f->ctx, &f->ops, NULL, (Str){text, sizeof text - 1});
    assert_non_null(f->m);
}

typedef void EachFile(const char *path);

static unsigned each_file(const Fixture *f, EachFile *run) {
    unsigned n = 0;
    DIR *dir = opendir(f->folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[512];
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", f->folder, e->d_name);
        run(path);
        n++;
    }
    if (dir) closedir(dir);
    return n;
}

static void delete (const char *path) { unlink(path); }

static void tear_down(Fixture *f) {
    ir_module_free(f->m);
    arena_fini(&f->arena);
    ctx_fini(&f->ctx);
    each_file(f, delete);
    assert_int_equal(rmdir(f->folder), 0);
}

/* Whatever is thrown fails the test. */
static bool compile(Fixture *f, Native *native, NativeOptions options) {
    volatile bool ok = false;
    Boundary b;
    CTX_ENTER(&f->ctx, &b) {
        diag_begin(&f->ctx);
        ok = native_compile(native, f->m, &options);
        if (ok) native_keep(native);
    }
    assert_int_equal(ctx_leave(&f->ctx, &b), STATUS_OK);
    return ok;
}

/* n rows of ones by a matrix of ones: 4 e**8 each. */
typedef struct {
    RtTensor in[2], out[1];
    float x[8 * 64], w[32], y[64];
} Data;

static void fill(Data *d, int64_t n) {
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < ARRAY_LEN(d->x); i++) d->x[i] = 1;
    for (size_t i = 0; i < ARRAY_LEN(d->w); i++) d->w[i] = 1;
    d->in[0] = (RtTensor){d->x, {n, 8}};
    d->in[1] = (RtTensor){d->w, {8, 4}};
    d->out[0].data = d->y;
}

static bool is_right(const Data *d, int64_t n) {
    bool ok = true;
    for (int64_t i = 0; i < n; i++) ok = ok && d->y[i] > 11923.0F && d->y[i] < 11925.0F;
    return ok;
}

static void runs(const Native *native) {
    Data d;
    RtPrepared *p;
    fill(&d, 5);
    assert_int_equal(rt_prepare(&native->executable, 0, d.in, NULL, &p), 0);
    assert_int_equal(rt_run(p, d.in, d.out), 0);
    assert_true(is_right(&d, 5));
    rt_prepared_free(p);
}

static void flip(const char *path) {
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 100, SEEK_SET);
    const int c = fgetc(file);
    fseek(file, 100, SEEK_SET);
    fputc(c ^ 1, file);
    fclose(file);
}

static void cut(const char *path) { assert_int_equal(truncate(path, 200), 0); }
static void clear(const char *path) { assert_int_equal(truncate(path, 0), 0); }

static void is_private(const char *path) {
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

/* The second time nothing is made; a file that was changed, cut or emptied is made anew. */
static void finds_code_again(void **state) {
    (void)state;
    static EachFile *const faults[] = {NULL, flip, cut, clear};
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1}));
    assert_int_equal(native.times.jit.cached, 0);
    const uint32_t units = native.times.jit.units;
    native_free(&native);
    assert_in_range(each_file(&f, is_private), units, units + 1); /* and the program */
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        if (faults[i]) each_file(&f, faults[i]);
        assert_true(compile(&f, &native, (NativeOptions){.threads = 1}));
        assert_int_equal(native.times.jit.cached, faults[i] ? 0 : units);
        runs(&native);
        native_free(&native);
    }
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1, .cpu = "x86-64-v2"}));
    assert_int_equal(native.times.jit.cached, 0); /* other code */
    native_free(&native);
    setenv("TENON_CACHE", "", 1);
    const unsigned files = each_file(&f, is_private);
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1, .strict = true}));
    native_free(&native);
    assert_int_equal(each_file(&f, is_private), files);
    tear_down(&f);
}

static void stores_bytes(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const LlCache cache = ll_cache_open(&f.arena);
    const ContentHash key = content_hash("key", 3), other = content_hash("kez", 3);
    Str found;
    assert_false(ll_cache_read(&cache, LL_CACHE_OBJECT, key, &found));
    ll_cache_write(&cache, LL_CACHE_OBJECT, key, (Str){"some bytes", 10});
    assert_true(ll_cache_read(&cache, LL_CACHE_OBJECT, key, &found));
    assert_true(str_eq_c(found, "some bytes"));
    ll_cache_release(found);
    assert_false(ll_cache_read(&cache, LL_CACHE_OBJECT, other, &found));
    each_file(&f, cut);
    assert_false(ll_cache_read(&cache, LL_CACHE_OBJECT, key, &found));
    tear_down(&f);
}

static void prepared_states_are_for_their_extents(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1}));
    Data d;
    RtPrepared *p;
    fill(&d, 7);
    assert_int_equal(rt_prepare(&native.executable, 0, d.in, &(RtOptions){.guard = true}, &p), 0);
    assert_int_equal(rt_prepared_outputs(p)[0].dims[0], 7);
    assert_int_equal(rt_run(p, d.in, d.out), 0);
    assert_true(is_right(&d, 7));
    assert_true(rt_prepared_high_water(p) > 0 && rt_prepared_high_water(p) <= rt_prepared_arena(p));
    d.in[0].dims[0] = 8;
    assert_int_equal(rt_run(p, d.in, d.out), RT_OTHER_EXTENTS);
    d.in[0].dims[0] = 7;
    d.out[0].data = NULL;
    assert_int_equal(rt_run(p, d.in, d.out), RT_MISSING);
    rt_prepared_free(p);
    d.in[1].dims[0] = 9; /* not x's */
    assert_true(rt_prepare(&native.executable, 0, d.in, NULL, &p) > RT_CANCELLED);
    assert_null(p);
    fill(&d, 0);
    assert_int_equal(rt_prepare(&native.executable, 0, d.in, NULL, &p), 0);
    assert_int_equal(rt_run(p, d.in, d.out), 0);
    rt_prepared_free(p);
    native_free(&native);
    tear_down(&f);
}

static void is_cancelled(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1}));
    Data d;
    RtPrepared *p;
    int32_t flag = 0;
    fill(&d, 3);
    assert_int_equal(rt_prepare(&native.executable, 0, d.in, &(RtOptions){.cancel = &flag}, &p), 0);
    assert_int_equal(rt_run(p, d.in, d.out), 0);
    flag = 1;
    assert_int_equal(rt_run(p, d.in, d.out), RT_CANCELLED);
    assert_string_equal(rt_message(&native.executable, RT_CANCELLED), "cancelled");
    flag = 0;
    assert_int_equal(rt_run(p, d.in, d.out), 0);
    rt_prepared_free(p);
    native_free(&native);
    tear_down(&f);
}

/* The last calls, with what other threads did of them; how much there was to do. */
static void keeps_calls(void **state) {
    (void)state;
    enum { ROWS = 64, RING = 5 };
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(
        compile(&f, &native, (NativeOptions){.threads = 1, .profile = true, .no_libraries = true}));
    const RtExecutable *x = &native.executable;
    Data d;
    RtPrepared *p;
    fill(&d, ROWS);
    assert_int_equal(rt_prepare(x, 0, d.in, &(RtOptions){.profile = true, .events = RING}, &p), 0);
    int64_t calls = 0, last = 0;
    double operations = 0;
    for (int i = 0; i < 3; i++) assert_int_equal(rt_run(p, d.in, d.out), 0);
    for (size_t i = 0; i < x->n_sites; i++) {
        calls += rt_prepared_sites(p)[i].calls;
        operations += rt_prepared_sites(p)[i].operations;
    }
    /* The products and their sums, exp, the sums of rows. */
    assert_true(operations == 3.0 * ROWS * (4 * 2 * 8 + 4 + 4));
    const RtEvent *events;
    const int64_t n = rt_prepared_events(p, &events);
    assert_int_equal(n, calls < RING ? calls : RING);
    for (int64_t i = 0; i < n; i++) {
        assert_true(events[i].site >= 0 && (size_t)events[i].site < x->n_sites);
        assert_int_equal(events[i].thread, 0);
        assert_true(events[i].nanoseconds >= 0);
        if (events[i].start > last) last = events[i].start;
    }
    assert_true(last > 0);
    rt_prepared_free(p);
    native_free(&native);
    tear_down(&f);
}

static void keeps_times(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1, .profile = true}));
    const RtExecutable *x = &native.executable;
    assert_true(x->n_sites > 0);
    Data d;
    RtPrepared *p;
    fill(&d, 64);
    assert_int_equal(rt_prepare(x, 0, d.in, &(RtOptions){.profile = true}, &p), 0);
    for (int i = 0; i < 3; i++) assert_int_equal(rt_run(p, d.in, d.out), 0);
    for (size_t i = 0; i < x->n_sites; i++) {
        assert_int_equal(rt_prepared_sites(p)[i].calls, 3);
        assert_true(rt_prepared_sites(p)[i].nanoseconds >= 0);
        assert_true(x->sites[i][0] != '\0');
        assert_true(rt_prepared_sites(p)[i].operations >= 0);
        assert_true(rt_prepared_sites(p)[i].bytes > 0);
        assert_true(native.histories[i].n_sources > 0);
    }
    const RtEvent *events;
    assert_int_equal(rt_prepared_events(p, &events), 0);
    rt_prepared_free(p);
    native_free(&native);
    tear_down(&f);
}

typedef struct {
    RtPrepared *prepared;
    Data data;
    bool ok;
} Runner;

static void *run_often(void *user) {
    Runner *r = user;
    r->ok = true;
    for (int i = 0; i < 300; i++) {
        memset(r->data.y, 0, sizeof r->data.y);
        r->ok = r->ok && rt_run(r->prepared, r->data.in, r->data.out) == 0 &&
                is_right(&r->data, r->data.in[0].dims[0]);
    }
    return NULL;
}

static void runs_at_once(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Native native;
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1}));
    static Runner runners[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        fill(&runners[i].data, 30 + 30 * i);
        assert_int_equal(
            rt_prepare(&native.executable, 0, runners[i].data.in, NULL, &runners[i].prepared), 0);
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_often, &runners[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_true(runners[i].ok);
        rt_prepared_free(runners[i].prepared);
    }
    native_free(&native);
    tear_down(&f);
}

static void knows_processors(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Native native;
    assert_false(compile(&f, &native, (NativeOptions){.threads = 1, .cpu = "abacus"}));
    assert_int_equal(diag_errors(&f.ctx), 1);
    assert_true(compile(&f, &native, (NativeOptions){.threads = 1, .cpu = "x86-64"}));
    runs(&native);
    native_free(&native);
    tear_down(&f);
}

UNIT_MAIN(UNIT(stores_bytes), UNIT(finds_code_again), UNIT(prepared_states_are_for_their_extents),
          UNIT(is_cancelled), UNIT(keeps_times), UNIT(keeps_calls), UNIT(runs_at_once),
          UNIT(knows_processors))
