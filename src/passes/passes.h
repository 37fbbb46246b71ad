/* SPDX-License-Identifier: Apache-2.0 */
/* The passes by name, for the command and the API, their options, and the levels -O0 to -O2 as
 * lists of them. */
#ifndef TENON_PASSES_PASSES_H
#define TENON_PASSES_PASSES_H

#include "ir/legal.h"

/* What an option's value is. */
typedef enum {
    PASS_OPTION_FLAG,      /* true or false: .i */
    PASS_OPTION_INT,       /* an integer: .i */
    PASS_OPTION_COUNT,     /* an integer of 0 or more, or the default: .i */
    PASS_OPTION_AMOUNT,    /* a finite number of 0 or more: .f */
    PASS_OPTION_POSITIVE,  /* a finite number above 0: .f */
    PASS_OPTION_DECAY,     /* a number of 0 or more below 1: .f */
    PASS_OPTION_CHOICE,    /* one of some words: .i, its index */
    PASS_OPTION_LEGAL_SET, /* a legal set by its name: .set, NULL: core */
    PASS_OPTION_NAME,  /* a name: .names, .n is 0 or 1; .i is 1 where it is None in so many words */
    PASS_OPTION_TEXT,  /* any text, in quotes if it has commas: .names, .n is 0 or 1 */
    PASS_OPTION_NAMES, /* names joined by +: .names, .n */
    PASS_OPTION_OPS,   /* names of operators joined by +: .ops, .n */
    PASS_OPTION_PASS,  /* an item of a list: .pass; NULL: none */
    PASS_OPTION_REGEX, /* a regular expression, in quotes if it has commas: .names, .n is 0 or 1 */
} PassOptionKind;

typedef struct {
    PassOptionKind kind;
    const char *name;
    const char *alias;          /* TVM's name of it; NULL: none, or the same */
    const char *const *choices; /* of a CHOICE; NULL-terminated */
    const char *doc;
} PassOption;

typedef struct {
    int64_t i;
    double f;
    size_t n;
    union {
        const char *const *names;
        const OpDef *const *ops;
        const IrLegalSet *set;
        const struct Pass *pass;
    };
} PassValue;

/* A pass; in a list, with values of its options. */
typedef struct Pass {
    const char *name, *doc;
    bool (*run)(IrModule *m);
    unsigned requires, establishes, preserves; /* properties, as in ir/verify.h */
    /* Of a pass that takes options, in place of run; `values` has one for each. */
    bool (*run_with)(IrModule *m, const PassValue *values);
    const PassOption *options;
    size_t n_options;
    const PassValue *values;
} Pass;

/* Choices of TopologicalSort and ConvToWinograd; end with NULL. */
extern const char *const sort_orders[], *const sort_directions[], *const winograd_tiles_named[];

#define PASS(name, function, doc) bool function(IrModule *m);
#define PASS_WITH(name, function, doc) bool function(IrModule *m, const PassValue *values);
#define PASS_NEEDS(name, function, requires, establishes, doc) bool function(IrModule *m);
#include "passes/passes.def"

/* With the defaults of their options. */
extern const Pass passes[];
extern const size_t pass_count;

/* NULL: there is none of that name. */
const Pass *pass_find(Str name);

/* Why Tenon lacks a pass of TVM of that name (absent.def); NULL: it does not, or TVM has none. */
const char *pass_absent(Str name);

/* The pass that an item of a list names: `DeadCodeElimination`, `LegalizeOps(core, skip=nn.gelu)`.
 * It lives in the arena, or is a row of `passes`. NULL after reports of all that is wrong, at their
 * columns in line 1. */
const Pass *pass_parse(Ctx *ctx, const OpTable *ops, Arena *arena, Str item);
/* The same for an item whose module is not known yet, which may define operators: their names are
 * not looked up. False after reports. */
bool pass_check(Ctx *ctx, const OpTable *ops, Arena *arena, Str item);
/* The same for a pass that the item need not name. */
const Pass *pass_with_options(Ctx *ctx, const OpTable *ops, Arena *arena, const Pass *pass,
                              Str item);
/* Any pass's text before its options. */
Str pass_item_name(Str item);
/* The length of the first item of a list between commas; those between parentheses do not count. */
size_t pass_item_length(Str list);
/* What an option's default is, as text; lives in the arena. */
const char *pass_default_text(const Pass *pass, size_t option, Arena *arena);
/* "true or false", "an integer", "core or training" ... */
const char *pass_option_text(const PassOption *option, const OpTable *ops, Arena *arena);

enum { PASS_LEVELS = 3 };
/* The index-th item of what -O`level` runs; NULL past the last one. */
const char *pass_of_level(unsigned level, size_t index);

/* The lists that compiling runs (pipelines.def). */
typedef enum { PASS_LIST_C, PASS_LIST_NATIVE, PASS_LISTS } PassListId;
typedef enum { PASS_ITEM_PASS, PASS_ITEM_LEVEL, PASS_ITEM_STEP } PassItemKind;

/* Conditions: an item runs where all of its own hold. */
typedef enum {
#define CONDITION(id, text) PASS_CONDITION_##id,
#include "passes/pipelines.def"
    PASS_CONDITIONS
} PassCondition;

enum {
    PASS_WHEN_ALWAYS = 0,
#define CONDITION(id, text) PASS_WHEN_##id = 1 << PASS_CONDITION_##id,
#include "passes/pipelines.def"
};

typedef enum {
#define STEP(id, text) PASS_STEP_##id,
#include "passes/pipelines.def"
} PassStep;

typedef struct {
    PassItemKind kind;
    unsigned when;    /* of PASS_WHEN_... */
    const char *text; /* of a PASS or LEVEL */
    unsigned level;   /* of a LEVEL */
    PassStep step;    /* of a STEP */
} PassItem;

/* NULL past the last one. */
const PassItem *pass_list_item(PassListId list, size_t index);
const char *pass_list_name(PassListId list);
/* A pass, a level, or what a step does. */
const char *pass_item_text(const PassItem *item);
const char *pass_condition_text(PassCondition condition);

typedef VEC(const Pass *) PassVec;
/* Puts the pass of an item, or those of a level, behind what is there. */
void pass_vec_add(PassVec *self, IrModule *m, Arena *arena, const char *item);
void pass_vec_add_level(PassVec *self, IrModule *m, Arena *arena, unsigned level);

#endif
