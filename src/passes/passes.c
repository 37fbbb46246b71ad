/* SPDX-License-Identifier: Apache-2.0 */
/* The table of passes, and the levels. */
#include "passes/passes.h"

#include "ir/verify.h"

/* The words of the contracts. */
enum {
    NONE = 0,
    ALL = IR_PROP_ALL,
#define PROP(id, name, doc) id = IR_PROP_##id,
#include "ir/props.def"
};

const Pass passes[] = {
#define PASS(name, function, requires, establishes, preserves, doc)                                \
    {#name, doc, function, (requires), (establishes), (preserves)},
#include "passes/passes.def"
};

const size_t n_passes = ARRAY_LEN(passes);

/* Positions in the table, so that a level can only name what there is. */
enum {
#define PASS(name, function, requires, establishes, preserves, doc) PASS_##name,
#include "passes/passes.def"
    LEVEL_END
};

static const uint8_t level_0[] = {LEVEL_END};
static const uint8_t level_1[] = {
#define O1(name) PASS_##name,
#define O2(name)
#include "passes/pipelines.def"
    LEVEL_END};
static const uint8_t level_2[] = {
#define O1(name)
#define O2(name) PASS_##name,
#include "passes/pipelines.def"
    LEVEL_END};

static const struct {
    const uint8_t *at;
    size_t n; /* without the end */
} levels[PASS_LEVELS] = {
    {level_0, ARRAY_LEN(level_0) - 1},
    {level_1, ARRAY_LEN(level_1) - 1},
    {level_2, ARRAY_LEN(level_2) - 1},
};

const Pass *pass_find(Str name) {
    for (size_t i = 0; i < n_passes; i++) {
        if (str_eq_c(name, passes[i].name)) return &passes[i];
    }
    return NULL;
}

const Pass *pass_of_level(unsigned level, size_t index) {
    if (level >= PASS_LEVELS || index >= levels[level].n) return NULL;
    return &passes[levels[level].at[index]];
}
