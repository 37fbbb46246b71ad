/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/target.h"

#include <llvm-c/Target.h>

#include "backend/llvm/late.h"
#include "base/diag.h"

static void target_cleanup(Cleanup *node) {
    LlTarget *t = (LlTarget *)(void *)((char *)node - offsetof(LlTarget, cleanup));
    if (t->machine) LLVMDisposeTargetMachine(t->machine);
}

static const char *own_message(Arena *arena, char *message) {
    const char *copy = arena_strdup(arena, str_c(message));
    LLVMDisposeMessage(message);
    return copy;
}

/* strstr, but a whole item of the list. */
static bool has_feature(const char *features, const char *wanted) {
    const size_t n = strlen(wanted);
    for (const char *at = strstr(features, wanted); at; at = strstr(at + 1, wanted)) {
        if ((at == features || at[-1] == ',') && (at[n] == '\0' || at[n] == ',')) return true;
    }
    return false;
}

/* What ll.h says of targets. */
static const char *const wide[] = {"+avx512f", "+avx512bw", "+avx512dq", "+avx512vl", NULL};
static const char *const middle[] = {"+avx2", "+fma", "+f16c", NULL};

static bool has_all(const char *features, const char *const *wanted) {
    for (; *wanted; wanted++) {
        if (!has_feature(features, *wanted)) return false;
    }
    return true;
}

/* Of other machines. What code may use there beside what the processor's name says; NULL cpu: the
 * row's name is LLVM's too. */
typedef struct {
    const char *architecture, *row, *cpu, *features;
    void (*init[5])(void); /* end with NULL, or are all */
} Family;

#define INIT_WITH(name, more)                                                                      \
    {                                                                                              \
        LLVMInitialize##name##TargetInfo, LLVMInitialize##name##Target,                            \
            LLVMInitialize##name##TargetMC, LLVMInitialize##name##AsmPrinter, more                 \
    }
#define INIT(name) INIT_WITH(name, NULL)
static const Family families[] = {
    {"x86_64", NULL, NULL, "", INIT_WITH(X86, LLVMInitializeX86AsmParser)}, /* for levels.c */
    {"aarch64", "aarch64", "generic", "+neon", INIT(AArch64)},
    {"arm", "armv7", "generic", "+v7,+neon", INIT(ARM)},
    {"thumb", NULL, NULL, "", INIT(ARM)},
    {"riscv64", "riscv64", "generic-rv64", "+m,+a,+f,+d,+c", INIT(RISCV)},
    {"wasm32", "wasm32", "generic", "+simd128,+bulk-memory,+nontrapping-fptoint",
     INIT(WebAssembly)},
};

static const Family *family_of(const char *triple) {
    for (size_t i = 0; i < ARRAY_LEN(families); i++) {
        const Family *f = &families[i];
        if (strncmp(triple, f->architecture, strlen(f->architecture)) == 0) return f;
    }
    return NULL;
}

static bool no_library(Ctx *ctx) {
    diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
               "the backend llvm needs LLVM 19's library, which cannot be opened");
    return false;
}

static void find_processor(LlTarget *self, Arena *arena) {
    self->cpu = own_message(arena, LLVMGetHostCPUName());
    self->features = own_message(arena, LLVMGetHostCPUFeatures());
    const int64_t most = has_all(self->features, wide)     ? 64
                         : has_all(self->features, middle) ? 32
                                                           : 16;
    if (self->processor.vector_bytes > most) self->processor.vector_bytes = most;
}

static void keep_machine(LlTarget *self) {
    self->machine = ll_target_machine(self, false);
    BUG_IF(!self->machine);
    cleanup_push(self->ctx, &self->cleanup, target_cleanup);
}

bool ll_target_init(LlTarget *self, Ctx *ctx, Arena *arena, const Target *processor) {
    *self = (LlTarget){.ctx = ctx, .processor = *processor};
    if (!ll_open()) return no_library(ctx);
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    self->triple = own_message(arena, LLVMGetDefaultTargetTriple());
    self->cpu = target_cpu(&self->processor);
    self->features = "";
#if defined(__x86_64__) && defined(__GLIBC__)
    self->has_libmvec = true;
#endif
    if (!self->cpu) find_processor(self, arena);
    keep_machine(self);
    return true;
}

