/* SPDX-License-Identifier: Apache-2.0 */
/* A unit of LLVM IR that a test fills, and the machine that runs it: what is optimised and compiled
 * for this processor. Included behind unit_arena.h, whose context and arena it takes. */
#ifndef TENON_TESTS_LLVM_MACHINE_H
#define TENON_TESTS_LLVM_MACHINE_H

#include <dlfcn.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backend/llvm/late.h"
#include "backend/llvm/ll.h"

typedef struct {
    Target target;
    LlUnit u;
    LLVMOrcThreadSafeContextRef shared;
    LLVMOrcLLJITRef jit;
} Machine;

static inline LLVMTargetMachineRef host(void) {
    char *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
         *features = LLVMGetHostCPUFeatures();
    char *error;
    LLVMTargetRef target;
    assert_false(LLVMGetTargetFromTriple(triple, &target, &error));
    LLVMTargetMachineRef tm =
        LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return tm;
}

static inline void no_error(LLVMErrorRef e) {
    if (!e) return;
    char *text = LLVMGetErrorMessage(e);
    printf("%s\n", text);
    LLVMDisposeErrorMessage(text);
    fail();
}

static inline uint32_t widest(void) { return (uint32_t)target_host().vector_bytes; }

static inline void machine_init(Machine *m, bool strict) {
    assert_false(!ll_open());
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    assert_non_null(dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL));
    m->shared = LLVMOrcCreateNewThreadSafeContext();
    LLVMContextRef c = LLVMOrcThreadSafeContextGetContext(m->shared);
    m->target = target_host();
    m->u = (LlUnit){.ctx = &ctx,
                    .arena = &arena,
                    .context = c,
                    .processor = &m->target,
                    .strict = strict,
                    .vector_bytes = (uint32_t)m->target.vector_bytes};
    LlUnit *u = &m->u;
    u->module = LLVMModuleCreateWithNameInContext("test", c);
    u->builder = LLVMCreateBuilderInContext(c);
    u->i1 = LLVMInt1TypeInContext(c);
    u->i8 = LLVMInt8TypeInContext(c);
    u->i16 = LLVMInt16TypeInContext(c);
    u->i32 = LLVMInt32TypeInContext(c);
    u->i64 = LLVMInt64TypeInContext(c);
    u->f32 = LLVMFloatTypeInContext(c);
    u->f64 = LLVMDoubleTypeInContext(c);
    u->ptr = LLVMPointerTypeInContext(c, 0);
    u->nothing = LLVMVoidTypeInContext(c);
}

/* Ends the building. */
static inline void machine_start(Machine *m) {
    LLVMTargetMachineRef tm = host();
    char *text = NULL;
    if (LLVMVerifyModule(m->u.module, LLVMReturnStatusAction, &text)) {
        printf("%s\n", text);
        fail();
    }
    LLVMDisposeMessage(text);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    no_error(LLVMRunPasses(m->u.module, getenv("PASSES") ? getenv("PASSES") : "default<O2>", tm,
                           options));
    LLVMDisposePassBuilderOptions(options);
    if (getenv("LLVM_SHOW")) LLVMDumpModule(m->u.module);

    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(tm));
    no_error(LLVMOrcCreateLLJIT(&m->jit, builder));
    LLVMOrcDefinitionGeneratorRef process;
    no_error(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
        &process, LLVMOrcLLJITGetGlobalPrefix(m->jit), NULL, NULL));
    LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(m->jit);
    LLVMOrcJITDylibAddGenerator(library, process);
    LLVMDisposeBuilder(m->u.builder);
    no_error(LLVMOrcLLJITAddLLVMIRModule(m->jit, library,
                                         LLVMOrcCreateNewThreadSafeModule(m->u.module, m->shared)));
    LLVMOrcDisposeThreadSafeContext(m->shared);
}

static inline void *machine_get(Machine *m, const char *name) {
    LLVMOrcExecutorAddress at;
    no_error(LLVMOrcLLJITLookup(m->jit, &at, name));
    return (void *)(uintptr_t)at;
}

static inline void machine_fini(Machine *m) { no_error(LLVMOrcDisposeLLJIT(m->jit)); }

#endif
