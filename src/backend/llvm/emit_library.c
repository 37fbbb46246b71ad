/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of a library in programs that leave the process: C that is linked with them makes and runs
 * its primitives (onednn/ahead.h). */
#include "backend/llvm/emit.h"

/* `number`, or of 0 none. */
static LLVMValueRef failed_by(Emit *e, LLVMValueRef result, LLVMValueRef number) {
    LLVMBuilderRef b = e->unit->builder;
    LLVMValueRef none = lp_number(e, 0);
    return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, result, none, ""), none, number, "");
}

static LLVMValueRef called(Emit *e, const char *name, LLVMTypeRef type, LLVMValueRef *args,
                           unsigned n) {
    LLVMValueRef fn = lp_declare(e, arena_printf(e->arena, "%s_onednn_%s", e->name, name), type);
    return LLVMBuildCall2(e->unit->builder, type, fn, args, n, "");
}

LLVMValueRef lp_artefact_library(Emit *e, uint32_t number, LLVMValueRef pointers) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->i32, u->ptr};
    LLVMValueRef args[] = {LLVMConstInt(u->i32, number, false), pointers};
    LLVMValueRef result =
        called(e, "run", LLVMFunctionType(u->i32, types, ARRAY_LEN(types), false), args, 2);
    LLVMValueRef early =
        lp_number(e, lp_message(e, arena_printf(e->arena, "%s was not called first, or failed",
                                                e->artefact->init)));
    LLVMValueRef other = lp_number(e, lp_message(e, "oneDNN failed"));
    LLVMValueRef is_early =
        LLVMBuildICmp(u->builder, LLVMIntEQ, result, LLVMConstInt(u->i32, 1, false), "");
    return failed_by(e, result, LLVMBuildSelect(u->builder, is_early, early, other, ""));
}

LLVMValueRef lp_artefact_libraries(Emit *e) {
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    const LlProgram *program = e->program;
    uint64_t n = 0;
    for (size_t i = 0; i < program->libraries.len; i++) n += program->libraries.at[i].n_inputs;
    LLVMValueRef list = LLVMBuildAlloca(b, LLVMArrayType2(u->ptr, n), "");
    uint64_t k = 0;
    for (size_t i = 0; i < program->libraries.len; i++) {
        const LlProgramLibrary *l = &program->libraries.at[i];
        for (uint32_t j = 0; j < l->n_inputs; j++, k++) {
            const LlProgramInput *x = &l->inputs[j];
            LLVMValueRef v = LLVMConstNull(u->ptr), place = ll_int(u, (int64_t)k);
            if (x->constant >= 0) {
                LLVMValueRef start = lp_artefact_constant(e, (uint32_t)x->constant),
                             at = ll_int(u, x->at);
                v = LLVMBuildGEP2(b, u->i8, start, &at, 1, "");
            }
            LLVMBuildStore(b, v, LLVMBuildGEP2(b, u->ptr, list, &place, 1, ""));
        }
    }
    LLVMValueRef result =
        called(e, "prepare", LLVMFunctionType(u->i32, &u->ptr, 1, false), &list, 1);
    const char *text = "oneDNN has no kernel for a call of this program, or there is no memory";
    return failed_by(e, result, lp_number(e, lp_message(e, text)));
}