/* NULL after a report. */
static const Family *init_family(Ctx *ctx, const char *triple) {
    const Family *family = family_of(triple);
    for (size_t i = 0; family && i < ARRAY_LEN(family->init) && family->init[i]; i++)
        family->init[i]();
    if (family) return family;
    Diag *d =
        diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, "there is no code generator for this target");
    diag_expected(ctx, d, "x86_64, aarch64, arm, thumb, riscv64 or wasm32");
    diag_found(ctx, d, "'%s'", triple);
    return NULL;
}

bool ll_target_init_named(LlTarget *self, Ctx *ctx, const char *triple, const char *cpu,
                          const char *features) {
    *self =
        (LlTarget){.ctx = ctx, .triple = triple, .cpu = cpu, .features = features, .is_file = true};
    if (!ll_open()) return no_library(ctx);
    if (!init_family(ctx, triple)) return false;
    keep_machine(self);
    return true;
}

bool ll_target_init_file(LlTarget *self, Ctx *ctx, Arena *arena, const Target *processor) {
    *self = (LlTarget){.ctx = ctx, .processor = *processor, .is_file = true};
    if (!ll_open()) return no_library(ctx);
    const bool is_here = strcmp(processor->triple, "host") == 0;
    self->triple = own_message(arena, is_here ? LLVMGetDefaultTargetTriple()
                                              : LLVMNormalizeTargetTriple(processor->triple));
    const Family *family = init_family(ctx, self->triple);
    if (!family) return false;
    self->cpu = target_cpu(&self->processor);
    self->features = self->cpu ? family->features : "";
    if (self->cpu && family->row && strcmp(self->cpu, family->row) == 0) self->cpu = family->cpu;
    if (!self->cpu) find_processor(self, arena);
    self->has_libmvec =
        strcmp(family->architecture, "x86_64") == 0 && strstr(self->triple, "linux-gnu");
    keep_machine(self);
    return true;
}

void ll_target_fini(LlTarget *self) {
    cleanup_pop(&self->cleanup);
    target_cleanup(&self->cleanup);
}

LLVMTargetMachineRef ll_target_machine(const LlTarget *self, bool quick) {
    LLVMTargetRef target;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(self->triple, &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    const bool is_fixed = self->is_file && !strstr(self->triple, "linux"); /* no loader moves it */
    return LLVMCreateTargetMachine(target, self->triple, self->cpu, self->features,
                                   quick ? LLVMCodeGenLevelNone : LLVMCodeGenLevelLess,
                                   is_fixed ? LLVMRelocStatic : LLVMRelocPIC, LLVMCodeModelDefault);
}

/* Units */

static void unit_cleanup(Cleanup *node) {
    LlUnit *u = (LlUnit *)(void *)((char *)node - offsetof(LlUnit, cleanup));
    LLVMDisposeBuilder(u->builder);
    LLVMDisposeModule(u->module);
    LLVMContextDispose(u->context);
}

void ll_unit_init(LlUnit *u, Ctx *ctx, Arena *arena, const LlTarget *target, const char *name) {
    *u = (LlUnit){.ctx = ctx,
                  .arena = arena,
                  .processor = &target->processor,
                  .vector_bytes = (uint32_t)target->processor.vector_bytes};
    u->context = LLVMContextCreate();
    u->module = LLVMModuleCreateWithNameInContext(name, u->context);
    u->builder = LLVMCreateBuilderInContext(u->context);
    cleanup_push(ctx, &u->cleanup, unit_cleanup);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(target->machine);
    LLVMSetModuleDataLayout(u->module, layout);
    u->size = LLVMIntPtrTypeInContext(u->context, layout);
    u->has_libmvec = target->has_libmvec;
    LLVMDisposeTargetData(layout);
    LLVMSetTarget(u->module, target->triple);
    u->i1 = LLVMInt1TypeInContext(u->context);
    u->i8 = LLVMInt8TypeInContext(u->context);
    u->i16 = LLVMInt16TypeInContext(u->context);
    u->i32 = LLVMInt32TypeInContext(u->context);
    u->i64 = LLVMInt64TypeInContext(u->context);
    u->f32 = LLVMFloatTypeInContext(u->context);
    u->f64 = LLVMDoubleTypeInContext(u->context);
    u->ptr = LLVMPointerTypeInContext(u->context, 0);
    u->nothing = LLVMVoidTypeInContext(u->context);
}

void ll_unit_fini(LlUnit *u) {
    cleanup_pop(&u->cleanup);
    unit_cleanup(&u->cleanup);
}
