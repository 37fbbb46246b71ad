/* SPDX-License-Identifier: Apache-2.0 */
#include "api/options.h"

#define OPTIONS(type, last)                                                                        \
    _Static_assert(offsetof(type, size) == 0, "options begin with their size");
#include "api/options.def"

#define ROUNDED_UP(n) (((n) + sizeof(size_t) - 1) / sizeof(size_t) * sizeof(size_t))
#define OPTIONS(type, last)                                                                        \
    {#type, sizeof(type), ROUNDED_UP(offsetof(type, last) + sizeof((type *)NULL)->last)},
const ApiOptionsType api_options_types[API_N_OPTIONS] = {
#include "api/options.def"
};

bool api_options_copy(const ApiOptionsType *type, const void *options, void *out) {
    memset(out, 0, type->size);
    if (!options) return true;
    size_t size;
    memcpy(&size, options, sizeof size);
    if (size < type->least || size > type->size || size % sizeof(size_t)) return false;
    memcpy(out, options, size);
    return true;
}

void api_options_wrong(Ctx *ctx, const ApiOptionsType *type, const void *options) {
    size_t size;
    memcpy(&size, options, sizeof size);
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_OPTIONS_SIZE, type->name);
    if (type->least == type->size)
        diag_expected(ctx, d, "%zu bytes", type->size);
    else
        diag_expected(ctx, d, "%zu to %zu bytes", type->least, type->size);
    diag_found(ctx, d, "%zu", size);
    if (size > type->size)
        diag_help(ctx, d, "the program was compiled with a later header than this library's");
    else
        diag_help(ctx, d, "it begins with TN_SIZED: %s o = {TN_SIZED(%s)};", type->name,
                  type->name);
}
