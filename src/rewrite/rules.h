/* SPDX-License-Identifier: Apache-2.0 */
/* The built-in rules by theme: a theme is a file of rules/, embedded in the library. */
#ifndef TENON_REWRITE_RULES_H
#define TENON_REWRITE_RULES_H

#include "base/base.h"

typedef struct {
    const char *name; /* the file's, without its ending */
    Str text;
} RuleTheme;

extern const RuleTheme rule_themes[];
extern const size_t rule_theme_count;

/* NULL: there is none of that name. */
const RuleTheme *rule_theme(const char *name);

#endif
