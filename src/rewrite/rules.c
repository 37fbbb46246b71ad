/* SPDX-License-Identifier: Apache-2.0 */
#include "rewrite/rules.h"

const RuleTheme *rule_theme(const char *name) {
    for (size_t i = 0; i < rule_theme_count; i++) {
        if (strcmp(rule_themes[i].name, name) == 0) return &rule_themes[i];
    }
    return NULL;
}
