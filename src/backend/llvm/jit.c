/* SPDX-License-Identifier: Apache-2.0 */
/* Each unit becomes an object on its own, in memory, by a thread that takes the next one that is
 * left; or comes from the cache, under the hash of its bitcode and of the processor. Objects are
 * linked by LLVM's LLJIT. */
#include "backend/llvm/jit.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <pthread.h>
#include <stdatomic.h>

#include "backend/llvm/object.h"
#include "base/clock.h"
#include "base/diag.h"

/* Kernels are made with their vectors; what is left is to clean up after them. */
#define KERNEL_PASSES                                                                              \
    "function(sroa,early-cse,simplifycfg,loop-mssa(licm),instcombine<no-verify-fixpoint>)"
/* Plain loops as a window's three by three are shorter than what goes round them. */
#define PLAIN_PASSES                                                                               \
    "function(sroa,early-cse,simplifycfg,loop-mssa(licm),instcombine<no-verify-fixpoint>,"         \
    "loop(loop-rotate,indvars,loop-unroll-full),early-cse,simplifycfg,loop-mssa(licm),"            \
    "instcombine<no-verify-fixpoint>,simplifycfg)"
static const char kernel_passes[] = KERNEL_PASSES, plain_passes[] = PLAIN_PASSES,
                  passes_and_version[] = KERNEL_PASSES " " PLAIN_PASSES " " LLVM_VERSION_STRING;

/* One unit's way to an object. */
typedef struct {
    LlUnit *unit;
    ContentHash key;
    LLVMMemoryBufferRef object; /* NULL: not made */
    char *message;              /* LLVM's, when it could not */
    bool is_cached;
    double optimize_ms, generate_ms;
} Job;

typedef struct {
    const LlTarget *target;
    const LlCache *cache;
    Job *jobs;
    size_t n;
    atomic_size_t next;
} Work;

struct LlCode {
    Ctx *ctx;
    LLVMOrcLLJITRef jit;
    LlObjects *objects; /* instead */
    Job *jobs;          /* what is left of them */
    size_t n;
};

static ContentHash key_of(const LlTarget *target, const Job *job, bool is_program) {
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(job->unit->module);
    ContentHash parts[5] = {
        content_hash(LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)),
        content_hash(target->cpu, strlen(target->cpu)),
        content_hash(target->features, strlen(target->features)),
        content_hash(passes_and_version, sizeof passes_and_version),
        {RT_ABI, (uint64_t)is_program + 2 * (uint64_t)job->unit->unscheduled},
    };
    LLVMDisposeMemoryBuffer(bitcode);
    return content_hash(parts, sizeof parts);
}

static char *own_error(LLVMErrorRef error) {
    char *message = LLVMGetErrorMessage(error);
    char *copy = LLVMCreateMessage(message);
    LLVMDisposeErrorMessage(message);
    return copy;
}

char *ll_clean_up(LLVMModuleRef module, LLVMTargetMachineRef machine, bool is_plain) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error =
        LLVMRunPasses(module, is_plain ? plain_passes : kernel_passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return error ? own_error(error) : NULL;
}

static void compile(Work *work, Job *job, LLVMTargetMachineRef machine,
                    LLVMTargetMachineRef quick) {
    const bool is_program = job == &work->jobs[work->n - 1];
    const ContentHash key = job->key = key_of(work->target, job, is_program);
    Str found;
    if (ll_cache_read(work->cache, LL_CACHE_OBJECT, key, &found)) {
        job->object = LLVMCreateMemoryBufferWithMemoryRangeCopy(found.ptr, found.len, "object");
        job->is_cached = true;
        ll_cache_release(found);
        return;
    }
    const double start = clock_now_ms();
    if (!is_program &&
        (job->message = ll_clean_up(job->unit->module, machine, job->unit->unscheduled)))
        return;
    const double optimized = clock_now_ms();
    job->optimize_ms = optimized - start;
    if (LLVMTargetMachineEmitToMemoryBuffer(is_program ? quick : machine, job->unit->module,
                                            LLVMObjectFile, &job->message, &job->object)) {
        job->object = NULL;
        return;
    }
    job->generate_ms = clock_now_ms() - optimized;
    const Str made = {LLVMGetBufferStart(job->object), LLVMGetBufferSize(job->object)};
    ll_cache_write(work->cache, LL_CACHE_OBJECT, key, made);
}

