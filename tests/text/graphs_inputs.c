/* SPDX-License-Identifier: Apache-2.0 */
#include "graphs_draw.h"

#include <math.h>

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static void draw_floats(uint64_t key, uint64_t seed, Value *v) {
    static const double special[] = {INFINITY, -INFINITY, NAN, -0.0, 0.0, 1e30, 1e-30, -65504};
    const bool quarters = seed / 4 % 2, specials = seed % 16 == 9;
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        draw_floats(mix(key + i + 1), seed, v->items[i]);
    if (v->kind != VALUE_TENSOR || !dtype_is_float(v->tensor->dtype)) return;
    double fan = 1;
    for (uint32_t i = 1; i < v->tensor->ndim; i++) fan *= (double)v->tensor->dims[i];
    /* Weights so small that a recurrent net is not chaotic; quarters stay on a grid, in float32 one
     * that is exact. */
    const double scale = fan > 3 ? sqrt(3 / fan) : 1, grid = exp2(floor(log2(scale)));
    for (size_t i = 0; i < v->tensor->count; i++) {
        const uint64_t x = mix(key ^ mix(i + 0x9e3779b97f4a7c15u)) >> 11;
        double at =
            quarters ? ((double)(x % 17) / 4 - 2) * grid : ((double)x * 0x1p-52 - 1) * scale;
        if (specials && x % 61 == 0) at = special[x / 61 % ARRAY_LEN(special)];
        tensor_set_double(v->tensor, i, at);
    }
}

bool draw_graph_inputs(IrFunction *fn, uint64_t seed, Value **inputs, ValueList *list,
                       Arena *arena) {
    const SampleOptions options = graph_options(seed);
    DrawNames defaulted = {.at = NULL};
    DrawDim dims[SAMPLE_SYMBOLS];
    uint32_t n = 0;
    for (size_t i = 0; i < fn->symbols.len; i++) {
        const char *name = fn->symbols.at[i]->name;
        if (strcmp(name, "n") != 0 && strcmp(name, "m") != 0) continue;
        dims[n++] = (DrawDim){name, options.symbols[name[0] == 'm']};
        if (n == SAMPLE_SYMBOLS) break;
    }
    if (!draw_inputs(fn, (DrawBy){.seed = seed, .dims = dims, .n_dims = n}, inputs, list, arena,
                     &defaulted))
        return false;
    for (size_t i = 0; i < fn->params.len; i++) {
        uint64_t key = seed;
        for (const char *at = fn->params.at[i]->name; *at; at++)
            key = mix(key * 31 + (unsigned char)*at + 1);
        draw_floats(key, seed, inputs[i]);
    }
    return true;
}
