/* SPDX-License-Identifier: Apache-2.0 */
#include "c_batch.h"

#include "host/host.h"
#include "tensor/compare.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUTPUTS_MAX = 1 << 26 };

void c_batch_begin(CBatch *self) {
    arena_init(&self->arena, self->ctx);
    value_list_init(&self->list, self->ctx);
    self->c = c_file_new(self->ctx, &self->arena);
    self->entries.at = NULL;
    self->entries.len = self->entries.cap = 0;
}

void c_batch_end(CBatch *self) {
    value_list_fini(&self->list);
    arena_fini(&self->arena);
}

/* A file of its own first: one that a refusal has left half is of no use. */
static bool compiles(CBatch *t, IrModule *m, const CCompileOptions *options) {
    Arena arena;
    CModule info;
    arena_init(&arena, t->ctx);
    const bool ok = c_compile(c_file_new(t->ctx, &arena), m, options, &info);
    arena_fini(&arena);
    return ok;
}

/* Its host program prints, reads back, passes the verifier and prints as the same text. */
static bool host_is_whole(CBatch *t, IrModule *m, const CCompileOptions *options) {
    Arena arena;
    CModule info;
    StrBuf first, second;
    CCompileOptions how = *options;
    arena_init(&arena, t->ctx);
    strbuf_init(&first, &arena);
    strbuf_init(&second, &arena);
    how.host = &first;
    HirProgram *back = NULL;
    if (c_compile(c_file_new(t->ctx, &arena), m, &how, &info))
        back = hir_parse(t->ctx, &arena, "host", strbuf_str(&first));
    const bool ok = back && hir_verify(back);
    if (back) hir_print(back, &second);
    const bool same = first.text.len == second.text.len &&
                      memcmp(first.text.at, second.text.at, first.text.len) == 0;
    if (!ok || !same) fwrite(first.text.at, 1, first.text.len, stdout);
    arena_fini(&arena);
    return ok && same;
}

bool c_batch_add(CBatch *self, const CBatchEntry *labels, IrModule *m, const IrFunction *fn,
                 Value *const *args, uint32_t n, const Value *result) {
    const CCompileOptions options = {.verifies = true,
                                     .name = arena_printf(&self->arena, "m%zu", self->entries.len),
                                     .function = fn->global};
    if (!compiles(self, m, &options)) return false;
    if (!host_is_whole(self, m, &options)) BUG("its host program is not what is read back");
    CBatchEntry *e = ARENA_NEW(&self->arena, CBatchEntry);
    *e = *labels;
    if (!c_compile(self->c, m, &options, &e->info)) BUG("refused the second time");
    e->fails = !result;
    for (uint32_t i = 0; i < n; i++) flatten_value(&self->list, &self->arena, args[i], &e->inputs);
    if (result) flatten_value(&self->list, &self->arena, result, &e->outputs);
    vec_push(&self->arena, &self->entries, e);
    return true;
}

/* Running a batch */

typedef int PlanFn(const void *in, void *out, size_t *arena_bytes);
typedef int RunFn(const void *in, void *out, void *arena);
typedef struct {
    void *data;
    int64_t dims[];
} CTensor;

static CTensor *tensor_in(char *list, size_t rank, size_t i) {
    return (CTensor *)(void *)(list + i * (sizeof(CTensor) + rank * sizeof(int64_t)));
}

static void *function(void *library, const char *name, const char *with, CBatch *t) {
    return dlsym(library, arena_printf(&t->arena, "%s%s", name, with));
}

/* Outputs are guarded on both sides. */
enum { GUARD = 64 };

static const char *check_output(CBatch *t, const Tensor *want, const COutput *o,
                                const CTensor *have) {
    if (o->dtype != want->dtype || o->ndim != want->ndim) return "an output of another type";
    for (uint32_t d = 0; d < o->ndim; d++) {
        if (have->dims[d] != want->dims[d])
            return arena_printf(&t->arena, "dim %u is %" PRId64 ", not %" PRId64, d, have->dims[d],
                                want->dims[d]);
    }
    static const TensorNear bits = {.mode = TENSOR_BITS};
    TensorDifference d;
    if (tensor_elements_near(want->dtype, have->data, want->dtype, want->data, want->count, &bits,
                             &d))
        return NULL;
    return tensor_difference_text(&t->arena, &d);
}

