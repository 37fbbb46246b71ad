/* SPDX-License-Identifier: Apache-2.0 */
/* A backend for by_backend: what `tenon compile -o net.o` writes, loaded into this process, called
 * as a program that is linked with it would. */
#include "object_backend.h"

#ifdef TENON_LLVM

#include "backend/llvm/artefact.h"
#include "backend/llvm/object.h"

typedef int PlanFn(const void *in, void *out, size_t *arena_bytes);
typedef int RunFn(const void *in, void *out, void *arena);
typedef const char *ErrorFn(int number);

/* Numbers of the runtime come first, those of the file behind them. */
enum { FIRST_MESSAGE = 16, MOST_TENSORS = 256, TENSOR_WORDS = 1 + RT_MAX_RANK };

typedef struct {
    Arena arena;
    LlObjects *objects;
    CModule info;
    PlanFn *plan;
    RunFn *run;
    const CEntry *entry;
} Code;

/* The header's tensors, which have no more dims than some value has. */
static void pack(const Code *self, const RtTensor *list, size_t n, int64_t *to) {
    const size_t words = 1 + self->info.rank;
    for (size_t i = 0; i < n; i++) {
        memcpy(&to[i * words], &list[i].data, sizeof(void *));
        memcpy(&to[i * words + 1], list[i].dims, self->info.rank * sizeof(int64_t));
    }
}

static void unpack(const Code *self, const int64_t *from, size_t n, RtTensor *list) {
    const size_t words = 1 + self->info.rank;
    for (size_t i = 0; i < n; i++) {
        memcpy(&list[i].data, &from[i * words], sizeof(void *));
        memcpy(list[i].dims, &from[i * words + 1], self->info.rank * sizeof(int64_t));
    }
}

static int32_t number_of(int e) { return e ? e + FIRST_MESSAGE : 0; }

static int64_t in_words[MOST_TENSORS * TENSOR_WORDS], out_words[MOST_TENSORS * TENSOR_WORDS];

static int32_t plan(RtEnv *env, const RtTensor *in, RtTensor *out, int64_t *arena_bytes,
                    int64_t *library_dims) {
    const Code *self = env->constants[0];
    size_t bytes = 0;
    (void)library_dims;
    pack(self, in, self->entry->n_inputs, in_words);
    pack(self, out, self->entry->n_outputs, out_words);
    const int e = self->plan(in_words, out_words, &bytes);
    unpack(self, out_words, self->entry->n_outputs, out);
    *arena_bytes = (int64_t)bytes;
    return number_of(e);
}

/* The object's allocations are the C library's. */
static int32_t take(const COutput *o, RtTensor *t) {
    const Allocator libc = allocator_libc();
    int64_t bad = 0;
    const int64_t bytes = rt_bytes(&bad, t->dims, o->ndim, dtype_size_up(o->dtype));
    void *own = bad ? NULL : rt_heap(bytes);
    if (own) rt_copy(own, t->data, bytes);
    libc.resize(libc.user, t->data, 1, 0);
    t->data = own;
    return own ? 0 : RT_NO_MEMORY;
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    const Code *self = env->constants[0];
    const CEntry *entry = self->entry;
    pack(self, in, entry->n_inputs, in_words);
    pack(self, out, entry->n_outputs, out_words);
    int32_t e = number_of(self->run(in_words, out_words, arena));
    unpack(self, out_words, entry->n_outputs, out);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        if (entry->outputs[i].is_dynamic && !e) e = take(&entry->outputs[i], &out[i]);
        BUG_IF(e > 0 && entry->outputs[i].is_dynamic && out[i].data);
    }
    return e;
}

static void take_messages(BeExecutable *self, const Code *code) {
    static const char none[] = "no such error";
    ErrorFn *error = (ErrorFn *)(uintptr_t)ll_objects_find(code->objects, code->info.error);
    VEC(const char *) list = {.at = NULL};
    for (int i = 0; i < FIRST_MESSAGE; i++) vec_push(&self->arena, &list, "");
    for (int i = 0; strcmp(error(i), none) != 0; i++) vec_push(&self->arena, &list, error(i));
    self->rt.messages = list.at;
    self->rt.n_messages = list.len;
}

static void *find(const Code *code, const char *name) {
    void *f = ll_objects_find(code->objects, name);
    if (!f) BUG("an object lacks '%s'", name);
    return f;
}

static void enter(BeExecutable *self, Code *code, RtEntry *entry) {
    Arena *arena = &self->arena;
    RtValue *outputs = ARENA_ARRAY(arena, RtValue, entry->n_outputs + 1);
    code->entry = &code->info.entries.at[0];
    code->plan = (PlanFn *)(uintptr_t)find(code, arena_printf(arena, "%s_plan", code->entry->name));
    code->run = (RunFn *)(uintptr_t)find(code, code->entry->name);
    BUG_IF(code->entry->n_inputs != entry->n_inputs || code->entry->n_outputs != entry->n_outputs);
    BUG_IF(entry->n_inputs > MOST_TENSORS || entry->n_outputs > MOST_TENSORS);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        const COutput *o = &code->entry->outputs[i];
        outputs[i] = (RtValue){.dtype = o->dtype, .ndim = o->ndim, .is_dynamic = o->is_dynamic};
    }
    entry->outputs = outputs;
    take_messages(self, code);
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    Code *code = self->impl = ARENA_NEW(&self->arena, Code);
    StrBuf object;
    *code = (Code){.objects = NULL};
    RtEntry *entry = be_enter(self, options->function->function, code, plan, run);
    if (!entry) return STATUS_INVALID;
    strbuf_init(&object, &self->arena);
    const ArtefactOptions how = {
        .name = "net", .kind = ARTEFACT_OBJECT, .how = {.function = options->function}};
    if (!artefact_compile(c_file_new(self->ctx, &self->arena), m, &how, &object, &code->info))
        return STATUS_INVALID;
    const Str file = strbuf_str(&object);
    if (!ll_objects_load(&code->objects, &file, 1, &self->arena)) BUG("an object cannot be loaded");
    enter(self, code, entry);
    return STATUS_OK;
}

static void keep(BeExecutable *self) { (void)self; }
static void end(BeExecutable *self) { ll_objects_free(((Code *)self->impl)->objects); }

const Backend backend_object = {.name = "object",
                                .doc = "compiled ahead of time by LLVM",
                                .compile = compile,
                                .keep = keep,
                                .free = end};

#else

const Backend backend_object = {.name = "object", .doc = "this build has no LLVM"};

#endif
