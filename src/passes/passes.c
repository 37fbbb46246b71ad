/* SPDX-License-Identifier: Apache-2.0 */
/* The table of passes. */
#include "passes/passes.h"

#include "passes/fold_constant.h"
#include "passes/inline_private_functions.h"
#include "passes/lambda_lift.h"
#include "passes/widen_floats.h"

const Pass passes[] = {
#define PASS(name, function, doc) {#name, doc, function},
#include "passes/passes.def"
};

const size_t n_passes = ARRAY_LEN(passes);

const Pass *pass_find(const char *name) {
    for (size_t i = 0; i < n_passes; i++) {
        if (strcmp(passes[i].name, name) == 0) return &passes[i];
    }
    return NULL;
}