static const char *run_planned(CBatch *t, const CBatchEntry *e, const CEntry *c, char *in,
                               char *out, void *library, size_t bytes) {
    const size_t rank = e->info.rank;
    RunFn *run = (RunFn *)function(library, c->name, "", t);
    char **blocks = ARENA_ARRAY(&t->arena, char *, c->n_outputs + 1);
    size_t *sizes = ARENA_ARRAY(&t->arena, size_t, c->n_outputs + 1);
    for (size_t i = 0; i < c->n_outputs; i++) {
        CTensor *o = tensor_in(out, rank, i);
        size_t count;
        if (c->outputs[i].is_dynamic) continue;
        if (!tensor_count(o->dims, c->outputs[i].ndim, c->outputs[i].dtype, &count, &sizes[i]) ||
            sizes[i] > OUTPUTS_MAX)
            return "an output of this size";
        blocks[i] = malloc(sizes[i] + 2 * GUARD);
        memset(blocks[i], 0xA5, sizes[i] + 2 * GUARD);
        o->data = blocks[i] + GUARD;
    }
    /* What the arena holds at first must not matter. */
    char *arena = malloc(bytes + GUARD);
    memset(arena, 0xC3, bytes + GUARD);
    const int number = run(in, out, arena);
    const char *what = NULL;
    if (e->fails != (number != 0)) what = number ? "C fails" : "C does not fail";
    for (size_t i = 0; i < GUARD; i++) {
        if (arena[bytes + i] != (char)0xC3) what = "it wrote behind the arena";
    }
    for (size_t i = 0; i < c->n_outputs; i++) {
        CTensor *o = tensor_in(out, rank, i);
        for (size_t k = 0; blocks[i] && k < GUARD; k++) {
            if (blocks[i][k] != (char)0xA5 || blocks[i][GUARD + sizes[i] + k] != (char)0xA5)
                what = "it wrote beside an output";
        }
        if (!what && !number) what = check_output(t, e->outputs.at[i], &c->outputs[i], o);
        if (what && number)
            what = arena_printf(
                &t->arena, "%s: %s", what,
                ((const char *(*)(int))function(library, e->info.error, "", t))(number));
        if (!number && c->outputs[i].is_dynamic) free(o->data);
        free(blocks[i]);
    }
    free(arena);
    return what;
}

static const char *run_entry(CBatch *t, const CBatchEntry *e, void *library) {
    const CEntry *c = &e->info.entries.at[0];
    const size_t rank = e->info.rank;
    const size_t size = sizeof(CTensor) + rank * sizeof(int64_t);
    char *in = arena_calloc(&t->arena, e->inputs.len + 1, size),
         *out = arena_calloc(&t->arena, c->n_outputs + 1, size);
    if (c->n_inputs != e->inputs.len) return "another number of inputs";
    if (!e->fails && c->n_outputs != e->outputs.len) return "another number of outputs";
    for (size_t i = 0; i < e->inputs.len; i++) {
        CTensor *x = tensor_in(in, rank, i);
        x->data = e->inputs.at[i]->count ? e->inputs.at[i]->data : NULL;
        for (uint32_t d = 0; d < e->inputs.at[i]->ndim; d++) x->dims[d] = e->inputs.at[i]->dims[d];
    }
    size_t bytes;
    const int number = ((PlanFn *)function(library, c->name, "_plan", t))(in, out, &bytes);
    if (number)
        return e->fails ? NULL
                        : arena_printf(&t->arena, "the plan fails: %s",
                                       ((const char *(*)(int))function(library, e->info.error, "",
                                                                       t))(number));
    if (bytes > OUTPUTS_MAX) return "an arena of this size";
    return run_planned(t, e, c, in, out, library, bytes);
}

static bool write_text(CBatch *t, const char *path, const StrBuf *text) {
    return t->ctx->io.write(t->ctx->io.user, path, text->text.at, text->text.len) == 0;
}

static void *compile_batch(CBatch *t) {
    const char *cc = getenv("CC"), *flags = getenv("C_FLAGS");
    const char *base = arena_printf(&t->arena, "%s/batch%u", t->folder, t->batches++);
    StrBuf source, header;
    strbuf_init(&source, &t->arena);
    strbuf_init(&header, &t->arena);
    c_file_source(t->c, arena_printf(&t->arena, "batch%u.h", t->batches - 1), &source);
    c_file_header(t->c, &header);
    if (!write_text(t, arena_printf(&t->arena, "%s.c", base), &source) ||
        !write_text(t, arena_printf(&t->arena, "%s.h", base), &header))
        return NULL;
    fflush(stdout);
    const char *command =
        arena_printf(&t->arena,
                     "bash -c '%s -std=c99 -O1 -Wall -Wextra -Werror -pedantic -shared -fPIC %s -o "
                     "%s.so %s.c -lm 2>&1 | head -40; exit ${PIPESTATUS[0]}'",
                     cc ? cc : "cc", flags ? flags : "", base, base);
    if (system(command) != 0) {
        printf("%s.c does not compile\n", base);
        return NULL;
    }
    void *library = dlopen(arena_printf(&t->arena, "%s.so", base), RTLD_NOW | RTLD_LOCAL);
    if (!library) printf("%s\n", dlerror());
    return library;
}

void c_batch_run(CBatch *self, void (*report)(void *user, const CBatchEntry *e, const char *what),
                 void *user) {
    if (!self->entries.len) return;
    void *library = compile_batch(self);
    for (size_t i = 0; i < self->entries.len; i++) {
        const CBatchEntry *e = self->entries.at[i];
        report(user, e, library ? run_entry(self, e, library) : "its file does not compile");
    }
    if (library) dlclose(library);
}