/* The program is last and has the most to do with one thread's end: it is taken first. */
static void *work_on(void *user) {
    Work *work = user;
    LLVMTargetMachineRef machine = ll_target_machine(work->target, false),
                         quick = ll_target_machine(work->target, true);
    for (size_t i; machine && quick && (i = atomic_fetch_add(&work->next, 1)) < work->n;)
        compile(work, &work->jobs[work->n - 1 - i], machine, quick);
    if (machine) LLVMDisposeTargetMachine(machine);
    if (quick) LLVMDisposeTargetMachine(quick);
    return NULL;
}

/* The functions of the runtime by address; those of the C library by name. */
static LLVMErrorRef define_symbols(LLVMOrcLLJITRef jit, Arena *arena) {
    LLVMOrcJITDylibRef dylib = LLVMOrcLLJITGetMainJITDylib(jit);
    LLVMOrcCSymbolMapPairs pairs = ARENA_ARRAY(arena, LLVMOrcCSymbolMapPair, rt_n_symbols);
    for (uint32_t i = 0; i < rt_n_symbols; i++) {
        pairs[i].Name = LLVMOrcLLJITMangleAndIntern(jit, rt_symbols[i].name);
        pairs[i].Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)rt_symbols[i].address;
        pairs[i].Sym.Flags.GenericFlags =
            LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    }
    LLVMErrorRef error = LLVMOrcJITDylibDefine(dylib, LLVMOrcAbsoluteSymbols(pairs, rt_n_symbols));
    if (error) return error;
    LLVMOrcDefinitionGeneratorRef process;
    error = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
        &process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
    if (!error) LLVMOrcJITDylibAddGenerator(dylib, process);
    return error;
}

static bool report(LlCode *self, LLVMErrorRef error) {
    self->jobs[0].message = own_error(error); /* freed with the code, whatever is thrown here */
    diag_error(self->ctx, (Loc){.line = 0}, DIAG_VALUE,
               diag_fmt(self->ctx, "LLVM cannot load code: %s", self->jobs[0].message));
    return false;
}

/* What a session reports beside the error of a call, which otherwise it prints. */
static void drop_error(void *user, LLVMErrorRef error) {
    (void)user;
    LLVMConsumeError(error);
}

static bool load(LlCode *self, Arena *arena) {
    ll_open_libraries();
    LLVMErrorRef error = LLVMOrcCreateLLJIT(&self->jit, NULL);
    if (!error) {
        LLVMOrcExecutionSessionRef session = LLVMOrcLLJITGetExecutionSession(self->jit);
        LLVMOrcExecutionSessionSetErrorReporter(session, drop_error, NULL);
    }
    if (!error) error = define_symbols(self->jit, arena);
    for (size_t i = 0; !error && i < self->n; i++) {
        error = LLVMOrcLLJITAddObjectFile(self->jit, LLVMOrcLLJITGetMainJITDylib(self->jit),
                                          self->jobs[i].object);
        self->jobs[i].object = NULL; /* taken over */
    }
    return error ? report(self, error) : true;
}

bool ll_cannot_make(Ctx *ctx, const char *why) {
    diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, diag_fmt(ctx, "LLVM cannot make code: %s", why));
    return false;
}

static bool all_made(const LlCode *self) {
    bool ok = true;
    for (size_t i = 0; i < self->n; i++) {
        const Job *job = &self->jobs[i];
        if (job->object) continue;
        ok = ll_cannot_make(self->ctx, job->message ? job->message : "out of memory");
    }
    return ok;
}

