/* SPDX-License-Identifier: Apache-2.0 */
/* The table of passes, and the levels. */
#include "passes/derivative.h"
#include "passes/passes.h"

#include "ir/verify.h"
#include "passes/assign_layout.h"
#include "passes/bucket_collectives.h"
#include "passes/legalize.h"
#include "passes/to_mixed_precision.h"
#include "passes/training.h"

/* The words of the contracts. Every pass keeps what holds. */
enum {
    NONE = 0,
    ALL = IR_PROP_ALL,
#define PROP(id, name, doc) id = IR_PROP_##id,
#include "ir/props.def"
};

#define PASS_OPTIONS(pass) static const PassOption options_of_##pass[] = {
#define PASS_OPTION(kind, name, value, choices, doc)                                               \
    {PASS_OPTION_##kind, #name, NULL, choices, doc},
#define PASS_OPTION_ALIAS(kind, name, alias, value, choices, doc)                                  \
    {PASS_OPTION_##kind, #name, #alias, choices, doc},
#define PASS_OPTIONS_END                                                                           \
    }                                                                                              \
    ;
#include "passes/pass_options.def"

#define PASS_OPTIONS(pass) static const PassValue defaults_of_##pass[] = {
#define PASS_OPTION(kind, name, value, choices, doc) {.i = (int64_t)(value), .f = (value)},
#define PASS_OPTION_ALIAS(kind, name, alias, value, choices, doc)                                  \
    PASS_OPTION(kind, name, value, choices, doc)
#define PASS_OPTIONS_END                                                                           \
    }                                                                                              \
    ;
#include "passes/pass_options.def"

const Pass passes[] = {
#define PASS(pass, function, text)                                                                 \
    {.name = #pass, .doc = text, .run = function, .requires = ALL, .preserves = ALL},
#define PASS_WITH(pass, function, text)                                                            \
    {.name = #pass,                                                                                \
     .doc = text,                                                                                  \
     .requires = ALL,                                                                              \
     .preserves = ALL,                                                                             \
     .run_with = function,                                                                         \
     .options = options_of_##pass,                                                                 \
     .n_options = ARRAY_LEN(options_of_##pass),                                                    \
     .values = defaults_of_##pass},
#define PASS_NEEDS(pass, function, needs, makes, text)                                             \
    {.name = #pass,                                                                                \
     .doc = text,                                                                                  \
     .run = function,                                                                              \
     .requires = needs,                                                                            \
     .establishes = makes,                                                                         \
     .preserves = ALL},
#include "passes/passes.def"
};

const size_t pass_count = ARRAY_LEN(passes);

static const char *const level_0[] = {NULL};
static const char *const level_1[] = {
#define O1(item) #item,
#include "passes/pipelines.def"
    NULL};
static const char *const level_2[] = {
#define O2(item) #item,
#include "passes/pipelines.def"
    NULL};

static const struct {
    const char *const *at;
    size_t n; /* without the end */
} levels[PASS_LEVELS] = {
    {level_0, ARRAY_LEN(level_0) - 1},
    {level_1, ARRAY_LEN(level_1) - 1},
    {level_2, ARRAY_LEN(level_2) - 1},
};

/* The words of the lists. */
enum {
    ALWAYS = PASS_WHEN_ALWAYS,
#define CONDITION(id, text) id = PASS_WHEN_##id,
#include "passes/pipelines.def"
};

static const PassItem c_items[] = {
#define C(conditions, item) {.kind = PASS_ITEM_PASS, .when = (conditions), .text = #item},
#include "passes/pipelines.def"
};

static const char *const condition_texts[] = {
#define CONDITION(id, text) text,
#include "passes/pipelines.def"
};

static const char *const steps[] = {
#define STEP(id, text) text,
#include "passes/pipelines.def"
};

static const PassItem native_items[] = {
#define NATIVE(conditions, item) {.kind = PASS_ITEM_PASS, .when = (conditions), .text = #item},
#define NATIVE_LEVEL(conditions, n)                                                                \
    {.kind = PASS_ITEM_LEVEL, .when = (conditions), .text = "-O" #n, .level = (n)},
#define NATIVE_STEP(conditions, id)                                                                \
    {.kind = PASS_ITEM_STEP, .when = (conditions), .step = PASS_STEP_##id},
#include "passes/pipelines.def"
};

static const struct {
    const char *name;
    const PassItem *at;
    size_t n;
} pass_lists[PASS_LISTS] = {
    [PASS_LIST_C] = {"c", c_items, ARRAY_LEN(c_items)},
    [PASS_LIST_NATIVE] = {"native", native_items, ARRAY_LEN(native_items)},
};

const Pass *pass_find(Str name) {
    for (size_t i = 0; i < pass_count; i++) {
        if (str_eq_c(name, passes[i].name)) return &passes[i];
    }
    return NULL;
}

const char *pass_absent(Str name) {
    static const struct {
        const char *name, *why;
    } absent[] = {
#define ABSENT(pass, text) {#pass, text},
#include "passes/absent.def"
    };
    for (size_t i = 0; i < ARRAY_LEN(absent); i++) {
        if (str_eq_c(name, absent[i].name)) return absent[i].why;
    }
    return NULL;
}

const char *pass_of_level(unsigned level, size_t index) {
    if (level >= PASS_LEVELS || index >= levels[level].n) return NULL;
    return levels[level].at[index];
}

const PassItem *pass_list_item(PassListId list, size_t index) {
    return index < pass_lists[list].n ? &pass_lists[list].at[index] : NULL;
}

const char *pass_list_name(PassListId list) { return pass_lists[list].name; }
const char *pass_item_text(const PassItem *item) {
    return item->kind == PASS_ITEM_STEP ? steps[item->step] : item->text;
}
const char *pass_condition_text(PassCondition condition) { return condition_texts[condition]; }
