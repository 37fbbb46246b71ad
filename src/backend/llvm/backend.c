/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/backend.h"
#include "backend/llvm/native.h"

static Native *native_of(const BeExecutable *self) { return self->impl; }

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    Native *native = self->impl = ARENA_NEW(&self->arena, Native);
    if (!native_compile(native, m, options)) return STATUS_INVALID;
    const NativeTimes *t = &native->times;
    self->rt = native->executable;
    self->code_bytes = t->jit.object_bytes;
    self->constant_bytes = native->constant_bytes;
    self->histories = native->histories;
    be_stage(self, "passes", t->passes_ms);
    be_stage(self, "lower", t->emit_ms);
    be_stage(self, t->jit.cached == t->jit.units ? "code, cached" : "code",
             t->jit_ms - t->jit.load_ms);
    be_stage(self, "load", t->jit.load_ms);
    return STATUS_OK;
}

static void keep(BeExecutable *self) { native_keep(native_of(self)); }
static void end(BeExecutable *self) { native_free(native_of(self)); }
static size_t primitives(const BeExecutable *self) { return native_primitives(native_of(self)); }

const Backend backend_llvm = {.name = "llvm",
                              .doc = "compiled by LLVM for this machine",
                              .flags = BE_BINDS | BE_PROFILES,
                              .compile = compile,
                              .keep = keep,
                              .free = end,
                              .primitives = primitives};
