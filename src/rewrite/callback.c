/* SPDX-License-Identifier: Apache-2.0 */
/* What a replacement in C sees of a match: see rule.h. */
#include "rewrite/parts.h"

IrBuilder *rule_match_builder(RuleMatch *self) { return self->builder; }

static const RuleValue *value(const RuleMatch *self, const char *name) {
    const Rule *rule = self->rule;
    for (size_t i = rule->slots.len; i-- > 0;) {
        const Slot *s = &rule->slots.at[i];
        if (s->name && strcmp(s->name, name) == 0)
            return &self->slots[s->same_as ? s->same_as - 1 : (int)i];
    }
    return NULL;
}

const IrOperand *rule_match_operand(const RuleMatch *self, const char *name) {
    const RuleValue *v = value(self, name);
    return v && v->kind == RULE_OPERAND ? v->operand : NULL;
}

uint32_t rule_match_count(const RuleMatch *self, const char *name) {
    const RuleValue *v = value(self, name);
    return v && v->kind == RULE_LIST ? v->n : 0;
}

const IrOperand *rule_match_item(const RuleMatch *self, const char *name, uint32_t i) {
    if (i >= rule_match_count(self, name)) return NULL;
    const RuleValue *v = &value(self, name)->items[i];
    return v->kind == RULE_OPERAND ? v->operand : NULL;
}

bool rule_match_int(const RuleMatch *self, const char *name, int64_t *out) {
    const RuleValue *v = value(self, name);
    return v && v->kind == RULE_DIM && ir_dim_is_const(v->dim, out);
}