bool ll_compile(LlCode **out, const LlTarget *target, const LlUnits *units, unsigned threads,
                const LlCache *cache, Arena *arena, LlJitTimes *times) {
    const size_t n = units->len;
    LlCode *self = *out = ARENA_NEW(arena, LlCode);
    *self = (LlCode){.ctx = target->ctx, .jobs = ARENA_ARRAY(arena, Job, n + 1), .n = n};
    Work work = {.target = target, .cache = cache, .jobs = self->jobs, .n = n};
    *times = (LlJitTimes){.units = (uint32_t)n};
    for (size_t i = 0; i < n; i++) self->jobs[i].unit = units->at[i];
    pthread_t helper;
    const bool helped = threads > 1 && n > 1 && pthread_create(&helper, NULL, work_on, &work) == 0;
    work_on(&work);
    if (helped) pthread_join(helper, NULL);
    for (size_t i = 0; i < n; i++) {
        const Job *job = &self->jobs[i];
        times->cached += job->is_cached;
        times->optimize_ms += job->optimize_ms;
        times->generate_ms += job->generate_ms;
        if (job->object) times->object_bytes += LLVMGetBufferSize(job->object);
    }
    return all_made(self);
}

bool ll_jit(LlCode **out, const LlTarget *target, const LlUnits *units, unsigned threads,
            const LlCache *cache, Arena *arena, LlJitTimes *times) {
    if (!ll_compile(out, target, units, threads, cache, arena, times)) return false;
    const double start = clock_now_ms();
    const bool ok = load(*out, arena);
    times->load_ms = clock_now_ms() - start;
    return ok;
}

Str ll_code_object(const LlCode *self, size_t unit) {
    LLVMMemoryBufferRef object = self->jobs[unit].object;
    return (Str){LLVMGetBufferStart(object), LLVMGetBufferSize(object)};
}

bool ll_code_load(LlCode **out, const Str *objects, size_t n, Ctx *ctx, Arena *arena,
                  LlJitTimes *times) {
    const double start = clock_now_ms();
    LlCode *self = *out = ARENA_NEW(arena, LlCode);
    *self = (LlCode){.ctx = ctx};
    const bool ok = ll_objects_load(&self->objects, objects, n, arena);
    for (size_t i = 0; i < n; i++) times->object_bytes += objects[i].len;
    times->load_ms = clock_now_ms() - start;
    if (!ok) *out = NULL;
    return ok;
}

/* The files stay mapped while they are read; nothing here throws but ll_objects_load. */
bool ll_code_cached(LlCode **out, const LlCache *cache, const ContentHash *keys, size_t n, Ctx *ctx,
                    Arena *arena, LlJitTimes *times) {
    const double start = clock_now_ms();
    LlCode *self = ARENA_NEW(arena, LlCode);
    *self = (LlCode){.ctx = ctx};
    *out = self;
    *times = (LlJitTimes){.units = (uint32_t)n, .cached = (uint32_t)n};
    Str *files = ARENA_ARRAY(arena, Str, n + 1);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        Str file;
        ok = ll_cache_read(cache, LL_CACHE_OBJECT, keys[i], &file);
        if (!ok) break;
        times->object_bytes += file.len;
        files[i] = (Str){arena_strdup(arena, file), file.len};
        ll_cache_release(file);
    }
    ok = ok && ll_objects_load(&self->objects, files, n, arena);
    times->load_ms = clock_now_ms() - start;
    if (!ok) *out = NULL;
    return ok;
}

ContentHash ll_code_key(const LlCode *self, size_t unit) { return self->jobs[unit].key; }

void *ll_code_find(LlCode *self, const char *name) {
    if (self->objects) return ll_objects_find(self->objects, name);
    LLVMOrcExecutorAddress address = 0;
    LLVMErrorRef error = LLVMOrcLLJITLookup(self->jit, &address, name);
    if (!error) return (void *)(uintptr_t)address;
    report(self, error);
    return NULL;
}

void ll_code_free(LlCode *self) {
    if (!self) return;
    for (size_t i = 0; i < self->n; i++) {
        if (self->jobs[i].object) LLVMDisposeMemoryBuffer(self->jobs[i].object);
        if (self->jobs[i].message) LLVMDisposeMessage(self->jobs[i].message);
    }
    self->n = 0;
    ll_objects_free(self->objects);
    LLVMErrorRef error = self->jit ? LLVMOrcDisposeLLJIT(self->jit) : NULL;
    if (error) LLVMConsumeError(error);
    self->jit = NULL;
}
