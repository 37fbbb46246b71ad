/* SPDX-License-Identifier: Apache-2.0 */
#include "native_run.h"

#include "tensor/tensor.h"

enum { OUTPUTS_MAX = 1 << 26, GUARD = 64 };

/* Memory for the outputs, guarded on both sides. */
static const char *give_outputs(Arena *arena, const RtEntry *entry, RtTensor *out, size_t *sizes) {
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        size_t count;
        if (entry->outputs[i].is_dynamic) continue;
        if (!tensor_count(out[i].dims, entry->outputs[i].ndim, entry->outputs[i].dtype, &count,
                          &sizes[i]) ||
            sizes[i] > OUTPUTS_MAX)
            return "an output of this size";
        char *block = arena_alloc(arena, sizes[i] + 2 * GUARD + 64);
        block += (64 - (uintptr_t)block % 64) % 64;
        memset(block, 0xA5, sizes[i] + 2 * GUARD);
        out[i].data = block + GUARD;
    }
    return NULL;
}

static const char *check_guards(const RtEntry *entry, const RtTensor *out, const size_t *sizes) {
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        if (entry->outputs[i].is_dynamic) continue;
        const char *data = out[i].data;
        for (size_t k = 1; k <= GUARD; k++) {
            if (data[-(ptrdiff_t)k] != (char)0xA5 || data[sizes[i] + k - 1] != (char)0xA5)
                return "it wrote beside an output";
        }
    }
    return NULL;
}

/* NULL: it is of the type that the entry tells, and in *outputs. */
static const char *take_output(ValueList *list, Arena *arena, const RtValue *o,
                               const RtTensor *have, Tensors *outputs) {
    size_t count, size;
    if (!tensor_count(have->dims, o->ndim, o->dtype, &count, &size) || size > OUTPUTS_MAX)
        return "an output of this size";
    const Value *v = value_tensor_new(list, o->dtype, have->dims, o->ndim);
    if (size) memcpy(v->tensor->data, have->data, size);
    vec_push(arena, outputs, v->tensor);
    return NULL;
}

const char *native_run(const Native *native, const Tensors *inputs, ValueList *list, Arena *arena,
                       Tensors *outputs, bool *fails) {
    const RtExecutable *x = &native->executable;
    const RtEntry *entry = &x->entries[0];
    *fails = false;
    if (entry->n_inputs != inputs->len) return "another number of inputs";
    RtTensor *in = ARENA_ARRAY(arena, RtTensor, inputs->len + 1),
             *out = ARENA_ARRAY(arena, RtTensor, (size_t)entry->n_outputs + 1);
    size_t *sizes = ARENA_ARRAY(arena, size_t, (size_t)entry->n_outputs + 1);
    for (size_t i = 0; i < inputs->len; i++) {
        in[i].data = inputs->at[i]->count ? inputs->at[i]->data : NULL;
        for (uint32_t d = 0; d < inputs->at[i]->ndim; d++) in[i].dims[d] = inputs->at[i]->dims[d];
    }
    RtPrepared *prepared;
    int32_t e = rt_prepare(x, 0, in, &(RtOptions){.guard = true}, &prepared);
    if (e) {
        *fails = true;
        return arena_printf(arena, "it cannot be prepared: %s", rt_message(x, e));
    }
    memcpy(out, rt_prepared_outputs(prepared), entry->n_outputs * sizeof *out);
    const char *what = give_outputs(arena, entry, out, sizes);
    if (!what) {
        e = rt_run(prepared, in, out);
        what = check_guards(entry, out, sizes);
        for (uint32_t i = 0; !e && i < entry->n_outputs; i++) {
            if (!what) what = take_output(list, arena, &entry->outputs[i], &out[i], outputs);
            if (entry->outputs[i].is_dynamic) rt_free(out[i].data);
        }
        if (!what && rt_prepared_high_water(prepared) > rt_prepared_arena(prepared))
            what = "the arena is larger than it is";
        if (!what && e) {
            *fails = e > 0;
            what = arena_printf(arena, "it fails: %s", rt_message(x, e));
        }
    }
    rt_prepared_free(prepared);
    return what;
}
