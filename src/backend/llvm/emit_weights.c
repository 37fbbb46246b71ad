/* SPDX-License-Identifier: Apache-2.0 */
/* int NAME_init(const void *weights, size_t bytes): takes the file of the program's weights, after
 * it has looked whether it is that (backend/weights.h; in C: backend/c/emit_weights.c). */
#include "backend/llvm/emit.h"

typedef struct {
    Emit *e;
    LlUnit *u;
    LLVMValueRef fn, weights, bytes; /* bytes: an i64 */
} Init;

static LLVMBasicBlockRef block(Init *self, const char *name) {
    return LLVMAppendBasicBlockInContext(self->u->context, self->fn, name);
}

/* The builder goes on where the condition does not hold. */
static void refuse(Init *self, LLVMValueRef condition, const char *message) {
    LLVMBuilderRef b = self->u->builder;
    LLVMBasicBlockRef refused = block(self, "refused"), next = block(self, "next");
    LLVMBuildCondBr(b, condition, refused, next);
    LLVMPositionBuilderAtEnd(b, refused);
    LLVMBuildRet(b, lp_number(self->e, lp_message(self->e, message)));
    LLVMPositionBuilderAtEnd(b, next);
}

static LLVMValueRef word(Init *self, LLVMValueRef at, int64_t offset) {
    LlUnit *u = self->u;
    LLVMValueRef index = ll_int(u, offset), p = LLVMBuildGEP2(u->builder, u->i8, at, &index, 1, "");
    return LLVMBuildLoad2(u->builder, u->i64, p, "");
}

static LLVMValueRef is_other(Init *self, LLVMValueRef v, uint64_t wanted) {
    return LLVMBuildICmp(self->u->builder, LLVMIntNE, v, ll_int(self->u, (int64_t)wanted), "");
}

static LLVMValueRef mix(LlUnit *u, LLVMValueRef a, LLVMValueRef c) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef v = LLVMBuildXor(b, a, c, "");
    v = LLVMBuildMul(b, v, ll_int(u, (int64_t)BE_WEIGHTS_FACTOR), "");
    return LLVMBuildXor(b, v, LLVMBuildLShr(b, v, ll_int(u, 32), ""), "");
}

/* Of all behind the head, which is one block at least. */
static LLVMValueRef sum(Init *self) {
    LlUnit *u = self->u;
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), loop = block(self, "sum"),
                      end = block(self, "summed");
    LLVMValueRef lanes[BE_WEIGHTS_LANES], next[BE_WEIGHTS_LANES];
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef i = LLVMBuildPhi(b, u->i64, ""), first = ll_int(u, BE_WEIGHTS_SUMMED);
    for (int k = 0; k < BE_WEIGHTS_LANES; k++) {
        LLVMValueRef seed = ll_int(u, k + 1);
        lanes[k] = LLVMBuildPhi(b, u->i64, "");
        LLVMAddIncoming(lanes[k], &seed, &before, 1);
    }
    LLVMValueRef at = LLVMBuildGEP2(b, u->i8, self->weights, &i, 1, "");
    for (int k = 0; k < BE_WEIGHTS_LANES; k++) {
        next[k] = mix(u, lanes[k], word(self, at, 8 * (int64_t)k));
        LLVMAddIncoming(lanes[k], &next[k], &loop, 1);
    }
    LLVMValueRef behind = LLVMBuildAdd(b, i, ll_int(u, 8 * BE_WEIGHTS_LANES), "");
    LLVMAddIncoming(i, &first, &before, 1);
    LLVMAddIncoming(i, &behind, &loop, 1);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, behind, self->bytes, ""), loop, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef out = self->bytes;
    for (int k = 0; k < BE_WEIGHTS_LANES; k++) out = mix(u, out, next[k]);
    return out;
}

static void check(Init *self) {
    LlUnit *u = self->u;
    LLVMBuilderRef b = u->builder;
    const BeWeights *w = &self->e->artefact->weights;
    LLVMBuildStore(b, LLVMConstNull(u->ptr), self->e->weights);
    refuse(self, LLVMBuildICmp(b, LLVMIntEQ, self->weights, LLVMConstNull(u->ptr), ""),
           BE_WEIGHTS_MISSING);
    LLVMValueRef place = LLVMBuildPtrToInt(b, self->weights, u->i64, "");
    refuse(self,
           is_other(self, LLVMBuildAnd(b, place, ll_int(u, BE_WEIGHTS_GIVEN_ALIGN - 1), ""), 0),
           BE_WEIGHTS_PLACE);
    refuse(self, is_other(self, self->bytes, (uint64_t)w->bytes), BE_WEIGHTS_SIZE);
    const uint64_t head[] = {BE_WEIGHTS_MAGIC, (uint64_t)w->bytes, w->sum, 0};
    LLVMValueRef other = LLVMConstInt(u->i1, 0, false);
    for (size_t i = 0; i < ARRAY_LEN(head); i++)
        other = LLVMBuildOr(b, other,
                            is_other(self, word(self, self->weights, 8 * (int64_t)i), head[i]), "");
    refuse(self, other, BE_WEIGHTS_OTHER);
    refuse(self, is_other(self, sum(self), w->sum), BE_WEIGHTS_ALTERED);
    LLVMBuildStore(b, self->weights, self->e->weights);
}

void lp_weights_init(Emit *e) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->size};
    Init self = {.e = e, .u = u};
    self.fn =
        LLVMAddFunction(u->module, e->artefact->init, LLVMFunctionType(u->i32, types, 2, false));
    ll_function_init(u, self.fn);
    ll_function_attribute(u, self.fn, LLVMAttributeReturnIndex, "signext"); /* as C has an int */
    LLVMPositionBuilderAtEnd(u->builder, block(&self, "entry"));
    self.weights = LLVMGetParam(self.fn, 0);
    self.bytes = LLVMGetParam(self.fn, 1);
    if (LLVMGetIntTypeWidth(u->size) < 64)
        self.bytes = LLVMBuildZExt(u->builder, self.bytes, u->i64, "");
    if (e->artefact->weights.kind == BE_WEIGHTS_FILE) check(&self);
    LLVMBuildRet(u->builder,
                 e->program->libraries.len ? lp_artefact_libraries(e) : lp_number(e, 0));
}
