/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that read rules: rule_set.c (files), rule_parse.c (classes),
 * rule_parameters.c, rule_pattern.c (expressions to nodes) and rule_names.c (what expressions
 * name); rule_text.c serves them all. */
#ifndef TENON_REWRITE_RULE_PARSE_H
#define TENON_REWRITE_RULE_PARSE_H

#include "rewrite/parts.h"

typedef struct {
    const char *name;
    Pattern *pattern;
} Assigned;

/* A rule's name, and where it is given. */
typedef struct {
    const char *name;
    Loc loc;
} RuleHead;

typedef struct {
    const char *name;
    Loc loc;
    const SynExpr *cell; /* of the row at hand */
    bool used;
} RuleColumn;

/* A table of rules (rule_table.c). */
typedef struct {
    RuleColumn *columns;
    Map by_name; /* the columns */
    uint32_t n, n_rows, row;
    const SynExpr **cells; /* row by row */
    uint32_t block;        /* where the rules begin in the text; 0: not known yet */
    uint32_t wrong_row;    /* 1 + the row of which a fault of the block was reported; 0: none */
    bool wrong;            /* something was reported of its rules */
} RuleTable;

typedef struct {
    RuleSet *set;
    Rule *rule;
    Arena *arena;
    VEC(Assigned) assigned;
    RuleTable *table;   /* whose row is read; NULL: none */
    const char *source; /* the file */
    Str text;
    size_t made; /* what tables have made of it, as bytes of text */
    /* a name that is not known is declared by where it stands: any value, or an attribute */
    bool names_are_values;
} RuleParse;

/* Reports; always NULL. Lines of the text that begin with "expected: ", "found: " or "help: " are
 * those of the report. */
void *rule_wrong(RuleParse *p, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4);
static inline bool rule_is_name(const SynExpr *e, const char *name) {
    return e && e->kind == SYN_NAME && e->name == name;
}
/* A copy in the set's arena, with the cells of the table's row in the place of its columns'
 * names. */
SynExpr *rule_copy(RuleParse *p, const SynExpr *e);
/* No column of the table has this name; false after a report. */
bool rule_name_is_free(RuleParse *p, const char *name, Loc loc);
/* The name in R.name or R.name(...), as one of the language's own words; false for others. */
bool rule_is_word(const RuleParse *p, const SynExpr *e, const char *word);
int rule_slot_new(RuleParse *p, const char *name, Loc loc);
/* The operator is not there; the nearest is named. */
void *rule_wrong_op(RuleParse *p, Loc loc, const char *name);
/* An argument that the operator does not take. keyword: NULL of a positional one. */
void *rule_wrong_argument(RuleParse *p, Loc loc, const OpDef *op, const char *keyword);
/* The parameter's place in the schema, n_params: there is none. */
uint32_t rule_param(const OpDef *op, const char *keyword);
/* rule_table.c. After the header: its columns and rows; NULL after reports. */
RuleTable *rule_table(RuleParse *p, const SynStmt *head);
RuleColumn *rule_column(const RuleTable *t, const char *name);
/* The row whose rules are read next. */
void rule_table_row(RuleParse *p, RuleTable *t, uint32_t row);
/* All its rows were read. */
void rule_table_end(RuleParse *p);
/* @R.rewriter("Name"), where that stands: into *head. False after a report. */
bool rule_member_name(RuleParse *p, const SynExpr *decorator, RuleHead *head);
/* Tables may make as many bytes of rules as the budget of growth allows a text of this length: else
 * this throws. */
void rule_make(RuleParse *p, size_t n, Loc loc);
/* rule_parse.c. After the header: the class into p->rule. False after reports. */
bool rule_class(RuleParse *p, SynParser *syn, RuleHead head);
/* To the END of the block that is open. */
void rule_skip_block(SynParser *syn);
/* What the pattern is: its results. False after reports. */
bool rule_pattern_result(RuleParse *p, const SynExpr *e);
/* The rule is whole: how many ways there are to match it, and its benefit. False after a report. */
bool rule_finish(RuleParse *p);
/* rule_parameters.c: of `def pattern`. False after reports. */
bool rule_parameters(RuleParse *p, const SynStmt *def);
/* rule_pattern.c. The expression as a pattern; NULL after a report. */
Pattern *rule_pattern(RuleParse *p, const SynExpr *e);
/* R.siblings(...) into the rule. */
bool rule_pattern_siblings(RuleParse *p, const SynExpr *call);
/* rule_names.c. After reports false. */
bool rule_check_pattern(RuleParse *p);
bool rule_check_replacement(RuleParse *p);
/* The parameters in it are used by the pattern. */
void rule_mention(RuleParse *p, const SynExpr *e);
/* How many ways there are to match it; saturates. */
uint64_t rule_pattern_ways(const Pattern *p);

#endif
