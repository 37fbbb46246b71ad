/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of modules, as a sum for each:
 *
 *     tenon-test made_sums FILE.test|FILE.onnx ...
 *
 * A line for each module and each way that it takes: the place, the way, and a sum of the text or
 * the ONNX model that comes out, or of the messages. Two builds of this program print the same:
 * tests/cli/compilers.sh. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "cases.h"

typedef struct {
    TnContext *tn;
    uint64_t written; /* the sum of the last file */
    unsigned line;
    const char *path;
} Sums;

static uint64_t sum(uint64_t h, const char *data, size_t size) {
    for (size_t i = 0; i < size; i++) h = (h ^ (unsigned char)data[i]) * 0x100000001b3u;
    return h;
}

static uint64_t sum_of(const char *data, size_t size) {
    return sum(0xcbf29ce484222325u, data, size);
}

static int read_file(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    FILE *f = fopen(path, "rbe");
    char *text = NULL;
    size_t cap = 0;
    (void)user;
    if (!f) return errno;
    *size = 0;
    for (size_t n = 1; n; *size += n) {
        if (*size == cap && !(text = realloc(text, cap = 2 * cap + 65536))) abort();
        n = fread(text + *size, 1, cap - *size, f);
    }
    fclose(f);
    *data = text;
    return *size > limit ? EFBIG : 0;
}

static void release(void *user, const char *data, size_t size) {
    (void)user, (void)size;
    free((char *)data);
}

static int write_file(void *user, const char *path, const char *data, size_t size) {
    (void)path;
    ((Sums *)user)->written = sum_of(data, size);
    return 0;
}

typedef TnStatus (*Make)(TnModule *m, const char *item);

static TnStatus as_it_is(TnModule *m, const char *item) {
    (void)m, (void)item;
    return TN_OK;
}

static TnStatus level(TnModule *m, const char *item) {
    const char *items[64];
    size_t n = 0;
    (void)item;
    while (n < 64 && (items[n] = tn_pass_of_level(2, n))) n++;
    return tn_module_run_passes(m, items, n, NULL);
}

static TnStatus gradient(TnModule *m, const char *item) {
    const TnGradientOptions options = {TN_SIZED(TnGradientOptions), .seeded = 1};
    (void)item;
    return tn_module_gradient(m, &options);
}

static const struct {
    const char *name;
    Make make;
} ways[] = {
    {"text", as_it_is},
    {"LegalizeOps", tn_module_run_pass},
    {"LegalizeOps(set=onnx17)", tn_module_run_pass},
    {"LegalizeOps(loops)", tn_module_run_pass},
    {"-O2", level},
    {"gradient", gradient},
};

static uint64_t messages(Sums *s) {
    TnDiag d;
    uint64_t h = 0;
    for (size_t i = 0; tn_diag_get(s->tn, i, &d) == TN_OK; i++) h = sum(h, d.text, strlen(d.text));
    return h;
}

static TnModule *module_of(Sums *s, const Case *c) {
    TnModule *m = NULL;
    const TnStatus status = c ? tn_module_parse(s->tn, "case", c->input.ptr, c->input.len, &m)
                              : tn_module_read(s->tn, s->path, &m);
    return status == TN_OK ? m : NULL;
}

static void line(const Sums *s, const char *way, uint64_t h) {
    printf("%s:%u %s %016llx\n", s->path, s->line, way, (unsigned long long)h);
}

/* c NULL: the file is a model. */
static void try_module(Sums *s, const Case *c) {
    TnText text;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        TnModule *m = module_of(s, c);
        if (!m) {
            line(s, "refused", messages(s));
            return;
        }
        if (ways[i].make(m, ways[i].name) != TN_OK) {
            line(s, ways[i].name, messages(s));
        } else if (tn_module_print(m, &text) == TN_OK) {
            line(s, ways[i].name, sum_of(text.ptr, text.len));
            tn_text_free(&text);
        }
        if (!i)
            line(s, "onnx",
                 tn_module_write_onnx(m, "made.onnx", NULL) == TN_OK ? s->written : messages(s));
        tn_module_free(m);
    }
}

static void try_cases(Sums *s) {
    const char *text;
    size_t size;
    Cases cases;
    Case c;
    if (read_file(NULL, s->path, SIZE_MAX, &text, &size)) exit(1);
    cases_init(&cases, (Str){text, size});
    while (cases_next(&cases, &c)) {
        s->line = c.line;
        try_module(s, &c);
    }
    release(NULL, text, size);
}

int test_made_sums(int argc, char **argv) {
    Sums s = {.line = 0};
    const TnIo io = {read_file, release, write_file, &s};
    const TnOptions options = {TN_SIZED(TnOptions), .io = &io};
    if (tn_context_new(&options, &s.tn) != TN_OK) return 1;
    for (int i = 1; i < argc; i++) {
        const char *end = strrchr(argv[i], '.');
        s.path = argv[i];
        s.line = 0;
        if (end && !strcmp(end, ".onnx"))
            try_module(&s, NULL);
        else
            try_cases(&s);
    }
    tn_context_free(s.tn);
    return 0;
}
